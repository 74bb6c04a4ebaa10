//! Card files (W 1.0): the embedded set is what it says it is, and every fault of a file is found where it is.

use eagles::waterloo::cards::{Card, CardFiles, CardSet, EMBEDDED, Fault, MAX_BYTES};
use eagles::waterloo::types::GroundKind;
use eagles::waterloo::{Army, Kind};
use std::collections::{BTreeMap, BTreeSet};

/// The embedded files, to be spoiled.
struct Texts {
    cards: String,
    battles: String,
    programs: String,
}

impl Texts {
    fn new() -> Self {
        Self { cards: EMBEDDED.cards.into(), battles: EMBEDDED.battles.into(), programs: EMBEDDED.programs.into() }
    }

    fn file(&mut self, name: &str) -> &mut String {
        match name {
            "cards.csv" => &mut self.cards,
            "programs.json" => &mut self.programs,
            _ => &mut self.battles,
        }
    }

    /// Writes `value` into `column` on `line` of a file.
    fn set(mut self, file: &str, line: usize, column: &str, value: &str) -> Self {
        let text = self.file(file);
        let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(text.as_bytes());
        let mut rows: Vec<Vec<String>> =
            reader.records().map(|row| row.expect("a row").iter().map(str::to_owned).collect()).collect();
        let place = rows[0].iter().position(|name| name == column).expect("the column");
        rows[line - 1][place] = value.to_owned();
        let mut writer = csv::Writer::from_writer(Vec::new());
        rows.iter().for_each(|row| writer.write_record(row).expect("written"));
        *text = String::from_utf8(writer.into_inner().expect("written")).expect("text");
        self
    }

    fn edit(mut self, file: &str, edit: impl FnOnce(&str) -> String) -> Self {
        let text = self.file(file);
        *text = edit(text);
        self
    }

    fn read(&self) -> Result<CardSet, Vec<Fault>> {
        let Self { cards, battles, programs } = self;
        let files = CardFiles { cards, battles, programs };
        CardSet::from_csv(files).map_err(|faults| faults.0)
    }

    fn faults(&self) -> Vec<Fault> {
        match self.read() {
            Ok(_) => panic!("no fault was found"),
            Err(faults) => faults,
        }
    }
}

fn set() -> CardSet {
    CardSet::from_csv(EMBEDDED).unwrap_or_else(|faults| panic!("{faults}"))
}

/// Line of a card in `cards.csv`.
fn line_of(text: &str, id: &str) -> usize {
    1 + text.lines().position(|line| line.contains(&format!("{id},"))).expect("the id")
}

// ---- the embedded set ------------------------------------------------------------------------------------------------

#[test]
fn the_embedded_set_is_the_one_that_games_use() {
    assert_eq!(*CardSet::embedded(), set());
    assert_eq!(set().hash().len(), 64);
}

#[test]
fn the_embedded_set_has_300_cards_in_three_armies() {
    let set = set();
    for (army, low, high) in [(Army::French, 1, 110), (Army::British, 111, 200), (Army::Prussian, 201, 300)] {
        let numbers: Vec<u16> = set.of_army(army).map(|card| card.number).collect();
        assert_eq!(numbers, (low..=high).collect::<Vec<u16>>(), "{army}");
        let names: BTreeSet<&str> = set.of_army(army).map(|card| card.name.as_str()).collect();
        assert_eq!(names.len(), numbers.len(), "{army}: two cards of one name");
        let prefix = match army {
            Army::French => "fr-",
            Army::British => "br-",
            Army::Prussian => "pr-",
        };
        assert!(set.of_army(army).all(|card| card.id.starts_with(prefix)));
    }
    let count = |kind| set.cards().iter().filter(|card| card.kind == kind).count();
    let counts: Vec<usize> = Kind::ALL.iter().map(|&kind| count(kind)).collect();
    assert_eq!(counts, [36, 111, 36, 30, 14, 33, 40]);
}

fn half_up(numerator: u32, denominator: u32) -> u32 {
    (2 * numerator + denominator) / (2 * denominator)
}

