//! Positions thrown together at random for tests: valid ones, also such as no play leads to.

pub(super) mod specials;

use super::agenda::Task;
use super::cards::CardSet;
use super::state::{Ground, Phase, RESERVE_HITS, State};
use super::turn::{ACTIONS, ROLLS, SHOWING};
use super::types::{ALLIED, Army, CardId, FRENCH, Formation, GroundKind, KINDS, Kind, Place, Slot, bit, cards, slots};
use super::{Deal, Options, Setup, Waterloo};
use crate::chance::{Draws, Kind as Draw, Request, Seed, Seeded, Stream};
use crate::game::{Game, Quiet};

/// A source of numbers for tests.
pub(super) struct Rng(Seeded);

impl Rng {
    pub(super) fn new(seed: u64) -> Self {
        Self(Seeded::new(Seed::from_number(seed)))
    }

    /// A number from 0 to `n - 1`.
    pub(super) fn below(&mut self, n: usize) -> usize {
        let kind = Draw::Pick { among: n as u16 };
        let request = Request { code: "test", subject: 0, stream: Stream(15), kind };
        usize::from(self.0.pick(request, |i| i).unwrap())
    }

    pub(super) fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }
}

/// The five battles, one with decoys, one by quota, and one with a custom deck of triplets.
pub(super) fn games() -> Vec<Waterloo> {
    let mut setups: Vec<Setup> = ["QB", "LI", "WA", "WV", "CH"].map(Setup::battle).into();
    let mut decoys = Setup::battle("WA");
    decoys.options = Options { decoys: true, turn_cap: None, ..Options::default() };
    setups.push(decoys);
    let mut quota = Setup::battle("LI");
    quota.deals.insert(Army::French, Deal::Quota(None));
    quota.deals.insert(Army::Prussian, Deal::Quota(None));
    setups.push(quota);
    let mut custom = Setup::battle("QB");
    custom.deals.insert(Army::French, Deal::Custom(vec![3, 23, 23, 23, 25, 56, 56, 71, 88]));
    setups.push(custom);
    setups.into_iter().map(|setup| Waterloo::new(CardSet::embedded(), setup).unwrap()).collect()
}

/// A valid position of `game`.
pub(super) fn scatter(game: &Waterloo, rng: &mut Rng) -> State {
    loop {
        let state = throw(game, rng);
        if game.validate(&state).is_empty() {
            return state;
        }
    }
}

/// A position in which everything is in order, except that nobody may be able to act.
fn throw(game: &Waterloo, rng: &mut Rng) -> State {
    let mut state = State::EMPTY;
    state.phase = [Phase::Combat, Phase::Combat, Phase::Morale, Phase::Reinforce][rng.below(4)];
    state.step = match state.phase {
        Phase::Morale => ROLLS,
        Phase::Combat => ACTIONS,
        _ => SHOWING,
    };
    state.turn = 1 + rng.below(100) as u16;
    state.on_turn = if rng.chance(80) == (state.turn % 2 == 1) { FRENCH } else { ALLIED };
    state.ready.0 = 3;
    state.arrived = !game.prussians_arrive() || rng.chance(70);
    state.opened = rng.below(64) as u8;
    state.crossings = [rng.below(3) as u8, 0, rng.below(3) as u8];
    for army in game.armies() {
        deal(game, &mut state, army, rng);
    }
    settle(&mut state);
    for number in 0..16 {
        occupy(game, &mut state, number, rng);
    }
    for army in game.armies() {
        remember(game, &mut state, army, rng);
    }
    reserve_hits(game, &mut state, rng);
    if rng.chance(50) {
        specials::enforce(game, &mut state, rng);
    }
    let open = state.grounds.numbered().find(|(n, g)| g.holder != state.on_turn && game.captors(&state, *n) != 0);
    if let (Some((ground, _)), true) = (open, state.phase == Phase::Combat) {
        state.agenda.push(Task::Capture { ground, taken: 0 });
    } else if rng.chance(30) {
        specials::ask(game, &mut state, rng);
    }
    state
}

