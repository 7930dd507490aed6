//! Tests the functions that store or copy data: snapshots of positions, saves of searches, undo,
//! and clones of states. Also tests a change of a state's player.

use super::World;
use super::live::{Clock, Live, Refusals};
use crate::block::Block;
use crate::source::Source;
use crate::transcript::call;
use anyhow::{Result, ensure};
use imm_host::*;
use std::ffi::c_void;
use std::ptr::{null, null_mut};
use std::rc::Rc;

impl World {
    pub(crate) fn position_bytes(&mut self, live: &mut Live, source: &mut Source<'_>) -> Result<()> {
        let size = call!(self.t, imm_position_size(live.state));
        let refusals = Refusals::default().when(live.small, IMM_ERR_UNSUPPORTED);
        let status = if size == 0 { call!(self.t, imm_last_status(live.state)) } else { IMM_OK };
        if !self.judge(live, "imm_position_size", status, &refusals)? {
            return Ok(());
        }
        let expected = if live.is_tolerant() { self.bytes_now(live)? } else { live.shadow.bytes() };
        ensure!(expected.len() <= size, "a position of {} bytes, {size} at most", expected.len());
        let room = source.pick(&[size, size, expected.len(), expected.len() - 1, 0]);
        let (bytes, length) = (self.outs.first.list(room), self.outs.second.of::<usize>());
        let bytes = if source.once_in(12) { null_mut() } else { bytes };
        let length = if source.once_in(20) { null_mut() } else { length };
        let status = call!(self.t, imm_position_bytes(live.state, bytes, room, length));
        let refusals = Refusals::default()
            .when(room < expected.len(), IMM_ERR_BUFFER)
            .when((bytes.is_null() && room > 0) || length.is_null(), IMM_ERR_NULL);
        if !self.judge(live, "imm_position_bytes", status, &refusals)? {
            return self.outs.first.check_unwritten("imm_position_bytes");
        }
        self.outs.first.check_from(expected.len(), "imm_position_bytes")?;
        ensure!(self.outs.first.bytes()[..expected.len()] == expected, "imm_position_bytes writes another position");
        // SAFETY: a number was written.
        let written: usize = unsafe { self.outs.second.read() };
        ensure!(written == expected.len(), "imm_position_bytes writes {written} bytes, not {}", expected.len());
        self.set_position_bytes(live, expected, source)
    }

    /// Sets up a position from bytes: the current position, an earlier position or the starting
    /// position. In a built-in game, the bytes are sometimes damaged. In any game, the bytes
    /// sometimes have a wrong length.
    fn set_position_bytes(&mut self, live: &mut Live, bytes: Vec<u8>, source: &mut Source<'_>) -> Result<()> {
        let mut bytes = match source.below(4) {
            0 => live.start.bytes(),
            1 if !live.past.is_empty() => live.past[source.below(live.past.len())].bytes(),
            _ => bytes,
        };
        if live.own.is_none() && source.once_in(2) {
            for _ in 0..source.within(1, 3) {
                let place = source.below(bytes.len());
                bytes[place] = source.byte();
            }
        }
        if source.once_in(8) {
            let length = source.below(bytes.len() + 4);
            bytes.resize(length, 0);
        }
        live.arm(source);
        let mut shadow = live.shadow.copy();
        let read = shadow.set_bytes(&bytes);
        let given = if source.once_in(20) { null() } else { self.outs.given.given(&bytes).cast::<c_void>() };
        let refusals = Refusals::default()
            .when(given.is_null() && !bytes.is_empty(), IMM_ERR_NULL)
            .when(!read || given.is_null(), IMM_ERR_BYTES);
        let status = call!(self.t, imm_set_position_bytes(live.state, given, bytes.len()));
        if self.judge(live, "imm_set_position_bytes", status, &refusals)? {
            live.set_up(shadow);
        }
        Ok(())
    }

