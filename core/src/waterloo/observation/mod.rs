//! What a viewer sees, as numbers for machine players.
//!
//! Everything here is in the [`View`](super::View) too and stands under the same conditions: what [`Waterloo::seen`] and the views of slots,
//! agenda and entries in force allow. Own things come first; Positions are counted from the viewer's own Left, as action ids
//! do. Numbers are parts of a greatest value, cards are named by their place in the army's roster.

mod layout;

pub(super) use layout::{LAYOUT, LEN};

use super::Waterloo;
use super::agenda::{AGENDA, Subject, Task};
use super::ids::{near, nearness};
use super::specials::force::FORCES;
use super::state::{Ending, GROUNDS, Phase, State};
use super::types::{
    ARMY_CARDS, Army, CardId, GroundKind, KINDS, POSITIONS, Place, SLOTS, Slot, bit, cards, foe, slots,
};
use super::view::{Marks, hidden_army, is_own, knows_deck, open, screened, table};
use super::{Profile, Rank};
use crate::encode::Pen;
use crate::game::{Player, Viewer};
use layout::{AGENDA_WIDTH, ARMY_WIDTH, CARD_WIDTH, FORCE_WIDTH, HAND, HAND_WIDTH, SLOT_WIDTH, TERRAIN_WIDTH};

/// Someone who looks.
struct Look<'a> {
    g: &'a Waterloo,
    s: &'a State,
    viewer: Viewer,
    /// From whose side.
    side: Player,
}

impl Waterloo {
    /// Writes what `viewer` sees.
    pub(super) fn write_observation(&self, s: &State, viewer: Viewer, out: &mut [f32]) {
        let side = match viewer {
            Viewer::Player(player) if player.index() < 2 => player,
            _ => Player(0),
        };
        let look = Look { g: self, s, viewer, side };
        let mut pen = Pen::new(out);
        look.battle(&mut pen);
        look.agenda(&mut pen);
        look.slots(side, &mut pen);
        look.slots(foe(side), &mut pen);
        look.hand(&mut pen);
        look.cards(&mut pen);
        look.armies(&mut pen);
        look.terrain(&mut pen);
        look.forces(&mut pen);
        look.played(&mut pen);
        debug_assert_eq!(pen.at(), LEN);
    }
}

