//! *Eagles over the Empire*, Steven McPeak's miniatures rules, one module a chapter of the sheet.
//!
//! Every chart is a plain function that needs no game (`assault`, `fire`, `square`, `morale` and so on); a battle on a
//! measured table calls the same functions. Numbers are in the sheet's points; sums are kept in quarter points (P1).

pub mod footprint;
pub mod geometry;
pub mod house;
pub mod scenario;
pub mod units;
