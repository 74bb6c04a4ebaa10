//! What each player sees.
//!
//! The battle lies open, save for orders on their way, which only their own side knows, and for hidden units (Q12), of
//! which the enemy sees nothing. [`Glance`] decides what a viewer may see; a [`View`] is built from it field by field, and so are
//! events for a viewer. A leader is always seen: with a hidden unit he seems to be alone (Q46).

mod redact;
mod sample;
mod shown;

use super::action::{Action, Manoeuvre};
use super::geometry::{Point, Pose};
use super::notation::words;
use super::profile::Empire;
use super::state::{
    Coming, Contact, Division, DivisionId, Ending, Fire, Followers, Following, Host, Leader, LeaderId, Marks, Pending,
    Presence, Stage, State, Unit, UnitId,
};
use super::units::{Formation, Status};
use crate::bot::Sight;
use crate::game::{Player, Players, Viewer};
use serde::{Serialize, Serializer};
use std::borrow::Cow;

/// What one viewer sees of a position, borrowed: for programs that play.
#[derive(Clone, Copy, Debug)]
pub struct Glance<'a> {
    game: &'a Empire,
    state: &'a State,
    viewer: Viewer,
}

impl<'a> Glance<'a> {
    /// What `viewer` sees of `state`.
    pub(crate) const fn new(game: &'a Empire, state: &'a State, viewer: Viewer) -> Self {
        Self { game, state, viewer }
    }

