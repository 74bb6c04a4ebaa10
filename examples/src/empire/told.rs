//! A battle told from what a viewer sees happen.

use super::sketch::sketch;
use crate::fail::Done;
use crate::page::{FAINT, HEADING, PLAIN, STRONG, capital, count, paint, width, wrap};
use crate::tale::note_text;
use anstyle::{AnsiColor, Style};
use eagles::empire::event::Loss;
use eagles::empire::state::{DivisionId, Stage, UnitId};
use eagles::empire::units::Nation;
use eagles::empire::{Empire, Event};
use eagles::game::{Game as _, Player, Viewer};
use eagles::play::{Item, Match, Note};
use std::io::Write;
use std::sync::Arc;

/// The colour of a nation.
const fn colour(nation: Nation) -> Style {
    match nation {
        Nation::French => AnsiColor::BrightBlue.on_default(),
        Nation::British | Nation::Hanoverian => AnsiColor::BrightRed.on_default(),
        Nation::Russian | Nation::Portuguese => AnsiColor::BrightGreen.on_default(),
        Nation::Austrian | Nation::Spanish => AnsiColor::BrightWhite.on_default(),
        Nation::Dutch => AnsiColor::BrightYellow.on_default(),
        _ => AnsiColor::BrightCyan.on_default(),
    }
}

/// The colour of a side.
pub(super) fn side_colour(game: &Empire, player: Player) -> Style {
    game.sides().get(player.index()).map_or(PLAIN, |side| colour(side.nation))
}

/// A side as people speak of it.
pub(super) fn side(game: &Empire, player: Player) -> String {
    capital(game.player_name(player))
}

/// Tells a battle as it goes on.
pub(super) struct Told {
    game: Arc<Empire>,
    viewer: Viewer,
    cursor: usize,
    width: usize,
    maps: bool,
    /// A heading that is printed before the next thing that is told.
    heading: Option<String>,
    /// Whether what comes after the assaults is being told.
    late: bool,
    /// Small moves of a division, gathered.
    moves: Vec<(DivisionId, String)>,
    /// Units lost, by side.
    lost: [u32; 2],
}

impl Told {
    /// Tells `viewer`; with a sketch of the table at each turn if `maps`.
    pub(super) fn new(game: &Arc<Empire>, viewer: Viewer, maps: bool) -> Self {
        Self {
            game: Arc::clone(game),
            viewer,
            cursor: 0,
            width: width(),
            maps,
            heading: None,
            late: false,
            moves: Vec::new(),
            lost: [0; 2],
        }
    }

    /// Passes over what has happened so far, as one who knows it.
    pub(super) fn skip(&mut self, hosted: &Match<Empire>) {
        let (items, cursor) = hosted.events_since(self.cursor, self.viewer);
        let events: Vec<Event> = items
            .iter()
            .filter_map(|item| match &**item {
                Item::Event(event) => Some(event.clone()),
                Item::Match(_) => None,
            })
            .collect();
        self.cursor = cursor;
        events.iter().for_each(|event| self.remember(event));
    }

    /// Tells what is new.
    pub(super) fn go_on(&mut self, hosted: &Match<Empire>, out: &mut dyn Write) -> Done {
        let (items, cursor) = hosted.events_since(self.cursor, self.viewer);
        let items = items.to_vec();
        self.cursor = cursor;
        for item in items {
            match &*item {
                Item::Event(event) => self.event(event, hosted, out)?,
                Item::Match(note) => self.note(*note, out)?,
            }
        }
        Ok(())
    }

    /// Prints what is still gathered.
    pub(super) fn flush(&mut self, out: &mut dyn Write) -> Done {
        let moves = std::mem::take(&mut self.moves);
        let mut rest = &moves[..];
        while let Some((division, _)) = rest.first() {
            let same = rest.iter().take_while(|(other, _)| other == division).count();
            let texts: Vec<&str> = rest[..same].iter().map(|(_, text)| text.as_str()).collect();
            let name = self.game.divisions().get(division.index()).map_or("", |division| &division.name);
            self.say("- ", &format!("{}: {}.", capital(name), texts.join("; ")), PLAIN, out)?;
            rest = &rest[same..];
        }
        Ok(())
    }

    fn say(&mut self, bullet: &str, text: &str, style: Style, out: &mut dyn Write) -> Done {
        if let Some(heading) = self.heading.take() {
            writeln!(out, "{}", paint(HEADING, &heading))?;
        }
        for line in wrap(bullet, text, self.width) {
            writeln!(out, "{}", paint(style, &line))?;
        }
        Ok(())
    }

    fn note(&mut self, note: Note, out: &mut dyn Write) -> Done {
        self.flush(out)?;
        if matches!(note, Note::Rewound { .. }) {
            self.heading = None;
        }
        let Some(text) = note_text(note, |player| side(&self.game, player)) else { return Ok(()) };
        self.say("* ", &text, STRONG, out)
    }

