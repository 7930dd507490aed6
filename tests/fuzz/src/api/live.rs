//! An `imm_state` and a model of this state. The model predicts the results of every call.

use super::World;
use super::waiting::Leaves;
use crate::block::Block;
use crate::clock::CrookedClock;
use crate::games::{Chosen, Shadow};
use crate::graph::Worth;
use crate::own::{Own, proof_of};
use crate::plan::Fault;
use crate::plant::{Plant, is_planted};
use crate::source::Source;
use crate::transcript::call;
use anyhow::{Context, Result, ensure};
use imm::game::value::Side;
use imm_host::*;
use std::rc::Rc;

/// The clock of a state.
#[derive(Clone)]
pub(crate) enum Clock {
    None,
    /// The clock of the operating system. Results that depend on this clock are not compared, and
    /// no search with this clock has a time limit.
    Host,
    Crooked(Rc<CrookedClock>),
}

/// A state of the library under test, with its model.
pub(crate) struct Live {
    /// The name of the game and the player, for messages.
    pub name: String,
    pub state: *mut imm_state,
    pub block: Block,
    pub game: imm_game,
    pub small: bool,
    pub own: Option<Rc<Own>>,
    /// The game-theoretic result of each node of a custom game.
    pub worth: Rc<Vec<Worth>>,
    pub start: Box<dyn Shadow>,
    pub shadow: Box<dyn Shadow>,
    /// `past`: the positions before the latest moves. `sure`: the number of moves that imm_undo()
    /// must be able to take back. `kept`: the largest possible `sure`.
    pub past: Vec<Box<dyn Shadow>>,
    pub sure: usize,
    pub kept: usize,
    pub history: Option<Block>,
    /// The memory of the net that was set with imm_set_net(), if any.
    pub net: Option<Rc<Block>>,
    pub config: imm_config,
    /// The leaves that wait, if the player's values are told.
    pub leaves: Leaves,
    pub clock: Clock,
    /// True if the state has ever used the host's clock. The durations that such a state reports
    /// are not compared.
    pub timed_by_host: bool,
    /// True if the tree may contain wrong proofs: the game lied (gave a wrong answer that the
    /// library cannot notice), or the tree contains results from changed bytes or from an unrelated
    /// state.
    pub tainted: bool,
    /// True if the tree may contain moves that do not exist: the game lied, or a state of a custom
    /// game was loaded from changed bytes.
    pub lied: bool,
    /// True if the game lied in the latest call.
    pub lied_now: bool,
    /// The win that is proven for the position, as a C constant. The value is IMM_UNPROVEN if no
    /// win is proven, or if a move after the proof may have lost the win.
    pub owed: imm_proof,
    /// The move that keeps the proven win, if the winner is to move.
    pub winning: imm_move,
}

impl Live {
    pub(crate) fn new(state: *mut imm_state, block: Block, chosen: Chosen, config: imm_config, clock: Clock) -> Self {
        let worth = Rc::new(chosen.own.as_ref().map(|own| own.graph.solve()).unwrap_or_default());
        Self {
            name: chosen.name,
            state,
            block,
            game: chosen.game,
            small: chosen.small,
            own: chosen.own,
            worth,
            shadow: chosen.start.copy(),
            start: chosen.start,
            past: Vec::new(),
            sure: 0,
            kept: 0,
            history: None,
            net: None,
            config,
            leaves: Leaves::default(),
            timed_by_host: matches!(clock, Clock::Host),
            clock,
            tainted: false,
            lied: false,
            lied_now: false,
            owed: IMM_UNPROVEN,
            winning: IMM_MOVE_NONE,
        }
    }

    /// Returns the number of bytes from the state to the end of its block. imm_open() places the
    /// state at the first aligned address of the block.
    pub(crate) fn room(&self) -> usize {
        self.block.size() - (self.state.addr() - self.block.start().addr())
    }

    pub(crate) fn is_over(&self) -> bool {
        self.shadow.outcome() != IMM_ONGOING
    }

    pub(crate) fn is_depth_first(&self) -> bool {
        self.config.algorithm == IMM_ALPHA_BETA
    }

    /// True if the caller tells the values of this player (IMM_EF_TOLD).
    pub(crate) fn is_told(&self) -> bool {
        self.config.evaluator == IMM_EF_TOLD && !self.is_depth_first()
    }

    /// True if the player needs a net but has no net.
    pub(crate) fn lacks_net(&self) -> bool {
        self.config.evaluator == IMM_EF_NET && self.net.is_none() && !self.shadow.has_net()
    }

