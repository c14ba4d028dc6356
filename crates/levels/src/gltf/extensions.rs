//! Parts of the JSON that the `gltf` crate does not read: extensions, and translations in full precision.

use serde::{Deserialize, de::IgnoredAny};

/// Parts of the JSON that `gltf` does not read.
#[derive(Default, Deserialize)]
#[serde(default)]
pub(super) struct More {
    pub(super) nodes: Vec<MoreOfNode>,
    pub(super) materials: Vec<Extended<MaterialExtensions>>,
    pub(super) textures: Vec<Extended<TextureExtensions>>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
pub(super) struct MoreOfNode {
    /// `gltf` rounds these to `f32`, which is too coarse far from the origin.
    pub(super) translation: Option<[f64; 3]>,
    pub(super) matrix: Option<[f64; 16]>,
    pub(super) extensions: NodeExtensions,
}

#[derive(Default, Deserialize)]
#[serde(default)]
pub(super) struct NodeExtensions {
    #[serde(rename = "KHR_lights_punctual")]
    pub(super) light: Option<IgnoredAny>,
    #[serde(rename = "EXT_mesh_gpu_instancing")]
    pub(super) instancing: Option<IgnoredAny>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
pub(super) struct Extended<E> {
    pub(super) extensions: E,
}

#[derive(Default, Deserialize)]
#[serde(default)]
pub(super) struct MaterialExtensions {
    #[serde(rename = "KHR_materials_emissive_strength")]
    pub(super) emissive: Option<EmissiveStrength>,
    #[serde(rename = "KHR_materials_pbrSpecularGlossiness")]
    pub(super) specular_glossiness: Option<SpecularGlossiness>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct EmissiveStrength {
    #[serde(default = "one")]
    pub(super) emissive_strength: f32,
}

fn one() -> f32 {
    1.0
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct SpecularGlossiness {
    #[serde(default = "ones")]
    pub(super) diffuse_factor: [f32; 4],
    pub(super) diffuse_texture: Option<gltf::json::texture::Info>,
}

fn ones() -> [f32; 4] {
    [1.0; 4]
}

/// Images in formats that require an extension.
#[derive(Default, Deserialize)]
#[serde(default)]
pub(super) struct TextureExtensions {
    #[serde(rename = "KHR_texture_basisu")]
    pub(super) basisu: Option<ImageSource>,
    #[serde(rename = "EXT_texture_webp")]
    pub(super) webp: Option<ImageSource>,
    #[serde(rename = "EXT_texture_avif")]
    pub(super) avif: Option<ImageSource>,
    #[serde(rename = "MSFT_texture_dds")]
    pub(super) dds: Option<ImageSource>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
pub(super) struct ImageSource {
    pub(super) source: usize,
}
