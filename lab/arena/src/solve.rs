//! The command `solve` searches positions whose value is known, and checks every value that the
//! search claims to have proven. `claim.rs` compares the claims with the solution, and `one.rs`
//! searches one position whose value is unknown.

mod claim;
mod one;

use crate::answer::{Answer, FOUND_WRONG};
use crate::clock::Timer;
use crate::contest::in_order;
use crate::game_args::OwnGame;
use crate::games::{Arena, NoGame, Visit, with_game};
use crate::lines::{Place, records};
use crate::net_args::NetArgs;
use crate::notation::{legal_moves, move_text, read_position};
use crate::player::{Block, check_player, read_spec, think};
use crate::progress::bar;
use crate::signature::Signature;
use anyhow::{Context, Result, bail, ensure};
use claim::Claim;
use imm::alphabeta::Switch;
use imm::game::value::{Outcome, Proof, Side};
use imm::player::Player;
use imm::report::Candidate;
use imm::time::limits::{Limits, Stop};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

/// Arguments of the command `solve`.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// Files of solved positions: one JSON record per line, plain or gzip. With --game, all
    /// positions belong to that game. With --game and without files, `solve` searches one position:
    /// the one in --position, or by default the start position.
    #[arg(required_unless_present = "file")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    own: OwnGame,
    /// The position to search. Only with --game and without files.
    #[arg(long, value_name = "TEXT", requires = "file", conflicts_with = "files")]
    position: Option<String>,
    /// The player that searches.
    #[arg(long, value_name = "SPEC", default_value = "mcts()")]
    player: String,
    /// Number of simulations per position. For ab(...), number of visited positions.
    #[arg(long, value_name = "N", default_value_t = 200_000, value_parser = clap::value_parser!(u64).range(1..))]
    iterations: u64,
    /// Milliseconds per position, instead of --iterations. Only with files.
    #[arg(long, value_name = "T", conflicts_with = "iterations", requires = "files", value_parser = clap::value_parser!(u32).range(1..))]
    ms: Option<u32>,
    /// The clock for --ms: wall time, or the processor time of the search.
    #[arg(long, value_enum, default_value_t)]
    clock: Timer,
    #[command(flatten)]
    net: NetArgs,
    /// Memory of each search in MiB.
    #[arg(long, value_name = "MIB", default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..=6144))]
    memory: u32,
    /// Skip and count positions of games whose name imm does not know, instead of stopping.
    #[arg(long)]
    skip_unknown: bool,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

/// A record in a file of solved positions. All values are from the point of view of the side to
/// move.
#[derive(Debug, Deserialize)]
struct Record {
    id: String,
    /// The name of the game. The name may be missing with --game.
    #[serde(default)]
    game: String,
    pos: String,
    /// The value: 1, 0 or -1. It is missing in a record with `rules`.
    value: Option<i8>,
    /// The final points of the side to move minus the opponent's final points, if both sides play
    /// perfectly.
    final_diff: Option<i32>,
    /// The winning moves, if the record lists them.
    winning_moves: Option<Vec<String>>,
    /// The losing moves.
    #[serde(default)]
    losing_moves: Vec<String>,
    /// The length in plies of the shortest win for the side to move.
    distance: Option<u8>,
    /// All moves that win within five plies, each with the length of its win in plies.
    wins_within_5: Option<BTreeMap<String, u8>>,
    /// All moves that win within `distance` plies, each with the length of its win in plies.
    wins_within_distance: Option<BTreeMap<String, u8>>,
    /// The value of each move: 1, 0 or -1.
    move_value: Option<BTreeMap<String, i8>>,
    /// The solutions under several sets of rules. Each key is the last part of a game's name, for
    /// example `std` for `kalah_std`.
    rules: Option<BTreeMap<String, Solution>>,
}

/// The solution of a position, in a game that counts points.
#[derive(Debug, Deserialize)]
struct Solution {
    value: i8,
    final_diff: Option<i32>,
    /// For each move, the mover's final points minus the opponent's final points, if both sides
    /// play perfectly after the move.
    move_final_diff: BTreeMap<String, i32>,
}

