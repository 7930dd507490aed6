//! The description of a player: imm_config and its constants.

use core::ffi::c_void;

/// `algorithm`: Monte Carlo tree search with its options. In this manual, "the tree search" means
/// this algorithm. Needs a library with the feature `tree-search`. Only some libraries for boards
/// lack this feature.
pub const IMM_MCTS: u8 = 0;
/// `algorithm`: alpha-beta, a depth-first search with iterative deepening. Needs a library with the
/// feature `alpha-beta`.
pub const IMM_ALPHA_BETA: u8 = 1;

/// `algorithm`: best-first minimax with UCT. This algorithm is the tree search without playouts and
/// with minimax values only. A custom game needs evaluate() for this algorithm. In imm_config this
/// algorithm has its own defaults for `c` (0.7), `im` (1, the only allowed value), `fpu` (0.5) and
/// `decision` (IMM_DECIDE_LOG). IMM_BEST_FIRST excludes `no_solver`, `np`, `max`, `grave`,
/// IMM_EXPAND_ONE and all playout options.
pub const IMM_BEST_FIRST: u8 = 2;
/// `algorithm`: the player that was measured as the strongest in a built-in game. For a custom game
/// the choice depends on whether the game has evaluate(). docs/PLAYERS.md lists the matches. If the
/// block has no room for that player, IMM_BEST means mcts(). imm_best() writes the player that
/// IMM_BEST selects. Of the other fields of imm_config, only `seed` and the clock have an effect.
/// Needs a library with the feature `policies`.
pub const IMM_BEST: u8 = 3;

// BEGIN switches
/// `switches`, safe: transposition table.
/// A custom game needs hash() for it.
pub const IMM_AB_TT: u16 = 1;
/// `switches`, safe: enhanced transposition cut-offs; needs IMM_AB_TT.
/// A custom game needs hash() for it.
pub const IMM_AB_ETC: u16 = 1 << 1;
/// `switches`, safe: two killer moves for each ply.
pub const IMM_AB_KILLERS: u16 = 1 << 2;
/// `switches`, safe: relative history.
pub const IMM_AB_HISTORY: u16 = 1 << 3;
/// `switches`: best-reply search: of several opponents, only the strongest one replies.
/// A custom game needs pass() for it.
pub const IMM_AB_BRS: u16 = 1 << 4;
/// `switches`: adaptive null move, with verification.
/// A custom game needs pass() for it.
pub const IMM_AB_NULL: u16 = 1 << 5;
/// `switches`: multi-cut at expected cut nodes.
pub const IMM_AB_MULTICUT: u16 = 1 << 6;
/// `switches`: enhanced multi-cut, at expected all nodes.
pub const IMM_AB_MULTICUTA: u16 = 1 << 7;
/// `switches`: realization-probability search.
/// A custom game needs transition() for it.
pub const IMM_AB_RPS: u16 = 1 << 8;
/// `switches`: quiescence search.
/// A custom game needs noisy() for it.
pub const IMM_AB_QS: u16 = 1 << 9;
/// `switches`, safe: principal variation search.
pub const IMM_AB_PVS: u16 = 1 << 10;
/// `switches`, safe: aspiration windows.
pub const IMM_AB_ASP: u16 = 1 << 11;
/// `switches`: skips what a shallower search sees far outside the window; needs IMM_AB_TT.
pub const IMM_AB_PROBCUT: u16 = 1 << 12;
/// `switches`, safe: orders moves by the positions that they lead to.
pub const IMM_AB_LOOK: u16 = 1 << 13;
/// `switches`: searches only for win, draw or loss: no evaluation, and no shortest win.
pub const IMM_AB_WDL: u16 = 1 << 14;
/// `switches`: plays for the margin in points; not with `wdl`.
/// A custom game needs score() for it.
pub const IMM_AB_SCORE: u16 = 1 << 15;
/// `switches`: what is best for playing.
pub const IMM_AB_ALL: u16 = 0xFEF;
/// `switches`: what is best for proving who wins.
pub const IMM_AB_SOLVE: u16 = 0x6405;
/// `switches`: what is best for proving by how many points.
pub const IMM_AB_EXACT: u16 = 0xA40D;
// END switches

