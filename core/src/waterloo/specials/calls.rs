//! Asking handlers: the scene, the answers so far, the parts to run (see [`super::handler`]).

use super::choices::{NOTHING, ON_TABLE};
use super::handler::{Call, CardFacts, HandlerError, PARTS, Part, Reply, Scene};
use super::program::Op;
use crate::chance::{Draws, Kind as Draw, Request, Unmet};
use crate::game::{Player, Sink};
use crate::waterloo::agenda::{ANSWERS, Frame, Subject, THROW, Task};
use crate::waterloo::event::Event;
use crate::waterloo::state::State;
use crate::waterloo::turn::Ctx;
use crate::waterloo::types::{SLOTS, Slot, bit, foe, slots};
use crate::waterloo::{Waterloo, streams};

impl Waterloo {
    /// What the player of a Special sees when its handler is asked.
    fn scene_of(&self, s: &State, frame: &Frame) -> Scene {
        let player = frame.card.army().player();
        let mut cards = Vec::new();
        for whose in [Player(0), Player(1)] {
            for slot in slots(s.side(whose).all()) {
                cards.extend(self.card_facts(s, player, whose, slot));
            }
        }
        Scene {
            player,
            turn: s.turn,
            own_turn: s.on_turn == player,
            aim: frame.aim,
            place: self.place_of(s, player, frame.aim),
            it: frame.it,
            counter: s.forces.list().iter().find(|f| f.card == frame.card).map_or(0, |f| f.counter),
            cards,
        }
    }

    fn card_facts(&self, s: &State, eyes: Player, player: Player, slot: Slot) -> Option<CardFacts> {
        let side = s.side(player);
        let up = side.up & bit(slot) != 0;
        let card = (up || player == eyes).then(|| side.card_in(slot));
        let profile = card.map(|card| self.profile(card));
        let known_infantry = side.known_infantry & bit(slot) != 0;
        Some(CardFacts {
            player,
            slot,
            card,
            printed: card.map(|card| self.card(card).number),
            kind: profile.map(|p| p.kind).or_else(|| known_infantry.then_some(crate::waterloo::types::Kind::Infantry)),
            at: side.place(slot)?,
            up,
            formation: side.formation(slot),
            blown: side.blown & bit(slot) != 0,
            hits: side.hits[usize::from(slot)],
            cv: profile.map(|p| p.cv),
        })
    }
}

