//! What shows a BSP tree over its level: planes, cells, portals, sightlines and films, as lines, polygons and labels.
//!
//! Each overlay is an [`Overlay`](overlay::Overlay), the value of everything that its [`Drawing`](drawing::Drawing) depends on, and has a row in
//! [`OVERLAYS`]. An engine paints a drawing with its shaders; the painters here need no graphics driver.
//!
//! | module | holds |
//! |---|---|
//! | [`drawing`], [`lines`], [`polygons`] | lines of a constant width on the screen, convex polygons, labels |
//! | [`layer`] | the order in which drawings lie over each other, and how each is drawn |
//! | [`labels`] | where labels stand so that they neither overlap nor are hidden; their characters as strokes |
//! | [`legend`] | what colours and lines mean, as rows |
//! | [`scene`] | the inputs of overlays: a level with its trees, the selection, the eye, the films |
//! | [`overlay`], [`inputs`] | the trait of overlays, and wrappers that compare its inputs |
//! | [`shown`] | all overlays of a scene in one picture |
//! | [`planes`], [`cells`], [`normals`] | the node-storing tree; figures of its subtrees: [`tree_stats`], [`node_faces`]; where it is deepest: [`deepest`] |
//! | [`leaves`], [`portals`], [`sight`], [`leak`], [`painter`] | the solid-leaf tree |
//! | [`came_and_gone`] | what came and what is gone between two levels |
//! | [`portals_beside`] | the portals of a portal file beside those of the tree |
//! | [`flow`] | the portal flow step by step, what portals cost in it, and from where a step is looked at |
//! | [`solidity`] | how it was decided which leaves are solid, in four steps |
//! | [`section`], [`cut_projection`] | the level cut open at a height, as the model view shows it; its projection |
//! | [`contacts`], [`motion`] | the body: what it touches, where it goes, what stopped it, its replay |
//! | [`build_step`], [`query_step`], [`query_asked`], [`candidate`] | steps of films; a plane that a node could have |
//! | [`heat`], [`heat_beside`] | what the cast of each pixel costs, in a tree and in two side by side |
//! | [`quiz`] | a question, with the letters of its choices |
//! | [`axes`] | the axes of the level in the corner of a picture |
//! | [`entities`], [`faces`] | what stands in the level and has a name; the colours of the faces and their edges |
//! | [`paint`] | the painters: over a picture of the software renderer, and with vectors, as SVG and PDF |
//!
//! ```
//! use bspwalk_overlays::{drawing::Drawing, lines::Stroke};
//! use bspwalk_levels::color::palette::Rgb;
//! use bspwalk_geometry::{Aabb, Polyhedron};
//! use glam::DVec3;
//!
//! let cell = Polyhedron::from_aabb(&Aabb { min: DVec3::ZERO, max: DVec3::ONE });
//! let mut drawing = Drawing::default();
//! drawing.cell(&cell, Stroke::new(Rgb(255, 255, 255), 1.0, 2.0), None);
//! assert_eq!(drawing.lines.len(), 12);
//! ```

pub mod axes;
pub mod build_step;
pub mod came_and_gone;
pub mod candidate;
pub mod cells;
mod collision;
pub mod contacts;
pub mod cut_projection;
pub mod deepest;
pub mod drawing;
pub mod entities;
pub mod faces;
pub mod flow;
pub mod heat;
pub mod heat_beside;
mod heat_of_picture;
pub mod inputs;
pub mod labels;
pub mod layer;
pub mod leak;
pub mod leaves;
pub mod legend;
pub mod lines;
pub mod motion;
pub mod node_faces;
pub mod normals;
pub mod overlay;
pub mod paint;
pub mod painter;
pub mod path;
pub mod planes;
pub mod polygons;
pub mod portals;
pub mod portals_beside;
pub mod query_asked;
pub mod query_step;
pub mod quiz;
pub mod quiz_view;
pub mod scene;
pub mod section;
pub mod shown;
pub mod sight;
pub mod solidity;
pub mod tree_stats;

