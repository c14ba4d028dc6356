//! The shader, which computes the colours of faces for all kinds of pictures, span by span. In the window, `level.wgsl`
//! and `surfaces.wgsl` compute the same colours.

use std::ops::Range;

use bspwalk_levels::color::srgb;
use bspwalk_trees::solid_leaf::LeafId;
use glam::{Vec2, Vec3, Vec4, Vec4Swizzles, vec2, vec3};

use super::{
    camera::{EdgeFunction, Rays},
    edge_functions::Outline,
    material::Pattern,
    overlay_colors::blend_edge,
    picture::RenderContext,
    style::Coloring,
    surface::{AttributeOverW, FaceMaterial, Paint, Row, Surface},
    tone::{BACKGROUND, sky, tone_map},
};

/// Light from a lamp at the camera, linear.
const LAMP: Vec3 = vec3(0.34, 0.325, 0.30);

/// Number of samples in a span that share a mipmap level.
const CHUNK: usize = 8;

/// Distance between the stripes on faces of hidden leaves, in pixels.
const STRIPES: f64 = 14.0;

/// Factor that lightens every other stripe.
const STRIPES_LIGHTER: f32 = 0.25;

/// Distance in front of a face at which its leaf is looked up, in multiples of the plane thickness.
const BEFORE: f64 = 4.0;

impl RenderContext<'_> {
    /// Writes the linear colours of the sky along a row, starting at a position.
    pub(super) fn write_sky_row(&self, place: [f64; 2], colors: &mut [Vec4]) {
        if self.view.has_cut_or_is_parallel() {
            colors.fill(BACKGROUND.map(srgb::to_linear).extend(1.0));
            return;
        }
        let start = self.view.rays.through(place).as_vec3();
        let right = self.view.rays.right.as_vec3();
        for (pixel, color) in colors.iter_mut().enumerate() {
            *color = sky((start + right * pixel as f32).normalize_or_zero()).extend(1.0);
        }
    }

    /// Writes the colours of a surface along a row, starting at (x, y). They are linear with straight alpha.
    pub(super) fn write_surface_row(&self, surface: &Surface, [x, y]: [f64; 2], colors: &mut [Vec4]) {
        if matches!(surface.paint, Paint::Leaf) {
            self.leaf_span(surface, [x, y], 0..colors.len(), None, colors);
            return;
        }
        for (chunk, colors) in colors.chunks_mut(CHUNK).enumerate() {
            let place = [x + (chunk * CHUNK) as f64, y];
            let rays = ViewRow::new(&self.view.rays, &surface.over_w, place);
            match &surface.paint {
                Paint::Material(look) => self.material_span(look, surface, &rays, place, colors),
                Paint::Flat(color) => {
                    for (pixel, out) in colors.iter_mut().enumerate() {
                        *out = surface.plain(*color, rays.distance(pixel)).extend(1.0);
                    }
                }
                Paint::Leaf => {}
            }
        }
    }

    /// Draws the edges of an outline over the colours of a span.
    pub(super) fn draw_edges(
        &self,
        outline: &Outline,
        edges: &[EdgeFunction],
        [x, y]: [f64; 2],
        colors: &mut [Vec4],
    ) {
        if self.style.wireframe || self.style.coloring == Coloring::Fragment {
            for (pixel, color) in colors.iter_mut().enumerate() {
                let place = [x + pixel as f64, y];
                let (ink, share) = self.colors.edge(outline, edges, place, self.view.sampling.rows());
                *color = blend_edge(*color, ink, share);
            }
        }
    }

    /// Returns whether a surface has a hole at a position in the picture.
    pub(super) fn is_hole(&self, surface: &Surface, place: [f64; 2]) -> bool {
        let Paint::Material(look) = &surface.paint else {
            return false;
        };
        let material = &self.painted.materials[look.material as usize];
        let w = 1.0 / surface.over_w.at(place) as f32;
        let uv = Vec2::from(look.uv.map(|axis| axis.0.at(place) as f32 * w));
        let pattern = self.pattern(look, surface, uv, w).at(uv);
        material.color.w * look.vertices.at(place, w).w * pattern.w < material.cutoff
    }

    /// Returns the pattern of a material at the coordinates `uv` and the depth `w`.
    fn pattern(&self, look: &FaceMaterial, surface: &Surface, uv: Vec2, w: f32) -> Pattern<'_> {
        let [u, v] = [0, 1].map(|axis| look.uv[axis].change(&surface.over_w, uv[axis], w));
        // A sample represents a square. The square is smaller if the pixel has more samples.
        let rows = self.view.sampling.rows() as f32;
        let side = rows.sqrt().recip();
        let changes = [vec2(u[0], v[0]) * side, vec2(u[1], v[1]) * (side * rows)];
        self.painted.materials[look.material as usize].pattern(changes, self.filter)
    }

    /// Writes the colours of a chunk of samples on a surface with a material. The samples are in one row, starting at
    /// (x, y).
    fn material_span(
        &self,
        look: &FaceMaterial,
        surface: &Surface,
        rays: &ViewRow,
        [x, y]: [f64; 2],
        colors: &mut [Vec4],
    ) {
        let material = &self.painted.materials[look.material as usize];
        let [u, v] = look.uv.map(|axis| axis.from([x, y]));
        let uv = |pixel: usize, w: f32| vec2(u.at(pixel), v.at(pixel)) * w;
        let middle = colors.len() / 2;
        let w = rays.w(middle);
        let pattern = self.pattern(look, surface, uv(middle, w), w);
        let normals = look.normals.map(|normals| normals.map(|axis| axis.from([x, y])));
        let map = look.map.zip(self.light.maps);
        let map = map.map(|((map, places), maps)| (maps, map, places.map(|axis| axis.from([x, y]))));
        // Light from the file is complete, so no lamp is added to it. With parallel projection, the lamp is infinitely
        // far away.
        let has_lamp = !map.is_some_and(|(_, map, _)| map.of_file) && self.view.rays.parallel.is_none();
        let (tint, share) = surface.tint;
        for (pixel, out) in colors.iter_mut().enumerate() {
            let w = rays.w(pixel);
            let place = [x + pixel as f64, y];
            let color = material.color * look.vertices.at(place, w) * pattern.at(uv(pixel, w));
            let mut shown = color.xyz();
            if !material.unlit {
                let direction = rays.direction(pixel);
                let away = direction.length();
                let (normal, cosine) = match &normals {
                    None => (surface.facing, surface.height / (w * away)),
                    Some(axes) => {
                        let normal = Vec3::from(axes.map(|axis| axis.at(pixel)));
                        let normal = normal.try_normalize().unwrap_or(surface.facing);
                        let towards_eye = -normal.dot(direction);
                        (normal * towards_eye.signum(), towards_eye.abs() / away)
                    }
                };
                let mut light = match &map {
                    Some((maps, map, [s, t])) => maps.at(map, [s.at(pixel) * w, t.at(pixel) * w]),
                    None => {
                        let point = self.view.rays.point(place, surface.inverse_w.at(place));
                        self.light.at(point.as_vec3(), surface.facing, normal)
                    }
                };
                if has_lamp {
                    let distance = w * away;
                    light += LAMP * ((0.25 + 0.75 * cosine.min(1.0)) / (1.0 + 0.02 * distance * distance));
                }
                shown = tone_map(shown * light + material.emissive);
            }
            *out = shown.lerp(tint, share * 0.8).extend(color.w.clamp(0.0, 1.0));
        }
    }

    /// Colours a part of a span by leaf. Leaves are convex, so a leaf that contains both ends contains everything
    /// between them.
    fn leaf_span(
        &self,
        surface: &Surface,
        [x, y]: [f64; 2],
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
        let before = BEFORE * leaves.tree.tolerances().cell();
        let leaf = |pixel: usize| {
            let place = [x + pixel as f64, y];
            let on_face = self.view.rays.point(place, surface.inverse_w.at(place));
            leaves.tree.locate(on_face + surface.facing.as_dvec3() * before)
        };
        let last = part.end - 1;
        let [first_leaf, last_leaf] = ends.unwrap_or_else(|| [leaf(part.start), leaf(last)]);
        if first_leaf == last_leaf || part.len() < 2 {
            let is_visible = leaves
                .pvs
                .as_ref()
                .is_none_or(|pvs| pvs.visible(leaves.from, first_leaf));
            let is_hidden = self.style.coloring == Coloring::VisibleLeaf && !is_visible;
            let palette = self.style.palette;
            let [color, stripes] = if is_hidden {
                [palette.hidden(), palette.hidden().lighter(STRIPES_LIGHTER)].map(|rgb| rgb.linear().into())
            } else {
                [palette.category(first_leaf.0).into(); 2]
            };
            let (tint, share) = surface.tint;
            let [color, stripes] = [color, stripes].map(|color: Vec3| color.lerp(tint, share));
            let rays = ViewRow::new(&self.view.rays, &surface.over_w, [x, y]);
            for pixel in part {
                let across = (x + pixel as f64 + y) / STRIPES;
                let color = if across.rem_euclid(1.0) < 0.5 {
                    color
                } else {
                    stripes
                };
                colors[pixel] = surface.plain(color, rays.distance(pixel)).extend(1.0);
            }
            return;
        }
        let middle = part.start + part.len() / 2;
        let [before, after] = [leaf(middle - 1), leaf(middle)];
        let halves = [part.start..middle, middle..part.end];
        for (half, ends) in halves.into_iter().zip([[first_leaf, before], [after, last_leaf]]) {
            self.leaf_span(surface, [x, y], half, Some(ends), colors);
        }
    }
}

