//! Step 3 of a simulation, play out: `abp`, `greedy` and `mix` play the move that a selective
//! alpha-beta search finds best (alpha-beta playouts paper, section IV and Figure 3).
//!
//! It is Figure 3 with three liberties. The moves which are only looked at for a win come first: a
//! win there is worth the most that a position can have, and ends the playout at the root, so that
//! the score is the same whenever it is found; but what is then not searched leaves no killers. A
//! win counts the more the sooner it comes, as in alpha-beta. And plies are frames, because there
//! is no recursion here.

use super::Simulation;
use super::playout::Tools;
use super::small_search::{Frame, Horizon, SmallSearch};
use crate::game::Move;
use crate::game::knowledge::{Evaluator, Knowledge};
use crate::game::value::{Outcome, Side};
use crate::player::plan::RANKED_MOVES;
use crate::player::strategy::Selective;
use crate::report::score::{Score, of_outcome, of_points, win_at, window_seen};
use core::mem::take;

const WIDTH_MAX: usize = Selective::WIDTH_MAX as usize;

/// The first moves by their keys, in their order.
struct Ranking<'a> {
    moves: &'a mut [Move; WIDTH_MAX],
    keys: [i32; WIDTH_MAX],
    len: usize,
    width: usize,
}

impl Ranking<'_> {
    /// Takes a move in, if it is one of the first by its key; of equal keys the earlier stays
    /// first.
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

/// The search for a move of a playout.
struct Selection<'a, 'm> {
    search: &'a Selective,
    evaluator: Evaluator,
    /// How many plies of the playout are behind.
    plies: u32,
    /// The two latest moves that were best at each ply of the playouts, the latest first; empty
    /// where none are kept.
    killers: &'m mut [Move],
}

impl<G: Knowledge> Simulation<'_, G> {
    /// Is there room behind the list of moves for those that a selective search ranks?
    pub(super) fn can_rank_moves(&self) -> bool {
        self.moves.len() >= self.scratch.max_moves().saturating_add(RANKED_MOVES)
    }

    /// The best move at the scratch position, `plies` into the playout, and its score in the
    /// mover's view. Scores are clamped to the bound of `cut`: at minus the bound no move is told.
    /// `None` where the game has failed.
    #[inline(always)] // a frame less: it has one caller
    pub(crate) fn search_selectively(
        &mut self,
        tools: &mut Tools<'_, '_, G::Undo>,
        search: &Selective,
        plies: u32,
    ) -> Option<(Move, Score)> {
        let bound = tools.plan.cut_bound();
        let mover = self.scratch.to_move();
        let killers = take(&mut tools.small_search.killers);
        let mut selection = Selection { search, evaluator: tools.plan.evaluator, plies, killers };
        let found = self.small_search(tools.small_search, &mut selection, mover, [bound.wrapping_neg(), bound]);
        tools.small_search.killers = selection.killers;
        found
    }
}

impl<G: Knowledge> Horizon<G> for Selection<'_, '_> {
    fn enter(
        &mut self,
        simulation: &mut Simulation<'_, G>,
        small_search: &mut SmallSearch<'_, G::Undo>,
        ply: usize,
        asker: Side,
        window: [Score; 2],
    ) -> Option<Score> {
        let score = if ply == 0 { None } else { self.leaf_score(simulation, ply, asker) };
        if score.is_none() {
            let _ = self.open(simulation, small_search, ply, asker, window); // a fault is noted in the simulation
        }
        score
    }

    fn leave(&mut self, ply: usize, best: Move) {
        if let Some([latest, before]) = self.killers_mut(ply)
            && best != Move::NONE
            && *latest != best
        {
            (*latest, *before) = (best, *latest);
        }
    }
}

impl Selection<'_, '_> {
    fn killers_mut(&mut self, ply: usize) -> Option<&mut [Move; 2]> {
        let (pairs, _) = self.killers.as_chunks_mut();
        pairs.get_mut((self.plies as usize).wrapping_add(ply))
    }

    /// The score, in `mover`'s view, of a position that is not searched any further; `None` of one
    /// that is.
    #[cfg_attr(target_os = "none", inline(never))] // own frame: keeps these locals off the stack while plies are opened
    fn leaf_score<G: Knowledge>(&self, simulation: &mut Simulation<'_, G>, ply: usize, mover: Side) -> Option<Score> {
        match simulation.scratch.outcome() {
            Some(outcome) => Some(of_outcome(outcome, mover, ply)),
            None if ply >= usize::from(self.search.depth) => Some(of_points(simulation.points(self.evaluator), mover)),
            None => None,
        }
    }

