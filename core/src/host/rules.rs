//! Rules: a game's material, immutable and shared, from which matches are opened.

use super::answers::Answers;
use super::batch::{Batched, Envs};
use super::error::{HostError, Status, value};
use super::forms::{EmpireForm, LoadForm, MatchForm, read};
use super::hostable::Hostable;
use super::hosted::Hosted;
use super::sheets::{About, EmpireRules, Parting, RerunSheet, ShippedScenario, WaterlooRules};
use super::table::Table;
use crate::chance::Seed;
use crate::cite::Coded;
use crate::empire::scenario::generate::{FEWEST, MOST, meeting};
use crate::empire::scenario::shipped;
use crate::empire::{Empire, Scenario};
use crate::game::Game;
use crate::play::Match;
use crate::record::{self, Record};
use crate::waterloo::setup::SetupFaults;
use crate::waterloo::specials::handler::Handlers;
use crate::waterloo::{CardSet, Setup, Waterloo};
use serde_json::{Value, json};
use std::fmt;
use std::sync::Arc;

/// The cards of Waterloo in use, with whoever answers their handlers.
#[derive(Clone, Debug)]
pub struct Cards {
    /// The card set, mods included.
    pub set: Arc<CardSet>,
    /// Who answers handlers, where a mod has any.
    pub handlers: Option<Arc<dyn Handlers>>,
    /// Ids and versions of the mods.
    pub mods: Vec<(String, String)>,
}

/// A game's material. Cheap to clone; share it between threads.
#[derive(Clone, Debug)]
pub enum Rules {
    /// *Eagles: Waterloo* with these cards.
    Waterloo(Cards),
    /// *Eagles over the Empire*; its charts are part of the library.
    Empire,
}

/// The games by name.
const GAMES: [&str; 2] = ["waterloo", "empire"];

/// A game that can be made from [`Rules`].
pub(super) trait Opened: Hostable {
    /// The game with these parameters; handlers are answered by `answers` if given.
    fn from_rules(rules: &Rules, params: Self::Params, answers: Option<Arc<Answers>>) -> Result<Self, HostError>;
    /// Reads what the game is made from.
    fn read_setup(json: &str) -> Result<Self::Params, HostError>;
}

fn other_game(wanted: &str) -> HostError {
    HostError::new(Status::Unsupported, "other-game", format!("these are not the rules of {wanted}"))
}

/// Faults under one form: code, rules, English, and whatever tells where.
fn invalid(faults: Vec<(Value, String)>) -> HostError {
    let (faults, lines): (Vec<_>, Vec<_>) = faults.into_iter().unzip();
    HostError::new(Status::InvalidSetup, "setup", lines.join("\n")).with(json!({ "faults": faults }))
}

impl Opened for Waterloo {
    fn from_rules(rules: &Rules, params: Setup, answers: Option<Arc<Answers>>) -> Result<Self, HostError> {
        let Rules::Waterloo(cards) = rules else { return Err(other_game("Waterloo")) };
        let game = Self::new(Arc::clone(&cards.set), params).map_err(|SetupFaults(faults)| {
            let fault = |fault: &crate::waterloo::setup::SetupFault| {
                let message = fault.to_string();
                let form = json!({
                    "code": fault.code(), "cites": fault.cites(), "message": message, "params": value(fault),
                });
                (form, message)
            };
            invalid(faults.iter().map(fault).collect())
        })?;
        let handlers = match answers {
            Some(answers) => Some(answers as Arc<dyn Handlers>),
            None => cards.handlers.clone(),
        };
        Ok(match handlers {
            Some(handlers) => game.with_handlers(handlers),
            None => game,
        })
    }

    fn read_setup(json: &str) -> Result<Setup, HostError> {
        read("the setup", json)
    }
}

fn scenario_faults(faults: &[crate::empire::scenario::Fault]) -> HostError {
    invalid(faults.iter().map(|fault| (value(fault), fault.to_string())).collect())
}

impl Opened for Empire {
    fn from_rules(rules: &Rules, params: Scenario, _: Option<Arc<Answers>>) -> Result<Self, HostError> {
        let Rules::Empire = rules else { return Err(other_game("Empire")) };
        Self::new(params).map_err(|faults| scenario_faults(&faults))
    }

