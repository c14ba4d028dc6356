//! `shot --beside`: query costs in the trees of two rules, as the two halves of a picture.

use std::sync::Arc;

use bspwalk_explain::duel::Contestant;
use bspwalk_overlays::{heat::Measure, heat_beside::HeatBeside, tree_stats::TreeFigures};
use bspwalk_session::{OpenError, tree_args::TreeArgs};
use bspwalk_text::text;
use bspwalk_trees::BuildParams;
use image::RgbImage;

use super::{
    error::CliError,
    shot_args::ShotOptions,
    shot_figures::{measure, names_of_measures},
    shot_parts,
    shot_scene::ShotScene,
};

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
    let figures = Arc::new(TreeFigures::new(&right));
    let mut halves = Vec::with_capacity(2);
    for tree in [(&opened.tree, &shown.figures), (&right, &figures)] {
        halves.push(shown.picture(shot, tree, size)?);
    }
    let heats: Vec<_> = halves
        .iter_mut()
        .filter_map(|half| half.over.heat.take())
        .collect();
    let heats = heats.try_into().map_err(|_| nothing_to_compare())?;
    let names = rules.map(|params| format!("`{}`", Contestant::Nodes(params)));
    let beside = HeatBeside::new(heats, names);
    let palette = shown.overlays.palette;
    for (which, half) in halves.iter_mut().enumerate() {
        let heat = &beside.heats[which];
        heat.paint(palette, size[0], &mut half.pixels);
        half.draw(|canvas, over| {
            canvas.draw(over.layers.passes());
            canvas.labels(&over.labels);
            canvas.heading(&beside.heading(which, palette));
            // Both halves share one colour scale, so it is drawn only once.
            if which == 0 {
                canvas.scale(&heat.scale(palette));
            }
        });
    }
    let whole = [shot.size.width, shot.size.height];
    let picture = shot_parts::side_by_side(whole, [&halves[0].image(), &halves[1].image()]);
    Ok((picture, beside.sentence()))
}

/// Checks, before any work starts, that there is a quantity to compare and that the picture is wide enough.
fn check(shot: &ShotOptions) -> Result<(), CliError> {
    if shot.vector_format().is_some() {
        return Err(CliError::Failed(text!("usage-beside-png").to_owned()));
    }
    if shot.size.width < 2 {
        return Err(CliError::Failed(text!("usage-beside-width").to_owned()));
    }
    match measure(shot) {
        Some(measure) if measure.is_of_nodes() => Ok(()),
        _ => Err(nothing_to_compare()),
    }
}

fn nothing_to_compare() -> CliError {
    let names = names_of_measures(Measure::is_of_nodes);
    CliError::Failed(text!("usage-beside-show", names))
}
