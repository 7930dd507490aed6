//! Tests the engine `imm-arena ugi` through pipes, as a tournament manager runs it.

mod common;

use common::{fails, library, scratch};
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

/// The longest time that a test waits for a line.
const PATIENCE: Duration = Duration::from_secs(60);
/// The longest time of an answer that must come at once. The engine's own limit is 50 ms; the
/// machine of a test may be busy.
const AT_ONCE: Duration = Duration::from_millis(500);

/// A running engine.
struct Engine {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Engine {
    fn start(args: &[&str]) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_imm-arena"));
        command.arg("ugi").args(args).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().expect("imm-arena runs");
        let (sender, lines) = channel();
        let output = BufReader::new(child.stdout.take().expect("a pipe"));
        thread::spawn(move || output.lines().map_while(Result::ok).all(|line| sender.send(line).is_ok()));
        let input = child.stdin.take();
        Self { child, input, lines }
    }

    fn send(&mut self, line: impl AsRef<[u8]>) {
        let line = [line.as_ref(), b"\n"].concat();
        self.input.as_mut().expect("an open pipe").write_all(&line).expect("the engine reads");
    }

    fn line(&self) -> String {
        self.lines.recv_timeout(PATIENCE).expect("a line")
    }

    /// Returns the lines up to the first one that begins with `end`.
    fn until(&self, end: &str) -> Vec<String> {
        let mut lines = vec![self.line()];
        while !lines.last().is_some_and(|line| line.starts_with(end)) {
            lines.push(self.line());
        }
        lines
    }

    /// Sends a line. Returns the next line of the engine.
    fn ask(&mut self, line: &str) -> String {
        self.send(line);
        self.line()
    }

    /// Sends `go` and the limits. Returns the info lines and the line `bestmove`.
    fn go(&mut self, limits: &str) -> (Vec<String>, String) {
        self.send(format!("go {limits}"));
        let mut lines = self.until("bestmove ");
        let best = lines.pop().expect("a move");
        assert!(lines.iter().all(|line| line.starts_with("info depth ")), "{lines:?}");
        (lines, best)
    }

    /// Checks that there is no line before the answer to `isready`, which comes at once.
    fn is_silent(&mut self) {
        let begun = Instant::now();
        assert_eq!(self.ask("isready"), "readyok");
        assert!(begun.elapsed() < AT_ONCE, "{:?}", begun.elapsed());
    }

    /// Waits for the end of the program. Returns its exit code and the remaining lines.
    fn end(mut self) -> (Option<i32>, Vec<String>) {
        drop(self.input.take());
        let code = self.child.wait().expect("it ends").code();
        (code, self.lines.iter().collect())
    }

    fn quit(mut self) {
        self.send("quit");
        let (code, rest) = self.end();
        assert_eq!((code, rest.is_empty()), (Some(0), true), "{rest:?}");
    }
}

/// Returns the word behind `name` in a line.
fn field<'a>(line: &'a str, name: &str) -> &'a str {
    let mut words = line.split(' ').skip_while(|word| *word != name);
    words.nth(1).unwrap_or_else(|| panic!("{name} in {line}"))
}

const SMALL: [&str; 6] = ["--memory", "2", "--player", "mcts(im0.4)", "--seed", "7"];

#[test]
fn the_engine_introduces_itself() {
    let options = |default: &str| {
        format!(
            "option name Player type string default {default}
option name Level type spin default 0 min 0 max 10
option name Hash type spin default 64 min 1 max 65536
option name Threads type spin default 1 min 1 max 64
option name Seed type spin default 1 min 0 max 4294967295
option name MultiPV type spin default 1 min 1 max 64
option name Ponder type check default false
option name Net type string default <empty>"
        )
    };
    let games = "var breakthrough var kalah var loa var oware var othello var onitama";
    let head = format!("id name imm {}\nid author the imm authors", env!("CARGO_PKG_VERSION"));
    let mut engine = Engine::start(&["kalah_std"]);
    engine.send("ugi\r");
    let expected =
        format!("{head}\n{}\noption name UCI_Variant type combo default kalah_std {games}\nugiok", options("best"));
    assert_eq!(engine.until("ugiok").join("\n"), expected);
    engine.send("  uci\t");
    assert_eq!(engine.until("uciok").len(), 12);
    engine.quit();
    let game = library("ugi.so", "c_examples/connect_four.c", &["-DCONNECT_FOUR_GAME_ONLY"]);
    let mut engine = Engine::start(&["--game", &game, "--player", "ab(tt)"]);
    engine.send("ugi");
    assert_eq!(engine.until("ugiok").join("\n"), format!("{head}\n{}\nugiok", options("ab(tt)")));
    assert!(engine.ask("d").starts_with("info string moves 1 2 3"));
    assert_eq!(
        engine.ask("position fen 00"),
        "info string error: position: this game has no position texts; use startpos"
    );
    assert_eq!(
        engine.ask("setoption name UCI_Variant value kalah"),
        "info string error: setoption: there is no option 'UCI_Variant'"
    );
    engine.send("position startpos moves 4 4 3 3");
    let (lines, _) = engine.go("nodes 20000");
    assert_eq!(lines.last().map(|line| field(line, "score")), Some("win"), "{lines:?}");
    engine.quit();
}

