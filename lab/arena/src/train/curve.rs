//! Draws the figure of a run: the losses and the strength by generation.

use super::generation::Line;
use crate::stats::elo;
use anyhow::{Result, anyhow};
use plotters::coord::Shift;
use plotters::prelude::*;

const SIZE: (u32, u32) = (720, 620);
const FONT: &str = "sans-serif";
const LEARNED: RGBColor = RGBColor(20, 80, 170);
const HELD_OUT: RGBColor = RGBColor(180, 70, 20);
const STRENGTH: RGBColor = RGBColor(20, 120, 50);

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;
/// The label of a curve, its colour, and its points.
type Curve<'a> = (&'a str, RGBColor, Vec<(f64, f64)>);
type Drawn = Result<(), DrawingAreaErrorKind<std::io::Error>>;

/// Draws the figure as SVG.
///
/// # Errors
/// The figure cannot be drawn.
pub(super) fn svg(name: &str, lines: &[Line]) -> Result<String> {
    let mut text = String::new();
    let (upper, lower) = SVGBackend::with_string(&mut text, SIZE).into_drawing_area().split_vertically(SIZE.1 / 2);
    losses(name, lines, &upper).and_then(|()| strength(lines, &lower)).map_err(|error| anyhow!("curve: {error}"))?;
    drop((upper, lower));
    Ok(text)
}

fn losses(name: &str, lines: &[Line], area: &Area<'_>) -> Drawn {
    let at = |line: &Line| f64::from(line.generation);
    let learned: Vec<_> = lines.iter().map(|line| (at(line), line.loss)).collect();
    let held_out: Vec<_> = lines.iter().filter_map(|line| Some((at(line), line.held_out?))).collect();
    let most = learned.iter().chain(&held_out).fold(0.01_f64, |most, point| most.max(point.1));
    let curves = [("learned", LEARNED, learned), ("held out", HELD_OUT, held_out)];
    chart(area, &format!("{name}: loss"), lines.len(), [0.0, 1.1 * most], &curves)
}

/// Draws the strength of the best net, in Elo points above the first net. The strength is the sum
/// of the gains in all matches that a new net won.
fn strength(lines: &[Line], area: &Area<'_>) -> Drawn {
    let mut sum = 0.0;
    let mut points = Vec::new();
    for line in lines {
        let gain = line.gate.map_or(0.0, |[lost, drawn, won]| {
            let all = (lost + drawn + won) as f64 + 1.0; // one imaginary draw keeps the Elo gain finite
            elo((won as f64 + 0.5 * drawn as f64 + 0.5) / all).unwrap_or(0.0)
        });
        sum += if line.accepted { gain } else { 0.0 };
        points.push((f64::from(line.generation), sum));
    }
    let most = points.iter().fold(50.0_f64, |most, point| most.max(point.1));
    let title = "Elo points over the first net, by matches of one net with the next";
    chart(area, title, lines.len(), [-50.0, 1.1 * most], &[("best net", STRENGTH, points)])
}

fn chart(area: &Area<'_>, title: &str, count: usize, [low, high]: [f64; 2], curves: &[Curve<'_>]) -> Drawn {
    area.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(area)
        .caption(title, (FONT, 16))
        .margin(12)
        .x_label_area_size(36)
        .y_label_area_size(54)
        .build_cartesian_2d(-0.2..count.max(1) as f64 - 0.8, low..high)?;
    chart
        .configure_mesh()
        .x_desc("generation")
        .x_label_formatter(&|x| format!("{x:.0}"))
        .label_style((FONT, 13))
        .light_line_style(WHITE)
        .draw()?;
    for &(label, colour, ref points) in curves {
        let series = LineSeries::new(points.iter().copied(), colour.stroke_width(2)).point_size(3);
        let legend = move |(x, y)| PathElement::new([(x, y), (x + 18, y)], colour.stroke_width(2));
        chart.draw_series(series)?.label(label).legend(legend);
    }
    chart.configure_series_labels().label_font((FONT, 13)).border_style(BLACK.mix(0.3)).draw()?;
    area.present()
}

#[cfg(test)]
mod tests {
    use super::super::whole::Loss;
    use super::*;

    #[test]
    fn a_figure_has_a_point_for_each_generation() {
        let line = |generation, gate| Line {
            generation,
            games: 10,
            positions: 100,
            window: 100,
            loss: 0.2,
            held_out_before: None,
            held_out: Some(0.25),
            whole: Loss { mean: 0.0, most: 0.0 },
            gate,
            ratio: None,
            accepted: true,
            seconds: [1.0; 3],
        };
        let text = svg("oware", &[line(0, None), line(1, Some([10, 0, 30])), line(2, Some([0, 0, 4]))]).unwrap();
        assert_eq!(text.matches("<circle").count(), 9);
        for word in ["<svg", "</svg>", "oware", "held out", "Elo points"] {
            assert!(text.contains(word), "{word}");
        }
    }
}
