//! Scenarios that call every exported function and compare the results with a model.

mod dice;
mod free;
mod keep;
mod leaves;
pub(crate) mod live;
mod merge;
mod net;
mod open;
pub(crate) mod play;
mod search;
mod share_table;
mod share_tree;
mod shared_memory;
mod waiting;

use crate::block::Surroundings;
use crate::clock::Current;
use crate::games::Chosen;
use crate::out::Outs;
use crate::own::{AFTER_LIES, Own};
use crate::probe::{self, Bench};
use crate::source::Source;
use crate::transcript::{Transcript, call};
use anyhow::{Context, Result, bail};
use imm_host::*;
use live::Live;
use std::cell::{Cell, RefCell};
use std::ptr::null_mut;
use std::rc::Rc;

/// The number of states that a scenario can have at the same time.
const STATES: usize = 3;

/// All variables of a scenario.
pub(crate) struct World {
    pub t: Rc<Transcript>,
    pub around: Surroundings,
    pub outs: Outs,
    bench: Rc<Bench>,
    states: [Option<Live>; STATES],
    /// The state that the current call uses, or NULL.
    pub current: Current,
    /// A description of the first mistake that was found when a callback called the library.
    trouble: Rc<RefCell<Option<String>>>,
}

impl World {
    pub(crate) fn new(t: &Rc<Transcript>, around: &Surroundings) -> Self {
        Self {
            t: t.clone(),
            around: *around,
            outs: Outs::new(around),
            bench: Rc::new(Bench { outs: Outs::new(around) }),
            states: [const { None }; STATES],
            current: Rc::new(Cell::new(null_mut())),
            trouble: Rc::default(),
        }
    }

    /// Runs one step of the scenario: a call, or several related calls.
    fn step(&mut self, source: &mut Source<'_>) -> Result<()> {
        let index = source.below(STATES);
        if source.once_in(12) {
            return self.call_without_state(source);
        }
        if self.states[index].is_none() || source.once_in(40) {
            return self.open(index, source);
        }
        if source.once_in(30) {
            return self.bad_handle(index, source);
        }
        let mut live = self.states[index].take().expect("it is there");
        let result = self.step_of(&mut live, index, source).with_context(|| live.name.clone());
        self.current.set(null_mut());
        self.states[index] = Some(live);
        result
    }

    /// Runs one step with this state: a call, or several related calls.
    pub(crate) fn step_of(&mut self, live: &mut Live, index: usize, source: &mut Source<'_>) -> Result<()> {
        self.current.set(live.state);
        self.t.say(|| format!("-- {} at {:?}", live.name, live.state));
        live.arm(source);
        match source.below(35) {
            2..=5 if live.is_told() && !source.once_in(4) => self.leaves(live, source)?,
            0..=1 => self.search(live, source)?,
            2..=5 => self.search_limited(live, source)?,
            6..=7 => self.steps(live, source)?,
            8 => self.search_watched(live, source)?,
            9 => self.search_clock(live, source)?,
            10 => self.report(live, source)?,
            11 => self.candidates(live, source)?,
            12 => self.lines(live, source)?,
            13 => self.visit_tree(live, source)?,
            14 => self.evaluate(live, source)?,
            15..=18 => self.play(live, source)?,
            19 => self.legal_moves(live, source)?,
            20 => self.move_texts(live, source)?,
            21 => self.position_texts(live, source)?,
            22 => self.start_again(live, source)?,
            23 => self.position_bytes(live, source)?,
            24 => self.keep_history(live, source)?,
            25 => self.undo(live, source)?,
            26 => self.copy(live, index, source)?,
            27 => self.save_and_load(live, index, source)?,
            28 => self.change_player(live, source)?,
            29 => self.merge(live, index, source)?,
            30 => self.share_table(live, source)?,
            31 => self.share_tree(live, source)?,
            32 => self.change_net(live, source)?,
            33 => self.leaves(live, source)?,
            _ => {
                call!(self.t, imm_stop(live.state));
                call!(self.t, imm_stop(null_mut()));
                live.disarm();
            }
        }
        self.verify(live, source)
    }

    /// Fails if a callback reported misuse, or if a mistake was found when a callback called the
    /// library.
    pub(crate) fn check_callbacks(&self, live: &Live) -> Result<()> {
        if let Some(trouble) = self.trouble.take() {
            bail!("from within a callback: {trouble}");
        }
        match live.own.as_ref().and_then(|own| own.take_misuse()) {
            Some(misuse) if !live.lied || !AFTER_LIES.contains(&misuse) => bail!("{misuse}"),
            _ => Ok(()),
        }
    }

    /// Makes the callbacks of this game call the library when the fault `CallsOut` is planned. The
    /// callbacks call imm_stop(), or a function that must return IMM_ERR_BUSY.
    fn forbid(&self, own: &Rc<Own>) {
        let (t, bench) = (self.t.clone(), self.bench.clone());
        let (current, trouble, turn) = (self.current.clone(), self.trouble.clone(), Cell::new(0));
        let forbidden = move || {
            let state = current.get();
            turn.set(turn.get() + 1);
            if state.is_null() || turn.get() % 3 == 0 {
                call!(t, imm_stop(state));
                return;
            }
            let probed = bench.probe(&t, turn.get() * 7 % probe::COUNT, state, IMM_ERR_BUSY);
            if let Err(error) = probed {
                trouble.borrow_mut().get_or_insert(error.to_string());
            }
        };
        own.forbidden.replace(Some(Box::new(forbidden)));
    }

    fn choose_game(&self, source: &mut Source<'_>) -> Chosen {
        let chosen = Chosen::new(source, &self.t);
        if let Some(own) = &chosen.own {
            self.forbid(own);
        }
        chosen
    }
}

/// Runs the scenario that the bytes of `source` describe.
///
/// # Errors
/// The library made a mistake.
pub fn run(source: &mut Source<'_>, t: &Rc<Transcript>, around: &Surroundings) -> Result<()> {
    let mut world = World::new(t, around);
    while !source.is_empty() {
        world.step(source)?;
    }
    for live in world.states.iter().flatten() {
        live.check_around()?;
    }
    Ok(())
}
