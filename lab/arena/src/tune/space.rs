//! Defines the players that `tune` tries, and the steps from a player to similar players. Each
//! player uses one search, and only options that affect strength.
//!
//! In this file a player is a list of words, one for each dimension (option) of its search. The
//! empty word `""` means off. The parser of the notation rejects options that exclude each other.

use crate::contest::check_players;
use crate::notation::written;
use crate::player::read_spec;
use anyhow::Result;
use imm::base::rng::Rng;
use imm::game::evaluator::EVALUATORS;
use imm::player::alphabeta::SWITCHES;
use imm::player::{self, Player};

/// The values of one option.
#[derive(Debug)]
enum Dimension {
    /// An option with this name, followed by one of these numbers. A step selects the next higher
    /// or lower number. The second field is true if the option may be off.
    Number(&'static str, bool, &'static [f64]),
    /// One word of this list.
    Choice(&'static [&'static str]),
    /// One of the game's evaluation functions.
    Evaluator,
    /// Any subset of the switches of alpha-beta.
    Switches,
}

use Dimension::{Choice, Evaluator, Number, Switches};

/// A search with its options and its initial players.
#[derive(Debug)]
struct Family {
    name: &'static str,
    dimensions: &'static [Dimension],
    /// The initial players, tried with each evaluation function of the game.
    seeds: &'static [&'static str],
}

const FAMILIES: &[Family] = &[
    Family {
        name: "mcts",
        dimensions: &[
            Number("c", false, &[0.1, 0.2, 0.3, 0.5, 0.7, 1.0, 1.4, 2.0]),
            Number("im", true, &[0.05, 0.1, 0.2, 0.3, 0.4, 0.6, 0.8]),
            Number("pb", true, &[0.2, 0.5, 1.0, 2.0, 5.0]),
            Number("tp", true, &[2.0, 5.0, 10.0, 20.0]),
            Number("pn", true, &[0.2, 0.5, 1.0, 2.0]),
            Number("mob", true, &[0.1, 0.2, 0.3, 0.5]),
            Number("np", true, &[5.0, 10.0, 30.0, 100.0]),
            Number("ip", true, &[5.0, 10.0, 30.0, 100.0]),
            Number("ct", true, &[2.0, 5.0, 10.0]),
            Number("fpu", true, &[0.0, 0.2, 0.5, 1.0]),
            Number("grave", true, &[20.0, 50.0, 150.0]),
            Evaluator,
            Choice(&["", "ipp"]),
            Number("ege", true, &[0.0, 0.1, 0.2, 0.5]),
            Number("fet", true, &[0.0, 1.0, 2.0, 4.0, 8.0, 12.0, 20.0, 40.0]),
            Number("det", true, &[0.1, 0.2, 0.3, 0.5, 0.7]),
            Choice(&["", "dec", "mast3", "corr", "greedy7", "mix7", "abp1"]),
            Choice(&["", "evaltt"]),
            Choice(&["", "reg"]),
            Number("t", true, &[1.0, 2.0, 5.0]),
            Choice(&["", "secure", "best", "log"]),
        ],
        seeds: &[
            "mcts()",
            "mcts(im0.4)",
            "mcts(ipp,im0.4)",
            "mcts(fet0,im0.4)",
            "mcts(fet4,im0.4)",
            "mcts(ipp,fet20,np,im0.4)",
            "mcts(ege0.1,det0.5,im0.4)",
            "mcts(dec)",
            "mcts(mast3)",
            "mcts(mob0.2,grave50,t1)",
            "mcts(pn1,t1)",
            "mcts(mcloa,im0.2)",
        ],
    },
    Family {
        name: "bfm",
        dimensions: &[
            Number("c", false, &[0.0, 0.05, 0.1, 0.2, 0.35, 0.5, 0.7, 1.0, 1.4]),
            Number("fpu", false, &[0.0, 0.1, 0.2, 0.35, 0.5, 0.7, 1.0]),
            Number("eps", true, &[0.02, 0.05, 0.1]),
            Choice(&["", "leafab1", "leafab2", "leafqs"]),
            Choice(&["", "evaltt"]),
            Choice(&["", "prooftt"]),
            Choice(&["", "reg"]),
            Evaluator,
            Choice(&["", "robust", "secure", "best", "log"]),
        ],
        seeds: &["bfm()", "bfm(c0.2,fpu0.2)", "bfm(leafab1)", "bfm(leafqs)", "bfm(reg)", "bfm(ubfm)"],
    },
    Family {
        name: "ab",
        dimensions: &[Evaluator, Switches],
        seeds: &["ab()", "ab(tt,killers)", "ab(tt,killers,history,pvs,asp,qs)", "ab(all)"],
    },
];

/// The players to try in one game.
#[derive(Clone, Debug)]
pub(super) struct Space {
    game: String,
    /// True if the game has a net.
    has_net: bool,
    /// The searches to try; all searches if empty.
    only: Vec<String>,
    /// The option words for the game's evaluation functions. The word for the default function is
    /// empty.
    evaluators: Vec<&'static str>,
}

