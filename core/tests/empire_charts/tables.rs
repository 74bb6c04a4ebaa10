//! The printed tables, cell by cell, and what holds of them as wholes.

use eagles::empire::assault::{Cell, TABLE, by_sum, lookup};
use eagles::empire::charts::Ce;
use eagles::empire::fire::{self, distance_modifier, max_range, row_of, size_modifier, skirmish_rating};
use eagles::empire::house::HouseRules;
use eagles::empire::integrity;
use eagles::empire::orders;
use eagles::empire::units::{Effect, Nation, Size};

/// Die 1 to 10 down, attack value -11 to 11 across, typed anew from the sheet.
const PRINTED: &str = "
die,-11,-10,-9,-8,-7,-6,-5,-4,-3,-2,-1,0,1,2,3,4,5,6,7,8,9,10,11
1,R/.,R/.,R/.,R/.,R/.,2/.,2/.,2/.,2/D,1/.,1/.,1/D,F/D,D/.,D/D,./.,./.,D/D,./D,D/F,D/1,./1,./1
2,R/.,R/.,R/.,R/.,2/.,2/.,2/.,2/D,1/.,1/.,1/D,F/D,D/.,D/D,./.,./.,D/D,./D,D/F,D/1,./1,./1,./2
3,R/.,R/.,R/.,2/.,2/.,2/.,2/D,1/.,1/.,1/D,F/D,D/.,D/D,./.,./.,D/D,./D,D/F,D/1,./1,./1,D/2,./2
4,R/.,R/.,2/.,2/.,2/.,2/D,1/.,1/.,1/D,F/D,D/.,D/D,./.,./.,D/D,./D,D/F,D/1,./1,./1,D/2,./2,./2
5,R/.,2/.,2/.,2/.,2/D,1/.,1/.,1/D,F/D,D/.,D/D,./.,./.,D/D,./D,D/F,D/1,./1,./1,D/2,./2,./2,./2
6,2/.,2/.,2/.,2/D,1/.,1/.,1/D,F/D,D/.,D/D,./.,./.,D/D,./D,D/F,D/1,./1,./1,D/2,./2,./2,./2,./R
7,2/.,2/.,2/D,1/.,1/.,1/D,F/D,D/.,D/D,./.,./.,D/D,./D,D/F,D/1,./1,./1,D/2,./2,./2,./2,./R,./R
8,2/.,2/D,1/.,1/.,1/D,F/D,D/.,D/D,./.,./.,D/D,./D,D/F,D/1,./1,./1,D/2,./2,./2,./2,./R,./R,./R
9,2/D,1/.,1/.,1/D,F/D,D/.,D/D,./.,./.,D/D,./D,D/F,D/1,./1,./1,D/2,./2,./2,./2,./R,./R,./R,./R
10,1/.,1/.,1/D,F/D,D/.,D/D,./.,./.,D/D,./D,D/F,D/1,./1,./1,D/2,./2,./2,./2,./R,./R,./R,./R,./R
";

fn house() -> HouseRules {
    HouseRules::default()
}

fn swap(cell: Cell) -> Cell {
    Cell { roller: cell.other, other: cell.roller }
}

#[test]
fn all_230_cells_are_as_printed() {
    let mut cells = 0;
    let errata = HouseRules { errata: true, ..house() };
    for row in PRINTED.trim().lines().skip(1) {
        let (die, row) = row.split_once(',').expect("a die");
        let die: u8 = die.parse().expect("a number");
        for (value, printed) in (-11..=11).zip(row.split(',')) {
            assert_eq!(lookup(value, die, &house()).to_string(), printed, "die {die}, value {value}");
            let is_odd = (die, value) == (2, 11);
            let regular = if is_odd { "D/2" } else { printed };
            assert_eq!(lookup(value, die, &errata).to_string(), regular, "die {die}, value {value}, errata");
            assert_eq!(by_sum(value + i16::from(die)).to_string(), regular, "the diagonal of {die}, {value}");
            cells += 1;
        }
    }
    assert_eq!((cells, TABLE.len(), TABLE[0].len()), (230, 10, 23));
}

/// The whole table as a function of the sum: from, to, result.
const DIAGONALS: [(i16, i16, &str); 17] = [
    (-10, -6, "R/."),
    (-5, -3, "2/."),
    (-2, -2, "2/D"),
    (-1, 0, "1/."),
    (1, 1, "1/D"),
    (2, 2, "F/D"),
    (3, 3, "D/."),
    (4, 4, "D/D"),
    (5, 6, "./."),
    (7, 7, "D/D"),
    (8, 8, "./D"),
    (9, 9, "D/F"),
    (10, 10, "D/1"),
    (11, 12, "./1"),
    (13, 13, "D/2"),
    (14, 16, "./2"),
    (17, 21, "./R"),
];

