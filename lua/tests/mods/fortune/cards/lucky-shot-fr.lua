--!strict
-- Two dice; the higher one decides how hard an enemy card of the player's choice is hit, and a pair of 1s hits his own.
return special {
    id = "fortune-lucky-shot-fr",
    text = {
        effect = "Roll two dice. On a pair of 1s the chosen card takes one hit. Else choose a card of the opposing Position: it takes one hit on a highest die of 4 or 5, two on a 6.",
        duration = "immediate",
        limits = "On Artillery of your own; the opposing Position must hold an enemy card.",
    },
    rules = { "W 7.23" },
    windows = "own_combat",
    aim = card(own.artillery {}),
    needs = { need(some(foe.troops { at = "across" }), "an enemy card must be in the opposing Position") },
    effect = { ask_handler("shoot") },
    parts = {
        backfire = { hit(1) },
        strike = { hit(given) },
    },
    choices = {
        target = choice { who = foe.troops { at = "across" } },
        mood = choice { options = { "high", "low" } },
    },
    handler = {
        shoot = function(ctx)
            local faces = dice(2)
            if faces[1] == 1 and faces[2] == 1 then
                return run("backfire")
            end
            local mood = ask("mood")
            local best = if mood == 1 then math.max(faces[1], faces[2]) else math.min(faces[1], faces[2])
            if best < 4 then
                return nil
            end
            local target = ask("target")
            if target == nil then
                return nil
            end
            return { run("strike", { card = target, value = if best == 6 then 2 else 1 }) }
        end,
    },
}
