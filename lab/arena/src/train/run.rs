//! Performs a training run, which can be stopped after each unit of work: a file of games, an
//! epoch, or a match.

use super::args::{Args, Games, Settings};
use super::data::{self, HELD_OUT, Samples, shuffled};
use super::folder::{Folder, Training};
use super::gate::{Gate, Verdict, nets};
use super::generation::Line;
use super::learn::Course;
use super::model::Model;
use super::selfplay::{SelfPlay, tops_of_random_games};
use super::shape::Shape;
use super::whole;
use crate::answer::{Answer, say};
use crate::contest::{Conditions, in_parallel, stop_on_ctrl_c};
use crate::games::{Arena, Visit, with_game};
use crate::net::{NetFile, shipped};
use crate::player::{Block, check_player, read_spec};
use crate::progress::bar;
use crate::signature::derived_seed;
use anyhow::{Context, Result, ensure};
use imm::game::knowledge::Evaluator;
use imm::player::Player;
use indicatif::HumanBytes;
use std::ops::Range;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Games per file. A run that is killed loses at most the unfinished files.
const CHUNK: u32 = 8;
/// The number of samples on which the whole-number net is compared with the floating-point net.
const COMPARED: usize = 5000;

/// Starts or continues a run, until all generations are finished, the time is over, or Ctrl-C stops
/// the run.
///
/// # Errors
/// The game has no features, a player or pattern is invalid, the settings differ from the settings
/// of the existing run, a file is damaged, the disk is full, or the loss is not a finite number.
pub fn run(args: &Args) -> Result<Answer> {
    let (settings, out) = args.settings()?;
    with_game(&settings.game.clone(), Train { args, settings, out })?
}

struct Train<'a> {
    args: &'a Args,
    settings: Settings,
    out: PathBuf,
}

impl Visit for Train<'_> {
    type Output = Result<Answer>;

    fn visit<G: Arena>(self, start: G) -> Result<Answer> {
        let Self { args, mut settings, out } = self;
        let players = players(&settings, &start)?;
        let teacher_net = teacher_net(&mut settings.games, &start, players[0])?;
        let mut tops = tops_of_random_games(&start, settings.games.seed);
        let shape = Shape::new(&settings.net, &tops)?; // checks the patterns early
        let folder = Folder::open(&out, &settings)?;
        let (flag, jobs) = (stop_on_ctrl_c()?, args.jobs());
        let minutes = args.minutes.map(|minutes| Duration::try_from_secs_f64(60.0 * minutes)).transpose()?;
        let until = minutes.map(|minutes| Instant::now() + minutes);
        let mut lines = folder.lines()?;
        folder.publish(&lines)?;
        let pool = rayon::ThreadPoolBuilder::new().num_threads(jobs).build()?;
        let mut run = Run {
            start,
            settings,
            players,
            teacher_net,
            folder,
            jobs,
            flag,
            until,
            tops: Vec::new(),
            seconds: [0.0; 3],
        };
        if lines.len() < args.generations as usize {
            run.say_disk_needed(args.generations, &lines, &shape)?;
        }
        while lines.len() < args.generations as usize {
            let generation = lines.len() as u32;
            let begun = Instant::now();
            // Files of earlier generations may be missing, because an error message tells the user
            // to delete damaged files. The games of missing files are played again.
            let mut all = (0..=generation).map(|older| run.play(older, &lines[..older as usize]));
            if !all.try_fold(true, |whole, played| anyhow::Ok(whole && played?))? {
                return Ok(run.stopped(generation, "games"));
            }
            if generation == 0 || run.tops.is_empty() {
                run.look_at(&mut tops)?;
            }
            run.seconds[0] += begun.elapsed().as_secs_f64();
            let Some(learned) = pool.install(|| run.learn(generation))? else {
                return Ok(run.stopped(generation, "learning"));
            };
            let Some(line) = run.gate(&lines, learned)? else { return Ok(run.stopped(generation, "match")) };
            run.folder.add_line(&line)?;
            report(&line);
            lines.push(line);
            run.folder.publish(&lines)?;
            run.seconds = [0.0; 3];
        }
        let best = lines.iter().rfind(|line| line.accepted).map_or(0, |line| line.generation);
        Ok(Answer::ok(format!("{}: the net of generation {best}\n", run.folder.result().display())))
    }
}

