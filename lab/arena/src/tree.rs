//! The command `tree` searches a position and shows the tree as text, as DOT for graphviz, as JSON,
//! or as an SVG file without external references.

mod dot;
mod json;
mod svg;
mod text;

use crate::answer::Answer;
use crate::contest::stop_on_ctrl_c;
use crate::game_args::GameArgs;
use crate::games::{Arena, Visit, with_game};
use crate::notation::{move_text, position_text, read_position};
use crate::player::{Block, check_player, read_spec};
use crate::progress::think_watched;
use anyhow::{Context, Result, bail, ensure};
use imm::game::Move;
use imm::player::Player;
use imm::report::{TreeNode, Visit as Then};
use imm::time::limits::Stop;
use std::fs;
use std::path::PathBuf;

/// Arguments of `tree`.
#[derive(clap::Args, Debug)]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// The player whose tree is shown: mcts(...) or bfm(...). Alpha-beta has no tree.
    #[arg(long, value_name = "SPEC", default_value = "mcts()")]
    player: String,
    /// Number of simulations.
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(1..))]
    iterations: u64,
    /// The position to search, in the game's notation. Default: the start position.
    #[arg(long, value_name = "TEXT")]
    position: Option<String>,
    /// Number of plies to show below the position.
    #[arg(long, value_name = "PLIES", default_value_t = 3, value_parser = clap::value_parser!(u32).range(0..=64))]
    depth: u32,
    /// Show only positions with at least this many visits. Default: a hundredth of the root's
    /// visits.
    #[arg(long, value_name = "N")]
    min_visits: Option<u32>,
    /// Seed of the player.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Memory of the search in MiB.
    #[arg(long, value_name = "MIB", default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..=6144))]
    memory: u32,
    /// The output format. With --out, the default depends on the extension of the file.
    #[arg(long, value_enum, value_name = "FORMAT")]
    format: Option<Format>,
    /// Print one JSON object, like --format json.
    #[arg(long, conflicts_with = "format")]
    json: bool,
    /// Write to this file instead of standard output.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// The format of a tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
enum Format {
    /// Lines of text.
    Text,
    /// Input for graphviz: `dot -Tpdf`.
    Dot,
    /// One JSON object. Each position contains the positions below it.
    Json,
    /// A picture for a browser.
    Svg,
}

impl Args {
    fn format(&self) -> Format {
        let end = self.out.as_ref().and_then(|out| out.extension()).and_then(|end| end.to_str());
        let of_file = match end {
            Some("dot" | "gv") => Format::Dot,
            Some("json") => Format::Json,
            Some("svg") => Format::Svg,
            _ => Format::Text,
        };
        if self.json { Format::Json } else { self.format.unwrap_or(of_file) }
    }
}

/// Searches the position and writes the tree.
///
/// # Errors
/// The game is unknown, the player has no tree or cannot play the game, the position cannot be
/// read, the game is over in the position, the file cannot be written, or there is not enough
/// memory.
pub fn run(args: &Args) -> Result<Answer> {
    let player = read_spec(&args.player)?.seeded(args.seed);
    let tree = with_game(&args.game.name(), Grow { args, player })??;
    let text = match args.format() {
        Format::Text => text::write(&tree),
        Format::Dot => dot::write(&tree),
        Format::Json => json::write(&tree)?,
        Format::Svg => svg::write(&tree),
    };
    let answer = match &args.out {
        None => Answer::ok(text),
        Some(out) => {
            fs::write(out, text).with_context(|| format!("{}: cannot write", out.display()))?;
            Answer::ok(format!("{}: {} of {} positions\n", out.display(), tree.nodes.len(), tree.total))
        }
    };
    Ok(answer.if_interrupted(tree.interrupted))
}

/// A tree to show. Values are from the first player's point of view.
struct Tree {
    game: String,
    player: String,
    position: String,
    iterations: u64,
    /// The number of nodes in the search tree, including the root.
    total: u64,
    /// The nodes to show: the root first, and every node before its descendants.
    nodes: Vec<Node>,
    interrupted: bool,
}

/// A node to show.
struct Node {
    found: TreeNode,
    /// The move that leads to the node; empty at the root.
    mv: String,
    /// The indices of the children to show, most visited first.
    children: Vec<usize>,
    /// True if the node is on the expected line of moves.
    on_line: bool,
}

impl Node {
    /// The value with a sign and three decimals, e.g. +0.123.
    fn value(&self) -> String {
        format!("{:+.3}", self.found.value.to_f32())
    }

