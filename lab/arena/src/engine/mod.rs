//! External programs as players. A player of a match may be another program that speaks UGI, UCI or
//! GTP.
//!
//! [`spec`] reads the player text, [`process`] runs the program, [`ugi`] and [`gtp`] speak the
//! protocols, and [`names`] translates moves and positions. [`program`] combines these modules: it
//! starts the program, asks for moves, and starts the program again after a fault. [`fault`] counts
//! faults.

pub mod args;
pub mod fault;
pub mod gtp;
pub mod log;
pub mod names;
pub mod process;
pub mod program;
pub mod protocol;
pub mod spec;
pub mod ugi;