/// Returns the teacher, which plays the first generation, and the player that plays all later
/// generations.
fn players<G: Arena>(settings: &Settings, start: &G) -> Result<[Player; 2]> {
    ensure!(start.feature_count() > 0, "game '{}' lists no features: there is nothing to learn from", settings.game);
    let teacher = settings.games.teacher.as_deref();
    let teacher = teacher.unwrap_or(if start.has_evaluator(Evaluator::DEFAULT) { "bfm()" } else { "mcts()" });
    let players = [read_spec(teacher)?, read_spec(&settings.games.player)?];
    players.iter().try_for_each(|player| check_player(player, start))?;
    let by_net = players[1].evaluator() == Evaluator::NET;
    ensure!(by_net, "--player {}: the player must use the net, e.g. bfm(efNet)", settings.games.player);
    Ok(players)
}

/// Reads the net that the option `--teacher-net` names. Returns `None` if the teacher uses the
/// built-in net of the game, or no net. Stores the checksum of the teacher's net in `games`.
fn teacher_net<G: Arena>(games: &mut Games, start: &G, teacher: Player) -> Result<Option<NetFile>> {
    let spec = games.teacher.as_deref().unwrap_or_default();
    if teacher.evaluator() != Evaluator::NET {
        ensure!(games.teacher_net.is_none(), "--teacher-net: the teacher must use a net, e.g. bfm(efNet)");
        return Ok(None);
    }
    let Some(path) = &games.teacher_net else {
        games.teacher_mark = shipped(start).map(|net| net.mark());
        ensure!(games.teacher_mark.is_some(), "--teacher {spec}: the game has no built-in net: use --teacher-net FILE");
        return Ok(None);
    };
    let net = NetFile::open(path)?;
    net.check_for(start).with_context(|| path.display().to_string())?;
    games.teacher_mark = Some(net.net()?.mark());
    Ok(Some(net))
}

/// The state of a run.
struct Run<G> {
    start: G,
    settings: Settings,
    players: [Player; 2],
    /// The net of the teacher; `None` if the teacher uses the built-in net of the game, or no net.
    teacher_net: Option<NetFile>,
    folder: Folder,
    jobs: usize,
    flag: &'static AtomicBool,
    until: Option<Instant>,
    /// The highest value of each feature; empty until the games of the first generation have been
    /// read.
    tops: Vec<u8>,
    /// The seconds spent on games, on training and on the match of this generation.
    seconds: [f64; 3],
}

/// The result of training one generation: the net, and the record for the log. The record does not
/// yet contain the result of the match.
struct Learned {
    line: Line,
    net: NetFile,
}

impl<G: Arena> Run<G> {
    /// True if the run must end now, between two units of work.
    fn is_over(&self) -> bool {
        self.flag.load(Ordering::Relaxed) || self.until.is_some_and(|until| Instant::now() >= until)
    }

    /// The answer for a run that was stopped: the reason, and how to continue the run.
    fn stopped(&self, generation: u32, during: &str) -> Answer {
        let interrupted = self.flag.load(Ordering::Relaxed);
        let why = if interrupted { "stopped" } else { "the time is over" };
        let text = format!("{why} in generation {generation} ({during}); the same command goes on from there\n");
        Answer::ok(text).if_interrupted(interrupted)
    }

    /// The number of chunks of a generation. A chunk is a file of up to [`CHUNK`] games.
    fn chunks(&self, generation: u32) -> u32 {
        self.settings.games.of_generation(generation).div_ceil(CHUNK)
    }

