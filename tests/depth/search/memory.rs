//! The memory of the reference search: transposition table, killers and history.

use super::*;

impl<G: Knowledge + Clone> Reference<G> {
    /// Returns the table entries with this key, the newest entry first.
    pub(super) fn known(&self, key: u64) -> Vec<Entry> {
        self.table[self.bucket(key)].iter().flatten().filter(|entry| entry.key as u32 == key as u32).copied().collect()
    }

    pub(super) fn bucket(&self, key: u64) -> usize {
        (((key >> 32) * self.table.len() as u64) >> 32) as usize
    }

    pub(super) fn deep_enough(&self, entry: &Entry, wanted: i32) -> bool {
        entry.depth == wanted || if entry.depth < wanted { entry.whole } else { self.deeper_counts }
    }

    /// Updates killers, history and table after the search of a position.
    pub(super) fn settle(&mut self, node: &Node<G>) {
        if node.noisy || self.config.switches == Switches::NONE {
            return;
        }
        let (mv, mover) = (node.best_move, node.game.to_move());
        let killers = &mut self.killers[node.ply];
        if node.best >= node.beta && mv != Move::NONE && mv != killers[0] {
            *killers = [mv, killers[0]];
        }
        if self.has(Switch::History) && node.depth > PLY {
            for &tried in &node.moves[..node.tried] {
                if let Some(merit) = self.merit_of(mover, tried) {
                    merit.1 += 1;
                }
            }
            if let Some(merit) = self.merit_of(mover, mv).filter(|_| mv != Move::NONE) {
                merit.0 = merit.1.min(merit.0 + 1);
            }
        }
        if node.key != 0 && node.depth > PLY && self.has(Switch::ProbCut) && node.expected == Expected::Exact {
            self.learn_error(node);
        }
        let bound = match node.best {
            best if best >= node.beta => Bound::Lower,
            best if best <= node.alpha0 => Bound::Upper,
            _ => Bound::Exact,
        };
        let doubtful = node.expected == Expected::Cut && node.best == node.alpha0 && self.multi_cuts();
        if node.key != 0 && node.depth > PLY && !doubtful {
            let (score, whole) = (moved(node.best, node.ply as Score), !node.truncated);
            self.store(Entry { key: node.key, mv, score, depth: node.depth, bound, whole, age: self.age });
        }
    }

    /// Compares the exact score of a position on the principal variation with its score at a
    /// smaller depth, if the table has one. Updates the mean difference.
    fn learn_error(&mut self, node: &Node<G>) {
        if node.best <= node.alpha0 || node.best >= node.beta || is_decided(node.best) {
            return;
        }
        let shallower = |entry: &Entry| entry.bound == Bound::Exact && (2 * PLY..node.depth).contains(&entry.depth);
        let Some(entry) = self.known(node.key).into_iter().find(shallower) else { return };
        let before = moved(entry.score, -(node.ply as Score));
        if is_decided(before) {
            return;
        }
        let change = (node.best - before).abs();
        self.error = if self.error == 0 { change } else { self.error + (change - self.error) / 16 };
    }

    /// Stores an entry in its bucket. The first of the four places always holds the newest entry.
    /// The previous newest entry moves to another place, unless the new entry is for the same
    /// position and at least as deep. The moved entry takes the first of the three other places
    /// that is empty, or whose entry is superseded by `entry`. If there is no such place, the moved
    /// entry replaces the least valuable of the three entries, unless that entry is more valuable
    /// than the moved entry.
    pub(super) fn store(&mut self, entry: Entry) {
        let place = self.bucket(entry.key);
        let superseded = |old: &Entry| old.key as u32 == entry.key as u32 && old.depth <= entry.depth;
        let worth = |old: &Entry| (old.age == self.age, old.depth);
        let [newest, others @ ..] = &mut self.table[place];
        if let Some(old) = newest.take_if(|old| !superseded(old)) {
            let free = others.iter_mut().find(|other| other.as_ref().is_none_or(superseded));
            match free {
                Some(free) => *free = Some(old),
                None => {
                    let mut least = 0;
                    for index in 1..3 {
                        if others[index].as_ref().map(worth) < others[least].as_ref().map(worth) {
                            least = index;
                        }
                    }
                    if others[least].as_ref().map(worth) <= Some(worth(&old)) {
                        others[least] = Some(old);
                    }
                }
            }
        }
        *newest = Some(entry);
    }

    pub(super) fn merit_of(&mut self, mover: Side, mv: Move) -> Option<&mut (u32, u32)> {
        let place = self.place(mover, mv);
        self.merits.get_mut(place)
    }

    pub(super) fn merit(&self, mover: Side, mv: Move) -> u32 {
        let Some(&(good, tried)) = self.merits.get(self.place(mover, mv)) else { return 0 };
        (good * 0xFFFF).checked_div(tried).unwrap_or(0)
    }

    /// Returns the index of a move in the history. Each player has half of the entries. Moves with
    /// large numbers share entries.
    pub(super) fn place(&self, mover: Side, mv: Move) -> usize {
        let half = self.merits.len() / 2;
        let scattered = (u64::from(mv.0.wrapping_mul(0x9E37_79B1)) * half as u64) >> 32;
        let place = if (mv.0 as usize) < half { mv.0 as usize } else { scattered as usize };
        if mover == Side::First { place } else { place + half }
    }
}