/// A position to solve.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The unique name of the problem. If the record has solutions under several sets of rules, the
    /// name ends with the rule set, for example `(std)`.
    pub id: String,
    /// The game's name.
    pub game: String,
    /// The position as text.
    pub position: String,
    /// The value for the side to move: +1 win, 0 draw, -1 loss.
    pub value: i8,
    /// The value after each move, from the point of view of the player who makes the move. A move
    /// that is missing here has an unknown value.
    pub moves: BTreeMap<String, i8>,
    /// The margin in points for the side to move, if known.
    pub margin: Option<i32>,
    /// The margin in points after each move whose margin is known, from the point of view of the
    /// player who makes the move.
    pub margins: BTreeMap<String, i32>,
    /// The length of the shortest win and the moves that win fast, if known.
    pub shortest: Option<Shortest>,
}

/// How fast the side to move can win: the length of the shortest win, and all moves that win within
/// a horizon.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shortest {
    /// The length of the shortest win, in plies.
    pub plies: u8,
    /// The horizon in plies: `moves` contains every move that wins within the horizon.
    pub horizon: u8,
    /// The winning moves, each with the length of its win in plies.
    pub moves: BTreeMap<String, u8>,
}

impl Record {
    fn shortest(&self) -> Option<Shortest> {
        let plies = self.distance?;
        let within = |horizon, moves: &Option<_>| Some(Shortest { plies, horizon, moves: Option::clone(moves)? });
        within(5, &self.wins_within_5).or_else(|| within(plies, &self.wins_within_distance))
    }

    fn problems(self) -> Result<Vec<Problem>> {
        let shortest = self.shortest();
        let Self { id, game, pos: position, .. } = self;
        if let Some(rules) = self.rules {
            let problem = |(rule, solution): (String, Solution)| Problem {
                id: format!("{id} ({rule})"),
                game: format!("{game}_{rule}"),
                position: position.clone(),
                value: solution.value,
                moves: solution.move_final_diff.iter().map(|(mv, diff)| (mv.clone(), diff.signum() as i8)).collect(),
                margin: solution.final_diff,
                margins: solution.move_final_diff,
                shortest: None,
            };
            return Ok(rules.into_iter().map(problem).collect());
        }
        let value = self.value.context("the record has neither 'value' nor 'rules'")?;
        let moves = match (self.move_value, self.winning_moves) {
            (Some(values), _) => values,
            (None, Some(winning)) => {
                let lost = self.losing_moves.into_iter().map(|mv| (mv, -1));
                let quick = shortest.iter().flat_map(|known| known.moves.keys().cloned());
                winning.into_iter().chain(quick).map(|mv| (mv, 1)).chain(lost).collect()
            }
            (None, None) => bail!("the record has none of 'rules', 'move_value' and 'winning_moves'"),
        };
        let (margin, margins) = (self.final_diff, BTreeMap::new());
        Ok(vec![Problem { id, game, position, value, moves, margin, margins, shortest }])
    }
}

/// The result of searching a problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The correct value is proven, and the best move is not known to be wrong.
    Solved,
    /// The correct value and the correct margin in points are proven, and the best move is not
    /// known to be wrong.
    Exact,
    /// Nothing is proven.
    Unproven {
        /// True if the best move preserves the value.
        right_move: bool,
    },
    /// A claim of the search is false. The text describes the mistake.
    Wrong(String),
}

