//! The commands of a player at the screen.

use super::ask::Went;
use super::menu::{Menu, remarks};
use super::names::{Names, slot_number};
use super::{Next, Session, talk, windows};
use crate::board::{Board, legend};
use crate::fail::{Done, Fail};
use crate::files;
use crate::page::{FAINT, HEADING, PLAIN, STRONG, WARNING, paint, width, wrap};
use crate::players::{Bots, Who};
use crate::tale::Tale;
use eagles::game::{Game as _, Player, Viewer};
use eagles::play::{DrawsFrom, Item, MatchError};
use eagles::waterloo::state::Phase;
use eagles::waterloo::types::foe;
use eagles::waterloo::{Action, Refusal, Waterloo};
use std::path::Path;

const HELP: &str = "\
What can be typed (case does not matter):
  12            do number 12 of the list; 12c, 12s, 12l in Column, Square, Line
  menu, m       list what you can do; `menu s3` only the card in slot 3
  board, b      the board; `text` the same in sentences, for a screen reader
  end           finish: deployment, the Combat Phase, the turn
  CARD PLACE    move a card: `3 left`, `soye center column`, `25 left on 178`
  CARD TARGET   attack: `3 7`, `3 fire 7`, `pire shock byng`, `4 long 2`
  s3-fc, s3f7   any word of the notation
  CARD on ...   play a Special: `107 center`, `107 on soye`, `play 107`
  choose CARD   choose what a Special asks for, or its number in the list
  pass, p       play no Special now, choose no more
  why ...       why not: `why 3 7`, `why 25 left`, `why 107 center`, `why 12`
  odds ...      the chances of an attack before it is made: `odds 3 7`
  info CARD     a card in full
  roll          make all Morale rolls
  auto          let a bot deploy the rest; in battle, let it do one thing
  hint          what a bot would do
  undo, redo    take back, play again; what told something needs consent
  resign, draw  give up; offer a draw
  save FILE     keep the battle (`play --resume FILE`); svg FILE draws the board
  story         tell all that you have seen so far
  quit          leave
A CARD is a slot of the board (3 or s3), a card number, or a part of its name.
A PLACE is left, center, right, reserve, or fl fc fr al ac ar (French, Allied).

Specials: `info 107` says when, on what and how long. You are asked whenever you
can play one, in the enemy's turn too; where you can only pass, that is done for
you and nobody notices. With two people at one screen, handing it over between
two actions shows that the other can play a Special or has to choose something.
That cannot be helped where people share a screen.";

/// The most characters of a word that is not the name of a file.
const LONG_WORD: usize = 60;

