//! The panic handler, which a `no_std` library must have. The library never calls it.

/// The panic handler. A test proves that it is never called. In this test, the handler calls a
/// function that does not exist, and linking still succeeds.
#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    #[cfg(feature = "prove-no-panic")]
    {
        unsafe extern "C" {
            fn imm_a_panic_is_reachable() -> !;
        }
        // SAFETY: this function does not exist: a program that still contains this call does not
        // link.
        unsafe { imm_a_panic_is_reachable() }
    }
    #[cfg(not(feature = "prove-no-panic"))]
    loop {
        core::hint::spin_loop();
    }
}
