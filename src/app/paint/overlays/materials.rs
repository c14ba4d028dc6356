//! Meshes and materials for lines, polygons and labels, and code that all overlay materials share.

use bevy::asset::{AssetPath, RenderAssetUsages, embedded_asset};
use bevy::mesh::{
    Indices, MeshVertexAttribute, MeshVertexBufferLayoutRef, PrimitiveTopology, VertexAttributeValues,
};
use bevy::prelude::*;
use bevy::render::render_resource::{
    AsBindGroup, CompareFunction, RenderPipelineDescriptor, SpecializedMeshPipelineError, VertexFormat,
};
use bspwalk_draw::color::palette::Rgb;
use bspwalk_overlays::{labels::LabelPlate, lines::Line, polygons::PolygonBatch};

use crate::app::host::prelude::*;
use crate::app::paint::draw::{PaintMaterial, paint_plugin};

/// Sort biases of the overlays among all transparent objects. Faces are drawn first, then the layers.
pub(super) const ORDER_SURFACES: f32 = 1.0e5;
pub(super) const ORDER_LAYERS: f32 = 3.0e5;
/// Sort bias of the labels, which are drawn after all layers.
pub(super) const ORDER_LABELS: f32 = 1.0e6;
/// Difference between the sort biases of two layers. It exceeds any distance from the eye, because Bevy sorts by the
/// sum of distance and bias.
pub(super) const ORDER_STEP: f32 = 1.0e4;

pub(super) fn plugin(app: &mut App) {
    embedded_asset!(app, "lines.wgsl");
    embedded_asset!(app, "polygons.wgsl");
    embedded_asset!(app, "labels.wgsl");
    app.add_plugins((
        paint_plugin::<LineMaterial>,
        paint_plugin::<PolygonMaterial>,
        paint_plugin::<LabelMaterial>,
    ))
    .insert_resource(PixelScale(1.0));
}

/// Physical pixels per logical pixel for line widths. The value is larger on larger screens.
#[derive(Resource, Clone, Copy, Debug, PartialEq)]
pub struct PixelScale(pub f32);

/// Scales lines with the screen, but less than proportionally: by 1 at 720 rows, and by 1.7 at 1440.
pub(super) fn scale_to_screen(cameras: Query<&Camera, With<Eye>>, mut scale: ResMut<PixelScale>) {
    let size = cameras.iter().find_map(Camera::physical_target_size);
    let rows = size.map_or(720, |size| size.y);
    scale.set_if_neq(PixelScale((rows as f32 / 720.0).powf(0.75).clamp(0.75, 4.0)));
}

/// Returns the path of a shader that is embedded next to the source file.
macro_rules! embedded_shader {
    ($file:literal) => {
        bevy::asset::AssetPath::from_path_buf(bevy::asset::embedded_path!($file)).with_source("embedded")
    };
}
pub(in crate::app::paint) use embedded_shader;

/// Implements [`PaintMaterial`] for a blended material, given its shader, its vertex attributes, and an expression that
/// decides from the data of its bind group whether the material ignores depth. The `order` field is the material's
/// position in the drawing order of the overlays. Materials with higher values are drawn later.
macro_rules! blended {
    ($material:ty, $file:literal, $attributes:expr, |$data:ident| $over_all:expr) => {
        impl PaintMaterial for $material {
            fn shader() -> AssetPath<'static> {
                embedded_shader!($file)
            }

            fn is_blended(&self) -> bool {
                true
            }

            fn order(&self) -> f32 {
                self.order
            }

            fn specialize(
                pipeline: &mut RenderPipelineDescriptor,
                layout: &MeshVertexBufferLayoutRef,
                $data: &Self::Data,
            ) -> Result<(), SpecializedMeshPipelineError> {
                specialize(pipeline, layout, &$attributes, $over_all)
            }
        }
    };
}