impl Session<'_> {
    /// The board and what the player may do.
    pub(super) fn overview(&mut self, player: Player) -> Done {
        // The board is shown as a turn begins; while deploying, and where nothing new was told, it was not.
        let state = self.hosted.state();
        let told = state.phase != Phase::Deployment && self.tales[player.index()].has_shown_board();
        // Who is asked between two actions is told what has happened; `board` is there for more.
        let asked = state.task().is_some() && !self.both_human();
        if !told && !asked {
            self.board(player)?;
        }
        self.list(player, None)
    }

    fn board(&mut self, player: Player) -> Done {
        let view = self.hosted.view(Viewer::Player(player));
        for line in Board::new(&self.game, &view, width()).lines() {
            writeln!(self.out, "{line}")?;
        }
        writeln!(self.out)?;
        Ok(())
    }

    fn list(&mut self, player: Player, only: Option<u8>) -> Done {
        let view = self.hosted.view(Viewer::Player(player));
        let names = Names::new(&self.game, self.hosted.state(), &view, player);
        self.menu = Menu::new(&names, &self.hosted.legal(player));
        if self.menu.is_empty() {
            writeln!(self.out, "There is nothing to do.")?;
        }
        if let Some(question) = windows::question(&names).filter(|_| only.is_none()) {
            talk::say(HEADING, &question, self.out)?;
        }
        self.menu.show(&names, only, self.out)
    }

    /// Does what a line says.
    pub(super) fn command(&mut self, player: Player, line: &str) -> Result<Next, Fail> {
        let lower = line.to_lowercase();
        let mut words: Vec<&str> = lower.split_whitespace().collect();
        if words.iter().any(|word| word.chars().count() > LONG_WORD)
            && !matches!(words.first(), Some(&("save" | "svg")))
        {
            self.say(WARNING, "that is no command; `help` shows what can be typed")?;
            return Ok(Next::Go);
        }
        // File names keep their case.
        let tail = line.split_once(char::is_whitespace).map_or("", |(_, rest)| rest.trim());
        match words[..] {
            [] => self.list(player, None)?,
            ["help" | "h" | "?"] => self.help()?,
            ["menu" | "m"] => self.list(player, None)?,
            ["menu" | "m", slot] => match slot_number(slot) {
                Some(slot) => self.list(player, Some(slot))?,
                None => self.say(WARNING, "name a slot, as in `menu s3`")?,
            },
            ["board" | "b"] => self.board(player)?,
            ["legend"] => self.legend()?,
            ["text"] => {
                let view = self.hosted.view(Viewer::Player(player));
                writeln!(self.out, "{}", self.game.view_text(&view))?;
            }
            ["story"] => self.story(player)?,
            ["why", ..] => self.question(player, &words.split_off(1), talk::why)?,
            ["odds", ..] => self.question(player, &words.split_off(1), talk::odds)?,
            ["info" | "i", ..] if words.len() > 1 => {
                let word = words.split_off(1).join(" ");
                let view = self.hosted.view(Viewer::Player(player));
                let names = Names::new(&self.game, self.hosted.state(), &view, player);
                talk::info(&names, &word, self.out)?;
            }
            ["roll"] => return self.roll_all(player),
            ["auto"] => return self.auto(player),
            ["hint"] => self.hint(player)?,
            ["undo" | "u"] => self.undo(player)?,
            ["redo"] => self.redo(player)?,
            ["resign"] => {
                if self.console.yes("Give the battle up?", self.out)? {
                    self.hosted.resign(player).map_err(Fail::bad)?;
                }
            }
            ["draw"] => self.offer_draw(player)?,
            ["save", ..] if !tail.is_empty() => self.save(tail)?,
            ["svg", ..] if !tail.is_empty() => self.svg(player, tail)?,
            ["save"] => self.say(WARNING, "name a file: `save battle.json` keeps the battle")?,
            ["svg"] => self.say(WARNING, "name a file: `svg board.svg` draws the board")?,
            ["info" | "i"] => self.say(WARNING, "name a card: `info 25` or `info ney`")?,
            ["quit" | "q" | "exit"] => {
                if self.may_leave()? {
                    return Ok(Next::Leave);
                }
            }
            _ => return self.act(player, &words),
        }
        Ok(Next::Go)
    }

    /// Whether the battle may be left: it is kept, or need not be.
    pub(super) fn may_leave(&mut self) -> Result<bool, Fail> {
        Ok(self.is_kept() || !self.console.is_live() || self.console.yes("Leave without saving?", self.out)?)
    }

    fn help(&mut self) -> Done {
        for line in HELP.lines() {
            writeln!(self.out, "{line}")?;
        }
        writeln!(self.out)?;
        self.legend()
    }

    fn legend(&mut self) -> Done {
        for line in legend(width()) {
            writeln!(self.out, "{line}")?;
        }
        Ok(())
    }

    fn question(
        &mut self,
        player: Player,
        words: &[&str],
        answer: impl Fn(&Names<'_>, &Menu, &[&str], &mut dyn std::io::Write) -> Done,
    ) -> Done {
        let view = self.hosted.view(Viewer::Player(player));
        let names = Names::new(&self.game, self.hosted.state(), &view, player);
        answer(&names, &self.menu, words, self.out)
    }

    /// Does an action that the words name.
    fn act(&mut self, player: Player, words: &[&str]) -> Result<Next, Fail> {
        let view = self.hosted.view(Viewer::Player(player));
        let names = Names::new(&self.game, self.hosted.state(), &view, player);
        let order = match words {
            // A single slot lists what it can do.
            [word] if word.starts_with('s') && slot_number(word).is_some() => {
                let slot = slot_number(word);
                self.list(player, slot)?;
                return Ok(Next::Go);
            }
            _ => talk::order(&names, &self.menu, words),
        };
        match order {
            Ok(Action::Move { slot, to, formation }) if names.state.phase == Phase::Deployment && !to.is_reserve() => {
                match talk::shift(&names, slot, to, formation) {
                    Ok([back, down]) => {
                        self.hosted.apply(player, &back).map_err(Fail::bad)?;
                        self.apply(player, &down)
                    }
                    Err(refusal) => {
                        let text = self.game.refusal_text(&refusal);
                        self.say(WARNING, &text)?;
                        Ok(Next::Go)
                    }
                }
            }
            Ok(action) => self.apply(player, &action),
            Err(error) => {
                self.say(WARNING, &format!("{error} (`help` shows what can be typed)"))?;
                Ok(Next::Go)
            }
        }
    }

    /// Applies an action of the player at the screen, and shows what came of it.
    fn apply(&mut self, player: Player, action: &Action) -> Result<Next, Fail> {
        let turn = (self.hosted.state().turn, self.hosted.state().phase);
        let asked = !self.hosted.state().is_quiet();
        let told = self.hosted.events_since(usize::MAX, Viewer::Player(player)).1;
        match self.apply_asking(player, action, true)? {
            Went::Done => {}
            Went::Refused(refusal) => {
                let early = (refusal == Refusal::WrongPhase).then(|| talk::phase_of(turn.1, &[*action])).flatten();
                let text = early.map_or_else(|| self.game.refusal_text(&refusal), str::to_owned);
                self.say(WARNING, &text)?;
                return Ok(Next::Go);
            }
            Went::Dropped => {
                self.say(FAINT, "Dropped; nothing has changed.")?;
                return Ok(Next::Go);
            }
            Went::Failed(message) => {
                self.failed(&message)?;
                self.say(PLAIN, "The battle stands as it was before; do something else, `undo` or `save FILE`.")?;
                return Ok(Next::Go);
            }
            Went::Left => return Ok(Next::Leave),
        }
        if !self.hosted.to_act().has(player) {
            self.fresh = true;
        }
        if turn.1 == Phase::Deployment && self.hosted.state().phase == Phase::Deployment && !self.fresh {
            let view = self.hosted.view(Viewer::Player(player));
            let (items, _) = self.hosted.events_since(told, Viewer::Player(player));
            let events = items.iter().filter_map(|item| match &**item {
                Item::Event(event) => Some(self.game.event_text(event)),
                Item::Match(_) => None,
            });
            let what = events.collect::<Vec<_>>().join(" ");
            let left: u16 = view.armies.iter().filter(|a| a.hand.is_some()).map(|a| a.reserve).sum();
            self.tales[player.index()].skip(&self.hosted);
            let text = format!("{what} {left} left in the Reserve; Enter lists what you can do.");
            self.say(PLAIN, &text)?;
            return Ok(Next::Go);
        }
        self.news(player)?;
        let state = self.hosted.state();
        let moved_on = (state.turn, state.phase) != turn;
        if !self.fresh && self.hosted.outcome().is_none() && (moved_on || asked || !state.is_quiet()) {
            if turn.1 == Phase::Morale {
                self.board(player)?;
            }
            self.list(player, None)?;
        }
        Ok(Next::Go)
    }

    fn roll_all(&mut self, player: Player) -> Result<Next, Fail> {
        let mut rolled = false;
        loop {
            let roll = self.hosted.legal(player).into_iter().find(|action| matches!(action, Action::Roll { .. }));
            let Some(action) = roll else { break };
            rolled = true;
            let before = self.hosted.journal().len();
            if let Next::Leave = self.apply(player, &action)? {
                return Ok(Next::Leave);
            }
            if self.hosted.journal().len() == before {
                break;
            }
        }
        if !rolled {
            self.say(WARNING, "There is nothing to roll for.")?;
        }
        Ok(Next::Go)
    }

    /// A bot in the player's place.
    fn adviser(&self, player: Player) -> Bots<Waterloo> {
        let seed = match self.hosted.options().draws {
            DrawsFrom::Seed(seed) => seed.child(1 + self.hosted.journal().len() as u64),
            DrawsFrom::Host => crate::setup::any_seed(),
        };
        let mut who = [Who::Human; 2];
        who[player.index() & 1] = Who::Greedy;
        Bots::new(&self.game, who, &seed)
    }

    /// Lets a bot deploy the rest, or do one thing in battle.
    fn auto(&mut self, player: Player) -> Result<Next, Fail> {
        let mut adviser = self.adviser(player);
        if self.hosted.state().phase != Phase::Deployment {
            let Some(action) = adviser.choose(&self.hosted, player) else { return Ok(Next::Go) };
            self.tell_action(player, &action, "The bot does:")?;
            return self.apply(player, &action);
        }
        // What lies there stays; the bot puts down what it would put down.
        let mut done = 0;
        while let Some(action) = adviser.choose(&self.hosted, player) {
            if !matches!(action, Action::Deploy { .. }) || self.hosted.apply(player, &action).is_err() {
                break;
            }
            done += 1;
        }
        self.tales[player.index()].skip(&self.hosted);
        self.board(player)?;
        let text =
            format!("The bot has put down {}; change it as you like, then `end`.", crate::page::count(done, "card"));
        self.say(PLAIN, &text)?;
        Ok(Next::Go)
    }

    fn hint(&mut self, player: Player) -> Done {
        match self.adviser(player).choose(&self.hosted, player) {
            Some(action) => self.tell_action(player, &action, "The bot would do:"),
            None => self.say(FAINT, "There is nothing to do."),
        }
    }

    fn tell_action(&mut self, player: Player, action: &Action, head: &str) -> Done {
        let view = self.hosted.view(Viewer::Player(player));
        let names = Names::new(&self.game, self.hosted.state(), &view, player);
        let word = self.game.write_action(self.hosted.state(), player, action);
        let what = format!("{}{}", self.game.action_text(&view, player, action), remarks(&names, action));
        // The end of a phase carries its word already.
        let told = what == word || what.contains(&format!("({word})"));
        let word = if told { String::new() } else { format!(" ({word})") };
        let text = format!("{head} {what}{word}");
        self.say(STRONG, &text)
    }

    fn undo(&mut self, player: Player) -> Done {
        match self.hosted.undo(player, 1) {
            Ok(()) => self.taken_back(player),
            Err(error @ (MatchError::Barrier | MatchError::OtherActed)) if self.both_human() => {
                self.say(WARNING, &format!("{error}."))?;
                let question = format!("{} player, do you let it be taken back?", self.side(foe(player)));
                self.hosted.ask_undo(player, 1).map_err(Fail::bad)?;
                if self.console.yes(&question, self.out)? {
                    self.hosted.consent(foe(player)).map_err(Fail::bad)?;
                    self.taken_back(player)
                } else {
                    self.hosted.decline(foe(player)).map_err(Fail::bad)?;
                    self.news(player)
                }
            }
            Err(MatchError::Barrier | MatchError::OtherActed) => self.say(
                WARNING,
                "That rolled dice, revealed something or was answered: it stands. `play --analysis` lets everything be taken back.",
            ),
            Err(MatchError::TooFew { have: 0 }) => self.say(WARNING, "There is nothing to take back."),
            Err(error) => self.say(WARNING, &format!("{error}.")),
        }
    }

    fn taken_back(&mut self, player: Player) -> Done {
        for tale in &mut self.tales {
            tale.skip(&self.hosted);
        }
        self.say(FAINT, "Taken back; `redo` plays it again.")?;
        if self.hosted.to_act().has(player) {
            self.board(player)?;
            self.list(player, None)?;
        }
        Ok(())
    }

    fn redo(&mut self, player: Player) -> Done {
        match self.hosted.redo(player) {
            Ok(()) => self.news(player),
            Err(error) => self.say(WARNING, &format!("{error}.")),
        }
    }

    fn offer_draw(&mut self, player: Player) -> Done {
        if !self.both_human() {
            let text = format!("The {} play on; `resign` gives the battle up.", self.others(player));
            return self.say(FAINT, &text);
        }
        self.hosted.offer_draw(player).map_err(Fail::bad)?;
        let question = format!("{} player, do you agree to a draw?", self.side(foe(player)));
        if self.console.yes(&question, self.out)? {
            self.hosted.accept_draw(foe(player)).map_err(Fail::bad)?;
        } else {
            self.hosted.decline_draw(foe(player)).map_err(Fail::bad)?;
        }
        self.news(player)
    }

    /// Keeps the battle. A file that cannot be written ends nothing.
    pub(super) fn save(&mut self, file: &str) -> Done {
        let again = self.kept.as_ref().is_some_and(|(_, kept)| kept == file);
        if !again && Path::new(file).exists() {
            let question = format!("There is a {file} already. Write over it?");
            if !self.console.yes(&question, self.out)? {
                return self.say(FAINT, "It is left as it was; name another file.");
            }
        }
        match files::save(Path::new(file), &self.hosted, &self.notes) {
            Ok(()) => {
                self.kept = Some((self.hosted.journal().len(), file.to_owned()));
                let again = &self.again;
                let text = format!(
                    "Kept in {file}; `eagles play --resume {file}{again}` goes on. It holds everything, also what is hidden."
                );
                self.say(PLAIN, &text)
            }
            Err(Fail::Bad(message)) => self.say(WARNING, &message),
            Err(other) => Err(other),
        }
    }

    /// Draws the board as the player sees it.
    pub(super) fn svg(&mut self, player: Player, file: &str) -> Done {
        let view = self.hosted.view(Viewer::Player(player));
        let picture = eagles::waterloo::picture::svg(&self.game, &view);
        let path = Path::new(file);
        match files::may_be_svg(path).and_then(|()| files::write(path, picture.as_bytes())) {
            Ok(()) => self.say(PLAIN, &format!("Drawn in {file}.")),
            Err(Fail::Bad(message)) => self.say(WARNING, &message),
            Err(other) => Err(other),
        }
    }

    /// Tells again what the player has seen.
    pub(super) fn story(&mut self, player: Player) -> Done {
        writeln!(self.out, "{}", paint(HEADING, "What you have seen:"))?;
        let mut tale = Tale::new(&self.game, Viewer::Player(player), false);
        tale.go_on(&self.hosted, self.out)?;
        if self.hosted.outcome().is_some() {
            return tale.end(&self.hosted, self.out);
        }
        for line in wrap("", "That is all so far.", width()) {
            writeln!(self.out, "{}", paint(FAINT, &line))?;
        }
        Ok(())
    }
}