    /// The battle, which everyone knows.
    #[must_use]
    pub const fn game(&self) -> &'a Empire {
        self.game
    }

    /// Whose eyes these are.
    #[must_use]
    pub const fn viewer(&self) -> Viewer {
        self.viewer
    }

    /// Whether the viewer knows what is secret to a side.
    #[must_use]
    pub fn knows(&self, side: Player) -> bool {
        self.viewer == Viewer::Referee || self.viewer == Viewer::Player(side)
    }

    /// Whether the viewer sees a unit: all but hidden ones of the enemy.
    #[must_use]
    pub fn sees(&self, id: UnitId) -> bool {
        let Some(unit) = self.state.units.get(id) else { return false };
        !unit.marks.has(Marks::HIDDEN) || self.knows(self.game.unit(id).player)
    }

    /// The turn, from 1.
    #[must_use]
    pub const fn turn(&self) -> u8 {
        self.state.turn
    }

    /// Where the turn stands.
    #[must_use]
    pub const fn stage(&self) -> Stage {
        self.state.stage
    }

    /// Who acts in a stage that belongs to one side.
    #[must_use]
    pub const fn on_turn(&self) -> Player {
        self.state.on_turn
    }

    /// Who is done with the command stage.
    #[must_use]
    pub const fn ready(&self) -> Players {
        self.state.ready
    }

    /// Who has the initiative.
    #[must_use]
    pub const fn initiative(&self) -> Option<Player> {
        self.state.initiative
    }

    /// A unit, if the viewer sees it.
    #[must_use]
    pub fn unit(&self, id: UnitId) -> Option<&'a Unit> {
        self.state.units.get(id).filter(|_| self.sees(id))
    }

    /// All units that the viewer sees, those that wait or are lost among them.
    pub fn units(self) -> impl Iterator<Item = (UnitId, &'a Unit)> + Clone {
        self.state.units.iter().filter(move |(id, _)| self.sees(*id))
    }

    /// The units of a side on the table that the viewer sees.
    pub fn side(self, player: Player) -> impl Iterator<Item = (UnitId, &'a Unit)> {
        self.units().filter(move |(id, unit)| unit.is_here() && self.game.unit(*id).player == player)
    }

    /// Appends, in order, the units on the table that the viewer sees and whose centre is within `radius` of `at`.
    pub fn near(&self, at: Point, radius: i32, out: &mut Vec<UnitId>) {
        let from = out.len();
        self.state.units.near(at, radius, out);
        let mut keep = from;
        for n in from..out.len() {
            if self.sees(out[n]) {
                out[keep] = out[n];
                keep += 1;
            }
        }
        out.truncate(keep);
    }

    /// A leader, where he is now. With a unit that the viewer does not see he seems to be alone (Q46).
    #[must_use]
    pub fn leader(&self, id: LeaderId) -> Option<Leader> {
        let leader = self.state.leaders.get(id.index())?;
        let host = match leader.host {
            Host::Unit(unit) if !self.sees(unit) => Host::None,
            host => host,
        };
        let Leader { presence, moved, no_rally, no_orders, killed, .. } = *leader;
        Some(Leader { at: self.game.leader_place(self.state, id), host, presence, moved, no_rally, no_orders, killed })
    }

    /// The leaders, by number.
    pub fn leaders(self) -> impl Iterator<Item = (LeaderId, Leader)> + Clone {
        let ids = (0..self.state.leaders.len()).map(|n| LeaderId(n as u16));
        ids.filter_map(move |id| Some((id, self.leader(id)?)))
    }

    /// A division. What is on its way to it, and whether it was sent an order, only its own side knows.
    #[must_use]
    pub fn division(&self, id: DivisionId) -> Option<Division> {
        let known = self.knows(self.game.divisions.get(id.index())?.player);
        let Division { order, coming, sent, leader, successor, acting, routed, broken, lost_objective } =
            *self.state.divisions.get(id.index())?;
        let (coming, sent): (Option<Coming>, bool) = if known { (coming, sent) } else { (None, false) };
        Some(Division { order, coming, sent, leader, successor, acting, routed, broken, lost_objective })
    }

    /// The divisions, by number.
    pub fn divisions(self) -> impl Iterator<Item = (DivisionId, Division)> + Clone {
        let ids = (0..self.state.divisions.len()).map(|n| DivisionId(n as u16));
        ids.filter_map(move |id| Some((id, self.division(id)?)))
    }

    /// Who holds each objective.
    #[must_use]
    pub fn objectives(&self) -> &'a [Option<Player>] {
        &self.state.objectives
    }

    /// Contacts between units that the viewer sees.
    pub fn contacts(self) -> impl Iterator<Item = Contact> + Clone {
        self.state.contacts.iter().filter(move |c| self.sees(c.attacker) && self.sees(c.defender)).copied()
    }

    /// Fire that has been declared between units that the viewer sees.
    pub fn fires(self) -> impl Iterator<Item = Fire> {
        self.firing().map(Fire::from)
    }

    /// What must be decided first, without the units that the viewer does not see.
    #[must_use]
    pub fn pending(&self) -> Cow<'a, Pending> {
        let seen = |ids: &[UnitId]| ids.iter().all(|id| self.sees(*id));
        let only = |ids: &[UnitId]| ids.iter().copied().filter(|id| self.sees(*id)).collect::<Vec<_>>();
        match &self.state.pending {
            Pending::Threat { unit, may } if !seen(may) => Cow::Owned(Pending::Threat { unit: *unit, may: only(may) }),
            Pending::Lead { first, spare } if !seen(spare) => {
                Cow::Owned(Pending::Lead { first: *first, spare: only(spare) })
            }
            Pending::Follow { may } if !may.iter().all(|f| self.sees(f.unit)) => {
                let may: Followers = may.iter().copied().filter(|f| self.sees(f.unit)).collect();
                Cow::Owned(Pending::Follow { may })
            }
            pending => Cow::Borrowed(pending),
        }
    }

    /// Winners who may still follow up later, of those whom the viewer sees.
    pub fn pursuits(self) -> impl Iterator<Item = Following> + Clone {
        self.state.pursuits.iter().filter(move |following| self.sees(following.unit)).copied()
    }

    /// The victory points of both sides as they are now (L12).
    #[must_use]
    pub fn points(&self) -> [i16; 2] {
        self.game.points(self.state)
    }

    /// How the battle ended, and who won.
    #[must_use]
    pub const fn ending(&self) -> Option<(Ending, Option<Player>)> {
        self.state.ending
    }
}

impl<'a> Sight<'a, Empire> {
    /// What the player sees, without making a view of it.
    #[must_use]
    pub fn glance(&self) -> Glance<'a> {
        Glance::new(self.game(), self.position(), Viewer::Player(self.player()))
    }
}

fn marks_by_name<S: Serializer>(marks: &Marks, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(words::marks(*marks))
}

#[cfg(feature = "schema")]
fn mark_names(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
    crate::schema::names(words::MARKS.iter().map(|(_, name)| *name))
}

