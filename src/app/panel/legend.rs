//! The legends: what is being looked at.

use bevy::prelude::*;
use bevy_egui::egui;

use super::{
    columns::{Drawn, Scene},
    sphere, widgets,
};
use crate::{
    app::{
        hud::column::{Cards, Title},
        input::KeyLabels,
        overlays::{Known, OverlayReport, leaves::SOLID, sight::SightAnswer},
        palette::Rgb,
        rooms::{CullingReport, Rooms},
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
pub(super) fn draw(cards: &mut Cards<'_>, legends: &[OverlayKind], scene: &Scene<'_>, drawn: &Drawn<'_, '_>) {
    let Some(shown) = &scene.shown else { return };
    let (overlays, report) = (&*scene.overlays, &*drawn.report);
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
            OverlayKind::Wireframe => wireframe(ui, overlays),
            OverlayKind::Normals => normals(ui, overlays, report),
            OverlayKind::Cells => cells(ui, overlays, &scene.known, report),
            OverlayKind::Collision => {
                let view = drawn
                    .eyes
                    .iter()
                    .next()
                    .map_or(Quat::IDENTITY, |eye| eye.rotation);
                sphere::legend(ui, &drawn.body, view, overlays.palette, shown);
            }
            OverlayKind::Visible
            | OverlayKind::Leaves
            | OverlayKind::Portals
            | OverlayKind::Sight
            | OverlayKind::Leak
            | OverlayKind::Painter
                if scene.rooms.made().is_none() =>
            {
                widgets::note(
                    ui,
                    scene
                        .rooms
                        .failure()
                        .unwrap_or("The solid-leaf tree is being built …"),
                );
            }
            OverlayKind::Visible => visible(ui, overlays, &drawn.culling, &scene.keys),
            OverlayKind::Leaves => leaves(ui, overlays, report, &scene.keys),
            OverlayKind::Portals => portals(ui, overlays, report),
            OverlayKind::Sight => sight(ui, overlays, &drawn.sight.answer, &scene.keys),
            OverlayKind::Leak => leak(ui, overlays, &scene.rooms, &scene.keys),
            OverlayKind::Painter => painter(ui, overlays, report, &scene.keys),
            _ => faces(ui, overlays, &scene.known),
        });
    }
}

/// "400 of 12,033 planes", "1 plane", or "31 planes" where all of them are drawn.
fn of_all([drawn, all]: [usize; 2], what: &str) -> String {
    let all_counted = widgets::counted(all as u64, what);
    if drawn < all {
        format!("{} of {all_counted}", widgets::count(drawn as u64))
    } else {
        all_counted
    }
}

fn planes(ui: &mut egui::Ui, overlays: &Overlays, report: &OverlayReport, keys: &KeyLabels) {
    let [drawn, all] = report.planes;
    let text = if report.planes_of_selection {
        let which = if drawn < all { ", the nearest to it" } else { "" };
        format!(
            "{}, of the selected node and those above it{which}.",
            of_all([drawn, all], "plane")
        )
    } else if drawn < all {
        format!("{}, the shallowest first.", of_all([drawn, all], "plane"))
    } else {
        format!("{}, each clipped to its cell.", of_all([drawn, all], "plane"))
    };
    widgets::note(ui, text);
    widgets::ramp(ui, overlays.palette, report.plane_depths, report.plane_depths[1]);
    widgets::note(
        ui,
        format!(
            "The arrow points to the front. Plain: you see its front; hatched: its back. {} and {} change the depth.",
            keys.of(Command::Shallower),
            keys.of(Command::Deeper)
        ),
    );
}

fn faces(ui: &mut egui::Ui, overlays: &Overlays, known: &Known) {
    let palette = overlays.palette;
    match overlays.faces {
        FaceColoring::Depth => {
            widgets::note(ui, "Depth of the node that stores the face.");
            widgets::ramp(ui, palette, known.facts.usual_depths(), known.facts.deepest());
        }
        coloring => {
            ui.horizontal(|ui| {
                ui.spacing_mut().item_spacing.x = 2.0;
                for &rgb in palette.categories() {
                    widgets::swatch(ui, widgets::color(rgb));
                }
            });
            widgets::note(ui, coloring.kind().description());
        }
    }
}

fn wireframe(ui: &mut egui::Ui, overlays: &Overlays) {
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
    let [drawn, all] = report.normals;
    let which = if drawn < all {
        ", those of the largest fragments"
    } else {
        ""
    };
    widgets::note(
        ui,
        format!("{}{which}. Far ones fade.", of_all([drawn, all], "normal")),
    );
    widgets::line_key(
        ui,
        widgets::color(overlays.palette.front()),
        2.0,
        "stands on the front of a face; its tip is white",
    );
}

fn cells(ui: &mut egui::Ui, overlays: &Overlays, known: &Known, report: &OverlayReport) {
    let depth = overlays.cell_depth.min(known.facts.deepest());
    widgets::note(
        ui,
        format!(
            "{} at depth {depth}: the convex regions that the planes above it divide space into.",
            of_all(report.cells, "cell")
        ),
    );
    widgets::line_key(ui, egui::Color32::WHITE, 3.0, "the one that the eye is in");
}

