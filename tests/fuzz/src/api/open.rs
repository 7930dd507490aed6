//! Opens states with random games, random players and random memory sizes.

use super::World;
use super::live::{Clock, Live, Refusals};
use crate::api::play::damaged;
use crate::block::Block;
use crate::clock::{CrookedClock, now_ms};
use crate::games::Chosen;
use crate::plan::Fault;
use crate::players::player;
use crate::probe;
use crate::source::Source;
use crate::transcript::call;
use anyhow::{Result, ensure};
use imm_host::*;
use std::ffi::c_void;
use std::mem::offset_of;
use std::ptr::{null, null_mut};

/// A player for a call that opens a state or changes the player of a state.
pub(crate) struct Wanted {
    pub config: imm_config,
    /// The text of the player, or `None` if the fields of `config` were set directly.
    pub text: Option<String>,
    /// The status that imm_configure() returned for the text.
    pub spec_status: imm_status,
    pub clock: Clock,
}

impl World {
    /// Returns a random player. `slow` is true if simulations take a long time. The player's clock
    /// then stops each search after fewer readings.
    pub(crate) fn wanted_player(&self, slow: bool, source: &mut Source<'_>) -> Result<Wanted> {
        let mut config = call!(self.t, imm_config_default());
        let clock = match source.below(3) {
            0 => Clock::None,
            _ => Clock::Crooked(CrookedClock::new(source, if slow { 2 } else { 20 }, &self.current, &self.t)),
        };
        (config.now_ms, config.clock) = match &clock {
            Clock::Crooked(crooked) => (Some(now_ms as _), crooked.context()),
            _ => (None, null_mut()),
        };
        if config.now_ms.is_some() && source.once_in(3) {
            config.now_us = Some(now_ms); // the unit of a misbehaving clock does not matter
        }
        config.seed = u64::from(source.byte());
        let mut wanted = Wanted { config, text: None, spec_status: IMM_OK, clock };
        if source.once_in(6) {
            random_fields(&mut wanted.config, source);
            return Ok(wanted);
        }
        let text = player(source);
        let text = if source.once_in(12) { damaged(text.as_bytes(), source) } else { text.into_bytes() };
        let Ok(text) = String::from_utf8(text) else { return Ok(wanted) };
        wanted.spec_status = self.configure(&mut wanted.config, text.as_bytes())?;
        wanted.text = Some(text);
        Ok(wanted)
    }

    /// Calls imm_configure() with a text. imm_configure_error() must explain the error if, and only
    /// if, imm_configure() returns IMM_ERR_SPEC.
    pub(crate) fn configure(&self, config: &mut imm_config, text: &[u8]) -> Result<imm_status> {
        let before = bytes_of(config);
        let status = call!(self.t, imm_configure(&raw mut *config, self.outs.given.text(text)));
        let room = self.outs.first.take(300, 1).cast();
        let explained = call!(self.t, imm_configure_error(self.outs.given.text(text), room, 300));
        if status == IMM_ERR_TEXT {
            ensure!(std::str::from_utf8(text).is_err() && explained == IMM_ERR_TEXT, "{text:?} is no text");
            return Ok(status);
        }
        ensure!(explained == IMM_OK, "imm_configure_error answers {explained}");
        let why = self.outs.first.written_text().unwrap_or_default();
        let fine = why.is_empty() && status == IMM_OK || !why.is_empty() && status == IMM_ERR_SPEC;
        ensure!(fine, "imm_configure answers {status}, explained by {:?}", String::from_utf8_lossy(&why));
        ensure!(status == IMM_OK || before == bytes_of(config), "a wrong text has changed the configuration");
        Ok(status)
    }

