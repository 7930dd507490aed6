//! Compares all searches with exhaustive search in random games for one, three and four players,
//! with and without chance events.
#![cfg(all(feature = "policies", feature = "players"))]
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::arithmetic_side_effects)]

mod common;

use common::found::nodes;
use common::random_game::scramble;
use common::with_player;
use core::sync::atomic::AtomicBool;
use imm::Slot;
use imm::alphabeta::{AlphaBeta, Config, Switch, Switches};
use imm::base::bytes::{ByteReader, ByteWriter, InvalidBytes};
use imm::game::knowledge::{Evaluator, Knowledge};
use imm::game::players::outcome_of;
use imm::game::snapshot::Snapshot;
use imm::game::value::{Outcome, Proof, Side, Value};
use imm::game::{Fault, Game, Move, MoveList};
use imm::keep::save::HasParts;
use imm::mcts::{Memory, Step, TreeSearch};
use imm::player::{self, ConfigError, Player};
use imm::report::Report;
use imm::search::{Search, SearchError};
use imm::time::limits::{Limits, Stop};

static GO_ON: AtomicBool = AtomicBool::new(false);

/// A game on a random tree. A move advances by one to three of `last` steps.
#[derive(Clone, Copy, Debug)]
struct Several {
    seed: u64,
    players: usize,
    last: u64,
    /// The share of nodes where a chance event comes next, in percent.
    chance: u64,
    /// The number of possible results, which are at equal distances from -1 to 1.
    results: u64,
    /// The number of steps so far. The next field is a number for the position.
    step: u64,
    key: u64,
    viewer: usize,
    /// The number of turns that were skipped here, modulo `players`.
    skips: usize,
    /// True if the game can skip turns, and true if the second of two skips in a row fails.
    can_skip: bool,
    fails: bool,
}

impl Several {
    fn new(seed: u64, players: usize, chance: u64) -> Self {
        let (last, can_skip) = (8 + scramble(seed) % 5, players > 2);
        Self { seed, players, last, chance, results: 9, step: 0, key: 0, viewer: 0, skips: 0, can_skip, fails: false }
    }

    fn random(&self, salt: u64) -> u64 {
        scramble(self.seed ^ scramble(self.key ^ scramble(salt ^ (self.skips as u64) << 32)))
    }

    fn after(&self, mv: u64) -> Self {
        let mut after = *self;
        after.play(Move(mv as u32));
        after
    }

    fn successors(&self) -> Vec<Self> {
        (0..self.count()).map(|mv| self.after(mv)).collect()
    }

    fn count(&self) -> u64 {
        2 + self.random(1) % 2
    }

    fn is_over(&self) -> bool {
        self.step >= self.last
    }

    /// Returns the weighted mean of these numbers. Each number belongs to an outcome of the next
    /// chance event.
    fn mean(&self, of_outcomes: &[f64]) -> f64 {
        let weights = (0..self.count()).map(|mv| f64::from(self.odds(Move(mv as u32))));
        let (sum, whole) = weights.zip(of_outcomes).fold((0.0, 0.0), |(sum, whole), (w, x)| (sum + w * x, whole + w));
        sum / whole
    }

    /// Returns the viewer's result if the viewer maximises this result and all other players
    /// minimise it.
    fn paranoid(&self) -> f64 {
        if self.is_over() {
            return f64::from(self.return_of(self.viewer).to_f32());
        }
        let values: Vec<f64> = self.successors().iter().map(Self::paranoid).collect();
        match self.to_move() {
            _ if self.is_chance() => self.mean(&values),
            Side::First => values.into_iter().fold(-1.0, f64::max),
            Side::Second => values.into_iter().fold(1.0, f64::min),
        }
    }

    /// The value for the viewer at this depth, if one opponent replies to each turn of the viewer
    /// and all others skip their turns. `open` is true if any opponent may still reply.
    fn best_reply(&self, depth: u32, open: bool) -> Value {
        if self.is_over() {
            return self.return_of(self.viewer);
        }
        if depth == 0 {
            return self.evaluate(Evaluator::DEFAULT);
        }
        let after = |next: &Self| {
            let mut next = *next;
            let viewer_moved = self.player() == self.viewer;
            if !next.is_over() && depth > 1 && !viewer_moved && next.player() != self.player() {
                while next.player() != next.viewer {
                    next.skip_turn();
                }
            }
            next.best_reply(depth - 1, viewer_moved)
        };
        let values = self.successors();
        let values = values.iter().map(after);
        if self.player() == self.viewer {
            return values.max().unwrap();
        }
        let mut next = *self;
        next.skip_turn();
        let skips = open && next.player() != self.viewer;
        values.chain(skips.then(|| next.best_reply(depth, true))).min().unwrap()
    }

