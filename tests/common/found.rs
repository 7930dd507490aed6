//! The visible results of a search, for tests that compare searches.

use imm::game::Move;
use imm::report::{Candidate, Report, TreeNode, Visit};
use imm::search::Search;

/// All results of a search that a caller can see.
#[derive(PartialEq, Debug)]
pub struct Found {
    pub report: Report,
    pub candidates: Vec<Candidate>,
    pub line: Vec<Move>,
    pub tree: Vec<TreeNode>,
}

pub fn found<'m>(search: &mut impl Search<'m>) -> Found {
    let mut line = [Move::NONE; 64];
    let len = search.line(&mut line).unwrap();
    let (tree, candidates) = (nodes(search, u32::MAX, 0), candidates(search));
    Found { report: search.report().unwrap(), candidates, line: line[..len].to_vec(), tree }
}

/// Returns the tree's nodes, in the order in which [`Search::visit_tree`] visits them.
pub fn nodes<'m>(search: &mut impl Search<'m>, depth: u32, min_visits: u32) -> Vec<TreeNode> {
    let mut nodes = Vec::new();
    let mut see = |node: &TreeNode| {
        nodes.push(*node);
        Visit::Below
    };
    let count = search.visit_tree(depth, min_visits, &mut see).unwrap();
    assert_eq!(count as usize, nodes.len());
    nodes
}

/// Returns all candidates, in the order in which the search ranks them.
pub fn candidates<'m>(search: &mut impl Search<'m>) -> Vec<Candidate> {
    (0..).map_while(|index| search.candidate(index).unwrap()).collect()
}
