//! What a player asks for besides looks and odds: what may be done and why not, pictures, saves.

use super::names::{self, Names};
use super::{Session, Who};
use crate::empire::rules;
use crate::fail::{Done, Fail};
use crate::files;
use crate::fold::fold;
use crate::page::{FAINT, PLAIN, WARNING};
use eagles::cite::Coded as _;
use eagles::empire::Action;
use eagles::empire::picture::{Show, svg};
use eagles::empire::state::{Pending, Stage};
use eagles::game::{Game as _, Player};
use std::collections::BTreeMap;
use std::path::Path;

impl Session<'_> {
    /// `what can 95-1 do`.
    pub(super) fn what(&mut self, player: Player, words: &[String]) -> Done {
        let words: Vec<String> =
            words.iter().filter(|word| !matches!(word.as_str(), "can" | "may" | "do" | "i")).cloned().collect();
        if words.is_empty() {
            return self.list(player);
        }
        let view = self.view(player);
        let names = Names { game: &self.game, view: &view, player };
        let unit = match names.unit(&words, names::Whose::Own) {
            Ok((unit, _)) => unit,
            Err(text) => return self.say(WARNING, &format!("{}.", crate::page::capital(&text))),
        };
        let mut offered = Vec::new();
        let state = self.hosted.state();
        match state.stage {
            Stage::March if state.pending == Pending::None => self.game.candidates(state, unit, &mut offered),
            Stage::Fire if state.pending == Pending::None => self.game.fire_candidates(state, unit, &mut offered),
            _ => offered = self.hosted.legal(player).into_iter().filter(|a| names::subject(a) == Some(unit)).collect(),
        }
        offered.retain(|action| self.game.refusal(state, player, action).is_none());
        if offered.is_empty() {
            let tried = match state.stage {
                Stage::March => Action::Hold { unit },
                Stage::Rally => Action::Rally { unit },
                _ => Action::Lead { unit, spare: Vec::new() },
            };
            let name = self.game.unit(unit).name.clone();
            self.say(PLAIN, &format!("Nothing for {name} now."))?;
            return match self.game.refusal(self.hosted.state(), player, &tried) {
                Some(refusal) => self.refused(player, &tried, &refusal),
                None => Ok(()),
            };
        }
        self.offer(player, offered)?;
        self.say(FAINT, "Type a number, or the move in your own words; the list is not all that is allowed.")
    }

    /// `why not 95-1 into bylandt-7`.
    pub(super) fn why(&mut self, player: Player, words: &[String]) -> Done {
        let words: Vec<String> = words
            .iter()
            .skip_while(|word| matches!(word.as_str(), "not" | "cannot" | "can't" | "can"))
            .cloned()
            .collect();
        if words.is_empty() {
            return self
                .say(WARNING, "Say what is not allowed, as in `why not UNIT ahead 9` or `why not UNIT into ENEMY`.");
        }
        let action = match self.meant(player, &words) {
            Ok(action) => action,
            Err(text) => return self.say(WARNING, &format!("{}.", crate::page::capital(&text))),
        };
        let Some(refusal) = self.game.refusal(self.hosted.state(), player, &action) else {
            let text = self.game.action_text(&self.view(player), player, &action);
            return self.say(PLAIN, &format!("It is allowed: {text}."));
        };
        self.refused(player, &action, &refusal)?;
        for cite in refusal.cites() {
            if let Some(ruling) = rules::ruling(*cite) {
                self.say(FAINT, &format!("{} ({}): {}", ruling.number, ruling.mark, ruling.text))?;
            }
        }
        Ok(())
    }

    /// `picture FILE [95-1 ...]`.
    pub(super) fn picture(&mut self, player: Player, line: &str) -> Done {
        let mut words = line.split_whitespace().skip(1);
        let Some(file) = words.next() else {
            return self.say(WARNING, "Name the file: `picture table.svg`; units behind it show their arcs.");
        };
        let view = self.view(player);
        let rest: Vec<String> = words.map(fold).collect();
        let names = Names { game: &self.game, view: &view, player };
        let mut arcs = Vec::new();
        let mut left = &rest[..];
        while !left.is_empty() {
            match names.unit(left, names::Whose::Any) {
                Ok((unit, taken)) => {
                    arcs.push(unit);
                    left = &left[taken..];
                }
                Err(text) => return self.say(WARNING, &format!("{}.", crate::page::capital(&text))),
            }
        }
        let path = Path::new(file);
        let drawn = files::may_be_svg(path).and_then(|()| {
            let show = Show { command: true, orders: true, arcs, ..Show::default() };
            files::write(path, svg(&self.game, &view, &show).as_bytes())
        });
        match drawn {
            Ok(()) => self.say(FAINT, &format!("Drawn in {file}.")),
            Err(Fail::Bad(text)) => self.say(WARNING, &text),
            Err(other) => Err(other),
        }
    }

    pub(super) fn save(&mut self, line: &str) -> Done {
        let Some(file) = line.split_whitespace().nth(1) else {
            return self.say(WARNING, "Name the file: `save battle.json`.");
        };
        let path = Path::new(file);
        let known = self.kept.as_ref().is_some_and(|(_, kept)| kept == file);
        if path.exists()
            && !known
            && !self.console.yes(&format!("There is a {file} already. Write over it?"), self.out)?
        {
            return Ok(());
        }
        let players = match self.who {
            [Who::Human, Who::Human] => "both",
            [Who::Human, _] => "first",
            _ => "second",
        };
        let notes = BTreeMap::from([("players".to_owned(), players.to_owned())]);
        match files::save(path, &self.hosted, &notes) {
            Ok(()) => {
                self.kept = Some((self.hosted.journal().len(), file.to_owned()));
                self.say(FAINT, &format!("Kept in {file}; `eagles empire play --load {file}` goes on with it."))
            }
            Err(Fail::Bad(text)) => self.say(WARNING, &text),
            Err(other) => Err(other),
        }
    }
}
