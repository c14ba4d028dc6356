//! The section of the model view: the level cut open at a height.
//!
//! Solid leaves fill what the cut goes through, the faces that it cuts are drawn as lines, and splitting planes are drawn
//! where they meet it. The overlays of cells, leaves and visible leaves tint the cut; the film of the division
//! shows the cells depth by depth.

mod figure;
mod own_planes;

use bevy::prelude::*;
use bspwalk_overlays::{
    drawing::Drawing,
    layer::Layer,
    planes::choice::depths_on_cut,
    section::{self, Cut, Ground, Source},
};

use super::{layers::Layers, report::OverlayReport, tree_stats::CurrentTreeStats};
use crate::app::{
    leaf_tree::{ChosenLeaf, LeafIsLatest, LeafTreeId, LeafTreeState},
    schedule::AppSystems,
    shown::Shown,
    state::{ModelView, OpenedLevel, Overlays, Player, Selection, TreeId},
    worker::Job,
};

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Computing>()
        .init_resource::<SectionFacts>()
        .add_systems(
            Update,
            (compute, own_planes::draw, figure::draw, figure::draw_trail).in_set(AppSystems::Overlays),
        );
}

/// What the card of the model says of the section.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Deref)]
pub struct SectionFacts(pub section::SectionFacts);

/// What the section depends on.
#[derive(Clone, Debug, PartialEq)]
struct Key {
    tree_id: TreeId,
    /// The solid-leaf tree, and whether its PVS is final.
    leaves: Option<(LeafTreeId, bool)>,
    cut: Cut,
}

#[derive(Resource, Default)]
struct Computing(Job<Option<Key>, (Drawing, section::SectionFacts)>);

/// Computes the section where what it depends on has changed.
fn compute(
    (view, player, overlays): (Res<ModelView>, Shown<Player>, Res<Overlays>),
    (current, leaf_tree, selection): (Shown<OpenedLevel>, Shown<LeafTreeState>, Shown<Selection>),
    (chosen, latest): (Shown<ChosenLeaf>, Shown<LeafIsLatest>),
    stats: Res<CurrentTreeStats>,
    mut computing: ResMut<Computing>,
    mut layers: ResMut<Layers>,
    (mut report, mut facts): (ResMut<OverlayReport>, ResMut<SectionFacts>),
) {
    let built = leaf_tree.built();
    let leaf = (chosen.0, latest.leaf(selection.node, **chosen).is_some());
    let key = view.is_cut().then(|| {
        let eye = player.position.as_dvec3();
        let ground = Ground::new(&overlays, built.map(|built| &*built.tree), eye, leaf);
        let distance = view.orbit.map_or(1.0, |orbit| orbit.distance);
        let mut cut = Cut::new(view.height(&player), distance, ground, overlays.palette);
        cut.planes = depths_on_cut(&overlays, &stats.stats, selection.node);
        cut.film = view.film.tree.map(|tree| (tree, view.film.shown()));
        Key {
            tree_id: current.tree_id(),
            leaves: built.map(|built| (built.id(), built.is_refined())),
            cut,
        }
    });
    let source = Source {
        level: current.level.clone(),
        nodes: current.tree.clone(),
        leaves: built.map(|built| built.tree.clone()),
        pvs: built.and_then(|built| built.pvs.clone()),
    };
    let computing = &mut computing.bypass_change_detection().0;
    computing.request(key.clone(), move || {
        key.map_or_else(Default::default, |key| source.drawing(&key.cut))
    });
    if let Some((drawing, new)) = computing.take() {
        layers.set(Layer::Section, drawing);
        report.set_on_the_cut([new.lines, new.numbered]);
        facts.set_if_neq(SectionFacts(new));
    }
    report.set_section_busy(computing.is_busy());
}