impl Space {
    /// Makes the set of players for a game. `only` contains the searches to try. If `only` is
    /// empty, all searches are tried.
    pub(super) fn new(game: &str, has_net: bool, only: &[String]) -> Self {
        let space = Self { game: game.to_owned(), has_net, only: only.to_vec(), evaluators: vec![""] };
        let named = EVALUATORS.iter().map(|named| named.word);
        let known = named.filter(|word| space.read(&format!("bfm({word})")).is_some());
        let evaluators = std::iter::once("").chain(known).collect();
        Self { evaluators, ..space }
    }

    /// The player in its canonical notation; `None` if the player cannot play the game.
    fn read(&self, text: &str) -> Option<String> {
        let player = read_spec(text).ok()?;
        let lacks_net = player.evaluator() == imm::game::knowledge::Evaluator::NET && !self.has_net;
        (!lacks_net && check_players(&self.game, &[player; 2]).is_ok()).then(|| canonical(&player))
    }

    /// True if the search of this player is one of the searches to try.
    pub(super) fn has(&self, text: &str) -> bool {
        let name = text.split('(').next().unwrap_or_default();
        self.only.is_empty() || self.only.iter().any(|only| only == name)
    }

    /// The initial players of every search, with every evaluation function.
    pub(super) fn seeds(&self) -> Vec<String> {
        let mut seeds: Vec<String> = Vec::new();
        for text in FAMILIES.iter().flat_map(|family| family.seeds).filter(|text| self.has(text)) {
            for evaluator in &self.evaluators {
                let with = match text.strip_suffix("()") {
                    Some(name) => format!("{name}({evaluator})"),
                    None if evaluator.is_empty() => (*text).to_owned(),
                    None => text.replace(')', &format!(",{evaluator})")),
                };
                // Without the option `im`, MCTS ignores the evaluation function, so a word for the
                // evaluation function changes nothing.
                let idle = !evaluator.is_empty() && text.starts_with("mcts") && !text.contains("im");
                if let Some(seed) = self.read(&with).filter(|seed| !idle && !seeds.contains(seed)) {
                    seeds.push(seed);
                }
            }
        }
        seeds
    }

    /// Returns a player that differs from `text` in one or two options and for which `fits` returns
    /// true. Returns `None` if 200 attempts find no such player.
    ///
    /// # Errors
    /// `text` is not a valid player.
    pub(super) fn neighbour(&self, text: &str, rng: &mut Rng, fits: impl Fn(&str) -> bool) -> Result<Option<String>> {
        let words = Words::of(text)?;
        for _ in 0..200 {
            let mut changed = words.clone();
            changed.change(&self.evaluators, rng);
            if rng.below(5) < 2 {
                changed.change(&self.evaluators, rng);
            }
            if let Some(found) = self.read(&changed.text()).filter(|found| found != text && fits(found)) {
                return Ok(Some(found));
            }
        }
        Ok(None)
    }
}

/// True if this is the name of a search.
pub(super) fn is_search(name: &str) -> bool {
    FAMILIES.iter().any(|family| family.name == name)
}

/// Returns a player in its canonical notation.
pub(super) fn canonical(player: &Player) -> String {
    written(|out| player::write(player, out))
}

/// A player as a list of words.
#[derive(Clone, Debug)]
struct Words {
    family: &'static Family,
    /// The words of each dimension: one word, or several for switches. The last entry contains the
    /// words that belong to no dimension.
    words: Vec<Vec<String>>,
}

impl Words {
    fn of(text: &str) -> Result<Self> {
        let player = read_spec(text)?;
        let text = canonical(&player);
        let (name, rest) = text.split_once('(').unwrap_or((&text, ""));
        // The notation of every player begins with the name of its family: mcts, bfm or ab.
        let family = FAMILIES.iter().find(|family| family.name == name).unwrap_or(&FAMILIES[0]);
        let mut words = vec![Vec::new(); family.dimensions.len() + 1];
        let switches = match player {
            Player::AlphaBeta(config) => {
                SWITCHES.iter().filter(|row| config.switches.has(row.switch)).map(|row| row.word).collect()
            }
            _ => Vec::new(),
        };
        let preset = |word: &str| !switches.is_empty() && !word.starts_with("ef");
        let own = rest.trim_end_matches(')').split(',').filter(|word| !word.is_empty() && !preset(word));
        for word in own.chain(switches.iter().copied()) {
            let place = family.dimensions.iter().position(|dimension| dimension.owns(word));
            words[place.unwrap_or(family.dimensions.len())].push(word.to_owned());
        }
        Ok(Self { family, words })
    }

    fn text(&self) -> String {
        format!("{}({})", self.family.name, self.words.concat().join(","))
    }

