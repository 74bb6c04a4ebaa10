use super::super::agenda::{Frame, Subject, Task};
use super::super::scatter::{Rng, games, playout_from, scatter};
use super::super::specials::force::Force;
use super::super::specials::program::Window;
use super::super::state::{Ending, Phase, State};
use super::super::types::{ALLIED, Army, Attack, CardId, FRENCH, Place, cards};
use super::super::{CardSet, Setup, Waterloo};
use crate::game::{Player, Players};

fn game() -> Waterloo {
    Waterloo::new(CardSet::embedded(), Setup::battle("WA")).unwrap()
}

fn messages(game: &Waterloo, state: &State) -> Vec<String> {
    game.validate(state).iter().map(ToString::to_string).collect()
}

/// A change for the worse, and what is to be said of it.
type Spoilt = (fn(&mut State), &'static str);

#[test]
fn every_field_is_checked() {
    let game = game();
    let line = "combat 6 / fl 0:15 1:55? / fc 2:16@93 / ac 3:17c 0:128 1:167 / ar 2:129?@180 / ground 93 180 / reserve 18 19* 130 \
                / returned 18 / deck f5 b3 p2";
    let sound = game.read_position(line).unwrap();
    let spoilt: [Spoilt; 41] = [
        (|s| s.on_turn = Player(2), "the player on turn is neither"),
        (|s| s.turn = 0, "the Battle Turn is out of range"),
        (|s| s.turn = 40_000, "the Battle Turn is out of range"),
        (|s| s.ready = Players(7), "only the two players can be ready"),
        (|s| s.changes[1] = 201, "more than 200 changes"),
        (|s| s.crossings[2] = 65, "too many crossings"),
        (|s| s.opened = 64, "a Position that there is not"),
        (|s| s.ending = Some(Ending::NoWin), "a battle has an ending when it is over"),
        (|s| s.phase = Phase::Over, "a battle has an ending when it is over"),
        (|s| _ = s.agenda.push(Task::Target { slot: 3, how: Attack::Long }), "a target is chosen in the Combat Phase"),
        (|s| _ = s.agenda.push(Task::Target { slot: 63, how: Attack::Fire }), "a target is chosen in the Combat Phase"),
        (|s| _ = s.agenda.push(Task::Capture { ground: 200, taken: 0 }), "vacant Terrain of the enemy is captured"),
        (|s| _ = s.agenda.push(Task::Capture { ground: 0, taken: 9 }), "vacant Terrain of the enemy is captured"),
        (|s| s.sides[0].card[0] = CardId(900), "not a card of this battle"),
        (|s| s.sides[0].card[0] = s.sides[0].card[1], "in two places"),
        (|s| s.sides[0].card[0] = CardId::new(Army::British, 40), "belongs to the other player"),
        (|s| s.sides[0].card[5] = CardId::new(Army::French, 0), "stands nowhere and yet"),
        (|s| s.sides[1].since[9] = 1, "stands nowhere and yet"),
        (|s| s.sides[0].at[4] |= 1, "stands in two Positions"),
        (|s| s.sides[0].kind.swap(1, 2), "do not agree with their cards"),
        (|s| s.sides[1].moved = 1 << 40, "something is noted of an empty slot"),
        (|s| s.sides[0].square = 1 << 3, "in Column and in Square"),
        (|s| s.sides[0].blown = 1, "only Cavalry that has been seen is blown"),
        (|s| s.sides[0].moved_twice = 1, "comes after a first"),
        (|s| s.sides[0].known_infantry = 0b1010, "known to be Infantry and is not"),
        (|s| s.sides[1].known_infantry = 0, "by its marker or its Terrain"),
        (|s| s.sides[1].known_troop = 0, "a Troop card by its Terrain"),
        (|s| s.sides[0].since[1] = 2, "after more returns than there have been"),
        (|s| s.grounds.get_mut(0).unwrap().holder = ALLIED, "its occupants stand elsewhere"),
        (|s| s.grounds.get_mut(0).unwrap().at = Place(2), "belongs in another Position"),
        (|s| s.grounds.get_mut(8).unwrap().occupants |= 1 << 9, "its occupants stand elsewhere"),
        (|s| s.grounds.get_mut(0).unwrap().holder = Player(9), "out of range"),
        (|s| s.hands[0].undrawn |= 1 << 120, "cards that are not of this battle"),
        (|s| s.hands[1].moved = 1, "not in the Reserve"),
        (|s| s.hands[2].shown = 1, "only Prussian Generals who have been drawn"),
        (|s| s.hands[0].left[0] = 100, "more cards left than there are cards undrawn"),
        (|s| s.hands[0].left[3] = 1, "more cards left than there are cards undrawn"),
        (|s| s.hands[0].returned_len = 65, "the list of returned cards is too long"),
        (|s| s.hands[0].returned[5] = 1, "goes on behind its end"),
        (|s| s.reserve_hits[1] = s.reserve_hits[0], "once each"),
        (|s| s.reserve_hits[3] = (CardId::NONE, 1), "hits of no card"),
    ];
    for (spoil, message) in spoilt {
        let mut state = sound.clone();
        spoil(&mut state);
        let found = messages(&game, &state);
        assert!(found.iter().any(|m| m.contains(message)), "{message} is not among {found:#?}");
        // What is wrong can still be written down, for the report.
        let _ = game.write_position(&state);
    }
}

#[test]
fn every_field_of_specials_is_checked() {
    let game = game();
    let line = "combat 5 / fl 0:15 1:55? / fc 2:16 / ac 0:128 1:167 / ar 2:129? / reserve 18 130 / dead 98 99 101 118 195 291 \
                / deck f5 b3 p2 / top 20 21 / bottom 22 / played 99@fc 98@fc / force 99:0.0,fc,fc,21-25 \
                / agenda ask=foe_combat,allied,r,-";
    let sound = game.read_position(line).unwrap();
    let top = |s: &mut State, task: Task| {
        while s.agenda.pop().is_some() {}
        s.agenda.push(task);
    };
    let card = |number: &str| {
        let text = format!("over draw=no-win / dead {number}");
        let state = game.read_position(&text).unwrap();
        let found = Army::ALL.iter().flat_map(|&army| cards(army, state.hand(army).gone)).next();
        found.unwrap()
    };
    let (grand, swarm, volley) = (card("99"), card("101"), card("130"));
    let frame = |card, list, at| Frame { card, aim: Subject::Nothing, it: Subject::Nothing, value: 0, list, at };
    let window = |window, player| Task::Window { window, player, at: Place::RESERVE, event: Subject::Nothing };
    let force = sound.forces.list()[0];
    let again = |s: &mut State, force: Force| {
        s.forces.retain(|_| false);
        s.forces.push(force);
        s.forces.hooks = game.hooks_of(&s.forces);
    };
    let moment = "asked about a Special at the wrong moment";
    let waits = "waited for that the Special does not do";
    type Spoil<'a> = (Box<dyn Fn(&mut State) + 'a>, &'a str);
    let spoilt: Vec<Spoil<'_>> = vec![
        (Box::new(|s| s.step = 9), "the step is not one"),
        (Box::new(|s| s.step = 0), "the step is not one"),
        (
            Box::new(|s| {
                s.agenda.pop();
                s.step = 2;
            }),
            "the step is not one",
        ),
        (Box::new(|s| s.shown = 1), "is asked at once"),
        (Box::new(|s| s.sides[0].came_up = 1 << 40), "something is noted of an empty slot"),
        (Box::new(|s| s.played[1][0][0] = grand), "are Specials of that player"),
        (Box::new(|s| s.played[0][0][1] = grand), "are Specials of that player"),
        (Box::new(|s| s.played[0][0][0] = CardId::new(Army::French, 0)), "are Specials of that player"),
        (Box::new(|s| s.hands[0].gone = 0), "only a Special that has been played"),
        (Box::new(|s| s.hands[0].gone |= 1 << 127), "cards that are not of this battle"),
        (Box::new(|s| s.hands[0].gone |= s.hands[0].reserve), "in two places"),
        (Box::new(|s| s.hands[0].fixed[0] = 1), "longer than it says"),
        (Box::new(|s| s.hands[0].fixed[1] = 200), "longer than it says"),
        (Box::new(|s| s.hands[0].top[1] = 126), "not a card of this battle"),
        (Box::new(|s| s.hands[0].top[1] = 200), "not of this battle"),
        (Box::new(|s| s.hands[0].undrawn &= s.hands[0].undrawn - 1), "it is nowhere"),
        (Box::new(|s| s.forces.hooks ^= 1), "does not agree with itself"),
        (Box::new(|s| again(s, Force { op: (9, 9), ..force })), "no such effect that lasts"),
        (Box::new(|s| again(s, Force { card: volley, ..force })), "only a Special that has been played"),
        (Box::new(|s| again(s, Force { it: Subject::Ground(3), ..force })), "on something that is not there"),
        (Box::new(|s| again(s, Force { aim: Subject::slot(Player(2), 1), ..force })), "on something that is not there"),
        (Box::new(|s| again(s, Force { until: 3, from: 1, ..force })), "is over"),
        (Box::new(|s| again(s, Force { until: 30, from: 31, ..force })), "is over"),
        (Box::new(|s| again(s, Force { card: card("291"), ..force })), "it has set aside nobody"),
        (
            Box::new(|s| again(s, Force { card: card("291"), it: Subject::Card(card("19")), ..force })),
            "only a General is set aside",
        ),
        (Box::new(|s| top(s, Task::Nothing)), "somebody is asked about the first thing"),
        (Box::new(|s| top(s, Task::Run(frame(grand, 0, 0)))), "somebody is asked about the first thing"),
        (Box::new(|s| top(s, window(Window::OwnMorale, FRENCH))), moment),
        (Box::new(|s| top(s, window(Window::OwnCombat, FRENCH))), moment),
        (Box::new(|s| top(s, window(Window::FoeCombat, FRENCH))), moment),
        (Box::new(|s| top(s, window(Window::FoeCombatEnd, ALLIED))), moment),
        (Box::new(|s| top(s, window(Window::FoeCombat, Player(3)))), moment),
        (Box::new(|s| top(s, window(Window::Answer, ALLIED))), moment),
        (Box::new(|s| top(s, window(Window::FoeAttack, ALLIED))), moment),
        (Box::new(|s| top(s, window(Window::OwnRout, FRENCH))), moment),
        (Box::new(|s| top(s, Task::Excess)), "sent home in the Combat Phase, where there is too much"),
        (Box::new(|s| top(s, Task::Aim)), waits),
        (Box::new(|s| top(s, Task::Place)), waits),
        (Box::new(|s| top(s, Task::Search)), waits),
        (Box::new(|s| top(s, Task::Choose { count: 0, chosen: 0 })), waits),
        (Box::new(|s| top(s, Task::Each { next: 0 })), waits),
        (
            Box::new(|s| {
                top(s, Task::Run(frame(grand, 0, 0)));
                s.agenda.push(Task::Aim);
            }),
            waits,
        ),
        (
            Box::new(|s| {
                top(s, Task::Run(frame(swarm, 0, 7)));
                s.agenda.push(window(Window::FoeCombat, ALLIED));
            }),
            "at a place that its program does not have",
        ),
        (
            Box::new(|s| {
                top(s, Task::Play { card: volley, aim: Subject::Nothing });
                s.agenda.push(window(Window::FoeCombat, ALLIED));
            }),
            "that has not been played",
        ),
        (
            Box::new(|s| {
                top(s, Task::Leave { card: grand, failed: 0 });
                s.agenda.push(window(Window::FoeCombat, ALLIED));
            }),
            "has not failed a roll",
        ),
        (
            Box::new(|s| {
                top(s, Task::Attack { player: FRENCH, slot: 0, how: Attack::Fire, target: 0, special: true });
                s.agenda.push(window(Window::FoeCombat, ALLIED));
            }),
            "an attack is made that was not declared",
        ),
    ];
    for (spoil, message) in &spoilt {
        let mut state = sound.clone();
        spoil(&mut state);
        let found = messages(&game, &state);
        assert!(found.iter().any(|m| m.contains(message)), "{message} is not among {found:#?}");
        // What is wrong can still be written down, for the report.
        let _ = game.write_position(&state);
    }
}

