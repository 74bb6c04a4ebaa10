--!strict
-- Form Square! (british; QB, WA, CH)
return special {
    id = "br-spe-form-square",
    text = {
        effect =
            "Play when a reveal shows that enemy Cavalry has Engaged the chosen Position. One or more "
            .. "friendly Infantry cards there change to Square at once without spending a Move. An "
            .. "attacker who is committed there chooses his target after that.",
        duration = "immediate reaction; the cards stay in Square until they next change formation",
        limits = "Not for Infantry in a Building.",
        history =
            "Warning and drill decided whether a battalion met cavalry in square or was ridden down, "
            .. "as the 69th was at Quatre Bras.",
    },
    rules = { "W 8.1", "W 9.0", "W 9.3" },
    windows = "foe_engage",
    aim = position("any"),
    needs = {
        need(some(foe.cavalry { is = "engaged" }), "enemy Cavalry must have Engaged the Position this turn"),
        need(
            some(own.infantry { isnt = { "square", "in_building" } }),
            "the Position must hold friendly Infantry that is neither in Square nor in a Building"
        ),
    },
    effect = {
        choose {
            who = own.infantry { isnt = { "square", "in_building" } },
            max = 255,
            min = 1,
            effect = { form("square") },
        },
    },
}
