//! Tests searches and their results.

use super::World;
use super::live::{Clock, Live, Refusals};
use crate::clock::Current;
use crate::source::Source;
use crate::transcript::call;
use anyhow::{Context, Result, ensure};
use imm_host::*;
use std::cell::{Cell, RefCell};
use std::ffi::c_void;
use std::ptr::{null, null_mut};

/// The context of progress callbacks and tree visitors. Stores what these callbacks have seen, and
/// the state that calls them. While a callback runs, its state must refuse calls with IMM_ERR_BUSY.
struct Seen {
    t: std::rc::Rc<crate::transcript::Transcript>,
    current: Current,
    times: Cell<u32>,
    /// The number of calls after which the callback stops the search.
    patience: u32,
    trouble: RefCell<Option<String>>,
    nodes: RefCell<Vec<imm_node>>,
    answers: [i32; 3],
}

impl Seen {
    fn blame(&self, what: impl Into<String>) {
        self.trouble.borrow_mut().get_or_insert(what.into());
    }

    /// Checks that the state refuses a call with IMM_ERR_BUSY while one of its callbacks runs.
    fn look(&self) {
        self.times.set(self.times.get() + 1);
        let state = self.current.get();
        let status = call!(self.t, imm_outcome(state));
        if status != IMM_ERR_BUSY {
            self.blame(format!("imm_outcome answers {status} to whoever watches a search"));
        }
    }
}

unsafe extern "C" fn watch(context: *mut c_void, report: *const imm_report, line: *const imm_move, length: u32) {
    // SAFETY: the context that belongs to this function.
    let seen = unsafe { &*context.cast::<Seen>() };
    seen.look();
    // SAFETY: the header promises a report.
    let report = unsafe { &*report };
    if report.stopped != IMM_STOPPED_NOT || !(-1.0..=1.0).contains(&report.value) {
        seen.blame("a watcher was shown a report that says that the search has ended");
    }
    if length > IMM_WATCHED_LINE || (length > 0 && line.is_null()) {
        seen.blame("a watcher was shown a line that is too long");
    }
    seen.t.found(&(report.best, report.iterations, report.signature, length));
    if seen.times.get() >= seen.patience {
        call!(seen.t, imm_stop(seen.current.get()));
    }
}

unsafe extern "C" fn visit(context: *mut c_void, node: *const imm_node) -> i32 {
    // SAFETY: the context that belongs to this function.
    let seen = unsafe { &*context.cast::<Seen>() };
    if seen.times.get() < 3 {
        seen.look();
    }
    // SAFETY: the header promises a node.
    seen.nodes.borrow_mut().push(unsafe { *node });
    let number = seen.nodes.borrow().len();
    if number > 2000 { IMM_VISIT_STOP } else { seen.answers[number * 7 % 3] }
}

impl World {
    fn seen(&self, source: &mut Source<'_>) -> Seen {
        Seen {
            t: self.t.clone(),
            current: self.current.clone(),
            times: Cell::new(0),
            patience: source.pick(&[1, 3, 20]),
            trouble: RefCell::default(),
            nodes: RefCell::default(),
            answers: source.pick(&[
                [IMM_VISIT_BELOW; 3],
                [IMM_VISIT_BELOW, IMM_VISIT_BESIDE, IMM_VISIT_BELOW],
                [IMM_VISIT_BELOW, IMM_VISIT_STOP, 77],
            ]),
        }
    }

    /// Returns a random number of simulations. The number is smaller if simulations take a long
    /// time.
    fn iterations(live: &Live, source: &mut Source<'_>) -> u32 {
        if live.is_slow() { source.pick(&[1, 2, 5, 8]) } else { source.pick(&[1, 2, 10, 40, 100, 300]) }
    }

