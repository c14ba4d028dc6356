//! Checks the appearance of opaque, masked, blended and unlit materials in still pictures and in frames.

use std::sync::Arc;

use bspwalk_draw::raster::{Camera, FrameStyle, Frames, Scene, Style, VisibilityMethod};
use bspwalk_levels::{Level, color::srgb};
use bspwalk_testing::gltf::Document;
use bspwalk_trees::{BuildParams, NodeTree};
use glam::dvec3;
use serde_json::{Value, json};

const SIZE: [u32; 2] = [33, 33];

/// Draws a level from above, as still pictures and as frames, each with two methods. Returns the centre pixels.
fn middles(level: &Arc<Level>) -> [[u8; 3]; 4] {
    let tree = Arc::new(NodeTree::build(&level.solid_triangles(), &BuildParams::default()).unwrap());
    let camera = Camera::perspective(dvec3(0.11, 3.0, 0.07), [0.0, -std::f64::consts::FRAC_PI_2], 0.5);
    let at = (SIZE[0] * SIZE[1] / 2) as usize;
    let scene = Scene::new(level, &tree, &tree);
    let still = |method: VisibilityMethod| {
        let picture = scene.draw_picture(&camera, SIZE, &Style::default(), method);
        [picture[3 * at], picture[3 * at + 1], picture[3 * at + 2]]
    };
    let mut frames = Frames::new(level, &tree);
    let mut frame = |method: VisibilityMethod| {
        let style = FrameStyle {
            method,
            ..FrameStyle::default()
        };
        let [blue, green, red, _] = frames.draw(&camera, SIZE, &style).pixels[at].to_le_bytes();
        [red, green, blue]
    };
    [
        still(VisibilityMethod::Painter),
        still(VisibilityMethod::FrontToBack),
        frame(VisibilityMethod::Painter),
        frame(VisibilityMethod::FrontToBack),
    ]
}

/// Returns a floor with a material, 1 m above a plain unlit green floor. If the material has a texture, the texture
/// consists of a blue and a red texel.
fn over_green(mut material: Value) -> Level {
    let mut document = Document::default();
    let texture = document.texture([2, 1], &[0, 0, 255, 255, 255, 0, 0, 255]);
    document.push("samplers", json!({"wrapS": 33071}));
    document.json["textures"][texture]["sampler"] = 0.into();
    let unlit = json!({"KHR_materials_unlit": {}});
    document.push(
        "materials",
        json!({"extensions": unlit, "pbrMetallicRoughness": {"baseColorFactor": [0, 1, 0, 1]}}),
    );
    material["extensions"] = unlit;
    document.push("materials", material);
    for material in [0, 1] {
        document.floor_mesh(json!({"material": material}));
        document.push(
            "nodes",
            json!({"mesh": material, "translation": [0, material, 0]}),
        );
    }
    document.level()
}

#[track_caller]
fn assert_color(material: Value, expected: [u8; 3]) {
    let said = material.to_string();
    for color in middles(&Arc::new(over_green(material))) {
        let is_near = color.iter().zip(expected).all(|(&a, b)| a.abs_diff(b) <= 1);
        assert!(is_near, "{said}: {color:?} instead of {expected:?}");
    }
}

const RED: [u8; 3] = [255, 0, 0];
const GREEN: [u8; 3] = [0, 255, 0];

fn red(opacity: f32) -> Value {
    json!({"baseColorFactor": [1.0, 0.0, 0.0, opacity]})
}

#[test]
fn unlit_materials_show_base_color() {
    assert_color(json!({"pbrMetallicRoughness": red(1.0)}), RED);
    let gray = json!({"baseColorFactor": [0.2, 0.2, 0.2, 1.0]});
    assert_color(json!({"pbrMetallicRoughness": gray}), [srgb::byte(0.2); 3]);
}

#[test]
fn alpha_mode_controls_opacity() {
    assert_color(
        json!({"alphaMode": "OPAQUE", "pbrMetallicRoughness": red(0.1)}),
        RED,
    );
    assert_color(
        json!({"alphaMode": "MASK", "pbrMetallicRoughness": red(0.4)}),
        GREEN,
    );
    assert_color(
        json!({"alphaMode": "MASK", "pbrMetallicRoughness": red(0.6)}),
        RED,
    );
    assert_color(
        json!({"alphaMode": "MASK", "alphaCutoff": 0.7, "pbrMetallicRoughness": red(0.6)}),
        GREEN,
    );
    let half = srgb::byte(0.5);
    assert_color(
        json!({"alphaMode": "BLEND", "pbrMetallicRoughness": red(0.5)}),
        [half, half, 0],
    );
}

#[test]
fn clamped_images_extend_their_edge() {
    // The centre is 11 repetitions to the right, where a repeating texture would be blue.
    let texture = json!({"index": 0, "extensions": {"KHR_texture_transform": {"offset": [10.5, 0], "scale": [0.01, 1]}}});
    assert_color(
        json!({"pbrMetallicRoughness": {"baseColorTexture": texture}}),
        RED,
    );
    let texture = json!({"index": 0, "extensions": {"KHR_texture_transform": {"offset": [-3.2, 0], "scale": [0.01, 1]}}});
    assert_color(
        json!({"pbrMetallicRoughness": {"baseColorTexture": texture}}),
        [0, 0, 255],
    );
}
