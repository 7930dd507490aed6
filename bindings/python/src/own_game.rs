//! A game written in Python: the callbacks for the C library, and the Python objects that represent
//! the game's positions.
//!
//! The C library stores a position as a path: the list of moves from the start (`path.rs`). This
//! module keeps the Python objects of all positions on the latest path, including the starting
//! position. A new path often begins with the same moves as the latest path. The module reuses the
//! objects of these moves, and calls `make` for the remaining moves. The module also caches the
//! game's answers about each position.

use crate::library::Description;
use crate::path;
use imm_host::*;
use pyo3::exceptions::{PyException, PyOverflowError, PyTypeError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::PyString;
use std::cell::{Cell, RefCell, RefMut};
use std::ffi::{c_char, c_void};
use std::ptr::{NonNull, null};

/// The return value of a callback that failed.
const FAILED: i32 = i32::MIN;

/// The optional methods of a game. A callback exists only if the game has the method with the same
/// name as the callback.
const OPTIONAL: [&str; 12] = [
    "evaluate",
    "weight",
    "prior",
    "order",
    "noisy",
    "hash",
    "few_pieces",
    "transition",
    "move_text",
    "score",
    "chance",
    "evaluate_for",
];

/// The maximum number of characters that an error quotes from a wrong answer.
const QUOTED: usize = 100;

/// The maximum number of different exceptions that a check reports.
const NOTED: usize = 8;

/// A position, and the game's cached answers about it.
struct Entry {
    position: Py<PyAny>,
    to_move: Option<i32>,
    outcome: Option<i32>,
    moves: Option<Vec<u32>>,
    /// The weight of each outcome in `moves`, if a chance event comes next.
    odds: Option<Vec<u32>>,
    /// The result of each player, if the game is over and does not have two players.
    returns: Vec<f32>,
}

impl Entry {
    fn new(position: Py<PyAny>) -> Self {
        Self { position, to_move: None, outcome: None, moves: None, odds: None, returns: Vec::new() }
    }
}

/// The positions along the latest path, beginning with the starting position.
struct Line {
    moves: Vec<u32>,
    entries: Vec<Entry>,
}

/// A game in Python: the `context` that its callbacks receive. Only one library call uses the
/// context at a time, on a thread that is attached to the interpreter.
struct Context {
    game: Py<PyAny>,
    max_moves: u32,
    max_plies: u32,
    players: u32,
    has_chance: bool,
    line: RefCell<Line>,
    /// The exception that a method raised. This exception ends the current call to the library.
    raised: RefCell<Option<PyErr>>,
    /// True during a check, which records exceptions in `noted` and continues.
    checked: Cell<bool>,
    noted: RefCell<Vec<Note>>,
}

/// An exception that a method raised during a check.
struct Note {
    /// The method, and the class of the exception.
    kind: String,
    text: String,
}

/// A game in Python with its callbacks, for one search.
pub(crate) struct OwnGame {
    context: NonNull<Context>,
    description: Description,
}

// SAFETY: the context is behind a pointer only so that the C library can have the pointer, too.
// Python objects may be sent; only one thread at a time, the exclusive owner of the session, uses
// the cells.
unsafe impl Send for OwnGame {}

impl Drop for OwnGame {
    fn drop(&mut self) {
        // SAFETY: made from a box in `new`; the sessions that use it are gone (`state.rs`).
        drop(unsafe { Box::from_raw(self.context.as_ptr()) });
    }
}

impl OwnGame {
    /// Reads the sizes and the starting position of the game, and finds out which methods it has.
    pub(crate) fn new(game: &Bound<'_, PyAny>) -> PyResult<Self> {
        let has = |name: &str| -> PyResult<bool> { Ok(game.hasattr(name)? && !game.getattr(name)?.is_none()) };
        for name in ["max_moves", "max_plies", "initial", "legal_moves", "make", "to_move", "outcome"] {
            let is_size = name.starts_with("max");
            let exists = if is_size { game.hasattr(name)? } else { has(name)? };
            if !exists {
                let kind = game.get_type().name()?;
                return Err(PyTypeError::new_err(format!(
                    "game is of type {kind}, which has no {name}: a custom game needs it"
                )));
            }
        }
        let number = |name: &str| -> PyResult<u32> {
            let name = PyString::new(game.py(), name);
            answer(game, &name, &game.getattr(&name)?)
        };
        let (max_moves, max_plies) = (number("max_moves")?, number("max_plies")?);
        if !(1..=0xFFFF).contains(&max_moves) || max_plies == 0 || max_plies > u32::MAX / 8 {
            return Err(PyValueError::new_err("max_moves must be 1 to 65535, and max_plies at least 1"));
        }
        let players = if has("players")? { number("players")? } else { 2 };
        if !(1..=IMM_PLAYERS_MAX).contains(&players) {
            return Err(PyValueError::new_err(format!("players is {players}: expected {}", expected("players"))));
        }
        let mut there = [false; OPTIONAL.len()];
        for (there, name) in there.iter_mut().zip(OPTIONAL) {
            *there = has(name)?;
        }
        let counted = |method: &str, count: &str| if has(method)? { number(count) } else { Ok(0) };
        let counts = [counted("score", "max_score")?, counted("features", "feature_count")?];
        let start = game.call_method0(intern!(game.py(), "initial"))?.unbind();
        let line = Line { moves: Vec::new(), entries: vec![Entry::new(start)] };
        let context = Context {
            game: game.clone().unbind(),
            max_moves,
            max_plies,
            players,
            has_chance: has("chance")?,
            line: RefCell::new(line),
            raised: RefCell::new(None),
            checked: Cell::new(false),
            noted: RefCell::new(Vec::new()),
        };
        let context = NonNull::from(Box::leak(Box::new(context)));
        let description = Description(describe(context, [max_moves, max_plies, players], counts, there));
        Ok(Self { context, description })
    }

    /// Returns the game as an `imm_game`, which is valid as long as `self` lives.
    pub(crate) fn description(&self) -> Description {
        self.description
    }

    /// Returns and removes the exception that a method has raised since the last call of
    /// `take_error`.
    pub(crate) fn take_error(&self) -> Option<PyErr> {
        self.context().raised.take()
    }

    /// Starts a check: from now on, exceptions in methods of the game are recorded, and the check
    /// continues. Only exceptions that do not derive from `Exception`, such as `KeyboardInterrupt`
    /// (Ctrl-C), still stop the check.
    pub(crate) fn note_exceptions(&self) {
        self.context().checked.set(true);
    }

    /// Returns and removes the recorded exceptions: one for each method and exception class.
    pub(crate) fn take_notes(&self) -> Vec<String> {
        self.context().noted.take().into_iter().map(|note| note.text).collect()
    }

    /// Returns the Python object of a position. `bytes` is the path, as the library stores it.
    pub(crate) fn position(&self, py: Python<'_>, bytes: &[u8]) -> PyResult<Py<PyAny>> {
        let path: Vec<u32> =
            bytes.chunks_exact(4).map(|b| u32::from_ne_bytes(b.try_into().unwrap_or_default())).collect();
        self.context().entry(py, &path).map(|entry| entry.position.clone_ref(py))
    }

    fn context(&self) -> &Context {
        // SAFETY: the context exists until `self` is dropped. Besides `self`, only callbacks use
        // it, by shared references.
        unsafe { self.context.as_ref() }
    }
}

impl Context {
    /// Returns the position at the end of a path. Creates the missing positions on the path.
    fn entry(&self, py: Python<'_>, path: &[u32]) -> PyResult<RefMut<'_, Entry>> {
        let path = path::moves(path)
            .ok_or_else(|| PyValueError::new_err(format!("the game is longer than max_plies = {}", self.max_plies)))?;
        // This borrow cannot fail: while a method of the game runs, the search refuses every call
        // as busy (`state.rs`).
        let mut line = self.line.borrow_mut();
        let Line { moves, entries } = &mut *line;
        let common = moves.iter().zip(path).take_while(|(a, b)| a == b).count();
        moves.truncate(common);
        entries.truncate(common + 1);
        for &mv in path.iter().skip(common) {
            let Some(last) = entries.last() else { break };
            let next = self.game.call_method1(py, intern!(py, "make"), (&last.position, mv))?;
            entries.push(Entry::new(next));
            moves.push(mv);
        }
        RefMut::filter_map(line, |line| line.entries.last_mut())
            .map_err(|_| PyValueError::new_err("a position without a start"))
    }

    /// Calls `question` with the position at the end of `path`. If a method raises an exception,
    /// records the exception and returns `failed`.
    fn ask<T>(&self, path: &[u32], failed: T, question: impl FnOnce(Python<'_>, &mut Entry) -> PyResult<T>) -> T {
        Python::attach(|py| {
            if self.raised.borrow().is_some() {
                return failed;
            }
            let answer = self.entry(py, path).and_then(|mut entry| question(py, &mut entry));
            answer.unwrap_or_else(|error| {
                if self.checked.get() && error.is_instance_of::<PyException>(py) {
                    self.note(py, path, &error);
                } else {
                    *self.raised.borrow_mut() = Some(error);
                }
                failed
            })
        })
    }

    /// Records an exception, unless the same method has already raised an exception of this class.
    /// Ignores exceptions in a game that is longer than `max_plies`: the check itself reports such
    /// a game.
    fn note(&self, py: Python<'_>, path: &[u32], error: &PyErr) {
        let Some(moves) = path::moves(path) else { return };
        let class = error.get_type(py).name().map_or_else(|_| String::new(), |name| name.to_string());
        let (place, told) = (place(py, error).unwrap_or_default(), error.value(py).to_string());
        let named = if place.is_empty() { &told } else { &place };
        let method = named.split("()").next().unwrap_or_default();
        let mut noted = self.noted.borrow_mut();
        let kind = format!("{method} {class}");
        if noted.len() < NOTED && noted.iter().all(|note| note.kind != kind) {
            let moves: Vec<String> = moves.iter().map(u32::to_string).collect();
            let after = if moves.is_empty() { String::new() } else { format!(" after the moves {}", moves.join(" ")) };
            let text = format!("{place}{class}{after}: {told}");
            noted.push(Note { kind, text });
        }
    }

    /// Calls a method of the game with a position.
    fn method<T: for<'py> FromPyObjectOwned<'py>>(
        &self,
        py: Python<'_>,
        name: &Bound<'_, PyString>,
        entry: &Entry,
    ) -> PyResult<T> {
        let game = self.game.bind(py);
        answer(game, name, &game.call_method1(name, (&entry.position,))?)
    }

    /// Calls a method of the game with a position and a move.
    fn move_method<T: for<'py> FromPyObjectOwned<'py>>(
        &self,
        py: Python<'_>,
        name: &Bound<'_, PyString>,
        entry: &Entry,
        mv: u32,
    ) -> PyResult<T> {
        let game = self.game.bind(py);
        answer(game, name, &game.call_method1(name, (&entry.position, mv))?)
    }

    /// Returns the legal moves. Calls `legal_moves` only once for each `entry`.
    fn legal<'e>(&self, py: Python<'_>, entry: &'e mut Entry) -> PyResult<&'e [u32]> {
        if entry.moves.is_none() {
            entry.moves = Some(self.method(py, intern!(py, "legal_moves"), entry)?);
        }
        Ok(entry.moves.as_deref().unwrap_or_default())
    }

    /// Returns the player to move, or IMM_CHANCE. Calls `to_move` only once for each `entry`.
    fn mover(&self, py: Python<'_>, entry: &mut Entry) -> PyResult<i32> {
        let answer = match entry.to_move {
            Some(player) => player,
            None => self.method(py, intern!(py, "to_move"), entry)?,
        };
        entry.to_move = Some(answer);
        Ok(answer)
    }

    /// Returns the legal moves, which are the outcomes of a chance event, and the weight of each.
    /// Calls `chance` only once for each outcome of each `entry`.
    fn outcomes<'e>(&self, py: Python<'_>, entry: &'e mut Entry) -> PyResult<(&'e [u32], &'e [u32])> {
        if entry.odds.is_none() {
            let outcomes = self.legal(py, entry)?.to_vec();
            let odds = outcomes.into_iter().map(|outcome| self.weight_of(py, entry, outcome));
            entry.odds = Some(odds.collect::<PyResult<_>>()?);
        }
        Ok((entry.moves.as_deref().unwrap_or_default(), entry.odds.as_deref().unwrap_or_default()))
    }

    /// Calls `outcome` for a game that does not have two players, and stores the result of each
    /// player. Returns IMM_ONGOING or IMM_OVER.
    fn results(&self, py: Python<'_>, entry: &mut Entry) -> PyResult<imm_result> {
        let name = intern!(py, "outcome");
        let found = self.game.bind(py).call_method1(name, (&entry.position,))?;
        if found.is_none() {
            return Ok(IMM_ONGOING);
        }
        let results = found.extract::<Vec<f32>>().ok();
        if let Some(results) = results.filter(|results| results.len() == self.players as usize) {
            entry.returns = results;
            return Ok(IMM_OVER);
        }
        let class = self.game.bind(py).get_type().name()?.to_string();
        let quoted: String = found.repr()?.to_string_lossy().chars().take(QUOTED).collect();
        let wanted = format!("None, or {} numbers, one for each player", self.players);
        Err(PyTypeError::new_err(format!("{class}.outcome() returned {quoted}: expected {wanted}")))
    }

    /// Calls `chance` for an outcome. Fails if the weight is out of range.
    fn weight_of(&self, py: Python<'_>, entry: &Entry, outcome: u32) -> PyResult<u32> {
        let weight = self.move_method(py, intern!(py, "chance"), entry, outcome)?;
        if (1..=IMM_ODDS_MAX).contains(&weight) {
            return Ok(weight);
        }
        let class = self.game.bind(py).get_type().name()?.to_string();
        let text = format!("{class}.chance() returned {weight}: expected {}", expected("chance"));
        Err(PyValueError::new_err(text))
    }
}

/// Uses 32 random bits to sample an outcome by weight. The library samples in the same way if a
/// game has no `random_move`.
fn sampled(outcomes: &[u32], odds: &[u32], random: u32) -> Option<u32> {
    let sum: u64 = odds.iter().copied().map(u64::from).sum();
    let mut rest = ((u128::from(random) * u128::from(sum)) >> 32) as u64;
    for (&outcome, &weight) in outcomes.iter().zip(odds) {
        match rest.checked_sub(weight.into()) {
            Some(less) => rest = less,
            None => return Some(outcome),
        }
    }
    None
}

/// Returns a text that describes the expected type and range of a method's answer or of an
/// attribute.
fn expected(name: &str) -> &'static str {
    match name {
        "max_moves" => "a whole number, 1 to 65535",
        "max_plies" => "a whole number, at least 1",
        "legal_moves" => "a sequence of whole numbers, each 0 to 4294967294",
        "to_move" => "0 or 1, or 8 for a chance event",
        "players" => "a whole number, 1 to 8",
        "evaluate_for" => "a number, -1 to 1",
        "chance" => "a whole number, 1 to 16777216",
        "outcome" => "None, 1, 0 or -1",
        "evaluate" => "a number, -1 to 1",
        "weight" => "a whole number, 0 to 65535",
        "prior" => "a number, 0 to 1",
        "noisy" | "few_pieces" => "True or False",
        "hash" => "a whole number, 0 to 18446744073709551615",
        "transition" => "a whole number, 0 to 255",
        "features" => "a sequence of whole numbers, each 0 to 255",
        "feature_count" => "a whole number, 0 to 256",
        "move_text" => "a text",
        _ => "a whole number",
    }
}

/// Converts an answer of the game to a Rust value. An error names the method or the attribute, and
/// quotes the answer.
fn answer<T: for<'py> FromPyObjectOwned<'py>>(
    game: &Bound<'_, PyAny>,
    name: &Bound<'_, PyString>,
    answer: &Bound<'_, PyAny>,
) -> PyResult<T> {
    answer.extract().map_err(|error: T::Error| {
        let (py, error): (_, PyErr) = (game.py(), error.into());
        let name = name.to_string();
        let quoted = answer.repr().map_or_else(|_| String::from("?"), |text| text.to_string_lossy().into_owned());
        let cut: String = quoted.chars().take(QUOTED).collect();
        let more = if cut.len() < quoted.len() { "..." } else { "" };
        let class = game.get_type().name().map_or_else(|_| String::new(), |name| name.to_string());
        let said = if game.getattr(&name).is_ok_and(|found| found.is_callable()) { "() returned" } else { " is" };
        let text = format!("{class}.{name}{said} {cut}{more}: expected {}", expected(&name));
        let told = if error.is_instance_of::<PyTypeError>(py) {
            PyTypeError::new_err(text)
        } else if error.is_instance_of::<PyOverflowError>(py) {
            PyOverflowError::new_err(text)
        } else {
            return error;
        };
        told.set_cause(py, Some(error));
        told
    })
}

/// Returns the place where an exception was raised, such as "make(), game.py line 12: ". The result
/// is empty if the exception was not raised in a Python method.
fn place(py: Python<'_>, error: &PyErr) -> PyResult<String> {
    let Some(traceback) = error.traceback(py) else { return Ok(String::new()) };
    let code = traceback.getattr(intern!(py, "tb_frame"))?.getattr(intern!(py, "f_code"))?;
    let method: String = code.getattr(intern!(py, "co_name"))?.extract()?;
    let file: String = code.getattr(intern!(py, "co_filename"))?.extract()?;
    let line: u32 = traceback.getattr(intern!(py, "tb_lineno"))?.extract()?;
    let file = std::path::Path::new(&file).file_name().unwrap_or_default().to_string_lossy();
    Ok(format!("{method}(), {file} line {line}: "))
}

fn describe(
    context: NonNull<Context>,
    [max_moves, max_plies, players]: [u32; 3],
    [max_score, feature_count]: [u32; 2],
    there: [bool; OPTIONAL.len()],
) -> imm_game {
    let [
        has_evaluate,
        has_weight,
        has_prior,
        has_order,
        has_noisy,
        has_hash,
        has_few,
        has_transition,
        has_text,
        has_score,
        has_chance,
        has_evaluate_for,
    ] = there;
    imm_game {
        struct_size: size_of::<imm_game>() as u32,
        position_size: path::words(max_plies) * size_of::<u32>() as u32,
        undo_size: 0,
        max_moves,
        max_plies,
        board: 0,
        context: context.as_ptr().cast(),
        initial: Some(initial),
        legal_moves: Some(legal_moves),
        make: Some(make),
        unmake: Some(unmake),
        to_move: Some(to_move),
        outcome: Some(outcome),
        evaluate: has_evaluate.then_some(evaluate),
        random_move: Some(random_move),
        weight: has_weight.then_some(weight),
        prior: has_prior.then_some(prior),
        order: has_order.then_some(order),
        noisy: has_noisy.then_some(noisy),
        hash: has_hash.then_some(hash),
        pass: None,
        few_pieces: has_few.then_some(few_pieces),
        transition: has_transition.then_some(transition),
        move_text: has_text.then_some(move_text),
        builtin: null(),
        max_score,
        score: has_score.then_some(score),
        feature_count,
        features: (feature_count > 0).then_some(features),
        chance: has_chance.then_some(chance),
        players,
        returns: (players != 2).then_some(returns),
        evaluate_for: has_evaluate_for.then_some(evaluate_for),
    }
}

/// Returns the game of `context`, and the path stored in `position`.
///
/// # Safety
/// `context` must belong to a living [`OwnGame`], and `position` must be one of its positions.
/// During the lifetime `'a`, nothing may write to the context or to the position.
unsafe fn asked<'a>(context: *mut c_void, position: *const c_void) -> (&'a Context, &'a [u32]) {
    // SAFETY: promised by the caller; the description has the size of a position, and positions are
    // aligned to IMM_ALIGN.
    unsafe {
        let context = &*context.cast::<Context>();
        (context, std::slice::from_raw_parts(position.cast(), path::words(context.max_plies) as usize))
    }
}

