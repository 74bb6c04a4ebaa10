//! Actions as words.

use super::super::action::{Action, Answer, Manoeuvre, Pursuit};
use super::super::profile::Empire;
use super::super::state::{DivisionId, Host, LeaderId, UnitId};
use super::super::units::Formation;
use super::names::Names;
use super::scan::{Piece, put_inches, put_point};
use super::words;
use crate::game::ParseError;
use std::fmt::Write as _;

const ANSWERS: [(Answer, &str); 4] = [
    (Answer::Stand, "stand"),
    (Answer::Square, "square"),
    (Answer::CounterCharge, "counter-charge"),
    (Answer::Evade, "evade"),
];

impl Empire {
    /// Appends a unit by its id, or by its number where there is none.
    pub(super) fn put_unit(&self, out: &mut String, id: UnitId) {
        match self.units.get(id.index()) {
            Some(unit) => out.push_str(&unit.id),
            None => drop(write!(out, "#{}", id.0)),
        }
    }

    pub(super) fn put_units(&self, out: &mut String, ids: &[UnitId]) {
        for (n, id) in ids.iter().enumerate() {
            if n > 0 {
                out.push('+');
            }
            self.put_unit(out, *id);
        }
    }

    pub(super) fn put_division(&self, out: &mut String, id: DivisionId) {
        match self.divisions.get(id.index()) {
            Some(division) => out.push_str(&division.id),
            None => drop(write!(out, "#{}", id.0)),
        }
    }

    fn put_leader(&self, out: &mut String, id: LeaderId) {
        match self.leader_words().get(id.index()) {
            Some(name) => out.push_str(name),
            None => drop(write!(out, "#{}", id.0)),
        }
    }

    /// One word for an action.
    #[must_use]
    pub fn write_word(&self, action: &Action) -> String {
        let mut out = String::new();
        let mut verb = |word: &str| out.push_str(word);
        match action {
            Action::Order { leader, division, order } => {
                verb("order:");
                self.put_leader(&mut out, *leader);
                out.push('>');
                self.put_division(&mut out, *division);
                out.push(':');
                out.push_str(words::word(&words::ORDERS, order));
            }
            Action::Ride { leader, to } => {
                verb("ride:");
                self.put_leader(&mut out, *leader);
                out.push('@');
                put_point(&mut out, *to, ',');
            }
            Action::Attach { leader, host } => {
                verb(match host {
                    Host::None => "detach:",
                    Host::Unit(_) => "attach:",
                    Host::Division(_) => "join:",
                });
                self.put_leader(&mut out, *leader);
                match host {
                    Host::None => {}
                    Host::Unit(unit) => {
                        out.push('>');
                        self.put_unit(&mut out, *unit);
                    }
                    Host::Division(division) => {
                        out.push('>');
                        self.put_division(&mut out, *division);
                    }
                }
            }
            Action::Rally { unit } => {
                verb("rally:");
                self.put_unit(&mut out, *unit);
            }
            Action::Recover { unit } => {
                verb("recover:");
                self.put_unit(&mut out, *unit);
            }
            Action::Move { unit, steps } => {
                verb("move:");
                self.put_unit(&mut out, *unit);
                for (n, step) in steps.iter().enumerate() {
                    out.push(if n == 0 { ':' } else { ',' });
                    self.put_step(&mut out, step);
                }
            }
            Action::Hold { unit } => {
                verb("hold:");
                self.put_unit(&mut out, *unit);
            }
            Action::Screen { unit, stands } => {
                verb("screen:");
                self.put_unit(&mut out, *unit);
                let _ = write!(out, "={stands}");
            }
            Action::React { unit, how } => {
                verb("react:");
                self.put_unit(&mut out, *unit);
                out.push('=');
                out.push_str(words::word(&ANSWERS, how));
            }
            Action::Fire { with, target } => {
                verb("fire:");
                self.put_units(&mut out, with);
                out.push('>');
                self.put_unit(&mut out, *target);
            }
            Action::Lead { unit, spare } => {
                verb("lead:");
                self.put_unit(&mut out, *unit);
                if !spare.is_empty() {
                    out.push(':');
                    self.put_units(&mut out, spare);
                }
            }
            Action::Follow { unit, how } => {
                verb("follow:");
                self.put_unit(&mut out, *unit);
                match how {
                    Pursuit::Stay => out.push_str(":stay"),
                    Pursuit::Advance => out.push_str(":advance"),
                    Pursuit::Reform(facing) => drop(write!(out, ":reform={}", facing.degrees())),
                    Pursuit::Form(formation) => {
                        out.push_str(":form=");
                        out.push_str(words::formation(*formation));
                    }
                    Pursuit::Break { degrees, target } => {
                        let _ = write!(out, ":break={degrees}>");
                        self.put_unit(&mut out, *target);
                    }
                }
            }
            Action::End => verb("end"),
        }
        out
    }