fn visible(ui: &mut egui::Ui, overlays: &Overlays, culling: &CullingReport, keys: &KeyLabels) {
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 2.0;
        for &rgb in overlays.palette.categories() {
            widgets::swatch(ui, widgets::color(rgb));
        }
    });
    let [all, _, seen] = culling.drawn;
    let text = if culling.known {
        format!(
            "A colour for each leaf that can be seen from here: {} of {} in view. The rest is grey; {} leaves it out, {} \
             freezes that.",
            widgets::count(seen.leaves),
            widgets::counted(all.leaves, "leaf"),
            keys.of(Command::NextCulling),
            keys.of(Command::ToggleFrozenCulling)
        )
    } else {
        "The eye is in solid or outside: nothing is known to be hidden from there.".to_owned()
    };
    widgets::note(ui, text);
}

fn leaves(ui: &mut egui::Ui, overlays: &Overlays, report: &OverlayReport, keys: &KeyLabels) {
    if overlays.which_leaves != WhichLeaves::OfEye {
        let near = if report.leaves[0] < report.leaves[1] {
            ", the nearest ones"
        } else {
            ""
        };
        widgets::note(ui, format!("{}{near}.", of_all(report.leaves, "leaf")));
    }
    widgets::line_key(ui, egui::Color32::WHITE, 3.0, "the leaf that the eye is in");
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
            "The panel ({}) chooses which leaves.",
            keys.of(Command::TogglePanel)
        ),
    );
}

fn portals(ui: &mut egui::Ui, overlays: &Overlays, report: &OverlayReport) {
    let near = if report.portals[0] < report.portals[1] {
        ", the nearest ones"
    } else {
        ""
    };
    widgets::note(ui, format!("{}{near}.", of_all(report.portals, "portal")));
    let palette = overlays.palette;
    widgets::key(
        ui,
        widgets::color(palette.selected()),
        "opens the leaf that the eye is in",
    );
    widgets::key(ui, widgets::color(palette.front()), "between other empty leaves");
    widgets::key(ui, widgets::color(palette.contact()), "to the outside");
}

fn sight(ui: &mut egui::Ui, overlays: &Overlays, answer: &SightAnswer, keys: &KeyLabels) {
    let palette = overlays.palette;
    let line = |color: Rgb| widgets::color(color);
    match answer {
        SightAnswer::Nothing => widgets::note(
            ui,
            format!(
                "Select a leaf: point at a face and press {}. The line starts in the leaf that the eye is in.",
                keys.of(Command::SelectUnderCrosshair)
            ),
        ),
        SightAnswer::Same { leaf } => {
            widgets::note(
                ui,
                format!("The eye is in leaf {leaf}, the selected one: go to another, or select another."),
            );
        }
        SightAnswer::Seen {
            leaves: [from, to],
            length,
            portals,
        } => {
            widgets::note(
                ui,
                format!(
                    "Leaf {from} sees leaf {to}: a straight line of {} leads through {}.",
                    widgets::metres(*length),
                    widgets::counted(*portals as u64, "portal")
                ),
            );
            widgets::line_key(ui, line(palette.front()), 3.0, "the line and its portals");
        }
        SightAnswer::Hidden {
            leaves: [from, to],
            portals,
            connected,
            known,
        } => {
            let why = if *connected {
                format!(
                    "the view ends after {}, before the next one",
                    widgets::counted(*portals as u64, "portal")
                )
            } else {
                "no chain of portals leads there".to_owned()
            };
            let coarse = if *known {
                ""
            } else {
                " The PVS, which is coarser, counts it as visible."
            };
            widgets::note(ui, format!("Leaf {from} cannot see leaf {to}: {why}.{coarse}"));
            if *connected {
                widgets::line_key(ui, line(palette.back()), 3.0, "the chain that came nearest");
                widgets::key(
                    ui,
                    line(palette.contact()),
                    "the portal that cannot be seen through it",
                );
            }
        }
        SightAnswer::Unknown { leaves: [from, to] } => widgets::note(
            ui,
            format!(
                "Leaf {from} may see leaf {to}: neither a line was found nor a proof that there is none."
            ),
        ),
    }
}

fn leak(ui: &mut egui::Ui, overlays: &Overlays, rooms: &Rooms, keys: &KeyLabels) {
    let Some(leak) = rooms.made().and_then(|made| made.leak.as_ref()) else {
        widgets::note(ui, "Sealed: no path leads from the spawn to the outside.");
        return;
    };
    widgets::note(
        ui,
        format!(
            "The level leaks: the spawn is connected to the outside, by {} through {}.",
            widgets::metres(leak.length()),
            widgets::counted(leak.portals.len() as u64, "portal")
        ),
    );
    widgets::line_key(
        ui,
        widgets::color(overlays.palette.contact()),
        3.0,
        "the shortest path out",
    );
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

fn painter(ui: &mut egui::Ui, overlays: &Overlays, report: &OverlayReport, keys: &KeyLabels) {
    let what = if overlays.painter_by_leaf { "leaf" } else { "node" };
    widgets::note(
        ui,
        format!(
            "{} with faces, from far to near, each painted over the ones before, without a depth buffer.",
            of_all(report.painted, what)
        ),
    );
    widgets::key(ui, widgets::color(overlays.palette.selected()), "painted last");
    widgets::note(
        ui,
        format!(
            "The slider in the panel ({}) goes through the order.",
            keys.of(Command::TogglePanel)
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

    #[test]
    fn a_limit_is_told_and_one_is_not_many() {
        assert_eq!(of_all([400, 12_033], "plane"), "400 of 12,033 planes");
        assert_eq!(of_all([31, 31], "plane"), "31 planes");
        assert_eq!(of_all([1, 1], "plane"), "1 plane");
        assert_eq!(of_all([0, 0], "leaf"), "0 leaves");
        assert_eq!(of_all([1, 1], "leaf"), "1 leaf");
        assert_eq!(of_all([1, 2], "leaf"), "1 of 2 leaves");
    }
}
