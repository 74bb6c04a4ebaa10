//! The words for operations: those that stay in force until their time is over come first.

use super::values::{ATTACK, BOUND, FORMATION, MOMENT, PERMISSION, START, VERB, WHOSE};
use super::{Form, Key, Node, Takes, Type, Word, key};

const WHO: Key = key("who", Type::Node(Node::Who), "Which cards.").must();
const WAYS: Key = key("ways", Type::Many(&ATTACK), "In these ways of attacking.").or("all");
const AGAINST: Key = key("against", Type::Node(Node::Who), "Only against such targets.").or("all");
const LASTS: Key = key("lasts", Type::Node(Node::Until), "Until when.").must().to("span.until");
const FROM: Key = key("from", Type::One(&START), "From when on.").or("\"now\"").to("span.from");
const WHILE: Key = key("only_while", Type::Node(Node::Cond), "Only while this holds.").to("span.when");
const EFFECT: Key = key("effect", Type::Nodes(Node::Op), "What happens; *it* is the card.").must();
const SOME_EFFECT: Key = key("effect", Type::Nodes(Node::Op), "What happens to each; *it* is that card.").or("nothing");
const OTHERWISE: Key = key("otherwise", Type::Nodes(Node::Op), "What happens if not.").or("nothing");

fn op(name: &str, form: Form, takes: Takes, keys: Vec<Key>, doc: &str) -> Word {
    Word::new(name, Node::Op, form, takes, keys, doc)
}

/// An operation that stays in force.
fn lasting(name: &'static str, keys: &[Key], doc: &str) -> Word {
    let keys = keys.iter().copied().chain([LASTS, FROM, WHILE]).collect();
    op(name, Form::Struct(name), Takes::Table, keys, doc)
}

fn at_once(name: &'static str, keys: Vec<Key>, doc: &str) -> Word {
    op(name, Form::Struct(name), Takes::Table, keys, doc)
}

const fn quantity(name: &'static str, doc: &'static str) -> Key {
    key(name, Type::Amount, doc).to("by").sets("what", name)
}

