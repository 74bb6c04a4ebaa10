//! Many games, the same answer for any number of workers.
