//! Labels in the world: numbers and letters on upright plates of constant screen size.
//!
//! An overlay adds labels to its layer, each with several candidate positions. Labels are placed in order of rank. A
//! label that would overlap another one or be hidden is omitted.

mod characters;
pub mod glyphs;
pub mod placing;
pub mod plate;

use glam::Vec2;

use self::{
    placing::{BADGE, Placed},
    plate::PlateStroke,
};
use crate::prelude::*;

/// Maximum number of labels to draw.
pub const MOST_LABELS: usize = 48;

/// Opacity of a label where geometry hides it.
const HIDDEN: f32 = 0.45;

/// A plate that has been placed, which is either a label or one of its badges.
#[derive(Clone, Debug, PartialEq)]
pub struct LabelPlate {
    /// Position in the world, in metres.
    pub at: Vec3,
    /// Offset of the text's centre from that position, in logical pixels right and up.
    pub moved: Vec2,
    /// Text.
    pub text: String,
    /// Height of the text, in logical pixels.
    pub height: f32,
    /// Colour of the plate.
    pub color: Rgb,
    /// Opacity, 0 to 1.
    pub alpha: f32,
    /// Whether a leader line connects the plate to its position in the world.
    pub has_leader: bool,
}

/// Widths and radius for leader lines, in logical pixels: half the line's width with its rim, half its width without
/// the rim, and the radius of the dot at its start.
const LEADER: [f32; 3] = [1.7, 0.9, 2.6];

impl LabelPlate {
    /// Returns the strokes of the plate and its text, relative to the centre of the text. A leader line comes first,
    /// underneath the plate.
    pub fn strokes(&self) -> Vec<PlateStroke> {
        let mut strokes = self.leader();
        strokes.extend(plate::strokes(&self.text, self.height, self.color));
        strokes
    }

    /// Returns the strokes of the leader line, relative to the centre of the plate; empty if there is no leader line.
    pub fn leader(&self) -> Vec<PlateStroke> {
        if !self.has_leader {
            return Vec::new();
        }
        let stroke = |from, radius, color| PlateStroke {
            ends: [-self.moved, from],
            radius,
            color,
            alpha: 1.0,
        };
        let [rim, line, dot] = LEADER;
        let ink = plate::text_color_on(self.color);
        vec![
            stroke(Vec2::ZERO, rim, ink),
            stroke(-self.moved, dot + rim - line, ink),
            stroke(Vec2::ZERO, line, self.color),
            stroke(-self.moved, dot, self.color),
        ]
    }
}

/// Converts placed labels to texts on plates, including their badges.
pub fn build_label_plates(labels: &[&Label], placed: &[Placed], palette: Palette) -> Vec<LabelPlate> {
    let mut standing = Vec::new();
    for placed in placed {
        let label = labels[placed.label];
        let alpha = if placed.is_hidden && !label.is_opaque {
            HIDDEN
        } else {
            1.0
        };
        let text = |moved, text: &str, height, color| LabelPlate {
            at: placed.at,
            moved,
            text: text.to_owned(),
            height,
            color,
            alpha,
            has_leader: false,
        };
        standing.push(LabelPlate {
            has_leader: placed.moved != Vec2::ZERO,
            ..text(placed.moved, &label.text, label.height, label.color)
        });
        let sides = [("F", palette.front()), ("B", palette.back())];
        for (place, (name, color)) in placed.badges.iter().zip(sides) {
            standing.extend(place.map(|moved| text(moved, name, label.height * BADGE, color)));
        }
    }
    standing
}

/// Returns whether a point is visible in the model view: the point must be below the cut, and its line of sight must
/// cross the cut outside solid leaves. The camera is at `eye` or, for a plan, straight above the point.
pub fn is_below_cut(leaves: Option<&LeafTree>, (eye, is_plan): (Vec3, bool), height: f32, at: Vec3) -> bool {
    /// Maximum distance of a point that counts as on the cut, in metres.
    const ON_IT: f32 = 1.0e-2;
    if at.y > height + 1.0e-3 {
        return false;
    }
    let Some(leaves) = leaves.filter(|_| at.y < height - ON_IT && eye.y > height) else {
        return true;
    };
    let crossing = if is_plan {
        at.with_y(height)
    } else {
        eye.lerp(at, (height - eye.y) / (at.y - eye.y))
    };
    !leaves.is_solid(leaves.locate(crossing.as_dvec3()))
}

/// Returns the labels of these layers that may be placed.
///
/// In a cutaway model, the label of a plane is on the plane's intersection with the section, if there is one, and
/// otherwise at its usual position. No plane gets more than one label.
pub fn candidates<'a>(labels: impl Iterator<Item = (Layer, &'a Label)>, is_cut: bool) -> Vec<&'a Label> {
    let is_shown = |layer: Layer| match layer {
        Layer::Planes | Layer::PlaneBands => !is_cut,
        Layer::Section => is_cut,
        _ => true,
    };
    let (own, others): (Vec<_>, Vec<_>) = labels
        .filter(|(layer, _)| is_shown(*layer))
        .partition(|(layer, _)| *layer == Layer::OwnPlanes);
    let own: Vec<&Label> = own.into_iter().map(|(_, label)| label).collect();
    // A plane whose line on the cut is labelled needs no other label.
    let others = others
        .into_iter()
        .map(|(_, label)| label)
        .filter(|label| !own.iter().any(|own| names_the_same_plane(own, label)));
    others.chain(own.iter().copied()).collect()
}

fn names_the_same_plane(own: &Label, other: &Label) -> bool {
    /// Tolerance for equal planes: distance between them in metres, and sine of the angle between them.
    const NEAR: f32 = 2.0e-3;
    let (Some(normal), Some(of_other)) = (own.normal, other.normal) else {
        return false;
    };
    let flat = of_other.with_y(0.0).normalize_or_zero();
    let on_it = |own: &Vec3, at: &Vec3| normal.dot((*at - *own) * Vec3::new(1.0, 0.0, 1.0)).abs() < NEAR;
    let is_upright = of_other.y.abs() < NEAR;
    own.text == other.text
        && normal.distance(flat) < NEAR
        && (own.places.first().zip(other.places.first()))
            .is_some_and(|(own, at)| !is_upright || on_it(own, at))
}
