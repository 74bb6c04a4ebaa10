//! Exact distributions agree with arithmetic and with the dice.

use crate::common::properties::visibility::{chi_square, chi_square_limit};
use crate::common::skirmish::{Action, Phase, Point, Refusal, Side, Skirmish, State, Token};
use eagles::chance::{Draws, Kind, Request, Seed, Seeded, Stream, Unmet};
use eagles::game::{Game, Player, Quiet, Viewer};
use eagles::odds::{Fraction, OddsError, enumerate, outcome_distribution};
use std::collections::BTreeMap;

fn fraction(text: &str) -> Fraction {
    text.parse().unwrap()
}

/// South's token of kind 2 faces north's of kind 0 at close quarters. North has orders, and none to guard with.
fn facing() -> State {
    let token = |x, kind| Some(Token { at: Point { x, y: 500 }, kind, left: 2, up: false });
    let side = |hand| Side { placed: [None; 3], tokens: [token(1, 2), token(2, 0), token(3, 1)], hand };
    State {
        phase: Phase::Play(Player(0)),
        turn: 5,
        sides: [side(0b11), side(0b1010_0000)],
        deck: 0b0101_1100,
        spent: 0,
    }
}

#[test]
fn a_strike_falls_as_the_binomial_says() {
    let game = Skirmish::default();
    let strike = Action::Strike { token: 0, target: 1, card: None };
    let found = outcome_distribution(&game, &facing(), Player(0), &strike, 1_000).unwrap();
    let by_left: Vec<_> =
        found.iter().map(|(state, chance)| (state.sides[1].tokens[1].unwrap().left, chance.to_string())).collect();
    // Three dice, a third each; two hits and three come to the same.
    assert_eq!(by_left, [(2, "8/27".into()), (1, "4/9".into()), (0, "7/27".into())]);

    let strike = Action::Strike { token: 0, target: 1, card: Some(1) };
    let found = outcome_distribution(&game, &facing(), Player(0), &strike, 1_000).unwrap();
    // Three dice, one half each; then one of four cards.
    assert_eq!(found.len(), 12);
    let sum = found.iter().try_fold(Fraction::ZERO, |sum, (_, chance)| sum.checked_add(*chance));
    assert_eq!(sum, Some(Fraction::ONE));
    let missed: Vec<_> = found.iter().filter(|(s, _)| s.sides[1].tokens[1].unwrap().left == 2).collect();
    assert!(missed.len() == 4 && missed.iter().all(|(_, chance)| *chance == fraction("1/32")));
    // The order is always the same.
    assert_eq!(outcome_distribution(&game, &facing(), Player(0), &strike, 1_000).unwrap(), found);
}

#[test]
fn the_dice_agree() {
    let game = Skirmish::default();
    let strike = Action::Strike { token: 0, target: 1, card: Some(0) };
    let found = outcome_distribution(&game, &facing(), Player(0), &strike, 1_000).unwrap();
    let mut counts: BTreeMap<u64, u64> = found.iter().map(|(state, _)| (game.state_hash(state), 0)).collect();
    let mut draws = Seeded::new(Seed::from_number(5));
    let games = 32_000;
    for _ in 0..games {
        let mut state = facing();
        assert_eq!(game.apply_whole(&mut state, Player(0), &strike, &mut draws, &mut Quiet), Ok(1));
        *counts.get_mut(&game.state_hash(&state)).expect("every result is foreseen") += 1;
    }
    let off: f64 = found
        .iter()
        .map(|(state, chance)| {
            let expected = chance.to_f64() * f64::from(games);
            (counts[&game.state_hash(state)] as f64 - expected).powi(2) / expected
        })
        .sum();
    assert!(off < chi_square_limit(found.len() - 1), "{off}");
}

#[test]
fn a_player_who_may_answer_is_asked_first() {
    let (game, mut state) = (Skirmish::default(), facing());
    (state.sides[1].hand, state.deck) = (0b1100, 0b1111_0000);
    let strike = Action::Strike { token: 0, target: 1, card: None };
    let found = outcome_distribution(&game, &state, Player(0), &strike, 1).unwrap();
    assert!(matches!(found[..], [(State { phase: Phase::Answer(_), .. }, Fraction::ONE)]), "{found:?}");
    // A guarded die hits on a 6 alone.
    let guard = Action::Guard { card: 2 };
    let found = outcome_distribution(&game, &found[0].0, Player(1), &guard, 1_000).unwrap();
    let by_left: Vec<_> =
        found.iter().map(|(state, chance)| (state.sides[1].tokens[1].unwrap().left, chance.to_string())).collect();
    assert_eq!(by_left, [(2, "125/216".into()), (1, "25/72".into()), (0, "2/27".into())]);
}

#[test]
fn too_many_branches_are_a_clear_error() {
    let game = Skirmish::default();
    let strike = Action::Strike { token: 0, target: 1, card: Some(1) };
    // 3d6 fall in 56 ways without their order, a card in 4.
    assert!(outcome_distribution(&game, &facing(), Player(0), &strike, 224).is_ok());
    let error = outcome_distribution(&game, &facing(), Player(0), &strike, 223).unwrap_err();
    assert_eq!(error, OddsError::Unmet(Unmet::TooMany { limit: 223 }));
    assert!(error.to_string().contains("223"), "{error}");
    let refused = outcome_distribution(&game, &facing(), Player(1), &strike, 1_000);
    assert_eq!(refused, Err(OddsError::Refused(Refusal::NotYours)));
}

#[test]
fn what_draws_nothing_has_one_result() {
    let found = outcome_distribution(&Skirmish::default(), &facing(), Player(0), &Action::Pass, 1).unwrap();
    assert_eq!((found.len(), found[0].1), (1, Fraction::ONE));
}

