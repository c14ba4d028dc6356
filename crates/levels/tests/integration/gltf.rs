//! Tests of reading glTF 2.0 documents and converting them to levels.

use std::collections::HashMap;

use bspwalk_compile::{Structure, StructureParams, leaf_triangles};
use bspwalk_levels::{AlphaMode, Format, Level, LevelError, LoadOptions, SpawnOrigin, UpAxis, Wrap, builtin};
use bspwalk_progress::Progress;
use bspwalk_testing::{
    effort,
    gltf::{Document, F32, I8, I16, U8, U16, U32, bytes, glb, load, png},
    levels,
    loading::{assert_conversion_reported, assert_warned},
};
use bspwalk_trees::{LeafParams, LeafTree};
use glam::{DVec3, Vec2, Vec3, Vec4};
use serde_json::{Value, json};

mod writer;

fn dvec3(x: f64, y: f64, z: f64) -> DVec3 {
    DVec3::new(x, y, z)
}

/// Returns the corners of all triangles.
fn corners(level: &Level) -> Vec<[DVec3; 3]> {
    level.triangles.iter().map(|triangle| triangle.corners).collect()
}

/// Returns a triangle's normal according to its winding.
fn facing(corners: [DVec3; 3]) -> DVec3 {
    (corners[1] - corners[0])
        .cross(corners[2] - corners[0])
        .normalize()
}

#[test]
fn buffers_can_be_embedded_files_or_data_uris() {
    let document = Document::floor();
    let floor = corners(&document.level());
    assert_eq!(
        floor,
        [
            [
                dvec3(-2.0, 0.0, -2.0),
                dvec3(-2.0, 0.0, 2.0),
                dvec3(2.0, 0.0, 2.0)
            ],
            [
                dvec3(-2.0, 0.0, -2.0),
                dvec3(2.0, 0.0, 2.0),
                dvec3(2.0, 0.0, -2.0)
            ],
        ]
    );
    let text = load(&document.text(), &()).unwrap();
    assert_eq!((text.format, corners(&text)), (Format::Gltf, floor.clone()));
    assert_eq!(document.level().format, Format::Glb);
    for (uri, name) in [("a.bin", "a.bin"), ("sub/a%20b.bin", "sub/a b.bin")] {
        let files: HashMap<&str, &[u8]> = HashMap::from([(name, document.bin.as_slice())]);
        let beside = load(&document.text_beside(uri), &files).unwrap();
        assert_eq!(corners(&beside), floor, "{uri}");
    }
    let missing = load(&document.text_beside("none.bin"), &())
        .unwrap_err()
        .to_string();
    assert!(
        missing.contains("buffer 0 refers to the file `none.bin`, which was not found"),
        "{missing}"
    );
}

#[test]
fn units_are_metres_with_y_up() {
    let level = Document::floor().level();
    assert_eq!(
        (level.units.up, level.units.scale, level.units.guessed),
        (UpAxis::Y, 1.0, false)
    );
    assert!(
        level.units.note.to_string().contains("glTF"),
        "{}",
        level.units.note
    );
}

#[test]
fn paths_never_lead_out_of_the_folder() {
    let document = Document::floor();
    let folder = tempfile::tempdir().unwrap();
    let inside = folder.path().join("inside");
    std::fs::create_dir(&inside).unwrap();
    std::fs::write(folder.path().join("secret.bin"), &document.bin).unwrap();
    let absolute = folder.path().join("secret.bin").display().to_string();
    for uri in [
        "../secret.bin",
        "%2e%2e/secret.bin",
        "..\\secret.bin",
        absolute.as_str(),
        "C:\\secret.bin",
        "file:///secret.bin",
        "https://example.org/secret.bin",
    ] {
        let path = inside.join("a.gltf");
        std::fs::write(&path, document.text_beside(uri)).unwrap();
        let error = bspwalk_levels::load(&path, &Default::default(), &Default::default()).unwrap_err();
        let error = error.to_string();
        assert!(error.contains("folder"), "{uri}: {error}");
    }
}

#[test]
fn node_transforms_accumulate() {
    let mut document = Document::default();
    let mesh = document.floor_mesh(json!({}));
    // The child precedes its parent in the list. The parent is rotated by 90° about Y, which maps X to −Z.
    let half = 0.5_f64.sqrt();
    document.node(json!({"mesh": mesh, "scale": [1, 1, 0.5]}));
    document.node(json!({"children": [0], "rotation": [0, half, 0, half], "translation": [10, 1, 0]}));
    document.node(json!({"children": [1], "matrix": [2, 0, 0, 0, 0, 2, 0, 0, 0, 0, 2, 0, 0, 0, 100, 1]}));
    document.push("scenes", json!({"nodes": [2]}));
    let level = document.level();
    // Expected position: (−2, 0, −2) → (−2, 0, −1) → (−1, 0, 2) → (9, 1, 2) → (18, 2, 104).
    let corner = level.triangles[0].corners[0];
    assert!(corner.distance(dvec3(18.0, 2.0, 104.0)) < 1e-6, "{corner}");
    let size = level.bounds.size();
    assert!(size.distance(dvec3(4.0, 0.0, 8.0)) < 1e-6, "{size}");
}

#[test]
fn mirrored_and_scaled_nodes_keep_orientation() {
    // A slope that has its exact normal as the shading normal.
    let mut document = Document::default();
    let positions = document.floats("VEC3", &[0.0, 0.0, 0.0, 0.0, 0.0, 2.0, 2.0, 1.0, 0.0]);
    let normal = Vec3::new(-1.0, 2.0, 0.0).normalize();
    let normals = document.floats("VEC3", &[normal.to_array(); 3].concat());
    let primitive = json!({"attributes": {"POSITION": positions, "NORMAL": normals}});
    document.push("meshes", json!({"primitives": [primitive]}));
    let scales = [
        [1.0, 1.0, 1.0],
        [-1.0, 1.0, 1.0],
        [1.0, -1.0, 1.0],
        [-1.0, -1.0, -1.0],
        [3.0, 0.5, 1.0],
        [3.0, 0.5, -1.0],
        [1e-3, 1e-3, -2e-3],
    ];
    for scale in scales {
        document.node(json!({"mesh": 0, "scale": scale}));
    }
    let level = document.level();
    assert_eq!(level.triangles.len(), scales.len());
    let first = facing(level.triangles[0].corners);
    assert!(first.as_vec3().distance(normal) < 1e-6, "{first}");
    for (triangle, scale) in level.triangles.iter().zip(scales) {
        let by_winding = facing(triangle.corners).as_vec3();
        assert!(
            triangle.normals[0].distance(by_winding) < 1e-5,
            "{scale:?}: {} against {by_winding}",
            triangle.normals[0]
        );
        // The exact normal of the scaled plane, on the original front side.
        let scaled = (normal / Vec3::from(scale.map(|x| x as f32))).normalize();
        assert!(
            by_winding.distance(scaled) < 1e-5,
            "{scale:?}: {by_winding} against {scaled}"
        );
    }
    assert_conversion_reported(&level, &["5 meshes are mirrored"]);
}

