//! **Eagles** is a referee in a library for two Napoleonic games.
//!
//! It deals, rules, rolls and keeps the record; the program that embeds it shows the table and asks the players.
//! [`game::Game`] is what a game is, [`waterloo`] is the card battle game *Eagles: Waterloo*,
//! [`empire`] the miniatures rules *Eagles over the Empire*, [`play::Match`] hosts a game
//! between players.

#![forbid(unsafe_code)]

pub mod bot;
pub mod chance;
pub mod cite;
pub mod empire;
pub mod encode;
pub mod explain;
pub mod game;
mod hash;
pub mod host;
pub mod kept;
mod listed;
pub mod odds;
pub mod play;
pub mod record;
#[cfg(feature = "schema")]
pub mod schema;
#[cfg(feature = "simulate")]
pub mod simulate;
mod svg;
pub mod waterloo;
mod words;

#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
struct Readme;
