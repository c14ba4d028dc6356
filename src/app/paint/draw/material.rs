//! Bind group 0 of all pipelines, which `paint.wgsl` declares; materials, their pipelines and their bind groups.

use std::{hash::Hash, marker::PhantomData};

use bevy::ecs::system::{SystemParamItem, lifetimeless::SRes};
use bevy::render::render_asset::{PrepareAssetError, RenderAsset};
use bevy::render::render_resource::binding_types::{sampler, texture_depth_2d, uniform_buffer};
use bevy::render::render_resource::{
    AsBindGroup, AsBindGroupError, BindGroup, BindGroupLayoutDescriptor, BindGroupLayoutEntries,
    BindingResources, BlendState, CachedRenderPipelineId, ColorTargetState, ColorWrites, CompareFunction,
    DepthBiasState, DepthStencilState, DynamicUniformBuffer, FragmentState, MultisampleState, PipelineCache,
    PrimitiveState, RenderPipelineDescriptor, SamplerBindingType, ShaderStages, ShaderType,
    SpecializedMeshPipeline, SpecializedMeshPipelineError, StencilState, TextureFormat, VertexState,
};
use bevy::render::{renderer::RenderDevice, view::ViewUniform};
use bevy::{
    asset::AssetPath, core_pipeline::core_3d::CORE_3D_DEPTH_FORMAT, math::Affine3A,
    mesh::MeshVertexBufferLayoutRef, prelude::*,
};

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

/// Pose of a mesh.
#[derive(ShaderType)]
pub(super) struct PartUniform {
    world_from_mesh: Mat4,
}

/// A mesh with its pipeline.
pub(super) struct MeshDraw {
    pub(super) pipeline: CachedRenderPipelineId,
    pub(super) material: BindGroup,
    pub(super) mesh: AssetId<Mesh>,
    pub(super) pose: Affine3A,
    /// Offset of the pose in [`Parts`].
    pub(super) part: u32,
}

/// Poses of the meshes. The first is the identity, which most meshes use.
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

#[derive(ShaderType, Default)]
pub(super) struct SunUniform {
    pub(super) map_from_world: Mat4,
    pub(super) texel: f32,
    pub(super) texel_in_map: f32,
    pub(super) has_map: f32,
    pub(super) padding: f32,
}

/// A material: a shader and the contents of its bind group.
pub trait PaintMaterial: AsBindGroup<Data: Clone + Eq + Hash> + Asset + Clone {
    /// Returns the path of the shader. Its entry points are `vertex` and `fragment`.
    fn shader() -> AssetPath<'static>;

    /// Returns whether the material is blended with what is behind it, instead of covering it.
    fn is_blended(&self) -> bool;

    /// Returns the position in the order of blended materials, in metres towards the eye. Materials with higher values
    /// are drawn later.
    fn order(&self) -> f32 {
        0.0
    }

    /// Adapts the pipeline to the vertex attributes of a mesh and to the bind group.
    ///
    /// # Errors
    /// Returns an error if the mesh lacks an attribute.
    fn specialize(
        pipeline: &mut RenderPipelineDescriptor,
        layout: &MeshVertexBufferLayoutRef,
        data: &Self::Data,
    ) -> Result<(), SpecializedMeshPipelineError>;
}

/// Material of an entity with a mesh.
#[derive(Component, Clone, Debug, PartialEq)]
pub struct Painted<M: PaintMaterial>(pub Handle<M>);

/// Where a pipeline draws.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Target {
    /// Into a view with this format and number of samples.
    View(TextureFormat, u32),
    /// Into the shadow map.
    Shadows,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct PipelineKey<D> {
    pub(super) target: Target,
    pub(super) is_blended: bool,
    pub(super) data: D,
}

/// Layout of a material's bind group, and its shader.
#[derive(Resource)]
pub(super) struct PaintPipeline<M> {
    frame: BindGroupLayoutDescriptor,
    material: BindGroupLayoutDescriptor,
    shader: Handle<Shader>,
    marker: PhantomData<M>,
}