/// Searches all problems and reports the verdicts.
///
/// # Errors
/// A file cannot be read, a record or position is invalid, a game is unknown, or the player is
/// invalid.
pub fn run(args: &Args) -> Result<Answer> {
    let own = args.own.path();
    if let (Some(game), true) = (&own, args.files.is_empty()) {
        return one::run(args, game);
    }
    let config = read_spec(&args.player)?;
    let mut problems = read_problems(&args.files)?;
    if let Some(game) = own {
        problems.iter_mut().for_each(|(_, problem)| problem.game.clone_from(&game));
    }
    ensure!(!problems.is_empty(), "no positions in {} file(s)", args.files.len());
    let limits = args.ms.map_or_else(|| Limits::iterations(args.iterations), Limits::time_ms);
    let net = args.net.open_for_any(&config)?;
    let new_block = || {
        let mut block = Block::mib(args.memory)?;
        block.set_net(net.as_ref());
        Ok(block)
    };
    let bar = bar(problems.len() as u64, "positions", !args.json)?;
    let verdict = |block: &mut Block, (place, problem): &(Place, Problem)| {
        let budget = (&limits, args.clock);
        let verdict = with_game(&problem.game, Solve { problem, config: &config, budget, block });
        bar.inc(1);
        match verdict {
            Ok(verdict) => verdict.map(Some).with_context(|| format!("{place}: {}", problem.id)),
            Err(NoGame::Unknown(_)) if args.skip_unknown => Ok(None),
            Err(unknown) => Err(unknown).with_context(|| format!("{place}: {}", problem.id)),
        }
    };
    let verdicts = in_order(&problems, new_block, verdict)?;
    drop(bar);
    let report = Report::new(args, &problems, &verdicts);
    let answer = Answer::of(&report, args.json, Report::text)?;
    Ok(if report.wrong.is_empty() { answer } else { answer.with_code(FOUND_WRONG) })
}

fn read_problems(files: &[PathBuf]) -> Result<Vec<(Place, Problem)>> {
    let mut problems = Vec::new();
    for file in files {
        for record in records::<Record>(file)? {
            let (place, record) = record?;
            let read = record.problems().with_context(|| format!("{place}: not a valid record"))?;
            problems.extend(read.into_iter().map(|problem| (place.clone(), problem)));
        }
    }
    Ok(problems)
}

struct Solve<'a> {
    problem: &'a Problem,
    config: &'a Player,
    budget: (&'a Limits, Timer),
    block: &'a mut Block,
}

impl Visit for Solve<'_> {
    type Output = Result<(Verdict, u64)>;

    fn visit<G: Arena>(self, start: G) -> Self::Output {
        check_player(self.config, &start)?;
        let position = read_position(&start, &self.problem.position)?;
        solve(&position, self.problem, self.config, self.budget, self.block)
    }
}

/// Searches one position. Returns the verdict and the signature of the search.
///
/// # Errors
/// The player cannot play this game, or the record has an illegal move.
pub fn solve<G: Arena>(
    position: &G,
    problem: &Problem,
    config: &Player,
    (limits, timer): (&Limits, Timer),
    block: &mut Block,
) -> Result<(Verdict, u64)> {
    let legal: Vec<String> = legal_moves(position).iter().map(|&mv| move_text(position, mv)).collect();
    if let Some(mv) = problem.moves.keys().find(|mv| !legal.contains(mv)) {
        bail!("'{mv}' is not a legal move in {}", problem.position);
    }
    let config = &config.for_game(position);
    let mut search = block.search(position, config)?;
    let (report, _) = think(&mut *search, limits, timer, &AtomicBool::new(false))?;
    let mover = position.to_move();
    let plies_with = |child: &Candidate| child.distance.saturating_add(1);
    let claim = Claim {
        value: proven_value(report.proof, mover),
        best: move_text(position, report.best),
        margin: claimed_margin(position, config, &report),
        plies: report.distance,
        is_shortest: report.stop == Some(Stop::Proven) && finds_shortest(config),
        moves: (0..)
            .map_while(|index| search.candidate(index).transpose())
            .collect::<Result<Vec<_>, _>>()?
            .into_iter()
            .filter_map(|child| {
                Some((move_text(position, child.mv), proven_value(child.proof, mover)?, plies_with(&child)))
            })
            .collect(),
    };
    Ok((claim.judge(problem), report.signature))
}

/// True if a win that this player proves is always the shortest win. Tree searches and players with
/// forward pruning do not guarantee the shortest win.
fn finds_shortest(config: &Player) -> bool {
    matches!(config, Player::AlphaBeta(config) if !config.switches.prune_forward())
}

