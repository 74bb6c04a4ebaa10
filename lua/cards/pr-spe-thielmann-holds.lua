--!strict
-- Hold Them Here (prussian; LI, WV, CH)
return special {
    id = "pr-spe-thielmann-holds",
    text = {
        effect =
            "Roll one die at the start of the enemy Reinforce Phase. 1-2: no effect. 3-4: the enemy "
            .. "draws one card fewer in this phase. 5-6: he draws one card fewer in this phase and one "
            .. "fewer in his next Reinforce Phase.",
        duration = "this enemy turn's Reinforce Phase, possibly also the next one",
        limits = "Needs no Position. A draw cannot fall below none.",
        history = "Thielmann's lone corps kept Grouchy busy on the Dyle through the whole of the 18th.",
    },
    rules = { "W 5.0", "W 10.0" },
    windows = "foe_reinforce",
    effect = {
        roll {
            dice = 1,
            table = {
                on({ 3, 4 }, { limit { what = "draws", of = "foe", by = -1, lasts = this_turn } }),
                on({ 5, 6 }, { limit { what = "draws", of = "foe", by = -1, lasts = foe_turns(2) } }),
            },
        },
    },
}
