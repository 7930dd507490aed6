//! The figures of the report. A figure has the paper's curves, and imm's points with their
//! confidence intervals.

use super::data::{Figure, Part};
use super::estimate::ours;
use super::record::Record;
use crate::stats::Estimate;
use anyhow::{Result, anyhow};
use plotters::prelude::*;

const SIZE: (u32, u32) = (720, 460);
/// The colours of the paper's curves.
const COLOURS: [RGBColor; 3] = [RGBColor(150, 150, 150), RGBColor(205, 170, 110), RGBColor(150, 185, 150)];
/// The colours of imm's curves.
const OURS: [RGBColor; 3] = [RGBColor(20, 80, 170), RGBColor(180, 70, 20), RGBColor(20, 120, 50)];
const FONT: &str = "sans-serif";

/// The points of a curve that was measured with imm. Each point is the x value (alpha) and the
/// measured score.
pub type Points = Vec<(f64, Estimate)>;

/// Returns the measured curves of the part's figure. Each curve comes with its label, or `None` if
/// it has no label. The curves are in the order of the experiments. A curve is included even if
/// none of its points is measured yet.
#[must_use]
pub fn measured(part: &Part, record: &Record) -> Vec<(Option<String>, Points)> {
    let mut curves: Vec<(Option<String>, Points)> = Vec::new();
    for experiment in part.experiments.iter().filter(|experiment| experiment.x.is_some()) {
        let known = curves.iter().position(|(name, _)| *name == experiment.curve);
        let index = known.unwrap_or_else(|| {
            curves.push((experiment.curve.clone(), Points::new()));
            curves.len() - 1
        });
        let found = ours(experiment, record.games(&experiment.matchup));
        curves[index].1.extend(experiment.x.zip(found));
    }
    curves
}

/// Returns the figure as SVG. The x axis is alpha, the y axis is A's score in percent.
///
/// # Errors
/// The figure cannot be drawn.
pub fn svg(figure: &Figure, ours: &[(Option<String>, Points)]) -> Result<String> {
    let mut text = String::new();
    draw(figure, ours, SVGBackend::with_string(&mut text, SIZE).into_drawing_area())
        .map_err(|error| anyhow!("{}: cannot draw: {error}", figure.file))?;
    Ok(text)
}

type Drawn = Result<(), DrawingAreaErrorKind<std::io::Error>>;

fn draw(
    figure: &Figure,
    ours: &[(Option<String>, Points)],
    area: DrawingArea<SVGBackend<'_>, plotters::coord::Shift>,
) -> Drawn {
    area.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&area)
        .caption(&figure.title, (FONT, 18))
        .margin(12)
        .x_label_area_size(40)
        .y_label_area_size(50)
        .build_cartesian_2d(0.0..1.02, 0.0..100.0)?;
    let mesh = &mut chart.configure_mesh();
    mesh.x_desc("alpha")
        .y_desc("score of A (%)")
        .y_label_formatter(&|percent| format!("{percent:.0}"))
        .label_style((FONT, 13))
        .light_line_style(WHITE)
        .draw()?;
    for (curve, colour) in figure.curves.iter().zip(COLOURS.into_iter().cycle()) {
        let series =
            chart.draw_series(LineSeries::new(curve.points.iter().copied(), colour.stroke_width(2)).point_size(2))?;
        series
            .label(&curve.label)
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 18, y)], colour.stroke_width(2)));
    }
    for ((name, points), colour) in ours.iter().zip(OURS.into_iter().cycle()) {
        let means = points.iter().map(|&(x, found)| (x, 100.0 * found.score));
        chart.draw_series(LineSeries::new(means, colour.stroke_width(1)))?;
        let bars = points.iter().map(|&(x, Estimate { score, ci95: [low, high] })| {
            ErrorBar::new_vertical(x, 100.0 * low, 100.0 * score, 100.0 * high, colour.filled(), 8)
        });
        let series = chart.draw_series(bars)?;
        let name = name.as_ref().map_or(String::new(), |name| format!(": {name}"));
        series
            .label(format!("imm, 95 % confidence{name}"))
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 18, y)], colour.stroke_width(2)));
    }
    let labels = &mut chart.configure_series_labels();
    labels.label_font((FONT, 13)).border_style(BLACK.mix(0.3)).position(SeriesLabelPosition::LowerLeft).draw()?;
    area.present()
}

#[cfg(test)]
mod tests {
    use super::super::data::Curve;
    use super::*;

    #[test]
    fn a_figure_has_the_curves_and_our_points() {
        let curves = vec![Curve { label: "paper, 1 s".to_owned(), points: vec![(0.0, 50.0), (1.0, 10.0)] }];
        let figure = Figure { file: "f.svg".to_owned(), title: "Kalah".to_owned(), curves };
        let count = |ours: &[(Option<String>, Points)]| svg(&figure, ours).unwrap().matches("<circle").count();
        let point = |x| (x, Estimate { score: 0.6, ci95: [0.5, 0.7] });
        let bare = count(&[]);
        assert_eq!(count(&[(None, vec![point(0.1), point(0.3)])]), bare + 2);
        let two = [(Some("fast".to_owned()), vec![point(0.1)]), (Some("slow".to_owned()), vec![point(0.1)])];
        assert_eq!(count(&two), bare + 2);
        let text = svg(&figure, &two).unwrap();
        assert!(text.contains("imm, 95 % confidence: slow"));
        let text = svg(&figure, &[(None, vec![point(0.1)])]).unwrap();
        for word in ["<svg", "Kalah", "paper, 1 s", "imm, 95 % confidence"] {
            assert!(text.contains(word), "{word}");
        }
    }
}
