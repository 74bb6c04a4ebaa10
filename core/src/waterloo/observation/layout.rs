//! What the numbers of an observation are.

use crate::encode::{Entry, width};
use crate::waterloo::agenda::AGENDA;
use crate::waterloo::specials::force::FORCES;
use crate::waterloo::state::GROUNDS;
use crate::waterloo::types::{ARMY_CARDS, POSITIONS, SLOTS};

/// How many cards of a Reserve have rows.
pub(super) const HAND: usize = 64;

const BATTLE: &[&str] = &[
    "phase:6",
    "own-turn",
    "own-decision",
    "enemy-decision",
    "own-ready",
    "enemy-ready",
    "turn",
    "step",
    "arrived",
    "own-changes",
    "enemy-changes",
    "crossings:3",
    "opened:6",
    "won",
    "lost",
    "drawn",
];
const AGENDA_FIELDS: &[&str] = &[
    "kind:20",
    "window:12",
    "own",
    "enemy",
    "at:7",
    "slot",
    "target",
    "how:3",
    "ground",
    "card:3",
    "count",
    "numbers:8",
    "aim:9",
    "it:9",
];
const SLOT_FIELDS: &[&str] = &[
    "taken",
    "at:6",
    "up",
    "known",
    "second-army",
    "kind:7",
    "cv",
    "fire",
    "long",
    "shock",
    "morale",
    "offense",
    "defense",
    "corps",
    "rank:4",
    "number",
    "column",
    "square",
    "blown",
    "hits",
    "terrain",
    "since",
    "marks:12",
];
const HAND_FIELDS: &[&str] = &[
    "held",
    "second-army",
    "kind:7",
    "cv",
    "fire",
    "long",
    "shock",
    "morale",
    "offense",
    "defense",
    "corps",
    "rank:4",
    "number",
    "ground:4",
    "lane:3",
    "capacity",
    "terrain-morale",
    "move-limit",
    "moved",
    "spent",
    "withdrew",
    "hits",
];
const CARD_FIELDS: &[&str] = &["reserve", "unknown", "gone", "fixed", "returned", "shown", "hits"];
const ARMY_FIELDS: &[&str] = &["there", "reserve", "left", "known", "left-by-kind:7"];
const TERRAIN_FIELDS: &[&str] = &[
    "there",
    "at:6",
    "own",
    "ground:4",
    "capacity",
    "terrain-morale",
    "move-limit",
    "occupants",
    "second-army",
    "number",
];
const FORCE_FIELDS: &[&str] =
    &["card:3", "list", "operation", "from", "until", "always", "aim:9", "it:9", "value", "used", "uses", "counter"];

/// The blocks, in order.
pub(in crate::waterloo) const LAYOUT: &[Entry] = &[
    (
        "battle",
        1,
        BATTLE,
        "The phase, one of six; whose turn and whose decision it is; who is done with deploying; Battle Turns begun, of 64; the step of the \
         phase, of 16; whether the Prussians may be played; changes made while deploying, of 200; crossings of each lane \
         from the own Left, of 8; Positions in which an attack has been made; how it ended.",
    ),
    (
        "agenda",
        AGENDA,
        AGENDA_FIELDS,
        "What is still to be done, what comes next first. `card` is own, enemy, number; `aim` and `it` are one of nothing, Position, \
         own slot, enemy slot, Terrain, own card, enemy card, answer, then its number.",
    ),
    ("chosen", SLOTS, &["chosen"], "The slots chosen so far for the choice that comes next."),
    (
        "own-slots",
        SLOTS,
        SLOT_FIELDS,
        "Own cards on the battlefield, by slot: where, what, and what they did. Combat, fire and morale values of 8; the corps of 32; \
         the rank of a General as corps, army, chief, second; the number in the roster, of 128; hits of 4; the Terrain it \
         occupies, own first, of 16.",
    ),
    ("enemy-slots", SLOTS, SLOT_FIELDS, "The same of the enemy; of a face-down card only what everybody knows."),
    ("hand", HAND, HAND_FIELDS, "The own Reserve, by hand place."),
    (
        "cards",
        4 * ARMY_CARDS,
        CARD_FIELDS,
        "Every card of the own first and second army, then of the enemy's: whether it is seen in the Reserve; whether \
         its place is unknown, for own cards whether it is undrawn; whether it is out of the game; 1 down to 1/8 on top of the own \
         deck, -1/8 to -1 at its bottom; its place among the cards that were seen to go back, of 64; shown; hits \
         in the Reserve, of 4.",
    ),
    (
        "armies",
        4,
        ARMY_FIELDS,
        "The own first and second army, then the enemy's: cards in the Reserve and left in the deck, of 128; whether the owner knows what \
         his deck holds; for own armies what is left of each kind.",
    ),
    (
        "terrain",
        2 * GROUNDS,
        TERRAIN_FIELDS,
        "Terrain in play: what the own side laid, then the enemy's. `own` tells that it faces for the own side now; \
         occupants of 4.",
    ),
    (
        "forces",
        FORCES,
        FORCE_FIELDS,
        "What Specials have in force, oldest first: the operation, by list and place, of 64; from when until when, in \
         moments from the beginning of this Battle Turn, of 64.",
    ),
    (
        "played",
        2 * POSITIONS,
        &["first:3", "second:3"],
        "Specials played in this phase, own first, by Position from the own Left.",
    ),
];

/// How many numbers an observation has.
pub(in crate::waterloo) const LEN: usize = {
    let (mut sum, mut i) = (0, 0);
    while i < LAYOUT.len() {
        sum += LAYOUT[i].1 * width(LAYOUT[i].2);
        i += 1;
    }
    sum
};

// How many numbers a row has.
pub(super) const AGENDA_WIDTH: usize = width(AGENDA_FIELDS);
pub(super) const SLOT_WIDTH: usize = width(SLOT_FIELDS);
pub(super) const HAND_WIDTH: usize = width(HAND_FIELDS);
pub(super) const CARD_WIDTH: usize = width(CARD_FIELDS);
pub(super) const ARMY_WIDTH: usize = width(ARMY_FIELDS);
pub(super) const TERRAIN_WIDTH: usize = width(TERRAIN_FIELDS);
pub(super) const FORCE_WIDTH: usize = width(FORCE_FIELDS);
