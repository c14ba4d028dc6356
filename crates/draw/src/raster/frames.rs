//! Frames: pictures of a level in a row, as a walk needs them, one sample a pixel.

use std::{
    cell::Cell,
    ops::Range,
    sync::{Arc, LazyLock},
};

use bspwalk_levels::{Level, color::srgb};
use bspwalk_trees::NodeTree;
use fixedbitset::FixedBitSet;
use glam::{Vec4, Vec4Swizzles};
use rayon::prelude::*;

use super::{
    band::{Band, CENTER, NOTHING},
    camera::Camera,
    edge_functions::{Cover, Outline},
    faces::Faces,
    overlay_colors::OverlayColors,
    shade::RasterMaterial,
    style::{Coloring, FrameLeaves, FrameStyle},
    surface::{Shading, Surface},
    visibility::{Shown, Strip, View},
};
use crate::light::Lightmaps;

/// What a frame took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FrameStats {
    /// Nodes of the tree that were visited.
    pub nodes: u32,
    /// Fragments that were drawn, those that others were painted over included.
    pub fragments: u32,
    /// Where [`FrameStyle::limit`] is set: how many fragments are in view, and the last that was drawn.
    pub limited: Option<(u32, Option<u32>)>,
}

/// A frame.
#[derive(Clone, Debug, Default)]
pub struct Frame {
    /// Width and height in pixels.
    pub size: [u32; 2],
    /// sRGB as 0x00RRGGBB, row by row from the top.
    pub pixels: Vec<u32>,
    /// What it took.
    pub stats: FrameStats,
}

/// Draws frames of a level. It keeps its buffers, so that a frame as large as the last one allocates nothing.
#[derive(Debug)]
pub struct Frames {
    level: Arc<Level>,
    faces: Faces,
    /// For each fragment, the index of its triangle in the level.
    triangles: Vec<u32>,
    materials: Vec<RasterMaterial>,
    depths: [u32; 2],
    lightmaps: Option<Arc<Lightmaps>>,
    leaves: Option<FrameLeaves>,
    shown: Option<Shown>,
    strips: Vec<FrameStrip>,
    /// The strip that finds the fragments in view where their number is limited, and their numbers.
    whole: Strip,
    order: Vec<u32>,
    visited: FixedBitSet,
    drawn: FixedBitSet,
    frame: Frame,
}

/// The buffers of a strip.
#[derive(Debug, Default)]
struct FrameStrip {
    strip: Strip,
    band: Band,
    /// For each outline, the index of its surface, or [`NOTHING`].
    surface_of: Vec<u32>,
    surfaces: Vec<Surface>,
    /// The colours of a row of samples, linear, and their sums for the pixels.
    row: Vec<Vec4>,
    sums: Vec<Vec4>,
}

impl Frames {
    /// A level whose faces are painted in the order of a tree. Faces that are not in the tree are not drawn.
    #[must_use]
    pub fn new(level: &Arc<Level>, tree: &Arc<NodeTree>) -> Self {
        let triangle = |face: u32| {
            let by_source = level
                .triangles
                .binary_search_by_key(&face, |triangle| triangle.source);
            by_source.map_or(NOTHING, |index| index as u32)
        };
        let fragments = (0..tree.fragment_count()).map(|number| tree.fragment(number));
        Self {
            level: Arc::clone(level),
            faces: Faces::new(tree, |face| {
                level.triangle_of_face(face).map(|triangle| triangle.corners)
            }),
            triangles: fragments
                .map(|fragment| fragment.map_or(NOTHING, |fragment| triangle(fragment.face)))
                .collect(),
            materials: level.materials.par_iter().map(RasterMaterial::new).collect(),
            depths: tree.usual_depths(),
            lightmaps: None,
            leaves: None,
            shown: None,
            strips: Vec::new(),
            whole: Strip::default(),
            order: Vec::new(),
            visited: FixedBitSet::new(),
            drawn: FixedBitSet::new(),
            frame: Frame::default(),
        }
    }

    /// The faces that are drawn.
    #[must_use]
    pub fn faces(&self) -> &Faces {
        &self.faces
    }

    /// Lights the level by baked light; until then the sky shines through walls, and the sun does not shine.
    pub fn set_light(&mut self, lightmaps: Arc<Lightmaps>) {
        self.lightmaps = Some(lightmaps);
    }

    /// The leaves for colours by leaf.
    pub fn set_leaves(&mut self, leaves: Option<FrameLeaves>) {
        self.leaves = leaves;
    }

