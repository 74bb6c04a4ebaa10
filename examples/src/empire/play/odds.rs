//! The chances of what a player thinks of doing.

use super::Session;
use crate::advice::{exact, percent};
use crate::empire::calc::{chances_of, length, sum_lines};
use crate::fail::Done;
use crate::page::{HEADING, PLAIN, STRONG, WARNING, capital, count};
use eagles::chance::{Seed, Seeded};
use eagles::cite::Coded as _;
use eagles::empire::action::{Answer, Manoeuvre};
use eagles::empire::assault::{self, Role};
use eagles::empire::charts::{Tenths, floor};
use eagles::empire::state::{Pending, UnitId};
use eagles::empire::text::effect_text;
use eagles::empire::units::{Effect, Formation};
use eagles::empire::{Action, Empire, State};
use eagles::empire::{fire, morale};
use eagles::explain::Breakdown;
use eagles::game::{Game as _, Player, Quiet};
use eagles::odds::Fraction;

/// How many dice are tried to come to a square that is formed, or not.
const TRIES: u64 = 64;

/// The chance that a ten-sided die stays below a number in quarter points.
fn below(need: &Breakdown) -> Fraction {
    let points = if need.per == 4 { floor(need.total) } else { need.total };
    let faces = u128::from((points - 1).clamp(0, 10).unsigned_abs());
    Fraction::new(faces, 10).unwrap_or(Fraction::ZERO)
}

/// The effects that can come, in few words.
fn few(tenths: &Tenths<6>) -> String {
    let named = Effect::ALL.iter().skip(1).filter(|effect| tenths.faces(**effect) > 0);
    let said: Vec<String> =
        named.map(|&e| format!("{} {}", effect_text(e), percent(tenths.chance(e as usize)))).collect();
    if said.is_empty() { "nothing can come of it".to_owned() } else { said.join(", ") }
}

/// The facts of an assault that an action leads to.
fn assault_of(game: &Empire, state: &State, player: Player, action: &Action) -> Option<(UnitId, assault::Facts)> {
    match action {
        Action::Move { unit, steps } if matches!(steps.last(), Some(Manoeuvre::Into(_))) => {
            game.assault_forecast(state, player, action).ok().map(|facts| (*unit, facts))
        }
        Action::Lead { unit, .. } => {
            let foe = match &state.pending {
                Pending::Lead { first, .. } => Some(*first),
                _ => state.contacts.iter().find_map(|contact| contact.foe_of(*unit)),
            };
            game.combat_forecast(state, *unit, foe?).map(|facts| (*unit, facts))
        }
        _ => None,
    }
}

/// What stands behind an action in a list: its chances in few words, or nothing.
pub(super) fn note(game: &Empire, state: &State, player: Player, action: &Action) -> String {
    match action {
        Action::Fire { with, target } => few(&fire::odds(&game.fire_facts(state, with, *target), game.house())),
        Action::React { how: Answer::Square, .. } | Action::Rally { .. } => {
            let sums = game.explain(state, player, action).unwrap_or_default();
            sums.first().map_or_else(String::new, |need| percent(below(need)))
        }
        Action::Move { .. } | Action::Lead { .. } => {
            let Some((_, facts)) = assault_of(game, state, player, action) else { return String::new() };
            let chances = assault::odds(&facts, game.house());
            let value = assault::attack_value(&facts, game.house());
            let own = own_role(state, player, action);
            let (win, lose) = if own == Role::Attacker { (0, 2) } else { (2, 0) };
            let value = if facts.roller == own { value } else { -value };
            format!(
                "attack value {value:+}, wins {}, loses {}",
                percent(chances.winner.chance(win)),
                percent(chances.winner.chance(lose))
            )
        }
        _ => String::new(),
    }
}

