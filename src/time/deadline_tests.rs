//! Tests of deadlines with simulated clocks. Each test sets exactly how long iterations take.
#![allow(clippy::arithmetic_side_effects)]

use super::*;
use core::cell::Cell;
use core::sync::atomic::{AtomicBool, AtomicU8, Ordering};

/// A clock that advances only when the test says so.
struct Made {
    now_us: Cell<u64>,
    is_fine: bool,
    reads: Cell<u32>,
}

impl Made {
    /// A clock that wraps around after `wraps_in_us` microseconds.
    fn new(is_fine: bool, wraps_in_us: u64) -> Self {
        let turn = if is_fine { 1 << 32 } else { 1000 << 32 };
        Self { now_us: Cell::new(turn - wraps_in_us), is_fine, reads: Cell::new(0) }
    }
}

impl Clock for Made {
    fn now_ms(&self) -> u32 {
        assert!(!self.is_fine, "the finer clock is read");
        self.reads.set(self.reads.get() + 1);
        (self.now_us.get() / 1000) as u32
    }

    fn now_us(&self) -> Option<u32> {
        self.is_fine.then(|| {
            self.reads.set(self.reads.get() + 1);
            self.now_us.get() as u32
        })
    }
}

/// What a search took: its duration in microseconds, the number of times that it read the clock,
/// and the duration that it reported.
struct Taken {
    us: u64,
    reads: u32,
    elapsed_ms: u32,
}

/// Runs a search on this clock. `iteration_us` returns the duration of each iteration.
fn search(clock: &Made, limits: &Limits, mut iteration_us: impl FnMut(u64) -> u64) -> Taken {
    let raised = AtomicBool::new(false);
    let begin = clock.now_us.get();
    let mut deadline = Deadline::start(limits, Some(clock), StopFlags::new(&raised));
    for iteration in 0.. {
        clock.now_us.set(clock.now_us.get() + iteration_us(iteration));
        if let Some(stop) = deadline.tick(0) {
            assert_eq!(stop, Stop::Time);
            break;
        }
    }
    let elapsed_ms = deadline.elapsed_ms();
    Taken { us: clock.now_us.get() - begin, reads: clock.reads.get(), elapsed_ms }
}

#[test]
fn a_search_on_a_fine_clock_ends_within_an_iteration_of_its_time() {
    for limits in [Limits::time_ms(1), Limits::time_us(1000), Limits::time_us(150), Limits::time_ms(77)] {
        let wanted = limits.time.unwrap_or_else(|| Time::ms(0)).as_us();
        for cost in [1, 2, 3, 7, 40, 113, 999, 1000, 1001, 5000, 60_000] {
            for wraps_in in [50, 1_000_000] {
                let taken = search(&Made::new(true, wraps_in), &limits, |_| cost);
                assert!((wanted..wanted + cost).contains(&taken.us), "{limits:?}, {cost}: {}", taken.us);
                assert_eq!(u64::from(taken.elapsed_ms), taken.us / 1000);
            }
        }
    }
}

/// Some iterations take longer than others. The next reading of the clock is planned from the rate
/// so far. So the search may end a few iterations after its time limit.
#[test]
fn uneven_iterations_overshoot_by_a_few_of_them() {
    let mut worst = 0;
    for start in 0..500_u64 {
        let mut random = start;
        let taken = search(&Made::new(true, 300), &Limits::time_ms(1), |_| {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            1 + (random >> 33) % 9
        });
        assert!(taken.us >= 1000);
        worst = worst.max(taken.us - 1000);
    }
    assert!(worst <= 20, "{worst} us too long, where an iteration takes 1 to 9");
}

#[test]
fn a_fine_clock_is_read_seldom_until_the_end_is_near() {
    for (cost, most) in [(1, 4100), (5, 2100), (20, 2100), (300, 2100)] {
        let taken = search(&Made::new(true, 300), &Limits::time_ms(1000), |_| cost);
        assert!(taken.reads <= most, "{cost} us an iteration: {} reads in a second", taken.reads);
    }
    for cost in [1, 2, 5, 20] {
        let taken = search(&Made::new(true, 300), &Limits::time_ms(1), |_| cost);
        assert!(taken.reads <= 30, "{cost} us an iteration: {} reads in a millisecond", taken.reads);
    }
}

/// The search takes slightly more than three hours. In this time, a clock that counts microseconds
/// wraps around three times.
#[test]
fn a_long_search_survives_more_than_one_wrap_around() {
    let wanted = 3 * 3600 * 1000 + 7;
    for is_fine in [true, false] {
        let taken = search(&Made::new(is_fine, 5_000_000), &Limits::time_ms(wanted), |_| 1_000_000);
        assert_eq!((taken.us, taken.elapsed_ms), (10_801_000_000, 10_801_000), "fine: {is_fine}");
    }
    let limits = Limits::time_us(u64::from(wanted) * 1000 - 1);
    assert_eq!(limits, Limits::time_ms(wanted), "rounded up");
}

