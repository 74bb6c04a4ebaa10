//! Positions that a match keeps, so that undo need not play everything again.

/// The most positions that are kept. When there are more, every other one goes, and they lie twice as far apart from then on: so
/// a long battle of thousands of units takes no more memory than a short one.
const MOST: usize = 128;

/// The positions before actions 0, k, 2k and so on.
#[derive(Clone, Debug)]
pub(super) struct Snapshots<S> {
    kept: Vec<S>,
    every: usize,
}

impl<S: Clone> Snapshots<S> {
    /// The first position; the next ones lie `every` actions apart.
    pub(super) fn new(first: S, every: usize) -> Self {
        Self { kept: vec![first], every: every.max(1) }
    }

    /// The position after the first `made` actions has been reached.
    pub(super) fn reached(&mut self, made: usize, state: &S) {
        if made == self.kept.len() * self.every {
            self.kept.push(state.clone());
            if self.kept.len() > MOST {
                let mut place = 0..;
                self.kept.retain(|_| place.next().is_some_and(|n: usize| n.is_multiple_of(2)));
                self.every *= 2;
            }
        }
    }

    /// The last kept position before action `at`, and the number of the action that it is before.
    pub(super) fn before(&self, at: usize) -> (usize, &S) {
        let place = (at / self.every).min(self.kept.len() - 1);
        (place * self.every, &self.kept[place])
    }

    /// Forgets the positions after the first `made` actions.
    pub(super) fn truncate(&mut self, made: usize) {
        self.kept.truncate(made / self.every + 1);
    }

    /// The position before the first action.
    pub(super) fn first(&self) -> &S {
        &self.kept[0]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_position_is_found_from_one_kept_before_it() {
        let mut snapshots = Snapshots::new(0, 3);
        for made in 1..=5_000 {
            snapshots.reached(made, &made);
            assert!(snapshots.kept.len() <= MOST);
            let (at, &state) = snapshots.before(made);
            assert_eq!(at, state);
            assert!(at <= made && made - at < snapshots.every);
        }
        assert_eq!(snapshots.every, 48, "doubled until 128 are enough");
        for back in [4_999, 2_500, 48, 47, 0] {
            snapshots.truncate(back);
            let (at, &state) = snapshots.before(back);
            assert_eq!((at, state), (back / 48 * 48, back / 48 * 48));
        }
        for made in 1..=100 {
            snapshots.reached(made, &made);
        }
        assert_eq!(snapshots.before(100), (96, &96));
        assert_eq!(*snapshots.first(), 0);
    }
}
