//! Makes positions with forced wins. The positions come from games: a few plies before the end of a
//! game, the side to move often wins by force. Alpha-beta without forward pruning finds the
//! shortest wins and the winning first moves. A plain exhaustive search must find the same wins and
//! moves.

use super::plain::Plain;
use crate::answer::Answer;
use crate::clock::Timer;
use crate::contest::{Conditions, Played, cores, play_game};
use crate::game_args::GameArgs;
use crate::games::{Arena, Visit, images, with_game};
use crate::notation::{legal_moves, move_text, play_record, position_text, read_position};
use crate::player::{Block, read_spec, think};
use crate::progress::bar;
use crate::seat::Seat;
use anyhow::{Result, ensure};
use imm::game::Move;
use imm::game::value::{Outcome, Side};
use imm::player::Player;
use imm::time::limits::Limits;
use rayon::prelude::*;
use serde::Serialize;
use std::collections::{BTreeMap, HashSet};
use std::sync::atomic::AtomicBool;

/// Arguments of the command `endgames make`.
#[derive(clap::Args, Debug)]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// The number of positions to make for each distance to the end of the game. Distances are in
    /// plies: 3, 5, 7 or 9.
    #[arg(long, value_name = "PLIES:N,PLIES:N", default_value = "3:25,5:30,7:35,9:10", value_parser = quotas)]
    wanted: Quotas,
    /// The player that plays the games.
    #[arg(long, value_name = "SPEC", default_value = "ab(all)")]
    player: String,
    /// Positions that the player visits per move, or simulations per move for mcts(...).
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = clap::value_parser!(u64).range(1..))]
    iterations: u64,
    /// Random plies at the start of each game, sampled uniformly.
    #[arg(long, value_name = "N", default_value_t = 8)]
    random_plies: u32,
    /// Seed of the games.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Maximum number of games.
    #[arg(long, value_name = "N", default_value_t = 2000)]
    games: u64,
    /// Games played at the same time. Default: the number of cores. The result does not depend on
    /// this number.
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: Option<u16>,
}

/// The number of positions to make for each distance in plies.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Quotas(BTreeMap<u8, u32>);

/// Parses a list of distances and numbers of positions, such as `5:30,7:35`.
fn quotas(text: &str) -> Result<Quotas, String> {
    let mut all = BTreeMap::new();
    for (plies, count) in text.split(',').map(quota).collect::<Result<Vec<_>, _>>()? {
        if all.insert(plies, count).is_some() {
            return Err(format!("distance {plies} is listed twice"));
        }
    }
    Ok(Quotas(all))
}

/// Parses a distance and a number of positions, such as `7:35`.
fn quota(text: &str) -> Result<(u8, u32), String> {
    let wrong = || format!("'{text}': expected DISTANCE:NUMBER, such as 7:35");
    let (plies, count) = text.split_once(':').ok_or_else(wrong)?;
    let quota: (u8, u32) = (plies.parse().map_err(|_| wrong())?, count.parse().map_err(|_| wrong())?);
    if quota.0 % 2 == 1 && (3..=9).contains(&quota.0) {
        Ok(quota)
    } else {
        Err("expected a distance of 3, 5, 7 or 9".to_owned())
    }
}

/// The player that proves wins. Its options are safe: they cannot change the result of a search.
const PROVER: &str = "ab(tt,etc,killers,history,pvs,asp)";
/// The largest distance to the end of the game, in plies. Only positions in the last `TAIL` plies
/// of a game are searched for wins.
const DEPTH: u32 = 9;
const TAIL: usize = 13;
/// The memory of each search in KiB.
const MEMORY_KIB: u32 = 16 * 1024;
/// The number of games between two checks of whether enough positions have been found.
const BATCH: u64 = 16;

/// One position as a line of the output.
#[derive(Debug, Serialize)]
struct Line {
    id: String,
    game: String,
    pos: String,
    player: u8,
    value: i8,
    distance: u8,
    legal: usize,
    winning_moves: Vec<String>,
    wins_within_distance: BTreeMap<String, u8>,
}

