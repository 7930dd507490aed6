//! Levels of strength.

use crate::sized::{Growing, check_size};
use crate::types::*;
use core::mem::offset_of;
use kernel::player::Level;
use kernel::player::options::POLICIES;

/// Makes a player as strong as `level` says, 1 (hardly better than chance) to 10, for people to
/// play against: writes the temperature of its final move to `temp` of `config`, and how much it
/// searches to `iterations` of `limits`, which are for imm_search_limited(); other fields stay. A
/// time limit can be set beside it. Within a game the steps are roughly equal; what they are worth
/// is in docs/LEVELS.md. The same seed plays the same moves.
///
/// A win that the search has proven is always played, at every level; the lower ones look at so
/// little that they seldom find one that is further than the next move.
///
/// Works with any player and game. IMM_ALPHA_BETA, IMM_BEST, and a library without the policies,
/// have no temperature: there, levels are by the iterations alone, and `temp` stays 0.
///
/// IMM_ERR_NULL, IMM_ERR_STRUCT_SIZE, IMM_ERR_OUT_OF_RANGE for a level that does not exist: nothing
/// is written then.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn imm_level(level: u32, config: *mut imm_config, limits: *mut imm_limits) -> imm_status {
    // SAFETY: NULL or the caller's, who has set it up.
    let config_fits = unsafe { size_of_given(config) };
    // SAFETY: as above.
    let limits_fit = unsafe { size_of_given(limits) };
    let sizes = config_fits.and(limits_fit);
    if let Err(status) = sizes {
        return status;
    }
    let Some(level) = Level::number(level) else { return IMM_ERR_OUT_OF_RANGE };
    // SAFETY: not NULL, and the size comes first.
    let size = unsafe { (&raw const (*config).struct_size).read() } as usize;
    if size < offset_of!(imm_config, temp).wrapping_add(size_of::<f32>()) {
        return IMM_ERR_STRUCT_SIZE; // an older one, which ends before
    }
    // SAFETY: not NULL. What is read and written here is there, `temp` as its size says.
    unsafe {
        let algorithm = (&raw const (*config).algorithm).read();
        let draws = POLICIES && !matches!(algorithm, IMM_ALPHA_BETA | IMM_BEST);
        (&raw mut (*config).temp).write(if draws { level.temp } else { 0.0 });
        (&raw mut (*limits).iterations).write(level.iterations);
    }
    IMM_OK
}

/// Is it there, and has it a size that it may have?
///
/// # Safety
/// NULL or valid.
unsafe fn size_of_given<T: Growing>(given: *const T) -> Result<(), imm_status> {
    if given.is_null() {
        return Err(IMM_ERR_NULL);
    }
    // SAFETY: promised by the caller; the size comes first.
    check_size::<T>(unsafe { given.cast::<u32>().read() } as usize)
}
