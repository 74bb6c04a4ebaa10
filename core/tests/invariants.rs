//! What must hold on every position of random games, whatever is played: cards, values, draws, sums.

mod oracle;
mod walks;

use eagles::chance::{Draws as _, Kind as Draw, Recorder, Seeded, Supplied, Unmet};
use eagles::game::{Failure, Game as _, Player, Quiet};
use eagles::waterloo::agenda::{Subject, Task};
use eagles::waterloo::specials::program::Quantity;
use eagles::waterloo::state::{Location, Phase};
use eagles::waterloo::types::{Attack, GroundKind};
use eagles::waterloo::{ALLIED, Action, Army, CardId, Event, FRENCH, Formation, Kind, Rank, State, Waterloo};
use oracle::{Board, Piece};
use walks::{Dice, Walk, amount, games, line};

/// Every card is in one place, none comes back from the dead, and what is drawn leaves the deck.
fn cards_are_kept(game: &Waterloo, before: &State, state: &State) -> Result<(), String> {
    let board = Board::new(game, state);
    for &army in Army::ALL {
        let (hand, roster) = (state.hand(army), game.roster(army));
        let player = army.player();
        let (mut gone, mut missing) = (0, None);
        for index in 0..roster.cards.len() {
            let card = CardId::new(army, index);
            let has = |set: u128| usize::from(set >> index & 1 == 1);
            let stands = board.own(player).iter().filter(|p| p.id == card).count();
            let lies = state.grounds.iter().filter(|g| g.card == card).count();
            let places = has(hand.undrawn) + has(hand.fixed()) + has(hand.reserve) + stands + lies;
            if places > 1 {
                return Err(format!("{card:?} is in {places} places"));
            }
            let dead = state.locate(card) == Location::Eliminated;
            if dead != (places == 0) {
                return Err(format!("{card:?} is in {places} places and {:?}", state.locate(card)));
            }
            gone += usize::from(dead);
            let aside = |state: &State| state.forces.list().iter().any(|force| force.it == Subject::Card(card));
            if !dead && before.locate(card) == Location::Eliminated && !aside(before) {
                return Err(format!("{card:?} came back"));
            }
            if has(hand.gone) == 1 && !dead {
                return Err(format!("{card:?} is out of the game and {:?}", state.locate(card)));
            }
            if dead && has(hand.gone) == 0 && !aside(state) {
                missing = Some(card);
            }
        }
        let random: usize = hand.left.iter().map(|&n| usize::from(n)).sum();
        if let Some(card) = missing.filter(|_| roster.quota.is_none() && random != hand.undrawn.count_ones() as usize) {
            return Err(format!("{card:?} is nowhere, was {:?}", before.locate(card)));
        }
        let drawn = roster.cards.len() - (hand.undrawn | hand.fixed()).count_ones() as usize;
        // Who looks through his deck knows which cards are not in it.
        if missing.is_some() {
            continue;
        }
        if roster.deck > 0 && drawn + usize::from(hand.left()) != usize::from(roster.deck) {
            return Err(format!("{army}: {drawn} drawn and {} left of {}", hand.left(), roster.deck));
        }
        let held = hand.reserve.count_ones() as usize;
        let out = board.own(player).iter().filter(|p| p.id.army() == army).count();
        let laid = state.grounds.iter().filter(|g| g.card.army() == army).count();
        if held + out + laid + gone != drawn {
            return Err(format!("{army}: {held} + {out} + {laid} + {gone} of {drawn} drawn"));
        }
    }
    Ok(())
}

