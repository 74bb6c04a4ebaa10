use super::super::scatter::specials::spelled;
use super::super::scatter::{Rng, games, playout, scatter};
use super::super::state::State;
use super::super::types::{ALLIED, Army, CardId, FRENCH, Kind, Slot, bit, cards, slots};
use super::super::view::View;
use super::super::{CardSet, Deal, Setup, Waterloo};
use crate::chance::{Seed, Seeded};
use crate::game::Viewer;
use std::collections::BTreeMap;

fn fits(game: &Waterloo, state: &State, draws: &mut Seeded) {
    for viewer in [Viewer::Player(FRENCH), Viewer::Player(ALLIED), Viewer::Public, Viewer::Referee] {
        let view = game.view_of(state, viewer);
        let text = game.write_position(state);
        let sample = game.determinise_view(&view, draws).unwrap_or_else(|e| panic!("{e} for {viewer:?} in {text}"));
        let sampled = game.write_position(&sample);
        assert!(game.view_of(&sample, viewer) == view, "{viewer:?} of {text} sees another thing in {sampled}");
        assert_eq!(game.validate(&sample), [], "{sampled} for {viewer:?} of {text}");
        if viewer == Viewer::Referee {
            // He sees all; only the order of the hits in the Reserves is no fact.
            let mut same = sample;
            same.reserve_hits = state.reserve_hits;
            assert!(same == *state, "{sampled} is not {text}");
        }
    }
}

#[test]
fn samples_fit_what_is_seen_of_scattered_positions() {
    let mut rng = Rng::new(11);
    let mut draws = Seeded::new(Seed::from_number(1));
    for game in games() {
        for _ in 0..60 {
            fits(&game, &scatter(&game, &mut rng), &mut draws);
        }
    }
}

#[test]
fn samples_fit_what_is_seen_in_games() {
    let mut draws = Seeded::new(Seed::from_number(2));
    for (n, game) in games().iter().enumerate() {
        for seed in 0..2 {
            let mut count = 0;
            playout(game, 1000 + 10 * n as u64 + seed, |state| {
                count += 1;
                let special = state.agenda.frame().is_some() || !state.forces.list().is_empty();
                if count < 60 || count % 17 == 0 || special && count % 3 == 0 {
                    fits(game, state, &mut draws);
                }
            });
        }
    }
}

/// A Guard whom his owner has taken out of his deck for all to see may have come up face-down since, whatever the Special
/// still does for the rest of the turn.
#[test]
fn samples_let_a_card_go_that_nothing_holds() {
    let mut setup = Setup::battle("WA");
    setup.options.decoys = true;
    let game = Waterloo::new(CardSet::embedded(), setup).unwrap();
    let mut draws = Seeded::new(Seed::from_number(7));
    for line in [
        "combat 3 french changes=0,4 / fl 1:93? 10:80?umr1 12:79?umr1 15:109?umr1 16:108?umr1 / fc 3:66?um 5:43?sfumr1 7:71?umr1 9:6?umr1 14:105?umr1 \
         / fr 2:44c 4:21?euxm 6:17?sfeuxmr1 8:67?euxmr1 13:24?cfeuxmr1 10:161xt / al 4:123? 5:137? 6:131? / ac 0:112 1:145? 2:136?s 7:189? 9:175xt \
         / ar 3:115? 11:155? / reserve 10mp 82mp 120 138 149 167 169 195 260 296 \
         / returned 80 10 82 / dead 98 100 103 187 198 / deck f16 b17 p22 \
         / out 1 2 3 9 15 16 19 20 22 23 25 26 30 45 46 50 51 52 53 54 55 56 60 65 68 69 70 78 85 92 94 99 101 102 106 / played 100@fr / force 103:1.0,-,80,13-15 100:0.0,fr,fr,13-13 100:0.1,fr,fr,13-13",
        "combat 1 french crossed=0,1,1 changes=1,4 / fl 2:106? 3:24?sfumr1 5:109? 9:102?umr1 12:82?umr1 13:16?cfumr1 16:67?umr1 / fc 6:101? \
         / fr 0:46?cf 1:105? 7:81a 8:55?umr1 10:110?umr1 11:54?sfumr1 17:86?umr1 / al 15:57?euvxtmmr1 8:169? / ac 4:17?extm 14:1euvxtmm 2:136?c 4:135?c 5:165? 6:114 \
         / ar 0:133? 1:128? 3:150?c / reserve 120 123 127 151 154 158 167 181 192 \
         / returned 54 / dead 103 182 200 / deck f17 b15 p24 / top 183 189 \
         / out 3 5 13 14 18 20 22 25 29 30 43 44 45 49 50 51 53 56 60 63 64 65 69 70 71 72 77 80 92 94 98 99 104 107 108 / force 103:1.0,-,54,5-7",
    ] {
        let state = game.read_position(line).unwrap_or_else(|e| panic!("{line}: {e}"));
        for _ in 0..3 {
            fits(&game, &state, &mut draws);
        }
    }
}

