//! `Game`: the game that a search plays.

use crate::library::{Description, Status, words};
use crate::own_game::OwnGame;
use crate::status::{raise, raise_with};
use imm_host::host::load;
use imm_host::{IMM_ERR_GAME, IMM_ERR_SPEC, IMM_ERR_TEXT};
use pyo3::exceptions::PyException;
use pyo3::prelude::*;
use std::ffi::{CStr, CString};
use std::path::PathBuf;

/// A game: a built-in game, a game from a shared library, or a Python object.
#[pyclass(frozen, module = "imm_search._imm")]
pub(crate) struct Game {
    kind: Kind,
}

#[expect(clippy::large_enum_variant, reason = "there are few games, and most are described")]
enum Kind {
    Described { description: Description, has_notation: bool },
    Own(Py<PyAny>),
}

/// A game prepared for one search.
pub(crate) struct Ready {
    pub description: Description,
    /// The game, if it is written in Python. It must outlive the description.
    pub own: Option<OwnGame>,
}

#[pymethods]
impl Game {
    /// Returns the built-in game with this name.
    #[staticmethod]
    fn named(py: Python<'_>, name: &str) -> PyResult<Self> {
        let unknown = |_: Status| {
            let text = format!("unknown game '{name}': there are {}, and files of games", game_names().join(", "));
            raise_with(py, IMM_ERR_GAME, &text)
        };
        let name = CString::new(name).unwrap_or_default();
        let description = Description::named(&name).map_err(unknown)?;
        Ok(Self { kind: Kind::Described { description, has_notation: true } })
    }

    /// Returns the game that a shared library exports as imm_plugin().
    #[staticmethod]
    fn loaded(py: Python<'_>, file: PathBuf) -> PyResult<Self> {
        let game = load(&file).map_err(|error| raise_with(py, IMM_ERR_GAME, &error.to_string()))?;
        let description = Description(*game.description());
        Ok(Self { kind: Kind::Described { description, has_notation: false } })
    }

    /// Wraps a custom game written in Python.
    #[staticmethod]
    fn own(game: Bound<'_, PyAny>) -> Self {
        Self { kind: Kind::Own(game.unbind()) }
    }

    /// True if the game's positions have a text notation.
    #[getter]
    fn has_notation(&self) -> bool {
        matches!(self.kind, Kind::Described { has_notation: true, .. })
    }

    /// Returns the reason why a text is not a position of this built-in game, or an empty text if
    /// it is a position.
    fn why_no_position(&self, py: Python<'_>, text: &str) -> PyResult<String> {
        let text = CString::new(text).map_err(|_| raise(py, IMM_ERR_TEXT))?;
        self.ready(py)?.description.why_no_position(&text).map_err(|status| raise(py, status))
    }

    /// Returns the number of bytes that a search by this player needs. `slots` is the number of
    /// slots of the tree, or the maximum depth in plies for alpha-beta.
    fn memory(&self, py: Python<'_>, player: &str, slots: usize) -> PyResult<usize> {
        let (ready, player) = (self.ready(py)?, player_of(py, player)?);
        let game = ready.description;
        game.memory(&player, slots).map_err(|status| refused(py, game.why_not(&player), &player, status))
    }

    /// Returns the player that `best` selects for `size` bytes and `ms` milliseconds per move, and
    /// the reason for this choice.
    fn best(&self, py: Python<'_>, size: usize, ms: u32) -> PyResult<(String, String)> {
        self.ready(py)?.description.best(size, ms).map_err(|status| raise(py, status))
    }

    /// Returns how many buckets alpha-beta's transposition table gets if this player searches the
    /// game in `size` bytes.
    fn buckets(&self, py: Python<'_>, player: &str, size: usize) -> PyResult<usize> {
        let (ready, player) = (self.ready(py)?, player_of(py, player)?);
        let game = ready.description;
        game.buckets(&player, size).map_err(|status| refused(py, game.why_not(&player), &player, status))
    }

    /// Checks the game for mistakes. Returns the number of mistakes, and a text that describes
    /// them. An exception raised by a game in Python counts as a mistake.
    fn check(&self, py: Python<'_>, seed: u64, plies: u32) -> PyResult<(u32, String)> {
        let ready = match self.ready(py) {
            Err(error) if error.is_instance_of::<PyException>(py) => return Ok((1, not_opened(&error.to_string()))),
            ready => ready?,
        };
        let Some(own) = &ready.own else {
            return py.detach(|| ready.description.check(seed, plies)).map_err(|status| raise(py, status));
        };
        own.note_exceptions();
        let found = ready.description.check(seed, plies);
        if let Some(error) = own.take_error() {
            return Err(error);
        }
        let notes = own.take_notes();
        match found {
            Err(IMM_ERR_GAME) => Ok((1, not_opened(&words(IMM_ERR_GAME)))),
            Err(status) => Err(raise(py, status)),
            Ok((mistakes, text)) if notes.is_empty() => Ok((mistakes, text)),
            Ok((mistakes, text)) => {
                let text = format!("Methods have raised exceptions:\n- {}\n\n{text}", notes.join("\n- "));
                Ok((mistakes.max(notes.len() as u32), text))
            }
        }
    }
}

impl Game {
    pub(crate) fn ready(&self, py: Python<'_>) -> PyResult<Ready> {
        match &self.kind {
            Kind::Described { description, .. } => Ok(Ready { description: *description, own: None }),
            Kind::Own(game) => {
                let own = OwnGame::new(game.bind(py))?;
                Ok(Ready { description: own.description(), own: Some(own) })
            }
        }
    }
}

/// Returns the report text of a check for a game that cannot be opened.
fn not_opened(why: &str) -> String {
    format!("1 mistake found: the game cannot be opened.\n\n1. {why}\n")
}

/// Converts a player's notation to a C string. The library finds errors in the notation later.
pub(crate) fn player_of(py: Python<'_>, text: &str) -> PyResult<CString> {
    let nul = |_| raise_with(py, IMM_ERR_SPEC, &format!("player {text:?}: a notation has no NUL character"));
    CString::new(text).map_err(nul)
}

/// Returns the error for a refused player. The error text quotes the player if the player is the
/// reason for the error.
pub(crate) fn refused(py: Python<'_>, why: Result<String, Status>, player: &CStr, status: Status) -> PyErr {
    match why {
        Ok(why) if !why.is_empty() => {
            raise_with(py, IMM_ERR_SPEC, &format!("player '{}': {why}", player.to_string_lossy()))
        }
        _ => raise(py, status),
    }
}

/// Returns a player's notation as the library writes it: only options that differ from the default,
/// in a fixed order.
#[pyfunction]
pub(crate) fn player_text(py: Python<'_>, player: &str) -> PyResult<String> {
    let player = player_of(py, player)?;
    Description::player_text(&player)
        .map_err(|status| refused(py, Description::why_no_player(&player), &player, status))
}

/// Returns the names of the built-in games.
#[pyfunction]
pub(crate) fn game_names() -> Vec<String> {
    Description::names()
}
