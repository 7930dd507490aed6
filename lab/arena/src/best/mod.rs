//! The command `best` measures in a short time which player is the strongest in a game.
//!
//! The command finds out which optional callbacks the game has (`callbacks.rs`), and lists the
//! players that these callbacks allow (`players.rs`). Each listed player plays a match against the
//! leader, the strongest player so far. The first leader is the player that the word `best` means.
//! A sequential test ends each match (`bout.rs`). A new leader then plays other games against the
//! first leader. (In the games before, the new leader may only have been lucky.) At the end, the
//! leader plays against players that do not use a certain callback: this measures what the callback
//! gains.

mod bout;
mod callbacks;
mod players;
mod report;

use crate::answer::Answer;
use crate::budget_args::BudgetArgs;
use crate::clock::Timer;
use crate::contest::{Scoring, Tally, stop_on_ctrl_c};
use crate::experiments::matchup::{Budget, MEMORY_MIB};
use crate::game_args::GameArgs;
use crate::jobs_args::JobsArgs;
use crate::net_args::NetArgs;
use crate::player::read_spec;
use crate::progress::counter;
use crate::sprt::Sprt;
use anyhow::{Result, ensure};
use bout::{Bout, Hall};
use callbacks::{Known, stripped, uses};
use imm::check::Callback;
use imm::player::BudgetClass;
use players::{canonical, challengers};
use report::Report;
use std::time::{Duration, Instant};

/// Arguments of `best`.
#[derive(clap::Args, Debug)]
#[command(mut_group("BudgetArgs", |group| group.required(false)))]
#[command(mut_arg("ms", |arg| arg.help("Milliseconds per move. Default: 10, without --iterations")))]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// The time of the whole measurement in seconds. No pair of games begins later.
    #[arg(long, value_name = "SECONDS", default_value_t = 60.0)]
    seconds: f64,
    #[command(flatten)]
    budget: Option<BudgetArgs>,
    /// The clock for --ms: wall time, or the processor time of the player's thread.
    #[arg(long, value_enum, default_value = "cpu", value_name = "CLOCK")]
    clock: Timer,
    #[command(flatten)]
    net: NetArgs,
    /// Random plies at the start of each pair of games, sampled uniformly.
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u32).range(0..=100))]
    random_plies: u32,
    /// Memory of each player in KiB.
    #[arg(long, value_name = "KIB", default_value_t = MEMORY_MIB * 1024)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=6_291_456))]
    memory: u32,
    /// Seed of the openings and of the players.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    jobs: JobsArgs,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

/// The sequential test of a match. It decides whether the challenger is stronger by about 80 Elo
/// points (61 % of the points), or not stronger. To find a smaller difference, a short run has too
/// few games.
const TEST: Sprt = Sprt { equal: 0.0, better: 80.0 };

/// The largest number of pairs in a match. Each phase numbers its pairs from a different start, so
/// that each phase has its own openings.
const PAIRS: u64 = 1 << 14;
const CONFIRMING: u64 = 1 << 20;
const GAINING: u64 = 1 << 21;

/// The largest number of pairs to confirm the result, and to measure what a callback gains.
const PAIRS_TO_CONFIRM: u64 = 400;
const PAIRS_TO_GAIN: u64 = 100;

/// The matches of the challengers end after one of these shares of the whole time. The first
/// applies if a challenger has become the leader. The second applies if `best` is still the leader,
/// because no games need to confirm this. The third applies if there is also no gain to measure.
const SHARES: [f64; 3] = [0.6, 0.8, 0.95];

/// Measures the players and reports the strongest one.
///
/// # Errors
/// The game is unknown, the net does not fit it, or there is not enough memory.
pub fn run(args: &Args) -> Result<Answer> {
    let Args { seconds, .. } = *args;
    ensure!(seconds.is_finite() && seconds > 0.0, "--seconds {seconds}: expected a number above 0");
    let mut search = Search::new(args)?;
    search.play()?;
    let interrupted = search.hall.is_stopped();
    Ok(Answer::of(&Report::new(search)?, args.json, Report::text)?.if_interrupted(interrupted))
}

/// The match of a challenger.
#[derive(Clone, Debug)]
struct Challenge {
    player: String,
    /// The leader at the time of the match.
    against: String,
    tally: Tally,
    /// True if the challenger is stronger, false if it is not. `None` if the match is not decided.
    stronger: Option<bool>,
}

/// The measurement of what a callback gains.
#[derive(Clone, Debug)]
struct Gain {
    callback: Callback,
    /// The strongest known player that does not use the callback, and the games of the leader
    /// against this player. `None` if the leader does not use the callback, or if no option turns
    /// the callback off.
    against: Option<(String, Tally)>,
    /// True if the leader uses the callback.
    is_used: bool,
    /// True if the opponent is the leader with the options for this callback turned off.
    is_stripped: bool,
}

