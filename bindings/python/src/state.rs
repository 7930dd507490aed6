//! `State`: a search of a position, like `imm_state` of the C library.
//!
//! Every method except `stop` locks the search until the method returns. Meanwhile, other calls to
//! the search, for example from another thread or from a method of a game in Python, get a "busy"
//! error. While a search plays a game that is not written in Python, other Python threads can run.

use crate::game::{Game, Ready, player_of, refused};
use crate::library::{Bounds, Description, Handle, NOT_ALLOCATED, Session, Status, words};
use crate::own_game::OwnGame;
use crate::report::{Candidate, Found, Node, Snapshot, candidate, found, node};
use crate::status::{raise, raise_with};
use crate::watch::Watch;
use imm_host::{IMM_ERR_BUSY, IMM_ERR_TEXT, IMM_ERR_TOO_SMALL};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};
use std::ffi::{CStr, CString};
use std::sync::{Mutex, MutexGuard};

/// `main` is the search. `scribe` is a second search, without a tree: it plays the moves of a line
/// or of the tree, to convert them to text. The fields are dropped in order, so the game is dropped
/// after both searches.
struct Inner {
    main: Session,
    scribe: Session,
    own: Option<OwnGame>,
}

/// A search of one game.
#[pyclass(frozen, module = "imm_search._imm")]
pub(crate) struct State {
    inner: Mutex<Inner>,
    handle: Handle,
}

#[pymethods]
impl State {
    /// Opens a search of the game's starting position in `memory` bytes. `player` is a player
    /// notation.
    #[new]
    fn new(py: Python<'_>, game: &Game, player: &str, memory: usize, seed: u64) -> PyResult<Self> {
        let Ready { description, own } = game.ready(py)?;
        let (spec, scribe) = (player_of(py, player)?, player_of(py, "mcts()")?);
        let opened = Session::open(&description, &spec, memory, seed)
            .and_then(|main| Session::open(&description, &scribe, 0, 0).map(|scribe| (main, scribe)));
        if let Some(error) = own.as_ref().and_then(OwnGame::take_error) {
            return Err(error);
        }
        let (main, scribe) = opened.map_err(|status| match status {
            IMM_ERR_TOO_SMALL => too_small(py, &description, &spec, memory),
            NOT_ALLOCATED => raise_with(py, status, &format!("memory is {memory} bytes: {}", words(status))),
            _ => refused(py, description.why_not(&spec), &spec, status),
        })?;
        let handle = main.handle();
        Ok(Self { inner: Mutex::new(Inner { main, scribe, own }), handle })
    }

    /// Searches until a limit is reached. Returns the report and the history of the search.
    #[pyo3(signature = (time_us, iterations, nodes, depth, every_ms, watcher))]
    #[allow(clippy::too_many_arguments)]
    fn search(
        &self,
        py: Python<'_>,
        time_us: u64,
        iterations: u64,
        nodes: u32,
        depth: u32,
        every_ms: u32,
        watcher: Option<Py<PyAny>>,
    ) -> PyResult<(Found, Vec<Snapshot>)> {
        let mut inner = self.lock(py)?;
        let Inner { main, own, .. } = &mut *inner;
        let mut watch = Watch::new(watcher);
        let bounds = Bounds { time_us, iterations, nodes, depth };
        // A game in Python needs the interpreter at every ply, so this thread keeps the
        // interpreter's lock.
        let report = match own {
            Some(_) => main.search(bounds, every_ms, &mut watch),
            None => py.detach(|| main.search(bounds, every_ms, &mut watch)),
        };
        let raised = own.as_ref().and_then(OwnGame::take_error).or(watch.raised);
        match raised {
            Some(error) => Err(error),
            None => report.map(|report| (found(&report), watch.history)).map_err(|status| raise(py, status)),
        }
    }

    /// Finds up to `count` leaves that need a value. Returns the position, the player to move and
    /// the legal moves of each leaf. A position is a text or bytes, or the Python object if the
    /// game is written in Python.
    fn collect(&self, py: Python<'_>, count: u32, as_text: bool) -> PyResult<Vec<Leaf>> {
        let found = self.ask(py, |inner| {
            let leaves = inner.main.collect(count)?;
            (0..leaves).map(|leaf| LeafFound::of(&mut inner.main, leaf, as_text)).collect::<Result<Vec<_>, _>>()
        })?;
        let inner = self.lock(py)?;
        found.into_iter().map(|leaf| leaf.converted(py, inner.own.as_ref())).collect()
    }

