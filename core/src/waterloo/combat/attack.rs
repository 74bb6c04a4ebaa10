//! Attacks as they are made (W 7.0): committed, declared, answered, rolled.

use super::Aimed;
use crate::chance::{Draws, Kind as Draw, Request, Unmet};
use crate::game::{Player, Sink};
use crate::waterloo::agenda::{Subject, Task};
use crate::waterloo::event::{Event, Loss};
use crate::waterloo::specials::program::Window;
use crate::waterloo::turn::Ctx;
use crate::waterloo::types::{Attack, Place, Slot, bit, foe, slots};
use crate::waterloo::{Waterloo, streams};

impl<D: Draws, S: Sink<Waterloo>> Ctx<'_, D, S> {
    /// Commits a card to an attack: all cards in the Position are revealed, then the target is to be chosen (W N3).
    pub(in crate::waterloo) fn commit(&mut self, player: Player, slot: Slot, how: Attack) {
        let Some(at) = self.s.side(player).place(slot) else { return };
        self.tell(|g, s| Event::Committed { piece: g.piece(s, player, slot), how });
        self.s.agenda.push(Task::Target { slot, how });
        self.open(at);
    }

    /// A committed card whose turn to choose has come: it needs a target.
    pub(in crate::waterloo) fn aim_committed(&mut self, slot: Slot, how: Attack) -> bool {
        let player = self.s.on_turn;
        if self.g.targets(self.s, player, slot, how) != 0 {
            return false;
        }
        self.s.agenda.pop();
        self.lose_attack(player, slot, how);
        true
    }

    /// W N45: an attack without a target is lost; the attacker has acted, Cavalry is not blown by it.
    pub(in crate::waterloo) fn lose_attack(&mut self, player: Player, slot: Slot, how: Attack) {
        if self.s.side(player).all() & bit(slot) == 0 {
            return;
        }
        self.s.side_mut(player).acted |= bit(slot);
        self.tell(|g, s| Event::AttackLost { piece: g.piece(s, player, slot), how });
    }

    /// Reveals all cards in a Position because an attack is made there (W r31).
    fn open(&mut self, at: Place) {
        self.show_engaged(at);
        self.s.opened |= 1 << at.0;
        self.reveal_all(at);
    }

    /// Declares an attack (W 7.0): the enemy may answer it, then the dice are rolled (W N28).
    pub(in crate::waterloo) fn declare(
        &mut self,
        player: Player,
        slot: Slot,
        how: Attack,
        target: Slot,
        special: bool,
    ) {
        if let Some(Task::Target { .. }) = self.s.task() {
            self.s.agenda.pop();
        }
        let Some(at) = self.s.side(player).place(slot) else { return };
        self.s.agenda.push(Task::Attack { player, slot, how, target, special });
        if how == Attack::Long {
            self.reveal(player, slot);
        } else {
            self.open(at);
        }
        let at = if how == Attack::Long { at.opposite() } else { at };
        let event = Subject::slot(foe(player), target);
        self.ask(Window::FoeAttack, foe(player), at, event);
    }

    /// Makes an attack that has been declared (W 7.0). All hits stay on the target (W r43). Long Fire is blind, only a hit turns
    /// the target up (W r32), and a decoy turned up is gone (W N29). Shock blows Cavalry even when it misses (W r42).
    pub(in crate::waterloo) fn attack(
        &mut self,
        player: Player,
        slot: Slot,
        how: Attack,
        target: Slot,
        special: bool,
    ) -> Result<(), Unmet> {
        let Some(stands) = self.s.side(player).place(slot) else { return Ok(()) };
        let at = if how == Attack::Long { stands.opposite() } else { stands };
        let (fixed, legal) = if special {
            (self.fixed_strike(), self.s.side(foe(player)).place(target) == Some(at))
        } else {
            ([None; 2], self.g.targets(self.s, player, slot, how) & bit(target) != 0)
        };
        if !legal {
            self.lose_attack(player, slot, how);
            return Ok(());
        }
        let aimed = Aimed { player, slot, how, target, fixed };
        let (count, lowest) = self.g.strike_of(self.s, aimed);
        let told = S::LIVE.then(|| self.g.strike_breakdown_of(self.s, aimed));
        let dice = self.draws.dice(Request {
            code: how.name(),
            subject: u16::from(slot),
            stream: streams::dice(player),
            kind: Draw::Dice { count, sides: 6 },
        })?;
        let faces = dice.faces();
        let hits = faces.iter().filter(|&&face| face >= lowest).count() as u8;

        let b = bit(slot);
        let recoil = self.g.recoil(self.s, player, slot, how, faces);
        if how == Attack::Shock {
            // Before the card has acted: what allows it may ask for a fresh one.
            self.use_permission(player, slot, target);
        }
        let side = self.s.side_mut(player);
        side.acted |= b;
        let blown = how == Attack::Shock && side.cavalry() & b != 0;
        if blown {
            side.blown |= b;
        }
        if hits > 0 {
            self.reveal(foe(player), target);
            let enemy = self.s.side_mut(foe(player));
            let tally = &mut enemy.hits[usize::from(target)];
            *tally = tally.saturating_add(hits);
            enemy.struck |= bit(target);
        }
        if let Some([cv, strength]) = told {
            self.tell(|g, s| Event::Attacked {
                piece: g.piece(s, player, slot),
                how,
                target: g.piece(s, foe(player), target),
                at,
                cv,
                power: strength,
                dice: faces.to_vec(),
                hits,
            });
        }
        if blown {
            self.tell(|g, s| Event::Blown { piece: g.piece(s, player, slot) });
        }
        self.hit_generals(foe(player), at, faces, target);
        if let Some((by, hits)) = recoil {
            self.put_hits(by, player, slot, hits);
        }
        // W 14.0: Artillery that hits a decoy eliminates it.
        if hits > 0 && self.s.side(foe(player)).troops() & bit(target) == 0 {
            self.remove(foe(player), target, Loss::Decoy);
            self.settle(at, None);
        }
        Ok(())
    }

    /// Each 1 is a hit on the General at the Position attacked (W 12.4, r24), and what else a Special says; a face-down one is
    /// safe (W r25), also when he is the target and has just been turned up.
    fn hit_generals(&mut self, owner: Player, at: Place, faces: &[u8], target: Slot) {
        let side = self.s.side(owner);
        for slot in slots(side.generals() & side.at[at.index()] & !bit(target)) {
            let exposed = self.g.exposed(self.s, owner, slot);
            let hits = faces.iter().filter(|&&face| exposed >> face & 1 == 1).count() as u8;
            if hits > 0 {
                let tally = &mut self.s.side_mut(owner).hits[usize::from(slot)];
                *tally = tally.saturating_add(hits);
                self.tell(|g, s| Event::GeneralHit { piece: g.piece(s, owner, slot), hits });
            }
        }
    }
}
