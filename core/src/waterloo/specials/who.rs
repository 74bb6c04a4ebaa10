//! Which cards a filter means, and whether a condition holds.

use super::force::Force;
use super::program::{At, Cond, Fact, Of, Type, Who};
use crate::game::Player;
use crate::waterloo::Waterloo;
use crate::waterloo::agenda::{Subject, Task};
use crate::waterloo::state::{Location, State};
use crate::waterloo::types::{Army, CardId, GroundKind, Kind, Place, bit, foe, slots};

/// Through whose program the position is looked at.
#[derive(Clone, Copy, Debug)]
pub(in crate::waterloo) struct Gaze {
    /// The Special.
    pub(in crate::waterloo) card: CardId,
    /// What it was played on.
    pub(in crate::waterloo) aim: Subject,
    /// What its operation acts on.
    pub(in crate::waterloo) it: Subject,
    /// Whether face-down enemy cards count for what they are, as where the rules look at what is in force, and not for what
    /// both players know of them, as where its player decides.
    pub(in crate::waterloo) truth: bool,
}

impl Gaze {
    /// The gaze of an entry in force.
    pub(in crate::waterloo) const fn of(force: &Force) -> Self {
        Self { card: force.card, aim: force.aim, it: force.it, truth: true }
    }

    /// The player whose card it is.
    pub(in crate::waterloo) const fn player(&self) -> Player {
        self.card.army().player()
    }
}

impl Waterloo {
    /// The Position of what a Special is played on or acts on; a River counts for the Position of the card's own battleline
    /// beside it.
    pub(in crate::waterloo) fn place_of(&self, s: &State, player: Player, what: Subject) -> Option<Place> {
        match what {
            Subject::Place(at) => (!at.is_reserve()).then_some(at),
            Subject::Slot { player, slot } => s.side(player).place(slot),
            Subject::Ground(number) => s.grounds.get(number).map(|ground| {
                let river = self.profile(ground.card).ground == GroundKind::River;
                if river && ground.at.owner() != player { ground.at.opposite() } else { ground.at }
            }),
            Subject::Nothing | Subject::Card(_) | Subject::Option(_) => None,
        }
    }

    /// The places that a word means, as bits by [`Place::index`].
    fn places(&self, s: &State, at: At, gaze: &Gaze) -> u8 {
        let one = |place: Option<Place>| place.map_or(0, |p| 1 << (p.0 % 8));
        let player = gaze.player();
        let line = |p: Player| if p.0 == 0 { 0b000_111 } else { 0b111_000 };
        match at {
            At::Aim | At::Terrain => one(self.place_of(s, player, gaze.aim)),
            At::Across => one(self.place_of(s, player, gaze.aim).map(Place::opposite)),
            At::Lane => self.places(s, At::Aim, gaze) | self.places(s, At::Across, gaze),
            At::It => one(self.place_of(s, player, gaze.it)),
            At::AcrossIt => one(self.place_of(s, player, gaze.it).map(Place::opposite)),
            At::Event => one(s.agenda.window().and_then(|(_, at, _)| (!at.is_reserve()).then_some(at))),
            At::OwnLine => line(player),
            At::FoeLine => line(foe(player)),
            At::Anywhere => 0b111_111,
            named => one(named.named()),
        }
    }

