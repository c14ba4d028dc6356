//! Visibility of outlines in a strip of a picture, determined by each method of hidden surface removal.

use std::ops::Range;

use super::{
    camera::EdgeFunction,
    coverage::Coverage,
    edge_functions::{Cover, Outline},
};

/// A method of hidden surface removal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum VisibilityMethod {
    /// Painter's algorithm: faces are painted back to front in tree order, each over the previous ones. Distances are
    /// neither computed nor compared.
    #[default]
    Painter,
    /// The reverse of the painter's algorithm: faces are drawn front to back in tree order, and only where no face has
    /// been drawn yet. Parts of the tree behind covered pixels are not visited (Gordon and Chen, "Front-to-back display
    /// of BSP trees", 1991).
    FrontToBack,
    /// Depth buffer: faces are drawn in index order wherever they are nearer than previous faces. Of several equally
    /// near faces, the last is visible. The tree order is not used.
    DepthBuffer,
}

/// Index that means "no outline".
pub(super) const NOTHING: u32 = u32::MAX;

/// Positions of the samples within a pixel.
///
/// A row of pixels consists of one or more rows of samples. Each row of samples is rasterised like a row of the
/// picture. Within a row, all samples have the same offset from the left side of their pixel.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sampling(&'static [f64]);

/// One sample, at the centre of each pixel.
pub(super) const CENTER: Sampling = Sampling(&[0.5]);

/// Four samples per pixel. No two of them share a row or a column, so edges look as smooth as with 4 × 4 samples.
pub(super) const FOUR: Sampling = Sampling(&[0.375, 0.875, 0.125, 0.625]);

impl Sampling {
    /// Returns the number of sample rows per row of pixels.
    pub(super) fn rows(self) -> u32 {
        self.0.len() as u32
    }

    /// Returns the position of a sample in the picture.
    pub(super) fn place(self, [column, row]: [u32; 2]) -> [f64; 2] {
        let offset = self.0[row as usize % self.0.len()];
        [f64::from(column) + offset, f64::from(row) + 0.5]
    }

    /// Returns the smallest and largest distance of a sample from the left side of its pixel.
    pub(super) fn sample_offset_range(self) -> [f64; 2] {
        let least = self.0.iter().copied().fold(1.0, f64::min);
        [least, self.0.iter().copied().fold(0.0, f64::max)]
    }
}

/// The visible outlines in a strip, one per sample.
#[derive(Clone, Debug, Default)]
pub(super) struct Band {
    /// Index of the opaque outline that is visible at each sample, row by row.
    pub(super) opaque: Vec<u32>,
    /// Blended outlines as (sample, outline index) pairs, in drawing order. Outlines behind the opaque one are hidden.
    pub(super) blended: Vec<(u32, u32)>,
    inverse_w: Vec<f64>,
}

/// The sample positions of a strip, in rows.
#[derive(Clone, Copy)]
pub(super) struct SampleRows<'a> {
    pub(super) rows: &'a Range<u32>,
    pub(super) width: u32,
    pub(super) sampling: Sampling,
}

impl SampleRows<'_> {
    /// Calls `draw` for each row of the strip with samples covered by an outline. It passes the index of the row's
    /// first sample, the position of that sample in the picture, and the covered columns.
    #[inline]
    fn for_spans(
        self,
        outline: &Outline,
        edges: &[EdgeFunction],
        mut draw: impl FnMut(u32, [f64; 2], Range<u32>),
    ) {
        for row in outline.rows.start.max(self.rows.start)..outline.rows.end.min(self.rows.end) {
            let place = self.sampling.place([0, row]);
            let span = outline.span(edges, place);
            if !span.is_empty() {
                draw((row - self.rows.start) * self.width, place, span);
            }
        }
    }
}

impl Band {
    /// Clears the band and resizes it to this many samples.
    pub(super) fn clear(&mut self, places: usize, method: VisibilityMethod) {
        self.opaque.clear();
        self.opaque.resize(places, NOTHING);
        self.blended.clear();
        self.inverse_w.clear();
        if method == VisibilityMethod::DepthBuffer {
            self.inverse_w.resize(places, f64::NEG_INFINITY);
        }
    }

    /// Draws an outline over all previous ones.
    pub(super) fn draw_over(
        &mut self,
        places: SampleRows<'_>,
        (number, outline): (u32, &Outline),
        edges: &[EdgeFunction],
        is_hole: &impl Fn(&Outline, [f64; 2]) -> bool,
    ) {
        places.for_spans(outline, edges, |first, [x, y], span| match outline.cover {
            Cover::Opaque => {
                self.opaque[(first + span.start) as usize..(first + span.end) as usize].fill(number);
            }
            Cover::Blended => self.blended.extend(span.map(|column| (first + column, number))),
            Cover::Holes => {
                for column in span {
                    if !is_hole(outline, [x + f64::from(column), y]) {
                        self.opaque[(first + column) as usize] = number;
                    }
                }
            }
        });
    }

    /// Draws an outline where no opaque outline has been drawn yet.
    pub(super) fn draw_behind(
        &mut self,
        coverage: &mut Coverage,
        places: SampleRows<'_>,
        (number, outline): (u32, &Outline),
        edges: &[EdgeFunction],
        is_hole: &impl Fn(&Outline, [f64; 2]) -> bool,
    ) {
        places.for_spans(outline, edges, |first, [x, y], span| {
            let row = first / places.width;
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
                        if !coverage.covers(&pixel, row..row + 1)
                            && !is_hole(outline, [x + f64::from(column), y])
                        {
                            coverage.cover(row, &pixel, |_| opaque[(first + column) as usize] = number);
                        }
                    }
                }
            }
        });
    }

    /// Draws an outline wherever it is at least as near as previous ones.
    pub(super) fn draw_nearer(
        &mut self,
        places: SampleRows<'_>,
        (number, outline): (u32, &Outline),
        edges: &[EdgeFunction],
        is_hole: &impl Fn(&Outline, [f64; 2]) -> bool,
    ) {
        places.for_spans(outline, edges, |first, [x, y], span| {
            let row_inverse_w = outline.inverse_w.along_row(y);
            for column in span {
                let x = x + f64::from(column);
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
