//! Shadow map of the sun: the distance of the nearest surface along the sunlight.
//!
//! The map covers the whole level and is drawn again only when a part of the level has moved. Material `M` of the
//! casters is [`SurfaceMaterial`].

use bevy::{
    core_pipeline::{Core3d, Core3dSystems, core_3d::CORE_3D_DEPTH_FORMAT},
    math::Affine3A,
    prelude::*,
    render::{
        Extract, Render, RenderApp, RenderStartup, RenderSystems,
        extract_resource::{ExtractResource, ExtractResourcePlugin},
        mesh::RenderMesh,
        render_asset::RenderAssets,
        render_resource::{
            AddressMode, BindGroup, BindingResource, CachedRenderPipelineId, CompareFunction, Extent3d,
            FilterMode, LoadOp, Operations, PipelineCache, RenderPassDepthStencilAttachment,
            RenderPassDescriptor, Sampler, SamplerDescriptor, ShaderType, SpecializedMeshPipelines, StoreOp,
            TextureDescriptor, TextureDimension, TextureUsages, TextureView, TextureViewDescriptor,
            UniformBuffer,
        },
        renderer::{RenderContext, RenderDevice, RenderQueue, ViewQuery},
        view::ViewUniformOffset,
    },
};
use bspwalk_draw::light::TO_SUN;
use bspwalk_geometry::Aabb;

use super::{
    frame::{FrameBindGroups, Meshes, Parts, write_parts},
    material::{PaintPipeline, Painted, PipelineKey, Prepared, Target},
};
use crate::app::paint::scene::SurfaceMaterial;

/// Width of the shadow map, in texels.
const WIDTH: u32 = 4096;

/// Maximum width of a texel in the level, in metres. The shadows in larger levels would be too coarse, so these have
/// no map.
const COARSEST: f32 = 0.25;

pub(super) struct SunPlugin;

impl Plugin for SunPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<SunView>()
            .add_plugins(ExtractResourcePlugin::<SunView>::default());
        let Some(render) = app.get_sub_app_mut(RenderApp) else {
            return;
        };
        render
            .add_systems(RenderStartup, create)
            .add_systems(ExtractSchedule, extract)
            .add_systems(
                Render,
                (
                    queue.in_set(RenderSystems::QueueMeshes),
                    write.in_set(RenderSystems::PrepareResources).before(write_parts),
                ),
            )
            .add_systems(Core3d, draw.in_set(Core3dSystems::Prepass));
    }
}

/// Marks a mesh that casts a shadow.
#[derive(Component)]
pub(in crate::app) struct CastsShadow;

/// The view along the sunlight.
#[derive(Resource, ExtractResource, Clone, Copy, Debug, Default, PartialEq)]
pub(in crate::app) struct SunView {
    /// Parallel projection onto the shadow map, or `None` if no shadow map is drawn.
    map_from_world: Option<Mat4>,
    /// Width of a texel, in metres.
    texel: f32,
}

impl SunView {
    /// Returns the view of a level with these bounds.
    pub(in crate::app) fn of(bounds: &Aabb) -> Self {
        let (min, max) = (bounds.min.as_vec3(), bounds.max.as_vec3());
        let from_world = Mat4::look_to_rh((min + max) * 0.5, -TO_SUN.normalize(), Vec3::Y);
        let corners = (0..8).map(|corner| {
            let side = |axis: usize| {
                if corner >> axis & 1 == 0 {
                    min[axis]
                } else {
                    max[axis]
                }
            };
            from_world.transform_point3(Vec3::new(side(0), side(1), side(2)))
        });
        let [low, high] = corners.fold([Vec3::INFINITY, Vec3::NEG_INFINITY], |[low, high], corner| {
            [low.min(corner), high.max(corner)]
        });
        let texel = (high - low).xy().max_element() / WIDTH as f32;
        // Surfaces at the boundary are inside the map.
        let margin = Vec3::splat(4.0 * texel + 0.01);
        let (low, high) = (low - margin, high + margin);
        // The value 1 is next to the sun, as for the depth of the eye.
        let projection = Mat4::orthographic_rh(low.x, high.x, low.y, high.y, -low.z, -high.z);
        Self {
            map_from_world: (texel <= COARSEST).then_some(projection * from_world),
            texel,
        }
    }
}

/// The sun in shaders; see `paint.wgsl`.
#[derive(ShaderType, Default)]
pub(super) struct SunUniform {
    map_from_world: Mat4,
    texel: f32,
    texel_in_map: f32,
    has_map: f32,
    padding: f32,
}

