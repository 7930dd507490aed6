//! One iteration of the search: fail-soft alpha-beta to a fixed depth (Knuth & Moore 1975; Fishburn
//! 1983). It searches one move at a time. With the option `pvs`, it is principal variation search
//! (Marsland & Campbell 1982).

use super::AlphaBeta;
use super::order;
use super::probcut;
use super::progress::{CUT_OFF, best_at};
use super::prune;
use super::reply::{self, replies};
use super::stack::{Expected, Frame, Phase, count};
use super::store;
use super::table::{Bound, Depth, PLY};
use crate::base::CHANCE;
use crate::game::knowledge::{Evaluator, Knowledge};
use crate::game::value::{Outcome, Side};
use crate::game::{Move, MoveList};
use crate::player::alphabeta::Switch;
use crate::report::score::{self, Score};
use crate::simulation::{Simulation, margin};
use crate::time::deadline::Deadline;
use crate::time::limits::Stop;

/// The option `look` sorts moves by the evaluation of the position after each move. It does so only
/// above this remaining depth.
const LOOK_FROM: Depth = 3 * PLY;

/// What to do next at the top of the stack.
enum Step {
    /// Search the position after this move. [`Move::NONE`]: after a skipped turn (`reply.rs`).
    Visit(Move),
    /// Search the position after passing.
    Pass,
    /// Return the score to the parent ply.
    Close,
}

/// A position to search, with its depth and its window. The window is from the point of view of the
/// player to move.
pub(super) struct Task {
    pub(super) key: u64,
    pub(super) depth: Depth,
    pub(super) alpha: Score,
    pub(super) beta: Score,
    pub(super) expected: Expected,
}