/// Returns the path stored in `position`, for callbacks that change the position.
///
/// # Safety
/// The requirements of [`asked`] apply. In addition, nothing else may use the position.
unsafe fn changed<'a>(context: *mut c_void, position: *mut c_void) -> &'a mut [u32] {
    // SAFETY: the same as in `asked`.
    unsafe {
        let words = path::words((*context.cast::<Context>()).max_plies);
        std::slice::from_raw_parts_mut(position.cast(), words as usize)
    }
}

/// Writes nothing: the starting position is the empty path, which is all zeros.
unsafe extern "C" fn initial(_: *mut c_void, _: *mut c_void) {}

unsafe extern "C" fn make(context: *mut c_void, position: *mut c_void, mv: imm_move, _: *mut c_void) {
    // SAFETY: the library's call, as imm.h promises.
    path::push(unsafe { changed(context, position) }, mv);
}

unsafe extern "C" fn unmake(context: *mut c_void, position: *mut c_void, _: imm_move, _: *const c_void) {
    // SAFETY: the library's call, as imm.h promises.
    path::pop(unsafe { changed(context, position) });
}

unsafe extern "C" fn legal_moves(context: *mut c_void, position: *const c_void, out: *mut imm_move) -> u32 {
    // SAFETY: the library's call, as imm.h promises.
    let (game, path) = unsafe { asked(context, position) };
    game.ask(path, FAILED.cast_unsigned(), |py, entry| {
        let moves = game.legal(py, entry)?;
        if moves.len() <= game.max_moves as usize {
            // SAFETY: `out` has room for `max_moves`, and does not overlap the list.
            unsafe { out.copy_from_nonoverlapping(moves.as_ptr(), moves.len()) };
        }
        Ok(moves.len() as u32)
    })
}

