//! What a search needs from a game: [`GameKind`], implemented once for each place where positions
//! can lie in memory. Also opens a search of either algorithm in the block, once for all kinds.

#[cfg(feature = "alpha-beta")]
use crate::internal::depth_layout::{DepthLayout, DepthNeeds};
use crate::internal::layout::{HEAD, Layout, Needs, Work};
#[cfg(feature = "alpha-beta")]
use crate::internal::prefetch::FETCH;
use crate::internal::session::{AnySession, CGame, GameSession};
use crate::internal::status::config_status;
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
use kernel::mcts::{Growth, Memory, Step, TreeSearch};
use kernel::player::Config;
use kernel::player::options::Leaf;
use kernel::player::strategy::Selective;
use kernel::search::Search;

/// A game as an `imm_game` describes it: what must be known of it before there is a search, and its
/// two positions.
pub(crate) trait GameKind: Sized {
    /// A position, as a search holds it.
    type Game: CGame;

    /// Bytes of the block that the game takes beside its positions and what undoes their moves.
    const BESIDE: usize = 0;

    /// The game that is described; IMM_ERR_GAME where the description is incomplete, or its board
    /// does not exist. It is handed about on small stacks: what is large stays in the description,
    /// which the others get, too.
    fn of(game: &imm_game) -> Result<Self, imm_status>;

    fn abilities(&self, game: &imm_game, evaluator: Evaluator) -> Abilities;
    /// `None` where a size overflows.
    fn facts(&self, game: &imm_game) -> Option<Facts>;

    /// Not among the facts, or every program would link the keys of its game.
    #[cfg(feature = "alpha-beta")]
    fn has_hash(&self, game: &imm_game) -> bool;

    /// The position of a search, and the one that it plays on: any of the same board.
    ///
    /// # Safety
    /// `places` has what [`GameKind::facts`] says, aligned to IMM_ALIGN and exclusively ours as
    /// long as the block is lent.
    unsafe fn place(self, game: &imm_game, places: Places) -> Result<[Self::Game; 2], imm_status>;

    /// The position `kept`, of a search in the same block, which is given up, where it belongs in
    /// another layout; and one to play on. Nothing is asked of the game.
    ///
    /// # Safety
    /// As for [`GameKind::place`]; `kept` is valid, and what it has in the block is where it was.
    unsafe fn place_again(
        self,
        game: &imm_game,
        places: Places,
        kept: *const Self::Game,
    ) -> Result<[Self::Game; 2], imm_status>;
}

/// What a game is, as far as memory goes. Bytes of the block are rounded up to IMM_ALIGN.
pub(crate) struct Facts {
    /// Bytes of both positions, and of what the game takes beside them; 0 where they lie in the
    /// session.
    pub positions: usize,
    /// Bytes that take one move back.
    pub undo: usize,
    pub max_moves: usize,
    pub max_plies: usize,
}

/// Where the positions of a search lie, and how many moves can be taken back: of the position
/// itself, which comes first, and of the one that is played on.
#[derive(Clone, Copy)]
pub(crate) struct Places {
    pub positions: *mut u8,
    pub undo: *mut u8,
    pub levels: [usize; 2],
}

/// Moves that a tree search makes and takes back: of the position at the root none, but there is
/// room for one; of the one that it plays on a child, and the plies of a search of it. Those of
/// alpha-beta playouts are fewer.
const TREE_LEVELS: [usize; 2] = [1, 1 + Leaf::PLIES_MAX as usize];
const _: () = assert!(TREE_LEVELS[1] >= Selective::DEPTH_MAX as usize);

/// How a game is laid out and opened. A built-in game has one of these in a static that only its
/// own function names, so that a program links the games that it plays and no others.
pub(crate) struct Kind {
    pub abilities: fn(&imm_game, Evaluator) -> Result<Abilities, imm_status>,
    pub needs: fn(&imm_game) -> Result<Needs, imm_status>,
    pub open: Open,
    /// `None` in the `small` games, which are for the tree search alone.
    #[cfg(feature = "alpha-beta")]
    pub depth: Option<DepthKind>,
}

