//! Lines of a constant width on the screen, antialiased, and not fighting with the faces that they lie on.
//!
//! The engine's retained gizmos do not serve: their edges are smooth only with multisampling, which software drivers are
//! spared, one width holds for all lines of a gizmo, and they neither fade with the distance nor have a place in the order
//! in which the overlays are drawn.

use bevy::{
    asset::{RenderAssetUsages, embedded_asset},
    mesh::{Indices, MeshVertexAttribute, MeshVertexBufferLayoutRef, PrimitiveTopology},
    pbr::{MaterialPipeline, MaterialPipelineKey},
    prelude::*,
    render::render_resource::{
        AsBindGroup, RenderPipelineDescriptor, SpecializedMeshPipelineError, VertexFormat,
    },
};
use bspwalk_trees::collision::Capsule;

use super::pipeline;
use crate::app::palette::Rgb;

/// How a line is drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Stroke {
    pub(super) color: Rgb,
    /// Opacity, 0 to 1.
    pub(super) alpha: f32,
    /// Width in logical pixels.
    pub(super) width: f32,
}

impl Stroke {
    /// A line of this colour, opacity and width.
    pub(super) fn new(color: Rgb, alpha: f32, width: f32) -> Self {
        Self { color, alpha, width }
    }

    fn rgba(self) -> [u8; 4] {
        let Rgb(r, g, b) = self.color;
        [r, g, b, (self.alpha.clamp(0.0, 1.0) * 255.0).round() as u8]
    }
}

/// Lines that become one mesh.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct LineBatch {
    /// Ends, in metres, with colours and the width in logical pixels.
    lines: Vec<([Vec3; 2], [[u8; 4]; 2], f32)>,
    /// Distances from the eye at which lines begin to fade and are gone, in metres.
    pub(super) fade: [f32; 2],
}

impl Default for LineBatch {
    fn default() -> Self {
        Self {
            lines: Vec::new(),
            fade: [1.0e9, 2.0e9],
        }
    }
}