/// The position is a value: text, JSON and bytes give it back, and so do the words of all actions.
fn is_a_value(game: &Waterloo, state: &State) -> Result<(), String> {
    let faults = game.validate(state);
    if !faults.is_empty() {
        return Err(format!("faults: {faults:?}"));
    }
    let text = game.write_state(state);
    let read = game.read_state(&text).map_err(|e| e.to_string())?;
    if read != *state || game.state_hash(&read) != game.state_hash(state) {
        return Err(format!("the notation gives another position: {}", game.write_state(&read)));
    }
    let json = serde_json::to_string(state).map_err(|e| e.to_string())?;
    if serde_json::from_str::<State>(&json).map_err(|e| e.to_string())? != *state {
        return Err("JSON gives another position".to_owned());
    }
    let bytes = postcard::to_allocvec(state).map_err(|e| e.to_string())?;
    if postcard::from_bytes::<State>(&bytes).map_err(|e| e.to_string())? != *state {
        return Err("postcard gives another position".to_owned());
    }
    for player in [FRENCH, ALLIED] {
        let mut legal = Vec::new();
        game.legal(state, player, &mut legal);
        for action in legal {
            let word = game.write_action(state, player, &action);
            let read = game.read_action(state, player, &word).map_err(|e| format!("{word}: {e}"))?;
            let json = serde_json::to_string(&action).map_err(|e| e.to_string())?;
            let again: Action = serde_json::from_str(&json).map_err(|e| e.to_string())?;
            if read != action || again != action || word.contains(' ') {
                return Err(format!("{action:?} is written {word} and read {read:?}"));
            }
        }
    }
    Ok(())
}

/// Applies an action in every way there is: with a seed, raw, with each draw missing in turn, and with the draws supplied.
fn applies_whole_or_not_at_all(
    game: &Waterloo,
    state: &State,
    player: Player,
    action: &Action,
    draws: &Seeded,
) -> Result<(State, Vec<Event>), String> {
    let mut raw = state.clone();
    let mut seeded = draws.clone();
    let mut recorder = Recorder::new(&mut seeded);
    let mut events = Vec::new();
    game.advance(&mut raw, player, action, &mut recorder, &mut events).map_err(|e| e.to_string())?;
    let made = recorder.finish();
    let mut applied = state.clone();
    let mut seeded = draws.clone();
    game.apply(&mut applied, player, action, &mut seeded, &mut Quiet).map_err(|e| e.to_string())?;
    if applied != raw {
        return Err(format!("apply and advance differ: {}", line(game, &applied)));
    }
    let values: Vec<u16> = made.iter().flat_map(|drawn| drawn.values.iter().copied()).collect();
    for have in 0..=values.len() {
        let mut supplied = Supplied::of(values[..have].iter().copied());
        let mut tried = state.clone();
        let mut told: Vec<Event> = Vec::new();
        match game.apply(&mut tried, player, action, &mut supplied, &mut told) {
            Ok(()) if have == values.len() => {
                if tried != raw || told != events {
                    return Err("supplied draws lead elsewhere".to_owned());
                }
            }
            Err(Failure::Unmet(Unmet::Needed(needed))) if have < values.len() => {
                if tried != *state || !told.is_empty() || supplied.mark() != 0 {
                    return Err(format!("without {needed:?} something changed"));
                }
                let next = made.iter().scan(0, |seen, drawn| {
                    *seen += drawn.values.len();
                    Some((*seen, drawn))
                });
                let asked = next.into_iter().find(|(seen, _)| *seen > have).map(|(_, drawn)| drawn);
                if asked.is_none_or(|d| d.code != needed.request.code || d.kind != needed.request.kind) {
                    return Err(format!("{needed:?} was asked for, {asked:?} is the next draw"));
                }
            }
            other => return Err(format!("{have} of {} draws: {other:?}", values.len())),
        }
    }
    for (n, drawn) in made.iter().enumerate() {
        if let Draw::Dice { count, sides } = drawn.kind
            && (sides != 6 || count == 0 || drawn.values.len() != usize::from(count))
        {
            return Err(format!("draw {n}: {drawn:?}"));
        }
    }
    Ok((raw, events))
}

/// The dice and the power of an attack, from the cards (7.0 to 7.4, 9.1 to 9.3, 11.1, 11.2) and what Specials add (13.0).
fn attack_numbers(board: &Board<'_>, player: Player, by: &Piece, how: Attack, target: &Piece) -> (i16, i16) {
    let added = |what| board.added(what, player, by, Some((how, target)));
    let mut dice = i16::from(by.profile.cv + u8::from(by.on(GroundKind::Hill)));
    if target.on(GroundKind::Woods) && by.is_infantry() {
        dice = (dice - 1).max(i16::from(board.game.options().woods_minimum));
    }
    dice += added(Quantity::Dice);
    let artillery = matches!(by.profile.kind, Kind::FootArtillery | Kind::HorseArtillery);
    let mut power = match how {
        Attack::Long => by.profile.long,
        Attack::Shock => by.profile.shock,
        Attack::Fire if by.is_infantry() && by.formation != Formation::Line => 1,
        Attack::Fire if by.blown => 1,
        Attack::Fire => by.profile.fire,
    };
    let guns = matches!(target.profile.kind, Kind::FootArtillery | Kind::HorseArtillery);
    power += u8::from(guns && how != Attack::Long && by.is_infantry() && by.formation != Formation::Square);
    power += u8::from(artillery && target.formation != Formation::Line);
    (dice, (i16::from(power) + added(Quantity::Power)).clamp(0, 4))
}

