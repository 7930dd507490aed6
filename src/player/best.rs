//! The table behind the player notation `best`. For each built-in game, it has the strongest player
//! that was measured. For a custom game, the player depends on what the game knows, for example
//! whether it has an evaluation.
//!
//! The table in README.md is generated from [`BEST`]. docs/PLAYERS.md shows the matches that
//! justify the choices.

use super::options::Config;
use super::{BudgetClass, Player, alphabeta};
use crate::game::knowledge::{Abilities, Evaluator};
use alphabeta::Switches;

/// A row of [`BEST`].
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Best {
    /// The name of the built-in game, as [`crate::game::knowledge::Knowledge::built_in`] returns
    /// it. Empty if the row is for every game that has the required knowledge.
    pub game: &'static str,
    /// The knowledge that the game must have. `None` if it needs none.
    pub knows: Option<Knows>,
    /// The row applies to this budget and to smaller ones.
    pub most: BudgetClass,
    /// The strongest player that was measured.
    pub player: &'static Player,
    /// The reason for the choice, as text for the user. It begins with "measured" or with "guess".
    pub why: &'static str,
}

/// A property that a row of the table can require of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Knows {
    /// [`crate::game::knowledge::Knowledge::evaluate`].
    Evaluation,
    /// A net that comes with the game ([`crate::game::knowledge::Knowledge::shipped_net`]).
    Net,
    /// The game has chance events ([`crate::game::Game::has_chance`]), or does not have two players
    /// ([`crate::game::Game::players`]).
    Unusual,
    /// No position has more than [`Config::FEW_MOVES`] moves ([`crate::game::Game::max_moves`]).
    FewMoves,
}

/// Returns an alpha-beta player with this evaluation function and all switches of the set that is
/// best for playing.
const fn alpha_beta(evaluator: Evaluator) -> Player {
    Player::AlphaBeta(alphabeta::Config { evaluator, switches: Switches::ALL })
}

/// Returns an alpha-beta player with this evaluation function, and with ProbCut in place of the
/// other switches that prune.
const fn probcut(evaluator: Evaluator) -> Player {
    Player::AlphaBeta(alphabeta::Config { evaluator, switches: Switches::PROBCUT })
}

// The players in the table `BEST`. Several rows can use the same player, which is then stored only
// once in flash.
#[cfg(feature = "nets")]
static BY_NET_DEEP: Player = alpha_beta(Evaluator::NET);
static LH_DEEP: Player = alpha_beta(Evaluator::LH);
static DEEP: Player = alpha_beta(Evaluator::DEFAULT);
#[cfg(feature = "nets")]
static BY_NET_PROBCUT: Player = probcut(Evaluator::NET);
static PROBCUT: Player = probcut(Evaluator::DEFAULT);
#[cfg(feature = "nets")]
static BY_NET: Player = Player::Tree(Config { evaluator: Evaluator::NET, ..Config::BEST_FIRST });
static BEST_FIRST: Player = Player::Tree(Config::BEST_FIRST);
static CORRECTED: Player = Player::Tree(Config { reg: true, ..Config::BEST_FIRST });
static MINIMAX_AND_WEIGHTS: Player = Player::Tree(Config { im: 0.4, ipp: true, ..Config::DEFAULT });
static MINIMAX: Player = Player::Tree(Config { im: 0.4, ..Config::DEFAULT });
static BY_RULES: Player =
    Player::Tree(Config { grave: Config::GRAVE_DEFAULT, mob: 0.2, threshold: 1, ..Config::DEFAULT });
static PLAIN: Player = Player::Tree(Config::DEFAULT);

