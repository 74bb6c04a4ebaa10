//! Units, leaders, arcs and ways.

use super::super::fire::{max_range, range};
use super::super::geometry::{Block, Facing, Point, Pose};
use super::super::state::{Host, Marks, Presence};
use super::super::units::{Arm, Formation, Rank, Status};
use super::super::view::UnitView;
use super::{Drawing, colours, writing};
use crate::svg::{INK, Type};

impl Drawing<'_> {
    fn polygon(&self, points: &[Point]) -> String {
        let mut d = String::new();
        for (n, point) in points.iter().enumerate() {
            let (x, y) = self.frame.at(*point);
            d.push_str(&format!("{}{x} {y}", if n == 0 { 'M' } else { 'L' }));
        }
        d.push('z');
        d
    }

    fn shape(&self, unit: &UnitView) -> Block {
        self.game.block(unit.id, &unit.unit())
    }

    fn here(&self) -> impl Iterator<Item = UnitView> + use<> {
        let here: Vec<_> = self.view.units.iter().filter(|unit| unit.presence == Presence::Table).copied().collect();
        here.into_iter()
    }

    /// Command rings, arcs and ranges.
    pub(super) fn rings(&mut self) {
        let game = self.game;
        if self.show.command {
            for (n, profile) in game.leaders().iter().enumerate() {
                let Some(leader) = self.view.leaders.get(n) else { continue };
                if profile.rank != Rank::Division || leader.presence != Presence::Table {
                    continue;
                }
                let (x, y) = self.frame.at(leader.at);
                let fill = game.sides().get(profile.player.index()).map_or(INK, |side| colours(side.nation).0);
                let r = Self::long(game.house().command_radius);
                self.p.circle(x, y, r, format_args!(r#"fill="{fill}" fill-opacity=".05" stroke="{fill}" stroke-opacity=".55" stroke-width="5" stroke-dasharray="6 18""#));
            }
        }
        for unit in self.show.arcs.clone().into_iter().filter_map(|id| self.view.unit(id).copied()) {
            if unit.presence != Presence::Table {
                continue;
            }
            let profile = game.unit(unit.id);
            let reaches: Vec<i32> = match profile.class.size() {
                Some(size) => [3_000, 6_000, 10_000, 15_000]
                    .into_iter()
                    .filter(|reach| *reach < max_range(size))
                    .chain([max_range(size)])
                    .collect(),
                None => range(profile.class, game.house()).into_iter().collect(),
            };
            let block = self.shape(&unit);
            let [left, right, ..] = block.corners;
            for reach in reaches {
                let (a, b) =
                    (left.ahead(unit.pose.facing.turned(-45), reach), right.ahead(unit.pose.facing.turned(45), reach));
                let (c, e) = (left.ahead(unit.pose.facing, reach), right.ahead(unit.pose.facing, reach));
                let r = Self::long(reach);
                let [l, a, c, e, b, rr] = [left, a, c, e, b, right].map(|p| self.frame.at(p));
                self.p.path(
                    format_args!(
                        "M{} {}L{} {}A{r} {r} 0 0 1 {} {}L{} {}A{r} {r} 0 0 1 {} {}L{} {}z",
                        l.0, l.1, a.0, a.1, c.0, c.1, e.0, e.1, b.0, b.1, rr.0, rr.1
                    ),
                    r##"fill="#c0392b" fill-opacity=".07" stroke="#c0392b" stroke-opacity=".6" stroke-width="4""##,
                );
            }
        }
    }

    /// Ways as arrows.
    pub(super) fn trails(&mut self) {
        for trail in &self.show.trails {
            let points: Vec<_> = trail.path.iter().map(|pose| self.frame.at(pose.at)).collect();
            let mut d = String::new();
            for (n, (x, y)) in points.iter().enumerate() {
                d.push_str(&format!("{}{x} {y}", if n == 0 { 'M' } else { 'L' }));
            }
            let (ink, end) = if trail.back { ("#b3261e", "back") } else { (INK, "go") };
            let dash = if trail.back { r#" stroke-dasharray="22 14""# } else { "" };
            self.p.path(
                d,
                format_args!(r#"fill="none" stroke="{ink}" stroke-opacity=".75" stroke-width="10"{dash} marker-end="url(#{end})""#),
            );
        }
    }

    pub(super) fn units(&mut self) {
        for unit in self.here() {
            self.unit(&unit);
        }
        let view = self.view;
        for fire in &view.fires {
            for unit in &fire.with {
                if let (Some(a), Some(b)) = (view.unit(*unit), view.unit(fire.target)) {
                    let ((x, y), (tx, ty)) = (self.frame.at(a.pose.at), self.frame.at(b.pose.at));
                    self.p.path(
                        format_args!("M{x} {y}L{tx} {ty}"),
                        r##"fill="none" stroke="#d35400" stroke-width="7" stroke-dasharray="10 12" marker-end="url(#back)""##,
                    );
                }
            }
        }
        for contact in &view.contacts {
            if let (Some(a), Some(b)) = (view.unit(contact.attacker), view.unit(contact.defender)) {
                let ((x, y), (tx, ty)) = (self.frame.at(a.pose.at), self.frame.at(b.pose.at));
                let (x, y) = ((x + tx) / 2, (y + ty) / 2);
                self.p.path(
                    format_args!("M{} {}l44 44m0 -44l-44 44", x - 22, y - 22),
                    r##"fill="none" stroke="#fff4c9" stroke-width="20" stroke-linecap="round""##,
                );
                self.p.path(
                    format_args!("M{} {}l44 44m0 -44l-44 44", x - 22, y - 22),
                    r##"fill="none" stroke="#b3261e" stroke-width="10" stroke-linecap="round""##,
                );
            }
        }
    }

    fn unit(&mut self, unit: &UnitView) {
        let game = self.game;
        let profile = game.unit(unit.id);
        let (fill, ink) = colours(profile.nation);
        let block = self.shape(unit);
        let [fl, fr, rr, rl] = block.corners;
        let routed = unit.status == Status::Routed;
        self.p.raw(if unit.marks.has(Marks::HIDDEN) { r#"<g opacity=".55">"# } else { "<g>" });
        self.p.tip(&format!(
            "{} ({}), CE {}, {} hits, {:?}, facing {}",
            profile.name,
            profile.id,
            game.strength_of(unit.id, &unit.unit()),
            unit.hits,
            unit.formation,
            unit.pose.facing.degrees()
        ));
        let outline = self.polygon(&block.corners);
        let open = routed || unit.marks.has(Marks::ABANDONED);
        match unit.formation {
            Formation::Square => {
                self.p.path(&outline, format_args!(r##"fill="#f6efdc" stroke="{fill}" stroke-width="30""##));
            }
            Formation::Skirmish => {
                self.p.path(
                    &outline,
                    format_args!(
                        r#"fill="{fill}" fill-opacity=".22" stroke="{fill}" stroke-width="5" stroke-dasharray="8 10""#
                    ),
                );
                let n = i32::from(unit.stands.max(1)) * 2;
                for i in 0..n {
                    let along = |a: i32, b: i32| a + (b - a) * (2 * i + 1) / (2 * n);
                    let side = |l: Point, r: Point| Point::new(along(l.x, r.x), along(l.y, r.y));
                    let (f, b) = (side(fl, fr), side(rl, rr));
                    let (x, y) = self.frame.at(Point::new((f.x + b.x) / 2, (f.y + b.y) / 2));
                    self.p.circle(x, y, 11, format_args!(r#"fill="{fill}""#));
                }
            }
            _ if open => {
                self.p.path(
                    &outline,
                    format_args!(r##"fill="#f6efdc" stroke="{fill}" stroke-width="12" stroke-dasharray="16 10""##),
                );
            }
            _ => self.p.path(&outline, format_args!(r##"fill="{fill}" stroke="#1d1812" stroke-width="6""##)),
        }
        let dark = if open || unit.formation == Formation::Square { fill } else { ink };
        match profile.arm() {
            Arm::Cavalry => {
                let ((ax, ay), (bx, by)) = (self.frame.at(rl), self.frame.at(fr));
                self.p.path(format_args!("M{ax} {ay}L{bx} {by}"), format_args!(r#"stroke="{dark}" stroke-width="9""#));
            }
            Arm::Artillery => {
                let n = i32::from(profile.stands.clamp(1, 8));
                for i in 0..n {
                    let along = |a: i32, b: i32| a + (b - a) * (2 * i + 1) / (2 * n);
                    let wide = unit.formation == Formation::Unlimbered;
                    let (a, b, c, e) = if wide { (fl, fr, rl, rr) } else { (fl, rl, fr, rr) };
                    let (f, g) =
                        (Point::new(along(a.x, b.x), along(a.y, b.y)), Point::new(along(c.x, e.x), along(c.y, e.y)));
                    let (x, y) = self.frame.at(Point::new((f.x + g.x) / 2, (f.y + g.y) / 2));
                    self.p.circle(x, y, 13, format_args!(r#"fill="{dark}""#));
                }
            }
            Arm::Infantry => {}
        }
        // The front.
        if unit.formation.has_flank() && !routed {
            let ((ax, ay), (bx, by)) = (self.frame.at(fl), self.frame.at(fr));
            self.p.path(format_args!("M{ax} {ay}L{bx} {by}"), r##"stroke="#1d1812" stroke-width="17""##);
            let tip = Point::new((fl.x + fr.x) / 2, (fl.y + fr.y) / 2);
            let right = tip.ahead(unit.pose.facing.turned(90), 140);
            let left = tip.ahead(unit.pose.facing.turned(-90), 140);
            let d = self.polygon(&[left, tip.ahead(unit.pose.facing, 190), right]);
            self.p.path(d, r##"fill="#1d1812""##);
        }
        self.markers(unit, &block);
        self.p.raw("</g>");
    }

    /// Hits, disorder and the name, behind the unit.
    fn markers(&mut self, unit: &UnitView, block: &Block) {
        let profile = self.game.unit(unit.id);
        let [_, _, rr, rl] = block.corners;
        let behind = Point::new((rl.x + rr.x) / 2, (rl.y + rr.y) / 2).ahead(unit.pose.facing.turned(180), 260);
        let (x, y) = self.frame.at(behind);
        let mut letters = String::new();
        match unit.status {
            Status::Disordered => letters.push('D'),
            Status::Routed => letters.push('R'),
            Status::Good => {}
        }
        if unit.marks.has(Marks::BLOWN) {
            letters.push('B');
        }
        let name = if letters.is_empty() { profile.id.clone() } else { format!("{} {letters}", profile.id) };
        let ink = if unit.status == Status::Good { INK } else { "#b3261e" };
        let size = self.frame.name_size(300);
        // What has befallen it is written in any case.
        let name = if self.room((x, y + 10), name.len(), size) { name } else { letters };
        if !name.is_empty() {
            self.halo(|p| p.text(x, y + 10, Type::sans(size).bold().middle().fill(ink), name));
        }
        let n = i32::from(unit.hits);
        for i in 0..n {
            let px = x + (2 * i - n + 1) * 12;
            self.p.circle(px, y + 28, 10, r##"fill="#c0261e" stroke="#fff" stroke-width="3""##);
        }
    }

    pub(super) fn leaders(&mut self) {
        let game = self.game;
        for (n, profile) in game.leaders().iter().enumerate() {
            let Some(leader) = self.view.leaders.get(n).copied() else { continue };
            if leader.presence != Presence::Table {
                continue;
            }
            // Beside his host, so that both are seen.
            let host = match leader.host {
                Host::Unit(id) => self.view.unit(id).map(|unit| (unit.pose, game.size(id, &unit.unit()).width)),
                _ => None,
            };
            let beside = |(pose, width): (Pose, i32)| pose.at.ahead(pose.facing.turned(90), width / 2 + 400);
            let at = host.map_or(leader.at, beside);
            let (x, y) = self.frame.at(at);
            let (fill, ink) = game.sides().get(profile.player.index()).map_or((INK, "#fff"), |s| colours(s.nation));
            let rays = match profile.rank {
                Rank::Division => 4,
                Rank::Corps => 5,
                Rank::Army => 8,
            };
            let size = if profile.rank == Rank::Division { 240 } else { 330 };
            let star: Vec<Point> = (0..2 * rays)
                .map(|i| at.ahead(Facing::new(360 * i / (2 * rays)), if i % 2 == 0 { size } else { size * 2 / 5 }))
                .collect();
            let d = self.polygon(&star);
            self.p.raw("<g>");
            self.p.tip(&format!("{}, rating {}", profile.name, profile.rating));
            self.p.path(d, format_args!(r#"fill="{fill}" stroke="{ink}" stroke-width="5""#));
            let size = self.frame.name_size(300);
            let name = game.sides().get(profile.player.index()).map_or(INK, |side| writing(side.nation));
            let letters = profile.name.chars().count();
            let middle = x + 34 + letters as i32 * i32::from(size) / 40;
            if self.room((middle, y + 10), letters, size) || profile.rank != Rank::Division {
                self.halo(|p| p.text(x + 34, y + 10, Type::serif(size).italic().fill(name), &profile.name));
            }
            self.p.raw("</g>");
        }
    }
}