unsafe extern "C" fn random_move(context: *mut c_void, position: *const c_void, random: u32) -> imm_move {
    // SAFETY: the library's call, as imm.h promises.
    let (game, path) = unsafe { asked(context, position) };
    game.ask(path, IMM_MOVE_NONE, |py, entry| {
        if game.has_chance && game.mover(py, entry)? == IMM_CHANCE {
            let (outcomes, odds) = game.outcomes(py, entry)?;
            return Ok(sampled(outcomes, odds, random).unwrap_or(IMM_MOVE_NONE));
        }
        let moves = game.legal(py, entry)?;
        let index = (u64::from(random) * moves.len() as u64) >> 32;
        Ok(moves.get(index as usize).copied().unwrap_or(IMM_MOVE_NONE))
    })
}

unsafe extern "C" fn to_move(context: *mut c_void, position: *const c_void) -> imm_player {
    // SAFETY: the library's call, as imm.h promises.
    let (game, path) = unsafe { asked(context, position) };
    game.ask(path, FAILED, |py, entry| game.mover(py, entry))
}

unsafe extern "C" fn chance(context: *mut c_void, position: *const c_void, outcome: imm_move) -> u32 {
    // SAFETY: the library's call, as imm.h promises.
    let (game, path) = unsafe { asked(context, position) };
    game.ask(path, FAILED.cast_unsigned(), |py, entry| {
        let (outcomes, odds) = game.outcomes(py, entry)?;
        let found = outcomes.iter().zip(odds).find(|(known, _)| **known == outcome);
        // The library asks only for the weight of a legal outcome.
        Ok(found.map_or(FAILED.cast_unsigned(), |(_, weight)| *weight))
    })
}

