//! Decides when to draw: coarse pictures during motion, one fine picture at rest, and then nothing until something
//! changes.

use std::time::Duration;

use bspwalk_draw::raster::{
    Camera, Frame,
    resolution::{self, Resolution},
};
use bspwalk_session::walk::Session;
use bspwalk_trees::node_storing::NodeId;
use ratatui::{buffer::Buffer, layout::Rect};
use web_time::Instant;

use super::{canvas, screen::Screen};
use crate::walk::{
    overlaid::Overlaid,
    ui::{self, Skin},
};

/// Time without changes after which the picture is redrawn at the finest resolution.
const REST: Duration = Duration::from_millis(200);

/// Maximum time for drawing the fine picture. Key presses have to wait until it is drawn.
const PATIENCE: Duration = Duration::from_millis(150);

/// The parts of the picture that can change without input.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Shows {
    camera: Camera,
    /// Number of faces painted by the film of painter's order.
    painted: Option<u32>,
    /// Node that the build film is splitting.
    divided: Option<NodeId>,
    /// Step of the query film, once the film is recorded.
    asked: Option<u32>,
    /// Whether the quiz has an open question, and the number of answered questions.
    question: Option<(bool, usize)>,
    /// Time of the replay, in seconds.
    replay: Option<f32>,
}

impl Shows {
    fn of(session: &Session) -> Self {
        Self {
            camera: session.camera(),
            painted: session.state.overlays.painted(),
            divided: session.state.build.node(),
            asked: session
                .state
                .query
                .film(&session.opened.tree)
                .map(|_| session.state.query.step),
            question: session.quiz().map(|quiz| {
                (
                    quiz.current_question().is_some(),
                    quiz.round_results().answered.len(),
                )
            }),
            replay: session.walker.replay.as_ref().map(|replay| replay.at),
        }
    }
}

/// Current content of the window.
pub(super) struct Drawing {
    shown: Option<Shows>,
    /// The session's revision that the window shows, which changes with each background result.
    revision: u32,
    /// Whether input may have changed the picture.
    touched: bool,
    /// Picture without text. `factor` is the width of a picture pixel, in window pixels.
    picture: Frame,
    overlaid: Overlaid,
    factor: u32,
    text: Buffer,
    /// Time of the last change.
    changed: Instant,
}

impl Drawing {
    pub(super) fn new() -> Self {
        Self {
            shown: None,
            revision: 0,
            touched: false,
            picture: Frame::default(),
            overlaid: Overlaid::default(),
            factor: 1,
            text: Buffer::empty(Rect::ZERO),
            changed: Instant::now(),
        }
    }

    /// Makes the next frame redraw everything, because the window has changed.
    pub(super) fn redraw_everything(&mut self) {
        self.shown = None;
    }

    /// Marks the picture as changed, even if the camera is the same.
    pub(super) fn mark_changed(&mut self) {
        self.touched = true;
    }

    /// Returns whether the picture is already at the finest resolution. If so, another frame would change nothing while
    /// the walk is at rest.
    pub(super) fn is_finished(&self, screen: &Screen) -> bool {
        self.shown.is_some()
            && self.factor <= self.finest(screen.resolution)
            && !self.overlaid.plan.is_cutting()
    }

    /// Returns the finest resolution whose predicted drawing time is acceptable, as the width of a picture pixel in
    /// window pixels.
    fn finest(&self, resolution: Resolution) -> u32 {
        let factor = resolution.factor();
        let patience = PATIENCE.as_secs_f64();
        (1..factor)
            .find(|&fine| resolution.predict_frame_time(fine) < patience)
            .unwrap_or(factor)
    }

    /// Draws the current picture at full quality and with the given size in pixels.
    pub(super) fn finest_picture(&mut self, session: &mut Session, size: [u32; 2]) -> &Frame {
        let smooth = std::mem::replace(&mut session.smooth, true);
        let frame = self.overlaid.draw(session, size);
        session.smooth = smooth;
        frame
    }

    /// Redraws the window if anything changed. Returns whether anything did.
    pub(super) fn redraw_if_changed(
        &mut self,
        session: &mut Session,
        screen: &mut Screen,
    ) -> Result<bool, String> {
        screen.text.reset();
        let area = screen.text.area;
        self.touched |= self.overlaid.follow_plan(session);
        ui::draw(
            session,
            (self.overlaid.legends(), self.overlaid.plan.facts()),
            Skin::PIXELS,
            area,
            &mut screen.text,
        );
        let now = Instant::now();
        let shows = Shows::of(session);
        let moved = self.shown != Some(shows);
        let factor = if moved {
            screen.resolution.factor()
        } else if now.duration_since(self.changed) >= REST {
            self.factor.min(self.finest(screen.resolution))
        } else {
            self.factor
        };
        let changed = self.touched || self.revision != session.revision;
        let is_drawn_anew = moved || changed || factor != self.factor;
        if !is_drawn_anew && screen.text == self.text {
            return Ok(false);
        }
        if is_drawn_anew {
            let size = resolution::picture_size(screen.size(), factor);
            self.picture.clone_from(self.overlaid.draw(session, size));
            self.factor = factor;
            self.touched = false;
            self.revision = session.revision;
        }
        let (picture, factor) = (&self.picture, self.factor);
        let plan = screen.plan(ui::plan_area(session, area));
        let painting = plan.and_then(|(_, size, _)| self.overlaid.plan_picture(session, size));
        let aims = session.state.ui.help.is_none() && !session.greets();
        screen.paint(|canvas, text, glyphs| {
            canvas.draw_picture(&picture.pixels, picture.size, factor);
            if aims {
                canvas.crosshair(glyphs.cell()[0]);
            }
            if let (Some((corner, size, scale)), Some(painting)) = (plan, &painting) {
                canvas.paste(painting, size, corner, scale, canvas::PLAN);
            }
            canvas.draw_text(text, glyphs);
        })?;
        self.text.clone_from(&screen.text);
        if moved {
            self.shown = Some(shows);
            self.changed = now;
            screen.measure(now.elapsed());
        }
        Ok(true)
    }
}
