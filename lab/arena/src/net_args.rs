//! The command-line argument for neural nets, and the nets that come with games.

use crate::games::{Arena, Visit, with_game};
use crate::net::{NetFile, shipped};
use crate::notation::written;
use anyhow::{Context, Result, ensure};
use imm::game::knowledge::Evaluator;
use imm::player::{self, Player};
use std::path::PathBuf;

/// The neural net for the players of a command.
#[derive(clap::Args, Clone, Default, Debug)]
pub struct NetArgs {
    /// The neural net (.immnet) of every player that evaluates with a net, e.g. "bfm(efNet)".
    /// Default: the net that comes with the game.
    #[arg(long, value_name = "FILE")]
    net: Option<PathBuf>,
}

impl NetArgs {
    /// Returns the neural net for the players of `game`, if the command line names a net. Otherwise
    /// returns `None`: players with the option `efNet` use the net that comes with the game.
    ///
    /// # Errors
    /// The file is not a net for the game, no player needs the net, or a needed net is missing.
    pub fn open(&self, game: &str, players: &[Player]) -> Result<Option<NetFile>> {
        let needy = players.iter().find(|player| player.evaluator() == Evaluator::NET);
        let Some(path) = &self.net else {
            if let Some(needy) = needy {
                let name = || written(|out| player::write(needy, out));
                ensure!(shipped_mark(game)?.is_some(), "player {}: {game} has no built-in net: use --net FILE", name());
            }
            return Ok(None);
        };
        ensure!(needy.is_some(), "--net {}: no player has the option efNet", path.display());
        self.open_for_game(game)
    }

    /// Returns the neural net for `game`, if the command line names a net. It does not matter
    /// whether a player uses the net.
    ///
    /// # Errors
    /// The file is not a net for the game.
    pub fn open_for_game(&self, game: &str) -> Result<Option<NetFile>> {
        let Some(path) = &self.net else { return Ok(None) };
        let net = NetFile::open(path)?;
        with_game(game, Check(&net))?.with_context(|| path.display().to_string())?;
        Ok(Some(net))
    }

    /// Returns the neural net for `player`, if the command line names a net. This function is for
    /// commands that do not yet know the games. Each search checks that the net fits the game.
    ///
    /// # Errors
    /// The file is not a net, or the player does not need a net.
    pub fn open_for_any(&self, player: &Player) -> Result<Option<NetFile>> {
        let Some(path) = &self.net else { return Ok(None) };
        let needy = player.evaluator() == Evaluator::NET;
        ensure!(needy, "--net {}: no player has the option efNet", path.display());
        NetFile::open(path).map(Some)
    }

    /// Returns a copy of these arguments. If `other` is present, `other` replaces the net.
    #[must_use]
    pub fn or(&self, other: Option<&PathBuf>) -> Self {
        Self { net: other.or(self.net.as_ref()).cloned() }
    }
}

/// Returns the mark (`Net::mark`) of the neural net that comes with a game, if any.
///
/// # Errors
/// The game is unknown.
pub(crate) fn shipped_mark(game: &str) -> Result<Option<u32>> {
    Ok(with_game(game, Ships)?)
}

struct Ships;

impl Visit for Ships {
    type Output = Option<u32>;

    fn visit<G: Arena>(self, start: G) -> Option<u32> {
        shipped(&start).map(|net| net.mark())
    }
}

/// A visitor that checks whether a neural net fits a game.
struct Check<'a>(&'a NetFile);

impl Visit for Check<'_> {
    type Output = Result<()>;

    fn visit<G: Arena>(self, start: G) -> Result<()> {
        self.0.check_for(&start)
    }
}
