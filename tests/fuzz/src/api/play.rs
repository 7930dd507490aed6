//! Tests the functions that play moves, write and parse moves and positions, and set up new
//! positions.

use super::World;
use super::live::{Live, Refusals};
use crate::source::Source;
use crate::transcript::call;
use anyhow::{Result, ensure};
use imm_host::*;
use std::ptr::{null, null_mut};

impl World {
    /// Returns a legal move, or an arbitrary number that is rarely a legal move.
    fn any_move(live: &Live, source: &mut Source<'_>) -> imm_move {
        let legal = live.shadow.moves();
        if legal.is_empty() || source.once_in(6) {
            source.number(&[IMM_MOVE_NONE, 0, 1, 2, 5, 63])
        } else {
            source.pick(&legal)
        }
    }

    pub(crate) fn play(&mut self, live: &mut Live, source: &mut Source<'_>) -> Result<()> {
        let mv = Self::any_move(live, source);
        let legal = live.shadow.moves().contains(&mv);
        let status = call!(self.t, imm_play(live.state, mv));
        let refusals = match live.is_over() {
            true => Refusals::default().when(true, IMM_ERR_GAME_OVER),
            false => Refusals::default().when(!legal, IMM_ERR_ILLEGAL_MOVE),
        };
        if self.judge(live, "imm_play", status, &refusals)? {
            ensure!(legal, "imm_play plays {mv}, which is not legal");
            live.played(mv);
        }
        Ok(())
    }

    pub(crate) fn legal_moves(&mut self, live: &mut Live, source: &mut Source<'_>) -> Result<()> {
        let capacity = source.pick(&[0, 1, 2, 100]);
        let room = self.outs.first.list::<imm_move>(capacity);
        let room = if source.once_in(6) { null_mut() } else { room };
        let count = call!(self.t, imm_legal_moves(live.state, room, capacity as u32));
        let refusals = Refusals::default().when(room.is_null() && capacity > 0, IMM_ERR_NULL);
        if !self.judge(live, "imm_legal_moves", count, &refusals)? {
            return self.outs.first.check_unwritten("imm_legal_moves");
        }
        let expected = live.shadow.moves();
        let lied = live.lied_now;
        ensure!(lied || count as usize == expected.len(), "imm_legal_moves counts {count}, not {}", expected.len());
        self.outs.first.check_from(4 * capacity.min(count as usize), "imm_legal_moves")
    }

    pub(crate) fn move_texts(&mut self, live: &mut Live, source: &mut Source<'_>) -> Result<()> {
        let mv = Self::any_move(live, source);
        let legal = live.shadow.moves().contains(&mv);
        let size = source.pick(&[IMM_TEXT_MAX + 1, IMM_TEXT_MAX, 20, 5, 3, 1, 0]);
        let room = self.outs.first.take(size, 1).cast();
        let status = call!(self.t, imm_move_text(live.state, mv, room, size));
        let text = if legal { live.shadow.move_text(mv) } else { String::new() };
        let refusals = Refusals::default()
            .when(live.small, IMM_ERR_UNSUPPORTED)
            .when(!legal, IMM_ERR_ILLEGAL_MOVE)
            .when(size <= text.len(), IMM_ERR_BUFFER);
        if !self.judge(live, "imm_move_text", status, &refusals)? {
            return self.outs.first.check_no_text("imm_move_text");
        }
        self.outs.first.check_around("imm_move_text")?;
        let written = self.outs.first.written_text();
        ensure!(written.is_some(), "imm_move_text wrote no closing 0");
        if live.lied_now {
            return Ok(()); // the callback's text may be any text
        }
        ensure!(written.as_deref() == Some(text.as_bytes()), "imm_move_text wrote {written:?}, not {text}");
        let damaged = if source.once_in(3) { damaged(text.as_bytes(), source) } else { text.clone().into_bytes() };
        live.arm(source);
        let room = if source.once_in(20) { null_mut() } else { self.outs.first.of::<imm_move>() };
        let status = call!(self.t, imm_parse_move(live.state, self.outs.given.text(&damaged), room));
        let names = |mv: &&imm_move| live.shadow.move_text(**mv).as_bytes() == damaged;
        let named = live.shadow.moves().iter().find(names).copied();
        let refusals = Refusals::default().when(room.is_null(), IMM_ERR_NULL).when(named.is_none(), IMM_ERR_TEXT);
        if !self.judge(live, "imm_parse_move", status, &refusals)? {
            return if room.is_null() { Ok(()) } else { self.outs.first.check_unwritten("imm_parse_move") };
        }
        // SAFETY: a number was written.
        let read: imm_move = unsafe { self.outs.first.read() };
        ensure!(live.lied_now || Some(read) == named, "imm_parse_move reads {read}, not {named:?}");
        Ok(())
    }

