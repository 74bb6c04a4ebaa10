//! What can be typed.

use crate::fail::Done;
use crate::page::{HEADING, paint, width, wrap};
use eagles::empire::State;
use eagles::empire::state::{Pending, Stage};
use std::io::Write;

/// What the player does in a stage, in one line.
pub(super) const fn stage(stage: Stage) -> &'static str {
    match stage {
        Stage::Command => "Orders: `order DIVISION attack`, defend or reserve; `end` when you have given them.",
        Stage::Rally => {
            "Leaders ride and units rally: `attach LEADER UNIT`, `rally UNIT`, `recover UNIT`; `end` goes on to moves."
        }
        Stage::March => {
            "Moves: `UNIT ahead 6`, `UNIT into ENEMY`, `what can UNIT do`; `auto` lets a bot do the rest, `end` ends."
        }
        Stage::Fire => "Fire: `fire UNIT at ENEMY`, guns together as `fire A+B at ENEMY`; `end` when all is declared.",
        Stage::Assault => "Assaults: name the lead of the combat that comes next, by its number or `lead UNIT`.",
        Stage::Over => "The battle is over.",
    }
}

/// The word of the prompt.
pub(super) const fn prompt(state: &State) -> &'static str {
    match (&state.pending, state.stage) {
        (Pending::Charge { .. } | Pending::Threat { .. }, _) => "answer",
        (Pending::Lead { .. }, _) => "lead",
        (Pending::Follow { .. }, _) => "follow up",
        (_, Stage::Command) => "orders",
        (_, Stage::Rally) => "rally",
        (_, Stage::March) => "move",
        (_, Stage::Fire) => "fire",
        (_, Stage::Assault) => "assault",
        (_, Stage::Over) => "over",
    }
}

const PAGES: [(&str, &str); 7] = [
    (
        "looking",
        "\
  look                    the table in words: turn, points, armies
  look 95-1               one unit, leader, division or objective
  near 95-1               who stands around it, how far and where
  map                     a sketch of the table
  picture table.svg 95-1  a picture, with the arcs of the units named",
    ),
    (
        "asking",
        "\
  what can 95-1 do        what it may do now, numbered; type the number to do it
  list                    what you may do now
  odds 95-1 into 7-1      the sums and the exact chances, before you commit
  odds ross at 105-1      the same for fire
  odds stand              while charged: what each answer comes to
  odds rally 2-61         the same for anything that is rolled for
  why not 95-1 ahead 9    why it is refused, with the rule",
    ),
    (
        "orders",
        "\
  order foy attack        attack, defend or reserve; `by reille` names the sender
  attach ney bachelu      a leader to a unit or a division; `detach ney`
  ride ney to 20,30       or to a name
  rally 2-61              a leader must be with it; `recover 2-61` gives up its move",
    ),
    (
        "moves",
        "\
  95-1 ahead 6            back 2, oblique left 30 4, wheel right 30, face east,
                          to 20,30, road to 20,30, and formations: line, column,
                          road-column, square, skirmish, garrison, limber, unlimber;
                          several parts in a row: 95-1 wheel right 30 ahead 4 line
  95-1 into 7-1           into contact; for cavalry a charge
  hold 95-1               stays where it is
  screen 95-1 2           deploys two stands of skirmishers; `screen 95-1 in`",
    ),
    (
        "fighting",
        "\
  fire ross at 105-1      batteries together: fire ross+rogers at 105-1
  stand, square, evade, counter-charge      the answer to a charge
  lead 95-1               its own sum counts in full; `without 28-1` spares that one
  stay, advance, reform 90, break 7-1       what a winner does",
    ),
    (
        "the rest",
        "\
  end                     done with this part of the turn
  auto                    a bot does the rest of this part for you
  undo, redo              takes back what told nobody anything; with --analysis
                          everything since your last decision
  save battle.json        keeps the battle; `quit` leaves it",
    ),
    (
        "names",
        "\
  A unit, leader or division goes by its id or name, or any part of it that is
  unique; case and accents do not matter. Lengths are inches, places x,y from the
  south-west corner, facings degrees from north. [E A12] names a rule of
  core/data/empire/RULINGS.md; what is a house rule of ours is called so.",
    ),
];

/// Whether a page has a command that begins with a word, or only speaks of it.
fn has(text: &str, word: &str, begins: bool) -> bool {
    let mut commands = text.lines().flat_map(|line| {
        let command = line.trim_start().split("  ").next().unwrap_or_default();
        command.split([',', ';'])
    });
    if begins {
        commands.any(|command| command.split_whitespace().next() == Some(word))
    } else {
        text.split(|c: char| !c.is_alphanumeric() && c != '-').any(|other| other == word)
    }
}

/// The pages on a topic: by their names, by what they tell to type, by what they speak of.
fn on(topic: &str) -> Vec<&'static (&'static str, &'static str)> {
    let by = |is: &dyn Fn(&(&str, &str)) -> bool| PAGES.iter().filter(|page| is(page)).collect::<Vec<_>>();
    let named = by(&|(name, _)| name.trim_start_matches("the ").starts_with(topic) || name.starts_with(topic));
    if !named.is_empty() {
        return named;
    }
    let typed = by(&|(_, text)| has(text, topic, true));
    if typed.is_empty() { by(&|(_, text)| has(text, topic, false)) } else { typed }
}

/// Prints all of it, or the part that is named.
pub(super) fn print(words: &[String], out: &mut dyn Write) -> Done {
    let pages = match words.first() {
        None => PAGES.iter().collect(),
        Some(topic) => on(topic),
    };
    if pages.is_empty() {
        let names: Vec<&str> = PAGES.iter().map(|(name, _)| *name).collect();
        let text = format!("There is no help on that; its parts are {}. `help` shows them all.", names.join(", "));
        for line in wrap("", &text, width()) {
            writeln!(out, "{line}")?;
        }
    }
    for (name, text) in pages {
        writeln!(out, "{}", paint(HEADING, &crate::page::capital(name)))?;
        writeln!(out, "  {text}")?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::on;

    #[test]
    fn topics_find_their_part() {
        let names = |topic: &str| on(topic).iter().map(|(name, _)| *name).collect::<Vec<_>>();
        assert_eq!(names("fire"), ["fighting"]);
        assert_eq!(names("move"), ["moves"]);
        assert_eq!(names("rest"), ["the rest"]);
        assert_eq!(names("undo"), ["the rest"]);
        assert_eq!(names("evade"), ["fighting"]);
        assert!(names("zebra").is_empty());
    }
}
