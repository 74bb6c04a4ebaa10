//! What a game gives to its faces besides the rules.

use super::error::{HostError, Status, value};
use super::forms::PictureForm;
use super::odds;
use super::sheets::{ArmyCards, EmpireCatalogue, NumberedCard, Odds, WaterlooCatalogue};
use crate::bot::{Bot, Random};
use crate::empire::{self, Empire};
use crate::encode::Encoded;
use crate::explain::Breakdown;
use crate::game::{Game, Player};
use crate::waterloo::{self, Waterloo};
use serde_json::{Value, json};

/// The players that are programs, by name.
pub const BOTS: [&str; 2] = ["greedy", "random"];

/// An earlier view, and what its viewer was told since.
pub type Before<'a, G> = (&'a <G as Game>::View, Vec<&'a <G as Game>::Event>);

/// A game that faces can host.
pub trait Hostable: Encoded<View: 'static> + Sync + Send + 'static {
    /// The player who plans.
    fn greedy() -> Box<dyn Bot<Self>>;
    /// A picture of a view, as SVG. `before` is an earlier view of the same viewer with what he was told since, for ways.
    ///
    /// # Errors
    /// When the form asks for what this game does not have.
    fn picture(
        &self,
        view: &Self::View,
        form: &PictureForm,
        before: Option<Before<'_, Self>>,
    ) -> Result<String, HostError>;
    /// What everybody knows and never changes, by the numbers that views and events use: asked once.
    fn catalogue(&self) -> Value;
    /// Whether an action that is allowed may fail half-way though all its draws are there: a script is asked.
    fn may_fail(&self) -> bool {
        false
    }
    /// The name of the battle.
    fn title(&self) -> String;
    /// What `player` may know of the chances of an action.
    ///
    /// # Errors
    /// The refusal.
    fn odds(&self, state: &Self::State, player: Player, action: &Self::Action) -> Result<Odds, HostError>;
    /// A number with its parts, in English.
    fn sum_text(&self, number: &Breakdown) -> String;
}

/// The bot of this name.
///
/// # Errors
/// When there is none.
pub fn bot<G: Hostable>(name: &str) -> Result<Box<dyn Bot<G>>, HostError> {
    match name {
        "greedy" => Ok(G::greedy()),
        "random" => Ok(Box::new(Random)),
        _ => Err(HostError::unknown("bot", name, &BOTS)),
    }
}

impl Hostable for Waterloo {
    fn greedy() -> Box<dyn Bot<Self>> {
        Box::new(waterloo::greedy::Greedy::default())
    }

    fn picture(&self, view: &Self::View, form: &PictureForm, _: Option<Before<'_, Self>>) -> Result<String, HostError> {
        if *form == PictureForm::default() {
            return Ok(waterloo::picture::svg(self, view));
        }
        let message = "command, orders, arcs and trails-since are for Empire; give Waterloo no options";
        Err(HostError::new(Status::Unsupported, "picture", message))
    }

    fn catalogue(&self) -> Value {
        let set = self.card_set();
        let numbered = |id: waterloo::CardId, copy| {
            let card = self.card(id);
            NumberedCard { id, copy, card, text: set.program(&card.id).map(|program| &program.text) }
        };
        let armies = self.armies().map(|army| ArmyCards {
            army,
            player: army.player(),
            cards: (0..)
                .zip(&self.roster(army).cards)
                .map(|(i, profile)| numbered(waterloo::CardId::new(army, i), profile.copy))
                .collect(),
        });
        value(&WaterlooCatalogue { battle: &self.setup().battle, name: self.battle_name(), armies: armies.collect() })
    }

    fn may_fail(&self) -> bool {
        self.asks_handlers()
    }

    fn title(&self) -> String {
        self.battle_name().to_owned()
    }

    fn sum_text(&self, number: &Breakdown) -> String {
        self.breakdown_text(number)
    }

    fn odds(&self, state: &Self::State, player: Player, action: &Self::Action) -> Result<Odds, HostError> {
        odds::waterloo(self, state, player, action)
    }
}

impl Hostable for Empire {
    fn greedy() -> Box<dyn Bot<Self>> {
        Box::new(empire::greedy::Greedy::default())
    }

    fn picture(
        &self,
        view: &Self::View,
        form: &PictureForm,
        before: Option<Before<'_, Self>>,
    ) -> Result<String, HostError> {
        let mut arcs = Vec::new();
        for &number in &form.arcs {
            if usize::from(number) >= self.units().len() {
                let message = format!("there is no unit {number}: units are 0 to {}", self.units().len() - 1);
                return Err(HostError::new(Status::Unknown, "unit", message).with(json!({ "unit": number })));
            }
            arcs.push(empire::state::UnitId(number));
        }
        let trails = before.map(|(from, told)| empire::picture::trails(from, told)).unwrap_or_default();
        let show = empire::picture::Show { command: form.command, arcs, trails, orders: form.orders };
        Ok(empire::picture::svg(self, view, &show))
    }

    fn catalogue(&self) -> Value {
        value(&EmpireCatalogue {
            scenario: self.scenario(),
            table: self.table(),
            sides: self.sides(),
            units: self.units(),
            leaders: self.leaders(),
            divisions: self.divisions(),
            objectives: self.objectives(),
        })
    }

    fn title(&self) -> String {
        self.scenario().name.clone()
    }

    fn sum_text(&self, number: &Breakdown) -> String {
        empire::text::breakdown_text(number)
    }

    fn odds(&self, state: &Self::State, player: Player, action: &Self::Action) -> Result<Odds, HostError> {
        odds::empire(self, state, player, action)
    }
}
