//! Orders, leaders, divisional integrity and victory (E orders-table, initiative, leader-moves, leader-casualty, integrity).

use eagles::chance::Supplied;
use eagles::empire::event::{Casualty, Event};
use eagles::empire::geometry::Point;
use eagles::empire::state::{DivisionId, Ending, Host, LeaderId, Marks, Presence, Stage, UnitId};
use eagles::empire::units::{Order, Status};
use eagles::empire::{Action, Empire, Refusal, Scenario, State};
use eagles::game::{Failure, Game, Player};

const FRENCH: Player = Player(0);
const ALLIED: Player = Player(1);

/// A long empty table: Foy's division with guns and Pire's two regiments in the west, Picton's three battalions and a regiment
/// far away in the east, a wood behind Foy.
const BATTLE: &str = r#"
id = "command"
name = "Command"
date = "1815-06-16"
start = "14:00"
minutes = 20
turns = 6
table = [120, 60]
yards = 50

side = [
  { name = "french", nation = "french", edge = "west", per_division_ = 1 },
  { name = "allied", nation = "british", edge = "east", handicap = 1 },
]

corps = [
  { id = "army", name = "Left wing", side = "french", rank = "army", leader = { name = "Ney", rating = 3, at = [60, 50] } },
  { id = "II", name = "II Corps", side = "french", rank = "corps", leader = { name = "Reille", rating = 2, at = [10, 47] } },
  { id = "III", name = "Cavalry", side = "french", rank = "corps", leader = { name = "Kellermann", rating = 2, at = [10, 50] } },
  { id = "res", name = "Reserve", side = "allied", rank = "corps", leader = { name = "Wellington", rating = 4, at = [110, 30] } },
]

division = [
  { id = "foy", name = "Foy's division", corps = "II", leader = { name = "Foy", rating = 1, at = [10, 12] }, order = "defend", objective = "farm" },
  { id = "pire", name = "Pire's division", corps = "III", leader = { name = "Pire", rating = 1, at = [12, 30] }, order = "reserve" },
  { id = "picton", name = "Picton's division", corps = "res", leader = { name = "Picton", rating = 2, with = "foot-1" }, order = "defend" },
]

unit = [
  { id = "line-1", name = "1st Line", division = "foy", class = "line-infantry", ce = 9, stands = 4, screen = 2, at = [10, 10], facing = 90, formation = "line" },
  { id = "line-2", name = "2nd Line", division = "foy", class = "line-infantry", ce = 9, stands = 4, at = [10, 14], facing = 90, formation = "line" },
  { id = "line-3", name = "3rd Line", division = "foy", class = "line-infantry", ce = 10, stands = 4, at = [10, 18], facing = 90, formation = "line" },
  { id = "guns", name = "Battery", division = "foy", class = "medium-foot", ce = 8, stands = 4, at = [10, 22], facing = 90, formation = "unlimbered" },
  { id = "lancers", name = "Lancers", division = "pire", class = "lancers", ce = 8, stands = 4, at = [12, 28], facing = 90, formation = "line" },
  { id = "chasseurs", name = "Chasseurs", division = "pire", class = "cavalry", ce = 8, stands = 4, at = [12, 34], facing = 90, formation = "line" },
  { id = "foot-1", name = "1st Foot", division = "picton", class = "line-infantry", ce = 9, stands = 4, at = [110, 10], facing = 270, formation = "line" },
  { id = "foot-2", name = "2nd Foot", division = "picton", class = "line-infantry", ce = 9, stands = 4, at = [110, 14], facing = 270, formation = "line" },
  { id = "foot-3", name = "3rd Foot", division = "picton", class = "line-infantry", ce = 9, stands = 4, at = [110, 18], facing = 270, formation = "line" },
]

area = [
  { name = "wood", kind = "light-woods", points = [[2, 40], [8, 40], [8, 46], [2, 46]] },
]

objective = [
  { id = "farm", name = "the farm", at = [20, 14], points = 3, held = "french" },
  { id = "mill", name = "the mill", at = [100, 14], points = 2, held = "allied", decides = "french" },
]
"#;

struct Table {
    game: Empire,
    state: State,
    events: Vec<Event>,
}

fn table() -> Table {
    let text = BATTLE.replace(", per_division_ = 1", "");
    let scenario = Scenario::from_toml(&text, "command.toml").unwrap_or_else(|faults| panic!("{faults}"));
    let game = Empire::new(scenario).expect("sound");
    let state = game.start();
    Table { game, state, events: Vec::new() }
}

impl Table {
    /// A position by its line.
    fn at(line: &str) -> Self {
        let mut table = table();
        table.state = table.game.read_state(line).expect(line);
        table
    }