    pub(crate) fn search(&mut self, live: &mut Live, source: &mut Source<'_>) -> Result<()> {
        let ms = if live.is_slow() { 0 } else { source.pick(&[0, 1, 3, 10]) };
        let ms = if matches!(live.clock, Clock::Host) { 0 } else { ms };
        let best = call!(self.t, imm_search(live.state, ms));
        let status = if best == IMM_MOVE_NONE { call!(self.t, imm_last_status(live.state)) } else { IMM_OK };
        ensure!(best != IMM_MOVE_NONE || status != IMM_OK, "imm_search finds no move, and says that all is well");
        let refusals = Refusals::to_search(live).when(matches!(live.clock, Clock::None), IMM_ERR_NO_CLOCK);
        if self.judge(live, "imm_search", status, &refusals)? && !live.lied {
            ensure!(live.shadow.moves().contains(&best), "imm_search would play {best}, which is not legal");
        }
        Ok(())
    }

    /// Returns random limits, and the errors that a search with these limits must return. Sets a
    /// time limit only if the state has a misbehaving clock.
    fn limits(&self, live: &Live, source: &mut Source<'_>) -> (imm_limits, Refusals) {
        let mut limits = call!(self.t, imm_limits_default());
        let has_clock = matches!(live.clock, Clock::Crooked(_));
        let iterations = u64::from(Self::iterations(live, source));
        match source.below(10) {
            0 => {}
            1 if has_clock && !live.is_slow() && source.once_in(2) => limits.time_us = source.pick(&[1, 300, 5000]),
            1 if has_clock && !live.is_slow() => limits.time_ms = source.pick(&[1, 5, 50]),
            1 => {
                limits.iterations = iterations;
                limits.time_ms = u32::from(has_clock);
            }
            2 => limits.nodes = iterations as u32,
            3 => limits.depth = source.within(1, 2) as u32,
            4 => {
                limits.iterations = iterations;
                limits.depth = source.pick(&[1, 2, 5, 255, 256, u32::MAX]);
            }
            5 => {
                limits.iterations = iterations;
                limits.nodes = source.pick(&[1, 3, 50, u32::MAX]);
            }
            _ => limits.iterations = iterations,
        }
        if limits.iterations > 0 && source.once_in(8) {
            limits.stop = [&0_u8, &1_u8][source.below(2)];
        }
        let mut refusals = Refusals::to_search(live);
        let depth_counts = limits.depth != 0 && live.is_depth_first();
        if limits.iterations == 0 && limits.nodes == 0 && !depth_counts {
            match u64::from(limits.time_ms) + limits.time_us {
                0 => refusals.must.push(IMM_ERR_NO_LIMIT),
                _ if !has_clock => refusals.must.push(IMM_ERR_NO_CLOCK),
                _ => {}
            }
        }
        if source.once_in(20) {
            limits.struct_size = source.pick(&[0, 3, 12, 21, 10_000]);
            refusals.must.push(IMM_ERR_STRUCT_SIZE);
        }
        (limits, refusals)
    }

    pub(crate) fn search_limited(&mut self, live: &mut Live, source: &mut Source<'_>) -> Result<()> {
        let (limits, mut refusals) = self.limits(live, source);
        let (sized, without) = (source.once_in(2), source.once_in(10));
        let size = if sized { self.report_size(source) } else { PLAIN };
        let out = &self.outs.first;
        let room = if without { null_mut() } else { out.take(size, 8).cast() };
        let given = if source.once_in(30) { null() } else { &raw const limits };
        refusals = refusals.when(given.is_null(), IMM_ERR_NULL);
        if sized && !without {
            refusals = refusals.when(!is_report_size(size), IMM_ERR_STRUCT_SIZE);
        }
        let status = if sized {
            call!(self.t, imm_search_limited_sized(live.state, given, room, size))
        } else {
            call!(self.t, imm_search_limited(live.state, given, room))
        };
        let done = self.judge(live, "imm_search_limited", status, &refusals)?;
        if without {
            return Ok(());
        }
        if !done {
            return out.check_unwritten("imm_search_limited");
        }
        let report = self.read_report(size, "imm_search_limited")?;
        self.check_report(live, &report)?;
        self.check_limits(live, &limits, &report, size)
    }

