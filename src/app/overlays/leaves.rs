//! The cells of leaves: outlines of the empty ones, hatched walls of the solid ones.

use bevy::prelude::*;
use bevy_egui::egui::{Color32, Ui};
use glam::DVec3;

use super::{
    background::{BackgroundOverlay, Inputs, Work},
    drawing::Drawing,
    layers::Layer,
    lines::Stroke,
    state::WhichLeaves,
};
use crate::{
    app::{
        input::KeyLabels,
        palette::{Palette, Rgb},
        panel::widgets,
        state::{Command, Overlays},
        words,
    },
    bsp::solid_leaf::{LeafId, LeafTree, OUTSIDE},
    cli::overlays::OverlayKind,
};

/// At most this many cells are drawn at once: those nearest to the eye.
pub(super) const MOST_LEAVES: usize = 800;

const SOLID: Rgb = Rgb(26, 28, 34);

/// Draws the cells of some leaves, that of the eye's leaf and that of the selected one. Of too many, those nearest to `eye`
/// are drawn. The counts are of the leaves asked for; of all where only the eye's and the selected one are drawn.
pub(super) fn drawing(
    tree: &LeafTree,
    which: WhichLeaves,
    eye: DVec3,
    selected: Option<LeafId>,
    palette: Palette,
) -> Drawing {
    let own = tree.locate(eye);
    let asked_for = |id: LeafId| match which {
        WhichLeaves::OfEye => false,
        WhichLeaves::Empty => !tree.is_solid(id),
        WhichLeaves::Solid => tree.is_solid(id),
        WhichLeaves::All => true,
    };
    let mut leaves: Vec<(f64, LeafId)> = (0..tree.leaf_count())
        .filter(|&id| id != OUTSIDE && asked_for(id))
        .filter_map(|id| {
            let bounds = tree.leaf(id)?.bounds;
            Some((bounds.closest_point(eye).distance_squared(eye), id))
        })
        .collect();
    let in_all = leaves.len();
    if in_all > MOST_LEAVES {
        leaves.select_nth_unstable_by(MOST_LEAVES, |a, b| a.0.total_cmp(&b.0));
        leaves.truncate(MOST_LEAVES);
    }
    let special = [Some(own), selected];
    let is_special = |id: LeafId| special.contains(&Some(id));
    let counts = if which == WhichLeaves::OfEye {
        let drawn = (0..tree.leaf_count()).filter(|&id| id != OUTSIDE && is_special(id));
        [drawn.count(), tree.leaf_count().saturating_sub(1) as usize]
    } else {
        [leaves.len(), in_all]
    };
    let mut drawing = Drawing {
        counts,
        ..Drawing::default()
    };
    let mut add = |id: LeafId, stroke: Stroke, fill: Option<(Rgb, f32)>| {
        if id != OUTSIDE {
            drawing.cell(&tree.leaf_cell(id), stroke, fill);
        }
    };
    for &(_, id) in leaves.iter().filter(|&&(_, id)| !is_special(id)) {
        if tree.is_solid(id) {
            add(id, Stroke::new(Rgb(120, 124, 134), 0.8, 1.2), Some((SOLID, 0.5)));
        } else {
            let color = palette.categories()[id as usize % palette.categories().len()];
            add(id, Stroke::new(color, 0.9, 1.6), None);
        }
    }
    let white = Rgb(255, 255, 255);
    add(own, Stroke::new(white, 1.0, 3.0), Some((white, 0.05)));
    if let Some(selected) = selected.filter(|&selected| selected != own) {
        let color = palette.selected();
        add(selected, Stroke::new(color, 1.0, 3.0), Some((color, 0.16)));
    }
    drawing
}

pub(super) struct Leaves;

impl BackgroundOverlay for Leaves {
    const KIND: OverlayKind = OverlayKind::Leaves;
    const LAYER: Layer = Layer::Leaves;
    type Key = (u64, WhichLeaves, Option<LeafId>, IVec3, LeafId, Palette);
    type Answer = ();

    fn request(inputs: &Inputs<'_>) -> Option<(Self::Key, Work<()>)> {
        let built = inputs.leaf_tree.built()?;
        let (which, palette) = (inputs.overlays.which_leaves, inputs.overlays.palette);
        let (tree, selected) = (built.tree.clone(), inputs.chosen.0);
        let eye = inputs.player.position.as_dvec3();
        let key = (
            built.revision,
            which,
            selected,
            inputs.eye_in_steps(2.0),
            tree.locate(eye),
            palette,
        );
        let work = move || (drawing(&tree, which, eye, selected, palette), ());
        Some((key, Box::new(work)))
    }
}

pub(super) fn legend(ui: &mut Ui, counts: [usize; 2], overlays: &Overlays, keys: &KeyLabels) {
    widgets::note(ui, caption(counts, overlays.which_leaves));
    widgets::line_key(ui, Color32::WHITE, 3.0, "the leaf of the eye");
    let text = format!("the selected leaf ({})", keys.of(Command::SelectUnderCrosshair));
    widgets::line_key(ui, widgets::color(overlays.palette.selected()), 3.0, &text);
    if matches!(overlays.which_leaves, WhichLeaves::Solid | WhichLeaves::All) {
        widgets::key(ui, widgets::color(SOLID), "hatched: solid");
    }
    let panel = keys.of(Command::TogglePanel);
    let text = format!("The panel ({panel}) shows the empty leaves, the solid ones or all of them.");
    widgets::note(ui, text);
}

fn caption(counts: [usize; 2], which: WhichLeaves) -> String {
    let (one, many) = match which {
        WhichLeaves::OfEye | WhichLeaves::All => ("leaf", "leaves"),
        WhichLeaves::Empty => ("empty leaf", "empty leaves"),
        WhichLeaves::Solid => ("solid leaf", "solid leaves"),
    };
    let limit = match which {
        WhichLeaves::OfEye => ": those of the eye and of the selection",
        _ if counts[0] < counts[1] => ", the nearest to the eye",
        _ => "",
    };
    format!("{}{limit}.", words::of_all(counts, one, many))
}

pub(super) fn controls(ui: &mut Ui, overlays: &mut Overlays) {
    ui.horizontal_wrapped(|ui| {
        for (which, title) in WhichLeaves::ALL {
            ui.selectable_value(&mut overlays.which_leaves, which, title);
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_caption_says_which_leaves_are_drawn() {
        assert_eq!(
            caption([1, 1_438], WhichLeaves::OfEye),
            "1 of 1,438 leaves: those of the eye and of the selection."
        );
        assert_eq!(
            caption([800, 1_438], WhichLeaves::Solid),
            "800 of 1,438 solid leaves, the nearest to the eye."
        );
    }
}
