//! The colours of frames: visible surfaces are shaded span by span along the rows, by baked light.

use std::ops::Range;

use bspwalk_levels::color::srgb;
use bspwalk_trees::solid_leaf::LeafId;
use glam::{Vec3, Vec4, Vec4Swizzles, vec2};

use super::{
    camera::{EdgeFunction, Rays},
    edge_functions::Outline,
    overlay_colors::blend_edge,
    shade::{BACKGROUND, LAMP, MEASURE, sky, tone},
    style::Coloring,
    surface::{Lit, Look, OverW, Paint, Row, Shading, Surface},
    texture::Sampler,
};
use crate::light;

/// Pixels of a span that share a level of detail.
const CHUNK: usize = 8;

/// A place is looked up in the leaf so many thicknesses of a plane before its face.
const BEFORE: f64 = 4.0;

impl Shading<'_> {
    /// Writes the colours of the sky from a pixel to the right, linear.
    pub(super) fn sky(&self, [column, row]: [u32; 2], colors: &mut [Vec4]) {
        if self.is_model {
            colors.fill(BACKGROUND.map(srgb::to_linear).extend(1.0));
            return;
        }
        let [x, y] = [column, row].map(|pixel| f64::from(pixel) + 0.5);
        let start = self.rays.through([x, y]).as_vec3();
        let right = self.rays.right.as_vec3();
        for (pixel, color) in colors.iter_mut().enumerate() {
            *color = sky((start + right * pixel as f32).normalize_or_zero()).extend(1.0);
        }
    }

    /// Writes the colours of a surface from a pixel to the right: linear, straight alpha.
    pub(super) fn span(&self, surface: &Surface, [column, row]: [u32; 2], colors: &mut [Vec4]) {
        let y = f64::from(row) + 0.5;
        match &surface.paint {
            Paint::Leaf => self.leaf_span(surface, column, y, 0..colors.len(), None, colors),
            _ => {
                for (chunk, colors) in (0..).zip(colors.chunks_mut(CHUNK)) {
                    let x = f64::from(column) + f64::from(chunk) * CHUNK as f64 + 0.5;
                    let rays = ViewRow::new(self.rays, &surface.over_w, [x, y]);
                    match &surface.paint {
                        Paint::Material(look) if self.materials[look.material as usize].unlit => {
                            self.unlit(look, surface, &rays, [x, y], colors);
                        }
                        Paint::Material(look) => self.shade(look, surface, &rays, [x, y], colors),
                        Paint::Flat(color) => {
                            for (pixel, out) in colors.iter_mut().enumerate() {
                                *out = surface.plain(*color, rays.distance(pixel)).extend(1.0);
                            }
                        }
                        Paint::Leaf => {}
                    }
                }
            }
        }
        let (tint, share) = surface.tint;
        if share > 0.0 {
            for color in colors {
                *color = color.xyz().lerp(tint, share).extend(color.w);
            }
        }
    }

    /// Draws the edges of an outline over the colours of a span.
    pub(super) fn edges(
        &self,
        outline: &Outline,
        edges: &[EdgeFunction],
        [column, row]: [u32; 2],
        colors: &mut [Vec4],
    ) {
        if self.wireframe {
            for (at, color) in (column..).zip(colors) {
                let place = [at, row].map(|pixel| f64::from(pixel) + 0.5);
                let (ink, share) = self.colors.edge(outline, edges, place);
                *color = blend_edge(*color, ink, share);
            }
        }
    }

    /// Whether a surface with holes has one at a place of the picture.
    pub(super) fn is_hole(&self, surface: &Surface, place: [f64; 2]) -> bool {
        let Paint::Material(look) = &surface.paint else {
            return false;
        };
        self.opacity(look, surface, place) < self.materials[look.material as usize].cutoff
    }

    /// The opacity of a surface at a place of the picture.
    fn opacity(&self, look: &Look, surface: &Surface, place: [f64; 2]) -> f32 {
        let w = 1.0 / surface.over_w.at(place) as f32;
        let uv = look.uv.map(|axis| axis.0.at(place) as f32 * w);
        let color = self.materials[look.material as usize].color.w * look.vertices.at(place, w).w;
        match self.texture(look) {
            Some(texture) => {
                color
                    * texture
                        .quick(&look.detail(texture, &surface.over_w, uv, w), uv.into())
                        .w
            }
            None => color,
        }
    }

    /// The texture of a material, or the lines of one without that is lit.
    fn texture(&self, look: &Look) -> Option<&Sampler> {
        let material = &self.materials[look.material as usize];
        let lines = || MEASURE.as_ref().filter(|_| !material.unlit);
        material.sampler.as_ref().or_else(lines)
    }

    /// Writes the colours of some pixels of a material that no light changes.
    fn unlit(&self, look: &Look, surface: &Surface, rays: &ViewRow, [x, y]: [f64; 2], colors: &mut [Vec4]) {
        let color = self.materials[look.material as usize].color;
        let [u, v] = look.uv.map(|axis| axis.from([x, y]));
        let uv = |pixel: usize, w: f32| [u.at(pixel) * w, v.at(pixel) * w];
        let middle = colors.len() / 2;
        let w = rays.w(middle);
        let textured = self.texture(look);
        let textured =
            textured.map(|texture| (texture, look.detail(texture, &surface.over_w, uv(middle, w), w)));
        for (pixel, out) in colors.iter_mut().enumerate() {
            let w = rays.w(pixel);
            let mut color = color * look.vertices.at([x + pixel as f64, y], w);
            if let Some((texture, detail)) = &textured {
                color *= texture.quick(detail, uv(pixel, w).into());
            }
            *out = color.xyz().extend(color.w.clamp(0.0, 1.0));
        }
    }

    /// Writes the lit colours of some pixels from a place to the right.
    fn shade(&self, look: &Look, surface: &Surface, rays: &ViewRow, [x, y]: [f64; 2], colors: &mut [Vec4]) {
        let middle = colors.len() / 2;
        let w = rays.w(middle);
        let [u, v] = look.uv.map(|axis| axis.from([x, y]));
        let textured = self.texture(look).map(|texture| {
            let uv = [u.at(middle) * w, v.at(middle) * w];
            (texture, look.detail(texture, &surface.over_w, uv, w))
        });
        let material = &self.materials[look.material as usize];
        let normal = if surface.from_front {
            surface.front
        } else {
            -surface.front
        };
        let place = || {
            let at = [x + middle as f64, y];
            self.rays.point(at, surface.inverse_w.at(at)).as_vec3()
        };
        let (map, sky) = match (&look.lit, self.lightmaps) {
            (Lit::Map(map, places), Some(maps)) => (
                Some((maps, map, places.map(|axis| axis.from([x, y])))),
                Vec3::ZERO,
            ),
            (_, Some(maps)) => (None, maps.sky(place(), normal)),
            (_, None) => (None, light::sky(None, place(), normal)),
        };
        let lamp = match &map {
            Some((_, map, _)) if map.of_file => Vec3::ZERO,
            // It is infinitely far.
            _ if self.rays.parallel.is_some() => Vec3::ZERO,
            _ => LAMP,
        };
        for (pixel, out) in colors.iter_mut().enumerate() {
            let w = rays.w(pixel);
            let mut color = material.color * look.vertices.at([x + pixel as f64, y], w);
            if let Some((texture, detail)) = &textured {
                color *= texture.quick(detail, vec2(u.at(pixel) * w, v.at(pixel) * w));
            }
            let mut light = match &map {
                Some((maps, map, [s, t])) => maps.at(map, [s.at(pixel) * w, t.at(pixel) * w]),
                None => sky,
            };
            let distance = w * (rays.direction + rays.right * pixel as f32).length();
            light += lamp
                * ((0.25 + 0.75 * (surface.height / distance).min(1.0)) / (1.0 + 0.02 * distance * distance));
            let lit = tone(color.xyz() * light + material.emissive);
            *out = lit.extend(color.w.clamp(0.0, 1.0));
        }
    }

    /// Colours a part of a span by leaf. A leaf is convex: where it holds both ends, it holds all between them.
    fn leaf_span(
        &self,
        surface: &Surface,
        column: u32,
        y: f64,
        part: Range<usize>,
        ends: Option<[LeafId; 2]>,
        colors: &mut [Vec4],
    ) {
        let Some(leaves) = self.leaves else {
            colors[part].fill(Vec4::new(0.2, 0.2, 0.2, 1.0));
            return;
        };
        if part.is_empty() {
            return;
        }
        let x = |pixel: usize| f64::from(column) + pixel as f64 + 0.5;
        let before = BEFORE * leaves.tree.tolerances().cell();
        let towards_eye = if surface.from_front {
            surface.front
        } else {
            -surface.front
        };
        let leaf = |pixel: usize| {
            let place = [x(pixel), y];
            let on_face = self.rays.point(place, surface.inverse_w.at(place));
            leaves.tree.locate(on_face + towards_eye.as_dvec3() * before)
        };
        let last = part.end - 1;
        let [first_leaf, last_leaf] = ends.unwrap_or_else(|| [leaf(part.start), leaf(last)]);
        if first_leaf == last_leaf || part.len() < 2 {
            let is_visible = leaves
                .pvs
                .as_ref()
                .is_none_or(|pvs| pvs.visible(leaves.from, first_leaf));
            let color = if self.coloring == Coloring::VisibleLeaf && !is_visible {
                Vec3::splat(0.05)
            } else {
                Vec3::from(self.palette.category(first_leaf))
            };
            let rays = ViewRow::new(self.rays, &surface.over_w, [x(0), y]);
            for pixel in part {
                colors[pixel] = surface.plain(color, rays.distance(pixel)).extend(1.0);
            }
            return;
        }
        let middle = part.start + part.len() / 2;
        let [before, after] = [leaf(middle - 1), leaf(middle)];
        self.leaf_span(
            surface,
            column,
            y,
            part.start..middle,
            Some([first_leaf, before]),
            colors,
        );
        self.leaf_span(
            surface,
            column,
            y,
            middle..part.end,
            Some([after, last_leaf]),
            colors,
        );
    }
}

