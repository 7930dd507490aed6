//! `abp`, `greedy`, `mix`: the move of a playout that a selective alpha-beta search finds best (alpha-beta playouts paper, section
//! IV and Figure 3).
//!
//! It is Figure 3 with three liberties. The moves which are only looked at for a win come first: a win there is worth the most
//! that a position can have, and ends the playout at the root, so that the score is the same whenever it is found; but what is
//! then not searched leaves no killers. A win counts the more the sooner it comes, as in alpha-beta. And plies are
//! frames, because there is no recursion here.

use super::TreeSearch;
use crate::game::Move;
use crate::knowledge::Knowledge;
use crate::player::options::{Config, POLICIES};
use crate::player::strategy::Selective;
use crate::score::{INFINITE, Score, of_outcome, of_points, seen, win_at, window_seen};
use crate::value::{Outcome, Side};

/// For so many playout plies killer moves are kept from one simulation to the next; later ones do without.
const KILLER_PLIES: usize = if POLICIES { 16 } else { 0 };

/// The two latest moves that were best at a ply of the playouts, the latest first.
pub(super) type Killers = [[Move; 2]; KILLER_PLIES];

/// No killers yet.
pub(super) const NO_KILLERS: Killers = [[Move::NONE; 2]; KILLER_PLIES];

const WIDTH_MAX: usize = Selective::WIDTH_MAX as usize;

/// How many plies a search can have.
const PLIES: usize = if POLICIES { Selective::DEPTH_MAX as usize } else { 0 };

/// A ply of the search. Scores are in the view of its mover.
#[derive(Debug)]
pub(super) struct Frame {
    mover: Side,
    /// How many of the moves are searched, and how many of them have been begun.
    len: u8,
    begun: u8,
    alpha: Score,
    beta: Score,
    /// The move that raised alpha last.
    best: Move,
    /// A move that is only looked at, and ends the game as a draw.
    draw: Move,
    /// The first moves of the order.
    moves: [Move; WIDTH_MAX],
}

/// The plies of a search. They lie beside the tree, not on the stack, which is to stay below 1 KiB.
pub(super) type Frames = [Frame; PLIES];

/// None that is under way.
pub(super) const NO_FRAMES: Frames = [const { Frame::EMPTY }; PLIES];

/// The first moves by their keys, in their order.
struct Ranking<'a> {
    moves: &'a mut [Move; WIDTH_MAX],
    keys: [i32; WIDTH_MAX],
    len: usize,
    width: usize,
}

impl Ranking<'_> {
    /// Takes a move in, if it is one of the first by its key; of equal keys the earlier stays first.
    #[inline]
    fn offer(&mut self, mv: Move, key: i32) {
        let mut place = self.len;
        if place < self.width {
            self.len = self.len.wrapping_add(1);
        } else {
            place = place.wrapping_sub(1);
            if self.keys.get(place).is_none_or(|&last| last >= key) {
                return;
            }
        }
        while let Some(before) = place.checked_sub(1)
            && let (Some(&earlier), Some(&its_key)) = (self.moves.get(before), self.keys.get(before))
            && its_key < key
        {
            self.put(place, earlier, its_key);
            place = before;
        }
        self.put(place, mv, key);
    }

    #[inline]
    fn put(&mut self, place: usize, mv: Move, key: i32) {
        if let (Some(slot), Some(its_key)) = (self.moves.get_mut(place), self.keys.get_mut(place)) {
            (*slot, *its_key) = (mv, key);
        }
    }
}