/// The facts of the assault of a charge after this answer; with a square formed or not, as asked.
fn after(
    game: &Empire,
    state: &State,
    player: Player,
    [unit, target]: [UnitId; 2],
    how: Answer,
    formed: Option<bool>,
) -> Option<assault::Facts> {
    let answer = Action::React { unit: target, how };
    game.refusal(state, player, &answer).is_none().then_some(())?;
    // The die of the square is the first that falls: some seed gives the one that is asked for.
    (0..TRIES).find_map(|seed| {
        let (mut after, mut draws) = (state.clone(), Seeded::new(Seed::from_number(seed)));
        game.advance(&mut after, player, &answer, &mut draws, &mut Quiet).ok()?;
        let fits = formed.is_none_or(|formed| (after.units[target].formation == Formation::Square) == formed);
        if fits { game.combat_forecast(&after, unit, target) } else { None }
    })
}

/// Which role the player's side has in the facts.
fn own_role(state: &State, player: Player, action: &Action) -> Role {
    match action {
        Action::Lead { unit, .. } => {
            let struck = state.contacts.iter().any(|contact| contact.has(*unit) && contact.struck_by(*unit));
            let foe_struck =
                state.contacts.iter().any(|contact| contact.foe_of(*unit).is_some_and(|foe| contact.struck_by(foe)));
            match (struck, foe_struck) {
                (true, false) => Role::Attacker,
                (false, _) => Role::Defender,
                // Both moved into it: the side with initiative comes first.
                (true, true) if state.initiative.unwrap_or(Player(0)) == player => Role::Attacker,
                (true, true) => Role::Defender,
            }
        }
        _ => Role::Attacker,
    }
}

