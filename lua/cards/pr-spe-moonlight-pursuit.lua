--!strict
-- Pursuit by Moonlight (prussian; WA, CH)
return special {
    id = "pr-spe-moonlight-pursuit",
    text = {
        effect =
            "Choose a Position where friendly Troop cards outnumber the enemy Troop cards, of which "
            .. "there must be at least two. The enemy picks one of his Troop cards there and moves it to "
            .. "his Reserve; it may not leave the Reserve in his next turn.",
        duration = "immediate; the card is held through the next enemy turn",
        limits = "British cards there are not counted. The card keeps its hits, and it has not Disengaged.",
        history =
            "Gneisenau drove the beaten French through the night with drummers mounted on captured "
            .. "horses.",
    },
    rules = { "W 4.3", "W 8.2" },
    windows = "own_combat",
    aim = position("any"),
    needs = {
        need(count { who = foe.troops {}, min = 2 }, "the Position must hold two enemy Troop cards"),
        need(more(own.troops {}, foe.troops {}), "friendly Troop cards must outnumber the enemy there"),
    },
    effect = {
        choose {
            who = foe.troops {},
            max = 1,
            min = 1,
            by = "foe",
            effect = { retire { hold = foe_turns(1) } },
        },
    },
}
