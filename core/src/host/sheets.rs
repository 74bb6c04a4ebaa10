//! What hosts get, as JSON, besides the values of the games.

use super::calculators::Chance;
use crate::chance::{Drawn, Seed};
use crate::cite::Cite;
use crate::empire::geometry::Size;
use crate::empire::{DivisionProfile, LeaderProfile, ObjectiveProfile, Profile, Scenario, SideProfile};
use crate::encode::Block;
use crate::explain::Breakdown;
use crate::game::Player;
use crate::play::{Ending, Note};
use crate::record::{Hash, Settled};
use crate::waterloo::cards::{Card, ChartRow};
use crate::waterloo::specials::program::Text;
use crate::waterloo::{Army, CardId};
use serde::Serialize;
use serde_json::Value;
use std::collections::BTreeMap;

/// Defines what is written to hosts: plain records with a schema.
macro_rules! sheets {
    ($($(#[doc = $doc:literal])+ $name:ident $(<$life:lifetime>)? $(<$type:ident>)? $(bound $bound:literal)? {
        $($(#[doc = $field_doc:literal])+ $(#[serde($($serde:tt)+)])? $field:ident: $of:ty,)+
    })+) => {
        $(
            $(#[doc = $doc])+
            #[derive(Serialize)]
            #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
            pub struct $name $(<$life>)? $(<$type>)? {
                $($(#[doc = $field_doc])+ $(#[serde($($serde)+)])? pub $field: $of,)+
            }
        )+
    };
}

sheets! {
    /// Why a call was not done, or what it asks for.
    ErrorSheet<'a> {
        /// The kind, by number: 1 to 99 ask for something, 100 and up are failures.
        status: i32,
        /// A stable code.
        code: &'a str,
        /// In English, saying what to do.
        message: &'a str,
        /// The rules it rests on, as in `W 7.21`; none where no rule is concerned.
        cites: &'a [&'static str],
        /// What belongs to the code: of a refusal its parameters, of faults `faults`, of a draw that is needed `request`, `options`,
        /// `option_texts`, `have` and `text`, of a handler that is asked `question`.
        params: &'a Value,
    }

    /// How a match stands, as far as it is no secret.
    Standing<'a> {
        /// The short name of the game.
        game: &'static str,
        /// The name of the battle.
        title: String,
        /// The names of the players, in lower case.
        players: Vec<&'a str>,
        /// The players who may act now; nobody once the match is over.
        to_act: Vec<u8>,
        /// Whom to ask first of these.
        next_to_ask: Option<u8>,
        /// How it ended, once it has.
        ending: Option<Closing>,
        /// The offer of a draw that stands.
        draw_offered: Option<Proposed>,
        /// The asking to take back that stands.
        undo_asked: Option<Proposed>,
    }

    /// How a match ended.
    Closing {
        /// A stable code: the game's own, `resigned` or `agreed`.
        code: &'static str,
        /// The winner; nobody in a draw.
        winner: Option<Player>,
        /// The same, whole.
        ending: Ending,
    }

    /// Something that players must agree to.
    Proposed {
        /// Who proposes it.
        by: u8,
        /// Those who have not answered.
        waiting: Vec<u8>,
    }

    /// The numbers behind an action that is allowed.
    Explanation {
        /// Each with all its parts; none where nothing is added up.
        numbers: Vec<Breakdown>,
    }

    /// What a player may know of the chances of an action before he does it.
    Odds {
        /// The numbers behind it, as in an explanation.
        numbers: Vec<Breakdown>,
        /// What is thrown for, with all that can come of it; nothing where no die decides.
        throws: Vec<Throw>,
    }

    /// Something that dice decide.
    Throw {
        /// What: `hits`, `rout`, `general-falls`; `target`, `winner`, `attacker`, `defender`, `rally`, `square`.
        of: &'static str,
        /// Its results, whose chances add up to 1.
        results: Vec<Likely>,
    }

    /// A result and its chance.
    Likely {
        /// A number, `yes` or `no`, a side, or an effect of the charts in words.
        result: String,
        /// How likely it is.
        #[serde(flatten)]
        chance: Chance,
    }

    /// A position that an action can lead to.
    Outcome {
        /// How likely it is.
        #[serde(flatten)]
        chance: Chance,
        /// Its named hash.
        hash: Hash,
        /// The position, in the notation.
        position: String,
    }

    /// Where a saved game and the present rules part.
    Parting {
        /// The action, counted from 1.
        action: usize,
        /// Its word.
        word: String,
        /// How they differ, in English.
        what: String,
    }

    /// What became of a saved game under the present rules.
    RerunSheet {
        /// The version of the rules it was made under.
        rules_version: u32,
        /// How many actions it has.
        actions: usize,
        /// How many were played.
        played: usize,
        /// The first action that went differently.
        first: Option<Parting>,
        /// The action at which it could not go on.
        stopped: Option<Parting>,
        /// The position reached, in the notation.
        position: String,
    }

    /// What a saved game says of itself.
    About {
        /// The format of the file.
        format: u32,
        /// The short name of the game.
        game: String,
        /// The version of its rules.
        rules_version: u32,
        /// The hash of the cards or charts.
        material: Hash,
        /// The hash of the scripts; 0 without any.
        scripts: Hash,
        /// What the game was made from.
        params: Value,
        /// Whether undo is free.
        analysis: bool,
        /// The host's own notes.
        notes: BTreeMap<String, String>,
        /// How many actions stand.
        actions: usize,
        /// How the players ended it, if they did.
        settled: Option<Settled>,
    }

    /// What action ids and observations mean.
    Encoding {
        /// The short name of the game.
        game: &'static str,
        /// The version of ids and layout; raised with every change of either.
        version: u32,
        /// How many action ids there are: 0 to this, without it.
        action_ids: usize,
        /// How many numbers an observation has.
        observation_len: usize,
        /// What they are: blocks that follow one another.
        blocks: Vec<Block>,
    }

    /// What everybody knows of a battle of Waterloo: the cards by the numbers that views use.
    WaterlooCatalogue<'a> {
        /// The code of the battle.
        battle: &'a str,
        /// Its name.
        name: &'a str,
        /// The armies with all cards that they may draw.
        armies: Vec<ArmyCards<'a>>,
    }

    /// The cards of one army.
    ArmyCards<'a> {
        /// The army.
        army: Army,
        /// Whose it is.
        player: Player,
        /// Its cards.
        cards: Vec<NumberedCard<'a>>,
    }

    /// A card of a battle.
    NumberedCard<'a> {
        /// Its number in this battle.
        id: CardId,
        /// Which copy it is, from 0.
        copy: u8,
        /// What is printed on it.
        card: &'a Card,
        /// What a Special says.
        text: Option<&'a Text>,
    }

    /// What everybody knows of a battle of Empire: units, leaders, divisions and objectives by their places in these lists, which
    /// are the numbers that views use.
    EmpireCatalogue<'a> {
        /// The scenario.
        scenario: &'a Scenario,
        /// The table, in thousandths of an inch.
        table: Size,
        /// The two sides.
        sides: &'a [SideProfile],
        /// The units of the scenario in its order, then their screens.
        units: &'a [Profile],
        /// The leaders: of the corps, then of the divisions.
        leaders: &'a [LeaderProfile],
        /// The divisions.
        divisions: &'a [DivisionProfile],
        /// The objectives.
        objectives: &'a [ObjectiveProfile],
    }

    /// What there is to play Waterloo with.
    WaterlooRules<'a> {
        /// The short name of the game.
        game: &'static str,
        /// The version of its rules.
        rules_version: u32,
        /// Ids and versions of the mods.
        mods: &'a [(String, String)],
        /// The Battles Chart.
        chart: &'a [ChartRow],
        /// All cards.
        cards: &'a [Card],
        /// What the Specials say, by id.
        texts: BTreeMap<&'a str, &'a Text>,
    }

    /// What there is to play Empire with.
    EmpireRules {
        /// The short name of the game.
        game: &'static str,
        /// The version of its rules.
        rules_version: u32,
        /// The shipped scenarios.
        scenarios: Vec<ShippedScenario>,
        /// The fewest and the most units a side of a meeting engagement.
        meeting: [u16; 2],
    }

    /// A shipped scenario.
    ShippedScenario {
        /// Its id.
        id: String,
        /// Its name.
        name: String,
        /// How many units fight in it.
        units: usize,
    }

    /// What a series of games came to so far.
    Report<'a> {
        /// The short name of the game.
        game: &'static str,
        /// The name of the battle.
        title: String,
        /// The seed of the series.
        seed: Seed,
        /// Games played.
        played: u64,
        /// The players, in order.
        players: Vec<Seat<'a>>,
        /// Games that nobody won.
        draws: u64,
        /// Games that were broken off.
        broken_off: u64,
        /// How often each ending came, by its code.
        endings: &'a BTreeMap<&'static str, u64>,
        /// Actions of all games.
        actions: u64,
        /// Actions of the shortest game.
        fewest_actions: Option<u32>,
        /// Actions of the longest game.
        most_actions: u32,
        /// Decisions between two or more actions, of all games.
        decisions: u64,
    }

    /// One player of a series.
    Seat<'a> {
        /// His number.
        player: u8,
        /// What he is called.
        name: &'a str,
        /// The bot that plays for him.
        bot: &'a str,
        /// Games that he won.
        wins: u64,
    }
}

