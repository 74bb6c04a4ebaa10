//! `eagles simulate`: many battles between bots.

use crate::cards::Format;
use crate::fail::{Done, Fail, script_text};
use crate::page::{FAINT, HEADING, capital, count, paint};
use crate::players::{self, Pair, Who};
use crate::setup::{self, SetupArgs};
use crate::tale::{BOTH, title};
use clap::Args;
use eagles::bot::Bot;
use eagles::chance::{Seed, Unmet};
use eagles::game::{Player, Viewer};
use eagles::simulate::{Control, Plan, SimulateError, Summary, simulate};
use eagles::waterloo::{Army, State, Waterloo};
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::io::Write;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Let bots fight many battles and count.
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
Examples:
  eagles simulate --games 1000 --players greedy,random
  eagles simulate waterloo --games 500 --format json > waterloo.json
  eagles simulate --games 20 --each           one line a battle, with its seed
The result is the same for any number of workers. Ctrl-C prints what there is.
Exit codes: 0 done, 2 bad usage, 130 broken off with Ctrl-C.")]
pub(crate) struct SimulateArgs {
    /// The battle: QB, LI, WA, WV, CH, or its name
    #[arg(default_value = "QB")]
    battle: String,
    /// How many battles
    #[arg(long, default_value_t = 1000, allow_negative_numbers = true, value_parser = setup::whole::<u64>(1, 1_000_000_000))]
    games: u64,
    /// The players, French first: greedy or random
    #[arg(long, value_name = "FRENCH,ALLIED", default_value = "greedy,greedy", value_parser = players::bots)]
    players: Pair,
    /// The seed of them all
    #[arg(long, allow_negative_numbers = true, value_parser = setup::seed, default_value = "1")]
    seed: Seed,
    /// How many workers, 1 to 256; all cores when not given
    #[arg(long, allow_negative_numbers = true, value_parser = setup::whole::<u16>(1, 256))]
    workers: Option<u16>,
    /// How to write the result
    #[arg(long, value_enum, default_value = "table")]
    format: Format,
    /// One line of CSV for each battle instead; `eagles --seed` tells it again
    #[arg(long, conflicts_with = "format")]
    each: bool,
    #[command(flatten)]
    setup: SetupArgs,
}

/// What is kept of one battle.
struct Battle {
    seed: Seed,
    winner: Option<Player>,
    code: &'static str,
    turns: u16,
    lost: [u32; 3],
    actions: u32,
}

/// What is kept of all.
#[derive(Default)]
struct Totals {
    games: u64,
    won: [u64; 2],
    endings: BTreeMap<&'static str, u64>,
    turns: BTreeMap<u16, u64>,
    lost: [u64; 3],
    actions: u64,
}

impl Totals {
    fn add(&mut self, battle: &Battle) {
        self.games += 1;
        if let Some(winner) = battle.winner {
            self.won[winner.index() & 1] += 1;
        }
        *self.endings.entry(battle.code).or_default() += 1;
        *self.turns.entry(battle.turns).or_default() += 1;
        for (sum, lost) in self.lost.iter_mut().zip(battle.lost) {
            *sum += u64::from(lost);
        }
        self.actions += u64::from(battle.actions);
    }

    fn draws(&self) -> u64 {
        self.games - self.won.iter().sum::<u64>()
    }

    fn mean(&self, sum: u64) -> f64 {
        sum as f64 / self.games.max(1) as f64
    }

    fn mean_turns(&self) -> f64 {
        self.mean(self.turns.iter().map(|(&turns, &n)| u64::from(turns) * n).sum())
    }

    /// The turns that a share of the battles did not pass.
    fn quantile(&self, share: f64) -> u16 {
        let wanted = (self.games as f64 * share).ceil().max(1.0) as u64;
        let mut seen = 0;
        for (&turns, &n) in &self.turns {
            seen += n;
            if seen >= wanted {
                return turns;
            }
        }
        0
    }
}

/// The 95 % confidence interval of a share, after Wilson.
fn wilson(hits: u64, of: u64) -> (f64, f64) {
    if of == 0 {
        return (0.0, 1.0);
    }
    const Z: f64 = 1.959_963_984_540_054;
    let (n, p) = (of as f64, hits as f64 / of as f64);
    let middle = p + Z * Z / (2.0 * n);
    let spread = Z * (p * (1.0 - p) / n + Z * Z / (4.0 * n * n)).sqrt();
    let whole = 1.0 + Z * Z / n;
    (((middle - spread) / whole).max(0.0), ((middle + spread) / whole).min(1.0))
}

