//! A player: imm_config and its constants.

use core::ffi::c_void;

/// `algorithm`: the tree search, Monte Carlo tree search with its policies.
pub const IMM_MCTS: u8 = 0;
/// `algorithm`: alpha-beta, depth first by iterative deepening.
pub const IMM_ALPHA_BETA: u8 = 1;

/// `algorithm`: best-first minimax with UCT: the tree search without playouts, by minimax values
/// alone. A game of your own needs evaluate() for it. In imm_config it has defaults of its own for
/// `c` (0.7), `im` (1, the only value that it takes), `fpu` (0.5) and `decision` (IMM_DECIDE_LOG),
/// and neither `no_solver`, `np`, `max`, IMM_EXPAND_ONE nor anything that is about playouts.
pub const IMM_BEST_FIRST: u8 = 2;
/// `algorithm`: the player that was measured as the strongest of the game, or for a game of your
/// own the strongest with the callbacks that it has; docs/PLAYERS.md has the matches. In a block
/// that has no room for it, mcts(). imm_best() says which it is. Of the other fields only `seed`
/// and the clock are looked at. Needs a library with the feature `policies`.
pub const IMM_BEST: u8 = 3;

// BEGIN switches
/// `switches`, safe: transposition table.
/// A game of your own needs hash() for it.
pub const IMM_AB_TT: u16 = 1;
/// `switches`, safe: enhanced transposition cut-offs; needs IMM_AB_TT.
/// A game of your own needs hash() for it.
pub const IMM_AB_ETC: u16 = 1 << 1;
/// `switches`, safe: two killer moves a ply.
pub const IMM_AB_KILLERS: u16 = 1 << 2;
/// `switches`, safe: relative history.
pub const IMM_AB_HISTORY: u16 = 1 << 3;
/// `switches`, safe: plain history heuristic; not with IMM_AB_HISTORY.
pub const IMM_AB_HH: u16 = 1 << 4;
/// `switches`: adaptive null move, verified.
/// A game of your own needs pass() for it.
pub const IMM_AB_NULL: u16 = 1 << 5;
/// `switches`: multi-cut at expected cut nodes.
pub const IMM_AB_MULTICUT: u16 = 1 << 6;
/// `switches`: enhanced multi-cut, at expected all nodes.
pub const IMM_AB_MULTICUTA: u16 = 1 << 7;
/// `switches`: realization-probability search.
/// A game of your own needs transition() for it.
pub const IMM_AB_RPS: u16 = 1 << 8;
/// `switches`: quiescence search.
/// A game of your own needs noisy() for it.
pub const IMM_AB_QS: u16 = 1 << 9;
/// `switches`, safe: principal variation search.
pub const IMM_AB_PVS: u16 = 1 << 10;
/// `switches`, safe: aspiration windows.
pub const IMM_AB_ASP: u16 = 1 << 11;
/// `switches`: late move reductions of quiet moves.
pub const IMM_AB_LMR: u16 = 1 << 12;
/// `switches`, safe: moves are put in order by the positions after them.
pub const IMM_AB_LOOK: u16 = 1 << 13;
/// `switches`: who wins, not how soon, and no evaluation: win, draw or loss.
pub const IMM_AB_WDL: u16 = 1 << 14;
/// `switches`: what is best for playing.
pub const IMM_AB_ALL: u16 = 0xFEF;
/// `switches`: what is best for proving.
pub const IMM_AB_SOLVE: u16 = 0x6405;
// END switches

/// `expansion`: all children where something tells them apart at once (`im`, `cb`, `impb`, `pb`,
/// `tp`, `ct`, `fpu`, `np`, `softmax`, `eps`), else one.
pub const IMM_EXPAND_AUTO: u8 = 0;
/// `expansion`: one child a simulation. The least memory.
pub const IMM_EXPAND_ONE: u8 = 1;
/// `expansion`: all children of a leaf at once, each with its static value.
pub const IMM_EXPAND_ALL: u8 = 2;

/// `im_schedule`: `im`, whatever the visits.
pub const IMM_IM_CONSTANT: u8 = 0;
/// `im_schedule`: im * K / (n + K) at a node with n visits, K being `im_visits`: falls to a half
/// after K.
pub const IMM_IM_FALLING: u8 = 1;
/// `im_schedule`: im * n / (n + K): rises to a half after K.
pub const IMM_IM_RISING: u8 = 2;

