//! `mcts(...)`: how a tree search player is read and written. See [`crate::spec`] for the table of options.

use crate::config::{Config, Decision, Divisor, Expansion, Schedule};
use crate::spec::{
    SpecError, SpecErrorKind, Word, evaluator, push_count, push_decimal, push_evaluator, push_weight, split_at,
};
use crate::text::Text;

/// Writes the player.
pub(crate) fn write(config: &Config, out: &mut Text<'_>) {
    out.push_str("mcts(c");
    push_decimal(config.c, out);
    write_values(config, out);
    push_evaluator(config.evaluator, ",", out);
    write_playout(config, out);
    push_count(",max", config.max, out);
    out.push_str(match config.expansion {
        Expansion::Auto => "",
        Expansion::One => ",one",
        Expansion::All => ",all",
    });
    push_count(",t", config.threshold, out);
    out.push_str(if config.solver { "" } else { ",nosolver" });
    out.push_str(if config.recycle { "" } else { ",norecycle" });
    out.push_str(match config.decision {
        Decision::MostVisits => "",
        Decision::SecureChild => ",secure",
        Decision::BestValue => ",best",
        Decision::ValueLogVisits => ",log",
    });
    out.push(b')');
}

/// What static and minimax values and priors are used for.
fn write_values(config: &Config, out: &mut Text<'_>) {
    push_weight(",im", config.im, out);
    match config.schedule {
        Schedule::Falling(half) if config.im > 0.0 => push_count("-", half, out),
        Schedule::Rising(half) if config.im > 0.0 => push_count("+", half, out),
        _ => {}
    }
    push_weight(",cb", config.cb, out);
    push_weight(",impb", config.impb, out);
    push_weight(",pb", config.pb, out);
    out.push_str(match config.divisor {
        Divisor::Losses if config.pb > 0.0 => "/l",
        Divisor::Visits if config.pb > 0.0 => "/n",
        _ => "",
    });
    push_count(",np", config.np, out);
}

fn write_playout(config: &Config, out: &mut Text<'_>) {
    out.push_str(if config.ipp { ",ipp" } else { "" });
    if let Some(epsilon) = config.ege {
        out.push_str(",ege");
        push_decimal(epsilon, out);
    }
    if let Some(plies) = config.fet {
        out.push_str(",fet");
        out.push_number(plies);
    }
    push_weight(",det", config.det, out);
    if config.det > 0.0 && config.det_period != Config::default().det_period {
        push_count("/", config.det_period, out);
    }
}

/// Options of which only one may stand share a bit.
mod group {
    pub(super) const EVALUATOR: u32 = 1;
    pub(super) const EXPANSION: u32 = 1 << 1;
    pub(super) const DECISION: u32 = 1 << 2;
    pub(super) const IPP: u32 = 1 << 3;
    pub(super) const SOLVER: u32 = 1 << 4;
    pub(super) const RECYCLE: u32 = 1 << 5;
    pub(super) const C: u32 = 1 << 6;
    pub(super) const IM: u32 = 1 << 7;
    pub(super) const CB: u32 = 1 << 8;
    pub(super) const IMPB: u32 = 1 << 9;
    pub(super) const PB: u32 = 1 << 10;
    pub(super) const NP: u32 = 1 << 11;
    pub(super) const EGE: u32 = 1 << 12;
    pub(super) const FET: u32 = 1 << 13;
    pub(super) const DET: u32 = 1 << 14;
    pub(super) const MAX: u32 = 1 << 15;
    pub(super) const THRESHOLD: u32 = 1 << 16;
}

/// What has been read so far, and which groups of options stood there.
#[derive(Default)]
pub(crate) struct Reader {
    pub(crate) config: Config,
    seen: u32,
}

impl Reader {
    /// Takes one option over.
    pub(crate) fn option(&mut self, word: Word<'_>) -> Result<(), SpecError> {
        let groups = self.apply(word)?;
        word.mark(groups, &mut self.seen)?;
        self.config.check().map_err(|error| word.config_error(error))
    }

