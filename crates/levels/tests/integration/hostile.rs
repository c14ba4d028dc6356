//! Tests with hostile input: for any bytes, loading must return a complete level or an error, and never panic.

use bspwalk_levels::{LoadOptions, UpAxis};
use bspwalk_testing::{
    effort, gltf, loading, strategies,
    texts::{check_level as check, check_loaded, check_script, parse_level as parse},
};
use proptest::prelude::*;

/// Generates numbers as found in files, both valid and invalid.
fn number() -> impl Strategy<Value = String> {
    prop_oneof![
        8 => (-8i32..8).prop_map(|n| n.to_string()),
        4 => (-100.0f64..100.0).prop_map(|n| n.to_string()),
        1 => prop::num::f64::ANY.prop_map(|n| format!("{n:e}")),
        1 => prop::sample::select(vec!["nan", "-inf", "1.#IND", "1e400", "1e300", "-1e-320", "1e30", "1e9", "x", "1,5", ""])
            .prop_map(str::to_owned),
    ]
}

fn index() -> impl Strategy<Value = String> {
    prop_oneof![
        20 => (1i32..12).prop_map(|n| n.to_string()),
        6 => (-8i32..0).prop_map(|n| n.to_string()),
        1 => prop::sample::select(vec!["0", "", "2147483648", "-9223372036854775808", "99999999999999999999", "1.0", "/"])
            .prop_map(str::to_owned),
    ]
}

fn statement() -> impl Strategy<Value = String> {
    let numbers =
        |count: std::ops::Range<usize>| prop::collection::vec(number(), count).prop_map(|n| n.join(" "));
    let corner = prop_oneof![
        4 => index(),
        1 => (index(), index()).prop_map(|(v, t)| format!("{v}/{t}")),
        1 => (index(), index(), index()).prop_map(|(v, t, n)| format!("{v}/{t}/{n}")),
        1 => (index(), index()).prop_map(|(v, n)| format!("{v}//{n}")),
    ];
    let rest = prop::sample::select(vec![
        "g spawn",
        "o spawn",
        "g *lava",
        "o a",
        "usemtl m",
        "usemtl",
        "mtllib m.mtl",
        "mtllib",
        "newmtl m",
        "Kd 1 2",
        "Kd 1 1 1",
        "Ke nan 0 0",
        "d",
        "d -halo 0.5",
        "Tr 7",
        "map_Kd -s",
        "map_Kd -o 1 2 3 4 m.mtl",
        "illum x",
        "l 1 2 3",
        "f 1 2 3 \\",
        "\\",
        "#",
        "call a.obj",
        "cstype bezier",
        "\u{0}",
        "\u{feff}",
        "vn",
        "vt",
        "f",
        "v",
    ]);
    prop_oneof![
        8 => numbers(3..4).prop_map(|n| format!("v {n}")),
        1 => numbers(0..8).prop_map(|n| format!("v {n}")),
        1 => numbers(0..4).prop_map(|n| format!("vt {n}")),
        1 => numbers(0..4).prop_map(|n| format!("vn {n}")),
        6 => prop::collection::vec(corner, 3..7).prop_map(|corners| format!("f {}", corners.join(" "))),
        3 => rest.prop_map(str::to_owned),
    ]
}

fn options() -> impl Strategy<Value = LoadOptions> {
    (
        prop::option::of(any::<bool>()),
        prop::option::of(prop::sample::select(vec![1.0, 1e-300, 1e300, 0.0254])),
    )
        .prop_map(|(up, scale)| LoadOptions {
            up: up.map(|z| if z { UpAxis::Z } else { UpAxis::Y }),
            scale,
            ..LoadOptions::default()
        })
}

const WHOLE: &str = "mtllib m.mtl\nv 0 0 0\nv 8 0 0\nv 8 0 -8\nv 0 0 -8\nv 0 3 0\nv 8 3 0\nv 8 3 -8\nv 0 3 -8\nvt 0 0\nvn 0 1 0\n\
                     g room\nusemtl stone\nf 1/1/1 2/1/1 3/1/1 4/1/1\nf 8 7 6 5\nf 1 5 6 2\nf 2 6 7 3\nf 3 7 8 4\nf 4 8 5 1\n";

#[test]
fn unmodified_file_loads() {
    let level = parse(WHOLE.as_bytes(), &LoadOptions::default()).unwrap();
    assert_eq!((level.triangles.len(), level.dropped.len()), (12, 0));
}

