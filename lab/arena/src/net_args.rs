//! The nets that a command line names, and the nets that are shipped with games.

use crate::games::{Arena, Visit, with_game};
use crate::net::{NetFile, shipped};
use crate::notation::written;
use anyhow::{Context, Result, ensure};
use imm::game::knowledge::Evaluator;
use imm::player::{self, Player};
use std::path::PathBuf;

/// The nets of the players of a command.
#[derive(clap::Args, Clone, Default, Debug)]
pub struct NetArgs {
    /// The net (.immnet) of every player that evaluates by one, e.g. "bfm(efNet)". Default: the net
    /// that comes with the game.
    #[arg(long, value_name = "FILE")]
    net: Option<PathBuf>,
}

impl NetArgs {
    /// The net for the players of `game`, if the command line names one. Otherwise players with
    /// `efNet` use the shipped net.
    ///
    /// # Errors
    /// A file that is not a net for the game; a net that no player uses; or no net for a player
    /// that needs one.
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

    /// The net for `game`, if the command line names one, whether or not a player uses it.
    ///
    /// # Errors
    /// A file that is not a net for the game.
    pub fn open_for_game(&self, game: &str) -> Result<Option<NetFile>> {
        let Some(path) = &self.net else { return Ok(None) };
        let net = NetFile::open(path)?;
        with_game(game, Check(&net))?.with_context(|| path.display().to_string())?;
        Ok(Some(net))
    }

    /// The net for `player` in games that are not known yet. Each search checks that the net is for
    /// its game.
    ///
    /// # Errors
    /// A file that is not a net; a net that the player does not use.
    pub fn open_for_any(&self, player: &Player) -> Result<Option<NetFile>> {
        let Some(path) = &self.net else { return Ok(None) };
        let needy = player.evaluator() == Evaluator::NET;
        ensure!(needy, "--net {}: no player has the option efNet", path.display());
        NetFile::open(path).map(Some)
    }

    /// These arguments, with `other` as the net if it is given.
    #[must_use]
    pub fn or(&self, other: Option<&PathBuf>) -> Self {
        Self { net: other.or(self.net.as_ref()).cloned() }
    }
}

/// The mark ([`Net::mark`]) of the net that is shipped with a game, if any.
///
/// # Errors
/// An unknown game.
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

/// Checks that a net is for a game.
struct Check<'a>(&'a NetFile);

impl Visit for Check<'_> {
    type Output = Result<()>;

    fn visit<G: Arena>(self, start: G) -> Result<()> {
        self.0.check_for(&start)
    }
}