    /// The range of game numbers in one chunk of a generation.
    fn games(&self, generation: u32, chunk: u32) -> Range<u32> {
        let first = chunk * CHUNK;
        first..self.settings.games.of_generation(generation).min(first + CHUNK)
    }

    /// Returns the settings for the games of a generation. Also returns the net that plays these
    /// games: the best net of the earlier generations, or `None` if there is no earlier generation.
    fn self_play(&self, generation: u32, lines: &[Line]) -> Result<(SelfPlay, Option<NetFile>)> {
        let best = lines.iter().rfind(|line| line.accepted);
        let net = best.map(|line| self.folder.net(line.generation)).transpose()?;
        let [teacher, player] = self.players;
        let games = &self.settings.games;
        let play = SelfPlay {
            player: if net.is_some() { player } else { teacher },
            iterations: games.iterations,
            random_plies: games.random_plies,
            warm_plies: games.warm_plies,
            temperature: games.temperature,
            tree_visits: games.tree_visits,
            seed: derived_seed(games.seed, "generation", generation.into()),
        };
        Ok((play, net))
    }

    /// Prints how much disk space the run needs for `generations` generations, and in which folder.
    fn say_disk_needed(&self, generations: u32, lines: &[Line], shape: &Shape) -> Result<()> {
        let all = &self.settings.games;
        let (mut there, mut games_there, mut games) = (0, 0, 0);
        for generation in 0..generations {
            games += u64::from(all.of_generation(generation));
            for chunk in 0..self.chunks(generation) {
                let Some(bytes) = self.folder.data_size(generation, chunk) else { continue };
                (there, games_there) = (there + bytes, games_there + self.games(generation, chunk).len() as u64);
            }
        }
        let a_game = match there {
            0 => self.size_of_a_game(lines)?,
            _ => Some(there / games_there.max(1)),
        };
        let Some(a_game) = a_game else { return Ok(()) };
        // A weight takes 2 bytes in a net. In the file `training`, a weight takes three numbers of
        // 4 bytes each.
        let weights = shape.rows as u64 * shape.width as u64;
        let nets = weights * (2 * u64::from(generations) + 12);
        say(format_args!(
            "{}: the run needs about {} of disk: {games} games of about {} each, and nets; {} are there",
            self.folder.path().display(),
            HumanBytes(games * a_game + nets),
            HumanBytes(a_game),
            HumanBytes(there),
        ));
        Ok(())
    }

    /// The size in bytes of one game; `None` if the run was stopped. The game is played only to
    /// find its size.
    fn size_of_a_game(&self, lines: &[Line]) -> Result<Option<u64>> {
        let (play, net) = self.self_play(lines.len() as u32, lines)?;
        let bar = bar(1, "games", true)?;
        bar.set_message("a game to find how much disk is needed".to_owned());
        let mut block = Block::kib(self.settings.games.memory.saturating_mul(1024))?;
        block.set_net(net.as_ref().or(self.teacher_net.as_ref()));
        let game = play.play(&self.start, 0, &mut block, self.flag)?;
        game.map(|game| data::size(self.start.feature_count(), &[game])).transpose()
    }

