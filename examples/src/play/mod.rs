//! `eagles play`: people at the keyboard, against bots or each other.

mod ask;
pub(crate) mod console;
mod menu;
mod names;
mod orders;
mod plays;
mod seats;
mod talk;
mod windows;

use crate::fail::{Done, Fail};
use crate::files;
use crate::mods;
use crate::page::{FAINT, HEADING, STRONG, WARNING, paint, width, wrap};
use crate::players::{self, Bots, Pair, Who, turn_order};
use crate::setup::{self, SetupArgs};
use crate::tale::{BOTH, Tale, plural, summary, title};
use ask::Went;
use clap::{Args, ValueEnum};
use console::Console;
use eagles::chance::Seed;
use eagles::game::{Player, Viewer};
use eagles::play::{DrawsFrom, Match, MatchOptions};
use eagles::record::{LoadError, Record};
use eagles::waterloo::{ALLIED, Action, Army, FRENCH, Waterloo};
use eagles_lua::kit::Play;
use menu::Menu;
use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Where dice and cards come from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum DiceFrom {
    /// From the seed
    Seed,
    /// From your own dice and cards: you are asked for them
    Ask,
}

/// A side from the command line, and the army that it was named by.
#[derive(Clone, Copy, Debug)]
struct Side {
    player: Player,
    army: Option<Army>,
}

fn side(text: &str) -> Result<Side, String> {
    let word = text.to_lowercase();
    match (word.as_str(), Army::from_name(&word)) {
        ("allied", _) => Ok(Side { player: ALLIED, army: None }),
        (_, Some(army)) => Ok(Side { player: army.player(), army: Some(army) }),
        _ => Err("write french, british, prussian or allied".to_owned()),
    }
}

/// Play at the keyboard.
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
Examples:
  eagles play                         Quatre Bras as the French, against a bot
  eagles play waterloo --as british   Waterloo as the Allies
  eagles play --players human,human   two people who pass the screen
  eagles play --dice ask              with your own dice and cards
  eagles play --resume battle.json    go on with what `save battle.json` kept, and
                                      who plays, unless `--as` says otherwise
At the prompt `help` shows what can be typed. Exit codes: 0 done, 1 broken off as
the script of a card failed, 2 bad usage or a file that cannot be used, 130
broken off with Ctrl-C.")]
pub(crate) struct PlayArgs {
    /// The battle: QB, LI, WA, WV, CH, or its name
    #[arg(default_value = "QB", conflicts_with = "resume")]
    battle: String,
    /// The side you play: french, british, prussian or allied
    #[arg(long = "as", value_name = "SIDE", value_parser = side, conflicts_with = "players")]
    side: Option<Side>,
    /// Who plays, French first: human, greedy or random
    #[arg(long, value_name = "FRENCH,ALLIED", value_parser = players::pair)]
    players: Option<Pair>,
    /// The seed of all dice, cards and bots; without it another one each time
    #[arg(long, allow_negative_numbers = true, value_parser = setup::seed)]
    seed: Option<Seed>,
    /// Where dice and cards come from
    #[arg(long, value_enum, default_value = "seed", conflicts_with = "seed")]
    dice: DiceFrom,
    /// Let anything be taken back at any time
    #[arg(long, conflicts_with = "resume")]
    analysis: bool,
    /// Go on with a saved game
    #[arg(long, value_name = "FILE")]
    resume: Option<PathBuf>,
    /// Go on from the saved game's last position, without its past: for one made under other rules
    #[arg(long, requires = "resume")]
    position: bool,
    #[command(flatten)]
    setup: SetupArgs,
}

/// A battle being played here.
struct Session<'a> {
    game: Arc<Waterloo>,
    hosted: Match<Waterloo>,
    bots: Bots<Waterloo>,
    who: Pair,
    /// What each person has been told.
    tales: [Tale; 2],
    console: Console,
    /// The player who sits at the screen.
    seated: Option<Player>,
    /// The list that was shown last.
    menu: Menu,
    /// Whether the seated player is to be shown what he may do.
    fresh: bool,
    /// How the draws came, for the last line.
    draws: String,
    /// Whether the seed may be told before the end.
    open_seed: bool,
    /// The options that name the same cards when it is taken up again.
    again: String,
    /// Where the battle was saved last, and after how many actions.
    kept: Option<(usize, String)>,
    /// The notes that are saved with it.
    notes: BTreeMap<String, String>,
    /// Whether it was said that the bot's cards are seen by whoever draws them.
    warned: bool,
    /// Whether the program draws everything until the next decision.
    rolling: bool,
    out: &'a mut dyn Write,
}

/// What comes after a command.
enum Next {
    /// Go on.
    Go,
    /// Leave the battle.
    Leave,
}

