//! The notation: one line of text for any position, one word for any action.
//!
//! Orders typed at a terminal, test cases, stories and failing random runs speak it. Reading what was written gives the same
//! position and the same action; a position that is read is checked, and errors name the column. The battle itself is no
//! part of a line: it is the game that reads it. Lengths are inches with at most three decimals, facings compass degrees.
//!
//! # Names
//!
//! Units, divisions and objectives go by their ids, sides by their names, leaders by their names in small letters with hyphens
//! (`prince-of-orange`), the second of a name with `.2` behind it. `#7` is whatever has that number; it is written only for
//! numbers that this battle does not have.
//!
//! # Actions
//!
//! | word | means |
//! |---|---|
//! | `order:reille>foy:attack` | Reille orders the division `foy` to attack; also `defend`, `reserve` |
//! | `ride:ney@40,22` | Ney rides there |
//! | `attach:ney>95-1`, `join:ney>foy`, `detach:ney` | attaches himself to a unit, to a division, to nobody |
//! | `rally:95-1`, `recover:95-1` | rallies, recovers |
//! | `move:95-1:ahead=6,wheel=-30,form=square,into=28-bylandt` | moves part by part: also `back=2`, `oblique=30/4` (degrees, inches), `face=270`, `to=40/22`, `road=40/22` |
//! | `hold:95-1` | stays |
//! | `screen:95-1=2` | deploys two stands of skirmishers; 0 draws them in |
//! | `react:95-1=square` | answers: `stand`, `square`, `counter-charge`, `evade` |
//! | `fire:ross+rogers>105-1` | both batteries fire together at `105-1` |
//! | `lead:95-1`, `lead:95-1:28+92` | names the lead; 28 and 92 are spared for another combat |
//! | `follow:1-dragoons:advance` | follows up: `stay`, `advance`, `reform=90`, `form=column`, `break=-30>28-bylandt` |
//! | `end` | done |
//!
//! # A position
//!
//! A line is a head and sections, with ` / ` between them. Everything that is not named is as it was at the start, so that `1
//! command` is the position before the first action.
//!
//! ```text
//! 3 march french initiative=allied / units 95-1@12.5,30/180 line h2 disordered +moved / divisions foy:attack coming=defend@5
//! ```
//!
//! **The head** is the turn, the stage (`command`, `rally`, `march`, `fire`, `assault`, `over`) and, where not that of the first
//! side, whose turn it is; then, where there is any, `ready=french` (or `both`), `initiative=allied`, what must be decided first,
//! and `ended=time:allied` (or `objective`, `swept`; `draw` for the winner). What must be decided: `charge=uxbridge>105-1`,
//! `breakthrough=…`, `threat=uxbridge>105-1+105-2`, `lead=95-1` or `lead=95-1:28+92`, `follow=95-1@10,20+28` with the ground
//! left by the loser; `then=95-1` who may follow up after that.
//!
//! **`units`**: for each that differs from its start `95-1@12.5,30/180`, its centre and facing, then what differs: the
//! formation, `h2` hits, `disordered` or `routed`, `waiting`, `here`, `folded` or `lost`, `s2` stands, `from=12,30` (where its move
//! began, if not where it is), `anchor=12,30`, marks with a plus or a minus (`+moved`, `-hidden`).
//!
//! **`leaders`**: `ney@40,22`, then `with=95-1`, `beside=foy` or `alone`, `waiting`, `here` or `lost`, `rode`, `no-rally=4`,
//! `no-orders=4`, `killed=3`.
//!
//! **`divisions`**: `foy:attack`, its order, then `coming=defend@5` (from turn 5), `sent`, `leader=foy` or `leaderless`,
//! `successor=5`, `acting`, `routed`, `broken`, `lost-objective`.
//!
//! **`objectives`** `gemioncourt=french` (or `nobody`), **`contacts`** `1-dragoons>105-1:flank:met:fresh` with the attacker first, **`fires`**
//! `ross+rogers>105-1`.

mod action;
mod names;
mod read;
mod scan;
pub(super) mod words;
mod write;
