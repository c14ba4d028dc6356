//! The document of a glTF file: its JSON and its binary chunk, validated before use.

use std::{
    io::{BufReader, Cursor},
    path::Path,
};

use crate::{Text, text};
use bspwalk_progress::Progress;
use gltf::{
    Glb,
    json::{
        Root,
        validation::{Checked, Error, Validate},
    },
    mesh::Semantic,
};
use serde::{
    Deserialize,
    de::{DeserializeOwned, IgnoredAny},
};

use super::outline::Outline;
use crate::{Format, LevelError, binary::u32_at, warnings::shortened, watched::Watched};

pub(super) struct Document<'a> {
    /// The part of the JSON that the `gltf` crate supports.
    pub(super) root: Root,
    /// The part of the JSON that the `gltf` crate does not support.
    pub(super) more: More,
    pub(super) bin: Option<&'a [u8]>,
    pub(super) left_out: LeftOut,
}

/// Counts of animated elements, which are ignored. Nodes and meshes keep their unanimated pose.
#[derive(Default)]
pub(super) struct LeftOut {
    pub(super) animations: usize,
    pub(super) skins: usize,
    /// Number of primitives with morph targets.
    pub(super) morphed: usize,
    /// Nodes that are joints of skins, in ascending order.
    pub(super) joints: Vec<usize>,
}

/// Fields that determine whether the rest of the file can be read.
#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct Head {
    asset: Option<AssetHead>,
    extensions_used: Vec<String>,
    extensions_required: Vec<String>,
}

#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct AssetHead {
    version: String,
    min_version: Option<String>,
}

/// Supported extensions in `extensionsRequired`.
const READ: &[&str] = &[
    "KHR_mesh_quantization",
    "KHR_texture_transform",
    // Images in these formats are not decoded. Each of them produces a warning.
    "KHR_texture_basisu",
    "EXT_texture_webp",
    "EXT_texture_avif",
    "MSFT_texture_dds",
    // These extensions do not affect any data that is used.
    "KHR_animation_pointer",
    "KHR_lights_punctual",
    "KHR_xmp",
    "KHR_xmp_json_ld",
];

/// Prefix of material extensions. They change how materials reflect light, but do not affect the geometry.
const OF_MATERIALS: &str = "KHR_materials_";

const DRACO: &str = "KHR_draco_mesh_compression";

/// Compression extensions that other tools can decompress.
const PACKED: &[(&str, &str)] = &[
    (DRACO, "Draco"),
    ("EXT_meshopt_compression", "meshopt"),
    ("KHR_meshopt_compression", "meshopt"),
];

/// Maximum memory for each JSON object in bytes, including the spare capacity of growing lists.
const OBJECT_BYTES: u64 = 2048;

const BYTES_A_BYTE: u64 = 64;

/// Memory that JSON objects may take in any file, regardless of its size, in bytes.
const FREE_BYTES: u64 = 64 << 20;

/// Maximum size (in bytes) of JSON text that is parsed without cancellation checks.
const AT_ONCE: usize = 16 << 20;

pub(super) fn read<'a>(
    file: &str,
    format: Format,
    bytes: &'a [u8],
    progress: &Progress,
) -> Result<Document<'a>, LevelError> {
    let (json, bin) = match format {
        Format::Glb => chunks(file, bytes)?,
        _ => (bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes), None),
    };
    let outline = Outline::of(json, progress)?;
    check_objects(file, json, outline.objects)?;
    let head: Head = parse(file, json, progress)?;
    check_version(file, head.asset.as_ref())?;
    for extension in &head.extensions_required {
        if let Some((_, name)) = PACKED.iter().find(|(packed, _)| packed == extension) {
            return Err(LevelError::refused(file, packed_problem(file, name)));
        }
        let is_read = READ.contains(&extension.as_str()) || extension.starts_with(OF_MATERIALS);
        if !is_read {
            return Err(LevelError::refused(
                file,
                text!("gltf-extension-required", extension = quoted(extension)),
            ));
        }
    }
    // Remove animations before parsing, because extensions may store them in unknown ways.
    let mut root: Root = parse(file, &outline.without_animations(json), progress)?;
    let more = parse(file, json, progress)?;
    let left_out = leave_out(&mut root, outline.animations);
    progress.check()?;
    validate(file, &root)?;
    progress.check()?;
    if head.extensions_used.iter().any(|used| used == DRACO) && lacks_positions(&root) {
        return Err(LevelError::refused(file, packed_problem(file, "Draco")));
    }
    Ok(Document {
        root,
        more,
        bin,
        left_out,
    })
}

pub(super) fn quoted(text: &str) -> String {
    format!("`{}`", shown(text, 60))
}

/// Shortens a string to `most` characters on a single line.
fn shown(text: &str, most: usize) -> String {
    shortened(text, most).replace(char::is_control, " ")
}

