//! Labels in the world: numbers and letters on plates, upright on the screen and as large near as far.
//!
//! An overlay puts labels into its layer, each with places where it may stand. Of all labels as many are drawn as do not overlap
//! and are not hidden, those of the lowest rank first.

mod characters;
pub mod glyphs;
pub mod placing;
pub mod plate;

use bspwalk_levels::color::palette::{Palette, Rgb};
use bspwalk_trees::LeafTree;
use glam::{Vec2, Vec3};

use self::{
    placing::{BADGE, Placed},
    plate::PlateStroke,
};
use crate::{drawing::Label, layer::Layer};

/// At most this many labels are drawn at once.
pub const MOST_LABELS: usize = 48;

/// Opacity of labels that stand where they are hidden.
const HIDDEN: f32 = 0.45;

/// A text on the screen: a label, or one of its badges.
#[derive(Clone, Debug, PartialEq)]
pub struct Standing {
    /// Its place in the world, in metres.
    pub at: Vec3,
    /// How far its middle is moved from there, in logical pixels to the right and up.
    pub moved: Vec2,
    /// What is written.
    pub text: String,
    /// Height of the text in logical pixels.
    pub height: f32,
    /// Colour of the plate.
    pub color: Rgb,
    /// Opacity, 0 to 1.
    pub alpha: f32,
    /// Whether a leader line joins it with its place in the world.
    pub has_leader: bool,
}

/// Half of the widths of a leader line with its rim and without, and of the dot where it starts, in logical pixels.
const LEADER: [f32; 3] = [1.7, 0.9, 2.6];

impl Standing {
    /// Its strokes, around its middle: the leader line, where it has one, under the plate.
    #[must_use]
    pub fn strokes(&self) -> Vec<PlateStroke> {
        let mut strokes = self.leader();
        strokes.extend(plate::strokes(&self.text, self.height, self.color));
        strokes
    }

    /// The strokes of the leader line from its place in the world, around the middle of the plate; none where it stands there.
    #[must_use]
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
        let ink = plate::ink(self.color);
        vec![
            stroke(Vec2::ZERO, rim, ink),
            stroke(-self.moved, dot + rim - line, ink),
            stroke(Vec2::ZERO, line, self.color),
            stroke(-self.moved, dot, self.color),
        ]
    }
}

/// The labels that stand, with their badges: where they were placed.
#[must_use]
pub fn standing(labels: &[&Label], placed: &[Placed], palette: Palette) -> Vec<Standing> {
    let mut standing = Vec::new();
    for placed in placed {
        let label = labels[placed.label];
        let alpha = if placed.is_hidden { HIDDEN } else { 1.0 };
        let text = |moved, text: &str, height, color| Standing {
            at: placed.at,
            moved,
            text: text.to_owned(),
            height,
            color,
            alpha,
            has_leader: false,
        };
        standing.push(Standing {
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

/// Whether a place is seen in the model: it lies below the height of the cut, and the line to it comes through the cut where no solid
/// leaf fills it. The camera is at `eye`, or, for a plan, straight above.
#[must_use]
pub fn is_below_cut(leaves: Option<&LeafTree>, (eye, is_plan): (Vec3, bool), height: f32, at: Vec3) -> bool {
    /// So near to the cut a place lies on it, in metres.
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

/// The labels of these layers that may stand: in the model, which is cut open, the planes have other labels than from the eyes,
/// where the section cuts them; and a plane has one label only.
#[must_use]
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
    // The line of a plane at the cut has the label of the plane, which it has nowhere else then.
    let others = others
        .into_iter()
        .map(|(_, label)| label)
        .filter(|label| !own.iter().any(|own| names_the_same_plane(own, label)));
    others.chain(own.iter().copied()).collect()
}

/// Whether two labels of planes stand on one plane at one depth.
fn names_the_same_plane(own: &Label, other: &Label) -> bool {
    /// Metres between the plane and a place on it, and the sine of the angle between it and itself.
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
