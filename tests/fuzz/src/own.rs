//! A custom game on a [`Graph`]. Its callbacks notice calls that the header forbids. A plan can
//! make the callbacks fail or give false answers.

use crate::graph::{Graph, MOVES_MAX, Node};
use crate::plan::{Fault, Plan};
use crate::scramble;
use crate::source::Source;
use imm::game::value::{Outcome, Side};
use imm_host::*;
use std::cell::{Cell, RefCell};
use std::ffi::{c_char, c_void};
use std::rc::Rc;

/// The misuses that are allowed after a callback gave a false answer, because the tree then
/// contains false answers, and the search relies on them.
pub const AFTER_LIES: [&str; 2] = [TOO_LATE, NOT_LEGAL];
const TOO_LATE: &str = "a callback that is for games that go on was called once it was over";
const NOT_LEGAL: &str = "a callback was asked about a move that is not legal";

/// The number of meaningful bytes at the start of a position: two bytes for the node and two bytes
/// for its complement.
const MEANT: usize = 4;

/// The context of all callbacks of a custom game.
pub struct Own {
    /// The rules of the game.
    pub graph: Graph,
    /// The size of a position and the size of the undo bytes, in bytes.
    pub sizes: [usize; 2],
    /// The move with index `number` is `first + number * step`.
    first: u32,
    step: u32,
    /// The plan of the callbacks' faults.
    pub plan: Plan,
    /// A function that makes a forbidden call of the library. A callback calls this function when
    /// the plan says so.
    pub forbidden: RefCell<Option<Box<dyn Fn()>>>,
    /// `positions`: the position bytes of each node. `undos`: the undo bytes that lead back to each
    /// node.
    positions: Vec<Vec<u8>>,
    undos: Vec<Vec<u8>>,
    /// A description of the first callback call that broke the rules of the header, if there was
    /// one.
    misuse: Cell<Option<&'static str>>,
    /// True if position bytes may be arbitrary. The callbacks then report no misuse.
    pub tolerant: Cell<bool>,
}

impl Own {
    /// Creates a random game.
    #[must_use]
    pub fn new(source: &mut Source<'_>) -> Rc<Self> {
        let graph = Graph::new(source);
        Self::of(graph, source)
    }

    /// Creates a game with the rules of `graph`.
    #[must_use]
    pub fn of(graph: Graph, source: &mut Source<'_>) -> Rc<Self> {
        let sizes = [MEANT + source.below(40), MEANT + source.below(24)];
        let [positions, undos] = sizes.map(|size| (0..graph.len()).map(|node| written(node, size)).collect());
        Rc::new(Self {
            graph,
            positions,
            undos,
            sizes,
            first: source.pick(&[0, 1, 1000, u32::MAX - 100]),
            step: source.pick(&[1, 1, 3, 16]),
            plan: Plan::default(),
            forbidden: RefCell::new(None),
            misuse: Cell::new(None),
            tolerant: Cell::new(false),
        })
    }

    /// Returns the move with this index.
    #[must_use]
    pub fn move_of(&self, number: usize) -> imm_move {
        self.first + number as u32 * self.step
    }

    /// Returns the node after a move, or `None` if the move is illegal.
    #[must_use]
    pub fn target(&self, node: Node, mv: imm_move) -> Option<Node> {
        let number = (0..self.graph.moves(node).len()).find(|&number| self.move_of(number) == mv)?;
        Some(self.graph.moves(node)[number])
    }

    /// Returns the position bytes of a node.
    #[must_use]
    pub fn bytes_of(&self, node: Node) -> Vec<u8> {
        self.positions[node].clone()
    }

    /// Returns the node that the bytes of a position encode. For invalid bytes, returns an
    /// arbitrary node of the graph.
    #[must_use]
    pub fn node_of(&self, bytes: &[u8]) -> Node {
        usize::from(u16::from_le_bytes([bytes[0], bytes[1]])) % self.graph.len()
    }

