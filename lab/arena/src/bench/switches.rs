//! Measures the effect of each enhancement of alpha-beta on fixed positions: the number of visited
//! positions and the time of searches to fixed depths. Each step adds one switch. Also counts how
//! often a player with forward pruning chooses a worse move than plain alpha-beta.

use crate::clock::Timer;
use crate::games::{Arena, Visit};
use crate::notation::legal_moves;
use crate::openings::Opening;
use crate::player::{Block, read_spec, think};
use crate::progress::bar;
use anyhow::{Result, ensure};
use imm::alphabeta::{Config, Switch, Switches};
use imm::game::Move;
use imm::game::value::Value;
use imm::player::Player;
use imm::time::limits::Limits;
use serde::{Deserialize, Serialize};
use std::fmt::Write as _;
use std::sync::atomic::AtomicBool;

/// The ladder: each rung adds the listed switches to the switches of the previous rung. The safe
/// switches come first.
const LADDER: [(&str, &[Switch]); 14] = [
    ("plain", &[]),
    ("tt", &[Switch::Table]),
    ("etc", &[Switch::TranspositionCuts]),
    ("killers", &[Switch::Killers]),
    ("history", &[Switch::History]),
    ("pvs", &[Switch::PrincipalVariation]),
    ("asp", &[Switch::Aspiration]),
    ("null", &[Switch::NullMove]),
    ("multicut", &[Switch::MultiCut]),
    ("multicuta", &[Switch::MultiCutAll]),
    ("rps", &[Switch::Realization]),
    ("qs", &[Switch::Quiescence]),
    ("probcut", &[Switch::ProbCut]),
    ("look", &[Switch::LookAhead]),
];

/// The number of positions for each game. The line of moves to each position begins with uniformly
/// random plies. A fixed player plays the following plies.
pub const POSITIONS: u64 = 20;
const RANDOM_PLIES: u32 = 4;
const PLAYED_PLIES: u32 = 12;
const PLAYER: (&str, u64) = ("mcts(im0.4)", 1000);
/// The size of the transposition table in MiB.
const MEMORY_MIB: u32 = 64;

/// The effect of the enhancements in one game.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct SwitchReport {
    /// The game's name.
    pub game: String,
    /// The number of searched positions.
    pub positions: u64,
    /// The mean number of legal moves in the searched positions.
    pub branching: f64,
    /// The rungs of the ladder, from plain alpha-beta to all enhancements.
    pub rungs: Vec<Rung>,
}

/// A rung of the ladder: one player of the comparison.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Rung {
    /// The enhancement that this rung adds to the previous rung.
    pub added: String,
    /// The results at each search depth.
    pub depths: Vec<DepthReport>,
}

/// The work that a player needs to reach a depth, summed over all positions.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct DepthReport {
    /// The search depth in plies.
    pub depth: u32,
    /// The number of positions that the search visited.
    pub visited: u64,
    /// The processor time in seconds.
    pub seconds: f64,
    /// The number of positions in which the player's move is worse than the move of plain
    /// alpha-beta. Plain alpha-beta at this depth judges the moves. 0 for safe enhancements.
    pub worse_moves: u64,
}

/// A visitor that measures all rungs of the ladder in one game.
pub struct Climb<'a> {
    /// The game's name.
    pub name: &'a str,
    /// The search depths in plies.
    pub depths: &'a [u32],
    /// True if progress is shown.
    pub show: bool,
}

impl Visit for Climb<'_> {
    type Output = Result<SwitchReport>;

    fn visit<G: Arena>(self, start: G) -> Self::Output {
        ensure!(!start.has_chance(), "{}: --switches does not support games with chance events", self.name);
        let mut block = Block::mib(MEMORY_MIB)?;
        let bar = bar((LADDER.len() * self.depths.len()) as u64, "searches", self.show)?;
        bar.set_message(self.name.to_owned());
        let positions: Vec<G> =
            (0..POSITIONS).map(|index| position(&start, index, &mut block)).collect::<Result<_>>()?;
        let branching = positions.iter().map(|position| legal_moves(position).len() as f64).sum::<f64>();
        let (mut switches, mut rungs, mut plain) = (Switches::NONE, Vec::new(), Vec::new());
        for (added, more) in LADDER {
            switches = more.iter().fold(switches, |switches, &switch| switches.with(switch));
            let player = Player::AlphaBeta(Config { switches, ..Config::default() });
            let mut depths = Vec::new();
            for (index, &depth) in self.depths.iter().enumerate() {
                let (mut report, moves) = look(&positions, &player, depth, &mut block)?;
                if plain.len() == index {
                    plain.push(moves.clone());
                }
                for (position, (&ours, &best)) in positions.iter().zip(moves.iter().zip(&plain[index])) {
                    report.worse_moves += u64::from(is_worse(position, ours, best, depth, &mut block)?);
                }
                depths.push(report);
                bar.inc(1);
            }
            rungs.push(Rung { added: added.to_owned(), depths });
        }
        Ok(SwitchReport {
            game: self.name.to_owned(),
            positions: POSITIONS,
            branching: branching / POSITIONS as f64,
            rungs,
        })
    }
}

