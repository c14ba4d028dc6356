//! Hidden surface removal: which fragment each place of a picture shows, by painter's algorithm or depth buffer.

use std::ops::Range;

use rayon::prelude::*;

use super::{
    camera::{Camera, Rays},
    edge_functions::{Cover, Outline},
    faces::Faces,
};
use crate::bsp::node_storing::Direction;

/// The algorithm of hidden surface removal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Method {
    /// The painter's algorithm: faces are painted far to near in the order of the tree, each over those before it. No
    /// distance is computed or compared.
    Painter,
    /// Faces are drawn in the order of their numbers, where they are nearer than those before. Of equally near ones the
    /// last is seen. The tree's order is not used.
    DepthBuffer,
}

/// Rows that one thread draws together.
pub(super) const BAND: u32 = 16;

/// The number of no outline.
pub(super) const NOTHING: u32 = u32::MAX;

/// The outlines that a camera sees, in the order in which they are drawn.
#[derive(Debug)]
pub(super) struct View {
    pub(super) rays: Rays,
    pub(super) size: [u32; 2],
    method: Method,
    pub(super) outlines: Vec<Outline>,
    /// The numbers of the outlines in each band of rows, ascending.
    bands: Vec<Vec<u32>>,
}

/// The outlines seen in a band of rows.
#[derive(Debug)]
pub(super) struct Band {
    /// For each place, row by row, the number of the last opaque outline.
    pub(super) opaque: Vec<u32>,
    /// Blended outlines as place and number, in order. Those with numbers below that of the opaque one are hidden.
    pub(super) blended: Vec<(u32, u32)>,
}

impl View {
    /// The outlines of the faces in view; `cover` returns how a fragment covers.
    pub(super) fn new(
        faces: &Faces<'_>,
        camera: &Camera,
        size: [u32; 2],
        method: Method,
        cover: impl Fn(u32) -> Cover + Sync,
    ) -> Self {
        let rays = camera.rays(size);
        let order: Vec<u32> = match method {
            Method::Painter => faces
                .tree()
                .fragments_from(camera.eye, Direction::FarToNear)
                .collect(),
            Method::DepthBuffer => (0..faces.tree().fragment_count()).collect(),
        };
        let outlines: Vec<Outline> = order
            .par_iter()
            .filter_map(|&fragment| Outline::new(faces, fragment, cover(fragment), &rays, size))
            .collect();
        let mut bands = vec![Vec::new(); size[1].div_ceil(BAND) as usize];
        for (number, outline) in (0..).zip(&outlines) {
            if !outline.rows.is_empty() {
                for band in &mut bands
                    [(outline.rows.start / BAND) as usize..=((outline.rows.end - 1) / BAND) as usize]
                {
                    band.push(number);
                }
            }
        }
        Self {
            rays,
            size,
            method,
            outlines,
            bands,
        }
    }

    /// Number of bands.
    pub(super) fn band_count(&self) -> usize {
        self.bands.len()
    }

    /// The rows of a band.
    pub(super) fn rows_of(&self, band: usize) -> Range<u32> {
        let first = band as u32 * BAND;
        first..(first + BAND).min(self.size[1])
    }

    /// Draws a band. Places are `offset` from the upper left corner of their pixel. `is_hole` returns whether an outline with
    /// holes has one at a place.
    pub(super) fn draw(
        &self,
        band: usize,
        offset: [f64; 2],
        is_hole: impl Fn(&Outline, [f64; 2]) -> bool,
    ) -> Band {
        let rows = self.rows_of(band);
        let width = self.size[0];
        let places = rows.len() * width as usize;
        let mut opaque = vec![NOTHING; places];
        let mut blended = Vec::new();
        let mut inverse_w = match self.method {
            Method::Painter => Vec::new(),
            Method::DepthBuffer => vec![0.0f64; places],
        };
        for &number in &self.bands[band] {
            let outline = &self.outlines[number as usize];
            for row in outline.rows.start.max(rows.start)..outline.rows.end.min(rows.end) {
                let y = f64::from(row) + offset[1];
                let span = outline.span(y, offset[0]);
                let first = (row - rows.start) * width;
                let place_of = |column: u32| (first + column) as usize;
                match (self.method, outline.cover) {
                    (Method::Painter, Cover::Opaque) => {
                        opaque[place_of(span.start)..place_of(span.end)].fill(number);
                    }
                    (Method::Painter, Cover::Blended) => {
                        blended.extend(span.map(|column| (first + column, number)));
                    }
                    (Method::Painter, Cover::Holes) => {
                        for column in span {
                            if !is_hole(outline, [f64::from(column) + offset[0], y]) {
                                opaque[place_of(column)] = number;
                            }
                        }
                    }
                    (Method::DepthBuffer, cover) => {
                        let row_inverse_w = outline.inverse_w.along_row(y);
                        for column in span {
                            let x = f64::from(column) + offset[0];
                            let near = outline.inverse_w.x * x + row_inverse_w;
                            let place = place_of(column);
                            if near >= inverse_w[place]
                                && !(cover == Cover::Holes && is_hole(outline, [x, y]))
                            {
                                inverse_w[place] = near;
                                opaque[place] = number;
                            }
                        }
                    }
                }
            }
        }
        Band { opaque, blended }
    }
}

/// The fragment that is seen at the centre of each pixel, row by row from the top. All faces count as opaque.
#[must_use]
pub fn visible(faces: &Faces<'_>, camera: &Camera, size: [u32; 2], method: Method) -> Vec<Option<u32>> {
    let view = View::new(faces, camera, size, method, |_| Cover::Opaque);
    (0..view.band_count())
        .into_par_iter()
        .flat_map_iter(|band| {
            let drawn = view.draw(band, [0.5; 2], |_, _| false);
            let outlines = &view.outlines;
            drawn
                .opaque
                .into_iter()
                .map(|number| outlines.get(number as usize).map(|outline| outline.fragment))
        })
        .collect()
}
