//! English for the skirmish.

use super::{Action, Event, TokenView, View};
use eagles::chance::{Kind, Request};
use eagles::game::{Player, Viewer};

/// A token as far as its viewer knows it.
fn token(view: &View, owner: Player, token: u8) -> String {
    let seen = view.sides.get(owner.index()).and_then(|side| side.tokens.get(usize::from(token)));
    match seen {
        Some(TokenView { kind: Some(kind), .. }) => format!("token {token} of kind {kind}"),
        _ => format!("token {token}"),
    }
}

pub(super) fn action(view: &View, player: Player, action: &Action) -> String {
    let own = view.viewer == Viewer::Referee || view.viewer == Viewer::Player(player);
    match *action {
        Action::Deal => "deal the orders".to_owned(),
        Action::Ready => "finish deploying".to_owned(),
        Action::Pass => "pass".to_owned(),
        Action::Place { kind, at } if own => format!("put kind {kind} at {},{}", at.x, at.y),
        Action::Place { .. } => "put a token down".to_owned(),
        Action::Lift { kind } if own => format!("take kind {kind} up again"),
        Action::Lift { .. } => "take a token up again".to_owned(),
        Action::Move { token: t, to } => format!("{}: move to {},{}", token(view, player, t), to.x, to.y),
        Action::Guard { card } if own => format!("guard with order {card}"),
        Action::Guard { .. } => "guard with an order".to_owned(),
        Action::Strike { token: t, target, card } => {
            let order = match card {
                None => String::new(),
                Some(card) if own => format!(" with order {card}"),
                Some(_) => " with an order".to_owned(),
            };
            let target = token(view, super::other(player), target);
            format!("{}: strike {target}{order}", token(view, player, t))
        }
    }
}

pub(super) fn event(event: &Event) -> String {
    match event {
        Event::Drew { player, card: Some(card) } => format!("{} draws order {card}", player.0),
        Event::Drew { player, card: None } => format!("{} draws an order", player.0),
        other => format!("{other:?}"),
    }
}

pub(super) fn view(view: &View) -> String {
    let mut text = format!("turn {}, {:?}, {} orders in the deck\n", view.turn, view.phase, view.deck);
    for (side, name) in view.sides.iter().zip(["south", "north"]) {
        text += &format!("{name}: {} orders\n", side.cards);
        for (i, token) in side.tokens.iter().enumerate() {
            let kind = token.kind.map_or_else(|| "face-down".to_owned(), |kind| format!("kind {kind}"));
            text += &format!("  token {i}: {kind} at {},{}, {} left\n", token.at.x, token.at.y, token.left);
        }
    }
    text
}

pub(super) fn draw(request: &Request) -> String {
    match request.kind {
        Kind::Dice { count, sides } => format!("{count}d{sides} for the strike of token {}", request.subject),
        Kind::Pick { among } => format!("one of {among} orders for player {}", request.subject),
    }
}
