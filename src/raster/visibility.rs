//! Which piece of a face each place of a picture shows: by painting far to near, or by a depth buffer.

use std::ops::Range;

use rayon::prelude::*;

use super::{
    camera::{Camera, Rays},
    faces::Faces,
    outline::{Cover, Outline},
};
use crate::bsp::node_storing::Direction;

/// How it is found out what is in front.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Method {
    /// Faces are painted far to near in the order of the tree; each covers what was painted before. No distance is
    /// computed or compared.
    Painter,
    /// Faces are drawn by number; a face is drawn where it is nearer than what was drawn before. Of equally near ones
    /// the one with the greater number is seen. The tree's order is not used.
    DepthBuffer,
}

/// Rows that are drawn together by one thread.
pub(super) const BAND: u32 = 16;

/// No outline.
pub(super) const NOTHING: u32 = u32::MAX;

/// The pieces that a camera sees, in the order in which they are drawn.
#[derive(Debug)]
pub(super) struct View {
    pub(super) rays: Rays,
    pub(super) size: [u32; 2],
    method: Method,
    pub(super) outlines: Vec<Outline>,
    /// The outlines in each band of rows, in order.
    bands: Vec<Vec<u32>>,
}

/// What a band of rows shows.
#[derive(Debug)]
pub(super) struct Band {
    /// For each place, row by row, the number of the outline that covers it last.
    pub(super) opaque: Vec<u32>,
    /// Blended outlines as place and number, in order; those of numbers below that of the opaque one are hidden.
    pub(super) blended: Vec<(u32, u32)>,
}

impl View {
    /// What a camera sees of the faces; `cover` says of a fragment how it covers.
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

    /// How many bands there are.
    pub(super) fn band_count(&self) -> usize {
        self.bands.len()
    }

    /// The rows of a band.
    pub(super) fn rows_of(&self, band: usize) -> Range<u32> {
        let first = band as u32 * BAND;
        first..(first + BAND).min(self.size[1])
    }

    /// Draws a band. Places are `offset` from the upper left corner of their pixel; `is_hole` says whether an outline
    /// that covers with holes has one at a place.
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
                            // Drawn by number: of equally near ones the last is seen.
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

/// The fragment that is seen in the middle of each pixel, row by row from the top; all faces are opaque.
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
