//! Battle Decks, Musters, scaling, custom decks and collections (W 2.0, 3.0, 15.0, 18.0).

use eagles::chance::{Counts, Draws, Seed, Seeded, Supplied, Unmet};
use eagles::cite::Coded;
use eagles::waterloo::cards::{CardFiles, CardSet, EMBEDDED};
use eagles::waterloo::decks::{Collection, DECK_CARDS, Rarity, cost, limit};
use eagles::waterloo::setup::{Scale, SetupFault};
use eagles::waterloo::{Army, CardId, Deal, Kind, Rank, Setup, Waterloo};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

fn setup(battle: &str, deals: impl IntoIterator<Item = (Army, Deal)>, by: u16, over: u16) -> Setup {
    let mut setup = Setup::battle(battle);
    setup.deals = deals.into_iter().collect();
    setup.scale = Scale { by, over };
    setup
}

fn game(setup: Setup) -> Waterloo {
    Waterloo::new(CardSet::embedded(), setup).unwrap_or_else(|faults| panic!("{faults}"))
}

fn faults(setup: Setup) -> Vec<SetupFault> {
    match Waterloo::new(CardSet::embedded(), setup) {
        Ok(_) => panic!("no fault was found"),
        Err(faults) => faults.0,
    }
}

/// Numbers of the French cards of a type, cheapest first.
fn french(kind: Kind) -> Vec<u16> {
    let set = CardSet::embedded();
    let mut cards: Vec<_> = set.of_army(Army::French).filter(|card| card.kind == kind).collect();
    cards.sort_by_key(|card| (card.bp, card.number));
    cards.iter().map(|card| card.number).collect()
}

fn numbers(game: &Waterloo, army: Army) -> Vec<u16> {
    (0..game.roster(army).cards.len()).map(|i| game.card(CardId::new(army, i)).number).collect()
}

/// D, M and R of the armies of a battle.
fn sizes(game: &Waterloo) -> Vec<(u16, u16, u8)> {
    game.armies().map(|army| game.roster(army)).map(|r| (r.deck, r.muster, r.reinforce)).collect()
}

// ---- the deals ---------------------------------------------------------------------------------------------------------

#[test]
fn every_battle_is_dealt_from_its_pool_with_the_chart_s_numbers() {
    let set = CardSet::embedded();
    for code in set.battles() {
        let game = game(Setup::battle(code));
        let chart: Vec<_> = set.battle(code).iter().map(|row| (row.deck, row.muster, row.reinforce)).collect();
        assert_eq!(sizes(&game), chart);
        for army in game.armies() {
            let cards = || set.of_army(army).filter(|card| card.fights_at(code));
            let pool: Vec<u16> = cards().map(|card| card.number).collect();
            assert_eq!(numbers(&game, army), pool, "{code} {army}");
            let mut plain = Setup::battle(code);
            plain.options.specials = false;
            let pool: Vec<u16> = cards().filter(|card| card.kind != Kind::Special).map(|card| card.number).collect();
            assert_eq!(numbers(&self::game(plain), army), pool, "{code} {army}, without Specials");
        }
    }
    let specials = |army| game(Setup::battle("QB")).roster(army).kinds[Kind::Special as usize].count_ones();
    assert_eq!([Army::French, Army::British, Army::Prussian].map(specials), [6, 6, 0]);
    assert!(game(Setup::battle("WA")).prussians_arrive());
    assert!(!game(Setup::battle("CH")).prussians_arrive());
}

