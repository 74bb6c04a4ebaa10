//! A finite universe of actions: everything that could be meant, and some nonsense.

use super::{ATTACKS, Board, armies};
use eagles::game::Player;
use eagles::waterloo::action::NO_GROUND;
use eagles::waterloo::agenda::{Subject, Task};
use eagles::waterloo::{Action, CardId, Formation, Kind, Place};
use std::collections::HashSet;

const FORMATIONS: [Formation; 3] = [Formation::Line, Formation::Column, Formation::Square];

fn places() -> impl Iterator<Item = Place> {
    (0..7).map(Place)
}

/// Every action over the cards of the Reserve, the occupied slots of both sides and one free slot.
pub fn universe(board: &Board<'_>, player: Player) -> Vec<Action> {
    let mut all = vec![Action::Deal, Action::End, Action::Pass];
    let grounds: Vec<u8> = board.grounds.iter().map(|g| g.number).chain([NO_GROUND, 7]).collect();
    for held in &board.reserve[player.index()] {
        deploys(&mut all, held.id, &grounds);
        all.push(Action::Roll { card: held.id });
        all.push(Action::Show { card: held.id });
    }
    let free = |player: Player| (0..=64u8).find(|s| board.own(player).iter().all(|p| p.slot != *s));
    let foe = Player(1 - player.0);
    let targets: Vec<u8> = board.own(foe).iter().map(|p| p.slot).chain(free(foe)).collect();
    for slot in board.own(player).iter().map(|p| p.slot).chain(free(player)) {
        for to in places() {
            all.extend(FORMATIONS.map(|formation| Action::Move { slot, to, formation }));
        }
        all.extend(FORMATIONS.map(|formation| Action::Form { slot, formation }));
        all.extend(grounds.iter().map(|&ground| Action::Occupy { slot, ground }));
        all.push(Action::Leave { slot });
        all.extend(grounds.iter().map(|&ground| Action::Capture { slot, ground }));
        for how in ATTACKS {
            all.push(Action::Commit { slot, how });
            all.extend(targets.iter().map(|&target| Action::Attack { slot, how, target }));
        }
    }
    all.extend(board.own(player).iter().map(|p| Action::Roll { card: p.id }));
    all
}

/// Everything that a Special might be played on and let one choose: what the program says about it is not judged here.
pub fn offers(board: &Board<'_>, player: Player) -> HashSet<Action> {
    let mut subjects = vec![Subject::Nothing];
    subjects.extend(places().map(Subject::Place));
    subjects.extend(board.grounds.iter().map(|g| g.number).chain([7]).map(Subject::Ground));
    for whose in [Player(0), Player(1)] {
        let free = (0..64u8).find(|s| board.own(whose).iter().all(|p| p.slot != *s));
        let taken = board.own(whose).iter().map(|p| p.slot);
        subjects.extend(taken.chain(free).map(|slot| Subject::slot(whose, slot)));
    }
    let mut all = HashSet::new();
    let quiet = board.state.task().is_none();
    let window = matches!(board.state.task(), Some(Task::Window { .. }));
    if quiet || window {
        let about = board.state.agenda.window().map(|(_, _, event)| event);
        for held in &board.reserve[player.index()] {
            if held.profile.kind == Kind::Special || held.id.index() % 8 == 0 {
                let aims = subjects.iter().copied().chain(about);
                all.extend(aims.map(|aim| Action::Play { card: held.id, aim }));
            }
        }
        return all;
    }
    subjects.extend((0..3).map(Subject::Option));
    for &army in armies(player) {
        let cards = (0..board.game.roster(army).cards.len()).map(|index| CardId::new(army, index));
        subjects.extend(cards.map(Subject::Card));
    }
    all.extend(subjects.into_iter().map(|what| Action::Choose { what }));
    if !matches!(board.state.task(), Some(Task::Target { .. } | Task::Capture { .. })) {
        all.insert(Action::Pass);
        if matches!(board.state.task(), Some(Task::Place)) {
            let mut deploys = Vec::new();
            board.reserve[player.index()].iter().for_each(|held| self::deploys(&mut deploys, held.id, &[NO_GROUND]));
            all.extend(deploys);
        }
    }
    all
}

fn deploys(all: &mut Vec<Action>, card: CardId, grounds: &[u8]) {
    for to in places() {
        for formation in FORMATIONS {
            for &on in grounds {
                all.extend([false, true].map(|decoy| Action::Deploy { card, to, formation, on, decoy }));
            }
        }
    }
}

/// Some actions with cards that are not in the Reserve, foreign cards and numbers out of range.
pub fn sampled(board: &Board<'_>, player: Player) -> Vec<Action> {
    let mut all = Vec::new();
    let foe = Player(1 - player.0);
    for &army in armies(player).iter().chain(armies(foe)) {
        for index in 0..board.game.roster(army).cards.len() {
            let card = CardId::new(army, index);
            if board.held(player, card).is_err() {
                let (to, formation, on) = (Place::of(player, (index % 3) as u8), Formation::Line, NO_GROUND);
                all.push(Action::Deploy { card, to, formation, on, decoy: index % 4 == 0 });
                all.push(Action::Show { card });
                if card.army().player() != player || board.own(player).iter().all(|p| p.id != card) {
                    all.push(Action::Roll { card });
                }
            }
        }
    }
    for slot in [63, 64, 200, 255] {
        if board.own(player).iter().all(|p| p.slot != slot) {
            all.push(Action::Move { slot, to: Place::RESERVE, formation: Formation::Line });
            all.push(Action::Move { slot, to: Place(9), formation: Formation::Line });
            all.push(Action::Attack { slot, how: ATTACKS[0], target: slot });
        }
    }
    for card in [CardId::NONE, CardId(500), CardId(127)] {
        if board.held(player, card).is_err() {
            all.push(Action::Deploy { card, to: Place(250), formation: Formation::Line, on: 3, decoy: false });
            all.push(Action::Show { card });
            all.push(Action::Roll { card });
        }
    }
    all
}
