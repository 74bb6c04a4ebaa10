//! The odds that are calculated are the odds of the game: every way the dice can fall is played through, and the fractions
//! agree exactly.

use eagles::game::{Game, Player};
use eagles::odds::{Fraction, outcome_distribution};
use eagles::waterloo::action::Action;
use eagles::waterloo::odds::{
    Assault, Blow, MAX_TARGETS, NO_TARGET, assault, assault_exact, general_death_exact, hit_distribution, rout_chance,
    rout_chance_exact,
};
use eagles::waterloo::state::Phase;
use eagles::waterloo::types::{Attack, Slot};
use eagles::waterloo::{ALLIED, CardId, CardSet, FRENCH, Kind, Setup, State, Waterloo};

type Spread = Vec<(State, Fraction)>;

fn battle(code: &str) -> Waterloo {
    Waterloo::new(CardSet::embedded(), Setup::battle(code)).unwrap()
}

fn plus(a: Fraction, b: Fraction) -> Fraction {
    a.checked_add(b).expect("small numbers")
}

/// Lets `choose` act once in every position, and follows every way the draws can fall.
fn after(game: &Waterloo, spread: Spread, player: Player, choose: impl Fn(&State) -> Option<Action>) -> Spread {
    let mut next: Spread = Vec::new();
    for (state, weight) in spread {
        let Some(action) = choose(&state) else {
            next.push((state, weight));
            continue;
        };
        for (state, chance) in outcome_distribution(game, &state, player, &action, 10_000).expect("allowed and small") {
            let chance = chance.checked_mul(weight).expect("small numbers");
            match next.iter_mut().find(|(s, _)| *s == state) {
                Some((_, sum)) => *sum = plus(*sum, chance),
                None => next.push((state, chance)),
            }
        }
    }
    next
}

/// Ends the French turn and makes all the Allied rolls.
fn tested(game: &Waterloo, spread: Spread) -> Spread {
    let mut spread = after(game, spread, FRENCH, |_| Some(Action::End));
    while spread.iter().any(|(s, _)| s.phase == Phase::Morale) {
        spread = after(game, spread, ALLIED, |s| {
            let mut legal = Vec::new();
            game.legal(s, ALLIED, &mut legal);
            legal.into_iter().find(|a| matches!(a, Action::Roll { .. }))
        });
    }
    spread
}

fn lost(spread: &Spread, card: CardId) -> Fraction {
    let gone = |s: &State| s.locate(card) == eagles::waterloo::state::Location::Eliminated;
    spread.iter().filter(|(s, _)| gone(s)).fold(Fraction::ZERO, |sum, (_, p)| plus(sum, *p))
}

/// A card of this game, by what it is.
fn find(
    game: &Waterloo,
    army: eagles::waterloo::Army,
    fits: impl Fn(&eagles::waterloo::Card) -> bool,
) -> (CardId, u16) {
    let i = (0..game.roster(army).cards.len()).find(|&i| fits(game.card(CardId::new(army, i)))).expect("there is one");
    let card = CardId::new(army, i);
    (card, game.card(card).number)
}

#[test]
fn batteries_rout_as_published() {
    use eagles::waterloo::Army::{British, French};
    let game = battle("WA");
    // 16/23/30/36 per cent at F1 and 30/42/53/62 at F2, against morale A, B, C and D.
    // A gun of F1 at long range fires at F2 on a Column.
    for (power, column, percents) in [(1, "", [16.0, 23.0, 30.0, 36.0]), (2, "c", [30.0, 42.0, 53.0, 62.0])] {
        let (_, gun) = find(&game, French, |c| c.kind == Kind::FootArtillery && c.cv == 3 && c.long == 1);
        for (morale, percent) in [4, 3, 2, 1].into_iter().zip(percents) {
            let (target, number) = find(&game, British, |c| c.kind == Kind::Infantry && c.morale == morale);
            let line = format!("combat french / fl 15 / fc {gun} / fr 16 / al 165? / ac {number}{column} / ar 166?");
            let state = game.read_position(&line).unwrap_or_else(|e| panic!("{line}: {e}"));
            let gun = state.sides[0].slot_of(find(&game, French, |c| c.number == gun).0).unwrap();
            let aim = state.sides[1].slot_of(target).unwrap();
            let shot = Action::Attack { slot: gun, how: Attack::Long, target: aim };
            let told = game.attack_odds(&state, FRENCH, &shot).unwrap().unwrap();
            assert_eq!((told.dice, told.power, told.morale), (3, power, Some(morale.into())));
            assert_eq!((told.rout, told.general), (rout_chance_exact(3, power, morale.into()), None));
            let spread = after(&game, vec![(state, Fraction::ONE)], FRENCH, |_| Some(shot));
            let hits = hit_distribution(3, power).unwrap();
            for (k, chance) in hits.iter().enumerate() {
                let these = spread.iter().filter(|(s, _)| usize::from(s.sides[1].hits[usize::from(aim)]) == k);
                assert_eq!(these.fold(Fraction::ZERO, |sum, (_, p)| plus(sum, *p)), *chance, "{k} hits at F{power}");
            }
            let routed = lost(&tested(&game, spread), target);
            assert_eq!(Some(routed), rout_chance_exact(3, power, morale.into()), "F{power} against {morale}");
            assert_eq!((routed.to_f64() * 100.0).round(), percent);
            assert_eq!((rout_chance(3, power, morale.into()) * 100.0).round(), percent);
        }
    }
}

