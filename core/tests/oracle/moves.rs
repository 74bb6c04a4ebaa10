//! Battle Moves, formations and Terrain in the Combat Phase (W 8.0 to 12.3).

use super::{Board, Piece, Verdict, need};
use eagles::game::Player;
use eagles::waterloo::action::NO_GROUND;
use eagles::waterloo::specials::program::{Bound, Permission, Verb};
use eagles::waterloo::types::{GroundKind, Slot};
use eagles::waterloo::{CardId, Formation, Kind, Place, Profile};

/// How many Battle Moves a card has (8.0, 8.3).
pub(super) fn moves_of(kind: Kind) -> u8 {
    if matches!(kind, Kind::Cavalry | Kind::General) { 2 } else { 1 }
}

/// One step of the board (8.0, r45, r46): the Reserve and the own Positions, an own Position and the one across.
pub(super) fn adjacent(player: Player, from: Place, to: Place) -> bool {
    let home = |p: Place| p.0 < 6 && p.owner() == player;
    (from.is_reserve() && home(to))
        || (home(from) && to.is_reserve())
        || (from.0 < 6 && to.0 < 6 && from.opposite() == to)
}

/// What a card on the move is and has done.
pub(super) struct Mover<'a> {
    pub id: CardId,
    pub profile: &'a Profile,
    pub from: Place,
    pub moves: u8,
    pub engaged: bool,
    pub withdrew: bool,
    /// The card on the table; none for one that comes from the Reserve.
    pub piece: Option<&'a Piece>,
}

