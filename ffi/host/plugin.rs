//! Loads a game from a shared library, and explains why a game cannot be played.

use super::game::{LoadedGame, PluginGame};
use crate::internal::struct_versions;
use crate::types::{IMM_ERR_STRUCT_SIZE, IMM_FEATURES_MAX, IMM_PLAYERS_MAX, IMM_SCORE_MAX, imm_game};
use core::mem::MaybeUninit;
use kernel::game::Fault;
use libloading::Library;
use std::boxed::Box;
use std::collections::BTreeMap;
use std::error::Error;
use std::fmt::{self, Display, Formatter};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// The name of the function that the library of a game exports.
const FUNCTION: &str = "imm_plugin";

/// The reason why a file is not a playable game.
#[derive(Debug)]
pub struct LoadError {
    file: PathBuf,
    cause: Cause,
}

#[derive(Debug)]
enum Cause {
    NotFound(std::io::Error),
    NotALibrary(libloading::Error),
    NoFunction,
    NoGame,
    OtherSize(u32),
    BuiltIn,
    Lacks(&'static str),
    Fails(Fault),
}

impl Display for LoadError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.file.display())?;
        match &self.cause {
            Cause::NotFound(error) => write!(f, "cannot be opened: {error}"),
            Cause::NotALibrary(error) => write!(f, "is not a shared library that can be loaded: {error}"),
            Cause::NoFunction => {
                write!(f, "has no function '{FUNCTION}': a game exports 'IMM_EXPORT const imm_game *{FUNCTION}(void);'")
            }
            Cause::NoGame => write!(f, "{FUNCTION}() returns NULL, or no address of an imm_game"),
            Cause::OtherSize(size) => write!(
                f,
                "its imm_game has a struct_size of {size}, but this program knows {}: it was not set, or the game was \
                 built with a newer imm.h and uses its new fields",
                size_of::<imm_game>()
            ),
            Cause::BuiltIn => write!(f, "its imm_game is a built-in game, which has a name: see --help"),
            Cause::Lacks(what) => write!(f, "its imm_game is not complete: {what}"),
            Cause::Fails(fault) => write!(f, "the starting position cannot be played: {fault}"),
        }
    }
}

impl Error for LoadError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match &self.cause {
            Cause::NotFound(error) => Some(error),
            Cause::NotALibrary(error) => Some(error),
            _ => None,
        }
    }
}

/// Returns the starting position of the game in the shared library `file`.
///
/// A library is loaded only once, and stays loaded until the program ends. The library's functions
/// run as part of this program, with all its rights. If the program has several threads, they may
/// call these functions at the same time. Then each thread uses its own positions, but all threads
/// use the same `context`.
///
/// # Errors
/// The file cannot be loaded, does not export `imm_plugin`, or has an `imm_game` that cannot be
/// played.
pub fn load(file: &Path) -> Result<PluginGame, LoadError> {
    static LOADED: Mutex<BTreeMap<PathBuf, PluginGame>> = Mutex::new(BTreeMap::new());
    let error = |cause| LoadError { file: file.to_path_buf(), cause };
    let path = found(file).map_err(error)?;
    let mut loaded = LOADED.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(start) = loaded.get(&path) {
        return Ok(start.clone());
    }
    let start = described(&path).map_err(error)?.start();
    if let Some(fault) = start.first_fault() {
        return Err(error(Cause::Fails(fault)));
    }
    loaded.insert(path, start.clone());
    Ok(start)
}

/// Returns the game in the shared library `file`, without calling its callbacks. Use this function
/// in a program that must know before each call which callback is called.
///
/// # Errors
/// The file cannot be loaded, does not export `imm_plugin`, or has an incomplete `imm_game`.
pub fn open(file: &Path) -> Result<LoadedGame, LoadError> {
    found(file).and_then(|path| described(&path)).map_err(|cause| LoadError { file: file.to_path_buf(), cause })
}

/// Returns the absolute path of `file`. For a name without a folder, the system would search only
/// its own library folders.
fn found(file: &Path) -> Result<PathBuf, Cause> {
    file.canonicalize().map_err(Cause::NotFound)
}

fn described(path: &Path) -> Result<LoadedGame, Cause> {
    // SAFETY: loading runs code of the library, which the user requested by naming the file.
    let library = unsafe { Library::new(path) }.map_err(Cause::NotALibrary)?;
    // The library is never unloaded, because its functions and data are used until the program
    // ends.
    let library: &'static Library = Box::leak(Box::new(library));
    // SAFETY: imm.h documents this type for a function with this name.
    let function = unsafe { library.get::<unsafe extern "C" fn() -> *const imm_game>(FUNCTION) };
    let function = function.map_err(|_| Cause::NoFunction)?;
    // SAFETY: the library's function, called as imm.h documents.
    let game = unsafe { function() };
    if !game.is_aligned() {
        return Err(Cause::NoGame);
    }
    let mut room = MaybeUninit::uninit();
    // SAFETY: by the contract of the function, NULL or an imm_game, which begins with its size.
    let game = unsafe { struct_versions::read(game, &mut room) }.map_err(|status| match status {
        // SAFETY: a pointer that is refused for the size of its struct is aligned and not NULL.
        IMM_ERR_STRUCT_SIZE => Cause::OtherSize(unsafe { game.cast::<u32>().read() }),
        _ => Cause::NoGame,
    })?;
    if !game.builtin.is_null() {
        return Err(Cause::BuiltIn);
    }
    if let Some(missing) = missing(game) {
        return Err(Cause::Lacks(missing));
    }
    LoadedGame::new(game).ok_or(Cause::Lacks("its sizes are too large"))
}

/// Returns the first requirement that this game does not meet. `None` if it meets all.
fn missing(game: &imm_game) -> Option<&'static str> {
    let required = [
        (game.position_size > 0, "position_size is 0"),
        ((1..=0xFFFF).contains(&game.max_moves), "max_moves is not 1 to 65535"),
        (game.initial.is_some(), "initial is NULL"),
        (game.legal_moves.is_some(), "legal_moves is NULL"),
        (game.make.is_some(), "make is NULL"),
        (game.unmake.is_some(), "unmake is NULL"),
        (game.to_move.is_some(), "to_move is NULL"),
        (game.outcome.is_some(), "outcome is NULL"),
        (
            game.score.is_none() || (1..=IMM_SCORE_MAX).contains(&game.max_score),
            "max_score is not 1 to 32767, and there is a score",
        ),
        (
            game.features.is_none() || (1..=IMM_FEATURES_MAX).contains(&game.feature_count),
            "there are features, and feature_count is not 1 to 256",
        ),
        (game.players <= IMM_PLAYERS_MAX, "players is not 0 to 8"),
        (matches!(game.players, 0 | 2) || game.returns.is_some(), "players is not 2, and returns is NULL"),
    ];
    required.into_iter().find(|(there, _)| !there).map(|(_, what)| what)
}
