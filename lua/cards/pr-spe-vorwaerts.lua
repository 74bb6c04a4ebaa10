--!strict
-- Forward! (prussian; LI, WA, CH)
return special {
    id = "pr-spe-vorwaerts",
    text = {
        effect =
            "Up to two friendly Infantry cards that leave the Reserve in this phase, before or after "
            .. "this is played, may each make a second Battle Move: from the Position of your own "
            .. "battleline that they entered into the opposing enemy Position, even to Engage. Three "
            .. "instead if Blücher is face-up in a Position, or lies open in your Reserve, or if you show "
            .. "him there now.",
        duration = "this Combat Phase",
        limits =
            "Needs no Position. A card that Engaged when it left the Reserve stays where it is. River "
            .. "Move Limits, and in Waterloo the limits of 10.0, apply.",
        history = "Blücher's nickname was his whole method.",
    },
    rules = { "W 8.0", "W 8.1", "W 8.3" },
    windows = "own_combat",
    effect = {
        provided {
            that = general_out { "pr-gen-blucher" },
            effect = {
                permit {
                    what = "go_on",
                    who = own.infantry { at = "own_line", is = "came_up", isnt = "engaged" },
                    uses = 3,
                    lasts = this_phase,
                },
            },
            otherwise = {
                show { general = "pr-gen-blucher" },
                provided {
                    that = general_out { "pr-gen-blucher" },
                    effect = {
                        permit {
                            what = "go_on",
                            who = own.infantry { at = "own_line", is = "came_up", isnt = "engaged" },
                            uses = 3,
                            lasts = this_phase,
                        },
                    },
                    otherwise = {
                        permit {
                            what = "go_on",
                            who = own.infantry { at = "own_line", is = "came_up", isnt = "engaged" },
                            uses = 2,
                            lasts = this_phase,
                        },
                    },
                },
            },
        },
    },
}
