use super::*;
use crate::game::Sink;
use crate::waterloo::agenda::Subject;
use crate::waterloo::event::{Event, Loss, MoveKind, Piece};
use crate::waterloo::scene::{Scene, random_game, told_game};
use crate::waterloo::state::Ground;
use crate::waterloo::types::bit;
use crate::waterloo::types::cards;
use rand_chacha::ChaCha12Rng;
use rand_core::{Rng, SeedableRng};

const FRENCH_VIEW: Viewer = Viewer::Player(FRENCH);
const ALLIED_VIEW: Viewer = Viewer::Player(ALLIED);

fn below(rng: &mut ChaCha12Rng, n: usize) -> usize {
    (rng.next_u64() % n as u64) as usize
}

/// A position of Waterloo with cards anywhere, up and down, marked and not.
fn random_scene(rng: &mut ChaCha12Rng) -> Scene {
    let mut s = Scene::new("WA");
    for &army in Army::ALL {
        let all = s.game.all_cards(army);
        for card in cards(army, all) {
            let kind = s.game.profile(card).kind;
            match below(rng, 10) {
                0 => s.lose(card),
                1 | 2 => s.hold(card),
                3..=5 if kind != Kind::Terrain && s.state.side(army.player()).all().count_ones() < 40 => {
                    let up = below(rng, 2) == 0;
                    let slot = s.put(card, Place::POSITIONS[below(rng, 6)], up);
                    let side = s.state.side_mut(army.player());
                    if kind == Kind::Infantry {
                        side.set_formation(slot, Formation::ALL[below(rng, 3)]);
                    }
                    if up {
                        side.hits[usize::from(slot)] = below(rng, 3) as u8;
                    }
                    side.moved |= bit(slot) & rng.next_u64();
                    side.known_troop |= bit(slot) & rng.next_u64();
                }
                6 if kind == Kind::Terrain => {
                    let id = s.game.card(card).id.clone();
                    s.lay(&id);
                }
                _ => {}
            }
        }
        let hand = s.state.hand_mut(army);
        hand.shown = if army == Army::Prussian { hand.reserve & (u128::from(rng.next_u64()) << 3) } else { 0 };
    }
    s
}

/// Gives the hidden cards of `army` new faces and changes all else that its enemy may not know.
fn shuffle_hidden(s: &mut Scene, rng: &mut ChaCha12Rng, army: Army) {
    let player = army.player();
    let seen = s.game.seen(&s.state, Viewer::Player(crate::waterloo::types::foe(player)), army);
    // Cards that a Special acts on openly are known wherever they are.
    let view = s.view(Viewer::Player(crate::waterloo::types::foe(player)));
    let frames = view.agenda.iter().filter_map(|task| if let Task::Run(frame) = task { Some(frame.it) } else { None });
    let named: Vec<Subject> = frames.chain(view.forces.iter().map(|force| force.it)).collect();
    let unnamed = |card: &CardId| !named.contains(&Subject::Card(*card));
    let hidden: Vec<CardId> = cards(army, s.game.all_cards(army) & !seen).filter(unnamed).collect();
    let mut faces = hidden.clone();
    for i in (1..faces.len()).rev() {
        faces.swap(i, below(rng, i + 1));
    }
    let face = |card: CardId| hidden.iter().position(|&c| c == card).map_or(card, |i| faces[i]);
    let map = |set: u128| cards(army, set).fold(0, |set, card| set | face(card).bit());
    let kinds = |card: CardId| s.game.profile(card).kind as usize;
    let side = &mut s.state.sides[player.index()];
    for slot in slots(side.all()) {
        let card = side.card[usize::from(slot)];
        if card.army() == army {
            let new = face(card);
            side.card[usize::from(slot)] = new;
            side.kind[kinds(card)] &= !bit(slot);
            side.kind[kinds(new)] |= bit(slot);
        }
    }
    let laid: Vec<_> = s.state.grounds.numbered().filter(|(_, g)| g.card.army() == army).map(|(n, _)| n).collect();
    for number in laid {
        let ground = s.state.grounds.get_mut(number).expect("laid");
        ground.card = face(ground.card);
    }
    for task in s.state.agenda.tasks_mut() {
        if let Task::Run(frame) = task
            && let Subject::Card(card) = frame.it
        {
            frame.it = Subject::Card(face(card));
        }
    }
    for force in s.state.forces.list_mut() {
        if let Subject::Card(card) = force.it {
            if force.aim == force.it {
                force.aim = Subject::Card(face(card));
            }
            force.it = Subject::Card(face(card));
        }
    }
    let hand = s.state.hand_mut(army);
    let total: u8 = hand.left.iter().sum();
    for index in hand.top.iter_mut().take(usize::from(hand.fixed[0])) {
        *index = face(CardId::new(army, usize::from(*index))).index() as u8;
    }
    for index in hand.bottom.iter_mut().take(usize::from(hand.fixed[1])) {
        *index = face(CardId::new(army, usize::from(*index))).index() as u8;
    }
    hand.undrawn = map(hand.undrawn);
    hand.reserve = map(hand.reserve);
    hand.moved = hand.reserve & u128::from(rng.next_u64());
    hand.spent = hand.reserve & u128::from(rng.next_u64());
    hand.withdrew = hand.reserve & u128::from(rng.next_u64());
    let first = below(rng, usize::from(total) + 1) as u8;
    hand.left = [first, total - first, 0, 0, 0, 0, 0];
    s.state.changes[player.index()] = below(rng, 200) as u8;
}

