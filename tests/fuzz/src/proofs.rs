//! Compares the proofs of every search with an exhaustive search of the same game. The games are
//! random graphs. Each player has at most two options, so that every option and every pair of
//! options is tested.

use crate::api::World;
use crate::api::live::Live;
use crate::block::Surroundings;
use crate::games::{ALL_CALLBACKS, Chosen};
use crate::graph::{Graph, Worth};
use crate::own::{Own, proof_of};
use crate::plant::{Plant, is_planted};
use crate::players::{option, switch_words, tree_forms};
use crate::source::Source;
use crate::transcript::{Transcript, call};
use anyhow::{Context, Result, ensure};
use imm_host::*;
use std::rc::Rc;

/// For each search (`mcts`, `bfm`, `ab`), lists the syntax of its options, such as `pbW/l`, and its
/// presets, such as `mcloa`.
#[must_use]
pub fn options() -> Vec<(&'static str, Vec<&'static str>)> {
    let with = |more: &[&'static str]| [tree_forms(), more.to_vec()].concat();
    vec![("mcts", with(&["bl", "mcloa"])), ("bfm", with(&["ubfm"])), ("ab", switch_words())]
}

/// Returns a random player with at most two options.
fn player(source: &mut Source<'_>) -> String {
    let searches = options();
    let (search, forms) = &searches[[0, 0, 0, 1, 2][source.below(5)]];
    let first = source.pick(forms);
    let second = if source.once_in(6) { first } else { source.pick(forms) };
    if source.once_in(12) { format!("{search}()") } else { pair(search, first, second, source) }
}

/// Returns a player of this search with these two options. If the two options are equal, the player
/// has only one option.
pub fn pair(search: &str, first: &str, second: &str, source: &mut Source<'_>) -> String {
    let one = written(search, first, source);
    if first == second {
        format!("{search}({one})")
    } else {
        format!("{search}({one},{})", written(search, second, source))
    }
}

fn written(search: &str, form: &str, source: &mut Source<'_>) -> String {
    match (search, form) {
        ("ab", word) => word.to_owned(),
        _ => option(form, source),
    }
}

/// Runs the scenario that the bytes of `source` describe.
///
/// # Errors
/// The player reports a wrong proof.
pub fn run(source: &mut Source<'_>, t: &Rc<Transcript>, around: &Surroundings) -> Result<()> {
    let player = player(source);
    check(&player, source, t, around).map(drop)
}

/// Checks this player's proofs in a random graph game. Returns false if the player cannot play the
/// game.
///
/// # Errors
/// The player reports a wrong proof.
pub fn check(player: &str, source: &mut Source<'_>, t: &Rc<Transcript>, around: &Surroundings) -> Result<bool> {
    let mut world = World::new(t, around);
    let graph = Graph::new(source);
    let given = if is_planted(Plant::OtherGame) { graph.falsified() } else { graph.clone() };
    let own = Own::of(given, source);
    let optional = if source.once_in(4) { source.u16() | 0x241 } else { ALL_CALLBACKS };
    let size = source.pick(&[1 << 14, 1 << 12, 1 << 16, 0]);
    let Some(mut live) = world.open_for(Chosen::of_own(own, optional), player, size)? else { return Ok(false) };
    live.worth = Rc::new(graph.solve());
    let what = format!("{} {}", live.name, if graph.cyclic { "with cycles" } else { "without cycles" });
    t.say(|| what.clone());
    check_all(&mut world, &mut live, source).context(what)?;
    live.check_around()?;
    Ok(true)
}

/// Searches a position, checks the results and plays a move, until the game ends or 30 moves have
/// been played.
fn check_all(world: &mut World, live: &mut Live, source: &mut Source<'_>) -> Result<()> {
    let iterations = source.pick(&[100, 300, 30, 1000]);
    let mut is_first = true;
    world.current.set(live.state);
    for _ in 0..30 {
        if live.is_over() {
            break;
        }
        let report = searched(world, live, iterations)?;
        world.check_callbacks(live)?;
        world.check_report(live, &report)?;
        check_distance(live, &report, is_first)?;
        world.candidates(live, source)?;
        world.visit_tree(live, source)?;
        let legal = live.shadow.moves();
        let mv = if source.once_in(2) { source.pick(&legal) } else { report.best };
        let status = call!(world.t, imm_play(live.state, mv));
        ensure!(status == IMM_OK, "imm_play answers {status}");
        live.played(mv);
        is_first = false;
    }
    world.verify(live, source)
}

fn searched(world: &World, live: &mut Live, iterations: u32) -> Result<imm_report> {
    let status = world.go_on(live, iterations)?;
    ensure!(status >= IMM_OK, "a search answers {status}");
    let room = world.outs.first.of();
    let status = call!(world.t, imm_get_report_sized(live.state, room, size_of::<imm_report>()));
    ensure!(status == IMM_OK, "imm_get_report answers {status}");
    // SAFETY: the report was written.
    Ok(unsafe { world.outs.first.read() })
}

/// Checks the distance of a proof. With only safe switches and an empty transposition table,
/// alpha-beta must find the shortest win and the longest loss.
fn check_distance(live: &Live, report: &imm_report, is_first: bool) -> Result<()> {
    const SAFE: u16 = IMM_AB_TT | IMM_AB_ETC | IMM_AB_KILLERS | IMM_AB_HISTORY | IMM_AB_PVS | IMM_AB_ASP;
    let is_safe = live.is_depth_first() && live.config.switches & !SAFE == 0;
    let Some(own) = live.own.as_ref().filter(|_| is_safe && is_first) else { return Ok(()) };
    if let Worth::Wins(side, plies) = live.worth[own.node_of(&live.shadow.bytes())] {
        let shortest = report.proof != proof_of(side) || report.distance == plies.min(255);
        ensure!(shortest, "a win in {} plies was found, and the shortest takes {plies}", report.distance);
    }
    Ok(())
}
