//! Overlays that visualise a BSP tree in its level: planes, cells, portals, sightlines and films, as lines,
//! polygons and labels.
//!
//! Each overlay is an [`Overlay`](overlay::Overlay): a value that contains everything its
//! [`Drawing`](drawing::Drawing) depends on, except the palette. [`OVERLAYS`] lists them all. An engine
//! renders a drawing with its own shaders; the painters in this crate need no graphics driver.
//!
//! | module | contents |
//! |---|---|
//! | [`drawing`], [`lines`], [`polygons`] | lines of constant screen width, convex polygons, labels |
//! | [`layer`] | drawing order of the layers, and the passes that draw them |
//! | [`labels`] | label placement without overlaps and occlusion; characters as strokes |
//! | [`legend`] | meaning of colours and lines, as rows |
//! | [`scene`] | inputs of overlays: a level with its trees, the selection, the eye, the films |
//! | [`overlay`], [`inputs`] | the overlay trait, and wrappers that define how its inputs are compared |
//! | [`shown`] | all overlays of a scene in one picture |
//! | [`planes`], [`cells`], [`normals`], [`tree_stats`], [`deepest`] | the node-storing tree, its statistics, and its deepest node |
//! | [`leaves`], [`portals`], [`sight`], [`leak`], [`painter`] | the solid-leaf tree |
//! | [`came_and_gone`] | differences between two levels |
//! | [`portals_beside`] | comparison of a portal file with the tree's portals |
//! | [`flow`] | the portal flow step by step, the cost of portals, and camera positions for the steps |
//! | [`solidity`] | the four steps of deciding which leaves are solid |
//! | [`section`], [`cut_projection`] | the level cut open at a height, as in the model view; its projection |
//! | [`floor_plan`] | the section seen from straight above, next to a first-person picture |
//! | [`contacts`], [`motion`] | the body: its contacts, its path, the faces that stopped it, its replay |
//! | [`build_step`], [`query_step`], [`candidate`] | steps of animations; a candidate plane of a node |
//! | [`heat`], [`heat_beside`] | the cost of the ray through each pixel, in one tree, or in two trees side by side |
//! | [`quiz`] | a quiz question, with the letters of its choices |
//! | [`axes`] | the axis gizmo in the corner of a picture |
//! | [`entities`], [`faces`] | named entities; the colours of the faces and their edges |
//! | [`paint`] | painters: over a picture of the software renderer, and as vector graphics in SVG and PDF |
//!
//! ```
//! use bspwalk_overlays::{drawing::Drawing, lines::Stroke};
//! use bspwalk_draw::color::palette::Rgb;
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
pub mod floor_plan;
pub mod flow;
pub mod heat;
pub mod heat_beside;
pub mod heat_overlay;
mod hulls;
pub mod inputs;
pub mod labels;
pub mod layer;
pub mod leak;
pub mod leaves;
pub mod legend;
pub mod lines;
pub mod motion;
pub mod normals;
pub mod overlay;
pub mod paint;
pub mod painter;
mod partition_lines;
pub mod path;
pub mod planes;
pub mod polygons;
pub mod portals;
pub mod portals_beside;
mod prelude;
pub mod query_step;
pub mod quiz;
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
    heat_overlay::HeatOfPicture,
    hulls::Hulls,
    leak::{FrozenView, LeakPath},
    leaves::Leaves,
    normals::Normals,
    overlay::Entry,
    painter::PaintedOrder,
    partition_lines::PartitionLines,
    path::{EyePath, PathWords},
    planes::Planes,
    portals::Portals,
    portals_beside::PortalsBeside,
    query_step::QueryStep,
    section::{Section, figure::Figure, own_planes::OwnPlanes},
    sight::Sightline,
    solidity::Solidity,
};

/// All overlays: first the overlays with keys, in key order, then the overlays that animations, cards and the model
/// view switch on.
pub const OVERLAYS: [Entry; 30] = [
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
    Entry::of::<Hulls>(),
    Entry::of::<PartitionLines>(),
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

/// Compiles the examples in the README.
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
    fn overlay_is_redrawn_only_if_inputs_change() {
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
    fn every_kind_except_materials_is_in_table() {
        for kind in OverlayKind::ALL {
            let is_drawn = OVERLAYS.iter().any(|entry| entry.kinds.contains(&kind));
            assert_eq!(is_drawn, kind != OverlayKind::Materials, "{kind}");
        }
    }
}