    /// The proven result in a few words; empty if nothing is proven.
    fn proof(&self) -> String {
        use imm::game::value::Proof;
        let winner = match self.found.proof {
            Proof::Unknown => return String::new(),
            Proof::Draw => return "a draw".to_owned(),
            Proof::FirstWins => 1,
            Proof::SecondWins => 2,
        };
        match self.found.distance {
            0 => format!("{winner} has won"),
            plies => format!("{winner} wins in {plies}"),
        }
    }
}

struct Grow<'a> {
    args: &'a Args,
    player: Player,
}

impl Visit for Grow<'_> {
    type Output = Result<Tree>;

    fn visit<G: Arena>(self, start: G) -> Self::Output {
        let Args { iterations, memory, position, depth, min_visits, out, .. } = self.args;
        check_player(&self.player, &start)?;
        if matches!(self.player.for_game(&start), Player::AlphaBeta(_)) {
            bail!("player {}: alpha-beta keeps no tree; mcts(...) and bfm(...) do", self.args.player);
        }
        let position = position.as_ref().map_or_else(|| Ok(start.clone()), |text| read_position(&start, text))?;
        let mut block = Block::mib(*memory)?;
        let mut search = block.search(&position, &self.player)?;
        let show = self.args.format() != Format::Json || out.is_some();
        let (report, _) = think_watched(&mut search, &position, *iterations, show, stop_on_ctrl_c()?)?;
        let mut found: Vec<TreeNode> = Vec::new();
        search.visit_tree(0, 0, &mut |root| {
            found.push(*root);
            Then::Below
        })?;
        let hundredth = found.first().map_or(0, |root| root.visits / 100);
        found.clear();
        search.visit_tree(*depth, min_visits.unwrap_or(hundredth).max(1), &mut |node| {
            found.push(*node);
            Then::Below
        })?;
        let mut line = vec![Move::NONE; *depth as usize];
        let len = search.line(&mut line)?;
        ensure!(!found.is_empty(), "the search shows no tree");
        Ok(Tree {
            game: self.args.game.name(),
            player: self.args.player.clone(),
            position: position_text(&position),
            iterations: report.iterations,
            total: u64::from(report.nodes) + 1,
            nodes: nodes(&position, &found, line.get(..len).unwrap_or_default()),
            interrupted: report.stop == Some(Stop::Flag),
        })
    }
}

/// Converts the nodes in `found`: adds the text of each move and the list of each node's children.
fn nodes<G: Arena>(root: &G, found: &[TreeNode], line: &[Move]) -> Vec<Node> {
    let mut nodes: Vec<Node> = Vec::new();
    // The path to the latest node: the position and the index of the node at each ply.
    let mut way: Vec<(G, usize)> = Vec::new();
    for (index, node) in found.iter().enumerate() {
        way.truncate(node.ply as usize);
        let Some((parent, above)) = way.last() else {
            way.push((root.clone(), index));
            nodes.push(Node { found: *node, mv: String::new(), children: Vec::new(), on_line: true });
            continue;
        };
        let (mut position, above) = (parent.clone(), *above);
        let mv = move_text(parent, node.mv);
        position.play(node.mv);
        let on_line = nodes[above].on_line && line.get(node.ply as usize - 1) == Some(&node.mv);
        nodes[above].children.push(index);
        nodes.push(Node { found: *node, mv, children: Vec::new(), on_line });
        way.push((position, index));
    }
    for index in 0..nodes.len() {
        let mut children = std::mem::take(&mut nodes[index].children);
        children.sort_by_key(|&child| std::cmp::Reverse(nodes[child].found.visits));
        nodes[index].children = children;
    }
    nodes
}

impl Tree {
    /// The indices of the nodes in output order: each node before its descendants, and siblings
    /// with the most visited first.
    fn in_order(&self) -> Vec<usize> {
        let (mut order, mut waiting) = (Vec::new(), vec![0]);
        while let Some(index) = waiting.pop() {
            order.push(index);
            waiting.extend(self.nodes[index].children.iter().rev());
        }
        order
    }

    /// Two lines that describe the tree.
    fn title(&self) -> [String; 2] {
        let Self { game, player, position, iterations, total, nodes, .. } = self;
        let shown = nodes.len();
        [
            format!("{game}: {position}"),
            format!("{player}, {iterations} simulations; {shown} of {total} positions; values of the first player"),
        ]
    }
}
