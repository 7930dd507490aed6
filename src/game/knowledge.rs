//! What a search may ask about a game beyond its rules. All of it is optional; the defaults know
//! nothing.

use crate::base::rng::Rng;
pub use crate::game::evaluator::Evaluator;
use crate::game::value::{Outcome, Value};
use crate::game::{Game, Move, MoveList};

/// How eagerly a knowing playout (`ipp`) plays a move: relative odds, or one of two commands.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
pub struct Weight(pub u16);

impl Weight {
    /// The odds of an ordinary move.
    pub const ORDINARY: Self = Self(1);
    /// An anti-decisive move: while there is one, only these are drawn from, uniformly.
    pub const FORCED: Self = Self(0xFFFE);
    /// A decisive move: wins at once, and is played at once.
    pub const DECISIVE: Self = Self(0xFFFF);
    /// The largest weight that is odds and not a command.
    pub const MAX: Self = Self(0xFFFD);
}

/// A node prior (`np`): how often the side that makes a move is thought to win after it.
#[derive(Clone, Copy, PartialEq, PartialOrd, Debug)]
pub struct Prior {
    /// Win rate in `[0, 1]`, in the view of the player who makes the move.
    pub win_rate: f32,
}

/// What a game knows, as far as a player must be told whether it can play it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Abilities {
    /// Does it have the evaluation function that the player uses?
    pub evaluator: bool,
    /// Does it tell moves apart by [`Knowledge::weight`]?
    pub weights: bool,
    /// Does it have opinions by [`Knowledge::prior`]?
    pub priors: bool,
    /// Does it tell moves apart by [`Knowledge::transition`]?
    pub transitions: bool,
    /// Does it count points by [`Knowledge::score`]? Only in a library that could ask.
    #[cfg(feature = "policies")]
    pub score: bool,
    /// [`Knowledge::built_in`].
    #[cfg(feature = "policies")]
    pub built_in: &'static str,
    /// Does it have a [`Knowledge::hash`]? Of a built-in game it is not asked.
    #[cfg(feature = "policies")]
    pub hash: bool,
    /// Does it tell moves apart by [`Knowledge::order`]?
    #[cfg(feature = "policies")]
    pub order: bool,
    /// Does a net come with it ([`Knowledge::shipped_net`])?
    #[cfg(feature = "policies")]
    pub net: bool,
}

/// Optional knowledge of a game. A search asks only for what its configuration uses.
///
/// Every value is in the **first** player's view unless it says otherwise (see
/// [`crate::game::value`]).
pub trait Knowledge: Game {
    /// What this game knows, for a player who uses this evaluation function.
    fn abilities(&self, evaluator: Evaluator) -> Abilities {
        Abilities {
            evaluator: match evaluator {
                Evaluator::NET => cfg!(feature = "nets") && self.feature_count() > 0,
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
        }
    }

    /// The name under which imm has the best player of this game
    /// ([`crate::player::best::BEST`]); empty for a game that is not built in.
    fn built_in(&self) -> &'static str {
        ""
    }

    /// Does this game have the evaluation function `evaluator`? Without one, implicit minimax has
    /// nothing to back up.
    fn has_evaluator(&self, evaluator: Evaluator) -> bool {
        let _ = evaluator;
        false
    }

    /// The static value v0 of a position that is not over, in the first player's view.
    fn evaluate(&self, evaluator: Evaluator) -> Value {
        let _ = evaluator;
        Value::DRAW
    }

    /// The evaluation of a position that is not over before it is squashed, in the first player's
    /// view: a whole number of at most 65,535 either way. Alpha-beta compares these: squashed,
    /// large advantages would become equal.
    fn points(&self, evaluator: Evaluator) -> i32 {
        i32::from(self.evaluate(evaluator).raw())
    }

    /// The static value that [`Knowledge::points`] stand for.
    fn squash(evaluator: Evaluator, points: i32) -> Value {
        let _ = evaluator;
        Value::from_raw(points.clamp(-0x7FFF, 0x7FFF) as i16)
    }

    /// How many features a position has, at most 256; 0 where the game lists none, and so has no
    /// evaluator that learns ([`Evaluator::NET`]).
    fn feature_count(&self) -> usize {
        0
    }

