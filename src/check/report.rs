//! The result of a check: [`Report`], and its text.

use super::finding::{Finding, Kind, push_parts};
use super::game_under_test::{Callback, TIMED};
use crate::base::text::Text;
use crate::game::value::Side;

/// The largest number of different mistakes in a report.
pub const FINDINGS: usize = 8;

/// If one player has won all finished games, the report mentions this only if there are at least
/// this many games. With a player who wins nine of ten games, this happens by chance in one of 190
/// checks.
pub const ONE_SIDED: u32 = 50;

/// The result of a check: the mistakes in the game, some counts, and the times of the game's
/// functions.
#[derive(Clone, Copy, Debug, Default)]
pub struct Report {
    findings: [Finding; FINDINGS],
    /// For each finding: how many moves must be made to see the mistake, and how many moves lead
    /// from the start of the game to the position with the mistake.
    lengths: [[u32; 2]; FINDINGS],
    found: usize,
    /// Positions tested.
    pub positions: u32,
    /// Games begun.
    pub games: u32,
    /// How many games the first player won, how many the second player won, and how many were
    /// drawn.
    pub results: [u32; 3],
    /// Games cut off at [`crate::game::Game::max_plies`].
    pub cut_off: u32,
    /// The number of plies of the longest game.
    pub longest: u32,
    /// The average number of plies of a finished game.
    pub mean_plies: f32,
    /// The average number of legal moves in a position that is not over.
    pub mean_moves: f32,
    /// The largest number of legal moves in a position.
    pub moves_max: u32,
    /// The time of a call in nanoseconds, indexed by [`Callback::number`]. 0 if the callback was
    /// not timed.
    pub nanoseconds: [f32; TIMED],
    /// The missing callback that would help a search most, if one is missing.
    pub advice: Option<Advice>,
}

impl Report {
    /// The mistakes, in the order in which they were found.
    #[must_use]
    pub fn findings(&self) -> &[Finding] {
        self.findings.get(..self.found).unwrap_or_default()
    }

    /// True if there is no room for another mistake.
    pub(super) fn is_full(&self) -> bool {
        self.found >= FINDINGS
    }

    /// Adds a mistake to the list. Returns false if there is no room.
    pub fn push(&mut self, finding: Finding) -> bool {
        let Some(slot) = self.findings.get_mut(self.found) else { return false };
        *slot = finding;
        self.found = self.found.wrapping_add(1);
        true
    }

    /// Counts a mistake. Returns the index at which to store its description, or `None` if there is
    /// nothing to store. A description is stored if the mistake is new and there is room, or if its
    /// `length` is less than the `length` of the stored description. Lengths are in moves.
    pub(super) fn place_for(&mut self, kind: Kind, callback: Callback, length: [u32; 2]) -> Option<usize> {
        let same = |finding: &Finding| finding.kind == kind && finding.callback == callback;
        let known = self.findings().iter().position(same);
        let place = known.unwrap_or(self.found);
        let (finding, shortest) = (self.findings.get_mut(place)?, self.lengths.get_mut(place)?);
        if known.is_some() {
            finding.times = finding.times.saturating_add(1);
            if length >= *shortest {
                return None;
            }
        }
        *shortest = length;
        Some(place)
    }

    pub(super) fn put(&mut self, place: usize, finding: Finding) {
        let new = place >= self.found;
        if let Some(slot) = self.findings.get_mut(place) {
            *slot = Finding { times: if new { 1 } else { slot.times }, ..finding };
            self.found = self.found.max(place.saturating_add(1));
        }
    }

