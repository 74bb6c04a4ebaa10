//! What a player is asked between two actions: what has just happened, and what he may do about it.

use super::names::Names;
use crate::page::capital;
use eagles::game::Player;
use eagles::waterloo::Place;
use eagles::waterloo::agenda::{Subject, Task};
use eagles::waterloo::specials::Window;
use eagles::waterloo::state::Phase;
use eagles::waterloo::types::{Attack, Slot};

/// What the prompt says behind the side's name.
pub(super) const fn prompt(phase: Phase, task: Option<Task>) -> &'static str {
    match (phase, task) {
        (_, Some(Task::Target { .. } | Task::Aim)) => "choose the target",
        (_, Some(Task::Capture { .. })) => "choose who takes it",
        (_, Some(Task::Excess)) => "choose who goes back",
        (_, Some(Task::Window { window, .. })) => match window {
            Window::Answer => "answer",
            Window::OwnRout | Window::OwnGeneral => "before he leaves",
            Window::FoeAttack => "under attack",
            Window::FoeEngage => "they have engaged",
            Window::FoeRout => "they rout",
            Window::OwnMorale | Window::FoeMorale => "before Morale",
            Window::OwnCombat => "Combat",
            Window::FoeCombat => "before their Combat",
            Window::FoeCombatEnd => "after their Combat",
            Window::FoeReinforce => "before they draw",
        },
        (_, Some(_)) => "choose",
        (Phase::Deal, _) => "Deal",
        (Phase::Deployment, _) => "Deployment",
        (Phase::Morale, _) => "Morale",
        (Phase::Combat, _) => "Combat",
        (Phase::Reinforce, _) => "Reinforce",
        (Phase::Over, _) => "over",
    }
}

/// What is going on and what is asked, where a phase is interrupted for it; nothing where it goes on as usual.
pub(super) fn question(names: &Names<'_>) -> Option<String> {
    let special = || {
        let acting = names.state.agenda.frame().map(|frame| frame.card);
        acting.map_or_else(|| "A Special".to_owned(), |card| capital(&names.game.card_text(card)))
    };
    Some(match names.view.task()? {
        Task::Window { window, at, event, .. } => {
            format!("{} You may play a Special; `pass` plays none.", happening(names, window, at, event))
        }
        Task::Choose { count: 0, .. } => format!("{} lets you choose.", special()),
        Task::Choose { .. } => format!("{} lets you choose again.", special()),
        Task::Aim => format!("{} makes an attack: choose its target.", special()),
        Task::Place => format!("{}: put the drawn card into a Position, or `pass` keeps it in the Reserve.", special()),
        Task::Show => format!("{} asks for a General to be shown.", special()),
        Task::Search => format!("{}: take a card out of the deck.", special()),
        Task::Peek { stage: 0, .. } => format!("{}: take one of the cards on top of the deck.", special()),
        Task::Peek { stage: 1, .. } => {
            format!("{}: which cards go to the bottom of the deck? `pass` when done.", special())
        }
        Task::Peek { .. } => format!("{}: which card goes back on top next? The last one is drawn first.", special()),
        Task::Handler { .. } => format!("{} asks.", special()),
        Task::Excess => "Too many cards are there: choose who goes back to the Reserve.".to_owned(),
        _ => return None,
    })
}

/// What a window is about.
fn happening(names: &Names<'_>, window: Window, at: Place, event: Subject) -> String {
    let game = names.game;
    let enemy = game.side_text(eagles::waterloo::types::foe(names.player));
    let place = || if at.is_reserve() { "a Position".to_owned() } else { game.place_text(at) };
    let about = || match event {
        Subject::Card(card) => capital(&game.card_text(card)),
        Subject::Slot { player, slot } => capital(&standing(names, player, slot)),
        _ => "A card".to_owned(),
    };
    match window {
        Window::Answer => {
            let played = names.view.agenda.iter().rev().find_map(|task| match *task {
                Task::Play { card, aim } => Some((card, aim)),
                _ => None,
            });
            let what = played.map_or_else(about, |(card, aim)| {
                let on = subject(names, aim).map_or_else(String::new, |aim| format!(" on {aim}"));
                format!("{}{on}", capital(&game.card_text(card)))
            });
            format!("{what} has been played and is about to take effect.")
        }
        Window::FoeAttack => attack(names).unwrap_or_else(|| format!("The {enemy} player attacks in {}.", place())),
        Window::FoeEngage => format!("The {enemy} cards that engaged in {} are turned up.", place()),
        Window::OwnRout => format!("{} routs and is about to leave {}.", about(), place()),
        Window::OwnGeneral => format!("{} is killed and is about to leave.", about()),
        Window::FoeRout => format!("{} has routed from {}.", about(), place()),
        Window::OwnMorale => "Your Morale Phase begins.".to_owned(),
        Window::OwnCombat => "It is your Combat Phase.".to_owned(),
        Window::FoeMorale => format!("The {enemy} Morale Phase begins."),
        Window::FoeCombat => format!("The {enemy} Combat Phase begins."),
        Window::FoeCombatEnd => format!("The {enemy} Combat Phase ends."),
        Window::FoeReinforce => format!("The {enemy} Reinforce Phase begins."),
    }
}

/// The attack that has been declared.
fn attack(names: &Names<'_>) -> Option<String> {
    let (player, slot, how, target) = names.view.agenda.iter().rev().find_map(|task| match *task {
        Task::Attack { player, slot, how, target, .. } => Some((player, slot, how, target)),
        _ => None,
    })?;
    let verb = match how {
        Attack::Fire => "fire at",
        Attack::Shock => "use Shock on",
        Attack::Long => "fire at long range at",
    };
    let target = standing(names, eagles::waterloo::types::foe(player), target);
    Some(format!("{} is about to {verb} {target}.", capital(&standing(names, player, slot))))
}

/// A card on the battlefield as the player sees it.
pub(super) fn standing(names: &Names<'_>, player: Player, slot: Slot) -> String {
    match names.view.slot(player, slot) {
        None => format!("the card of slot {slot}"),
        Some(seen) => seen.card.map_or_else(
            || format!("a face-down {} card (slot {slot})", crate::page::capital(seen.army.name())),
            |card| names.game.card_text(card),
        ),
    }
}

/// What a Special is played on, in words.
pub(super) fn subject(names: &Names<'_>, aim: Subject) -> Option<String> {
    Some(match aim {
        Subject::Place(at) => names.game.place_text(at),
        Subject::Slot { player, slot } => standing(names, player, slot),
        Subject::Ground(number) => names.game.card_text(names.view.ground(number)?.card),
        Subject::Card(card) => names.game.card_text(card),
        Subject::Nothing | Subject::Option(_) => return None,
    })
}
