//! Computes the kernel's constant tables at build time, so that firmware does not have to compute
//! them and needs no RAM for them.
//!
//! Values of `tanh` are rounded to 16 bits. On another build machine, the last bit of an `f64` may
//! be different, but the rounded tables are the same.

#[path = "src/games/kalah/build_tables.rs"]
mod kalah;
#[path = "src/games/loa/build_tables.rs"]
mod loa;
#[path = "src/games/onitama/build_tables.rs"]
mod onitama;
#[path = "src/games/othello/build_tables.rs"]
mod othello;

use std::fmt::Debug;
use std::path::Path;
use std::{env, fs, io};

/// The `i16` that represents a `Value` of 1.
const ONE: f64 = i16::MAX as f64;

/// Lorentz & Horey's values of a piece on each square (implicit minimax paper, section 4.2;
/// transcribed by the paper's authors). The first row is the home row of the piece's owner, and the
/// columns are a to h. The goal row is left out, because a piece there has already won.
const LORENTZ_HOREY: [[u8; 8]; 7] = [
    [5, 15, 15, 5, 5, 15, 15, 5],
    [2, 3, 3, 3, 3, 3, 3, 2],
    [4, 6, 6, 6, 6, 6, 6, 4],
    [7, 10, 10, 10, 10, 10, 10, 7],
    [11, 15, 15, 15, 15, 15, 15, 11],
    [16, 21, 21, 21, 21, 21, 21, 16],
    [20, 28, 28, 28, 28, 28, 28, 20],
];

/// The transition probability of a move that costs exactly one ply. Winands & Bjornsson do not
/// publish their value. In matches of Breakthrough with a minimum cost of 0.5, 0.75 and 1 ply,
/// values from 0.18 to 0.55 were equally good. Much larger values were worse.
const EVEN_PROBABILITY: f64 = 0.25;

/// Lines of Action: if the raw evaluation increases by this number, the odds of winning are
/// multiplied by e. Fitted together with the weights of the evaluation (docs/LOA.md).
const LOA_SCALE: f64 = 309.0;

/// Othello: if the raw evaluation increases by this number, the odds of winning are multiplied by
/// e. Fitted together with the weights of pairs of squares (src/games/othello/weights.rs).
const OTHELLO_SCALE: f64 = 138.5;

