//! The plan in text cells: as braille, background colours or ASCII characters.

use bspwalk_progress::words::count;
use bspwalk_session::{actions::Front, plan_image::ink, walk::Session};
use bspwalk_text::{lines, text};
use ratatui::{
    buffer::Buffer,
    layout::Rect,
    text::Line,
    widgets::{Clear, Widget},
};

use super::skin::{Colors, Skin};

/// Minimum picture width for a plan next to it, in columns. In narrower pictures the plan covers everything.
const BESIDE: u16 = 60;

/// First of the 256 braille characters.
const BRAILLE: u32 = 0x2800;

/// Bits of the dots in a braille character, by column and row.
const DOTS: [[u32; 4]; 2] = [[0x01, 0x02, 0x04, 0x40], [0x08, 0x10, 0x20, 0x80]];

/// Returns the area of the plan, next to the picture or over all of it.
pub(super) fn area(picture: Rect) -> Rect {
    let width = if picture.width < BESIDE {
        picture.width
    } else {
        picture.width * 9 / 20
    };
    Rect {
        x: picture.right() - width,
        width,
        ..picture
    }
}

/// Returns the area of the plan without its title.
pub(super) fn map(area: Rect) -> Rect {
    Rect {
        y: area.y + 1,
        height: area.height.saturating_sub(1),
        ..area
    }
}

/// Draws the plan into an area.
pub(super) fn draw(session: &Session, skin: Skin, area: Rect, buffer: &mut Buffer) {
    Clear.render(area, buffer);
    buffer.set_style(area, skin.text());
    let title = Rect {
        height: area.height.min(1),
        ..area
    };
    let map = map(area);
    let Some(section) = session.section() else {
        Line::styled(text!("screen-plan-cut"), skin.title()).render(title, buffer);
        return;
    };
    let leaves = section.empty.len() + section.solid.len();
    let (height, split) = (
        format!("{:.1}", section.height),
        count(section.splits.len() as u64),
    );
    let text = if leaves == 0 {
        text!("screen-plan", height, lines = split)
    } else {
        text!(
            "screen-plan-leaves",
            height,
            lines = split,
            leaves = count(leaves as u64)
        )
    };
    Line::styled(lines::fitting(&text, usize::from(title.width)), skin.title()).render(title, buffer);
    if session.front().0 != Front::Terminal {
        // The window paints the plan there, in pixels.
        Clear.render(map, buffer);
        return;
    }
    let braille = skin.unicode;
    let size = if braille {
        [2 * u32::from(map.width), 4 * u32::from(map.height)]
    } else {
        // A cell is two pixels high.
        [u32::from(map.width), 2 * u32::from(map.height)]
    };
    let Some(image) = session.plan_image(size) else {
        return;
    };
    for place in map.positions() {
        let (column, row) = (u32::from(place.x - map.x), u32::from(place.y - map.y));
        let Some(cell) = buffer.cell_mut(place) else {
            continue;
        };
        if braille {
            let (mut dots, mut strongest, mut ground) = (0, ink::PAPER, ink::PAPER);
            for (x, bits) in (0..2).zip(DOTS) {
                for (y, bit) in (0..4).zip(bits) {
                    let pixel = image.pixels[((4 * row + y) * size[0] + 2 * column + x) as usize];
                    if pixel == ink::SOLID {
                        ground = ink::SOLID;
                    } else if pixel != ink::PAPER && (skin.colors != Colors::None || is_bold(pixel)) {
                        dots |= bit;
                        strongest = stronger(strongest, pixel);
                    }
                }
            }
            if dots != 0 {
                cell.set_char(char::from_u32(BRAILLE + dots).unwrap_or(' '));
                if let Some(color) = skin.color(rgb(strongest)) {
                    cell.set_fg(color);
                }
            }
            if let Some(color) = skin.color(rgb(ground)) {
                cell.set_bg(color);
            }
        } else {
            let at = |y: u32| image.pixels[((2 * row + y) * size[0] + column) as usize];
            let pixel = stronger(at(0), at(1));
            if skin.colors == Colors::None {
                cell.set_char(match pixel {
                    ink::WALL => '#',
                    ink::BODY => 'O',
                    ink::SOLID => ':',
                    ink::PAPER => ' ',
                    color if is_bold(color) => '.',
                    _ => ' ',
                });
            } else if let Some(color) = skin.color(rgb(pixel)) {
                cell.set_bg(color);
            }
        }
    }
}

/// Whether an ink is drawn on screens without colours: walls, the body, the selection and the uppermost split lines.
fn is_bold(color: u32) -> bool {
    matches!(color, ink::WALL | ink::BODY | ink::SELECTED | ink::ROOT)
        || color != ink::LEAF && color & 255 > (ink::SPLIT & 255) * 3 / 4
}

/// Returns the more important of two inks.
fn stronger(a: u32, b: u32) -> u32 {
    let rank = |color: u32| match color {
        ink::BODY => 7,
        ink::SELECTED => 6,
        ink::ROOT => 5,
        ink::WALL => 4,
        ink::PAPER => 0,
        ink::SOLID => 1,
        ink::LEAF => 2,
        _ => 3,
    };
    if rank(b) > rank(a) { b } else { a }
}

fn rgb(pixel: u32) -> [u8; 3] {
    let [_, r, g, b] = pixel.to_be_bytes();
    [r, g, b]
}