    fn unit(&self, id: &str) -> UnitId {
        UnitId(self.game.units().iter().position(|unit| unit.id == id).expect(id) as u16)
    }

    fn leader(&self, name: &str) -> LeaderId {
        LeaderId(self.game.leaders().iter().position(|leader| leader.name == name).expect(name) as u16)
    }

    fn division(&self, id: &str) -> DivisionId {
        DivisionId(self.game.divisions().iter().position(|division| division.id == id).expect(id) as u16)
    }

    fn try_(&mut self, player: Player, word: &str, dice: &[u16]) -> Result<(), Failure<Refusal>> {
        let action = self.game.read_word(word).expect(word);
        let mut supplied = Supplied::of(dice.iter().copied());
        self.events.clear();
        self.game.apply(&mut self.state, player, &action, &mut supplied, &mut self.events)
    }

    /// Does something with exactly these dice.
    fn does(&mut self, player: Player, word: &str, dice: &[u16]) {
        let before = self.state.clone();
        if let Err(failure) = self.try_(player, word, dice) {
            panic!("{word} with {dice:?}: {failure}");
        }
        if let Some((_, fewer)) = dice.split_last() {
            let after = std::mem::replace(&mut self.state, before);
            let events = self.events.clone();
            assert!(
                matches!(self.try_(player, word, fewer), Err(Failure::Unmet(_))),
                "{word} needs fewer than {dice:?}"
            );
            (self.state, self.events) = (after, events);
        }
    }

    fn refuses(&mut self, player: Player, word: &str) -> Refusal {
        match self.try_(player, word, &[]) {
            Err(Failure::Refused(refusal)) => refusal,
            other => panic!("{word}: {other:?}"),
        }
    }

    /// Both sides end the command stage, with these dice for the initiative.
    fn command_ends(&mut self, dice: &[u16]) {
        self.does(FRENCH, "end", &[]);
        self.does(ALLIED, "end", dice);
    }

    /// From the fire stage of the side with initiative, the turn ends with these dice.
    fn turn_ends(&mut self, dice: &[u16]) {
        let holder = self.state.initiative.expect("somebody");
        self.does(holder, "end", dice);
    }

    fn told(&self, found: impl Fn(&Event) -> bool) -> bool {
        self.events.iter().any(found)
    }
}

/// A position at the end of the fire stage, in which the French have the initiative.
const FIRE: &str = "2 fire french initiative=french";

fn end_of_fire(rest: &str) -> Table {
    Table::at(&format!("{FIRE}{rest}").replace("2 fire french", "2 fire"))
}

// Orders.

#[test]
fn an_order_takes_the_turns_that_the_table_says() {
    let mut t = table();
    // Reille 2, Foy 1, French, 35 inches apart, die 4: 4 + 1 + 1 - 1 - 1 (defend to attack) = 4, two columns in: 3 turns.
    t.does(FRENCH, "order:reille>foy:attack", &[4]);
    let foy = t.division("foy");
    let coming = t.state.divisions[foy.index()].coming.expect("on its way");
    assert_eq!((coming.order, coming.turn), (Order::Attack, 4));
    assert!(t.state.divisions[foy.index()].sent);
    assert_eq!(t.state.divisions[foy.index()].order, Order::Defend, "until it acts");
    let Some(Event::OrderSent { roll: Some(roll), delay: 3, .. }) = t.events.first() else { panic!("{:?}", t.events) };
    assert_eq!(roll.total, 4);
    // To reserve it is a point more, and so a column further.
    let mut t = table();
    t.does(FRENCH, "order:reille>foy:reserve", &[4]);
    assert_eq!(t.state.divisions[foy.index()].coming.map(|coming| coming.turn), Some(3));
}

#[test]
fn the_numbers_behind_an_order_are_its_modifiers() {
    let t = table();
    let order = t.game.read_word("order:kellermann>pire:attack").unwrap();
    let numbers = t.game.explain(&t.state, FRENCH, &order).expect("allowed");
    // Pire 1, French 1, cavalry 2, on reserve 2.
    assert_eq!((numbers.len(), numbers[0].total), (1, 6));
}

