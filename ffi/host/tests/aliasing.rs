//! Small tests of all parts of the C interface that store a reference to memory. They are for Miri,
//! which finds invalid references and pointers (`./tests/run audit`). Without Miri, they are short
//! tests of these parts.
#![allow(clippy::undocumented_unsafe_blocks, clippy::arithmetic_side_effects)] // a C program in Rust: see imm.h

use imm_host::*;
use std::ffi::{CStr, c_void};
use std::ptr::{null, null_mut};

/// A block of memory that the test provides to the library, aligned to 16 bytes.
struct Lent(Vec<u128>);

impl Lent {
    fn new(bytes: usize) -> Self {
        Self(vec![0x5A; bytes.div_ceil(16)])
    }

    fn place(&mut self) -> *mut c_void {
        self.0.as_mut_ptr().cast()
    }

    fn size(&self) -> usize {
        self.0.len() * 16
    }
}

/// A position of Nim with one heap. The player who takes the last match wins.
#[repr(C)]
#[derive(Clone, Copy)]
struct Heap {
    matches: u32,
    mover: i32,
}

unsafe extern "C" fn initial(_: *mut c_void, position: *mut c_void) {
    unsafe { position.cast::<Heap>().write(Heap { matches: 11, mover: IMM_FIRST }) };
}

unsafe extern "C" fn legal_moves(_: *mut c_void, position: *const c_void, moves: *mut imm_move) -> u32 {
    let most = unsafe { &*position.cast::<Heap>() }.matches.min(3);
    for take in 0..most {
        unsafe { moves.add(take as usize).write(take + 1) };
    }
    most
}

unsafe extern "C" fn make(_: *mut c_void, position: *mut c_void, mv: imm_move, undo: *mut c_void) {
    let heap = unsafe { &mut *position.cast::<Heap>() };
    unsafe { undo.cast::<u32>().write(heap.matches) };
    heap.matches -= mv;
    heap.mover = if heap.mover == IMM_FIRST { IMM_SECOND } else { IMM_FIRST };
}

unsafe extern "C" fn unmake(_: *mut c_void, position: *mut c_void, _: imm_move, undo: *const c_void) {
    let heap = unsafe { &mut *position.cast::<Heap>() };
    heap.matches = unsafe { undo.cast::<u32>().read() };
    heap.mover = if heap.mover == IMM_FIRST { IMM_SECOND } else { IMM_FIRST };
}

unsafe extern "C" fn to_move(_: *mut c_void, position: *const c_void) -> imm_player {
    unsafe { &*position.cast::<Heap>() }.mover
}

unsafe extern "C" fn outcome(_: *mut c_void, position: *const c_void) -> imm_result {
    match unsafe { *position.cast::<Heap>() } {
        Heap { matches: 0, mover } if mover == IMM_FIRST => IMM_SECOND_WINS,
        Heap { matches: 0, .. } => IMM_FIRST_WINS,
        _ => IMM_ONGOING,
    }
}

