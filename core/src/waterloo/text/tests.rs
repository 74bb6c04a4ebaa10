use crate::chance::{self, Request, Stream};
use crate::cite::Cite;
use crate::explain::{Breakdown, Tally};
use crate::game::{Game, Viewer};
use crate::waterloo::action::{Action, NO_GROUND};
use crate::waterloo::event::{Event, Loss, MoveKind, Piece};
use crate::waterloo::scene::{Scene, random_game};
use crate::waterloo::state::{Ending, Phase};
use crate::waterloo::types::{Attack, CardId, Formation, Place, foe};
use crate::waterloo::{ALLIED, CardSet, FRENCH, Refusal, State, Waterloo};
use expect_test::expect;

fn piece(s: &Scene, id: &str) -> Piece {
    let card = s.card(id);
    Piece { player: card.army().player(), army: card.army(), slot: 3, card: Some(card) }
}

fn number(what: &'static str, printed: i16) -> Breakdown {
    let mut number = Breakdown::new(what);
    number.add("printed", printed, Cite("W 7.1"), || "not shown".to_owned());
    number
}

#[test]
fn sides_and_places_bear_the_name_of_the_army_that_is_there() {
    for (battle, side, place) in [
        ("QB", "British", "the British Center"),
        ("LI", "Prussian", "the Prussian Center"),
        ("WA", "Allied", "the Allied Center"),
    ] {
        let game = Scene::new(battle).game;
        assert_eq!(game.side_text(ALLIED), side);
        assert_eq!(game.side_text(FRENCH), "French");
        assert_eq!(game.place_text(Place(4)), place);
        assert_eq!(game.place_text(Place(0)), "the French Left");
        assert_eq!(game.place_text(Place::RESERVE), "the Reserve");
    }
}

#[test]
fn an_attack_is_told_with_its_dice_and_their_reasons() {
    let s = Scene::new("WA");
    let mut attack = Event::Attacked {
        piece: piece(&s, "fr-inf-charlet"),
        how: Attack::Fire,
        target: Piece { card: None, ..piece(&s, "br-inf-maitland") },
        at: Place(4),
        cv: number("cv", 3),
        power: number("firepower", 2),
        dice: vec![2, 5, 6],
        hits: 2,
    };
    expect!["Charlet's Brigade fires at a face-down British card (slot 3) in the Allied Center: 3 dice (3 cv), hits on 5-6 (F2), rolled 2, 5, 6: 2 hits."]
        .assert_eq(&s.game.event_text(&attack));
    if let Event::Attacked { how, cv, power, dice, hits, .. } = &mut attack {
        *how = Attack::Shock;
        cv.add("woods", -2, Cite("W 11.2"), || "Hougoumont".to_owned());
        power.add("infantry-vs-artillery", 1, Cite("W 7.4"), String::new);
        power.add("bravado", 1, Cite("W 7.4"), String::new);
        (*dice, *hits) = (vec![1], 0);
    }
    expect!["Charlet's Brigade charges a face-down British card (slot 3) in the Allied Center: 1 die (3 cv printed, -2 for attacking Woods (Hougoumont)), hits on 3-6 (S4: F2 printed, +1 for Infantry at Artillery, +1 bravado), rolled 1: no hit."]
        .assert_eq(&s.game.event_text(&attack));
}

#[test]
fn a_breakdown_names_value_part_source_and_rule() {
    let game = Scene::new("WA").game;
    let mut morale = number("morale", 3);
    morale.add("general", 2, Cite("W 12.1"), || "Marshal Ney".to_owned());
    morale.add("square", 1, Cite("W 9.3"), String::new);
    morale.clamp(1, 5, Cite("W r18"));
    expect!["Morale 5: 3 printed [W 7.1], +2 for a General (Marshal Ney) [W 12.1], +1 in Square [W 9.3], -1 by the limit [W r18]"]
        .assert_eq(&game.breakdown_text(&morale));
    assert_eq!(game.breakdown_text(&Breakdown::new("cv")), "0 cv");
}

