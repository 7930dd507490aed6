//! The games that come with imm. The folder of each game contains `rules.rs`, `eval.rs`,
//! `knowledge.rs`, `notation.rs` and `snapshot.rs`.

pub mod breakthrough;
pub mod einstein;
pub mod kalah;
pub mod loa;
pub mod onitama;
pub mod othello;
pub mod oware;

/// Calls the macro `$then` with the arguments `$given`, followed by the folder, type and title of
/// each built-in game. All code that covers all games uses this list. So to add a game, you only
/// extend the list.
#[doc(hidden)]
#[macro_export]
macro_rules! built_in_games {
    ($then:ident $given:tt) => {
        $then! { $given
            breakthrough Breakthrough "Breakthrough",
            kalah Kalah "Kalah",
            loa Loa "Lines of Action",
            oware Oware "Oware",
            othello Othello "Othello",
            onitama Onitama "Onitama",
            einstein Einstein "EinStein würfelt nicht!",
        }
    };
}

mod features;
mod nets;
mod notation_reader;
mod recent_plies;
#[cfg(test)]
pub(crate) mod testing;
mod zobrist;
