//! Palettes whose colours remain distinguishable with colour vision deficiencies.
//!
//! Categories follow Okabe and Ito (*Color Universal Design*, 2008), Tol (*Colour Schemes*, 2021, "bright") and IBM's
//! design library. Ramps for measured values are viridis, cividis (Nuñez, Anderton and Renslow, 2018) and magma. Their
//! lightness increases evenly, so they also work in greyscale. Depth colours are taken from the darker part of a ramp.
//! [`meaning`](super::meaning) lists the other colours.

use std::fmt;

use bspwalk_levels::color::srgb;
use bspwalk_text::text;

/// An opaque sRGB colour with channels from 0 to 255.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rgb(pub u8, pub u8, pub u8);

/// Formats the colour for CSS, as `#rrggbb`.
impl fmt::Display for Rgb {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(r, g, b) = self;
        write!(f, "#{r:02x}{g:02x}{b:02x}")
    }
}

impl Rgb {
    pub(super) const fn hex(rgb: u32) -> Self {
        Self((rgb >> 16) as u8, (rgb >> 8) as u8, rgb as u8)
    }

    /// Returns the channels as linear light, 0 to 1.
    #[must_use]
    pub fn linear(self) -> [f32; 3] {
        [self.0, self.1, self.2].map(|channel| srgb::to_linear(f32::from(channel) / 255.0))
    }

    /// Interpolates between `self` (t = 0) and `other` (t = 1) in sRGB.
    #[must_use]
    pub fn mix(self, other: Self, t: f32) -> Self {
        let mix =
            |a: u8, b: u8| (f32::from(a) + (f32::from(b) - f32::from(a)) * t.clamp(0.0, 1.0)).round() as u8;
        Self(mix(self.0, other.0), mix(self.1, other.1), mix(self.2, other.2))
    }

    /// Returns a lighter tint of this colour, with the same meaning. `share` is the fraction of white, from 0 to 1.
    #[must_use]
    pub fn lighter(self, share: f32) -> Self {
        self.mix(Self(255, 255, 255), share)
    }

    /// Returns the relative luminance, from 0 for black to 1 for white.
    #[must_use]
    pub fn luminance(self) -> f32 {
        let [r, g, b] = self.linear();
        0.2126 * r + 0.7152 * g + 0.0722 * b
    }

    /// Returns the contrast ratio to another colour, from 1 to 21 (W3C, *Web Content Accessibility Guidelines* 2.1,
    /// "contrast ratio").
    #[must_use]
    pub fn contrast(self, other: Self) -> f32 {
        let [a, b] = [self, other].map(|color| color.luminance() + 0.05);
        a.max(b) / a.min(b)
    }

    /// Returns black or white, whichever is more readable as text on this colour. At least one of them always has
    /// enough contrast.
    #[must_use]
    pub fn readable_text_color(self) -> Self {
        let [black, white] = [Self(0, 0, 0), Self(255, 255, 255)];
        if self.contrast(black) >= self.contrast(white) {
            black
        } else {
            white
        }
    }

    /// Returns this colour, lightened until text of this colour is legible on the dark background `ground`.
    #[must_use]
    pub fn readable_on(self, ground: Self) -> Self {
        let steps = (0..=20).map(|step| self.lighter(step as f32 / 20.0));
        let mut readable = steps.filter(|ink| ink.contrast(ground) >= LEGIBLE);
        readable.next().unwrap_or(Self(255, 255, 255))
    }
}

/// Minimum contrast ratio of text (W3C, *Web Content Accessibility Guidelines* 2.1, level AA).
pub const LEGIBLE: f32 = 4.5;

const fn hexes<const N: usize>(rgb: [u32; N]) -> [Rgb; N] {
    let mut colors = [Rgb(0, 0, 0); N];
    let mut index = 0;
    while index < N {
        colors[index] = Rgb::hex(rgb[index]);
        index += 1;
    }
    colors
}

