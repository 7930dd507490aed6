//! The command `replay`: checks recorded games ply by ply against the rules of the kernel.

use crate::answer::{Answer, FOUND_WRONG};
use crate::chance;
use crate::game_args::OwnGame;
use crate::games::{Arena, NoGame, Visit, with_game};
use crate::lines::{Place, records};
use crate::notation::{legal_moves, move_text, position_text, read_move, read_position};
use crate::progress::counter;
use anyhow::{Result, bail};
use imm::game::value::{Outcome, Side};
use serde::{Deserialize, Deserializer};
use sha2::{Digest, Sha256};
use std::fmt;
use std::path::PathBuf;

/// Arguments of the command `replay`.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// Recorded games: one game per line as JSON, plain or gzip.
    #[arg(required = true)]
    files: Vec<PathBuf>,
    #[command(flatten)]
    own: OwnGame,
    /// Skip and count games whose name imm does not know, instead of stopping.
    #[arg(long)]
    skip_unknown: bool,
}

/// A recorded game. Fields of the record that are not listed here are ignored.
#[derive(Clone, Debug, Deserialize)]
pub struct Trace {
    /// The unique name of the record.
    pub id: String,
    /// The name of the game and its rules variant. The field may be missing with the option --game.
    #[serde(default)]
    pub game: String,
    /// The start position.
    pub start: String,
    /// One entry for each move made.
    pub plies: Vec<Ply>,
    /// The number of plies, if recorded.
    pub length: Option<usize>,
    /// The result for the first player: +1 (win), 0 (draw) or -1 (loss). Null if the record stops
    /// before the end of the game.
    #[serde(deserialize_with = "present")]
    pub result: Option<i8>,
    /// The points of the first and of the second player at the end, if recorded.
    pub score: Option<[u32; 2]>,
}

/// One move of a recorded game, or one outcome of a chance event.
#[derive(Clone, Debug, Deserialize)]
pub struct Ply {
    /// The side to move: 1 or 2. 0 if a chance event comes next.
    pub player: u8,
    /// All legal moves, sorted as strings. All outcomes if a chance event comes next.
    pub legal: Option<Vec<String>>,
    /// The number of legal moves, for records without the list `legal`.
    pub legal_count: Option<usize>,
    /// The first 16 hexadecimal digits of the SHA-256 of the sorted moves, joined by single spaces.
    pub legal_sha: Option<String>,
    /// The move that was played.
    #[serde(rename = "move")]
    pub mv: String,
    /// The position after the move.
    pub pos: String,
}

/// Reads a field that may be null but not absent.
fn present<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<i8>, D::Error> {
    Option::deserialize(deserializer)
}

/// A disagreement between a recorded game and the rules of the kernel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Disagreement {
    /// The property that differs.
    pub what: &'static str,
    /// The number of plies played before the disagreement.
    pub ply: usize,
    /// The position before the disagreement.
    pub board: String,
    /// The value in the recorded game.
    pub expected: String,
    /// The value that the kernel computes.
    pub found: String,
}

impl fmt::Display for Disagreement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { what, ply, board, expected, found } = self;
        write!(f, "ply {ply}: {what} differs\n  board    {board}\n  expected {expected}\n  found    {found}")
    }
}

/// Replays every game of every file. Stops at the first disagreement.
///
/// # Errors
/// A file cannot be read, a record is invalid, a game is unknown, or the files contain no game.
pub fn run(args: &Args) -> Result<Answer> {
    let (mut games, mut positions, mut skipped) = (0_usize, 0_usize, 0_usize);
    let (own, counter) = (args.own.path(), counter("games", true)?);
    for file in &args.files {
        for record in records::<Trace>(file)? {
            let (place, trace) = record?;
            counter.inc(1);
            match with_game(own.as_ref().unwrap_or(&trace.game), Replay(&trace)) {
                Ok(Ok(checked)) => (games, positions) = (games + 1, positions + checked),
                Ok(Err(disagreement)) => return Ok(disagree(&place, &trace, &disagreement)),
                Err(NoGame::Unknown(_)) if args.skip_unknown => skipped += 1,
                Err(unknown) => bail!("{place}: game {}: {unknown}", trace.id),
            }
        }
    }
    drop(counter);
    if games + skipped == 0 {
        bail!("no games in {} file(s)", args.files.len());
    }
    let skipped = if args.skip_unknown { format!(", {skipped} games of unknown kind skipped") } else { String::new() };
    Ok(Answer::ok(format!("{games} games, {positions} positions agree{skipped}\n")))
}

