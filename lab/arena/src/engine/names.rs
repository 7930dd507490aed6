//! The notations of other programs: the name of a game, its moves and its positions.
//!
//! | program | games | notation |
//! |---|---|---|
//! | chess variants (UCI), e.g. Fairy-Stockfish | `breakthrough` | FEN, moves `a2a3` |
//! | | `flipello` = Othello | FEN, ranks mirrored; drops `P@d6`, a pass stays on its square |
//! | UGI | Othello | rows with `x` (first player) and `o` |
//! | GTP | Othello | moves in upper case: `D3`, `PASS` |
//!
//! In all other cases, moves and positions have the notation of imm, except that a pass is `0000`
//! and a blank in a move is `_`. In GTP a pass is `pass`.

use super::spec::Language;
use std::fmt::Write as _;

/// A group of games for which other programs have their own notation.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Family {
    /// Any other game.
    #[default]
    Other,
    /// Breakthrough on a square board with this number of rows.
    Breakthrough(u8),
    /// Othello.
    Othello,
}

/// The notation of a program for one game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Dialect {
    /// The notation of imm, with `0000` for a pass.
    Own,
    /// Breakthrough as a variant of chess, with this number of rows.
    ChessBreakthrough(u8),
    /// Othello as a variant of chess.
    Flipello,
    /// Othello of UGI programs.
    UgiOthello,
    /// The notation of imm for GTP programs, which also accept moves in upper case.
    Gtp,
    /// The notation of GTP programs for Othello: moves in upper case.
    GtpOthello,
}

/// The move text of a pass in imm.
pub const PASS: &str = "pass";

/// The move text of a pass in UCI and UGI.
pub const NULL_MOVE: &str = "0000";

impl Dialect {
    /// Returns the notation of a program that offers these variants.
    #[must_use]
    pub fn of(language: Language, family: Family, variants: &[String]) -> Self {
        let offers = |name: &str| variants.iter().any(|variant| variant == name);
        match (language, family) {
            // imm itself also offers its games as UCI variants, but chess is not one of them.
            (_, Family::Breakthrough(rows)) if offers("chess") => Self::ChessBreakthrough(rows),
            (_, Family::Othello) if offers("flipello") => Self::Flipello,
            (Language::Gtp, Family::Othello) => Self::GtpOthello,
            (Language::Gtp, _) => Self::Gtp,
            (Language::Ugi, Family::Othello) if !offers("othello") => Self::UgiOthello,
            _ => Self::Own,
        }
    }

    /// Returns the value of the option `UCI_Variant` for this game.
    #[must_use]
    pub fn variant(self) -> Option<String> {
        match self {
            Self::ChessBreakthrough(8) => Some("breakthrough".to_owned()),
            Self::ChessBreakthrough(rows) => Some(format!("breakthrough{rows}")),
            Self::Flipello => Some("flipello".to_owned()),
            Self::Own | Self::UgiOthello | Self::Gtp | Self::GtpOthello => None,
        }
    }

    /// True if the protocol can set up a position.
    #[must_use]
    pub fn sets_up(self) -> bool {
        !matches!(self, Self::Gtp | Self::GtpOthello)
    }

    /// Returns the text of a move. `position` and `mv` have the notation of imm.
    #[must_use]
    pub fn move_text(self, position: &str, mv: &str) -> String {
        match self {
            Self::Own | Self::UgiOthello if mv == PASS => NULL_MOVE.to_owned(),
            Self::Own | Self::UgiOthello | Self::ChessBreakthrough(_) | Self::Gtp => mv.replace(' ', "_"),
            Self::Flipello if mv == PASS => pass_in_place(position),
            Self::Flipello => format!("P@{}", mirrored(mv)),
            Self::GtpOthello => mv.to_ascii_uppercase(),
        }
    }