/// `pb_divisor`: sqrt(losses + 1).
pub const IMM_PB_SQRT_LOSSES: u8 = 0;
/// `pb_divisor`: losses + 1.
pub const IMM_PB_LOSSES: u8 = 1;
/// `pb_divisor`: visits + 1.
pub const IMM_PB_VISITS: u8 = 2;

/// `playout`: sampled uniformly, or as `ipp` and `ege` say.
pub const IMM_PLAYOUT_SAMPLED: u8 = 0;
/// Deprecated name of IMM_PLAYOUT_SAMPLED, until version 0.4.
pub const IMM_PLAYOUT_DRAWN: u8 = IMM_PLAYOUT_SAMPLED;
// BEGIN strategies
/// `playout`: drawn by transition probability.
/// A game of your own needs transition() for it.
pub const IMM_PLAYOUT_TRANSITION: u8 = 1;
/// `playout`: Corrective: as IMM_PLAYOUT_TRANSITION, but hardly a move that lowers the evaluation.
pub const IMM_PLAYOUT_CORRECTIVE: u8 = 2;
/// `playout`: Greedy: the best by evaluation of the K most probable moves, 1 to 12.
pub const IMM_PLAYOUT_GREEDY: u8 = 3;
/// `playout`: Mixed: Corrective for the first move of a playout, then Greedy.
pub const IMM_PLAYOUT_MIXED: u8 = 4;
/// `playout`: alpha-beta playouts: the best move of a selective search of D plies, 1 to 3.
pub const IMM_PLAYOUT_ALPHA_BETA: u8 = 5;
/// `playout`: of K moves drawn, 1 to 12, the one whose results are best on average.
pub const IMM_PLAYOUT_MAST: u8 = 6;
/// `playout`: drawn, but wins at once are played, and moves that allow one avoided.
pub const IMM_PLAYOUT_DECISIVE: u8 = 7;
// END strategies

/// `playout_looked`: all moves.
pub const IMM_LOOK_ALL: u8 = 254;

/// `leaf`: by its static value.
pub const IMM_LEAF_STATIC: u8 = 0;
/// `leaf`: by an alpha-beta search of `leaf_depth` plies.
pub const IMM_LEAF_ALPHA_BETA: u8 = 1;
/// `leaf`: by a quiescence search of up to 4 plies. A game of your own needs noisy() for it.
pub const IMM_LEAF_QUIESCENCE: u8 = 2;

/// `flags`: a table of what positions are worth, by their evaluation or by a search of the leaf. A
/// position that is reached by several lines is then seldom evaluated twice. It pays if an
/// evaluation is expensive. Takes an eighth of the tree's memory, together with IMM_FLAG_PROOFTT.
/// A game of your own needs hash() for it.
pub const IMM_FLAG_EVALTT: u8 = 1;
/// `flags`: a table of the proven values of positions, so that a proof holds wherever else in the
/// tree a position is. For games in which many lines lead to one position, and to solve games that
/// are larger than the memory. hash() must cover everything that the rules depend on. Not together
/// with `no_solver`, nor in a shared tree. Takes an eighth of the tree's memory.
pub const IMM_FLAG_PROOFTT: u8 = 2;
/// `flags`: score bounds: the search also proves that a player cannot lose. If a draw is certain, a
/// move that cannot win is not searched further. Use it to prove draws. Takes no memory. Not
/// together with `no_solver` or `marg`, nor in a shared tree.
pub const IMM_FLAG_BOUNDS: u8 = 4;
/// Deprecated name of IMM_FLAG_EVALTT, until version 0.4.
pub const IMM_TT_EVALUATIONS: u8 = IMM_FLAG_EVALTT;
/// Deprecated name of IMM_FLAG_PROOFTT, until version 0.4.
pub const IMM_TT_PROOFS: u8 = IMM_FLAG_PROOFTT;
/// Deprecated name of IMM_FLAG_BOUNDS, until version 0.4.
pub const IMM_TT_BOUNDS: u8 = IMM_FLAG_BOUNDS;

