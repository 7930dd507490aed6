//! The mistakes that the check can find: [`Kind`], [`Finding`], and their texts.

use super::game_under_test::Callback;
use super::numbered::numbered;
use crate::base::text::Text;
use crate::game::Move;

numbered! {
    /// A kind of mistake. Each kind has two texts: what is wrong, and where to look for the cause.
    Kind, 2;
    /// A callback reported that it has failed.
    #[default]
    Failed = 1, "reports that it failed",
        "It returned IMM_FAILED (or threw) in a position that legal moves lead to.";
    /// The callback wrote bytes outside of the position.
    WritesBeyondPosition = 2, "writes outside of the position",
        "Is position_size the size of the position's type?";
    /// The callback wrote bytes outside of the undo data.
    WritesBeyondUndo = 3, "writes outside of the undo bytes",
        "Is undo_size the size of what make() writes for unmake()?";
    /// The callback wrote more moves than there is room for.
    WritesBeyondMoves = 4, "writes outside of the list of moves",
        "The list has room for max_moves moves.";
    /// The callback wrote more characters than there is room for.
    WritesBeyondText = 5, "writes outside of the text",
        "The text has room for `size` bytes, including the terminating NUL.";
    /// More moves than [`crate::game::Game::max_moves`].
    TooManyMoves = 6, "lists more than max_moves moves",
        "Is max_moves the most that any position has?";
    /// The callback lists no moves, although the game is not over.
    NoMoves = 7, "lists no move while the game is not over",
        "List a passing move for a player who cannot move, or end the game.";
    /// [`Move::NONE`] is listed.
    NoneListed = 8, "lists IMM_MOVE_NONE, or fewer moves than it returns",
        "No move may be 4294967295, and the list must hold as many moves as the return value.";
    /// A move is listed twice.
    MoveTwice = 9, "lists a move twice",
        "The move would be searched twice and sampled twice as often.";
    /// make() and then unmake() do not restore the position.
    NotRestored = 10, "does not restore the position",
        "Every byte must be as before make(). Store what the move does not tell in the undo bytes.";
    /// A callback changed the position, although it may only read it.
    Changes = 11, "changes the position",
        "This callback must not change anything.";
    /// A callback gave two different answers to the same question.
    Unsteady = 12, "answers differently when asked again",
        "Look for uninitialised bytes, random numbers, or state outside the position.";
    /// A callback gave another answer for a copy of the position.
    NotCopyable = 13, "answers differently for a copy of the position",
        "A position must contain all of its state, and no pointers into itself. Keep no state in the context or in \
        static variables.";
    /// A move that changes nothing.
    NothingMade = 14, "changes nothing",
        "No byte of the position changes. Is its state kept outside the position, in the context?";
    /// The player to move is neither of the two players, and no chance event comes next.
    InvalidPlayer = 15, "returns a player that the game does not have",
        "Return IMM_FIRST or IMM_SECOND, also when the game is over. Only a game with chance() may return IMM_CHANCE. If \
        the game does not have two players, return 0 to players - 1.";
    /// The outcome is not one of the four possible outcomes.
    InvalidOutcome = 16, "returns an unknown outcome",
        "Return IMM_ONGOING, IMM_FIRST_WINS, IMM_SECOND_WINS or IMM_DRAW. If the game does not have two players, return \
        IMM_ONGOING or IMM_OVER.";
    /// Not a number.
    NotANumber = 17, "does not return a number",
        "Look for a division by 0.";
    /// The number is out of its range.
    OutOfRange = 18, "is out of range",
        "The search clamps it, so all values beyond the limit become equal. A wrong weight from chance() ends the \
        search with an error.";
    /// The evaluation or the score is from the wrong player's point of view.
    WrongView = 19, "is from the wrong player's point of view",
        "Values and points are from FIRST's point of view, whoever is to move. Good for SECOND is negative.";
    /// The move that random_move() returns is not legal.
    IllegalDraw = 20, "returns a move that is not legal",
        "Return one of the moves that legal_moves() lists.";
    /// Moves are not sampled uniformly, or outcomes are not sampled in proportion to their weights.
    UnevenDraw = 21, "does not sample with the right probabilities",
        "Return the move at index ((uint64_t)random * count) >> 32 of the list of legal_moves(). Sample the outcomes of \
        a chance event by their weights.";
    /// Different positions have the same key.
    SharedHash = 22, "returns the same key for different positions",
        "The key must depend on everything that decides how the game can go on, and on the player to move.";
    /// The same position has different keys.
    SplitHash = 23, "returns different keys for equal positions",
        "The key depends on the moves that led to the position. Does every move update it in the same way?";
    /// Some bits of the key never change.
    NarrowHash = 24, "leaves bits unused",
        "All bits must vary: mix the key (splitmix64), or use Zobrist keys of 64 bits.";
    /// A pass does not change the player to move.
    PassKeepsTurn = 25, "does not change the player to move",
        "After a pass the opponent must be to move. With three or more players, the next one.";
    /// A second call of pass() does not take the pass back. With three or more players: the calls
    /// until the same player is to move again do not restore the position.
    PassNotBack = 26, "is not taken back by a second call",
        "The second call must restore every byte, and must not return 0. With three or more players, each call skips \
        one turn, and none returns 0.";
    /// A line of noisy moves does not end.
    NoisyWithoutEnd = 27, "reports an endless line of noisy moves",
        "A quiescence search follows all of them. Report only moves that run out, such as captures.";
    /// A game longer than [`crate::game::Game::max_plies`].
    TooLong = 28, "is longer than max_plies",
        "Playouts end there as draws. Increase max_plies, or make the game end.";
    /// An empty text.
    EmptyText = 29, "writes an empty text",
        "Users cannot enter this move.";
    /// Two legal moves of one position have the same text.
    TextTwice = 30, "writes the same text for two moves",
        "imm_parse_move() finds only the first of them.";
    /// A text is too long, or the callback returned another length.
    TextLength = 31, "writes a text whose length differs from the return value",
        "Write a terminating NUL, and return the length without it. imm_parse_move() reads at most 128 bytes.";
    /// A text is not UTF-8.
    TextEncoding = 32, "writes a text that is not UTF-8",
        "imm_parse_move() reads only UTF-8.";
    /// A move with the weight IMM_WEIGHT_DECISIVE does not win.
    NotDecisive = 33, "returns IMM_WEIGHT_DECISIVE for a move that does not win",
        "Return it only for a move that wins at once: a playout plays that move without checking others.";
    /// A function, such as outcome_after(), gives another result than the function that it
    /// replaces.
    Disagrees = 34, "disagrees with the function that it replaces",
        "A shortcut must return the same as the function that it replaces.";
    /// A move with the weight IMM_WEIGHT_FORCED does not prevent a loss.
    NotForced = 35, "returns IMM_WEIGHT_FORCED for a move that prevents no immediate loss",
        "If a position has forced moves, playouts play only these.";
    /// The callback wrote more features than there is room for.
    WritesBeyondFeatures = 36, "writes outside the features",
        "Write at most feature_count bytes.";
    /// The features are not from the point of view of the player to move.
    NotMoversView = 37, "is not in the view of the player to move",
        "A net has one set of weights for both players. Where SECOND is to move, turn the board and swap the colours.";
    /// unmake() reads undo bytes that make() did not write.
    UndoNotWritten = 38, "reads undo bytes that make() did not write",
        "The check fills the undo bytes with poison before make(), and a search leaves those of other moves there: \
        make() must write every byte that unmake() reads, for every move.";
}

