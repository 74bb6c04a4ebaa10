//! Writing positions.

use super::super::profile::Empire;
use super::super::state::{Contact, Division, Fire, Following, Host, Leader, Marks, Pending, State, Unit, UnitId};
use super::scan::{put_inches, put_number, put_point};
use super::words;
use crate::game::Player;
use std::fmt::Write as _;

impl Empire {
    /// One line of text for a position.
    #[must_use]
    pub fn write_position(&self, state: &State) -> String {
        let opening = self.opening();
        let mut out = String::with_capacity(64 + state.units.len() * 48);
        self.put_head(&mut out, state);

        let mut section = Section::new("units");
        for (id, unit) in state.units.iter() {
            let was = opening.units.get(id).copied().unwrap_or(*unit);
            if *unit != was {
                section.next(&mut out);
                self.put_unit_item(&mut out, id, unit, &was);
            }
        }
        let mut section = Section::new("leaders");
        let names = self.leader_words();
        for ((leader, was), name) in state.leaders.iter().zip(&opening.leaders).zip(&names) {
            if leader != was {
                section.next(&mut out);
                out.push_str(name);
                self.put_leader_item(&mut out, leader, was);
            }
        }
        let mut section = Section::new("divisions");
        for ((division, was), profile) in state.divisions.iter().zip(&opening.divisions).zip(&self.divisions) {
            if division != was {
                section.next(&mut out);
                out.push_str(&profile.id);
                put_division_item(&mut out, division, was, &names);
            }
        }
        let mut section = Section::new("objectives");
        for ((holder, was), profile) in state.objectives.iter().zip(&opening.objectives).zip(&self.objectives) {
            if holder != was {
                section.next(&mut out);
                out.push_str(&profile.id);
                out.push('=');
                out.push_str(holder.map_or("nobody", |side| self.side_word(side)));
            }
        }
        let mut section = Section::new("contacts");
        for contact in &state.contacts {
            section.next(&mut out);
            self.put_contact(&mut out, contact);
        }
        let mut section = Section::new("fires");
        for Fire { with, target } in &state.fires {
            section.next(&mut out);
            self.put_units(&mut out, with);
            out.push('>');
            self.put_unit(&mut out, *target);
        }
        out
    }

    /// A side's name.
    pub(super) fn side_word(&self, side: Player) -> &str {
        self.sides.get(side.index()).map_or("nobody", |side| &side.name)
    }

    fn put_head(&self, out: &mut String, state: &State) {
        let _ = write!(out, "{} {}", state.turn, words::word(&words::STAGES, &state.stage));
        if state.on_turn != Player(0) {
            let _ = write!(out, " {}", self.side_word(state.on_turn));
        }
        match (state.ready.has(Player(0)), state.ready.has(Player(1))) {
            (false, false) => {}
            (true, true) => out.push_str(" ready=both"),
            (first, _) => drop(write!(out, " ready={}", self.side_word(Player(u8::from(!first))))),
        }
        if let Some(holder) = state.initiative {
            let _ = write!(out, " initiative={}", self.side_word(holder));
        }
        self.put_pending(out, &state.pending);
        if !state.pursuits.is_empty() {
            out.push_str(" then=");
            self.put_following(out, &state.pursuits);
        }
        if let Some((how, winner)) = state.ending {
            let winner = winner.map_or("draw", |side| self.side_word(side));
            let _ = write!(out, " ended={}:{winner}", words::word(&words::ENDINGS, &how));
        }
    }

    fn put_pending(&self, out: &mut String, pending: &Pending) {
        match pending {
            Pending::None => {}
            Pending::Charge { unit, target, breakthrough } => {
                out.push_str(if *breakthrough { " breakthrough=" } else { " charge=" });
                self.put_unit(out, *unit);
                out.push('>');
                self.put_unit(out, *target);
            }
            Pending::Threat { unit, may } => {
                out.push_str(" threat=");
                self.put_unit(out, *unit);
                out.push('>');
                self.put_units(out, may);
            }
            Pending::Lead { first, spare } => {
                out.push_str(" lead=");
                self.put_unit(out, *first);
                if !spare.is_empty() {
                    out.push(':');
                    self.put_units(out, spare);
                }
            }
            Pending::Follow { may } => {
                out.push_str(" follow=");
                self.put_following(out, may);
            }
        }
    }