#[test]
fn every_truncation_terminates() {
    for end in effort::sample(0..WHOLE.len(), 7) {
        check(&WHOLE.as_bytes()[..end], &LoadOptions::default());
    }
}

#[test]
fn long_lines_and_many_corners() {
    // A disc with many corners, a line with many spaces, a long word, and a file with many groups.
    let count = 4_000;
    let mut text = String::new();
    for i in 0..count {
        let (sine, cosine) = (f64::from(i) / f64::from(count) * std::f64::consts::TAU).sin_cos();
        text += &format!("v {} 0 {}\n", 100.0 * cosine, -100.0 * sine);
    }
    text += &(1..=count).fold("f".to_owned(), |line, i| line + " " + &i.to_string());
    let level = parse(text.as_bytes(), &LoadOptions::default()).unwrap();
    assert_eq!(level.source_triangles as i32, count - 2);
    check(
        (text.clone() + &" ".repeat(1 << 20)).as_bytes(),
        &LoadOptions::default(),
    );
    check(
        (text.clone() + &"f".repeat(1 << 20)).as_bytes(),
        &LoadOptions::default(),
    );
    check(
        (text.clone() + "\n" + &"\\\n".repeat(1 << 18)).as_bytes(),
        &LoadOptions::default(),
    );
    check(
        (text + &"\ng a\nusemtl b".repeat(1 << 14)).as_bytes(),
        &LoadOptions::default(),
    );
}

#[test]
fn levels_of_every_size() {
    for scale in [1e-30, 1e-12, 1e-6, 1e-3, 1.0, 1e3, 1e6, 1e7, 1e12] {
        check(WHOLE.as_bytes(), &loading::scaled(scale));
    }
    // Because of a distant vertex, the grid is coarse, but loading must still finish.
    check(
        format!("{WHOLE}v 1e7 0 0\nv 1e7 1 0\nv 1e7 0 1\nf -1 -2 -3\n").as_bytes(),
        &LoadOptions::default(),
    );
}

proptest! {
    #![proptest_config(strategies::config(effort::sampled_or_whole(32, 128)))]

    #[test]
    fn random_bytes(bytes in prop::collection::vec(any::<u8>(), 0..600)) {
        check(&bytes, &LoadOptions::default());
    }

    #[test]
    fn random_statements(statements in prop::collection::vec(statement(), 0..60), options in options()) {
        check(statements.join("\n").as_bytes(), &options);
    }

    #[test]
    fn good_vertices_and_random_faces(
        vertices in prop::collection::vec((-6i32..6, -2i32..4, -6i32..6), 12),
        faces in prop::collection::vec(prop::collection::vec(1usize..13, 3..9), 1..30),
        options in options(),
    ) {
        let mut text = String::new();
        for (x, y, z) in vertices {
            text += &format!("v {x} {y} {z}\n");
        }
        for face in faces {
            text += "f";
            for corner in face {
                text += &format!(" {corner}");
            }
            text += "\n";
        }
        check(text.as_bytes(), &options);
    }

    #[test]
    fn mutated_files(
        changes in prop::collection::vec((0usize..WHOLE.len(), any::<u8>()), 1..6),
        cut in prop::option::of((0usize..WHOLE.len(), 0usize..40)),
    ) {
        let mut bytes = WHOLE.as_bytes().to_vec();
        for (at, byte) in changes {
            bytes[at] = byte;
        }
        if let Some((at, length)) = cut {
            bytes.drain(at..(at + length).min(bytes.len()));
        }
        check(&bytes, &LoadOptions::default());
    }
}

#[test]
fn script_error_is_one_line() {
    for text in [
        "{\"a\\nb\":1}",
        "{\"mode\":\"\\u0000\\r\\n\"}",
        "{\"set\":{\"\\n\":[]}}",
    ] {
        check_script(text.as_bytes());
    }
}

#[test]
fn mutated_gltf_terminates() {
    let good = gltf::varied();
    check_loaded(gltf::load(&good.binary(), &()));
    assert!(gltf::load(&good.text(), &()).is_ok());
    let seed = fastrand::u64(..);
    println!("these files are made again by the seed {seed}");
    let mut random = bspwalk_testing::random::seeded(seed);
    for _ in 0..effort::sampled_or_whole(500, 3_000) {
        let file = gltf::corrupted_document(&good, &mut |below| random.u64(..below));
        check_loaded(gltf::load(&file, &()));
    }
}
