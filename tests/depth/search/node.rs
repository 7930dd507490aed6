//! The search of one position: tries the cut-offs that need no moves, then searches the moves.

use super::*;

impl<G: Knowledge + Clone> Reference<G> {
    /// Creates a node for a position and orders its moves.
    pub(super) fn node(&self, game: G, ply: usize, key: u64, task: Task, best: Score, known: Move) -> Node<G> {
        let noisy = task.depth <= 0;
        let mut moves = listed(&game);
        if noisy {
            moves.retain(|mv| game.noisy(*mv));
        } else if ply > 0 && self.has(Switch::Sign) && moves.iter().any(|&mv| game.weight(mv) == Weight::FORCED) {
            moves.retain(|&mv| game.weight(mv) == Weight::FORCED);
        }
        let mover = game.to_move();
        let looks = self.has(Switch::LookAhead) && task.depth > 3 * PLY;
        let killers = if self.has(Switch::Killers) { self.killers[ply] } else { [Move::NONE; 2] };
        let history = self.has(Switch::History) && task.depth > PLY;
        let rank = |mv: Move| {
            let bonus = match mv {
                _ if mv == killers[0] => 3 << 16,
                _ if mv == killers[1] => 2 << 16,
                _ if history || looks => self.merit(mover, mv),
                _ => 0,
            };
            let order = if looks { game.clone().order_deep(self.config.evaluator, mv) } else { game.order(mv) };
            (mv == known, order, bonus)
        };
        moves.sort_by_cached_key(|mv| std::cmp::Reverse(rank(*mv)));
        Node {
            ply,
            key,
            depth: task.depth,
            alpha: task.alpha.max(best),
            beta: task.beta,
            alpha0: task.alpha,
            best,
            best_move: Move::NONE,
            moves,
            tried: 0,
            expected: task.expected,
            noisy,
            truncated: noisy,
            line: Vec::new(),
            game,
        }
    }

    /// Searches a position below `above`. Returns its score from the point of view of the player to
    /// move, and its line.
    pub(super) fn value(&mut self, game: G, above: &mut Node<G>, key: u64, task: Task) -> (Score, Vec<Move>) {
        let ply = above.ply + 1;
        let nearest = self.best_at(ply + 1);
        if task.alpha >= nearest {
            return (nearest, Vec::new());
        }
        let mut known = Move::NONE;
        if key != 0 && task.depth > PLY {
            for entry in self.known(key) {
                if known == Move::NONE {
                    known = entry.mv;
                }
                let score = moved(entry.score, -(ply as Score));
                let ends = match entry.bound {
                    Bound::Exact => true,
                    Bound::Lower => score >= task.beta,
                    Bound::Upper => score <= task.alpha,
                };
                if ends && task.expected != Expected::Exact && self.deep_enough(&entry, task.depth) {
                    above.truncated |= !entry.whole;
                    return (score, Vec::new());
                }
            }
        }
        let task = Task { beta: task.beta.min(nearest), ..task };
        let mut best = -INFINITE;
        if task.depth <= 0 {
            above.truncated = true;
            best = self.points(&game, game.to_move());
        }
        if best >= task.beta {
            return (best, Vec::new());
        }
        if task.depth > 0
            && self.has(Switch::Sign)
            && listed(&game).iter().any(|&mv| game.weight(mv) == Weight::DECISIVE)
        {
            self.last_end = self.last_end.min(task.depth - PLY);
            return (nearest, Vec::new());
        }
        let mut node = self.node(game, ply, key, task, best, known);
        if node.noisy && node.moves.is_empty() {
            return (best, Vec::new());
        }
        self.prune_or_search(&mut node, task.after_pass);
        self.settle(&node);
        above.truncated |= node.truncated;
        (node.best, node.line)
    }

    pub(super) fn prune_or_search(&mut self, node: &mut Node<G>, after_pass: bool) {
        if node.noisy || node.expected == Expected::Exact || node.depth <= 2 * PLY {
            return self.all_moves(node);
        }
        // Near the leaves, probing the table for every move costs more than it saves.
        let deep = node.depth > 8 * PLY;
        if self.has(Switch::TranspositionCuts) && deep && node.key != 0 && self.cut_by_table(node) {
            return;
        }
        let good = self.points(&node.game, node.game.to_move()) >= node.beta;
        let good_pass = self.has(Switch::NullMove) && !after_pass && !is_decided(node.beta) && good;
        if good_pass && self.pass(node) {
            return;
        }
        if self.has(Switch::ProbCut) && !good_pass && self.probe(node) {
            return;
        }
        self.cut_or_search(node);
    }