    /// Returns the worst and the best result for the viewer that paranoid play can lead to.
    fn range(&self) -> [f64; 2] {
        if self.is_over() {
            return [f64::from(self.return_of(self.viewer).to_f32()); 2];
        }
        let ranges: Vec<[f64; 2]> = self.successors().iter().map(Self::range).collect();
        let least = |index: usize| ranges.iter().map(|range| range[index]).fold(1.0, f64::min);
        let most = |index: usize| ranges.iter().map(|range| range[index]).fold(-1.0, f64::max);
        match self.to_move() {
            _ if self.is_chance() => [least(0), most(1)],
            Side::First => [most(0), most(1)],
            Side::Second => [least(0), least(1)],
        }
    }

    /// Returns the results of all players if each player maximises its own result (max^n). `None`
    /// if a player has two moves that are almost equally good, because the results of the other
    /// players then depend on chance.
    fn max_n(&self) -> Option<Vec<f64>> {
        let players = 0..self.players;
        if self.is_over() {
            return Some(players.map(|player| f64::from(self.return_of(player).to_f32())).collect());
        }
        let mut values = self.successors().iter().map(Self::max_n).collect::<Option<Vec<_>>>()?;
        if self.is_chance() {
            let of = |player: usize| values.iter().map(|of| of[player]).collect::<Vec<_>>();
            return Some(players.map(|player| self.mean(&of(player))).collect());
        }
        let mover = self.player();
        values.sort_by(|a, b| b[mover].total_cmp(&a[mover]));
        (values[0][mover] - values[1][mover] > 0.15).then(|| values.swap_remove(0))
    }
}

impl Game for Several {
    type Undo = (u64, u64, usize);

    fn max_moves(&self) -> usize {
        3
    }

    fn max_plies(&self) -> usize {
        self.last as usize + 1
    }

    fn to_move(&self) -> Side {
        if self.is_chance() || self.player() == self.viewer { Side::First } else { Side::Second }
    }

    fn outcome(&self) -> Option<Outcome> {
        self.is_over().then(|| outcome_of(self.return_of(self.viewer)))
    }

    fn legal_moves(&self, moves: &mut MoveList<'_>) {
        (0..self.count()).for_each(|mv| moves.push(Move(mv as u32)));
    }

    fn make(&mut self, mv: Move) -> Self::Undo {
        let before = (self.step, self.key, self.skips);
        self.step += 1 + (self.random(5) + u64::from(mv.0)) % 3;
        self.key = self.random(6 + u64::from(mv.0));
        self.skips = 0;
        before
    }

    fn unmake(&mut self, _: Move, before: Self::Undo) {
        (self.step, self.key, self.skips) = before;
    }

    fn copy_from(&mut self, other: &Self) {
        *self = *other;
    }

    fn has_chance(&self) -> bool {
        self.chance > 0
    }

    fn is_chance(&self) -> bool {
        self.step > 0 && self.random(2) % 100 < self.chance
    }

    fn odds(&self, outcome: Move) -> u32 {
        1 + (self.random(10 + u64::from(outcome.0)) % 5) as u32
    }

    fn players(&self) -> usize {
        self.players
    }

    fn player(&self) -> usize {
        let first = Self { skips: 0, ..*self }.random(3) as usize;
        (first + self.skips) % self.players
    }

    fn viewer(&self) -> usize {
        self.viewer
    }

    fn view_as(&mut self, player: usize) {
        self.viewer = player;
    }

    fn return_of(&self, player: usize) -> Value {
        let step = self.random(20 + player as u64) % self.results;
        Value::from_f32(2.0 * step as f32 / (self.results - 1) as f32 - 1.0).unwrap()
    }
}

impl Knowledge for Several {
    fn has_evaluator(&self, evaluator: Evaluator) -> bool {
        evaluator == Evaluator::DEFAULT
    }

    fn evaluate(&self, _: Evaluator) -> Value {
        Value::from_raw((self.random(40 + self.viewer as u64) % 20_001) as i16 - 10_000)
    }

    fn hash(&self) -> Option<u64> {
        Some(scramble(self.key ^ (self.skips as u64) << 40))
    }

