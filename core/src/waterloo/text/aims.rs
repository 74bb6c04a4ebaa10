//! What a Special is played on, in words, as a refusal gives them.

use super::super::specials::program::{Aim, At, Fact, Line, Of, Type, Who};
use super::super::types::{Army, GroundKind};
use super::{army_text, join};

/// A type of cards in English, for one card.
#[must_use]
pub const fn type_text(kind: Type) -> &'static str {
    match kind {
        Type::Troop => "Troop card",
        Type::Infantry => "Infantry card",
        Type::Cavalry => "Cavalry card",
        Type::Artillery => "Artillery card",
        Type::FootArtillery => "Foot Artillery card",
        Type::HorseArtillery => "Horse Artillery card",
        Type::General => "face-up General",
        Type::Stacked => "card that counts for stacking",
    }
}

/// A fact about a card in English, as in `it is …`.
#[must_use]
pub const fn fact_text(fact: Fact) -> &'static str {
    match fact {
        Fact::Up => "face-up",
        Fact::Line => "in Line",
        Fact::Column => "in Column",
        Fact::Square => "in Square",
        Fact::Blown => "blown",
        Fact::Moved => "moved this turn",
        Fact::Acted => "used this turn",
        Fact::Fresh => "neither moved nor used this turn",
        Fact::Ready => "able to spend a Move",
        Fact::Formed => "newly formed this turn",
        Fact::Engaged => "newly engaged this turn",
        Fact::Withdrew => "disengaged this turn",
        Fact::CameUp => "come up this turn",
        Fact::Pinned => "in an engaged Position",
        Fact::OnTerrain => "on Terrain",
        Fact::OnHill => "on a Hill",
        Fact::InWoods => "in Woods",
        Fact::InBuilding => "in a Building",
        Fact::Hit => "hit",
        Fact::Struck => "hit this turn",
    }
}

/// What a Special of an army is played on, as in `it is played …`; `name` gives the name of the card with an id.
pub(super) fn aim_text(aim: &Aim, army: Army, name: impl Fn(&str) -> String) -> String {
    match aim {
        Aim::Nothing => "on nothing: name nothing".to_owned(),
        Aim::Position(Line::Any) => "on a Position".to_owned(),
        Aim::Position(Line::Own) => "on a Position of your battleline".to_owned(),
        Aim::Position(Line::Foe) => "on a Position of the enemy's battleline".to_owned(),
        Aim::Card(who) => format!("on a card: {}", one_of(who, army, name)),
        Aim::Terrain(classes) => {
            let classes = classes.iter().map(|class| match class {
                GroundKind::Hill => "a Hill".to_owned(),
                GroundKind::Woods => "Woods".to_owned(),
                GroundKind::River => "a River".to_owned(),
                GroundKind::Building => "a Building".to_owned(),
            });
            format!("on {} in play", join(classes, ", ", " or "))
        }
        Aim::Event => "on the card that this moment is about, the one that Routs or dies".to_owned(),
    }
}

/// One card of a filter: `a French Infantry card in your battleline that is neither moved nor used this turn`.
fn one_of(who: &Who, army: Army, name: impl Fn(&str) -> String) -> String {
    let kinds: &[Type] = if who.kind.is_empty() { &[Type::Troop] } else { &who.kind };
    let kinds = join(kinds.iter().map(|&kind| type_text(kind).to_owned()), ", ", " or ");
    let mut text = match who.of {
        Of::Own => format!("a {} {kinds}", army_text(army)),
        Of::Side => format!("a {kinds} of your side"),
        Of::Foe => format!("an enemy {kinds}"),
        Of::All => format!("any {kinds}"),
    };
    if !who.id.is_empty() {
        text = join(who.id.iter().map(|id| name(id)), ", ", " or ");
    }
    for (items, what) in
        [(&who.nation, "of nationality"), (&who.corps, "of corps"), (&who.tag, "marked"), (&who.not_tag, "not marked")]
    {
        if !items.is_empty() {
            text += &format!(" {what} {}", join(items.iter().cloned(), ", ", " or "));
        }
    }
    text += match who.at {
        At::OwnLine => " in your battleline",
        At::FoeLine => " in the enemy's battleline",
        At::Event => " in the Position that this moment is about",
        At::FrenchLeft => " in the French Left",
        At::FrenchCenter => " in the French Center",
        At::FrenchRight => " in the French Right",
        At::AlliedLeft => " in the Allied Left",
        At::AlliedCenter => " in the Allied Center",
        At::AlliedRight => " in the Allied Right",
        _ => "",
    };
    let facts = who.is.iter().map(|&fact| fact_text(fact).to_owned());
    let facts = facts.chain(who.not.iter().map(|&fact| format!("not {}", fact_text(fact))));
    let facts = join(facts, ", ", " and ");
    if facts.is_empty() { text } else { format!("{text} that is {facts}") }
}