fn measure(game: &Waterloo, state: &State, summary: &Summary) -> Battle {
    let view = game.view_of(state, Viewer::Public);
    let lost = |army| view.army(army).map_or(0, |army| crate::tale::lost(game, army) as u32);
    Battle {
        seed: summary.seed,
        winner: summary.outcome.and_then(|outcome| outcome.winner),
        code: summary.outcome.map_or("broken-off", |outcome| outcome.code),
        turns: state.turn,
        lost: [Army::French, Army::British, Army::Prussian].map(lost),
        actions: summary.actions,
    }
}

fn make(who: Who) -> Box<dyn Bot<Waterloo>> {
    who.bot().unwrap_or_else(|| Box::new(eagles::bot::Random))
}

/// Plays and counts.
pub(crate) fn run(args: &SimulateArgs, out: &mut dyn Write) -> Done {
    let game = args.setup.game(&args.battle, false)?;
    let stop = Arc::new(AtomicBool::new(false));
    let asked = Arc::clone(&stop);
    ctrlc::set_handler(move || asked.store(true, Ordering::Relaxed)).map_err(Fail::bad)?;
    let bar = ProgressBar::new(args.games);
    if let Ok(style) = ProgressStyle::with_template("{bar:30} {pos}/{len} battles, {per_sec}, {eta} to go") {
        bar.set_style(style);
    }
    let progress = |games: u64| bar.set_position(games);
    let control = Control { progress: Some(&progress), cancel: Some(&stop), ..Control::default() };
    // More workers than battles would only be begun and ended.
    let workers = args.workers.map(|n| u64::from(n).min(args.games) as usize).and_then(NonZeroUsize::new);
    let plan = Plan { workers, ..Plan::new(args.games, args.seed) };
    let bots = || args.players.map(make).into_iter().collect::<Vec<_>>();
    let (mut totals, mut lines) = (Totals::default(), Vec::new());
    let take = |battle: Battle| {
        totals.add(&battle);
        if args.each {
            lines.push(each_line(&game, totals.games, &battle));
        }
    };
    let played = simulate(&*game, &plan, bots, measure, take, control).map_err(|error| failed(args.seed, &error))?;
    bar.finish_and_clear();
    if args.each {
        let armies: Vec<String> = game.armies().map(|army| format!("{army}_lost")).collect();
        writeln!(out, "game,seed,winner,ending,turns,actions,{}", armies.join(","))?;
        for line in lines {
            writeln!(out, "{line}")?;
        }
    } else {
        match args.format {
            Format::Table => table(&game, args, &totals, out)?,
            Format::Csv => csv(&game, &totals, out)?,
            Format::Json => writeln!(out, "{:#}", json(&game, args, &totals))?,
        }
    }
    if played.cancelled {
        anstream::eprintln!("Broken off after {} of {}.", count(played.games, "battle"), args.games);
        return Err(Fail::Interrupted);
    }
    Ok(())
}

/// A battle that could not be played, with the seed that tells it again.
fn failed(seed: Seed, error: &SimulateError) -> Fail {
    let (game, text) = match error {
        SimulateError::Unmet { game, unmet: Unmet::Script(fault), .. } => (game, script_text(fault)),
        SimulateError::Bots { game, .. }
        | SimulateError::Choice { game, .. }
        | SimulateError::Stuck { game, .. }
        | SimulateError::Unmet { game, .. } => (game, error.to_string()),
        other => return Fail::bad(other),
    };
    let seed = seed.child(*game);
    Fail::bad(format!(
        "{text}\nThat was in battle {} with the seed {seed}; `eagles story --seed {seed}` with the same battle, players and \
         cards shows it.",
        game + 1
    ))
}

fn each_line(game: &Waterloo, number: u64, battle: &Battle) -> String {
    let winner = battle.winner.map_or("draw".to_owned(), |winner| game.side_text(winner).to_lowercase());
    let lost: Vec<String> = game.armies().map(|army| battle.lost[army.index()].to_string()).collect();
    format!("{number},{},{winner},{},{},{},{}", battle.seed, battle.code, battle.turns, battle.actions, lost.join(","))
}

