use super::paint::{escape, wrap};
use super::svg;
use crate::game::{Players, Viewer};
use crate::waterloo::agenda::{Subject, Task};
use crate::waterloo::cards::{CardFiles, EMBEDDED};
use crate::waterloo::scene::{Scene, random_game};
use crate::waterloo::specials::{Force, Window};
use crate::waterloo::state::{Ending, Phase};
use crate::waterloo::types::{Army, Kind, Place, cards};
use crate::waterloo::{ALLIED, CardSet, FRENCH, Setup, Waterloo};
use std::sync::Arc;

const VIEWERS: [Viewer; 4] = [Viewer::Player(FRENCH), Viewer::Player(ALLIED), Viewer::Public, Viewer::Referee];

/// Draws a view, checks that the picture is one whole SVG document, and, where `EAGLES_PICTURES` names a directory, puts
/// it there to be looked at.
fn drawn(name: &str, s: &Scene, viewer: Viewer) -> String {
    let picture = svg(&s.game, &s.view(viewer));
    if let Ok(dir) = std::env::var("EAGLES_PICTURES") {
        std::fs::write(format!("{dir}/{name}.svg"), &picture).unwrap();
    }
    check_xml(&picture);
    assert!(picture.starts_with("<svg ") && picture.ends_with("</svg>\n"));
    for foreign in ["<script", "http://", "https://", "href", "@import", "<image"] {
        let own = picture.replacen("http://www.w3.org/2000/svg", "", 1);
        assert!(!own.contains(foreign), "{foreign}");
    }
    picture
}

/// Every element is closed, every attribute quoted, every ampersand part of an entity.
fn check_xml(text: &str) {
    let mut open: Vec<&str> = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find('<') {
        for part in rest[..at].split('&').skip(1) {
            let name = part.split(';').next().unwrap();
            assert!(["amp", "lt", "gt", "quot", "#39"].contains(&name), "&{part}");
        }
        let end = at + rest[at..].find('>').expect("an end of the tag");
        let tag = &rest[at + 1..end];
        assert_eq!(tag.matches('"').count() % 2, 0, "<{tag}>");
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name), "</{name}>");
        } else if !tag.ends_with('/') {
            open.push(tag.split(' ').next().unwrap());
        }
        rest = &rest[end + 1..];
    }
    assert!(open.is_empty(), "{open:?}");
}

/// A name as cards show it, in lines.
fn shows(picture: &str, name: &str) -> bool {
    wrap(name, 15).iter().all(|line| picture.contains(&format!(">{}</text>", escape(line))))
}

#[test]
fn a_picture_shows_what_its_viewer_sees_and_no_more() {
    let s = Scene::waterloo();
    for viewer in VIEWERS {
        let picture = drawn("waterloo", &s, viewer);
        assert_eq!(picture, svg(&s.game, &s.view(viewer)), "the same view, the same bytes");
        for slot in &s.view(viewer).slots {
            match slot.card {
                Some(card) => assert!(shows(&picture, &s.game.card(card).name), "{}", s.game.card(card).name),
                None => assert!(picture.contains(&format!(">{}</text>", slot.slot))),
            }
        }
        // Every drawn card bears its name in a tip as well as on its face; that a card went back is public.
        for &army in Army::ALL {
            let returned = s.state.hand(army).returned();
            for card in cards(army, u128::MAX).filter(|&c| s.game.has_card(c)) {
                let hidden = !s.game.sees_card(&s.state, viewer, card) && !returned.contains(&(card.index() as u8));
                let name = &s.game.card(card).name;
                assert!(!hidden || !picture.contains(&escape(name)), "{name} is hidden");
            }
        }
    }
}

#[test]
fn blown_cards_and_captured_terrain_are_turned() {
    let mut s = Scene::waterloo();
    let before = drawn("turned", &s, Viewer::Public);
    assert_eq!((before.matches("rotate(90 ").count(), before.matches("rotate(180 ").count()), (1, 1));
    assert!(before.contains(">blown</text>"));
    s.state.sides[0].blown = 0;
    let farm = s.card("br-ter-la-haye-sainte");
    let number = s.state.grounds.numbered().find(|(_, g)| g.card == farm).unwrap().0;
    let ground = s.state.grounds.get_mut(number).unwrap();
    (ground.holder, ground.occupants) = (ALLIED, 0);
    let after = drawn("unturned", &s, Viewer::Public);
    assert!(!after.contains("rotate(90 ") && !after.contains("rotate(180 "));
}