    /// Returns a description of the first misuse since the last call of this function, if any.
    #[must_use]
    pub fn take_misuse(&self) -> Option<&'static str> {
        self.misuse.take()
    }

    /// Returns the description of the game for the library. `optional` has a bit for each optional
    /// callback.
    #[must_use]
    pub fn describe(self: &Rc<Self>, optional: u16) -> imm_game {
        let has = |bit: u16| optional >> bit & 1 == 1;
        // SAFETY: all fields are numbers, optional functions or pointers, for which 0 is valid.
        let mut game: imm_game = unsafe { core::mem::zeroed() };
        game.struct_size = size_of::<imm_game>() as u32;
        [game.position_size, game.undo_size] = self.sizes.map(|size| size as u32);
        game.max_moves = MOVES_MAX as u32;
        game.max_plies = if self.graph.cyclic { 60 } else { self.graph.len() as u32 };
        game.context = Rc::as_ptr(self).cast_mut().cast();
        game.initial = Some(initial);
        game.legal_moves = Some(legal_moves);
        game.make = Some(make);
        game.unmake = Some(unmake);
        game.to_move = Some(to_move);
        game.outcome = Some(outcome);
        game.evaluate = has(0).then_some(evaluate);
        game.random_move = has(1).then_some(random_move);
        game.weight = has(2).then_some(weight);
        game.prior = has(3).then_some(prior);
        game.order = has(4).then_some(order);
        game.noisy = has(5).then_some(noisy);
        game.hash = has(6).then_some(hash);
        game.pass = has(7).then_some(pass);
        game.few_pieces = has(8).then_some(few_pieces);
        game.transition = has(9).then_some(transition);
        game.move_text = has(10).then_some(move_text);
        game.score = has(11).then_some(score);
        game.features = has(12).then_some(features);
        game.feature_count = if has(12) { FEATURES as u32 } else { 0 };
        game.max_score = if has(11) { SCORE_MAX as u32 } else { 0 };
        game
    }

    fn blame(&self, what: &'static str) {
        if !self.tolerant.get() && !self.plan.has_lied() {
            self.misuse.set(self.misuse.get().or(Some(what)));
        }
    }

    /// Counts a call of a callback. Makes a forbidden call to the library if the plan says so.
    /// Every callback calls this function first.
    fn called(&self) {
        if self.plan.strikes_at_call()
            && let Some(forbidden) = self.forbidden.borrow().as_ref()
        {
            forbidden();
        }
    }

    /// Returns the node of the position that a callback gets. Reports misuse if no callback has
    /// written these position bytes.
    fn asked(&self, bytes: &[u8]) -> Node {
        self.called();
        let node = self.node_of(bytes);
        if bytes != self.positions[node] {
            self.blame("a callback got a position that no callback has written");
        }
        node
    }

    /// Returns the node of a position, like [`Self::asked`]. Also reports misuse if the game is
    /// over in this position.
    fn asked_in_play(&self, bytes: &[u8]) -> Node {
        let node = self.asked(bytes);
        if self.graph.outcome(node).is_some() {
            self.blame(TOO_LATE);
        }
        node
    }

    /// Returns the node of a position, like [`Self::asked_in_play`]. Also reports misuse if the
    /// move is not legal.
    fn asked_of_move(&self, bytes: &[u8], mv: imm_move) -> Node {
        let node = self.asked_in_play(bytes);
        if self.target(node, mv).is_none() {
            self.blame(NOT_LEGAL);
        }
        node
    }

    fn trait_of_move(&self, node: Node, mv: imm_move, question: u64) -> u64 {
        self.graph.trait_of(node, question ^ u64::from(mv) << 8)
    }
}

/// Returns the bytes of a node: the node, its complement, and pseudo-random bytes up to a total of
/// `size` bytes.
fn written(node: Node, size: usize) -> Vec<u8> {
    let number = node as u16;
    let meant = number.to_le_bytes().into_iter().chain((!number).to_le_bytes());
    meant.chain((MEANT..size).map(|place| scramble((node * 64 + place) as u64) as u8)).collect()
}