impl<G: Knowledge> AlphaBeta<'_, G> {
    /// Continues the search from the top of the stack. Returns `None` when the iteration is
    /// complete, otherwise the reason to stop. A fault of the game also stops the search.
    pub(super) fn negamax(&mut self, deadline: &mut Deadline<'_>) -> Option<Stop> {
        loop {
            if self.simulation.fails() {
                return Some(Stop::Flag);
            }
            let step = if replies(&self.simulation.scratch, self.config.switches) && self.skips_now() {
                Step::Visit(Move::NONE)
            } else if self.is_above_leaves() {
                if let Some(reason) = self.visit_leaves(deadline) {
                    return Some(reason);
                }
                if !replies(&self.simulation.scratch, self.config.switches) || !self.skips_now() {
                    self.close_frame();
                }
                continue;
            } else {
                self.next_step()
            };
            match step {
                Step::Close if self.progress.ply == 0 => return None,
                Step::Close => {
                    self.close_frame();
                    continue;
                }
                Step::Visit(mv) => self.visit(mv),
                Step::Pass => self.pass(),
            }
            self.progress.visited = self.progress.visited.wrapping_add(1);
            if let Some(reason) = deadline.tick(self.progress.visited.min(u64::from(u32::MAX)) as u32) {
                return Some(reason);
            }
        }
    }

    /// True if all moves of the top ply lead to leaves. Most plies that the search puts on the
    /// stack are of this kind.
    #[inline]
    fn is_above_leaves(&self) -> bool {
        let deepens = self.config.switches.has(Switch::Quiescence) || self.config.switches.has(Switch::Realization);
        let proves = self.config.switches.prove();
        let is_low = self
            .stack
            .frames
            .get(self.progress.ply)
            .is_some_and(|frame| frame.depth <= PLY && !(proves && frame.is_forced()));
        is_low && !deepens && self.progress.ply > 0
    }

    /// Scores the remaining moves of the top ply, which all lead to leaves. The result is the same
    /// as with calls of [`Self::visit`] and [`Self::take_score`] for each move, but this function
    /// is faster: it keeps the fields of the ply in local variables. Returns the reason if the
    /// search must stop. A later call continues.
    fn visit_leaves(&mut self, deadline: &mut Deadline<'_>) -> Option<Stop> {
        let ply = self.progress.ply;
        let evaluator = self.config.evaluator;
        let (even, margins) = (self.config.switches.has(Switch::Sign), self.config.switches.has(Switch::Score));
        let &Frame { mover, count, beta, depth, mut alpha, mut best, mut best_move, mut next, mut truncated, .. } =
            self.stack.frames.get(ply)?;
        let mut mv = Move::NONE;
        let (mut better, mut reason) = (false, None);
        while next < count && best < beta && reason.is_none() {
            let Some(listed) = self.stack.listed(ply, next) else { break };
            (mv, next) = (listed, next.wrapping_add(1));
            let scratch = &mut self.simulation.scratch;
            let undo = scratch.make(mv);
            let score = if let Some(outcome) = scratch.outcome() {
                of_end(scratch, outcome, mover, ply.wrapping_add(1), margins)
            } else {
                truncated = true;
                if even { 0 } else { score::of_points(leaf_points(&mut self.simulation, evaluator), mover) }
            };
            if self.simulation.fails() {
                return Some(Stop::Flag);
            }
            self.simulation.scratch.unmake(mv, undo);
            if self.simulation.fails() {
                return Some(Stop::Flag);
            }
            self.sign(mv, score);
            best = best.max(score);
            if score > alpha {
                (alpha, best_move, better) = (score, mv, true);
            }
            self.progress.visited = self.progress.visited.wrapping_add(1);
            reason = deadline.tick(self.progress.visited.min(u64::from(u32::MAX)) as u32);
        }
        if better {
            self.stack.extend_line(ply, best_move, 0);
        }
        if let Some(frame) = self.stack.frames.get_mut(ply) {
            (frame.alpha, frame.best, frame.best_move, frame.next) = (alpha, best, best_move, next);
            (frame.mv, frame.truncated, frame.cost, frame.scout) = (mv, truncated, PLY, false);
        }
        self.progress.note_end(if truncated { CUT_OFF } else { depth.wrapping_sub(PLY) });
        reason
    }

    /// Returns what to do next at the top of the stack.
    #[inline]
    fn next_step(&mut self) -> Step {
        let Some(frame) = self.stack.frames.get_mut(self.progress.ply) else { return Step::Close };
        if frame.again {
            frame.again = false;
            return Step::Visit(frame.mv);
        }
        match frame.phase {
            Phase::Pass => return Step::Pass,
            Phase::MultiCut => prune::leave_multi_cut(frame),
            Phase::Verify => prune::leave_verification(frame, self.config.switches),
            Phase::Probe => probcut::leave(&mut self.stack, self.progress.ply, self.config.switches),
            Phase::Moves | Phase::Noisy | Phase::Chance => {}
        }
        let Some(frame) = self.stack.frames.get_mut(self.progress.ply) else { return Step::Close };
        if frame.is_done() {
            return Step::Close;
        }
        let index = frame.next;
        frame.next = index.wrapping_add(1);
        let first = index == 0 && !(replies(&self.simulation.scratch, self.config.switches) && frame.has_skipped());
        frame.scout = !first && frame.expected == Expected::Exact;
        // A forced move costs no depth. So a forced pass does not hide the end of the game.
        frame.cost = if self.config.switches.prove() && frame.is_forced() { 0 } else { PLY };
        let Some(mv) = self.stack.listed(self.progress.ply, index) else { return Step::Close };
        if self.config.switches.set_costs() {
            self.set_cost(mv, index);
        }
        Step::Visit(mv)
    }

    /// Makes a move of the top ply. Then scores the new position, or puts it on the stack.
    fn visit(&mut self, mv: Move) {
        let plies = self.stack.plies();
        let replying = replies(&self.simulation.scratch, self.config.switches);
        if replying && mv == Move::NONE {
            return self.skip();
        }
        let Some(frame) = self.stack.frames.get_mut(self.progress.ply) else { return };
        if CHANCE && frame.phase == Phase::Chance && self.simulation.scratch.has_chance() {
            return self.visit_outcome(mv);
        }
        frame.mv = mv;
        let (mover, depth) = (frame.mover, frame.depth.wrapping_sub(frame.cost));
        let ply = self.progress.ply.wrapping_add(1);
        let key = frame.key;
        let skips = self.config.switches.prove() && self.progress.is_near_end(depth);
        let looks_up = self.keyed && depth > PLY && !skips;
        if looks_up && self.table.is_far() && !replying && !self.fetch_next() {
            return;
        }
        let known_key =
            if looks_up && key != 0 && !replying { self.simulation.scratch.hash_after(key, mv) } else { None };
        let player = if replying { self.simulation.scratch.player() } else { 0 };
        let Some(frame) = self.stack.frames.get_mut(self.progress.ply) else { return };
        let undo = self.simulation.scratch.make(mv);
        let score = if let Some(outcome) = self.simulation.scratch.outcome() {
            (frame.cost, frame.scout) = (PLY, false);
            self.progress.note_end(depth);
            let margins = self.config.switches.has(Switch::Score);
            Some(of_end(&self.simulation.scratch, outcome, mover, ply, margins))
        } else if depth <= 0 && !self.config.switches.has(Switch::Quiescence) || ply >= plies {
            (frame.truncated, frame.scout) = (true, false);
            self.progress.note_end(CUT_OFF);
            Some(self.static_score(mover))
        } else {
            if let Some(place) = self.undos.get_mut(self.progress.ply) {
                *place = Some(undo);
            }
            if replying {
                let before = if mover == Side::Second { reply::skip_others(&mut self.simulation, player) } else { 0 };
                frame.note_skips(before);
            }
            let key = if looks_up { known_key.or_else(|| self.simulation.scratch.hash()).unwrap_or(0) } else { 0 };
            let key = if replying { reply::key_of(key, mover == Side::First) } else { key };
            if looks_up {
                self.table.fetch(key);
            }
            self.descend(key, depth)
        };
        let Some(score) = score else { return };
        if !self.simulation.fails() {
            if replying {
                self.take_skips_back();
            }
            self.simulation.scratch.unmake(mv, undo);
            self.take_score(score, 0);
        }
    }

    /// While the current move is searched, prefetches the table bucket of the position after the
    /// next move. Returns `false` if the game has failed.
    #[inline(never)]
    fn fetch_next(&mut self) -> bool {
        let Some(&Frame { key, next, count, again, .. }) = self.stack.frames.get(self.progress.ply) else {
            return true;
        };
        let Some(mv) = self.stack.listed(self.progress.ply, next).filter(|_| next < count && !again) else {
            return true;
        };
        let known = if key == 0 { None } else { self.simulation.scratch.hash_after(key, mv) };
        let Some(key) = known.or_else(|| self.key_after(mv)) else { return false };
        self.table.fetch(key);
        true
    }

    /// Returns the key of the position after a move. The key is 0 if the game has no keys or is
    /// over after the move. If the game fails, returns `None` and does not unmake the move.
    pub(super) fn key_after(&mut self, mv: Move) -> Option<u64> {
        let undo = self.simulation.scratch.make(mv);
        let over = self.simulation.scratch.outcome().is_some();
        let key = if over { 0 } else { self.simulation.scratch.hash().unwrap_or(0) };
        if self.simulation.fails() {
            return None;
        }
        self.simulation.scratch.unmake(mv, undo);
        Some(key)
    }

    /// Puts the scratch position, which is one move deeper than the top of the stack, on the stack.
    /// If the position needs no search, instead returns its score from the point of view of the
    /// player to move at the present top of the stack.
    pub(super) fn descend(&mut self, key: u64, depth: Depth) -> Option<Score> {
        let frame = self.stack.frames.get(self.progress.ply)?;
        let window = match frame.phase {
            Phase::Pass | Phase::MultiCut => [frame.beta.wrapping_sub(1), frame.beta],
            _ if frame.scout && self.config.switches.has(Switch::PrincipalVariation) => {
                let alpha = self.interest(frame.alpha);
                [alpha, alpha.wrapping_add(1)]
            }
            _ => [self.interest(frame.alpha), frame.beta],
        };
        self.enter_position(key, depth, window)
    }

    /// Does the work of [`Self::descend`] with this window. The window is from the point of view of
    /// the player to move at the top of the stack.
    #[cfg_attr(not(feature = "chance"), inline(always))] // one caller
    pub(super) fn enter_position(&mut self, key: u64, depth: Depth, window: [Score; 2]) -> Option<Score> {
        let frame = self.stack.frames.get(self.progress.ply)?;
        let by_chance = CHANCE && self.simulation.scratch.is_chance();
        let mover = if by_chance { frame.mover } else { self.simulation.scratch.to_move() };
        let same = mover == frame.mover;
        let expected = match (frame.expected, same) {
            (Expected::Exact, _) if !frame.scout => Expected::Exact,
            (Expected::Exact | Expected::All, false) | (Expected::Cut, true) => Expected::Cut,
            (Expected::Exact | Expected::All, true) | (Expected::Cut, false) => Expected::All,
        };
        let ply = self.progress.ply.wrapping_add(1);
        if by_chance {
            let score = self.open_chance(ply, depth, window, mover, expected);
            self.progress.ply = if score.is_none() { ply } else { self.progress.ply };
            return score;
        }
        let [alpha, beta] = score::window_seen(same, window);
        let score = self.open_frame(ply, Task { key, depth, alpha, beta, expected });
        match score {
            None => {
                self.progress.ply = ply;
                self.finish_order(ply);
                self.prepare_pruning(ply);
                None
            }
            Some(score) => Some(score::seen(same, score)),
        }
    }

    /// Returns the alpha of the next ply's window. With the option `sign`, alpha is at least -1,
    /// because all losses are equally bad.
    #[inline]
    fn interest(&self, alpha: Score) -> Score {
        if self.config.switches.has(Switch::Sign) { alpha.max(-1) } else { alpha }
    }

    /// Returns the score of the scratch position, which is at this ply, if the game is over there.
    /// The score is from the point of view of `mover`.
    pub(super) fn score_of_end(&self, mover: Side, ply: usize) -> Option<Score> {
        let outcome = self.simulation.scratch.outcome()?;
        Some(of_end(&self.simulation.scratch, outcome, mover, ply, self.config.switches.has(Switch::Score)))
    }

    /// Puts the scratch position on the stack, with its moves sorted. If the position needs no
    /// search, instead returns its score from the point of view of its player to move.
    pub(super) fn open_frame(&mut self, ply: usize, task: Task) -> Option<Score> {
        let Task { key, depth, alpha, beta, expected } = task;
        // The best possible score is an immediate win at this ply. If the search already has a win
        // that is not longer, the scores of this position do not matter.
        let nearest = best_at(ply.wrapping_add(1), self.config.switches);
        if alpha >= nearest {
            return Some(nearest);
        }
        let beta = beta.min(nearest);
        let mut best_known = Move::NONE;
        let looks_up = key != 0 && depth > PLY;
        let is_far = self.table.is_far();
        if looks_up && !is_far {
            match self.look_up(ply, &task) {
                Ok(mv) => best_known = mv,
                Err(score) => return Some(score),
            }
        }
        let mover = self.simulation.scratch.to_move();
        let noisy = depth <= 0;
        let best = if noisy { self.stand_pat(mover) } else { -score::INFINITE };
        if best >= beta {
            return Some(best);
        }
        let mut moves = MoveList::new(self.stack.list(ply));
        let mut counted = Ok(0);
        if !noisy || !self.simulation.scratch.noisy_moves(&mut moves) {
            self.simulation.scratch.legal_moves(&mut moves);
            counted = count(&moves);
            if noisy {
                moves.retain(|mv| self.simulation.scratch.noisy(mv));
            } else if ply > 0
                && self.config.switches.has(Switch::Sign)
                && wins_at_once(&self.simulation.scratch, &mut moves)
            {
                self.progress.note_end(depth.wrapping_sub(PLY));
                return Some(score::win_at(ply.wrapping_add(1)));
            }
        }
        let len = moves.len();
        let killers = self.stack.frames.get(ply).map_or([Move::NONE; 2], |frame| frame.killers);
        let ranked = if self.config.switches.has(Switch::Killers) { killers } else { [Move::NONE; 2] };
        if !self.looks_ahead(depth) {
            self.sort_moves(ply, len, depth, mover, ranked);
        }
        // The probe comes late, so that the prefetched bucket has time to arrive in the cache.
        if looks_up && is_far {
            match self.look_up(ply, &task) {
                Ok(mv) => best_known = mv,
                Err(score) => return Some(score),
            }
        }
        if ply == 0 {
            best_known = self.first_at_root(best_known);
        }
        let mut mv = Move::NONE;
        if best_known != Move::NONE {
            let listed = self.stack.list(ply).get(..len).unwrap_or_default();
            if let Some(place) = listed.iter().position(|&mv| mv == best_known) {
                self.stack.bring_forward(ply, place as u16, 0);
                mv = best_known;
            }
        }
        let phase = if noisy { Phase::Noisy } else { Phase::Moves };
        if let Some(frame) = self.stack.frames.get_mut(ply) {
            let window = Frame { alpha: alpha.max(best), beta, alpha0: alpha, best, mv, ..Frame::default() };
            *frame =
                Frame { key, depth, mover, expected, killers, phase, count: len as u16, truncated: noisy, ..window };
        }
        if replies(&self.simulation.scratch, self.config.switches) {
            self.allow_skip(ply, len, best_known);
        }
        if let Err(fault) = counted {
            self.simulation.blame(fault);
        }
        if noisy && len == 0 && !self.simulation.fails() {
            return Some(best);
        }
        None
    }

    /// Returns the score that a position has if no noisy move is made (stand pat). Marks the line
    /// as truncated.
    fn stand_pat(&mut self, mover: Side) -> Score {
        self.note_truncation();
        self.static_score(mover)
    }

    /// Returns the raw evaluation of the scratch position from the point of view of `mover`.
    /// Returns 0 with the option `sign`.
    pub(super) fn static_score(&mut self, mover: Side) -> Score {
        if self.config.switches.has(Switch::Sign) {
            return 0;
        }
        score::of_points(leaf_points(&mut self.simulation, self.config.evaluator), mover)
    }

    /// Sorts moves by the game's static order. Killers come first among moves with equal order,
    /// then moves that have more merit in the history.
    fn sort_moves(&mut self, ply: usize, len: usize, depth: Depth, mover: Side, killers: [Move; 2]) {
        let list = self.stack.list(ply).get_mut(..len).unwrap_or_default();
        let (scratch, history) = (&self.simulation.scratch, &self.history);
        if self.config.switches.has(Switch::History) && depth > PLY {
            order::sort(list, self.keys, |mv| order::key(mv, killers, scratch.order(mv), history.merit(mover, mv)));
        } else if killers == [Move::NONE; 2] {
            order::sort(list, self.keys, |mv| i64::from(scratch.order(mv)));
        } else {
            order::sort(list, self.keys, |mv| order::key(mv, killers, scratch.order(mv), 0));
        }
    }

    /// True if moves at this depth are sorted by the evaluation of the position after each move.
    #[inline]
    fn looks_ahead(&self, depth: Depth) -> bool {
        self.config.switches.has(Switch::LookAhead) && depth > LOOK_FROM
    }

    /// Completes the order of a ply's moves, after the ply was put on the stack.
    pub(super) fn finish_order(&mut self, ply: usize) {
        let Some(&Frame { depth, count, expected, .. }) = self.stack.frames.get(ply) else { return };
        if count > 1 && self.looks_ahead(depth) {
            self.sort_deep(ply);
        }
        self.turn_round(ply, usize::from(count), depth, expected);
    }

    /// Sorts moves by the evaluation of the position after each move. Killers come first among
    /// moves with equal evaluation, then moves that have more merit in the history. The move from
    /// the table stays first. Not inlined, so that the calling function needs less stack.
    #[inline(never)]
    fn sort_deep(&mut self, ply: usize) {
        let Some(&Frame { count, mv, mover, killers, .. }) = self.stack.frames.get(ply) else { return };
        let killers = if self.config.switches.has(Switch::Killers) { killers } else { [Move::NONE; 2] };
        let evaluator = self.config.evaluator;
        let list = self.stack.list(ply).get_mut(usize::from(mv != Move::NONE)..usize::from(count));
        let (simulation, history) = (&mut self.simulation, &self.history);
        order::sort(list.unwrap_or_default(), self.keys, |mv| {
            let order = if simulation.fails() { 0 } else { simulation.order_deep(evaluator, mv) };
            order::key(mv, killers, order, history.merit(mover, mv))
        });
    }

    /// Looks up the position in the table. Returns the best move that is stored there, or
    /// [`Move::NONE`]. If the stored score makes a search unnecessary, returns this score as an
    /// error.
    fn look_up(&mut self, ply: usize, task: &Task) -> Result<Move, Score> {
        let mut best = Move::NONE;
        let may_end = ply > 0 && task.expected != Expected::Exact;
        let mut places = self.table.places(task.key);
        while places != 0 {
            let way = places.trailing_zeros();
            places &= places.wrapping_sub(1);
            let Some(entry) = self.table.known_at(task.key, way as usize) else { continue };
            if best == Move::NONE {
                best = entry.mv;
            }
            let score = entry.score_at(ply);
            let ends = match entry.bound {
                Bound::Exact => true,
                Bound::Lower => score >= task.beta,
                Bound::Upper => score <= task.alpha,
                Bound::None => false,
            };
            if ends && may_end && self.progress.is_deep_enough(&entry, task.depth) {
                if !entry.is_whole() {
                    self.note_truncation();
                }
                return Err(score);
            }
        }
        Ok(best)
    }

    /// Records that a line through the top of the stack is truncated: it stopped at the depth
    /// limit.
    pub(super) fn note_truncation(&mut self) {
        if let Some(frame) = self.stack.frames.get_mut(self.progress.ply) {
            frame.truncated = true;
        }
    }

    /// Removes the top ply from the stack, and updates the parent ply with its score.
    fn close_frame(&mut self) {
        self.store_result();
        let Some(&Frame { best, best_move, mover, line_len, truncated, .. }) = self.stack.frames.get(self.progress.ply)
        else {
            return;
        };
        self.progress.ply = self.progress.ply.wrapping_sub(1);
        let Some(parent) = self.stack.frames.get_mut(self.progress.ply) else { return };
        parent.truncated |= truncated;
        let (mv, score) = (parent.mv, parent.seen_by(mover, best));
        if parent.phase == Phase::Pass {
            self.simulation.pass_again();
        } else if replies(&self.simulation.scratch, self.config.switches) {
            return self.close_reply(score, best_move, line_len);
        } else if let Some(undo) = self.undos.get_mut(self.progress.ply).and_then(Option::take) {
            self.simulation.scratch.unmake(mv, undo);
        }
        self.take_score(score, line_len);
    }

    /// Stores the result of the top ply in the table, the killers and the history.
    pub(super) fn store_result(&mut self) {
        let Self { stack, table, history, progress, config, keyed, .. } = self;
        store::store_result(stack, table, history, progress, config.switches, *keyed);
    }

    /// Updates the top ply with the score of its current move. The score is from the point of view
    /// of the player to move at the top ply. `line_len` is the length of the best line after the
    /// move.
    pub(super) fn take_score(&mut self, score: Score, line_len: u16) {
        let Some(frame) = self.stack.frames.get_mut(self.progress.ply) else { return };
        let mv = frame.mv;
        match frame.phase {
            Phase::Pass => return self.take_pass(score),
            Phase::MultiCut => return self.take_cut(score),
            Phase::Chance if self.simulation.scratch.has_chance() => return self.take_outcome(score),
            Phase::Chance | Phase::Moves | Phase::Verify | Phase::Probe | Phase::Noisy => {}
        }
        let (alpha, tentative) = (frame.alpha, frame.cost > PLY || frame.scout);
        if tentative && score > self.interest(alpha) && self.wants_more(score) {
            return;
        }
        self.sign(mv, score);
        let Some(frame) = self.stack.frames.get_mut(self.progress.ply) else { return };
        frame.best = frame.best.max(score);
        if score > frame.alpha {
            frame.alpha = score;
            frame.best_move = mv;
            self.stack.extend_line(self.progress.ply, mv, line_len);
        }
        if self.progress.ply == 0 {
            self.take_root_move(mv);
        }
    }

    /// True if the current move is better than expected and must be searched again. Each repeated
    /// search is closer to the full depth, and the last one has the whole window.
    fn wants_more(&mut self, score: Score) -> bool {
        let switches = self.config.switches;
        let Some(frame) = self.stack.frames.get_mut(self.progress.ply) else { return false };
        if frame.cost > PLY {
            frame.cost = prune::next_cost(frame.cost);
            frame.again = true;
        } else if switches.has(Switch::PrincipalVariation) {
            // Multi-cut always returns exactly beta. With a null window, this score can be too low.
            let closed = switches.use_multi_cut() && score == frame.beta && frame.beta == frame.alpha.wrapping_add(1);
            frame.again = score < frame.beta || closed;
            frame.scout = false;
        }
        frame.again
    }
}

