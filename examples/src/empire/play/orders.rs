//! Orders and moves as people type them.

use super::names::{Names, Thing, Whose};
use crate::empire::calc::inches_of;
use crate::empire::near::hint;
use eagles::empire::action::{Answer, Manoeuvre, Pursuit};
use eagles::empire::geometry::{Facing, Point};
use eagles::empire::state::{Host, LeaderId, Pending, UnitId};
use eagles::empire::units::{Formation, Order, Rank};
use eagles::empire::{Action, Empire, State};
use eagles::game::{Game as _, Player};

/// What a player means, in the position in which he says it.
pub(super) struct Orders<'a> {
    pub(super) game: &'a Empire,
    pub(super) state: &'a State,
    pub(super) player: Player,
    pub(super) names: Names<'a>,
}

/// The verbs that make an action.
pub(super) const VERBS: [&str; 25] = [
    "order",
    "ride",
    "attach",
    "join",
    "detach",
    "rally",
    "recover",
    "move",
    "hold",
    "screen",
    "fire",
    "lead",
    "stand",
    "square",
    "counter-charge",
    "countercharge",
    "evade",
    "stay",
    "advance",
    "reform",
    "break",
    "charge",
    "end",
    "done",
    "pass",
];

const FORMATIONS: [(&str, Formation); 14] = [
    ("line", Formation::Line),
    ("column", Formation::Column),
    ("assault-column", Formation::Column),
    ("road-column", Formation::RoadColumn),
    ("march-column", Formation::RoadColumn),
    ("square", Formation::Square),
    ("skirmish", Formation::Skirmish),
    ("skirmishers", Formation::Skirmish),
    ("garrison", Formation::Garrison),
    ("occupy", Formation::Garrison),
    ("limber", Formation::Limbered),
    ("limbered", Formation::Limbered),
    ("unlimber", Formation::Unlimbered),
    ("unlimbered", Formation::Unlimbered),
];

const COMPASS: [(&str, i32); 16] = [
    ("north", 0),
    ("n", 0),
    ("north-east", 45),
    ("ne", 45),
    ("east", 90),
    ("e", 90),
    ("south-east", 135),
    ("se", 135),
    ("south", 180),
    ("s", 180),
    ("south-west", 225),
    ("sw", 225),
    ("west", 270),
    ("w", 270),
    ("north-west", 315),
    ("nw", 315),
];

const STEPS: [&str; 16] = [
    "ahead", "forward", "back", "oblique", "wheel", "turn", "face", "to", "road", "into", "charge", "form", "line",
    "column", "square", "limber",
];

/// What stands between words without a meaning of its own.
const NOISE: [&str; 12] = ["then", "and", "in", "go", "goes", "inches", "inch", "degrees", "a", "the", "its", "by"];

/// An order by its name.
pub(super) fn order_of(word: &str) -> Option<Order> {
    match word {
        "attack" | "attacks" => Some(Order::Attack),
        "defend" | "defends" | "hold" => Some(Order::Defend),
        "reserve" => Some(Order::Reserve),
        _ => None,
    }
}