fn bytes(view: &View) -> (String, Vec<u8>) {
    (serde_json::to_string(view).unwrap(), postcard::to_allocvec(view).unwrap())
}

#[test]
fn states_that_differ_in_hidden_facts_look_the_same_to_the_enemy() {
    let mut rng = ChaCha12Rng::seed_from_u64(1815);
    let mut told_apart = 0;
    for _ in 0..200 {
        let before = random_scene(&mut rng);
        let mut after = Scene { game: before.game.clone(), state: before.state.clone() };
        shuffle_hidden(&mut after, &mut rng, Army::French);
        for viewer in [ALLIED_VIEW, Viewer::Public] {
            assert_eq!(bytes(&before.view(viewer)), bytes(&after.view(viewer)));
        }
        told_apart += usize::from(before.view(FRENCH_VIEW) != after.view(FRENCH_VIEW));
        shuffle_hidden(&mut after, &mut rng, Army::British);
        shuffle_hidden(&mut after, &mut rng, Army::Prussian);
        assert_eq!(bytes(&before.view(Viewer::Public)), bytes(&after.view(Viewer::Public)));
        assert_ne!(before.view(Viewer::Referee), after.view(Viewer::Referee));
    }
    assert!(told_apart > 190, "the owner sees the difference: {told_apart} of 200");
}

#[test]
fn a_deployment_shows_nothing_until_its_player_is_ready() {
    let mut rng = ChaCha12Rng::seed_from_u64(16);
    for _ in 0..50 {
        let mut s = random_scene(&mut rng);
        s.state.phase = Phase::Deployment;
        s.state.ready = Players::only(ALLIED);
        // The same French cards, all still in hand: other slots, other Terrain, other counts.
        let mut held = Scene { game: s.game.clone(), state: s.state.clone() };
        let on_table = table(&s.state, Army::French);
        held.state.sides[0] = State::EMPTY.sides[0];
        held.state.grounds = State::EMPTY.grounds;
        for (_, g) in s.state.grounds.numbered().filter(|(_, g)| g.card.army() != Army::French) {
            held.state.grounds.push(*g);
        }
        held.state.hand_mut(Army::French).reserve |= on_table;
        assert_eq!(bytes(&s.view(ALLIED_VIEW)), bytes(&held.view(ALLIED_VIEW)));
        assert!(s.view(ALLIED_VIEW).screens(FRENCH));
        // The Allied side has finished, so the French see it.
        assert_eq!(s.view(FRENCH_VIEW).at(ALLIED, Place(4)).count(), s.state.sides[1].at[4].count_ones() as usize);
        s.state.ready = Players::NONE;
        assert!(s.view(FRENCH_VIEW).slots.iter().all(|slot| slot.player == FRENCH));
        assert!(s.view(Viewer::Public).slots.is_empty() && s.view(Viewer::Public).grounds.is_empty());
    }
}

