//! Builds a position from the board of a scenario: the places with their cards, hands, decks, and the moment.

use super::Outcome;
use super::names::{self, all_cards};
use eagles::game::{Game, Players};
use eagles::waterloo::agenda::{Subject, Task};
use eagles::waterloo::specials::Window;
use eagles::waterloo::state::{FIXED, Ground, Grounds, Phase};
use eagles::waterloo::types::{Attack, GroundKind, KINDS, SLOTS, foe};
use eagles::waterloo::{ALLIED, Army, CardId, FRENCH, Formation, Kind, Place, State, Waterloo};
use std::collections::BTreeMap;

/// The lines of a board, in the order in which they are read, and what they say.
pub(crate) const LINES: [(&str, &str); 22] = [
    (
        "turn",
        "player, phase and number of the turn, in any order: `allied morale 4`; else the French Combat Phase of turn 3",
    ),
    ("ready", "who has finished deploying"),
    ("changes", "changes made while deploying: `french 200`"),
    ("arrived", "`yes` when the Prussians have arrived"),
    ("FL", "cards in the French Left"),
    ("FC", "cards in the French Center"),
    ("FR", "cards in the French Right"),
    ("AL", "cards in the Allied Left"),
    ("AC", "cards in the Allied Center"),
    ("AR", "cards in the Allied Right"),
    ("french", "cards in the French Reserve: the hand, Specials too"),
    ("allied", "cards in the Allied Reserve"),
    ("dead", "eliminated cards"),
    ("fill", "so many undrawn Troop cards of a side: `FC french 3`"),
    ("crossed", "Troop cards that have crossed a lane this turn: `FC 1`"),
    ("opened", "Positions in which an attack was made in this phase"),
    ("played", "Specials played on a Position in this phase: `tirailleurs AC`"),
    (
        "deck",
        "cards left in the decks, else none: `french 5`; those drawn first, `french top ney reille`, or last, `french bottom pire`; all of it, `british holds pack best`",
    ),
    ("choose", "a card that is committed and must choose its target: `soye fire`"),
    (
        "window",
        "the player is asked whether he plays a Special: `own_morale`, `foe_morale`, `foe_combat`, `foe_combat_end`, `foe_reinforce`",
    ),
    ("shown", "cards of a Reserve that both players have seen"),
    ("note", "a remark"),
];

/// The position that the lines describe. Cards that are not mentioned have not been drawn; the decks are empty unless the
/// lines say otherwise, so that nothing is drawn by chance.
///
/// # Errors
/// What is wrong with a line.
pub(crate) fn build(game: &Waterloo, board: &BTreeMap<String, String>) -> Outcome<State> {
    let mut state = game.start();
    state.phase = Phase::Combat;
    state.on_turn = FRENCH;
    state.turn = 3;
    state.ready = Players::only(FRENCH).and(Players::only(ALLIED));
    state.arrived = !game.prussians_arrive();
    for &army in Army::ALL {
        let hand = &mut state.hands[army.index()];
        hand.undrawn = all_cards(game).filter(|c| c.army() == army).fold(0, |set, c| set | c.bit());
        hand.left = [0; KINDS];
    }
    let mut grounds = Vec::new();
    let mut decks = Vec::new();
    for (key, text) in LINES.iter().filter_map(|(key, _)| board.get(*key).map(|text| (*key, text))) {
        let text = if key == "note" { text.into() } else { names::with_ids(game, text) };
        let items = text.split(',').map(|item| item.split_whitespace().collect::<Vec<_>>());
        for words in items.filter(|words| !words.is_empty()) {
            match key {
                "deck" => decks.push(words.iter().map(|s| (*s).to_owned()).collect::<Vec<_>>()),
                "note" => {}
                _ => {
                    item(game, &mut state, &mut grounds, key, &words)
                        .map_err(|e| format!("board: {key} = \"{}\": {e}", words.join(" ")))?;
                }
            }
        }
    }
    state.grounds = lay(game, grounds)?;
    if state.step == 0 {
        state.step = step(state.phase);
    }
    for hand in &mut state.hands {
        hand.left[0] = hand.left[0].min(hand.undrawn.count_ones() as u8);
    }
    let mut named = Vec::new();
    for words in decks {
        let first = !named.contains(&words[0]);
        deck(game, &mut state, &words, first).map_err(|e| format!("board: deck = \"{}\": {e}", words.join(" ")))?;
        named.push(words[0].clone());
    }
    game.check_state(&state).map_err(|e| format!("the board cannot be: {e}"))?;
    Ok(state)
}

