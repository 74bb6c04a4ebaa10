--!strict
-- A reaction: when enemy cards have Engaged, the handler looks who is there and lets the weakest own Infantry form
-- Square, or the strongest enemy card be hit on a roll.
local function by_cv(list)
    local best = nil
    for _, card in list do
        if best == nil or (card.cv or 0) < (best.cv or 0) then
            best = card
        end
    end
    return best
end

return special {
    id = "ambush-in-the-rye",
    text = {
        effect = "If enemy Cavalry is there, the weakest friendly Infantry card forms Square; else roll one die, and on 5 or 6 one enemy card that has come takes a hit.",
        duration = "immediate",
        limits = "When a reveal shows that enemy cards have Engaged the Position.",
    },
    rules = { "W 8.1", "W 9.3" },
    windows = "foe_engage",
    aim = position("own"),
    needs = { need(some(foe.troops { is = "engaged" }), "enemy cards must have Engaged there") },
    effect = { ask_handler("spring") },
    parts = {
        square = { form("square") },
        fire = { hit(1) },
    },
    handler = {
        spring = function(ctx)
            local riders = cards { of = "foe", kind = "cavalry", at = ctx.place }
            if #riders > 0 then
                local weakest = by_cv(cards { of = "own", kind = "infantry", at = ctx.place })
                return if weakest then run("square", { card = weakest }) else nil
            end
            local comers = cards { of = "foe", up = true, at = ctx.place }
            if #comers > 0 and dice(1)[1] >= 5 then
                print("ambush!", ctx.turn)
                return { run("fire", { card = comers[1] }) }
            end
            return {}
        end,
    },
}
