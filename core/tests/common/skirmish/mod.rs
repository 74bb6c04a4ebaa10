//! A small game that needs everything the floor offers: simultaneous hidden deployment, moves to any point, face-down
//! tokens, hidden cards, dice and card draws.
//!
//! Each side has three tokens, of kinds 0, 1 and 2, and a few order cards. Both deploy at the same time behind a screen,
//! anywhere in their strips. Then they act in turn: move a token, strike with one, or pass. A striker of kind k throws
//! k + 1 dice and hits on 5, with an order card on 4. A token falls on its second hit.
//!
//! Between a strike and its dice there is a window for the player who is struck, as long as he holds any order: with an order
//! of an even number he may guard, and the dice must show one more. Who holds none of these can only pass, and the match
//! does it for him.

mod notation;
mod strike;
mod text;
mod types;

pub use types::*;

use eagles::chance::{Draws, Kind, Request, Stream, Unmet};
use eagles::cite::Cite;
use eagles::explain::Breakdown;
use eagles::game::{Game, Outcome, ParseError, Player, Players, Sink, Viewer};

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Skirmish(pub Params);

pub fn bits(set: u16) -> impl Iterator<Item = u8> {
    (0..16).filter(move |i| set >> i & 1 == 1)
}

fn nth(set: u16, n: u16) -> u16 {
    bits(set).nth(usize::from(n)).map_or(u16::MAX, u16::from)
}

fn other(player: Player) -> Player {
    Player(1 - player.0)
}

impl Skirmish {
    pub fn small() -> Self {
        Self(Params { width: 3, depth: 2, cards: 5, hand: 2, cap: 30, broken: None })
    }

    pub fn all_cards(&self) -> u16 {
        ((1u32 << self.0.cards) - 1) as u16
    }

    fn in_strip(&self, player: Player, at: Point) -> bool {
        let y = if player.0 == 0 { at.y } else { (FIELD - 1).wrapping_sub(at.y) };
        at.x < self.0.width && y < self.0.depth
    }

    /// The n-th point of a player's strip.
    fn strip(&self, player: Player, n: u16) -> Point {
        let (x, y) = (n % self.0.width, n / self.0.width);
        Point { x, y: if player.0 == 0 { y } else { FIELD - 1 - y } }
    }

    fn draw<D: Draws, S: Sink<Self>>(
        &self,
        state: &mut State,
        player: Player,
        draws: &mut D,
        sink: &mut S,
    ) -> Result<(), Unmet> {
        if state.deck == 0 {
            return Ok(());
        }
        let deck = state.deck;
        let kind = Kind::Pick { among: deck.count_ones() as u16 };
        let request = Request { code: "order", subject: u16::from(player.0), stream: Stream(2 + player.0), kind };
        let card = draws.pick(request, |i| nth(deck, i))?;
        state.deck &= !(1 << card);
        state.sides[player.index()].hand |= 1 << card;
        if S::LIVE {
            sink.emit(self, state, Event::Drew { player, card: Some(card as u8) });
        }
        Ok(())
    }

    fn token(&self, state: &State, player: Player, token: u8) -> Option<Token> {
        let side = state.sides.get(player.index())?;
        side.tokens.get(usize::from(token)).copied().flatten().filter(|t| t.left > 0)
    }

    fn turn_passes<S: Sink<Self>>(&self, state: &mut State, player: Player, sink: &mut S) {
        state.turn += 1;
        let beaten = state.sides[other(player).index()].tokens.iter().flatten().all(|t| t.left == 0);
        if beaten || state.turn >= self.0.cap {
            let winner = beaten.then_some(player);
            state.phase = Phase::Over(winner);
            if S::LIVE {
                sink.emit(self, state, Event::Over { winner });
            }
        } else {
            state.phase = Phase::Play(other(player));
        }
    }
}

impl Game for Skirmish {
    type State = State;
    type Action = Action;
    type Event = Event;
    type View = View;
    type Refusal = Refusal;
    type Params = Params;

