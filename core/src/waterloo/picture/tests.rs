use super::svg;
use crate::game::{Players, Viewer};
use crate::waterloo::scene::Scene;
use crate::waterloo::state::{Ending, Phase};
use crate::waterloo::types::Place;
use crate::waterloo::{ALLIED, FRENCH};

/// Writes a picture where one can look at it, when the directory is named.
fn show(name: &str, picture: &str) {
    if let Ok(dir) = std::env::var("EAGLES_PICTURES") {
        std::fs::write(format!("{dir}/{name}.svg"), picture).unwrap();
    }
}

#[test]
fn look() {
    let mut w = Scene::new("WV");
    for id in
        ["pr-ter-dyle-wavre", "pr-ter-dyle-limal", "pr-ter-dyle-basse-wavre", "pr-ter-wavre", "pr-ter-bierges-mill"]
    {
        w.lay(id);
    }
    show("wavre", &svg(&w.game, &w.view(Viewer::Referee)));
    let mut s = Scene::waterloo();
    for (name, viewer) in
        [("french", Viewer::Player(FRENCH)), ("allied", Viewer::Player(ALLIED)), ("referee", Viewer::Referee)]
    {
        show(name, &svg(&s.game, &s.view(viewer)));
    }
    s.state.phase = Phase::Over;
    s.state.ending = Some(Ending::Victory { winner: FRENCH, at: Place(4) });
    show("over", &svg(&s.game, &s.view(Viewer::Referee)));
    s.state.phase = Phase::Deployment;
    s.state.ready = Players::NONE;
    show("deploy", &svg(&s.game, &s.view(Viewer::Player(FRENCH))));
}