#[test]
fn a_view_round_trips_and_holds_every_public_fact() {
    let s = Scene::waterloo();
    for viewer in [FRENCH_VIEW, ALLIED_VIEW, Viewer::Public, Viewer::Referee] {
        let view = s.view(viewer);
        let (json, binary) = bytes(&view);
        assert_eq!(serde_json::from_str::<View>(&json).unwrap(), view);
        assert_eq!(postcard::from_bytes::<View>(&binary).unwrap(), view);
        assert!(json.len() <= 12 * 1024, "{} bytes for {viewer:?}", json.len());
    }
    let view = s.view(ALLIED_VIEW);
    let hidden: Vec<_> = view.at(FRENCH, Place(1)).filter(|slot| slot.card.is_none()).collect();
    assert_eq!(hidden.len(), 1);
    assert_eq!(hidden[0].formation, Formation::Column);
    assert!(hidden[0].marks.has(Marks::KNOWN_INFANTRY));
    assert!(hidden[0].may_be(Kind::Infantry, true) && !hidden[0].may_be(Kind::Cavalry, true));
    // Each French card is placed once: on the table, open, lost, or unseen.
    let french = view.army(Army::French).unwrap();
    let placed = view.slots.iter().filter(|s| s.army == Army::French && s.card.is_some()).count()
        + view.grounds.iter().filter(|g| g.card.army() == Army::French).count()
        + french.open.len()
        + french.eliminated.len()
        + french.unseen.len();
    assert_eq!(placed, s.game.roster(Army::French).cards.len());
    assert_eq!(french.hand, None);
    assert_eq!(view.changes, [None, Some(0)]);
    assert!(view.army(Army::Prussian).unwrap().hand.is_some());
    assert_eq!(s.view(FRENCH_VIEW).army(Army::Prussian).unwrap().open.len(), 1, "the shown General lies open");
}

#[test]
fn a_full_table_fits_into_twelve_kilobytes() {
    let mut s = Scene::waterloo();
    // Four cards of each player in each Position that he can be in, all marked, and everything else in the Reserve.
    for player in [FRENCH, ALLIED] {
        for at in Place::POSITIONS {
            for _ in s.state.side(player).at[at.index()].count_ones()..4 {
                let army = player_army(player);
                let hand = s.state.hand(army);
                if let Some(card) = cards(army, hand.undrawn).find(|&c| s.game.profile(c).kind.is_troop()) {
                    s.put(card, at, true);
                }
            }
        }
    }
    for viewer in [FRENCH_VIEW, ALLIED_VIEW] {
        let json = serde_json::to_string(&s.view(viewer)).unwrap();
        assert!(json.len() <= 12 * 1024, "{} bytes for {viewer:?}: {} slots", json.len(), s.view(viewer).slots.len());
    }
}

fn player_army(player: Player) -> Army {
    if player == FRENCH { Army::French } else { Army::British }
}

fn piece(s: &Scene, card: CardId) -> Piece {
    let player = card.army().player();
    Piece { player, army: card.army(), slot: s.state.side(player).slot_of(card).unwrap_or(0), card: Some(card) }
}

