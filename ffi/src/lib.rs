//! The C interface of Eagles.
//!
//! Every function is written out by hand, one file a handle; `include/eagles.h` is made from these files and is the manual.
//! Nothing here knows a rule: what the functions do is done by [`eagles::host`], and what stands here is pointers, bytes and
//! panics.

#![allow(non_camel_case_types)]

mod batch;
mod bytes;
mod calculate;
mod crew;
mod error;
mod guard;
mod library;
mod matches;
mod matches_machine;
mod matches_past;
mod matches_save;
mod matches_see;
mod rules;
mod simulation;
mod unload;
mod view;

pub use batch::*;
pub use bytes::*;
pub use calculate::*;
pub use error::*;
pub use library::*;
pub use matches::*;
pub use matches_machine::*;
pub use matches_past::*;
pub use matches_save::*;
pub use matches_see::*;
pub use rules::*;
pub use simulation::*;
pub use view::*;
