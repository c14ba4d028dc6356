//! Notices: shown for a while, then they fade.

use std::{collections::VecDeque, time::Duration};

use bevy::prelude::*;
use bevy_egui::{EguiContexts, egui};
use egui::{Align2, Id, Order};

use super::style;
use crate::app::{panel::FreeArea, state::Notice};

/// What is on the screen.
#[derive(Resource, Default)]
pub(super) struct Board(VecDeque<Posted>);

struct Posted {
    notice: Notice,
    since: Duration,
}

/// Most notices at once; older ones give way.
const MOST: usize = 5;

/// Seconds that it takes to fade.
const FADE: f32 = 0.6;

impl Posted {
    /// Seconds for which it is shown: long enough to be read, longer where something went wrong.
    fn lasts(&self) -> f32 {
        let words = self.notice.text.split_whitespace().count() as f32;
        (2.5 + 0.3 * words) * if self.notice.error { 2.0 } else { 1.0 }
    }

    /// How visible it is, 0 to 1.
    fn opacity(&self, now: Duration) -> f32 {
        let left = self.lasts() - now.saturating_sub(self.since).as_secs_f32();
        (left / FADE).clamp(0.0, 1.0)
    }
}

pub(super) fn collect(mut messages: MessageReader<Notice>, time: Res<Time<Real>>, mut board: ResMut<Board>) {
    let now = time.elapsed();
    board.0.retain(|posted| posted.opacity(now) > 0.0);
    for notice in messages.read() {
        board.0.retain(|posted| posted.notice.text != notice.text);
        board.0.push_back(Posted {
            notice: notice.clone(),
            since: now,
        });
        if board.0.len() > MOST {
            board.0.pop_front();
        }
    }
}

pub(super) fn draw(
    mut contexts: EguiContexts,
    time: Res<Time<Real>>,
    board: Res<Board>,
    free: Option<Res<FreeArea>>,
) -> Result {
    let context = contexts.ctx_mut()?;
    let now = time.elapsed();
    let window = context.content_rect();
    let free = free
        .map(|free| free.0)
        .filter(|free| free.width() > 0.0)
        .unwrap_or(window);
    let width = (free.width() * 0.5).clamp(320.0, 640.0);
    egui::Area::new(Id::new("notices"))
        .anchor(
            Align2::CENTER_TOP,
            egui::vec2(free.center().x - window.center().x, 14.0),
        )
        .order(Order::Foreground)
        .interactable(false)
        .show(context, |ui| {
            ui.set_max_width(width);
            ui.vertical_centered(|ui| {
                for posted in &board.0 {
                    ui.scope(|ui| {
                        ui.set_opacity(posted.opacity(now));
                        let color = if posted.notice.error {
                            style::ALARM
                        } else {
                            style::ACCENT
                        };
                        // The card is as wide as its text.
                        let font = egui::FontId::proportional(14.0);
                        let text =
                            ui.painter()
                                .layout(posted.notice.text.clone(), font, style::TEXT, width - 30.0);
                        let card = style::card().show(ui, |ui| {
                            ui.set_width(text.size().x);
                            ui.add(egui::Label::new(text));
                        });
                        let rect = card.response.rect;
                        let bar = egui::Rect::from_min_size(rect.min, egui::vec2(4.0, rect.height()));
                        ui.painter().rect_filled(
                            bar,
                            egui::CornerRadius {
                                nw: 6,
                                sw: 6,
                                ..Default::default()
                            },
                            color,
                        );
                    });
                }
            });
        });
    Ok(())
}