fn disagree(place: &Place, trace: &Trace, disagreement: &Disagreement) -> Answer {
    Answer::ok(format!("{place}: {} game {}, {disagreement}\n", trace.game, trace.id)).with_code(FOUND_WRONG)
}

struct Replay<'a>(&'a Trace);

impl Visit for Replay<'_> {
    type Output = Result<usize, Disagreement>;

    fn visit<G: Arena>(self, start: G) -> Self::Output {
        replay(&start, self.0)
    }
}

/// Replays one game. Returns the number of positions compared, including the first and the last
/// position.
///
/// # Errors
/// The record and the kernel disagree.
pub fn replay<G: Arena>(start: &G, trace: &Trace) -> Result<usize, Disagreement> {
    let mut position = read_position(start, &trace.start).map_err(|error| Disagreement {
        what: "the starting position",
        ply: 0,
        board: trace.start.clone(),
        expected: trace.start.clone(),
        found: error.to_string(),
    })?;
    let written = position_text(&position);
    At { ply: 0, position: &position }.same("the starting position", &trace.start, &written)?;
    for (ply, recorded) in trace.plies.iter().enumerate() {
        position = replay_ply(&At { ply, position: &position }, recorded)?;
    }
    check_end(&At { ply: trace.plies.len(), position: &position }, trace)?;
    Ok(trace.plies.len() + 1)
}

/// Checks the record before and after one move. Returns the position after the move.
fn replay_ply<G: Arena>(at: &At<'_, G>, ply: &Ply) -> Result<G, Disagreement> {
    if let Some(outcome) = at.position.outcome() {
        return Err(at.differ("the move", &ply.mv, format!("the game is over: {outcome:?}")));
    }
    let player = match at.position.to_move() {
        _ if chance::comes_next(at.position) => 0,
        Side::First => 1,
        Side::Second => 2,
    };
    at.same("the player to move", &ply.player, &player)?;
    check_legal(at, ply)?;
    let Some(mv) = read_move(at.position, &ply.mv) else {
        return Err(at.differ("the move", &ply.mv, "not a legal move"));
    };
    let mut after = at.position.clone();
    after.play(mv);
    at.same("the position after the move", &ply.pos, &position_text(&after))?;
    Ok(after)
}

/// Checks the list, the number and the hash of the legal moves. Skips the check of a field that is
/// missing in the record, but fails if all three fields are missing.
fn check_legal<G: Arena>(at: &At<'_, G>, ply: &Ply) -> Result<(), Disagreement> {
    let mut moves: Vec<String> = legal_moves(at.position).iter().map(|&mv| move_text(at.position, mv)).collect();
    moves.sort_unstable();
    let joined = moves.join(" ");
    match (&ply.legal, ply.legal_count, &ply.legal_sha) {
        (None, None, None) => return Err(at.differ("the record of legal moves", "legal or legal_sha", "neither")),
        (Some(legal), ..) if *legal != moves => return Err(at.differ("the legal moves", legal.join(" "), joined)),
        _ => {}
    }
    if let Some(count) = ply.legal_count {
        at.same("the number of legal moves", &count, &moves.len())?;
    }
    ply.legal_sha.as_ref().map_or(Ok(()), |sha| at.same("the hash of the legal moves", sha, &short_sha(&joined)))
}

/// Returns the first 16 hexadecimal digits of the SHA-256 of a text.
fn short_sha(text: &str) -> String {
    Sha256::digest(text).iter().take(8).map(|byte| format!("{byte:02x}")).collect()
}

/// Checks the length, the result and the score of the game.
fn check_end<G: Arena>(at: &At<'_, G>, trace: &Trace) -> Result<(), Disagreement> {
    if let Some(length) = trace.length {
        at.same("the number of plies", &length, &at.ply)?;
    }
    let result = at.position.outcome().map(|outcome| match outcome {
        Outcome::FirstWins => 1,
        Outcome::Draw => 0,
        Outcome::SecondWins => -1,
    });
    let text = |result: Option<i8>| result.map_or("not over".to_owned(), |result| result.to_string());
    at.same("the result", &text(trace.result), &text(result))?;
    match (trace.score, at.position.counts()) {
        (Some(recorded), Some(score)) => at.same("the score", &format!("{recorded:?}"), &format!("{score:?}")),
        _ => Ok(()),
    }
}

