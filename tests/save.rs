//! Tests saved searches with every player. A loaded search must continue exactly like the saved
//! search. Changed bytes with a correct checksum must be rejected without any effect, or must
//! produce a search that can continue the game. (`c/save.c` tests the C functions, and
//! `tests/fuzz/` tests random bytes.)
#![cfg(feature = "policies")]
#![allow(clippy::unreachable, clippy::unwrap_used, clippy::indexing_slicing, clippy::arithmetic_side_effects)]

mod common;
#[path = "common/players.rs"]
mod players;

use common::found::{Found, found};
use common::random_game::RandomGame;
use common::{nets, with_player};
use core::sync::atomic::AtomicBool;
use imm::Slot;
use imm::base::bytes::{ByteReader, ByteWriter, InvalidBytes, crc32};
use imm::game::knowledge::Knowledge;
use imm::game::snapshot::Snapshot;
use imm::game::value::Side;
use imm::game::{Game, Move, MoveList};
use imm::games::breakthrough::Breakthrough;
use imm::games::kalah::{Capture, Kalah};
use imm::keep::save::{HasParts, LoadError};
use imm::mcts::{Memory, Stay, Step, TreeSearch};
use imm::player::{self, Player};
use imm::search::{Search, SearchError};
use imm::time::limits::Limits;

static GO_ON: AtomicBool = AtomicBool::new(false);

/// The results of a search, and the legal moves in the search's position.
#[derive(PartialEq, Debug)]
struct Kept {
    found: Found,
    moves: Vec<Move>,
}

fn kept<'m>(search: &mut impl Search<'m>) -> Kept {
    let found = found(search);
    let mut slots = vec![Move::NONE; search.position().max_moves()];
    let mut moves = MoveList::new(&mut slots);
    search.position().legal_moves(&mut moves);
    Kept { found, moves: moves.as_slice().to_vec() }
}

fn go_on<'m>(search: &mut impl Search<'m>, iterations: u64) -> Kept {
    match search.search(&Limits::iterations(iterations), None, &GO_ON) {
        Err(SearchError::Told) => tell(search, iterations),
        other => assert!(other.is_ok(), "{other:?}"),
    }
    kept(search)
}

/// Tells values for this number of leaves. The values alternate.
fn tell<'m>(search: &mut impl Search<'m>, leaves: u64) {
    let mut told = 0;
    while told < leaves {
        let found = search.collect(4).unwrap();
        for leaf in 0..found {
            search.tell(if leaf % 2 == 0 { 0.5 } else { -0.25 }, &[]).unwrap();
        }
        if found == 0 {
            return;
        }
        told += u64::from(found);
    }
}

fn saved<'m, S: HasParts<'m>>(search: &mut S) -> Vec<u8>
where
    S::Game: Snapshot,
{
    let mut counted = ByteWriter::new(&mut []);
    search.whole().save(&mut counted, 0);
    let mut bytes = vec![0; counted.len()];
    let length = bytes.len();
    let mut out = ByteWriter::new(&mut bytes);
    search.whole().save(&mut out, length);
    assert!(out.fits() && out.len() == length);
    bytes
}

/// Runs `$act` on a new search. The memory has `$room` slots, or `$room / 8` plies for alpha-beta.
macro_rules! with_search {
    ($player:expr, $game:expr, $room:expr, |$search:ident| $act:expr) => {{
        let game = $game.clone();
        match player::parse($player).unwrap().seeded(5).for_game(&game) {
            Player::AlphaBeta(config) => with_player(&game, &config, 10, $room / 8, |$search| {
                nets::lend($search, $player);
                $act
            }),
            Player::Tree(config) => {
                let mut moves = vec![Move::NONE; config.scratch_moves(game.max_moves())];
                let (mut slots, mut path) = (vec![Slot::default(); $room], vec![Step::default(); 200]);
                let (mut stays, mut places) = (vec![Stay::default(); 8], vec![game.clone(); 7]);
                let memory = Memory { slots: &mut slots, path: &mut path, moves: &mut moves };
                let $search = &mut TreeSearch::new(game.clone(), game, &config, memory).unwrap();
                $search.lend_trunk(&mut stays, &mut places);
                nets::lend($search, $player);
                $act
            }
            #[cfg(feature = "policies")]
            Player::Best(_) => unreachable!("it was asked for by name"),
        }
    }};
}