#[test]
fn what_would_have_happened_at_once() {
    let game = game();
    for (line, message) in [
        ("combat / fl 3 / fc 1 131", "french slot 1: a General alone among enemies"),
        ("combat / fl 55b", "french slot 0: Cavalry that is not engaged"),
        ("combat / ac 15", "french slot 0: it has taken the Position"),
        ("morale / fc 15* 1 2", "more than one General"),
        ("morale / fc 15* 16 17 18 19", "more than four Troop cards"),
        // Nobody who has fired can leave.
        ("combat / fc 15a 16a 17a 18a 19a", "more than four Troop cards"),
        ("combat allied / fc 15 16 17 18 19", "more than four Troop cards"),
        ("combat / fl 222", "Prussians come when they have arrived"),
        ("combat arrived / fl 222", "Prussians come when they have arrived"),
        ("morale / fc 15", "a Morale Phase has hits"),
        ("deployment / reserve 15 16 127 128 129", "cannot hold the Positions"),
        ("deal / dead 15", "before the deal every card is in the deck"),
    ] {
        let error = game.read_position(line).expect_err(line);
        let wanted = message.split_once(": ").map_or(message, |(_, m)| m);
        assert!(error.message.contains(wanted), "{line}: {error}");
    }
    // Four may leave an over-full Position, and one is enough.
    assert!(game.read_position("combat / fc 15 16a 17a 18a 19a").is_ok());
}

#[test]
fn broken_bytes_do_no_harm() {
    let mut rng = Rng::new(5);
    let mut played = 0;
    for game in games() {
        for seed in 0..150 {
            let state = scatter(&game, &mut rng);
            let mut bytes = postcard::to_allocvec(&state).unwrap();
            for _ in 0..1 + rng.below(2) {
                let at = rng.below(bytes.len());
                bytes[at] = if rng.chance(50) { rng.below(4) as u8 } else { rng.below(256) as u8 };
            }
            let Ok(broken) = postcard::from_bytes::<State>(&bytes) else { continue };
            let text = game.write_position(&broken);
            if game.validate(&broken).is_empty() {
                assert_eq!(game.read_position(&text).as_ref(), Ok(&broken), "{text}");
                played += 1;
                playout_from(&game, broken, seed, |_| {});
            }
        }
    }
    assert!(played > 50, "{played}");
}

#[test]
fn a_scattered_position_has_cards_of_both() {
    let mut rng = Rng::new(6);
    let game = game();
    let both = (0..20).filter(|_| {
        let state = scatter(&game, &mut rng);
        state.side(FRENCH).all() != 0 && state.side(ALLIED).all() != 0
    });
    assert!(both.count() > 15);
}