#[test]
fn who_may_send_orders_to_whom() {
    let mut t = table();
    assert_eq!(t.refuses(FRENCH, "order:foy>foy:attack"), Refusal::NotUnderHim);
    assert_eq!(t.refuses(FRENCH, "order:kellermann>foy:attack"), Refusal::NotUnderHim);
    assert_eq!(t.refuses(FRENCH, "order:wellington>foy:attack"), Refusal::NotOwn);
    assert_eq!(t.refuses(FRENCH, "order:reille>picton:attack"), Refusal::NotOwn);
    assert_eq!(t.refuses(FRENCH, "order:#99>foy:attack"), Refusal::NoSuch);
    assert_eq!(t.refuses(FRENCH, "order:reille>#99:attack"), Refusal::NoSuch);
    assert_eq!(t.refuses(FRENCH, "order:reille>foy:defend"), Refusal::SameOrder);
    // The commander of the army to anybody.
    t.does(FRENCH, "order:ney>foy:attack", &[10]);
    assert_eq!(t.refuses(FRENCH, "order:reille>foy:reserve"), Refusal::OrderSent, "one order a turn");
    t.does(FRENCH, "order:ney>pire:attack", &[10]);
}

#[test]
fn leaders_who_are_gone_and_divisions_that_cannot_hear() {
    let mut t = Table::at("3 command initiative=french / leaders reille@10,47 lost killed=2");
    assert_eq!(t.refuses(FRENCH, "order:reille>foy:attack"), Refusal::NoLeader);
    t = Table::at("3 command initiative=french / leaders reille@10,47 no-orders=3");
    assert_eq!(t.refuses(FRENCH, "order:reille>foy:attack"), Refusal::NoOrders);
    t = Table::at("3 command initiative=french / leaders reille@10,47 no-orders=2");
    t.does(FRENCH, "order:reille>foy:attack", &[5]);
    t = Table::at("3 command initiative=french / divisions foy:defend routed broken");
    assert_eq!(t.refuses(FRENCH, "order:reille>foy:attack"), Refusal::DivisionRouted);
    t = Table::at("3 command initiative=french / units lancers@12,28/90 lost chasseurs@12,34/90 lost");
    assert_eq!(t.refuses(FRENCH, "order:kellermann>pire:attack"), Refusal::NotHere);
}

#[test]
fn a_newer_order_replaces_the_one_on_its_way() {
    let mut t = Table::at("2 command initiative=french / divisions foy:defend coming=attack@4");
    assert_eq!(t.refuses(FRENCH, "order:reille>foy:attack"), Refusal::SameOrder, "it is on its way");
    // Also back to what the division does now.
    t.does(FRENCH, "order:reille>foy:defend", &[10]);
    let coming = t.state.divisions[0].coming.expect("replaced");
    assert_eq!((coming.order, coming.turn), (Order::Defend, 3));
}

#[test]
fn a_division_without_a_leader_hears_worse_and_by_its_nearest_unit() {
    let mut t = Table::at(
        "2 command initiative=french / leaders foy@10,12 lost killed=1 / divisions foy:defend leaderless successor=3",
    );
    // Nobody -1, French 1; the guns are 25 inches from Reille, Foy would be 35.
    let order = t.game.read_word("order:reille>foy:reserve").unwrap();
    assert_eq!(t.game.explain(&t.state, FRENCH, &order).expect("allowed")[0].total, 0);
    // A successor has a rating of 0.
    t = Table::at(
        "3 command initiative=french / leaders foy@10,12 lost killed=1 / divisions foy:defend leaderless acting",
    );
    assert_eq!(t.game.explain(&t.state, FRENCH, &order).expect("allowed")[0].total, 1);
}

#[test]
fn the_order_of_a_leader_on_the_spot_acts_when_the_command_stage_ends() {
    let mut t = Table::at("2 command initiative=french / leaders reille@10,12 beside=foy");
    t.does(FRENCH, "order:reille>foy:attack", &[]);
    assert!(matches!(t.events.first(), Some(Event::OrderSent { roll: None, delay: 0, .. })));
    assert_eq!(t.state.divisions[0].order, Order::Defend);
    t.command_ends(&[5, 4]);
    assert!(matches!(t.events[1], Event::OrderActs { order: Order::Attack, .. }), "{:?}", t.events);
    assert_eq!((t.state.divisions[0].order, t.state.divisions[0].coming), (Order::Attack, None));
    assert!(!t.state.divisions[0].sent);
    // With one of its units is with the division too; with those of another one is not.
    t = Table::at("2 command initiative=french / leaders reille@10,10 with=line-1 ney@12,28 with=lancers");
    t.does(FRENCH, "order:reille>foy:attack", &[]);
    assert!(matches!(t.try_(FRENCH, "order:ney>foy:attack", &[]), Err(Failure::Refused(Refusal::OrderSent))));
    t.does(FRENCH, "order:ney>pire:attack", &[]);
}