    /// Returns the status that a search of this state must have if no fault happens.
    pub(crate) fn search_status(&self) -> imm_status {
        match () {
            () if self.is_over() => IMM_ERR_GAME_OVER,
            () if self.lacks_net() => IMM_ERR_NO_NET,
            () if self.is_told() => IMM_ERR_TOLD,
            () => IMM_OK,
        }
    }

    /// True if the game accepts any position bytes. In such a game, the bytes of the position can
    /// differ from the bytes of the model.
    pub(crate) fn is_tolerant(&self) -> bool {
        self.own.as_ref().is_some_and(|own| own.tolerant.get())
    }

    /// True if simulations take a long time, as in built-in games with large positions.
    pub(crate) fn is_slow(&self) -> bool {
        self.own.is_none() && self.start.bytes().len() > 24
    }

    /// Prepares the next call: sometimes plans a fault of a callback, and restarts the count of
    /// clock readings.
    pub(crate) fn arm(&self, source: &mut Source<'_>) {
        if let (true, Some(own)) = (source.once_in(4), &self.own) {
            own.plan.arm(source);
        }
        if let Clock::Crooked(clock) = &self.clock {
            clock.begin();
        }
    }

    /// Cancels the planned fault. Returns the fault that happened, if any.
    pub(crate) fn disarm(&self) -> Option<Fault> {
        self.own.as_ref().and_then(|own| own.plan.disarm())
    }

    /// Updates the model after a new position was set up: the tree is empty, and no move can be
    /// undone.
    pub(crate) fn set_up(&mut self, shadow: Box<dyn Shadow>) {
        self.shadow = shadow;
        self.past.clear();
        self.sure = 0;
        self.emptied();
    }

    /// Updates the model after the tree was emptied.
    pub(crate) fn emptied(&mut self) {
        (self.tainted, self.lied) = (false, false);
        self.owed = IMM_UNPROVEN;
        self.leaves.restart();
    }

    /// Updates the model after a legal move was played.
    pub(crate) fn played(&mut self, mv: imm_move) {
        let mover = self.shadow.to_move();
        // The move may lose a proven win, unless it is the winning move that the search found.
        let mover_won = if mover == IMM_FIRST { IMM_PROVEN_FIRST_WINS } else { IMM_PROVEN_SECOND_WINS };
        if self.owed == mover_won && mv != self.winning {
            self.owed = IMM_UNPROVEN;
        }
        self.winning = IMM_MOVE_NONE;
        self.leaves.restart();
        if self.history.is_some() {
            self.past.push(self.shadow.copy());
            self.sure = (self.sure + 1).min(self.kept);
        }
        if !is_planted(Plant::OtherPosition) {
            self.shadow.play(mv);
        }
    }

    /// Checks a proof and its distance in plies, for the position after `moves`.
    pub(crate) fn check_proof(&self, moves: &[imm_move], proof: imm_proof, distance: u32) -> Result<()> {
        ensure!((IMM_UNPROVEN..=IMM_PROVEN_DRAW).contains(&proof), "{proof} is no proof");
        let Some(own) = &self.own else { return Ok(()) };
        if self.tainted || proof == IMM_UNPROVEN {
            return Ok(());
        }
        let here = own.node_of(&self.shadow.bytes());
        let node = moves.iter().try_fold(here, |node, &mv| own.target(node, mv)).context("no legal moves")?;
        let worth = self.worth[node];
        match worth {
            Worth::Open => ensure!(proof == IMM_PROVEN_DRAW, "node {node} is proven {proof}, and nobody wins"),
            Worth::Wins(side, plies) => {
                ensure!(proof == proof_of(side), "node {node} is proven {proof}, and {side:?} wins");
                // A player that plays for points may prefer a quicker loss by fewer points.
                let for_points = self.is_depth_first() && self.config.switches & IMM_AB_SCORE != 0;
                ensure!(
                    for_points || distance >= plies.min(255),
                    "node {node} is won in {distance} plies, less than {plies}"
                );
            }
        }
        Ok(())
    }

    /// Checks that nothing was written around the memory of the state, of its net and of its
    /// history.
    pub(crate) fn check_around(&self) -> Result<()> {
        self.block.check_around()?;
        self.net.as_ref().map_or(Ok(()), |net| net.check_around())?;
        self.history.as_ref().map_or(Ok(()), Block::check_around)
    }
}

