//! Scenarios: files in, files out, every fault placed.

use eagles::chance::Seed;
use eagles::empire::scenario::generate::{FEWEST, MOST, meeting};
use eagles::empire::scenario::{Fault, MAX_BYTES, MAX_FAULTS, Scenario, read_toml, shipped, to_toml};
use eagles::empire::units::Arm;

const TUTORIAL: &str = include_str!("../data/empire/scenarios/tutorial.toml");

fn there_and_back(scenario: &Scenario) {
    assert_eq!(scenario.validate(), []);
    let text = to_toml(scenario);
    let back = read_toml(&text, "again.toml").unwrap_or_else(|faults| panic!("{text}\n{faults}"));
    assert_eq!(&back, scenario);
    assert_eq!(to_toml(&back), text);
    let json = serde_json::to_string(scenario).expect("a scenario is plain data");
    assert_eq!(&serde_json::from_str::<Scenario>(&json).expect("and comes back"), scenario);
}

#[test]
fn shipped_scenarios_are_valid_and_survive_a_round_trip() {
    for (id, text) in shipped() {
        let scenario = read_toml(text, &format!("{id}.toml")).unwrap_or_else(|faults| panic!("{faults}"));
        assert_eq!(scenario.id, *id);
        assert_eq!(Scenario::shipped(id).as_ref(), Some(&scenario));
        let plain: Scenario = toml::from_str(text).expect("serde reads the same file");
        assert_eq!(plain, scenario);
        there_and_back(&scenario);
    }
    assert_eq!(shipped().len(), 3);
    assert_eq!(Scenario::shipped("austerlitz"), None);
}

/// The faults of the tutorial with one passage replaced.
fn faults_with(old: &str, new: &str) -> Vec<Fault> {
    assert!(TUTORIAL.contains(old), "the tutorial has no {old:?}");
    match read_toml(&TUTORIAL.replacen(old, new, 1), "mine.toml") {
        Ok(_) => Vec::new(),
        Err(faults) => faults.0,
    }
}