#[test]
fn who_is_told_to_defend_does_so_where_he_stands_when_the_order_acts() {
    let mut t = Table::at(
        "2 fire initiative=french / units line-1@30,10/90 anchor=10,10 / divisions foy:attack coming=defend@3",
    );
    t.turn_ends(&[]);
    let line = t.unit("line-1");
    assert_eq!((t.state.turn, t.state.divisions[0].order), (3, Order::Defend));
    assert_eq!(t.state.units[line].anchor, Point::new(30_000, 10_000));
}

// Initiative.

#[test]
fn a_tie_of_the_first_roll_is_rolled_again_and_later_ones_are_kept() {
    let mut t = table();
    // French: Ney 3, more cavalry 1. Allied: Wellington 4.
    t.command_ends(&[5, 5, 7, 6]);
    assert_eq!(t.state.initiative, Some(FRENCH));
    let Some(Event::Initiative { rolls, .. }) = t.events.iter().find(|e| matches!(e, Event::Initiative { .. })) else {
        panic!("no roll");
    };
    assert_eq!((rolls[0].total, rolls[1].total), (11, 10));
    // Having had it is worth a point, and a tie keeps it.
    let mut t = Table::at("2 command initiative=allied");
    t.command_ends(&[5, 4]);
    assert_eq!(t.state.initiative, Some(ALLIED));
}

#[test]
fn dice_that_always_tie_do_not_hang_the_battle() {
    let mut t = table();
    t.does(FRENCH, "end", &[]);
    t.try_(ALLIED, "end", &[5; 40]).expect("it ends");
    assert_eq!(t.state.initiative, Some(FRENCH));
}

#[test]
fn what_counts_for_the_initiative() {
    let t = Table::at(
        "2 command initiative=french / units lancers@12,28/90 routed chasseurs@12,34/90 disordered / leaders \
         ney@60,50 lost killed=1 pire@12,30 lost killed=1 / divisions foy:attack pire:attack leaderless successor=3",
    );
    let [french, allied] = t.game.initiative_facts(&t.state).sides;
    assert_eq!((french.cavalry, french.commander, french.leaderless, french.attacking), (1, 2, 1, 2));
    assert_eq!((allied.cavalry, allied.commander, allied.leaderless, allied.attacking), (0, 4, 0, 0));
    // Who is off the table counts for nothing.
    let t = Table::at(
        "2 command initiative=french / units lancers@12,28/90 lost chasseurs@12,34/90 lost / leaders pire@12,30 lost \
         killed=1 / divisions pire:attack leaderless successor=3",
    );
    let [french, _] = t.game.initiative_facts(&t.state).sides;
    assert_eq!((french.cavalry, french.leaderless, french.attacking), (0, 0, 0));
}

// Rides.

const RALLY: &str = "2 rally initiative=allied";

#[test]
fn a_leader_rides_once_a_turn_as_far_as_the_chart_says() {
    let mut t = Table::at(RALLY);
    // A divisional leader 14 inches, a higher one 10.
    assert_eq!(t.refuses(FRENCH, "ride:foy@24.001,12"), Refusal::TooFarToRide { far: 14_001, may: 14_000 });
    assert!(matches!(t.refuses(FRENCH, "ride:reille@20.5,47"), Refusal::TooFarToRide { may: 10_000, .. }));
    assert_eq!(t.refuses(FRENCH, "ride:foy@-1,12"), Refusal::OffTable);
    assert_eq!(t.refuses(FRENCH, "ride:foy@10,12"), Refusal::NothingToDo);
    assert_eq!(t.refuses(FRENCH, "ride:picton@110,12"), Refusal::NotOwn);
    t.does(FRENCH, "ride:foy@24,12", &[]);
    assert_eq!(t.refuses(FRENCH, "ride:foy@23,12"), Refusal::HasRidden);
    assert_eq!(t.refuses(FRENCH, "attach:foy>line-1"), Refusal::HasRidden);
    // Woods do not slow him.
    t.does(FRENCH, "ride:reille@2,43", &[]);
}

#[test]
fn nobody_rides_into_the_enemy() {
    let mut t = Table::at("2 rally initiative=allied / units foot-1@18,12/270");
    let foot = t.unit("foot-1");
    assert_eq!(t.refuses(FRENCH, "ride:foy@18,12"), Refusal::Blocked { by: foot });
    t.does(FRENCH, "ride:foy@17,12", &[]);
}

