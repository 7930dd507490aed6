//! Draws a tree as an SVG picture, from left to right, with one row for each leaf of the shown
//! tree. The file has no external references. A browser shows details of the node under the
//! pointer.

use super::{Node, Tree};
use std::fmt::Write as _;

/// Sizes in pixels. `WIDTH` and `HEIGHT` are the size of a node. `ROW` and `COLUMN` also include
/// the space between two nodes.
const WIDTH: usize = 150;
const HEIGHT: usize = 20;
const ROW: usize = 26;
const COLUMN: usize = 210;
const MARGIN: usize = 16;
/// The height of the title above the tree, in pixels.
const TITLE: usize = 56;

const STYLE: &str = "text{font:12px sans-serif;fill:#222}.b{font-weight:bold}path{fill:none;stroke:#999}\
    rect{stroke:#777}.l rect{stroke:#111;stroke-width:2.5}path.l{stroke:#111}.p rect{stroke-dasharray:4 2}";

/// The picture as SVG.
pub(super) fn write(tree: &Tree) -> String {
    let rows = rows(tree);
    let columns = tree.nodes.iter().map(|node| node.found.ply as usize).max().unwrap_or(0) + 1;
    let leaves = tree.nodes.iter().filter(|node| node.children.is_empty()).count();
    let title = tree.title().map(|line| escaped(&line));
    let longest = title.iter().map(|line| line.chars().count()).max().unwrap_or(0);
    let width = (2 * MARGIN + (columns - 1) * COLUMN + WIDTH).max(2 * MARGIN + longest * 7);
    let height = TITLE + 2 * MARGIN + leaves * ROW;
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
         height=\"{height}\">\n<style>{STYLE}</style>\n<rect width=\"{width}\" height=\"{height}\" \
         style=\"fill:#fff;stroke:none\"/>\n"
    );
    for (line, y, class) in [(&title[0], 20, "b"), (&title[1], 40, "")] {
        // Writing to a String cannot fail.
        let _ = writeln!(out, "<text class=\"{class}\" x=\"{MARGIN}\" y=\"{y}\">{line}</text>");
    }
    let top = |index: usize| TITLE + MARGIN + (rows[index] * ROW as f64) as usize;
    let most = f64::from(tree.nodes[0].found.visits.max(1));
    for (index, node) in tree.nodes.iter().enumerate() {
        let (x, y) = (MARGIN + node.found.ply as usize * COLUMN + WIDTH, top(index) + HEIGHT / 2);
        for &child in &node.children {
            let (below, to_y) = (&tree.nodes[child], top(child) + HEIGHT / 2);
            let (to_x, bend) = (x + COLUMN - WIDTH, x + (COLUMN - WIDTH) / 2);
            let class = if below.on_line { " class=\"l\"" } else { "" };
            let pen = 1.0 + 7.0 * (f64::from(below.found.visits) / most).sqrt();
            let _ = writeln!(
                out,
                "<path{class} d=\"M{x} {y}C{bend} {y} {bend} {to_y} {to_x} {to_y}\" stroke-width=\"{pen:.1}\"/>"
            );
        }
    }
    for index in tree.in_order() {
        write_node(&mut out, &tree.nodes[index], top(index));
    }
    out + "</svg>\n"
}

fn write_node(out: &mut String, node: &Node, y: usize) {
    let x = MARGIN + node.found.ply as usize * COLUMN;
    let name = escaped(if node.found.ply == 0 { "root" } else { &node.mv });
    let proof = node.proof();
    let class = [("l", node.on_line), ("p", !proof.is_empty())].into_iter().filter(|(_, on)| *on).map(|(name, _)| name);
    let class = class.collect::<Vec<_>>().join(" ");
    let (visits, value, fill) = (node.found.visits, node.value(), colour(node.found.value.to_f32()));
    let shown = if proof.is_empty() { value.clone() } else { proof.clone() };
    let known = if proof.is_empty() { "nothing proven".to_owned() } else { format!("proven: {proof}") };
    let (minimax, children) = (node.found.minimax.to_f32(), node.found.children);
    let (text_x, text_y, end) = (x + 6, y + 14, x + WIDTH - 6);
    // Writing to a String cannot fail.
    let _ = writeln!(
        out,
        "<g class=\"{class}\"><title>{name}: value {value}, minimax {minimax:+.3}, {visits} visits, {children} moves in the \
         tree, {known}</title><rect x=\"{x}\" y=\"{y}\" width=\"{WIDTH}\" height=\"{HEIGHT}\" rx=\"4\" \
         fill=\"{fill}\"/><text class=\"b\" x=\"{text_x}\" y=\"{text_y}\">{name}</text><text x=\"{end}\" y=\"{text_y}\" \
         text-anchor=\"end\">{visits} {shown}</text></g>"
    );
}

/// The row of each node. A leaf has its own row; an inner node is in the middle of its children.
fn rows(tree: &Tree) -> Vec<f64> {
    let (mut rows, mut next) = (vec![0.0; tree.nodes.len()], 0.0);
    let order = tree.in_order();
    for &index in &order {
        if tree.nodes[index].children.is_empty() {
            rows[index] = next;
            next += 1.0;
        }
    }
    // Children come after their parent in `order`, so a loop from the end computes the rows of the
    // children first.
    for &index in order.iter().rev() {
        if let (Some(first), Some(last)) = (tree.nodes[index].children.first(), tree.nodes[index].children.last()) {
            rows[index] = (rows[*first] + rows[*last]) / 2.0;
        }
    }
    rows
}

/// The colour of a value: white for 0, blue if the first player leads, red if the second player
/// leads.
pub(super) fn colour(value: f32) -> String {
    let share = value.abs().clamp(0.0, 1.0);
    let full = if value >= 0.0 { [110.0, 170.0, 235.0] } else { [240.0, 135.0, 120.0] };
    let [red, green, blue] = full.map(|full: f32| (255.0 - share * (255.0 - full)) as u8);
    format!("#{red:02x}{green:02x}{blue:02x}")
}

/// The text escaped for XML, without control characters, which XML cannot contain.
fn escaped(text: &str) -> String {
    let text: String = text.chars().filter(|character| !character.is_control()).collect();
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
