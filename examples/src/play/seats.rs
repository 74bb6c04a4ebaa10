//! Who sits where: from the command line, or as a saved game notes it.

use crate::fail::Fail;
use crate::players::{self, Pair, Who};
use eagles::chance::Seed;
use eagles::game::Player;
use eagles::record::{Record, SavedDraws};
use eagles::waterloo::ALLIED;
use std::collections::BTreeMap;

/// The note of a saved game that says who plays.
const PLAYERS: &str = "players";

/// Who plays: as the command line says, else as the saved game does.
pub(super) fn seats(players: Option<Pair>, side: Option<Player>, saved: Option<&Record>) -> Result<Pair, Fail> {
    let who = match (players, side, saved) {
        (Some(pair), ..) => pair,
        (None, Some(ALLIED), _) => [Who::Greedy, Who::Human],
        (None, Some(_), _) | (None, None, None) => [Who::Human, Who::Greedy],
        (None, None, Some(record)) => noted(record)?,
    };
    if !who.contains(&Who::Human) {
        return Err(Fail::bad("nobody here is human; `eagles --players greedy,random` tells a battle between bots"));
    }
    Ok(who)
}

fn noted(record: &Record) -> Result<Pair, Fail> {
    let give = "say it with `--as SIDE` or `--players FRENCH,ALLIED`";
    let text = record.notes.get(PLAYERS);
    let text = text.ok_or_else(|| Fail::bad(format!("the saved game does not say who plays; {give}")))?;
    players::pair(text).map_err(|error| Fail::bad(format!("field notes.{PLAYERS}: {error}; {give}")))
}

/// The notes of a saved game, with who plays now.
pub(super) fn note(notes: &mut BTreeMap<String, String>, who: Pair) {
    notes.insert(PLAYERS.to_owned(), who.map(Who::name).join(","));
}

/// The chance of bots that take up a saved game: the same for the same save, and apart from that of any other.
pub(super) fn taken_up(record: &Record) -> Seed {
    let seed = match record.header.draws {
        SavedDraws::Seeded { seed, .. } | SavedDraws::Forked { seed, .. } => seed,
        SavedDraws::Host => Seed::from_number(0),
    };
    seed.child(1 << 32 | record.actions.len() as u64)
}
