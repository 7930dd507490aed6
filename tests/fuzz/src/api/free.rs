//! Tests the C functions that take no `imm_state`.

use super::World;
use crate::block::Block;
use crate::source::Source;
use crate::transcript::call;
use anyhow::{Result, ensure};
use imm_host::*;
use std::ffi::CStr;
use std::ptr::{null, null_mut};

impl World {
    pub(crate) fn call_without_state(&mut self, source: &mut Source<'_>) -> Result<()> {
        match source.below(13) {
            0 => self.names(source),
            1 => self.defaults(),
            2 => self.inits(source),
            3 | 4 => self.players(source),
            5 => self.level(source),
            6 => self.budget(source),
            7 | 8 => self.memory(source),
            9 if source.once_in(2) => self.small_rooms(source),
            9 => self.game_by_name(source),
            10 => self.check_game(source),
            11 => self.play_dice(source),
            _ => self.config_text(source),
        }
    }

    fn names(&self, source: &mut Source<'_>) -> Result<()> {
        let version = call!(self.t, imm_version());
        ensure!(version == IMM_VERSION_MAJOR << 16 | IMM_VERSION_MINOR << 8 | IMM_VERSION_PATCH, "version {version}");
        let status = source.number(&[0, 1, 5, 40]).cast_signed().wrapping_neg();
        let text = call!(self.t, imm_status_text(status));
        ensure!(!text.is_null(), "no text for the status {status}");
        // SAFETY: a static text of the library.
        ensure!(!unsafe { CStr::from_ptr(text) }.is_empty(), "an empty text for the status {status}");
        let index = source.number(&[0, 1, 5, 8, 9]);
        let name = call!(self.t, imm_game_name(index));
        if name.is_null() {
            ensure!(index >= 9, "the game {index} has no name");
            return Ok(());
        }
        let game = self.outs.first.of::<imm_game>();
        let status = call!(self.t, imm_game_by_name(name, game, size_of::<imm_game>()));
        ensure!(status == IMM_OK, "no game has the name of the game {index}: {status}");
        Ok(())
    }

    /// Checks the functions that return a struct with default values.
    fn defaults(&self) -> Result<()> {
        let config = call!(self.t, imm_config_default());
        let limits = call!(self.t, imm_limits_default());
        let clock = call!(self.t, imm_clock_default());
        let report = call!(self.t, imm_check_report_default());
        let sizes = [config.struct_size, limits.struct_size, clock.struct_size, report.struct_size];
        let known =
            [size_of::<imm_config>(), size_of::<imm_limits>(), size_of::<imm_clock>(), size_of::<imm_check_report>()];
        ensure!(sizes.map(|size| size as usize) == known, "sizes {sizes:?}");
        let nothing = limits.time_ms == 0 && limits.iterations == 0 && limits.nodes == 0 && limits.depth == 0;
        ensure!(nothing && config.seed == 0 && clock.remaining_ms == 0 && report.finding_count == 0, "no defaults");
        Ok(())
    }

    /// Checks the functions that initialise a struct in place, for languages that cannot receive a
    /// struct by value. Tries valid and invalid struct sizes.
    fn inits(&self, source: &mut Source<'_>) -> Result<()> {
        let out = &self.outs.first;
        let sizes =
            [size_of::<imm_config>(), size_of::<imm_limits>(), size_of::<imm_clock>(), size_of::<imm_check_report>()];
        let which = source.below(4);
        let size = source.pick(&[sizes[which], sizes[which] + 8, 0, 3, 10, sizes[which] + 300, sizes[which] + 1]);
        let room = if source.once_in(12) { null_mut() } else { out.take(size, 8) };
        let status = match which {
            0 => call!(self.t, imm_config_init(room.cast(), size)),
            1 => call!(self.t, imm_limits_init(room.cast(), size)),
            2 => call!(self.t, imm_clock_init(room.cast(), size)),
            _ => call!(self.t, imm_check_report_init(room.cast(), size)),
        };
        let fits = size == sizes[which] || size == sizes[which] + 8;
        if room.is_null() {
            ensure!(status == IMM_ERR_NULL || !fits && status == IMM_ERR_STRUCT_SIZE, "init of NULL answers {status}");
            return Ok(());
        }
        if !fits {
            ensure!(status == IMM_ERR_STRUCT_SIZE, "init of {size} bytes answers {status}");
            return out.check_unwritten("init");
        }
        ensure!(status == IMM_OK, "init answers {status}");
        out.check_around("init")?;
        let bytes = out.bytes();
        ensure!(bytes[..4] == (size as u32).to_ne_bytes(), "init sets another struct_size than {size}");
        ensure!(bytes[sizes[which]..].iter().all(|&byte| byte == 0), "init leaves what it does not know");
        Ok(())
    }