    /// Plays the missing games of a generation. Returns `false` if the run was stopped.
    fn play(&self, generation: u32, lines: &[Line]) -> Result<bool> {
        let chunks = 0..self.chunks(generation);
        let missing: Vec<u32> = chunks.filter(|&chunk| !self.folder.data(generation, chunk).exists()).collect();
        if missing.is_empty() {
            return Ok(true);
        }
        let (play, net) = self.self_play(generation, lines)?;
        let games = missing.iter().map(|&chunk| self.games(generation, chunk).len() as u64).sum();
        let bar = bar(games, "games", true)?;
        bar.set_message(format!("generation {generation}"));
        let memory = [self.settings.games.memory.saturating_mul(1024), 0];
        let done = in_parallel(&missing, self.jobs, memory, self.flag, |&chunk, [seat, _]| {
            let block = &mut seat.block;
            block.set_net(net.as_ref().or(self.teacher_net.as_ref()));
            let mut played = Vec::new();
            for number in self.games(generation, chunk) {
                let game = if self.is_over() { None } else { play.play(&self.start, number, block, self.flag)? };
                let Some(game) = game else { return Ok(None) };
                played.push(game);
                bar.inc(1);
            }
            data::write(&self.folder.data(generation, chunk), self.start.feature_count(), &played).map(Some)
        })?;
        drop(bar);
        Ok(done.len() == missing.len())
    }

    /// Raises each entry of `tops` to the highest value of its feature in the games of the first
    /// generation, if that value is larger.
    fn look_at(&mut self, tops: &mut [u8]) -> Result<()> {
        for chunk in 0..self.chunks(0) {
            let games = data::read(&self.folder.data(0, chunk), self.start.feature_count())?;
            games.iter().for_each(|game| game.samples.raise(tops));
        }
        self.tops = tops.to_vec();
        Ok(())
    }

