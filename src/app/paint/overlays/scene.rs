//! The overlays in the window. Each overlay is redrawn when its inputs change. Slow overlays are redrawn in the
//! background.
//!
//! The [`OVERLAYS`] table lists all overlays. This module converts the window's state to the [`Scene`] used to draw
//! them.

use std::{array, mem};

use bevy::{ecs::system::SystemParam, prelude::*};
use bspwalk_collision::Capsule;
use bspwalk_overlays::overlay::{AnyOverlay, Cost, OverlayOutput};
use bspwalk_overlays::scene::{InModel, Scene};
use bspwalk_overlays::{OVERLAYS, drawing::Drawing, layer::Layer, legend::Legend};
use bspwalk_session::overlays::OverlayKind;

use super::flow::{self, Flow};
use super::report::{CurrentTreeStats, OverlayReport};
use super::selection::{Hovered, PreviewedPlane};
use super::{body::Body, layers::Layers};
use crate::app::level::{leaf_tree::LeafTreeState, what_if::PlaneByHand};
use crate::app::{host::prelude::*, input::KeyLabels};

/// Draws the overlays of the table into their layers. Requires no renderer.
pub(in crate::app) fn scene_plugin(app: &mut App) {
    app.init_resource::<DrawnOverlays>()
        .init_resource::<SectionFacts>()
        .init_resource::<OverlayReport>()
        .init_resource::<Layers>()
        .init_resource::<Flow>()
        .add_systems(Update, draw.after(flow::count_costs).in_set(AppSystems::Overlays));
}

/// Window state that is converted to the scene.
#[derive(SystemParam)]
pub(in crate::app) struct SceneParams<'w, 's> {
    pub(in crate::app) current: Shown<'w, 's, OpenedLevel>,
    pub(in crate::app) tree_stats: Res<'w, CurrentTreeStats>,
    hovered: Res<'w, Hovered>,
    pub(in crate::app) program: Res<'w, ProgramState>,
    player: Shown<'w, 's, Player>,
    leaf_tree: Shown<'w, 's, LeafTreeState>,
    body: Res<'w, Body>,
    flow: Res<'w, Flow>,
    draws_save: Res<'w, DrawnSave>,
    previewed: Res<'w, PreviewedPlane>,
    by_hand: Res<'w, PlaneByHand>,
    keys: Res<'w, KeyLabels>,
}

impl SceneParams<'_, '_> {
    pub(in crate::app) fn is_counted(&self) -> bool {
        self.tree_stats.tree_id == Some(self.current.tree_id())
    }

    /// Returns the key that selects a leaf if a legend mentions it, and an empty string otherwise.
    fn select(&self) -> String {
        let names_it = [OverlayKind::Leaves, OverlayKind::Sight];
        if names_it.into_iter().any(|kind| self.program.overlays.is_on(kind)) {
            self.keys.key_or_palette_hint(Action::SelectUnderCrosshair)
        } else {
            String::new()
        }
    }

    /// Builds the scene. `select` is the label of the key that selects a leaf.
    pub(in crate::app) fn scene<'a>(&'a self, select: &'a str) -> Scene<'a> {
        let (current, player, view) = (&**self.current, &**self.player, &self.program.view);
        let built = self.leaf_tree.built();
        let saves = Some(&self.program.level.saves).filter(|_| self.draws_save.0);
        let save = saves.and_then(|saves| saves.latest());
        let frozen = self.program.level.frozen.as_ref();
        let film = self.program.query.film(&current.tree);
        let center = match player.entered {
            true => player.mover.position(),
            false => player.position,
        };
        let shape = match player.walking {
            true => player.mover.body(),
            false => Capsule::sphere(player.radius),
        };
        let model = view.is_cut().then(|| InModel {
            model: view.cutaway(player.position.y),
            yaw: player.yaw,
            film: view.film.tree.map(|tree| (tree, view.film.shown())),
        });
        Scene {
            eye: player.position.as_dvec3(),
            leaves: built.map(|built| &built.tree),
            pvs: built.and_then(|built| built.pvs.as_ref()),
            leak: built.and_then(|built| built.leak.as_ref()),
            leak_from: built.and_then(|built| built.leak_from.as_deref()),
            leak_place: player.leak_place,
            flow: self.flow.recorded(),
            changed: save.map(|save| (&save.changed, None)),
            solidity: built.map(|built| built.decided.clone()),
            selected: self.program.level.selected.node,
            hovered: self.hovered.0,
            selected_leaf: self.program.level.selected.leaf,
            leaf_is_latest: self.program.level.selected.latest_leaf().is_some(),
            sight_from: self.program.level.selected.sight_from,
            select,
            radius: player.radius,
            shape: Some((shape, center)),
            body: Some(&**self.body),
            model,
            draws_path: self.is_path_alone(),
            // During a quiz question, the eye or path of the question is drawn instead of the body.
            draws_body: !self.program.quiz.is_asking(),
            division: self.program.shown_division(&current.tree),
            divides: self.program.build.open,
            candidate: self.previewed.0.or_else(|| self.by_hand.changed_plane(current)),
            has_handles: self.by_hand.visible_plane(current).is_some(),
            frozen: frozen.map(|view| (view.eye, view.corners)),
            query: film.map(|film| (film, self.program.query.step as usize)),
            ..Scene::new(
                (&current.level, &current.tree, &self.tree_stats.figures),
                &self.program.overlays,
            )
        }
    }