fn expected_bp(card: &Card) -> u32 {
    let (cv, morale) = (u32::from(card.cv), u32::from(card.morale));
    let ratings = u32::from(card.fire) + u32::from(card.shock) + u32::from(card.long);
    let worth = half_up(cv * ratings, 4) + morale;
    match card.kind {
        Kind::Infantry => (worth - 1).max(1),
        Kind::HorseArtillery => worth + 1,
        Kind::Cavalry | Kind::FootArtillery => worth,
        Kind::General => {
            let total = u32::from(card.offense + card.defense);
            if card.corps == "A" && card.chief_of.is_none() { 2 * total } else { total + 1 }
        }
        Kind::Terrain => match card.ground.expect("a class") {
            GroundKind::River => 4 - u32::from(card.move_limit),
            GroundKind::Woods => 3,
            GroundKind::Hill | GroundKind::Building => 4,
        },
        Kind::Special => u32::from(card.bp),
    }
}

#[test]
fn the_embedded_values_follow_their_formulas() {
    for card in set().cards() {
        let id = &card.id;
        assert_eq!(u32::from(card.bp), expected_bp(card), "{id}");
        assert!((1..=12).contains(&card.bp), "{id}");
        assert!(!card.flavour.is_empty() && !card.source.is_empty(), "{id}");
        assert!(card.symbol.is_empty() || card.kind == Kind::General, "{id}");
        assert!(card.offense <= 3 && card.defense <= 3, "{id}");
        let men = card.strength;
        match card.kind {
            Kind::Infantry => assert_eq!(u32::from(card.cv), half_up(men.expect("men"), 800).clamp(1, 5), "{id}"),
            Kind::Cavalry => {
                assert_eq!(u32::from(card.cv), half_up(men.expect("sabres"), 400).clamp(1, 5), "{id}");
                assert_eq!(card.fire, 1, "{id} (W 7.22)");
            }
            Kind::FootArtillery | Kind::HorseArtillery => {
                let (guns, batteries) = (men.expect("guns"), u32::from(card.cv));
                assert!((2..=4).contains(&batteries) && (6 * batteries..=8 * batteries).contains(&guns), "{id}");
                let known: &[_] = if card.kind == Kind::FootArtillery { &[(1, 3), (2, 3)] } else { &[(1, 2), (1, 3)] };
                assert!(known.contains(&(card.long, card.fire)), "{id}");
            }
            Kind::Special => assert!(card.bp <= 4, "{id}"),
            Kind::General | Kind::Terrain => {}
        }
        if card.kind.is_troop() || card.kind == Kind::General {
            assert!(card.fights_at("CH"), "{id}");
            assert!(!card.nationality.is_empty(), "{id}");
        }
        if card.kind == Kind::Terrain {
            assert_eq!(card.battles.len(), 1, "{id}");
            assert!(card.move_limit <= 2, "{id} (W 11.3)");
        }
    }
}

#[test]
fn the_embedded_infantry_keeps_to_its_classes() {
    for card in set().cards().iter().filter(|card| card.kind == Kind::Infantry) {
        let (id, rating) = (&card.id, (card.fire, card.shock));
        match card.army {
            Army::Prussian if card.name.contains("Landwehr") => {
                assert_eq!(rating, (1, 2), "{id}");
                assert!(card.morale <= 2, "{id}");
            }
            Army::Prussian => {
                let digits: String = card.name.chars().take_while(char::is_ascii_digit).collect();
                let old = digits.parse::<u32>().expect("a regiment's number") <= 24;
                assert_eq!((rating, card.morale), ((2, 3), if old { 3 } else { 2 }), "{id}");
            }
            Army::French => {
                let guard = card.corps == "G";
                let old = guard && ["Grenadiers", "Chasseurs"].contains(&card.division.as_str());
                assert_eq!(rating, (2, if old { 4 } else { 3 }), "{id}");
                assert!(guard || card.morale == if card.flavour.contains("Léger") { 3 } else { 2 }, "{id}");
            }
            Army::British if ["british", "kgl"].contains(&card.nationality.as_str()) => {
                assert_eq!(rating, (3, 3), "{id}");
            }
            Army::British => assert_eq!(rating, (if card.morale == 1 { 1 } else { 2 }, 2), "{id}"),
        }
    }
}

#[test]
fn every_embedded_corps_has_a_general_and_every_general_a_corps() {
    let set = set();
    for &army in Army::ALL {
        let of = |wanted: fn(&Card) -> bool| -> BTreeSet<&str> {
            set.of_army(army).filter(|card| wanted(card)).map(|card| card.corps.as_str()).collect()
        };
        let troops = of(|card| card.kind.is_troop());
        let generals = of(|card| card.kind == Kind::General && card.corps != "A");
        assert_eq!(troops, generals, "{army}");
    }
    let commander = |id: &str| set.by_id(id).and_then(|card| card.chief_of.clone().or(card.second_to.clone()));
    assert_eq!(commander("fr-gen-soult").as_deref(), Some("fr-gen-napoleon"));
    assert_eq!(commander("br-gen-uxbridge").as_deref(), Some("br-gen-wellington"));
}

