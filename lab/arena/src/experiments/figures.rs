//! The figures of the report. A figure has the paper's curves, and imm's points with their
//! confidence intervals.

use super::data::{Figure, Part};
use super::estimate::ours;
use super::matchup::{Experiment, panels};
use super::record::Record;
use crate::stats::Estimate;
use anyhow::{Result, anyhow};
use plotters::prelude::*;

/// The size of a chart. If a figure has only one chart, this is also the size of the figure.
const SIZE: (u32, u32) = (720, 460);
const PANEL: (u32, u32) = (330, 270);
/// The number of charts in a row of a figure.
const IN_A_ROW: usize = 3;
/// The colours of the paper's curves.
const COLOURS: [RGBColor; 3] = [RGBColor(150, 150, 150), RGBColor(205, 170, 110), RGBColor(150, 185, 150)];
/// The colours of imm's curves.
const OURS: [RGBColor; 4] =
    [RGBColor(20, 80, 170), RGBColor(180, 70, 20), RGBColor(20, 120, 50), RGBColor(110, 60, 140)];
const FONT: &str = "sans-serif";

/// The points of a curve that was measured with imm. Each point is the x value (alpha) and the
/// measured score.
pub type Points = Vec<(f64, Estimate)>;

/// A measured curve: its label, if it has one, and its points.
pub type Measured = (Option<String>, Points);

/// Returns the charts of the part's figure. Each chart consists of a title and curves. The title is
/// `None` if there is only one chart. The charts and curves are in the order of the experiments. A
/// curve is included even if none of its points is measured yet.
#[must_use]
pub fn measured(part: &Part, record: &Record) -> Vec<(Option<String>, Vec<Measured>)> {
    let point = |one: &Experiment| one.x.zip(ours(one, record.games(&one.matchup)));
    let curve = |(name, row): (Option<&str>, Vec<&Experiment>)| {
        (name.map(str::to_owned), row.into_iter().filter_map(point).collect())
    };
    let panels = panels(part.experiments.iter().filter(|experiment| experiment.x.is_some()));
    panels.into_iter().map(|(title, rows)| (title.map(str::to_owned), rows.into_iter().map(curve).collect())).collect()
}

/// Returns the figure as SVG. The x axis is alpha, the y axis is A's score in percent.
///
/// # Errors
/// The figure cannot be drawn.
pub fn svg(figure: &Figure, panels: &[(Option<String>, Vec<Measured>)]) -> Result<String> {
    let mut text = String::new();
    draw(figure, panels, &mut text).map_err(|error| anyhow!("{}: cannot draw: {error}", figure.file))?;
    Ok(text)
}

type Drawn = Result<(), DrawingAreaErrorKind<std::io::Error>>;
type Area<'a> = DrawingArea<SVGBackend<'a>, plotters::coord::Shift>;

fn draw(figure: &Figure, panels: &[(Option<String>, Vec<Measured>)], text: &mut String) -> Drawn {
    let [(Some(_), _), ..] = panels else {
        let area = SVGBackend::with_string(text, SIZE).into_drawing_area();
        area.fill(&WHITE)?;
        let ours = panels.first().map_or(&[][..], |(_, curves)| curves);
        chart(&area, (&figure.title, 18), figure, ours, "imm, 95 % confidence")?;
        return area.present();
    };
    let (wide, high) = (panels.len().min(IN_A_ROW), panels.len().div_ceil(IN_A_ROW));
    let size = (PANEL.0 * wide as u32, PANEL.1 * high as u32 + 30);
    let area = SVGBackend::with_string(text, size).into_drawing_area();
    area.fill(&WHITE)?;
    let below = area.titled(&figure.title, (FONT, 18))?;
    for (part, (title, curves)) in below.split_evenly((high, wide)).iter().zip(panels) {
        chart(part, (title.as_deref().unwrap_or_default(), 15), figure, curves, "")?;
    }
    area.present()
}

/// Draws one chart. `ours` is the label of a measured curve without its own label.
fn chart(area: &Area<'_>, (title, size): (&str, u32), figure: &Figure, curves: &[Measured], ours: &str) -> Drawn {
    let mut chart = ChartBuilder::on(area)
        .caption(title, (FONT, size))
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
    for ((name, points), colour) in curves.iter().zip(OURS.into_iter().cycle()) {
        let means = points.iter().map(|&(x, found)| (x, 100.0 * found.score));
        chart.draw_series(LineSeries::new(means, colour.stroke_width(1)))?;
        let bars = points.iter().map(|&(x, Estimate { score, ci95: [low, high] })| {
            ErrorBar::new_vertical(x, 100.0 * low, 100.0 * score, 100.0 * high, colour.filled(), 8)
        });
        let series = chart.draw_series(bars)?;
        let label = match name {
            Some(name) if ours.is_empty() => name.clone(),
            Some(name) => format!("{ours}: {name}"),
            None => ours.to_owned(),
        };
        series.label(label).legend(move |(x, y)| PathElement::new([(x, y), (x + 18, y)], colour.stroke_width(2)));
    }
    let labels = &mut chart.configure_series_labels();
    labels.label_font((FONT, 13)).border_style(BLACK.mix(0.3)).position(SeriesLabelPosition::LowerLeft).draw()?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::data::Curve;
    use super::*;

    #[test]
    fn a_figure_has_the_curves_and_our_points() {
        let curves = vec![Curve { label: "paper, 1 s".to_owned(), points: vec![(0.0, 50.0), (1.0, 10.0)] }];
        let figure = Figure { file: "f.svg".to_owned(), title: "Kalah".to_owned(), curves };
        let count = |ours: &[Measured]| svg(&figure, &[(None, ours.to_vec())]).unwrap().matches("<circle").count();
        let point = |x| (x, Estimate { score: 0.6, ci95: [0.5, 0.7] });
        let bare = count(&[]);
        assert_eq!(count(&[(None, vec![point(0.1), point(0.3)])]), bare + 2);
        let two = [(Some("fast".to_owned()), vec![point(0.1)]), (Some("slow".to_owned()), vec![point(0.1)])];
        assert_eq!(count(&two), bare + 2);
        let text = svg(&figure, &[(None, two.to_vec())]).unwrap();
        assert!(text.contains("imm, 95 % confidence: slow"));
        let text = svg(&figure, &[(None, vec![(None, vec![point(0.1)])])]).unwrap();
        for word in ["<svg", "Kalah", "paper, 1 s", "imm, 95 % confidence"] {
            assert!(text.contains(word), "{word}");
        }
    }

    #[test]
    fn a_figure_of_several_games_has_a_chart_for_each() {
        let figure = Figure { file: "f.svg".to_owned(), title: "Alpha".to_owned(), curves: vec![] };
        let curve = (Some("200 simulations".to_owned()), vec![(0.4, Estimate { score: 0.6, ci95: [0.5, 0.7] })]);
        let panels = ["Breakthrough", "Kalah"].map(|game| (Some(game.to_owned()), vec![curve.clone()]));
        let text = svg(&figure, &panels).unwrap();
        for (word, times) in [("Alpha", 1), ("Breakthrough", 1), ("Kalah", 1), ("200 simulations", 2)] {
            assert_eq!(text.matches(word).count(), times, "{word}");
        }
    }
}
