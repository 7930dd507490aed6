//! The types and constants of `imm.h`. Their doc comments become the text of the header, so they
//! are written for C programmers. This folder does not depend on other parts of the library.
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
