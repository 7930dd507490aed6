//! Maps the name of a game to its type. Each command is a [`Visit`]: code that is written once for
//! all games.

use crate::arena::{AnySearch, Shared};
use crate::engine::names::Family;
use crate::guest::Guest;
use crate::notation::position_text;
use anyhow::{Result, anyhow};
use imm::base::rng::Rng;
use imm::game::Game;
use imm::game::snapshot::Snapshot;
use imm::game::value::Side;
use imm::games::breakthrough::Breakthrough;
use imm::games::einstein::{self, Einstein};
use imm::games::kalah::{Capture, Kalah};
use imm::games::loa::{FEATURE_NAMES, Loa, Rules};
use imm::games::onitama::{self, Onitama};
use imm::games::othello::{Othello, Scoring, WEIGHTS};
use imm::games::oware::{self, Oware};
use imm::keep::merge::merge;
use imm::keep::save::{HasParts, Parts};
use imm_host::host::{LoadError, PluginGame, load};
use std::fmt;
use std::path::Path;
use std::sync::OnceLock;

pub use crate::arena::Arena;

/// The implementation of [`Arena::merge`] for games with snapshots.
fn merge_searches<'m, G: Arena + Snapshot>(
    first: &mut AnySearch<'m, G>,
    others: &mut [AnySearch<'m, G>],
) -> Result<()> {
    let mut others: Vec<&mut (dyn HasParts<'m, Game = G> + Send + 'm)> =
        others.iter_mut().map(|other| &mut **other).collect();
    merge(&mut **first, &mut others).map_err(|error| anyhow!("searches cannot be merged: {error:?}"))
}

/// The implementation of [`Arena::share`] for games with snapshots.
fn share_search<'m, G: Arena + Snapshot>(search: &mut AnySearch<'m, G>, shared: &'m Shared) -> Result<()> {
    match search.whole() {
        Parts::Tree(mut parts) => parts.share_tree(&shared.tree),
        Parts::Depth(mut parts) => parts.share_table(&shared.table),
    }
    .map_err(|error| anyhow!("threads cannot search together: {error}"))
}

/// Implements [`Arena::merge`] and [`Arena::share`] for a game with snapshots.
macro_rules! merged {
    () => {
        fn merge<'m>(first: &mut AnySearch<'m, Self>, others: &mut [AnySearch<'m, Self>]) -> Result<()> {
            merge_searches(first, others)
        }

        fn share<'m>(search: &mut AnySearch<'m, Self>, shared: &'m Shared) -> Result<()> {
            share_search(search, shared)
        }
    };
}

impl Arena for Breakthrough {
    merged!();

    fn family(&self) -> Family {
        if self.columns() == self.rows() { Family::Breakthrough(self.rows()) } else { Family::Other }
    }
}

impl Arena for PluginGame {
    merged!();

    const TEXTS: bool = false;
}

impl Arena for Loa {
    merged!();

    fn feature_names() -> Vec<String> {
        FEATURE_NAMES.map(str::to_owned).to_vec()
    }

    /// In Lines of Action, moves, captures and connections do not depend on the direction. So all
    /// eight symmetries of the square preserve the game.
    const TURNS: bool = true;

    const STRATEGIES: bool = true;

    fn linear_features(&self) -> Vec<i32> {
        Self::features(self).to_vec()
    }

    fn rules(&self) -> Option<&'static str> {
        (Self::rules(self) == Rules::OpenSpiel).then_some(
            "loa_openspiel: who connects both sides by one move wins, a board that occurs again is a draw, who has no \
             move loses",
        )
    }

    const CATEGORIES: u16 = Self::CATEGORIES;

    fn wider_category(category: u16) -> u16 {
        Self::wider_category(category)
    }
}

impl Arena for Kalah {
    merged!();

    const RANDOM_BOARDS: bool = true;
    const PAIRS_DECIDE: bool = true; // as in the implicit minimax paper