/// The errors that a call may return if the tree contains false answers from callbacks.
const AFTER_LIES: [imm_status; 4] = [IMM_ERR_NO_MOVES, IMM_ERR_INVALID_OUTCOME, IMM_ERR_INVALID_MOVE, IMM_ERR_CALLBACK];

/// True if a call with this status has emptied the tree, because callbacks had given false answers.
/// A failed imm_load() changes nothing.
fn emptied_by(what: &str, status: imm_status) -> bool {
    AFTER_LIES.contains(&status) && !what.starts_with("imm_load")
}

/// The errors that a call must return or may return. Errors caused by faults of callbacks are not
/// included.
#[derive(Default)]
pub(crate) struct Refusals {
    /// If the list is not empty, the call must fail with one of these statuses or one of `may`.
    pub must: Vec<imm_status>,
    /// The call may fail with one of these statuses.
    pub may: Vec<imm_status>,
}

impl Refusals {
    /// Returns the errors that a search of this state must return.
    pub(crate) fn to_search(live: &Live) -> Self {
        Self::default()
            .when(live.is_over(), IMM_ERR_GAME_OVER)
            .when(live.lacks_net(), IMM_ERR_NO_NET)
            .when(live.is_told() && !live.is_over(), IMM_ERR_TOLD)
    }

    /// If `holds` is true, adds `status` to the errors that the call must return.
    pub(crate) fn when(mut self, holds: bool, status: imm_status) -> Self {
        if holds {
            self.must.push(status);
        }
        self
    }
}

impl World {
    /// Checks the status of a call. Returns true if the call succeeded.
    pub(crate) fn judge(&self, live: &mut Live, what: &str, status: i32, refusals: &Refusals) -> Result<bool> {
        let fired = live.disarm();
        self.t.say(|| format!("fault: {fired:?}, after lies: {}", live.lied));
        self.check_callbacks(live).with_context(|| what.to_owned())?;
        let noticed = call!(self.t, imm_last_status(live.state));
        ensure!(noticed == status.min(IMM_OK), "{what} answered {status}, and the latest status is {noticed}");
        if let Some(expected) = fired.and_then(Fault::status) {
            ensure!(status == expected, "{what}: {fired:?}, and the answer is {status}, not {expected}");
            // If a callback fails during imm_load(), the state and its tree stay unchanged. After a
            // failure in any other call, the tree is empty.
            if what != "imm_load" {
                self.check_emptied(live, what)?;
                live.emptied();
            }
            return Ok(false);
        }
        live.lied_now = fired.is_some_and(Fault::is_lie);
        if live.lied_now {
            (live.tainted, live.lied) = (true, true);
            live.owed = IMM_UNPROVEN;
            if emptied_by(what, status) {
                live.leaves.restart();
            }
            return Ok(status >= IMM_OK);
        }
        if live.lied && AFTER_LIES.contains(&status) {
            // The false answers in the tree led to an impossible position, so the library has
            // emptied the tree.
            let leaves = live.leaves.clone();
            live.emptied();
            if !emptied_by(what, status) {
                live.leaves = leaves;
            }
            return Ok(false);
        }
        let Refusals { must, may } = refusals;
        if must.is_empty() {
            ensure!(status >= IMM_OK || may.contains(&status), "{what} answered {status} without a reason");
        } else {
            ensure!(must.contains(&status) || may.contains(&status), "{what} answered {status}, not one of {must:?}");
        }
        Ok(status >= IMM_OK)
    }

    /// Checks that the tree is empty after a callback broke a promise. Uses separate memory, so
    /// that the output of the failed call stays unchanged for later checks.
    fn check_emptied(&self, live: &Live, what: &str) -> Result<()> {
        let out = &self.bench.outs.first;
        let status = call!(self.t, imm_get_report_sized(live.state, out.of(), size_of::<imm_report>()));
        ensure!(status == IMM_OK, "{what} failed, and then imm_get_report answers {status}");
        // SAFETY: the report was written.
        let report: imm_report = unsafe { out.read() };
        // Alpha-beta counts the positions of the latest search as nodes, even if that search
        // failed.
        let empty = report.nodes == 0 || live.is_depth_first();
        let forgotten = report.stopped == IMM_STOPPED_NOT && report.visits == 0;
        ensure!(empty && forgotten, "{what} failed, and the tree has {} nodes", report.nodes);
        Ok(())
    }

