//! Texts that a key may hold, with what they mean. A test holds them equal to what the core knows.

/// One set of texts.
#[derive(PartialEq, Eq, Debug)]
pub struct Values {
    /// Its name in the files for editors.
    pub name: &'static str,
    /// What it is, in a few words.
    pub means: &'static str,
    /// The texts and what they mean.
    pub list: &'static [(&'static str, &'static str)],
}

impl Values {
    /// The texts.
    pub fn texts(&self) -> impl Iterator<Item = &'static str> + '_ {
        self.list.iter().map(|(text, _)| *text)
    }
}

macro_rules! values {
    ($($item:ident $name:literal $means:literal { $($text:literal = $doc:literal,)+ })+) => {
        $(
            #[doc = $means]
            pub static $item: Values = Values { name: $name, means: $means, list: &[$(($text, $doc)),+] };
        )+
        /// All sets.
        pub static ALL: &[&Values] = &[$(&$item),+];
    };
}

values! {
    WINDOW "Window" "a moment at which a Special may be played" {
        "own_morale" = "the start of the own Morale Phase, before any roll",
        "own_rout" = "a friendly Troop card has failed its rolls and is about to leave, in either turn",
        "own_general" = "a friendly General has rolled his death and is about to leave",
        "own_combat" = "between two actions of the own Combat Phase",
        "foe_morale" = "the start of the enemy Morale Phase",
        "foe_rout" = "an enemy Troop card has Routed in the enemy Morale Phase",
        "foe_combat" = "the start of the enemy Combat Phase",
        "foe_attack" = "the enemy has declared an attack and not yet rolled",
        "foe_engage" = "a reveal has shown enemy cards that Engaged this turn",
        "foe_combat_end" = "the end of the enemy Combat Phase, after captures and the reveal",
        "foe_reinforce" = "the start of the enemy Reinforce Phase",
        "answer" = "the enemy has played a Special that has not yet taken effect",
    }
    LINE "Line" "a battleline" {
        "any" = "all six Positions",
        "own" = "the own battleline",
        "foe" = "the enemy's battleline",
    }
    OF "Of" "whose cards" {
        "own" = "those of the card's own army",
        "side" = "those of the own player, of either army",
        "foe" = "the enemy's",
        "all" = "anybody's",
    }
    TYPE "Type" "a type of cards" {
        "troop" = "Infantry, Cavalry and Artillery",
        "infantry" = "Infantry",
        "cavalry" = "Cavalry",
        "artillery" = "Artillery of either sort",
        "foot_artillery" = "Foot Artillery",
        "horse_artillery" = "Horse Artillery",
        "general" = "a face-up General",
        "stacked" = "whatever counts for the Stacking Limit: a Troop card or a decoy",
    }
    AT "At" "a place" {
        "aim" = "the Position that was named",
        "across" = "the Position across the Middle Ground from it",
        "lane" = "both of these: the lane of what was named",
        "terrain" = "on the Terrain that was named",
        "it" = "the Position of *it*",
        "across_it" = "the Position across from *it*",
        "event" = "the Position that the window is about",
        "own_line" = "any Position of the own battleline",
        "foe_line" = "any Position of the enemy's battleline",
        "anywhere" = "any Position",
        "french_left" = "the French Left",
        "french_center" = "the French Center",
        "french_right" = "the French Right",
        "allied_left" = "the Allied Left",
        "allied_center" = "the Allied Center",
        "allied_right" = "the Allied Right",
    }
    FACT "Fact" "a fact about a card" {
        "up" = "it lies face-up",
        "line" = "it is in Line (any card that is not in Column or Square)",
        "column" = "it is in Column",
        "square" = "it is in Square",
        "blown" = "it is blown",
        "moved" = "it has used a Move this turn",
        "acted" = "it has fired or used Shock this turn",
        "fresh" = "it has neither moved nor acted this turn",
        "ready" = "it could spend a Move where it stands; never true of what stays in force",
        "formed" = "it has changed formation this turn",
        "engaged" = "it has Engaged this turn",
        "withdrew" = "it has Disengaged this turn",
        "came_up" = "it has come up from the Reserve this turn",
        "pinned" = "it stands in an engaged Position",
        "on_terrain" = "it stands on any Terrain",
        "on_hill" = "it stands on a Hill",
        "in_woods" = "it stands in Woods",
        "in_building" = "it stands in a Building",
        "hit" = "it has hits",
        "struck" = "it has taken a hit in this turn",
    }
    GROUND "Ground" "a class of Terrain" {
        "hill" = "a Hill",
        "woods" = "Woods",
        "river" = "a River; it counts for the Position of the own battleline beside it",
        "building" = "a Building",
    }
    ATTACK "Attack" "a way of attacking" {
        "fire" = "Fire at short range",
        "shock" = "Shock",
        "long" = "Artillery Fire at long range",
    }
    FORMATION "Formation" "a formation" {
        "line" = "Line",
        "column" = "Column",
        "square" = "Square",
    }
    VERB "Verb" "what may be forbidden" {
        "move" = "any Battle Move, Terrain and formation changes that cost one included",
        "engage" = "to Engage",
        "disengage" = "to Disengage",
        "form" = "to change formation",
        "fire" = "to fire at short range",
        "shock" = "to use Shock",
        "long" = "to fire at long range",
        "leave_reserve" = "to leave the Reserve",
        "capture" = "to capture the Terrain that was named",
    }
    PERMISSION "Permission" "what may be allowed" {
        "extra_move" = "one Battle Move more than its type has",
        "go_on" = "one more Battle Move, forward over the Middle Ground only, for a card that came up this turn",
        "engage_and_disengage" = "to Engage and Disengage in one turn",
        "long_engaged" = "to fire at long range from an engaged Position",
        "shock_building" = "to use Shock against Infantry in the Building that was named",
        "shock_after_move" = "to use Shock after it has Engaged in this turn",
    }
    BOUND "Bound" "a limit of the rules" {
        "stacking" = "how many cards a player may have in the Position that was named",
        "capacity" = "how many cards the Terrain that was named holds",
        "engagers" = "how many Troop cards may Engage the Position that was named in a turn",
        "crossings" = "how many Troop cards may cross the lane that was named in a turn",
        "draws" = "how many cards are drawn in a Reinforce Phase",
    }
    MOMENT "Moment" "a moment that something waits for" {
        "morale_end" = "after the last roll of a Morale Phase",
        "combat_end" = "at the end of a Combat Phase, before the Reinforce Phase",
        "turn_end" = "at the end of a turn",
        "turn_start" = "at the beginning of a turn",
        "entered" = "when *it* has entered a Position with enemy cards",
    }
    WHOSE "Whose" "which player" {
        "own" = "the player of the card",
        "foe" = "the enemy",
        "any" = "either",
    }
    START "Start" "from when on" {
        "now" = "at once",
        "own_turn" = "from the beginning of the own next turn",
        "foe_turn" = "from the beginning of the enemy's next turn",
        "own_combat" = "from the beginning of the own next Combat Phase",
    }
}
