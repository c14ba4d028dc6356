//! The draws of a frame: extracts the visible meshes, queues them with their pipelines, and executes them in one pass.

use std::any::TypeId;

use bevy::{
    camera::{MainPassResolutionOverride, Viewport, visibility::VisibleEntities},
    core_pipeline::{
        Core3d, Core3dSystems,
        core_3d::{main_opaque_pass_3d, main_transparent_pass_3d},
    },
    math::{Affine3A, FloatOrd},
    prelude::*,
    render::{
        Extract, Render, RenderApp, RenderStartup, RenderSystems,
        camera::ExtractedCamera,
        mesh::{RenderMesh, RenderMeshBufferInfo, allocator::MeshAllocator},
        render_asset::RenderAssets,
        render_phase::TrackedRenderPass,
        render_resource::{
            BindGroup, BindGroupEntries, BindGroupLayoutDescriptor, BindGroupLayoutEntries,
            CachedRenderPipelineId, DynamicUniformBuffer, PipelineCache, RenderPassDescriptor,
            SamplerBindingType, ShaderStages, ShaderType, SpecializedMeshPipelines, StoreOp,
            binding_types::{sampler, texture_depth_2d, uniform_buffer},
        },
        renderer::{RenderContext, RenderDevice, RenderQueue, ViewQuery},
        sync_world::RenderEntity,
        view::{ExtractedView, ViewDepthTexture, ViewTarget, ViewUniform, ViewUniformOffset, ViewUniforms},
    },
};

use super::{
    material::{PaintMaterial, PaintPipeline, Painted, PipelineKey, Prepared, Target},
    sun::{ShadowMap, SunUniform},
};

pub(super) struct FramePlugin;

impl Plugin for FramePlugin {
    fn build(&self, app: &mut App) {
        let Some(render) = app.get_sub_app_mut(RenderApp) else {
            return;
        };
        render
            .init_resource::<Draws>()
            .init_resource::<Parts>()
            .add_systems(RenderStartup, create_layout)
            .add_systems(
                Render,
                (
                    write_parts.in_set(RenderSystems::PrepareResources),
                    bind.in_set(RenderSystems::PrepareBindGroups),
                    forget.in_set(RenderSystems::Cleanup),
                ),
            )
            .add_systems(
                Core3d,
                draw.in_set(Core3dSystems::MainPass)
                    .after(main_opaque_pass_3d)
                    .before(main_transparent_pass_3d),
            );
    }
}

/// Layout of bind group 0; see `paint.wgsl`.
#[derive(Resource)]
pub(super) struct FrameLayout(pub(super) BindGroupLayoutDescriptor);

pub(super) fn create_layout(mut commands: Commands) {
    let entries = BindGroupLayoutEntries::sequential(
        ShaderStages::VERTEX_FRAGMENT,
        (
            uniform_buffer::<ViewUniform>(true),
            uniform_buffer::<PartUniform>(true),
            uniform_buffer::<SunUniform>(false),
            texture_depth_2d(),
            sampler(SamplerBindingType::Comparison),
        ),
    );
    commands.insert_resource(FrameLayout(BindGroupLayoutDescriptor::new("paint", &entries)));
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
pub(super) struct Extracted<M: PaintMaterial>(Vec<Item<M>>);

impl<M: PaintMaterial> Default for Extracted<M> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

pub(super) fn extract<M: PaintMaterial>(
    mut extracted: ResMut<Extracted<M>>,
    views: Extract<Query<(RenderEntity, &VisibleEntities), With<Camera3d>>>,
    meshes: Extract<Query<(Entity, &Mesh3d, &Painted<M>, &GlobalTransform)>>,
) {
    extracted.0.clear();
    for (view, visible) in &views {
        let items = meshes.iter_many(visible.iter(TypeId::of::<Mesh3d>()));
        extracted
            .0
            .extend(items.map(|(entity, mesh, material, pose)| Item {
                view,
                entity,
                mesh: mesh.0.id(),
                material: material.0.id(),
                pose: pose.affine(),
            }));
    }
}

/// A mesh that is drawn in this frame.
struct Draw {
    view: Entity,
    entity: Entity,
    pipeline: CachedRenderPipelineId,
    material: BindGroup,
    mesh: AssetId<Mesh>,
    pose: Affine3A,
    /// Offset of the pose in [`Parts`].
    part: u32,
    /// Position in the order, from back to front, if the material is blended.
    order: Option<f32>,
}

/// The draws of this frame.
#[derive(Resource, Default)]
pub(super) struct Draws(Vec<Draw>);

pub(super) fn queue<M: PaintMaterial>(
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
        // The z axis of a view points backwards, so distant meshes have the lowest values.
        let from_eye = view.world_from_view.affine().inverse() * item.pose;
        let depth = from_eye.transform_point3(mesh.aabb_center).z;
        draws.0.push(Draw {
            view: item.view,
            entity: item.entity,
            pipeline,
            material: material.bind_group.clone(),
            mesh: item.mesh,
            pose: item.pose,
            part: 0,
            order: material.is_blended.then_some(depth + material.order),
        });
    }
}

