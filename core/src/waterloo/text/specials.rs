//! Special cards in words: what they are played on, what is in force, who is asked for what.

use super::super::Waterloo;
use super::super::agenda::{Frame, Subject, Task};
use super::super::specials::Window;
use super::super::specials::force::ALWAYS;
use super::super::specials::program::{Amount, Bound, Op, Permission, Quantity, Until, Verb, When};
use super::super::types::{CardId, foe};
use super::super::view::{ForceView, View, hidden_army};
use super::{army_text, attack_text, capital, count, join};

/// The moment of a window, for one who looks on.
const fn moment_of(window: Window) -> &'static str {
    match window {
        Window::OwnMorale => "at the start of the Morale Phase",
        Window::OwnRout | Window::OwnGeneral => "before the card leaves",
        Window::OwnCombat => "between two actions",
        Window::FoeMorale => "at the start of the enemy Morale Phase",
        Window::FoeRout => "after the enemy Rout",
        Window::FoeCombat => "at the start of the enemy Combat Phase",
        Window::FoeAttack => "before the dice of the attack",
        Window::FoeEngage => "after the reveal",
        Window::FoeCombatEnd => "at the end of the enemy Combat Phase",
        Window::FoeReinforce => "at the start of the enemy Reinforce Phase",
        Window::Answer => "in answer to the enemy's",
    }
}

const fn verb_text(verb: Verb) -> &'static str {
    match verb {
        Verb::Move => "Moves",
        Verb::Engage => "Engaging",
        Verb::Disengage => "Disengaging",
        Verb::Form => "formation changes",
        Verb::Fire => "Fire",
        Verb::Shock => "Shock",
        Verb::Long => "Fire at long range",
        Verb::LeaveReserve => "leaving the Reserve",
        Verb::Capture => "capture",
    }
}

const fn permission_text(what: Permission) -> &'static str {
    match what {
        Permission::ExtraMove => "one more Move",
        Permission::GoOn => "one more Move, over the Middle Ground",
        Permission::EngageAndDisengage => "Engaging and Disengaging in one turn",
        Permission::LongEngaged => "Fire at long range from an engaged Position",
        Permission::ShockBuilding => "Shock against the Building",
        Permission::ShockAfterMove => "Shock after Engaging",
    }
}

const fn bound_text(what: Bound) -> &'static str {
    match what {
        Bound::Stacking => "the Stacking Limit",
        Bound::Capacity => "the Terrain's capacity",
        Bound::Engagers => "cards that may Engage in a turn",
        Bound::Crossings => "cards that may cross in a turn",
        Bound::Draws => "cards drawn in the Reinforce Phase",
    }
}

const fn when_text(when: When) -> &'static str {
    match when {
        When::MoraleEnd => "after the last Morale roll",
        When::CombatEnd => "at the end of the Combat Phase",
        When::TurnEnd => "at the end of the turn",
        When::TurnStart => "at the start of the turn",
        When::Entered => "when it meets enemies",
    }
}

const fn number(by: Amount, given: i8) -> i8 {
    match by {
        Amount::Fixed(n) => n,
        Amount::Given(_) => given,
    }
}

/// What a Special has in force, by the moment when it ends.
type Effects = Vec<(String, Vec<String>)>;

impl Waterloo {
    /// What a Special is about, as the viewer sees it; nothing for nothing.
    pub(super) fn subject_text(&self, view: &View, subject: Subject) -> Option<String> {
        Some(match subject {
            Subject::Nothing => return None,
            Subject::Place(at) => self.place_to(view, at),
            Subject::Slot { player, slot } => self.standing_text(view, player, slot, true),
            Subject::Ground(number) => self.ground_text(view, number),
            Subject::Card(card) => match hidden_army(card) {
                Some(army) => format!("a {} card", army_text(army)),
                None => self.card_text(card),
            },
            Subject::Option(n) => format!("answer {}", u16::from(n) + 1),
        })
    }

    /// What a Special is played on, behind its name: ` on the French Left`.
    pub(in super::super) fn played_on(&self, view: &View, aim: Subject) -> String {
        let on = if matches!(aim, Subject::Card(_)) { "for" } else { "on" };
        self.subject_text(view, aim).map_or_else(String::new, |text| format!(" {on} {text}"))
    }

    /// The frame of the Special that is acting.
    pub(super) fn acting_frame(view: &View) -> Option<Frame> {
        view.agenda.iter().rev().find_map(|task| if let Task::Run(frame) = task { Some(*frame) } else { None })
    }

