//! What a search may know about Onitama: which moves win, and a key.

use super::cards::Hand;
use super::rules::{Onitama, is_pass, parts, square, temple};
use crate::bits::ones;
use crate::game::Move;
use crate::knowledge::Knowledge;
use crate::tables::ONITAMA_KEYS;
use crate::value::{Outcome, Player};
use core::mem::swap;

/// Where the keys of masters begin, those of cards, and the one of the second player's turn; those of students come first.
const MASTER_KEYS: u32 = 64;
const CARD_KEYS: u32 = 128;
const TURN_KEY: u32 = 176;
/// Which sixteen of the card keys are those of the middle, after both players'.
const MIDDLE: u32 = 2;

impl Onitama {
    /// Does this move capture the enemy master, or bring the own one to the enemy temple?
    #[inline]
    pub(super) fn wins(&self, mv: Move) -> bool {
        let (from, to, _) = parts(mv);
        let captured = self.other & self.masters & square(to);
        let arrived = temple(self.player.opponent()) & square(to);
        captured != 0 || arrived != 0 && self.masters & square(from) != 0
    }

    /// The key of the piece on a square that has one, of a player's.
    fn piece_key(&self, player: Player, at: u32) -> u64 {
        let kind = if self.masters & square(at) != 0 { MASTER_KEYS } else { 0 };
        key(kind | side(player) << 5 | at)
    }
}

impl Knowledge for Onitama {
    #[inline]
    fn outcome_after(&self, mv: Move) -> Option<Option<Outcome>> {
        Some(self.wins(mv).then_some(Outcome::win_for(self.player)))
    }

    /// Zobrist (1970): of the pieces, the cards and where they lie, and the player to move.
    fn hash(&self) -> Option<u64> {
        let keys = [Player::First, Player::Second].map(|player| {
            let pieces = ones(u64::from(self.pieces(player)));
            let pieces = pieces.fold(0, |sum, at| sum ^ self.piece_key(player, at));
            pieces ^ hand_key(side(player), self.hand(player))
        });
        let turn = if self.player == Player::Second { key(TURN_KEY) } else { 0 };
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

    /// All cards stay where they are: better than a pass of the game, which gives one up.
    fn pass(&mut self) -> bool {
        swap(&mut self.own, &mut self.other);
        swap(&mut self.own_hand, &mut self.other_hand);
        self.player = self.player.opponent();
        true
    }
}

/// 0 for the first player, 1 for the second: which part of the keys is his.
const fn side(player: Player) -> u32 {
    match player {
        Player::First => 0,
        Player::Second => 1,
    }
}

fn key(index: u32) -> u64 {
    ONITAMA_KEYS.get(index as usize).copied().unwrap_or_default()
}

/// The key of a card before the first player (0), the second (1) or in the middle.
fn card_key(place: u32, card: u8) -> u64 {
    key(CARD_KEYS | place << 4 | u32::from(card))
}

fn hand_key(place: u32, Hand(cards): Hand) -> u64 {
    ones(u64::from(cards)).fold(0, |sum, card| sum ^ card_key(place, card as u8))
}