    /// Draws only these faces, by their numbers; `None` draws all.
    pub fn set_visible(&mut self, faces: Option<&FixedBitSet>) {
        match faces {
            Some(numbers) => self.shown.get_or_insert_default().of_faces(&self.faces, numbers),
            None => self.shown = None,
        }
    }

    /// The frame that was drawn last.
    #[must_use]
    pub fn frame(&self) -> &Frame {
        &self.frame
    }

    /// Draws a frame.
    pub fn draw(&mut self, camera: &Camera, size: [u32; 2], style: &FrameStyle) -> &Frame {
        let Self {
            faces,
            shown,
            strips,
            whole,
            order,
            visited,
            drawn,
            frame,
            ..
        } = self;
        // Samples across a pixel. The view is of samples.
        let across = if style.smooth { 2 } else { 1 };
        let [width, height] = size;
        let samples = size.map(|side| side * across);
        let tree = faces.tree();
        let colors = OverlayColors::new(tree, style.coloring, style.palette, style.selected, self.depths);
        let view = View::new(faces, camera, samples, style.method, CENTER).with_shown(shown.as_ref());
        let is_limited = style.limit.is_some();
        order.clear();
        if let Some(limit) = style.limit {
            whole.begin(&view, 0..samples[1]);
            whole.collect(&view, |_| Cover::Opaque);
            let drawn = whole.outlines.iter().map(|outline| outline.fragment);
            order.extend(drawn.take(limit as usize));
        }
        let picture = Picture {
            level: &self.level,
            triangles: &self.triangles,
            view: &view,
            order: is_limited.then_some(order),
            across,
            shading: Shading {
                rays: &view.rays,
                is_model: view.is_model(),
                coloring: style.coloring,
                palette: style.palette,
                wireframe: style.wireframe,
                colors: &colors,
                materials: &self.materials,
                lightmaps: self.lightmaps.as_deref(),
                leaves: self.leaves.as_ref(),
                highlighted: order.last().copied(),
            },
        };
        frame.size = size;
        frame.pixels.resize(width as usize * height as usize, 0);
        let rows = strip_height(height);
        strips.resize_with(height.div_ceil(rows) as usize, FrameStrip::default);
        let pixels = frame.pixels.par_chunks_mut((rows * width).max(1) as usize);
        strips
            .par_iter_mut()
            .zip(pixels)
            .enumerate()
            .for_each(|(number, (strip, pixels))| {
                let first = number as u32 * rows;
                let rows = first * across..(first + rows).min(height) * across;
                strip.draw(&picture, rows, pixels);
            });
        visited.clear();
        if is_limited {
            visited.union_with(&whole.visited);
        }
        drawn.clear();
        for FrameStrip { strip, .. } in strips {
            visited.union_with(&strip.visited);
            drawn.union_with(&strip.drawn);
        }
        frame.stats = FrameStats {
            nodes: visited.count_ones(..) as u32,
            fragments: drawn.count_ones(..) as u32,
            limited: is_limited.then(|| (whole.outlines.len() as u32, order.last().copied())),
        };
        &self.frame
    }
}

/// Rows of a strip: a few strips a thread, so that none waits long for another.
fn strip_height(height: u32) -> u32 {
    let strips = 3 * rayon::current_num_threads() as u32;
    height.div_ceil(strips).clamp(8, 128)
}

/// What all strips of a frame read.
struct Picture<'f> {
    level: &'f Level,
    triangles: &'f [u32],
    view: &'f View<'f>,
    /// The fragments that are drawn, where their number is limited.
    order: Option<&'f Vec<u32>>,
    /// Samples across a pixel.
    across: u32,
    shading: Shading<'f>,
}

impl Picture<'_> {
    /// How a fragment covers what is behind it.
    fn cover(&self, fragment: u32) -> Cover {
        let triangle = self
            .level
            .triangles
            .get(self.triangles[fragment as usize] as usize);
        match triangle {
            Some(triangle) if self.shading.coloring == Coloring::Material => {
                self.shading.materials[triangle.material as usize].cover
            }
            _ => Cover::Opaque,
        }
    }

    /// An outline, set up for shading.
    fn surface(&self, outline: &Outline) -> Option<Surface> {
        let index = self.triangles[outline.fragment as usize];
        let triangle = self.level.triangles.get(index as usize)?;
        let face = self.view.faces.face_of(outline.fragment)?;
        Some(self.shading.surface(outline, face, triangle, index))
    }
}

