--!strict
-- Rally to the Colours (british; QB, WA, CH)
return special {
    id = "br-spe-rally-to-the-colours",
    text = {
        effect =
            "Play when a friendly Troop card Routs. Instead of being eliminated it goes to your "
            .. "Reserve with no hits, and may not leave the Reserve this turn.",
        duration = "immediate; the card is held until the end of this turn",
        limits =
            "Not for a card that failed two or more of its rolls, nor for one in the Reserve. The "
            .. "Routed card itself is the card that 13.0 asks for in its Position. It has left the "
            .. "Position: 4.3, 11.5 and 12.4 are applied as for any Rout.",
        history = "Shaken battalions were brought back into line by their officers behind the ridge.",
    },
    rules = { "W 5.0", "W 6.0" },
    windows = "own_rout",
    aim = event_card,
    needs = {
        need(event_placed(), "the Routed card must stand in a Position"),
        need(event_is(own.troops {}), "the Routed card must be British"),
        need(failed_at_most(1), "the card must have failed one roll only"),
    },
    effect = { retire { heal = true, hold = this_turn } },
}
