//! Plays a game with dice, for one to four players. The other scenarios have no chance events, and
//! two players.

use super::World;
use crate::block::Block;
use crate::players;
use crate::source::Source;
use crate::transcript::call;
use anyhow::{Result, ensure};
use imm_host::*;
use std::ffi::{CString, c_void};
use std::ptr::null_mut;

/// The points that win.
const GOAL: u8 = 20;

/// A race: a player steps forward, or rolls a loaded die. All fields are bytes, so a position has
/// no padding.
#[derive(Clone, Copy, Default)]
#[repr(C)]
struct Race {
    points: [u8; 4],
    player: u8,
    rolls: u8,
    players: u8,
}

const ROLL: imm_move = 9;
const SIDES: u8 = 3;

impl Race {
    fn moves(&self) -> Vec<imm_move> {
        if self.rolls == 0 { vec![ROLL, 1] } else { (0..=SIDES).map(u32::from).collect() }
    }

    fn play(&mut self, mv: imm_move) {
        if mv == ROLL {
            self.rolls = 1;
            return;
        }
        self.points[usize::from(self.player)] += mv as u8;
        (self.player, self.rolls) = ((self.player + 1) % self.players, 0);
    }

    fn outcome(&self) -> imm_result {
        match (self.points.map(|points| points >= GOAL), self.players) {
            ([false, false, false, false], _) => IMM_ONGOING,
            ([true, ..], 2) => IMM_FIRST_WINS,
            (_, 2) => IMM_SECOND_WINS,
            _ => IMM_OVER,
        }
    }

    /// Returns the result of a player: 0 while the game goes on, then 1 for the winner. All other
    /// players share a loss of 1 equally.
    fn return_of(&self, player: imm_player) -> f32 {
        match self.outcome() {
            IMM_ONGOING => 0.0,
            _ if self.points[player as usize] >= GOAL => 1.0,
            _ => -1.0 / f32::from(self.players.max(2) - 1),
        }
    }

    fn to_move(self) -> imm_player {
        if self.rolls == 1 { IMM_CHANCE } else { self.player.into() }
    }
}

/// Returns the position that a callback gets.
///
/// # Safety
/// `position` must be a position of the game.
unsafe fn at(position: *const c_void) -> Race {
    // SAFETY: promised by the caller; every bit pattern is a position.
    unsafe { position.cast::<Race>().read() }
}

/// The context is the number of players.
unsafe extern "C" fn initial(context: *mut c_void, position: *mut c_void) {
    // SAFETY: the context of the game below.
    let players = unsafe { context.cast::<u8>().read() };
    // SAFETY: as `imm_game` promises.
    unsafe { position.cast::<Race>().write(Race { players, ..Race::default() }) };
}

unsafe extern "C" fn legal_moves(_: *mut c_void, position: *const c_void, moves: *mut imm_move) -> u32 {
    // SAFETY: as `imm_game` promises.
    let listed = unsafe { at(position) }.moves();
    // SAFETY: the game has at most `max_moves` moves.
    unsafe { moves.copy_from_nonoverlapping(listed.as_ptr(), listed.len()) };
    listed.len() as u32
}

unsafe extern "C" fn make(_: *mut c_void, position: *mut c_void, mv: imm_move, undo: *mut c_void) {
    // SAFETY: as `imm_game` promises.
    let mut race = unsafe { at(position) };
    // SAFETY: `undo_size` is the size of a position.
    unsafe { undo.cast::<Race>().write(race) };
    race.play(mv);
    // SAFETY: as `imm_game` promises.
    unsafe { position.cast::<Race>().write(race) };
}

unsafe extern "C" fn unmake(_: *mut c_void, position: *mut c_void, _: imm_move, undo: *const c_void) {
    // SAFETY: make() has written the position there.
    unsafe { position.cast::<Race>().write(at(undo)) };
}

unsafe extern "C" fn to_move(_: *mut c_void, position: *const c_void) -> imm_player {
    // SAFETY: as `imm_game` promises.
    unsafe { at(position) }.to_move()
}

unsafe extern "C" fn outcome(_: *mut c_void, position: *const c_void) -> imm_result {
    // SAFETY: as `imm_game` promises.
    unsafe { at(position) }.outcome()
}