    /// True if `answer`, the answer of a program, names the move with this text in the notation of
    /// the program.
    #[must_use]
    pub fn names(self, answer: &str, text: &str) -> bool {
        let any_case = matches!(self, Self::Flipello | Self::UgiOthello | Self::Gtp | Self::GtpOthello);
        let same = if any_case { answer.eq_ignore_ascii_case(text) } else { answer == text };
        same || (self.is_pass(answer) && self.is_pass(text))
    }

    /// True if the text is a pass, in any notation that a program may use.
    fn is_pass(self, text: &str) -> bool {
        let in_place = self == Self::Flipello && text.len() == 4 && text.is_ascii() && text[..2] == text[2..];
        in_place || text == NULL_MOVE || text.eq_ignore_ascii_case(PASS)
    }

    /// Returns the text of a position for `position fen`. `position` has the notation of imm.
    #[must_use]
    pub fn position_text(self, position: &str) -> String {
        let (board, side) = position.split_once(' ').unwrap_or((position, "1"));
        let first = side != "2";
        let turn = |letters: [char; 2]| letters[usize::from(!first)];
        match self {
            Self::Own | Self::Gtp | Self::GtpOthello => position.to_owned(),
            Self::ChessBreakthrough(_) => {
                format!("{} {} - - 0 1", fen(board, ['w', 'b'], ['P', 'p']), turn(['w', 'b']))
            }
            Self::Flipello => {
                let empty = board.matches('.').count();
                let hand = "P".repeat(empty) + &"p".repeat(empty);
                format!("{}[{hand}] {} 0 1", fen(board, ['b', 'w'], ['P', 'p']), turn(['w', 'b']))
            }
            Self::UgiOthello => format!("{} {}", fen(board, ['b', 'w'], ['x', 'o']), turn(['x', 'o'])),
        }
    }
}

/// Returns the rows of a board of imm as in FEN: digits count empty squares. `from` has imm's
/// letters of the first and of the second player, and `to` has the letters of the program.
fn fen(board: &str, from: [char; 2], to: [char; 2]) -> String {
    let (mut out, mut empty) = (String::new(), 0);
    let flush = |out: &mut String, empty: &mut u32| {
        if *empty > 0 {
            // Writing to a String cannot fail.
            let _ = write!(out, "{empty}");
            *empty = 0;
        }
    };
    for letter in board.chars() {
        if letter == '.' {
            empty += 1;
            continue;
        }
        flush(&mut out, &mut empty);
        out.push(from.iter().position(|&known| known == letter).map_or(letter, |player| to[player]));
    }
    flush(&mut out, &mut empty);
    out
}

/// Returns the square with its rank counted from the other side: `d3` becomes `d6`. The starting
/// position of Flipello is the mirror image of imm's starting position.
fn mirrored(square: &str) -> String {
    let rank = |letter: char| letter.to_digit(10).and_then(|digit| char::from_digit(9_u32.saturating_sub(digit), 10));
    square.chars().map(|letter| rank(letter).unwrap_or(letter)).collect()
}

