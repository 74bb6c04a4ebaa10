//! The notation of the skirmish.
//!
//! A position: phase, turn, deck and spent cards in hexadecimal; then for each side its hand, three places behind the
//! screen and three tokens `x,y:kind:left:u` (`u` face-up, `d` face-down), `-` where there is none. The phase of a declared
//! strike is `answer`, the striker and the strike as an action, as in `answer0:strike1x2+5`.

use super::{Action, FIELD, HITS, Phase, Point, Side, Skirmish, State, Strike, TOKENS, Token};
use eagles::game::{ParseError, Player};

fn point(at: Point) -> String {
    format!("{},{}", at.x, at.y)
}

pub(super) fn write_state(state: &State) -> String {
    let phase = match state.phase {
        Phase::Deal => "deal".to_owned(),
        Phase::Deploy => "deploy".to_owned(),
        Phase::Play(player) => format!("play{}", player.0),
        Phase::Answer(Strike { by, token, target, card }) => {
            format!("answer{}:{}", by.0, write_action(&Action::Strike { token, target, card }))
        }
        Phase::Over(Some(player)) => format!("won{}", player.0),
        Phase::Over(None) => "draw".to_owned(),
    };
    let mut words = vec![phase, state.turn.to_string(), format!("{:x}", state.deck), format!("{:x}", state.spent)];
    for side in &state.sides {
        words.push(format!("{:x}", side.hand));
        words.extend(side.placed.iter().map(|at| at.map_or_else(|| "-".to_owned(), point)));
        words.extend(side.tokens.iter().map(|token| match token {
            None => "-".to_owned(),
            Some(t) => format!("{}:{}:{}:{}", point(t.at), t.kind, t.left, if t.up { 'u' } else { 'd' }),
        }));
    }
    words.join(" ")
}

/// A word and the column at which it begins.
type Word<'a> = (usize, &'a str);

fn fail<T>(column: usize, message: &str) -> Result<T, ParseError> {
    Err(ParseError { column, message: message.to_owned() })
}

fn number((column, word): Word<'_>, radix: u32) -> Result<u16, ParseError> {
    let plain = !word.is_empty() && word.bytes().all(|b| b.is_ascii_hexdigit());
    match u16::from_str_radix(word, radix) {
        Ok(n) if plain => Ok(n),
        _ => fail(column, "a number from 0 to 65535"),
    }
}

fn small(word: Word<'_>) -> Result<u8, ParseError> {
    let n = number(word, 10)?;
    u8::try_from(n).or_else(|_| fail(word.0, "a number from 0 to 255"))
}

/// Splits at the first `mark`; the second word knows its column.
fn split<'a>((column, word): Word<'a>, mark: char, message: &str) -> Result<(Word<'a>, Word<'a>), ParseError> {
    match word.split_once(mark) {
        Some((a, b)) => Ok(((column, a), (column + a.chars().count() + 1, b))),
        None => fail(column, message),
    }
}

fn read_point(word: Word<'_>) -> Result<Point, ParseError> {
    let (x, y) = split(word, ',', "a point, as in 10,20")?;
    Ok(Point { x: number(x, 10)?, y: number(y, 10)? })
}

fn read_token(word: Word<'_>) -> Result<Option<Token>, ParseError> {
    if word.1 == "-" {
        return Ok(None);
    }
    let (at, rest) = split(word, ':', "a token, as in 10,20:1:2:d, or -")?;
    let (kind, rest) = split(rest, ':', "its kind, as in 10,20:1:2:d")?;
    let (left, up) = split(rest, ':', "the hits it has left, as in 10,20:1:2:d")?;
    let token = Token {
        at: read_point(at)?,
        kind: small(kind)?,
        left: small(left)?,
        up: match up.1 {
            "u" => true,
            "d" => false,
            _ => return fail(up.0, "u or d"),
        },
    };
    if token.at.x >= FIELD || token.at.y >= FIELD {
        return fail(at.0, "a point of the field");
    }
    if usize::from(token.kind) >= TOKENS || token.left > HITS || (token.left < HITS && !token.up) {
        return fail(kind.0, "a kind from 0 to 2, at most 2 hits left, face-up once hit");
    }
    Ok(Some(token))
}

