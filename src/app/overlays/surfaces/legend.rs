//! The legends of the colours of the faces and of the wireframe.

use bevy_egui::egui::Ui;
use bspwalk_session::overlays::OverlayKind;
use bspwalk_trees::Statistics;

use super::Look;
use crate::app::{
    input::KeyLabels,
    leaf_tree::CullingReport,
    overlays::tree_stats::CurrentTreeStats,
    palette::{Palette, Rgb},
    panel::widgets,
    state::{Command, Overlays},
    words::{self, counted},
};

/// The legend of an overlay that colours the faces by the node-storing tree.
pub(in crate::app::overlays) fn faces(
    ui: &mut Ui,
    kind: OverlayKind,
    palette: Palette,
    tree_stats: &CurrentTreeStats,
) {
    if kind == OverlayKind::Depth {
        let stats = &tree_stats.stats;
        widgets::ramp(ui, palette, stats.usual_depths(), stats.deepest());
    } else {
        categories(ui, palette);
    }
    widgets::note(ui, caption(kind, &tree_stats.statistics));
}

fn caption(kind: OverlayKind, figures: &Statistics) -> String {
    let triangles = counted(figures.triangles, "triangle");
    let fragments = counted(figures.fragments, "fragment");
    let nodes = counted(figures.nodes, "node");
    match kind {
        OverlayKind::Nodes => format!(
            "{triangles} stored in {nodes}. Those in the same node lie on one splitting plane and share a colour."
        ),
        OverlayKind::Depth => {
            format!(
                "{triangles} stored in {nodes}. The colour is the depth of the node that stores the face."
            )
        }
        OverlayKind::Triangles => {
            format!(
                "{triangles} cut into {fragments}. The fragments of the same source triangle share a colour."
            )
        }
        _ => {
            format!(
                "{fragments} of {triangles}: each piece that the splitting planes cut has its own colour."
            )
        }
    }
}

/// The colours of things that are only told apart.
fn categories(ui: &mut Ui, palette: Palette) {
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 2.0;
        for &rgb in palette.categories() {
            widgets::swatch(ui, widgets::color(rgb));
        }
    });
}

pub(in crate::app::overlays) fn wireframe(ui: &mut Ui, overlays: &Overlays, figures: &Statistics) {
    let fragments = counted(figures.fragments, "fragment");
    let triangles = counted(figures.triangles, "triangle");
    widgets::note(ui, format!("The edges of {fragments} of {triangles}."));
    let [mut edge, cut] = Look::of(overlays).edges();
    if overlays.coloring() != OverlayKind::Materials {
        // Dark edges would not be seen on the card.
        edge = Rgb(90, 96, 106);
    }
    widgets::line_key(ui, widgets::color(edge), 1.4, "edge of a source triangle");
    widgets::line_key(ui, widgets::color(cut), 2.2, "cut that the tree made");
}

/// The legend of the faces coloured by visible leaf.
pub(in crate::app::overlays) fn visible(
    ui: &mut Ui,
    culling: &CullingReport,
    is_model: bool,
    palette: Palette,
    keys: &KeyLabels,
) {
    if !is_model {
        categories(ui, palette);
    }
    let [all, _, seen] = culling.drawn.map(|drawn| drawn.leaves as usize);
    let counts = culling.known.then_some([seen, all]);
    widgets::note(ui, visible_caption(counts, is_model));
    let [cull, freeze] = [Command::NextCulling, Command::ToggleFrozenCulling].map(|command| keys.of(command));
    widgets::note(
        ui,
        format!("{cull} culls what cannot be seen, {freeze} freezes the culling."),
    );
}

/// How many leaves are seen and in view, of how many; none where the PVS hides nothing. In the model they are lit and the
/// rest is dark.
fn visible_caption(counts: Option<[usize; 2]>, is_model: bool) -> String {
    let Some([seen, all]) = counts else {
        return "The eye is in solid or outside of the level: the PVS hides nothing from there.".to_owned();
    };
    let leaves = words::of_all([seen, all], "empty leaf", "empty leaves");
    let are = if seen == 1 { "is" } else { "are" };
    let [seen_as, rest_as] = if is_model {
        ["lit", "Dark"]
    } else {
        ["each with its own colour", "Grey"]
    };
    let rest = match all - seen.min(all) {
        0 => "None is hidden.".to_owned(),
        rest => format!(
            "{rest_as}: {}, hidden or out of view.",
            words::counted(rest as u64, "other")
        ),
    };
    format!("{leaves} may be seen from the eye's leaf (PVS) and {are} in view, {seen_as}. {rest}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_caption_says_how_many_leaves_are_seen_and_how_many_not() {
        let caption = visible_caption(Some([12, 40]), false);
        assert!(
            caption.starts_with("12 of 40 empty leaves may be seen"),
            "{caption}"
        );
        assert!(
            caption.ends_with("Grey: 28 others, hidden or out of view."),
            "{caption}"
        );
        let model = visible_caption(Some([12, 40]), true);
        assert!(
            model.ends_with("in view, lit. Dark: 28 others, hidden or out of view."),
            "{model}"
        );
        assert!(visible_caption(Some([40, 40]), false).ends_with("None is hidden."));
        assert!(visible_caption(None, true).contains("hides nothing"));
    }
}