#[test]
fn profiles_carry_what_is_printed() {
    let game = game(Setup::battle("WA"));
    let set = CardSet::embedded();
    for army in game.armies() {
        let roster = game.roster(army);
        let mut kinds = 0_u128;
        let mut corps = BTreeMap::new();
        for (i, profile) in roster.cards.iter().enumerate() {
            let card = game.card(CardId::new(army, i));
            assert_eq!(&set.cards()[usize::from(profile.card)], card);
            assert_eq!(
                (profile.cv, profile.fire, profile.long, profile.shock),
                (card.cv, card.fire, card.long, card.shock)
            );
            assert_eq!((profile.morale, profile.offense, profile.defense), (card.morale, card.offense, card.defense));
            assert_eq!(
                (profile.lane, profile.capacity, profile.move_limit),
                (card.lane, card.capacity, card.move_limit)
            );
            assert_eq!(roster.kinds[profile.kind as usize] >> i & 1, 1);
            assert_eq!(*corps.entry(&card.corps).or_insert(profile.corps), profile.corps, "one number a corps");
        }
        for (i, set) in roster.kinds.iter().enumerate() {
            assert_eq!(kinds & set, 0, "kind {i} is apart from the others");
            kinds |= set;
        }
        assert_eq!(kinds.count_ones() as usize, roster.cards.len());
        let distinct: BTreeSet<u8> = corps.values().copied().collect();
        assert_eq!(distinct.len(), corps.len(), "one corps a number");
    }
    let rank = |army, id: &str| {
        let place = (0..game.roster(army).cards.len()).find(|&i| game.card(CardId::new(army, i)).id == id);
        let card = CardId::new(army, place.expect("the card"));
        (card, game.profile(card).rank)
    };
    let (napoleon, army_rank) = rank(Army::French, "fr-gen-napoleon");
    assert_eq!(army_rank, Rank::Army);
    assert_eq!(rank(Army::French, "fr-gen-soult").1, Rank::Chief(Some(napoleon)));
    assert_eq!(rank(Army::French, "fr-gen-ney").1, Rank::Army);
    assert_eq!(rank(Army::French, "fr-gen-reille").1, Rank::Corps);
    let (wellington, _) = rank(Army::British, "br-gen-wellington");
    assert_eq!(rank(Army::British, "br-gen-uxbridge").1, Rank::Second(Some(wellington)));
}

#[test]
fn a_commander_who_is_not_part_of_the_game_is_none() {
    let soult = CardSet::embedded().by_id("fr-gen-soult").expect("Soult").number;
    let mut cards = french(Kind::Infantry)[..8].to_vec();
    cards.push(soult);
    let game = game(setup("WA", [(Army::French, Deal::Custom(cards))], 1, 1));
    let ranks: Vec<_> = game.roster(Army::French).cards.iter().map(|profile| profile.rank).collect();
    assert!(ranks.contains(&Rank::Chief(None)));
}

#[test]
fn all_historical_cards_keep_the_chart_s_muster_and_draws() {
    let all = |army| (army, Deal::AllHistorical);
    let game = game(setup("QB", [all(Army::French), all(Army::British)], 1, 1));
    assert_eq!(sizes(&game), [(26, 10, 1), (35, 9, 1)]);
}

#[test]
fn any_cards_of_the_army_but_no_terrain_of_other_battles() {
    let game = game(setup("QB", [(Army::French, Deal::Any)], 1, 1));
    let roster = game.roster(Army::French);
    assert_eq!((roster.cards.len(), roster.deck), (110 - 11 + 3, 14));
    for i in 0..roster.cards.len() {
        let card = game.card(CardId::new(Army::French, i));
        assert!(card.kind != Kind::Terrain || card.fights_at("QB"), "{}", card.id);
    }
    assert_eq!(roster.kinds[Kind::Special as usize].count_ones() as usize, french(Kind::Special).len());
}

#[test]
fn a_quota_follows_the_pool_by_largest_remainder() {
    let quota = |deal| game(setup("QB", [(Army::French, Deal::Quota(deal))], 1, 1)).roster(Army::French).quota;
    // 3 6 4 2 2 3 6 of 26, times 14: 1.6 3.2 2.2 1.1 1.1 1.6 3.2; the two cards over go to the two of 1.6.
    assert_eq!(quota(None), Some([2, 3, 2, 1, 1, 2, 3]));
    let asked = BTreeMap::from([(Kind::Infantry, 6), (Kind::Cavalry, 4), (Kind::General, 2), (Kind::FootArtillery, 2)]);
    assert_eq!(quota(Some(asked)), Some([2, 6, 4, 2, 0, 0, 0]));
    for code in CardSet::embedded().battles() {
        for &army in Army::ALL {
            let Ok(game) = Waterloo::new(CardSet::embedded(), setup(code, [(army, Deal::Quota(None))], 1, 1)) else {
                continue;
            };
            let roster = game.roster(army);
            let quota = roster.quota.expect("a quota");
            assert_eq!(quota.iter().sum::<u16>(), roster.deck, "{code} {army}");
            assert!(quota.iter().zip(&roster.kinds).all(|(&n, set)| u32::from(n) <= set.count_ones()), "{code} {army}");
        }
    }
}