/// Cards that an enemy looks at, draws or holds in secret, and a deck that has been looked through.
#[test]
fn samples_in_the_middle_of_specials() {
    let game = Waterloo::new(CardSet::embedded(), Setup::battle("CH")).unwrap();
    let mut draws = Seeded::new(Seed::from_number(6));
    for line in [
        // Fresh Brigades has drawn a card that may be placed; it is known to its owner alone.
        "combat 2 allied / fl 25 / al 127 128? / reserve 129 119 130 / dead 196 / deck f9 b9 p9 / agenda run=196:DRAW,-,- draw=0 run=196:PLACE,-,129 place",
        // The Duke's Foresight, at every stage.
        "combat 2 allied / fl 25 / al 127 / reserve 119 / dead 200 / deck f9 b9 p9 / top 120 121 122 / agenda run=200:PEEK,-,- peek=0,3",
        "combat 2 allied / fl 25 / al 127 / reserve 119 120 / dead 200 / deck f9 b9 p9 / top 121 122 / agenda run=200:PEEK,-,- peek=1,2",
        "combat 2 allied / fl 25 / al 127 / reserve 119 120 / dead 200 / deck f9 b8 p9 / top 121 / bottom 123 122 / agenda run=200:PEEK,-,- peek=1,1",
        // A face-down French card has been driven home, and another one that had been seen before.
        "combat 4 allied / fl 25? / al 240 / reserve 26 27p 28p / returned 28 / dead 296 / deck f9 p9 / force 296:RETIRE,fl,27,17-23 296:RETIRE,fl,28,17-23,n1",
        // A General who waits to come back, and a deck that its owner knows.
        "combat 4 allied / fl 25? / al 240 / reserve 26 27 / dead 291 103 / out 28 29 / deck f90 p9 / force 291:ASIDE,204,204,17-19",
    ] {
        let line = spelled(&game, line).replace("f90", &format!("f{}", game.roster(Army::French).cards.len() - 6));
        let state = game.read_position(&line).unwrap_or_else(|e| panic!("{line}: {e}"));
        for _ in 0..5 {
            fits(&game, &state, &mut draws);
        }
    }
}

/// Each card that may have been drawn in secret is as likely as any other.
#[test]
fn a_card_drawn_in_secret_is_any_of_them() {
    let mut setup = Setup::battle("QB");
    setup.deals.insert(Army::British, Deal::Custom(vec![113, 127, 128, 129, 131, 132, 163, 170, 196]));
    let game = Waterloo::new(CardSet::embedded(), setup).unwrap();
    let line = "combat 2 allied / fl 25 / al 127 128? / reserve 129 131 132 / dead 196 / returned 131 / deck b3 \
                / agenda run=196:DRAW,-,- draw=0 run=196:PLACE,-,129 place";
    let state = game.read_position(&spelled(&game, line)).unwrap();
    let view = game.view_of(&state, Viewer::Player(FRENCH));
    let mut draws = Seeded::new(Seed::from_number(7));
    let mut counts: BTreeMap<CardId, u32> = BTreeMap::new();
    for _ in 0..1200 {
        let sample = game.determinise_view(&view, &mut draws).unwrap();
        let frame = sample.agenda.frame().unwrap();
        let super::super::agenda::Subject::Card(card) = frame.it else { panic!("{frame:?}") };
        assert!(sample.hand(Army::British).reserve & card.bit() != 0);
        *counts.entry(card).or_default() += 1;
    }
    // 131 went back to the Reserve for everybody to see. The General cannot be the face-down card: he is drawn more often.
    let general = counts.iter().find(|(card, _)| game.profile(**card).kind == Kind::General).map(|(_, &n)| n);
    let troops = counts.iter().filter(|(card, _)| game.profile(**card).kind.is_troop()).map(|(_, &n)| n);
    let troops: Vec<u32> = troops.collect();
    assert!(general.is_some_and(|n| (190..290).contains(&n)), "{general:?}");
    assert!(troops.len() == 5 && troops.iter().all(|n| (145..240).contains(n)), "{troops:?}");
}

/// What the enemy may have where: his card in each hidden slot, and his Reserve.
type Case = (Vec<CardId>, u128);

fn case(state: &State, hidden: &[Slot]) -> Case {
    let side = state.side(FRENCH);
    (hidden.iter().map(|&s| side.card[usize::from(s)]).collect(), state.hand(Army::French).reserve)
}