    /// Checks that the search stayed within its limits.
    fn check_limits(&self, live: &Live, limits: &imm_limits, report: &imm_report, size: usize) -> Result<()> {
        if live.tainted {
            return Ok(());
        }
        let imm_report { iterations, stopped, .. } = *report;
        if size == size_of::<imm_report>() {
            ensure!(stopped != IMM_STOPPED_NOT, "a search that was made was not ended");
            ensure!(
                stopped != IMM_STOPPED_ITERATIONS || limits.iterations == 0 || iterations == limits.iterations,
                "{iterations} simulations, {} wanted",
                limits.iterations
            );
            let nothing_to_do = [IMM_STOPPED_PROVEN, IMM_STOPPED_DEPTH].contains(&stopped);
            // If a leaf search evaluates each new node, the tree search may end before its first
            // simulation is complete.
            let begun = live.config.leaf != IMM_LEAF_STATIC && limits.iterations == 0;
            ensure!(iterations > 0 || nothing_to_do || begun, "nothing was searched, and it ended by {stopped}");
        }
        ensure!(
            limits.iterations == 0 || iterations <= limits.iterations,
            "{iterations} simulations, {} wanted at most",
            limits.iterations
        );
        // SAFETY: NULL, or a static byte.
        let raised = unsafe { limits.stop.as_ref() } == Some(&1);
        ensure!(!raised || iterations <= 1, "{iterations} simulations although the flag was raised");
        Ok(())
    }

    fn report_size(&self, source: &mut Source<'_>) -> usize {
        let known = size_of::<imm_report>();
        source.pick(&[
            known,
            known,
            known + 8,
            known + 256,
            PLAIN,
            PLAIN + 4,
            0,
            3,
            20,
            PLAIN - 4,
            known + 260,
            known + 2,
        ])
    }

    /// Returns the report that the library wrote. If the library wrote only a part of the report,
    /// the other fields are 0.
    fn read_report(&self, size: usize, what: &str) -> Result<imm_report> {
        self.outs.first.check_around(what)?;
        let mut bytes = self.outs.first.bytes();
        let beyond = bytes.get(size_of::<imm_report>()..).unwrap_or_default();
        ensure!(beyond.iter().all(|&byte| byte == 0), "what the library does not know is not 0");
        bytes.resize(size_of::<imm_report>(), 0);
        // SAFETY: numbers; as long as a report.
        let report: imm_report = unsafe { bytes.as_ptr().cast::<imm_report>().read_unaligned() };
        let filled = size.min(size_of::<imm_report>());
        let tells = filled == size_of::<imm_report>();
        ensure!(!tells || report.struct_size as usize == filled, "struct_size {}, not {filled}", report.struct_size);
        Ok(report)
    }

    pub(crate) fn steps(&mut self, live: &mut Live, source: &mut Source<'_>) -> Result<()> {
        let iterations = if source.once_in(20) { 0 } else { Self::iterations(live, source) };
        let status = call!(self.t, imm_step(live.state, iterations));
        let refusals = Refusals::to_search(live).when(iterations == 0, IMM_ERR_NO_LIMIT);
        if !self.judge(live, "imm_step", status, &refusals)? {
            return Ok(());
        }
        self.report(live, source)
    }