/// Returns a pass in the notation of Flipello: the player's first piece (counted from a1) moves to
/// the square on which it already is.
fn pass_in_place(position: &str) -> String {
    let (board, side) = position.split_once(' ').unwrap_or((position, "1"));
    let own = if side == "2" { 'w' } else { 'b' };
    // The last row of imm is rank 1 of Flipello.
    let rows = board.split('/').rev().zip(1..);
    let mut squares = rows.filter_map(|(row, rank)| Some((row.find(own)?, rank)));
    let square = squares.next().map_or_else(String::new, |(file, rank)| {
        format!("{}{rank}", char::from(b'a'.saturating_add(u8::try_from(file).unwrap_or(0))))
    });
    square.repeat(2)
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str = "......../......../......../...wb.../...bw.../......../......../........ 1";

    #[test]
    fn programs_have_their_notations() {
        let of = |language, family, variants: &[&str]| {
            Dialect::of(language, family, &variants.iter().map(|&name| name.to_owned()).collect::<Vec<_>>())
        };
        let chess = ["chess", "breakthrough", "flipello"];
        assert_eq!(of(Language::Uci, Family::Breakthrough(8), &chess).variant().as_deref(), Some("breakthrough"));
        assert_eq!(of(Language::Uci, Family::Breakthrough(6), &chess).variant().as_deref(), Some("breakthrough6"));
        assert_eq!(of(Language::Uci, Family::Othello, &chess).variant().as_deref(), Some("flipello"));
        assert_eq!(of(Language::Uci, Family::Breakthrough(8), &["breakthrough"]), Dialect::Own);
        assert_eq!(of(Language::Ugi, Family::Othello, &["othello"]), Dialect::Own);
        assert_eq!(of(Language::Ugi, Family::Othello, &[]), Dialect::UgiOthello);
        assert_eq!(of(Language::Uci, Family::Othello, &[]), Dialect::Own);
        assert_eq!(of(Language::Gtp, Family::Othello, &[]), Dialect::GtpOthello);
        assert_eq!(of(Language::Gtp, Family::Other, &[]), Dialect::Gtp);
    }

    #[test]
    fn moves_are_translated() {
        let text = |dialect: Dialect, mv| dialect.move_text(START, mv);
        assert_eq!((text(Dialect::Own, "swap 1 2"), text(Dialect::Own, "pass")), ("swap_1_2".into(), "0000".into()));
        assert_eq!(text(Dialect::Flipello, "d3"), "P@d6");
        assert_eq!(text(Dialect::Flipello, "h8"), "P@h1");
        // The first player's discs are at e4 and d5, which Flipello calls e5 and d4.
        assert_eq!(text(Dialect::Flipello, "pass"), "d4d4");
        assert_eq!(Dialect::Flipello.move_text(&START.replace(" 1", " 2"), "pass"), "e4e4");
        assert_eq!((text(Dialect::UgiOthello, "pass"), text(Dialect::UgiOthello, "d3")), ("0000".into(), "d3".into()));
        assert_eq!((text(Dialect::GtpOthello, "pass"), text(Dialect::GtpOthello, "d3")), ("PASS".into(), "D3".into()));
    }

    #[test]
    fn answers_are_understood() {
        assert!(Dialect::Gtp.names("A2A3", "a2a3") && Dialect::Gtp.names("PASS", "pass"));
        assert!(Dialect::GtpOthello.names("d3", "D3") && Dialect::GtpOthello.names("pass", "PASS"));
        assert!(Dialect::Flipello.names("a1a1", "d4d4") && !Dialect::Flipello.names("P@a1", "d4d4"));
        assert!(Dialect::UgiOthello.names("pass", "0000") && !Dialect::UgiOthello.names("d3", "0000"));
        assert!(Dialect::Own.names("pass", "0000") && Dialect::Own.names("0000", "0000"));
        assert!(Dialect::Own.names("a2a3", "a2a3") && !Dialect::Own.names("A2A3", "a2a3"));
        // In other games, a move to the square where the piece already is does not mean a pass.
        assert!(!Dialect::Own.names("a1a1", "pass") && !Dialect::Own.names("é1", "pass"));
        assert!(!Dialect::Flipello.names("aéa", "d4d4"));
    }

    #[test]
    fn positions_are_translated() {
        assert_eq!(Dialect::Own.position_text(START), START);
        assert_eq!(Dialect::UgiOthello.position_text(START), "8/8/8/3ox3/3xo3/8/8/8 x");
        let flipello = Dialect::Flipello.position_text(&START.replace(" 1", " 2"));
        assert!(flipello.starts_with("8/8/8/3pP3/3Pp3/8/8/8[PPP") && flipello.ends_with("ppp] b 0 1"), "{flipello}");
        assert_eq!(flipello.matches(['P', 'p']).count(), 2 * 60 + 4);
        let board = Dialect::ChessBreakthrough(6).position_text("bbbbbb/.bb.b./....../....../ww..ww/wwwwww 1");
        assert_eq!(board, "pppppp/1pp1p1/6/6/PP2PP/PPPPPP w - - 0 1");
    }
}
