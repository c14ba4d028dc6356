//! The legends: what is being looked at.

use bevy::prelude::*;
use bevy_egui::{EguiContexts, egui};
use egui::{Align2, Id, Order, RichText};

use super::{FreeArea, sphere, widgets};
use crate::{
    app::{
        hud::style,
        overlays::{
            Body, Known, OverlayReport,
            leaves::SOLID,
            sight::{Sight, SightAnswer},
        },
        palette::Rgb,
        rooms::{CullingReport, Rooms},
        state::{Eye, FaceColoring, Overlays, Selection, Shown, WhichLeaves},
    },
    cli::overlays::OverlayKind,
};

/// Width of the legends, in points.
const WIDTH: f32 = 262.0;

pub(super) fn draw(
    mut contexts: EguiContexts,
    free: Res<FreeArea>,
    overlays: Res<Overlays>,
    selection: Res<Selection>,
    shown: Option<Res<Shown>>,
    (known, culling, rooms, sight): (Res<Known>, Res<CullingReport>, Res<Rooms>, Res<Sight>),
    report: Res<OverlayReport>,
    body: Res<Body>,
    eyes: Query<&Transform, With<Eye>>,
) -> Result {
    let legends = wanted(&overlays, &selection);
    let Some(shown) = shown.filter(|_| !legends.is_empty()) else {
        return Ok(());
    };
    let context = contexts.ctx_mut()?;
    egui::Area::new(Id::new("legends"))
        .order(Order::Background)
        .interactable(false)
        .constrain_to(free.0)
        .anchor(Align2::RIGHT_BOTTOM, egui::vec2(-14.0, -14.0))
        .show(context, |ui| {
            style::card().show(ui, |ui| {
                ui.set_width(WIDTH);
                ui.spacing_mut().item_spacing.y = 4.0;
                for (place, legend) in legends.into_iter().enumerate() {
                    if place > 0 {
                        ui.add_space(5.0);
                    }
                    title(ui, legend);
                    match legend {
                        Legend::Overlay(OverlayKind::Planes) => planes(ui, &overlays, &report),
                        Legend::Overlay(OverlayKind::Wireframe) => wireframe(ui, &overlays),
                        Legend::Overlay(OverlayKind::Normals) => normals(ui, &overlays, &report),
                        Legend::Overlay(OverlayKind::Cells) => cells(ui, &overlays, &known, &report),
                        Legend::Overlay(OverlayKind::Collision) => {
                            let view = eyes.iter().next().map_or(Quat::IDENTITY, |eye| eye.rotation);
                            sphere::legend(ui, &body, view, overlays.palette, &shown);
                        }
                        Legend::Overlay(
                            OverlayKind::Visible
                            | OverlayKind::Leaves
                            | OverlayKind::Portals
                            | OverlayKind::Sight
                            | OverlayKind::Leak
                            | OverlayKind::Painter,
                        ) if rooms.made().is_none() => {
                            widgets::note(ui, rooms.failure().unwrap_or("The rooms are being made …"));
                        }
                        Legend::Overlay(OverlayKind::Visible) => visible(ui, &overlays, &culling),
                        Legend::Overlay(OverlayKind::Leaves) => leaves(ui, &overlays, &report),
                        Legend::Overlay(OverlayKind::Portals) => portals(ui, &overlays, &report),
                        Legend::Overlay(OverlayKind::Sight) => self::sight(ui, &overlays, &sight.answer),
                        Legend::Overlay(OverlayKind::Leak) => leak(ui, &overlays, &rooms),
                        Legend::Overlay(OverlayKind::Painter) => painter(ui, &overlays, &report),
                        Legend::Overlay(_) => faces(ui, &overlays, &known),
                        Legend::Selection => selected(ui, &overlays),
                    }
                }
                if report.busy {
                    ui.horizontal(|ui| {
                        ui.add(egui::Spinner::new().size(12.0));
                        widgets::note(ui, "being made …");
                    });
                }
            });
        });
    Ok(())
}

/// What there is a legend for.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Legend {
    Overlay(OverlayKind),
    Selection,
}

