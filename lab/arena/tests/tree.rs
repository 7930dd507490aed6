//! Tests `imm-arena tree` as scripts use it.

mod common;

use common::{fails, json, prints, scratch};
use serde_json::Value;
use std::fs;

const BOARD: [&str; 6] = ["tree", "breakthrough_5x5", "--iterations", "2000", "--memory", "1"];

fn tree<'a>(more: &[&'a str]) -> Vec<&'a str> {
    [&BOARD[..], more].concat()
}

/// Returns every node of a tree (JSON), with the depth of the node and the visits of its parent.
fn nodes(root: &Value) -> Vec<(&Value, u64, u64)> {
    let (mut all, mut waiting) = (Vec::new(), vec![(root, 0, u64::MAX)]);
    while let Some((node, ply, above)) = waiting.pop() {
        all.push((node, ply, above));
        let visits = node["visits"].as_u64().expect("a number");
        waiting.extend(node["shown"].as_array().expect("a list").iter().map(|child| (child, ply + 1, visits)));
    }
    all
}

#[test]
fn the_tree_in_json_is_that_of_the_search() {
    let whole = json(&tree(&["--json", "--depth", "2", "--min-visits", "1"]));
    assert_eq!((&whole["iterations"], &whole["interrupted"]), (&Value::from(2000), &Value::from(false)));
    let shown = nodes(&whole["root"]);
    assert_eq!(whole["shown"].as_u64(), Some(shown.len() as u64));
    assert!(whole["positions"].as_u64() > whole["shown"].as_u64());
    // The root must show all 13 moves of the start position.
    assert_eq!(whole["root"]["shown"].as_array().map(Vec::len), Some(13));
    assert_eq!(whole["root"]["visits"], 2000);
    assert_eq!((&whole["root"]["move"], &whole["root"]["children"]), (&Value::Null, &Value::from(13)));
    for (node, ply, above) in &shown {
        assert!(*ply <= 2 && node["visits"].as_u64() <= Some(*above), "{node}");
        assert!(node["value"].as_f64().is_some_and(|value| value.abs() <= 1.0), "{node}");
    }
    let by_visits = |list: &Value| {
        let visits: Vec<u64> =
            list["shown"].as_array().expect("a list").iter().filter_map(|one| one["visits"].as_u64()).collect();
        visits.is_sorted_by(|one, other| one >= other)
    };
    assert!(shown.iter().all(|(node, ..)| by_visits(node)));
    // Nodes with few visits must be left out. By default, these are nodes with fewer visits than a
    // hundredth of the root's visits.
    let often = |more: &[&str]| json(&tree(&[&["--json", "--depth", "9"], more].concat()));
    for (more, least) in [(&["--min-visits", "100"][..], 100), (&[], 20)] {
        let report = often(more);
        let shown = nodes(&report["root"]);
        assert!(shown.len() > 5 && shown.iter().all(|(node, ..)| node["visits"].as_u64() >= Some(least)), "{report}");
    }
    assert_eq!(json(&tree(&["--json", "--depth", "0"]))["shown"], 1);
}

#[test]
fn a_proof_is_shown() {
    let race = ["--position", "...../...../w...b/...../..... 1", "--player", "mcts(im0.4)"];
    let whole = json(&tree(&[&race[..], &["--json"]].concat()));
    let root = &whole["root"];
    assert_eq!((&root["proven"], &root["distance"]), (&Value::from(1), &Value::from(3)), "{whole}");
    let text = prints(0, &tree(&race));
    assert!(text.contains("proven: 1 wins in 3") && text.contains("\n*root"), "{text}");
}

#[test]
fn a_tree_for_graphviz_has_every_node_and_every_move() {
    let dot = prints(0, &tree(&["--format", "dot"]));
    let count = |word: &str| dot.lines().filter(|line| line.contains(word)).count();
    assert!(dot.starts_with("digraph tree {\n") && dot.ends_with("}\n"));
    assert!(count("fillcolor") > 10 && count(" -> ") + 1 == count("fillcolor"), "{dot}");
    // All brackets and quotes must be closed.
    assert!(
        dot.lines()
            .all(|line| line.matches('"').count() % 2 == 0 && line.matches('[').count() == line.matches(']').count())
    );
}

#[test]
fn a_picture_of_a_tree_needs_nothing_else() {
    let file = scratch("tree.svg", b"");
    let said = prints(0, &tree(&["--out", &file, "--player", "mcts(im0.4)"]));
    assert!(said.starts_with(&format!("{file}: ")) && said.ends_with(" positions\n"), "{said}");
    let text = fs::read_to_string(&file).expect("a file");
    let picture = roxmltree::Document::parse(&text).expect("XML");
    let root = picture.root_element();
    assert_eq!((root.tag_name().name(), root.tag_name().namespace()), ("svg", Some("http://www.w3.org/2000/svg")));
    assert!(!text.contains("href") && !text.contains("url(") && !text.contains("<script"));
    let count = |name: &str| {
        root.descendants().filter(|node| node.has_tag_name((root.tag_name().namespace().unwrap(), name))).count()
    };
    let shown: usize = said[file.len() + 2..].split(' ').next().and_then(|shown| shown.parse().ok()).expect("a number");
    // Each node must have a box and a title. Each node except the root must have a line to its
    // parent.
    assert!(
        shown > 10 && count("title") == shown && count("rect") == shown + 1 && count("path") + 1 == shown,
        "{said}"
    );
    // Every box must be inside the picture.
    let number = |node: roxmltree::Node<'_, '_>, name| node.attribute(name).and_then(|text| text.parse::<f64>().ok());
    let (width, height) = (number(root, "width").expect("a width"), number(root, "height").expect("a height"));
    for node in root.descendants().filter(|node| node.tag_name().name() == "rect" && node.attribute("x").is_some()) {
        let [x, y, wide, high] = ["x", "y", "width", "height"].map(|name| number(node, name).expect(name));
        assert!(x >= 0.0 && y >= 0.0 && x + wide <= width && y + high <= height, "{node:?}");
    }
}

#[test]
fn the_format_follows_the_name_of_the_file() {
    for (name, begins) in [("tree.dot", "digraph"), ("tree.json", "{\"game\""), ("tree.txt", "breakthrough_5x5: ")] {
        let file = scratch(name, b"");
        prints(0, &tree(&["--out", &file]));
        assert!(fs::read_to_string(&file).expect("a file").starts_with(begins), "{name}");
    }
    let file = scratch("tree_as_dot.json", b"");
    prints(0, &tree(&["--out", &file, "--format", "dot"]));
    assert!(fs::read_to_string(&file).expect("a file").starts_with("digraph"));
}

#[test]
fn trees_that_cannot_be_shown_are_named() {
    fails(1, &tree(&["--player", "ab()"]), &["ab()", "alpha-beta keeps no tree"]);
    fails(1, &tree(&["--player", "mcts(np10000000)"]), &["np"]);
    fails(1, &tree(&["--position", "x"]), &["position 'x'"]);
    fails(1, &tree(&["--position", "w..../...../....b/...../..... -"]), &["the game is over"]);
    fails(1, &tree(&["--out", "no/such/folder/tree.svg"]), &["no/such/folder/tree.svg", "cannot write"]);
    fails(1, &["tree", "chess"], &["unknown game 'chess'"]);
    fails(2, &tree(&["--json", "--format", "dot"]), &["cannot be used with"]);
    fails(2, &tree(&["--depth", "65"]), &["0..=64"]);
    fails(2, &["tree"], &["GAME"]);
}
