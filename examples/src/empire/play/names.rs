//! Names as people type them: ids and names, without case and accents, by a prefix or a part that is unique.

use crate::empire::near::near;
use crate::fold::fold;
use eagles::empire::state::{DivisionId, LeaderId, ObjectiveId, Presence, UnitId};
use eagles::empire::view::View;
use eagles::empire::{Action, Empire};
use eagles::game::Player;

/// The most words of a name.
const WORDS: usize = 5;

/// Who is looked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Whose {
    /// One's own.
    Own,
    /// The enemy's.
    Enemy,
    /// Anybody's.
    Any,
}

/// What a name may stand for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Thing {
    /// A unit.
    Unit(UnitId),
    /// A leader.
    Leader(LeaderId),
    /// A division.
    Division(DivisionId),
    /// An objective.
    Objective(ObjectiveId),
}

/// The names that a player knows.
pub(super) struct Names<'a> {
    pub(super) game: &'a Empire,
    /// What he sees: nobody else has a name.
    pub(super) view: &'a View,
    pub(super) player: Player,
}

fn plain(text: &str) -> String {
    fold(text).replace(['-', '_', '/', '.', ' '], "")
}

/// How well a word fits a name; less is better.
fn fit(raw: &str, raw_id: &str, name: &str) -> Option<u8> {
    let (word, id, whole) = (plain(raw), plain(raw_id), plain(name));
    if word.is_empty() {
        return None;
    }
    let begins = || fold(name).split([' ', '-', '\'', '/']).any(|part| plain(part).starts_with(&word));
    // A part of an id from hyphen to hyphen: `61-1` of `line-61-1`.
    let inside = || format!("-{}-", fold(raw_id)).contains(&format!("-{}-", fold(raw)));
    match () {
        () if id == word => Some(0),
        () if whole == word => Some(1),
        () if id.starts_with(&word) => Some(2),
        () if whole.starts_with(&word) => Some(3),
        () if inside() || word.len() > 1 && begins() => Some(4),
        () if word.chars().any(char::is_alphabetic) && (whole.contains(&word) || id.contains(&word)) => Some(5),
        () => None,
    }
}

/// Something by its id and its name.
type Named<T> = (T, String, String);