/// The rays through some samples of a row, and their intersections with a face.
struct ViewRow {
    first: Vec3,
    right: Vec3,
    over_w: Row,
}

impl ViewRow {
    fn new(rays: &Rays, over_w: &EdgeFunction, place: [f64; 2]) -> Self {
        Self {
            first: rays.through(place).as_vec3(),
            right: rays.parallel.map_or(rays.right.as_vec3(), |_| Vec3::ZERO),
            over_w: AttributeOverW(*over_w).from(place),
        }
    }

    /// Returns the direction of a ray, scaled to a depth of 1 m.
    #[inline]
    fn direction(&self, pixel: usize) -> Vec3 {
        self.first + self.right * pixel as f32
    }

    /// Returns the depth of the face in metres, or 1 with parallel projection.
    #[inline]
    fn w(&self, pixel: usize) -> f32 {
        1.0 / self.over_w.at(pixel)
    }

    /// Returns the distance between the face and the eye in metres, or 1 with parallel projection.
    #[inline]
    fn distance(&self, pixel: usize) -> f32 {
        self.w(pixel) * self.direction(pixel).length()
    }
}

impl Surface {
    /// Shades a plain colour with light from above, from one side and from the eye, so that adjacent faces look
    /// different.
    fn plain(&self, color: Vec3, distance: f32) -> Vec3 {
        let cosine = (self.height / distance).min(1.0);
        let light = 0.66 + 0.12 * self.facing.y + 0.08 * self.facing.x + 0.2 * cosine;
        color * light * if self.from_front { 1.0 } else { 0.72 }
    }
}
