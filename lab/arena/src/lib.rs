//! The arena of imm: adds a clock, files and threads to the kernel, which has none of these.
//!
//! Each file has one task. [`arena`] defines the functions that the arena needs from a game.
//! [`games`] maps a name to a game. [`player`] provides the memory of a search, [`clock`] provides
//! the clock, and [`contest`] plays games. A player may be an external program ([`engine`]).
//!
//! Each command of `imm-arena` is a module with its arguments and a function `run`: [`check`],
//! [`perft`], [`replay`], [`match_`], [`tournament`], [`best`], [`tune`], [`solve`], [`tree`],
//! [`openings::search`], [`endgames`], [`transitions`], [`fit`], [`train`], [`levels`],
//! [`mod@bench`], [`experiments`], [`champions`], [`ugi`].

pub mod answer;
pub mod arena;
pub mod bench;
pub mod best;
pub mod budget_args;
pub mod champions;
pub mod chance;
pub mod check;
pub mod cli;
pub mod clock;
pub mod contender;
pub mod contest;
pub mod endgames;
pub mod engine;
pub mod experiments;
pub mod fit;
pub mod game_args;
pub mod game_clock;
pub mod games;
pub mod guest;
pub mod jobs_args;
pub mod levels;
pub mod lines;
#[path = "../../../tests/common/markers.rs"]
pub mod markers;
pub mod match_;
pub mod net;
pub mod net_args;
pub mod notation;
pub mod openings;
pub mod perft;
pub mod player;
pub mod progress;
pub mod ratings;
pub mod replay;
pub mod seat;
pub mod signature;
pub mod solve;
pub mod sprt;
pub mod stats;
pub mod team;
pub mod tournament;
pub mod train;
pub mod transitions;
pub mod tree;
pub mod tune;
pub mod ugi;
