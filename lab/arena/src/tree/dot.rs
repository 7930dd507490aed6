//! Writes a tree as input for graphviz.

use super::Tree;
use super::svg::colour;
use std::fmt::Write as _;

/// A digraph with a box for each node, coloured by the node's value. Nodes on the expected line
/// have a bold border. Solved nodes have a double border.
pub(super) fn write(tree: &Tree) -> String {
    let title = quoted(&tree.title().join("\n"));
    let mut out = format!(
        "digraph tree {{\n  label={title};\n  rankdir=LR;\n  node [shape=box, style=\"filled,rounded\", \
         fontname=\"sans-serif\"];\n"
    );
    for (index, node) in tree.nodes.iter().enumerate() {
        let proof = node.proof();
        let (name, shape) = (if index == 0 { "root" } else { &node.mv }, if proof.is_empty() { 1 } else { 2 });
        let label = quoted(&format!("{name}\n{} {}\n{proof}", node.found.visits, node.value()));
        let fill = colour(node.found.value.to_f32());
        let pen = if node.on_line { 3 } else { 1 };
        // Writing to a String cannot fail.
        let _ = writeln!(out, "  n{index} [label={label}, fillcolor=\"{fill}\", peripheries={shape}, penwidth={pen}];");
        for child in &node.children {
            let _ = writeln!(out, "  n{index} -> n{child};");
        }
    }
    out + "}\n"
}

/// A text in quotes, escaped for DOT.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.trim_end().replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n"))
}
