//! `eagles empire play`: people at the keyboard, against bots or each other.

mod back;
mod help;
mod hints;
mod look;
mod names;
mod odds;
mod orders;
mod talk;

use super::battles::BattleArgs;
use super::bots::{BEST, Bots, Pair, Who};
use super::records;
use super::sketch::sketch;
use super::story::opening;
use super::told::{Told, side, side_colour};
use crate::fail::{Done, Fail};
use crate::files;
use crate::fold::fold;
use crate::page::{FAINT, HEADING, PLAIN, STRONG, WARNING, paint, width, wrap};
use crate::play::console::Console;
use crate::setup;
use anstyle::Style;
use clap::{Args, ValueEnum};
use eagles::chance::{Kind, Seed, Unmet};
use eagles::empire::state::{Pending, Stage};
use eagles::empire::{Action, Empire, Refusal, View};
use eagles::game::{Game as _, Player, Viewer};
use eagles::play::{ApplyError, DrawsFrom, Match, MatchOptions};
use eagles::record::SavedDraws;
use names::Names;
use orders::Orders;
use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;

/// The words that ask something.
const QUERIES: [&str; 15] = [
    "look", "near", "what", "odds", "why", "map", "picture", "list", "undo", "redo", "save", "auto", "help", "quit",
    "points",
];

/// Where dice come from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum DiceFrom {
    /// From the seed
    Seed,
    /// From your own dice: you are asked for them
    Ask,
}

/// Play at the keyboard, against a bot or each other
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
Examples:
  eagles empire play                          the tutorial, against a bot
  eagles empire play derlon --as allied       the Allies at Waterloo
  eagles empire play --two                    two people at one keyboard
  eagles empire play --dice ask               you roll the dice
  eagles empire play --load battle.json       go on with what `save` kept
At the prompt `help` shows what can be typed.
Exit codes: 0 done, 2 bad usage or a file that cannot be used, 130 broken off
with Ctrl-C.")]
pub(crate) struct PlayArgs {
    #[command(flatten)]
    battle: BattleArgs,
    /// The side you play, by its name; the first when not given
    #[arg(long = "as", value_name = "SIDE", conflicts_with = "two")]
    side: Option<String>,
    /// Two people play
    #[arg(long)]
    two: bool,
    /// The seed of all dice and bots; without it another one each time
    #[arg(long, value_parser = setup::seed)]
    seed: Option<Seed>,
    /// Where dice come from
    #[arg(long, value_enum, default_value = "seed", conflicts_with = "load")]
    dice: DiceFrom,
    /// Let anything be taken back at any time
    #[arg(long, conflicts_with = "load")]
    analysis: bool,
    /// Go on with a saved battle
    #[arg(long, value_name = "FILE", conflicts_with_all = ["scenario", "units"])]
    load: Option<PathBuf>,
}

/// A battle being played here.
struct Session<'a> {
    game: Arc<Empire>,
    hosted: Match<Empire>,
    who: Pair,
    /// The bots, and what `auto` lets act for people.
    bots: Bots,
    deputies: Bots,
    told: [Told; 2],
    console: Console,
    seated: Option<Player>,
    /// The actions that were listed last, by their numbers.
    menu: Vec<Action>,
    /// The stage that the seated player was last told of.
    stage: Option<(u8, Stage, Player)>,
    /// What was asked last.
    asked: Pending,
    /// What a bot did last that is told nowhere.
    answered: String,
    draws: String,
    kept: Option<(usize, String)>,
    out: &'a mut dyn Write,
}

/// What comes after a command.
#[derive(PartialEq, Eq)]
enum Next {
    /// Go on.
    Go,
    /// Leave the battle.
    Leave,
}

