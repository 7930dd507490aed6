//! What a check tells: [`Report`], and its text.

use super::finding::{Finding, Kind, push_parts};
use super::measure::Advice;
use super::subject::{Callback, TIMED};
use crate::text::Text;

/// Different mistakes that a report has room for.
pub const FINDINGS: usize = 8;

/// What is wrong with a game, and what was measured.
#[derive(Clone, Copy, Debug, Default)]
pub struct Report {
    findings: [Finding; FINDINGS],
    /// Moves that it takes to show each of them, and of these, those that lead there.
    lengths: [[u32; 2]; FINDINGS],
    found: usize,
    /// Positions looked at.
    pub positions: u32,
    /// Games begun.
    pub games: u32,
    /// Of these, won by the first player, won by the second, drawn.
    pub results: [u32; 3],
    /// Of these, cut off at [`crate::game::Game::max_plies`].
    pub cut_off: u32,
    /// Plies of the longest one.
    pub longest: u32,
    /// Plies of a game that came to its end, on average.
    pub mean_plies: f32,
    /// Legal moves of a position that is not over, on average.
    pub mean_moves: f32,
    /// The most legal moves of a position.
    pub moves_max: u32,
    /// Nanoseconds of a call, by [`Callback::number`]; 0 where it was not timed.
    pub nanoseconds: [f32; TIMED],
    /// What would help a search most, if anything.
    pub advice: Option<Advice>,
}

impl Report {
    /// The mistakes, in the order in which they were found.
    #[must_use]
    pub fn findings(&self) -> &[Finding] {
        self.findings.get(..self.found).unwrap_or_default()
    }

    /// Is there no room for another mistake?
    pub(super) fn is_full(&self) -> bool {
        self.found >= FINDINGS
    }

    /// Adds a mistake as it is; `false` where there is no room.
    pub fn push(&mut self, finding: Finding) -> bool {
        let Some(slot) = self.findings.get_mut(self.found) else { return false };
        *slot = finding;
        self.found = self.found.wrapping_add(1);
        true
    }

    /// Counts a mistake that so many moves show; where a description of it belongs, if it is
    /// wanted.
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

    /// Writes all of it for a person, on many lines: 8,192 bytes suffice.
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
        self.explain_times(out);
        if let Some(advice) = &self.advice {
            advice.explain(out);
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

/// Appends a number with one decimal at most.
pub(super) fn push_tenths(x: f32, out: &mut Text<'_>) {
    push_parts(x, 10, out);
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use std::string::String;

    fn text_of(report: &Report) -> String {
        let mut bytes = [0; 8192];
        let mut text = Text::new(&mut bytes);
        report.explain(&mut text);
        text.as_str().into()
    }

    #[test]
    fn of_each_mistake_the_shortest_way_is_kept() {
        let mut report = Report::default();
        let mut find = |kind, callback, length: [u32; 2]| {
            let place = report.place_for(kind, callback, length);
            if let Some(place) = place {
                report.put(place, Finding { kind, callback, ply: length[1], times: 77, ..Finding::default() });
            }
            place
        };
        assert_eq!(find(Kind::Failed, Callback::Hash, [4, 3]), Some(0));
        assert_eq!(find(Kind::Failed, Callback::Order, [5, 5]), Some(1)); // of another callback
        assert_eq!(find(Kind::Changes, Callback::Hash, [9, 9]), Some(2)); // of another kind
        assert_eq!(find(Kind::Failed, Callback::Hash, [4, 3]), None);
        assert_eq!(find(Kind::Failed, Callback::Hash, [5, 1]), None);
        assert_eq!(find(Kind::Failed, Callback::Hash, [4, 2]), Some(0));
        assert_eq!(find(Kind::Changes, Callback::Hash, [1, 1]), Some(2));
        let found =
            |report: &Report| report.findings().iter().map(|one| [one.ply, one.times]).collect::<std::vec::Vec<_>>();
        assert_eq!(found(&report), [[2, 4], [5, 1], [1, 2]]);
        for (index, &callback) in Callback::ALL.iter().enumerate().take(FINDINGS - 3) {
            assert!(!report.is_full());
            assert!(report.push(Finding { callback, times: 1, ..Finding::default() }), "{index}");
        }
        assert!(report.is_full() && !report.push(Finding::default()));
        assert_eq!(report.place_for(Kind::TooLong, Callback::Game, [0, 0]), None);
        assert_eq!(report.findings().len(), FINDINGS);
    }

    #[test]
    fn the_text_counts_in_singular_and_plural() {
        let mut report = Report { games: 1, positions: 1, ..Report::default() };
        assert!(text_of(&report).starts_with("No mistake found: 1 random game, 1 position.\n"));
        (report.games, report.positions) = (2, 0);
        assert!(report.push(Finding { times: 1, ..Finding::default() }));
        let text = text_of(&report);
        assert!(text.starts_with("1 mistake found: 2 random games, 0 positions.\n\n1. the game says that"), "{text}");
        assert!(report.push(Finding { times: 1, ..Finding::default() }));
        let text = text_of(&report);
        assert!(text.starts_with("2 mistakes found; the first may cause the others: 2 random"), "{text}");
        assert!(text.contains("\n2. the game says that"), "{text}");
    }

    #[test]
    fn the_text_has_what_was_counted_and_timed() {
        let mut report = Report { results: [1, 2, 3], cut_off: 4, longest: 31, moves_max: 9, ..Report::default() };
        (report.mean_moves, report.mean_plies) = (4.449, 12.05);
        let text = text_of(&report);
        assert!(text.contains("moves a position: 4.4 on average, 9 at most\n"), "{text}");
        assert!(text.contains("plies a game:     12.1 on average, 31 at most\n"), "{text}");
        assert!(
            text.contains("  1 won by the first player, 2 by the second, 3 drawn, 4 cut off at max_plies\n"),
            "{text}"
        );
        assert!(!text.contains("nanoseconds"), "{text}");
        for (callback, time) in [(Callback::Make, 54_321.7), (Callback::Hash, 3.0)] {
            *report.nanoseconds.get_mut(usize::from(callback.number())).unwrap() = time;
        }
        let text = text_of(&report);
        assert!(text.contains("nanoseconds:      make 54321.7, hash 3, a call\n"), "{text}");
    }
}
