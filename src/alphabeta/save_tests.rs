//! Tests of saved alpha-beta searches. A loaded search must continue like the saved search. Invalid
//! bytes must be refused.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use super::*;
use crate::alphabeta::tests::{go_on, with_search};
use crate::alphabeta::{Switch, Switches};
use crate::game::Game;
use crate::game::knowledge::Evaluator;
use crate::game::value::Side;
use crate::games::breakthrough::Breakthrough;
use crate::games::testing::{self, bytes_of, legal};
use crate::player::alphabeta::SWITCHES;
use crate::search::Algorithm;
use std::collections::HashSet;
use std::format;
use std::vec::Vec;

type Search<'m> = AlphaBeta<'m, Breakthrough>;

/// A move that is illegal in every game.
const ILLEGAL: Move = Move(u32::MAX - 1);

fn small() -> Breakthrough {
    Breakthrough::new(5, 5).unwrap()
}

fn saved(search: &mut Search<'_>) -> Vec<u8> {
    testing::saved(|out| search.all_parts().save(out))
}

fn load(search: &mut Search<'_>, bytes: &[u8], position: &Breakthrough) -> Result<(), LoadError> {
    let (position, mut parts) = (bytes_of(position), search.all_parts());
    parts.board.read(&position)?;
    parts.load(&mut ByteReader::new(bytes), &position)
}

/// True if a new search with as many plies can load the save of this search.
fn is_sound(search: &mut Search<'_>) -> bool {
    let (bytes, position, mut sound) = (saved(search), search.simulation.position, false);
    with_search(&position, search.config.switches, search.stack.plies(), |fresh| {
        sound = load(fresh, &bytes, &position).is_ok();
    });
    sound
}

#[test]
fn what_is_loaded_goes_on_as_what_was_saved() {
    let start = small();
    let mut next = start;
    next.play(legal(&start)[1]);
    let mut under_way = 0;
    for switches in [Switches::NONE, Switches::ALL, Switches::NONE.with(Switch::Quiescence)] {
        for positions in [0, 1, 2, 30, 70, 71, 72, 73, 400, 1500] {
            with_search(&next, switches, 6, |search| {
                go_on(search, positions);
                let bytes = saved(search);
                under_way += if search.progress.depth == 0 { 0 } else { search.progress.ply };
                with_search(&start, switches, 6, |other| {
                    go_on(other, 90);
                    load(other, &bytes, &next).unwrap();
                    assert_eq!(saved(other), bytes);
                    assert_eq!(format!("{:?}", other.progress.found), format!("{:?}", search.progress.found));
                    go_on(search, 200);
                    go_on(other, 200);
                    assert_eq!(other.describe(), search.describe());
                    assert_eq!(saved(other), saved(search));
                });
            });
        }
    }
    assert!(under_way > 30, "{under_way}");
}

#[test]
fn a_search_without_a_stack_is_saved_as_well() {
    with_search(&small(), Switches::NONE, 0, |search| assert!(is_sound(search)));
}

#[test]
fn a_null_move_under_way_needs_no_move() {
    with_search(&small(), Switches::ALL, 6, |search| {
        (search.progress.depth, search.progress.ply) = (2, 1);
        (search.stack.frames[0].phase, search.stack.frames[1].mover) = (Phase::Pass, Side::Second);
        assert!(is_sound(search));
        search.stack.frames[1].mover = Side::First;
        assert!(!is_sound(search));
    });
}

#[test]
fn a_ply_is_read_as_it_was_written() {
    let frame = Frame {
        key: 0x0123_4567_89AB_CDEF,
        alpha: -1,
        beta: 2,
        alpha0: -3,
        best: 4,
        best_move: Move(5),
        mv: Move(6),
        killers: [Move::NONE; 2],
        depth: -7,
        cost: 8,
        spared: -9,
        count: 10,
        next: 11,
        line_len: 12,
        cuts: 13,
        cuts_needed: 14,
        mover: Side::Second,
        expected: Expected::All,
        phase: Phase::MultiCut,
        scout: true,
        again: true,
        truncated: true,
    };
    for frame in [frame, Frame { scout: false, ..frame }, Frame { again: false, ..frame }, Frame::default()] {
        let mut bytes = [0; 128];
        let mut out = ByteWriter::new(&mut bytes);
        put_frame(&frame, &mut out);
        let mut from = ByteReader::new(out.written());
        assert_eq!(format!("{:?}", take_frame(&mut from).unwrap()), format!("{frame:?}"));
        assert_eq!(from.end(), Ok(()));
    }
}