#[test]
fn rivers_lie_in_the_middle_ground_with_their_limits() {
    let mut s = Scene::new("WV");
    for id in
        ["pr-ter-dyle-wavre", "pr-ter-dyle-limal", "pr-ter-dyle-basse-wavre", "pr-ter-wavre", "pr-ter-bierges-mill"]
    {
        s.lay(id);
    }
    s.state.crossings = [2, 0, 0];
    let picture = drawn("wavre", &s, Viewer::Referee);
    for name in ["River Dyle at Wavre", "River Dyle at Limal", "River Dyle at Basse-Wavre"] {
        assert!(picture.contains(&format!(">{name}</text>")));
    }
    assert!(picture.contains(">2 crossed this turn</text>") && picture.contains(">PRUSSIAN CENTER</text>"));
    assert!(!picture.contains(">Middle Ground</text>"), "the river takes its place");
}

/// Puts an operation of a Special in force, as if it had been played.
fn in_force(s: &mut Scene, id: &str, op: u8, [aim, it]: [Subject; 2], until: u16) {
    let card = s.card(id);
    s.lose(card);
    let force = Force { card, op: (0, op), aim, it, from: 33, until, ..Force::NONE };
    assert!(s.state.forces.push(force), "there is room");
    s.state.forces.hooks = s.game.hooks_of(&s.state.forces);
}

#[test]
fn what_is_in_force_lies_where_it_counts() {
    let mut s = Scene::waterloo();
    let [_, _, _, al, ac, ar] = Place::POSITIONS;
    let ney = s.state.side(FRENCH).slot_of(s.card("fr-gen-ney")).expect("he stands");
    let farm = s.card("br-ter-hougoumont");
    let hougoumont = s.state.grounds.numbered().find(|(_, g)| g.card == farm).expect("it is laid").0;
    let blucher = s.card("pr-gen-blucher");
    s.lose(blucher);
    let on = |aim: Subject| [aim, aim];
    in_force(&mut s, "fr-spe-vive-l-empereur", 0, on(Subject::Place(ac)), 36);
    in_force(&mut s, "br-spe-steady-volleys", 0, on(Subject::Place(ac)), 37);
    in_force(&mut s, "br-spe-reverse-slope", 0, on(Subject::Place(al)), 39);
    for op in [0, 1] {
        in_force(&mut s, "fr-spe-ney-leads-the-charge", op, on(Subject::slot(FRENCH, ney)), [40, 36][usize::from(op)]);
    }
    in_force(&mut s, "br-spe-close-the-gates", 0, on(Subject::Ground(hougoumont)), 44);
    in_force(&mut s, "br-spe-soft-ground", 0, on(Subject::Nothing), 39);
    in_force(&mut s, "pr-spe-nostitz", 0, on(Subject::Card(blucher)), 43);
    let grand = s.card("fr-spe-grande-batterie");
    s.lose(grand);
    s.state.agenda.push(Task::Play { card: grand, aim: Subject::Place(Place(1)) });
    let event = Subject::Card(grand);
    s.state.agenda.push(Task::Window { window: Window::Answer, player: ALLIED, at: ar, event });
    let picture = drawn("in-force", &s, Viewer::Public);
    for label in [
        "Steady Volleys · to T9",
        "Reverse Slope · to T9",
        "Soft Ground · to T9",
        "Grand Battery on the French Center is played and may be answered",
    ] {
        assert!(picture.contains(&format!(">{label}</text>")), "{label} is not shown");
    }
    assert!(picture.contains("<title>Close the Gates on Hougoumont: "), "Terrain bears what is about it");
    // One badge for all that a Special does to a card, as long as the longest; where it has no room the end is cut.
    let name = &s.game.card(s.card("fr-spe-ney-leads-the-charge")).name;
    assert_eq!(picture.matches(&format!("<title>{name} on Marshal Ney")).count(), 1);
    assert!(picture.contains("; Bravest of the Brave on Marshal Ney"));
    // One counter for each turn that the General stays away.
    let aside = picture.split("<title>").find(|part| part.contains("Blücher set aside")).expect("he is told of");
    let mut parts = aside.split("</text>");
    assert!(parts.next().is_some_and(|label| label.ends_with(" · to T10")), "{aside}");
    let discs = parts.next().and_then(|rest| rest.split("</g>").next()).expect("the end of the badge");
    assert_eq!(discs.matches("<circle").count(), 1, "{aside}");
    // Nothing in force, no strip.
    let (with, without) = (s.view(Viewer::Public), Scene::waterloo().view(Viewer::Public));
    let height = |view| svg(&s.game, view).split("height=\"").nth(1).map(|h| h.split('"').next().map(str::to_owned));
    assert_ne!(height(&with), height(&without));
    assert!(!svg(&s.game, &without).contains(">Specials:</text>"));
}