#[test]
fn whom_a_leader_may_join() {
    let mut t =
        Table::at("2 rally initiative=allied / units line-1-screen@12,10/90 here s2 guns@10,22/90 +abandoned routed");
    assert_eq!(t.refuses(FRENCH, "attach:foy>chasseurs"), Refusal::NotHisTroops);
    assert_eq!(t.refuses(FRENCH, "attach:foy>line-1-screen"), Refusal::NotHisTroops);
    assert_eq!(t.refuses(FRENCH, "attach:foy>foot-1"), Refusal::NotOwn);
    assert_eq!(t.refuses(FRENCH, "attach:foy>guns"), Refusal::Abandoned);
    assert_eq!(t.refuses(FRENCH, "attach:foy>#77"), Refusal::NoSuch);
    assert_eq!(t.refuses(FRENCH, "join:foy>foy"), Refusal::NotHisTroops);
    assert_eq!(t.refuses(FRENCH, "join:kellermann>foy"), Refusal::NotHisTroops);
    assert_eq!(t.refuses(FRENCH, "detach:foy"), Refusal::NothingToDo);
    assert!(matches!(t.refuses(FRENCH, "attach:ney>line-1"), Refusal::TooFarToRide { .. }), "his, but far");
    t.does(FRENCH, "attach:foy>line-2", &[]);
    let line = t.unit("line-2");
    let foy = t.leader("Foy");
    assert_eq!((t.state.leaders[foy.index()].host, t.state.leaders[foy.index()].moved), (Host::Unit(line), true));
    // He may part from it all the same: that is no ride.
    assert_eq!(t.refuses(FRENCH, "detach:foy"), Refusal::HasRidden);
}

#[test]
fn a_leader_is_where_those_are_whom_he_is_with() {
    let mut t = Table::at("2 rally initiative=allied / leaders reille@10,16 beside=foy foy@1,1 with=line-3");
    let (foy, reille) = (t.leader("Foy"), t.leader("Reille"));
    let line = t.unit("line-3");
    let pose = t.state.units[line].pose.ahead(5_000);
    t.state.units.place(line, pose);
    assert_eq!(t.game.leader_place(&t.state, foy), pose.at);
    assert_eq!(t.game.leader_place(&t.state, reille), pose.at, "beside Foy");
    t.does(FRENCH, "detach:foy", &[]);
    assert_eq!((t.state.leaders[foy.index()].host, t.state.leaders[foy.index()].at), (Host::None, pose.at));
    assert!(!t.state.leaders[foy.index()].moved);
}

#[test]
fn who_is_with_a_unit_that_is_lost_or_has_just_run_stays_with_it() {
    let mut t = Table::at(
        "2 rally initiative=allied / units line-1@10,10/90 lost line-2@10,14/90 routed +routed-now / leaders foy@10,10 with=line-1",
    );
    assert_eq!(t.refuses(FRENCH, "ride:foy@12,12"), Refusal::CarriedAway);
    t = Table::at("2 rally initiative=allied / units line-2@10,14/90 routed / leaders foy@10,10 with=line-2");
    t.does(FRENCH, "ride:foy@12,12", &[]);
}

// Leaders lost.

#[test]
fn leaders_of_units_that_were_fired_at_or_fought_roll() {
    let units = " / units line-1@10,10/90 +under-fire line-2@10,14/90 +fought / leaders foy@10,10 with=line-1 reille@10,14 with=line-2";
    let mut t = end_of_fire(units);
    let (foy, reille) = (t.leader("Foy"), t.leader("Reille"));
    // By number: Reille, who fought, at -2; Foy, under fire.
    t.turn_ends(&[6, 5]);
    assert_eq!(t.state.leaders[reille.index()].no_rally, 3, "4 is shaken");
    assert_eq!(t.state.leaders[foy.index()].no_rally, 0, "5 is nothing");
    let rolled = t.events.iter().filter(|event| matches!(event, Event::LeaderRolled { .. })).count();
    assert_eq!(rolled, 2, "nobody else was in danger: Picton's battalion was left alone");
    // A 3 kills who fought, and only him.
    let mut t = end_of_fire(units);
    t.turn_ends(&[3, 2]);
    assert_eq!(t.state.leaders[reille.index()].presence, Presence::Lost);
    assert_eq!(t.state.leaders[reille.index()].killed, 2);
    assert_eq!(t.state.leaders[foy.index()].presence, Presence::Table);
}

