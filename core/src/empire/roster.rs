//! The units of a position, with an index by place.

use super::geometry::{Point, Pose};
use super::state::{Presence, Unit, UnitId};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The units in order, and an index of where they stand. The index follows from the units: it is neither compared nor saved.
#[derive(Clone, Debug, Default)]
pub struct Units {
    list: Vec<Unit>,
}

impl Units {
    /// These units.
    #[must_use]
    pub fn new(list: Vec<Unit>) -> Self {
        Self { list }
    }

    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// A unit, if there is one of that number.
    #[must_use]
    pub fn get(&self, id: UnitId) -> Option<&Unit> {
        self.list.get(id.index())
    }

    /// All of them in order.
    pub fn iter(&self) -> impl Iterator<Item = (UnitId, &Unit)> {
        (0..).map(UnitId).zip(&self.list)
    }

    /// Those that stand on the table.
    pub fn here(&self) -> impl Iterator<Item = (UnitId, &Unit)> {
        self.iter().filter(|(_, unit)| unit.is_here())
    }

    /// Changes a unit in anything but its place: pose and presence go through [`Units::place`] and [`Units::set_presence`].
    pub fn edit<T>(&mut self, id: UnitId, change: impl FnOnce(&mut Unit) -> T) -> Option<T> {
        let unit = self.list.get_mut(id.index())?;
        let (pose, presence) = (unit.pose, unit.presence);
        let done = change(unit);
        debug_assert!(pose == unit.pose && presence == unit.presence, "moved by edit");
        Some(done)
    }

    /// Puts a unit somewhere.
    pub fn place(&mut self, id: UnitId, pose: Pose) {
        if let Some(unit) = self.list.get_mut(id.index()) {
            unit.pose = pose;
        }
    }

    /// Brings a unit onto the table or takes it off.
    pub fn set_presence(&mut self, id: UnitId, presence: Presence) {
        if let Some(unit) = self.list.get_mut(id.index()) {
            unit.presence = presence;
        }
    }

    /// Appends, in order, the units on the table whose centre lies within `radius` of `at`, in thousandths of an inch.
    pub fn near(&self, at: Point, radius: i32, out: &mut Vec<UnitId>) {
        let square = i64::from(radius) * i64::from(radius);
        for (id, unit) in self.here() {
            let (dx, dy) = (i64::from(unit.pose.at.x - at.x), i64::from(unit.pose.at.y - at.y));
            if dx * dx + dy * dy <= square {
                out.push(id);
            }
        }
    }
}

impl std::ops::Index<UnitId> for Units {
    type Output = Unit;

    /// # Panics
    /// For a number that names no unit: numbers from outside are checked first with [`Units::get`].
    fn index(&self, id: UnitId) -> &Unit {
        &self.list[id.index()]
    }
}

impl PartialEq for Units {
    fn eq(&self, other: &Self) -> bool {
        self.list == other.list
    }
}

impl Eq for Units {}

impl Serialize for Units {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.list.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Units {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Vec::deserialize(deserializer).map(Self::new)
    }
}
