//! A built-in game whose positions are large: they lie in the lent block, not in the session, which is built on the stack.

use crate::layout::{Layout, Needs};
use crate::session::{Hosted, Hosting, Kind, Opened, open, session_shape};
#[cfg(feature = "alpha-beta")]
use crate::stack::{StackKind, StackLayout, StackNeeds, frame_size, open_stack};
use crate::types::*;
#[cfg(feature = "alpha-beta")]
use kernel::alphabeta::{self, AlphaBeta, Switches};
use kernel::game::{Game, Move, MoveList};
use kernel::knowledge::{Abilities, Evaluator, Knowledge, Prior, Weight};
use kernel::mcts::TreeSearch;
use kernel::player::Config;
use kernel::rng::Rng;
use kernel::text::{Notation, ParseError, Text};
use kernel::value::{Outcome, Side, Value};

/// A position in the block.
pub(crate) struct Lent<G: 'static>(&'static mut G);

/// A game that is hosted so; it has one board only.
pub(crate) trait Large: Knowledge + Notation + Copy + 'static {
    /// Bytes of a position, at most, on any target: what the header says of it.
    const SIZE_MAX: usize;

    /// Any position, not on the stack: for what is the same for all of them.
    const ANY: &'static Self;

    /// Becomes the starting position, where it stays.
    fn restart(&mut self);
}

/// Bytes from one position to the next.
fn stride<G: Large>() -> usize {
    const { assert!(size_of::<G>() <= G::SIZE_MAX && align_of::<G>() <= IMM_ALIGN && G::SIZE_MAX % IMM_ALIGN == 0) };
    size_of::<G>().next_multiple_of(IMM_ALIGN)
}

/// The starting position, written where it stays: on the stack of a small board there is no room for one.
///
/// # Safety
/// `place` is aligned to IMM_ALIGN, has room for a position, and is exclusively ours as long as the block is lent.
#[inline(never)]
unsafe fn begin_at<G: Large>(place: *mut u8) -> Lent<G> {
    let place = place.cast::<G>();
    // SAFETY: promised by the caller; a position may be copied.
    unsafe { place.copy_from_nonoverlapping(G::ANY, 1) };
    // SAFETY: just written; nobody else has it.
    let position = unsafe { &mut *place };
    position.restart();
    Lent(position)
}

fn abilities<G: Large>(_: &imm_game, evaluator: Evaluator) -> Result<Abilities, imm_status> {
    Ok(G::ANY.abilities(evaluator))
}

fn needs<G: Large>(_: &imm_game) -> Result<Needs, imm_status> {
    Ok(Needs {
        session: session_shape::<TreeSearch<'static, Lent<G>>>(),
        positions: stride::<G>().wrapping_mul(2),
        max_moves: G::ANY.max_moves(),
        listed: G::ANY.max_moves(),
        max_plies: G::ANY.max_plies(),
    })
}

/// # Safety
/// As for [`open`].
unsafe fn open_lent<G: Large>(
    game: &imm_game,
    config: &Config,
    block: *mut u8,
    layout: &Layout,
    slots: usize,
) -> Result<Opened, imm_status> {
    // SAFETY: `needs` has reserved two positions there.
    let [position, walker] = unsafe { both_at::<G>(block.add(layout.positions)) };
    // SAFETY: promised by the caller.
    unsafe { open(game, position, walker, config, block, layout, slots) }.map(Hosting::with_extras)
}

/// # Safety
/// As for [`begin_at`], with room for two.
unsafe fn both_at<G: Large>(place: *mut u8) -> [Lent<G>; 2] {
    // SAFETY: promised by the caller.
    [unsafe { begin_at(place) }, unsafe { begin_at(place.add(stride::<G>())) }]
}

#[cfg(feature = "alpha-beta")]
fn stack_needs<G: Large>(_: &imm_game) -> Result<StackNeeds, imm_status> {
    Ok(StackNeeds {
        session: session_shape::<AlphaBeta<'static, Lent<G>>>(),
        positions: stride::<G>().wrapping_mul(2),
        undo: 0,
        frame: frame_size::<Lent<G>>(),
        max_moves: G::ANY.max_moves(),
        keyed: G::ANY.hash().is_some(),
    })
}

#[cfg(feature = "alpha-beta")]
fn stack_layout<G: Large>(game: &imm_game, switches: Switches, size: usize) -> Result<StackLayout, imm_status> {
    stack_needs::<G>(game)?.layout_for(switches, size)
}

/// # Safety
/// As for [`open_stack`].
#[cfg(feature = "alpha-beta")]
unsafe fn open_lent_stack<G: Large>(
    game: &imm_game,
    config: &alphabeta::Config,
    block: *mut u8,
    layout: &StackLayout,
) -> Result<Opened, imm_status> {
    // SAFETY: `stack_needs` has reserved two positions there.
    let [position, walker] = unsafe { both_at::<G>(block.add(layout.positions)) };
    // SAFETY: promised by the caller.
    unsafe { open_stack(game, position, walker, config, block, layout) }.map(Hosting::with_extras)
}

