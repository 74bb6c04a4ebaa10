//! The sums of an attack over bare facts (W 7.1 to 7.3), for the game, the odds and people with real cards alike.

use crate::cite::Cite;
use crate::explain::Tally;
use crate::waterloo::Profile;
use crate::waterloo::types::{Attack, Formation, Kind};

/// The highest firepower and shock (W 7.2, r37).
pub const MAX_POWER: i16 = 4;

/// The lowest face that hits (W 7.2): 6 for a power of 1, 3 for 4; 7, which no die shows, for 0.
#[must_use]
pub const fn hits_on(power: u8) -> u8 {
    7 - if power > MAX_POWER as u8 { MAX_POWER as u8 } else { power }
}

/// The facts that decide the power of an attack, for people who play with real cards as well.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Strike {
    /// How the card attacks.
    pub how: Attack,
    /// The attacker's formation; Line for all but Infantry.
    pub formation: Formation,
    /// Whether attacking Cavalry is blown.
    pub blown: bool,
    /// Whether the target is Artillery.
    pub at_artillery: bool,
    /// The target's formation; Line for all but Infantry.
    pub at_formation: Formation,
    /// Whether the target stands in a Building.
    pub at_building: bool,
}

/// The facts that decide how many dice an attack rolls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Roll {
    /// The printed cv.
    pub cv: u8,
    /// Whether the attacker holds a Hill (W 11.1, r55).
    pub on_hill: bool,
    /// Whether it is Infantry that attacks a card in Woods (W 11.2).
    pub at_woods: bool,
    /// The option for Woods: the least that they leave (W r57), 0 or 1.
    pub woods_minimum: u8,
}

/// The dice of an attack (W 7.1, 11.1, 11.2): the cv, +1 on a Hill, -1 into Woods.
pub fn dice<T: Tally>(facts: Roll, tally: &mut T, name: impl FnOnce() -> String, hill: impl FnOnce() -> String) {
    tally.add("printed", i16::from(facts.cv), Cite("W 7.1"), name);
    if facts.on_hill {
        tally.add("hill", 1, Cite("W 11.1"), hill);
    }
    if facts.at_woods {
        tally.add("woods", -1, Cite("W 11.2"), String::new);
        tally.clamp(i16::from(facts.woods_minimum.min(1)), i16::MAX, Cite("W r57"));
    }
}

/// The firepower or shock of an attack (W 7.2, 7.3, 9.1 to 9.3): 0 to 4.
///
/// Infantry in Column or Square fires at F1 (W 7.32, 9.2, 9.3); Infantry in Line or Column has +1 against engaged
/// Artillery (W 7.4, r38); Artillery has +1 against Column and Square outside Buildings (W 9.2, 9.3, r40); the sum never
/// passes 4 (W r37). On the sheet: W QRS line-targeting, QRS column-targeting, QRS square-targeting, QRS column-targeted,
/// QRS square-targeted, QRS cavalry-blown, QRS artillery-targeted; a Column fires at F1 whatever is printed (W r39).
pub fn power<T: Tally>(card: &Profile, facts: Strike, tally: &mut T, name: impl Fn() -> String) {
    parts_of_power(card, facts, tally, name);
    tally.clamp(0, MAX_POWER, Cite("W r37"));
}

/// What [`power`] adds up.
pub(super) fn parts_of_power<T: Tally>(card: &Profile, facts: Strike, tally: &mut T, name: impl Fn() -> String) {
    match (card.kind, facts.how) {
        (_, Attack::Long) => tally.add("printed", i16::from(card.long), Cite("W 7.23"), name),
        (_, Attack::Shock) => tally.add("printed", i16::from(card.shock), Cite("W 7.3"), name),
        (_, Attack::Fire) => {
            let cite = if card.kind.is_artillery() { Cite("W 7.23") } else { Cite("W 7.2") };
            tally.add("printed", i16::from(card.fire), cite, name);
            match (card.kind, facts.formation) {
                (Kind::Infantry, Formation::Column) => tally.replace("column-fire", 1, Cite("W 9.2")),
                (Kind::Infantry, Formation::Square) => tally.replace("square-fire", 1, Cite("W 9.3")),
                (Kind::Cavalry, _) if facts.blown => tally.replace("blown-fire", 1, Cite("W 7.31")),
                _ => {}
            }
        }
    }
    if card.kind == Kind::Infantry && facts.at_artillery && facts.formation != Formation::Square {
        tally.add("infantry-vs-artillery", 1, Cite("W 7.4"), String::new);
    }
    if card.kind.is_artillery() && !facts.at_building {
        match facts.at_formation {
            Formation::Column => tally.add("artillery-vs-column", 1, Cite("W 9.2"), String::new),
            Formation::Square => tally.add("artillery-vs-square", 1, Cite("W 9.3"), String::new),
            Formation::Line => {}
        }
    }
}
