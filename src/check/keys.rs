//! Tests hash keys. Each position must have its own key, and the key must not depend on the moves
//! that led to the position. All bits of the keys must be used.

use super::chance::odds_digest;
use super::finding::{push_key, words};
use super::make_unmake::set_digest;
use super::probe_position::Answers;
use super::{CHANCE, Callback, Checker, Difference, Kind, LEVELS, SLOTS};
use crate::base::bits::mix;
use crate::base::text::Text;
use crate::game::Move;

/// The key of a position, and the game's answers about the position.
#[derive(Clone, Copy, Default, Debug)]
pub struct Seen {
    key: u64,
    /// A hash of the legal moves. Their order does not change it.
    moves: u32,
    /// The evaluation as bits.
    evaluation: u32,
    /// A hash of the features. If a chance event comes next, a hash of the weights of the outcomes.
    /// 0 means unknown.
    features: u16,
    /// A hash of the legal moves in the positions of a line of moves. The key decides which line is
    /// played. 0 means unknown.
    future: u16,
    to_move: u8,
    /// The winner (1 or 2) at the end of the line of moves that the key selects. 0 for a draw, or
    /// if the line does not reach the end of the game.
    winner: u8,
    used: bool,
}

/// The results of playing a line of moves.
#[derive(Default, PartialEq)]
struct Played {
    /// A hash of the legal moves in all positions of the line.
    moves: u64,
    /// A hash of the legal moves in the first [`FUTURE`] positions. 0 if the game ends earlier.
    future: u16,
    /// The answer of [`Callback::Outcome`] in the last position.
    outcome: i32,
}

/// The stored keys.
pub(super) struct Keys<'m> {
    seen: &'m mut [Seen],
    /// The latest key, and how often a key differed from the key before.
    last: u64,
    changes: u32,
    /// The bits that have changed.
    changed: u64,
}

impl<'m> Keys<'m> {
    pub(super) fn new(seen: &'m mut [Seen]) -> Self {
        Self { seen, last: 0, changes: 0, changed: 0 }
    }

    /// Stores a position in the slot that its key selects. Returns the position that was in this
    /// slot before, if both have the same key.
    fn note(&mut self, new: Seen) -> Option<Seen> {
        if self.changes > 0 || self.last != 0 {
            self.changed |= self.last ^ new.key;
        }
        self.changes = self.changes.saturating_add(u32::from(self.last != new.key));
        self.last = new.key;
        let at = (mix(new.key) as usize).checked_rem(self.seen.len())?;
        let slot = self.seen.get_mut(at)?;
        let before = *slot;
        *slot = new;
        (before.used && before.key == new.key).then_some(before)
    }
}

/// For one key in `KEYS_PLAYED`, the check plays a line of moves from the position with this key.
/// The line has at most `FUTURE` plies in the small trees of `transpositions.rs`, otherwise at most
/// `GAME_MAX` plies.
const KEYS_PLAYED: u64 = 8;
const FUTURE: u32 = 8;
const GAME_MAX: u32 = 64;

/// To compare two positions, the check plays this many lines of moves from each. `HERE` is the slot
/// that stores one of the positions.
const LINES: u64 = 16;
const HERE: usize = 1;

/// The check reports unused bits only if the key has changed at least this often.
const ENOUGH: u32 = 256;
/// The check reports unused bits only if at least this many bits never change. With few keys, a bit
/// may stay unchanged by chance.
const BITS_SPARED: u32 = 8;

fn is_played(key: u64) -> bool {
    mix(key).is_multiple_of(KEYS_PLAYED)
}

impl Checker<'_, '_> {
    /// Tests the key of this position. At about one position in four, also tests that the order of
    /// moves does not change the key.
    pub(super) fn look_at_keys(&mut self, first: &Answers) {
        if !self.game.has(Callback::Hash) {
            return;
        }
        let listed = self.moves.get(..first.count).unwrap_or_default();
        let moves = set_digest(listed) as u32;
        let (key, evaluation) = (first.get(Callback::Hash), first.evaluation().to_bits());
        let features = match first.is_chance() {
            true => odds_digest(listed, self.game),
            false => first.get(Callback::Features) as u16,
        };
        let mark = self.mark();
        let (future, winner) = self.look_ahead(key, GAME_MAX);
        self.back_to(mark);
        self.note_key(Seen {
            key,
            moves,
            evaluation,
            features,
            future,
            to_move: first.mover() as u8,
            winner,
            used: true,
        });
        if self.rng.below(4) == 0 {
            let mark = self.mark();
            let split = self.swap_moves(first);
            self.back_to(mark);
            if let Some((moves, keys)) = split {
                self.find_split(moves, keys);
            }
        }
    }

