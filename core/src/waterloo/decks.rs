//! decks