impl FrameStrip {
    /// Draws some rows into their pixels.
    fn draw(&mut self, picture: &Picture<'_>, rows: Range<u32>, pixels: &mut [u32]) {
        let view = picture.view;
        self.strip.begin(view, rows);
        let cover = |fragment: u32| picture.cover(fragment);
        // The places of one outline are asked for one after the other.
        let last: Cell<Option<(u32, Surface)>> = Cell::new(None);
        let is_hole = |outline: &Outline, place: [f64; 2]| {
            let surface = match last.get() {
                Some((fragment, surface)) if fragment == outline.fragment => Some(surface),
                _ => picture.surface(outline),
            };
            last.set(surface.map(|surface| (outline.fragment, surface)));
            surface.is_some_and(|surface| picture.shading.is_hole(&surface, place))
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
                self.strip.draw(view, CENTER, is_hole, &mut self.band);
            }
        }
        let far_first = |number: u32| if view.is_front_to_back() { !number } else { number };
        self.band
            .blended
            .sort_unstable_by_key(|&(place, number)| (place, far_first(number)));
        self.surfaces.clear();
        self.surface_of.clear();
        self.surface_of.resize(self.strip.outlines.len(), NOTHING);
        let across = picture.across;
        let width = view.size[0] / across;
        let share = 1.0 / (across * across) as f32;
        let rows = self.strip.rows.clone().step_by(across as usize);
        for (first, pixels) in rows.zip(pixels.chunks_mut(width.max(1) as usize)) {
            self.sums.clear();
            self.sums.resize(width as usize, Vec4::ZERO);
            for row in first..first + across {
                self.shade(picture, row);
                for (sum, samples) in self.sums.iter_mut().zip(self.row.chunks(across as usize)) {
                    *sum += samples.iter().sum::<Vec4>();
                }
            }
            for (pixel, sum) in pixels.iter_mut().zip(&self.sums) {
                *pixel = rgb(*sum * share);
            }
        }
    }

    /// Computes the colours of a row.
    fn shade(&mut self, picture: &Picture<'_>, row: u32) {
        let width = picture.view.size[0];
        let first = (row - self.strip.rows.start) * width;
        self.row.clear();
        self.row.resize(width as usize, Vec4::ZERO);
        let mut column = 0;
        while column < width {
            let numbers = &self.band.opaque[(first + column) as usize..(first + width) as usize];
            let number = numbers[0];
            let length = numbers.iter().take_while(|&&other| other == number).count() as u32;
            let place = [column, row];
            let colors = column as usize..(column + length) as usize;
            self.span(picture, number, place, colors);
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
            self.span(
                picture,
                number,
                [column, row],
                column as usize..column as usize + 1,
            );
            let above = self.row[column as usize];
            self.row[column as usize] = below.xyz().lerp(above.xyz(), above.w).extend(1.0);
        }
    }

    /// Writes the colours of an outline, or of the sky, in a part of the row.
    fn span(&mut self, picture: &Picture<'_>, number: u32, place: [u32; 2], part: Range<usize>) {
        let shading = &picture.shading;
        let surface = self.surface(picture, number);
        let colors = &mut self.row[part];
        let (Some(surface), Some(outline)) = (surface, self.strip.outlines.get(number as usize)) else {
            shading.sky(place, colors);
            return;
        };
        shading.span(&surface, place, colors);
        shading.edges(outline, self.strip.edges_of(outline), place, colors);
    }

    /// The surface of an outline, which is set up when it is first seen.
    fn surface(&mut self, picture: &Picture<'_>, number: u32) -> Option<Surface> {
        let outline = self.strip.outlines.get(number as usize)?;
        let known = &mut self.surface_of[number as usize];
        if *known == NOTHING {
            *known = self.surfaces.len() as u32;
            self.surfaces.push(picture.surface(outline)?);
        }
        self.surfaces.get(*known as usize).copied()
    }
}

/// The sRGB bytes of light from 0 to 1 in 4,096 steps, less than the smallest step of a byte.
static BYTES: LazyLock<[u8; 4097]> =
    LazyLock::new(|| std::array::from_fn(|step| srgb::byte(step as f32 / 4096.0)));

/// A linear colour as 0x00RRGGBB in sRGB.
fn rgb(color: Vec4) -> u32 {
    // Casts saturate, and NaN becomes 0.
    let byte = |light: f32| u32::from(BYTES[((light * 4096.0 + 0.5) as usize).min(4096)]);
    byte(color.x) << 16 | byte(color.y) << 8 | byte(color.z)
}
