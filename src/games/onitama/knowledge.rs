//! Knowledge about Onitama for a search: winning moves, priors, features for nets, a hash key.

use super::cards::Hand;
use super::rules::{Onitama, is_pass, parts, square, temple};
use crate::base::bits::ones;
use crate::base::rng::Rng;
use crate::base::tables::{LOGISTIC_64, ONITAMA_KEYS};
use crate::game::curve::squash;
use crate::game::knowledge::{Evaluator, Knowledge, Prior, Weight};
use crate::game::value::{Outcome, Side, Value};
use crate::game::{Game, Move, MoveList};
use crate::games::features::add_board;
use crate::games::nets::built_in;
use core::mem::swap;

/// The master keys begin at this index in the table of hash keys. The student keys come before
/// them.
const MASTER_KEYS: u32 = 64;
/// The card keys begin at this index in the table of hash keys.
const CARD_KEYS: u32 = 128;
/// The hash key at this index is used if the second player is to move.
const TURN_KEY: u32 = 176;
/// The place of the card in the middle, for the index of a card key. The hands of the two players
/// are places 0 and 1.
const MIDDLE: u32 = 2;

impl Onitama {
    /// True if this move captures the enemy master, or brings the mover's master to the enemy
    /// temple.
    #[inline]
    pub(super) fn wins(&self, mv: Move) -> bool {
        let (from, to, _) = parts(mv);
        let captured = self.other & self.masters & square(to);
        let arrived = temple(self.player.opponent()) & square(to);
        captured != 0 || arrived != 0 && self.masters & square(from) != 0
    }

    #[inline]
    fn captures(&self, mv: Move) -> bool {
        let (_, to, _) = parts(mv);
        self.other & square(to) != 0
    }

    /// Writes the input features that [`Knowledge::features`] lists.
    fn write_features(&self, features: &mut [u8]) {
        let (squares, rest) = features.split_at_mut_checked(25).unwrap_or_default();
        let (cards, all) = rest.split_at_mut_checked(16).unwrap_or_default();
        self.add_pieces(squares);
        let (wins, moves) = self.add_reach(self.player, 5, squares);
        let (is_threatened, answers) = self.add_reach(self.player.opponent(), 10, squares);
        let at_hand = u8::from(wins).wrapping_add(if is_threatened { 2 } else { 0 });
        all.iter_mut().zip([at_hand, moves, answers]).for_each(|(feature, seen)| *feature = seen);
        self.add_cards(cards);
    }

    /// Adds the features of the pieces: 1 for a student of the mover, 2 for the mover's master, 3
    /// and 4 for the opponent's student and master.
    #[cfg_attr(target_os = "none", inline(never))] // own frame: the stack holds no other locals
    fn add_pieces(&self, squares: &mut [u8]) {
        for (board, value) in [(self.own, 1), (self.other, 3), (self.masters, 1)] {
            add_board(self.ahead(board).into(), value, 8, squares);
        }
    }

    /// Writes the feature of each card: 1 if the mover holds the card, 2 if the opponent holds it,
    /// and 3 if it is in the middle.
    #[cfg_attr(target_os = "none", inline(never))]
    fn add_cards(&self, cards: &mut [u8]) {
        let hands = [self.own_hand.cards(), self.other_hand.cards(), [self.middle; 2]];
        for (owner, hand) in (1..).zip(hands) {
            for card in hand {
                if let Some(feature) = cards.get_mut(usize::from(card)) {
                    *feature = owner;
                }
            }
        }
    }

    /// Adds `value` to the features of all squares that the pieces of `player` reach. Returns true
    /// if this player could win at once, and its number of moves.
    #[cfg_attr(target_os = "none", inline(never))]
    fn add_reach(&self, player: Side, value: u8, squares: &mut [u8]) -> (bool, u8) {
        let (reached, by_master, moves) = self.reach(player);
        add_board(self.ahead(reached).into(), value, 8, squares);
        (self.would_win(player, reached, by_master), moves as u8)
    }

    /// Returns the board as the mover sees it, with the mover's home row as the lowest row.
    #[inline]
    const fn ahead(&self, squares: u32) -> u32 {
        match self.player {
            Side::First => squares,
            Side::Second => squares.reverse_bits() >> 7,
        }
    }

    /// The hash key of the piece of `player` on the square `at`. The square must not be empty.
    fn piece_key(&self, player: Side, at: u32) -> u64 {
        let kind = if self.masters & square(at) != 0 { MASTER_KEYS } else { 0 };
        key(kind | side(player) << 5 | at)
    }
}

impl Knowledge for Onitama {
    fn has_evaluator(&self, evaluator: Evaluator) -> bool {
        evaluator == Evaluator::DEFAULT
    }

    fn points(&self, _: Evaluator) -> i32 {
        self.weighed()
    }

    fn squash(_: Evaluator, points: i32) -> Value {
        squash(&LOGISTIC_64, points)
    }

    #[inline]
    fn outcome_after(&self, mv: Move) -> Option<Option<Outcome>> {
        Some(self.wins(mv).then_some(Outcome::win_for(self.player)))
    }

    fn has_weights(&self) -> bool {
        true
    }