/// The number of entries of a logistic curve: one entry for every 16 points, from 0 to 4,096.
const CURVE_ENTRIES: i32 = 257;

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=src/games/kalah/build_tables.rs");
    println!("cargo::rerun-if-changed=src/games/loa/build_tables.rs");
    println!("cargo::rerun-if-changed=src/games/onitama/build_tables.rs");
    println!("cargo::rerun-if-changed=src/games/othello/build_tables.rs");
    println!("cargo::rerun-if-changed=src/games/othello/pairs.rs");
    println!("cargo::rerun-if-changed=src/games/othello/weights.rs");
    allow_shared_trees();
    allow_told_values();
    let mut tables = vec![
        table("SCHADD_TANH", "tanh(2.5 d / 60)", "i16", &squashed(41, 2.5 / 60.0)),
        table("LORENTZ_HOREY_TANH", "tanh(d / 100)", "i16", &squashed(365, 1.0 / 100.0)),
        table("STORES_TANH", "tanh(d / 10); 1 from the last entry on", "i16", &squashed(64, 1.0 / 10.0)),
        table(
            "LORENTZ_HOREY_BITS",
            "Entry b: the squares whose value has bit b set",
            "u64",
            &bit_planes(&LORENTZ_HOREY),
        ),
        table("PER_VISIT", "Entry n: 1 / n and sqrt(1 / n); entry 0 as entry 1", "(f32, f32)", &per_visit()),
        table(
            "BREAKTHROUGH_KEYS",
            "Zobrist keys: a piece of the first player on each square, one of the second, the second player to move",
            "u64",
            &random_words(0x0B12_EA47, 129),
        ),
        table(
            "LOA_KEYS",
            "Zobrist keys: a piece of the first player on each square, one of the second, the second player to move",
            "u64",
            &random_words(0x0000_010A, 129),
        ),
        table("OWARE_TANH", "tanh(d / 70); 1 from the last entry on", "i16", &squashed(406, 1.0 / 70.0)),
        table(
            "OWARE_SOWINGS",
            "Entry e: one seed in each house before place e of a round of the board, for the mover's row and for the \
             opponent's row; then the bytes of the opponent's houses before e, if the last of them is the opponent's",
            "(u64, u64, u64)",
            &sowings(),
        ),
        table("LOA_RAYS", "Entry 64 * direction + square: the squares from there to the edge", "u64", &rays()),
        table(
            "LOA_SHIFTS",
            "Entry 64 * axis + square: the bit at which the number of pieces on its line begins",
            "u8",
            &line_shifts(),
        ),
        table(
            "OTHELLO_KEYS",
            "Zobrist keys: a disc of the first player on each square, one of the second, the second player to move",
            "u64",
            &random_words(0x07E1_1000, 129),
        ),
        table(
            "TRANSITION_COST",
            "Entry p: sixteenths of a ply that a move of transition probability p / 255 costs",
            "u8",
            &transition_cost(),
        ),
        table(
            "LOA_MOBILITY",
            "Mobility by pattern: edge lines, then inner lines of 8 squares to 1",
            "i8",
            &loa::mobility(),
        ),
        table("LOA_STEPS", "What a square counts in the patterns of its four lines", "[u16; 4]", &loa::steps()),
        table(
            "LOA_DISTANCES",
            "Entry 9 * column + row of a centre: three bits of each square's distance from it",
            "[u64; 3]",
            &loa::distances(),
        ),
        table(
            "LOGISTIC_64",
            "tanh(d / 128): 64 points multiply the odds of winning by e",
            "i16",
            &squashed(640, 1.0 / 128.0),
        ),
        table("ONITAMA_NAMES", "The names of the cards", "&str", &onitama::names()),
        table(
            "ONITAMA_STEPS",
            "Entry 2 * card + side: the steps of a card, as squares to end on and bits to turn left by",
            "[(u32, u8); 4]",
            &onitama::steps(),
        ),
        table(
            "ONITAMA_KEYS",
            "Zobrist keys: 32 squares each for the first player's students, the second's, the first's master, the second's; 16 \
             cards each for the first player, the second, the middle; the second to move",
            "u64",
            &random_words(0x0014_7A3A, 177),
        ),
        table("LOA_CURVE", "Entry n: the value of 16 n points", "i16", &curve(LOA_SCALE)),
        table("OTHELLO_CURVE", "Entry n: the value of 16 n points", "i16", &curve(OTHELLO_SCALE)),
    ];
    if env::var("CARGO_FEATURE_NETS").is_ok() {
        tables.push(table("NET_CURVE", "Entry n: the value of 128 n points of a net", "i16", &net_curve()));
    }
    if bare_metal() {
        tables.push(table("LN", "Entry n: ln n; entry 0 as entry 1", "f32", &logarithms()));
    } else {
        tables.push(table(
            "SQRT_LN",
            "Entry n up to 15, then entry 8 * (k + 1) + d: sqrt(ln n) of n, or of (8 + d) * 2^k; entry 0 as entry 1",
            "f32",
            &sqrt_ln(),
        ));
        tables.push(table(
            "SELECT_IN_BYTE",
            "Entry 8 * byte + k: the index of the k-th set bit",
            "u8",
            &select_in_byte(),
        ));
        tables.push(table(
            "KALAH_SOWINGS",
            "Entry 128 * first + 16 * byte + n: a stone in each of the n places behind this byte of the sower's row, whose \
             houses begin with byte `first`, and what of them is in the other row",
            "(u64, u64)",
            &kalah::sowings(),
        ));
        tables.push(table(
            "OTHELLO_ROWS",
            "Entry 528 * row + discs: the weights of the pairs within its first four squares, by 16 * opponent's + \
             mover's discs; from 256 on of those within its last four, from 512 on of that in the middle; rows 1 to 4",
            "i16",
            &othello::rows(),
        ));
        tables.push(table(
            "OTHELLO_SLANTS",
            "As OTHELLO_ROWS, on the lines that rise from the rows of column a",
            "i16",
            &othello::slants(),
        ));
        tables.push(table(
            "OTHELLO_DIGITS",
            "Entry n: the number whose digits with base 3 are the bits of n",
            "u16",
            &othello::digits(),
        ));
    }
    let out_dir = env::var_os("OUT_DIR").ok_or(io::ErrorKind::NotFound)?;
    fs::write(Path::new(&out_dir).join("tables.rs"), tables.concat())
}

