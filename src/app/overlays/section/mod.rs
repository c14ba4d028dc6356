//! The section of the model view: the level cut open at a height.
//!
//! Solid leaves fill what the cut goes through, the faces that it cuts are drawn as lines, and splitting planes are drawn
//! where they meet it. The overlays of cells, leaves and visible leaves tint the cut; the film of the division
//! shows the cells depth by depth.

mod cut;
mod division;
mod figure;
mod ground;
mod own_planes;

use std::sync::Arc;

use bevy::prelude::*;
use bspwalk_geometry::Plane;
use bspwalk_levels::Level;
use bspwalk_progress::Progress;
use bspwalk_session::overlays::OverlayKind;
use bspwalk_trees::{LeafTree, NodeTree, solid_leaf::pvs::Pvs};

pub(in crate::app) use self::cut::{SOLID, WALL};
pub use self::division::FilmCounts;
pub(super) use self::ground::DARK;
use self::ground::Ground;
use super::{
    drawing::Drawing,
    layers::{Layer, Layers},
    planes::choice::shown_depths,
    report::OverlayReport,
    tree_stats::CurrentTreeStats,
};
use crate::app::{
    leaf_tree::{ChosenLeaf, LeafIsLatest, LeafTreeState},
    palette::Palette,
    schedule::AppSystems,
    state::{CurrentLevel, FilmTree, ModelView, Overlays, Player, Selection},
    worker::Job,
};

/// Cells narrower than this share of the distance from the camera are not divided: they are about two pixels wide.
const DETAIL: f64 = 2.5e-3;

/// The section is computed anew when the distance of the camera has changed by this factor.
const DETAIL_STEP: f32 = 1.6;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Computing>()
        .init_resource::<SectionFacts>()
        .add_systems(
            Update,
            (compute, own_planes::draw, figure::draw, figure::draw_trail).in_set(AppSystems::Overlays),
        );
}

/// What the card of the model says of the section.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq)]
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

/// What the section depends on.
#[derive(Clone, Debug, PartialEq)]
struct Key {
    /// The height of the cut in millimetres.
    height: i64,
    revision: u64,
    /// The solid-leaf tree by its revision, and whether its PVS is final.
    leaves: Option<(u64, bool)>,
    /// The depths of the planes that are drawn.
    planes: Option<[u32; 2]>,
    /// The power of [`DETAIL_STEP`] that the camera is away.
    distance: i32,
    palette: Palette,
    film: Option<(FilmTree, u32)>,
    ground: Ground,
}

/// What is cut.
struct Source {
    level: Arc<Level>,
    nodes: Arc<NodeTree>,
    leaves: Option<Arc<LeafTree>>,
    pvs: Option<Arc<Pvs>>,
}

#[derive(Resource, Default)]
struct Computing(Job<Option<Key>, (Drawing, SectionFacts)>);

/// Computes the section where what it depends on has changed.
fn compute(
    (view, player, overlays): (Res<ModelView>, Res<Player>, Res<Overlays>),
    (current, leaf_tree, selection): (Res<CurrentLevel>, Res<LeafTreeState>, Res<Selection>),
    (chosen, latest): (Res<ChosenLeaf>, Res<LeafIsLatest>),
    stats: Res<CurrentTreeStats>,
    mut computing: ResMut<Computing>,
    mut layers: ResMut<Layers>,
    (mut report, mut facts): (ResMut<OverlayReport>, ResMut<SectionFacts>),
) {
    let built = leaf_tree.built();
    let leaf = (chosen.0, latest.leaf(selection.node, *chosen).is_some());
    let key = view.is_cut().then(|| Key {
        height: (f64::from(view.height(&player)) * 1000.0).round() as i64,
        revision: current.revision,
        leaves: built.map(|built| (built.revision, built.is_refined())),
        planes: overlays
            .is_on(OverlayKind::Planes)
            .then(|| shown_depths(&overlays, &stats.stats)),
        distance: view.orbit.map_or(0, |orbit| {
            orbit.distance.max(0.01).log(DETAIL_STEP).round() as i32
        }),
        palette: overlays.palette,
        film: view.film.tree.map(|tree| (tree, view.film.shown())),
        ground: Ground::of(&overlays, built.map(|built| &*built.tree), &player, leaf),
    });
    let source = Source {
        level: current.level.clone(),
        nodes: current.tree.clone(),
        leaves: built.map(|built| built.tree.clone()),
        pvs: built.and_then(|built| built.pvs.clone()),
    };
    let computing = &mut computing.bypass_change_detection().0;
    computing.request(key.clone(), move || {
        key.map_or_else(Default::default, |key| source.drawing(&key))
    });
    if let Some((drawing, new)) = computing.take() {
        layers.set(Layer::Section, drawing);
        report.set_on_the_cut([new.lines, new.numbered]);
        facts.set_if_neq(new);
    }
    report.set_section_busy(computing.is_busy());
}

impl Source {
    fn drawing(&self, key: &Key) -> (Drawing, SectionFacts) {
        let height = key.height as f64 / 1000.0;
        let plane = Plane::from_point_normal(glam::DVec3::Y * height, glam::DVec3::Y);
        let detail = DETAIL * f64::from(DETAIL_STEP.powi(key.distance));
        let leaves = self.leaves.as_deref();
        let mut drawing = Drawing::default();
        let mut facts = SectionFacts::default();
        if let Some(film) = key.film {
            facts.film = division::draw(
                &mut drawing,
                film,
                &plane,
                detail,
                key.palette,
                (&self.nodes, leaves),
            );
        }
        key.ground
            .draw_cells(&mut drawing, &self.nodes, &plane, detail, key.palette);
        if let Some(leaves) = leaves
            && let Ok(section) = leaves.section(&plane, &cut::all(detail), &Progress::default())
        {
            facts.undivided = section.undivided;
            let solid = cut::solid(&mut drawing, leaves, &section);
            facts.leaves = Some([section.cells.len() - solid, solid]);
            let pvs = self.pvs.as_deref();
            key.ground
                .draw_leaves(&mut drawing, (leaves, pvs), &section, detail, key.palette);
            facts.numbered = key
                .ground
                .draw_numbers(&mut drawing, leaves, &section, key.palette);
        }
        cut::walls(&mut drawing, &self.level, height, detail);
        if let Some(depths) = key.planes {
            facts.lines = cut::planes(&mut drawing, &self.nodes, &plane, detail, depths, key.palette);
        }
        (drawing, facts)
    }
}
