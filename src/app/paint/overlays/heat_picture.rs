//! Draws heat maps with egui: a single one over the view, or two halves that cover it.

use bspwalk_draw::color::{meaning::ink, palette::Rgb};
use bspwalk_overlays::heat::Heat;
use bspwalk_overlays::heat_beside::{DIVIDER, HeatBeside};
use egui::{Align2, Color32, ColorImage, FontId, Painter, Pos2, Rect, Stroke, TextureId};

use crate::app::kit::prelude::*;

/// Opacity of the colours. Bevy blends in linear light, so this value has the same effect as
/// [`OPACITY`](bspwalk_overlays::heat::OPACITY) in sRGB.
const ALPHA: f32 = 0.88;

/// Distance of the headings from the top of the window, and line height, in points.
const HEADING: [f32; 2] = [72.0, 22.0];

/// Distance between the dividing line and the headings, in points.
const GAP: f32 = 10.0;

#[derive(Clone, Debug, PartialEq)]
pub(super) enum HeatPicture {
    /// Costs for one tree, drawn over the level.
    Over(Heat),
    /// Costs for two trees, and the brightness of the faces. The two halves cover the level.
    Beside(HeatBeside, Vec<f32>),
}

impl HeatPicture {
    pub(super) fn heats(&self) -> &[Heat] {
        match self {
            Self::Over(heat) => std::slice::from_ref(heat),
            Self::Beside(beside, _) => &beside.heats,
        }
    }

    /// Returns the colours of each heat map as an image with one pixel per square.
    pub(super) fn images(&self, palette: Palette) -> Vec<ColorImage> {
        match self {
            Self::Over(heat) => vec![image(heat, palette, ALPHA, |_| 1.0)],
            Self::Beside(beside, shades) => {
                let shade = |place: usize| shades.get(place).copied().unwrap_or(1.0);
                let images = beside.heats.iter();
                images.map(|heat| image(heat, palette, 1.0, shade)).collect()
            }
        }
    }

    /// Draws the heat maps and marks the maximum of each. `points` is the width of a window pixel in points.
    pub(super) fn draw(
        &self,
        painter: &Painter,
        textures: &[TextureId],
        (window, points): (Rect, f32),
        palette: Palette,
    ) {
        let heats = self.heats();
        let width = window.width() / heats.len() as f32;
        for (which, (heat, texture)) in heats.iter().zip(textures).enumerate() {
            let corner = window.min + egui::vec2(width * which as f32, 0.0);
            let part = Rect::from_min_size(corner, egui::vec2(width, window.height()));
            let painter = painter.with_clip_rect(part.intersect(painter.clip_rect()));
            // The last squares may extend beyond the edge of the view.
            let covered = heat.map.size.map(|side| (side * heat.square) as f32 * points);
            let rect = Rect::from_min_size(corner, covered.into());
            let whole = Rect::from_min_max(Pos2::ZERO, Pos2::new(1.0, 1.0));
            painter.image(*texture, rect, whole, Color32::WHITE);
            mark(&painter, heat, (corner, points), palette);
        }
        if let Self::Beside(beside, _) = self {
            let middle = window.center().x;
            painter.vline(middle, window.y_range(), Stroke::new(2.0, style::color(DIVIDER)));
            // Put the headings next to the dividing line, because cards occupy the outer edges.
            for (which, aside) in [-1.0, 1.0].into_iter().enumerate() {
                let [top, row] = HEADING;
                for (line, (text, plate)) in beside.heading(which, palette).into_iter().enumerate() {
                    let at = Pos2::new(middle + aside * GAP, window.top() + top + row * line as f32);
                    self::plate(painter, (at, aside), text, plate);
                }
            }
        }
    }
}

