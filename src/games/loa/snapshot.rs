//! Positions as bytes: who is to move, how the game has ended, the men of the first player and of
//! the second, a bit a square; then, while the game goes on, what of its past matters.
//!
//! What is read is played once more, from the position after the last capture on: so no bytes make
//! a past that cannot have been.

use super::rules::{Loa, PASS, Rules};
use crate::base::bits::bit;
use crate::base::bytes::{ByteReader, ByteWriter, InvalidBytes, check};
use crate::game::snapshot::{Snapshot, put_head, shape, take_head};
use crate::game::value::{Outcome, Side};
use crate::game::{Game, Move};
use crate::games::recent_plies::RecentPlies;

/// The bytes before those of the moves.
const HEAD: usize = 40;

/// The moves since the last capture, the latest first, two bytes each.
struct Past<'a>(&'a [u8]);

impl Past<'_> {
    /// The moves, the latest first.
    fn latest_first(&self) -> impl DoubleEndedIterator<Item = Move> {
        self.0.chunks_exact(2).map(|entry| match *entry {
            [0, 0] => PASS,
            [low, high @ 0..0x10] => Move(u32::from(u16::from_le_bytes([low, high]))),
            _ => Move::NONE,
        })
    }
}

impl Loa {
    /// Becomes the position before all these moves, of men that have moved since.
    fn rewind(&mut self, men: [u64; 2], player: Side, past: &Past<'_>) -> Result<(), InvalidBytes> {
        let ([mut first, mut second], mut mover) = (men, player);
        for mv in past.latest_first() {
            mover = mover.opponent();
            if mv != PASS {
                check(mv.0 < 1 << 12)?;
                let men = if mover == Side::First { &mut first } else { &mut second };
                *men ^= bit(mv.0 & 63) ^ bit(mv.0 >> 6);
            }
        }
        check(first & second == 0)?;
        self.set_up_as(first, second, Some(mover)).map_err(|_| InvalidBytes)?;
        check(self.outcome().is_none())
    }

    /// Becomes the position with these men, which has come about by these moves.
    fn replay(&mut self, men: [u64; 2], player: Side, past: &Past<'_>) -> Result<(), InvalidBytes> {
        self.rewind(men, player, past)?;
        for mv in past.latest_first().rev() {
            check(self.is_quiet_move(mv))?;
            self.play(mv);
            check(self.outcome().is_none())?;
        }
        let arrived = [self.men(Side::First), self.men(Side::Second)];
        check(arrived == men && self.player == player)
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
        out.put_u64(self.men(Side::First));
        out.put_u64(self.men(Side::Second));
        if self.outcome().is_none() {
            out.put_u64(self.twice);
            self.history.write(out);
        }
    }

    fn read_bytes(&mut self, from: &mut ByteReader<'_>) -> Result<(), InvalidBytes> {
        let (player, ended) = (take_head(self, from)?, from.u8()?);
        let men = [from.u64()?, from.u64()?];
        let [first, second] = men;
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
        self.replay(men, player, &past)?;
        // Of what lies further back than the moves that are kept only these two are left.
        let all = len < RecentPlies::CAPACITY;
        check((!all || twice == self.twice) && self.history.take_left(left, all))?;
        self.twice = twice;
        Ok(())
    }
}
