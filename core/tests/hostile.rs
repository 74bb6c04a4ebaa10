//! What a hostile file or host may try on the game itself, once found to work.

use eagles::bot::Sight;
use eagles::chance::{Seed, Seeded};
use eagles::game::{Game, Player, Quiet, Viewer};
use eagles::waterloo::action::Action;
use eagles::waterloo::cards::{CardFiles, EMBEDDED};
use eagles::waterloo::state::Phase;
use eagles::waterloo::types::{Attack, Formation};
use eagles::waterloo::{ALLIED, Army, CardId, CardSet, Deal, FRENCH, Place, Setup, View, Waterloo, setup::Scale};
use std::sync::Arc;

fn quatre_bras() -> Waterloo {
    Waterloo::new(CardSet::embedded(), Setup::battle("QB")).unwrap()
}

#[test]
fn a_target_is_only_chosen_for_an_attack_that_may_be_made() {
    let game = quatre_bras();
    for (commit, center) in [
        ("s3f", "30 145?"),  // an enemy card still lies face-down
        ("s3s", "30 145"),   // Infantry in Line has no Shock (W 7.32)
        ("s4f", "30 3 145"), // a General does not fire (W 7.1)
        ("s4s", "30 81 145"),
        ("s3f", "30am 145"), // it has acted already
    ] {
        let line = format!("combat commit={commit} / fl 25 / fc 26 / fr 23 / ac {center} / al 128 / ar 149");
        assert!(game.read_position(&line).is_err(), "{line}");
    }
    assert!(game.read_position("combat commit=s3f / fl 25 / fc 26 / fr 23 / ac 30 145 / al 128 / ar 149").is_ok());
}

#[test]
fn positions_that_would_lead_out_of_the_rules_are_refused() {
    let game = quatre_bras();
    for line in [
        "deployment / fl 23? / fc 25? / fr 26? / al 128? / ac 145 / reserve 149 151 / deck f4 b9",
        "deployment ready=allied / fl 25? / fc 26? / fr 23? / al 128? 111 118 / ac 145? / ar 149?",
        "combat / fl 25 146 / fc 26 / fr 23 / al 128 / ac 145 / ar 149 / reserve 24w",
    ] {
        assert!(game.read_position(line).is_err(), "{line}");
    }
}

/// A deck of Generals with three Troop cards among them still makes a Muster that holds three Positions.
#[test]
fn the_deal_ends_with_three_troops() {
    let (head, rows) = EMBEDDED.cards.split_once('\n').unwrap();
    let mut cards = head.to_owned();
    let french_general = rows.lines().find(|row| row.contains("fr-gen-derlon")).unwrap();
    for row in rows.lines().filter(|row| !row.contains(",french,general,") && !row.contains(",french,terrain,")) {
        let troop =
            ["cavalry", "foot_artillery", "horse_artillery"].iter().any(|k| row.contains(&format!(",french,{k},")));
        let infantry = row.contains(",french,infantry,");
        let few = ["charlet", "bourgeois", "schmitz"].iter().any(|name| row.contains(&format!("fr-inf-{name},")));
        if !troop && (!infantry || few) {
            cards.push('\n');
            let added = few && !row.contains("QB;");
            cards.push_str(&if added { row.replace("WA;CH", "QB;WA;CH") } else { row.to_owned() });
        }
    }
    for i in 0..90 {
        let number = 1000 + i;
        let row = french_general.replacen("5,fr-gen-derlon", &format!("{number},fr-gen-copy-{i}"), 1);
        cards.push('\n');
        cards.push_str(&row.replace("Drouet d'Erlon", &format!("General {i}")).replace("WA;CH", "QB;WA;CH"));
    }
    let battles = EMBEDDED.battles.replacen("french,14,10,1,", "french,6,3,1,", 1);
    let files = CardFiles { cards: &cards, battles: &battles, ..EMBEDDED };
    let set = match CardSet::from_csv(files) {
        Ok(set) => Arc::new(set),
        Err(faults) => panic!("{}", faults.0.iter().take(5).map(ToString::to_string).collect::<Vec<_>>().join("\n")),
    };
    let game = Waterloo::new(set, Setup::battle("QB")).unwrap();
    for seed in 0..20 {
        let mut state = game.start();
        game.apply(&mut state, FRENCH, &Action::Deal, &mut Seeded::new(Seed::from_number(seed)), &mut Quiet).unwrap();
        assert_eq!((state.phase, state.reserve_count(FRENCH)), (Phase::Deployment, 3));
        let mut legal = Vec::new();
        game.legal(&state, FRENCH, &mut legal);
        assert!(!legal.is_empty());
        assert_eq!(game.read_position(&game.write_position(&state)).as_ref(), Ok(&state));
    }
}

#[test]
fn an_enemys_roll_tells_nothing_of_who_stands_beside_him() {
    let game = quatre_bras();
    let totals = |line: &str| {
        let state = game.read_position(line).unwrap();
        let card = (0..).map(|i| CardId::new(Army::British, i)).find(|&c| game.card(c).number == 145).unwrap();
        (game.view(&state, Viewer::Player(FRENCH)), Sight::new(&game, &state, FRENCH).totals(&Action::Roll { card }))
    };
    let (there, here) = (
        totals("combat / fl 23 / fc 25 / fr 26 / al 128? 111 / ac 145? / ar 149"),
        totals("combat / fl 23 / fc 25 / fr 26 / al 145? 111 / ac 128? / ar 149"),
    );
    assert_eq!(there, here);
}

