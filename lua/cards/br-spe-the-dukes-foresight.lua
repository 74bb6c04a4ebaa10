--!strict
-- The Duke's Foresight (british; WA, CH)
return special {
    id = "br-spe-the-dukes-foresight",
    text = {
        effect =
            "Look at the top three cards of the British Reinforcement deck; five if Wellington is "
            .. "face-up in a Position or lies open in your Reserve, or if you show him there now. Add one "
            .. "to your Reserve. Put each of the others on the top or on the bottom of the deck, in an "
            .. "order of your choice, unseen by the enemy.",
        duration = "immediate",
        limits =
            "Needs no Position. Play at the start of any enemy phase, at the start of your Morale "
            .. "Phase, or in your Combat Phase; the card added may be played at once.",
        history =
            "Wellington had marked the ridge of Mont-Saint-Jean beforehand and fed in brigades where "
            .. "they were needed.",
    },
    rules = "W 10.0",
    windows = { "own_morale", "own_combat", "foe_morale", "foe_combat", "foe_reinforce" },
    needs = { need(deck_holds(1), "a card must be left in the British Reinforcement deck") },
    effect = {
        provided {
            that = general_out { "br-gen-wellington" },
            effect = { peek(5) },
            otherwise = {
                show { general = "br-gen-wellington" },
                provided {
                    that = general_out { "br-gen-wellington" },
                    effect = { peek(5) },
                    otherwise = { peek(3) },
                },
            },
        },
    },
}
