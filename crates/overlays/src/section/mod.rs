//! The section of the model view: the level cut open at a height.
//!
//! Solid leaves on the cut are filled. Faces and splitting planes are drawn as lines where they intersect the cut. The
//! overlays of cells, leaves and visible leaves tint the section. The division animation shows the cells depth by
//! depth.

pub mod cut;
pub mod division;
mod facts;
pub mod figure;
pub mod ground;
pub mod own_planes;
pub mod words;

pub use self::facts::{FilmCounts, SectionFacts};
use self::ground::Ground;

use bspwalk_geometry::Plane;
use bspwalk_levels::Level;
use bspwalk_progress::Progress;
use bspwalk_session::view::FilmTree;

use crate::{planes::choice::depths_on_cut, prelude::*};

/// Width of a cell below which it is not divided further, as a fraction of the camera's distance. It corresponds to
/// about two pixels.
const DETAIL: f64 = 2.5e-3;

/// Factor of change in the camera's distance that requires a new section.
const DETAIL_STEP: f32 = 1.6;

overlay! {
    /// The section of a level.
    Section [] Background |scene|
    let in_model = scene.model?;
    let selected = (scene.selected_leaf, scene.leaf_is_latest);
    {
        level: Shared<Level> = Shared::of(scene.level),
        nodes: Shared<NodeTree> = scene.nodes(),
        leaves: Option<Shared<LeafTree>> = scene.leaves(),
        pvs: Option<Shared<Pvs>> = scene.pvs.map(Shared::of),
        cut: Cut = Cut {
            height: (f64::from(in_model.model.cut) * 1000.0).round() as i64,
            distance: in_model.model.orbit.distance.max(0.01).log(DETAIL_STEP).round() as i32,
            planes: depths_on_cut(scene.overlays, &scene.figures.stats, scene.selected),
            film: in_model.film,
            ground: Ground::new(scene.overlays, leaves.as_deref(), scene.eye, selected),
        },
    }
}

impl Overlay for Section {
    fn draw(&self, palette: Palette) -> OverlayOutput {
        let leaves = (self.leaves.as_deref(), self.pvs.as_deref());
        let (drawing, facts) = drawing(&self.level, &self.nodes, leaves, &self.cut, palette);
        OverlayOutput {
            section: Some(facts),
            ..OverlayOutput::layer(Layer::Section, drawing)
        }
    }
}

/// The inputs of a section. Equal inputs produce equal drawings.
#[derive(Clone, Debug, PartialEq)]
struct Cut {
    /// Height of the cut, in millimetres.
    height: i64,
    /// Exponent of the power of [`DETAIL_STEP`] that approximates the camera's distance.
    distance: i32,
    /// Inclusive range of depths whose planes are drawn as lines; `None` without planes.
    planes: Option<[u32; 2]>,
    /// Tree whose division is animated, and the current depth of the animation. Only nodes above this depth divide.
    film: Option<(FilmTree, u32)>,
    /// Tints of the cut.
    ground: Ground,
}

/// Draws the section of a level and computes its statistics. The solid-leaf tree and the PVS are used if available.
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
        && let Ok(section) = leaves.section(&plane, &cut::full_depth_params(detail), &Progress::default())
    {
        facts.undivided = section.undivided;
        let solid = cut::fill_solid_leaves(&mut drawing, leaves, &section, palette);
        facts.leaves = Some([section.cells.len() - solid, solid]);
        key.ground
            .draw_leaves(&mut drawing, (leaves, pvs), &section, detail, palette);
        facts.numbered = key.ground.draw_numbers(&mut drawing, leaves, &section);
    }
    cut::walls(&mut drawing, level, height, detail, palette);
    if let Some(depths) = key.planes {
        facts.lines = cut::draw_splitting_planes(&mut drawing, nodes, &plane, detail, depths, palette);
    }
    (drawing, facts)
}
