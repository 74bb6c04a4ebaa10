//! The words for conditions.

use super::values::{AT, GROUND, OF};
use super::{Form, Key, Node, Takes, Type, Word, key};

const WHO: Key = key("who", Type::Node(Node::Who), "Which cards.").must();

fn cond(name: &str, form: Form, takes: Takes, keys: Vec<Key>, doc: &str) -> Word {
    Word::new(name, Node::Cond, form, takes, keys, doc)
}

fn range(doc_min: &'static str, doc_max: &'static str) -> [Key; 2] {
    [key("min", Type::Number(0, 255), doc_min).or("0"), key("max", Type::Number(0, 255), doc_max).or("any number")]
}

pub(super) fn words() -> Vec<Word> {
    use Form::{Struct, Unit, Value};
    use Takes::{List, Places, Table};
    let ids = |doc| key("ids", Type::Texts, doc).must();
    let [min, max] = range("At least.", "At most.");
    vec![
        cond("some", Value("some"), Places, vec![WHO], "There is at least one such card."),
        cond("count", Struct("count"), Table, vec![WHO, min, max], "There are so many such cards."),
        cond(
            "more",
            Struct("more"),
            Places,
            vec![WHO, key("than", Type::Node(Node::Who), "Than those.").must()],
            "There are more of the ones than of the others.",
        ),
        cond(
            "engaged",
            Value("engaged"),
            Places,
            vec![key("at", Type::One(&AT), "Where.").must()],
            "An enemy Troop card is in the Position.",
        )
        .rule("W 8.1"),
        cond(
            "unengaged",
            Value("unengaged"),
            Places,
            vec![key("at", Type::One(&AT), "Where.").must()],
            "No enemy Troop card is in the Position.",
        )
        .rule("W 8.1"),
        cond("foe_turn", Struct("foe_turn"), Table, vec![min, max], "The enemy has begun so many turns."),
        cond(
            "battle",
            Value("battle"),
            List,
            vec![key("codes", Type::Texts, "The codes, such as \"WA\".").must()],
            "The battle is one of these.",
        )
        .rule("W 2.0"),
        cond(
            "deck_holds",
            Value("deck"),
            Places,
            vec![key("cards", Type::Number(1, 128), "How many.").must()],
            "At least so many cards are left in the own Reinforcement deck.",
        ),
        cond(
            "general_out",
            Value("general"),
            List,
            vec![ids("The Generals.")],
            "One of these Generals is face-up in a Position, or has just been shown in the Reserve.",
        ),
        cond(
            "general_held",
            Value("has_general"),
            List,
            vec![ids("The Generals.")],
            "One of these Generals is face-up in a Position or in the own Reserve, seen by his owner alone.",
        ),
        cond(
            "terrain",
            Struct("terrain"),
            Table,
            vec![
                key("class", Type::One(&GROUND), "Of this class.").must(),
                key("at", Type::One(&AT), "Where.").or("\"aim\""),
                key("held", Type::One(&OF), "Whom it faces.").or("\"own\""),
            ],
            "There is Terrain in a Position.",
        )
        .rule("W 11.0"),
        cond(
            "occupied",
            Value("occupied"),
            Places,
            vec![key("by", Type::One(&OF), "By whom.").must()],
            "The Terrain that was named faces this side and such cards occupy it.",
        )
        .rule("W 11.0"),
        cond(
            "event_is",
            Value("event"),
            Places,
            vec![WHO],
            "The card that the window is about is one of these; where it stands is no matter.",
        ),
        cond("event_placed", Unit("placed"), Places, vec![], "The window is about a Position."),
        cond(
            "failed_at_most",
            Value("failed"),
            Places,
            vec![key("rolls", Type::Number(0, 8), "How many.").must()],
            "The card that the window is about failed at most so many rolls.",
        )
        .rule("W 6.0"),
        cond(
            "may_advance",
            Unit("may_advance"),
            Places,
            vec![],
            "The card that was named may move over the Middle Ground into the opposing Position.",
        )
        .rule("W 8.1"),
        cond("in_force", Unit("in_force"), Places, vec![], "A card of this id is in force on the same aim already."),
        cond(
            "counted",
            Value("counter"),
            Places,
            vec![key("least", Type::Number(0, 255), "How much.").must()],
            "The counter of this card stands at least at so much.",
        ),
        cond(
            "isnt",
            Value("not"),
            Places,
            vec![key("cond", Type::Node(Node::Cond), "What.").must()],
            "The condition does not hold.",
        ),
        cond(
            "all_of",
            Value("all"),
            List,
            vec![key("conds", Type::Nodes(Node::Cond), "Which.").must()],
            "All of these hold.",
        ),
        cond(
            "any_of",
            Value("any"),
            List,
            vec![key("conds", Type::Nodes(Node::Cond), "Which.").must()],
            "Any of these holds.",
        ),
    ]
}