    pub(crate) fn keep_history(&mut self, live: &mut Live, source: &mut Source<'_>) -> Result<()> {
        if source.once_in(8) {
            let status = call!(self.t, imm_keep_history(live.state, null_mut(), 0));
            let refusals = Refusals::default().when(live.small, IMM_ERR_UNSUPPORTED);
            if self.judge(live, "imm_keep_history", status, &refusals)? {
                (live.history, live.past, live.sure, live.kept) = (None, Vec::new(), 0, 0);
            }
            return Ok(());
        }
        let plies = source.number(&[0, 1, 2, 5, 20]);
        let needed = call!(self.t, imm_history_size(live.state, plies));
        let status = if needed == 0 { call!(self.t, imm_last_status(live.state)) } else { IMM_OK };
        let refusals = Refusals::default().when(live.small, IMM_ERR_UNSUPPORTED);
        if !self.judge(live, "imm_history_size", status, &refusals)? {
            return Ok(());
        }
        let size = if needed > 1 << 18 { 100 } else { needed };
        let size = if source.once_in(4) { source.below(size) } else { size };
        let slip = if source.once_in(12) { source.within(1, 15) } else { 0 };
        let memory = Block::new(size, slip, &self.around);
        let status = call!(self.t, imm_keep_history(live.state, memory.start().cast(), size));
        // The history must have room for at least one move, and for the position after the move.
        let smallest = call!(self.t, imm_history_size(live.state, 1));
        let refusals = Refusals::default().when(slip != 0, IMM_ERR_MISALIGNED).when(size < smallest, IMM_ERR_TOO_SMALL);
        if !self.judge_earlier(live, "imm_keep_history", status, &refusals)? {
            return Ok(());
        }
        let kept = (1..).take_while(|&plies| self.history_size(live, plies) <= size).last().unwrap_or(0);
        (live.history, live.past, live.sure, live.kept) = (Some(memory), Vec::new(), 0, kept as usize);
        Ok(())
    }

    fn history_size(&self, live: &Live, plies: u32) -> usize {
        call!(self.t, imm_history_size(live.state, plies))
    }

    pub(crate) fn undo(&mut self, live: &mut Live, source: &mut Source<'_>) -> Result<()> {
        for _ in 0..source.within(1, 3) {
            let status = call!(self.t, imm_undo(live.state));
            let mut refusals = Refusals::default()
                .when(live.small, IMM_ERR_UNSUPPORTED)
                .when(live.past.is_empty() && !live.small, IMM_ERR_NO_PAST);
            if live.sure == 0 {
                refusals.may.push(IMM_ERR_NO_PAST);
            }
            if !self.judge(live, "imm_undo", status, &refusals)? {
                if status == IMM_ERR_NO_PAST {
                    live.past.clear();
                }
                return Ok(());
            }
            let before = live.past.pop();
            ensure!(before.is_some(), "imm_undo takes back what was not played");
            live.shadow = before.unwrap_or_else(|| live.start.copy());
            live.sure = live.sure.saturating_sub(1);
            live.emptied();
            self.verify(live, source)?;
        }
        Ok(())
    }

    /// Clones a state, and replaces another state of the scenario with the clone.
    pub(crate) fn copy(&mut self, live: &mut Live, index: usize, source: &mut Source<'_>) -> Result<()> {
        let whole = live.room();
        let size = whole;
        let size = match source.below(8) {
            0 => source.below(size),
            1 => size + source.below(100),
            _ => size,
        };
        let slip = if source.once_in(12) { source.within(1, 15) } else { 0 };
        let block = Block::new(size, slip, &self.around);
        let out = if source.once_in(20) { null_mut() } else { self.outs.first.of::<*mut imm_state>() };
        let overlaps = source.once_in(12);
        let memory = if overlaps { live.state.cast() } else { block.start() };
        let status = call!(self.t, imm_clone(live.state, memory.cast(), size, out));
        let mut refusals = Refusals::default()
            .when(live.small, IMM_ERR_UNSUPPORTED)
            .when(out.is_null(), IMM_ERR_NULL)
            .when(slip != 0 && !overlaps, IMM_ERR_MISALIGNED)
            .when(overlaps && size > 0, IMM_ERR_BUFFER)
            .when(size < IMM_ALIGN, IMM_ERR_TOO_SMALL);
        if size < whole {
            refusals.may.push(IMM_ERR_TOO_SMALL); // the clone succeeds if the state does not use the missing bytes
        }
        if !self.judge(live, "imm_clone", status, &refusals)? {
            return if out.is_null() { Ok(()) } else { self.outs.first.check_unwritten("imm_clone") };
        }
        // SAFETY: a handle was written.
        let state: *mut imm_state = unsafe { self.outs.first.read() };
        ensure!(state.cast() == block.start(), "a copy lies elsewhere than it should");
        let mut other = live.copied(state, block);
        self.go_on_alike(live, &mut other, source)?;
        let place = (index + 1) % self.states.len();
        if let Some(old) = self.states[place].replace(other) {
            old.check_around()?;
        }
        Ok(())
    }

    /// Checks that two equal states give the same results in the next search.
    fn go_on_alike(&mut self, one: &mut Live, other: &mut Live, source: &mut Source<'_>) -> Result<()> {
        let iterations = source.pick(&[1, 3, 8]);
        let mut found = Vec::new();
        for live in [&mut *one, &mut *other] {
            self.current.set(null_mut()); // so that a stopped clock does not end the search
            let found_by = self.go_on(live, iterations)?;
            let room = self.outs.first.of::<imm_report>();
            let status = call!(self.t, imm_get_report_sized(live.state, room, size_of::<imm_report>()));
            ensure!(status == IMM_OK, "imm_get_report answers {status}");
            // SAFETY: the report was written.
            let report: imm_report = unsafe { self.outs.first.read() };
            self.check_report(live, &report)?;
            self.verify(live, source)?;
            let imm_report { best, signature, nodes, visits, value, proof, .. } = report;
            found.push((found_by, status, best, signature, nodes, visits, value.to_bits(), proof));
        }
        self.current.set(one.state);
        ensure!(found[0] == found[1], "two states that are alike go on differently: {found:?}");
        Ok(())
    }