#[test]
fn instances_have_own_triangles_in_load_order() {
    let mut document = Document::floor();
    document.node(json!({"mesh": 0, "name": "second", "translation": [8, 0, 0]}));
    document.node(json!({"mesh": 0, "translation": [16, 0, 0]}));
    document.set("/scenes/0", json!({"nodes": [2, 0, 1]}));
    let level = document.level();
    let sources: Vec<u32> = level.triangles.iter().map(|triangle| triangle.source.0).collect();
    assert_eq!(sources, [0, 1, 2, 3, 4, 5]);
    let objects: Vec<&str> = level
        .triangles
        .iter()
        .map(|triangle| level.objects[triangle.object as usize].as_str())
        .collect();
    assert_eq!(
        objects,
        ["floor mesh", "floor mesh", "floor", "floor", "second", "second"]
    );
    assert_eq!(level.triangles[0].corners[0].x, 14.0);
    assert_conversion_reported(&level, &["1 mesh has 3 instances"]);
}

#[test]
fn strips_and_fans_become_triangles() {
    // A ribbon along X, as seen from above.
    let ribbon: Vec<[f32; 3]> = (0..6)
        .map(|i| [(i / 2) as f32, 0.0, if i % 2 == 0 { 0.0 } else { 1.0 }])
        .collect();
    let fan = [
        [0.0, 0.0, 0.0],
        [0.0, 0.0, 1.0],
        [1.0, 0.0, 1.0],
        [2.0, 0.0, 0.5],
        [1.0, 0.0, -1.0],
    ];
    for (mode, positions, count) in [(5, ribbon.as_slice(), 4), (6, &fan[..], 3)] {
        for indexed in [false, true] {
            let mut document = Document::default();
            let accessor = document.floats("VEC3", &positions.concat());
            let mut primitive = json!({"attributes": {"POSITION": accessor}, "mode": mode});
            if indexed {
                let numbers: Vec<u8> = (0..positions.len() as u8).collect();
                primitive["indices"] = document.accessor("SCALAR", U8, numbers.len(), &numbers).into();
            }
            document.push("meshes", json!({"primitives": [primitive]}));
            document.node(json!({"mesh": 0}));
            let level = document.level();
            assert_eq!(
                (level.triangles.len(), level.source_triangles),
                (count, count as u32)
            );
            for triangle in &level.triangles {
                assert!(facing(triangle.corners).distance(DVec3::Y) < 1e-9, "{triangle:?}");
            }
            assert_conversion_reported(&level, &["1 strip or fan primitive"]);
        }
    }
}

#[test]
fn points_and_lines_are_skipped_and_counted() {
    let mut document = Document::floor();
    for mode in 0..4 {
        document.push(
            "meshes",
            json!({"primitives": [{"attributes": {"POSITION": 0}, "mode": mode}]}),
        );
        document.node(json!({"mesh": mode + 1}));
        document.set("/scenes/0", json!({"nodes": (0..mode + 2).collect::<Vec<i32>>()}));
    }
    let level = document.level();
    assert_eq!(level.triangles.len(), 2);
    assert_warned(&level, &["4 point or line primitives"]);
    document.set("/scenes/0", json!({"nodes": [1, 2]}));
    let error = document.error();
    assert!(error.contains("no faces (2 point or line primitives)"), "{error}");
}

#[test]
fn sparse_accessors_replace_items() {
    let mut document = Document::floor();
    let numbers = document.view(&bytes(&[1, 3], u16::to_le_bytes));
    let values = document.view(&bytes(&[-2.0f32, 5.0, 2.0, 2.0, 7.0, -2.0], f32::to_le_bytes));
    let sparse = json!({
        "count": 2,
        "indices": {"bufferView": numbers, "componentType": U16},
        "values": {"bufferView": values},
    });
    document.json["accessors"][0]["sparse"] = sparse;
    let heights = |level: &Level| {
        let all = level.triangles.iter().flat_map(|triangle| triangle.corners);
        all.map(|corner| corner.y).collect::<Vec<f64>>()
    };
    assert_eq!(heights(&document.level()), [0.0, 5.0, 0.0, 0.0, 0.0, 7.0]);
    // Without a dense buffer view, items that are not overridden are zero.
    document.remove("/accessors/0", "bufferView");
    let numbers = document.view(&[1, 2, 3]);
    let values = document.floats("VEC3", &[-2.0, 5.0, 2.0, 2.0, 0.0, 2.0, 2.0, 7.0, -2.0]);
    document.json["accessors"][0]["sparse"] = json!({
        "count": 3,
        "indices": {"bufferView": numbers, "componentType": U8},
        "values": {"bufferView": document.json["accessors"][values]["bufferView"]},
    });
    assert_eq!(
        corners(&document.level()),
        [
            [DVec3::ZERO, dvec3(-2.0, 5.0, 2.0), dvec3(2.0, 0.0, 2.0)],
            [DVec3::ZERO, dvec3(2.0, 0.0, 2.0), dvec3(2.0, 7.0, -2.0)],
        ]
    );
}

