//! Defines a seat: the memory and the process that a worker thread keeps for a player from game to
//! game. Also defines the player in one game.

use crate::arena::Arena;
use crate::contender::Contender;
use crate::engine::args::Settings;
use crate::engine::fault::{Fault, Faults};
use crate::engine::names::Dialect;
use crate::engine::program::{Deed, Program, Turn as ProgramTurn};
use crate::engine::protocol::{Line, Question, Time, result_word};
use crate::notation::{legal_moves, move_text, position_text};
use crate::openings::Opening;
use crate::player::{Block, Effort};
use crate::team::Team;
use anyhow::Result;
use imm::game::Move;
use imm::game::value::{Outcome, Side};
use std::sync::atomic::AtomicBool;

/// The largest length of the moves in a command, in bytes. Engines need not accept lines of more
/// than 4,096 bytes.
const LINE_MAX: usize = 3800;

/// The memory and the process of one player, in one worker thread.
pub struct Seat {
    /// The memory of a search.
    pub block: Block,
    /// The external program that played the last game.
    program: Option<Program>,
}

impl Seat {
    /// Returns a seat with `kib` KiB of memory for searches, and no program.
    ///
    /// # Errors
    /// The memory cannot be allocated.
    pub fn kib(kib: u32) -> Result<Self> {
        Ok(Self { block: Block::kib(kib)?, program: None })
    }

    /// Begins a game with an external program. `start` is the usual start of the game. Returns
    /// `None` if the user stopped the match.
    pub(crate) fn guest<G: Arena>(
        &mut self,
        contender: &Contender,
        settings: &Settings,
        start: &G,
        opening: &Opening<G>,
        stop: &AtomicBool,
    ) -> Result<Option<GuestPlayer<'_>>> {
        let Contender::Program(spec) = contender else { unreachable!("a search has a team") };
        let family = start.family();
        if !self.program.as_ref().is_some_and(|program| program.is_for(spec, &settings.game, family)) {
            // Dropping the old program ends its process before the new process starts.
            self.program = None;
        }
        let new = || Program::new(spec.clone(), settings.clone(), family);
        let program = self.program.get_or_insert_with(new);
        let Some((dialect, faults)) = program.new_game(stop)? else { return Ok(None) };
        let setup = (opening.begun != *start).then(|| dialect.position_text(&position_text(&opening.begun)));
        let mut player = GuestPlayer { program, dialect, line: Line { setup, moves: Vec::new() }, faults };
        let mut position = opening.begun.clone();
        for &mv in &opening.plies {
            player.play(&position, mv);
            position.play(mv);
        }
        Ok(Some(player))
    }
}

/// An external program in one game.
pub(crate) struct GuestPlayer<'s> {
    program: &'s mut Program,
    dialect: Dialect,
    line: Line,
    faults: Faults,
}

/// What a player did when it was to move.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Turn {
    /// It chose a move.
    Move(Move, Effort),
    /// The player gave up, or lost the game through a fault.
    Loses(Effort),
    /// The user stopped the match.
    Stopped,
}

impl GuestPlayer<'_> {
    /// Asks for a move in this position.
    fn turn<G: Arena>(&mut self, position: &G, time: Time, stop: &AtomicBool) -> Turn {
        let (text, moves) = (position_text(position), legal_moves(position));
        let legal: Vec<String> =
            moves.iter().map(|&mv| self.dialect.move_text(&text, &move_text(position, mv))).collect();
        if G::TEXTS && self.dialect.sets_up() && self.line.length() > LINE_MAX {
            self.line = Line { setup: Some(self.dialect.position_text(&text)), moves: Vec::new() };
        }
        let question = Question { line: &self.line, first: position.to_move() == Side::First, time };
        let ProgramTurn { deed, seconds, nodes, fault } = self.program.turn(question, &legal, stop);
        fault.into_iter().for_each(|fault| self.faults.count(fault));
        let effort = Effort { simulations: nodes, playout_plies: 0, seconds };
        match deed {
            Deed::Plays(index) => Turn::Move(moves[index], effort),
            Deed::Loses => Turn::Loses(effort),
            Deed::Stopped => Turn::Stopped,
        }
    }

    fn play<G: Arena>(&mut self, position: &G, mv: Move) {
        let text = self.dialect.move_text(&position_text(position), &move_text(position, mv));
        self.line.moves.push((position.to_move() == Side::First, text));
    }

    fn end(&mut self, outcome: Outcome, stop: &AtomicBool) -> Option<Fault> {
        self.program.check_result(&self.line, result_word(Some(outcome)), stop)
    }
}

/// A player in one game.
pub(crate) enum Playing<'s, G: Arena> {
    /// A search of imm.
    Search(Team<'s, G>),
    /// An external program.
    Guest(GuestPlayer<'s>),
}

impl<G: Arena> Playing<'_, G> {
    /// Asks the player for a move. If the player is a search of imm, calls `search`. An external
    /// program gets the budget `time`.
    pub(crate) fn turn(
        &mut self,
        position: &G,
        search: impl FnOnce(&mut Team<'_, G>) -> Result<Turn>,
        time: impl FnOnce() -> Result<Time>,
        stop: &AtomicBool,
    ) -> Result<Turn> {
        match self {
            Self::Search(team) => search(team),
            Self::Guest(guest) => Ok(guest.turn(position, time()?, stop)),
        }
    }

    /// Tells the player which legal move was played in `position`. Returns false if a search of imm
    /// refuses the move.
    pub(crate) fn play(&mut self, position: &G, mv: Move) -> Result<bool> {
        match self {
            Self::Search(team) => team.play(mv),
            Self::Guest(guest) => {
                guest.play(position, mv);
                Ok(true)
            }
        }
    }

    /// Ends the game. Returns the faults of a program in this game.
    pub(crate) fn end(self, outcome: Option<Outcome>, stop: &AtomicBool) -> Faults {
        let Self::Guest(mut guest) = self else { return Faults::default() };
        let fault = outcome.and_then(|outcome| guest.end(outcome, stop));
        fault.into_iter().for_each(|fault| guest.faults.count(fault));
        guest.faults
    }
}
