//! What is seen at the places of a strip of a picture, by each method of hidden surface removal.

use std::ops::Range;

use super::{
    camera::EdgeFunction,
    coverage::Coverage,
    edge_functions::{Cover, Outline},
};

/// The algorithm of hidden surface removal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Method {
    /// The painter's algorithm: faces are painted far to near in the order of the tree, each over those before it. No
    /// distance is computed or compared.
    #[default]
    Painter,
    /// The reverse: faces are drawn near to far in the order of the tree, each where nothing was drawn before it. Parts of
    /// the tree that lie behind covered pixels are not visited (Gordon and Chen, "Front-to-back display of BSP trees", 1991).
    FrontToBack,
    /// Faces are drawn in the order of their numbers, where they are nearer than those before. Of equally near ones the
    /// last is seen. The tree's order is not used.
    DepthBuffer,
}

/// The number of no outline.
pub(super) const NOTHING: u32 = u32::MAX;

/// The sample place of a picture with one sample a pixel: its centre. As a range of coordinates, it is the same.
pub(super) const CENTER: [f64; 2] = [0.5; 2];

/// The outlines seen at places of a strip, one a pixel.
#[derive(Clone, Debug, Default)]
pub(super) struct Band {
    /// For each place, row by row, the number of the visible opaque outline.
    pub(super) opaque: Vec<u32>,
    /// Blended outlines as place and number, in order. Those behind the opaque one are hidden.
    pub(super) blended: Vec<(u32, u32)>,
    inverse_w: Vec<f64>,
}

/// The places of a strip.
#[derive(Clone, Copy)]
pub(super) struct Place<'a> {
    pub(super) rows: &'a Range<u32>,
    pub(super) width: u32,
    /// Where the place of a pixel is, from its upper left corner.
    pub(super) offset: [f64; 2],
}

impl Place<'_> {
    /// Calls `draw` with each row of the strip in which an outline covers places: the index of the row's first place, its y,
    /// and the covered columns.
    #[inline]
    fn for_spans(
        self,
        outline: &Outline,
        edges: &[EdgeFunction],
        mut draw: impl FnMut(u32, f64, Range<u32>),
    ) {
        for row in outline.rows.start.max(self.rows.start)..outline.rows.end.min(self.rows.end) {
            let y = f64::from(row) + self.offset[1];
            let span = outline.span(edges, y, self.offset[0]);
            if !span.is_empty() {
                draw((row - self.rows.start) * self.width, y, span);
            }
        }
    }

    fn x(self, column: u32) -> f64 {
        f64::from(column) + self.offset[0]
    }
}

impl Band {
    /// Begins so many places, without outlines.
    pub(super) fn clear(&mut self, places: usize, method: Method) {
        self.opaque.clear();
        self.opaque.resize(places, NOTHING);
        self.blended.clear();
        self.inverse_w.clear();
        if method == Method::DepthBuffer {
            self.inverse_w.resize(places, f64::NEG_INFINITY);
        }
    }

    /// Draws an outline over those before it.
    pub(super) fn draw_over(
        &mut self,
        place: Place<'_>,
        (number, outline): (u32, &Outline),
        edges: &[EdgeFunction],
        is_hole: &impl Fn(&Outline, [f64; 2]) -> bool,
    ) {
        place.for_spans(outline, edges, |first, y, span| match outline.cover {
            Cover::Opaque => {
                self.opaque[(first + span.start) as usize..(first + span.end) as usize].fill(number);
            }
            Cover::Blended => self.blended.extend(span.map(|column| (first + column, number))),
            Cover::Holes => {
                for column in span {
                    if !is_hole(outline, [place.x(column), y]) {
                        self.opaque[(first + column) as usize] = number;
                    }
                }
            }
        });
    }

    /// Draws an outline where nothing opaque was drawn before it.
    pub(super) fn draw_behind(
        &mut self,
        coverage: &mut Coverage,
        place: Place<'_>,
        (number, outline): (u32, &Outline),
        edges: &[EdgeFunction],
        is_hole: &impl Fn(&Outline, [f64; 2]) -> bool,
    ) {
        place.for_spans(outline, edges, |first, y, span| {
            let row = first / place.width;
            let (opaque, blended) = (&mut self.opaque, &mut self.blended);
            match outline.cover {
                Cover::Opaque => coverage.cover(row, &span, |run| {
                    opaque[(first + run.start) as usize..(first + run.end) as usize].fill(number);
                }),
                Cover::Blended => coverage.open_runs(row, &span, |run| {
                    blended.extend(run.map(|column| (first + column, number)));
                }),
                Cover::Holes => {
                    for column in span {
                        let pixel = column..column + 1;
                        if !coverage.covers(&pixel, row..row + 1) && !is_hole(outline, [place.x(column), y]) {
                            coverage.cover(row, &pixel, |_| opaque[(first + column) as usize] = number);
                        }
                    }
                }
            }
        });
    }

    /// Draws an outline where it is at least as near as those before it.
    pub(super) fn draw_nearer(
        &mut self,
        place: Place<'_>,
        (number, outline): (u32, &Outline),
        edges: &[EdgeFunction],
        is_hole: &impl Fn(&Outline, [f64; 2]) -> bool,
    ) {
        place.for_spans(outline, edges, |first, y, span| {
            let row_inverse_w = outline.inverse_w.along_row(y);
            for column in span {
                let x = place.x(column);
                let near = outline.inverse_w.x * x + row_inverse_w;
                let at = (first + column) as usize;
                if near >= self.inverse_w[at] && !(outline.cover == Cover::Holes && is_hole(outline, [x, y]))
                {
                    self.inverse_w[at] = near;
                    self.opaque[at] = number;
                }
            }
        });
    }
}