/// Plays the games and prints the positions.
///
/// # Errors
/// The game is unknown, the player is invalid, there are too few positions, two proofs disagree, or
/// there is not enough memory.
pub(super) fn run(args: &Args) -> Result<Answer> {
    let player = read_spec(&args.player)?;
    let conditions = Conditions::of_self_play(player, args.iterations, args.seed, args.random_plies);
    conditions.check(&args.game.name())?;
    let lines = with_game(&args.game.name(), Make { args, conditions, prover: read_spec(PROVER)? })??;
    let lines: Vec<String> = lines.iter().map(serde_json::to_string).collect::<Result<_, _>>()?;
    Ok(Answer::ok(lines.join("\n") + "\n"))
}

struct Make<'a> {
    args: &'a Args,
    conditions: Conditions,
    prover: Player,
}

impl Visit for Make<'_> {
    type Output = Result<Vec<Line>>;

    fn visit<G: Arena>(self, start: G) -> Self::Output {
        ensure!(!start.has_chance(), "forced wins are not searched in games with chance events");
        let jobs = self.args.jobs.map_or_else(cores, usize::from);
        let pool = rayon::ThreadPoolBuilder::new().num_threads(jobs).build()?;
        let chosen = self.chosen(&start, &pool)?;
        let bar = bar(chosen.len() as u64, "positions described", true)?;
        let line = |(index, (position, distance)): (usize, &(G, u8))| {
            let line = self.line(index, position, *distance);
            bar.inc(1);
            line
        };
        pool.install(|| chosen.par_iter().enumerate().map(line).collect())
    }
}