impl LineBatch {
    pub(super) fn len(&self) -> usize {
        self.lines.len()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// The ends of the lines, in metres.
    #[cfg(test)]
    pub(super) fn ends(&self) -> impl Iterator<Item = [Vec3; 2]> {
        self.lines.iter().map(|(ends, ..)| *ends)
    }

    /// Adds a line; one without a length or with an end that is not finite is left out.
    pub(super) fn line(&mut self, from: Vec3, to: Vec3, stroke: Stroke) {
        self.gradient(from, to, stroke, stroke);
    }

    /// Adds a line whose colour changes from one end to the other. The width is that of the start.
    pub(super) fn gradient(&mut self, from: Vec3, to: Vec3, start: Stroke, end: Stroke) {
        if from.is_finite() && to.is_finite() && from != to {
            self.lines
                .push(([from, to], [start.rgba(), end.rgba()], start.width));
        }
    }

    /// Adds a line as dashes, with dashes at both ends; a long one has longer dashes.
    pub(super) fn dashes(&mut self, from: Vec3, to: Vec3, stroke: Stroke) {
        /// Length of a dash with its gap, in metres, and how many there are at most.
        const PERIOD: f32 = 0.3;
        const MOST: f32 = 24.0;
        let dashes = (from.distance(to) / PERIOD).round().clamp(1.0, MOST);
        // The last has no gap behind it.
        let period = 1.0 / (dashes - 0.45);
        for dash in 0..dashes as u32 {
            let begin = dash as f32 * period;
            let end = (begin + 0.55 * period).min(1.0);
            self.line(from.lerp(to, begin), from.lerp(to, end), stroke);
        }
    }

    /// Adds lines from each point to the next.
    pub(super) fn path(&mut self, points: &[Vec3], stroke: Stroke) {
        for pair in points.windows(2) {
            self.line(pair[0], pair[1], stroke);
        }
    }

    /// Adds lines from each point to the next, and from the last to the first.
    pub(super) fn ring(&mut self, points: &[Vec3], stroke: Stroke) {
        self.path(points, stroke);
        if let (Some(&first), Some(&last)) = (points.first(), points.last()) {
            self.line(last, first, stroke);
        }
    }

    /// Adds a circle around `center` across `axis`, a unit vector.
    pub(super) fn circle(&mut self, center: Vec3, axis: Vec3, radius: f32, stroke: Stroke) {
        const SEGMENTS: usize = 48;
        let (u, v) = axis.any_orthonormal_pair();
        let points: Vec<Vec3> = (0..SEGMENTS)
            .map(|i| {
                let (sin, cos) = (i as f32 / SEGMENTS as f32 * std::f32::consts::TAU).sin_cos();
                center + (u * cos + v * sin) * radius
            })
            .collect();
        self.ring(&points, stroke);
    }

    /// The outline of a body: rings around its caps, and four lines between them.
    pub(super) fn body(&mut self, center: Vec3, body: Capsule, stroke: Stroke) {
        for axis in [Vec3::X, Vec3::Y, Vec3::Z] {
            self.circle(center + body.half_axis, axis, body.radius, stroke);
            if !body.is_sphere() {
                self.circle(center - body.half_axis, axis, body.radius, stroke);
            }
        }
        if !body.is_sphere() {
            for side in [Vec3::X, Vec3::NEG_X, Vec3::Z, Vec3::NEG_Z] {
                let at = center + side * body.radius;
                self.line(at - body.half_axis, at + body.half_axis, stroke);
            }
        }
    }

    /// Adds an arrow; its head is a quarter of its length.
    pub(super) fn arrow(&mut self, from: Vec3, to: Vec3, stroke: Stroke) {
        self.line(from, to, stroke);
        let Some(direction) = (to - from).try_normalize() else {
            return;
        };
        let head = (to - from).length() * 0.25;
        let (u, v) = direction.any_orthonormal_pair();
        for side in [u, -u, v, -v] {
            self.line(to, to + (side * 0.45 - direction) * head, stroke);
        }
    }

    /// Adds three short lines across each other, `size` metres to each side.
    pub(super) fn cross(&mut self, at: Vec3, size: f32, stroke: Stroke) {
        for axis in [Vec3::X, Vec3::Y, Vec3::Z] {
            self.line(at - axis * size, at + axis * size, stroke);
        }
    }

    /// The mesh: a quad a line, which the shader turns towards the screen. `None` for no lines.
    pub(super) fn mesh(&self) -> Option<Mesh> {
        if self.is_empty() {
            return None;
        }
        let count = self.lines.len() * 4;
        let mut positions = Vec::with_capacity(count);
        let mut others = Vec::with_capacity(count);
        let mut colors = Vec::with_capacity(count);
        let mut corners = Vec::with_capacity(count);
        let mut indices = Vec::with_capacity(self.lines.len() * 6);
        for &([from, to], [start, end], width) in &self.lines {
            let first = positions.len() as u32;
            // Each corner has its own end, the other one, and its side; the sign of the width tells the ends apart.
            for (own, other, color, side, width) in [
                (from, to, start, -1.0, width),
                (from, to, start, 1.0, width),
                (to, from, end, -1.0, -width),
                (to, from, end, 1.0, -width),
            ] {
                positions.push(own.to_array());
                others.push(other.to_array());
                colors.push(color);
                corners.push([side, width]);
            }
            indices.extend([0, 1, 2, 2, 1, 3].map(|i| first + i));
        }
        let mut mesh = Mesh::new(PrimitiveTopology::TriangleList, RenderAssetUsages::RENDER_WORLD);
        mesh.insert_attribute(Mesh::ATTRIBUTE_POSITION, positions);
        mesh.insert_attribute(OTHER_END, others);
        mesh.insert_attribute(LINE_COLOR, bevy::mesh::VertexAttributeValues::Unorm8x4(colors));
        mesh.insert_attribute(CORNER, corners);
        mesh.insert_indices(Indices::U32(indices));
        Some(mesh)
    }
}

const OTHER_END: MeshVertexAttribute =
    MeshVertexAttribute::new("OtherEnd", 0x6273_7077_0001, VertexFormat::Float32x3);
const LINE_COLOR: MeshVertexAttribute =
    MeshVertexAttribute::new("LineColor", 0x6273_7077_0002, VertexFormat::Unorm8x4);
const CORNER: MeshVertexAttribute =
    MeshVertexAttribute::new("LineCorner", 0x6273_7077_0003, VertexFormat::Float32x2);

/// How the lines of a mesh from [`LineBatch::mesh`] are drawn.
#[derive(Asset, TypePath, AsBindGroup, Debug, Clone, PartialEq)]
#[bind_group_data(LineKey)]
pub(super) struct LineMaterial {
    /// Pixels a logical pixel; opacity of all; distances at which lines begin to fade and are gone, in metres.
    #[uniform(0)]
    pub(super) settings: Vec4,
    /// Drawn through all that is nearer.
    pub(super) through_walls: bool,
    /// Place among the overlays: a higher one is drawn later.
    pub(super) order: f32,
}

/// What decides the pipeline of a [`LineMaterial`].
#[repr(C)]
#[derive(Eq, PartialEq, Hash, Copy, Clone)]
pub(super) struct LineKey {
    through_walls: bool,
}

impl From<&LineMaterial> for LineKey {
    fn from(material: &LineMaterial) -> Self {
        Self {
            through_walls: material.through_walls,
        }
    }
}

pub(super) fn plugin(app: &mut App) {
    embedded_asset!(app, "lines.wgsl");
    app.add_plugins(MaterialPlugin::<LineMaterial>::default());
}

impl Material for LineMaterial {
    pipeline::overlay_shader!("lines.wgsl");