/// Results by name: both sides and draws.
fn results(game: &Waterloo, totals: &Totals) -> Vec<(String, u64)> {
    let mut list: Vec<(String, u64)> =
        BOTH.iter().map(|&player| (game.side_text(player).to_owned(), totals.won[player.index()])).collect();
    list.push(("draw".to_owned(), totals.draws()));
    list
}

fn table(game: &Waterloo, args: &SimulateArgs, totals: &Totals, out: &mut dyn Write) -> Done {
    writeln!(out, "{}", paint(HEADING, &title(game)))?;
    writeln!(
        out,
        "{} ({}) against {} ({}), {}, seed {}",
        game.side_text(BOTH[0]),
        args.players[0].name(),
        game.side_text(BOTH[1]),
        args.players[1].name(),
        count(totals.games, "battle"),
        args.seed
    )?;
    writeln!(out, "\n{}", paint(HEADING, "winner      battles    share   95 % interval"))?;
    for (name, n) in results(game, totals) {
        let (low, high) = wilson(n, totals.games);
        let share = totals.mean(n) * 100.0;
        writeln!(out, "{name:<10} {n:>8} {share:>7.1} %   {:.1} to {:.1} %", low * 100.0, high * 100.0)?;
    }
    let endings: Vec<String> = totals.endings.iter().map(|(code, n)| format!("{code} {n}")).collect();
    writeln!(out, "\nHow they ended: {}.", endings.join(", "))?;
    writeln!(
        out,
        "Turns: {:.1} on average, half of them at most {}, from {} to {}.",
        totals.mean_turns(),
        totals.quantile(0.5),
        totals.quantile(0.0),
        totals.quantile(1.0)
    )?;
    let lost: Vec<String> = game
        .armies()
        .map(|army| format!("{} {:.1}", capital(army.name()), totals.mean(totals.lost[army.index()])))
        .collect();
    writeln!(out, "Cards lost a battle: {}.", lost.join(", "))?;
    writeln!(out, "{}", paint(FAINT, "`--each` lists the battles with their seeds; `eagles --seed SEED` tells one."))?;
    Ok(())
}

fn csv(game: &Waterloo, totals: &Totals, out: &mut dyn Write) -> Done {
    writeln!(out, "result,battles,share,low,high")?;
    for (name, n) in results(game, totals) {
        let (low, high) = wilson(n, totals.games);
        writeln!(out, "{},{n},{:.6},{low:.6},{high:.6}", name.to_lowercase(), totals.mean(n))?;
    }
    Ok(())
}

fn json(game: &Waterloo, args: &SimulateArgs, totals: &Totals) -> Value {
    let results: Vec<Value> = results(game, totals)
        .into_iter()
        .map(|(name, n)| {
            let (low, high) = wilson(n, totals.games);
            json!({ "winner": name.to_lowercase(), "battles": n, "share": totals.mean(n), "low": low, "high": high })
        })
        .collect();
    let lost: BTreeMap<&str, f64> =
        game.armies().map(|army| (army.name(), totals.mean(totals.lost[army.index()]))).collect();
    let turns: BTreeMap<String, u64> = totals.turns.iter().map(|(turns, n)| (turns.to_string(), *n)).collect();
    json!({
        "setup": game.setup(),
        "players": args.players.map(Who::name),
        "seed": args.seed.to_string(),
        "battles": totals.games,
        "results": results,
        "endings": totals.endings,
        "turns": { "mean": totals.mean_turns(), "median": totals.quantile(0.5), "counts": turns },
        "cards_lost": lost,
        "actions": totals.mean(totals.actions),
    })
}

#[cfg(test)]
mod tests {
    use super::wilson;

    #[test]
    fn wilson_intervals_of_a_textbook() {
        let near = |(low, high): (f64, f64), (a, b): (f64, f64)| (low - a).abs() < 5e-4 && (high - b).abs() < 5e-4;
        assert!(near(wilson(81, 263), (0.2553, 0.3662)));
        assert!(near(wilson(0, 20), (0.0, 0.1611)));
        assert!(near(wilson(20, 20), (0.8389, 1.0)));
        assert_eq!(wilson(0, 0), (0.0, 1.0));
    }
}