#[test]
fn the_same_seed_plays_the_same_move() {
    let mut engine = Engine::start(&[&["breakthrough"], &SMALL[..]].concat());
    let mut searched = |seed: u32| {
        engine.send(format!("setoption name seed value {seed}"));
        engine.send("uginewgame");
        engine.send("position startpos moves a2a3 a7a6");
        let (lines, best) = engine.go("nodes 300");
        let line = lines.last().expect("a line").clone();
        assert_eq!((field(&line, "nodes"), field(&line, "multipv")), ("300", "1"), "{line}");
        assert_eq!(format!("bestmove {}", field(&line, "pv")), best);
        // The last three fields and the score do not depend on the time.
        (best, line.split(" nodes ").next().expect("a score").to_owned(), field(&line, "hashfull").to_owned())
    };
    let first = searched(7);
    assert_eq!(searched(7), first);
    assert!((8..40).any(|seed| searched(seed) != first));
    engine.quit();
}

#[test]
fn limits_end_a_search() {
    let mut engine = Engine::start(&[&["breakthrough"], &SMALL[..]].concat());
    let last =
        |lines: &[String], name: &str| -> u64 { field(lines.last().expect("a line"), name).parse().expect("a number") };
    let (lines, _) = engine.go("movetime 450");
    assert!(lines.len() >= 2 && last(&lines, "time") >= 450, "{lines:?}");
    let (lines, _) = engine.go("movetime 100000 nodes 50");
    assert_eq!(last(&lines, "nodes"), 50);
    engine.send("uginewgame");
    let (lines, _) = engine.go("depth 3");
    assert!(last(&lines, "depth") >= 3 && last(&lines, "nodes") < 20_000, "{lines:?}");
    engine.send("setoption name Player value ab(tt)");
    let (lines, _) = engine.go("depth 3");
    assert_eq!(last(&lines, "depth"), 3);
    assert!(!lines.iter().any(|line| line.contains("hashfull")));
    engine.send("setoption name Player value best");
    engine.send("setoption name Level value 2");
    let (lines, _) = engine.go("movetime 100000");
    assert_eq!(last(&lines, "nodes"), 90);
    engine.quit();
}

#[test]
fn several_threads_share_the_simulations() {
    for player in ["mcts()", "ab(tt)", "mcts(eps0.1)"] {
        let mut engine = Engine::start(&["breakthrough", "--memory", "4", "--threads", "3", "--player", player]);
        for limits in ["nodes 1", "nodes 100", "nodes 101"] {
            let (lines, _) = engine.go(limits);
            assert!(lines.last().is_some_and(|line| line.contains(&format!(" {limits} "))), "{player}: {lines:?}");
        }
        engine.send("position startpos moves a2a3");
        let (lines, best) = engine.go("p1time 1 p2time 500");
        assert!(!lines.is_empty() && best.len() == "bestmove a2a3".len(), "{best}");
        engine.send("go infinite");
        engine.send("stop");
        engine.until("bestmove ");
        engine.quit();
    }
}

#[test]
fn the_engine_answers_while_it_thinks() {
    let mut engine = Engine::start(&[&["breakthrough"], &SMALL[..]].concat());
    engine.is_silent_after_start();
    engine.send("go infinite");
    let mut slowest = Duration::ZERO;
    for question in ["isready", "query p1turn", "query gameover", "query result"] {
        let begun = Instant::now();
        engine.send(question);
        let answer = engine.until(if question == "isready" { "readyok" } else { "response " });
        slowest = slowest.max(begun.elapsed());
        let expected = match question {
            "isready" => "readyok",
            "query p1turn" => "response true",
            "query gameover" => "response false",
            _ => "response none",
        };
        assert_eq!(answer.last().map(String::as_str), Some(expected));
    }
    for command in ["position startpos", "go", "setoption name Hash value 1", "ucinewgame", "ugi", "uci"] {
        engine.send(command);
        let word = command.split(' ').next().expect("a word");
        let expected = format!("info string error: {word}: not while thinking; send stop first");
        assert_eq!(engine.until("info string").pop(), Some(expected));
    }
    engine.send("d");
    engine.until("info string position");
    assert!(engine.line().starts_with("info string moves "));
    engine.send("ponderhit");
    let begun = Instant::now();
    engine.send("stop");
    engine.until("bestmove ");
    slowest = slowest.max(begun.elapsed());
    assert!(slowest < AT_ONCE, "{slowest:?}");
    engine.send("stop");
    engine.is_silent();
    engine.send("go");
    engine.quit_while_thinking();
}