    /// Returns the playout weight: `DECISIVE` if the move wins, 0 if it loses the master at once, 4
    /// for a capture, otherwise 1.
    fn weight(&self, mv: Move) -> Weight {
        self.playout_weight(mv)
    }

    /// Moves can be decisive, but not forced.
    fn keep_forced(&self, moves: &mut MoveList<'_>) -> bool {
        moves.as_slice().iter().any(|&mv| self.wins(mv))
    }

    #[inline]
    fn weighted_move(&self, rng: &mut Rng, moves: &mut MoveList<'_>) -> Option<Move> {
        self.sampled_by_weight(rng, moves)
    }

    fn has_priors(&self) -> bool {
        true
    }

    /// Returns the node prior (option `np`): 1 for a move that wins, 0 for a move that loses the
    /// master, 0.7 for a capture, otherwise 0.5.
    fn prior(&self, mv: Move) -> Option<Prior> {
        let win_rate = match self.playout_weight(mv) {
            Weight::DECISIVE => 1.0,
            Weight(0) => 0.0,
            Weight::ORDINARY => 0.5,
            _ => 0.7,
        };
        Some(Prior { win_rate })
    }

    /// There is one feature for each of the 25 squares, and one for each of the 16 cards. Three
    /// more features describe the moves of both players.
    fn feature_count(&self) -> usize {
        44
    }

    /// The features, in this order:
    ///
    /// - for each square, row by row from the mover's side: 1 for a student of the mover, 2 for the
    ///   mover's master, 3 and 4 for the opponent's student and master; plus 5 if a step of the
    ///   mover ends on the square, plus 10 if a step of the opponent ends there;
    /// - for each card: 1 if the mover has it, 2 if the opponent has it, 3 if it is in the middle;
    /// - 1 if the mover can win at once, plus 2 if the opponent could win after a pass;
    /// - the number of moves of the mover, and of the opponent.
    fn features(&self, features: &mut [u8]) {
        self.write_features(features);
    }

    built_in!("onitama");

    fn has_order(&self) -> bool {
        true
    }

    /// Moves that win come first, then captures, then other moves.
    fn order(&self, mv: Move) -> i32 {
        if self.wins(mv) { 2 } else { i32::from(self.captures(mv)) }
    }

    /// True for captures, and for moves that win.
    fn noisy(&self, mv: Move) -> bool {
        self.captures(mv) || self.wins(mv)
    }

    fn noisy_moves(&self, moves: &mut MoveList<'_>) -> bool {
        self.list(self.other | temple(self.player.opponent()), moves);
        moves.retain(|mv| self.noisy(mv));
        true
    }

    /// Returns the key (Zobrist 1970) of the pieces, of the cards and their places, and of the
    /// player to move.
    fn hash(&self) -> Option<u64> {
        let keys = [Side::First, Side::Second].map(|player| {
            let pieces = ones(u64::from(self.pieces(player)));
            let pieces = pieces.fold(0, |sum, at| sum ^ self.piece_key(player, at));
            pieces ^ hand_key(side(player), self.hand(player))
        });
        let turn = if self.player == Side::Second { key(TURN_KEY) } else { 0 };
        Some(keys.iter().fold(turn ^ card_key(MIDDLE, self.middle), |sum, key| sum ^ key))
    }

    fn hash_after(&self, before: u64, mv: Move) -> Option<u64> {
        let (from, to, card) = parts(mv);
        let hand = side(self.player);
        let cards = card_key(hand, card) ^ card_key(hand, self.middle);
        let middle = card_key(MIDDLE, card) ^ card_key(MIDDLE, self.middle);
        let after = before ^ cards ^ middle ^ key(TURN_KEY);
        if is_pass(mv) {
            return Some(after);
        }
        let taken = if self.other & square(to) != 0 { self.piece_key(self.player.opponent(), to) } else { 0 };
        let moved = self.piece_key(self.player, from);
        let kind = if self.masters & square(from) != 0 { MASTER_KEYS } else { 0 };
        Some(after ^ taken ^ moved ^ key(kind | hand << 5 | to))
    }

    /// True if the mover has fewer than three pieces.
    fn few_pieces(&self) -> bool {
        self.own.count_ones() < 3
    }

    /// Makes a null move, in which all cards stay where they are. This is better for the player
    /// than a pass under the rules, which gives up a card.
    fn pass(&mut self) -> bool {
        swap(&mut self.own, &mut self.other);
        swap(&mut self.own_hand, &mut self.other_hand);
        self.player = self.player.opponent();
        true
    }
}

/// Returns the number of a player in the table of hash keys: 0 for the first player, 1 for the
/// second.
const fn side(player: Side) -> u32 {
    match player {
        Side::First => 0,
        Side::Second => 1,
    }
}

fn key(index: u32) -> u64 {
    ONITAMA_KEYS.get(index as usize).copied().unwrap_or_default()
}

/// Returns the hash key of a card at a place. The places are 0 for the first player, 1 for the
/// second player and 2 for the middle.
fn card_key(place: u32, card: u8) -> u64 {
    key(CARD_KEYS | place << 4 | u32::from(card))
}

fn hand_key(place: u32, Hand(cards): Hand) -> u64 {
    ones(u64::from(cards)).fold(0, |sum, card| sum ^ card_key(place, card as u8))
}