/// Configures a pipeline to read the given attributes, at consecutive locations from 0. If `over_all` is set, the
/// pipeline ignores depth.
pub(super) fn specialize(
    pipeline: &mut RenderPipelineDescriptor,
    layout: &MeshVertexBufferLayoutRef,
    attributes: &[MeshVertexAttribute],
    over_all: bool,
) -> Result<(), SpecializedMeshPipelineError> {
    let locations = (0..).zip(attributes);
    let locations = locations.map(|(location, attribute)| attribute.at_shader_location(location));
    let locations: Vec<_> = locations.collect();
    pipeline.vertex.buffers = vec![layout.0.get_layout(&locations)?];
    if over_all && let Some(depth) = pipeline.depth_stencil.as_mut() {
        depth.depth_compare = Some(CompareFunction::Always);
    }
    Ok(())
}

/// Returns a mesh with an empty triangle list.
pub(super) fn triangles() -> Mesh {
    Mesh::new(PrimitiveTopology::TriangleList, RenderAssetUsages::RENDER_WORLD)
}

/// Builds a mesh of quads from the attributes of the quad corners. Returns `None` if there are no quads.
fn quads(attributes: [(MeshVertexAttribute, VertexAttributeValues); 4]) -> Option<Mesh> {
    let count = attributes[0].1.len() as u32 / 4;
    if count == 0 {
        return None;
    }
    let indices = (0..count).flat_map(|quad| [0, 1, 2, 2, 1, 3].map(|corner| quad * 4 + corner));
    let mut mesh = triangles().with_inserted_indices(Indices::U32(indices.collect()));
    for (attribute, values) in attributes {
        mesh.insert_attribute(attribute, values);
    }
    Some(mesh)
}

const OTHER_END: MeshVertexAttribute =
    MeshVertexAttribute::new("OtherEnd", 0x6273_7077_0001, VertexFormat::Float32x3);
const LINE_COLOR: MeshVertexAttribute =
    MeshVertexAttribute::new("LineColor", 0x6273_7077_0002, VertexFormat::Unorm8x4);
const LINE_CORNER: MeshVertexAttribute =
    MeshVertexAttribute::new("LineCorner", 0x6273_7077_0003, VertexFormat::Float32x2);

/// Builds a mesh with one quad per line, which the shader turns towards the camera. Returns `None` if there are no
/// lines.
pub(super) fn line_mesh(lines: &[Line]) -> Option<Mesh> {
    // Each corner stores its own end of the line, the other end, and its side. The sign of the width distinguishes the
    // ends.
    let corners = lines.iter().flat_map(|line| {
        let ([from, to], [start, end], width) = (line.ends, line.colors, line.width);
        [
            (from, to, start, [-1.0, width]),
            (from, to, start, [1.0, width]),
            (to, from, end, [-1.0, -width]),
            (to, from, end, [1.0, -width]),
        ]
        .map(|(own, other, color, corner)| (own.to_array(), other.to_array(), color, corner))
    });
    let (positions, others, colors, corners): (Vec<_>, Vec<_>, Vec<_>, Vec<_>) = corners.collect();
    quads([
        (Mesh::ATTRIBUTE_POSITION, positions.into()),
        (OTHER_END, others.into()),
        (LINE_COLOR, VertexAttributeValues::Unorm8x4(colors)),
        (LINE_CORNER, corners.into()),
    ])
}

/// Material for antialiased lines; see [`bspwalk_overlays::lines`].
#[derive(Asset, TypePath, AsBindGroup, Debug, Clone, PartialEq)]
#[bind_group_data(LineKey)]
pub(super) struct LineMaterial {
    /// The components are the number of physical pixels per logical pixel, the opacity, and the start and end of the
    /// distance fade (in metres).
    #[uniform(0)]
    pub(super) settings: Vec4,
    /// Whether lines are visible through geometry in front of them.
    pub(super) through_walls: bool,
    pub(super) order: f32,
}

/// Whether lines are visible through geometry in front of them.
#[repr(C)]
#[derive(Eq, PartialEq, Hash, Copy, Clone)]
pub(super) struct LineKey(bool);

impl From<&LineMaterial> for LineKey {
    fn from(material: &LineMaterial) -> Self {
        Self(material.through_walls)
    }
}

blended!(
    LineMaterial,
    "lines.wgsl",
    [Mesh::ATTRIBUTE_POSITION, OTHER_END, LINE_COLOR, LINE_CORNER],
    |data| data.0
);

