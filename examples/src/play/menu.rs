//! What a player may do now, numbered, card by card.

use super::names::Names;
use crate::advice::percent;
use crate::board::{short_name, values};
use crate::fail::Done;
use crate::page::{FAINT, HEADING, fit, paint, width, wrap};
use eagles::chance::Supplied;
use eagles::game::{Game as _, Quiet};
use eagles::waterloo::action::Action;
use eagles::waterloo::agenda::Task;
use eagles::waterloo::odds::rout_of_hits;
use eagles::waterloo::state::{Location, Phase};
use eagles::waterloo::types::{Slot, foe};
use eagles::waterloo::{CardId, Formation, Kind, Place};
use std::io::Write;

/// Who does it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Actor {
    Slot(Slot),
    Card(CardId),
    Player,
}

fn actor(action: &Action) -> Actor {
    match *action {
        Action::Deploy { card, .. } | Action::Roll { card } | Action::Show { card } | Action::Play { card, .. } => {
            Actor::Card(card)
        }
        Action::Move { slot, .. }
        | Action::Form { slot, .. }
        | Action::Occupy { slot, .. }
        | Action::Leave { slot }
        | Action::Commit { slot, .. }
        | Action::Attack { slot, .. }
        | Action::Capture { slot, .. } => Actor::Slot(slot),
        Action::Deal | Action::End | Action::Pass | Action::Choose { .. } => Actor::Player,
    }
}

/// A numbered list of actions; the numbers hold until another is shown.
#[derive(Default)]
pub(super) struct Menu {
    actions: Vec<Action>,
}

impl Menu {
    /// The menu of these legal actions. Formations other than the one that a card has are left to a letter behind the
    /// number.
    pub(super) fn new(names: &Names<'_>, legal: &[Action]) -> Self {
        let mut actions: Vec<Action> = Vec::new();
        for action in legal {
            let plain = match *action {
                Action::Deploy { formation, .. } => formation == Formation::Line,
                Action::Move { slot, to, formation } => {
                    to.is_reserve() || formation == names.state.side(names.player).formation(slot)
                }
                _ => true,
            };
            if plain {
                actions.push(*action);
            }
        }
        let mut order: Vec<Actor> = Vec::new();
        for action in &actions {
            if !order.contains(&actor(action)) {
                order.push(actor(action));
            }
        }
        actions.sort_by_key(|action| {
            let who = actor(action);
            (who == Actor::Player, order.iter().position(|&other| other == who))
        });
        Self { actions }
    }

    /// The action with a number, counted from 1, in the formation that a letter behind it names.
    pub(super) fn choose(&self, word: &str) -> Option<Action> {
        let (digits, formation) = match word.strip_suffix(['l', 'c', 's']) {
            Some(digits) => (digits, word.chars().last()),
            None => (word, None),
        };
        let number: usize = digits.parse().ok()?;
        let mut action = *self.actions.get(number.checked_sub(1)?)?;
        let wanted = match formation {
            Some('l') => Formation::Line,
            Some('c') => Formation::Column,
            Some('s') => Formation::Square,
            _ => return Some(action),
        };
        match &mut action {
            Action::Deploy { formation, .. } | Action::Move { formation, .. } => *formation = wanted,
            _ => return None,
        }
        Some(action)
    }

    /// Whether there is nothing in it.
    pub(super) fn is_empty(&self) -> bool {
        self.actions.is_empty()
    }