/// A measurement.
struct Search {
    hall: Hall,
    known: Known,
    budget: BudgetClass,
    begun: Instant,
    seconds: f64,
    /// The first leader: the player that the word `best` means.
    start: String,
    /// The strongest player so far.
    leader: String,
    challenges: Vec<Challenge>,
    /// The challenger that became the leader, and its games against `start` from other openings.
    /// `None` if no challenger became the leader.
    confirmed: Option<(String, Tally)>,
    gains: Vec<Gain>,
}

impl Search {
    fn new(args: &Args) -> Result<Self> {
        let (game, begun) = (args.game.name(), Instant::now());
        let default = Budget::CpuMs(10).timed_by(args.clock);
        let budget = args.budget.as_ref().map_or(default, |budget| budget.of(args.clock));
        let net = args.net.open_for_game(&game)?;
        let known = Known::of(&game, net.is_some())?;
        let class = class_of(args.memory, budget);
        let start = canonical(&known.best(class));
        let against = start.clone();
        let challenge =
            |player| Challenge { player, against: against.clone(), tally: Tally::default(), stronger: None };
        let challenges = challengers(&known, class)?.into_iter().map(challenge).collect();
        let hall = Hall {
            game,
            budget,
            random_plies: args.random_plies,
            memory_kib: args.memory,
            net,
            seed: args.seed,
            jobs: args.jobs.count(),
            stop: stop_on_ctrl_c()?,
            progress: counter("games", !args.json)?,
        };
        let (leader, seconds, confirmed) = (start.clone(), args.seconds, None);
        let (budget, gains) = (class, Vec::new());
        Ok(Self { hall, known, budget, begun, seconds, start, leader, challenges, confirmed, gains })
    }

    /// Plays all games.
    fn play(&mut self) -> Result<()> {
        self.challenge(SHARES[0])?;
        if self.leader == self.start {
            self.challenge(SHARES[if self.has_gains()? { 1 } else { 2 }])?;
        }
        if self.leader != self.start {
            let share = if self.has_gains()? { 0.5 } else { 1.0 };
            self.confirm(share)?;
        }
        self.measure_gains()
    }

    /// Returns the time at which this share of the whole time is over.
    fn end_of(&self, share: f64) -> Instant {
        let time = Duration::try_from_secs_f64(self.seconds * share).ok();
        let far = self.begun + Duration::from_secs(1 << 32);
        time.and_then(|time| self.begun.checked_add(time)).unwrap_or(far)
    }

    /// Plays the matches of the challengers until this share of the whole time is over. In each
    /// round, all undecided matches get equal parts of the remaining time. The match with the
    /// highest score is played first: if it changes the leader, the other matches begin again.
    fn challenge(&mut self, share: f64) -> Result<()> {
        let (end, shortest) = (self.end_of(share), self.seconds / 100.0);
        loop {
            let open = self.open_matches();
            if open.is_empty() || left_until(end).as_secs_f64() < shortest || self.hall.is_stopped() {
                return Ok(());
            }
            for (done, &at) in open.iter().enumerate() {
                self.match_of(at, left_until(end) / (open.len() - done) as u32)?;
            }
        }
    }

    /// Returns the indices of the undecided matches. The match with the highest score comes first.
    fn open_matches(&self) -> Vec<usize> {
        let score = |at: &usize| self.challenges[*at].tally.pairs.score();
        let is_open = |one: &Challenge| one.stronger.is_none() && one.tally.count() < 2 * PAIRS;
        let mut open: Vec<usize> = (0..self.challenges.len()).filter(|&at| is_open(&self.challenges[at])).collect();
        // The sort is stable, so matches without games keep their order.
        open.sort_by(|one, other| score(other).total_cmp(&score(one)));
        open
    }

    /// Continues the match of a challenger until it is decided or `time` is over. After half of
    /// this time, the match ends if the challenger seems to be weaker, so that other matches get
    /// more time. If there is a new leader, the match begins again.
    fn match_of(&mut self, at: usize, time: Duration) -> Result<()> {
        let (doubt, until) = (Instant::now() + time / 2, Instant::now() + time);
        if self.hall.is_over(until) {
            return Ok(());
        }
        let one = &mut self.challenges[at];
        if one.against != self.leader {
            (one.against, one.tally) = (self.leader.clone(), Tally::default());
        }
        let players = [&*one.player, &*one.against];
        let bout = Bout { players, pairs: one.tally.pairs.pairs()..PAIRS, until };
        one.tally = self.hall.play(&bout, one.tally, |tally| {
            let seems_weaker = TEST.log_likelihood_ratio(&tally.pairs) < 0.0;
            TEST.verdict(&tally.pairs).is_some() || (seems_weaker && Instant::now() >= doubt)
        })?;
        one.stronger = TEST.verdict(&one.tally.pairs);
        if one.stronger == Some(true) {
            self.leader.clone_from(&one.player);
        }
        Ok(())
    }