fn deal(game: &Waterloo, state: &mut State, army: Army, rng: &mut Rng) {
    let player = army.player();
    let decoys = game.options().decoys;
    let waits = army == Army::Prussian && game.prussians_arrive();
    for card in cards(army, game.all_cards(army)).collect::<Vec<_>>() {
        let profile = game.profile(card);
        let roll = rng.below(100);
        let up = rng.chance(50) || profile.kind == Kind::General && !(decoys && rng.chance(30));
        let mut lanes: Vec<Place> = (0..3).map(|lane| Place::of(player, lane)).collect();
        if profile.kind != Kind::FootArtillery && (up || profile.kind.is_troop()) {
            lanes.extend((0..3).map(|lane| Place::of(super::types::foe(player), lane)));
        }
        if waits {
            lanes.retain(|at| state.arrived && matches!(at, Place(2 | 3)));
        }
        let stands = profile.kind.is_troop() || profile.kind == Kind::General;
        match roll {
            0..40 if stands && !lanes.is_empty() => {
                let at = lanes[rng.below(lanes.len())];
                if let Some(slot) = free(state, player, rng) {
                    let side = state.side_mut(player);
                    let b = bit(slot);
                    side.card[usize::from(slot)] = card;
                    side.at[at.index()] |= b;
                    side.kind[profile.kind as usize] |= b;
                    if up {
                        side.up |= b;
                    }
                    mark(state, player, slot, profile.kind, rng);
                } else {
                    state.hand_mut(army).gone |= card.bit();
                }
            }
            0..40 if profile.kind == Kind::Terrain && (!waits || state.arrived) => {
                let at = Place::of(player, profile.lane);
                let captured = profile.ground != GroundKind::River && rng.chance(30);
                let holder = if captured { super::types::foe(player) } else { player };
                if state.grounds.push(Ground { card, at, holder, occupants: 0 }).is_none() {
                    state.hand_mut(army).gone |= card.bit();
                }
            }
            40..60 => {
                let hand = state.hand_mut(army);
                hand.reserve |= card.bit();
                if rng.chance(10) {
                    hand.moved |= card.bit();
                }
                if rng.chance(10) {
                    hand.spent |= card.bit();
                }
                if rng.chance(10) {
                    hand.withdrew |= card.bit();
                    hand.moved |= card.bit();
                    hand.spent |= if profile.kind.moves() == 1 { card.bit() } else { 0 };
                }
                if army == Army::Prussian && profile.kind == Kind::General && rng.chance(50) {
                    hand.shown |= card.bit();
                }
            }
            60..70 => state.hand_mut(army).gone |= card.bit(),
            _ => state.hand_mut(army).undrawn |= card.bit(),
        }
    }
    specials::fix(state, army, rng);
    let kinds = game.roster(army).kinds;
    let quota = game.roster(army).quota;
    let hand = state.hand_mut(army);
    match quota {
        None if rng.chance(20) => specials::look_through(state, army, rng),
        None => hand.left[0] = rng.below(hand.undrawn.count_ones() as usize + 1) as u8,
        // As many as a deck of this quota has left after the cards that are out.
        Some(quota) => {
            for k in 0..KINDS {
                let out = (kinds[k] & !hand.undrawn).count_ones() as u16;
                hand.left[k] = quota[k].saturating_sub(out).min((kinds[k] & hand.undrawn).count_ones() as u16) as u8;
            }
        }
    }
}