    /// Returns the errors that the library must or may return for this player, in this game and a
    /// block of `size` bytes.
    pub(crate) fn refused_player(&self, wanted: &Wanted, game: &imm_game, size: usize) -> Result<Refusals> {
        let mut refusals = Refusals::default();
        let (config, game) = (&raw const wanted.config, &raw const *game);
        let room = self.bench.outs.first.take(IMM_TEXT_MAX, 1).cast();
        let status = call!(self.t, imm_config_error(config, game, room, IMM_TEXT_MAX));
        if status != IMM_OK {
            refusals.must.push(status);
        } else if self.bench.outs.first.written_text().is_none_or(|text| !text.is_empty()) {
            refusals.must.extend([IMM_ERR_OUT_OF_RANGE, IMM_ERR_CONTRADICTION, IMM_ERR_UNSUPPORTED]);
        }
        if !refusals.must.is_empty() {
            refusals.may.push(IMM_ERR_TOO_SMALL); // the size of an invalid player is not documented
        }
        let played = self.played(&wanted.config, game, size);
        let config = &raw const played;
        if played.algorithm == IMM_ALPHA_BETA {
            let least = call!(self.t, imm_alpha_beta_memory(game, 0));
            let buckets = call!(self.t, imm_alpha_beta_buckets(config, game, size));
            ensure!(buckets * IMM_BUCKET_SIZE <= size, "{buckets} buckets in {size} bytes");
            let plies = call!(self.t, imm_alpha_beta_plies(game, size));
            let needed = call!(self.t, imm_alpha_beta_memory(game, plies));
            ensure!(plies == 0 || needed <= size, "{plies} plies in {size} bytes take {needed}");
            if size < least {
                refusals.must.push(IMM_ERR_TOO_SMALL);
            } else if size < 2 * least + 4096 {
                refusals.may.push(IMM_ERR_TOO_SMALL); // with a table, the stack gets only half of the block
            }
            return Ok(refusals);
        }
        let least = call!(self.t, imm_memory_required(game, 0));
        let leaves = call!(self.t, imm_leaf_memory(config, game));
        let slots = call!(self.t, imm_memory_slots(game, size));
        let needed = call!(self.t, imm_memory_required(game, slots));
        ensure!(slots == 0 || needed <= size, "{slots} slots in {size} bytes take {needed}");
        // The library rounds up `least` and `leaves` separately, so their sum may be larger than
        // needed.
        if size < least + leaves + told_memory(&played, size) {
            refusals.may.push(IMM_ERR_TOO_SMALL);
        }
        Ok(refusals.when(size + IMM_ALIGN < least + leaves, IMM_ERR_TOO_SMALL))
    }

    /// Returns `config`. If `config` requests IMM_BEST, returns the player that IMM_BEST selects
    /// for this game and this memory size.
    pub(crate) fn played(&self, config: &imm_config, game: *const imm_game, size: usize) -> imm_config {
        let mut played = *config;
        if played.algorithm == IMM_BEST {
            call!(self.t, imm_best(game, size.max(1), 0, &raw mut played));
            let mut why = [0; IMM_TEXT_MAX];
            call!(self.t, imm_best_why(game, size.max(1), 0, why.as_mut_ptr(), why.len()));
        }
        played
    }

    /// Opens the state with this index, in new memory or in the memory of the previous state.
    pub(crate) fn open(&mut self, index: usize, source: &mut Source<'_>) -> Result<()> {
        let chosen = self.choose_game(source);
        self.t.say(|| format!("the game is {}", chosen.name));
        let old = self.states[index].take();
        if let Some(live) = &old {
            live.check_around()?;
        }
        let (game, mut refusals) = spoiled(&chosen, source);
        let mut wanted = self.wanted_player(chosen.own.is_none(), source)?;
        let slip = if source.once_in(16) { source.within(1, 15) } else { 0 };
        let block = match old {
            Some(live) if source.once_in(3) => live.block,
            _ => Block::new(self.block_size(&chosen, &wanted, source), slip, &self.around),
        };
        let opening = Opening {
            memory: if source.once_in(40) { null_mut() } else { block.start().cast() },
            size: block.size(),
            game: if source.once_in(40) { null() } else { &raw const game },
            out: if source.once_in(30) { null_mut() } else { self.outs.first.of() },
            by: source.pick(&[By::Config, By::Config, By::BuiltIn, By::Text, By::Text]),
        };
        self.refuse_opening(&opening, &mut wanted, &chosen, &mut refusals)?;
        if let (true, Some(own)) = (source.once_in(6), &chosen.own) {
            own.plan.arm(source);
        }
        let status = self.call_opening(&opening, &wanted);
        let fired = chosen.own.as_ref().and_then(|own| own.plan.disarm());
        if let Some(misuse) = chosen.own.as_ref().and_then(|own| own.take_misuse()) {
            anyhow::bail!("while a state is opened: {misuse}");
        }
        block.check_around()?;
        judge_opening(fired, status, &refusals)?;
        if status != IMM_OK {
            return if opening.out.is_null() { Ok(()) } else { self.outs.first.check_unwritten("imm_init") };
        }
        self.outs.first.check_around("imm_init")?;
        // SAFETY: a handle was written.
        let state: *mut imm_state = unsafe { self.outs.first.read() };
        let start = block.start().addr();
        ensure!(state.addr() == start.next_multiple_of(IMM_ALIGN), "the state does not begin where the block does");
        let room = block.size() - (state.addr() - start);
        let played = self.played(&wanted.config, &raw const game, room);
        let mut live = Live::new(state, block, chosen, played, wanted.clock);
        live.name = format!("{} by {}", live.name, wanted.text.as_deref().unwrap_or("fields"));
        (live.tainted, live.lied) = (fired.is_some(), fired.is_some());
        self.verify(&mut live, source)?;
        self.states[index] = Some(live);
        Ok(())
    }