    /// One of the answers that a Special offers, in its own words.
    pub(super) fn answer_text(&self, view: &View, n: u8) -> String {
        let words = match (view.task(), Self::acting_frame(view)) {
            (Some(Task::Handler { wait, .. }), Some(frame)) => self.code(frame.card).and_then(|code| {
                let (_, choice) = code.choices.get(usize::from(wait).checked_sub(1)?)?;
                choice.options.get(usize::from(n)).cloned()
            }),
            _ => None,
        };
        words.unwrap_or_else(|| format!("answer {}", u16::from(n) + 1))
    }

    /// What the player who is asked chooses.
    pub(super) fn choice_text(&self, view: &View, what: Subject) -> String {
        let named = match what {
            Subject::Option(n) => return self.answer_text(view, n),
            Subject::Card(card) => self.held_text(view, card),
            what => self.subject_text(view, what).unwrap_or_else(|| "nothing".to_owned()),
        };
        match view.task() {
            Some(Task::Peek { stage: 0, .. } | Task::Search) => format!("take {named}"),
            Some(Task::Peek { stage: 1, .. }) => format!("put {named} at the bottom"),
            Some(Task::Peek { .. }) => format!("put {named} on top"),
            Some(Task::Show) => format!("show {named}"),
            Some(Task::Aim) => format!("attack {named}"),
            Some(Task::Excess) => format!("send {named} back to the Reserve"),
            _ => format!("choose {named}"),
        }
    }

