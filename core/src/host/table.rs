//! The one implementation of [`Hosted`], for every game.

use super::answers::Answers;
use super::coded::{encoding, no_id, same_len, write_ids, write_mask};
use super::error::{HostError, Status, needed};
use super::forms::{self, BotForm, ForkForm, PictureForm, SaveAs, SaveForm};
use super::hostable::{Hostable, bot};
use super::hosted::{Hosted, Seen, Word};
use super::rules::{Opened, Rules};
use super::sheets::{Closing, Explanation, News, Offer, Outcome, Played, Proposed, Standing, Told};
use crate::bot::{Sight, chance_of};
use crate::chance::{Seed, Seeded, Unmet};
use crate::cite::Coded;
use crate::game::{Player, Players, Viewer};
use crate::odds::outcome_distribution;
use crate::play::{ApplyError, Item, Match, MatchOptions};
use crate::record::{self, MAX_NOTE, MAX_NOTES};
use serde::Serialize;
use serde_json::json;
use std::sync::Arc;

/// The most ways in which draws can fall that are gone through, whatever the host allows.
pub const MAX_WAYS: usize = 100_000;

/// A match of one game, with the list that was asked for last.
pub(super) struct Table<G: Hostable> {
    hosted: Match<G>,
    answers: Option<Arc<Answers>>,
    legal: Vec<G::Action>,
    /// Whose list `legal` is; nobody's once something has changed.
    listed: Option<Player>,
}

fn json(out: &mut Vec<u8>, of: &impl Serialize) {
    // Our values are plain data with text keys, and a vector takes every byte.
    let _ = serde_json::to_writer(out, of);
}

fn numbers(players: Players) -> Vec<u8> {
    players.iter().map(|player| player.0).collect()
}

impl<G: Hostable> Table<G> {
    pub(super) const fn new(hosted: Match<G>, answers: Option<Arc<Answers>>) -> Self {
        Self { hosted, answers, legal: Vec::new(), listed: None }
    }

    fn of(&self, player: u8) -> Result<Player, HostError> {
        if player < self.hosted.game().players() {
            return Ok(Player(player));
        }
        let last = self.hosted.game().players().saturating_sub(1);
        let message = format!("there is no player {player}: players are 0 to {last}");
        Err(HostError::new(Status::Unknown, "no-such-player", message).with(json!({ "player": player })))
    }

    fn viewer(&self, number: u8) -> Result<Viewer, HostError> {
        forms::viewer(number, self.hosted.game().players())
    }

    fn changed(&mut self) {
        self.listed = None;
    }

    /// Makes sure that `legal` is the list of `player`.
    fn list(&mut self, player: u8) -> Result<Player, HostError> {
        let player = self.of(player)?;
        if self.listed != Some(player) {
            self.legal.clear();
            if self.hosted.to_act().has(player) {
                self.hosted.game().legal(self.hosted.state(), player, &mut self.legal);
            }
            self.listed = Some(player);
        }
        Ok(player)
    }

    /// The action at a place of the list of `player`.
    fn at(&mut self, player: u8, place: usize) -> Result<(Player, G::Action), HostError> {
        let player = self.list(player)?;
        match self.legal.get(place) {
            Some(action) => Ok((player, action.clone())),
            None => {
                let places = self.legal.len();
                let message =
                    format!("the list of player {} has {places} places, counted from 0, not {place}", player.0);
                Err(HostError::new(Status::Range, "place", message).with(json!({ "place": place, "places": places })))
            }
        }
    }

    /// What a bot would do for `player`, with its place in his list.
    fn chosen(&mut self, player: u8, form: &BotForm) -> Result<(Player, usize), HostError> {
        let mut bot = bot::<G>(&form.name)?;
        let player = self.list(player)?;
        let nodes = form.nodes.and_then(|nodes| usize::try_from(nodes).ok()).unwrap_or(usize::MAX).max(1);
        let weighed = &self.legal[..self.legal.len().min(nodes)];
        if weighed.is_empty() {
            let message = format!("player {} has nothing to do now", player.0);
            return Err(HostError::new(Status::NotAllowed, "nothing-to-do", message));
        }
        // A child of the seed for every place in the match, counted by what the player has been told: nothing is kept between
        // calls, and nothing that others did unseen shows in what the bot chooses.
        let (_, told) = self.hosted.events_since(usize::MAX, Viewer::Player(player));
        let seed = form.seed.unwrap_or(Seed([0; 32])).child(told as u64);
        let game = &**self.hosted.game();
        bot.begin(game, player);
        let sight = Sight::new(game, self.hosted.state(), player);
        let chosen = bot.choose(&sight, weighed, &mut chance_of(&seed, player));
        if chosen < weighed.len() {
            return Ok((player, chosen));
        }
        let message = format!("the bot `{}` chose what it was not offered", form.name);
        Err(HostError::new(Status::Internal, "bot", message))
    }