unsafe extern "C" fn hash(_: *mut c_void, position: *const c_void) -> u64 {
    let heap = unsafe { &*position.cast::<Heap>() };
    (u64::from(heap.matches) << 1 | u64::from(heap.mover == IMM_FIRST)).wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

/// Returns Nim as a custom game that consists of callbacks. All other fields are copied from Lines
/// of Action.
fn nim() -> imm_game {
    imm_game {
        position_size: size_of::<Heap>() as u32,
        undo_size: size_of::<u32>() as u32,
        max_moves: 3,
        max_plies: 11,
        initial: Some(initial),
        legal_moves: Some(legal_moves),
        make: Some(make),
        unmake: Some(unmake),
        to_move: Some(to_move),
        outcome: Some(outcome),
        hash: Some(hash),
        builtin: null(),
        ..unsafe { *imm_loa() }
    }
}

unsafe extern "C" fn look(context: *mut c_void, node: *const imm_node) -> i32 {
    unsafe { *context.cast::<u32>() += (*node).visits.min(1) };
    IMM_VISIT_BELOW
}

unsafe extern "C" fn watch(context: *mut c_void, report: *const imm_report, line: *const imm_move, length: u32) {
    let moves = unsafe { std::slice::from_raw_parts(line, length as usize) };
    unsafe { *context.cast::<u32>() += (*report).iterations as u32 + moves.len() as u32 };
}

/// A state, and the block of memory in which the state is.
struct Table {
    state: *mut imm_state,
    block: Lent,
}

impl Table {
    fn open(game: &imm_game, player: &CStr, size: usize) -> Self {
        let (mut block, mut state) = (Lent::new(size), null_mut());
        let status = unsafe { imm_open(block.place(), block.size(), game, player.as_ptr(), 7, &raw mut state) };
        assert_eq!(status, IMM_OK, "{player:?}");
        Self { state, block }
    }

    /// Runs a search and returns the signature from its report.
    fn search(&self, iterations: u64) -> u64 {
        let mut report: imm_report = unsafe { std::mem::zeroed() };
        let limits = imm_limits { iterations, ..imm_limits_default() };
        let status = unsafe {
            imm_search_limited_sized(self.state, &raw const limits, &raw mut report, size_of::<imm_report>())
        };
        assert_eq!(status, IMM_OK);
        assert_eq!(unsafe { imm_get_report_sized(self.state, &raw mut report, size_of::<imm_report>()) }, IMM_OK);
        report.signature
    }

    fn play_one(&self) {
        let mut moves = [0; 100];
        let count = unsafe { imm_legal_moves(self.state, moves.as_mut_ptr(), moves.len() as u32) };
        assert!(count > 0);
        assert_eq!(unsafe { imm_play(self.state, moves[0]) }, IMM_OK);
    }

    fn bytes(&self) -> Vec<u8> {
        let mut bytes = vec![0; unsafe { imm_save_size(self.state) }];
        let mut length = 0;
        let status = unsafe { imm_save(self.state, bytes.as_mut_ptr().cast(), bytes.len(), &raw mut length) };
        assert_eq!((status, length), (IMM_OK, bytes.len()));
        bytes
    }

    /// Calls the functions that read the results of a search: candidates, line, tree and move
    /// texts.
    fn look_inside(&self) {
        let (mut moves, mut seen) = ([0; 8], 0_u32);
        let mut candidates: [imm_candidate; 4] = unsafe { std::mem::zeroed() };
        unsafe {
            assert!(imm_candidates(self.state, candidates.as_mut_ptr(), candidates.len() as u32) >= 0);
            assert!(imm_line(self.state, moves.as_mut_ptr(), moves.len() as u32) >= 0);
            assert!(imm_visit_tree(self.state, 2, 1, Some(look), (&raw mut seen).cast()) >= 1);
            let mut text = [0; IMM_TEXT_MAX];
            let best = candidates[0].r#move;
            if imm_move_text(self.state, best, text.as_mut_ptr(), text.len()) == IMM_OK {
                let mut read = 0;
                assert_eq!(imm_parse_move(self.state, text.as_ptr(), &raw mut read), IMM_OK);
                assert_eq!(read, best);
            }
            let limits = imm_limits { iterations: 20, ..imm_limits_default() };
            let context = (&raw mut seen).cast();
            assert_eq!(imm_search_watched(self.state, &raw const limits, 1, Some(watch), context, null_mut()), IMM_OK);
        }
    }
}

/// Makes the calls that a program makes during a game. In a part of the game, `other` plays in
/// place of `player`.
fn course(game: &imm_game, player: &CStr, other: &CStr, size: usize, iterations: u64) {
    let table = Table::open(game, player, size);
    let mut past = Lent::new(4096);
    unsafe { assert_eq!(imm_keep_history(table.state, past.place(), past.size()), IMM_OK) };
    table.search(iterations);
    table.look_inside();
    table.play_one();
    table.search(iterations);

    // Copies the state. The copy must continue with the same searches as the original.
    let (mut block, mut state) = (Lent::new(table.block.size()), null_mut());
    unsafe { assert_eq!(imm_clone(table.state, block.place(), block.size(), &raw mut state), IMM_OK) };
    let copy = Table { state, block };
    assert_eq!(table.search(iterations), copy.search(iterations));
    assert_eq!(copy.search(iterations), table.search(iterations));

    // Saves the search, and loads it into both states. Then both must repeat the same search.
    let saved = table.bytes();
    let expected = table.search(iterations);
    unsafe { assert_eq!(imm_load(table.state, saved.as_ptr().cast(), saved.len()), IMM_OK) };
    unsafe { assert_eq!(imm_load(copy.state, saved.as_ptr().cast(), saved.len()), IMM_OK) };
    assert_eq!([table.search(iterations), copy.search(iterations)], [expected; 2]);

    // Plays and undoes moves, changes the player, and sets up positions. The third undo must fail,
    // because only two moves are stored.
    unsafe {
        assert_eq!(imm_keep_history(table.state, past.place(), past.size()), IMM_OK);
        table.play_one();
        table.search(iterations);
        assert_eq!(imm_set_player_text(table.state, other.as_ptr(), 3), IMM_OK);
        table.search(iterations);
        table.play_one();
        assert_eq!(imm_undo(table.state), IMM_OK);
        assert_eq!(imm_undo(table.state), IMM_OK);
        assert_eq!(imm_undo(table.state), IMM_ERR_NO_PAST);
        assert_eq!(imm_set_player_text(table.state, player.as_ptr(), 3), IMM_OK);
        table.search(iterations);
        imm_stop(table.state);
        let (mut position, mut length) = (vec![0_u8; imm_position_size(table.state)], 0);
        let written = imm_position_bytes(table.state, position.as_mut_ptr().cast(), position.len(), &raw mut length);
        assert_eq!(written, IMM_OK);
        assert_eq!(imm_set_position_bytes(table.state, position.as_ptr().cast(), length), IMM_OK);
        assert_eq!(imm_step(table.state, 3), IMM_OK);
        assert_eq!(imm_forget(table.state), IMM_OK);
        assert_eq!(imm_restart(table.state), IMM_OK);
        assert_eq!(imm_last_status(table.state), IMM_OK);
        assert_eq!(imm_keep_history(table.state, null_mut(), 0), IMM_OK);
    }
    table.search(iterations);
}

#[test]
fn a_game_of_callbacks() {
    course(&nim(), c"mcts(eps0.2)", c"ab(tt,killers)", 1 << 13, 20);
    course(&nim(), c"ab(all)", c"mcts(max5)", 1 << 13, 40);
}

#[test]
fn a_small_position() {
    course(&imm_breakthrough_board(4, 4), c"mcts(im0.4,ipp)", c"ab(tt)", 1 << 13, 10);
}

#[test]
fn a_large_position() {
    course(unsafe { &*imm_oware() }, c"mcts()", c"ab(tt,etc)", 1 << 13, 6);
}

/// Initializes a second state in the block of a first state. After that, imm_stop() with the old
/// handle must do no harm.
#[test]
fn a_block_twice() {
    let game = nim();
    let mut table = Table::open(&game, c"mcts()", 1 << 14);
    let old = table.state;
    let (memory, size) = (table.block.place(), table.block.size());
    unsafe {
        assert_eq!(imm_init(memory, size, &raw const game, null(), &raw mut table.state), IMM_OK);
        imm_stop(old);
        assert_eq!(imm_init(memory, 64, &raw const game, null(), &raw mut table.state), IMM_ERR_TOO_SMALL);
    }
    table.search(5);
}

#[test]
fn a_check() {
    let game = nim();
    let mut report = imm_check_report_default();
    report.now_ms = None;
    let mut block = Lent::new(unsafe { imm_check_memory(&raw const game) });
    let (memory, size) = (block.place(), block.size());
    unsafe {
        assert_eq!(imm_check_game(&raw const game, memory, size, 1, 12, &raw mut report), IMM_OK);
        let mut text = vec![0; IMM_CHECK_TEXT_MAX];
        assert_eq!(imm_check_text(&raw const report, text.as_mut_ptr(), text.len()), IMM_OK);
    }
}
