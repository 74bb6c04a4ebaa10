//! The table as an SVG picture to scale: ground, units, leaders, orders, moves.
//!
//! North is up. The picture is made from a [`View`], so it shows what its viewer may see and nothing else; the same view gives
//! the same bytes. It needs no other file and holds no script.

mod frame;
mod land;
mod troops;

use super::Empire;
use super::event::Event;
use super::geometry::Pose;
use super::state::{Presence, UnitId};
use super::units::Nation;
use super::view::View;
use crate::svg::Paint;
use frame::Frame;

/// What a picture shows besides ground, units and leaders.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Show {
    /// Rings at the command radius of divisional leaders (E L3).
    pub command: bool,
    /// Front arc, tactical range and, for guns, the range bands of these units.
    pub arcs: Vec<UnitId>,
    /// Ways that units have gone, as arrows: from [`trails`].
    pub trails: Vec<Trail>,
    /// The list of divisions with their orders beside the table.
    pub orders: bool,
}

/// The way of one unit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Trail {
    /// Which.
    pub unit: UnitId,
    /// Where it stood, from the first place to the last.
    pub path: Vec<Pose>,
    /// Whether it went back against its will.
    pub back: bool,
}

/// The ways that units went in a series of events, in order: what [`Show::trails`] draws. `from` is the position before them.
#[must_use]
pub fn trails<'a>(from: &View, events: impl IntoIterator<Item = &'a Event>) -> Vec<Trail> {
    let mut places: Vec<_> = from.units.iter().map(|unit| (unit.id, unit.pose)).collect();
    let mut found = Vec::new();
    for event in events {
        let (unit, path, back) = match event {
            Event::Moved { unit, path, .. } => (*unit, path.clone(), false),
            Event::Followed { unit, to } => (*unit, vec![*to], false),
            Event::CounterCharged { unit, at } | Event::Evaded { unit, at } | Event::Arrived { unit, at } => {
                (*unit, vec![*at], false)
            }
            Event::Retreated { unit, to, .. } => (*unit, vec![*to], true),
            _ => continue,
        };
        let Some(&end) = path.last() else { continue };
        let place = match places.iter_mut().find(|(id, _)| *id == unit) {
            Some((_, place)) => place,
            None => {
                places.push((unit, path[0]));
                continue;
            }
        };
        let from = std::mem::replace(place, end);
        let mut whole = vec![from];
        whole.extend(path.into_iter().filter(|pose| pose.at != from.at));
        if whole.len() > 1 && !matches!(event, Event::Arrived { .. }) {
            found.push(Trail { unit, path: whole, back });
        }
    }
    found
}

/// Draws a view. The picture has 100 units to the inch and scales to any size; it tells its content to screen readers.
#[must_use]
pub fn svg(game: &Empire, view: &View, show: &Show) -> String {
    let here = view.units.iter().filter(|unit| unit.presence == Presence::Table).count();
    let frame = Frame::new(game, show).crowded(here);
    let mut drawing = Drawing { game, view, show, frame, p: Paint::default(), labels: Vec::new() };
    drawing.open();
    drawing.p.raw(r#"<g clip-path="url(#edge)">"#);
    drawing.land();
    drawing.rings();
    drawing.p.raw("</g>");
    drawing.names();
    drawing.trails();
    drawing.units();
    drawing.leaders();
    drawing.border();
    drawing.header();
    if show.orders {
        drawing.orders();
    }
    drawing.legend();
    drawing.p.raw("</svg>\n");
    drawing.p.finish()
}

/// A picture as it is drawn.
struct Drawing<'a> {
    game: &'a Empire,
    view: &'a View,
    show: &'a Show,
    frame: Frame,
    p: Paint,
    /// The boxes that names take up, so that none is written over another.
    labels: Vec<[i32; 4]>,
}

impl Drawing<'_> {
    /// Whether there is room for a name of so many letters around a point; if so it is taken. Where units crowd not all are named:
    /// each tells its name when it is pointed at.
    fn room(&mut self, (x, y): (i32, i32), letters: usize, size: u16) -> bool {
        let high = i32::from(size) / 10;
        let half = letters as i32 * high * 3 / 10;
        let own = [x - half, y - high, x + half, y];
        let meets = |other: &[i32; 4]| own[0] < other[2] && other[0] < own[2] && own[1] < other[3] && other[1] < own[3];
        let free = !self.labels.iter().any(meets);
        if free {
            self.labels.push(own);
        }
        free
    }
}

/// The colour of a nation's coats, and the one that reads on it.
const fn colours(nation: Nation) -> (&'static str, &'static str) {
    match nation {
        Nation::French => ("#2f4f8f", "#ffffff"),
        Nation::British => ("#b0302c", "#ffffff"),
        Nation::Hanoverian => ("#c65b3f", "#ffffff"),
        Nation::Dutch => ("#d98a1f", "#2b2418"),
        Nation::Nassau => ("#4f7a3a", "#ffffff"),
        Nation::Brunswick => ("#2d2d33", "#ffffff"),
        Nation::Prussian => ("#56636e", "#ffffff"),
        Nation::Austrian => ("#e6e2d6", "#2b2418"),
        Nation::Russian => ("#3d6b4f", "#ffffff"),
        Nation::Spanish => ("#8a5a2b", "#ffffff"),
        Nation::Portuguese => ("#3c5aa8", "#ffffff"),
        Nation::Polish => ("#a8457a", "#ffffff"),
        Nation::Bavarian => ("#7fa9d6", "#2b2418"),
        Nation::Saxon => ("#d8c9c0", "#2b2418"),
        Nation::Italian => ("#4d8f6a", "#ffffff"),
        Nation::Other => ("#8b8378", "#ffffff"),
    }
}

/// The colour in which a nation's names are written: its own, where that can be read on paper.
const fn writing(nation: Nation) -> &'static str {
    match nation {
        Nation::Austrian => "#6b6250",
        Nation::Bavarian => "#2f5f8f",
        Nation::Saxon => "#7a5f52",
        _ => colours(nation).0,
    }
}