/// Sets the cfg `told` if the feature `policies` is on and the target is neither bare metal nor
/// WebAssembly.
fn allow_told_values() {
    println!("cargo::rustc-check-cfg=cfg(told)");
    let target = |name: &str| env::var(format!("CARGO_CFG_TARGET_{name}")).unwrap_or_default();
    let small = target("OS") == "none" || target("FAMILY") == "wasm";
    if env::var_os("CARGO_FEATURE_POLICIES").is_some() && !small {
        println!("cargo::rustc-cfg=told");
    }
}

/// Sets the cfg `shared_tree` if the feature `threads` is on and the target has 64-bit atomics.
fn allow_shared_trees() {
    println!("cargo::rustc-check-cfg=cfg(shared_tree, loom)");
    let atomics = env::var("CARGO_CFG_TARGET_HAS_ATOMIC").unwrap_or_default();
    if env::var_os("CARGO_FEATURE_THREADS").is_some() && atomics.split(',').any(|bits| bits == "64") {
        println!("cargo::rustc-cfg=shared_tree");
    }
}

/// Returns the Rust source of a static array.
fn table<T: Debug>(name: &str, about: &str, element: &str, entries: &[T]) -> String {
    let list: Vec<String> = entries.iter().map(|entry| format!("{entry:?}")).collect();
    format!("/// {about}.\npub(crate) static {name}: [{element}; {}] = [{}];\n", entries.len(), list.join(", "))
}

/// Returns `tanh(scale * d)` for `d` in `0..len`. Each entry is the `i16` that represents a
/// `Value`.
fn squashed(len: u32, scale: f64) -> Vec<i16> {
    (0..len).map(|d| ((f64::from(d) * scale).tanh() * ONE).round() as i16).collect()
}

/// Returns five bitboards `planes` (a1 = bit 0, b1 = bit 1, ...). `planes[b]` has bit b of the
/// value of each square. So the total value of `pieces` is the sum of `2^b * popcount(pieces &
/// planes[b])` over all b.
fn bit_planes(rows: &[[u8; 8]; 7]) -> Vec<u64> {
    let squares = || rows.as_flattened().iter().enumerate();
    (0..5).map(|bit| squares().map(|(square, value)| u64::from(value >> bit & 1) << square).sum()).collect()
}

/// Returns the expected results (-1 to 1) for raw evaluations of 0, 16, 32 ... points. The odds of
/// winning are `exp(points / scale)` to 1.
fn curve(scale: f64) -> Vec<i16> {
    let expected = |entry: i32| (f64::from(entry) * 16.0 / scale / 2.0).tanh();
    (0..CURVE_ENTRIES).map(|entry| (expected(entry) * ONE).round() as i16).collect()
}

/// Returns the value of a net's raw evaluation for every 128 points. A raw evaluation of 4,096
/// points has the value `tanh(1)`. After the last entry, the value is 1.
fn net_curve() -> Vec<i16> {
    (0..193).map(|entry| ((f64::from(entry) / 32.0).tanh() * ONE).round() as i16).collect()
}

/// Returns the size of the table of reciprocals and their square roots, which are needed for
/// numbers of visits. Most nodes have few visits. The table contains exactly the values that the
/// kernel would compute, so its size only changes speed and flash. A processor with hardware
/// floating point needs few entries.
fn visits() -> u16 {
    let hard_float = env::var("CARGO_CFG_TARGET_ABI").is_ok_and(|abi| abi == "eabihf");
    match (bare_metal(), hard_float) {
        (true, true) => 16,
        (true, false) => 48,
        (false, _) => 1024,
    }
}

fn bare_metal() -> bool {
    env::var("CARGO_CFG_TARGET_OS").is_ok_and(|os| os == "none")
}

fn per_visit() -> Vec<(f32, f32)> {
    (0..visits()).map(|n| 1.0 / f32::from(n.max(1))).map(|per_visit| (per_visit, libm::sqrtf(per_visit))).collect()
}

/// Returns the logarithms of the numbers with up to four binary digits. Entry 0 is equal to entry
/// 1.
fn logarithms() -> Vec<f32> {
    (0..16_u8).map(|n| libm::logf(f32::from(n.max(1)))).collect()
}