/// The largest score of a game.
const SCORE_MAX: i32 = 50;

/// Returns the custom game that a context points to, and the bytes of a position.
///
/// # Safety
/// The context and the position must be valid, as `imm_game` promises for callbacks.
unsafe fn given<'a>(context: *mut c_void, position: *const c_void) -> (&'a Own, &'a [u8]) {
    // SAFETY: the context is from `Own::describe`, whose game lives as long as its states.
    let own = unsafe { &*context.cast::<Own>() };
    if !position.addr().is_multiple_of(IMM_ALIGN) {
        own.blame("a position is not aligned");
    }
    // SAFETY: promised by the caller.
    (own, unsafe { core::slice::from_raw_parts(position.cast(), own.sizes[0]) })
}

/// Like [`given`], but returns position bytes that can be changed.
///
/// # Safety
/// The context and the position must be valid, as `imm_game` promises for callbacks.
unsafe fn given_mut<'a>(context: *mut c_void, position: *mut c_void) -> (&'a Own, &'a mut [u8]) {
    // SAFETY: as in `given`.
    let own = unsafe { &*context.cast::<Own>() };
    if !position.addr().is_multiple_of(IMM_ALIGN) {
        own.blame("a position is not aligned");
    }
    // SAFETY: promised by the caller.
    (own, unsafe { core::slice::from_raw_parts_mut(position.cast(), own.sizes[0]) })
}

unsafe extern "C" fn initial(context: *mut c_void, position: *mut c_void) {
    // SAFETY: as `imm_game` promises.
    let (own, bytes) = unsafe { given_mut(context, position) };
    own.called();
    if bytes.iter().any(|&byte| byte != 0) {
        own.blame("initial() got bytes that are not 0");
    }
    bytes.copy_from_slice(&own.positions[own.graph.start]);
}

unsafe extern "C" fn legal_moves(context: *mut c_void, position: *const c_void, moves: *mut imm_move) -> u32 {
    // SAFETY: as `imm_game` promises.
    let (own, bytes) = unsafe { given(context, position) };
    let node = own.asked_in_play(bytes);
    // SAFETY: `max_moves` moves, as `imm_game` promises.
    let room = unsafe { core::slice::from_raw_parts_mut(moves, MOVES_MAX) };
    let count = own.graph.moves(node).len();
    for (number, place) in room.iter_mut().enumerate().take(count) {
        *place = own.move_of(number);
    }
    let plan = &own.plan;
    if plan.strikes(Fault::TooManyMoves) {
        return [MOVES_MAX as u32 + 1, u32::MAX, 1 << 30][node % 3];
    }
    if count > 0 && plan.strikes(Fault::ListsNone) {
        room[count / 2] = IMM_MOVE_NONE;
    }
    if plan.strikes(Fault::Fails) {
        return FAILED.cast_unsigned();
    }
    if plan.strikes(Fault::NoMoves) {
        return 0;
    }
    if count > 1 && plan.strikes(Fault::FewerMoves) {
        return count as u32 - 1;
    }
    count as u32
}

/// The value that a failed callback returns: IMM_FAILED.
const FAILED: i32 = i32::MIN;

unsafe extern "C" fn make(context: *mut c_void, position: *mut c_void, mv: imm_move, undo: *mut c_void) {
    // SAFETY: as `imm_game` promises.
    let (own, bytes) = unsafe { given_mut(context, position) };
    let node = own.asked_of_move(bytes, mv);
    if !undo.addr().is_multiple_of(IMM_ALIGN) {
        own.blame("undo bytes are not aligned");
    }
    // SAFETY: `undo_size` bytes, as `imm_game` promises.
    let undo = unsafe { core::slice::from_raw_parts_mut(undo.cast::<u8>(), own.sizes[1]) };
    undo.copy_from_slice(&own.undos[node]);
    bytes.copy_from_slice(&own.positions[own.target(node, mv).unwrap_or(node)]);
}