    /// Returns whether no other overlay, film or question is shown that the eye's path could obscure.
    fn is_path_alone(&self) -> bool {
        let program = &self.program;
        let is_other = |kind| !matches!(kind, OverlayKind::Path | OverlayKind::Materials);
        let mut others = OverlayKind::ALL.into_iter().filter(|&kind| is_other(kind));
        let has_film = program.build.open || program.query.open || program.view.shows_division();
        !program.quiz.is_open() && !has_film && others.all(|kind| !program.overlays.is_on(kind))
    }
}

/// The latest drawing of an overlay.
#[derive(Default)]
struct DrawnOverlay {
    /// Overlay value that was drawn or is being drawn.
    drawn: Option<AnyOverlay>,
    job: Job<AnyOverlay, OverlayOutput>,
    is_busy: bool,
    layers: Vec<Layer>,
    legend: Option<Legend>,
}

impl DrawnOverlay {
    /// Updates the overlay for a scene. Returns the overlay's output if it has changed.
    fn update(&mut self, cost: Cost, overlay: Option<AnyOverlay>) -> Option<OverlayOutput> {
        match (cost, overlay) {
            (Cost::Background, Some(overlay)) => {
                self.drawn = Some(overlay.clone());
                let work = overlay.clone();
                self.job.request(overlay, move || work.draw());
                self.job.take()
            }
            (_, overlay) if self.drawn == overlay => None,
            (_, overlay) => {
                self.job.cancel();
                self.drawn.clone_from(&overlay);
                Some(overlay.map(|overlay| overlay.draw()).unwrap_or_default())
            }
        }
    }

    /// Fills the overlay's layers, and clears layers that the overlay no longer uses.
    fn show(&mut self, output: OverlayOutput, layers: &mut Layers) {
        let before = mem::take(&mut self.layers);
        for (layer, drawing) in output.layers {
            self.layers.push(layer);
            layers.set(layer, drawing);
        }
        for layer in before.into_iter().filter(|layer| !self.layers.contains(layer)) {
            layers.set(layer, Drawing::default());
        }
        self.legend = output.legend;
    }
}

/// The latest drawings of all overlays in the table.
#[derive(Resource)]
pub(in crate::app) struct DrawnOverlays([DrawnOverlay; OVERLAYS.len()]);

impl Default for DrawnOverlays {
    fn default() -> Self {
        Self(array::from_fn(|_| DrawnOverlay::default()))
    }
}

impl DrawnOverlays {
    pub(in crate::app) fn legend(&self, kind: OverlayKind) -> Option<&Legend> {
        let all = OVERLAYS.iter().zip(&self.0);
        let mut of_kind = all.filter(|(entry, _)| entry.kinds.contains(&kind));
        of_kind.find_map(|(_, drawn)| drawn.legend.as_ref())
    }

    #[cfg(test)]
    pub(in crate::app) fn is_busy(&self) -> bool {
        self.0.iter().any(|drawn| drawn.is_busy)
    }
}

fn draw(
    params: SceneParams,
    (mut drawn, mut layers): (ResMut<DrawnOverlays>, ResMut<Layers>),
    (mut report, mut facts): (ResMut<OverlayReport>, ResMut<SectionFacts>),
) {
    let (is_counted, select) = (params.is_counted(), params.select());
    let scene = params.scene(&select);
    for (entry, drawn) in OVERLAYS.iter().zip(&mut drawn.bypass_change_detection().0) {
        // Slow overlays may read the tree statistics, so wait until these are available.
        if entry.cost == Cost::Background && !is_counted {
            continue;
        }
        let had_section = drawn.layers.contains(&Layer::Section);
        if let Some(output) = drawn.update(entry.cost, entry.in_scene(&scene)) {
            if had_section || output.section.is_some() {
                let new = output.section.unwrap_or_default();
                report.on_the_cut = [new.lines, new.numbered];
                facts.set_if_neq(SectionFacts(new));
            }
            drawn.show(output, &mut layers);
        }
        if drawn.is_busy != drawn.job.is_busy() {
            drawn.is_busy = !drawn.is_busy;
            match entry.kinds {
                [] => report.section_busy = drawn.is_busy,
                [kind, ..] => report.set_busy(*kind, drawn.is_busy),
            }
        }
    }
    report.film_busy = params.program.build.is_waiting(params.current.tree.node_count());
}