#[test]
fn quantised_positions_normals_and_coordinates() {
    // A triangle (0, 0, 0), (0, 0, 100), (100, 0, 0). Each position takes four or eight bytes.
    let raw: [[i32; 3]; 3] = [[0, 0, 0], [0, 0, 100], [100, 0, 0]];
    for (component, width, greatest) in [
        (I8, 1, 127.0),
        (U8, 1, 255.0),
        (I16, 2, 32767.0),
        (U16, 2, 65535.0),
    ] {
        for normalized in [false, true] {
            let mut document = Document::default();
            let packed = |vectors: &[[i32; 3]]| {
                let mut packed = Vec::new();
                for vector in vectors {
                    for value in vector {
                        packed.extend(&value.to_le_bytes()[..width]);
                    }
                    packed.resize(packed.len().next_multiple_of(4), 0);
                }
                packed
            };
            let positions = document.accessor("VEC3", component, 3, &packed(&raw));
            document.json["bufferViews"][0]["byteStride"] = json!(4 * width);
            document.json["accessors"][0]["normalized"] = normalized.into();
            let up = greatest as i32;
            let normals = document.accessor("VEC3", component, 3, &packed(&[[0, up, 0]; 3]));
            document.json["bufferViews"][1]["byteStride"] = json!(4 * width);
            document.json["accessors"][1]["normalized"] = true.into();
            let uvs: Vec<u8> = [0, up, up, 0, 0, up]
                .iter()
                .flat_map(|v| v.to_le_bytes()[..width].to_vec())
                .collect();
            let uvs = document.accessor("VEC2", component, 3, &uvs);
            document.json["accessors"][2]["normalized"] = true.into();
            let attributes = json!({"POSITION": positions, "NORMAL": normals, "TEXCOORD_0": uvs});
            document.push("meshes", json!({"primitives": [{"attributes": attributes}]}));
            document.node(json!({"mesh": 0}));
            document.json["extensionsRequired"] = json!(["KHR_mesh_quantization"]);
            let level = document.level();
            let scale = if normalized { 1.0 / greatest } else { 1.0 };
            let triangle = &level.triangles[0];
            let corner = triangle.corners[1];
            assert!(
                corner.distance(dvec3(0.0, 0.0, 100.0 * scale)) < 1e-12,
                "{component} {normalized}: {corner}"
            );
            assert_eq!(triangle.normals[0], Vec3::Y);
            assert_eq!(triangle.uvs, [Vec2::Y, Vec2::X, Vec2::Y]);
            assert_conversion_reported(&level, &["quantised"]);
        }
    }
}

#[test]
fn the_least_signed_integer_is_minus_one() {
    let mut document = Document::default();
    let positions = document.accessor(
        "VEC3",
        I16,
        3,
        &bytes(
            &[i16::MIN, 0, 0, 0, i16::MAX, 0, 1 - i16::MAX - 1, 0, i16::MAX],
            i16::to_le_bytes,
        ),
    );
    document.json["accessors"][0]["normalized"] = true.into();
    document.push(
        "meshes",
        json!({"primitives": [{"attributes": {"POSITION": positions}}]}),
    );
    document.node(json!({"mesh": 0}));
    let [a, _, c] = document.level().triangles[0].corners;
    assert_eq!((a, c), (dvec3(-1.0, 0.0, 0.0), dvec3(-1.0, 0.0, 1.0)));
}

#[test]
fn vertex_colours_of_all_types_are_linear() {
    let expected = Vec4::new(1.0, 0.0, 0.5, 0.25);
    for (kind, component, data) in [
        ("VEC3", F32, bytes(&[1.0f32, 0.0, 0.5], f32::to_le_bytes)),
        ("VEC4", F32, bytes(&[1.0f32, 0.0, 0.5, 0.25], f32::to_le_bytes)),
        ("VEC3", U8, vec![255, 0, 128]),
        ("VEC4", U8, vec![255, 0, 128, 64]),
        ("VEC3", U16, bytes(&[65535, 0, 32768], u16::to_le_bytes)),
        ("VEC4", U16, bytes(&[65535, 0, 32768, 16384], u16::to_le_bytes)),
    ] {
        let mut document = Document::floor();
        let colors = document.accessor(kind, component, 4, &data.repeat(4));
        document.json["accessors"][colors]["normalized"] = (component != F32).into();
        document.json["meshes"][0]["primitives"][0]["attributes"]["COLOR_0"] = colors.into();
        let color = document.level().triangles[1].colors[2];
        let expected = if kind == "VEC3" {
            expected.with_w(1.0)
        } else {
            expected
        };
        assert!(color.distance(expected) < 0.005, "{kind} of {component}: {color}");
    }
    // Invalid colours must be clamped.
    let mut document = Document::floor();
    let colors = document.floats("VEC4", &[f32::NAN, 7.0, -1.0, f32::INFINITY].repeat(4));
    document.json["meshes"][0]["primitives"][0]["attributes"]["COLOR_0"] = colors.into();
    assert_eq!(
        document.level().triangles[0].colors[0],
        Vec4::new(0.0, 1.0, 0.0, 1.0)
    );
}

/// Returns a floor with the given material, and a texture with one red and one white texel.
fn with_material(material: Value) -> Document {
    let mut document = Document::floor();
    document.texture([2, 1], &[255, 0, 0, 255, 255, 255, 255, 255]);
    document.push("materials", material);
    document.json["meshes"][0]["primitives"][0]["material"] = 0.into();
    document
}

