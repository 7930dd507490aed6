//! Nets from files, for players who evaluate by one (`efNet`).

use crate::games::{Arena, Visit, with_game};
use crate::notation::written;
use anyhow::{Context, Result, anyhow, ensure};
use imm::game::knowledge::{Evaluator, Knowledge};
use imm::net::{Net, NetError};
use imm::player::{self, Player};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The bytes of a net, shared by all who read it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NetFile {
    bytes: Arc<[u8]>,
}

impl NetFile {
    /// The net that these bytes are.
    ///
    /// # Errors
    /// Bytes that are no net.
    pub fn new(bytes: &[u8]) -> Result<Self> {
        let file = Self { bytes: bytes.into() };
        file.net()?;
        Ok(file)
    }

    /// The net in a file.
    ///
    /// # Errors
    /// A file that cannot be read, or is no net.
    pub fn open(path: &Path) -> Result<Self> {
        let context = || path.display().to_string();
        Self::new(&fs::read(path).with_context(context)?).with_context(context)
    }

    /// The net.
    ///
    /// # Errors
    /// None: its bytes were looked at before.
    pub fn net(&self) -> Result<Net<'_>> {
        Net::read(&self.bytes).map_err(|error| match error {
            NetError::Version => anyhow!("a net of another version of the format"),
            _ => anyhow!("no net, or a damaged one"),
        })
    }

    /// Its bytes.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Is it for this game?
    ///
    /// # Errors
    /// A net for another game, or for other features of it.
    pub fn check_for<G: Arena>(&self, game: &G) -> Result<()> {
        let net = self.net()?;
        net.check_for(game).map_err(|_| {
            let (name, count) = (net.game(), net.features());
            anyhow!("a net for {count} features of '{name}'; this game has {}", game.feature_count())
        })
    }
}

/// Why a search does not take a net for the game of `position`.
pub(crate) fn net_error<G: Knowledge>(error: NetError, position: &G) -> anyhow::Error {
    match error {
        NetError::Game => anyhow!("the net is for another game, or not for {} features", position.feature_count()),
        NetError::Damaged | NetError::Version => anyhow!("the net is damaged"),
    }
}

/// The nets of the players of a command.
#[derive(clap::Args, Clone, Default, Debug)]
pub struct NetArgs {
    /// The net (.immnet) of every player who evaluates by one, e.g. "bfm(efNet)"; by default that
    /// which comes with the game.
    #[arg(long, value_name = "FILE")]
    net: Option<PathBuf>,
}

impl NetArgs {
    /// The net for players of `game`, of whom some may need one.
    ///
    /// # Errors
    /// A file that is no net for the game; a net that nobody needs, or that is missing.
    pub fn open(&self, game: &str, players: &[Player]) -> Result<Option<NetFile>> {
        let needy = players.iter().find(|player| player.evaluator() == Evaluator::NET);
        let Some(path) = &self.net else {
            if let Some(needy) = needy {
                let name = || written(|out| player::write(needy, out));
                ensure!(shipped_mark(game)?.is_some(), "player {}: no net comes with {game}: --net FILE", name());
            }
            return Ok(None);
        };
        ensure!(needy.is_some(), "--net {}: no player has efNet", path.display());
        self.open_for_game(game)
    }

    /// The net for whoever plays `game`, if one is given.
    ///
    /// # Errors
    /// A file that is no net for the game.
    pub fn open_for_game(&self, game: &str) -> Result<Option<NetFile>> {
        let Some(path) = &self.net else { return Ok(None) };
        let net = NetFile::open(path)?;
        with_game(game, Check(&net))?.with_context(|| path.display().to_string())?;
        Ok(Some(net))
    }

    /// The net for this player in whatever games, each of which is asked when it is searched.
    ///
    /// # Errors
    /// A file that is no net; a net that the player does not need.
    pub fn open_for_any(&self, player: &Player) -> Result<Option<NetFile>> {
        let Some(path) = &self.net else { return Ok(None) };
        let needy = player.evaluator() == Evaluator::NET;
        ensure!(needy, "--net {}: no player has efNet", path.display());
        NetFile::open(path).map(Some)
    }

    /// This one, or `other` where it is given.
    #[must_use]
    pub fn or(&self, other: Option<&PathBuf>) -> Self {
        Self { net: other.or(self.net.as_ref()).cloned() }
    }
}

/// The mark ([`Net::mark`]) of the net that comes with a game, if one does.
///
/// # Errors
/// A game that does not exist.
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

/// The net that comes with a game, if one does.
pub(crate) fn shipped<G: Arena>(start: &G) -> Option<Net<'static>> {
    Net::read(start.shipped_net()).ok().filter(|net| net.check_for(start).is_ok())
}

/// Looks whether a net is for a game.
struct Check<'a>(&'a NetFile);

impl Visit for Check<'_> {
    type Output = Result<()>;

    fn visit<G: Arena>(self, start: G) -> Result<()> {
        self.0.check_for(&start)
    }
}
