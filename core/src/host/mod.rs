//! What every face of the library needs: both games behind one type, values as JSON, one form of error.
//!
//! [`Rules`] are a game's material: cards with what mods add to them, or nothing but the charts. From them a match is
//! opened or loaded ([`Hosted`]), many are played ([`Batched`], [`Running`]). C, Python and servers differ only in how they
//! hand over text and bytes.
//!
//! ```
//! use eagles::chance::Seed;
//! use eagles::host::{Rules, forms::BotForm};
//!
//! let rules = Rules::shipped("waterloo")?;
//! let mut battle = rules.open(r#"{"battle": "QB"}"#, r#"{"seed": 1815}"#, || Seed([0; 32]))?;
//! let greedy = BotForm { name: "greedy".to_owned(), seed: None, nodes: None };
//! while let Some(player) = battle.next_to_ask() {
//!     let mut chosen = Vec::new();
//!     battle.choose(player, &greedy, &mut chosen)?;
//!     let offer: serde_json::Value = serde_json::from_slice(&chosen)?;
//!     battle.apply(player, offer["word"].as_str().unwrap_or_default())?;
//! }
//! assert!(battle.winner().is_some());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod answers;
mod batch;
pub mod calculators;
mod coded;
pub mod error;
pub mod forms;
mod hostable;
mod hosted;
mod odds;
mod rules;
#[cfg(feature = "simulate")]
mod series;
pub mod sheets;
mod table;

pub use answers::MAX_ANSWERS;
pub use batch::{Batched, MAX_BATCH, Step};
pub use error::{HostError, Status};
pub use hostable::{BOTS, Before, Hostable, bot};
pub use hosted::{Hosted, Seen, Word};
pub use rules::{Cards, Rules, about};
#[cfg(feature = "simulate")]
pub use series::{MAX_WORKERS, Progress, Row, Running, Watch};
pub use table::MAX_WAYS;