/// Returns the margin in points that the search has proven, from the point of view of the player to
/// move. `None` if the player does not search for margins.
fn claimed_margin<G: Arena>(position: &G, config: &Player, report: &imm::report::Report) -> Option<i32> {
    let counts = matches!(config, Player::AlphaBeta(config) if config.switches.has(Switch::Score));
    let exact = counts && position.max_score() > 0 && report.stop == Some(Stop::Proven);
    let points = report.value.to_f32() * f32::from(position.max_score());
    exact.then_some(points.round() as i32 * position.to_move().sign())
}

/// Returns the proven value from the point of view of `mover`, or `None` if nothing is proven.
fn proven_value(proof: Proof, mover: Side) -> Option<i8> {
    proof.outcome().map(|outcome| match outcome {
        Outcome::Draw => 0,
        winner if winner == Outcome::win_for(mover) => 1,
        _ => -1,
    })
}

/// The output of `solve --json`.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Report {
    /// The player that searched.
    pub player: String,
    /// The number of iterations per position; null if the budget is a time (`ms` and `clock`).
    iterations: Option<u64>,
    /// The milliseconds per position, if the budget is a time.
    pub ms: Option<u32>,
    clock: Option<Timer>,
    memory_mib: u32,
    /// The number of positions searched. A position with solutions under several rule sets counts
    /// once for each rule set.
    pub positions: usize,
    /// The probability that a uniformly sampled move preserves the value, averaged over the
    /// positions. Only moves with a known value are sampled.
    pub by_chance: f64,
    /// The number of positions with the verdict [`Verdict::Solved`] or [`Verdict::Exact`].
    solved: usize,
    /// The number of positions with the verdict [`Verdict::Exact`]. Older reports do not have this
    /// number.
    #[serde(default)]
    exact: usize,
    unproven: usize,
    /// The number of unproven positions in which the best move preserves the value.
    unproven_right_move: usize,
    /// The number of solved positions, plus the unproven positions in
    /// which the best move preserves the value.
    pub right_moves: usize,
    /// One error text for each position with the verdict [`Verdict::Wrong`].
    wrong: Vec<String>,
    /// The number of positions that were skipped because imm does not know the name of their game.
    skipped: usize,
    /// A hash of the signatures of all searches.
    signature: String,
}

impl Report {
    fn new(args: &Args, problems: &[(Place, Problem)], verdicts: &[Option<(Verdict, u64)>]) -> Self {
        let searched = || verdicts.iter().flatten();
        let count = |wanted: fn(&Verdict) -> bool| searched().filter(|(verdict, _)| wanted(verdict)).count();
        let wrong = problems.iter().zip(verdicts).filter_map(|((place, problem), verdict)| match verdict {
            Some((Verdict::Wrong(why), _)) => {
                Some(format!("{place}: {} {}: {}: {why}", problem.game, problem.id, problem.position))
            }
            _ => None,
        });
        let signature = searched().fold(Signature::default(), |all, (_, signature)| all.number(*signature));
        Self {
            player: args.player.clone(),
            iterations: args.ms.is_none().then_some(args.iterations),
            ms: args.ms,
            clock: args.ms.map(|_| args.clock),
            memory_mib: args.memory,
            positions: searched().count(),
            by_chance: by_chance(problems.iter().map(|(_, problem)| problem)),
            solved: count(|verdict| matches!(verdict, Verdict::Solved | Verdict::Exact)),
            exact: count(|verdict| *verdict == Verdict::Exact),
            unproven: count(|verdict| matches!(verdict, Verdict::Unproven { .. })),
            unproven_right_move: count(|verdict| *verdict == Verdict::Unproven { right_move: true }),
            right_moves: count(|verdict| {
                matches!(verdict, Verdict::Solved | Verdict::Exact | Verdict::Unproven { right_move: true })
            }),
            wrong: wrong.collect(),
            skipped: verdicts.len() - searched().count(),
            signature: signature.to_string(),
        }
    }