    /// Plays games of a new leader against the first leader, from other openings, for this share of
    /// the remaining time. If the new leader scores less than half of the points, the first leader
    /// becomes the leader again.
    fn confirm(&mut self, share: f64) -> Result<()> {
        let until = Instant::now() + left_until(self.end_of(1.0)).mul_f64(share);
        let players = [&*self.leader, &*self.start];
        let bout = Bout { players, pairs: CONFIRMING..CONFIRMING + PAIRS_TO_CONFIRM, until };
        let tally = self.hall.play(&bout, Tally::default(), |_| false)?;
        let found = self.leader.clone();
        if tally.pairs.score() < 0.5 {
            self.leader.clone_from(&self.start);
        }
        self.confirmed = Some((found, tally));
        Ok(())
    }

    /// Returns each callback of the game that players need not use, with the opponent against which
    /// its gain is measured.
    fn opponents(&self) -> Result<Vec<Gain>> {
        let leader = read_spec(&self.leader)?;
        let opponent = |&callback: &Callback| {
            let is_used = uses(&leader, callback);
            let player = if is_used { self.without(callback)? } else { None };
            let is_stripped = stripped(&leader, callback).is_some();
            Ok(Gain { callback, against: player.map(|player| (player, Tally::default())), is_used, is_stripped })
        };
        self.known.callbacks().iter().filter(|&&callback| callback != Callback::RandomMove).map(opponent).collect()
    }

    /// True if the gain of a callback can be measured.
    fn has_gains(&self) -> Result<bool> {
        Ok(self.opponents()?.iter().any(|gain| gain.against.is_some()))
    }

    /// Plays games of the leader against players that do not use one of the callbacks.
    fn measure_gains(&mut self) -> Result<()> {
        self.gains = self.opponents()?;
        let (end, matches) = (self.end_of(1.0), self.gains.iter().filter(|gain| gain.against.is_some()).count());
        let measured = self.gains.iter_mut().filter_map(|gain| gain.against.as_mut());
        for (done, (player, tally)) in measured.enumerate() {
            let until = Instant::now() + left_until(end) / (matches - done) as u32;
            let bout = Bout { players: [&self.leader, player], pairs: GAINING..GAINING + PAIRS_TO_GAIN, until };
            *tally = self.hall.play(&bout, *tally, |_| false)?;
        }
        Ok(())
    }

    /// Returns the strongest known player that does not use this callback. `None` if the gain from
    /// the callback cannot be measured.
    fn without(&self, callback: Callback) -> Result<Option<String>> {
        let leader = read_spec(&self.leader)?;
        if let Some(player) = stripped(&leader, callback) {
            return Ok(Some(canonical(&player)));
        }
        if callback == Callback::Order {
            return Ok(None);
        }
        // The strongest opponent that does not use the callback: the leader had the lowest score
        // against it.
        let mut found: Option<(f64, &str)> = None;
        for one in self.challenges.iter().filter(|one| one.tally.count() > 0) {
            let (other, score) = match (one.player == self.leader, one.against == self.leader) {
                (true, _) => (&one.against, one.tally.pairs.score()),
                (_, true) => (&one.player, 1.0 - one.tally.pairs.score()),
                _ => continue,
            };
            if !uses(&read_spec(other)?, callback) && found.is_none_or(|(lowest, _)| score < lowest) {
                found = Some((score, other));
            }
        }
        Ok(Some(match found {
            Some((_, player)) => player.to_owned(),
            None => canonical(&self.known.best_without(callback, self.budget)),
        }))
    }

    /// The scoring of the matches.
    fn scoring(&self) -> Result<Scoring> {
        Ok(Scoring::of_game(&self.hall.game)?)
    }
}

/// The time from now until `end`.
fn left_until(end: Instant) -> Duration {
    end.saturating_duration_since(Instant::now())
}

/// Returns the class of a budget. The class decides which player the word `best` means.
fn class_of(memory_kib: u32, budget: Budget) -> BudgetClass {
    let block = BudgetClass::of_block((memory_kib as usize).saturating_mul(1024));
    match budget {
        Budget::CpuMs(ms) | Budget::WallMs(ms) => BudgetClass { ms, ..block },
        Budget::Simulations(_) | Budget::Each(_) => block,
    }
}
