//! Runs one search with one library. Prints the search's result, time and memory as a line of JSON.
//! Usage:
//!
//! ```text
//! imm-peers PEER GAME mcts SIMULATIONS
//! imm-peers PEER GAME alphabeta PLIES
//! ```
//!
//! PEER is the name of a library, and GAME the name of a game. If GAME starts with `plain_`, the
//! library searches a simple board, as a user would write it, instead of imm's board.

mod arbor;
mod board_game;
mod connect_four;
mod measure;
mod minimax;
mod plain;
mod rules;
mod turns;

use connect_four::ConnectFour;
use imm::games::breakthrough::Breakthrough;
use imm::games::kalah::Kalah;
use imm::games::othello::Othello;
use measure::Search;
use std::env::args;
use std::process::ExitCode;

/// Runs the search. Returns `None` for an unknown combination of library, method and game.
fn search(peer: &str, game: &str, method: &str, amount: u32) -> Option<Search> {
    Some(match (peer, method, game) {
        ("arbor", "mcts", "breakthrough") => arbor::mcts::<Breakthrough>(amount),
        ("arbor", "mcts", "kalah") => arbor::mcts::<Kalah>(amount),
        ("arbor", "mcts", "othello") => arbor::mcts::<Othello>(amount),
        ("arbor", "mcts", "plain_breakthrough") => arbor::mcts::<plain::Breakthrough>(amount),
        ("arbor", "mcts", "plain_kalah") => arbor::mcts::<plain::Kalah>(amount),
        ("arbor", "mcts", "plain_othello") => arbor::mcts::<plain::Othello>(amount),
        ("arbor", "mcts", "connect_four") => arbor::mcts::<ConnectFour>(amount),
        ("arbor-drawing", "mcts", "breakthrough") => arbor::drawing::<Breakthrough>(amount),
        ("arbor-drawing", "mcts", "kalah") => arbor::drawing::<Kalah>(amount),
        ("arbor-drawing", "mcts", "othello") => arbor::drawing::<Othello>(amount),
        ("arbor-drawing", "mcts", "connect_four") => arbor::drawing::<ConnectFour>(amount),
        ("board-game", "mcts", "breakthrough") => board_game::lent::<Breakthrough>(amount),
        ("board-game", "mcts", "kalah") => board_game::lent::<Kalah>(amount),
        ("board-game", "mcts", "othello") => board_game::lent::<Othello>(amount),
        ("board-game", "mcts", "plain_breakthrough") => board_game::lent::<plain::Breakthrough>(amount),
        ("board-game", "mcts", "plain_kalah") => board_game::lent::<plain::Kalah>(amount),
        ("board-game", "mcts", "plain_othello") => board_game::lent::<plain::Othello>(amount),
        ("board-game", "mcts", "connect_four") => board_game::connect_four(amount),
        ("board-game", "mcts", "oware") => board_game::oware(amount),
        ("minimax", "mcts", "breakthrough") => minimax::mcts::<Breakthrough>(amount),
        ("minimax", "mcts", "kalah") => minimax::mcts::<Kalah>(amount),
        ("minimax", "mcts", "othello") => minimax::mcts::<Othello>(amount),
        ("minimax", "mcts", "plain_breakthrough") => minimax::mcts::<plain::Breakthrough>(amount),
        ("minimax", "mcts", "plain_kalah") => minimax::mcts::<plain::Kalah>(amount),
        ("minimax", "mcts", "plain_othello") => minimax::mcts::<plain::Othello>(amount),
        ("minimax", "mcts", "connect_four") => minimax::mcts::<ConnectFour>(amount),
        ("minimax", "alphabeta", "breakthrough") => minimax::alphabeta::<Breakthrough>(amount),
        ("minimax", "alphabeta", "kalah") => minimax::alphabeta::<Kalah>(amount),
        ("minimax", "alphabeta", "connect_four") => minimax::alphabeta::<ConnectFour>(amount),
        _ => return None,
    })
}

fn main() -> ExitCode {
    let words: Vec<String> = args().skip(1).collect();
    let [peer, game, method, amount] = words.as_slice() else {
        eprintln!("usage: imm-peers PEER GAME mcts|alphabeta AMOUNT");
        return ExitCode::FAILURE;
    };
    let Some(found) = amount.parse().ok().and_then(|amount| search(peer, game, method, amount)) else {
        eprintln!("imm-peers: {peer} does not search {game} by {method} {amount}");
        return ExitCode::FAILURE;
    };
    let grown = found.grown_kib.map_or("null".to_owned(), |kib| kib.to_string());
    println!("{{\"cpu_s\": {:.6}, \"grown_kib\": {grown}, \"found\": {:?}}}", found.cpu_s, found.found);
    ExitCode::SUCCESS
}
