--!strict
-- Rearguard (british; QB, WA, CH)
return special {
    id = "br-spe-rearguard",
    text = {
        effect =
            "No more than one enemy Troop card may Engage the chosen Position this turn, and it only "
            .. "once, whether the Position was engaged before or not.",
        duration = "this enemy turn",
        limits =
            "Play at the start of the enemy Combat Phase, on a Position of your own battleline that "
            .. "holds a friendly Horse Artillery card or a friendly Cavalry card that is not blown. "
            .. "Generals are exempt. A River with a lower remaining limit still applies.",
        history = "Uxbridge covered the withdrawal from Quatre Bras through the defile of Genappe.",
    },
    rules = { "W 8.1", "W 11.3" },
    windows = "foe_combat",
    aim = position("own"),
    needs = {
        need(
            some(own.cards { kind = { "horse_artillery", "cavalry" }, isnt = "blown" }),
                "the Position must hold a friendly Horse Artillery card or a friendly Cavalry card "
                .. "that is not blown"
        ),
    },
    effect = { limit { what = "engagers", of = "foe", to = 1, lasts = this_turn } },
}
