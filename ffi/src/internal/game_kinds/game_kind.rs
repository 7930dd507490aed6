//! What a search needs from a game: [`GameKind`], with one implementation for each place where
//! positions can be stored. This file also has the functions that open a search in the block. One
//! is for the tree search and one is for alpha-beta. All games use these functions.

#[cfg(feature = "alpha-beta")]
use crate::internal::depth_layout::{DepthLayout, DepthNeeds};
use crate::internal::layout::{HEAD, Layout, Needs, Work};
#[cfg(feature = "alpha-beta")]
use crate::internal::prefetch::FETCH;
use crate::internal::searches::TREE_SEARCH;
use crate::internal::session::{AnySession, CGame, GameSession};
use crate::internal::status::config_status;
#[cfg(not(target_os = "none"))]
use crate::internal::trunk_layout::place_size;
use crate::types::*;
use core::alloc::Layout as Shape;
use core::mem::MaybeUninit;
use core::ptr::{null_mut, with_exposed_provenance_mut};
use kernel::Slot;
#[cfg(feature = "alpha-beta")]
use kernel::alphabeta::{self, AlphaBeta, Bucket, Frame, Merit, line_moves};
#[cfg(feature = "alpha-beta")]
use kernel::game::Game;
use kernel::game::Move;
use kernel::game::knowledge::{Abilities, Evaluator};
#[cfg(not(target_os = "none"))]
use kernel::mcts::Stay;
use kernel::mcts::{Growth, Memory, Step, TreeSearch};
use kernel::player::Config;
use kernel::player::options::Leaf;
use kernel::player::strategy::Selective;
use kernel::search::Search;

/// A game that an `imm_game` describes. The trait has its properties before a search exists, and
/// creates the two positions of a search.
pub(crate) trait GameKind: Sized {
    /// The type of a position in a search.
    type Game: CGame;

    /// The number of bytes in the block that the game needs in addition to its positions and their
    /// undo data.
    const BESIDE: usize = 0;

    /// Reads the description of a game. Returns IMM_ERR_GAME if the description is incomplete, or
    /// if the board does not exist. The result is passed by value, and the stack may be small. So
    /// large data stays in the description, which the other methods also get.
    fn of(game: &imm_game) -> Result<Self, imm_status>;

    fn abilities(&self, game: &imm_game, evaluator: Evaluator) -> Abilities;
    /// Returns the memory that the game needs. Returns `None` if a size overflows.
    fn facts(&self, game: &imm_game) -> Option<Facts>;

    /// True if the game has hash(). This is not a field of [`Facts`], because every program would
    /// then contain the hash keys of its game.
    #[cfg(feature = "alpha-beta")]
    fn has_hash(&self, game: &imm_game) -> bool;

    /// Creates the position and the scratch position of a search. Each of the two may be any
    /// position of the board.
    ///
    /// # Safety
    /// `places` has the space that [`GameKind::facts`] demands, aligned to IMM_ALIGN. Nothing else
    /// uses that space while the search has the block.
    unsafe fn place(self, game: &imm_game, places: Places) -> Result<[Self::Game; 2], imm_status>;

    /// Creates the positions of a search that replaces another search in the same block. Moves
    /// `kept`, the position of that search, to its place in the new layout, and creates a scratch
    /// position. Does not call the game's callbacks.
    ///
    /// # Safety
    /// As for [`GameKind::place`]. `kept` is valid, and its data in the block has not moved.
    unsafe fn place_again(
        self,
        game: &imm_game,
        places: Places,
        kept: *const Self::Game,
    ) -> Result<[Self::Game; 2], imm_status>;
}

/// The memory that a game needs. All sizes are in bytes, and rounded up to IMM_ALIGN.
pub(crate) struct Facts {
    /// The size of both positions and of the game's other data. 0 if the positions are inside the
    /// session.
    pub positions: usize,
    /// The size of the undo data of one move.
    pub undo: usize,
    pub max_moves: usize,
    pub max_plies: usize,
}

/// The addresses of the two positions of a search and of their undo data. `levels` has the numbers
/// of moves that can be undone: first in the position, then in the scratch position.
#[derive(Clone, Copy)]
pub(crate) struct Places {
    pub positions: *mut u8,
    pub undo: *mut u8,
    pub levels: [usize; 2],
}

