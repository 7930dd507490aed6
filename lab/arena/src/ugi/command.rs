//! Parses the lines of the protocol.

use super::write::quoted;
use std::ops::RangeInclusive;

/// The error of a wrong line: the command, and what is wrong with the line.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Problem {
    pub(super) place: String,
    pub(super) what: String,
}

impl Problem {
    pub(super) fn new(place: &str, what: impl Into<String>) -> Self {
        Self { place: place.to_owned(), what: what.into() }
    }
}

/// A command with its arguments.
#[derive(Debug, PartialEq)]
pub(super) enum Command {
    /// `ugi`, or `uci` if true.
    Hello(bool),
    IsReady,
    /// The name of an option and its new value.
    SetOption(Vec<u8>, Vec<u8>),
    NewGame,
    Position(Setup),
    Go(Go),
    Stop,
    PonderHit,
    Query(Question),
    Show,
    Quit,
}

/// The arguments of `position`.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Setup {
    /// The text of the position, or `None` for the starting position.
    pub(super) text: Option<Vec<u8>>,
    /// The moves from there.
    pub(super) moves: Vec<Vec<u8>>,
}

/// The largest limit of `depth`.
const DEPTH_MAX: u32 = 255;

/// What `query` asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Question {
    GameOver,
    FirstToMove,
    Result,
}

/// The arguments of `go`. Times are in milliseconds, and the first player's times come first.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Go {
    pub(super) movetime: Option<u32>,
    pub(super) nodes: Option<u32>,
    pub(super) depth: Option<u32>,
    pub(super) infinite: bool,
    pub(super) ponder: bool,
    pub(super) times: [Option<u32>; 2],
    pub(super) increments: [Option<u32>; 2],
    pub(super) movestogo: Option<u32>,
}

/// Parses a line. Returns `None` for an empty line.
///
/// # Errors
/// The line is not a command. While the engine is `thinking`, most commands are errors.
pub(super) fn parse(line: &[u8], thinking: bool) -> Result<Option<Command>, Problem> {
    let words: Vec<&[u8]> = line.split(|byte| matches!(byte, b' ' | b'\t')).filter(|word| !word.is_empty()).collect();
    let Some((&first, rest)) = words.split_first() else { return Ok(None) };
    let command = match first {
        b"isready" => Command::IsReady,
        b"stop" => Command::Stop,
        b"ponderhit" => Command::PonderHit,
        b"d" => Command::Show,
        b"quit" => Command::Quit,
        b"query" => Command::Query(question(rest)?),
        b"ugi" | b"uci" | b"setoption" | b"uginewgame" | b"ucinewgame" | b"position" | b"go" if thinking => {
            let place = String::from_utf8_lossy(first);
            return Err(Problem::new(&place, "not while thinking; send stop first"));
        }
        b"ugi" => Command::Hello(false),
        b"uci" => Command::Hello(true),
        b"setoption" => set_option(rest)?,
        b"uginewgame" | b"ucinewgame" => Command::NewGame,
        b"position" => Command::Position(setup(rest)?),
        b"go" => Command::Go(go(rest)?),
        _ => {
            let what = "is unknown; there are ugi, uci, isready, setoption, uginewgame, position, go, stop, \
                        ponderhit, query, d, quit";
            return Err(Problem::new("command", format!("{} {what}", quoted(first))));
        }
    };
    Ok(Some(command))
}

fn question(words: &[&[u8]]) -> Result<Question, Problem> {
    match words.first().copied().unwrap_or_default() {
        b"gameover" => Ok(Question::GameOver),
        b"p1turn" => Ok(Question::FirstToMove),
        b"result" => Ok(Question::Result),
        other => {
            Err(Problem::new("query", format!("{} is unknown; there are gameover, p1turn, result", quoted(other))))
        }
    }
}

/// Splits the words at the first word `at`. Returns the words before `at`, and the words after
/// `at`. The second part is `None` if the word does not occur.
fn split_at_word<'w, 'l>(words: &'w [&'l [u8]], at: &[u8]) -> (&'w [&'l [u8]], Option<&'w [&'l [u8]]>) {
    match words.iter().position(|&word| word == at) {
        Some(index) => (&words[..index], Some(&words[index + 1..])),
        None => (words, None),
    }
}