/// A mesh that casts a shadow.
#[derive(Clone, Debug, PartialEq)]
struct Caster {
    mesh: AssetId<Mesh>,
    material: AssetId<SurfaceMaterial>,
    pose: Affine3A,
}

/// Resources of bind group 0 that belong to the sun.
pub(super) struct SunResources<'a> {
    pub(super) uniform: BindingResource<'a>,
    pub(super) view: &'a TextureView,
    pub(super) nothing: &'a TextureView,
    pub(super) sampler: &'a Sampler,
}

/// The shadow map.
#[derive(Resource)]
pub(super) struct ShadowMap {
    casters: Vec<Caster>,
    sun: SunView,
    /// Whether the map does not show the casters yet.
    is_stale: bool,
    /// Pipeline, bind group and offset of the pose of each caster. Empty if one of them is missing.
    draws: Vec<(CachedRenderPipelineId, BindGroup, u32)>,
    uniform: UniformBuffer<SunUniform>,
    sampler: Sampler,
    map: Option<TextureView>,
    nothing: TextureView,
}

impl ShadowMap {
    /// Adds the poses of the casters if the map must be drawn.
    pub(super) fn add_parts(&mut self, parts: &mut Parts) {
        for (caster, (.., part)) in self.casters.iter().zip(&mut self.draws) {
            *part = parts.add(caster.pose);
        }
    }

    pub(super) fn resources(&self) -> Option<SunResources<'_>> {
        Some(SunResources {
            uniform: self.uniform.binding()?,
            view: self.map.as_ref().unwrap_or(&self.nothing),
            nothing: &self.nothing,
            sampler: &self.sampler,
        })
    }
}

/// Creates a depth texture with this width, in texels.
fn depth_texture(device: &RenderDevice, width: u32) -> TextureView {
    let size = Extent3d {
        width,
        height: width,
        depth_or_array_layers: 1,
    };
    let texture = device.create_texture(&TextureDescriptor {
        label: Some("shadow map"),
        size,
        mip_level_count: 1,
        sample_count: 1,
        dimension: TextureDimension::D2,
        format: CORE_3D_DEPTH_FORMAT,
        usage: TextureUsages::RENDER_ATTACHMENT | TextureUsages::TEXTURE_BINDING,
        view_formats: &[],
    });
    texture.create_view(&TextureViewDescriptor::default())
}

fn create(mut commands: Commands, device: Res<RenderDevice>) {
    let sampler = device.create_sampler(&SamplerDescriptor {
        label: Some("shadow map"),
        address_mode_u: AddressMode::ClampToEdge,
        address_mode_v: AddressMode::ClampToEdge,
        mag_filter: FilterMode::Linear,
        min_filter: FilterMode::Linear,
        compare: Some(CompareFunction::GreaterEqual),
        ..SamplerDescriptor::default()
    });
    commands.insert_resource(ShadowMap {
        casters: Vec::new(),
        sun: SunView::default(),
        is_stale: false,
        draws: Vec::new(),
        uniform: UniformBuffer::default(),
        sampler,
        map: None,
        nothing: depth_texture(&device, 1),
    });
}

/// Compares the casters and the sun with those of the map.
fn extract(
    mut shadows: ResMut<ShadowMap>,
    sun: Extract<Res<SunView>>,
    meshes: Extract<Query<(&Mesh3d, &Painted<SurfaceMaterial>, &GlobalTransform), With<CastsShadow>>>,
) {
    let casters = meshes.iter().filter(|_| sun.map_from_world.is_some());
    let casters = casters.map(|(mesh, material, pose)| Caster {
        mesh: mesh.0.id(),
        material: material.0.id(),
        pose: pose.affine(),
    });
    let casters: Vec<_> = casters.collect();
    if casters != shadows.casters || **sun != shadows.sun {
        shadows.is_stale = true;
        (shadows.casters, shadows.sun) = (casters, **sun);
    }
}