    /// Prints it, or only the actions of one card.
    pub(super) fn show(&self, names: &Names<'_>, only: Option<Slot>, out: &mut dyn Write) -> Done {
        let width = width();
        let (mut letters, mut any) = (false, false);
        let window = matches!(names.view.task(), Some(Task::Window { .. }));
        let mut at = 0;
        while let Some(first) = self.actions.get(at) {
            let who = actor(first);
            let end = self.actions[at..].iter().position(|a| actor(a) != who).map_or(self.actions.len(), |n| at + n);
            let here = only.is_none_or(|slot| who == Actor::Slot(slot));
            any |= here;
            if here {
                let items: Vec<String> =
                    (at..end).map(|i| format!("{:>3} {}", i + 1, describe(names, &self.actions[i]))).collect();
                letters |= self.actions[at..end].iter().any(|a| takes_letter(names, a));
                for line in layout(&heading(names, who), &items, width) {
                    writeln!(out, "{line}")?;
                }
                if let Actor::Card(card) = who
                    && window
                    && let Some(program) = names.game.card_set().program(&names.game.card(card).id)
                {
                    for line in wrap("    ", &program.text.effect, width) {
                        writeln!(out, "{}", paint(FAINT, &line))?;
                    }
                }
            }
            at = end;
        }
        if let Some(slot) = only.filter(|_| !any) {
            let own = names.view.slot(names.player, slot).is_some();
            let what = if own { "the card there can do nothing now" } else { "you have no card there" };
            writeln!(out, "Slot {slot}: {what}.")?;
        }
        if letters {
            let text = "A c or s behind a number does it in Column or Square, l in Line: `12c`.";
            writeln!(out, "{}", paint(FAINT, text))?;
        }
        if only.is_none() {
            self.show_kept(names, out)?;
        }
        Ok(())
    }

    /// The Specials in hand that cannot be played now.
    fn show_kept(&self, names: &Names<'_>, out: &mut dyn Write) -> Done {
        let window = matches!(names.view.task(), None | Some(Task::Window { .. }));
        if names.state.turn == 0 || !window {
            return Ok(());
        }
        let plays = |card| self.actions.iter().any(|a| matches!(a, Action::Play { card: other, .. } if *other == card));
        let kept = names.held().filter(|&card| names.game.profile(card).kind == Kind::Special && !plays(card));
        let kept: Vec<_> = kept.map(|card| names.game.card(card)).collect();
        let Some(first) = kept.first() else { return Ok(()) };
        let all: Vec<String> = kept.iter().map(|card| format!("{} {}", card.number, card.name)).collect();
        let text = format!("Specials not to be played now: {}. `why {}` says why.", all.join(", "), first.number);
        for line in wrap("", &text, width()) {
            writeln!(out, "{}", paint(FAINT, &line))?;
        }
        Ok(())
    }
}

/// Whether a formation may be named with the action.
fn takes_letter(names: &Names<'_>, action: &Action) -> bool {
    let kind = |card: CardId| names.game.profile(card).kind;
    match *action {
        Action::Deploy { card, .. } => kind(card) == Kind::Infantry,
        Action::Move { slot, to, .. } => {
            !to.is_reserve()
                && names.view.slot(names.player, slot).and_then(|s| s.card).map(kind) == Some(Kind::Infantry)
        }
        _ => false,
    }
}

fn heading(names: &Names<'_>, who: Actor) -> String {
    match who {
        Actor::Player => "You".to_owned(),
        Actor::Card(card) => {
            format!(
                "{} {} {}",
                names.game.card(card).number,
                short_name(&names.game.card(card).name, 20),
                values(names.game, card)
            )
        }
        Actor::Slot(slot) => {
            let seen = names.view.slot(names.player, slot);
            let name = seen.and_then(|s| s.card).map_or_else(String::new, |card| {
                format!("{} {}", short_name(&names.game.card(card).name, 20), values(names.game, card))
            });
            let at =
                seen.map_or_else(String::new, |s| names.game.place_text(s.at).trim_start_matches("the ").to_owned());
            format!("s{slot} {name}, {at}")
        }
    }
}

