//! Reads neural nets from files, for players that evaluate with a net (option `efNet`).

use crate::arena::Arena;
use anyhow::{Context, Result, anyhow};
use imm::game::knowledge::Knowledge;
use imm::net::{Net, NetError};
use std::fs;
use std::path::Path;
use std::sync::Arc;

/// The bytes of a neural net. Several players can share the bytes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NetFile {
    bytes: Arc<[u8]>,
}

impl NetFile {
    /// Copies the bytes of a neural net and checks them.
    ///
    /// # Errors
    /// The bytes are not a net.
    pub fn new(bytes: &[u8]) -> Result<Self> {
        let file = Self { bytes: bytes.into() };
        file.net()?;
        Ok(file)
    }

    /// Reads a neural net from a file.
    ///
    /// # Errors
    /// The file cannot be read, or is not a net.
    pub fn open(path: &Path) -> Result<Self> {
        let context = || path.display().to_string();
        Self::new(&fs::read(path).with_context(context)?).with_context(context)
    }

    /// Returns the neural net.
    ///
    /// # Errors
    /// Never, because `new` has checked the bytes.
    pub fn net(&self) -> Result<Net<'_>> {
        Net::read(&self.bytes).map_err(|error| match error {
            NetError::Version => anyhow!("the net has an unknown format version"),
            _ => anyhow!("not a net, or a damaged one"),
        })
    }

    /// Returns the bytes of the net.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Checks that the neural net fits this game.
    ///
    /// # Errors
    /// The net is for another game, or for a different number of features.
    pub fn check_for<G: Arena>(&self, game: &G) -> Result<()> {
        let net = self.net()?;
        net.check_for(game).map_err(|_| {
            let (name, count) = (net.game(), net.features());
            anyhow!("a net for {count} features of '{name}'; this game has {}", game.feature_count())
        })
    }
}

/// Returns the error message for a net that does not fit the game of `position`.
pub(crate) fn net_error<G: Knowledge>(error: NetError, position: &G) -> anyhow::Error {
    match error {
        NetError::Game => anyhow!("the net is for another game, or not for {} features", position.feature_count()),
        NetError::Damaged | NetError::Version => anyhow!("the net is damaged"),
    }
}

/// Returns the neural net that comes with a game, if any.
pub(crate) fn shipped<G: Arena>(start: &G) -> Option<Net<'static>> {
    Net::read(start.shipped_net()).ok().filter(|net| net.check_for(start).is_ok())
}
