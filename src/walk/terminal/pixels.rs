//! Draws pictures with real pixels, using the kitty, iTerm2 or sixel protocol.

use bspwalk_draw::raster::Frame;
use image::{DynamicImage, RgbImage};
use ratatui::{
    buffer::{Buffer, CellDiffOption},
    layout::{Rect, Size},
    widgets::Widget,
};
use ratatui_image::{
    Image, Resize,
    picker::{Capability, Picker, ProtocolType},
    protocol::{Protocol, kitty::Kitty},
};

use super::blocks::rgb;

/// Image ID in the kitty protocol. Each new picture replaces the last one with this ID.
const NUMBER: u32 = 0x0062_7370;

/// Maximum pixel count of a picture. Sending a larger picture would take longer than drawing it.
const MOST: u32 = 960 * 540;

pub(super) fn size(picker: &Picker, area: Rect) -> [u32; 2] {
    let font = picker.font_size();
    let whole = [
        u32::from(area.width) * u32::from(font.width),
        u32::from(area.height) * u32::from(font.height),
    ];
    let pixels = whole[0] * whole[1];
    if picker.protocol_type() != ProtocolType::Kitty || pixels <= MOST {
        return whole;
    }
    // The kitty protocol scales the picture to fit the cells.
    let scale = (f64::from(MOST) / f64::from(pixels)).sqrt();
    whole.map(|side| ((f64::from(side) * scale) as u32).max(1))
}

/// Draws a picture into an area. Returns whether this succeeded.
pub(super) fn draw(picker: &Picker, frame: &Frame, area: Rect, buffer: &mut Buffer) -> bool {
    let rgb = frame.pixels.iter().flat_map(|&pixel| rgb(pixel));
    let Some(image) = RgbImage::from_raw(frame.size[0], frame.size[1], rgb.collect()) else {
        return false;
    };
    let image = DynamicImage::ImageRgb8(image);
    let size = Size::new(area.width, area.height);
    let protocol = match picker.protocol_type() {
        ProtocolType::Kitty => {
            let compress = picker.capabilities().contains(&Capability::KittyCompression);
            Kitty::new(image, size, NUMBER, picker.tmux_detected(), compress).map(Protocol::Kitty)
        }
        _ => picker.new_protocol(image, size, Resize::Fit(None)),
    };
    let Ok(protocol) = protocol else { return false };
    Image::new(&protocol).render(area, buffer);
    true
}

/// Returns the escape sequence that deletes the picture, if the terminal stores it.
pub(super) fn deletion_sequence(picker: &Picker) -> Option<String> {
    let keeps = picker.protocol_type() == ProtocolType::Kitty && !picker.tmux_detected();
    keeps.then(|| format!("\x1b_Ga=d,d=I,i={NUMBER},q=2\x1b\\"))
}

/// Marks the text over the picture for redrawing in every frame, because each new picture covers the text.
pub(super) fn keep_text_above(area: Rect, before: &Buffer, buffer: &mut Buffer) {
    for place in area.positions() {
        let is_text = buffer.cell(place) != before.cell(place);
        if let Some(cell) = buffer.cell_mut(place).filter(|_| is_text) {
            cell.set_diff_option(CellDiffOption::AlwaysUpdate);
        }
    }
}