fn players_of<G: Knowledge>(game: &G) -> Vec<&'static str> {
    players::lines().filter(|line| line.plays(game)).map(|line| line.player).collect()
}

/// Saves a search of `next`, a position a few moves after `game`. Loads the save into a search of
/// `game` that already has other results. The loaded search must equal the saved search.
fn check<G: Knowledge + Snapshot + Clone>(game: &G, next: &G, player: &str, iterations: u64) {
    let (bytes, here, later) = with_search!(player, next, 400, |search| {
        let here = go_on(search, iterations);
        let bytes = saved(search);
        assert_eq!(kept(search), here, "{player}: saving changes nothing");
        (bytes, here, go_on(search, 60))
    });
    with_search!(player, game, 400, |search| {
        let before = go_on(search, 50);
        for len in [0, 3, 4, 20, bytes.len() / 2, bytes.len() - 1] {
            assert_eq!(search.whole().load(&bytes[..len]), Err(LoadError::Damaged), "{player}: {len}");
        }
        assert_eq!(kept(search), before, "{player}: what is refused changes nothing");
        search.whole().load(&bytes).unwrap();
        assert_eq!(kept(search), here, "{player}: loaded");
        assert_eq!(saved(search), bytes, "{player}: saved again");
        assert_eq!(go_on(search, 60), later, "{player}: gone on");
    });
    with_search!(player, game, 800, |search| {
        assert_eq!(search.whole().load(&bytes), Err(LoadError::Memory), "{player}");
    });
    with_search!("mcts(im0.37)", game, 400, |search| {
        assert_eq!(search.whole().load(&bytes), Err(LoadError::Player), "{player}");
    });
}

fn after<G: Game + Clone>(game: &G, plies: usize) -> G {
    (0..plies).fold(game.clone(), |mut game, ply| {
        let mut slots = vec![Move::NONE; game.max_moves()];
        let mut moves = MoveList::new(&mut slots);
        game.legal_moves(&mut moves);
        let mv = moves.get(ply % moves.len()).unwrap();
        game.play(mv);
        game
    })
}

fn check_all<G: Knowledge + Snapshot + Clone>(name: &str, game: &G, plies: usize) {
    let players = players_of(game);
    for (index, player) in players.iter().enumerate() {
        check(game, &after(game, plies), player, [1, 7, 40, 150][index % 4]);
    }
    assert!(players.len() > 100, "{name}: {}", players.len());
}

#[test]
fn kalah_goes_on_bit_for_bit() {
    check_all("kalah", &Kalah::new(4, 3, Capture::Empty).unwrap(), 3);
}

#[test]
fn breakthrough_goes_on_bit_for_bit() {
    check_all("breakthrough", &Breakthrough::new(5, 5).unwrap(), 4);
}

/// A snapshot is the node and the player to move.
impl Snapshot for RandomGame {
    fn shape(&self) -> u32 {
        0
    }

    fn bytes_max(&self) -> usize {
        9
    }

    fn write_bytes(&self, out: &mut ByteWriter<'_>) {
        out.put_u64(self.node);
        out.put_side(self.to_move());
    }

    fn read_bytes(&mut self, from: &mut ByteReader<'_>) -> Result<(), InvalidBytes> {
        (self.node, self.second) = (from.u64()?, from.side()? == Side::Second);
        Ok(())
    }
}

/// A random game with chance events. In its first two plies, no chance event comes.
fn game_of_chance() -> RandomGame {
    let games = (0..).map(|seed| RandomGame { chance: 30, ..RandomGame::new(seed) });
    let goes_on = |game: &RandomGame| game.outcome().is_none() && !game.is_chance() && game.moves() > 2;
    games
        .into_iter()
        .find(|game| goes_on(game) && goes_on(&after(game, 1)) && game.ends < 10 && game.last > 40)
        .unwrap()
}

