//! Progress of long work: bars on standard error, where that is a terminal and nobody asked for
//! JSON; a search that can be watched.

use crate::arena::AnySearch;
use crate::clock::Timer;
use crate::games::Arena;
use crate::notation::move_text;
use crate::player::{Effort, think};
use anyhow::Result;
use imm::report::Report;
use imm::time::limits::{Limits, Stop};
use imm::time::sliced::Totals;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::sync::atomic::AtomicBool;

/// A bar for `len` pieces of work, called `unit`; hidden where `show` is false.
///
/// # Errors
/// None that a caller can cause.
pub fn bar(len: u64, unit: &str, show: bool) -> Result<ProgressBar> {
    let target = if show { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
    let style = ProgressStyle::with_template(&format!("{{bar:30}} {{pos}}/{{len}} {unit}, {{eta}} left, {{msg}}"))?;
    Ok(ProgressBar::with_draw_target(Some(len), target).with_style(style))
}

/// Into how many pieces a search is cut, so that somebody can watch it.
const PIECES: u64 = 200;

/// Searches `position` for this number of iterations, in pieces and as one search would: says
/// between them what it thinks. `stop` ends it early. The report is of all pieces together.
///
/// # Errors
/// As of [`think`].
pub fn think_watched<G: Arena>(
    search: &mut AnySearch<'_, G>,
    position: &G,
    iterations: u64,
    show: bool,
    stop: &AtomicBool,
) -> Result<(Report, Effort)> {
    let bar = bar(iterations, "iterations", show)?;
    let (mut all, mut depth, mut elapsed_ms) = (Effort::default(), 0, 0);
    loop {
        let left = iterations.saturating_sub(all.simulations).max(1);
        let piece = Limits::iterations(iterations.div_ceil(PIECES).min(left));
        let (found, effort) = think(&mut **search, &piece, Timer::Wall, stop)?;
        all = all.plus(effort);
        (depth, elapsed_ms) = (found.depth.max(depth), found.elapsed_ms.saturating_add(elapsed_ms));
        bar.set_position(all.simulations);
        bar.set_message(format!("{} {:+.3}", move_text(position, found.best), found.value.to_f32()));
        if found.stop != Some(Stop::Iterations) || all.simulations >= iterations {
            bar.finish_and_clear();
            let (iterations, playout_plies) = (all.simulations, all.playout_plies);
            search.recount(&Totals { iterations, playout_plies, depth, elapsed_ms, stop: found.stop });
            return Ok((search.report()?, all));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::player::{Block, read_spec};
    use imm::games::kalah::Kalah;

    #[test]
    fn a_search_in_pieces_is_the_same_search() {
        let mut block = Block::slots(10_000).unwrap();
        let position = Kalah::default();
        for (spec, iterations) in [("mcts(im0.4)", 1001), ("ab(tt)", 5003)] {
            let player = read_spec(spec).unwrap();
            let (limits, never) = (Limits::iterations(iterations), AtomicBool::new(false));
            let mut search = block.search(&position, &player).unwrap();
            let (at_once, _) = think(&mut *search, &limits, Timer::Wall, &never).unwrap();
            drop(search);
            let mut search = block.search(&position, &player).unwrap();
            let (found, effort) = think_watched(&mut search, &position, iterations, false, &never).unwrap();
            assert_eq!((found.iterations, effort.simulations), (iterations, iterations), "{spec}");
            assert_eq!(found, Report { elapsed_ms: found.elapsed_ms, ..at_once }, "{spec}");
        }
    }
}
