//! The optional callbacks of a game, and the players and options that each callback allows.

use crate::check::has_callbacks;
use crate::games::{Arena, Visit, file_of, with_game};
use anyhow::Result;
use imm::check::Callback;
use imm::game::evaluator::Evaluator;
use imm::game::knowledge::Abilities;
use imm::player::alphabeta::Switch;
use imm::player::{BudgetClass, Player};

/// The optional callbacks that decide which players can play a game, the most useful ones first.
/// Next to each callback are the options that need it.
const OPTIONAL: &[(Callback, &str)] = &[
    (Callback::Evaluate, "the options im, ege, fet, det and leafab"),
    (Callback::Weight, "the option ipp: better playouts"),
    (Callback::Hash, "a transposition table: tt in ab(all), prooftt and evaltt"),
    (Callback::Order, "alpha-beta tries good moves first, and looks deeper in the same time"),
    (Callback::Features, "a net, which imm-arena train makes"),
    (Callback::Noisy, "quiescence search: qs in ab(all), and leafqs"),
    (Callback::Pass, "the null move of ab(all)"),
    (Callback::RandomMove, "faster playouts, because they need no list of the moves"),
    (Callback::Prior, "the option np: node priors"),
    (Callback::Transition, "the options tp and pmc, and rps in ab(all)"),
    (Callback::Score, "the option marg: to win by many points"),
];

/// What a game has.
#[derive(Clone, Debug)]
pub(super) struct Known {
    /// The abilities of the game. The field `hash` is also correct for a built-in game, although
    /// [`Abilities::hash`] does not promise this.
    abilities: Abilities,
    /// The optional callbacks that the game has.
    callbacks: Vec<Callback>,
    /// The optional callbacks that the game does not have. For a game in Rust, the callbacks that
    /// always have a default are in neither list.
    lacks: Vec<Callback>,
    /// True if the players have a net: the net of `--net`, or the net that comes with the game.
    pub has_net: bool,
}

struct Look;

impl Visit for Look {
    type Output = (Abilities, bool);

    fn visit<G: Arena>(self, start: G) -> Self::Output {
        let hash = start.hash().is_some();
        (Abilities { hash, ..start.abilities(Evaluator::DEFAULT) }, start.feature_count() > 0)
    }
}

impl Known {
    /// Asks the game called `name` for its callbacks. `own_net` is true if the user gives a net.
    ///
    /// # Errors
    /// The game is unknown.
    pub(super) fn of(name: &str, own_net: bool) -> Result<Self> {
        let (abilities, has_features) = with_game(name, Look)?;
        let answers = has_callbacks(name, OPTIONAL.iter().map(|row| row.0))?;
        let in_rust = file_of(name).is_none();
        let (mut callbacks, mut lacks) = (Vec::new(), Vec::new());
        for (&(callback, _), answer) in OPTIONAL.iter().zip(answers) {
            let has = match callback {
                Callback::Order => abilities.order,
                Callback::Features => has_features,
                Callback::Noisy | Callback::Pass | Callback::RandomMove if in_rust => continue,
                _ => answer,
            };
            if has { &mut callbacks } else { &mut lacks }.push(callback);
        }
        Ok(Self { abilities, callbacks, lacks, has_net: own_net || abilities.net })
    }

    /// The callbacks that the game has.
    pub(super) fn callbacks(&self) -> &[Callback] {
        &self.callbacks
    }

    /// The callbacks that the game does not have.
    pub(super) fn lacks(&self) -> &[Callback] {
        &self.lacks
    }

    /// True if the game has this callback. False for `features()` if there is no net, because
    /// players cannot use the features then.
    pub(super) fn has(&self, callback: Callback) -> bool {
        self.callbacks.contains(&callback) && (callback != Callback::Features || self.has_net)
    }

    /// Returns the player that the word `best` means in this game.
    pub(super) fn best(&self, budget: BudgetClass) -> Player {
        Player::Best(0).for_abilities(&self.abilities, true, budget)
    }

    /// True if the search of this player supports the game's chance events, or the game has none.
    pub(super) fn supports(&self, player: &Player) -> bool {
        !self.abilities.chance || player.check_chance().is_ok()
    }

    /// Returns the player that the word `best` would mean if the game did not have this callback.
    pub(super) fn best_without(&self, callback: Callback, budget: BudgetClass) -> Player {
        let mut without = self.abilities.set(callback, false);
        if callback == Callback::Evaluate {
            // Do not use the row for this built-in game in the table of `best`: it was measured
            // with an evaluation.
            without.built_in = "";
        }
        Player::Best(0).for_abilities(&without, true, budget)
    }

    /// Returns this game with one more callback. If the callback is `features()`, adds a net too.
    pub(super) fn with(&self, callback: Callback) -> Self {
        let has_net = self.has_net || callback == Callback::Features;
        let abilities = self.abilities.set(callback, true);
        Self { abilities, callbacks: [&self.callbacks[..], &[callback]].concat(), has_net, ..self.clone() }
    }
}

