//! What Special cards have in force (W 13.0), read straight from their programs: no sets, no hooks, no numbers of lists but
//! the order in which they stand.

use super::Board;
use eagles::game::Player;
use eagles::waterloo::agenda::Subject;
use eagles::waterloo::specials::program::{
    Amount, At, Bound, Cond, Fact, Of, Op, Permission, Quantity, Type, Verb, Who, Whose,
};
use eagles::waterloo::state::Phase;
use eagles::waterloo::types::{Attack, GroundKind};
use eagles::waterloo::{Army, CardId, FRENCH, Kind, Place, State, Waterloo};
use std::rc::Rc;

use super::Piece;

/// One entry in force that counts now.
#[derive(Clone, Debug)]
pub struct Standing {
    pub look: Look,
    pub op: Op,
    pub used: u8,
    pub value: i8,
}

impl Standing {
    fn amount(&self, by: Amount) -> i8 {
        match by {
            Amount::Fixed(n) => n,
            Amount::Given(_) => self.value,
        }
    }
}

/// Through which Special a position is looked at.
#[derive(Clone, Copy, Debug)]
pub struct Look {
    pub card: CardId,
    pub aim: Subject,
    pub it: Subject,
    /// Whether face-down enemy cards are what they are, and not what both players know of them.
    pub truth: bool,
}

impl Look {
    pub fn player(&self) -> Player {
        self.card.army().player()
    }
}

/// The lists of a program in the order in which they open.
fn lists(ops: &[Op], out: &mut Vec<Vec<Op>>) {
    out.push(ops.to_vec());
    for op in ops {
        for list in op.lists() {
            lists(list, out);
        }
    }
}

/// All that counts at this moment, conditions on the present apart.
pub fn in_force(game: &Waterloo, state: &State) -> Rc<[Standing]> {
    let phase = match state.phase {
        Phase::Combat => 1,
        Phase::Reinforce => 2,
        Phase::Over => 3,
        _ => 0,
    };
    let now = state.turn * 4 + phase;
    let counts = state.forces.list().iter().filter(|f| f.from <= now && now <= f.until);
    let entry = |force: &eagles::waterloo::specials::Force| {
        let program = game.card_set().program(&game.card(force.card).id).expect("a program");
        let mut all = Vec::new();
        lists(&program.effect, &mut all);
        for part in program.parts.values() {
            lists(part, &mut all);
        }
        let op = all[usize::from(force.op.0)][usize::from(force.op.1)].clone();
        Standing {
            look: Look { card: force.card, aim: force.aim, it: force.it, truth: true },
            op,
            used: force.used,
            value: force.value,
        }
    };
    counts.map(entry).collect()
}

