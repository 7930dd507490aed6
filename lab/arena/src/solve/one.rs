//! Searches one position whose value is unknown, until the position is solved or the budget is used
//! up.

use super::{Args, proven_value};
use crate::answer::Answer;
use crate::contest::stop_on_ctrl_c;
use crate::games::{Arena, Visit, with_game};
use crate::notation::{move_text, position_text, read_position};
use crate::player::{Block, Effort, check_player, read_spec};
use crate::progress::think_watched;
use anyhow::Result;
use imm::game::Move;
use imm::game::value::Proof;
use imm::player::Player;
use imm::report::Report as Found;
use imm::time::limits::Stop;
use serde::Serialize;

/// The maximum number of moves to print from the line of best play.
const LINE: usize = 64;

/// Searches the position in `args`, or else the start position of the game.
///
/// # Errors
/// The file contains no game, the position is invalid, the game is over in the position, the player
/// cannot play the game, or there is not enough memory.
pub(super) fn run(args: &Args, game: &str) -> Result<Answer> {
    let player = read_spec(&args.player)?;
    let report = with_game(game, One { args, game, player })??;
    Ok(Answer::of(&report, args.json, Report::text)?.if_interrupted(report.interrupted))
}

struct One<'a> {
    args: &'a Args,
    game: &'a str,
    player: Player,
}

/// The output of `solve --json` for one position. Values are from the point of view of the side to
/// move.
#[derive(Debug, Serialize)]
struct Report {
    game: String,
    position: String,
    player: String,
    /// The proven value: 1 for a win, 0 for a draw, -1 for a loss. Null if nothing is proven.
    value: Option<i8>,
    /// The length of the proven win or loss, in plies.
    plies: Option<u8>,
    /// The value that the search gives to the best move, from -1 to 1.
    estimate: f32,
    best: String,
    line: Vec<String>,
    /// The number of simulations. For alpha-beta, the number of visited positions.
    iterations: u64,
    nodes: u32,
    seconds: f64,
    signature: String,
    /// True if Ctrl-C ended the search early.
    interrupted: bool,
}

impl Visit for One<'_> {
    type Output = Result<Report>;

    fn visit<G: Arena>(self, start: G) -> Self::Output {
        let Args { iterations, memory, position, json, .. } = self.args;
        check_player(&self.player, &start)?;
        let position = position.as_ref().map_or_else(|| Ok(start.clone()), |text| read_position(&start, text))?;
        let mut block = Block::mib(*memory)?;
        block.set_net(self.args.net.open_for_any(&self.player)?.as_ref());
        let mut search = block.search(&position, &self.player)?;
        let (found, Effort { seconds, .. }) =
            think_watched(&mut search, &position, *iterations, !json, stop_on_ctrl_c()?)?;
        let mut line = vec![Move::NONE; LINE];
        let len = search.line(&mut line)?;
        line.truncate(len);
        Ok(Report::new(&self, &position, &found, &line, seconds))
    }
}

impl Report {
    fn new<G: Arena>(asked: &One<'_>, position: &G, found: &Found, line: &[Move], seconds: f64) -> Self {
        let mover = position.to_move();
        let mut after = position.clone();
        let mut texts = Vec::new();
        for &mv in line {
            texts.push(move_text(&after, mv));
            after.play(mv);
        }
        Self {
            game: asked.game.to_owned(),
            position: position_text(position),
            player: asked.args.player.clone(),
            value: proven_value(found.proof, mover),
            plies: matches!(found.proof, Proof::FirstWins | Proof::SecondWins).then_some(found.distance),
            estimate: found.value.for_player(mover).to_f32(),
            best: move_text(position, found.best),
            line: texts,
            iterations: found.iterations,
            nodes: found.nodes,
            seconds,
            signature: format!("{:016x}", found.signature),
            interrupted: found.stop == Some(Stop::Flag),
        }
    }

    fn text(&self) -> String {
        let Self { game, position, player, estimate, best, iterations, nodes, seconds, .. } = self;
        let plies = self.plies.map_or(String::new(), |plies| format!(" in {plies} plies"));
        let value = match self.value {
            Some(0) => "proven: a draw".to_owned(),
            Some(1) => format!("proven: the side to move wins{plies}"),
            Some(_) => format!("proven: the side to move loses{plies}"),
            None => format!("not proven; value for the side to move {estimate:+.3}"),
        };
        let interrupted = if self.interrupted { ", INTERRUPTED" } else { "" };
        format!(
            "{game}: {position}\n{player}: {iterations} iterations in {seconds:.2} s, {nodes} nodes{interrupted}\n\
             {value}\nbest move: {best}\nline: {}\n",
            self.line.join(" ")
        )
    }
}