#[test]
fn materials_have_colour_opacity_and_light() {
    let material = |json: Value| with_material(json).level().materials.remove(0);
    let plain =
        material(json!({"name": "paint", "pbrMetallicRoughness": {"baseColorFactor": [1, 0.5, 0, 0.25]}}));
    // Half of the linear light is 0.735 in sRGB. An opaque material ignores its alpha.
    assert_eq!(plain.name, "paint");
    assert!(
        plain.color.distance(Vec4::new(1.0, 0.735_36, 0.0, 1.0)) < 1e-4,
        "{}",
        plain.color
    );
    assert_eq!(
        (plain.alpha, plain.unlit, plain.texture.is_none()),
        (AlphaMode::Opaque, false, true)
    );

    let pbr = json!({"baseColorFactor": [1, 1, 1, 0.25], "baseColorTexture": {"index": 0}});
    let blended = material(json!({"alphaMode": "BLEND", "pbrMetallicRoughness": pbr}));
    assert_eq!((blended.alpha, blended.color.w), (AlphaMode::Blend, 0.25));
    assert_eq!(blended.texture.unwrap().size, [2, 1]);
    assert_eq!(blended.name, "material 0");
    let masked = material(json!({"alphaMode": "MASK", "pbrMetallicRoughness": pbr}));
    assert_eq!(masked.alpha, AlphaMode::Mask(0.5));
    let masked = material(json!({"alphaMode": "MASK", "alphaCutoff": 0.1}));
    assert_eq!(masked.alpha, AlphaMode::Mask(0.1));
    // The image is fully opaque.
    let opaque =
        material(json!({"alphaMode": "BLEND", "pbrMetallicRoughness": {"baseColorTexture": {"index": 0}}}));
    assert_eq!(opaque.alpha, AlphaMode::Opaque);

    let glowing = material(json!({
        "emissiveFactor": [1, 0.5, 0],
        "extensions": {"KHR_materials_unlit": {}, "KHR_materials_emissive_strength": {"emissiveStrength": 4}},
    }));
    assert!(glowing.unlit);
    assert_eq!(glowing.emissive, Vec3::new(4.0, 2.0, 0.0));
    // Half of the image is red and half is white, so the expected value is the mean linear colour.
    let screen = material(json!({"emissiveFactor": [1, 1, 1], "emissiveTexture": {"index": 0}}));
    assert!(
        screen.emissive.distance(Vec3::new(1.0, 0.5, 0.5)) < 0.01,
        "{}",
        screen.emissive
    );

    let older = json!({"diffuseFactor": [0, 1, 0, 1], "diffuseTexture": {"index": 0}});
    let older = json!({"extensions": {"KHR_materials_pbrSpecularGlossiness": older}});
    let older = material(older);
    assert!(older.color.distance(Vec4::new(0.0, 1.0, 0.0, 1.0)) < 1e-6);
    assert!(older.texture.is_some());
}

#[test]
fn translucent_vertices_keep_a_material_blended() {
    let mut document = with_material(json!({"alphaMode": "BLEND"}));
    let colors = document.accessor("VEC4", U8, 4, &[255, 255, 255, 100].repeat(4));
    document.json["accessors"][colors]["normalized"] = true.into();
    document.json["meshes"][0]["primitives"][0]["attributes"]["COLOR_0"] = colors.into();
    assert_eq!(document.level().materials[0].alpha, AlphaMode::Blend);
}

#[test]
fn samplers_set_wrap_modes() {
    for (sampler, wrap, nearest) in [
        (json!({}), [Wrap::Repeat; 2], false),
        (
            json!({"wrapS": 33071, "wrapT": 33648}),
            [Wrap::Clamp, Wrap::Mirror],
            false,
        ),
        (
            json!({"magFilter": 9728, "wrapS": 10497}),
            [Wrap::Repeat; 2],
            true,
        ),
        (
            json!({"magFilter": 9729, "minFilter": 9984}),
            [Wrap::Repeat; 2],
            false,
        ),
    ] {
        let mut document = with_material(json!({"pbrMetallicRoughness": {"baseColorTexture": {"index": 0}}}));
        document.push("samplers", sampler);
        document.json["textures"][0]["sampler"] = 0.into();
        let sampler = document.level().materials[0].sampler;
        assert_eq!((sampler.wrap, sampler.nearest), (wrap, nearest));
    }
}

#[test]
fn images_follow_uvs_and_texture_transform() {
    let mut document = with_material(json!({"pbrMetallicRoughness": {"baseColorTexture": {
        "index": 0,
        "texCoord": 1,
        "extensions": {"KHR_texture_transform": {"offset": [0.5, 0], "rotation": std::f64::consts::FRAC_PI_2, "scale": [2, 3]}},
    }}}));
    let second = document.floats("VEC2", &[1.0, 0.0, 0.0, 1.0, 0.0, 0.0, 1.0, 1.0]);
    document.json["meshes"][0]["primitives"][0]["attributes"]["TEXCOORD_1"] = second.into();
    document.json["extensionsRequired"] = json!(["KHR_texture_transform"]);
    let level = document.level();
    // Scaled to (2, 0), then rotated counter-clockwise in image space, where v points down, to (0, −2).
    let uvs = level.triangles[0].uvs;
    for (uv, expected) in uvs
        .iter()
        .zip([Vec2::new(0.5, -2.0), Vec2::new(3.5, 0.0), Vec2::new(0.5, 0.0)])
    {
        assert!(uv.distance(expected) < 1e-5, "{uvs:?}");
    }
    assert_conversion_reported(&level, &["1 material", "KHR_texture_transform"]);
    // The extension may select another set of texture coordinates.
    document.set(
        "/materials/0/pbrMetallicRoughness/baseColorTexture/extensions",
        json!({"KHR_texture_transform": {"texCoord": 0}}),
    );
    assert_eq!(
        document.level().triangles[0].uvs,
        [Vec2::ZERO, Vec2::Y, Vec2::ONE]
    );
}

#[test]
fn images_can_be_embedded_files_or_data_uris() {
    let image = png([1, 1], &[1, 2, 3, 255]);
    let mut document = with_material(json!({"pbrMetallicRoughness": {"baseColorTexture": {"index": 0}}}));
    document.set("/images/0", json!({"uri": "art/a%20b.png"}));
    let files: HashMap<&str, &[u8]> = HashMap::from([("art/a b.png", image.as_slice())]);
    let level = load(&document.binary(), &files).unwrap();
    assert_eq!(level.materials[0].texture.as_ref().unwrap().rgba, [1, 2, 3, 255]);
    document.set(
        "/images/0",
        json!({"uri": bspwalk_testing::gltf::data_uri(&image)}),
    );
    assert_eq!(
        document.level().materials[0].texture.as_ref().unwrap().rgba,
        [1, 2, 3, 255]
    );
    document.set("/images/0", json!({"uri": "../secret.png", "name": "hill"}));
    let level = document.level();
    assert!(level.materials[0].texture.is_none());
    assert_warned(&level, &["the image `hill`", "folder", "the base colour is used"]);
    document.set("/images/0", json!({"uri": "none.png"}));
    assert_warned(&document.level(), &["the image `none.png`", "not found"]);
}