/// Draws a ring around the position of the maximum, and its value next to it.
fn mark(painter: &Painter, heat: &Heat, (corner, points): (Pos2, f32), palette: Palette) {
    let Some(([x, y], value)) = heat.map.greatest() else {
        return;
    };
    let middle = |at: u32| (at as f32 + 0.5) * heat.square as f32 * points;
    let at = corner + egui::vec2(middle(x), middle(y));
    let color = style::color(palette.selected());
    painter.circle_stroke(at, 9.0, Stroke::new(4.0, Color32::from_black_alpha(150)));
    painter.circle_stroke(at, 9.0, Stroke::new(2.0, color));
    let text = at + egui::vec2(13.0, 0.0);
    for (moved, color) in [(1.0, Color32::from_black_alpha(200)), (0.0, color)] {
        let (at, font) = (text + egui::vec2(moved, moved), FontId::proportional(13.0));
        painter.text(at, Align2::LEFT_CENTER, value, font, color);
    }
}

/// Draws text on a coloured plate, to the right of a position or (if `aside` is −1) to its left.
fn plate(painter: &Painter, (at, aside): (Pos2, f32), text: String, plate: Rgb) {
    let ink = style::color(bspwalk_overlays::labels::plate::text_color_on(plate));
    let laid = painter.layout_no_wrap(text, FontId::proportional(13.0), ink);
    let size = laid.size() + egui::vec2(12.0, 4.0);
    let rect = Rect::from_center_size(at + egui::vec2(0.5 * aside * size.x, 0.0), size);
    painter.rect_filled(rect, 4.0, style::color(plate));
    painter.galley(rect.center() - 0.5 * laid.size(), laid, ink);
}

/// Returns a heat map's colours with the given opacity, one pixel per square. `shade` returns the brightness of a
/// square.
fn image(heat: &Heat, palette: Palette, alpha: f32, shade: impl Fn(usize) -> f32) -> ColorImage {
    let alpha = (alpha * 255.0) as u8;
    let values = heat.map.values.iter().enumerate();
    let colors = values.flat_map(|(place, value)| {
        let covers = alpha == u8::MAX;
        let color = match value {
            Some(value) => heat.color(*value, palette),
            // Where there is no value, show the level, or its shape in grey.
            None if covers => palette.hidden(),
            None => return [0; 4],
        };
        let Rgb(r, g, b) = ink::DARK.mix(color, shade(place));
        [r, g, b, alpha]
    });
    let size = heat.map.size.map(|side| side as usize);
    ColorImage::from_rgba_unmultiplied(size, &colors.collect::<Vec<u8>>())
}

#[cfg(test)]
mod tests {
    use bspwalk_overlays::heat::{HeatMap, Measure};

    use super::*;

    fn heat(values: [Option<u32>; 4]) -> Heat {
        let (size, full) = ([2, 2], values.into_iter().flatten().max().unwrap_or(0));
        Heat {
            map: HeatMap {
                size,
                values: values.to_vec(),
            },
            square: 1,
            measure: Measure::Nodes,
            greatest: None,
            full,
        }
    }

    #[test]
    fn halves_are_opaque_but_a_single_picture_is_not() {
        let heats = [8, 2].map(|second| heat([Some(2), Some(second), None, Some(1)]));
        let palette = Palette::default();
        let over = HeatPicture::Over(heats[0].clone()).images(palette).remove(0);
        assert_eq!(over.pixels[2], Color32::TRANSPARENT);
        assert!(!over.pixels[0].is_opaque() && over.pixels[0].a() > 200);
        let names = ["before".to_owned(), "after".to_owned()];
        let beside = HeatPicture::Beside(HeatBeside::new(heats, names), vec![1.0, 0.5, 0.5, 1.0]);
        let images = beside.images(palette);
        let mut pixels = images.iter().flat_map(|image| &image.pixels);
        assert!(pixels.all(Color32::is_opaque));
        // Equal values have equal colours in both halves, and the colours are darker in the shade.
        assert_eq!(images[0].pixels[0], images[1].pixels[0]);
        assert_eq!(images[0].pixels[3], images[1].pixels[3]);
        let sum = |color: Color32| color.to_array()[..3].iter().map(|&c| u32::from(c)).sum::<u32>();
        assert!(sum(images[1].pixels[1]) < sum(images[1].pixels[0]));
    }
}
