//! Pictures, as lists of shapes in pixels with semantic colours. Painters convert them to SVG or draw them in a window.

use glam::DVec2;

/// Semantic colour, which each theme maps to RGB.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Color {
    /// Background.
    Ground,
    /// Cell inside the polygon, from 0 for the shallowest to 1 for the deepest.
    Inside(f64),
    /// Cell outside the polygon, from 0 for the shallowest to 1 for the deepest.
    Outside(f64),
    /// Part of the plane that has not been divided yet.
    Undivided,
    /// Edges and letters.
    Ink,
    /// Secondary elements.
    Faint,
    /// Lines that divide cells.
    Split,
    /// Front sides.
    Front,
    /// Back sides.
    Back,
    /// Selected objects.
    Accent,
    /// Points and leaves inside the polygon.
    InsideMark,
    /// Points outside the polygon, and faults.
    OutsideMark,
    /// Leaves outside the polygon.
    OutsideLeaf,
    /// Nodes of the tree.
    Node,
    /// Letters on highlighted objects.
    OnBright,
    /// Visible part of the free segment with this number. The colours repeat.
    Wall(u32),
}

/// Colours of free segments, each for the screen's dark theme and for the light theme on paper.
const WALLS: [[u32; 2]; 6] = [
    [0x4c_c9_a0, 0x00_7a_58],
    [0xf0_e4_42, 0x8a_7a_00],
    [0xdd_8f_bd, 0xa0_3f_74],
    [0x8a_b4_ff, 0x2f_5f_c0],
    [0xf0_8c_60, 0xb0_4a_1f],
    [0xb5_d9_6b, 0x5a_80_12],
];

impl Color {
    /// Returns red, green and blue, for the dark theme on the screen or the light theme on paper.
    #[must_use]
    pub fn rgb(self, is_light: bool) -> [u8; 3] {
        let [dark, light] = match self {
            Self::Ground => [0x16_1a_21, 0xff_ff_ff],
            Self::Inside(share) => [
                mixed(0x2c_5c_4a, 0x6a_ac_83, share),
                mixed(0xde_f0_e2, 0xa8_d6_b6, share),
            ],
            Self::Outside(share) => [
                mixed(0x22_27_30, 0x50_58_68, share),
                mixed(0xf8_f7_f3, 0xe2_e2_e2, share),
            ],
            Self::Undivided => [0x42_42_46, 0xec_ec_ec],
            Self::Ink => [0xeb_ee_f3, 0x16_20_2c],
            Self::Faint => [0x9f_b0_bf, 0x55_60_6c],
            Self::Split => [0xe6_9f_00, 0xb0_53_2a],
            Self::Front => [0x56_b4_e9, 0x00_72_b2],
            Self::Back => [0xe6_9f_00, 0xb0_53_2a],
            Self::Accent => [0xff_f6_a0, 0x7a_4f_b0],
            Self::InsideMark => [0x7e_eb_98, 0x1d_8a_45],
            Self::OutsideMark => [0xf0_78_6e, 0xc0_3a_30],
            Self::OutsideLeaf => [0x6d_78_8c, 0x9a_a3_ae],
            Self::Node => [0x30_38_46, 0xf2_f4_f7],
            Self::OnBright => [0x10_12_18, 0xff_ff_ff],
            Self::Wall(number) => WALLS[number as usize % WALLS.len()],
        };
        let [_, rgb @ ..] = u32::to_be_bytes(if is_light { light } else { dark });
        rgb
    }

    /// Returns a solid stroke in this colour, with a width in pixels.
    #[must_use]
    pub const fn stroke(self, width: f64) -> Stroke {
        Stroke {
            color: self,
            width,
            opacity: 1.0,
            pattern: Pattern::Solid,
        }
    }
}

/// Interpolates between two colours.
fn mixed(from: u32, to: u32, share: f64) -> u32 {
    let [from, to] = [from, to].map(|color| color.to_be_bytes().map(f64::from));
    u32::from_be_bytes(std::array::from_fn(|i| {
        (from[i] + (to[i] - from[i]) * share).round() as u8
    }))
}

/// Pattern of a line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Pattern {
    /// A line without gaps.
    Solid,
    /// Dashes.
    Dashed,
    /// Dots at this spacing, in pixels.
    Dotted(f64),
}

/// Style of a line or an outline.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stroke {
    /// Colour.
    pub color: Color,
    /// Width, in pixels.
    pub width: f64,
    /// Opacity, from 0 to 1.
    pub opacity: f64,
    /// Pattern.
    pub pattern: Pattern,
}

impl Stroke {
    /// Returns the stroke with a different opacity.
    #[must_use]
    pub const fn faded(self, opacity: f64) -> Self {
        Self { opacity, ..self }
    }

    /// Returns the stroke with a different pattern.
    #[must_use]
    pub const fn with(self, pattern: Pattern) -> Self {
        Self { pattern, ..self }
    }
}

/// A shape. Positions and sizes are in pixels.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// A straight line: its endpoints and its stroke.
    Line([DVec2; 2], Stroke),
    /// A convex polygon with at least three corners: its corners, its fill with an opacity, and its outline.
    Polygon(Vec<DVec2>, (Color, f64), Option<Stroke>),
    /// A circle: its centre, radius, fill and outline.
    Circle(DVec2, f64, Option<Color>, Option<Stroke>),
    /// A square: its centre, half its side length, its fill and outline.
    Square(DVec2, f64, Color, Option<Stroke>),
    /// A label: its centre, font size, text, colour and font weight.
    Label(DVec2, f64, String, Color, u32),
}

/// A picture, as a list of shapes from back to front.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Picture(pub Vec<Shape>);

impl Picture {
    /// Adds a shape in front of the others.
    pub fn push(&mut self, shape: Shape) {
        self.0.push(shape);
    }

    /// Adds a convex polygon, or nothing if it has fewer than three corners.
    pub fn polygon(&mut self, corners: Vec<DVec2>, fill: (Color, f64), outline: Option<Stroke>) {
        if corners.len() >= 3 {
            self.push(Shape::Polygon(corners, fill, outline));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colors_are_mixed_by_channel() {
        assert_eq!(mixed(0, 0xff_64_0a, 0.5), 0x80_32_05);
        assert_eq!(Color::Inside(0.0).rgb(false), [44, 92, 74]);
        assert_eq!(Color::Inside(1.0).rgb(true), [168, 214, 182]);
    }
}
