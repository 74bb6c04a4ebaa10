--!strict
-- Break Down the Gate (french; LI, WA, WV)
return special {
    id = "fr-spe-break-down-the-gate",
    text = {
        effect =
            "Choose one Building occupied by enemy Infantry, in a Position where friendly Infantry is "
            .. "engaged. One friendly Infantry card there, in Column, may use Shock this turn against one "
            .. "of the Infantry cards in that Building, whichever you use first. The occupants themselves "
            .. "still may not use Shock.",
        duration = "this Combat Phase",
        limits =
            "The attacking card must not have changed formation, moved or acted this turn, so it "
            .. "cannot be one that Columns of Assault has just changed. Hits are spread as in 7.4.",
        history =
            "Sappers hacked open the north gate of Hougoumont; other parties broke into the farms of "
            .. "Ligny.",
    },
    rules = { "W 7.33", "W 11.4" },
    windows = "own_combat",
    aim = ground { "building" },
    needs = {
        need(occupied("foe"), "enemy Infantry must occupy the Building"),
        need(
            some(own.infantry { is = { "column", "pinned", "fresh" }, isnt = "formed" }),
                "an engaged friendly Infantry card in Column must be there that has neither changed "
                .. "formation nor moved nor acted"
        ),
    },
    effect = {
        permit {
            what = "shock_building",
            who = own.infantry { is = { "column", "pinned", "fresh" }, isnt = "formed" },
            uses = 1,
            lasts = this_phase,
        },
    },
}