/// Returns the square roots of the logarithms of 239 numbers: all numbers from 1 to 2^32 - 1 with
/// at most four significant binary digits. Entry 0 is equal to entry 1. On bare metal,
/// `src/tree/estimate.rs` computes these roots from the 16 logarithms.
fn sqrt_ln() -> Vec<f32> {
    let entry = |octave: u8, ln: f32| libm::sqrtf(ln + f32::from(octave) * std::f32::consts::LN_2);
    let small = logarithms().into_iter().map(|ln| entry(0, ln));
    small.chain((1..29).flat_map(|octave| logarithms().into_iter().skip(8).map(move |ln| entry(octave, ln)))).collect()
}

/// Returns random words, generated by splitmix64 (Steele, Lea & Flood 2014).
fn random_words(seed: u64, count: usize) -> Vec<u64> {
    let mut state = seed;
    let mut next = || {
        state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let word = (state ^ state >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let word = (word ^ word >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        word ^ word >> 31
    };
    (0..count).map(|_| next()).collect()
}

/// Returns three words for each place on Oware's board. The first two words have one seed in each
/// place before this place. The first word is the mover's row, and the second word is the
/// opponent's row, with one byte for each of the six houses. The third word is a mask of the
/// opponent's houses before this place. It is 0 if the house directly before this place belongs to
/// the mover.
///
/// Places are numbered around the board: 0 to 5 are the mover's houses, 6 to 11 the opponent's
/// houses, and 12 to 17 the mover's houses again.
fn sowings() -> Vec<(u64, u64, u64)> {
    let ones =
        |from: u32, to: u32| (from..to).fold(0, |row, house| row | 1_u64.wrapping_shl((house % 6).wrapping_mul(8)));
    let up_to = |end: u32| {
        let other = ones(6, end.clamp(6, 12));
        let reached = if end <= 12 { other.wrapping_mul(0xFF) } else { 0 };
        (ones(0, end.min(6)).wrapping_add(ones(12, end.max(12))), other, reached)
    };
    (0..18).map(up_to).collect()
}

/// The directions of Lines of Action, as steps of columns and rows: right, up, right up, left up,
/// and the four opposite directions. The first four are also the axes of lines.
const DIRECTIONS: [(i8, i8); 8] = [(1, 0), (0, 1), (1, 1), (-1, 1), (-1, 0), (0, -1), (-1, -1), (1, -1)];

/// Returns the rays. For each direction and square, a ray has the squares from the next square in
/// this direction to the edge of the 8 x 8 board (a1 = bit 0, b1 = bit 1, ...).
fn rays() -> Vec<u64> {
    let step = |square: u8, (right, up): (i8, i8)| {
        let (column, row) = ((square & 7).checked_add_signed(right)?, (square >> 3).checked_add_signed(up)?);
        (column < 8 && row < 8).then_some(column | row << 3)
    };
    let ray = |square, direction| {
        let squares = std::iter::successors(step(square, direction), |&square| step(square, direction));
        squares.fold(0, |ray, square| ray | 1_u64.wrapping_shl(square.into()))
    };
    DIRECTIONS.iter().flat_map(|&direction| (0..64).map(move |square| ray(square, direction))).collect()
}

/// For each axis and square, returns where a counter of four bits begins. All squares on a line
/// along the axis have the same counter.
fn line_shifts() -> Vec<u8> {
    let line = |axis, square: u8| match (axis, square & 7, square >> 3) {
        (0, _, row) => row,
        (1, column, _) => column,
        (2, column, row) => row.wrapping_add(7).wrapping_sub(column),
        (_, column, row) => row.wrapping_add(column),
    };
    (0..4).flat_map(|axis| (0..64).map(move |square| line(axis, square) << 2)).collect()
}

/// For each transition probability p / 255, returns the cost of a move in sixteenths of a ply
/// (realization-probability search). The cost in plies is the logarithm of the probability to the
/// base [`EVEN_PROBABILITY`], limited to the range from 0.75 to 4.
fn transition_cost() -> Vec<u8> {
    let plies = |p: u8| (f64::from(p.max(1)) / 255.0).ln() / EVEN_PROBABILITY.ln();
    (0..=255).map(|p| (plies(p).clamp(0.75, 4.0) * 16.0).round() as u8).collect()
}

/// For each byte and each k in `0..8`, returns the index of the k-th bit that is set. The index and
/// k are counted from 0. The entry is 0 if there is no k-th set bit.
fn select_in_byte() -> Vec<u8> {
    let kth = |byte: u32, k: usize| (0..8).filter(|bit| byte >> bit & 1 == 1).nth(k).unwrap_or(0);
    (0..256).flat_map(|byte| (0..8).map(move |k| kth(byte, k))).collect()
}
