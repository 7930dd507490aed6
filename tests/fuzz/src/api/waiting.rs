//! The model of the leaves that wait for their values.

use std::collections::VecDeque;

/// The model of the leaves that wait for values. Only a player whose values the caller tells has
/// such leaves.
#[derive(Clone)]
pub(crate) struct Leaves {
    /// The number of legal moves of each leaf that waits, the oldest leaf first. `None` if the
    /// number is unknown, because a callback gave a false answer.
    pub waiting: VecDeque<Option<usize>>,
    /// The number of leaves of the latest collection. They are at the end of the queue.
    pub latest: usize,
    /// The number of finished simulations, which is `iterations` of a report. `None` if unknown.
    pub finished: Option<u64>,
}

impl Default for Leaves {
    fn default() -> Self {
        Self { waiting: VecDeque::new(), latest: 0, finished: Some(0) }
    }
}

impl Leaves {
    /// Updates the model after a call that takes all leaves back.
    pub(crate) fn end_waiting(&mut self) {
        self.waiting.clear();
        self.latest = 0;
    }

    /// Updates the model after a call that takes all leaves back and sets the number of simulations
    /// to 0.
    pub(crate) fn restart(&mut self) {
        *self = Self::default();
    }

    /// Updates the model after a call that sets the number of simulations to an unknown number.
    pub(crate) fn forget_count(&mut self) {
        self.finished = None;
    }

    pub(crate) fn collected(&mut self, leaves: usize) {
        self.latest = leaves;
        self.waiting.extend((0..leaves).map(|_| None));
    }

    pub(crate) fn told(&mut self) {
        self.waiting.pop_front();
        self.finished = self.finished.map(|finished| finished + 1);
    }

    /// Returns the place of a leaf of the latest collection in the queue. `None` if the leaf does
    /// not wait.
    pub(crate) fn place(&self, leaf: usize) -> Option<usize> {
        let from_end = self.latest.checked_sub(leaf)?;
        if from_end == 0 { None } else { self.waiting.len().checked_sub(from_end) }
    }
}