/// Plays.
pub(crate) fn run(args: &PlayArgs, out: &mut dyn Write) -> Done {
    let saved = args.resume.as_deref().map(files::record).transpose()?;
    let who = seats::seats(args.players, args.side.map(|side| side.player), saved.as_ref())?;
    let cards = args.setup.cards()?;
    let (game, hosted, seed) = match &saved {
        Some(record) => take_up(args, record, &cards)?,
        None => start(args, &cards)?,
    };
    setup::fights(&game, args.side.and_then(|side| side.army))?;
    let mut notes = saved.map(|record| record.notes).unwrap_or_default();
    seats::note(&mut notes, who);
    mods::note(&mut notes, &cards);
    let draws = match hosted.options().draws {
        DrawsFrom::Seed(seed) => format!("seed {seed}"),
        DrawsFrom::Host => "your own dice and cards".to_owned(),
    };
    let tale = |player| Tale::new(&game, Viewer::Player(player), true);
    let mut session = Session {
        bots: Bots::new(&game, who, &seed),
        tales: [tale(FRENCH), tale(ALLIED)],
        console: Console::open()?,
        seated: None,
        menu: Menu::default(),
        fresh: true,
        open_seed: args.seed.is_some() || args.analysis || args.dice == DiceFrom::Ask,
        draws,
        kept: None,
        again: args.setup.again(),
        notes,
        warned: false,
        rolling: false,
        who,
        out,
        hosted,
        game,
    };
    if args.resume.is_some() {
        for player in BOTH {
            session.tales[player.index()].skip(&session.hosted);
        }
    }
    session.opening(args.resume.is_some())?;
    session.pump()
}

/// Takes up a saved game.
fn take_up(args: &PlayArgs, record: &Record, cards: &Play) -> Result<(Arc<Waterloo>, Match<Waterloo>, Seed), Fail> {
    let game = files::game_of(record, cards)?;
    let take_up = if args.position { Match::from_position } else { Match::from_record };
    let hosted = take_up(Arc::clone(&game), record).map_err(|error| {
        let hint = match error {
            LoadError::RulesVersion { .. } | LoadError::Diverged(_) | LoadError::OtherPosition if !args.position => {
                "; `--position` goes on from its last position"
            }
            _ => "",
        };
        let path = args.resume.as_deref().unwrap_or(Path::new("-"));
        match mods::unusable(path, record, cards, &error) {
            Fail::Bad(message) => Fail::Bad(format!("{message}{hint}")),
            other => other,
        }
    })?;
    Ok((game, hosted, args.seed.unwrap_or_else(|| seats::taken_up(record))))
}

/// Begins a new one.
fn start(args: &PlayArgs, cards: &Play) -> Result<(Arc<Waterloo>, Match<Waterloo>, Seed), Fail> {
    let seed = args.seed.unwrap_or_else(setup::any_seed);
    let game = args.setup.game_with(cards, &args.battle, true)?;
    let mut options = match args.dice {
        DiceFrom::Seed => MatchOptions::seeded(seed),
        DiceFrom::Ask => MatchOptions::hosted(),
    };
    options.analysis = args.analysis;
    Ok((Arc::clone(&game), Match::new(game, options), seed))
}