    /// Adds to `refusals` the errors that this call must return. If the call opens a different
    /// player than the requested player, updates `wanted`.
    fn refuse_opening(
        &self,
        opening: &Opening,
        wanted: &mut Wanted,
        chosen: &Chosen,
        refusals: &mut Refusals,
    ) -> Result<()> {
        let Opening { memory, game, out, by, .. } = *opening;
        let slip = memory.addr().wrapping_neg() % IMM_ALIGN;
        let room = if by == By::Text { opening.size.saturating_sub(slip) } else { opening.size };
        let missing = out.is_null() || game.is_null() || memory.is_null();
        let misaligned = by != By::Text && slip != 0;
        let foreign = by == By::BuiltIn && chosen.own.is_some();
        for (wrong, status) in [(missing, IMM_ERR_NULL), (misaligned, IMM_ERR_MISALIGNED), (foreign, IMM_ERR_GAME)] {
            if wrong {
                refusals.must.push(status);
            }
        }
        if by == By::Text {
            wanted.clock = Clock::Host;
            if wanted.spec_status != IMM_OK {
                refusals.must.push(wanted.spec_status);
            }
        }
        if wanted.spec_status != IMM_OK || (by == By::Text && wanted.text.is_none()) {
            // The text of the player is invalid or missing, so the player becomes IMM_BEST.
            let default = call!(self.t, imm_config_default());
            wanted.config = imm_config { seed: wanted.config.seed, algorithm: IMM_BEST, ..default };
            wanted.clock = Clock::Host;
        }
        if !refusals.must.is_empty() {
            refusals.may.extend(ANYTHING); // if several errors apply, any may come first
            return Ok(());
        }
        // SAFETY: not NULL, or it was refused.
        let more = self.refused_player(wanted, unsafe { &*game }, room)?;
        refusals.must.extend(more.must);
        refusals.may.extend(more.may);
        Ok(())
    }

    /// Calls the function that `opening` selects: imm_init(), imm_init_builtin() or imm_open().
    fn call_opening(&self, opening: &Opening, wanted: &Wanted) -> imm_status {
        let Opening { memory, size, game, out, by } = *opening;
        let config = &raw const wanted.config;
        match by {
            By::Config => call!(self.t, imm_init(memory, size, game, config, out)),
            By::BuiltIn => call!(self.t, imm_init_builtin(memory, size, game, config, out)),
            By::Text => {
                let text = wanted.text.as_ref().map_or(null(), |text| self.outs.given.text(text.as_bytes()));
                call!(self.t, imm_open(memory, size, game, text, wanted.config.seed, out))
            }
        }
    }

    /// Returns a block size of at most 256 KiB. Usually the size is exactly right for some number
    /// of slots, or a multiple of the size for some number of plies. Sometimes it is one byte more
    /// or less.
    fn block_size(&self, chosen: &Chosen, wanted: &Wanted, source: &mut Source<'_>) -> usize {
        let (game, config) = (&raw const chosen.game, &raw const wanted.config);
        let slots = source.number(&[0, 1, 2, 10, 100, 1000]) as usize;
        let size = if wanted.config.algorithm == IMM_ALPHA_BETA {
            let bytes = call!(self.t, imm_alpha_beta_memory(game, source.number(&[0, 1, 2, 5, 20, 255])));
            bytes * source.pick(&[1, 2, 3, 8])
        } else {
            let leaves = call!(self.t, imm_leaf_memory(config, game));
            call!(self.t, imm_memory_required(game, slots)).saturating_add(leaves)
        };
        let size = match source.below(8) {
            0 => size + 1,
            1 => size.saturating_sub(1),
            2 => source.below(1 << 18),
            _ => size,
        };
        if size > 1 << 18 { source.below(1 << 15) } else { size }
    }

