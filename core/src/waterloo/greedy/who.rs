//! Which cards a Special means, as far as a player sees them, and how likely a face-down card is one of them.

use super::Table;
use crate::game::Player;
use crate::waterloo::agenda::Subject;
use crate::waterloo::specials::is_of;
use crate::waterloo::specials::program::{At, Fact, Of, Type, Who};
use crate::waterloo::types::{CardId, Formation, GroundKind, Kind, Place, foe};
use crate::waterloo::view::{Marks, SlotView};

/// A Special as its effect is looked at: the card, what it is played on, what the operation acts on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Gaze {
    pub(super) card: CardId,
    pub(super) aim: Subject,
    pub(super) it: Subject,
}

impl Gaze {
    /// Whose Special it is.
    pub(super) const fn owner(&self) -> Player {
        self.card.army().player()
    }

    /// The same for another card.
    pub(super) const fn on(self, it: Subject) -> Self {
        Self { it, ..self }
    }
}

impl Table<'_> {
    /// The card on the table that a subject names.
    pub(super) fn piece(&self, what: Subject) -> Option<&SlotView> {
        match what {
            Subject::Slot { player, slot } => self.view.slot(player, slot),
            Subject::Card(card) => self.view.slots.iter().find(|s| s.card == Some(card)),
            _ => None,
        }
    }

    /// Where a subject is.
    pub(super) fn place_of(&self, owner: Player, what: Subject) -> Option<Place> {
        match what {
            Subject::Place(at) => (!at.is_reserve()).then_some(at),
            Subject::Ground(number) => self.view.ground(number).map(|ground| {
                let river = self.game.profile(ground.card).ground == GroundKind::River;
                if river && ground.at.owner() != owner { ground.at.opposite() } else { ground.at }
            }),
            _ => self.piece(what).map(|piece| piece.at),
        }
    }

    /// The Positions that a word means, as bits.
    pub(super) fn places(&self, at: At, gaze: &Gaze) -> u8 {
        let one = |place: Option<Place>| place.map_or(0, |p| 1 << (p.0 % 8));
        let owner = gaze.owner();
        let line = |player: Player| if player.0 == 0 { 0b000_111 } else { 0b111_000 };
        let (aim, it) = (self.place_of(owner, gaze.aim), self.place_of(owner, gaze.it));
        match at {
            At::Aim | At::Terrain => one(aim),
            At::Across => one(aim.map(Place::opposite)),
            At::Lane => one(aim) | one(aim.map(Place::opposite)),
            At::It => one(it),
            At::AcrossIt => one(it.map(Place::opposite)),
            At::Event => one(self.window_at()),
            At::OwnLine => line(owner),
            At::FoeLine => line(foe(owner)),
            At::Anywhere => 0b111_111,
            named => one(named.named()),
        }
    }

    /// The cards that a filter means, each with how likely it is one.
    pub(super) fn meant<'a>(&'a self, who: &'a Who, gaze: &'a Gaze) -> impl Iterator<Item = (&'a SlotView, f64)> + 'a {
        let places = if who.it { u8::MAX } else { self.places(who.at, gaze) };
        let it = self.piece(gaze.it);
        self.view.slots.iter().filter_map(move |piece| {
            if places >> (piece.at.0 % 8) & 1 == 0 || !self.is_whose(piece, who.of, gaze) {
                return None;
            }
            let named = it.is_some_and(|it| it.player == piece.player && it.slot == piece.slot);
            if who.it && !named {
                return None;
            }
            let facts =
                who.is.iter().all(|&fact| self.has(piece, fact)) && !who.not.iter().any(|&f| self.has(piece, f));
            if !facts {
                return None;
            }
            if who.at == At::Terrain && !matches!((gaze.aim, piece.on), (Subject::Ground(n), Some(on)) if n == on) {
                return None;
            }
            let chance = self.is_printed(piece, who) * self.is_typed(piece, &who.kind);
            (chance > 0.0).then_some((piece, chance))
        })
    }

    fn is_whose(&self, piece: &SlotView, of: Of, gaze: &Gaze) -> bool {
        let own = piece.player == gaze.owner();
        match of {
            Of::Own => own && piece.army == gaze.card.army(),
            Of::Side => own,
            Of::Foe => !own,
            Of::All => true,
        }
    }

    /// How likely a card has what is printed on those that a filter names.
    fn is_printed(&self, piece: &SlotView, who: &Who) -> f64 {
        let Some(sets) = &who.set else { return 1.0 };
        match piece.card {
            Some(card) => f64::from(u8::from(sets[card.army().index()] & card.bit() != 0)),
            None => 0.3,
        }
    }

    /// How likely a card is of one of these types; any Troop card when there are none.
    fn is_typed(&self, piece: &SlotView, kinds: &[Type]) -> f64 {
        let kinds = if kinds.is_empty() { &[Type::Troop] } else { kinds };
        if let Some(card) = piece.card {
            let kind = self.game.profile(card).kind;
            let is = kinds.iter().any(|&what| is_of(kind, what) && (what != Type::General || piece.up));
            return f64::from(u8::from(is));
        }
        let may = |kind: Kind, chance: f64| if piece.may_be(kind, false) { chance } else { 0.0 };
        let likely = [
            may(Kind::Infantry, 0.55),
            may(Kind::Cavalry, 0.2),
            may(Kind::FootArtillery, 0.15),
            may(Kind::HorseArtillery, 0.1),
        ];
        let (all, share) = likely
            .iter()
            .zip([Kind::Infantry, Kind::Cavalry, Kind::FootArtillery, Kind::HorseArtillery])
            .fold((0.0, 0.0), |(all, share), (chance, kind)| {
                let is = kinds.iter().any(|&what| is_of(kind, what));
                (all + chance, if is { share + chance } else { share })
            });
        if all > 0.0 { share / all } else { 0.0 }
    }

    fn has(&self, piece: &SlotView, fact: Fact) -> bool {
        let on = |class: GroundKind| {
            let ground = piece.on.and_then(|n| self.view.ground(n));
            ground.is_some_and(|g| self.game.profile(g.card).ground == class)
        };
        let mark = |mark: Marks| piece.marks.has(mark);
        match fact {
            Fact::Up => piece.up,
            Fact::Line => piece.formation == Formation::Line,
            Fact::Column => piece.formation == Formation::Column,
            Fact::Square => piece.formation == Formation::Square,
            Fact::Blown => piece.blown,
            Fact::Moved => mark(Marks::MOVED),
            Fact::Acted => mark(Marks::ACTED),
            Fact::Fresh | Fact::Ready => !mark(Marks::MOVED) && !mark(Marks::ACTED),
            Fact::Formed => mark(Marks::FORMED),
            Fact::Engaged => mark(Marks::ENGAGED),
            Fact::Withdrew => mark(Marks::WITHDREW),
            Fact::CameUp => mark(Marks::CAME_UP),
            Fact::Pinned => self.pinned(piece.at),
            Fact::OnTerrain => piece.on.is_some(),
            Fact::OnHill => on(GroundKind::Hill),
            Fact::InWoods => on(GroundKind::Woods),
            Fact::InBuilding => on(GroundKind::Building),
            Fact::Hit => piece.hits > 0,
            Fact::Struck => mark(Marks::STRUCK),
        }
    }

    /// Whether both sides stand in a Position.
    pub(super) fn pinned(&self, at: Place) -> bool {
        let stand = self.stand(at);
        stand.own > 0 && stand.foes > 0
    }
}
