//! `shot` without a graphics driver.

use std::fs;

use crate::{ROOM, err, level, program, room, run};

#[test]
fn a_picture_is_drawn_in_software() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("x.png");
    let name = path.to_str().expect("UTF-8");
    let mut sizes = Vec::new();
    for show in ["materials", "nodes,wireframe", "depth"] {
        let output = run([
            "shot",
            "hall",
            "--software",
            "-o",
            name,
            "--size",
            "320x180",
            "--show",
            show,
        ]);
        assert_eq!(output.status.code(), Some(0), "{}", err(&output));
        assert!(output.stdout.is_empty() && output.stderr.is_empty());
        let picture = image::open(&path).expect("a picture").into_rgb8();
        assert_eq!(picture.dimensions(), (320, 180));
        let colors: std::collections::HashSet<[u8; 3]> = picture.pixels().map(|pixel| pixel.0).collect();
        assert!(colors.len() > 50, "{show}: {} colours", colors.len());
        sizes.push(fs::metadata(&path).expect("a file").len());
    }
    assert!(sizes[0] != sizes[1] && sizes[1] != sizes[2], "{sizes:?}");
}

#[test]
fn what_cannot_be_drawn_in_software_is_said_in_one_sentence() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("x.png");
    let name = path.to_str().expect("UTF-8");
    let output = run(["shot", "hall", "--software", "-o", name, "--show", "nodes,planes"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(err(&output).contains("`planes`"), "{}", err(&output));
    let output = run(["shot", "hall", "--software", "-o", name, "--select", "9999999"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(err(&output).contains("no node 9999999"), "{}", err(&output));
    let nowhere = folder.path().join("nowhere/x.png");
    let nowhere = nowhere.to_str().expect("UTF-8");
    let output = run(["shot", "hall", "--software", "-o", nowhere]);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(err(&output).lines().count(), 1);
    assert!(!path.exists());
}

#[test]
fn liquids_are_drawn_in_software_too() {
    let (folder, path) = room();
    let text = format!("{ROOM}g *water\nv -5 1 -5\nv -5 1 5\nv 5 1 5\nv 5 1 -5\nf 9 10 11 12\n");
    let wet = level(&folder, "wet.obj", &text);
    let mut pictures = Vec::new();
    for path in [&path, &wet] {
        let picture = folder.path().join("x.png");
        let output = program()
            .args([
                "shot",
                "--software",
                "--size",
                "64x48",
                "--eye",
                "0,2,0",
                "--look",
                "0,-40",
                "-o",
            ])
            .arg(&picture)
            .arg(path)
            .output()
            .expect("the program starts");
        assert_eq!(output.status.code(), Some(0), "{}", err(&output));
        pictures.push(fs::read(&picture).expect("a picture"));
    }
    assert!(pictures[0] != pictures[1], "the water is not seen");
}
