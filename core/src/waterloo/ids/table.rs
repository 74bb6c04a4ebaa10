//! The table of action ids, as data, and as the published page `core/data/waterloo/ACTIONS.md`.

use crate::encode::width;
use std::fmt::Write as _;

/// How many action ids there are.
pub const ACTION_IDS: usize = 2_048;
/// How many hand places have ids of their own.
pub const HAND_PLACES: usize = 32;
/// How many own slots, and enemy slots, have ids of their own.
pub const SLOT_PLACES: usize = 24;
/// How many Special cards in the Reserve have ids of their own.
pub const SPECIAL_PLACES: usize = 10;
/// How many things that a Special may be played on have ids of their own.
pub const AIMS: usize = 12;
/// How many answers to a question have ids of their own.
pub const ANSWERS: usize = 13;
/// How many targets of one card have ids of their own.
pub const TARGETS: usize = 5;
/// How many Terrain cards, of the own battleline or of one Position, have ids of their own.
pub const TERRAINS: usize = 2;
/// How many Generals that may be shown have ids of their own.
pub const GENERALS: usize = 8;

/// A part of the table: so many actors, each with the same row of ids.
#[derive(Clone, Copy, Debug)]
pub struct Part {
    /// Its name.
    pub name: &'static str,
    /// Its first id.
    pub first: usize,
    /// How many rows it has.
    pub rows: usize,
    /// What the ids of a row mean, in order; `aim:12` stands for twelve, counted from 0.
    pub columns: &'static [&'static str],
    /// How many ids a row has.
    pub width: usize,
    /// What a row stands for, and what its columns mean.
    pub about: &'static str,
}

impl Part {
    /// How many ids it has.
    #[must_use]
    pub const fn size(&self) -> usize {
        self.rows * self.width
    }

    /// The part behind `self`.
    const fn then(
        &self,
        name: &'static str,
        rows: usize,
        columns: &'static [&'static str],
        about: &'static str,
    ) -> Self {
        Self { name, first: self.first + self.size(), rows, columns, width: width(columns), about }
    }

    /// The id of a column of a row; none beyond either.
    #[inline]
    pub(super) fn id(&self, row: usize, column: usize) -> Option<u16> {
        (row < self.rows && column < self.width).then_some((self.first + row * self.width + column) as u16)
    }

    /// Row and column of an id, if it belongs to this part.
    pub(super) const fn find(&self, id: usize) -> Option<(usize, usize)> {
        if id < self.first || id >= self.first + self.size() {
            return None;
        }
        let n = id - self.first;
        Some((n / self.width, n % self.width))
    }
}

