//! The golden numbers below were computed by a separate program from the description in [`Seeded`]: ChaCha12, key = seed,
//! 64-bit block counter, stream in the last two words. They never change within a rules version.

use super::*;

fn dice(stream: u8, count: u8, sides: u8) -> Request {
    Request { code: "test", subject: 1, stream: Stream(stream), kind: Kind::Dice { count, sides } }
}

fn pick(stream: u8, among: u16) -> Request {
    Request { code: "test", subject: 1, stream: Stream(stream), kind: Kind::Pick { among } }
}

fn seeded() -> Seeded {
    Seeded::new(Seed::from_number(1815))
}

fn throw(source: &mut impl Draws, request: Request) -> Vec<u8> {
    source.dice(request).expect("answered").faces().to_vec()
}

fn picks(source: &mut impl Draws, stream: u8, among: u16, n: usize) -> Vec<u16> {
    (0..n).map(|_| source.pick(pick(stream, among), |i| i).expect("answered")).collect()
}

#[test]
fn dice_are_golden() {
    let golden = [
        2, 6, 1, 1, 6, 6, 2, 6, 5, 2, 2, 1, 2, 1, 6, 5, 6, 2, 6, 1, 5, 3, 2, 5, 1, 1, 4, 5, 1, 2, 6, 5, 5, 3, 6, 2, 6,
        2, 4, 2,
    ];
    let mut source = seeded();
    let mut thrown = throw(&mut source, dice(0, 32, 6));
    thrown.extend(throw(&mut source, dice(0, 8, 6)));
    assert_eq!(thrown, golden);
    assert_eq!(throw(&mut seeded(), dice(1, 20, 6)), [5, 1, 1, 2, 2, 1, 6, 1, 1, 2, 6, 2, 6, 2, 6, 6, 2, 3, 4, 2]);
    assert_eq!(throw(&mut seeded(), dice(0, 10, 10)), [4, 10, 1, 1, 9, 9, 3, 10, 7, 3]);
    let mut bytes = [0; 32];
    bytes.iter_mut().zip(0..).for_each(|(byte, i)| *byte = i);
    assert_eq!(throw(&mut Seeded::new(Seed(bytes)), dice(15, 12, 6)), [2, 3, 3, 6, 4, 3, 4, 2, 5, 5, 1, 6]);
}

#[test]
fn picks_are_golden() {
    let golden = [13, 5, 13, 19, 6, 14, 26, 21, 18, 32, 30, 32, 34, 9, 20, 32, 28, 30, 4, 25];
    assert_eq!(picks(&mut seeded(), 2, 36, 20), golden);
    assert_eq!(picks(&mut seeded(), 3, 60_001, 6), [16876, 36938, 54567, 5047, 49827, 1666]);
    let label = |i| 100 + 2 * i;
    assert_eq!(seeded().pick(pick(2, 36), label), Ok(126), "the label, not the place");
}

#[test]
fn counts_continue_a_stream() {
    let mut counts = [0; STREAMS];
    counts[0] = 1000;
    let mut late = Seeded::at(Seed::from_number(1815), counts);
    assert_eq!(throw(&mut late, dice(0, 10, 6)), [4, 4, 6, 4, 6, 6, 3, 5, 2, 3]);
    assert_eq!(late.counts()[0], 1010);

    let mut whole = seeded();
    for n in 0..50u8 {
        let mut resumed = Seeded::at(whole.seed(), whole.counts());
        let request = dice(n % 3, n % 4, 6);
        assert_eq!(throw(&mut whole, request), throw(&mut resumed, request), "draw {n}");
        assert_eq!(whole.counts(), resumed.counts());
        assert_eq!(picks(&mut whole, 4, 60, 1), picks(&mut resumed, 4, 60, 1));
    }
}