/// The French cards in the British Center attack one after another, each the first of `order` that it may.
fn attacked(game: &Waterloo, line: &str, attackers: &[Slot], how: Attack, order: &[Slot]) -> Spread {
    let state = game.read_position(line).unwrap_or_else(|e| panic!("{line}: {e}"));
    let mut spread = vec![(state, Fraction::ONE)];
    for &slot in attackers {
        spread = after(game, spread, FRENCH, |s| {
            let attacks = order.iter().map(|&target| Action::Attack { slot, how, target });
            attacks.into_iter().find(|a| game.refusal(s, FRENCH, a).is_none())
        });
    }
    spread
}

#[test]
fn twelve_dice_kill_a_general_as_published() {
    let game = battle("WA");
    // Four Infantry cards of 3 cv fire in the Position of the Duke of Wellington.
    let line = "combat french / fl 20 / fr 16 / fc 19 / al 5:165? / ar 6:166? \
                / ac 0:111 1:127 2:128 3:131 4:129 3:15 4:18 5:21 6:24";
    let duke = find(&game, eagles::waterloo::Army::British, |c| c.number == 111).0;
    let spread = attacked(&game, line, &[3, 4, 5, 6], Attack::Fire, &[1, 2, 3, 4]);
    let spread = after(&game, spread, FRENCH, |_| Some(Action::End));
    // He rolls first (W 12.4); later he could also be left alone.
    let spread = after(&game, spread, ALLIED, |s| (s.hits(duke) > 0).then_some(Action::Roll { card: duke }));
    let killed = lost(&spread, duke);
    assert_eq!(Some(killed), general_death_exact(12));
    assert_eq!((killed.to_f64() * 100.0).round(), 29.0);
}

#[test]
fn an_assault_routs_what_the_game_routs() {
    let game = battle("WA");
    let line = "combat french / fl 20 / fr 16 / fc 19 / al 5:165? / ar 6:166? / ac 0:127 1:131 3:15 4:18 5:21";
    let state = game.read_position(line).unwrap();
    let cards = [0, 1].map(|slot| state.sides[1].card[slot]);
    let morale = cards.map(|card| game.morale_value(&state, card));
    let attackers: Vec<Slot> = (3..6).collect();
    let blows: Vec<Blow> = attackers
        .iter()
        .map(|&slot| {
            let (dice, lowest) = game.strike(&state, FRENCH, slot, Attack::Fire, 0);
            let mut order = [NO_TARGET; MAX_TARGETS];
            order[..2].copy_from_slice(&[0, 1]);
            Blow { dice: [dice; MAX_TARGETS], power: [7 - lowest; MAX_TARGETS], can: 0b11, order }
        })
        .collect();
    let played = tested(&game, attacked(&game, line, &attackers, Attack::Fire, &[0, 1]));
    let exact: Assault<Fraction> = assault_exact(&morale, &blows).unwrap();
    let float = assault(&morale, &blows);
    for (i, card) in cards.into_iter().enumerate() {
        let sum = exact.routed.iter().enumerate().filter(|(set, _)| set >> i & 1 == 1);
        let calculated = sum.fold(Fraction::ZERO, |sum, (_, p)| plus(sum, *p));
        assert_eq!(lost(&played, card), calculated, "target {i}");
        assert!((float.routs(i) - calculated.to_f64()).abs() < 1e-12);
    }
}

#[test]
fn too_many_ways_are_an_error_and_no_guess() {
    let game = battle("QB");
    let error = outcome_distribution(&game, &game.start(), FRENCH, &Action::Deal, 10_000).unwrap_err();
    assert!(error.to_string().contains("sample with `simulate`"), "{error}");
}
