--!strict
-- Vive l'Empereur! (french; QB, LI, WA, WV, CH)
return special {
    id = "fr-spe-vive-l-empereur",
    text = {
        effect =
            "Add 1 to the Morale value of every friendly Infantry card in the chosen Position, for "
            .. "every Morale roll it makes. If Napoleon is face-up there once the Generals' own rolls "
            .. "(12.4) are done, add 2 instead. A natural 6 is still a Rout and a natural 1 still a Pass.",
        duration = "this Morale Phase",
        limits =
            "Play at the start of your Morale Phase, before any roll. The Position must hold a "
            .. "friendly Infantry card.",
        history =
            "French regiments cheered the Emperor before every attack; the spirit was high but brittle.",
    },
    rules = { "W 6.0", "W 12.1" },
    windows = "own_morale",
    aim = position("any"),
    needs = { need(some(own.infantry {}), "the Position must hold a friendly Infantry card") },
    effect = {
        modify { morale = 1, who = own.infantry {}, lasts = this_phase },
        modify {
            morale = 1,
            who = own.infantry {},
            lasts = this_phase,
            only_while = some(own.generals { id = "fr-gen-napoleon" }),
        },
    },
}