    fn text(&self) -> String {
        let mut out = String::new();
        let Self { player, positions, solved, unproven, unproven_right_move, right_moves, .. } = self;
        let budget = match (self.ms, self.clock, self.iterations) {
            (Some(ms), Some(Timer::Cpu), _) => format!("{ms} ms of processor time"),
            (Some(ms), ..) => format!("{ms} ms"),
            (_, _, iterations) => format!("{} iterations", iterations.unwrap_or(0)),
        };
        // Writing to a String cannot fail.
        let _ = writeln!(out, "{positions} positions, {player}, {budget} each");
        let share = 100.0 * *right_moves as f64 / *positions as f64;
        let _ = writeln!(out, "moves that keep the value: {right_moves} ({share:.1} %)");
        let margins = if self.exact > 0 { format!(", {} with their margin", self.exact) } else { String::new() };
        let _ = writeln!(out, "solved: {solved}{margins}");
        let _ = writeln!(out, "unproven: {unproven}, of these {unproven_right_move} with a right move");
        let _ = writeln!(out, "wrong: {}", self.wrong.len());
        self.wrong.iter().for_each(|wrong| out.push_str(&format!("  {wrong}\n")));
        if self.skipped > 0 {
            let _ = writeln!(out, "skipped: {} of unknown games", self.skipped);
        }
        let _ = writeln!(out, "signature: {}", self.signature);
        out
    }
}