unsafe extern "C" fn outcome(context: *mut c_void, position: *const c_void) -> imm_result {
    // SAFETY: the library's call, as imm.h promises.
    let (game, path) = unsafe { asked(context, position) };
    game.ask(path, FAILED, |py, entry| {
        let answer = match entry.outcome {
            Some(outcome) => outcome,
            None if game.players != 2 => game.results(py, entry)?,
            None => match game.method(py, intern!(py, "outcome"), entry)? {
                None => IMM_ONGOING,
                Some(1) => IMM_FIRST_WINS,
                Some(-1) => IMM_SECOND_WINS,
                Some(0) => IMM_DRAW,
                Some(other) => {
                    let class = game.game.bind(py).get_type().name()?.to_string();
                    let text = format!("{class}.outcome() returned {other}: expected {}", expected("outcome"));
                    return Err(PyValueError::new_err(text));
                }
            },
        };
        entry.outcome = Some(answer);
        Ok(answer)
    })
}

/// Returns the result that `outcome` has returned for this position and player.
unsafe extern "C" fn returns(context: *mut c_void, position: *const c_void, player: imm_player) -> f32 {
    // SAFETY: the library's call, as imm.h promises.
    let (game, path) = unsafe { asked(context, position) };
    game.ask(path, FAILED as f32, |py, entry| {
        if entry.returns.is_empty() {
            entry.outcome = Some(game.results(py, entry)?);
        }
        Ok(entry.returns.get(player as usize).copied().unwrap_or(FAILED as f32))
    })
}