    fn put_step(&self, out: &mut String, step: &Manoeuvre) {
        match step {
            Manoeuvre::Ahead(mil) => {
                out.push_str("ahead=");
                put_inches(out, *mil);
            }
            Manoeuvre::Back(mil) => {
                out.push_str("back=");
                put_inches(out, *mil);
            }
            Manoeuvre::Oblique { degrees, mil } => {
                let _ = write!(out, "oblique={degrees}/");
                put_inches(out, *mil);
            }
            Manoeuvre::Wheel(degrees) => drop(write!(out, "wheel={degrees}")),
            Manoeuvre::Face(facing) => drop(write!(out, "face={}", facing.degrees())),
            Manoeuvre::Form(formation) => {
                out.push_str("form=");
                out.push_str(words::formation(*formation));
            }
            Manoeuvre::To(at) => {
                out.push_str("to=");
                put_point(out, *at, '/');
            }
            Manoeuvre::Road(at) => {
                out.push_str("road=");
                put_point(out, *at, '/');
            }
            Manoeuvre::Into(unit) => {
                out.push_str("into=");
                self.put_unit(out, *unit);
            }
        }
    }

    /// Reads an action. It need not be allowed.
    ///
    /// # Errors
    /// The column and what was expected there.
    pub fn read_word(&self, text: &str) -> Result<Action, ParseError> {
        Reader { names: Names::few(self) }.action(Piece { text, column: 1 })
    }
}

/// Reads actions, and the lists of units in positions.
pub(super) struct Reader<'a> {
    pub(super) names: Names<'a>,
}

const VERBS: &str = "an action: order, ride, attach, join, detach, rally, recover, move, hold, screen, react, fire, lead, follow or end";

