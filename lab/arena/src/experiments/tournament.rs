//! Computes the rounds of elimination tournaments, as in appendix B of the implicit minimax paper.
//! The results of a round decide the pairings of the next round.

use super::data::Tournament;
use super::matchup::Matchup;
use super::record::Record;
use crate::contest::{Scoring, Tally};

/// A match between two players of a tournament.
#[derive(Clone, Debug)]
pub struct Pairing {
    /// The indices of the two players in the tournament. The first player is A.
    pub players: [usize; 2],
    /// The players and the conditions of the games.
    pub matchup: Matchup,
    /// The result of the games played so far.
    pub tally: Tally,
    /// True if all games of the match are played.
    pub finished: bool,
}

impl Pairing {
    /// Returns how many games A won, and how many games B won. If pairs are scored, counts pairs
    /// instead of games.
    #[must_use]
    pub fn wins(&self) -> [u64; 2] {
        match self.matchup.scoring() {
            Scoring::Games => [self.tally.games[2], self.tally.games[0]],
            Scoring::Pairs => self.tally.pairs.decided_pairs(),
        }
    }

    /// Returns the index of the player that reaches the next round. If the match is tied, the first
    /// player reaches the next round.
    #[must_use]
    pub fn winner(&self) -> usize {
        let [a, b] = self.wins();
        if b > a { self.players[1] } else { self.players[0] }
    }
}

/// The known rounds of a tournament: all finished rounds, and the current round.
#[derive(Clone, Debug)]
pub struct Bracket {
    /// The matches of each round.
    pub rounds: Vec<Vec<Pairing>>,
    /// The index of the winner, or `None` until the last round is finished.
    pub winner: Option<usize>,
}

impl Bracket {
    /// Returns the bracket according to the games in `record`. A match is finished when its first
    /// `games` games are all played.
    #[must_use]
    pub fn of(tournament: &Tournament, games: u64, record: &Record) -> Self {
        let mut alive: Vec<usize> = (0..tournament.players.len()).collect();
        let mut rounds = Vec::new();
        while alive.len() > 1 {
            let meetings = (0..alive.len() / 2).map(|place| [alive[place], alive[alive.len() - 1 - place]]);
            let round: Vec<Pairing> = meetings.map(|players| pairing(tournament, players, games, record)).collect();
            let finished = round.iter().all(|pairing| pairing.finished);
            let middle = (alive.len() % 2 == 1).then(|| alive[alive.len() / 2]);
            alive = round.iter().map(Pairing::winner).chain(middle).collect();
            rounds.push(round);
            if !finished {
                return Self { rounds, winner: None };
            }
        }
        Self { rounds, winner: alive.first().copied() }
    }
}

fn pairing(tournament: &Tournament, players: [usize; 2], games: u64, record: &Record) -> Pairing {
    let [a, b] = players.map(|player| tournament.players[player].1.clone());
    let matchup = Matchup {
        game: tournament.game.clone(),
        a,
        b,
        budget: tournament.budget,
        random_plies: 0,
        openings: None,
        net: None,
        memory_kib: None,
    };
    let finished = (0..games).all(|n| record.has(&matchup, n));
    Pairing { players, tally: record.games(&matchup).tally_of(games), matchup, finished }
}

#[cfg(test)]
mod tests {
    use super::super::matchup::Budget;
    use super::super::record::{Line, tests::line};
    use super::*;

    fn tournament(players: usize) -> Tournament {
        Tournament {
            id: "t".to_owned(),
            label: "t".to_owned(),
            game: "breakthrough".to_owned(),
            players: (0..players).map(|number| (number.to_string(), format!("mcts(c{number})"))).collect(),
            budget: Budget::Simulations(10),
            games: 2,
            priority: 1,
            paper: "0".to_owned(),
        }
    }

    /// Plays the unfinished matches of the last round. The player with the larger index wins each
    /// match.
    fn play_round(tournament: &Tournament, record: &mut Record) -> Bracket {
        for pairing in Bracket::of(tournament, 2, record).rounds.last().unwrap() {
            let half_points = if pairing.players[0] > pairing.players[1] { 2 } else { 0 };
            let game = |n| Line { matchup: pairing.matchup.clone(), ..line("", 10, n, half_points) };
            (0..2).for_each(|n| record.add(game(n)));
        }
        Bracket::of(tournament, 2, record)
    }

    #[test]
    fn the_first_meets_the_last_and_the_middle_one_goes_on() {
        // The expected pairings are the pairings for seven players in appendix B.3.1 of the
        // implicit minimax paper.
        let tournament = tournament(7);
        let mut record = Record::default();
        let met = |bracket: &Bracket| -> Vec<[usize; 2]> {
            bracket.rounds.last().unwrap().iter().map(|pairing| pairing.players).collect()
        };
        assert_eq!(met(&Bracket::of(&tournament, 2, &record)), [[0, 6], [1, 5], [2, 4]]);
        assert_eq!(met(&play_round(&tournament, &mut record)), [[6, 3], [5, 4]]);
        assert_eq!(met(&play_round(&tournament, &mut record)), [[6, 5]]);
        let end = play_round(&tournament, &mut record);
        assert_eq!((end.winner, end.rounds.len()), (Some(6), 3));
    }

    #[test]
    fn a_round_waits_for_all_its_games() {
        let tournament = tournament(4);
        let mut record = Record::default();
        let first = Bracket::of(&tournament, 2, &record).rounds[0][0].matchup.clone();
        (0..2).for_each(|n| record.add(Line { matchup: first.clone(), ..line("", 10, n, 0) }));
        let bracket = Bracket::of(&tournament, 2, &record);
        assert_eq!((bracket.rounds.len(), bracket.winner), (1, None));
        assert_eq!((bracket.rounds[0][0].finished, bracket.rounds[0][1].finished), (true, false));
    }

    #[test]
    fn a_drawn_match_goes_to_the_first_named() {
        let tournament = tournament(2);
        let mut record = Record::default();
        let matchup = Bracket::of(&tournament, 2, &record).rounds[0][0].matchup.clone();
        [(0, 2), (1, 0)].iter().for_each(|&(n, half_points)| {
            record.add(Line { matchup: matchup.clone(), ..line("", 10, n, half_points) });
        });
        assert_eq!(Bracket::of(&tournament, 2, &record).winner, Some(0));
    }
}
