//! Reading positions.

use super::super::geometry::{Point, Pose};
use super::super::profile::Empire;
use super::super::state::{
    Coming, Contact, Ending, Fire, Followers, Following, Host, LeaderId, ObjectiveId, Pending, State, UnitId,
};
use super::super::units::Facet;
use super::action::Reader;
use super::names::Names;
use super::scan::Piece;
use super::words;
use crate::game::{ParseError, Player, Players};

impl Empire {
    /// Reads a position and checks it.
    ///
    /// # Errors
    /// The column and what was expected there, or what is wrong with the position that the line describes.
    pub fn read_position(&self, text: &str) -> Result<State, ParseError> {
        let mut line = Line { game: self, reader: Reader { names: Names::all(self) }, state: self.opening() };
        let mut words = Words { text, at: 0, column: 1, peeked: None };
        line.head(&mut words)?;
        while let Some(title) = words.next() {
            // What ended the part before was a slash.
            if title.text != "/" {
                return title.fail("expected ` / ` and a section");
            }
            let Some(title) = words.next() else { return words.end().fail("expected a section") };
            match title.text {
                "units" => line.units(&mut words)?,
                "leaders" => line.leaders(&mut words)?,
                "divisions" => line.divisions(&mut words)?,
                "objectives" => line.objectives(&mut words)?,
                "contacts" => line.contacts(&mut words)?,
                "fires" => line.fires(&mut words)?,
                _ => return title.fail("expected units, leaders, divisions, objectives, contacts or fires"),
            }
        }
        match self.validate(&line.state) {
            Ok(()) => Ok(line.state),
            Err(message) => Err(ParseError { column: 1, message }),
        }
    }
}

/// The words of a line.
struct Words<'a> {
    text: &'a str,
    at: usize,
    column: usize,
    peeked: Option<Piece<'a>>,
}

impl<'a> Words<'a> {
    fn next(&mut self) -> Option<Piece<'a>> {
        if let Some(piece) = self.peeked.take() {
            return Some(piece);
        }
        let rest = &self.text[self.at..];
        let start = rest.trim_start();
        self.column += rest[..rest.len() - start.len()].chars().count();
        let len = start.find(char::is_whitespace).unwrap_or(start.len());
        let piece = Piece { text: &start[..len], column: self.column };
        self.at = self.text.len() - start.len() + len;
        self.column += piece.text.chars().count();
        (len > 0).then_some(piece)
    }

    /// The next word, unless a section ends here.
    fn within(&mut self) -> Option<Piece<'a>> {
        let piece = self.next()?;
        if piece.text == "/" {
            self.peeked = Some(piece);
            return None;
        }
        Some(piece)
    }

    /// The next word, if it belongs to the item that was begun.
    fn detail(&mut self, begins: impl Fn(&str) -> bool) -> Option<Piece<'a>> {
        let piece = self.within()?;
        if begins(piece.text) {
            self.peeked = Some(piece);
            return None;
        }
        Some(piece)
    }

    fn end(&self) -> Piece<'a> {
        Piece { text: "", column: self.column }
    }
}

struct Line<'a> {
    game: &'a Empire,
    reader: Reader<'a>,
    state: State,
}

