//! What a program does, in words: for the pages of cards and for the console.

use super::card_name;
use eagles::waterloo::CardSet;
use eagles::waterloo::specials::program::{
    Aim, Amount, At, Bound, Choice, Cond, Line, Of, Op, Permission, Program, Quantity, Span, Start, Type, Until, Verb,
    When, Who, Whose, Window,
};
use eagles::waterloo::specials::{fact_text, type_text};
use eagles::waterloo::types::{Attack, Formation, GroundKind};
use std::fmt::Display;

/// A line of an account, and how deep it stands under others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Told {
    /// 0 for what stands at the left.
    pub depth: usize,
    /// The line: a sentence without a full stop.
    pub text: String,
}

/// Words for the parts of programs; it knows the names of the cards of a set.
#[derive(Clone, Copy, Debug)]
pub struct Prose<'a> {
    set: &'a CardSet,
}

fn list(items: impl IntoIterator<Item = impl Display>, last: &str) -> String {
    let items: Vec<String> = items.into_iter().map(|item| item.to_string()).collect();
    match items.as_slice() {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., end] => format!("{} {last} {end}", first.join(", ")),
    }
}

fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

fn count(n: impl Display, one: &str) -> String {
    let n = n.to_string();
    if n == "1" { format!("1 {one}") } else { format!("{n} {one}s") }
}

fn amount(by: Amount) -> String {
    match by {
        Amount::Fixed(n) => n.to_string(),
        Amount::Given(_) => "the number that the handler gives".to_owned(),
    }
}

/// A moment at which a Special may be played.
#[must_use]
pub fn window(window: Window) -> &'static str {
    let texts = crate::api::values::WINDOW.list;
    texts.iter().find(|(text, _)| *text == window.name()).map_or("", |(_, doc)| doc)
}

fn place(at: At) -> &'static str {
    match at {
        At::Aim => "in the Position that was named",
        At::Across => "in the Position across from the one that was named",
        At::Lane => "in the lane of what was named",
        At::Terrain => "on the Terrain that was named",
        At::It => "in the Position of *it*",
        At::AcrossIt => "in the Position across from *it*",
        At::Event => "in the Position that the window is about",
        At::OwnLine => "in the own battleline",
        At::FoeLine => "in the enemy's battleline",
        At::Anywhere => "in any Position",
        At::FrenchLeft => "in the French Left",
        At::FrenchCenter => "in the French Center",
        At::FrenchRight => "in the French Right",
        At::AlliedLeft => "in the Allied Left",
        At::AlliedCenter => "in the Allied Center",
        At::AlliedRight => "in the Allied Right",
    }
}

/// The same cards in another place.
fn standing(who: &Who, at: At) -> Who {
    let mut who = who.clone();
    who.at = at;
    who
}

fn attack(how: Attack) -> &'static str {
    match how {
        Attack::Fire => "Fire at short range",
        Attack::Shock => "Shock",
        Attack::Long => "Fire at long range",
    }
}

fn formation(formation: Formation) -> &'static str {
    match formation {
        Formation::Line => "Line",
        Formation::Column => "Column",
        Formation::Square => "Square",
    }
}

fn ground(class: GroundKind) -> &'static str {
    match class {
        GroundKind::Hill => "a Hill",
        GroundKind::Woods => "Woods",
        GroundKind::River => "a River",
        GroundKind::Building => "a Building",
    }
}

fn verb(verb: Verb) -> &'static str {
    match verb {
        Verb::Move => "move",
        Verb::Engage => "Engage",
        Verb::Disengage => "Disengage",
        Verb::Form => "change formation",
        Verb::Fire => "fire at short range",
        Verb::Shock => "use Shock",
        Verb::Long => "fire at long range",
        Verb::LeaveReserve => "leave the Reserve",
        Verb::Capture => "capture the Terrain that was named",
    }
}

fn permission(what: Permission) -> &'static str {
    match what {
        Permission::ExtraMove => "make one Battle Move more",
        Permission::GoOn => "move on over the Middle Ground after it has come up",
        Permission::EngageAndDisengage => "Engage and Disengage in one turn",
        Permission::LongEngaged => "fire at long range from an engaged Position",
        Permission::ShockBuilding => "use Shock against Infantry in the Building that was named",
        Permission::ShockAfterMove => "use Shock after it has Engaged in this turn",
    }
}