/// The number of undo levels of the two positions of a tree search. The root position undoes no
/// moves, but has space for one move. The scratch position undoes the move to a child, and the
/// plies of a leaf search of that child. Alpha-beta playouts need fewer levels.
const TREE_LEVELS: [usize; 2] = [1, 1 + Leaf::PLIES_MAX as usize];
const _: () = assert!(TREE_LEVELS[1] >= Selective::DEPTH_MAX as usize);

/// The functions that divide a block for a game, and open a tree search or an alpha-beta search in
/// the block. Each built-in game has a static `Kind`. Only functions of this game refer to it, so
/// that a program contains only the games that it plays.
pub(crate) struct Kind {
    pub abilities: fn(&imm_game, Evaluator) -> Result<Abilities, imm_status>,
    pub needs: fn(&imm_game) -> Result<Needs, imm_status>,
    pub open: Open,
    /// The functions for alpha-beta. `None` for the `small` games, which have only the tree search
    /// in a library that contains it.
    #[cfg(feature = "alpha-beta")]
    pub depth: Option<DepthKind>,
}

/// Opens a session of the tree search in a block. The `usize` is the number of tree slots. The last
/// argument is the position of the previous search, or NULL for the starting position. See
/// [`open_tree`].
type Open = unsafe fn(&imm_game, &Config, *mut u8, &Layout, usize, *const u8) -> Result<AnySession, imm_status>;

/// The functions that divide a block for alpha-beta and open an alpha-beta search of a game.
#[cfg(feature = "alpha-beta")]
#[derive(Clone, Copy)]
pub(crate) struct DepthKind {
    pub needs: fn(&imm_game) -> Result<DepthNeeds, imm_status>,
    /// Computes the layout of a memory block of the given size for an alpha-beta player. This is a
    /// function pointer, so that a program without alpha-beta does not contain its code.
    pub layout: fn(&imm_game, &alphabeta::Config, usize) -> Result<DepthLayout, imm_status>,
    pub open: OpenDepth,
}

/// Opens an alpha-beta session in a block that is laid out for alpha-beta.
#[cfg(feature = "alpha-beta")]
type OpenDepth =
    unsafe fn(&imm_game, &alphabeta::Config, *mut u8, &DepthLayout, *const u8) -> Result<AnySession, imm_status>;

impl Kind {
    pub(crate) const fn of<K: GameKind>() -> Self {
        Self {
            abilities: abilities::<K>,
            needs: needs::<K>,
            open: tree::<K, true>(),
            #[cfg(feature = "alpha-beta")]
            depth: Some(DepthKind::of::<K, true>()),
        }
    }

    /// Returns the functions of a `small` game, which has only the functions that a program needs
    /// to play.
    pub(crate) const fn small<K: GameKind>() -> Self {
        Self {
            open: tree::<K, false>(),
            #[cfg(feature = "alpha-beta")]
            depth: if TREE_SEARCH { None } else { Some(DepthKind::of::<K, false>()) },
            ..Self::of::<K>()
        }
    }
}

#[cfg(feature = "alpha-beta")]
impl DepthKind {
    pub(crate) const fn of<K: GameKind, const WHOLE: bool>() -> Self {
        Self { needs: depth_needs::<K>, layout: depth_layout::<K>, open: open_depth::<K, WHOLE> }
    }
}

pub(crate) fn abilities<K: GameKind>(game: &imm_game, evaluator: Evaluator) -> Result<Abilities, imm_status> {
    K::of(game).map(|kind| kind.abilities(game, evaluator))
}

pub(crate) fn needs<K: GameKind>(game: &imm_game) -> Result<Needs, imm_status> {
    let kind = K::of(game)?;
    let facts = kind.facts(game).ok_or(IMM_ERR_GAME)?;
    let [root, scratch] = TREE_LEVELS;
    let undo = facts.undo.checked_mul(root.wrapping_add(scratch));
    Ok(Needs {
        session: session_shape::<K, TreeSearch<'static, K::Game>>(),
        positions: undo.and_then(|undo| facts.positions.checked_add(undo)).ok_or(IMM_ERR_GAME)?,
        max_moves: facts.max_moves,
        listed: facts.max_moves,
        max_plies: facts.max_plies,
        works: 0,
        #[cfg(all(feature = "policies", not(any(target_os = "none", target_family = "wasm"))))]
        leaves: 0,
        #[cfg(not(target_os = "none"))]
        place: place_size::<K::Game>(bytes_beside::<K>(&facts)),
    })
}