#[test]
fn microseconds_are_rounded_up_on_a_clock_of_milliseconds() {
    for (us, ms) in [(1, 1), (999, 1), (1000, 1), (1001, 2), (5500, 6)] {
        let taken = search(&Made::new(false, 3000), &Limits::time_us(us), |_| 10);
        assert!((ms * 1000..ms * 1000 + 2560).contains(&taken.us), "{us}: {}", taken.us);
        assert_eq!(u64::from(Time::us(us).as_ms()), ms);
    }
    assert_eq!(Time::us(u64::MAX), Time::ms(u32::MAX));
    assert_eq!((Time::us(7).as_us(), Time::ms(7).as_us(), Time::ms(7).as_ms()), (7, 7000, 7));
}

/// Runs iterations of 10 us until the search ends. During the 1000th iteration, calls `jump`, which
/// changes the clock.
fn made_on_a_clock_that_jumps(is_fine: bool, limits: &Limits, jump: impl Fn(u64) -> u64) -> (u64, Stop) {
    let (clock, raised) = (Made::new(is_fine, 3_000_000), AtomicBool::new(false));
    let mut deadline = Deadline::start(limits, Some(&clock), StopFlags::new(&raised));
    let mut made = 0;
    loop {
        made += 1;
        let now = clock.now_us.get() + 10;
        clock.now_us.set(if made == 1000 { jump(now) } else { now });
        if let Some(stop) = deadline.tick(0) {
            return (made, stop);
        }
    }
}

/// If the clock jumps forward by more than the time limit, the search must end at the next reading.
#[test]
fn a_clock_that_jumps_ahead_ends_a_search() {
    for is_fine in [true, false] {
        let (made, stop) = made_on_a_clock_that_jumps(is_fine, &Limits::time_ms(100), |now| now + 1_000_000);
        assert_eq!(stop, Stop::Time);
        assert!((1000..=1000 + u64::from(Deadline::INTERVAL_MAX)).contains(&made), "fine: {is_fine}, {made}");
    }
}

/// The clock is set forward or back once. Otherwise, the search would run 10,000 iterations. A step
/// forward must count as time. A step back must not count, and the time between the two readings
/// around it must not count either.
#[test]
fn a_clock_that_is_set_back_does_not_end_a_search() {
    for is_fine in [true, false] {
        for (step, expected) in [(4000, 9600), (-1, 10_000), (-4000, 10_000), (-12_000, 10_000), (-1_000_000, 10_000)] {
            let step = |now: u64| now.saturating_add_signed(step);
            let (made, stop) = made_on_a_clock_that_jumps(is_fine, &Limits::time_ms(100), step);
            let most = expected + 2 * u64::from(Deadline::INTERVAL_MAX);
            assert_eq!(stop, Stop::Time);
            assert!((expected..=most).contains(&made), "fine: {is_fine}, {expected}: {made}");
        }
    }
}

/// The first reading of the clock after the start is one tick earlier than the reading at the
/// start.
#[test]
fn a_clock_that_begins_one_tick_back_times_a_search() {
    for (is_fine, tick) in [(true, 1), (false, 1000)] {
        let (clock, raised, limits) = (Made::new(is_fine, 3000), AtomicBool::new(false), Limits::time_ms(100));
        let mut deadline = Deadline::start(&limits, Some(&clock), StopFlags::new(&raised));
        clock.now_us.set(clock.now_us.get() - tick);
        let mut made = 1_u64;
        while deadline.tick(0).is_none() {
            made += 1;
            clock.now_us.set(clock.now_us.get() + 10);
        }
        assert!((9900..=10_000 + u64::from(Deadline::INTERVAL_MAX)).contains(&made), "fine: {is_fine}, {made}");
        assert!((100..=102).contains(&deadline.elapsed_ms()), "fine: {is_fine}, {}", deadline.elapsed_ms());
    }
}

/// If the clock does not advance, the other limits must still end a search.
#[test]
fn a_clock_that_stands_is_no_limit() {
    for is_fine in [true, false] {
        let (clock, raised) = (Made::new(is_fine, 3000), AtomicBool::new(false));
        for limits in [Limits { iterations: 100_000, ..Limits::time_ms(1) }, Limits::time_ms(1)] {
            raised.store(false, Ordering::Relaxed);
            let mut deadline = Deadline::start(&limits, Some(&clock), StopFlags::new(&raised));
            let end = (1..=100_000).find_map(|made| Some((made, deadline.tick(0)?)));
            assert_eq!(end, (limits.iterations != 0).then_some((100_000, Stop::Iterations)));
            raised.store(true, Ordering::Relaxed);
            assert_eq!(deadline.tick(0), Some(Stop::Flag));
        }
    }
}

#[test]
fn no_time_at_all_is_one_iteration() {
    for limits in [Limits::time_ms(0), Limits::time_us(0)] {
        for is_fine in [true, false] {
            let mut made = 0;
            search(&Made::new(is_fine, 3), &limits, |_| {
                made += 1;
                0
            });
            assert_eq!(made, 1);
        }
    }
}

