//! The options of the engine.

use super::command::number;
use super::write::quoted;
use crate::arena::Arena;
use crate::clock::Timer;
use crate::games::{Visit, is_built_in, with_game};
use crate::net::{NetFile, shipped};
use crate::notation::written;
use crate::openings::randomized;
use crate::player::Block;
use crate::team::{Team, Together};
use anyhow::Result;
use imm::base::rng::Rng;
use imm::game::knowledge::Evaluator;
use imm::player::{self, Level, Player};
use imm::time::limits::Limits;
use std::path::Path;
use std::sync::atomic::AtomicBool;

/// The values of all options.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Settings {
    /// The player's text, as the user wrote it. The next field is the player that this text
    /// describes.
    spec: String,
    player: Player,
    /// The level of strength, 1 to 10. 0 is full strength.
    level: u32,
    /// The memory of all searches in MiB.
    pub(super) hash: u32,
    pub(super) threads: usize,
    pub(super) seed: u64,
    pub(super) multipv: usize,
    pub(super) ponder: bool,
    /// The path of the net, as the user wrote it. Empty for the net that comes with the game.
    net_path: String,
    pub(super) net: Option<NetFile>,
    /// The name of the game, or the path of its file.
    pub(super) game: String,
    /// How several threads work together. [`Settings::check`] chooses this.
    pub(super) together: Together,
}

/// The name of each option, its type and range, in the order of the list of options.
const OPTIONS: [(&str, Kind); 9] = [
    ("Player", Kind::Text),
    ("Level", Kind::Number(0, Level::ALL.len() as u32)),
    ("Hash", Kind::Number(1, 65_536)),
    ("Threads", Kind::Number(1, 64)),
    ("Seed", Kind::Number(0, u32::MAX)),
    ("MultiPV", Kind::Number(1, 64)),
    ("Ponder", Kind::Flag),
    ("Net", Kind::Text),
    ("UCI_Variant", Kind::Game),
];

/// The type of an option.
#[derive(Clone, Copy)]
enum Kind {
    Text,
    /// A number from the first value to the second value.
    Number(u32, u32),
    Flag,
    /// The name of a built-in game.
    Game,
}

/// The value of [`Settings::net_path`] in the protocol if the path is empty.
const EMPTY: &str = "<empty>";

impl Settings {
    /// Returns the default values for the game with this name.
    pub(super) fn new(game: String) -> Self {
        Self {
            spec: "best".to_owned(),
            player: Player::Best(0),
            level: 0,
            hash: 64,
            threads: 1,
            seed: 1,
            multipv: 1,
            ponder: false,
            net_path: String::new(),
            net: None,
            game,
            together: Together::Merge,
        }
    }

    /// Returns the lines that describe the options. The current values are the default values.
    pub(super) fn list(&self) -> String {
        let options = OPTIONS.into_iter().filter(|(name, _)| self.has(name));
        let lines = options.map(|(name, kind)| {
            let value = self.get(name);
            match kind {
                Kind::Text => format!("option name {name} type string default {value}\n"),
                Kind::Number(least, most) => {
                    format!("option name {name} type spin default {value} min {least} max {most}\n")
                }
                Kind::Flag => format!("option name {name} type check default {value}\n"),
                Kind::Game => {
                    let games: String = built_in_games().map(|game| format!(" var {game}")).collect();
                    format!("option name {name} type combo default {value}{games}\n")
                }
            }
        });
        lines.collect()
    }

    /// True if the engine has this option. Only built-in games can be changed.
    fn has(&self, name: &str) -> bool {
        name != "UCI_Variant" || is_built_in(&self.game)
    }

    fn get(&self, name: &str) -> String {
        match name {
            "Player" => self.spec.clone(),
            "Level" => self.level.to_string(),
            "Hash" => self.hash.to_string(),
            "Threads" => self.threads.to_string(),
            "Seed" => self.seed.to_string(),
            "MultiPV" => self.multipv.to_string(),
            "Ponder" => self.ponder.to_string(),
            "Net" if self.net_path.is_empty() => EMPTY.to_owned(),
            "Net" => self.net_path.clone(),
            _ => self.game.clone(),
        }
    }

