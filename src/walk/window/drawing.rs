//! What is drawn when: pictures while something moves, one fine picture when everything rests, and then nothing.

use std::time::Duration;

use bspwalk_draw::raster::{
    Camera, Frame,
    resolution::{self, Resolution},
};
use bspwalk_session::{films::PainterFilm, walk::Session};
use bspwalk_trees::node_storing::NodeId;
use ratatui::{buffer::Buffer, layout::Rect};
use web_time::Instant;

use super::{canvas, screen::Screen};
use crate::walk::{
    overlaid::Overlaid,
    ui::{self, Skin},
};

/// When nothing has changed for so long, the picture is drawn once more, as finely as it can be.
const REST: Duration = Duration::from_millis(200);

/// Longest time that this finer picture may take: a key that is pressed meanwhile waits for it.
const PATIENCE: Duration = Duration::from_millis(150);

/// What a picture shows of a walk, as far as that changes without a key.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Shows {
    camera: Camera,
    /// How much of the film is painted.
    painted: Option<u32>,
    /// The node that the film of the build divides.
    divided: Option<NodeId>,
    /// The step of the film of a query, once it is recorded.
    asked: Option<u32>,
    /// Whether the quiz asks something, and how many questions were answered.
    question: Option<(bool, usize)>,
    /// The moment of the replay, in seconds.
    replay: Option<f32>,
}

impl Shows {
    fn of(session: &Session) -> Self {
        Self {
            camera: session.camera(),
            painted: session.film().map(PainterFilm::painted),
            divided: session.films().build.node(),
            asked: session
                .films()
                .recorded_query()
                .map(|_| session.films().query.step),
            question: session
                .quiz()
                .map(|quiz| (quiz.asked().is_some(), quiz.round().answered.len())),
            replay: session.replay().map(|replay| replay.at),
        }
    }
}

/// What the window shows.
pub(super) struct Drawing {
    shown: Option<Shows>,
    /// How many parts of the background it has.
    revision: u32,
    /// Whether a key may have changed what it shows.
    touched: bool,
    /// The picture without the text, and how many pixels of the window each of its pixels is wide.
    picture: Frame,
    overlaid: Overlaid,
    factor: u32,
    text: Buffer,
    /// When the picture last changed.
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

    /// The window is another one: the next frame draws everything anew.
    pub(super) fn forget(&mut self) {
        self.shown = None;
    }

    /// A key may have changed what there is to be seen from the same place.
    pub(super) fn touch(&mut self) {
        self.touched = true;
    }

    /// Whether a further frame would change nothing while the walk rests: the picture is as fine as it gets.
    pub(super) fn is_finished(&self, screen: &Screen) -> bool {
        self.shown.is_some() && self.factor <= self.finest(screen.resolution)
    }

    /// The finest picture that does not take too long.
    fn finest(&self, resolution: Resolution) -> u32 {
        let factor = resolution.factor();
        let patience = PATIENCE.as_secs_f64();
        (1..factor)
            .find(|&fine| resolution.predicted(fine) < patience)
            .unwrap_or(factor)
    }

    /// The picture of the moment in a size in pixels, as fine as it can be.
    pub(super) fn finest_picture(&mut self, session: &mut Session, size: [u32; 2]) -> &Frame {
        let smooth = std::mem::replace(&mut session.smooth, true);
        let frame = self.overlaid.draw(session, size);
        session.smooth = smooth;
        frame
    }

    /// Draws what has changed. Returns whether anything had.
    ///
    /// # Errors
    /// Why the window cannot show it.
    pub(super) fn draw(&mut self, session: &mut Session, screen: &mut Screen) -> Result<bool, String> {
        screen.text.reset();
        let area = screen.text.area;
        ui::draw(
            session,
            self.overlaid.legends(),
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
        let changed = self.touched || self.revision != session.revision();
        let is_drawn_anew = moved || changed || factor != self.factor;
        if !is_drawn_anew && screen.text == self.text {
            return Ok(false);
        }
        if is_drawn_anew {
            let size = resolution::size(screen.size(), factor);
            self.picture.clone_from(self.overlaid.draw(session, size));
            self.factor = factor;
            self.touched = false;
            self.revision = session.revision();
        }
        let (picture, factor) = (&self.picture, self.factor);
        let plan = screen.plan(ui::plan_area(session, area));
        let painting = plan.and_then(|(_, size, _)| session.plan_image(size));
        let aims = session.help.is_none() && !session.greets();
        screen.paint(|canvas, text, glyphs| {
            canvas.picture(&picture.pixels, picture.size, factor);
            if aims {
                canvas.crosshair(glyphs.cell()[0]);
            }
            if let (Some((corner, size, scale)), Some(painting)) = (plan, &painting) {
                canvas.paste(&painting.pixels, size, corner, scale, canvas::PLAN);
            }
            canvas.text(text, glyphs);
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