/// `expansion`: a leaf gets all its children at once if an option needs the values of new children,
/// or chooses among all children. These options are `im`, `cb`, `impb`, `pb`, `tp`, `ct`, `fpu`,
/// `np`, `softmax` and `eps`. Otherwise a leaf gets one child in each simulation.
pub const IMM_EXPAND_AUTO: u8 = 0;
/// `expansion`: a leaf gets one child in each simulation. This needs the least memory.
pub const IMM_EXPAND_ONE: u8 = 1;
/// `expansion`: a leaf gets all its children at once, each with its static value.
pub const IMM_EXPAND_ALL: u8 = 2;

/// `im_schedule`: the weight is `im` at any number of visits.
pub const IMM_IM_CONSTANT: u8 = 0;
/// `im_schedule`: the weight at a node with n visits is im * K / (n + K), where K is `im_visits`.
/// The weight falls to half of `im` after K visits.
pub const IMM_IM_FALLING: u8 = 1;
/// `im_schedule`: the weight at a node with n visits is im * n / (n + K), where K is `im_visits`.
/// The weight rises to half of `im` after K visits.
pub const IMM_IM_RISING: u8 = 2;

/// `pb_divisor`: the bias is divided by sqrt(losses + 1).
pub const IMM_PB_SQRT_LOSSES: u8 = 0;
/// `pb_divisor`: the bias is divided by losses + 1.
pub const IMM_PB_LOSSES: u8 = 1;
/// `pb_divisor`: the bias is divided by visits + 1.
pub const IMM_PB_VISITS: u8 = 2;
/// `pb_divisor`: `pb` is the weight of proof numbers. The search adds pb (1 - p / s) to the bound
/// of a child. Here, p is the child's proof number for the player to move. It is roughly the number
/// of positions that this player must still win to prove a win. s is the sum of p over all
/// children. A node gets all its children at once. Not together with `tp` or `grave`, nor in a
/// shared tree.
pub const IMM_PN_SUM: u8 = 3;
/// `pb_divisor`: like IMM_PN_SUM, but s is the largest p of all children.
pub const IMM_PN_LARGEST: u8 = 4;
/// `pb_divisor`: like IMM_PN_SUM, but s is the number of children, and p is the rank of the child
/// if the children are sorted by their proof numbers.
pub const IMM_PN_RANK: u8 = 5;

/// `pb_divisor`: `pb` is the weight of mobility. The search adds pb (1 - m / a) to the bound of a
/// child. Here, m is the number of legal moves that the opponent has at the child, and a is the
/// average of m over the siblings. Nothing is added for children that were not expanded yet. A node
/// gets all its children at once. Not together with `tp`, nor in a shared tree.
pub const IMM_PB_MOBILITY: u8 = 6;

/// `playout`: moves are sampled uniformly, unless the option `ipp` or `ege` is on.
pub const IMM_PLAYOUT_SAMPLED: u8 = 0;
// BEGIN strategies
/// `playout`: moves are sampled by transition probability.
/// A custom game needs transition() for it.
pub const IMM_PLAYOUT_TRANSITION: u8 = 1;
/// `playout`: Corrective: as IMM_PLAYOUT_TRANSITION, but rarely a move that lowers the evaluation.
pub const IMM_PLAYOUT_CORRECTIVE: u8 = 2;
/// `playout`: Greedy: the best by evaluation of the K most probable moves, 1 to 12.
pub const IMM_PLAYOUT_GREEDY: u8 = 3;
/// `playout`: Mixed: Corrective for the first move of a playout, then Greedy.
pub const IMM_PLAYOUT_MIXED: u8 = 4;
/// `playout`: alpha-beta playouts: the best move of a selective search of D plies, 1 to 3.
pub const IMM_PLAYOUT_ALPHA_BETA: u8 = 5;
/// `playout`: MAST: of K sampled moves, 1 to 12, the one with the best mean result.
pub const IMM_PLAYOUT_MAST: u8 = 6;
/// `playout`: sampled; but an immediate win is played, and moves that allow one are avoided.
pub const IMM_PLAYOUT_DECISIVE: u8 = 7;
/// `playout`: MAST: with probability P, 0.01 to 1, the best mean result; otherwise sampled.
pub const IMM_PLAYOUT_MAST_GREEDY: u8 = 8;
// END strategies