#[test]
fn a_collection_is_dealt_without_duplicates_and_foreign_terrain() {
    let mut numbers_: Vec<u16> = french(Kind::Infantry)[..20].to_vec();
    numbers_.extend(french(Kind::Infantry)[..5].iter());
    numbers_.extend(french(Kind::Terrain));
    numbers_.extend(&french(Kind::Special)[..4]);
    let game = game(setup("QB", [(Army::French, Deal::Collection(numbers_))], 1, 1));
    let roster = game.roster(Army::French);
    assert_eq!((roster.cards.len(), roster.deck, roster.muster), (20 + 3 + 4, 14, 10));
    assert!(roster.cards.iter().all(|card| card.copy == 0));
    let list = numbers(&game, Army::French);
    assert!(list.is_sorted() && list.windows(2).all(|pair| pair[0] < pair[1]));
    assert_eq!(roster.kinds[Kind::Special as usize].count_ones(), 4);
}

// ---- scaling -----------------------------------------------------------------------------------------------------------

#[test]
fn waterloo_at_half_size_is_18_18_12() {
    // W 2.0 gives exactly these decks; M rounds down, R is never below 1 (N24).
    assert_eq!(sizes(&game(setup("WA", [], 1, 2))), [(18, 9, 1), (18, 9, 1), (12, 0, 1)]);
    assert_eq!(sizes(&game(setup("WA", [], 2, 4))), sizes(&game(setup("WA", [], 1, 2))));
}

#[test]
fn quatre_bras_can_be_doubled_only_beyond_its_pool() {
    let told: Vec<String> = faults(setup("QB", [], 2, 1)).iter().map(ToString::to_string).collect();
    assert_eq!(told.len(), 2, "{told:?}");
    assert!(told[0].contains("the french deck needs 28 cards and only 26 can be dealt"), "{told:?}");
    assert!(told[1].contains("the british deck needs 36 cards and only 35 can be dealt"), "{told:?}");
    let any = |army| (army, Deal::Any);
    let doubled = game(setup("QB", [any(Army::French), any(Army::British)], 2, 1));
    assert_eq!(sizes(&doubled), [(28, 20, 2), (36, 18, 2)]);
}

#[test]
fn a_scale_must_give_whole_decks_of_six() {
    let scale = |by, over, army, deck| SetupFault::Scale { by, over, army, deck };
    assert_eq!(faults(setup("QB", [], 1, 3)), [scale(1, 3, Army::French, 14)], "18 is whole");
    assert_eq!(faults(setup("WV", [], 1, 4)), [scale(1, 4, Army::French, 16), scale(1, 4, Army::Prussian, 12)]);
    assert_eq!(sizes(&game(setup("WV", [], 1, 2))), [(8, 4, 1), (6, 3, 1)]);
    let zero = faults(setup("QB", [], 0, 0));
    assert!(matches!(zero[..], [SetupFault::Option { option: "scale", .. }]), "{zero:?}");
    let huge = faults(setup("QB", [], u16::MAX, 1));
    assert!(
        huge.iter().all(|fault| matches!(fault, SetupFault::TooFewCards { .. } | SetupFault::Scale { .. })),
        "{huge:?}"
    );
}

#[test]
fn a_small_muster_is_raised_to_three() {
    let mut battles = EMBEDDED.battles.replace(",14,10,1,70,", ",12,4,1,70,");
    battles = battles.replace(",18,9,1,80,", ",18,4,1,80,");
    let set = CardSet::from_csv(CardFiles { battles: &battles, ..EMBEDDED }).expect("sound");
    let game = Waterloo::new(Arc::new(set), setup("QB", [], 1, 2)).expect("sound");
    assert_eq!(sizes(&game), [(6, 3, 1), (9, 3, 1)], "half of 4 would be 2, below the minimum (N24)");
}

