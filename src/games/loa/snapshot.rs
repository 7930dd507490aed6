//! The layout of a Lines of Action position as bytes (a snapshot). The bytes from 22 on exist only
//! if the game is not over:
//!
//! ```text
//!  0  shape, u32
//!  4  player to move, u8
//!  5  outcome, u8: 0 none, 1 first player wins, 2 second player wins, 3 draw
//!  6  pieces of the first player, u64, one bit per square
//! 14  pieces of the second player, u64
//! 22  mark of the positions that have occurred twice, u64
//! 30  squares that pieces have left since the last capture, u64
//! 38  number of moves that follow, u16
//! 40  moves since the last capture, latest first, u16 each
//! ```
//!
//! The code that reads a snapshot takes back its moves, and then replays them. So it refuses bytes
//! with an illegal move.

use super::rules::{Loa, PASS, Rules};
use crate::base::bits::bit;
use crate::base::bytes::{ByteReader, ByteWriter, InvalidBytes, check};
use crate::game::snapshot::{Snapshot, put_head, shape, take_head};
use crate::game::value::{Outcome, Side};
use crate::game::{Game, Move};
use crate::games::recent_plies::RecentPlies;

/// The number of bytes before the moves.
const HEAD: usize = 40;

/// The moves since the last capture, latest first, two bytes each.
struct Past<'a>(&'a [u8]);

impl Past<'_> {
    /// The moves, latest first.
    fn latest_first(&self) -> impl DoubleEndedIterator<Item = Move> {
        self.0.chunks_exact(2).map(|entry| match *entry {
            [0, 0] => PASS,
            [low, high @ 0..0x10] => Move(u32::from(u16::from_le_bytes([low, high]))),
            _ => Move::NONE,
        })
    }
}

impl Loa {
    /// Sets up the position before the moves `past`. `pieces` and `player` describe the position
    /// after these moves.
    fn rewind(&mut self, pieces: [u64; 2], player: Side, past: &Past<'_>) -> Result<(), InvalidBytes> {
        let ([mut first, mut second], mut mover) = (pieces, player);
        for mv in past.latest_first() {
            mover = mover.opponent();
            if mv != PASS {
                check(mv.0 < 1 << 12)?;
                let pieces = if mover == Side::First { &mut first } else { &mut second };
                *pieces ^= bit(mv.0 & 63) ^ bit(mv.0 >> 6);
            }
        }
        check(first & second == 0)?;
        self.set_up_as(first, second, Some(mover)).map_err(|_| InvalidBytes)?;
        check(self.outcome().is_none())
    }

    /// Sets up the position with these pieces. To do this, replays the moves `past`, which led to
    /// it.
    fn replay(&mut self, pieces: [u64; 2], player: Side, past: &Past<'_>) -> Result<(), InvalidBytes> {
        self.rewind(pieces, player, past)?;
        for mv in past.latest_first().rev() {
            check(self.is_quiet_move(mv))?;
            self.play(mv);
            check(self.outcome().is_none())?;
        }
        let arrived = [self.pieces(Side::First), self.pieces(Side::Second)];
        check(arrived == pieces && self.player == player)
    }
}

impl Snapshot for Loa {
    fn shape(&self) -> u32 {
        let rules = match self.rules() {
            Rules::Olympiad => 0,
            Rules::OpenSpiel => 1,
        };
        shape(3, [rules, 0, 0])
    }

    fn bytes_max(&self) -> usize {
        usize::from(RecentPlies::CAPACITY).wrapping_mul(2).wrapping_add(HEAD)
    }

    fn write_bytes(&self, out: &mut ByteWriter<'_>) {
        put_head(self, out);
        out.put_u8(match self.outcome() {
            None => 0,
            Some(Outcome::FirstWins) => 1,
            Some(Outcome::SecondWins) => 2,
            Some(Outcome::Draw) => 3,
        });
        out.put_u64(self.pieces(Side::First));
        out.put_u64(self.pieces(Side::Second));
        if self.outcome().is_none() {
            out.put_u64(self.twice);
            self.history.write(out);
        }
    }

    fn read_bytes(&mut self, from: &mut ByteReader<'_>) -> Result<(), InvalidBytes> {
        let (player, ended) = (take_head(self, from)?, from.u8()?);
        let pieces = [from.u64()?, from.u64()?];
        let [first, second] = pieces;
        check(first & second == 0 && ended <= 3)?;
        if ended != 0 {
            self.set_up_as(first, second, None).map_err(|_| InvalidBytes)?;
            self.player = player;
            let outcomes = [Outcome::FirstWins, Outcome::SecondWins, Outcome::Draw];
            let outcome = outcomes.get(usize::from(ended).wrapping_sub(1)).copied().ok_or(InvalidBytes)?;
            return check(self.end_by(outcome));
        }
        let (twice, left, len) = (from.u64()?, from.u64()?, from.u16()?);
        check(len <= RecentPlies::CAPACITY)?;
        let past = Past(from.take(usize::from(len).wrapping_mul(2))?);
        self.replay(pieces, player, &past)?;
        // If the list of moves is full, older moves may be missing. For them, the snapshot only has
        // the hash of positions that have occurred twice, and the squares that pieces have left.
        let all = len < RecentPlies::CAPACITY;
        check((!all || twice == self.twice) && self.history.take_left(left, all))?;
        self.twice = twice;
        Ok(())
    }
}
