--!strict
-- Scotland for Ever! (british; WA, CH)
return special {
    id = "br-spe-scotland-for-ever",
    text = {
        effect =
            "One friendly Cavalry card that has neither moved nor acted this turn is revealed and "
            .. "moves from its Position into the opposing enemy Position to Engage, as its only Battle "
            .. "Move this turn. It may then use Shock there in the same turn, at +1S against Infantry or "
            .. "Artillery, and is blown. All cards there are revealed before it chooses its target. At "
            .. "the end of the turn, if it used Shock, roll one die: on 1 to 3 it may not Disengage in "
            .. "your next turn.",
        duration = "this Combat Phase; possibly through your next turn",
        limits =
            "It must start in an unengaged Position of your own battleline, and the move must be "
            .. "legal. Stacking, Move Limits of Rivers, 7.33 and 7.34 apply; if nothing there may be "
            .. "shocked it has merely Engaged. S4 is the maximum.",
        history = "The Union Brigade broke d'Erlon's columns and then rode too far.",
    },
    rules = { "W 7.22", "W 7.3", "W 7.31", "W 8.1", "W 8.3" },
    windows = "own_combat",
    aim = card(own.cavalry { at = "own_line", is = "fresh", isnt = "pinned" }),
    needs = {
        need(some(foe.troops { at = "across" }), "enemy cards must be in the opposing Position"),
        need(may_advance(), "the card must be able to move into the opposing Position"),
    },
    effect = {
        reveal(own.troops { it = true }),
        advance(),
        spend_move(),
        permit { what = "shock_after_move", who = own.troops { it = true }, uses = 1, lasts = this_phase },
        modify {
            power = 1,
            who = own.troops { it = true },
            ways = "shock",
            against = foe.cards { kind = { "infantry", "artillery" }, at = "it" },
            lasts = this_phase,
        },
        watch {
            on = "turn_end",
            effect = {
                provided {
                    that = some(own.troops { is = "blown", it = true }),
                    effect = {
                        roll {
                            dice = 1,
                            table = {
                                on({ 1, 2, 3 }, {
                                    forbid {
                                        what = "disengage",
                                        who = own.troops { it = true },
                                        lasts = this_turn,
                                        from = "own_turn",
                                    },
                                }),
                            },
                        },
                    },
                },
            },
            lasts = this_turn,
        },
    },
}
