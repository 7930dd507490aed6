//! [`imm_set_net`] of a library without nets.

use crate::handle::Handle;
use crate::types::*;
use core::ffi::c_void;

/// See the other one.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn imm_set_net(state: *mut imm_state, net: *const c_void, size: usize) -> imm_status {
    let _ = (net, size);
    // SAFETY: a handle from C.
    let handle = unsafe { Handle::new(state) };
    handle.when_idle(|status| status, |_| Err(IMM_ERR_UNSUPPORTED))
}