// ---- custom decks ------------------------------------------------------------------------------------------------------

#[test]
fn a_custom_deck_may_hold_three_copies() {
    let infantry = french(Kind::Infantry);
    let cards = vec![infantry[1], infantry[0], infantry[1], infantry[2], infantry[1], infantry[0], infantry[3]];
    let game = game(setup("QB", [(Army::French, Deal::Custom(cards.clone()))], 1, 1));
    let roster = game.roster(Army::French);
    assert_eq!((roster.deck, roster.muster, roster.reinforce), (7, 3, 1), "half of 7, rounded down");
    let mut sorted = cards;
    sorted.sort_unstable();
    assert_eq!(numbers(&game, Army::French), sorted);
    let copies = |number: u16| -> Vec<u8> {
        let list = numbers(&game, Army::French);
        let of = list.iter().zip(&roster.cards).filter(|(n, _)| **n == number);
        of.map(|(_, profile)| profile.copy).collect()
    };
    assert_eq!(copies(infantry[1]), [0, 1, 2]);
    assert_eq!(copies(infantry[0]), [0, 1]);
}

#[test]
fn every_refusal_of_a_custom_deck_is_listed() {
    let set = CardSet::embedded();
    let name = |id: &str| set.by_id(id).map(|card| (card.number, card.name.clone())).expect("the card");
    let (ney, ney_name) = name("fr-gen-ney");
    let (soye, soye_name) = name("fr-inf-soye");
    let (plancenoit, plancenoit_name) = name("fr-ter-plancenoit");
    let (special, special_name) = name("fr-spe-tirailleurs");
    let (wood, wood_name) = name("fr-ter-bossu-wood");
    let cards = vec![ney, ney, soye, soye, soye, soye, plancenoit, special, 150, 9_999, wood, wood];
    let mut plain = setup("QB", [(Army::French, Deal::Custom(cards))], 1, 1);
    plain.options.specials = false;
    let found = faults(plain);
    let duplicate = |number, name, times, most| SetupFault::Duplicate { number, name, times, most };
    assert_eq!(
        found,
        [
            duplicate(ney, ney_name, 2, 1),
            duplicate(soye, soye_name, 4, 3),
            duplicate(wood, wood_name, 2, 1),
            SetupFault::ForeignTerrain { name: plancenoit_name, battle: "Quatre Bras (16 June 1815)".into() },
            SetupFault::Special { name: special_name },
            SetupFault::NotACard { army: Army::French, number: 150 },
            SetupFault::NotACard { army: Army::French, number: 9_999 },
        ]
    );
}

#[test]
fn battle_points_limit_a_custom_deck_and_scale_with_it() {
    let set = CardSet::embedded();
    let row = set.battle("QB")[0].clone();
    assert_eq!((limit(&row, Scale { by: 1, over: 1 }), limit(&row, Scale { by: 1, over: 2 })), (70, 35));
    let cards = vec![26_u16; 3];
    assert_eq!(cost(&set, &cards), 3 * u32::from(set.by_number(26).expect("a card").bp));
    let dear: Vec<u16> = french(Kind::Infantry).into_iter().rev().take(14).collect();
    let price = cost(&set, &dear);
    assert!(price > 70);
    let over = SetupFault::BattlePoints { army: Army::French, cost: price, limit: 70 };
    assert_eq!(faults(setup("QB", [(Army::French, Deal::Custom(dear.clone()))], 1, 1)), [over]);
    let deals = [(Army::French, Deal::Custom(dear)), (Army::British, Deal::Any)];
    assert_eq!(game(setup("QB", deals, 2, 1)).roster(Army::French).deck, 14, "140 BP pay for it");
}