    fn rules(&self) -> Option<&'static str> {
        Some(match self.capture() {
            Capture::Empty => {
                "kalah_empty: a last stone in an empty house of the mover's own captures itself and the stones \
                 opposite, also where there are none"
            }
            Capture::Standard => {
                "kalah_std: a last stone in an empty house of the mover's own captures itself and the stones \
                 opposite, only where there are any"
            }
            Capture::Stays => {
                "kalah_stays: a last stone in an empty house of the mover's own captures the stones opposite, and \
                 stays"
            }
        })
    }

    fn opening(&self, rng: &mut Rng) -> Self {
        let houses = self.houses();
        let stones = self.stones() / (2 * u32::from(houses));
        Self::random(houses, stones as u8, self.capture(), rng).unwrap_or(*self)
    }

    fn counts(&self) -> Option<[u32; 2]> {
        Some([Side::First, Side::Second].map(|player| u32::from(self.store(player))))
    }
}

impl Arena for Oware {
    merged!();

    fn feature_names() -> Vec<String> {
        oware::FEATURE_NAMES.map(str::to_owned).to_vec()
    }

    fn linear_features(&self) -> Vec<i32> {
        Self::features(self).to_vec()
    }

    fn counts(&self) -> Option<[u32; 2]> {
        Some([Side::First, Side::Second].map(|player| u32::from(self.captured(player))))
    }
}

impl Arena for Othello {
    merged!();

    /// Othello flips discs in all eight directions, so all symmetries of the square preserve the
    /// game.
    const TURNS: bool = true;

    /// Returns the names of the features, e.g. `pair 31 8`. There is one feature for each
    /// combination of a class and a state of a pair of squares.
    fn feature_names() -> Vec<String> {
        (0..WEIGHTS).map(|pair| format!("pair {} {}", pair / 9, pair % 9)).collect()
    }

    /// The weights are from the point of view of the side to move. So the counts of pairs are
    /// negated if the second player is to move.
    fn linear_features(&self) -> Vec<i32> {
        self.pairs().map(|count| count * self.to_move().sign()).to_vec()
    }

    fn rules(&self) -> Option<&'static str> {
        (self.scoring() == Scoring::DiscsOnly)
            .then_some("othello_discs: only discs count, the winner does not get the empty squares")
    }

    fn family(&self) -> Family {
        Family::Othello
    }

    fn counts(&self) -> Option<[u32; 2]> {
        Some([Side::First, Side::Second].map(|player| self.count(player)))
    }
}

impl Arena for Onitama {
    merged!();

    /// Different cards make a different game of Onitama. So each pair of games gets a random deal,
    /// and the players swap sides.
    const RANDOM_BOARDS: bool = true;

    fn feature_names() -> Vec<String> {
        onitama::FEATURE_NAMES.map(str::to_owned).to_vec()
    }

    fn linear_features(&self) -> Vec<i32> {
        Self::features(self).to_vec()
    }

    fn opening(&self, rng: &mut Rng) -> Self {
        Self::random(rng)
    }
}

impl Arena for Einstein {
    merged!();

    /// Each pair of games gets a random arrangement of the stones, and the players swap sides.
    const RANDOM_BOARDS: bool = true;

    fn feature_names() -> Vec<String> {
        einstein::FEATURE_NAMES.map(str::to_owned).to_vec()
    }

    fn linear_features(&self) -> Vec<i32> {
        Self::features(self).to_vec()
    }

    fn opening(&self, rng: &mut Rng) -> Self {
        Self::random(rng)
    }
}

/// Returns the images of the position as text, one for each symmetry of the board that preserves
/// the game. The first image is the position itself.
#[must_use]
pub fn images<G: Arena>(position: &G) -> Vec<String> {
    let text = position_text(position);
    let (board, side) = text.split_once(' ').unwrap_or((&text, ""));
    let mut rows: Vec<Vec<char>> = board.split('/').map(|row| row.chars().collect()).collect();
    if !G::TURNS {
        return vec![text];
    }
    let mut all = Vec::new();
    for _ in 0..4 {
        let mirrored: Vec<Vec<char>> = rows.iter().rev().cloned().collect();
        let quarter = (0..rows.len()).map(|column| mirrored.iter().map(|row| row[column]).collect()).collect();
        for rows in [&rows, &mirrored] {
            let rows: Vec<String> = rows.iter().map(|row| row.iter().collect()).collect();
            all.push(format!("{} {side}", rows.join("/")));
        }
        rows = quarter;
    }
    all
}

/// Code that works with any type of game.
pub trait Visit {
    /// The result of the code.
    type Output;

