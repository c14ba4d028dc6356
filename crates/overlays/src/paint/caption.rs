//! The caption below a pixel picture: a progress bar for an animation, a title, sentences, and a colour key.

use bspwalk_draw::color::{meaning::ink, palette::Rgb};
use bspwalk_text::lines;

use super::letters::{Letters, Sheet};
use crate::legend::Row;

/// Preferred height of the letters, as a fraction of the picture's width.
const TEXT: f32 = 1.0 / 62.0;

/// Minimum height of the letters, in pixels.
const LEAST_TEXT: f32 = 12.0;

/// Maximum height of the letters, as a fraction of the picture's height.
const GREATEST_TEXT: f32 = 1.0 / 16.0;

/// Height of the letters in the colour key, as a multiple of the other letters' height.
const KEY: f32 = 0.84;

/// Line spacing, as a multiple of the letter height.
const LINE: f32 = 1.28;

/// Outer margin, as a multiple of the letter height.
const MARGIN: f32 = 0.75;

/// Size of a swatch, as a multiple of the letter height.
const SWATCH: f32 = 0.62;

/// Gap between a swatch and its text, and gap between the text and the next swatch, as multiples of the letter height.
const GAPS: [f32; 2] = [0.35, 1.3];

/// Height of the progress bar, as a fraction of the letter height.
const BAR: f32 = 0.16;

/// Maximum height of a caption, as a fraction of the picture's height.
const MOST: f32 = 0.5;

/// Proportion of text colour in the colour of secondary text; the rest is background.
const FAINT: f32 = 0.78;

/// Luminance below which a swatch gets a rim.
const DARK: f32 = 0.05;

/// The caption of a picture.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Caption {
    /// Title of the picture.
    pub title: String,
    /// Text at the right end of the title line, if it fits.
    pub aside: String,
    /// Sentences below the title.
    pub text: String,
    /// Colour key: the areas and lines of a legend.
    pub key: Vec<Row>,
    /// Progress of the animation, 0 to 1.
    pub passed: f32,
}

/// A laid-out part of a caption, in pixels from the upper left corner.
#[derive(Clone, Debug, PartialEq)]
enum CaptionItem {
    /// Text: left end of its baseline, letter height, colour, and whether it is bold.
    Text([f32; 2], String, f32, Rgb, bool),
    /// A filled rectangle, by its minimum and maximum corner.
    Area([f32; 2], [f32; 2], Rgb),
}

/// Draws captions below pictures of a certain size.
#[derive(Debug)]
pub struct Captions {
    letters: Letters,
    size: [u32; 2],
    /// Height of the letters, in pixels.
    text: f32,
}

impl Captions {
    /// Prepares captions for pictures of this size, which includes the caption. `None` if the fonts cannot be read.
    pub fn new(size: [u32; 2]) -> Option<Self> {
        let [width, height] = size.map(|edge| edge as f32);
        Some(Self {
            letters: Letters::new()?,
            size,
            text: (width * TEXT).min(height * GREATEST_TEXT).max(LEAST_TEXT),
        })
    }