    fn read(&self, player: Player, action: &str) -> Result<G::Action, HostError> {
        if action.trim_start().starts_with(['{', '"']) {
            return serde_json::from_str(action)
                .map_err(|error| HostError { status: Status::InvalidAction, ..HostError::form("the action", &error) });
        }
        self.hosted.game().read_action(self.hosted.state(), player, action).map_err(HostError::from)
    }

    fn offer<'a>(&self, view: &G::View, player: Player, place: usize, action: &'a G::Action) -> Offer<'a, G::Action> {
        let game = self.hosted.game();
        Offer {
            place,
            id: game.action_id(self.hosted.state(), player, action),
            word: game.write_action(self.hosted.state(), player, action),
            text: game.action_text(view, player, action),
            action,
        }
    }

    /// An error of `apply`, with the text of a draw that is needed and the question to a handler that waits.
    fn failed(&self, error: ApplyError<G::Refusal>) -> HostError {
        let game = self.hosted.game();
        match error {
            ApplyError::Unmet(Unmet::Needed(draw)) => {
                let options: Vec<_> =
                    draw.options.iter().map(|&label| game.option_text(&draw.request, label)).collect();
                needed(&draw, &game.draw_text(&draw.request), &options)
            }
            // Whether a battle ended by its rules or by a word makes no difference to hosts.
            ApplyError::Refused(refusal) if self.hosted.outcome().is_some() => {
                HostError { status: Status::Over, ..HostError::refused(&refusal) }
            }
            ApplyError::Unmet(Unmet::Script(fault)) => {
                let waiting = self.answers.as_ref().and_then(|answers| {
                    let waiting = answers.waiting();
                    if waiting.is_none() {
                        answers.withdraw();
                    }
                    waiting
                });
                waiting.unwrap_or_else(|| Unmet::Script(fault).into())
            }
            error => error.into(),
        }
    }

    fn apply_action(&mut self, player: Player, action: &G::Action) -> Result<(), HostError> {
        if let Some(answers) = &self.answers {
            answers.forget();
        }
        self.hosted.apply(player, action).map_err(|error| self.failed(error))?;
        self.changed();
        Ok(())
    }
}