/// Takes away what the rules would take away at once, and what is too much in a Position.
fn settle(state: &mut State) {
    for _ in 0..4 {
        for player in [FRENCH, ALLIED] {
            for at in Place::POSITIONS {
                let foes = state.side(super::types::foe(player));
                let (found, guarded) = (foes.at[at.index()] != 0, foes.at[at.index()] & foes.troops() != 0);
                let side = state.side(player);
                let here = side.at[at.index()];
                let (troops, generals) = (here & side.troops(), here & side.generals());
                let mut wrong = 0;
                if found && troops == 0 {
                    wrong |= generals;
                }
                if found {
                    wrong |= here & side.decoys();
                }
                if at.owner() != player && !guarded {
                    wrong |= troops;
                }
                wrong |= slots(here & side.stacked()).skip(4).fold(0, |set, slot| set | bit(slot));
                wrong |= slots(generals).skip(1).fold(0, |set, slot| set | bit(slot));
                for slot in slots(wrong) {
                    let card = state.side(player).card[usize::from(slot)];
                    state.hand_mut(card.army()).gone |= card.bit();
                    state.side_mut(player).vacate(slot);
                }
                if !found {
                    state.side_mut(player).blown &= !here;
                }
            }
        }
    }
}

/// A free slot, not always the lowest.
fn free(state: &State, player: crate::game::Player, rng: &mut Rng) -> Option<Slot> {
    let side = state.side(player);
    let slot = (!side.all()).trailing_zeros() as usize + usize::from(rng.chance(20));
    (slot < 64 && side.all() >> slot & 1 == 0).then_some(slot as Slot)
}

fn mark(state: &mut State, player: crate::game::Player, slot: Slot, kind: Kind, rng: &mut Rng) {
    let side = state.side_mut(player);
    let b = bit(slot);
    let up = side.up & b != 0;
    if kind == Kind::Infantry && rng.chance(30) {
        side.set_formation(slot, if rng.chance(50) { Formation::Column } else { Formation::Square });
    }
    if up && kind == Kind::Cavalry && rng.chance(30) {
        side.blown |= b;
    }
    if up && rng.chance(30) {
        side.hits[usize::from(slot)] = 1 + rng.below(4) as u8;
        side.struck |= b;
    }
    for set in [&mut side.moved, &mut side.acted, &mut side.formed, &mut side.engaged, &mut side.withdrew] {
        if rng.chance(10) {
            *set |= b;
        }
    }
    if side.moved & b != 0 && rng.chance(30) {
        side.moved_twice |= b;
    }
    let troop = kind.is_troop();
    for (set, may) in [
        (&mut side.known_infantry, kind == Kind::Infantry),
        (&mut side.known_cavalry, kind == Kind::Cavalry),
        (&mut side.known_mobile, troop && kind != Kind::FootArtillery),
        (&mut side.known_troop, troop),
    ] {
        if may && rng.chance(15) {
            *set |= b;
        }
    }
}

fn occupy(game: &Waterloo, state: &mut State, number: u8, rng: &mut Rng) {
    let Some(&ground) = state.grounds.get(number) else { return };
    let profile = game.profile(ground.card);
    let own = ground.holder == ground.card.army().player();
    let taken = state.on_ground(ground.holder);
    let side = state.side(ground.holder);
    let kinds = match profile.ground {
        GroundKind::River => 0,
        GroundKind::Hill if own => side.troops(),
        _ => side.infantry(),
    };
    let closed = matches!(profile.ground, GroundKind::Woods | GroundKind::Building);
    let able = side.at[ground.at.index()] & kinds & !taken;
    for slot in slots(able).take(usize::from(profile.capacity)) {
        if rng.chance(40) {
            continue;
        }
        let side = state.side_mut(ground.holder);
        side.known_troop |= bit(slot);
        if closed {
            side.known_infantry |= bit(slot);
        }
        if profile.ground == GroundKind::Building {
            side.set_formation(slot, Formation::Line);
        }
        state.grounds.get_mut(number).unwrap().occupants |= bit(slot);
    }
}

