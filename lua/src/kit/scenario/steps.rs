//! Actions as scenarios and the console write them.

use super::Outcome;
use super::names;
use eagles::game::{Game, Player};
use eagles::waterloo::action::NO_GROUND;
use eagles::waterloo::agenda::{Subject, Task};
use eagles::waterloo::specials::program::Aim;
use eagles::waterloo::state::Location;
use eagles::waterloo::types::{Attack, Slot, foe};
use eagles::waterloo::{ALLIED, Action, CardId, FRENCH, Formation, Place, State, Waterloo};

/// Reads an action, and who does it: the player named in front of it (`allied end`), else the owner of the card, else the
/// player on turn; for `pass` and `choose` the player who is asked.
pub(crate) fn read(game: &Waterloo, state: &State, text: &str) -> Outcome<(Player, Action)> {
    let text = names::with_ids(game, text);
    let mut words: Vec<&str> = text.split_whitespace().collect();
    let named = words.first().and_then(|w| names::player(w));
    if named.is_some() {
        words.remove(0);
    }
    let (owner, action) = parse(game, state, named, &words)?;
    Ok((named.or(owner).unwrap_or(state.on_turn), action))
}

fn parse(game: &Waterloo, state: &State, named: Option<Player>, words: &[&str]) -> Outcome<(Option<Player>, Action)> {
    let who = |word: &str| actor(game, state, named, word);
    Ok(match *words {
        ["deal"] => (Some(FRENCH), Action::Deal),
        ["end"] => (None, Action::End),
        ["roll", card] => with(game, card, |card| Action::Roll { card })?,
        ["show", card] => with(game, card, |card| Action::Show { card })?,
        ["capture", card] => {
            let (player, slot) = who(card)?;
            let ground = if let Some(Task::Capture { ground, .. }) = state.task() { ground } else { 0 };
            (player, Action::Capture { slot, ground })
        }
        ["capture", card, place] => {
            let (player, slot) = who(card)?;
            (player, Action::Capture { slot, ground: ground(game, state, place)? })
        }
        ["pass"] => (asked(game, state), Action::Pass),
        ["choose", what] => (asked(game, state), Action::Choose { what: subject(game, state, named, what)? }),
        ["play", card] => with(game, card, |card| Action::Play { card, aim: unnamed(game, state, card) })?,
        ["play", card, "on", what] => {
            let aim = subject(game, state, named, what)?;
            with(game, card, |card| Action::Play { card, aim })?
        }
        [card, "fires", target] => attack(game, state, named, card, Attack::Fire, target)?,
        [card, "shocks", target] => attack(game, state, named, card, Attack::Shock, target)?,
        [card, "shells", target] => attack(game, state, named, card, Attack::Long, target)?,
        [card, "commits", how] => {
            let (player, slot) = who(card)?;
            let how = Attack::from_name(how).ok_or("commit to `fire` or `shock`")?;
            (player, Action::Commit { slot, how })
        }
        [card, "forms", formation] => {
            let (player, slot) = who(card)?;
            (player, Action::Form { slot, formation: self::formation(formation)? })
        }
        [card, "occupies", ground] => {
            let (player, slot) = who(card)?;
            (player, Action::Occupy { slot, ground: self::ground(game, state, ground)? })
        }
        [card, "leaves"] => {
            let (player, slot) = who(card)?;
            (player, Action::Leave { slot })
        }
        [card, ">", to, ref rest @ ..] => moved(game, state, named, card, to, rest)?,
        _ => return Err(unknown(words)),
    })
}

/// What can be written.
pub(crate) const FORMS: [(&str, &str); 14] = [
    ("play CARD [on WHAT]", "play a Special: on a Position, a card on the table, Terrain in play"),
    ("choose WHAT", "what a Special lets one choose: a card, a Position, `option:1` for the first answer"),
    ("pass", "nothing, or nothing more"),
    ("CARD fires CARD", "fire at short range"),
    ("CARD shocks CARD", "use Shock"),
    ("CARD shells CARD", "fire at long range"),
    ("CARD commits fire", "commit it before the target is chosen; or `commits shock`"),
    ("CARD > PLACE", "move it, or bring it up from the Reserve; behind it `column`, `square`, `on TERRAIN`, `decoy`"),
    ("CARD forms square", "change its formation; or `line`, `column`"),
    ("CARD occupies TERRAIN", "occupy Terrain"),
    ("CARD leaves", "leave Terrain"),
    ("roll CARD", "roll its Morale"),
    ("capture CARD [TERRAIN]", "capture Terrain with it"),
    ("end", "end the phase, or the deployment; `allied end` names the player"),
];

fn unknown(words: &[&str]) -> String {
    let verbs = [
        "play", "choose", "pass", "fires", "shocks", "shells", "commits", "forms", "occupies", "leaves", "roll",
        "capture", "show", "deal", "end",
    ];
    let near = words.iter().find_map(|word| crate::api::nearest(word, verbs.into_iter()).filter(|near| near != word));
    let form = near.and_then(|near| FORMS.iter().find(|(form, _)| form.split(' ').any(|w| w == near)));
    match form {
        Some((form, _)) => format!("this is no action; did you mean `{form}`?"),
        None => format!("this is no action; there are {}", FORMS.map(|(form, _)| format!("`{form}`")).join(", ")),
    }
}

/// The player who must decide about what comes first on the agenda.
fn asked(game: &Waterloo, state: &State) -> Option<Player> {
    state.task().and_then(|_| game.to_act(state).iter().next())
}

