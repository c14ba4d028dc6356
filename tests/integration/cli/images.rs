//! Tests for all image formats that levels can use: equal pixels give equal pictures, regardless of the file format.

use std::fs;

use glam::DVec3;

use crate::cli::{room, shot::draw, view::View};

/// Colours of a 2 × 2-pixel image, row by row from the top: red, green, blue and white.
const PIXELS: [[u8; 3]; 4] = [[255, 0, 0], [0, 255, 0], [0, 0, 255], [255, 255, 255]];

/// Returns the pixels with channels in BGR order, starting with the lower row.
fn from_below() -> [[u8; 3]; 4] {
    [2, 3, 0, 1].map(|at| {
        let [red, green, blue] = PIXELS[at];
        [blue, green, red]
    })
}

/// Returns the header of a Truevision (TGA) file of the given kind. `is_from_above` is whether the first row is the top
/// row.
fn tga(kind: u8, is_from_above: bool) -> Vec<u8> {
    let mut bytes = vec![0; 18];
    (bytes[2], bytes[12], bytes[14], bytes[16]) = (kind, 2, 2, 24);
    bytes[17] = if is_from_above { 0x20 } else { 0 };
    bytes
}

/// Returns the image in each format, as (name, bytes) pairs.
fn files() -> Vec<(&'static str, Vec<u8>)> {
    let mut png = std::io::Cursor::new(Vec::new());
    image::RgbImage::from_raw(2, 2, PIXELS.concat())
        .expect("the pixels fill it")
        .write_to(&mut png, image::ImageFormat::Png)
        .expect("it is written");
    let mut plain = tga(2, false);
    plain.extend(from_below().concat());
    let mut from_above = tga(2, true);
    from_above.extend(PIXELS.map(|[red, green, blue]| [blue, green, red]).concat());
    // Encode two runs of one pixel each, and one packet of two different pixels.
    let mut packed = tga(10, false);
    let [a, b, c, d] = from_below();
    packed.extend([&[0x80][..], &a, &[0x80], &b, &[0x01], &c, &d].concat());
    let mut bmp = b"BM".to_vec();
    // Write the file length, the offset of the pixels, and the picture header: 2 × 2 pixels with 24 bits each, in rows
    // of 8 bytes.
    for word in [70_u32, 0, 54, 40, 2, 2, 1 | 24 << 16, 0, 16, 0, 0, 0, 0] {
        bmp.extend(word.to_le_bytes());
    }
    for row in from_below().chunks(2) {
        bmp.extend(row.concat());
        bmp.extend([0, 0]);
    }
    vec![
        ("wall.png", png.into_inner()),
        ("wall.tga", plain),
        ("above.tga", from_above),
        ("packed.tga", packed),
        ("wall.bmp", bmp),
    ]
}

#[test]
fn every_image_format_draws_the_same_picture() {
    let (folder, _) = room();
    let view = View {
        eye: DVec3::new(0.0, 2.0, 0.0),
        yaw: 0.0,
        pitch: 0.0,
        size: [96, 54],
    };
    let mut pictures = Vec::new();
    for (name, bytes) in files() {
        fs::write(folder.path().join(name), bytes).expect("a temporary file");
        let materials = format!("newmtl wall\nKd 1 1 1\nmap_Kd {name}\n");
        fs::write(folder.path().join("wall.mtl"), materials).expect("a temporary file");
        let north = "mtllib wall.mtl\nvt 0 0\nvt 1 0\nvt 1 1\nvt 0 1\nusemtl wall\n\
             v -5 0 -4\nv 5 0 -4\nv 5 4 -4\nv -5 4 -4\nf -4/1 -3/2 -2/3 -1/4\n";
        let path = crate::cli::level(&folder, "wall.obj", &format!("{}{north}", crate::cli::ROOM));
        pictures.push((name, draw(&path, &view, &["--show", "materials"])));
    }
    let (_, first) = &pictures[0];
    for wanted in PIXELS {
        // The channels of the expected colour must be bright, and the others dark.
        let is = |pixel: &&image::Rgb<u8>| {
            let mut channels = pixel.0.iter().zip(wanted);
            channels.all(|(&channel, wanted)| if wanted == 0 { channel < 60 } else { channel > 60 })
        };
        let count = first.pixels().filter(is).count();
        assert!(count > 10, "{count} pixels are {wanted:?}");
    }
    for (name, picture) in &pictures {
        let differing = picture.pixels().zip(first.pixels()).filter(|(a, b)| a != b);
        assert_eq!(
            differing.count(),
            0,
            "{name} is another picture than {}",
            pictures[0].0
        );
    }
}