/// `decision`: most visits ("robust child"); in IMM_BEST_FIRST, whose default is another, the
/// default: there say IMM_DECIDE_SAFEST.
pub const IMM_DECIDE_VISITS: u8 = 0;
/// `decision`: largest value - 1/sqrt(visits) ("secure child").
pub const IMM_DECIDE_SECURE: u8 = 1;
/// `decision`: largest value.
pub const IMM_DECIDE_VALUE: u8 = 2;
/// `decision`: largest value + ln(visits).
pub const IMM_DECIDE_LOG: u8 = 3;
/// `decision`: most visits, whatever the algorithm.
pub const IMM_DECIDE_SAFEST: u8 = 4;

/// `evaluator`: the game's own first choice; for a game of your own, its `evaluate`.
pub const IMM_EF_DEFAULT: u8 = 0;
// BEGIN evaluators
/// `evaluator`: efMS, Breakthrough: pieces and furthest row.
pub const IMM_EF_MS: u8 = 1;
/// `evaluator`: efLH, Breakthrough: a value for every square.
pub const IMM_EF_LH: u8 = 2;
/// `evaluator`: efRS, Kalah: difference of the stores.
pub const IMM_EF_RS: u8 = 3;
/// `evaluator`: efWB, Lines of Action: ten features, in the manner of the program MIA.
pub const IMM_EF_WB: u8 = 4;
/// `evaluator`: efSimple, Lines of Action: how close the men are, and how many touch.
pub const IMM_EF_SIMPLE: u8 = 5;
/// `evaluator`: efNet, Any game with features: a net that was learned from games.
pub const IMM_EF_NET: u8 = 6;
// END evaluators

/// The number 0, for a field of imm_config where 0 means a default that is not the number 0: `c`,
/// `fpu`, `ege`, `fet`, `playout_looked`. Assign it whatever the field's type: an unsigned one then
/// holds its largest number. (Where -Wconversion warns of that, cast it to the field's type.)
pub const IMM_ZERO: i32 = -1;