unsafe extern "C" fn evaluate_for(context: *mut c_void, position: *const c_void, player: imm_player) -> f32 {
    // SAFETY: the library's call, as imm.h promises.
    let (game, path) = unsafe { asked(context, position) };
    game.ask(path, FAILED as f32, |py, entry| {
        game.move_method(py, intern!(py, "evaluate_for"), entry, player.cast_unsigned())
    })
}

/// Writes the features: `feature_count` numbers, each 0 to 255.
unsafe extern "C" fn features(context: *mut c_void, position: *const c_void, features: *mut u8) -> i32 {
    // SAFETY: the library's call, as imm.h promises.
    let (game, path) = unsafe { asked(context, position) };
    game.ask(path, FAILED, |py, entry| {
        let numbers: Vec<u8> = game.method(py, intern!(py, "features"), entry)?;
        let count: usize = game.game.bind(py).getattr(intern!(py, "feature_count"))?.extract()?;
        if numbers.len() != count {
            let class = game.game.bind(py).get_type().name()?.to_string();
            let text =
                format!("{class}.features() returned {} numbers: expected feature_count = {count}", numbers.len());
            return Err(PyValueError::new_err(text));
        }
        // SAFETY: the library has room for `feature_count` numbers. The game gave that number when
        // it was opened; it is at most 256.
        unsafe { features.copy_from_nonoverlapping(numbers.as_ptr(), count) };
        Ok(0)
    })
}

