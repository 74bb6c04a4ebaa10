//! Around the table: scale, title, orders, legend.

use super::super::Empire;
use super::super::geometry::{INCH, Point};
use super::super::state::{Ending, Presence, Stage};
use super::super::units::Order;
use super::{Drawing, Show, writing};
use crate::game::Player;
use crate::svg::{INK, PAPER, SANS, SERIF, Type, escape};

/// The width of the margin around the table, in units of the picture; like all that is written, it grows with the table.
const MARGIN: i32 = 60;
/// The height of the title.
const HEAD: i32 = 190;
/// The height of the legend.
const FOOT: i32 = 130;
/// The width of the list of orders.
const SIDE: i32 = 1_150;
/// Up to so many units have names of full size.
const FEW: usize = 60;
/// The width of a table for which these sizes are meant.
const USUAL: i32 = 5_000;

/// Where the table lies in the picture. One unit is a hundredth of an inch.
pub(super) struct Frame {
    pub(super) width: i32,
    pub(super) depth: i32,
    pub(super) whole: (i32, i32),
    /// How large writing is, in hundredths: a large table is seen from further away.
    scale: i32,
    /// How large names are on the table, in hundredths of what they would be with few units.
    names: i32,
}

impl Frame {
    pub(super) fn new(game: &Empire, show: &Show) -> Self {
        let (width, depth) = (game.table().width / 10, game.table().depth / 10);
        let scale = (width * 100 / USUAL).clamp(100, 900);
        let side = if show.orders { SIDE } else { 0 };
        let lines = (game.divisions().len() + 2 * game.sides().len() + 2) as i32;
        let height = if show.orders { depth.max(lines * 46 * scale / 100) } else { depth };
        let whole = (width.max(1_500) + (2 * MARGIN + side) * scale / 100, height + (HEAD + FOOT) * scale / 100);
        Self { width, depth, whole, scale, names: 100 }
    }

    /// The same with so many units to name: with many of them names are smaller, down to three quarters.
    pub(super) fn crowded(self, units: usize) -> Self {
        let names = (100 * FEW / units.max(FEW)).max(75) as i32;
        Self { names, ..self }
    }

    /// A length around the table.
    pub(super) const fn sized(&self, length: i32) -> i32 {
        length * self.scale / 100
    }

    /// A size of type around the table.
    pub(super) fn type_size(&self, size: u16) -> u16 {
        u16::try_from(i32::from(size) * self.scale / 100).unwrap_or(u16::MAX)
    }

    /// A size of type on the table: it grows more slowly, as the units do not grow.
    pub(super) fn label_size(&self, size: u16) -> u16 {
        u16::try_from(i32::from(size) * (200 + self.scale) / 300).unwrap_or(u16::MAX)
    }

    /// A size of type for the names of units and leaders.
    pub(super) fn name_size(&self, size: u16) -> u16 {
        u16::try_from(i32::from(self.label_size(size)) * self.names / 100).unwrap_or(u16::MAX)
    }

    /// A point of the table in the picture, in whole units.
    pub(super) const fn at(&self, point: Point) -> (i32, i32) {
        (self.sized(MARGIN) + point.x / 10, self.sized(HEAD) + self.depth - point.y / 10)
    }
}

