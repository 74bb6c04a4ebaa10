--!strict
-- To the Sound of the Guns (prussian; LI, WA, CH)
return special {
    id = "pr-spe-to-the-sound-of-the-guns",
    text = {
        effect =
            "Draw two cards from the Prussian Reinforcement deck and add them to your Reserve; in "
            .. "Waterloo draw three if an enemy Troop card is in the British Left. They may be played "
            .. "this turn.",
        duration = "immediate",
        limits =
            "Needs no Position. A deck with fewer cards gives what it has, an empty one bars this. In "
            .. "Waterloo only after the Prussians have arrived (10.0).",
        history =
            "Blücher drove his tired columns through the defile of Lasne to keep his word to "
            .. "Wellington.",
    },
    rules = "W 10.0",
    windows = "own_combat",
    needs = { need(deck_holds(1), "the Prussian Reinforcement deck must hold a card") },
    effect = {
        provided {
            that = all_of { battle { "WA" }, some(foe.troops { at = "allied_left" }) },
            effect = { draw { count = 3 } },
            otherwise = { draw { count = 2 } },
        },
    },
}