    /// Returns the settings after a change of one option, and the name of the option.
    ///
    /// # Errors
    /// There is no such option, or the value is wrong. [`Settings::check`] finds out whether the
    /// settings fit the game.
    pub(super) fn with(&self, name: &[u8], value: &[u8]) -> Result<(Self, &'static str), String> {
        let same_name = |option: &&(&'static str, Kind)| option.0.as_bytes().eq_ignore_ascii_case(name);
        let option = OPTIONS.iter().find(same_name).filter(|option| self.has(option.0));
        let &(name, kind) = option.ok_or_else(|| format!("there is no option {}", quoted(name)))?;
        let mut changed = self.clone();
        match kind {
            Kind::Text => changed.set_text(name, value).map_err(|error| format!("{name}: {error}"))?,
            Kind::Number(least, most) => changed.set_number(name, number(name, value, least..=most)?),
            Kind::Flag => {
                changed.ponder = match value {
                    b"true" => true,
                    b"false" => false,
                    _ => return Err(format!("{name} needs true or false, not {}", quoted(value))),
                }
            }
            Kind::Game => {
                let game = str::from_utf8(value).ok().filter(|game| is_built_in(game));
                game.ok_or_else(|| format!("{name}: there is no game {}", quoted(value)))?
                    .clone_into(&mut changed.game);
            }
        }
        Ok((changed, name))
    }

    fn set_number(&mut self, name: &str, number: u32) {
        match name {
            "Level" => self.level = number,
            "Hash" => self.hash = number,
            "Threads" => self.threads = number as usize,
            "Seed" => self.seed = number.into(),
            _ => self.multipv = number as usize,
        }
    }

    fn set_text(&mut self, name: &str, value: &[u8]) -> Result<(), String> {
        let text = str::from_utf8(value).map_err(|_| "expected text in UTF-8")?;
        if name == "Player" {
            self.player = player::parse(text).map_err(|error| written(|out| error.explain(text, out)))?;
            text.clone_into(&mut self.spec);
            return Ok(());
        }
        let path = if text == EMPTY { "" } else { text };
        let open = || NetFile::open(Path::new(path)).map_err(|error| format!("{error:#}"));
        self.net = if path.is_empty() { None } else { Some(open()?) };
        path.clone_into(&mut self.net_path);
        Ok(())
    }

    /// Returns the player of a search of this game.
    pub(super) fn player<G: Arena>(&self, game: &G) -> Player {
        let player = match (&self.player, &Level::number(self.level)) {
            (Player::Best(_), Some(level)) => Player::default().at(level),
            (player, Some(level)) => player.at(level),
            (player, None) => *player,
        };
        player.seeded(self.seed).for_game(game)
    }

    /// Returns the maximum number of simulations for a move, if the level has one.
    pub(super) fn level_iterations(&self) -> Option<u64> {
        Level::number(self.level).map(|level| level.iterations)
    }

    /// True if a change from `other` to these settings requires new memory and new searches.
    pub(super) fn needs_new_search(&self, other: &Self) -> bool {
        let like = Self { multipv: self.multipv, ponder: self.ponder, ..other.clone() };
        *self != like
    }

    /// Checks that these settings can replace the settings `old`. `start` is the starting position
    /// of the game in `old`. Settings that make no difference for the searches need no check.
    ///
    /// # Errors
    /// The reason why the game of these settings cannot be played.
    pub(super) fn check_after<G: Arena>(&mut self, old: &Self, start: &G) -> Result<(), String> {
        if self.game != old.game {
            let game = self.game.clone();
            return with_game(&game, Check(self)).map_err(|error| error.to_string())?;
        }
        if self.needs_new_search(old) { self.check(start) } else { Ok(()) }
    }

    /// Checks that the game that begins with `start` can be played with these settings, and chooses
    /// how the threads work together.
    ///
    /// # Errors
    /// The reason why the game cannot be played.
    pub(super) fn check<G: Arena>(&mut self, start: &G) -> Result<(), String> {
        let player = self.player(start);
        player.check_for(start).map_err(|error| written(|out| error.explain(out)))?;
        let lacks_net = self.net.is_none() && shipped(start).is_none();
        if player.evaluator() == Evaluator::NET && lacks_net {
            return Err("the player needs a net, and the game has none: set the option Net".to_owned());
        }
        if let Some(net) = &self.net {
            net.check_for(start).map_err(|error| format!("{error:#}"))?;
        }
        let is_shared = self.threads > 1 && self.try_out(start, &player, Together::Share).is_ok();
        self.together = if is_shared { Together::Share } else { Together::Merge };
        if is_shared {
            Ok(())
        } else {
            self.try_out(start, &player, Together::Merge).map_err(|error| format!("{error:#}"))
        }
    }

    /// Runs a very short search in little memory, to find out whether the threads can work
    /// together.
    fn try_out<G: Arena>(&self, start: &G, player: &Player, together: Together) -> Result<()> {
        const SLOTS: usize = 4096;
        let mut block = Block::slots(SLOTS)?;
        block.set_net(self.net.as_ref());
        let threads = self.threads.min(2);
        // If the game begins with a chance event, sample it: a search begins where a player is to
        // move.
        let (start, _) = randomized(start, &mut Rng::new(1), 0)?;
        let mut team = Team::new(&mut block, threads, together, &start, player, self.seed)?;
        team.think(&Limits::iterations(1), Timer::Wall, &AtomicBool::new(false)).map(drop)
    }

    /// Allocates the memory of the searches.
    ///
    /// # Errors
    /// There is not enough memory.
    pub(super) fn allocate<G: Arena>(&self, start: &G) -> Result<Block> {
        let mut block = Block::for_player(self.hash, self.threads, &self.player(start))?;
        block.set_net(self.net.as_ref());
        Ok(block)
    }
}

/// A visitor that checks the settings.
pub(super) struct Check<'a>(pub(super) &'a mut Settings);

