//! When and on what a Special may be played, and why not (W 13.0).

use super::program::{Aim, Line, Op, Type, Who, Window};
use super::who::Gaze;
use crate::chance::Draws;
use crate::game::{Player, Sink};
use crate::waterloo::Waterloo;
use crate::waterloo::action::Action;
use crate::waterloo::agenda::{Frame, Subject, Task};
use crate::waterloo::event::Event;
use crate::waterloo::refusal::Refusal;
use crate::waterloo::setup::Windows;
use crate::waterloo::stacking::Crowds;
use crate::waterloo::state::{Phase, State};
use crate::waterloo::turn::{ACTIONS, Ctx};
use crate::waterloo::types::{Army, CardId, Place, armies, bit, cards, foe, slots};

impl Waterloo {
    /// The window in which `player` may play now, and the Position that it is about.
    fn window_for(&self, s: &State, player: Player) -> Option<(Window, Place)> {
        match s.task() {
            Some(Task::Window { window, player: asked, at, .. }) if asked == player => Some((window, at)),
            None if s.phase == Phase::Combat && s.step == ACTIONS && s.on_turn == player && s.shown == 0 => {
                Some((Window::OwnCombat, Place::RESERVE))
            }
            _ => None,
        }
    }

    /// Whether a window can matter to `player`, as everybody knows (W r66, N64): he has cards of an army in the Reserve, and
    /// that army has Specials for it which are not out of the game.
    #[inline]
    pub(in crate::waterloo) fn opens(&self, s: &State, player: Player, window: Window) -> bool {
        armies(player).iter().any(|&army| {
            let hand = s.hand(army);
            hand.reserve != 0
                && self.specials.of(army, window) & !hand.gone != 0
                && (army != Army::Prussian || s.arrived || !self.prussians_arrive())
        })
    }

    /// The Specials in an army's Reserve that may be played in a window, what they are played on apart.
    #[inline]
    fn in_hand(&self, s: &State, army: Army, window: Window) -> u128 {
        let hand = s.hand(army);
        let ready = hand.reserve & self.specials.of(army, window) & !hand.spent;
        if army == Army::Prussian && !s.arrived && self.prussians_arrive() { 0 } else { ready }
    }

    /// Lists the Specials that `player` may play in a window.
    #[inline]
    pub(in crate::waterloo) fn list_plays(&self, s: &State, player: Player, window: Window, out: &mut Vec<Action>) {
        for &army in armies(player) {
            let ready = self.in_hand(s, army, window);
            if ready != 0 {
                self.list_plays_of(s, army, ready, window, out);
            }
        }
    }

    #[cold]
    fn list_plays_of(&self, s: &State, army: Army, ready: u128, window: Window, out: &mut Vec<Action>) {
        let mut last = u16::MAX;
        for card in cards(army, ready) {
            // Copies of a card are listed once.
            let same = std::mem::replace(&mut last, self.profile(card).card) == self.profile(card).card;
            if same || self.room_refusal(s, card).is_some() {
                continue;
            }
            let fits = |aim: &Subject| self.aim_refusal(s, card, *aim, window).is_none();
            out.extend(self.aims(s, card, window).filter(fits).map(|aim| Action::Play { card, aim }));
        }
    }

    /// What a Special might be played on.
    fn aims<'a>(&'a self, s: &'a State, card: CardId, window: Window) -> impl Iterator<Item = Subject> + 'a {
        let player = card.army().player();
        let (mut places, mut grounds, mut own, mut enemy, mut other) = (0u8, 0u16, 0u64, 0u64, None);
        match self.code(card).map(|code| &code.aim) {
            None => {}
            Some(Aim::Nothing) => other = Some(Subject::Nothing),
            Some(Aim::Position(which)) => {
                let line = |p: Player| if p.0 == 0 { 0b000_111 } else { 0b111_000 };
                places = match which {
                    Line::Own => line(player),
                    Line::Foe => line(foe(player)),
                    Line::Any => 0b111_111,
                };
            }
            Some(Aim::Card(who)) => {
                own = self.aimed_at(s, card, who, player);
                enemy = self.aimed_at(s, card, who, foe(player));
            }
            Some(Aim::Terrain(classes)) => {
                let fits = |card: CardId| classes.contains(&self.profile(card).ground);
                grounds = s.grounds.numbered().filter(|(_, g)| fits(g.card)).fold(0, |set, (n, _)| set | 1 << n);
            }
            Some(Aim::Event) => {
                other = s.agenda.window().filter(|(w, ..)| *w == window).map(|(_, _, event)| self.on_table(s, event));
            }
        }
        let places = slots(u64::from(places)).map(|p| Subject::Place(Place(p)));
        let grounds = slots(u64::from(grounds)).map(Subject::Ground);
        let own = slots(own).map(move |slot| Subject::slot(player, slot));
        let enemy = slots(enemy).map(move |slot| Subject::slot(foe(player), slot));
        other.into_iter().chain(places).chain(grounds).chain(own).chain(enemy)
    }