#[test]
fn any_tree_of_draws_can_be_enumerated() {
    let dice = |count, sides| Request { code: "t", subject: 0, stream: Stream(0), kind: Kind::Dice { count, sides } };
    let mut at_least_one_six = Fraction::ZERO;
    let mut branches = 0;
    enumerate::<_, Refusal>(
        1_000,
        |draws| Ok(draws.dice(dice(3, 6))?.faces().contains(&6)),
        |six, chance| {
            branches += 1;
            if six {
                at_least_one_six = at_least_one_six.checked_add(chance)?;
            }
            Some(())
        },
    )
    .unwrap();
    assert_eq!((at_least_one_six.to_string(), branches), ("91/216".to_owned(), 56));
    // A second throw that depends on the first.
    let mut total = Fraction::ZERO;
    enumerate::<_, Refusal>(
        1_000,
        |draws| {
            let first = draws.dice(dice(1, 6))?.faces()[0];
            Ok(draws.dice(dice(first, 6))?.faces().iter().all(|&face| face == 1))
        },
        |ones, chance| {
            if ones {
                total = total.checked_add(chance)?;
            }
            Some(())
        },
    )
    .unwrap();
    let sum = (1..=6).try_fold(Fraction::ZERO, |sum, n| sum.checked_add(Fraction::new(1, 6u128.pow(n + 1))?));
    assert_eq!(Some(total), sum);
    let grown = enumerate::<_, Refusal>(
        10,
        |draws| {
            (0..20).try_for_each(|_| draws.dice(dice(32, 255)).map(|_| ()))?;
            Ok(())
        },
        |(), _| Some(()),
    );
    assert_eq!(grown, Err(OddsError::Overflow));
}

#[test]
fn fractions_are_exact() {
    assert_eq!(Fraction::new(182, 432), Some(fraction("91/216")));
    assert_eq!(Fraction::new(1, 0), None);
    assert_eq!(fraction("4/2").to_string(), "2");
    assert_eq!(fraction("1/3").checked_add(fraction("1/6")), Some(fraction("1/2")));
    assert_eq!(fraction("1/3").checked_sub(fraction("1/2")), None);
    assert_eq!(fraction("2/3").checked_mul(fraction("3/4")), Some(fraction("1/2")));
    assert_eq!(fraction("5/6").checked_pow(3).and_then(Fraction::complement), Some(fraction("91/216")));
    assert_eq!(fraction("0").checked_mul(fraction("3/4")), Some(Fraction::ZERO));
    let big = Fraction::new(u128::MAX, u128::MAX - 1).unwrap();
    assert_eq!(big.checked_add(Fraction::ONE), None, "no silent overflow");
    assert_eq!(big.checked_mul(fraction("3")), None);
    assert!(big > Fraction::ONE && Fraction::new(u128::MAX - 2, u128::MAX - 1).unwrap() < Fraction::ONE);
    assert!(fraction("1/3") < fraction("1/2") && fraction("7/3") > fraction("9/4") && fraction("0") < fraction("1/9"));
    assert!((fraction("91/216").to_f64() - 0.421_296_296).abs() < 1e-9);
    for bad in ["", "/", "1/", "/2", "1/0", "-1/2", "+1/2", "1/2/3", "1.5", "a/b"] {
        assert!(bad.parse::<Fraction>().is_err(), "{bad}");
    }
    // The order agrees with that of the numbers.
    let all: Vec<Fraction> = (0..12).flat_map(|a| (1..12).filter_map(move |b| Fraction::new(a, b))).collect();
    for a in &all {
        for b in &all {
            assert_eq!(a.cmp(b), (a.num() * b.den()).cmp(&(b.num() * a.den())), "{a} {b}");
        }
    }
}

#[test]
fn samples_are_uniform() {
    let game = Skirmish::small();
    // Three face-down tokens and two of three unseen cards: 3! * 3 positions.
    let mut state = facing();
    (state.deck, state.sides[1].hand) = (0b1_0000, 0b1100);
    let view = game.view(&state, Viewer::Player(Player(0)));
    uniform(&game, &view, 18);
    // One of north's tokens has been seen.
    state.sides[1].tokens[2] = Some(Token { up: true, ..state.sides[1].tokens[2].unwrap() });
    uniform(&game, &game.view(&state, Viewer::Player(Player(0))), 6);
    // An onlooker knows neither side: 6 * 6 orders of tokens, 5 * 4 / 2 * 3 hands.
    state.sides[1].tokens[2] = Some(Token { up: false, ..state.sides[1].tokens[2].unwrap() });
    uniform(&game, &game.view(&state, Viewer::Public), 36 * 30);

    // Behind the screen: each of three tokens at one of six points or not yet placed, no two at one point; and the cards.
    let mut state = game.start();
    state.phase = Phase::Deploy;
    (state.deck, state.sides[0].hand, state.sides[1].hand) = (0b1_0000, 0b11, 0b1100);
    state.sides[1].placed[1] = Some(Point { x: 1, y: 999 });
    let places: usize = [1, 3 * 6, 3 * 6 * 5, 6 * 5 * 4].iter().sum();
    uniform(&game, &game.view(&state, Viewer::Player(Player(0))), places * 3);
}

fn uniform(game: &Skirmish, view: &crate::common::skirmish::View, cells: usize) {
    let counts = crate::common::properties::visibility::samples(game, view, 60 * cells as u64);
    assert_eq!(counts.len(), cells, "every fitting position is met");
    let off = chi_square(counts.into_values(), cells);
    assert!(off < chi_square_limit(cells - 1), "{off} over {cells} cells");
}