/// The step of a phase at which its player acts (`eagles::waterloo::turn`).
const fn step(phase: Phase) -> u8 {
    match phase {
        Phase::Morale => 3,
        Phase::Combat => 1,
        Phase::Reinforce => 2,
        _ => 0,
    }
}

/// Puts a task on top of the agenda.
fn push(state: &mut State, task: Task) -> Outcome<()> {
    let mut value = serde_json::to_value(state.agenda).map_err(|e| e.to_string())?;
    let len = state.agenda.tasks().len();
    if value["tasks"].get(len).is_none() {
        return Err("no more can be asked at once".into());
    }
    value["tasks"][len] = serde_json::to_value(task).map_err(|e| e.to_string())?;
    value["len"] = (len + 1).into();
    state.agenda = serde_json::from_value(value).map_err(|e| e.to_string())?;
    Ok(())
}

/// A window at the start or the end of a phase: the phase and the step that comes after it.
fn window(state: &mut State, word: &str) -> Outcome<()> {
    let window = Window::from_name(word).ok_or_else(|| {
        let near = crate::api::nearest(word, Window::ALL.iter().map(|w| w.name()));
        format!(
            "`{word}` is no window; {}",
            near.map_or_else(|| "write foe_combat or the like".to_owned(), |near| format!("did you mean `{near}`?"))
        )
    })?;
    let (phase, step, own) = match window {
        Window::OwnMorale => (Phase::Morale, 2, true),
        Window::FoeMorale => (Phase::Morale, 3, false),
        Window::FoeCombat => (Phase::Combat, 1, false),
        Window::FoeCombatEnd => (Phase::Combat, 5, false),
        Window::FoeReinforce => (Phase::Reinforce, 1, false),
        _ => return Err(format!("`{word}` opens by what is done: write the step that opens it")),
    };
    let player = if own { state.on_turn } else { foe(state.on_turn) };
    (state.phase, state.step) = (phase, step);
    push(state, Task::Window { window, player, at: Place::RESERVE, event: Subject::Nothing })
}

fn deck(game: &Waterloo, state: &mut State, words: &[String], first: bool) -> Outcome<()> {
    let army = words
        .first()
        .and_then(|w| Army::from_name(w))
        .ok_or("a deck line is `deck: ARMY NUMBER` or `deck: ARMY KIND NUMBER`")?;
    let hand = &mut state.hands[army.index()];
    if let [_, what, names @ ..] = words
        && ["top", "bottom", "holds"].contains(&what.as_str())
    {
        let cards = names.iter().map(|name| names::card(game, name)).collect::<Outcome<Vec<CardId>>>()?;
        let set = cards.iter().fold(0, |set, card| set | card.bit());
        if cards.iter().any(|card| card.army() != army) || set & !hand.undrawn != 0 {
            return Err(format!("a card of {what:?} is not an undrawn card of that army"));
        }
        if what == "holds" {
            hand.undrawn = set;
            hand.left[0] = cards.len() as u8;
            return Ok(());
        }
        if cards.len() > FIXED {
            return Err(format!("at most {FIXED} cards have a fixed place"));
        }
        hand.undrawn &= !set;
        let bottom = usize::from(what == "bottom");
        for (i, card) in cards.iter().enumerate() {
            [&mut hand.top, &mut hand.bottom][bottom][i] = card.index() as u8;
        }
        hand.fixed[bottom] = cards.len() as u8;
        hand.left[0] = hand.left[0].saturating_sub(cards.len() as u8);
        return Ok(());
    }
    let left = &mut hand.left;
    if first {
        *left = [0; KINDS];
    }
    match words {
        [_, n] => left[0] = number(n)?,
        [_, kind, n] => {
            let kind = Kind::from_name(kind).ok_or_else(|| format!("`{kind}` is no kind of card"))?;
            left[kind as usize] = number(n)?;
        }
        _ => return Err("a deck line is `deck: ARMY NUMBER` or `deck: ARMY KIND NUMBER`".into()),
    }
    Ok(())
}

fn number<T: std::str::FromStr>(word: &str) -> Outcome<T> {
    word.parse().map_err(|_| format!("`{word}` is no number that fits here"))
}

