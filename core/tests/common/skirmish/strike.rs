//! Striking, and the window before the dice.

use super::{Event, Phase, Skirmish, State, Strike, other};
use eagles::chance::{Draws, Kind, Request, ScriptFault, Stream, Unmet};
use eagles::cite::Cite;
use eagles::explain::{Breakdown, Sum, Tally};
use eagles::game::{Player, Sink};

/// The orders with which one can guard.
const EVEN: u16 = 0x5555;

impl Skirmish {
    /// The orders with which a player could guard.
    pub(super) fn guards(&self, state: &State, player: Player) -> u16 {
        state.sides[player.index()].hand & EVEN
    }

    /// What a die must show.
    pub(super) fn needs<T: Tally>(&self, card: Option<u8>, guard: Option<u8>, out: &mut T) {
        out.add("printed", 5, Cite("S 3"), String::new);
        if let Some(card) = card {
            out.add("order", -1, Cite("S 4"), || format!("card {card}"));
        }
        if let Some(card) = guard {
            out.add("guard", 1, Cite("S 7"), || format!("card {card}"));
        }
    }

    /// The striker and his order are shown, and the other player may answer if he holds any order at all.
    pub(super) fn declare<D: Draws, S: Sink<Self>>(
        &self,
        state: &mut State,
        strike: Strike,
        draws: &mut D,
        sink: &mut S,
    ) -> Result<(), Unmet> {
        let Strike { by, token, card, .. } = strike;
        if let Some(own) = &mut state.sides[by.index()].tokens[usize::from(token)] {
            let kind = own.kind;
            if !std::mem::replace(&mut own.up, true) {
                sink.emit(self, state, Event::Revealed { player: by, token, kind });
            }
        }
        if let Some(card) = card {
            state.sides[by.index()].hand &= !(1 << card);
            state.spent |= 1 << card;
        }
        sink.emit(self, state, Event::Declared { strike });
        if state.sides[other(by).index()].hand != 0 {
            state.phase = Phase::Answer(strike);
            return Ok(());
        }
        self.resolve(state, strike, None, draws, sink)
    }

    /// The dice fall; then the turn passes.
    pub(super) fn resolve<D: Draws, S: Sink<Self>>(
        &self,
        state: &mut State,
        Strike { by, token, target, card }: Strike,
        guard: Option<u8>,
        draws: &mut D,
        sink: &mut S,
    ) -> Result<(), Unmet> {
        let (player, foe) = (by, other(by));
        let kind = self.token(state, by, token).map_or(0, |striker| striker.kind);
        let mut sum = Sum::default();
        self.needs(card, guard, &mut sum);
        let request = Request {
            code: "strike",
            subject: u16::from(token),
            stream: Stream(player.0),
            kind: Kind::Dice { count: kind + 1, sides: 6 },
        };
        let dice = draws.dice(request)?;
        if let Some(broken) = [card, guard].into_iter().flatten().find(|&card| Some(card) == self.0.broken) {
            return Err(Unmet::Script(Box::new(ScriptFault {
                card: format!("order {broken}"),
                handler: "struck".to_owned(),
                message: "orders.luau:3:7: attempt to index nil".to_owned(),
                traceback: vec!["orders.luau:3 in struck".to_owned()],
            })));
        }
        let hits = dice.faces().iter().filter(|&&face| i16::from(face) >= sum.total()).count() as u8;
        if S::LIVE {
            let mut needs = Breakdown::new("needs");
            self.needs(card, guard, &mut needs);
            let dice = dice.faces().to_vec();
            sink.emit(self, state, Event::Struck { player, token, target, card, dice, hits, needs });
        }
        if hits > 0
            && let Some(struck) = &mut state.sides[foe.index()].tokens[usize::from(target)]
        {
            let kind = struck.kind;
            let shown = std::mem::replace(&mut struck.up, true);
            struck.left = struck.left.saturating_sub(hits);
            let fell = struck.left == 0;
            if !shown {
                sink.emit(self, state, Event::Revealed { player: foe, token: target, kind });
            }
            if fell {
                sink.emit(self, state, Event::Fell { player: foe, token: target });
            }
        }
        if card.is_some() {
            self.draw(state, player, draws, sink)?;
        }
        self.turn_passes(state, player, sink);
        Ok(())
    }
}
