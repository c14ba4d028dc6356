//! How the mesh of the fragments is drawn: what the shader is told.

use bevy::{
    asset::{AssetPath, embedded_path},
    mesh::MeshVertexBufferLayoutRef,
    pbr::{MaterialPipeline, MaterialPipelineKey},
    prelude::*,
    render::render_resource::{
        AsBindGroup, CompareFunction, RenderPipelineDescriptor, ShaderType, SpecializedMeshPipelineError,
    },
    shader::ShaderRef,
};

use super::vertices::{IDS, NO_NODE};
use crate::{
    app::{
        overlays::{self, pipeline, tree_stats::TreeStats},
        palette::{Palette, Rgb},
        state::{FaceColoring, Overlays},
    },
    bsp::node_storing::NodeId,
};

/// What the shader is told.
#[derive(ShaderType, Clone, Copy, Debug, Default, PartialEq)]
pub(in crate::app) struct SurfaceSettings {
    pub(super) ramp: [Vec4; 9],
    pub(super) categories: [Vec4; 8],
    pub(super) front: Vec4,
    pub(super) back: Vec4,
    pub(super) selected: Vec4,
    pub(super) edge: Vec4,
    pub(super) cut_edge: Vec4,
    pub(super) selected_node: u32,
    pub(super) front_start: u32,
    pub(super) front_end: u32,
    pub(super) back_start: u32,
    pub(super) back_end: u32,
    pub(super) coloring: u32,
    pub(super) category_count: u32,
    pub(super) shallow: u32,
    pub(super) deep: u32,
    pub(super) wireframe: u32,
    pub(super) scale: f32,
}

/// How the mesh of the fragments is drawn.
#[derive(Asset, TypePath, AsBindGroup, Debug, Clone)]
#[bind_group_data(SurfaceKey)]
pub(in crate::app) struct SurfaceMaterial {
    #[uniform(0)]
    pub(super) settings: SurfaceSettings,
    /// Drawn over the plain level, which shows through, rather than in its place.
    pub(super) over_level: bool,
    /// Drawn over whatever was drawn before, near or far: the painter's way.
    pub(super) over_all: bool,
}

/// What decides the pipeline of a [`SurfaceMaterial`].
#[repr(C)]
#[derive(Eq, PartialEq, Hash, Copy, Clone)]
pub(in crate::app) struct SurfaceKey {
    over_level: bool,
    over_all: bool,
}

impl From<&SurfaceMaterial> for SurfaceKey {
    fn from(material: &SurfaceMaterial) -> Self {
        Self {
            over_level: material.over_level,
            over_all: material.over_all,
        }
    }
}

fn shader() -> ShaderRef {
    ShaderRef::Path(AssetPath::from_path_buf(embedded_path!("surfaces.wgsl")).with_source("embedded"))
}

impl Material for SurfaceMaterial {
    fn vertex_shader() -> ShaderRef {
        shader()
    }

    fn fragment_shader() -> ShaderRef {
        shader()
    }

    fn alpha_mode(&self) -> AlphaMode {
        if self.over_level {
            AlphaMode::Blend
        } else {
            AlphaMode::Opaque
        }
    }

    fn depth_bias(&self) -> f32 {
        overlays::ORDER_SURFACES
    }

    fn enable_prepass() -> bool {
        false
    }

    fn enable_shadows() -> bool {
        false
    }

    fn specialize(
        _pipeline: &MaterialPipeline,
        descriptor: &mut RenderPipelineDescriptor,
        layout: &MeshVertexBufferLayoutRef,
        key: MaterialPipelineKey<Self>,
    ) -> Result<(), SpecializedMeshPipelineError> {
        pipeline::specialize(descriptor, layout, &[Mesh::ATTRIBUTE_POSITION, IDS])?;
        if key.bind_group_data.over_all
            && let Some(depth) = descriptor.depth_stencil.as_mut()
        {
            depth.depth_compare = Some(CompareFunction::Always);
        }
        if key.bind_group_data.over_level {
            descriptor.vertex.shader_defs.push("OVER_LEVEL".into());
            if let Some(fragment) = descriptor.fragment.as_mut() {
                fragment.shader_defs.push("OVER_LEVEL".into());
            }
        }
        Ok(())
    }
}

