//! Operations: what each needs, and how much room it takes on the agenda.

use super::super::handler::PARTS;
use super::super::program::{Aim, Bound, Fact, Of, Op, Quantity, Span, Until, When, Who, Whose, Window};
use super::{Check, ENTERED, It, ROOM};
use crate::waterloo::agenda::THROW;
use crate::waterloo::types::SLOTS;

impl Check<'_> {
    /// Checks an operation.
    pub(super) fn op(&mut self, op: &Op, it: It, depth: usize) {
        match op {
            Op::Modify { what, by, who, ways, against, span } => self.within("modify", |c| {
                let range = if *what == Quantity::Offense { 0..=8 } else { -8..=8 };
                c.amount("by", *by, range);
                if matches!(what, Quantity::Morale | Quantity::Offense) && (!ways.is_empty() || against.is_some()) {
                    let message = format!("{what} has nothing to do with ways of attacking or targets");
                    c.hint("no-meaning", message, "leave `ways` and `against` out");
                }
                c.lasting(span, it, |c| {
                    c.named_who("who", who, it);
                    against.iter().for_each(|who| c.named_who("against", who, it));
                });
            }),
            Op::Recoil { who, faces, span, .. } => self.within("recoil", |c| c.faced(who, faces, span, it)),
            Op::Exposed { who, faces, span } => self.within("exposed", |c| c.faced(who, faces, span, it)),
            Op::Forgive { who, dice, span } => self.within("forgive", |c| {
                c.range("dice", *dice, 1..=8);
                c.lasting(span, it, |c| c.named_who("who", who, it));
            }),
            Op::Forbid { what, who, against, span } => self.within("forbid", |c| {
                if what.is_empty() {
                    c.hint("empty", "forbids nothing", "write what, such as `move`");
                }
                c.size(what.len(), 16, "verbs");
                c.lasting(span, it, |c| {
                    c.named_who("who", who, it);
                    against.iter().for_each(|who| c.named_who("against", who, it));
                });
            }),
            Op::Permit { who, uses, span, .. } => self.within("permit", |c| {
                uses.iter().for_each(|uses| c.range("uses", *uses, 1..=64));
                c.lasting(span, it, |c| c.named_who("who", who, it));
            }),
            Op::Limit { what, to, by, span, .. } => self.within("limit", |c| {
                c.limit(*what, *to, *by);
                c.lasting(span, it, |_| {});
            }),
            Op::Watch { on, effect, span, .. } => self.within("watch", |c| {
                c.lasting(span, it, |_| {});
                if *on == When::Entered {
                    if matches!(it, It::Nothing | It::Place) {
                        c.no_it();
                    }
                    if moves(effect) {
                        c.hint(
                            "never-ends",
                            "what happens when *it* has entered would let it enter again",
                            "leave `advance` out of it",
                        );
                    }
                }
                c.within("effect", |c| c.list(effect, it, depth + 1));
                c.room(effect, if *on == When::Entered { ENTERED } else { ROOM });
            }),
            Op::Draw { count, effect } => self.within("draw", |c| {
                c.amount("count", *count, 1..=8);
                c.within("effect", |c| c.list(effect, It::Reserve, depth + 1))
            }),
            Op::Search { who, effect } => self.within("search", |c| {
                c.within("who", |c| c.who(who, it, true));
                c.within("effect", |c| c.list(effect, It::Reserve, depth + 1))
            }),
            Op::Peek { count } => {
                self.range("peek", *count, 1..=8);
            }
            Op::Place {} => {
                if !matches!(it, It::Reserve | It::Any) {
                    let message = "*it* is no card of the Reserve here";
                    self.hint("no-it", message, "write it inside `draw` or `search`");
                }
            }
            Op::Show { general, .. } => self.within("show", |c| {
                c.within("general", |c| c.generals(general));
            }),
            Op::Choose { who, by, min, max, when, effect, otherwise } => self.within("choose", |c| {
                c.whose(*by);
                c.range("max", *max, 1..=u8::MAX);
                if min > max {
                    c.fault("never", format!("at least {min} are to be chosen, and at most {max}"));
                }
                if who.of == Of::All {
                    c.hint("two-sides", "cards of both sides are offered", "let it be those of one side");
                }
                c.shown_to(*by, who);
                c.within("who", |c| c.who(who, it, false));
                when.iter().for_each(|cond| c.within("when", |c| c.cond(cond, it, 1)));
                c.body("effect", effect);
                c.within("effect", |c| c.list(effect, It::Card, depth + 1));
                c.within("otherwise", |c| c.list(otherwise, it, depth + 1));
            }),
            Op::Each { who, effect } => self.within("each", |c| {
                c.within("who", |c| c.who(who, it, false));
                c.body("effect", effect);
                c.within("effect", |c| c.list(effect, It::Card, depth + 1))
            }),
            Op::If { cond, effect, otherwise } => self.within("if", |c| {
                c.within("cond", |c| c.cond(cond, it, 1));
                if effect.is_empty() && otherwise.is_empty() {
                    c.body("effect", effect);
                }
                c.within("effect", |c| c.list(effect, it, depth + 1));
                c.within("otherwise", |c| c.list(otherwise, it, depth + 1));
            }),
            Op::Roll { dice, table } => self.within("roll", |c| {
                c.range("dice", *dice, 1..=THROW as u8);
                if table.is_empty() {
                    c.within("table", |c| c.hint("empty", "no face does anything", "write what they do"));
                }
                c.size(table.len(), 6, "rows in the table");
                let mut seen = [false; 7];
                for (i, branch) in table.iter().take(6).enumerate() {
                    c.within(&format!("table[{i}]"), |c| {
                        c.faces(&branch.faces, &mut seen);
                        c.within("effect", |c| c.list(&branch.effect, it, depth + 1));
                    });
                }
            }),
            Op::Hit { hits } => self.within("hit", |c| {
                c.amount("hits", *hits, 1..=8);
                c.on_card(it);
            }),
            Op::Form { .. } => self.acts("form", it),
            Op::Recover {} => self.acts("recover", it),
            Op::Advance {} => self.acts("advance", it),
            Op::Spend { .. } => self.acts("spend", it),
            Op::Retire { hold, .. } => {
                if let Some(hold) = hold {
                    self.within("retire", |c| c.within("hold", |c| c.until(*hold)));
                }
                self.acts("retire", it);
            }
            Op::Reveal { who } => self.within("reveal", |c| {
                c.who(who, it, false);
            }),
            Op::Attack { who, dice, power, .. } => self.within("attack", |c| {
                c.on_card(it);
                c.within("who", |c| c.who(who, it, false));
                dice.iter().for_each(|dice| c.range("dice", *dice, 1..=8));
                power.iter().for_each(|power| c.range("power", *power, 1..=4));
            }),
            Op::MoraleRoll { fail } => self.within("morale_roll", |c| {
                c.on_card(it);
                let it = if it == It::Any { It::Any } else { It::Card };
                c.within("fail", |c| c.list(fail, it, depth + 1))
            }),
            Op::SetAside { turns } => self.within("set_aside", |c| {
                c.range("turns", *turns, 1..=60);
                c.on_card(it);
            }),
            Op::Cancel {} => {
                self.within("cancel", |c| c.only_in(&[Window::Answer], "Special that could be undone"));
            }
            Op::End {} => {}
            Op::Count { by } => {
                self.within("count", |c| c.amount("by", *by, -100..=100));
            }
            Op::Handler { name } => self.within("handler", |c| {
                c.within("name", |c| c.name(name));
                if c.part {
                    c.hint("never-ends", "a part that asks a handler might go on for ever", "ask it in the effect");
                }
            }),
        }
    }

    fn acts(&mut self, name: &str, it: It) {
        self.within(name, |c| c.on_card(it));
    }

    /// *It* must be a card.
    fn on_card(&mut self, it: It) {
        if matches!(it, It::Nothing | It::Place) {
            self.no_it();
        }
    }

    fn named_who(&mut self, name: &str, who: &Who, it: It) {
        self.within(name, |c| c.who(who, it, false));
    }

    fn body(&mut self, name: &str, effect: &[Op]) {
        if effect.is_empty() {
            self.within(name, |c| c.hint("no-effect", "nothing happens", "write what does"));
        }
    }

    /// The enemy is not offered cards of which he knows only the back: the offer would tell him what they are.
    pub(super) fn shown_to(&mut self, by: Whose, who: &Who) {
        if by == Whose::Foe && who.of != Of::Foe && !who.is.contains(&Fact::Up) {
            self.hint(
                "tells-secrets",
                "the enemy would learn from the offer what lies face-down",
                "let him choose among his own cards, or those that are `up`",
            );
        }
    }

    pub(super) fn whose(&mut self, by: Whose) {
        if by == Whose::Any {
            self.within("by", |c| c.hint("no-meaning", "one player must choose", "write `own` or `foe`"));
        }
    }

    fn faced(&mut self, who: &Who, faces: &[u8], span: &Span, it: It) {
        self.faces(faces, &mut [false; 7]);
        self.lasting(span, it, |c| c.named_who("who", who, it));
    }

    /// Faces of a die: some, from 1 to 6, none twice.
    fn faces(&mut self, faces: &[u8], seen: &mut [bool; 7]) {
        self.within("faces", |c| {
            if faces.is_empty() {
                c.hint("empty", "no face is named", "write some, from 1 to 6");
            }
            c.size(faces.len(), 6, "faces");
            for &face in faces.iter().take(7) {
                match seen.get_mut(usize::from(face)) {
                    Some(seen) if face > 0 => {
                        if std::mem::replace(seen, true) {
                            c.fault("twice", format!("the face {face} stands there twice"));
                        }
                    }
                    _ => c.fault("out-of-range", format!("a die has the faces 1 to 6, not {face}")),
                }
            }
        });
    }

    fn limit(&mut self, what: Bound, to: Option<u8>, by: Option<i8>) {
        match (to, by) {
            (None, None) => self.hint("missing", "does not say what the limit becomes", "write `to` or `by`"),
            (Some(_), Some(_)) => self.hint("two-numbers", "has `to` and `by`", "write one of them"),
            (Some(to), None) => self.range("to", to, 0..=64),
            (None, Some(by)) => {
                if !(-16..=16).contains(&by) {
                    self.within("by", |c| c.fault("out-of-range", format!("must be from -16 to 16, not {by}")));
                }
                if what == Bound::Engagers {
                    self.hint("no-meaning", "the rules have no limit of `engagers` to add to", "write `to`");
                }
            }
        }
        let aim = &self.program.aim;
        if what == Bound::Capacity && !matches!(aim, Aim::Terrain(_)) {
            self.hint(
                "no-aim",
                "`capacity` is that of the Terrain that was named, and none is",
                "let the aim be Terrain",
            );
        } else if what != Bound::Draws && *aim == Aim::Nothing {
            let message = format!("`{what}` is about what was named, and nothing is");
            self.hint("no-aim", message, "let the aim be a Position or a card");
        }
    }

    /// What stays in force.
    fn lasting(&mut self, span: &Span, it: It, check: impl FnOnce(&mut Self)) {
        let before = std::mem::replace(&mut self.lasting, true);
        self.within("span", |c| {
            c.within("until", |c| c.until(span.until));
            span.when.iter().for_each(|cond| c.within("when", |c| c.cond(cond, it, 1)));
        });
        check(self);
        self.lasting = before;
    }

    fn until(&mut self, until: Until) {
        match until {
            Until::OwnTurns(n) | Until::FoeTurns(n) if !(1..=60).contains(&n) => {
                self.fault("out-of-range", format!("must be from 1 to 60 turns, not {n}"));
            }
            Until::Captured if !matches!(self.program.aim, Aim::Terrain(_)) => {
                self.hint("no-aim", "no Terrain is named that could be captured", "let the aim be Terrain");
            }
            _ => {}
        }
    }
}