    /// Stores the key of the current position. Before the call, the caller writes the position's
    /// legal moves to the spare list; `count` is their number.
    pub(super) fn note_key_here(&mut self, count: usize) {
        if self.game.has(Callback::Hash) {
            let new = self.key_of(count);
            self.note_key(new);
        }
    }

    /// Stores the key of the current position, and a hash of a line of moves from this position.
    /// The spare list has the legal moves of the position, and `slot` has a copy of the position.
    /// Returns true if a different position has the same key.
    pub(super) fn note_key_and_future(&mut self, count: usize, slot: usize) -> bool {
        let new = self.key_of(count);
        let mark = self.mark();
        let (future, _) = self.look_ahead(new.key, FUTURE);
        self.cut_line(mark);
        self.game.restore(slot);
        self.note_key(Seen { future, ..new })
    }

    fn key_of(&mut self, count: usize) -> Seen {
        let moves = set_digest(self.spare.get(..count).unwrap_or_default()) as u32;
        let evaluation = if self.game.has(Callback::Evaluate) { self.game.evaluate().to_bits() } else { 0 };
        self.look_for_overrun(Callback::Evaluate, Move::NONE);
        let (key, is_chance, to_move) = (self.game.hash(), self.chance_is_next(), self.game.to_move() as u8);
        let features = match is_played(key) {
            true if is_chance => odds_digest(self.spare.get(..count).unwrap_or_default(), self.game),
            true if self.game.has(Callback::Features) => self.ask_features(),
            _ => 0,
        };
        Seen { key, moves, evaluation, features, to_move, used: true, ..Seen::default() }
    }

    fn ask_features(&mut self) -> u16 {
        let sum = self.digest_of_features();
        self.look_for_overrun(Callback::Features, Move::NONE);
        sum as u16
    }

    /// Plays a line of moves for one key in [`KEYS_PLAYED`]. Returns zeros for all other keys. The
    /// line depends only on the key, not on the order of the legal moves. So equal positions get
    /// the same line.
    ///
    /// Returns a hash of the legal moves in the first [`FUTURE`] plies, or 0 if the game ends
    /// earlier. Also returns the winner if the game ends within `plies` plies, otherwise 0. A draw
    /// also gives 0, because it may depend on earlier moves.
    fn look_ahead(&mut self, key: u64, plies: u32) -> (u16, u8) {
        if !is_played(key) {
            return (0, 0);
        }
        let Played { future, outcome, .. } = self.play_line(key, plies);
        (future, if matches!(outcome, 1 | 2) { outcome as u8 } else { 0 })
    }

    /// Plays a line of at most `plies` moves. The line depends only on `seed` and on the sets of
    /// legal moves.
    fn play_line(&mut self, seed: u64, plies: u32) -> Played {
        let mut played = Played::default();
        for ply in 0..plies {
            played.outcome = self.game.outcome();
            let Some(count) = self.count_spare().filter(|_| played.outcome == 0) else { break };
            let moves = self.spare.get(..count).unwrap_or_default();
            played.moves = mix(played.moves ^ set_digest(moves));
            if ply.saturating_add(1) == FUTURE {
                played.future = played.moves as u16;
            }
            let odds = |mv: &Move| mix(seed ^ u64::from(ply) << 32 ^ u64::from(mv.0));
            let Some(&mv) = moves.iter().min_by_key(|mv| odds(mv)) else { break };
            self.step(mv, LEVELS.saturating_sub(1)); // lines that are taken back never use this level
        }
        played
    }

    /// Stores a position. If a different position with the same key was stored before, records a
    /// mistake and returns true.
    fn note_key(&mut self, new: Seen) -> bool {
        let key = new.key;
        let Some(before) = self.keys.note(new) else { return false };
        let differ = |a: u16, b: u16| a.min(b) > 0 && a != b;
        let differs = match () {
            () if before.to_move != new.to_move => match [before.to_move, new.to_move].map(i32::from) {
                [CHANCE, _] => "a chance event",
                [_, CHANCE] => "a player to move",
                _ => "another player to move",
            },
            () if before.moves != new.moves => "other legal moves",
            () if before.evaluation != new.evaluation => "another evaluation",
            () if differ(before.features, new.features) => match i32::from(new.to_move) {
                CHANCE => "other weights of the outcomes",
                _ => "other features",
            },
            () if differ(before.future, new.future) => "other legal moves after the same moves",
            () if differ(before.winner.into(), new.winner.into()) => "another winner by the same moves",
            () => return false,
        };
        let expected = "a key of its own";
        self.find(Kind::SharedHash, Callback::Hash, Move::NONE, words(expected), |out| {
            push_key(key, out);
            out.push_str(", the key of a position with ");
            out.push_str(differs);
        });
        true
    }

