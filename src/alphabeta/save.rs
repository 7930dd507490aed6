//! Saves an alpha-beta search as bytes, even in the middle of an iteration, and loads a saved
//! search. A save contains the plies of the stack with their move lists and best lines, the
//! results, the killers, the table and the history. A save does not contain undo data: a continued
//! search makes the moves of the stack again.

use super::order::History;
use super::reply;
use super::stack::{Expected, Frame, Phase, Stack};
use super::table::Table;
use super::{AlphaBeta, Config, Found, Progress};
use crate::base::bytes::{ByteReader, ByteWriter, InvalidBytes, check};
use crate::game::Move;
use crate::game::knowledge::Knowledge;
use crate::game::snapshot::Snapshot;
use crate::game::value::Proof;
use crate::keep::error::LoadError;
use crate::keep::format::{Identity, put_stop, take_stop};
use crate::report::score::{INFINITE, Score};
use crate::simulation::Board;
use core::fmt::{self, Debug, Formatter};

/// The parts of an alpha-beta search, without the type of the game.
pub struct DepthParts<'s, 'm> {
    pub(super) config: Config,
    max_moves: u32,
    pub(super) can_look_up: &'s bool,
    pub(super) keyed: &'s mut bool,
    pub(super) number: &'s mut u32,
    pub(super) progress: &'s mut Progress,
    pub(super) stack: &'s mut Stack<'m>,
    pub(super) table: &'s mut Table<'m>,
    history: &'s mut History<'m>,
    pub(crate) board: &'s mut dyn Board,
}

impl Debug for DepthParts<'_, '_> {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("DepthParts").finish_non_exhaustive()
    }
}

impl<'m, G: Knowledge + Snapshot> AlphaBeta<'m, G> {
    /// Borrows all parts of the search.
    pub(crate) fn all_parts(&mut self) -> DepthParts<'_, 'm> {
        DepthParts {
            config: self.config,
            max_moves: self.simulation.position.max_moves() as u32,
            can_look_up: &self.can_look_up,
            keyed: &mut self.keyed,
            number: &mut self.number,
            progress: &mut self.progress,
            stack: &mut self.stack,
            table: &mut self.table,
            history: &mut self.history,
            board: &mut self.simulation,
        }
    }
}

impl DepthParts<'_, '_> {
    pub(crate) fn identity(&mut self) -> Identity {
        let player = u64::from(self.config.switches.bits()) << 8 | u64::from(self.config.evaluator.number());
        let (buckets, merits) = (self.table.memory().len(), self.history.memory().len());
        let [plies, buckets, merits] = [self.stack.plies(), buckets, merits].map(|size| size as u32);
        Identity { method: 2, player, sizes: [plies, buckets, merits, self.max_moves] }
    }

    pub(crate) fn save(&mut self, out: &mut ByteWriter<'_>) {
        put_progress(self.progress, out);
        for ply in 0..self.progress.plies_under_way() {
            let frame = self.stack.frames.get(ply).copied().unwrap_or_default();
            put_frame(&frame, out);
            put_moves(self.stack.list_of(ply, frame.count), out);
            put_moves(self.stack.line_of(ply, frame.line_len), out);
        }
        for frame in self.stack.frames.iter().take(self.stack.plies()) {
            put_moves(&frame.killers, out);
        }
        put_moves(self.stack.line_of(self.stack.plies(), self.progress.found.line_len), out);
        self.table.save(out);
        self.history.save(out);
    }

