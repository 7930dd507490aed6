//! A second Rust library. It contains the parts that could conflict with imm in one program: a
//! panic handler, floating point, 64-bit division and memory functions.

#![no_std]

#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    #[cfg(feature = "prove-no-panic")]
    {
        unsafe extern "C" {
            fn imm_a_panic_is_reachable() -> !;
        }
        unsafe { imm_a_panic_is_reachable() }
    }
    #[cfg(not(feature = "prove-no-panic"))]
    loop {}
}

#[unsafe(no_mangle)]
pub extern "C" fn neighbour_mean(sum: u64, count: u64, scale: f32) -> f32 {
    let digits = [sum / count, sum % count];
    assert!(digits[1] < count);
    digits[0] as f32 * scale / 3.0
}
