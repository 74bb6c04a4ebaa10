//! Ids, masks and their meaning, as matches and batches hand them out.

use super::error::{HostError, Status};
use super::hostable::Hostable;
use super::sheets::Encoding;
use crate::game::Player;
use serde_json::json;

/// The refusal of an id that means nothing.
pub(super) fn no_id(id: u16) -> HostError {
    let message = format!("action id {id} means nothing here: take one whose entry in the mask is 1");
    HostError::new(Status::InvalidAction, "no-id", message).with(json!({ "id": id }))
}

/// A buffer has the length that is wanted.
pub(super) fn same_len(what: &str, wanted: usize, given: usize) -> Result<(), HostError> {
    if wanted == given {
        return Ok(());
    }
    let message = format!("the buffer of the {what} has {given} entries; it must have {wanted}");
    Err(HostError::new(Status::Range, "buffer", message).with(json!({ "wanted": wanted, "given": given })))
}

/// The ids of a list, as far as `out` reaches; how many there are.
pub(super) fn write_ids<G: Hostable>(
    game: &G,
    state: &G::State,
    player: Player,
    legal: &[G::Action],
    out: &mut [u16],
) -> usize {
    let mut places = out.iter_mut();
    game.each_id(state, player, legal, |id| {
        if let Some(place) = places.next() {
            *place = id.unwrap_or(u16::MAX);
        }
    });
    legal.len()
}

/// The mask of a list; `out` has an entry for every id.
pub(super) fn write_mask<G: Hostable>(game: &G, state: &G::State, player: Player, legal: &[G::Action], out: &mut [u8]) {
    out.fill(0);
    game.each_id(state, player, legal, |id| {
        if let Some(entry) = id.and_then(|id| out.get_mut(usize::from(id))) {
            *entry = 1;
        }
    });
}

/// What action ids and observations mean.
pub(super) fn encoding<G: Hostable>(game: &G) -> Encoding {
    Encoding {
        game: game.name(),
        version: game.encoding_version(),
        action_ids: game.action_ids(),
        observation_len: game.observation_len(),
        blocks: game.observation_layout(),
    }
}
