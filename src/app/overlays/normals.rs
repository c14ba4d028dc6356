//! The normals of the fragments.

use bevy::prelude::*;

use super::{
    job::Job,
    lines::{LineBatch, Stroke},
    strokes::{LineLayer, LineLayers},
};
use crate::{
    app::{
        palette::{Palette, Rgb},
        state::{CurrentLevel, Overlays},
    },
    bsp::NodeTree,
};

/// At most this many normals are drawn at once: those of the largest fragments.
pub const MOST_NORMALS: usize = 150_000;

/// Length of a normal in shares of the level's diagonal; it is less on a small fragment.
const LENGTH: f64 = 0.012;

/// The normals of a tree's fragments.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct NormalDrawing {
    /// The lines, dark at the foot, light at the tip.
    pub lines: LineBatch,
    /// How many there would be without a limit.
    pub in_all: usize,
    /// The longest, in metres.
    pub longest: f32,
}

impl NormalDrawing {
    /// The normals of the largest fragments.
    #[must_use]
    pub fn of(tree: &NodeTree, palette: Palette) -> Self {
        let longest = (tree.bounds().size().length() * LENGTH) as f32;
        let mut feet: Vec<(f32, Vec3, Vec3)> = Vec::new();
        for fragment in (0..tree.fragment_count()).filter_map(|index| tree.fragment(index)) {
            let corners = fragment.vertices;
            let Some(&first) = corners.first() else { continue };
            let area: Vec3 = corners
                .windows(2)
                .map(|pair| (pair[0] - first).cross(pair[1] - first))
                .sum::<Vec3>()
                * 0.5;
            let Some(normal) = area.try_normalize() else {
                continue;
            };
            feet.push((
                area.length(),
                corners.iter().sum::<Vec3>() / corners.len() as f32,
                normal,
            ));
        }
        let in_all = feet.len();
        if in_all > MOST_NORMALS {
            feet.select_nth_unstable_by(MOST_NORMALS, |a, b| b.0.total_cmp(&a.0));
            feet.truncate(MOST_NORMALS);
        }
        let mut lines = LineBatch::default();
        let foot_stroke = Stroke::new(palette.front(), 0.95, 2.0);
        let tip_stroke = Stroke::new(Rgb(255, 255, 255), 1.0, 2.0);
        for (area, foot, normal) in feet {
            let length = longest.min(area.sqrt() * 0.7);
            lines.gradient(foot, foot + normal * length, foot_stroke, tip_stroke);
        }
        Self {
            lines,
            in_all,
            longest,
        }
    }
}

/// The normals that are drawn now.
#[derive(Resource, Default)]
pub(super) struct Normals {
    job: Job<(u64, bool, Palette), NormalDrawing>,
    /// How many are drawn, of how many.
    pub(super) counts: [usize; 2],
}

impl Normals {
    /// Whether they are still being made.
    pub(super) fn is_busy(&self) -> bool {
        self.job.is_busy()
    }
}

/// Makes the normals when they are wanted.
pub(super) fn make(
    current: Res<CurrentLevel>,
    overlays: Res<Overlays>,
    mut normals: ResMut<Normals>,
    mut layers: ResMut<LineLayers>,
) {
    let (tree, wanted, palette) = (current.tree.clone(), overlays.normals, overlays.palette);
    normals.job.request((current.revision, wanted, palette), move || {
        if wanted {
            NormalDrawing::of(&tree, palette)
        } else {
            NormalDrawing::default()
        }
    });
    if let Some(drawing) = normals.job.take() {
        normals.counts = [drawing.lines.len(), drawing.in_all];
        // A normal far away is shorter than it is wide.
        let fade = [drawing.longest * 60.0, drawing.longest * 160.0];
        layers.set_fading(LineLayer::Normals, drawing.lines, fade);
    }
}
