//! What every card has done this turn, kept by hand beside the engine and compared with what it keeps.

use super::moves::moves_of;
use super::{Board, need};
use eagles::game::Player;
use eagles::waterloo::agenda::Task;
use eagles::waterloo::state::Phase;
use eagles::waterloo::types::Attack;
use eagles::waterloo::{ALLIED, Action, CardId, FRENCH, Formation, Kind, Place, State, Waterloo};
use std::collections::{BTreeMap, BTreeSet};

/// What one card did this turn.
#[derive(Clone, Copy, Default, Debug, PartialEq, Eq)]
struct Deeds {
    moves: u8,
    acted: bool,
    formed: bool,
    engaged: bool,
    withdrew: bool,
    struck: bool,
    came_up: bool,
    pulled_back: bool,
}

/// An attack that has been declared and not yet made: the enemy may still answer it (N28).
#[derive(Clone, Copy, Debug)]
struct Declared {
    attacker: CardId,
    how: Attack,
    target: CardId,
    hits: u8,
}

fn is_declared(state: &State) -> bool {
    state.agenda.tasks().iter().any(|task| matches!(task, Task::Attack { .. }))
}

/// Whether a Special may be changing things between two positions: it was played or chosen for, or something in force waits
/// for a moment, or strikes back.
fn is_special(before: &State, action: &Action, after: &State) -> bool {
    let runs = |state: &State| {
        let tasks = state.agenda.tasks();
        tasks.iter().any(|t| {
            !matches!(
                t,
                Task::Window { .. }
                    | Task::Target { .. }
                    | Task::Capture { .. }
                    | Task::Attack { .. }
                    | Task::Leave { .. }
                    | Task::Nothing
            )
        })
    };
    matches!(action, Action::Play { .. } | Action::Choose { .. })
        || runs(before)
        || runs(after)
        || !before.forces.list().is_empty()
}

/// The deeds of this turn, and which Cavalry is blown.
#[derive(Clone, Default, Debug)]
pub struct Ledger {
    turn: u16,
    deeds: BTreeMap<CardId, Deeds>,
    blown: BTreeSet<CardId>,
    crossings: [u8; 3],
    declared: Option<Declared>,
}

impl Ledger {
    /// Notes an action that led from one position to the next.
    pub fn note(&mut self, game: &Waterloo, before: &State, player: Player, action: &Action, after: &State) {
        if is_special(before, action, after) {
            self.adopt(&Board::new(game, after));
            return;
        }
        if before.phase == Phase::Combat {
            self.combat(&Board::new(game, before), player, action);
        }
        if let Some(declared) = self.declared.filter(|_| !is_declared(after)) {
            self.declared = None;
            self.made(game, declared, after);
        }
        if after.turn != self.turn {
            self.turn = after.turn;
            self.deeds.clear();
            self.crossings = [0; 3];
        }
        // W 7.31 and the sheet: Cavalry recovers as soon as it is not engaged.
        let board = Board::new(game, after);
        self.blown.retain(|card| {
            let player = card.army().player();
            board.own(player).iter().any(|p| p.id == *card && board.foe_troops(player, p.at))
        });
    }

    /// Takes over what the engine kept: a Special has changed it.
    fn adopt(&mut self, board: &Board<'_>) {
        self.turn = board.state.turn;
        self.crossings = board.crossings;
        self.deeds.clear();
        self.blown.clear();
        self.declared = self.declared.filter(|_| is_declared(board.state));
        for player in [FRENCH, ALLIED] {
            for piece in board.own(player) {
                self.deeds.insert(piece.id, kept(piece));
                if piece.blown {
                    self.blown.insert(piece.id);
                }
            }
            for held in &board.reserve[player.index()] {
                let (moves, withdrew, pulled_back) = (held.moves, held.withdrew, held.spent);
                self.deeds.insert(held.id, Deeds { moves, withdrew, pulled_back, ..Deeds::default() });
            }
        }
    }

    /// The dice of an attack have been thrown.
    fn made(&mut self, game: &Waterloo, declared: Declared, after: &State) {
        self.deeds.entry(declared.attacker).or_default().acted = true;
        if declared.how == Attack::Shock && game.profile(declared.attacker).kind == Kind::Cavalry {
            self.blown.insert(declared.attacker);
        }
        if after.hits(declared.target) > declared.hits {
            self.deeds.entry(declared.target).or_default().struck = true;
        }
    }

    fn combat(&mut self, board: &Board<'_>, player: Player, action: &Action) {
        match *action {
            Action::Deploy { card, decoy: false, .. } if board.game.profile(card).kind == Kind::Terrain => {}
            Action::Deploy { card, to, formation, .. } => {
                let deeds = self.deeds.entry(card).or_default();
                deeds.moves += 1;
                deeds.came_up = true;
                deeds.formed |= formation != Formation::Line;
                deeds.engaged |= board.foe_cards(player, to);
            }
            Action::Move { slot, to, formation } => {
                let piece = board.piece(player, slot).expect("a card");
                let deeds = self.deeds.entry(piece.id).or_default();
                if piece.is_decoy() {
                    deeds.pulled_back = true;
                    return;
                }
                deeds.moves += 1;
                deeds.withdrew |= board.foe_troops(player, piece.at);
                if to.is_reserve() {
                    deeds.formed = false;
                    deeds.came_up = false;
                } else {
                    deeds.engaged |= board.foe_cards(player, to);
                    deeds.formed |= formation != piece.formation;
                    self.crossings[to.lane()] += u8::from(piece.is_troop());
                }
            }
            Action::Form { slot, .. } => {
                let piece = board.piece(player, slot).expect("a card");
                let deeds = self.deeds.entry(piece.id).or_default();
                deeds.formed = true;
                deeds.moves += u8::from(board.foe_troops(player, piece.at));
            }
            Action::Occupy { slot, .. } | Action::Leave { slot } => {
                let piece = board.piece(player, slot).expect("a card");
                self.deeds.entry(piece.id).or_default().moves += 1;
            }
            Action::Commit { slot, .. } => {
                // It may not take that back (N3): it attacks, or the attack is lost (N45).
                let piece = board.piece(player, slot).expect("a card");
                self.deeds.entry(piece.id).or_default().acted = true;
            }
            Action::Attack { slot, how, target } => {
                let attacker = board.piece(player, slot).expect("a card").id;
                let hit = board.piece(Player(1 - player.0), target).expect("a target");
                self.declared = Some(Declared { attacker, how, target: hit.id, hits: hit.hits });
            }
            _ => {}
        }
    }

