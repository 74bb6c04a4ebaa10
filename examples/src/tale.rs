//! A battle told from its events.

use crate::board::{Board, legend};
use crate::fail::Done;
use crate::page::{FAINT, HEADING, PLAIN, STRONG, capital, colour, count, paint, side_colour, width, wrap};
use anstyle::Style;
use eagles::game::{Player, Viewer};
use eagles::play::{Ending, Item, Match, Note, Shared};
use eagles::waterloo::event::{Event, Loss, MoveKind, Piece, TurnPhase};
use eagles::waterloo::state::Ending as Battle;
use eagles::waterloo::types::{armies, foe};
use eagles::waterloo::view::ArmyView;
use eagles::waterloo::{ALLIED, Army, CardId, FRENCH, Formation, Kind, Place, Waterloo};
use std::io::Write;
use std::sync::Arc;

/// Tells one viewer what he sees happen.
pub(crate) struct Tale {
    game: Arc<Waterloo>,
    viewer: Viewer,
    cursor: usize,
    width: usize,
    boards: bool,
    legend: bool,
    /// Whether a board was the last large thing shown.
    shown: bool,
    /// A heading that is printed when something happens under it.
    heading: Option<String>,
    /// Cards of a Muster being dealt.
    muster: Option<(Player, Vec<Option<CardId>>)>,
    /// A battleline being shown.
    line: Option<(Player, Vec<(Place, String)>)>,
    /// Cards being turned up in one Position.
    revealed: Option<(Place, Vec<String>)>,
    /// Specials whose text has been told.
    explained: Vec<String>,
    /// For each Position, how the last card left it.
    left: [Option<String>; 6],
}

impl Tale {
    /// A tale for `viewer`, from the beginning; with the board at each turn if `boards`.
    pub(crate) fn new(game: &Arc<Waterloo>, viewer: Viewer, boards: bool) -> Self {
        Self {
            game: Arc::clone(game),
            viewer,
            cursor: 0,
            width: width(),
            boards,
            legend: boards,
            shown: false,
            heading: None,
            muster: None,
            line: None,
            revealed: None,
            explained: Vec::new(),
            left: Default::default(),
        }
    }

    /// Whether the last thing told was a turn's beginning with its board.
    pub(crate) fn has_shown_board(&self) -> bool {
        self.shown
    }

    /// Takes note that the screen was cleared.
    pub(crate) fn cleared(&mut self) {
        self.shown = false;
    }

    /// Passes over what has happened so far, and keeps in mind what the end may need.
    pub(crate) fn skip(&mut self, hosted: &Match<Waterloo>) {
        let (items, cursor) = hosted.events_since(self.cursor, self.viewer);
        self.cursor = cursor;
        for item in items {
            if let Item::Event(event) = &**item {
                self.remember(event);
            }
        }
    }

    /// Tells what is new in a match.
    pub(crate) fn go_on(&mut self, hosted: &Match<Waterloo>, out: &mut dyn Write) -> Done {
        let (items, cursor) = hosted.events_since(self.cursor, self.viewer);
        self.cursor = cursor;
        if !items.is_empty() {
            self.shown = false;
        }
        for item in items {
            self.item(item, hosted, out)?;
        }
        self.flush(out)
    }

    fn item(&mut self, item: &Shared<Event>, hosted: &Match<Waterloo>, out: &mut dyn Write) -> Done {
        match &**item {
            Item::Event(event) => self.event(event, hosted, out),
            Item::Match(note) => {
                self.flush(out)?;
                self.note(*note, out)
            }
        }
    }

    fn note(&mut self, note: Note, out: &mut dyn Write) -> Done {
        let side = |player: Player| self.game.side_text(player).to_string();
        let Some(text) = note_text(note, side) else { return Ok(()) };
        self.say("* ", &text, STRONG, out)
    }

    /// What a Special does, the first time it is played.
    fn explain(&mut self, card: CardId, out: &mut dyn Write) -> Done {
        let id = &self.game.card(card).id;
        let Some(program) = self.game.card_set().program(id) else { return Ok(()) };
        if self.explained.contains(id) {
            return Ok(());
        }
        self.explained.push(id.clone());
        let text = program.text.effect.clone();
        self.say("  ", &text, FAINT, out)
    }