fn bound(what: Bound) -> &'static str {
    match what {
        Bound::Stacking => "cards in the Position that was named",
        Bound::Capacity => "cards on the Terrain that was named",
        Bound::Engagers => "Troop cards that Engage the Position that was named in a turn",
        Bound::Crossings => "Troop cards that cross the lane that was named in a turn",
        Bound::Draws => "cards drawn in a Reinforce Phase",
    }
}

fn until(until: Until) -> String {
    match until {
        Until::Phase => "to the end of this phase".to_owned(),
        Until::Turn => "to the end of this turn".to_owned(),
        Until::OwnMorale => "to the end of the own next Morale Phase".to_owned(),
        Until::OwnCombat => "to the end of the own next Combat Phase".to_owned(),
        Until::OwnTurns(1) => "to the end of one own turn".to_owned(),
        Until::OwnTurns(n) => format!("to the end of {n} own turns"),
        Until::FoeTurns(1) => "to the end of one enemy turn".to_owned(),
        Until::FoeTurns(n) => format!("to the end of {n} enemy turns"),
        Until::Captured => "until the Terrain that was named is captured".to_owned(),
        Until::Battle => "to the end of the battle".to_owned(),
    }
}

fn moment(on: When, turn: Whose) -> String {
    let whose = match turn {
        Whose::Own => "own ",
        Whose::Foe => "enemy ",
        Whose::Any => "",
    };
    match on {
        When::MoraleEnd => format!("After the last roll of each {whose}Morale Phase"),
        When::CombatEnd => format!("At the end of each {whose}Combat Phase"),
        When::TurnEnd => format!("At the end of each {whose}turn"),
        When::TurnStart => format!("At the beginning of each {whose}turn"),
        When::Entered => "Whenever *it* enters a Position with enemy cards".to_owned(),
    }
}

fn ways(ways: &[Attack]) -> String {
    if ways.is_empty() { String::new() } else { format!(" in {}", list(ways.iter().map(|how| attack(*how)), "or")) }
}

fn range(min: u8, max: u8) -> String {
    match (min, max) {
        (min, u8::MAX) => format!("at least {min}"),
        (0, max) => format!("at most {max}"),
        (min, max) if min == max => format!("exactly {min}"),
        (min, max) => format!("{min} to {max}"),
    }
}

impl<'a> Prose<'a> {
    /// Words for programs of this set.
    #[must_use]
    pub const fn new(set: &'a CardSet) -> Self {
        Self { set }
    }

    fn names(&self, ids: &[String], last: &str) -> String {
        list(ids.iter().map(|id| card_name(self.set, id)), last)
    }

    /// Which cards: `enemy Artillery cards in the Position that was named`.
    #[must_use]
    pub fn who(&self, who: &Who) -> String {
        if who.it {
            return "*it*".to_owned();
        }
        let kinds: Vec<Type> = if who.kind.is_empty() { vec![Type::Troop] } else { who.kind.clone() };
        let nouns = list(
            kinds.into_iter().map(|k| {
                format!("{}s", type_text(k))
                    .replace("cards that counts", "cards that count")
                    .replace("stackings", "stacking")
            }),
            "and",
        );
        let mut text = match who.of {
            Of::Own => format!("friendly {nouns}"),
            Of::Side => format!("{nouns} of the own side"),
            Of::Foe => format!("enemy {nouns}"),
            Of::All => nouns,
        };
        if !who.id.is_empty() {
            text = self.names(&who.id, "or");
        }
        for (items, what) in [(&who.nation, "of nationality"), (&who.corps, "of corps"), (&who.tag, "marked")] {
            if !items.is_empty() {
                text += &format!(" {what} {}", list(items, "or"));
            }
        }
        if !who.not_tag.is_empty() {
            text += &format!(" not marked {}", list(&who.not_tag, "or"));
        }
        if who.same_corps {
            text += " of the same corps";
        }
        text += &format!(" {}", place(who.at));
        let facts = who
            .is
            .iter()
            .map(|f| fact_text(*f).to_owned())
            .chain(who.not.iter().map(|f| format!("not {}", fact_text(*f))));
        let facts = list(facts, "and");
        if facts.is_empty() { text } else { format!("{text} that are {facts}") }
    }