#[test]
fn a_division_whose_leader_falls_checks_and_has_a_successor_in_the_second_command_phase() {
    let mut t = end_of_fire(" / units line-1@10,10/90 +under-fire / leaders foy@10,10 with=line-1");
    let foy = t.division("foy");
    // Killed; then integrity: mean 9, base 11, leaderless -3: 8.
    t.turn_ends(&[1, 8]);
    assert!(t.told(|event| matches!(event, Event::IntegrityChecked { need, passed: true, .. } if need.total == 8)));
    assert_eq!((t.state.turn, t.state.divisions[foy.index()].leader), (3, None));
    assert!(t.game.is_leaderless(&t.state, foy));
    assert!(!t.state.divisions[foy.index()].acting, "not in the first command phase");
    t.state.stage = Stage::Fire;
    t.turn_ends(&[]);
    assert!(t.told(|event| matches!(event, Event::Succeeded { .. })));
    assert!(t.state.divisions[foy.index()].acting && !t.game.is_leaderless(&t.state, foy));
    // He is with the nearest unit, whoever asks.
    let near = t.game.headquarters(&t.state, foy, Point::new(10_000, 60_000));
    assert_eq!(near, Some(t.state.units[t.unit("guns")].pose.at));
}

#[test]
fn the_death_of_a_leader_shakes_his_division_in_the_turn_after() {
    let mut t = end_of_fire(" / units line-1@10,10/90 +under-fire / leaders foy@10,10 with=line-1");
    let shaken = |t: &Table, id| t.game.morale_facts(&t.state, t.unit(id)).leader_killed;
    assert!(!shaken(&t, "line-1"));
    t.turn_ends(&[1, 8]);
    assert_eq!(t.state.turn, 3);
    assert!(shaken(&t, "line-1") && shaken(&t, "line-2"), "his own unit, and his division (A33)");
    assert!(!shaken(&t, "lancers") && !shaken(&t, "foot-1"));
    t.state.stage = Stage::Fire;
    t.turn_ends(&[]);
    assert!(!shaken(&t, "line-1"));
}

#[test]
fn who_was_with_a_destroyed_unit_rolls_at_minus_two_and_is_alone_afterwards() {
    let rest = " / units line-1@-5,10/90 lost +routed-now +loss-counts / leaders foy@10,10 with=line-1";
    let mut t = end_of_fire(rest);
    let foy = t.leader("Foy");
    // 7 - 2 is nothing. Integrity: base 11, one routed and now -6.
    t.turn_ends(&[7, 5]);
    let leader = t.state.leaders[foy.index()];
    assert_eq!((leader.host, leader.presence, leader.at), (Host::None, Presence::Table, Point::new(0, 10_000)));
    let mut t = end_of_fire(rest);
    t.turn_ends(&[3, 1]);
    assert!(t.told(|event| matches!(event, Event::LeaderRolled { result: Casualty::Killed, .. })));
    assert_eq!(t.state.leaders[foy.index()].killed, 2);
}

#[test]
fn who_stood_beside_a_leader_that_falls_stays_there() {
    let mut t = end_of_fire(" / units line-3@40,18/90 +under-fire / leaders reille@1,1 beside=foy foy@1,1 with=line-3");
    t.turn_ends(&[1, 8]);
    let reille = t.leader("Reille");
    assert_eq!(t.game.leader_place(&t.state, reille), Point::new(40_000, 18_000));
}

// Divisional integrity.

#[test]
fn a_healthy_division_does_not_check() {
    let mut t = end_of_fire(" / units line-1@10,10/90 h4 disordered");
    t.turn_ends(&[]);
    assert_eq!(t.state.turn, 3);
}

#[test]
fn what_counts_for_integrity() {
    let t = end_of_fire(
        " / units line-1@10,10/90 routed h5 +routed-now line-2@10,14/90 routed h3 line-3@10,18/90 h3 guns@10,22/90 h2",
    );
    let facts = t.game.integrity_facts(&t.state, t.division("foy"));
    assert_eq!((facts.routed, facts.routed_this_turn, facts.worn, facts.leaderless), (2, 1, 3, false));
    assert_eq!(facts.strengths.len(), 4, "guns too, the screen not");
    // 9 is base 11; -6, -3, -1 for a pair of the three worn ones.
    assert_eq!(eagles::empire::integrity::value(&facts), 1);
}

#[test]
fn a_destroyed_unit_counts_in_its_turn_and_once_more() {
    let mut t = end_of_fire(" / units line-1@10,10/90 lost +routed-now +loss-counts line-2@10,14/90 routed");
    let need = |t: &Table| {
        t.events.iter().find_map(|event| match event {
            Event::IntegrityChecked { need, .. } => Some(need.total),
            _ => None,
        })
    };
    t.turn_ends(&[1]);
    assert_eq!(need(&t), Some(11 - 3 - 3 - 3));
    let line = t.unit("line-1");
    for expected in [11 - 3 - 3, 11 - 3] {
        t.state.stage = Stage::Fire;
        t.turn_ends(&[1]);
        assert_eq!(need(&t), Some(expected));
    }
    assert!(!t.state.units[line].marks.has(Marks::LOSS_COUNTS));
}

