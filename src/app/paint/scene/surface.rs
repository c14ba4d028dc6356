//! The level on screen: its materials and their shader.

use bevy::asset::{AssetPath, embedded_asset, embedded_path};
use bevy::render::render_resource::{
    AsBindGroup, RenderPipelineDescriptor, ShaderType, SpecializedMeshPipelineError,
};
use bevy::{mesh::MeshVertexBufferLayoutRef, prelude::*};
use bspwalk_draw::light::{GROUND, LightVolume, SKY, SUN, TO_SUN};
use bspwalk_levels::{Material as LevelMaterial, Transparency};

use crate::app::host::prelude::*;
use crate::app::paint::draw::{PaintMaterial, PipelineLayout};

/// Level whose meshes are drawn. They are built in the background.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq)]
pub struct RenderedLevel(pub Option<LevelId>);

/// Materials of the level, for the renderer.
#[derive(Resource, Default)]
pub struct LevelMaterials {
    pub(super) level_id: Option<LevelId>,
    pub(super) handles: Vec<Handle<SurfaceMaterial>>,
}

impl LevelMaterials {
    /// Returns a material, if it belongs to the given level.
    #[must_use]
    pub fn of(&self, level_id: &LevelId, material: u32) -> Option<&Handle<SurfaceMaterial>> {
        let is_of_level = self.level_id.as_ref() == Some(level_id);
        self.handles.get(material as usize).filter(|_| is_of_level)
    }
}

/// Brightest light that the image of a light volume can represent.
pub(super) const BRIGHTEST: f32 = 4.0;

/// Uniform of the `level.wgsl` shader.
#[derive(Clone, Copy, Debug, PartialEq, ShaderType)]
pub(super) struct SurfaceUniform {
    color: Vec4,
    emissive: Vec4,
    to_sun: Vec4,
    sun: Vec4,
    sky: Vec4,
    ground: Vec4,
    volume_min: Vec4,
    volume_inverse_size: Vec4,
    volume_offset: f32,
    volume_depth: f32,
    volume_brightest: f32,
    alpha_cutoff: f32,
    uses_file_light: f32,
}

/// Material of level surfaces, which are lit and have a texture or a measuring grid.
#[derive(Asset, TypePath, AsBindGroup, Clone, Debug)]
#[bind_group_data(SurfaceKey)]
pub struct SurfaceMaterial {
    #[uniform(0)]
    uniform: SurfaceUniform,
    #[texture(1)]
    #[sampler(2)]
    texture: Option<Handle<Image>>,
    #[texture(3, dimension = "3d")]
    #[sampler(4)]
    volume: Option<Handle<Image>>,
    /// Lightmap atlas image.
    #[texture(5)]
    #[sampler(6)]
    file_light: Option<Handle<Image>>,
    transparency: Transparency,
    unlit: bool,
    shadows: bool,
}

/// Shader variant. Lighting that is added or toggled later is not part of the key, because a new variant would hide the
/// surface until it is compiled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(C)]
pub struct SurfaceKey {
    textured: bool,
    cutout: bool,
    blended: bool,
    unlit: bool,
    shadows: bool,
}

impl From<&SurfaceMaterial> for SurfaceKey {
    fn from(material: &SurfaceMaterial) -> Self {
        Self {
            textured: material.texture.is_some(),
            cutout: matches!(material.transparency, Transparency::Holes(_)),
            blended: material.transparency == Transparency::Blended,
            unlit: material.unlit,
            shadows: material.shadows,
        }
    }
}

