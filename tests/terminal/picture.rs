//! A picture of a terminal: what its cells show, as pixels. The pictures of the README are made so, by
//! `cargo test --release --no-default-features --features terminal,software --test terminal -- --ignored picture`.
#![cfg(feature = "software")]

use std::{path::Path, thread, time::Duration};

use ab_glyph::{Font, FontRef, PxScale, ScaleFont, point};
use image::{Rgb, RgbImage};

use super::pty::{Setup, Terminal};

/// Width and height of a cell, in pixels.
const CELL: [u32; 2] = [8, 16];

/// Draws a screen.
fn drawn(screen: &vt100::Screen) -> RgbImage {
    let (rows, columns) = screen.size();
    let mut picture = RgbImage::new(u32::from(columns) * CELL[0], u32::from(rows) * CELL[1]);
    let font = FontRef::try_from_slice(epaint_default_fonts::HACK_REGULAR).expect("it is a font");
    for row in 0..rows {
        for column in 0..columns {
            let Some(cell) = screen.cell(row, column) else {
                continue;
            };
            let (ink, paper) = (rgb(cell.fgcolor(), [204; 3]), rgb(cell.bgcolor(), [0; 3]));
            let (ink, paper) = if cell.inverse() {
                (paper, ink)
            } else {
                (ink, paper)
            };
            let corner = [u32::from(column) * CELL[0], u32::from(row) * CELL[1]];
            let glyph = cell.contents().chars().next().unwrap_or(' ');
            for y in 0..CELL[1] {
                for x in 0..CELL[0] {
                    let is_ink = match glyph {
                        '▀' => y < CELL[1] / 2,
                        '\u{2800}'..='\u{28ff}' => is_dot(glyph, x, y),
                        _ => false,
                    };
                    picture.put_pixel(
                        corner[0] + x,
                        corner[1] + y,
                        Rgb(if is_ink { ink } else { paper }),
                    );
                }
            }
            if glyph != '▀' && !('\u{2800}'..='\u{28ff}').contains(&glyph) {
                letter(&font, glyph, ink, corner, &mut picture);
            }
        }
    }
    picture
}

/// Whether a place of a cell belongs to a dot of a character of braille.
fn is_dot(glyph: char, x: u32, y: u32) -> bool {
    const DOTS: [[u32; 4]; 2] = [[0x01, 0x02, 0x04, 0x40], [0x08, 0x10, 0x20, 0x80]];
    let bit = DOTS[(x * 2 / CELL[0]) as usize][(y * 4 / CELL[1]) as usize];
    let inside = (x % 4 == 1 || x % 4 == 2) && (y % 4 == 1 || y % 4 == 2);
    inside && (glyph as u32 - 0x2800) & bit != 0
}

fn letter(font: &FontRef<'_>, glyph: char, ink: [u8; 3], corner: [u32; 2], picture: &mut RgbImage) {
    let scale = PxScale::from(13.0);
    let mut placed = font.glyph_id(glyph).with_scale(scale);
    placed.position = point(0.0, font.as_scaled(scale).ascent() + 1.0);
    let Some(outlined) = font.outline_glyph(placed) else {
        return;
    };
    let bounds = outlined.px_bounds();
    outlined.draw(|x, y, cover| {
        let at = [x as f32 + bounds.min.x, y as f32 + bounds.min.y];
        let (x, y) = (corner[0] as f32 + at[0], corner[1] as f32 + at[1]);
        if x >= 0.0 && y >= 0.0 && (x as u32) < picture.width() && (y as u32) < picture.height() {
            let pixel = picture.get_pixel_mut(x as u32, y as u32);
            for (below, ink) in pixel.0.iter_mut().zip(ink) {
                let mixed = f32::from(*below) * (1.0 - cover) + f32::from(ink) * cover;
                *below = mixed.round() as u8;
            }
        }
    });
}

fn rgb(color: vt100::Color, default: [u8; 3]) -> [u8; 3] {
    match color {
        vt100::Color::Default => default,
        vt100::Color::Rgb(r, g, b) => [r, g, b],
        vt100::Color::Idx(index @ 16..232) => {
            let levels = [0, 95, 135, 175, 215, 255];
            let index = usize::from(index) - 16;
            [levels[index / 36], levels[index / 6 % 6], levels[index % 6]]
        }
        vt100::Color::Idx(index @ 232..) => [8 + 10 * (index - 232); 3],
        vt100::Color::Idx(index) => [index * 16; 3],
    }
}

fn save(terminal: &Terminal, path: &Path) {
    let picture = terminal.look(drawn);
    picture.save(path).expect("the picture can be written");
}

/// Keys are pressed one after the other, with a while between them.
fn press(terminal: &Terminal, keys: &[&str]) {
    for key in keys {
        terminal.type_keys(key);
        thread::sleep(Duration::from_millis(400));
    }
}

#[test]
#[ignore = "it makes pictures to be looked at, in the folder that the variable PICTURES names"]
fn pictures() {
    let Some(folder) = std::env::var_os("PICTURES").map(std::path::PathBuf::from) else {
        return;
    };
    let size = |columns, rows| Setup::walk(&["hall"]).size(columns, rows).open_at_level();
    let terminal = size(160, 46);
    thread::sleep(Duration::from_secs(2));
    save(&terminal, &folder.join("first.png"));
    terminal.wait("the end of the work in the background", |screen| {
        !screen.contents().contains('%')
    });
    press(&terminal, &["i"]);
    terminal.hold("w", Duration::from_secs(2));
    thread::sleep(Duration::from_secs(6));
    save(&terminal, &folder.join("plan.png"));
    press(&terminal, &["7"]);
    save(&terminal, &folder.join("plan_path.png"));
    press(&terminal, &["0", "2", "3"]);
    save(&terminal, &folder.join("nodes.png"));
    press(&terminal, &["0", "2", "2", "2", "2", "2"]);
    save(&terminal, &folder.join("leaves.png"));
    press(&terminal, &["2"]);
    save(&terminal, &folder.join("visible.png"));
    press(&terminal, &["0", "k"]);
    thread::sleep(Duration::from_secs(4));
    press(&terminal, &["/"]);
    save(&terminal, &folder.join("film.png"));
    press(&terminal, &["k"]);
    terminal.hold("w", Duration::from_secs(4));
    press(&terminal, &["y"]);
    save(&terminal, &folder.join("why.png"));
    press(&terminal, &["0", "r", "e"]);
    save(&terminal, &folder.join("selected.png"));
    press(&terminal, &["0", "\x1b[11~"]);
    save(&terminal, &folder.join("help.png"));
    for (name, setup) in [
        ("small", Setup::walk(&["hall"])),
        ("narrow", Setup::walk(&["hall"]).size(40, 12)),
        ("mono", Setup::walk(&["hall"]).with("NO_COLOR", "1")),
        ("ascii", Setup::walk(&["hall"]).with("LC_ALL", "C")),
        ("indexed", Setup::walk(&["hall"]).with("COLORTERM", "")),
    ] {
        let terminal = setup.open_at_level();
        thread::sleep(Duration::from_secs(1));
        save(&terminal, &folder.join(format!("{name}.png")));
        press(&terminal, &["i"]);
        thread::sleep(Duration::from_secs(2));
        save(&terminal, &folder.join(format!("{name}_plan.png")));
        press(&terminal, &["i", "\x1b[11~"]);
        save(&terminal, &folder.join(format!("{name}_help.png")));
    }
}