impl Kind {
    /// The text that says what is wrong. In a report, this text follows the name of the callback.
    #[must_use]
    pub const fn says(self) -> &'static str {
        let [says, _] = self.texts();
        says
    }

    /// A text that says why the mistake matters, or where to look for its cause.
    #[must_use]
    pub const fn hint(self) -> &'static str {
        let [_, hint] = self.texts();
        hint
    }
}

/// A short text in its own memory of `N` bytes. Bytes that do not fit are dropped.
#[derive(Clone, Copy, Debug)]
pub struct Note<const N: usize> {
    bytes: [u8; N],
    len: usize,
}

impl<const N: usize> Default for Note<N> {
    fn default() -> Self {
        Self { bytes: [0; N], len: 0 }
    }
}

impl<const N: usize> Note<N> {
    /// Calls `write`, and returns the text that it has written, shortened to `N` bytes.
    pub fn of(write: impl FnOnce(&mut Text<'_>)) -> Self {
        let mut note = Self::default();
        let mut text = Text::new(&mut note.bytes);
        write(&mut text);
        note.len = text.as_bytes().len();
        note
    }

    /// Returns the text up to the first byte that is not UTF-8.
    #[must_use]
    pub fn as_str(&self) -> &str {
        let bytes = self.bytes.get(..self.len).unwrap_or_default();
        match core::str::from_utf8(bytes) {
            Ok(text) => text,
            Err(error) => {
                let valid = bytes.get(..error.valid_up_to()).unwrap_or_default();
                core::str::from_utf8(valid).unwrap_or_default()
            }
        }
    }
}

/// The largest length of the text for a line of moves, in bytes.
pub const LINE_MAX: usize = 511;
/// The largest length of a move's text, in bytes.
pub const MOVE_MAX: usize = 31;
/// The largest length, in bytes, of the text that describes an expected or found answer.
pub const WORDS_MAX: usize = 111;

/// A mistake: its kind, its callback, and the shortest line of moves that led to it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Finding {
    /// What is wrong.
    pub kind: Kind,
    /// The callback that made the mistake.
    pub callback: Callback,
    /// The number of the random game in which the mistake happened, counted from 0.
    pub game: u32,
    /// The number of moves from the starting position to the position of the mistake.
    pub ply: u32,
    /// The number of times that the mistake was found.
    pub times: u32,
    /// The move with which the callback was called, or the move that was made. [`Move::NONE`] if
    /// neither exists.
    pub mv: Move,
    /// The text of the move, or its number.
    pub mv_text: Note<MOVE_MAX>,
    /// The text of the moves that lead to the position. If they do not fit, the text is `... ` and
    /// the last moves.
    pub line: Note<LINE_MAX>,
    /// What was expected.
    pub expected: Note<WORDS_MAX>,
    /// What was found.
    pub found: Note<WORDS_MAX>,
}