    /// A condition: `there is at least one of: enemy Artillery cards ...`.
    #[must_use]
    pub fn cond(&self, cond: &Cond) -> String {
        match cond {
            Cond::Some(who) => format!("there are {}", self.who(who)),
            Cond::Count { who, min, max } => format!("there are {} of: {}", range(*min, *max), self.who(who)),
            Cond::More { who, than } => format!("there are more of: {}, than of: {}", self.who(who), self.who(than)),
            Cond::Engaged(at) => format!("there are enemy Troops {}", place(*at)),
            Cond::Unengaged(at) => format!("there are no enemy Troops {}", place(*at)),
            Cond::FoeTurn { min, max } => format!("the enemy has begun {} turns", range(*min, *max)),
            Cond::Battle(codes) => format!("the battle is {}", list(codes, "or")),
            Cond::Deck(n) => format!("{} or more are left in the own deck", count(n, "card")),
            Cond::General(ids) => format!("{} is face-up", self.names(ids, "or")),
            Cond::HasGeneral(ids) => format!("{} is face-up or in the own Reserve", self.names(ids, "or")),
            Cond::Terrain { at, class, held } => {
                let whose = match held {
                    Of::Own | Of::Side => "facing the own side ",
                    Of::Foe => "facing the enemy ",
                    Of::All => "",
                };
                format!("there is {} {whose}{}", ground(*class), place(*at))
            }
            Cond::Occupied(of) => {
                let whose = match of {
                    Of::Own => "friendly cards",
                    Of::Side => "cards of the own side",
                    Of::Foe => "enemy cards",
                    Of::All => "any cards",
                };
                format!("{whose} occupy the Terrain that was named")
            }
            Cond::Event(who) => {
                let anywhere = standing(who, At::Anywhere);
                format!("the window is about one of: {}", self.who(&anywhere).replace(" in any Position", ""))
            }
            Cond::Placed => "the window is about a Position".to_owned(),
            Cond::Failed(n) => format!("the card of the window failed at most {}", count(n, "roll")),
            Cond::InForce => "a card of this id is in force there already".to_owned(),
            Cond::MayAdvance => "the card that was named may move over the Middle Ground".to_owned(),
            Cond::Counter(n) => format!("the counter of this card is at least {n}"),
            Cond::Not(inner) => format!("it is not so that {}", self.cond(inner)),
            Cond::All(conds) => list(conds.iter().map(|cond| self.cond(cond)), "and"),
            Cond::Any(conds) => list(conds.iter().map(|cond| self.cond(cond)), "or"),
        }
    }

    /// What a card is played on.
    #[must_use]
    pub fn aim(&self, aim: &Aim) -> String {
        match aim {
            Aim::Nothing => "nothing".to_owned(),
            Aim::Position(Line::Any) => "a Position".to_owned(),
            Aim::Position(Line::Own) => "a Position of the own battleline".to_owned(),
            Aim::Position(Line::Foe) => "a Position of the enemy's battleline".to_owned(),
            Aim::Card(who) => {
                let who = standing(who, if who.at == At::Aim { At::Anywhere } else { who.at });
                format!("one of: {}", self.who(&who))
            }
            Aim::Terrain(classes) => {
                format!("Terrain in play: {}", list(classes.iter().map(|class| ground(*class)), "or"))
            }
            Aim::Event => "the card that the window is about".to_owned(),
        }
    }

    fn span(&self, span: &Span) -> String {
        let from = match span.from {
            Start::Now => "",
            Start::OwnTurn => ", from the beginning of the own next turn",
            Start::FoeTurn => ", from the beginning of the enemy's next turn",
            Start::OwnCombat => ", from the beginning of the own next Combat Phase",
        };
        let when = span.when.as_ref().map_or_else(String::new, |cond| format!(", only while {}", self.cond(cond)));
        format!("{from}, {}{when}", until(span.until))
    }

    fn against(&self, against: Option<&Who>) -> String {
        against.map_or_else(String::new, |who| format!(" against {}", self.who(who)))
    }

