//! A game-tree search kernel that fits anywhere.
#![no_std]
#[cfg(test)]
extern crate std;

pub mod config;
pub mod game;
pub mod games;
pub mod knowledge;
pub mod limits;
mod pool;
pub mod report;
pub mod rng;
mod slot;
pub mod spec;
mod tables;
pub mod text;
pub mod tree;
pub mod value;

pub use slot::Slot;
