//! Filters of cards and conditions.

use super::super::program::{Aim, At, Cond, Fact, Who, Window};
use super::known::hint;
use super::{CONDS, Check, It, NAMES};
use crate::words::quote;
use std::collections::BTreeSet;

/// Windows that are about a Position.
const PLACED: [Window; 6] =
    [Window::OwnRout, Window::OwnGeneral, Window::FoeRout, Window::FoeAttack, Window::FoeEngage, Window::Answer];
/// Windows that are about a card.
const CARDS: [Window; 5] = [Window::OwnRout, Window::OwnGeneral, Window::FoeRout, Window::FoeAttack, Window::Answer];

impl Check<'_> {
    /// Checks a filter; for the card that is to be named, where it stands is free.
    pub(super) fn who(&mut self, who: &Who, it: It, aimed: bool) {
        let known = self.known;
        let lists: [(&str, &[String], &BTreeSet<String>); 5] = [
            ("nation", &who.nation, &known.nations),
            ("corps", &who.corps, &known.corps),
            ("tag", &who.tag, &known.tags),
            ("not_tag", &who.not_tag, &known.tags),
            ("id", &who.id, &known.ids),
        ];
        for (name, list, known) in lists {
            self.within(name, |c| c.listed(list, known, name));
        }
        self.within("kind", |c| c.size(who.kind.len(), NAMES, "types"));
        for fact in who.is.iter().filter(|fact| who.not.contains(fact)) {
            self.fault("never", format!("`{fact}` is to hold and not to hold: no card ever fits"));
        }
        if self.lasting && who.is.contains(&Fact::Ready) {
            self.fault("never", "`ready` is never true of what stays in force");
        }
        if !(who.it || aimed && who.at == At::Aim) {
            self.within("at", |c| c.at(who.at, it));
        }
        if (who.it || who.same_corps) && matches!(it, It::Nothing | It::Place) {
            let key = if who.it { "it" } else { "same_corps" };
            // In a choice of several, the first one chosen is meant.
            if who.it || it == It::Nothing && aimed {
                self.within(key, |c| c.no_it());
            }
        }
    }

    pub(super) fn no_it(&mut self) {
        self.hint(
            "no-it",
            "there is no card that *it* could mean here",
            "name a card with the aim, or write this inside `choose`, `each` or `draw`",
        );
    }

    fn listed(&mut self, list: &[String], known: &BTreeSet<String>, what: &str) {
        self.names(list, what);
        for (i, name) in list.iter().enumerate().filter(|(_, name)| !known.contains(*name)) {
            let what = what.trim_start_matches("not_");
            self.within(&format!("[{i}]"), |c| {
                let message = format!("no card of the set has the {what} {}", quote(name));
                match hint(name, known) {
                    Some(hint) => c.hint("unknown-name", message, hint),
                    None => c.fault("unknown-name", message),
                }
            });
        }
    }

    pub(super) fn generals(&mut self, list: &[String]) {
        if list.is_empty() {
            self.hint("empty", "names nobody", "write the ids of Generals");
        }
        let known = self.known;
        self.listed(list, &known.generals, "General with id");
    }

    /// A place must be one that the card gives.
    pub(super) fn at(&mut self, at: At, it: It) {
        match at {
            At::Aim | At::Across | At::Lane if self.program.aim == Aim::Nothing => {
                self.hint(
                    "no-aim",
                    format!("`{at}` is about what was named, and nothing is"),
                    "write another place, or an aim",
                );
            }
            At::Terrain if !matches!(self.program.aim, Aim::Terrain(_)) => {
                self.hint("no-aim", "`terrain` is the Terrain that was named, and none is", "let the aim be Terrain");
            }
            At::It | At::AcrossIt if it == It::Nothing => {
                let message = format!("`{at}` is about *it*, and there is no such thing here");
                self.hint("no-it", message, "write it inside `choose`, `each` or `draw`");
            }
            At::Event => self.only_in(&PLACED, "Position"),
            _ => {}
        }
    }

    fn span_of(&mut self, min: u8, max: u8) {
        if min > max {
            self.fault("never", format!("at least {min} and at most {max}: that never holds"));
        }
    }

    /// Checks a condition.
    pub(super) fn cond(&mut self, cond: &Cond, it: It, depth: usize) {
        if depth > CONDS {
            self.fault("too-deep", format!("conditions stand more than {CONDS} deep inside each other"));
            return;
        }
        match cond {
            Cond::Some(who) => self.within("some", |c| c.who(who, it, false)),
            Cond::Count { who, min, max } => self.within("count", |c| {
                c.within("who", |c| c.who(who, it, false));
                c.span_of(*min, *max);
            }),
            Cond::More { who, than } => self.within("more", |c| {
                c.within("who", |c| c.who(who, it, false));
                c.within("than", |c| c.who(than, it, false));
            }),
            Cond::Engaged(at) => self.within("engaged", |c| c.at(*at, it)),
            Cond::Unengaged(at) => self.within("unengaged", |c| c.at(*at, it)),
            Cond::FoeTurn { min, max } => self.within("foe_turn", |c| c.span_of(*min, *max)),
            Cond::Battle(codes) => self.within("battle", |c| {
                let known = c.known;
                c.listed(codes, &known.battles, "battle");
            }),
            Cond::Deck(n) => self.range("deck", *n, 1..=128),
            Cond::General(ids) => self.within("general", |c| c.generals(ids)),
            Cond::HasGeneral(ids) => self.within("has_general", |c| c.generals(ids)),
            Cond::Terrain { at, .. } => self.within("terrain", |c| c.within("at", |c| c.at(*at, it))),
            Cond::Occupied(_) => self.within("occupied", |c| c.at(At::Terrain, it)),
            Cond::Event(who) => self.within("event", |c| {
                c.only_in(&CARDS, "card");
                // Where it stands is no matter.
                c.who(who, it, true);
            }),
            Cond::Failed(n) => self.within("failed", |c| {
                c.only_in(&[Window::OwnRout, Window::OwnGeneral], "failed rolls");
                if *n > 8 {
                    c.fault("out-of-range", format!("must be from 0 to 8, not {n}"));
                }
            }),
            Cond::Not(cond) => self.within("not", |c| c.cond(cond, it, depth + 1)),
            Cond::All(conds) => self.within("all", |c| c.conds(conds, it, depth)),
            Cond::Any(conds) => self.within("any", |c| c.conds(conds, it, depth)),
            // Whether it may move depends on what is in force, which may not depend on that in turn.
            Cond::MayAdvance if self.lasting => self.within("may_advance", |c| {
                c.fault("never-ends", "what stays in force may not depend on what may move");
            }),
            Cond::Placed | Cond::InForce | Cond::Counter(_) | Cond::MayAdvance => {}
        }
    }

    fn conds(&mut self, conds: &[Cond], it: It, depth: usize) {
        if conds.is_empty() {
            self.hint("empty", "there is no condition in it", "write some");
        }
        self.size(conds.len(), NAMES, "conditions");
        for (i, cond) in conds.iter().take(NAMES).enumerate() {
            self.within(&format!("[{i}]"), |c| c.cond(cond, it, depth + 1));
        }
    }
}
