--!strict
-- Close the Gates (british; WA, CH)
return special {
    id = "br-spe-close-the-gates",
    text = {
        effect =
            "Choose one Building in the chosen Position that friendly Infantry occupies. It cannot be "
            .. "captured before the end of your next Morale Phase, even if its occupants Rout, and they "
            .. "add 1 to Morale in that phase. If it is then vacant it is still yours: friendly Infantry "
            .. "may occupy it by a Move in the following Combat Phase, and if it is vacant at the end of "
            .. "that phase, engaged enemy Infantry captures it.",
        duration = "until the end of your next Morale Phase",
        limits =
            "Play at the start or at the end of the enemy Combat Phase. It does not prevent a victory "
            .. "under 4.3.",
        history =
            "Macdonell and a handful of Guardsmen shut the north gate of Hougoumont against the French.",
    },
    rules = { "W 6.0", "W 11.4", "W 11.5" },
    windows = { "foe_combat", "foe_combat_end" },
    aim = ground { "building" },
    needs = { need(occupied("own"), "friendly Infantry must occupy the Building") },
    effect = {
        forbid { what = "capture", who = all.troops { at = "terrain" }, lasts = next_own_morale },
        modify {
            morale = 1,
            who = own.infantry { at = "terrain" },
            lasts = next_own_morale,
            from = "own_turn",
        },
    },
}