    /// Writes the features of a position that is not over into as many zeros: small numbers of
    /// which what a position is worth may depend, in the view of who is to move. For example what
    /// stands on each square, 0 nothing, 1 a man of the mover's, 2 one of the opponent's, with the
    /// board turned so that the mover always moves up it.
    ///
    /// A net learns what each of them is worth: see [`crate::net`].
    fn features(&self, features: &mut [u8]) {
        let _ = features;
    }

    /// The bytes of the net that comes with the game, for players who are lent no other; empty
    /// where none does. It is taken where it fits: [`crate::net::Net::check_for`].
    fn shipped_net(&self) -> &'static [u8] {
        &[]
    }

    /// Does [`Knowledge::weight`] tell moves apart?
    fn has_weights(&self) -> bool {
        false
    }

    /// The playout weight of a legal move (`ipp`).
    fn weight(&self, mv: Move) -> Weight {
        let _ = mv;
        Weight::ORDINARY
    }

    /// A legal move drawn by [`Knowledge::weight`]: a decisive move if there is one, else uniformly
    /// among the forced ones if there are any, else with odds in proportion to the weights
    /// (uniformly where all are 0).
    ///
    /// Override it if a game can sample without listing its moves; the distribution must stay the
    /// same.
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
        // A game may weigh a move lighter the second time.
        sampled.or(moves.last().copied())
    }

    /// Lists the legal moves that [`Knowledge::weighted_move`] may draw, in the order of the legal
    /// moves: the first decisive one, else the forced ones, else those of a weight above 0, else
    /// all.
    ///
    /// Override it where a game can tell without weighing each move; the list must stay the same.
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
            self.legal_moves(moves); // a game may weigh a move lighter the second time
        }
        if best == Some(3) {
            moves.set_len(1);
        }
    }

    /// Of [`Knowledge::candidates`], the move with the best static value after it for its player
    /// (`ege`); equals are drawn as by [`Knowledge::weighted_move`]. The position is as before.
    ///
    /// Override it where a game can tell without trying each move; the distribution must stay the
    /// same.
    fn greedy_move(&mut self, evaluator: Evaluator, rng: &mut Rng, moves: &mut MoveList<'_>) -> Option<Move> {
        best_by_trying(self, rng, moves, |game| game.evaluate(evaluator))
    }

    /// Does [`Knowledge::prior`] have opinions?
    fn has_priors(&self) -> bool {
        false
    }

    /// The node prior of a legal move (`np`), or `None` for no opinion: that counts as even.
    fn prior(&self, mv: Move) -> Option<Prior> {
        let _ = mv;
        None
    }

    /// The most points by which this game can be won, to 32,767; 0 where it counts none.
    fn max_score(&self) -> u16 {
        0
    }

    /// The points of the first player less those of the second in a position that is over, or
    /// `None` where the game counts none. `marg` makes results of them.
    fn score(&self) -> Option<i32> {
        None
    }

    /// Does [`Knowledge::order`] tell moves apart? Asked where the best player is looked for.
    fn has_order(&self) -> bool {
        false
    }

    /// The static order of a legal move: moves with a higher number are tried first.
    fn order(&self, mv: Move) -> i32 {
        let _ = mv;
        0
    }

    /// The order of a legal move where a search has more to lose by a bad one: moves with a higher
    /// number are tried first. The position is as before.
    ///
    /// By default what the evaluation says after it, in the view of who makes it.
    fn order_deep(&mut self, evaluator: Evaluator, mv: Move) -> i32 {
        order_by_value(self, evaluator, mv)
    }

    /// [`Game::outcome`] after this legal move, if that can be told without making it; outer `None`
    /// where it cannot.
    fn outcome_after(&self, mv: Move) -> Option<Option<Outcome>> {
        let _ = mv;
        None
    }

    /// Is this legal move noisy, that is, does it change the evaluation so much that a search
    /// should not stop before it?
    fn noisy(&self, mv: Move) -> bool {
        let _ = mv;
        false
    }

    /// Appends the noisy moves alone, in the order of [`Game::legal_moves`], and says `true`; says
    /// `false`, and appends nothing, where that is no quicker than to ask of every legal move
    /// whether it is noisy. Most positions of a quiescence search have few noisy moves, or none.
    fn noisy_moves(&self, moves: &mut MoveList<'_>) -> bool {
        let _ = moves;
        false
    }

    /// A 64-bit key of the position (board and side to move), or `None` where the game has no hash.
    /// Two positions that differ in what may still happen should differ in their keys, in all bits
    /// alike.
    fn hash(&self) -> Option<u64> {
        None
    }

    /// The key of the position after a legal move, if it can be told from this position's `key`
    /// without making the move: then the same as [`Knowledge::hash`] gives there.
    fn hash_after(&self, key: u64, mv: Move) -> Option<u64> {
        let _ = (key, mv);
        None
    }

    /// Passes: the opponent is to move in the same position (the null move of alpha-beta, which
    /// need not be legal; and the position that Corrective compares with,
    /// [`crate::player::strategy::Strategy::Corrective`]). Called there once more, when all that
    /// was made after it is unmade, it takes the pass back, and must not refuse: that is
    /// [`crate::game::Fault::Failed`].
    ///
    /// `false`, and nothing changed, where a game cannot do without the move, or where passing
    /// would often be best. Where the game is over after it, the null move is not tried, and
    /// Corrective compares with the position as it stands.
    fn pass(&mut self) -> bool {
        false
    }

    /// Has the player to move so few pieces that a null move is to be trusted less?
    fn few_pieces(&self) -> bool {
        false
    }

    /// The category of a legal move: one of those of which [`Knowledge::transition`] knows how
    /// often they are played.
    fn category(&self, mv: Move) -> u16 {
        let _ = mv;
        0
    }

    /// Does [`Knowledge::transition`] know probabilities?
    fn has_transitions(&self) -> bool {
        false
    }

    /// Tells `visit` the [`Knowledge::transition`] of each of `moves`, which are legal, in their
    /// order.
    ///
    /// Override it where much of what a probability takes is the same for all moves of a position.
    #[inline]
    fn each_transition(&self, moves: &[Move], mut visit: impl FnMut(Move, Option<u8>)) {
        moves.iter().for_each(|&mv| visit(mv, self.transition(mv)));
    }

    /// The transition probability of a legal move, in 1/255: how often a move of its category was
    /// played where there was one (Tsuruoka et al. 2002). `None` where the game does not know.
    fn transition(&self, mv: Move) -> Option<u8> {
        let _ = mv;
        None
    }
}