    fn read_setup(json: &str) -> Result<Scenario, HostError> {
        let form: EmpireForm = read("the setup", json)?;
        let EmpireForm { shipped: id, toml, file, meeting: fight, scenario, house } = form;
        let file = file.unwrap_or_else(|| "scenario.toml".to_owned());
        let mut scenario = match (id, toml, fight, scenario) {
            (Some(id), None, None, None) => Scenario::shipped(&id).ok_or_else(|| {
                let known: Vec<_> = shipped().iter().map(|(id, _)| *id).collect();
                HostError::unknown("scenario", &id, &known)
            })?,
            (None, Some(toml), None, None) => {
                Scenario::from_toml(&toml, &file).map_err(|faults| scenario_faults(&faults.0))?
            }
            (None, None, Some(fight), None) => {
                if !(FEWEST..=MOST).contains(&fight.units) {
                    let message = format!("a meeting has {FEWEST} to {MOST} units a side, not {}", fight.units);
                    return Err(HostError::new(Status::Range, "units", message));
                }
                meeting(fight.units, fight.seed.unwrap_or(Seed([0; 32])))
            }
            (None, None, None, Some(scenario)) => scenario,
            _ => {
                let message = "the setup: give one of `shipped`, `toml`, `meeting` and `scenario`";
                return Err(HostError::new(Status::Form, "setup-form", message));
            }
        };
        if let Some(house) = house {
            scenario.house = house;
        }
        Ok(scenario)
    }
}

/// Reads a saved game.
fn record(bytes: &[u8]) -> Result<Record, HostError> {
    Ok(record::read(bytes)?)
}

/// What a saved game says of itself, as JSON, without playing it: versions, hashes, parameters, notes, how many actions.
///
/// # Errors
/// When it is none.
pub fn about(bytes: &[u8]) -> Result<String, HostError> {
    let Record { header, notes, actions, settled, .. } = record(bytes)?;
    // Seeds and counts are the referee's.
    let about = About {
        format: header.format,
        game: header.game,
        rules_version: header.rules_version,
        material: header.material,
        scripts: header.scripts,
        params: header.params,
        analysis: header.analysis,
        notes,
        actions: actions.len(),
        settled,
    };
    Ok(value(&about).to_string())
}

/// Hands `rules` to the code for its game.
macro_rules! with_game {
    ($rules:expr, $game:ident => $body:expr) => {
        match $rules {
            Rules::Waterloo(_) => {
                type $game = Waterloo;
                $body
            }
            Rules::Empire => {
                type $game = Empire;
                $body
            }
        }
    };
}

impl Rules {
    /// The rules of a game as they come: `waterloo` with the shipped cards, or `empire`.
    ///
    /// # Errors
    /// When there is no such game.
    pub fn shipped(game: &str) -> Result<Self, HostError> {
        match game {
            "waterloo" => Ok(Self::Waterloo(Cards { set: CardSet::embedded(), handlers: None, mods: Vec::new() })),
            "empire" => Ok(Self::Empire),
            _ => Err(HostError::unknown("game", game, &GAMES)),
        }
    }

