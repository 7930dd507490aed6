//! The players that challenge the current `best`.

use super::callbacks::Known;
use crate::notation::written;
use crate::player::read_spec;
use anyhow::Result;
use imm::check::Callback;
use imm::player::{self, BudgetClass, Player};

use Callback::{Evaluate, Features, Weight};

/// The challengers, with the callbacks that each challenger needs. The players that are probably
/// the strongest come first.
const CHALLENGERS: &[(&str, &[Callback])] = &[
    ("bfm(efNet)", &[Features]),
    ("ab(efNet,all)", &[Features]),
    ("ab(all)", &[Evaluate]),
    ("bfm()", &[Evaluate]),
    ("mcts(c0.3,im0.8,ip,ipp)", &[Evaluate, Weight]),
    ("mcts(c0.3,im0.8,ip)", &[Evaluate]),
    ("mcts(ipp)", &[Weight]),
    ("mcts(dec)", &[]),
    ("mcts()", &[]),
];

/// Players for games with rules only. They challenge only in games without an evaluation.
const RULES_ONLY: &[&str] = &["mcts(pn1,t1)", "mcts(grave,mob0.2,t1)"];

/// Returns a player in its canonical notation.
pub(super) fn canonical(player: &Player) -> String {
    written(|out| player::write(player, out))
}

/// Returns the challengers for a game, in canonical notation, without the player that `best` means.
///
/// # Errors
/// Never: the notation of all challengers is valid.
pub(super) fn challengers(known: &Known, budget: BudgetClass) -> Result<Vec<String>> {
    let best = known.best(budget);
    let mut players = Vec::new();
    let by_rules = !known.has(Evaluate) && !known.has(Features);
    let rules_only = if by_rules { RULES_ONLY } else { &[] };
    for text in allowed(known).chain(rules_only.iter().copied()) {
        players.push(read_spec(text)?);
    }
    if known.has_net {
        // In a built-in game, this player uses the evaluation that was measured as the best.
        players.push(known.best_without(Features, budget));
    }
    let mut texts: Vec<String> = Vec::new();
    for text in players.iter().filter(|&player| *player != best && known.supports(player)).map(canonical) {
        if !texts.contains(&text) {
            texts.push(text);
        }
    }
    Ok(texts)
}

/// Returns the challengers that can play a game with these callbacks.
fn allowed(known: &Known) -> impl Iterator<Item = &'static str> {
    let fits = |needs: &[Callback]| needs.iter().all(|&need| known.has(need));
    let supports = |text: &str| read_spec(text).is_ok_and(|player| known.supports(&player));
    CHALLENGERS.iter().filter(move |(text, needs)| fits(needs) && supports(text)).map(|(text, _)| *text)
}

/// Returns the challengers that need this callback, and otherwise only callbacks that the game has.
pub(super) fn allowed_by(known: &Known, callback: Callback) -> Vec<&'static str> {
    let now: Vec<&str> = allowed(known).collect();
    allowed(&known.with(callback)).filter(|text| !now.contains(text)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn best_does_not_challenge_itself() {
        for game in ["breakthrough", "kalah", "loa", "othello", "oware", "onitama", "einstein"] {
            let known = Known::of(game, false).unwrap();
            let best = canonical(&known.best(BudgetClass::AMPLE));
            let found = challengers(&known, BudgetClass::AMPLE).unwrap();
            assert!(!found.contains(&best) && found.contains(&"mcts(c1.0)".to_owned()), "{game}: {found:?}");
            let mut once = found.clone();
            once.sort_unstable();
            once.dedup();
            assert_eq!(once.len(), found.len(), "{game}: {found:?}");
        }
    }

    #[test]
    fn best_of_breakthrough_without_its_net_is_a_challenger() {
        let known = Known::of("breakthrough", false).unwrap();
        let found = challengers(&known, BudgetClass::AMPLE).unwrap();
        assert!(found.contains(&canonical(&read_spec("ab(efLH,all)").unwrap())), "{found:?}");
    }
}