fn item(game: &Waterloo, state: &mut State, grounds: &mut Vec<Ground>, key: &str, words: &[&str]) -> Outcome<()> {
    let first = words[0];
    match key {
        "turn" => {
            for word in words {
                if let Some(player) = names::player(word) {
                    state.on_turn = player;
                    state.turn = 3 + u16::from(player.0);
                } else if let Ok(turn) = word.parse() {
                    state.turn = turn;
                } else {
                    state.phase = phase(word)?;
                }
            }
            if matches!(state.phase, Phase::Deal | Phase::Deployment) {
                state.turn = 0;
                state.ready = Players::NONE;
            }
        }
        "arrived" => state.arrived = first == "yes",
        "shown" => {
            let card = names::card(game, first)?;
            state.hands[card.army().index()].shown |= card.bit();
        }
        "ready" => {
            let player = names::player(first).ok_or("who is ready?")?;
            state.ready = state.ready.and(Players::only(player));
        }
        "changes" => {
            let player = names::player(first).ok_or("whose changes?")?;
            state.changes[player.index()] = number(words.get(1).unwrap_or(&""))?;
        }
        "crossed" => {
            let lane = names::position(first)?.lane();
            state.crossings[lane] = number(words.get(1).unwrap_or(&""))?;
        }
        "window" => window(state, first)?,
        "played" => {
            let card = names::card(game, first)?;
            let at = words.get(1).and_then(|w| names::place(w)).filter(|p| !p.is_reserve());
            let played = &mut state.played[card.army().player().index()][at.ok_or("played where?")?.index()];
            *played.iter_mut().find(|c| **c == CardId::NONE).ok_or("two are played there already")? = card;
            let hand = &mut state.hands[card.army().index()];
            hand.undrawn &= !card.bit();
            hand.gone |= card.bit();
        }
        "opened" => state.opened |= 1 << names::position(first)?.0,
        "fill" => {
            let (at, n) = (
                words.first().and_then(|w| names::place(w)).ok_or("fill where?")?,
                number(words.get(2).unwrap_or(&""))?,
            );
            let player = words.get(1).and_then(|w| names::player(w)).ok_or("fill with whose cards?")?;
            let undrawn = |c: &CardId| state.hands[c.army().index()].undrawn & c.bit() != 0;
            let troops = |c: &CardId| c.army().player() == player && game.profile(*c).kind.is_troop();
            let cards: Vec<CardId> = all_cards(game).filter(|c| troops(c) && undrawn(c)).take(n).collect();
            for card in cards {
                state.hands[card.army().index()].undrawn &= !card.bit();
                piece(game, state, grounds, card, at, &[])?;
            }
        }
        "choose" => {
            let slot = slot_of(game, state, first)?;
            let how = words.get(1).and_then(|w| Attack::from_name(w)).ok_or("`choose: CARD fire` or `shock`")?;
            push(state, Task::Target { slot, how })?;
        }
        "french" | "allied" => reserve(game, state, key, words)?,
        "dead" => {
            let card = names::card(game, first)?;
            let hand = &mut state.hands[card.army().index()];
            hand.undrawn &= !card.bit();
            hand.gone |= card.bit();
        }
        _ => {
            let at = names::position(key)?;
            let card = names::card(game, first)?;
            state.hands[card.army().index()].undrawn &= !card.bit();
            if game.profile(card).kind == Kind::Terrain && !words.contains(&"down") {
                let mut holder = card.army().player();
                for word in &words[1..] {
                    holder = names::player(word).ok_or_else(|| format!("Terrain is not `{word}`"))?;
                }
                grounds.push(Ground { card, at, holder, occupants: 0 });
            } else {
                piece(game, state, grounds, card, at, &words[1..])?;
            }
        }
    }
    Ok(())
}

fn phase(word: &str) -> Outcome<Phase> {
    Ok(match word {
        "deal" => Phase::Deal,
        "deployment" => Phase::Deployment,
        "morale" => Phase::Morale,
        "combat" => Phase::Combat,
        "reinforce" => Phase::Reinforce,
        _ => return Err(format!("`{word}` is no phase")),
    })
}

fn slot_of(game: &Waterloo, state: &State, word: &str) -> Outcome<u8> {
    let card = names::card(game, word)?;
    state.side(card.army().player()).slot_of(card).ok_or_else(|| format!("`{word}` is not on the battlefield"))
}