/// Returns the JSON and the binary chunk of a `.glb` file.
fn chunks<'a>(file: &str, bytes: &'a [u8]) -> Result<(&'a [u8], Option<&'a [u8]>), LevelError> {
    let refused = |problem: Text| Err(LevelError::refused(file, problem));
    let (Some(version), Some(length)) = (u32_at(bytes, 4), u32_at(bytes, 8)) else {
        return refused(text!("gltf-header-cut"));
    };
    if version != 2 {
        return refused(text!("gltf-binary-version", version));
    }
    if (length as usize) < 20 || length as usize > bytes.len() {
        return refused(text!("gltf-length", bytes = bytes.len(), length));
    }
    let glb = Glb::from_slice(&bytes[..length as usize])
        .map_err(|error| LevelError::refused(file, text!("gltf-chunks", error = error.to_string())))?;
    // Borrow the chunks from the input. Their positions in the file follow from their lengths.
    let json = &bytes[20..20 + glb.json.len()];
    let bin = glb.bin.map(|bin| {
        let start = 20 + json.len() + 8;
        &bytes[start..start + bin.len()]
    });
    Ok((json, bin))
}

/// Rejects JSON with objects that would take far more memory than its text, such as millions of empty nodes.
fn check_objects(file: &str, json: &[u8], objects: u64) -> Result<(), LevelError> {
    if objects * OBJECT_BYTES <= FREE_BYTES + BYTES_A_BYTE * json.len() as u64 {
        return Ok(());
    }
    Err(LevelError::refused(
        file,
        text!("gltf-too-many-objects", objects, bytes = json.len()),
    ))
}

/// Parses JSON. For long input, uses a slower reader that can be cancelled.
fn parse<T: DeserializeOwned>(file: &str, json: &[u8], progress: &Progress) -> Result<T, LevelError> {
    progress.check()?;
    let parsed = if json.len() <= AT_ONCE {
        serde_json::from_slice(json)
    } else {
        let watched = Watched {
            bytes: Cursor::new(json),
            progress,
            advances: false,
        };
        serde_json::from_reader(BufReader::with_capacity(1 << 16, watched))
    };
    parsed.map_err(|error| {
        if error.is_io() {
            return LevelError::Cancelled;
        }
        let (line, problem) = (error.line(), error.to_string());
        let problem = problem
            .rsplit_once(" at line ")
            .map_or(problem.as_str(), |(text, _)| text);
        let problem = text!(
            "gltf-json",
            column = error.column(),
            problem = shown(problem, 120)
        );
        LevelError::syntax(file, line, problem)
    })
}

fn check_version(file: &str, asset: Option<&AssetHead>) -> Result<(), LevelError> {
    let Some(asset) = asset else {
        return Err(LevelError::refused(file, text!("gltf-no-asset")));
    };
    let needed = asset.min_version.as_ref().unwrap_or(&asset.version);
    let is_two = asset.version.starts_with("2.") && (needed == "2.0" || asset.min_version.is_none());
    if is_two {
        return Ok(());
    }
    Err(LevelError::refused(
        file,
        text!("gltf-version", version = quoted(needed)),
    ))
}

/// Returns the end of a sentence about a file with compressed meshes, including the command that decompresses the file.
fn packed_problem(file: &str, name: &str) -> Text {
    let path = Path::new(file);
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let unpacked = path.with_file_name(format!("{stem}-unpacked.glb"));
    text!("gltf-packed", name, file, unpacked = unpacked.display())
}

/// Returns whether any mesh has positions without data.
fn lacks_positions(root: &Root) -> bool {
    let primitives = root.meshes.iter().flat_map(|mesh| &mesh.primitives);
    let mut positions =
        primitives.filter_map(|primitive| primitive.attributes.get(&Checked::Valid(Semantic::Positions)));
    positions.any(|index| {
        let accessor = &root.accessors[index.value()];
        accessor.buffer_view.is_none() && accessor.sparse.is_none()
    })
}

fn leave_out(root: &mut Root, animations: usize) -> LeftOut {
    let mut left_out = LeftOut {
        animations,
        ..LeftOut::default()
    };
    root.animations.clear();
    for skin in root.skins.drain(..) {
        left_out.skins += 1;
        left_out
            .joints
            .extend(skin.joints.iter().map(gltf::json::Index::value));
    }
    left_out.joints.sort_unstable();
    left_out.joints.dedup();
    for node in &mut root.nodes {
        node.skin = None;
    }
    for primitive in root.meshes.iter_mut().flat_map(|mesh| &mut mesh.primitives) {
        if primitive
            .targets
            .take()
            .is_some_and(|targets| !targets.is_empty())
        {
            left_out.morphed += 1;
        }
    }
    left_out
}