/// Returns the function that opens a tree search. In a library without the tree search, this
/// function only returns an error, so that no program contains the search.
const fn tree<K: GameKind, const WHOLE: bool>() -> Open {
    if TREE_SEARCH { open_tree::<K, WHOLE> } else { refuse_tree }
}

/// Takes the place of [`open_tree`] in a library without the tree search.
fn refuse_tree(
    _: &imm_game,
    _: &Config,
    _: *mut u8,
    _: &Layout,
    _: usize,
    _: *const u8,
) -> Result<AnySession, imm_status> {
    Err(IMM_ERR_UNSUPPORTED)
}

/// Sets up a session of the tree search in the block. The session starts at `kept`, the position of
/// the search that it replaces. If `kept` is NULL, the session starts at the starting position.
/// Without `WHOLE`, the session has no `Queries` and cannot replace a search.
///
/// # Safety
/// `block` is aligned to IMM_ALIGN and large enough for `layout` with `slots` slots. Nothing else
/// uses the block. `kept` is NULL or the root of a search of this kind's game in the block.
#[inline(never)] // so that its variables are not on the stack of its caller
unsafe fn open_tree<K: GameKind, const WHOLE: bool>(
    game: &imm_game,
    config: &Config,
    block: *mut u8,
    layout: &Layout,
    slots: usize,
    kept: *const u8,
) -> Result<AnySession, imm_status> {
    let keeps = WHOLE && !kept.is_null();
    let kind = K::of(game)?;
    let facts = kind.facts(game).ok_or(IMM_ERR_GAME)?;
    let positions = block.wrapping_add(layout.positions);
    let undo = positions.wrapping_add(facts.positions);
    let places = Places { positions, undo, levels: TREE_LEVELS };
    let [position, scratch] = match keeps {
        // SAFETY: `needs` reserved the space that `facts` demands; the caller guarantees `kept`.
        true => unsafe { kind.place_again(game, places, kept.cast()) },
        // SAFETY: `needs` reserved the space that `facts` demands, and the undo levels after it.
        false => unsafe { kind.place(game, places) },
    }?;
    // SAFETY: `layout` reserves a pool of `slots` slots there, within the block, aligned and
    // separate from the rest. A slot may hold any bytes, but the block may be uninitialized.
    let (slots, growth) = unsafe { pool(block.add(layout.slots), slots) };
    // SAFETY: `layout` reserves the path there, and steps may hold any bytes.
    let path = unsafe { zeroed_slice::<Step>(block.add(layout.path), layout.path_len) };
    // SAFETY: `layout` reserves the moves there, which may be any number.
    let moves = unsafe { zeroed_slice::<Move>(block.add(layout.moves), layout.listed) };
    // SAFETY: `layout` reserves the session there. Its fields are written one by one in place,
    // because the stack of a small board has no space for them.
    let place = unsafe { block.add(HEAD).cast::<GameSession<TreeSearch<'static, K::Game>>>() };
    // SAFETY: within the session. `MaybeUninit` may be uninitialized.
    let search = unsafe { &mut *(&raw mut (*place).search).cast::<MaybeUninit<TreeSearch<'static, K::Game>>>() };
    let search = TreeSearch::new_at(search, position, scratch, config, Memory { slots, path, moves }, growth);
    // SAFETY: `layout` reserves the work there.
    lend_work(search, unsafe { default_slice(block.add(layout.work), layout.works) });
    #[cfg(not(target_os = "none"))]
    // SAFETY: this is the layout of the block.
    unsafe {
        lend_trunk(search, block, layout, bytes_beside::<K>(&facts));
    }
    if keeps {
        // SAFETY: the search is written, and nothing else uses the place.
        unsafe { GameSession::complete_known(place, game.board) };
    } else {
        // SAFETY: the search is written, and nothing else uses the place.
        unsafe { GameSession::complete(place, game.board) }?;
    }
    Ok(if WHOLE { GameSession::with_queries(place) } else { GameSession::without_queries(place) })
}

/// Gives the search the working memory for a net, if the player evaluates with a net.
#[inline(always)]
fn lend_work<G: CGame>(search: &mut impl Search<'static, Game = G>, work: &'static mut [Work]) {
    #[cfg(feature = "nets")]
    if !work.is_empty() {
        search.lend_work(work);
    }
    #[cfg(not(feature = "nets"))]
    let _ = (search, work);
}

/// Returns how many bytes of a position are outside of the session, a multiple of IMM_ALIGN.
#[cfg(not(target_os = "none"))]
const fn bytes_beside<K: GameKind>(facts: &Facts) -> usize {
    facts.positions.saturating_sub(K::BESIDE) / 2
}

/// Gives the search the memory of its trunk, if the tree has one.
///
/// # Safety
/// `block` is the block of the search, with this layout. A position has `bytes` bytes outside of
/// its `G`.
#[cfg(not(target_os = "none"))]
#[inline(never)] // so that its variables are not on the stack of its caller
unsafe fn lend_trunk<G: CGame>(search: &mut TreeSearch<'static, G>, block: *mut u8, layout: &Layout, bytes: usize) {
    let plies = layout.trunk.plies;
    let places = block.wrapping_add(layout.trunk.places()).cast::<G>();
    let first = places.wrapping_byte_add(size_of::<G>().wrapping_mul(plies).next_multiple_of(IMM_ALIGN));
    for ply in 0..plies {
        let at = first.cast::<u8>().wrapping_add(ply.wrapping_mul(bytes));
        // SAFETY: `layout` reserves these bytes for each position, after the `G` of all.
        let copy = unsafe { search.position().copy_to(at) };
        // SAFETY: `layout` reserves the `G` of all positions there.
        unsafe { places.add(ply).write(copy) };
    }
    // SAFETY: just written. The lifetime ends with that of the state. Nothing else uses the slice.
    let places = unsafe { core::slice::from_raw_parts_mut(places, plies) };
    // SAFETY: `layout` reserves the nodes there.
    search.lend_trunk(unsafe { default_slice::<Stay>(block.add(layout.trunk.offset), plies) }, places);
}

/// Checks that this player can play a game with these abilities. This function has no error texts,
/// and all games use it.
#[inline(never)]
pub(crate) fn check_config(config: &Config, game: &Abilities) -> Result<(), imm_status> {
    config.check_core_with(game).map_err(config_status)
}

#[cfg(feature = "alpha-beta")]
fn depth_needs<K: GameKind>(game: &imm_game) -> Result<DepthNeeds, imm_status> {
    let kind = K::of(game)?;
    let facts = kind.facts(game).ok_or(IMM_ERR_GAME)?;
    Ok(DepthNeeds {
        session: session_shape::<K, AlphaBeta<'static, K::Game>>(),
        positions: facts.positions,
        undo: facts.undo,
        undos: undo_size::<K::Game>(),
        max_moves: facts.max_moves,
        keyed: kind.has_hash(game),
        works: 0,
    })
}

#[cfg(feature = "alpha-beta")]
fn depth_layout<K: GameKind>(
    game: &imm_game,
    config: &alphabeta::Config,
    size: usize,
) -> Result<DepthLayout, imm_status> {
    depth_needs::<K>(game)?.layout_for(config, size)
}

/// Sets up an alpha-beta session in the block. The session starts at `kept`, or at the starting
/// position if `kept` is NULL. Without `WHOLE`, the session is as in [`open_tree`].
///
/// # Safety
/// `block` is aligned to IMM_ALIGN and large enough for `layout`. Nothing else uses the block.
/// `kept` is as in [`open_tree`].
#[cfg(feature = "alpha-beta")]
unsafe fn open_depth<K: GameKind, const WHOLE: bool>(
    game: &imm_game,
    config: &alphabeta::Config,
    block: *mut u8,
    layout: &DepthLayout,
    kept: *const u8,
) -> Result<AnySession, imm_status> {
    let kind = K::of(game)?;
    let max_moves = kind.facts(game).ok_or(IMM_ERR_GAME)?.max_moves;
    let (positions, undo) = (block.wrapping_add(layout.positions), block.wrapping_add(layout.undo));
    let levels = [1, DepthNeeds::undo_levels(layout.plies)];
    let places = Places { positions, undo, levels };
    let keeps = WHOLE && !kept.is_null();
    let [position, scratch] = match keeps {
        // SAFETY: `depth_needs` reserved the space that `facts` demands, and the undo levels. The
        // caller guarantees `kept`.
        true => unsafe { kind.place_again(game, places, kept.cast()) },
        // SAFETY: `depth_needs` reserved the space that `facts` demands, and the undo levels.
        false => unsafe { kind.place(game, places) },
    }?;
    // SAFETY: `layout` reserves that many moves there, within the block, aligned and separate from
    // the rest.
    let moves = unsafe { zeroed_slice::<Move>(block.add(layout.moves), layout.listed) };
    // SAFETY: `layout` reserves the keys there.
    let keys = unsafe { zeroed_slice::<i64>(block.add(layout.keys), max_moves) };
    // SAFETY: `layout` reserves the lines there.
    let lines = unsafe { zeroed_slice::<Move>(block.add(layout.lines), line_moves(layout.plies)) };
    // SAFETY: `layout` reserves the frames there; `undo_size` checked their alignment.
    let frames = unsafe { default_slice::<Frame>(block.add(layout.frames), layout.plies) };
    // SAFETY: `layout` reserves the undo data there; `undo_size` checked their alignment.
    let undos = unsafe { default_slice::<Option<<K::Game as Game>::Undo>>(block.add(layout.undos), layout.plies) };
    // SAFETY: `layout` reserves the history there.
    let history = unsafe { default_slice::<Merit>(block.add(layout.history), layout.merits) };
    // SAFETY: `layout` reserves the table there.
    let table = unsafe { default_slice::<Bucket>(block.add(layout.table), layout.buckets) };
    let memory = alphabeta::Memory { frames, undos, moves, lines, keys, table, history };
    let mut search = AlphaBeta::new(position, scratch, config, memory).map_err(config_status)?;
    if let Some(fetch) = FETCH {
        search.fetch_by(fetch);
    }
    // SAFETY: `layout` reserves the work there.
    lend_work(&mut search, unsafe { default_slice(block.add(layout.work), layout.works) });
    // SAFETY: `layout` reserves the session there.
    let place = unsafe { block.add(HEAD).cast::<GameSession<AlphaBeta<'static, K::Game>>>() };
    // SAFETY: within the session; nothing that needs dropping is overwritten.
    unsafe { (&raw mut (*place).search).write(search) };
    if keeps {
        // SAFETY: the search is written, and nothing else uses the place.
        unsafe { GameSession::complete_known(place, game.board) };
    } else {
        // SAFETY: the search is written, and nothing else uses the place.
        unsafe { GameSession::complete(place, game.board) }?;
    }
    Ok(if WHOLE { GameSession::with_queries(place) } else { GameSession::without_queries(place) })
}

/// Returns the size and alignment of a session of the search `S`. Checks at compile time that the
/// session fits into `IMM_STATE_SIZE`.
fn session_shape<K: GameKind, S>() -> Shape {
    const {
        let shape = Shape::new::<GameSession<S>>();
        let scratch = Config::SCRATCH_MAX * size_of::<Move>();
        assert!(HEAD + shape.size() + K::BESIDE + scratch + 2 * IMM_ALIGN <= IMM_STATE_SIZE);
        assert!(shape.align() <= IMM_ALIGN && size_of::<Slot>() == IMM_SLOT_SIZE);
        shape
    }
}

/// Returns the size in bytes of the undo data of one ply. Checks at compile time that a ply fits
/// into `IMM_PLY_SIZE`, and that a bucket has `IMM_BUCKET_SIZE` bytes.
#[cfg(feature = "alpha-beta")]
fn undo_size<G: Game>() -> usize {
    const {
        assert!(size_of::<Frame>() + size_of::<Option<G::Undo>>() <= IMM_PLY_SIZE);
        assert!(align_of::<Frame>() <= IMM_ALIGN && align_of::<Option<G::Undo>>() <= IMM_ALIGN);
        assert!(size_of::<Bucket>() == IMM_BUCKET_SIZE && align_of::<Bucket>() <= IMM_ALIGN);
        size_of::<Option<G::Undo>>()
    }
}

/// Returns the slots of a pool. On bare metal, all slots are ready for use and filled with zeros.
/// On other targets, no slot is ready yet, and slots become ready as the tree grows.
///
/// # Safety
/// As for [`zeroed_slice`].
unsafe fn pool(start: *mut u8, count: usize) -> (&'static mut [Slot], Option<Growth<'static>>) {
    if cfg!(target_os = "none") {
        // SAFETY: promised by the caller.
        return (unsafe { zeroed_slice(start, count) }, None);
    }
    // Exposes the address of the memory, because `extend` later creates a pointer from this
    // address.
    start.expose_provenance();
    // SAFETY: promised by the caller; an empty slice initializes nothing.
    (unsafe { zeroed_slice(start, 0) }, Some(Growth { count, extend }))
}

/// Makes the slice of slots that are ready for use longer. The new slots are zeros.
fn extend(ready: &mut &'static mut [Slot], len: usize) {
    let (address, old) = (ready.as_ptr().addr(), ready.len());
    // Creates a new pointer from the address. A pointer from the old slice must not be used beyond
    // the end of this slice.
    let start = with_exposed_provenance_mut::<Slot>(address);
    // SAFETY: the kernel passes the slice that `pool` created, whose memory was exposed there, and
    // a length up to its count. The memory after the old slice is ours, and not used yet.
    let _ = unsafe { zeroed_slice::<Slot>(start.wrapping_add(old).cast(), len.saturating_sub(old)) };
    // SAFETY: the same memory; all of it is initialized, and the old slice no longer exists.
    *ready = unsafe { core::slice::from_raw_parts_mut(start, len.max(old)) };
}

/// Returns a slice of caller-provided memory, filled with zeros.
///
/// # Safety
/// `start` is aligned for `T` and has space for `len` elements, which nothing else uses. All zeros
/// is a valid `T`.
unsafe fn zeroed_slice<T>(start: *mut u8, len: usize) -> &'static mut [T] {
    let start = start.cast::<T>();
    // SAFETY: promised by the caller.
    unsafe { start.write_bytes(0, len) };
    // SAFETY: promised by the caller, and just initialized. The lifetime ends with that of the
    // state. Nothing else uses the slice.
    unsafe { core::slice::from_raw_parts_mut(start, len) }
}

/// Returns a slice of caller-provided memory, filled with default values.
///
/// # Safety
/// `start` is aligned for `T` and has space for `len` elements, which nothing else uses.
unsafe fn default_slice<T: Default>(start: *mut u8, len: usize) -> &'static mut [T] {
    let start = start.cast::<T>();
    for index in 0..len {
        // SAFETY: promised by the caller.
        unsafe { start.add(index).write(T::default()) };
    }
    // SAFETY: promised by the caller, and just initialized. The lifetime ends with that of the
    // state. Nothing else uses the slice.
    unsafe { core::slice::from_raw_parts_mut(start, len) }
}

pub(crate) const fn game(board: u32, kind: *const Kind) -> imm_game {
    imm_game {
        struct_size: size_of::<imm_game>() as u32,
        position_size: 0,
        undo_size: 0,
        max_moves: 0,
        max_plies: 0,
        board,
        context: null_mut(),
        initial: None,
        legal_moves: None,
        make: None,
        unmake: None,
        to_move: None,
        outcome: None,
        evaluate: None,
        random_move: None,
        weight: None,
        prior: None,
        order: None,
        noisy: None,
        hash: None,
        pass: None,
        few_pieces: None,
        transition: None,
        move_text: None,
        builtin: kind.cast(), // `built_in_kind` casts it back
        score: None,
        max_score: 0,
        features: None,
        chance: None,
        feature_count: 0,
        players: 0,
        returns: None,
        evaluate_for: None,
    }
}
