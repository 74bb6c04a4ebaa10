--!strict
-- Faithful Adjutant (prussian; LI, WA, CH)
return special {
    id = "pr-spe-nostitz",
    text = {
        effect =
            "Play when a friendly General is killed by a roll of 6 (12.4), in a Position or in your "
            .. "Reserve. Set him aside with two counters instead of eliminating him; his hits are "
            .. "removed. Remove one counter at the end of each of your turns, this one included; when the "
            .. "last is gone he returns to your Reserve.",
        duration = "until the General returns",
        limits =
            "The General himself is the card that 13.0 asks for in his Position. Not for a General "
            .. "eliminated for being alone, or as a decoy. While set aside he supports nobody and is "
            .. "absent for the purposes of 12.3.",
        history = "Count Nostitz shielded Blücher when he lay under his dead horse at Ligny.",
    },
    rules = { "W 12.3", "W 12.4" },
    windows = "own_general",
    aim = event_card,
    needs = { need(event_is(own.generals {}), "the General must be Prussian") },
    effect = { set_aside(2) },
}
