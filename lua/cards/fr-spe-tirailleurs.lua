--!strict
-- Swarm of Skirmishers (french; QB, LI, WA, WV, CH)
return special {
    id = "fr-spe-tirailleurs",
    text = {
        effect =
            "Choose one friendly Infantry card that has neither moved nor acted this turn, in a "
            .. "Position of your own battleline. As its action it fires across the Middle Ground at one "
            .. "Troop or face-down card in the opposing Position: always two dice at F1, whatever the "
            .. "formation or terrain of either card. A hit reveals the target; a decoy is eliminated "
            .. "(14.0). The firing card is revealed, hit or not.",
        duration = "immediate",
        limits =
            "Neither the Position nor the opposing Position may be engaged, and there must be a "
            .. "target. Hits are spread as in 7.4. Unlike Artillery it may aim at Infantry in Woods.",
        history =
            "French light infantry worked forward through the tall rye and wore down the enemy line "
            .. "before the columns came on.",
    },
    rules = { "W 7.21", "W 7.23", "W 7.4", "W 11.2" },
    windows = "own_combat",
    aim = card(own.infantry { at = "own_line", is = "fresh" }),
    needs = {
        need(unengaged("aim"), "its Position must not be engaged"),
        need(isnt(some(own.troops { at = "across" })), "no friendly card may be in the opposing Position"),
        need(some(foe.troops { at = "across" }), "the opposing Position must hold a Troop or face-down card"),
    },
    effect = {
        attack { how = "long", who = foe.troops { at = "across_it" }, dice = 2, power = 1, free = true },
    },
}