/// What the shader is told.
pub(super) fn settings(
    overlays: &Overlays,
    selected: Option<NodeId>,
    stats: &TreeStats,
    scale: f32,
) -> SurfaceSettings {
    let palette = overlays.palette;
    let [shallow, deep] = stats.usual_depths();
    let color = |rgb: Rgb, alpha: f32| Vec3::from(rgb.linear()).extend(alpha);
    let mut settings = SurfaceSettings {
        ramp: palette.ramp().map(|rgb| color(rgb, 1.0)),
        categories: categories(palette).map(|rgb| color(rgb, 1.0)),
        front: color(palette.front(), 1.0),
        back: color(palette.back(), 1.0),
        selected: color(palette.selected(), 1.0),
        edge: match overlays.faces {
            FaceColoring::Material => color(Rgb(235, 240, 245), 0.6),
            _ => color(Rgb(12, 14, 18), 0.75),
        },
        cut_edge: match overlays.faces {
            FaceColoring::Material => color(palette.contact(), 1.0),
            _ => color(Rgb(255, 255, 255), 0.95),
        },
        selected_node: NO_NODE,
        coloring: match overlays.faces {
            FaceColoring::Material => 0,
            FaceColoring::Node => 1,
            FaceColoring::Depth => 2,
            FaceColoring::Triangle => 3,
            FaceColoring::Fragment => 4,
            // Drawn by the rooms, leaf by leaf.
            FaceColoring::Visible => 0,
        },
        category_count: palette.categories().len() as u32,
        shallow,
        deep,
        wireframe: u32::from(overlays.wireframe),
        scale,
        ..SurfaceSettings::default()
    };
    if let Some(node) = selected.filter(|_| overlays.tint_subtree) {
        let [front, back] = stats.sides(node);
        settings.selected_node = node;
        (settings.front_start, settings.front_end) = (front.start, front.end);
        (settings.back_start, settings.back_end) = (back.start, back.end);
    }
    settings
}

/// For faces that are coloured by their leaf, or, dimmed, not at all; edges as the other colourings have them.
pub(in crate::app) fn by_leaf(overlays: &Overlays, scale: f32, dimmed: bool) -> SurfaceMaterial {
    let mut settings = settings(overlays, None, &TreeStats::default(), scale);
    settings.coloring = u32::from(!dimmed);
    SurfaceMaterial {
        settings,
        over_level: false,
        over_all: false,
    }
}

/// For faces that are painted over each other, each unit a colour; `last` is the unit that was painted last.
pub(in crate::app) fn painted(overlays: &Overlays, scale: f32, last: Option<u32>) -> SurfaceMaterial {
    let mut material = by_leaf(overlays, scale, false);
    material.settings.selected_node = last.unwrap_or(NO_NODE);
    material.over_all = true;
    material
}

/// The categories, filled up to what the shader has room for.
fn categories(palette: Palette) -> [Rgb; 8] {
    let tree_stats = palette.categories();
    std::array::from_fn(|i| tree_stats[i % tree_stats.len()])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::overlays::test_trees;

    #[test]
    fn the_selected_node_divides_its_subtree() {
        let (tree, _) = test_trees::room();
        let stats = TreeStats::of(&tree);
        let overlays = Overlays::default();
        let told = settings(&overlays, Some(0), &stats, 1.0);
        let divided = told.front_end - told.front_start + told.back_end - told.back_start;
        assert_eq!((told.selected_node, divided), (0, tree.node_count() - 1));
        let off = Overlays {
            tint_subtree: false,
            ..overlays
        };
        assert_eq!(settings(&off, Some(0), &stats, 1.0).selected_node, NO_NODE);
    }
}