/// A position of a game that is being replayed.
struct At<'a, G> {
    ply: usize,
    position: &'a G,
}

impl<G: Arena> At<'_, G> {
    fn differ(&self, what: &'static str, expected: impl ToString, found: impl ToString) -> Disagreement {
        let board = position_text(self.position);
        Disagreement { what, ply: self.ply, board, expected: expected.to_string(), found: found.to_string() }
    }

    fn same<T: PartialEq + ToString>(&self, what: &'static str, expected: &T, found: &T) -> Result<(), Disagreement> {
        if expected == found { Ok(()) } else { Err(self.differ(what, expected.to_string(), found.to_string())) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use imm::games::kalah::{Capture, Kalah};

    /// A game of Kalah with two houses per side and one stone in each house. The move from house 1
    /// ends in the store, so the same player moves again. The move from house 0 then captures and
    /// ends the game.
    const TRACE: &str = r#"{"id":"tiny","game":"-","start":"1,1|0|1,1|0 1","plies":[
        {"player":1,"legal":["0","1"],"move":"1","pos":"1,0|1|1,1|0 1"},
        {"player":1,"legal":["0"],"legal_count":1,"legal_sha":"5feceb66ffc86f38","move":"0","pos":"0,0|3|0,0|1 -"}],
        "length":2,"result":1,"reason":"house_row_empty","score":[3,1]}"#;

    fn replayed(corrupt: impl FnOnce(&mut Trace)) -> Result<usize, Disagreement> {
        let mut trace = serde_json::from_str(TRACE).unwrap();
        corrupt(&mut trace);
        replay(&Kalah::new(2, 1, Capture::Standard).unwrap(), &trace)
    }

    #[test]
    fn a_true_record_agrees() {
        assert_eq!(replayed(|_| {}), Ok(3));
    }

    #[test]
    fn a_record_that_stops_early_has_no_result() {
        let stopped = |trace: &mut Trace| {
            trace.plies.truncate(1);
            (trace.length, trace.result, trace.score) = (None, None, None);
        };
        assert_eq!(replayed(stopped), Ok(2));
        let ended = replayed(|trace| trace.result = None).unwrap_err();
        assert_eq!((ended.what, ended.expected.as_str(), ended.found.as_str()), ("the result", "not over", "1"));
    }

    #[test]
    fn every_corruption_is_found() {
        let what = |corrupt: fn(&mut Trace)| {
            let found = replayed(corrupt).unwrap_err();
            (found.what, found.ply)
        };
        assert_eq!(what(|t| t.start = "1,1|0|1,1 1".to_owned()), ("the starting position", 0));
        assert_eq!(what(|t| t.start = "1,1|00|1,1|0 1".to_owned()), ("the starting position", 0));
        assert_eq!(what(|t| t.plies[0].player = 2), ("the player to move", 0));
        assert_eq!(what(|t| t.plies[0].legal = Some(vec!["1".to_owned()])), ("the legal moves", 0));
        assert_eq!(what(|t| t.plies[0].legal = None), ("the record of legal moves", 0));
        assert_eq!(what(|t| t.plies[1].legal_count = Some(2)), ("the number of legal moves", 1));
        assert_eq!(
            what(|t| t.plies[1].legal_sha = Some("5feceb66ffc86f39".to_owned())).0,
            "the hash of the legal moves"
        );
        assert_eq!(what(|t| t.plies[0].mv = "2".to_owned()), ("the move", 0));
        assert_eq!(what(|t| t.plies[0].mv = "0".to_owned()), ("the position after the move", 0));
        assert_eq!(what(|t| t.plies[1].pos = "0,0|1|0,0|3 -".to_owned()), ("the position after the move", 1));
        assert_eq!(what(|t| t.plies.push(t.plies[1].clone())), ("the move", 2));
        assert_eq!(what(|t| t.length = Some(3)), ("the number of plies", 2));
        assert_eq!(what(|t| t.result = Some(-1)), ("the result", 2));
        assert_eq!(what(|t| t.score = Some([2, 2])), ("the score", 2));
    }
}
