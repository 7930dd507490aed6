//! Knowledge about a game that a search can use in addition to the rules. Every method is optional.
//! The default implementations mean "unknown".

use crate::base::TELLS;
use crate::base::rng::Rng;
pub use crate::game::evaluator::Evaluator;
use crate::game::players::reward;
use crate::game::value::{Outcome, Value};
use crate::game::{Game, Move, MoveList};

/// The weight of a move in a weighted playout (option `ipp`). It is either the relative odds of the
/// move, or one of two commands.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
pub struct Weight(pub u16);

impl Weight {
    /// The odds of an ordinary move.
    pub const ORDINARY: Self = Self(1);
    /// The weight of an anti-decisive move. If a position has such moves, playouts sample only from
    /// them, uniformly.
    pub const FORCED: Self = Self(0xFFFE);
    /// The weight of a decisive move, which wins at once. Playouts always play such a move.
    pub const DECISIVE: Self = Self(0xFFFF);
    /// The largest weight that is used as odds. The two larger values, `FORCED` and `DECISIVE`, are
    /// commands.
    pub const MAX: Self = Self(0xFFFD);
}

/// A node prior (option `np`): an estimate of how often the player who makes a move will win.
#[derive(Clone, Copy, PartialEq, PartialOrd, Debug)]
pub struct Prior {
    /// Win rate in `[0, 1]`, from the point of view of the player who makes the move.
    pub win_rate: f32,
}

/// The abilities of a game. They decide which players can play it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Abilities {
    /// True if the game has the evaluation function that the player uses.
    pub evaluator: bool,
    /// True if [`Knowledge::weight`] differs between moves.
    pub weights: bool,
    /// True if the game has a [`Knowledge::prior`].
    pub priors: bool,
    /// True if [`Knowledge::transition`] returns probabilities.
    pub transitions: bool,
    /// True if the game has a [`Knowledge::score`]. This field exists only with the Cargo feature
    /// `policies`, which contains the options that need a score.
    #[cfg(feature = "policies")]
    pub score: bool,
    /// The result of [`Knowledge::built_in`].
    #[cfg(feature = "policies")]
    pub built_in: &'static str,
    /// True if the game has a [`Knowledge::hash`]. imm uses this answer when it looks up the best
    /// player for a custom game. Always false for a built-in game, because imm looks up its best
    /// player by name.
    #[cfg(feature = "policies")]
    pub hash: bool,
    /// True if [`Knowledge::order`] differs between moves.
    #[cfg(feature = "policies")]
    pub order: bool,
    /// True if the game comes with a net that fits it ([`Knowledge::shipped_net`]).
    #[cfg(feature = "policies")]
    pub net: bool,
    /// The result of [`Game::max_moves`].
    #[cfg(feature = "policies")]
    pub max_moves: usize,
    /// The result of [`Game::has_chance`].
    #[cfg(feature = "chance")]
    pub chance: bool,
    /// The result of [`Game::players`].
    #[cfg(feature = "players")]
    pub players: usize,
    /// The result of [`Knowledge::skips_turns`].
    #[cfg(feature = "players")]
    pub skips_turns: bool,
}

impl Abilities {
    /// True if the game has chance events and this library supports them.
    #[inline]
    pub(crate) const fn has_chance(&self) -> bool {
        #[cfg(feature = "chance")]
        return self.chance;
        #[cfg(not(feature = "chance"))]
        return false;
    }

    /// True if this game for three or more players can skip turns. Also true for a game with fewer
    /// players, and if this library supports only two players.
    #[inline]
    pub(crate) const fn skips_if_several(&self) -> bool {
        #[cfg(feature = "players")]
        return self.skips_turns || self.players <= 2;
        #[cfg(not(feature = "players"))]
        return true;
    }

    /// True if the game does not have two players, and this library supports that.
    #[inline]
    pub(crate) const fn not_two_players(&self) -> bool {
        #[cfg(feature = "players")]
        return self.players != 2;
        #[cfg(not(feature = "players"))]
        return false;
    }
}