/// A heading with its items behind it where they fit, else in columns below.
fn layout(heading: &str, items: &[String], width: usize) -> Vec<String> {
    let beside = items.join(" ");
    let head = heading.chars().count().max(width / 2 - 4);
    if head + 1 + beside.chars().count() <= width {
        return vec![format!("{} {beside}", paint(HEADING, &fit(heading, head)))];
    }
    let mut lines = vec![paint(HEADING, heading)];
    let longest = items.iter().map(|item| item.chars().count()).max().unwrap_or_default();
    let column = (longest + 2).max(width / 3);
    let columns = (width / column).max(1);
    for row in items.chunks(columns) {
        let cells: Vec<String> = row.iter().map(|item| format!("{item:<column$}")).collect();
        lines.push(cells.concat().trim_end().to_owned());
    }
    lines
}

/// An action in a few words below the card that does it, with what can be known of it before.
fn describe(names: &Names<'_>, action: &Action) -> String {
    let text = names.game.deed_text(names.view, names.player, action);
    // While deploying one line after another says the same.
    let lane = text.strip_prefix("deploy in your ").filter(|_| names.state.phase == Phase::Deployment);
    format!("{}{}", short_name(lane.unwrap_or(&text), 40), remarks(names, action))
}

/// What is to be said of an action besides what it is: the word to type, chances, a warning.
pub(super) fn remarks(names: &Names<'_>, action: &Action) -> String {
    let (game, state, player) = (names.game, names.state, names.player);
    let routs = |chance: Option<_>| chance.map_or_else(String::new, |chance| format!(", routs {}", percent(chance)));
    let mut text = match *action {
        Action::End => " (end)".to_owned(),
        // A window is passed by the very word.
        Action::Pass if !matches!(names.view.task(), Some(Task::Window { .. })) => " (pass)".to_owned(),
        Action::Attack { .. } => match game.attack_odds(state, player, action) {
            Ok(Some(odds)) => format!(" ({}d6{})", odds.dice, routs(odds.rout)),
            _ => String::new(),
        },
        Action::Roll { card } => game.totals(state, player, action)[0].map_or_else(String::new, |value| {
            format!(" at Morale {value}{}", routs(rout_of_hits(state.hits(card), value)))
        }),
        _ => String::new(),
    };
    if let Some(warning) = warning(names, action) {
        text.push_str(" - ");
        text.push_str(&warning);
    }
    text
}

/// What an action is certain to cost its player, or may (W N10, N41, N42): his own cards are all he must know for it.
pub(super) fn warning(names: &Names<'_>, action: &Action) -> Option<String> {
    if *action == Action::End && names.state.is_quiet() {
        return open_positions(names);
    }
    if names.state.phase != Phase::Combat || !matches!(action, Action::Move { .. }) {
        return None;
    }
    let mut after = names.state.clone();
    names.game.apply(&mut after, names.player, action, &mut Supplied::new(), &mut Quiet).ok()?;
    if names.game.outcome(&after).is_some_and(|outcome| outcome.winner == Some(foe(names.player))) {
        return Some("GIVES THE BATTLE AWAY".to_owned());
    }
    let side = names.state.side(names.player);
    let generals = eagles::waterloo::types::slots(side.generals()).map(|slot| side.card[usize::from(slot)]);
    let mut fallen = generals.filter(|&card| after.locate(card) == Location::Eliminated);
    fallen.next().map(|card| format!("leaves {} alone: he falls", names.game.card(card).name))
}

/// The own Positions that no Troops hold: the first Infantry or Cavalry of the enemy that enters wins (W 4.3, N42).
fn open_positions(names: &Names<'_>) -> Option<String> {
    let side = names.state.side(names.player);
    let mut open = (0..3).filter_map(|lane| {
        let at = Place::of(names.player, lane);
        let here = side.at[at.index()];
        let name = ["Left", "Center", "Right"][usize::from(lane) % 3];
        match (here & side.troops(), here & side.decoys()) {
            (0, 0) => Some(format!("your {name} stands open")),
            (0, _) => Some(format!("your {name} is held by decoys only")),
            _ => None,
        }
    });
    let first = open.next()?;
    Some(open.fold(first, |text, next| format!("{text}, {next}")))
}
