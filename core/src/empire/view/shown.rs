//! Views, made and written from one [`Glance`].

use super::{Glance, UnitView, View};
use crate::empire::profile::Empire;
use crate::empire::state::{Contact, Division, Ending, Fire, Following, Leader, Pending, Stage, State, Unit, UnitId};
use crate::game::{Player, Players, Viewer};
use crate::listed::Listed;
use serde::{Serialize, Serializer};
use std::borrow::Cow;

/// About how many bytes of JSON a unit, a leader or a division takes in a view, and what is written once.
const BYTES: [usize; 4] = [256, 160, 192, 2_048];

/// A [`View`] in the making: the same fields in the same order, with lists that are made as they are written.
#[derive(Serialize)]
#[serde(
    rename = "View",
    bound = "Listed<P>: Serialize, Listed<U>: Serialize, Listed<L>: Serialize, Listed<D>: Serialize, \
             Listed<C>: Serialize, Listed<F>: Serialize"
)]
struct Shown<'a, P, U, L, D, C, F> {
    viewer: Viewer,
    turn: u8,
    stage: Stage,
    on_turn: Player,
    to_act: Players,
    ready: Players,
    initiative: Option<Player>,
    pending: Cow<'a, Pending>,
    pursuits: Listed<P>,
    units: Listed<U>,
    leaders: Listed<L>,
    divisions: Listed<D>,
    objectives: &'a [Option<Player>],
    contacts: Listed<C>,
    fires: Listed<F>,
    points: [i16; 2],
    ending: Option<(Ending, Option<Player>)>,
}

/// A [`Fire`] in the making.
#[derive(Clone, Copy, Serialize)]
pub(super) struct Firing<'a> {
    with: Firers<'a>,
    target: UnitId,
}

/// Those of several units whom a viewer sees.
#[derive(Clone, Copy)]
struct Firers<'a>(Glance<'a>, &'a [UnitId]);

impl<'a> Firers<'a> {
    fn iter(self) -> impl Iterator<Item = UnitId> + Clone + use<'a> {
        self.1.iter().copied().filter(move |id| self.0.sees(*id))
    }
}

impl Serialize for Firers<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl From<Firing<'_>> for Fire {
    fn from(firing: Firing<'_>) -> Self {
        Self { with: firing.with.iter().collect(), target: firing.target }
    }
}

impl<'a> Glance<'a> {
    /// Fire that has been declared between units that the viewer sees.
    pub(super) fn firing(self) -> impl Iterator<Item = Firing<'a>> + Clone {
        self.state.fires.iter().filter(move |fire| self.sees(fire.target)).filter_map(move |fire| {
            let with = Firers(self, &fire.with);
            with.iter().next().map(|_| Firing { with, target: fire.target })
        })
    }

    /// All that the viewer sees.
    fn shown(
        self,
    ) -> Shown<
        'a,
        impl Iterator<Item = Following> + Clone,
        impl Iterator<Item = UnitView> + Clone,
        impl Iterator<Item = Leader> + Clone,
        impl Iterator<Item = Division> + Clone,
        impl Iterator<Item = Contact> + Clone,
        impl Iterator<Item = Firing<'a>> + Clone,
    > {
        Shown {
            viewer: self.viewer(),
            turn: self.turn(),
            stage: self.stage(),
            on_turn: self.on_turn(),
            to_act: self.game.who_acts(self.state),
            ready: self.ready(),
            initiative: self.initiative(),
            pending: self.pending(),
            pursuits: Listed(self.pursuits()),
            units: Listed(self.units().map(|(id, unit)| {
                let Unit { pose, formation, status, presence, hits, stands, marks, origin, anchor } = *unit;
                UnitView { id, pose, formation, status, presence, hits, stands, marks, origin, anchor }
            })),
            leaders: Listed(self.leaders().map(|(_, leader)| leader)),
            divisions: Listed(self.divisions().map(|(_, division)| division)),
            objectives: self.objectives(),
            contacts: Listed(self.contacts()),
            fires: Listed(self.firing()),
            points: self.points(),
            ending: self.ending(),
        }
    }
}

impl Empire {
    pub(in crate::empire) fn view_of(&self, state: &State, viewer: Viewer) -> View {
        let shown = self.glance(state, viewer).shown();
        View {
            viewer: shown.viewer,
            turn: shown.turn,
            stage: shown.stage,
            on_turn: shown.on_turn,
            to_act: shown.to_act,
            ready: shown.ready,
            initiative: shown.initiative,
            pending: shown.pending.into_owned(),
            pursuits: shown.pursuits.0.collect(),
            units: shown.units.0.collect(),
            leaders: shown.leaders.0.collect(),
            divisions: shown.divisions.0.collect(),
            objectives: shown.objectives.to_vec(),
            contacts: shown.contacts.0.collect(),
            fires: shown.fires.0.map(Fire::from).collect(),
            points: shown.points,
            ending: shown.ending,
        }
    }

    /// Appends what a viewer sees as JSON, the bytes of its [`View`], without making one.
    pub(in crate::empire) fn write_view_of(&self, state: &State, viewer: Viewer, out: &mut Vec<u8>) {
        let [unit, leader, division, once] = BYTES;
        let counts = unit * state.units.len() + leader * state.leaders.len() + division * state.divisions.len();
        out.reserve(counts + once);
        // Memory takes everything, and every part has a form in text.
        let _ = serde_json::to_writer(out, &self.glance(state, viewer).shown());
    }
}
