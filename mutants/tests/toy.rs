//! A program of its own with a mutant of every genre: each is switched on, and does what it should.
//! The whole way: cargo-mutants' list, the changed text, the switch, compiled.

use imm_mutants::instrument::instrument;
use imm_mutants::list::{Mutant, parse};
use serde_json::json;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;

/// Prints a line for each function; a mutant changes one.
const TOY: &str = r#"#[derive(Clone, Copy)]
struct Pair { one: u32, two: u32 }
const SEVEN: u32 = 3 + 4;
const fn sum(a: u32, b: u32) -> u32 { a + b * 10 }
fn grow(mut a: u32) -> u32 { a += 2; a }
fn not(a: bool) -> bool { !a }
fn both(a: Option<u32>, b: bool) -> u32 { if b && let Some(a) = a { a } else { 0 } }
fn name(a: u32) -> &'static str { match a { 1 => "one", 2 if SEVEN == 7 => "two", _ => "many" } }
fn pair(base: Pair) -> Pair { Pair { one: 5, ..base } }
fn main() {
    const AT_COMPILE_TIME: u32 = sum(1, 2);
    let Pair { one, two } = pair(Pair { one: 8, two: 9 });
    println!("{AT_COMPILE_TIME} {} {} {} {} {} {} {one} {two}", sum(1, 2), grow(1), not(true), both(Some(3), true), name(1), name(2));
}
"#;
const PLAIN: &str = "21 21 3 false 3 one two 5 9";

/// A mutant, as cargo-mutants lists it: the first `what` behind `after` is changed.
fn listed(after: &str, what: &str, genre: &str, replacement: &str, function: &str) -> serde_json::Value {
    let from = TOY.find(after).expect(after);
    let start = from + TOY[from..].find(what).expect(what);
    let place = |at: usize| {
        let line = TOY[..at].matches('\n').count();
        let column = at - TOY[..at].rfind('\n').map_or(0, |end| end + 1);
        json!({"line": line + 1, "column": column + 1})
    };
    let span = json!({"start": place(start), "end": place(start + what.len())});
    json!({"file": "toy.rs", "genre": genre, "replacement": replacement, "span": span,
        "name": format!("toy.rs:1:1: replace {what} with {replacement} in {function}"),
        "function": {"function_name": function, "return_type": "", "span": span}})
}

/// The mutants, and what the program prints with each; `None` where it cannot be switched.
fn toys() -> Vec<(serde_json::Value, Option<&'static str>)> {
    vec![
        (listed("fn sum", "a + b", "FnValue", "1", "sum"), Some("21 1 3 false 3 one two 5 9")),
        (listed("b: u32) -> u32 { a ", "+", "BinaryOperator", "-", "sum"), None),
        (listed("a + b", "*", "BinaryOperator", "+", "sum"), Some("21 13 3 false 3 one two 5 9")),
        (listed("fn grow", "+=", "BinaryOperator", "*=", "grow"), Some("21 21 2 false 3 one two 5 9")),
        (listed("fn not", "!", "UnaryOperator", "", "not"), Some("21 21 3 true 3 one two 5 9")),
        (listed("fn name", "SEVEN == 7", "MatchArmGuard", "false", "name"), Some("21 21 3 false 3 one many 5 9")),
        (listed("fn name", "1 => \"one\"", "MatchArm", "", "name"), Some("21 21 3 false 3 many two 5 9")),
        (listed("fn name", "==", "BinaryOperator", "!=", "name"), Some("21 21 3 false 3 one many 5 9")),
        (listed("Pair { one: 5", "one: 5", "StructField", "", "pair"), Some("21 21 3 false 3 one two 8 9")),
        (listed("const SEVEN", "+", "BinaryOperator", "*", ""), None),
        (listed("if b", "&&", "BinaryOperator", "||", "both"), None),
    ]
}

fn mutants(folder: &Path) -> Vec<Mutant> {
    fs::write(folder.join("toy.rs"), TOY).unwrap();
    let list: Vec<serde_json::Value> = toys().into_iter().map(|(toy, _)| toy).collect();
    parse(folder, json!(list).to_string().as_bytes()).unwrap()
}