impl Engine {
    /// Waits until the memory is allocated.
    fn is_silent_after_start(&mut self) {
        assert_eq!(self.ask("isready"), "readyok");
    }

    /// Ends the engine while it thinks: it may still write info lines, but no move.
    fn quit_while_thinking(mut self) {
        let begun = Instant::now();
        self.send("quit");
        let (code, rest) = self.end();
        assert!(begun.elapsed() < 4 * AT_ONCE);
        assert_eq!(code, Some(0));
        assert!(rest.iter().all(|line| line.starts_with("info depth ")), "{rest:?}");
    }
}

#[test]
fn pondering_ends_with_a_hit_or_a_stop() {
    let mut engine = Engine::start(&[&["breakthrough"], &SMALL[..]].concat());
    engine.send("setoption name Ponder value true");
    engine.is_silent_after_start();
    engine.send("go ponder nodes 50");
    thread::sleep(Duration::from_millis(300));
    engine.send("isready");
    assert!(engine.until("readyok").iter().all(|line| !line.starts_with("bestmove")));
    engine.send("ponderhit");
    let lines = engine.until("bestmove ");
    let info = &lines[lines.len() - 2];
    assert!(field(info, "nodes").parse::<u64>().is_ok_and(|nodes| nodes > 50), "{info}");
    let words: Vec<&str> = lines.last().expect("a move").split(' ').collect();
    assert_eq!((words.len(), words[2]), (4, "ponder"), "{words:?}");
    engine.send(format!("position startpos moves {} {}", words[1], words[3]));
    engine.send("go ponder p1time 60000 p2time 60000");
    engine.send("stop");
    engine.until("bestmove ");
    // A hit starts the clock.
    let begun = Instant::now();
    engine.send("go ponder p1time 400 p2time 60000");
    engine.send("ponderhit");
    engine.until("bestmove ");
    assert!(begun.elapsed() < Duration::from_secs(5));
    engine.quit();
}

#[test]
fn solved_positions_wait_and_have_their_score() {
    let position = "position fen ......../......../.w....../......../b......./......../......../......w. 1";
    let mut engine = Engine::start(&[&["breakthrough"], &SMALL[..]].concat());
    engine.send(position);
    let (lines, _) = engine.go("nodes 100000");
    assert!(lines.last().is_some_and(|line| line.contains(" score win 3 ")), "{lines:?}");
    engine.send("uci");
    engine.until("uciok");
    let (lines, _) = engine.go("nodes 100000");
    assert!(lines.last().is_some_and(|line| line.contains(" score mate 2 ")), "{lines:?}");
    engine.send("go infinite");
    engine.until("info depth");
    thread::sleep(Duration::from_millis(100));
    engine.is_silent();
    engine.send("stop");
    engine.until("bestmove ");
    engine.send("go ponder nodes 5");
    thread::sleep(Duration::from_millis(100));
    engine.is_silent();
    engine.send("ponderhit");
    engine.until("bestmove ");
    engine.send("ugi");
    engine.until("ugiok");
    engine.send(position.replace(" 1", " 2"));
    engine.send("setoption name MultiPV value 3");
    let (lines, _) = engine.go("nodes 100000");
    let numbers: Vec<&str> = lines.iter().map(|line| field(line, "multipv")).collect();
    assert!(numbers.ends_with(&["1", "2"]) || numbers.ends_with(&["1", "2", "3"]), "{lines:?}");
    engine.quit();
}

#[test]
fn a_game_on_a_clock_comes_to_its_end() {
    let mut engine = Engine::start(&["breakthrough_4x5", "--memory", "2"]);
    let (mut moves, mut left) = (String::new(), [2000_u128; 2]);
    for ply in 0.. {
        engine.send(format!("position startpos{}{moves}", if moves.is_empty() { "" } else { " moves" }));
        assert_eq!(engine.ask("query p1turn") == "response true", ply % 2 == 0);
        if engine.ask("query gameover") == "response true" {
            break;
        }
        let begun = Instant::now();
        let (_, best) = engine.go(&format!("p1time {} p2time {} winc 10 binc 10", left[0], left[1]));
        left[ply % 2] = left[ply % 2].saturating_sub(begun.elapsed().as_millis()) + 10;
        assert!(left[ply % 2] > 10, "the time is over after{moves}");
        moves.push_str(best.strip_prefix("bestmove").expect("a move"));
    }
    assert!(["response p1win", "response p2win"].contains(&engine.ask("query result").as_str()));
    assert_eq!(engine.ask("go nodes 5"), "info string error: go: the game is over");
    assert_eq!(engine.line(), "bestmove (none)");
    engine.quit();
}

