//! The function that sets the net of a state: a learned evaluation function.

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

/// Sets the net of a state. The net is used if the player evaluates with a net (IMM_EF_NET,
/// "efNet"), now or after imm_set_player(). `net` is the output of `imm-arena train`: the `size`
/// bytes of a file of type `.immnet`, or the array in the C header next to that file. The bytes are
/// not copied, so they may be in flash. Do not change them as long as you use the state. Suggested
/// alignment: 4, for faster reads. The call empties the tree.
///
/// NULL with a `size` of 0 selects the default net of the game again. Each of the six built-in
/// games has a default net, but not on bare metal or in WebAssembly: see docs/NETS.md.
///
/// The call reads all bytes twice.
///
/// Errors: IMM_ERR_NET; IMM_ERR_NET_GAME; IMM_ERR_BUFFER if the bytes overlap the block;
/// IMM_ERR_UNSUPPORTED in a library without nets, and for imm_breakthrough_small() and
/// imm_kalah_small(). After an error the state is unchanged.
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
                // SAFETY: NULL or `size` bytes, which the caller does not change.
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