    /// Returns the latest samples as two sets: samples to learn from, and held-out samples. Also
    /// returns the number of positions of this generation.
    fn window(&self, generation: u32) -> Result<([Samples; 2], u64)> {
        let features = self.start.feature_count();
        let (mut samples, mut own) = ([Samples::new(features), Samples::new(features)], 0);
        'all: for older in (0..=generation).rev() {
            for chunk in (0..self.chunks(older)).rev() {
                for game in data::read(&self.folder.data(older, chunk), features)? {
                    own += if older == generation { game.samples.len() as u64 } else { 0 };
                    samples[usize::from(game.number % HELD_OUT == HELD_OUT - 1)].extend(&game.samples);
                }
                if older < generation && samples[0].len() >= self.settings.learning.window as usize {
                    break 'all;
                }
            }
        }
        Ok((samples, own))
    }

    /// Trains the net of a generation. Returns `None` if the run was stopped.
    fn learn(&mut self, generation: u32) -> Result<Option<Learned>> {
        let begun = Instant::now();
        let ([samples, held_out], positions) = self.window(generation)?;
        let (settings, seed) = (&self.settings, derived_seed(self.settings.games.seed, "learn", generation.into()));
        let shape = Shape::new(&settings.net, &self.tops)?;
        let course = Course {
            lambda: settings.learning.lambda as f32,
            epochs: settings.learning.epochs_of(generation),
            batch: settings.learning.batch as usize,
            rate: settings.learning.rate,
            loss: settings.learning.loss,
            ways: settings.learning.symmetry.ways(samples.features),
            seed,
        };
        let Some((model, training)) = self.train(generation, &shape, &course, &samples, &held_out)? else {
            return Ok(None);
        };
        let bytes = whole::bytes(self.net_name(), &shape, &model.weights()?)?;
        let compared = if held_out.len() > 0 { &held_out } else { &samples };
        let mut some = shuffled(compared.len(), seed);
        some.truncate(COMPARED);
        let whole = whole::compare(&bytes, compared, &some, &model.values(compared, &some)?)?;
        whole.check().with_context(|| format!("generation {generation}"))?;
        let net = NetFile::new(&bytes)?;
        net.check_for(&self.start)?;
        self.folder.keep_net(generation, &bytes)?;
        let held_out_after = course.examine(&model, &held_out)?;
        self.seconds[1] += begun.elapsed().as_secs_f64();
        let line = Line {
            generation,
            games: settings.games.of_generation(generation),
            positions,
            window: samples.len() as u64,
            loss: training.loss,
            held_out_before: Some(training.before).filter(|_| held_out_after.is_some()),
            held_out: held_out_after,
            whole,
            gate: None,
            ratio: None,
            accepted: true,
            seconds: self.seconds,
        };
        Ok(Some(Learned { line, net }))
    }

    /// Trains the remaining epochs of a generation, and saves the state after each epoch.
    fn train(
        &self,
        generation: u32,
        shape: &Shape,
        course: &Course,
        samples: &Samples,
        held_out: &Samples,
    ) -> Result<Option<(Model, Training)>> {
        let kept = self.folder.training()?;
        let mut model = match &kept {
            Some(training) => Model::load(shape, &training.model)?,
            None => Model::new(shape, derived_seed(self.settings.games.seed, "net", 0))?,
        };
        let kept = kept.filter(|training| training.generation == generation);
        let mut training = match kept {
            Some(training) => training,
            None => {
                model.forget_slopes()?;
                let before = course.examine(&model, held_out)?.unwrap_or(f64::NAN);
                Training { generation, epochs: 0, loss: f64::NAN, before, model: Vec::new() }
            }
        };
        let steps = course.steps(samples) as u64;
        let bar = bar(steps * u64::from(course.epochs), "steps", true)?;
        bar.set_message(format!("generation {generation}: learning"));
        while training.epochs < course.epochs {
            if self.is_over() {
                return Ok(None);
            }
            bar.set_position(steps * u64::from(training.epochs));
            training.loss = course
                .learn(&mut model, samples, training.epochs, || bar.inc(1))
                .with_context(|| format!("generation {generation}"))?;
            training.epochs += 1;
            training.model = model.save()?;
            self.folder.keep_training(&training)?;
            let Training { epochs, loss, .. } = &training;
            bar.set_message(format!("generation {generation}: epoch {epochs} of {}, loss {loss:.4}", course.epochs));
        }
        drop(bar);
        Ok(Some((model, training)))
    }

    /// The game name that is stored in a net: the name of a built-in game, or `--name` for a custom
    /// game.
    fn net_name(&self) -> &str {
        let built_in = self.start.built_in();
        if built_in.is_empty() { &self.settings.name } else { built_in }
    }

    /// Plays the match of the new net against the best net so far. Returns `None` if the run was
    /// stopped.
    fn gate(&mut self, lines: &[Line], learned: Learned) -> Result<Option<Line>> {
        let Learned { mut line, net } = learned;
        let best = lines.iter().rfind(|line| line.accepted);
        let (Some(best), games) = (best, &self.settings.games) else { return Ok(Some(line)) };
        if games.gate_games == 0 {
            return Ok(Some(line));
        }
        let begun = Instant::now();
        let seed = derived_seed(games.seed, "gate", line.generation.into());
        let plain = Conditions::of_self_play(self.players[1], games.iterations, seed, games.random_plies.max(2));
        let gate = Gate {
            conditions: Conditions { nets: nets(&net, &self.folder.net(best.generation)?), ..plain },
            games: games.gate_games.into(),
            better: games.gate_elo,
            memory_kib: games.memory.saturating_mul(1024),
            jobs: self.jobs,
        };
        let Some(Verdict { games, ratio, accepted }) = gate.play(&self.start, self.flag)? else { return Ok(None) };
        (line.gate, line.ratio, line.accepted) = (Some(games), Some(ratio), accepted);
        self.seconds[2] += begun.elapsed().as_secs_f64();
        line.seconds = self.seconds;
        Ok(Some(line))
    }
}

/// Prints the result of a generation.
fn report(line: &Line) {
    let held_out = line.held_out.map_or(String::new(), |loss| format!(", {loss:.4} held out"));
    let gate = line.gate.map_or(String::new(), |[lost, drawn, won]| format!(", match +{won} ={drawn} -{lost}"));
    let verdict = if line.accepted { "the best so far" } else { "not better" };
    say(format_args!(
        "generation {}: {} positions, loss {:.4}{held_out}{gate}: {verdict}",
        line.generation, line.window, line.loss
    ));
}
