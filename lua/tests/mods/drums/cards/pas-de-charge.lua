--!strict
-- Something that stays in force, counts, and asks its handler at each end of a turn: the longer it has been going on the
-- better.
return special {
    id = "drums-pas-de-charge",
    text = {
        effect = "At the end of each of your turns the drums count one more. Add what they have counted, at most 2, to Morale in the Position.",
        duration = "three own turns",
        limits = "The Position must hold friendly Infantry.",
    },
    rules = { "W 6.0" },
    windows = { "own_combat", "own_morale" },
    aim = position("own"),
    needs = { need(some(own.infantry {}), "the Position must hold friendly Infantry") },
    effect = {
        watch { on = "turn_end", effect = { tally(1) }, lasts = own_turns(3) },
        modify { morale = 1, who = own.infantry {}, lasts = own_turns(3), only_while = counted(1) },
        ask_handler("beat"),
    },
    parts = {
        louder = { modify { morale = given, who = own.infantry {}, lasts = this_turn } },
        quiet = { modify { morale = -1, who = own.infantry {}, lasts = this_phase } },
    },
    choices = {
        how = choice { options = { "loud", "soft", "not at all" }, optional = true },
    },
    handler = {
        beat = function(ctx)
            local how = ask("how")
            if how == 1 then
                local faces = dice(1)
                return { run("louder", { value = faces[1] // 3 }) }
            elseif how == 2 then
                return { run("louder", { value = 1 }), run("quiet") }
            end
            return nil
        end,
    },
}
