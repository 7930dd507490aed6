//! `abp`, `greedy`, `mix`: the move of a playout that a selective alpha-beta search finds best (alpha-beta playouts paper, section
//! IV and Figure 3).
//!
//! It is Figure 3 with three liberties. The moves which are only looked at for a win come first: a win there is worth the most
//! that a position can have, and ends the playout at the root, so that the score is the same whenever it is found; but what is
//! then not searched leaves no killers. A win counts the more the sooner it comes, as in alpha-beta. And plies are
//! frames on a short stack, because there is no recursion here.

use super::TreeSearch;
use crate::config::{Config, POLICIES};
use crate::game::Move;
use crate::knowledge::Knowledge;
use crate::score::{INFINITE, Score, of_outcome, of_points, win_at};
use crate::strategy::Selective;
use crate::value::{Outcome, Player};

/// For so many playout plies killer moves are kept from one simulation to the next; later ones do without.
const KILLER_PLIES: usize = if POLICIES { 24 } else { 0 };

/// The two latest moves that were best at a ply of the playouts, the latest first.
pub(super) type Killers = [[Move; 2]; KILLER_PLIES];

/// No killers yet.
pub(super) const NO_KILLERS: Killers = [[Move::NONE; 2]; KILLER_PLIES];

const WIDTH_MAX: usize = Selective::WIDTH_MAX as usize;

/// A ply of the search. Scores are in the view of its mover.
struct Frame<U> {
    mover: Player,
    alpha: Score,
    beta: Score,
    /// The move that raised alpha last.
    best: Move,
    /// The moves to be searched, in their order.
    moves: Ranked,
    next: usize,
    /// A move that is only looked at, and ends the game as a draw.
    draw: Option<Move>,
    /// The move under way, and what takes it back.
    under_way: Option<(Move, U)>,
}

/// The first moves of the order.
struct Ranked {
    moves: [Move; WIDTH_MAX],
    len: usize,
}

impl Ranked {
    const NONE: Self = Self { moves: [Move::NONE; WIDTH_MAX], len: 0 };

    fn as_slice(&self) -> &[Move] {
        self.moves.get(..self.len).unwrap_or_default()
    }

    /// Takes a move in, if it is one of the first `width` by its key; of equal keys the earlier stays first.
    fn offer(&mut self, mv: Move, key: i32, keys: &mut [i32; WIDTH_MAX], width: usize) {
        let mut place = self.len;
        while let Some(before) = place.checked_sub(1)
            && keys.get(before).is_some_and(|&its_key| its_key < key)
        {
            if before.wrapping_add(1) < width {
                let earlier = (self.moves.get(before).copied(), keys.get(before).copied());
                put(&mut self.moves, place, earlier.0);
                put(keys, place, earlier.1);
            }
            place = before;
        }
        if place < width {
            put(&mut self.moves, place, Some(mv));
            put(keys, place, Some(key));
            self.len = self.len.wrapping_add(1).min(width);
        }
    }
}

fn put<T>(slots: &mut [T], index: usize, value: Option<T>) {
    if let (Some(slot), Some(value)) = (slots.get_mut(index), value) {
        *slot = value;
    }
}

