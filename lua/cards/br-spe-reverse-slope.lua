--!strict
-- Reverse Slope (british; WA, CH)
return special {
    id = "br-spe-reverse-slope",
    text = {
        effect =
            "Enemy Artillery firing at long range at friendly cards in the chosen Position does so at "
            .. "-1F, counted together with all other changes. Below F1 no die hits, but a natural 1 still "
            .. "counts against a General.",
        duration = "this enemy turn",
        limits =
            "Play at the start of the enemy Combat Phase, on a Position of your own battleline that is "
            .. "unengaged and holds friendly Infantry.",
        history = "Wellington kept his men behind the crest, out of sight of the French guns.",
    },
    rules = { "W 7.2", "W 7.23" },
    windows = "foe_combat",
    aim = position("own"),
    needs = {
        need(unengaged("aim"), "the Position must be unengaged"),
        need(some(own.infantry {}), "the Position must hold a friendly Infantry card"),
    },
    effect = {
        modify {
            power = -1,
            who = foe.artillery { at = "anywhere" },
            ways = "long",
            against = own.troops {},
            lasts = this_turn,
        },
    },
}
