--!strict
-- Forced March (french; LI, WA, WV, CH)
return special {
    id = "fr-spe-forced-march",
    text = {
        effect =
            "Draw two cards from your Reinforcement deck and add them to your Reserve; they may be "
            .. "played this turn. Draw one card fewer in the Reinforce Phase of this turn, and one fewer "
            .. "in that of your next turn.",
        duration = "immediate; the penalty lasts until the end of your next turn",
        limits =
            "Not playable when fewer than two cards are left in the deck. A draw cannot fall below "
            .. "none.",
        history = "Corps on the march were urged to the field and arrived strung out and tired.",
    },
    rules = { "W 5.0", "W 10.0" },
    windows = "own_combat",
    needs = { need(deck_holds(2), "two cards must be left in your Reinforcement deck") },
    effect = {
        draw { count = 2 },
        limit { what = "draws", by = -1, lasts = this_turn },
        limit { what = "draws", by = -1, lasts = this_turn, from = "own_turn" },
    },
}