    /// Gives the search the value of the oldest leaf, and the priors of the leaf's moves.
    fn tell(&self, py: Python<'_>, value: f32, priors: Vec<f32>) -> PyResult<()> {
        self.ask(py, |inner| inner.main.tell(value, &priors))
    }

    /// Ends the current search.
    fn stop(&self) {
        self.handle.stop();
    }

    /// Returns the results so far.
    fn report(&self, py: Python<'_>) -> PyResult<Found> {
        self.ask(py, |inner| inner.main.report()).map(|report| found(&report))
    }

    /// Returns the statistics of the moves, the best move first.
    fn candidates(&self, py: Python<'_>) -> PyResult<Vec<Candidate>> {
        Ok(self.ask(py, |inner| inner.main.candidates())?.iter().map(candidate).collect())
    }

    /// Returns the expected line of moves, each as a number and as text. If `first` is given, the
    /// line begins with this move.
    fn line(&self, py: Python<'_>, first: Option<u32>) -> PyResult<Vec<(u32, String)>> {
        self.ask(py, |inner| {
            let line = inner.main.line(first)?;
            inner.scribe.set_position_bytes(&inner.main.position_bytes()?)?;
            let text = |mv: u32| {
                let text = inner.scribe.move_text(mv)?;
                inner.scribe.play(mv)?;
                Ok((mv, text))
            };
            line.into_iter().map(text).collect()
        })
    }

    /// Returns the nodes of the tree, each with the text of its move. Each node comes before its
    /// descendants.
    fn tree(&self, py: Python<'_>, depth: u32, min_visits: u32) -> PyResult<Vec<(Node, String)>> {
        self.ask(py, |inner| {
            let mut above = vec![inner.main.position_bytes()?];
            let mut nodes = Vec::new();
            for one in inner.main.tree(depth, min_visits)? {
                let mut text = String::new();
                if one.ply > 0 {
                    above.truncate(one.ply as usize);
                    if let Some(parent) = above.last() {
                        inner.scribe.set_position_bytes(parent)?;
                    }
                    text = inner.scribe.move_text(one.r#move)?;
                    inner.scribe.play(one.r#move)?;
                    above.push(inner.scribe.position_bytes()?);
                }
                nodes.push((node(&one), text));
            }
            Ok(nodes)
        })
    }

    fn legal_moves(&self, py: Python<'_>) -> PyResult<Vec<u32>> {
        self.ask(py, |inner| inner.main.legal_moves())
    }

    /// Returns these legal moves as text.
    fn move_texts(&self, py: Python<'_>, moves: Vec<u32>) -> PyResult<Vec<String>> {
        self.ask(py, |inner| moves.into_iter().map(|mv| inner.main.move_text(mv)).collect())
    }

    fn parse_move(&self, py: Python<'_>, text: &str) -> PyResult<u32> {
        let text = CString::new(text).map_err(|_| raise(py, IMM_ERR_TEXT))?;
        self.ask(py, |inner| inner.main.parse_move(&text))
    }

    fn outcome(&self, py: Python<'_>) -> PyResult<i32> {
        self.ask(py, |inner| inner.main.outcome())
    }

    /// Returns the result of each player.
    fn returns(&self, py: Python<'_>) -> PyResult<Vec<f32>> {
        self.ask(py, |inner| inner.main.returns())
    }

    fn to_move(&self, py: Python<'_>) -> PyResult<i32> {
        self.ask(py, |inner| inner.main.player_to_move())
    }

    /// Samples an outcome of the chance event that comes next, with 32 random bits.
    fn sample_chance(&self, py: Python<'_>, random: u32) -> PyResult<u32> {
        self.ask(py, |inner| inner.main.sample_chance(random))
    }

    fn evaluate(&self, py: Python<'_>) -> PyResult<f32> {
        self.ask(py, |inner| inner.main.evaluate())
    }

    fn play(&self, py: Python<'_>, code: u32) -> PyResult<()> {
        self.ask(py, |inner| inner.main.play(code))
    }

    fn forget(&self, py: Python<'_>) -> PyResult<()> {
        self.ask(py, |inner| inner.main.forget())
    }

    fn restart(&self, py: Python<'_>) -> PyResult<()> {
        self.ask(py, |inner| inner.main.restart())
    }

    fn shuffle(&self, py: Python<'_>, seed: u64) -> PyResult<()> {
        self.ask(py, |inner| inner.main.shuffle(seed))
    }

    fn position_text(&self, py: Python<'_>) -> PyResult<String> {
        self.ask(py, |inner| inner.main.position_text())
    }

    fn set_position(&self, py: Python<'_>, text: &str) -> PyResult<()> {
        let text = CString::new(text).map_err(|_| raise(py, IMM_ERR_TEXT))?;
        self.ask(py, |inner| inner.main.set_position(&text))
    }

    fn position_bytes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        Ok(PyBytes::new(py, &self.ask(py, |inner| inner.main.position_bytes())?))
    }

    fn set_position_bytes(&self, py: Python<'_>, bytes: &[u8]) -> PyResult<()> {
        self.ask(py, |inner| inner.main.set_position_bytes(bytes))
    }

    /// Returns the Python object of the position for a game in Python; `None` for other games.
    fn position_object(&self, py: Python<'_>) -> PyResult<Option<Py<PyAny>>> {
        let bytes = self.ask(py, |inner| inner.main.position_bytes())?;
        let inner = self.lock(py)?;
        inner.own.as_ref().map(|own| own.position(py, &bytes)).transpose()
    }

    fn save<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        Ok(PyBytes::new(py, &self.ask(py, |inner| inner.main.save())?))
    }