    /// Changes the value of one option.
    fn change(&mut self, evaluators: &[&'static str], rng: &mut Rng) {
        let place = below(rng, self.family.dimensions.len());
        let words = &mut self.words[place];
        let one_of = |words: &mut Vec<String>, choices: &[&str], rng: &mut Rng| {
            let word = choices[below(rng, choices.len())];
            *words = if word.is_empty() { Vec::new() } else { vec![word.to_owned()] };
        };
        match &self.family.dimensions[place] {
            Choice(choices) => one_of(words, choices, rng),
            Evaluator => one_of(words, evaluators, rng),
            Number(name, may_be_off, steps) => step(words, name, *may_be_off, steps, rng),
            Switches => {
                let word = SWITCHES[below(rng, SWITCHES.len())].word;
                match words.iter().position(|known| known == word) {
                    Some(index) => drop(words.remove(index)),
                    None => words.push(word.to_owned()),
                }
            }
        }
    }
}

/// Changes a number by one step up or down, or turns the option off. An option that is off gets a
/// random value.
fn step(words: &mut Vec<String>, name: &str, may_be_off: bool, steps: &[f64], rng: &mut Rng) {
    let now: Option<f64> = words.first().and_then(|word| word.strip_prefix(name)?.parse().ok());
    let next = match now {
        None => Some(steps[below(rng, steps.len())]),
        Some(_) if may_be_off && rng.below(4) == 0 => None,
        Some(now) if rng.below(2) == 0 => steps.iter().copied().find(|value| *value > now + 1e-6).or(Some(now)),
        Some(now) => steps.iter().rev().copied().find(|value| *value < now - 1e-6).or(Some(now)),
    };
    *words = next.map(|value| format!("{name}{value}")).into_iter().collect();
}

fn below(rng: &mut Rng, count: usize) -> usize {
    rng.below(count as u32) as usize
}

impl Dimension {
    /// True if this word is a value of this dimension.
    fn owns(&self, word: &str) -> bool {
        let name = |word: &str| word.trim_end_matches(|letter: char| !letter.is_ascii_alphabetic()).to_owned();
        match self {
            Number(own, ..) => word.strip_prefix(own).is_some_and(|rest| rest.parse::<f64>().is_ok()),
            Choice(words) => words.iter().any(|own| !own.is_empty() && name(own) == name(word)),
            Evaluator => word.starts_with("ef"),
            Switches => SWITCHES.iter().any(|row| row.word == word),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn space(game: &str) -> Space {
        Space::new(game, true, &[])
    }

    #[test]
    fn every_search_is_tried_with_every_evaluation() {
        let seeds = space("breakthrough").seeds();
        for text in ["mcts()", "mcts(im0.4,efMS)", "bfm(efLH)", "bfm(efNet)", "ab(efLH,all)", "mcts(grave,mob0.2,t1)"] {
            let text = canonical(&read_spec(text).unwrap());
            assert!(seeds.contains(&text), "{text} is missing in {seeds:?}");
        }
        let without = Space::new("onitama", false, &[]).seeds();
        assert!(!without.iter().any(|seed| seed.contains("ef")), "{without:?}");
        let mut once = seeds.clone();
        once.sort_unstable();
        once.dedup();
        assert_eq!(once.len(), seeds.len());
    }

    #[test]
    fn words_make_the_same_player_again() {
        let all = [
            "mcts(c0.7,im0.4,efLH,ipp,fet20,np10,secure)",
            "bfm(leafab2,efNet,best)",
            "ab(all,efLH)",
            "ab(tt)",
            "ab()",
        ];
        for text in all {
            let player = read_spec(text).unwrap();
            assert_eq!(read_spec(&Words::of(text).unwrap().text()).unwrap(), player, "{text}");
        }
        // A player with a preset must keep an option that belongs to no dimension, such as `max50`.
        let text = Words::of("mcts(mcloa,maxT)".replace("maxT", "max50").as_str()).unwrap();
        assert!(text.words.last().unwrap().contains(&"max50".to_owned()), "{text:?}");
    }

    #[test]
    fn neighbours_are_other_players_of_the_game() {
        let (space, mut rng) = (space("breakthrough"), Rng::new(5));
        for text in ["mcts(ipp,im0.4)", "bfm(efLH)", "ab(all,efLH)"] {
            let start = canonical(&read_spec(text).unwrap());
            let mut found = Vec::new();
            for _ in 0..40 {
                let one = space.neighbour(&start, &mut rng, |one| !found.iter().any(|other| other == one)).unwrap();
                found.extend(one);
            }
            assert!(found.len() > 20, "{text}: {found:?}");
            let name = start.split('(').next().unwrap();
            assert!(found.iter().all(|one| one.starts_with(name) && *one != start), "{text}: {found:?}");
        }
    }

    #[test]
    fn a_number_goes_by_steps() {
        let (mut rng, steps) = (Rng::new(1), [0.1, 0.2, 0.4]);
        let mut seen = std::collections::BTreeSet::new();
        for _ in 0..100 {
            let mut words = vec!["im0.25".to_owned()];
            step(&mut words, "im", true, &steps, &mut rng);
            seen.insert(words.concat());
        }
        assert_eq!(seen.into_iter().collect::<Vec<_>>(), ["", "im0.2", "im0.4"]);
    }
}
