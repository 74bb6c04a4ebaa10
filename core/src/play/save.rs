//! Saving and taking up matches.

use super::{DrawsFrom, Ending, Entry, InformationState, Match, MatchOptions, Shared, Source, step};
use crate::chance::{Recorded, Seed, Seeded};
use crate::game::{Game, Player};
use crate::record::{self, Divergence, Hash, Header, LoadError, Logged, Record, SavedDraws};
use serde::Serialize;
use std::sync::Arc;

/// What a player may keep of a match: what he was told and what he sees. There is no seed in it, no count of draws, and
/// nothing that follows from what he does not see.
#[derive(Serialize)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(
        rename = "PlayerSave",
        bound = "G::Params: schemars::JsonSchema, G::Event: schemars::JsonSchema, G::View: schemars::JsonSchema"
    )
)]
#[serde(bound = "")]
pub struct PlayerSave<'a, G: Game> {
    /// The format, as in [`record::FORMAT`].
    pub format: u32,
    /// The short name of the game.
    pub game: &'static str,
    /// The version of its rules.
    pub rules_version: u32,
    /// The hash of the material.
    pub material: Hash,
    /// The hash of the scripts.
    pub scripts: Hash,
    /// What the game was made from.
    pub params: G::Params,
    /// Whose it is.
    pub player: Player,
    /// What he has been told.
    pub events: &'a [Shared<G::Event>],
    /// What he sees.
    pub view: G::View,
    /// The named hash of the view's JSON.
    pub view_hash: Hash,
    /// How the match ended.
    pub ending: Option<Ending>,
}

impl<G: Game> Match<G> {
    /// The match as a record. For the referee: it holds everything. Notes name the scripts, if there are any; the host adds
    /// his own.
    #[must_use]
    pub fn record(&self) -> Record {
        let game = &*self.game;
        let draws = match &self.source {
            Source::Seeded(seeded) => {
                let (seed, counts) = (seeded.seed(), seeded.counts());
                match self.journal.iter().rposition(|entry| entry.foreign) {
                    None => SavedDraws::Seeded { seed, counts },
                    Some(last) => SavedDraws::Forked { seed, counts, since: last as u32 + 1 },
                }
            }
            Source::Host(_) => SavedDraws::Host,
        };
        let log = |entry: &Entry<G::Action>| Logged {
            player: entry.player,
            word: entry.word.clone(),
            draws: entry.draws.clone(),
            hash: Hash(entry.hash),
        };
        Record {
            header: Header {
                format: record::FORMAT,
                game: game.name().to_owned(),
                rules_version: game.rules_version(),
                material: Hash(game.material_hash()),
                scripts: Hash(game.script_hash()),
                params: serde_json::to_value(game.params()).unwrap_or_default(),
                draws,
                analysis: self.options.analysis,
                redraw: self.options.redraw,
                commit_reveal: None,
            },
            notes: record::script_notes(game),
            start: game.write_state(self.snapshots.first()),
            actions: self.journal.iter().map(log).collect(),
            settled: self.settled,
            position: game.write_state(&self.state),
        }
    }

    /// What `player` may keep. `None` for a player there is not.
    #[must_use]
    pub fn save_for(&self, player: Player) -> Option<PlayerSave<'_, G>> {
        let InformationState { player, events, view } = self.information_state(player)?;
        let game = &*self.game;
        Some(PlayerSave {
            format: record::FORMAT,
            game: game.name(),
            rules_version: game.rules_version(),
            material: Hash(game.material_hash()),
            scripts: Hash(game.script_hash()),
            params: game.params(),
            player,
            events,
            view_hash: Hash(record::json_hash(&view)),
            view,
            ending: self.outcome(),
        })
    }

    /// Takes up a recorded match, with its journal to undo and the events of the actions that stand. Every action is
    /// played and compared, and its draws with the seed, as [`record::verify`] does.
    ///
    /// # Errors
    /// What is not as the record says, and where.
    pub fn from_record(game: Arc<G>, record: &Record) -> Result<Self, LoadError> {
        record::check(&*game, record)?;
        let mut trail = record::Trail::new(record);
        let start = game.read_state(&record.start).map_err(LoadError::Start)?;
        let mut hosted = Self::at(game, start, options(record));
        for (i, logged) in record.actions.iter().enumerate() {
            hosted.replay(logged, trail.of(i, logged)).map_err(|what| Divergence {
                action: i + 1,
                word: logged.word.clone(),
                what,
            })?;
        }
        let position = hosted.game.read_state(&record.position).map_err(LoadError::Position)?;
        if position != hosted.state {
            return Err(LoadError::OtherPosition);
        }
        trail.finish()?;
        record::undecided(&*hosted.game, record, &hosted.state)?;
        if let SavedDraws::Forked { since, .. } = record.header.draws {
            hosted.journal.iter_mut().take(since as usize).for_each(Entry::disown);
        }
        hosted.take_up(record);
        Ok(hosted)
    }

    /// Goes on from the last position of a record, without its past: for one made under other rules. The players' feeds
    /// begin empty. Where there is a seed, the draws go on from a child of it, the same each time, so that the new match
    /// has a record of its own that can be verified.
    ///
    /// # Errors
    /// When the record is of another game, the position cannot be read, or a game that is over is to have been given up.
    pub fn from_position(game: Arc<G>, record: &Record) -> Result<Self, LoadError> {
        match record::check(&*game, record) {
            Ok(()) | Err(LoadError::RulesVersion { .. } | LoadError::Material { .. } | LoadError::Scripts { .. }) => {}
            Err(error) => return Err(error),
        }
        let state = game.read_state(&record.position).map_err(LoadError::Position)?;
        record::undecided(&*game, record, &state)?;
        let mut options = options(record);
        if let DrawsFrom::Seed(seed) = &mut options.draws {
            *seed = seed.child(record.actions.len() as u64);
        }
        let mut hosted = Self::at(game, state, options);
        match record.settled {
            Some(settled) => hosted.settle(settled),
            None => hosted.begin(),
        }
        Ok(hosted)
    }

    fn replay(&mut self, logged: &Logged, traced: record::Traced<'_>) -> Result<(), record::Difference> {
        // The plain replay decides; the second pass gathers what the viewers are told.
        let mut state = self.state.clone();
        let action = record::replay(&*self.game, &mut state, logged, traced, &mut crate::game::Quiet)?;
        let mut draws = Recorded::new(&logged.draws);
        let done = step(&*self.game, &self.state, logged.player, &action, &mut draws)
            .map_err(|failure| record::Difference::Refused { code: "unsteady", message: failure.to_string() })?;
        self.commit(done, false);
        Ok(())
    }

    fn take_up(&mut self, record: &Record) {
        if let SavedDraws::Seeded { seed, counts } | SavedDraws::Forked { seed, counts, .. } = record.header.draws {
            self.source = Source::Seeded(Box::new(Seeded::at(seed, counts)));
        }
        if let Some(settled) = record.settled {
            self.settle(settled);
        }
    }
}

fn options(record: &Record) -> MatchOptions {
    let header = &record.header;
    let draws = match header.draws {
        SavedDraws::Seeded { seed, .. } | SavedDraws::Forked { seed, .. } => DrawsFrom::Seed(seed),
        SavedDraws::Host => DrawsFrom::Host,
    };
    let seed = Seed([0; 32]);
    MatchOptions { draws, analysis: header.analysis, redraw: header.redraw, ..MatchOptions::seeded(seed) }
}