/// The strongest players. For a game and a budget, the first row that fits is used. The last row
/// fits every game.
pub static BEST: &[Best] = &[
    #[cfg(feature = "nets")]
    Best {
        game: "breakthrough",
        knows: Some(Knows::Net),
        most: BudgetClass::AMPLE,
        player: &BY_NET_DEEP,
        why: "measured: it looks deeper than `bfm(efNet)`",
    },
    #[cfg(feature = "nets")]
    Best {
        game: "othello",
        knows: Some(Knows::Net),
        most: BudgetClass::SMALL,
        player: &BY_NET_PROBCUT,
        why: "measured: beats `ab(efNet,all)`",
    },
    #[cfg(feature = "nets")]
    Best {
        game: "",
        knows: Some(Knows::Net),
        most: BudgetClass::SMALL,
        player: &BY_NET_DEEP,
        why: "measured in 5 games: beats `bfm(efNet)` where the block has no room for its tree",
    },
    #[cfg(feature = "nets")]
    Best {
        game: "",
        knows: Some(Knows::Net),
        most: BudgetClass::AMPLE,
        player: &BY_NET,
        why: "measured in 5 games: an evaluation that was learned",
    },
    Best {
        game: "breakthrough",
        knows: None,
        most: BudgetClass::AMPLE,
        player: &LH_DEEP,
        why: "measured: it looks deeper than the tree searches",
    },
    Best {
        game: "breakthrough",
        knows: None,
        most: BudgetClass::AMPLE,
        player: &MINIMAX_AND_WEIGHTS,
        why: "measured: beats `mcts(ipp)`",
    },
    Best {
        game: "kalah",
        knows: None,
        most: BudgetClass::AMPLE,
        player: &DEEP,
        why: "measured: level with `bfm()` and `mcts(im0.4)`, on boards better",
    },
    Best {
        game: "kalah",
        knows: None,
        most: BudgetClass::AMPLE,
        player: &MINIMAX,
        why: "measured: level with `bfm()`",
    },
    Best {
        game: "loa",
        knows: None,
        most: BudgetClass::SHORT,
        player: &BEST_FIRST,
        why: "measured: beats `ab(mia)` while its tree has room",
    },
    Best {
        game: "loa",
        knows: None,
        most: BudgetClass::SMALL,
        player: &DEEP,
        why: "measured: beats `bfm()` where the block has no room for its tree",
    },
    Best { game: "loa", knows: None, most: BudgetClass::AMPLE, player: &BEST_FIRST, why: "measured: beats `ab(mia)`" },
    Best {
        game: "oware",
        knows: None,
        most: BudgetClass::SMALL,
        player: &DEEP,
        why: "measured: five positions in the time of one simulation",
    },
    Best {
        game: "oware",
        knows: None,
        most: BudgetClass::AMPLE,
        player: &BEST_FIRST,
        why: "measured: beats `ab(all)`",
    },
    Best {
        game: "othello",
        knows: None,
        most: BudgetClass::SMALL,
        player: &PROBCUT,
        why: "measured: beats `bfm()`, whose tree has no room, and `ab(all)`",
    },
    Best {
        game: "othello",
        knows: None,
        most: BudgetClass::AMPLE,
        player: &BEST_FIRST,
        why: "measured: beats `ab(all)`",
    },
    Best {
        game: "onitama",
        knows: None,
        most: BudgetClass::AMPLE,
        player: &DEEP,
        why: "measured: level with `bfm()`, on boards better",
    },
    Best {
        game: "einstein",
        knows: None,
        most: BudgetClass::AMPLE,
        player: &MINIMAX_AND_WEIGHTS,
        why: "measured: beats `ab(all)`, level with `bfm(reg)`",
    },
    // A custom game with an evaluation gets this player, whatever other callbacks it has. So a game
    // does not get a weaker player if you add a callback.
    Best {
        game: "",
        knows: Some(Knows::Evaluation),
        most: BudgetClass::SMALL,
        player: &DEEP,
        why: "guess: alpha-beta needs no room for a tree",
    },
    Best {
        game: "",
        knows: Some(Knows::Evaluation),
        most: BudgetClass::AMPLE,
        player: &CORRECTED,
        why: "measured in 10 games: beats `bfm()` in 7, level in 3",
    },
    Best {
        game: "",
        knows: None,
        most: BudgetClass::SMALL,
        player: &PLAIN,
        why: "guess: the tables of `grave` need room",
    },
    Best {
        game: "",
        knows: Some(Knows::FewMoves),
        most: BudgetClass::AMPLE,
        player: &PLAIN,
        why: "measured in 3 games: beats `mcts(grave,mob0.2,t1)` in 2",
    },
    RULES_ONLY,
    UNUSUAL,
];

/// This row fits every game without chance events, because it needs only the rules.
const RULES_ONLY: Best = Best {
    game: "",
    knows: None,
    most: BudgetClass::AMPLE,
    player: &BY_RULES,
    why: "measured in 15 games: scores more than half against `mcts()` in 13",
};

/// This row fits every game, even with chance events or without two players.
const UNUSUAL: Best = Best {
    game: "",
    knows: Some(Knows::Unusual),
    most: BudgetClass::AMPLE,
    player: &PLAIN,
    why: "guess: the other player supports only two players without chance events",
};

impl Best {
    /// Returns the row for a game with these abilities and this budget. If `alpha_beta` is false,
    /// the player in the row is a tree search.
    ///
    /// `game` must come from [`crate::game::knowledge::Knowledge::abilities`] with the default
    /// evaluation function.
    #[must_use]
    pub fn for_abilities(game: &Abilities, alpha_beta: bool, budget: BudgetClass) -> &'static Self {
        let fits = |row: &&Self| {
            let is_playable = alpha_beta || !matches!(row.player, Player::AlphaBeta(_));
            is_playable
                && (!game.has_chance() || row.player.check_chance().is_ok())
                && (!game.not_two_players() || row.player.check_players().is_ok())
                && budget.fits(row.most)
                && (row.game.is_empty() || row.game == game.built_in)
                && row.is_for(game)
        };
        BEST.iter().find(fits).unwrap_or(&UNUSUAL)
    }

    fn is_for(&self, game: &Abilities) -> bool {
        match self.knows {
            None => true,
            Some(Knows::Evaluation) => game.evaluator,
            Some(Knows::Net) => game.net,
            Some(Knows::Unusual) => game.has_chance() || game.not_two_players(),
            Some(Knows::FewMoves) => game.max_moves <= Config::FEW_MOVES,
        }
    }
}

#[cfg(test)]
#[path = "best_tests.rs"]
mod tests;