    fn put_following(&self, out: &mut String, may: &[Following]) {
        for (n, following) in may.iter().enumerate() {
            if n > 0 {
                out.push('+');
            }
            self.put_unit(out, following.unit);
            if let Some(ground) = following.ground {
                out.push('@');
                put_point(out, ground, ',');
            }
        }
    }

    fn put_unit_item(&self, out: &mut String, id: UnitId, unit: &Unit, was: &Unit) {
        let Unit { pose, formation, status, presence, hits, stands, marks, origin, anchor } = *unit;
        self.put_unit(out, id);
        out.push('@');
        put_point(out, pose.at, ',');
        out.push('/');
        put_number(out, pose.facing.degrees().unsigned_abs());
        if formation != was.formation {
            out.push(' ');
            out.push_str(words::formation(formation));
        }
        if hits != was.hits {
            out.push_str(" h");
            put_number(out, u32::from(hits));
        }
        if status != was.status {
            out.push(' ');
            out.push_str(words::word(&words::STATUSES, &status));
        }
        if presence != was.presence {
            out.push(' ');
            out.push_str(words::word(&words::PRESENCES, &presence));
        }
        if stands != was.stands {
            out.push_str(" s");
            put_number(out, u32::from(stands));
        }
        if origin != pose.at {
            out.push_str(" from=");
            put_point(out, origin, ',');
        }
        if anchor != was.anchor {
            out.push_str(" anchor=");
            put_point(out, anchor, ',');
        }
        for (sign, set) in [('+', marks.0 & !was.marks.0), ('-', was.marks.0 & !marks.0)] {
            for name in words::marks(Marks(set)) {
                out.push(' ');
                out.push(sign);
                out.push_str(name);
            }
        }
    }

    fn put_leader_item(&self, out: &mut String, leader: &Leader, was: &Leader) {
        let Leader { at, host, presence, moved, no_rally, no_orders, killed } = *leader;
        out.push('@');
        put_inches(out, at.x);
        out.push(',');
        put_inches(out, at.y);
        if host != was.host {
            match host {
                Host::None => out.push_str(" alone"),
                Host::Unit(unit) => {
                    out.push_str(" with=");
                    self.put_unit(out, unit);
                }
                Host::Division(division) => {
                    out.push_str(" beside=");
                    self.put_division(out, division);
                }
            }
        }
        if presence != was.presence {
            out.push(' ');
            out.push_str(words::word(&words::PRESENCES, &presence));
        }
        if moved {
            out.push_str(" rode");
        }
        for (word, turn) in [("no-rally", no_rally), ("no-orders", no_orders), ("killed", killed)] {
            if turn > 0 {
                let _ = write!(out, " {word}={turn}");
            }
        }
    }

    fn put_contact(&self, out: &mut String, contact: &Contact) {
        let Contact { attacker, defender, facet, met, fresh } = *contact;
        self.put_unit(out, attacker);
        out.push('>');
        self.put_unit(out, defender);
        out.push(':');
        out.push_str(words::word(&words::FACETS, &facet));
        if met {
            out.push_str(":met");
        }
        if fresh {
            out.push_str(":fresh");
        }
    }
}

fn put_division_item(out: &mut String, division: &Division, was: &Division, names: &[String]) {
    let Division { order, coming, sent, leader, successor, acting, routed, broken, lost_objective } = *division;
    let _ = write!(out, ":{}", words::word(&words::ORDERS, &order));
    if let Some(coming) = coming {
        let _ = write!(out, " coming={}@{}", words::word(&words::ORDERS, &coming.order), coming.turn);
    }
    if leader != was.leader {
        match leader.and_then(|id| names.get(id.index())) {
            Some(name) => drop(write!(out, " leader={name}")),
            None => out.push_str(" leaderless"),
        }
    }
    if successor > 0 {
        let _ = write!(out, " successor={successor}");
    }
    let flags = [
        (sent, " sent"),
        (acting, " acting"),
        (routed, " routed"),
        (broken, " broken"),
        (lost_objective, " lost-objective"),
    ];
    for (_, word) in flags.into_iter().filter(|(set, _)| *set) {
        out.push_str(word);
    }
}

/// A section, written only when it has something in it.
struct Section {
    title: Option<&'static str>,
}

impl Section {
    const fn new(title: &'static str) -> Self {
        Self { title: Some(title) }
    }

    /// Begins an item.
    fn next(&mut self, out: &mut String) {
        if let Some(title) = self.title.take() {
            out.push_str(" / ");
            out.push_str(title);
        }
        out.push(' ');
    }
}
