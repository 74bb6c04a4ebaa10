//! Units in words, so that everybody sees what was understood.

use eagles::empire::charts::Ce;
pub(crate) use eagles::empire::text::formation_text as standing;
use eagles::empire::units::{Class, Cover, Facet, Formation, Nation, Order, Status};

/// A class in words.
pub(crate) const fn class(class: Class) -> &'static str {
    match class {
        Class::LineInfantry => "line infantry",
        Class::LightInfantry => "light infantry",
        Class::Cavalry => "cavalry",
        Class::SabreCavalry => "sabre cavalry",
        Class::Lancers => "lancers",
        Class::LightFoot => "light foot battery",
        Class::MediumFoot => "medium foot battery",
        Class::HeavyFoot => "heavy foot battery",
        Class::LightHorse => "light horse battery",
        Class::MediumHorse => "medium horse battery",
        Class::HeavyHorse => "heavy horse battery",
    }
}

/// A nation in words; nothing for others.
pub(crate) fn nation(nation: Nation) -> String {
    match nation {
        Nation::Other => String::new(),
        nation => format!("{nation:?} "),
    }
}

/// Cover in words.
pub(crate) const fn cover(cover: Cover) -> &'static str {
    match cover {
        Cover::Open => "in the open",
        Cover::Hillcrest => "on a hillcrest",
        Cover::Hedge => "behind a hedge",
        Cover::LightWoods => "in light woods",
        Cover::HeavyWoods => "in heavy woods",
        Cover::Wall => "behind a stone wall",
        Cover::LightWorks => "in a light building or works",
        Cover::MediumWorks => "in a medium building or works",
        Cover::HeavyWorks => "in a heavy building or works",
    }
}

/// An order in words.
pub(crate) const fn order(order: Order) -> &'static str {
    match order {
        Order::Attack => "attack",
        Order::Defend => "defend",
        Order::Reserve => "reserve",
    }
}

/// A description that grows.
pub(super) struct Words(Vec<String>);

impl Words {
    /// What stands where: `French line infantry 9 in column`.
    pub(super) fn unit(whose: Nation, what: Class, ce: Option<Ce>, how: Formation) -> Self {
        let ce = ce.filter(|ce| *ce != Ce::default()).map_or_else(String::new, |ce| format!(" {ce}"));
        Self(vec![format!("{}{}{ce} {}", nation(whose), class(what), standing(how))])
    }

    /// Adds words if they are true.
    pub(super) fn with(mut self, is_so: bool, words: impl Into<String>) -> Self {
        if is_so {
            self.0.push(words.into());
        }
        self
    }

    /// Hits and order.
    pub(super) fn markers(self, hits: u8, status: Status) -> Self {
        self.with(hits > 0, crate::page::count(u64::from(hits), "hit"))
            .with(status == Status::Disordered, "disordered")
            .with(status == Status::Routed, "routed")
    }

    /// The leader with it.
    pub(super) fn leader(self, rating: Option<i8>) -> Self {
        self.with(rating.is_some(), format!("leader of rating {}", rating.unwrap_or_default()))
    }

    /// What protects it.
    pub(super) fn cover(self, what: Cover) -> Self {
        self.with(what != Cover::Open, cover(what))
    }

    /// From where it strikes.
    pub(super) fn facet(self, facet: Facet) -> Self {
        self.with(facet == Facet::Flank, "on the flank").with(facet == Facet::Rear, "in the rear")
    }

    /// The whole.
    pub(super) fn text(self) -> String {
        self.0.join(", ")
    }
}