/// Defines callbacks that pass a position to the game's method of the same name.
macro_rules! questions {
    ($($name:ident: $type:ty, $failed:expr;)+) => {$(
        unsafe extern "C" fn $name(context: *mut c_void, position: *const c_void) -> $type {
            // SAFETY: the library's call, as imm.h promises.
            let (game, path) = unsafe { asked(context, position) };
            game.ask(path, $failed, |py, entry| game.method(py, intern!(py, stringify!($name)), entry))
        }
    )+};
}

/// Defines callbacks that pass a position and a legal move to the game's method of the same name.
macro_rules! move_questions {
    ($($name:ident: $type:ty, $failed:expr;)+) => {$(
        unsafe extern "C" fn $name(context: *mut c_void, position: *const c_void, mv: imm_move) -> $type {
            // SAFETY: the library's call, as imm.h promises.
            let (game, path) = unsafe { asked(context, position) };
            game.ask(path, $failed, |py, entry| game.move_method(py, intern!(py, stringify!($name)), entry, mv))
        }
    )+};
}

questions! {
    evaluate: f32, FAILED as f32;
    hash: u64, 0;
    score: i32, FAILED;
}

move_questions! {
    weight: u32, FAILED.cast_unsigned();
    prior: f32, FAILED as f32;
    order: i32, FAILED;
    transition: i32, FAILED;
}