/// Pose of a mesh in the shader.
#[derive(ShaderType)]
pub(super) struct PartUniform {
    world_from_mesh: Mat4,
}

/// Poses of the meshes. The first one is the identity, which most meshes have.
#[derive(Resource, Default)]
pub(super) struct Parts(pub(super) DynamicUniformBuffer<PartUniform>);

impl Parts {
    /// Adds a pose, and returns its offset.
    pub(super) fn add(&mut self, pose: Affine3A) -> u32 {
        if pose == Affine3A::IDENTITY {
            return 0;
        }
        let world_from_mesh = Mat4::from(pose);
        self.0.push(&PartUniform { world_from_mesh })
    }
}

pub(super) fn write_parts(
    mut draws: ResMut<Draws>,
    mut parts: ResMut<Parts>,
    mut shadows: ResMut<ShadowMap>,
    (device, queue): (Res<RenderDevice>, Res<RenderQueue>),
) {
    parts.0.clear();
    parts.0.push(&PartUniform {
        world_from_mesh: Mat4::IDENTITY,
    });
    for draw in &mut draws.0 {
        draw.part = parts.add(draw.pose);
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
        view: group(map.view),
        // A texture cannot be read while it is drawn.
        shadows: group(map.nothing),
    });
}

fn forget(mut draws: ResMut<Draws>) {
    draws.0.clear();
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
        let offsets = [offset.offset, draw.part];
        meshes.draw(
            &mut pass,
            (&groups.view, offsets),
            draw.pipeline,
            &draw.material,
            draw.mesh,
        );
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
        (frame, offsets): (&'a BindGroup, [u32; 2]),
        pipeline: CachedRenderPipelineId,
        material: &'a BindGroup,
        id: AssetId<Mesh>,
    ) {
        let (Some(pipeline), Some(mesh), Some(vertices)) = (
            self.cache.get_render_pipeline(pipeline),
            self.meshes.get(id),
            self.allocator.mesh_vertex_slice(&id),
        ) else {
            return;
        };
        pass.set_render_pipeline(pipeline);
        pass.set_bind_group(0, frame, &offsets);
        pass.set_bind_group(1, material, &[]);
        pass.set_vertex_buffer(0, vertices.buffer.slice(..));
        match &mesh.buffer_info {
            RenderMeshBufferInfo::NonIndexed => pass.draw(vertices.range, 0..1),
            RenderMeshBufferInfo::Indexed { index_format, count } => {
                let Some(indices) = self.allocator.mesh_index_slice(&id) else {
                    return;
                };
                pass.set_index_buffer(indices.buffer.slice(..), *index_format);
                let range = indices.range.start..indices.range.start + count;
                pass.draw_indexed(range, vertices.range.start as i32, 0..1);
            }
        }
    }

    /// Returns whether a mesh can be drawn with this pipeline.
    pub(super) fn is_ready(&self, pipeline: CachedRenderPipelineId, id: AssetId<Mesh>) -> bool {
        self.cache.get_render_pipeline(pipeline).is_some() && self.allocator.mesh_vertex_slice(&id).is_some()
    }
}
