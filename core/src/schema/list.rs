//! What is published.

use super::{Direction, Published};
use crate::empire::{self, Empire, scenario};
use crate::host::calculators::{self as host, Asked, empire as charts, waterloo as calculated};
use crate::host::{forms, sheets};
use crate::play::{Ending, InformationState, Item, Note, PlayerSave};
use crate::waterloo::decks::Collection;
use crate::waterloo::specials::{ProgramFault, handler, program};
use crate::waterloo::{self, Waterloo, cards};
use crate::{chance, explain, game, record};

/// Every schema, in the order of the names.
#[must_use]
pub fn published() -> Vec<Published> {
    macro_rules! list {
        ($($direction:ident $name:literal $type:ty;)+) => {
            vec![$(Published::of::<$type>($name, Direction::$direction)),+]
        };
    }
    let mut all = list! {
        // The floor, of both games.
        Written "breakdown" explain::Breakdown;
        Written "calculator-fault" host::Fault;
        Written "ending" Ending;
        Written "needed" chance::Needed;
        Written "note" Note;
        Written "outcome" game::Outcome;
        Written "parse-error" game::ParseError;
        Read "record" record::Record;
        Written "request" chance::Request;
        Written "script-fault" chance::ScriptFault;
        Read "viewer" game::Viewer;

        // What hosts hand in.
        Read "bot" forms::BotForm;
        Read "empire-setup" forms::EmpireForm;
        Read "fork-options" forms::ForkForm;
        Read "load-options" forms::LoadForm;
        Read "match-options" forms::MatchForm;
        Read "picture-options" forms::PictureForm;
        Read "rules-options" forms::RulesForm;
        Read "save-options" forms::SaveForm;
        Read "series-options" forms::SeriesForm;

        // What hosts get.
        Written "empire-catalogue" sheets::EmpireCatalogue<'static>;
        Written "empire-rules" sheets::EmpireRules;
        Written "waterloo-catalogue" sheets::WaterlooCatalogue<'static>;
        Written "waterloo-rules" sheets::WaterlooRules<'static>;
        Written "encoding" sheets::Encoding;
        Written "error" sheets::ErrorSheet<'static>;
        Written "explanation" sheets::Explanation;
        Written "odds" sheets::Odds;
        Written "outcomes" Vec<sheets::Outcome>;
        Written "rerun" sheets::RerunSheet;
        Written "save-about" sheets::About;
        Written "series-report" sheets::Report<'static>;
        Written "standing" sheets::Standing<'static>;
        Written "waterloo-journal" Vec<sheets::Played<'static, waterloo::Action>>;
        Written "waterloo-news" sheets::News<'static, waterloo::Event>;
        Written "waterloo-offers" Vec<sheets::Offer<'static, waterloo::Action>>;
        Written "empire-journal" Vec<sheets::Played<'static, empire::Action>>;
        Written "empire-news" sheets::News<'static, empire::Event>;
        Written "empire-offers" Vec<sheets::Offer<'static, empire::Action>>;

        // Waterloo.
        Read "waterloo-action" waterloo::Action;
        Written "waterloo-battle" cards::ChartRow;
        Written "waterloo-card" cards::Card;
        Written "waterloo-card-faults" cards::Faults;
        Read "waterloo-collection" Collection;
        Written "waterloo-event" waterloo::Event;
        Written "waterloo-handler-call" handler::Call<'static>;
        Read "waterloo-handler-reply" handler::Reply;
        Written "waterloo-information-state" InformationState<'static, waterloo::Event, waterloo::View>;
        Written "waterloo-item" Item<waterloo::Event>;
        Written "waterloo-player-save" PlayerSave<'static, Waterloo>;
        Read "waterloo-program" program::Program;
        Written "waterloo-program-fault" ProgramFault;
        Written "waterloo-refusal" waterloo::Refusal;
        Read "waterloo-setup" waterloo::Setup;
        Written "waterloo-setup-faults" waterloo::setup::SetupFaults;
        Written "waterloo-view" waterloo::View;

        // Empire.
        Read "empire-action" empire::Action;
        Written "empire-event" empire::Event;
        Written "empire-information-state" InformationState<'static, empire::Event, empire::View>;
        Written "empire-item" Item<empire::Event>;
        Written "empire-player-save" PlayerSave<'static, Empire>;
        Written "empire-refusal" empire::Refusal;
        Read "empire-scenario" scenario::Scenario;
        Written "empire-scenario-faults" scenario::Faults;
        Written "empire-view" empire::View;
    };
    // Lists have no doc comment of their own.
    for published in &mut all {
        let about = match published.name {
            "outcomes" => "Every position that an action can lead to.",
            "waterloo-journal" | "empire-journal" => "The actions that stand, in order.",
            "waterloo-offers" | "empire-offers" => "What a player may do now, in the order of his list.",
            _ => continue,
        };
        published.schema.insert("description".to_owned(), about.into());
    }
    all.extend(calculators());
    all.sort_by_key(|published| published.name);
    all
}

