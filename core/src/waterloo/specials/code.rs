//! Programs made ready for one battle: nested lists numbered, filters resolved to sets of cards.

use super::program::{Aim, At, Choice, Cond, Need, Op, Program, Span, Type, Who};
use crate::waterloo::agenda::ROOM;
use crate::waterloo::cards::CardSet;
use crate::waterloo::types::{Army, Kind};
use crate::waterloo::{Profile, Roster};
use std::sync::Arc;

/// A program made ready.
#[derive(Clone, Debug)]
pub(in crate::waterloo) struct Code {
    /// What must be named.
    pub(in crate::waterloo) aim: Aim,
    /// What must hold.
    pub(in crate::waterloo) needs: Vec<Need>,
    /// The lists of operations; the first is the effect itself.
    pub(in crate::waterloo) lists: Vec<List>,
    /// Parts for handlers, by name, with the number of their list.
    pub(in crate::waterloo) parts: Vec<(String, u8)>,
    /// Choices for handlers, by name.
    pub(in crate::waterloo) choices: Vec<(String, Choice)>,
    /// How many entries it may put in force at once, at most.
    pub(in crate::waterloo) forces: usize,
    /// How many entries of the agenda it may need at once, itself counted.
    pub(in crate::waterloo) room: usize,
    /// Whether it is the action of the card that it is played on.
    pub(in crate::waterloo) acts: bool,
}

/// A list of operations.
#[derive(Clone, Debug, Default)]
pub(in crate::waterloo) struct List {
    /// The operations.
    pub(in crate::waterloo) ops: Vec<Op>,
    /// For each operation, the numbers of the lists inside it, in the order of [`Op::lists`].
    pub(in crate::waterloo) subs: Vec<Vec<u8>>,
}

impl Code {
    /// Makes a program ready for cards of these rosters.
    pub(in crate::waterloo) fn new(program: &Program, set: &CardSet, rosters: &[Roster; 3]) -> Self {
        // What is printed and cited stays with the card.
        let mut program = Program {
            aim: program.aim.clone(),
            needs: program.needs.clone(),
            effect: program.effect.clone(),
            parts: program.parts.clone(),
            choices: program.choices.clone(),
            ..Program::default()
        };
        if let Aim::Card(who) = &mut program.aim
            && who.at == At::Aim
        {
            // A card stands where it stands.
            who.at = At::Anywhere;
        }
        program.each_who(&mut |who| resolve(who, set, rosters));
        let mut code = Self {
            room: ROOM.max(1 + program.room()),
            aim: program.aim,
            needs: program.needs,
            lists: Vec::new(),
            parts: Vec::new(),
            choices: program.choices.into_iter().collect(),
            forces: 0,
            acts: program.effect.iter().any(Op::acts),
        };
        code.forces = program.effect.iter().map(Op::forces).sum();
        code.add(program.effect);
        for (name, ops) in program.parts {
            code.forces += ops.iter().map(Op::forces).sum::<usize>();
            let list = code.add(ops);
            code.parts.push((name, list));
        }
        code
    }

    /// Numbers a list and those inside it; at most 255 in all, which [`Program::faults`] sees to.
    fn add(&mut self, ops: Vec<Op>) -> u8 {
        let number = self.lists.len();
        self.lists.push(List::default());
        let mut list = List { ops: Vec::with_capacity(ops.len()), subs: Vec::with_capacity(ops.len()) };
        for op in ops {
            let subs = op.lists().into_iter().map(|sub| self.add(sub.to_vec())).collect();
            list.subs.push(subs);
            list.ops.push(op);
        }
        self.lists[number] = list;
        u8::try_from(number).unwrap_or(u8::MAX)
    }

    /// An operation, by list and place.
    #[inline]
    pub(in crate::waterloo) fn op(&self, (list, at): (u8, u8)) -> Option<&Op> {
        self.lists.get(usize::from(list))?.ops.get(usize::from(at))
    }

    /// The number of the n-th list inside an operation.
    pub(in crate::waterloo) fn sub(&self, (list, at): (u8, u8), n: usize) -> Option<u8> {
        self.lists.get(usize::from(list))?.subs.get(usize::from(at))?.get(n).copied()
    }
}

/// Whether a card is of a type.
pub(in crate::waterloo) const fn is_of(kind: Kind, what: Type) -> bool {
    match what {
        Type::Troop => kind.is_troop(),
        Type::Infantry => matches!(kind, Kind::Infantry),
        Type::Cavalry => matches!(kind, Kind::Cavalry),
        Type::Artillery => kind.is_artillery(),
        Type::FootArtillery => matches!(kind, Kind::FootArtillery),
        Type::HorseArtillery => matches!(kind, Kind::HorseArtillery),
        Type::General => matches!(kind, Kind::General),
        Type::Stacked => true,
    }
}

/// Fills [`Who::set`] where the filter asks for anything that is printed.
fn resolve(who: &mut Who, set: &CardSet, rosters: &[Roster; 3]) {
    let printed = [&who.nation, &who.corps, &who.tag, &who.not_tag, &who.id].into_iter().any(|list| !list.is_empty());
    if !printed {
        return;
    }
    let mut sets = [0; 3];
    for &army in Army::ALL {
        for (i, profile) in rosters[army.index()].cards.iter().enumerate().take(128) {
            if meets(who, set, profile) {
                sets[army.index()] |= 1u128 << i;
            }
        }
    }
    who.set = Some(Arc::new(sets));
}