/// One thing that a viewer has been told: an event of the game or one of the match, with its code, its rules and its English.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Told{E}"))]
pub struct Told<'a, E> {
    /// An event of the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub event: Option<&'a E>,
    /// Something that happened to the match.
    #[serde(rename = "match", skip_serializing_if = "Option::is_none")]
    pub note: Option<&'a Note>,
    /// The stable code of the event.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub code: Option<&'static str>,
    /// The rules it rests on.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    pub cites: &'a [Cite],
    /// In English.
    pub text: String,
}

/// What a viewer has been told from a cursor on.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "News{E}"))]
pub struct News<'a, E> {
    /// The cursor for the next call.
    pub cursor: usize,
    /// In order.
    pub items: Vec<Told<'a, E>>,
}

/// One action in all its forms.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Offer{A}"))]
pub struct Offer<'a, A> {
    /// Its place in the list; the length of the list for an action that is not in it.
    pub place: usize,
    /// Its number for machine players, where it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<u16>,
    /// In the notation.
    pub word: String,
    /// In English.
    pub text: String,
    /// The action itself.
    pub action: &'a A,
}

/// One action of the journal.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Played{A}"))]
pub struct Played<'a, A> {
    /// Who acted.
    pub player: Player,
    /// In the notation.
    pub word: &'a str,
    /// The action itself.
    pub action: &'a A,
    /// The draws it made.
    pub draws: &'a [Drawn],
    /// The hash of the position after it.
    pub hash: Hash,
}

impl Throw {
    /// In a line: `rout: yes 16 %, no 84 %`.
    #[must_use]
    pub fn text(&self) -> String {
        let percent = |p: f64| match (p * 100.0).round() {
            0.0 if p > 0.0 => "<1".to_owned(),
            100.0 if p < 1.0 => ">99".to_owned(),
            value => value.to_string(),
        };
        let results: Vec<String> =
            self.results.iter().map(|one| format!("{} {} %", one.result, percent(one.chance.p))).collect();
        format!("{}: {}", self.of.replace('-', " "), results.join(", "))
    }
}