/// Builds a mesh of polygons that keeps their order.
pub(super) fn polygon_mesh(batch: &PolygonBatch) -> Mesh {
    triangles()
        .with_inserted_attribute(Mesh::ATTRIBUTE_POSITION, batch.positions().to_vec())
        .with_inserted_attribute(Mesh::ATTRIBUTE_COLOR, batch.colors().to_vec())
        .with_inserted_indices(Indices::U32(batch.indices(0..batch.len())))
}

/// Material for polygons, which are translucent, and hatched on the back or on both sides.
#[derive(Asset, TypePath, AsBindGroup, Debug, Clone, Default, PartialEq)]
pub(in crate::app) struct PolygonMaterial {
    /// The components are: physical pixels per logical pixel; 1 if both sides are hatched, otherwise 0; 1 if polygons
    /// fade near the eye and at grazing angles, otherwise 0; unused.
    #[uniform(0)]
    pub(super) settings: Vec4,
    pub(super) order: f32,
}

blended!(
    PolygonMaterial,
    "polygons.wgsl",
    [Mesh::ATTRIBUTE_POSITION, Mesh::ATTRIBUTE_COLOR],
    |_data| false
);

const LABEL_CORNER: MeshVertexAttribute =
    MeshVertexAttribute::new("LabelCorner", 0x6273_7077_0005, VertexFormat::Float32x3);
const LABEL_ENDS: MeshVertexAttribute =
    MeshVertexAttribute::new("LabelEnds", 0x6273_7077_0006, VertexFormat::Float32x4);
const LABEL_COLOR: MeshVertexAttribute =
    MeshVertexAttribute::new("LabelColor", 0x6273_7077_0007, VertexFormat::Unorm8x4);

/// Builds a mesh of labels, consisting of plates and of strokes with round ends. Sizes are in pixels relative to the
/// anchor points in the world. Returns `None` if there are no labels.
pub(super) fn label_mesh(labels: &[LabelPlate]) -> Option<Mesh> {
    /// Extra margin for antialiasing, in pixels.
    const SOFT: f32 = 1.5;
    let strokes = labels.iter();
    let strokes = strokes.flat_map(|label| label.strokes().into_iter().map(move |stroke| (label, stroke)));
    // Each corner stores the anchor of its label. Its own position, the stroke radius, and the end points of the stroke
    // are in logical pixels relative to the anchor.
    let corners = strokes.flat_map(|(label, stroke)| {
        let ([from, to], radius) = (stroke.ends.map(|end| label.moved + end), stroke.radius);
        let along = (to - from).try_normalize().unwrap_or(Vec2::X) * (radius + SOFT);
        let across = along.perp();
        let Rgb(r, g, b) = stroke.color;
        let color = [r, g, b, (label.alpha * stroke.alpha * 255.0) as u8];
        let [begin, end] = [from - along, to + along];
        [begin - across, begin + across, end - across, end + across].map(|corner| {
            let ends = [from.x, from.y, to.x, to.y];
            (label.at.to_array(), [corner.x, corner.y, radius], ends, color)
        })
    });
    let (anchors, corners, ends, colors): (Vec<_>, Vec<_>, Vec<_>, Vec<_>) = corners.collect();
    quads([
        (Mesh::ATTRIBUTE_POSITION, anchors.into()),
        (LABEL_CORNER, corners.into()),
        (LABEL_ENDS, ends.into()),
        (LABEL_COLOR, VertexAttributeValues::Unorm8x4(colors)),
    ])
}

/// Material for labels, which are drawn on top of everything.
#[derive(Asset, TypePath, AsBindGroup, Debug, Clone, Default, PartialEq)]
pub(super) struct LabelMaterial {
    /// Physical pixels per logical pixel. The other three components are unused.
    #[uniform(0)]
    pub(super) settings: Vec4,
    pub(super) order: f32,
}

blended!(
    LabelMaterial,
    "labels.wgsl",
    [Mesh::ATTRIBUTE_POSITION, LABEL_CORNER, LABEL_ENDS, LABEL_COLOR],
    |_data| true
);