#[test]
fn the_embedded_guns_and_men_are_the_published_ones() {
    let set = set();
    let guns = |army, keep: fn(&Card) -> bool| -> (u32, u32) {
        let cards = set.of_army(army).filter(|card| card.kind.is_artillery() && keep(card));
        cards.fold((0, 0), |(guns, cv), card| (guns + card.strength.unwrap_or(0), cv + u32::from(card.cv)))
    };
    assert_eq!(guns(Army::Prussian, |_| true), (312, 39));
    assert_eq!(guns(Army::British, |card| card.battles == ["CH"]).0, 22, "the guns at Hal");
    let first_corps = set.of_army(Army::French).filter(|card| card.kind == Kind::Infantry && card.corps == "I");
    let men: u32 = first_corps.filter_map(|card| card.strength).sum();
    assert!(men.abs_diff(16_885) <= 170, "{men}");
}

#[test]
fn the_embedded_chart_holds_the_published_values_and_its_pools_are_large_enough() {
    let set = set();
    assert_eq!(set.battles(), ["QB", "LI", "WA", "WV", "CH"]);
    assert_eq!(set.chart().len(), 12);
    for row in set.chart() {
        let who = format!("{} {}", row.battle, row.army);
        let pool: Vec<&Card> = set.of_army(row.army).filter(|card| card.fights_at(&row.battle)).collect();
        let count = |wanted: fn(Kind) -> bool| pool.iter().filter(|card| wanted(card.kind)).count();
        assert!(count(|kind| kind != Kind::Special) >= usize::from(row.deck), "{who}: the pool without Specials");
        assert!(count(|kind| matches!(kind, Kind::Infantry | Kind::Cavalry)) >= 3, "{who}");
        assert!(count(|kind| kind == Kind::General) >= 1, "{who}");
        assert_eq!(row.muster == 0, (row.battle.as_str(), row.army) == ("WA", Army::Prussian), "{who}");
        let points: u32 = pool.iter().map(|card| u32::from(card.bp)).sum();
        let worth = 5 * half_up(u32::from(row.deck) * points, 5 * pool.len() as u32);
        assert_eq!(u32::from(row.bp), worth, "{who}");
        let sourced = ["D:", "M:", "R:", "BP:"].iter().all(|value| row.provenance.contains(value));
        assert!(sourced, "{who}: every value says where it comes from");
    }
    let known = |battle: &str, army| {
        let row = set.chart().iter().find(|row| row.battle == battle && row.army == army).expect("a row");
        (row.deck, row.muster, row.reinforce)
    };
    assert_eq!(known("QB", Army::French), (14, 10, 1));
    assert_eq!(known("QB", Army::British), (18, 9, 1));
    assert_eq!(known("WA", Army::French).0, 36);
    assert_eq!(known("WA", Army::British).0, 36);
    assert_eq!((known("WA", Army::Prussian).0, known("WA", Army::Prussian).1), (24, 0));
    let charleroi: Vec<u8> = set.battle("CH").iter().map(|row| row.reinforce).collect();
    assert_eq!(charleroi, [3, 2, 2]);
}

#[test]
fn the_embedded_specials_and_terrain_are_complete() {
    let set = set();
    for &army in Army::ALL {
        let specials = set.of_army(army).filter(|card| card.kind == Kind::Special);
        assert!((12..=16).contains(&specials.count()), "{army}");
    }
    for program in set.programs() {
        assert_eq!(set.by_id(&program.id).map(|card| card.kind), Some(Kind::Special));
        assert_eq!(set.program(&program.id), Some(program));
        let text = &program.text;
        for text in [&text.effect, &text.duration, &text.limits, &text.history] {
            assert!(text.len() > 5, "{}", program.id);
        }
        assert!(!program.windows.is_empty() && !program.effect.is_empty(), "{}", program.id);
    }
    let mut spots: BTreeMap<_, usize> = BTreeMap::new();
    for card in set.cards().iter().filter(|card| card.kind == Kind::Terrain) {
        *spots.entry((&card.battles, card.army, card.lane)).or_default() += 1;
    }
    assert!(spots.values().all(|&n| n <= 2), "W 11.0 knows two Terrain cards for a Position");
    let sources = include_str!("../data/waterloo/sources.md");
    for card in set.cards() {
        for key in card.source.split('+') {
            assert!(sources.contains(&format!("\n| `{key}` |")), "{}: source {key}", card.id);
        }
    }
}