#[test]
fn a_blown_bridge_is_struck_out_and_counts_its_turns() {
    let mut s = Scene::new("WV");
    let number = s.lay("pr-ter-dyle-wavre");
    let before = drawn("bridge", &s, Viewer::Referee);
    in_force(&mut s, "pr-spe-blow-the-bridge", 0, [Subject::Ground(number); 2], 7);
    s.state.forces.list_mut()[0].from = 5;
    let after = drawn("blown-bridge", &s, Viewer::Referee);
    let name = &s.game.card(s.card("pr-spe-blow-the-bridge")).name;
    assert!(!before.contains(name.as_str()) && after.contains(&format!("<title>{name} on ")));
    assert_eq!(after.matches("m0 -36l-36 36").count(), 1, "the bridge is struck out");
    assert!(!before.contains("m0 -36l-36 36"));
}

#[test]
fn a_screened_battleline_is_not_drawn() {
    let mut s = Scene::waterloo();
    s.state.phase = Phase::Deployment;
    s.state.ready = Players::NONE;
    let picture = drawn("deployment", &s, Viewer::Player(FRENCH));
    assert_eq!(picture.matches("still deploying behind a screen").count(), 3);
    assert!(!shows(&picture, "Duke of Wellington") && !shows(&picture, "Hougoumont") && shows(&picture, "Napoleon"));
}

#[test]
fn the_end_is_announced() {
    let mut s = Scene::waterloo();
    s.state.phase = Phase::Over;
    for (ending, headline) in [
        (Ending::Victory { winner: FRENCH, at: Place(4) }, "French victory"),
        (Ending::Victory { winner: ALLIED, at: Place(0) }, "Allied victory"),
        (Ending::TurnCap, "A draw"),
        (Ending::NoWin, "A draw"),
    ] {
        s.state.ending = Some(ending);
        assert!(drawn("over", &s, Viewer::Public).contains(&format!(">{headline}</text>")));
    }
}

#[test]
fn a_crowd_is_drawn_smaller_and_whole() {
    let mut s = Scene::waterloo();
    let small = |picture: &str| picture.matches("scale(0.").count();
    let before = small(&drawn("before", &s, Viewer::Referee));
    let infantry = cards(Army::French, s.state.hand(Army::French).undrawn);
    let crowd: Vec<_> = infantry.filter(|&c| s.game.profile(c).kind == Kind::Infantry).take(6).collect();
    assert_eq!(crowd.len(), 6);
    for &card in &crowd {
        s.put(card, Place(0), true);
    }
    let spread = drawn("spread", &s, Viewer::Referee);
    assert!(small(&spread) <= before + 2 && crowd.iter().all(|&c| shows(&spread, &s.game.card(c).name)));
    let intruder = cards(Army::British, s.state.hand(Army::British).undrawn).next().unwrap();
    s.put(intruder, Place(0), true);
    let picture = drawn("crowd", &s, Viewer::Referee);
    assert_eq!(small(&picture), before + 1, "one row is drawn smaller");
    assert!(crowd.iter().all(|&c| shows(&picture, &s.game.card(c).name)));
}

#[test]
fn any_position_of_a_game_can_be_drawn() {
    for (battle, seed) in [("QB", 1), ("LI", 2), ("WA", 3), ("WV", 4), ("CH", 5)] {
        let mut n = 0;
        random_game(battle, seed, 1500, |game, state| {
            n += 1;
            if n % 60 == 0 {
                let s = Scene { game: game.clone(), state: state.clone() };
                for (eyes, viewer) in ["french", "allied", "public", "referee"].into_iter().zip(VIEWERS) {
                    drawn(&format!("{battle}-{n}-{eyes}"), &s, viewer);
                }
            }
        });
        assert!(n > 60, "{battle}: {n} positions");
    }
}

#[test]
fn names_are_escaped() {
    let text = EMBEDDED.cards.replacen("Marshal Ney", "Ney <script> & \"\"Co\"\"", 1).replacen(
        "general,Ney <script> & \"\"Co\"\"",
        "general,\"Ney <script> & \"\"Co\"\"\"",
        1,
    );
    let set = CardSet::from_csv(CardFiles { cards: &text, ..EMBEDDED }).expect("a card set with an odd name");
    let game = Waterloo::new(Arc::new(set), Setup::battle("QB")).expect("a battle");
    let mut s = Scene::of(game);
    s.up("fr-gen-ney", Place(1));
    let picture = drawn("escaped", &s, Viewer::Public);
    assert!(picture.contains("&lt;script&gt; &amp; &quot;Co&quot;"));
    assert_eq!(escape("a\u{0}\u{b}<\n>\u{ffff}"), "a&lt;\n&gt;");
}

#[test]
fn long_names_break_into_at_most_three_lines() {
    assert_eq!(wrap("Napoleon", 15), ["Napoleon"]);
    assert_eq!(wrap("1st Westphalian Landwehr Regiment", 15), ["1st Westphalian", "Landwehr", "Regiment"]);
    assert_eq!(wrap("", 15), Vec::<String>::new());
    let long = wrap(&"word ".repeat(40), 15);
    assert_eq!(long.len(), 3);
    assert!(long[2].ends_with('…') && long.iter().all(|line| line.chars().count() <= 22));
}
