//! Action ids: a published table over hand places and slots, the same for every battle and every deck.
//!
//! The table is [`table::PARTS`]. Almost every action has an id with a meaning of its own there; the few that lie beyond its
//! places (a card behind the 32nd of a Reserve, a slot from 24 on) have ids by their order in the legal list. So legal actions
//! and ids go one to one as long as no more than 816 actions of one list are left over. The most that random play has
//! brought about is 635, with all cards of the largest battle in one Reserve of 130; the historical battles other than
//! Charleroi rarely have any.

pub mod table;

use super::action::{Action, NO_GROUND};
use super::agenda::{Subject, Task};
use super::specials::program::Aim;
use super::state::{Phase, State};
use super::types::{Army, Attack, CardId, Formation, GroundKind, Kind, Place, Slot, armies, bit, foe, nth_card, slots};
use super::{Waterloo, observation};
use crate::encode::{Block, Encoded, blocks};
use crate::game::{Player, Viewer};
use table::{ANSWERS, DEPLOY, GENERAL, ONTO, PICK, PLAY, REST, SHOW, SLOT, TARGETS, TERRAINS};

/// The version of the table and of the observation.
pub const VERSION: u32 = 1;

const FORMATIONS: [Formation; 3] = [Formation::Line, Formation::Column, Formation::Square];

// The columns of `SLOT`.
const TO_RESERVE: usize = 0;
const ACROSS: usize = 1;
const FORM: usize = 4;
const STAND: usize = 7;
const LEAVE: usize = 9;
const FIRE: usize = 10;
const SHOCK: usize = FIRE + TARGETS + 1;
const PICK_OWN: usize = SHOCK + TARGETS + 1;
const PICK_ENEMY: usize = PICK_OWN + 1;

/// The n-th slot of a set.
fn nth(set: u64, n: usize) -> Option<Slot> {
    slots(set).nth(n)
}

/// The place of a slot in a set, if it is in it.
fn rank(set: u64, slot: Slot) -> Option<usize> {
    let b = bit(slot);
    (set & b != 0).then(|| (set & b.wrapping_sub(1)).count_ones() as usize)
}

/// The Position that a player calls number `n`: his own Left, Center and Right, then those facing them.
pub(super) const fn near(player: Player, n: usize) -> Place {
    let own = Place::of(player, (n % 3) as u8);
    if n < 3 { own } else { own.opposite() }
}

/// What a player calls a Position; 6 for the Reserve.
pub(super) const fn nearness(player: Player, at: Place) -> usize {
    if at.is_reserve() {
        6
    } else if at.owner().0 == player.0 & 1 {
        at.index() % 3
    } else {
        3 + at.opposite().index() % 3
    }
}

/// A position as the player who acts counts it.
pub(super) struct Eyes<'a> {
    g: &'a Waterloo,
    s: &'a State,
    player: Player,
    task: Option<Task>,
    /// Before the battle nothing of the enemy may count.
    screened: bool,
}

impl<'a> Eyes<'a> {
    pub(super) fn new(g: &'a Waterloo, s: &'a State, player: Player) -> Self {
        let screened = matches!(s.phase, Phase::Deal | Phase::Deployment);
        Self { g, s, player, task: s.task(), screened }
    }

    /// The place of a card among the player's cards in his Reserve of which `of` says that they count.
    #[inline]
    fn place_in(&self, card: CardId, of: impl Fn(Army) -> u128) -> Option<usize> {
        let mut before = 0;
        for &army in armies(self.player) {
            let set = of(army);
            if army == card.army() {
                let b = card.bit();
                return (set & b != 0).then(|| before + (set & (b - 1)).count_ones() as usize);
            }
            before += set.count_ones() as usize;
        }
        None
    }

    fn card_at(&self, mut place: usize, of: impl Fn(Army) -> u128) -> Option<CardId> {
        for &army in armies(self.player) {
            let set = of(army);
            let here = set.count_ones() as usize;
            if place < here {
                return Some(nth_card(army, set, place as u16));
            }
            place -= here;
        }
        None
    }

    fn reserve(&self, army: Army) -> u128 {
        self.s.hand(army).reserve
    }

