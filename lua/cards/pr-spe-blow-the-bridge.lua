--!strict
-- Blow the Bridge (prussian; WV, CH)
return special {
    id = "pr-spe-blow-the-bridge",
    text = {
        effect =
            "Choose one River card in the Middle Ground and put two demolition counters on it. While "
            .. "it has a counter its Move Limit is 0 for both players. Remove one counter at the end of "
            .. "each enemy turn, this one included.",
        duration = "until the counters are gone",
        limits =
            "Play at the start of the enemy Combat Phase. It counts as played on the Position of your "
            .. "own battleline beside that River, which must hold a friendly Troop card or face-up "
            .. "General. Generals still ignore the limit.",
        history = "Prussian pioneers barricaded and broke the Dyle bridges in front of Grouchy.",
    },
    rules = "W 11.3",
    windows = "foe_combat",
    aim = ground { "river" },
    effect = { limit { what = "crossings", of = "any", to = 0, lasts = foe_turns(2) } },
}
