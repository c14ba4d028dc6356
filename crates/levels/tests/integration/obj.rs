//! Tests of loading OBJ files: order, names, attributes, materials, units and axes.

use std::collections::HashMap;

use bspwalk_geometry::{FaceId, triangle};
use bspwalk_levels::{DropReason, Level, LoadOptions, SpawnOrigin, UpAxis};
use bspwalk_progress::Progress;
use bspwalk_testing::gltf::png_header;
use glam::{DVec3, Vec2, Vec3, Vec4};

const METRES: LoadOptions = LoadOptions {
    up: None,
    scale: Some(1.0),
    textures: None,
    map: None,
    moving_apart: false,
};

fn load_with(text: &str, files: &HashMap<&str, &[u8]>, options: &LoadOptions) -> Level {
    bspwalk_levels::load_from_memory("test", text.as_bytes(), files, options, &Progress::default()).unwrap()
}

fn load(text: &str) -> Level {
    load_with(text, &HashMap::new(), &METRES)
}

fn messages(level: &Level) -> Vec<String> {
    level
        .warnings
        .iter()
        .map(|warning| warning.message.to_string())
        .collect()
}

/// Returns an OBJ file with the four vertices of a square, followed by additional statements.
fn square(more: &str) -> String {
    format!("v 0 0 0\nv 4 0 0\nv 4 0 -4\nv 0 0 -4\n{more}")
}

#[test]
fn faces_are_numbered_in_file_order() {
    let level = load(&square(
        "usemtl a\ng one\nf 1 2 3 4\nusemtl b\nf 1 2 3\ng two\nusemtl a\nf 1 3 4\ng one\nf 4 2 1\nf 4 3 1",
    ));
    let found: Vec<_> = level
        .triangles
        .iter()
        .map(|t| {
            (
                t.source.0,
                level.objects[t.object as usize].as_str(),
                level.materials[t.material as usize].name.as_str(),
            )
        })
        .collect();
    assert_eq!(
        found,
        // Triangles 2 and 3 repeat triangles 0 and 1.
        [(0, "one", "a"), (1, "one", "a"), (4, "one", "a"), (5, "one", "a")]
    );
    let dropped: Vec<_> = level.dropped.iter().map(|d| (d.source.0, d.reason)).collect();
    assert_eq!(dropped, [(2, DropReason::Repeated), (3, DropReason::Repeated)]);
    assert_eq!(level.source_triangles, 6);
    assert_eq!(
        level.triangle_of_face(FaceId(4)).map(|t| t.source),
        Some(FaceId(4))
    );
    assert_eq!(level.triangle_of_face(FaceId(3)), None);
}

#[test]
fn bad_triangles_are_dropped_counted_and_listed() {
    let level = load(&square(
        "v nan 0 0\nv 2 0 0\nf 1 2 3\nf 1 2 6\nf 1 2 5\nf 2 3 1\nf 3 2 1\nf 1 1 2",
    ));
    let dropped: Vec<_> = level.dropped.iter().map(|d| (d.source.0, d.reason)).collect();
    assert_eq!(
        dropped,
        [
            (1, DropReason::ZeroArea),
            (2, DropReason::NotFinite),
            (3, DropReason::Repeated),
            (5, DropReason::ZeroArea)
        ]
    );
    // Triangles with the same corners but the opposite winding are the back of a sheet, and must be kept.
    assert_eq!(
        level.triangles.iter().map(|t| t.source.0).collect::<Vec<_>>(),
        [0, 4]
    );
    let lines: Vec<_> = level
        .warnings
        .iter()
        .filter(|w| w.message.to_string().contains("dropped"))
        .map(|w| w.line)
        .collect();
    assert_eq!(lines, [Some(9), Some(8), Some(10)]);
    assert!(
        messages(&level)
            .iter()
            .any(|m| m == "2 of 6 triangles were dropped: zero area"),
        "{:?}",
        level.warnings
    );
}

#[test]
fn negative_zero_equals_zero_in_corners() {
    let level = load("v 0 0 0\nv 1 0 0\nv 0 0 1\nv -0 -0 -0.0\nf 1 2 3\nf 4 2 3");
    assert_eq!(level.dropped.len(), 1);
}

