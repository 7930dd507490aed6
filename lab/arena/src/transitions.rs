//! The command `transitions` has a player play against itself. For each category of moves, the
//! command counts how often the player chooses a move of this category when such a move is legal.
//!
//! The results are the transition probabilities of realization-probability search (Tsuruoka et al.
//! 2002; Winands & Bjornsson 2008).
//!
//! The probability of a category is (played + 1) / (available + 2). `available` is the number of
//! positions in which a move of the category was legal. `played` is the number of positions in
//! which a move of the category was played.

use crate::answer::Answer;
use crate::chance;
use crate::contest::{Conditions, Played, stop_on_ctrl_c};
use crate::game_args::GameArgs;
use crate::games::{Arena, Visit, with_game};
use crate::jobs_args::JobsArgs;
use crate::match_::{Plan, play_match};
use crate::notation::{legal_moves, play_record, read_position};
use crate::player::read_spec;
use crate::progress::bar;
use anyhow::{Context, Result};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

/// Arguments of `transitions`.
#[derive(clap::Args, Debug)]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// The player that plays both sides.
    #[arg(long, value_name = "SPEC", default_value = "mcts(im0.4)")]
    player: String,
    /// Number of games.
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    games: u64,
    /// Number of simulations per move; for ab(...), number of visited positions per move.
    #[arg(long, value_name = "N", default_value_t = 2000, value_parser = clap::value_parser!(u64).range(1..))]
    iterations: u64,
    /// Seed for the openings and for the player.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Random plies at the start of each pair of games, sampled uniformly. These plies are not
    /// counted. Without random plies, a player that uses no random numbers always plays the same
    /// game.
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u32).range(0..=100))]
    random_plies: u32,
    /// Memory of each search in MiB.
    #[arg(long, value_name = "MIB", default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..=6144))]
    memory: u32,
    #[command(flatten)]
    jobs: JobsArgs,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
    /// Print only the table of all categories in the kernel's format, with one byte for each
    /// category. A category with fewer than 20 positions has the probability of a wider category.
    /// No byte is less than 1.
    #[arg(long, conflicts_with = "json")]
    table: bool,
}

/// Plays the games and prints one line for each category.
///
/// # Errors
/// The game is unknown, the player is invalid or cannot play this game, or there is not enough
/// memory.
pub fn run(args: &Args) -> Result<Answer> {
    let player = read_spec(&args.player)?;
    let conditions = Conditions::of_self_play(player, args.iterations, args.seed, args.random_plies);
    conditions.check(&args.game.name())?;
    let jobs = args.jobs.count();
    let memory_kib = [args.memory.saturating_mul(1024); 2];
    let plan = Plan { conditions, games: args.games, memory_kib, jobs };
    let (games, counts, table) = with_game(&args.game.name(), Play(&plan))??;
    let report = Report::new(args, games, &counts);
    let answer = if args.table {
        Answer::ok(
            table_text(&table)
                .with_context(|| format!("{} has no table of transition probabilities", args.game.name()))?,
        )
    } else {
        Answer::of(&report, args.json, Report::text)?
    };
    Ok(answer.if_interrupted(report.interrupted))
}

struct Play<'a>(&'a Plan);

impl Visit for Play<'_> {
    /// The number of games played, their counts, and the table computed from these counts.
    type Output = Result<(u64, Counts, Vec<u8>)>;

    fn visit<G: Arena>(self, start: G) -> Self::Output {
        let bar = bar(self.0.games, "games", true)?;
        let played = play_match(&start, self.0, stop_on_ctrl_c()?, |_| bar.inc(1))?;
        drop(bar);
        let mut counts = Counts::default();
        played.iter().try_for_each(|game| counts.add(&start, game))?;
        let table = counts.table(G::CATEGORIES, G::wider_category);
        Ok((played.len() as u64, counts, table))
    }
}

/// The counts of one category.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
struct Count {
    /// The number of positions with a legal move of the category.
    available: u64,
    /// The number of positions in which a move of the category was played.
    played: u64,
}

