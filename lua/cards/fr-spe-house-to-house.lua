--!strict
-- House to House (french; LI, WA, WV, CH)
return special {
    id = "fr-spe-house-to-house",
    text = {
        effect =
            "Play when a reveal shows that enemy Infantry has Engaged a Position where friendly "
            .. "Infantry occupies a Building. One of the occupants fires at once, with the usual "
            .. "modifiers, at one of the Infantry cards that have Engaged there this turn and lie "
            .. "face-up. This does not use up its action in your next Combat Phase.",
        duration = "immediate reaction",
        limits = "One occupant and one attack only, however many cards have Engaged.",
        history = "The Young Guard disputed Plancenoit street by street against Bülow.",
    },
    rules = { "W 5.0", "W 7.21", "W 8.1", "W 11.4" },
    windows = "foe_engage",
    aim = position("any"),
    needs = {
        need(
            some(own.infantry { is = "in_building" }),
            "friendly Infantry must occupy a Building in the Position"
        ),
        need(
            some(foe.infantry { is = { "engaged", "up" } }),
            "enemy Infantry must have Engaged there this turn"
        ),
    },
    effect = {
        choose {
            who = own.infantry { is = "in_building" },
            max = 1,
            min = 1,
            effect = { attack { how = "fire", who = foe.infantry { at = "it", is = { "engaged", "up" } } } },
        },
    },
}
