--!strict
-- Soft Ground (british; WA)
return special {
    id = "br-spe-soft-ground",
    text = {
        effect =
            "Enemy Artillery firing at long range at friendly cards, in any Position, does so at -1F, "
            .. "counted together with all other changes (below F1 no die hits). Enemy Horse Artillery "
            .. "that has moved this turn may not fire at friendly cards.",
        duration = "this enemy turn",
        limits =
            "Play at the start of the enemy Combat Phase, in one of the first four enemy turns of the "
            .. "battle. Needs no Position.",
        history =
            "A night of heavy rain delayed the French guns and smothered ricochet on the morning of "
            .. "Waterloo.",
    },
    rules = { "W 7.23", "W 7.24" },
    windows = "foe_combat",
    needs = { need(foe_turn { max = 4 }, "it must be one of the first four enemy turns of the battle") },
    effect = {
        modify {
            power = -1,
            who = foe.artillery { at = "anywhere" },
            ways = "long",
            against = own.troops { at = "anywhere" },
            lasts = this_turn,
        },
        forbid {
            what = { "fire", "long" },
            who = foe.horse_artillery { at = "anywhere", is = "moved" },
            against = own.troops { at = "anywhere" },
            lasts = this_turn,
        },
    },
}
