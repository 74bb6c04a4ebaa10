//! Fire and Shock (W 7.0 to 7.4, 11.1 to 11.4).

use super::{Board, Piece, Verdict, need};
use eagles::game::Player;
use eagles::waterloo::specials::program::{Permission, Verb};
use eagles::waterloo::types::{Attack, GroundKind, Slot};
use eagles::waterloo::{Formation, Kind, Place};

impl Board<'_> {
    /// Whether a card may attack in this way at all, whatever the target.
    pub(super) fn may_act(&self, player: Player, piece: &Piece, how: Attack) -> Verdict {
        let kind = piece.profile.kind;
        need(piece.is_troop(), "only Troops fight (7.1)")?;
        need(!piece.acted, "once a turn (7.0)")?;
        let verb = match how {
            Attack::Fire => Verb::Fire,
            Attack::Shock => Verb::Shock,
            Attack::Long => Verb::Long,
        };
        need(!self.barred(player, piece, verb), "a Special forbids it (13.0)")?;
        let charges = how == Attack::Shock && piece.engaged && self.allowed(player, piece, Permission::ShockAfterMove);
        let still = piece.moves == 0 || kind == Kind::HorseArtillery || charges;
        need(still, "it has moved (7.0, 7.24)")?;
        match how {
            Attack::Long => {
                need(kind.is_artillery(), "only Artillery fires across (7.23)")?;
                let over = self.allowed(player, piece, Permission::LongEngaged);
                need(over || !self.foe_troops(player, piece.at), "its Position is engaged (7.23)")?;
                let friends = self.own(player).iter().any(|p| p.at == piece.at.opposite());
                need(!friends, "friends are there (7.23, N19)")
            }
            Attack::Fire => need(self.foe_troops(player, piece.at), "it is not engaged (7.21)"),
            Attack::Shock => {
                need(self.foe_troops(player, piece.at), "it is not engaged (7.3)")?;
                need(!kind.is_artillery(), "Artillery has no Shock (7.3)")?;
                need(!piece.on(GroundKind::Building), "no Shock from a Building (11.4)")?;
                let column = kind != Kind::Infantry || piece.formation == Formation::Column;
                need(column, "Infantry shocks in Column (7.32)")?;
                need(!piece.blown, "it is blown (7.31)")
            }
        }
    }

    /// Whether an attack on an enemy card that lies there may be made, others aside.
    fn could_hit(&self, player: Player, piece: &Piece, how: Attack, target: &Piece) -> Verdict {
        let kind = piece.profile.kind;
        need(!self.spared(player, piece, how, target), "a Special forbids it (13.0)")?;
        need(!target.is_general(), "Generals are no targets (12.4)")?;
        let woods = target.on(GroundKind::Woods);
        if woods {
            need(kind == Kind::Infantry, "only Infantry attacks Woods (11.2, N38)")?;
            let dice = piece.profile.cv + u8::from(piece.on(GroundKind::Hill)) - 1;
            need(dice.max(self.game.options().woods_minimum) > 0, "no dice left (r57, N18)")?;
        }
        if how == Attack::Shock {
            let closed = target.on(GroundKind::Building) && !self.breaks_in(player, piece, target);
            need(!closed, "no Shock at a Building (7.33, 11.4)")?;
            need(target.formation != Formation::Square, "no Shock at a Square (7.33, 9.3)")?;
            // What lies face-down shows no arm, unless it has moved twice.
            if target.profile.kind == Kind::Cavalry && (target.up || target.seen_twice) {
                need(kind == Kind::Cavalry, "Infantry cannot shock Cavalry (7.34)")?;
                need(target.blown, "only blown Cavalry is shocked (7.34)")?;
            }
        }
        Ok(())
    }

    fn reach(piece: &Piece, how: Attack) -> Place {
        if how == Attack::Long { piece.at.opposite() } else { piece.at }
    }

    /// Whether `piece`, which may act, may choose this target (7.4, r35, r36, N17).
    pub(super) fn may_target(&self, player: Player, piece: &Piece, how: Attack, target: Slot) -> Verdict {
        let at = Self::reach(piece, how);
        let there: Vec<_> = self.enemy(player).iter().filter(|p| p.at == at).collect();
        let target = there.iter().find(|p| p.slot == target).ok_or("no such card there (7.4)")?;
        self.could_hit(player, piece, how, target)?;
        if target.struck {
            let ways: &[Attack] = if how == Attack::Long { &[Attack::Long] } else { &[Attack::Fire, Attack::Shock] };
            for other in there.iter().filter(|p| !p.struck) {
                for &way in ways {
                    let able = (way == how || self.may_act(player, piece, way).is_ok())
                        && self.could_hit(player, piece, way, other).is_ok();
                    need(!able, "others there were not hit yet (7.4, N17)")?;
                }
            }
        }
        Ok(())
    }

    /// Whether the target is chosen after all cards have turned up: enemy cards lie face-down (N3), or own Troops have
    /// Engaged there this turn and the enemy has not been asked about it yet (N28, N53).
    pub(super) fn must_commit(&self, player: Player, at: Place) -> bool {
        let hidden = self.enemy(player).iter().any(|p| p.at == at && !p.up);
        let news = self.own(player).iter().any(|p| p.at == at && p.is_troop() && p.engaged);
        hidden || (news && self.state.opened >> at.0 & 1 == 0)
    }

    /// Committing is for engagements where that is so, if anything there might be attacked.
    pub(super) fn may_commit(&self, player: Player, slot: Slot, how: Attack) -> Verdict {
        let piece = self.piece(player, slot)?;
        need(how != Attack::Long, "Long Fire chooses blind (r32)")?;
        self.may_act(player, piece, how)?;
        let there = || self.enemy(player).iter().filter(|p| p.at == piece.at);
        need(self.must_commit(player, piece.at), "all lies open: attack (N3)")?;
        need(
            there().any(|p| self.may_target(player, piece, how, p.slot).is_ok()),
            "nothing there could be attacked (7.4)",
        )
    }
}
