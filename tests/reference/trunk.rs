//! The trunk of the reference search: `src/tree/trunk.rs` describes it. Simulations still walk down
//! from the root, but do not change the nodes of the trunk.

use super::{Later, Node, Reference, learn};
use imm::game::knowledge::Knowledge;
use imm::game::value::{Side, Value};
use std::cell::RefCell;
use std::rc::Rc;

/// A node of the trunk.
pub(super) struct Stay {
    /// The index of the node in the list of its parent's children.
    place: usize,
    /// The number of simulations that may still run before the search leaves the node.
    left: u32,
    /// The visits and the reward that are not yet added to the parent.
    visits: u32,
    reward: i64,
    /// The minimax value of the node before the simulations below it began.
    value: i16,
    /// Option `grave`: the move statistics that guided the simulation that reached the node first.
    goes_by: Option<Rc<RefCell<Later>>>,
}

impl Reference {
    /// Adds all results to the nodes of the trunk, at the end of a search call.
    pub fn settle<G: Knowledge + Clone>(&mut self, root: &mut Node<G>) {
        self.settle_from(root, 0, false);
    }

    /// Leaves all nodes of the trunk.
    pub fn leave<G: Knowledge + Clone>(&mut self, root: &mut Node<G>) {
        self.settle_from(root, 0, true);
    }

    fn settle_from<G: Knowledge + Clone>(&mut self, node: &mut Node<G>, ply: usize, ends: bool) {
        let Some(place) = self.trunk.get(ply).map(|stay| stay.place) else { return };
        self.settle_from(&mut node.children[place], ply + 1, ends);
        if ends {
            self.end_stay(node, ply);
        } else {
            self.hand_up(node, ply);
            self.learn_from_children(node);
        }
    }

    /// Adds the results of the simulations below `node` to `node`, which is at this ply of the
    /// trunk.
    fn hand_up<G>(&mut self, node: &mut Node<G>, ply: usize) {
        let (visits, reward) = (self.trunk[ply].visits, self.trunk[ply].reward);
        (self.trunk[ply].visits, self.trunk[ply].reward) = (0, 0);
        node.visits += visits;
        node.reward += reward;
        if ply > 0 {
            let above = &mut self.trunk[ply - 1];
            above.left = above.left.saturating_sub(visits);
            (above.visits, above.reward) = (above.visits + visits, above.reward + reward);
        }
    }

    /// Ends the simulations that start below `node`, which is at this ply of the trunk.
    fn end_stay<G: Knowledge + Clone>(&mut self, node: &mut Node<G>, ply: usize) {
        self.hand_up(node, ply);
        let stay = self.trunk.pop().unwrap();
        self.update(node, stay.place, &mut None, ply == 0);
    }

    /// Runs a simulation below `node`, which is at this ply of the trunk but not its end.
    pub(super) fn simulate_in_trunk<G: Knowledge + Clone>(&mut self, node: &mut Node<G>, ply: usize) {
        let place = self.trunk[ply].place;
        self.record.push((node.position.to_move() == Side::Second, node.children[place].mv));
        let child = &mut node.children[place];
        if self.trunk.len() > ply + 1 {
            self.simulate_in_trunk(child, ply + 1);
        } else {
            self.goes_by.clone_from(&self.trunk[ply].goes_by);
            self.simulate_from(child, false, false);
        }
        self.return_to_trunk(node, ply);
    }

    /// Completes a simulation at `node`, which is at this ply of the trunk. The trunk must end at a
    /// later ply.
    pub(super) fn return_to_trunk<G: Knowledge + Clone>(&mut self, node: &mut Node<G>, ply: usize) {
        if let Some(later) = &node.later {
            let mut later = later.borrow_mut();
            later.simulations += 1;
            learn(&mut later.moves, &self.record[ply..], self.result);
        }
        let stay = &self.trunk[ply];
        let child = &node.children[stay.place];
        let moved = self.config.best_first && child.value != stay.value;
        if self.trunk.len() == ply + 1 && (stay.left == 0 || child.proof.is_some() || moved) {
            self.end_stay(node, ply);
        }
    }

    /// Adds the child of `node` at `place` to the trunk if `node` is the end of the trunk and the
    /// child has enough simulations.
    pub(super) fn extend_trunk<G: Knowledge>(&mut self, node: &Node<G>, place: usize, claimed: bool) {
        let child = &node.children[place];
        let simulations = child.visits.saturating_sub(self.prior_visits());
        let is_next = self.has_trunk && self.record.len() == self.trunk.len() + 1 && self.trunk.len() < 63;
        if is_next && simulations >= 64 && !claimed && child.proof.is_none() && self.config.max == 0 {
            let goes_by = self.goes_by.clone();
            let (left, value) = (simulations / 32, child.value);
            self.trunk.push(Stay { place, left, visits: 0, reward: 0, value, goes_by });
        }
    }

    /// Counts the reward of a simulation from the end of the trunk, if the node at this ply is the
    /// end of the trunk.
    pub(super) fn count_in_trunk(&mut self, ply: usize, reward: Value) {
        if self.trunk.len() == ply
            && let Some(stay) = self.trunk.last_mut()
        {
            (stay.visits, stay.reward) = (stay.visits + 1, stay.reward + i64::from(reward.raw()));
            stay.left = stay.left.saturating_sub(1);
        }
    }
}
