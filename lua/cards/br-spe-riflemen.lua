--!strict
-- Riflemen (british; QB, WA, CH)
return special {
    id = "br-spe-riflemen",
    text = {
        effect =
            "Choose one friendly Infantry card of British or King's German Legion nationality in a "
            .. "Position, and one face-up enemy General in the same or the opposing Position. Roll three "
            .. "dice: each 4, 5 or 6 is one hit on him, tested in the next enemy Morale Phase as in 12.4.",
        duration = "immediate; the hits are tested in the next enemy Morale Phase",
        limits = "It is played on the Infantry card, which is revealed and keeps its action.",
        history = "The 95th in the sandpit and the Legion light battalions picked off mounted officers.",
    },
    rules = "W 12.4",
    windows = "own_combat",
    aim = card(own.infantry { at = "anywhere", nation = { "british", "kgl" } }),
    needs = {
        need(
            some(foe.generals { at = "lane" }),
            "a face-up enemy General must be in the same or the opposing Position"
        ),
    },
    effect = {
        reveal(own.troops { it = true }),
        choose {
            who = foe.generals { at = "lane" },
            max = 1,
            min = 1,
            effect = { roll { dice = 3, table = { on({ 4, 5, 6 }, { hit(1) }) } } },
        },
    },
}
