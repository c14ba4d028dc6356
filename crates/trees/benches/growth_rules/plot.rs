//! Plots the measurements.

use std::{error::Error, path::Path};

use bspwalk_trees::Rule;
use plotters::{
    prelude::*,
    style::text_anchor::{HPos, Pos, VPos},
};

use crate::{Measured, RULES};

const SIZE: (u32, u32) = (960, 540);

/// Kinds of levels in the plot, with their colours. Levels of these kinds are generated, so they only differ in size.
const KINDS: [(&str, RGBColor); 2] = [
    ("terrain", RGBColor(31, 119, 180)),
    ("soup", RGBColor(214, 39, 40)),
];

/// Plots build times against numbers of triangles, both on logarithmic scales, with one panel per rule.
pub(crate) fn draw(file: &Path, rows: &[Measured]) -> Result<(), Box<dyn Error>> {
    let root = SVGBackend::new(file, SIZE).into_drawing_area();
    root.fill(&WHITE)?;
    for (rule, panel) in RULES.into_iter().zip(root.split_evenly((1, RULES.len()))) {
        draw_rule(&panel, rule, rows)?;
    }
    root.present()?;
    Ok(())
}

fn draw_rule(
    panel: &DrawingArea<SVGBackend<'_>, plotters::coord::Shift>,
    rule: Rule,
    rows: &[Measured],
) -> Result<(), Box<dyn Error>> {
    let mut chart = ChartBuilder::on(panel)
        .caption(rule.name(), ("sans-serif", 18))
        .margin(8)
        .x_label_area_size(36)
        .y_label_area_size(52)
        .build_cartesian_2d((800.0..400_000.0).log_scale(), (1.0e-3..300.0).log_scale())?;
    chart
        .configure_mesh()
        .light_line_style(WHITE)
        .x_labels(4)
        .x_desc("triangles")
        .y_desc("seconds")
        .x_label_formatter(&|&value: &f64| format!("{value:.0}"))
        .y_label_formatter(&|&value: &f64| format!("{value}"))
        .draw()?;
    for (place, (kind, color)) in KINDS.into_iter().enumerate() {
        let times: Vec<(f64, f64)> = rows
            .iter()
            .filter(|row| row.rule == rule && row.kind == kind)
            .map(|row| (row.triangles as f64, row.seconds))
            .collect();
        chart.draw_series(times.iter().map(|&point| Circle::new(point, 3, color.filled())))?;
        chart.draw_series(LineSeries::new(times, color.stroke_width(2)))?;
        let style = ("sans-serif", 14).into_font().color(&color);
        panel.draw_text(
            kind,
            &style.pos(Pos::new(HPos::Left, VPos::Top)),
            (72, 44 + 18 * place as i32),
        )?;
    }
    Ok(())
}
