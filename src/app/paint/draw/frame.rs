//! The draws of a frame: extracts the visible meshes, queues them with their pipelines, and executes them in one pass.

use std::any::TypeId;

use bevy::camera::{MainPassResolutionOverride, Viewport, visibility::VisibleEntities};
use bevy::core_pipeline::core_3d::{main_opaque_pass_3d, main_transparent_pass_3d};
use bevy::core_pipeline::{Core3d, Core3dSystems};
use bevy::math::{Affine3A, FloatOrd};
use bevy::prelude::*;
use bevy::render::mesh::{RenderMesh, RenderMeshBufferInfo, allocator::MeshAllocator};
use bevy::render::render_asset::{RenderAssetPlugin, RenderAssets};
use bevy::render::render_resource::{
    BindGroup, BindGroupEntries, PipelineCache, RenderPassDescriptor, SpecializedMeshPipelines, StoreOp,
};
use bevy::render::renderer::{RenderContext, RenderDevice, RenderQueue, ViewQuery};
use bevy::render::view::{ExtractedView, ViewDepthTexture, ViewTarget, ViewUniformOffset, ViewUniforms};
use bevy::render::{
    Extract, GpuResourceAppExt, Render, RenderApp, RenderStartup, RenderSystems, camera::ExtractedCamera,
    render_phase::TrackedRenderPass, sync_world::RenderEntity, texture::GpuImage,
};

use super::material::{
    self, FrameLayout, MeshDraw, PaintMaterial, PaintPipeline, Painted, Parts, PipelineKey, Prepared, Target,
};
use super::shadow_map::{self, ShadowMap};

pub(super) fn plugin(app: &mut App) {
    let Some(render) = app.get_sub_app_mut(RenderApp) else {
        return;
    };
    render
        .init_resource::<Draws>()
        .init_resource::<Parts>()
        .add_systems(RenderStartup, (material::create_layout, shadow_map::create))
        .add_systems(
            Render,
            (
                (write_parts, shadow_map::write).in_set(RenderSystems::PrepareResources),
                bind.in_set(RenderSystems::PrepareBindGroups),
                (|mut draws: ResMut<Draws>| draws.0.clear()).in_set(RenderSystems::Cleanup),
            ),
        )
        .add_systems(
            Core3d,
            draw.in_set(Core3dSystems::MainPass)
                .after(main_opaque_pass_3d)
                .before(main_transparent_pass_3d),
        );
}

/// Draws meshes that have the material `M`.
pub fn paint_plugin<M: PaintMaterial>(app: &mut App) {
    app.init_asset::<M>()
        .add_plugins(RenderAssetPlugin::<Prepared<M>, GpuImage>::default());
    let Some(render) = app.get_sub_app_mut(RenderApp) else {
        return;
    };
    render
        .init_gpu_resource::<SpecializedMeshPipelines<PaintPipeline<M>>>()
        .insert_resource(Extracted::<M>(Vec::new()))
        .add_systems(
            RenderStartup,
            material::create::<M>.after(material::create_layout),
        )
        .add_systems(ExtractSchedule, extract::<M>)
        .add_systems(Render, queue::<M>.in_set(RenderSystems::QueueMeshes));
}

/// A visible mesh with the material `M`.
struct Item<M: PaintMaterial> {
    view: Entity,
    entity: Entity,
    mesh: AssetId<Mesh>,
    material: AssetId<M>,
    pose: Affine3A,
}

/// Visible meshes with the material `M`.
#[derive(Resource)]
struct Extracted<M: PaintMaterial>(Vec<Item<M>>);

fn extract<M: PaintMaterial>(
    mut extracted: ResMut<Extracted<M>>,
    views: Extract<Query<(RenderEntity, &VisibleEntities), With<Camera3d>>>,
    meshes: Extract<Query<(Entity, &Mesh3d, &Painted<M>, &GlobalTransform)>>,
) {
    extracted.0.clear();
    for (view, visible) in &views {
        let items = meshes.iter_many(visible.iter(TypeId::of::<Mesh3d>()));
        let items = items.map(|(entity, mesh, material, pose)| Item {
            view,
            entity,
            mesh: mesh.0.id(),
            material: material.0.id(),
            pose: pose.affine(),
        });
        extracted.0.extend(items);
    }
}

/// A mesh that is drawn in this frame.
struct Draw {
    view: Entity,
    entity: Entity,
    mesh: MeshDraw,
    /// Position in the order, from back to front, if the material is blended.
    order: Option<f32>,
}

/// The draws of this frame.
#[derive(Resource, Default)]
struct Draws(Vec<Draw>);

fn queue<M: PaintMaterial>(
    extracted: Res<Extracted<M>>,
    mut draws: ResMut<Draws>,
    (meshes, materials): (Res<RenderAssets<RenderMesh>>, Res<RenderAssets<Prepared<M>>>),
    pipeline: Res<PaintPipeline<M>>,
    mut pipelines: ResMut<SpecializedMeshPipelines<PaintPipeline<M>>>,
    cache: Res<PipelineCache>,
    views: Query<(&ExtractedView, &Msaa)>,
) {
    for item in &extracted.0 {
        let (Ok((view, msaa)), Some(mesh), Some(material)) = (
            views.get(item.view),
            meshes.get(item.mesh),
            materials.get(item.material),
        ) else {
            continue;
        };
        let key = PipelineKey {
            target: Target::View(view.target_format, msaa.samples()),
            is_blended: material.is_blended,
            data: material.data.clone(),
        };
        let pipeline = match pipelines.specialize(&cache, &pipeline, key, &mesh.layout) {
            Ok(pipeline) => pipeline,
            Err(error) => {
                error_once!("{error}");
                continue;
            }
        };
        let order = || {
            // The z axis of a view points backwards, so distant meshes have the lowest values.
            let from_eye = view.world_from_view.affine().inverse() * item.pose;
            from_eye.transform_point3(mesh.aabb_center).z + material.order
        };
        draws.0.push(Draw {
            view: item.view,
            entity: item.entity,
            mesh: MeshDraw {
                pipeline,
                material: material.bind_group.clone(),
                mesh: item.mesh,
                pose: item.pose,
                part: 0,
            },
            order: material.is_blended.then(order),
        });
    }
}