unsafe extern "C" fn unmake(context: *mut c_void, position: *mut c_void, mv: imm_move, undo: *const c_void) {
    // SAFETY: as `imm_game` promises.
    let (own, bytes) = unsafe { given_mut(context, position) };
    let after = own.asked(bytes);
    // SAFETY: `undo_size` bytes that make() has written, as `imm_game` promises.
    let undo = unsafe { core::slice::from_raw_parts(undo.cast::<u8>(), own.sizes[1]) };
    let node = own.node_of(undo);
    if own.undos[node] != undo {
        own.blame("unmake() got other undo bytes than make() has written");
    }
    if own.target(node, mv).unwrap_or(node) != after {
        own.blame("unmake() takes back another move than was made");
    }
    bytes.copy_from_slice(&own.positions[node]);
}

unsafe extern "C" fn to_move(context: *mut c_void, position: *const c_void) -> imm_player {
    // SAFETY: as `imm_game` promises.
    let (own, bytes) = unsafe { given(context, position) };
    let node = own.asked(bytes);
    let player = own.graph.to_move(node) as i32;
    match &own.plan {
        plan if plan.strikes(Fault::BadPlayer) => [2, -1, i32::MAX][node % 3],
        plan if plan.strikes(Fault::Fails) => FAILED,
        plan if plan.strikes(Fault::OtherPlayer) => 1 - player,
        _ => player,
    }
}

unsafe extern "C" fn outcome(context: *mut c_void, position: *const c_void) -> imm_result {
    // SAFETY: as `imm_game` promises.
    let (own, bytes) = unsafe { given(context, position) };
    let node = own.asked(bytes);
    let result = result_of(own.graph.outcome(node));
    match &own.plan {
        plan if plan.strikes(Fault::BadOutcome) => [4, -7, i32::MAX][node % 3],
        plan if plan.strikes(Fault::Fails) => FAILED,
        plan if plan.strikes(Fault::OtherOutcome) => (result + 1) % 4,
        _ => result,
    }
}

/// Returns the outcome as a C constant.
#[must_use]
pub fn result_of(outcome: Option<Outcome>) -> imm_result {
    match outcome {
        None => IMM_ONGOING,
        Some(Outcome::FirstWins) => IMM_FIRST_WINS,
        Some(Outcome::SecondWins) => IMM_SECOND_WINS,
        Some(Outcome::Draw) => IMM_DRAW,
    }
}

unsafe extern "C" fn evaluate(context: *mut c_void, position: *const c_void) -> f32 {
    // SAFETY: as `imm_game` promises.
    let (own, bytes) = unsafe { given(context, position) };
    let node = own.asked_in_play(bytes);
    match &own.plan {
        plan if plan.strikes(Fault::NotANumber) => f32::NAN,
        plan if plan.strikes(Fault::Wild) => [1e30, f32::NEG_INFINITY, f32::INFINITY][node % 3],
        _ => (own.graph.trait_of(node, 1) % 2001) as f32 / 1000.0 - 1.0,
    }
}

unsafe extern "C" fn random_move(context: *mut c_void, position: *const c_void, random: u32) -> imm_move {
    // SAFETY: as `imm_game` promises.
    let (own, bytes) = unsafe { given(context, position) };
    let node = own.asked_in_play(bytes);
    if own.plan.strikes(Fault::DrawsNone) {
        return IMM_MOVE_NONE;
    }
    let count = own.graph.moves(node).len() as u64;
    own.move_of(((u64::from(random) * count) >> 32) as usize)
}

