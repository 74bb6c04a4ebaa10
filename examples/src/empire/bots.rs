//! Who plays.

use eagles::bot::{Bot, Random, chance_of};
use eagles::chance::{Seed, Seeded};
use eagles::empire::greedy::Greedy;
use eagles::empire::{Action, Empire};
use eagles::game::Player;
use eagles::play::Match;

/// One sort of player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Who {
    /// A person at the keyboard.
    Human,
    /// A bot that commands with a plan.
    Greedy,
    /// A bot that takes any action.
    Random,
}

/// The players on both sides, the first side first.
pub(crate) type Pair = [Who; 2];

/// The bot that plays where none is named.
pub(crate) const BEST: Who = Who::Greedy;

impl Who {
    /// The name on the command line.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Human => "human",
            Self::Greedy => "greedy",
            Self::Random => "random",
        }
    }

    /// The bot, if it is one.
    pub(crate) fn bot(self) -> Option<Box<dyn Bot<Empire>>> {
        match self {
            Self::Human => None,
            Self::Greedy => Some(Box::new(Greedy::default())),
            Self::Random => Some(Box::new(Random)),
        }
    }
}

/// Reads `greedy,random`: the first side first.
pub(crate) fn pair(text: &str) -> Result<Pair, String> {
    let who = |name: &str| match name.trim() {
        "greedy" => Ok(Who::Greedy),
        "random" => Ok(Who::Random),
        other => Err(format!("`{other}` is no bot: write greedy or random; people play with `eagles empire play`")),
    };
    match text.split(',').collect::<Vec<_>>()[..] {
        [both] => Ok([who(both)?; 2]),
        [first, second] => Ok([who(first)?, who(second)?]),
        _ => Err("write one bot for both sides or two with a comma, the first side first".to_owned()),
    }
}

/// A bot and its own chance.
type Seat = (Box<dyn Bot<Empire>>, Seeded);

/// The bots of a match, each with its own chance.
pub(crate) struct Bots {
    list: [Option<Seat>; 2],
}

impl Bots {
    /// Bots for a game with this seed, as `simulate` would make them.
    pub(crate) fn new(game: &Empire, who: Pair, seed: &Seed) -> Self {
        let make = |player: Player| {
            let mut bot = who[player.index() & 1].bot()?;
            bot.begin(game, player);
            Some((bot, chance_of(seed, player)))
        };
        Self { list: [make(Player(0)), make(Player(1))] }
    }

    /// What the bot of `player` does now.
    pub(crate) fn choose(&mut self, hosted: &Match<Empire>, player: Player) -> Option<Action> {
        let (bot, chance) = self.list[player.index() & 1].as_mut()?;
        eagles::bot::choose(hosted, player, bot, chance)
    }
}
