--!strict
-- Uhlan Screen (prussian; LI, WA, WV, CH)
return special {
    id = "pr-spe-uhlan-screen",
    text = {
        effect =
            "Enemy Troop cards in the chosen Position may not Disengage this turn, for as long as it "
            .. "holds a friendly Cavalry card that is not blown.",
        duration = "this enemy turn",
        limits =
            "Play at the start of the enemy Combat Phase, on an engaged Position that holds such a "
            .. "card. Generals may leave.",
        history = "Lancers hung on the flanks of any enemy who tried to break off.",
    },
    rules = "W 8.2",
    windows = "foe_combat",
    aim = position("any"),
    needs = {
        need(engaged("aim"), "the Position must be engaged"),
        need(
            some(own.cavalry { isnt = "blown" }),
            "the Position must hold friendly Cavalry that is not blown"
        ),
    },
    effect = {
        forbid {
            what = "disengage",
            who = foe.troops {},
            lasts = this_turn,
            only_while = some(own.cavalry { isnt = "blown" }),
        },
    },
}