    fn alpha_mode(&self) -> AlphaMode {
        AlphaMode::Blend
    }

    fn depth_bias(&self) -> f32 {
        self.order
    }

    fn specialize(
        _pipeline: &MaterialPipeline,
        descriptor: &mut RenderPipelineDescriptor,
        layout: &MeshVertexBufferLayoutRef,
        key: MaterialPipelineKey<Self>,
    ) -> Result<(), SpecializedMeshPipelineError> {
        let attributes = [Mesh::ATTRIBUTE_POSITION, OTHER_END, LINE_COLOR, CORNER];
        pipeline::specialize(descriptor, layout, &attributes, key.bind_group_data.through_walls)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_without_a_length_or_a_place_are_left_out() {
        let stroke = Stroke::new(Rgb(1, 2, 3), 1.0, 2.0);
        let mut lines = LineBatch::default();
        lines.line(Vec3::ONE, Vec3::ONE, stroke);
        lines.line(Vec3::ZERO, Vec3::NAN, stroke);
        lines.line(Vec3::INFINITY, Vec3::ZERO, stroke);
        assert!(lines.mesh().is_none());
        lines.line(Vec3::ZERO, Vec3::X, stroke);
        let mesh = lines.mesh();
        assert_eq!(
            mesh.map(|mesh| (mesh.count_vertices(), mesh.indices().map(Indices::len))),
            Some((4, Some(6)))
        );
    }

    #[test]
    fn dashes_reach_from_end_to_end_and_are_not_too_many() {
        let stroke = Stroke::new(Rgb(0, 0, 0), 1.0, 1.0);
        for (length, count) in [(0.1, 1), (0.9, 3), (900.0, 24)] {
            let mut lines = LineBatch::default();
            lines.dashes(Vec3::ZERO, Vec3::X * length, stroke);
            assert_eq!(lines.len(), count, "{length} m");
            let ends: Vec<f32> = lines
                .lines
                .iter()
                .flat_map(|(ends, ..)| ends.map(|end| end.x))
                .collect();
            assert!(ends.is_sorted(), "{ends:?}");
            assert!(
                ends[0] == 0.0 && (ends[ends.len() - 1] - length).abs() < 1.0e-3 * length,
                "{ends:?}"
            );
        }
        let mut lines = LineBatch::default();
        lines.dashes(Vec3::ZERO, Vec3::NAN, stroke);
        assert!(lines.is_empty());
    }

    #[test]
    fn a_ring_is_closed() {
        let mut lines = LineBatch::default();
        lines.circle(Vec3::ZERO, Vec3::Y, 2.0, Stroke::new(Rgb(0, 0, 0), 1.0, 1.0));
        let ends: Vec<[Vec3; 2]> = lines.lines.iter().map(|&(ends, ..)| ends).collect();
        for (i, &[_, to]) in ends.iter().enumerate() {
            assert_eq!(to, ends[(i + 1) % ends.len()][0]);
            assert!((to.length() - 2.0).abs() < 1.0e-5 && to.y.abs() < 1.0e-5);
        }
    }
}
