//! Evaluators that were learned: the net of a state.

#[cfg(feature = "nets")]
use crate::internal::convert::bytes_at;
use crate::internal::handle::Handle;
#[cfg(feature = "nets")]
use crate::internal::session::apply;
#[cfg(feature = "nets")]
use crate::internal::status::net_status;
use crate::types::*;
use core::ffi::c_void;
#[cfg(feature = "nets")]
use core::ptr::{null, slice_from_raw_parts};
#[cfg(feature = "nets")]
use kernel::net::Net;

/// Evaluates by this net from now on, if the player does so (IMM_EF_NET, "efNet"), and if another
/// player who does is set later. `net` is what `imm-arena train` makes, a file of type `.immnet` or
/// the array in its header: `size` bytes, of which none may change as long as the state is in use.
/// They are not copied, so they may lie in flash; aligned to 4 they are read faster. What was found
/// so far is forgotten. With NULL, and 0 for the size, it is again the net that comes with the
/// game. One does with each of the six, but not on bare metal or in
/// WebAssembly: docs/NETS.md.
///
/// Takes the time of reading all bytes, twice. IMM_ERR_NET, IMM_ERR_NET_GAME, IMM_ERR_BUFFER if
/// they overlap the block: the state goes on as before. IMM_ERR_UNSUPPORTED in a library without
/// nets, and for imm_breakthrough_small() and imm_kalah_small().
#[unsafe(no_mangle)]
pub unsafe extern "C" fn imm_set_net(state: *mut imm_state, net: *const c_void, size: usize) -> imm_status {
    // SAFETY: a handle from C.
    let handle = unsafe { Handle::new(state) };
    #[cfg(not(feature = "nets"))]
    return handle.when_idle(
        |status| status,
        |_| {
            let _ = (net, size);
            Err(IMM_ERR_UNSUPPORTED)
        },
    );
    #[cfg(feature = "nets")]
    handle.when_idle(
        |status| status,
        |head| {
            head.check_apart(net, size)?;
            let bytes = if net.is_null() && size == 0 { null() } else { net.cast() };
            let bytes: *const [u8] = slice_from_raw_parts(bytes, size);
            if !bytes.is_null() || size > 0 {
                // SAFETY: NULL or that many bytes, which the caller leaves as they are.
                let lent: &'static [u8] = unsafe { bytes_at(net, size) }?;
                Net::read(lent).map_err(net_status)?;
            }
            // SAFETY: NULL, or a net that stays where it is.
            unsafe { apply(&head.search, bytes) }?;
            head.net.set(bytes);
            Ok(IMM_OK)
        },
    )
}
