//! Positions set up by hand, for tests.

use super::state::{Ground, Phase, State};
use super::turn::ACTIONS;
use super::types::{Army, CardId, Formation, Kind, Place, Slot, bit, cards};
use super::view::View;
use super::{ALLIED, CardSet, Deal, FRENCH, Setup, Waterloo, streams};
use crate::chance::{Draws, Kind as Draw, Request, Seed, Seeded};
use crate::game::{Game, Players, Quiet, Sink, Viewer};

/// A game and a position of it.
pub(super) struct Scene {
    /// The game.
    pub(super) game: Waterloo,
    /// The position.
    pub(super) state: State,
}

impl Scene {
    /// All historical cards of a battle, none drawn.
    pub(super) fn new(battle: &str) -> Self {
        let mut setup = Setup::battle(battle);
        setup.options.decoys = true;
        for army in Army::ALL {
            if CardSet::embedded().battle(battle).iter().any(|row| row.army == *army) {
                setup.deals.insert(*army, Deal::AllHistorical);
            }
        }
        Self::of(Waterloo::new(CardSet::embedded(), setup).expect("a battle of the chart"))
    }

    /// A game with nothing drawn, in the first Combat Phase.
    pub(super) fn of(game: Waterloo) -> Self {
        let mut state = State::EMPTY;
        for &army in Army::ALL {
            let len = game.roster(army).cards.len();
            state.hand_mut(army).undrawn = (1u128 << len) - 1;
            state.hand_mut(army).left[0] = len as u8;
        }
        state.phase = Phase::Combat;
        state.step = ACTIONS;
        state.turn = 1;
        state.ready = Players::only(FRENCH).and(Players::only(ALLIED));
        Self { game, state }
    }

    /// The card with this id.
    pub(super) fn card(&self, id: &str) -> CardId {
        let all = Army::ALL.iter().flat_map(|&army| cards(army, self.state.hand(army).undrawn | u128::MAX));
        all.filter(|&c| self.game.has_card(c))
            .find(|&c| self.game.card(c).id == id)
            .unwrap_or_else(|| panic!("no {id}"))
    }

    fn take(&mut self, card: CardId) {
        let hand = self.state.hand_mut(card.army());
        if hand.undrawn & card.bit() != 0 {
            hand.undrawn &= !card.bit();
            hand.left[0] -= 1;
        }
        hand.reserve &= !card.bit();
    }

    /// Puts a card into its Reserve.
    pub(super) fn hold(&mut self, card: CardId) {
        self.take(card);
        self.state.hand_mut(card.army()).reserve |= card.bit();
    }

    /// Takes a card out of the game.
    pub(super) fn lose(&mut self, card: CardId) {
        self.take(card);
        self.state.hand_mut(card.army()).gone |= card.bit();
    }

    /// Puts a card on the battlefield, face-up or not.
    pub(super) fn put(&mut self, card: CardId, at: Place, up: bool) -> Slot {
        self.take(card);
        let kind = self.game.profile(card).kind;
        let side = self.state.side_mut(card.army().player());
        let slot = side.enter(card, kind, at, 0).expect("a free slot");
        if up {
            side.up |= bit(slot);
        }
        slot
    }

    /// Puts a card on the battlefield face-up, by id.
    pub(super) fn up(&mut self, id: &str, at: Place) -> Slot {
        self.put(self.card(id), at, true)
    }

    /// Gives a card a formation.
    pub(super) fn form(&mut self, card: CardId, formation: Formation) {
        let side = self.state.side_mut(card.army().player());
        let slot = side.slot_of(card).expect("on the battlefield");
        side.set_formation(slot, formation);
    }

    /// Lays Terrain where it belongs and gives its number.
    pub(super) fn lay(&mut self, id: &str) -> u8 {
        let card = self.card(id);
        self.take(card);
        let player = card.army().player();
        let at = Place::of(player, self.game.profile(card).lane);
        self.state.grounds.push(Ground { card, at, holder: player, occupants: 0 }).expect("room")
    }

    /// Puts slots on Terrain.
    pub(super) fn occupy(&mut self, ground: u8, slots: &[Slot]) {
        let ground = self.state.grounds.get_mut(ground).expect("laid");
        ground.occupants = slots.iter().fold(0, |set, &s| set | bit(s));
    }

    /// What a viewer sees.
    pub(super) fn view(&self, viewer: Viewer) -> View {
        self.game.view_of(&self.state, viewer)
    }