impl Session<'_> {
    fn is_human(&self, player: Player) -> bool {
        self.who[player.index() & 1] == Who::Human
    }

    fn both_human(&self) -> bool {
        self.who == [Who::Human; 2]
    }

    fn side(&self, player: Player) -> &'static str {
        self.game.side_text(player)
    }

    fn say(&mut self, style: anstyle::Style, text: &str) -> Done {
        for line in wrap("", text, width()) {
            writeln!(self.out, "{}", paint(style, &line))?;
        }
        Ok(())
    }

    fn opening(&mut self, resumed: bool) -> Done {
        let name = title(&self.game);
        self.say(HEADING, &name)?;
        let sides: Vec<String> =
            BOTH.iter().map(|&player| format!("{}: {}", self.side(player), self.who[player.index()].name())).collect();
        let how = if resumed {
            "Taken up where it was left."
        } else {
            "You win the moment your Infantry or Cavalry stands in an enemy Position that no enemy Troops hold."
        };
        // Whoever knows the seed knows every hand: one that nobody gave is told when the battle is over.
        let draws = if self.open_seed { &*self.draws } else { "the seed is told at the end" };
        let text = format!("{}; {draws}. {how}", sides.join(", "));
        self.say(crate::page::PLAIN, &text)?;
        self.say(FAINT, "Type `help` at any time.")?;
        writeln!(self.out)?;
        Ok(())
    }

    /// Lets everybody act in turn until the battle is over.
    fn pump(&mut self) -> Done {
        loop {
            if self.hosted.outcome().is_some() {
                return self.close();
            }
            let Some(&player) = turn_order(&self.hosted).first() else { return self.close() };
            if !self.is_human(player) || self.hosted.legal(player) == [Action::Deal] {
                if !self.by_itself(player)? {
                    return self.left();
                }
                continue;
            }
            if !self.seat(player)? {
                self.say(FAINT, "The input has ended.")?;
                return self.left();
            }
            self.news(player)?;
            if let Next::Leave = self.turn(player)? {
                return self.left();
            }
        }
    }

    /// An action that nobody at the keyboard chooses. False when the battle is left.
    fn by_itself(&mut self, player: Player) -> Result<bool, Fail> {
        let action = if self.bots.has(player) { self.bots.choose(&self.hosted, player) } else { Some(Action::Deal) };
        let Some(action) = action else { return Err(Fail::bad("a bot has nothing to do; please report this battle")) };
        let bots = self.who.iter().any(|&who| who != Who::Human);
        if bots && !self.warned && self.hosted.draw_counts().is_none() {
            self.warned = true;
            self.say(FAINT, "Whoever handles the cards sees those of the bot; the bot sees none of yours.")?;
        }
        match self.apply_asking(player, &action, false)? {
            Went::Left => Ok(false),
            Went::Failed(message) => {
                self.failed(&message)?;
                let text = format!(
                    "It came of what the {} player does next, so that the battle cannot go on with this script.",
                    self.side(player)
                );
                self.say(crate::page::PLAIN, &text)?;
                self.keep_or_leave()?;
                self.left()?;
                Err(Fail::No)
            }
            _ => Ok(true),
        }
    }

    /// Says that the script of a card failed; every frame of it has a line of its own.
    fn failed(&mut self, message: &str) -> Done {
        message.lines().try_for_each(|line| self.say(WARNING, line))
    }

    /// Tells a person at the screen what is new.
    fn news(&mut self, player: Player) -> Done {
        self.tales[player.index()].go_on(&self.hosted, self.out)
    }

    /// Brings a player before the screen; what the other saw is taken off it first.
    ///
    /// False when the input has ended: then nobody has taken the screen.
    fn seat(&mut self, player: Player) -> Result<bool, Fail> {
        if self.seated == Some(player) {
            return Ok(true);
        }
        let last = self.seated.replace(player);
        self.fresh = true;
        if !self.both_human() {
            return Ok(true);
        }
        if last.is_some() {
            let prompt = format!("Enter clears the screen for the {} player.", self.side(player));
            if self.console.ask(&prompt, self.out)?.is_none() {
                return Ok(false);
            }
        }
        self.console.clear(self.out)?;
        let prompt = format!("{} player, take the screen and press Enter; the other looks away.", self.side(player));
        if self.console.ask(&prompt, self.out)?.is_none() {
            return Ok(false);
        }
        self.tales[player.index()].cleared();
        self.console.clear(self.out)?;
        Ok(true)
    }

    /// One command of the player at the screen.
    fn turn(&mut self, player: Player) -> Result<Next, Fail> {
        self.rolling = false;
        if std::mem::take(&mut self.fresh) {
            self.overview(player)?;
        }
        let prompt = format!("{}, {}>", self.side(player), self.phase());
        let Some(line) = self.console.ask(&prompt, self.out)? else {
            self.say(FAINT, "The input has ended.")?;
            return Ok(Next::Leave);
        };
        self.command(player, &line)
    }

    /// Whether the battle as it stands is saved.
    fn is_kept(&self) -> bool {
        self.kept.as_ref().is_some_and(|(actions, _)| *actions == self.hosted.journal().len())
    }

    fn left(&mut self) -> Done {
        let text = match &self.kept {
            Some((_, file)) if self.is_kept() => format!("The battle is left; it is kept in {file}."),
            Some((_, file)) => format!("The battle is left; it is kept in {file} as it stood when you saved it."),
            None => "The battle is left where it stands; it was not saved.".to_owned(),
        };
        self.say(FAINT, &text)
    }

    /// The end of the battle, for everybody.
    fn close(&mut self) -> Done {
        for player in BOTH {
            if self.is_human(player) && (self.seated == Some(player) || !self.both_human()) {
                self.news(player)?;
            }
        }
        let teller = self.seated.unwrap_or(FRENCH);
        self.tales[teller.index()].end(&self.hosted, self.out)?;
        writeln!(self.out)?;
        let text = summary(&self.game, &self.hosted, &self.draws);
        self.say(STRONG, &text)?;
        loop {
            let Some(line) = self.console.ask("`save FILE` keeps it, Enter leaves>", self.out)? else { return Ok(()) };
            match line.split_whitespace().collect::<Vec<_>>()[..] {
                ["save", file] => self.save(file)?,
                ["svg", file] => self.svg(teller, file)?,
                ["story"] => self.story(teller)?,
                [] | ["quit" | "q" | "exit"] => return Ok(()),
                _ => self.say(FAINT, "The battle is over: `save FILE`, `svg FILE`, `story`, or Enter to leave.")?,
            }
        }
    }

    /// A battle that cannot go on: offers to keep it.
    fn keep_or_leave(&mut self) -> Done {
        while let Some(line) = self.console.ask("`save FILE` keeps the battle, Enter leaves>", self.out)? {
            match line.split_once(char::is_whitespace) {
                Some(("save", file)) => self.save(file.trim())?,
                None if line.is_empty() || ["quit", "q", "exit"].contains(&&*line) => {
                    if self.may_leave()? {
                        break;
                    }
                }
                _ => self.say(FAINT, "`save FILE` keeps the battle as it was before this; Enter leaves.")?,
            }
        }
        Ok(())
    }

    fn phase(&self) -> &'static str {
        windows::prompt(self.hosted.state().phase, self.hosted.state().task())
    }

    /// The other player, for messages.
    fn others(&self, player: Player) -> &'static str {
        plural(&self.game, eagles::waterloo::types::foe(player))
    }
}