    /// Prints what was being gathered.
    fn flush(&mut self, out: &mut dyn Write) -> Done {
        if let Some((player, cards)) = self.muster.take() {
            self.muster(player, &cards, out)?;
        }
        if let Some((player, cards)) = self.line.take() {
            self.battleline(player, &cards, out)?;
        }
        if let Some((at, names)) = self.revealed.take() {
            let text = format!("Turned up in {}: {}.", self.game.place_text(at), names.join(", "));
            self.say("- ", &text, FAINT, out)?;
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

    fn event(&mut self, event: &Event, hosted: &Match<Waterloo>, out: &mut dyn Write) -> Done {
        // Gathered: Musters, battlelines, reveals.
        match event {
            Event::Drew { army, card, muster: true, .. } => {
                let player = army.player();
                if self.muster.as_ref().is_some_and(|(dealt, _)| *dealt != player) {
                    self.flush(out)?;
                }
                self.muster.get_or_insert((player, Vec::new())).1.push(*card);
                return Ok(());
            }
            Event::Lined { piece, at, formation, on } => {
                let text = self.standing(piece, *formation, *on);
                if let Some((_, cards)) = &mut self.line {
                    cards.push((*at, text));
                }
                return Ok(());
            }
            Event::Laid { player, card, at, .. } if self.line.as_ref().is_some_and(|(p, _)| p == player) => {
                let text = format!("[{}, {}]", self.game.card(*card).name, self.game.profile(*card).ground.name());
                if let Some((_, cards)) = &mut self.line {
                    cards.push((*at, text));
                }
                return Ok(());
            }
            Event::Revealed { piece, at } => {
                if self.revealed.as_ref().is_some_and(|(place, _)| place != at) {
                    self.flush(out)?;
                }
                let name = self.game.piece_text(piece);
                self.revealed.get_or_insert((*at, Vec::new())).1.push(name);
                return Ok(());
            }
            _ => self.flush(out)?,
        }
        match event {
            // The referee sees deployment at its end, as everybody does; what a player deploys himself he knows.
            Event::Deployed { .. } | Event::TookBack { .. } => Ok(()),
            Event::Laid { .. } | Event::Formed { .. } | Event::Occupied { .. } | Event::Left { .. }
                if hosted.state().turn == 0 =>
            {
                Ok(())
            }
            Event::DealtAgain { .. } => self.sentence(event, FAINT, out),
            Event::Ready { player } => {
                self.line = Some((*player, Vec::new()));
                Ok(())
            }
            Event::TurnBegan { turn, player } => self.turn(*turn, *player, hosted, out),
            Event::PhaseBegan { player, phase } => {
                let phase = match phase {
                    TurnPhase::Morale => "Morale",
                    TurnPhase::Combat => "Combat",
                    TurnPhase::Reinforce => "Reinforce",
                };
                self.heading = Some(format!("{} {phase} Phase", self.game.side_text(*player)));
                Ok(())
            }
            Event::Ended { .. } => Ok(()),
            Event::Played { card, .. } => {
                self.sentence(event, STRONG, out)?;
                self.explain(*card, out)
            }
            _ => {
                self.remember(event);
                let style = match event {
                    Event::Removed { .. } | Event::Captured { .. } | Event::Arrived { .. } => STRONG,
                    Event::Attacked { piece, .. } => colour(piece.army),
                    Event::Moved { piece, kind: MoveKind::Engage, .. } => colour(piece.army),
                    _ => PLAIN,
                };
                self.sentence(event, style, out)
            }
        }
    }

    fn sentence(&mut self, event: &Event, style: Style, out: &mut dyn Write) -> Done {
        let text = self.game.event_text(event);
        self.say("- ", &text, style, out)
    }

    /// Keeps in mind how Positions were emptied.
    fn remember(&mut self, event: &Event) {
        let (piece, from, how) = match event {
            Event::Removed { piece, from, why } => {
                let how = match why {
                    Loss::Routed => "routed",
                    Loss::Killed => "was killed",
                    Loss::Alone => "fell alone among enemies",
                    Loss::Decoy => "was a decoy",
                };
                (piece, from, how)
            }
            Event::Retired { piece, from, .. } => (piece, from, "went back to the Reserve"),
            Event::Moved { piece, from, .. } => (piece, from, "moved away"),
            _ => return,
        };
        // A General that falls with the last Troops is not what decided.
        let troop = piece.card.is_none_or(|card| self.game.profile(card).kind.is_troop());
        if piece.player == from.owner() && troop && !from.is_reserve() {
            self.left[from.index()] = Some(format!("{} {how}", capital(&self.game.piece_text(piece))));
        }
    }

    fn turn(&mut self, turn: u16, player: Player, hosted: &Match<Waterloo>, out: &mut dyn Write) -> Done {
        let title = format!("== Turn {turn}: {} ", self.game.side_text(player));
        writeln!(out)?;
        let bar = "=".repeat(self.width.saturating_sub(title.chars().count()));
        writeln!(out, "{}", paint(side_colour(player).bold(), &format!("{title}{bar}")))?;
        // A player's own turn begins with the board; the enemy's goes by without.
        let mine = !matches!(self.viewer, Viewer::Player(viewer) if viewer != player);
        if self.boards && mine {
            self.shown = true;
            let view = hosted.view(self.viewer);
            for line in Board::new(&self.game, &view, self.width).lines() {
                writeln!(out, "{line}")?;
            }
            if std::mem::take(&mut self.legend) {
                writeln!(out)?;
                for line in legend(self.width) {
                    writeln!(out, "{line}")?;
                }
            }
            writeln!(out)?;
        }
        Ok(())
    }

    fn muster(&mut self, player: Player, cards: &[Option<CardId>], out: &mut dyn Write) -> Done {
        for &army in armies(player) {
            let roster = self.game.roster(army);
            if roster.muster == 0 && roster.deck > 0 {
                let text = format!(
                    "The {} have no Muster: their {} all come later, and none before one of their Generals is shown.",
                    people(army),
                    count(u64::from(roster.deck), "card")
                );
                self.say("", &text, colour(army), out)?;
                continue;
            }
            let own: Vec<CardId> = cards.iter().flatten().copied().filter(|card| card.army() == army).collect();
            if roster.deck == 0 || own.is_empty() && cards.iter().any(Option::is_some) {
                continue;
            }
            let head = format!(
                "The {} Muster: {} of a deck of {}; {} drawn a turn.",
                capital(army.name()),
                count(u64::from(roster.muster), "card"),
                roster.deck,
                roster.reinforce
            );
            self.say("", &head, colour(army).bold(), out)?;
            for &kind in Kind::ALL {
                let mut names: Vec<CardId> =
                    own.iter().copied().filter(|&c| self.game.profile(c).kind == kind).collect();
                names.sort_unstable();
                if names.is_empty() {
                    continue;
                }
                let one = |&card: &CardId| {
                    let printed = self.game.card(card);
                    match printed.kind {
                        Kind::Special => format!("{} {}", printed.number, printed.name),
                        _ => {
                            format!("{} {} ({})", printed.number, printed.name, crate::board::values(&self.game, card))
                        }
                    }
                };
                let text = names.iter().map(one).collect::<Vec<_>>().join("; ");
                self.say(&format!("  {}: ", kind_name(kind)), &text, PLAIN, out)?;
            }
            if own.is_empty() {
                self.say("  ", "They are face-down: only their player sees them.", FAINT, out)?;
            }
        }
        Ok(())
    }

    fn standing(&self, piece: &Piece, formation: Formation, on: Option<CardId>) -> String {
        let mut text = match piece.card {
            Some(card) => self.game.card(card).name.clone(),
            None => "a face-down card".to_owned(),
        };
        if formation != Formation::Line {
            text.push_str(&format!(" in {}", capital(formation.name())));
        }
        if let Some(ground) = on {
            text.push_str(&format!(" on {}", self.game.card(ground).name));
        }
        text
    }

    fn battleline(&mut self, player: Player, cards: &[(Place, String)], out: &mut dyn Write) -> Done {
        writeln!(out)?;
        let text = format!("The {} have deployed.", plural(&self.game, player));
        self.say("", &text, side_colour(player).bold(), out)?;
        if cards.is_empty() {
            return Ok(());
        }
        for (lane, name) in ["Left", "Center", "Right"].into_iter().enumerate() {
            let at = Place::of(player, lane as u8);
            let here: Vec<&str> =
                cards.iter().filter(|(place, _)| *place == at).map(|(_, text)| text.as_str()).collect();
            self.say(&format!("  {name}: "), &here.join(", "), PLAIN, out)?;
        }
        Ok(())
    }

    /// Who won and why, at length.
    pub(crate) fn end(&mut self, hosted: &Match<Waterloo>, out: &mut dyn Write) -> Done {
        let Some(ending) = hosted.outcome() else { return Ok(()) };
        writeln!(out)?;
        let text = match (ending, hosted.state().ending) {
            (Ending::Rules(_), Some(Battle::Victory { winner, at })) => self.victory(hosted, winner, at),
            (Ending::Rules(_), Some(ending)) => format!("{}.", self.game.ending_text(&ending)),
            (Ending::Resigned { by, .. }, _) => {
                format!("The {} have given up: the {} win.", plural(&self.game, by), plural(&self.game, foe(by)))
            }
            _ => "The players have agreed on a draw.".to_owned(),
        };
        self.heading = None;
        self.say("", &text, STRONG, out)
    }

    fn victory(&self, hosted: &Match<Waterloo>, winner: Player, at: Place) -> String {
        let view = hosted.view(Viewer::Referee);
        let place = self.game.place_text(at);
        let winners = view.at(winner, at).filter_map(|slot| slot.card);
        let takers: Vec<String> = winners
            .filter(|&card| matches!(self.game.profile(card).kind, Kind::Infantry | Kind::Cavalry))
            .map(|card| self.game.card(card).name.clone())
            .collect();
        let why = match &self.left[at.index()] {
            Some(left) => format!("{left}, and nobody was left to oppose them."),
            None => "Nobody opposed them there.".to_owned(),
        };
        format!(
            "The {} win: {} hold{} {place} alone, and that wins the battle at once (4.3). {why}",
            plural(&self.game, winner),
            and(&takers),
            if takers.len() == 1 { "s" } else { "" }
        )
    }
}

/// The battle in one line: winner, turns, losses and how the draws came.
pub(crate) fn summary(game: &Waterloo, hosted: &Match<Waterloo>, draws: &str) -> String {
    let result = match hosted.outcome() {
        Some(ending) => match ending.winner() {
            Some(winner) => format!("{} victory", game.side_text(winner)),
            None => "Draw".to_owned(),
        },
        None => "Not finished".to_owned(),
    };
    let turns = hosted.state().turn;
    let lost: Vec<String> =
        losses(game, hosted).iter().map(|(army, n)| format!("{} {n}", capital(army.name()))).collect();
    format!("{result} after {}; cards lost: {}; {draws}.", count(u64::from(turns), "battle turn"), lost.join(", "))
}

/// How many cards each army has lost; Specials are not lost: they are played, or found as decoys.
pub(crate) fn losses(game: &Waterloo, hosted: &Match<Waterloo>) -> Vec<(Army, usize)> {
    let view = hosted.view(Viewer::Public);
    game.armies().map(|army| (army, view.army(army).map_or(0, |army| lost(game, army)))).collect()
}

/// How many of an army's eliminated cards were lost: all but its Specials.
pub(crate) fn lost(game: &Waterloo, army: &ArmyView) -> usize {
    army.eliminated.iter().filter(|&&card| game.profile(card).kind != Kind::Special).count()
}

/// A title of the battle: its name and the options that differ from the usual.
pub(crate) fn title(game: &Waterloo) -> String {
    let options = game.options();
    let mut text = game.battle_name().to_owned();
    let scale = game.setup().scale;
    if (scale.by, scale.over) != (1, 1) {
        text.push_str(&format!(", scaled {}/{}", scale.by, scale.over));
    }
    if options.decoys {
        text.push_str(", with decoys");
    }
    if let Some(turns) = options.turn_cap {
        text.push_str(&format!(", at most {} battle turns ({turns} a side)", 2 * u32::from(turns)));
    }
    text
}

fn people(army: Army) -> &'static str {
    match army {
        Army::French => "French",
        Army::British => "British",
        Army::Prussian => "Prussians",
    }
}

/// A side's people, as the subject of a sentence.
pub(crate) fn plural(game: &Waterloo, player: Player) -> &'static str {
    match game.side_text(player) {
        "Prussian" => "Prussians",
        "Allied" => "Allies",
        side => side,
    }
}

fn kind_name(kind: Kind) -> &'static str {
    match kind {
        Kind::General => "Generals",
        Kind::Infantry => "Infantry",
        Kind::Cavalry => "Cavalry",
        Kind::FootArtillery => "Foot Artillery",
        Kind::HorseArtillery => "Horse Artillery",
        Kind::Terrain => "Terrain",
        Kind::Special => "Specials",
    }
}

/// A list in a sentence.
pub(crate) fn and(names: &[String]) -> String {
    match names {
        [] => "nobody".to_owned(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// Both players, French first.
pub(crate) const BOTH: [Player; 2] = [FRENCH, ALLIED];

/// What happened to the match, in English; nothing for its end, which is told with the outcome.
pub(crate) fn note_text(note: Note, side: impl Fn(Player) -> String) -> Option<String> {
    (!matches!(note, Note::Ended { .. })).then(|| note.text(side))
}
