//! What the pipelines of the overlays have in common.

use bevy::{
    mesh::{MeshVertexAttribute, MeshVertexBufferLayoutRef},
    render::render_resource::{RenderPipelineDescriptor, SpecializedMeshPipelineError},
};

/// Reads these attributes, at locations from 0 on, and draws both sides.
pub(super) fn specialize(
    descriptor: &mut RenderPipelineDescriptor,
    layout: &MeshVertexBufferLayoutRef,
    attributes: &[MeshVertexAttribute],
) -> Result<(), SpecializedMeshPipelineError> {
    let locations: Vec<_> = (0..)
        .zip(attributes)
        .map(|(location, attribute)| attribute.at_shader_location(location))
        .collect();
    descriptor.vertex.buffers = vec![layout.0.get_layout(&locations)?];
    descriptor.primitive.cull_mode = None;
    Ok(())
}