/// While the clock does not advance, it must be read less and less often. If an iteration takes
/// longer than a tick, it must be read after every iteration. If an interval takes about one tick,
/// the interval must not change.
#[test]
fn a_clock_of_milliseconds_is_read_once_a_tick_or_so() {
    for (cost, most) in [(1, 420), (10, 280), (100, 180), (1000, 102), (3000, 36)] {
        let taken = search(&Made::new(false, 50_000), &Limits::time_ms(100), |_| cost);
        assert!(taken.reads <= most, "{cost} us an iteration: {} reads in 100 ms", taken.reads);
        assert!(taken.us <= 100_300 + cost, "{cost} us an iteration: {}", taken.us);
    }
    let becomes_slow = search(&Made::new(false, 50_000), &Limits::time_ms(100), |n| if n < 10_000 { 1 } else { 2000 });
    assert!(becomes_slow.us < 100_000 + 2 * 256 * 2000 && becomes_slow.reads > 40);
}

/// Returns how many iterations a search runs if its tree does not grow, and why the search ends.
fn made_without_growth(limits: &Limits, clock: Option<&dyn Clock>) -> (u64, Stop) {
    let raised = AtomicBool::new(false);
    let mut deadline = Deadline::start(limits, clock, StopFlags::new(&raised));
    (1..).find_map(|made| Some((made, deadline.tick(4)?))).unwrap_or((0, Stop::Flag))
}

/// If the tree never reaches the node limit, this limit may end a search only if no other limit
/// can.
#[test]
fn patience_is_for_searches_without_time() {
    let still = Made::new(true, 3000);
    let nodes = Limits { nodes: 5, ..Limits::default() };
    let with_time = Limits { nodes: 5, ..Limits::time_ms(1) };
    assert_eq!(made_without_growth(&nodes, None), (5 * Limits::PATIENCE, Stop::Iterations));
    assert_eq!(made_without_growth(&nodes, Some(&still)), (5 * Limits::PATIENCE, Stop::Iterations));
    assert_eq!(made_without_growth(&with_time, None), (5 * Limits::PATIENCE, Stop::Iterations));
    assert_eq!(made_without_growth(&Limits { nodes: 4, ..nodes }, None), (1, Stop::Nodes));
    let both = Limits { iterations: 7, ..with_time };
    assert_eq!(made_without_growth(&both, None), (7, Stop::Iterations));
    let ended = AtomicBool::new(false);
    let mut deadline = Deadline::start(&with_time, Some(&still), StopFlags::new(&ended));
    assert!((0..1000).all(|_| deadline.tick(4).is_none()), "there is time left");
}

#[test]
fn either_flag_ends_a_search() {
    let (raised, sticky) = (AtomicBool::new(false), AtomicU8::new(0));
    let flags = StopFlags { raised: &raised, sticky: Some(&sticky) };
    assert!(!flags.is_raised() && !StopFlags::new(&raised).is_raised());
    sticky.store(2, Ordering::Relaxed);
    assert!(flags.is_raised() && !StopFlags::new(&raised).is_raised());
    raised.store(true, Ordering::Relaxed);
    assert!(flags.is_raised() && StopFlags::new(&raised).is_raised());
    sticky.store(0, Ordering::Relaxed);
    assert!(flags.is_raised());
}

/// The clock and the flag must end a long iteration early, but not if iterations are limited. With
/// a limit on iterations, several short searches must give the same result as one long search.
#[test]
fn a_long_iteration_asks_whether_to_end() {
    let (clock, raised) = (Made::new(true, 3000), AtomicBool::new(false));
    let counted = Limits { iterations: 9, ..Limits::time_ms(1) };
    for (limits, by_time) in [(Limits::time_ms(1), Some(Stop::Time)), (counted, None), (Limits::iterations(9), None)] {
        raised.store(false, Ordering::Relaxed);
        let mut deadline = Deadline::start(&limits, Some(&clock), StopFlags::new(&raised));
        assert_eq!(deadline.interrupts(), None);
        clock.now_us.set(clock.now_us.get() + 999);
        assert_eq!(deadline.interrupts(), None);
        clock.now_us.set(clock.now_us.get() + 1);
        assert_eq!(deadline.interrupts(), by_time);
        raised.store(true, Ordering::Relaxed);
        assert_eq!(deadline.interrupts(), by_time.map(|_| Stop::Flag));
    }
}

/// At most half of the remaining time, and at most a millisecond, may pass until the next reading.
/// The interval must be halved until this is so. It must be doubled if this is still so afterwards.
#[test]
fn the_next_read_of_a_fine_clock_by_hand() {
    for (interval, passed, left, next) in [
        (8, 500, 5000, 16), // twice as many fit exactly into a millisecond
        (8, 501, 5000, 8),
        (8, 1000, 5000, 8), // exactly a millisecond
        (8, 1001, 5000, 4),
        (8, 2000, 5000, 4),
        (8, 2002, 5000, 2),
        (8, 900_000, 5000, 1),
        (8, 100, 400, 16), // the target is 200
        (8, 200, 400, 8),
        (8, 202, 400, 4),
        (1, 5000, 400, 1),
        (256, 10, 5000, 256),
        (200, 10, 5000, 256),
        (8, 300, 1, 1), // no time is left
    ] {
        assert_eq!(Deadline::next_interval(interval, passed, left), next, "{interval} in {passed}, {left} left");
    }
}
