//! Bots fight a battle, and it is told; many battles are counted; scenarios are listed and checked.

use super::battles::{self, BattleArgs};
use super::bots::{self, BEST, Bots, Pair};
use super::records::Album;
use super::told::{Told, side};
use crate::fail::{Done, Fail};
use crate::files;
use crate::page::{HEADING, PLAIN, STRONG, WARNING, count, paint, width, wrap};
use crate::setup;
use clap::Args;
use eagles::bot::Bot;
use eagles::chance::Seed;
use eagles::empire::scenario::{MAX_BYTES, read_toml, shipped};
use eagles::empire::{Empire, Scenario};
use eagles::game::{Game as _, Player, Viewer};
use eagles::play::{Match, MatchOptions};
use eagles::simulate::{Control, Plan, summaries};
use serde_json::json;
use std::collections::BTreeMap;
use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;

/// The seed of the story that is told when none is named.
const SEED: u64 = 1815;

/// Two bots fight a battle, and it is told.
#[derive(Args, Clone, Debug)]
pub(crate) struct StoryArgs {
    #[command(flatten)]
    battle: BattleArgs,
    /// The bots, the first side first: greedy or random
    #[arg(long, value_name = "FIRST,SECOND", value_parser = bots::pair)]
    players: Option<Pair>,
    /// The seed of all dice and bots; a number or 64 hexadecimal digits
    #[arg(long, value_parser = setup::seed, default_value_t = Seed::from_number(SEED))]
    seed: Seed,
    /// Say only how it ended
    #[arg(long, short)]
    quiet: bool,
    /// A sketch of the table at each turn
    #[arg(long)]
    map: bool,
    /// A picture of each turn in this folder, with its moves as arrows; turn-00 is
    /// the deployment
    #[arg(long, value_name = "FOLDER")]
    svg: Option<PathBuf>,
    /// Keep the battle in a file, to replay, verify or picture
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Write over what is there: the file, the pictures
    #[arg(long)]
    force: bool,
}

/// Fights and tells.
pub(crate) fn run(args: &StoryArgs, out: &mut dyn Write) -> Done {
    let game = args.battle.load(args.seed)?;
    if let Some(path) = &args.save {
        files::may_write(path, args.force)?;
    }
    let who = args.players.unwrap_or([BEST; 2]);
    let mut hosted = Match::new(Arc::clone(&game), MatchOptions::seeded(args.seed));
    let mut bots = Bots::new(&game, who, &args.seed);
    let mut told = Told::new(&game, Viewer::Referee, args.map);
    let mut album = args.svg.as_deref().map(|folder| Album::new(folder, args.force, &hosted)).transpose()?;
    if !args.quiet {
        opening(&game, Some(who), out)?;
        told.begin(&hosted, out)?;
    }
    while let Some(player) = hosted.next_to_ask() {
        let Some(action) = bots.choose(&hosted, player) else {
            return Err(Fail::bad("a bot has nothing to do; please report this battle with its seed"));
        };
        hosted.apply(player, &action).map_err(Fail::bad)?;
        if !args.quiet {
            told.go_on(&hosted, out)?;
        }
        if let Some(album) = &mut album {
            album.look(&hosted)?;
        }
    }
    if args.quiet {
        told.skip(&hosted);
    } else {
        told.flush(out)?;
        writeln!(out)?;
    }
    for line in wrap("", &told.summary(&hosted, &format!("seed {}", args.seed)), width()) {
        writeln!(out, "{}", paint(HEADING, &line))?;
    }
    if let Some(path) = &args.save {
        files::save(path, &hosted, &BTreeMap::new())?;
    }
    if !args.quiet {
        closing(args, out)?;
    }
    Ok(())
}