    /// The same without a look at what stood before; returns the option's groups.
    fn apply(&mut self, word: Word<'_>) -> Result<u32, SpecError> {
        let config = &mut self.config;
        if let Some(evaluator) = evaluator(word.text) {
            config.evaluator = evaluator;
            return Ok(group::EVALUATOR);
        }
        if let Some(expansion) = expansion(word.text) {
            config.expansion = expansion;
            return Ok(group::EXPANSION);
        }
        if let Some(decision) = decision(word.text) {
            config.decision = decision;
            return Ok(group::DECISION);
        }
        Ok(match word.text {
            "ipp" => {
                config.ipp = true;
                group::IPP
            }
            "nosolver" => {
                config.solver = false;
                group::SOLVER
            }
            "norecycle" => {
                config.recycle = false;
                group::RECYCLE
            }
            "np" => {
                config.np = Config::NP_DEFAULT;
                group::NP
            }
            "bl" => {
                (config.ege, config.det) = (Some(0.1), 0.5);
                group::EGE | group::DET
            }
            "bl'" => {
                (config.ipp, config.fet, config.np) = (true, Some(20), Config::NP_DEFAULT);
                group::IPP | group::FET | group::NP
            }
            _ => return self.apply_number(word),
        })
    }

    /// An option with numbers behind its name.
    fn apply_number(&mut self, word: Word<'_>) -> Result<u32, SpecError> {
        let config = &mut self.config;
        let letters = word.text.bytes().take_while(u8::is_ascii_lowercase).count();
        let (name, digits) = word.text.split_at_checked(letters).unwrap_or_default();
        let (real, whole, group) = match name {
            "c" => (Some(&mut config.c), None, group::C),
            "im" => {
                (config.im, config.schedule) = implicit_minimax(word, digits)?;
                (None, None, group::IM)
            }
            "cb" => (Some(&mut config.cb), None, group::CB),
            "impb" => (Some(&mut config.impb), None, group::IMPB),
            "pb" => {
                (config.pb, config.divisor) = progressive_bias(word, digits)?;
                (None, None, group::PB)
            }
            "np" => (None, Some(&mut config.np), group::NP),
            "ege" => (Some(config.ege.insert(0.0)), None, group::EGE),
            "fet" => (None, Some(config.fet.insert(0)), group::FET),
            "det" => {
                let (value, period) = split_at(digits, b'/').map_or((digits, None), |(value, p)| (value, Some(p)));
                config.det_period = period.map_or(Ok(config.det_period), |period| word.whole(period))?;
                config.det = word.real(value)?;
                (None, None, group::DET)
            }
            "max" => (None, Some(&mut config.max), group::MAX),
            "t" => (None, Some(&mut config.threshold), group::THRESHOLD),
            _ => return Err(word.error(SpecErrorKind::UnknownOption)),
        };
        if let Some(number) = real {
            *number = word.real(digits)?;
        }
        if let Some(number) = whole {
            *number = word.whole(digits)?;
        }
        Ok(group)
    }
}

/// `0.4`, `0.4-1000`, `0.4+1000`.
fn implicit_minimax(word: Word<'_>, text: &str) -> Result<(f32, Schedule), SpecError> {
    if let Some((alpha, half)) = split_at(text, b'-') {
        return Ok((word.real(alpha)?, Schedule::Falling(word.whole(half)?)));
    }
    if let Some((alpha, half)) = split_at(text, b'+') {
        return Ok((word.real(alpha)?, Schedule::Rising(word.whole(half)?)));
    }
    Ok((word.real(text)?, Schedule::Constant))
}

/// `0.5`, `0.5/l`, `0.5/n`.
fn progressive_bias(word: Word<'_>, text: &str) -> Result<(f32, Divisor), SpecError> {
    match split_at(text, b'/') {
        None => Ok((word.real(text)?, Divisor::SqrtLosses)),
        Some((weight, "l")) => Ok((word.real(weight)?, Divisor::Losses)),
        Some((weight, "n")) => Ok((word.real(weight)?, Divisor::Visits)),
        Some(_) => Err(word.error(SpecErrorKind::BadNumber)),
    }
}

fn expansion(name: &str) -> Option<Expansion> {
    Some(match name {
        "one" => Expansion::One,
        "all" => Expansion::All,
        _ => return None,
    })
}

fn decision(name: &str) -> Option<Decision> {
    Some(match name {
        "robust" => Decision::MostVisits,
        "secure" => Decision::SecureChild,
        "best" => Decision::BestValue,
        "log" => Decision::ValueLogVisits,
        _ => return None,
    })
}