/// `playout_looked`: all moves that are not searched are tested for an immediate win or draw.
pub const IMM_LOOK_ALL: u8 = 254;

/// `leaf`: a new child gets its static value.
pub const IMM_LEAF_STATIC: u8 = 0;
/// `leaf`: a new child gets the value of an alpha-beta search of `leaf_depth` plies.
pub const IMM_LEAF_ALPHA_BETA: u8 = 1;
/// `leaf`: a new child gets the value of a quiescence search of up to 4 plies. A custom game needs
/// noisy() for it.
pub const IMM_LEAF_QUIESCENCE: u8 = 2;

/// `flags`: a table of position values from the evaluation or from leaf searches. With this table,
/// a position to which several lines lead is rarely evaluated twice. Set this flag if an evaluation
/// takes long. The tables of IMM_FLAG_EVALTT and IMM_FLAG_PROOFTT share an eighth of the tree's
/// memory. A custom game needs hash() for it.
pub const IMM_FLAG_EVALTT: u8 = 1;
/// `flags`: a table of solved positions. With the table, a position that is solved in one part of
/// the tree counts as solved in all parts. Set this flag if many lines lead to the same position,
/// or to solve games that are larger than the memory. hash() must cover everything on which the
/// rules depend. Not together with `no_solver`, nor in a shared tree. The tables of IMM_FLAG_EVALTT
/// and IMM_FLAG_PROOFTT share an eighth of the tree's memory.
pub const IMM_FLAG_PROOFTT: u8 = 2;
/// `flags`: score bounds. The search also proves that a player cannot lose. If a draw is certain,
/// the search skips moves that cannot win. Set this flag to prove draws. The flag takes no memory.
/// Not together with `no_solver` or `marg`, nor in a shared tree.
pub const IMM_FLAG_BOUNDS: u8 = 4;
/// `flags`: informed priors. A new child starts as if it had `np` visits, with its value as their
/// mean result. The value comes from the evaluation or from `leaf`. Not in IMM_BEST_FIRST, nor with
/// IMM_EF_TOLD.
pub const IMM_FLAG_INFORMED: u8 = 8;
/// `flags`: correction of values. When a node is expanded, the best value of its children replaces
/// its static value. The values of new nodes are corrected by three quarters of the mean of these
/// differences after the same move. For IMM_BEST_FIRST, or with `im` or `impb`. Not with `grave` or
/// mast, nor with IMM_EF_TOLD or in a shared tree. The table takes at most an eighth of the memory.
pub const IMM_FLAG_CORRECTED: u8 = 16;

/// `decision`: the move with the most visits ("robust child"). With IMM_BEST_FIRST, this value (0)
/// means the default, IMM_DECIDE_LOG. To choose the move with the most visits in IMM_BEST_FIRST,
/// set IMM_DECIDE_SAFEST.
pub const IMM_DECIDE_VISITS: u8 = 0;
/// `decision`: the move with the largest value - 1/sqrt(visits) ("secure child").
pub const IMM_DECIDE_SECURE: u8 = 1;
/// `decision`: the move with the largest value.
pub const IMM_DECIDE_VALUE: u8 = 2;
/// `decision`: the move with the largest value + ln(visits).
pub const IMM_DECIDE_LOG: u8 = 3;
/// `decision`: the move with the most visits, also with IMM_BEST_FIRST.
pub const IMM_DECIDE_SAFEST: u8 = 4;

/// `evaluator`: the default evaluation of a built-in game, or evaluate() of a custom game.
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
/// `evaluator`: efSimple, Lines of Action: how close the pieces are, and how many touch.
pub const IMM_EF_SIMPLE: u8 = 5;
/// `evaluator`: efNet, Any game with features: a net that was learned from games.
pub const IMM_EF_NET: u8 = 6;
/// `evaluator`: efTold, Any game: values that the calling program computes, see imm_collect().
pub const IMM_EF_TOLD: u8 = 7;
// END evaluators

/// The number 0, for fields in which 0 selects a default that is not 0. These fields are `c`,
/// `fpu`, `ege`, `fet` and `playout_looked` of imm_config, and `overhead_ms` of imm_clock. Assign
/// IMM_ZERO to a field of any type; an unsigned field then holds its largest number. (If
/// -Wconversion warns about the assignment, cast IMM_ZERO to the type of the field.)
pub const IMM_ZERO: i32 = -1;