// ---- what may differ -------------------------------------------------------------------------------------------------

#[test]
fn layout_does_not_matter() {
    let shuffled = |text: &str| {
        let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(text.as_bytes());
        let mut writer = csv::WriterBuilder::new()
            .terminator(csv::Terminator::CRLF)
            .quote_style(csv::QuoteStyle::Always)
            .from_writer(Vec::new());
        let mut rows: Vec<csv::StringRecord> = reader.records().map(|row| row.expect("a row")).collect();
        rows[1..].reverse();
        for row in &rows {
            writer.write_record(row.iter().rev().map(|value| format!(" {value} "))).expect("written");
        }
        String::from_utf8([b"\xef\xbb\xbf".to_vec(), writer.into_inner().expect("written")].concat()).expect("text")
    };
    let mut other = Texts::new();
    for file in ["cards.csv", "battles.csv"] {
        other = other.edit(file, shuffled);
    }
    let other = other.read().expect("the same values");
    assert_eq!(other.cards(), set().cards());
    assert_eq!(other.hash(), set().hash());
}

#[test]
fn the_hash_tells_values_apart_and_passes_over_remarks() {
    let changed = |file: &str, line, column: &str, value: &str| {
        Texts::new()
            .set(file, line, column, value)
            .read()
            .unwrap_or_else(|faults| panic!("{faults:?}"))
            .hash()
            .to_owned()
    };
    let hash = set().hash().to_owned();
    let soye = line_of(EMBEDDED.cards, "fr-inf-soye");
    assert_ne!(changed("cards.csv", soye, "cv", "5"), hash);
    assert_ne!(changed("cards.csv", soye, "name", "Soye"), hash);
    assert_ne!(changed("battles.csv", 2, "M", "11"), hash);
    assert_eq!(changed("cards.csv", soye, "notes", "Looked at twice."), hash);
    assert_eq!(changed("battles.csv", 2, "provenance", "the card box"), hash);
}

#[test]
fn owners_may_bring_other_values_and_fewer_cards() {
    let header = |text: &str| text.lines().next().expect("a line").to_owned();
    let mut texts = Texts::new();
    texts.cards = format!(
        "{}\n{}\n{}\n",
        header(EMBEDDED.cards),
        "7,x-one,french,infantry,One,I,,,,5,F3,S4,A,,,,ZZ,,,,,,,40,,,,,,",
        "3,x-two,british,terrain,Two,,,,,,,,,,,,ZZ,hill,L,british,1,-1,,0,,,,,,"
    );
    texts.battles =
        format!("{}\n{}\n{}\n", header(EMBEDDED.battles), "ZZ,Z,french,14,10,1,70,,,,", "ZZ,Z,british,14,0,1,70,,,,");
    let set = texts.read().expect("sound");
    let values: Vec<_> = set.cards().iter().map(|card| (card.number, card.terrain_morale, card.strength)).collect();
    assert_eq!(values, [(3, -1, None), (7, 0, None)]);
}

// ---- faults ----------------------------------------------------------------------------------------------------------