pub(super) fn read_state(game: &Skirmish, text: &str) -> Result<State, ParseError> {
    let mut words = Vec::new();
    let mut column = 1;
    for word in text.split(' ') {
        words.push((column, word));
        column += word.chars().count() + 1;
    }
    let expected = 4 + 2 * (1 + 2 * TOKENS);
    if words.len() != expected {
        return fail(column.min(text.chars().count() + 1), "18 words, with one space between them");
    }
    let mut words = words.into_iter();
    let mut next = || words.next().unwrap_or((1, ""));
    let phase_word = next();
    let phase = match phase_word.1 {
        "deal" => Phase::Deal,
        "deploy" => Phase::Deploy,
        "play0" => Phase::Play(Player(0)),
        "play1" => Phase::Play(Player(1)),
        "won0" => Phase::Over(Some(Player(0))),
        "won1" => Phase::Over(Some(Player(1))),
        "draw" => Phase::Over(None),
        word if word.starts_with("answer0:") || word.starts_with("answer1:") => {
            let by = Player(u8::from(word.starts_with("answer1")));
            match read_action(&word["answer0:".len()..]) {
                Ok(Action::Strike { token, target, card }) => Phase::Answer(Strike { by, token, target, card }),
                _ => return fail(phase_word.0 + "answer0:".len(), "a strike, as in answer0:strike1x2"),
            }
        }
        _ => return fail(phase_word.0, "a phase"),
    };
    let turn = number(next(), 10)?;
    let (deck, spent) = (number(next(), 16)?, number(next(), 16)?);
    let mut sides: [Side; 2] = Default::default();
    for (side, player) in sides.iter_mut().zip([Player(0), Player(1)]) {
        side.hand = number(next(), 16)?;
        for place in &mut side.placed {
            let word = next();
            if word.1 != "-" {
                let at = read_point(word)?;
                if !game.in_strip(player, at) {
                    return fail(word.0, "a point of the strip");
                }
                *place = Some(at);
            }
        }
        for token in &mut side.tokens {
            *token = read_token(next())?;
        }
    }
    let state = State { phase, turn, sides, deck, spent };
    match fault(game, &state) {
        Some(message) => fail(1, message),
        None => Ok(state),
    }
}

/// What makes the whole impossible.
pub(super) fn fault(game: &Skirmish, state: &State) -> Option<&'static str> {
    let sets = [state.deck, state.spent, state.sides[0].hand, state.sides[1].hand];
    let all = sets.iter().fold(0, |all, set| all | set);
    if all != game.all_cards() || sets.iter().map(|set| set.count_ones()).sum::<u32>() != all.count_ones() {
        return Some("every order in exactly one place");
    }
    for side in &state.sides {
        let kinds = side.tokens.iter().flatten().fold(0, |set, token| set | 1 << token.kind);
        if kinds != 0 && (kinds != 0b111 || side.placed != [None; TOKENS]) {
            return Some("three tokens of three kinds, and nothing behind the screen");
        }
        let [a, b, c] = side.placed;
        if a.is_some() && (a == b || a == c) || b.is_some() && b == c {
            return Some("one token at a point");
        }
    }
    let ready = state.sides.iter().filter(|side| side.ready()).count();
    let fits = match state.phase {
        Phase::Deal => ready == 0 && state.deck == all && state.sides.iter().all(|s| s.placed == [None; TOKENS]),
        Phase::Deploy => ready < 2,
        Phase::Play(_) => ready == 2 && state.turn < game.0.cap,
        Phase::Answer(strike) => ready == 2 && state.turn < game.0.cap && waits(game, state, strike),
        Phase::Over(_) => ready == 2 && state.turn <= game.0.cap,
    };
    if fits { None } else { Some("a phase that fits the rest") }
}

/// Whether a strike can have been declared and wait for an answer.
fn waits(game: &Skirmish, state: &State, strike: Strike) -> bool {
    let Strike { by, token, target, card } = strike;
    game.token(state, by, token).is_some_and(|striker| striker.up)
        && game.token(state, super::other(by), target).is_some()
        && state.sides[super::other(by).index()].hand != 0
        && card.is_none_or(|card| card < 16 && state.spent >> card & 1 == 1)
}

pub(super) fn write_action(action: &Action) -> String {
    match *action {
        Action::Deal => "deal".to_owned(),
        Action::Ready => "ready".to_owned(),
        Action::Pass => "pass".to_owned(),
        Action::Place { kind, at } => format!("place{kind}@{}", point(at)),
        Action::Lift { kind } => format!("lift{kind}"),
        Action::Guard { card } => format!("guard{card}"),
        Action::Move { token, to } => format!("move{token}@{}", point(to)),
        Action::Strike { token, target, card } => {
            format!("strike{token}x{target}{}", card.map_or_else(String::new, |card| format!("+{card}")))
        }
    }
}

pub(super) fn read_action(text: &str) -> Result<Action, ParseError> {
    let name = text.find(|c: char| !c.is_ascii_lowercase()).unwrap_or(text.len());
    let (name, rest) = text.split_at(name);
    let rest = (name.len() + 1, rest);
    match name {
        "deal" | "ready" | "pass" if !rest.1.is_empty() => fail(rest.0, "nothing more"),
        "deal" => Ok(Action::Deal),
        "ready" => Ok(Action::Ready),
        "pass" => Ok(Action::Pass),
        "lift" => Ok(Action::Lift { kind: small(rest)? }),
        "guard" => Ok(Action::Guard { card: small(rest)? }),
        "place" => {
            let (kind, at) = split(rest, '@', "as in place1@10,20")?;
            Ok(Action::Place { kind: small(kind)?, at: read_point(at)? })
        }
        "move" => {
            let (token, to) = split(rest, '@', "as in move1@10,20")?;
            Ok(Action::Move { token: small(token)?, to: read_point(to)? })
        }
        "strike" => {
            let (token, rest) = split(rest, 'x', "as in strike1x2 or strike1x2+5")?;
            let (target, card) = match split(rest, '+', "") {
                Ok((target, card)) => (target, Some(small(card)?)),
                Err(_) => (rest, None),
            };
            Ok(Action::Strike { token: small(token)?, target: small(target)?, card })
        }
        _ => fail(1, "deal, place, lift, ready, move, strike, guard or pass"),
    }
}
