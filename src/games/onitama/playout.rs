//! The playouts of Onitama with the option `ipp`. They play a winning move if there is one.
//! Otherwise they avoid moves that lose the master, and prefer captures.

#[cfg(any(target_os = "none", test))]
use super::cards::steps_of;
#[cfg(not(target_os = "none"))]
use super::rules::both_steps;
use super::rules::{Onitama, STEPS, Targets, parts, square, temple};
use crate::base::rng::Rng;
use crate::game::knowledge::Weight;
use crate::game::{Game, Move, MoveList};

/// The playout weight of a capture. Other moves have the weight 1. At 1,000 simulations a move,
/// `mcts(ipp)` won 182 of 200 games against `mcts()`, and `mcts(im0.3,ipp)` won 117 of 200 against
/// `mcts(im0.3)`. Other weights were not tried.
const CAPTURE: Weight = Weight(4);

/// The squares that the opponent could reach if it were to move, and the opponent's pieces that
/// attack the mover's master.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Danger {
    /// The squares that the opponent's pieces can reach. Squares with the opponent's own pieces are
    /// included, because the opponent could recapture there.
    attacked: u32,
    /// The opponent's pieces that can capture the mover's master on its present square.
    attackers: u32,
}

impl Danger {
    /// Returns the target squares of safe moves: `master` for moves of the master, `others` for
    /// moves of other pieces. A move is safe if the opponent cannot capture the master afterwards.
    ///
    /// A piece cannot block a step. So if another piece than the master moves, this is safe only if
    /// no enemy piece attacks the master, or if the move captures the only attacker.
    fn safe(self) -> Safe {
        let others = match self.attackers.count_ones() {
            0 => u32::MAX,
            1 => self.attackers,
            _ => 0,
        };
        Safe { master: !self.attacked, others }
    }
}

/// The squares to which the master and the other pieces can move so that the opponent cannot
/// capture the master next.
#[derive(Clone, Copy)]
struct Safe {
    master: u32,
    others: u32,
}

impl Onitama {
    #[cfg(target_os = "none")]
    fn danger(&self) -> Danger {
        self.danger_by_steps()
    }

    /// Returns the same result as [`Onitama::danger`], but computes it one step at a time, which
    /// takes less stack.
    #[cfg(any(target_os = "none", test))]
    #[inline(never)]
    pub(super) fn danger_by_steps(&self) -> Danger {
        let master = self.own & self.masters;
        let (mut attacked, mut attackers) = (0, 0);
        for card in self.other_hand.cards() {
            for &(ends, turn) in steps_of(card, self.player.opponent()) {
                attacked |= self.other.rotate_left(turn.into()) & ends;
                attackers |= (master & ends).rotate_right(turn.into()) & self.other;
            }
        }
        Danger { attacked, attackers }
    }

    #[cfg(not(target_os = "none"))]
    pub(super) fn danger(&self) -> Danger {
        let steps = both_steps(self.other_hand, self.player.opponent());
        let attacked = Targets::of(self.other, &steps).union();
        let master = self.own & self.masters;
        let attackers = if attacked & master == 0 {
            0
        } else {
            let from = steps.map(|(ends, turn)| (master & ends).rotate_right(u32::from(turn)) & self.other);
            from.iter().fold(0, |all, board| all | board)
        };
        Danger { attacked, attackers }
    }

    /// The moves that win at once. A pass is never among them.
    #[inline]
    fn winning(&self, targets: Targets, master: Targets) -> Targets {
        let (captured, arrived) = (self.other & self.masters, temple(self.player.opponent()));
        let mut boards = [0; STEPS];
        for ((win, all), master) in boards.iter_mut().zip(targets.boards).zip(master.boards) {
            *win = all & captured | master & arrived;
        }
        Targets { boards }
    }

    /// The moves after which the opponent cannot capture the master.
    #[inline]
    fn keeping(&self, targets: Targets, master: Targets) -> Targets {
        let safe = self.danger().safe();
        let mut boards = [0; STEPS];
        for ((keep, all), master) in boards.iter_mut().zip(targets.boards).zip(master.boards) {
            *keep = master & safe.master | all & !master & safe.others;
        }
        Targets { boards }
    }

    /// True if the opponent can capture the master after this move.
    pub(super) fn loses_master(&self, mv: Move) -> bool {
        let (from, to, _) = parts(mv);
        let safe = self.danger().safe();
        let squares = if self.masters & square(from) != 0 { safe.master } else { safe.others };
        squares & square(to) == 0 // a pass ends outside the board: safe unless the master is attacked
    }

    /// Returns the playout weight: `DECISIVE` if the move wins, 0 if it loses the master at once, 4
    /// for a capture, otherwise 1.
    pub(super) fn playout_weight(&self, mv: Move) -> Weight {
        let (_, to, _) = parts(mv);
        if self.wins(mv) {
            Weight::DECISIVE
        } else if self.loses_master(mv) {
            Weight(0)
        } else if self.other & square(to) != 0 {
            CAPTURE
        } else {
            Weight::ORDINARY
        }
    }

    /// Samples a move with the weights of the option `ipp`. If every move loses the master, all
    /// moves are equally likely.
    #[inline]
    pub(super) fn sampled_by_weight(&self, rng: &mut Rng, moves: &mut MoveList<'_>) -> Option<Move> {
        self.keeping_move(rng).or_else(|| self.random_move(rng, moves))
    }

    /// Samples a move with the weights of the option `ipp`. Returns `None` if every move loses the
    /// master, or if the player must pass.
    #[cfg_attr(target_os = "none", inline(never))] // own frame: keeps these locals off its caller's stack
    #[cfg_attr(not(target_os = "none"), inline)]
    fn keeping_move(&self, rng: &mut Rng) -> Option<Move> {
        let steps = self.own_steps();
        let targets = self.targets(&steps);
        let master = Targets::of(self.own & self.masters, &steps).among(!self.own);
        let winning = self.winning(targets, master);
        if winning.union() != 0 {
            return Some(self.move_at(&steps, winning, winning.running_counts(), 0));
        }
        let keeping = self.keeping(targets, master);
        let captures = keeping.among(self.other);
        let (ordinary, extra) = (keeping.running_counts(), captures.running_counts());
        let (count, captures_count) = (ordinary.wrapping_shr(56) as u32, extra.wrapping_shr(56) as u32);
        if count == 0 {
            return None;
        }
        let more = u32::from(CAPTURE.0).wrapping_sub(1);
        let ticket = rng.below(count.wrapping_add(captures_count.wrapping_mul(more)));
        Some(match ticket.checked_sub(count) {
            None => self.move_at(&steps, keeping, ordinary, ticket),
            Some(rest) => self.move_at(&steps, captures, extra, rest.checked_div(more).unwrap_or_default()),
        })
    }
}