    /// The slots of `player` that a filter means.
    pub(in crate::waterloo) fn mask(&self, s: &State, who: &Who, gaze: &Gaze, player: Player) -> u64 {
        let own = player == gaze.player();
        match who.of {
            Of::Own | Of::Side if !own => return 0,
            Of::Foe if own => return 0,
            _ => {}
        }
        let side = s.side(player);
        let mut set = if who.it {
            match gaze.it {
                Subject::Slot { player: whose, slot } if whose == player => bit(slot) & side.all(),
                _ => return 0,
            }
        } else {
            let places = self.places(s, who.at, gaze);
            let here = |p: Place| if places >> p.0 & 1 == 1 { side.at[p.index()] } else { 0 };
            Place::POSITIONS.into_iter().fold(0, |set, p| set | here(p))
        };
        let known = |kind: Kind, set: u64| match kind {
            _ if own || gaze.truth => set,
            Kind::Infantry => (set & side.up) | side.known_infantry,
            Kind::Cavalry => (set & side.up) | side.known_cavalry,
            _ => set & side.up,
        };
        let of = |kind: Kind| known(kind, side.kind[kind as usize]);
        let kinds = |what: Type| match what {
            // W N83: nobody on the other side can tell a decoy, so it is a target like any other.
            Type::Troop if own && !gaze.truth => side.troops(),
            Type::Troop => side.stacked(),
            Type::Infantry => of(Kind::Infantry),
            Type::Cavalry => of(Kind::Cavalry),
            Type::Artillery => of(Kind::FootArtillery) | of(Kind::HorseArtillery),
            Type::FootArtillery => of(Kind::FootArtillery),
            Type::HorseArtillery => of(Kind::HorseArtillery),
            Type::General => side.generals(),
            Type::Stacked => side.stacked(),
        };
        set &= if who.kind.is_empty() {
            kinds(Type::Troop)
        } else {
            who.kind.iter().fold(0, |all, &kind| all | kinds(kind))
        };
        if set == 0 {
            return 0;
        }
        for &fact in &who.is {
            set &= self.having(s, player, fact, gaze);
        }
        for &fact in &who.not {
            set &= !self.having(s, player, fact, gaze);
        }
        if who.at == At::Terrain {
            set &= match gaze.aim {
                Subject::Ground(n) => s.grounds.get(n).filter(|g| g.holder == player).map_or(0, |g| g.occupants),
                _ => 0,
            };
        }
        let army = gaze.card.army();
        let printed = |card: CardId| {
            let by_army = !own || matches!(who.of, Of::Side | Of::All) || card.army() == army;
            by_army && who.set.as_ref().is_none_or(|sets| sets[card.army().index()] & card.bit() != 0)
        };
        let hidden = |slot| !own && !gaze.truth && side.up & bit(slot) == 0;
        if (own && army != Army::French) || who.set.is_some() || who.same_corps {
            for slot in slots(set) {
                let card = side.card_in(slot);
                // What is printed on a face-down enemy card nobody can ask for.
                let unknown = hidden(slot) && who.set.is_some();
                if unknown || !printed(card) || (who.same_corps && !self.same_corps(s, gaze.it, card)) {
                    set &= !bit(slot);
                }
            }
        }
        set
    }

    fn same_corps(&self, s: &State, it: Subject, card: CardId) -> bool {
        let other = match it {
            Subject::Slot { player, slot } => s.side(player).card_in(slot),
            Subject::Card(card) => card,
            _ => return true,
        };
        other.army() == card.army() && self.profile(other).corps == self.profile(card).corps
    }