/// Opens a session in a block that is laid out for this many slots: at the starting position, or at
/// that of the search before it, a [`GameKind::Game`]. See [`open_tree`].
type Open = unsafe fn(&imm_game, &Config, *mut u8, &Layout, usize, *const u8) -> Result<AnySession, imm_status>;

/// How a game is laid out and opened for alpha-beta.
#[cfg(feature = "alpha-beta")]
#[derive(Clone, Copy)]
pub(crate) struct DepthKind {
    pub needs: fn(&imm_game) -> Result<DepthNeeds, imm_status>,
    /// How a block of that size is divided for a player: named here, so that a game without
    /// alpha-beta links none of it.
    pub layout: fn(&imm_game, &alphabeta::Config, usize) -> Result<DepthLayout, imm_status>,
    pub open: OpenDepth,
}

/// Opens a session of alpha-beta in a block that is laid out for it.
#[cfg(feature = "alpha-beta")]
type OpenDepth =
    unsafe fn(&imm_game, &alphabeta::Config, *mut u8, &DepthLayout, *const u8) -> Result<AnySession, imm_status>;

impl Kind {
    pub(crate) const fn of<K: GameKind>() -> Self {
        Self {
            abilities: abilities::<K>,
            needs: needs::<K>,
            open: open_tree::<K, true>,
            #[cfg(feature = "alpha-beta")]
            depth: Some(DepthKind::of::<K>()),
        }
    }

    /// What it takes to play, and no more.
    pub(crate) const fn small<K: GameKind>() -> Self {
        Self {
            open: open_tree::<K, false>,
            #[cfg(feature = "alpha-beta")]
            depth: None,
            ..Self::of::<K>()
        }
    }
}

#[cfg(feature = "alpha-beta")]
impl DepthKind {
    pub(crate) const fn of<K: GameKind>() -> Self {
        Self { needs: depth_needs::<K>, layout: depth_layout::<K>, open: open_depth::<K> }
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
    })
}

