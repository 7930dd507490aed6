//! The panic handler, which a `no_std` library must have. This library never calls it.

/// Never called: the link proof builds the library with a handler that calls a symbol which does
/// not exist, and links.
#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    #[cfg(feature = "prove-no-panic")]
    {
        unsafe extern "C" {
            fn imm_a_panic_is_reachable() -> !;
        }
        // SAFETY: there is no such function: a program in which this call remains does not link.
        unsafe { imm_a_panic_is_reachable() }
    }
    #[cfg(not(feature = "prove-no-panic"))]
    loop {
        core::hint::spin_loop();
    }
}
