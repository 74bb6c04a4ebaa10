//! Battles in which every Special has a wild program that the check lets pass, with handlers that answer anything: whatever is
//! listed may be done, whatever is reached is a position, nothing panics and nothing goes on for ever.

use eagles::chance::{Seed, Seeded};
use eagles::game::{Game, Player, Quiet, Viewer};
use eagles::waterloo::agenda::Subject;
use eagles::waterloo::specials::Program;
use eagles::waterloo::specials::check::Checker;
use eagles::waterloo::specials::handler::{Call, HandlerError, Handlers, Part, Reply};
use eagles::waterloo::{Action, CardSet, Deal, Kind, Setup, State, Waterloo};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::sync::Arc;
/// Small numbers by chance.
struct Rng(u64);
impl Rng {
    fn n(&mut self, m: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        ((self.0 >> 11) as usize) % m.max(1)
    }
}

/// A handler that answers anything, the same each time. The parts and choices of each card.
#[derive(Debug)]
struct Mad(BTreeMap<String, (Vec<String>, Vec<String>)>);
impl Handlers for Mad {
    fn call(&self, call: &Call<'_>) -> Result<Reply, HandlerError> {
        let (parts, choices) = &self.0[call.card];
        let mut h = 0xcbf2_9ce4_8422_2325_u64;
        for b in format!("{:?}{:?}{}", call.answers, call.scene.cards, call.scene.turn).bytes() {
            h = (h ^ u64::from(b)).wrapping_mul(0x0100_0000_01b3);
        }
        let mut r = Rng(h | 1);
        let it_is_there = call.scene.cards.iter().any(|c| Subject::slot(c.player, c.slot) == call.scene.it);
        Ok(match r.n(3) {
            0 if call.answers.len() < 5 => Reply::Roll(1 + r.n(3) as u8),
            1 if call.answers.len() < 8 && !choices.is_empty() => Reply::Choose(choices[r.n(choices.len())].clone()),
            _ => Reply::Run(
                (0..r.n(5))
                    .map(|_| Part {
                        part: parts[r.n(parts.len())].clone(),
                        // A part that acts on a card needs one.
                        card: if call.scene.cards.is_empty() || it_is_there && r.n(2) == 0 {
                            None
                        } else {
                            Some(r.n(call.scene.cards.len()) as u16)
                        },
                        value: [-128, -1, 0, 1, 2, 8, 127][r.n(7)],
                    })
                    .collect(),
            ),
        })
    }
    fn hash(&self) -> u64 {
        7
    }
}