/// The legends of what is shown. The path is its own legend, and materials need none.
fn wanted(overlays: &Overlays, selection: &Selection) -> Vec<Legend> {
    let mut legends: Vec<Legend> = OverlayKind::ALL
        .into_iter()
        .filter(|&kind| overlays.is_on(kind) && !matches!(kind, OverlayKind::Path | OverlayKind::Materials))
        .map(Legend::Overlay)
        .collect();
    if selection.node.is_some() {
        legends.push(Legend::Selection);
    }
    legends
}

fn title(ui: &mut egui::Ui, legend: Legend) {
    ui.horizontal(|ui| {
        let name = match legend {
            Legend::Overlay(kind) => {
                style::key(ui, &kind.key().to_string());
                kind.title()
            }
            Legend::Selection => {
                style::key(ui, "E");
                "Selected node"
            }
        };
        ui.label(RichText::new(name).strong().color(style::TEXT));
    });
}

/// "400 of 12,033 planes", or "31 planes" where all of them are drawn.
fn of_all([drawn, all]: [usize; 2], what: &str) -> String {
    if drawn < all {
        format!(
            "{} of {} {what}",
            widgets::count(drawn as u64),
            widgets::count(all as u64)
        )
    } else {
        format!("{} {what}", widgets::count(all as u64))
    }
}

fn planes(ui: &mut egui::Ui, overlays: &Overlays, report: &OverlayReport) {
    let [drawn, all] = report.planes;
    let text = if report.planes_of_selection {
        let ancestors = of_all([drawn, all], "ancestors of the selected node");
        if drawn < all {
            format!("The {ancestors} that are nearest to it.")
        } else {
            format!("The {ancestors}.")
        }
    } else if drawn < all {
        format!("{}, the shallowest first.", of_all([drawn, all], "planes"))
    } else {
        format!("{}, each clipped to its cell.", of_all([drawn, all], "planes"))
    };
    widgets::note(ui, text);
    widgets::ramp(ui, overlays.palette, report.plane_depths, report.plane_depths[1]);
    widgets::note(
        ui,
        "Arrow: to the front. Plain: you see its front; hatched: its back. [ and ] change the depth.",
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
        format!("{}{which}. Far ones fade.", of_all([drawn, all], "normals")),
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
            "{} at depth {depth}: the convex regions that the planes above have divided space into.",
            of_all(report.cells, "cells")
        ),
    );
    widgets::line_key(ui, egui::Color32::WHITE, 3.0, "the one that the eye is in");
}

fn visible(ui: &mut egui::Ui, overlays: &Overlays, culling: &CullingReport) {
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 2.0;
        for &rgb in overlays.palette.categories() {
            widgets::swatch(ui, widgets::color(rgb));
        }
    });
    let [all, _, seen] = culling.drawn;
    let text = if culling.known {
        format!(
            "Leaves that may be seen from here, each a colour: {} of {} are in view. The rest is grey. C leaves it out, Z \
             freezes it.",
            widgets::count(seen.leaves),
            widgets::count(all.leaves)
        )
    } else {
        "The eye is in solid or outside: nothing is known to be hidden from there.".to_owned()
    };
    widgets::note(ui, text);
}

fn leaves(ui: &mut egui::Ui, overlays: &Overlays, report: &OverlayReport) {
    if overlays.which_leaves != WhichLeaves::OfEye {
        let near = if report.leaves[0] < report.leaves[1] {
            ", the nearest ones"
        } else {
            ""
        };
        widgets::note(ui, format!("{}{near}.", of_all(report.leaves, "leaves")));
    }
    widgets::line_key(ui, egui::Color32::WHITE, 3.0, "the leaf that the eye is in");
    widgets::line_key(
        ui,
        widgets::color(overlays.palette.selected()),
        3.0,
        "the selected leaf (E)",
    );
    if matches!(overlays.which_leaves, WhichLeaves::Solid | WhichLeaves::All) {
        widgets::key(ui, widgets::color(SOLID), "hatched: solid");
    }
    widgets::note(ui, "The panel (Tab) shows the empty, the solid or all leaves.");
}