/// A set of colours for the overlays.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Palette {
    /// Okabe and Ito's categories, with viridis.
    #[default]
    OkabeIto,
    /// Tol's bright categories, with cividis.
    Tol,
    /// IBM's categories, with magma.
    Ibm,
}

const VIRIDIS: [Rgb; 9] = hexes([
    0x48_1f70, 0x44_3983, 0x31_688e, 0x26_828e, 0x1f_9e89, 0x35_b779, 0x6d_cd59, 0xb4_de2c, 0xfd_e725,
]);

const CIVIDIS: [Rgb; 9] = hexes([
    0x00_306f, 0x2a_406c, 0x48_526b, 0x5e_626e, 0x72_7374, 0x87_8479, 0xb6_a971, 0xd0_be67, 0xff_ea46,
]);

const MAGMA: [Rgb; 9] = hexes([
    0x45_1077, 0x72_1f81, 0x9f_2f7f, 0xcd_4071, 0xf1_605d, 0xfd_9567, 0xfe_b078, 0xfe_c98d, 0xfc_fdbf,
]);

/// Okabe and Ito's colours without yellow, which is too close to the selection colour.
const OKABE_ITO: [Rgb; 6] = hexes([0xe6_9f00, 0x56_b4e9, 0x00_9e73, 0x00_72b2, 0xd5_5e00, 0xcc_79a7]);

const TOL_BRIGHT: [Rgb; 6] = hexes([0x44_77aa, 0xee_6677, 0x22_8833, 0xcc_bb44, 0x66_ccee, 0xaa_3377]);

const IBM: [Rgb; 5] = hexes([0x64_8fff, 0xff_b000, 0xdc_267f, 0x78_5ef0, 0xfe_6100]);

impl Palette {
    /// All palettes, starting with the default.
    pub const ALL: [Self; 3] = [Self::OkabeIto, Self::Tol, Self::Ibm];

    /// Returns the display name.
    #[must_use]
    pub fn title(self) -> &'static str {
        match self {
            Self::OkabeIto => text!("color-palette-okabe-ito"),
            Self::Tol => text!("color-palette-tol"),
            Self::Ibm => text!("color-palette-ibm"),
        }
    }

    /// Returns the colours of unordered categories.
    #[must_use]
    pub const fn categories(self) -> &'static [Rgb] {
        const ALL: [&[Rgb]; 3] = [&OKABE_ITO, &TOL_BRIGHT, &IBM];
        ALL[self as usize]
    }

    /// Returns the evenly spaced stops of the ramp for measured values, lowest value first.
    #[must_use]
    pub const fn measures(self) -> &'static [Rgb; 9] {
        [&VIRIDIS, &CIVIDIS, &MAGMA][self as usize]
    }

    /// Returns the evenly spaced stops of the depth ramp, root first. The ramp ends before yellow, which is the
    /// selection colour.
    #[must_use]
    pub const fn ramp(self) -> &'static [Rgb] {
        self.measures().split_at(DEPTH_STOPS).0
    }

    /// Returns the colour of a depth, which is the same in every picture of every tree. The root has the first colour
    /// of the ramp; depths from [`LAST_DEPTH`] on have the last one. There are few nodes at shallow depths, so the
    /// colours differ more there than at deep ones. `surfaces.wgsl` computes the same colours.
    #[must_use]
    pub fn depth(self, depth: u32) -> Rgb {
        at(self.ramp(), (depth as f32 / LAST_DEPTH).sqrt())
    }

    /// Returns the colour of a measured value, given as a fraction of the maximum.
    #[must_use]
    pub fn measure(self, share: f32) -> Rgb {
        at(self.measures(), share)
    }

    /// Returns a linear colour for one of many numbered items. A hash of the number selects a category and one of three
    /// lightness levels. `surfaces.wgsl` computes the same colours.
    #[must_use]
    pub fn category(self, number: u32) -> [f32; 3] {
        let hash = hash(number);
        let categories = self.categories();
        let base = categories[hash as usize % categories.len()].linear();
        match (hash >> 16) % 3 {
            1 => base.map(|channel| channel + (1.0 - channel) * 0.35),
            2 => base.map(|channel| channel * 0.55),
            _ => base,
        }
    }
}

