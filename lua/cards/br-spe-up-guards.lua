--!strict
-- Up, Guards! (british; WA, CH)
return special {
    id = "br-spe-up-guards",
    text = {
        effect =
            "Play when a reveal shows that enemy Infantry has Engaged the chosen Position. One or two "
            .. "friendly Infantry cards of British nationality there, in Line and not in a Building, each "
            .. "fire at once, with the usual modifiers, at one of the enemy cards that Engaged it this "
            .. "turn. Those that fire may not Fire or use Shock in your next turn.",
        duration = "immediate reaction; the restriction lasts through your next turn",
        limits = "Not if an enemy Troop card is there that did not Engage this turn.",
        history = "Maitland's Guards rose from the corn and shattered the Imperial Guard at short range.",
    },
    rules = { "W 5.0", "W 7.21", "W 8.1" },
    windows = "foe_engage",
    aim = position("any"),
    needs = {
        need(
            some(foe.infantry { is = "engaged" }),
            "enemy Infantry must have Engaged the Position this turn"
        ),
        need(
            isnt(some(foe.troops { isnt = "engaged" })),
            "every enemy Troop card there must have Engaged this turn"
        ),
        need(
            some(own.infantry { is = "line", isnt = "in_building", nation = "british" }),
            "the Position must hold friendly Infantry of British nationality in Line, not in a Building"
        ),
    },
    effect = {
        choose {
            who = own.infantry { is = "line", isnt = "in_building", nation = "british" },
            max = 2,
            min = 1,
            effect = {
                attack { how = "fire", who = foe.troops { is = "engaged" } },
                provided {
                    that = some(own.troops { is = "acted", it = true }),
                    effect = {
                        forbid {
                            what = { "fire", "shock" },
                            who = own.troops { it = true },
                            lasts = this_turn,
                            from = "own_turn",
                        },
                    },
                },
            },
        },
    },
}
