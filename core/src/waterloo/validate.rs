//! What makes a [`State`] a position of this game.
//!
//! States come from saves, from positions written by hand and from other programs. A state without faults is one that the
//! rules can be played on: every card is one of this game and in one place, every set agrees with the cards, every count is
//! in its range. Nothing in the engine fails or loops on such a state.

mod specials;

pub(super) use specials::resting_step;

use super::agenda::Task;
use super::deployment::MAX_CHANGES;
use super::stacking::{Crowds, GENERALS_LIMIT, STACKING_LIMIT};
use super::state::{Ending, Phase, State};
use super::turn::ACTIONS;
use super::types::{
    ALLIED, ARMY_CARDS, Army, CardId, FRENCH, GroundKind, KINDS, Kind, Place, SLOTS, Slot, armies, bit, cards, foe,
    more_than, slots,
};
use super::{Profile, Waterloo};
use crate::game::Player;
use std::fmt;

/// What a fault is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum About {
    /// The position as a whole.
    Game,
    /// An army's Reserve or deck.
    Hand(Army),
    /// A card in a Reserve or a deck.
    Card(CardId),
    /// A slot of a player.
    Slot(Player, Slot),
    /// Terrain, by number.
    Ground(u8),
}

impl fmt::Display for About {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Game => f.write_str("the position"),
            Self::Hand(army) => write!(f, "the {army} hand"),
            Self::Card(card) => write!(f, "card {card:?}"),
            Self::Slot(player, slot) => {
                write!(f, "{} slot {slot}", if *player == FRENCH { "french" } else { "allied" })
            }
            Self::Ground(number) => write!(f, "terrain {number}"),
        }
    }
}

/// One thing that is wrong with a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{about}: {message}")]
pub struct StateFault {
    /// What it is about.
    pub about: About,
    /// What is wrong with it.
    pub message: &'static str,
}

/// The most Battle Turns a position can have behind it.
pub(super) const TURNS: u16 = 16_000;
/// The most crossings of a lane in a turn.
pub(super) const CROSSINGS: u8 = 64;

impl Waterloo {
    /// Everything that is wrong with a position; nothing when it can be played.
    #[must_use]
    pub fn validate(&self, state: &State) -> Vec<StateFault> {
        let mut check = Check { game: self, state, faults: Vec::new(), seen: [0; 3] };
        check.clock();
        check.sides();
        check.grounds();
        check.specials();
        check.hands();
        if check.faults.is_empty() {
            check.deployment();
        }
        if check.faults.is_empty() && !matches!(state.phase, Phase::Deal | Phase::Deployment | Phase::Over) {
            check.settled();
        }
        if check.faults.is_empty() {
            check.alive();
        }
        check.faults
    }
}

struct Check<'a> {
    game: &'a Waterloo,
    state: &'a State,
    faults: Vec<StateFault>,
    seen: [u128; 3],
}

impl<'a> Check<'a> {
    fn fault(&mut self, about: About, message: &'static str) {
        self.faults.push(StateFault { about, message });
    }

    fn need(&mut self, holds: bool, about: About, message: &'static str) {
        if !holds {
            self.fault(about, message);
        }
    }