    pub(crate) fn position_texts(&mut self, live: &mut Live, source: &mut Source<'_>) -> Result<()> {
        let size = source.pick(&[IMM_TEXT_MAX, IMM_TEXT_MAX, 90, 30, 1, 0]);
        let room = self.outs.first.take(size, 1).cast();
        let status = call!(self.t, imm_position_text(live.state, room, size));
        let text = live.shadow.text();
        let refusals = Refusals::default()
            .when(live.small || text.is_none(), IMM_ERR_UNSUPPORTED)
            .when(size == 0 || text.as_ref().is_some_and(|text| size <= text.len()), IMM_ERR_BUFFER);
        if self.judge(live, "imm_position_text", status, &refusals)? {
            let written = self.outs.first.written_text();
            let expected = text.as_deref().map(str::as_bytes);
            ensure!(written.as_deref() == expected, "imm_position_text wrote {written:?}, not {text:?}");
        } else {
            self.outs.first.check_no_text("imm_position_text")?;
        }
        let text = text.unwrap_or_else(|| "4,4|0|4,4|0 1".to_owned()).into_bytes();
        let text = if source.once_in(2) { damaged(&text, source) } else { text };
        live.arm(source);
        let given = if source.once_in(20) { null() } else { self.outs.given.text(&text) };
        let mut shadow = live.shadow.copy();
        let read = std::str::from_utf8(&text).is_ok_and(|text| shadow.set_text(text));
        let refusals = Refusals::default()
            .when(live.small || live.own.is_some(), IMM_ERR_UNSUPPORTED)
            .when(given.is_null(), IMM_ERR_NULL)
            .when(!read, IMM_ERR_TEXT);
        let status = call!(self.t, imm_set_position(live.state, given));
        if self.judge(live, "imm_set_position", status, &refusals)? {
            live.set_up(shadow);
        }
        Ok(())
    }

    /// Calls imm_restart(), imm_shuffle() or imm_forget(), which all empty the tree.
    pub(crate) fn start_again(&mut self, live: &mut Live, source: &mut Source<'_>) -> Result<()> {
        match source.below(4) {
            0 | 1 => {
                let status = call!(self.t, imm_restart(live.state));
                if self.judge(live, "imm_restart", status, &Refusals::default())? {
                    live.set_up(live.start.copy());
                }
            }
            2 => {
                let status = call!(self.t, imm_forget(live.state));
                if self.judge(live, "imm_forget", status, &Refusals::default())? {
                    live.emptied();
                }
            }
            _ => return self.shuffle(live, source),
        }
        Ok(())
    }

    /// Calls imm_shuffle(). The model reads the random new position from the state, and checks that
    /// the position is valid.
    fn shuffle(&mut self, live: &mut Live, source: &mut Source<'_>) -> Result<()> {
        let seed = source.u64();
        let status = call!(self.t, imm_shuffle(live.state, seed));
        let board = live.game;
        // SAFETY: statics of the library.
        let games = unsafe { [(*imm_kalah()).builtin, (*imm_onitama()).builtin, (*imm_einstein()).builtin] };
        let has_others = games.contains(&board.builtin);
        let refusals = Refusals::default().when(live.small || !has_others, IMM_ERR_UNSUPPORTED);
        if !self.judge(live, "imm_shuffle", status, &refusals)? {
            return Ok(());
        }
        let bytes = self.bytes_now(live)?;
        let mut shadow = live.start.copy();
        ensure!(shadow.set_bytes(&bytes), "imm_shuffle leads to an invalid position: {bytes:?}");
        live.set_up(shadow);
        Ok(())
    }

    /// Returns the bytes of a state's position, as the library reports them.
    pub(crate) fn bytes_now(&self, live: &Live) -> Result<Vec<u8>> {
        let size = call!(self.t, imm_position_size(live.state));
        let (room, length) = (self.outs.first.list(size), self.outs.second.of::<usize>());
        let status = call!(self.t, imm_position_bytes(live.state, room, size, length));
        ensure!(status == IMM_OK, "imm_position_bytes answers {status}");
        // SAFETY: a number was written.
        let length: usize = unsafe { self.outs.second.read() };
        self.outs.first.check_from(length, "imm_position_bytes")?;
        let mut bytes = self.outs.first.bytes();
        bytes.truncate(length);
        Ok(bytes)
    }
}

/// Returns a copy of this text with some bytes changed, inserted or removed. No byte is 0.
pub(crate) fn damaged(text: &[u8], source: &mut Source<'_>) -> Vec<u8> {
    let mut text = text.to_vec();
    for _ in 0..source.within(1, 3) {
        let place = source.below(text.len() + 1);
        let letter = match source.below(4) {
            0 => source.byte().max(1),
            1 => source.pick(b"0123456789"),
            2 => source.pick(b"wb.WB,|/ -xo12:\xC3"),
            _ => text.get(source.below(text.len())).copied().unwrap_or(b' '),
        };
        match source.below(4) {
            0 => text.insert(place, letter),
            1 if place < text.len() => drop(text.remove(place)),
            2 => text.truncate(place),
            _ if place < text.len() => text[place] = letter,
            _ => text.push(letter),
        }
    }
    text
}