/// [`Knowledge::order_deep`] for any game, by its own evaluation.
pub(crate) fn order_by_value<G: Knowledge + ?Sized>(game: &mut G, evaluator: Evaluator, mv: Move) -> i32 {
    order_by_trying(game, mv, |game| game.points(evaluator))
}

/// [`Knowledge::order_deep`] for any game and evaluation: makes the move, looks at the value and
/// takes it back.
pub(crate) fn order_by_trying<G: Knowledge + ?Sized>(game: &mut G, mv: Move, points: impl FnOnce(&G) -> i32) -> i32 {
    let mover = game.to_move();
    let undo = game.make(mv);
    let value = match game.outcome() {
        Some(outcome) => i32::from(outcome.value().raw()).wrapping_mul(4),
        None => points(game).clamp(-0xFFFF, 0xFFFF),
    };
    if game.fault().is_none() {
        game.unmake(mv, undo);
    }
    value.wrapping_mul(mover.sign())
}

/// [`Knowledge::greedy_move`] for any game and evaluation: makes each move, looks at the value and
/// takes it back.
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
        let value = game.outcome().map_or_else(|| evaluate(game), Outcome::value).for_player(mover);
        if game.fault().is_some() {
            return None; // what has failed may not be there to be taken back
        }
        game.unmake(mv, undo);
        if value > best {
            best = value;
            moves.clear();
        }
        if value == best {
            moves.push(mv); // never further on than the one just read
        }
    }
    game.sample(moves.as_slice(), rng)
}

#[cfg(test)]
#[path = "knowledge_tests.rs"]
mod tests;
