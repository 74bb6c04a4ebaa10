//! The slow, plain definition of what is legal, written from the rulebook and the rulings alone.
//!
//! A position is laid out as lists of cards, a finite universe of actions is written down, and each is judged by reading
//! the rules one after the other. Nothing here is fast and nothing is shared with the engine but its data.
#![allow(dead_code, unreachable_pub, unused_imports)]

mod attacks;
mod deploy;
mod force;
mod ledger;
mod limits;
mod moves;
mod universe;

pub use force::{Look, Standing};
pub use ledger::{Ledger, sound};
pub use universe::{offers, sampled, universe};

use eagles::game::Player;
use eagles::waterloo::agenda::{Subject, Task};
use eagles::waterloo::specials::Window;
use eagles::waterloo::specials::program::{Bound, Permission, Verb};
use eagles::waterloo::state::Phase;
use eagles::waterloo::types::{Attack, GroundKind, Slot};
use eagles::waterloo::{ALLIED, Action, Army, CardId, FRENCH, Formation, Kind, Place, Profile, Rank, State, Waterloo};

/// Why not, in a few words and with the rule.
pub type Verdict = Result<(), &'static str>;

/// Refuses with `why` unless `holds`.
pub fn need(holds: bool, why: &'static str) -> Verdict {
    if holds { Ok(()) } else { Err(why) }
}

/// A card on the battlefield.
#[derive(Clone, Debug)]
pub struct Piece {
    pub id: CardId,
    pub slot: Slot,
    pub profile: Profile,
    pub at: Place,
    pub up: bool,
    pub formation: Formation,
    pub blown: bool,
    pub moves: u8,
    pub acted: bool,
    pub formed: bool,
    pub engaged: bool,
    pub withdrew: bool,
    pub struck: bool,
    pub came_up: bool,
    pub hits: u8,
    /// Everybody has seen it move twice, which only Cavalry does face-down (8.3).
    pub seen_twice: bool,
    /// The Terrain it stands on, and of which class that is.
    pub ground: Option<(u8, GroundKind)>,
}

impl Piece {
    pub fn is_troop(&self) -> bool {
        self.profile.kind.is_troop()
    }
    /// A face-up General; face-down he is a decoy.
    pub fn is_general(&self) -> bool {
        self.profile.kind == Kind::General && self.up
    }
    pub fn is_decoy(&self) -> bool {
        !self.is_troop() && !self.up
    }
    /// Counts for the Stacking Limit (W 8.4, r67).
    pub fn stacks(&self) -> bool {
        !self.is_general()
    }
    pub fn is_infantry(&self) -> bool {
        self.profile.kind == Kind::Infantry
    }
    pub fn on(&self, class: GroundKind) -> bool {
        self.ground.is_some_and(|(_, kind)| kind == class)
    }
}

/// A card in a Reserve.
#[derive(Clone, Debug)]
pub struct Held {
    pub id: CardId,
    pub profile: Profile,
    pub moves: u8,
    pub spent: bool,
    pub withdrew: bool,
    pub hits: u8,
}

/// Terrain in play.
#[derive(Clone, Debug)]
pub struct Ground {
    pub number: u8,
    pub class: GroundKind,
    pub owner: Player,
    pub holder: Player,
    pub at: Place,
    pub capacity: usize,
    pub occupants: usize,
    pub limit: u8,
}

/// A position as lists.
#[derive(Clone)]
pub struct Board<'a> {
    pub game: &'a Waterloo,
    pub state: &'a State,
    pub pieces: [Vec<Piece>; 2],
    pub reserve: [Vec<Held>; 2],
    pub grounds: Vec<Ground>,
    pub crossings: [u8; 3],
    /// What Specials have in force.
    pub forces: std::rc::Rc<[Standing]>,
}

/// The armies of a player.
fn armies(player: Player) -> &'static [Army] {
    if player == FRENCH { &[Army::French] } else { &[Army::British, Army::Prussian] }
}

