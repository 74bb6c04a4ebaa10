--!strict
-- The Last Square (french; WA, CH)
return special {
    id = "fr-spe-le-dernier-carre",
    text = {
        effect =
            "One friendly Infantry card of the Guard (corps G) turns up and is in Square at once, even "
            .. "if engaged. In your next Morale Phase the first of its rolls that fails counts as passed, "
            .. "even a natural 6. It may not Move or change formation in your next turn.",
        duration = "until the end of your next turn, or until the card goes to the Reserve",
        limits =
            "Play at the start of the enemy Combat Phase, or when a reveal shows that enemy cards have "
            .. "Engaged its Position; not once an attack on the card has been declared. Not for a card in "
            .. "a Building.",
        history = "Squares of the Old Guard covered the wreck of the army on the evening of Waterloo.",
    },
    rules = { "W 6.0", "W 9.0", "W 9.3" },
    windows = { "foe_combat", "foe_engage" },
    aim = card(own.infantry { at = "anywhere", isnt = "in_building", corps = "G" }),
    effect = {
        reveal(own.troops { it = true }),
        form("square"),
        forgive { who = own.troops { it = true }, dice = 1, lasts = next_own_morale, from = "own_turn" },
        forbid {
            what = { "move", "form" },
            who = own.troops { it = true },
            lasts = this_turn,
            from = "own_turn",
        },
    },
}