    /// Writes the report as readable text with many lines. A buffer of 8,192 bytes is large enough.
    pub fn explain(&self, out: &mut Text<'_>) {
        match self.found {
            0 => out.push_str("No mistake found"),
            1 => out.push_str("1 mistake found"),
            count => {
                out.push_number(count as u32);
                out.push_str(" mistakes found; the first may cause the others");
            }
        }
        out.push_str(": ");
        out.push_number(self.games);
        out.push_str(if self.games == 1 { " random game, " } else { " random games, " });
        out.push_number(self.positions);
        out.push_str(if self.positions == 1 { " position.\n" } else { " positions.\n" });
        for (number, finding) in (1_u32..).zip(self.findings()) {
            out.push_str("\n");
            out.push_number(number);
            out.push_str(". ");
            finding.explain(out);
        }
        out.push_str("\n");
        self.explain_counts(out);
        if let Some(winner) = self.winner_of_all() {
            out.push_str("note:             ");
            out.push_str(if winner == Side::First { "FIRST" } else { "SECOND" });
            out.push_str(
                " won all games. If the rules do not explain this, check whether outcome() returns the wrong player.\n",
            );
        }
        self.explain_times(out);
        if let Some(advice) = &self.advice {
            advice.explain(out);
        }
    }

    /// Returns the player who has won all finished games. Returns `None` if there is no such
    /// player, or if there are fewer than [`ONE_SIDED`] games. This is not a mistake, because in
    /// some games the same player always wins.
    #[must_use]
    pub fn winner_of_all(&self) -> Option<Side> {
        match self.results {
            [first, 0, 0] if first >= ONE_SIDED => Some(Side::First),
            [0, second, 0] if second >= ONE_SIDED => Some(Side::Second),
            _ => None,
        }
    }

    fn explain_counts(&self, out: &mut Text<'_>) {
        out.push_str("moves a position: ");
        push_tenths(self.mean_moves, out);
        out.push_str(" on average, ");
        out.push_number(self.moves_max);
        out.push_str(" at most\nplies a game:     ");
        push_tenths(self.mean_plies, out);
        out.push_str(" on average, ");
        out.push_number(self.longest);
        out.push_str(" at most\nresults:          ");
        let [first, second, drawn] = self.results;
        let counts = [first, second, drawn, self.cut_off];
        let titles = [" won by the first player, ", " by the second, ", " drawn, ", " cut off at max_plies\n"];
        for (count, title) in counts.into_iter().zip(titles) {
            out.push_number(count);
            out.push_str(title);
        }
    }

    fn explain_times(&self, out: &mut Text<'_>) {
        if self.nanoseconds.iter().all(|&time| time == 0.0) {
            return;
        }
        out.push_str("nanoseconds:     ");
        for &callback in Callback::ALL {
            let time = self.nanoseconds.get(usize::from(callback.number())).copied().unwrap_or(0.0);
            if time > 0.0 {
                out.push(b' ');
                out.push_str(callback.word().trim_end_matches(['(', ')']));
                out.push(b' ');
                push_tenths(time, out);
                out.push(b',');
            }
        }
        out.push_str(" a call\n");
    }
}

/// Advice to add an optional callback that is missing. It is the one that would help a search most.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Advice {
    /// The callback to add. [`Callback::Features`] means that the game has features, but no net
    /// that uses them.
    pub callback: Callback,
    /// How many times faster playouts can become, rounded down to 1.4, 2, 3, 5 or 10. It is 0 if
    /// the advice is not about speed, or if nothing was timed.
    pub gain: f32,
}

impl Advice {
    /// Writes the advice as text on one line.
    pub(super) fn explain(&self, out: &mut Text<'_>) {
        out.push_str("would help most:  ");
        out.push_str(self.callback.word());
        out.push_str(match self.callback {
            Callback::RandomMove => ": playouts would not list all moves for each move",
            Callback::Evaluate => ": alpha-beta and implicit minimax need it",
            Callback::Hash => ": alpha-beta would recognise positions that it has searched",
            Callback::Features => ": imm-arena train could train a net (docs/NETS.md)",
            Callback::Order => ": alpha-beta prunes more if it tries good moves first",
            _ => ": playouts would see wins and threats",
        });
        if self.gain > 0.0 {
            out.push_str(", and be up to ");
            push_tenths(self.gain, out);
            out.push_str(" times as fast");
        }
        out.push(b'\n');
    }
}

/// Appends a number with at most one decimal place.
pub(super) fn push_tenths(x: f32, out: &mut Text<'_>) {
    push_parts(x, 10, out);
}

#[cfg(test)]
#[path = "report_tests.rs"]
mod tests;