    /// What a program does, line by line.
    #[must_use]
    pub fn effect(&self, program: &Program) -> Vec<Told> {
        let mut out = Vec::new();
        self.ops(&program.effect, 0, &mut out);
        for (name, ops) in &program.parts {
            out.push(Told { depth: 0, text: format!("Part `{name}`, when the handler runs it") });
            self.ops(ops, 1, &mut out);
        }
        for (name, choice) in &program.choices {
            out.push(Told {
                depth: 0,
                text: format!("Choice `{name}`, when the handler asks for it: {}", self.choice(choice)),
            });
        }
        out
    }

    fn choice(&self, choice: &Choice) -> String {
        let by = player(choice.by);
        let what = match &choice.who {
            Some(who) => format!("one of: {}", self.who(who)),
            None => format!("one of the answers {}", list(choice.options.iter().map(|o| format!("\"{o}\"")), "or")),
        };
        let optional = if choice.optional { ", or nothing" } else { "" };
        format!("{by} chooses {what}{optional}")
    }

    fn ops(&self, ops: &[Op], depth: usize, out: &mut Vec<Told>) {
        for op in ops {
            out.push(Told { depth, text: capital(&self.op(op)) });
            match op {
                Op::Roll { table, .. } => {
                    for branch in table {
                        out.push(Told { depth: depth + 1, text: format!("On {}", list(&branch.faces, "or")) });
                        self.ops(&branch.effect, depth + 2, out);
                    }
                }
                Op::Choose { effect, otherwise, .. } | Op::If { effect, otherwise, .. } => {
                    self.ops(effect, depth + 1, out);
                    if !otherwise.is_empty() {
                        out.push(Told { depth, text: "Otherwise".to_owned() });
                        self.ops(otherwise, depth + 1, out);
                    }
                }
                _ => op.lists().into_iter().for_each(|inner| self.ops(inner, depth + 1, out)),
            }
        }
    }