/// How many entries of the agenda a list of operations may need at once, with parts that need so many for handlers.
pub(super) fn room(ops: &[Op], parts: usize) -> usize {
    let inner = |op: &Op| op.lists().into_iter().map(|list| room(list, parts)).max().unwrap_or(0);
    let one = |op: &Op| match op {
        Op::Choose { .. } | Op::Each { .. } | Op::Roll { .. } | Op::Draw { .. } | Op::Search { .. } => 1 + inner(op),
        Op::If { .. } | Op::MoraleRoll { .. } => inner(op),
        // To aim, the attack itself, and its window.
        Op::Attack { .. } => 3,
        Op::Advance {} => 2,
        Op::Handler { .. } => PARTS - 1 + parts,
        Op::Watch { .. } => 0,
        _ => 1,
    };
    1 + ops.iter().map(one).max().unwrap_or(0)
}

/// How many operations a list may carry out, at most, with parts that carry out so many for handlers: those for each card
/// count for every slot, those for dice for every die.
pub(super) fn work(ops: &[Op], parts: usize) -> usize {
    let most = |op: &Op| op.lists().into_iter().map(|list| work(list, parts)).max().unwrap_or(0);
    let times = |op: &Op| match op {
        Op::Each { .. } => 2 * SLOTS,
        Op::Choose { max, .. } => SLOTS.min(usize::from(*max)),
        Op::Roll { dice, .. } => usize::from(*dice),
        Op::Draw { .. } => 8,
        // What waits for its moment is done then.
        Op::Watch { .. } => 0,
        _ => 1,
    };
    let one = |op: &Op| match op {
        Op::Handler { .. } => PARTS * parts,
        op => most(op).saturating_mul(times(op)),
    };
    ops.iter().fold(0, |sum, op| one(op).saturating_add(1).saturating_add(sum))
}

/// Whether any of these operations moves a card into another Position.
fn moves(ops: &[Op]) -> bool {
    ops.iter().any(|op| matches!(op, Op::Advance {}) || op.lists().into_iter().any(moves))
}
