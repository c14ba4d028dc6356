//! How long the frames take.

use std::collections::VecDeque;

use bevy::prelude::*;
use bevy_egui::egui::Ui;
use egui_plot::{HLine, Line, Plot, PlotPoints};

use super::{Inbox, widgets};
use crate::app::hud::style;

/// How many of the last frames are kept.
const KEPT: usize = 240;

/// How long the last frames took, in milliseconds, the oldest first.
#[derive(Resource, Clone, Debug, Default)]
pub(super) struct FrameTimes(VecDeque<f32>);

impl FrameTimes {
    fn push(&mut self, milliseconds: f32) {
        if self.0.len() == KEPT {
            self.0.pop_front();
        }
        self.0.push_back(milliseconds);
    }

    /// The median and the 95th percentile.
    fn median_and_slow(&self) -> Option<[f32; 2]> {
        let mut sorted: Vec<f32> = self.0.iter().copied().collect();
        sorted.sort_by(f32::total_cmp);
        let at = |share: f32| {
            sorted
                .get(((sorted.len() as f32 - 1.0) * share).round() as usize)
                .copied()
        };
        Some([at(0.5)?, at(0.95)?])
    }
}

pub(super) fn collect(time: Res<Time<Real>>, mut frames: ResMut<FrameTimes>) {
    let milliseconds = time.delta_secs() * 1e3;
    if milliseconds > 0.0 {
        frames.push(milliseconds);
    }
}

pub(super) fn section(ui: &mut Ui, inbox: &Inbox<'_>) {
    widgets::section(ui, "Frame time", false, |ui| {
        let Some([median, slow]) = inbox.frames.median_and_slow() else {
            return;
        };
        widgets::rows(ui, "frames", |ui| {
            let value = format!("{median:.1} ms  ({:.0} FPS)", 1e3 / median.max(1e-3));
            widgets::row(
                ui,
                "Median",
                value,
                "Half of the last frames took less, half more. FPS: frames per second.",
            );
            widgets::row(
                ui,
                "95th percentile",
                format!("{slow:.1} ms"),
                "One frame in twenty took longer than this.",
            );
        });
        let points: PlotPoints<'_> = (0..)
            .zip(&inbox.frames.0)
            .map(|(i, &ms)| [f64::from(i), f64::from(ms)])
            .collect();
        Plot::new("frames")
            .height(70.0)
            .show_axes([false, true])
            .show_grid([false, true])
            .show_background(false)
            .allow_zoom(false)
            .allow_drag(false)
            .allow_scroll(false)
            .allow_boxed_zoom(false)
            .allow_axis_zoom_drag(false)
            .show_crosshair(false)
            .include_y(0.0)
            .include_y(20.0)
            .include_x(0.0)
            .include_x(KEPT as f64)
            .show(ui, |plot| {
                plot.hline(HLine::new("60 FPS", 1000.0 / 60.0).color(style::LINE));
                plot.line(Line::new("milliseconds", points).color(style::ACCENT));
            });
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_last_frames_count() {
        let mut frames = FrameTimes::default();
        assert_eq!(frames.median_and_slow(), None);
        for _ in 0..10 {
            frames.push(1000.0);
        }
        for _ in 0..KEPT {
            frames.push(16.0);
        }
        assert_eq!(frames.median_and_slow(), Some([16.0, 16.0]));
        assert_eq!(frames.0.len(), KEPT);
    }
}