impl Orders<'_> {
    /// The action that the words mean. It need not be allowed.
    pub(super) fn action(&self, words: &[String]) -> Result<Action, String> {
        let Some(first) = words.first() else { return Err("nothing is said".to_owned()) };
        // The notation itself.
        if let [word] = words
            && word.contains(':')
        {
            return self.game.read_word(word).map_err(|error| error.to_string());
        }
        let rest = &words[1..];
        match first.as_str() {
            "end" | "done" | "pass" => Ok(Action::End),
            "order" => self.order(rest),
            "ride" => self.ride(rest),
            "attach" | "join" => self.attach(rest),
            "detach" => {
                let (leader, _) = self.names.leader(rest)?;
                Ok(Action::Attach { leader, host: Host::None })
            }
            "rally" => Ok(Action::Rally { unit: self.own(rest)? }),
            "recover" => Ok(Action::Recover { unit: self.own(rest)? }),
            "hold" => Ok(Action::Hold { unit: self.own(rest)? }),
            "screen" => {
                let (unit, taken) = self.names.unit(rest, Whose::Own)?;
                self.screen(unit, &rest[taken..])
            }
            "fire" | "shoot" => self.fire(rest),
            "lead" => self.lead(rest),
            "stand" | "square" | "counter-charge" | "countercharge" | "evade" => self.answer(first, rest),
            "stay" | "advance" | "reform" | "break" => self.follow(first, rest),
            "move" => {
                let (unit, taken) = self.names.unit(rest, Whose::Own)?;
                self.moves(unit, &rest[taken..])
            }
            "charge" => {
                let (unit, taken) = self.names.unit(rest, Whose::Own)?;
                self.moves(unit, &[&["into".to_owned()], &rest[taken..]].concat())
            }
            // Batteries together, without the verb.
            _ if words.iter().any(|word| word.contains('+')) && words.iter().any(|word| word == "at") => {
                self.fire(words)
            }
            _ => self.somebody(words),
        }
    }

    /// `95-1 ahead 6`, `ney rides to 20,30`, `foy attack`: somebody and what he is to do.
    fn somebody(&self, words: &[String]) -> Result<Action, String> {
        if let Ok((unit, taken)) = self.names.unit(words, Whose::Own) {
            let rest = &words[taken..];
            return match rest.first().map(String::as_str) {
                None => Err("what is it to do? `what can NAME do` lists it".to_owned()),
                Some("hold" | "holds") => Ok(Action::Hold { unit }),
                Some("rally" | "rallies") => Ok(Action::Rally { unit }),
                Some("recover" | "recovers") => Ok(Action::Recover { unit }),
                Some("screen") => self.screen(unit, &rest[1..]),
                Some("fire" | "fires" | "at") => {
                    let at = usize::from(rest.len() > 1 && rest[0] != "at");
                    let rest =
                        if rest.get(at).is_some_and(|word| word == "at") { &rest[at + 1..] } else { &rest[at..] };
                    Ok(Action::Fire { with: vec![unit], target: self.names.unit(rest, Whose::Enemy)?.0 })
                }
                Some("lead" | "leads") => Ok(Action::Lead { unit, spare: Vec::new() }),
                Some("stand" | "stands") => Ok(Action::React { unit, how: Answer::Stand }),
                Some("evade" | "evades") => Ok(Action::React { unit, how: Answer::Evade }),
                Some("counter-charge" | "countercharge") => Ok(Action::React { unit, how: Answer::CounterCharge }),
                Some("square") if matches!(self.state.pending, Pending::Charge { .. } | Pending::Threat { .. }) => {
                    Ok(Action::React { unit, how: Answer::Square })
                }
                Some(how @ ("stay" | "stays" | "advance" | "advances" | "reform" | "break")) => {
                    self.pursuit(unit, how, &rest[1..])
                }
                Some(_) => self.moves(unit, rest),
            };
        }
        if let Ok((leader, taken)) = self.names.leader(words) {
            let rest = &words[taken..];
            match rest.first().map(String::as_str) {
                Some("ride" | "rides" | "to") => return self.rides(leader, rest),
                Some("attach" | "join" | "joins" | "with") => return self.attaches(leader, &rest[1..]),
                Some("detach") => return Ok(Action::Attach { leader, host: Host::None }),
                Some("order" | "orders") => {
                    let (division, taken) = self.names.division(&rest[1..])?;
                    let order = self.an_order(&rest[1 + taken..])?;
                    return Ok(Action::Order { leader, division, order });
                }
                _ => {}
            }
        }
        if let Ok((_, taken)) = self.names.division(words)
            && words.get(taken).and_then(|word| order_of(word)).is_some()
        {
            return self.order(words);
        }
        let (_, taken) = self.names.unit(words, Whose::Own).map_err(|error| {
            let known: Vec<&str> = VERBS.into_iter().chain(super::QUERIES).collect();
            match crate::empire::near::near(words.first().map_or("", String::as_str), &known) {
                Some(verb) => format!("{error}; or perhaps `{verb}`"),
                None => format!("{error}; `help` shows what can be typed"),
            }
        })?;
        Err(format!("what is `{}` to mean? `help` shows what can be typed", words[taken..].join(" ")))
    }

    fn own(&self, words: &[String]) -> Result<UnitId, String> {
        self.names.unit(words, Whose::Own).map(|(unit, _)| unit)
    }

    fn an_order(&self, words: &[String]) -> Result<Order, String> {
        let words: Vec<&String> =
            words.iter().filter(|word| !matches!(word.as_str(), "to" | "on" | "into" | "in")).collect();
        let word = words.first().map_or("", |word| word.as_str());
        order_of(word).ok_or_else(|| "say which order: attack, defend or reserve".to_owned())
    }

    /// `foy attack [by reille]`. Without a sender it is the one who may send it, of the lowest rank.
    fn order(&self, words: &[String]) -> Result<Action, String> {
        let (division, taken) = self.names.division(words)?;
        let rest = &words[taken..];
        let order = self.an_order(rest)?;
        if let Some(by) = rest.iter().position(|word| word == "by" || word == "from") {
            let (leader, _) = self.names.leader(&rest[by + 1..])?;
            return Ok(Action::Order { leader, division, order });
        }
        let corps = self.game.divisions().get(division.index()).map(|division| division.corps);
        let mut senders: Vec<(bool, Rank, LeaderId)> = self
            .game
            .leaders()
            .iter()
            .enumerate()
            .filter(|(_, leader)| leader.player == self.player && leader.rank != Rank::Division)
            .map(|(n, leader)| (Some(leader.corps) != corps, leader.rank, LeaderId(n as u16)))
            .collect();
        senders.sort_unstable();
        let sends = |leader: LeaderId| Action::Order { leader, division, order };
        let able = senders.iter().find(|(.., id)| self.game.refusal(self.state, self.player, &sends(*id)).is_none());
        match able.or(senders.first()) {
            Some((.., leader)) => Ok(sends(*leader)),
            None => Err("no leader of yours sends orders".to_owned()),
        }
    }

    fn ride(&self, words: &[String]) -> Result<Action, String> {
        let (leader, taken) = self.names.leader(words)?;
        self.rides(leader, &words[taken..])
    }

    fn rides(&self, leader: LeaderId, words: &[String]) -> Result<Action, String> {
        let words: Vec<String> =
            words.iter().filter(|word| !matches!(word.as_str(), "ride" | "rides" | "to")).cloned().collect();
        let (to, _) = self.place(&words)?;
        Ok(Action::Ride { leader, to })
    }

    /// A place: `20,30`, or where somebody or something is.
    fn place(&self, words: &[String]) -> Result<(Point, usize), String> {
        let Some(first) = words.first() else { return Err("say where: `20,30`, or a name".to_owned()) };
        let joined = words.iter().take(2).cloned().collect::<Vec<_>>().join(",");
        let point = |text: &str| {
            let (x, y) = text.split_once([',', '/'])?;
            Some(Point { x: inches_of(x)?, y: inches_of(y.trim_matches(','))? })
        };
        if let Some(at) = point(first) {
            return Ok((at, 1));
        }
        if let Some(at) = point(&joined.replace(",,", ",")) {
            return Ok((at, 2));
        }
        let (thing, taken) = self.names.anything(words)?;
        let at = match thing {
            Thing::Unit(id) => self.names.view.unit(id).map(|unit| unit.pose.at),
            Thing::Leader(id) => self.names.view.leaders.get(id.index()).map(|leader| leader.at),
            Thing::Objective(id) => self.game.objectives().get(id.index()).map(|goal| goal.at),
            Thing::Division(id) => self.game.divisions().get(id.index()).and_then(|division| {
                let unit = division.units.iter().find_map(|id| self.names.view.unit(*id));
                unit.map(|unit| unit.pose.at)
            }),
        };
        at.map(|at| (at, taken)).ok_or_else(|| format!("nobody knows where {first} is"))
    }

    fn attach(&self, words: &[String]) -> Result<Action, String> {
        let (leader, taken) = self.names.leader(words)?;
        self.attaches(leader, &words[taken..])
    }

    fn attaches(&self, leader: LeaderId, words: &[String]) -> Result<Action, String> {
        let words: Vec<String> = words.iter().filter(|word| !matches!(word.as_str(), "to" | "with")).cloned().collect();
        let host = match self.names.host(&words)?.0 {
            Thing::Unit(unit) => Host::Unit(unit),
            Thing::Division(division) => Host::Division(division),
            _ => return Err("a leader attaches himself to a unit or a division".to_owned()),
        };
        Ok(Action::Attach { leader, host })
    }

    fn screen(&self, unit: UnitId, words: &[String]) -> Result<Action, String> {
        let most = self.game.unit(unit).screen;
        let stands = match words.first().map(String::as_str) {
            None | Some("out") => most,
            Some("in" | "back" | "off") => 0,
            Some(word) => word.parse().map_err(|_| format!("`{word}`: say how many stands, or `in`"))?,
        };
        Ok(Action::Screen { unit, stands })
    }

    /// `ross at 105-1`, `ross+rogers at 105-1`.
    fn fire(&self, words: &[String]) -> Result<Action, String> {
        let at = words.iter().position(|word| word == "at" || word == "on");
        let (who, target) = match at {
            Some(n) => (&words[..n], &words[n + 1..]),
            None => {
                let (_, taken) = self.names.unit(words, Whose::Own)?;
                words.split_at(taken)
            }
        };
        let mut with = Vec::new();
        for one in who.join(" ").split(['+', ',']) {
            let one: Vec<String> = one.split_whitespace().filter(|word| *word != "and").map(str::to_owned).collect();
            let mut rest = &one[..];
            while !rest.is_empty() {
                let (unit, taken) = self.names.unit(rest, Whose::Own)?;
                with.push(unit);
                rest = &rest[taken..];
            }
        }
        if with.is_empty() {
            return Err("who fires? Say `fire UNIT at ENEMY`".to_owned());
        }
        Ok(Action::Fire { with, target: self.names.unit(target, Whose::Enemy)?.0 })
    }

    /// `95-1 [without 28, 92]`.
    fn lead(&self, words: &[String]) -> Result<Action, String> {
        let (unit, taken) = self.names.unit(words, Whose::Own)?;
        let mut spare = Vec::new();
        let mut rest = &words[taken..];
        while !rest.is_empty() {
            if matches!(rest[0].as_str(), "without" | "sparing" | "and" | "spare") {
                rest = &rest[1..];
                continue;
            }
            let (unit, taken) = self.names.unit(rest, Whose::Own)?;
            spare.push(unit);
            rest = &rest[taken..];
        }
        Ok(Action::Lead { unit, spare })
    }

    fn answer(&self, how: &str, words: &[String]) -> Result<Action, String> {
        let how = match how {
            "stand" => Answer::Stand,
            "square" => Answer::Square,
            "evade" => Answer::Evade,
            _ => Answer::CounterCharge,
        };
        let unit = match (&self.state.pending, words) {
            (_, [_, ..]) => self.own(words)?,
            (Pending::Charge { target, .. }, []) => *target,
            (Pending::Threat { may, .. }, []) => match may[..] {
                [one] => one,
                _ => return Err("who? Name the unit".to_owned()),
            },
            _ => return Err("nobody asks that now; to form square in a move say `UNIT square`".to_owned()),
        };
        Ok(Action::React { unit, how })
    }

    fn follow(&self, how: &str, words: &[String]) -> Result<Action, String> {
        let Pending::Follow { may } = &self.state.pending else {
            return Err("nobody follows up now; to move say `UNIT ahead 6`".to_owned());
        };
        let asked = may.first().map(|following| following.unit);
        match (how, self.names.unit(words, Whose::Own)) {
            ("break", _) | (_, Err(_)) => {
                let unit = asked.ok_or_else(|| "nobody follows up now".to_owned())?;
                self.pursuit(unit, how, words)
            }
            (_, Ok((unit, taken))) => self.pursuit(unit, how, &words[taken..]),
        }
    }

    fn pursuit(&self, unit: UnitId, how: &str, words: &[String]) -> Result<Action, String> {
        let how = match how {
            "stay" | "stays" => Pursuit::Stay,
            "advance" | "advances" => Pursuit::Advance,
            "reform" => Pursuit::Reform(self.facing(unit, words)?.0),
            _ => {
                let words: Vec<String> =
                    words.iter().filter(|word| !matches!(word.as_str(), "through" | "into")).cloned().collect();
                let (target, taken) = self.names.unit(&words, Whose::Enemy)?;
                let mut degrees = 0;
                if let Some(rest) = words.get(taken..).filter(|rest| !rest.is_empty()) {
                    degrees = angle(rest)?.0;
                } else {
                    // The turn that brings it there, of those that are offered.
                    let mut legal = Vec::new();
                    self.game.legal(self.state, self.player, &mut legal);
                    degrees = legal
                        .iter()
                        .find_map(|action| match action {
                            Action::Follow { unit: who, how: Pursuit::Break { degrees, target: at } } => {
                                (*who == unit && *at == target).then_some(*degrees)
                            }
                            _ => None,
                        })
                        .unwrap_or(degrees);
                }
                Pursuit::Break { degrees, target }
            }
        };
        Ok(Action::Follow { unit, how })
    }

    /// Where to look: degrees, a point of the compass, or toward somebody.
    fn facing(&self, unit: UnitId, words: &[String]) -> Result<(Facing, usize), String> {
        let Some(first) = words.first() else {
            return Err("say where it is to look: degrees from north, `east`, or an enemy's name".to_owned());
        };
        if let [north @ ("north" | "south"), east @ ("east" | "west"), ..] =
            words.iter().map(String::as_str).take(2).collect::<Vec<_>>()[..]
            && let Some((_, degrees)) = COMPASS.iter().find(|(name, _)| *name == format!("{north}-{east}"))
        {
            return Ok((Facing::new(*degrees), 2));
        }
        if let Some((_, degrees)) = COMPASS.iter().find(|(name, _)| name == first) {
            return Ok((Facing::new(*degrees), 1));
        }
        if let Ok(degrees) = first.parse::<i32>() {
            return Ok((Facing::new(degrees), 1));
        }
        let (at, taken) = self.place(words)?;
        let from = self.names.view.unit(unit).map_or(at, |unit| unit.pose.at);
        Ok((Facing::to(from, at), taken))
    }

    /// Moves part by part: `wheel right 30 ahead 4 square`.
    fn moves(&self, unit: UnitId, words: &[String]) -> Result<Action, String> {
        let words: Vec<String> = words.iter().flat_map(|word| split(word)).collect();
        let mut steps = Vec::new();
        let mut rest = &words[..];
        while let Some(first) = rest.first() {
            if NOISE.contains(&first.as_str()) {
                rest = &rest[1..];
                continue;
            }
            let (step, taken) = self.step(unit, rest)?;
            steps.push(step);
            rest = &rest[taken.min(rest.len())..];
        }
        let whole = Action::Move { unit, steps };
        Ok(self.turned_into(unit, &whole).unwrap_or(whole))
    }

    /// A lone `into ENEMY` that does not lie straight ahead: with the turn that brings the unit there, if one does.
    fn turned_into(&self, unit: UnitId, whole: &Action) -> Option<Action> {
        let Action::Move { steps, .. } = whole else { return None };
        let [Manoeuvre::Into(target)] = steps[..] else { return None };
        self.game.refusal(self.state, self.player, whole)?;
        let mut offered = Vec::new();
        self.game.candidates(self.state, unit, &mut offered);
        let strikes = |action: &&Action| matches!(action, Action::Move { steps, .. } if steps.last() == Some(&Manoeuvre::Into(target)));
        let length = |action: &&Action| if let Action::Move { steps, .. } = action { steps.len() } else { usize::MAX };
        offered.iter().filter(strikes).min_by_key(length).cloned()
    }

    fn step(&self, unit: UnitId, words: &[String]) -> Result<(Manoeuvre, usize), String> {
        let first = words[0].as_str();
        let length = |n: usize| {
            let word = words.get(n).ok_or_else(|| format!("`{first}` how far? Say inches, as `{first} 4`"))?;
            inches_of(word).ok_or_else(|| format!("`{first} {word}`: say inches, as `{first} 4`"))
        };
        if let Some((_, formation)) = FORMATIONS.iter().find(|(name, _)| *name == first) {
            return Ok((Manoeuvre::Form(*formation), 1));
        }
        Ok(match first {
            "ahead" | "forward" | "forwards" | "advance" => (Manoeuvre::Ahead(length(1)?), 2),
            "back" | "backward" | "backwards" | "withdraw" => (Manoeuvre::Back(length(1)?), 2),
            "oblique" => {
                let (degrees, taken) = angle(&words[1..])?;
                (Manoeuvre::Oblique { degrees, mil: length(1 + taken)? }, 2 + taken)
            }
            "wheel" => {
                let (degrees, taken) = angle(&words[1..])?;
                (Manoeuvre::Wheel(degrees), 1 + taken)
            }
            "left" | "right" => {
                let (degrees, taken) = angle(words)?;
                (Manoeuvre::Wheel(degrees), taken)
            }
            "face" | "turn" => {
                let skip = 1 + usize::from(words.get(1).is_some_and(|word| word == "to" || word == "toward"));
                let (facing, taken) = self.facing(unit, &words[skip..])?;
                (Manoeuvre::Face(facing), skip + taken)
            }
            "form" => {
                let word = words.get(1).map_or("", String::as_str);
                match FORMATIONS.iter().find(|(name, _)| *name == word) {
                    Some((_, formation)) => (Manoeuvre::Form(*formation), 2),
                    None => {
                        let known: Vec<&str> = FORMATIONS.iter().map(|(name, _)| *name).collect();
                        return Err(format!("`form {word}`: {}", hint(word, &known)));
                    }
                }
            }
            "into" | "charge" | "charges" | "strike" => {
                let (target, taken) = self.names.unit(&words[1..], Whose::Enemy)?;
                (Manoeuvre::Into(target), 1 + taken)
            }
            "to" => {
                let (at, taken) = self.place(&words[1..])?;
                (Manoeuvre::To(at), 1 + taken)
            }
            "road" => {
                let skip = 1 + usize::from(words.get(1).is_some_and(|word| word == "to"));
                let (at, taken) = self.place(&words[skip..])?;
                (Manoeuvre::Road(at), skip + taken)
            }
            _ if inches_of(first).is_some() => {
                return Err(format!("`{first}` of what? Say `ahead {first}`, `back {first}`, `wheel right {first}`"));
            }
            _ => return Err(format!("what is `{first}`? {}", hint(first, &STEPS))),
        })
    }
}