/// Abilities that can be changed one by one.
trait Set {
    /// Returns these abilities with or without this callback. For `features()`, adds or removes
    /// the net.
    fn set(self, callback: Callback, has: bool) -> Self;
}

impl Set for Abilities {
    fn set(mut self, callback: Callback, has: bool) -> Self {
        match callback {
            Callback::Evaluate => self.evaluator = has,
            Callback::Features => self.net = has,
            Callback::Weight => self.weights = has,
            Callback::Hash => self.hash = has,
            Callback::Order => self.order = has,
            _ => {}
        }
        self
    }
}

/// The options that need this callback.
pub(super) fn options_of(callback: Callback) -> &'static str {
    OPTIONAL.iter().find(|row| row.0 == callback).map_or("", |row| row.1)
}

/// The abilities of a game with every callback.
const ALL: Abilities = Abilities {
    evaluator: true,
    weights: true,
    priors: true,
    transitions: true,
    score: true,
    built_in: "",
    hash: true,
    order: true,
    net: true,
    max_moves: 100,
    chance: false,
    players: 2,
    skips_turns: false,
};

/// True if the player uses this callback. False for `random_move()`, which only makes playouts
/// faster.
pub(super) fn uses(player: &Player, callback: Callback) -> bool {
    let by_net = player.evaluator() == Evaluator::NET;
    let fails_without = || player.check_with(&ALL.set(callback, false)).is_err();
    match (player, callback) {
        (_, Callback::Features) => by_net,
        (_, Callback::Evaluate) if by_net => false,
        (Player::AlphaBeta(config), Callback::Evaluate) => !config.switches.has(Switch::Sign),
        (Player::AlphaBeta(_), Callback::Order) => true,
        (Player::AlphaBeta(_), _) => stripped(player, callback).is_some(),
        (_, Callback::Evaluate | Callback::Weight) => fails_without(),
        _ => false,
    }
}

/// Returns the alpha-beta player `player` without the switches that need this callback. `None` if
/// the player has no such switch.
pub(super) fn stripped(player: &Player, callback: Callback) -> Option<Player> {
    let Player::AlphaBeta(config) = player else { return None };
    let switches = match callback {
        Callback::Hash => config.switches.without(Switch::Table).without(Switch::TranspositionCuts),
        Callback::Noisy => config.switches.without(Switch::Quiescence),
        Callback::Pass => config.switches.without(Switch::NullMove),
        Callback::Transition => config.switches.without(Switch::Realization),
        _ => return None,
    };
    let stripped = imm::player::alphabeta::Config { switches, ..*config };
    (switches != config.switches).then_some(Player::AlphaBeta(stripped))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::player::read_spec;

    #[test]
    fn players_use_callbacks() {
        for (player, used) in [
            ("mcts()", &[][..]),
            ("mcts(dec)", &[]),
            ("mcts(ipp)", &[Callback::Weight]),
            ("mcts(c0.3,im0.8,ip,ipp)", &[Callback::Evaluate, Callback::Weight]),
            ("bfm()", &[Callback::Evaluate]),
            ("bfm(efNet)", &[Callback::Features]),
            ("ab()", &[Callback::Evaluate, Callback::Order]),
            ("ab(efNet,tt)", &[Callback::Hash, Callback::Order, Callback::Features]),
            ("ab(qs,null)", &[Callback::Evaluate, Callback::Order, Callback::Noisy, Callback::Pass]),
            ("ab(rps,efNet)", &[Callback::Order, Callback::Features, Callback::Transition]),
        ] {
            let player = read_spec(player).unwrap();
            let found: Vec<_> = OPTIONAL.iter().map(|row| row.0).filter(|&callback| uses(&player, callback)).collect();
            assert_eq!(found, used, "{player:?}");
        }
    }

    #[test]
    fn best_without_a_callback_does_not_use_it() {
        for game in ["breakthrough", "kalah", "othello"] {
            let known = Known::of(game, false).unwrap();
            for &callback in [Callback::Features, Callback::Weight].iter().filter(|&&callback| known.has(callback)) {
                let player = known.best_without(callback, BudgetClass::AMPLE);
                assert!(!uses(&player, callback), "{game}: {player:?} uses {callback:?}");
            }
        }
    }

    #[test]
    fn callbacks_of_a_built_in_game() {
        let known = Known::of("breakthrough", false).unwrap();
        for callback in [Callback::Evaluate, Callback::Weight, Callback::Hash, Callback::Order, Callback::Features] {
            assert!(known.has(callback), "{callback:?}");
        }
        assert_eq!(known.lacks(), [Callback::Score]);
        let unlisted = [Callback::Noisy, Callback::Pass, Callback::RandomMove];
        assert!(!unlisted.iter().any(|callback| known.has(*callback)));
    }
}