/// Sets up a session of the tree search in the block, at the position `kept`, unless that is NULL,
/// of the search that it takes the place of. Without `WHOLE` it answers no questions, and takes the
/// place of none.
///
/// # Safety
/// `block` is aligned to IMM_ALIGN and holds `layout` with `slots` slots, all of it exclusively
/// ours; `kept` is NULL or the root of a search of this kind's game in the block.
#[inline(never)] // its variables are no part of the stack of whoever opens it
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
        // SAFETY: `needs` has reserved what `facts` says there; `kept` is promised by the caller.
        true => unsafe { kind.place_again(game, places, kept.cast()) },
        // SAFETY: `needs` has reserved what `facts` says there, with the undo levels behind the
        // positions.
        false => unsafe { kind.place(game, places) },
    }?;
    // SAFETY: `layout` puts a pool of `slots` slots there, within the block, aligned and apart from
    // the rest. A slot may hold any bytes, but the block may never have been written to.
    let (slots, growth) = unsafe { pool(block.add(layout.slots), slots) };
    // SAFETY: it puts the path there, whose steps may hold any bytes.
    let path = unsafe { zeroed_slice::<Step>(block.add(layout.path), layout.path_len) };
    // SAFETY: it puts the moves there, which may be any number.
    let moves = unsafe { zeroed_slice::<Move>(block.add(layout.moves), layout.listed) };
    // SAFETY: `layout` reserves the shape of this session there. Its fields are written one by one,
    // where they stay: on the stack of a small board there is no room for them.
    let place = unsafe { block.add(HEAD).cast::<GameSession<TreeSearch<'static, K::Game>>>() };
    // SAFETY: within the session; what need not be initialised may be anything.
    let search = unsafe { &mut *(&raw mut (*place).search).cast::<MaybeUninit<TreeSearch<'static, K::Game>>>() };
    let search = TreeSearch::new_at(search, position, scratch, config, Memory { slots, path, moves }, growth);
    // SAFETY: it puts the work there.
    lend_work(search, unsafe { default_slice(block.add(layout.work), layout.works) });
    if keeps {
        // SAFETY: the search is there, and the place is exclusively ours.
        unsafe { GameSession::complete_known(place, game.board) };
    } else {
        // SAFETY: the search is there, and the place is exclusively ours.
        unsafe { GameSession::complete(place, game.board) }?;
    }
    Ok(if WHOLE { GameSession::with_queries(place) } else { GameSession::without_queries(place) })
}

/// Lends a search what it takes to evaluate by a net, where the player does.
#[inline(always)]
fn lend_work<G: CGame>(search: &mut impl Search<'static, Game = G>, work: &'static mut [Work]) {
    #[cfg(feature = "nets")]
    if !work.is_empty() {
        search.lend_work(work);
    }
    #[cfg(not(feature = "nets"))]
    let _ = (search, work);
}

/// Can this player play a game that knows so much? Apart, for all games, and without the texts of
/// errors.
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
        frame: frame_size::<K::Game>(),
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

/// Sets up a session of alpha-beta in the block, at the position `kept` unless that is NULL.
///
/// # Safety
/// `block` is aligned to IMM_ALIGN and holds `layout`, all of it exclusively ours; `kept` as in
/// [`open_tree`].
#[cfg(feature = "alpha-beta")]
unsafe fn open_depth<K: GameKind>(
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
    let [position, scratch] = match kept.is_null() {
        // SAFETY: `depth_needs` has reserved what `facts` says there, and the undo levels; `kept`
        // is promised by the caller.
        false => unsafe { kind.place_again(game, places, kept.cast()) },
        // SAFETY: as above.
        true => unsafe { kind.place(game, places) },
    }?;
    // SAFETY: `layout` puts that many moves there, within the block, aligned and apart from the
    // rest.
    let moves = unsafe { zeroed_slice::<Move>(block.add(layout.moves), layout.listed) };
    // SAFETY: it puts the keys there.
    let keys = unsafe { zeroed_slice::<i64>(block.add(layout.keys), max_moves) };
    // SAFETY: it puts the lines there.
    let lines = unsafe { zeroed_slice::<Move>(block.add(layout.lines), line_moves(layout.plies)) };
    // SAFETY: it puts the frames there, whose alignment `frame_size` has looked at.
    let frames = unsafe { default_slice::<Frame<<K::Game as Game>::Undo>>(block.add(layout.frames), layout.plies) };
    // SAFETY: it puts the history there.
    let history = unsafe { default_slice::<Merit>(block.add(layout.history), layout.merits) };
    // SAFETY: it puts the table there.
    let table = unsafe { default_slice::<Bucket>(block.add(layout.table), layout.buckets) };
    let memory = alphabeta::Memory { frames, moves, lines, keys, table, history };
    let mut search = AlphaBeta::new(position, scratch, config, memory).map_err(config_status)?;
    if let Some(fetch) = FETCH {
        search.fetch_by(fetch);
    }
    // SAFETY: it puts the work there.
    lend_work(&mut search, unsafe { default_slice(block.add(layout.work), layout.works) });
    // SAFETY: `layout` reserves the shape of this session there.
    let place = unsafe { block.add(HEAD).cast::<GameSession<AlphaBeta<'static, K::Game>>>() };
    // SAFETY: within the session; nothing that needs dropping is overwritten.
    unsafe { (&raw mut (*place).search).write(search) };
    if !kept.is_null() {
        // SAFETY: the search is there, and the place is exclusively ours.
        unsafe { GameSession::complete_known(place, game.board) };
        return Ok(GameSession::with_queries(place));
    }
    // SAFETY: the search is there, and the place is exclusively ours.
    unsafe { GameSession::complete(place, game.board) }.map(GameSession::with_queries)
}

/// The shape of a session of the search `S`, which keeps what `IMM_STATE_SIZE` promises.
fn session_shape<K: GameKind, S>() -> Shape {
    const {
        let shape = Shape::new::<GameSession<S>>();
        let scratch = Config::SCRATCH_MAX * size_of::<Move>();
        assert!(HEAD + shape.size() + K::BESIDE + scratch + 2 * IMM_ALIGN <= IMM_STATE_SIZE);
        assert!(shape.align() <= IMM_ALIGN && size_of::<Slot>() == IMM_SLOT_SIZE);
        shape
    }
}

/// Bytes of a game's frame, which keeps what `IMM_PLY_SIZE` promises; a bucket keeps what
/// `IMM_BUCKET_SIZE` does.
#[cfg(feature = "alpha-beta")]
fn frame_size<G: Game>() -> usize {
    const {
        assert!(size_of::<Frame<G::Undo>>() <= IMM_PLY_SIZE && align_of::<Frame<G::Undo>>() <= IMM_ALIGN);
        assert!(size_of::<Bucket>() == IMM_BUCKET_SIZE && align_of::<Bucket>() <= IMM_ALIGN);
        size_of::<Frame<G::Undo>>()
    }
}

/// The slots of a pool: on a board all of them, all zeros; elsewhere none yet, but they follow as
/// the tree grows.
///
/// # Safety
/// As for [`zeroed_slice`].
unsafe fn pool(start: *mut u8, count: usize) -> (&'static mut [Slot], Option<Growth<'static>>) {
    if cfg!(target_os = "none") {
        // SAFETY: promised by the caller.
        return (unsafe { zeroed_slice(start, count) }, None);
    }
    // `extend` finds its way back to the memory by this.
    start.expose_provenance();
    // SAFETY: promised by the caller; there is nothing to initialise.
    (unsafe { zeroed_slice(start, 0) }, Some(Growth { count, extend }))
}

/// Makes the slice that a pool has ready longer: the slots behind it are zeros.
fn extend(ready: &mut &'static mut [Slot], len: usize) {
    let (address, old) = (ready.as_ptr().addr(), ready.len());
    // Not from the old slice, which must not be used beyond its end.
    let start = with_exposed_provenance_mut::<Slot>(address);
    // SAFETY: the kernel calls this with what `pool` has lent, whose memory was exposed there, and
    // for no more slots than its count: what lies behind the old slice is ours, and nobody's yet.
    let _ = unsafe { zeroed_slice::<Slot>(start.wrapping_add(old).cast(), len.saturating_sub(old)) };
    // SAFETY: as above; all of it is initialised, and the old slice is gone.
    *ready = unsafe { core::slice::from_raw_parts_mut(start, len.max(old)) };
}

/// A slice of lent memory, all zeros.
///
/// # Safety
/// `start` is aligned for `T`, and `len` of them from there on are exclusively ours; all zeros is a
/// `T`.
unsafe fn zeroed_slice<T>(start: *mut u8, len: usize) -> &'static mut [T] {
    let start = start.cast::<T>();
    // SAFETY: promised by the caller.
    unsafe { start.write_bytes(0, len) };
    // SAFETY: promised by the caller, and just initialised. The lifetime ends with the state's:
    // nobody else has it.
    unsafe { core::slice::from_raw_parts_mut(start, len) }
}

/// A slice of lent memory, all defaults.
///
/// # Safety
/// `start` is aligned for `T`, and `len` of them from there on are exclusively ours.
unsafe fn default_slice<T: Default>(start: *mut u8, len: usize) -> &'static mut [T] {
    let start = start.cast::<T>();
    for index in 0..len {
        // SAFETY: promised by the caller.
        unsafe { start.add(index).write(T::default()) };
    }
    // SAFETY: promised by the caller, and just initialised. The lifetime ends with the state's:
    // nobody else has it.
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
        builtin: kind.cast(), // and back in `built_in_kind`
        score: None,
        max_score: 0,
        features: None,
        feature_count: 0,
    }
}
