--!strict
-- Fresh Brigades (british; QB, WA, CH)
return special {
    id = "br-spe-fresh-brigades",
    text = {
        effect =
            "Draw one card from the British Reinforcement deck. If it is a Troop or General card you "
            .. "may place it at once in an unengaged Position of your own battleline, in any formation "
            .. "but not on Terrain; that is its only Move this turn. Otherwise it stays in your Reserve "
            .. "like any Reinforcement (10.0).",
        duration = "immediate",
        limits =
            "Needs no Position. Stacking Limits and one General a Position (12.0) apply at the end of "
            .. "movement. Horse Artillery may still fire (7.24).",
        history = "Picton's, Alten's and Cooke's divisions each reached Quatre Bras just in time.",
    },
    rules = { "W 8.0", "W 8.4", "W 10.0" },
    windows = "own_combat",
    needs = { need(deck_holds(1), "a card must be left in the British Reinforcement deck") },
    effect = { draw { count = 1, effect = { place() } } },
}