    /// ProbCut: searches with a smaller depth and a shifted null window. Returns true if the result
    /// confirms that the score is outside the window.
    fn probe(&mut self, node: &mut Node<G>) -> bool {
        let (alpha, beta) = (node.alpha, node.beta);
        if node.depth < 4 * PLY || self.error == 0 || is_decided(alpha) || is_decided(beta) || beta != alpha + 1 {
            return false;
        }
        let high = self.points(&node.game, node.game.to_move()) >= beta;
        let margin = self.error * 3 / 2;
        let shift = if high { margin } else { -margin };
        let spared = node.depth / (4 * PLY) * 2 * PLY;
        node.depth -= spared;
        (node.alpha, node.beta) = (alpha + shift, beta + shift);
        self.all_moves(node);
        let reached = node.best >= node.beta;
        node.depth += spared;
        (node.alpha, node.beta) = (alpha, beta);
        if reached == high && (high || !is_decided(node.best)) {
            if !is_decided(node.best) {
                (node.best, node.truncated) = (if high { beta } else { alpha }, true);
            }
            return true;
        }
        if let Some(place) = node.moves.iter().position(|&mv| mv == node.best_move) {
            let first = node.moves.remove(place);
            node.moves.insert(0, first);
        }
        (node.tried, node.best, node.best_move, node.line) = (0, -INFINITE, Move::NONE, Vec::new());
        false
    }

    /// Probes the table for each move. Returns true if an entry proves that a move causes a
    /// cut-off.
    pub(super) fn cut_by_table(&mut self, node: &mut Node<G>) -> bool {
        for &mv in &node.moves {
            let mut after = node.game.clone();
            after.play(mv);
            let Some(key) = after.hash().filter(|_| after.outcome().is_none()) else { continue };
            let same = after.to_move() == node.game.to_move();
            for entry in self.known(key) {
                let seen = moved(entry.score, -(node.ply as Score + 1));
                let (score, wanted) = if same { (seen, Bound::Lower) } else { (-seen, Bound::Upper) };
                let counts = entry.bound == Bound::Exact || entry.bound == wanted;
                if counts && score >= node.beta && self.deep_enough(&entry, node.depth - PLY) {
                    (node.best, node.best_move) = (score, mv);
                    node.truncated |= !entry.whole;
                    return true;
                }
            }
        }
        false
    }

    /// Tries the null move. Returns true if the null move or its verification search causes a
    /// cut-off.
    pub(super) fn pass(&mut self, node: &mut Node<G>) -> bool {
        self.visited += 1;
        let mut passed = node.game.clone();
        if !passed.pass() || passed.outcome().is_some() {
            return false;
        }
        let mover = node.game.to_move();
        let deep = if node.game.few_pieces() { 8 * PLY } else { 6 * PLY };
        let spared = if node.depth > deep { 3 * PLY } else { 2 * PLY };
        let depth = node.depth - PLY - spared;
        let score = if depth <= 0 && !self.has(Switch::Quiescence) || node.ply + 1 >= self.room {
            self.points(&passed, mover)
        } else {
            let window = [node.beta - 1, node.beta];
            self.below(passed, node, window, depth, false, true).0
        };
        self.sign(Move::NONE, score);
        if score < node.beta {
            return false;
        }
        node.truncated = true;
        if node.depth < 6 * PLY {
            node.best = node.beta;
            return true;
        }
        node.depth -= spared;
        node.alpha = node.beta - 1;
        self.all_moves(node);
        if node.best >= node.beta {
            return true;
        }
        node.depth += spared;
        (node.tried, node.alpha, node.best, node.best_move) = (0, node.alpha0, -INFINITE, Move::NONE);
        false
    }

    /// Tries multi-cut if the node type allows it. Without a cut-off, searches all moves.
    pub(super) fn cut_or_search(&mut self, node: &mut Node<G>) {
        let needed = match node.expected {
            Expected::Cut if self.has(Switch::MultiCut) => 3,
            Expected::All if self.has(Switch::MultiCutAll) => 2,
            _ => usize::MAX,
        };
        if node.depth > 2 * PLY && needed <= node.moves.len() {
            let mut cuts = 0;
            while node.best < node.beta && cuts + node.moves.len().min(10).saturating_sub(node.tried) >= needed {
                let mv = node.moves[node.tried];
                node.tried += 1;
                let cost = self.cost(node, mv) + 2 * PLY;
                let (score, _) = self.visit(node, mv, &mut Way { cost, scout: false, cutting: true });
                if score >= node.beta {
                    cuts += 1;
                    if is_decided(score) {
                        (node.best, node.best_move) = (score, mv);
                    } else if cuts >= needed {
                        (node.best, node.truncated) = (node.beta, true);
                    }
                    let good = node.moves.remove(node.tried - 1);
                    node.moves.insert(cuts - 1, good);
                }
                self.sign(mv, score);
            }
            if node.best >= node.beta {
                return;
            }
            node.tried = 0;
        }
        self.all_moves(node);
    }