#[test]
fn each_wrong_value_is_reported_where_it_is() {
    let card = |id| ("cards.csv", line_of(EMBEDDED.cards, id));
    let (napoleon, soult, soye) = (card("fr-gen-napoleon,french"), card("fr-gen-soult,french"), card("fr-inf-soye"));
    let (uxbridge, hill, river) = (card("br-gen-uxbridge"), card("br-ter-namur-road"), card("pr-ter-dyle-wavre"));
    let (foot, cavalry, special) = (card("french,foot_artillery"), card("french,cavalry"), card("fr-spe-tirailleurs"));
    let cases: &[((&str, usize), &str, &str, &str)] = &[
        (soye, "number", "0", "whole number from 1 to 65535"),
        (soye, "number", "65536", "whole number from 1 to 65535"),
        (soye, "number", "+9", "whole number"),
        (soye, "number", "99999999999999999999", "whole number"),
        (soye, "number", "1", "already on line 2"),
        (soye, "id", "Fr Inf", "small letters"),
        (soye, "id", "", "is blank"),
        (soye, "id", "fr-gen-ney", "already on line 4"),
        (soye, "side", "austrian", "french, british or prussian"),
        (card("fr-inf-devilliers"), "side", "british", "not at LI"),
        (soye, "type", "dragoon", "general, infantry, cavalry"),
        (soye, "name", "", "the name on the card"),
        (soye, "name", "two\nlines", "one line"),
        (soye, "name", "\u{1b}[31mred", "control character"),
        (soye, "corps", "", "A for army rank"),
        (soye, "strength", "-4", "from 1 to 999999"),
        (soye, "cv", "6", "from 1 to 5"),
        (soye, "cv", "", "is blank"),
        (soye, "firepower", "F4", "F1, F2 or F3"),
        (soye, "firepower", "F1/F3", "F1, F2 or F3"),
        (soye, "shock", "S1", "S2, S3 or S4"),
        (soye, "morale", "E", "D, C, B or A"),
        (soye, "offense", "1", "leave the field blank"),
        (soye, "chief_of", "fr-gen-ney", "leave the field blank"),
        (soye, "battles", "", "codes of its battles"),
        (soye, "battles", "QB;QC", "perhaps"),
        (soye, "battles", "QB;QB", "twice"),
        (soye, "battles", "QB;;WA", "item between semicolons is blank"),
        (soye, "terrain_kind", "hill", "leave the field blank"),
        (soye, "bp", "100", "from 0 to 99"),
        (soye, "symbol", "moon", "star, cross or nothing"),
        (soye, "tags", "second:fr-gen-ney", "only a General"),
        (foot, "firepower", "F2", "long and short range"),
        (foot, "firepower", "F0/F3", "long and short range"),
        (foot, "firepower", "", "is blank"),
        (foot, "shock", "S2", "leave the field blank"),
        (cavalry, "shock", "", "S2, S3 or S4"),
        (napoleon, "offense", "9", "from 0 to 5"),
        (napoleon, "cv", "1", "leave the field blank"),
        (soult, "chief_of", "fr-gen-nobody", "there is no card"),
        (soult, "chief_of", "fr-inf-soye", "no General"),
        (soult, "chief_of", "fr-gen-soult", "himself"),
        (soult, "chief_of", "br-gen-wellington", "another army"),
        (soult, "tags", "second:fr-gen-napoleon", "cannot be second in command too"),
        (napoleon, "chief_of", "fr-gen-soult", "a chief of staff"),
        (uxbridge, "tags", "second:pr-gen-blucher", "another army"),
        (uxbridge, "tags", "second:br-gen-wellington;second:br-gen-hill", "one commander"),
        (hill, "terrain_kind", "swamp", "hill, woods, river or building"),
        (hill, "terrain_position", "M", "L, C or R"),
        (hill, "terrain_side", "french", "write british"),
        (hill, "capacity", "3", "from 1 to 2"),
        (hill, "capacity", "", "is blank"),
        (hill, "terrain_morale", "x", "from -3 to 3"),
        (hill, "move_limit", "1", "leave the field blank"),
        (hill, "corps", "I", "leave the field blank"),
        (river, "capacity", "1", "leave the field blank"),
        (river, "move_limit", "0", "from 1 to 9"),
        (special, "morale", "A", "leave the field blank"),
        (("battles.csv", 2), "battle", "Q-B", "letters and digits"),
        (("battles.csv", 2), "name", "Four Arms", "the same name"),
        (("battles.csv", 3), "side", "french", "already on line 2"),
        (("battles.csv", 2), "D", "129", "from 3 to 128"),
        (("battles.csv", 2), "M", "15", "more than the Battle Deck of 14"),
        (("battles.csv", 2), "M", "2", "three Positions"),
        (("battles.csv", 2), "R", "4", "from 1 to 3"),
        (("battles.csv", 2), "BP", "", "is blank"),
        (("battles.csv", 2), "first_player", "british", "write french"),
    ];
    for &((file, line), column, value, message) in cases {
        let faults = Texts::new().set(file, line, column, value).faults();
        let found = faults.iter().any(|fault| {
            // The second row of a battle is the one whose name differs from the first.
            let at = fault.line as usize == line || (column == "name" && file == "battles.csv");
            fault.file == file && at && fault.column == column && fault.message.contains(message)
                || (column, fault.column.as_str()) == ("side", "battles") && fault.message.contains(message)
                || (column, fault.column.as_str()) == ("tags", "chief_of") && fault.message.contains(message)
        });
        assert!(faults.len() <= 3, "{file}:{line}: {column} `{value}`: one mistake, too many faults: {faults:#?}");
        assert!(found, "{file}:{line}: {column} `{value}` should say {message:?}, says {faults:#?}");
    }
}