impl Reader<'_> {
    pub(super) fn unit(&self, piece: Piece<'_>) -> Result<UnitId, ParseError> {
        match self.names.unit(piece.text) {
            Some(unit) => Ok(unit),
            None => piece.fail(format!("there is no unit `{}`", piece.text)),
        }
    }

    pub(super) fn units(&self, piece: Piece<'_>) -> Result<Vec<UnitId>, ParseError> {
        piece.parts('+').map(|one| self.unit(one)).collect()
    }

    pub(super) fn leader(&self, piece: Piece<'_>) -> Result<LeaderId, ParseError> {
        match self.names.leader(piece.text) {
            Some(leader) => Ok(leader),
            None => piece.fail(format!("there is no leader `{}`", piece.text)),
        }
    }

    pub(super) fn division(&self, piece: Piece<'_>) -> Result<DivisionId, ParseError> {
        match self.names.division(piece.text) {
            Some(division) => Ok(division),
            None => piece.fail(format!("there is no division `{}`", piece.text)),
        }
    }

    fn action(&self, word: Piece<'_>) -> Result<Action, ParseError> {
        if word.text == "end" {
            return Ok(Action::End);
        }
        let Some((verb, rest)) = word.cut(':') else { return word.fail(format!("expected {VERBS}")) };
        Ok(match verb.text {
            "order" => {
                let (leader, rest) = rest.halves('>', "the division")?;
                let (division, order) = rest.halves(':', "the order")?;
                let (leader, division) = (self.leader(leader)?, self.division(division)?);
                match words::value(&words::ORDERS, order.text) {
                    Some(order) => Action::Order { leader, division, order },
                    None => return order.fail("expected attack, defend or reserve"),
                }
            }
            "ride" => {
                let (leader, to) = rest.halves('@', "where to")?;
                Action::Ride { leader: self.leader(leader)?, to: to.point(',')? }
            }
            "detach" => Action::Attach { leader: self.leader(rest)?, host: Host::None },
            "attach" => {
                let (leader, unit) = rest.halves('>', "the unit")?;
                Action::Attach { leader: self.leader(leader)?, host: Host::Unit(self.unit(unit)?) }
            }
            "join" => {
                let (leader, division) = rest.halves('>', "the division")?;
                Action::Attach { leader: self.leader(leader)?, host: Host::Division(self.division(division)?) }
            }
            "rally" => Action::Rally { unit: self.unit(rest)? },
            "recover" => Action::Recover { unit: self.unit(rest)? },
            "hold" => Action::Hold { unit: self.unit(rest)? },
            "move" => match rest.cut(':') {
                None => Action::Move { unit: self.unit(rest)?, steps: Vec::new() },
                Some((unit, steps)) => {
                    let unit = self.unit(unit)?;
                    let steps = steps.parts(',').map(|step| self.step(step)).collect::<Result<_, _>>()?;
                    Action::Move { unit, steps }
                }
            },
            "screen" => {
                let (unit, stands) = rest.halves('=', "how many stands")?;
                Action::Screen { unit: self.unit(unit)?, stands: stands.small("stands")? }
            }
            "react" => {
                let (unit, how) = rest.halves('=', "the answer")?;
                let unit = self.unit(unit)?;
                match words::value(&ANSWERS, how.text) {
                    Some(how) => Action::React { unit, how },
                    None => return how.fail("expected stand, square, counter-charge or evade"),
                }
            }
            "fire" => {
                let (with, target) = rest.halves('>', "the target")?;
                Action::Fire { with: self.units(with)?, target: self.unit(target)? }
            }
            "lead" => match rest.cut(':') {
                None => Action::Lead { unit: self.unit(rest)?, spare: Vec::new() },
                Some((unit, spare)) => Action::Lead { unit: self.unit(unit)?, spare: self.units(spare)? },
            },
            "follow" => {
                let (unit, how) = rest.halves(':', "how")?;
                Action::Follow { unit: self.unit(unit)?, how: self.pursuit(how)? }
            }
            _ => return verb.fail(format!("expected {VERBS}")),
        })
    }

    fn pursuit(&self, how: Piece<'_>) -> Result<Pursuit, ParseError> {
        match (how.text, how.cut('=')) {
            ("stay", _) => Ok(Pursuit::Stay),
            ("advance", _) => Ok(Pursuit::Advance),
            (_, Some((Piece { text: "reform", .. }, facing))) => Ok(Pursuit::Reform(facing.facing()?)),
            (_, Some((Piece { text: "form", .. }, word))) => Ok(Pursuit::Form(formation(word)?)),
            (_, Some((Piece { text: "break", .. }, rest))) => {
                let (degrees, target) = rest.halves('>', "the target")?;
                Ok(Pursuit::Break { degrees: degrees.number("degrees")?, target: self.unit(target)? })
            }
            _ => how.fail("expected stay, advance, reform=DEGREES, form=FORMATION or break=DEGREES>UNIT"),
        }
    }

    fn step(&self, step: Piece<'_>) -> Result<Manoeuvre, ParseError> {
        let (how, value) = step.halves('=', "how much")?;
        Ok(match how.text {
            "ahead" => Manoeuvre::Ahead(value.inches()?),
            "back" => Manoeuvre::Back(value.inches()?),
            "oblique" => {
                let (degrees, mil) = value.halves('/', "inches")?;
                Manoeuvre::Oblique { degrees: degrees.number("degrees")?, mil: mil.inches()? }
            }
            "wheel" => Manoeuvre::Wheel(value.number("degrees")?),
            "face" => Manoeuvre::Face(value.facing()?),
            "form" => Manoeuvre::Form(formation(value)?),
            "to" => Manoeuvre::To(value.point('/')?),
            "road" => Manoeuvre::Road(value.point('/')?),
            "into" => Manoeuvre::Into(self.unit(value)?),
            _ => return how.fail("expected ahead, back, oblique, wheel, face, form, to, road or into"),
        })
    }
}

fn formation(word: Piece<'_>) -> Result<Formation, ParseError> {
    let expected = "expected line, column, road-column, square, skirmish, garrison, limbered or unlimbered";
    words::formation_of(word.text).map_or_else(|| word.fail(expected), Ok)
}
