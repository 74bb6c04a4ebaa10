--!strict
-- The Guard Gives Way (british; WA, CH)
return special {
    id = "br-spe-la-garde-recule",
    text = {
        effect =
            "Play when a French Troop card of the Imperial Guard (corps G) Routs in the French Morale "
            .. "Phase. When all other Morale rolls of that phase are done, every other French Troop card "
            .. "still in that Position makes one extra Morale roll with the usual modifiers; each that "
            .. "fails moves to the French Reserve instead of Routing.",
        duration = "immediate reaction",
        limits =
            "A British Troop card or face-up General must be in that Position (13.0). 4.3, 11.5 and "
            .. "12.4 are applied after each card.",
        history = "When the Guard fell back at Waterloo the whole French line gave way.",
    },
    rules = { "W 6.0", "W 8.2" },
    windows = "foe_rout",
    aim = position("any"),
    needs = {
        need(event_placed(), "the card must have Routed in a Position"),
        need(
            event_is(foe.troops { corps = "G" }),
            "the card that Routed must be of the Imperial Guard (corps G)"
        ),
    },
    effect = {
        watch {
            on = "morale_end",
            turn = "foe",
            effect = { each { who = foe.troops {}, effect = { morale_roll { fail = { retire {} } } } } },
            lasts = this_phase,
        },
    },
}
