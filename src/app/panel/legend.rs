//! The legends: what is being looked at.

use bevy::prelude::*;
use bevy_egui::egui;

use super::{
    captions,
    columns::{Drawn, Scene},
    sphere, widgets,
};
use crate::{
    app::{
        hud::column::{Cards, Title},
        input::KeyLabels,
        leaf_tree::{CullingReport, LeafTreeState},
        overlays::{CurrentTreeStats, OverlayReport, leaves::SOLID, sight::SightAnswer},
        palette::{Palette, Rgb},
        state::{Command, FaceColoring, Overlays, WhichLeaves},
    },
    cli::overlays::OverlayKind,
};

/// The overlays that have a legend, of those that are on. The path is its own legend, and materials need none.
pub(super) fn wanted(overlays: &Overlays) -> Vec<OverlayKind> {
    OverlayKind::ALL
        .into_iter()
        .filter(|&kind| overlays.is_on(kind) && !matches!(kind, OverlayKind::Path | OverlayKind::Materials))
        .collect()
}

/// Draws the legends.
pub(super) fn draw(
    cards: &mut Cards<'_>,
    legends: &[OverlayKind],
    scene: &mut Scene<'_>,
    drawn: &Drawn<'_, '_>,
) {
    let Some(current) = &scene.current else { return };
    let (overlays, report) = (&*scene.overlays, &*drawn.report);
    let mut share = overlays.painter_share;
    for &kind in legends {
        let key = scene.keys.of(Command::Overlay(kind.key()));
        let title = Title {
            id: kind.name(),
            key: &key,
            name: kind.title(),
            note: if report.busy { "…" } else { "" },
            close: None,
        };
        cards.card(title, |ui| match kind {
            OverlayKind::Planes => planes(ui, overlays, report, &scene.keys),
            OverlayKind::Wireframe => wireframe(ui, overlays, &scene.tree_stats),
            OverlayKind::Normals => normals(ui, overlays, report),
            OverlayKind::Cells => cells(ui, overlays, &scene.tree_stats, report, &scene.keys),
            OverlayKind::Collision => {
                let view = drawn
                    .eyes
                    .iter()
                    .next()
                    .map_or(Quat::IDENTITY, |eye| eye.rotation);
                sphere::legend(ui, &drawn.body, view, overlays.palette, current);
            }
            OverlayKind::Visible
            | OverlayKind::Leaves
            | OverlayKind::Portals
            | OverlayKind::Sight
            | OverlayKind::Leak
            | OverlayKind::Painter
                if scene.leaf_tree.built().is_none() =>
            {
                widgets::note(
                    ui,
                    scene
                        .leaf_tree
                        .failure()
                        .unwrap_or("The solid-leaf tree is being built …"),
                );
            }
            OverlayKind::Visible => visible(ui, overlays, &drawn.culling, &scene.keys),
            OverlayKind::Leaves => leaves(ui, overlays, report, &scene.keys),
            OverlayKind::Portals => portals(ui, overlays, report),
            OverlayKind::Sight => sight(ui, overlays, &drawn.sight.answer, &scene.keys),
            OverlayKind::Leak => leak(ui, overlays, &scene.leaf_tree, &scene.keys),
            OverlayKind::Painter => painter(ui, overlays, report, &scene.keys, &mut share),
            _ => faces(ui, overlays, &scene.tree_stats),
        });
    }
    if share != overlays.painter_share {
        scene.overlays.painter_share = share;
    }
}

fn planes(ui: &mut egui::Ui, overlays: &Overlays, report: &OverlayReport, keys: &KeyLabels) {
    widgets::note(ui, captions::planes(report));
    widgets::ramp(ui, overlays.palette, report.plane_depths, report.plane_depths[1]);
    widgets::note(
        ui,
        format!(
            "The arrow points to the front. Plain: you see its front; hatched: its back. {}",
            change_depth(keys)
        ),
    );
}

fn change_depth(keys: &KeyLabels) -> String {
    format!(
        "{} and {} change the depth.",
        keys.of(Command::Shallower),
        keys.of(Command::Deeper)
    )
}

fn faces(ui: &mut egui::Ui, overlays: &Overlays, tree_stats: &CurrentTreeStats) {
    let palette = overlays.palette;
    if overlays.faces == FaceColoring::Depth {
        widgets::ramp(
            ui,
            palette,
            tree_stats.stats.usual_depths(),
            tree_stats.stats.deepest(),
        );
    } else {
        categories(ui, palette);
    }
    widgets::note(ui, captions::faces(overlays.faces, &tree_stats.statistics));
}

/// The colours of things that are only told apart.
fn categories(ui: &mut egui::Ui, palette: Palette) {
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 2.0;
        for &rgb in palette.categories() {
            widgets::swatch(ui, widgets::color(rgb));
        }
    });
}

fn wireframe(ui: &mut egui::Ui, overlays: &Overlays, tree_stats: &CurrentTreeStats) {
    widgets::note(ui, captions::wireframe(&tree_stats.statistics));
    let over_level = overlays.faces == FaceColoring::Material;
    let (edge, cut) = if over_level {
        (Rgb(235, 240, 245), overlays.palette.contact())
    } else {
        (Rgb(90, 96, 106), Rgb(255, 255, 255))
    };
    widgets::line_key(ui, widgets::color(edge), 1.4, "edge of a source triangle");
    widgets::line_key(ui, widgets::color(cut), 2.2, "cut that the tree made");
}