    /// Begins the frame for the scratch position. A move that is seen to win is its best, and
    /// nothing more is searched there. `None` where the game has failed.
    #[inline(never)]
    fn open<G: Knowledge>(
        &mut self,
        simulation: &mut Simulation<'_, G>,
        small_search: &mut SmallSearch<'_, G::Undo>,
        ply: usize,
        asker: Side,
        window: [Score; 2],
    ) -> Option<()> {
        let count = simulation.list_moves()?;
        let width = self.search.evaluated.get(ply).copied().unwrap_or(1);
        let looked = self.search.looked.get(ply).copied().unwrap_or(0);
        let all = looked == Selective::ALL;
        let mover = simulation.scratch.to_move();
        let ranked = width.saturating_add(if all { 0 } else { looked }).min(Selective::WIDTH_MAX);
        let ranked = self.rank_moves(simulation, count, ranked.into(), ply);
        let searched = ranked.min(width.into());
        let first = first_ranked(simulation, ply);
        small_search.put(ply, Frame::new(mover, window_seen(mover == asker, window)));
        let frame = small_search.frame(ply)?;
        (frame.next, frame.end) = (first as u32, first.wrapping_add(searched) as u32);
        let won = look(simulation, frame, if all { count as usize } else { 0 }, ranked)?;
        if won != Move::NONE {
            (frame.alpha, frame.best, frame.next) = (win_at(ply.wrapping_add(1)), won, frame.end);
        }
        Some(())
    }

    /// Ranks the first `width` of the `count` listed moves at this ply: killers, then by their
    /// transition probability. They stand behind the list, each ply's behind those of the one
    /// above; returns how many there are.
    #[inline(never)]
    fn rank_moves<G: Knowledge>(
        &mut self,
        simulation: &mut Simulation<'_, G>,
        count: u32,
        width: usize,
        ply: usize,
    ) -> usize {
        let killers = self.killers_mut(ply).map_or([Move::NONE; 2], |killers| *killers);
        let first = first_ranked(simulation, ply);
        let Some((list, behind)) = simulation.moves.split_at_mut_checked(first) else { return 0 };
        let Some(moves) = behind.first_chunk_mut() else { return 0 };
        let listed = list.get(..count as usize).unwrap_or_default();
        let mut ranking = Ranking { moves, keys: [0; WIDTH_MAX], len: 0, width };
        simulation.scratch.each_transition(listed, |mv, probability| {
            let key = match killers.iter().position(|killer| *killer == mv) {
                Some(place) => i32::MAX.wrapping_sub(place as i32),
                None => probability.map_or_else(|| simulation.scratch.order(mv), i32::from),
            };
            ranking.offer(mv, key);
        });
        ranking.len
    }
}

/// Looks at the ranked moves of this ply that are not searched and at the first `others` that are
/// listed, those that are ranked excepted: a move that wins at once, else `NONE`; one that draws at
/// once is noted in the frame. `None` where the game has failed.
#[inline(never)]
fn look<G: Knowledge>(
    simulation: &mut Simulation<'_, G>,
    frame: &mut Frame<G::Undo>,
    others: usize,
    ranked: usize,
) -> Option<Move> {
    let first = frame.next as usize;
    let searched = (frame.end as usize).wrapping_sub(first);
    for index in searched..ranked.wrapping_add(others) {
        let known = simulation.moves.get(first..first.wrapping_add(ranked))?;
        let mv = match index.checked_sub(ranked) {
            None => known.get(index).copied()?,
            Some(other) => simulation.moves.get(other).copied().filter(|mv| !known.contains(mv)).unwrap_or(Move::NONE),
        };
        if mv == Move::NONE {
            continue;
        }
        let outcome = simulation.outcome_after(mv)?;
        if outcome == Some(Outcome::win_for(frame.mover)) {
            return Some(mv);
        }
        if outcome == Some(Outcome::Draw) && frame.draw == Move::NONE {
            frame.draw = mv;
        }
    }
    Some(Move::NONE)
}

/// Where the ranked moves of a ply begin among the moves of a simulation.
fn first_ranked<G: Knowledge>(simulation: &Simulation<'_, G>, ply: usize) -> usize {
    simulation.scratch.max_moves().wrapping_add(ply.wrapping_mul(WIDTH_MAX)).wrapping_add(1)
}

impl<G: Knowledge> Simulation<'_, G> {
    /// The index of a listed move, of which there are so many, that wins at once for the player to
    /// move; outer `None` where the game has failed.
    pub(crate) fn winning_move(&mut self, count: u32) -> Option<Option<u32>> {
        let wins = Some(Outcome::win_for(self.scratch.to_move()));
        for index in 0..count {
            let mv = self.moves.get(index as usize).copied()?;
            if self.outcome_after(mv)? == wins {
                return Some(Some(index));
            }
        }
        Some(None)
    }

    /// How this move ends the game, if it does; outer `None` where the game has failed.
    #[cfg_attr(target_os = "none", inline(always))] // no frame more on the stack of a strategy
    fn outcome_after(&mut self, mv: Move) -> Option<Option<Outcome>> {
        if let Some(known) = self.scratch.outcome_after(mv) {
            return Some(known);
        }
        let undo = self.scratch.make(mv);
        let outcome = self.scratch.outcome();
        if self.fails() {
            return None;
        }
        self.scratch.unmake(mv, undo);
        Some(outcome)
    }
}