/// Finds the pipelines of the casters if the map must be drawn.
fn queue(
    mut shadows: ResMut<ShadowMap>,
    (meshes, materials): (
        Res<RenderAssets<RenderMesh>>,
        Res<RenderAssets<Prepared<SurfaceMaterial>>>,
    ),
    pipeline: Res<PaintPipeline<SurfaceMaterial>>,
    mut pipelines: ResMut<SpecializedMeshPipelines<PaintPipeline<SurfaceMaterial>>>,
    cache: Res<PipelineCache>,
) {
    let ShadowMap {
        casters,
        draws,
        is_stale,
        ..
    } = &mut *shadows;
    draws.clear();
    if !*is_stale {
        return;
    }
    let found = casters.iter().map(|caster| {
        let (mesh, material) = (meshes.get(caster.mesh)?, materials.get(caster.material)?);
        let key = PipelineKey {
            target: Target::Shadows,
            is_blended: false,
            data: material.data,
        };
        let pipeline = pipelines.specialize(&cache, &pipeline, key, &mesh.layout).ok()?;
        Some((pipeline, material.bind_group.clone(), 0))
    });
    *draws = found.collect::<Option<_>>().unwrap_or_default();
}

fn write(mut shadows: ResMut<ShadowMap>, (device, queue): (Res<RenderDevice>, Res<RenderQueue>)) {
    let shadows = &mut *shadows;
    match shadows.sun.map_from_world {
        Some(_) if shadows.map.is_none() => shadows.map = Some(depth_texture(&device, WIDTH)),
        None => shadows.map = None,
        Some(_) => {}
    }
    shadows.uniform.set(SunUniform {
        map_from_world: shadows.sun.map_from_world.unwrap_or_default(),
        texel: shadows.sun.texel,
        texel_in_map: 1.0 / WIDTH as f32,
        has_map: f32::from(shadows.sun.map_from_world.is_some()),
        padding: 0.0,
    });
    shadows.uniform.write_buffer(&device, &queue);
}

fn draw(
    view: ViewQuery<&ViewUniformOffset>,
    mut shadows: ResMut<ShadowMap>,
    groups: Option<Res<FrameBindGroups>>,
    meshes: Meshes,
    mut context: RenderContext,
) {
    let offset = view.into_inner().offset;
    let shadows = &mut *shadows;
    let (Some(groups), Some(map)) = (groups, &shadows.map) else {
        return;
    };
    let draws = || shadows.casters.iter().zip(&shadows.draws);
    let is_ready = shadows.draws.len() == shadows.casters.len()
        && draws().all(|(caster, (pipeline, ..))| meshes.is_ready(*pipeline, caster.mesh));
    if !shadows.is_stale || !is_ready {
        return;
    }
    let mut pass = context.begin_tracked_render_pass(RenderPassDescriptor {
        label: Some("shadow map"),
        color_attachments: &[],
        depth_stencil_attachment: Some(RenderPassDepthStencilAttachment {
            view: map,
            depth_ops: Some(Operations {
                load: LoadOp::Clear(0.0),
                store: StoreOp::Store,
            }),
            stencil_ops: None,
        }),
        timestamp_writes: None,
        occlusion_query_set: None,
        multiview_mask: None,
    });
    for (caster, (pipeline, material, part)) in draws() {
        let frame = (&groups.shadows, [offset, *part]);
        meshes.draw(&mut pass, frame, *pipeline, material, caster.mesh);
    }
    drop(pass);
    shadows.is_stale = false;
}

#[cfg(test)]
mod tests {
    use glam::dvec3;

    use super::*;

    #[test]
    fn map_covers_the_level_and_is_reversed() {
        let bounds = Aabb {
            min: dvec3(-4.0, 0.0, -9.0),
            max: dvec3(6.0, 3.0, 2.0),
        };
        let map = SunView::of(&bounds).map_from_world.expect("the level is small");
        let (min, max) = (bounds.min.as_vec3(), bounds.max.as_vec3());
        for corner in 0..8 {
            let side = |axis: usize| {
                if corner >> axis & 1 == 0 {
                    min[axis]
                } else {
                    max[axis]
                }
            };
            let at = map.project_point3(Vec3::new(side(0), side(1), side(2)));
            assert!(
                at.xy().abs().max_element() < 1.0 && (0.0..1.0).contains(&at.z),
                "{at}"
            );
        }
        let center = (min + max) * 0.5;
        let depth = |point| map.project_point3(point).z;
        assert!(depth(center + TO_SUN.normalize()) > depth(center));
    }

    #[test]
    fn huge_levels_have_no_map() {
        let bounds = Aabb {
            min: dvec3(0.0, 0.0, 0.0),
            max: dvec3(5_000.0, 200.0, 5_000.0),
        };
        assert_eq!(SunView::of(&bounds).map_from_world, None);
    }
}