impl<G: Knowledge> TreeSearch<'_, G> {
    /// The best move at the walker's position, `plies` into the playout, and its score in the mover's view. Scores are cut off
    /// at the bound of `cut`: at or below minus the bound no move is told. `None` where the game has failed.
    #[inline(never)] // lest its frames take stack elsewhere
    pub(super) fn search_selectively(&mut self, search: &Selective, plies: u32) -> Option<(Move, Score)> {
        let bound = self.config.cut_bound();
        let first = self.open(search, plies, 0, [bound.wrapping_neg(), bound])?;
        let mut frames = [Some(first), None, None];
        let mut ply = 0_usize;
        loop {
            let frame = frames.get_mut(ply)?.as_mut()?;
            let mv = frame.moves.as_slice().get(frame.next).copied();
            let Some(mv) = mv.filter(|_| frame.alpha < frame.beta) else {
                frame.account_draw();
                self.note_killer(plies, ply, frame.best);
                let (mover, score) = (frame.mover, frame.alpha);
                let Some(above) = ply.checked_sub(1) else { return Some((frame.best, score)) };
                ply = above;
                let frame = frames.get_mut(ply)?.as_mut()?;
                let (mv, undo) = frame.under_way.take()?;
                self.walker.unmake(mv, undo);
                frame.account(mv, if frame.mover == mover { score } else { score.wrapping_neg() });
                continue;
            };
            frame.next = frame.next.wrapping_add(1);
            let undo = self.walker.make(mv);
            if let Some(score) = self.leaf_score(search, ply.wrapping_add(1), frame.mover) {
                if self.fails() {
                    return None;
                }
                self.walker.unmake(mv, undo);
                frame.account(mv, score);
                continue;
            }
            frame.under_way = Some((mv, undo));
            let window = frame.window_of(self.walker.to_move());
            ply = ply.wrapping_add(1);
            let below = self.open(search, plies, ply, window)?;
            *frames.get_mut(ply)? = Some(below);
        }
    }

    /// The score, in `mover`'s view, of a position that is not searched any further; `None` of one that is.
    fn leaf_score(&self, search: &Selective, ply: usize, mover: Player) -> Option<Score> {
        match self.walker.outcome() {
            Some(outcome) => Some(of_outcome(outcome, mover, ply)),
            None if ply >= usize::from(search.depth) => {
                Some(of_points(self.walker.points(self.config.evaluator), mover))
            }
            None => None,
        }
    }

    /// A frame for the walker's position. A move that is seen to win is its best, and nothing more is searched there.
    fn open(&mut self, search: &Selective, plies: u32, ply: usize, window: [Score; 2]) -> Option<Frame<G::Undo>> {
        let count = self.list_moves()?;
        let width = usize::from(search.evaluated.get(ply).copied().unwrap_or(1));
        let looked = search.looked.get(ply).copied().unwrap_or(0);
        let all = looked == Selective::ALL;
        let ranked = width.wrapping_add(if all { 0 } else { usize::from(looked) }).min(WIDTH_MAX);
        let mut frame = Frame {
            mover: self.walker.to_move(),
            alpha: window[0],
            beta: window[1],
            best: Move::NONE,
            moves: self.rank_moves(count, ranked, self.killers_at(plies, ply)),
            next: 0,
            draw: None,
            under_way: None,
        };
        let mut searched = frame.moves.len.min(width);
        if let Some(winning) = self.look(count, &mut frame, searched, all)? {
            (frame.alpha, frame.best) = (win_at(ply.wrapping_add(1)), winning);
            searched = 0;
        }
        frame.moves.len = searched;
        Some(frame)
    }

    /// The first `width` of the `count` listed moves: killers, then by their transition probability.
    fn rank_moves(&self, count: u32, width: usize, killers: [Move; 2]) -> Ranked {
        let mut ranked = Ranked::NONE;
        let mut keys = [0; WIDTH_MAX];
        let listed = self.moves.get(..count as usize).unwrap_or_default();
        self.walker.each_transition(listed, |mv, probability| {
            let key = match killers.iter().position(|killer| *killer == mv) {
                Some(place) => i32::MAX.wrapping_sub(place as i32),
                None => probability.map_or_else(|| self.walker.order(mv), i32::from),
            };
            ranked.offer(mv, key, &mut keys, width);
        });
        ranked
    }

    /// Looks at the ranked moves that are not `searched` and, with `all`, at those that are not ranked: a move that wins at once,
    /// and into `frame` one that draws at once. Outer `None` where the game has failed.
    fn look(&mut self, count: u32, frame: &mut Frame<G::Undo>, searched: usize, all: bool) -> Option<Option<Move>> {
        let win = Some(Outcome::win_for(frame.mover));
        let ranked = frame.moves.as_slice().len();
        let others = if all { count as usize } else { 0 };
        for index in searched..ranked.wrapping_add(others) {
            let mv = match index.checked_sub(ranked) {
                None => frame.moves.as_slice().get(index).copied()?,
                Some(other) => self.moves.get(other).copied()?,
            };
            if index >= ranked && frame.moves.as_slice().contains(&mv) {
                continue;
            }
            let outcome = self.outcome_after(mv)?;
            if outcome == win {
                return Some(Some(mv));
            }
            if outcome == Some(Outcome::Draw) {
                frame.draw = frame.draw.or(Some(mv));
            }
        }
        Some(None)
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

    /// Has the game failed? Then nothing may be taken back.
    pub(super) fn fails(&mut self) -> bool {
        self.fault = self.fault.or(self.walker.fault());
        self.fault.is_some()
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

impl<U> Frame<U> {
    /// A move has this score.
    fn account(&mut self, mv: Move, score: Score) {
        if score > self.alpha {
            (self.alpha, self.best) = (score, mv);
        }
    }

    /// The move that was only looked at, and draws, comes after those that are searched.
    fn account_draw(&mut self) {
        if let Some(mv) = self.draw.filter(|_| self.alpha < self.beta) {
            self.account(mv, 0);
        }
    }

    /// The window in the view of `mover`, who may be the same player again.
    fn window_of(&self, mover: Player) -> [Score; 2] {
        if mover == self.mover {
            [self.alpha, self.beta]
        } else {
            [self.beta.wrapping_neg(), self.alpha.wrapping_neg()]
        }
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