    /// Returns the depth that the move `mv` costs, in sixteenths of a ply. `mv` must be the latest
    /// move that was tried at `node`.
    pub(super) fn cost(&self, node: &Node<G>, mv: Move) -> i32 {
        let probability = node.game.transition(mv).filter(|_| self.has(Switch::Realization) && !node.noisy);
        // If the search goes on until a result is proven, a forced move costs no depth.
        let forced = self.proves() && node.moves.len() == 1 && !node.noisy;
        let cost = probability.map_or(if forced { 0 } else { PLY }, transition_cost);
        // The search never reduces the first five moves of a position, or moves just above the
        // leaves.
        if node.tried <= 5 || node.depth <= PLY { cost.min(PLY) } else { cost }
    }

    pub(super) fn all_moves(&mut self, node: &mut Node<G>) {
        while node.tried < node.moves.len() && node.best < node.beta {
            let mv = node.moves[node.tried];
            node.tried += 1;
            let scout = node.tried > 1 && node.expected == Expected::Exact;
            let cost = self.cost(node, mv);
            let mut way = Way { cost, scout, cutting: false };
            let (mut score, mut line) = self.visit(node, mv, &mut way);
            while score > self.floor(node.alpha) && self.is_searched_again(node, score, &mut way) {
                (score, line) = self.visit(node, mv, &mut way);
            }
            self.sign(mv, score);
            node.best = node.best.max(score);
            if score > node.alpha {
                (node.alpha, node.best_move) = (score, mv);
                node.line = [&[mv], &line[..]].concat();
            }
            if node.ply == 0 {
                self.take_root_move(node, mv);
            }
        }
    }

    /// Prepares `way` for another search of a move with a high score: first with less reduction,
    /// and finally with the whole window. Returns true if another search is needed.
    pub(super) fn is_searched_again(&self, node: &Node<G>, score: Score, way: &mut Way) -> bool {
        if way.cost > PLY {
            way.cost = if way.cost > PLY + PLY / 2 { (way.cost + PLY) / 2 } else { PLY };
            return true;
        }
        let scout = std::mem::take(&mut way.scout);
        // In a null window (alpha + 1 = beta), multi-cut can return a score that is too low. So a
        // score of beta is not final.
        let closed = self.multi_cuts() && score == node.beta && node.beta == node.alpha + 1;
        scout && self.has(Switch::PrincipalVariation) && (score < node.beta || closed)
    }

    /// Searches a move. Returns the score from the point of view of the player who makes the move,
    /// and the line after the move.
    pub(super) fn visit(&mut self, node: &mut Node<G>, mv: Move, way: &mut Way) -> (Score, Vec<Move>) {
        self.visited += 1;
        let mover = node.game.to_move();
        let mut after = node.game.clone();
        after.play(mv);
        let depth = node.depth - way.cost;
        if let Some(outcome) = after.outcome() {
            self.last_end = self.last_end.min(depth);
            (way.cost, way.scout) = (PLY, false);
            return (self.of_end(&after, outcome, mover, node.ply + 1), Vec::new());
        }
        if depth <= 0 && !self.has(Switch::Quiescence) || node.ply + 1 >= self.room {
            self.last_end = CUT_OFF;
            (node.truncated, way.scout) = (true, false);
            return (self.points(&after, mover), Vec::new());
        }
        let window = match way {
            Way { cutting: true, .. } => [node.beta - 1, node.beta],
            Way { scout: true, .. } if self.has(Switch::PrincipalVariation) => {
                [self.floor(node.alpha), self.floor(node.alpha) + 1]
            }
            _ => [self.floor(node.alpha), node.beta],
        };
        self.below(after, node, window, depth, way.scout, false)
    }

    /// Searches a position below `node`. Returns the score of the position from the point of view
    /// of the player to move at `node`, and the line of best play from the position.
    pub(super) fn below(
        &mut self,
        game: G,
        node: &mut Node<G>,
        window: [Score; 2],
        depth: i32,
        scout: bool,
        after_pass: bool,
    ) -> (Score, Vec<Move>) {
        let same = game.to_move() == node.game.to_move();
        let expected = match node.expected {
            Expected::Exact if !scout => Expected::Exact,
            Expected::Exact | Expected::All => {
                if same {
                    Expected::All
                } else {
                    Expected::Cut
                }
            }
            Expected::Cut => {
                if same {
                    Expected::Cut
                } else {
                    Expected::All
                }
            }
        };
        let [alpha, beta] = if same { window } else { [-window[1], -window[0]] };
        // If the search goes on until a result is proven, it uses no table in the last four plies.
        let skips = self.proves() && !after_pass && self.last_end != NO_END && depth <= self.last_end + 4 * PLY;
        let needs_key = self.keyed() && !skips && (depth > PLY || after_pass && depth > 0);
        let key = if needs_key { game.hash().unwrap() } else { 0 };
        let (score, line) = self.value(game, node, key, Task { depth, alpha, beta, expected, after_pass });
        (if same { score } else { -score }, line)
    }
}
