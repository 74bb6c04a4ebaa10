//! What every face of the library needs: both games behind one type, values as JSON, one form of error.

pub mod calculators;
pub mod error;

pub use error::{HostError, Status};
