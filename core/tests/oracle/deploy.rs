//! Deployment (W 4.1, 4.2, 14.0).

use super::{Board, Ground, Held, Verdict, need};
use eagles::game::Player;
use eagles::waterloo::action::NO_GROUND;
use eagles::waterloo::specials::program::Bound;
use eagles::waterloo::types::GroundKind;
use eagles::waterloo::{ALLIED, Action, Formation, Kind, Place, Profile};

impl Board<'_> {
    pub(super) fn deployment(&self, player: Player, action: &Action) -> Verdict {
        match *action {
            Action::End => {
                for lane in 0..3 {
                    let at = Place::of(player, lane);
                    let down = self.own(player).iter().filter(|p| p.at == at && !p.up).count();
                    need((1..=4).contains(&down), "one to four face-down cards in each Position (4.1)")?;
                }
                need(player == ALLIED || self.state.ready.has(ALLIED), "the French adjust last (4.1)")
            }
            Action::Deploy { card, to, formation, on, decoy } => {
                let held = self.held(player, card)?;
                need(to.0 < 6 && to.owner() == player, "own Positions only (4.1)")?;
                self.put_down(player, held, to, formation, on, decoy)?;
                let hidden = decoy || held.profile.kind.is_troop();
                let open = self.open_positions(player).filter(|&at| !(hidden && at == to)).count();
                let rest = self.coverers(player).filter(|h| h.id != card).count();
                need(rest >= open, "the rest could not cover the empty Positions (4.1)")
            }
            Action::Move { slot, to, formation } => {
                self.piece(player, slot)?;
                need(to.is_reserve() && formation == Formation::Line, "only back to the Reserve (4.1)")?;
                self.changes_left(player)
            }
            Action::Form { slot, formation } => {
                let piece = self.piece(player, slot)?;
                need(piece.is_infantry() && formation != piece.formation, "another formation of Infantry (9.0)")?;
                let building = piece.on(GroundKind::Building);
                need(!building || formation == Formation::Line, "Line in Buildings (11.4)")?;
                self.changes_left(player)
            }
            Action::Occupy { slot, ground } => {
                let piece = self.piece(player, slot)?;
                need(piece.is_troop(), "Troops occupy Terrain (11.0)")?;
                let ground = self.ground(ground)?;
                need(piece.ground.is_none_or(|(n, _)| n != ground.number), "it stands there (11.5)")?;
                self.takes(player, ground, piece.at, &piece.profile)?;
                self.changes_left(player)
            }
            Action::Leave { slot } => {
                need(self.piece(player, slot)?.ground.is_some(), "on no Terrain (r54)")?;
                self.changes_left(player)
            }
            _ => Err("not in deployment (4.1)"),
        }
    }

    fn changes_left(&self, player: Player) -> Verdict {
        need(self.state.changes[player.index()] < 200, "at most 200 changes (N60)")
    }

    fn open_positions(&self, player: Player) -> impl Iterator<Item = Place> {
        (0..3)
            .map(move |lane| Place::of(player, lane))
            .filter(move |&at| !self.own(player).iter().any(|p| p.at == at && !p.up))
    }

    /// The cards of the Reserve that may lie face-down in a Position.
    fn coverers(&self, player: Player) -> impl Iterator<Item = &Held> {
        let decoys = self.game.options().decoys;
        self.reserve[player.index()]
            .iter()
            .filter(move |h| h.profile.kind.is_troop() || (decoys && !self.confined(&h.profile)))
    }

    fn put_down(&self, player: Player, held: &Held, to: Place, formation: Formation, on: u8, decoy: bool) -> Verdict {
        let kind = held.profile.kind;
        self.prussian_ground(held.id, to)?;
        need(kind == Kind::Infantry || formation == Formation::Line, "only Infantry has formations (9.0)")?;
        need(kind.is_troop() || on == NO_GROUND, "only Troops occupy Terrain (11.0)")?;
        need(!self.confined(&held.profile), "the chief keeps to the Reserve (12.3)")?;
        need(!(kind.is_troop() && decoy), "Troops are no decoys (14.0)")?;
        let on_table = self.own(player).len();
        if decoy || kind.is_troop() {
            need(!decoy || self.game.options().decoys, "decoys are not in use (14.0)")?;
            need(!decoy || !self.shown(held.id), "a shown General deceives nobody (N62)")?;
            let down = self.own(player).iter().filter(|p| p.at == to && !p.up).count();
            need(down < 4, "four face-down cards (4.1)")?;
            need(on_table < 64, "the table is full (N61)")?;
        } else if kind == Kind::General {
            need(!self.own(player).iter().any(|p| p.at == to && p.is_general()), "one General (12.0)")?;
            need(on_table < 64, "the table is full (N61)")?;
        } else {
            return self.may_lie(player, &held.profile, kind, to);
        }
        if on != NO_GROUND {
            let ground = self.ground(on)?;
            self.takes(player, ground, to, &held.profile)?;
            let building = ground.class == GroundKind::Building;
            need(!building || formation == Formation::Line, "Line in Buildings (11.4)")?;
        }
        Ok(())
    }

    /// Terrain goes to the Position printed on it, eight a side (4.2, N61).
    pub(super) fn may_lie(&self, player: Player, profile: &Profile, kind: Kind, to: Place) -> Verdict {
        need(kind == Kind::Terrain, "Specials are not played yet (r10)")?;
        need(to == Place::of(player, profile.lane), "Terrain has its Position (4.2)")?;
        need(self.grounds.iter().filter(|g| g.owner == player).count() < 8, "Terrain is capped (N61)")
    }

    /// Whether a Troop card in Position `at` may step onto Terrain by its own will (11.1 to 11.5, r54, r60, N26).
    pub(super) fn takes(&self, player: Player, ground: &Ground, at: Place, profile: &Profile) -> Verdict {
        need(ground.at == at, "the Terrain is elsewhere (11.5)")?;
        need(ground.class != GroundKind::River, "nobody stands in a River (11.3)")?;
        if profile.kind != Kind::Infantry {
            let own_hill = ground.class == GroundKind::Hill && ground.owner == player && at.owner() == player;
            need(own_hill, "others than Infantry take own Hills only (r60, N26)")?;
        }
        if ground.holder == player {
            let capacity = self.limit(player, Bound::Capacity, at, Some(ground.number), ground.capacity);
            need(ground.occupants < capacity, "the Terrain is full (11.0)")
        } else {
            need(ground.occupants == 0, "the enemy is on it (11.5)")
        }
    }
}
