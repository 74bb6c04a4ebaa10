--!strict
-- Steady Volleys (british; QB, WA, CH)
return special {
    id = "br-spe-steady-volleys",
    text = {
        effect =
            "Friendly Infantry of British or King's German Legion nationality that is engaged and in "
            .. "Line in the chosen Position fires at +1F (F3 becomes F4).",
        duration = "this Combat Phase",
        limits = "The Position must hold such a card. F4 is the maximum, also against Artillery.",
        history = "Two-deep lines delivered controlled volleys at close range.",
    },
    rules = { "W 7.2", "W 9.1" },
    windows = "own_combat",
    aim = position("any"),
    needs = {
        need(
            some(own.infantry { is = { "line", "pinned" }, nation = { "british", "kgl" } }),
                "the Position must hold engaged friendly Infantry in Line, of British or King's German "
                .. "Legion nationality"
        ),
    },
    effect = {
        modify {
            power = 1,
            who = own.infantry { is = { "line", "pinned" }, nation = { "british", "kgl" } },
            ways = "fire",
            lasts = this_phase,
        },
    },
}