#[test]
fn events_show_a_card_only_to_those_who_see_it() {
    let mut s = Scene::new("QB");
    let inf: Vec<_> = cards(Army::French, s.game.roster(Army::French).kinds[Kind::Infantry as usize]).collect();
    s.put(inf[0], Place(1), false);
    s.put(inf[1], Place(1), true);
    s.hold(inf[2]);
    let moved = |s: &Scene, card| Event::Moved {
        piece: piece(s, card),
        from: Place(0),
        to: Place(1),
        kind: MoveKind::Plain,
        formation: Formation::Line,
    };
    let card_seen = |viewer, event: &Event| match s.game.redact_event(&s.state, viewer, event) {
        Some(Event::Moved { piece, .. } | Event::Retired { piece, .. }) => piece.card,
        other => panic!("{other:?}"),
    };
    assert_eq!(card_seen(ALLIED_VIEW, &moved(&s, inf[0])), None);
    assert_eq!(card_seen(FRENCH_VIEW, &moved(&s, inf[0])), Some(inf[0]));
    assert_eq!(card_seen(ALLIED_VIEW, &moved(&s, inf[1])), Some(inf[1]));
    let retired = |up| Event::Retired { piece: piece(&s, inf[2]), from: Place(1), kind: MoveKind::Disengage, up };
    assert_eq!(card_seen(ALLIED_VIEW, &retired(true)), Some(inf[2]), "everybody saw it go");
    assert_eq!(card_seen(ALLIED_VIEW, &retired(false)), None);
    assert_eq!(card_seen(Viewer::Referee, &retired(false)), Some(inf[2]));
    let drew = Event::Drew { army: Army::French, card: Some(inf[2]), left: 7, muster: false };
    let hidden = Event::Drew { army: Army::French, card: None, left: 7, muster: false };
    assert_eq!(s.game.redact_event(&s.state, ALLIED_VIEW, &drew), Some(hidden.clone()));
    assert_eq!(s.game.redact_event(&s.state, Viewer::Public, &drew), Some(hidden));
    assert_eq!(s.game.redact_event(&s.state, FRENCH_VIEW, &drew), Some(drew));
    let lost = inf[3];
    s.lose(lost);
    let removed = Event::Removed { piece: piece(&s, lost), from: Place(1), why: Loss::Decoy };
    assert_eq!(s.game.redact_event(&s.state, Viewer::Public, &removed), Some(removed));
}

#[test]
fn nobody_notices_what_happens_behind_the_screen() {
    let mut s = Scene::new("QB");
    s.state.phase = Phase::Deployment;
    s.state.ready = Players::NONE;
    let ney = s.card("fr-gen-ney");
    s.put(ney, Place(1), true);
    let wood = s.lay("fr-ter-bossu-wood");
    let Ground { card, at, .. } = *s.state.grounds.get(wood).unwrap();
    let deployed =
        Event::Deployed { piece: piece(&s, ney), at: Place(1), formation: Formation::Line, on: None, up: true };
    let formed = Event::Formed { piece: piece(&s, ney), formation: Formation::Line, cost: false };
    let laid = Event::Laid { player: FRENCH, card, at, ground: wood };
    let lined = Event::Lined { piece: piece(&s, ney), at: Place(1), formation: Formation::Line, on: None };
    for event in [&deployed, &formed, &laid] {
        assert_eq!(s.game.redact_event(&s.state, ALLIED_VIEW, event), None);
        assert_eq!(s.game.redact_event(&s.state, Viewer::Public, event), None);
        assert_eq!(s.game.redact_event(&s.state, FRENCH_VIEW, event).as_ref(), Some(event));
    }
    assert!(!s.game.sees_card(&s.state, ALLIED_VIEW, ney) && !s.game.sees_card(&s.state, ALLIED_VIEW, card));
    s.state.ready = Players::only(FRENCH);
    for event in [&laid, &lined] {
        assert_eq!(s.game.redact_event(&s.state, ALLIED_VIEW, event).as_ref(), Some(event));
        assert_eq!(s.game.redact_event(&s.state, FRENCH_VIEW, event), None, "no news to its own player");
    }
    assert!(s.game.sees_card(&s.state, ALLIED_VIEW, ney));
}

#[test]
fn cards_under_hit_markers_and_shown_generals_lie_open_in_the_reserve() {
    let mut s = Scene::waterloo();
    let (finf, general) =
        (s.view(FRENCH_VIEW).army(Army::French).unwrap().hand.clone().unwrap().reserve, s.card("pr-gen-bulow"));
    assert!(!s.game.sees_card(&s.state, ALLIED_VIEW, finf[0]));
    s.state.reserve_hits[3] = (finf[0], 2);
    assert!(s.game.sees_card(&s.state, ALLIED_VIEW, finf[0]));
    assert_eq!(s.view(ALLIED_VIEW).reserve_hits, [(finf[0], 2)]);
    s.hold(general);
    s.state.hand_mut(Army::Prussian).shown = general.bit();
    assert!(s.game.sees_card(&s.state, FRENCH_VIEW, general));
    // Shown once, then face-down somewhere: it is known that it was shown, not where it lies.
    s.put(general, Place(3), false);
    assert!(!s.game.sees_card(&s.state, FRENCH_VIEW, general));
    assert_eq!(s.view(FRENCH_VIEW).army(Army::Prussian).unwrap().shown, [general]);
}

