//! Specials taking effect: the agenda worked off, one operation after another (W 13.0).

use super::effects::amount;
use super::program::{Op, Verb, When, Whose, Window};
use super::who::Gaze;
use crate::chance::{Draws, Kind as Draw, Request, Unmet};
use crate::game::{Player, Sink};
use crate::waterloo::agenda::{Frame, Subject, THROW, Task};
use crate::waterloo::event::{Event, MoveKind, Piece};
use crate::waterloo::morale::fails;
use crate::waterloo::state::{Location, State};
use crate::waterloo::turn::Ctx;
use crate::waterloo::types::{CardId, Formation, GroundKind, Kind, Place, SLOTS, Slot, bit, foe, slots};
use crate::waterloo::{Waterloo, streams};

impl Waterloo {
    /// How the frame of a Special looks at the position.
    pub(in crate::waterloo) const fn gaze(frame: &Frame) -> Gaze {
        Gaze { card: frame.card, aim: frame.aim, it: frame.it, truth: false }
    }

    /// The operation that a frame stands at.
    pub(in crate::waterloo) fn frame_op(&self, frame: &Frame) -> Option<&Op> {
        self.code(frame.card)?.op((frame.list, frame.at))
    }

    /// The cards that a filter of a frame means, the own player's slots from 0 and the enemy's from 64.
    pub(super) fn both(&self, s: &State, who: &super::program::Who, gaze: &Gaze) -> [u64; 2] {
        [gaze.player(), foe(gaze.player())].map(|player| self.mask(s, who, gaze, player))
    }
}

