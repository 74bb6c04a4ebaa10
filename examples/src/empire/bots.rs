//! Who plays.

use crate::players;
use eagles::empire::Empire;

pub(crate) use crate::players::{Pair, Who};

/// The bots of a battle.
pub(crate) type Bots = players::Bots<Empire>;

/// The bot that plays where none is named.
pub(crate) const BEST: Who = Who::Greedy;

/// Reads `greedy,random`: the first side first.
pub(crate) fn pair(text: &str) -> Result<Pair, String> {
    match players::pair(text) {
        Ok(pair) if !pair.contains(&Who::Human) => Ok(pair),
        _ => Err(format!(
            "`{text}` names no bots: write greedy or random, one for both sides or two with a comma, the first side \
             first; people play with `eagles empire play`"
        )),
    }
}