impl Session<'_> {
    /// `odds 95-1 into bylandt-7`.
    pub(super) fn odds(&mut self, player: Player, words: &[String]) -> Done {
        let words: Vec<String> =
            words.iter().skip_while(|word| matches!(word.as_str(), "of" | "for")).cloned().collect();
        if words.is_empty() {
            let text = "Say of what: `odds UNIT into ENEMY`, `odds UNIT at ENEMY`, `odds rally UNIT`, or a number of the list.";
            return self.say(WARNING, text);
        }
        let action = match words.as_slice() {
            [number] if number.parse::<usize>().is_ok() && !self.menu.is_empty() => {
                let n = number.parse::<usize>().unwrap_or_default();
                self.menu
                    .get(n.wrapping_sub(1))
                    .cloned()
                    .ok_or_else(|| "there is no such number in the list".to_owned())
            }
            _ => self.meant(player, &words),
        };
        let action = match action {
            Ok(action) => action,
            Err(text) => return self.say(WARNING, &format!("{}.", capital(&text))),
        };
        let view = self.view(player);
        let title = capital(&self.game.action_text(&view, player, &action));
        // Fire may be thought of at any time; everything else must be possible now.
        if let Action::Fire { with, target } = &action {
            let known = with.iter().chain([target]).all(|id| view.unit(*id).is_some_and(|unit| unit.unit().is_here()));
            if known {
                let refusal = self.game.refusal(self.hosted.state(), player, &action);
                if let Some(refusal) = refusal.filter(|refusal| refusal.code() != "wrong-stage") {
                    self.refused(player, &action, &refusal)?;
                }
                return self.fire_odds(&title, with, *target);
            }
        }
        if let (Action::React { how, .. }, Pending::Charge { breakthrough: false, .. }) =
            (&action, &self.hosted.state().pending)
            && self.game.refusal(self.hosted.state(), player, &action).is_none()
            && matches!(how, Answer::Stand | Answer::Square)
        {
            self.other_odds(&title, player, &action)?;
            return self.charge_odds(player);
        }
        if let Some(refusal) = self.game.refusal(self.hosted.state(), player, &action) {
            return self.refused(player, &action, &refusal);
        }
        if let Some((_, facts)) = assault_of(&self.game, self.hosted.state(), player, &action) {
            return self.assault_odds(&title, &facts);
        }
        self.other_odds(&title, player, &action)
    }

    /// What a charge comes to if its target stands, forms square or fails to.
    fn charge_odds(&mut self, player: Player) -> Done {
        let Pending::Charge { unit, target, .. } = self.hosted.state().pending else { return Ok(()) };
        for (what, how, formed) in [
            ("If it stands", Answer::Stand, None),
            ("If it forms square", Answer::Square, Some(true)),
            ("If the square fails", Answer::Square, Some(false)),
        ] {
            let Some(facts) = after(&self.game, self.hosted.state(), player, [unit, target], how, formed) else {
                continue;
            };
            let chances = assault::odds(&facts, self.game.house());
            let value = assault::attack_value(&facts, self.game.house());
            let value = if facts.roller == Role::Attacker { value } else { -value };
            let text = format!(
                "{what}: attack value {value:+} for the charge; it wins {}, your side wins {}.",
                percent(chances.winner.chance(0)),
                percent(chances.winner.chance(2))
            );
            self.say(PLAIN, &text)?;
        }
        Ok(())
    }

    fn assault_odds(&mut self, title: &str, facts: &assault::Facts) -> Done {
        self.say(HEADING, &format!("{title}, if the enemy stands as he is and nobody fires:"))?;
        let explained = assault::explain(facts, self.game.house(), 1);
        for (name, sum) in [("Attacker", &explained.attacker), ("Defender", &explained.defender)] {
            self.say(PLAIN, name)?;
            for line in sum_lines(sum, "") {
                writeln!(self.out, "{line}")?;
            }
        }
        let who = if facts.roller == Role::Attacker { "the attacker" } else { "the defender" };
        self.say(STRONG, &format!("Attack value {}, as {who} has it, who rolls.", explained.resolution.value))?;
        for (of, list) in chances_of(&assault::odds(facts, self.game.house())) {
            self.chances(of, &list)?;
        }
        Ok(())
    }

    fn chances(&mut self, of: &str, list: &[(String, Fraction)]) -> Done {
        let said: Vec<String> = list
            .iter()
            .filter(|(_, chance)| chance.num() > 0)
            .map(|(what, chance)| format!("{what} {}", exact(Some(*chance))))
            .collect();
        self.say(PLAIN, &format!("{of}: {}.", said.join(", ")))
    }

    fn fire_odds(&mut self, title: &str, with: &[UnitId], target: UnitId) -> Done {
        let facts = self.game.fire_facts(self.hosted.state(), with, target);
        let explained = fire::explain(&facts, self.game.house(), 1);
        self.say(HEADING, &format!("{title}, at {}:", length(facts.distance)))?;
        for line in sum_lines(&explained.firer, "") {
            writeln!(self.out, "{line}")?;
        }
        match explained.resolution.row {
            Some(row) => self.say(PLAIN, &format!("Row {row} of the chart."))?,
            None => return self.say(PLAIN, "Nothing is rolled: the total is below 0, or it cannot fire [E A37]."),
        }
        let tenths = fire::odds(&facts, self.game.house());
        let list: Vec<(String, Fraction)> =
            Effect::ALL.iter().map(|&e| (effect_text(e).to_owned(), tenths.chance(e as usize))).collect();
        self.chances("Target", &list)
    }

    /// Whatever else is rolled for: the sum and the chance.
    fn other_odds(&mut self, title: &str, player: Player, action: &Action) -> Done {
        let sums = self.game.explain(self.hosted.state(), player, action).unwrap_or_default();
        self.say(HEADING, &format!("{title}:"))?;
        for sum in &sums {
            for line in sum_lines(sum, if sum.per == 100 { "inches " } else { "" }) {
                writeln!(self.out, "{line}")?;
            }
        }
        match (action, sums.first()) {
            (Action::Rally { .. } | Action::React { how: Answer::Square, .. }, Some(need)) => {
                let chance = below(need);
                self.say(STRONG, &format!("It succeeds {}.", exact(Some(chance))))
            }
            (Action::React { how: Answer::Stand, .. }, _) => Ok(()),
            (_, None) => self.say(PLAIN, "No die decides it."),
            (Action::Move { .. }, Some(_)) => self.say(PLAIN, "No die decides it; the sum is what it may move."),
            _ => Ok(()),
        }?;
        if let Action::Hold { unit } = action {
            let facts = self.game.morale_facts(self.hosted.state(), *unit);
            let text = format!("Its morale: below {}; {}.", morale::value(&facts), count(u64::from(facts.hits), "hit"));
            self.say(PLAIN, &text)?;
        }
        Ok(())
    }
}