/// The facts and answers of all calculators.
fn calculators() -> Vec<Published> {
    macro_rules! list {
        ($($facts:literal $of:ty, $beside:ty; $answer:literal $answered:ty;)+) => {
            vec![$(
                Published::of::<Asked<$of, $beside>>($facts, Direction::Read),
                Published::of::<$answered>($answer, Direction::Written)
            ),+]
        };
    }
    let mut all = list! {
        "waterloo-attack-facts" calculated::AttackFacts, calculated::Fallen;
        "waterloo-attack-answer" calculated::AttackAnswer;
        "waterloo-duel-facts" calculated::DuelFacts, calculated::Alone;
        "waterloo-duel-answer" calculated::DuelAnswer;
        "waterloo-morale-facts" calculated::MoraleFacts, calculated::Tested;
        "waterloo-morale-answer" calculated::MoraleAnswer;
        "waterloo-general-facts" calculated::GeneralFacts, calculated::Tested;
        "waterloo-general-answer" calculated::GeneralAnswer;
        "waterloo-assault-facts" calculated::AssaultFacts, calculated::Alone;
        "waterloo-assault-answer" calculated::AssaultAnswer;
        "empire-assault-facts" empire::assault::Facts, charts::Rolled;
        "empire-assault-answer" charts::AssaultAnswer;
        "empire-fire-facts" empire::fire::Facts, charts::Rolled;
        "empire-fire-answer" charts::FireAnswer;
        "empire-square-facts" empire::square::Facts, charts::Rolled;
        "empire-square-answer" charts::SquareAnswer;
        "empire-morale-facts" empire::morale::Facts, charts::Rolled;
        "empire-morale-answer" charts::MoraleAnswer;
        "empire-initiative-facts" empire::initiative::Facts, charts::BothRolled;
        "empire-initiative-answer" charts::InitiativeAnswer;
        "empire-leader-facts" empire::leaders::Facts, charts::Rolled;
        "empire-leader-answer" charts::LeaderAnswer;
        "empire-integrity-facts" empire::integrity::Facts, charts::Rolled;
        "empire-integrity-answer" charts::IntegrityAnswer;
        "empire-failed-integrity-facts" charts::FailedFacts, charts::Rolled;
        "empire-failed-integrity-answer" charts::FailedAnswer;
        "empire-order-facts" empire::orders::Facts, charts::Rolled;
        "empire-order-answer" charts::OrderAnswer;
        "empire-move-facts" empire::allowance::Facts, charts::Unrolled;
        "empire-move-answer" charts::MoveAnswer;
    };
    for published in &mut all {
        let of = |name: &str| published.name.strip_suffix("-facts") == Some(&name.replace('.', "-"));
        if let Some(calculator) = host::calculators().iter().find(|calculator| of(calculator.name)) {
            published.schema.insert("description".to_owned(), calculator.help.into());
        }
    }
    all
}