    /// The slots of a player that a Special which asks for such a card might be played on.
    #[inline]
    pub(in crate::waterloo) fn aimed_at(&self, s: &State, card: CardId, who: &Who, player: Player) -> u64 {
        self.mask(s, who, &Gaze { card, aim: Subject::Nothing, it: Subject::Nothing, truth: false }, player)
    }

    /// A card that an event names, by its slot while it is on the table.
    pub(in crate::waterloo) fn on_table(&self, s: &State, event: Subject) -> Subject {
        match event {
            Subject::Card(card) => {
                Self::stands(s, card).map_or(event, |(slot, _)| Subject::slot(card.army().player(), slot))
            }
            other => other,
        }
    }

    /// Why too much is in force or going on for a Special to be played (W N65).
    fn room_refusal(&self, s: &State, card: CardId) -> Option<Refusal> {
        let Some(code) = self.code(card) else { return Some(Refusal::NotSpecial { card }) };
        // What is about to take effect, or is taking effect, keeps its room.
        let under_way = s.agenda.tasks().iter().filter_map(|task| match *task {
            Task::Play { card, .. } | Task::Run(Frame { card, list: 0, .. }) => self.code(card),
            _ => None,
        });
        let needed = code.forces + under_way.map(|code| code.forces).sum::<usize>();
        (s.agenda.room() < code.room || s.forces.room() < needed).then_some(Refusal::SpecialRoom)
    }

    /// Why `player` may not play a Special on something now.
    pub(in crate::waterloo) fn play_refusal(
        &self,
        s: &State,
        player: Player,
        card: CardId,
        aim: Subject,
    ) -> Option<Refusal> {
        let hand = s.hand(card.army());
        if !self.has_card(card) || card.army().player() != player || hand.reserve & card.bit() == 0 {
            return Some(Refusal::NotInReserve { card });
        }
        if self.code(card).is_none() {
            return Some(Refusal::NotSpecial { card });
        }
        if hand.spent & card.bit() != 0 {
            return Some(Refusal::ReserveSpent);
        }
        if card.army() == Army::Prussian && !s.arrived && self.prussians_arrive() {
            return Some(Refusal::PrussiansNotArrived);
        }
        let Some((window, _)) = self.window_for(s, player) else { return Some(Refusal::NotNow { card }) };
        if self.specials.of(card.army(), window) & card.bit() == 0 {
            return Some(Refusal::NotNow { card });
        }
        self.room_refusal(s, card).or_else(|| {
            if self.aims(s, card, window).any(|fits| fits == aim) {
                self.aim_refusal(s, card, aim, window)
            } else {
                Some(Refusal::SpecialAim { card })
            }
        })
    }

    /// Why a Special may not be played on something in a window.
    fn aim_refusal(&self, s: &State, card: CardId, aim: Subject, window: Window) -> Option<Refusal> {
        let code = self.code(card)?;
        let player = card.army().player();
        let side = s.side(player);
        let own = |slot: u8| side.card_in(slot).army() == card.army();
        let place = self.place_of(s, player, aim);
        if let Some(at) = place {
            // W 13.0: a Position that holds a card of its army; Troop cards and face-up Generals count (N21).
            let here = side.at[at.index()] & (side.troops() | side.generals());
            if here == 0 || !slots(here).any(own) {
                return Some(Refusal::SpecialAlone { at });
            }
            let about = s.agenda.window().filter(|(w, at, _)| *w == window && !at.is_reserve());
            if let Some((_, about, _)) = about
                && window != Window::Answer
                && about != at
            {
                return Some(Refusal::SpecialElsewhere { at: about });
            }
            let played = s.played[player.index() & 1][at.index()];
            let printed = |card: CardId| self.profile(card).card;
            if played.iter().any(|&other| other != CardId::NONE && printed(other) == printed(card)) {
                return Some(Refusal::SpecialSame { at });
            }
            if !played.contains(&CardId::NONE) {
                return Some(Refusal::SpecialTwo { at });
            }
        } else if card.army() != Army::French && !matches!(aim, Subject::Card(_)) {
            // W N49.
            let any = slots(side.troops() | side.generals()).any(own);
            if !any {
                return Some(Refusal::SpecialNobody);
            }
        }
        let gaze = Gaze { card, aim, it: aim, truth: false };
        let unmet = code.needs.iter().position(|need| !self.holds(s, &need.cond, &gaze));
        if let Some(need) = unmet {
            return Some(Refusal::SpecialNeed { card, need: need as u8 });
        }
        match aim {
            // W N73, N13: it stays where it is.
            Subject::Slot { player: whose, slot } if code.acts && whose == player && s.on_turn == player => {
                self.stacking_after_spending(s, player, slot, &Crowds::default())
            }
            _ => None,
        }
    }