/// How such a game is laid out and opened.
pub(crate) const fn kind<G: Large>() -> Kind {
    Kind {
        abilities: abilities::<G>,
        needs: needs::<G>,
        open: open_lent::<G>,
        #[cfg(feature = "alpha-beta")]
        stack: Some(StackKind { needs: stack_needs::<G>, layout: stack_layout::<G>, open: open_lent_stack::<G> }),
    }
}

impl<G: Game> Game for Lent<G> {
    type Undo = G::Undo;

    fn max_moves(&self) -> usize {
        self.0.max_moves()
    }

    fn max_plies(&self) -> usize {
        self.0.max_plies()
    }

    fn to_move(&self) -> Side {
        self.0.to_move()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.0.outcome()
    }

    fn legal_moves(&self, moves: &mut MoveList<'_>) {
        self.0.legal_moves(moves);
    }

    fn make(&mut self, mv: Move) -> G::Undo {
        self.0.make(mv)
    }

    fn unmake(&mut self, mv: Move, undo: G::Undo) {
        self.0.unmake(mv, undo);
    }

    fn copy_from(&mut self, other: &Self) {
        self.0.copy_from(other.0);
    }

    fn play(&mut self, mv: Move) {
        self.0.play(mv);
    }

    fn count_moves(&self, moves: &mut MoveList<'_>) -> usize {
        self.0.count_moves(moves)
    }

    #[cfg_attr(target_os = "none", inline(never))] // lest its variables take stack where a child is evaluated
    fn nth_move(&self, index: usize, moves: &mut MoveList<'_>) -> Option<Move> {
        self.0.nth_move(index, moves)
    }

    #[cfg_attr(target_os = "none", inline(never))] // lest its variables take stack where a strategy chooses the move
    fn random_move(&self, rng: &mut Rng, moves: &mut MoveList<'_>) -> Option<Move> {
        self.0.random_move(rng, moves)
    }
}

impl<G: Knowledge> Knowledge for Lent<G> {
    fn has_evaluator(&self, evaluator: Evaluator) -> bool {
        self.0.has_evaluator(evaluator)
    }

    fn evaluate(&self, evaluator: Evaluator) -> Value {
        self.0.evaluate(evaluator)
    }

    fn points(&self, evaluator: Evaluator) -> i32 {
        self.0.points(evaluator)
    }

    fn squash(evaluator: Evaluator, points: i32) -> Value {
        G::squash(evaluator, points)
    }

    fn has_weights(&self) -> bool {
        self.0.has_weights()
    }

    fn weight(&self, mv: Move) -> Weight {
        self.0.weight(mv)
    }

    fn weighted_move(&self, rng: &mut Rng, moves: &mut MoveList<'_>) -> Option<Move> {
        self.0.weighted_move(rng, moves)
    }

    fn draw(&self, moves: &[Move], rng: &mut Rng) -> Option<Move> {
        self.0.draw(moves, rng)
    }

    fn candidates(&self, moves: &mut MoveList<'_>) {
        self.0.candidates(moves);
    }

    fn greedy_move(&mut self, evaluator: Evaluator, rng: &mut Rng, moves: &mut MoveList<'_>) -> Option<Move> {
        self.0.greedy_move(evaluator, rng, moves)
    }

    fn has_priors(&self) -> bool {
        self.0.has_priors()
    }

    fn prior(&self, mv: Move) -> Option<Prior> {
        self.0.prior(mv)
    }

    fn order(&self, mv: Move) -> i32 {
        self.0.order(mv)
    }

    #[cfg_attr(target_os = "none", inline(never))] // lest its variables take stack where the move is made
    fn outcome_after(&self, mv: Move) -> Option<Option<Outcome>> {
        self.0.outcome_after(mv)
    }

    fn noisy(&self, mv: Move) -> bool {
        self.0.noisy(mv)
    }

    fn hash(&self) -> Option<u64> {
        self.0.hash()
    }

    fn hash_after(&self, key: u64, mv: Move) -> Option<u64> {
        self.0.hash_after(key, mv)
    }

    fn pass(&mut self) -> bool {
        self.0.pass()
    }

    fn few_pieces(&self) -> bool {
        self.0.few_pieces()
    }

    fn category(&self, mv: Move) -> u16 {
        self.0.category(mv)
    }

    fn has_transitions(&self) -> bool {
        self.0.has_transitions()
    }

    fn each_transition(&self, moves: &[Move], visit: impl FnMut(Move, Option<u8>)) {
        self.0.each_transition(moves, visit);
    }

    fn transition(&self, mv: Move) -> Option<u8> {
        self.0.transition(mv)
    }
}

impl<G: Notation> Notation for Lent<G> {
    fn write_position(&self, out: &mut Text<'_>) {
        self.0.write_position(out);
    }

    fn read_position(&mut self, text: &str) -> Result<(), ParseError> {
        self.0.read_position(text)
    }

    fn write_move(&self, mv: Move, out: &mut Text<'_>) {
        self.0.write_move(mv, out);
    }

    fn read_move(&self, text: &str, moves: &mut MoveList<'_>) -> Option<Move> {
        self.0.read_move(text, moves)
    }
}

impl<G: Large> Hosted for Lent<G> {
    fn restart(&mut self, _: u32) {
        self.0.restart();
    }
}