/// All parts of a tree.
fn parts(value: &Value, out: &mut Vec<Value>) {
    out.push(value.clone());
    match value {
        Value::Array(l) => l.iter().for_each(|i| parts(i, out)),
        Value::Object(f) => f.values().for_each(|i| parts(i, out)),
        _ => {}
    }
}
/// The n-th part of a tree.
fn nth<'v>(value: &'v mut Value, n: &mut usize) -> Option<&'v mut Value> {
    if *n == 0 {
        return Some(value);
    }
    *n -= 1;
    match value {
        Value::Array(l) => l.iter_mut().find_map(|i| nth(i, n)),
        Value::Object(f) => f.values_mut().find_map(|i| nth(i, n)),
        _ => None,
    }
}
/// Whether one can stand for the other.
fn alike(a: &Value, b: &Value) -> bool {
    let first = |v: &Value| v.as_object().and_then(|f| f.keys().next().cloned());
    std::mem::discriminant(a) == std::mem::discriminant(b) && (first(a).is_some() == first(b).is_some())
}
/// Changes a tree somewhere.
fn mutate(value: &mut Value, pool: &[Value], r: &mut Rng) {
    let mut all = Vec::new();
    parts(value, &mut all);
    let mut n = r.n(all.len());
    let Some(part) = nth(value, &mut n) else { return };
    match (r.n(5), &mut *part) {
        (0, Value::Number(_)) => *part = json!(([0, 1, 2, 3, 6, 8, 60, 64, 255, -1][r.n(10)])),
        (0, Value::Array(l)) if !l.is_empty() => {
            let i = l[r.n(l.len())].clone();
            if r.n(2) == 0 {
                l.push(i)
            } else {
                l.pop();
            }
        }
        (0, Value::Object(f)) if !f.is_empty() => {
            let k = f.keys().nth(r.n(f.len())).cloned();
            k.and_then(|k| f.remove(&k));
        }
        _ => {
            let same: Vec<&Value> = pool.iter().filter(|o| alike(o, part)).collect();
            if let Some(o) = same.get(r.n(same.len())) {
                *part = (*o).clone();
            }
        }
    }
}
/// How long something lasts.
fn span(r: &mut Rng) -> Value {
    let u = [
        json!("phase"),
        json!("turn"),
        json!("battle"),
        json!({"own_turns": 2}),
        json!({"foe_turns": 1}),
        json!("own_morale"),
        json!("own_combat"),
    ];
    let w = [
        Value::Null,
        json!("may_advance"),
        json!({"some": who(r)}),
        json!({"not": {"engaged": "aim"}}),
        json!({"counter": 2}),
        json!({"count": {"who": who(r), "min": 1, "max": 3}}),
    ];
    let mut s = json!({"until": u[r.n(u.len())]});
    if r.n(3) == 0 {
        let w = w[r.n(w.len())].clone();
        if !w.is_null() {
            s["when"] = w
        }
    }
    if r.n(4) == 0 {
        s["from"] = json!((["now", "own_turn", "foe_turn", "own_combat"][r.n(4)]))
    }
    s
}
/// Which cards.
fn who(r: &mut Rng) -> Value {
    let mut w = json!({"of": (["own","foe","all","side"][r.n(4)])});
    if r.n(4) == 0 {
        w["it"] = json!(true);
        return w;
    }
    w["at"] =
        json!((["aim", "across", "lane", "it", "across_it", "anywhere", "own_line", "foe_line", "anywhere"][r.n(9)]));
    if r.n(3) == 0 {
        w["kind"] = json!([["infantry"], ["cavalry"], ["general"], ["stacked"], ["artillery"]][r.n(5)])
    }
    if r.n(4) == 0 {
        w["is"] = json!([["ready"], ["up"], ["fresh"], ["engaged"], ["moved"]][r.n(5)])
    }
    w
}
/// An operation with lists at most so deep inside it.
fn op(r: &mut Rng, d: usize) -> Value {
    let leaf = d == 0;
    let k = if leaf { r.n(20) } else { r.n(30) };
    match k {
        0 => {
            json!({"modify": {"what": (["power","morale","dice","offense"][r.n(4)]), "by": (if r.n(3)==0 {json!("given")} else {json!(r.n(9))}), "who": who(r), "span": span(r)}})
        }
        1 => {
            json!({"forbid": {"what": [(["move","engage","leave_reserve","form","fire","shock","disengage","capture"][r.n(8)]), (["move","form","fire","shock"][r.n(4)])], "who": who(r), "span": span(r)}})
        }
        2 => {
            json!({"permit": {"what": (["go_on","shock_after_move","shock_building"][r.n(3)]), "who": who(r), "span": span(r)}})
        }
        3 => {
            json!({"limit": {"what": (["stacking","capacity","draws","engagers","crossings"][r.n(5)]), "of": (["own","foe","any"][r.n(3)]), (if r.n(2)==0 {"to"} else {"by"}): ([0,1,2,-3][r.n(4)]), "span": span(r)}})
        }
        4 => json!({"hit": {"hits": 1 + r.n(8)}}),
        5 => json!({"form": {"to": (["line","column","square"][r.n(3)])}}),
        6 => json!({"recover": {}}),
        7 => {
            json!({"retire": {"heal": (r.n(2)==0), "hold": ([json!("turn"), Value::Null, json!({"own_turns": 2})][r.n(3)])}})
        }
        8 | 9 => json!({"advance": {}}),
        10 => json!({"spend": {"action": (r.n(2)==0)}}),
        11 => json!({"reveal": {"who": who(r)}}),
        12 | 13 => {
            json!({"attack": {"how": (["fire","shock","long"][r.n(3)]), "who": who(r), "dice": 3, "power": 2, "free": (r.n(2)==0)}})
        }
        14 => json!({"set_aside": {"turns": 1 + r.n(3)}}),
        15 => json!({"cancel": {}}),
        16 => json!({"end": {}}),
        17 => json!({"count": {"by": 1}}),
        18 => json!({"peek": {"count": 1 + r.n(8)}}),
        19 => json!({"place": {}}),
        20 => {
            json!({"watch": {"on": (["entered","turn_start","turn_end","morale_end","combat_end"][r.n(5)]), "turn": (["own","foe","any"][r.n(3)]), "effect": ops(r, d-1), "span": span(r)}})
        }
        21 => json!({"draw": {"count": 1 + r.n(8), "effect": ops(r, d-1)}}),
        22 => json!({"search": {"who": {}, "effect": ops(r, d-1)}}),
        23 => {
            json!({"show": {"general": ["fr-gen-napoleon","br-gen-wellington","pr-gen-blucher"], "must": (r.n(2)==0)}})
        }
        24 => {
            json!({"choose": {"who": who(r), "by": (["own","foe"][r.n(2)]), "min": r.n(3), "max": 1 + r.n(5), "effect": ops(r, d-1), "otherwise": ops(r, d-1)}})
        }
        25 => json!({"each": {"who": who(r), "effect": ops(r, d-1)}}),
        26 => json!({"if": {"cond": {"some": who(r)}, "effect": ops(r, d-1), "otherwise": ops(r, d-1)}}),
        27 => {
            json!({"roll": {"dice": 1 + r.n(8), "table": [{"faces": [1,2,3], "effect": ops(r, d-1)}, {"faces": [4,5,6], "effect": ops(r, d-1)}]}})
        }
        28 => json!({"morale_roll": {"fail": ops(r, d-1)}}),
        _ => json!({"handler": {"name": "mad"}}),
    }
}
fn ops(r: &mut Rng, d: usize) -> Value {
    let n = 1 + r.n(2);
    Value::Array((0..n).map(|_| op(r, d)).collect())
}
/// Takes out what is null.
fn strip(v: &mut Value) {
    match v {
        Value::Object(f) => {
            f.retain(|_, v| !v.is_null());
            f.values_mut().for_each(strip)
        }
        Value::Array(l) => l.iter_mut().for_each(strip),
        _ => {}
    }
}