impl Line<'_> {
    fn side(&self, piece: Piece<'_>) -> Result<Player, ParseError> {
        match self.game.sides.iter().position(|side| side.name == piece.text) {
            Some(n) => Ok(Player(n as u8)),
            None => {
                let names: Vec<_> = self.game.sides.iter().map(|side| side.name.as_str()).collect();
                piece.fail(format!("expected a side, {}, not `{}`", names.join(" or "), piece.text))
            }
        }
    }

    fn unit(&self, piece: Piece<'_>) -> Result<UnitId, ParseError> {
        let id = self.reader.unit(piece)?;
        if self.state.units.get(id).is_some() { Ok(id) } else { piece.fail("there is no such unit") }
    }

    fn head(&mut self, words: &mut Words<'_>) -> Result<(), ParseError> {
        let Some(turn) = words.within() else { return words.end().fail("expected the turn") };
        self.state.turn = turn.small("the turn")?;
        let Some(stage) = words.within() else { return words.end().fail("expected the stage") };
        self.state.stage = match words::value(&words::STAGES, stage.text) {
            Some(stage) => stage,
            None => return stage.fail("expected command, rally, march, fire, assault or over"),
        };
        while let Some(word) = words.within() {
            let Some((key, value)) = word.cut('=') else {
                self.state.on_turn = self.side(word)?;
                continue;
            };
            match key.text {
                "ready" if value.text == "both" => self.state.ready = Players::first(2),
                "ready" => self.state.ready = Players::only(self.side(value)?),
                "initiative" => self.state.initiative = Some(self.side(value)?),
                "then" => self.state.pursuits = self.following(value)?,
                "ended" => self.state.ending = Some(self.ending(value)?),
                _ => self.state.pending = self.pending(key, value)?,
            }
        }
        Ok(())
    }

    fn ending(&self, value: Piece<'_>) -> Result<(Ending, Option<Player>), ParseError> {
        let (how, winner) = value.halves(':', "the winner")?;
        let Some(how) = words::value(&words::ENDINGS, how.text) else {
            return how.fail("expected time, objective or swept");
        };
        Ok((how, if winner.text == "draw" { None } else { Some(self.side(winner)?) }))
    }

    fn pending(&self, key: Piece<'_>, value: Piece<'_>) -> Result<Pending, ParseError> {
        Ok(match key.text {
            "charge" | "breakthrough" => {
                let (unit, target) = value.halves('>', "the target")?;
                let breakthrough = key.text == "breakthrough";
                Pending::Charge { unit: self.unit(unit)?, target: self.unit(target)?, breakthrough }
            }
            "threat" => {
                let (unit, may) = value.halves('>', "whom")?;
                Pending::Threat { unit: self.unit(unit)?, may: self.reader.units(may)? }
            }
            "lead" => match value.cut(':') {
                None => Pending::Lead { first: self.unit(value)?, spare: Vec::new() },
                Some((first, spare)) => Pending::Lead { first: self.unit(first)?, spare: self.reader.units(spare)? },
            },
            "follow" => Pending::Follow { may: self.following(value)? },
            _ => {
                return key
                    .fail("expected ready, initiative, charge, breakthrough, threat, lead, follow, then or ended");
            }
        })
    }

    /// Winners with the ground that they may occupy.
    fn following(&self, value: Piece<'_>) -> Result<Followers, ParseError> {
        let one = |piece: Piece<'_>| match piece.cut('@') {
            None => Ok(Following { unit: self.unit(piece)?, ground: None }),
            Some((unit, at)) => Ok(Following { unit: self.unit(unit)?, ground: Some(at.point(',')?) }),
        };
        value.parts('+').map(one).collect()
    }

    fn units(&mut self, words: &mut Words<'_>) -> Result<(), ParseError> {
        while let Some(word) = words.within() {
            let (name, place) = word.halves('@', "where it is")?;
            let id = self.unit(name)?;
            let (at, facing) = place.halves('/', "its facing")?;
            let at = in_range(at)?;
            self.state.units.place(id, Pose { at, facing: facing.facing()? });
            let mut unit = self.state.units[id];
            unit.origin = at;
            while let Some(word) = words.detail(|text| text.contains('@')) {
                detail_of_unit(&mut unit, word)?;
            }
            self.state.units.set_presence(id, unit.presence);
            self.state.units.edit(id, |was| *was = unit);
        }
        Ok(())
    }

    fn leaders(&mut self, words: &mut Words<'_>) -> Result<(), ParseError> {
        while let Some(word) = words.within() {
            let (name, at) = word.halves('@', "where he is")?;
            let id = self.leader(name)?;
            let mut leader = self.state.leaders[id.index()];
            leader.at = in_range(at)?;
            while let Some(word) = words.detail(|text| text.contains('@')) {
                match (word.text, word.cut('=')) {
                    ("alone", _) => leader.host = Host::None,
                    ("rode", _) => leader.moved = true,
                    (_, Some((Piece { text: "with", .. }, unit))) => leader.host = Host::Unit(self.unit(unit)?),
                    (_, Some((Piece { text: "beside", .. }, division))) => {
                        leader.host = Host::Division(self.reader.division(division)?);
                    }
                    (_, Some((Piece { text: "no-rally", .. }, turn))) => leader.no_rally = turn.small("a turn")?,
                    (_, Some((Piece { text: "no-orders", .. }, turn))) => leader.no_orders = turn.small("a turn")?,
                    (_, Some((Piece { text: "killed", .. }, turn))) => leader.killed = turn.small("a turn")?,
                    (text, _) => match words::value(&words::PRESENCES, text) {
                        Some(presence) => leader.presence = presence,
                        None => return word.fail(format!("`{text}` is nothing that a leader is")),
                    },
                }
            }
            self.state.leaders[id.index()] = leader;
        }
        Ok(())
    }

    fn leader(&self, piece: Piece<'_>) -> Result<LeaderId, ParseError> {
        let id = self.reader.leader(piece)?;
        if id.index() < self.state.leaders.len() { Ok(id) } else { piece.fail("there is no such leader") }
    }

    fn divisions(&mut self, words: &mut Words<'_>) -> Result<(), ParseError> {
        while let Some(word) = words.within() {
            let (name, order) = word.halves(':', "its order")?;
            let id = self.reader.division(name)?;
            let Some(&was) = self.state.divisions.get(id.index()) else {
                return name.fail("there is no such division");
            };
            let mut division = was;
            division.order = order_of(order)?;
            while let Some(word) = words.detail(|text| text.contains(':')) {
                match (word.text, word.cut('=')) {
                    ("sent", _) => division.sent = true,
                    ("leaderless", _) => division.leader = None,
                    ("acting", _) => division.acting = true,
                    ("routed", _) => division.routed = true,
                    ("broken", _) => division.broken = true,
                    ("lost-objective", _) => division.lost_objective = true,
                    (_, Some((Piece { text: "leader", .. }, name))) => division.leader = Some(self.leader(name)?),
                    (_, Some((Piece { text: "successor", .. }, turn))) => division.successor = turn.small("a turn")?,
                    (_, Some((Piece { text: "coming", .. }, coming))) => {
                        let (order, turn) = coming.halves('@', "the turn")?;
                        division.coming = Some(Coming { order: order_of(order)?, turn: turn.small("a turn")? });
                    }
                    (text, _) => return word.fail(format!("`{text}` is nothing that a division is")),
                }
            }
            self.state.divisions[id.index()] = division;
        }
        Ok(())
    }

    fn objectives(&mut self, words: &mut Words<'_>) -> Result<(), ParseError> {
        while let Some(word) = words.within() {
            let (name, holder) = word.halves('=', "who holds it")?;
            let Some(n) = self.game.objectives.iter().position(|objective| objective.id == name.text) else {
                return name.fail(format!("there is no objective `{}`", name.text));
            };
            let holder = if holder.text == "nobody" { None } else { Some(self.side(holder)?) };
            self.state.objectives[ObjectiveId(n as u16).index()] = holder;
        }
        Ok(())
    }

    fn contacts(&mut self, words: &mut Words<'_>) -> Result<(), ParseError> {
        while let Some(word) = words.within() {
            let (attacker, rest) = word.halves('>', "the defender")?;
            let mut parts = rest.parts(':');
            let Some(defender) = parts.next() else { return rest.fail("expected the defender") };
            let mut contact = Contact {
                attacker: self.unit(attacker)?,
                defender: self.unit(defender)?,
                facet: Facet::Front,
                met: false,
                fresh: false,
            };
            for part in parts {
                match (part.text, words::value(&words::FACETS, part.text)) {
                    ("met", _) => contact.met = true,
                    ("fresh", _) => contact.fresh = true,
                    (_, Some(facet)) => contact.facet = facet,
                    _ => return part.fail("expected front, flank, rear, met or fresh"),
                }
            }
            self.state.contacts.push(contact);
        }
        Ok(())
    }

    fn fires(&mut self, words: &mut Words<'_>) -> Result<(), ParseError> {
        while let Some(word) = words.within() {
            let (with, target) = word.halves('>', "the target")?;
            self.state.fires.push(Fire { with: self.reader.units(with)?, target: self.unit(target)? });
        }
        Ok(())
    }
}

