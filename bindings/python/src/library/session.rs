//! A search state of the C library, together with its memory.

use super::block::Block;
use super::description::Description;
use super::text::written;
use super::{Status, answered};
use imm_host::*;
use std::ffi::{CStr, c_void};
use std::mem::zeroed;
use std::ptr::null_mut;

/// The limits of a search; 0 means no limit.
#[derive(Clone, Copy)]
pub(crate) struct Bounds {
    pub time_us: u64,
    pub iterations: u64,
    pub nodes: u32,
    pub depth: u32,
}

/// Receives the progress of a search.
pub(crate) trait Watcher {
    /// Receives the current report and the expected line of moves. Returning `false` ends the
    /// search.
    fn look(&mut self, report: &imm_report, line: &[imm_move]) -> bool;
}

/// A handle that another thread can use to end a search.
#[derive(Clone, Copy)]
pub(crate) struct Handle(*mut imm_state);

// SAFETY: the only operation is `stop`, which any thread may call.
unsafe impl Send for Handle {}
// SAFETY: as for `Send`.
unsafe impl Sync for Handle {}

impl Handle {
    /// Ends the current search, if there is one. The session must still exist.
    pub(crate) fn stop(self) {
        // SAFETY: the handle of a state. Every owner of a handle keeps the session's memory, too.
        unsafe { imm_stop(self.0) };
    }
}

/// A search of one game, in its own memory.
pub(crate) struct Session {
    /// The memory of `state`. Freed together with the session.
    _block: Block,
    state: *mut imm_state,
    /// The bytes of the net that the state uses.
    net: Vec<u8>,
}

// SAFETY: the state lies in the block, and only the exclusive owner of a session uses it.
unsafe impl Send for Session {}

impl Session {
    /// Opens a search in `size` bytes. If `size` is 0, uses the minimum memory, without a tree.
    pub(crate) fn open(game: &Description, player: &CStr, size: usize, seed: u64) -> Result<Self, Status> {
        let config = Description::config(player, seed)?;
        let block = Block::new(if size == 0 { game.memory(player, 0)? } else { size })?;
        let mut state = null_mut();
        // SAFETY: the block is aligned, and nobody else's; the game and the player are complete.
        answered(unsafe { imm_init(block.as_ptr(), block.size(), game.as_ptr(), &raw const config, &raw mut state) })?;
        Ok(Self { _block: block, state, net: Vec::new() })
    }

    pub(crate) fn handle(&self) -> Handle {
        Handle(self.state)
    }

    /// Searches until a limit is reached. Calls `watcher` every `every_ms` milliseconds.
    pub(crate) fn search(
        &mut self,
        bounds: Bounds,
        every_ms: u32,
        watcher: &mut dyn Watcher,
    ) -> Result<imm_report, Status> {
        let Bounds { time_us, iterations, nodes, depth } = bounds;
        let limits = imm_limits { time_us, iterations, nodes, depth, ..imm_limits_default() };
        let mut watched = Watched { watcher, handle: self.handle() };
        let mut report = no_report();
        // SAFETY: the state is ours; the limits and the report contain their sizes; `watched`
        // exists until the search has ended, and nothing else uses it meanwhile.
        answered(unsafe {
            imm_search_watched(
                self.state,
                &raw const limits,
                every_ms,
                Some(look),
                (&raw mut watched).cast(),
                &raw mut report,
            )
        })?;
        Ok(report)
    }

    /// Returns the results so far.
    pub(crate) fn report(&mut self) -> Result<imm_report, Status> {
        let mut report = no_report();
        // SAFETY: the state is ours, and so is the report, of this size.
        answered(unsafe { imm_get_report_sized(self.state, &raw mut report, size_of::<imm_report>()) })?;
        Ok(report)
    }

    /// Finds up to `count` new leaves and returns their number.
    pub(crate) fn collect(&mut self, count: u32) -> Result<u32, Status> {
        // SAFETY: the state is ours.
        answered(unsafe { imm_collect(self.state, count) }).map(|found| found as u32)
    }