impl<'a> Board<'a> {
    pub fn new(game: &'a Waterloo, state: &'a State) -> Self {
        let mut grounds = Vec::new();
        for (number, ground) in state.grounds.numbered() {
            let profile = game.profile(ground.card);
            grounds.push(Ground {
                number,
                class: profile.ground,
                owner: ground.card.army().player(),
                holder: ground.holder,
                at: ground.at,
                capacity: usize::from(profile.capacity),
                occupants: ground.occupants.count_ones() as usize,
                limit: profile.move_limit,
            });
        }
        let pieces = [FRENCH, ALLIED].map(|player| {
            let side = &state.sides[player.index()];
            let mut list = Vec::new();
            for at in Place::POSITIONS {
                for slot in 0..64u8 {
                    let has = |set: u64| set >> slot & 1 == 1;
                    if !has(side.at[at.index()]) {
                        continue;
                    }
                    let id = side.card[usize::from(slot)];
                    let stands = state.grounds.numbered().find(|(_, g)| g.holder == player && has(g.occupants));
                    list.push(Piece {
                        id,
                        slot,
                        profile: game.profile(id).clone(),
                        at,
                        up: has(side.up),
                        formation: match (has(side.column), has(side.square)) {
                            (true, _) => Formation::Column,
                            (_, true) => Formation::Square,
                            _ => Formation::Line,
                        },
                        blown: has(side.blown),
                        moves: u8::from(has(side.moved)) + u8::from(has(side.moved_twice)),
                        acted: has(side.acted),
                        formed: has(side.formed),
                        engaged: has(side.engaged),
                        withdrew: has(side.withdrew),
                        struck: has(side.struck),
                        came_up: has(side.came_up),
                        hits: side.hits[usize::from(slot)],
                        seen_twice: has(side.known_cavalry),
                        ground: stands.map(|(number, g)| (number, game.profile(g.card).ground)),
                    });
                }
            }
            list
        });
        let reserve = [FRENCH, ALLIED].map(|player| {
            let mut list = Vec::new();
            for &army in armies(player) {
                let hand = &state.hands[army as usize];
                for index in 0..128usize {
                    let has = |set: u128| set >> index & 1 == 1;
                    if has(hand.reserve) {
                        let id = CardId::new(army, index);
                        list.push(Held {
                            id,
                            profile: game.profile(id).clone(),
                            moves: u8::from(has(hand.moved)),
                            spent: has(hand.spent),
                            withdrew: has(hand.withdrew),
                            hits: state.reserve_hits.iter().filter(|(c, _)| *c == id).map(|(_, n)| *n).sum(),
                        });
                    }
                }
            }
            list
        });
        let forces = force::in_force(game, state);
        Self { game, state, pieces, reserve, grounds, crossings: state.crossings, forces }
    }

    pub fn own(&self, player: Player) -> &[Piece] {
        &self.pieces[player.index()]
    }

    pub fn enemy(&self, player: Player) -> &[Piece] {
        &self.pieces[1 - player.index()]
    }

