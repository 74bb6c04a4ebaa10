--!strict
-- Over Their Heads (prussian; LI, CH)
return special {
    id = "pr-spe-over-their-heads",
    text = {
        effect =
            "Friendly Artillery in the chosen Position may fire at long range this turn although that "
            .. "Position is engaged.",
        duration = "this Combat Phase",
        limits =
            "It must be an engaged Position of your own battleline with a Hill card that the enemy has "
            .. "not captured; the Artillery need not stand on it. No card of your side, British included, "
            .. "may be in the opposing Position.",
        history = "Batteries on the heights of Bussy fired over the infantry fighting in the villages below.",
    },
    rules = { "W 7.23", "W 11.1" },
    windows = "own_combat",
    aim = position("own"),
    needs = {
        need(engaged("aim"), "the Position must be engaged"),
        need(some(own.artillery {}), "the Position must hold friendly Artillery"),
        need(
            terrain { class = "hill", held = "side" },
            "the Position must have a Hill that the enemy has not captured"
        ),
        need(
            isnt(some(side.cards { kind = { "troop", "general" }, at = "across" })),
            "no card of your side may be in the opposing Position"
        ),
    },
    effect = { permit { what = "long_engaged", who = own.artillery {}, lasts = this_phase } },
}