    /// The slots of `player` for which a fact holds.
    fn having(&self, s: &State, player: Player, fact: Fact, gaze: &Gaze) -> u64 {
        let side = s.side(player);
        let on = |class: Option<GroundKind>| {
            let fits = |card: CardId| class.is_none_or(|class| self.profile(card).ground == class);
            let here = s.grounds.iter().filter(|g| g.holder == player && fits(g.card));
            here.fold(0, |set, g| set | g.occupants)
        };
        match fact {
            Fact::Up => side.up,
            Fact::Line => !side.column & !side.square,
            Fact::Column => side.column,
            Fact::Square => side.square,
            Fact::Blown => side.blown,
            Fact::Moved => side.moved,
            Fact::Acted => side.acted,
            Fact::Fresh => !side.moved & !side.acted,
            // Whether a Move can be spent depends on what is in force, which may not depend on that in turn.
            Fact::Ready if gaze.truth => 0,
            Fact::Ready => {
                let ready = |n: &u8| self.spend_refusal(s, player, *n).is_none();
                slots(side.all()).filter(ready).fold(0, |set, n| set | bit(n))
            }
            Fact::Formed => side.formed,
            Fact::Engaged => side.engaged,
            Fact::Withdrew => side.withdrew,
            Fact::CameUp => side.came_up,
            Fact::Pinned => {
                let pinned = |p: &Place| s.is_engaged(player, *p);
                Place::POSITIONS.into_iter().filter(pinned).fold(0, |set, p| set | side.at[p.index()])
            }
            Fact::OnTerrain => on(None),
            Fact::OnHill => on(Some(GroundKind::Hill)),
            Fact::InWoods => on(Some(GroundKind::Woods)),
            Fact::InBuilding => on(Some(GroundKind::Building)),
            Fact::Hit => slots(side.all()).filter(|&n| side.hits[usize::from(n)] > 0).fold(0, |set, n| set | bit(n)),
            Fact::Struck => side.struck,
        }
    }

    /// How many cards a filter means.
    pub(in crate::waterloo) fn count(&self, s: &State, who: &Who, gaze: &Gaze) -> u32 {
        [Player(0), Player(1)].into_iter().map(|player| self.mask(s, who, gaze, player).count_ones()).sum()
    }

    /// Whether a General of this list is face-up in a Position, for the player of the card, or has been shown and is known to
    /// be in the Reserve.
    fn general_out(&self, s: &State, ids: &[String], gaze: &Gaze, hidden: bool) -> bool {
        let army = gaze.card.army();
        let (side, hand) = (s.side(gaze.player()), s.hand(army));
        let named = |card: CardId| card.army() == army && ids.contains(&self.card(card).id);
        let generals = self.roster(army).kinds[Kind::General as usize];
        let shown = if hidden {
            hand.reserve
        } else {
            // One who went back openly may lie face-down as a decoy since; then he tells nothing here.
            let doubted = side.all() & !side.up & !side.known_troop & !side.known_infantry & !side.known_mobile;
            let since = |slot: u8| usize::from(side.since[usize::from(slot)]);
            let of_army = slots(doubted).filter(|&slot| side.card_in(slot).army() == army);
            let doubt = if self.options().decoys { of_army.map(since).max().unwrap_or(0) } else { 0 };
            let returned = hand.returned().iter().skip(doubt).fold(0u128, |set, &i| set | 1 << (i % 128));
            hand.reserve & (returned | hand.shown)
        };
        slots(side.generals()).any(|slot| named(side.card_in(slot)))
            || crate::waterloo::types::cards(army, generals & shown).any(named)
    }