    /// Runs the code. `start` is the normal starting position.
    fn visit<G: Arena>(self, start: G) -> Self::Output;
}

/// The names of the built-in games, for the help and for error messages.
pub const NAMES: &str = "breakthrough (8x8), breakthrough_CxR (C columns, 2 to 8, R rows, 4 to 8), kalah (= kalah_empty), \
    kalah_std, kalah_stays, each also as kalah_HxS (H houses, 1 to 7, S seeds in each), loa, loa_openspiel (its rules), oware, \
    othello, othello_discs (empty squares do not count), onitama, onitama_N (N: which cards), einstein";

/// The reason why no game was found.
#[derive(Debug)]
pub enum NoGame {
    /// No game has this name.
    Unknown(String),
    /// The name is the path of a file, and no game could be loaded from the file.
    NotLoaded(LoadError),
    /// The game in this file is for another number of players.
    Players(String, usize),
}

impl fmt::Display for NoGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown(name) => write!(
                f,
                "unknown game '{name}': known are {}{NAMES}, and games of your own in shared libraries: ./my_game.so",
                guests().iter().map(|(guest, _)| format!("{guest}, ")).collect::<String>()
            ),
            Self::NotLoaded(error) => error.fmt(f),
            Self::Players(file, players) => write!(
                f,
                "{file}: the game has players = {players}, and this command needs a game for two; 'check' does not"
            ),
        }
    }
}

impl std::error::Error for NoGame {}

/// The games that a program adds to the built-in games, each with its name.
static GUESTS: OnceLock<Vec<(&'static str, Guest)>> = OnceLock::new();

/// Adds games under these names. An added game takes precedence over a built-in game of the same
/// name. Only the first call of this function has an effect.
pub fn add_guests(guests: impl IntoIterator<Item = (&'static str, Guest)>) {
    GUESTS.get_or_init(|| guests.into_iter().collect());
}

fn guests() -> &'static [(&'static str, Guest)] {
    GUESTS.get().map_or(&[], Vec::as_slice)
}

/// True if `name` is the path of a shared library and not the name of a game.
fn is_file(name: &str) -> bool {
    name.contains(['/', '\\']) || [".so", ".dylib", ".dll"].iter().any(|end| name.ends_with(end))
}

/// Returns the path of the shared library of the game called `name`, or `None` for a game that is
/// part of this program.
#[must_use]
pub fn file_of(name: &str) -> Option<&Path> {
    let is_guest = guests().iter().any(|(guest, _)| *guest == name);
    (!is_guest && is_file(name)).then_some(Path::new(name))
}

/// Calls `visitor` with the game called `name`: a game of this program, or a game in a shared
/// library.
///
/// # Errors
/// No game has this name, or no game could be loaded from the file.
pub fn with_game<V: Visit>(name: &str, visitor: V) -> Result<V::Output, NoGame> {
    if let Some((_, start)) = guests().iter().find(|(guest, _)| *guest == name) {
        return Ok(visitor.visit(start.clone()));
    }
    if let Some(file) = file_of(name) {
        let start = load(file).map_err(NoGame::NotLoaded)?;
        return match start.players() {
            2 => Ok(visitor.visit(start)),
            players => Err(NoGame::Players(name.to_owned(), players)),
        };
    }
    macro_rules! look_among {
        (() $($folder:ident $game:ident $title:literal,)+) => {
            $(if let Some(start) = imm::games::$folder::$game::from_name(name) {
                return Ok(visitor.visit(start));
            })+
        };
    }
    imm::built_in_games!(look_among());
    Err(NoGame::Unknown(name.to_owned()))
}

/// True if the game called `name` is one of the built-in games.
#[must_use]
pub fn is_built_in(name: &str) -> bool {
    struct Nothing;
    impl Visit for Nothing {
        type Output = ();
        fn visit<G: Arena>(self, _: G) {}
    }
    let is_guest = guests().iter().any(|(guest, _)| *guest == name);
    !is_guest && file_of(name).is_none() && with_game(name, Nothing).is_ok()
}

