//! What happens between the slices of a search. Python's signals are checked, so that Ctrl-C ends
//! the search. The progress is recorded, and the user's callback is called.

use crate::library::Watcher;
use crate::report::{Snapshot, found, snapshot};
use imm_host::{imm_move, imm_report};
use pyo3::prelude::*;

/// The maximum number of snapshots of one search. A longer search keeps only every second snapshot,
/// then every fourth, and so on.
const KEPT: usize = 512;

/// Watches one search.
pub(crate) struct Watch {
    /// The user's callback. Its arguments are a report and the expected line of moves, and its
    /// result is ignored.
    watcher: Option<Py<PyAny>>,
    pub history: Vec<Snapshot>,
    seen: usize,
    stride: usize,
    /// The exception that ended the search, raised by a signal handler or by `watcher`.
    pub raised: Option<PyErr>,
}

impl Watch {
    pub(crate) fn new(watcher: Option<Py<PyAny>>) -> Self {
        Self { watcher, history: Vec::new(), seen: 0, stride: 1, raised: None }
    }

    fn note(&mut self, report: &imm_report) {
        if self.seen.is_multiple_of(self.stride) {
            self.history.push(snapshot(report));
        }
        self.seen += 1;
        if self.history.len() == KEPT {
            let mut index = 0;
            self.history.retain(|_| {
                index += 1;
                index % 2 == 1
            });
            self.stride *= 2;
        }
    }
}

impl Watcher for Watch {
    fn look(&mut self, report: &imm_report, line: &[imm_move]) -> bool {
        self.note(report);
        let looked = Python::attach(|py| {
            py.check_signals()?;
            match &self.watcher {
                Some(watcher) => watcher.call1(py, (found(report), line)).map(drop),
                None => Ok(()),
            }
        });
        looked.map_err(|error| self.raised = Some(error)).is_ok()
    }
}
