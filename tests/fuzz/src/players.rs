//! Random players. The options of the players come from the tables of options, so that every option
//! is tested.

use crate::source::Source;
use imm::game::evaluator::EVALUATORS;
use imm::player::notation::PRESETS;
use imm::player::options::FORMS;
use imm::player::strategy::STRATEGY_TEXTS;

/// Returns the forms of every option of the tree search, such as `pbW/l`.
#[must_use]
pub fn tree_forms() -> Vec<&'static str> {
    let rows = FORMS.iter().flat_map(|row| row.split(' '));
    let strategies = STRATEGY_TEXTS.iter().flat_map(|texts| texts.lines).map(|(form, ..)| *form);
    rows.chain(strategies).filter(|form| !form.is_empty() && *form != "efNAME").collect()
}

/// Returns the words for alpha-beta's switches and for its presets `all` and `solve`.
#[must_use]
pub fn switch_words() -> Vec<&'static str> {
    imm::player::alphabeta::SWITCHES.iter().map(|row| row.word).chain(["all", "solve"]).collect()
}

/// Returns an option of this form, with random numbers in place of the capital letters.
pub fn option(form: &str, source: &mut Source<'_>) -> String {
    let real = |source: &mut Source<'_>| source.pick(&["0.5", "1", "0.05", "0.3", "0.9", "0", "0.0001"]).to_owned();
    let weight = |source: &mut Source<'_>| source.pick(&["1", "0.5", "10", "100", "0", "2.25"]).to_owned();
    let count = |source: &mut Source<'_>, last: usize| source.within(1, last).to_string();
    let visits = |source: &mut Source<'_>| source.pick(&["5", "1", "2", "20", "100", "9999"]).to_owned();
    match form {
        "softmaxT" | "tempT" => format!("{}{}", &form[..form.len() - 1], source.pick(&["0.2", "1", "5", "0.01"])),
        "maxT" | "tN" | "ctN" | "npN" => format!("{}{}", &form[..form.len() - 1], visits(source)),
        "fetN" => format!("fet{}", source.pick(&["0", "1", "3", "20", "7"])),
        "puctX" => format!("efTold,puct{}", weight(source)),
        "reg" => format!("im{},reg", source.pick(&["0.4", "1", "0.05"])),
        "cutN" => format!("cut{}", source.pick(&["1", "400", "9000", "32767", "65535"])),
        "leafabD" => format!("leafab{}", count(source, 4)),
        "abpD" => format!("abp{}", count(source, 3)),
        "greedyK" | "mixK" | "mastK" => format!("{}{}", &form[..form.len() - 1], count(source, 12)),
        "mast/P" => format!("mast/{}", source.pick(&["0.3", "1", "0.01", "0.5"])),
        "abpD/E+L/E+L" => {
            let depth = source.within(1, 3);
            let widths = (0..depth).map(|_| match source.below(3) {
                0 => format!("/{}", source.within(1, 12)),
                1 => format!("/{}+", source.within(1, 12)),
                _ => format!("/{}+{}", source.within(1, 6), source.within(1, 6)),
            });
            format!("abp{depth}{}", widths.collect::<String>())
        }
        _ => {
            let capitals = |letter: char, source: &mut Source<'_>| match letter {
                'X' => real(source),
                'W' if form == "margW" => real(source),
                'W' => weight(source),
                'K' => visits(source),
                'P' => count(source, 6),
                'N' => visits(source),
                other => other.to_string(),
            };
            form.chars().map(|letter| capitals(letter, source)).collect()
        }
    }
}

/// Returns a random player. Most players are valid, some contradict themselves, and some cannot
/// play every game.
pub fn player(source: &mut Source<'_>) -> String {
    if source.once_in(7) {
        return told_player(source);
    }
    let count = source.pick(&[0, 1, 1, 2, 2, 3, 5]);
    if source.once_in(4) {
        if count == 0 && source.once_in(2) {
            return "best".to_owned();
        }
        let words = switch_words();
        let chosen: Vec<&str> = (0..count).map(|_| source.pick(&words)).collect();
        return format!("ab({})", with_evaluator(chosen.join(","), source));
    }
    let search = source.pick(&["mcts", "mcts", "mcts", "bfm"]);
    let forms = tree_forms();
    let mut options: Vec<String> = Vec::new();
    if source.once_in(8) {
        options.push(source.pick(PRESETS).word.to_owned());
    }
    for _ in 0..count {
        let form = source.pick(&forms);
        options.push(option(form, source));
    }
    format!("{search}({})", with_evaluator(options.join(","), source))
}

/// Returns a random player whose values the caller tells. Few of these players contradict
/// themselves.
fn told_player(source: &mut Source<'_>) -> String {
    let first = if source.once_in(3) { "efTold".to_owned() } else { option("puctX", source) };
    let mut player = format!("mcts({first}");
    let forms = tree_forms();
    for _ in 0..source.pick(&[0, 1, 1, 2, 4]) {
        let form = source.pick(&forms);
        let longer = format!("{player},{}", option(form, source));
        if imm::player::parse(&format!("{longer})")).is_ok() || source.once_in(12) {
            player = longer;
        }
    }
    format!("{player})")
}

fn with_evaluator(options: String, source: &mut Source<'_>) -> String {
    match (source.once_in(8), options.is_empty()) {
        (false, _) => options,
        (true, true) => source.pick(EVALUATORS).word.to_owned(),
        (true, false) => format!("{options},{}", source.pick(EVALUATORS).word),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::bytes_of;

    #[test]
    fn every_form_makes_players() {
        assert!(tree_forms().len() > 45 && switch_words().len() > 12);
        for form in tree_forms() {
            let good = (0..40).filter(|&seed| {
                let option = option(form, &mut Source::new(&bytes_of(seed)));
                imm::player::parse(&format!("mcts({option})")).is_ok()
            });
            assert!(good.count() > 20, "{form}");
        }
        for word in switch_words() {
            let needs = if word == "etc" { "tt," } else { "" };
            assert!(imm::player::parse(&format!("ab({needs}{word})")).is_ok(), "{word}");
        }
    }

    #[test]
    fn most_random_players_can_be() {
        let players = (0..2000).map(|seed| player(&mut Source::new(&bytes_of(seed))));
        let good = players.filter(|player| imm::player::parse(player).is_ok()).count();
        assert!((1000..2000).contains(&good), "{good}");
    }
}