    /// Opens a state of this game for a player. The memory has room for 60 slots, or for at least
    /// 12 plies of alpha-beta, and for `size` more bytes. Returns `None` if the player cannot play
    /// the game.
    pub(crate) fn open_for(&self, chosen: Chosen, player: &str, size: usize) -> Result<Option<Live>> {
        let mut config = call!(self.t, imm_config_default());
        (config.now_ms, config.seed) = (None, 7);
        if self.configure(&mut config, player.as_bytes())? != IMM_OK {
            return Ok(None);
        }
        let (game, given) = (&raw const chosen.game, &raw const config);
        let size = size
            + match config.algorithm {
                IMM_ALPHA_BETA => 2 * call!(self.t, imm_alpha_beta_memory(game, 12)),
                _ => call!(self.t, imm_memory_required(game, 60)) + call!(self.t, imm_leaf_memory(given, game)),
            };
        let size = size + told_memory(&config, size * 8 / 7);
        let block = Block::new(size, 0, &self.around);
        let out = self.outs.first.of::<*mut imm_state>();
        let status = call!(self.t, imm_init(block.start().cast(), size, game, given, out));
        if status == IMM_ERR_UNSUPPORTED {
            return Ok(None);
        }
        ensure!(status == IMM_OK, "imm_init answers {status} to {player}");
        // SAFETY: a handle was written.
        let state: *mut imm_state = unsafe { self.outs.first.read() };
        let played = self.played(&config, game, size);
        let mut live = Live::new(state, block, chosen, played, Clock::None);
        live.name = format!("{} by {player}", live.name);
        if live.lacks_net() {
            self.give_net(&mut live)?;
        }
        Ok(Some(live))
    }

    /// Calls a function with an invalid handle. The function must refuse the handle.
    pub(crate) fn bad_handle(&mut self, index: usize, source: &mut Source<'_>) -> Result<()> {
        let Some(live) = &self.states[index] else { return Ok(()) };
        let number = source.below(probe::COUNT);
        let (t, bench) = (self.t.clone(), self.bench.clone());
        match source.below(4) {
            0 => bench.probe(&t, number, null_mut(), IMM_ERR_NULL),
            1 => {
                let slipped = live.state.wrapping_byte_add(source.within(1, 15));
                bench.probe(&t, number, slipped, IMM_ERR_MISALIGNED)
            }
            2 => {
                let garbage = Block::new(4096, 0, &self.around);
                bench.probe(&t, number, garbage.start().cast(), IMM_ERR_STATE)?;
                garbage.check_around()
            }
            _ => {
                // A state that was copied without imm_clone() is not a valid handle.
                let mut copied = Block::new(live.block.size(), 0, &self.around);
                copied.bytes_mut().copy_from_slice(live.block.bytes());
                bench.probe(&t, number, copied.start().cast(), IMM_ERR_STATE)?;
                ensure!(copied.bytes() == live.block.bytes(), "probe {number} has changed what is no state");
                Ok(())
            }
        }
    }
}

/// Selects the function that opens a state: imm_init(), imm_init_builtin() or imm_open().
#[derive(Clone, Copy, PartialEq, Eq)]
enum By {
    Config,
    BuiltIn,
    Text,
}

/// The arguments of a function that opens a state, except for the player.
struct Opening {
    memory: *mut c_void,
    size: usize,
    game: *const imm_game,
    out: *mut *mut imm_state,
    by: By,
}

/// The largest number of bytes that the path of a leaf takes.
const LEAF_SIZE: usize = 1100;

/// If the caller tells the player's values, returns how many bytes the leaves take from a block of
/// `size` bytes: an eighth, or at least the bytes for one leaf.
fn told_memory(config: &imm_config, size: usize) -> usize {
    if config.evaluator == IMM_EF_TOLD { LEAF_SIZE.max(size / 8) } else { 0 }
}

/// Checks the status of a call that opens a state.
fn judge_opening(fired: Option<Fault>, status: imm_status, refusals: &Refusals) -> Result<()> {
    let Refusals { must, may } = refusals;
    match fired.and_then(Fault::status) {
        Some(expected) => ensure!(status == expected, "{fired:?}, and opening answers {status}"),
        None if fired.is_some() => {}
        None if must.is_empty() => {
            ensure!(status == IMM_OK || may.contains(&status), "opening answers {status} without a reason");
        }
        None => {
            let expected = must.contains(&status) || may.contains(&status);
            ensure!(expected && status != IMM_OK, "opening answers {status}, not one of {must:?}");
        }
    }
    Ok(())
}

/// If the arguments have several mistakes, the library may report any of these errors.
const ANYTHING: [imm_status; 9] = [
    IMM_ERR_NULL,
    IMM_ERR_MISALIGNED,
    IMM_ERR_TOO_SMALL,
    IMM_ERR_STRUCT_SIZE,
    IMM_ERR_OUT_OF_RANGE,
    IMM_ERR_ENUM,
    IMM_ERR_UNSUPPORTED,
    IMM_ERR_GAME,
    IMM_ERR_CONTRADICTION,
];

