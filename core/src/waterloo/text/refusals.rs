//! Refusals: what is wrong, and what to do instead.

use super::super::Waterloo;
use super::super::refusal::Refusal;
use super::super::specials::Window;
use super::super::types::{CardId, Place};
use super::aims::aim_text;
use super::{attack_text, capital, formation_text, place_of};
use crate::cite::Coded;
use std::fmt;

/// What names cards and sides: a game, or nothing, where only general words are at hand.
#[derive(Clone, Copy)]
struct Names<'a>(Option<&'a Waterloo>);

impl Names<'_> {
    fn card(self, card: CardId) -> String {
        self.0.map_or_else(|| "the card".to_owned(), |game| game.card_text(card))
    }

    fn place(self, place: Place) -> String {
        self.0.map_or_else(|| place_of("French", "Allied", place), |game| game.place_text(place))
    }
}

impl Names<'_> {
    /// When a Special may be played, for one that may not be played now.
    fn when(self, card: CardId) -> String {
        let windows = self.0.and_then(|game| game.card_set().program(&game.card(card).id)).map(|p| &p.windows);
        let Some(windows) = windows.filter(|list| !list.is_empty()) else {
            return "This Special is played at another moment; look at what the card says.".to_owned();
        };
        let windows: Vec<_> = windows.iter().map(|&window| window_text(window)).collect();
        capital(&format!("{} is played {}.", self.card(card), windows.join(", or ")))
    }

    /// What a Special is played on, for one that is not played on what was named.
    fn aim(self, card: CardId) -> String {
        let program = self.0.and_then(|game| Some((game, game.card_set().program(&game.card(card).id)?)));
        let on = program.map(|(game, program)| {
            let set = game.card_set();
            let name = |id: &str| set.by_id(id).map_or_else(|| id.to_owned(), |card| card.name.clone());
            aim_text(&program.aim, card.army(), name)
        });
        match on {
            Some(on) => capital(&format!("{} is not played on that; it is played {on}.", self.card(card))),
            None => "It is not played on that; look at what the card asks for.".to_owned(),
        }
    }

    /// A need of a Special that is not met.
    fn need(self, card: CardId, need: u8) -> String {
        let program = self.0.and_then(|game| game.card_set().program(&game.card(card).id));
        match program.and_then(|program| program.needs.get(usize::from(need))) {
            Some(need) => capital(&format!("{}: {}.", self.card(card), need.say)),
            None => "Something that the Special asks for is not so; look at what the card says.".to_owned(),
        }
    }
}

/// The moment of a window in English, as in `is played …`, for the player of the card.
#[must_use]
pub const fn window_text(window: Window) -> &'static str {
    match window {
        Window::OwnMorale => "at the start of your Morale Phase, before any roll",
        Window::OwnRout => "when a Troop card of yours Routs, before it leaves",
        Window::OwnGeneral => "when a General of yours is killed, before he leaves",
        Window::OwnCombat => "in your Combat Phase, between two actions",
        Window::FoeMorale => "at the start of the enemy's Morale Phase",
        Window::FoeRout => "when an enemy Troop card has Routed in his Morale Phase",
        Window::FoeCombat => "at the start of the enemy's Combat Phase",
        Window::FoeAttack => "when the enemy has declared an attack, before its dice",
        Window::FoeEngage => "when a reveal has shown enemy cards that Engaged",
        Window::FoeCombatEnd => "at the end of the enemy's Combat Phase",
        Window::FoeReinforce => "at the start of the enemy's Reinforce Phase",
        Window::Answer => "in answer to an enemy Special",
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&sentence(self, Names(None)))
    }
}

impl Waterloo {
    /// A refusal in English, with names, and with the rules it rests on in brackets.
    #[must_use]
    pub fn refusal_text(&self, refusal: &Refusal) -> String {
        let cites: Vec<_> = refusal.cites().iter().map(ToString::to_string).collect();
        format!("{} [{}]", sentence(refusal, Names(Some(self))), cites.join(", "))
    }
}