/// Every position that looks the same to the Allied player, by trying all.
fn brute(game: &Waterloo, state: &State, view: &View, hidden: &[Slot]) -> Vec<Case> {
    let unseen: u128 = view.army(Army::French).unwrap().unseen.iter().fold(0, |set, c| set | c.bit());
    let mut bare = state.clone();
    for &slot in hidden {
        for set in &mut bare.side_mut(FRENCH).kind {
            *set &= !bit(slot);
        }
    }
    let mut found = Vec::new();
    let mut chosen = Vec::new();
    each(unseen, hidden.len(), &mut chosen, &mut |cards_up| {
        let rest = unseen & !cards_up.iter().fold(0, |set, c: &CardId| set | c.bit());
        let held = state.hand(Army::French).reserve.count_ones();
        for reserve in subsets(rest).filter(|set| set.count_ones() == held) {
            let mut other = bare.clone();
            for (&slot, &card) in hidden.iter().zip(cards_up) {
                let side = other.side_mut(FRENCH);
                side.card[usize::from(slot)] = card;
                side.kind[game.profile(card).kind as usize] |= bit(slot);
            }
            let hand = other.hand_mut(Army::French);
            hand.reserve = reserve;
            hand.undrawn = rest & !reserve;
            if let Some(quota) = game.roster(Army::French).quota {
                let undrawn = hand.undrawn;
                let all = game.roster(Army::French).kinds;
                for k in 0..quota.len() {
                    let drawn = (all[k] & !undrawn).count_ones() as u16;
                    // More drawn than there were: no such deck.
                    hand.left[k] = quota[k].checked_sub(drawn).map_or(100, |n| n as u8);
                }
            }
            if game.validate(&other).is_empty() && game.view_of(&other, view.viewer) == *view {
                found.push(case(&other, hidden));
            }
        }
    });
    found
}

fn each(set: u128, n: usize, chosen: &mut Vec<CardId>, visit: &mut impl FnMut(&[CardId])) {
    if n == 0 {
        return visit(chosen);
    }
    for card in cards(Army::French, set) {
        chosen.push(card);
        each(set & !card.bit(), n - 1, chosen, visit);
        chosen.pop();
    }
}

fn subsets(set: u128) -> impl Iterator<Item = u128> {
    let mut next = Some(set);
    std::iter::from_fn(move || {
        let now = next?;
        next = if now == 0 { None } else { Some((now - 1) & set) };
        Some(now)
    })
}

/// Samples of a line are spread evenly over all that it can be to the Allied player.
fn is_even(game: &Waterloo, line: &str, expected: std::ops::RangeInclusive<usize>) {
    even(game, line, expected, 50, |view, draws| game.determinise_view(view, draws).unwrap());
}

fn even(
    game: &Waterloo,
    line: &str,
    expected: std::ops::RangeInclusive<usize>,
    each: usize,
    sample: impl Fn(&View, &mut Seeded) -> State,
) {
    let state = game.read_position(line).unwrap();
    let view = game.view_of(&state, Viewer::Player(ALLIED));
    let side = state.side(FRENCH);
    let hidden: Vec<Slot> = slots(side.all() & !side.up).collect();
    let possible = brute(game, &state, &view, &hidden);
    assert!(expected.contains(&possible.len()), "{} cases", possible.len());
    let mut counts: BTreeMap<Case, u32> = possible.into_iter().map(|case| (case, 0)).collect();
    let n = counts.len() as f64;
    let mut draws = Seeded::new(Seed::from_number(3));
    for _ in 0..each * counts.len() {
        let sample = sample(&view, &mut draws);
        *counts.get_mut(&case(&sample, &hidden)).expect("a position that fits") += 1;
    }
    let square: f64 = counts.values().map(|&count| (f64::from(count) - each as f64).powi(2) / each as f64).sum();
    // Four standard deviations about the mean of the distribution.
    let (mean, wide) = (n - 1.0, 4.0 * (2.0 * (n - 1.0)).sqrt());
    assert!((mean - wide..mean + wide).contains(&square), "chi-square {square} for {n} cases");
}

fn small() -> Waterloo {
    let mut setup = Setup::battle("QB");
    setup.deals.insert(Army::French, Deal::Custom(vec![3, 23, 24, 25, 56, 63, 71, 81, 88]));
    Waterloo::new(CardSet::embedded(), setup).unwrap()
}

#[test]
fn returned_cards_and_markers() {
    // A marker; one that may be the first returned card; one that may be either; a Reserve of two.
    let line = "combat 4 / fl 23?c / fc 56?r1 63?xr2 / al 131 / reserve 24 25 / returned 56 24 / deck f2";
    is_even(&small(), line, 20..=2000);
}

#[test]
fn the_latest_return_is_narrowest() {
    let line = "combat 4 / fl 23? / fc 56?r1 63?tr3 / ac 131 / reserve 24 81 / returned 63 24 81 / deck f2";
    is_even(&small(), line, 20..=2000);
}