#[test]
fn errors_have_the_texts_of_the_contract() {
    let mut engine = Engine::start(&[&["breakthrough"], &SMALL[..]].concat());
    let mut says =
        |line: &str, text: &str| assert_eq!(engine.ask(line), format!("info string error: {text}"), "{line}");
    let commands = "ugi, uci, isready, setoption, uginewgame, position, go, stop, ponderhit, query, d, quit";
    says("foo bar", &format!("command: 'foo' is unknown; there are {commands}"));
    let long = "x".repeat(40);
    says(&format!("é\x01{long}"), &format!("command: '???{}' is unknown; there are {commands}", &long[..29]));
    says(&"y".repeat(4097), "line: longer than 4096 bytes");
    says("position", "position: expected startpos or fen");
    says("position fen xyz", "position: 'xyz' is not a position: character 1 is 'x', expected w, b or .");
    says("position startpos foo", "position: expected moves, not 'foo'");
    says("position startpos moves a2a3 a7a6 a9a8", "position: 'a9a8', move 3, is not legal");
    says("go movetime abc", "go: movetime needs a number from 1 to 4294967295, not 'abc'");
    says("go movetime", "go: movetime needs a number from 1 to 4294967295, not ''");
    let limits = "movetime, nodes, depth, infinite, ponder, p1time, p2time, p1inc, p2inc, movestogo";
    says("go foo", &format!("go: 'foo' is unknown; there are {limits}"));
    says("go p2time 5", "go: is for the side to move: p1time is missing");
    says("setoption foo", "setoption: expected name NAME value VALUE");
    says("setoption name foo value 1", "setoption: there is no option 'foo'");
    says("setoption name HASH value abc", "setoption: Hash needs a number from 1 to 65536, not 'abc'");
    says("setoption name Ponder value abc", "setoption: Ponder needs true or false, not 'abc'");
    says(
        "setoption name Player value mcts(x)",
        "setoption: Player: unknown option 'x' at character 6: see docs/PLAYERS.md",
    );
    says("setoption name Net value no.immnet", "setoption: Net: no.immnet: No such file or directory (os error 2)");
    let net = scratch("ugi_not_a.immnet", b"not a net");
    says(&format!("setoption name Net value {net}"), &format!("setoption: Net: {net}: not a net, or a damaged one"));
    says("setoption name UCI_Variant value chess", "setoption: UCI_Variant: there is no game 'chess'");
    says("query foo", "query: 'foo' is unknown; there are gameover, p1turn, result");
    engine.is_silent_after_start();
    engine.is_silent();
    engine.quit();
}

#[test]
fn options_change_the_game_and_the_player() {
    let mut engine = Engine::start(&[&["breakthrough"], &SMALL[..]].concat());
    engine.send("setoption name Player value mcts(ipp)");
    assert_eq!(
        engine.ask("setoption name UCI_Variant value kalah"),
        "info string error: setoption: UCI_Variant: 'ipp' needs weights of moves, which this game does not have"
    );
    engine.send("setoption name Player value mcts()");
    engine.send("position startpos moves a2a3");
    assert_eq!(
        engine.ask("setoption name Player value mcts(np10,foo)"),
        "info string error: setoption: Player: unknown option 'foo' at character 11: see docs/PLAYERS.md"
    );
    engine.send("setoption name Threads value 2");
    assert_eq!(engine.ask("query p1turn"), "response false", "the position stays");
    engine.send("setoption name uci_variant value kalah");
    assert_eq!(engine.ask("d"), "info string position 4,4,4,4,4,4|0|4,4,4,4,4,4|0 1");
    assert_eq!(engine.line(), "info string moves 0 1 2 3 4 5");
    let (_, best) = engine.go("nodes 50");
    assert!(best.len() == "bestmove 0".len(), "{best}");
    engine.quit();
    fails(1, &["ugi", "chess"], &["unknown game 'chess'"]);
    fails(1, &["ugi", "kalah", "--player", "mcts(ipp)"], &["kalah: 'ipp' needs weights of moves"]);
    fails(1, &["ugi", "kalah", "--player", "mcts("], &["Player: "]);
    fails(2, &["ugi", "kalah", "--level", "11"], &["--level"]);
}

