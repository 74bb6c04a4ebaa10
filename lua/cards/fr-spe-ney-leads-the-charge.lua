--!strict
-- Bravest of the Brave (french; QB, WA, CH)
return special {
    id = "fr-spe-ney-leads-the-charge",
    text = {
        effect =
            "Choose one face-up friendly General in an enemy Position. If he is still in an enemy "
            .. "Position in your next Morale Phase, his Offense counts double in it. Until then he takes "
            .. "one hit for each enemy die of 1 or 2 rolled in Fire or Shock at his Position, instead of "
            .. "for each 1 only.",
        duration = "until the end of your next Morale Phase, or until he goes to the Reserve",
        limits =
            "The General must not have moved this turn, unless he is Marshal Ney. 12.2 still decides "
            .. "whom he supports.",
        history = "Ney had several horses killed under him leading attacks in person.",
    },
    rules = { "W 12.1", "W 12.4" },
    windows = "own_combat",
    aim = card(own.generals { at = "foe_line" }),
    needs = {
        need(
            any_of {
                some(own.generals { isnt = "moved", it = true }),
                some(own.generals { id = "fr-gen-ney", it = true }),
            },
            "the General must not have moved this turn, unless he is Marshal Ney"
        ),
    },
    effect = {
        modify { offense = 2, who = own.generals { it = true }, lasts = next_own_morale, from = "own_turn" },
        exposed { who = own.generals { it = true }, faces = { 1, 2 }, lasts = next_own_morale },
    },
}