    fn load(&self, py: Python<'_>, bytes: &[u8]) -> PyResult<()> {
        self.ask(py, |inner| inner.main.load(bytes))
    }

    fn set_player(&self, py: Python<'_>, game: &Game, player: &str, seed: u64) -> PyResult<()> {
        let spec = player_of(py, player)?;
        let ready = game.ready(py)?;
        let mut inner = self.lock(py)?;
        let why_not = || ready.description.why_not(&spec);
        inner.main.set_player(&spec, seed).map_err(|status| refused(py, why_not(), &spec, status))
    }

    /// Sets the net for all later evaluations.
    fn set_net(&self, py: Python<'_>, net: &[u8]) -> PyResult<()> {
        self.ask(py, |inner| inner.main.set_net(net))
    }

    /// Merges other searches of this position into this search.
    fn merge(&self, py: Python<'_>, others: Vec<PyRef<'_, Self>>) -> PyResult<()> {
        let mut guards = others.iter().map(|other| other.lock(py)).collect::<PyResult<Vec<_>>>()?;
        let others: Vec<&mut Session> = guards.iter_mut().map(|guard| &mut guard.main).collect();
        self.ask(py, |inner| inner.main.merge(&others))
    }
}

/// The position of a leaf, its player to move and its legal moves.
type Leaf = (Py<PyAny>, i32, Vec<u32>);

/// A leaf whose position is not yet converted to a Python object.
struct LeafFound {
    position: Result<String, Vec<u8>>,
    to_move: i32,
    moves: Vec<u32>,
}

impl LeafFound {
    fn of(session: &mut Session, leaf: u32, as_text: bool) -> Result<Self, Status> {
        let position = if as_text { Ok(session.leaf_text(leaf)?) } else { Err(session.leaf_bytes(leaf)?) };
        Ok(Self { position, to_move: session.leaf_player(leaf)?, moves: session.leaf_moves(leaf)? })
    }

    fn converted(self, py: Python<'_>, own: Option<&OwnGame>) -> PyResult<Leaf> {
        let position = match (self.position, own) {
            (Ok(text), _) => PyString::new(py, &text).into_any().unbind(),
            (Err(bytes), Some(own)) => own.position(py, &bytes)?,
            (Err(bytes), None) => PyBytes::new(py, &bytes).into_any().unbind(),
        };
        Ok((position, self.to_move, self.moves))
    }
}

impl State {
    /// Locks the search for this call. Fails if the search is busy.
    fn lock(&self, py: Python<'_>) -> PyResult<MutexGuard<'_, Inner>> {
        self.inner.try_lock().map_err(|_| raise(py, IMM_ERR_BUSY))
    }

    /// Locks the search and calls `question`. If a game in Python raised an exception, returns the
    /// exception instead of the status that it caused.
    fn ask<T>(&self, py: Python<'_>, question: impl FnOnce(&mut Inner) -> Result<T, Status>) -> PyResult<T> {
        let mut inner = self.lock(py)?;
        let answer = question(&mut inner);
        match inner.own.as_ref().and_then(OwnGame::take_error) {
            Some(error) => Err(error),
            None => answer.map_err(|status| raise(py, status)),
        }
    }
}

/// Returns the error for a search that does not fit into `memory` bytes. The error text contains
/// the minimum size.
fn too_small(py: Python<'_>, game: &Description, player: &CStr, memory: usize) -> PyErr {
    match game.memory(player, 0) {
        Ok(least) if least > memory => {
            let text = format!("memory is {memory} bytes, which is too small: this search takes at least {least}");
            raise_with(py, IMM_ERR_TOO_SMALL, &text)
        }
        _ => raise(py, IMM_ERR_TOO_SMALL),
    }
}