/// Rejects invalid values and out-of-range indices.
fn validate(file: &str, root: &Root) -> Result<(), LevelError> {
    // The validation in the `gltf` crate relies on this check.
    for (number, mesh) in root.meshes.iter().enumerate() {
        for (of_mesh, primitive) in mesh.primitives.iter().enumerate() {
            let positions = primitive.attributes.get(&Checked::Valid(Semantic::Positions));
            if positions.is_some_and(|index| index.value() >= root.accessors.len()) {
                return Err(invalid(
                    file,
                    &format!("meshes[{number}].primitives[{of_mesh}].attributes.POSITION"),
                    Error::IndexOutOfBounds,
                    0,
                ));
            }
        }
    }
    let mut first = None;
    let mut others = 0_usize;
    root.validate(root, gltf::json::Path::new, &mut |path, error| {
        let path = path();
        if is_harmless(path.as_str(), error) {
            return;
        }
        match first {
            None => first = Some((path, error)),
            Some(_) => others += 1,
        }
    });
    match first {
        Some((path, error)) => Err(invalid(file, path.as_str(), error, others)),
        None => Ok(()),
    }
}

/// Returns whether a file with this validation error can still be read as intended. Extensions are checked elsewhere.
fn is_harmless(path: &str, error: Error) -> bool {
    match error {
        Error::Unsupported => true,
        // Bounds are redundant, an accessor without data contains only zeros, and an image may be given only by an
        // extension.
        Error::Missing => [".min", ".max", ".bufferView", ".source"]
            .iter()
            .any(|end| path.ends_with(end)),
        Error::Invalid => {
            [".min", ".max", ".byteStride", ".target"]
                .iter()
                .any(|end| path.ends_with(end))
                || path.contains(".attributes[")
        }
        Error::IndexOutOfBounds | Error::Oversize => false,
    }
}

fn invalid(file: &str, path: &str, error: Error, others: usize) -> LevelError {
    let what = match error {
        Error::IndexOutOfBounds => text!("gltf-names-missing"),
        Error::Missing => text!("gltf-is-missing"),
        Error::Oversize => text!("gltf-is-too-large"),
        Error::Invalid | Error::Unsupported => text!("gltf-bad-value"),
    };
    let others = match others {
        0 => Text::plain(""),
        1 => text!("gltf-one-more-fault"),
        n => text!("gltf-more-faults", n),
    };
    LevelError::refused(file, text!("gltf-invalid", path = quoted(path), what, others))
}

/// Parts of the JSON that the `gltf` crate does not read.
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
    /// Exact translation. The `gltf` crate rounds translations to `f32`, which is too imprecise far from the origin.
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

#[cfg(test)]
mod tests {
    use std::mem::size_of;

    use gltf::json;

    use super::*;

    #[test]
    fn json_objects_stay_within_stated_memory() {
        let sizes = [
            size_of::<json::Accessor>(),
            size_of::<json::Buffer>(),
            size_of::<json::buffer::View>(),
            size_of::<json::Camera>(),
            size_of::<json::Image>(),
            size_of::<json::Material>(),
            size_of::<json::Mesh>(),
            size_of::<json::mesh::Primitive>(),
            size_of::<json::Node>(),
            size_of::<json::Scene>(),
            size_of::<json::Skin>(),
            size_of::<json::Texture>(),
            size_of::<json::texture::Sampler>(),
            size_of::<json::Animation>(),
            size_of::<Extended<MaterialExtensions>>() + size_of::<json::Material>(),
        ];
        // A growing list has up to twice the capacity that it needs. While it grows, a list of half that capacity also
        // exists.
        let most = sizes.into_iter().max().unwrap() as u64;
        assert!(3 * most <= OBJECT_BYTES, "{most}");
    }

    #[test]
    fn too_many_empty_objects_are_rejected_early() {
        let check = |json: &str| {
            let outline = Outline::of(json.as_bytes(), &Progress::default()).unwrap();
            check_objects("a", json.as_bytes(), outline.objects)
        };
        for node in ["{},", "[],"] {
            let json = |objects: usize| format!("{{\"nodes\":[{}{{}}]}}", node.repeat(objects));
            assert_eq!(check(&json(10_000)), Ok(()));
            let refused = check(&json(100_000)).unwrap_err();
            assert!(refused.to_string().contains("100002 JSON objects"), "{refused}");
        }
        // Objects of typical length are accepted.
        let node = "{\"mesh\":0,\"name\":\"a\",\"translation\":[0,1,2]},";
        let long = format!("[{}]", node.repeat(100_000));
        assert_eq!(check(&long), Ok(()));
    }

    #[test]
    fn strings_from_file_are_quoted_on_one_line() {
        assert_eq!(quoted("a\nb"), "`a b`");
        assert_eq!(quoted(&"x".repeat(100)).chars().count(), 63);
    }
}
