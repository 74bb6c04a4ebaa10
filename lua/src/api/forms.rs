//! The words that make up a card, filters of cards, durations, and the words for handlers.

use super::values::{AT, FACT, GROUND, LINE, TYPE, WHOSE, WINDOW};
use super::{Call, Constant, Form, Key, Node, Takes, Type, Word, key};
use serde_json::json;

const TEXT: &[Key] = &[
    key("effect", Type::Text, "What it does.").must(),
    key("duration", Type::Text, "How long.").must(),
    key("limits", Type::Text, "Within which limits.").must(),
    key("history", Type::Text, "Why history has it."),
];

const SPECIAL: &[Key] = &[
    key("api", Type::Number(1, 999), "The version of the API that the card was written for.")
        .or("that of the mod")
        .to("-"),
    key("id", Type::Text, "The card's id, as in its row of cards.csv.").must(),
    key("text", Type::Fields(TEXT), "What is printed on it.").must(),
    key("rules", Type::Texts, "The rules that it changes, such as \"W 12.1\".").must(),
    key("windows", Type::Many(&WINDOW), "When it may be played.").must(),
    key("aim", Type::Node(Node::Aim), "What must be named when it is played.").or("nothing"),
    key("needs", Type::Nodes(Node::Need), "What must hold for it to be played.").or("nothing"),
    key("effect", Type::Nodes(Node::Op), "What then happens, in order.").must(),
    key("parts", Type::NamedLists(Node::Op), "Parts that a handler may run, by name.").or("none"),
    key("choices", Type::Named(Node::Choice), "Choices that a handler may ask for, by name.").or("none"),
    key("handler", Type::Functions, "Functions that `ask_handler` asks, by name.").or("none").to("-"),
];

const WHO: &[Key] = &[
    key("kind", Type::Many(&TYPE), "Of these types.").or("any Troop card"),
    key("at", Type::One(&AT), "Where.").or("\"aim\""),
    key("is", Type::Many(&FACT), "Facts that hold."),
    key("isnt", Type::Many(&FACT), "Facts that do not hold.").to("not"),
    key("nation", Type::Texts, "Of one of these nationalities."),
    key("corps", Type::Texts, "Of one of these corps."),
    key("tag", Type::Texts, "With one of these tags."),
    key("without_tag", Type::Texts, "Without any of these tags.").to("not_tag"),
    key("id", Type::Texts, "With one of these ids."),
    key("it", Type::Flag, "*It* and no other.").or("false"),
    key("same_corps", Type::Flag, "Of the same corps as *it*; in a choice of several, as the first one chosen.")
        .or("false"),
];

const KINDS: [(&str, &str, &str); 7] = [
    ("troops", "", "Troop cards"),
    ("infantry", "infantry", "Infantry cards"),
    ("cavalry", "cavalry", "Cavalry cards"),
    ("artillery", "artillery", "Artillery cards of either sort"),
    ("foot_artillery", "foot_artillery", "Foot Artillery cards"),
    ("horse_artillery", "horse_artillery", "Horse Artillery cards"),
    ("generals", "general", "face-up Generals"),
];

pub(super) const CONSTANTS: &[Constant] = &[
    Constant { name: "nothing", value: "nothing", node: Some(Node::Aim), doc: "Nothing is named." },
    Constant {
        name: "event_card",
        value: "event",
        node: Some(Node::Aim),
        doc: "The card that the window is about: the one that Routs or dies.",
    },
    Constant { name: "this_phase", value: "phase", node: Some(Node::Until), doc: "To the end of this phase." },
    Constant { name: "this_turn", value: "turn", node: Some(Node::Until), doc: "To the end of this turn." },
    Constant {
        name: "next_own_morale",
        value: "own_morale",
        node: Some(Node::Until),
        doc: "To the end of the own next Morale Phase.",
    },
    Constant {
        name: "next_own_combat",
        value: "own_combat",
        node: Some(Node::Until),
        doc: "To the end of the own next Combat Phase, not this one.",
    },
    Constant {
        name: "until_captured",
        value: "captured",
        node: Some(Node::Until),
        doc: "Until the Terrain that was named is captured.",
    },
    Constant { name: "whole_battle", value: "battle", node: Some(Node::Until), doc: "To the end of the battle." },
    Constant { name: "given", value: "given", node: None, doc: "The number that the handler gave." },
];

