--!strict
-- Reconnaissance in Force (french; LI, WA, WV, CH)
return special {
    id = "fr-spe-reconnaissance-in-force",
    text = {
        effect =
            "One friendly Cavalry card in a Position that is not blown and has neither moved nor acted "
            .. "may make up to three Battle Moves this turn, and may both Engage and Disengage. Each time "
            .. "it enters a Position with enemy cards, it and all enemy cards there are revealed at once; "
            .. "decoys among them are eliminated (14.0). It may not Fire or use Shock this turn.",
        duration = "this Combat Phase, or until the card goes to the Reserve",
        limits =
            "Every crossing counts against River Move Limits. To Disengage it still needs an unengaged "
            .. "Position of its own battleline, or the Reserve, to move to (8.2). It never goes forward "
            .. "from an engaged Position.",
        history =
            "On 17 June Pajol's hussars took guns on the Namur road while Exelmans's dragoons found "
            .. "the Prussians at Gembloux.",
    },
    rules = { "W 8.0", "W 8.1", "W 8.2", "W 8.3" },
    windows = "own_combat",
    aim = card(own.cavalry { at = "anywhere", is = "fresh", isnt = "blown" }),
    effect = {
        permit { what = "extra_move", who = own.troops { it = true }, uses = 1, lasts = this_phase },
        permit { what = "engage_and_disengage", who = own.troops { it = true }, lasts = this_phase },
        forbid { what = { "fire", "shock" }, who = own.troops { it = true }, lasts = this_phase },
        watch {
            on = "entered",
            effect = { reveal(foe.troops { at = "it" }), reveal(own.troops { it = true }) },
            lasts = this_phase,
        },
    },
}