impl<G: Knowledge> TreeSearch<'_, G> {
    /// The best move at the walker's position, `plies` into the playout, and its score in the mover's view. Scores are cut off
    /// at the bound of `cut`: at or below minus the bound no move is told. `None` where the game has failed.
    #[inline(never)] // lest its variables take stack elsewhere
    pub(super) fn search_selectively(&mut self, search: &Selective, plies: u32) -> Option<(Move, Score)> {
        let bound = self.config.cut_bound();
        self.open(search, plies, 0, [bound.wrapping_neg(), bound])?;
        let mut ply = 0_usize;
        loop {
            let Some(mv) = self.frame(ply)?.next_move() else {
                let (mover, best, score) = self.frame(ply)?.close();
                self.note_killer(plies, ply, best);
                let Some(above) = ply.checked_sub(1) else { return Some((best, score)) };
                ply = above;
                let same = self.frame(ply)?.mover == mover;
                self.return_to(ply, seen(same, score))?;
                continue;
            };
            let undo = self.walker.make(mv);
            let mover = self.frame(ply)?.mover;
            if let Some(score) = self.leaf_score(search, ply.wrapping_add(1), mover) {
                if self.fails() {
                    return None;
                }
                self.walker.unmake(mv, undo);
                self.frame(ply)?.account(mv, score);
                continue;
            }
            *self.undos.0.get_mut(ply)? = Some(undo);
            let next_mover = self.walker.to_move();
            let window = self.frame(ply)?.window_of(next_mover);
            ply = ply.wrapping_add(1);
            self.open(search, plies, ply, window)?;
        }
    }

    fn frame(&mut self, ply: usize) -> Option<&mut Frame> {
        self.frames.get_mut(ply)
    }

    /// Takes the move under way at this ply back, and accounts for its score in the mover's view.
    #[cfg_attr(target_os = "none", inline(never))] // lest its variables take stack while plies are opened
    fn return_to(&mut self, ply: usize, score: Score) -> Option<()> {
        let frame = self.frames.get_mut(ply)?;
        let (mv, undo) = (frame.under_way()?, self.undos.0.get_mut(ply)?.take()?);
        self.walker.unmake(mv, undo);
        frame.account(mv, score);
        Some(())
    }

    /// The score, in `mover`'s view, of a position that is not searched any further; `None` of one that is.
    #[cfg_attr(target_os = "none", inline(never))] // likewise
    fn leaf_score(&self, search: &Selective, ply: usize, mover: Side) -> Option<Score> {
        match self.walker.outcome() {
            Some(outcome) => Some(of_outcome(outcome, mover, ply)),
            None if ply >= usize::from(search.depth) => {
                Some(of_points(self.walker.points(self.config.evaluator), mover))
            }
            None => None,
        }
    }

    /// Begins the frame for the walker's position. A move that is seen to win is its best, and nothing more is searched there.
    /// `None` where the game has failed.
    #[inline(never)]
    fn open(&mut self, search: &Selective, plies: u32, ply: usize, window: [Score; 2]) -> Option<()> {
        let count = self.list_moves()?;
        let width = search.evaluated.get(ply).copied().unwrap_or(1);
        let looked = search.looked.get(ply).copied().unwrap_or(0);
        let all = looked == Selective::ALL;
        let mover = self.walker.to_move();
        self.frame(ply)?.begin(mover, window);
        let ranked = width.saturating_add(if all { 0 } else { looked }).min(Selective::WIDTH_MAX);
        self.rank_moves(count, ranked.into(), ply, self.killers_at(plies, ply));
        let ranked = self.frame(ply)?.len;
        let searched = ranked.min(width);
        self.frame(ply)?.len = searched;
        let won = self.look(count, ply, [searched.into(), ranked.into()], all)?;
        let frame = self.frame(ply)?;
        if won != Move::NONE {
            (frame.alpha, frame.best, frame.len) = (win_at(ply.wrapping_add(1)), won, 0);
        }
        Some(())
    }

    /// Ranks the first `width` of the `count` listed moves at this ply: killers, then by their transition probability.
    #[inline(never)]
    fn rank_moves(&mut self, count: u32, width: usize, ply: usize, killers: [Move; 2]) {
        let Some(frame) = self.frames.get_mut(ply) else { return };
        let listed = self.moves.get(..count as usize).unwrap_or_default();
        let mut ranking = Ranking { moves: &mut frame.moves, keys: [0; WIDTH_MAX], len: 0, width };
        self.walker.each_transition(listed, |mv, probability| {
            let key = match killers.iter().position(|killer| *killer == mv) {
                Some(place) => i32::MAX.wrapping_sub(place as i32),
                None => probability.map_or_else(|| self.walker.order(mv), i32::from),
            };
            ranking.offer(mv, key);
        });
        frame.len = ranking.len as u8;
    }

    /// Looks at the ranked moves of this ply that are not searched and, with `all`, at those that are not ranked: a move that
    /// wins at once, else `NONE`; one that draws at once is noted in the frame. `None` where the game has failed.
    #[inline(never)]
    fn look(&mut self, count: u32, ply: usize, [searched, ranked]: [usize; 2], all: bool) -> Option<Move> {
        let win = Some(Outcome::win_for(self.frame(ply)?.mover));
        let others = if all { count as usize } else { 0 };
        for index in searched..ranked.wrapping_add(others) {
            let known = self.frames.get(ply)?.moves.get(..ranked)?;
            let mv = match index.checked_sub(ranked) {
                None => known.get(index).copied()?,
                Some(other) => self.moves.get(other).copied().filter(|mv| !known.contains(mv)).unwrap_or(Move::NONE),
            };
            if mv == Move::NONE {
                continue;
            }
            let outcome = self.outcome_after(mv)?;
            if outcome == win {
                return Some(mv);
            }
            let frame = self.frame(ply)?;
            if outcome == Some(Outcome::Draw) && frame.draw == Move::NONE {
                frame.draw = mv;
            }
        }
        Some(Move::NONE)
    }

    /// How this move ends the game, if it does; outer `None` where the game has failed.
    fn outcome_after(&mut self, mv: Move) -> Option<Option<Outcome>> {
        if let Some(known) = self.walker.outcome_after(mv) {
            return Some(known);
        }
        let undo = self.walker.make(mv);
        let outcome = self.walker.outcome();
        if self.fails() {
            return None;
        }
        self.walker.unmake(mv, undo);
        Some(outcome)
    }

    fn killers_at(&self, plies: u32, ply: usize) -> [Move; 2] {
        let kept =
            self.killers.get((plies as usize).wrapping_add(ply)).filter(|_| self.config.strategy().has_killers());
        kept.copied().unwrap_or([Move::NONE; 2])
    }

    fn note_killer(&mut self, plies: u32, ply: usize, best: Move) {
        if self.config.strategy().has_killers()
            && let Some(killers) = self.killers.get_mut((plies as usize).wrapping_add(ply))
            && best != Move::NONE
            && killers[0] != best
        {
            *killers = [best, killers[0]];
        }
    }
}