impl Look<'_> {
    /// The four armies: own first and second, then the enemy's; none where there is no second.
    fn sides(&self) -> [Option<Army>; 4] {
        let of = |player: Player| match player.0 {
            0 => [Some(Army::French), None],
            _ => [Some(Army::British), Some(Army::Prussian)],
        };
        let ([a, b], [c, d]) = (of(self.side), of(foe(self.side)));
        [a, b, c, d]
    }

    fn screens(&self, player: Player) -> bool {
        screened(self.s.phase, self.s.ready, self.viewer, player)
    }

    fn battle(&self, pen: &mut Pen<'_>) {
        let (s, own, enemy) = (self.s, self.side, foe(self.side));
        let acting = self.g.acting(s);
        pen.one_of(Some(s.phase as usize), 6);
        pen.flag(s.phase != Phase::Over && s.on_turn == own);
        pen.flag(acting.has(own));
        pen.flag(acting.has(enemy));
        pen.flag(s.ready.has(own));
        pen.flag(s.ready.has(enemy));
        pen.part(s.turn, 64);
        pen.part(s.step, 16);
        pen.flag(s.arrived);
        for player in [own, enemy] {
            pen.part(if is_own(self.viewer, player) { s.changes[player.index() & 1] } else { 0 }, 200);
        }
        for lane in 0..3 {
            pen.part(s.crossings[Place::of(own, lane).lane()], 8);
        }
        for n in 0..POSITIONS {
            pen.flag(s.opened >> near(own, n).0 & 1 == 1);
        }
        let won = |player: Player| matches!(s.ending, Some(Ending::Victory { winner, .. }) if winner == player);
        pen.flag(won(own));
        pen.flag(won(enemy));
        pen.flag(matches!(s.ending, Some(Ending::NoWin | Ending::TurnCap)));
    }

    /// Own, enemy, and the number: of 256, the second army's after the first's. Of a card that is hidden only whose it is.
    fn card(&self, card: Option<CardId>, pen: &mut Pen<'_>) {
        let Some(card) = card.filter(|&card| card != CardId::NONE) else { return pen.skip(3) };
        let hidden = hidden_army(card);
        let army = hidden.unwrap_or_else(|| card.army());
        pen.flag(army.player() == self.side);
        pen.flag(army.player() != self.side);
        pen.part(if hidden.is_some() { 0 } else { number(card) }, 2 * ARMY_CARDS as u16);
    }

    fn subject(&self, what: Subject, pen: &mut Pen<'_>) {
        let (kind, value) = match what {
            Subject::Nothing => (0, 0.0),
            Subject::Place(at) => (1, (nearness(self.side, at) + 1) as f32 / 7.0),
            Subject::Slot { player, slot } => {
                (if player == self.side { 2 } else { 3 }, (f32::from(slot) + 1.0) / SLOTS as f32)
            }
            Subject::Ground(n) => (4, self.ground_number(n)),
            Subject::Card(card) => {
                let hidden = hidden_army(card);
                let army = hidden.unwrap_or_else(|| card.army());
                let value = if hidden.is_some() { 0.0 } else { f32::from(number(card)) / 256.0 };
                (if army.player() == self.side { 5 } else { 6 }, value)
            }
            Subject::Option(n) => (7, (f32::from(n) + 1.0) / 16.0),
        };
        pen.one_of(Some(kind), 8);
        pen.put(value);
    }

    /// The number of Terrain in play, own first, as a part of 16; the first has 1/16.
    fn ground_number(&self, n: u8) -> f32 {
        let n = if self.side.0 == 1 { n ^ GROUNDS as u8 } else { n };
        (f32::from(n) + 1.0) / (2 * GROUNDS) as f32
    }

    fn agenda(&self, pen: &mut Pen<'_>) {
        let mut tasks = [Task::Nothing; AGENDA];
        let mut len = 0;
        for (place, task) in tasks.iter_mut().zip(self.g.agenda_seen(self.s, self.viewer)) {
            *place = task;
            len += 1;
        }
        for task in tasks[..len].iter().rev() {
            self.task(task, pen);
        }
        pen.skip((AGENDA - len) * AGENDA_WIDTH);
        let chosen = match tasks.get(len.wrapping_sub(1)) {
            Some(Task::Choose { chosen, .. }) => *chosen,
            _ => 0,
        };
        for slot in 0..SLOTS as Slot {
            pen.flag(chosen & bit(slot) != 0);
        }
    }

    fn task(&self, task: &Task, pen: &mut Pen<'_>) {
        let mut row = Row::default();
        match *task {
            Task::Nothing => {}
            Task::Window { window, player, at, event } => {
                row = Row {
                    kind: 1,
                    window: Some(window as usize),
                    player: Some(player),
                    at: Some(at),
                    it: event,
                    ..row
                };
            }
            Task::Target { slot, how } => {
                row = Row { kind: 2, slot: Some(slot), how: Some(how as usize), player: Some(self.s.on_turn), ..row };
            }
            Task::Capture { ground, taken } => row = Row { kind: 3, ground: Some(ground), count: taken, ..row },
            Task::Excess => row.kind = 4,
            Task::Attack { player, slot, how, target, special } => {
                let count = u8::from(special);
                let (slot, target, how) = (Some(slot), Some(target), Some(how as usize));
                row = Row { kind: 5, player: Some(player), slot, target, how, count, ..row };
            }
            Task::Leave { card, failed } => row = Row { kind: 6, card: Some(card), count: failed, ..row },
            Task::Play { card, aim } => row = Row { kind: 7, card: Some(card), aim, ..row },
            Task::Run(frame) => {
                let mut numbers = [0; 8];
                (numbers[0], numbers[1], numbers[2]) = (frame.list, frame.at, frame.value as u8);
                row = Row { kind: 8, card: Some(frame.card), aim: frame.aim, it: frame.it, numbers, ..row };
            }
            Task::Choose { count, .. } => row = Row { kind: 9, count, ..row },
            Task::Each { next } => row = Row { kind: 10, count: next, ..row },
            Task::Watch { when, next } => {
                let mut numbers = [0; 8];
                numbers[0] = when as u8 + 1;
                row = Row { kind: 11, count: next, numbers, ..row };
            }
            Task::Throw { left, faces } => row = Row { kind: 12, count: left, numbers: faces, ..row },
            Task::Draw { left } => row = Row { kind: 13, count: left, ..row },
            Task::Aim => row.kind = 14,
            Task::Place => row.kind = 15,
            Task::Show => row.kind = 16,
            Task::Search => row.kind = 17,
            Task::Peek { stage, left } => {
                let mut numbers = [0; 8];
                numbers[0] = stage;
                row = Row { kind: 18, count: left, numbers, ..row };
            }
            Task::Handler { wait, len, answers } => {
                // The last of eight answers is never asked about again: its place holds what is waited for.
                let mut numbers = answers;
                numbers[7] = wait;
                row = Row { kind: 19, count: len, numbers, ..row };
            }
        }
        pen.one_of(Some(row.kind), 20);
        pen.one_of(row.window, 12);
        pen.flag(row.player == Some(self.side));
        pen.flag(row.player == Some(foe(self.side)));
        pen.one_of(row.at.map(|at| nearness(self.side, at)), 7);
        pen.part(row.slot.map_or(0, |slot| slot + 1), SLOTS as u16);
        pen.part(row.target.map_or(0, |slot| slot + 1), SLOTS as u16);
        pen.one_of(row.how, 3);
        pen.put(row.ground.map_or(0.0, |n| self.ground_number(n)));
        self.card(row.card, pen);
        pen.part(row.count, 128);
        for n in row.numbers {
            pen.part(n, 255);
        }
        self.subject(row.aim, pen);
        self.subject(row.it, pen);
    }

    fn profile(&self, p: &Profile, pen: &mut Pen<'_>) {
        pen.one_of(Some(p.kind as usize), KINDS);
        for value in [p.cv, p.fire, p.long, p.shock, p.morale, p.offense, p.defense] {
            pen.part(value, 8);
        }
        pen.part(p.corps, 32);
        let rank = match p.rank {
            Rank::Corps => 0,
            Rank::Army => 1,
            Rank::Chief(_) => 2,
            Rank::Second(_) => 3,
        };
        pen.one_of((p.kind == super::Kind::General).then_some(rank), 4);
    }

    fn slots(&self, player: Player, pen: &mut Pen<'_>) {
        let side = self.s.side(player);
        let all = if self.screens(player) { 0 } else { side.all() };
        let own = is_own(self.viewer, player);
        let mut terrain = [0.0; SLOTS];
        for (n, ground) in self.s.grounds.numbered().filter(|(_, g)| g.holder == player) {
            for slot in slots(ground.occupants) {
                terrain[usize::from(slot)] = self.ground_number(n);
            }
        }
        let mut at = [0; SLOTS];
        for n in 0..POSITIONS {
            for slot in slots(side.at[near(self.side, n).index()]) {
                at[usize::from(slot)] = n;
            }
        }
        let mut next = 0;
        for slot in slots(all) {
            let (i, b) = (usize::from(slot), bit(slot));
            pen.skip((i - next) * SLOT_WIDTH);
            next = i + 1;
            let card = side.card_in(slot);
            let up = side.up & b != 0;
            pen.flag(true);
            pen.one_of(Some(at[i]), POSITIONS);
            pen.flag(up);
            pen.flag(own || up);
            pen.flag(card.army() == Army::Prussian);
            if own || up {
                self.profile(self.g.profile(card), pen);
                pen.part(card.index() as u16 + 1, ARMY_CARDS as u16);
            } else {
                pen.skip(KINDS + 7 + 1 + 4 + 1);
            }
            pen.flag(side.column & b != 0);
            pen.flag(side.square & b != 0);
            pen.flag(side.blown & b != 0);
            pen.part(side.hits[i], 4);
            pen.put(terrain[i]);
            pen.part(side.since[i], 64);
            let marks = if own { Marks::of(side, slot) } else { Marks::shown(side, slot) };
            for n in 0..12 {
                pen.flag(marks.bits() >> n & 1 == 1);
            }
        }
        pen.skip((SLOTS - next) * SLOT_WIDTH);
    }

    fn ground(&self, p: &Profile, pen: &mut Pen<'_>) {
        let kind = match p.ground {
            GroundKind::Hill => 0,
            GroundKind::Woods => 1,
            GroundKind::River => 2,
            GroundKind::Building => 3,
        };
        pen.one_of(Some(kind), 4);
    }

    fn hand(&self, pen: &mut Pen<'_>) {
        let mut rows = 0;
        if is_own(self.viewer, self.side) {
            let held = self.sides().into_iter().take(2).flatten();
            let held = held.flat_map(|army| cards(army, self.s.hand(army).reserve));
            for card in held.take(HAND) {
                rows += 1;
                let p = self.g.profile(card);
                pen.flag(true);
                pen.flag(card.army() == Army::Prussian);
                self.profile(p, pen);
                pen.part(card.index() as u16 + 1, ARMY_CARDS as u16);
                if p.kind == super::Kind::Terrain {
                    self.ground(p, pen);
                    pen.one_of(Some(usize::from(p.lane)), 3);
                    pen.part(p.capacity, 4);
                    pen.part(p.terrain_morale, 4);
                    pen.part(p.move_limit, 8);
                } else {
                    pen.skip(4 + 3 + 3);
                }
                let hand = self.s.hand(card.army());
                for set in [hand.moved, hand.spent, hand.withdrew] {
                    pen.flag(set & card.bit() != 0);
                }
                pen.part(self.reserve_hits(card), 4);
            }
        }
        pen.skip((HAND - rows) * HAND_WIDTH);
    }

    fn reserve_hits(&self, card: CardId) -> u8 {
        self.s.reserve_hits.iter().find(|(c, _)| *c == card).map_or(0, |(_, n)| *n)
    }

    fn cards(&self, pen: &mut Pen<'_>) {
        for army in self.sides() {
            let Some(army) = army else {
                pen.skip(ARMY_CARDS * CARD_WIDTH);
                continue;
            };
            let (hand, all) = (self.s.hand(army), self.g.all_cards(army));
            let own = is_own(self.viewer, army.player());
            let (reserve, unknown) = if own {
                (hand.reserve, hand.undrawn)
            } else {
                (open(self.s, army), all & !self.g.seen(self.s, self.viewer, army))
            };
            let mut returned = [0u8; ARMY_CARDS];
            for (i, &card) in (1..).zip(hand.returned()) {
                returned[usize::from(card) % ARMY_CARDS] = i;
            }
            let mut hits = [0u8; ARMY_CARDS];
            for (card, n) in self.s.reserve_hits.iter().filter(|(c, _)| *c != CardId::NONE && c.army() == army) {
                hits[card.index()] = *n;
            }
            let mut fixed = [0i8; ARMY_CARDS];
            if own {
                for (i, &card) in (0..).zip(hand.top()) {
                    fixed[usize::from(card) % ARMY_CARDS] = 8 - i;
                }
                for (i, &card) in (0..).zip(hand.bottom()) {
                    fixed[usize::from(card) % ARMY_CARDS] = -1 - i;
                }
            }
            for i in 0..ARMY_CARDS {
                let b = 1u128 << i;
                pen.flag(reserve & b != 0);
                pen.flag(unknown & b != 0);
                pen.flag(hand.gone & all & b != 0);
                pen.part(fixed[i], 8);
                pen.part(returned[i], 64);
                pen.flag(hand.shown & b != 0);
                pen.part(hits[i], 4);
            }
        }
    }

    fn armies(&self, pen: &mut Pen<'_>) {
        for army in self.sides() {
            let Some(army) = army.filter(|&army| !self.g.roster(army).cards.is_empty()) else {
                pen.skip(ARMY_WIDTH);
                continue;
            };
            let hand = self.s.hand(army);
            let drawn = if self.screens(army.player()) { table(self.s, army) } else { 0 };
            pen.flag(true);
            pen.part((hand.reserve | drawn).count_ones(), 128);
            pen.part(hand.left(), 128);
            pen.flag(knows_deck(hand));
            let own = is_own(self.viewer, army.player());
            for left in hand.left {
                pen.part(if own { left } else { 0 }, 128);
            }
        }
    }

    fn terrain(&self, pen: &mut Pen<'_>) {
        for n in 0..2 * GROUNDS {
            let number = if self.side.0 == 1 { n ^ GROUNDS } else { n };
            let ground = self.s.grounds.get(number as u8).filter(|g| !self.screens(g.card.army().player()));
            let Some(ground) = ground else {
                pen.skip(TERRAIN_WIDTH);
                continue;
            };
            let p = self.g.profile(ground.card);
            pen.flag(true);
            pen.one_of(Some(nearness(self.side, ground.at)), POSITIONS);
            pen.flag(ground.holder == self.side);
            self.ground(p, pen);
            pen.part(p.capacity, 4);
            pen.part(p.terrain_morale, 4);
            pen.part(p.move_limit, 8);
            pen.part(ground.occupants.count_ones(), 4);
            pen.flag(ground.card.army() == Army::Prussian);
            pen.part(ground.card.index() as u16 + 1, ARMY_CARDS as u16);
        }
    }

    fn forces(&self, pen: &mut Pen<'_>) {
        let now = i32::from(self.s.turn) * 4;
        let list = self.s.forces.list();
        for force in list {
            let seen = self.g.force_view(self.viewer, force);
            self.card(Some(seen.card), pen);
            pen.part(seen.op.0, 64);
            pen.part(seen.op.1, 64);
            pen.part(i32::from(seen.from) - now, 64);
            pen.part(i32::from(seen.until) - now, 64);
            pen.flag(seen.until == u16::MAX);
            self.subject(seen.aim, pen);
            self.subject(seen.it, pen);
            pen.part(seen.value, 16);
            pen.part(seen.used, 8);
            pen.part(seen.uses.map_or(0, |n| n.saturating_add(1)), 8);
            pen.part(seen.counter, 8);
        }
        pen.skip((FORCES - list.len()) * FORCE_WIDTH);
    }

    fn played(&self, pen: &mut Pen<'_>) {
        for player in [self.side, foe(self.side)] {
            for n in 0..POSITIONS {
                for card in self.s.played[player.index() & 1][near(self.side, n).index()] {
                    self.card(Some(card), pen);
                }
            }
        }
    }
}

/// A card's number from 1, of 256: the second army's after the first's.
const fn number(card: CardId) -> u16 {
    let second = if matches!(card.army(), Army::Prussian) { ARMY_CARDS as u16 } else { 0 };
    second + card.index() as u16 + 1
}

/// A task as a row.
#[derive(Default)]
struct Row {
    kind: usize,
    window: Option<usize>,
    player: Option<Player>,
    at: Option<Place>,
    slot: Option<Slot>,
    target: Option<Slot>,
    how: Option<usize>,
    ground: Option<u8>,
    card: Option<CardId>,
    count: u8,
    numbers: [u8; 8],
    aim: Subject,
    it: Subject,
}