impl Finding {
    /// Writes a readable description of the mistake, on several lines. Each line ends with a line
    /// feed.
    pub fn explain(&self, out: &mut Text<'_>) {
        out.push_str(self.callback.word());
        out.push(b' ');
        out.push_str(self.kind.says());
        out.push_str(".\n  where:    ");
        self.explain_where(out);
        for (title, words) in [("\n  expected: ", &self.expected), ("\n  found:    ", &self.found)] {
            if !words.as_str().is_empty() {
                out.push_str(title);
                out.push_str(words.as_str());
            }
        }
        if self.times > 1 {
            out.push_str("\n  times:    ");
            out.push_number(self.times);
        }
        out.push_str("\n  ");
        out.push_str(self.kind.hint());
        out.push(b'\n');
    }

    fn explain_where(&self, out: &mut Text<'_>) {
        match self.ply {
            0 => out.push_str("at the start"),
            1 => out.push_str("after 1 move: "),
            plies => {
                out.push_str("after ");
                out.push_number(plies);
                out.push_str(" moves: ");
            }
        }
        out.push_str(self.line.as_str());
        if self.mv != Move::NONE {
            out.push_str(if self.ply == 0 { ", move " } else { "; move " });
            out.push_str(self.mv_text.as_str());
        }
    }
}

/// Returns a function that writes a fixed text. It is for expected or found answers that are always
/// the same.
pub(super) fn words(text: &str) -> impl FnOnce(&mut Text<'_>) {
    move |out| out.push_str(text)
}

/// Appends a number with up to four decimals.
pub(super) fn push_real(x: f32, out: &mut Text<'_>) {
    push_parts(x, 10_000, out);
}

/// Appends a number rounded to a multiple of 1 / `parts`, where `parts` is a power of ten.
pub(super) fn push_parts(x: f32, parts: u32, out: &mut Text<'_>) {
    if x.is_nan() {
        return out.push_str("NaN");
    }
    if x < 0.0 {
        out.push(b'-');
    }
    let size = x.abs();
    if size >= 400_000.0 {
        return if size.is_infinite() { out.push_str("infinity") } else { out.push_str("more than 400000") };
    }
    let scaled = libm::round(f64::from(size) * f64::from(parts)) as u32;
    out.push_number(scaled.checked_div(parts).unwrap_or(0));
    let mut rest = scaled.checked_rem(parts).unwrap_or(0);
    if rest > 0 {
        out.push(b'.');
        let mut unit = parts / 10;
        while rest > 0 {
            out.push(b'0'.wrapping_add((rest.checked_div(unit).unwrap_or(0)) as u8));
            rest = rest.checked_rem(unit).unwrap_or(0);
            unit /= 10;
        }
    }
}

/// Appends a number that may be negative.
pub(super) fn push_integer(x: i32, out: &mut Text<'_>) {
    if x < 0 {
        out.push(b'-');
    }
    out.push_number(x.unsigned_abs());
}

/// Appends a key in hexadecimal.
pub(super) fn push_key(key: u64, out: &mut Text<'_>) {
    out.push_str("0x");
    for byte in key.to_be_bytes() {
        for digit in [byte >> 4, byte & 15] {
            out.push(if digit < 10 { b'0'.wrapping_add(digit) } else { b'a'.wrapping_sub(10).wrapping_add(digit) });
        }
    }
}

#[cfg(test)]
#[path = "finding_tests.rs"]
mod tests;