#[test]
fn reset_draws_again() {
    let mut source = seeded();
    throw(&mut source, dice(0, 5, 6));
    let mark = source.mark();
    let first = (throw(&mut source, dice(0, 9, 6)), picks(&mut source, 2, 60, 9));
    source.reset(mark);
    assert_eq!(source.counts(), mark);
    assert_eq!((throw(&mut source, dice(0, 9, 6)), picks(&mut source, 2, 60, 9)), first);
    // Going forward works as well as going back.
    let ahead = source.mark();
    source.reset(mark);
    source.reset(ahead);
    assert_eq!(throw(&mut source, dice(0, 1, 6)), [6], "the fifteenth and the sixteenth word are skipped over");
}

#[test]
fn streams_know_nothing_of_each_other() {
    let alone = picks(&mut seeded(), 2, 60, 200);
    let mut mixed = seeded();
    let mut among_others = Vec::new();
    for n in 0..200 {
        throw(&mut mixed, dice((n % 2) as u8, (n % 5) as u8, 6));
        among_others.extend(picks(&mut mixed, 2, 60, 1));
    }
    assert_eq!(alone, among_others);

    // No two streams are the same or run a few words behind each other.
    let all: Vec<Vec<u16>> = (0..STREAMS as u8).map(|stream| picks(&mut seeded(), stream, u16::MAX, 64)).collect();
    for (i, a) in all.iter().enumerate() {
        for b in &all[i + 1..] {
            assert!(a.windows(4).all(|run| b.windows(4).all(|other| run != other)));
        }
    }
    // Joint counts of two streams are what independence gives.
    let (a, b) = (picks(&mut seeded(), 0, 6, 36_000), picks(&mut seeded(), 1, 6, 36_000));
    let mut joint = [0u64; 36];
    a.iter().zip(&b).for_each(|(&a, &b)| joint[usize::from(a * 6 + b)] += 1);
    assert!(chi_square(&joint) < 80.0, "{}", chi_square(&joint));
}

fn chi_square(counts: &[u64]) -> f64 {
    let expected = counts.iter().sum::<u64>() as f64 / counts.len() as f64;
    counts.iter().map(|&n| (n as f64 - expected).powi(2) / expected).sum()
}

#[test]
fn draws_are_uniform() {
    // The limits are exceeded once in some ten thousand seeds; this one is fixed.
    for (sides, limit) in [(2, 16.0), (6, 26.0), (10, 34.0), (20, 52.0)] {
        let mut counts = vec![0; usize::from(sides)];
        let mut source = seeded();
        for _ in 0..3_000 {
            throw(&mut source, dice(5, 20, sides)).into_iter().for_each(|face| counts[usize::from(face) - 1] += 1);
        }
        assert!(chi_square(&counts) < limit, "d{sides}: {}", chi_square(&counts));
    }
    let mut counts = vec![0; 60];
    picks(&mut seeded(), 6, 60, 60_000).into_iter().for_each(|at| counts[usize::from(at)] += 1);
    assert!(chi_square(&counts) < 105.0, "{}", chi_square(&counts));
    // Neither is a die the neighbour of the one before.
    let thrown = picks(&mut seeded(), 7, 6, 36_001);
    let mut pairs = [0u64; 36];
    thrown.windows(2).for_each(|pair| pairs[usize::from(pair[0] * 6 + pair[1])] += 1);
    assert!(chi_square(&pairs) < 80.0, "{}", chi_square(&pairs));
}

#[test]
fn child_seeds_are_golden_and_apart() {
    let seed = Seed::from_number(1815);
    let golden = [
        (0, "0b77e964900487082c62129d75c3c1f30652d951d63b8767208801d57b5cb1d5"),
        (1, "b43874bd31e7ee1c448d9ca811775fb0b1184b91bee0d4c23a03b3beabe24561"),
        (u64::MAX >> 1, "5657c213ca477d005b236d7a4bc95a15631b1f6139e5cf85255b7a2e6bf14fa7"),
    ];
    for (index, text) in golden {
        assert_eq!(seed.child(index).to_string(), text);
    }
    let all: std::collections::BTreeSet<_> = (0..1000).map(|i| seed.child(i).0).collect();
    assert_eq!(all.len(), 1000);
    assert_ne!(seed.child(0).child(1), seed.child(1).child(0));
}

