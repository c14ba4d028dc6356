//! The section of the model view: the level cut open at a height.
//!
//! Solid leaves fill what the cut goes through, the faces that it cuts are drawn as lines, and splitting planes are drawn
//! where they meet it. The overlays of cells, leaves and visible leaves tint the cut; the film of the division
//! shows the cells depth by depth.

pub mod cut;
pub mod division;
pub mod figure;
pub mod ground;
pub(crate) mod overlay;
pub mod own_planes;
pub mod words;

pub use self::division::FilmCounts;
use self::ground::Ground;

use bspwalk_geometry::Plane;
use bspwalk_levels::{Level, color::palette::Palette};
use bspwalk_progress::Progress;
use bspwalk_session::view::FilmTree;
use bspwalk_trees::{LeafTree, NodeTree, solid_leaf::pvs::Pvs};

use crate::drawing::Drawing;

/// Cells narrower than this share of the distance from the camera are not divided: they are about two pixels wide.
const DETAIL: f64 = 2.5e-3;

/// The section is computed anew when the distance of the camera has changed by this factor.
const DETAIL_STEP: f32 = 1.6;

/// What the card of the model says of the section.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SectionFacts {
    /// What the film of the division shows; none where it is off.
    pub film: Option<FilmCounts>,
    /// How many empty and how many solid leaves the section goes through; none where there is no solid-leaf tree.
    pub leaves: Option<[usize; 2]>,
    /// How many cells are too small to be divided further at this distance.
    pub undivided: u32,
    /// How many planes are drawn as lines on it.
    pub lines: usize,
    /// How many leaves the painter's order numbers.
    pub numbered: usize,
}

/// How a level is cut open: two that are equal show the same.
#[derive(Clone, Debug, PartialEq)]
struct Cut {
    height: i64,
    /// The power of [`DETAIL_STEP`] that the camera is away.
    distance: i32,
    /// The depths of the planes that are drawn as lines, both ends included; none where they are not.
    planes: Option<[u32; 2]>,
    /// The colours.
    palette: Palette,
    /// The tree whose division is shown as a film, and the depth: nodes above it divide.
    film: Option<(FilmTree, u32)>,
    /// What tints the cut.
    ground: Ground,
}

impl Cut {
    /// The level cut at a height, to the millimetre, and seen from a distance, both in metres; with walls and solid leaves alone.
    fn new(height: f32, distance: f32, ground: Ground, palette: Palette) -> Self {
        Self {
            height: (f64::from(height) * 1000.0).round() as i64,
            distance: distance.max(0.01).log(DETAIL_STEP).round() as i32,
            planes: None,
            palette,
            film: None,
            ground,
        }
    }
}

/// The section of a level by its node-storing tree, and by its solid-leaf tree and what can be seen from where, as far as they are
/// there: as lines, polygons and labels, with what is said of it.
fn drawing(
    level: &Level,
    nodes: &NodeTree,
    (leaves, pvs): (Option<&LeafTree>, Option<&Pvs>),
    key: &Cut,
) -> (Drawing, SectionFacts) {
    let height = key.height as f64 / 1000.0;
    let plane = Plane::from_point_normal(glam::DVec3::Y * height, glam::DVec3::Y);
    let detail = DETAIL * f64::from(DETAIL_STEP.powi(key.distance));
    let palette = key.palette;
    let mut drawing = Drawing::default();
    let mut facts = SectionFacts::default();
    if let Some(film) = key.film {
        facts.film = division::draw(&mut drawing, film, &plane, detail, palette, (nodes, leaves));
    }
    key.ground
        .draw_cells(&mut drawing, nodes, &plane, detail, palette);
    if let Some(leaves) = leaves
        && let Ok(section) = leaves.section(&plane, &cut::all(detail), &Progress::default())
    {
        facts.undivided = section.undivided;
        let solid = cut::solid(&mut drawing, leaves, &section, palette);
        facts.leaves = Some([section.cells.len() - solid, solid]);
        key.ground
            .draw_leaves(&mut drawing, (leaves, pvs), &section, detail, palette);
        facts.numbered = key.ground.draw_numbers(&mut drawing, leaves, &section);
    }
    cut::walls(&mut drawing, level, height, detail, palette);
    if let Some(depths) = key.planes {
        facts.lines = cut::planes(&mut drawing, nodes, &plane, detail, depths, palette);
    }
    (drawing, facts)
}
