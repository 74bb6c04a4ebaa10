//! The ground.

use super::super::geometry::{Point, Segment};
use super::super::scenario::{AreaKind, CrossingKind, LineKind, Spot};
use super::{Drawing, colours};
use crate::svg::{Paint, Type};

/// The patterns of the ground.
pub(super) const PATTERNS: &str = r##"<pattern id="wood" width="90" height="80" patternUnits="userSpaceOnUse"><rect width="90" height="80" fill="#8fae6b"/><circle cx="22" cy="24" r="17" fill="#6f9150"/><circle cx="66" cy="60" r="19" fill="#678a49"/><circle cx="70" cy="14" r="11" fill="#7b9c5a"/><circle cx="18" cy="66" r="12" fill="#7b9c5a"/></pattern><pattern id="deep" width="70" height="64" patternUnits="userSpaceOnUse"><rect width="70" height="64" fill="#5f7f45"/><circle cx="18" cy="18" r="17" fill="#47682f"/><circle cx="52" cy="46" r="18" fill="#416029"/><circle cx="54" cy="10" r="11" fill="#4f7037"/><circle cx="14" cy="52" r="11" fill="#4f7037"/></pattern><pattern id="crops" width="44" height="44" patternUnits="userSpaceOnUse" patternTransform="rotate(24)"><rect width="44" height="44" fill="#d9cd8c"/><path d="M0 11h44M0 33h44" stroke="#c4b56b" stroke-width="7"/></pattern><pattern id="marsh" width="80" height="50" patternUnits="userSpaceOnUse"><rect width="80" height="50" fill="#9fc0c9"/><path d="M6 20q10 -10 20 0t20 0M40 42q10 -10 20 0t18 0" fill="none" stroke="#6d97a6" stroke-width="4"/></pattern>"##;