pub(super) fn words() -> Vec<Word> {
    use Form::Struct;
    use Takes::Places;
    let faces = |doc| key("faces", Type::Faces, doc).must();
    let mut spend = op(
        "spend_action",
        Struct("spend"),
        Places,
        vec![],
        "*It* has used its action: it can do nothing more this turn.",
    );
    spend.sets.push(("action", serde_json::Value::Bool(true)));
    vec![
        lasting(
            "modify",
            &[
                quantity("morale", "Added to the Morale value."),
                quantity("dice", "Added to the dice of an attack."),
                quantity("power", "Added to firepower or shock."),
                quantity("offense", "How often a General's Offense rating counts."),
                WHO,
                WAYS,
                AGAINST,
            ],
            "Changes one number of the rules: Morale, dice, power, or Offense.",
        ),
        lasting(
            "recoil",
            &[WHO, WAYS, faces("The faces.")],
            "Attackers hit themselves: once for each of their dice that shows one of these faces.",
        ),
        lasting("exposed", &[WHO, faces("The faces.")], "A General is hit by these faces, in place of 1s only.").rule("W 12.4"),
        lasting(
            "forgive",
            &[WHO, key("dice", Type::Number(1, 8), "How many.").must()],
            "So many of the failed dice of one Morale test count as passed; the first test that needs it uses it up.",
        )
        .rule("W 6.0"),
        lasting("forbid", &[key("what", Type::Many(&VERB), "What.").must(), WHO, AGAINST], "Forbids something while it lasts."),
        lasting(
            "permit",
            &[
                key("what", Type::One(&PERMISSION), "What.").must(),
                WHO,
                key("uses", Type::Number(1, 8), "How often.").or("without limit"),
            ],
            "Allows what the rules do not.",
        ),
        lasting(
            "limit",
            &[
                key("what", Type::One(&BOUND), "Which limit.").must(),
                key("of", Type::One(&WHOSE), "For whom.").or("\"own\""),
                key("to", Type::Number(0, 16), "The new limit."),
                key("by", Type::Number(-8, 8), "What is added."),
            ],
            "Changes a limit: either `to` a number or `by` a number.",
        ),
        lasting(
            "watch",
            &[
                key("on", Type::One(&MOMENT), "The moment.").must(),
                key("turn", Type::One(&WHOSE), "In whose turn.").or("\"own\""),
                EFFECT,
            ],
            "Waits, and does something at each such moment while it is in force.",
        ),
        at_once(
            "draw",
            vec![key("count", Type::Amount, "How many, at most 8.").must(), SOME_EFFECT],
            "Draws cards from the own Reinforcement deck into the Reserve; *it* is each of them in turn.",
        )
        .rule("W 10.0"),
        at_once(
            "search",
            vec![WHO, SOME_EFFECT],
            "Looks through the own deck for one card of a sort, takes it into the Reserve, shows it and shuffles.",
        ),
        op(
            "peek",
            Struct("peek"),
            Places,
            vec![key("count", Type::Number(1, 8), "How many.").must()],
            "Looks at the top cards of the own deck, takes one, and puts each of the others on the top or the bottom.",
        ),
        op(
            "place",
            Struct("place"),
            Places,
            vec![],
            "The player may place *it*, a card of his Reserve, in an unengaged Position of his own battleline.",
        ),
        at_once(
            "show",
            vec![
                key("general", Type::Texts, "The Generals, by id.").must(),
                key("must", Type::Flag, "Whether he must.").or("false"),
            ],
            "The player may show one of these Generals, if he is in the Reserve and none is face-up in a Position.",
        ),
        at_once(
            "choose",
            vec![
                WHO,
                key("max", Type::Number(1, 255), "At most so many; 255 for any number.").must(),
                key("min", Type::Number(0, 255), "At least so many, if there are as many.").or("0"),
                key("by", Type::One(&WHOSE), "Who chooses.").or("\"own\""),
                key("only_while", Type::Node(Node::Cond), "Choose only while this holds.").to("when"),
                EFFECT,
                OTHERWISE,
            ],
            "A player chooses cards one after another, and the effect happens to each at once.",
        ),
        at_once("each", vec![WHO, EFFECT], "Something happens to each of these cards, own slots first."),
        op(
            "provided",
            Struct("if"),
            Takes::Table,
            vec![
                key("that", Type::Node(Node::Cond), "The condition.").must().to("cond"),
                key("effect", Type::Nodes(Node::Op), "What happens when it holds.").must(),
                OTHERWISE,
            ],
            "One thing or another.",
        ),
        at_once(
            "roll",
            vec![
                key("dice", Type::Number(1, 8), "How many.").must(),
                key("table", Type::Nodes(Node::Branch), "What which faces do.").must(),
            ],
            "Rolls dice of the own player and does, for each, what its face says.",
        ),
        op(
            "hit",
            Struct("hit"),
            Places,
            vec![key("hits", Type::Amount, "How many.").must()],
            "Puts hits on *it*, which reveals it.",
        ),
        op(
            "form",
            Struct("form"),
            Places,
            vec![key("to", Type::One(&FORMATION), "The new formation.").must()],
            "Changes the formation of *it* at once, without a Move.",
        )
        .rule("W 9.0"),
        op("recover", Struct("recover"), Places, vec![], "*It* is blown no more.").rule("W 7.31"),
        op("reveal", Struct("reveal"), Places, vec![WHO], "Turns up such cards."),
        at_once(
            "retire",
            vec![
                key("heal", Type::Flag, "Whether its hits are taken off.").or("false"),
                key("hold", Type::Node(Node::Until), "Until when it may not leave the Reserve.").or("it may"),
            ],
            "*It* goes to its owner's Reserve.",
        ),
        op(
            "advance",
            Struct("advance"),
            Places,
            vec![],
            "*It* moves over the Middle Ground into the opposing Position, as its Move.",
        )
        .rule("W 8.1"),
        at_once(
            "attack",
            vec![
                key("how", Type::One(&ATTACK), "How.").must(),
                key("who", Type::Node(Node::Who), "Among which cards.").must(),
                key("dice", Type::Number(1, 8), "So many dice, whatever is printed.").or("what is printed"),
                key("power", Type::Number(1, 4), "This firepower or shock, whatever is printed.").or("what is printed"),
                key("free", Type::Flag, "Whether any of these cards may be the target, but for the spreading of hits.")
                    .or("false"),
            ],
            "*It* makes an attack at once on a target that its owner chooses.",
        )
        .rule("W 7.0"),
        at_once(
            "morale_roll",
            vec![key("fail", Type::Nodes(Node::Op), "What happens to *it* when it fails.").must()],
            "*It* makes one extra Morale roll.",
        )
        .rule("W 6.0"),
        op(
            "set_aside",
            Struct("set_aside"),
            Places,
            vec![key("turns", Type::Number(1, 60), "How many own turns.").must()],
            "*It*, a General who has just been killed, is set aside, and comes back to the Reserve after so many own turns.",
        )
        .rule("W 12.4"),
        op("spend_move", Struct("spend"), Places, vec![], "*It* has used its Move."),
        spend,
        op("cancel", Struct("cancel"), Places, vec![], "The Special that is being answered has no effect."),
        op("lapse", Struct("end"), Places, vec![], "All that this card has in force ends."),
        op(
            "tally",
            Struct("count"),
            Places,
            vec![key("by", Type::Amount, "How much.").must()],
            "Adds to the counter of this card.",
        ),
        op(
            "ask_handler",
            Struct("handler"),
            Places,
            vec![key("name", Type::Text, "Its name.").must()],
            "Asks the handler of this name which parts to run.",
        ),
    ]
}
