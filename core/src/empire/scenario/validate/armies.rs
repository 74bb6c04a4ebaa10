//! The armies: sides, corps, divisions, units and leaders.

use super::{Check, MAX_UNITS, at, of};
use crate::cite::Cite;
use crate::empire::scenario::{LeaderSpec, UnitSpec};
use crate::empire::units::{Arm, Class, Nation, Rank};
use std::collections::BTreeMap;

/// Who belongs to whom, by places in the lists; `None` where a name dangles.
pub(super) struct Tree {
    /// The side of each corps.
    pub(super) corps: Vec<Option<usize>>,
    /// The corps of each division.
    pub(super) division: Vec<Option<usize>>,
    /// The division of each unit.
    pub(super) unit: Vec<Option<usize>>,
}

impl Tree {
    pub(super) fn side_of_division(&self, division: usize) -> Option<usize> {
        let corps = (*self.division.get(division)?)?;
        *self.corps.get(corps)?
    }

    pub(super) fn side_of_unit(&self, unit: usize) -> Option<usize> {
        self.side_of_division((*self.unit.get(unit)?)?)
    }
}

impl Check<'_> {
    pub(super) fn tree(&self) -> Tree {
        let s = self.scenario;
        let side: BTreeMap<&str, usize> = s.side.iter().enumerate().map(|(i, x)| (&*x.name, i)).collect();
        let corps: BTreeMap<&str, usize> = s.corps.iter().enumerate().map(|(i, x)| (&*x.id, i)).collect();
        let division: BTreeMap<&str, usize> = s.division.iter().enumerate().map(|(i, x)| (&*x.id, i)).collect();
        Tree {
            corps: s.corps.iter().map(|x| side.get(&*x.side).copied()).collect(),
            division: s.division.iter().map(|x| corps.get(&*x.corps).copied()).collect(),
            unit: s.unit.iter().map(|x| division.get(&*x.division).copied()).collect(),
        }
    }

    /// The turn in which a unit arrives.
    pub(super) fn turn_of(&self, unit: &UnitSpec, division: Option<usize>) -> u8 {
        let with = || division.and_then(|i| self.scenario.division.get(i)).map_or(1, |x| x.arrives);
        unit.arrives.unwrap_or_else(with)
    }

    pub(super) fn armies(&mut self) {
        let tree = self.tree();
        self.sides(&tree);
        self.corps(&tree);
        self.divisions(&tree);
        for (i, unit) in self.scenario.unit.iter().enumerate() {
            self.unit(i, unit, &tree);
        }
        self.objectives();
    }

    /// Whether it is known of all who belongs to whom.
    fn whole(&self, tree: &Tree) -> bool {
        let named = [&tree.corps, &tree.division, &tree.unit].iter().all(|list| list.iter().all(Option::is_some));
        named && ["side", "corps", "division", "unit"].iter().all(|list| self.rows_known(list))
    }

    fn sides(&mut self, tree: &Tree) {
        let s = self.scenario;
        let victory = Cite("E L12");
        let whole = self.whole(tree);
        for (i, side) in s.side.iter().enumerate() {
            self.range(&of("side", i, "handicap"), victory, side.handicap, -100..=100);
            self.range(&of("side", i, "per-division"), victory, side.per_division, 0..=20);
            if !whole || s.side.len() != 2 {
                continue;
            }
            let own: Vec<usize> = (0..s.unit.len()).filter(|&unit| tree.side_of_unit(unit) == Some(i)).collect();
            if own.len() > MAX_UNITS {
                let message = format!("{} has {} units; a side may have up to {MAX_UNITS}", side.name, own.len());
                self.form(&at("side", i), "too-many", message);
            }
            let there = |&&unit: &&usize| s.unit.get(unit).is_some_and(|x| self.turn_of(x, tree.unit[unit]) <= 1);
            if own.iter().find(there).is_none() {
                let message = format!("{} has no unit on the table in the first turn", side.name);
                self.fault(&at("side", i), victory, "nobody-there", message);
            }
        }
        if let [one, two] = &s.side[..]
            && one.edge == two.edge
            && self.all_known("side[0]", &["edge"])
        {
            let message = "both sides retreat toward the same edge; each needs its own".to_owned();
            self.fault("side[1].edge", Cite("E P39"), "same-edge", message);
        }
    }

    fn corps(&mut self, tree: &Tree) {
        let s = self.scenario;
        let whole = self.whole(tree);
        let mut commanders: BTreeMap<usize, usize> = BTreeMap::new();
        for (i, corps) in s.corps.iter().enumerate() {
            let divisions = (0..s.division.len()).filter(|&d| tree.division[d] == Some(i)).count();
            match corps.rank {
                Rank::Division => {
                    let message = format!("{} has the rank of a division; write corps or army", corps.id);
                    self.fault(&of("corps", i, "rank"), Cite("E leader-moves"), "bad-rank", message);
                }
                Rank::Corps if divisions == 0 && whole => {
                    let message = format!("corps {} has no division; give it one or leave it out", corps.id);
                    self.form(&at("corps", i), "empty-corps", message);
                }
                Rank::Army if divisions > 0 => {
                    let message = format!(
                        "{} is an army's headquarters and has {divisions} divisions; put them into a corps of their own",
                        corps.id
                    );
                    self.form(&of("corps", i, "rank"), "army-with-divisions", message);
                }
                _ => {}
            }
            if corps.rank == Rank::Army
                && self.all_known(&at("corps", i), &["rank", "side"])
                && let Some(side) = tree.corps[i]
                && let Some(first) = commanders.insert(side, i)
            {
                let message = format!("{} has two commanders, {} and {}", corps.side, s.corps[first].id, corps.id);
                self.fault(&of("corps", i, "rank"), Cite("E initiative"), "two-commanders", message);
            }
            self.arrival(&of("corps", i, "arrives"), corps.arrives);
            self.leader(&of("corps", i, "leader"), &corps.leader, corps.arrives, tree.corps[i], None, tree);
            let homeless = corps.leader.at.is_none() && corps.leader.with.is_none();
            if corps.rank == Rank::Army && homeless && self.all_known(&of("corps", i, "leader"), &["at", "with"]) {
                let message = format!("{} has no units to stand with: say where he is (`at`)", corps.leader.name);
                self.form(&of("corps", i, "leader"), "no-place", message);
            }
        }
    }

    fn divisions(&mut self, tree: &Tree) {
        let s = self.scenario;
        let whole = self.whole(tree);
        let mut units = vec![0_usize; s.division.len()];
        for division in tree.unit.iter().flatten() {
            units[*division] += 1;
        }
        for (i, division) in s.division.iter().enumerate() {
            if units[i] == 0 && whole {
                let message = format!("division {} has no units; give it some or leave it out", division.id);
                self.fault(&at("division", i), Cite("E A71"), "empty-division", message);
            }
            self.arrival(&of("division", i, "arrives"), division.arrives);
            if let Some(leader) = &division.leader {
                let side = tree.side_of_division(i);
                self.leader(&of("division", i, "leader"), leader, division.arrives, side, Some(i), tree);
            }
        }
    }

    fn arrival(&mut self, path: &str, turn: u8) {
        let turns = self.scenario.turns;
        if turn < 1 || (turn > turns && self.known("turns")) {
            let message = format!("nobody arrives in turn {turn}: the battle has turns 1 to {turns}");
            self.form(path, "arrives-never", message);
        }
    }

    fn leader(
        &mut self,
        path: &str,
        leader: &LeaderSpec,
        turn: u8,
        side: Option<usize>,
        division: Option<usize>,
        tree: &Tree,
    ) {
        let s = self.scenario;
        let who = &leader.name;
        self.range(&format!("{path}.rating"), Cite("E orders-table"), leader.rating, -1..=4);
        let with = format!("{path}.with");
        if leader.at.is_some() && leader.with.is_some() {
            let message = format!("{who} is with a unit and has a place of his own; say one of the two");
            self.form(&with, "two-places", message);
        }
        if let Some(spot) = leader.at
            && !self.on_table(spot)
        {
            let message = format!("{who} stands off the table, which is {} by {} inches", s.table.0, s.table.1);
            self.fault(&format!("{path}.at"), Cite("E L3"), "off-table", message);
        }
        let Some(unit) = leader.with.as_deref().and_then(|id| s.unit.iter().position(|unit| unit.id == id)) else {
            return;
        };
        let (own, other) = (tree.unit[unit], &s.unit[unit].id);
        if division.is_some() && own != division && own.is_some() {
            let message = format!("{who} leads another division than that of {other}");
            self.fault(&with, Cite("E A66"), "not-his-unit", message);
        } else if side.is_some() && tree.side_of_unit(unit).is_some_and(|its| Some(its) != side) {
            let message = format!("{who} cannot ride with {other}, an enemy");
            self.fault(&with, Cite("E A66"), "not-his-unit", message);
        } else if self.turn_of(&s.unit[unit], own) != turn {
            let message = format!("{who} arrives in turn {turn}, {other} in another");
            self.form(&with, "arrives-apart", message);
        }
    }

    fn unit(&mut self, i: usize, unit: &UnitSpec, tree: &Tree) {
        let path = |key: &str| of("unit", i, key);
        let (arm, id) = (unit.class.arm(), &unit.id);
        if !(1..=20).contains(&unit.ce) {
            self.range(&path("ce"), Cite("E L10"), unit.ce, 1..=20);
        } else if unit.hits >= unit.ce && self.all_known(&at("unit", i), &["ce"]) {
            let message = format!("{id} starts with {} hits and a CE of {}: it would be destroyed", unit.hits, unit.ce);
            self.fault(&path("hits"), Cite("E A35"), "destroyed", message);
        }
        if !(1..=8).contains(&unit.stands) {
            self.range(&path("stands"), Cite("E Q13"), unit.stands, 1..=8);
        }
        if !(0..=359).contains(&unit.facing) {
            self.range(&path("facing"), Cite("E L2"), unit.facing, 0..=359);
        }
        if let Some(turn) = unit.arrives {
            self.arrival(&path("arrives"), turn);
        }
        if !self.all_known(&at("unit", i), &["class"]) {
            return;
        }
        if !unit.formation.suits(arm) {
            let (cite, may) = match arm {
                Arm::Infantry => (Cite("E infantry-moves"), "line, column, road-column, square, skirmish or garrison"),
                Arm::Cavalry => (Cite("E cavalry-moves"), "line, column, road-column or skirmish"),
                Arm::Artillery => (Cite("E artillery-moves"), "limbered or unlimbered"),
            };
            self.fault(
                &path("formation"),
                cite,
                "bad-formation",
                format!("{id} cannot stand so; it may stand in {may}"),
            );
        }
        let most = self.most_screen(unit, tree.unit[i], tree).min(unit.stands);
        if unit.screen > most && self.all_known(&at("unit", i), &["stands", "nation"]) {
            let message = format!("{id} has {} stands of skirmishers; it may have {most} at most", unit.screen);
            self.fault(&path("screen"), Cite("E P36"), "screen", message);
        }
    }

    /// How many stands of skirmishers a battalion may deploy (P36).
    fn most_screen(&self, unit: &UnitSpec, division: Option<usize>, tree: &Tree) -> u8 {
        let division_nation = || division.and_then(|i| self.scenario.division.get(i)?.nation);
        let side = || Some(self.scenario.side.get(tree.side_of_division(division?)?)?.nation);
        let nation = unit.nation.or_else(division_nation).or_else(side);
        match (unit.class, nation) {
            // Whose nation dangles has the benefit of the doubt.
            (Class::LightInfantry, Some(Nation::French | Nation::British) | None) => 4,
            (class, _) if class.arm() == Arm::Infantry => 2,
            _ => 0,
        }
    }

    fn objectives(&mut self) {
        let s = self.scenario;
        let victory = Cite("E L12");
        for (i, objective) in s.objective.iter().enumerate() {
            self.range(&of("objective", i, "points"), victory, objective.points, 0..=20);
            if !(500..=24_000).contains(&objective.radius.0) {
                let message = format!("a radius of {} inches; it must be 0.5 to 24", objective.radius);
                self.fault(&of("objective", i, "radius"), victory, "out-of-range", message);
            }
            if !self.on_table(objective.at) {
                let message = format!("{} lies off the table", objective.name);
                self.fault(&of("objective", i, "at"), victory, "off-table", message);
            }
        }
    }
}