#[test]
fn indices_count_from_both_ends_and_forward() {
    let level = load("f 1 2 3\nv 0 0 0\nv 1 0 0\nv 1 0 -1\nf -3 -1 -2");
    assert_eq!(
        level.triangles[0].corners,
        [DVec3::ZERO, DVec3::X, DVec3::new(1.0, 0.0, -1.0)]
    );
    assert_eq!(
        level.triangles[1].corners,
        [DVec3::ZERO, DVec3::new(1.0, 0.0, -1.0), DVec3::X]
    );
}

#[test]
fn comments_continuations_weights_and_odd_blanks() {
    let text =
        "  v 0 0 0 1.0\t# one\r\n\tv 1 0 \\\r\n 0\r\nv 1 0 -1 # three\r\n f  1/ 2// \\\n 3 #f 9 9 9\r\n";
    let level = load(text);
    assert_eq!(level.triangles.len(), 1);
    assert!(
        level.warnings.iter().all(|warning| warning.line.is_none()),
        "{:?}",
        level.warnings
    );
}

#[test]
fn lines_and_points_are_skipped() {
    let level = load(&square(
        "l 1 2 3 4\np 1 2\nf 1 2 3\nf 1 2\nfoo 1\nfoo 2\nvp 1\ncurv 1\ns off",
    ));
    assert_eq!(level.triangles.len(), 1);
    let warnings: Vec<_> = level
        .warnings
        .iter()
        .map(|w| (w.line, w.message.to_string()))
        .collect();
    assert_eq!(
        warnings
            .iter()
            .map(|(line, message)| (*line, message.as_str()))
            .collect::<Vec<_>>(),
        [
            (Some(8), "1 face with fewer than three corners was skipped"),
            (
                Some(5),
                "2 line or point statements were skipped because they have no surface"
            ),
            (
                Some(12),
                "1 free-form curve or surface was skipped; export it as polygons"
            ),
            (
                Some(9),
                "2 lines were skipped because they begin with `foo`, which is not an OBJ statement"
            ),
        ]
    );
}

#[test]
fn concave_faces_keep_their_area() {
    let arrow = "v 0 0 0\nv 4 0 -1\nv 0 0 -4\nv 1 0 -1\n";
    for face in ["f 1 2 3 4", "f 2 3 4 1", "f 3 4 1 2", "f 4 1 2 3"] {
        let level = load(&format!("{arrow}{face}"));
        let area: f64 = level.triangles.iter().map(|t| triangle::area(t.corners)).sum();
        // Expected: the area of triangle 1 2 3 minus the area of triangle 1 4 3.
        assert!((area - (8.0 - 2.0)).abs() < 1e-12, "{face}: {area}");
        assert!(
            level
                .triangles
                .iter()
                .all(|t| t.normals[0].distance(Vec3::Y) < 1e-6),
            "{face}"
        );
    }
}

#[test]
fn corners_keep_their_attributes() {
    let text = "v 0 0 0 1 0 0\nv 1 0 0\nv 1 0 -1 0 1 0\nv 0 0 -1\nvt 0.25 0.75\nvt 0.5\nvn 0 0 2\n\
                f 1/1/1 2/2/1 3/1/1\nf 3/1 2/2 1/1\nf 1/1/1 3//1 4/9/1\n";
    let level = load(text);
    let [full, no_normals, mixed] = &level.triangles[..] else {
        panic!("{:?}", level.triangles)
    };
    assert_eq!(
        full.uvs,
        [Vec2::new(0.25, 0.25), Vec2::new(0.5, 1.0), Vec2::new(0.25, 0.25)]
    );
    assert_eq!(full.normals, [Vec3::Z; 3]);
    assert_eq!(
        full.colors,
        [
            Vec4::new(1.0, 0.0, 0.0, 1.0),
            Vec4::ONE,
            Vec4::new(0.0, 1.0, 0.0, 1.0)
        ]
    );
    assert_eq!(no_normals.normals, [Vec3::NEG_Y; 3]);
    assert_eq!(no_normals.uvs[2], Vec2::new(0.25, 0.25));
    // An attribute that only some corners have is ignored.
    assert_eq!(mixed.uvs, [Vec2::ZERO; 3]);
    assert_eq!(mixed.normals, [Vec3::Z; 3]);
    assert_eq!(level.warnings[0].line, Some(10));
}