/// What needs no card.
pub const GENERAL: Part = Part {
    name: "general",
    first: 0,
    rows: 1,
    columns: &["deal", "end", "pass", "answer:13"],
    width: 3 + ANSWERS,
    about: "Deal the Musters; finish what is going on; pass; give one of the answers that a Special asks for.",
};
/// Cards that are not on the table.
pub const PICK: Part = GENERAL.then(
    "pick",
    HAND_PLACES,
    &["pick"],
    "By hand place: roll for the Morale of this card, or choose it where a Special asks for a card. While a player takes a card \
     out of his deck, the places are those of the cards that it may hold, in roster order; while he looks at the top of \
     it, those of the cards there, the next one to be drawn first.",
);
/// Generals to be shown.
pub const SHOW: Part = PICK.then(
    "show",
    GENERALS,
    &["show"],
    "By place among the Prussian Generals in the own Reserve, in roster order: show this one.",
);
/// Specials.
pub const PLAY: Part = SHOW.then(
    "play",
    SPECIAL_PLACES,
    &["aim:12"],
    "By place among the Special cards in the own Reserve, in roster order: play this one. The aim is 0 where nothing is named or \
     where it answers an event; a Position, from 0: the own Left, Center and Right, then those facing them; or the place of the \
     card or Terrain among all that the Special can be played on at this moment, own slots first, by number.",
);
/// Cards that come up from the Reserve.
pub const DEPLOY: Part = PLAY.then(
    "deploy",
    HAND_PLACES,
    &[
        "left-line",
        "left-column",
        "left-square",
        "center-line",
        "center-column",
        "center-square",
        "right-line",
        "right-column",
        "right-square",
    ],
    "By hand place: play this card to the own Left, Center or Right, on no Terrain. Infantry comes in Line, Column or \
     Square. All others come under `line`; for a General, a Terrain or a Special card `column` lays it face-down as a \
     decoy.",
);
/// Cards that come up onto Terrain.
pub const ONTO: Part = DEPLOY.then(
    "onto",
    HAND_PLACES,
    &["first-line", "first-column", "first-square", "second-line", "second-column", "second-square"],
    "By hand place: play this card onto the first or second Terrain, in the order in which they were laid, of the own battleline, \
     Rivers left out.",
);
/// Cards on the table.
pub const SLOT: Part = ONTO.then(
    "slot",
    SLOT_PLACES,
    &[
        "to-reserve",
        "across-line",
        "across-column",
        "across-square",
        "form-line",
        "form-column",
        "form-square",
        "stand-first",
        "stand-second",
        "leave",
        "fire:5",
        "fire-unseen",
        "shock:5",
        "shock-unseen",
        "pick",
        "pick-enemy",
    ],
    "By own slot: move to the Reserve; move over the Middle Ground, either way, in this formation; change to this \
     formation; stand on, or capture, the first or second Terrain of its Position, by number, Rivers left out; step off \
     Terrain; fire at, or use Shock on, the n-th enemy card that it can see, by slot, those in its own Position first, \
     then those facing it, face-up Generals left out; commit it to Fire or Shock before its target is known; roll for its \
     Morale, or choose it. The last column is about the enemy slot of this number: choose it.",
);
/// All that has no place above.
pub const REST: Part = Part {
    name: "rest",
    first: SLOT.first + SLOT.size(),
    rows: ACTION_IDS - SLOT.first - SLOT.size(),
    columns: &["listed"],
    width: 1,
    about: "The first, second and further of the legal actions that have no id above, in the order of the legal list: cards beyond the \
            places that the table has. Where more are left over than there are ids here, the last have none.",
};

/// The table, in order.
pub const PARTS: [Part; 8] = [GENERAL, PICK, SHOW, PLAY, DEPLOY, ONTO, SLOT, REST];

/// The table as a page of Markdown.
#[must_use]
pub fn page() -> String {
    let mut text = format!(
        "# Action ids of Waterloo\n\n\
         Version {}. There are {ACTION_IDS} ids, for the player who acts. A hand place is the place of a card among those in the own \
         Reserve, from 0, in roster order, British before Prussian; all other places count from 0 too. An id is `first + row * width + \
         column`. The same ids serve every battle and every deck. This page is made from `core/src/waterloo/ids/table.rs`.\n\n\
         | part | first | rows | width |\n|---|---|---|---|\n",
        super::VERSION
    );
    for part in PARTS {
        let _ = writeln!(text, "| {} | {} | {} | {} |", part.name, part.first, part.rows, part.width);
    }
    for part in PARTS {
        let _ = write!(text, "\n## {}\n\n{}\n", part.name, part.about);
        if part.columns.len() > 1 || part.width > 1 {
            text += "\n| column | meaning |\n|---|---|\n";
            let mut at = 0;
            for &column in part.columns {
                let (name, wide) = (column.split(':').next().unwrap_or(column), width(&[column]));
                if wide == 1 {
                    let _ = writeln!(text, "| {at} | {name} |");
                } else {
                    let _ = writeln!(text, "| {at} to {} | {name} 0 to {} |", at + wide - 1, wide - 1);
                }
                at += wide;
            }
        }
    }
    text
}
