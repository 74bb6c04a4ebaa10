//! Square, morale, initiative, leaders, integrity and orders: each line and each roll.

use super::line;
use eagles::empire::charts::Ce;
use eagles::empire::house::HouseRules;
use eagles::empire::units::{Class, Formation, Nation, Order, Status};
use eagles::empire::{initiative, integrity, leaders, morale, orders, square};
use eagles::game::Player;
use initiative::Command;
use leaders::Fate;
use morale::Nerve;

#[test]
fn square_lines() {
    let plain = |nation, formation| square::Facts::new(nation, Ce::new(9), formation);
    let sum = |facts| line(&square::breakdown(&facts));
    for (nation, formation, parts) in [
        (Nation::British, Formation::Line, "ce 9, british-line 2 = 11"),
        (Nation::British, Formation::Column, "ce 9, british-column 3 = 12"),
        (Nation::British, Formation::RoadColumn, "ce 9, british-column 3 = 12"),
        (Nation::French, Formation::Line, "ce 9 = 9"),
        (Nation::French, Formation::Column, "ce 9, column 2 = 11"),
    ] {
        assert_eq!(sum(plain(nation, formation)), parts, "A17");
    }
    let pressed = square::Facts {
        hits: 2,
        status: Status::Disordered,
        leader: true,
        pinned: true,
        breakthrough: true,
        out_of_command: true,
        ..plain(Nation::Prussian, Formation::Line)
    };
    assert_eq!(
        sum(pressed),
        "ce 9, hits -2, disordered -2, pinned -4, breakthrough -5, out-of-command -3, leader 4 = -3"
    );
    assert_eq!(square::odds(&pressed).0, [0, 10]);
}

#[test]
fn square_rolls() {
    let facts = |ce| square::Facts::new(Nation::Prussian, ce, Formation::Line);
    for total in -3..=14 {
        let chance = u8::try_from((total - 1).clamp(0, 10)).expect("a count");
        assert_eq!(square::odds(&facts(Ce::new(total))).0, [chance, 10 - chance], "total {total}");
    }
    let five = facts(Ce::new(5));
    assert!(square::resolve(&five, 4).is_formed && !square::resolve(&five, 5).is_formed, "lower, not equal");
    let half = facts(Ce::from_quarters(22));
    assert!(!square::resolve(&half, 5).is_formed, "P2: 5.5 is 5");
    assert!(!square::resolve(&facts(Ce::new(1)), 1).is_formed, "A36: a 1 does not pass by itself");
    assert!(square::resolve(&facts(Ce::new(11)), 10).is_formed, "A36: nor does a 10 fail");
}

#[test]
fn morale_lines() {
    let plain = |class, formation| morale::Facts { hits: 4, ..morale::Facts::new(class, Ce::new(9), formation) };
    let sum = |facts| line(&morale::breakdown(&facts));
    let foot = plain(Class::LineInfantry, Formation::Line);
    assert_eq!(sum(foot), "ce 9, hits -4 = 5");
    assert_eq!(sum(morale::Facts { status: Status::Disordered, ..foot }), "ce 9, hits -4 = 5", "A34");
    let square = morale::Facts { pinned: true, ..plain(Class::LineInfantry, Formation::Square) };
    assert_eq!(sum(square), "ce 9, hits -4, pinned -3, square 2 = 4", "A32: both");
    let bereft = morale::Facts { leader_killed: true, out_of_command: true, ..foot };
    assert_eq!(sum(bereft), "ce 9, hits -4, leader-killed -2, out-of-command -2 = 1", "A33");
    assert_eq!(sum(plain(Class::LightInfantry, Formation::RoadColumn)), "ce 9, hits -4, column 1 = 6");
    let horse =
        morale::Facts { blown: true, pinned: true, unsupported: true, ..plain(Class::Lancers, Formation::Column) };
    assert_eq!(sum(horse), "ce 9, hits -4, blown -1 = 4", "neither columns of horse nor what concerns others");
    let guns =
        morale::Facts { unsupported: true, pinned: true, blown: true, ..plain(Class::LightFoot, Formation::Limbered) };
    assert_eq!(sum(guns), "ce 9, hits -4, pinned -3, unsupported -2 = 0");
}