    /// Searches for a few simulations. Returns the status of imm_step() or, if values are told, of
    /// the last call that collected leaves.
    pub(crate) fn go_on(&self, live: &mut Live, iterations: u32) -> Result<i32> {
        let status = call!(self.t, imm_step(live.state, iterations));
        // If callbacks gave false answers, the tree may contain positions after the end of the
        // game.
        ensure!(status == live.search_status() || live.lied, "imm_step answers {status}");
        if live.is_told() { self.step_told(live, iterations) } else { Ok(status) }
    }

    /// Saves the state. Loads the saved bytes, sometimes with a changed byte, into the same state
    /// or into another state.
    pub(crate) fn save_and_load(&mut self, live: &mut Live, index: usize, source: &mut Source<'_>) -> Result<()> {
        let size = call!(self.t, imm_save_size(live.state));
        let status = if size == 0 { call!(self.t, imm_last_status(live.state)) } else { IMM_OK };
        let refusals = Refusals::default().when(live.small, IMM_ERR_UNSUPPORTED);
        if !self.judge(live, "imm_save_size", status, &refusals)? {
            return Ok(());
        }
        live.leaves.end_waiting();
        let short = source.once_in(6);
        let mut room = Block::new(if short { source.below(size) } else { size }, source.below(16), &self.around);
        let length = self.outs.first.of::<usize>();
        let status = call!(self.t, imm_save(live.state, room.start().cast(), room.size(), length));
        let refusals = Refusals::default().when(short, IMM_ERR_BUFFER);
        let done = self.judge(live, "imm_save", status, &refusals)?;
        room.check_around()?;
        if !done {
            return self.outs.first.check_unwritten("imm_save");
        }
        // SAFETY: a number was written.
        let written: usize = unsafe { self.outs.first.read() };
        ensure!(written == size, "imm_save writes {written} bytes, and said {size}");
        if !live.timed_by_host {
            self.t.found(room.bytes()); // the bytes include the duration of the latest search
        }
        let damaged = source.once_in(3);
        if damaged {
            let place = source.below(size);
            room.bytes_mut()[place] ^= source.byte().max(1);
        }
        if source.once_in(2) {
            return self.load(live, &room, damaged, source);
        }
        let place = (index + 1) % self.states.len();
        let Some(mut other) = self.states[place].take() else { return Ok(()) };
        self.current.set(other.state);
        let loaded = self.load_elsewhere(live, &mut other, &room, damaged, source);
        self.current.set(live.state);
        self.states[place] = Some(other);
        loaded
    }

    fn load(&mut self, live: &mut Live, bytes: &Block, damaged: bool, source: &mut Source<'_>) -> Result<()> {
        // Sometimes play a move before loading the save. Loading must restore the position before
        // the move.
        let legal = live.shadow.moves();
        let (before, owed) = (live.shadow.copy(), (live.owed, live.winning));
        let (tainted, lied) = (live.tainted, live.lied);
        let leaves = live.leaves.clone();
        if !legal.is_empty() && source.once_in(2) {
            let mv = source.pick(&legal);
            let status = call!(self.t, imm_play(live.state, mv));
            if self.judge(live, "imm_play", status, &Refusals::default())? {
                live.played(mv);
            }
        }
        live.arm(source);
        let status = call!(self.t, imm_load(live.state, bytes.start().cast(), bytes.size()));
        let mut refusals = Refusals::default().when(damaged, IMM_ERR_BYTES);
        if tainted {
            refusals.may.push(IMM_ERR_BYTES); // for example a tree with moves that do not exist
        }
        if damaged {
            refusals.may.extend([IMM_ERR_SAVED_VERSION, IMM_ERR_SAVED_GAME, IMM_ERR_SAVED_PLAYER]);
        }
        if self.judge(live, "imm_load", status, &refusals)? {
            live.set_up(before);
            (live.leaves, live.owed, live.winning) = (leaves, owed.0, owed.1);
            (live.tainted, live.lied) = (tainted, lied);
        }
        Ok(())
    }