/// Plays.
pub(crate) fn run(args: &PlayArgs, out: &mut dyn Write) -> Done {
    let (game, hosted, noted) = match &args.load {
        Some(path) => {
            let record = files::record(path)?;
            let game = records::game_of(path, &record)?;
            let hosted = Match::from_record(Arc::clone(&game), &record)
                .map_err(|error| Fail::bad(format!("{}: {error}", path.display())))?;
            let seed = match record.header.draws {
                SavedDraws::Seeded { seed, .. } | SavedDraws::Forked { seed, .. } => seed,
                SavedDraws::Host => Seed::from_number(0),
            };
            let seed = seed.child(1 << 32 | record.actions.len() as u64);
            (game, hosted, Some((record.notes.get("players").cloned().unwrap_or_default(), seed)))
        }
        None => {
            let seed = args.seed.unwrap_or_else(setup::any_seed);
            let game = args.battle.load(seed)?;
            let mut options = match args.dice {
                DiceFrom::Seed => MatchOptions::seeded(seed),
                DiceFrom::Ask => MatchOptions::hosted(),
            };
            options.analysis = args.analysis;
            (Arc::clone(&game), Match::new(game, options), None)
        }
    };
    let who = match (&args.side, args.two, &noted) {
        (_, true, _) => [Who::Human; 2],
        (Some(word), ..) => one(records::player(&game, word)?),
        (None, _, Some((players, _))) => match players.as_str() {
            "both" => [Who::Human; 2],
            "second" => one(Player(1)),
            _ => one(Player(0)),
        },
        (None, ..) => one(Player(0)),
    };
    let (draws, seed) = match hosted.options().draws {
        DrawsFrom::Seed(seed) => (format!("seed {seed}"), seed),
        DrawsFrom::Host => ("your own dice".to_owned(), Seed::from_number(0)),
    };
    let seed = noted.as_ref().map_or(seed, |(_, seed)| *seed);
    let told = |player| Told::new(&game, Viewer::Player(player), false);
    let mut session = Session {
        bots: Bots::new(&game, who, &seed),
        deputies: Bots::new(&game, [BEST; 2], &seed.child(u64::MAX)),
        told: [told(Player(0)), told(Player(1))],
        console: Console::open()?,
        seated: None,
        menu: Vec::new(),
        stage: None,
        asked: Pending::None,
        answered: String::new(),
        draws,
        kept: None,
        who,
        out,
        hosted,
        game,
    };
    if noted.is_some() {
        session.told.iter_mut().for_each(|told| told.skip(&session.hosted));
    }
    opening(&session.game, Some(who), session.out)?;
    session.say(FAINT, "Type `help` at any time.")?;
    if let Some(told) = session.told.first_mut() {
        told.begin(&session.hosted, session.out)?;
    }
    session.pump()
}

/// One person against a bot.
const fn one(player: Player) -> Pair {
    if player.0 == 0 { [Who::Human, BEST] } else { [BEST, Who::Human] }
}