/// The Morale value of a card (6.0, 9.3, 12.1 to 12.3, r18 to r20).
fn morale_value(board: &Board<'_>, card: CardId) -> i16 {
    let game = board.game;
    let profile = game.profile(card);
    let player = card.army().player();
    let mut value = i16::from(profile.morale);
    if let Some(piece) = board.own(player).iter().find(|p| p.id == card) {
        value += i16::from(piece.formation == Formation::Square);
        if let Some((number, _)) = piece.ground {
            let ground = board.state.grounds.get(number).expect("Terrain in play");
            value += i16::from(game.profile(ground.card).terrain_morale);
        }
        let here = board.own(player).iter().filter(|g| g.at == piece.at && g.is_general());
        for general in here.filter(|g| g.id.army() == card.army()) {
            let lost = |commander: Option<CardId>| {
                commander.is_none_or(|c| {
                    let held = board.reserve[player.index()].iter().any(|h| h.id == c);
                    !held && !board.own(player).iter().any(|p| p.id == c)
                })
            };
            let corps = general.profile.corps == profile.corps;
            let leads = match general.profile.rank {
                Rank::Corps => corps,
                Rank::Army => true,
                Rank::Chief(commander) => lost(commander),
                Rank::Second(commander) => corps || lost(commander),
            };
            let at_home = piece.at.owner() == player;
            let rating = if at_home { general.profile.defense } else { general.profile.offense };
            let times = if at_home { 1 } else { board.offense_times(player, general) };
            value += if leads { i16::from(rating) * times } else { 0 };
        }
        value += board.added(Quantity::Morale, player, piece, None);
    }
    value.clamp(1, 5)
}

/// What the events of an action say of dice and sums, against the rules and the position before.
fn sums_are_right(
    board: &Board<'_>,
    player: Player,
    action: &Action,
    (after, events): (&State, &[Event]),
) -> Result<(), String> {
    // An attack is declared, and its dice follow when the enemy has passed (N28); those that a Special makes have numbers of
    // their own.
    let attack = match (action, board.state.agenda.tasks()) {
        (Action::Attack { slot, how, target }, _) => Some((player, *slot, *how, *target)),
        (Action::Pass, [.., Task::Attack { player, slot, how, target, special: false }, Task::Window { .. }]) => {
            Some((*player, *slot, *how, *target))
        }
        _ => None,
    };
    for event in events {
        match (event, attack) {
            (Event::Attacked { cv, power, dice, hits, at, .. }, Some((player, slot, how, target))) => {
                let by = board.piece(player, slot)?;
                let foe = Player(1 - player.0);
                let aim = board.piece(foe, target)?;
                let (want_dice, want_power) = attack_numbers(board, player, by, how, aim);
                // At a face-down card nobody may count on its type.
                let told = (cv.total, power.total, dice.len());
                let want = (want_dice, want_power, want_dice.max(0) as usize);
                if told != want {
                    return Err(format!("dice and power {told:?}, expected {want:?}"));
                }
                let scored = dice.iter().filter(|&&d| i16::from(d) >= 7 - want_power).count();
                if scored != usize::from(*hits) {
                    return Err(format!("{hits} hits of {dice:?}"));
                }
                let general = board.own(foe).iter().find(|p| p.at == *at && p.is_general());
                let deadly = general.map_or_else(Vec::new, |general| board.deadly(foe, general));
                let ones = dice.iter().filter(|d| deadly.contains(d)).count();
                let told: usize = events
                    .iter()
                    .map(|e| if let Event::GeneralHit { hits, .. } = e { usize::from(*hits) } else { 0 })
                    .sum();
                if told != ones {
                    return Err(format!("{told} hits on the General, {ones} ones"));
                }
            }
            (Event::Rolled { card, dice, value, failed, .. }, _) if *action == (Action::Roll { card: *card }) => {
                let general = board.game.profile(*card).kind == Kind::General;
                let want = if general { 5 } else { morale_value(board, *card) };
                if value.as_ref().map(|v| v.total) != (!general).then_some(want) {
                    return Err(format!("{card:?}: Morale {value:?}, expected {want}"));
                }
                let fails = dice.iter().filter(|&&d| d == 6 || (d != 1 && i16::from(d) > want)).count();
                if fails != usize::from(*failed) || dice.len() != usize::from(board.state.hits(*card)) {
                    return Err(format!("{card:?}: {dice:?} against {want}: {failed} failed"));
                }
                let gone =
                    events.iter().any(|e| matches!(e, Event::Removed { piece, .. } if piece.card == Some(*card)));
                // It may stay for a Special that counts dice as passed, or while its player is asked (N28).
                let forgiven = events.iter().any(|e| matches!(e, Event::Forgave { .. }));
                let leaves = after.agenda.tasks().iter().any(|t| matches!(t, Task::Leave { card: c, .. } if c == card));
                if (gone || leaves) != (fails > 0) && !(forgiven && fails > 0) {
                    return Err(format!("{card:?}: {failed} failed and removed is {gone}"));
                }
            }
            _ => {}
        }
    }
    Ok(())
}

