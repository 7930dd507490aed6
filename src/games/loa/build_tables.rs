//! Computes the tables for Lines of Action in the build script: the mobility for each pattern of a
//! line, the factors that give a pattern its number, and the distances from each centre of mass.
#![allow(clippy::arithmetic_side_effects)] // runs in the build script, not in the kernel

/// The lengths of inner lines, longest first. `mobility` first has the table for lines along the
/// edge, then a table for each of these lengths.
const INNER_LENGTHS: [u32; 8] = [8, 7, 6, 5, 4, 3, 2, 1];

/// For every pattern of a line, returns the mobility of the first player minus the mobility of the
/// second player, in quarters of a move. A pattern is a number in base 3 with one digit per square:
/// 0 empty, 1 a piece of the first player, 2 a piece of the second player.
///
/// The first table is for a line along the edge. The other tables are for inner lines, from 8
/// squares down to 1. A capture counts as two moves, a move to the edge as half a move, and a move
/// along the edge as a quarter (Winands 2004, section 3.2).
pub(crate) fn mobility() -> Vec<i8> {
    let edge = patterns(8).map(|line| line_mobility(&line, true));
    let inner = INNER_LENGTHS.into_iter().flat_map(|length| patterns(length).map(|line| line_mobility(&line, false)));
    edge.chain(inner).collect()
}

fn patterns(length: u32) -> impl Iterator<Item = Vec<u8>> {
    (0..3_u32.pow(length)).map(move |index| (0..length).map(|at| (index / 3_u32.pow(at) % 3) as u8).collect())
}

fn line_mobility(line: &[u8], along_edge: bool) -> i8 {
    let pieces = line.iter().filter(|&&piece| piece != 0).count() as isize;
    let mut sum = 0;
    for (from, &piece) in line.iter().enumerate().filter(|(_, piece)| **piece != 0) {
        for step in [-1, 1] {
            let square = |distance: isize| usize::try_from(from as isize + step * distance).ok();
            let seen = |distance| square(distance).and_then(|at| line.get(at)).copied();
            let Some(target) = seen(pieces).filter(|&target| target != piece) else { continue };
            if (1..pieces).any(|distance| seen(distance).is_some_and(|other| other != 0 && other != piece)) {
                continue; // a piece cannot jump over the enemy
            }
            let to_edge = square(pieces).is_some_and(|at| at == 0 || at + 1 == line.len());
            let quarters = 4 * if target == 0 { 1 } else { 2 };
            let quarters = if along_edge {
                quarters / 4
            } else if to_edge {
                quarters / 2
            } else {
                quarters
            };
            sum += if piece == 1 { quarters } else { -quarters };
        }
    }
    sum
}

/// Returns four factors for each square. They are for the lines through the square: row, column,
/// rising diagonal, falling diagonal. A factor is 3 to the power of the square's place in the line.
pub(crate) fn steps() -> Vec<[u16; 4]> {
    let step = |place: u32| 3_u16.pow(place);
    let square = |(x, y): (u32, u32)| [step(x), step(y), step(x.min(y)), step(x.min(7 - y))];
    (0..64).map(|square| (square % 8, square / 8)).map(square).collect()
}

/// The possible coordinates of a centre of mass after rounding, multiplied by 2. An even number is
/// twice the column or row number of a square. 7 is the middle of the board.
pub(crate) const CENTRES: [i32; 9] = [0, 2, 4, 6, 7, 8, 10, 12, 14];

/// Returns three bitboards for each centre of mass. The centres are ordered by column and then by
/// row, both in the order of [`CENTRES`]. The bitboards have bits 0, 1 and 2 of a distance: the
/// distance of each square from the centre of mass, in moves of a chess king. Distances from a
/// centre that lies between squares are rounded down.
pub(crate) fn distances() -> Vec<[u64; 3]> {
    let away = |centre: i32, at: i32| (2 * at - centre).abs() / 2;
    let distance = |cx, cy, square| away(cx, square % 8).max(away(cy, square / 8));
    let plane = |cx, cy, bit: i32| (0..64).map(|square| ((distance(cx, cy, square) >> bit & 1) as u64) << square).sum();
    let planes = |cx: i32, cy: i32| [0, 1, 2].map(|bit| plane(cx, cy, bit));
    CENTRES.into_iter().flat_map(|cx| CENTRES.into_iter().map(move |cy| planes(cx, cy))).collect()
}