/// What a Special is played on when nothing is named: the card that the window is about, if the Special asks for that.
fn unnamed(game: &Waterloo, state: &State, card: CardId) -> Subject {
    let program = game.has_card(card).then(|| game.card_set().program(&game.card(card).id)).flatten();
    match (program.map(|p| &p.aim), state.agenda.window()) {
        (Some(Aim::Event), Some((_, _, Subject::Card(card)))) => {
            let player = card.army().player();
            state.side(player).slot_of(card).map_or(Subject::Card(card), |slot| Subject::slot(player, slot))
        }
        (Some(Aim::Event), Some((_, _, event))) => event,
        _ => Subject::Nothing,
    }
}

/// A place, a card on the table, Terrain in play, any other card, or an answer: `AC`, `kempt`, `bossu-wood`, `option:0`.
/// `slot:9` is a slot of the player named in front, else of the enemy of the player on turn.
fn subject(game: &Waterloo, state: &State, named: Option<Player>, word: &str) -> Outcome<Subject> {
    let number = |n: &str| n.parse().map_err(|_| format!("`{word}` is no number that fits here"));
    if let Some(at) = names::place(word) {
        return Ok(Subject::Place(at));
    }
    for (prefix, make) in [
        ("option:", (|n, _| Subject::Option(n.saturating_sub(1))) as fn(u8, Player) -> Subject),
        ("ground:", |n, _| Subject::Ground(n)),
        ("place:", |n, _| Subject::Place(Place(n))),
        ("french:", |n, _| Subject::slot(FRENCH, n)),
        ("allied:", |n, _| Subject::slot(ALLIED, n)),
        ("slot:", |n, player| Subject::slot(player, n)),
    ] {
        if let Some(n) = word.strip_prefix(prefix) {
            return Ok(make(number(n)?, named.unwrap_or(foe(state.on_turn))));
        }
    }
    let card = names::card(game, word)?;
    Ok(match game.has_card(card).then(|| state.locate(card)) {
        Some(Location::Slot(slot)) => Subject::slot(card.army().player(), slot),
        Some(Location::Ground(n)) => Subject::Ground(n),
        _ => Subject::Card(card),
    })
}

fn with(game: &Waterloo, word: &str, make: impl Fn(CardId) -> Action) -> Outcome<(Option<Player>, Action)> {
    let card = names::card(game, word)?;
    Ok((game.has_card(card).then(|| card.army().player()), make(card)))
}

/// The slot of a card on the battlefield, or `slot:7` for a slot whatever is in it.
fn actor(game: &Waterloo, state: &State, named: Option<Player>, word: &str) -> Outcome<(Option<Player>, Slot)> {
    if let Some(n) = word.strip_prefix("slot:") {
        return n.parse().map(|slot| (named, slot)).map_err(|_| format!("`{word}` is no slot"));
    }
    let card = names::card(game, word)?;
    let player = card.army().player();
    let slot = state.side(player).slot_of(card).ok_or_else(|| format!("`{word}` is not on the battlefield"))?;
    Ok((Some(player), slot))
}

fn attack(
    game: &Waterloo,
    state: &State,
    named: Option<Player>,
    card: &str,
    how: Attack,
    target: &str,
) -> Outcome<(Option<Player>, Action)> {
    let (player, slot) = actor(game, state, named, card)?;
    let (_, target) = actor(game, state, Some(foe(player.unwrap_or(state.on_turn))), target)?;
    Ok((player, Action::Attack { slot, how, target }))
}

fn formation(word: &str) -> Outcome<Formation> {
    Formation::from_name(word).ok_or_else(|| format!("`{word}` is no formation; write line, column or square"))
}

/// The number of Terrain in play, or `ground:7` for a number whatever it is.
pub(crate) fn ground(game: &Waterloo, state: &State, word: &str) -> Outcome<u8> {
    if let Some(n) = word.strip_prefix("ground:") {
        return n.parse().map_err(|_| format!("`{word}` is no Terrain number"));
    }
    let card = names::card(game, word)?;
    state
        .grounds
        .numbered()
        .find(|(_, g)| g.card == card)
        .map(|(n, _)| n)
        .ok_or_else(|| format!("`{word}` is not in play"))
}

fn moved(
    game: &Waterloo,
    state: &State,
    named: Option<Player>,
    card: &str,
    to: &str,
    rest: &[&str],
) -> Outcome<(Option<Player>, Action)> {
    let to = match to.strip_prefix("place:") {
        Some(n) => Place(n.parse().map_err(|_| names::no_place(to))?),
        None => names::place(to).ok_or_else(|| names::no_place(to))?,
    };
    let (mut form, mut on, mut decoy) = (None, NO_GROUND, false);
    let mut rest = rest.iter();
    while let Some(word) = rest.next() {
        match *word {
            "on" => on = ground(game, state, rest.next().unwrap_or(&""))?,
            "decoy" => decoy = true,
            _ => form = Some(formation(word)?),
        }
    }
    if let Some(n) = card.strip_prefix("slot:") {
        let slot = n.parse().map_err(|_| format!("`{card}` is no slot"))?;
        return Ok((named, Action::Move { slot, to, formation: form.unwrap_or_default() }));
    }
    let id = names::card(game, card)?;
    if !game.has_card(id) {
        return Ok((named, Action::Deploy { card: id, to, formation: form.unwrap_or_default(), on, decoy }));
    }
    let player = id.army().player();
    let action = match state.side(player).slot_of(id) {
        Some(slot) => {
            let kept = if to.is_reserve() { Formation::Line } else { state.side(player).formation(slot) };
            Action::Move { slot, to, formation: form.unwrap_or(kept) }
        }
        None => Action::Deploy { card: id, to, formation: form.unwrap_or_default(), on, decoy },
    };
    Ok((Some(player), action))
}