pub(super) const CALLS: &[Call] = &[
    Call {
        name: "dice",
        parameters: &[("count", "number")],
        gives: "{number}",
        doc: "Rolls so many dice of the battle and gives their faces.",
    },
    Call {
        name: "ask",
        parameters: &[("choice", "string")],
        gives: "Facts | number | nil",
        doc: "Lets a player decide a choice of the card: the card chosen, the number of the answer from 1, or nil for nothing.",
    },
    Call {
        name: "cards",
        parameters: &[("filter", "Filter?")],
        gives: "{Facts}",
        doc: "The cards on the table that fit, as the player of the card sees them.",
    },
    Call {
        name: "run",
        parameters: &[("part", "string"), ("with", "{ card: Facts?, value: number? }?")],
        gives: "Run",
        doc: "A part of the card to be run: on which card, with which number.",
    },
];

fn turns(name: &'static str, doc: &str) -> Word {
    let count = key("turns", Type::Number(1, 60), "How many.").must();
    Word::new(name, Node::Until, Form::Value(name), Takes::Places, vec![count], doc)
}

pub(super) fn words() -> Vec<Word> {
    let mut words = vec![
        Word::new("special", Node::Special, Form::Bare, Takes::Table, SPECIAL.to_vec(), "A Special card."),
        Word::new(
            "need",
            Node::Need,
            Form::Bare,
            Takes::Places,
            vec![
                key("cond", Type::Node(Node::Cond), "The condition.").must().to("if"),
                key("say", Type::Text, "What is wanted, as the referee says it: \"the Position must hold ...\".")
                    .must(),
            ],
            "A condition for playing the card, and how to say that it is not met.",
        ),
        Word::new(
            "position",
            Node::Aim,
            Form::Value("position"),
            Takes::Places,
            vec![key("line", Type::One(&LINE), "Of which battleline.").must()],
            "A Position is named.",
        ),
        Word::new(
            "card",
            Node::Aim,
            Form::Value("card"),
            Takes::Places,
            vec![key("who", Type::Node(Node::Who), "Which cards; where they stand is free unless it says so.").must()],
            "A card on the table is named.",
        ),
        Word::new(
            "ground",
            Node::Aim,
            Form::Value("terrain"),
            Takes::List,
            vec![key("classes", Type::Many(&GROUND), "Of these classes.").must()],
            "Terrain in play is named.",
        ),
        Word::new(
            "choice",
            Node::Choice,
            Form::Bare,
            Takes::Table,
            vec![
                key("by", Type::One(&WHOSE), "Who chooses.").or("\"own\""),
                key("who", Type::Node(Node::Who), "Among these cards on the table."),
                key("options", Type::Texts, "Or among these answers, in words."),
                key("optional", Type::Flag, "Whether nothing may be chosen.").or("false"),
            ],
            "A choice that a handler may ask for: among cards, or among answers.",
        ),
        Word::new(
            "on",
            Node::Branch,
            Form::Bare,
            Takes::Places,
            vec![
                key("faces", Type::Faces, "The faces, 1 to 6.").must(),
                key("effect", Type::Nodes(Node::Op), "What happens.").must(),
            ],
            "Faces of a die and what happens on them.",
        ),
        turns("own_turns", "To the end of so many own turns, this one included if it is one."),
        turns("foe_turns", "To the end of so many enemy turns, this one included if it is one."),
    ];
    for (of, whose) in
        [("own", "the own army"), ("side", "the own player, of either army"), ("foe", "the enemy"), ("all", "anybody")]
    {
        for (name, kind, cards) in KINDS {
            let doc = format!("{}{} of {whose}.", cards[..1].to_uppercase(), &cards[1..]);
            let mut word =
                Word::new(format!("{of}.{name}"), Node::Who, Form::Bare, Takes::Table, WHO[1..].to_vec(), &doc);
            word.sets.push(("of", json!(of)));
            if !kind.is_empty() {
                word.sets.push(("kind", json!([kind])));
            }
            words.push(word);
        }
        let doc = format!("Cards of {whose}, of several types.");
        let mut word = Word::new(format!("{of}.cards"), Node::Who, Form::Bare, Takes::Table, WHO.to_vec(), &doc);
        word.sets.push(("of", json!(of)));
        words.push(word);
    }
    words
}
