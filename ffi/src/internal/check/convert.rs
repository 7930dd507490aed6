//! Converts the report of a check between the kernel's struct and the struct of the C interface.

use crate::internal::clock::Now;
use crate::types::*;
use core::ffi::{c_char, c_void};
use kernel::check::{Advice, Callback, Finding, Kind, Note, Report};
use kernel::game::Move;

/// The result type of the functions in this folder. The error is a C status.
pub(crate) type Checked<T> = Result<T, imm_status>;

/// Converts the kernel's report to C. The C report keeps the caller's clock.
pub(crate) fn report_to_c(report: &Report, now_ms: Option<Now>, clock: *mut c_void) -> imm_check_report {
    let mut findings = [finding_to_c(&Finding::default()); IMM_CHECK_FINDINGS];
    for (slot, finding) in findings.iter_mut().zip(report.findings()) {
        *slot = finding_to_c(finding);
    }
    let [first_wins, second_wins, draws] = report.results;
    imm_check_report {
        struct_size: size_of::<imm_check_report>() as u32,
        finding_count: report.findings().len() as u32,
        now_ms,
        clock,
        findings,
        positions: report.positions,
        games: report.games,
        first_wins,
        second_wins,
        draws,
        cut_off: report.cut_off,
        mean_moves: report.mean_moves,
        most_moves: report.moves_max,
        mean_plies: report.mean_plies,
        most_plies: report.longest,
        advice: report.advice.map_or(IMM_CALLBACK_NONE, |advice| advice.callback.number().into()),
        advice_gain: report.advice.map_or(0.0, |advice| advice.gain),
        nanoseconds: report.nanoseconds,
    }
}

fn finding_to_c(finding: &Finding) -> imm_check_finding {
    let is_one = finding.times > 0;
    imm_check_finding {
        kind: if is_one { finding.kind.number().into() } else { 0 },
        callback: finding.callback.number().into(),
        ply: finding.ply,
        times: finding.times,
        game: finding.game,
        r#move: finding.mv.0,
        move_text: chars(&finding.mv_text),
        line: chars(&finding.line),
        expected: chars(&finding.expected),
        found: chars(&finding.found),
    }
}

/// Converts a text to C, and adds a terminating NUL. So `M` must be `N + 1`.
fn chars<const N: usize, const M: usize>(note: &Note<N>) -> [c_char; M] {
    const { assert!(M == N + 1) };
    let mut chars = [0; M];
    for (slot, byte) in chars.iter_mut().zip(note.as_str().bytes()) {
        *slot = byte as c_char;
    }
    chars
}

/// Converts a text from C, up to its terminating NUL.
fn note<const N: usize>(chars: &[c_char]) -> Note<N> {
    Note::of(|out| chars.iter().take_while(|&&char| char != 0).for_each(|&char| out.push(char as u8)))
}

/// Converts a C report back to the kernel's report. `imm_check_game()` must have written the C
/// report.
pub(crate) fn report_from_c(c: &imm_check_report) -> Checked<Report> {
    let mut report = Report::default();
    report.positions = c.positions;
    report.games = c.games;
    report.results = [c.first_wins, c.second_wins, c.draws];
    report.cut_off = c.cut_off;
    report.longest = c.most_plies;
    report.moves_max = c.most_moves;
    report.mean_moves = c.mean_moves;
    report.mean_plies = c.mean_plies;
    report.nanoseconds = c.nanoseconds;
    report.advice = advice_from_c(c)?;
    for finding in c.findings.iter().take(c.finding_count as usize) {
        report.push(finding_from_c(finding)?);
    }
    Ok(report)
}

fn advice_from_c(c: &imm_check_report) -> Checked<Option<Advice>> {
    let callback = callback_from_c(c.advice)?;
    Ok((callback != Callback::Game).then_some(Advice { callback, gain: c.advice_gain }))
}

fn callback_from_c(number: i32) -> Checked<Callback> {
    u8::try_from(number).ok().and_then(Callback::from_number).ok_or(IMM_ERR_ENUM)
}

fn finding_from_c(c: &imm_check_finding) -> Checked<Finding> {
    Ok(Finding {
        kind: u8::try_from(c.kind).ok().and_then(Kind::from_number).ok_or(IMM_ERR_ENUM)?,
        callback: callback_from_c(c.callback)?,
        game: c.game,
        ply: c.ply,
        times: c.times,
        mv: Move(c.r#move),
        mv_text: note(&c.move_text),
        line: note(&c.line),
        expected: note(&c.expected),
        found: note(&c.found),
    })
}
