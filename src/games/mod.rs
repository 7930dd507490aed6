//! The games that come with imm, one folder each: `rules.rs`, `eval.rs`, `knowledge.rs`,
//! `notation.rs`, `snapshot.rs`.

pub mod breakthrough;
pub mod kalah;
pub mod loa;
pub mod onitama;
pub mod othello;
pub mod oware;

/// Hands the list of the games to the macro `$then`, after `$given`: for each game its folder, its
/// type and its title. Whatever goes through all games asks this list, so that a new game needs no
/// other.
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
