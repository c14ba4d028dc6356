//! Labels as a mesh: plates and strokes with round ends, in pixels around points of the world.

use bevy::{
    asset::{RenderAssetUsages, embedded_asset},
    mesh::{Indices, MeshVertexAttribute, PrimitiveTopology, VertexAttributeValues},
    prelude::*,
    render::render_resource::{AsBindGroup, VertexFormat},
};
use bspwalk_levels::color::palette::Rgb;
use bspwalk_overlays::labels::Standing;

use crate::app::paint::overlays::pipeline;

#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct LabelBatch {
    anchors: Vec<[f32; 3]>,
    /// Corner in logical pixels relative to the anchor, and radius of the stroke.
    corners: Vec<[f32; 3]>,
    /// Both ends of the stroke, in logical pixels relative to the anchor.
    ends: Vec<[f32; 4]>,
    colors: Vec<[u8; 4]>,
}

impl LabelBatch {
    pub(super) fn add(&mut self, label: &Standing) {
        for stroke in label.strokes() {
            let ends = stroke.ends.map(|end| label.moved + end);
            let alpha = label.alpha * stroke.alpha;
            self.stroke(label.at, ends, stroke.radius, stroke.color, alpha);
        }
    }

    fn stroke(&mut self, anchor: Vec3, [from, to]: [Vec2; 2], radius: f32, Rgb(r, g, b): Rgb, alpha: f32) {
        /// Extra margin for antialiasing, in pixels.
        const SOFT: f32 = 1.5;
        let along = (to - from).try_normalize().unwrap_or(Vec2::X) * (radius + SOFT);
        let across = along.perp();
        for corner in [
            from - along - across,
            from - along + across,
            to + along - across,
            to + along + across,
        ] {
            self.anchors.push(anchor.to_array());
            self.corners.push([corner.x, corner.y, radius]);
            self.ends.push([from.x, from.y, to.x, to.y]);
            self.colors.push([r, g, b, (alpha * 255.0) as u8]);
        }
    }

    /// Returns the mesh; `None` if there are no labels.
    pub(super) fn mesh(self) -> Option<Mesh> {
        if self.anchors.is_empty() {
            return None;
        }
        let strokes = self.anchors.len() as u32 / 4;
        let indices = (0..strokes).flat_map(|stroke| [0, 1, 2, 2, 1, 3].map(|corner| stroke * 4 + corner));
        let mut mesh = Mesh::new(PrimitiveTopology::TriangleList, RenderAssetUsages::RENDER_WORLD);
        mesh.insert_attribute(Mesh::ATTRIBUTE_POSITION, self.anchors);
        mesh.insert_attribute(CORNER, self.corners);
        mesh.insert_attribute(ENDS, self.ends);
        mesh.insert_attribute(COLOR, VertexAttributeValues::Unorm8x4(self.colors));
        mesh.insert_indices(Indices::U32(indices.collect()));
        Some(mesh)
    }
}

const CORNER: MeshVertexAttribute =
    MeshVertexAttribute::new("LabelCorner", 0x6273_7077_0005, VertexFormat::Float32x3);
const ENDS: MeshVertexAttribute =
    MeshVertexAttribute::new("LabelEnds", 0x6273_7077_0006, VertexFormat::Float32x4);
const COLOR: MeshVertexAttribute =
    MeshVertexAttribute::new("LabelColor", 0x6273_7077_0007, VertexFormat::Unorm8x4);

/// The material of labels, which are drawn on top of everything.
#[derive(Asset, TypePath, AsBindGroup, Debug, Clone, Default, PartialEq)]
pub(super) struct LabelMaterial {
    /// Pixels per logical pixel; the other three components are unused.
    #[uniform(0)]
    pub(super) settings: Vec4,
}

impl Material for LabelMaterial {
    pipeline::overlay_shader!(
        "labels.wgsl",
        [Mesh::ATTRIBUTE_POSITION, CORNER, ENDS, COLOR],
        |_key| true
    );

    fn depth_bias(&self) -> f32 {
        pipeline::ORDER_LABELS
    }
}

pub(super) fn plugin(app: &mut App) {
    embedded_asset!(app, "labels.wgsl");
    app.add_plugins(MaterialPlugin::<LabelMaterial>::default());
}