    fn name(&self) -> &'static str {
        "skirmish"
    }
    fn rules_version(&self) -> u32 {
        2
    }
    fn params(&self) -> Params {
        self.0.clone()
    }
    fn material_hash(&self) -> u64 {
        7
    }
    fn players(&self) -> u8 {
        2
    }
    fn player_name(&self, player: Player) -> &str {
        if player.0 == 0 { "south" } else { "north" }
    }

    fn start(&self) -> State {
        State { phase: Phase::Deal, turn: 0, sides: Default::default(), deck: self.all_cards(), spent: 0 }
    }

    fn check_state(&self, state: &State) -> Result<(), String> {
        notation::fault(self, state).map_or(Ok(()), |fault| Err(fault.to_owned()))
    }

    fn to_act(&self, state: &State) -> Players {
        match state.phase {
            Phase::Deal => Players::only(Player(0)),
            Phase::Deploy => [Player(0), Player(1)]
                .into_iter()
                .filter(|p| !state.sides[p.index()].ready())
                .fold(Players::NONE, |set, p| set.and(Players::only(p))),
            Phase::Play(player) => Players::only(player),
            Phase::Answer(strike) => Players::only(other(strike.by)),
            Phase::Over(_) => Players::NONE,
        }
    }

    fn automatic(&self, state: &State) -> Option<(Player, Action)> {
        let Phase::Answer(strike) = state.phase else { return None };
        let player = other(strike.by);
        (self.guards(state, player) == 0).then_some((player, Action::Pass))
    }

    fn legal(&self, state: &State, player: Player, out: &mut Vec<Action>) {
        let from = out.len();
        match state.phase {
            Phase::Deal => out.push(Action::Deal),
            Phase::Deploy => {
                let points = self.0.width * self.0.depth;
                for kind in 0..TOKENS as u8 {
                    out.push(Action::Lift { kind });
                    for n in [0, points / 3, points / 2, points - 1] {
                        out.push(Action::Place { kind, at: self.strip(player, n) });
                    }
                }
                out.push(Action::Ready);
            }
            Phase::Play(_) => {
                for token in 0..TOKENS as u8 {
                    let Some(own) = self.token(state, player, token) else { continue };
                    for (dx, dy) in [(0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (1, -1), (-1, 1), (-1, -1)] {
                        let step = |v: u16, d: i32| (i32::from(v) + 100 * d).clamp(0, i32::from(FIELD) - 1) as u16;
                        let to = Point { x: step(own.at.x, dx), y: step(own.at.y, dy) };
                        if to != own.at && !out.contains(&Action::Move { token, to }) {
                            out.push(Action::Move { token, to });
                        }
                    }
                    for target in 0..TOKENS as u8 {
                        out.push(Action::Strike { token, target, card: None });
                        for card in bits(state.sides[player.index()].hand) {
                            out.push(Action::Strike { token, target, card: Some(card) });
                        }
                    }
                }
                out.push(Action::Pass);
            }
            Phase::Answer(_) => {
                out.extend(bits(self.guards(state, player)).map(|card| Action::Guard { card }));
                out.push(Action::Pass);
            }
            Phase::Over(_) => {}
        }
        let mut i = from;
        while i < out.len() {
            if self.refusal(state, player, &out[i]).is_some() {
                out.remove(i);
            } else {
                i += 1;
            }
        }
    }

    fn refusal(&self, state: &State, player: Player, action: &Action) -> Option<Refusal> {
        if !self.to_act(state).has(player) {
            return Some(Refusal::NotYours);
        }
        let side = &state.sides[player.index()];
        let field = |at: Point| at.x < FIELD && at.y < FIELD;
        match (state.phase, *action) {
            (Phase::Deal, Action::Deal) | (Phase::Play(_) | Phase::Answer(_), Action::Pass) => None,
            (Phase::Answer(_), Action::Guard { card }) => {
                (card >= 16 || self.guards(state, player) >> card & 1 == 0).then_some(Refusal::NoCard)
            }
            (Phase::Deploy, Action::Place { kind, at }) => match side.placed.get(usize::from(kind)) {
                None => Some(Refusal::NoToken),
                Some(Some(_)) => Some(Refusal::Taken),
                Some(None) if !self.in_strip(player, at) => Some(Refusal::Outside),
                Some(None) => side.placed.contains(&Some(at)).then_some(Refusal::Taken),
            },
            (Phase::Deploy, Action::Lift { kind }) => match side.placed.get(usize::from(kind)) {
                Some(Some(_)) => None,
                _ => Some(Refusal::NoToken),
            },
            (Phase::Deploy, Action::Ready) => side.placed.contains(&None).then_some(Refusal::NotPlaced),
            (Phase::Play(_), Action::Move { token, to }) => match self.token(state, player, token) {
                None => Some(Refusal::NoToken),
                Some(_) if !field(to) => Some(Refusal::Outside),
                Some(own) => (!own.at.within(to, PACE)).then_some(Refusal::TooFar { distance: PACE }),
            },
            (Phase::Play(_), Action::Strike { token, target, card }) => {
                let (Some(own), Some(foe)) =
                    (self.token(state, player, token), self.token(state, other(player), target))
                else {
                    return Some(Refusal::NoToken);
                };
                if !own.at.within(foe.at, REACH) {
                    return Some(Refusal::TooFar { distance: REACH });
                }
                card.is_some_and(|card| card >= 16 || side.hand >> card & 1 == 0).then_some(Refusal::NoCard)
            }
            _ => Some(Refusal::WrongPhase),
        }
    }

    fn explain(&self, state: &State, player: Player, action: &Action) -> Result<Vec<Breakdown>, Refusal> {
        if let Some(refusal) = self.refusal(state, player, action) {
            return Err(refusal);
        }
        let Action::Strike { card, .. } = *action else { return Ok(Vec::new()) };
        let mut needs = Breakdown::new("needs");
        self.needs(card, None, &mut needs);
        Ok(vec![needs])
    }

    fn advance<D: Draws, S: Sink<Self>>(
        &self,
        state: &mut State,
        player: Player,
        action: &Action,
        draws: &mut D,
        sink: &mut S,
    ) -> Result<(), Unmet> {
        let me = player.index();
        match *action {
            Action::Deal => {
                for _ in 0..self.0.hand {
                    self.draw(state, Player(0), draws, sink)?;
                    self.draw(state, Player(1), draws, sink)?;
                }
                state.phase = Phase::Deploy;
            }
            Action::Place { kind, at } => {
                state.sides[me].placed[usize::from(kind)] = Some(at);
                sink.emit(self, state, Event::Placed { player, kind, at });
            }
            Action::Lift { kind } => {
                state.sides[me].placed[usize::from(kind)] = None;
                sink.emit(self, state, Event::Lifted { player, kind });
            }
            Action::Ready => {
                let placed = std::mem::take(&mut state.sides[me].placed);
                let mut line: Vec<(Point, u8)> = placed.into_iter().flatten().zip(0..).collect();
                line.sort_unstable();
                for (token, (at, kind)) in state.sides[me].tokens.iter_mut().zip(line) {
                    *token = Some(Token { at, kind, left: HITS, up: false });
                }
                sink.emit(self, state, Event::Readied { player });
                for (token, place) in (0..).zip(state.sides[me].tokens) {
                    if let Some(Token { at, .. }) = place {
                        sink.emit(self, state, Event::Lined { player, token, at });
                    }
                }
                if state.sides.iter().all(Side::ready) {
                    state.phase = Phase::Play(Player(0));
                }
            }
            Action::Move { token, to } => {
                if let Some(own) = &mut state.sides[me].tokens[usize::from(token)] {
                    let from = std::mem::replace(&mut own.at, to);
                    sink.emit(self, state, Event::Moved { player, token, from, to });
                }
                self.turn_passes(state, player, sink);
            }
            Action::Pass => {
                if let Phase::Answer(strike) = state.phase {
                    return self.resolve(state, strike, None, draws, sink);
                }
                sink.emit(self, state, Event::Passed { player });
                self.turn_passes(state, player, sink);
            }
            Action::Strike { token, target, card } => {
                self.declare(state, Strike { by: player, token, target, card }, draws, sink)?;
            }
            Action::Guard { card } => {
                state.sides[me].hand &= !(1 << card);
                state.spent |= 1 << card;
                sink.emit(self, state, Event::Guarded { player, card });
                if let Phase::Answer(strike) = state.phase {
                    self.resolve(state, strike, Some(card), draws, sink)?;
                }
            }
        }
        Ok(())
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        match state.phase {
            Phase::Over(Some(winner)) => Some(Outcome { winner: Some(winner), code: "beaten", cite: Cite("S 5") }),
            Phase::Over(None) => Some(Outcome { winner: None, code: "turn-cap", cite: Cite("S 6") }),
            _ => None,
        }
    }

    fn view(&self, state: &State, viewer: Viewer) -> View {
        let side = |player: Player| {
            let side = &state.sides[player.index()];
            let own = viewer == Viewer::Referee || viewer == Viewer::Player(player);
            let token =
                |t: &Token| TokenView { at: t.at, kind: (own || t.up).then_some(t.kind), left: t.left, up: t.up };
            SideView {
                ready: side.ready(),
                placed: own.then_some(side.placed),
                tokens: side.tokens.iter().flatten().map(token).collect(),
                hand: own.then_some(side.hand),
                cards: side.hand.count_ones(),
            }
        };
        View {
            viewer,
            phase: state.phase,
            turn: state.turn,
            sides: [side(Player(0)), side(Player(1))],
            deck: state.deck.count_ones(),
            spent: state.spent,
        }
    }

    fn redact(&self, _: &State, viewer: Viewer, event: &Event) -> Option<Event> {
        let sees = |player: Player| viewer == Viewer::Referee || viewer == Viewer::Player(player);
        match *event {
            Event::Drew { player, .. } if !sees(player) => Some(Event::Drew { player, card: None }),
            Event::Placed { player, .. } | Event::Lifted { player, .. } if !sees(player) => None,
            _ => Some(event.clone()),
        }
    }

    fn is_barrier(&self, state: &State, _: Player, action: &Action) -> bool {
        matches!(state.phase, Phase::Answer(_))
            || matches!(action, Action::Deal | Action::Ready | Action::Strike { .. } | Action::Guard { .. })
    }

    fn determinise<D: Draws>(&self, view: &View, draws: &mut D) -> Result<State, Unmet> {
        let mut pick = |among: u16| {
            let request = Request { code: "sample", subject: 0, stream: Stream(9), kind: Kind::Pick { among } };
            draws.pick(request, |i| i)
        };
        let mut sides: [Side; 2] = Default::default();
        let mut unseen = self.all_cards() & !view.spent;
        for seen in &view.sides {
            unseen &= !seen.hand.unwrap_or(0);
        }
        for ((side, seen), player) in sides.iter_mut().zip(&view.sides).zip([Player(0), Player(1)]) {
            side.hand = seen.hand.unwrap_or(0);
            while side.hand.count_ones() < seen.cards {
                let card = nth(unseen, pick(unseen.count_ones() as u16)?);
                unseen &= !(1 << card);
                side.hand |= 1 << card;
            }
            match seen.placed {
                Some(placed) => side.placed = placed,
                None if seen.ready || view.phase == Phase::Deal => {}
                None => loop {
                    for place in &mut side.placed {
                        let n = pick(1 + self.0.width * self.0.depth)?;
                        *place = n.checked_sub(1).map(|n| self.strip(player, n));
                    }
                    let [a, b, c] = side.placed;
                    if !(a.is_some() && (a == b || a == c) || b.is_some() && b == c) {
                        break;
                    }
                },
            }
            let known = seen.tokens.iter().filter_map(|t| t.kind).fold(0u16, |set, kind| set | 1 << kind);
            let mut kinds = 0b111 & !known;
            for (token, seen) in side.tokens.iter_mut().zip(&seen.tokens) {
                let kind = match seen.kind {
                    Some(kind) => kind,
                    None => nth(kinds, pick(kinds.count_ones() as u16)?) as u8,
                };
                kinds &= !(1 << kind);
                *token = Some(Token { at: seen.at, kind, left: seen.left, up: seen.up });
            }
        }
        Ok(State { phase: view.phase, turn: view.turn, sides, deck: unseen, spent: view.spent })
    }

    fn write_state(&self, state: &State) -> String {
        notation::write_state(state)
    }
    fn read_state(&self, text: &str) -> Result<State, ParseError> {
        notation::read_state(self, text)
    }
    fn write_action(&self, _: &State, _: Player, action: &Action) -> String {
        notation::write_action(action)
    }
    fn read_action(&self, _: &State, _: Player, text: &str) -> Result<Action, ParseError> {
        notation::read_action(text)
    }

    fn action_text(&self, view: &View, player: Player, action: &Action) -> String {
        text::action(view, player, action)
    }
    fn event_text(&self, event: &Event) -> String {
        text::event(event)
    }
    fn view_text(&self, view: &View) -> String {
        text::view(view)
    }
    fn draw_text(&self, request: &Request) -> String {
        text::draw(request)
    }
    fn option_text(&self, _: &Request, label: u16) -> String {
        format!("order {label}")
    }
}
