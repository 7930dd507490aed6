//! Tests of `rng.rs`.

use super::*;

#[test]
fn a_generator_goes_on_from_its_state() {
    for seed in 0..200 {
        let mut one = Rng::new(seed);
        for _ in 0..seed {
            one.bits();
        }
        let mut other = Rng::from_state(one.state()).unwrap_or(Rng::new(seed.wrapping_add(1)));
        (0..20).for_each(|_| assert_eq!(one.bits(), other.bits()));
    }
    assert!(Rng::from_state([0; 4]).is_none());
}