#[test]
fn seeds_are_read_as_they_are_written() {
    for n in [0, 1, 1815, u64::from(u32::MAX) + 1, u64::MAX] {
        let seed = Seed::from_number(n);
        assert_eq!(seed.to_string(), n.to_string());
        assert_eq!(seed.to_string().parse(), Ok(seed));
    }
    let long = Seed::from_number(7).child(7);
    assert_eq!(long.to_string().len(), 64);
    assert_eq!(long.to_string().parse(), Ok(long));
    assert_eq!(long.to_string().to_uppercase().parse(), Ok(long));
    // Sixty-four digits are hexadecimal even where they could be a number.
    let digits = "1".repeat(64);
    assert_eq!(digits.parse::<Seed>().map(|s| s.0), Ok([0x11; 32]));
    let json = serde_json::to_string(&long).expect("a string");
    assert_eq!(serde_json::from_str::<Seed>(&json).expect("a seed"), long);
}

#[test]
fn bad_seeds_are_refused_with_what_to_write() {
    let bad = [
        "",
        " ",
        "-1",
        "+1",
        "1 ",
        "1.0",
        "0x10",
        "18446744073709551616",
        "zzz",
        "١٢",
        &"f".repeat(63),
        &"g".repeat(64),
    ];
    for text in bad {
        let error = text.parse::<Seed>().expect_err(text);
        assert!(error.to_string().contains("whole number from 0 to 18446744073709551615"), "{error}");
    }
    let long = "9".repeat(100_000).parse::<Seed>().expect_err("too long");
    assert!(long.to_string().len() < 300, "an error does not repeat a whole file");
    assert!(serde_json::from_str::<Seed>("\"x\"").is_err());
}

#[test]
fn supplied_values_are_taken_in_order() {
    let mut source = Supplied::of([3, 1, 40, 6]);
    assert_eq!(throw(&mut source, dice(0, 2, 6)), [3, 1]);
    assert_eq!(source.pick(pick(2, 5), |i| 10 * i), Ok(40));
    assert_eq!(source.rest(), [6]);
    source.settle();
    assert_eq!((source.mark(), source.rest()), (0, &[6][..]));
    source.clear();
    assert!(source.rest().is_empty());
    assert!(throw(&mut source, dice(0, 0, 6)).is_empty(), "no dice need nothing");
}

#[test]
fn a_missing_draw_is_named_and_nothing_is_used() {
    let mut source = Supplied::of([3]);
    let Err(Unmet::Needed(needed)) = source.dice(dice(0, 3, 6)) else { panic!("one die of three") };
    assert_eq!((needed.request, needed.have), (dice(0, 3, 6), 1));
    assert!(needed.options.is_empty());
    assert_eq!(source.rest(), [3], "what came stays, and the rest may follow");
    source.supply([4, 5]);
    assert_eq!(throw(&mut source, dice(0, 3, 6)), [3, 4, 5]);

    let Err(Unmet::Needed(needed)) = source.pick(pick(2, 3), |i| i + 7) else { panic!("nothing left") };
    assert_eq!((needed.options, needed.have), (vec![7, 8, 9], 0));
}

#[test]
fn impossible_values_are_dropped_with_their_throw() {
    for bad in [0, 7, 256 + 3, u16::MAX] {
        let mut source = Supplied::of([2, 4, bad, 5]);
        assert_eq!(throw(&mut source, dice(0, 1, 6)), [2]);
        let request = dice(0, 3, 6);
        assert_eq!(source.dice(request), Err(Unmet::Impossible { request, value: bad }));
        assert!(source.rest().is_empty(), "the whole throw is to be supplied again");
        let request = pick(2, 3);
        let mut source = Supplied::of([bad]);
        assert_eq!(source.pick(request, |i| 10 + i), Err(Unmet::Impossible { request, value: bad }));
        assert!(source.rest().is_empty());
    }
}