/// A flaw: its description, and a function that adds this flaw to a search.
type Flaw = (&'static str, fn(&mut Search<'_>));

const FLAWS: [Flaw; 10] = [
    ("it looks deeper than there is room", |search| search.progress.depth = 7),
    ("it has looked deeper than there is room", |search| search.progress.found.depth = 7),
    ("a move past the last one is next", |search| search.stack.frames[0].next = search.stack.frames[0].count + 1),
    ("a list with an illegal move", |search| search.stack.list(0)[0] = ILLEGAL),
    ("the other player is to move", |search| search.stack.frames[0].mover = Side::Second),
    ("an illegal move is under way", |search| search.stack.frames[0].mv = ILLEGAL),
    ("an illegal move is to be searched again", |search| {
        let top = &mut search.stack.frames[search.progress.ply];
        (top.again, top.mv) = (true, ILLEGAL);
    }),
    ("an illegal answer", |search| search.progress.found.best = ILLEGAL),
    ("a line with an illegal move", |search| search.stack.line_of(6, 2)[1] = ILLEGAL),
    ("a line that begins with another move", |search| search.stack.line_of(6, 1)[0] = ILLEGAL),
];

#[test]
fn a_search_that_cannot_be_is_refused() {
    for (flaw, make) in FLAWS {
        with_search(&small(), Switches::NONE, 6, |search| {
            go_on(search, 200);
            let Progress { depth, ply, found, .. } = search.progress;
            assert!(depth > 1 && ply > 0 && found.line_len > 1 && is_sound(search));
            make(search);
            assert!(!is_sound(search), "{flaw}");
        });
    }
}

#[test]
fn the_top_of_the_stack_is_one_of_its_plies() {
    let mut second = small();
    second.play(legal(&second)[0]);
    with_search(&second, Switches::NONE, 1, |search| {
        go_on(search, 3);
        assert!(search.progress.depth == 1 && is_sound(search));
        search.progress.ply = 1;
        assert!(!is_sound(search));
    });
    // Between two iterations, the stack is empty. Then the save has 0 as the index of the top ply.
    with_search(&small(), Switches::NONE, 6, |search| {
        search.progress.ply = 3;
        let mut bytes = saved(search);
        assert_eq!(bytes[3..5], [0, 0]);
        bytes[3] = 6;
        assert_eq!(load(search, &bytes, &small()), Err(LoadError::Damaged));
    });
}

#[test]
fn nothing_is_searched_where_the_game_is_over() {
    let mut game = small();
    while game.outcome().is_none() {
        game.play(legal(&game)[0]);
    }
    with_search(&game, Switches::NONE, 6, |search| {
        assert!(is_sound(search));
        search.progress.depth = 1;
        search.stack.frames[0].mover = game.to_move();
        assert!(!is_sound(search));
    });
}

#[test]
fn each_player_has_a_number_of_his_own() {
    let game = Breakthrough::default();
    let mut numbers = HashSet::new();
    for evaluator in [Evaluator::DEFAULT, Evaluator::RS] {
        for switches in
            SWITCHES.iter().map(|row| Switches::NONE.with(row.switch)).chain([Switches::NONE, Switches::ALL])
        {
            with_search(&game, Switches::NONE, 1, |search| {
                search.config = Config { evaluator, switches };
                assert!(numbers.insert(search.all_parts().identity().player), "{switches:?}");
            });
        }
    }
}

#[test]
fn parts_have_a_name() {
    with_search(&small(), Switches::NONE, 1, |search| {
        assert_eq!(format!("{:?}", search.all_parts()), "DepthParts { .. }");
    });
}
