//! The material of the fragment mesh: its shader and settings.

use bevy::render::render_resource::{
    AsBindGroup, RenderPipelineDescriptor, ShaderType, SpecializedMeshPipelineError,
};
use bevy::{asset::AssetPath, mesh::MeshVertexBufferLayoutRef, prelude::*};
use bspwalk_draw::color::palette::{LAST_DEPTH, Palette, Rgb};
use bspwalk_overlays::{faces, tree_stats::TreeStats};
use bspwalk_session::overlays::OverlayKind;
use bspwalk_trees::node_storing::NodeId;

use super::vertices::{IDS, NO_NODE};
use crate::app::host::prelude::*;
use crate::app::paint::draw::{PaintMaterial, PipelineLayout};
use crate::app::paint::overlays::materials;

#[derive(ShaderType, Clone, Copy, Debug, Default, PartialEq)]
pub(in crate::app) struct SurfaceSettings {
    pub(super) ramp: [Vec4; 7],
    pub(super) categories: [Vec4; 8],
    pub(super) front: Vec4,
    pub(super) back: Vec4,
    pub(super) selected: Vec4,
    pub(super) hidden: [Vec4; 2],
    pub(super) edge: Vec4,
    pub(super) cut_edge: Vec4,
    pub(super) selected_node: u32,
    pub(super) front_start: u32,
    pub(super) front_end: u32,
    pub(super) back_start: u32,
    pub(super) back_end: u32,
    pub(super) coloring: u32,
    pub(super) category_count: u32,
    pub(super) wireframe: u32,
    pub(super) last_depth: f32,
    pub(super) scale: f32,
    pub(super) radius: f32,
}

#[derive(Asset, TypePath, AsBindGroup, Debug, Clone, PartialEq)]
#[bind_group_data(Placement)]
pub(in crate::app) struct SurfaceMaterial {
    #[uniform(0)]
    pub(super) settings: SurfaceSettings,
    pub(super) placement: Placement,
}

/// How fragments are drawn relative to the level. It selects the pipeline of a [`SurfaceMaterial`].
#[repr(C)]
#[derive(Debug, Eq, PartialEq, Hash, Copy, Clone)]
pub(in crate::app) enum Placement {
    /// In place of the level.
    InPlace,
    /// Over the level, which remains visible underneath.
    OverLevel,
    /// Over everything drawn before, at any distance, as in the painter's algorithm.
    OverAll,
}

impl From<&SurfaceMaterial> for Placement {
    fn from(material: &SurfaceMaterial) -> Self {
        material.placement
    }
}

/// Adds a material, or replaces it if it differs.
pub(in crate::app) fn update(
    handle: &mut Handle<SurfaceMaterial>,
    material: SurfaceMaterial,
    materials: &mut Assets<SurfaceMaterial>,
) {
    if materials.get(&*handle) == Some(&material) {
        return;
    }
    if let Some(mut old) = materials.get_mut(&*handle) {
        *old = material;
    } else {
        *handle = materials.add(material);
    }
}

impl PaintMaterial for SurfaceMaterial {
    fn shader() -> AssetPath<'static> {
        materials::embedded_shader!("surfaces.wgsl")
    }

    fn is_blended(&self) -> bool {
        self.placement == Placement::OverLevel
    }

    fn order(&self) -> f32 {
        materials::ORDER_SURFACES
    }

    fn specialize(
        pipeline: &mut RenderPipelineDescriptor,
        layout: &MeshVertexBufferLayoutRef,
        placement: &Placement,
    ) -> Result<(), SpecializedMeshPipelineError> {
        let attributes = [Mesh::ATTRIBUTE_POSITION, IDS];
        materials::specialize(pipeline, layout, &attributes, *placement == Placement::OverAll)?;
        if *placement == Placement::OverLevel {
            pipeline.define("OVER_LEVEL");
        }
        Ok(())
    }
}

/// Overlay settings that affect the appearance of faces.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::app) struct FaceStyle {
    /// Overlay that colours the faces.
    pub(in crate::app) coloring: OverlayKind,
    pub(in crate::app) wireframe: bool,
    pub(in crate::app) palette: Palette,
}