#[test]
fn images_of_other_formats_are_named() {
    for (mark, format, extension) in [
        (&b"\xabKTX 20\xbb\r\n\x1a\n"[..], "KTX2", "KHR_texture_basisu"),
        (b"RIFF\x08\0\0\0WEBPVP8 ", "WebP", "EXT_texture_webp"),
    ] {
        let mut document = with_material(json!({"pbrMetallicRoughness": {"baseColorTexture": {"index": 0}}}));
        let view = document.view(mark);
        document.set("/images/0", json!({"bufferView": view, "name": "hill"}));
        let mut extensions = json!({});
        extensions[extension] = json!({"source": 0});
        document.set("/textures/0", json!({"extensions": extensions}));
        document.json["extensionsRequired"] = json!([extension]);
        let level = document.level();
        assert_warned(&level, &["the image `hill`", format, "PNG or JPEG"]);
    }
}

#[test]
fn unused_materials_and_images_are_left_out() {
    let mut document = with_material(json!({"name": "used"}));
    document.push(
        "materials",
        json!({"name": "unused", "pbrMetallicRoughness": {"baseColorTexture": {"index": 1}}}),
    );
    document.push("textures", json!({"source": 1}));
    document.push("images", json!({"uri": "none.png"}));
    let level = document.level();
    assert_eq!(level.materials.len(), 1);
    assert_eq!(level.warnings, []);
}

#[test]
fn names_and_extras_classify_objects() {
    let mut document = Document::default();
    let mesh = document.floor_mesh(json!({}));
    let marked = document.floor_mesh(json!({}));
    document.json["meshes"][marked]["extras"] = json!({"nonsolid": 1});
    let glass = document.push(
        "materials",
        json!({"name": "glass", "extras": {"nonsolid": "true", "detail": true}}),
    );
    let painted = document.floor_mesh(json!({"material": glass}));
    let at = |height: i32, more: Value| {
        let mut node = json!({"mesh": mesh, "translation": [0, height, 0]});
        for (key, value) in more.as_object().unwrap() {
            node[key] = value.clone();
        }
        node
    };
    document.node(at(0, json!({"name": "ground"})));
    document.node(at(1, json!({"name": "Detail_crate"})));
    document.node(at(2, json!({"name": "crate", "extras": {"detail": true}})));
    document.node(at(3, json!({"name": "detail wall", "extras": {"structural": 1}})));
    document.node(at(4, json!({"name": "nonsolid leaves"})));
    document.node(at(5, json!({"name": "bush", "mesh": marked})));
    document.node(at(6, json!({"name": "window", "mesh": painted})));
    document.node(at(7, json!({"name": "*water"})));
    // The children of a group inherit the group's marks.
    document.node(at(8, json!({"name": "lamp"})));
    document.node(json!({"name": "props", "extras": {"detail": "1"}, "children": [8]}));
    document.node(at(9, json!({"name": "Spawn.001", "translation": [1, 0.5, 1]})));
    document.push("scenes", json!({"nodes": [0, 1, 2, 3, 4, 5, 6, 7, 9, 10]}));
    let level = document.level();
    let found: Vec<(&str, bool)> = level
        .triangles
        .iter()
        .step_by(2)
        .map(|triangle| (level.objects[triangle.object as usize].as_str(), triangle.solid))
        .collect();
    assert_eq!(
        found,
        [
            ("ground", true),
            ("Detail_crate", true),
            ("detail crate", true),
            ("structural detail wall", true),
            ("nonsolid leaves", false),
            ("bush", false),
            ("window", false),
            ("*water", false),
            ("detail lamp", true),
        ]
    );
    assert!(
        level
            .materials
            .iter()
            .any(|material| material.name == "detail glass")
    );
    // Faces that mark the spawn do not become part of the level.
    assert_eq!((level.triangles.len(), level.source_triangles), (18, 20));
    assert_eq!(level.spawn.origin, SpawnOrigin::Object);
    assert!(
        level.spawn.eye.distance(dvec3(1.0, 2.2, 1.0)) < 1e-9,
        "{}",
        level.spawn.eye
    );
}

#[test]
fn camera_is_spawn_unless_a_node_is() {
    let mut document = Document::floor();
    document.push(
        "cameras",
        json!({"type": "perspective", "perspective": {"yfov": 1, "znear": 0.1}}),
    );
    let half = 0.5_f64.sqrt();
    // The camera is rotated to the left by 90°, so it faces −X.
    let camera =
        json!({"camera": 0, "name": "Camera", "translation": [1, 1.5, 0], "rotation": [0, half, 0, half]});
    document.node(camera);
    document.set("/scenes/0", json!({"nodes": [0, 1]}));
    let level = document.level();
    assert_eq!(
        (level.spawn.origin, level.spawn.eye),
        (SpawnOrigin::Entity, dvec3(1.0, 1.5, 0.0))
    );
    assert!((level.spawn.yaw - 90.0).abs() < 1e-5, "{}", level.spawn.yaw);
    let camera = &level.entities[0];
    assert_eq!(
        (camera.class.as_str(), camera.name.as_deref()),
        ("camera", Some("Camera"))
    );
    assert_eq!(camera.position, dvec3(1.0, 1.5, 0.0));
    assert!((camera.yaw.unwrap() - 90.0).abs() < 1e-5);
    assert_conversion_reported(&level, &["start", "camera `Camera`"]);

    for spawn in [
        json!({"name": "spawn"}),
        json!({"name": "here", "extras": {"spawn": true}}),
    ] {
        let mut document = document.clone();
        let node = document.node(spawn);
        document.json["nodes"][node]["translation"] = json!([-1, 0, 0]);
        document.set("/scenes/0", json!({"nodes": [0, 1, node]}));
        let level = document.level();
        // The feet are at the node's position, so the eye is above it.
        assert_eq!(level.spawn.eye, dvec3(-1.0, 1.7, 0.0));
        assert_eq!(level.entities.last().unwrap().class, "spawn");
    }
}