/// True if matches of the game called `name` begin on random boards.
///
/// # Errors
/// See [`with_game`].
pub fn random_boards(name: &str) -> Result<bool, NoGame> {
    struct RandomBoards;
    impl Visit for RandomBoards {
        type Output = bool;
        fn visit<G: Arena>(self, _: G) -> bool {
            G::RANDOM_BOARDS
        }
    }
    with_game(name, RandomBoards)
}

/// Describes in words the rules variant of the game called `name`. Returns `None` if the game has
/// only one variant, or if the variant is the usual one of Lines of Action or Othello.
///
/// # Errors
/// See [`with_game`].
pub fn rules(name: &str) -> Result<Option<&'static str>, NoGame> {
    struct Rules;
    impl Visit for Rules {
        type Output = Option<&'static str>;
        fn visit<G: Arena>(self, start: G) -> Self::Output {
            start.rules()
        }
    }
    with_game(name, Rules)
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Opening(u64);

    impl Visit for Opening {
        type Output = String;
        fn visit<G: Arena>(self, start: G) -> String {
            position_text(&start.opening(&mut Rng::new(self.0)))
        }
    }

    #[test]
    fn names_lead_to_games() {
        assert_eq!(with_game("breakthrough_2x4", Opening(1)).unwrap(), "bb/bb/ww/ww 1");
        let unknown = with_game("chess", Opening(1)).unwrap_err();
        assert!(matches!(&unknown, NoGame::Unknown(name) if name == "chess"), "{unknown:?}");
        let missing = with_game("./chess.so", Opening(1)).unwrap_err();
        assert!(matches!(&missing, NoGame::NotLoaded(_)), "{missing:?}");
    }

    #[test]
    fn a_square_board_has_eight_images() {
        let text = "b......./......../......../......../......../.b....../......w./w....... 1";
        let position = crate::notation::read_position(&Loa::default(), text).unwrap();
        let images = images(&position);
        assert_eq!(images[0], text);
        let mut different = images.clone();
        different.sort_unstable();
        different.dedup();
        assert_eq!(different.len(), 8);
        // Image 2 is the board after a quarter turn clockwise: the piece on a8, the upper left
        // corner, must move to h8.
        assert_eq!(images[2], "w......b/..b...../......../......../......../......../.w....../........ 1");
        assert_eq!(images[1].split('/').next(), Some("w......."));
    }

    #[test]
    fn a_board_with_a_direction_has_one() {
        assert_eq!(images(&Breakthrough::new(2, 4).unwrap()), ["bb/bb/ww/ww 1"]);
    }

    #[test]
    fn rules_begin_with_the_name_of_the_game() {
        for name in ["kalah_empty", "kalah_std", "kalah_stays"] {
            assert!(rules(name).unwrap().is_some_and(|rules| rules.starts_with(&format!("{name}: "))), "{name}");
        }
        assert_eq!(rules("kalah").unwrap(), rules("kalah_empty").unwrap());
        assert_eq!(rules("breakthrough").unwrap(), None);
    }

    #[test]
    fn kalah_boards_are_random_and_follow_from_the_seed() {
        let board = |seed| with_game("kalah_std", Opening(seed)).unwrap();
        assert_eq!(board(1), board(1));
        assert_ne!(board(1), board(2));
        let stones = |board: String| -> u32 {
            board.split([',', '|', ' ']).rev().skip(1).map(|number| number.parse::<u32>().unwrap()).sum()
        };
        assert_eq!(stones(board(3)), 48);
        assert_eq!(stones(with_game("kalah_std_4x3", Opening(3)).unwrap()), 24);
    }

    #[test]
    fn onitama_is_dealt_again_and_the_deal_follows_from_the_seed() {
        let deal = |name, seed| with_game(name, Opening(seed)).unwrap();
        assert_eq!(deal("onitama", 1), deal("onitama_7", 1));
        assert_ne!(deal("onitama", 1), deal("onitama", 2));
        assert!(deal("onitama", 3).starts_with("bbBbb/...../...../...../wwWww "));
        assert!(random_boards("onitama").unwrap());
    }

    #[test]
    fn the_stones_of_einstein_are_arranged_again() {
        let board = |seed| with_game("einstein", Opening(seed)).unwrap();
        assert_eq!(board(1), board(1));
        assert_ne!(board(1), board(2));
        assert!(board(3).ends_with(" 0 1") && random_boards("einstein").unwrap());
    }
}
