//! Specials in positions thrown together: some have been played, are in force, are taking effect.

use super::Rng;
use crate::game::Player;
use crate::waterloo::Waterloo;
use crate::waterloo::agenda::{ANSWERS, Frame, Subject, THROW, Task};
use crate::waterloo::specials::force::{ALWAYS, Force, moment};
use crate::waterloo::specials::program::{Op, When, Window};
use crate::waterloo::state::{FIXED, Phase, State};
use crate::waterloo::types::{Army, CardId, Kind, Place, cards, foe, nth_card, slots};

fn one(army: Army, set: u128, rng: &mut Rng) -> Option<CardId> {
    let n = set.count_ones() as usize;
    (n > 0).then(|| nth_card(army, set, rng.below(n) as u16))
}

/// Lets an owner know the top and the bottom of his deck.
pub(super) fn fix(state: &mut State, army: Army, rng: &mut Rng) {
    for list in 0..2 {
        for _ in 0..if rng.chance(20) { rng.below(FIXED + 1) } else { 0 } {
            let hand = state.hand_mut(army);
            let Some(card) = one(army, hand.undrawn, rng) else { return };
            hand.undrawn &= !card.bit();
            let places = if list == 0 { &mut hand.top } else { &mut hand.bottom };
            places[usize::from(hand.fixed[list])] = card.index() as u8;
            hand.fixed[list] += 1;
        }
    }
}

/// Lets an owner know what his deck holds.
pub(super) fn look_through(state: &mut State, army: Army, rng: &mut Rng) {
    let hand = state.hand_mut(army);
    for card in cards(army, hand.undrawn) {
        if rng.chance(30) {
            hand.undrawn &= !card.bit();
        }
    }
    hand.left[0] = hand.undrawn.count_ones() as u8;
}

/// The Specials that have been played.
fn gone(game: &Waterloo, state: &State) -> Vec<CardId> {
    let special = Kind::Special as usize;
    let of = |&army: &Army| cards(army, state.hand(army).gone & game.roster(army).kinds[special]);
    Army::ALL.iter().flat_map(of).collect()
}

fn subject(state: &State, rng: &mut Rng) -> Subject {
    let player = Player(rng.below(2) as u8);
    let there: Vec<_> = slots(state.side(player).all()).collect();
    match rng.below(4) {
        0 => Subject::Place(Place(rng.below(6) as u8)),
        1 if !there.is_empty() => Subject::slot(player, there[rng.below(there.len())]),
        2 => (0..16).find(|&n| state.grounds.get(n).is_some()).map_or(Subject::Nothing, Subject::Ground),
        _ => Subject::Nothing,
    }
}

/// Every operation of a program, by list and place.
fn operations(game: &Waterloo, card: CardId) -> Vec<((u8, u8), &Op)> {
    let lists = game.code(card).map_or(&[][..], |code| &code.lists);
    let numbered =
        lists.iter().zip(0..).flat_map(|(list, n)| list.ops.iter().zip(0..).map(move |(op, at)| ((n, at), op)));
    numbered.collect()
}

/// Where a Special's program has an operation, as the notation writes it: programs change, positions of tests do not.
pub(in crate::waterloo) fn operation(game: &Waterloo, id: &str, is: fn(&Op) -> bool) -> String {
    let all = Army::ALL.iter().flat_map(|&army| cards(army, game.all_cards(army)));
    let found = all.filter(|&card| game.card(card).id == id).flat_map(|card| operations(game, card));
    let ((list, at), _) = found.into_iter().find(|(_, op)| is(op)).expect("the program has it");
    format!("{list}.{at}")
}

/// The same line for Charleroi, with names for operations: `DRAW` and `PLACE` of Fresh Brigades, `PEEK` of the Duke's
/// Foresight, `RETIRE` of Pursuit by Moonlight, `ASIDE` of the Faithful Adjutant.
pub(in crate::waterloo) fn spelled(game: &Waterloo, line: &str) -> String {
    type Is = fn(&Op) -> bool;
    let names: [(&str, &str, Is); 5] = [
        ("DRAW", "br-spe-fresh-brigades", |op| matches!(op, Op::Draw { .. })),
        ("PLACE", "br-spe-fresh-brigades", |op| matches!(op, Op::Place {})),
        ("PEEK", "br-spe-the-dukes-foresight", |op| matches!(op, Op::Peek { count } if *count >= 3)),
        ("RETIRE", "pr-spe-moonlight-pursuit", |op| matches!(op, Op::Retire { .. })),
        ("ASIDE", "pr-spe-nostitz", |op| matches!(op, Op::SetAside { .. })),
    ];
    let mut line = line.to_owned();
    for (name, id, is) in names {
        if line.contains(name) {
            line = line.replace(name, &operation(game, id, is));
        }
    }
    line
}

