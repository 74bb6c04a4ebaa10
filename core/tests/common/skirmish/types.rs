//! What stands, what is done, what happens and what is seen.

use eagles::cite::{Cite, Coded};
use eagles::explain::Breakdown;
use eagles::game::{Player, Viewer};
use serde::{Deserialize, Serialize};

/// The field's width and height.
pub const FIELD: u16 = 1000;
/// How far a token moves.
pub const PACE: u16 = 150;
/// How far it strikes.
pub const REACH: u16 = 300;
/// Tokens a side.
pub const TOKENS: usize = 3;
/// Hits that fell a token.
pub const HITS: u8 = 2;

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Params {
    /// The width of the strips.
    pub width: u16,
    /// Their depth; `width * depth` is at most 65,534 and at least 4.
    pub depth: u16,
    /// Order cards, at most 16.
    pub cards: u8,
    /// Cards dealt to each.
    pub hand: u8,
    /// Turns after which it is a draw.
    pub cap: u16,
    /// An order whose script fails whenever a strike is made or answered with it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub broken: Option<u8>,
}

impl Default for Params {
    fn default() -> Self {
        Self { width: FIELD, depth: 60, cards: 8, hand: 2, cap: 60, broken: None }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct Point {
    pub x: u16,
    pub y: u16,
}

impl Point {
    pub fn within(self, other: Self, reach: u16) -> bool {
        let (dx, dy) = (u32::from(self.x.abs_diff(other.x)), u32::from(self.y.abs_diff(other.y)));
        dx * dx + dy * dy <= u32::from(reach) * u32::from(reach)
    }
}

/// A strike that has been declared and waits for the other player's answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Strike {
    pub by: Player,
    pub token: u8,
    pub target: u8,
    pub card: Option<u8>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Phase {
    Deal,
    Deploy,
    Play(Player),
    /// The window: the player who is struck may guard.
    Answer(Strike),
    Over(Option<Player>),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Token {
    pub at: Point,
    pub kind: u8,
    /// Hits it can still take; 0 when it has fallen.
    pub left: u8,
    pub up: bool,
}

#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Side {
    /// During deployment: where the token of each kind stands.
    pub placed: [Option<Point>; TOKENS],
    /// From `Ready` on: the tokens, in an order that tells nothing of their kinds.
    pub tokens: [Option<Token>; TOKENS],
    pub hand: u16,
}

impl Side {
    pub fn ready(&self) -> bool {
        self.tokens[0].is_some()
    }
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct State {
    pub phase: Phase,
    pub turn: u16,
    pub sides: [Side; 2],
    /// Cards not drawn.
    pub deck: u16,
    /// Cards played, open to both.
    pub spent: u16,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Action {
    Deal,
    Place { kind: u8, at: Point },
    Lift { kind: u8 },
    Ready,
    Move { token: u8, to: Point },
    Strike { token: u8, target: u8, card: Option<u8> },
    Guard { card: u8 },
    Pass,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Event {
    Drew { player: Player, card: Option<u8> },
    Placed { player: Player, kind: u8, at: Point },
    Lifted { player: Player, kind: u8 },
    Readied { player: Player },
    Lined { player: Player, token: u8, at: Point },
    Moved { player: Player, token: u8, from: Point, to: Point },
    Passed { player: Player },
    Revealed { player: Player, token: u8, kind: u8 },
    Declared { strike: Strike },
    Guarded { player: Player, card: u8 },
    Struck { player: Player, token: u8, target: u8, card: Option<u8>, dice: Vec<u8>, hits: u8, needs: Breakdown },
    Fell { player: Player, token: u8 },
    Over { winner: Option<Player> },
}

impl Coded for Event {
    fn code(&self) -> &'static str {
        match self {
            Self::Drew { .. } => "drew",
            Self::Placed { .. } => "placed",
            Self::Lifted { .. } => "lifted",
            Self::Readied { .. } => "readied",
            Self::Lined { .. } => "lined",
            Self::Moved { .. } => "moved",
            Self::Passed { .. } => "passed",
            Self::Revealed { .. } => "revealed",
            Self::Declared { .. } => "declared",
            Self::Guarded { .. } => "guarded",
            Self::Struck { .. } => "struck",
            Self::Fell { .. } => "fell",
            Self::Over { .. } => "over",
        }
    }
    fn cites(&self) -> &'static [Cite] {
        &[Cite("S 1")]
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, thiserror::Error)]
pub enum Refusal {
    #[error("it is not your turn")]
    NotYours,
    #[error("not in this phase")]
    WrongPhase,
    #[error("there is no such token")]
    NoToken,
    #[error("outside the strip or the field")]
    Outside,
    #[error("one of your tokens stands there, or it stands somewhere already")]
    Taken,
    #[error("not every token is placed")]
    NotPlaced,
    #[error("{distance} is the most")]
    TooFar { distance: u16 },
    #[error("you do not hold that card")]
    NoCard,
}

impl Coded for Refusal {
    fn code(&self) -> &'static str {
        match self {
            Self::NotYours => "not-yours",
            Self::WrongPhase => "wrong-phase",
            Self::NoToken => "no-token",
            Self::Outside => "outside",
            Self::Taken => "taken",
            Self::NotPlaced => "not-placed",
            Self::TooFar { .. } => "too-far",
            Self::NoCard => "no-card",
        }
    }
    fn cites(&self) -> &'static [Cite] {
        &[Cite("S 2")]
    }
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct TokenView {
    pub at: Point,
    pub kind: Option<u8>,
    pub left: u8,
    pub up: bool,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct SideView {
    pub ready: bool,
    pub placed: Option<[Option<Point>; TOKENS]>,
    pub tokens: Vec<TokenView>,
    pub hand: Option<u16>,
    pub cards: u32,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct View {
    pub viewer: Viewer,
    pub phase: Phase,
    pub turn: u16,
    pub sides: [SideView; 2],
    pub deck: u32,
    pub spent: u16,
}