/// A player: the options of a search. Begin with imm_config_default(), then change fields or call
/// imm_configure(). In every field 0 means the default. So a struct of zeros with `struct_size` set
/// is the default player without a clock. If the default is not the number 0, IMM_ZERO means the
/// number 0.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct imm_config {
    /// sizeof(imm_config).
    pub struct_size: u32,
    /// The number of visits that a leaf must have before it is expanded. Default 0: a leaf is
    /// expanded at its first visit, or at its second visit if it gets one child at a time.
    /// Suggested: 0, or 1 with proof numbers (IMM_PN_SUM).
    pub threshold: u32,
    /// The seed of the random numbers. The same seed, memory, game and iterations lead to the same
    /// tree on every machine. Default 0. Suggested: a different seed for each thread.
    pub seed: u64,
    /// The exploration constant C of UCT, greater than 0 and at most 100. Default 1.0; 0.7 in
    /// IMM_BEST_FIRST. IMM_ZERO means no exploration. Suggested: the default.
    pub c: f32,
    /// Alpha of implicit minimax, 0 to 1: the weight of the minimax value against the mean of the
    /// playouts. Default 0: no implicit minimax; 1 in IMM_BEST_FIRST. Suggested: 0.4 if the game
    /// has an evaluation.
    pub im: f32,
    /// The evaluation function: IMM_EF_*. Default IMM_EF_DEFAULT, the first choice of the game.
    /// Suggested: IMM_EF_NET if the game has a net.
    pub evaluator: u8,
    /// The improved playout policy. If this field is not 0, playouts sample moves by the game's
    /// weights. Default 0: all moves are equally likely. Suggested: 1 if the game has weights.
    pub ipp: u8,
    /// How many children a leaf gets at once: IMM_EXPAND_*. Default IMM_EXPAND_AUTO. Suggested: the
    /// default. IMM_EXPAND_ONE needs between a sixth and a third of the memory of IMM_EXPAND_ALL.
    pub expansion: u8,
    /// How the final move is chosen: IMM_DECIDE_*. Default IMM_DECIDE_VISITS; IMM_DECIDE_LOG in
    /// IMM_BEST_FIRST. Suggested: the default. A solved win always comes first.
    pub decision: u8,
    /// A number other than 0 switches the solver off. Default 0: the search solves wins, losses and
    /// draws. Suggested: 0; 1 only for comparisons.
    pub no_solver: u8,
    /// A number other than 0 switches recycling off: a full tree no longer grows. Default 0: a full
    /// tree recycles its least recently used parts. Suggested: 0; 1 only for comparisons.
    pub no_recycle: u8,
    /// How the weight `im` depends on the number of visits of a node: IMM_IM_*. Default
    /// IMM_IM_CONSTANT. Suggested: the default.
    pub im_schedule: u8,
    /// What `pb` is the weight of: with IMM_PB_MOBILITY, mobility; with IMM_PN_*, proof numbers;
    /// with the other IMM_PB_*, static values, which are then divided by this divisor. Default
    /// IMM_PB_SQRT_LOSSES. Suggested: the default, or IMM_PB_MOBILITY with `pb` 0.2, `grave` 50 and
    /// `threshold` 1 for a game with rules only.
    pub pb_divisor: u8,
    /// The search algorithm: IMM_MCTS, IMM_ALPHA_BETA, IMM_BEST_FIRST or IMM_BEST. Default
    /// IMM_MCTS. Suggested: IMM_BEST. Of the other fields, alpha-beta reads only `evaluator`,
    /// `switches` and the clock. Without an evaluation function, alpha-beta values every undecided
    /// position as a draw.
    pub algorithm: u8,
    /// How playouts choose their moves: IMM_PLAYOUT_*. Default IMM_PLAYOUT_SAMPLED: moves are
    /// sampled uniformly, unless `ipp` or `ege` is on. The other policies exclude `ege`, and all
    /// except IMM_PLAYOUT_MAST_GREEDY exclude `ipp`. Suggested: IMM_PLAYOUT_DECISIVE if one
    /// unexpected move can win the game at once.
    pub playout: u8,
    /// Enhancements of alpha-beta: IMM_AB_* added together. With only safe switches, the search
    /// finds the same value as plain alpha-beta at the same depth, only faster. (Values may differ
    /// after a move, because the search keeps its table.) The other switches skip moves that are
    /// unlikely to matter, or search noisy moves deeper; solved wins and losses are still correct.
    /// A switch stays off if the game does not have the knowledge for it. Default 0: no switch is
    /// on. Suggested: IMM_AB_ALL to play, IMM_AB_SOLVE to prove who wins, IMM_AB_EXACT to prove by
    /// how many points.
    pub switches: u16,
    /// The constant K of `im_schedule`, 1 to 9999999 visits. Ignored with IMM_IM_CONSTANT, which is
    /// the suggested schedule.
    pub im_visits: u32,
    /// Alpha of constant bias, 0 to 1: the weight of a child's own static value against the mean.
    /// Default 0: no bias. Suggested: 0; `im` 0.4 scores 68.5 % against constant bias.
    pub cb: f32,
    /// Alpha of progressive bias by minimax values, 0 to 1. The minimax value of a child has the
    /// weight alpha / (visits + 1), and the mean has the weight 1 - alpha. Default 0: no bias.
    /// Suggested: 0; `im` 0.4 scores 66.0 % against this bias.
    pub impb: f32,
    /// The weight of progressive bias, 0 to 100. The search adds a bias to the bound of a child:
    /// the weight times the child's static value, divided by the divisor that `pb_divisor` selects.
    /// Default 0: no bias. Suggested: 0; this option was not measured on its own.
    ///
    /// With IMM_PN_* in `pb_divisor`, this field is the weight of proof numbers. Default 0: off.
    /// Suggested: 1. With IMM_PB_MOBILITY, it is the weight of mobility. Default 0: off. Suggested:
    /// 0.2.
    pub pb: f32,
    /// The weight of progressive bias by transition probability, 0 to 100. The search adds a bias
    /// to the bound of a child: the weight times the probability of the move to the child, divided
    /// by the divisor that `pb_divisor` selects. Not together with `pb`. Default 0: no bias.
    /// Suggested: 10 with `ct` 5, as in MC-LOA.
    ///
    /// With IMM_EF_TOLD this field is the weight X of PUCT. The exploration term of a child with
    /// the prior P and n visits is then X P sqrt(N) / (n + 1), where N is the number of visits of
    /// the position above. A child without visits has the value of the position above. The field
    /// `c` has no effect. Default 0: selection by `c`, without priors. Suggested: 1.5.
    pub tp: f32,
    /// A number of visits, 1 to 9999999. At a node with fewer visits, the search does not select a
    /// child by its bound, but samples a child in the way that IMM_PLAYOUT_CORRECTIVE samples a
    /// move. Not together with IMM_EXPAND_ONE. Default 0: children are never sampled. Suggested: 5
    /// with `tp` 10, as in MC-LOA.
    pub ct: u32,
    /// First-play urgency (FPU), greater than 0 and at most 100. Unvisited children then compete
    /// with visited children: the bound of an unvisited child is its static value plus this number.
    /// Default 0: off, all unvisited children are visited first; 0.5 in IMM_BEST_FIRST. IMM_ZERO
    /// means an urgency of 0. Not together with IMM_EXPAND_ONE. Suggested: the default.
    pub fpu: f32,
    /// Evaluation cut-off, up to 65535: a playout ends as won or lost when the absolute raw
    /// evaluation reaches this number. The scale depends on the evaluation: the maximum is 40 for
    /// IMM_EF_MS, 364 for IMM_EF_LH, and the number of seeds for IMM_EF_RS. For a custom game the
    /// raw evaluation is 32767 times the value of evaluate(). Default 0: no cut-off. Suggested: 400
    /// for IMM_EF_WB in MC-LOA ("mcts(mcloa)").
    pub cut: u32,
    /// The number of playout moves from one test of `cut` to the next, 1 to 999.
    /// IMM_PLAYOUT_CORRECTIVE, _GREEDY, _MIXED and _ALPHA_BETA instead test every position that
    /// they evaluate. Default 0, which means 3. Suggested: 0.
    pub cut_period: u32,
    /// The search depth of IMM_PLAYOUT_ALPHA_BETA in plies, 1 to 3. Default 0, which means 2.
    /// Suggested: 0.
    pub playout_depth: u8,
    /// How many moves IMM_PLAYOUT_ALPHA_BETA searches at each ply, 1 to 12. Killer moves come
    /// first, then the best moves by transition() (by order() if the game has no transition()). The
    /// first number is also the number of moves that IMM_PLAYOUT_GREEDY and IMM_PLAYOUT_MIXED
    /// evaluate, and that IMM_PLAYOUT_MAST samples. For IMM_PLAYOUT_MAST_GREEDY it is a probability
    /// in percent, 1 to 100. Default 0, which means 7, 5, 5; 3 for IMM_PLAYOUT_MAST, 30 for
    /// IMM_PLAYOUT_MAST_GREEDY. Suggested: 0.
    pub playout_evaluated: [u8; 3],
    /// How many other moves IMM_PLAYOUT_ALPHA_BETA tests at each ply for an immediate win or draw.
    /// The sum with `playout_evaluated` is at most 12. IMM_LOOK_ALL means all moves, IMM_ZERO means
    /// no move. Default 0, which means all, none, none. Suggested: 0.
    pub playout_looked: [u8; 3],
    /// Switches of the tree search: IMM_FLAG_* added together. Error: IMM_ERR_OUT_OF_RANGE for an
    /// unknown bit. Default 0: all switches are off. Suggested: IMM_FLAG_CORRECTED with
    /// IMM_BEST_FIRST; IMM_FLAG_PROOFTT to solve games with many transpositions; IMM_FLAG_BOUNDS
    /// to prove draws; IMM_FLAG_INFORMED with `np`, if IMM_BEST_FIRST plays badly.
    pub flags: u8,
    /// Softmax: the temperature T, greater than 0 and at most 100. Children are not selected by
    /// their bounds, but sampled with odds exp(Q / T), where Q is the estimate of a child, -1 to 1.
    /// Not together with IMM_EXPAND_ONE. Default 0: no sampling. Suggested: 0; IMM_BEST_FIRST with
    /// softmax scores 31 to 37 % against IMM_BEST_FIRST without softmax.
    pub softmax: f32,
    /// The probability, 0 to 1, that the search does not select a child, but samples one. All
    /// children that are not solved are then equally likely. Not together with IMM_EXPAND_ONE.
    /// Default 0: never. Suggested: 0; 0.1 in unbounded best-first minimax ("bfm(ubfm)").
    pub eps: f32,
    /// How a new child gets its value: IMM_LEAF_*. Default IMM_LEAF_STATIC. The other values take
    /// memory from the tree, for lists of moves: see imm_leaf_memory(). With these values, a
    /// simulation runs a leaf search for each move of a position, and each leaf search visits at
    /// most about 4,096 positions. The search checks the clock and imm_stop() only after the last
    /// of these leaf searches. There is one exception: IMM_LEAF_ALPHA_BETA of two plies or more,
    /// without an iteration limit, on a target with an operating system. In this case the search
    /// also checks between two leaf searches. Suggested: IMM_LEAF_QUIESCENCE with IMM_BEST_FIRST if
    /// the evaluation does not consider captures.
    pub leaf: u8,
    /// The depth of IMM_LEAF_ALPHA_BETA in plies, 1 to 4. Default 0, which means 2. Suggested: 1 or
    /// 2 if a search has only a few milliseconds.
    pub leaf_depth: u8,
    /// All moves as first (GRAVE), 1 to 65535: the value of a move also includes the simulations in
    /// which the move was played later in the game. The field is a number of simulations. A
    /// position with at least this many simulations uses its own move statistics. A position with
    /// fewer simulations uses the statistics of the nearest position above it that has enough
    /// simulations. GRAVE is for games without an evaluation. Takes at most an eighth of the tree's
    /// memory. Not together with `fpu`, nor in a shared tree. Default 0: no GRAVE. Suggested: 50
    /// with `threshold` 1 and IMM_PB_MOBILITY for a game with rules only.
    pub grave: u16,
    /// Node priors: the prior of a new child counts as this number of visits, up to 10000. With
    /// IMM_FLAG_INFORMED the value of the child is its prior. Default 0: no priors. Suggested: 10
    /// if the game has priors, 30 with IMM_FLAG_INFORMED, `im` 0.8 and `c` 0.3.
    pub np: u32,
    /// Epsilon of epsilon-greedy playouts, 0 to 1: the probability that a playout samples its move
    /// (by the weights, if the game has weights). Otherwise the playout plays the move with the
    /// best static value. IMM_ZERO means 0: always greedy. Default 0: the playouts are not greedy.
    /// Suggested: 0.1 with `det` 0.5 if the evaluation is fast.
    pub ege: f32,
    /// Fixed early termination: the number of playout moves after which the static value is the
    /// result, 1 to 9999. IMM_ZERO means no playout move. Default 0: no early termination.
    /// Suggested: 4 if the evaluation is good.
    pub fet: u32,
    /// Dynamic early termination, 0 to 1: a playout ends as won or lost when the absolute static
    /// value reaches this number. Default 0: no early termination. Suggested: 0.5 with `ege` 0.1 if
    /// the evaluation is fast.
    pub det: f32,
    /// The number of playout moves from one test of `det` to the next, 1 to 999. Default 0, which
    /// means 5. Suggested: 0.
    pub det_period: u32,
    /// Maximum backpropagation: a node with at least this many visits passes up the best estimate
    /// of its children instead of the result of the simulation. With `np` the visits of the prior
    /// count too. Default 0: no maximum backpropagation. Suggested: 0; 1000 scores 37.0 % against
    /// `im` 0.4.
    pub max: u32,
    /// A clock: milliseconds since an arbitrary moment. The number wraps around after 2^32. The
    /// search reads the clock at least once in 256 simulations. If the clock stops, only other
    /// limits and imm_stop() end a search. If the clock is set forward, the step counts as time. If
    /// it is set back (a difference above 2^31), the step does not count. imm_config_default() sets
    /// the clock of the operating system, if one exists; searches read this clock in microseconds.
    /// NULL: no clock, unless `now_us` is set. Without a clock, searches limited only by time are
    /// refused.
    pub now_ms: Option<unsafe extern "C" fn(clock: *mut c_void) -> u32>,
    /// The argument of `now_ms` and `now_us`. May be NULL.
    pub clock: *mut c_void,
    /// The temperature T for the choice of the final move, greater than 0 and at most 100. The move
    /// is sampled with odds visits^(1/T), so with T = 1 the odds are proportional to the visits. A
    /// solved win is always played, and a solved loss only if all moves lose. The sample depends
    /// only on the seed and the tree: imm_get_report() always returns the same move. Use this field
    /// for play below full strength. Default 0: the move is chosen by `decision`. Suggested: 0, or
    /// a value from imm_level().
    pub temp: f32,
    /// Playing for points: the weight W of the margin in a result, 0 to 1. A finished game has the
    /// value 1 - W + W m / M for its winner. Here m is the number of points by which the winner is
    /// ahead, at least 1, and M is `max_score`. So every win is better than a draw, and every draw
    /// better than a loss. A solved position is still a win, draw or loss. Among solved wins, the
    /// search plays the win with the largest certain margin. After the searched position is solved,
    /// the search continues until the margin is exact, and ends with IMM_STOPPED_PROVEN. Not
    /// together with `det`, `cut` or IMM_FLAG_BOUNDS. A custom game needs score() for this option.
    /// Default 0: points do not count. Suggested: 0.2 to play for points.
    pub marg: f32,
    /// A finer clock, which replaces `now_ms`: microseconds since an arbitrary moment. The number
    /// wraps around after 2^32 (71 minutes). A search may last longer, but a single simulation must
    /// take less than half of this time. With this clock, a search of 1 ms takes 1 ms. With a clock
    /// in milliseconds, such a search may end at once, if it begins just before the clock advances.
    /// The search reads the clock at least once in 256 simulations, once or twice a millisecond,
    /// and about ten more times before the end. A library without the feature `policies` ignores
    /// this clock. Default NULL: no finer clock. Suggested: set it for searches of a few
    /// milliseconds.
    pub now_us: Option<unsafe extern "C" fn(clock: *mut c_void) -> u32>,
}