    /// Loads a save. `position` is the position of the search as bytes, and the scratch position
    /// must be the same position.
    pub(crate) fn load(&mut self, from: &mut ByteReader<'_>, position: &[u8]) -> Result<(), LoadError> {
        let progress = take_progress(from)?;
        let plies = self.stack.plies();
        let Progress { depth, ply, found, .. } = &progress;
        check(*depth <= plies && (*depth == 0 && *ply == 0 || *ply < plies))?;
        check(usize::from(found.line_len) <= plies && found.depth <= plies)?;
        let legal = self.board.list().ok_or(InvalidBytes)?;
        check(found.best == Move::NONE || self.board.has_listed(legal, found.best))?;
        let rest = from.clone();
        self.take_plies(&progress, from, Some(position))?;
        from.end()?;
        self.board.read(position)?;
        if !self.board.adopt() {
            return Err(LoadError::Damaged);
        }
        // The second reading cannot fail, because the first reading checked the same bytes.
        let _ = self.take_plies(&progress, &mut rest.clone(), None);
        *self.progress = progress;
        Ok(())
    }

    /// Reads the part of a save that belongs in caller-provided memory. If `position` is given,
    /// only checks the bytes. To do this, it plays the moves of the stack and of the lines on the
    /// scratch position. It changes nothing else.
    fn take_plies(
        &mut self,
        progress: &Progress,
        from: &mut ByteReader<'_>,
        position: Option<&[u8]>,
    ) -> Result<(), InvalidBytes> {
        let (plies, under_way) = (self.stack.plies(), progress.plies_under_way());
        let first = from.clone();
        for ply in 0..under_way {
            let SavedPly { frame, list, line } = take_ply(from)?;
            check(usize::from(frame.line_len) <= plies.wrapping_sub(ply))?;
            check(u32::from(frame.count) <= self.max_moves && frame.next <= frame.count)?;
            if let Some(position) = position {
                self.arrive(ply, position, first.clone())?;
                self.try_ply(&frame, list, ply.wrapping_add(1) == under_way)?;
                // A chance event has no line, but the bounds of its outcomes.
                if frame.phase != Phase::Chance {
                    self.try_line(line)?;
                }
            } else {
                if let Some(place) = self.stack.frames.get_mut(ply) {
                    *place = frame;
                }
                take_moves(list, self.stack.list_of(ply, frame.count));
                take_moves(line, self.stack.line_of(ply, frame.line_len));
            }
        }
        for ply in 0..plies {
            let mut killers = [Move::NONE; 2];
            take_moves(from.take(8)?, &mut killers);
            if let Some(frame) = self.stack.frames.get_mut(ply).filter(|_| position.is_none()) {
                frame.killers = killers;
            }
        }
        let line = from.take(usize::from(progress.found.line_len).wrapping_mul(4))?;
        let first = ByteReader::new(line).u32();
        check(first.is_err() || first == Ok(progress.found.best.0))?;
        if let Some(position) = position {
            self.board.read(position)?;
            self.try_line(line)?;
        } else {
            take_moves(line, self.stack.line_of(plies, progress.found.line_len));
        }
        self.table.load(from, position.is_none())?;
        self.history.load(from, position.is_none())
    }

    /// Sets the scratch position to the position after the moves of the first `count` plies, which
    /// must already be checked.
    fn arrive(&mut self, count: usize, position: &[u8], mut plies: ByteReader<'_>) -> Result<(), InvalidBytes> {
        self.board.read(position)?;
        for _ in 0..count {
            let SavedPly { frame, .. } = take_ply(&mut plies)?;
            if frame.phase == Phase::Pass {
                check(self.board.pass())?;
            } else if reply::is_on(self.config.switches) {
                check(reply::play_again(self.board, &frame))?;
            } else {
                self.board.play(frame.mv);
            }
        }
        Ok(())
    }

    /// Checks that the moves of a ply are legal in the scratch position.
    fn try_ply(&mut self, frame: &Frame, list: &[u8], top: bool) -> Result<(), InvalidBytes> {
        let legal = self.board.list().ok_or(InvalidBytes)?;
        let by_chance = frame.phase == Phase::Chance;
        #[cfg(feature = "chance")]
        check(self.board.comes_to_chance() == by_chance)?;
        check(legal > 0 && (by_chance || frame.mover == self.board.to_move()))?;
        let mut list = ByteReader::new(list);
        while let Ok(mv) = list.u32() {
            check(self.board.has_listed(legal, Move(mv)))?;
        }
        let tried = if top { frame.again } else { frame.phase != Phase::Pass };
        let skips = reply::is_on(self.config.switches) && frame.mv == Move::NONE;
        check(!tried || skips || self.board.has_listed(legal, frame.mv))
    }