/// A unit as a viewer sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct UnitView {
    /// Which.
    pub id: UnitId,
    /// The centre of its block and its facing.
    pub pose: Pose,
    /// Its formation.
    pub formation: Formation,
    /// Good order, disordered or routed.
    pub status: Status,
    /// Whether it takes part.
    pub presence: Presence,
    /// HIT markers.
    pub hits: u8,
    /// The stands that it has deployed.
    pub stands: u8,
    /// Markers and what it did this turn; in text a list of names.
    #[serde(serialize_with = "marks_by_name")]
    #[cfg_attr(feature = "schema", schemars(schema_with = "mark_names"))]
    pub marks: Marks,
    /// Where the centre of its front stood when its move began (L2).
    pub origin: Point,
    /// Where it stood when its division was told to defend (L11).
    pub anchor: Point,
}

impl UnitView {
    /// As a unit of a position.
    #[must_use]
    pub const fn unit(&self) -> Unit {
        let Self { pose, formation, status, presence, hits, stands, marks, origin, anchor, .. } = *self;
        Unit { pose, formation, status, presence, hits, stands, marks, origin, anchor }
    }
}

/// What one viewer sees of a position. Lists are in the order of the scenario; units that he does not see are not in them.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct View {
    /// Whose eyes it is for.
    pub viewer: Viewer,
    /// The turn, from 1.
    pub turn: u8,
    /// Where it stands.
    pub stage: Stage,
    /// Who acts in a stage that belongs to one side.
    pub on_turn: Player,
    /// Who may act now.
    pub to_act: Players,
    /// Who is done with the command stage.
    pub ready: Players,
    /// Who has the initiative.
    pub initiative: Option<Player>,
    /// What must be decided first.
    pub pending: Pending,
    /// Winners who may still follow up when the breakthrough that is being answered is over.
    pub pursuits: Vec<Following>,
    /// The units that the viewer sees.
    pub units: Vec<UnitView>,
    /// The leaders, by number.
    pub leaders: Vec<Leader>,
    /// The divisions, by number; orders on their way only for the viewer's own side.
    pub divisions: Vec<Division>,
    /// Who holds each objective.
    pub objectives: Vec<Option<Player>>,
    /// Who is in contact with whom.
    pub contacts: Vec<Contact>,
    /// Fire that has been declared this turn.
    pub fires: Vec<Fire>,
    /// The victory points of both sides as they are now.
    pub points: [i16; 2],
    /// How the battle ended, and who won.
    pub ending: Option<(Ending, Option<Player>)>,
}

impl View {
    /// A unit, if the viewer sees it.
    #[must_use]
    pub fn unit(&self, id: UnitId) -> Option<&UnitView> {
        self.units.binary_search_by_key(&id, |unit| unit.id).ok().map(|n| &self.units[n])
    }
}

impl Empire {
    /// What a viewer sees, borrowed.
    pub(crate) const fn glance<'a>(&'a self, state: &'a State, viewer: Viewer) -> Glance<'a> {
        Glance::new(self, state, viewer)
    }

    /// Whether doing an action may tell anybody something, by dice or by what comes to light. Decided by what both sides know,
    /// so that the answer tells nothing.
    pub(super) fn tells(&self, state: &State, player: Player, action: &Action) -> bool {
        match action {
            // Rides are open; who may not be seen is not found by a rider.
            Action::Ride { .. } | Action::Attach { .. } | Action::Recover { .. } | Action::Hold { .. } => false,
            // Who hides is seen when he moves or fires, and may see another who hides.
            Action::Fire { .. } => self.may_hide(player),
            Action::Screen { .. } => self.may_hide(player) || self.may_hide(Self::enemy(player)),
            Action::Move { unit, steps } => {
                let rolls = steps.iter().any(|step| {
                    matches!(step, Manoeuvre::Into(_) | Manoeuvre::Form(Formation::Square | Formation::Garrison))
                });
                rolls || self.may_hide(player) || self.may_hide(Self::enemy(player)) || state.units.get(*unit).is_none()
            }
            _ => true,
        }
    }

    /// Whether a side has any units that start hidden. Both sides know the scenario.
    fn may_hide(&self, side: Player) -> bool {
        self.rolls.hides[side.index() & 1]
    }
}