impl<D: Draws, S: Sink<Waterloo>> Ctx<'_, D, S> {
    /// Asks the handler of the innermost frame, with the answers so far.
    pub(super) fn ask_handler(&mut self, len: u8, answers: [u8; ANSWERS]) -> Result<(), Unmet> {
        let Some(frame) = self.frame() else { return Ok(()) };
        let Some(Op::Handler { name }) = self.g.frame_op(&frame) else { return Ok(()) };
        let card = self.g.card(frame.card).id.as_str();
        let fail = |message: String| {
            Unmet::Script(Box::new(HandlerError {
                card: card.to_owned(),
                handler: name.clone(),
                message,
                traceback: Vec::new(),
            }))
        };
        let Some(handlers) = self.g.specials.handlers.clone() else {
            return Err(fail(
                "nobody here answers handlers: load the card's script, or answer it from the host".into(),
            ));
        };
        let scene = self.g.scene_of(self.s, &frame);
        let player = scene.player;
        let given = answers.iter().take(usize::from(len)).map(|&answer| match answer {
            NOTHING => -1,
            slot if slot >= ON_TABLE => {
                let slot = slot - ON_TABLE;
                let whose = if usize::from(slot) < SLOTS { player } else { foe(player) };
                let found = |c: &CardFacts| c.player == whose && c.slot == slot % SLOTS as u8;
                scene.cards.iter().position(found).map_or(-1, |i| i as i16)
            }
            number => i16::from(number),
        });
        let call = Call { card, handler: name, answers: given.collect(), scene };
        match handlers.call(&call).map_err(|e| Unmet::Script(Box::new(e)))? {
            Reply::Roll(count) => {
                let room = ANSWERS - usize::from(len).min(ANSWERS);
                if count == 0 || usize::from(count) > THROW.min(room) {
                    return Err(fail(format!("asks for {count} dice; {room} more answers are possible")));
                }
                let dice = self.draws.dice(Request {
                    code: "special",
                    subject: frame.card.0,
                    stream: streams::dice(player),
                    kind: Draw::Dice { count, sides: 6 },
                })?;
                let card = frame.card;
                self.tell(|_, _| Event::Threw { card, player, dice: dice.faces().to_vec() });
                let mut answers = answers;
                for (entry, face) in answers.iter_mut().skip(usize::from(len)).zip(dice.faces()) {
                    *entry = *face;
                }
                if let Some(task) = self.s.agenda.top_mut() {
                    *task = Task::Handler { wait: 0, len: len + count, answers };
                }
            }
            Reply::Choose(choice) => {
                let code = self.g.code(frame.card);
                let found = code.and_then(|code| code.choices.iter().position(|(name, _)| *name == choice));
                let Some(index) = found else {
                    return Err(fail(format!("asks for a choice `{choice}`, which its program does not declare")));
                };
                if usize::from(len) >= ANSWERS {
                    return Err(fail(format!("asks for more than {ANSWERS} answers")));
                }
                if let Some(task) = self.s.agenda.top_mut() {
                    *task = Task::Handler { wait: index as u8 + 1, len, answers };
                }
            }
            Reply::Run(parts) => {
                if parts.len() > PARTS {
                    return Err(fail(format!("runs {} parts; at most {PARTS} at once", parts.len())));
                }
                let frames = parts.iter().map(|part| self.part_frame(&frame, part, &call.scene));
                let frames: Result<Vec<_>, _> = frames.collect();
                let frames = frames.map_err(fail)?;
                self.finish_op();
                for frame in frames.into_iter().rev() {
                    self.start(frame);
                }
            }
        }
        Ok(())
    }

    fn part_frame(&self, frame: &Frame, part: &Part, scene: &Scene) -> Result<Frame, String> {
        let code = self.g.code(frame.card);
        let list = code.and_then(|code| code.parts.iter().find(|(name, _)| *name == part.part)).map(|(_, list)| *list);
        let list = list.ok_or_else(|| format!("runs a part `{}`, which its program does not declare", part.part))?;
        let it = match part.card {
            None => frame.it,
            Some(i) => {
                let card =
                    scene.cards.get(usize::from(i)).ok_or_else(|| format!("names card {i}, which is not there"))?;
                Subject::slot(card.player, card.slot)
            }
        };
        let ops =
            self.g.card_set().program(&self.g.card(frame.card).id).and_then(|program| program.parts.get(&part.part));
        let there = match it {
            Subject::Slot { player, slot } => scene.cards.iter().any(|c| (c.player, c.slot) == (player, slot)),
            Subject::Card(card) => Waterloo::stands(self.s, card).is_some(),
            _ => false,
        };
        if !there && ops.is_some_and(|ops| acts_on_it(ops)) {
            return Err(format!("the part `{}` acts on *it*, and there is no card; give `card`", part.part));
        }
        Ok(Frame { it, value: part.value, list, at: 0, ..*frame })
    }
}

/// Whether a list does something to *it*, the card that it is begun with.
fn acts_on_it(ops: &[Op]) -> bool {
    ops.iter().any(|op| match op {
        Op::Hit { .. }
        | Op::Form { .. }
        | Op::Recover {}
        | Op::Advance {}
        | Op::Spend { .. }
        | Op::Attack { .. }
        | Op::MoraleRoll { .. } => true,
        Op::If { effect, otherwise, .. } => acts_on_it(effect) || acts_on_it(otherwise),
        Op::Roll { table, .. } => table.iter().any(|branch| acts_on_it(&branch.effect)),
        _ => false,
    })
}