#[test]
fn all_faults_are_listed_at_once_in_order() {
    let soye = line_of(EMBEDDED.cards, "fr-inf-soye");
    let faults = Texts::new()
        .set("battles.csv", 5, "R", "0")
        .set("cards.csv", soye, "cv", "9")
        .set("cards.csv", soye, "morale", "")
        .set("cards.csv", 2, "bp", "ten")
        .faults();
    let told: Vec<String> = faults.iter().map(ToString::to_string).collect();
    let expected = [
        "cards.csv:2: bp: `ten` does not fit; write a whole number from 0 to 99".to_owned(),
        format!("cards.csv:{soye}: cv: `9` does not fit; write a whole number from 1 to 5"),
        format!("cards.csv:{soye}: morale: is blank; write D, C, B or A"),
        "battles.csv:5: R: `0` does not fit; write a whole number from 1 to 3".to_owned(),
    ];
    assert_eq!(told, expected);
}

#[test]
fn lines_are_counted_through_quoted_breaks_blank_lines_and_either_line_end() {
    for end in ["\n", "\r\n", "\r"] {
        let texts = Texts::new()
            .set("cards.csv", 2, "flavour", "three\nlines\nlong")
            .set("cards.csv", 2, "notes", "")
            .set("cards.csv", 4, "cv", "1")
            .edit("cards.csv", |text| text.replacen("\n3,", "\n\n\n3,", 1))
            .edit("cards.csv", |text| format!("\u{feff}{}", text.replace('\n', end)));
        let faults = texts.faults();
        assert_eq!(faults.len(), 1, "{faults:?}");
        // Two more lines within the quotes and two blank ones before number 3.
        assert_eq!((faults[0].line, faults[0].column.as_str()), (8, "cv"), "{end:?}");
    }
    let faults = Texts::new().set("cards.csv", 2, "name", "a\nb").set("cards.csv", 2, "bp", "x").faults();
    let lines: Vec<_> = faults.iter().map(|fault| (fault.line, fault.column.as_str())).collect();
    assert_eq!(lines, [(2, "name"), (3, "bp")], "a field behind a line break stands on the next line");
}

#[test]
fn header_faults_name_the_column() {
    let told = |edit: fn(&str) -> String| -> Vec<(String, String)> {
        let faults = Texts::new().edit("cards.csv", edit).faults();
        assert!(faults.iter().all(|fault| fault.file == "cards.csv" && fault.line == 1), "{faults:#?}");
        faults.into_iter().map(|fault| (fault.column, fault.message)).collect()
    };
    let faults = told(|text| text.replacen(",morale,", ",moral,", 1));
    assert_eq!(faults[0], ("moral".into(), "unknown column `moral`; perhaps `morale` is meant".into()));
    assert_eq!(faults[1], ("morale".into(), "the column is missing; add it to the first line".into()));
    assert_eq!(faults.len(), 2);
    let faults = told(|text| text.replacen(",shock,", ",morale,", 1));
    assert_eq!(faults[0].1, "the column appears twice; keep one of them");
    assert_eq!(faults[1].0, "shock");
    assert_eq!(told(|_| String::new()).len(), 1);
}

#[test]
fn broken_rows_are_explained() {
    let first = |edit: fn(&str) -> String| {
        let faults = Texts::new().edit("cards.csv", edit).faults();
        (faults[0].line, faults[0].message.clone())
    };
    let (line, message) = first(|text| text.replacen("\n2,", "\n2,,", 1));
    assert_eq!(line, 3);
    assert!(message.contains("31 fields and the first line 30") && message.contains("comma between quotation"));
    let (line, message) = first(|text| text.replacen("LIT+J,\n", "LIT+J\n", 1));
    assert_eq!(line, 2);
    assert!(message.contains("a comma for every field"), "{message}");
    let (line, message) = first(|text| text.replacen("\n3,", "\n\"3,", 1));
    assert_eq!(line, 4);
    assert!(message.contains("quotation mark"), "{message}");
}

