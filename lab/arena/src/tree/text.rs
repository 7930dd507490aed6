//! Writes a tree as lines of text.

use super::Tree;
use std::fmt::Write as _;

/// Writes one line per node, indented by its depth. `*` marks the expected line of moves.
pub(super) fn write(tree: &Tree) -> String {
    let mut out = tree.title().join("\n") + "\n\n";
    for index in tree.in_order() {
        let node = &tree.nodes[index];
        let indent = 2 * node.found.ply as usize;
        let name = if node.found.ply == 0 { "root" } else { &node.mv };
        let star = if node.on_line { "*" } else { " " };
        let proof = node.proof();
        let proof = if proof.is_empty() { proof } else { format!("  proven: {proof}") };
        // Writing to a String cannot fail.
        let _ = writeln!(out, "{star}{:indent$}{name}  {}  {}{proof}", "", node.value(), node.found.visits);
    }
    out
}