impl<G: Hostable + Opened> Hosted for Table<G> {
    fn game(&self) -> &'static str {
        self.hosted.game().name()
    }

    fn players(&self) -> u8 {
        self.hosted.game().players()
    }

    fn player_name(&self, player: u8) -> Option<&str> {
        (player < self.players()).then(|| self.hosted.game().player_name(Player(player)))
    }

    fn standing(&self, out: &mut Vec<u8>) {
        let game = self.hosted.game();
        let proposed =
            |ask: Option<(Player, Players)>| ask.map(|(by, who)| Proposed { by: by.0, waiting: numbers(who) });
        let players = (0..game.players()).map(Player);
        json(
            out,
            &Standing {
                game: game.name(),
                title: game.title(),
                players: players.clone().map(|player| game.player_name(player)).collect(),
                to_act: numbers(self.hosted.to_act()),
                next_to_ask: self.next_to_ask(),
                ending: self.hosted.outcome().map(|ending| Closing {
                    code: ending.code(),
                    winner: ending.winner(),
                    ending,
                }),
                draw_offered: proposed(self.hosted.draw_offered()),
                undo_asked: proposed(self.hosted.undo_asked()),
            },
        );
    }

    fn catalogue(&self, out: &mut Vec<u8>) {
        json(out, &self.hosted.game().catalogue());
    }

    fn setup(&self, out: &mut Vec<u8>) {
        json(out, &self.hosted.game().params());
    }

    fn to_act(&self) -> u8 {
        self.hosted.to_act().0
    }

    fn next_to_ask(&self) -> Option<u8> {
        self.hosted.next_to_ask().map(|player| player.0)
    }

    fn winner(&self) -> Option<Option<u8>> {
        self.hosted.outcome().map(|ending| ending.winner().map(|winner| winner.0))
    }

    fn legal_count(&mut self, player: u8) -> Result<usize, HostError> {
        self.list(player)?;
        Ok(self.legal.len())
    }

    fn legal(&mut self, player: u8, out: &mut Vec<u8>) -> Result<(), HostError> {
        let player = self.list(player)?;
        let view = self.hosted.view(Viewer::Player(player));
        let offers = self.legal.iter().enumerate().map(|(place, action)| self.offer(&view, player, place, action));
        json(out, &offers.collect::<Vec<_>>());
        Ok(())
    }

    fn word_at(&mut self, player: u8, place: usize, out: &mut Vec<u8>) -> Result<(), HostError> {
        let (player, action) = self.at(player, place)?;
        out.extend(self.hosted.game().write_action(self.hosted.state(), player, &action).into_bytes());
        Ok(())
    }

    fn text_at(&mut self, player: u8, place: usize, out: &mut Vec<u8>) -> Result<(), HostError> {
        let (player, action) = self.at(player, place)?;
        let view = self.hosted.view(Viewer::Player(player));
        out.extend(self.hosted.game().action_text(&view, player, &action).into_bytes());
        Ok(())
    }

    fn describe(&mut self, player: u8, action: &str, out: &mut Vec<u8>) -> Result<(), HostError> {
        let player = self.list(player)?;
        let action = self.read(player, action)?;
        let view = self.hosted.view(Viewer::Player(player));
        let place = self.legal.iter().position(|known| *known == action);
        let offer = self.offer(&view, player, place.unwrap_or(self.legal.len()), &action);
        json(out, &offer);
        Ok(())
    }

    fn explain(&self, player: u8, action: &str, out: &mut Vec<u8>) -> Result<(), HostError> {
        let player = self.of(player)?;
        let action = self.read(player, action)?;
        let numbers = self.hosted.explain(player, &action)?;
        json(out, &Explanation { numbers });
        Ok(())
    }

    fn explain_text(&self, player: u8, action: &str, out: &mut Vec<u8>) -> Result<(), HostError> {
        let player = self.of(player)?;
        let action = self.read(player, action)?;
        for number in self.hosted.explain(player, &action)? {
            out.extend(self.hosted.game().sum_text(&number).into_bytes());
            out.push(b'\n');
        }
        Ok(())
    }

    fn odds(&self, player: u8, action: &str, out: &mut Vec<u8>) -> Result<(), HostError> {
        let player = self.of(player)?;
        let action = self.read(player, action)?;
        json(out, &self.hosted.game().odds(self.hosted.state(), player, &action)?);
        Ok(())
    }

    fn odds_text(&self, player: u8, action: &str, out: &mut Vec<u8>) -> Result<(), HostError> {
        let player = self.of(player)?;
        let action = self.read(player, action)?;
        let odds = self.hosted.game().odds(self.hosted.state(), player, &action)?;
        for throw in &odds.throws {
            out.extend(throw.text().into_bytes());
            out.push(b'\n');
        }
        Ok(())
    }

    fn outcomes(&self, player: u8, action: &str, limit: usize, out: &mut Vec<u8>) -> Result<(), HostError> {
        let player = self.of(player)?;
        let action = self.read(player, action)?;
        let game = self.hosted.game();
        let found = outcome_distribution(&**game, self.hosted.state(), player, &action, limit.min(MAX_WAYS))?;
        let outcomes = found.into_iter().map(|(state, chance)| Outcome {
            chance: chance.into(),
            hash: record::Hash(game.state_hash(&state)),
            position: game.write_state(&state),
        });
        json(out, &outcomes.collect::<Vec<_>>());
        Ok(())
    }

    fn apply(&mut self, player: u8, action: &str) -> Result<(), HostError> {
        let player = self.of(player)?;
        let action = self.read(player, action)?;
        self.apply_action(player, &action)
    }

    fn apply_place(&mut self, player: u8, place: usize) -> Result<(), HostError> {
        let (player, action) = self.at(player, place)?;
        self.apply_action(player, &action)
    }

    fn action_ids(&self) -> usize {
        self.hosted.game().action_ids()
    }

    fn ids(&mut self, player: u8, out: &mut [u16]) -> Result<usize, HostError> {
        let player = self.list(player)?;
        Ok(write_ids(&**self.hosted.game(), self.hosted.state(), player, &self.legal, out))
    }

    fn mask(&mut self, player: u8, out: &mut [u8]) -> Result<(), HostError> {
        let player = self.list(player)?;
        let game = &**self.hosted.game();
        same_len("mask", game.action_ids(), out.len())?;
        write_mask(game, self.hosted.state(), player, &self.legal, out);
        Ok(())
    }

    fn apply_id(&mut self, player: u8, id: u16) -> Result<(), HostError> {
        let player = self.of(player)?;
        let action = self.hosted.game().action_of(self.hosted.state(), player, id).ok_or_else(|| no_id(id))?;
        self.apply_action(player, &action)
    }

    fn encoding(&self, out: &mut Vec<u8>) {
        json(out, &encoding(&**self.hosted.game()));
    }

    fn supply(&mut self, values: &[u16]) -> Result<(), HostError> {
        Ok(self.hosted.supply(values)?)
    }

    fn answer(&mut self, reply: &str) -> Result<(), HostError> {
        let answers = self.answers.as_ref().ok_or_else(|| {
            let message = "the host does not answer the handlers of this match: open it with `\"answers\": true`";
            HostError::new(Status::NotAllowed, "not-answered", message)
        })?;
        answers.answer(forms::read("the reply to a handler", reply)?)
    }

    fn answers(&self, out: &mut Vec<u8>) {
        json(out, &self.answers.as_ref().map(|answers| answers.all()).unwrap_or_default());
    }

    fn events(&self, viewer: u8, cursor: usize, out: &mut Vec<u8>) -> Result<usize, HostError> {
        let game = self.hosted.game();
        let (items, next) = self.hosted.events_since(cursor, self.viewer(viewer)?);
        let told = items.iter().map(|item| match &**item {
            Item::Event(event) => Told {
                event: Some(event),
                note: None,
                code: Some(event.code()),
                cites: event.cites(),
                text: game.event_text(event),
            },
            Item::Match(note) => Told {
                event: None,
                note: Some(note),
                code: None,
                cites: &[],
                text: note.text(|player| game.player_name(player)),
            },
        });
        json(out, &News { cursor: next, items: told.collect() });
        Ok(next)
    }

    fn story(&self, viewer: u8, cursor: usize, out: &mut Vec<u8>) -> Result<usize, HostError> {
        let game = self.hosted.game();
        let (items, next) = self.hosted.events_since(cursor, self.viewer(viewer)?);
        for item in items {
            let line = match &**item {
                Item::Event(event) => game.event_text(event),
                Item::Match(note) => note.text(|player| game.player_name(player)),
            };
            out.extend(line.into_bytes());
            out.push(b'\n');
        }
        Ok(next)
    }

    fn view(&self, viewer: u8, out: &mut Vec<u8>) -> Result<(), HostError> {
        self.hosted.write_view(self.viewer(viewer)?, out);
        Ok(())
    }

    fn text(&self, viewer: u8, out: &mut Vec<u8>) -> Result<(), HostError> {
        let view = self.hosted.view(self.viewer(viewer)?);
        out.extend(self.hosted.game().view_text(&view).into_bytes());
        Ok(())
    }

    fn svg(&self, viewer: u8, form: &PictureForm, out: &mut Vec<u8>) -> Result<(), HostError> {
        let viewer = self.viewer(viewer)?;
        let view = self.hosted.view(viewer);
        let earlier = form.trails_since.map(|cursor| (cursor, self.hosted.view_at(cursor, viewer)));
        let before = earlier.as_ref().map(|(cursor, view)| {
            let told = self.hosted.events_since(*cursor, viewer).0.iter().filter_map(|item| match &**item {
                Item::Event(event) => Some(event),
                Item::Match(_) => None,
            });
            (view, told.collect())
        });
        out.extend(self.hosted.game().picture(&view, form, before)?.into_bytes());
        Ok(())
    }

    fn look(&self, viewer: u8) -> Result<Box<dyn Seen>, HostError> {
        let view = self.hosted.view(self.viewer(viewer)?);
        Ok(Box::new(Look { game: Arc::clone(self.hosted.game()), viewer, view }))
    }

    fn observation_len(&self) -> usize {
        self.hosted.game().observation_len()
    }

    fn observe(&self, viewer: u8, out: &mut [f32]) -> Result<(), HostError> {
        let viewer = self.viewer(viewer)?;
        let game = self.hosted.game();
        same_len("observation", game.observation_len(), out.len())?;
        game.observe(self.hosted.state(), viewer, out);
        Ok(())
    }

    fn information_state(&self, player: u8, out: &mut Vec<u8>) -> Result<u64, HostError> {
        let player = self.of(player)?;
        let Some(information) = self.hosted.information_state(player) else { return Ok(0) };
        json(out, &information);
        Ok(information.hash())
    }

    fn position(&self, out: &mut Vec<u8>) {
        out.extend(self.hosted.game().write_state(self.hosted.state()).into_bytes());
    }

    fn state_hash(&self) -> u64 {
        self.hosted.state_hash()
    }

    fn journal(&self, out: &mut Vec<u8>) {
        let entries = self.hosted.journal().iter().map(|entry| Played {
            player: entry.player,
            word: &entry.word,
            action: &entry.action,
            draws: &entry.draws,
            hash: record::Hash(entry.hash),
        });
        json(out, &entries.collect::<Vec<_>>());
    }

    fn undo(&mut self, player: u8, n: usize) -> Result<(), HostError> {
        let player = self.of(player)?;
        self.hosted.undo(player, n)?;
        self.changed();
        Ok(())
    }

    fn redo(&mut self, player: u8) -> Result<(), HostError> {
        let player = self.of(player)?;
        self.hosted.redo(player)?;
        self.changed();
        Ok(())
    }

    fn say(&mut self, player: u8, what: Word) -> Result<(), HostError> {
        let player = self.of(player)?;
        match what {
            Word::AskUndo(n) => self.hosted.ask_undo(player, n)?,
            Word::Consent => self.hosted.consent(player)?,
            Word::Decline => self.hosted.decline(player)?,
            Word::OfferDraw => self.hosted.offer_draw(player)?,
            Word::AcceptDraw => self.hosted.accept_draw(player)?,
            Word::DeclineDraw => self.hosted.decline_draw(player)?,
            Word::Resign => self.hosted.resign(player)?,
        }
        self.changed();
        Ok(())
    }

    fn fork(&self, form: &ForkForm) -> Box<dyn Hosted> {
        Box::new(Self::new(self.hosted.fork(form.draws()), self.answers.clone()))
    }

    fn sample(&self, player: u8, seed: Seed) -> Result<Box<dyn Hosted>, HostError> {
        let viewer = Viewer::Player(self.of(player)?);
        let game = self.hosted.game();
        let state = game.determinise(&game.view(self.hosted.state(), viewer), &mut Seeded::new(seed))?;
        let options = MatchOptions::seeded(seed).analysis();
        let hosted = Match::from_state(Arc::clone(game), state, options)?;
        Ok(Box::new(Self::new(hosted, self.answers.clone())))
    }

    fn choose(&mut self, player: u8, form: &BotForm, out: &mut Vec<u8>) -> Result<(), HostError> {
        let (player, place) = self.chosen(player, form)?;
        let view = self.hosted.view(Viewer::Player(player));
        json(out, &self.offer(&view, player, place, &self.legal[place]));
        Ok(())
    }

    fn choose_word(&mut self, player: u8, form: &BotForm, out: &mut Vec<u8>) -> Result<(), HostError> {
        let (player, place) = self.chosen(player, form)?;
        self.word_at(player.0, place, out)
    }

    fn save(&self, form: &SaveForm, out: &mut Vec<u8>) -> Result<(), HostError> {
        let mut record = self.hosted.record();
        record.notes.extend(form.notes.clone());
        let long = record.notes.iter().find(|(name, text)| name.len() + text.len() > MAX_NOTE);
        if record.notes.len() > MAX_NOTES || long.is_some() {
            let message = format!(
                "a saved game has at most {MAX_NOTES} notes of at most {MAX_NOTE} bytes each, its own about scripts included"
            );
            return Err(HostError::new(Status::Full, "notes", message));
        }
        match form.form {
            SaveAs::Json => out.extend(record::to_json(&record).into_bytes()),
            SaveAs::Binary => out.extend(record::to_binary(&record)),
        }
        Ok(())
    }

    fn save_for(&self, player: u8, out: &mut Vec<u8>) -> Result<(), HostError> {
        let player = self.of(player)?;
        if let Some(save) = self.hosted.save_for(player) {
            json(out, &save);
        }
        Ok(())
    }

    fn reload(&mut self, rules: &Rules) -> Result<(), HostError> {
        let game = G::from_rules(rules, self.hosted.game().params(), self.answers.clone())?;
        self.hosted.reload(Arc::new(game))?;
        self.changed();
        Ok(())
    }
}

/// A view that is kept.
struct Look<G: Hostable> {
    game: Arc<G>,
    viewer: u8,
    view: G::View,
}

impl<G: Hostable> Seen for Look<G> {
    fn viewer(&self) -> u8 {
        self.viewer
    }

    fn json(&self, out: &mut Vec<u8>) {
        json(out, &self.view);
    }

    fn text(&self, out: &mut Vec<u8>) {
        out.extend(self.game.view_text(&self.view).into_bytes());
    }

    fn svg(&self, form: &PictureForm, out: &mut Vec<u8>) -> Result<(), HostError> {
        out.extend(self.game.picture(&self.view, form, None)?.into_bytes());
        Ok(())
    }
}
