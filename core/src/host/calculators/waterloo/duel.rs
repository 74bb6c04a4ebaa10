//! One card at another: the position that is asked about is set up, and the rules themselves answer (W 7.0).

use super::answer_with;
use crate::cite::{Cite, Coded};
use crate::explain::Breakdown;
use crate::game::{Game, Player};
use crate::host::calculators::answer::{Chance, Outcome};
use crate::host::calculators::read::Fault;
use crate::host::calculators::{Calculator, Run};
use crate::waterloo::combat::hits_on;
use crate::waterloo::odds::{AttackOdds, general_death, rout_chance};
use crate::waterloo::types::{Attack, CardId, Formation, GroundKind, Kind, Place, armies};
use crate::waterloo::{Action, CardSet, Deal, Refusal, Setup, State, Waterloo};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::fmt;
use std::sync::Arc;

/// `waterloo.duel`.
pub(in crate::host::calculators) const DUEL: Calculator = Calculator {
    name: "waterloo.duel",
    help: "One card attacks another, by their numbers: what the rules make of it, or why they refuse it.",
    cites: &[Cite("W 7.0"), Cite("W 6.0")],
    example: r#"{"card": 25, "target": 127}"#,
    run: Run::Cards(|value, set| answer_with(value, |facts: DuelFacts| duel(set, facts))),
};

/// One card that attacks another.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DuelFacts {
    /// The number of the card that attacks.
    pub card: u16,
    /// The number of the card that is attacked, a General among others.
    pub target: u16,
    /// How it attacks; `fire` when not said.
    #[serde(default = "super::attack::fire")]
    pub how: Attack,
    /// The attacker's formation.
    #[serde(default)]
    pub formation: Formation,
    /// The target's formation.
    #[serde(default)]
    pub target_formation: Formation,
    /// The Terrain that the target occupies.
    #[serde(default)]
    pub cover: Option<GroundKind>,
    /// The attacker stands on a Hill of its own.
    #[serde(default)]
    pub hill: bool,
    /// The attacking Cavalry is blown.
    #[serde(default)]
    pub blown: bool,
    /// The Cavalry attacked is blown.
    #[serde(default)]
    pub target_blown: bool,
    /// The number of a General who is with the target.
    #[serde(default)]
    pub general: Option<u16>,
}

impl DuelFacts {
    /// A card and its target, of which nothing more is to be said.
    #[must_use]
    pub const fn new(card: u16, how: Attack, target: u16) -> Self {
        Self {
            card,
            target,
            how,
            formation: Formation::Line,
            target_formation: Formation::Line,
            cover: None,
            hill: false,
            blown: false,
            target_blown: false,
            general: None,
        }
    }
}

/// The odds of an attack between two cards.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DuelAnswer {
    /// The facts, with what went without saying.
    pub facts: DuelFacts,
    /// The names of the attacker and the target.
    pub names: [String; 2],
    /// What the rules add up: dice, firepower or shock, and the target's Morale.
    pub sums: Vec<Breakdown>,
    /// The dice that it rolls.
    pub dice: u8,
    /// The lowest face that hits; 7, which no die shows, for a power of 0.
    pub hits_on: u8,
    /// The chance of each number of hits, from 0.
    pub hits: Vec<Outcome<u8>>,
    /// The chance that the target routs when these hits are tested; `null` for a General.
    pub rout: Option<Chance>,
    /// The chance that a General there is killed; `null` without one.
    pub general: Option<Chance>,
}

/// Why a duel cannot be set up.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum DuelError {
    /// No card has this number, or it is none that attacks, is attacked or leads.
    NoSuchCard {
        /// The field that names it.
        field: &'static str,
        /// Its number.
        number: u16,
    },
    /// Both cards are of one side.
    SameSide,
    /// Who defends stands on his own ground, and so does not fight over that of the target.
    OwnGround,
    /// No battle of the card set has these cards and such Terrain.
    NoBattle,
    /// The position does not hold; with what is wrong.
    Position(String),
}

impl fmt::Display for DuelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoSuchCard { field, number } => write!(f, "`{field}`: {number} is no card that fits here"),
            Self::SameSide => f.write_str("both cards are on the same side"),
            Self::OwnGround => {
                f.write_str("a card that defends cannot be fighting one that occupies Terrain of its own")
            }
            Self::NoBattle => f.write_str("no battle of the card set has both cards and such Terrain"),
            Self::Position(what) => f.write_str(what),
        }
    }
}