pub(super) fn create<M: PaintMaterial>(
    mut commands: Commands,
    assets: Res<AssetServer>,
    device: Res<RenderDevice>,
    frame: Res<FrameLayout>,
) {
    commands.insert_resource(PaintPipeline::<M> {
        frame: frame.0.clone(),
        material: M::bind_group_layout_descriptor(&device),
        shader: assets.load(M::shader()),
        marker: PhantomData,
    });
}

/// Slope-dependent depth bias in the shadow map.
const SHADOW_BIAS: DepthBiasState = DepthBiasState {
    constant: 0,
    slope_scale: -1.5,
    clamp: 0.0,
};

impl<M: PaintMaterial> SpecializedMeshPipeline for PaintPipeline<M> {
    type Key = PipelineKey<M::Data>;

    fn specialize(
        &self,
        key: Self::Key,
        layout: &MeshVertexBufferLayoutRef,
    ) -> Result<RenderPipelineDescriptor, SpecializedMeshPipelineError> {
        let (targets, samples, bias) = match key.target {
            Target::View(format, samples) => {
                let color = ColorTargetState {
                    format,
                    blend: key.is_blended.then_some(BlendState::ALPHA_BLENDING),
                    write_mask: ColorWrites::ALL,
                };
                (vec![Some(color)], samples, DepthBiasState::default())
            }
            Target::Shadows => (Vec::new(), 1, SHADOW_BIAS),
        };
        let mut pipeline = RenderPipelineDescriptor {
            label: Some(std::any::type_name::<M>().into()),
            layout: vec![self.frame.clone(), self.material.clone()],
            vertex: VertexState {
                shader: self.shader.clone(),
                entry_point: Some("vertex".into()),
                ..default()
            },
            // Draw both sides, because many levels have inconsistent winding, and because noclip lets you go outside.
            primitive: PrimitiveState::default(),
            depth_stencil: Some(DepthStencilState {
                format: CORE_3D_DEPTH_FORMAT,
                depth_write_enabled: Some(!key.is_blended),
                depth_compare: Some(CompareFunction::GreaterEqual),
                stencil: StencilState::default(),
                bias,
            }),
            multisample: MultisampleState {
                count: samples,
                ..default()
            },
            fragment: Some(FragmentState {
                shader: self.shader.clone(),
                entry_point: Some("fragment".into()),
                targets,
                ..default()
            }),
            ..default()
        };
        M::specialize(&mut pipeline, layout, &key.data)?;
        if key.target == Target::Shadows {
            pipeline.define("SHADOWS");
        }
        Ok(pipeline)
    }
}

/// Changes to a pipeline's layout.
pub trait PipelineLayout {
    /// Defines a name in both stages of the shader.
    fn define(&mut self, name: &'static str);
}

impl PipelineLayout for RenderPipelineDescriptor {
    fn define(&mut self, name: &'static str) {
        self.vertex.shader_defs.push(name.into());
        if let Some(fragment) = &mut self.fragment {
            fragment.shader_defs.push(name.into());
        }
    }
}

/// A material on the GPU.
pub(super) struct Prepared<M: PaintMaterial> {
    pub(super) bind_group: BindGroup,
    pub(super) data: M::Data,
    pub(super) is_blended: bool,
    pub(super) order: f32,
    /// Buffers and images of the bind group.
    _bindings: BindingResources,
}

impl<M: PaintMaterial> RenderAsset for Prepared<M> {
    type SourceAsset = M;
    type Param = (
        SRes<RenderDevice>,
        SRes<PipelineCache>,
        SRes<PaintPipeline<M>>,
        M::Param,
    );

    fn prepare_asset(
        material: M,
        _: AssetId<M>,
        (device, cache, pipeline, param): &mut SystemParamItem<Self::Param>,
        _: Option<&Self>,
    ) -> Result<Self, PrepareAssetError<M>> {
        match material.as_bind_group(&pipeline.material, device, cache, param) {
            Ok(prepared) => Ok(Self {
                bind_group: prepared.bind_group,
                data: material.bind_group_data(),
                is_blended: material.is_blended(),
                order: material.order(),
                _bindings: prepared.bindings,
            }),
            // The images of the material are not on the GPU yet.
            Err(AsBindGroupError::RetryNextUpdate) => Err(PrepareAssetError::RetryNextUpdate(material)),
            Err(error) => Err(PrepareAssetError::AsBindGroupError(error)),
        }
    }
}