    /// Passing on what the player is asked.
    pub(super) fn pass_text(view: &View) -> &'static str {
        match view.task() {
            Some(Task::Place) => "keep it in the Reserve",
            Some(Task::Show) => "show nobody",
            Some(Task::Choose { .. }) => "choose no more",
            Some(Task::Peek { .. }) => "put no more at the bottom",
            _ => "pass",
        }
    }

    /// A moment in words: `the French Morale Phase of Battle Turn 9`.
    fn moment_name(&self, view: &View, moment: u16) -> String {
        let turn = moment / 4;
        let player = if turn.abs_diff(view.turn).is_multiple_of(2) { view.on_turn } else { foe(view.on_turn) };
        let side = self.side_text(player);
        match moment % 4 {
            0 => format!("the {side} Morale Phase of Battle Turn {turn}"),
            1 => format!("the {side} Combat Phase of Battle Turn {turn}"),
            2 => format!("the {side} Reinforce Phase of Battle Turn {turn}"),
            _ => format!("Battle Turn {turn}"),
        }
    }

    /// How long something stays in force: `until the end of Battle Turn 9`.
    #[must_use]
    pub fn until_text(&self, view: &View, force: &ForceView) -> String {
        let op = self.code(force.card).and_then(|code| code.op(force.op));
        let until = match op.and_then(Op::span).map(|span| span.until) {
            Some(Until::Captured) => "until the Terrain is captured".to_owned(),
            _ if force.until == ALWAYS => "for the rest of the battle".to_owned(),
            _ => format!("until the end of {}", self.moment_name(view, force.until)),
        };
        if force.from / 4 > view.turn { format!("from Battle Turn {} {until}", force.from / 4) } else { until }
    }

    /// What something in force does: `+1 to Morale`.
    fn effect_text(&self, view: &View, force: &ForceView) -> String {
        let it = || self.subject_text(view, force.it).unwrap_or_else(|| "a card".to_owned());
        match self.code(force.card).and_then(|code| code.op(force.op)) {
            Some(Op::Modify { what, by, .. }) => {
                let by = number(*by, force.value);
                match what {
                    Quantity::Morale => format!("{by:+} to Morale"),
                    Quantity::Dice => format!("{by:+} {}", if by.abs() == 1 { "die" } else { "dice" }),
                    Quantity::Power => format!("{by:+} to Firepower or Shock"),
                    Quantity::Offense => format!("Offense counts {by} times"),
                }
            }
            Some(Op::Recoil { .. }) => "attackers hit themselves too".to_owned(),
            Some(Op::Exposed { faces, .. }) => {
                let faces = join(faces.iter().map(ToString::to_string), ", ", " or ");
                format!("a General is hit by {faces}")
            }
            Some(Op::Forgive { .. }) => "a failed Morale roll counts as passed".to_owned(),
            Some(Op::Forbid { what, .. }) => {
                format!("no {}", join(what.iter().map(|&verb| verb_text(verb).to_owned()), ", ", " or "))
            }
            Some(Op::Permit { what, .. }) => permission_text(*what).to_owned(),
            Some(Op::Limit { what, to: Some(to), .. }) => format!("{}: {to}", bound_text(*what)),
            Some(Op::Limit { what, by, .. }) => format!("{}: {:+}", bound_text(*what), by.unwrap_or(0)),
            Some(Op::Watch { on, .. }) => format!("more {}", when_text(*on)),
            Some(Op::SetAside { .. }) => format!("{} is set aside", it()),
            Some(Op::Retire { .. }) => format!("{} stays in the Reserve", it()),
            _ => "no effect".to_owned(),
        }
    }

    /// The counters that lie on something in force: the turns after which it ends.
    pub(in super::super) fn counters(&self, view: &View, force: &ForceView) -> Option<u32> {
        let op = self.code(force.card).and_then(|code| code.op(force.op))?;
        let turns = match op.span().map(|span| span.until) {
            Some(Until::OwnTurns(_) | Until::FoeTurns(_)) => true,
            _ => matches!(op, Op::SetAside { .. }),
        };
        turns.then(|| u32::from((force.until / 4).saturating_sub(view.turn) / 2 + 1))
    }

    /// Something in force as one line: which Special, what it does, on what, until when.
    #[must_use]
    pub fn force_text(&self, view: &View, force: &ForceView) -> String {
        let mut text = format!(
            "{}{}: {}, {}",
            self.card_text(force.card),
            self.played_on(view, force.aim),
            self.effect_text(view, force),
            self.until_text(view, force)
        );
        if let Some(uses) = force.uses {
            text.push_str(&format!(", {uses} left"));
        }
        if let Some(counters) = self.counters(view, force) {
            text.push_str(&format!(", {}", count(counters, "counter")));
        }
        if force.counter > 0 {
            text.push_str(&format!(", counting {}", force.counter));
        }
        capital(&text)
    }

    /// All that is in force, one line for each Special: what it was played on, what it does, until when.
    #[must_use]
    pub fn in_force_text(&self, view: &View) -> Vec<String> {
        let mut specials: Vec<(&ForceView, Effects)> = Vec::new();
        for force in &view.forces {
            let (effect, until) = (self.effect_text(view, force), self.until_text(view, force));
            let same = |(first, _): &&mut (&ForceView, Effects)| (first.card, first.aim) == (force.card, force.aim);
            match specials.iter_mut().find(same) {
                None => specials.push((force, vec![(until, vec![effect])])),
                Some((_, effects)) => match effects.iter_mut().find(|(other, _)| *other == until) {
                    Some((_, list)) if list.contains(&effect) => {}
                    Some((_, list)) => list.push(effect),
                    None => effects.push((until, vec![effect])),
                },
            }
        }
        let line = |(first, effects): (&ForceView, Effects)| {
            let effects: Vec<_> =
                effects.into_iter().map(|(until, list)| format!("{}, {until}", list.join(", "))).collect();
            let on = self.played_on(view, first.aim);
            capital(&format!("{}{on}: {}", self.card_text(first.card), effects.join("; ")))
        };
        specials.into_iter().map(line).collect()
    }

    /// What the player who is asked about the first thing on the agenda has to do.
    pub(super) fn asked_text(&self, view: &View, task: Task) -> Option<String> {
        let special = Self::acting_frame(view).map_or_else(|| "a Special".to_owned(), |f| self.card_text(f.card));
        let about = |card: Option<CardId>| card.map_or_else(String::new, |card| format!(" ({})", self.card_text(card)));
        Some(match task {
            Task::Target { slot, how } => {
                format!("chooses the target for the {} of slot {slot}", attack_text(how))
            }
            Task::Capture { ground, .. } => format!("chooses who takes {}", self.ground_text(view, ground)),
            Task::Excess => "sends cards back to the Reserve until the limits are met".to_owned(),
            Task::Window { window, at, event, .. } => {
                let card = match event {
                    Subject::Card(card) => Some(card),
                    Subject::Slot { player, slot } => view.slot(player, slot).and_then(|slot| slot.card),
                    _ => None,
                };
                let place = if at.is_reserve() { String::new() } else { format!(", in {}", self.place_to(view, at)) };
                format!("may play a Special {}{}{place}", moment_of(window), about(card))
            }
            Task::Choose { .. } => format!("chooses for {special}"),
            Task::Aim => format!("chooses the target for {special}"),
            Task::Place => format!("may place a card for {special}"),
            Task::Show => format!("may show a General for {special}"),
            Task::Search => format!("takes a card out of the deck for {special}"),
            Task::Peek { .. } => format!("deals with the top of the deck for {special}"),
            Task::Handler { .. } => format!("answers {special}"),
            _ => return None,
        })
    }
}