    /// Reads a random player from its text, and writes the player as text. Reading the written text
    /// must give the same player.
    fn players(&self, source: &mut Source<'_>) -> Result<()> {
        let wanted = self.wanted_player(true, source)?;
        if wanted.text.is_none() || wanted.spec_status != IMM_OK {
            return Ok(());
        }
        let written = self.text_of_config(&wanted.config)?;
        ensure!(written.is_some(), "what was read cannot be written");
        let mut again = wanted.config;
        let written = written.unwrap_or_default();
        let status = self.configure(&mut again, &written)?;
        ensure!(status == IMM_OK, "what was written is not read: {}", String::from_utf8_lossy(&written));
        ensure!(self.text_of_config(&again)?.as_ref() == Some(&written), "read again it is another player");
        Ok(())
    }

    /// Checks that functions refuse NULL pointers, and refuse buffers that are too small for a
    /// text.
    fn small_rooms(&self, source: &mut Source<'_>) -> Result<()> {
        let game = call!(self.t, imm_kalah());
        let mut config = call!(self.t, imm_config_default());
        let (given, size) = (&raw mut config, source.pick(&[0, 1, 4]));
        let out = &self.outs.first;
        let room = out.take(size, 1).cast();
        let wrong = self.outs.given.text(b"mcts(no such option)");
        let (status, expected) = match source.below(13) {
            0 => (call!(self.t, imm_configure(null_mut(), wrong)), IMM_ERR_NULL),
            1 => (call!(self.t, imm_configure(given, null())), IMM_ERR_NULL),
            2 => (call!(self.t, imm_configure_error(wrong, room, size)), IMM_ERR_BUFFER),
            3 => (call!(self.t, imm_configure_error(null(), room, size)), IMM_ERR_NULL),
            4 => (call!(self.t, imm_config_text(given, room, size)), IMM_ERR_BUFFER),
            5 => (call!(self.t, imm_config_error(null(), game, room, size)), IMM_ERR_NULL),
            6 => (call!(self.t, imm_best(null(), 0, 0, given)), IMM_ERR_NULL),
            7 => (call!(self.t, imm_best(game, 0, 0, null_mut())), IMM_ERR_NULL),
            8 => (call!(self.t, imm_best_why(game, 0, 0, room, size)), IMM_ERR_BUFFER),
            9 => (call!(self.t, imm_best_why(null(), 0, 0, room, size)), IMM_ERR_NULL),
            10 => (call!(self.t, imm_position_error(game, wrong, room, size)), IMM_ERR_BUFFER),
            11 => (call!(self.t, imm_position_error(null(), wrong, room, size)), IMM_ERR_NULL),
            _ => {
                (config.im, config.cb) = (0.5, 0.5);
                (call!(self.t, imm_config_error(&raw const config, game, room, size)), IMM_ERR_BUFFER)
            }
        };
        // If the buffer has 0 bytes, the library may report IMM_ERR_BUFFER instead of the expected
        // error.
        ensure!(status == expected || size == 0 && status == IMM_ERR_BUFFER, "{status}, where {expected} is expected");
        out.check_no_text("a text without room")
    }

    /// Returns the text of a configuration, or `None` if the library refuses the configuration.
    pub(crate) fn text_of_config(&self, config: &imm_config) -> Result<Option<Vec<u8>>> {
        let room = self.outs.first.take(IMM_PLAYER_TEXT_MAX, 1).cast();
        let status = call!(self.t, imm_config_text(&raw const *config, room, IMM_PLAYER_TEXT_MAX));
        if status != IMM_OK {
            self.outs.first.check_no_text("imm_config_text")?;
            ensure!(status != IMM_ERR_BUFFER, "IMM_PLAYER_TEXT_MAX is too small");
            return Ok(None);
        }
        let text = self.outs.first.written_text();
        ensure!(text.is_some(), "imm_config_text wrote no closing 0");
        Ok(text)
    }

    /// Writes a configuration with random fields as text. If the library writes a text, parsing
    /// this text must succeed or return IMM_ERR_SPEC.
    fn config_text(&self, source: &mut Source<'_>) -> Result<()> {
        let wanted = self.wanted_player(true, source)?;
        if wanted.text.is_some() {
            return Ok(());
        }
        let Some(text) = self.text_of_config(&wanted.config)? else { return Ok(()) };
        // A text shows each number with four decimals, so rounding can move a number out of its
        // range.
        let mut read = wanted.config;
        let status = self.configure(&mut read, &text)?;
        ensure!(status == IMM_OK || status == IMM_ERR_SPEC, "{} is read with {status}", String::from_utf8_lossy(&text));
        Ok(())
    }

