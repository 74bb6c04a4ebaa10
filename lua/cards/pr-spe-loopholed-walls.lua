--!strict
-- Loopholed Walls (prussian; LI, WV, CH)
return special {
    id = "pr-spe-loopholed-walls",
    text = {
        effect =
            "Put a fortification counter on one Building occupied by friendly Infantry; one of those "
            .. "occupants that has a Move left spends it on this. While the counter is there the Building "
            .. "holds one Infantry card more than its capacity, and its friendly occupants add 1 to "
            .. "Morale. Remove the counter when the enemy captures or occupies the Building.",
        duration = "until the enemy takes the Building",
        limits = "One counter per Building; it stays while the Building is vacant but still yours.",
        history =
            "The villages on the Ligne and the mill of Bierges were loopholed and barricaded overnight.",
    },
    rules = { "W 11.0", "W 11.4", "W 11.5" },
    windows = "own_combat",
    aim = ground { "building" },
    needs = {
        need(occupied("own"), "friendly Infantry must occupy the Building"),
        need(isnt(in_force()), "the Building must have no counter yet"),
        need(some(own.infantry { at = "terrain", is = "ready" }), "an occupant must have a Move to spend"),
    },
    effect = {
        choose {
            who = own.infantry { at = "terrain", is = "ready" },
            max = 1,
            min = 1,
            effect = { spend_move() },
        },
        limit { what = "capacity", by = 1, lasts = until_captured },
        modify { morale = 1, who = own.infantry { at = "terrain" }, lasts = until_captured },
    },
}