    fn of_kind(&self, army: Army, kind: Kind) -> u128 {
        self.reserve(army) & self.g.roster(army).kinds[kind as usize]
    }

    fn prussians(&self, army: Army) -> u128 {
        if army == Army::Prussian { self.of_kind(army, Kind::General) } else { 0 }
    }

    fn hand_place(&self, card: CardId) -> Option<usize> {
        self.place_in(card, |army| self.reserve(army))
    }

    fn hand_card(&self, place: usize) -> Option<CardId> {
        self.card_at(place, |army| self.reserve(army))
    }

    /// The army whose deck the player looks through.
    fn looking(&self) -> Option<Army> {
        let army = self.s.agenda.frame()?.card.army();
        (army.player() == self.player).then_some(army)
    }

    fn deck(&self, army: Army, of: Army) -> u128 {
        let hand = self.s.hand(army);
        if army == of { hand.undrawn | hand.fixed() } else { 0 }
    }

    /// The place of a card to choose in what is chosen from.
    fn pile_place(&self, card: CardId) -> Option<usize> {
        match (self.task, self.looking()) {
            (Some(Task::Search), Some(army)) => self.place_in(card, |of| self.deck(army, of)),
            (Some(Task::Peek { .. }), Some(army)) if card.army() == army => {
                self.s.hand(army).top().iter().position(|&c| usize::from(c) == card.index())
            }
            _ => self.hand_place(card),
        }
    }

    fn pile_card(&self, place: usize) -> Option<CardId> {
        match (self.task, self.looking()) {
            (Some(Task::Search), Some(army)) => self.card_at(place, |of| self.deck(army, of)),
            (Some(Task::Peek { .. }), Some(army)) => {
                self.s.hand(army).top().get(place).map(|&c| CardId::new(army, usize::from(c)))
            }
            _ => self.hand_card(place),
        }
    }