fn write_parts(
    mut draws: ResMut<Draws>,
    mut parts: ResMut<Parts>,
    mut shadows: ResMut<ShadowMap>,
    (device, queue): (Res<RenderDevice>, Res<RenderQueue>),
) {
    parts.clear();
    for draw in &mut draws.0 {
        draw.mesh.part = parts.add(draw.mesh.pose);
    }
    shadows.add_parts(&mut parts);
    parts.0.write_buffer(&device, &queue);
}

/// Bind groups 0 of the view and of the shadow map.
#[derive(Resource)]
pub(super) struct FrameBindGroups {
    view: BindGroup,
    pub(super) shadows: BindGroup,
}

fn bind(
    mut commands: Commands,
    (device, cache, layout): (Res<RenderDevice>, Res<PipelineCache>, Res<FrameLayout>),
    (views, parts, shadows): (Res<ViewUniforms>, Res<Parts>, Res<ShadowMap>),
) {
    let (Some(view), Some(part), Some(map)) =
        (views.uniforms.binding(), parts.0.binding(), shadows.resources())
    else {
        commands.remove_resource::<FrameBindGroups>();
        return;
    };
    let layout = cache.get_bind_group_layout(&layout.0);
    let group = |texture| {
        let entries = (
            view.clone(),
            part.clone(),
            map.uniform.clone(),
            texture,
            map.sampler,
        );
        device.create_bind_group("paint", &layout, &BindGroupEntries::sequential(entries))
    };
    commands.insert_resource(FrameBindGroups {
        view: group(map.map),
        // A texture cannot be read while it is drawn.
        shadows: group(map.nothing),
    });
}

fn draw(
    view: ViewQuery<(
        &ExtractedCamera,
        &ViewTarget,
        &ViewDepthTexture,
        &ViewUniformOffset,
        Option<&MainPassResolutionOverride>,
    )>,
    (draws, groups): (Res<Draws>, Option<Res<FrameBindGroups>>),
    meshes: Meshes,
    mut context: RenderContext,
) {
    let entity = view.entity();
    let (camera, target, depth, offset, size) = view.into_inner();
    let Some(groups) = groups else { return };
    let mut draws: Vec<_> = draws.0.iter().filter(|draw| draw.view == entity).collect();
    // Opaque meshes come first. Where faces coincide, the order decides, so it must not change between frames.
    draws.sort_by_key(|draw| (draw.order.map(FloatOrd), draw.entity));
    let mut pass = context.begin_tracked_render_pass(RenderPassDescriptor {
        label: Some("paint"),
        color_attachments: &[Some(target.get_color_attachment())],
        depth_stencil_attachment: Some(depth.get_attachment(StoreOp::Store)),
        timestamp_writes: None,
        occlusion_query_set: None,
        multiview_mask: None,
    });
    if let Some(viewport) = Viewport::from_viewport_and_override(camera.viewport.as_ref(), size) {
        pass.set_camera_viewport(&viewport);
    }
    for draw in draws {
        meshes.draw(&mut pass, (&groups.view, offset.offset), &draw.mesh);
    }
}

/// Pipelines and meshes on the GPU.
#[derive(bevy::ecs::system::SystemParam)]
pub(super) struct Meshes<'w> {
    cache: Res<'w, PipelineCache>,
    meshes: Res<'w, RenderAssets<RenderMesh>>,
    allocator: Res<'w, MeshAllocator>,
}

impl Meshes<'_> {
    /// Draws a mesh. Does nothing if its pipeline is still being compiled.
    pub(super) fn draw<'a>(
        &'a self,
        pass: &mut TrackedRenderPass<'a>,
        (frame, offset): (&'a BindGroup, u32),
        draw: &'a MeshDraw,
    ) {
        let (Some(pipeline), Some(mesh), Some(vertices)) = (
            self.cache.get_render_pipeline(draw.pipeline),
            self.meshes.get(draw.mesh),
            self.allocator.mesh_vertex_slice(&draw.mesh),
        ) else {
            return;
        };
        pass.set_render_pipeline(pipeline);
        pass.set_bind_group(0, frame, &[offset, draw.part]);
        pass.set_bind_group(1, &draw.material, &[]);
        pass.set_vertex_buffer(0, vertices.buffer.slice(..));
        match &mesh.buffer_info {
            RenderMeshBufferInfo::NonIndexed => pass.draw(vertices.range, 0..1),
            RenderMeshBufferInfo::Indexed { index_format, count } => {
                let Some(indices) = self.allocator.mesh_index_slice(&draw.mesh) else {
                    return;
                };
                pass.set_index_buffer(indices.buffer.slice(..), *index_format);
                let range = indices.range.start..indices.range.start + count;
                pass.draw_indexed(range, vertices.range.start as i32, 0..1);
            }
        }
    }

    /// Returns whether a mesh and its pipeline are on the GPU.
    pub(super) fn is_ready(&self, draw: &MeshDraw) -> bool {
        self.cache.get_render_pipeline(draw.pipeline).is_some()
            && self.allocator.mesh_vertex_slice(&draw.mesh).is_some()
    }
}
