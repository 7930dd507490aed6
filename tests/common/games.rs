//! Macros for tests that run all built-in games.

/// `with_game!(name, |start| value)` returns `Some(value)`, where `start` is the starting position
/// of the built-in game with this name. Returns `None` if no game has this name.
#[allow(unused_macros)]
macro_rules! with_game {
    ($name:expr, |$start:ident| $value:expr) => { imm::built_in_games!(with_game ($name, $start, $value)) };
    (($name:expr, $start:ident, $value:expr) $($folder:ident $game:ident $title:literal,)+) => {
        $(if let Some($start) = imm::games::$folder::$game::from_name($name) { Some($value) } else)+ { None }
    };
}

/// `each_game!(|start, name, title| value)` returns an array with the value of each built-in game.
#[allow(unused_macros)]
macro_rules! each_game {
    (|$start:ident, $name:ident, $called:ident| $value:expr) => { imm::built_in_games!(each_game ($start, $name, $called, $value)) };
    (($start:ident, $name:ident, $called:ident, $value:expr) $($folder:ident $game:ident $title:literal,)+) => {
        [$({
            let ($start, $name, $called) = (imm::games::$folder::$game::default(), stringify!($folder), $title);
            $value
        }),+]
    };
}