    fn op(&self, op: &Op) -> String {
        match op {
            Op::Modify { what, by, who, ways: how, against, span } => {
                let number = match what {
                    Quantity::Morale => "Morale value",
                    Quantity::Dice => "number of dice",
                    Quantity::Power => "firepower or shock",
                    Quantity::Offense => "Offense rating",
                };
                let change = match (what, by) {
                    (Quantity::Offense, _) => format!("counts {} times", amount(*by)),
                    (_, Amount::Fixed(n)) if *n < 0 => format!("is reduced by {}", -i16::from(*n)),
                    _ => format!("is raised by {}", amount(*by)),
                };
                format!(
                    "the {number} of {} {change}{}{}{}",
                    self.who(who),
                    ways(how),
                    self.against(against.as_ref()),
                    self.span(span)
                )
            }
            Op::Recoil { who, ways: how, faces, span } => {
                format!(
                    "{} hit themselves{} with each {} they roll{}",
                    self.who(who),
                    ways(how),
                    list(faces, "or"),
                    self.span(span)
                )
            }
            Op::Exposed { who, faces, span } => {
                format!("{} are hit by each {}{}", self.who(who), list(faces, "or"), self.span(span))
            }
            Op::Forgive { who, dice, span } => {
                format!(
                    "{} failed {} of one Morale test of {} count as passed{}",
                    dice,
                    if *dice == 1 { "die" } else { "dice" },
                    self.who(who),
                    self.span(span)
                )
            }
            Op::Forbid { what, who, against, span } => {
                let verbs = list(what.iter().map(|v| verb(*v)), "or");
                format!("{} may not {verbs}{}{}", self.who(who), self.against(against.as_ref()), self.span(span))
            }
            Op::Permit { what, who, uses, span } => {
                let uses = uses.map_or_else(String::new, |n| format!(", {}", count(n, "time")));
                format!("{} may {}{uses}{}", self.who(who), permission(*what), self.span(span))
            }
            Op::Limit { what, of, to, by, span } => {
                let whose = match of {
                    Whose::Own => "own ",
                    Whose::Foe => "enemy ",
                    Whose::Any => "",
                };
                let change = match (to, by) {
                    (Some(to), _) => format!("is {to}"),
                    (None, Some(by)) => format!("changes by {by:+}"),
                    (None, None) => "stays".to_owned(),
                };
                format!("the limit of {whose}{} {change}{}", bound(*what), self.span(span))
            }
            Op::Watch { on, turn, span, .. } => format!("{}{}", moment(*on, *turn), self.span(span)),
            Op::Draw { count: n, effect } => {
                let then = if effect.is_empty() { "" } else { "; with each of them" };
                format!("draw {} into the Reserve{then}", count(amount(*n), "card"))
            }
            Op::Search { who, effect } => {
                let then = if effect.is_empty() { "" } else { "; with that card" };
                let who = standing(who, At::Anywhere);
                format!(
                    "take one of {} from the own deck, show it, and shuffle{then}",
                    self.who(&who).replace(" in any Position", "")
                )
            }
            Op::Peek { count: n } => format!(
                "look at the top {} of the own deck, take one, and put each other on the top or the bottom",
                count(n, "card")
            ),
            Op::Place {} => {
                "*it* may be placed from the Reserve in an unengaged Position of the own battleline".to_owned()
            }
            Op::Show { general, must } => {
                format!(
                    "{} {} from the Reserve",
                    if *must { "show" } else { "you may show" },
                    self.names(general, "or")
                )
            }
            Op::Choose { who, by, min, max, when, .. } => {
                let many = match (*min, *max) {
                    (_, u8::MAX) => "any number".to_owned(),
                    (min, max) if min == max => max.to_string(),
                    (0, max) => format!("up to {max}"),
                    (min, max) => format!("{min} to {max}"),
                };
                let when = when.as_ref().map_or_else(String::new, |cond| format!(" as long as {}", self.cond(cond)));
                format!("{} chooses {many} of: {}{when}; with each of them", player(*by), self.who(who))
            }
            Op::Each { who, .. } => format!("for each of: {}", self.who(who)),
            Op::If { cond, .. } => format!("if {}", self.cond(cond)),
            Op::Roll { dice, .. } => {
                format!("roll {}", if *dice == 1 { "a die".to_owned() } else { format!("{dice} dice") })
            }
            Op::Hit { hits } => format!("*it* takes {}", count(amount(*hits), "hit")),
            Op::Form { to } => format!("*it* goes into {} at once", formation(*to)),
            Op::Recover {} => "*it* is blown no more".to_owned(),
            Op::Reveal { who } => format!("reveal {}", self.who(who)),
            Op::Retire { heal, hold } => {
                let heal = if *heal { " without its hits" } else { "" };
                let hold = hold.map_or_else(String::new, |hold| format!(", and may not leave it {}", until(hold)));
                format!("*it* goes to its owner's Reserve{heal}{hold}")
            }
            Op::Advance {} => "*it* moves over the Middle Ground into the opposing Position".to_owned(),
            Op::Attack { how, who, dice, power, free } => {
                let dice = dice.map_or_else(String::new, |n| {
                    format!(" with {}", if n == 1 { "1 die".to_owned() } else { format!("{n} dice") })
                });
                let power = power.map_or_else(String::new, |n| format!(" at power {n}"));
                let free = if *free { ", whichever" } else { "" };
                format!("*it* uses {}{dice}{power} at once against one of: {}{free}", attack(*how), self.who(who))
            }
            Op::MoraleRoll { .. } => "*it* makes one extra Morale roll; if it fails".to_owned(),
            Op::SetAside { turns } => {
                format!("*it* is set aside and comes back to the Reserve after {}", count(turns, "own turn"))
            }
            Op::Spend { action: true } => "*it* has used its action".to_owned(),
            Op::Spend { action: false } => "*it* has used its Move".to_owned(),
            Op::Cancel {} => "the Special that is answered has no effect".to_owned(),
            Op::End {} => "all that this card has in force ends".to_owned(),
            Op::Count { by } => format!("the counter of this card goes up by {}", amount(*by)),
            Op::Handler { name } => format!("the handler `{name}` of the script decides which parts are run"),
        }
    }
}

fn player(whose: Whose) -> &'static str {
    match whose {
        Whose::Own => "the player",
        Whose::Foe => "the enemy",
        Whose::Any => "either player",
    }
}