/// Optional knowledge about a game. A search calls only the methods that its options need.
///
/// Every value is from the **first** player's point of view, unless the comment of the method names
/// another point of view (see [`crate::game::value`]).
pub trait Knowledge: Game {
    /// The abilities of this game, for a player with this evaluation function.
    fn abilities(&self, evaluator: Evaluator) -> Abilities {
        Abilities {
            evaluator: match evaluator {
                Evaluator::NET => cfg!(feature = "nets") && self.feature_count() > 0,
                Evaluator::TOLD => TELLS,
                _ => self.has_evaluator(evaluator),
            },
            weights: self.has_weights(),
            priors: self.has_priors(),
            transitions: self.has_transitions(),
            #[cfg(feature = "policies")]
            score: self.max_score() > 0,
            #[cfg(feature = "policies")]
            built_in: self.built_in(),
            #[cfg(feature = "policies")]
            hash: self.built_in().is_empty() && self.hash().is_some(),
            #[cfg(feature = "policies")]
            order: self.has_order(),
            #[cfg(all(feature = "policies", feature = "nets"))]
            net: crate::net::features_of(self.shipped_net()).is_some_and(|count| count == self.feature_count()),
            #[cfg(all(feature = "policies", not(feature = "nets")))]
            net: false,
            #[cfg(feature = "policies")]
            max_moves: self.max_moves(),
            #[cfg(feature = "chance")]
            chance: self.has_chance(),
            #[cfg(feature = "players")]
            players: self.players(),
            #[cfg(feature = "players")]
            skips_turns: self.skips_turns(),
        }
    }

