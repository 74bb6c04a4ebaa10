//! What a player may do now, numbered, card by card.

use super::names::Names;
use crate::advice::percent;
use crate::board::{short_name, values};
use crate::fail::Done;
use crate::page::{FAINT, HEADING, capital, count, fit, paint, width};
use eagles::chance::Supplied;
use eagles::game::{Game as _, Quiet};
use eagles::waterloo::action::{Action, NO_GROUND};
use eagles::waterloo::odds::{rout_chance_exact, rout_of_hits};
use eagles::waterloo::state::{Location, Pending, Phase};
use eagles::waterloo::types::{Attack, Slot, foe};
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
        Action::Deploy { card, .. } | Action::Roll { card } | Action::Show { card } => Actor::Card(card),
        Action::Move { slot, .. }
        | Action::Form { slot, .. }
        | Action::Occupy { slot, .. }
        | Action::Leave { slot }
        | Action::Commit { slot, .. }
        | Action::Attack { slot, .. }
        | Action::Capture { slot, .. } => Actor::Slot(slot),
        Action::Deal | Action::End => Actor::Player,
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

/// An action in a few words, with what can be known of it before.
pub(super) fn describe(names: &Names<'_>, action: &Action) -> String {
    let game = names.game;
    let place = |at: Place| {
        let own = at.owner() == names.player && !at.is_reserve();
        let text = game.place_text(at);
        if own { format!("your {}", ["Left", "Center", "Right"][at.index() % 3]) } else { text }
    };
    let ground = |number: u8| {
        names.view.ground(number).map_or_else(|| format!("Terrain {number}"), |g| game.card(g.card).name.clone())
    };
    let text = match *action {
        Action::Deal => "deal the Musters".to_owned(),
        Action::End => end_text(names).to_owned(),
        Action::Deploy { card, to, on, decoy, .. } => {
            let mut text = match game.profile(card).kind {
                Kind::Terrain if !decoy => format!("lay in {}", place(to)),
                _ if names.state.phase == Phase::Deployment => ["Left", "Center", "Right"][to.index() % 3].to_owned(),
                _ => format!("to {}", place(to)),
            };
            if names.state.phase == Phase::Combat && names.state.would_engage(names.player, to) {
                text.push_str(" (engage)");
            }
            if on != NO_GROUND {
                text.push_str(&format!(" on {}", ground(on)));
            }
            if decoy {
                text.push_str(" as a decoy");
            }
            text
        }
        Action::Move { to, .. } if names.state.phase == Phase::Deployment => format!("take back to {}", place(to)),
        Action::Move { slot, to, .. } => {
            let mut text = format!("to {}", place(to));
            if !to.is_reserve() && names.state.would_engage(names.player, to) {
                text.push_str(" (engage)");
            } else if names.view.slot(names.player, slot).is_some_and(|s| names.state.is_engaged(names.player, s.at)) {
                text.push_str(" (disengage)");
            }
            text
        }
        Action::Form { formation, .. } => format!("form {}", capital(formation.name())),
        Action::Occupy { ground: number, .. } => format!("occupy {}", ground(number)),
        Action::Leave { .. } => "step off the Terrain".to_owned(),
        Action::Commit { how, .. } => {
            format!("commit to {} (target after the reveal)", if how == Attack::Shock { "Shock" } else { "Fire" })
        }
        Action::Attack { slot, how, target } => attack_text(names, slot, how, target),
        Action::Roll { card } => {
            let hits = game_hits(names, card);
            if game.profile(card).kind == Kind::General {
                format!("roll for {}: he falls on a 6", count(u64::from(hits), "hit"))
            } else {
                let value = game.morale_value(names.state, card);
                let chance = rout_of_hits(hits, value).map_or_else(String::new, |c| format!(", routs {}", percent(c)));
                format!("roll for {} at Morale {value}{chance}", count(u64::from(hits), "hit"))
            }
        }
        Action::Capture { ground: number, .. } => format!("takes {}", ground(number)),
        Action::Show { .. } => "show him: the Prussians arrive".to_owned(),
    };
    match warning(names, action) {
        Some(warning) => format!("{text} - {warning}"),
        None => text,
    }
}

fn game_hits(names: &Names<'_>, card: CardId) -> u8 {
    names.state.hits(card)
}

fn end_text(names: &Names<'_>) -> &'static str {
    match (names.state.phase, names.state.pending) {
        (Phase::Deployment, _) => "finish deploying (end)",
        (_, Pending::Capture { .. }) => "no more cards take it (end)",
        (Phase::Combat, _) => "end the Combat Phase (end)",
        _ => "end the turn (end)",
    }
}

/// An attack, with the chance that its target routs where that can be known.
fn attack_text(names: &Names<'_>, slot: Slot, how: Attack, target: Slot) -> String {
    let verb = match how {
        Attack::Fire => "fire at",
        Attack::Shock => "shock",
        Attack::Long => "fire long at",
    };
    let who = names.target(target);
    let (dice, lowest) = names.game.strike(names.state, names.player, slot, how, target);
    let power = 7 - lowest;
    let value = crate::advice::morale_value(names.game, names.state, names.view, target, foe(names.player));
    let chance = value.and_then(|value| rout_chance_exact(dice, power, value));
    let chance = chance.map_or_else(String::new, |c| format!(", routs {}", percent(c)));
    format!("{verb} {who} ({dice}d6{chance})")
}

/// What an action is certain to cost its player, or may (W N10, N41, N42): his own cards are all he must know for it.
fn warning(names: &Names<'_>, action: &Action) -> Option<String> {
    if *action == Action::End && names.state.pending == Pending::Nothing {
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