#[test]
fn numbers_that_name_nothing_are_harmless() {
    let game = quatre_bras();
    let state = game.read_position("combat / fl 23 / fc 25 / fr 26 71 / al 128 / ac 145 / ar 149 / reserve 3").unwrap();
    let nobody = CardId(9999);
    let mut legal = Vec::new();
    let odd = [
        Action::Attack { slot: 255, how: Attack::Fire, target: 255 },
        Action::Attack { slot: 1, how: Attack::Long, target: 77 },
        Action::Roll { card: nobody },
        Action::Deploy { card: nobody, to: Place(200), formation: Formation::Square, on: 99, decoy: true },
        Action::Move { slot: 200, to: Place(250), formation: Formation::Line },
    ];
    for player in [FRENCH, ALLIED, Player(5), Player(200)] {
        game.legal(&state, player, &mut legal);
        for action in &odd {
            assert!(game.refusal(&state, player, action).is_some() && game.explain(&state, player, action).is_err());
            let _ = (game.totals(&state, player, action), game.is_barrier(&state, player, action));
            assert!(serde_json::to_string(action).is_ok());
            assert!(!game.write_word(&state, player, action).is_empty());
        }
        let _ = (game.strike(&state, player, 255, Attack::Fire, 255), game.morale_value(&state, nobody));
    }
    if let Ok(action) = game.read_word(&state, FRENCH, "s0-p200") {
        assert!(serde_json::to_string(&action).is_ok());
    }
    // A view from a hostile server.
    let view = game.view(&state, Viewer::Public);
    let json = serde_json::to_value(&view).unwrap();
    for number in [0, 127, 300, 9999, 65535] {
        let mut bad = json.clone();
        for slot in bad["slots"].as_array_mut().unwrap() {
            slot["card"] = number.into();
        }
        let view: View = serde_json::from_value(bad).unwrap();
        assert!(!game.view_text(&view).is_empty() && !eagles::waterloo::picture::svg(&game, &view).is_empty());
    }
}

#[test]
fn no_battle_outlives_its_notation() {
    let mut setup = Setup::battle("QB");
    setup.options.turn_cap = Some(8_001);
    assert!(Waterloo::new(CardSet::embedded(), setup.clone()).is_err());
    setup.options.turn_cap = None;
    let game = Waterloo::new(CardSet::embedded(), setup).unwrap();
    let line = "combat 16000 / fl 23 / fc 25 / fr 26 / al 128 / ac 145 / ar 149";
    let mut state = game.read_position(line).unwrap();
    game.apply(&mut state, ALLIED, &Action::End, &mut Seeded::new(Seed::from_number(1)), &mut Quiet).unwrap();
    assert_eq!(game.outcome(&state).map(|o| o.code), Some("turn-cap"));
    assert!(game.read_position(&game.write_position(&state)).is_ok());
}

#[test]
fn the_scale_is_for_decks_that_are_dealt() {
    let mut setup = Setup::battle("QB");
    setup.scale = Scale { by: 2, over: 1 };
    for army in [Army::French, Army::British] {
        setup.deals.insert(army, Deal::AllHistorical);
    }
    let game = Waterloo::new(CardSet::embedded(), setup).unwrap();
    assert_eq!((game.roster(Army::French).muster, game.roster(Army::French).reinforce), (10, 1));
    let mut setup = Setup::battle("QB");
    setup.scale = Scale { by: 1, over: 3 };
    setup.deals.insert(Army::French, Deal::Custom(vec![23, 24, 25, 26]));
    let faults = Waterloo::new(CardSet::embedded(), setup).map(|_| ()).unwrap_err().to_string();
    assert!(!faults.contains("french a whole deck"), "{faults}");
}

/// A card that has been committed chooses its target, whatever has come into the Position while the enemy was asked.
#[test]
fn a_committed_card_chooses_its_target_after_the_enemy_was_asked() {
    let mut setup = Setup::battle("LI");
    setup.options.decoys = true;
    let game = Waterloo::new(CardSet::embedded(), setup).unwrap();
    let line = "combat 4 allied changes=42,8 / fr 2:78h*2 7:80h* 12:73 9:214saxt 10:224caxt 12:225cfxtm \
                / al 4:231?sfumr1 6:268? 15:291?umr1 16:266?umr1 \
                / ac 5:48ixt 8:35cxt 13:65xt 5:217cx 7:213c 8:228fim 11:271 14:209euxm \
                / ar 0:51sxt 1:84hxt* 6:57vxt 9:28chxt* 1:236sfeuxm 2:235ai 3:208ax 13:229ax / ground 90 \
                / reserve 9 11 47 60 105 226mpw 267mp 278 297 / returned 11 9 231 226 / dead 43 62 98 230 288 298 \
                / deck f15 p19 / agenda commit=s7f ask=foe_engage,french,ac,-";
    let Ok(mut state) = game.read_position(line) else { panic!("{line}") };
    let mut draws = Seeded::new(Seed::from_number(1));
    game.apply(&mut state, FRENCH, &Action::Pass, &mut draws, &mut Quiet).unwrap();
    let mut legal = Vec::new();
    game.legal(&state, ALLIED, &mut legal);
    assert!(!legal.is_empty());
    for action in &legal {
        assert_eq!(game.refusal(&state, ALLIED, action), None, "{action:?}");
    }
}