/// What is fought for, by whom.
pub(super) fn opening(game: &Empire, who: Option<Pair>, out: &mut dyn Write) -> Done {
    let scenario = game.scenario();
    let wide = width();
    writeln!(out, "{}", paint(HEADING, &scenario.name))?;
    let about = scenario.about.split_whitespace().collect::<Vec<_>>().join(" ");
    if !about.is_empty() {
        for line in wrap("", &about, wide) {
            writeln!(out, "{line}")?;
        }
    }
    let sides: Vec<String> = (0..2)
        .map(|n| {
            let name = side(game, Player(n));
            let units = game.units().iter().filter(|unit| unit.player == Player(n) && unit.parent.is_none()).count();
            let units = count(units as u64, "unit");
            match who {
                Some(who) => format!("{name}: {units}, {}", who[usize::from(n & 1)].name()),
                None => format!("{name}: {units}"),
            }
        })
        .collect();
    let objectives: Vec<String> = game
        .objectives()
        .iter()
        .map(|objective| {
            let held =
                objective.held.map_or_else(|| "nobody".to_owned(), |player| format!("the {}", side(game, player)));
            format!("{} ({}, held by {held})", objective.name, count(u64::from(objective.points), "point"))
        })
        .collect();
    let mut text = format!("{}. {} turns.", sides.join("; "), scenario.turns);
    if !objectives.is_empty() {
        text.push_str(&format!(" They fight for {}.", objectives.join(", ")));
    }
    if let Some(house) = battles::house_text(game.house()) {
        text.push_str(&format!(" {house}"));
    }
    for line in wrap("", &text, wide) {
        writeln!(out, "{line}")?;
    }
    Ok(())
}

fn closing(args: &StoryArgs, out: &mut dyn Write) -> Done {
    let mut text =
        "The same seed tells the same battle; `--seed N` another. `eagles empire play` lets you fight it yourself, \
         `eagles empire scenarios` lists other battles."
            .to_owned();
    if let Some(path) = &args.save {
        text.push_str(&format!(" It is kept in {0}: `eagles replay {0}` tells it again.", path.display()));
    }
    if let Some(folder) = &args.svg {
        text.push_str(&format!(" The pictures are in {}.", folder.display()));
    }
    for line in wrap("", &text, width()) {
        writeln!(out, "{}", paint(PLAIN, &line))?;
    }
    Ok(())
}

/// List the shipped battles
#[derive(Args, Clone, Debug)]
pub(crate) struct ScenariosArgs {
    /// Write JSON
    #[arg(long)]
    json: bool,
}

/// Lists them.
pub(crate) fn scenarios(args: &ScenariosArgs, out: &mut dyn Write) -> Done {
    let all: Vec<Scenario> = shipped().iter().filter_map(|(id, _)| Scenario::shipped(id)).collect();
    if args.json {
        let list: Vec<_> = all
            .iter()
            .map(|s| json!({ "id": s.id, "name": s.name, "turns": s.turns, "units": s.unit.len(), "about": s.about }))
            .collect();
        writeln!(out, "{:#}", json!(list))?;
        return Ok(());
    }
    for scenario in &all {
        let date = scenario.date;
        let head = format!(
            "{} - {}, {}-{:02}-{:02}: {}, {}, table {} x {} inches",
            scenario.id,
            scenario.name,
            date.year,
            date.month,
            date.day,
            count(scenario.unit.len() as u64, "unit"),
            count(u64::from(scenario.turns), "turn"),
            scenario.table.0,
            scenario.table.1
        );
        for line in wrap("", &head, width()) {
            writeln!(out, "{}", paint(HEADING, &line))?;
        }
        let about = scenario.about.split_whitespace().collect::<Vec<_>>().join(" ");
        for line in wrap("  ", &about, width()) {
            writeln!(out, "{line}")?;
        }
    }
    let text = "`eagles empire ID` lets bots fight one, `eagles empire play ID` you; `--units N` makes up a meeting of \
                any size.";
    for line in wrap("", text, width()) {
        writeln!(out, "{line}")?;
    }
    Ok(())
}

/// Check scenario files and list all their faults
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
Example:
  eagles empire check my-battle.toml
Exit codes: 0 no faults, 1 faults, 2 a file cannot be read.")]
pub(crate) struct CheckArgs {
    /// The scenario files
    #[arg(required = true, value_name = "FILES")]
    files: Vec<PathBuf>,
    /// Write the faults as JSON
    #[arg(long)]
    json: bool,
}