unsafe extern "C" fn weight(context: *mut c_void, position: *const c_void, mv: imm_move) -> u32 {
    // SAFETY: as `imm_game` promises.
    let (own, bytes) = unsafe { given(context, position) };
    let node = own.asked_of_move(bytes, mv);
    let wins = own.target(node, mv).and_then(|to| own.graph.outcome(to));
    match &own.plan {
        plan if plan.strikes(Fault::Fails) => FAILED.cast_unsigned(),
        plan if plan.strikes(Fault::Wild) => u32::MAX - mv,
        _ if wins == Some(Outcome::win_for(own.graph.to_move(node))) => IMM_WEIGHT_DECISIVE,
        _ => (own.trait_of_move(node, mv, 2) % 5) as u32,
    }
}

unsafe extern "C" fn prior(context: *mut c_void, position: *const c_void, mv: imm_move) -> f32 {
    // SAFETY: as `imm_game` promises.
    let (own, bytes) = unsafe { given(context, position) };
    let node = own.asked_of_move(bytes, mv);
    match &own.plan {
        plan if plan.strikes(Fault::NotANumber) => f32::NAN,
        plan if plan.strikes(Fault::Wild) => f32::INFINITY,
        _ => (own.trait_of_move(node, mv, 3) % 1201) as f32 / 1000.0 - 0.2,
    }
}

/// Returns the answer of a callback about a move. If a planned fault happens, the answer is
/// IMM_FAILED or the extreme value `wild`. Otherwise `answer` computes the answer from a
/// pseudo-random number that depends on the node, the move and `question`.
///
/// # Safety
/// The context and the position must be valid, as `imm_game` promises for callbacks.
unsafe fn about_move(
    context: *mut c_void,
    position: *const c_void,
    mv: imm_move,
    (question, wild): (u64, i32),
    answer: impl Fn(&Own, Node, u64) -> i32,
) -> i32 {
    // SAFETY: promised by the caller.
    let (own, bytes) = unsafe { given(context, position) };
    let node = own.asked_of_move(bytes, mv);
    let drawn = own.trait_of_move(node, mv, question);
    match &own.plan {
        plan if plan.strikes(Fault::Fails) => FAILED,
        plan if plan.strikes(Fault::Wild) => wild,
        _ => answer(own, node, drawn),
    }
}

unsafe extern "C" fn order(context: *mut c_void, position: *const c_void, mv: imm_move) -> i32 {
    // SAFETY: as `imm_game` promises.
    unsafe { about_move(context, position, mv, (4, i32::MIN + 1), |_, _, drawn| (drawn % 7) as i32 - 3) }
}

/// Only moves to a higher place are noisy, so each sequence of noisy moves ends.
unsafe extern "C" fn noisy(context: *mut c_void, position: *const c_void, mv: imm_move) -> i32 {
    let answer = |own: &Own, node: Node, drawn: u64| {
        i32::from(own.target(node, mv).is_some_and(|to| to / 2 > node / 2) && drawn.is_multiple_of(3))
    };
    // SAFETY: as `imm_game` promises.
    unsafe { about_move(context, position, mv, (5, i32::MAX), answer) }
}

unsafe extern "C" fn transition(context: *mut c_void, position: *const c_void, mv: imm_move) -> i32 {
    // SAFETY: as `imm_game` promises.
    unsafe { about_move(context, position, mv, (6, -i32::MAX), |_, _, drawn| (drawn % 256) as i32) }
}

unsafe extern "C" fn hash(context: *mut c_void, position: *const c_void) -> u64 {
    // SAFETY: as `imm_game` promises.
    let (own, bytes) = unsafe { given(context, position) };
    let node = own.asked(bytes);
    if own.plan.strikes(Fault::OneHash) { 42 } else { own.graph.trait_of(node, 7) }
}