#[test]
fn the_diagonals_are_those_of_the_rulings_and_mirror_each_other() {
    let mut next = -10;
    for (from, to, printed) in DIAGONALS {
        assert_eq!(from, next);
        (from..=to).for_each(|sum| assert_eq!(by_sum(sum).to_string(), printed, "sum {sum}"));
        next = to + 1;
    }
    assert_eq!(next, 22);
    for sum in -10..=21 {
        assert_eq!(by_sum(sum), swap(by_sum(11 - sum)), "sum {sum}");
    }
    assert_eq!((by_sum(-100), by_sum(100)), (by_sum(-10), by_sum(21)), "the ends go on");
}

#[test]
fn the_margin_never_falls() {
    let rank = |cell: Cell| cell.other as i8 - cell.roller as i8;
    let margins: Vec<i8> = (-10..=21).map(|sum| rank(by_sum(sum))).collect();
    assert!(margins.is_sorted(), "{margins:?}");
    assert_eq!((margins[0], margins[31]), (-5, 5));
    let printed: Vec<&str> = Effect::ALL.iter().map(|effect| effect.symbol()).collect();
    assert_eq!(printed.concat(), ".DF12R");
}

#[test]
fn more_value_is_better_for_either_side_with_the_odd_cell_or_without() {
    for errata in [false, true] {
        let house = HouseRules { errata, ..house() };
        let at_least = |value, side: fn(Cell) -> Effect, least: Effect| {
            (1..=10).filter(|die| side(lookup(value, *die, &house)) >= least).count()
        };
        for value in -11..11 {
            for least in Effect::ALL {
                let [roller, other]: [fn(Cell) -> Effect; 2] = [|c| c.roller, |c| c.other];
                assert!(at_least(value, roller, least) >= at_least(value + 1, roller, least), "{value} {least:?}");
                assert!(at_least(value, other, least) <= at_least(value + 1, other, least), "{value} {least:?}");
            }
        }
    }
}

#[test]
fn at_0_both_sides_have_the_same_chances() {
    for effect in Effect::ALL {
        let roller = (1..=10).filter(|die| lookup(0, *die, &house()).roller == effect).count();
        let other = (1..=10).filter(|die| lookup(0, *die, &house()).other == effect).count();
        assert_eq!(roller, other, "{effect:?}");
    }
}

#[test]
fn who_rolls_does_not_matter_but_for_the_odd_cell() {
    for errata in [false, true] {
        let house = HouseRules { errata, ..house() };
        for value in -11..=11 {
            for die in 1..=10 {
                let mirrored = swap(lookup(-value, 11 - die, &house));
                let is_odd = !errata && [(11, 2), (-11, 9)].contains(&(value, die));
                assert_eq!(lookup(value, die, &house) != mirrored, is_odd, "value {value}, die {die}, errata {errata}");
            }
        }
    }
}

#[test]
fn chances_at_selected_values() {
    // Value; roller and other: none, D, F, 1, 2, R in tenths.
    let rows: [(i16, [usize; 6], [usize; 6]); 8] = [
        (-11, [0, 0, 0, 1, 4, 5], [9, 1, 0, 0, 0, 0]),
        (-6, [0, 2, 1, 3, 4, 0], [6, 4, 0, 0, 0, 0]),
        (-3, [2, 3, 1, 3, 1, 0], [5, 5, 0, 0, 0, 0]),
        (-1, [3, 4, 1, 2, 0, 0], [4, 5, 1, 0, 0, 0]),
        (1, [4, 5, 1, 0, 0, 0], [3, 4, 1, 2, 0, 0]),
        (7, [7, 3, 0, 0, 0, 0], [0, 1, 1, 3, 4, 1]),
        (9, [8, 2, 0, 0, 0, 0], [0, 0, 0, 3, 4, 3]),
        (11, [9, 1, 0, 0, 0, 0], [0, 0, 0, 1, 4, 5]),
    ];
    let house = HouseRules { errata: true, ..house() };
    for (value, roller, other) in rows {
        let count = |effect, side: fn(Cell) -> Effect| {
            (1..=10).filter(|die| side(lookup(value, *die, &house)) == effect).count()
        };
        assert_eq!(Effect::ALL.map(|e| count(e, |c| c.roller)), roller, "value {value}");
        assert_eq!(Effect::ALL.map(|e| count(e, |c| c.other)), other, "value {value}");
    }
}

#[test]
fn beyond_the_last_column_by_ruling_and_by_switch() {
    let extend = HouseRules { extend: true, ..house() };
    assert_eq!(lookup(12, 1, &house()).to_string(), "./1");
    assert_eq!(lookup(12, 1, &extend).to_string(), "D/2");
    assert_eq!(lookup(16, 1, &extend).to_string(), "./R", "a rout is certain at 16");
    assert_eq!(lookup(i16::MAX, 10, &extend).to_string(), "./R");
    assert_eq!(lookup(-40, 10, &house()).to_string(), "1/.");
    assert_eq!(lookup(-40, 10, &extend).to_string(), "R/.");
    assert_eq!(lookup(i16::MIN, 1, &extend).to_string(), "R/.");
    assert_eq!(lookup(15, 2, &house()).to_string(), "./2", "the odd cell serves all values beyond");
    assert_eq!(lookup(15, 2, &HouseRules { errata: true, ..house() }).to_string(), "D/2");
    assert_eq!(lookup(11, 2, &extend).to_string(), "./2", "the printed column stays as printed");
    assert_eq!(lookup(0, 0, &house()), lookup(0, 1, &house()), "a die is held to its faces");
    assert_eq!(lookup(0, 99, &house()), lookup(0, 10, &house()));
}

