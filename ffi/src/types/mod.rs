//! The types and constants of `imm.h`. Their doc comments are the header's text: they are written
//! for C programmers. Nothing here uses the rest of the library.
#![allow(non_camel_case_types)]

mod check;
mod game;
mod player;
mod search;
mod status;
mod values;

pub use check::*;
pub use game::*;
pub use player::*;
pub use search::*;
pub use status::*;
pub use values::*;
