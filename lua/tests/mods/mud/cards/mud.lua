--!strict
-- Mud: the enemy's guns stick for two turns, or until a 6 is rolled. No handler.
return special {
    id = "mud-mud",
    text = {
        effect = "No enemy Artillery in the chosen Position may move. At the end of each enemy turn roll one die; on a 6 it ends.",
        duration = "two enemy turns",
        limits = "The Position must hold face-up enemy Artillery.",
    },
    rules = { "W 8.0" },
    windows = "own_combat",
    aim = position("any"),
    needs = {
        need(some(foe.artillery { at = "lane" }), "the lane must hold face-up enemy Artillery"),
    },
    effect = {
        forbid { what = "move", who = foe.artillery { at = "lane" }, lasts = foe_turns(2) },
        watch {
            on = "turn_end",
            turn = "foe",
            effect = { roll { dice = 1, table = { on(6, { lapse() }) } } },
            lasts = foe_turns(2),
        },
    },
}