    /// Loads a save of the state `live` into the state `other`. If the library accepts the save,
    /// both states must be equal.
    fn load_elsewhere(
        &mut self,
        live: &mut Live,
        other: &mut Live,
        bytes: &Block,
        damaged: bool,
        source: &mut Source<'_>,
    ) -> Result<()> {
        let own_game = |live: &Live| live.own.as_ref().map(Rc::as_ptr);
        if own_game(live) != own_game(other) && live.own.is_some() && other.own.is_some() {
            return Ok(()); // the library cannot distinguish two custom games that look the same
        }
        let status = call!(self.t, imm_load(other.state, bytes.start().cast(), bytes.size()));
        // In Onitama, `board` selects only the cards, and the cards are part of the position.
        let same_board = live.game.board == other.game.board || live.name.starts_with("Onitama");
        let same = live.game.builtin == other.game.builtin && same_board && own_game(live) == own_game(other);
        let refusals = match (damaged, other.small, same) {
            (_, true, _) => Refusals { must: vec![IMM_ERR_UNSUPPORTED], may: vec![] },
            (true, ..) => Refusals { must: vec![IMM_ERR_BYTES], may: OTHERS.to_vec() },
            (_, _, false) => Refusals { must: OTHERS.to_vec(), may: vec![] },
            _ if live.tainted => Refusals { must: vec![], may: [&OTHERS[..], &[IMM_ERR_BYTES]].concat() },
            _ => Refusals { must: vec![], may: OTHERS.to_vec() },
        };
        if self.judge(other, "imm_load elsewhere", status, &refusals)? {
            other.set_up(live.shadow.copy());
            (other.owed, other.winning, other.tainted) = (live.owed, live.winning, live.tainted);
            (other.lied, other.leaves) = (live.lied, live.leaves.clone());
            other.timed_by_host |= live.timed_by_host;
            self.go_on_alike(live, other, source)?;
        }
        self.verify(other, source)
    }

    pub(crate) fn change_player(&mut self, live: &mut Live, source: &mut Source<'_>) -> Result<()> {
        let by_text = source.once_in(2);
        let wanted = self.wanted_player(live.is_slow(), source)?;
        let mut refusals = self.refused_player(&wanted, &live.game, live.room())?.when(live.small, IMM_ERR_UNSUPPORTED);
        let status = if by_text && wanted.text.is_some() {
            let text = wanted.text.clone().unwrap_or_default();
            let seed = wanted.config.seed;
            call!(self.t, imm_set_player_text(live.state, self.outs.given.text(text.as_bytes()), seed))
        } else if wanted.spec_status != IMM_OK {
            live.disarm();
            return Ok(()); // no valid configuration
        } else {
            call!(self.t, imm_set_player(live.state, &raw const wanted.config))
        };
        if by_text && wanted.text.is_some() && wanted.spec_status != IMM_OK {
            refusals.must.push(wanted.spec_status);
        }
        if !self.judge(live, "imm_set_player", status, &refusals)? {
            return Ok(());
        }
        let clock = if by_text && wanted.text.is_some() { live.clock.clone() } else { wanted.clock };
        let played = self.played(&wanted.config, &raw const live.game, live.room());
        let was_told = live.is_told();
        (live.config, live.clock) = (played, clock);
        self.recount_told(live, was_told)?;
        live.name = format!("{}, then {}", live.name, wanted.text.as_deref().unwrap_or("fields"));
        // The model keeps the proven win, because changing the player does not make a proof false.
        Ok(())
    }

    /// Checks a status as [`World::judge`] does, but does not call imm_last_status(), because a
    /// later call has already changed the latest status.
    fn judge_earlier(&self, live: &mut Live, what: &str, status: i32, refusals: &Refusals) -> Result<bool> {
        live.disarm();
        self.check_callbacks(live)?;
        let Refusals { must, .. } = refusals;
        let expected = if must.is_empty() { status == IMM_OK } else { must.contains(&status) };
        ensure!(expected, "{what} answered {status}, expected of {must:?}");
        Ok(status == IMM_OK)
    }
}

/// The errors that imm_load() may return for the save of another state.
const OTHERS: [imm_status; 4] = [IMM_ERR_SAVED_VERSION, IMM_ERR_SAVED_GAME, IMM_ERR_SAVED_PLAYER, IMM_ERR_SAVED_MEMORY];

impl Live {
    /// Returns the model of a clone of this state.
    fn copied(&self, state: *mut imm_state, block: Block) -> Self {
        Self {
            name: self.name.clone(),
            state,
            block,
            game: self.game,
            small: self.small,
            own: self.own.clone(),
            worth: self.worth.clone(),
            start: self.start.copy(),
            shadow: self.shadow.copy(),
            past: Vec::new(),
            sure: 0,
            kept: 0,
            history: None,
            net: self.net.clone(),
            config: self.config,
            leaves: self.leaves.clone(),
            clock: match &self.clock {
                Clock::Crooked(clock) => Clock::Crooked(clock.clone()),
                other => other.clone(),
            },
            timed_by_host: self.timed_by_host,
            tainted: self.tainted,
            lied: self.lied,
            lied_now: false,
            owed: self.owed,
            winning: self.winning,
        }
    }
}
