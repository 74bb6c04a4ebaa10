//! The words of the notation.

use super::super::state::{Ending, Marks, Presence, Stage};
use super::super::units::{Facet, Formation, Order, Status};

/// Every mark by name.
pub(in super::super) const MARKS: [(Marks, &str); 29] = [
    (Marks::DONE, "done"),
    (Marks::MOVED, "moved"),
    (Marks::FAR, "far"),
    (Marks::CHANGED, "changed"),
    (Marks::CHARGING, "charging"),
    (Marks::FAILED_SQUARE, "failed-square"),
    (Marks::TRIED_SQUARE, "tried-square"),
    (Marks::FIRED, "fired"),
    (Marks::UNLIMBERED, "unlimbered-now"),
    (Marks::RETREATED, "retreated"),
    (Marks::SUPPORTED, "supported"),
    (Marks::FOUGHT, "fought"),
    (Marks::RECOVERING, "recovering"),
    (Marks::COUNTER, "counter"),
    (Marks::ROUTED_NOW, "routed-now"),
    (Marks::UNDER_FIRE, "under-fire"),
    (Marks::BROKE_THROUGH, "broke-through"),
    (Marks::CLOSED, "closed"),
    (Marks::WINDED, "winded"),
    (Marks::CHECKED, "checked"),
    (Marks::RALLIED, "rallied"),
    (Marks::PINNED_AT_START, "pinned"),
    (Marks::OWES_MOVE, "owes-move"),
    (Marks::BLOWN, "blown"),
    (Marks::ABANDONED, "abandoned"),
    (Marks::HIDDEN, "hidden"),
    (Marks::LOSS_COUNTS, "loss-counts"),
    (Marks::FALLING_BACK, "falling-back"),
    (Marks::WON, "won"),
];

/// All marks that there are.
pub(in super::super) const ALL_MARKS: Marks = Marks((1 << MARKS.len()) - 1);

/// The names of the marks that are set, in order.
pub(in super::super) fn marks(marks: Marks) -> impl Iterator<Item = &'static str> {
    MARKS.iter().filter(move |(mark, _)| marks.has(*mark)).map(|(_, name)| *name)
}

pub(in super::super) const fn formation(formation: Formation) -> &'static str {
    match formation {
        Formation::Line => "line",
        Formation::Column => "column",
        Formation::RoadColumn => "road-column",
        Formation::Square => "square",
        Formation::Skirmish => "skirmish",
        Formation::Garrison => "garrison",
        Formation::Limbered => "limbered",
        Formation::Unlimbered => "unlimbered",
    }
}

pub(in super::super) const STAGES: [(Stage, &str); 6] = [
    (Stage::Command, "command"),
    (Stage::Rally, "rally"),
    (Stage::March, "march"),
    (Stage::Fire, "fire"),
    (Stage::Assault, "assault"),
    (Stage::Over, "over"),
];

pub(in super::super) const STATUSES: [(Status, &str); 3] =
    [(Status::Good, "good"), (Status::Disordered, "disordered"), (Status::Routed, "routed")];

pub(in super::super) const PRESENCES: [(Presence, &str); 4] =
    [(Presence::Waiting, "waiting"), (Presence::Table, "here"), (Presence::Folded, "folded"), (Presence::Lost, "lost")];

pub(in super::super) const ORDERS: [(Order, &str); 3] =
    [(Order::Attack, "attack"), (Order::Defend, "defend"), (Order::Reserve, "reserve")];

pub(in super::super) const FACETS: [(Facet, &str); 3] =
    [(Facet::Front, "front"), (Facet::Flank, "flank"), (Facet::Rear, "rear")];

pub(in super::super) const ENDINGS: [(Ending, &str); 3] =
    [(Ending::Time, "time"), (Ending::Objective, "objective"), (Ending::Swept, "swept")];

/// The word for a value of one of these tables.
pub(in super::super) fn word<T: PartialEq>(table: &[(T, &'static str)], value: &T) -> &'static str {
    table.iter().find(|(other, _)| other == value).map_or("", |(_, word)| word)
}

/// The value for a word.
pub(in super::super) fn value<T: Copy>(table: &[(T, &'static str)], word: &str) -> Option<T> {
    table.iter().find(|(_, other)| *other == word).map(|(value, _)| *value)
}

/// The formation for a word.
pub(in super::super) fn formation_of(word: &str) -> Option<Formation> {
    Formation::ALL.into_iter().find(|&f| formation(f) == word)
}
