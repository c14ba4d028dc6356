//! The section of the model view: the level cut open at a height.
//!
//! Solid leaves on the cut are filled; faces and splitting planes are drawn as lines where they intersect it. The
//! overlays of cells, leaves and visible leaves tint the cut. The division film shows the cells depth by depth.

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

/// Minimum width of a cell to be divided, as a fraction of the camera's distance. It is about two pixels.
const DETAIL: f64 = 2.5e-3;

/// Relative change of the camera's distance that triggers a recomputation of the section.
const DETAIL_STEP: f32 = 1.6;

/// Figures of the section for the card of the model.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SectionFacts {
    /// Figures of the division film; `None` if it is off.
    pub film: Option<FilmCounts>,
    /// Numbers of empty and of solid leaves on the section; `None` without a solid-leaf tree.
    pub leaves: Option<[usize; 2]>,
    /// Number of cells that are too small to be divided further at this distance.
    pub undivided: u32,
    /// Number of planes drawn as lines.
    pub lines: usize,
    /// Number of leaves numbered in painter's order.
    pub numbered: usize,
}

/// The inputs of a section. Equal values give equal drawings.
#[derive(Clone, Debug, PartialEq)]
struct Cut {
    height: i64,
    /// Exponent of [`DETAIL_STEP`] that gives the camera's distance.
    distance: i32,
    /// Inclusive range of depths whose planes are drawn as lines; `None` without planes.
    planes: Option<[u32; 2]>,
    /// Tree whose division is shown as a film, and the current depth: only nodes above it divide.
    film: Option<(FilmTree, u32)>,
    /// Tints of the cut.
    ground: Ground,
}

impl Cut {
    /// Creates a cut with only walls and solid leaves. The height of the cut, which is rounded to millimetres, and the
    /// distance of the camera are in metres.
    fn new([height, distance]: [f32; 2], ground: Ground) -> Self {
        Self {
            height: (f64::from(height) * 1000.0).round() as i64,
            distance: distance.max(0.01).log(DETAIL_STEP).round() as i32,
            planes: None,
            film: None,
            ground,
        }
    }
}

/// Draws the section of a level and counts its figures. The solid-leaf tree and the PVS are used if available.
fn drawing(
    level: &Level,
    nodes: &NodeTree,
    (leaves, pvs): (Option<&LeafTree>, Option<&Pvs>),
    key: &Cut,
    palette: Palette,
) -> (Drawing, SectionFacts) {
    let height = key.height as f64 / 1000.0;
    let plane = Plane::from_point_normal(glam::DVec3::Y * height, glam::DVec3::Y);
    let detail = DETAIL * f64::from(DETAIL_STEP.powi(key.distance));
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