    /// The afternoon of Waterloo: engagements, Terrain held and captured, Cavalry blown, cards hidden, the Prussians in.
    pub(super) fn waterloo() -> Self {
        let mut s = Self::new("WA");
        let [fl, fc, fr, al, ac, ar] = Place::POSITIONS;
        let hougoumont = s.lay("br-ter-hougoumont");
        let farm = s.lay("br-ter-la-haye-sainte");
        let ridge = s.lay("br-ter-mont-saint-jean");
        let plancenoit = s.lay("fr-ter-plancenoit");
        let wood = s.lay("fr-ter-hougoumont-wood");
        let of = |s: &Self, army: Army, kind: Kind| -> Vec<CardId> {
            cards(army, s.game.roster(army).kinds[kind as usize]).collect()
        };
        let (finf, fcav, fart) = (
            of(&s, Army::French, Kind::Infantry),
            of(&s, Army::French, Kind::Cavalry),
            of(&s, Army::French, Kind::FootArtillery),
        );
        let (binf, bcav, bart) = (
            of(&s, Army::British, Kind::Infantry),
            of(&s, Army::British, Kind::Cavalry),
            of(&s, Army::British, Kind::FootArtillery),
        );
        let (pinf, pgen) = (of(&s, Army::Prussian, Kind::Infantry), of(&s, Army::Prussian, Kind::General));
        let bhorse = of(&s, Army::British, Kind::HorseArtillery);

        // The French line.
        let a = s.put(finf[0], fl, true);
        s.occupy(wood, &[a]);
        s.put(fart[0], fl, true);
        s.put(fcav[0], fl, false);
        s.put(fart[1], fc, true);
        s.put(fart[2], fc, true);
        s.put(finf[1], fc, false);
        s.form(finf[1], Formation::Column);
        s.up("fr-gen-napoleon", fc);
        let b = s.put(finf[2], fr, true);
        s.occupy(plancenoit, &[b]);
        s.put(fcav[1], fr, false);
        s.up("fr-gen-lobau", fr);
        // The attack on the Allied Center and on Hougoumont.
        let ney = s.up("fr-gen-ney", ac);
        s.put(finf[3], ac, true);
        s.form(finf[3], Formation::Column);
        let cav = s.put(fcav[2], ac, true);
        let storm = s.put(finf[4], ar, true);
        s.form(finf[4], Formation::Column);
        s.put(finf[5], ar, true);
        // The Allied line.
        let c = s.put(binf[0], ar, true);
        s.occupy(hougoumont, &[c]);
        s.put(bart[0], ar, true);
        s.put(binf[1], ac, true);
        s.form(binf[1], Formation::Square);
        let d = s.put(binf[2], ac, true);
        s.occupy(ridge, &[d]);
        s.put(bhorse[0], ac, true);
        s.up("br-gen-wellington", ac);
        s.put(binf[3], al, false);
        s.put(bcav[0], al, false);
        s.put(binf[4], al, false);
        s.form(binf[4], Formation::Square);
        // The Prussians.
        s.put(pinf[0], al, false);
        let p = s.put(pinf[1], fr, true);
        s.state.hand_mut(Army::Prussian).shown |= pgen[0].bit();
        s.hold(pgen[0]);
        s.hold(pinf[2]);
        // La Haye Sainte has fallen.
        let taker = s.put(finf[6], ac, true);
        if let Some(g) = s.state.grounds.get_mut(farm) {
            (g.holder, g.occupants) = (FRENCH, bit(taker));
        }
        // Reserves, losses, hits.
        for card in [finf[7], finf[8], fcav[3], binf[5], binf[6], bcav[1], bcav[2]] {
            s.hold(card);
        }
        for card in [finf[9], finf[10], fcav[4], binf[7], binf[8], bart[1]] {
            s.lose(card);
        }
        let french = s.state.side_mut(FRENCH);
        french.blown |= bit(cav);
        french.hits[usize::from(cav)] = 1;
        french.hits[usize::from(storm)] = 2;
        french.hits[usize::from(ney)] = 1;
        french.acted |= bit(cav) | bit(storm);
        let allied = s.state.side_mut(ALLIED);
        allied.hits[usize::from(d)] = 3;
        allied.moved |= bit(p);
        let hand = s.state.hand_mut(Army::French);
        hand.returned[0] = finf[7].index() as u8;
        hand.returned_len = 1;
        s.state.turn = 9;
        s.state.crossings[2] = 1;
        s
    }
}

/// Plays at random from the deal to the end, or for `most` actions, and shows each position to `look`.
pub(super) fn random_game(battle: &str, seed: u64, most: usize, look: impl FnMut(&Waterloo, &State)) {
    told_game(battle, seed, most, &mut Quiet, look);
}

/// The same, with somebody listening.
pub(super) fn told_game<S: Sink<Waterloo>>(
    battle: &str,
    seed: u64,
    most: usize,
    sink: &mut S,
    mut look: impl FnMut(&Waterloo, &State),
) {
    let mut setup = Setup::battle(battle);
    setup.options.decoys = true;
    let game = Waterloo::new(CardSet::embedded(), setup).expect("a battle of the chart");
    let mut draws = Seeded::new(Seed::from_number(seed));
    let mut choices = Seeded::new(Seed::from_number(seed).child(0));
    let mut choose = |among: usize| {
        let kind = Draw::Pick { among: among.max(1) as u16 };
        let request = Request { code: "choice", subject: 0, stream: streams::BOTS, kind };
        usize::from(choices.pick(request, |i| i).expect("a seed answers"))
    };
    let mut state = game.start();
    let mut legal = Vec::new();
    for _ in 0..most {
        look(&game, &state);
        let players: Vec<_> = game.to_act(&state).iter().collect();
        let Some(&player) = players.get(choose(players.len())) else { return };
        legal.clear();
        game.legal(&state, player, &mut legal);
        let Some(action) = legal.get(choose(legal.len())).copied() else { continue };
        game.apply(&mut state, player, &action, &mut draws, sink).expect("a legal action");
    }
}
