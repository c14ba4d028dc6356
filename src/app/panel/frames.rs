//! Part of the section Program about frame times.

use bevy::diagnostic::{DiagnosticsStore, FrameTimeDiagnosticsPlugin};
use bevy_egui::egui::Ui;
use bspwalk_explain::glossary::Term;
use bspwalk_text::text;
use egui_plot::{HLine, Line, PlotPoints};

use super::PanelData;
use crate::app::kit::style;
use crate::app::kit::widgets;

/// Number of recent frames that are kept.
pub(super) const KEPT: usize = 240;

/// Returns the times of recent frames in milliseconds, oldest first.
fn frame_times(diagnostics: &DiagnosticsStore) -> Vec<f64> {
    let times = diagnostics.get(&FrameTimeDiagnosticsPlugin::FRAME_TIME);
    times
        .into_iter()
        .flat_map(|times| times.values().copied())
        .collect()
}

fn percentiles(mut times: Vec<f64>) -> Option<[f64; 2]> {
    times.sort_by(f64::total_cmp);
    let last = times.len().checked_sub(1)?;
    Some([0.5, 0.95].map(|share| times[(last as f64 * share).round() as usize]))
}

pub(super) fn contents(ui: &mut Ui, data: &PanelData<'_, '_>) {
    widgets::heading(ui, text!("panel-frame-time"));
    let times = frame_times(&data.diagnostics);
    let Some([median, slow]) = percentiles(times.clone()) else {
        return;
    };
    widgets::rows(ui, "frames", |ui| {
        let value = text!(
            "panel-frame-median",
            median = format_args!("{median:.1}"),
            fps = format_args!("{:.0}", 1e3 / median.max(1e-3))
        );
        widgets::row(ui, text!("panel-median"), value, Term::Median);
        widgets::row(ui, text!("panel-slow"), format!("{slow:.1} ms"), Term::Percentile);
    });
    let points: PlotPoints<'_> = (0..).zip(times).map(|(i, ms)| [f64::from(i), ms]).collect();
    widgets::plot("frames", 70.0)
        .show_axes([false, true])
        .show_grid([false, true])
        .include_y(0.0)
        .include_y(20.0)
        .include_x(0.0)
        .include_x(KEPT as f64)
        .show(ui, |plot| {
            plot.hline(HLine::new("60 FPS", 1000.0 / 60.0).color(style::LINE));
            plot.line(Line::new(text!("panel-milliseconds"), points).color(style::ACCENT));
        });
}

#[cfg(test)]
mod tests {
    use bevy::{
        diagnostic::{Diagnostic, DiagnosticMeasurement},
        platform::time::Instant,
    };

    use super::*;

    #[test]
    fn only_the_last_frames_count() {
        let path = FrameTimeDiagnosticsPlugin::FRAME_TIME;
        let mut diagnostic = Diagnostic::new(path).with_max_history_length(KEPT);
        assert_eq!(percentiles(Vec::new()), None);
        for frame in 0..KEPT + 10 {
            let value = if frame < 10 { 1000.0 } else { (frame - 10) as f64 };
            let time = Instant::now();
            diagnostic.add_measurement(DiagnosticMeasurement { time, value });
        }
        let mut diagnostics = DiagnosticsStore::default();
        diagnostics.add(diagnostic);
        let times = frame_times(&diagnostics);
        assert_eq!((times.len(), times[0]), (KEPT, 0.0));
        assert_eq!(percentiles(times), Some([120.0, 227.0]));
    }
}
