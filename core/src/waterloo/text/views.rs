//! A view as plain text that can be read aloud: no boxes, one fact a line, Position by Position.

use super::super::state::Phase;
use super::super::types::{Army, CardId, Formation, GroundKind, Kind, Place, armies, foe};
use super::super::view::{ArmyView, Marks, SlotView, View};
use super::super::{ALLIED, FRENCH, Waterloo};
use super::{army_text, capital, count, formation_text, join, kind_text, morale_letter};
use crate::game::{Player, Viewer};

impl Waterloo {
    /// The printed values of a card in a few words: `Infantry, 3 cv, F2, S3, Morale C`.
    #[must_use]
    pub fn values_text(&self, card: CardId) -> String {
        if !self.has_card(card) {
            return String::new();
        }
        let p = self.profile(card);
        let kind = kind_text(p.kind);
        match p.kind {
            Kind::General => {
                format!("General, Offense {}, Defense {}, Corps {}", p.offense, p.defense, self.card(card).corps)
            }
            Kind::FootArtillery | Kind::HorseArtillery => format!(
                "{kind}, {} cv, F{} at long range, F{} at short range, Morale {}",
                p.cv,
                p.long,
                p.fire,
                morale_letter(p.morale)
            ),
            Kind::Infantry | Kind::Cavalry => {
                format!("{kind}, {} cv, F{}, S{}, Morale {}", p.cv, p.fire, p.shock, morale_letter(p.morale))
            }
            Kind::Terrain if p.ground == GroundKind::River => format!("River, Move Limit {}", p.move_limit),
            Kind::Terrain => {
                format!("{}, for {}", capital(p.ground.name()), count(u32::from(p.capacity), "card"))
            }
            Kind::Special => "Special".to_owned(),
        }
    }

    /// A view as plain text, one fact a line.
    #[must_use]
    pub fn view_text(&self, view: &View) -> String {
        let mut lines = vec![
            format!("{}, as {}.", self.battle_name(), self.viewer_text(view.viewer)),
            format!("{}.", self.moment_text(view)),
        ];
        for at in Place::POSITIONS {
            lines.push(String::new());
            self.position(view, at, &mut lines);
        }
        for player in [FRENCH, ALLIED] {
            for &army in armies(player) {
                if let Some(army) = view.army(army) {
                    lines.push(String::new());
                    self.army(view, army, &mut lines);
                }
            }
        }
        if !view.forces.is_empty() {
            lines.push(String::new());
            lines.extend(view.forces.iter().map(|force| format!("In force: {}.", self.force_text(view, force))));
        }
        lines.push(String::new());
        self.next(view, &mut lines);
        lines.push(String::new());
        lines.join("\n")
    }

    /// Turn and phase in a few words: `Battle Turn 3, French Combat Phase`.
    #[must_use]
    pub fn moment_text(&self, view: &View) -> String {
        let side = self.side_text(view.on_turn);
        match view.phase {
            Phase::Deal => "The Musters are to be dealt".to_owned(),
            Phase::Deployment => "Deployment".to_owned(),
            Phase::Morale => format!("Battle Turn {}, {side} Morale Phase", view.turn),
            Phase::Combat => format!("Battle Turn {}, {side} Combat Phase", view.turn),
            Phase::Reinforce => format!("Battle Turn {}, {side} Reinforce Phase", view.turn),
            Phase::Over => format!("The battle is over after {}", count(u32::from(view.turn), "Battle Turn")),
        }
    }

    /// Whose eyes a view is for.
    pub(in super::super) fn viewer_text(&self, viewer: Viewer) -> String {
        match viewer {
            Viewer::Player(player) => format!("the {} player sees it", self.side_text(player)),
            Viewer::Public => "an onlooker sees it".to_owned(),
            Viewer::Referee => "the referee sees it".to_owned(),
        }
    }

    fn position(&self, view: &View, at: Place, lines: &mut Vec<String>) {
        let (own, enemy) = (at.owner(), foe(at.owner()));
        let name = capital(self.place_text(at).trim_start_matches("the "));
        lines.push(format!("{name}, facing {}:", self.place_text(at.opposite())));
        let before = lines.len();
        for ground in view.grounds.iter().filter(|g| g.at == at) {
            let river = self.profile(ground.card).ground == GroundKind::River;
            let whose = if river {
                "in the Middle Ground".to_owned()
            } else if ground.occupants.is_empty() {
                format!("vacant, facing the {}", self.people_text(ground.holder))
            } else {
                format!("held by the {}", self.people_text(ground.holder))
            };
            lines.push(format!(
                "Terrain {}: {}, {}, {whose}.",
                ground.number,
                self.card_name(ground.card),
                self.values_text(ground.card)
            ));
        }
        for player in [own, enemy] {
            lines.extend(view.at(player, at).map(|slot| self.slot_line(view, slot)));
        }
        if view.screens(own) {
            lines.push("Hidden until its player has finished deploying.".to_owned());
        } else if lines.len() == before {
            lines.push("Empty.".to_owned());
        }
        if view.at(own, at).next().is_some() && view.at(enemy, at).next().is_some() {
            lines.push("Both sides are here.".to_owned());
        }
    }

