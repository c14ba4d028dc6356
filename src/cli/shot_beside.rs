//! `shot --beside`: query costs in the trees of two rules, as the two halves of a picture.

use std::sync::Arc;

use bspwalk_explain::duel::Contestant;
use bspwalk_overlays::{
    heat,
    heat_beside::HeatBeside,
    paint::software::{Canvas, Depths},
    shown,
    tree_stats::TreeFigures,
};
use bspwalk_session::{
    OpenError,
    overlays::{OverlayKind, Overlays},
    tree_args::TreeArgs,
};
use bspwalk_text::text;
use bspwalk_trees::{BuildParams, NodeTree};
use image::RgbImage;

use super::{
    error::CliError,
    shot_args::ShotOptions,
    shot_parts,
    shot_scene::{ShotScene, ShotView, surfaces},
};

/// Tree, faces and overlays of one half of the picture, before its heat map is drawn.
struct Half {
    tree: Arc<NodeTree>,
    pixels: Vec<u32>,
    over: shown::OverlayDrawings,
}

/// Draws the picture. Also returns a sentence about which tree is better.
///
/// # Errors
/// Returns a [`CliError`] if the options are incompatible or a tree cannot be built.
pub(super) fn picture(
    shot: &ShotOptions,
    args: &TreeArgs,
    other: &BuildParams,
) -> Result<(RgbImage, String), CliError> {
    check(shot)?;
    let shown = ShotScene::open(shot, args)?;
    let opened = &shown.opened;
    let other = BuildParams {
        seed: opened.params.nodes.seed,
        max_fragments: opened.params.nodes.max_fragments,
        ..*other
    };
    let progress = Arc::default();
    let (right, _) = bspwalk_compile::node_tree(&opened.level, &other, &progress)
        .map_err(|error| OpenError::compile(&shot.level, error))?;
    let rules = [opened.params.nodes, other];
    let size = [shot.size.width / 2, shot.size.height];
    let seen = ShotView::new(shot, &shown, size);
    let mut halves = Vec::with_capacity(2);
    for tree in [&opened.tree, &right] {
        let figures = Arc::new(TreeFigures::new(tree));
        let painted = shown.depth_sorting_tree(tree, seen.coloring)?;
        halves.push(Half {
            tree: Arc::clone(painted),
            pixels: shown.faces(tree, &seen, painted),
            over: shown.draw_overlays((tree, &figures), &seen, shot.at.select_leaf),
        });
    }
    let heats: Vec<_> = halves
        .iter_mut()
        .filter_map(|half| half.over.heat.take())
        .collect();
    let heats = heats.try_into().map_err(|_| nothing_to_compare())?;
    let names = rules.map(|params| format!("`{}`", Contestant::Nodes(params)));
    let beside = HeatBeside::new(heats, names);
    for (which, half) in halves.iter_mut().enumerate() {
        draw(half, &shown, &seen, (&beside, which));
    }
    let whole = [shot.size.width, shot.size.height];
    let parts = [0, 1].map(|which: usize| (size[0], halves[which].pixels.as_slice()));
    let picture = shot_parts::side_by_side(whole, parts);
    Ok((picture, beside.sentence()))
}

/// Draws the heat map of a half and its overlays.
fn draw(half: &mut Half, shown: &ShotScene, seen: &ShotView, (beside, which): (&HeatBeside, usize)) {
    let palette = shown.overlays.palette;
    let screen = &seen.screen;
    let heat = &beside.heats[which];
    heat.paint(palette, screen.size[0], &mut half.pixels);
    let surfaces = surfaces(&shown.opened.level, &half.tree);
    let depths = Depths::new(&surfaces, screen.camera(), screen.size);
    let mut canvas = Canvas::new(screen, &depths, &mut half.pixels);
    canvas.draw(half.over.layers.passes());
    canvas.labels(&half.over.labels);
    canvas.heading(&beside.heading(which, palette));
    // Both halves share one colour scale, so it is drawn only once.
    if which == 0 {
        canvas.scale(&heat.scale(palette));
    }
}

/// Checks, before any work starts, that there is a quantity to compare and that the picture is wide enough.
fn check(shot: &ShotOptions) -> Result<(), CliError> {
    if shot.vector_format().is_some() {
        return Err(CliError::Failed(text!("usage-beside-png").to_owned()));
    }
    if shot.size.width < 2 {
        return Err(CliError::Failed(text!("usage-beside-width").to_owned()));
    }
    let overlays: Overlays = shot.at.overlays();
    let mut measured = OverlayKind::ALL.into_iter().filter(|&kind| overlays.is_on(kind));
    let measure = measured.find_map(heat::measure);
    if measure.is_some_and(heat::Measure::is_of_nodes) {
        Ok(())
    } else {
        Err(nothing_to_compare())
    }
}

fn nothing_to_compare() -> CliError {
    let compared = OverlayKind::ALL
        .into_iter()
        .filter(|&kind| heat::measure(kind).is_some_and(heat::Measure::is_of_nodes))
        .map(OverlayKind::name);
    let names: Vec<&str> = compared.collect();
    CliError::Failed(text!("usage-beside-show", names = names.join(", ")))
}