#[test]
fn a_closed_pipe_ends_the_engine() {
    let mut engine = Engine::start(&["kalah", "--memory", "1"]);
    engine.send("isready");
    let (code, lines) = engine.end();
    assert_eq!((code, lines), (Some(0), vec!["readyok".to_owned()]), "the end of the input is quit");
    for commands in ["ugi\n", "go infinite\n"] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_imm-arena"));
        command.args(["ugi", "kalah", "--memory", "1"]).stdin(Stdio::piped());
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("imm-arena runs");
        drop(child.stdout.take());
        // The input stays open, so only the closed output can end the engine.
        let mut input = child.stdin.take().expect("a pipe");
        input.write_all(commands.as_bytes()).expect("the engine reads");
        let output = child.wait_with_output().expect("it ends");
        assert_eq!((output.status.code(), output.stderr.len()), (Some(0), 0), "{output:?}");
        drop(input);
    }
}

/// Pseudorandom numbers (xorshift), so that every run sends the same lines.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % bound as u64) as usize
    }

    fn choose<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.below(all.len())]
    }
}

/// Returns a line that no engine understands.
fn bad_line(random: &mut Random) -> Vec<u8> {
    const FIRST: [&str; 10] = [
        "position",
        "position fen",
        "position startpos",
        "go",
        "go nodes",
        "setoption",
        "setoption name Hash",
        "query",
        "gO",
        "Ugi",
    ];
    const MORE: [&str; 14] =
        ["fen", "value", "name", "-1", "99999999999", "a2a3", "bbbb/wwww", "0", "\t", "Hash", "é", "%s%n", "\0", "_"];
    match random.below(4) {
        0 => (0..1 + random.below(80)).map(|_| random.below(256) as u8).filter(|byte| *byte != b'\n').collect(),
        1 => random
            .choose(&["x", "go ", "\0", "position startpos moves "])
            .repeat(1000 + random.below(3000))
            .into_bytes(),
        _ => {
            let words = (0..random.below(6)).map(|_| random.choose(&MORE)).collect::<Vec<_>>().join(" ");
            format!("{} wrong {words}", random.choose(&FIRST)).into_bytes()
        }
    }
}

#[test]
fn hostile_lines_change_nothing() {
    let mut engine = Engine::start(&[&["breakthrough"], &SMALL[..]].concat());
    engine.send("position startpos moves a2a3 a7a6");
    engine.send("d");
    let before = engine.until("info string moves");
    let mut random = Random(0x1996_0212);
    for batch in 0..100 {
        for _ in 0..200 {
            engine.send(bad_line(&mut random));
        }
        engine.send("isready");
        let answers = engine.until("readyok");
        let (_, errors) = answers.split_last().expect("an answer");
        let is_error = |line: &String| {
            line.starts_with("info string error: ") && line.bytes().all(|byte| matches!(byte, b' '..=b'~'))
        };
        assert!(errors.iter().all(is_error) && errors.len() > 150, "batch {batch}: {errors:?}");
        engine.send("d");
        assert_eq!(engine.until("info string moves"), before, "batch {batch}");
    }
    engine.quit();
}

#[test]
fn hostile_lines_never_end_the_engine() {
    const LINES: [&str; 22] = [
        "ugi",
        "uci",
        "d",
        "stop",
        "ponderhit",
        "isready",
        "uginewgame",
        "position startpos",
        "position startpos moves a2a3",
        "position fen bb/bb/ww/ww 1",
        "go nodes 3",
        "go movetime 1",
        "go depth 1",
        "go infinite",
        "go ponder nodes 2",
        "setoption name Threads value 2",
        "setoption name Threads value 1",
        "setoption name MultiPV value 5",
        "setoption name Player value ab(tt)",
        "setoption name Player value mcts()",
        "setoption name UCI_Variant value kalah",
        "setoption name UCI_Variant value breakthrough",
    ];
    let mut engine = Engine::start(&["breakthrough", "--memory", "1", "--player", "mcts()"]);
    let mut random = Random(20_000);
    for _ in 0..40 {
        for _ in 0..25 {
            match random.below(3) {
                0 => engine.send(bad_line(&mut random)),
                _ => engine.send(random.choose(&LINES)),
            }
        }
        engine.send("stop");
        engine.send("isready");
        engine.until("readyok");
    }
    engine.send("stop");
    engine.send("isready");
    engine.until("readyok");
    engine.send("quit");
    assert_eq!(engine.end().0, Some(0));
}
