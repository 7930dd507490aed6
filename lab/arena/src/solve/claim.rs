//! What a search claims to have proven about a position, and whether the claims are true.

use super::{Problem, Shortest, Verdict};

/// The claims of a search about a position, from the point of view of the side to move.
#[derive(Debug)]
pub(super) struct Claim {
    /// The proven value, if the search solved the position.
    pub(super) value: Option<i8>,
    /// The best move of the search.
    pub(super) best: String,
    /// The proven margin in points, if the player searches for margins.
    pub(super) margin: Option<i32>,
    /// The length of the proven win or loss, in plies.
    pub(super) plies: u8,
    /// True if the search claims that no shorter win exists.
    pub(super) is_shortest: bool,
    /// The moves with a proven value, each with its value and the length of the win or loss in
    /// plies.
    pub(super) moves: Vec<(String, i8, u8)>,
}

impl Claim {
    /// Compares the claims with the known solution. Every proven value must be correct, and the
    /// best move must preserve the proven value.
    pub(super) fn judge(&self, problem: &Problem) -> Verdict {
        let truth = problem.moves.get(&self.best);
        let best = &self.best;
        let wrong_move = self.moves.iter().find_map(|(mv, claimed, _)| {
            let actual = problem.moves.get(mv).filter(|&actual| actual != claimed)?;
            Some(format!("move {mv} is claimed proven {claimed:+} but is {actual:+}"))
        });
        match (self.value, truth) {
            (Some(value), _) if value != problem.value => {
                Verdict::Wrong(format!("claimed proven {value:+} but is {:+}", problem.value))
            }
            (Some(value), Some(&actual)) if actual != value => {
                Verdict::Wrong(format!("proven {value:+}, but the move {best} is {actual:+}"))
            }
            _ => match (wrong_move.or_else(|| self.wrong_number(problem)), self.value) {
                (Some(wrong), _) => Verdict::Wrong(wrong),
                (None, Some(_)) if self.margin.is_some() && self.margin == problem.margin => Verdict::Exact,
                (None, Some(_)) => Verdict::Solved,
                (None, None) => Verdict::Unproven { right_move: truth == Some(&problem.value) },
            },
        }
    }

    fn wrong_number(&self, problem: &Problem) -> Option<String> {
        self.wrong_margin(problem).or_else(|| self.wrong_distance(problem.shortest.as_ref()?))
    }

    /// Returns an error text if the search claims a wrong margin, or if its best move has another
    /// margin.
    fn wrong_margin(&self, problem: &Problem) -> Option<String> {
        let (claimed, best) = (self.margin?, &self.best);
        if let Some(actual) = problem.margin.filter(|&actual| actual != claimed) {
            return Some(format!("claimed a margin of {claimed:+} but it is {actual:+}"));
        }
        let actual = problem.margins.get(best).filter(|&&actual| actual != claimed)?;
        Some(format!("claimed a margin of {claimed:+}, but the move {best} has {actual:+}"))
    }

    /// Returns an error text if the search claims a win in too few plies, or if it wrongly claims
    /// that its win is the shortest.
    fn wrong_distance(&self, known: &Shortest) -> Option<String> {
        let too_soon = self.moves.iter().find_map(|(mv, value, plies)| {
            let actual = known.moves.get(mv).copied();
            let impossible = *value == 1 && *plies <= known.horizon && actual.is_none_or(|actual| *plies < actual);
            impossible.then(|| format!("move {mv} is claimed to win in {plies} plies"))
        });
        if too_soon.is_some() || self.value.is_none() {
            return too_soon;
        }
        let Shortest { plies: actual, moves, .. } = known;
        let wrong = self.plies < *actual
            || self.is_shortest && (self.plies != *actual || moves.get(&self.best) != Some(actual));
        wrong.then(|| {
            format!("claimed won by {} in {} plies, but the shortest win takes {actual}", self.best, self.plies)
        })
    }
}