fn reserve(game: &Waterloo, state: &mut State, key: &str, words: &[&str]) -> Outcome<()> {
    let card = names::card(game, words[0])?;
    if Some(card.army().player()) != names::player(key) {
        return Err(format!("`{}` is a card of the other player", words[0]));
    }
    let hand = &mut state.hands[card.army().index()];
    hand.undrawn &= !card.bit();
    hand.reserve |= card.bit();
    for word in &words[1..] {
        match *word {
            "shown" => hand.shown |= card.bit(),
            "moved" => hand.moved |= card.bit(),
            "spent" => hand.spent |= card.bit(),
            "withdrew" => hand.withdrew |= card.bit(),
            "returned" => {
                *hand.returned.get_mut(usize::from(hand.returned_len)).ok_or("too many returned cards")? =
                    card.index() as u8;
                hand.returned_len += 1;
            }
            _ => {
                let hits = hits(word)?;
                let free = state
                    .reserve_hits
                    .iter_mut()
                    .find(|(c, _)| *c == CardId::NONE)
                    .ok_or("too many hits in Reserves")?;
                *free = (card, hits);
            }
        }
    }
    Ok(())
}

fn hits(word: &str) -> Outcome<u8> {
    word.strip_prefix('x').and_then(|n| n.parse().ok()).ok_or_else(|| format!(
        "`{word}` is no mark of a card; write down, column, square, blown, x2 (hits), moved, moved-twice, acted, formed, \
         engaged, withdrew, struck, came-up or on TERRAIN"
    ))
}

fn piece(
    game: &Waterloo,
    state: &mut State,
    grounds: &mut [Ground],
    card: CardId,
    at: Place,
    marks: &[&str],
) -> Outcome<()> {
    let kind = game.profile(card).kind;
    let player = card.army().player();
    let side = &mut state.sides[player.index()];
    if side.slot_of(card).is_some() {
        return Err(format!("`{}` stands somewhere already", names::name_of(game, card)));
    }
    let slot = (!side.all()).trailing_zeros() as usize;
    if slot >= SLOTS {
        return Err("no more than 64 cards of a side".into());
    }
    let b = 1u64 << slot;
    side.card[slot] = card;
    side.at[at.index()] |= b;
    side.kind[kind as usize] |= b;
    side.up |= b;
    let mut marks = marks.iter();
    while let Some(mark) = marks.next() {
        match *mark {
            "down" => side.up &= !b,
            "column" => side.column |= b,
            "square" => side.square |= b,
            "blown" => side.blown |= b,
            "moved" => side.moved |= b,
            "moved-twice" => {
                side.moved |= b;
                side.moved_twice |= b;
            }
            "acted" => side.acted |= b,
            "formed" => side.formed |= b,
            "engaged" => side.engaged |= b,
            "withdrew" => side.withdrew |= b,
            "struck" => side.struck |= b,
            "came-up" => side.came_up |= b,
            "on" => {
                let ground = names::card(game, marks.next().unwrap_or(&""))?;
                let ground = grounds
                    .iter_mut()
                    .find(|g| g.card == ground && g.at == at)
                    .ok_or("that Terrain is not laid there yet")?;
                ground.holder = player;
                ground.occupants |= b;
            }
            _ => side.hits[slot] = hits(mark)?,
        }
    }
    let marked = side.formation(slot as u8) != Formation::Line;
    let on = grounds.iter().find(|g| g.holder == player && g.occupants & b != 0);
    let side = &mut state.sides[player.index()];
    if marked || on.is_some_and(|g| matches!(game.profile(g.card).ground, GroundKind::Woods | GroundKind::Building)) {
        side.known_infantry |= b;
    }
    if on.is_some() {
        side.known_troop |= b;
    }
    Ok(())
}

/// Terrain in its numbered places, as the state keeps it.
fn lay(game: &Waterloo, grounds: Vec<Ground>) -> Outcome<Grounds> {
    let mut value = serde_json::to_value(game.start().grounds).map_err(|e| e.to_string())?;
    let mut len = [0usize; 2];
    for ground in grounds {
        let owner = ground.card.army().player().index();
        if len[owner] >= eagles::waterloo::state::GROUNDS {
            return Err("too much Terrain of one side".into());
        }
        value["list"][owner * eagles::waterloo::state::GROUNDS + len[owner]] =
            serde_json::to_value(ground).map_err(|e| e.to_string())?;
        len[owner] += 1;
    }
    value["len"] = serde_json::json!(len);
    serde_json::from_value(value).map_err(|e| e.to_string())
}