impl Count {
    /// The probability (played + 1) / (available + 2). It is 0.5 for a category that never
    /// occurred.
    fn probability(self) -> f64 {
        (self.played as f64 + 1.0) / (self.available as f64 + 2.0)
    }

    /// The probability in units of 1/255, as in [`imm::game::knowledge::Knowledge::transition`].
    fn byte(self) -> u8 {
        (255.0 * self.probability()).round() as u8
    }

    fn plus(self, other: Self) -> Self {
        Self { available: self.available + other.available, played: self.played + other.played }
    }
}

/// A category gets its own probability if it has at least this number of positions.
const ENOUGH: u64 = 20;

/// The counts of each category.
#[derive(Default, Debug)]
struct Counts(BTreeMap<u16, Count>);

impl Counts {
    /// The bytes of the categories 0 to `categories` - 1. A category with fewer than [`ENOUGH`]
    /// positions gets the byte of its wider category. The counts of a wider category are the sums
    /// of the counts of its parts, as if two parts never occurred in the same position. The byte is
    /// 1 if the wider category also has fewer than [`ENOUGH`] positions. All bytes are at least 1.
    fn table(&self, categories: u16, wider: impl Fn(u16) -> u16) -> Vec<u8> {
        let mut sums: BTreeMap<u16, Count> = BTreeMap::new();
        for (&category, &count) in &self.0 {
            let sum = sums.entry(wider(category)).or_default();
            *sum = sum.plus(count);
        }
        let enough = |count: &&Count| count.available >= ENOUGH;
        let count =
            |category| self.0.get(&category).filter(enough).or_else(|| sums.get(&wider(category)).filter(enough));
        (0..categories).map(|category| count(category).map_or(1, |count| count.byte().max(1))).collect()
    }

    /// Counts the position before each move in the record of this game. A category counts once per
    /// position, even if several legal moves belong to the category. The outcomes of chance events
    /// do not count as moves.
    ///
    /// # Errors
    /// The record has an illegal move.
    fn add<G: Arena>(&mut self, start: &G, game: &Played) -> Result<()> {
        play_record(&read_position(start, &game.start)?, &game.record, |position, mv, _| {
            if chance::comes_next(position) {
                return;
            }
            let available: BTreeSet<u16> = legal_moves(position).iter().map(|&mv| position.category(mv)).collect();
            available.into_iter().for_each(|category| self.0.entry(category).or_default().available += 1);
            self.0.entry(position.category(mv)).or_default().played += 1;
        })?;
        Ok(())
    }
}

/// The output of `--json`.
#[derive(Debug, Serialize)]
struct Report {
    game: String,
    player: String,
    iterations: u64,
    seed: u64,
    random_plies: u32,
    memory_mib: u32,
    /// The number of finished games.
    games: u64,
    /// The number of positions in which a move was made.
    positions: u64,
    /// The categories in ascending order, without the categories that never occurred.
    categories: Vec<Category>,
    /// True if Ctrl-C ended the run early.
    interrupted: bool,
}

#[derive(Debug, Serialize)]
struct Category {
    /// The category, as in [`imm::game::knowledge::Knowledge::category`].
    category: u16,
    /// The number of positions with a legal move of the category.
    available: u64,
    /// The number of positions in which a move of the category was played.
    played: u64,
    /// (played + 1) / (available + 2).
    probability: f64,
    /// The probability in units of 1/255, as in [`imm::game::knowledge::Knowledge::transition`].
    byte: u8,
}

impl Report {
    fn new(args: &Args, games: u64, counts: &Counts) -> Self {
        let category = |(&category, count): (&u16, &Count)| {
            let (&Count { available, played }, probability) = (count, count.probability());
            Category { category, available, played, probability, byte: count.byte() }
        };
        Self {
            game: args.game.name(),
            player: args.player.clone(),
            iterations: args.iterations,
            seed: args.seed,
            random_plies: args.random_plies,
            memory_mib: args.memory,
            games,
            positions: counts.0.values().map(|count| count.played).sum(),
            categories: counts.0.iter().map(category).collect(),
            interrupted: games < args.games,
        }
    }