    /// The Terrain that the player's cards at a Position could stand on, by number.
    fn terrain(&self, at: Place) -> impl Iterator<Item = u8> + '_ {
        self.s
            .grounds
            .numbered()
            .filter(move |(n, g)| {
                g.at == at
                    && self.g.profile(g.card).ground != GroundKind::River
                    && self.g.known_ground(self.s, self.player, *n).is_some()
            })
            .map(|(n, _)| n)
    }

    /// The Terrain of the own battleline, by number: only its owner lays any there.
    fn own_terrain(&self) -> impl Iterator<Item = (u8, Place)> + '_ {
        let own = move |card: CardId| card.army().player() == self.player;
        let stands = move |card: CardId| self.g.profile(card).ground != GroundKind::River;
        self.s.grounds.numbered().filter(move |(_, g)| own(g.card) && stands(g.card)).map(|(n, g)| (n, g.at))
    }

    /// The enemy cards that a slot may see: in its own Position, and facing it.
    #[inline]
    fn enemies(&self, slot: Slot) -> Option<[u64; 2]> {
        let at = self.s.side(self.player).place(slot).filter(|_| !self.screened)?;
        let enemy = self.s.side(foe(self.player));
        Some([enemy.stacked_at(at), enemy.stacked_at(at.opposite())])
    }

    /// Where a slot goes when it crosses the Middle Ground.
    fn over(&self, slot: Slot) -> Option<Place> {
        self.s.side(self.player).place(slot).map(Place::opposite)
    }

    /// The id that the table gives an action.
    #[inline]
    pub(super) fn id(&self, action: &Action) -> Option<u16> {
        let slot_id = |slot: Slot, column: usize| SLOT.id(usize::from(slot), column);
        match *action {
            Action::Deal => GENERAL.id(0, 0),
            Action::End => GENERAL.id(0, 1),
            Action::Pass => GENERAL.id(0, 2),
            Action::Deploy { card, to, formation, on, decoy } => self.deploy_id(card, to, formation, on, decoy),
            Action::Move { slot, to: Place::RESERVE, formation: Formation::Line } => slot_id(slot, TO_RESERVE),
            Action::Move { slot, to, formation } => {
                (self.over(slot) == Some(to)).then(|| slot_id(slot, ACROSS + formation as usize)).flatten()
            }
            Action::Form { slot, formation } => slot_id(slot, FORM + formation as usize),
            Action::Occupy { slot, ground } if !self.captures() => self.stand_id(slot, ground),
            Action::Capture { slot, ground } if self.captures() => self.stand_id(slot, ground),
            Action::Leave { slot } => slot_id(slot, LEAVE),
            Action::Commit { slot, how: Attack::Fire } => slot_id(slot, FIRE + TARGETS),
            Action::Commit { slot, how: Attack::Shock } => slot_id(slot, SHOCK + TARGETS),
            Action::Attack { slot, how, target } => {
                let [here, there] = self.enemies(slot)?;
                let (n, column) = match how {
                    Attack::Fire => (rank(here, target)?, FIRE),
                    Attack::Long => (here.count_ones() as usize + rank(there, target)?, FIRE),
                    Attack::Shock => (rank(here, target)?, SHOCK),
                };
                if n < TARGETS { slot_id(slot, column + n) } else { None }
            }
            Action::Roll { card } if self.task.is_none() => match self.hand_place(card) {
                Some(place) => PICK.id(place, 0),
                None => slot_id(self.s.side(self.player).slot_of(card)?, PICK_OWN),
            },
            Action::Show { card } => SHOW.id(self.place_in(card, |army| self.prussians(army))?, 0),
            Action::Play { card, aim } if !self.screened => {
                let place = self.place_in(card, |army| self.of_kind(army, Kind::Special))?;
                PLAY.id(place, self.aim_place(card, aim)?)
            }
            Action::Choose { what } => match what {
                Subject::Option(n) if usize::from(n) < ANSWERS => GENERAL.id(0, 3 + usize::from(n)),
                Subject::Slot { player, slot } if player != self.player => slot_id(slot, PICK_ENEMY),
                Subject::Slot { slot, .. } if self.task.is_some() => slot_id(slot, PICK_OWN),
                Subject::Card(card) if self.task.is_some() => PICK.id(self.pile_place(card)?, 0),
                _ => None,
            },
            _ => None,
        }
    }

    const fn captures(&self) -> bool {
        matches!(self.task, Some(Task::Capture { .. }))
    }

    #[inline]
    fn deploy_id(&self, card: CardId, to: Place, formation: Formation, on: u8, decoy: bool) -> Option<u16> {
        let place = self.hand_place(card)?;
        let kind = self.g.profile(card).kind;
        let wrong = if decoy { kind.is_troop() || on != NO_GROUND } else { false };
        if wrong || nearness(self.player, to) > 2 || (kind != Kind::Infantry && formation != Formation::Line) {
            return None;
        }
        let way = if decoy { 1 } else { formation as usize };
        if on == NO_GROUND {
            return DEPLOY.id(place, to.index() % 3 * 3 + way);
        }
        let n = self.own_terrain().position(|(number, at)| number == on && at == to)?;
        ONTO.id(place, n * 3 + way)
    }

    fn stand_id(&self, slot: Slot, ground: u8) -> Option<u16> {
        let at = self.s.side(self.player).place(slot)?;
        let n = self.terrain(at).position(|number| number == ground).filter(|&n| n < TERRAINS)?;
        SLOT.id(usize::from(slot), STAND + n)
    }

    /// The cards that a Special can be played on: the own side's, the enemy's.
    fn aims_at(&self, card: CardId) -> Option<[u64; 2]> {
        let Some(Aim::Card(who)) = self.g.code(card).map(|code| &code.aim) else { return None };
        let sides = [self.player, foe(self.player)];
        Some(sides.map(|side| self.g.aimed_at(self.s, card, who, side)))
    }

    /// The Terrain that a Special can be played on, by number.
    fn aims_on<'b>(&'b self, classes: &'b [GroundKind]) -> impl Iterator<Item = u8> + 'b {
        let fits = move |card: CardId| classes.contains(&self.g.profile(card).ground);
        self.s.grounds.numbered().filter(move |(_, g)| fits(g.card)).map(|(n, _)| n)
    }

    /// What the window is about.
    fn event(&self) -> Option<Subject> {
        self.s.agenda.window().map(|(_, _, event)| self.g.on_table(self.s, event))
    }

    fn aim_place(&self, card: CardId, aim: Subject) -> Option<usize> {
        match (&self.g.code(card)?.aim, aim) {
            (Aim::Nothing, Subject::Nothing) => Some(0),
            (Aim::Event, event) if self.event() == Some(event) => Some(0),
            (Aim::Position(_), Subject::Place(at)) => Some(nearness(self.player, at)).filter(|&n| n < 6),
            (Aim::Card(_), Subject::Slot { player, slot }) => {
                let [own, enemy] = self.aims_at(card)?;
                if player == self.player {
                    rank(own, slot)
                } else {
                    Some(own.count_ones() as usize + rank(enemy, slot)?)
                }
            }
            (Aim::Terrain(classes), Subject::Ground(number)) => self.aims_on(classes).position(|n| n == number),
            _ => None,
        }
    }

    fn aim_at(&self, card: CardId, place: usize) -> Option<Subject> {
        match &self.g.code(card)?.aim {
            Aim::Nothing => (place == 0).then_some(Subject::Nothing),
            Aim::Event => self.event().filter(|_| place == 0),
            Aim::Position(_) => (place < 6).then(|| Subject::Place(near(self.player, place))),
            Aim::Card(_) => {
                let [own, enemy] = self.aims_at(card)?;
                let here = own.count_ones() as usize;
                let (player, slot) = if place < here {
                    (self.player, nth(own, place)?)
                } else {
                    (foe(self.player), nth(enemy, place - here)?)
                };
                Some(Subject::slot(player, slot))
            }
            Aim::Terrain(classes) => self.aims_on(classes).nth(place).map(Subject::Ground),
        }
    }

    /// The action that the table gives an id.
    fn action(&self, id: usize) -> Option<Action> {
        if let Some((_, column)) = GENERAL.find(id) {
            return Some(match column {
                0 => Action::Deal,
                1 => Action::End,
                2 => Action::Pass,
                n => Action::Choose { what: Subject::Option((n - 3) as u8) },
            });
        }
        if let Some((place, _)) = PICK.find(id) {
            return Some(match self.task {
                None => Action::Roll { card: self.hand_card(place)? },
                Some(_) => Action::Choose { what: Subject::Card(self.pile_card(place)?) },
            });
        }
        if let Some((place, _)) = SHOW.find(id) {
            return Some(Action::Show { card: self.card_at(place, |army| self.prussians(army))? });
        }
        if let Some((place, aim)) = PLAY.find(id).filter(|_| !self.screened) {
            let card = self.card_at(place, |army| self.of_kind(army, Kind::Special))?;
            return Some(Action::Play { card, aim: self.aim_at(card, aim)? });
        }
        if let Some((place, column)) = DEPLOY.find(id) {
            let card = self.hand_card(place)?;
            let kind = self.g.profile(card).kind;
            let to = Place::of(self.player, (column / 3) as u8);
            let (formation, decoy) = match (kind, column % 3) {
                (Kind::Infantry, way) => (FORMATIONS[way], false),
                (_, 0) => (Formation::Line, false),
                (kind, 1) if !kind.is_troop() => (Formation::Line, true),
                _ => return None,
            };
            return Some(Action::Deploy { card, to, formation, on: NO_GROUND, decoy });
        }
        if let Some((place, column)) = ONTO.find(id) {
            let card = self.hand_card(place)?;
            let formation = FORMATIONS[column % 3];
            let (on, to) = self.own_terrain().nth(column / 3)?;
            let may = formation == Formation::Line || self.g.profile(card).kind == Kind::Infantry;
            return may.then_some(Action::Deploy { card, to, formation, on, decoy: false });
        }
        let (slot, column) = SLOT.find(id)?;
        self.action_of_slot(slot as Slot, column)
    }

    fn action_of_slot(&self, slot: Slot, column: usize) -> Option<Action> {
        if column == PICK_ENEMY {
            return Some(Action::Choose { what: Subject::slot(foe(self.player), slot) });
        }
        let side = self.s.side(self.player);
        let at = side.place(slot)?;
        let attack = |column: usize, how: Attack| {
            let n = column.checked_sub(if how == Attack::Shock { SHOCK } else { FIRE })?;
            if n == TARGETS {
                return Some(Action::Commit { slot, how });
            }
            let [here, there] = self.enemies(slot)?;
            let close = here.count_ones() as usize;
            let (how, target) = if n < close {
                (how, nth(here, n)?)
            } else if how == Attack::Fire {
                (Attack::Long, nth(there, n - close)?)
            } else {
                return None;
            };
            Some(Action::Attack { slot, how, target })
        };
        match column {
            TO_RESERVE => Some(Action::Move { slot, to: Place::RESERVE, formation: Formation::Line }),
            ACROSS..FORM => Some(Action::Move { slot, to: at.opposite(), formation: FORMATIONS[column - ACROSS] }),
            FORM..STAND => Some(Action::Form { slot, formation: FORMATIONS[column - FORM] }),
            STAND..LEAVE => {
                let ground = self.terrain(at).nth(column - STAND)?;
                Some(if self.captures() { Action::Capture { slot, ground } } else { Action::Occupy { slot, ground } })
            }
            LEAVE => Some(Action::Leave { slot }),
            FIRE..SHOCK => attack(column, Attack::Fire),
            SHOCK..PICK_OWN => attack(column, Attack::Shock),
            _ => Some(match self.task {
                None => Action::Roll { card: side.card_in(slot) },
                Some(_) => Action::Choose { what: Subject::slot(self.player, slot) },
            }),
        }
    }
}