impl Drawing<'_> {
    pub(super) fn open(&mut self) {
        let (w, h) = self.frame.whole;
        let scale = if w > 1_600 { 1_600 } else { w };
        let high = i64::from(h) * i64::from(scale) / i64::from(w.max(1));
        let title = escape(&format!("{}: {}", self.game.scenario().name, self.moment()));
        let text = escape(&self.game.text_of_view(self.view));
        self.p.raw(format_args!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {w} {h}" width="{scale}" height="{high}" role="img" aria-labelledby="table-title table-text">"#
        ));
        self.p.raw(format_args!("<title id=\"table-title\">{title}</title><desc id=\"table-text\">{text}</desc>"));
        self.p.raw(format_args!("<style>.s{{font-family:{SERIF}}}.n{{font-family:{SANS}}}</style><defs>"));
        self.p.raw(super::land::PATTERNS);
        self.p.raw(
            r##"<marker id="go" viewBox="0 0 10 10" refX="8" refY="5" markerWidth="5" markerHeight="5" orient="auto"><path d="M0 0L10 5L0 10z" fill="#2b2418"/></marker><marker id="back" viewBox="0 0 10 10" refX="8" refY="5" markerWidth="5" markerHeight="5" orient="auto"><path d="M0 0L10 5L0 10z" fill="#b3261e"/></marker>"##,
        );
        let (x, y) = self.frame.at(Point::new(0, self.frame.depth * 10));
        self.p.raw(format_args!(
            r#"<clipPath id="edge"><rect x="{x}" y="{y}" width="{}" height="{}"/></clipPath></defs>"#,
            self.frame.width, self.frame.depth
        ));
        self.p.rect([0, 0, w, h], 0, format_args!(r#"fill="{PAPER}""#));
    }

    /// The turn, its time and the stage.
    fn moment(&self) -> String {
        let scenario = self.game.scenario();
        let minutes = scenario.start.minutes + scenario.minutes * u16::from(self.view.turn.saturating_sub(1));
        let clock = super::super::scenario::Clock { minutes };
        let stage = match self.view.stage {
            Stage::Command => "orders",
            Stage::Rally => "rallying",
            Stage::March => "movement",
            Stage::Fire => "fire",
            Stage::Assault => "assaults",
            Stage::Over => "the end",
        };
        format!("turn {} of {}, {clock}, {stage}", self.view.turn, scenario.turns)
    }

    pub(super) fn header(&mut self) {
        let heading = Type::serif(self.frame.type_size(640)).bold();
        let left = self.frame.sized(MARGIN);
        self.p.text(left, self.frame.sized(85), heading, &self.game.scenario().name);
        let mut line = format!("{} - {}", self.game.scenario().date, self.moment());
        if let Some(holder) = self.view.initiative {
            line.push_str(&format!(" - initiative: {}", self.side(holder)));
        }
        let points = self.view.points;
        line.push_str(&format!(
            " - points: {} {}, {} {}",
            self.side(Player(0)),
            points[0],
            self.side(Player(1)),
            points[1]
        ));
        if let Some((how, winner)) = self.view.ending {
            let how = match how {
                Ending::Time => "time is up",
                Ending::Objective => "the objective is taken",
                Ending::Swept => "nobody is left to fight",
            };
            line.push_str(&match winner {
                Some(winner) => format!(" - {how}: {} has won", self.side(winner)),
                None => format!(" - {how}: a draw"),
            });
        }
        self.p.text(left, self.frame.sized(150), Type::sans(self.frame.type_size(400)), line);
    }

    /// The name of a side, with a capital.
    fn side(&self, player: Player) -> String {
        let name = self.game.sides().get(player.index()).map_or("", |side| &side.name);
        let mut letters = name.chars();
        letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
    }

    /// The edge of the table with a tick every foot, and a scale.
    pub(super) fn border(&mut self) {
        let (left, top) = self.frame.at(Point::new(0, self.frame.depth * 10));
        let (w, d) = (self.frame.width, self.frame.depth);
        self.p.rect([left, top, w, d], 0, r##"fill="none" stroke="#4a3d28" stroke-width="8""##);
        let small = Type::sans(self.frame.type_size(240)).middle().fill("#4a3d28");
        let (below, beside) = (self.frame.sized(38), self.frame.sized(32));
        for foot in (0..=w / 100).step_by(12) {
            let x = left + foot * 100;
            self.p.path(format_args!("M{x} {}v16M{x} {top}v-16", top + d), r##"stroke="#4a3d28" stroke-width="5""##);
            self.p.text(x, top + d + below, small, foot);
        }
        for foot in (12..=d / 100).step_by(12) {
            let y = top + d - foot * 100;
            self.p.path(format_args!("M{left} {y}h-14M{} {y}h14", left + w), r##"stroke="#4a3d28" stroke-width="5""##);
            self.p.text(left - beside, y + 8, small, foot);
        }
    }

    /// The divisions with their orders, as far as the viewer knows them.
    pub(super) fn orders(&mut self) {
        let x = self.frame.width.max(1_380) + self.frame.sized(2 * MARGIN + 20);
        let mut y = self.frame.sized(HEAD + 30);
        for player in [Player(0), Player(1)] {
            let fill = self.game.sides().get(player.index()).map_or(INK, |side| writing(side.nation));
            let name = self.side(player);
            self.p.text(x, y, Type::serif(self.frame.type_size(380)).bold().fill(fill), name);
            y += self.frame.sized(50);
            for (n, profile) in self.game.divisions().iter().enumerate() {
                let Some(division) = self.view.divisions.get(n) else { continue };
                if profile.player != player {
                    continue;
                }
                let mut text = format!("{}: {}", profile.name, order(division.order));
                if let Some(coming) = division.coming {
                    text.push_str(&format!(" ({} from turn {})", order(coming.order), coming.turn));
                }
                if division.broken {
                    text.push_str(", broken");
                }
                let lost = profile.units.iter().filter_map(|id| self.view.unit(*id));
                let lost = lost.filter(|unit| unit.presence == Presence::Lost).count();
                if lost > 0 {
                    text.push_str(&format!(", {lost} of {} lost", profile.units.len()));
                }
                let ink = if division.broken { "#b3261e" } else { INK };
                let size = self.frame.type_size(300);
                self.p.text(x + 20, y, Type::sans(size).fill(ink), text);
                y += self.frame.sized(42);
            }
            y += self.frame.sized(30);
        }
    }

    pub(super) fn legend(&mut self) {
        let y = self.frame.whole.1 - self.frame.sized(42);
        let inches = 6;
        let yards = i64::from(self.game.scenario().yards) * i64::from(inches);
        let x = self.frame.sized(MARGIN);
        let type_ = Type::sans(self.frame.type_size(280));
        self.p.path(
            format_args!("M{x} {}v20M{x} {y}h{}M{} {}v20", y - 10, inches * 100, x + inches * 100, y - 10),
            format_args!(r#"stroke="{INK}" stroke-width="6" fill="none""#),
        );
        self.p.text(x + inches * 100 + 24, y + 8, type_, format_args!("{inches} inches, {yards} yards"));
        let words = "bar: front - pips: hits - D disordered - R routed - B blown - slash: cavalry - dots: guns - hollow: square";
        self.p.text(x + inches * 100 + self.frame.sized(480), y + 8, type_.fill("#4a3d28"), words);
    }

    /// The length of something on the table in the picture.
    pub(super) const fn long(mil: i32) -> i32 {
        mil / (INCH / 100)
    }
}

const fn order(order: Order) -> &'static str {
    match order {
        Order::Attack => "attack",
        Order::Defend => "defend",
        Order::Reserve => "reserve",
    }
}
