--!strict
-- Rally and Charge Again (french; QB, LI, WA, CH)
return special {
    id = "fr-spe-rally-and-charge-again",
    text = {
        effect =
            "Up to two blown friendly Cavalry cards in the chosen Position that have neither moved nor "
            .. "acted this turn recover at once although still engaged. They may use Shock this turn and "
            .. "are blown again as soon as they do.",
        duration = "immediate",
        limits = "If two are chosen they must be of the same corps.",
        history =
            "French squadrons re-formed at the foot of the slope and rode up again and again at "
            .. "Waterloo.",
    },
    rules = { "W 7.31", "W 7.34" },
    windows = "own_combat",
    aim = position("any"),
    needs = {
        need(
            some(own.cavalry { is = { "blown", "pinned", "fresh" } }),
            "the Position must hold a blown friendly Cavalry card that has neither moved nor acted"
        ),
    },
    effect = {
        choose {
            who = own.cavalry { is = { "blown", "pinned", "fresh" }, same_corps = true },
            max = 2,
            effect = { recover() },
        },
    },
}