    /// Plays four moves, then plays them again with the first and the third move swapped. If both
    /// orders are legal, and lead to the same position with different keys, returns the moves and
    /// the keys.
    ///
    /// The two swapped moves must be moves of the same player, or outcomes of chance events. The
    /// last move is not swapped, because many games store the last move in the position.
    fn swap_moves(&mut self, first: &Answers) -> Option<([Move; 4], [u64; 2])> {
        let mark = self.mark();
        let a = *self.moves.get(self.rng.below(first.count as u32) as usize)?;
        self.step(a, 0);
        let [(b, second), (c, third), (d, fourth)] = [self.random_step()?, self.random_step()?, self.random_step()?];
        if third != first.mover() {
            return None;
        }
        let (sides, key) = self.key_here()?;
        self.game.save(LEVELS);
        self.back_to(mark);
        for (mv, mover) in [(c, third), (b, second), (a, third), (d, fourth)] {
            let count = self.count_spare()?;
            if self.game.to_move() != mover || !self.spare.get(..count)?.contains(&mv) {
                return None;
            }
            self.step(mv, 0);
        }
        let (other_sides, other) = self.key_here()?;
        (other != key && other_sides == sides && self.is_same_but_for_key()).then_some(([a, b, c, d], [key, other]))
    }

    fn find_split(&mut self, [a, b, c, d]: [Move; 4], [key, other]: [u64; 2]) {
        let expected = |out: &mut Text<'_>| {
            out.push_str("the same key after the moves ");
            push_moves(&[a, b, c, d], out);
            out.push_str(" and ");
            push_moves(&[c, b, a, d], out);
        };
        self.find(Kind::SplitHash, Callback::Hash, Move::NONE, expected, |out| {
            push_key(key, out);
            out.push_str(" and ");
            push_key(other, out);
        });
    }

    /// True if the position equals the saved position, or differs only in bytes that may be a
    /// stored key. But these bytes could also be a small board. So the game must also continue in
    /// the same way from both positions.
    fn is_same_but_for_key(&mut self) -> bool {
        match self.game.difference(LEVELS) {
            None => true,
            Some(Difference::Somewhere) => false,
            Some(Difference::Bytes { first, last, count, .. }) => {
                count >= 3 && last.wrapping_sub(first) < 8 && self.goes_on_alike()
            }
        }
    }

    /// True if this position and the saved position have the same legal moves and the same results
    /// along some lines of moves.
    fn goes_on_alike(&mut self) -> bool {
        let mark = self.mark();
        self.game.save(HERE);
        (0..LINES).all(|seed| {
            let [saved, here] = [LEVELS, HERE].map(|slot| {
                self.cut_line(mark);
                self.game.restore(slot);
                self.play_line(seed, GAME_MAX)
            });
            saved == here
        })
    }

    /// Makes a random move. Returns the move, and the player who made it.
    fn random_step(&mut self) -> Option<(Move, i32)> {
        let count = self.count_spare()?;
        let mover = self.game.to_move();
        let mv = *self.spare.get(self.rng.below(count as u32) as usize)?;
        self.step(mv, 0);
        Some((mv, mover))
    }

    /// Returns the player to move, a hash of the legal moves, and the key of this position. Returns
    /// `None` if the position is over, if its list of moves is wrong, or if a second call returns
    /// another key.
    fn key_here(&mut self) -> Option<((u64, i32), u64)> {
        let count = self.count_spare()?;
        let moves = self.spare.get(..count).map(set_digest)?;
        let (key, again) = (self.game.hash(), self.game.hash());
        self.look_for_overrun(Callback::Hash, Move::NONE);
        let sides = (moves, self.game.to_move());
        (key == again).then_some((sides, key))
    }

    /// Reports bits of the keys that never change.
    pub(super) fn look_at_bits(&mut self) {
        let unused = (!self.keys.changed).count_ones();
        if self.keys.changes < ENOUGH || unused < BITS_SPARED {
            return;
        }
        let changed = self.keys.changed;
        let expected = "64 bits that change from position to position";
        self.find(Kind::NarrowHash, Callback::Hash, Move::NONE, words(expected), |out| {
            out.push_number(changed.count_ones());
            out.push_str(" of them change: ");
            push_key(changed, out);
        });
    }
}

fn push_moves(moves: &[Move], out: &mut Text<'_>) {
    for (index, mv) in moves.iter().enumerate() {
        if index > 0 {
            out.push(b' ');
        }
        out.push_number(mv.0);
    }
}

const _: () = assert!(HERE < LEVELS && LEVELS < SLOTS);

#[cfg(test)]
#[path = "keys_tests.rs"]
mod tests;
#[cfg(test)]
#[path = "transpositions_tests.rs"]
mod transposition_tests;
