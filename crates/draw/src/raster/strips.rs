//! Draws still pictures and the frames of a walk. A picture is divided into strips of rows, which threads draw in
//! parallel. Each strip first resolves visibility at every sample, and then shades only the visible samples, row by
//! row.

use std::{cell::Cell, ops::Range};

use glam::{Vec4, Vec4Swizzles};
use rayon::prelude::*;

use super::{
    band::{Band, NOTHING},
    edge_functions::{Cover, Outline},
    picture::RenderContext,
    style::Coloring,
    surface::Surface,
    tone::linear_to_srgb,
    visibility::Strip,
};

impl RenderContext<'_> {
    /// Draws the picture in sRGB as 0x00RRGGBB, row by row from the top. The strips are buffers that are reused for
    /// the next picture.
    pub(super) fn draw(&self, strips: &mut Vec<PictureStrip>, pixels: &mut [u32]) {
        let per_pixel = self.view.sampling.rows();
        let [width, samples] = self.view.size;
        let height = samples / per_pixel;
        let rows = strip_height(height);
        strips.resize_with(height.div_ceil(rows) as usize, PictureStrip::default);
        let pixels = pixels.par_chunks_mut((rows * width).max(1) as usize);
        strips
            .par_iter_mut()
            .zip(pixels)
            .enumerate()
            .for_each(|(number, (strip, pixels))| {
                let first = number as u32 * rows;
                let rows = first * per_pixel..(first + rows).min(height) * per_pixel;
                strip.draw(self, rows, pixels);
            });
    }

    /// Returns how a fragment covers the surfaces behind it.
    fn cover(&self, fragment: u32) -> Cover {
        match self.triangle(fragment) {
            Some((_, triangle)) if self.style.coloring == Coloring::Material => {
                self.painted.materials[triangle.material as usize].cover
            }
            _ => Cover::Opaque,
        }
    }
}

/// Returns the number of rows per strip. There are a few strips per thread, so no thread has to wait long for another.
fn strip_height(height: u32) -> u32 {
    let strips = 3 * rayon::current_num_threads() as u32;
    height.div_ceil(strips).clamp(8, 128)
}

/// The buffers of a strip.
#[derive(Debug, Default)]
pub(super) struct PictureStrip {
    pub(super) strip: Strip,
    band: Band,
    /// For each outline, the index of its surface in `surfaces`, or [`NOTHING`].
    surface_of: Vec<u32>,
    surfaces: Vec<Surface>,
    /// Linear colours of a row of samples.
    row: Vec<Vec4>,
    /// Sum of the samples of each pixel in a row.
    sums: Vec<Vec4>,
}

impl PictureStrip {
    /// Draws some rows of samples into their pixels.
    fn draw(&mut self, picture: &RenderContext<'_>, rows: Range<u32>, pixels: &mut [u32]) {
        let view = picture.view;
        self.strip.begin(view, rows);
        let cover = |fragment: u32| picture.cover(fragment);
        // Consecutive queries usually refer to the same outline, so cache its surface.
        let last: Cell<Option<(u32, Surface)>> = Cell::new(None);
        let is_hole = |outline: &Outline, place: [f64; 2]| {
            let surface = match last.get() {
                Some((fragment, surface)) if fragment == outline.fragment => Some(surface),
                _ => picture.surface(outline),
            };
            last.set(surface.map(|surface| (outline.fragment, surface)));
            surface.is_some_and(|surface| picture.is_hole(&surface, place))
        };
        match picture.order {
            None if view.is_front_to_back() => {
                self.strip
                    .draw_front_to_back(view, cover, is_hole, &mut self.band);
            }
            order => {
                match order {
                    Some(order) => self.strip.collect_from(view, order.iter().copied(), cover),
                    None => self.strip.collect(view, cover),
                }
                self.strip.draw(view, is_hole, &mut self.band);
            }
        }
        let far_first = |number: u32| if view.is_front_to_back() { !number } else { number };
        self.band
            .blended
            .sort_unstable_by_key(|&(place, number)| (place, far_first(number)));
        self.surfaces.clear();
        self.surface_of.clear();
        self.surface_of.resize(self.strip.outlines.len(), NOTHING);
        let width = view.size[0] as usize;
        let per_pixel = view.sampling.rows();
        let share = 1.0 / per_pixel as f32;
        let rows = self.strip.rows.clone().step_by(per_pixel as usize);
        for (first, pixels) in rows.zip(pixels.chunks_mut(width.max(1))) {
            self.sums.clear();
            self.sums.resize(width, Vec4::ZERO);
            for row in first..first + per_pixel {
                self.shade(picture, row);
                for (sum, sample) in self.sums.iter_mut().zip(&self.row) {
                    *sum += *sample;
                }
            }
            for (pixel, sum) in pixels.iter_mut().zip(&self.sums) {
                *pixel = linear_to_srgb(*sum * share);
            }
        }
    }

    /// Computes the colours of a row.
    fn shade(&mut self, picture: &RenderContext<'_>, row: u32) {
        let width = picture.view.size[0];
        let first = (row - self.strip.rows.start) * width;
        self.row.clear();
        self.row.resize(width as usize, Vec4::ZERO);
        let mut column = 0;
        while column < width {
            let numbers = &self.band.opaque[(first + column) as usize..(first + width) as usize];
            let number = numbers[0];
            let length = numbers.iter().take_while(|&&other| other == number).count() as u32;
            self.span(picture, number, row, column..column + length);
            column += length;
        }
        let start = self.band.blended.partition_point(|&(place, _)| place < first);
        for index in start..self.band.blended.len() {
            let (place, number) = self.band.blended[index];
            if place >= first + width {
                break;
            }
            let opaque = self.band.opaque[place as usize];
            if opaque != NOTHING && (number < opaque) != picture.view.is_front_to_back() {
                continue;
            }
            let column = place - first;
            let below = self.row[column as usize];
            self.span(picture, number, row, column..column + 1);
            let above = self.row[column as usize];
            self.row[column as usize] = below.xyz().lerp(above.xyz(), above.w).extend(1.0);
        }
    }

    /// Writes the colours of an outline or of the sky in some columns of the row.
    fn span(&mut self, picture: &RenderContext<'_>, number: u32, row: u32, columns: Range<u32>) {
        let place = picture.view.sampling.place([columns.start, row]);
        let surface = self.surface(picture, number);
        let colors = &mut self.row[columns.start as usize..columns.end as usize];
        let outline = self.strip.outlines.get(number as usize);
        let (Some(surface), Some(outline)) = (surface.and_then(|index| self.surfaces.get(index)), outline)
        else {
            picture.write_sky_row(place, colors);
            return;
        };
        picture.write_surface_row(surface, place, colors);
        picture.draw_edges(outline, self.strip.edges_of(outline), place, colors);
    }

    /// Returns the index of the surface of an outline, which is set up on first use.
    fn surface(&mut self, picture: &RenderContext<'_>, number: u32) -> Option<usize> {
        let outline = self.strip.outlines.get(number as usize)?;
        let known = &mut self.surface_of[number as usize];
        if *known == NOTHING {
            let surface = picture.surface(outline)?;
            *known = self.surfaces.len() as u32;
            self.surfaces.push(surface);
        }
        Some(*known as usize)
    }
}