#[test]
fn missing_texture_coordinates_and_normals_warn() {
    let level = load(&square("f 1/7/9 2/7/9 3/7/9"));
    assert_eq!(level.triangles.len(), 1);
    let has = |text: &str| {
        level
            .warnings
            .iter()
            .any(|warning| warning.message.to_string().contains(text))
    };
    for text in [
        "3 corners refer to texture coordinates",
        "3 corners refer to normals",
    ] {
        assert!(has(text), "{text}: {:?}", level.warnings);
    }
}

#[test]
fn vertex_colours_become_linear() {
    let bytes = load("v 0 0 0 255 0 127.5\nv 1 0 0 255 0 127.5\nv 1 0 -1 255 0 127.5\nf 1 2 3");
    let shares = load("v 0 0 0 1 0 0.5\nv 1 0 0 1 0 0.5\nv 1 0 -1 1 0 0.5\nf 1 2 3");
    assert_eq!(bytes.triangles[0].colors, shares.triangles[0].colors);
    assert!((shares.triangles[0].colors[0].z - 0.214).abs() < 1e-3);
}

#[test]
fn names_that_begin_with_a_star_are_liquid() {
    let level = load(&square(
        "usemtl stone\nf 1 2 3\ng *water\nf 1 3 4\no pool\nf 1 2 4\nusemtl *slime\nf 2 3 4",
    ));
    assert_eq!(
        level.triangles.iter().map(|t| t.solid).collect::<Vec<_>>(),
        [true, false, true, false]
    );
    assert_eq!(
        level.materials.iter().map(|m| m.liquid).collect::<Vec<_>>(),
        [false, true]
    );
    assert_eq!(
        level
            .solid_triangles()
            .iter()
            .map(|t| t.face.0)
            .collect::<Vec<_>>(),
        [0, 2]
    );
}

#[test]
fn axes_and_scale() {
    let text = "v 1 2 3\nv 2 2 3\nv 1 3 3\nvn 0 0 1\nf 1//1 2//1 3//1";
    let options = LoadOptions {
        up: Some(UpAxis::Z),
        scale: Some(0.5),
        ..LoadOptions::default()
    };
    let level = load_with(text, &HashMap::new(), &options);
    assert_eq!(level.triangles[0].corners[0], DVec3::new(0.5, 1.5, -1.0));
    assert_eq!(level.triangles[0].corners[2], DVec3::new(0.5, 1.5, -1.5));
    // In a level with Z up, a floor must remain a floor with the same winding.
    assert_eq!(level.triangles[0].normals, [Vec3::Y; 3]);
    assert_eq!(
        (level.units.up, level.units.scale, level.units.guessed),
        (UpAxis::Z, 0.5, false)
    );
}

