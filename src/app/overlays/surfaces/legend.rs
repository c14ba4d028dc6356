//! The legends of the colours of the faces and of the wireframe.

use bevy_egui::egui::Ui;

use super::Look;
use crate::{
    app::{
        input::KeyLabels,
        leaf_tree::CullingReport,
        overlays::tree_stats::CurrentTreeStats,
        palette::{Palette, Rgb},
        panel::widgets,
        state::{Command, Overlays},
        words::{self, counted},
    },
    bsp::Statistics,
    cli::overlays::OverlayKind,
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
    palette: Palette,
    keys: &KeyLabels,
) {
    categories(ui, palette);
    let [all, _, seen] = culling.drawn;
    let text = if culling.known {
        let counts = [seen.leaves as usize, all.leaves as usize];
        let leaves = words::of_all(counts, "empty leaf", "empty leaves");
        let are = if seen.leaves == 1 { "is" } else { "are" };
        format!(
            "{leaves} may be seen from the eye's leaf (PVS) and {are} in view, each with its own colour. The rest is grey."
        )
    } else {
        "The eye is in solid or outside of the level: the PVS hides nothing from there.".to_owned()
    };
    widgets::note(ui, text);
    let [cull, freeze] = [Command::NextCulling, Command::ToggleFrozenCulling].map(|command| keys.of(command));
    widgets::note(
        ui,
        format!("{cull} culls what cannot be seen, {freeze} freezes the culling."),
    );
}