impl Board<'_> {
    /// The entries whose live condition holds.
    fn standing(&self) -> impl Iterator<Item = &Standing> {
        self.forces.iter().filter(|s| {
            let when = s.op.span().and_then(|span| span.when.as_ref());
            when.is_none_or(|cond| self.holds(&s.look, cond))
        })
    }

    /// What Specials add to a number of one card, for an attack on a target or a roll.
    pub fn added(&self, what: Quantity, player: Player, piece: &Piece, attack: Option<(Attack, &Piece)>) -> i16 {
        let foe = Player(1 - player.0);
        let mut sum = 0;
        for s in self.standing() {
            let Op::Modify { what: quantity, by, who, ways, against, .. } = &s.op else { continue };
            let way = attack.is_none_or(|(how, _)| ways.is_empty() || ways.contains(&how));
            let whom = against
                .as_ref()
                .is_none_or(|whom| attack.is_some_and(|(_, target)| self.means(&s.look, whom, foe, target)));
            if *quantity == what && way && whom && self.means(&s.look, who, player, piece) {
                sum += i16::from(s.amount(*by));
            }
        }
        sum
    }

    /// How often the Offense of a General counts (12.1).
    pub fn offense_times(&self, player: Player, general: &Piece) -> i16 {
        let mut times = 1;
        for s in self.standing() {
            if let Op::Modify { what: Quantity::Offense, by, who, .. } = &s.op
                && self.means(&s.look, who, player, general)
            {
                times *= i16::from(s.amount(*by));
            }
        }
        times
    }

    /// The faces that hit a General (12.4).
    pub fn deadly(&self, player: Player, general: &Piece) -> Vec<u8> {
        let mut all = vec![1];
        for s in self.standing() {
            if let Op::Exposed { who, faces, .. } = &s.op
                && self.means(&s.look, who, player, general)
            {
                all.extend(faces);
            }
        }
        all
    }

    /// Whether a verb is forbidden to a card, whatever the target.
    pub(super) fn barred(&self, player: Player, piece: &Piece, verb: Verb) -> bool {
        self.standing().any(|s| match &s.op {
            Op::Forbid { what, who, against: None, .. } => {
                what.contains(&verb) && self.means(&s.look, who, player, piece)
            }
            _ => false,
        })
    }

    /// Whether an attack is forbidden against one target.
    pub(super) fn spared(&self, player: Player, piece: &Piece, how: Attack, target: &Piece) -> bool {
        let verb = match how {
            Attack::Fire => Verb::Fire,
            Attack::Shock => Verb::Shock,
            Attack::Long => Verb::Long,
        };
        let foe = Player(1 - player.0);
        self.standing().any(|s| match &s.op {
            Op::Forbid { what, who, against: Some(whom), .. } => {
                what.contains(&verb)
                    && self.means(&s.look, who, player, piece)
                    && self.means(&s.look, whom, foe, target)
            }
            _ => false,
        })
    }

    /// Whether something is allowed to a card beyond the rules.
    pub(super) fn allowed(&self, player: Player, piece: &Piece, permission: Permission) -> bool {
        self.standing().any(|s| self.allows(s, player, piece, permission))
    }

    fn allows(&self, s: &Standing, player: Player, piece: &Piece, permission: Permission) -> bool {
        match &s.op {
            Op::Permit { what, who, uses, .. } => {
                *what == permission && uses.is_none_or(|n| s.used < n) && self.means(&s.look, who, player, piece)
            }
            _ => false,
        }
    }

    /// Whether a card may use Shock against this Infantry in its Building (7.33).
    pub(super) fn breaks_in(&self, player: Player, piece: &Piece, target: &Piece) -> bool {
        let building = target.ground.map(|(number, _)| Subject::Ground(number));
        self.standing()
            .any(|s| Some(s.look.aim) == building && self.allows(s, player, piece, Permission::ShockBuilding))
    }

    /// A limit for a player about a place or Terrain, after all that Specials change of it.
    pub(super) fn limit(&self, player: Player, bound: Bound, place: Place, ground: Option<u8>, base: usize) -> usize {
        let mut limit = base as i64;
        for s in self.standing() {
            let Op::Limit { what, of, to, by, .. } = &s.op else { continue };
            let named = self.place_of(s.look.player(), s.look.aim);
            let about = match bound {
                Bound::Capacity => ground.is_some_and(|n| s.look.aim == Subject::Ground(n)),
                Bound::Stacking | Bound::Engagers => named == Some(place),
                Bound::Crossings => named.is_some_and(|at| at.lane() == place.lane()),
                Bound::Draws => false,
            };
            if *what != bound || !about || !concerns(*of, s.look.player(), player) {
                continue;
            }
            match to {
                // Of those who may Engage, these have done it.
                Some(to) if bound == Bound::Engagers => limit = limit.min(i64::from(to.saturating_sub(s.used))),
                Some(to) => limit = limit.min(i64::from(*to)),
                None => limit += i64::from(by.unwrap_or(0)),
            }
        }
        limit.max(0) as usize
    }

    /// The army for whose cards alone the Stacking Limit of a Position has been raised (8.4).
    pub(super) fn raised_for(&self, place: Place) -> Option<Army> {
        let raised = |s: &&Standing| {
            matches!(s.op, Op::Limit { what: Bound::Stacking, .. })
                && self.place_of(s.look.player(), s.look.aim) == Some(place)
        };
        self.standing().find(raised).map(|s| s.look.card.army())
    }

    /// The Position of a thing.
    pub fn place_of(&self, player: Player, what: Subject) -> Option<Place> {
        match what {
            Subject::Place(at) if at.0 < 6 => Some(at),
            Subject::Slot { player, slot } => self.piece(player, slot).ok().map(|p| p.at),
            Subject::Ground(number) => {
                let ground = self.ground(number).ok()?;
                let beside = ground.class == GroundKind::River && ground.at.owner() != player;
                Some(if beside { ground.at.opposite() } else { ground.at })
            }
            _ => None,
        }
    }

    /// Whether `at` is among the places that a word of a program means.
    fn is_at(&self, look: &Look, word: At, at: Place) -> bool {
        let place = |what| self.place_of(look.player(), what);
        let event = || {
            let tasks = self.state.agenda.tasks();
            tasks.iter().rev().find_map(|task| match task {
                eagles::waterloo::agenda::Task::Window { at, .. } => Some(*at),
                _ => None,
            })
        };
        match word {
            At::Aim | At::Terrain => place(look.aim) == Some(at),
            At::Across => place(look.aim) == Some(at.opposite()),
            At::Lane => place(look.aim).is_some_and(|p| p.lane() == at.lane()),
            At::It => place(look.it) == Some(at),
            At::AcrossIt => place(look.it) == Some(at.opposite()),
            At::Event => event() == Some(at),
            At::OwnLine => at.owner() == look.player(),
            At::FoeLine => at.owner() != look.player(),
            At::Anywhere => true,
            named => named.named() == Some(at),
        }
    }

    /// Whether a filter means a card on the table.
    pub fn means(&self, look: &Look, who: &Who, player: Player, piece: &Piece) -> bool {
        let own = player == look.player();
        let army = look.card.army();
        let of = match who.of {
            Of::Own => piece.id.army() == army,
            Of::Side => own,
            Of::Foe => !own,
            Of::All => true,
        };
        // What an enemy card is can be told when it is up, or when its marker or its moves have told.
        let side = &self.state.sides[player.index()];
        let told = |set: u64| piece.slot < 64 && set >> piece.slot & 1 == 1;
        let known = own || look.truth || piece.up;
        let kind = piece.profile.kind;
        let typed = |what: Type| match what {
            Type::Troop if own && !look.truth => piece.is_troop(),
            Type::Troop | Type::Stacked => piece.stacks(),
            Type::Infantry => kind == Kind::Infantry && (known || told(side.known_infantry)),
            Type::Cavalry => kind == Kind::Cavalry && (known || told(side.known_cavalry)),
            Type::Artillery => kind.is_artillery() && known,
            Type::FootArtillery => kind == Kind::FootArtillery && known,
            Type::HorseArtillery => kind == Kind::HorseArtillery && known,
            Type::General => piece.is_general(),
        };
        let types: &[Type] = if who.kind.is_empty() { &[Type::Troop] } else { &who.kind };
        let there =
            if who.it { look.it == Subject::slot(player, piece.slot) } else { self.is_at(look, who.at, piece.at) };
        let on_named =
            who.at != At::Terrain || piece.ground.is_some_and(|(number, _)| look.aim == Subject::Ground(number));
        let card = self.game.card(piece.id);
        let among = |list: &[String], value: &str| list.is_empty() || list.iter().any(|v| v == value);
        let printed = [&who.nation, &who.corps, &who.tag, &who.not_tag, &who.id].iter().any(|l| !l.is_empty());
        let right = among(&who.nation, &card.nationality)
            && among(&who.corps, &card.corps)
            && among(&who.id, &card.id)
            && (who.tag.is_empty() || who.tag.iter().any(|t| card.tags.contains(t)))
            && !who.not_tag.iter().any(|t| card.tags.contains(t));
        of && types.iter().any(|&t| typed(t))
            && there
            && on_named
            && who.is.iter().all(|&fact| self.has(player, piece, fact))
            && !who.not.iter().any(|&fact| self.has(player, piece, fact))
            && (!printed || (known && right))
            && (!who.same_corps || self.same_corps(look.it, piece))
    }

    fn same_corps(&self, it: Subject, piece: &Piece) -> bool {
        let other = match it {
            Subject::Slot { player, slot } => self.piece(player, slot).ok().map(|p| p.id),
            Subject::Card(card) => Some(card),
            _ => return true,
        };
        other.is_some_and(|id| id.army() == piece.id.army() && self.game.profile(id).corps == piece.profile.corps)
    }

    /// Whether a fact holds of a card.
    fn has(&self, player: Player, piece: &Piece, fact: Fact) -> bool {
        use eagles::waterloo::Formation;
        match fact {
            Fact::Up => piece.up,
            Fact::Line => piece.formation == Formation::Line,
            Fact::Column => piece.formation == Formation::Column,
            Fact::Square => piece.formation == Formation::Square,
            Fact::Blown => piece.blown,
            Fact::Moved => piece.moves > 0,
            Fact::Acted => piece.acted,
            Fact::Fresh => piece.moves == 0 && !piece.acted,
            Fact::Ready => false,
            Fact::Formed => piece.formed,
            Fact::Engaged => piece.engaged,
            Fact::Withdrew => piece.withdrew,
            Fact::CameUp => piece.came_up,
            Fact::Pinned => self.foe_troops(player, piece.at),
            Fact::OnTerrain => piece.ground.is_some(),
            Fact::OnHill => piece.on(GroundKind::Hill),
            Fact::InWoods => piece.on(GroundKind::Woods),
            Fact::InBuilding => piece.on(GroundKind::Building),
            Fact::Hit => piece.hits > 0,
            Fact::Struck => piece.struck,
        }
    }

    fn count(&self, look: &Look, who: &Who) -> usize {
        let of = |player: Player| self.own(player).iter().filter(|p| self.means(look, who, player, p)).count();
        of(Player(0)) + of(Player(1))
    }

    /// Whether a condition on the present holds; those about windows are not for what is in force.
    pub fn holds(&self, look: &Look, cond: &Cond) -> bool {
        let within = |n: usize, min: u8, max: u8| usize::from(min) <= n && n <= usize::from(max);
        let places = || Place::POSITIONS.into_iter();
        match cond {
            Cond::Some(who) => self.count(look, who) > 0,
            Cond::Count { who, min, max } => within(self.count(look, who), *min, *max),
            Cond::More { who, than } => self.count(look, who) > self.count(look, than),
            Cond::Engaged(at) => {
                places().find(|p| self.is_at(look, *at, *p)).is_some_and(|p| self.foe_troops(look.player(), p))
            }
            Cond::Unengaged(at) => {
                places().find(|p| self.is_at(look, *at, *p)).is_some_and(|p| !self.foe_troops(look.player(), p))
            }
            Cond::FoeTurn { min, max } => {
                let foe_first = look.player() != FRENCH;
                let turns = if foe_first { self.state.turn.div_ceil(2) } else { self.state.turn / 2 };
                within(usize::from(turns), *min, *max)
            }
            Cond::Battle(codes) => codes.contains(&self.game.setup().battle),
            Cond::Terrain { at, class, held } => self
                .grounds
                .iter()
                .any(|g| self.is_at(look, *at, g.at) && g.class == *class && self.held_by(*held, look, g.holder)),
            Cond::Not(cond) => !self.holds(look, cond),
            Cond::All(conds) => conds.iter().all(|c| self.holds(look, c)),
            Cond::Any(conds) => conds.iter().any(|c| self.holds(look, c)),
            other => panic!("the slow definition does not know the condition {other:?} of what is in force"),
        }
    }

    fn held_by(&self, of: Of, look: &Look, holder: Player) -> bool {
        match of {
            Of::Own | Of::Side => holder == look.player(),
            Of::Foe => holder != look.player(),
            Of::All => true,
        }
    }
}

fn concerns(of: Whose, owner: Player, player: Player) -> bool {
    match of {
        Whose::Own => owner == player,
        Whose::Foe => owner != player,
        Whose::Any => true,
    }
}