impl Visit for Check<'_> {
    type Output = Result<(), String>;

    fn visit<G: Arena>(self, start: G) -> Self::Output {
        self.0.check(&start)
    }
}

/// Returns the names of the built-in games.
fn built_in_games() -> impl Iterator<Item = &'static str> {
    macro_rules! names {
        (() $($folder:ident $game:ident $title:literal,)+) => {
            [$(stringify!($folder)),+]
        };
    }
    imm::built_in_games!(names()).into_iter()
}

#[cfg(test)]
mod tests {
    use super::*;
    use imm::games::breakthrough::Breakthrough;
    use imm::games::kalah::Kalah;

    fn set(settings: &Settings, name: &str, value: &str) -> Result<Settings, String> {
        settings.with(name.as_bytes(), value.as_bytes()).map(|(changed, _)| changed)
    }

    #[test]
    fn the_list_has_the_current_values() {
        let settings = Settings::new("kalah".to_owned());
        let list = set(&settings, "hASH", "7").unwrap().list();
        let lines: Vec<&str> = list.lines().collect();
        assert_eq!(lines.len(), 9);
        assert_eq!(lines[0], "option name Player type string default best");
        assert_eq!(lines[2], "option name Hash type spin default 7 min 1 max 65536");
        assert_eq!(lines[6], "option name Ponder type check default false");
        assert_eq!(lines[7], "option name Net type string default <empty>");
        assert_eq!(
            lines[8],
            "option name UCI_Variant type combo default kalah var breakthrough var kalah var loa var oware var othello \
             var onitama var einstein"
        );
        assert_eq!(Settings::new("./own.so".to_owned()).list().lines().count(), 8);
    }

    #[test]
    fn wrong_values_are_named() {
        let settings = Settings::new("kalah".to_owned());
        for (name, value, error) in [
            ("foo", "1", "there is no option 'foo'"),
            ("hash", "abc", "Hash needs a number from 1 to 65536, not 'abc'"),
            ("Hash", "0", "Hash needs a number from 1 to 65536, not '0'"),
            ("Level", "11", "Level needs a number from 0 to 10, not '11'"),
            ("ponder", "yes", "Ponder needs true or false, not 'yes'"),
            ("Player", "mcts(x)", "Player: unknown option 'x' at character 6"),
            ("UCI_Variant", "chess", "UCI_Variant: there is no game 'chess'"),
            ("UCI_Variant", "./own.so", "UCI_Variant: there is no game './own.so'"),
            ("Net", "no/such.immnet", "Net: no/such.immnet: "),
        ] {
            let found = set(&settings, name, value).unwrap_err();
            assert!(found.starts_with(error), "{found}");
        }
        let own = Settings::new("./own.so".to_owned());
        assert_eq!(set(&own, "UCI_Variant", "kalah").unwrap_err(), "there is no option 'UCI_Variant'");
    }

    #[test]
    fn settings_must_fit_the_game() {
        let settings = Settings::new("kalah".to_owned());
        let mut changed = set(&settings, "Player", "mcts(ipp)").unwrap();
        let error = changed.check(&Kalah::default()).unwrap_err();
        assert_eq!(error, "'ipp' needs weights of moves, which this game does not have");
        changed.check(&Breakthrough::default()).unwrap();
        let mut small = set(&settings, "Player", "bfm(efNet)").unwrap();
        small.check(&Kalah::default()).unwrap();
        assert!(small.check(&Breakthrough::new(2, 4).unwrap()).unwrap_err().contains("needs a net"));
        for (player, together) in [("mcts()", Together::Share), ("mcts(eps0.1)", Together::Merge)] {
            let mut team = set(&set(&settings, "Player", player).unwrap(), "Threads", "3").unwrap();
            team.check(&Kalah::default()).unwrap();
            assert_eq!(team.together, together, "{player}");
        }
    }

    #[test]
    fn a_level_changes_the_player() {
        let settings = set(&Settings::new("kalah".to_owned()), "Level", "1").unwrap();
        let level = Level::number(1).unwrap();
        assert_eq!(settings.player(&Kalah::default()), Player::default().at(&level).seeded(1));
        assert_eq!(settings.level_iterations(), Some(50));
        assert!(settings.needs_new_search(&set(&settings, "Level", "0").unwrap()));
        assert!(!settings.needs_new_search(&set(&settings, "MultiPV", "3").unwrap()));
    }
}