fn set_option(words: &[&[u8]]) -> Result<Command, Problem> {
    let named =
        words.split_first().filter(|(first, _)| **first == b"name").map(|(_, rest)| split_at_word(rest, b"value"));
    match named {
        Some((name, Some(value))) if !name.is_empty() => Ok(Command::SetOption(name.join(&b' '), value.join(&b' '))),
        _ => Err(Problem::new("setoption", "expected name NAME value VALUE")),
    }
}

fn setup(words: &[&[u8]]) -> Result<Setup, Problem> {
    let wrong = |what: String| Problem::new("position", what);
    let (text, rest) = match words.split_first() {
        Some((&b"startpos", rest)) => (None, rest),
        Some((&b"fen", rest)) => {
            let (text, _) = split_at_word(rest, b"moves");
            (Some(text.join(&b' ')), &rest[text.len()..])
        }
        _ => return Err(wrong("expected startpos or fen".to_owned())),
    };
    match rest.split_first() {
        None => Ok(Setup { text, moves: Vec::new() }),
        Some((&b"moves", moves)) => Ok(Setup { text, moves: moves.iter().map(|mv| mv.to_vec()).collect() }),
        Some((other, _)) => Err(wrong(format!("expected moves, not {}", quoted(other)))),
    }
}

fn go(words: &[&[u8]]) -> Result<Go, Problem> {
    let (mut go, mut words) = (Go::default(), words.iter().copied());
    while let Some(word) = words.next() {
        let (limit, range) = match word {
            b"infinite" => {
                go.infinite = true;
                continue;
            }
            b"ponder" => {
                go.ponder = true;
                continue;
            }
            b"movetime" => (&mut go.movetime, 1..=u32::MAX),
            b"nodes" => (&mut go.nodes, 1..=u32::MAX),
            b"depth" => (&mut go.depth, 1..=DEPTH_MAX),
            b"movestogo" => (&mut go.movestogo, 0..=u32::MAX),
            b"p1time" | b"wtime" => (&mut go.times[0], 0..=u32::MAX),
            b"p2time" | b"btime" => (&mut go.times[1], 0..=u32::MAX),
            b"p1inc" | b"winc" => (&mut go.increments[0], 0..=u32::MAX),
            b"p2inc" | b"binc" => (&mut go.increments[1], 0..=u32::MAX),
            other => {
                let names = "movetime, nodes, depth, infinite, ponder, p1time, p2time, p1inc, p2inc, movestogo";
                return Err(Problem::new("go", format!("{} is unknown; there are {names}", quoted(other))));
            }
        };
        let name = String::from_utf8_lossy(word);
        let value = words.next().unwrap_or_default();
        // A tournament manager may send a negative time if a player has used more time than it had.
        let is_negative =
            *range.start() == 0 && value.strip_prefix(b"-").is_some_and(|rest| number("", rest, range.clone()).is_ok());
        let value = if is_negative { b"0" } else { value };
        *limit = Some(number(&name, value, range).map_err(|what| Problem::new("go", what))?);
    }
    Ok(go)
}

