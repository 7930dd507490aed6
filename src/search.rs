//! [`Search`], the operations that every search has, whatever its algorithm is.
//!
//! A custom game may break a promise of [`Game`] at any call. So code outside this crate uses a
//! search and its position only through [`Search`]. All methods that return a [`Fault`] call the
//! game through one function, which checks for a fault after each call.

use crate::base::PLAYERS;
use crate::game::chance::{comes_next, sample};
#[cfg(feature = "nets")]
use crate::game::knowledge::{Evaluator, Knowledge};
use crate::game::value::Value;
use crate::game::{Fault, Game, Move, MoveList};
use crate::keep::rebase::Rebase;
#[cfg(feature = "nets")]
use crate::net::{Net, NetError, Work};
use crate::player::Config;
use crate::report::ranking::Ranking;
use crate::report::{Candidate, Report, Visitor};
use crate::time::deadline::Deadline;
use crate::time::limits::{Clock, Limits, Stop, StopFlags};
use crate::time::sliced::{Sliced, Totals};
pub(crate) use algorithm::Algorithm;
use core::sync::atomic::{AtomicBool, Ordering};

/// The reason why a search could not start or finish. The position is unchanged after an error.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum SearchError {
    /// The game is over.
    GameOver,
    /// A chance event comes next: sample an outcome ([`Search::sample_outcome`]) and play it.
    #[cfg(feature = "chance")]
    Chance,
    /// Time is the only limit that can end the search, but there is no clock.
    NoClock,
    /// No limit ends this search.
    NoLimit,
    /// The player needs a net, but the search has no net.
    NoNet,
    /// The shared tree is not at the position of this search.
    /// [`crate::mcts::TreeParts::share_tree`] moves the tree to this position.
    OtherPosition,
    /// The maximum number of threads is already searching the shared tree.
    Crowded,
    /// The function does not fit the player. [`Search::search`] refuses players whose values the
    /// caller tells ([`crate::game::evaluator::Evaluator::TOLD`]). [`Search::collect`] refuses all
    /// other players.
    Told,
    /// No leaf with this number waits for its value.
    NoLeaf,
    /// The value of a leaf is not in `[-1, 1]`, a prior is not in `[0, 1]`, or the number of priors
    /// is not the number of legal moves.
    OutOfRange,
    /// The game broke a promise. All results so far are discarded.
    Fault(Fault),
}

impl From<Fault> for SearchError {
    fn from(fault: Fault) -> Self {
        Self::Fault(fault)
    }
}

mod algorithm {
    use crate::game::Move;
    use crate::game::knowledge::{Evaluator, Knowledge};
    use crate::game::value::Side;
    use crate::keep::rebase::Rebase;
    use crate::player::Config;
    use crate::report::ranking::Ranking;
    use crate::report::{Candidate, Report, Visitor};
    use crate::simulation::Simulation;
    use crate::time::limits::{Clock, Limits, Stop, StopFlags};
    use crate::time::sliced::Totals;

    /// The operations of one search algorithm. The results of these operations are not valid if the
    /// game has broken a promise. [`super::Search`] checks this.
    pub trait Algorithm<'m> {
        type Game: Knowledge;

        /// The position, and the scratch position on which the search makes moves.
        fn simulation(&self) -> &Simulation<'m, Self::Game>;

        fn simulation_mut(&mut self) -> &mut Simulation<'m, Self::Game>;

        /// The evaluation function of the player.
        fn evaluator(&self) -> Evaluator;

        /// True if a depth limit alone is enough to end the search.
        fn ends_by_depth(&self) -> bool {
            false
        }

        /// Prepares for a search that is about to begin. If there is a shared tree, joins it.
        fn enter(&mut self) -> Result<(), super::SearchError> {
            Ok(())
        }