    pub(crate) fn search_watched(&mut self, live: &mut Live, source: &mut Source<'_>) -> Result<()> {
        let (limits, refusals) = self.limits(live, source);
        let seen = self.seen(source);
        let watcher: Option<unsafe extern "C" fn(*mut c_void, *const imm_report, *const imm_move, u32)> =
            if source.once_in(10) { None } else { Some(watch) };
        // With the host's clock, the number of progress callbacks differs from run to run.
        let host = matches!(live.clock, Clock::Host);
        let every = if host { u32::MAX } else { source.pick(&[1, 0, 20, u32::MAX]) };
        let has_time = limits.iterations > 0 || limits.nodes > 0 || limits.depth > 0;
        let mut refusals = refusals
            .when(live.small, IMM_ERR_UNSUPPORTED)
            .when(watcher.is_none(), IMM_ERR_NULL)
            .when(matches!(live.clock, Clock::None), IMM_ERR_NO_CLOCK);
        if host && !has_time {
            refusals.may.push(IMM_ERR_NO_LIMIT);
        }
        let room = self.outs.first.of::<imm_report>();
        let context = (&raw const seen).cast_mut().cast();
        let given = &raw const limits;
        // The report contains its size.
        // SAFETY: within the room of a report.
        unsafe { (&raw mut (*room).struct_size).write(size_of::<imm_report>() as u32) };
        let status = call!(self.t, imm_search_watched(live.state, given, every, watcher, context, room));
        self.check_seen(&seen)?;
        if self.judge(live, "imm_search_watched", status, &refusals)? {
            let report = self.read_report(size_of::<imm_report>(), "imm_search_watched")?;
            self.check_report(live, &report)?;
        }
        Ok(())
    }

    fn check_seen(&self, seen: &Seen) -> Result<()> {
        match seen.trouble.take() {
            Some(trouble) => anyhow::bail!("{trouble}"),
            None => Ok(()),
        }
    }

    pub(crate) fn search_clock(&mut self, live: &mut Live, source: &mut Source<'_>) -> Result<()> {
        let seen = self.seen(source);
        let mut clock = call!(self.t, imm_clock_default());
        clock.remaining_ms = if live.is_slow() { 1 } else { source.pick(&[0, 5, 60, 400]) };
        clock.increment_ms = source.pick(&[0, 0, 1, 20]);
        clock.moves_to_go = source.number(&[0, 1, 2, 40]);
        clock.overhead_ms = source.number(&[0, 1, IMM_ZERO as u32]);
        clock.moves_expected = source.number(&[0, 1, 30]);
        clock.every_ms = source.number(&[0, 1, 3]);
        if source.once_in(2) {
            clock.watcher = Some(watch);
            clock.context = (&raw const seen).cast_mut().cast();
        }
        clock.stop = [null(), null(), &raw const FLAGS[0], &raw const FLAGS[1]][source.below(4)];
        let mut refusals = Refusals::to_search(live)
            .when(live.small, IMM_ERR_UNSUPPORTED)
            .when(matches!(live.clock, Clock::None), IMM_ERR_NO_CLOCK);
        // If there is only one legal move, imm_search_clock() does not search. So it need not
        // notice that a net is missing, or that the caller must tell the values.
        for unseen in [IMM_ERR_NO_NET, IMM_ERR_TOLD] {
            if refusals.must.contains(&unseen) && live.shadow.moves().len() == 1 {
                refusals.must.retain(|status| *status != unseen);
                refusals.may.push(unseen);
            }
        }
        if source.once_in(20) {
            clock.struct_size = source.pick(&[0, 8, 9, 10_000]);
            refusals.must.push(IMM_ERR_STRUCT_SIZE);
        }
        if matches!(live.clock, Clock::Host) && refusals.must.is_empty() {
            live.disarm(); // the length of the search depends on the machine
            return Ok(());
        }
        let room = self.outs.first.of::<imm_report>();
        // SAFETY: within the memory of a report, which contains its size.
        unsafe { (&raw mut (*room).struct_size).write(size_of::<imm_report>() as u32) };
        let status = call!(self.t, imm_search_clock(live.state, &raw const clock, room));
        self.check_seen(&seen)?;
        if self.judge(live, "imm_search_clock", status, &refusals)? {
            let report = self.read_report(size_of::<imm_report>(), "imm_search_clock")?;
            self.check_report(live, &report)?;
        }
        Ok(())
    }