/// Reads a number. An error message uses `name` for the number.
///
/// # Errors
/// The word is not a number in the range.
pub(super) fn number(name: &str, word: &[u8], range: RangeInclusive<u32>) -> Result<u32, String> {
    let digits = str::from_utf8(word).ok().filter(|word| word.bytes().all(|byte| byte.is_ascii_digit()));
    digits
        .and_then(|digits| digits.parse().ok())
        .filter(|number| range.contains(number))
        .ok_or_else(|| format!("{name} needs a number from {} to {}, not {}", range.start(), range.end(), quoted(word)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn command(line: &str) -> Command {
        parse(line.as_bytes(), false).unwrap().unwrap()
    }

    fn error(line: &str) -> String {
        let problem = parse(line.as_bytes(), false).unwrap_err();
        format!("{}: {}", problem.place, problem.what)
    }

    #[test]
    fn blanks_and_further_words_do_not_matter() {
        for empty in ["", " ", "\t \t"] {
            assert_eq!(parse(empty.as_bytes(), false), Ok(None));
        }
        assert_eq!(command(" \tisready  now"), Command::IsReady);
        assert_eq!(command("uci"), Command::Hello(true));
        assert_eq!(command("query\tresult ?"), Command::Query(Question::Result));
        assert_eq!(command("ucinewgame"), Command::NewGame);
        assert_eq!(
            error("Isready"),
            "command: 'Isready' is unknown; there are ugi, uci, isready, setoption, uginewgame, position, go, stop, \
             ponderhit, query, d, quit"
        );
        assert_eq!(error("query"), "query: '' is unknown; there are gameover, p1turn, result");
    }

    #[test]
    fn options_have_names_and_values() {
        let set = |name: &str, value: &str| Command::SetOption(name.into(), value.into());
        assert_eq!(command("setoption name Hash value 5"), set("Hash", "5"));
        assert_eq!(command("setoption name a  b value  c   value d"), set("a b", "c value d"));
        assert_eq!(command("setoption name Net value"), set("Net", ""));
        for wrong in ["", " name", " name value 5", " name Hash", " Hash value 5", " value 5 name Hash"] {
            assert_eq!(error(&format!("setoption{wrong}")), "setoption: expected name NAME value VALUE");
        }
    }

    #[test]
    fn positions_have_a_start_and_moves() {
        let setup = |text: Option<&str>, moves: &[&str]| {
            let moves = moves.iter().map(|mv| mv.as_bytes().to_vec()).collect();
            Command::Position(Setup { text: text.map(|text| text.as_bytes().to_vec()), moves })
        };
        assert_eq!(command("position startpos"), setup(None, &[]));
        assert_eq!(command("position startpos moves"), setup(None, &[]));
        assert_eq!(command("position  startpos moves a2a3 moves"), setup(None, &["a2a3", "moves"]));
        assert_eq!(command("position fen 4,4|0  1 moves\tx"), setup(Some("4,4|0 1"), &["x"]));
        assert_eq!(command("position fen"), setup(Some(""), &[]));
        assert_eq!(command("position fen moves x"), setup(Some(""), &["x"]));
        assert_eq!(error("position"), "position: expected startpos or fen");
        assert_eq!(error("position moves"), "position: expected startpos or fen");
        assert_eq!(error("position startpos foo"), "position: expected moves, not 'foo'");
    }

    #[test]
    fn limits_have_numbers() {
        assert_eq!(command("go"), Command::Go(Go::default()));
        let all = "go ponder infinite movetime 1 nodes 2 depth 3 p1time 0 btime 5 winc 6 p2inc 7 movestogo 8";
        let expected = Go {
            movetime: Some(1),
            nodes: Some(2),
            depth: Some(3),
            infinite: true,
            ponder: true,
            times: [Some(0), Some(5)],
            increments: [Some(6), Some(7)],
            movestogo: Some(8),
        };
        assert_eq!(command(all), Command::Go(expected));
        for (wrong, word) in [("movetime abc", "abc"), ("movetime", ""), ("movetime 0", "0"), ("movetime +1", "+1")] {
            let text = format!("go: movetime needs a number from 1 to 4294967295, not '{word}'");
            assert_eq!(error(&format!("go {wrong}")), text);
        }
        assert_eq!(error("go wtime 4294967296"), "go: wtime needs a number from 0 to 4294967295, not '4294967296'");
        assert_eq!(
            error("go nodes 5 foo"),
            "go: 'foo' is unknown; there are movetime, nodes, depth, infinite, ponder, p1time, p2time, p1inc, p2inc, \
             movestogo"
        );
    }

    #[test]
    fn few_commands_are_valid_while_thinking() {
        for (line, valid) in [
            ("isready", true),
            ("stop", true),
            ("ponderhit", true),
            ("query p1turn", true),
            ("d", true),
            ("quit", true),
            ("go wrong", false),
            ("position", false),
            ("setoption", false),
            ("uginewgame", false),
            ("ucinewgame", false),
            ("ugi", false),
            ("uci", false),
        ] {
            let parsed = parse(line.as_bytes(), true);
            assert_eq!(parsed.is_ok(), valid, "{line}");
            if let Err(problem) = parsed {
                let place = line.split(' ').next().unwrap_or_default();
                assert_eq!(problem, Problem::new(place, "not while thinking; send stop first"));
            }
        }
        assert!(parse(b"foo", true).is_err_and(|problem| problem.place == "command"));
    }
}
