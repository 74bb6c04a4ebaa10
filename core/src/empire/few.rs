//! Short lists that live where they stand: nothing is allocated until they grow past their room.

use smallvec::SmallVec;

/// A list with room for `N` without allocating.
pub(super) type Few<T, const N: usize> = SmallVec<[T; N]>;
