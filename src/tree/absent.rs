//! This file replaces `move_statistics.rs` in a library without the feature `policies`. Its
//! functions do nothing.

use super::budget::StatisticsBudget;
use super::slot::Slot;
use crate::base::bytes::{ByteReader, ByteWriter, InvalidBytes};
use crate::game::Move;
use crate::game::value::{Side, Value};
use core::marker::PhantomData;

/// Move statistics without content.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct MoveStat {
    pub(crate) sum: i32,
    pub(crate) count: u32,
}

impl MoveStat {
    pub(crate) const fn beats(self, _: Self, _: Side, _: u32) -> bool {
        false
    }
}

/// The state of the move statistics at a point of a simulation.
#[cfg(not(target_os = "none"))]
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Mark;

/// Move statistics that know nothing.
#[derive(Debug)]
pub(crate) struct MoveStatistics<'m>(PhantomData<&'m mut [Slot]>);

impl<'m> MoveStatistics<'m> {
    pub(super) const fn none() -> Self {
        Self(PhantomData)
    }

    #[inline(always)]
    pub(super) const fn over(_: &'m mut [Slot], _: &StatisticsBudget) -> Self {
        Self::none()
    }

    pub(super) const fn clear(&mut self) {}
    pub(super) const fn begin(&mut self) {}
    #[cfg(not(target_os = "none"))]
    pub(super) const fn resume(&mut self, _: &Mark, _: u32) {}
    #[cfg(not(target_os = "none"))]
    pub(super) const fn mark(&self) -> Mark {
        Mark
    }

    pub(super) const fn follow(&mut self, _: Move) {}
    pub(super) const fn step(&mut self, _: Side, _: Move) {}
    pub(super) const fn step_by_chance(&mut self, _: Move) {}
    pub(crate) const fn record(&mut self, _: Side, _: Move) {}
    pub(super) const fn arrive(&mut self, _: u32, _: u32, _: u32) {}
    pub(super) const fn learn(&mut self, _: Value) {}
    pub(super) const fn note(&mut self, _: Side, _: Move, _: Value) {}

    pub(crate) const fn of_move(&self, _: Side, _: Move) -> MoveStat {
        MoveStat { sum: 0, count: 0 }
    }

    pub(crate) const fn best_of(&self, _: Side, _: &[Move]) -> Option<Move> {
        None
    }

    pub(crate) const fn of_reference(&self, _: Side, _: Move) -> MoveStat {
        MoveStat { sum: 0, count: 0 }
    }

    pub(crate) const fn has_reference(&self) -> bool {
        false
    }

    pub(crate) const fn distrust(&self) -> f32 {
        1.0
    }

    pub(super) const fn measure(&self, _: impl Fn(u32) -> Option<(Slot, Side)> + Copy) {}

    pub(super) const fn size(&self) -> usize {
        0
    }

    pub(super) const fn save(&self, _: &mut ByteWriter<'_>) {}

    pub(super) const fn read(&self, _: &mut ByteReader<'_>) -> Result<(), InvalidBytes> {
        Ok(())
    }

    pub(super) const fn restore(&mut self, _: &mut ByteReader<'_>) {}
}
