//! Lists that follow from the scenario and are asked for at every decision: who is under whom.

use super::profile::{DivisionProfile, LeaderProfile, Profile};
use super::state::{DivisionId, LeaderId, UnitId};
use super::units::{Arm, Rank};
use crate::game::Player;

/// A set of units, a bit for each.
pub(super) type Bits = Vec<u64>;

/// What is asked of every unit near a place, close together.
#[derive(Clone, Copy, Debug)]
pub(super) struct Kind {
    pub(super) player: Player,
    pub(super) arm: Arm,
    /// The stands as the scenario says.
    pub(super) stands: u8,
    pub(super) is_screen: bool,
}

/// The lists.
#[derive(Clone, Debug, Default)]
pub(super) struct Rolls {
    /// What each unit is.
    pub(super) kinds: Vec<Kind>,
    /// The units of each side.
    pub(super) units: [Bits; 2],
    /// The leaders of each side, in order.
    pub(super) leaders: [Vec<LeaderId>; 2],
    /// The divisions of each side, in order.
    pub(super) divisions: [Vec<DivisionId>; 2],
    /// The leaders who command each division (Q47), in order.
    pub(super) senders: Vec<Vec<LeaderId>>,
    /// The divisions that each leader commands (Q47), in order.
    pub(super) under: Vec<Vec<DivisionId>>,
    /// Whether each side has units that start hidden (Q12).
    pub(super) hides: [bool; 2],
}

/// Whether a leader commands a division: the leader of its corps, or one of his army (Q47).
pub(super) fn commands(leader: &LeaderProfile, division: &DivisionProfile) -> bool {
    leader.player == division.player
        && match leader.rank {
            Rank::Division => false,
            Rank::Corps => leader.corps == division.corps,
            Rank::Army => true,
        }
}

impl Rolls {
    pub(super) fn new(units: &[Profile], leaders: &[LeaderProfile], divisions: &[DivisionProfile]) -> Self {
        let mut sets = [(); 2].map(|()| vec![0; units.len().div_ceil(64)]);
        for (n, unit) in units.iter().enumerate() {
            sets[unit.player.index() & 1][n / 64] |= 1 << (n % 64);
        }
        let ids = || (0..).map(LeaderId).zip(leaders);
        let under =
            |division: &DivisionProfile| ids().filter(|(_, l)| commands(l, division)).map(|(id, _)| id).collect();
        let kind = |unit: &Profile| Kind {
            player: unit.player,
            arm: unit.arm(),
            stands: unit.stands,
            is_screen: unit.parent.is_some(),
        };
        let numbered = || (0..).map(DivisionId).zip(divisions);
        let led = |leader: &LeaderProfile| numbered().filter(|(_, d)| commands(leader, d)).map(|(id, _)| id).collect();
        let own = |n: u8| ids().filter(move |(_, l)| l.player == Player(n)).map(|(id, _)| id).collect();
        let of = |n: u8| numbered().filter(move |(_, d)| d.player == Player(n)).map(|(id, _)| id).collect();
        let hides = |n: u8| units.iter().any(|unit| unit.hidden && unit.player == Player(n));
        Self {
            kinds: units.iter().map(kind).collect(),
            units: sets,
            leaders: [own(0), own(1)],
            divisions: [of(0), of(1)],
            senders: divisions.iter().map(under).collect(),
            under: leaders.iter().map(led).collect(),
            hides: [hides(0), hides(1)],
        }
    }

    /// The units of a side.
    pub(super) fn units_of(&self, player: Player) -> &[u64] {
        &self.units[player.index() & 1]
    }

    /// The leaders of a side.
    pub(super) fn leaders_of(&self, player: Player) -> &[LeaderId] {
        &self.leaders[player.index() & 1]
    }

    /// The divisions of a side.
    pub(super) fn divisions_of(&self, player: Player) -> &[DivisionId] {
        &self.divisions[player.index() & 1]
    }
}

/// The units that are in both sets, in order.
pub(super) fn in_both<'a>(one: &'a [u64], two: &'a [u64]) -> impl Iterator<Item = UnitId> + 'a {
    one.iter().zip(two).enumerate().flat_map(|(word, (a, b))| {
        let mut left = a & b;
        std::iter::from_fn(move || {
            let bit = (left != 0).then(|| left.trailing_zeros())?;
            left &= left - 1;
            Some(UnitId((word * 64) as u16 + bit as u16))
        })
    })
}
