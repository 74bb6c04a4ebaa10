//! Actions: what a player may do, as a menu or an adviser words it.
//!
//! Everything said here comes from a [`View`] and the action itself, so no text can tell its reader more than he sees.

use super::super::Waterloo;
use super::super::action::{Action, NO_GROUND};
use super::super::agenda::Task;
use super::super::state::Phase;
use super::super::types::{Attack, CardId, Kind, Place, Slot, foe};
use super::super::view::View;
use super::{army_text, attack_text, capital, count, lane_text, marked};
use crate::game::{Player, Viewer};

impl Waterloo {
    /// An action of `player` in English, as whoever `view` is for reads it: who does what, without a capital or a full stop,
    /// as in `Kempt's Brigade: fire at Bachelu's Brigade (slot 4)`. It need not be legal.
    ///
    /// A card that the viewer does not see is named by its army alone.
    #[must_use]
    pub fn action_text(&self, view: &View, player: Player, action: &Action) -> String {
        let deed = self.deed_text(view, player, action);
        let who = match *action {
            Action::Deal | Action::End | Action::Pass | Action::Choose { .. } => return deed,
            Action::Play { card, aim } => {
                return format!("play {}{}", self.held_text(view, card), self.played_on(view, aim));
            }
            Action::Deploy { card, .. } | Action::Roll { card } | Action::Show { card } => self.held_text(view, card),
            Action::Move { slot, .. }
            | Action::Form { slot, .. }
            | Action::Occupy { slot, .. }
            | Action::Leave { slot }
            | Action::Commit { slot, .. }
            | Action::Attack { slot, .. }
            | Action::Capture { slot, .. } => self.standing_text(view, player, slot, false),
        };
        format!("{who}: {deed}")
    }

    /// The same without the card that does it, for lists in which it stands above its actions.
    #[must_use]
    pub fn deed_text(&self, view: &View, player: Player, action: &Action) -> String {
        match *action {
            Action::Deal => "deal the Musters".to_owned(),
            Action::End => end_text(view).to_owned(),
            Action::Pass => Self::pass_text(view).to_owned(),
            Action::Play { aim, .. } => format!("play{}", self.played_on(view, aim)),
            Action::Choose { what } => self.choice_text(view, what),
            Action::Deploy { card, to, formation, on, decoy } => {
                let open = !self.is_hidden(view, card);
                if open && !decoy && self.profile(card).kind == Kind::Terrain {
                    return format!("lay in {}", self.place_to(view, to));
                }
                let how = if view.phase == Phase::Deployment {
                    "deploy in"
                } else if meets(view, player, to) {
                    "engage in"
                } else {
                    "come up to"
                };
                let on = if on == NO_GROUND { String::new() } else { format!(" on {}", self.ground_text(view, on)) };
                let decoy = if open && decoy { " as a decoy" } else { "" };
                format!("{how} {}{}{on}{decoy}", self.place_to(view, to), marked(formation))
            }
            Action::Move { slot, to, formation } => {
                let how = if view.phase == Phase::Deployment {
                    "take back to"
                } else if meets(view, player, to) {
                    "engage in"
                } else if view.slot(player, slot).is_some_and(|own| self.is_engaged(view, player, own.at)) {
                    "disengage to"
                } else if to.is_reserve() {
                    "go back to"
                } else {
                    "move to"
                };
                format!("{how} {}{}", self.place_to(view, to), marked(formation))
            }
            Action::Form { formation, .. } => format!("form {}", capital(formation.name())),
            Action::Occupy { ground, .. } => format!("occupy {}", self.ground_text(view, ground)),
            Action::Leave { slot } => {
                let on = view.slot(player, slot).and_then(|own| own.on);
                on.map_or_else(
                    || "step off Terrain".to_owned(),
                    |on| format!("step off {}", self.ground_text(view, on)),
                )
            }
            Action::Commit { how, .. } => format!("commit to {} (target after the reveal)", attack_text(how)),
            Action::Attack { how, target, .. } => {
                let verb = match how {
                    Attack::Fire => "fire at",
                    Attack::Shock => "use Shock on",
                    Attack::Long => "fire at long range at",
                };
                format!("{verb} {}", self.standing_text(view, foe(player), target, true))
            }
            Action::Roll { card } => {
                let falls = if self.profile(card).kind == Kind::General { ", falling on a 6" } else { "" };
                format!("roll for {}{falls}", count(u32::from(hits(view, card)), "hit"))
            }
            Action::Capture { ground, .. } => format!("take {}", self.ground_text(view, ground)),
            Action::Show { .. } if view.arrived => "show him".to_owned(),
            Action::Show { .. } => "show him: the Prussians arrive".to_owned(),
        }
    }

    /// Whether the viewer is not to learn from an action which card it names.
    fn is_hidden(&self, view: &View, card: CardId) -> bool {
        self.has_card(card) && view.army(card.army()).is_none_or(|army| army.unseen.contains(&card))
    }

    /// A card that an action names, as far as the viewer sees it.
    pub(super) fn held_text(&self, view: &View, card: CardId) -> String {
        if self.is_hidden(view, card) { format!("a {} card", army_text(card.army())) } else { self.card_text(card) }
    }

    /// A card on the battlefield as far as the viewer sees it, with its slot where that is not known from elsewhere.
    pub(super) fn standing_text(&self, view: &View, owner: Player, slot: Slot, numbered: bool) -> String {
        match view.slot(owner, slot) {
            None => format!("slot {slot}"),
            Some(seen) => match seen.card {
                None => format!("a face-down {} card (slot {slot})", army_text(seen.army)),
                Some(card) if numbered => format!("{} (slot {slot})", self.card_text(card)),
                Some(card) => self.card_text(card),
            },
        }
    }

    /// A place as the viewer calls it: `your Left` where it is his own.
    pub(super) fn place_to(&self, view: &View, at: Place) -> String {
        if !at.is_reserve() && view.viewer == Viewer::Player(at.owner()) {
            format!("your {}", lane_text(at))
        } else {
            self.place_text(at)
        }
    }

    pub(super) fn ground_text(&self, view: &View, number: u8) -> String {
        view.ground(number).map_or_else(|| format!("Terrain {number}"), |ground| self.card_text(ground.card))
    }

    /// Whether a Position is engaged for `player`, as [`State::is_engaged`](super::super::State::is_engaged) finds it (W r27, r36).
    fn is_engaged(&self, view: &View, player: Player, at: Place) -> bool {
        let general = |card: CardId| self.profile(card).kind == Kind::General;
        view.at(foe(player), at).any(|enemy| !(enemy.up && enemy.card.is_some_and(general)))
    }
}

/// Whether going there is an Engage move (W N9).
fn meets(view: &View, player: Player, to: Place) -> bool {
    view.at(foe(player), to).next().is_some()
}

/// Hits that the viewer sees on a card, wherever it is.
fn hits(view: &View, card: CardId) -> u8 {
    let standing = view.slots.iter().find(|slot| slot.card == Some(card)).map(|slot| slot.hits);
    let reserve = || view.reserve_hits.iter().find(|(other, _)| *other == card).map(|(_, hits)| *hits);
    standing.or_else(reserve).unwrap_or(0)
}

fn end_text(view: &View) -> &'static str {
    match (view.phase, view.task()) {
        (Phase::Deployment, _) => "finish deploying",
        (_, Some(Task::Capture { .. })) => "let no more cards take it",
        (Phase::Combat, _) => "end the Combat Phase",
        _ => "end the turn",
    }
}