#[test]
fn empty_nodes_with_names_are_entities() {
    let mut document = Document::floor();
    let extras = json!({"classname": "func_door", "speed": 40, "on": true, "list": []});
    document.node(json!({"name": "door 1", "translation": [1, 2, 3], "extras": extras}));
    document.node(json!({"name": "", "translation": [1, 2, 3]}));
    document.node(json!({"name": "group", "children": [0]}));
    document.node(json!({"name": "lamp", "extensions": {"KHR_lights_punctual": {"light": 0}}}));
    document.json["extensionsUsed"] = json!(["KHR_lights_punctual"]);
    document.set("/scenes/0", json!({"nodes": [1, 2, 3, 4]}));
    let entities = document.level().entities;
    assert_eq!(entities.len(), 2, "{entities:?}");
    assert_eq!(
        (entities[0].class.as_str(), entities[0].position),
        ("func_door", dvec3(1.0, 2.0, 3.0))
    );
    let mut properties = entities[0].properties.clone();
    properties.sort();
    let pair = |key: &str, value: &str| (key.to_owned(), value.to_owned());
    assert_eq!(
        properties,
        [
            pair("classname", "func_door"),
            pair("on", "true"),
            pair("speed", "40")
        ]
    );
    assert_eq!(
        (entities[1].class.as_str(), entities[1].name.as_deref()),
        ("light", Some("lamp"))
    );
}

#[test]
fn animations_and_skins_keep_rest_pose() {
    let mut document = Document::floor();
    let floor = corners(&document.level());
    document.node(json!({"name": "bone"}));
    document.set("/scenes/0", json!({"nodes": [0, 1]}));
    document.push("skins", json!({"joints": [1]}));
    document.json["nodes"][0]["skin"] = 0.into();
    document.push("animations", json!({"channels": [], "samplers": []}));
    document.push(
        "animations",
        json!({"channels": [{"sampler": 99, "target": {"path": "scale"}}], "samplers": []}),
    );
    document.json["meshes"][0]["primitives"][0]["targets"] = json!([{"POSITION": 0}]);
    let level = document.level();
    assert_eq!(corners(&level), floor);
    assert_eq!(level.entities, [], "a bone is no entity");
    assert_warned(&level, &["2 animations", "rest pose"]);
    assert_warned(&level, &["1 skin", "rest pose"]);
    assert_warned(&level, &["morph targets of 1 primitive"]);
}

#[test]
fn compressed_mesh_error_names_unpack_command() {
    for (extension, name) in [
        ("KHR_draco_mesh_compression", "Draco"),
        ("EXT_meshopt_compression", "meshopt"),
    ] {
        let mut document = Document::floor();
        document.json["extensionsRequired"] = json!(["KHR_materials_unlit", extension]);
        let error = document.error();
        assert!(error.contains(name), "{error}");
        assert!(
            error.contains("npx @gltf-transform/cli copy \"a.glb\" \"a-unpacked.glb\""),
            "{error}"
        );
    }
    // Some exporters list Draco as used, but do not provide any data.
    let mut document = Document::floor();
    document.json["extensionsUsed"] = json!(["KHR_draco_mesh_compression"]);
    assert_eq!(document.level().triangles.len(), 2);
    document.remove("/accessors/0", "bufferView");
    assert!(document.error().contains("Draco"));
}

#[test]
fn unknown_required_extensions_are_rejected() {
    let mut document = Document::floor();
    document.json["extensionsRequired"] = json!(["KHR_materials_clearcoat", "KHR_mesh_quantization"]);
    assert_eq!(document.level().triangles.len(), 2);
    document.json["extensionsRequired"] = json!(["KHR_mesh_quantization", "ACME_voxels"]);
    let error = document.error();
    assert!(error.contains("`ACME_voxels`"), "{error}");
    // An unknown extension is ignored if it is used but not required.
    let mut document = Document::floor();
    document.json["extensionsUsed"] = json!(["ACME_voxels", "EXT_mesh_gpu_instancing"]);
    document.json["nodes"][0]["extensions"] = json!({"EXT_mesh_gpu_instancing": {"attributes": {}}});
    assert_warned(&document.level(), &["1 node", "EXT_mesh_gpu_instancing"]);
}

#[test]
fn the_default_scene_is_loaded() {
    let mut document = Document::floor();
    document.node(json!({"mesh": 0, "name": "other", "translation": [0, 5, 0]}));
    document.push("scenes", json!({"nodes": [1], "name": "attic"}));
    let height = |level: &Level| level.triangles[0].corners[0].y;
    let level = document.level();
    assert_eq!(height(&level), 0.0);
    assert_conversion_reported(&level, &["2 scenes", "scene 0", "first"]);
    document.json["scene"] = 1.into();
    let level = document.level();
    assert_eq!((height(&level), level.triangles.len()), (5.0, 2));
    assert_conversion_reported(&level, &["2 scenes", "scene `attic`", "default"]);
    document.remove("", "scene");
    document.remove("", "scenes");
    let level = document.level();
    assert_eq!(level.triangles.len(), 4);
    assert_conversion_reported(&level, &["no scene"]);
}

#[test]
fn faces_without_a_material_are_plain() {
    let level = Document::floor().level();
    assert_eq!(
        (level.materials.len(), level.materials[0].name.as_str()),
        (1, "unnamed")
    );
}

#[test]
fn dungeon_matches_its_obj() {
    let (Some(gltf), Some(obj)) = (
        levels::load_as_documented("recast_dungeon.gltf"),
        levels::load_as_documented("recast_dungeon.obj"),
    ) else {
        return;
    };
    assert_eq!(gltf.format, Format::Gltf);
    assert_eq!((gltf.source_triangles, obj.source_triangles), (10_133, 10_133));
    // Compare triangles in any order and with any cyclic order of corners, rounded to 0.1 mm.
    let keys = |level: &Level| {
        let mut keys: Vec<[[i64; 3]; 3]> = level
            .triangles
            .iter()
            .map(|triangle| {
                let mut key = triangle
                    .corners
                    .map(|corner| (corner * 1.0e4).round().to_array().map(|x| x as i64));
                let least = (0..3).min_by_key(|&i| key[i]).unwrap();
                key.rotate_left(least);
                key
            })
            .collect();
        keys.sort_unstable();
        keys
    };
    assert_eq!(gltf.triangles.len(), obj.triangles.len());
    let (ours, theirs) = (keys(&gltf), keys(&obj));
    let different = ours.iter().zip(&theirs).filter(|(a, b)| {
        let far = |a: &[i64; 3], b: &[i64; 3]| (0..3).any(|i| (a[i] - b[i]).abs() > 1);
        (0..3).any(|corner| far(&a[corner], &b[corner]))
    });
    assert_eq!(different.count(), 0);
}

