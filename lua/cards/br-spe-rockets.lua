--!strict
-- Rockets (british; WA, CH)
return special {
    id = "br-spe-rockets",
    text = {
        effect =
            "One friendly Horse Artillery card that has not fired, in an unengaged Position, is "
            .. "revealed and fires rockets instead of guns; roll one die. 1: it takes one hit. 2-3: "
            .. "nothing. 4-5: one card of your choice in the opposing Position that Artillery may fire at "
            .. "takes one hit and is revealed. 6: the enemy shows a Cavalry card of his choice in that "
            .. "Position and moves it to his Reserve; if he has none there, or nothing but one card "
            .. "there, treat as 4-5.",
        duration = "immediate",
        limits =
            "Not if friendly cards are in the opposing Position, nor if no card there may be fired at. "
            .. "The roll takes the place of that card's fire this turn and puts no hits on Generals. Hits "
            .. "are spread as in 7.4. Face-down cards count as Troop cards.",
        history = "Whinyates's troop carried Congreve rockets, as alarming to friends as to enemies.",
    },
    rules = { "W 7.23", "W 7.4", "W 8.2" },
    windows = "own_combat",
    aim = card(own.horse_artillery { at = "anywhere", isnt = { "acted", "pinned" } }),
    needs = {
        need(
            isnt(some(side.cards { kind = { "troop", "general" }, at = "across" })),
            "no friendly card may be in the opposing Position"
        ),
        need(
            some(foe.troops { at = "across", isnt = "in_woods" }),
            "a card that Artillery may fire at must be in the opposing Position"
        ),
    },
    effect = {
        reveal(own.troops { it = true }),
        spend_action(),
        roll {
            dice = 1,
            table = {
                on(1, { hit(1) }),
                on({ 4, 5 }, {
                    choose {
                        who = foe.troops { at = "across", isnt = { "in_woods", "struck" } },
                        max = 1,
                        min = 1,
                        effect = { hit(1) },
                        otherwise = {
                            choose {
                                who = foe.troops { at = "across", isnt = "in_woods" },
                                max = 1,
                                min = 1,
                                effect = { hit(1) },
                            },
                        },
                    },
                }),
                on(6, {
                    choose {
                        who = foe.cavalry { at = "across" },
                        max = 1,
                        min = 1,
                        by = "foe",
                        only_while = count { who = foe.troops { at = "across" }, min = 2 },
                        effect = { reveal(foe.troops { at = "it", it = true }), retire {} },
                        otherwise = {
                            choose {
                                who = foe.troops { at = "across", isnt = { "in_woods", "struck" } },
                                max = 1,
                                min = 1,
                                effect = { hit(1) },
                                otherwise = {
                                    choose {
                                        who = foe.troops { at = "across", isnt = "in_woods" },
                                        max = 1,
                                        min = 1,
                                        effect = { hit(1) },
                                    },
                                },
                            },
                        },
                    },
                }),
            },
        },
    },
}
