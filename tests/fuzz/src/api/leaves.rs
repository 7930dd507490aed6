//! Tests the functions for a player whose values the caller tells (IMM_EF_TOLD): imm_collect(),
//! imm_leaf_position(), imm_leaf_text(), imm_leaf_moves(), imm_leaf_player() and imm_tell().

use super::World;
use super::live::{Live, Refusals};
use crate::games::Shadow;
use crate::own::Own;
use crate::scramble;
use crate::source::Source;
use crate::transcript::call;
use anyhow::{Context, Result, ensure};
use imm_host::*;
use std::ffi::c_void;
use std::ptr::{null, null_mut};

/// The largest number of leaves that can wait.
const WAITING_MAX: usize = 4096;

/// A node of the tree: its path, visits, value and proof.
type Row = (Vec<imm_move>, u32, u32, imm_proof);

/// The priors for a call of imm_tell().
struct Priors {
    start: *const f32,
    count: u32,
    refusals: Refusals,
}

impl World {
    /// Runs one step with the leaves of this state: one call, or several related calls.
    pub(crate) fn leaves(&mut self, live: &mut Live, source: &mut Source<'_>) -> Result<()> {
        match source.below(8) {
            0..=2 => self.collect(live, source),
            3..=5 => self.tell_some(live, source),
            6 => self.ask_leaf(live, source),
            _ => self.take_back(live, source),
        }
    }

    /// Returns the errors that a function for leaves must return in this state.
    fn refuse_leaves(live: &Live) -> Refusals {
        Refusals::default().when(live.small, IMM_ERR_UNSUPPORTED).when(!live.small && !live.is_told(), IMM_ERR_TOLD)
    }

    /// Returns the errors that a function must return for a question about this leaf.
    fn refuse_leaf(live: &Live, leaf: u32) -> Refusals {
        let waits = live.leaves.place(leaf as usize).is_some();
        Self::refuse_leaves(live).when(live.is_told() && !live.small && !waits, IMM_ERR_NO_LEAF)
    }

    /// Returns the report of this state. First makes the same checks as for any report.
    fn report_now(&self, live: &mut Live) -> Result<imm_report> {
        let out = &self.bench.outs.first;
        let status = call!(self.t, imm_get_report_sized(live.state, out.of(), size_of::<imm_report>()));
        ensure!(status == IMM_OK, "imm_get_report answers {status}");
        // SAFETY: the report was written.
        let report: imm_report = unsafe { out.read() };
        self.check_report(live, &report)?;
        Ok(report)
    }

    /// Returns the number of visits of this state's position. The game must not be a small variant.
    fn root_visits(&self, live: &Live) -> Result<u64> {
        if live.small {
            return Ok(0);
        }
        Ok(self.tree_to(live, 0)?.first().map_or(0, |node| node.visits.into()))
    }