#[test]
fn the_playground_loads_with_its_textures() {
    let Some(level) = levels::load_as_documented("playground.glb") else {
        return;
    };
    assert_eq!((level.format, level.source_triangles), (Format::Glb, 1_140));
    assert_eq!((level.objects.len(), level.materials.len()), (95, 8));
    assert!(level.materials.iter().all(|material| material.texture.is_some()));
    assert_eq!(level.warnings, []);
    assert_eq!(level.units.scale, 1.0);
}

#[test]
fn truncated_files_are_rejected() {
    let file = Document::floor().binary();
    for end in 0..file.len() {
        let error = load(&file[..end], &()).unwrap_err().to_string();
        assert!(error.starts_with("a.glb"), "{end}: {error}");
    }
    let text = Document::floor().text();
    for end in (1..text.len()).step_by(7) {
        assert!(load(&text[..end], &()).is_err(), "{end}");
    }
    // Bytes beyond the length given in the header are harmless.
    let mut longer = file.clone();
    longer.extend(b"more");
    assert!(load(&longer, &()).is_ok());
}

/// Asserts that a document is rejected with a short sentence that contains these words.
#[track_caller]
fn assert_refused(document: &Document, words: &str) {
    let error = document.error();
    assert!(
        error.contains(words) && error.starts_with("a.glb") && error.len() < 300 && !error.contains('\n'),
        "{words}: {error}"
    );
}

#[test]
fn hostile_documents_fail_with_one_sentence() {
    let values = [
        ("accessors[0].bufferView", "/accessors/0/bufferView", json!(99)),
        ("accessor 0", "/accessors/0/count", json!(u32::MAX)),
        ("accessor 0", "/accessors/0/count", json!(u64::MAX)),
        ("accessor 0", "/accessors/0/count", json!(5)),
        ("accessor 0", "/accessors/0/byteOffset", json!(4)),
        ("accessor 0", "/accessors/0/byteOffset", json!(u64::MAX)),
        ("view 0", "/bufferViews/0/byteOffset", json!(u64::MAX)),
        ("view 0", "/bufferViews/0/byteLength", json!(u64::MAX)),
        ("accessor 0", "/bufferViews/0/byteLength", json!(11)),
        ("accessor 0", "/bufferViews/0/byteStride", json!(4_000_000_000u32)),
        ("overlap", "/bufferViews/0/byteStride", json!(4)),
        ("bufferViews[0].buffer", "/bufferViews/0/buffer", json!(7)),
        ("components", "/accessors/0/type", json!("VEC2")),
        ("accessors[0].type", "/accessors/0/type", json!("VEC9")),
        (
            "accessors[0].componentType",
            "/accessors/0/componentType",
            json!(1),
        ),
        ("not integers", "/accessors/2/componentType", json!(I16)),
        ("texture coordinates", "/accessors/1/count", json!(3)),
        (
            "POSITION",
            "/meshes/0/primitives/0/attributes/POSITION",
            json!(77),
        ),
        (
            "TEXCOORD",
            "/meshes/0/primitives/0/attributes/TEXCOORD_0",
            json!(77),
        ),
        ("indices", "/meshes/0/primitives/0/indices", json!(77)),
        ("material", "/meshes/0/primitives/0/material", json!(0)),
        ("mode", "/meshes/0/primitives/0/mode", json!(9)),
        ("nodes[0].mesh", "/nodes/0/mesh", json!(1)),
        ("scenes[0].nodes[0]", "/scenes/0/nodes", json!([1])),
        ("its own ancestor", "/nodes/0/children", json!([0])),
        ("JSON", "/nodes", json!({})),
        ("JSON", "/nodes/0/scale", json!([1, 2])),
        ("version `1.0`", "/asset/version", json!("1.0")),
        ("version `2.9`", "/asset/minVersion", json!("2.9")),
        ("without triangles", "/accessors/2/count", json!(2)),
        (
            "of its 1000000 bytes",
            "/buffers",
            json!([{"byteLength": 1_000_000}]),
        ),
        ("all 2 triangles", "/nodes/0/translation", json!([1e38, 0, 0])),
        ("all 2 triangles", "/nodes/0/scale", json!([0, 0, 0])),
    ];
    for (words, pointer, value) in values {
        let mut document = Document::floor();
        document.set(pointer, value);
        assert_refused(&document, words);
    }
    type Change = fn(&mut Document);
    let changes: [(&str, Change); 5] = [
        ("refers to vertex", |d| d.bin[80..82].copy_from_slice(&[4, 0])),
        ("asset", |d| d.remove("", "asset")),
        ("no faces", |d| {
            d.remove("", "meshes");
            d.remove("/nodes/0", "mesh");
        }),
        ("neither data nor a file", |d| {
            let buffers = json!([{"byteLength": d.bin.len()}, {"byteLength": 1}]);
            d.set("/buffers", buffers);
        }),
        ("all 2 triangles", |d| {
            for at in 0..4 {
                d.bin[12 * at..12 * at + 4].copy_from_slice(&f32::NAN.to_le_bytes());
            }
        }),
    ];
    for (words, change) in changes {
        let mut document = Document::floor();
        change(&mut document);
        assert_refused(&document, words);
    }
}

#[test]
fn minor_spec_violations_are_tolerated() {
    type Change = fn(&mut Document);
    let changes: &[Change] = &[
        |d| d.set("/bufferViews/0/byteStride", json!(0)),
        |d| d.set("/bufferViews/0/target", json!(0)),
        |d| d.set("/accessors/0/min", json!("low")),
        |d| d.set("/meshes/0/primitives/0/attributes/BONES", json!(0)),
        |d| d.set("/scenes/0/nodes", json!([0, 0])),
        |d| d.set("/nodes/0/rotation", json!([0, 0, 0, 0])),
        |d| d.set("/nodes/0/extras", json!([[[[]]]])),
    ];
    for (number, change) in changes.iter().enumerate() {
        let mut document = Document::floor();
        change(&mut document);
        assert_eq!(document.level().triangles.len(), 2, "{number}");
    }
    let with_mark = [b"\xef\xbb\xbf", Document::floor().text().as_slice()].concat();
    assert!(load(&with_mark, &()).is_ok());
    // The list has two more vertices than a triangle needs.
    let mut document = Document::floor();
    document.set("/accessors/2/count", json!(5));
    let level = document.level();
    assert_eq!(level.triangles.len(), 1);
    assert_warned(&level, &["1 primitive", "left over"]);
}