    /// The name of this game in imm's table of best players ([`crate::player::best::BEST`]). Empty
    /// for a game that is not built in.
    fn built_in(&self) -> &'static str {
        ""
    }

    /// True if this game has the evaluation function `evaluator`. Without an evaluation function,
    /// implicit minimax has no values to back up.
    fn has_evaluator(&self, evaluator: Evaluator) -> bool {
        let _ = evaluator;
        false
    }

    /// The static value v0 of a position that is not over, from the first player's point of view.
    fn evaluate(&self, evaluator: Evaluator) -> Value {
        let _ = evaluator;
        Value::DRAW
    }

    /// The raw evaluation of a position that is not over, before [`Knowledge::squash`]. It is an
    /// integer from -65,535 to 65,535, from the first player's point of view. Alpha-beta compares
    /// raw evaluations, because [`Knowledge::squash`] makes large advantages equal.
    fn points(&self, evaluator: Evaluator) -> i32 {
        i32::from(self.evaluate(evaluator).raw())
    }

    /// Converts a raw evaluation from [`Knowledge::points`] to a static value.
    fn squash(evaluator: Evaluator, points: i32) -> Value {
        let _ = evaluator;
        Value::from_raw(points.clamp(-0x7FFF, 0x7FFF) as i16)
    }

    /// The number of input features for a net, at most 256. It is 0 if the game has no features.
    /// Such a game cannot use a net ([`Evaluator::NET`]).
    fn feature_count(&self) -> usize {
        0
    }

    /// Writes the input features for a net, for a position that is not over. `features` has
    /// [`Knowledge::feature_count`] entries, all zero on entry. Features are small numbers, from
    /// the point of view of the player to move. An example is one feature per square: 0 empty, 1 a
    /// piece of the player to move, 2 a piece of the opponent. The board is turned so that the
    /// player to move always moves up.
    ///
    /// A net has a weight for each value of each feature: see [`crate::net`].
    fn features(&self, features: &mut [u8]) {
        let _ = features;
    }

    /// Returns the first 64 input features for a net as two words of 64 bits (boards), for a
    /// position that is not over. Feature i is bit i of the first board, plus twice bit i of the
    /// second board. Writes all further features to `others`, which may have any content on entry.
    /// Returns `None` for all positions if the features do not have this form.
    ///
    /// The features must be the same as in [`Knowledge::features`]. With boards, a net finds the
    /// features that have changed faster. Not used on bare metal, nor by nets with patterns of
    /// several features.
    #[inline]
    fn feature_boards(&self, others: &mut [u8]) -> Option<[u64; 2]> {
        let _ = others;
        None
    }

    /// Writes the numbers of the net's rows that its patterns select in this position, and returns
    /// how many there are. The position must not be over. `layout` identifies the patterns
    /// ([`crate::net::Net::layout`]). The rows must be the ones that [`Knowledge::features`] would
    /// give, in any order. Returns 0 if the game has no faster way for these patterns, or if there
    /// is not enough room.
    ///
    /// Only nets of width 1 use this method, and not on bare metal.
    #[inline]
    fn pattern_rows(&self, layout: u32, rows: &mut [u32]) -> usize {
        let _ = (layout, rows);
        0
    }

    /// The bytes of the net that comes with the game; empty for a game without a net. A player that
    /// has no other net uses it, if it passes [`crate::net::Net::check_for`].
    fn shipped_net(&self) -> &'static [u8] {
        &[]
    }

    /// True if [`Knowledge::weight`] differs between moves.
    fn has_weights(&self) -> bool {
        false
    }

    /// Returns the playout weight of a legal move, for the option `ipp`.
    fn weight(&self, mv: Move) -> Weight {
        let _ = mv;
        Weight::ORDINARY
    }

    /// Samples a legal move by [`Knowledge::weight`]. If there is a decisive move, returns this
    /// move. Otherwise, if there are forced moves, samples one of them uniformly. Otherwise the
    /// weights are the odds (all moves have the same odds if all weights are 0).
    ///
    /// Override this method if a game can sample without listing its moves; the distribution must
    /// stay the same.
    fn weighted_move(&self, rng: &mut Rng, moves: &mut MoveList<'_>) -> Option<Move> {
        moves.clear();
        self.legal_moves(moves);
        self.sample(moves.as_slice(), rng)
    }

    /// Returns one of the legal `moves`, sampled as in [`Knowledge::weighted_move`]; `None` if
    /// `moves` is empty.
    fn sample(&self, moves: &[Move], rng: &mut Rng) -> Option<Move> {
        let (mut total, mut forced) = (0_u32, 0_u32);
        for &mv in moves {
            match self.weight(mv) {
                Weight::DECISIVE => return Some(mv),
                Weight::FORCED => forced = forced.wrapping_add(1),
                Weight(odds) => total = total.saturating_add(u32::from(odds)),
            }
        }
        if forced == 0 && total == 0 {
            return moves.get(rng.below(moves.len() as u32) as usize).copied();
        }
        let mut rest = rng.below(if forced > 0 { forced } else { total });
        let sampled = moves.iter().copied().find(|&mv| {
            let share = match self.weight(mv) {
                Weight::FORCED => 1,
                _ if forced > 0 => 0,
                Weight(odds) => u32::from(odds),
            };
            let chosen = rest < share;
            rest = rest.wrapping_sub(if chosen { 0 } else { share });
            chosen
        });
        // A game may return smaller weights at the second call. Then the loop ends without a move.
        sampled.or(moves.last().copied())
    }

    /// Lists the legal moves that [`Knowledge::weighted_move`] can return, in the order of
    /// [`Game::legal_moves`]. These are the first decisive move; if there is none, the forced
    /// moves; if there are none, the moves with a weight above 0; and if all weights are 0, all
    /// moves.
    ///
    /// Override this method if a game can find these moves without computing the weight of each
    /// move; the list must stay the same.
    fn candidates(&self, moves: &mut MoveList<'_>) {
        moves.clear();
        self.legal_moves(moves);
        let class = |mv| match self.weight(mv) {
            Weight::DECISIVE => 3,
            Weight::FORCED => 2,
            Weight(0) => 0,
            Weight(_) => 1,
        };
        let best = moves.as_slice().iter().map(|&mv| class(mv)).max();
        moves.retain(|mv| Some(class(mv)) == best);
        if moves.is_empty() {
            self.legal_moves(moves); // a game may return a smaller weight the second time
        }
        if best == Some(3) {
            moves.set_len(1);
        }
    }

    /// Returns true if one of `moves`, which are all legal moves, is decisive. Otherwise, if there
    /// are forced moves, removes all others. Alpha-beta calls this method for the option `wdl`.
    ///
    /// Override this method if a game has no such moves, or finds them without computing the weight
    /// of each move; the result must stay the same.
    fn keep_forced(&self, moves: &mut MoveList<'_>) -> bool {
        let (mut forced, all) = (0_usize, moves.len());
        for index in 0..all {
            let Some(mv) = moves.get(index) else { break };
            match self.weight(mv) {
                Weight::DECISIVE => return true,
                Weight::FORCED => {
                    if let Some(slot) = moves.spare().get_mut(forced) {
                        (*slot, forced) = (mv, forced.wrapping_add(1));
                    }
                }
                Weight(_) => {}
            }
        }
        moves.set_len(if forced == 0 { all } else { forced });
        false
    }

    /// Returns the move of [`Knowledge::candidates`] that has the best static value for the player
    /// to move (option `ege`). If several moves are equally good, samples one of them as in
    /// [`Knowledge::weighted_move`]. The position is unchanged afterwards.
    ///
    /// Override this method if a game can find the move without trying each move; the distribution
    /// must stay the same.
    fn greedy_move(&mut self, evaluator: Evaluator, rng: &mut Rng, moves: &mut MoveList<'_>) -> Option<Move> {
        best_by_trying(self, rng, moves, |game| game.evaluate(evaluator))
    }

    /// True if the game has a [`Knowledge::prior`] for some moves.
    fn has_priors(&self) -> bool {
        false
    }

    /// Returns the node prior of a legal move, for the option `np`. `None` means unknown. An
    /// unknown prior counts as a win rate of 1/2.
    fn prior(&self, mv: Move) -> Option<Prior> {
        let _ = mv;
        None
    }

    /// The largest margin, in points, by which this game can be won. At most 32,767; 0 if the game
    /// has no points.
    fn max_score(&self) -> u16 {
        0
    }

    /// The points of the first player minus the points of the second player, in a position that is
    /// over. `None` if the game has no points. The option `marg` converts points to results.
    fn score(&self) -> Option<i32> {
        None
    }

    /// True if [`Knowledge::order`] differs between moves. imm uses this answer to choose the best
    /// player for a game.
    fn has_order(&self) -> bool {
        false
    }

    /// The static order of a legal move: moves with a higher number are tried first.
    fn order(&self, mv: Move) -> i32 {
        let _ = mv;
        0
    }

    /// The order of a legal move near the root of the tree, where a bad order costs more time.
    /// Moves with a higher number are tried first. The position is unchanged afterwards.
    ///
    /// The default is the raw evaluation after the move, from the point of view of the player who
    /// makes it.
    fn order_deep(&mut self, evaluator: Evaluator, mv: Move) -> i32 {
        order_by_value(self, evaluator, mv)
    }

    /// Returns [`Game::outcome`] after this legal move, if the game can compute the outcome without
    /// making the move. Returns `None` if the game cannot do this, and `Some(None)` if the game is
    /// not over after the move.
    fn outcome_after(&self, mv: Move) -> Option<Option<Outcome>> {
        let _ = mv;
        None
    }

    /// True if this legal move is noisy: it changes the evaluation so much that a search should not
    /// stop before this move.
    fn noisy(&self, mv: Move) -> bool {
        let _ = mv;
        false
    }

    /// Appends only the noisy moves, in the order of [`Game::legal_moves`], and returns true.
    /// Returns false and appends nothing if this would not be faster than calling
    /// [`Knowledge::noisy`] for every legal move. Most positions of a quiescence search have few
    /// noisy moves, or none.
    fn noisy_moves(&self, moves: &mut MoveList<'_>) -> bool {
        let _ = moves;
        false
    }

    /// A 64-bit key of the position (board and player to move), or `None` if the game has no hash.
    /// Two positions should have different keys if the game can continue differently from them.
    /// Each bit of the key should be 0 as often as 1.
    fn hash(&self) -> Option<u64> {
        None
    }

    /// The key of the position after a legal move, if the game can compute it from this position's
    /// `key` without making the move. The result must equal [`Knowledge::hash`] after the move.
    fn hash_after(&self, key: u64, mv: Move) -> Option<u64> {
        let _ = (key, mv);
        None
    }

    /// Passes: the opponent is to move in the same position. Alpha-beta uses a pass as its null
    /// move, which need not be legal. Corrective playouts use a pass for comparison
    /// ([`crate::player::strategy::Strategy::Corrective`]). A second call, after all later moves
    /// are unmade, takes the pass back. If the second call returns false, the search reports
    /// [`crate::game::Fault::Failed`].
    ///
    /// Returns false and changes nothing if the game has no pass in this position, or if a pass
    /// would often be the best move. If the pass would end the game, alpha-beta does not try the
    /// null move, and Corrective playouts compare with the position before the pass.
    fn pass(&mut self) -> bool {
        false
    }

    /// Skips the turn of the player to move, in a game for three or more players: the next player
    /// is to move in the same position. Called only where a turn begins. Further calls, until the
    /// same player is to move again, restore the position. Returns false if the game cannot skip
    /// turns. If it does so after an earlier skip, the search reports
    /// [`crate::game::Fault::Failed`].
    #[inline]
    fn skip_turn(&mut self) -> bool {
        false
    }

    /// True if this is a game for three or more players and has [`Knowledge::skip_turn`].
    #[inline]
    fn skips_turns(&self) -> bool {
        false
    }

    /// True if the player to move has so few pieces that the null move is less reliable.
    fn few_pieces(&self) -> bool {
        false
    }

    /// Returns the category of a legal move. [`Knowledge::transition`] returns how often players
    /// choose moves of this category.
    fn category(&self, mv: Move) -> u16 {
        let _ = mv;
        0
    }

    /// True if [`Knowledge::transition`] returns probabilities.
    fn has_transitions(&self) -> bool {
        false
    }

    /// Calls `visit` for each of the legal `moves`, in their order, with the move and its
    /// [`Knowledge::transition`].
    ///
    /// Override this method if much of the computation is the same for all moves of a position.
    #[inline]
    fn each_transition(&self, moves: &[Move], mut visit: impl FnMut(Move, Option<u8>)) {
        moves.iter().for_each(|&mv| visit(mv, self.transition(mv)));
    }

    /// Returns the transition probability of a legal move, in units of 1/255. It tells how often
    /// players chose a move of this category when such a move was legal (Tsuruoka et al. 2002).
    /// `None` if unknown.
    fn transition(&self, mv: Move) -> Option<u8> {
        let _ = mv;
        None
    }
}