/// What is replaced in the tutorial, by what; then the one fault: its path, its code, its rule.
type Slip = (&'static str, &'static str, &'static str, &'static str, &'static str);

const SLIPS: &[Slip] = &[
    // The form of the file.
    ("turns = 8\n", "turnes = 8\n", "turnes", "unknown-key", "E scenario"),
    ("turns = 8\n", "", "turns", "missing-key", "E scenario"),
    ("turns = 8\n", "turns = \"eight\"\n", "turns", "wrong-value", "E scenario"),
    ("turns = 8\n", "turns = 300\n", "turns", "wrong-value", "E scenario"),
    ("table = [48, 36]", "table = [48]", "table", "wrong-value", "E scenario"),
    ("at = [17, 8]", "at = [17.0005, 8]", "unit[0].at", "wrong-value", "E scenario"),
    ("class = \"light-infantry\", ce", "class = \"light-infantery\", ce", "unit[0].class", "wrong-value", "E scenario"),
    ("date = \"1815-06-16\"", "date = \"1816-06-16\"", "date", "wrong-value", "E scenario"),
    ("start = \"15:00\"", "start = \"25:00\"", "start", "wrong-value", "E scenario"),
    ("yards = 50", "yards = 50\nhouse = { errrata = true }", "house.errrata", "unknown-key", "E scenario"),
    ("yards = 50", "yards = 50\nhouse = { errata = 1 }", "house.errata", "wrong-value", "E scenario"),
    ("yards = 50", "yards = 50\ncrossing = 5", "crossing", "wrong-value", "E scenario"),
    ("yards = 50", "yards = 50\ncrossing = [5]", "crossing[0]", "wrong-value", "E scenario"),
    // The head.
    ("date = \"1815-06-16\"", "date = \"1815-02-29\"", "date", "no-such-day", "E skirmish-ratings"),
    ("minutes = 15", "minutes = 2", "minutes", "out-of-range", "E scenario"),
    ("turns = 8\n", "turns = 61\n", "turns", "out-of-range", "E scenario"),
    ("yards = 50", "yards = 0", "yards", "out-of-range", "E scenario"),
    ("table = [48, 36]", "table = [48, 601]", "table", "table-size", "E scenario"),
    ("yards = 50", "yards = 50\nhouse = { command-radius = 10 }", "house.command-radius", "out-of-range", "E L3"),
    ("yards = 50", "yards = 50\nhouse = { cavalry-range = 2500 }", "house.cavalry-range", "ranges-crossed", "E L1"),
    // Names.
    ("id = \"tutorial\"", "id = \"The Tutorial\"", "id", "bad-id", "E scenario"),
    ("name = \"Three Elms\"\nabout", "name = \" \"\nabout", "name", "bad-name", "E scenario"),
    ("id = \"line-61-2\"", "id = \"Line-61-1\"", "unit[2].id", "twice", "E scenario"),
    ("id = \"line-61-2\"", "id = \"61/2\"", "unit[2].id", "bad-id", "E scenario"),
    ("id = \"line-61-2\"", "id = \"line-screen\"", "unit[2].id", "bad-id", "E scenario"),
    ("id = \"hill\", name", "id = \"village\", name", "objective[1].id", "twice", "E scenario"),
    ("division = \"F1\"", "division = \"F2\"", "unit[0].division", "dangling", "E scenario"),
    ("corps = \"F\", leader", "corps = \"G\", leader", "division[0].corps", "dangling", "E scenario"),
    ("side = \"allied\", rank", "side = \"alied\", rank", "corps[1].side", "dangling", "E scenario"),
    ("objective = \"village\"", "objective = \"town\"", "division[0].objective", "dangling", "E scenario"),
    ("held = \"allied\"", "held = \"prussian\"", "objective[0].held", "dangling", "E scenario"),
    ("held = \"allied\"", "decides = \"prussian\"", "objective[0].decides", "dangling", "E scenario"),
    ("with = \"hussars-1\"", "with = \"hussars-2\"", "division[3].leader.with", "dangling", "E scenario"),
    // The armies.
    ("edge = \"north\"", "edge = \"south\"", "side[1].edge", "same-edge", "E P39"),
    ("handicap = 2", "handicap = 500", "side[0].handicap", "out-of-range", "E L12"),
    ("handicap = 2", "per-division = 21", "side[0].per-division", "out-of-range", "E L12"),
    ("rank = \"corps\"", "rank = \"division\"", "corps[0].rank", "bad-rank", "E leader-moves"),
    ("rank = \"corps\"", "rank = \"army\"", "corps[0].rank", "army-with-divisions", "E scenario"),
    (
        "rating = 2, at = [24, 2.5]",
        "rating = 9, at = [24, 2.5]",
        "corps[0].leader.rating",
        "out-of-range",
        "E orders-table",
    ),
    (
        "rating = 1, at = [22, 5]",
        "rating = -2, at = [22, 5]",
        "division[0].leader.rating",
        "out-of-range",
        "E orders-table",
    ),
    ("rating = 1, at = [22, 5]", "rating = 1, at = [22, 50]", "division[0].leader.at", "off-table", "E L3"),
    ("at = [22, 5]", "at = [22, 5], with = \"light-2\"", "division[0].leader.with", "two-places", "E scenario"),
    ("with = \"hussars-1\"", "with = \"foot-33\"", "division[3].leader.with", "not-his-unit", "E A66"),
    ("at = [24, 2.5]", "with = \"hussars-1\"", "corps[0].leader.with", "not-his-unit", "E A66"),
    ("ce = 10, stands = 4, screen = 4", "ce = 21, stands = 4, screen = 4", "unit[0].ce", "out-of-range", "E L10"),
    ("ce = 10, stands = 4, screen = 4", "ce = 0, stands = 4, screen = 4", "unit[0].ce", "out-of-range", "E L10"),
    ("stands = 4, screen = 4, at", "stands = 4, hits = 10, at", "unit[0].hits", "destroyed", "E A35"),
    ("stands = 4, screen = 4, at", "stands = 9, screen = 4, at", "unit[0].stands", "out-of-range", "E Q13"),
    ("screen = 4, at", "screen = 5, at", "unit[0].screen", "screen", "E P36"),
    ("screen = 2, at = [21.5, 7]", "screen = 3, at = [21.5, 7]", "unit[1].screen", "screen", "E P36"),
    ("screen = 2, at = [22.2, 17]", "screen = 3, at = [22.2, 17]", "unit[6].screen", "screen", "E P36"),
    ("at = [37, 5]", "screen = 1, at = [37, 5]", "unit[5].screen", "screen", "E P36"),
    (
        "facing = 0, formation = \"line\"",
        "facing = 360, formation = \"line\"",
        "unit[0].facing",
        "out-of-range",
        "E L2",
    ),
    (
        "facing = 0, formation = \"unlimbered\"",
        "facing = 0, formation = \"line\"",
        "unit[4].formation",
        "bad-formation",
        "E artillery-moves",
    ),
    (
        "formation = \"line\" },\n  { id = \"line-61-1\"",
        "formation = \"limbered\" },\n  { id = \"line-61-1\"",
        "unit[0].formation",
        "bad-formation",
        "E infantry-moves",
    ),
    (
        "at = [37, 29], facing = 180, formation = \"column\"",
        "at = [37, 29], facing = 180, formation = \"square\"",
        "unit[11].formation",
        "bad-formation",
        "E cavalry-moves",
    ),
    (
        "facing = 0, formation = \"line\"",
        "facing = 0, formation = \"line\", arrives = 9",
        "unit[0].arrives",
        "arrives-never",
        "E scenario",
    ),
    (
        "objective = \"village\" }",
        "objective = \"village\", arrives = 0 }",
        "division[0].arrives",
        "arrives-never",
        "E scenario",
    ),
    ("at = [24, 17], points = 4", "at = [24, 17], points = 21", "objective[0].points", "out-of-range", "E L12"),
    (
        "at = [24, 17], points = 4",
        "at = [24, 17], radius = 0, points = 4",
        "objective[0].radius",
        "out-of-range",
        "E L12",
    ),
    ("at = [24, 17], points = 4", "at = [49, 17], points = 4", "objective[0].at", "off-table", "E L12"),
    // The ground.
    ("[[15, 22], [20, 21]", "[[15, 22], [15, 22], [20, 21]", "area[0].points", "bad-area", "E scenario"),
    ("[18, 30], [14, 26]]", "[14, 26], [18, 30]]", "area[0].points", "bad-area", "E scenario"),
    ("points = [[24, 0], [24, 36]]", "points = [[24, 0]]", "line[0].points", "bad-line", "E scenario"),
    ("points = [[24, 0], [24, 36]]", "points = [[24, 0], [24, 37]]", "line[0].points[1]", "off-table", "E scenario"),
    (
        "points = [[24, 0], [24, 36]]",
        "points = [[24, 0], [24, 0], [24, 36]]",
        "line[0].points",
        "bad-line",
        "E scenario",
    ),
    ("width = 0.8", "width = 13", "line[1].width", "out-of-range", "E scenario"),
    ("cover = \"light\", ", "", "area[3].cover", "cover", "E A48"),
    ("kind = \"fields\"", "kind = \"fields\", cover = \"light\"", "area[4].cover", "cover", "E A48"),
    (
        "yards = 50",
        "yards = 50\ncrossing = [{ kind = \"ford\", at = [24, 17] }]",
        "crossing[0].at",
        "dry-crossing",
        "E P19",
    ),
    // Who stands where.
    ("at = [37, 5], facing", "at = [47.5, 5], facing", "unit[5].at", "off-table", "E P39"),
    ("at = [17, 8], facing", "at = [20, 7], facing", "unit[1].at", "overlap", "E P25"),
    ("at = [17, 8], facing = 0", "at = [19.5, 22.99], facing = 0", "unit[7].at", "in-contact", "E Q27"),
    ("at = [30.5, 8], facing", "at = [9, 16], facing", "unit[4].at", "guns-in-woods", "E movement-modifiers"),
    ("at = [17, 8], facing", "at = [25.5, 15.9], facing", "unit[0].at", "on-building", "E P27"),
    ("at = [22.2, 17], facing", "at = [24, 17.5], facing", "unit[6].at", "no-building", "E P27"),
    ("[21.3, 17.9]]", "[17.05, 17.9]]", "area[2].points", "large-building", "E P27"),
    (
        "at = [29, 23.5], facing = 180, formation = \"line\"",
        "at = [22.5, 17], facing = 180, formation = \"garrison\"",
        "unit[8].at",
        "building-full",
        "E P27",
    ),
    (
        "kind = \"fields\", points = [[19.5, 14.5], [28.5, 14.5], [28.5, 19.5], [19.5, 19.5]]",
        "kind = \"impassable\", points = [[15, 7], [18, 7], [18, 9], [15, 9]]",
        "unit[0].at",
        "impassable",
        "E P14",
    ),
    (
        "kind = \"wall\", width = 0.3, points = [[16.5, 17], [20.5, 17]]",
        "kind = \"river\", points = [[0, 8.2], [18, 8.2]]",
        "unit[0].at",
        "in-river",
        "E P19",
    ),
];

#[test]
fn every_slip_has_its_one_fault() {
    let mut wrong = Vec::new();
    for (old, new, path, code, cite) in SLIPS {
        let faults = faults_with(old, new);
        let found: Vec<_> = faults.iter().map(|f| (&*f.path, f.code, f.cite.0)).collect();
        if found != [(*path, *code, *cite)] {
            wrong.push(format!("{old:?} -> {new:?}: {found:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn both_names_of_an_overlap_and_the_nearest_known_word_are_told() {
    let overlap = &faults_with("at = [17, 8], facing", "at = [20, 7], facing")[0];
    assert!(overlap.message.contains("light-2") && overlap.message.contains("line-61-1"), "{overlap}");
    for (old, new, meant) in [
        ("turns = 8\n", "turnes = 8\n", "`turns`"),
        ("class = \"light-infantry\", ce", "class = \"light-infantery\", ce", "`light-infantry`"),
        ("side = \"allied\", rank", "side = \"alied\", rank", "`allied`"),
        ("with = \"hussars-1\"", "with = \"hussars-2\"", "`hussars-1`"),
    ] {
        let fault = &faults_with(old, new)[0];
        assert!(fault.message.contains(&format!("perhaps {meant} is meant")), "{fault}");
    }
}

#[test]
fn all_faults_come_at_once_each_with_file_line_column_and_rule() {
    let text = TUTORIAL
        .replace("rating = 2, at = [24, 2.5]", "rating = 9, at = [24, 2.5]")
        .replace("at = [37, 5], facing", "at = [37, -5], facing")
        .replace("at = [17, 8], facing", "at = [20, 7], facing")
        .replace("at = [30.5, 8], facing", "at = [9, 16], facing")
        .replace("objective = \"village\" },\n  { id = \"AC\"", "objective = \"vilage\" },\n  { id = \"AC\"")
        .replace("minutes = 15", "minuets = 15");
    let faults = read_toml(&text, "mine.toml").expect_err("six slips").0;
    let shown: Vec<String> = faults.iter().map(ToString::to_string).collect();
    let place = |what: &str| {
        let at = text.find(what).expect("it is there");
        let line = text[..at].matches('\n').count() + 1;
        format!("mine.toml:{line}:{}: ", at - text[..at].rfind('\n').expect("not the first line"))
    };
    let starts = [
        (place("minuets"), "(E scenario)"),
        (place("9, at = [24, 2.5]"), "(E orders-table)"),
        (place("\"vilage\""), "(E scenario)"),
        (place("[21.5, 7]"), "(E P25)"),
        (place("[9, 16]"), "(E movement-modifiers)"),
        (place("[37, -5]"), "(E P39)"),
    ];
    assert_eq!(shown.len(), starts.len(), "{shown:#?}");
    for (shown, (start, rule)) in shown.iter().zip(starts) {
        assert!(shown.starts_with(&start) && shown.ends_with(rule), "{shown} against {start}");
    }
}

#[test]
fn columns_count_characters() {
    let text = TUTORIAL.replace("Lüneburg light battalion\", division", "Lüneburg light battalion\", divison");
    let faults = read_toml(&text, "mine.toml").expect_err("a slip").0;
    let line = text.lines().find(|line| line.contains("divison")).expect("it is there");
    let column = line.split("divison").next().map_or(0, |before| before.chars().count());
    assert_eq!((faults.len(), faults[0].column as usize), (1, column + 1), "{faults:?}");
}

#[test]
fn what_could_not_be_read_draws_no_further_faults() {
    for (old, new) in [
        ("id = \"F1\", name", "id = 1, name"),
        ("table = [48, 36]", "table = \"large\""),
        ("{ id = \"light-2\", name", "{ name"),
        ("kind = \"building\", cover = \"medium\"", "kind = 3, cover = \"medium\""),
        ("rank = \"corps\", leader = { name = \"Bachelu\", rating = 2, at = [24, 2.5] }", "rank = \"corps\""),
        ("at = [17, 8], facing", "at = \"there\", facing"),
    ] {
        let faults = faults_with(old, new);
        assert_eq!(faults.len(), 1, "{new}: {faults:#?}");
    }
}

#[test]
fn two_sides_with_somebody_on_the_table() {
    let mut scenario = Scenario::shipped("tutorial").expect("shipped");
    scenario.division[2].arrives = 3;
    scenario.division[3].arrives = 4;
    let codes = |s: &Scenario| s.validate().iter().map(|f| (f.code, f.path.clone())).collect::<Vec<_>>();
    // The hussars' leader rides with them and arrives with them.
    assert_eq!(codes(&scenario), [("nobody-there", "side[1]".to_owned())]);
    scenario.side.pop();
    assert!(codes(&scenario).contains(&("two-sides", "side".to_owned())));
}

#[test]
fn empty_divisions_and_corps_and_second_commanders() {
    let mut scenario = Scenario::shipped("derlon").expect("shipped");
    scenario.division.push(scenario.division[0].clone());
    scenario.division.last_mut().expect("just pushed").id = "SPARE".into();
    let mut spare = scenario.corps[0].clone();
    spare.id = "SPARE".into();
    scenario.corps.push(spare);
    let mut second = scenario.corps.iter().find(|c| c.id == "WELLINGTON").expect("he is there").clone();
    second.id = "ORANGE-AGAIN".into();
    second.leader.at = None;
    scenario.corps.push(second);
    let codes: Vec<_> = scenario.validate().iter().map(|f| f.code).collect();
    assert_eq!(codes, ["empty-corps", "two-commanders", "no-place", "empty-division"]);
}

#[test]
fn who_arrives_later_may_stand_where_others_stood() {
    let mut scenario = Scenario::shipped("tutorial").expect("shipped");
    scenario.unit[1].at = scenario.unit[0].at;
    assert_eq!(scenario.validate().len(), 1);
    scenario.unit[1].arrives = Some(2);
    assert_eq!(scenario.validate(), []);
}

#[test]
fn too_much_is_refused_politely() {
    let long = format!("{TUTORIAL}\n#{}", "x".repeat(MAX_BYTES));
    let code = |text: &str| read_toml(text, "mine.toml").expect_err("too much").0[0].code;
    assert_eq!(code(&long), "too-long");
    let mut scenario = Scenario::shipped("tutorial").expect("shipped");
    let unit = scenario.unit[0].clone();
    for n in 0..2_300 {
        let mut one = unit.clone();
        one.id = format!("u{n}");
        scenario.unit.push(one);
    }
    let faults = scenario.validate();
    assert_eq!(faults.len(), MAX_FAULTS + 1);
    assert!(faults.iter().any(|f| f.code == "too-many"));
    assert_eq!(faults[MAX_FAULTS].code, "more-faults");
    scenario.unit.truncate(12);
    scenario.area = vec![scenario.area[0].clone(); 513];
    scenario.objective = vec![scenario.objective[0].clone(); 65];
    scenario.line = vec![scenario.line[0].clone(); 513];
    let faults = scenario.validate();
    let many: Vec<_> = faults.iter().filter(|f| f.code == "too-many").map(|f| &*f.path).collect();
    assert_eq!(many, ["area", "line", "objective"]);
    let mut scenario = Scenario::shipped("tutorial").expect("shipped");
    scenario.division = vec![scenario.division[0].clone(); 50_000];
    scenario.corps = vec![scenario.corps[0].clone(); 50_000];
    assert!(scenario.validate().iter().all(|f| f.code == "too-many"));
    let rows = format!("unit = [{}]", "{},".repeat(100_000));
    assert!(read_toml(&rows, "mine.toml").expect_err("too many rows").0.iter().any(|f| f.code == "too-many"));
}

#[test]
fn a_text_that_is_no_toml_has_all_its_faults_of_syntax() {
    let faults = read_toml("id = \nname = \"x\nturns = 8", "mine.toml").expect_err("no TOML").0;
    assert!(faults.len() >= 2 && faults.iter().all(|f| f.code == "syntax"), "{faults:?}");
    assert_eq!(faults[0].line, 1);
}

#[test]
fn dates_and_times_may_be_written_bare() {
    let bare = TUTORIAL.replace("\"1815-06-16\"", "1815-06-16").replace("\"15:00\"", "15:00:00");
    assert_eq!(read_toml(&bare, "mine.toml").ok(), Scenario::shipped("tutorial"));
}

#[test]
fn only_house_rules_that_differ_are_written() {
    let mut scenario = Scenario::shipped("tutorial").expect("shipped");
    scenario.house.errata = true;
    scenario.house.tactical_range = 2_500;
    let text = to_toml(&scenario);
    assert!(text.contains("house = { errata = true, tactical-range = 2500 }"), "{text}");
    there_and_back(&scenario);
}

#[test]
fn awkward_names_survive_a_round_trip() {
    let mut scenario = Scenario::shipped("tutorial").expect("shipped");
    scenario.name = "\"Trois\\Ormes\" \u{1F985} \u{7f}é".replace('\u{7f}', "");
    scenario.about = "One line.\n\tAnother \"line\" \\ \u{7f}.".into();
    there_and_back(&scenario);
}

#[test]
fn meetings_of_every_size_are_valid() {
    let sizes = (FEWEST..=60).chain([61, 75, 99, 100, 101, 150, 200, 333, 500, 777, 1_000, 1_500, 1_999, MOST]);
    for size in sizes {
        for seed in 0..if size <= 100 { 12 } else { 2 } {
            let scenario = meeting(size, Seed::from_number(seed));
            assert_eq!(scenario.validate(), [], "{size} units, seed {seed}");
            let of = |letter: char| scenario.unit.iter().filter(|u| u.id.starts_with(letter)).collect::<Vec<_>>();
            let (south, north) = (of('s'), of('n'));
            assert_eq!((south.len(), north.len()), (usize::from(size), usize::from(size)));
            let strength = |units: &[&eagles::empire::scenario::UnitSpec]| {
                units.iter().map(|u| (u.class, u.ce, u.stands, u.screen)).collect::<Vec<_>>()
            };
            assert_eq!(strength(&south), strength(&north));
            assert!((1..=3).contains(&scenario.objective.len()));
            let guns = south.iter().filter(|u| u.class.arm() == Arm::Artillery).count();
            let foot = south.iter().filter(|u| u.class.arm() == Arm::Infantry).count();
            assert!(guns * 100 <= 12 * usize::from(size) + 50 || guns == 1);
            assert!(foot * 100 + 150 >= 70 * usize::from(size), "{size}: {foot}");
        }
    }
}

#[test]
fn meetings_depend_on_size_and_seed_alone() {
    let one = meeting(40, Seed::from_number(7));
    assert_eq!(one, meeting(40, Seed::from_number(7)));
    assert_ne!(one, meeting(40, Seed::from_number(8)));
    assert_eq!(meeting(0, Seed::from_number(7)).unit.len(), usize::from(2 * FEWEST));
    assert_eq!(meeting(u16::MAX, Seed::from_number(7)).unit.len(), usize::from(2 * MOST));
    there_and_back(&one);
}

/// A small generator of numbers for mangling; it decides no rule.
struct Mangle(u64);

impl Mangle {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % n.max(1)
    }
}

#[test]
fn mangled_files_are_refused_without_a_panic() {
    const BITS: &[&str] = &[
        "",
        "\"",
        "[",
        "]",
        "{",
        "}",
        ",",
        "\n",
        "=",
        "-1",
        "1e400",
        "9999999999999999999999",
        "0x7fff_ffff",
        "nan",
        "-inf",
        "1815-06-18",
        "24:00:00",
        "true",
        "\"\"",
        "[[unit]]",
        "[house]",
        "unit.ce = 3",
        "é\u{1F985}",
        "\u{0}",
        "\r",
        "[[], []]",
        "{ }",
        "1200.0005",
        "-600",
        "#",
        "'''",
        "\"allied\"",
    ];
    let mut refused = 0;
    for seed in 0..1_500 {
        let mut dice = Mangle(seed);
        let mut text: Vec<char> = TUTORIAL.chars().collect();
        for _ in 0..=dice.below(4) {
            let at = dice.below(text.len());
            let cut = dice.below(if seed % 7 == 0 { 400 } else { 6 }).min(text.len() - at);
            let bit = BITS[dice.below(BITS.len())].chars();
            text.splice(at..at + cut, bit);
        }
        let text: String = text.into_iter().collect();
        match read_toml(&text, "mangled.toml") {
            Ok(scenario) => there_and_back(&scenario),
            Err(faults) => {
                refused += 1;
                let lines = text.lines().count() as u32 + 1;
                assert!(!faults.0.is_empty() && faults.0.len() <= MAX_FAULTS + 1);
                assert!(
                    faults.0.iter().all(|f| (1..=lines).contains(&f.line) && f.column >= 1 && !f.message.is_empty())
                );
            }
        }
    }
    assert!(refused > 1_000, "{refused} of 1500");
}

#[test]
fn values_at_their_limits_never_panic() {
    let mut scenario = Scenario::shipped("tutorial").expect("shipped");
    scenario.unit[0].at.0.0 = i32::MAX;
    scenario.unit[1].at.1.0 = i32::MIN;
    scenario.unit[2].facing = i32::MIN;
    scenario.unit[3].stands = 255;
    scenario.area[0].points[0].0.0 = i32::MIN;
    scenario.line[0].points[0].1.0 = i32::MAX;
    scenario.line[0].width.0 = i32::MAX;
    scenario.table.0.0 = i32::MIN;
    scenario.objective[0].radius.0 = i32::MIN;
    scenario.start.minutes = u16::MAX;
    assert!(scenario.validate().len() > 8);
}
