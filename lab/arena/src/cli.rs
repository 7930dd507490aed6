//! The command line of `imm-arena`. Programs with custom games can also call the function [`main`].

use crate::answer::{Answer, say};
use crate::games::{NAMES, add_guests};
use crate::guest::Guest;
use crate::openings::search as openings;
use crate::{
    bench, best, champions, check, endgames, experiments, fit, levels, match_, perft, replay, solve, tournament, train,
    transitions, tree, tune, ugi,
};
use anyhow::Result;
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use std::process::ExitCode;

/// Counts move sequences, replays recorded games, plays matches, searches solved positions, and
/// times the search.
#[derive(Parser)]
#[command(name = "imm-arena", version, about, after_help = games_and_players())]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

/// Returns the end of the help text.
fn games_and_players() -> String {
    format!(
        "Games: {NAMES}, and a game of your own: ./my_game.so, a shared library as imm.h and docs/GAMES.md describe it.\n{PLAYERS}"
    )
}

const PLAYERS: &str = "Players: a tree search, mcts() or mcts(c1.0,im0.4,efMS,ipp), best-first minimax, bfm() or bfm(c1.5,fpu0.5), or \
alpha-beta, ab() or ab(efMS); docs/PLAYERS.md lists the options of all.\nExit code: 0 success, 1 failure or \
disagreement, 2 wrong usage, 130 interrupted.";

#[derive(Subcommand)]
enum Command {
    /// Checks a game for programming mistakes.
    Check(check::Args),
    /// Counts the move sequences of an exact length.
    Perft(perft::Args),
    /// Checks recorded games move by move against the rules.
    Replay(replay::Args),
    /// Plays a match between two players, who swap sides in each pair of games.
    Match(match_::Args),
    /// Plays a round robin between players, or continues a round robin that was stopped.
    Tournament(tournament::Args),
    /// Plays the experiments of the implicit minimax paper and compares the results with the paper.
    #[command(subcommand)]
    Experiments(experiments::Command),
    /// Plays the programs of other projects that lab/champions.toml describes, and writes the
    /// results to docs/CHAMPIONS.md.
    #[command(subcommand)]
    Champions(champions::Command),
    /// Searches positions with a known value, and checks the proofs.
    Solve(solve::Args),
    /// Searches a position and shows the tree: as text, DOT, JSON or SVG.
    Tree(tree::Args),
    /// Makes positions with a forced win, and compares how much work players need to prove the
    /// wins.
    #[command(subcommand)]
    Endgames(endgames::Command),
    /// Makes a set of balanced openings for matches.
    Openings(openings::Args),
    /// Counts how often players choose moves of each category when such moves are legal.
    Transitions(transitions::Args),
    /// Fits the weights of a linear evaluation to self-play games.
    Fit(fit::Args),
    /// Learns an evaluator by self-play and writes it as a neural net.
    Train(train::Args),
    /// Measures in a minute which player is the strongest in a game, and what its callbacks gain.
    Best(best::Args),
    /// Finds a strong player of a game by matches, or continues a tuning run that was stopped.
    Tune(tune::Args),
    /// Plays each strength level against the next level, and writes the distances in Elo points.
    Levels(levels::Args),
    /// Speaks UGI or UCI on standard input and output, for tournament managers and user interfaces.
    Ugi(ugi::Args),
    /// Times playouts and searches, and prints the signature of the searches.
    Bench(bench::Args),
}

impl Command {
    fn run(&self) -> Result<Answer> {
        match self {
            Self::Check(args) => check::run(args),
            Self::Perft(args) => perft::run(args),
            Self::Replay(args) => replay::run(args),
            Self::Match(args) => match_::run(args),
            Self::Tournament(args) => tournament::run(args),
            Self::Experiments(command) => experiments::run(command),
            Self::Champions(command) => champions::run(command),
            Self::Solve(args) => solve::run(args),
            Self::Tree(args) => tree::run(args),
            Self::Endgames(command) => endgames::run(command),
            Self::Openings(args) => openings::run(args),
            Self::Transitions(args) => transitions::run(args),
            Self::Fit(args) => fit::run(args),
            Self::Train(args) => train::run(args),
            Self::Best(args) => best::run(args),
            Self::Tune(args) => tune::run(args),
            Self::Levels(args) => levels::run(args),
            Self::Ugi(args) => ugi::run(args),
            Self::Bench(args) => bench::run(args),
        }
    }
}

/// Parses the command line. A negative number is parsed as the value of the preceding option, so
/// that an error message names this option. No option name begins with a digit.
fn command_line() -> Cli {
    fn with_negative_numbers(command: clap::Command) -> clap::Command {
        command.mut_args(|arg| if arg.get_action().takes_values() { arg.allow_negative_numbers(true) } else { arg })
    }
    let command = with_negative_numbers(Cli::command());
    let command = command.mut_subcommands(with_negative_numbers);
    Cli::from_arg_matches(&command.get_matches()).unwrap_or_else(|error| error.exit())
}

/// Runs the command line with the games of imm and the custom games in `guests`, each with its
/// name. The folder `template` contains an example of a program with a custom game. Returns the
/// exit code.
#[must_use]
pub fn main(guests: impl IntoIterator<Item = (&'static str, Guest)>) -> ExitCode {
    add_guests(guests);
    let answer = command_line().command.run().and_then(|answer| {
        answer.print()?;
        Ok(answer.code)
    });
    answer.map(ExitCode::from).unwrap_or_else(|error| {
        say(format_args!("imm-arena: {error:#}"));
        ExitCode::FAILURE
    })
}