    /// Returns a leaf's position as bytes. Only for a custom game.
    pub(crate) fn leaf_bytes(&mut self, leaf: u32) -> Result<Vec<u8>, Status> {
        // SAFETY: the state is ours.
        let size = unsafe { imm_position_size(self.state) };
        // SAFETY: the state is ours.
        let position = unsafe { imm_leaf_position(self.state, leaf) };
        if position.is_null() {
            // SAFETY: the state is ours.
            return Err(unsafe { imm_last_status(self.state) });
        }
        // SAFETY: a position of a custom game has this size, and does not change before the next
        // call.
        Ok(unsafe { std::slice::from_raw_parts(position.cast::<u8>(), size) }.to_vec())
    }

    /// Returns a leaf's position as text. Only for a built-in game.
    pub(crate) fn leaf_text(&mut self, leaf: u32) -> Result<String, Status> {
        // SAFETY: the state is ours, and so is the room.
        written(IMM_TEXT_MAX, |text, size| unsafe { imm_leaf_text(self.state, leaf, text, size) })
    }

    pub(crate) fn leaf_player(&mut self, leaf: u32) -> Result<imm_player, Status> {
        // SAFETY: the state is ours.
        answered(unsafe { imm_leaf_player(self.state, leaf) })
    }

    pub(crate) fn leaf_moves(&mut self, leaf: u32) -> Result<Vec<imm_move>, Status> {
        // SAFETY: the state is ours; nothing is written.
        let count = answered(unsafe { imm_leaf_moves(self.state, leaf, null_mut(), 0) })?;
        let mut moves = vec![IMM_MOVE_NONE; count as usize];
        // SAFETY: there is room for `count`.
        answered(unsafe { imm_leaf_moves(self.state, leaf, moves.as_mut_ptr(), count as u32) })?;
        Ok(moves)
    }

    /// Gives the search the value of the oldest leaf, and the priors of the leaf's moves.
    pub(crate) fn tell(&mut self, value: f32, priors: &[f32]) -> Result<(), Status> {
        // SAFETY: the state is ours; the slice has this length.
        answered(unsafe { imm_tell(self.state, value, priors.as_ptr(), priors.len() as u32) }).map(drop)
    }

    /// Returns the statistics of the moves, the best move first.
    pub(crate) fn candidates(&mut self) -> Result<Vec<imm_candidate>, Status> {
        // SAFETY: the state is ours; nothing is written.
        let count = answered(unsafe { imm_candidates(self.state, null_mut(), 0) })?;
        // SAFETY: numbers, which may all be 0.
        let mut list = vec![unsafe { zeroed::<imm_candidate>() }; count as usize];
        // SAFETY: there is room for `count`.
        answered(unsafe { imm_candidates(self.state, list.as_mut_ptr(), count as u32) })?;
        Ok(list)
    }

    /// Returns the expected line of moves. If `first` is given, the line begins with this move.
    pub(crate) fn line(&mut self, first: Option<imm_move>) -> Result<Vec<imm_move>, Status> {
        /// A line is at most as long as alpha-beta's maximum depth.
        const LONGEST: u32 = 255;
        let mut line = vec![IMM_MOVE_NONE; LONGEST as usize];
        let out = line.as_mut_ptr();
        let count = answered(match first {
            // SAFETY: the state is ours; there is room for LONGEST moves.
            None => unsafe { imm_line(self.state, out, LONGEST) },
            // SAFETY: as for `imm_line`.
            Some(mv) => unsafe { imm_candidate_line(self.state, mv, out, LONGEST) },
        })?;
        line.truncate(count as usize);
        Ok(line)
    }

    /// Returns the tree's nodes with at least `min_visits` visits, down to `depth` plies. Each node
    /// comes before its descendants.
    pub(crate) fn tree(&mut self, depth: u32, min_visits: u32) -> Result<Vec<imm_node>, Status> {
        let mut nodes: Vec<imm_node> = Vec::new();
        // SAFETY: the state is ours; the list exists until the visit has ended, and nothing else
        // uses it meanwhile.
        answered(unsafe { imm_visit_tree(self.state, depth, min_visits, Some(note), (&raw mut nodes).cast()) })?;
        Ok(nodes)
    }

