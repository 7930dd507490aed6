//! A game-tree search kernel that fits anywhere.
#![no_std]
pub mod game;
pub mod games;
pub mod knowledge;
pub mod rng;
pub mod text;
pub mod value;
