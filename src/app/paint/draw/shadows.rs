//! Draws the shadow map of the sun, whenever a part of the level has moved.

use bevy::core_pipeline::{Core3d, Core3dSystems};
use bevy::render::render_resource::{
    LoadOp, Operations, PipelineCache, RenderPassDepthStencilAttachment, RenderPassDescriptor,
    SpecializedMeshPipelines, StoreOp,
};
use bevy::render::renderer::{RenderContext, ViewQuery};
use bevy::render::{
    Extract, Render, RenderApp, RenderSystems, extract_resource::ExtractResourcePlugin, mesh::RenderMesh,
    render_asset::RenderAssets, view::ViewUniformOffset,
};
use bevy::{math::Affine3A, prelude::*};

use super::frame::{FrameBindGroups, Meshes};
use super::material::{MeshDraw, PaintMaterial, PaintPipeline, Painted, PipelineKey, Prepared, Target};
use super::shadow_map::{ShadowMap, SunView};

/// Draws the shadows of meshes that have the material `M`. Its shader handles the definition `SHADOWS`.
pub fn shadow_plugin<M: PaintMaterial>(app: &mut App) {
    app.init_resource::<SunView>()
        .add_plugins(ExtractResourcePlugin::<SunView>::default());
    let Some(render) = app.get_sub_app_mut(RenderApp) else {
        return;
    };
    render
        .insert_resource(Casters::<M>(Vec::new()))
        .add_systems(ExtractSchedule, extract::<M>)
        .add_systems(Render, queue::<M>.in_set(RenderSystems::QueueMeshes))
        .add_systems(Core3d, draw.in_set(Core3dSystems::Prepass));
}

/// Marks a mesh that casts a shadow, even if it is hidden.
#[derive(Component)]
pub struct CastsShadow;

/// A mesh that casts a shadow.
#[derive(Clone, Debug, PartialEq)]
struct Caster<M: PaintMaterial> {
    mesh: AssetId<Mesh>,
    material: AssetId<M>,
    pose: Affine3A,
}

/// Meshes that cast a shadow.
#[derive(Resource)]
struct Casters<M: PaintMaterial>(Vec<Caster<M>>);

/// Compares the casters and the sun with those of the map.
fn extract<M: PaintMaterial>(
    mut shadows: ResMut<ShadowMap>,
    mut casters: ResMut<Casters<M>>,
    sun: Extract<Res<SunView>>,
    meshes: Extract<Query<(&Mesh3d, &Painted<M>, &GlobalTransform), With<CastsShadow>>>,
) {
    let found = meshes.iter().filter(|_| sun.map_from_world.is_some());
    let found = found.map(|(mesh, material, pose)| (mesh.0.id(), material.0.id(), pose.affine()));
    let before = casters.0.iter().map(|old| (old.mesh, old.material, old.pose));
    if !found.clone().eq(before) || **sun != shadows.sun {
        (shadows.sun, shadows.is_stale) = (**sun, true);
        let found = found.map(|(mesh, material, pose)| Caster { mesh, material, pose });
        casters.0 = found.collect();
    }
}

/// Queues the casters if the map must be drawn.
fn queue<M: PaintMaterial>(
    mut shadows: ResMut<ShadowMap>,
    casters: Res<Casters<M>>,
    (meshes, materials): (Res<RenderAssets<RenderMesh>>, Res<RenderAssets<Prepared<M>>>),
    pipeline: Res<PaintPipeline<M>>,
    mut pipelines: ResMut<SpecializedMeshPipelines<PaintPipeline<M>>>,
    cache: Res<PipelineCache>,
) {
    shadows.draws = None;
    if !shadows.is_stale {
        return;
    }
    let draws = casters.0.iter().map(|caster| {
        let (mesh, material) = (meshes.get(caster.mesh)?, materials.get(caster.material)?);
        let key = PipelineKey {
            target: Target::Shadows,
            is_blended: false,
            data: material.data.clone(),
        };
        Some(MeshDraw {
            pipeline: pipelines.specialize(&cache, &pipeline, key, &mesh.layout).ok()?,
            material: material.bind_group.clone(),
            mesh: caster.mesh,
            pose: caster.pose,
            part: 0,
        })
    });
    shadows.draws = draws.collect();
}

fn draw(
    view: ViewQuery<&ViewUniformOffset>,
    mut shadows: ResMut<ShadowMap>,
    groups: Option<Res<FrameBindGroups>>,
    meshes: Meshes,
    mut context: RenderContext,
) {
    let offset = view.into_inner().offset;
    let ShadowMap {
        draws, map, is_stale, ..
    } = &mut *shadows;
    let (Some(groups), Some(map), Some(draws)) = (groups, map, draws) else {
        return;
    };
    if !draws.iter().all(|draw| meshes.is_ready(draw)) {
        return;
    }
    *is_stale = false;
    let mut pass = context.begin_tracked_render_pass(RenderPassDescriptor {
        label: Some("shadow_map"),
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
    for draw in draws.iter() {
        meshes.draw(&mut pass, (&groups.shadows, offset), draw);
    }
}
