//! Writes a tree as JSON.

use super::Tree;
use anyhow::Result;
use imm::game::value::Proof;
use serde::Serialize;

#[derive(Serialize)]
struct Whole<'a> {
    game: &'a str,
    player: &'a str,
    position: &'a str,
    iterations: u64,
    /// The number of positions in the tree. The field `shown` is the number of positions that are
    /// shown. Both numbers include the root.
    positions: u64,
    shown: usize,
    interrupted: bool,
    root: Below<'a>,
}

/// A node, and all its descendants that are shown.
#[derive(Serialize)]
struct Below<'a> {
    /// The move that leads to the node; null at the root.
    #[serde(rename = "move")]
    mv: Option<&'a str>,
    visits: u32,
    /// The value from the first player's point of view, -1 to 1.
    value: f32,
    minimax: f32,
    /// 1: the first player wins, 0: a draw, -1: the second player wins; null: the position is not
    /// solved.
    proven: Option<i8>,
    /// The number of plies to the end of the game, if a win of either player is proven.
    distance: u8,
    /// True if the node is on the expected line of moves.
    on_line: bool,
    /// The number of children in the tree. The field `shown` contains the children that are shown.
    children: u32,
    shown: Vec<Below<'a>>,
}

/// Writes one JSON object on one line.
pub(super) fn write(tree: &Tree) -> Result<String> {
    let whole = Whole {
        game: &tree.game,
        player: &tree.player,
        position: &tree.position,
        iterations: tree.iterations,
        positions: tree.total,
        shown: tree.nodes.len(),
        interrupted: tree.interrupted,
        root: below(tree, 0),
    };
    Ok(serde_json::to_string(&whole)? + "\n")
}

/// Builds the output for a node and its descendants. The recursion is at most 64 plies deep,
/// because `--depth` is at most 64.
fn below(tree: &Tree, index: usize) -> Below<'_> {
    let node = &tree.nodes[index];
    Below {
        mv: (index > 0).then_some(&node.mv),
        visits: node.found.visits,
        value: node.found.value.to_f32(),
        minimax: node.found.minimax.to_f32(),
        proven: match node.found.proof {
            Proof::Unknown => None,
            Proof::FirstWins => Some(1),
            Proof::Draw => Some(0),
            Proof::SecondWins => Some(-1),
        },
        distance: node.found.distance,
        on_line: node.on_line,
        children: node.found.children,
        shown: node.children.iter().map(|&child| below(tree, child)).collect(),
    }
}