    /// Returns the number of pixel rows that the tallest of these captions needs, which is at most half of the picture.
    pub fn rows<'c>(&self, captions: impl IntoIterator<Item = &'c Caption>) -> u32 {
        let heights = captions.into_iter().map(|caption| self.lay_out(caption).1);
        let most = (self.size[1] as f32 * MOST) as u32;
        (heights.fold(0.0, f32::max).ceil() as u32).min(most)
    }

    /// Draws a caption with this many pixel rows, as 0x00RRGGBB, row by row from the top. Contents that do not fit are
    /// cut off.
    pub fn draw(&self, caption: &Caption, rows: u32) -> Vec<u32> {
        let width = self.size[0];
        let Rgb(r, g, b) = ink::GROUND;
        let ground = u32::from_be_bytes([0, r, g, b]);
        let mut pixels = vec![ground; width as usize * rows as usize];
        let mut sheet = Sheet {
            pixels: &mut pixels,
            size: [width, rows],
        };
        for piece in self.lay_out(caption).0 {
            match piece {
                CaptionItem::Area(low, high, color) => {
                    sheet.fill(
                        [low, high].map(|corner| corner.map(|edge| edge.round() as i64)),
                        color,
                    );
                }
                CaptionItem::Text(at, text, height, color, is_bold) => {
                    self.letters
                        .write(&mut sheet, &text, at, height, (color, is_bold));
                }
            }
        }
        pixels
    }

    /// Wraps text into lines that are at most this wide. Empty text has no lines.
    fn wrapped(&self, text: &str, height: f32, most: f32) -> Vec<String> {
        if text.is_empty() {
            return Vec::new();
        }
        lines::wrapped(text, most.into(), |line| self.letters.width(line, height).into())
    }

    /// Lays out a caption. Returns its pieces and their total height.
    fn lay_out(&self, caption: &Caption) -> (Vec<CaptionItem>, f32) {
        let (text, width) = (self.text, self.size[0] as f32);
        let (margin, most) = (MARGIN * text, (1.0 - 2.0 * MARGIN * text / width) * width);
        let faint = ink::GROUND.mix(ink::ON_GROUND, FAINT);
        let bar = (BAR * text).max(2.0).round();
        let passed = caption.passed.clamp(0.0, 1.0) * width;
        let mut pieces = vec![
            CaptionItem::Area([0.0, 0.0], [width, bar], ink::GROUND.mix(ink::ON_GROUND, 0.15)),
            CaptionItem::Area([0.0, 0.0], [passed, bar], faint),
        ];
        // Distance from the top of a line to its baseline.
        let stands = 0.5 * (LINE + 0.7);
        let mut top = bar + 0.6 * margin;
        let title = self.wrapped(&caption.title, text, most);
        let last = title.last().map_or(0.0, |line| self.letters.width(line, text));
        let lines = title.len();
        for (number, line) in (1..).zip(title) {
            let at = [margin, top + stands * text];
            pieces.push(CaptionItem::Text(at, line, text, ink::LIGHT, true));
            let aside = self.letters.width(&caption.aside, text);
            if number == lines && last + aside + 2.0 * margin <= most {
                let at = [width - margin - aside, at[1]];
                pieces.push(CaptionItem::Text(at, caption.aside.clone(), text, faint, false));
            }
            top += LINE * text;
        }
        for line in self.wrapped(&caption.text, text, most) {
            let at = [margin, top + stands * text];
            pieces.push(CaptionItem::Text(at, line, text, ink::ON_GROUND, false));
            top += LINE * text;
        }
        self.lay_out_key(caption, (margin, most, faint), &mut top, &mut pieces);
        (pieces, top + 0.6 * margin)
    }

    /// Adds the colour key, with its entries next to each other on as many lines as necessary.
    fn lay_out_key(
        &self,
        caption: &Caption,
        (margin, most, faint): (f32, f32, Rgb),
        top: &mut f32,
        pieces: &mut Vec<CaptionItem>,
    ) {
        let letters = KEY * self.text;
        let [gap, apart] = GAPS.map(|gap| gap * self.text);
        let (swatch, line) = (SWATCH * self.text, LINE * letters);
        let mut left = margin;
        let mut begun = false;
        for row in &caption.key {
            let (color, thick) = match row {
                Row::Area(color, _) => (*color, swatch),
                Row::Line(color, pixels, _) => (*color, (0.08 * pixels * swatch).max(2.0)),
                Row::Note(_) | Row::Ramp(..) | Row::Categories(_) => continue,
            };
            let wide = swatch + gap + self.letters.width(row.text(), letters);
            if !begun {
                *top += 0.2 * line;
            } else if left + wide > margin + most {
                (left, *top) = (margin, *top + line);
            }
            begun = true;
            let middle = (*top + 0.5 * line).round();
            let [low, high] = [-0.5, 0.5].map(|half| middle + half * thick);
            // A dark colour needs a rim to be visible on the background.
            if color.luminance() < DARK {
                let rim = [[left - 1.0, low - 1.0], [left + swatch + 1.0, high + 1.0]];
                pieces.push(CaptionItem::Area(
                    rim[0],
                    rim[1],
                    ink::GROUND.mix(ink::ON_GROUND, 0.5),
                ));
            }
            pieces.push(CaptionItem::Area([left, low], [left + swatch, high], color));
            let at = [left + swatch + gap, *top + 0.5 * (LINE + 0.7) * letters];
            pieces.push(CaptionItem::Text(
                at,
                row.text().to_owned(),
                letters,
                faint,
                false,
            ));
            left += wide + apart;
        }
        if begun {
            *top += line;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn caption() -> Caption {
        Caption {
            title: "Cast, step 2 of 14: 1 of 40 nodes visited".to_owned(),
            aside: "three_rooms".to_owned(),
            text: "Node 17, depth 5: this part of the ray stays at least 0.42 m in front of the plane. The 12 nodes behind it are \
                   skipped, and the node's own 2 faces are not tested."
                .to_owned(),
            key: vec![
                Row::area(Rgb(255, 0, 0), "visited"),
                Row::line(Rgb(0, 255, 0), 4.0, "the selected node's plane"),
            ],
            passed: 0.5,
        }
    }

    fn share(pixels: &[u32], of: impl Fn(u32) -> bool) -> f32 {
        pixels.iter().filter(|&&pixel| of(pixel)).count() as f32 / pixels.len().max(1) as f32
    }

    #[test]
    fn caption_draws_text_swatches_and_bar() {
        for size in [[1280, 720], [640, 480], [320, 240]] {
            let captions = Captions::new(size).expect("fonts");
            let caption = caption();
            let rows = captions.rows([&caption]);
            let pixels = captions.draw(&caption, rows);
            assert_eq!(pixels.len(), (size[0] * rows) as usize);
            assert!(rows > 40 && rows <= size[1] / 2, "{rows} of {size:?}");
            let Rgb(r, g, b) = ink::GROUND;
            let ground = u32::from_be_bytes([0, r, g, b]);
            let ink = share(&pixels, |pixel| pixel != ground);
            assert!((0.02..0.5).contains(&ink), "{ink} at {size:?}");
            assert!(pixels.contains(&0x00ff_0000) && pixels.contains(&0x0000_ff00));
            // The left half of the bar is filled, so it is brighter than the right half.
            assert!(pixels[0] > pixels[size[0] as usize - 1]);
            // Nothing is cut off at the bottom, so the last row is background.
            let last = &pixels[pixels.len() - size[0] as usize..];
            assert!(last.iter().all(|&pixel| pixel == ground), "{size:?}");
        }
    }

    #[test]
    fn wrapped_lines_fit_and_keep_all_words() {
        let captions = Captions::new([480, 270]).expect("fonts");
        let text = caption().text;
        let lines = captions.wrapped(&text, 14.0, 300.0);
        assert!(lines.len() > 2);
        let fit = |lines: &[String], width: f32| {
            lines
                .iter()
                .all(|line| captions.letters.width(line, 14.0) <= width)
        };
        assert!(fit(&lines, 300.0));
        let words = text.split_whitespace();
        assert_eq!(lines.join(" "), words.collect::<Vec<_>>().join(" "));
        // A word that is wider than the line must be split.
        let lines = captions.wrapped("a incomprehensibilities b", 14.0, 60.0);
        assert!(lines.len() > 3 && fit(&lines, 60.0));
        assert_eq!(lines.concat().replace(' ', ""), "aincomprehensibilitiesb");
    }

    #[test]
    fn tiny_pictures_truncate_the_caption() {
        for size in [[1, 1], [2, 3], [16, 16], [4000, 8]] {
            let captions = Captions::new(size).expect("fonts");
            let rows = captions.rows([&caption(), &Caption::default()]);
            assert!(rows <= size[1] / 2 + 1);
            assert_eq!(captions.draw(&caption(), rows).len(), (size[0] * rows) as usize);
        }
        let captions = Captions::new([640, 360]).expect("fonts");
        assert_eq!(captions.rows([]), 0);
    }
}