impl Board<'_> {
    /// One Battle Move of a face-up General or a Troop card, its formation aside.
    pub(super) fn step(&self, player: Player, mover: &Mover<'_>, to: Place) -> Verdict {
        let Mover { id, profile, from, moves, engaged, withdrew, piece } = *mover;
        let allowed = |what| piece.is_some_and(|p| self.allowed(player, p, what));
        let barred = |verb| piece.is_some_and(|p| self.barred(player, p, verb));
        let kind = profile.kind;
        need(to.0 <= 6 && adjacent(player, from, to), "not adjacent (8.0)")?;
        need(!barred(Verb::Move), "a Special forbids it (13.0)")?;
        let forward = from.0 < 6 && to.0 < 6 && from.owner() == player;
        let goes_on = forward && moves == 1 && piece.is_some_and(|p| p.came_up) && allowed(Permission::GoOn);
        let more = goes_on || allowed(Permission::ExtraMove);
        need(more || moves < moves_of(kind), "no move left (8.0, 8.3)")?;
        self.prussian_ground(id, to)?;
        if self.confined(profile) {
            let homeward = to.is_reserve() || (from.0 < 6 && from.owner() != player);
            need(homeward, "a chief without function goes home (12.3, N15)")?;
        }
        let into_enemies = to.0 < 6 && self.foe_cards(player, to);
        if kind == Kind::FootArtillery {
            need(to.is_reserve() || to.owner() == player, "Foot Artillery never crosses (N9)")?;
            need(!into_enemies, "Foot Artillery never engages (8.1, r48)")?;
        }
        if from.0 < 6 && self.foe_troops(player, from) {
            // It is engaged: it may only disengage, to an unengaged friendly place (8.2, r45, r46).
            need(to.is_reserve() || to.owner() == player, "no way forward from an engagement (r46)")?;
            need(!into_enemies, "the way back is engaged (8.2, r47)")?;
            let both = allowed(Permission::EngageAndDisengage);
            need(both || !engaged, "engaged and disengaged in one turn (8.3)")?;
            need(!barred(Verb::Disengage), "a Special forbids it (13.0)")?;
        } else if into_enemies {
            let both = allowed(Permission::EngageAndDisengage);
            need(both || !withdrew, "disengaged and engaged in one turn (8.3, r49)")?;
            need(!barred(Verb::Engage), "a Special forbids it (13.0)")?;
            let few = self.limit(player, Bound::Engagers, to, None, 255) == 0;
            need(kind == Kind::General || !few, "no more may Engage there (13.0)")?;
        }
        if kind == Kind::General && to.0 < 6 {
            let friends = self.own_troops(player, to);
            need(friends || !self.foe_troops(player, to), "no General alone among enemies (N10)")?;
            need(friends || to.owner() == player, "no General ahead of his troops (r26, N48)")?;
        }
        let crosses = from.0 < 6 && to.0 < 6;
        if crosses && kind != Kind::General {
            let lane = to.lane();
            need(
                self.river(player, lane).is_none_or(|limit| self.crossings[lane] < limit),
                "the River's limit (11.3)",
            )?;
        }
        Ok(())
    }

    pub(super) fn mover<'a>(&self, piece: &'a Piece) -> Mover<'a> {
        Mover {
            id: piece.id,
            profile: &piece.profile,
            from: piece.at,
            moves: piece.moves,
            engaged: piece.engaged,
            withdrew: piece.withdrew,
            piece: Some(piece),
        }
    }

    pub(super) fn may_move(&self, player: Player, slot: Slot, to: Place, formation: Formation) -> Verdict {
        let piece = self.piece(player, slot)?;
        if piece.is_decoy() {
            need(to.is_reserve() && formation == Formation::Line, "a decoy only goes home (r67)")?;
            return Ok(());
        }
        need(!piece.acted, "it has fired (7.0)")?;
        self.step(player, &self.mover(piece), to)?;
        if to.is_reserve() || !piece.is_infantry() {
            return need(formation == Formation::Line, "no marker (9.0, r52)");
        }
        if formation != piece.formation {
            need(!self.foe_troops(player, piece.at), "engaged: a change is a Move of its own (9.0, N4)")?;
            need(!piece.formed, "changed already (r52)")?;
            need(!piece.withdrew, "it disengaged this turn (N50)")?;
            need(!self.barred(player, piece, Verb::Form), "a Special forbids it (13.0)")?;
        }
        need(to.is_reserve() || !self.crowds_out(piece.id, piece.stacks(), to), "the others are four (8.4)")
    }

    pub(super) fn may_come_up(
        &self,
        player: Player,
        card: CardId,
        to: Place,
        formation: Formation,
        on: u8,
        decoy: bool,
    ) -> Verdict {
        let held = self.held(player, card)?;
        let kind = held.profile.kind;
        need(to.0 < 6 && to.owner() == player, "own Positions only (8.0)")?;
        let late = self.game.prussians_arrive() && card.army() == eagles::waterloo::Army::Prussian;
        need(!late || self.state.arrived, "the Prussians have not arrived (10.0)")?;
        self.prussian_ground(card, to)?;
        need(!held.spent, "it may not leave the Reserve again (8.0, N11)")?;
        need(kind == Kind::Infantry || formation == Formation::Line, "only Infantry has formations (9.0)")?;
        need(kind.is_troop() || on == NO_GROUND, "only Troops occupy Terrain (11.0)")?;
        need(!(kind.is_troop() && decoy), "Troops are no decoys (14.0)")?;
        let full = self.own(player).len() >= 64;
        if decoy {
            need(self.game.options().decoys, "decoys are not in use (14.0)")?;
            need(!self.shown(card), "a shown General deceives nobody (N62)")?;
            need(!self.foe_cards(player, to), "decoys are laid where nobody engages (14.0, N11)")?;
            need(!self.confined(&held.profile), "a confined chief is no decoy (N11)")?;
            need(held.moves < moves_of(kind), "no move left (N11)")?;
            return need(!full, "the table is full (N61)");
        }
        if !kind.is_troop() && kind != Kind::General {
            self.may_lie(player, &held.profile, kind, to)?;
            return need(!self.foe_troops(player, to), "Terrain goes to unengaged Positions (11.0)");
        }
        need(!full, "the table is full (N61)")?;
        let mover = Mover {
            id: card,
            profile: &held.profile,
            from: Place::RESERVE,
            moves: held.moves,
            engaged: false,
            withdrew: held.withdrew,
            piece: None,
        };
        self.step(player, &mover, to)?;
        need(!self.crowds_out(card, kind.is_troop(), to), "the others are four (8.4)")?;
        if on != NO_GROUND {
            let ground = self.ground(on)?;
            self.takes(player, ground, to, &held.profile)?;
            let building = ground.class == GroundKind::Building;
            need(!building || formation == Formation::Line, "Line in Buildings (11.4)")?;
        }
        Ok(())
    }

    /// W 9.0, r52, N4, N50.
    pub(super) fn may_form(&self, player: Player, slot: Slot, formation: Formation) -> Verdict {
        let piece = self.piece(player, slot)?;
        need(piece.is_infantry(), "only Infantry has formations (9.0)")?;
        need(formation != piece.formation, "it is in that formation")?;
        need(!piece.on(GroundKind::Building) || formation == Formation::Line, "Line in Buildings (11.4)")?;
        let engaged = self.foe_troops(player, piece.at);
        need(!piece.acted, "it has fired (7.0)")?;
        need(engaged || !piece.formed, "once a turn (r52)")?;
        need(engaged || !piece.withdrew, "it disengaged this turn (N50)")?;
        need(!self.barred(player, piece, Verb::Form), "a Special forbids it (13.0)")?;
        if self.foe_troops(player, piece.at) { self.can_spend(player, piece) } else { Ok(()) }
    }

    /// W 11.5, r54, r60, N7, N26.
    pub(super) fn may_occupy(&self, player: Player, slot: Slot, ground: u8) -> Verdict {
        let piece = self.piece(player, slot)?;
        need(piece.is_troop(), "Troops occupy Terrain (11.0)")?;
        let ground = self.ground(ground)?;
        need(piece.ground.is_none_or(|(n, _)| n != ground.number), "it stands there (11.5)")?;
        self.takes(player, ground, piece.at, &piece.profile)?;
        self.can_spend(player, piece)
    }

    /// W r54, N7.
    pub(super) fn may_leave(&self, player: Player, slot: Slot) -> Verdict {
        let piece = self.piece(player, slot)?;
        need(piece.ground.is_some(), "on no Terrain (r54)")?;
        self.can_spend(player, piece)
    }

    /// A Move that is not a step of the board: a formation in an engagement, Terrain (9.0, 11.5, r54).
    fn can_spend(&self, player: Player, piece: &Piece) -> Verdict {
        need(!piece.acted, "it has fired (7.0)")?;
        need(!self.barred(player, piece, Verb::Move), "a Special forbids it (13.0)")?;
        let more = self.allowed(player, piece, Permission::ExtraMove);
        need(more || piece.moves < moves_of(piece.profile.kind), "it costs a Move (8.0)")
    }

    /// Four cards in a Position, five and six only of the army for which a Special says so (8.4, 13.0).
    pub(super) fn stacking_limit(&self, player: Player, at: Place) -> usize {
        self.limit(player, Bound::Stacking, at, None, 4)
    }

    /// Whether a card would be one too many of those for whom the limit of the Position has not been raised.
    pub(super) fn crowds_out(&self, card: CardId, stacks: bool, at: Place) -> bool {
        let raised = self.raised_for(at);
        let player = card.army().player();
        let others = self.own(player).iter().filter(|p| p.at == at && p.stacks() && Some(p.id.army()) != raised);
        stacks && raised.is_some_and(|army| army != card.army()) && others.count() >= 4
    }

    /// W 8.4, 12.0, r51, N15.
    pub(super) fn may_end_combat(&self, player: Player) -> Verdict {
        for at in Place::POSITIONS {
            let here = || self.own(player).iter().filter(|p| p.at == at);
            let most = self.stacking_limit(player, at);
            need(here().filter(|p| p.stacks()).count() <= most, "more than four cards (8.4)")?;
            need(here().filter(|p| p.is_general()).count() <= 1, "more than one General (12.0)")?;
        }
        for piece in self.own(player) {
            if !self.confined(&piece.profile) {
                continue;
            }
            for to in Place::POSITIONS.into_iter().chain([Place::RESERVE]) {
                let action = eagles::waterloo::Action::Move { slot: piece.slot, to, formation: Formation::Line };
                need(self.verdict(player, &action).is_err(), "the chief can still go home (N15)")?;
            }
        }
        Ok(())
    }
}
