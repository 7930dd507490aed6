//! What every search can do, whatever its method: [`Search`].
//!
//! A game may break a promise whenever it is asked anything. So nobody outside of this crate asks a
//! search, or its position, but through [`Search`], all of whose questions go through one function,
//! which looks for that once the answer is there.

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

/// Why a search could not be made, or not be finished. The position is as it was.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum SearchError {
    /// The game is over.
    GameOver,
    /// Time is the only limit, and there is no clock.
    NoClock,
    /// Nothing is limited that ends this search.
    NoLimit,
    /// The player evaluates by a net, and there is none.
    NoNet,
    /// The tree that it shares is at another position: see [`crate::mcts::TreeParts::share_tree`].
    OtherPosition,
    /// As many threads search the tree that it shares as can.
    Crowded,
    /// The game broke a promise; what was found so far is forgotten.
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

    /// What a search algorithm does by itself. Its answers may be those of a game that has broken a
    /// promise: [`super::Search`] looks for that.
    pub trait Algorithm<'m> {
        type Game: Knowledge;

        /// The position, and what is tried on it.
        fn simulation(&self) -> &Simulation<'m, Self::Game>;

        fn simulation_mut(&mut self) -> &mut Simulation<'m, Self::Game>;

        /// By what the player evaluates.
        fn evaluator(&self) -> Evaluator;

        /// Does depth alone end the search?
        fn ends_by_depth(&self) -> bool {
            false
        }

        /// A search is about to begin: takes what it shares with others.
        fn enter(&mut self) -> Result<(), super::SearchError> {
            Ok(())
        }

        /// Searches on, within limits that make sense.
        fn run(&mut self, limits: &Limits, clock: Option<&dyn Clock>, stop: StopFlags<'_>) -> Stop;

        /// Goes on as this player, if what was found means the same to it.
        fn adopt_player(&mut self, config: &Config) -> bool {
            let _ = config;
            false
        }

        /// This move has just been played.
        fn follow(&mut self, mv: Move);

        /// Another position is searched from now on; `forget` what could still be worth something
        /// there, too.
        fn begin_anew(&mut self, forget: bool);

        fn best(&mut self) -> Move;

        fn describe(&mut self) -> Report;

        /// The latest search was this.
        fn recount_as(&mut self, totals: &Totals);

        fn candidate_at(&self, index: usize) -> Option<Candidate>;

        // In these, `mover` is to move at the root, and the game is asked nothing.

        fn ranking_for(&self, mover: Side) -> Ranking;

        /// Begins with the move to play, or with this `first` one.
        fn expected_line(&self, mover: Side, first: Option<Move>, moves: &mut [Move]) -> usize;

        fn show_tree(&mut self, mover: Side, depth: u32, min_visits: u32, visitor: &mut Visitor<'_>) -> u32;

        /// Everything that is borrowed, in any order.
        fn each_borrowed(&mut self, place: &mut impl Rebase<'m, Self::Game>)
        where
            Self: Sized;
    }
}

/// A search of one game: [`crate::mcts::TreeSearch`] or [`crate::alphabeta::AlphaBeta`]. It owns
/// its position, and a position of the same game to play on.
///
/// Where the game breaks a promise the answer is a [`Fault`]: the position stays as it was, what
/// was found so far is forgotten, and the next call begins without the fault.
pub trait Search<'m>: Algorithm<'m> {
    /// Asks the position that is searched.
    ///
    /// # Errors
    /// A promise that the game has broken.
    fn ask_game<T>(&mut self, question: impl FnOnce(&Self::Game) -> T) -> Result<T, Fault>
    where
        Self: Sized,
    {
        ask(self, |search| question(search.position()))
    }

    /// Asks the position that is searched, with room for a list of its moves.
    ///
    /// # Errors
    /// A promise that the game has broken.
    fn ask_moves<T>(&mut self, question: impl FnOnce(&Self::Game, &mut MoveList<'_>) -> T) -> Result<T, Fault>
    where
        Self: Sized,
    {
        ask(self, |search| {
            let simulation = search.simulation_mut();
            question(&simulation.position, &mut MoveList::new(simulation.moves))
        })
    }

    /// Searches until a limit is reached, `stop` is raised or the position is proven. Goes on where
    /// it stopped.
    ///
    /// # Errors
    /// See [`SearchError`].
    fn search(&mut self, limits: &Limits, clock: Option<&dyn Clock>, stop: &AtomicBool) -> Result<Stop, SearchError> {
        self.search_until(limits, clock, StopFlags::new(stop))
    }

    /// [`Search::search`] that another flag can end, too.
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
            Ok(search.run(limits, clock, stop))
        })?
    }

    /// Goes on as this tree search player, who has passed [`Config::check_for`], with its seed, if
    /// what was found so far means the same to it; `false`, and nothing changed, if not.
    fn change_player(&mut self, config: &Config) -> bool {
        self.adopt_player(config)
    }

    /// Lends what it takes to evaluate by a net, once, to a player who does ([`Evaluator::NET`]);
    /// nothing to others. The net is that which comes with the game, if one does.
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

    /// Evaluates by this net from now on, or again by that which comes with the game, if one does:
    /// what was found so far is forgotten. A player who does not evaluate by a net goes on as
    /// before.
    ///
    /// # Errors
    /// [`NetError::Game`] for a net of another game; it goes on with the net that it has.
    #[cfg(feature = "nets")]
    fn set_net(&mut self, net: Option<Net<'m>>) -> Result<(), NetError> {
        if let Some(net) = &net {
            net.check_for(&self.simulation().position)?;
        }
        let net = net.or_else(|| shipped_net(&self.simulation().position));
        if let Some(work) = self.simulation_mut().work.first_mut() {
            work.set_net(net);
            self.begin_anew(true);
        }
        Ok(())
    }

    /// The static value of the position that is searched, by this player's evaluation; `None` where
    /// there is none.
    ///
    /// # Errors
    /// A promise that the game has broken.
    fn static_value(&mut self) -> Result<Option<Value>, Fault>
    where
        Self: Sized,
    {
        let evaluator = self.evaluator();
        ask(self, |search| {
            let simulation = search.simulation_mut();
            simulation.restart();
            simulation.has_evaluator(evaluator).then(|| simulation.value(evaluator))
        })
    }

    /// The position that is searched. A fault of its own shows at the next call:
    /// [`Search::ask_game`] tells at once.
    fn position<'a>(&'a self) -> &'a Self::Game
    where
        'm: 'a,
    {
        &self.simulation().position
    }

    /// Changes the position to one of the same game and board; the search begins anew.
    fn set_position(&mut self, position: &Self::Game) {
        self.simulation_mut().position.copy_from(position);
        self.begin_anew(false);
    }

    /// Changes the position to one of the same game and board; the search begins anew.
    ///
    /// # Errors
    /// Those of `change`, which works on a copy, and those of a position at which the game breaks a
    /// promise: the position stays as it was.
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
                search.begin_anew(false);
            }
            Ok(())
        })?
    }

    /// Plays a move. `false`, and nothing changed, if it is not legal.
    ///
    /// # Errors
    /// A promise that the game has broken.
    fn play(&mut self, mv: Move) -> Result<bool, Fault> {
        ask(self, |search| {
            let played = search.simulation_mut().play(mv);
            if played {
                search.follow(mv);
            }
            played
        })
    }

    /// The legal moves of the position searched; none where the game is over.
    ///
    /// # Errors
    /// A promise that the game has broken.
    fn legal_moves<'a>(&'a mut self) -> Result<&'a [Move], Fault>
    where
        'm: 'a,
    {
        let count = ask(self, |search| search.simulation_mut().list_position())?;
        Ok(self.simulation().moves.get(..count).unwrap_or_default())
    }

    /// Is this move legal in the position searched? `false` where the game is over.
    ///
    /// # Errors
    /// A promise that the game has broken.
    fn is_legal(&mut self, mv: Move) -> Result<bool, Fault> {
        ask(self, |search| search.simulation_mut().is_legal(mv))
    }

    /// Forgets what was found so far; the position and the player stay.
    fn forget(&mut self) {
        self.begin_anew(true);
    }

    /// The move to play; before any search, the best at a glance. [`Move::NONE`] where the game is
    /// over: right after a search, which refuses a game that is over, the game then contradicts
    /// itself.
    ///
    /// # Errors
    /// A promise that the game has broken.
    fn best_move(&mut self) -> Result<Move, Fault> {
        ask(self, Self::best)
    }

    /// What was found so far.
    ///
    /// # Errors
    /// A promise that the game has broken.
    fn report(&mut self) -> Result<Report, Fault> {
        ask(self, Self::describe)
    }

    /// Says of the latest search what it was as a whole, after it was made in slices: see
    /// [`crate::time::sliced`].
    fn recount(&mut self, totals: &Totals) {
        self.recount_as(totals);
    }

    /// What is known about the `index`th move that was tried, in no particular order; `None` past
    /// the last. [`Search::ranking`] says which are the best.
    ///
    /// # Errors
    /// A promise that the game has broken.
    fn candidate(&mut self, index: usize) -> Result<Option<Candidate>, Fault> {
        ask(self, |search| search.candidate_at(index))
    }

    /// The order in which the moves that were tried stand, the one to play first.
    ///
    /// # Errors
    /// A promise that the game has broken.
    fn ranking(&mut self) -> Result<Ranking, Fault> {
        let mover = ask(self, |search| search.position().to_move())?;
        Ok(self.ranking_for(mover))
    }

    /// Writes the line that the search expects, the move to play first, and returns its length.
    ///
    /// # Errors
    /// A promise that the game has broken.
    fn line(&mut self, moves: &mut [Move]) -> Result<usize, Fault> {
        // Nothing is written before it is known that the game answers.
        let mover = ask(self, |search| search.position().to_move())?;
        Ok(self.expected_line(mover, None, moves))
    }

    /// Writes the line that the search expects after this move, the move first, and returns its
    /// length: 0 for a move that was not tried. Alpha-beta knows that of the move to play alone.
    ///
    /// # Errors
    /// A promise that the game has broken.
    fn candidate_line(&mut self, mv: Move, moves: &mut [Move]) -> Result<usize, Fault> {
        let mover = ask(self, |search| search.position().to_move())?;
        Ok(self.expected_line(mover, Some(mv), moves))
    }

    /// Shows the tree to `visitor`, every position before those below it: down to this many plies
    /// below the root, and those that have this number of visits or more. The root comes first in
    /// any case, with 0 plies. Returns how many were shown. Alpha-beta keeps no tree: it shows the
    /// root.
    ///
    /// # Errors
    /// A promise that the game has broken; then nothing was shown.
    fn visit_tree(&mut self, depth: u32, min_visits: u32, visitor: &mut Visitor<'_>) -> Result<u32, Fault> {
        let mover = ask(self, |search| search.position().to_move())?;
        Ok(self.show_tree(mover, depth, min_visits, visitor))
    }

    /// Updates every slice that the search borrows to where `place` says that it lies now. Call
    /// this after copying the search and all of its memory to another place.
    fn rebase(&mut self, place: &mut impl Rebase<'m, Self::Game>)
    where
        Self: Sized,
    {
        self.each_borrowed(place);
    }

    /// The old name of [`Search::rebase`].
    #[deprecated(since = "0.3.0", note = "use rebase")]
    fn relocate(&mut self, place: &mut impl Rebase<'m, Self::Game>)
    where
        Self: Sized,
    {
        self.rebase(place);
    }
}

impl<'m, S: Algorithm<'m> + ?Sized> Search<'m> for S {}

/// Asks a search, or its game, anything: the one place where faults are looked for.
#[inline(always)] // so that it takes no stack of its own
fn ask<'m, S: Algorithm<'m> + ?Sized, T>(search: &mut S, question: impl FnOnce(&mut S) -> T) -> Result<T, Fault> {
    let answer = question(search);
    match take_fault(search) {
        None => Ok(answer),
        Some(fault) => Err(fault),
    }
}

/// A broken promise, if there is any: then what was found so far is forgotten.
#[inline(never)]
fn take_fault<'m, S: Algorithm<'m> + ?Sized>(search: &mut S) -> Option<Fault> {
    let fault = search.simulation_mut().take_fault();
    if fault.is_some() {
        search.begin_anew(true);
    }
    fault
}

/// The net that comes with the game, if one does.
#[cfg(feature = "nets")]
fn shipped_net<G: Knowledge>(game: &G) -> Option<Net<'static>> {
    Net::read(game.shipped_net()).ok().filter(|net| net.check_for(game).is_ok())
}

/// Why this position cannot be searched by this player, if so.
#[inline(never)] // its own frame: not on the stack of a search
fn obstacle<'m, S: Algorithm<'m> + ?Sized>(search: &S) -> Option<SearchError> {
    match search.simulation().position.outcome() {
        Some(_) => Some(SearchError::GameOver),
        None => search.simulation().lacks_net(search.evaluator()).then_some(SearchError::NoNet),
    }
}

/// Is there nothing in the way, and anything that ends the search? `bounded`: the search ends by
/// itself.
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

/// A search with a clock and a stop flag, for the functions of [`crate::time::sliced`].
pub struct SlicedSearch<'a, S: ?Sized, F> {
    /// The search.
    pub search: &'a mut S,
    /// The clock that times it.
    pub clock: &'a dyn Clock,
    /// Ends the search when raised.
    pub stop: &'a AtomicBool,
    /// Called with each report on the way.
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
