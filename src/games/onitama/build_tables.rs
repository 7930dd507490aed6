//! Computes the table of cards for Onitama (Shimpei Sato, 2014) in the build script. It has the
//! sixteen cards of the original game.
#![allow(clippy::arithmetic_side_effects)] // runs in the build script, not in the kernel

/// A card: its name and its steps. A step is a pair of numbers: how many columns it goes to the
/// right, and how many rows it goes forward, as the card's owner sees the board.
type Card = (&'static str, &'static [(i8, i8)]);

/// The cards, in order of number.
const CARDS: [Card; 16] = [
    ("tiger", &[(0, 2), (0, -1)]),
    ("dragon", &[(-2, 1), (2, 1), (-1, -1), (1, -1)]),
    ("frog", &[(-2, 0), (-1, 1), (1, -1)]),
    ("rabbit", &[(2, 0), (1, 1), (-1, -1)]),
    ("crab", &[(0, 1), (-2, 0), (2, 0)]),
    ("elephant", &[(-1, 0), (1, 0), (-1, 1), (1, 1)]),
    ("goose", &[(-1, 1), (-1, 0), (1, 0), (1, -1)]),
    ("rooster", &[(1, 1), (1, 0), (-1, 0), (-1, -1)]),
    ("monkey", &[(-1, 1), (1, 1), (-1, -1), (1, -1)]),
    ("mantis", &[(-1, 1), (1, 1), (0, -1)]),
    ("horse", &[(0, 1), (0, -1), (-1, 0)]),
    ("ox", &[(0, 1), (0, -1), (1, 0)]),
    ("crane", &[(0, 1), (-1, -1), (1, -1)]),
    ("boar", &[(0, 1), (-1, 0), (1, 0)]),
    ("eel", &[(-1, 1), (-1, -1), (1, 0)]),
    ("cobra", &[(1, 1), (1, -1), (-1, 0)]),
];

/// The largest number of steps of a card.
const STEPS: usize = 4;

pub(crate) fn names() -> Vec<&'static str> {
    CARDS.iter().map(|&(name, _)| name).collect()
}

/// For each card, returns the steps for the first player, then the same steps for the second
/// player, turned by 180 degrees. A step has the squares on which it can end, and a number of bits.
/// If a word of pieces is rotated to the left by this number of bits, all pieces move along the
/// step. If a card has fewer than [`STEPS`] steps, the remaining entries have no squares.
pub(crate) fn steps() -> Vec<[(u32, u8); STEPS]> {
    let seen = |steps: &[(i8, i8)], sign: i8| {
        let mut turned = [(0, 0); STEPS];
        turned.iter_mut().zip(steps).for_each(|(entry, &(right, up))| *entry = step(sign * right, sign * up));
        turned
    };
    CARDS.iter().flat_map(|&(_, steps)| [seen(steps, 1), seen(steps, -1)]).collect()
}

/// Returns the squares on which a step can end, and by how many bits a word of pieces must be
/// rotated to the left for this step. Squares are numbered a1 = 0, b1 = 1, ..., e5 = 24. A bit that
/// leaves the word at one end comes in at the other end, but never on a square where the step can
/// end.
fn step(right: i8, up: i8) -> (u32, u8) {
    let on_board = |at: i8| (0..5).contains(&at);
    let ends = (0..25).filter(|square| on_board(square % 5 - right) && on_board(square / 5 - up));
    (ends.map(|square| 1 << square).sum(), (5 * up + right).rem_euclid(32) as u8)
}