    fn level(&self, source: &mut Source<'_>) -> Result<()> {
        let level = source.number(&[0, 1, 5, 10, 11]);
        let mut config = call!(self.t, imm_config_default());
        let mut limits = call!(self.t, imm_limits_default());
        config.algorithm = source.pick(&[IMM_MCTS, IMM_ALPHA_BETA]);
        if source.once_in(10) {
            config.struct_size = source.pick(&[0, 10_000]);
        }
        let given = if source.once_in(12) { null_mut() } else { &raw mut config };
        let status = call!(self.t, imm_level(level, given, &raw mut limits));
        let good =
            (1..=10).contains(&level) && !given.is_null() && config.struct_size as usize == size_of::<imm_config>();
        ensure!((status == IMM_OK) == good, "imm_level answers {status}");
        ensure!(good || limits.iterations == 0 && config.temp == 0.0, "imm_level writes what it refuses");
        ensure!(!good || limits.iterations > 0, "imm_level sets no limit");
        Ok(())
    }

    fn budget(&self, source: &mut Source<'_>) -> Result<()> {
        let mut clock = call!(self.t, imm_clock_default());
        clock.remaining_ms = source.number(&[0, 1, 10, 1000, 60_000]);
        clock.increment_ms = source.number(&[0, 1, 1000]);
        clock.moves_to_go = source.number(&[0, 1, 2, 40]);
        clock.overhead_ms = source.number(&[0, 1, u32::MAX]);
        clock.moves_expected = source.number(&[0, 1, 30]);
        let bad = source.once_in(12);
        if bad {
            clock.struct_size -= 1;
        }
        let aim = if source.once_in(12) { null_mut() } else { self.outs.first.of::<u32>() };
        let limit = self.outs.second.of::<u32>();
        let status = call!(self.t, imm_clock_budget(&raw const clock, aim, limit));
        if bad || aim.is_null() {
            ensure!([IMM_ERR_NULL, IMM_ERR_STRUCT_SIZE].contains(&status), "imm_clock_budget answers {status}");
            return self.outs.second.check_unwritten("imm_clock_budget");
        }
        ensure!(status == IMM_OK, "imm_clock_budget answers {status}");
        // SAFETY: numbers were written.
        let (aim, limit): (u32, u32) = unsafe { (self.outs.first.read(), self.outs.second.read()) };
        self.t.found(&(aim, limit));
        ensure!(
            aim <= limit && limit <= clock.remaining_ms,
            "{aim} and {limit} ms of {clock_ms}",
            clock_ms = clock.remaining_ms
        );
        Ok(())
    }

    /// Checks that the functions for memory sizes agree with each other.
    fn memory(&mut self, source: &mut Source<'_>) -> Result<()> {
        let chosen = self.choose_game(source);
        let game = if source.once_in(20) { null() } else { &raw const chosen.game };
        let slots = source.number(&[0, 1, 100, 100_000]) as usize;
        let bytes = call!(self.t, imm_memory_required(game, slots));
        let fit = call!(self.t, imm_memory_slots(game, bytes));
        // A tree has at most 2^28 slots.
        let expected = if bytes == 0 { 0 } else { slots.min(1 << 28) };
        ensure!(fit == expected, "{slots} slots take {bytes} bytes, where {fit} fit");
        ensure!(!game.is_null() || bytes == 0, "a game that is NULL takes memory");
        let plies = source.number(&[0, 1, 20, 255, 256]);
        let bytes = call!(self.t, imm_alpha_beta_memory(game, plies));
        let fit = call!(self.t, imm_alpha_beta_plies(game, bytes));
        ensure!(bytes == 0 || fit == plies, "{plies} plies take {bytes} bytes, where {fit} fit");
        ensure!(bytes != 0 || plies > 255 || chosen.small || game.is_null(), "{plies} plies take nothing");
        let wanted = self.wanted_player(true, source)?;
        let config = &raw const wanted.config;
        let size = source.number(&[0, 5000, 100_000]) as usize;
        let buckets = call!(self.t, imm_alpha_beta_buckets(config, game, size));
        ensure!(buckets * IMM_BUCKET_SIZE <= size, "{buckets} buckets in {size} bytes");
        call!(self.t, imm_leaf_memory(config, game));
        ensure!(call!(self.t, imm_leaf_memory(null(), game)) == 0, "nobody searches leaves, in memory");
        Ok(())
    }