fn rustc(folder: &Path, arguments: &[&str]) {
    let answer = Command::new("rustc")
        .args(["--edition=2024", "--cap-lints=allow", "-L", "."])
        .args(arguments)
        .env("RUSTC_BOOTSTRAP", "1")
        .current_dir(folder)
        .output()
        .unwrap();
    assert!(answer.status.success(), "{}", String::from_utf8_lossy(&answer.stderr));
}

#[test]
fn each_mutant_acts_when_it_is_on_and_only_then() {
    let folder = tempfile::tempdir().unwrap();
    let mutants = mutants(folder.path());
    let numbered: Vec<(u32, &Mutant)> = (0..).zip(&mutants).collect();
    let found = instrument(TOY, &numbered).unwrap();
    assert_eq!((found.constant, found.unplaced), (vec![9], vec![10]));
    fs::write(folder.path().join("toy.rs"), found.spliced.text).unwrap();
    let switch = concat!(env!("CARGO_MANIFEST_DIR"), "/switch/lib.rs");
    rustc(folder.path(), &["--crate-type=rlib", "--crate-name=imm_mutant", switch]);
    rustc(folder.path(), &["toy.rs", "--extern", "imm_mutant", "-C", "overflow-checks"]);
    let program = folder.path().join("toy");
    let record = folder.path().join("record");
    fs::write(&record, vec![0; mutants.len()]).unwrap();
    let run = |name: &str, value: &std::ffi::OsStr| {
        let answer = Command::new(&program).env(name, value).output().unwrap();
        (answer.status.success(), String::from_utf8(answer.stdout).unwrap().trim().to_owned())
    };
    assert_eq!(run("NOTHING", "".as_ref()), (true, PLAIN.to_owned()));
    assert_eq!(run("IMM_MUTANT_RECORD", record.as_os_str()), (true, PLAIN.to_owned()));
    let reached: Vec<u8> = fs::read(&record).unwrap();
    assert_eq!(reached, [1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0]);
    for (number, (_, prints)) in toys().iter().enumerate() {
        let (passed, printed) = run("IMM_MUTANT", number.to_string().as_ref());
        match prints {
            Some(prints) => assert_eq!((passed, &*printed), (true, *prints), "mutant {number}"),
            // 1 - 20: overflow checks end the program.
            None if number == 1 => assert!(!passed),
            None => assert_eq!((passed, &*printed), (true, PLAIN), "mutant {number}"),
        }
    }
}

#[test]
fn names_do_not_depend_on_lines_above_and_differ() {
    let folder = tempfile::tempdir().unwrap();
    let here = mutants(folder.path());
    let names: BTreeSet<&str> = here.iter().map(|mutant| &*mutant.id).collect();
    assert_eq!(names.len(), here.len());
    let mut list: Vec<serde_json::Value> = toys().into_iter().map(|(toy, _)| toy).collect();
    for toy in &mut list {
        for end in ["start", "end"] {
            let line = toy["span"][end]["line"].as_u64().unwrap();
            toy["span"][end]["line"] = json!(line + 1);
        }
    }
    fs::write(folder.path().join("toy.rs"), format!("// a line above\n{TOY}")).unwrap();
    let later = parse(folder.path(), json!(list).to_string().as_bytes()).unwrap();
    assert_eq!(later.iter().map(|mutant| &*mutant.id).collect::<BTreeSet<_>>(), names);
    // A line that has changed has other mutants.
    fs::write(folder.path().join("toy.rs"), format!("// a line above\n{}", TOY.replace("a + b * 10", "a + b * 20")))
        .unwrap();
    let changed = parse(folder.path(), json!(list).to_string().as_bytes()).unwrap();
    let changed: Vec<bool> = changed.iter().map(|mutant| !names.contains(&*mutant.id)).collect();
    assert_eq!(changed[..4], [true, true, true, false]);
}