impl Waterloo {
    /// The ids of a legal list of `player`, in its order.
    pub(super) fn list_ids(&self, s: &State, player: Player, legal: &[Action], mut each: impl FnMut(Option<u16>)) {
        let eyes = Eyes::new(self, s, player);
        let mut left = 0;
        for action in legal {
            let id = eyes.id(action).or_else(|| {
                left += 1;
                REST.id(left - 1, 0)
            });
            each(id);
        }
    }

    /// The id of an action of `player`.
    pub(super) fn id_of(&self, s: &State, player: Player, action: &Action) -> Option<u16> {
        if player.index() > 1 {
            return None;
        }
        let eyes = Eyes::new(self, s, player);
        eyes.id(action).or_else(|| {
            let rest = self.rest(s, &eyes);
            REST.id(rest.iter().position(|other| other == action)?, 0)
        })
    }

    /// The action of `player` with an id.
    pub(super) fn action_with(&self, s: &State, player: Player, id: u16) -> Option<Action> {
        if player.index() > 1 {
            return None;
        }
        let eyes = Eyes::new(self, s, player);
        match REST.find(usize::from(id)) {
            Some((place, _)) => self.rest(s, &eyes).get(place).copied(),
            None => eyes.action(usize::from(id)),
        }
    }

    /// The legal actions to which the table gives no id.
    #[cold]
    fn rest(&self, s: &State, eyes: &Eyes<'_>) -> Vec<Action> {
        let mut legal = Vec::new();
        self.list_legal(s, eyes.player, &mut legal);
        legal.retain(|action| eyes.id(action).is_none());
        legal
    }
}

impl Encoded for Waterloo {
    fn encoding_version(&self) -> u32 {
        VERSION
    }
    fn action_ids(&self) -> usize {
        table::ACTION_IDS
    }
    fn each_id(&self, state: &State, player: Player, legal: &[Action], each: impl FnMut(Option<u16>)) {
        self.list_ids(state, player, legal, each);
    }
    fn action_id(&self, state: &State, player: Player, action: &Action) -> Option<u16> {
        self.id_of(state, player, action)
    }
    fn action_of(&self, state: &State, player: Player, id: u16) -> Option<Action> {
        self.action_with(state, player, id)
    }
    fn observation_len(&self) -> usize {
        observation::LEN
    }
    fn observe(&self, state: &State, viewer: Viewer, out: &mut [f32]) {
        self.write_observation(state, viewer, out);
    }
    fn observation_layout(&self) -> Vec<Block> {
        blocks(observation::LAYOUT)
    }
}
