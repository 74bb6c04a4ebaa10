--!strict
-- Columns of Assault (french; QB, LI, WA, WV, CH)
return special {
    id = "fr-spe-columns-of-assault",
    text = {
        effect =
            "Up to two friendly Infantry cards that are engaged in the chosen Position, have neither "
            .. "moved nor acted this turn and are not in a Building change from Line or Square to Column "
            .. "at once without spending their Move. They may Fire or use Shock this turn as Columns.",
        duration = "immediate; the cards stay in Column until they next change formation",
        limits =
            "Cards that Engaged this turn have moved. Targets that cannot be shocked (Infantry in "
            .. "Buildings or in Square, Cavalry) remain immune.",
        history =
            "French infantry trusted to the column to carry a position once the skirmishers had shaken "
            .. "it.",
    },
    rules = { "W 7.32", "W 9.0", "W 9.2" },
    windows = "own_combat",
    aim = position("any"),
    needs = {
        need(
            some(own.infantry { is = { "pinned", "fresh" }, isnt = { "column", "in_building" } }),
                "the Position must hold an engaged friendly Infantry card, in Line or Square and "
                .. "outside Buildings, that has neither moved nor acted"
        ),
    },
    effect = {
        choose {
            who = own.infantry { is = { "pinned", "fresh" }, isnt = { "column", "in_building" } },
            max = 2,
            effect = { form("column") },
        },
    },
}