    pub fn piece(&self, player: Player, slot: Slot) -> Result<&Piece, &'static str> {
        self.own(player).iter().find(|p| p.slot == slot).ok_or("nobody in that slot")
    }

    pub fn held(&self, player: Player, card: CardId) -> Result<&Held, &'static str> {
        self.reserve[player.index()].iter().find(|h| h.id == card).ok_or("not in the Reserve (4.1)")
    }

    pub fn ground(&self, number: u8) -> Result<&Ground, &'static str> {
        self.grounds.iter().find(|g| g.number == number).ok_or("no such Terrain")
    }

    /// An enemy Troop card is there, as far as `player` can know: a face-down card counts (r27, r34, r36, N48).
    pub fn foe_troops(&self, player: Player, at: Place) -> bool {
        self.enemy(player).iter().any(|p| p.at == at && (p.is_troop() || !p.up))
    }

    /// Any enemy card is there: moving in is an Engage move (8.1, N9).
    pub fn foe_cards(&self, player: Player, at: Place) -> bool {
        self.enemy(player).iter().any(|p| p.at == at)
    }

    /// A Troop card of his own is there.
    pub fn own_troops(&self, player: Player, at: Place) -> bool {
        self.own(player).iter().any(|p| p.at == at && p.is_troop())
    }

    /// The least Move Limit of the Rivers in a lane (11.3, r61), and of what Specials say of it.
    pub fn river(&self, player: Player, lane: usize) -> Option<u8> {
        let rivers = self.grounds.iter().filter(|g| g.class == GroundKind::River && g.at.lane() == lane);
        let least = rivers.map(|g| g.limit).min()?;
        Some(self.limit(player, Bound::Crossings, Place(lane as u8), None, usize::from(least)) as u8)
    }

    /// A chief of staff who must keep to the Reserve: his commander is neither absent nor dead (12.3, r29, N14, N51).
    pub fn confined(&self, profile: &Profile) -> bool {
        let Rank::Chief(Some(commander)) = profile.rank else { return false };
        let player = commander.army().player();
        let in_reserve = self.reserve[player.index()].iter().any(|h| h.id == commander);
        in_reserve || self.own(player).iter().any(|p| p.id == commander)
    }

    /// A General who has been shown (N57).
    pub fn shown(&self, card: CardId) -> bool {
        self.state.hands[card.army() as usize].shown >> card.index() & 1 == 1
    }

    /// Where a Prussian may stand once he needs to arrive (10.0).
    pub fn prussian_ground(&self, card: CardId, to: Place) -> Verdict {
        let bound = self.game.prussians_arrive() && card.army() == Army::Prussian;
        need(
            !bound || to.is_reserve() || to == Place(3) || to == Place(2),
            "Prussians: British Left, French Right (10.0)",
        )
    }

    /// Whether an action may be done now.
    pub fn verdict(&self, player: Player, action: &Action) -> Verdict {
        let state = self.state;
        if player.0 > 1 {
            return Err("no such player");
        }
        match state.phase {
            Phase::Over => Err("the battle is over (4.3)"),
            Phase::Deal => {
                need(player == FRENCH, "the French player asks for the deal")?;
                need(matches!(action, Action::Deal), "the Musters come first (3.0)")
            }
            Phase::Deployment => {
                need(!state.ready.has(player), "he is ready (4.1)")?;
                self.deployment(player, action)
            }
            _ => {
                let asked = state.task().and_then(|task| match task {
                    Task::Window { window, player, .. } => Some((window, player)),
                    _ => None,
                });
                if let Some((window, asked)) = asked {
                    need(player == asked, "the other player is asked (r66)")?;
                    return match *action {
                        Action::Pass => Ok(()),
                        Action::Show { card } if window == Window::OwnMorale => self.may_show(player, card),
                        _ => Err("play a Special or pass (r66)"),
                    };
                }
                need(player == state.on_turn, "the other player's turn (5.0)")?;
                match state.task() {
                    Some(Task::Target { slot, how }) => match *action {
                        Action::Attack { slot: s, how: h, target } => {
                            need(s == slot && h == how, "the committed card attacks as announced (N3)")?;
                            self.may_target(player, self.piece(player, slot)?, how, target)
                        }
                        _ => Err("choose the target first (N3)"),
                    },
                    Some(Task::Capture { ground, taken }) => match *action {
                        Action::Capture { slot, ground: other } => {
                            if other != ground {
                                need(taken == 0, "the Terrain begun comes first (N6)")?;
                                let (this, other) = (self.ground(ground)?, self.ground(other)?);
                                need(other.at == this.at, "Terrain of that Position (N54)")?;
                                need(other.holder != player, "the enemy holds it (N54)")?;
                                need(other.occupants == 0, "it is vacant (N8)")?;
                                need(other.class != GroundKind::River, "Rivers are never captured (r61)")?;
                            }
                            self.may_capture(player, other, taken, slot)
                        }
                        Action::End => need(taken > 0, "at least one card takes it (N6)"),
                        _ => Err("choose who takes the Terrain first (N6)"),
                    },
                    Some(_) => Err("choose what the Special asks for (13.0)"),
                    None => match state.phase {
                        Phase::Morale => match *action {
                            Action::Roll { card } => self.may_roll(player, card),
                            Action::Show { card } => self.may_show(player, card),
                            _ => Err("Morale first (5.0)"),
                        },
                        Phase::Combat => self.combat(player, action),
                        _ => match *action {
                            Action::Show { card } => self.may_show(player, card),
                            Action::End => Ok(()),
                            _ => Err("reinforcements only (5.0)"),
                        },
                    },
                }
            }
        }
    }

    fn combat(&self, player: Player, action: &Action) -> Verdict {
        match *action {
            Action::Deal | Action::Roll { .. } | Action::Capture { .. } => return Err("another phase (5.0)"),
            Action::Play { .. } => return Err("played as its program says (13.0)"),
            Action::Choose { .. } | Action::Pass => return Err("nobody is asked (13.0)"),
            Action::End => return self.may_end_combat(player),
            Action::Show { card } => return self.may_show(player, card),
            Action::Deploy { card, to, formation, on, decoy } => {
                self.may_come_up(player, card, to, formation, on, decoy)?;
            }
            Action::Move { slot, to, formation } => self.may_move(player, slot, to, formation)?,
            Action::Form { slot, formation } => self.may_form(player, slot, formation)?,
            Action::Occupy { slot, ground } => self.may_occupy(player, slot, ground)?,
            Action::Leave { slot } => self.may_leave(player, slot)?,
            Action::Commit { slot, how } => self.may_commit(player, slot, how)?,
            Action::Attack { slot, how, target } => {
                let piece = self.piece(player, slot)?;
                self.may_act(player, piece, how)?;
                if how != Attack::Long {
                    need(!self.must_commit(player, piece.at), "commit first (N3, N28, N53)")?;
                }
                self.may_target(player, piece, how, target)?;
            }
        }
        need(self.limits_can_be_met(player, action), "the limits could no longer be met (N13, N55)")
    }

    /// W 6.0, 12.4, r17, N20: any card of his own that has hits, Generals first.
    fn may_roll(&self, player: Player, card: CardId) -> Verdict {
        let on_table = self.own(player).iter().map(|p| (p.id, p.profile.kind, p.hits));
        let held = self.reserve[player.index()].iter().map(|h| (h.id, h.profile.kind, h.hits));
        let hit: Vec<_> = on_table.chain(held).filter(|(_, _, hits)| *hits > 0).collect();
        let &(_, kind, _) = hit.iter().find(|(id, _, _)| *id == card).ok_or("it has no hits (6.0)")?;
        let generals = hit.iter().any(|(_, kind, _)| *kind == Kind::General);
        need(kind == Kind::General || !generals, "Generals first (12.4)")
    }

    /// W 10.0, N22: a Prussian General in the Reserve, where the Prussians have yet to arrive.
    fn may_show(&self, player: Player, card: CardId) -> Verdict {
        let held = self.held(player, card)?;
        let prussian = card.army() == Army::Prussian && held.profile.kind == Kind::General;
        need(prussian, "not a Prussian General (N22)")?;
        need(self.game.prussians_arrive() && !self.state.arrived, "nobody has to arrive (10.0)")
    }

    /// W 11.5, N6: engaged Infantry of the taker, on no other Terrain, up to the capacity.
    fn may_capture(&self, player: Player, ground: u8, taken: u8, slot: Slot) -> Verdict {
        let ground = self.ground(ground)?;
        let piece = self.piece(player, slot)?;
        need(piece.at == ground.at && piece.is_infantry(), "Infantry in that Position (N6)")?;
        need(self.foe_troops(player, piece.at), "it is not engaged (N6)")?;
        need(piece.ground.is_none(), "it stands on Terrain (N6)")?;
        let capacity = self.limit(player, Bound::Capacity, ground.at, Some(ground.number), ground.capacity);
        need(usize::from(taken) < capacity, "the Terrain is full (N6)")
    }
}

/// The names of the attacks that reach across the table or not; used in the universe.
pub const ATTACKS: [Attack; 3] = [Attack::Fire, Attack::Shock, Attack::Long];