/// Checks them.
pub(crate) fn check(args: &CheckArgs, out: &mut dyn Write) -> Done {
    let mut all = Vec::new();
    let mut fine = Vec::new();
    for path in &args.files {
        let text = files::text(path, MAX_BYTES)?;
        match read_toml(&text, &path.display().to_string()) {
            Ok(scenario) => match Empire::new(scenario.clone()) {
                Ok(_) => fine.push((path, scenario)),
                Err(faults) => all.extend(faults),
            },
            Err(faults) => all.extend(faults.0),
        }
    }
    if args.json {
        writeln!(out, "{:#}", json!(all))?;
    } else {
        for fault in &all {
            writeln!(out, "{fault}")?;
        }
        for (path, scenario) in &fine {
            let units = count(scenario.unit.len() as u64, "unit");
            let text = format!("{}: no faults; {}, {units}.", path.display(), scenario.name);
            writeln!(out, "{}", paint(STRONG, &text))?;
        }
        if !all.is_empty() {
            writeln!(out, "{}", paint(WARNING, &format!("{}.", count(all.len() as u64, "fault"))))?;
        }
    }
    if all.is_empty() { Ok(()) } else { Err(Fail::No) }
}

/// Let bots fight many battles and count
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
Examples:
  eagles empire simulate --games 100
  eagles empire simulate derlon --games 20 --json
Exit codes: 0 done, 2 bad usage.")]
pub(crate) struct SimulateArgs {
    #[command(flatten)]
    battle: BattleArgs,
    /// How many battles
    #[arg(long, default_value_t = 100, value_parser = setup::whole::<u64>(1, 1_000_000))]
    games: u64,
    /// The bots, the first side first: greedy or random
    #[arg(long, value_name = "FIRST,SECOND", value_parser = bots::pair)]
    players: Option<Pair>,
    /// The seed of them all
    #[arg(long, value_parser = setup::seed, default_value = "1")]
    seed: Seed,
    /// Write JSON
    #[arg(long)]
    json: bool,
}

/// Counts them.
pub(crate) fn simulate(args: &SimulateArgs, out: &mut dyn Write) -> Done {
    let game = args.battle.load(args.seed)?;
    let who = args.players.unwrap_or([BEST; 2]);
    let make = || -> Vec<Box<dyn Bot<Empire>>> { who.iter().filter_map(|who| who.bot()).collect() };
    let games = summaries(&*game, &Plan::new(args.games, args.seed), make, Control::default()).map_err(Fail::bad)?;
    let won = |player: Option<Player>| {
        games.iter().filter(|game| game.outcome.is_some_and(|outcome| outcome.winner == player)).count()
    };
    let broken_off = games.iter().filter(|game| game.outcome.is_none()).count();
    let [first, second, drawn] = [won(Some(Player(0))), won(Some(Player(1))), won(None)];
    let mut endings: BTreeMap<&str, u64> = BTreeMap::new();
    for outcome in games.iter().filter_map(|game| game.outcome) {
        *endings.entry(outcome.code).or_default() += 1;
    }
    if args.json {
        let text = json!({
            "scenario": game.scenario().id,
            "players": who.map(bots::Who::name),
            "seed": args.seed.to_string(),
            "games": games.len(),
            "won": { game.player_name(Player(0)): first, game.player_name(Player(1)): second },
            "drawn": drawn,
            "broken_off": broken_off,
            "endings": endings,
        });
        writeln!(out, "{text:#}")?;
        return Ok(());
    }
    let share = |n: usize| format!("{n} ({} %)", n * 100 / games.len().max(1));
    writeln!(out, "{}", paint(HEADING, &format!("{}: {}", game.scenario().name, count(args.games, "battle"))))?;
    for (n, wins) in [(0, first), (1, second)] {
        writeln!(out, "  {} ({}) won {}", side(&game, Player(n)), who[usize::from(n)].name(), share(wins))?;
    }
    writeln!(out, "  drawn {}", share(drawn))?;
    if broken_off > 0 {
        writeln!(out, "  broken off {}", share(broken_off))?;
    }
    let endings: Vec<String> = endings.iter().map(|(code, n)| format!("{code} {n}")).collect();
    writeln!(out, "  ended by {}", endings.join(", "))?;
    Ok(())
}