unsafe extern "C" fn evaluate(_: *mut c_void, position: *const c_void) -> f32 {
    // SAFETY: as `imm_game` promises.
    let [own, other, ..] = unsafe { at(position) }.points.map(f32::from);
    (own - other) / 30.0
}

unsafe extern "C" fn evaluate_for(_: *mut c_void, position: *const c_void, player: imm_player) -> f32 {
    // SAFETY: as `imm_game` promises.
    let race = unsafe { at(position) };
    f32::from(race.points[player as usize]) / 20.0 - f32::from(race.points.iter().sum::<u8>()) / 80.0
}

unsafe extern "C" fn returns(_: *mut c_void, position: *const c_void, player: imm_player) -> f32 {
    // SAFETY: as `imm_game` promises.
    unsafe { at(position) }.return_of(player)
}

unsafe extern "C" fn chance(_: *mut c_void, position: *const c_void, side: imm_move) -> u32 {
    // SAFETY: as `imm_game` promises.
    let race = unsafe { at(position) };
    1 + (side + u32::from(race.points[0])) * 500_000
}

impl World {
    /// Plays a game with random players and dice, and checks every answer against the rules.
    pub(crate) fn play_dice(&mut self, source: &mut Source<'_>) -> Result<()> {
        // SAFETY: all fields are numbers, optional functions or pointers, for which 0 is valid.
        let mut game: imm_game = unsafe { core::mem::zeroed() };
        game.struct_size = size_of::<imm_game>() as u32;
        [game.position_size, game.undo_size] = [size_of::<Race>() as u32; 2];
        (game.max_moves, game.max_plies) = (u32::from(SIDES) + 1, 200);
        game.initial = Some(initial);
        game.legal_moves = Some(legal_moves);
        game.make = Some(make);
        game.unmake = Some(unmake);
        game.to_move = Some(to_move);
        game.outcome = Some(outcome);
        game.evaluate = Some(evaluate);
        game.chance = Some(chance);
        game.returns = Some(returns);
        game.evaluate_for = Some(evaluate_for);
        let mut players: u8 = source.pick(&[1, 2, 2, 3, 4]);
        game.players = players.into();
        game.context = (&raw mut players).cast();
        let block = Block::new(source.pick(&[6_000, 20_000, 60_000]), 0, &self.around);
        let memory = block.start().cast();
        let mut state = null_mut();
        let wanted = CString::new(players::player(source))?;
        let mut status =
            call!(self.t, imm_open(memory, block.size(), &raw const game, wanted.as_ptr(), 3, &raw mut state));
        if status != IMM_OK {
            status = call!(
                self.t,
                imm_open(memory, block.size(), &raw const game, c"mcts(im0.4)".as_ptr(), 3, &raw mut state)
            );
        }
        ensure!(status == IMM_OK, "the game does not open: {status}");
        let mut race = Race { players, ..Race::default() };
        for _ in 0..30 {
            ensure!(call!(self.t, imm_outcome(state)) == race.outcome(), "another outcome");
            let over = race.outcome() != IMM_ONGOING;
            let (player, mut result) = (source.within(0, 4) as imm_player, 9.0);
            let status = call!(self.t, imm_return_of(state, player, &raw mut result));
            match player < i32::from(players) {
                true => ensure!(status == IMM_OK && (result - race.return_of(player)).abs() < 1e-3, "another result"),
                false => ensure!(status == IMM_ERR_OUT_OF_RANGE && result == 9.0, "a player too many"),
            }
            let rolls = race.rolls == 1 && !over;
            ensure!(over || call!(self.t, imm_player_to_move(state)) == race.to_move(), "another player");
            let random = source.u32();
            let sampled = call!(self.t, imm_sample_chance(state, random));
            ensure!((sampled != IMM_MOVE_NONE) == rolls, "sampled {sampled}");
            let status = call!(self.t, imm_step(state, source.within(1, 60) as u32));
            let expected = match () {
                () if over => IMM_ERR_GAME_OVER,
                () if rolls => IMM_ERR_CHANCE,
                () => IMM_OK,
            };
            ensure!(status == expected, "a search answers {status}, not {expected}");
            if over {
                break;
            }
            let mv = if rolls { sampled } else { source.pick(&race.moves()) };
            ensure!(race.moves().contains(&mv), "the outcome {mv} does not exist");
            ensure!(call!(self.t, imm_play(state, mv)) == IMM_OK, "{mv} is not played");
            race.play(mv);
        }
        block.check_around()
    }
}