/// The words of a line, small and without accents; what stands in quotes is one word.
fn words_of(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    for (n, part) in line.split('"').enumerate() {
        if n % 2 == 1 {
            words.push(fold(part));
        } else {
            words.extend(part.split_whitespace().map(fold));
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

impl Session<'_> {
    fn is_human(&self, player: Player) -> bool {
        self.who[player.index() & 1] == Who::Human
    }

    fn say(&mut self, style: Style, text: &str) -> Done {
        for line in wrap("", text, width()) {
            writeln!(self.out, "{}", paint(style, &line))?;
        }
        Ok(())
    }

    fn view(&self, player: Player) -> View {
        self.hosted.view(Viewer::Player(player))
    }

    /// Lets everybody act in turn until the battle is over.
    fn pump(&mut self) -> Done {
        loop {
            let Some(player) = self.hosted.next_to_ask() else { return self.close() };
            if !self.is_human(player) {
                let Some(action) = self.bots.choose(&self.hosted, player) else {
                    return Err(Fail::bad("a bot has nothing to do; please report this battle"));
                };
                self.remember_answer(player, &action);
                match self.apply(player, &action)? {
                    Next::Go => continue,
                    Next::Leave => return self.left(),
                }
            }
            if !self.seat(player)? {
                return self.left();
            }
            self.news(player)?;
            if self.turn(player)? == Next::Leave {
                return self.left();
            }
        }
    }

    /// Brings a player to the keyboard. While orders are given the other looks away.
    fn seat(&mut self, player: Player) -> Result<bool, Fail> {
        let last = self.seated.replace(player);
        if last == Some(player) || self.who != [Who::Human; 2] {
            return Ok(true);
        }
        self.stage = None;
        let name = side(&self.game, player);
        if self.hosted.state().stage == Stage::Command {
            let prompt = format!("{name} player, take the keyboard and press Enter; the other looks away.");
            if self.console.ask(&prompt, self.out)?.is_none() {
                return Ok(false);
            }
            self.console.clear(self.out)?;
        }
        Ok(true)
    }

    /// Tells a person what is new.
    fn news(&mut self, player: Player) -> Done {
        let told = &mut self.told[player.index() & 1];
        told.go_on(&self.hosted, self.out)?;
        told.flush(self.out)?;
        // Two at one screen read it together, save for their orders.
        if self.who == [Who::Human; 2] && self.hosted.state().stage != Stage::Command {
            self.told[1 - (player.index() & 1)].skip(&self.hosted);
        }
        Ok(())
    }

    /// One command of the player at the keyboard.
    fn turn(&mut self, player: Player) -> Result<Next, Fail> {
        let state = self.hosted.state();
        let now = (state.turn, state.stage, player);
        let asked = state.pending.clone();
        if asked != self.asked && asked != Pending::None {
            self.question(player, &asked)?;
        } else if self.stage != Some(now) {
            let stage = state.stage;
            self.say(FAINT, help::stage(stage))?;
            if stage == Stage::Assault {
                self.list(player)?;
            }
        }
        self.asked = asked;
        self.stage = Some(now);
        let prompt = format!("{}, {}>", side(&self.game, player), help::prompt(self.hosted.state()));
        let Some(line) = self.console.ask(&prompt, self.out)? else {
            self.say(FAINT, "The input has ended.")?;
            return Ok(Next::Leave);
        };
        self.command(player, &line)
    }

    /// What must be decided, as a question with numbered answers.
    fn question(&mut self, player: Player, asked: &Pending) -> Done {
        let name = |id| self.game.unit(id).name.clone();
        let text = match asked {
            Pending::None => return Ok(()),
            Pending::Charge { unit, target, breakthrough: false } => {
                format!("{} charges {}. How does it answer?", name(*unit), name(*target))
            }
            Pending::Charge { unit, target, breakthrough: true } => {
                format!("{} breaks through and comes at {}. How does it answer?", name(*unit), name(*target))
            }
            Pending::Threat { unit, may } => {
                let who: Vec<String> = may.iter().map(|id| name(*id)).collect();
                format!("{} is near. Does {} form square? `end` if not.", name(*unit), who.join(" or "))
            }
            Pending::Lead { first, .. } => {
                format!(
                    "{} leads the enemy in this combat. Who leads your side? Only his own sum counts in full.",
                    name(*first)
                )
            }
            Pending::Follow { may } => {
                let who = may.first().map_or_else(String::new, |following| name(following.unit));
                format!("{who} has won. What does it do now?")
            }
        };
        self.say(STRONG, &text)?;
        self.list(player)
    }

    /// What a player may do now, numbered.
    fn list(&mut self, player: Player) -> Done {
        let legal = self.hosted.legal(player);
        self.offer(player, legal)
    }

    /// Numbered actions, with what is known of each.
    fn offer(&mut self, player: Player, actions: Vec<Action>) -> Done {
        let view = self.view(player);
        for (n, action) in actions.iter().enumerate() {
            let text = self.game.action_text(&view, player, action);
            let note = odds::note(&self.game, self.hosted.state(), player, action);
            let note = if note.is_empty() { note } else { format!(": {note}") };
            for line in wrap(&format!("{:>3} ", n + 1), &format!("{text}{note}"), width()) {
                writeln!(self.out, "{line}")?;
            }
        }
        self.menu = actions;
        Ok(())
    }

    fn command(&mut self, player: Player, line: &str) -> Result<Next, Fail> {
        let mut words = words_of(line.trim_end_matches(['.', '?', '!']));
        if words.is_empty() && line.contains('?') {
            words.push("help".to_owned());
        }
        let Some(first) = words.first() else { return Ok(Next::Go) };
        let rest = &words[1..];
        match first.as_str() {
            "help" | "h" => help::print(rest, self.out)?,
            "quit" | "exit" | "q" => {
                if self.may_leave()? {
                    return Ok(Next::Leave);
                }
            }
            "look" | "l" | "show" => self.look(player, rest)?,
            "near" => self.near(player, rest)?,
            "map" => {
                let view = self.view(player);
                for line in sketch(&self.game, &view, width()) {
                    writeln!(self.out, "{line}")?;
                }
            }
            "points" => {
                let points = self.game.points(self.hosted.state());
                let text = format!(
                    "{} {}, {} {}.",
                    side(&self.game, Player(0)),
                    points[0],
                    side(&self.game, Player(1)),
                    points[1]
                );
                self.say(PLAIN, &text)?;
            }
            "list" | "options" => {
                self.list(player)?;
                self.others(player)?;
            }
            "what" => self.what(player, rest)?,
            "odds" | "chances" => self.odds(player, rest)?,
            "why" => self.why(player, rest)?,
            "picture" | "svg" => self.picture(player, line)?,
            "save" => self.save(line)?,
            "undo" => self.undo(player)?,
            "redo" => self.redo(player)?,
            "auto" => return self.auto(player),
            _ => return self.act(player, &words),
        }
        Ok(Next::Go)
    }

    /// Does what the words mean.
    fn act(&mut self, player: Player, words: &[String]) -> Result<Next, Fail> {
        let action = match words {
            [number] if number.parse::<usize>().is_ok() && !self.menu.is_empty() => {
                let n = number.parse::<usize>().unwrap_or_default();
                match n.checked_sub(1).and_then(|n| self.menu.get(n)) {
                    Some(action) => Ok(action.clone()),
                    None => Err(format!("the list has numbers 1 to {}; `list` shows it", self.menu.len())),
                }
            }
            _ => self.meant(player, words),
        };
        match action {
            Ok(action) => {
                let before = self.hosted.journal().len();
                let next = self.apply(player, &action)?;
                if self.hosted.journal().len() > before {
                    self.declared(player, &action)?;
                }
                Ok(next)
            }
            Err(text) => {
                self.say(WARNING, &format!("{}.", crate::page::capital(text.trim_end_matches('.'))))?;
                Ok(Next::Go)
            }
        }
    }

    /// Says of what the story says nothing.
    fn declared(&mut self, player: Player, action: &Action) -> Done {
        let more = match action {
            Action::Fire { .. } => "declared; `end` when all is",
            Action::Hold { .. } => "that was its move",
            _ => return Ok(()),
        };
        let text = self.game.action_text(&self.view(player), player, action);
        self.say(PLAIN, &format!("{}: {more}.", crate::page::capital(&text)))
    }

    /// Names the units that may still move besides the one that a list is about.
    fn others(&mut self, player: Player) -> Done {
        let state = self.hosted.state();
        if state.stage != Stage::March || state.pending != Pending::None {
            return Ok(());
        }
        let listed: Vec<_> = self.menu.iter().filter_map(names::subject).collect();
        let may = |unit| self.game.refusal(state, player, &Action::Hold { unit }).is_none();
        let view = self.view(player);
        let others = view.units.iter().filter(|unit| self.game.unit(unit.id).player == player);
        let others: Vec<String> = others
            .filter(|unit| !listed.contains(&unit.id) && may(unit.id))
            .map(|unit| format!("{} ({})", self.game.unit(unit.id).name, self.game.unit(unit.id).id))
            .collect();
        if others.is_empty() {
            return Ok(());
        }
        self.say(FAINT, &format!("Others that may still move: {}. `what can NAME do` lists moves.", others.join(", ")))
    }

    /// The action that words mean.
    fn meant(&self, player: Player, words: &[String]) -> Result<Action, String> {
        let view = self.view(player);
        let names = Names { game: &self.game, view: &view, player };
        Orders { game: &self.game, state: self.hosted.state(), player, names }.action(words)
    }

    /// Applies an action, and asks for dice where people roll them.
    fn apply(&mut self, player: Player, action: &Action) -> Result<Next, Fail> {
        loop {
            let needed = match self.hosted.apply(player, action) {
                Ok(()) => {
                    if self.is_human(player) {
                        self.menu.clear();
                        self.news(player)?;
                    }
                    return Ok(Next::Go);
                }
                Err(ApplyError::Refused(refusal)) => {
                    self.refused(player, action, &refusal)?;
                    if let Some(unit) = names::subject(action).filter(|_| {
                        let state = self.hosted.state();
                        state.stage == Stage::March && state.pending == Pending::None && refusal != Refusal::WrongStage
                    }) {
                        let id = self.game.unit(unit).id.clone();
                        self.say(FAINT, &format!("`what can {id} do` lists moves that are allowed."))?;
                    }
                    return Ok(Next::Go);
                }
                Err(ApplyError::Unmet(Unmet::Needed(needed))) => needed,
                Err(other) => return Err(Fail::bad(other)),
            };
            let Kind::Dice { sides, .. } = needed.request.kind else {
                return Err(Fail::bad("the rules ask for something else than dice"));
            };
            let prompt = format!("Roll {} (0 is {sides}):", self.game.draw_text(&needed.request));
            let Some(line) = self.console.ask(&prompt, self.out)? else { return Ok(Next::Leave) };
            let most = u16::from(sides);
            let values: Option<Vec<u16>> = line
                .split([' ', ','])
                .filter(|word| !word.is_empty())
                .map(|word| word.parse().ok().filter(|n| *n <= most).map(|n: u16| if n == 0 { most } else { n }))
                .collect();
            match values.filter(|values| !values.is_empty()) {
                Some(values) => self.hosted.supply(&values).map_err(Fail::bad)?,
                None if line.trim() == "quit" => return Ok(Next::Leave),
                None => self.say(WARNING, &format!("Type what the die shows, 1 to {sides} (or 0 for {sides})."))?,
            }
        }
    }

    /// Lets a bot do the rest of the stage.
    fn auto(&mut self, player: Player) -> Result<Next, Fail> {
        let stage = (self.hosted.state().turn, self.hosted.state().stage, self.hosted.state().on_turn);
        loop {
            let state = self.hosted.state();
            let same = (state.turn, state.stage, state.on_turn) == stage;
            if !same || !self.hosted.to_act().has(player) {
                return Ok(Next::Go);
            }
            let Some(action) = self.deputies.choose(&self.hosted, player) else { return Ok(Next::Go) };
            if self.apply(player, &action)? == Next::Leave {
                return Ok(Next::Leave);
            }
        }
    }

    fn is_kept(&self) -> bool {
        self.kept.as_ref().is_some_and(|(actions, _)| *actions == self.hosted.journal().len())
    }

    fn may_leave(&mut self) -> Result<bool, Fail> {
        if self.is_kept() || self.hosted.journal().is_empty() || !self.console.is_live() {
            return Ok(true);
        }
        self.console.yes("The battle is not saved. Leave it?", self.out)
    }

    fn left(&mut self) -> Done {
        let text = match &self.kept {
            Some((_, file)) if self.is_kept() => format!("The battle is left; it is kept in {file}."),
            Some((_, file)) => format!("The battle is left; it is kept in {file} as it stood when you saved it."),
            None => "The battle is left where it stands; it was not saved.".to_owned(),
        };
        self.say(FAINT, &text)
    }

    /// The end of the battle.
    fn close(&mut self) -> Done {
        let teller = self.seated.or_else(|| (0..2).map(Player).find(|p| self.is_human(*p))).unwrap_or(Player(0));
        self.news(teller)?;
        writeln!(self.out)?;
        let text = self.told[teller.index() & 1].summary(&self.hosted, &self.draws);
        let colour = self
            .hosted
            .outcome()
            .and_then(|ending| ending.winner())
            .map_or(STRONG, |winner| side_colour(&self.game, winner).bold());
        self.say(colour, &text)?;
        while let Some(line) = self.console.ask("`save FILE` keeps it, Enter leaves>", self.out)? {
            match line.split_whitespace().next() {
                Some("save") => self.save(&line)?,
                Some("picture") => self.picture(teller, &line)?,
                None | Some("quit" | "q" | "exit") => break,
                Some(_) => self.say(HEADING, "The battle is over: `save FILE`, `picture FILE`, or Enter to leave.")?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::words_of;

    #[test]
    fn quotes_keep_words_together() {
        assert_eq!(words_of("attach  Ney \"2nd Division\" now"), ["attach", "ney", "2nd division", "now"]);
        assert_eq!(words_of("  "), Vec::<String>::new());
    }
}
