//! Progress bars of long work: on standard error, where that is a terminal and nobody asked for
//! JSON.

use anyhow::Result;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// A bar for `len` pieces of work, called `unit`; hidden where `show` is false.
///
/// # Errors
/// None that a caller can cause.
pub fn bar(len: u64, unit: &str, show: bool) -> Result<ProgressBar> {
    let target = if show { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
    let style = ProgressStyle::with_template(&format!("{{bar:30}} {{pos}}/{{len}} {unit}, {{eta}} left, {{msg}}"))?;
    Ok(ProgressBar::with_draw_target(Some(len), target).with_style(style))
}
