//! Shadow map of the sun: the distance of the nearest surface along the sunlight. It covers the whole level.

use bevy::render::extract_resource::ExtractResource;
use bevy::render::render_resource::{
    AddressMode, BindingResource, CompareFunction, Extent3d, FilterMode, Sampler, SamplerDescriptor,
    TextureDescriptor, TextureDimension, TextureUsages, TextureView, TextureViewDescriptor, UniformBuffer,
};
use bevy::render::renderer::{RenderDevice, RenderQueue};
use bevy::{core_pipeline::core_3d::CORE_3D_DEPTH_FORMAT, prelude::*};
use bspwalk_draw::light::TO_SUN;
use bspwalk_geometry::Aabb;

use super::material::{MeshDraw, Parts, SunUniform};

/// Width of the shadow map, in texels. It is smaller if the driver does not support this width, as in WebGL 2.
const WIDTH: u32 = 4096;

/// Maximum width of a level with a shadow map, in metres. In larger levels, the shadows would be too coarse.
const WIDEST: f32 = 1000.0;

/// The view along the sunlight.
#[derive(Resource, ExtractResource, Clone, Copy, Debug, Default, PartialEq)]
pub struct SunView {
    /// Parallel projection onto the shadow map, or `None` if no shadow map is drawn.
    pub(super) map_from_world: Option<Mat4>,
    /// Width of the map, in metres.
    width: f32,
}

impl SunView {
    /// Returns the view of a level with these bounds.
    pub fn of(bounds: &Aabb) -> Self {
        let center = bounds.center().as_vec3();
        let from_world = Mat4::look_to_rh(center, -TO_SUN.normalize(), Vec3::Y);
        let corners = bounds
            .corners()
            .map(|corner| from_world.transform_point3(corner.as_vec3()));
        let low = corners.into_iter().fold(Vec3::INFINITY, Vec3::min);
        let high = corners.into_iter().fold(Vec3::NEG_INFINITY, Vec3::max);
        let width = (high - low).xy().max_element();
        // Surfaces at the boundary are inside the map.
        let margin = Vec3::splat(0.002 * width + 0.01);
        let (low, high) = (low - margin, high + margin);
        // The value 1 is next to the sun, as for the depth of the eye.
        let projection = Mat4::orthographic_rh(low.x, high.x, low.y, high.y, -low.z, -high.z);
        Self {
            map_from_world: (width <= WIDEST).then_some(projection * from_world),
            width,
        }
    }
}

/// Resources of bind group 0 that belong to the sun.
pub(super) struct SunResources<'a> {
    pub(super) uniform: BindingResource<'a>,
    pub(super) map: &'a TextureView,
    /// A texture to bind while the map is drawn.
    pub(super) nothing: &'a TextureView,
    pub(super) sampler: &'a Sampler,
}

#[derive(Resource)]
pub(super) struct ShadowMap {
    pub(super) sun: SunView,
    /// Whether the map does not show the level as it is now.
    pub(super) is_stale: bool,
    /// Meshes to draw if the map is stale and all of them are known.
    pub(super) draws: Option<Vec<MeshDraw>>,
    pub(super) map: Option<TextureView>,
    uniform: UniformBuffer<SunUniform>,
    sampler: Sampler,
    nothing: TextureView,
}

impl ShadowMap {
    /// Adds the poses of the meshes to draw.
    pub(super) fn add_parts(&mut self, parts: &mut Parts) {
        for draw in self.draws.iter_mut().flatten() {
            draw.part = parts.add(draw.pose);
        }
    }

    /// Returns the resources of bind group 0, or `None` before they are on the GPU.
    pub(super) fn resources(&self) -> Option<SunResources<'_>> {
        Some(SunResources {
            uniform: self.uniform.binding()?,
            map: self.map.as_ref().unwrap_or(&self.nothing),
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
        label: Some("shadow_map"),
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

pub(super) fn create(mut commands: Commands, device: Res<RenderDevice>) {
    let sampler = device.create_sampler(&SamplerDescriptor {
        label: Some("shadow_map"),
        address_mode_u: AddressMode::ClampToEdge,
        address_mode_v: AddressMode::ClampToEdge,
        mag_filter: FilterMode::Linear,
        min_filter: FilterMode::Linear,
        compare: Some(CompareFunction::GreaterEqual),
        ..SamplerDescriptor::default()
    });
    commands.insert_resource(ShadowMap {
        sun: SunView::default(),
        is_stale: false,
        draws: None,
        uniform: UniformBuffer::default(),
        sampler,
        map: None,
        nothing: depth_texture(&device, 1),
    });
}

pub(super) fn write(mut shadows: ResMut<ShadowMap>, (device, queue): (Res<RenderDevice>, Res<RenderQueue>)) {
    let shadows = &mut *shadows;
    let width = WIDTH.min(device.limits().max_texture_dimension_2d);
    match shadows.sun.map_from_world {
        Some(_) if shadows.map.is_none() => shadows.map = Some(depth_texture(&device, width)),
        None => shadows.map = None,
        Some(_) => {}
    }
    shadows.uniform.set(SunUniform {
        map_from_world: shadows.sun.map_from_world.unwrap_or_default(),
        texel: shadows.sun.width / width as f32,
        texel_in_map: 1.0 / width as f32,
        has_map: f32::from(shadows.sun.map_from_world.is_some()),
        padding: 0.0,
    });
    shadows.uniform.write_buffer(&device, &queue);
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
        for corner in bounds.corners() {
            let at = map.project_point3(corner.as_vec3());
            assert!(
                at.xy().abs().max_element() < 1.0 && (0.0..1.0).contains(&at.z),
                "{at}"
            );
        }
        let center = bounds.center().as_vec3();
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