/// Returns the game, or a copy of the game with a mistake in its description. Also returns the
/// errors that a call must return for this description.
fn spoiled(chosen: &Chosen, source: &mut Source<'_>) -> (imm_game, Refusals) {
    let mut game = chosen.game;
    let refusals = Refusals::default();
    if !source.once_in(12) {
        return (game, refusals);
    }
    if source.once_in(3) {
        // `first`: the size of the first version of imm_game, which ended with `builtin`.
        let first = offset_of!(imm_game, max_score) as u32;
        game.struct_size = source.pick(&[0, 4, first - 4, first + 1, 5000, size_of::<imm_game>() as u32 + 260]);
        return (game, refusals.when(true, IMM_ERR_STRUCT_SIZE));
    }
    if chosen.own.is_some() {
        match source.below(9) {
            0 => game.position_size = 0,
            1 => game.max_moves = source.pick(&[0, 65536, u32::MAX]),
            2 => game.initial = None,
            3 => game.legal_moves = None,
            4 => game.make = None,
            5 => game.unmake = None,
            6 => game.to_move = None,
            7 => game.outcome = None,
            _ => {
                game.max_score = source.pick(&[0, 32768, u32::MAX]);
                return (game, refusals.when(game.score.is_some(), IMM_ERR_GAME));
            }
        }
        return (game, refusals.when(true, IMM_ERR_GAME));
    }
    // SAFETY: statics of the library.
    let (breakthrough, kalah) = unsafe { ((*imm_breakthrough()).builtin, (*imm_kalah()).builtin) };
    let sized = chosen.small || game.builtin == breakthrough || game.builtin == kalah;
    if sized {
        game.board = source.pick(&[0, 1, u32::MAX, 0x0909]);
    }
    (game, refusals.when(sized, IMM_ERR_GAME))
}

/// Returns the bytes of a configuration, including its padding.
fn bytes_of(config: &imm_config) -> Vec<u8> {
    let start = (&raw const *config).cast::<u8>();
    // SAFETY: as long as the struct. Its padding was written with it, or is compared with itself.
    unsafe { core::slice::from_raw_parts(start, size_of::<imm_config>()) }.to_vec()
}

/// Sets fields to random numbers. The library refuses most such configurations.
fn random_fields(config: &mut imm_config, source: &mut Source<'_>) {
    let real = |source: &mut Source<'_>| {
        source.pick(&[0.0, 1.0, 0.3, 100.0, -1.0, -0.5, 101.0, f32::NAN, f32::INFINITY, 1e-30, f32::MIN_POSITIVE / 2.0])
    };
    let byte = |source: &mut Source<'_>| source.pick(&[0, 1, 2, 3, 4, 5, 12, 13, 254, 255]);
    let count = |source: &mut Source<'_>| source.number(&[0, 1, 3, 999, 9999, 10_000_000]);
    for _ in 0..source.within(1, 4) {
        match source.below(34) {
            0 => config.threshold = count(source),
            1 => config.c = real(source),
            2 => config.im = real(source),
            3 => config.evaluator = if source.once_in(3) { IMM_EF_TOLD } else { byte(source) },
            4 => config.ipp = byte(source),
            5 => config.expansion = byte(source),
            6 => config.decision = byte(source),
            7 => config.no_solver = byte(source),
            8 => config.no_recycle = byte(source),
            9 => config.im_schedule = byte(source),
            10 => config.pb_divisor = byte(source),
            11 => config.algorithm = byte(source),
            12 => config.playout = byte(source),
            13 => config.switches = source.u16(),
            14 => config.im_visits = count(source),
            15 => config.cb = real(source),
            16 => config.impb = real(source),
            17 => config.pb = real(source),
            18 => config.tp = real(source),
            19 => config.ct = count(source),
            20 => config.fpu = real(source),
            21 => config.cut = count(source),
            22 => config.playout_depth = byte(source),
            23 => config.playout_evaluated = [byte(source), byte(source), byte(source)],
            24 => config.playout_looked = [byte(source), byte(source), byte(source)],
            25 => config.flags = byte(source),
            26 => config.softmax = real(source),
            27 => config.eps = real(source),
            28 => (config.leaf, config.leaf_depth) = (byte(source), byte(source)),
            29 => config.np = count(source),
            30 => (config.ege, config.det) = (real(source), real(source)),
            31 => (config.fet, config.max) = (count(source), count(source)),
            32 => config.grave = source.u16(),
            _ => (config.temp, config.marg) = (real(source), real(source)),
        }
    }
    if source.below(20) == 0 {
        config.struct_size = source.pick(&[0, 3, 60, 10_000]);
    }
}