/// Depth at the end of the ramp.
pub const LAST_DEPTH: f32 = 32.0;

/// Number of stops that the depth ramp takes from the ramp for measured values.
const DEPTH_STOPS: usize = 7;

fn at(ramp: &[Rgb], share: f32) -> Rgb {
    let place = share.clamp(0.0, 1.0) * (ramp.len() - 1) as f32;
    let low = (place as usize).min(ramp.len() - 2);
    ramp[low].mix(ramp[low + 1], place - low as f32)
}

/// Hashes a number so that consecutive numbers have unrelated hashes (PCG: Jarzynski and Olano, "Hash functions for GPU
/// rendering", 2020).
fn hash(value: u32) -> u32 {
    let state = value.wrapping_mul(747_796_405).wrapping_add(2_891_336_453);
    let word = ((state >> ((state >> 28) + 4)) ^ state).wrapping_mul(277_803_737);
    (word >> 22) ^ word
}

impl fmt::Display for Palette {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.title())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contrast_matches_wcag() {
        let [black, white, grey] = [0x00_0000, 0xff_ffff, 0x76_7676].map(Rgb::hex);
        assert!((black.contrast(white) - 21.0).abs() < 1.0e-3);
        assert_eq!(grey.contrast(grey), 1.0);
        // #767676 is the lightest grey that the guidelines allow for text on white.
        let darker = Rgb::hex(0x75_7575);
        assert!((4.5..4.6).contains(&grey.contrast(white)) && darker.contrast(white) > grey.contrast(white));
        for grey in 0..=255 {
            let ground = Rgb(grey, grey, grey);
            assert!(
                ground.readable_text_color().contrast(ground) >= LEGIBLE,
                "{ground:?}"
            );
        }
        let ground = Rgb(30, 33, 38);
        for palette in Palette::ALL {
            for &color in palette.categories() {
                let ink = color.readable_on(ground);
                assert!(ink.contrast(ground) >= LEGIBLE, "{ink:?}");
                assert!(color.contrast(ground) < LEGIBLE || ink == color, "{color:?}");
            }
        }
    }

    #[test]
    fn colors_are_formatted_for_css() {
        assert_eq!(Rgb(1, 160, 255).to_string(), "#01a0ff");
    }

    #[test]
    fn ramps_grow_in_luminance() {
        for palette in Palette::ALL {
            let measures = (0..=100_u8).map(|share| palette.measure(f32::from(share) / 100.0));
            let depths = (0..=100).map(|depth| palette.depth(depth));
            for (colors, least) in [(measures.collect::<Vec<_>>(), 0.5), (depths.collect(), 0.25)] {
                let ramp: Vec<f32> = colors.into_iter().map(Rgb::luminance).collect();
                assert!(
                    ramp.windows(2).all(|pair| pair[0] <= pair[1] + 0.002),
                    "{palette}: {ramp:?}"
                );
                assert!(
                    ramp[100] - ramp[0] > least,
                    "{palette} spans {} to {}",
                    ramp[0],
                    ramp[100]
                );
            }
        }
    }

    #[test]
    fn depth_colour_does_not_depend_on_tree() {
        let palette = Palette::OkabeIto;
        let ramp = palette.ramp();
        assert_eq!(palette.depth(0), ramp[0], "the root");
        assert_eq!(palette.depth(LAST_DEPTH as u32 / 4), ramp[3], "the middle");
        for last in [LAST_DEPTH as u32, 100, u32::MAX] {
            assert_eq!(palette.depth(last), ramp[6], "depth {last}");
        }
        let colors: Vec<Rgb> = (0..=LAST_DEPTH as u32)
            .map(|depth| palette.depth(depth))
            .collect();
        assert!(colors.windows(2).all(|pair| pair[0] != pair[1]), "{colors:?}");
        assert_eq!(palette.measure(1.0), palette.measures()[8]);
    }
}