impl SurfaceMaterial {
    /// Creates the render material for a level material, using the given texture and transparency.
    pub(super) fn new(
        material: &LevelMaterial,
        texture: Option<Handle<Image>>,
        transparency: Transparency,
        shadows: bool,
    ) -> Self {
        let [r, g, b, a] = material.color.to_array();
        let color = Color::srgba(r, g, b, a).to_linear();
        let alpha_cutoff = match transparency {
            Transparency::Holes(cutoff) => cutoff,
            Transparency::Opaque | Transparency::Blended => 0.0,
        };
        Self {
            uniform: SurfaceUniform {
                color: color.to_vec4(),
                emissive: material.emissive.extend(0.0),
                to_sun: TO_SUN.normalize().extend(0.0),
                sun: SUN.extend(0.0),
                sky: SKY.extend(0.0),
                ground: GROUND.extend(0.0),
                volume_min: Vec4::ZERO,
                volume_inverse_size: Vec4::ZERO,
                volume_offset: 0.0,
                volume_depth: 0.0,
                volume_brightest: BRIGHTEST,
                alpha_cutoff,
                uses_file_light: 0.0,
            },
            texture,
            volume: None,
            file_light: None,
            transparency,
            unlit: material.unlit,
            shadows,
        }
    }

    /// Sets or removes the lightmap atlas. It affects only vertices that have coordinates in the atlas.
    pub(super) fn set_file_light(&mut self, image: Option<Handle<Image>>) {
        self.uniform.uses_file_light = f32::from(image.is_some());
        self.file_light = image;
    }

    /// Sets the light volume and its image.
    pub(super) fn set_volume(&mut self, volume: &LightVolume, image: Handle<Image>) {
        self.uniform.volume_min = volume.min.extend(0.0);
        self.uniform.volume_inverse_size = volume.size().recip().extend(0.0);
        self.uniform.volume_offset = volume.min_wall_distance();
        self.uniform.volume_depth = volume.counts.z as f32;
        self.volume = Some(image);
    }
}

pub(super) fn embed(app: &mut App) {
    embedded_asset!(app, "level.wgsl");
}

impl PaintMaterial for SurfaceMaterial {
    fn shader() -> AssetPath<'static> {
        AssetPath::from_path_buf(embedded_path!("level.wgsl")).with_source("embedded")
    }

    fn is_blended(&self) -> bool {
        self.transparency == Transparency::Blended
    }

    fn specialize(
        pipeline: &mut RenderPipelineDescriptor,
        layout: &MeshVertexBufferLayoutRef,
        key: &SurfaceKey,
    ) -> Result<(), SpecializedMeshPipelineError> {
        let mut attributes = vec![
            Mesh::ATTRIBUTE_POSITION.at_shader_location(0),
            Mesh::ATTRIBUTE_NORMAL.at_shader_location(1),
            Mesh::ATTRIBUTE_UV_0.at_shader_location(2),
        ];
        let optional = [
            (Mesh::ATTRIBUTE_UV_1, "FILE_LIGHT"),
            (Mesh::ATTRIBUTE_COLOR, "VERTEX_COLORS"),
        ];
        for (location, (attribute, name)) in (3..).zip(optional) {
            if layout.0.contains(attribute) {
                attributes.push(attribute.at_shader_location(location));
                pipeline.define(name);
            }
        }
        pipeline.vertex.buffers = vec![layout.0.get_layout(&attributes)?];
        for (name, on) in [
            ("TEXTURED", key.textured),
            ("GRID", !key.textured && !key.unlit),
            ("CUTOUT", key.cutout),
            ("BLENDED", key.blended),
            ("UNLIT", key.unlit),
            ("SUN_SHADOWS", key.shadows),
        ] {
            if on {
                pipeline.define(name);
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bspwalk_draw::light::Probe;

    #[test]
    fn later_light_keeps_the_shader_key() {
        let wall = LevelMaterial::plain("wall");
        let mut material = SurfaceMaterial::new(&wall, None, Transparency::Opaque, false);
        let (key, dark) = (SurfaceKey::from(&material), material.uniform);
        let volume = LightVolume {
            min: Vec3::ZERO,
            spacing: 1.0,
            counts: UVec3::splat(2),
            probes: vec![Probe::default(); 8],
        };
        material.set_volume(&volume, Handle::default());
        let lit = material.uniform;
        material.set_file_light(Some(Handle::default()));
        assert!(lit != dark && material.uniform != lit);
        assert_eq!(SurfaceKey::from(&material), key);
    }
}