impl Make<'_> {
    /// Chooses at most one position from each game, until enough positions of each distance are
    /// found.
    fn chosen<G: Arena>(&self, start: &G, pool: &rayon::ThreadPool) -> Result<Vec<(G, u8)>> {
        let mut open = self.args.wanted.0.clone();
        let (mut chosen, mut seen) = (Vec::new(), HashSet::new());
        let bar = bar(open.values().map(|&count| u64::from(count)).sum(), "positions", true)?;
        for batch in (0..self.args.games).step_by(BATCH as usize) {
            let games: Vec<u64> = (batch..self.args.games.min(batch + BATCH)).collect();
            let found: Vec<Vec<(G, u8)>> =
                pool.install(|| games.par_iter().map(|&n| self.wins_of(start, n)).collect::<Result<_>>())?;
            for wins in found {
                let mut fitting = wins.into_iter().filter(|(_, distance)| open.get(distance).is_some_and(|&n| n > 0));
                let Some((position, distance)) = fitting.next() else { continue };
                if seen.insert(images(&position).into_iter().min()) {
                    open.entry(distance).and_modify(|count| *count -= 1);
                    chosen.push((position, distance));
                    bar.inc(1);
                }
            }
            if open.values().all(|&count| count == 0) {
                return Ok(chosen);
            }
        }
        anyhow::bail!("{} games are not enough: positions still missing, by distance: {open:?}", self.args.games)
    }

    /// Plays a game. Returns the positions near the end of the game that are proven wins for the
    /// side to move. The position furthest from the end comes first.
    fn wins_of<G: Arena>(&self, start: &G, n: u64) -> Result<Vec<(G, u8)>> {
        let mut seats = [Seat::kib(MEMORY_KIB)?, Seat::kib(MEMORY_KIB)?];
        let never = AtomicBool::new(false);
        let played = play_game(start, &self.conditions, 2 * n, &mut seats, &never)?;
        let Some(Played { start: text, record, half_points, .. }) = played else { return Ok(Vec::new()) };
        let winner = match half_points {
            2 => Side::First,
            0 => Side::Second,
            _ => return Ok(Vec::new()),
        };
        let mut positions = Vec::new();
        let start_of_game = read_position(start, &text)?;
        let last = play_record(&start_of_game, &record, |before, _, _| positions.push(before.clone()))?;
        positions.push(last);
        let tail = positions.len().saturating_sub(TAIL + 1);
        let mut wins = Vec::new();
        for late in positions[tail..].iter().filter(|late| late.to_move() == winner && late.outcome().is_none()) {
            // Read the position from its text, so that the position has no history of earlier
            // positions.
            let position = read_position(start, &position_text(late))?;
            if let Some(distance) = self.distance(&position, DEPTH, winner, &mut seats[0].block)? {
                wins.push((position, distance));
            }
        }
        Ok(wins)
    }

    /// Returns the length in plies of the shortest win of `attacker`. Returns `None` if no win
    /// within `depth` plies exists.
    fn distance<G: Arena>(&self, position: &G, depth: u32, attacker: Side, block: &mut Block) -> Result<Option<u8>> {
        let mut search = block.search(position, &self.prover)?;
        let limits = Limits { depth, ..Limits::default() };
        let (report, _) = think(&mut *search, &limits, Timer::Wall, &AtomicBool::new(false))?;
        let wins = report.proof.is_win_for(attacker) && u32::from(report.distance) <= depth;
        Ok(wins.then_some(report.distance))
    }

    /// Returns the moves that win within `distance` plies.
    fn winning_moves<G: Arena>(&self, position: &G, distance: u8, block: &mut Block) -> Result<Vec<Move>> {
        let (mut winning, attacker) = (Vec::new(), position.to_move());
        for mv in legal_moves(position) {
            let mut after = position.clone();
            after.play(mv);
            let wins = match after.outcome() {
                Some(outcome) => outcome == Outcome::win_for(attacker),
                None => self.distance(&after, u32::from(distance) - 1, attacker, block)?.is_some(),
            };
            winning.extend(wins.then_some(mv));
        }
        Ok(winning)
    }

    /// Returns the output line of a position. First checks that the plain search finds the same
    /// distance and winning moves as alpha-beta.
    fn line<G: Arena>(&self, index: usize, position: &G, distance: u8) -> Result<Line> {
        let mut block = Block::kib(MEMORY_KIB)?;
        let winning = self.winning_moves(position, distance, &mut block)?;
        let (pos, plies) = (position_text(position), usize::from(distance));
        let (mut plain, mut walker) = (Plain::new(position, plies), position.clone());
        ensure!(!plain.wins(&mut walker, plies - 2), "{pos}: won in {} plies, not in {plies}", plies - 2);
        let again = plain.winning_moves(&mut walker, plies);
        ensure!(again == winning && !winning.is_empty(), "{pos}: two proofs disagree: {again:?}, {winning:?}");
        let mut moves: Vec<String> = winning.iter().map(|&mv| move_text(position, mv)).collect();
        moves.sort_unstable();
        Ok(Line {
            id: format!("{}_forced_wins-generated-{index:02}", self.args.game.name()),
            game: self.args.game.name(),
            player: if position.to_move() == Side::First { 1 } else { 2 },
            value: 1,
            distance,
            legal: legal_moves(position).len(),
            wins_within_distance: moves.iter().map(|mv| (mv.clone(), distance)).collect(),
            winning_moves: moves,
            pos,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_distance_is_wanted_once() {
        assert_eq!(quotas("7:35,3:1").unwrap(), Quotas([(3, 1), (7, 35)].into()));
        for (text, says) in [
            ("3:1,5:2,3:2", "distance 3 is listed twice"),
            ("3:1,3:1", "distance 3 is listed twice"),
            ("4:1", "expected a distance of 3, 5, 7 or 9"),
            ("3:1,", "'': expected DISTANCE:NUMBER"),
            ("3", "'3': expected DISTANCE:NUMBER"),
        ] {
            assert!(quotas(text).unwrap_err().contains(says), "{text}");
        }
    }
}