    pub(crate) fn legal_moves(&mut self) -> Result<Vec<imm_move>, Status> {
        // SAFETY: the state is ours; nothing is written.
        let count = answered(unsafe { imm_legal_moves(self.state, null_mut(), 0) })?;
        let mut moves = vec![IMM_MOVE_NONE; count as usize];
        // SAFETY: there is room for `count`.
        answered(unsafe { imm_legal_moves(self.state, moves.as_mut_ptr(), count as u32) })?;
        Ok(moves)
    }

    pub(crate) fn outcome(&mut self) -> Result<imm_result, Status> {
        // SAFETY: the state is ours.
        answered(unsafe { imm_outcome(self.state) })
    }

    /// Returns the result of each player. All results are 0 while the game is not over.
    pub(crate) fn returns(&mut self) -> Result<Vec<f32>, Status> {
        let mut results = Vec::new();
        for player in 0..IMM_PLAYERS_MAX.cast_signed() {
            let mut result = 0.0;
            // SAFETY: the state is ours, and the place for the result is valid.
            match unsafe { imm_return_of(self.state, player, &raw mut result) } {
                IMM_ERR_OUT_OF_RANGE => break,
                status => answered(status)?,
            };
            results.push(result);
        }
        Ok(results)
    }

    pub(crate) fn player_to_move(&mut self) -> Result<imm_player, Status> {
        // SAFETY: the state is ours.
        answered(unsafe { imm_player_to_move(self.state) })
    }

    /// Samples an outcome of the chance event that comes next, with 32 random bits.
    pub(crate) fn sample_chance(&mut self, random: u32) -> Result<imm_move, Status> {
        // SAFETY: the state is ours.
        let outcome = unsafe { imm_sample_chance(self.state, random) };
        if outcome == IMM_MOVE_NONE {
            // SAFETY: the state is ours.
            return Err(unsafe { imm_last_status(self.state) });
        }
        Ok(outcome)
    }

    pub(crate) fn evaluate(&mut self) -> Result<f32, Status> {
        let mut value = 0.0;
        // SAFETY: the state and the number are ours.
        answered(unsafe { imm_evaluate(self.state, &raw mut value) })?;
        Ok(value)
    }

    pub(crate) fn play(&mut self, mv: imm_move) -> Result<(), Status> {
        // SAFETY: the state is ours.
        answered(unsafe { imm_play(self.state, mv) }).map(drop)
    }

    pub(crate) fn forget(&mut self) -> Result<(), Status> {
        // SAFETY: the state is ours.
        answered(unsafe { imm_forget(self.state) }).map(drop)
    }

    pub(crate) fn restart(&mut self) -> Result<(), Status> {
        // SAFETY: the state is ours.
        answered(unsafe { imm_restart(self.state) }).map(drop)
    }

    pub(crate) fn shuffle(&mut self, seed: u64) -> Result<(), Status> {
        // SAFETY: the state is ours.
        answered(unsafe { imm_shuffle(self.state, seed) }).map(drop)
    }

    pub(crate) fn move_text(&mut self, mv: imm_move) -> Result<String, Status> {
        // SAFETY: the state is ours, and so is the room.
        written(IMM_TEXT_MAX + 1, |text, size| unsafe { imm_move_text(self.state, mv, text, size) })
    }

    pub(crate) fn parse_move(&mut self, text: &CStr) -> Result<imm_move, Status> {
        let mut mv = IMM_MOVE_NONE;
        // SAFETY: the state and the move are ours; a text with its end.
        answered(unsafe { imm_parse_move(self.state, text.as_ptr(), &raw mut mv) })?;
        Ok(mv)
    }

    pub(crate) fn position_text(&mut self) -> Result<String, Status> {
        // SAFETY: the state is ours, and so is the room.
        written(IMM_TEXT_MAX, |text, size| unsafe { imm_position_text(self.state, text, size) })
    }

    pub(crate) fn set_position(&mut self, text: &CStr) -> Result<(), Status> {
        // SAFETY: the state is ours; a text with its end.
        answered(unsafe { imm_set_position(self.state, text.as_ptr()) }).map(drop)
    }

    pub(crate) fn position_bytes(&mut self) -> Result<Vec<u8>, Status> {
        self.bytes(imm_position_size, imm_position_bytes)
    }