#[test]
fn materials_and_images() {
    let mut png = std::io::Cursor::new(Vec::new());
    let picture = image::RgbaImage::from_fn(2, 1, |x, _| image::Rgba([x as u8 * 255, 0, 0, 255]));
    picture.write_to(&mut png, image::ImageFormat::Png).unwrap();
    let png = png.into_inner();
    let library = b"newmtl red\nKd 1 0 0\nd 0.5\nnewmtl picture\nKd 0 0 0\nmap_Kd -s 2 2 -o 0 0.5 brick.png\nKe 2 1 0\n\
                    newmtl broken\nKd 0 1 0\nmap_Kd text.png\nnewmtl lost\nmap_Kd lost.png\n";
    let files: HashMap<&str, &[u8]> = HashMap::from([
        ("lib/m.mtl", &library[..]),
        ("lib/brick.png", &png[..]),
        ("text.png", &b"no image"[..]),
    ]);
    let text = square(
        "vt 0.5 0.25\nmtllib lib/m.mtl none.mtl\nusemtl red\nf 1 2 3\nusemtl picture\nf 1/1 3/1 4/1\n\
         usemtl broken\nf 1 2 4\nusemtl lost\nf 2 3 4\nusemtl unknown\nf 4 3 2\n",
    );
    let level = load_with(&text, &files, &METRES);
    let [red, picture, broken, lost, unknown] = &level.materials[..] else {
        panic!("{:?}", level.materials)
    };
    assert_eq!(red.color, Vec4::new(1.0, 0.0, 0.0, 0.5));
    let texture = picture.texture.as_ref().unwrap();
    assert_eq!(
        (texture.size, &texture.rgba[..]),
        ([2, 1], &[0, 0, 0, 255, 255, 0, 0, 255][..])
    );
    assert_eq!(
        (picture.color, picture.emissive),
        (Vec4::ONE, Vec3::new(2.0, 1.0, 0.0))
    );
    assert_eq!(level.triangles[1].uvs[0], Vec2::new(1.0, 0.0));
    assert_eq!(
        (broken.color, &broken.texture),
        (Vec4::new(0.0, 1.0, 0.0, 1.0), &None)
    );
    assert!(lost.texture.is_none() && unknown.texture.is_none());
    let messages = messages(&level);
    let told = |words: &[&str]| {
        messages
            .iter()
            .filter(|m| words.iter().all(|word| m.contains(word)))
            .count()
    };
    assert_eq!(told(&["none.mtl", "not found"]), 1, "{messages:?}");
    assert_eq!(told(&["text.png", "cannot be used"]), 1, "{messages:?}");
    assert_eq!(told(&["lost.png", "not found"]), 1, "{messages:?}");
    assert_eq!(
        told(&["`unknown`", "not in any material library"]),
        1,
        "{messages:?}"
    );
    assert_eq!(messages.len(), 4, "{messages:?}");
}

#[test]
fn spawn_object_is_not_part_of_level() {
    let marker = "v 0.9 0.5 -3.1\nv 1.1 0.5 -3.1\nv 1 2.5 -2.9\no Spawn\nf 5 6 7\n";
    let level = load(&square(&format!("{marker}o floor\nf 1 2 3 4")));
    assert_eq!(level.spawn.origin, SpawnOrigin::Object);
    assert!(
        level.spawn.eye.distance(DVec3::new(1.0, 0.5 + 1.7, -3.0)) < 1e-12,
        "{:?}",
        level.spawn
    );
    assert_eq!(
        level.triangles.iter().map(|t| t.source.0).collect::<Vec<_>>(),
        [1, 2]
    );
    assert_eq!((level.source_triangles, level.dropped.len()), (3, 0));
    assert_eq!(level.bounds.max.y, 0.0);
}

#[test]
fn images_over_the_total_limit_are_left_out() {
    let names = ["a", "b", "c", "d", "e", "f"];
    let uses: String = names
        .iter()
        .map(|name| format!("usemtl {name}\nf 1 2 3\n"))
        .collect();
    let text = format!("mtllib m.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\n{uses}");
    let library: String = names
        .iter()
        .map(|name| format!("newmtl {name}\nmap_Kd {name}.png\n"))
        .collect();
    // All images are different and take almost 1 GiB each, except the last, which is small.
    let images: Vec<(String, Vec<u8>)> = names
        .iter()
        .zip(0..)
        .map(|(name, index)| {
            (
                format!("{name}.png"),
                png_header(if *name == "f" { 2 } else { 16_383 - index }, 8, 0, 0),
            )
        })
        .collect();
    let mut files: HashMap<&str, &[u8]> = [("m.mtl", library.as_bytes())].into();
    files.extend(images.iter().map(|(name, image)| (name.as_str(), &image[..])));
    let level = bspwalk_levels::load_from_memory(
        "large.obj",
        text.as_bytes(),
        &files,
        &LoadOptions::default(),
        &Progress::default(),
    )
    .unwrap();
    let about: Vec<String> = level
        .warnings
        .iter()
        .map(|warning| warning.message.to_string())
        .filter(|message| message.contains("exceed 4 GiB"))
        .collect();
    assert!(
        matches!(&about[..], [fourth, fifth] if fourth.contains("d.png") && fifth.contains("e.png")),
        "{:?}",
        level.warnings
    );
}