        /// Continues the search within `limits`, which are already checked.
        fn run(&mut self, limits: &Limits, clock: Option<&dyn Clock>, stop: StopFlags<'_>) -> Stop;

        /// Finds at most `most` new leaves that wait for their values, and returns their number.
        fn collect_leaves(&mut self, most: u32) -> Result<u32, super::SearchError> {
            let _ = most;
            Err(super::SearchError::Told)
        }

        /// Sets the scratch position to the position of a leaf that the latest collection found.
        fn arrive_at_leaf(&mut self, leaf: u32) -> Result<(), super::SearchError> {
            let _ = leaf;
            Err(super::SearchError::Told)
        }

        /// Sets the value of the oldest waiting leaf, and the priors of its moves.
        fn tell_leaf(&mut self, value: f32, priors: &[f32]) -> Result<(), super::SearchError> {
            let _ = (value, priors);
            Err(super::SearchError::Told)
        }

        /// Changes to the player of `config` and returns true, if the results so far are also valid
        /// for that player. Otherwise returns false.
        fn adopt_player(&mut self, config: &Config) -> bool {
            let _ = config;
            false
        }

        /// Updates the search after this move was played.
        fn follow(&mut self, mv: Move);

        /// Starts the search again at its current position. If `forget` is true, also discards
        /// results that would still be useful, such as tables.
        fn restart(&mut self, forget: bool);

        fn best(&mut self) -> Move;

        fn describe(&mut self) -> Report;

        /// Replaces the totals of the latest search with `totals`.
        fn recount_as(&mut self, totals: &Totals);

        fn candidate_at(&self, index: usize) -> Option<Candidate>;

        // In the next three methods, `mover` is the player to move at the root. These methods do
        // not call the game.

        fn ranking_for(&self, mover: Side) -> Ranking;

        /// Writes the expected line of play to `moves` and returns its length. The line begins with
        /// `first`, or with the move to play if `first` is `None`.
        fn expected_line(&self, mover: Side, first: Option<Move>, moves: &mut [Move]) -> usize;

        fn show_tree(&mut self, mover: Side, depth: u32, min_visits: u32, visitor: &mut Visitor<'_>) -> u32;

        /// Passes all slices that the search borrows, and both of its positions, to `place`, in any
        /// order.
        fn each_borrowed(&mut self, place: &mut impl Rebase<'m, Self::Game>)
        where
            Self: Sized;
    }
}

/// A search of one game: [`crate::mcts::TreeSearch`] or [`crate::alphabeta::AlphaBeta`]. The search
/// owns its position, and a scratch position of the same game.
///
/// If the game breaks a promise, the methods return a [`Fault`]. After a fault, the position is
/// unchanged, all results so far are discarded, and the next call starts without the fault.
pub trait Search<'m>: Algorithm<'m> {
    /// Calls `question` with the position that is searched, and returns the answer.
    ///
    /// # Errors
    /// The game has broken one of its promises.
    fn ask_game<T>(&mut self, question: impl FnOnce(&Self::Game) -> T) -> Result<T, Fault>
    where
        Self: Sized,
    {
        ask(self, |search| question(search.position()))
    }

    /// Calls `question` with the position that is searched, and with space for a list of its moves.
    ///
    /// # Errors
    /// The game has broken one of its promises.
    fn ask_moves<T>(&mut self, question: impl FnOnce(&Self::Game, &mut MoveList<'_>) -> T) -> Result<T, Fault>
    where
        Self: Sized,
    {
        ask(self, |search| {
            let simulation = search.simulation_mut();
            question(&simulation.position, &mut MoveList::new(simulation.moves))
        })
    }

    /// Searches until a limit is reached, `stop` is true or the position is solved. A later call
    /// continues this search.
    ///
    /// # Errors
    /// See [`SearchError`].
    fn search(&mut self, limits: &Limits, clock: Option<&dyn Clock>, stop: &AtomicBool) -> Result<Stop, SearchError> {
        self.search_until(limits, clock, StopFlags::new(stop))
    }

    /// Does the work of [`Search::search`] with several stop flags. Each of these flags can end the
    /// search.
    ///
    /// # Errors
    /// See [`SearchError`].
    fn search_until(
        &mut self,
        limits: &Limits,
        clock: Option<&dyn Clock>,
        stop: StopFlags<'_>,
    ) -> Result<Stop, SearchError> {
        ask(self, |search| {
            check_limits(obstacle(search), limits, clock, limits.depth != 0 && search.ends_by_depth())?;
            search.enter()?;
            view_as_mover(search);
            Ok(search.run(limits, clock, stop))
        })?
    }

    /// Finds new leaves whose values the caller computes, for a player with told values
    /// ([`crate::game::evaluator::Evaluator::TOLD`]). Returns the number of new leaves, at most
    /// `most`. Each leaf waits until [`Search::tell`] tells its value. If the search does not yet
    /// have a tree, the only leaf is the position itself.
    ///
    /// The number can be smaller than `most`, or 0. This happens if no further leaf can wait, if
    /// the next leaf already waits, if the position is solved, or after 1,000 simulations in a row
    /// that ended at solved positions. While a leaf waits, its simulation counts in the tree as a
    /// visit, and as a loss for the player who moved to the leaf. [`Report::iterations`] does not
    /// count this simulation. It is the number of finished simulations since the position or its
    /// tree was new. No leaf waits any more after you play a move, change the position or the
    /// player, or save the search.
    ///
    /// # Errors
    /// [`SearchError::Told`], [`SearchError::GameOver`], or the game has broken one of its
    /// promises.
    fn collect(&mut self, most: u32) -> Result<u32, SearchError> {
        ask(self, |search| match search.position().outcome() {
            Some(_) => Err(SearchError::GameOver),
            #[cfg(feature = "chance")]
            None if search.position().is_chance() => Err(SearchError::Chance),
            None => search.collect_leaves(most),
        })?
    }

    /// Calls `question` with the position of a leaf that waits for its value, and with space for a
    /// list of its moves. `leaf` counts the leaves of the latest [`Search::collect`] from 0.
    ///
    /// # Errors
    /// [`SearchError::Told`], [`SearchError::NoLeaf`], or the game has broken one of its promises.
    fn at_leaf<T>(
        &mut self,
        leaf: u32,
        question: impl FnOnce(&Self::Game, &mut MoveList<'_>) -> T,
    ) -> Result<T, SearchError>
    where
        Self: Sized,
    {
        ask(self, |search| {
            search.arrive_at_leaf(leaf)?;
            let simulation = search.simulation_mut();
            Ok(question(&simulation.scratch, &mut MoveList::new(simulation.moves)))
        })?
    }

    /// Tells the value of the oldest leaf that waits. The leaf then no longer waits. `value` is
    /// from the first player's point of view, in `[-1, 1]`. `priors` has a number in `[0, 1]` for
    /// each legal move of the leaf, in the order of the legal moves. A better move has a larger
    /// number. imm divides the numbers by their sum. If `priors` is empty or its sum is 0, all
    /// moves have the same prior. Only the option `puct` uses priors. If a position above the leaf
    /// was solved while the leaf waited, the leaf is no longer in the tree. You must still tell its
    /// value, but the value has no effect.
    ///
    /// # Errors
    /// [`SearchError::Told`], [`SearchError::NoLeaf`], [`SearchError::OutOfRange`], or the game has
    /// broken one of its promises. After `OutOfRange`, the leaf still waits.
    fn tell(&mut self, value: f32, priors: &[f32]) -> Result<(), SearchError> {
        ask(self, |search| search.tell_leaf(value, priors))?
    }

    /// Changes to the tree search player and the seed in `config`, and returns true. If the results
    /// so far are not valid for that player, returns false and changes nothing. `config` must have
    /// passed [`Config::check_for`].
    fn change_player(&mut self, config: &Config) -> bool {
        self.adopt_player(config)
    }

    /// Provides the memory for evaluation by a net. Call this function once. Only players with
    /// [`Evaluator::NET`] use this memory. The search starts with the net that comes with the game,
    /// if the game has one.
    #[cfg(feature = "nets")]
    fn lend_work(&mut self, work: &'m mut [Work<'m>]) {
        if self.evaluator() == Evaluator::NET {
            let net = shipped_net(&self.simulation().position);
            if let Some(work) = work.first_mut() {
                work.set_net(net);
            }
            self.simulation_mut().work = work;
        }
    }

    /// Uses this net for evaluations from now on. `None` selects the net that comes with the game,
    /// if the game has one. Discards all results so far. If the player does not use a net, nothing
    /// changes.
    ///
    /// # Errors
    /// [`NetError::Game`] if the net is for another game or another number of features. In this
    /// case, the search keeps its net.
    #[cfg(feature = "nets")]
    fn set_net(&mut self, net: Option<Net<'m>>) -> Result<(), NetError> {
        if let Some(net) = &net {
            net.check_for(&self.simulation().position)?;
        }
        let net = net.or_else(|| shipped_net(&self.simulation().position));
        if let Some(work) = self.simulation_mut().work.first_mut() {
            work.set_net(net);
            self.restart(true);
        }
        Ok(())
    }

    /// Returns the static value of the position that is searched, which the player's evaluation
    /// function computes. It is from the first player's point of view. In a game for more than two
    /// players, it is from the point of view of the player to move. `None` if there is no
    /// evaluation function.
    ///
    /// # Errors
    /// The game has broken one of its promises.
    fn static_value(&mut self) -> Result<Option<Value>, Fault>
    where
        Self: Sized,
    {
        let evaluator = self.evaluator();
        ask(self, |search| {
            let simulation = search.simulation_mut();
            simulation.restart();
            if PLAYERS && simulation.scratch.players() > 2 && !comes_next(&simulation.scratch) {
                simulation.scratch.view_as(simulation.scratch.player());
            }
            simulation.has_evaluator(evaluator).then(|| simulation.value(evaluator))
        })
    }

    /// The position that is searched. If the game breaks a promise in one of the position's
    /// methods, the next call to the search returns the fault. With [`Search::ask_game`], you get
    /// the fault at once.
    fn position<'a>(&'a self) -> &'a Self::Game
    where
        'm: 'a,
    {
        &self.simulation().position
    }

    /// Changes to another position of the same game and board. The search starts again.
    fn set_position(&mut self, position: &Self::Game) {
        self.simulation_mut().position.copy_from(position);
        self.restart(false);
    }

    /// Changes to another position of the same game and board, which `change` makes from a copy of
    /// the present position. The search starts again.
    ///
    /// # Errors
    /// The error that `change` returns, or a [`Fault`] if the game breaks a promise at the new
    /// position. In both cases, the position is unchanged.
    fn change_position<E: From<Fault>>(
        &mut self,
        change: impl FnOnce(&mut Self::Game) -> Result<(), E>,
    ) -> Result<(), E>
    where
        Self: Sized,
    {
        ask(self, |search| {
            search.simulation_mut().restart();
            change(&mut search.simulation_mut().scratch)?;
            if search.simulation_mut().adopt() {
                search.restart(false);
            }
            Ok(())
        })?
    }

    /// Plays a move. Returns false, with nothing changed, if the move is not legal.
    ///
    /// # Errors
    /// The game has broken one of its promises.
    fn play(&mut self, mv: Move) -> Result<bool, Fault> {
        ask(self, |search| {
            let played = search.simulation_mut().play(mv);
            if played {
                search.follow(mv);
            }
            played
        })
    }

    /// If a chance event comes next, samples one of its outcomes by weight. `random` is 32 random
    /// bits. `None` if a player is to move or the game is over.
    ///
    /// # Errors
    /// The game has broken one of its promises.
    fn sample_outcome(&mut self, random: u32) -> Result<Option<Move>, Fault>
    where
        Self: Sized,
    {
        ask(self, |search| {
            let simulation = search.simulation_mut();
            if !comes_next(&simulation.position) {
                return None;
            }
            let count = simulation.list_position();
            sample(&simulation.position, simulation.moves.get(..count).unwrap_or_default(), random)
        })
    }

    /// The legal moves of the position that is searched. If a chance event comes next, its
    /// outcomes. Empty if the game is over.
    ///
    /// # Errors
    /// The game has broken one of its promises.
    fn legal_moves<'a>(&'a mut self) -> Result<&'a [Move], Fault>
    where
        'm: 'a,
    {
        let count = ask(self, |search| search.simulation_mut().list_position())?;
        Ok(self.simulation().moves.get(..count).unwrap_or_default())
    }

    /// True if this move is legal in the position that is searched. False if the game is over.
    ///
    /// # Errors
    /// The game has broken one of its promises.
    fn is_legal(&mut self, mv: Move) -> Result<bool, Fault> {
        ask(self, |search| search.simulation_mut().is_legal(mv))
    }

    /// Discards all results so far. The position and the player do not change.
    fn forget(&mut self) {
        self.restart(true);
    }

    /// The move to play. Before the first search, it is a move that is chosen quickly.
    /// [`Move::NONE`] if the game is over or a chance event comes next. A search refuses such
    /// positions. So if the result is `NONE` directly after a search, the game contradicts itself.
    ///
    /// # Errors
    /// The game has broken one of its promises.
    fn best_move(&mut self) -> Result<Move, Fault> {
        ask(self, Self::best)
    }

    /// The results of the search so far.
    ///
    /// # Errors
    /// The game has broken one of its promises.
    fn report(&mut self) -> Result<Report, Fault> {
        ask(self, Self::describe)
    }

    /// Replaces the totals of the latest search with the totals of all its slices.
    /// [`crate::time::sliced`] calls this function after a search in slices.
    fn recount(&mut self, totals: &Totals) {
        self.recount_as(totals);
    }

    /// Returns the results of one of the moves that were tried. `index` counts these moves from 0,
    /// in no particular order. `None` if `index` is too large. [`Search::ranking`] tells which
    /// moves are best.
    ///
    /// # Errors
    /// The game has broken one of its promises.
    fn candidate(&mut self, index: usize) -> Result<Option<Candidate>, Fault> {
        ask(self, |search| search.candidate_at(index))
    }

    /// Returns the order of the moves that were tried, from the best move to the worst.
    ///
    /// # Errors
    /// The game has broken one of its promises.
    fn ranking(&mut self) -> Result<Ranking, Fault> {
        let mover = ask(self, |search| search.position().to_move())?;
        Ok(self.ranking_for(mover))
    }

    /// Writes the expected line of play to `moves` and returns its length. The line begins with the
    /// move to play.
    ///
    /// # Errors
    /// The game has broken one of its promises.
    fn line(&mut self, moves: &mut [Move]) -> Result<usize, Fault> {
        // If the game breaks a promise in this call, nothing is written to `moves`.
        let mover = ask(self, |search| search.position().to_move())?;
        Ok(self.expected_line(mover, None, moves))
    }

    /// Writes the expected line of play that begins with `mv` to `moves`, and returns its length.
    /// The length is 0 if the search has not tried the move. In alpha-beta, only the move to play
    /// has a line.
    ///
    /// # Errors
    /// The game has broken one of its promises.
    fn candidate_line(&mut self, mv: Move, moves: &mut [Move]) -> Result<usize, Fault> {
        let mover = ask(self, |search| search.position().to_move())?;
        Ok(self.expected_line(mover, Some(mv), moves))
    }

    /// Calls `visitor` with nodes of the tree. A node comes before its children. Visits the root,
    /// and all nodes at most `depth` plies below it that have at least `min_visits` visits.
    /// `visitor` can leave out parts of the tree. Returns the number of visited nodes. Alpha-beta
    /// has no tree, so only the root is visited.
    ///
    /// # Errors
    /// The game has broken one of its promises. In this case, `visitor` is not called.
    fn visit_tree(&mut self, depth: u32, min_visits: u32, visitor: &mut Visitor<'_>) -> Result<u32, Fault> {
        let mover = ask(self, |search| search.position().to_move())?;
        Ok(self.show_tree(mover, depth, min_visits, visitor))
    }

    /// Updates every slice that the search borrows to its new address, which `place` provides. Call
    /// this function after you have copied the search and all of its memory to another place.
    fn rebase(&mut self, place: &mut impl Rebase<'m, Self::Game>)
    where
        Self: Sized,
    {
        self.each_borrowed(place);
    }
}

impl<'m, S: Algorithm<'m> + ?Sized> Search<'m> for S {}

/// Calls `question` with the search, then checks whether the game has broken a promise. All methods
/// that return a [`Fault`] use this function.
#[inline(always)] // so that the function needs no stack frame
fn ask<'m, S: Algorithm<'m> + ?Sized, T>(search: &mut S, question: impl FnOnce(&mut S) -> T) -> Result<T, Fault> {
    let answer = question(search);
    match take_fault(search) {
        None => Ok(answer),
        Some(fault) => Err(fault),
    }
}

/// If the game has broken a promise, returns the fault and discards all results so far.
#[inline(never)]
fn take_fault<'m, S: Algorithm<'m> + ?Sized>(search: &mut S) -> Option<Fault> {
    let fault = search.simulation_mut().take_fault();
    if fault.is_some() {
        search.restart(true);
    }
    fault
}

/// In a game for more than two players, makes the player to move the viewer, from whose point of
/// view the search sees the game. If another player was the viewer, the search starts again.
#[inline(always)]
fn view_as_mover<'m, S: Algorithm<'m> + ?Sized>(search: &mut S) {
    let position = &mut search.simulation_mut().position;
    if PLAYERS && position.players() > 2 && position.player() != position.viewer() {
        position.view_as(position.player());
        search.restart(true);
    }
}

/// Returns the net that comes with the game, if the net is valid and fits the game.
#[cfg(feature = "nets")]
fn shipped_net<G: Knowledge>(game: &G) -> Option<Net<'static>> {
    Net::read(game.shipped_net()).ok().filter(|net| net.check_for(game).is_ok())
}

/// Returns the reason why this player cannot search this position, if there is one.
#[inline(never)] // in its own frame, which is not on the stack during a search
fn obstacle<'m, S: Algorithm<'m> + ?Sized>(search: &S) -> Option<SearchError> {
    match search.simulation().position.outcome() {
        Some(_) => Some(SearchError::GameOver),
        #[cfg(feature = "chance")]
        None if search.simulation().position.is_chance() => Some(SearchError::Chance),
        None => search.simulation().lacks_net(search.evaluator()).then_some(SearchError::NoNet),
    }
}

/// Returns the `obstacle` as an error, if there is one. Also returns an error if nothing would end
/// the search. `bounded` is true if the depth limit alone ends the search.
fn check_limits(
    obstacle: Option<SearchError>,
    limits: &Limits,
    clock: Option<&dyn Clock>,
    bounded: bool,
) -> Result<(), SearchError> {
    if let Some(obstacle) = obstacle {
        return Err(obstacle);
    }
    if !limits.ends() && !bounded {
        return Err(SearchError::NoLimit);
    }
    if limits.needs_clock() && clock.is_none() && !bounded {
        return Err(SearchError::NoClock);
    }
    Ok(())
}

/// A search with a clock and a stop flag, as input for the functions in [`crate::time::sliced`].
pub struct SlicedSearch<'a, S: ?Sized, F> {
    /// The search.
    pub search: &'a mut S,
    /// The clock for the time limits.
    pub clock: &'a dyn Clock,
    /// The stop flag. The search ends when the flag becomes true.
    pub stop: &'a AtomicBool,
    /// The function that is called with each report during the search.
    pub show: F,
}

impl<'m, S: Search<'m> + ?Sized, F: FnMut(&Report)> Sliced for SlicedSearch<'_, S, F> {
    type Error = SearchError;

    fn search(&mut self, limits: &Limits) -> Result<(), SearchError> {
        self.search.search(limits, Some(self.clock), self.stop).map(drop)
    }

    fn recount(&mut self, totals: &Totals) {
        self.search.recount(totals);
    }

    fn report(&mut self) -> Result<Report, SearchError> {
        Ok(self.search.report()?)
    }

    fn candidate(&mut self, index: usize) -> Result<Option<Candidate>, SearchError> {
        Ok(self.search.candidate(index)?)
    }

    fn ranking(&mut self) -> Result<Ranking, SearchError> {
        Ok(self.search.ranking()?)
    }

    fn legal_moves(&mut self) -> Result<u32, SearchError> {
        Ok(self.search.legal_moves()?.len() as u32)
    }

    fn now(&self) -> u32 {
        Deadline::read(self.clock).0
    }

    fn ticks_per_ms(&self) -> u32 {
        if Deadline::read(self.clock).1 { 1000 } else { 1 }
    }

    fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    fn show(&mut self, report: &Report) -> Result<(), SearchError> {
        (self.show)(report);
        Ok(())
    }
}

#[cfg(test)]
#[path = "search_tests.rs"]
mod tests;