#[test]
fn morale_rolls() {
    let facts = |ce| morale::Facts::new(Class::LineInfantry, ce, Formation::Line);
    let house = HouseRules::default();
    for total in -3..=14i16 {
        let odds = morale::odds(&facts(Ce::new(total))).0;
        let pass = u8::try_from((total - 1).clamp(0, 10)).expect("a count");
        let fallback = u8::from((1..=10).contains(&total));
        assert_eq!(odds, [pass, fallback, 10 - pass - fallback], "total {total}");
    }
    let six = facts(Ce::from_quarters(27));
    for (die, nerve) in [(5, Nerve::Pass), (6, Nerve::Fallback), (7, Nerve::Rout)] {
        assert_eq!(morale::resolve(&six, &house, die).nerve, nerve, "P2: 6.75 is 6");
    }
    assert!(!morale::resolve(&six, &house, 1).is_hit, "A29");
    let ones = HouseRules { morale_one_hits: true, ..house };
    let one = morale::resolve(&six, &ones, 1);
    assert_eq!((one.nerve, one.is_hit, morale::resolve(&six, &ones, 2).is_hit), (Nerve::Pass, true, false));
}

#[test]
fn when_morale_is_checked() {
    let due = |before, after| morale::is_due(Ce::new(9), Status::Good, before, after);
    assert!(due(3, 4) && due(4, 5) && due(3, 5) && due(0, 4), "A30");
    assert!(!due(2, 3) && !due(4, 4) && !due(5, 4));
    assert!(!morale::is_due(Ce::new(9), Status::Routed, 3, 4), "P12");
    assert!(!morale::is_due(Ce::new(4), Status::Good, 3, 4), "A35: destroyed instead");
    assert!(morale::is_due(Ce::new(5), Status::Disordered, 3, 4));
}

#[test]
fn initiative_lines() {
    let own = Command { leaderless: 2, cavalry: 5, commander: 3, had_it: true, attacking: 1 };
    let enemy = Command { cavalry: 4, commander: -1, ..Command::default() };
    let facts = initiative::Facts { sides: [enemy, own] };
    let sum = |facts, player| line(&initiative::breakdown(&facts, Player(player)));
    assert_eq!(sum(facts, 1), "leaderless -2, cavalry 1, commander 3, had-it 1, attacking 1 = 4");
    assert_eq!(sum(facts, 0), "commander -1 = -1");
    let level = initiative::Facts { sides: [Command { cavalry: 5, ..enemy }, own] };
    assert_eq!(sum(level, 1), "leaderless -2, commander 3, had-it 1, attacking 1 = 3", "A61: as many, so nobody");
}

#[test]
fn initiative_rolls() {
    let level = initiative::Facts::default();
    assert_eq!(initiative::odds(&level).0, [45, 45, 10]);
    assert_eq!(initiative::resolve(&level, [7, 7]).winner, None, "A61: turn 1, both roll again");
    assert_eq!(initiative::odds(&level).chance(Player(1)).to_string(), "1/2");
    let mut held = level;
    held.sides[1].had_it = true;
    assert_eq!(initiative::resolve(&held, [7, 6]).winner, Some(Player(1)), "A61: a tie keeps it");
    assert_eq!(initiative::resolve(&held, [8, 6]).winner, Some(Player(0)));
    assert_eq!(initiative::odds(&held).0, [36, 64, 0]);
    let mut far = level;
    far.sides[0].attacking = 20;
    assert_eq!(initiative::odds(&far).0, [100, 0, 0]);
    assert_eq!(initiative::odds(&far).chance(Player(1)).to_string(), "0");
}

#[test]
fn leaders_in_danger() {
    let fired_at = leaders::Facts::default();
    let fought = leaders::Facts { in_assault: true, ..fired_at };
    let lost = leaders::Facts { unit_destroyed: true, ..fired_at };
    let fates = |facts| (1..=10).map(|die| leaders::resolve(&facts, die).fate).collect::<Vec<_>>();
    let (k, s, u) = (Fate::Killed, Fate::Shaken, Fate::Unhurt);
    assert_eq!(fates(fired_at), [k, s, s, s, u, u, u, u, u, u]);
    assert_eq!(fates(fought), [k, k, k, s, s, s, u, u, u, u], "A67: below 1 counts as 1");
    assert_eq!(fates(lost), fates(fought), "P32");
    let both = leaders::Facts { in_assault: true, unit_destroyed: true };
    assert_eq!(fates(both), fates(fought), "once");
    assert_eq!((leaders::odds(&fired_at).0, leaders::odds(&fought).0), ([1, 3, 6], [3, 3, 4]));
    assert_eq!(line(&leaders::breakdown(&fought, 1)), "die 1, in-assault -2, limit 2 = 1");
    assert_eq!(line(&leaders::breakdown(&lost, 9)), "die 9, unit-destroyed -2 = 7");
}