/// Lets some cards have gone back to the Reserve, and some of them have come up again unseen.
fn remember(game: &Waterloo, state: &mut State, army: Army, rng: &mut Rng) {
    let player = army.player();
    let down = state.side(player).all() & !state.side(player).up;
    let mut able: Vec<CardId> = cards(army, state.hand(army).reserve).collect();
    let hidden: Vec<Slot> = slots(down).filter(|&s| state.side(player).card[usize::from(s)].army() == army).collect();
    able.extend(hidden.iter().map(|&s| state.side(player).card[usize::from(s)]));
    for _ in 0..rng.below(4) {
        if able.is_empty() {
            break;
        }
        let card = able.swap_remove(rng.below(able.len()));
        if !game.profile(card).kind.is_troop() {
            continue;
        }
        let hand = state.hand_mut(army);
        hand.returned[usize::from(hand.returned_len)] = card.index() as u8;
        hand.returned_len += 1;
    }
    let list: Vec<u8> = state.hand(army).returned().to_vec();
    for slot in hidden {
        let side = state.side_mut(player);
        let card = side.card[usize::from(slot)];
        let least = list.iter().position(|&i| usize::from(i) == card.index()).map_or(0, |i| i + 1);
        side.since[usize::from(slot)] = (least + rng.below(list.len() + 1 - least)) as u8;
    }
}

fn reserve_hits(game: &Waterloo, state: &mut State, rng: &mut Rng) {
    let mut at = 0;
    for &army in Army::ALL {
        for card in cards(army, state.hand(army).reserve).collect::<Vec<_>>().into_iter().rev() {
            if rng.chance(8) && at < RESERVE_HITS && !matches!(game.profile(card).kind, Kind::Terrain | Kind::Special) {
                state.reserve_hits[at] = (card, 1 + rng.below(3) as u8);
                // Now and then a gap.
                at += 1 + rng.below(2);
            }
        }
    }
}

/// Plays a game of random actions to its end and shows every position on the way.
pub(super) fn playout(game: &Waterloo, seed: u64, visit: impl FnMut(&State)) {
    playout_from(game, game.start(), seed, visit);
}

/// Plays on from a position.
pub(super) fn playout_from(game: &Waterloo, mut state: State, seed: u64, mut visit: impl FnMut(&State)) {
    let mut rng = Rng::new(seed ^ 0x5eed);
    let mut draws = Seeded::new(Seed::from_number(seed));
    let mut legal = Vec::new();
    for _ in 0..200_000 {
        visit(&state);
        let acting: Vec<_> = game.to_act(&state).iter().collect();
        if acting.is_empty() {
            return;
        }
        let first = rng.below(acting.len());
        let mut turns = acting.iter().cycle().skip(first).take(acting.len());
        let player = turns.find(|&&player| {
            legal.clear();
            game.legal(&state, player, &mut legal);
            !legal.is_empty()
        });
        let Some(&player) = player else { panic!("nothing to do in {}", game.write_position(&state)) };
        let action = legal[rng.below(legal.len())];
        game.advance(&mut state, player, &action, &mut draws, &mut Quiet).unwrap();
    }
    panic!("no end in {}", game.write_position(&state));
}

#[test]
fn what_is_thrown_together_is_valid_and_can_be_played() {
    let mut rng = Rng::new(1);
    for game in games() {
        let mut played = 0;
        for seed in 0..100 {
            let state = throw(&game, &mut rng);
            let text = game.write_position(&state);
            match game.validate(&state)[..] {
                [] => {
                    played += 1;
                    playout_from(&game, state, seed, |state| {
                        let faults = game.validate(state);
                        assert_eq!(faults, [], "{} from {text}", game.write_position(state));
                    });
                }
                [fault] => {
                    let idle = ["has hits to be tested", "nothing that he may do", "that the Special does not do"];
                    assert!(idle.iter().any(|&m| fault.message.contains(m)), "{fault} in {text}");
                }
                ref faults => panic!("{faults:?} in {text}"),
            }
        }
        assert!(played > 40, "{played} of 100 in {}", game.battle_name());
    }
}
