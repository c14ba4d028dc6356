//! `shot --with-plan`: the first-person view and the plan side by side. In the plan, lines show the planes of the
//! selected node and of the root.

use bspwalk_session::{tree_args::TreeArgs, view::View, view_args::ViewArgs};
use bspwalk_text::text;
use image::RgbImage;

use super::{error::CliError, shot_args::ShotOptions, shot_parts, shot_scene::ShotScene};

/// Width of the plan, as a fraction of the picture's width.
const PLAN: f32 = 0.36;

/// Draws the picture.
///
/// # Errors
/// Returns a [`CliError`] if the options are incompatible or the level cannot be opened.
pub(super) fn picture(shot: &ShotOptions, args: &TreeArgs) -> Result<RgbImage, CliError> {
    if shot.vector_format().is_some() {
        return Err(CliError::Failed(text!("usage-plan-png").to_owned()));
    }
    if shot.at.view != View::Eye {
        return Err(CliError::Failed(text!("usage-plan-view").to_owned()));
    }
    let (width, height) = (shot.size.width, shot.size.height);
    let of_plan = (width as f32 * PLAN) as u32;
    if of_plan == 0 {
        return Err(CliError::Failed(text!("usage-plan-width").to_owned()));
    }
    let plan = ShotOptions {
        at: ViewArgs {
            view: View::Plan,
            orbit: None,
            ..shot.at.clone()
        },
        ..shot.clone()
    };
    let shown = ShotScene::open(shot, args)?;
    let tree = &shown.opened.tree;
    let widths = [width - of_plan, of_plan];
    let mut parts = Vec::with_capacity(2);
    for (shot, width) in [shot, &plan].into_iter().zip(widths) {
        let mut picture = shown.picture(shot, (tree, &shown.figures), [width, height])?;
        picture.paint_heat();
        picture.draw_over(shot.legend && parts.is_empty());
        parts.push(picture.image());
    }
    Ok(shot_parts::side_by_side([width, height], [&parts[0], &parts[1]]))
}