    /// Notes where a card is; its numbers if it is a card of this game and nowhere else.
    fn place(&mut self, card: CardId, about: About) -> Option<&'a Profile> {
        if !self.game.has_card(card) {
            self.fault(about, "its card is not a card of this battle");
            return None;
        }
        let seen = &mut self.seen[card.army().index()];
        if *seen & card.bit() != 0 {
            self.fault(about, "its card is in two places");
            return None;
        }
        *seen |= card.bit();
        Some(self.game.profile(card))
    }

    fn clock(&mut self) {
        let (game, state) = (self.game, self.state);
        let battle = !matches!(state.phase, Phase::Deal | Phase::Deployment);
        let players = u8::from(battle);
        self.need(state.on_turn.0 < 2, About::Game, "the player on turn is neither french nor allied");
        self.need(
            state.on_turn == FRENCH || battle,
            About::Game,
            "before the first Battle Turn it is the French player's",
        );
        self.need(
            if battle { (1..=TURNS).contains(&state.turn) } else { state.turn == 0 },
            About::Game,
            "the Battle Turn is out of range: 0 until the battle begins, then 1 to 16000",
        );
        self.need(state.ready.0 < 4, About::Game, "only the two players can be ready");
        self.need(
            battle || state.ready.0 & 1 == 0,
            About::Game,
            "the French player is ready last, and then the battle begins (W 4.1)",
        );
        self.need(state.changes.iter().all(|&n| n <= MAX_CHANGES), About::Game, "more than 200 changes (W N60)");
        self.need(
            state.crossings.iter().all(|&n| n <= CROSSINGS * players),
            About::Game,
            "too many crossings: 0 before the battle, at most 64 in it",
        );
        self.need(state.opened < 64, About::Game, "attacks were made in a Position that there is not");
        self.need(state.opened == 0 || battle, About::Game, "no attack is made before the battle");
        self.need(
            state.arrived || game.prussians_arrive(),
            About::Game,
            "the Prussians are there from the start of this battle (W 10.0)",
        );
        self.need(
            state.ending.is_some() == (state.phase == Phase::Over),
            About::Game,
            "a battle has an ending when it is over, and only then",
        );
        if let Some(Ending::Victory { winner, at }) = state.ending {
            let possible = winner.0 < 2 && at.0 < 6 && at.owner() == foe(winner);
            self.need(possible, About::Game, "a battle is won in a Position of the enemy (W 4.3)");
        }
    }

    fn sides(&mut self) {
        for player in [FRENCH, ALLIED] {
            let side = self.state.side(player);
            let (mut all, mut doubled) = (0, 0);
            for set in side.at {
                doubled |= all & set;
                all |= set;
            }
            let mut kinds = [0; KINDS];
            for slot in 0..SLOTS as Slot {
                let i = usize::from(slot);
                let about = About::Slot(player, slot);
                let b = bit(slot);
                if all & b == 0 {
                    let empty = side.card[i] == CardId::NONE && side.hits[i] == 0 && side.since[i] == 0;
                    self.need(empty, about, "it stands nowhere and yet holds something");
                    continue;
                }
                if let Some(profile) = self.place(side.card[i], about) {
                    kinds[profile.kind as usize] |= b;
                    let own = side.card[i].army().player() == player;
                    self.need(own, about, "its card belongs to the other player");
                }
                let seen = side.up & b != 0;
                self.need(
                    !seen || side.since[i] == 0,
                    about,
                    "only of a face-down card does it matter which returned before",
                );
            }
            for slot in slots(doubled) {
                self.fault(About::Slot(player, slot), "it stands in two Positions");
            }
            if kinds != side.kind {
                self.fault(About::Game, "the slots by kind do not agree with their cards");
                continue;
            }
            self.facts(player, all);
        }
    }

    /// The sets of one side against each other.
    fn facts(&mut self, player: Player, all: u64) {
        let side = self.state.side(player);
        let down = all & !side.up;
        let own = (0..3).fold(0, |set, lane| set | side.at[Place::of(player, lane).index()]);
        let markers = side.column | side.square;
        let plain = all & !side.troops();
        let every = [
            side.up,
            side.column,
            side.square,
            side.blown,
            side.moved,
            side.moved_twice,
            side.acted,
            side.formed,
            side.engaged,
            side.withdrew,
            side.struck,
            side.came_up,
            side.known_infantry,
            side.known_cavalry,
            side.known_mobile,
            side.known_troop,
        ];
        let on_ground = self.state.grounds.iter().filter(|g| g.holder == player);
        let (mut closed, mut covered) = (0, 0);
        for ground in on_ground {
            covered |= ground.occupants;
            let kind =
                if self.game.has_card(ground.card) { self.game.profile(ground.card).ground } else { GroundKind::Hill };
            if matches!(kind, GroundKind::Woods | GroundKind::Building) {
                closed |= ground.occupants;
            }
        }
        let wrong = [
            (every.into_iter().fold(0, |a, b| a | b) & !all, "something is noted of an empty slot"),
            (side.column & side.square, "it cannot be in Column and in Square (W 9.0)"),
            (markers & !side.infantry(), "only Infantry has formations (W 9.0)"),
            (side.blown & !(side.cavalry() & side.up), "only Cavalry that has been seen is blown (W 7.31)"),
            (side.moved_twice & !side.moved, "a second Battle Move comes after a first (W 8.3)"),
            ((markers | closed) & !side.known_infantry, "it is known to be Infantry by its marker or its Terrain"),
            (covered & !side.known_troop, "it is known to be a Troop card by its Terrain"),
            (side.known_infantry & down & !side.infantry(), "it is known to be Infantry and is not"),
            (side.known_cavalry & down & !side.cavalry(), "it is known to be Cavalry and is not"),
            (
                side.known_mobile & down & (plain | side.kind[Kind::FootArtillery as usize]),
                "it is known to be able to engage and is not",
            ),
            (side.known_troop & down & plain, "it is known to be a Troop card and is not"),
            (
                side.up & plain & !side.kind[Kind::General as usize],
                "Terrain and Specials lie face-down in a slot (W 14.0)",
            ),
            (if self.game.options().decoys { 0 } else { down & plain }, "decoys are not in use (W 14.0)"),
            (self.shown(player) & down, "a General who has been shown is no decoy (W N62)"),
            (down & plain & !own, "decoys stay in their own battleline (W 14.0)"),
            (
                side.kind[Kind::FootArtillery as usize] & !own,
                "Foot Artillery never crosses the Middle Ground (W 8.1, N9)",
            ),
        ];
        for (set, message) in wrong {
            for slot in slots(set) {
                self.fault(About::Slot(player, slot), message);
            }
        }
        if self.game.prussians_arrive() {
            for slot in slots(all).filter(|&s| side.card[usize::from(s)].army() == Army::Prussian) {
                let here = matches!(side.place(slot), Some(Place(2 | 3)));
                self.need(
                    self.state.arrived && here,
                    About::Slot(player, slot),
                    "Prussians come when they have arrived, to the British Left and the French Right (W 10.0)",
                );
            }
        }
    }

    /// The slots of Generals who have been shown.
    fn shown(&self, player: Player) -> u64 {
        let side = self.state.side(player);
        let shown = |card: CardId| self.state.hand(card.army()).shown & card.bit() != 0;
        slots(side.kind[Kind::General as usize])
            .filter(|&slot| shown(side.card[usize::from(slot)]))
            .fold(0, |set, slot| set | bit(slot))
    }

    fn grounds(&mut self) {
        let mut taken = [0_u64; 2];
        let mut again = State::EMPTY.grounds;
        for (number, ground) in self.state.grounds.numbered() {
            let about = About::Ground(number);
            let Some(profile) = self.place(ground.card, about) else { continue };
            if profile.kind != Kind::Terrain {
                self.fault(about, "it is no Terrain card");
                continue;
            }
            let owner = ground.card.army().player();
            again.push(*ground);
            self.need(ground.at == Place::of(owner, profile.lane), about, "it belongs in another Position (W 4.2)");
            if ground.holder.0 > 1 || ground.at.0 > 5 {
                self.fault(about, "its holder or its Position is out of range");
                continue;
            }
            let side = self.state.side(ground.holder);
            let set = ground.occupants;
            let allowed = match profile.ground {
                GroundKind::River => 0,
                GroundKind::Woods | GroundKind::Building => side.infantry(),
                GroundKind::Hill if ground.holder == owner => side.troops(),
                GroundKind::Hill => side.infantry(),
            };
            self.need(
                ground.holder == owner || profile.ground != GroundKind::River,
                about,
                "a River is never captured (W r61)",
            );
            self.need(set & !side.at[ground.at.index()] == 0, about, "its occupants stand elsewhere");
            self.need(
                set & !allowed == 0,
                about,
                "it is occupied by cards of a kind that it does not take (W 11.1 to 11.4)",
            );
            self.need(
                set.count_ones() <= u32::from(profile.capacity) || self.loosened(),
                about,
                "it holds more cards than it covers (W 11.0)",
            );
            self.need(set & taken[ground.holder.index()] == 0, about, "a card occupies two Terrains");
            taken[ground.holder.index()] |= set;
            if profile.ground == GroundKind::Building {
                self.need(set & (side.column | side.square) == 0, about, "in a Building cards are in Line (W 11.4)");
            }
            if self.game.prussians_arrive() && ground.card.army() == Army::Prussian {
                self.need(self.state.arrived, about, "the Prussians have not arrived (W 10.0)");
            }
        }
        self.need(again == self.state.grounds, About::Game, "the list of Terrain is out of order");
    }

    fn hands(&mut self) {
        for army in [Army::French, Army::British, Army::Prussian] {
            let hand = self.state.hand(army);
            let roster = self.game.roster(army);
            let mine = self.game.all_cards(army);
            let about = About::Hand(army);
            let foreign = (hand.undrawn | hand.reserve | hand.shown | hand.gone) & !mine;
            self.need(foreign == 0, about, "it holds cards that are not of this battle");
            for card in cards(army, hand.reserve & mine) {
                self.place(card, About::Card(card));
            }
            for card in cards(army, hand.undrawn & mine) {
                self.place(card, About::Card(card));
            }
            self.fixed(army);
            self.nowhere(army);
            let marked = hand.moved | hand.spent | hand.withdrew;
            self.need(marked & !hand.reserve == 0, about, "something is noted of a card that is not in the Reserve");
            let two_moves = roster.kinds[Kind::Cavalry as usize] | roster.kinds[Kind::General as usize];
            let able = hand.spent | (hand.moved & two_moves);
            self.need(
                hand.withdrew & !able == 0,
                about,
                "a card that has Disengaged has moved, and with only one Move has none left (W 8.2)",
            );
            let generals = if army == Army::Prussian { roster.kinds[Kind::General as usize] } else { 0 };
            self.need(
                hand.shown & !(generals & !(hand.undrawn | hand.fixed())) == 0,
                about,
                "only Prussian Generals who have been drawn are shown (W N22)",
            );
            self.deck(army);
            self.returned(army);
        }
        let mut seen = Vec::new();
        for &(card, hits) in &self.state.reserve_hits {
            if card == CardId::NONE {
                self.need(hits == 0, About::Game, "hits of no card");
                continue;
            }
            let there = self.game.has_card(card) && self.state.hand(card.army()).reserve & card.bit() != 0;
            let bears = there && !matches!(self.game.profile(card).kind, Kind::Terrain | Kind::Special);
            let fine = bears && hits > 0 && !seen.contains(&card);
            self.need(fine, About::Card(card), "hits in a Reserve are those of Troops and Generals there, once each");
            seen.push(card);
        }
    }

    fn deck(&mut self, army: Army) {
        let hand = self.state.hand(army);
        let roster = self.game.roster(army);
        let fits = match roster.quota {
            Some(_) => (0..KINDS).all(|k| u32::from(hand.left[k]) <= (hand.undrawn & roster.kinds[k]).count_ones()),
            None => hand.left[1..] == [0; KINDS - 1] && u32::from(hand.left[0]) <= hand.undrawn.count_ones(),
        };
        self.need(fits, About::Hand(army), "its deck has more cards left than there are cards undrawn");
        if self.state.phase == Phase::Deal {
            let fresh = self.game.full_deck(army);
            let start =
                hand.left == fresh && hand.fixed == [0; 2] && hand.undrawn.count_ones() as usize == roster.cards.len();
            let whole = start && hand.returned_len == 0 && hand.shown == 0;
            self.need(whole, About::Hand(army), "before the deal every card is in the deck (W 3.0)");
        }
    }

    fn returned(&mut self, army: Army) {
        let hand = self.state.hand(army);
        let about = About::Hand(army);
        let side = self.state.side(army.player());
        let len = usize::from(hand.returned_len);
        let Some((list, rest)) = hand.returned.split_at_checked(len) else {
            self.fault(about, "the list of returned cards is too long");
            return;
        };
        self.need(rest.iter().all(|&c| c == 0), about, "the list of returned cards goes on behind its end");
        let mut before = 0_u128;
        for (i, &index) in list.iter().enumerate() {
            let card = CardId::new(army, usize::from(index) % ARMY_CARDS);
            if usize::from(index) >= self.game.roster(army).cards.len() || before & card.bit() != 0 {
                self.fault(about, "the list of returned cards names a card twice, or one that is not of this battle");
                continue;
            }
            before |= card.bit();
            let down = side.slot_of(card).filter(|&s| side.up & bit(s) == 0);
            let hidden = down.is_some_and(|s| usize::from(side.since[usize::from(s)]) > i);
            self.need(
                hidden || hand.reserve & card.bit() != 0,
                About::Card(card),
                "a returned card is in the Reserve, or face-down in a slot that it may have come up to since",
            );
        }
        for slot in slots(side.all() & !side.up) {
            if side.card[usize::from(slot)].army() == army && usize::from(side.since[usize::from(slot)]) > len {
                self.fault(About::Slot(army.player(), slot), "it came up after more returns than there have been");
            }
        }
    }

    /// What happens at once has happened: nobody is alone among enemies, no decoy is found out, no Position is lost, and
    /// no Position holds too many, unless the player on turn can still send them away.
    fn settled(&mut self) {
        let (game, state) = (self.game, self.state);
        for player in [FRENCH, ALLIED] {
            let side = state.side(player);
            for at in Place::POSITIONS {
                let here = side.at[at.index()];
                let engaged = state.is_engaged(player, at);
                let found = state.side(foe(player)).at[at.index()] != 0;
                let alone = here & side.troops() == 0;
                for (set, message) in [
                    (
                        if engaged && alone { side.generals() } else { 0 },
                        "a General alone among enemies is dead (W 12.4)",
                    ),
                    (if found { side.decoys() } else { 0 }, "a decoy among enemies is eliminated (W 14.0)"),
                    (if engaged { 0 } else { side.blown }, "Cavalry that is not engaged has recovered (W 7.31)"),
                ] {
                    for slot in slots(set & here) {
                        self.fault(About::Slot(player, slot), message);
                    }
                }
                if game.has_taken(state, player, at) {
                    let slot = slots(here & side.troops()).next().unwrap_or_default();
                    self.fault(About::Slot(player, slot), "it has taken the Position, and the battle is over (W 4.3)");
                }
            }
            let fits = match (state.phase, state.task()) {
                // Specials change limits for a time, and hold cards where they are.
                _ if self.loosened() => true,
                (Phase::Combat, Some(Task::Target { slot, .. })) if state.on_turn == player => {
                    game.can_meet_limits(state, player)
                        && game.stacking_after_spending(state, player, slot, &Crowds::default()).is_none()
                }
                (Phase::Combat, _) if state.on_turn == player && state.step <= ACTIONS => {
                    game.can_meet_limits(state, player)
                }
                _ => game.over_limit(state, player).is_none(),
            };
            self.need(
                fits,
                About::Game,
                "a Position holds more than four Troop cards of a player, or more than one General (W 8.4, 12.0)",
            );
        }
    }

    /// Whoever is asked has an answer. The rules never lead out of that: they refuse an action after which a phase could
    /// not end (W N13).
    fn alive(&mut self) {
        let (game, state) = (self.game, self.state);
        if state.phase == Phase::Morale
            && state.agenda.is_empty()
            && game.to_test(state, state.on_turn).next().is_none()
        {
            return self.fault(About::Game, "a Morale Phase has hits to be tested (W 6.0)");
        }
        // While both deploy, one may have to wait for the other.
        let acting = game.acting(state);
        let mut legal = Vec::new();
        let may = |player, action: &_| game.action_refusal(state, player, action).is_none();
        let idle = !acting.is_empty()
            && !acting.iter().any(|player| {
                legal.clear();
                game.list_legal(state, player, &mut legal);
                legal.iter().any(|action| may(player, action))
            });
        self.need(!idle, About::Game, "whoever is to act has nothing that he may do");
    }

    /// W 4.1: what can still become a battle.
    fn deployment(&mut self) {
        let state = self.state;
        let deal = state.phase == Phase::Deal;
        if !deal && state.phase != Phase::Deployment {
            return;
        }
        for player in [FRENCH, ALLIED] {
            let side = state.side(player);
            if deal && side.all() != 0 {
                self.fault(About::Game, "before the deal nothing is on the battlefield (W 3.0)");
                continue;
            }
            let mut open = 0;
            for at in Place::POSITIONS {
                let here = side.at[at.index()];
                let down = (here & !side.up).count_ones();
                if at.owner() == player {
                    open += u32::from(down == 0);
                    self.need(
                        here & side.up & side.troops() == 0 && !more_than(here & side.generals(), GENERALS_LIMIT),
                        About::Game,
                        "Troops are deployed face-down, and one General in a Position (W 4.1, 12.0)",
                    );
                    self.need(
                        down <= u32::from(STACKING_LIMIT),
                        About::Game,
                        "at most four face-down cards are deployed in a Position (W 4.1)",
                    );
                } else {
                    self.need(here == 0, About::Game, "cards are deployed in their own Positions (W 4.1)");
                }
            }
            let able: u32 = armies(player)
                .iter()
                .filter(|&&army| army != Army::Prussian || state.arrived)
                .map(|&army| {
                    let kinds = &self.game.roster(army).kinds;
                    let others =
                        kinds[Kind::General as usize] | kinds[Kind::Terrain as usize] | kinds[Kind::Special as usize];
                    let decoys = if self.game.options().decoys { 0 } else { others };
                    (state.hand(army).reserve & !decoys).count_ones()
                })
                .sum();
            self.need(
                deal || able >= open,
                About::Game,
                "what is in a Reserve cannot hold the Positions that are still empty (W 4.1)",
            );
        }
        let grounds = state.grounds.iter().any(|g| deal || g.holder != g.card.army().player());
        self.need(!grounds, About::Game, "Terrain is laid in deployment and captured in the battle (W 11.0)");
    }
}

#[cfg(test)]
mod tests;