    /// Returns all nodes of the tree. The order of siblings has no meaning, so the list is sorted.
    fn whole_tree(&self, live: &Live) -> Result<Vec<Row>> {
        let mut path = Vec::new();
        let nodes = self.tree_to(live, u32::MAX)?;
        let rows = nodes.iter().map(|node| {
            path.truncate(node.ply as usize);
            path.push(node.r#move);
            // If a simulation claims a solved draw, this counts as a visit of the draw. The visit
            // stays when the leaf of the simulation is taken back.
            let visits = if node.proof == IMM_PROVEN_DRAW { 0 } else { node.visits };
            // The value of the root is the value of the best move, which may be sampled.
            let value = if node.ply == 0 { node.minimax } else { node.value };
            (path.clone(), visits, value.to_bits(), node.proof)
        });
        let mut rows: Vec<Row> = rows.collect();
        rows.sort();
        Ok(rows)
    }

    /// Returns the nodes of the tree down to this depth.
    fn tree_to(&self, live: &Live, depth: u32) -> Result<Vec<imm_node>> {
        let mut nodes: Vec<imm_node> = Vec::new();
        let context = (&raw mut nodes).cast();
        let count = call!(self.t, imm_visit_tree(live.state, depth, 0, STORE, context));
        ensure!(count >= 0 && count as usize == nodes.len(), "imm_visit_tree answers {count}");
        Ok(nodes)
    }

    /// Checks the number of visits of the position, if no false answer was given.
    fn check_visits(&self, live: &Live, expected: u64) -> Result<()> {
        let visits = self.root_visits(live)?;
        ensure!(live.tainted || visits == expected, "the position has {visits} visits, not {expected}");
        Ok(())
    }

    /// Checks the number of finished simulations of a player whose values the caller tells.
    pub(crate) fn check_finished(&self, live: &mut Live, report: &imm_report) -> Result<()> {
        if !live.is_told() {
            return Ok(());
        }
        let expected = live.leaves.finished.unwrap_or(report.iterations);
        ensure!(report.iterations == expected, "{} simulations were counted, not {expected}", report.iterations);
        live.leaves.finished = Some(expected);
        Ok(())
    }

    /// Updates the model after a change of the player. The count of simulations stays if the tree
    /// stays, or else is 0. `was_told` is true if the caller told the values of the previous
    /// player.
    pub(crate) fn recount_told(&self, live: &mut Live, was_told: bool) -> Result<()> {
        let before = live.leaves.finished;
        live.leaves.end_waiting();
        live.leaves.forget_count();
        if !live.is_told() {
            return Ok(());
        }
        let now = self.report_now(live)?.iterations;
        let stays = was_told && before.is_none_or(|before| before == now);
        ensure!(now == 0 || stays, "a new player has {now} simulations, and {before:?} were made before");
        Ok(())
    }

    /// Collects leaves, and checks each new leaf.
    fn collect(&mut self, live: &mut Live, source: &mut Source<'_>) -> Result<()> {
        let count = source.pick(&[1, 3, 16, 3, 16, 1, 0, 300, u32::MAX]);
        live.disarm(); // the fault is for imm_collect()
        let (before, visits) = (self.report_now(live)?, self.root_visits(live)?);
        live.arm(source);
        let found = call!(self.t, imm_collect(live.state, count));
        let refusals = Self::refuse_leaves(live).when(live.is_over(), IMM_ERR_GAME_OVER);
        if !self.judge(live, "imm_collect", found, &refusals)? {
            return Ok(());
        }
        let waited = live.leaves.waiting.len();
        ensure!(found.cast_unsigned() <= count, "{found} leaves, {count} wanted at most");
        live.leaves.collected(found as usize);
        ensure!(live.leaves.waiting.len() <= WAITING_MAX, "{} leaves wait", live.leaves.waiting.len());
        live.leaves.forget_count(); // some simulations ended without a leaf
        let after = self.report_now(live)?;
        if live.lied {
            return Ok(());
        }
        ensure!(after.iterations >= before.iterations, "fewer simulations than before");
        self.check_collected(live, (&before, &after), (count, found, waited))?;
        let visits_after = visits + found as u64 + (after.iterations - before.iterations);
        self.check_visits(live, visits_after)?;
        let expected = i32::from(count > 0);
        // A save with changed bytes may have a solved root without visits.
        let is_new = visits == 0 && after.proof == IMM_UNPROVEN;
        ensure!(!is_new || found == expected, "a new tree has {found} leaves, not {expected}");
        for leaf in 0..found.cast_unsigned() {
            self.check_leaf(live, leaf, is_new)?;
        }
        Ok(())
    }

    /// Checks the number of leaves of a collection. `before` and `after` are the reports before and
    /// after the collection. `waited` is the number of leaves that waited before the collection.
    fn check_collected(
        &self,
        live: &Live,
        (before, after): (&imm_report, &imm_report),
        (count, found, waited): (u32, i32, usize),
    ) -> Result<()> {
        if live.tainted {
            return Ok(());
        }
        let is_solved = |report: &imm_report| report.proof != IMM_UNPROVEN;
        ensure!(found == 0 || !is_solved(before), "a solved position has {found} leaves");
        // Without the solver, all leaves may be ends of the game.
        let is_idle = count > 0 && found == 0 && waited == 0 && live.config.no_solver == 0;
        let tried = after.iterations - before.iterations;
        ensure!(!is_idle || is_solved(after), "no leaf was found in {tried} simulations, and none waited");
        Ok(())
    }

    /// Checks the position, the moves and the player of a leaf of the latest collection. `is_root`
    /// is true if the leaf must be the position of the state.
    fn check_leaf(&self, live: &mut Live, leaf: u32, is_root: bool) -> Result<()> {
        let Some(shadow) = self.shadow_of(live, leaf)? else { return Ok(()) };
        let expected = shadow.moves();
        let room = self.outs.first.list::<imm_move>(expected.len());
        let count = call!(self.t, imm_leaf_moves(live.state, leaf, room, expected.len() as u32));
        ensure!(count as usize == expected.len(), "leaf {leaf} has {count} moves, not {}", expected.len());
        let bytes: Vec<u8> = expected.iter().flat_map(|mv| mv.to_ne_bytes()).collect();
        ensure!(self.outs.first.bytes() == bytes, "the moves of leaf {leaf} are not {expected:?}");
        self.outs.first.check_around("imm_leaf_moves")?;
        let player = call!(self.t, imm_leaf_player(live.state, leaf));
        ensure!(player == shadow.to_move(), "player {player} is to move at leaf {leaf}");
        ensure!(shadow.outcome() == IMM_ONGOING, "the game is over at leaf {leaf}");
        let is_same =
            live.own.is_none() && shadow.text() == live.shadow.text() || shadow.bytes() == live.shadow.bytes();
        ensure!(!is_root || is_same, "the first leaf is not the position");
        let place = live.leaves.place(leaf as usize).context("a new leaf waits")?;
        live.leaves.waiting[place] = Some(expected.len());
        Ok(())
    }

    /// Returns a reference position of a leaf. `None` if the positions of this game can be any
    /// bytes.
    fn shadow_of(&self, live: &Live, leaf: u32) -> Result<Option<Box<dyn Shadow>>> {
        let mut shadow = live.shadow.copy();
        let Some(own) = &live.own else {
            let text = self.text_of_leaf(live, leaf)?;
            ensure!(shadow.set_text(&text), "the text of leaf {leaf} cannot be read: {text}");
            ensure!(shadow.text().as_ref() == Some(&text), "leaf {leaf} has two texts, one is {text}");
            return Ok(Some(shadow));
        };
        let position = call!(self.t, imm_leaf_position(live.state, leaf)).cast::<u8>();
        ensure!(!position.is_null(), "leaf {leaf} has no position");
        ensure!(position.addr().is_multiple_of(IMM_ALIGN), "the position of leaf {leaf} is not aligned");
        // SAFETY: as long as a position, and unchanged until the next call with the state.
        let bytes = unsafe { core::slice::from_raw_parts(position, own.sizes[0]) };
        if live.is_tolerant() {
            return Ok(None);
        }
        let node = own.node_of(bytes);
        ensure!(bytes == own.bytes_of(node), "the position of leaf {leaf} was not written by a callback");
        ensure!(reaches(own, own.node_of(&live.shadow.bytes()), node), "leaf {leaf} cannot be reached");
        ensure!(shadow.set_bytes(bytes), "the position of leaf {leaf} cannot be read");
        Ok(Some(shadow))
    }

    /// Returns the position of a leaf of a built-in game as text. The text must also be a valid
    /// position for imm_position_error().
    fn text_of_leaf(&self, live: &Live, leaf: u32) -> Result<String> {
        let status =
            call!(self.t, imm_leaf_text(live.state, leaf, self.outs.first.take(IMM_TEXT_MAX, 1).cast(), IMM_TEXT_MAX));
        ensure!(status == IMM_OK, "imm_leaf_text answers {status}");
        self.outs.first.check_around("imm_leaf_text")?;
        let text = self.outs.first.written_text().context("imm_leaf_text wrote no closing 0")?;
        let (given, room) = (self.outs.given.text(&text), self.outs.second.take(IMM_TEXT_MAX, 1).cast());
        let status = call!(self.t, imm_position_error(&raw const live.game, given, room, IMM_TEXT_MAX));
        let why = self.outs.second.written_text().context("no closing 0")?;
        ensure!(status == IMM_OK && why.is_empty(), "imm_position_error answers {status} to the text of leaf {leaf}");
        Ok(String::from_utf8(text)?)
    }

    /// Asks for one property of a leaf. The leaf may be one that does not wait, and the arguments
    /// may be wrong.
    fn ask_leaf(&mut self, live: &mut Live, source: &mut Source<'_>) -> Result<()> {
        let leaf = source.number(&[0, 0, 1, 2, 15, 16]);
        match source.below(4) {
            0 => self.ask_leaf_position(live, leaf),
            1 => self.ask_leaf_text(live, leaf, source),
            2 => self.ask_leaf_moves(live, leaf, source),
            _ => {
                let player = call!(self.t, imm_leaf_player(live.state, leaf));
                let refusals = Self::refuse_leaf(live, leaf);
                if self.judge(live, "imm_leaf_player", player, &refusals)? {
                    ensure!([IMM_FIRST, IMM_SECOND].contains(&player), "player {player} is to move at a leaf");
                }
                Ok(())
            }
        }
    }

    fn ask_leaf_position(&self, live: &mut Live, leaf: u32) -> Result<()> {
        let position = call!(self.t, imm_leaf_position(live.state, leaf));
        let status = if position.is_null() { call!(self.t, imm_last_status(live.state)) } else { IMM_OK };
        ensure!(!position.is_null() || status != IMM_OK, "imm_leaf_position returns NULL and no error");
        let refusals = Self::refuse_leaf(live, leaf).when(live.own.is_none(), IMM_ERR_UNSUPPORTED);
        self.judge(live, "imm_leaf_position", status, &refusals).map(drop)
    }

    fn ask_leaf_text(&self, live: &mut Live, leaf: u32, source: &mut Source<'_>) -> Result<()> {
        let size = source.pick(&[IMM_TEXT_MAX, IMM_TEXT_MAX, 4, 1, 0]);
        let room = self.outs.first.take(size, 1).cast();
        let room = if source.once_in(8) { null_mut() } else { room };
        let status = call!(self.t, imm_leaf_text(live.state, leaf, room, size));
        let refusals = Self::refuse_leaf(live, leaf)
            .when(live.own.is_some(), IMM_ERR_UNSUPPORTED)
            .when(room.is_null() && size > 0, IMM_ERR_NULL)
            .when(size < 5, IMM_ERR_BUFFER); // no position has such a short text
        if self.judge(live, "imm_leaf_text", status, &refusals)? {
            ensure!(self.outs.first.written_text().is_some(), "imm_leaf_text wrote no closing 0");
            return self.outs.first.check_around("imm_leaf_text");
        }
        self.outs.first.check_no_text("imm_leaf_text")
    }

    fn ask_leaf_moves(&self, live: &mut Live, leaf: u32, source: &mut Source<'_>) -> Result<()> {
        let capacity = source.pick(&[0, 1, 2, 100]);
        let room = self.outs.first.list::<imm_move>(capacity);
        let room = if source.once_in(6) { null_mut() } else { room };
        let count = call!(self.t, imm_leaf_moves(live.state, leaf, room, capacity as u32));
        let refusals = Self::refuse_leaf(live, leaf).when(room.is_null() && capacity > 0, IMM_ERR_NULL);
        if !self.judge(live, "imm_leaf_moves", count, &refusals)? {
            return self.outs.first.check_unwritten("imm_leaf_moves");
        }
        let place = live.leaves.place(leaf as usize);
        let expected = place.and_then(|place| live.leaves.waiting[place]).filter(|_| !live.lied);
        let expected = expected.unwrap_or(count as usize);
        ensure!(count as usize == expected, "imm_leaf_moves counts {count}, not {expected}");
        self.outs.first.check_from(4 * capacity.min(count as usize), "imm_leaf_moves")
    }

    /// Tells the values of some leaves. Values and priors may be wrong.
    fn tell_some(&mut self, live: &mut Live, source: &mut Source<'_>) -> Result<()> {
        for _ in 0..source.pick(&[1, 2, 5, 20, 400]) {
            let before = self.visits_now(live, source)?;
            let is_told = self.tell_one(live, source)?;
            if let Some(before) = before.filter(|_| is_told) {
                self.report_now(live)?;
                self.check_visits(live, before)?;
            }
            if live.leaves.waiting.is_empty() {
                break;
            }
            live.arm(source);
        }
        live.disarm();
        Ok(())
    }

    /// Sometimes returns the number of visits of the position. In this case, cancels the planned
    /// fault.
    fn visits_now(&self, live: &mut Live, source: &mut Source<'_>) -> Result<Option<u64>> {
        if !source.once_in(3) {
            return Ok(None);
        }
        live.disarm();
        Ok(Some(self.root_visits(live)?))
    }

    /// Calls imm_tell(). Returns true if the library accepted the value.
    fn tell_one(&self, live: &mut Live, source: &mut Source<'_>) -> Result<bool> {
        let value = match source.below(6) {
            0 => source.pick(&[f32::NAN, f32::INFINITY, f32::NEG_INFINITY, 1.0001, -1.5, -f32::MAX]),
            1 => source.pick(&[1.0, -1.0, 0.0, -0.0, 1e-30, f32::MIN_POSITIVE / 2.0, 0.999_999_9]),
            _ => f32::from(source.byte()) / 127.5 - 1.0,
        };
        let Priors { start, count, mut refusals } = self.priors(live, source);
        let waits = !live.leaves.waiting.is_empty();
        if live.is_told() && !live.small && !waits {
            refusals.must.retain(|status| *status != IMM_ERR_OUT_OF_RANGE);
            refusals.must.push(IMM_ERR_NO_LEAF);
        } else {
            refusals = refusals.when(!(-1.0..=1.0).contains(&value), IMM_ERR_OUT_OF_RANGE);
        }
        refusals.must.extend(Self::refuse_leaves(live).must);
        let status = call!(self.t, imm_tell(live.state, value, start, count));
        let is_told = self.judge(live, "imm_tell", status, &refusals)?;
        if is_told {
            live.leaves.told();
        }
        Ok(is_told)
    }

    /// Returns random priors for the oldest leaf, and the errors that imm_tell() must return for
    /// these priors.
    fn priors(&self, live: &Live, source: &mut Source<'_>) -> Priors {
        let moves = live.leaves.waiting.front().copied().flatten();
        let right = moves.unwrap_or(3);
        let count = match source.below(8) {
            0 => right + 1,
            1 => right.saturating_sub(1),
            2 | 3 => 0,
            _ => right,
        };
        let mut priors: Vec<f32> = (0..count).map(|_| f32::from(source.byte()) / 255.0).collect();
        if source.once_in(6) {
            priors.fill(source.pick(&[0.0, 1.0, 1e-30, -0.0]));
        }
        let wrong = source.once_in(6) && count > 0;
        if wrong {
            priors[source.below(count)] = source.pick(&[f32::NAN, -0.1, 1.01, f32::INFINITY, -f32::MIN_POSITIVE]);
        }
        let mut refusals = Refusals::default().when(wrong, IMM_ERR_OUT_OF_RANGE);
        match moves {
            Some(moves) => refusals = refusals.when(count != 0 && count != moves, IMM_ERR_OUT_OF_RANGE),
            None => refusals.may.extend([IMM_ERR_OUT_OF_RANGE].iter().filter(|_| count != 0)),
        }
        let [nothing, slips] = [source.once_in(8), source.once_in(12)];
        let refusals =
            refusals.when(nothing && count > 0, IMM_ERR_NULL).when(slips && !nothing && count > 0, IMM_ERR_MISALIGNED);
        let start = if nothing { null() } else { self.given_priors(&priors, usize::from(slips)) };
        Priors { start, count: count as u32, refusals }
    }

    /// Returns a copy of these priors for imm_tell(), `slip` bytes after an aligned address.
    fn given_priors(&self, priors: &[f32], slip: usize) -> *const f32 {
        let room = self.outs.also_given.take(4 * (priors.len() + slip), 4).wrapping_add(slip);
        for (index, prior) in priors.iter().enumerate() {
            // SAFETY: within the room.
            unsafe { room.cast::<f32>().add(index).write_unaligned(*prior) };
        }
        room.cast()
    }

    /// Collects leaves and takes them back with imm_save_size(). If no simulation was finished, the
    /// tree must then equal the tree before the collection.
    fn take_back(&mut self, live: &mut Live, source: &mut Source<'_>) -> Result<()> {
        live.disarm();
        if live.small || !live.is_told() || live.is_over() || call!(self.t, imm_save_size(live.state)) == 0 {
            return Ok(());
        }
        live.leaves.end_waiting();
        let (before, visits) = (self.report_now(live)?, self.root_visits(live)?);
        let tree = self.whole_tree(live)?;
        let collections = source.within(1, 3);
        for _ in 0..collections {
            self.collect(live, source)?;
        }
        live.disarm();
        ensure!(call!(self.t, imm_save_size(live.state)) > 0, "imm_save_size fails");
        live.leaves.end_waiting();
        let after = self.report_now(live)?;
        if !live.lied {
            self.check_visits(live, visits + (after.iterations - before.iterations))?;
        }
        if live.tainted || after.iterations != before.iterations {
            return Ok(());
        }
        let found = self.whole_tree(live)?;
        let changed = tree.iter().zip(&found).find(|(one, other)| one != other);
        ensure!(found == tree, "leaves that were taken back have changed the tree: {changed:?}");
        Ok(())
    }

    /// Runs about `iterations` simulations of a player whose values the caller tells. Tells only
    /// correct values. Returns the status of the last call.
    pub(crate) fn step_told(&self, live: &mut Live, iterations: u32) -> Result<i32> {
        let (mut turn, mut told) = (u64::from(iterations), 0);
        loop {
            while let Some(&moves) = live.leaves.waiting.front() {
                turn = scramble(turn);
                let status = self.tell_right(live, turn, moves.unwrap_or(0))?;
                if status != IMM_OK {
                    return Ok(status);
                }
                told += 1;
            }
            if told >= iterations {
                return Ok(IMM_OK);
            }
            let found = call!(self.t, imm_collect(live.state, 8));
            let refusals = Self::refuse_leaves(live).when(live.is_over(), IMM_ERR_GAME_OVER);
            if !self.judge(live, "imm_collect", found, &refusals)? {
                return Ok(found);
            }
            live.leaves.forget_count();
            live.leaves.collected(found as usize);
            self.count_moves(live, found.cast_unsigned())?;
            if found == 0 {
                return Ok(IMM_OK);
            }
        }
    }

    /// Stores the number of moves of each leaf of the latest collection in the model.
    fn count_moves(&self, live: &mut Live, leaves: u32) -> Result<()> {
        for leaf in 0..leaves {
            let count = call!(self.t, imm_leaf_moves(live.state, leaf, null_mut(), 0));
            if !self.judge(live, "imm_leaf_moves", count, &Refusals::default())? {
                return Ok(());
            }
            if let (Some(place), false) = (live.leaves.place(leaf as usize), live.lied) {
                live.leaves.waiting[place] = Some(count as usize);
            }
        }
        Ok(())
    }

    /// Tells a correct value, which depends on the number `turn`, and this number of priors.
    fn tell_right(&self, live: &mut Live, turn: u64, moves: usize) -> Result<i32> {
        let value = (turn % 2001) as f32 / 1000.0 - 1.0;
        let count = if turn.is_multiple_of(4) { 0 } else { moves };
        let priors: Vec<f32> = (0..count).map(|index| (turn >> (8 + index % 40) & 15) as f32 / 15.0).collect();
        let status = call!(self.t, imm_tell(live.state, value, self.given_priors(&priors, 0), count as u32));
        if self.judge(live, "imm_tell", status, &Refusals::default())? {
            live.leaves.told();
        }
        Ok(status)
    }
}

/// A visitor that adds each node to the list in its context.
unsafe extern "C" fn store(context: *mut c_void, node: *const imm_node) -> i32 {
    // SAFETY: the context of `tree_to`, and the header promises a node.
    unsafe { (*context.cast::<Vec<imm_node>>()).push(*node) };
    IMM_VISIT_BELOW
}

const STORE: Option<unsafe extern "C" fn(*mut c_void, *const imm_node) -> i32> = Some(store);

/// True if moves lead from one node of a graph to another, or if both nodes are the same.
fn reaches(own: &Own, from: usize, to: usize) -> bool {
    let mut reached = vec![from];
    let mut next = 0;
    while let Some(&node) = reached.get(next) {
        for &target in own.graph.moves(node) {
            if !reached.contains(&target) {
                reached.push(target);
            }
        }
        next += 1;
    }
    reached.contains(&to)
}