    /// Checks that the position of the state equals the model's position: the outcome, the player
    /// to move, and sometimes the moves and the bytes.
    pub(crate) fn verify(&self, live: &mut Live, source: &mut Source<'_>) -> Result<()> {
        let fired = live.disarm();
        ensure!(fired.is_none(), "a fault was left over");
        if is_planted(Plant::TellsAddress) {
            self.t.found(&live.state.addr());
        }
        let outcome = call!(self.t, imm_outcome(live.state));
        ensure!(outcome == live.shadow.outcome(), "the outcome is {outcome}, not {}", live.shadow.outcome());
        let player = call!(self.t, imm_player_to_move(live.state));
        let over = live.is_over();
        ensure!(over || player == live.shadow.to_move(), "it is the turn of {player}");
        self.check_owed(live)?;
        if source.once_in(3) {
            self.check_moves(live)?;
        }
        if source.once_in(5) && !live.small {
            self.check_bytes(live)?;
        }
        self.check_callbacks(live)
    }

    /// If the game is over, checks that it ended with the proven result.
    fn check_owed(&self, live: &Live) -> Result<()> {
        let outcome = live.shadow.outcome();
        let kept = outcome == IMM_ONGOING || live.owed == IMM_UNPROVEN || live.owed == outcome;
        ensure!(kept, "{} was proven, and the game ends with {outcome}", live.owed);
        Ok(())
    }

    fn check_moves(&self, live: &Live) -> Result<()> {
        let expected = live.shadow.moves();
        let room = self.outs.first.list::<imm_move>(expected.len());
        let count = call!(self.t, imm_legal_moves(live.state, room, expected.len() as u32));
        ensure!(count as usize == expected.len(), "{count} moves, not {}", expected.len());
        let found: Vec<u8> = expected.iter().flat_map(|mv| mv.to_ne_bytes()).collect();
        ensure!(found == self.outs.first.bytes(), "the legal moves are not {expected:?}");
        self.outs.first.check_around("imm_legal_moves")
    }

    fn check_bytes(&self, live: &Live) -> Result<()> {
        if live.is_tolerant() {
            return Ok(());
        }
        let expected = live.shadow.bytes();
        let (room, length) = (self.outs.first.list(expected.len()), self.outs.second.of::<usize>());
        let status = call!(self.t, imm_position_bytes(live.state, room, expected.len(), length));
        ensure!(status == IMM_OK, "imm_position_bytes answered {status}");
        ensure!(self.outs.first.bytes() == expected, "the position is another one");
        Ok(())
    }

    /// Checks a report about the position. If the report proves a win, stores the win in the model.
    pub(crate) fn check_report(&self, live: &mut Live, report: &imm_report) -> Result<()> {
        let imm_report { best, proof, distance, value, stopped, .. } = *report;
        self.t.found(&(best, proof, distance, value.to_bits(), report.iterations, report.signature, stopped));
        self.t.found(&(report.visits, report.nodes, report.recycled, report.depth));
        self.check_finished(live, report)?;
        if !live.timed_by_host {
            self.t.found(&report.elapsed_ms);
        }
        ensure!((-1.0..=1.0).contains(&value), "a value of {value}");
        ensure!((IMM_STOPPED_NOT..=IMM_STOPPED_FORCED).contains(&stopped), "stopped by {stopped}");
        self.t.say(|| format!("best {best}, proof {proof}, distance {distance}, value {value}, stopped {stopped}"));
        if live.is_over() {
            ensure!(best == IMM_MOVE_NONE, "the game is over, and {best} is to be played");
            return Ok(());
        }
        if live.lied {
            return Ok(());
        }
        ensure!(live.shadow.moves().contains(&best), "{best} is to be played, and is not legal");
        if live.tainted {
            return Ok(());
        }
        live.check_proof(&[], proof, distance)?;
        let winner = [(IMM_PROVEN_FIRST_WINS, Side::First), (IMM_PROVEN_SECOND_WINS, Side::Second)];
        let winner = winner.into_iter().find(|(won, _)| *won == proof).map(|(_, side)| side);
        if winner.is_some_and(|side| side as i32 == live.shadow.to_move()) {
            // If the player to move has a proven win, the best move must win.
            live.check_proof(&[best], proof, 255)?;
        }
        if proof != IMM_UNPROVEN {
            let kept = live.owed == IMM_UNPROVEN || live.owed == proof;
            ensure!(kept, "{} was proven, and now {proof} is", live.owed);
            if winner.is_some() {
                (live.owed, live.winning) = (proof, best);
            }
        }
        Ok(())
    }
}