/// A program for a card that the check lets pass.
fn generate(base: &Program, r: &mut Rng, checker: &Checker, pool: &[Value]) -> Option<Program> {
    for _ in 0..40 {
        let mut v = serde_json::to_value(base).unwrap();
        if r.n(3) == 0 {
            for _ in 0..=r.n(4) {
                mutate(&mut v, pool, r)
            }
        } else {
            v["needs"] = json!([]);
            v["windows"] = [
                json!(["own_combat"]),
                json!(["own_morale"]),
                json!(["foe_combat", "foe_attack"]),
                json!(["answer"]),
                json!(["own_rout", "own_general"]),
                json!(["foe_engage"]),
                json!(["foe_combat_end", "foe_reinforce"]),
                json!(["own_combat", "foe_attack", "own_rout"]),
            ][r.n(8)]
            .clone();
            v["aim"] = [
                json!("nothing"),
                json!({"position": "any"}),
                json!({"card": {"of": "own", "kind": ["infantry"]}}),
                json!({"card": {"of": "foe", "kind": ["stacked"]}}),
                json!({"terrain": ["building","hill","woods"]}),
                json!("event"),
                json!({"card": {"of": "own", "kind": ["stacked"]}}),
            ][r.n(7)]
            .clone();
            let d = r.n(4);
            v["effect"] = ops(r, d);
            if v["effect"].to_string().contains("handler") {
                v["parts"] = json!({"a": ops(r, 1), "b": ops(r, 2)});
                if r.n(2) == 0 {
                    v["choices"] = json!({"x": {"who": who(r), "by": (["own","foe"][r.n(2)]), "optional": (r.n(2)==0)}, "y": {"options": ["one","two"]}});
                }
            }
        }
        strip(&mut v);
        match serde_json::from_value::<Program>(v) {
            Err(_) => {}
            Ok(mut p) => {
                p.id.clone_from(&base.id);
                if checker.faults(&p).is_empty() {
                    return Some(p);
                }
            }
        }
    }
    None
}

