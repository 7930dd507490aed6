//! A game-tree search kernel that fits anywhere: `no_std`, no allocation, no panic, fixed capacity.
//!
//! Your program provides a block of memory, describes its game, and asks for a move. This crate
//! searches for the move. The package `imm-ffi` in this repository is the C library (`libimm.a`,
//! `include/imm.h`).
//!
//! # Overview
//!
//! A [`game::Game`] is a position that can make and unmake moves. [`game::knowledge::Knowledge`] is
//! optional: it adds what the game knows beyond its rules, for example an evaluation. A
//! [`mcts::TreeSearch`] owns one position and a tree in caller-provided memory. Each simulation
//! goes from the root down to a leaf, adds to the tree, plays to the end of the game, and backs up
//! the result. This is Monte Carlo tree search. With the option `im` above 0, every node also has
//! an *implicit minimax value* (Lanctot, Winands, Pepels, Sturtevant 2014). Selection uses a
//! weighted mean of this value and the mean reward. If the tree reaches the end of the game, the
//! search solves wins, losses and draws. When memory is full, the search recycles the least
//! recently used parts of the tree and continues.
//!
//! The other search is [`alphabeta`], a depth-first search with iterative deepening. The trait
//! [`search::Search`] contains the operations that both searches have.
//!
//! Values, results and proofs are always from the point of view of the **first** player, whoever is
//! to move ([`game::value`]). A player may move twice in a row. The same seed, memory and number of
//! iterations give the same tree, bit for bit, on every target.
//!
//! # A search
//!
//! ```
//! use core::sync::atomic::AtomicBool;
//! use imm::games::breakthrough::Breakthrough;
//! use imm::time::limits::Limits;
//! use imm::search::Search;
//! use imm::mcts::{Memory, Step, TreeSearch};
//! use imm::{Slot, game::{Game, Move}, player};
//!
//! let game = Breakthrough::default();
//! let mut slots = [Slot::default(); 4000]; // 24 bytes each
//! let mut path = [Step::default(); 64];
//! let mut moves = [Move::NONE; 48];
//! let memory = Memory { slots: &mut slots, path: &mut path, moves: &mut moves };
//!
//! let player = player::parse("mcts(im0.4,efMS,ipp)").unwrap().tree().unwrap();
//! let mut search = TreeSearch::new(game, game, &player, memory).unwrap();
//! let stop = AtomicBool::new(false); // any thread may set this flag
//! search.search(&Limits::iterations(2000), None, &stop).unwrap();
//! let best = search.best_move().unwrap();
//! assert!(search.play(best).unwrap()); // the tree below the move is kept
//! ```
//!
//! # What to read next
//!
//! [`game`], then [`mcts`] and [`alphabeta`], then `ffi/src/lib.rs`, then
//! `c_examples/quickstart.c`; `ARCHITECTURE.md` for the reasons behind the design.

#![no_std]
#[doc = include_str!("README.md")]
#[cfg(doctest)]
struct Readme;

#[cfg(test)]
extern crate self as imm; // for the code that integration tests share with this crate
#[cfg(test)]
extern crate std;

pub mod alphabeta;
pub mod base;
pub mod check;
pub mod game;
pub mod games;
pub mod keep;
pub mod mcts;
#[cfg(feature = "nets")]
pub mod net;
pub mod player;
pub mod report;
pub mod search;
mod simulation;
mod threads;
pub mod time;
mod tree;

pub use threads::identity::ShareError;
pub use tree::Slot;