#[test]
fn custom_prussians_at_waterloo_still_have_no_muster() {
    let set = CardSet::embedded();
    let cards: Vec<u16> =
        set.of_army(Army::Prussian).filter(|card| card.kind == Kind::Infantry).map(|c| c.number).take(8).collect();
    let game = game(setup("WA", [(Army::Prussian, Deal::Custom(cards))], 1, 1));
    let roster = game.roster(Army::Prussian);
    assert_eq!((roster.deck, roster.muster, roster.reinforce), (8, 0, 2));
    assert!(game.prussians_arrive());
}

#[test]
fn a_custom_deck_must_muster_three_troops() {
    let small = faults(setup("QB", [(Army::French, Deal::Custom(french(Kind::Infantry)[..5].to_vec()))], 1, 1));
    assert_eq!(small, [SetupFault::SmallMuster { army: Army::French, muster: 2 }]);
    let empty = faults(setup("QB", [(Army::French, Deal::Custom(Vec::new()))], 1, 1));
    assert_eq!(empty, [SetupFault::TooFewTroops { player: "French", have: 0 }]);
    let mut weak = french(Kind::General)[..4].to_vec();
    weak.extend(&french(Kind::Infantry)[..2]);
    let weak = faults(setup("QB", [(Army::French, Deal::Custom(weak))], 1, 1));
    assert_eq!(weak, [SetupFault::TooFewTroops { player: "French", have: 2 }]);
}

// ---- other faults of a setup -----------------------------------------------------------------------------------------

#[test]
fn unknown_battles_absent_armies_and_bad_options_are_told_together() {
    let mut setup = setup("QB", [(Army::Prussian, Deal::Any)], 1, 1);
    setup.options.woods_minimum = 2;
    setup.options.turn_cap = Some(0);
    let found = faults(setup.clone());
    assert!(matches!(found[0], SetupFault::Option { option: "woods_minimum", .. }));
    assert!(matches!(found[1], SetupFault::Option { option: "turn_cap", .. }));
    assert_eq!(found[2], SetupFault::NotThere { army: Army::Prussian, battle: "Quatre Bras (16 June 1815)".into() });
    assert_eq!(found.len(), 3);
    setup.battle = "XX".into();
    let found = faults(setup);
    assert_eq!(found[2], SetupFault::UnknownBattle { code: "XX".into(), known: "QB, LI, WA, WV, CH".into() });
}

#[test]
fn a_collection_must_be_large_enough_and_of_the_army() {
    let mut cards = french(Kind::Infantry)[..9].to_vec();
    cards.push(300);
    let found = faults(setup("QB", [(Army::French, Deal::Collection(cards))], 1, 1));
    assert_eq!(
        found,
        [
            SetupFault::NotACard { army: Army::French, number: 300 },
            SetupFault::TooFewCards { army: Army::French, need: 14, have: 9 },
        ]
    );
}

#[test]
fn a_quota_must_fit() {
    let asked = BTreeMap::from([(Kind::Infantry, 7), (Kind::Special, 7), (Kind::Cavalry, 4)]);
    let found = faults(setup("QB", [(Army::French, Deal::Quota(Some(asked)))], 1, 1));
    assert_eq!(
        found,
        [
            SetupFault::Quota { army: Army::French, kind: Kind::Infantry, asked: 7, have: 6 },
            SetupFault::Quota { army: Army::French, kind: Kind::Special, asked: 7, have: 6 },
            SetupFault::QuotaSum { army: Army::French, sum: 18, deck: 14 },
        ]
    );
    // A quota with too few Troops for three Positions would be dealt again for ever.
    let lame = BTreeMap::from([(Kind::General, 4), (Kind::Infantry, 2)]);
    let found = faults(setup("WV", [(Army::French, Deal::Quota(Some(lame)))], 1, 2));
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(found[0], SetupFault::QuotaSum { army: Army::French, sum: 6, deck: 8 });
    let lame = BTreeMap::from([(Kind::General, 5), (Kind::Infantry, 2), (Kind::Terrain, 1)]);
    let found = faults(setup("WV", [(Army::French, Deal::Quota(Some(lame)))], 1, 2));
    assert_eq!(found, [SetupFault::TooFewTroops { player: "French", have: 2 }]);
}