    /// Whether a condition holds.
    pub(in crate::waterloo) fn holds(&self, s: &State, cond: &Cond, gaze: &Gaze) -> bool {
        let player = gaze.player();
        match cond {
            Cond::Some(who) => self.count(s, who, gaze) > 0,
            Cond::Count { who, min, max } => (u32::from(*min)..=u32::from(*max)).contains(&self.count(s, who, gaze)),
            Cond::More { who, than } => self.count(s, who, gaze) > self.count(s, than, gaze),
            Cond::Engaged(at) => self.engaged_at(s, *at, gaze) == Some(true),
            Cond::Unengaged(at) => self.engaged_at(s, *at, gaze) == Some(false),
            Cond::FoeTurn { min, max } => {
                // The French player has the odd turns (W 5.0).
                let turns = if foe(player).0 == 0 { s.turn.div_ceil(2) } else { s.turn / 2 };
                (u16::from(*min)..=u16::from(*max)).contains(&turns)
            }
            Cond::Battle(codes) => codes.contains(&self.setup().battle),
            Cond::Deck(n) => s.hand(gaze.card.army()).left() >= u16::from(*n),
            Cond::General(ids) => self.general_out(s, ids, gaze, false),
            Cond::HasGeneral(ids) => self.general_out(s, ids, gaze, true),
            Cond::Terrain { at, class, held } => {
                let places = self.places(s, *at, gaze);
                s.grounds.iter().any(|g| {
                    places >> g.at.0 & 1 == 1
                        && self.profile(g.card).ground == *class
                        && match held {
                            Of::Own | Of::Side => g.holder == player,
                            Of::Foe => g.holder != player,
                            Of::All => true,
                        }
                })
            }
            Cond::Occupied(of) => match gaze.aim {
                Subject::Ground(n) => s.grounds.get(n).is_some_and(|g| {
                    g.occupants != 0
                        && match of {
                            Of::Own => self.occupied_by(s, n, gaze.card.army()),
                            Of::Side => g.holder == player,
                            Of::Foe => g.holder != player,
                            Of::All => true,
                        }
                }),
                _ => false,
            },
            Cond::Event(who) => self.is_event(s, who, gaze),
            Cond::Placed => s.agenda.window().is_some_and(|(_, at, _)| !at.is_reserve()),
            Cond::Failed(most) => {
                s.agenda.tasks().iter().rev().any(|task| matches!(task, Task::Leave { failed, .. } if failed <= most))
            }
            Cond::InForce => s
                .forces
                .list()
                .iter()
                .any(|f| f.aim == gaze.aim && self.profile(f.card).card == self.profile(gaze.card).card),
            Cond::MayAdvance => match gaze.aim {
                Subject::Slot { player: whose, slot } => self.may_advance(s, whose, slot),
                _ => false,
            },
            Cond::Counter(n) => s.forces.list().iter().any(|f| f.card == gaze.card && f.counter >= *n),
            Cond::Not(cond) => !self.holds(s, cond, gaze),
            Cond::All(conds) => conds.iter().all(|cond| self.holds(s, cond, gaze)),
            Cond::Any(conds) => conds.iter().any(|cond| self.holds(s, cond, gaze)),
        }
    }

    fn engaged_at(&self, s: &State, at: At, gaze: &Gaze) -> Option<bool> {
        let places = self.places(s, at, gaze);
        let place = Place::POSITIONS.into_iter().find(|p| places >> p.0 & 1 == 1)?;
        Some(s.is_engaged(gaze.player(), place))
    }

    /// Whether a card of `army` occupies Terrain.
    fn occupied_by(&self, s: &State, number: u8, army: Army) -> bool {
        s.grounds.get(number).is_some_and(|g| {
            let side = s.side(g.holder);
            g.holder == army.player() && slots(g.occupants).any(|slot| side.card_in(slot).army() == army)
        })
    }

    /// Whether the card that the window is about meets what is printed in a filter.
    fn is_event(&self, s: &State, who: &Who, gaze: &Gaze) -> bool {
        let Some((_, _, event)) = s.agenda.window() else { return false };
        let card = match event {
            Subject::Card(card) => card,
            Subject::Slot { player, slot } => s.side(player).card_in(slot),
            _ => return false,
        };
        let own = card.army().player() == gaze.player();
        let of = match who.of {
            Of::Own => card.army() == gaze.card.army(),
            Of::Side => own,
            Of::Foe => !own,
            Of::All => true,
        };
        let kind = self.profile(card).kind;
        let typed =
            who.kind.is_empty() && kind.is_troop() || who.kind.iter().any(|&what| super::code::is_of(kind, what));
        of && typed && who.set.as_ref().is_none_or(|sets| sets[card.army().index()] & card.bit() != 0)
    }

    /// Where a card of the own army stands, or that it does not.
    pub(in crate::waterloo) fn stands(s: &State, card: CardId) -> Option<(u8, Place)> {
        match s.locate(card) {
            Location::Slot(slot) => Some((slot, s.side(card.army().player()).place(slot)?)),
            _ => None,
        }
    }
}