#[test]
fn integrity_lines() {
    let facts = integrity::Facts {
        routed: 2,
        routed_this_turn: 1,
        leaderless: true,
        lost_objective: true,
        worn: 5,
        ..integrity::Facts::new(vec![Ce::new(16); 6])
    };
    assert_eq!(
        line(&integrity::breakdown(&facts)),
        "base 17, routed -6, routed-this-turn -3, leaderless -3, lost-objective -2, worn -2 = 1",
        "A72, A73"
    );
    let one = integrity::Facts { worn: 1, ..integrity::Facts::new([Ce::new(9)]) };
    assert_eq!(line(&integrity::breakdown(&one)), "base 11 = 11", "A73: one is no pair");
}

#[test]
fn integrity_rolls() {
    let facts = |routed| integrity::Facts { routed, ..integrity::Facts::new([Ce::new(9)]) };
    assert!(integrity::resolve(&facts(2), 5).is_passed && !integrity::resolve(&facts(2), 6).is_passed, "equal passes");
    assert_eq!(integrity::odds(&facts(0)).0, [100, 0, 0]);
    assert_eq!(integrity::odds(&facts(2)).0, [50, 15, 35]);
    assert_eq!(integrity::odds(&facts(9)).0, [0, 30, 70]);
    assert_eq!(integrity::odds(&facts(2)).chance(1).to_string(), "3/20");
    let falls = (1..=10).map(integrity::failed).filter(|f| *f == integrity::Failure::Rout).count();
    assert_eq!(
        (falls, integrity::failed(3), integrity::failed(4)),
        (3, integrity::Failure::Rout, integrity::Failure::Fallback)
    );
    assert_eq!(integrity::failed(10), integrity::Failure::Fallback, "the 0 of the sheet is 10");
}

#[test]
fn orders_lines() {
    let facts = orders::Facts {
        receiver: Some(2),
        nation: Nation::British,
        cavalry: true,
        distance: 59_999,
        engaged: true,
        from: Order::Defend,
        to: Order::Attack,
        dominating: true,
        ..orders::Facts::new(0)
    };
    assert_eq!(
        line(&orders::breakdown(&facts, 3)),
        "die 3, receiver 2, british 1, cavalry 2, distance -1, engaged -1, defend-to-attack -1, dominating 1 = 6",
        "A64: whole steps"
    );
    let reserve = orders::Facts { from: Order::Reserve, to: Order::Attack, receiver: Some(0), ..orders::Facts::new(0) };
    assert_eq!(line(&orders::breakdown(&reserve, 3)), "die 3, reserve 2 = 5");
    let alone = orders::Facts { distance: 30_000, ..orders::Facts::new(0) };
    assert_eq!(line(&orders::breakdown(&alone, 3)), "die 3, no-receiver -1, distance -1 = 1", "P33");
    assert_eq!(line(&orders::breakdown(&alone, 1)), "die 1, no-receiver -1, distance -1, limit 2 = 1", "A62");
    let keen = orders::Facts { receiver: Some(4), ..reserve };
    assert_eq!(line(&orders::breakdown(&keen, 9)), "die 9, receiver 4, reserve 2, limit -5 = 10", "A62");
    let back = orders::Facts { from: Order::Attack, to: Order::Defend, receiver: Some(0), ..orders::Facts::new(0) };
    assert_eq!(line(&orders::breakdown(&back, 3)), "die 3 = 3", "only from Defend to Attack");
}

#[test]
fn orders_rolls() {
    let facts = orders::Facts { receiver: Some(0), ..orders::Facts::new(2) };
    assert_eq!(orders::odds(&facts).0, [0, 2, 4, 4, 0]);
    let there = orders::Facts { attached: true, ..facts };
    assert_eq!(orders::odds(&there).0, [10, 0, 0, 0, 0], "A66");
    assert_eq!((orders::delay(-9, 1), orders::delay(9, 10), orders::delay(2, -5), orders::delay(2, 99)), (4, 1, 3, 1));
}