impl Drawing<'_> {
    fn outline(&self, points: &[Spot], closed: bool) -> String {
        let mut d = String::new();
        for (n, spot) in points.iter().enumerate() {
            let (x, y) = self.frame.at(spot.point());
            d.push_str(&format!("{}{x} {y}", if n == 0 { 'M' } else { 'L' }));
        }
        if closed {
            d.push('z');
        }
        d
    }

    /// Everything that does not move.
    pub(super) fn land(&mut self) {
        let (left, top) = self.frame.at(Point::new(0, self.frame.depth * 10));
        self.p.rect([left, top, self.frame.width, self.frame.depth], 0, r##"fill="#cdd3a1""##);
        let game = self.game;
        let scenario = game.scenario();
        // From below to above: hills, crops, water, woods, roads, works, houses.
        for kind in [
            AreaKind::Hill,
            AreaKind::Fields,
            AreaKind::Impassable,
            AreaKind::LightWoods,
            AreaKind::HeavyWoods,
            AreaKind::Works,
        ] {
            for area in scenario.area.iter().filter(|area| area.kind == kind) {
                let style = match kind {
                    AreaKind::Hill => {
                        r##"fill="#b99a62" fill-opacity=".34" stroke="#8a6c3a" stroke-width="9" stroke-dasharray="4 14""##
                    }
                    AreaKind::Fields => r##"fill="url(#crops)" fill-opacity=".8""##,
                    AreaKind::Impassable => r##"fill="url(#marsh)" stroke="#6d97a6" stroke-width="5""##,
                    AreaKind::LightWoods => r##"fill="url(#wood)" stroke="#567a3c" stroke-width="6""##,
                    AreaKind::HeavyWoods => r##"fill="url(#deep)" stroke="#2f4a1e" stroke-width="8""##,
                    AreaKind::Works | AreaKind::Building => {
                        r##"fill="#c9ab77" stroke="#6b4d22" stroke-width="16" stroke-dasharray="26 8""##
                    }
                };
                let d = self.outline(&area.points, true);
                self.p.path(d, style);
            }
        }
        self.lines();
        for area in scenario.area.iter().filter(|area| area.kind == AreaKind::Building) {
            let d = self.outline(&area.points, true);
            self.p.path(d, r##"fill="#8d6a5a" stroke="#4f352a" stroke-width="12""##);
        }
        self.objectives();
    }

    fn lines(&mut self) {
        let game = self.game;
        for line in &game.scenario().line {
            let d = self.outline(&line.points, false);
            let wide = (line.width.0 / 10).max(10);
            let join = r#"fill="none" stroke-linejoin="round" stroke-linecap="round""#;
            match line.kind {
                LineKind::River => {
                    self.p.path(d, format_args!(r##"{join} stroke="#7fa8bd" stroke-width="{wide}""##));
                }
                LineKind::Brook => {
                    self.p.path(d, format_args!(r##"{join} stroke="#8fb4c6" stroke-width="{}""##, wide.min(26)));
                }
                LineKind::Road => {
                    self.p.path(&d, format_args!(r##"{join} stroke="#b7a57c" stroke-width="{}""##, wide + 10));
                    self.p.path(&d, format_args!(r##"{join} stroke="#e9dfc2" stroke-width="{wide}""##));
                }
                LineKind::Wall => {
                    self.p.path(
                        d,
                        format_args!(r##"{join} stroke="#6f675b" stroke-width="18" stroke-dasharray="2 24""##),
                    );
                }
                LineKind::Hedge => {
                    self.p.path(
                        d,
                        format_args!(r##"{join} stroke="#4d7433" stroke-width="20" stroke-dasharray="4 22""##),
                    );
                }
            }
        }
        for crossing in &game.scenario().crossing {
            let (x, y) = self.frame.at(crossing.at.point());
            let half = crossing.width.0 / 20;
            match crossing.kind {
                CrossingKind::Bridge => self.p.rect(
                    [x - half, y - half / 2, 2 * half, half.max(30)],
                    6,
                    r##"fill="#c2a06a" stroke="#4f352a" stroke-width="8""##,
                ),
                CrossingKind::Ford => self.p.circle(x, y, half.max(20), r##"fill="#d7cfa8" fill-opacity=".75""##),
            }
        }
    }

    /// The names of areas, lines and objectives, above everything that lies on the ground.
    pub(super) fn names(&mut self) {
        let game = self.game;
        let scenario = game.scenario();
        for area in &scenario.area {
            let n = area.points.len().max(1) as i64;
            let sum = area.points.iter().fold((0i64, 0i64), |(x, y), s| (x + i64::from(s.0.0), y + i64::from(s.1.0)));
            let middle = Point::new((sum.0 / n) as i32, (sum.1 / n) as i32);
            // An objective there says it already.
            if !game.objectives().iter().any(|o| o.at.within(middle, o.radius)) {
                self.label(middle, &area.name);
            }
        }
        for line in &scenario.line {
            let legs = line.points.windows(2).map(|pair| Segment::new(pair[0].point(), pair[1].point()));
            if let Some(leg) = legs.max_by_key(|leg| leg.length()) {
                self.label(leg.middle(), &line.name);
            }
        }
        for objective in game.objectives() {
            let (x, y) = self.frame.at(objective.at);
            let text = format!("{} ({})", objective.name, objective.points);
            let size = self.frame.label_size(380);
            self.halo(|p| p.text(x + 8, y + 40, Type::serif(size).bold(), text));
        }
    }

    /// Text with light around it, to be read on any ground.
    pub(super) fn halo(&mut self, text: impl FnOnce(&mut Paint)) {
        self.p.raw(r##"<g stroke="#f4ecd2" stroke-width="8" stroke-opacity=".8" paint-order="stroke" stroke-linejoin="round">"##);
        text(&mut self.p);
        self.p.raw("</g>");
    }

    fn label(&mut self, at: Point, name: &str) {
        if !name.is_empty() {
            let (x, y) = self.frame.at(at);
            let size = self.frame.label_size(340);
            self.halo(|p| p.text(x, y, Type::serif(size).italic().middle().fill("#463a20"), name));
        }
    }

    fn objectives(&mut self) {
        let game = self.game;
        for (n, objective) in game.objectives().iter().enumerate() {
            let (x, y) = self.frame.at(objective.at);
            let holder = self.view.objectives.get(n).copied().flatten();
            let fill =
                holder.and_then(|p| game.sides().get(p.index())).map_or("#ffffff", |side| colours(side.nation).0);
            let radius = Self::long(objective.radius);
            self.p.circle(
                x,
                y,
                radius,
                format_args!(
                    r##"fill="{fill}" fill-opacity=".10" stroke="{fill}" stroke-width="7" stroke-dasharray="20 16""##
                ),
            );
            self.p.raw(format_args!(
                r##"<path d="M{x} {y}v-110h72l-18 24l18 24h-64" fill="{fill}" stroke="#2b2418" stroke-width="6"/>"##
            ));
        }
    }
}
