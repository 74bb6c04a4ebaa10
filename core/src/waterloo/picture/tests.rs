use super::paint::{escape, wrap};
use super::svg;
use crate::game::{Players, Viewer};
use crate::waterloo::cards::{CardFiles, EMBEDDED};
use crate::waterloo::scene::{Scene, random_game};
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