fn portals(ui: &mut egui::Ui, overlays: &Overlays, report: &OverlayReport) {
    let near = if report.portals[0] < report.portals[1] {
        ", the nearest ones"
    } else {
        ""
    };
    widgets::note(ui, format!("{}{near}.", of_all(report.portals, "portals")));
    let palette = overlays.palette;
    widgets::key(
        ui,
        widgets::color(palette.selected()),
        "opens the leaf that the eye is in",
    );
    widgets::key(ui, widgets::color(palette.front()), "between other empty leaves");
    widgets::key(ui, widgets::color(palette.contact()), "to the outside");
}

fn sight(ui: &mut egui::Ui, overlays: &Overlays, answer: &SightAnswer) {
    let palette = overlays.palette;
    let line = |color: Rgb| widgets::color(color);
    match answer {
        SightAnswer::Nothing => widgets::note(
            ui,
            "Select a leaf: point at a face and press E. The line starts from the leaf that the eye is in.",
        ),
        SightAnswer::Same { leaf } => {
            widgets::note(
                ui,
                format!("Leaf {leaf} is the selected one: go to another, or select another."),
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
                    "Leaf {from} sees leaf {to}: a straight line of {} leads through {portals} portals.",
                    widgets::metres(*length)
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
                format!("the view through {portals} portals ends before the next one")
            } else {
                "no chain of portals leads there".to_owned()
            };
            let coarse = if *known {
                ""
            } else {
                " The PVS, which is coarser, does not know that."
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
            format!("Leaf {from} may see leaf {to}: no line was found, nor that there is none."),
        ),
    }
}

fn leak(ui: &mut egui::Ui, overlays: &Overlays, rooms: &Rooms) {
    let Some(leak) = rooms.made().and_then(|made| made.leak.as_ref()) else {
        widgets::note(ui, "Sealed: no way leads from the spawn to the outside.");
        return;
    };
    widgets::note(
        ui,
        format!(
            "The space of the spawn is open to the outside: {} through {} portals.",
            widgets::metres(leak.length()),
            leak.portals.len()
        ),
    );
    widgets::line_key(ui, widgets::color(overlays.palette.contact()), 3.0, "the way out");
    widgets::line_key(ui, egui::Color32::WHITE, 3.0, "the hole");
    widgets::note(ui, "N goes along it, M back.");
}

fn painter(ui: &mut egui::Ui, overlays: &Overlays, report: &OverlayReport) {
    let what = if overlays.painter_by_leaf {
        "leaves with faces"
    } else {
        "nodes with faces"
    };
    widgets::note(
        ui,
        format!(
            "{}, from far to near, each painted over what was there before, without a look at the depth.",
            of_all(report.painted, what)
        ),
    );
    widgets::key(ui, widgets::color(overlays.palette.selected()), "painted last");
    widgets::note(ui, "The slider in the panel (Tab) goes through the order.");
}

fn selected(ui: &mut egui::Ui, overlays: &Overlays) {
    let palette = overlays.palette;
    widgets::key(
        ui,
        widgets::color(palette.selected()),
        "its plane and the faces that it stores",
    );
    if overlays.tint_subtree {
        widgets::key(
            ui,
            widgets::color(palette.front()),
            "faces in front of the plane (F)",
        );
        widgets::key(ui, widgets::color(palette.back()), "faces behind it (B)");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_overlay_but_materials_and_path_has_a_legend() {
        let nothing = Overlays::none();
        assert_eq!(wanted(&nothing, &Selection::default()), []);
        for kind in OverlayKind::ALL {
            let mut overlays = Overlays::none();
            overlays.set(kind, true);
            let expected = if matches!(kind, OverlayKind::Path | OverlayKind::Materials) {
                vec![]
            } else {
                vec![Legend::Overlay(kind)]
            };
            assert_eq!(wanted(&overlays, &Selection::default()), expected, "{kind}");
        }
        let selection = Selection {
            node: Some(3),
            face: None,
        };
        assert_eq!(wanted(&nothing, &selection), [Legend::Selection]);
    }

    #[test]
    fn a_limit_is_told() {
        assert_eq!(of_all([400, 12_033], "planes"), "400 of 12,033 planes");
        assert_eq!(of_all([31, 31], "planes"), "31 planes");
    }
}
