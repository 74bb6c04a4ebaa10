--!strict
-- Pour in the Battalions (prussian; LI, WA, CH)
return special {
    id = "pr-spe-pour-in-the-battalions",
    text = {
        effect =
            "Your Stacking Limit in the chosen Position is six cards instead of four in this Combat "
            .. "Phase and in your next one. When that next Combat Phase is over, move the cards above "
            .. "four, at your choice, to your Reserve.",
        duration = "until the end of your next Combat Phase",
        limits =
            "The Position must hold a friendly Troop card or face-up General. Where British cards "
            .. "fight beside the Prussians, at most four of the six may be British. Decoys count as ever, "
            .. "and may be among the cards that go.",
        history = "Both armies fed battalion after battalion into the villages on the Ligne.",
    },
    rules = "W 8.4",
    windows = "own_combat",
    aim = position("any"),
    effect = {
        limit { what = "stacking", by = 2, lasts = next_own_combat },
        watch {
            on = "combat_end",
            effect = {
                choose {
                    who = side.cards { kind = "stacked" },
                    max = 255,
                    min = 255,
                    only_while = count { who = side.cards { kind = "stacked" }, min = 5 },
                    effect = { retire {} },
                },
            },
            lasts = next_own_combat,
            from = "own_combat",
        },
    },
}