    pub(crate) fn game_by_name(&self, source: &mut Source<'_>) -> Result<()> {
        let name = source.pick(&[
            "breakthrough",
            "breakthrough_6x5",
            "kalah",
            "kalah_std_4x3",
            "loa",
            "loa_openspiel",
            "oware",
            "othello",
            "othello_discs",
            "onitama_7",
            "einstein",
            "go",
            "",
        ]);
        let name = name.as_bytes();
        let name = if source.once_in(2) { super::play::damaged(name, source) } else { name.to_vec() };
        let known = size_of::<imm_game>();
        let size = source.pick(&[known, known, known + 16, 0, 20, known + 1]);
        let room = if source.once_in(20) { null_mut() } else { self.outs.first.take(size, 8).cast::<imm_game>() };
        let status = call!(self.t, imm_game_by_name(self.outs.given.text(&name), room, size));
        if status != IMM_OK {
            return if room.is_null() { Ok(()) } else { self.outs.first.check_unwritten("imm_game_by_name") };
        }
        ensure!(!room.is_null() && [known, known + 16].contains(&size), "imm_game_by_name fills {size} bytes");
        self.outs.first.check_around("imm_game_by_name")?;
        let needed = call!(self.t, imm_memory_required(room, 4));
        ensure!(needed > 0, "{} is no game", String::from_utf8_lossy(&name));
        let block = Block::new(needed, 0, &self.around);
        let state = self.outs.second.of::<*mut imm_state>();
        let status = call!(self.t, imm_open(block.start().cast(), needed, room, null(), 1, state));
        ensure!(status == IMM_OK, "{} cannot be played: {status}", String::from_utf8_lossy(&name));
        block.check_around()?;
        let mut why = [0; IMM_TEXT_MAX];
        let (text, words) = (self.outs.given.text(b"x"), why.as_mut_ptr());
        let status = call!(self.t, imm_position_error(room, text, words, IMM_TEXT_MAX));
        ensure!(status == IMM_OK && why[0] != 0, "imm_position_error answers {status}");
        Ok(())
    }

    /// Runs imm_check_game() on a correct game, or on a game whose callbacks may fail.
    fn check_game(&mut self, source: &mut Source<'_>) -> Result<()> {
        let chosen = self.choose_game(source);
        let needed = call!(self.t, imm_check_memory(&raw const chosen.game));
        ensure!(needed > 0, "a game that cannot be checked");
        let (slip, short) = (source.once_in(12), source.once_in(12));
        let size = if short { needed - 1 } else { needed };
        let memory = Block::new(size, usize::from(slip), &self.around);
        let mut report = Box::new(call!(self.t, imm_check_report_default()));
        report.now_ms = None; // measured times differ from run to run
        let bad = source.once_in(12);
        if bad {
            report.struct_size -= 4;
        }
        if let (true, Some(own)) = (source.once_in(2), &chosen.own) {
            own.plan.arm(source);
        }
        let (seed, plies) = (source.u64(), source.within(1, 12) as u32);
        let (game, start) = (&raw const chosen.game, memory.start().cast());
        let status = call!(self.t, imm_check_game(game, start, size, seed, plies, &raw mut *report));
        let fired = chosen.own.as_ref().and_then(|own| own.plan.disarm());
        let _ = chosen.own.as_ref().and_then(|own| own.take_misuse()); // the check misuses callbacks on purpose
        memory.check_around()?;
        let good = !slip && !short && !bad;
        ensure!((status == IMM_OK) == good, "imm_check_game answers {status}");
        ensure!(good || report.positions == 0, "a check that was refused has written its report");
        if !good {
            return Ok(());
        }
        self.t.found(&(report.finding_count, report.positions, report.games, report.draws));
        ensure!(report.finding_count as usize <= IMM_CHECK_FINDINGS, "{} findings", report.finding_count);
        let first = &report.findings[0];
        // Two nodes of a graph may differ in only a few bytes. imm_check_game() assumes that such
        // bytes store a key, so it reports one position with two keys.
        let alike = chosen.own.is_some() && first.kind == IMM_CHECK_HASH_SPLIT;
        let wrong = report.finding_count > 0 && fired.is_none();
        ensure!(!wrong || alike, "a right game has a mistake of kind {} in callback {}", first.kind, first.callback);
        let size = source.pick(&[IMM_CHECK_TEXT_MAX, 200, 1]);
        let text = self.outs.first.take(size, 1).cast();
        let status = call!(self.t, imm_check_text(&raw const *report, text, size));
        ensure!(status == IMM_OK || size < IMM_CHECK_TEXT_MAX && status == IMM_ERR_BUFFER, "imm_check_text: {status}");
        self.outs.first.check_around("imm_check_text")?;
        ensure!(self.outs.first.written_text().is_some(), "imm_check_text wrote no closing 0");
        Ok(())
    }
}
