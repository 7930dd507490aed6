//! A player of a match: a search of imm, or an external program.

use crate::arena::Arena;
use crate::engine::spec::{EngineSpec, Language};
use crate::player::{check_player, read_contestant};
use anyhow::{Result, anyhow, ensure};
use imm::game::knowledge::Evaluator;
use imm::player::Player;
use std::sync::Arc;

/// A player of a match.
#[derive(Clone, PartialEq, Debug)]
pub enum Contender {
    /// A search of imm.
    Search(Player),
    /// An external program.
    Program(Arc<EngineSpec>),
}

impl From<Player> for Contender {
    fn from(player: Player) -> Self {
        Self::Search(player)
    }
}

impl Contender {
    /// Reads a player of a match: an external program, such as `uci:./engine`, or a player as
    /// [`read_contestant`] reads it. Returns the player, and the iterations per move if the text
    /// specifies them.
    ///
    /// # Errors
    /// The text is invalid.
    pub fn read(text: &str) -> Result<(Self, Option<u64>)> {
        if let Some(spec) = EngineSpec::read(text)? {
            return Ok((Self::Program(Arc::new(spec)), None));
        }
        let (player, iterations) = read_contestant(text).map_err(|error| match text.contains([':', '/']) {
            true => anyhow!("{error:#}; an external program is `ugi:`, `uci:` or `gtp:`, and its command"),
            false => error,
        })?;
        Ok((player.into(), iterations))
    }

    /// Returns the search of imm, if the player is one.
    #[must_use]
    pub fn search(&self) -> Option<&Player> {
        match self {
            Self::Search(player) => Some(player),
            Self::Program(_) => None,
        }
    }

    /// True if the player is an external program.
    #[must_use]
    pub fn is_program(&self) -> bool {
        self.search().is_none()
    }

    /// True if the player evaluates positions with a neural net that imm provides.
    #[must_use]
    pub fn uses_net(&self) -> bool {
        self.search().is_some_and(|player| player.evaluator() == Evaluator::NET)
    }

    /// Checks that the player can play this game. `has_openings` is true if games begin from a set
    /// of positions, and `has_iterations` if the budget of the player is a number of simulations.
    ///
    /// # Errors
    /// The game does not support an option of the search, or the protocol of the program cannot
    /// express the positions or the budget.
    pub fn check<G: Arena>(&self, game: &G, has_openings: bool, has_iterations: bool) -> Result<()> {
        let spec = match self {
            Self::Search(player) => return check_player(player, game),
            Self::Program(spec) => spec,
        };
        if spec.language == Language::Gtp {
            let cannot = format!("player '{spec}': GTP has no command that sets up a position, so it cannot play");
            ensure!(!G::RANDOM_BOARDS, "{cannot} a game that starts from random boards");
            ensure!(!game.has_chance(), "player '{spec}': GTP has no chance events, so it cannot play this game");
            ensure!(!has_openings, "{cannot} from a set of openings: use --random-plies");
            ensure!(!has_iterations, "player '{spec}': GTP has no budget in simulations: use --ms or --time-control");
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::tests::Coin;
    use imm::games::breakthrough::Breakthrough;
    use imm::games::kalah::Kalah;

    #[test]
    fn programs_and_searches_are_read() {
        let (program, own) = Contender::read("uci:./x y").unwrap();
        assert!(program.is_program() && own.is_none() && !program.uses_net());
        let (search, own) = Contender::read("bfm(efNet)@7").unwrap();
        assert!(!search.is_program() && own == Some(7) && search.uses_net());
        let error = |text: &str| Contender::read(text).unwrap_err().to_string();
        assert_eq!(error("ugi:"), "player 'ugi:': expected a command after ugi:");
        assert!(error("./x y").ends_with("; an external program is `ugi:`, `uci:` or `gtp:`, and its command"));
        assert!(!error("mcts(x)").contains("external"));
    }

    #[test]
    fn gtp_plays_what_it_can_express() {
        let (start, gtp) = (Breakthrough::default(), Contender::read("gtp:./x").unwrap().0);
        assert!(gtp.check(&start, false, false).is_ok());
        let error = |result: Result<()>| result.unwrap_err().to_string();
        assert!(error(gtp.check(&start, true, false)).contains("from a set of openings: use --random-plies"));
        assert!(error(gtp.check(&start, false, true)).contains("GTP has no budget in simulations"));
        assert!(error(gtp.check(&Kalah::default(), false, false)).contains("random boards"));
        assert!(error(gtp.check(&Coin::new(3), false, false)).contains("GTP has no chance events"));
        let ugi = Contender::read("ugi:./x").unwrap().0;
        assert!(ugi.check(&Coin::new(3), false, true).is_ok());
        assert!(ugi.check(&Kalah::default(), true, true).is_ok());
    }
}