    /// A hash over the programs and handlers in use.
    pub(in crate::waterloo) fn script_set(&self) -> u64 {
        let handlers = self.specials.handlers.as_ref().map_or(0, |h| h.hash());
        self.specials.hash ^ handlers
    }

    /// The action that is made for a player without asking him, because he can only pass (W r66): nobody notices.
    #[must_use]
    pub fn automatic_action(&self, s: &State) -> Option<(Player, Action)> {
        let task = s.task()?;
        if !matches!(task, Task::Window { .. } | Task::Show | Task::Place | Task::Search) {
            return None;
        }
        let player = self.decider(s, task);
        let mut list = Vec::new();
        self.list_legal(s, player, &mut list);
        (list == [Action::Pass]).then_some((player, Action::Pass))
    }
}

impl<D: Draws, S: Sink<Waterloo>> Ctx<'_, D, S> {
    /// Opens a window for a player, if it can matter to him.
    #[inline]
    pub(in crate::waterloo) fn ask(&mut self, window: Window, player: Player, at: Place, event: Subject) {
        if self.s.ending.is_none() && self.g.opens(self.s, player, window) {
            self.s.agenda.push(Task::Window { window, player, at, event });
            if self.g.options().windows == Windows::Holders {
                let mut list = Vec::new();
                self.g.list_plays(self.s, player, window, &mut list);
                if list.is_empty() {
                    self.s.agenda.pop();
                }
            }
        }
    }

    /// Plays a Special: it leaves the Reserve for good, the enemy may answer, then it takes effect (W 13.0).
    pub(in crate::waterloo) fn play(&mut self, player: Player, card: CardId, aim: Subject) {
        let at = self.g.place_of(self.s, player, aim);
        if let Some(at) = at {
            let played = &mut self.s.played[player.index() & 1][at.index()];
            if let Some(free) = played.iter_mut().find(|c| **c == CardId::NONE) {
                *free = card;
            }
        }
        let answering = matches!(self.s.task(), Some(Task::Window { window: Window::Answer, .. }));
        self.note_aim(player, card, aim);
        self.take_from_reserve(card);
        self.forget_return(card);
        self.s.hand_mut(card.army()).gone |= card.bit();
        self.tell(|_, _| Event::Played { player, card, aim, at });
        self.s.agenda.push(Task::Play { card, aim });
        // An answer is not answered (W N64).
        if !answering {
            self.ask(Window::Answer, foe(player), at.unwrap_or(Place::RESERVE), Subject::Card(card));
        }
    }

    /// The card that a Special is played on is what the Special asks for: from now on both players know it (W N75).
    fn note_aim(&mut self, player: Player, card: CardId, aim: Subject) {
        let Some(Aim::Card(who)) = self.g.code(card).map(|code| &code.aim) else { return };
        let Subject::Slot { player: whose, slot } = aim else { return };
        if whose == player {
            self.note_kinds(player, slot, &who.kind);
        }
    }

    /// A card has been shown to be of one of these types, or a Troop card when there are none.
    fn note_kinds(&mut self, player: Player, slot: u8, kinds: &[Type]) {
        let all = |of: &[Type]| !kinds.is_empty() && kinds.iter().all(|kind| of.contains(kind));
        let b = |known: bool| if known { bit(slot) } else { 0 };
        let side = self.s.side_mut(player);
        side.known_infantry |= b(all(&[Type::Infantry]));
        side.known_cavalry |= b(all(&[Type::Cavalry]));
        side.known_mobile |= b(all(&[Type::Infantry, Type::Cavalry, Type::HorseArtillery]));
        let troops =
            [Type::Troop, Type::Infantry, Type::Cavalry, Type::Artillery, Type::FootArtillery, Type::HorseArtillery];
        side.known_troop |= b(kinds.is_empty() || all(&troops));
    }

    /// Marks the slot of a card as having used a permission.
    pub(in crate::waterloo) fn take_use(&mut self, player: Player, slot: u8, what: super::program::Permission) -> bool {
        let Some(index) = self.g.permission_of(self.s, player, slot, what) else { return false };
        if let Some(force) = self.s.forces.list_mut().get_mut(index) {
            force.used = force.used.saturating_add(1);
            let by = force.card;
            let op = self.g.code(by).and_then(|code| code.op(force.op));
            if let Some(Op::Permit { who, .. }) = op {
                self.note_kinds(player, slot, &who.kind);
            }
            self.tell(|g, s| Event::Used { by, piece: g.piece(s, player, slot) });
        }
        true
    }

    /// A card used Shock: what allowed it only by a Special is used up.
    pub(in crate::waterloo) fn use_permission(&mut self, player: Player, slot: u8, target: u8) {
        use super::program::Permission;
        if self.g.shockable_buildings(self.s, player, slot) & bit(target) != 0 {
            self.take_use(player, slot, Permission::ShockBuilding);
        }
        if self.s.side(player).engaged & bit(slot) != 0 {
            self.take_use(player, slot, Permission::ShockAfterMove);
        }
    }
}