    fn remember(&mut self, event: &Event) {
        if let Event::Lost { unit, why } = event
            && *why != Loss::Screen
        {
            self.lost[self.game.unit(*unit).player.index() & 1] += 1;
        }
    }

    /// A move in few words, to be told with those of its division.
    fn gather(&mut self, unit: UnitId, text: String) {
        let division = self.game.unit(unit).division;
        self.moves.push((division, text));
    }

    fn event(&mut self, event: &Event, hosted: &Match<Empire>, out: &mut dyn Write) -> Done {
        self.remember(event);
        let name = |id: UnitId| self.game.unit(id).name.clone();
        match event {
            // Where a move ends in contact the blow is told next.
            Event::Moved { unit, path, formation, .. } => {
                let mut text = name(*unit);
                if let Some(to) = path.last() {
                    text.push_str(&format!(" to {}", super::sketch::about(to.at)));
                }
                text.push_str(&format!(" {}", super::calc::describe::standing(*formation)));
                self.gather(*unit, text);
                return Ok(());
            }
            Event::Formed { unit, formation } => {
                let text = format!("{} {}", name(*unit), super::calc::describe::standing(*formation));
                self.gather(*unit, text);
                return Ok(());
            }
            Event::Screened { unit, stands, .. } => {
                let text = format!("{} sends out {}", name(*unit), count(u64::from(*stands), "stand"));
                self.gather(*unit, format!("{text} of skirmishers"));
                return Ok(());
            }
            // Said again when it is resolved, or of no weight in a story.
            Event::Ready { .. } | Event::Declared { .. } | Event::Parted { .. } | Event::Led { .. } => return Ok(()),
            Event::LeaderRolled { .. } | Event::IntegrityChecked { .. } | Event::Taken { .. } if !self.late => {
                self.flush(out)?;
                self.late = true;
                self.heading = Some("Leaders, divisions, objectives".to_owned());
            }
            _ => self.flush(out)?,
        }
        let text = self.game.event_text(event);
        let style = match event {
            Event::TurnBegan { turn } => return self.turn(*turn, &text, hosted, out),
            Event::StageBegan { stage, .. } => {
                self.late = false;
                self.heading = Some(match stage {
                    // Both sides' fire and assaults are told together.
                    Stage::Fire => "Fire".to_owned(),
                    Stage::Assault => "Assaults".to_owned(),
                    _ => text.trim_end_matches('.').to_owned(),
                });
                return Ok(());
            }
            Event::Ended { .. } => {
                self.heading = None;
                STRONG
            }
            Event::Routed { .. }
            | Event::Lost { .. }
            | Event::Broken { .. }
            | Event::Taken { .. }
            | Event::Abandoned { .. } => STRONG,
            Event::Fought { winner, .. } => winner.map_or(PLAIN, |player| side_colour(&self.game, player)),
            Event::Folded { .. } | Event::Fresh { .. } | Event::Blown { .. } => FAINT,
            _ => PLAIN,
        };
        self.say("- ", &text, style, out)
    }

    /// Begins the story with the turn that a battle starts in.
    pub(super) fn begin(&mut self, hosted: &Match<Empire>, out: &mut dyn Write) -> Done {
        let turn = hosted.state().turn;
        let text = self.game.event_text(&Event::TurnBegan { turn });
        self.turn(turn, &text, hosted, out)?;
        if hosted.state().stage == Stage::Command {
            self.heading = Some("Orders".to_owned());
        }
        Ok(())
    }

    fn turn(&mut self, turn: u8, text: &str, hosted: &Match<Empire>, out: &mut dyn Write) -> Done {
        let clock = text.rsplit(' ').next().unwrap_or_default().trim_end_matches('.');
        let of = self.game.scenario().turns;
        let title = format!("== Turn {turn} of {of}, {clock} ");
        writeln!(out)?;
        let bar = "=".repeat(self.width.saturating_sub(title.chars().count()));
        writeln!(out, "{}", paint(HEADING, &format!("{title}{bar}")))?;
        self.heading = None;
        if self.maps {
            let view = hosted.view(self.viewer);
            for line in sketch(&self.game, &view, self.width) {
                writeln!(out, "{line}")?;
            }
        }
        Ok(())
    }

    /// The battle in a line or two: winner, turns, points, losses and how the dice came.
    pub(super) fn summary(&self, hosted: &Match<Empire>, draws: &str) -> String {
        let game = &self.game;
        let result = match hosted.outcome() {
            Some(ending) => match ending.winner() {
                Some(winner) => format!("{} victory", side(game, winner)),
                None => "Draw".to_owned(),
            },
            None => "Not finished".to_owned(),
        };
        let points = game.points(hosted.state());
        let both =
            |of: [String; 2]| format!("{} {}, {} {}", side(game, Player(0)), of[0], side(game, Player(1)), of[1]);
        format!(
            "{result} after {}; points: {}; units lost: {}; {draws}.",
            count(u64::from(hosted.state().turn), "turn"),
            both(points.map(|n| n.to_string())),
            both(self.lost.map(|n| n.to_string()))
        )
    }
}