/// Returns the probability that a uniformly sampled move preserves the value, averaged over the
/// problems.
fn by_chance<'a>(problems: impl Iterator<Item = &'a Problem>) -> f64 {
    let share = |Problem { value, moves, .. }: &Problem| {
        moves.values().filter(|&known| known == value).count() as f64 / moves.len().max(1) as f64
    };
    let shares: Vec<f64> = problems.map(share).collect();
    shares.iter().sum::<f64>() / shares.len().max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chance_is_a_mean_over_positions() {
        let record = |moves: &str| {
            let json = format!(r#"{{"id":"x","game":"kalah","pos":"-","value":0,"move_value":{{{moves}}}}}"#);
            problems(&json).remove(0)
        };
        let all = [record(r#""0":0,"1":-1,"2":-1,"3":-1"#), record(r#""0":0,"1":0"#)];
        assert!((by_chance(all.iter()) - 0.625).abs() < 1e-9);
        assert_eq!(by_chance([].iter()), 0.0);
    }

    fn problems(json: &str) -> Vec<Problem> {
        serde_json::from_str::<Record>(json).unwrap().problems().unwrap()
    }

    fn solved(problem: &Problem, iterations: u64) -> Verdict {
        let mut block = Block::slots(10_000).unwrap();
        let (config, limits) = (Player::default(), Limits::iterations(iterations));
        let budget = (&limits, Timer::Wall);
        with_game(&problem.game, Solve { problem, config: &config, budget, block: &mut block }).unwrap().unwrap().0
    }

    const ENDGAME: &str = r#"{"id":"e","game":"kalah","pos":"0,0,0,1,0,4|26|0,0,0,0,1,1|15 1","rules":{
        "std":{"value":1,"final_diff":14,"move_final_diff":{"3":14,"5":6}},"empty":{"value":1,"final_diff":8,"move_final_diff":{"3":8,"5":8}}}}"#;

    /// A position in which the second player is to move and wins with the piece on e3.
    const RACE: &str = r#"{"id":"r","game":"breakthrough_6x6","pos":".b..../b..b../b..wb./....b./....w./w..... 2",
        "value":1,"winning_moves":["e3d2","e3f2"],"losing_moves":["a4a3"]}"#;

    #[test]
    fn every_rule_is_a_problem_of_its_own() {
        let problems = problems(ENDGAME);
        let games: Vec<&str> = problems.iter().map(|problem| problem.game.as_str()).collect();
        assert_eq!(games, ["kalah_empty", "kalah_std"]);
        assert!(problems.iter().all(|problem| solved(problem, 50_000) == Verdict::Solved));
    }

    #[test]
    fn the_second_player_solves_in_his_own_view() {
        let mut problem = problems(RACE).remove(0);
        problem.position = "....../....../....../w...../.....b/...... 2".to_owned();
        problem.moves = BTreeMap::from([("f2f1".to_owned(), 1)]);
        assert_eq!(solved(&problem, 1000), Verdict::Solved);
        problem.value = -1;
        assert_eq!(solved(&problem, 1000), Verdict::Wrong("claimed proven +1 but is -1".to_owned()));
    }

    #[test]
    fn moves_are_judged() {
        let problem = problems(RACE).remove(0);
        let judge = |value, best: &str, moves: &[(&str, i8)]| {
            let moves = moves.iter().map(|&(mv, value)| (mv.to_owned(), value, 9)).collect();
            Claim { value, best: best.to_owned(), margin: None, plies: 9, is_shortest: true, moves }.judge(&problem)
        };
        assert_eq!(judge(Some(1), "e3d2", &[("a4a3", -1)]), Verdict::Solved);
        assert_eq!(judge(None, "e3d2", &[]), Verdict::Unproven { right_move: true });
        assert_eq!(judge(None, "a4a3", &[]), Verdict::Unproven { right_move: false });
        assert!(matches!(judge(Some(1), "a4a3", &[]), Verdict::Wrong(_)));
        assert!(matches!(judge(Some(0), "e3d2", &[]), Verdict::Wrong(_)));
        assert!(matches!(judge(None, "e3d2", &[("a4a3", 1)]), Verdict::Wrong(_)));
    }

    #[test]
    fn margins_are_judged() {
        let problem = problems(ENDGAME).remove(1);
        assert_eq!((problem.game.as_str(), problem.margin), ("kalah_std", Some(14)));
        let judge = |best: &str, margin| {
            let best = best.to_owned();
            Claim { value: Some(1), best, margin, plies: 9, is_shortest: true, moves: vec![] }.judge(&problem)
        };
        let wrong = |verdict| matches!(verdict, Verdict::Wrong(_));
        assert_eq!((judge("3", Some(14)), judge("5", None)), (Verdict::Exact, Verdict::Solved));
        assert!(wrong(judge("3", Some(12))) && wrong(judge("5", Some(14))));
        let mut block = Block::mib(1).unwrap();
        let config = read_spec("ab(tt,score)").unwrap();
        for problem in problems(ENDGAME) {
            let budget = (&Limits::iterations(1_000_000), Timer::Wall);
            let solve = Solve { problem: &problem, config: &config, budget, block: &mut block };
            assert_eq!(with_game(&problem.game, solve).unwrap().unwrap().0, Verdict::Exact);
        }
    }

    #[test]
    fn distances_are_judged() {
        let record = r#"{"id":"d","game":"loa","pos":"-","value":1,"distance":3,"winning_moves":["a1b2"],
            "wins_within_5":{"a1b2":3,"c1c4":5}}"#;
        let problem = problems(record).remove(0);
        assert_eq!(problem.moves.len(), 2);
        let judge = |best: &str, plies, is_shortest, moves: &[(&str, u8)]| {
            let moves = moves.iter().map(|&(mv, plies)| (mv.to_owned(), 1, plies)).collect();
            Claim { value: Some(1), best: best.to_owned(), margin: None, plies, is_shortest, moves }.judge(&problem)
        };
        let wrong = |verdict| matches!(verdict, Verdict::Wrong(_));
        assert_eq!(judge("a1b2", 3, true, &[("c1c4", 5), ("d1d2", 7)]), Verdict::Solved);
        assert_eq!(judge("d1d2", 7, false, &[]), Verdict::Solved);
        assert!(wrong(judge("a1b2", 5, true, &[])) && wrong(judge("c1c4", 3, true, &[])));
        assert!(wrong(judge("a1b2", 1, false, &[])));
        assert!(wrong(judge("a1b2", 3, true, &[("c1c4", 3)])) && wrong(judge("a1b2", 3, true, &[("d1d2", 5)])));
    }

    #[test]
    fn a_record_without_a_solution_is_an_error() {
        let record: Record = serde_json::from_str(r#"{"id":"x","game":"loa","pos":"-","value":1}"#).unwrap();
        assert!(record.problems().is_err());
    }
}