/// The rays of some pixels in a row, and where they meet a face.
struct ViewRow {
    direction: Vec3,
    right: Vec3,
    over_w: Row,
}

impl ViewRow {
    fn new(rays: &Rays, over_w: &EdgeFunction, place: [f64; 2]) -> Self {
        Self {
            direction: rays.through(place).as_vec3(),
            right: rays.parallel.map_or(rays.right.as_vec3(), |_| Vec3::ZERO),
            over_w: OverW(*over_w).from(place),
        }
    }

    /// The depth of the face, in metres; 1 without perspective.
    #[inline]
    fn w(&self, pixel: usize) -> f32 {
        1.0 / self.over_w.at(pixel)
    }

    /// The distance of the face from the eye, in metres; 1 without perspective.
    #[inline]
    fn distance(&self, pixel: usize) -> f32 {
        self.w(pixel) * (self.direction + self.right * pixel as f32).length()
    }
}

impl Surface {
    /// A plain colour with some light from above, from one side and from the eye, so that adjacent faces differ.
    fn plain(&self, color: Vec3, distance: f32) -> Vec3 {
        let normal = if self.from_front { self.front } else { -self.front };
        let light = 0.66 + 0.12 * normal.y + 0.08 * normal.x + 0.2 * (self.height / distance).min(1.0);
        color * light * if self.from_front { 1.0 } else { 0.72 }
    }
}