    pub(crate) fn report(&mut self, live: &mut Live, source: &mut Source<'_>) -> Result<()> {
        let sized = source.once_in(2);
        let size = if sized { self.report_size(source) } else { PLAIN };
        let room = if source.once_in(30) { null_mut() } else { self.outs.first.take(size, 8).cast::<imm_report>() };
        let refusals = Refusals::default()
            .when(room.is_null(), IMM_ERR_NULL)
            .when(sized && !is_report_size(size), IMM_ERR_STRUCT_SIZE);
        let status = if sized {
            call!(self.t, imm_get_report_sized(live.state, room, size))
        } else {
            call!(self.t, imm_get_report(live.state, room))
        };
        if self.judge(live, "imm_get_report", status, &refusals)? {
            let report = self.read_report(size, "imm_get_report")?;
            return self.check_report(live, &report);
        }
        if room.is_null() { Ok(()) } else { self.outs.first.check_unwritten("imm_get_report") }
    }

    pub(crate) fn candidates(&mut self, live: &mut Live, source: &mut Source<'_>) -> Result<()> {
        let capacity = source.pick(&[0, 1, 3, 60]);
        let room = self.outs.first.list::<imm_candidate>(capacity);
        let room = if capacity == 0 && source.once_in(2) { null_mut() } else { room };
        let count = call!(self.t, imm_candidates(live.state, room, capacity as u32));
        let refusals = Refusals::default().when(live.small, IMM_ERR_UNSUPPORTED);
        if !self.judge(live, "imm_candidates", count, &refusals)? {
            // A callback may fail after the first candidates were written.
            return self.outs.first.check_around("imm_candidates");
        }
        let written = capacity.min(count as usize);
        self.outs.first.check_from(written * size_of::<imm_candidate>(), "imm_candidates")?;
        let bytes = self.outs.first.bytes();
        let legal = live.shadow.moves();
        ensure!(live.lied || count as usize <= legal.len(), "{count} candidates of {} moves", legal.len());
        let mut seen = Vec::new();
        for part in bytes.chunks_exact(size_of::<imm_candidate>()).take(written) {
            // SAFETY: numbers; as long as a candidate.
            let candidate: imm_candidate = unsafe { part.as_ptr().cast::<imm_candidate>().read_unaligned() };
            let imm_candidate { r#move: mv, visits, value, proof, distance, .. } = candidate;
            self.t.found(&(mv, visits, value.to_bits(), proof, distance));
            ensure!((-1.0..=1.0).contains(&value), "a candidate's value is {value}");
            if live.lied {
                continue;
            }
            ensure!(legal.contains(&mv) && !seen.contains(&mv), "{mv} is no candidate, or one twice");
            seen.push(mv);
            live.check_proof(&[mv], proof, distance)?;
        }
        Ok(())
    }

    pub(crate) fn lines(&mut self, live: &mut Live, source: &mut Source<'_>) -> Result<()> {
        let capacity = source.pick(&[0, 1, 4, 300]);
        let room = self.outs.first.list::<imm_move>(capacity);
        let legal = live.shadow.moves();
        let first = if source.once_in(4) || legal.is_empty() { source.u32() } else { source.pick(&legal) };
        let (length, refusals) = if source.once_in(2) {
            let refusals = Refusals::default()
                .when(live.small, IMM_ERR_UNSUPPORTED)
                .when(!legal.contains(&first), IMM_ERR_ILLEGAL_MOVE);
            (call!(self.t, imm_candidate_line(live.state, first, room, capacity as u32)), refusals)
        } else {
            let refusals = Refusals::default().when(live.small, IMM_ERR_UNSUPPORTED);
            (call!(self.t, imm_line(live.state, room, capacity as u32)), refusals)
        };
        if !self.judge(live, "a line", length, &refusals)? {
            return self.outs.first.check_around("a line");
        }
        ensure!(length as usize <= capacity, "a line of {length} moves where {capacity} have room");
        self.outs.first.check_from(length as usize * size_of::<imm_move>(), "a line")?;
        if live.lied {
            return Ok(());
        }
        let mut shadow = live.shadow.copy();
        for part in self.outs.first.bytes().chunks_exact(4).take(length as usize) {
            let mv = imm_move::from_ne_bytes([part[0], part[1], part[2], part[3]]);
            self.t.found(&mv);
            ensure!(shadow.moves().contains(&mv), "a line has {mv}, which is not legal there");
            shadow.play(mv);
        }
        Ok(())
    }

    pub(crate) fn visit_tree(&mut self, live: &mut Live, source: &mut Source<'_>) -> Result<()> {
        let seen = self.seen(source);
        let visitor: Option<unsafe extern "C" fn(*mut c_void, *const imm_node) -> i32> =
            if source.once_in(20) { None } else { Some(visit) };
        let (depth, visits) = (source.number(&[0, 1, 2, 300]), source.number(&[0, 1, 10]));
        let context = (&raw const seen).cast_mut().cast();
        let count = call!(self.t, imm_visit_tree(live.state, depth, visits, visitor, context));
        self.check_seen(&seen)?;
        let refusals = Refusals::default().when(live.small, IMM_ERR_UNSUPPORTED).when(visitor.is_none(), IMM_ERR_NULL);
        let nodes = seen.nodes.take();
        if !self.judge(live, "imm_visit_tree", count, &refusals)? {
            ensure!(nodes.is_empty(), "imm_visit_tree failed after it had shown something");
            return Ok(());
        }
        ensure!(count as usize == nodes.len(), "{count} nodes were shown, and {} seen", nodes.len());
        let mut path: Vec<imm_move> = Vec::new();
        for (number, node) in nodes.iter().enumerate() {
            self.t.found(&(node.ply, node.r#move, node.visits, node.value.to_bits(), node.proof, node.children));
            ensure!((number == 0) == (node.ply == 0), "the root is shown first, and once");
            ensure!(node.ply <= depth, "a node below the depth that was asked for");
            if live.lied {
                continue;
            }
            path.truncate((node.ply as usize).saturating_sub(1));
            ensure!(path.len() + 1 >= node.ply as usize, "a node is shown before the one above it");
            if node.ply > 0 {
                path.push(node.r#move);
            }
            let distance = node.distance;
            live.check_proof(&path, node.proof, distance).with_context(|| format!("in the tree, after {path:?}"))?;
        }
        Ok(())
    }

    pub(crate) fn evaluate(&mut self, live: &mut Live, source: &mut Source<'_>) -> Result<()> {
        let room = if source.once_in(20) { null_mut() } else { self.outs.first.of::<f32>() };
        let status = call!(self.t, imm_evaluate(live.state, room));
        let has = match live.config.evaluator {
            IMM_EF_NET => !live.lacks_net(),
            IMM_EF_TOLD => false,
            _ => live.own.is_none() || live.game.evaluate.is_some(),
        };
        let refusals = Refusals::default()
            .when(live.small || (!has && !live.is_over()), IMM_ERR_UNSUPPORTED)
            .when(room.is_null(), IMM_ERR_NULL);
        if self.judge(live, "imm_evaluate", status, &refusals)? {
            // SAFETY: a number was written.
            let value: f32 = unsafe { self.outs.first.read() };
            self.t.found(&value.to_bits());
            ensure!((-1.0..=1.0).contains(&value), "the evaluation is {value}");
            return Ok(());
        }
        if room.is_null() { Ok(()) } else { self.outs.first.check_unwritten("imm_evaluate") }
    }
}

/// Two stop flags: one that is not set, and one that is set.
static FLAGS: [u8; 2] = [0, 1];

/// The number of bytes that functions without a size argument write into a report. The last field
/// in these bytes is `elapsed_ms`.
const PLAIN: usize = std::mem::offset_of!(imm_report, stopped).next_multiple_of(8);

fn is_report_size(size: usize) -> bool {
    let known = size_of::<imm_report>();
    size == known || ((PLAIN..=known + 256).contains(&size) && size.is_multiple_of(align_of::<imm_report>()))
}