#[test]
fn routs_engagements_captures_and_victory_are_sentences() {
    let s = Scene::new("QB");
    let (inf, ney) = (piece(&s, "br-inf-kempt"), piece(&s, "fr-gen-ney"));
    let mut value = number("morale", 3);
    let rolled = |card: CardId, dice: Vec<u8>, value, failed| Event::Rolled { card, at: Place(4), dice, value, failed };
    let kempt = s.card("br-inf-kempt");
    let mut told = vec![rolled(kempt, vec![2], Some(value.clone()), 0)];
    value.add("square", 1, Cite("W 9.3"), String::new);
    told.extend([
        rolled(kempt, vec![2, 6], Some(value.clone()), 1),
        rolled(kempt, vec![6], Some(value), 1),
        rolled(s.card("fr-gen-ney"), vec![4, 6], None, 1),
        Event::Removed { piece: inf, from: Place(4), why: Loss::Routed },
        Event::Removed { piece: ney, from: Place(4), why: Loss::Killed },
        Event::GeneralHit { piece: ney, hits: 1 },
        Event::GeneralHit { piece: ney, hits: 2 },
        Event::Moved { piece: inf, from: Place(4), to: Place(1), kind: MoveKind::Engage, formation: Formation::Column },
        Event::Retired { piece: inf, from: Place(4), kind: MoveKind::Disengage, up: true },
        Event::CameUp {
            piece: inf,
            to: Place(5),
            kind: MoveKind::Plain,
            formation: Formation::Line,
            on: Some(s.card("br-ter-bossu-wood")),
        },
        Event::Captured { piece: inf, ground: s.card("br-ter-bossu-wood") },
        Event::Drew { army: kempt.army(), card: None, left: 0, muster: false },
        Event::Ended { ending: Ending::Victory { winner: FRENCH, at: Place(4) } },
    ]);
    let story: Vec<_> = told.iter().map(|event| s.game.event_text(event)).collect();
    expect![[r#"
        Kempt's Brigade tests 1 hit in the British Center at Morale 3, rolled 2: it stands.
        Kempt's Brigade tests 2 hits in the British Center at Morale 4 (3 printed, +1 in Square), rolled 2, 6: 1 of 2 fail, it breaks.
        Kempt's Brigade tests 1 hit in the British Center at Morale 4 (3 printed, +1 in Square), rolled 6: it breaks.
        Marshal Ney has 2 hits in the British Center and rolls 4, 6: he falls.
        Kempt's Brigade routs from the British Center and is eliminated.
        Marshal Ney is killed in the British Center.
        A 1 among the dice hits Marshal Ney.
        2 dice showing 1 hit Marshal Ney.
        Kempt's Brigade advances from the British Center and engages in the French Center in Column.
        Kempt's Brigade disengages from the British Center to the Reserve.
        Kempt's Brigade comes up from the Reserve to the British Right, occupying Bossu Wood, Northern Edge.
        Kempt's Brigade captures Bossu Wood, Northern Edge.
        The British Reserve draws a British card; none left in the British deck.
        French victory: the French hold the British Center and no British Troops oppose them."#]].assert_eq(&story.join("\n"));
}

#[test]
fn a_refusal_says_what_to_do_with_and_without_names() {
    let s = Scene::new("WA");
    let refusal = Refusal::ChiefInReserve { commander: s.card("fr-gen-napoleon") };
    expect!["A chief of staff stays in the Reserve while Napoleon is present; play another card. [W 12.3, W r29]"]
        .assert_eq(&s.game.refusal_text(&refusal));
    expect!["A chief of staff stays in the Reserve while his commander is present; play another card."]
        .assert_eq(&refusal.to_string());
    let quatre_bras = Scene::new("QB");
    expect!["Enemies stand in the British Right; Terrain is laid in unengaged Positions only. [W 11.0]"]
        .assert_eq(&quatre_bras.game.refusal_text(&Refusal::TerrainEngaged { at: Place(5) }));
    expect!["The French Left and the British Left are not next to each other; go by way of the Reserve or across the Middle Ground."]
        .assert_eq(quatre_bras.game.refusal_text(&Refusal::NotAdjacent { from: Place(0), to: Place(3) }).split(" [").next().unwrap());
}

/// A position of Charleroi with Specials under way.
fn charleroi(line: &str) -> (Waterloo, State) {
    let game = Waterloo::new(CardSet::embedded(), crate::waterloo::Setup::battle("CH")).expect("a battle of the chart");
    let line = crate::waterloo::scatter::specials::spelled(&game, line);
    let state = game.read_position(&line).unwrap_or_else(|e| panic!("{line}: {e}"));
    (game, state)
}

#[test]
fn what_specials_offer_is_worded() {
    let mut told = Vec::new();
    for line in [
        "combat / fc 85 84 / reserve 99 / deck f9",
        "combat 2 allied / fl 25 / al 116 / reserve 119 196 / dead 200 / deck b9 / top 120 121 122 / agenda run=200:PEEK,-,- peek=0,3",
        "combat 2 allied / fl 25 / al 116 / reserve 119 / dead 200 / deck b9 / top 121 122 / agenda run=200:PEEK,-,- peek=1,2",
        "combat 2 allied / fl 25 / al 127 / reserve 128 / dead 196 / deck b9 / agenda run=196:DRAW,-,- draw=0 run=196:PLACE,-,128 place",
        "combat step=1 / fl 25 / al 127 / reserve 186 187 / agenda ask=foe_combat,allied,r,-",
    ] {
        let (game, state) = charleroi(line);
        let player = game.to_act(&state).iter().next().expect("somebody is asked");
        let view = game.view_of(&state, Viewer::Player(player));
        let mut legal = Vec::new();
        game.legal(&state, player, &mut legal);
        let new = legal.iter().filter(|action| {
            matches!(action, Action::Play { .. } | Action::Choose { .. } | Action::Pass)
                || state.agenda.frame().is_some()
        });
        told.extend(new.map(|action| game.action_text(&view, player, action)));
        let text = game.view_text(&view);
        told.extend(
            text.lines().filter(|line| line.starts_with("Next") || line.contains(" of the deck: ")).map(str::to_owned),
        );
        told.push(String::new());
    }
    expect![[r#"
        play Grand Battery on your Center
        Next: the French player fires and moves, and ends the phase.

        take Sir Charles Alten
        take Sir Charles Colville
        take Sir John Lambert
        On top of the deck: Sir Charles Alten, Sir Charles Colville, Sir John Lambert.
        Next: the Allied player deals with the top of the deck for The Duke's Foresight.

        put Sir Charles Colville at the bottom
        put Sir John Lambert at the bottom
        put no more at the bottom
        On top of the deck: Sir Charles Colville, Sir John Lambert.
        Next: the Allied player deals with the top of the deck for The Duke's Foresight.

        Byng's Brigade: come up to your Left
        Byng's Brigade: come up to your Left in Column
        Byng's Brigade: come up to your Left in Square
        Byng's Brigade: come up to your Center
        Byng's Brigade: come up to your Center in Column
        Byng's Brigade: come up to your Center in Square
        Byng's Brigade: come up to your Right
        Byng's Brigade: come up to your Right in Column
        Byng's Brigade: come up to your Right in Square
        keep it in the Reserve
        Next: the Allied player may place a card for Fresh Brigades.

        play Reverse Slope on your Left
        pass
        Next: the Allied player may play a Special at the start of the enemy Combat Phase.
    "#]]
    .assert_eq(&told.join("\n"));
}

#[test]
fn what_is_in_force_is_worded() {
    let line = "combat 4 allied / fl 25 / fc 85 84 / al 240 241 / reserve 27p 28p / returned 28 \
                / dead 98 99 109 110 291 293 296 / deck f9 p9 \
                / force 98:0.0,fl,-,9-16 99:0.0,fc,fc,17-17 110:0.0,f0,f0,17-23 293:0.0,al,al,17-25 \
                  296:RETIRE,fl,27,17-23 296:RETIRE,fl,28,17-23,n1 291:ASIDE,204,204,17-19";
    let (game, state) = charleroi(line);
    let told: Vec<String> = [Viewer::Player(FRENCH), Viewer::Player(ALLIED)]
        .into_iter()
        .flat_map(|viewer| {
            let view = game.view_of(&state, viewer);
            view.forces.iter().map(|force| game.force_text(&view, force)).collect::<Vec<_>>()
        })
        .collect();
    expect![[r#"
        Vive l'Empereur! on your Left: +1 to Morale, until the end of the Allied Morale Phase of Battle Turn 4
        Grand Battery on your Center: +1 to Firepower or Shock, until the end of the Allied Combat Phase of Battle Turn 4
        Bravest of the Brave on Bauduin's Brigade (slot 0): Offense counts 2 times, until the end of Battle Turn 5
        Pour in the Battalions on the Allied Left: the Stacking Limit: +2, until the end of the Allied Combat Phase of Battle Turn 6
        Pursuit by Moonlight on your Left: Devilliers's Brigade stays in the Reserve, until the end of Battle Turn 5
        Pursuit by Moonlight on your Left: Piat's Brigade stays in the Reserve, until the end of Battle Turn 5
        Faithful Adjutant for Pirch I: Pirch I is set aside, until the end of Battle Turn 4, 1 counter
        Vive l'Empereur! on the French Left: +1 to Morale, until the end of the Allied Morale Phase of Battle Turn 4
        Grand Battery on the French Center: +1 to Firepower or Shock, until the end of the Allied Combat Phase of Battle Turn 4
        Bravest of the Brave on Bauduin's Brigade (slot 0): Offense counts 2 times, until the end of Battle Turn 5
        Pour in the Battalions on your Left: the Stacking Limit: +2, until the end of the Allied Combat Phase of Battle Turn 6
        Pursuit by Moonlight on the French Left: a French card stays in the Reserve, until the end of Battle Turn 5
        Pursuit by Moonlight on the French Left: Piat's Brigade stays in the Reserve, until the end of Battle Turn 5
        Faithful Adjutant for Pirch I: Pirch I is set aside, until the end of Battle Turn 4, 1 counter"#]].assert_eq(&told.join("\n"));
}

#[test]
fn draws_and_their_options_are_named() {
    let s = Scene::new("QB");
    let request = |code, subject, stream, kind| Request { code, subject, stream: Stream(stream), kind };
    let dice = chance::Kind::Dice { count: 3, sides: 6 };
    let pick = chance::Kind::Pick { among: 12 };
    let ney = s.card("fr-gen-ney");
    let draw = |code, subject, stream, kind| s.game.draw_text(&request(code, subject, stream, kind));
    assert_eq!(draw("fire", 2, 0, dice), "3d6 for the Fire of the French slot 2");
    assert_eq!(draw("long", 2, 1, dice), "3d6 for the Fire at long range of the British slot 2");
    assert_eq!(draw("general", ney.0, 0, dice), "3d6 for the life of Marshal Ney");
    assert_eq!(draw("reinforcement", 1, 3, pick), "one of 12 cards for the British reinforcements");
    assert_eq!(draw("muster-kind", 0, 2, pick), "one card type, drawn among the 12 cards for the French Muster");
    let option = |code, label| s.game.option_text(&request(code, 0, 2, pick), label);
    assert_eq!(option("muster", ney.0), "Marshal Ney (card 3)");
    assert_eq!(option("muster-kind", 3), "Foot Artillery");
    assert_eq!(option("muster", 9999), "option 9999");
}

#[test]
fn a_view_reads_as_one_fact_a_line() {
    let s = Scene::waterloo();
    let text = s.game.view_text(&s.view(Viewer::Player(FRENCH)));
    expect![[r#"
        Waterloo (18 June 1815), as the French player sees it.
        Battle Turn 9, French Combat Phase.

        French Left, facing the Allied Right:
        Terrain 1: Wood of Hougoumont, Woods, for 1 card, held by the French.
        French slot 0: Charlet's Brigade, Infantry, 3 cv, F2, S3, Morale C, on the Wood of Hougoumont.
        French slot 1: I Corps Divisional Artillery, Foot Artillery, 4 cv, F1 at long range, F3 at short range, Morale B.
        French slot 2: Jacquinot's Division, Cavalry, 4 cv, F1, S3, Morale B, face-down.

        French Center, facing the Allied Center:
        French slot 3: I Corps Reserve Artillery, Foot Artillery, 2 cv, F2 at long range, F3 at short range, Morale B.
        French slot 4: II Corps Divisional Artillery, Foot Artillery, 3 cv, F1 at long range, F3 at short range, Morale B.
        French slot 5: Bourgeois's Brigade, Infantry, 2 cv, F2, S3, Morale C, face-down, in Column.
        French slot 6: Napoleon, General, Offense 3, Defense 2, Corps A.

        French Right, facing the Allied Left:
        Terrain 0: Plancenoit, Building, for 2 cards, held by the French.
        French slot 7: Schmitz's Brigade, Infantry, 4 cv, F2, S3, Morale B, on Plancenoit.
        French slot 8: Piré's Division, Cavalry, 5 cv, F1, S3, Morale B, face-down.
        French slot 9: Mouton, Count of Lobau, General, Offense 1, Defense 2, Corps VI.
        Allied slot 10: 24th Infantry Regiment, Infantry, 3 cv, F2, S3, Morale B, has moved.
        Both sides are here.

        Allied Left, facing the French Right:
        Allied slot 6: a face-down British card.
        Allied slot 7: a face-down British card.
        Allied slot 8: a face-down British card, it is Infantry, in Square.
        Allied slot 9: a face-down Prussian card.

        Allied Center, facing the French Center:
        Terrain 9: La Haye Sainte, Building, for 1 card, held by the French.
        Terrain 10: Mont-Saint-Jean Ridge, Hill, for 2 cards, held by the Allies.
        Allied slot 2: Byng's Brigade, Infantry, 3 cv, F3, S3, Morale A, in Square.
        Allied slot 3: C. Halkett's Brigade, Infantry, 3 cv, F3, S3, Morale C, on the Mont-Saint-Jean Ridge, 3 hits.
        Allied slot 4: Netherlands Horse Artillery, Horse Artillery, 2 cv, F1 at long range, F2 at short range, Morale C.
        Allied slot 5: Duke of Wellington, General, Offense 2, Defense 3, Corps A.
        French slot 10: Marshal Ney, General, Offense 3, Defense 1, Corps A, 1 hit.
        French slot 11: Aulard's Brigade, Infantry, 3 cv, F2, S3, Morale C, in Column.
        French slot 12: Domon's Division, Cavalry, 3 cv, F1, S2, Morale C, blown, 1 hit, has attacked.
        French slot 15: Pégot's Brigade, Infantry, 3 cv, F2, S3, Morale C, on La Haye Sainte.
        Both sides are here.

        Allied Right, facing the French Left:
        Terrain 8: Hougoumont, Building, for 2 cards, held by the Allies.
        Allied slot 0: Maitland's Brigade, Infantry, 3 cv, F3, S3, Morale A, on Hougoumont.
        Allied slot 1: 1st Division Artillery, Foot Artillery, 2 cv, F2 at long range, F3 at short range, Morale B.
        French slot 13: Noguès's Brigade, Infantry, 2 cv, F2, S3, Morale C, in Column, 2 hits, has attacked.
        French slot 14: Grenier's Brigade, Infantry, 2 cv, F2, S3, Morale C.
        Both sides are here.

        French Reserve: 3 cards.
        Brue's Brigade, Infantry, 2 cv, F2, S3, Morale C.
        Husson's Brigade, Infantry, 2 cv, F2, S3, Morale C.
        Subervie's Division, Cavalry, 3 cv, F1, S3, Morale B.
        French deck: 47 cards left.
        Lost: Campi's Brigade.
        Lost: Bauduin's Brigade.
        Lost: L'Héritier's Division.

        British Reserve: 4 cards.
        British deck: 55 cards left.
        Lost: Detmers's Brigade.
        Lost: d'Aubremé's Brigade.
        Lost: 3rd Division Artillery.

        Prussian Reserve: 2 cards.
        Field Marshal Blücher, General, Offense 3, Defense 1, Corps A, shown.
        Prussian deck: 46 cards left.

        Next: the French player fires and moves, and ends the phase.
    "#]].assert_eq(&text);
    assert!(!text.contains(['│', '─', '|']), "no boxes");
}

#[test]
fn a_screened_battleline_is_said_to_be_hidden() {
    let mut s = Scene::waterloo();
    s.state.phase = Phase::Deployment;
    s.state.ready = crate::game::Players::only(foe(FRENCH));
    let text = s.game.view_text(&s.view(Viewer::Player(ALLIED)));
    assert_eq!(text.matches("Hidden until its player has finished deploying.").count(), 3);
    assert!(!text.contains("Napoleon"));
    assert!(text.contains("Next: the French player deploys"));
}

#[test]
fn names_take_an_article_where_english_wants_one() {
    let s = Scene::new("WA");
    let text = |id| s.game.card_text(s.card(id));
    assert_eq!(text("br-gen-wellington"), "the Duke of Wellington");
    assert_eq!(text("fr-gen-ney"), "Marshal Ney");
    assert_eq!(text("fr-inf-charlet"), "Charlet's Brigade");
    assert_eq!(text("br-cav-ponsonby"), "the Union Brigade");
    assert_eq!(text("br-ter-mont-saint-jean"), "the Mont-Saint-Jean Ridge");
    assert_eq!(text("br-ter-hougoumont"), "Hougoumont");
    assert_eq!(s.game.card_name(s.card("br-gen-wellington")), "Duke of Wellington");
    assert_eq!(s.game.card_text(CardId::NONE), "an unknown card");
}

#[test]
fn what_may_be_done_is_told_to_its_player() {
    let s = Scene::waterloo();
    let view = s.view(Viewer::Player(FRENCH));
    let text = |action: &Action| s.game.action_text(&view, FRENCH, action);
    let mut legal = Vec::new();
    s.game.legal(&s.state, FRENCH, &mut legal);
    let mut told: Vec<String> = legal.iter().map(text).collect();
    // One of each sort, and of each turn of phrase.
    let sort = |text: &String| text.split_once(": ").map_or(text.clone(), |(_, deed)| deed.chars().take(9).collect());
    let mut seen = std::collections::BTreeSet::new();
    told.retain(|text| seen.insert(sort(text)));
    expect![[r#"
        Brue's Brigade: come up to your Left
        Brue's Brigade: engage in your Right
        Charlet's Brigade: go back to the Reserve
        Charlet's Brigade: form Column
        Charlet's Brigade: form Square
        Charlet's Brigade: step off the Wood of Hougoumont
        Bourgeois's Brigade: form Line
        Schmitz's Brigade: disengage to the Reserve
        Schmitz's Brigade: fire at the 24th Infantry Regiment (slot 10)
        Piré's Division: use Shock on the 24th Infantry Regiment (slot 10)
        Aulard's Brigade: fire at Byng's Brigade (slot 2)
        Aulard's Brigade: fire at C. Halkett's Brigade (slot 3)
        Grenier's Brigade: fire at Maitland's Brigade (slot 0)
        end the Combat Phase"#]]
    .assert_eq(&told.join("\n"));
    let more = [
        Action::Deploy { card: s.card("fr-inf-brue"), to: Place(0), formation: Formation::Column, on: 1, decoy: false },
        Action::Roll { card: s.card("fr-gen-ney") },
        Action::Roll { card: s.card("fr-inf-nogues") },
        Action::Commit { slot: 3, how: Attack::Fire },
        Action::Attack { slot: 1, how: Attack::Long, target: 9 },
        Action::Capture { slot: 15, ground: 10 },
        // Numbers that name nothing are repeated.
        Action::Attack { slot: 60, how: Attack::Fire, target: 61 },
        Action::Occupy { slot: 0, ground: 200 },
    ];
    expect![[r#"
        Brue's Brigade: come up to your Left in Column on the Wood of Hougoumont
        Marshal Ney: roll for 1 hit, falling on a 6
        Noguès's Brigade: roll for 2 hits
        the French I Corps Reserve Artillery: commit to Fire (target after the reveal)
        the French I Corps Divisional Artillery: fire at long range at a face-down Prussian card (slot 9)
        Pégot's Brigade: take the Mont-Saint-Jean Ridge
        slot 60: fire at slot 61
        Charlet's Brigade: occupy Terrain 200"#]]
    .assert_eq(&more.iter().map(text).collect::<Vec<_>>().join("\n"));
}

#[test]
fn what_may_be_done_hides_from_others_what_they_do_not_see() {
    let s = Scene::waterloo();
    let (foe, public) = (s.view(Viewer::Player(ALLIED)), s.view(Viewer::Public));
    let deploy = Action::Deploy {
        card: s.card("fr-inf-brue"),
        to: Place(4),
        formation: Formation::Line,
        on: NO_GROUND,
        decoy: true,
    };
    assert_eq!(s.game.action_text(&foe, FRENCH, &deploy), "a French card: engage in your Center");
    assert_eq!(s.game.action_text(&public, FRENCH, &deploy), "a French card: engage in the Allied Center");
    let hidden = Action::Move { slot: 2, to: Place(3), formation: Formation::Line };
    assert_eq!(s.game.action_text(&foe, FRENCH, &hidden), "a face-down French card (slot 2): engage in your Left");
}

#[test]
fn what_may_be_done_is_what_then_happens_and_names_nothing_hidden() {
    let (mut moves, mut hidden) = (0, 0);
    for seed in 0..12 {
        random_game(["WA", "QB", "LI"][seed as usize % 3], seed, 300, |game, state| {
            for player in game.to_act(state).iter() {
                let (own, other) = (Viewer::Player(player), Viewer::Player(foe(player)));
                let (view, theirs) = (game.view_of(state, own), game.view_of(state, other));
                let mut legal = Vec::new();
                game.legal(state, player, &mut legal);
                for action in &legal {
                    let text = game.action_text(&view, player, action);
                    let outside = game.action_text(&theirs, player, action);
                    if let Action::Move { slot, .. } = *action {
                        let card = state.side(player).card[usize::from(slot)];
                        if !game.sees_card(state, other, card) {
                            hidden += 1;
                            assert!(!outside.contains(&game.card_name(card)), "{outside}");
                        }
                    }
                    let mut told: Vec<Event> = Vec::new();
                    let (mut after, mut none) = (state.clone(), chance::Supplied::new());
                    if game.apply(&mut after, player, action, &mut none, &mut told).is_err() {
                        continue;
                    }
                    for event in &told {
                        if let Event::Moved { kind, .. } | Event::Retired { kind, .. } | Event::CameUp { kind, .. } =
                            event
                        {
                            moves += 1;
                            assert_eq!(text.contains(": engage in "), *kind == MoveKind::Engage, "{text}: {event:?}");
                            assert_eq!(
                                text.contains(": disengage "),
                                *kind == MoveKind::Disengage,
                                "{text}: {event:?}"
                            );
                        }
                    }
                }
            }
        });
    }
    assert!(moves > 1000 && hidden > 100, "{moves} moves, {hidden} hidden cards");
}

#[test]
fn a_refused_aim_says_what_the_special_is_played_on() {
    let s = Scene::new("WA");
    for (id, on) in [
        ("fr-spe-grande-batterie", "it is played on a Position."),
        ("br-spe-rearguard", "it is played on a Position of your battleline."),
        ("fr-spe-forced-march", "it is played on nothing: name nothing."),
        ("br-spe-close-the-gates", "it is played on a Building in play."),
        (
            "br-spe-rally-to-the-colours",
            "it is played on the card that this moment is about, the one that Routs or dies.",
        ),
        (
            "fr-spe-tirailleurs",
            "it is played on a card: a French Infantry card in your battleline that is neither moved nor used this turn.",
        ),
        (
            "br-spe-rockets",
            "it is played on a card: a British Horse Artillery card that is not used this turn and not in an engaged Position.",
        ),
    ] {
        let text = s.game.refusal_text(&Refusal::SpecialAim { card: s.card(id) });
        assert!(text.contains(&format!(" is not played on that; {on} [")), "{text}");
    }
    let general = Refusal::SpecialAim { card: s.card("br-spe-rockets") }.to_string();
    assert_eq!(general, "It is not played on that; look at what the card asks for.");
}

#[test]
fn which_operation_of_a_special_it_was_is_left_to_programs() {
    let s = Scene::new("WA");
    let mut power = number("firepower", 2);
    power.add("special", 1, Cite("W 13.0"), || "Grande Batterie (effect 5)".to_owned());
    expect!["F3: F2 printed [W 7.1], +1 by a Special (Grande Batterie) [W 13.0]"]
        .assert_eq(&s.game.breakdown_text(&power));
}