#[test]
fn an_army_brings_at_most_128_cards() {
    let copies: Vec<u16> = french(Kind::Infantry).into_iter().flat_map(|number| [number; 3]).take(129).collect();
    assert_eq!(copies.len(), 120, "there are 40 Infantry cards");
    let mut cards = copies;
    cards.extend(french(Kind::Cavalry).into_iter().flat_map(|number| [number; 3]).take(9));
    let found = faults(setup("QB", [(Army::French, Deal::Custom(cards))], 1, 1));
    assert!(found.contains(&SetupFault::TooManyCards { army: Army::French, have: 129, most: 128 }), "{found:?}");
}

#[test]
fn setups_are_read_from_text_and_hostile_ones_refused() {
    let text = r#"{"battle":"QB","deals":{"french":{"quota":null},"british":"any"},"scale":{"by":1,"over":1}}"#;
    let setup: Setup = serde_json::from_str(text).expect("a setup");
    assert_eq!(setup.deals[&Army::French], Deal::Quota(None));
    let again: Setup = serde_json::from_str(&serde_json::to_string(&setup).expect("text")).expect("a setup");
    assert_eq!(again, setup);
    assert!(serde_json::from_str::<Setup>(r#"{"battle":"QB","deal":{}}"#).is_err(), "an unknown field is no setup");
    let many = faults(Setup { deals: [(Army::French, Deal::Custom(vec![1; 200_000]))].into(), ..Setup::battle("QB") });
    assert!(many.iter().any(|fault| matches!(fault, SetupFault::Duplicate { times: 200_000, .. })), "{many:?}");
}

#[test]
fn codes_and_citations_of_faults_are_what_is_serialised() {
    let mut wrong = setup("QB", [(Army::French, Deal::Custom(vec![1, 1, 94, 150])), (Army::Prussian, Deal::Any)], 1, 5);
    wrong.options.woods_minimum = 9;
    let found = faults(wrong);
    assert!(found.len() >= 6, "{found:?}");
    for fault in found {
        let json = serde_json::to_value(&fault).expect("text");
        assert_eq!(json.as_object().and_then(|map| map.keys().next()).map(String::as_str), Some(fault.code()));
        assert!(!fault.cites().is_empty());
    }
}

// ---- collections -------------------------------------------------------------------------------------------------------

#[test]
fn a_deck_is_60_different_cards_in_the_three_prints() {
    let set = CardSet::embedded();
    let mut draws = Seeded::new(Seed::from_number(18));
    let mut collection = Collection::new();
    let mut prints: BTreeMap<Rarity, u32> = BTreeMap::new();
    let mut seen = [0_u32; 301];
    let decks = 400_u32;
    for _ in 0..decks {
        let deck = collection.open_deck(&set, &mut draws).expect("a deck");
        assert_eq!(deck.iter().map(|&(number, _)| number).collect::<BTreeSet<_>>().len(), DECK_CARDS);
        for (number, rarity) in deck {
            *prints.entry(rarity).or_default() += 1;
            seen[usize::from(number)] += 1;
        }
    }
    assert_eq!(collection.iter().map(|(_, _, count)| count).sum::<u32>(), decks * 60);
    // Chi-square with two degrees of freedom: 18.4 is passed once in 10,000 times.
    let all = f64::from(decks * 60);
    let expected = [(Rarity::Gold, 0.1), (Rarity::Silver, 0.3), (Rarity::Bronze, 0.6)];
    let chi: f64 = expected.iter().map(|&(r, p)| (f64::from(prints[&r]) - p * all).powi(2) / (p * all)).sum();
    assert!(chi < 18.4, "{prints:?}: {chi}");
    // Each card is in a fifth of the decks: 299 degrees of freedom, narrowed by 0.8 as a deck has no card twice.
    let mean = f64::from(decks) / 5.0;
    let chi: f64 = seen[1..].iter().map(|&n| (f64::from(n) - mean).powi(2) / (mean * 0.8)).sum();
    assert!((200.0..410.0).contains(&chi), "{chi}");
}

#[test]
fn a_deck_can_be_drawn_by_hand_and_a_missing_draw_changes_nothing() {
    let set = CardSet::embedded();
    let mut collection = Collection::new();
    let mut hand = Supplied::of([26, 1, 27]);
    let unmet = collection.open_deck(&set, &mut hand);
    assert!(matches!(unmet, Err(Unmet::Needed(ref needed)) if needed.request.code == "deck-rarity"), "{unmet:?}");
    assert_eq!((collection.iter().count(), hand.rest().len()), (0, 3));
    // The same number twice is refused.
    let mut hand = Supplied::of([26, 1, 26]);
    assert!(matches!(collection.open_deck(&set, &mut hand), Err(Unmet::Impossible { value: 26, .. })));
    let values = (1..=60).flat_map(|number| [number, number % 10 + 1]);
    let deck = collection.open_deck(&set, &mut Supplied::of(values)).expect("a deck");
    assert_eq!(deck[..3], [(1, Rarity::Silver), (2, Rarity::Silver), (3, Rarity::Silver)]);
    assert_eq!((deck[9], deck[4]), ((10, Rarity::Gold), (5, Rarity::Bronze)));
    // Only its own stream is used.
    let mut seeded = Seeded::new(Seed::from_number(1));
    collection.open_deck(&set, &mut seeded).expect("a deck");
    let mut counts: Counts = seeded.mark();
    assert_eq!(std::mem::take(&mut counts[10]), 120);
    assert_eq!(counts, Counts::default());
}

#[test]
fn a_small_set_gives_all_its_cards() {
    let cards: Vec<&str> = EMBEDDED.cards.lines().take(8).collect();
    let small = CardSet::from_csv(CardFiles { cards: &cards.join("\n"), ..EMBEDDED }).expect("sound");
    let deck = Collection::new().open_deck(&small, &mut Seeded::new(Seed::from_number(2))).expect("a deck");
    assert_eq!(deck.len(), 7);
    assert_eq!(Collection::new().open_deck(&CardSet::default(), &mut Supplied::new()), Ok(Vec::new()));
}

#[test]
fn a_collection_is_kept_as_text_and_dealt_from() {
    let set = CardSet::embedded();
    let mut draws = Seeded::new(Seed::from_number(3));
    let mut collection = Collection::new();
    for _ in 0..3 {
        collection.open_deck(&set, &mut draws).expect("a deck");
    }
    assert_eq!(Collection::from_csv(&collection.to_csv(), &set), Ok(collection.clone()));
    let json = serde_json::to_string(&collection).expect("text");
    assert_eq!(serde_json::from_str::<Collection>(&json).expect("a collection"), collection);
    let bytes = postcard::to_allocvec(&collection).expect("bytes");
    assert_eq!(postcard::from_bytes::<Collection>(&bytes).expect("a collection"), collection);
    let own = collection.numbers(&set, Army::French);
    assert!(own.len() > 30 && own.iter().all(|&n| n <= 110) && own.windows(2).all(|pair| pair[0] < pair[1]));
    game(setup("QB", [(Army::French, Deal::Collection(own))], 1, 1));
}

#[test]
fn faults_of_a_collection_are_told_by_line() {
    let text = "number,rarity,count\n1,gold,1\n301,gold,1\n2,tin,0\n1,gold,2\n,silver,1\n3,bronze\n";
    let faults = Collection::from_csv(text, &CardSet::embedded()).expect_err("faults").0;
    let told: Vec<_> = faults.iter().map(|fault| (fault.line, fault.column.as_str())).collect();
    assert_eq!(told, [(3, "number"), (4, "rarity"), (4, "count"), (6, "number"), (7, "")]);
    assert!(faults.iter().all(|fault| fault.file == "collection.csv"));
    let collection = Collection::from_csv("count,rarity,number\n1,gold,9\n2,gold,9\n", &CardSet::embedded());
    assert_eq!(collection.map(|collection| collection.count(9, Rarity::Gold)), Ok(3));
    assert!(serde_json::from_str::<Collection>(r#"[{"number":1,"rarity":"gold","count":0}]"#).is_err());
}