#[test]
fn every_step_of_random_games_keeps_the_promises() {
    assert!(size_of::<State>() <= 3072, "a position takes {} bytes", size_of::<State>());
    let games = games();
    let share = amount(40_000).div_ceil(games.len());
    let (mut checked, mut ended, mut attacks, mut rolls) = (0, 0, 0, 0);
    for (number, (name, game)) in games.iter().enumerate() {
        let (mut done, mut seed) = (0, 400_000 + number as u64 * 1000);
        while done < share {
            let mut walk = Walk::new(game, seed);
            let mut hashes = Vec::new();
            let mut other = Dice::new(seed);
            while !walk.is_over() {
                let action = walk.choose();
                let before = walk.state.clone();
                let player = walk.player;
                let sparse = matches!(before.phase, Phase::Deployment) && !other.one_in(10);
                let why = |what: String, after: &State| {
                    let word = game.write_action(&before, player, &action);
                    format!("{name}, seed {seed}: {what}\n{}\n{word}\n{}", line(game, &before), line(game, after))
                };
                let result = applies_whole_or_not_at_all(game, &before, player, &action, &walk.draws);
                let (after, events) = result.unwrap_or_else(|what| panic!("{}", why(what, &before)));
                walk.act(&action);
                assert!(walk.state == after, "{}", why("the same draws lead elsewhere".to_owned(), &walk.state));
                assert!(walk.is_over() || !walk.legal.is_empty(), "{}", why("stuck".to_owned(), &walk.state));
                hashes.push(game.state_hash(&after));
                attacks += events.iter().filter(|e| matches!(e, Event::Attacked { .. })).count();
                rolls += events.iter().filter(|e| matches!(e, Event::Rolled { .. })).count();
                let board = Board::new(game, &before);
                let mut tests = vec![sums_are_right(&board, player, &action, (&after, &events))];
                if !sparse {
                    done += 1;
                    checked += 1;
                    tests.push(cards_are_kept(game, &before, &after));
                    tests.push(is_a_value(game, &after));
                }
                if let Some(what) = tests.into_iter().find_map(Result::err) {
                    panic!("{}", why(what, &after));
                }
                assert!(walk.steps < 30_000, "{name}, seed {seed}: it does not end");
            }
            ended += 1;
            let mut again = Walk::new(game, seed);
            for hash in hashes {
                again.step();
                assert_eq!(game.state_hash(&again.state), hash, "{name}, seed {seed}, step {}", again.steps);
            }
            seed += 1;
        }
    }
    println!("{checked} positions of {ended} whole games, {attacks} attacks, {rolls} Morale rolls");
    assert!(attacks > 500 && rolls > 300);
}