    /// Plays the moves of a line on the scratch position, and checks that each move is legal.
    #[inline(never)] // halves the code: there are two callers
    fn try_line(&mut self, line: &[u8]) -> Result<(), InvalidBytes> {
        let mut line = ByteReader::new(line);
        while let Ok(mv) = line.u32() {
            let legal = self.board.list().ok_or(InvalidBytes)?;
            check(self.board.has_listed(legal, Move(mv)))?;
            self.board.play(Move(mv));
        }
        Ok(())
    }
}

/// A saved ply of the stack, with its list of moves and its line.
struct SavedPly<'a> {
    frame: Frame,
    list: &'a [u8],
    line: &'a [u8],
}

#[inline(never)] // halves the code: there are two callers
fn take_ply<'a>(from: &mut ByteReader<'a>) -> Result<SavedPly<'a>, InvalidBytes> {
    let frame = take_frame(from)?;
    let list = from.take(usize::from(frame.count).wrapping_mul(4))?;
    let line = from.take(usize::from(frame.line_len).wrapping_mul(4))?;
    Ok(SavedPly { frame, list, line })
}

fn put_bool(flag: bool, out: &mut ByteWriter<'_>) {
    out.put_u8(u8::from(flag));
}

fn take_bool(from: &mut ByteReader<'_>) -> Result<bool, InvalidBytes> {
    match from.u8()? {
        0 => Ok(false),
        1 => Ok(true),
        _ => Err(InvalidBytes),
    }
}

fn put_score(score: Score, out: &mut ByteWriter<'_>) {
    out.put_u32(score.cast_unsigned());
}

fn take_score(from: &mut ByteReader<'_>) -> Result<Score, InvalidBytes> {
    let score = from.u32()?.cast_signed();
    check(score.unsigned_abs() <= INFINITE.unsigned_abs().wrapping_mul(2))?;
    Ok(score)
}

fn put_moves(moves: &[Move], out: &mut ByteWriter<'_>) {
    moves.iter().for_each(|mv| out.put_u32(mv.0));
}

/// Fills `moves` from the bytes. If there are too few bytes, the remaining moves become
/// [`Move::NONE`].
fn take_moves(bytes: &[u8], moves: &mut [Move]) {
    let mut from = ByteReader::new(bytes);
    for slot in moves {
        *slot = from.u32().map_or(Move::NONE, Move);
    }
}

fn put_found(found: &Found, out: &mut ByteWriter<'_>) {
    let &Found { best, score, line_len, depth, previous, latest, step, proof, distance, whole, efforts, leaps } = found;
    put_moves(&[best, previous], out);
    [score, latest, step].iter().for_each(|&score| put_score(score, out));
    out.put_u16(line_len);
    out.put_u16(depth as u16);
    out.put_u8(proof as u8);
    out.put_u8(distance);
    efforts.iter().for_each(|&effort| out.put_u32(effort));
    put_bool(leaps, out);
    put_bool(whole, out);
}

fn take_found(from: &mut ByteReader<'_>) -> Result<Found, InvalidBytes> {
    let (best, previous) = (Move(from.u32()?), Move(from.u32()?));
    let (score, latest, step) = (take_score(from)?, take_score(from)?, take_score(from)?);
    let (line_len, depth) = (from.u16()?, usize::from(from.u16()?));
    let (proof, distance) = (from.u8()?, from.u8()?);
    check(proof <= Proof::Draw as u8)?;
    let proof = Proof::from_bits(proof.into());
    let (efforts, leaps, whole) = ([from.u32()?, from.u32()?], take_bool(from)?, take_bool(from)?);
    Ok(Found { best, score, line_len, depth, previous, latest, step, proof, distance, whole, efforts, leaps })
}