impl FaceStyle {
    pub(in crate::app) fn of(overlays: &Overlays) -> Self {
        Self {
            coloring: overlays.face_coloring_kind(),
            wireframe: overlays.is_on(OverlayKind::Wireframe),
            palette: overlays.palette,
        }
    }
}

/// Returns the settings for a look, with both sides of the tinted node's plane tinted.
pub(super) fn settings(
    look: FaceStyle,
    tinted: Option<NodeId>,
    stats: &TreeStats,
    scale: f32,
) -> SurfaceSettings {
    let palette = look.palette;
    let faded = |rgb: Rgb, alpha: f32| Vec3::from(rgb.linear()).extend(alpha);
    let color = |rgb| faded(rgb, 1.0);
    let categories = palette.categories();
    let [edge, cut_edge] = faces::edges(look.coloring, palette);
    let alphas = match look.coloring {
        OverlayKind::Materials => [0.75, 1.0],
        _ => [0.75, 0.95],
    };
    let mut settings = SurfaceSettings {
        ramp: std::array::from_fn(|stop| color(palette.ramp()[stop])),
        last_depth: LAST_DEPTH,
        // Repeat the category colours to fill the shader's array.
        categories: std::array::from_fn(|i| color(categories[i % categories.len()])),
        front: color(palette.front()),
        back: color(palette.back()),
        selected: color(palette.selected()),
        hidden: [palette.hidden(), palette.hidden().lighter(0.25)].map(color),
        edge: faded(edge, alphas[0]),
        cut_edge: faded(cut_edge, alphas[1]),
        selected_node: NO_NODE,
        coloring: match look.coloring {
            OverlayKind::Nodes => 1,
            OverlayKind::Depth => 2,
            OverlayKind::Triangles => 3,
            OverlayKind::Fragments => 4,
            _ => 0,
        },
        category_count: categories.len() as u32,
        // The fragment colouring always outlines each fragment.
        wireframe: u32::from(look.wireframe || look.coloring == OverlayKind::Fragments),
        scale,
        ..SurfaceSettings::default()
    };
    if let Some(node) = tinted {
        let [front, back] = stats.child_subtrees(node);
        settings.selected_node = node.0;
        (settings.front_start, settings.front_end) = (front.start.0, front.end.0);
        (settings.back_start, settings.back_end) = (back.start.0, back.end.0);
    }
    settings
}

/// Colouring index of hidden faces.
const HIDDEN: u32 = 5;

/// Returns the material of faces coloured by leaf, or grey and hatched if they are hidden.
pub(in crate::app) fn by_leaf(look: FaceStyle, scale: f32, dimmed: bool) -> SurfaceMaterial {
    let mut settings = settings(look, None, &TreeStats::default(), scale);
    settings.coloring = if dimmed { HIDDEN } else { 1 };
    SurfaceMaterial {
        settings,
        placement: Placement::InPlace,
    }
}

/// Returns the material for the painter's algorithm, where each unit has its own colour. `last` is the last painted
/// unit.
pub(in crate::app) fn painted(look: FaceStyle, scale: f32, last: Option<u32>) -> SurfaceMaterial {
    let mut material = by_leaf(look, scale, false);
    material.settings.selected_node = last.unwrap_or(NO_NODE);
    material.placement = Placement::OverAll;
    material
}

#[cfg(test)]
mod tests {
    use super::*;
    use bspwalk_testing::small_trees;

    #[test]
    fn the_selected_node_divides_its_subtree() {
        let (tree, _) = small_trees::room();
        let stats = TreeStats::new(&tree);
        let look = FaceStyle::of(&Overlays::default());
        let divided = settings(look, Some(NodeId::ROOT), &stats, 1.0);
        let sides = divided.front_end - divided.front_start + divided.back_end - divided.back_start;
        assert_eq!((divided.selected_node, sides), (0, tree.node_count() - 1));
        assert_eq!(settings(look, None, &stats, 1.0).selected_node, NO_NODE);
    }
}