    fn skip_turn(&mut self) -> bool {
        self.skips = (self.skips + 1) % self.players;
        !self.fails || self.skips != 2
    }

    fn skips_turns(&self) -> bool {
        self.can_skip
    }
}

/// Returns random games for one, three and four players, with and without chance events.
fn games(of_each: u64) -> impl Iterator<Item = Several> {
    let kinds = [1, 3, 4].into_iter().flat_map(|players| [(players, 0), (players, 30)]);
    let games =
        kinds.flat_map(move |(players, chance)| (0..of_each).map(move |seed| Several::new(seed, players, chance)));
    // In half of the games, another player is the viewer before the first search.
    games.map(|game| Several { viewer: if game.seed % 2 == 0 { game.player() } else { 0 }, ..game })
}

fn searched<T>(
    game: &Several,
    player: &str,
    room: usize,
    iterations: u64,
    act: impl FnOnce(&Report, &mut TreeSearch<'_, Several>) -> T,
) -> T {
    let config = player::parse(player).unwrap().seeded(3).tree().unwrap();
    let (mut slots, mut path) = (vec![Slot::default(); room], vec![Step::default(); 300]);
    let mut moves = vec![Move::NONE; config.scratch_moves(game.max_moves())];
    let memory = Memory { slots: &mut slots, path: &mut path, moves: &mut moves };
    let mut search = TreeSearch::new(*game, *game, &config, memory).unwrap();
    search.search(&Limits::iterations(iterations), None, &GO_ON).unwrap();
    let report = search.report().unwrap();
    act(&report, &mut search)
}

#[test]
fn a_whole_tree_has_the_value_of_paranoid_search() {
    let mut compared = 0;
    for game in games(6) {
        let game = Several { viewer: game.player(), ..game };
        let expected = game.paranoid();
        for player in ["mcts(c4,im0.4,nosolver)", "mcts(c4,im0.2,one)", "bfm(eps0.3)", "mcts(c4,im0.4)"] {
            searched(&game, player, 100_000, 20_000, |_, search| {
                let root = nodes(search, 0, 0)[0];
                let found = f64::from(root.minimax.to_f32());
                assert!((found - expected).abs() < 0.003, "{game:?} {player}: {found} is not {expected}");
                compared += 1;
            });
        }
    }
    assert_eq!(compared, 6 * 6 * 4);
}

#[test]
fn alpha_beta_is_paranoid_search() {
    let mut decided = 0;
    for game in games(40) {
        let expected = Several { viewer: game.player(), ..game }.paranoid();
        for player in ["ab()", "ab(all)", "ab(tt,etc,killers,history,pvs,asp,look)"] {
            let Player::AlphaBeta(config) = player::parse(player).unwrap() else { continue };
            with_player(&game, &config, 40, 64, |search| {
                search.search(&Limits { depth: 30, ..Limits::default() }, None, &GO_ON).unwrap();
                let report = search.report().unwrap();
                let found = f64::from(report.value.to_f32());
                assert!((found - expected).abs() < 0.003, "{game:?} {player}: {found} is not {expected}");
                decided += u32::from(report.proof != Proof::Unknown);
            });
        }
    }
    assert!(decided > 100, "{decided}");
}

/// The players of best-reply search. The switches of these players do not change the result.
const REPLIES: [&str; 4] =
    ["ab(brs)", "ab(tt,killers,history,pvs,asp,brs)", "ab(tt,etc,killers,pvs,look,brs)", "ab(all,brs)"];

fn replying<T>(game: &Several, player: &str, act: impl FnOnce(&mut AlphaBeta<'_, Several>) -> T) -> T {
    let parsed = player::parse(player).ok();
    let config = parsed.and_then(|parsed| if let Player::AlphaBeta(config) = parsed { Some(config) } else { None });
    let config = config.unwrap(); // all players of these tests are alpha-beta
    with_player(game, &config, 40, 64, act)
}

/// Games in which all players can skip their turns. The viewer moves first.
fn games_with_skips(of_each: u64) -> impl Iterator<Item = Several> {
    let games = games(of_each).filter(|game| game.can_skip && game.chance == 0);
    // Each third game ends soon, so that the viewer can win with its next move.
    games.map(|game| Several { viewer: game.player(), last: if game.seed % 3 == 0 { 2 } else { game.last }, ..game })
}

#[test]
fn one_opponent_replies_and_the_others_skip_their_turns() {
    let (mut differ, mut compared, mut proven) = (0, 0, 0);
    for game in games_with_skips(100) {
        for player in REPLIES {
            replying(&game, player, |search| {
                for depth in 1..=7 {
                    let limits = Limits { depth, ..Limits::default() };
                    search.search(&limits, None, &GO_ON).unwrap();
                    let report = search.report().unwrap();
                    let expected = game.best_reply(report.depth, false);
                    assert!(
                        (report.value.to_f32() - expected.to_f32()).abs() < 0.0002,
                        "{game:?} {player} {depth}: {report:?} is not {expected:?}"
                    );
                    let best = game.after(report.best.0.into());
                    let open = !best.is_over() && report.depth > 1;
                    if open && report.value.to_f32().abs() < 0.99 {
                        assert_eq!(best.best_reply(report.depth - 1, true), expected, "{game:?} {player} {depth}");
                        compared += 1;
                    }
                    proven += u32::from(report.proof != Proof::Unknown);
                    assert!(report.proof == Proof::Unknown || report.distance == 1, "{report:?}");
                    let mut line = [Move::NONE; 40];
                    let (length, mut reached) = (search.line(&mut line).unwrap(), game);
                    for &mv in &line[..length] {
                        assert!(!reached.is_over() && u64::from(mv.0) < reached.count(), "{game:?} {player} {line:?}");
                        reached.play(mv);
                    }
                }
            });
        }
        differ += u32::from((f64::from(game.best_reply(12, false).to_f32()) - game.paranoid()).abs() > 0.01);
    }
    assert!(compared > 2000 && differ > 60 && proven > 20, "{compared} {differ} {proven}");
}

/// The position as bytes. All that varies during a game are these three numbers.
impl Snapshot for Several {
    fn shape(&self) -> u32 {
        self.seed as u32
    }

    fn bytes_max(&self) -> usize {
        24
    }

    fn write_bytes(&self, out: &mut ByteWriter<'_>) {
        [self.step, self.key, self.skips as u64].iter().for_each(|&number| out.put_u64(number));
    }

    fn read_bytes(&mut self, from: &mut ByteReader<'_>) -> Result<(), InvalidBytes> {
        (self.step, self.key, self.skips) = (from.u64()?, from.u64()?, from.u64()? as usize);
        Ok(())
    }
}

/// Returns the search as bytes.
fn saved(search: &mut AlphaBeta<'_, Several>) -> Vec<u8> {
    let mut counted = ByteWriter::new(&mut []);
    search.whole().save(&mut counted, 0);
    let length = counted.len();
    let mut bytes = vec![0; length];
    search.whole().save(&mut ByteWriter::new(&mut bytes), length);
    bytes
}

#[test]
fn a_saved_best_reply_search_goes_on() {
    let mut middle = 0;
    for game in games_with_skips(20) {
        for player in REPLIES {
            let deep = Limits { depth: 6, ..Limits::default() };
            let (bytes, whole) = replying(&game, player, |search| {
                search.search(&Limits { iterations: 40 + game.seed, ..deep }, None, &GO_ON).unwrap();
                let bytes = saved(search);
                search.search(&deep, None, &GO_ON).unwrap();
                (bytes, search.report().unwrap())
            });
            replying(&game, player, |search| {
                search.whole().load(&bytes).unwrap();
                assert_eq!(saved(search), bytes);
                let before = search.report().unwrap().signature;
                search.search(&deep, None, &GO_ON).unwrap();
                assert_eq!(search.report().unwrap().signature, whole.signature, "{game:?} {player}");
                middle += u32::from(before != whole.signature);
            });
        }
    }
    assert!(middle > 80, "{middle}");
}

#[test]
fn best_reply_search_continues_where_it_stopped() {
    for game in games_with_skips(20) {
        for player in REPLIES {
            let whole = replying(&game, player, |search| {
                search.search(&Limits { depth: 6, ..Limits::default() }, None, &GO_ON).unwrap();
                search.report().unwrap()
            });
            let parts = replying(&game, player, |search| {
                for _ in 0..10_000 {
                    let limits = Limits { depth: 6, iterations: 3, ..Limits::default() };
                    if search.search(&limits, None, &GO_ON).unwrap() == Stop::Depth {
                        break;
                    }
                }
                search.report().unwrap()
            });
            assert_eq!((whole.signature, whole.best, whole.value), (parts.signature, parts.best, parts.value));
        }
    }
}

#[test]
fn best_reply_search_needs_turns_that_can_be_skipped() {
    let config = Config { switches: Switches::NONE.with(Switch::BestReply), ..Config::default() };
    let three = Several::new(1, 3, 0);
    assert!(config.check_for(&three).is_ok());
    let needs = "turns that pass() can skip";
    let missing = ConfigError::Unsupported { option: "brs", needs };
    assert_eq!(config.check_for(&Several { can_skip: false, ..three }), Err(missing));
    assert_eq!(config.check_for(&Several { can_skip: false, players: 1, ..three }), Ok(()));
    assert_eq!(config.check_for(&Several::new(1, 3, 30)), Err(ConfigError::Chance("brs")));
}

#[test]
fn a_skip_that_fails_is_a_fault() {
    let mut failed = 0;
    for game in games_with_skips(20) {
        let broken = Several { fails: true, ..game };
        replying(&broken, "ab(tt,brs)", |search| {
            let found = search.search(&Limits { depth: 5, ..Limits::default() }, None, &GO_ON);
            failed += u32::from(found == Err(SearchError::Fault(Fault::Failed)));
            assert_eq!(search.position().key, game.key);
        });
    }
    assert!(failed > 20, "{failed}");
}

#[test]
fn what_is_proven_cannot_fail() {
    let mut proven = 0;
    for game in games(25) {
        let range = Several { viewer: game.player(), ..game }.range();
        for player in ["mcts(im0.4)", "bfm()", "mcts(im0.4,prooftt)", "mcts(one,im0.2)"] {
            for room in [0, 7, 30, 100, 5000] {
                let found = searched(&game, player, room, 400, |report, _| report.proof);
                let certain = match found {
                    Proof::Unknown => continue,
                    Proof::FirstWins => 1.0,
                    Proof::SecondWins => -1.0,
                    Proof::Draw => 0.0,
                };
                assert_eq!(range, [certain; 2], "{game:?} {player} {room}");
                proven += 1;
            }
        }
    }
    assert!(proven > 150, "{proven}");
}

#[test]
fn without_evaluations_each_player_maximises_its_own_result() {
    let (mut differ, mut compared, mut lost) = (0, 0, 0.0);
    for game in games(400).filter(|game| game.players > 2) {
        // With 10,001 possible results there are few ties. In such short games there are also few
        // near ties.
        let game = Several { results: 10_001, last: 3 + game.last % 4, ..game };
        let Some(_) = game.max_n() else { continue };
        let mover = game.player();
        let worth: Vec<f64> = game.successors().iter().map(|next| next.max_n().unwrap()[mover]).collect();
        let seen = Several { viewer: mover, ..game };
        let feared: Vec<f64> = seen.successors().iter().map(Several::paranoid).collect();
        let best = |values: &[f64]| values.iter().copied().fold(-1.0, f64::max);
        let wanted = worth.iter().position(|&value| value == best(&worth)).unwrap();
        differ += u32::from(feared[wanted] < best(&feared) - 0.2);
        for room in [40, 5000] {
            let chosen = searched(&game, "mcts()", room, 20_000, |report, search| {
                // The rewards of the root's children must add up to the rewards of all simulations.
                let tree = nodes(search, 1, 0);
                assert_eq!(tree[0].visits, 20_000, "{game:?}");
                assert_eq!(report.proof, Proof::Unknown, "{game:?}");
                report.best
            });
            lost += best(&worth) - worth[chosen.0 as usize];
            compared += 1;
        }
    }
    assert!(differ > 20, "the games do not tell max^n from paranoid search: {differ}");
    assert!(compared > 200 && lost / f64::from(compared) < 0.01, "{lost} in {compared} searches");
}

#[test]
fn another_viewer_begins_a_new_tree() {
    for game in games(10).filter(|game| game.players > 2) {
        for player in ["mcts()", "mcts(im0.4)", "bfm()"] {
            searched(&game, player, 5000, 100, |report, search| {
                assert_eq!(search.position().viewer(), game.player());
                assert!(search.play(report.best).unwrap());
                if search.position().outcome().is_some() || search.position().is_chance() {
                    return;
                }
                let next = search.position().player();
                let kept = search.report().unwrap().nodes;
                search.search(&Limits::iterations(1), None, &GO_ON).unwrap();
                assert_eq!(search.position().viewer(), next);
                let nodes = search.report().unwrap().nodes;
                assert!((next == game.player() && kept > 8) == (nodes > 8), "{game:?} {player} {nodes} {kept} {next}");
            });
        }
    }
}