/// Returns a position that is typical for real games. It begins with the opening at this index;
/// then a fixed player plays some plies.
fn position<G: Arena>(start: &G, index: u64, block: &mut Block) -> Result<G> {
    let opening = Opening::of_game(start, 1, 2 * index, RANDOM_PLIES)?;
    let player = read_spec(PLAYER.0)?.seeded(opening.seeds[0]);
    let (mut position, never) = (opening.position, AtomicBool::new(false));
    for _ in 0..PLAYED_PLIES {
        let mut search = block.search_with(1 << 14, &position, &player)?;
        let (report, _) = think(&mut *search, &Limits::iterations(PLAYER.1), Timer::Cpu, &never)?;
        drop(search);
        let mut next = position.clone();
        next.play(report.best);
        if next.outcome().is_some() {
            break;
        }
        position = next;
    }
    Ok(position)
}

/// Searches all positions, each with a new search. Returns the work and the chosen moves.
fn look<G: Arena>(positions: &[G], player: &Player, depth: u32, block: &mut Block) -> Result<(DepthReport, Vec<Move>)> {
    let (limits, never) = (Limits { depth, ..Limits::default() }, AtomicBool::new(false));
    let mut report = DepthReport { depth, visited: 0, seconds: 0.0, worse_moves: 0 };
    let mut moves = Vec::new();
    for position in positions {
        let mut search = block.search(position, player)?;
        let (found, effort) = think(&mut *search, &limits, Timer::Cpu, &never)?;
        report.seconds += effort.seconds;
        report.visited += effort.simulations;
        moves.push(found.best);
    }
    Ok((report, moves))
}

/// True if the move `ours` is worse than the move `best`. Plain alpha-beta to the same depth judges
/// the moves.
fn is_worse<G: Arena>(position: &G, ours: Move, best: Move, depth: u32, block: &mut Block) -> Result<bool> {
    if ours == best {
        return Ok(false);
    }
    let mut value = |mv| -> Result<Value> {
        let mut after = position.clone();
        after.play(mv);
        if let Some(outcome) = after.outcome() {
            return Ok(outcome.value());
        }
        let limits = Limits { depth: depth - 1, ..Limits::default() };
        let mut search = block.search(&after, &Player::AlphaBeta(Config::default()))?;
        let (report, _) = think(&mut *search, &limits, Timer::Cpu, &AtomicBool::new(false))?;
        Ok(report.value)
    };
    let (ours, best) = (value(ours)?, value(best)?);
    Ok(ours.for_player(position.to_move()) < best.for_player(position.to_move()))
}

impl SwitchReport {
    /// Writes the results as a Markdown table.
    pub fn write(&self, out: &mut String) {
        // Writing to a String cannot fail.
        let _ = writeln!(out, "### {}\n", self.game);
        let _ = write!(out, "| added |");
        for DepthReport { depth, .. } in self.plain() {
            let _ = write!(out, " depth {depth}: visited | of plain | seconds | worse moves | branching |");
        }
        let _ = writeln!(out, "\n|---|{}", "---|---|---|---|---|".repeat(self.plain().len()));
        for Rung { added, depths } in &self.rungs {
            let _ = write!(out, "| {added} |");
            for (index, DepthReport { visited, seconds, worse_moves, depth }) in depths.iter().enumerate() {
                let share = *visited as f64 / self.plain()[index].visited as f64;
                let factor = (*visited as f64 / self.positions as f64).powf(1.0 / f64::from(*depth));
                let _ = write!(out, " {visited} | {share:.4} | {seconds:.2} | {worse_moves} | {factor:.2} |");
            }
            out.push('\n');
        }
        let (positions, branching, root) = (self.positions, self.branching, self.branching.sqrt());
        let _ = writeln!(
            out,
            "\n{positions} positions with {branching:.1} legal moves on average, whose root is {root:.2}.\n"
        );
    }

    fn plain(&self) -> &[DepthReport] {
        self.rungs.first().map_or(&[], |rung| &rung.depths)
    }
}