fn put_progress(progress: &Progress, out: &mut ByteWriter<'_>) {
    put_bool(progress.deeper_counts, out);
    out.put_u16(progress.depth as u16);
    out.put_u16(if progress.depth == 0 { 0 } else { progress.ply as u16 });
    out.put_u16(progress.last_end.cast_unsigned());
    put_bool(progress.counts, out);
    put_score(progress.error, out);
    put_found(&progress.found, out);
    out.put_side(progress.mover);
    out.put_u64(progress.signature);
    out.put_u64(progress.visited);
    out.put_u32(progress.effort);
    out.put_u32(progress.elapsed_ms);
    put_stop(progress.stop, out);
}

fn take_progress(from: &mut ByteReader<'_>) -> Result<Progress, InvalidBytes> {
    Ok(Progress {
        deeper_counts: take_bool(from)?,
        depth: usize::from(from.u16()?),
        ply: usize::from(from.u16()?),
        last_end: from.u16()?.cast_signed(),
        counts: take_bool(from)?,
        error: take_score(from)?,
        found: take_found(from)?,
        mover: from.side()?,
        signature: from.u64()?,
        visited: from.u64()?,
        effort: from.u32()?,
        elapsed_ms: from.u32()?,
        stop: take_stop(from)?,
    })
}

/// Writes a ply without its killers. The killers are written separately.
fn put_frame(frame: &Frame, out: &mut ByteWriter<'_>) {
    out.put_u64(frame.key);
    [frame.alpha, frame.beta, frame.alpha0, frame.best].iter().for_each(|&score| put_score(score, out));
    put_moves(&[frame.best_move, frame.mv], out);
    [frame.depth, frame.cost, frame.spared].iter().for_each(|depth| out.put_u16(depth.cast_unsigned()));
    [frame.count, frame.next, frame.line_len].iter().for_each(|&number| out.put_u16(number));
    out.put(&[frame.cuts, frame.cuts_needed]);
    out.put_side(frame.mover);
    out.put(&[frame.expected as u8, frame.phase as u8]);
    [frame.scout, frame.again, frame.truncated].iter().for_each(|&flag| put_bool(flag, out));
}

fn take_frame(from: &mut ByteReader<'_>) -> Result<Frame, InvalidBytes> {
    let key = from.u64()?;
    let (alpha, beta, alpha0, best) = (take_score(from)?, take_score(from)?, take_score(from)?, take_score(from)?);
    let (best_move, mv) = (Move(from.u32()?), Move(from.u32()?));
    let [depth, cost, spared] = [from.u16()?, from.u16()?, from.u16()?].map(u16::cast_signed);
    let (count, next, line_len) = (from.u16()?, from.u16()?, from.u16()?);
    let (cuts, cuts_needed, mover) = (from.u8()?, from.u8()?, from.side()?);
    let (expected, phase) = (from.u8()?, from.u8()?);
    let kinds = [Expected::Exact, Expected::Cut, Expected::All];
    let expected = kinds.into_iter().find(|&kind| kind as u8 == expected).ok_or(InvalidBytes)?;
    let phases = [
        Phase::Moves,
        Phase::Pass,
        Phase::Verify,
        Phase::MultiCut,
        Phase::Probe,
        Phase::Noisy,
        #[cfg(feature = "chance")]
        Phase::Chance,
    ];
    let phase = phases.into_iter().find(|&kind| kind as u8 == phase).ok_or(InvalidBytes)?;
    let (scout, again, truncated) = (take_bool(from)?, take_bool(from)?, take_bool(from)?);
    let window = Frame { key, alpha, beta, alpha0, best, best_move, mv, ..Frame::default() };
    let progress = Frame { depth, cost, spared, count, next, line_len, ..window };
    Ok(Frame { cuts, cuts_needed, mover, expected, phase, scout, again, truncated, ..progress })
}

#[cfg(test)]
#[path = "save_tests.rs"]
mod tests;