impl Frame {
    const EMPTY: Self = Self {
        mover: Side::First,
        len: 0,
        begun: 0,
        alpha: 0,
        beta: 0,
        best: Move::NONE,
        draw: Move::NONE,
        moves: [Move::NONE; WIDTH_MAX],
    };

    fn begin(&mut self, mover: Side, [alpha, beta]: [Score; 2]) {
        (self.mover, self.alpha, self.beta) = (mover, alpha, beta);
        (self.len, self.begun, self.best, self.draw) = (0, 0, Move::NONE, Move::NONE);
    }

    /// The move to be searched next; `None` where all are, or one was so good that the others do not matter.
    fn next_move(&mut self) -> Option<Move> {
        if self.begun >= self.len || self.alpha >= self.beta {
            return None;
        }
        self.begun = self.begun.wrapping_add(1);
        self.under_way()
    }

    /// The move that was begun last.
    fn under_way(&self) -> Option<Move> {
        self.moves.get(usize::from(self.begun).checked_sub(1)?).copied()
    }

    /// A move has this score.
    fn account(&mut self, mv: Move, score: Score) {
        if score > self.alpha {
            (self.alpha, self.best) = (score, mv);
        }
    }

    /// The mover, the best move and its score. The move that was only looked at, and draws, comes after those that are searched.
    fn close(&mut self) -> (Side, Move, Score) {
        if self.draw != Move::NONE && self.alpha < self.beta {
            self.account(self.draw, 0);
        }
        (self.mover, self.best, self.alpha)
    }

    /// The window in the view of `mover`, who may be the same player again.
    fn window_of(&self, mover: Side) -> [Score; 2] {
        window_seen(mover == self.mover, [self.alpha, self.beta])
    }
}

impl Config {
    /// The points at which `cut` takes a playout for decided; more than any score where it is off.
    pub(super) fn cut_bound(&self) -> Score {
        match self.cut() {
            0 => INFINITE,
            points => points as Score,
        }
    }
}
