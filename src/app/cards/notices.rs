//! Notices, which are shown for a while and then fade out.

use std::time::Duration;

use bevy::prelude::*;
use egui::text::{LayoutJob, TextFormat};
use egui::{Align2, Id, Order};

use crate::app::kit::{code, prelude::*};

/// Notices that are on screen.
#[derive(Resource, Default)]
pub(super) struct Board(Vec<Posted>);

struct Posted {
    notice: Notice,
    since: Duration,
}

/// Maximum number of notices. The oldest are dropped.
const MOST: usize = 5;

/// Duration of the fade-out (in seconds).
const FADE: f32 = 0.6;

impl Posted {
    /// Returns how long the notice is shown (in seconds): long enough to read the text, and twice as long for an error.
    fn lasts(&self) -> f32 {
        let words = self.notice.text.split_whitespace().count() as f32;
        (2.5 + 0.3 * words) * if self.notice.error { 2.0 } else { 1.0 }
    }

    /// Returns the opacity, from 0 to 1.
    fn opacity(&self, now: Duration) -> f32 {
        let left = self.lasts() - now.saturating_sub(self.since).as_secs_f32();
        (left / FADE).clamp(0.0, 1.0)
    }
}

/// Removes the notices that are fading out, whose contrast is low.
#[cfg(test)]
pub(in crate::app) fn remove_fading(world: &mut World) {
    let now = world.resource::<Time<Real>>().elapsed();
    let notices = &mut world.resource_mut::<Board>().0;
    notices.retain(|posted| posted.opacity(now) >= 1.0);
}

pub(super) fn collect(mut messages: MessageReader<Notice>, time: Res<Time<Real>>, mut board: ResMut<Board>) {
    let now = time.elapsed();
    board.0.retain(|posted| posted.opacity(now) > 0.0);
    for notice in messages.read() {
        board.0.retain(|posted| posted.notice.text != notice.text);
        let (notice, since) = (notice.clone(), now);
        board.0.push(Posted { notice, since });
    }
    let extra = board.0.len().saturating_sub(MOST);
    board.0.drain(..extra);
}

/// Maximum number of rows per notice, and maximum total height of all notices as a fraction of the window height.
const MOST_ROWS: usize = 8;
const MOST_HEIGHT: f32 = 0.4;

/// Maximum height of all notices, as a fraction of the height above the bottom cards. In a low window, the rest is left
/// for the side columns.
const MOST_ABOVE: f32 = 0.6;

pub(super) fn draw(
    mut contexts: EguiContexts,
    time: Res<Time<Real>>,
    board: Res<Board>,
    mut screen: ResMut<Screen>,
) -> Result {
    if board.0.is_empty() {
        return Ok(());
    }
    let (context, now) = (contexts.ctx_mut()?, time.elapsed());
    let place = screen.places.notices;
    let frame = style::card();
    let width = place.width() - frame.total_margin().sum().x;
    let texts: Vec<_> = board
        .0
        .iter()
        .map(|posted| {
            let font = egui::FontId::proportional(14.0);
            let mut job = LayoutJob::default();
            if posted.notice.error {
                // Also mark errors with a symbol, because colour is not accessible to everyone.
                job.append("!", 0.0, TextFormat::simple(font.clone(), style::ALARM));
            }
            let space = if posted.notice.error { 6.0 } else { 0.0 };
            let plain = TextFormat::simple(font, style::TEXT);
            code::append(&mut job, &posted.notice.text, space, &plain);
            (job.wrap.max_width, job.wrap.max_rows) = (width, MOST_ROWS);
            context.fonts_mut(|fonts| fonts.layout_job(job))
        })
        .collect();
    // If not all notices fit, drop the oldest. The latest notice is always shown.
    let above = place.intersect(screen.places.clear).height();
    let all = (MOST_HEIGHT * place.height()).min(MOST_ABOVE * above);
    let mut room = all;
    let fits = texts.iter().rev().take_while(|text| {
        let before = room;
        room -= text.size().y + frame.total_margin().sum().y;
        room >= 0.0 || before == all
    });
    let first = texts.len() - fits.count();
    let area = egui::Area::new(Id::new("notices"))
        .pivot(Align2::CENTER_TOP)
        .fixed_pos(place.center_top())
        .order(Order::Foreground)
        .interactable(false)
        .show(context, |ui| {
            ui.set_max_width(place.width());
            ui.vertical_centered(|ui| {
                for (posted, text) in board.0.iter().zip(texts).skip(first) {
                    ui.scope(|ui| {
                        ui.set_opacity(posted.opacity(now));
                        let error = posted.notice.error;
                        let color = if error { style::ALARM } else { style::ACCENT };
                        // Make the card as wide as its text.
                        let card = frame.show(ui, |ui| {
                            ui.set_width(text.size().x);
                            ui.add(egui::Label::new(text));
                        });
                        let rect = card.response.rect;
                        let bar = egui::Rect::from_min_size(rect.min, egui::vec2(4.0, rect.height()));
                        let left = egui::CornerRadius {
                            ne: 0,
                            se: 0,
                            ..frame.corner_radius
                        };
                        ui.painter().rect_filled(bar, left, color);
                    });
                }
            });
        });
    screen.next.notices = area.response.rect.height();
    Ok(())
}