    /// A card on the battlefield with all that the viewer knows of it, as one sentence.
    pub(in super::super) fn slot_line(&self, view: &View, slot: &SlotView) -> String {
        let head = format!("{} slot {}", self.side_text(slot.player), slot.slot);
        let mut facts = Vec::new();
        match slot.card {
            Some(card) => {
                facts.push(self.card_name(card));
                facts.push(self.values_text(card));
                if !slot.up {
                    facts.push("face-down".to_owned());
                }
            }
            None => {
                facts.push(format!("a face-down {} card", army_text(slot.army)));
                if let Some(known) = self.known(slot) {
                    facts.push(known);
                }
            }
        }
        if slot.formation != Formation::Line {
            facts.push(formation_text(slot.formation).to_owned());
        }
        if let Some(ground) = slot.on.and_then(|n| view.ground(n)) {
            facts.push(format!("on {}", self.card_text(ground.card)));
        }
        if slot.blown {
            facts.push("blown".to_owned());
        }
        if slot.hits > 0 {
            facts.push(count(u32::from(slot.hits), "hit"));
        }
        let turn =
            [(Marks::MOVED_TWICE, "has moved twice"), (Marks::MOVED, "has moved"), (Marks::ACTED, "has attacked")];
        let done = turn.iter().filter(|(mark, _)| slot.marks.has(*mark)).map(|(_, text)| (*text).to_owned());
        let twice = slot.marks.has(Marks::MOVED_TWICE);
        facts.extend(done.filter(|text| !(twice && text == "has moved")));
        format!("{head}: {}.", facts.join(", "))
    }

    /// What everybody knows of a face-down card; `None` when it may be any card.
    pub(in super::super) fn known(&self, slot: &SlotView) -> Option<String> {
        let decoys = self.options().decoys;
        let may = |kind: &Kind| slot.may_be(*kind, decoys);
        let all = Kind::ALL.iter().filter(|k| **k != Kind::Special && (decoys || k.is_troop()));
        if all.clone().all(may) {
            return None;
        }
        Some(format!("it is {}", join(all.filter(|k| may(k)).map(|k| kind_text(*k).to_owned()), ", ", " or ")))
    }

    fn army(&self, view: &View, army: &ArmyView, lines: &mut Vec<String>) {
        let name = army_text(army.army);
        lines.push(format!("{name} Reserve: {}.", count(u32::from(army.reserve), "card")));
        let hits = |card: CardId| view.reserve_hits.iter().find(|(c, _)| *c == card).map_or(0, |(_, n)| u32::from(*n));
        let known = army.hand.as_ref().map_or(&army.open, |hand| &hand.reserve);
        for &card in known {
            let mut facts = vec![self.card_name(card), self.values_text(card)];
            if army.shown.contains(&card) {
                facts.push("shown".to_owned());
            }
            if hits(card) > 0 {
                facts.push(count(hits(card), "hit"));
            }
            if army.hand.as_ref().is_some_and(|hand| hand.spent.contains(&card)) {
                facts.push("not to be played this turn".to_owned());
            }
            lines.push(format!("{}.", facts.join(", ")));
        }
        if army.hand.is_none() {
            for &card in army.returned.iter().filter(|c| !army.open.contains(c)) {
                lines.push(format!("{} went back and is there or face-down.", capital(&self.card_text(card))));
            }
        }
        lines.push(format!("{name} deck: {} left.", count(u32::from(army.left), "card")));
        if let Some(hand) = &army.hand {
            for (place, list) in [("On top", &hand.top), ("At the bottom", &hand.bottom)] {
                let names = list.iter().map(|&card| self.card_name(card));
                if !list.is_empty() {
                    lines.push(format!("{place} of the deck: {}.", join(names, ", ", ", ")));
                }
            }
        }
        if army.army == Army::Prussian && !view.arrived {
            lines.push("The Prussians have not arrived.".to_owned());
        }
        for &card in &army.eliminated {
            let how = if self.profile(card).kind == Kind::Special { "Played" } else { "Lost" };
            lines.push(format!("{how}: {}.", self.card_name(card)));
        }
    }

    fn next(&self, view: &View, lines: &mut Vec<String>) {
        if let Some(ending) = &view.ending {
            lines.push(format!("{}.", self.ending_text(ending)));
            return;
        }
        let side = |player: Player| self.side_text(player);
        if let Some(task) = view.task() {
            let what = self.asked_text(view, task).unwrap_or_default();
            lines.extend(view.to_act.iter().map(|player| format!("Next: the {} player {what}.", side(player))));
            return;
        }
        let what = match view.phase {
            Phase::Deal => "asks for the deal",
            Phase::Deployment => "deploys, and ends when ready",
            Phase::Morale => "rolls for the cards with hits",
            Phase::Combat => "fires and moves, and ends the phase",
            Phase::Reinforce => "may show a General, and ends the turn",
            Phase::Over => return,
        };
        for player in view.to_act.iter() {
            lines.push(format!("Next: the {} player {what}.", side(player)));
        }
    }
}