    fn text(&self) -> String {
        let Self { game, player, iterations, seed, games, positions, .. } = self;
        let interrupted = if self.interrupted { ", INTERRUPTED" } else { "" };
        let mut out = format!(
            "{game}: {player} against itself, {iterations} iterations a move, seed {seed}\n\
             {games} games, {positions} positions{interrupted}\n\
             category  available     played       P  byte\n"
        );
        for Category { category, available, played, probability, byte } in &self.categories {
            // Writing to a String cannot fail.
            let _ = writeln!(out, "{category:8} {available:10} {played:10}  {probability:.4}  {byte:4}");
        }
        out
    }
}

/// The table as text, with up to 30 entries per line; `None` if the table is empty.
fn table_text(table: &[u8]) -> Option<String> {
    let row = |bytes: &[u8]| bytes.iter().map(|byte| format!("{byte}, ")).collect::<String>().trim_end().to_owned();
    (!table.is_empty()).then(|| table.chunks(30).map(|bytes| format!("    {}\n", row(bytes))).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::tests::Coin;
    use crate::notation::read_move;
    use crate::player::Effort;
    use imm::game::knowledge::Knowledge;
    use imm::games::breakthrough::Breakthrough;

    fn game(start: &str, record: &str) -> Played {
        let (start, record) = (start.to_owned(), record.to_owned());
        let effort = [Effort::default(); 2];
        Played {
            index: 0,
            half_points: 2,
            on_time: None,
            faults: Default::default(),
            margin: None,
            signature: 0,
            effort,
            moves: [1, 0],
            start,
            record,
        }
    }

    #[test]
    fn a_category_counts_once_in_a_position() {
        let board = Breakthrough::new(2, 4).unwrap();
        // Two pieces can move, and each of them can only capture.
        let mut counts = Counts::default();
        counts.add(&board, &game("bb/bb/ww/ww 1", "a2b3")).unwrap();
        assert_eq!(counts.0.values().collect::<Vec<_>>(), [&Count { available: 1, played: 1 }]);
        assert_eq!(counts.0.values().next().unwrap().probability(), 2.0 / 3.0);
    }

    #[test]
    fn outcomes_of_chance_events_are_not_counted() {
        let mut counts = Counts::default();
        counts.add(&Coin::new(2), &game("", "1 2 0 3")).unwrap();
        assert_eq!(counts.0.values().collect::<Vec<_>>(), [&Count { available: 2, played: 2 }]);
    }

    #[test]
    fn what_is_not_played_was_available() {
        let board = Breakthrough::new(2, 4).unwrap();
        let start = "../b./.w/.. 1";
        let position = read_position(&board, start).unwrap();
        let category = |text| position.category(read_move(&position, text).unwrap());
        let (quiet, capture) = (category("b2b3"), category("b2a3"));
        assert_ne!(quiet, capture);
        let mut counts = Counts::default();
        for record in ["b2b3", "b2b3", "b2a3"] {
            counts.add(&board, &game(start, record)).unwrap();
        }
        let expected = [(quiet, Count { available: 3, played: 2 }), (capture, Count { available: 3, played: 1 })];
        assert_eq!(counts.0, BTreeMap::from(expected));
        assert_eq!(counts.0[&capture].probability(), 0.4);
        assert!(counts.add(&board, &game(start, "b2b4")).unwrap_err().to_string().contains("'b2b4'"));
    }

    #[test]
    fn what_hardly_ever_came_up_is_taken_for_its_kind() {
        let count = |available, played| Count { available, played };
        let counts = Counts(BTreeMap::from([(0, count(98, 49)), (1, count(2, 2)), (2, count(5, 5))]));
        // Categories 0, 1 and 4 belong to one wider category, and categories 2 and 3 belong to
        // another.
        let table = counts.table(5, |category| category / 2 % 2);
        let kind = (255.0_f64 * 52.0 / 102.0).round() as u8;
        assert_eq!(table, [(255.0_f64 * 0.5).round() as u8, kind, 1, 1, kind]);
        assert_eq!(table_text(&table[2..4]).unwrap(), "    1, 1,\n");
        assert_eq!(table_text(&[]), None);
    }
}
