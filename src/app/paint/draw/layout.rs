//! Bind group 0 of all pipelines: its layout and its uniforms; see `paint.wgsl`.

use bevy::{
    math::Affine3A,
    prelude::*,
    render::{
        render_resource::{
            BindGroupLayoutDescriptor, BindGroupLayoutEntries, DynamicUniformBuffer, SamplerBindingType,
            ShaderStages, ShaderType,
            binding_types::{sampler, texture_depth_2d, uniform_buffer},
        },
        view::ViewUniform,
    },
};

/// Layout of bind group 0.
#[derive(Resource)]
pub(super) struct FrameLayout(pub(super) BindGroupLayoutDescriptor);

pub(super) fn create(mut commands: Commands) {
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

/// Pose of a mesh.
#[derive(ShaderType)]
pub(super) struct PartUniform {
    world_from_mesh: Mat4,
}

/// Poses of the meshes. The first one is the identity, which most meshes have.
#[derive(Resource, Default)]
pub(super) struct Parts(pub(super) DynamicUniformBuffer<PartUniform>);

impl Parts {
    /// Removes all poses but the identity.
    pub(super) fn clear(&mut self) {
        self.0.clear();
        self.0.push(&PartUniform {
            world_from_mesh: Mat4::IDENTITY,
        });
    }

    /// Adds a pose, and returns its offset.
    pub(super) fn add(&mut self, pose: Affine3A) -> u32 {
        if pose == Affine3A::IDENTITY {
            return 0;
        }
        let world_from_mesh = Mat4::from(pose);
        self.0.push(&PartUniform { world_from_mesh })
    }
}

/// The sun.
#[derive(ShaderType, Default)]
pub(super) struct SunUniform {
    pub(super) map_from_world: Mat4,
    pub(super) texel: f32,
    pub(super) texel_in_map: f32,
    pub(super) has_map: f32,
    pub(super) padding: f32,
}