/// Puts things in force that may be.
pub(super) fn enforce(game: &Waterloo, state: &mut State, rng: &mut Rng) {
    let now = moment(state.turn, u16::from(state.phase != Phase::Morale));
    for card in gone(game, state) {
        for (op, what) in operations(game, card) {
            let lasts = what.span().is_some() || matches!(what, Op::SetAside { .. } | Op::Retire { hold: Some(_), .. });
            if !lasts || rng.chance(60) {
                continue;
            }
            let (mut it, mut used) = (subject(state, rng), 0);
            match what {
                Op::SetAside { .. } => {
                    let army = card.army();
                    let kinds = game.roster(army).kinds;
                    let hand = state.hand_mut(army);
                    let Some(general) = one(army, hand.gone & kinds[Kind::General as usize], rng) else { continue };
                    hand.gone &= !general.bit();
                    it = Subject::Card(general);
                }
                Op::Retire { .. } => {
                    let army = Army::ALL[rng.below(3)];
                    let hand = state.hand_mut(army);
                    let Some(held) = one(army, hand.reserve, rng) else { continue };
                    hand.spent |= held.bit();
                    it = Subject::Card(held);
                    used = u8::from(rng.chance(50));
                }
                _ => {}
            }
            let from = now + rng.below(5) as u16;
            let until = if rng.chance(10) { ALWAYS } else { from + rng.below(9) as u16 };
            let aim = subject(state, rng);
            state.forces.push(Force { card, op, aim, it, from, until, value: 0, used, counter: rng.below(3) as u8 });
        }
        let player = card.army().player().index();
        let at = rng.below(6);
        if rng.chance(30)
            && let Some(free) = state.played[player][at].iter_mut().find(|c| **c == CardId::NONE)
        {
            *free = card;
        }
    }
    state.forces.hooks = game.hooks_of(&state.forces);
}

/// Something is under way.
pub(super) fn ask(game: &Waterloo, state: &mut State, rng: &mut Rng) {
    let (player, enemy) = (state.on_turn, foe(state.on_turn));
    let window = |window, player| Task::Window { window, player, at: Place::RESERVE, event: Subject::Nothing };
    if rng.chance(50) {
        let (step, task) = match (state.phase, rng.chance(50)) {
            (Phase::Morale, true) => (2, window(Window::OwnMorale, player)),
            (Phase::Morale, false) => (3, window(Window::FoeMorale, enemy)),
            (Phase::Combat, true) => (1, window(Window::FoeCombat, enemy)),
            (Phase::Combat, false) => (5, window(Window::FoeCombatEnd, enemy)),
            _ => (1, window(Window::FoeReinforce, enemy)),
        };
        state.step = step;
        state.agenda.push(task);
    }
    let played = gone(game, state);
    if played.is_empty() || rng.chance(40) {
        return;
    }
    let card = played[rng.below(played.len())];
    let army = card.army();
    let waiting: Vec<_> = operations(game, card);
    if waiting.is_empty() {
        return;
    }
    let ((list, at), op) = waiting[rng.below(waiting.len())];
    let mut frame = Frame { card, aim: subject(state, rng), it: subject(state, rng), value: 0, list, at };
    let task = match op {
        Op::Choose { .. } => Task::Choose { count: 0, chosen: 0 },
        Op::Attack { .. } => {
            let Some(slot) = slots(state.side(army.player()).troops()).next() else { return };
            frame.it = Subject::slot(army.player(), slot);
            Task::Aim
        }
        Op::Place {} => {
            let Some(held) = one(army, state.hand(army).reserve, rng) else { return };
            frame.it = Subject::Card(held);
            Task::Place
        }
        Op::Show { .. } => Task::Show,
        Op::Peek { count } => {
            let hand = state.hand(army);
            let left = (*count).min(hand.fixed[0]);
            let stage = rng.below(3) as u8;
            Task::Peek { stage, left: if stage == 0 { left } else { left.min(count - 1) } }
        }
        Op::Search { .. } => Task::Search,
        _ => return,
    };
    state.agenda.push(Task::Run(frame));
    state.agenda.push(task);
}

/// Any task at all, for the notation.
pub(in crate::waterloo) fn any_task(game: &Waterloo, state: &State, rng: &mut Rng) -> Task {
    let byte = |rng: &mut Rng| rng.below(64) as u8;
    let player = Player(rng.below(2) as u8);
    let some = |rng: &mut Rng| CardId::new(Army::French, rng.below(game.roster(Army::French).cards.len()));
    match rng.below(19) {
        0 => Task::Nothing,
        1 => {
            let window = Window::ALL[rng.below(Window::ALL.len())];
            Task::Window { window, player, at: Place(rng.below(7) as u8), event: Subject::Card(some(rng)) }
        }
        2 => Task::Attack {
            player,
            slot: byte(rng),
            how: crate::waterloo::types::Attack::ALL[rng.below(3)],
            target: byte(rng),
            special: rng.chance(50),
        },
        3 => Task::Excess,
        4 => Task::Leave { card: some(rng), failed: byte(rng) },
        5 => Task::Play { card: some(rng), aim: subject(state, rng) },
        6 | 7 => Task::Run(Frame {
            card: some(rng),
            aim: subject(state, rng),
            it: Subject::Card(some(rng)),
            value: rng.below(256) as u8 as i8,
            list: byte(rng),
            at: byte(rng),
        }),
        8 => {
            let chosen = (0..3).fold(0_u64, |set, _| set | 1 << rng.below(64));
            let chosen = if rng.chance(30) { 0 } else { chosen };
            Task::Choose { count: chosen.count_ones() as u8, chosen }
        }
        9 => Task::Each { next: rng.below(129) as u8 },
        10 => Task::Watch { when: When::ALL[rng.below(When::ALL.len())], next: byte(rng) },
        11 => {
            let left = rng.below(THROW + 1);
            let mut faces = [0; THROW];
            faces.iter_mut().take(left).for_each(|face| *face = 1 + rng.below(6) as u8);
            Task::Throw { left: left as u8, faces }
        }
        12 => Task::Draw { left: byte(rng) },
        13 => Task::Aim,
        14 => Task::Place,
        15 => Task::Show,
        16 => Task::Search,
        17 => Task::Peek { stage: rng.below(3) as u8, left: byte(rng) },
        _ => {
            let len = rng.below(ANSWERS + 1);
            let mut answers = [0; ANSWERS];
            answers.iter_mut().take(len).for_each(|answer| *answer = rng.below(256) as u8);
            Task::Handler { wait: byte(rng), len: len as u8, answers }
        }
    }
}
