//! What is published.

use super::{Direction, Published};
use crate::empire::{self, Empire, scenario};
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
        Written "ending" Ending;
        Written "needed" chance::Needed;
        Written "note" Note;
        Written "outcome" game::Outcome;
        Written "parse-error" game::ParseError;
        Read "record" record::Record;
        Written "request" chance::Request;
        Written "script-fault" chance::ScriptFault;
        Read "viewer" game::Viewer;

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
    all.sort_by_key(|published| published.name);
    all
}