unsafe extern "C" fn few_pieces(context: *mut c_void, position: *const c_void) -> i32 {
    // SAFETY: the library's call, as imm.h promises.
    let (game, path) = unsafe { asked(context, position) };
    game.ask(path, FAILED, |py, entry| game.method::<bool>(py, intern!(py, "few_pieces"), entry).map(i32::from))
}

unsafe extern "C" fn noisy(context: *mut c_void, position: *const c_void, mv: imm_move) -> i32 {
    // SAFETY: the library's call, as imm.h promises.
    let (game, path) = unsafe { asked(context, position) };
    game.ask(path, FAILED, |py, entry| game.move_method::<bool>(py, intern!(py, "noisy"), entry, mv).map(i32::from))
}

/// Writes the text of a move. Truncates a text that is too long.
unsafe extern "C" fn move_text(
    context: *mut c_void,
    position: *const c_void,
    mv: imm_move,
    text: *mut c_char,
    size: usize,
) -> u32 {
    // SAFETY: the library's call, as imm.h promises.
    let (game, path) = unsafe { asked(context, position) };
    game.ask(path, FAILED.cast_unsigned(), |py, entry| {
        let answer: String = game.move_method(py, intern!(py, "move_text"), entry, mv)?;
        let fits = |&length: &usize| length < size && answer.is_char_boundary(length);
        let length = (0..=answer.len()).rev().find(fits).unwrap_or(0);
        // SAFETY: `text` has room for `size` bytes; the last one stays free for the terminator.
        unsafe {
            text.copy_from_nonoverlapping(answer.as_ptr().cast(), length);
            text.add(length).write(0);
        }
        Ok(length as u32)
    })
}