#[test]
fn sparse_items_are_checked() {
    for (numbers, count, words) in [
        ([1, 4], 2, "index 4"),
        ([3, 1], 2, "out of order"),
        ([2, 2], 2, "out of order"),
        ([0, 1], 3, "extend beyond the"),
        ([0, 1], usize::MAX, "sparse elements"),
    ] {
        let mut document = Document::floor();
        let numbers = document.view(&numbers);
        let values = document.view(&[0; 24]);
        document.json["accessors"][0]["sparse"] = json!({
            "count": count,
            "indices": {"bufferView": numbers, "componentType": U8},
            "values": {"bufferView": values},
        });
        let error = document.error();
        assert!(error.contains(words), "{numbers}: {error}");
    }
}

#[test]
fn node_graph_must_be_a_tree() {
    let mut document = Document::floor();
    document.node(json!({"children": [0], "name": "a"}));
    document.node(json!({"children": [0], "name": "b"}));
    let error = document.error();
    assert!(
        error.contains("node 0 (`floor`) is a child of both node 1 (`a`) and node 2 (`b`)"),
        "{error}"
    );
    document.set("/nodes/1/children", json!([2]));
    document.set("/nodes/2/children", json!([1]));
    let error = document.error();
    assert!(error.contains("is its own ancestor"), "{error}");
    document.set("/nodes/2/children", json!([0, 0]));
    document.set("/nodes/1/children", json!([]));
    assert!(document.error().contains("twice as a child"));
}

#[test]
fn any_depth_of_nodes_is_walked() {
    let mut document = Document::floor();
    let depth = 100_000;
    let nodes: Vec<Value> = (1..depth)
        .map(|i| json!({"children": [i], "translation": [0, 1, 0]}))
        .collect();
    let mut all = nodes;
    all.push(json!({"mesh": 0}));
    document.json["nodes"] = all.into();
    let level = document.level();
    assert_eq!(
        level.triangles[0].corners[0].y + level.origin.y,
        f64::from(depth - 1)
    );
}

#[test]
fn instance_explosions_are_rejected() {
    // A strip of 100,000 identical vertices, instanced 100 times.
    let mut document = Document::floor();
    let indices = document.accessor("SCALAR", U8, 100_000, &[0; 100_000]);
    document.json["meshes"][0]["primitives"][0]["indices"] = indices.into();
    document.json["meshes"][0]["primitives"][0]["mode"] = 5.into();
    document.json["nodes"] = vec![json!({"mesh": 0}); 100].into();
    document.remove("", "scenes");
    let error = document.error();
    assert!(
        error.contains("9999800 triangles in 100 mesh instances"),
        "{error}"
    );
    // An accessor with billions of zeros but no data must not produce billions of triangles.
    let mut document = Document::floor();
    document.json["accessors"][0] = json!({"count": 4_000_000_000u32, "type": "VEC3", "componentType": F32});
    document.json["meshes"][0]["primitives"][0] = json!({"attributes": {"POSITION": 0}, "mode": 5});
    assert!(document.error().contains("triangles"));
    // Indices beyond the last vertex must not produce billions of triangles either.
    let mut document = Document::floor();
    let indices = document.accessor("SCALAR", U32, 3, &bytes(&[0, 1, u32::MAX], u32::to_le_bytes));
    document.json["meshes"][0]["primitives"][0]["indices"] = indices.into();
    assert!(document.error().contains("vertex 4294967295"));
}

#[test]
fn lying_headers_are_rejected() {
    let json = br#"{"asset":{"version":"2.0"}}"#;
    let good = glb(json, &[]);
    let no_faces = load(&good, &()).unwrap_err();
    assert!(matches!(no_faces, LevelError::NoFaces { .. }), "{no_faces}");
    for (at, value) in [
        (4, 1),
        (4, 3),
        (8, 0),
        (8, 11),
        (8, 19),
        (8, u32::MAX),
        (12, u32::MAX),
        (12, 0),
        (16, 0),
    ] {
        let mut file = good.clone();
        file[at..at + 4].copy_from_slice(&value.to_le_bytes());
        let error = load(&file, &()).unwrap_err().to_string();
        assert!(error.len() < 300, "{at}: {error}");
    }
}

/// Builds the same solid-leaf tree as compiling the level does.
fn leaf_tree(level: &Level) -> LeafTree {
    let structure = Structure::new(level, &StructureParams::default(), &Progress::default()).unwrap();
    LeafTree::build(&leaf_triangles(level, &structure), &LeafParams::default()).unwrap()
}

#[test]
fn exported_levels_keep_their_solid_points() {
    for name in ["three_rooms", "hall"] {
        let level = builtin::load(name, &LoadOptions::default(), &Progress::default()).unwrap();
        let read = load(&writer::write(&level), &()).unwrap();
        assert_eq!(read.triangles.len(), level.triangles.len(), "{name}");
        assert!(read.spawn.eye.distance(level.spawn.eye) < 1e-5);
        assert!((read.spawn.yaw - level.spawn.yaw).abs() < 1e-3);
        let solid = |level: &Level| level.triangles.iter().filter(|triangle| triangle.solid).count();
        assert_eq!(solid(&read), solid(&level), "{name}");
        let textures = |level: &Level| {
            let mut sizes: Vec<_> = level
                .triangles
                .iter()
                .map(|triangle| &level.materials[triangle.material as usize])
                .map(|material| material.texture.as_ref().map(|texture| texture.size))
                .collect();
            sizes.sort_unstable();
            sizes
        };
        assert_eq!(textures(&read), textures(&level), "{name}");
        let (before, after) = (leaf_tree(&level), leaf_tree(&read));
        let mut random = bspwalk_testing::random::seeded(14);
        let mut counts = [0, 0];
        for _ in 0..effort::sampled_or_whole(1_000, 5_000) {
            let part = dvec3(random.f64(), random.f64(), random.f64());
            let point = level.bounds.min + (part * 1.2 - 0.1) * level.bounds.size();
            let solid = before.is_solid(before.locate(point));
            assert_eq!(after.is_solid(after.locate(point)), solid, "{name}: {point}");
            counts[usize::from(solid)] += 1;
        }
        let least = effort::sampled_or_whole(10, 100);
        assert!(counts.iter().all(|&count| count > least), "{name}: {counts:?}");
    }
}