/// The default implementation of [`Knowledge::order_deep`], for any game with an evaluation
/// function.
pub(crate) fn order_by_value<G: Knowledge + ?Sized>(game: &mut G, evaluator: Evaluator, mv: Move) -> i32 {
    order_by_trying(game, mv, |game| game.points(evaluator))
}

/// Implements [`Knowledge::order_deep`] for any game and evaluation function. It makes the move,
/// evaluates the position, and unmakes the move.
pub(crate) fn order_by_trying<G: Knowledge + ?Sized>(game: &mut G, mv: Move, points: impl FnOnce(&G) -> i32) -> i32 {
    let mover = game.to_move();
    let undo = game.make(mv);
    let value = match game.outcome() {
        Some(outcome) => i32::from(reward(game, outcome).raw()).wrapping_mul(4),
        None => points(game).clamp(-0xFFFF, 0xFFFF),
    };
    if game.fault().is_none() {
        game.unmake(mv, undo);
    }
    value.wrapping_mul(mover.sign())
}

/// Implements [`Knowledge::greedy_move`] for any game and evaluation function. It makes each move,
/// evaluates the position, and unmakes the move.
pub(crate) fn best_by_trying<G: Knowledge + ?Sized>(
    game: &mut G,
    rng: &mut Rng,
    moves: &mut MoveList<'_>,
    mut evaluate: impl FnMut(&G) -> Value,
) -> Option<Move> {
    let mover = game.to_move();
    let mut best = Value::LOSS;
    game.candidates(moves);
    let count = moves.len();
    moves.clear();
    for index in 0..count {
        let mv = *moves.spare().get(index)?;
        let undo = game.make(mv);
        let value = match game.outcome() {
            Some(outcome) => reward(game, outcome),
            None => evaluate(game),
        };
        let value = value.for_player(mover);
        if game.fault().is_some() {
            return None; // after a fault, `unmake` may not be possible
        }
        game.unmake(mv, undo);
        if value > best {
            best = value;
            moves.clear();
        }
        if value == best {
            moves.push(mv); // never overwrites a move that is still to be read
        }
    }
    game.sample(moves.as_slice(), rng)
}

#[cfg(test)]
#[path = "knowledge_tests.rs"]
mod tests;
