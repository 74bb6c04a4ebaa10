--!strict
-- Village Ablaze (prussian; LI, WA, WV)
return special {
    id = "pr-spe-village-ablaze",
    text = {
        effect =
            "Choose one Building in a Position that holds friendly cards. At the end of this enemy "
            .. "Combat Phase roll one die for each Infantry card then occupying it: a French card takes "
            .. "one hit on 4, 5 or 6, any other card on 6.",
        duration = "this enemy turn",
        limits =
            "Play at the start of the enemy Combat Phase. The Building may be vacant then, and may "
            .. "change hands. A card that lies face-down is turned up by its hit. Each hit is tested in "
            .. "the next Morale Phase of the card's owner.",
        history = "Ligny and Plancenoit burned while men fought in their streets.",
    },
    rules = { "W 6.0", "W 11.4" },
    windows = "foe_combat",
    aim = ground { "building" },
    effect = {
        watch {
            on = "combat_end",
            turn = "foe",
            effect = {
                each {
                    who = all.infantry { at = "terrain" },
                    effect = {
                        provided {
                            that = some(foe.troops { it = true }),
                            effect = { roll { dice = 1, table = { on({ 4, 5, 6 }, { hit(1) }) } } },
                            otherwise = { roll { dice = 1, table = { on(6, { hit(1) }) } } },
                        },
                    },
                },
            },
            lasts = this_phase,
        },
    },
}