impl<D: Draws, S: Sink<Waterloo>> Ctx<'_, D, S> {
    /// Works on what comes first on the agenda; says whether nobody has to decide first.
    pub(in crate::waterloo) fn work(&mut self, task: Task) -> Result<bool, Unmet> {
        match task {
            Task::Nothing => {
                self.s.agenda.pop();
            }
            Task::Window { .. } | Task::Capture { .. } => return Ok(false),
            Task::Excess if self.g.excess(self.s, self.s.on_turn) != 0 => return Ok(false),
            Task::Excess => {
                self.s.agenda.pop();
            }
            Task::Target { slot, how } => return Ok(self.aim_committed(slot, how)),
            Task::Attack { player, slot, how, target, special } => {
                self.s.agenda.pop();
                self.attack(player, slot, how, target, special)?;
                if special {
                    self.finish_op();
                }
            }
            Task::Leave { card, .. } => {
                self.s.agenda.pop();
                self.leave_game(card);
            }
            Task::Play { card, aim } => {
                self.s.agenda.pop();
                self.start(Frame { card, aim, it: aim, value: 0, list: 0, at: 0 });
            }
            Task::Run(frame) => self.run(&frame)?,
            Task::Watch { when, next } => self.next_watch(when, next),
            Task::Each { next } => self.next_each(next),
            Task::Throw { left, faces } => self.next_die(left, faces),
            Task::Draw { left } => self.next_draw(left)?,
            Task::Handler { wait: 0, len, answers } => self.ask_handler(len, answers)?,
            Task::Choose { .. }
            | Task::Aim
            | Task::Place
            | Task::Show
            | Task::Search
            | Task::Peek { .. }
            | Task::Handler { .. } => return Ok(self.offer(task)),
        }
        Ok(true)
    }

    /// Begins a list of operations.
    pub(super) fn start(&mut self, frame: Frame) {
        self.s.agenda.push(Task::Run(frame));
    }

    /// The innermost frame.
    pub(super) fn frame(&self) -> Option<Frame> {
        self.s.agenda.frame()
    }

    /// The innermost frame waits for something that its operation needs; where nothing more can wait, it goes without.
    fn wait(&mut self, task: Task) {
        if !self.s.agenda.push(task) {
            self.finish_op();
        }
    }

    /// The innermost frame goes on behind its operation; what stands above it is done.
    pub(super) fn finish_op(&mut self) {
        while let Some(task) = self.s.agenda.top_mut() {
            if let Task::Run(frame) = task {
                frame.at = frame.at.saturating_add(1);
                return;
            }
            self.s.agenda.pop();
        }
    }

    /// Begins the n-th list inside the operation of the innermost frame, for `it`.
    pub(super) fn start_sub(&mut self, n: usize, it: Subject) {
        let Some(frame) = self.frame() else { return };
        self.start_list(frame, n, it);
    }

    fn start_list(&mut self, frame: Frame, n: usize, it: Subject) {
        let sub = self.g.code(frame.card).and_then(|code| code.sub((frame.list, frame.at), n));
        if let Some(list) = sub {
            self.start(Frame { it, list, at: 0, ..frame });
        }
    }

    /// The card on the table that a frame acts on.
    fn acted_on(&self, frame: &Frame) -> Option<(Player, Slot)> {
        match frame.it {
            Subject::Slot { player, slot } if self.s.side(player).all() & bit(slot) != 0 => Some((player, slot)),
            Subject::Card(card) => Waterloo::stands(self.s, card).map(|(slot, _)| (card.army().player(), slot)),
            _ => None,
        }
    }

    /// Carries out the operation that a frame stands at, or ends the frame behind its last one.
    fn run(&mut self, frame: &Frame) -> Result<(), Unmet> {
        let g = self.g;
        let Some(op) = g.frame_op(frame) else {
            self.s.agenda.pop();
            return Ok(());
        };
        match op {
            Op::Modify { .. }
            | Op::Recoil { .. }
            | Op::Exposed { .. }
            | Op::Forgive { .. }
            | Op::Forbid { .. }
            | Op::Permit { .. }
            | Op::Limit { .. }
            | Op::Watch { .. } => {
                self.finish_op();
                if let Some(span) = op.span() {
                    self.put_in_force(frame, frame.it, op, span);
                }
            }
            Op::Draw { count, .. } => {
                self.wait(Task::Draw { left: amount(*count, frame.value).max(0) as u8 });
            }
            Op::Search { .. } => {
                self.look_through(frame.card.army())?;
                self.wait(Task::Search);
            }
            Op::Peek { count } => {
                let left = self.look_at_top(frame.card.army(), *count)?;
                self.wait(Task::Peek { stage: 0, left });
            }
            Op::Place {} => match frame.it {
                Subject::Card(card) if self.s.hand(card.army()).reserve & card.bit() != 0 => self.wait(Task::Place),
                // It has been placed already, or has been taken away.
                _ => self.finish_op(),
            },
            Op::Show { .. } => {
                self.wait(Task::Show);
            }
            Op::Choose { .. } => {
                self.wait(Task::Choose { count: 0, chosen: 0 });
            }
            Op::Each { .. } => {
                self.wait(Task::Each { next: 0 });
            }
            Op::If { cond, .. } => {
                let n = usize::from(!g.holds(self.s, cond, &Waterloo::gaze(frame)));
                self.finish_op();
                self.start_list(*frame, n, frame.it);
            }
            Op::Roll { dice, .. } => self.throw(frame, *dice)?,
            Op::Attack { .. } => {
                self.wait(Task::Aim);
            }
            Op::MoraleRoll { .. } => self.extra_roll(frame)?,
            Op::Handler { .. } => {
                self.wait(Task::Handler { wait: 0, len: 0, answers: [0; crate::waterloo::agenda::ANSWERS] });
            }
            Op::Reveal { who } => {
                self.finish_op();
                for player in [Player(0), Player(1)] {
                    let set = g.mask(self.s, who, &Waterloo::gaze(frame), player);
                    self.turn_up(player, set);
                }
            }
            Op::Cancel {} => {
                self.finish_op();
                self.cancel();
            }
            Op::End {} => {
                self.finish_op();
                self.end_forces(frame.card);
            }
            Op::Count { by } => {
                self.finish_op();
                let by = amount(*by, frame.value);
                for force in self.s.forces.list_mut().iter_mut().filter(|f| f.card == frame.card) {
                    force.counter = force.counter.saturating_add_signed(by);
                }
            }
            Op::SetAside { turns } => {
                self.finish_op();
                self.set_aside(frame, op, *turns);
            }
            Op::Hit { .. }
            | Op::Form { .. }
            | Op::Recover {}
            | Op::Retire { .. }
            | Op::Advance {}
            | Op::Spend { .. } => {
                self.finish_op();
                if let Some((player, slot)) = self.acted_on(frame) {
                    self.act_on(frame, op, player, slot);
                }
            }
        }
        Ok(())
    }

    /// The operations that change one card on the table at once.
    fn act_on(&mut self, frame: &Frame, op: &Op, player: Player, slot: Slot) {
        match op {
            Op::Hit { hits } => self.put_hits(frame.card, player, slot, amount(*hits, frame.value).max(0) as u8),
            Op::Form { to } => {
                let indoors = self.g.cover(self.s, player, slot) == Some(GroundKind::Building);
                let barred = self.g.barred(self.s, player, Verb::Form);
                let side = self.s.side_mut(player);
                // W N70: what may not change formation is not changed by a Special either.
                let may = side.infantry() & !barred & bit(slot) != 0 && side.formation(slot) != *to;
                if may && (!indoors || *to == Formation::Line) {
                    side.set_formation(slot, *to);
                    side.formed |= bit(slot);
                    let formation = *to;
                    self.tell(|g, s| Event::Formed { piece: g.piece(s, player, slot), formation, cost: false });
                }
            }
            Op::Recover {} if self.s.side(player).blown & bit(slot) != 0 => {
                self.s.side_mut(player).blown &= !bit(slot);
                self.tell(|g, s| Event::Recovered { piece: g.piece(s, player, slot) });
            }
            Op::Retire { heal, hold } => self.send_home(frame, op, (player, slot), *heal, *hold),
            Op::Advance {} => {
                if self.g.may_advance(self.s, player, slot)
                    && let Some(from) = self.s.side(player).place(slot)
                {
                    let formation = self.s.side(player).formation(slot);
                    self.make_move(player, slot, from.opposite(), formation);
                }
            }
            Op::Spend { action } => {
                let side = self.s.side_mut(player);
                if *action {
                    side.acted |= bit(slot);
                } else {
                    side.spend_move(slot);
                }
            }
            _ => {}
        }
    }

    /// Puts hits on a card by a Special; they reveal it, and a decoy is gone (W N29).
    pub(in crate::waterloo) fn put_hits(&mut self, by: CardId, player: Player, slot: Slot, hits: u8) {
        if hits == 0 || self.s.side(player).all() & bit(slot) == 0 {
            return;
        }
        let decoy = self.s.side(player).decoys() & bit(slot) != 0;
        self.reveal(player, slot);
        let side = self.s.side_mut(player);
        let tally = &mut side.hits[usize::from(slot)];
        *tally = tally.saturating_add(hits);
        side.struck |= bit(slot);
        self.tell(|g, s| Event::Hit { by, piece: g.piece(s, player, slot), hits });
        if decoy {
            self.unmask(player, slot);
        }
    }

    /// A decoy that has been turned up is gone (W N29).
    fn unmask(&mut self, player: Player, slot: Slot) {
        if let Some(at) = self.s.side(player).place(slot) {
            self.remove(player, slot, crate::waterloo::event::Loss::Decoy);
            self.settle(at, None);
        }
    }

    /// Turns up cards; those that Engaged this turn are shown by it (W N28), also if they lay face-up, unless their coming into
    /// a fight has shown them already (W N76); decoys among them are gone (W N29).
    fn turn_up(&mut self, player: Player, set: u64) {
        for slot in slots(set) {
            let Some(at) = self.s.side(player).place(slot) else { continue };
            let decoy = self.s.side(player).decoys() & bit(slot) != 0;
            let news = self.s.side(player).up & bit(slot) == 0 || self.s.opened >> at.0 & 1 == 0;
            self.reveal(player, slot);
            let side = self.s.side(player);
            if news && player == self.s.on_turn && side.engaged & side.troops() & bit(slot) != 0 {
                self.s.shown |= 1 << at.0;
            }
            if decoy {
                self.unmask(player, slot);
            }
        }
    }

    /// Sends a card to its owner's Reserve.
    fn send_home(
        &mut self,
        frame: &Frame,
        op: &Op,
        (player, slot): (Player, Slot),
        heal: bool,
        hold: Option<super::program::Until>,
    ) {
        let Some(from) = self.s.side(player).place(slot) else { return };
        let card = self.s.side(player).card_in(slot);
        if heal {
            self.s.side_mut(player).hits[usize::from(slot)] = 0;
        }
        let vacated = self.step_off(player, slot);
        let up = self.s.side(player).up & bit(slot) != 0;
        self.retire(player, slot, from, MoveKind::Sent, 0);
        if let Some(until) = hold {
            let span = super::program::Span { until, ..super::program::Span::default() };
            self.put_in_force(frame, Subject::Card(card), op, &span);
            // Whether everybody saw which card it is.
            if let Some(force) = self.s.forces.list_mut().last_mut().filter(|force| force.it == Subject::Card(card)) {
                force.used = u8::from(up);
            }
            self.s.hand_mut(card.army()).spent |= card.bit();
        }
        self.settle(from, vacated);
    }

    /// Sends a card of a Position that is too full to the Reserve (W N67).
    pub(super) fn send_back(&mut self, player: Player, slot: Slot) {
        let Some(from) = self.s.side(player).place(slot) else { return };
        let vacated = self.step_off(player, slot);
        self.retire(player, slot, from, MoveKind::Sent, 0);
        self.settle(from, vacated);
    }

    /// A General who has just been killed is set aside.
    fn set_aside(&mut self, frame: &Frame, op: &Op, turns: u8) {
        // Where nothing more can be in force, nobody would bring him back (W N65).
        if self.s.forces.room() == 0 {
            return;
        }
        let (card, from) = match (self.acted_on(frame), frame.it) {
            (Some((player, slot)), _) => {
                let side = self.s.side(player);
                let (card, Some(from)) = (side.card_in(slot), side.place(slot)) else { return };
                // One who lies face-down is a decoy.
                if side.generals() & bit(slot) == 0 {
                    return;
                }
                self.tell(|g, s| Event::SetAside { piece: g.piece(s, player, slot), from });
                self.s.side_mut(player).vacate(slot);
                self.release(player, slot);
                (card, from)
            }
            // W N20: he died of his hits in the Reserve.
            (None, Subject::Card(card))
                if self.s.locate(card) == Location::Reserve && self.g.profile(card).kind == Kind::General =>
            {
                self.clear_hits(card);
                self.take_from_reserve(card);
                self.forget_return(card);
                let piece = Piece { player: card.army().player(), army: card.army(), slot: u8::MAX, card: Some(card) };
                self.tell(|_, _| Event::SetAside { piece, from: Place::RESERVE });
                (card, Place::RESERVE)
            }
            _ => return,
        };
        let span = super::program::Span {
            until: super::program::Until::OwnTurns(turns.max(1)),
            ..super::program::Span::default()
        };
        self.put_in_force(frame, Subject::Card(card), op, &span);
        if !from.is_reserve() {
            self.settle(from, None);
        }
    }

    /// The Special that is being answered has no effect.
    fn cancel(&mut self) {
        // There is nothing more to answer: the window above it closes with it.
        for task in self.s.agenda.tasks_mut().iter_mut().rev() {
            match *task {
                Task::Window { window: Window::Answer, .. } => *task = Task::Nothing,
                Task::Play { card, .. } => {
                    *task = Task::Nothing;
                    self.tell(|_, _| Event::Cancelled { card });
                    return;
                }
                _ => {}
            }
        }
    }

    /// Rolls the dice of an operation.
    fn throw(&mut self, frame: &Frame, count: u8) -> Result<(), Unmet> {
        let player = frame.card.army().player();
        let count = count.min(THROW as u8);
        let dice = self.draws.dice(Request {
            code: "special",
            subject: frame.card.0,
            stream: streams::dice(player),
            kind: Draw::Dice { count, sides: 6 },
        })?;
        let mut faces = [0; THROW];
        for (face, die) in faces.iter_mut().zip(dice.faces()) {
            *face = *die;
        }
        let card = frame.card;
        self.tell(|_, _| Event::Threw { card, player, dice: dice.faces().to_vec() });
        self.wait(Task::Throw { left: count, faces });
        Ok(())
    }

    fn next_die(&mut self, left: u8, mut faces: [u8; THROW]) {
        let Some(frame) = self.frame() else { return };
        if left == 0 {
            self.finish_op();
            return;
        }
        let face = faces[0];
        faces.copy_within(1.., 0);
        faces[THROW - 1] = 0;
        if let Some(task) = self.s.agenda.top_mut() {
            *task = Task::Throw { left: left - 1, faces };
        }
        let Some(Op::Roll { table, .. }) = self.g.frame_op(&frame) else { return };
        if let Some(n) = table.iter().position(|branch| branch.faces.contains(&face)) {
            self.start_sub(n, frame.it);
        }
    }

    fn next_each(&mut self, next: u8) {
        let Some(frame) = self.frame() else { return };
        let Some(Op::Each { who, .. }) = self.g.frame_op(&frame) else { return };
        let [own, enemy] = self.g.both(self.s, who, &Waterloo::gaze(&frame));
        let set = (u128::from(own) | u128::from(enemy) << SLOTS) & u128::MAX.checked_shl(u32::from(next)).unwrap_or(0);
        if set == 0 {
            self.finish_op();
            return;
        }
        let n = set.trailing_zeros() as u8;
        if let Some(task) = self.s.agenda.top_mut() {
            *task = Task::Each { next: n + 1 };
        }
        let player = frame.card.army().player();
        let whose = if usize::from(n) < SLOTS { player } else { foe(player) };
        self.start_sub(0, Subject::slot(whose, n % SLOTS as u8));
    }

    fn next_draw(&mut self, left: u8) -> Result<(), Unmet> {
        let Some(frame) = self.frame() else { return Ok(()) };
        let drawn = if left == 0 { None } else { self.draw(frame.card.army(), false, false)? };
        let Some(card) = drawn else {
            self.finish_op();
            return Ok(());
        };
        if let Some(task) = self.s.agenda.top_mut() {
            *task = Task::Draw { left: left - 1 };
        }
        self.start_sub(0, Subject::Card(card));
        Ok(())
    }

    /// One extra Morale roll (W 6.0).
    fn extra_roll(&mut self, frame: &Frame) -> Result<(), Unmet> {
        let Some((player, slot)) = self.acted_on(frame) else {
            self.finish_op();
            return Ok(());
        };
        // Everybody sees the value that it rolls against, or that there is none (W N29).
        let decoy = self.s.side(player).decoys() & bit(slot) != 0;
        self.reveal(player, slot);
        if decoy {
            self.finish_op();
            self.unmask(player, slot);
            return Ok(());
        }
        let card = self.s.side(player).card_in(slot);
        let at = self.s.side(player).place(slot).unwrap_or(Place::RESERVE);
        let value = self.g.morale_value(self.s, card);
        let told = S::LIVE.then(|| {
            let mut told = crate::explain::Breakdown::new("morale");
            self.g.morale(self.s, card, &mut told);
            told
        });
        let dice = self.draws.dice(Request {
            code: "morale",
            subject: card.0,
            stream: streams::dice(player),
            kind: Draw::Dice { count: 1, sides: 6 },
        })?;
        let failed = dice.faces().iter().filter(|&&die| fails(die, value)).count() as u8;
        self.tell(|_, _| Event::Rolled { card, at, dice: dice.faces().to_vec(), value: told, failed });
        let failed = self.forgive(card, failed);
        self.finish_op();
        if failed > 0 {
            self.start_list(*frame, 0, Subject::slot(player, slot));
        }
        Ok(())
    }

    /// Everything that waits for this moment is done, one after another.
    pub(in crate::waterloo) fn watch(&mut self, when: When) {
        if !self.s.forces.list().is_empty() {
            self.s.agenda.push(Task::Watch { when, next: 0 });
        }
    }

    fn next_watch(&mut self, when: When, next: u8) {
        let now = super::effects::now(self.s);
        let on_turn = self.s.on_turn;
        let found = self.s.forces.list().iter().enumerate().skip(usize::from(next)).find_map(|(i, force)| {
            let Some(Op::Watch { on, turn, span, effect }) = self.g.code(force.card)?.op(force.op) else {
                return None;
            };
            let mine = match turn {
                Whose::Own => force.card.army().player() == on_turn,
                Whose::Foe => force.card.army().player() != on_turn,
                Whose::Any => true,
            };
            let live = span.when.as_ref().is_none_or(|cond| self.g.holds(self.s, cond, &Gaze::of(force)));
            let fits = *on == when && mine && live && (force.from..=force.until).contains(&now);
            (fits && !effect.is_empty()).then_some((i, *force))
        });
        let Some((index, force)) = found else {
            self.s.agenda.pop();
            return;
        };
        if let Some(task) = self.s.agenda.top_mut() {
            *task = Task::Watch { when, next: index as u8 + 1 };
        }
        self.start_force(&force);
    }

    /// Begins what an entry in force has been waiting for.
    pub(super) fn start_force(&mut self, force: &super::Force) {
        let (list, at) = force.op;
        let frame = Frame { card: force.card, aim: force.aim, it: force.it, value: force.value, list, at };
        self.start_list(frame, 0, force.it);
    }
}