    /// The short name of the game.
    #[must_use]
    pub const fn game(&self) -> &'static str {
        match self {
            Self::Waterloo(_) => "waterloo",
            Self::Empire => "empire",
        }
    }

    /// What there is to play with, as JSON: for Waterloo the battles and all cards with their texts, for Empire the shipped
    /// scenarios; the versions and the mods.
    #[must_use]
    pub fn catalogue(&self) -> String {
        match self {
            Self::Waterloo(Cards { set, mods, .. }) => value(&WaterlooRules {
                game: self.game(),
                rules_version: crate::waterloo::RULES_VERSION,
                mods,
                chart: set.chart(),
                cards: set.cards(),
                texts: set.programs().iter().map(|program| (program.id.as_str(), &program.text)).collect(),
            }),
            Self::Empire => {
                let scenarios = shipped().iter().filter_map(|(id, _)| Scenario::shipped(id));
                let scenarios = scenarios.map(|scenario| ShippedScenario {
                    units: scenario.unit.len(),
                    id: scenario.id,
                    name: scenario.name,
                });
                value(&EmpireRules {
                    game: self.game(),
                    rules_version: crate::empire::RULES_VERSION,
                    scenarios: scenarios.collect(),
                    meeting: [FEWEST, MOST],
                })
            }
        }
        .to_string()
    }

    /// Checks a setup without opening a match.
    ///
    /// # Errors
    /// All its faults at once ([`Status::InvalidSetup`]), or that the form is wrong.
    pub fn check(&self, setup: &str) -> Result<(), HostError> {
        with_game!(self, G => G::from_rules(self, G::read_setup(setup)?, None).map(|_| ()))
    }

    /// Opens a match: `setup` is what is played, `form` how it is hosted ([`MatchForm`]), both JSON; `chance` makes a seed
    /// where the form has none.
    ///
    /// # Errors
    /// All faults of the setup at once, or that a form is wrong.
    pub fn open(&self, setup: &str, form: &str, chance: impl FnOnce() -> Seed) -> Result<Box<dyn Hosted>, HostError> {
        with_game!(self, G => self.open_as::<G>(setup, form, chance))
    }

    fn open_as<G: Opened>(
        &self,
        setup: &str,
        form: &str,
        chance: impl FnOnce() -> Seed,
    ) -> Result<Box<dyn Hosted>, HostError> {
        let form: MatchForm = read("the options of a match", form)?;
        let answers = form.answers.then(|| Arc::new(Answers::default()));
        let game = Arc::new(G::from_rules(self, G::read_setup(setup)?, answers.clone())?);
        let options = form.options(chance);
        let hosted = match &form.position {
            None => Match::new(game, options),
            Some(text) => {
                let state = game
                    .read_state(text)
                    .map_err(|error| HostError { status: Status::InvalidPosition, ..HostError::from(error) })?;
                Match::from_state(game, state, options)?
            }
        };
        Ok(Box::new(Table::new(hosted, answers)))
    }

    /// Takes up a saved game, JSON or binary; `form` is a [`LoadForm`] as JSON.
    ///
    /// # Errors
    /// What is wrong with it and where; [`Status::NeedsAnswer`] when the host must answer a handler first: add the answer to
    /// the form and call again.
    pub fn load(&self, bytes: &[u8], form: &str) -> Result<Box<dyn Hosted>, HostError> {
        with_game!(self, G => self.load_as::<G>(bytes, form))
    }

    fn load_as<G: Opened>(&self, bytes: &[u8], form: &str) -> Result<Box<dyn Hosted>, HostError> {
        let form: LoadForm = read("the options of loading", form)?;
        let record = record(bytes)?;
        let (game, answers) = self.game_of::<G>(&record, &form)?;
        let taken = if form.from_position {
            Match::from_position(Arc::clone(&game), &record)
        } else {
            Match::from_record(Arc::clone(&game), &record)
        };
        let hosted = taken.map_err(|error| Self::unanswered(answers.as_deref(), error.into()))?;
        Ok(Box::new(Table::new(hosted, answers)))
    }

    fn game_of<G: Opened>(
        &self,
        record: &Record,
        form: &LoadForm,
    ) -> Result<(Arc<G>, Option<Arc<Answers>>), HostError> {
        if record.header.game != self.game() {
            let message = format!("this is a saved game of `{}`; load it with its rules", record.header.game);
            return Err(HostError::new(Status::Unsupported, "other-game", message));
        }
        let answers = form.host_answers.then(|| Arc::new(Answers::with(&form.answers)));
        Ok((Arc::new(G::from_rules(self, record.params::<G>()?, answers.clone())?), answers))
    }

    /// The question that a handler has asked on the way, or the error itself.
    fn unanswered(answers: Option<&Answers>, error: HostError) -> HostError {
        answers.and_then(Answers::waiting).unwrap_or(error)
    }

    /// Plays a saved game through and compares every position and draw.
    ///
    /// # Errors
    /// The first thing that is not as it says.
    pub fn verify(&self, bytes: &[u8], form: &str) -> Result<(), HostError> {
        with_game!(self, G => {
            let form: LoadForm = read("the options of loading", form)?;
            let record = record(bytes)?;
            let (game, answers) = self.game_of::<G>(&record, &form)?;
            record::verify(&*game, &record).map_err(|error| Self::unanswered(answers.as_deref(), error.into()))
        })
    }

    /// Plays a saved game under the present rules and says, as JSON, where they lead elsewhere.
    ///
    /// # Errors
    /// When it is of another game, or its start cannot be read.
    pub fn rerun(&self, bytes: &[u8], form: &str) -> Result<String, HostError> {
        with_game!(self, G => {
            let form: LoadForm = read("the options of loading", form)?;
            let record = record(bytes)?;
            let (game, _) = self.game_of::<G>(&record, &form)?;
            let rerun = record::rerun(&*game, &record)?;
            let parting = |found: record::Divergence| Parting {
                action: found.action,
                word: found.word,
                what: found.what.to_string(),
            };
            let sheet = RerunSheet {
                rules_version: rerun.rules_version,
                actions: record.actions.len(),
                played: rerun.played,
                first: rerun.first.map(parting),
                stopped: rerun.stopped.map(parting),
                position: game.write_state(&rerun.state),
            };
            Ok(value(&sheet).to_string())
        })
    }

    /// `count` positions of one battle for machine players, each with its own draws.
    ///
    /// # Errors
    /// All faults of the setup at once; or no positions, or too many.
    pub fn batch(&self, setup: &str, count: usize, seed: Seed) -> Result<Box<dyn Batched>, HostError> {
        with_game!(self, G => {
            let game = G::from_rules(self, G::read_setup(setup)?, None)?;
            Ok(Box::new(Envs::new(Arc::new(game), count, seed)?))
        })
    }

    /// Many games between bots; `form` is a [`super::forms::SeriesForm`] as JSON.
    ///
    /// # Errors
    /// All faults of the setup at once, or that the form is wrong.
    #[cfg(feature = "simulate")]
    pub fn simulate(&self, setup: &str, form: &str) -> Result<Box<dyn super::Running>, HostError> {
        with_game!(self, G => {
            let form = read("the options of a series", form)?;
            let game = G::from_rules(self, G::read_setup(setup)?, None)?;
            Ok(Box::new(super::series::Series::new(Arc::new(game), form)?))
        })
    }
}

impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.game())
    }
}