fn sentence(refusal: &Refusal, names: Names<'_>) -> String {
    let place = |at: Place| names.place(at);
    let text = match *refusal {
        Refusal::GameOver => "The battle is over; start another one.",
        Refusal::NotYours => "It is not yours to act; wait for the other player.",
        Refusal::WrongPhase => "This is not done in the present phase; look at what the phase allows.",
        Refusal::ChooseFirst => {
            "Something must be decided first: a target, who takes Terrain, or what a Special asks; look at the list."
        }
        Refusal::NotInReserve { card } => {
            return capital(&format!("{} is not in your Reserve; choose a card that is.", names.card(card)));
        }
        Refusal::NoSuchSlot => "No card of yours stands in that slot; choose one of your cards on the battlefield.",
        Refusal::NoSuchGround => "There is no Terrain with that number; choose one that is in play.",
        Refusal::OutOfRange => "That number names no Position and no card of this battle; check it.",
        Refusal::NotOwnPosition => "You deploy in your own Positions only; choose your Left, Center or Right.",
        Refusal::PositionFull { at } => {
            return format!("Four face-down cards lie in {} already; choose another Position.", place(at));
        }
        Refusal::PositionsUncovered => {
            "The Troops left in the Reserve could not hold the Positions that are still empty; play this card there."
        }
        Refusal::PositionEmpty { at } => {
            return format!("No face-down card lies in {}; deploy one there first.", place(at));
        }
        Refusal::FrenchLast => "The French adjust last; wait until the other side has finished deploying.",
        Refusal::AlreadyReady => "You have finished deploying; wait for the other player.",
        Refusal::TooManyChanges => "You have changed your deployment too often; fill what is empty and finish.",
        Refusal::NoFormation => "Only Infantry changes formation; leave this card in Line.",
        Refusal::SameFormation { formation } => {
            return format!("It is {} already; choose another formation.", formation_text(formation));
        }
        Refusal::AlreadyFormed => "It has changed formation this turn; wait for the next one.",
        Refusal::FormedAfterDisengaging => "It disengaged this turn and may not change formation as well.",
        Refusal::FormsEngaged => {
            "While engaged a change of formation is a Move of its own; do only that, or move as it stands."
        }
        Refusal::LineInBuilding => "Cards in a Building are in Line; leave the Building to form Column or Square.",
        Refusal::FormsInReserve => {
            "Cards go to the Reserve without a formation; name Line, and choose again on coming up."
        }
        Refusal::WrongPosition { at } => {
            return format!("This Terrain belongs in {}; lay it there.", place(at));
        }
        Refusal::TerrainEngaged { at } => {
            return format!("Enemies stand in {}; Terrain is laid in unengaged Positions only.", place(at));
        }
        Refusal::TerrainFixed => "Terrain stays where it was laid; it is neither moved nor taken back.",
        Refusal::TooMuchTerrain => "You have eight Terrain cards in play, the most there can be; keep this one.",
        Refusal::GroundFull => "That Terrain covers no more cards; move one off it first or choose another.",
        Refusal::GroundElsewhere => "That Terrain lies in another Position; move the card there first.",
        Refusal::GroundForInfantry => "Only Infantry stands in Woods and Buildings; choose an Infantry card.",
        Refusal::GroundNotOwnHill => {
            "Cavalry and Artillery occupy only Hills of their own side in their own battleline; choose such a Hill."
        }
        Refusal::GroundRiver => "Nothing occupies a River; choose other Terrain.",
        Refusal::GroundHeld => "The enemy holds that Terrain; rout or drive off its occupants first.",
        Refusal::GroundAlready => "It occupies that Terrain already; choose something else.",
        Refusal::GroundNone => "It occupies no Terrain, so there is none to leave.",
        Refusal::GroundNotTroop => "Only Troop cards occupy Terrain; choose Infantry, Cavalry or Artillery.",
        Refusal::NoDecoys => "Decoys are not in use in this battle; put the card down face-up.",
        Refusal::NotADecoy => "Only General, Terrain and Special cards can be decoys; play this card as what it is.",
        Refusal::DecoyPlace => "A decoy is laid in an own Position without enemies; choose such a Position.",
        Refusal::DecoyCannot => "A decoy lies where it is; it can only be pulled back to the Reserve.",
        Refusal::SpecialIsPlayed => "A Special card does not move up: play it for its effect.",
        Refusal::NoMoveLeft => "It has no Battle Move left; wait for the next turn.",
        Refusal::HasActed => "It has fired or used Shock this turn, and does nothing more.",
        Refusal::SamePlace => "It is there already; choose another place.",
        Refusal::NotAdjacent { from, to } => {
            return format!(
                "{} and {} are not next to each other; go by way of the Reserve or across the Middle Ground.",
                capital(&place(from)),
                place(to)
            );
        }
        Refusal::Pinned { at } => {
            return format!("It is engaged in {} and may only disengage, by the way back.", place(at));
        }
        Refusal::WayBackEngaged { at } => {
            return format!("The way back is closed: enemies stand in {}. Clear it first.", place(at));
        }
        Refusal::EngageAndDisengage => "A card does not engage and disengage in one turn; wait for the next.",
        Refusal::FootArtillery => {
            "Foot Artillery neither engages nor crosses the Middle Ground; fire at long range or use Horse Artillery."
        }
        Refusal::GeneralAlone { at } => {
            return format!("A General does not enter {} without friendly Troops; send a Troop card first.", place(at));
        }
        Refusal::RiverLimit { limit } => {
            return format!(
                "The River lets {limit} of your cards across a turn, and so many have crossed; wait for the next."
            );
        }
        Refusal::Stacking { at } => {
            return format!("Then {} would keep more than four cards; make room there first.", place(at));
        }
        Refusal::OneGeneral { at } => {
            return format!("Then {} would keep more than one General; move the other away first.", place(at));
        }
        Refusal::StackingAtEnd { at } => {
            return format!(
                "More than four of your cards are in {}; move some away before you end the phase.",
                place(at)
            );
        }
        Refusal::OneGeneralAtEnd { at } => {
            return format!("Two of your Generals are in {}; move one away before you end the phase.", place(at));
        }
        Refusal::TableFull => "No more of your cards can stand on the battlefield; take one back first.",
        Refusal::ReserveSpent => "It went to the Reserve this turn and may not leave it again; wait for the next.",
        Refusal::PrussianGround => "Prussian cards keep to the British Left and the French Right; send it there.",
        Refusal::PrussiansNotArrived => "The Prussians have not arrived; show a Prussian General first.",
        Refusal::ChiefInReserve { commander } => {
            return format!(
                "A chief of staff stays in the Reserve while {} is present; play another card.",
                names.0.map_or_else(|| "his commander".to_owned(), |game| game.card_text(commander))
            );
        }
        Refusal::ChiefMustReturn => "The chief of staff must go back to the Reserve first: his commander is present.",
        Refusal::CannotAttack => "This card has nothing to attack with; choose a Troop card.",
        Refusal::HasMoved => "It moved this turn, and only Horse Artillery moves and fires; attack with another card.",
        Refusal::NotEngaged => "It is not engaged; engage first, and attack in the next turn.",
        Refusal::LongEngaged => "Its own Position is engaged, so it cannot fire across; fire at short range.",
        Refusal::LongFriends => "Friendly cards are in the target's Position; long-range fire is closed there.",
        Refusal::LongArtillery => "Only Artillery fires across the Middle Ground; engage first.",
        Refusal::NoShock => "Artillery has no Shock; fire instead.",
        Refusal::ShockNeedsColumn => "Infantry uses Shock only in Column; fire, or form Column for the next turn.",
        Refusal::ShockFromBuilding => "A card in a Building cannot use Shock; fire instead.",
        Refusal::ShockBlown => "This Cavalry is blown until it is no longer engaged; fire instead.",
        Refusal::CommitFirst => {
            "Enemy cards there lie face-down; commit the card first, then choose among what is revealed."
        }
        Refusal::NothingHidden => "Every enemy card there lies face-up; attack one at once.",
        Refusal::NoTarget => "No such enemy card is there; choose one in reach.",
        Refusal::TargetGeneral => "A General is not a target; aim at a Troop card, and 1s may hit him.",
        Refusal::TargetSquare => "Squares cannot be shocked; fire instead.",
        Refusal::TargetBuilding => "Infantry in a Building cannot be shocked; fire instead.",
        Refusal::TargetWoods => "Only Infantry attacks cards in Woods; choose another target.",
        Refusal::TargetCavalry => "Infantry cannot shock Cavalry; fire instead.",
        Refusal::TargetFresh => "Cavalry shocks only Cavalry that is blown; fire instead.",
        Refusal::NoDice => "No dice would be left for this attack; choose another target.",
        Refusal::TargetSpread => "That card was hit this turn and others there were not; choose one that was not hit.",
        Refusal::NothingToAttack { how } => {
            return format!("Nothing there may be attacked by {}; choose something else.", attack_text(how));
        }
        Refusal::NoHits => "It has no hits to test; choose a card that has.",
        Refusal::GeneralsFirst => "Generals roll first; roll for yours before the Troops.",
        Refusal::CannotCapture => {
            "This card cannot take that Terrain; choose engaged Infantry that stands on no other."
        }
        Refusal::MustCapture => "At least one card must take the Terrain; choose one.",
        Refusal::RollsLeft => "Morale rolls are still to be made; make them first.",
        Refusal::NotSpecial { card } => {
            return capital(&format!("{} has no effect to play; choose a Special card.", names.card(card)));
        }
        Refusal::NotNow { card } => return names.when(card),
        Refusal::SpecialAim { card } => return names.aim(card),
        Refusal::SpecialAlone { at } => {
            return format!("No Troop card and no face-up General of its army is in {}; play it elsewhere.", place(at));
        }
        Refusal::SpecialNobody => {
            "Its army has no Troop card and no face-up General in any Position; bring one up first."
        }
        Refusal::SpecialElsewhere { at } => {
            return format!("At this moment it can only be played in {}.", place(at));
        }
        Refusal::SpecialTwo { at } => {
            return format!("You have played two Specials in {} in this phase; wait for the next one.", place(at));
        }
        Refusal::SpecialSame { at } => {
            return format!("You have played the same Special in {} in this phase; play another one.", place(at));
        }
        Refusal::SpecialNeed { card, need } => return names.need(card, need),
        Refusal::SpecialRoom => "Too much is in force or under way; play it when something has ended.",
        Refusal::Barred { by } => return capital(&format!("{} forbids it.", names.card(by))),
        Refusal::EngagersLimit { at, by } => {
            let by = by.map_or_else(|| "a Special".to_owned(), |by| names.card(by));
            return capital(&format!("{by} lets no more cards engage in {}.", place(at)));
        }
        Refusal::NotOffered => "That is not among what may be chosen; look at the list.",
        Refusal::MustChoose => "Something must be chosen here; choose one of the list.",
        Refusal::NothingToPass => "There is nothing to pass on; end the phase, or act.",
        Refusal::NotShown => {
            "Only a Prussian General in your Reserve is shown; choose one, if the Prussians are still to arrive."
        }
    };
    text.to_owned()
}