#[test]
fn abandoned_guns_count_in_their_turn_only() {
    let mut t = end_of_fire(" / units guns@10,22/90 routed +abandoned +routed-now");
    t.turn_ends(&[5]);
    assert!(t.told(|event| matches!(event, Event::IntegrityChecked { need, .. } if need.total == 5)));
    t.state.stage = Stage::Fire;
    t.turn_ends(&[]);
    assert!(!t.told(|event| matches!(event, Event::IntegrityChecked { .. })), "they call for no further check");
}

#[test]
fn who_must_fall_back_with_its_division_has_no_move_to_give_up() {
    let rest = " / units line-1@10,10/90 disordered +falling-back foot-1@20,10/270";
    let mut t = Table::at(&format!("2 rally french initiative=allied{rest}"));
    let enemy = t.unit("foot-1");
    assert_eq!(t.refuses(FRENCH, "recover:line-1"), Refusal::EnemyNear { enemy }, "it is not clear of the enemy (A74)");
    let away = rest.replace("foot-1@20,10", "foot-1@30,10");
    let mut t = Table::at(&format!("2 rally french initiative=allied{away}"));
    t.does(FRENCH, "recover:line-1", &[]);
    assert_eq!(t.state.units[t.unit("line-1")].status, Status::Good);
}

#[test]
fn a_division_that_routs_takes_its_leader_along_and_checks_no_more() {
    let mut t = end_of_fire(" / units line-1@10,10/90 routed +routed-now / leaders foy@10,12");
    let (foy, leader) = (t.division("foy"), t.leader("Foy"));
    t.turn_ends(&[10, 3]);
    let division = t.state.divisions[foy.index()];
    assert!(division.routed && division.broken);
    assert!(t.told(|event| matches!(event, Event::Broken { .. })));
    for id in ["line-2", "line-3"] {
        assert_eq!(t.state.units[t.unit(id)].status, Status::Routed, "{id}");
    }
    assert!(t.state.units[t.unit("guns")].marks.has(Marks::ABANDONED), "crews run");
    assert!(
        matches!(t.state.leaders[leader.index()].host, Host::Unit(_))
            || t.state.units[t.unit("line-2")].presence == Presence::Lost
    );
    assert_eq!(t.state.leaders[leader.index()].no_orders, 3);
    // Its routed units call for no check.
    t.state.stage = Stage::Fire;
    t.turn_ends(&[]);
    assert_eq!(t.state.turn, 4);
}

#[test]
fn a_division_that_falls_back_goes_disordered_and_without_a_hit() {
    // The third battalion is in the wood: it stays there.
    let mut t = end_of_fire(
        " / units line-1@40,10/90 routed +routed-now line-2@40,14/90 line-3@5,43/90 guns@40,22/90 foot-1@47,14/270",
    );
    t.turn_ends(&[10, 4]);
    let (line, wood, guns) = (t.unit("line-2"), t.unit("line-3"), t.unit("guns"));
    let unit = t.state.units[line];
    assert_eq!((unit.status, unit.hits), (Status::Disordered, 0));
    assert!(unit.pose.at.x <= 36_000 && unit.marks.has(Marks::FALLING_BACK), "{unit:?}");
    let unit = t.state.units[wood];
    assert_eq!((unit.status, unit.pose.at), (Status::Disordered, Point::new(5_000, 43_000)));
    assert!(!unit.marks.has(Marks::FALLING_BACK));
    assert!(t.state.units[guns].pose.at.x < 40_000, "they limber and go");
    assert!(!t.state.divisions[0].routed);
}

// Objectives and victory.

#[test]
fn an_objective_belongs_to_whose_formed_unit_is_nearest() {
    // Both are within its radius: the nearer has it. A routed unit holds nothing, nor does a screen.
    for (rest, holder) in [
        (" / units foot-1@21,14/270 line-1@18,14/90", Some(ALLIED)),
        (" / units foot-1@22,14/270 line-1@19,14/90", Some(FRENCH)),
        (" / units foot-1@21,14/270 routed line-1@30,30/90", Some(FRENCH)),
        (" / units foot-1@21,14/270 skirmish", Some(FRENCH)),
        (" / units foot-1@26,14/270", Some(FRENCH)),
    ] {
        let mut t = end_of_fire(rest);
        // A division that has lost its objective checks, and one with a routed unit.
        let dice: &[u16] = if rest.contains("routed") || holder == Some(ALLIED) { &[1] } else { &[] };
        t.turn_ends(dice);
        assert_eq!(t.state.objectives[0], holder, "{rest}");
    }
}

