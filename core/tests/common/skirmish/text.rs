//! English for the skirmish.

use super::{Event, View};
use eagles::chance::{Kind, Request};

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
