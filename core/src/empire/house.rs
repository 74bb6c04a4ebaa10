//! What the sheet leaves open, as switches and numbers of ours.
//!
//! The sheet holds every chart and no prose. What it does not say is a ruling or a house rule, each with its number in
//! `core/data/empire/RULINGS.md`; those that a table may want otherwise are here. A battle keeps one value of this type, and
//! every save records it.

use serde::{Deserialize, Serialize};

/// House rules and switches. The default is what the rulings say.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct HouseRules {
    /// A1: attack values beyond 11 follow the table's diagonal instead of the last column.
    pub extend: bool,
    /// A3: the cell at die 2 and +11 reads D/2, as its diagonal does, instead of the ./2 that is printed.
    pub errata: bool,
    /// A7: a side that loses by hits also falls back, without the further hit.
    pub loser_gives_ground: bool,
    /// A10: D on a unit that is disordered already is a hit.
    pub second_disorder_hits: bool,
    /// A15: the frontage bonus adds to x2 and x3.
    pub cumulative_enfilade: bool,
    /// A16: the -4 of the French assault column holds in assaults too, as printed.
    pub literal_assault_column: bool,
    /// A21: the sabre bonus counts against cavalry too.
    pub sabre_against_cavalry: bool,
    /// A26: an attached leader's rating counts for every arm, not for infantry alone.
    pub leaders_for_all_arms: bool,
    /// A29: a natural 1 on a morale check costs a hit.
    pub morale_one_hits: bool,
    /// A37: a fire total below 0 rolls on the lowest row.
    pub fire_below_zero: bool,
    /// A41: a screen's rating is added to its parent's fire.
    pub screen_adds_to_parent: bool,
    /// A42: 1812 counts as after 1812.
    pub late_1812: bool,
    /// A43: batteries at one target roll each for itself only.
    pub batteries_apart: bool,
    /// A53: the fractions of the woods are the part of the move that is kept.
    pub woods_kept: bool,
    /// L1: pinning and tactical range, in thousandths of an inch.
    pub tactical_range: i32,
    /// L1: how far cavalry keeps infantry and guns pinned for squares, morale and formation changes, in thousandths of an inch.
    pub cavalry_range: i32,
    /// L3: the command radius, in thousandths of an inch.
    pub command_radius: i32,
    /// A9: cavalry that did not beat the square it touches falls back and is blown.
    pub cavalry_recoils: bool,
    /// L4: the side with initiative moves first instead of second.
    pub initiative_moves_first: bool,
    /// A4: only the side with initiative may move into contact.
    pub initiative_only_assaults: bool,
    /// P4: guns that fire into a flank or rear multiply.
    pub guns_enfilade: bool,
    /// P18: columns and squares fire by half their value.
    pub half_fire: bool,
}

impl Default for HouseRules {
    fn default() -> Self {
        Self {
            extend: false,
            errata: false,
            loser_gives_ground: false,
            second_disorder_hits: false,
            cumulative_enfilade: false,
            literal_assault_column: false,
            sabre_against_cavalry: false,
            leaders_for_all_arms: false,
            morale_one_hits: false,
            fire_below_zero: false,
            screen_adds_to_parent: false,
            late_1812: false,
            batteries_apart: false,
            woods_kept: false,
            tactical_range: 3_000,
            cavalry_range: 6_000,
            command_radius: 12_000,
            cavalry_recoils: true,
            initiative_moves_first: false,
            initiative_only_assaults: false,
            guns_enfilade: true,
            half_fire: false,
        }
    }
}