#[test]
fn a_division_that_loses_its_objective_checks_once_and_misses_it_until_it_is_retaken() {
    let mut t = end_of_fire(" / units foot-1@20,14/270");
    t.turn_ends(&[9]);
    assert!(t.told(|event| matches!(event, Event::IntegrityChecked { need, .. } if need.total == 9)), "11 - 2");
    assert!(t.state.divisions[0].lost_objective);
    t.state.stage = Stage::Fire;
    t.turn_ends(&[]);
    assert!(t.state.divisions[0].lost_objective, "still lost, but no check");
    let (foot, line) = (t.unit("foot-1"), t.unit("line-1"));
    let (here, away) = (t.state.units[foot].pose, t.state.units[line].pose);
    t.state.units.place(foot, away);
    t.state.units.place(line, here);
    t.state.stage = Stage::Fire;
    t.turn_ends(&[]);
    assert!(!t.state.divisions[0].lost_objective);
}

#[test]
fn what_decides_ends_the_battle_at_once() {
    let mut t = end_of_fire(" / units lancers@100,14/90");
    t.turn_ends(&[]);
    assert_eq!(t.state.ending, Some((Ending::Objective, Some(FRENCH))));
    assert_eq!(
        t.game.outcome(&t.state).map(|outcome| (outcome.winner, outcome.code)),
        Some((Some(FRENCH), "objective"))
    );
    assert!(t.game.to_act(&t.state).is_empty());
}

#[test]
fn a_side_with_nobody_left_in_order_is_swept() {
    let mut t = end_of_fire(" / units foot-1@110,10/270 lost foot-2@110,14/270 routed foot-3@110,18/270 lost");
    // Picton was with a battalion that is lost; his division checks.
    t.turn_ends(&[9, 1]);
    assert_eq!(t.state.ending, Some((Ending::Swept, Some(FRENCH))));
    assert!(t.state.divisions[2].broken, "two of three are gone, and the third runs");
}

#[test]
fn points_tell_when_the_turns_are_over() {
    // French: the farm, 3. Allied: handicap 1, the mill 2: a draw.
    let mut t = Table::at("6 fire initiative=french");
    t.turn_ends(&[]);
    assert_eq!(t.state.ending, Some((Ending::Time, None)));
    // Half of Picton's battalions or more: broken, a point.
    let mut t = Table::at("6 fire initiative=french / units foot-1@110,10/270 lost foot-2@110,14/270 lost");
    t.turn_ends(&[9]);
    assert_eq!(t.game.points(&t.state), [4, 3]);
    assert_eq!(t.state.ending, Some((Ending::Time, Some(FRENCH))));
    assert!(t.told(|event| matches!(event, Event::Ended { points: [4, 3], .. })));
}

#[test]
fn what_is_broken_stays_broken() {
    let mut t = end_of_fire(" / units lancers@12,28/90 routed");
    t.turn_ends(&[1]);
    assert!(t.state.divisions[1].broken, "one of two");
    let lancers = t.unit("lancers");
    t.state.units.edit(lancers, |unit| unit.status = Status::Disordered);
    t.state.stage = Stage::Fire;
    t.turn_ends(&[]);
    assert!(t.state.divisions[1].broken);
}

// What is offered.

#[test]
fn every_division_is_offered_every_other_order_by_its_best_sender() {
    let t = Table::at("2 command initiative=french / leaders ney@12,30 beside=pire");
    let mut offered = Vec::new();
    t.game.legal(&t.state, FRENCH, &mut offered);
    let words: Vec<_> = offered.iter().map(|action| t.game.write_word(action)).collect();
    assert_eq!(
        words,
        ["order:ney>foy:attack", "order:ney>foy:reserve", "order:ney>pire:attack", "order:ney>pire:defend", "end"]
    );
    assert!(offered.contains(&Action::End));
}

#[test]
fn leaders_are_offered_rides_to_whom_they_can_help() {
    let t = Table::at(
        "2 rally initiative=allied / units line-2@10,14/90 disordered line-3@10,18/90 routed / divisions pire:attack",
    );
    let mut offered = Vec::new();
    t.game.legal(&t.state, FRENCH, &mut offered);
    let words: Vec<_> = offered.iter().map(|action| t.game.write_word(action)).collect();
    assert!(words.contains(&"attach:foy>line-3".to_owned()), "{words:?}");
    assert!(words.iter().any(|word| word.starts_with("ride:kellermann@")), "toward the division on attack: {words:?}");
    for action in &offered {
        assert_eq!(t.game.refusal(&t.state, FRENCH, action), None, "{}", t.game.write_word(action));
    }
}
