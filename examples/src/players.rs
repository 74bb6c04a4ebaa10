//! Who plays.

use eagles::bot::{Bot, Random, chance_of};
use eagles::chance::{Seed, Seeded};
use eagles::empire::{self, Empire};
use eagles::game::{Game, Player};
use eagles::play::Match;
use eagles::waterloo::state::Phase;
use eagles::waterloo::{self, Waterloo};

/// One sort of player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Who {
    /// A person at the keyboard.
    Human,
    /// A bot that plans by exact odds.
    Greedy,
    /// A bot that takes any action.
    Random,
}

/// A game that has a player who plans.
pub(crate) trait Planned: Game {
    /// That player.
    fn greedy() -> Box<dyn Bot<Self>>;
}

impl Planned for Waterloo {
    fn greedy() -> Box<dyn Bot<Self>> {
        Box::new(waterloo::greedy::Greedy::default())
    }
}

impl Planned for Empire {
    fn greedy() -> Box<dyn Bot<Self>> {
        Box::new(empire::greedy::Greedy::default())
    }
}

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
    pub(crate) fn bot<G: Planned>(self) -> Option<Box<dyn Bot<G>>> {
        match self {
            Self::Human => None,
            Self::Greedy => Some(G::greedy()),
            Self::Random => Some(Box::new(Random)),
        }
    }
}

/// The players on both sides, French first.
pub(crate) type Pair = [Who; 2];

/// Reads `greedy,random`: the French player first.
pub(crate) fn pair(text: &str) -> Result<Pair, String> {
    let who = |name: &str| match name.trim() {
        "human" => Ok(Who::Human),
        "greedy" => Ok(Who::Greedy),
        "random" => Ok(Who::Random),
        other => Err(format!("`{other}` is no player: write greedy, random or human")),
    };
    match text.split(',').collect::<Vec<_>>()[..] {
        [both] => Ok([who(both)?; 2]),
        [french, allied] => Ok([who(french)?, who(allied)?]),
        _ => Err("write one player for both sides or two with a comma, the French first: greedy,random".to_owned()),
    }
}

/// The same without people.
pub(crate) fn bots(text: &str) -> Result<Pair, String> {
    let pair = pair(text)?;
    if pair.contains(&Who::Human) {
        return Err("people play with `eagles play`; write greedy or random".to_owned());
    }
    Ok(pair)
}

/// A bot and its own chance.
type Seat<G> = (Box<dyn Bot<G>>, Seeded);

/// The bots of a match, each with its own chance.
pub(crate) struct Bots<G> {
    list: [Option<Seat<G>>; 2],
}

impl<G: Planned> Bots<G> {
    /// Bots for a game with this seed, as `simulate` would make them.
    pub(crate) fn new(game: &G, who: Pair, seed: &Seed) -> Self {
        let make = |player: Player| {
            let mut bot = who[player.index() & 1].bot()?;
            bot.begin(game, player);
            Some((bot, chance_of(seed, player)))
        };
        Self { list: [make(Player(0)), make(Player(1))] }
    }

    /// Whether a bot plays for `player`.
    pub(crate) fn has(&self, player: Player) -> bool {
        self.list[player.index() & 1].is_some()
    }

    /// What the bot of `player` does now.
    pub(crate) fn choose(&mut self, hosted: &Match<G>, player: Player) -> Option<G::Action> {
        let (bot, chance) = self.list[player.index() & 1].as_mut()?;
        eagles::bot::choose(hosted, player, bot, chance)
    }
}

/// The players who may act and have something to do, in the order in which a host asks them: the French adjust last
/// (W 4.1), so that they are asked last while both deploy.
pub(crate) fn turn_order(hosted: &Match<Waterloo>) -> Vec<Player> {
    let mut players: Vec<Player> = hosted.to_act().iter().filter(|&player| !hosted.legal(player).is_empty()).collect();
    if hosted.state().phase == Phase::Deployment {
        players.reverse();
    }
    players
}