    /// Whether the engine kept the same.
    pub fn agrees(&self, board: &Board<'_>) -> Result<(), String> {
        let tasks = board.state.agenda.tasks();
        let fighting = tasks.iter().any(|t| matches!(t, Task::Target { .. } | Task::Attack { .. }));
        if fighting || board.state.phase == Phase::Over {
            return Ok(());
        }
        let battle = !matches!(board.state.phase, Phase::Deal | Phase::Deployment);
        need(!battle || board.crossings == self.crossings, "crossings").map_err(|e| format!("{e}: {self:?}"))?;
        for player in [FRENCH, ALLIED] {
            for piece in board.own(player) {
                let kept = kept(piece);
                let mine = self.deeds.get(&piece.id).copied().unwrap_or_default();
                if kept != mine || piece.blown != self.blown.contains(&piece.id) {
                    return Err(format!("{:?}: kept {kept:?}, blown {}; expected {mine:?}", piece.id, piece.blown));
                }
            }
            for held in &board.reserve[player.index()] {
                let mine = self.deeds.get(&held.id).copied().unwrap_or_default();
                let spent = mine.pulled_back || mine.engaged || mine.moves >= moves_of(held.profile.kind);
                if (held.moves, held.spent, held.withdrew) != (mine.moves.min(1), spent, mine.withdrew) {
                    return Err(format!("in the Reserve: kept {held:?}; expected {mine:?}"));
                }
            }
        }
        Ok(())
    }
}

/// What the engine kept of a card.
fn kept(piece: &super::Piece) -> Deeds {
    Deeds {
        moves: piece.moves,
        acted: piece.acted,
        formed: piece.formed,
        engaged: piece.engaged,
        withdrew: piece.withdrew,
        struck: piece.struck,
        came_up: piece.came_up,
        pulled_back: false,
    }
}

/// What must hold of every position that play leads to; the first thing that does not.
pub fn sound(board: &Board<'_>) -> Result<(), String> {
    let state = board.state;
    let over = state.phase == Phase::Over;
    let won = |player: Player, at: Place| {
        let arm = |p: &super::Piece| matches!(p.profile.kind, Kind::Infantry | Kind::Cavalry);
        at.owner() != player
            && board.own(player).iter().any(|p| p.at == at && arm(p))
            && !board.enemy(player).iter().any(|p| p.at == at && p.is_troop())
    };
    let battle = !matches!(state.phase, Phase::Deal | Phase::Deployment);
    for player in [FRENCH, ALLIED] {
        for at in Place::POSITIONS {
            let here = || board.own(player).iter().filter(move |p| p.at == at);
            let fail = |what: &str| Err(format!("{what} for {player:?} in {at}"));
            if !over && battle && won(player, at) {
                return fail("a Position is taken and the battle goes on (4.3)");
            }
            let stacks = here().filter(|p| p.stacks()).count();
            let generals = here().filter(|p| p.is_general()).count();
            let moving = state.phase == Phase::Combat && player == state.on_turn;
            let busy = moving && !matches!(state.task(), Some(Task::Capture { .. }));
            let most = board.stacking_limit(player, at);
            if !over && !busy && battle && (stacks > most || generals > 1) {
                return fail("a Position is over-full out of the Combat Phase (8.4)");
            }
            if over || !battle {
                continue;
            }
            if board.foe_cards(player, at) && here().any(super::Piece::is_decoy) {
                return fail("a decoy lies among enemies (14.0)");
            }
            if board.foe_troops(player, at) && generals > 0 && !board.own_troops(player, at) {
                return fail("a General stands alone among enemies (12.4)");
            }
            // W 8.1, r31: at the end of a Combat Phase all engaged cards turn up.
            let fresh = state.phase == Phase::Combat;
            if !fresh && board.foe_troops(player, at) && here().any(|p| !p.up) {
                return fail("an engaged card lies face-down out of the Combat Phase (8.1)");
            }
            // W N8: vacant Terrain has fallen by then.
            let captors = here().any(|p| p.is_infantry() && p.ground.is_none()) && board.foe_troops(player, at);
            let open = board.grounds.iter().any(|g| {
                let river = g.class == eagles::waterloo::types::GroundKind::River;
                g.at == at && !river && g.holder != player && g.occupants == 0
            });
            if !fresh && captors && open {
                return fail("vacant Terrain was not captured (N8)");
            }
        }
    }
    if let Some(eagles::waterloo::state::Ending::Victory { winner, at }) = state.ending {
        need(won(winner, at), "a victory without a Position (4.3)")?;
    }
    Ok(())
}