#[test]
fn quotation_marks_must_close() {
    // Opened in the last field: the fields are as many as they should be, and all rows behind would be lost in one.
    let told = |edit: fn(&str) -> String| {
        let faults = Texts::new().edit("battles.csv", edit).faults();
        faults.iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    let faults =
        told(|text| text.replacen("D:rulebook 2.0;", "\"D:rulebook 2.0;", 1).replacen(",\"D:rec", ",D:rec", 1));
    assert!(faults[0].starts_with("battles.csv:2: text stands behind a closing quotation mark"), "{faults:#?}");
    let faults = told(|text| format!("{}\nXX,X,french,10,5,1,9,,,,\"reconstructed", text.trim_end()));
    assert_eq!(
        faults,
        ["battles.csv:14: a quotation mark opens a field in this row and none closes it; add it, or take it out"]
    );
}

#[test]
fn files_that_do_not_match_are_reported_both_ways() {
    let drop = |text: &str| {
        let mut lines: Vec<&str> = text.lines().collect();
        lines.remove(1);
        lines.join("\n")
    };
    let faults = Texts::new().edit("battles.csv", drop).faults();
    let told: Vec<String> = faults.iter().map(ToString::to_string).collect();
    // Said once, and not again for every French card of Quatre Bras.
    assert_eq!(
        told,
        ["battles.csv:2: battle: QB needs a french row and a british or prussian one; add what is missing"]
    );
}

#[test]
fn sizes_are_capped() {
    let faults = Texts::new().edit("battles.csv", |text| text.to_owned() + &" ".repeat(MAX_BYTES)).faults();
    assert!(faults.iter().any(|fault| fault.file == "battles.csv" && fault.message.contains("at most 1048576")));
    let row = "\n1,x,french,special,X".to_owned() + &",".repeat(25);
    let faults = Texts::new()
        .edit("cards.csv", |text| text.lines().next().expect("a line").to_owned() + &row.repeat(4_001))
        .faults();
    assert!(faults.iter().any(|fault| fault.line == 4_002 && fault.message.contains("more than 4000 rows")));
    // Rows that cannot be read count as well.
    let short = "\na".repeat(100_000);
    let faults =
        Texts::new().edit("cards.csv", |text| text.lines().next().expect("a line").to_owned() + &short).faults();
    assert_eq!(faults.len(), 4_001);
    let faults = Texts::new().edit("cards.csv", |_| ",".repeat(MAX_BYTES)).faults();
    assert!(faults[0].message.contains("fields"), "{}", faults[0]);
    let faults = Texts::new().set("cards.csv", 2, "battles", &"Q;".repeat(100_000)).faults();
    assert!(faults.iter().any(|fault| fault.column == "battles" && fault.message.contains("more than 32")));
}

#[test]
fn mutilated_files_never_panic() {
    // A small generator of the test's own: what matters is only that the damage is varied and repeatable.
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut below = |n: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state % n as u64) as usize
    };
    let bits: [&[u8]; 10] =
        [b",", b"\"", b"\n", b"\r\n", b";", b"\xff", b"-9", b"\xef\xbb\xbf", b"\0", b"99999999999999999999"];
    let mut sound = 0;
    for _ in 0..400 {
        let mut files = [EMBEDDED.cards, EMBEDDED.battles, EMBEDDED.programs].map(|text| text.as_bytes().to_vec());
        let file = &mut files[below(3)];
        for _ in 0..=below(4) {
            let at = below(file.len());
            match below(4) {
                0 => file[at] = below(256) as u8,
                1 => drop(file.splice(at..at, bits[below(bits.len())].iter().copied())),
                2 => drop(file.drain(at..(at + 1 + below(40)).min(file.len()))),
                _ => file.truncate(at.max(1)),
            }
        }
        let [cards, battles, programs] = files.map(|file| String::from_utf8_lossy(&file).into_owned());
        let files = CardFiles { cards: &cards, battles: &battles, programs: &programs };
        match CardSet::from_csv(files) {
            Ok(_) => sound += 1,
            Err(faults) => {
                assert!(!faults.0.is_empty());
                assert!(faults.0.iter().all(|fault| fault.line >= 1 && !fault.message.is_empty()));
            }
        }
    }
    assert!(sound < 400, "some damage must show");
}