fn record() -> Vec<Drawn> {
    let mut source = seeded();
    let mut recorder = Recorder::new(&mut source);
    throw(&mut recorder, dice(0, 3, 6));
    picks(&mut recorder, 2, 36, 1);
    let mark = recorder.mark();
    throw(&mut recorder, dice(1, 9, 6));
    recorder.reset(mark);
    throw(&mut recorder, dice(1, 2, 6));
    let drawn = recorder.finish();
    assert_eq!(source.counts()[..3], [3, 2, 1], "a reset goes through to the source");
    drawn
}

#[test]
fn a_recorder_keeps_what_stands() {
    let drawn = record();
    let kinds: Vec<_> = drawn.iter().map(|d| (d.kind, d.values.clone())).collect();
    assert_eq!(
        kinds,
        [
            (Kind::Dice { count: 3, sides: 6 }, vec![2, 6, 1]),
            (Kind::Pick { among: 36 }, vec![13]),
            (Kind::Dice { count: 2, sides: 6 }, vec![5, 1]),
        ]
    );
    assert_eq!(drawn.iter().map(Drawn::words).collect::<Vec<_>>(), [3, 1, 2]);
}

#[test]
fn a_record_answers_as_it_was_drawn() {
    let drawn = record();
    let mut source = Recorded::new(&drawn);
    assert_eq!(throw(&mut source, dice(0, 3, 6)), [2, 6, 1]);
    let mark = source.mark();
    assert_eq!(source.pick(pick(2, 36), |i| i), Ok(13));
    source.reset(mark);
    assert_eq!(source.rest().len(), 2);
    assert_eq!(source.pick(pick(2, 36), |i| i), Ok(13));
    assert_eq!(throw(&mut source, dice(1, 2, 6)), [5, 1]);
    let over = source.dice(dice(0, 1, 6));
    assert!(matches!(over, Err(Unmet::Diverged { ref recorded, .. }) if recorded == "nothing"), "{over:?}");
}

#[test]
fn another_draw_than_the_recorded_one_diverges() {
    let drawn = record();
    let others = [
        dice(0, 2, 6),
        dice(0, 3, 8),
        pick(0, 6),
        Request { code: "other", ..dice(0, 3, 6) },
        Request { subject: 2, ..dice(0, 3, 6) },
    ];
    for request in others {
        assert!(matches!(Recorded::new(&drawn).dice(request), Err(Unmet::Diverged { .. })), "{request:?}");
    }
    // A record that was tampered with.
    for values in [vec![2, 6], vec![2, 6, 7], vec![2, 6, 0], vec![2, 6, 1, 1], vec![]] {
        let mut bad = drawn.clone();
        bad[0].values = values;
        assert!(matches!(Recorded::new(&bad).dice(dice(0, 3, 6)), Err(Unmet::Diverged { .. })), "{bad:?}");
    }
    for values in [vec![], vec![36], vec![13, 13]] {
        let mut bad = drawn.clone();
        bad[1].values = values;
        let mut source = Recorded::new(&bad[1..]);
        assert!(matches!(source.pick(pick(2, 36), |i| i), Err(Unmet::Diverged { .. })), "{bad:?}");
    }
}

#[test]
fn what_no_source_can_give_is_an_error() {
    let many = Request { code: "fire", subject: 0, stream: Stream(0), kind: Kind::Dice { count: 33, sides: 6 } };
    assert_eq!(Seeded::new(Seed::from_number(1)).dice(many), Err(Unmet::TooManyDice(many)));
    assert_eq!(Supplied::of([1; 40]).dice(many), Err(Unmet::TooManyDice(many)));
    let one = Request { kind: Kind::Dice { count: 1, sides: 6 }, ..many };
    let mut last = Seeded::at(Seed::from_number(1), [u64::MAX; STREAMS]);
    assert!(last.dice(one).is_ok());
    assert_eq!(last.counts()[0], 0);
    let other = [Drawn { stream: Stream(9), ..Drawn::new(one, vec![3]) }];
    assert!(matches!(Recorded::new(&other).dice(one), Err(Unmet::Diverged { .. })), "another stream");
    assert!(crate::game::Players::only(crate::game::Player(9)).is_empty());
}
