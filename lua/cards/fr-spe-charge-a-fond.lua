--!strict
-- All-Out Charge (french; QB, LI, WA, CH)
return special {
    id = "fr-spe-charge-a-fond",
    text = {
        effect =
            "Each friendly Cavalry card that uses Shock in the chosen Position rolls one die more than "
            .. "it otherwise would. After its hits are applied, every natural 1 among its dice also puts "
            .. "one hit on that same Cavalry card.",
        duration = "this Combat Phase; the self-inflicted hits are tested in the next friendly Morale Phase",
        limits =
            "The Position must hold an engaged friendly Cavalry card that is not blown. No card gains "
            .. "the right to use Shock by this.",
        history =
            "Kellermann's cuirassiers at Quatre Bras and the great cavalry attacks at Waterloo were "
            .. "pressed home without support.",
    },
    rules = { "W 6.0", "W 7.1", "W 7.3", "W 7.31" },
    windows = "own_combat",
    aim = position("any"),
    needs = {
        need(
            some(own.cavalry { is = "pinned", isnt = "blown" }),
            "the Position must hold an engaged friendly Cavalry card that is not blown"
        ),
    },
    effect = {
        modify { dice = 1, who = own.cavalry {}, ways = "shock", lasts = this_phase },
        recoil { who = own.cavalry {}, ways = "shock", faces = 1, lasts = this_phase },
    },
}