impl Names<'_> {
    fn wanted(&self, owner: Player, whose: Whose) -> bool {
        match whose {
            Whose::Own => owner == self.player,
            Whose::Enemy => owner != self.player,
            Whose::Any => true,
        }
    }

    fn units(&self, whose: Whose) -> Vec<Named<Thing>> {
        // Skirmishers who are with their battalion, or lost, have no name of their own.
        let is_screen = |id| self.game.unit(id).parent.is_some();
        let seen = self.view.units.iter().filter(|unit| unit.presence == Presence::Table || !is_screen(unit.id));
        let seen = seen.map(|unit| (unit.id, self.game.unit(unit.id)));
        seen.filter(|(_, unit)| self.wanted(unit.player, whose))
            .map(|(id, unit)| (Thing::Unit(id), unit.id.clone(), unit.name.clone()))
            .collect()
    }

    fn leaders(&self, whose: Whose) -> Vec<Named<Thing>> {
        let words = self.game.leader_words();
        let all = self.game.leaders().iter().zip(words).enumerate();
        all.filter(|(_, (leader, _))| self.wanted(leader.player, whose))
            .map(|(n, (leader, word))| (Thing::Leader(LeaderId(n as u16)), word, leader.name.clone()))
            .collect()
    }

    fn divisions(&self, whose: Whose) -> Vec<Named<Thing>> {
        let all = self.game.divisions().iter().enumerate();
        all.filter(|(_, division)| self.wanted(division.player, whose))
            .map(|(n, division)| (Thing::Division(DivisionId(n as u16)), division.id.clone(), division.name.clone()))
            .collect()
    }

    fn objectives(&self) -> Vec<Named<Thing>> {
        let all = self.game.objectives().iter().enumerate();
        all.map(|(n, goal)| (Thing::Objective(ObjectiveId(n as u16)), goal.id.clone(), goal.name.clone())).collect()
    }

    /// How well a word fits; the battalion comes before its skirmishers.
    fn fits(&self, word: &str, (thing, id, name): &Named<Thing>) -> Option<u8> {
        let fit = fit(word, id, name)?;
        let is_screen = matches!(thing, Thing::Unit(id) if self.game.unit(*id).parent.is_some());
        Some(if is_screen && fit > 0 { fit + 10 } else { fit })
    }

    /// Finds what the words begin with, and how many of them it takes. The longest name that fits one thing wins.
    fn find(&self, words: &[String], all: &[Named<Thing>], what: &str) -> Result<(Thing, usize), String> {
        let Some(first) = words.first() else { return Err(format!("name {what}")) };
        let mut trouble = None;
        let mut found: Option<(u8, Thing, usize)> = None;
        for taken in 1..=WORDS.min(words.len()) {
            let word = words[..taken].join(" ");
            let ranked: Vec<(u8, &Named<Thing>)> =
                all.iter().filter_map(|named| Some((self.fits(&word, named)?, named))).collect();
            let Some(best) = ranked.iter().map(|(rank, _)| *rank).min() else { break };
            let best: Vec<_> = ranked.iter().filter(|(rank, _)| *rank == best).collect();
            match best[..] {
                // More words must not fit worse than fewer: `61e ahead` is no name.
                [(rank, (thing, ..))] if found.is_none_or(|(before, ..)| *rank <= before || before > 1) => {
                    found = Some((*rank, *thing, taken));
                }
                [_] => {}
                _ => {
                    let names: Vec<String> =
                        best.iter().take(5).map(|(_, (_, id, name))| format!("{id} ({name})")).collect();
                    let more = if best.len() > 5 { " or others" } else { "" };
                    trouble = Some(format!("`{word}` may be {}{more}: say more", names.join(", ")));
                }
            }
        }
        if let Some((_, thing, taken)) = found {
            return Ok((thing, taken));
        }
        Err(trouble.unwrap_or_else(|| {
            let ids: Vec<String> = all.iter().flat_map(|(_, id, name)| [fold(id), fold(name)]).collect();
            let known: Vec<&str> = ids.iter().map(String::as_str).collect();
            match near(first, &known) {
                Some(near) => format!("`{first}` is not {what} you know; perhaps `{near}` is meant"),
                None => format!("`{first}` is not {what} you know; `look` lists them"),
            }
        }))
    }

    /// A unit.
    pub(super) fn unit(&self, words: &[String], whose: Whose) -> Result<(UnitId, usize), String> {
        let what = match whose {
            Whose::Own => "a unit of yours",
            Whose::Enemy => "an enemy unit",
            Whose::Any => "a unit",
        };
        match self.find(words, &self.units(whose), what)? {
            (Thing::Unit(id), taken) => Ok((id, taken)),
            _ => Err(format!("name {what}")),
        }
    }

    /// A leader of one's own.
    pub(super) fn leader(&self, words: &[String]) -> Result<(LeaderId, usize), String> {
        match self.find(words, &self.leaders(Whose::Own), "a leader of yours")? {
            (Thing::Leader(id), taken) => Ok((id, taken)),
            _ => Err("name a leader of yours".to_owned()),
        }
    }

    /// A division of one's own, by its own name or that of its leader.
    pub(super) fn division(&self, words: &[String]) -> Result<(DivisionId, usize), String> {
        let mut all = self.divisions(Whose::Own);
        for (n, division) in self.game.divisions().iter().enumerate() {
            let leader = division.leader.and_then(|id| self.game.leaders().get(id.index()));
            let leader = leader.filter(|leader| {
                division.player == self.player && fit(&leader.name, &division.id, &division.name).is_none()
            });
            if let Some(leader) = leader {
                all.push((Thing::Division(DivisionId(n as u16)), leader.name.clone(), division.name.clone()));
            }
        }
        match self.find(words, &all, "a division of yours")? {
            (Thing::Division(id), taken) => Ok((id, taken)),
            _ => Err("name a division of yours".to_owned()),
        }
    }

    /// Whatever has this name: a unit, else a leader, a division or an objective.
    pub(super) fn anything(&self, words: &[String]) -> Result<(Thing, usize), String> {
        let mut all = self.units(Whose::Any);
        all.extend(self.leaders(Whose::Any));
        all.extend(self.divisions(Whose::Any));
        all.extend(self.objectives());
        self.find(words, &all, "anybody")
    }

    /// A unit or a division of one's own, to attach a leader to.
    pub(super) fn host(&self, words: &[String]) -> Result<(Thing, usize), String> {
        let mut all = self.units(Whose::Own);
        all.extend(self.divisions(Whose::Own));
        self.find(words, &all, "a unit or a division of yours")
    }
}

/// The unit that an action is about, if it is about one.
pub(super) fn subject(action: &Action) -> Option<UnitId> {
    match action {
        Action::Move { unit, .. }
        | Action::Hold { unit }
        | Action::Screen { unit, .. }
        | Action::Rally { unit }
        | Action::Recover { unit }
        | Action::React { unit, .. }
        | Action::Lead { unit, .. }
        | Action::Follow { unit, .. } => Some(*unit),
        Action::Fire { with, .. } => with.first().copied(),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::fit;

    #[test]
    fn ids_before_names_before_parts() {
        assert_eq!(fit("95-1", "95-1", "1st/95th Rifles"), Some(0));
        assert_eq!(fit("95", "95-1", "1st/95th Rifles"), Some(2));
        assert_eq!(fit("rifl", "95-1", "1st/95th Rifles"), Some(4));
        assert_eq!(fit("PIRÉ", "pire-1", "Piré's lancers"), Some(2));
        assert_eq!(fit("61e ahead", "61-1", "61e Ligne"), None);
        assert_eq!(fit("61-1", "line-61-1", "1/61st Line"), Some(4));
        assert_eq!(fit("61", "line-61-1", "1/61st Line"), Some(4));
        assert_eq!(fit("1", "line-161-2", "2/161st Line"), None);
        assert_eq!(fit("", "61-1", "61e"), None);
    }
}