/// Makes a pass. Whether a pass is allowed depends on the place, not on the player to move.
unsafe extern "C" fn pass(context: *mut c_void, position: *mut c_void) -> i32 {
    // SAFETY: as `imm_game` promises.
    let (own, bytes) = unsafe { given_mut(context, position) };
    let node = own.asked(bytes);
    if own.plan.strikes(Fault::Fails) {
        return FAILED;
    }
    if own.graph.trait_of(node / 2, 8).is_multiple_of(4) || own.plan.strikes(Fault::RefusesPass) {
        return 0;
    }
    bytes.copy_from_slice(&own.positions[node ^ 1]);
    1
}

unsafe extern "C" fn few_pieces(context: *mut c_void, position: *const c_void) -> i32 {
    // SAFETY: as `imm_game` promises.
    let (own, bytes) = unsafe { given(context, position) };
    let node = own.asked(bytes);
    if own.plan.strikes(Fault::Fails) { FAILED } else { (own.graph.trait_of(node, 9) & 1) as i32 }
}

unsafe extern "C" fn move_text(
    context: *mut c_void,
    position: *const c_void,
    mv: imm_move,
    text: *mut c_char,
    size: usize,
) -> u32 {
    // SAFETY: as `imm_game` promises.
    let (own, bytes) = unsafe { given(context, position) };
    let node = own.asked_of_move(bytes, mv);
    if own.plan.strikes(Fault::Fails) {
        return FAILED.cast_unsigned();
    }
    // SAFETY: `size` bytes, as `imm_game` promises.
    let room = unsafe { core::slice::from_raw_parts_mut(text.cast::<u8>(), size) };
    if own.plan.strikes(Fault::Wild) {
        room.fill([0xFF, b'x'][node % 2]); // invalid UTF-8, or no terminating 0
        return u32::MAX;
    }
    let written = text_of(mv);
    room[..written.len()].copy_from_slice(written.as_bytes());
    room[written.len()] = 0;
    written.len() as u32
}

/// Returns the text of a move, as the callback move_text() writes it.
#[must_use]
pub fn text_of(mv: imm_move) -> String {
    format!("to-{mv:x}")
}

unsafe extern "C" fn score(context: *mut c_void, position: *const c_void) -> i32 {
    // SAFETY: as `imm_game` promises.
    let (own, bytes) = unsafe { given(context, position) };
    let node = own.asked(bytes);
    let points = 1 + (own.graph.trait_of(node / 2, 10) % SCORE_MAX as u64) as i32;
    match own.graph.outcome(node) {
        _ if own.plan.strikes(Fault::Fails) => FAILED,
        _ if own.plan.strikes(Fault::Wild) => i32::MAX,
        Some(Outcome::FirstWins) => points,
        Some(Outcome::SecondWins) => -points,
        Some(Outcome::Draw) => 0,
        None => {
            own.blame("score() was called while the game goes on");
            0
        }
    }
}

/// The number of features of a custom game.
const FEATURES: usize = 9;

unsafe extern "C" fn features(context: *mut c_void, position: *const c_void, features: *mut u8) -> i32 {
    // SAFETY: as `imm_game` promises.
    let (own, bytes) = unsafe { given(context, position) };
    let node = own.asked_in_play(bytes);
    // SAFETY: `feature_count` bytes, as `imm_game` promises.
    let features = unsafe { core::slice::from_raw_parts_mut(features, FEATURES) };
    if features.iter().any(|&feature| feature != 0) {
        own.blame("features() got features that are not 0");
    }
    if own.plan.strikes(Fault::Fails) {
        features[0] = 77;
        return FAILED;
    }
    let wild = own.plan.strikes(Fault::Wild);
    for (number, feature) in features.iter_mut().enumerate() {
        let drawn = own.graph.trait_of(node, 11 + ((number as u64) << 8)) as u8;
        *feature = if wild { drawn } else { drawn % 3 };
    }
    0
}

/// Returns the C constant for a proven win of this side.
#[must_use]
pub fn proof_of(side: Side) -> imm_proof {
    match side {
        Side::First => IMM_PROVEN_FIRST_WINS,
        Side::Second => IMM_PROVEN_SECOND_WINS,
    }
}
