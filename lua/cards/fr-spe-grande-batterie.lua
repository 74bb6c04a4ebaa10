--!strict
-- Grand Battery (french; LI, WA, CH)
return special {
    id = "fr-spe-grande-batterie",
    text = {
        effect =
            "Every friendly Foot Artillery card that fires at long range from the chosen Position does "
            .. "so at +1F (F1 becomes F2, F2 becomes F3), on top of any other bonus.",
        duration = "this Combat Phase",
        limits =
            "The Position must be unengaged and hold at least two friendly Artillery cards, Foot or "
            .. "Horse. F4 is the maximum.",
        history =
            "Massed 12-pounders opened d'Erlon's attack at Waterloo and battered Ligny before the "
            .. "Guard went in.",
    },
    rules = { "W 7.1", "W 7.2", "W 7.23" },
    windows = "own_combat",
    aim = position("any"),
    needs = {
        need(unengaged("aim"), "the Position must not be engaged"),
        need(
            count { who = own.artillery {}, min = 2 },
            "the Position must hold two friendly Artillery cards"
        ),
    },
    effect = { modify { power = 1, who = own.foot_artillery {}, ways = "long", lasts = this_phase } },
}