/// `ahead=6` and `ahead:6` are two words.
fn split(word: &str) -> Vec<String> {
    word.split(['=', ':', ';']).filter(|part| !part.is_empty()).map(str::to_owned).collect()
}

/// An angle: `right 30`, `30 left`, `-30`; right is positive.
fn angle(words: &[String]) -> Result<(i32, usize), String> {
    let side = |word: &str| match word {
        "right" => Some(1),
        "left" => Some(-1),
        _ => None,
    };
    let number = |word: &String| word.trim_end_matches('°').parse::<i32>().ok();
    match words {
        [a, b, ..] if side(a).is_some() && number(b).is_some() => {
            Ok((side(a).unwrap_or(1) * number(b).unwrap_or_default(), 2))
        }
        [a, b, ..] if number(a).is_some() && side(b).is_some() => {
            Ok((side(b).unwrap_or(1) * number(a).unwrap_or_default(), 2))
        }
        [a, b, c, ..] if number(a).is_some() && b == "degrees" && side(c).is_some() => {
            Ok((side(c).unwrap_or(1) * number(a).unwrap_or_default(), 3))
        }
        [a, ..] if number(a).is_some_and(|n| n < 0 || a.starts_with('+')) => Ok((number(a).unwrap_or_default(), 1)),
        _ => Err("say the degrees and the side: `wheel right 30`".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::{angle, order_of, split};
    use eagles::empire::units::Order;

    fn words(text: &str) -> Vec<String> {
        text.split_whitespace().map(str::to_owned).collect()
    }

    #[test]
    fn angles_in_any_order() {
        assert_eq!(angle(&words("right 30 ahead 4")), Ok((30, 2)));
        assert_eq!(angle(&words("20 left")), Ok((-20, 2)));
        assert_eq!(angle(&words("-45")), Ok((-45, 1)));
        assert_eq!(angle(&words("45 degrees left")), Ok((-45, 3)));
        assert!(angle(&words("30")).is_err() && angle(&[]).is_err());
    }

    #[test]
    fn words_of_orders() {
        assert_eq!((order_of("attack"), order_of("flee")), (Some(Order::Attack), None));
        assert_eq!(split("ahead=6"), ["ahead", "6"]);
    }
}
