--!strict
-- The Guard Goes In (french; LI, WA, CH)
return special {
    id = "fr-spe-la-garde-au-feu",
    text = {
        effect =
            "Look through your Reinforcement deck, take one Imperial Guard Troop card (corps G) of "
            .. "your choice, show it, add it to your Reserve and shuffle the deck. The card may be played "
            .. "this turn. Draw one card fewer in the Reinforce Phase of this turn.",
        duration = "immediate; the lost draw ends with this turn",
        limits =
            "Only if Napoleon or Drouot is face-up in a Position, or in your Reserve; then show him "
            .. "when this card takes effect. If the deck holds no such card nothing happens and no draw "
            .. "is lost. A draw cannot fall below none.",
        history =
            "Napoleon kept the Guard for the deciding blow: through Ligny at dusk on the 16th and up "
            .. "the ridge on the 18th.",
    },
    rules = { "W 5.0", "W 10.0" },
    windows = "own_combat",
    needs = {
        need(
            general_held { "fr-gen-napoleon", "fr-gen-drouot" },
            "Napoleon or Drouot must be face-up in a Position or in your Reserve"
        ),
    },
    effect = {
        show { general = { "fr-gen-napoleon", "fr-gen-drouot" }, must = true },
        search {
            who = own.troops { corps = "G" },
            effect = { limit { what = "draws", by = -1, lasts = this_turn } },
        },
    },
}