fn meets(who: &Who, set: &CardSet, profile: &Profile) -> bool {
    let Some(card) = set.cards().get(usize::from(profile.card)) else { return false };
    let among = |list: &[String], value: &str| list.is_empty() || list.iter().any(|v| v == value);
    let tagged = |list: &[String]| list.iter().any(|tag| card.tags.contains(tag));
    among(&who.nation, &card.nationality)
        && among(&who.corps, &card.corps)
        && among(&who.id, &card.id)
        && (who.tag.is_empty() || tagged(&who.tag))
        && !tagged(&who.not_tag)
}

impl Program {
    /// Shows every filter of the program, wherever it stands.
    pub(super) fn each_who(&mut self, f: &mut impl FnMut(&mut Who)) {
        if let Aim::Card(who) = &mut self.aim {
            f(who);
        }
        self.needs.iter_mut().for_each(|need| need.cond.each_who(f));
        self.effect.iter_mut().for_each(|op| op.each_who(f));
        self.parts.values_mut().flatten().for_each(|op| op.each_who(f));
        self.choices.values_mut().filter_map(|choice| choice.who.as_mut()).for_each(f);
    }
}

impl Cond {
    fn each_who(&mut self, f: &mut impl FnMut(&mut Who)) {
        match self {
            Self::Some(who) | Self::Event(who) | Self::Count { who, .. } => f(who),
            Self::More { who, than } => {
                f(who);
                f(than);
            }
            Self::Not(cond) => cond.each_who(f),
            Self::All(conds) | Self::Any(conds) => conds.iter_mut().for_each(|cond| cond.each_who(f)),
            Self::Engaged(_)
            | Self::Unengaged(_)
            | Self::FoeTurn { .. }
            | Self::Battle(_)
            | Self::Deck(_)
            | Self::General(_)
            | Self::HasGeneral(_)
            | Self::Terrain { .. }
            | Self::Occupied(_)
            | Self::Placed
            | Self::Failed(_)
            | Self::InForce
            | Self::MayAdvance
            | Self::Counter(_) => {}
        }
    }
}

impl Op {
    /// The lists of operations inside it.
    #[must_use]
    pub fn lists(&self) -> Vec<&[Op]> {
        match self {
            Self::Choose { effect, otherwise, .. } | Self::If { effect, otherwise, .. } => vec![effect, otherwise],
            Self::Watch { effect, .. }
            | Self::Draw { effect, .. }
            | Self::Search { effect, .. }
            | Self::Each { effect, .. }
            | Self::MoraleRoll { fail: effect } => vec![effect],
            Self::Roll { table, .. } => table.iter().map(|branch| branch.effect.as_slice()).collect(),
            _ => Vec::new(),
        }
    }

    fn lists_mut(&mut self) -> Vec<&mut Vec<Op>> {
        match self {
            Self::Choose { effect, otherwise, .. } | Self::If { effect, otherwise, .. } => vec![effect, otherwise],
            Self::Watch { effect, .. }
            | Self::Draw { effect, .. }
            | Self::Search { effect, .. }
            | Self::Each { effect, .. }
            | Self::MoraleRoll { fail: effect } => vec![effect],
            Self::Roll { table, .. } => table.iter_mut().map(|branch| &mut branch.effect).collect(),
            _ => Vec::new(),
        }
    }

    /// How long it lasts, for those that stay in force.
    #[must_use]
    pub const fn span(&self) -> Option<&Span> {
        match self {
            Self::Modify { span, .. }
            | Self::Recoil { span, .. }
            | Self::Exposed { span, .. }
            | Self::Forgive { span, .. }
            | Self::Forbid { span, .. }
            | Self::Permit { span, .. }
            | Self::Limit { span, .. }
            | Self::Watch { span, .. } => Some(span),
            _ => None,
        }
    }

    /// Whether it is the action of the card that it acts on, which stays where it is then.
    const fn acts(&self) -> bool {
        matches!(self, Self::Attack { .. } | Self::Spend { action: true })
    }

    /// How many entries it may put in force, at most: one, six for each card of a Position, those of its longest branch.
    pub(super) fn forces(&self) -> usize {
        let sum = |ops: &[Op]| ops.iter().map(Self::forces).sum::<usize>();
        let most = |lists: Vec<&[Op]>| lists.into_iter().map(sum).max().unwrap_or(0);
        match self {
            Self::SetAside { .. } => 1,
            Self::Retire { hold: Some(_), .. } => 1,
            Self::Watch { .. } => 1,
            Self::Each { effect, .. } => 6 * sum(effect),
            Self::Choose { max, .. } => usize::from(*max).min(4) * most(self.lists()),
            Self::Draw { .. } => 0,
            op if op.span().is_some() => 1,
            op => most(op.lists()),
        }
    }

    fn each_who(&mut self, f: &mut impl FnMut(&mut Who)) {
        match self {
            Self::Modify { who, against, span, .. } | Self::Forbid { who, against, span, .. } => {
                f(who);
                against.iter_mut().for_each(&mut *f);
                span.when.iter_mut().for_each(|cond| cond.each_who(f));
            }
            Self::Recoil { who, span, .. }
            | Self::Exposed { who, span, .. }
            | Self::Forgive { who, span, .. }
            | Self::Permit { who, span, .. } => {
                f(who);
                span.when.iter_mut().for_each(|cond| cond.each_who(f));
            }
            Self::Limit { span, .. } | Self::Watch { span, .. } => {
                span.when.iter_mut().for_each(|cond| cond.each_who(f));
            }
            Self::Search { who, .. } | Self::Each { who, .. } | Self::Reveal { who } | Self::Attack { who, .. } => {
                f(who)
            }
            Self::Choose { who, when, .. } => {
                f(who);
                when.iter_mut().for_each(|cond| cond.each_who(f));
            }
            Self::If { cond, .. } => cond.each_who(f),
            _ => {}
        }
        for list in self.lists_mut() {
            list.iter_mut().for_each(|op| op.each_who(f));
        }
    }
}
