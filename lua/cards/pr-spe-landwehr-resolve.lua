--!strict
-- Landwehr Resolve (prussian; LI, WA, WV, CH)
return special {
    id = "pr-spe-landwehr-resolve",
    text = {
        effect =
            "Add 1 to the Morale value of every friendly Landwehr Infantry card that lies face-up in "
            .. "the chosen Position; 2 instead if, when this is played, a friendly Infantry card of the "
            .. "same corps that is not Landwehr lies face-up there as well.",
        duration = "this Morale Phase",
        limits =
            "Landwehr Infantry are the Prussian Infantry cards tagged landwehr; the Position must hold "
            .. "one. Play at the start of your Morale Phase, before any roll. A natural 6 is still a Rout.",
        history = "Militia beside a steady line regiment stood far better than its training promised.",
    },
    rules = "W 6.0",
    windows = "own_morale",
    aim = position("any"),
    needs = {
        need(
            some(own.infantry { is = "up", tag = "landwehr" }),
            "the Position must hold friendly Landwehr Infantry that lies face-up"
        ),
    },
    effect = {
        each {
            who = own.infantry { is = "up", tag = "landwehr" },
            effect = {
                provided {
                    that = some(own.infantry { is = "up", without_tag = "landwehr", same_corps = true }),
                    effect = { modify { morale = 2, who = own.troops { it = true }, lasts = this_phase } },
                    otherwise = { modify { morale = 1, who = own.troops { it = true }, lasts = this_phase } },
                },
            },
        },
    },
}
