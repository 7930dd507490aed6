//! Step 3 of a simulation, play out: the options `abp`, `greedy` and `mix` play the best move of a
//! selective alpha-beta search. The alpha-beta playouts paper describes this search in section IV
//! and Figure 3.
//!
//! There are three differences from Figure 3. First, imm tests some moves only for a win, and it
//! does so before it searches other moves. The score is the same, because nothing is better than a
//! win. But after such a win, the other moves are not searched and leave no killer moves. Second,
//! an earlier win has a higher score, as in alpha-beta. Third, plies are frames on a stack, because
//! imm uses no recursion.

use super::playout::Tools;
use super::small_search::{Frame, Horizon, SmallSearch};
use super::{Simulation, margin};
use crate::game::Move;
use crate::game::knowledge::{Evaluator, Knowledge};
use crate::game::value::{Outcome, Side};
use crate::player::plan::RANKED_MOVES;
use crate::player::strategy::Selective;
use crate::report::score::{Score, of_points, win_at, window_seen};
use core::mem::take;

const WIDTH_MAX: usize = Selective::WIDTH_MAX as usize;

/// A list of the `width` moves with the largest keys. The largest key is first.
struct Ranking<'a> {
    moves: &'a mut [Move; WIDTH_MAX],
    keys: [i32; WIDTH_MAX],
    len: usize,
    width: usize,
}

impl Ranking<'_> {
    /// Inserts a move if its key is one of the `width` largest keys. Moves with equal keys keep
    /// their order.
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

/// The search that chooses a move of a playout.
struct Selection<'a, 'm> {
    search: &'a Selective,
    evaluator: Evaluator,
    /// The number of plies that the playout has played so far.
    plies: u32,
    /// Killer moves: the two latest best moves for each ply of the playouts. The latest one is
    /// first. Empty if no killer moves are stored.
    killers: &'m mut [Move],
}

impl<G: Knowledge> Simulation<'_, G> {
    /// True if the memory has room for the ranked moves of a selective search, after the list of
    /// moves.
    pub(super) fn can_rank_moves(&self) -> bool {
        self.moves.len() >= self.scratch.max_moves().saturating_add(RANKED_MOVES)
    }

    /// Returns the best move at the scratch position, after `plies` plies of the playout, and its
    /// score. The score is from the point of view of the player to move. It is never below
    /// `-bound`, where `bound` is the evaluation at which the option `cut` ends a playout. If it
    /// equals `-bound`, the move is [`Move::NONE`]. Returns `None` if the game has failed.
    #[inline(always)] // saves a stack frame: the function has one caller
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
            let _ = self.open(simulation, small_search, ply, asker, window); // the simulation has recorded any fault
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

    /// If the scratch position is not searched further, returns its score from the point of view of
    /// `mover`. Otherwise returns `None`.
    #[cfg_attr(target_os = "none", inline(never))] // own frame: keeps these locals off the stack of `open`
    fn leaf_score<G: Knowledge>(&self, simulation: &mut Simulation<'_, G>, ply: usize, mover: Side) -> Option<Score> {
        match simulation.scratch.outcome() {
            Some(outcome) => Some(margin::score(&simulation.scratch, outcome, mover, ply)),
            None if ply >= usize::from(self.search.depth) => Some(of_points(simulation.points(self.evaluator), mover)),
            None => None,
        }
    }

    /// Creates the frame for the scratch position. First tests the moves that will not be searched.
    /// If one of them wins at once, it becomes the best move, and no move is searched. `None` if
    /// the game has failed.
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

    /// Finds the best `width` of the `count` listed moves at this ply, and ranks them. Killers come
    /// first, then the other moves by transition probability, or by static order in a game without
    /// probabilities. Stores the ranked moves after the list and after the ranked moves of the ply
    /// above. Returns their number.
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

/// Tests whether a move that is not searched ends the game. These are the ranked moves of this ply
/// that are not searched, and the unranked moves among the first `others` listed moves. Returns a
/// move that wins, or [`Move::NONE`] if there is none. Stores the first move that draws in the
/// frame. Returns `None` if the game has failed.
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

/// Returns the index of a ply's first ranked move in [`Simulation::moves`].
fn first_ranked<G: Knowledge>(simulation: &Simulation<'_, G>, ply: usize) -> usize {
    simulation.scratch.max_moves().wrapping_add(ply.wrapping_mul(WIDTH_MAX)).wrapping_add(1)
}

impl<G: Knowledge> Simulation<'_, G> {
    /// Looks for a move that wins at once among the `count` listed moves, and returns its index.
    /// `Some(None)` if no move wins. `None` if the game has failed.
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

    /// Returns the outcome if this move ends the game. `Some(None)` if the game continues. `None`
    /// if the game has failed.
    #[cfg_attr(target_os = "none", inline(always))] // no additional frame on the stack of a strategy
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