impl std::error::Error for DuelError {}

/// A position in which one card may attack another.
#[derive(Clone, Debug)]
pub struct Duel {
    /// The battle.
    pub game: Waterloo,
    /// The position.
    pub state: State,
    /// Whose attack it is.
    pub player: Player,
    /// The attack.
    pub action: Action,
    /// The attacker and the target.
    pub cards: [CardId; 2],
}

/// The notation's words for the Positions.
const PLACES: [&str; 6] = ["fl", "fc", "fr", "al", "ac", "ar"];

impl Duel {
    /// Sets up the first battle of the card set in which it can be fought.
    ///
    /// # Errors
    /// Why there is none.
    pub fn new(set: &Arc<CardSet>, facts: &DuelFacts) -> Result<Self, DuelError> {
        let fights = |kind: Kind| kind.is_troop() || kind == Kind::General;
        let from = printed(set, "card", facts.card, Kind::is_troop)?;
        let to = printed(set, "target", facts.target, fights)?;
        if let Some(general) = facts.general {
            printed(set, "general", general, |kind| kind == Kind::General)?;
        }
        if from == to {
            return Err(DuelError::SameSide);
        }
        let mut reason = DuelError::NoBattle;
        for code in set.battles() {
            match Self::at(set, facts, code) {
                Ok(Some(duel)) => return Ok(duel),
                Ok(None) => {}
                Err(error) => reason = error,
            }
        }
        Err(reason)
    }

    /// The position in one battle; nothing where it lacks a card or the Terrain.
    fn at(set: &Arc<CardSet>, facts: &DuelFacts, code: &str) -> Result<Option<Self>, DuelError> {
        let mut setup = Setup::battle(code);
        setup.deals = set.battle(code).iter().map(|row| (row.army, Deal::Any)).collect();
        let Ok(game) = Waterloo::new(Arc::clone(set), setup) else { return Ok(None) };
        let (Some(from), Some(to)) = (find(&game, facts.card), find(&game, facts.target)) else { return Ok(None) };
        let (player, enemy) = (from.army().player(), to.army().player());
        let hill = facts.hill.then_some(GroundKind::Hill);
        // The lane of the French Right is open to every army (W 10.0).
        let places = [2, 1, 0].into_iter().find_map(|lane| {
            let lane_of = |player: Player| if player.0 == 0 { lane } else { 2 - lane };
            let (own, theirs) = (Place::of(player, lane_of(player)), Place::of(enemy, lane_of(enemy)));
            let under_target = facts.cover.map(|kind| terrain(&game, enemy, theirs, kind));
            let under_own = hill.map(|kind| terrain(&game, player, own, kind));
            let lacks = under_target == Some(None) || under_own == Some(None);
            (!lacks).then(|| (own, theirs, under_target.flatten(), under_own.flatten()))
        });
        let Some((own, theirs, under_target, under_own)) = places else { return Ok(None) };
        // Who holds the ground: the target, unless the attacker stands on a Hill or cannot come over.
        let defends = facts.hill || game.profile(from).kind == Kind::FootArtillery;
        let is_long = facts.how == Attack::Long;
        if !is_long && defends && facts.cover.is_some() {
            return Err(DuelError::OwnGround);
        }
        let (at, target_at) = match (is_long, defends) {
            (true, _) => (own, theirs),
            (false, true) => (own, own),
            (false, false) => (theirs, theirs),
        };
        if facts.general.is_some_and(|general| find(&game, general).is_none()) {
            return Ok(None);
        }
        let attacker = written(facts.card, facts.formation, facts.blown, under_own);
        let mut victim = written(facts.target, facts.target_formation, facts.target_blown, under_target);
        if let Some(general) = facts.general {
            victim.push_str(&format!(" {general}"));
        }
        let mut line = format!("combat {}", if player.0 == 0 { "french" } else { "allied" });
        if game.prussians_arrive() {
            line.push_str(" arrived");
        }
        let place = |at: Place| PLACES.get(at.index()).copied().unwrap_or_default();
        if at == target_at {
            line.push_str(&format!(" / {} {attacker} {victim}", place(at)));
        } else {
            line.push_str(&format!(" / {} {attacker} / {} {victim}", place(at), place(target_at)));
        }
        let grounds: Vec<String> = [under_own, under_target].into_iter().flatten().map(|n| n.to_string()).collect();
        if !grounds.is_empty() {
            line.push_str(&format!(" / ground {}", grounds.join(" ")));
        }
        let state = game.read_state(&line).map_err(|error| DuelError::Position(error.message))?;
        let action = Action::Attack { slot: 0, how: facts.how, target: 0 };
        Ok(Some(Self { game, state, player, action, cards: [from, to] }))
    }