fn order_of(piece: Piece<'_>) -> Result<super::super::units::Order, ParseError> {
    match words::value(&words::ORDERS, piece.text) {
        Some(order) => Ok(order),
        None => piece.fail("expected attack, defend or reserve"),
    }
}

/// A point that the geometry is sound for.
fn in_range(piece: Piece<'_>) -> Result<Point, ParseError> {
    let at = piece.point(',')?;
    if at.in_range() { Ok(at) } else { piece.fail("that is too far off the table: -600 to 1200 inches") }
}

/// What is told of a unit beyond its place.
fn detail_of_unit(unit: &mut super::super::state::Unit, word: Piece<'_>) -> Result<(), ParseError> {
    let behind = |n: usize| Piece { text: &word.text[n..], column: word.column + n };
    let mark = |piece: Piece<'_>| match words::value(&words::MARKS, piece.text) {
        Some(mark) => Ok(mark),
        None => piece.fail(format!("`{}` is no mark", piece.text)),
    };
    let is_count = |text: &str| text.len() > 1 && text.bytes().skip(1).all(|b| b.is_ascii_digit());
    match word.text.bytes().next() {
        Some(b'+') => unit.marks.set(mark(behind(1))?),
        Some(b'-') => unit.marks.clear(mark(behind(1))?),
        Some(b'h') if is_count(word.text) => unit.hits = behind(1).small("hits")?,
        Some(b's') if is_count(word.text) => unit.stands = behind(1).small("stands")?,
        _ => match word.cut('=') {
            Some((Piece { text: "from", .. }, at)) => unit.origin = in_range(at)?,
            Some((Piece { text: "anchor", .. }, at)) => unit.anchor = in_range(at)?,
            _ => {
                let (formation, status) = (words::formation_of(word.text), words::value(&words::STATUSES, word.text));
                match (formation, status, words::value(&words::PRESENCES, word.text)) {
                    (Some(formation), ..) => unit.formation = formation,
                    (_, Some(status), _) => unit.status = status,
                    (.., Some(presence)) => unit.presence = presence,
                    _ => return word.fail(format!("`{}` is nothing that a unit is", word.text)),
                }
            }
        },
    }
    Ok(())
}