/// A player: how a search searches. Begin with imm_config_default(), then change fields or call
/// imm_configure(). In every field 0 means the default, so a struct of zeros with `struct_size` set
/// is the default player without a clock. Where the default is not the number 0, IMM_ZERO says 0.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct imm_config {
    /// sizeof(imm_config).
    pub struct_size: u32,
    /// Visits that a leaf must have had before it is expanded. Default 0: expanded when first
    /// reached.
    pub threshold: u32,
    /// Seed of the random numbers. Same seed, memory, game and iterations: same tree, on every
    /// machine. Default 0.
    pub seed: u64,
    /// Exploration constant C of UCT, above 0 to 100. Default 1.0, of IMM_BEST_FIRST 0.7. IMM_ZERO
    /// for no exploration.
    pub c: f32,
    /// Alpha of implicit minimax, 0 to 1: weight of the minimax value against the mean of the
    /// playouts. Default 0: off; of IMM_BEST_FIRST 1.
    pub im: f32,
    /// Evaluation function: IMM_EF_*. Default IMM_EF_DEFAULT, the game's own first choice.
    pub evaluator: u8,
    /// Improved playout policy: not 0 draws playout moves by the game's weights. Default 0:
    /// uniformly.
    pub ipp: u8,
    /// Children that a leaf gets at once: IMM_EXPAND_*. Default IMM_EXPAND_AUTO.
    pub expansion: u8,
    /// How the final move is chosen: IMM_DECIDE_*. Default IMM_DECIDE_VISITS, of IMM_BEST_FIRST
    /// IMM_DECIDE_LOG. Proven wins always come first.
    pub decision: u8,
    /// Not 0 switches the solver off. Default 0: wins, losses and draws are proven.
    pub no_solver: u8,
    /// Not 0 switches recycling off: when the memory is full the tree grows no more. Default 0: the
    /// parts of the tree that were not used for longest make room.
    pub no_recycle: u8,
    /// How `im` depends on the visits: IMM_IM_*. Default IMM_IM_CONSTANT.
    pub im_schedule: u8,
    /// What the progressive bias is divided by: IMM_PB_*. Default IMM_PB_SQRT_LOSSES.
    pub pb_divisor: u8,
    /// Which search: IMM_MCTS, IMM_ALPHA_BETA, IMM_BEST_FIRST, IMM_BEST. Default IMM_MCTS. Of the
    /// other fields, alpha-beta looks at `evaluator`, `switches` and the clock alone; without an
    /// evaluation function all that is not decided counts as even.
    pub algorithm: u8,
    /// How playouts choose their moves: IMM_PLAYOUT_*. Default IMM_PLAYOUT_SAMPLED: uniformly, or
    /// by `ipp` and `ege`.
    pub playout: u8,
    /// Enhancements of alpha-beta: IMM_AB_* added together. Those called safe find what plain
    /// alpha-beta finds at the same depth, sooner, until a move is played and the table kept; the
    /// others leave out what is unlikely to matter, though what is proven is proven all the same.
    /// One for which the game has no knowledge stays off. Default 0: none.
    pub switches: u16,
    /// K of `im_schedule`, 1 to 9999999 visits. Not looked at where that is IMM_IM_CONSTANT.
    pub im_visits: u32,
    /// Alpha of constant bias, 0 to 1: weight of a child's own static value against the mean.
    /// Default 0: off.
    pub cb: f32,
    /// Alpha of progressive bias by minimax values, 0 to 1: weight of the minimax value over visits
    /// + 1. Default 0: off.
    pub impb: f32,
    /// Weight of progressive bias, 0 to 100: that times the child's static value, over
    /// `pb_divisor`, is added to its bound. Default 0: off.
    pub pb: f32,
    /// Weight of progressive bias by transition probability, 0 to 100: that times the probability
    /// of the move into a child, over `pb_divisor`, is added to its bound (MC-LOA: 10). Not
    /// together with `pb`. Default 0: off.
    pub tp: f32,
    /// Visits of a node below which its children are not selected but drawn by
    /// IMM_PLAYOUT_CORRECTIVE, 1 to 9999999 (MC-LOA: 5). Not together with IMM_EXPAND_ONE. Default
    /// 0: off.
    pub ct: u32,
    /// First-play urgency, above 0 to 100: unvisited children take part in selection with their
    /// value plus this. IMM_ZERO for 0. Not together with IMM_EXPAND_ONE. Default 0: off, they come
    /// first; of IMM_BEST_FIRST 0.5.
    pub fpu: f32,
    /// Evaluation cut-off: an evaluation of this many points, to 65535, ends a playout as won or
    /// lost. Points are the evaluation's own: IMM_EF_MS has at most 40, IMM_EF_LH 364, IMM_EF_RS as
    /// many as there are stones; a game of your own has 32767 times what evaluate() says. Default
    /// 0: off.
    pub cut: u32,
    /// Every how many playout moves `cut` looks, 1 to 999; IMM_PLAYOUT_CORRECTIVE and what comes
    /// after it look always. Default 0: 3.
    pub cut_period: u32,
    /// IMM_PLAYOUT_ALPHA_BETA: plies that it looks ahead, 1 to 3. Default 0: 2.
    pub playout_depth: u8,
    /// IMM_PLAYOUT_ALPHA_BETA: moves that are searched at each ply, 1 to 12, those that are best by
    /// transition() first. Of the first, IMM_PLAYOUT_GREEDY and IMM_PLAYOUT_MIXED evaluate this
    /// number, and IMM_PLAYOUT_MAST draws it. Default 0: 7, 5, 5; of IMM_PLAYOUT_MAST 3.
    pub playout_evaluated: [u8; 3],
    /// IMM_PLAYOUT_ALPHA_BETA: further moves at each ply that are looked at for a win at once,
    /// those of `playout_evaluated` and these together 12 at most; IMM_LOOK_ALL, or IMM_ZERO for
    /// none. Default 0: all, none, none.
    pub playout_looked: [u8; 3],
    /// Switches of the tree search: IMM_FLAG_* added together. An unknown bit is
    /// IMM_ERR_OUT_OF_RANGE. Default 0: all are off.
    pub flags: u8,
    /// Softmax: temperature T, above 0 to 100: children are not selected by their bounds but drawn
    /// with odds exp(Q / T), Q being the estimate of a child in -1 to 1. Not together with
    /// IMM_EXPAND_ONE. Default 0: off.
    pub softmax: f32,
    /// How often, 0 to 1, a child is not selected but drawn, uniformly from those that are not
    /// proven (unbounded best-first minimax: 0.1). Not together with IMM_EXPAND_ONE. Default 0:
    /// never.
    pub eps: f32,
    /// By what a new child is valued: IMM_LEAF_*. Default IMM_LEAF_STATIC. The others take room for
    /// lists of moves out of the tree's memory: imm_leaf_memory(). A simulation then searches as
    /// many leaves as a position has moves before a clock or imm_stop() is looked at, each some
    /// 4,096 positions at most.
    pub leaf: u8,
    /// Plies of IMM_LEAF_ALPHA_BETA, 1 to 4. Default 0: 2.
    pub leaf_depth: u8,
    /// All moves as first: how many simulations a position must have for moves to be valued by all
    /// of those in which they were played later on, too; positions with fewer go by the nearest one
    /// above. For games of which only the rules are known. Takes an eighth of the tree's memory at
    /// most. Not together with `fpu`, nor in a shared tree. Default 0: off.
    pub grave: u16,
    /// Visits that the node prior of a new child counts for, to 10000 (the paper: 10 at 1 s a
    /// move). Default 0: off.
    pub np: u32,
    /// Epsilon of epsilon-greedy playouts, 0 to 1: how often a move is drawn, by its weight where
    /// the game has weights; otherwise the one with the best static value is played. IMM_ZERO for
    /// 0, greedy always. Default 0: off.
    pub ege: f32,
    /// Fixed early termination: playout moves after which the static value is the result, 1 to
    /// 9999; IMM_ZERO for no move at all. Default 0: off.
    pub fet: u32,
    /// Dynamic early termination, 0 to 1: a static value of this size ends a playout as won or
    /// lost. Default 0: off.
    pub det: f32,
    /// Every how many playout moves `det` looks at the value, 1 to 999. Default 0: 5.
    pub det_period: u32,
    /// Maximum backpropagation: visits (with `np`, the prior's included) from which on a node hands
    /// up the best estimate among its children instead of a simulation's result. Default 0: off.
    pub max: u32,
    /// A clock: milliseconds since any moment, wrapping around after 2^32. Read at least once in
    /// 256 simulations. Where it stands still, time is no limit: other limits and imm_stop() end a
    /// search. A step ahead counts as time. A step back, which is a difference above 2^31, counts
    /// as no time. imm_config_default() sets the host's clock where there is one, which counts
    /// microseconds for this library's searches. NULL: no clock, unless `now_us` is one, and
    /// searches that are limited by time alone are refused.
    pub now_ms: Option<unsafe extern "C" fn(clock: *mut c_void) -> u32>,
    /// Handed to `now_ms` and `now_us`. May be NULL.
    pub clock: *mut c_void,
    /// Temperature T of the final move, above 0 to 100: it is drawn with odds visits^(1/T), 1 being
    /// in proportion to the visits. A proven win is always played, and a proven loss only where all
    /// moves lose. The draw follows from the seed and the tree: asked twice, imm_get_report() names
    /// the same move. For play below full strength: see imm_level(). Default 0: off, as `decision`
    /// says.
    pub temp: f32,
    /// Playing for points: weight W of the margin in a result, 0 to 1. A game that is over counts
    /// for its winner 1 - W + W m / M, where m, at least 1, is what score() says in his view and M
    /// the `max_score`; so any win is better than a draw, and any draw better than a loss. What is
    /// proven is win, draw or loss all the same: of proven wins the one with the largest margin
    /// that is sure is played. A search goes on from a position that is proven until its margin is
    /// exact; then it ends with IMM_STOPPED_PROVEN. Not together with `det` or `cut`. A game of
    /// your own needs score() for it. Default 0: off.
    pub marg: f32,
    /// A finer clock, which is read in place of `now_ms`: microseconds since any moment, wrapping
    /// around after 2^32 (71 minutes; a search may last longer, a simulation half of that). With it
    /// a search of 1 ms takes its millisecond, while on a clock that counts milliseconds it may
    /// begin at the end of one. Read at least once in 256 simulations, once or twice a millisecond,
    /// and some ten times more before the end. A library without `policies` does not look at it.
    /// Default NULL: none.
    pub now_us: Option<unsafe extern "C" fn(clock: *mut c_void) -> u32>,
}