#[test]
fn cavalry_that_moved_twice_and_cards_among_enemies() {
    let line = "combat 4 / fl 56?v 63?tr1 / al 23? 131 / fc 3 / reserve 24 / returned 63 / deck f1";
    is_even(&small(), line, 20..=2000);
}

#[test]
fn decoys() {
    let mut setup = small().setup().clone();
    setup.options.decoys = true;
    let game = Waterloo::new(CardSet::embedded(), setup).unwrap();
    let line = "combat 4 / fl 88? 23?t / fc 3?r1 63?i / reserve 24 / dead 71 / returned 3 / deck f1";
    let line = line.replace("63?i", "25?i");
    is_even(&game, &line, 20..=5000);
}

#[test]
fn a_deck_by_quota() {
    let mut setup = Setup::battle("QB");
    let quota = [
        (Kind::General, 1),
        (Kind::Infantry, 5),
        (Kind::Cavalry, 3),
        (Kind::FootArtillery, 2),
        (Kind::HorseArtillery, 1),
        (Kind::Terrain, 2),
    ];
    setup.deals.insert(Army::French, Deal::Quota(Some(quota.into())));
    let game = Waterloo::new(CardSet::embedded(), setup).unwrap();
    let line = "combat 4 / fl 26? / fc 63?x / reserve 29 / dead 3 23 24 25 56 71 72 87 88 / deck f0,0,1,0,1";
    is_even(&game, line, 20..=2000);
}

#[test]
fn hands_of_a_player_behind_his_screen_hold_three_troops() {
    let mut setup = small().setup().clone();
    setup.deals.insert(Army::French, Deal::Custom(vec![3, 6, 13, 23, 24, 56, 87, 88]));
    let game = Waterloo::new(CardSet::embedded(), setup).unwrap();
    // Of the 70 hands of four cards out of eight, 15 have three Troops and one other.
    is_even(&game, "deployment / reserve 3 23 24 56 127 128 129 / deck f4", 5..=5);
}

#[test]
fn a_view_that_was_tampered_with_does_no_harm() {
    let game = small();
    let line = "combat 4 / fl 23?c / fc 56?r1 63?xr2 / al 131 / reserve 24 25 / returned 56 24 / deck f2";
    let state = game.read_position(line).unwrap();
    let view = game.view_of(&state, Viewer::Player(ALLIED));
    let mut draws = Seeded::new(Seed::from_number(4));
    let tampered: [fn(&mut View); 8] = [
        |v| v.armies.iter_mut().for_each(|a| a.reserve = 60_000),
        |v| v.armies.iter_mut().for_each(|a| a.unseen.clear()),
        |v| v.slots.iter_mut().for_each(|s| s.slot = 200),
        |v| v.slots.iter_mut().for_each(|s| s.at.0 = 99),
        |v| v.slots.iter_mut().for_each(|s| s.since = 255),
        |v| v.slots.iter_mut().for_each(|s| s.player.0 = 77),
        |v| v.armies = v.armies.iter().cloned().cycle().take(20).collect(),
        |v| v.armies.iter_mut().for_each(|a| a.returned = vec![CardId::NONE; 300]),
    ];
    for tamper in tampered {
        let mut other = view.clone();
        tamper(&mut other);
        let _ = game.determinise_view(&other, &mut draws);
    }
}

#[test]
fn wandering_is_even_too() {
    let line = "combat 4 / fl 23?c / fc 56?r1 / al 131 / reserve 24 / dead 3 88 / returned 56 / deck f2";
    let game = small();
    even(&game, line, 10..=60, 25, |view, draws| game.wander(view, draws).unwrap());
}

/// Eight cards have come up to the Allied Left; the four without a marker can only leave again if they are Cavalry.
#[test]
fn a_crowded_position() {
    let game = Waterloo::new(CardSet::embedded(), Setup::battle("CH")).unwrap();
    let line = "combat 22 allied / fc 25 / al 0:118 2:158?fm 7:223?cfm 9:128?cfm 10:136?cfm 13:162?fm 18:156?fm 23:160?fm \
                3:142?sfm / reserve 117 118 127 / deck b2 p5";
    let line = line.replace("0:118 ", "");
    let state = game.read_position(&line).unwrap();
    let mut draws = Seeded::new(Seed::from_number(5));
    for _ in 0..3 {
        fits(&game, &state, &mut draws);
    }
    let view = game.view_of(&state, Viewer::Player(FRENCH));
    let sample = game.determinise_view(&view, &mut draws).unwrap();
    for slot in [2, 13, 18, 23] {
        let card = sample.side(ALLIED).card[slot];
        assert_eq!(game.profile(card).kind, Kind::Cavalry);
    }
}
