//! Tests which mistakes a report keeps, and how a report is written.
#![allow(clippy::unwrap_used)]

use super::super::tests::text_of;
use super::*;

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
    assert!(text.starts_with("1 mistake found: 2 random games, 0 positions.\n\n1. the game reports that"), "{text}");
    assert!(report.push(Finding { times: 1, ..Finding::default() }));
    let text = text_of(&report);
    assert!(text.starts_with("2 mistakes found; the first may cause the others: 2 random"), "{text}");
    assert!(text.contains("\n2. the game reports that"), "{text}");
}

#[test]
fn the_text_has_what_was_counted_and_timed() {
    let mut report = Report { results: [1, 2, 3], cut_off: 4, longest: 31, moves_max: 9, ..Report::default() };
    (report.mean_moves, report.mean_plies) = (4.449, 12.05);
    let text = text_of(&report);
    assert!(text.contains("moves a position: 4.4 on average, 9 at most\n"), "{text}");
    assert!(text.contains("plies a game:     12.1 on average, 31 at most\n"), "{text}");
    assert!(text.contains("  1 won by the first player, 2 by the second, 3 drawn, 4 cut off at max_plies\n"), "{text}");
    assert!(!text.contains("nanoseconds"), "{text}");
    for (callback, time) in [(Callback::Make, 54_321.7), (Callback::Hash, 3.0)] {
        *report.nanoseconds.get_mut(usize::from(callback.number())).unwrap() = time;
    }
    let text = text_of(&report);
    assert!(text.contains("nanoseconds:      make 54321.7, hash 3, a call\n"), "{text}");
}

#[test]
fn one_winner_of_all_games_is_told_from_50_games_on() {
    for (results, told) in [
        ([50, 0, 0], Some("FIRST won all games.")),
        ([0, 50, 0], Some("SECOND won all games.")),
        ([49, 0, 0], None),
        ([0, 49, 0], None),
        ([500, 1, 0], None),
        ([500, 0, 1], None),
        ([0, 0, 500], None),
    ] {
        let report = Report { results, games: 1000, ..Report::default() };
        let text = text_of(&report);
        let note = text.lines().find_map(|line| line.strip_prefix("note:             "));
        assert_eq!(note.map(|note| note.split_inclusive('.').next().unwrap()), told, "{text}");
        assert!(text.starts_with("No mistake found"));
    }
}
