--!strict
-- Captured Despatches (prussian; LI, WA, WV, CH)
return special {
    id = "pr-spe-captured-despatches",
    text = {
        effect =
            "Play in answer to an enemy Special, before it takes effect. Roll one die: on 3 or more "
            .. "that Special is cancelled and eliminated; on 1 or 2 it takes effect as normal.",
        duration = "immediate reaction",
        limits =
            "Cannot itself be answered. Needs no Position. In Waterloo and Charleroi only against a "
            .. "Special that names no Position and no card, or whose Position holds a friendly Troop card "
            .. "or face-up General (13.0); in Waterloo only after the Prussians have arrived.",
        history =
            "Hussar patrols and an overturned carriage at Genappe brought in French orders and the "
            .. "Emperor's own papers.",
    },
    rules = "W 13.0",
    windows = "answer",
    needs = {
        need(
            any_of {
                isnt(battle { "WA", "CH" }),
                isnt(event_placed()),
                some(own.cards { kind = { "troop", "general" }, at = "event" }),
            },
            "the Position of that Special must hold a friendly Troop card or face-up General"
        ),
    },
    effect = { roll { dice = 1, table = { on({ 3, 4, 5, 6 }, { cancel() }) } } },
}