#[test]
fn a_game_of_chance_goes_on_bit_for_bit() {
    let game = game_of_chance();
    for (index, player) in players_of(&game).into_iter().enumerate() {
        check(&game, &after(&game, 1), player, [1, 7, 40, 150][index % 4]);
    }
}

/// Returns the bytes, with a correct checksum in their last bytes.
fn with_checksum(mut bytes: Vec<u8>) -> Vec<u8> {
    let end = bytes.len() - 4;
    let sum = crc32(&bytes[..end]);
    bytes[end..].copy_from_slice(&sum.to_le_bytes());
    bytes
}

/// Changes every byte in several ways. Each load must fail without any effect, or must produce a
/// search that can continue the game.
#[test]
fn changed_bytes_are_refused_or_can_be_played() {
    change_bytes(&Kalah::new(3, 2, Capture::Empty).unwrap());
    change_bytes(&game_of_chance());
}

fn change_bytes<G: Knowledge + Snapshot + Clone>(game: &G) {
    let mut outcomes = [0; 2];
    for player in [
        "mcts()",
        "mcts(im0.4,evaltt)",
        "mcts(prooftt)",
        "mcts(bounds)",
        "mcts(pn1,t1)",
        "bfm(prooftt,evaltt)",
        "mcts(mast)",
        "mcts(grave)",
        "mcts(pb1,dyn)",
        "mcts(puct1,im0.4)",
        "ab()",
        "ab(all)",
    ] {
        let Ok(_) = player::parse(player) else { continue };
        if !players_of(game).contains(&player) {
            continue;
        }
        let bytes = with_search!(player, game, 48, |search| {
            go_on(search, 30);
            saved(search)
        });
        assert_eq!(with_checksum(bytes.clone()), bytes);
        for at in 0..bytes.len() - 4 {
            for change in [1, 0x80, 0xFF] {
                let mut changed = bytes.clone();
                changed[at] ^= change;
                let damaged = with_search!(player, game, 48, |search| search.whole().load(&changed));
                assert!(damaged.is_err(), "{player}: byte {at}: the checksum");
                let changed = with_checksum(changed);
                with_search!(player, game, 48, |search| {
                    let before = kept(search);
                    let loaded = search.whole().load(&changed);
                    if loaded.is_err() {
                        assert_eq!(kept(search), before, "{player}: byte {at}: still changed");
                    } else if search.position().outcome().is_none() && !search.position().is_chance() {
                        let report = go_on(search, 20).found.report;
                        assert!(search.is_legal(report.best).unwrap(), "{player}: byte {at}");
                    }
                    outcomes[usize::from(loaded.is_ok())] += 1;
                });
            }
        }
    }
    assert!(outcomes[0] > 1000 && outcomes[1] > 500, "{outcomes:?}");
}

#[test]
fn the_head_says_what_is_wrong() {
    let game = Kalah::new(3, 2, Capture::Empty).unwrap();
    let bytes = with_search!("mcts()", game, 48, |search| saved(search));
    let load = |at: usize, bytes: &[u8]| {
        let mut changed = bytes.to_vec();
        changed[at] ^= 1;
        with_search!("mcts()", game, 48, |search| search.whole().load(&with_checksum(changed)))
    };
    assert_eq!(load(0, &bytes), Err(LoadError::Damaged)); // not the magic bytes of a save
    assert_eq!(load(4, &bytes), Err(LoadError::Version));
    assert_eq!(load(7, &bytes), Err(LoadError::Game)); // from a target with another data layout
    assert_eq!(load(8, &bytes), Err(LoadError::Damaged)); // the header has a wrong length
    assert_eq!(load(16, &bytes), Err(LoadError::Game));
    assert_eq!(load(28, &bytes), Err(LoadError::Player));
    assert_eq!(load(36, &bytes), Err(LoadError::Memory));
    let other = Kalah::new(4, 2, Capture::Empty).unwrap();
    let loaded = with_search!("mcts()", other, 48, |search| search.whole().load(&bytes));
    assert_eq!(loaded, Err(LoadError::Game));
}