    /// Sets up the position of a snapshot. For a game from a shared library, `bytes` must come from
    /// `position_bytes`, because the library does not check them.
    pub(crate) fn set_position_bytes(&mut self, bytes: &[u8]) -> Result<(), Status> {
        // SAFETY: the state is ours; the slice has this length.
        answered(unsafe { imm_set_position_bytes(self.state, bytes.as_ptr().cast(), bytes.len()) }).map(drop)
    }

    pub(crate) fn save(&mut self) -> Result<Vec<u8>, Status> {
        self.bytes(imm_save_size, imm_save)
    }

    /// Returns the bytes that `write` writes. `size` returns the maximum number of these bytes.
    /// Both arguments must be library functions that are safe to call with this state and a buffer
    /// of that size.
    fn bytes(&mut self, size: SizeFn, write: WriteFn) -> Result<Vec<u8>, Status> {
        // SAFETY: the state is ours.
        let room = unsafe { size(self.state) };
        let (mut bytes, mut length) = (vec![0_u8; room], 0);
        // SAFETY: the state is ours, and so is room of this size.
        answered(unsafe { write(self.state, bytes.as_mut_ptr().cast(), room, &raw mut length) })?;
        bytes.truncate(length);
        Ok(bytes)
    }

    pub(crate) fn load(&mut self, bytes: &[u8]) -> Result<(), Status> {
        // SAFETY: the state is ours; the slice has this length.
        answered(unsafe { imm_load(self.state, bytes.as_ptr().cast(), bytes.len()) }).map(drop)
    }

    /// Replaces the player and the seed.
    pub(crate) fn set_player(&mut self, player: &CStr, seed: u64) -> Result<(), Status> {
        // SAFETY: the state is ours; a text with its end.
        answered(unsafe { imm_set_player_text(self.state, player.as_ptr(), seed) }).map(drop)
    }

    /// Sets the net for all later evaluations.
    pub(crate) fn set_net(&mut self, net: &[u8]) -> Result<(), Status> {
        let net = net.to_vec();
        // SAFETY: the state is ours; the bytes stay in place, unchanged, until the state is dropped
        // or gets another net.
        answered(unsafe { imm_set_net(self.state, net.as_ptr().cast(), net.len()) })?;
        self.net = net;
        Ok(())
    }

    /// Merges the results of other searches into this search.
    pub(crate) fn merge(&mut self, others: &[&mut Self]) -> Result<(), Status> {
        let states: Vec<*mut imm_state> = others.iter().map(|other| other.state).collect();
        // SAFETY: all states are ours: these references are exclusive.
        answered(unsafe { imm_merge(self.state, states.as_ptr(), states.len()) }).map(drop)
    }
}

type SizeFn = unsafe extern "C" fn(*mut imm_state) -> usize;
type WriteFn = unsafe extern "C" fn(*mut imm_state, *mut c_void, usize, *mut usize) -> imm_status;

fn no_report() -> imm_report {
    // SAFETY: numbers, which may all be 0.
    let report = unsafe { zeroed::<imm_report>() };
    imm_report { struct_size: size_of::<imm_report>() as u32, ..report }
}

/// The context of the callback `look`.
struct Watched<'a> {
    watcher: &'a mut dyn Watcher,
    handle: Handle,
}

/// Passes the progress to the watcher, and stops the search if the watcher returns `false`. The
/// library calls this function during a watched search.
unsafe extern "C" fn look(context: *mut c_void, report: *const imm_report, line: *const imm_move, length: u32) {
    // SAFETY: `Session::search` has passed this context; report and line are valid for this call.
    let (watched, report, line) =
        unsafe { (&mut *context.cast::<Watched<'_>>(), &*report, std::slice::from_raw_parts(line, length as usize)) };
    if !watched.watcher.look(report, line) {
        watched.handle.stop();
    }
}

/// Adds a node to the list in `context`. The library calls this function for each node of a tree.
unsafe extern "C" fn note(context: *mut c_void, node: *const imm_node) -> i32 {
    // SAFETY: `Session::tree` has passed this context; the node is valid for this call.
    let (nodes, node) = unsafe { (&mut *context.cast::<Vec<imm_node>>(), &*node) };
    nodes.push(*node);
    IMM_VISIT_BELOW
}
