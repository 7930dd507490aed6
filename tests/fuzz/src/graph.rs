//! Games on random graphs that are small enough to be solved. The games have features that are rare
//! in real games: draws, cycles, passes, several moves in a row, and transpositions.

use crate::scramble;
use crate::source::Source;
use imm::game::value::{Outcome, Side};

/// A position of a [`Graph`]: a place and the player to move, combined in one number.
pub type Node = usize;

/// A game on a graph. The number of a node is twice its place, plus 1 if the second player is to
/// move.
#[derive(Clone, Debug)]
pub struct Graph {
    /// The start node.
    pub start: Node,
    nodes: Vec<Kind>,
    /// The seed of the random answers that optional callbacks give.
    seed: u64,
    /// True if positions can repeat.
    pub cyclic: bool,
}

#[derive(Clone, Debug)]
struct Kind {
    outcome: Option<Outcome>,
    /// The target nodes of the moves. The list is empty if the game is over at this node.
    moves: Vec<Node>,
}

/// The game-theoretic result of a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Worth {
    /// Neither player can force a win.
    #[default]
    Open,
    /// This side can force a win within this number of plies.
    Wins(Side, u32),
}

/// The largest number of moves in one position.
pub const MOVES_MAX: usize = 6;

impl Graph {
    /// Creates a random graph.
    pub fn new(source: &mut Source<'_>) -> Self {
        let places = source.within(2, 40);
        let cyclic = source.once_in(3);
        let [branching, span] = [source.within(1, MOVES_MAX), source.within(1, 5)];
        let [again, ends, draws] = [source.pick(&[0, 20, 50]), source.pick(&[0, 5, 20]), source.pick(&[0, 40, 100])];
        let seed = scramble(source.u32().into());
        let roll = |node: Node, salt: u64| scramble(seed ^ scramble(salt << 32 ^ node as u64)) as usize;
        let kind = |node: Node| {
            let (place, last) = (node / 2, node / 2 + 1 == places);
            let over = last || (place > 0 && roll(place, 1) % 100 < ends);
            let winner = if roll(place, 3).is_multiple_of(2) { Outcome::FirstWins } else { Outcome::SecondWins };
            let ended = if roll(place, 2) % 100 < draws { Outcome::Draw } else { winner };
            let target = |index: usize| {
                let drawn = roll(node, 100 + index as u64);
                let ahead = place + 1 + drawn % span;
                let back = cyclic && (drawn >> 8).is_multiple_of(4);
                let to = if back { (drawn >> 16) % places } else { ahead.min(places - 1) };
                // Every move must change the position. So if the place stays the same, the other
                // player must be to move.
                let stays = (drawn >> 32) % 100 < again && to != place;
                let side = if stays { node % 2 } else { 1 - node % 2 };
                2 * to + side
            };
            let count = if over { 0 } else { 1 + roll(node, 4) % branching };
            Kind { outcome: over.then_some(ended), moves: (0..count).map(target).collect() }
        };
        let nodes = (0..2 * places).map(kind).collect();
        Self { start: source.below(2), nodes, seed, cyclic }
    }

    /// Returns the number of nodes.
    #[must_use]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Returns false, because a graph has at least two places.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Returns the outcome at a node, or `None` if the game is not over at this node.
    #[must_use]
    pub fn outcome(&self, node: Node) -> Option<Outcome> {
        self.nodes[node].outcome
    }

    /// Returns the target nodes of a node's moves.
    #[must_use]
    pub fn moves(&self, node: Node) -> &[Node] {
        &self.nodes[node].moves
    }

    /// Returns the player to move at a node.
    #[must_use]
    pub fn to_move(&self, node: Node) -> Side {
        if node.is_multiple_of(2) { Side::First } else { Side::Second }
    }

    /// Returns a pseudo-random number that depends only on the graph's seed, `node` and `question`.
    #[must_use]
    pub fn trait_of(&self, node: Node, question: u64) -> u64 {
        scramble(self.seed ^ scramble(0x5EED ^ question << 20 ^ node as u64))
    }

    /// Returns a copy of the game with wrong outcomes. Tests use the wrong game to check that the
    /// fuzzer finds wrong proofs.
    #[must_use]
    pub fn falsified(&self) -> Self {
        let mut other = self.clone();
        for kind in &mut other.nodes {
            kind.outcome = kind.outcome.map(|outcome| match outcome {
                Outcome::FirstWins => Outcome::SecondWins,
                Outcome::SecondWins | Outcome::Draw => Outcome::FirstWins,
            });
        }
        other
    }

    /// Returns the game-theoretic result of each node. Solves the game backwards from its final
    /// nodes, one ply at a time.
    #[must_use]
    pub fn solve(&self) -> Vec<Worth> {
        let mut worth: Vec<Worth> = (self.nodes.iter())
            .map(|kind| match kind.outcome {
                Some(Outcome::FirstWins) => Worth::Wins(Side::First, 0),
                Some(Outcome::SecondWins) => Worth::Wins(Side::Second, 0),
                _ => Worth::Open,
            })
            .collect();
        for plies in 1.. {
            let found: Vec<(Node, Worth)> = (0..self.len())
                .filter(|&node| worth[node] == Worth::Open && !self.moves(node).is_empty())
                .filter_map(|node| self.worth_at(node, plies, &worth).map(|found| (node, found)))
                .collect();
            if found.is_empty() {
                break;
            }
            found.into_iter().for_each(|(node, found)| worth[node] = found);
        }
        worth
    }

    /// Returns the result of this node if a player can force a win in `plies` plies. `worth`
    /// contains all shorter wins.
    fn worth_at(&self, node: Node, plies: u32, worth: &[Worth]) -> Option<Worth> {
        let wins = |side: Side| move |&to: &Node| matches!(worth[to], Worth::Wins(winner, _) if winner == side);
        let (own, other) = (self.to_move(node), self.to_move(node).opponent());
        let moves = self.moves(node);
        let winner = if moves.iter().any(wins(own)) {
            own
        } else if moves.iter().all(wins(other)) {
            other
        } else {
            return None;
        };
        Some(Worth::Wins(winner, plies))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::bytes_of;

    /// True if `side` can force a win within `plies` plies. Follows the definition, without a
    /// table.
    fn wins(graph: &Graph, node: Node, side: Side, plies: u32) -> bool {
        if let Some(outcome) = graph.outcome(node) {
            return outcome == Outcome::win_for(side);
        }
        let won = |&to: &Node| plies > 0 && wins(graph, to, side, plies - 1);
        let moves = graph.moves(node);
        if graph.to_move(node) == side { moves.iter().any(won) } else { moves.iter().all(won) }
    }

    #[test]
    fn what_is_solved_is_so_by_the_definition() {
        let (mut won, mut open) = (0, 0);
        for seed in 0..300 {
            let graph = Graph::new(&mut Source::new(&bytes_of(seed)));
            for (node, worth) in graph.solve().into_iter().enumerate().take(6) {
                match worth {
                    Worth::Wins(side, plies) if plies < 7 => {
                        won += 1;
                        assert!(wins(&graph, node, side, plies));
                        assert!(plies == 0 || !wins(&graph, node, side, plies - 1), "{seed}: sooner");
                    }
                    Worth::Wins(..) => {}
                    Worth::Open => {
                        open += 1;
                        assert!(!wins(&graph, node, Side::First, 6) && !wins(&graph, node, Side::Second, 6));
                    }
                }
            }
        }
        assert!(won > 300 && open > 100, "{won} {open}");
    }
}