pub use scene::Scene;

use crate::{
    build_step::BuildStep,
    came_and_gone::CameAndGone,
    candidate::Candidate,
    cells::Cells,
    collision::Collision,
    deepest::Deepest,
    entities::Entities,
    faces::{FaceColors, VisibleLeaves, Wireframe},
    flow::Flow,
    heat_of_picture::HeatOfPicture,
    leak::{FrozenView, LeakPath},
    leaves::Leaves,
    normals::Normals,
    overlay::Entry,
    painter::PaintedOrder,
    path::{EyePath, PathWords},
    planes::Planes,
    portals::Portals,
    portals_beside::PortalsBeside,
    query_step::QueryStep,
    section::{figure::Figure, overlay::Section, own_planes::OwnPlanes},
    sight::Sightline,
    solidity::Solidity,
};

/// All overlays, in the order of their keys; then those that films, cards and the view of the model switch.
pub const OVERLAYS: [Entry; 28] = [
    Entry::of::<Planes>(),
    Entry::of::<FaceColors>(),
    Entry::of::<Deepest>(),
    Entry::of::<VisibleLeaves>(),
    Entry::of::<HeatOfPicture>(),
    Entry::of::<Wireframe>(),
    Entry::of::<Normals>(),
    Entry::of::<Cells>(),
    Entry::of::<Collision>(),
    Entry::of::<EyePath>(),
    Entry::of::<PathWords>(),
    Entry::of::<Leaves>(),
    Entry::of::<Portals>(),
    Entry::of::<PortalsBeside>(),
    Entry::of::<Sightline>(),
    Entry::of::<LeakPath>(),
    Entry::of::<FrozenView>(),
    Entry::of::<Entities>(),
    Entry::of::<PaintedOrder>(),
    Entry::of::<Solidity>(),
    Entry::of::<Flow>(),
    Entry::of::<Section>(),
    Entry::of::<OwnPlanes>(),
    Entry::of::<Figure>(),
    Entry::of::<CameAndGone>(),
    Entry::of::<BuildStep>(),
    Entry::of::<QueryStep>(),
    Entry::of::<Candidate>(),
];

/// The code in the README, as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use bspwalk_session::overlays::{OverlayKind, Overlays};
    use bspwalk_testing::small_trees;
    use glam::DVec3;

    use super::*;
    use crate::tree_stats::TreeFigures;

    #[test]
    fn overlay_is_drawn_again_only_if_its_inputs_change() {
        let (tree, level) = small_trees::room();
        let figures = Arc::new(TreeFigures::new(&tree));
        let [level, other_level] = [level.clone(), level].map(Arc::new);
        let tree = Arc::new(tree);
        let on = Overlays::showing(OverlayKind::ALL);
        let scene = Scene::new((&level, &tree, &figures), &on);
        let moved = Scene {
            eye: scene.eye + DVec3::splat(0.01),
            ..scene.clone()
        };
        let other = Scene {
            level: &other_level,
            ..scene.clone()
        };
        let equal = |scenes: [&Scene<'_>; 2]| {
            let values = scenes.map(|scene| Entry::of::<Normals>().in_scene(scene));
            let entities = scenes.map(|scene| Entry::of::<Entities>().in_scene(scene));
            assert!(values.iter().chain(&entities).all(Option::is_some));
            [values, entities].map(|[first, second]| first == second)
        };
        assert_eq!(equal([&scene, &moved]), [true, true]);
        assert_eq!(equal([&scene, &other]), [true, false]);
        assert!(Entry::of::<Normals>().in_scene(&scene) != Entry::of::<Entities>().in_scene(&scene));
    }

    #[test]
    fn every_kind_but_materials_is_in_the_table() {
        for kind in OverlayKind::ALL {
            let is_drawn = OVERLAYS.iter().any(|entry| entry.kinds.contains(&kind));
            assert_eq!(is_drawn, kind != OverlayKind::Materials, "{kind}");
        }
    }
}