fn normals(ui: &mut egui::Ui, overlays: &Overlays, report: &OverlayReport) {
    widgets::note(ui, captions::normals(report));
    widgets::line_key(
        ui,
        widgets::color(overlays.palette.front()),
        2.0,
        "on the front of a face; the tip is white",
    );
}

fn cells(
    ui: &mut egui::Ui,
    overlays: &Overlays,
    tree_stats: &CurrentTreeStats,
    report: &OverlayReport,
    keys: &KeyLabels,
) {
    let depth = overlays.cell_depth.min(tree_stats.stats.deepest());
    widgets::note(ui, captions::cells(report, depth));
    widgets::line_key(ui, egui::Color32::WHITE, 3.0, "the cell of the eye");
    widgets::note(ui, change_depth(keys));
}

fn visible(ui: &mut egui::Ui, overlays: &Overlays, culling: &CullingReport, keys: &KeyLabels) {
    categories(ui, overlays.palette);
    widgets::note(ui, captions::visible(culling));
    widgets::note(
        ui,
        format!(
            "{} culls what cannot be seen, {} freezes the culling.",
            keys.of(Command::NextCulling),
            keys.of(Command::ToggleFrozenCulling)
        ),
    );
}

fn leaves(ui: &mut egui::Ui, overlays: &Overlays, report: &OverlayReport, keys: &KeyLabels) {
    widgets::note(ui, captions::leaves(report, overlays.which_leaves));
    widgets::line_key(ui, egui::Color32::WHITE, 3.0, "the leaf of the eye");
    widgets::line_key(
        ui,
        widgets::color(overlays.palette.selected()),
        3.0,
        &format!("the selected leaf ({})", keys.of(Command::SelectUnderCrosshair)),
    );
    if matches!(overlays.which_leaves, WhichLeaves::Solid | WhichLeaves::All) {
        widgets::key(ui, widgets::color(SOLID), "hatched: solid");
    }
    widgets::note(
        ui,
        format!(
            "The panel ({}) shows the empty leaves, the solid ones or all of them.",
            keys.of(Command::TogglePanel)
        ),
    );
}

fn portals(ui: &mut egui::Ui, overlays: &Overlays, report: &OverlayReport) {
    widgets::note(ui, captions::portals(report));
    let palette = overlays.palette;
    widgets::key(
        ui,
        widgets::color(palette.selected()),
        "of the leaf that the eye is in",
    );
    widgets::key(ui, widgets::color(palette.front()), "between other empty leaves");
    widgets::key(ui, widgets::color(palette.contact()), "to the outside");
}

fn sight(ui: &mut egui::Ui, overlays: &Overlays, answer: &SightAnswer, keys: &KeyLabels) {
    let palette = overlays.palette;
    widgets::note(
        ui,
        captions::sight(answer, &keys.of(Command::SelectUnderCrosshair)),
    );
    match answer {
        SightAnswer::Seen { .. } => {
            let line = widgets::color(palette.front());
            widgets::line_key(ui, line, 3.0, "the line and its portals");
        }
        SightAnswer::Hidden { connected: true, .. } => {
            let chain = widgets::color(palette.back());
            widgets::line_key(ui, chain, 3.0, "the chain that came nearest");
            widgets::key(
                ui,
                widgets::color(palette.contact()),
                "the portal that cannot be seen through it",
            );
        }
        _ => {}
    }
}

fn leak(ui: &mut egui::Ui, overlays: &Overlays, leaf_tree: &LeafTreeState, keys: &KeyLabels) {
    let Some(built) = leaf_tree.built() else {
        widgets::note(ui, "The solid-leaf tree is not built yet.");
        return;
    };
    let leak = built.leak.as_ref();
    widgets::note(ui, captions::leak(leak, built.spawn_is_empty));
    if leak.is_none() {
        return;
    }
    let path = widgets::color(overlays.palette.contact());
    widgets::line_key(ui, path, 3.0, "the shortest path out");
    widgets::line_key(ui, egui::Color32::WHITE, 3.0, "the hole");
    widgets::note(
        ui,
        format!(
            "{} follows it, {} goes back.",
            keys.of(Command::AlongLeak),
            keys.of(Command::BackAlongLeak)
        ),
    );
}

fn painter(
    ui: &mut egui::Ui,
    overlays: &Overlays,
    report: &OverlayReport,
    keys: &KeyLabels,
    share: &mut f32,
) {
    widgets::note(ui, captions::painter(report, overlays.painter_by_leaf));
    ui.spacing_mut().slider_width = ui.available_width();
    ui.add(egui::Slider::new(share, 0.0..=1.0).show_value(false))
        .on_hover_text("How much of the order is drawn, from the far end on.");
    if report.painted[0] < report.painted[1] {
        widgets::key(ui, widgets::color(overlays.palette.selected()), "painted last");
    }
    widgets::note(
        ui,
        format!(
            "{} and {} go back and forth in the order.",
            keys.of(Command::Shallower),
            keys.of(Command::Deeper)
        ),
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_overlay_but_materials_and_path_has_a_legend() {
        assert_eq!(wanted(&Overlays::none()), []);
        for kind in OverlayKind::ALL {
            let mut overlays = Overlays::none();
            overlays.set(kind, true);
            let expected = if matches!(kind, OverlayKind::Path | OverlayKind::Materials) {
                vec![]
            } else {
                vec![kind]
            };
            assert_eq!(wanted(&overlays), expected, "{kind}");
        }
    }
}