#[test]
fn wild_programs_do_no_harm() {
    let rounds: u64 = std::env::var("EAGLES_WILD").ok().and_then(|s| s.parse().ok()).unwrap_or(60);
    let set = CardSet::embedded();
    let checker = Checker::new(&set);
    let mut pool = Vec::new();
    set.programs().iter().for_each(|p| parts(&serde_json::to_value(p).unwrap(), &mut pool));
    let (mut plies, mut deepest, mut most) = (0, 0, 0);
    for round in 0..rounds {
        let mut r = Rng(round.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ 0x5eed);
        let programs: Vec<Program> =
            set.programs().iter().filter_map(|p| generate(p, &mut r, &checker, &pool)).collect();
        let names = |p: &Program| (p.parts.keys().cloned().collect(), p.choices.keys().cloned().collect());
        let mad = Mad(programs.iter().map(|p| (p.id.clone(), names(p))).collect());
        let changed = set.extended("", &programs).map(Arc::new).unwrap_or_else(|e| panic!("round {round}: {e}"));
        let battle = ["LI", "WA", "WV", "CH", "QB"][r.n(5)];
        let mut setup = Setup::battle(battle);
        setup.options.decoys = r.n(2) == 0;
        for row in changed.battle(battle) {
            // Every Special twice, half of the other cards.
            let mut numbers = Vec::new();
            for card in changed.cards().iter().filter(|card| card.army == row.army) {
                let copies = if card.kind == Kind::Special { 2 } else { r.n(2) };
                numbers.extend(std::iter::repeat_n(card.number, copies));
            }
            numbers.truncate(120);
            setup.deals.insert(row.army, if r.n(2) == 0 { Deal::Collection(numbers) } else { Deal::AllHistorical });
        }
        // A collection may be too small to be dealt.
        let Ok(game) = Waterloo::new(changed, setup) else { continue };
        let game = game.with_handlers(Arc::new(mad));
        for battle in 0..3 {
            let mut draws = Seeded::new(Seed::from_number(round * 10 + battle));
            let mut state = game.start();
            let mut legal = Vec::new();
            let mut step = 0;
            while let Some(player) = game.next_to_ask(&state) {
                step += 1;
                let told =
                    |state: &State| format!("round {round}.{battle}, step {step}: {}", game.write_position(state));
                assert!(step < 80_000, "no end: {}", told(&state));
                legal.clear();
                game.legal(&state, player, &mut legal);
                assert!(!legal.is_empty(), "nothing to do: {}", told(&state));
                if r.n(5) == 0 {
                    for action in &legal {
                        assert_eq!(game.refusal(&state, player, action), None, "{action:?} {}", told(&state));
                    }
                }
                if r.n(if state.task().is_some() { 8 } else { 160 }) == 0 {
                    let line = game.write_position(&state);
                    let back = game.read_position(&line).unwrap_or_else(|e| panic!("{e} {}", told(&state)));
                    assert!(back == state, "{} is read as {}", told(&state), game.write_position(&back));
                    let _ = [0, 1].map(|eyes| game.view_text(&game.view(&state, Viewer::Player(Player(eyes)))));
                }
                let plays: Vec<Action> = legal.iter().copied().filter(|a| matches!(a, Action::Play { .. })).collect();
                let among = if plays.is_empty() || r.n(2) == 0 { &legal } else { &plays };
                let action = among[r.n(among.len())];
                let before = state.clone();
                if let Err(e) = game.apply(&mut state, player, &action, &mut draws, &mut Quiet) {
                    // The card that a part acts on may have gone meanwhile: then nothing has happened.
                    assert!(e.to_string().contains("give `card`"), "{action:?}: {e} {}", told(&state));
                    assert!(state == before, "{action:?} left something behind: {}", told(&before));
                    break;
                }
                plies += 1;
                deepest = deepest.max(state.agenda.tasks().len());
                most = most.max(state.forces.list().len());
            }
        }
    }
    println!("{plies} actions, at most {deepest} tasks and {most} entries in force");
    assert!(plies > 300 * rounds && deepest > 6 && most > 8, "{plies} actions, {deepest} tasks, {most} entries");
}