    /// The sums of the attack and its odds.
    ///
    /// # Errors
    /// The refusal, when the rules do not allow it.
    pub fn odds(&self) -> Result<(Vec<Breakdown>, AttackOdds), Refusal> {
        let sums = self.game.explain(&self.state, self.player, &self.action)?;
        let odds = self.game.attack_odds(&self.state, self.player, &self.action)?;
        odds.map(|odds| (sums, odds)).ok_or(Refusal::CannotAttack)
    }
}

/// A card in the notation of positions.
fn written(card: u16, formation: Formation, blown: bool, ground: Option<u16>) -> String {
    let mark = match formation {
        Formation::Line => "",
        Formation::Column => "c",
        Formation::Square => "s",
    };
    let ground = ground.map_or_else(String::new, |number| format!("@{number}"));
    format!("{card}{mark}{}{ground}", if blown { "b" } else { "" })
}

/// The player of the card with a number, if it is of a kind that is wanted.
fn printed(
    set: &CardSet,
    field: &'static str,
    number: u16,
    wanted: impl Fn(Kind) -> bool,
) -> Result<Player, DuelError> {
    let card = set.by_number(number).filter(|card| wanted(card.kind));
    card.map(|card| card.army.player()).ok_or(DuelError::NoSuchCard { field, number })
}

/// The card with a number in a battle.
fn find(game: &Waterloo, number: u16) -> Option<CardId> {
    game.armies().find_map(|army| {
        let mut ids = (0..game.roster(army).cards.len()).map(|index| CardId::new(army, index));
        ids.find(|&id| game.card(id).number == number)
    })
}

/// The number of a Terrain card of `player` for a Position.
fn terrain(game: &Waterloo, player: Player, at: Place, kind: GroundKind) -> Option<u16> {
    armies(player).iter().find_map(|&army| {
        let mut cards = game.roster(army).cards.iter();
        let here = cards
            .position(|card| card.kind == Kind::Terrain && card.ground == kind && Place::of(player, card.lane) == at)?;
        Some(game.card(CardId::new(army, here)).number)
    })
}

fn duel(set: &Arc<CardSet>, facts: DuelFacts) -> Result<DuelAnswer, Fault> {
    let duel = Duel::new(set, &facts).map_err(|error| {
        let (at, code) = match &error {
            DuelError::NoSuchCard { field, .. } => (*field, "no-such-card"),
            DuelError::SameSide => ("target", "same-side"),
            DuelError::OwnGround => ("cover", "own-ground"),
            DuelError::NoBattle => ("", "no-battle"),
            DuelError::Position(_) => ("", "position"),
        };
        Fault { at: at.to_owned(), code, message: error.to_string(), cites: Vec::new(), params: Value::Null }
    })?;
    let (sums, odds) = duel.odds().map_err(|refusal| Fault {
        at: String::new(),
        code: refusal.code(),
        message: duel.game.refusal_text(&refusal),
        cites: refusal.cites().iter().map(|cite| cite.0).collect(),
        params: json!({ "refusal": refusal }),
    })?;
    Ok(DuelAnswer {
        names: duel.cards.map(|card| duel.game.card(card).name.clone()),
        sums,
        dice: odds.dice,
        hits_on: hits_on(odds.power),
        rout: odds.morale.map(|value| Chance::new(odds.rout, rout_chance(odds.dice, odds.power, value))),
        general: odds.general.map(|chance| Chance::new(Some(chance), general_death(odds.dice))),
        hits: (0..).zip(odds.hits).map(|(hits, chance)| Outcome::new(hits, chance)).collect(),
        facts,
    })
}