#[test]
fn marks_are_names_in_text_and_reject_unknown_ones() {
    let mut marks = Marks::MOVED;
    marks.set(Marks::KNOWN_TROOP);
    assert_eq!(serde_json::to_string(&marks).unwrap(), r#"["moved","known-troop"]"#);
    assert_eq!(serde_json::from_str::<Marks>(r#"["known-troop","moved"]"#).unwrap(), marks);
    assert!(serde_json::from_str::<Marks>(r#"["flying"]"#).is_err());
    assert!(postcard::from_bytes::<Marks>(&[0xff, 0xff, 0x03]).is_err());
}

#[test]
fn positions_of_real_games_show_nothing_hidden_and_fit_their_size() {
    let mut rng = ChaCha12Rng::seed_from_u64(18);
    let mut positions = 0;
    for (battle, armies) in [("QB", 2), ("LI", 2), ("WA", 3), ("WV", 2), ("CH", 3)] {
        for seed in 0..4 {
            random_game(battle, seed, 1500, |game, state| {
                positions += 1;
                let before = Scene { game: game.clone(), state: state.clone() };
                let mut after = Scene { game: game.clone(), state: state.clone() };
                shuffle_hidden(&mut after, &mut rng, Army::French);
                assert_eq!(bytes(&before.view(ALLIED_VIEW)), bytes(&after.view(ALLIED_VIEW)));
                for army in game.armies().filter(|a| a.player() == ALLIED) {
                    shuffle_hidden(&mut after, &mut rng, army);
                }
                assert_eq!(bytes(&before.view(Viewer::Public)), bytes(&after.view(Viewer::Public)));
                for viewer in [FRENCH_VIEW, ALLIED_VIEW] {
                    let view = before.view(viewer);
                    assert_eq!(view.armies.len(), armies);
                    let most = VIEW_BYTES;
                    assert!(bytes(&view).0.len() <= most, "{battle}: {}", bytes(&view).0.len());
                }
            });
        }
    }
    assert!(positions > 2000, "{positions} positions");
}

/// Listens for each viewer, and checks that no event names a card that he does not see at that moment.
struct Watch {
    told: usize,
}

impl Sink<Waterloo> for Watch {
    const LIVE: bool = true;

    fn emit(&mut self, game: &Waterloo, state: &State, event: Event) {
        for viewer in [FRENCH_VIEW, ALLIED_VIEW, Viewer::Public] {
            let Some(event) = game.redact_event(state, viewer, &event) else { continue };
            self.told += 1;
            let json = serde_json::to_string(&event).expect("an event is plain data");
            // A card whose Morale is rolled had its hits in sight; they may be gone by now (W N20).
            // What a Special makes its player show goes back into a Reserve or stays there.
            let rolled = matches!(
                event,
                Event::Rolled { .. } | Event::Shown { .. } | Event::Searched { .. } | Event::CameBack { .. }
            );
            for army in game.armies() {
                for card in cards(army, game.all_cards(army) & !game.seen(state, viewer, army)) {
                    for field in ["card", "on", "ground"] {
                        let named = format!("\"{field}\":{}", card.0);
                        let names = json
                            .match_indices(&named)
                            .any(|(at, _)| !json[at + named.len()..].starts_with(char::is_numeric));
                        assert!(!names || rolled || (field == "ground" && card.0 < 16), "{viewer:?}: {json}");
                    }
                    let source = format!("\"source\":\"{}\"", game.card(card).name);
                    assert!(rolled || !json.contains(&source), "{viewer:?}: {json}");
                }
            }
        }
    }

    fn mark(&self) -> usize {
        0
    }

    fn discard(&mut self, _: usize) {}
}

#[test]
fn no_event_of_a_game_names_a_card_that_is_hidden() {
    for (battle, seed) in [("QB", 11), ("LI", 12), ("WA", 13), ("WV", 14), ("CH", 15)] {
        let mut watch = Watch { told: 0 };
        told_game(battle, seed, 1500, &mut watch, |_, _| {});
        assert!(watch.told > 100, "{battle}: {}", watch.told);
    }
}
