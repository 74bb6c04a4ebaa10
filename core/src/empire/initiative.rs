//! Initiative (E initiative): each side rolls a die and adds; the higher has it.
//!
//! ```
//! use eagles::empire::initiative::{Command, Facts, odds, resolve};
//! use eagles::game::Player;
//!
//! let mut facts = Facts::default();
//! facts.sides[0] = Command { commander: 2, attacking: 1, ..Command::default() };
//! assert_eq!(resolve(&facts, [4, 6]).winner, Some(Player(0)));
//! assert_eq!(odds(&facts).0, [72, 21, 7]);
//! ```

use super::charts::{FactFault, Faults, face};
use crate::cite::Cite;
use crate::explain::{Breakdown, Sum, Tally};
use crate::game::Player;
use crate::odds::Fraction;
use serde::{Deserialize, Serialize};
use std::cmp::Ordering;

/// One side.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct Command {
    /// Divisions without a leader.
    pub leaderless: u8,
    /// Regiments of cavalry on the table that are not routed; blown and disordered ones count (E A61).
    pub cavalry: u8,
    /// The rating of its highest commander, -1 to 4.
    pub commander: i8,
    /// It had initiative last turn.
    pub had_it: bool,
    /// Divisions on Attack orders.
    pub attacking: u8,
}

/// Both sides.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct Facts {
    /// The sides, by player.
    pub sides: [Command; 2],
}

/// Adds up what one side, 0 or 1, adds to its die, in points.
///
/// The codes of the parts: `leaderless`, `cavalry`, `commander`, `had-it`, `attacking`.
pub fn total<T: Tally>(facts: &Facts, player: Player, tally: &mut T) {
    let [mut own, mut enemy] = facts.sides;
    if player.0 != 0 {
        std::mem::swap(&mut own, &mut enemy);
    }
    let chart = Cite("E initiative");
    let lines = [
        ("leaderless", -i16::from(own.leaderless), chart),
        ("cavalry", i16::from(own.cavalry > enemy.cavalry), Cite("E A61")),
        ("commander", i16::from(own.commander), chart),
        ("had-it", i16::from(own.had_it), chart),
        ("attacking", i16::from(own.attacking), chart),
    ];
    for (code, n, cite) in lines {
        if n != 0 {
            tally.add(code, n, cite, String::new);
        }
    }
}

/// One side, part by part, without its die.
#[must_use]
pub fn breakdown(facts: &Facts, player: Player) -> Breakdown {
    let mut breakdown = Breakdown::new("initiative");
    breakdown.parts.reserve(5);
    total(facts, player, &mut breakdown);
    breakdown
}

/// What both sides add to their dice.
#[must_use]
pub fn values(facts: &Facts) -> [i16; 2] {
    [Player(0), Player(1)].map(|player| {
        let mut sum = Sum::default();
        total(facts, player, &mut sum);
        sum.total()
    })
}

/// What comes of the two dice.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub struct Resolution {
    /// What both sides add.
    pub values: [i16; 2],
    /// The dice, 1 to 10.
    pub dice: [u8; 2],
    /// Who has initiative. On a tie who had it keeps it; nobody had it, so both roll again: none (E A61).
    pub winner: Option<Player>,
}

fn winner(facts: &Facts, values: [i16; 2], dice: [u8; 2]) -> Option<Player> {
    let [a, b] = [0, 1].map(|i| i32::from(values[i]) + i32::from(dice[i]));
    match a.cmp(&b) {
        Ordering::Greater => Some(Player(0)),
        Ordering::Less => Some(Player(1)),
        Ordering::Equal => facts.sides.iter().position(|side| side.had_it).map(|i| Player(u8::from(i == 1))),
    }
}

/// What the dice of both sides give.
#[must_use]
pub fn resolve(facts: &Facts, dice: [u8; 2]) -> Resolution {
    let (values, dice) = (values(facts), dice.map(face));
    Resolution { values, dice, winner: winner(facts, values, dice) }
}

/// How many of the hundred throws of two dice give initiative to player 0, to player 1, and to nobody yet.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Hundredths(pub [u8; 3]);

impl Hundredths {
    /// The exact chance that a player has it in the end, when ties are rolled again.
    #[must_use]
    pub fn chance(&self, player: Player) -> Fraction {
        let [a, b, _] = self.0.map(u128::from);
        let own = if player.0 == 0 { a } else { b };
        Fraction::new(own, a + b).unwrap_or(Fraction::ZERO)
    }
}

/// The exact chances.
#[must_use]
pub fn odds(facts: &Facts) -> Hundredths {
    let values = values(facts);
    let mut counts = [0; 3];
    for a in 1..=10 {
        for b in 1..=10 {
            let place = winner(facts, values, [a, b]).map_or(2, |player| usize::from(player.0 == 1));
            counts[place] += 1;
        }
    }
    Hundredths(counts)
}

/// All that is wrong with the facts.
#[must_use]
pub fn check(facts: &Facts) -> Vec<FactFault> {
    let mut found = Vec::new();
    for (side, at) in facts.sides.iter().zip(["sides[0]", "sides[1]"]) {
        Faults { at, found: &mut found }.rating("commander", Some(side.commander));
    }
    let both = facts.sides.iter().all(|side| side.had_it);
    Faults { at: "sides", found: &mut found }.conflict(both, "0.had-it", "1.had-it");
    found
}