/// True if the player to move wins at once, by the weights of the game. Otherwise removes all moves
/// but the forced ones, if there are any.
#[cfg_attr(target_os = "none", inline(never))] // own frame: off the stack of the search
#[cfg_attr(not(target_os = "none"), inline(always))]
fn wins_at_once<G: Knowledge>(game: &G, moves: &mut MoveList<'_>) -> bool {
    game.has_weights() && game.keep_forced(moves)
}

/// The raw evaluation of the scratch position, from the first player's point of view.
#[cfg_attr(target_os = "none", inline(never))] // own frame: off the stack of the search
#[cfg_attr(not(target_os = "none"), inline(always))]
fn leaf_points<G: Knowledge>(simulation: &mut Simulation<'_, G>, evaluator: Evaluator) -> i32 {
    if CHANCE && simulation.scratch.has_chance() {
        return simulation.value(evaluator).raw().into(); // on the scale of results
    }
    simulation.points(evaluator)
}

/// Returns the score of a game that is over at this ply, from the point of view of `mover`. If
/// `margins` is true, the score is the margin in points.
#[inline]
fn of_end<G: Knowledge>(game: &G, outcome: Outcome, mover: Side, ply: usize, margins: bool) -> Score {
    // After a fault, a custom game reports a draw in every position, even if the game is not over.
    // So a draw must not count points.
    if margins && outcome != Outcome::Draw {
        margin_at_end(game, outcome, mover)
    } else {
        margin::score(game, outcome, mover, ply)
    }
}

#[inline(never)] // few players count points
fn margin_at_end<G: Knowledge>(game: &G, outcome: Outcome, mover: Side) -> Score {
    score::of_margin(outcome, game.score().unwrap_or(0), mover)
}