#[test]
fn the_rows_of_fire_are_as_printed() {
    // Row, from, and the ten faces.
    let printed = [
        ("0-4", 0, "D1........"),
        ("5-7", 5, "DD1......."),
        ("8-10", 8, "DDD1......"),
        ("11-12", 11, "DDD112...."),
        ("13-15", 13, "DDDD1112.."),
        ("16+", 16, "DDDD111122"),
    ];
    for (row, (name, from, faces)) in fire::TABLE.iter().zip(printed) {
        let found: String = (1..=10).map(|die| row.effect(die).symbol()).collect();
        assert_eq!((row.name, row.from, found.as_str()), (name, from, faces));
    }
}

#[test]
fn the_rows_of_fire_have_no_gap_and_never_fall() {
    let chance = |row: &fire::Row, least: Effect| (1..=10).filter(|die| row.effect(*die) >= least).count();
    for pair in fire::TABLE.windows(2) {
        assert!(pair[0].from < pair[1].from);
        for least in [Effect::Disorder, Effect::Hit, Effect::TwoHits] {
            assert!(chance(&pair[0], least) <= chance(&pair[1], least), "{} {least:?}", pair[1].name);
        }
    }
    for row in fire::TABLE {
        assert_eq!(row.effect(1), Effect::Disorder);
        let order =
            |e: Effect| [Effect::Disorder, Effect::Hit, Effect::TwoHits, Effect::None].iter().position(|x| *x == e);
        assert!((1..=10).map(|die| order(row.effect(die))).is_sorted(), "{}", row.name);
    }
    let rows: Vec<usize> = (-3..=17).map(row_of).collect();
    assert_eq!(rows, [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 4, 4, 4, 5, 5]);
}

#[test]
fn distances_sizes_and_skirmishers_are_as_printed() {
    let bands =
        [(0, 4), (3_000, 4), (3_001, 2), (6_000, 2), (6_001, 1), (10_000, 1), (10_001, 0), (15_001, 0), (20_000, 0)];
    bands.iter().for_each(|(distance, n)| assert_eq!(distance_modifier(*distance), *n, "{distance}"));
    let sizes = [(Size::Light, 12_000, 0), (Size::Medium, 16_000, 1), (Size::Heavy, 20_000, 2)];
    sizes.iter().for_each(|(size, range, n)| assert_eq!((max_range(*size), size_modifier(*size)), (*range, *n)));
    let late = HouseRules { late_1812: true, ..house() };
    for (nation, year, house, quarters) in [
        (Nation::French, 1805, &house(), 8),
        (Nation::British, 1815, &house(), 8),
        (Nation::Prussian, 1813, &house(), 4),
        (Nation::Prussian, 1806, &house(), 2),
        (Nation::Prussian, 1812, &house(), 2),
        (Nation::Prussian, 1812, &late, 4),
    ] {
        assert_eq!(skirmish_rating(nation, year, house), Ce::from_quarters(quarters), "{nation:?} {year}");
    }
}

#[test]
fn every_row_of_orders_is_a_window_of_one_sequence() {
    const SEQUENCE: [u8; 10] = [4, 4, 3, 3, 3, 2, 2, 1, 1, 1];
    for (row, rating) in orders::TABLE.iter().zip(-1i8..=4) {
        let first = usize::try_from(rating + 1).expect("a place");
        assert_eq!(row, &SEQUENCE[first..first + 5], "rating {rating}");
        for die in 1..=10i16 {
            let column = usize::try_from((die - 1) / 2).expect("a place");
            assert_eq!(orders::delay(rating, die), SEQUENCE[first + column], "rating {rating}, die {die}");
        }
    }
    assert_eq!(
        orders::TABLE.map(|row| row.map(|n| n.to_string()).concat()),
        ["44333", "43332", "33322", "33221", "32211", "22111"]
    );
}

#[test]
fn the_bases_of_divisions_are_as_printed() {
    assert_eq!(integrity::BASES, [(6, 7), (8, 9), (10, 11), (12, 13), (14, 15), (16, 17), (20, 20)]);
    let base = |points: &[i16]| integrity::base(&points.iter().map(|n| Ce::new(*n)).collect::<Vec<_>>());
    let bases: Vec<i16> = (1..=20).map(|n| base(&[n])).collect();
    assert_eq!(bases, [7, 7, 7, 7, 7, 7, 9, 9, 11, 11, 13, 13, 15, 15, 17, 17, 20, 20, 20, 20]);
    assert_eq!((base(&[9, 10]), base(&[8, 8, 9]), base(&[8, 9])), (11, 9, 11), "a half rounds up, a third down");
    assert_eq!((base(&[]), base(&[0]), base(&[99])), (7, 7, 20), "means outside the table use its ends");
}
