//! The card of the selected node, and the letters at its plane.

use bevy::prelude::*;
use bevy_egui::{EguiContexts, egui};
use egui::{Align2, Color32, FontId, Id, Order, RichText, Ui};

use super::{FreeArea, path, widgets};
use crate::{
    app::{
        hud::style,
        overlays::{Hovered, Known},
        palette::Palette,
        state::{Command, Eye, Overlays, Selection, Shown},
    },
    bsp::{
        node_storing::{Branch, NodeId, NodeView},
        recording::Decision,
    },
    geometry::Plane,
};

/// Width of the card, in points.
const WIDTH: f32 = 262.0;

/// At most this many candidates are listed: the best ones.
const MOST_CANDIDATES: usize = 6;

pub(super) fn draw(
    mut contexts: EguiContexts,
    free: Res<FreeArea>,
    shown: Option<Res<Shown>>,
    known: Res<Known>,
    selection: Res<Selection>,
    overlays: Res<Overlays>,
    mut hovered: ResMut<Hovered>,
    mut commands: MessageWriter<Command>,
) -> Result {
    let (Some(shown), Some(id)) = (shown, selection.node) else {
        return Ok(());
    };
    let Some(view) = shown.tree.node(id) else {
        return Ok(());
    };
    egui::Area::new(Id::new("node"))
        .order(Order::Background)
        .constrain_to(free.0)
        .anchor(Align2::RIGHT_TOP, egui::vec2(-14.0, 14.0))
        .show(contexts.ctx_mut()?, |ui| {
            style::card().show(ui, |ui| {
                ui.set_width(WIDTH);
                ui.spacing_mut().item_spacing.y = 4.0;
                header(ui, id, &view, &shown, &mut commands);
                facts(ui, id, &view, &known, &selection, overlays.palette);
                ancestors(ui, id, &shown, &overlays, &mut hovered, &mut commands);
                if let Some(decision) = shown
                    .tree
                    .recording()
                    .and_then(|recording| recording.decisions.get(id as usize))
                {
                    decided(ui, decision);
                }
                buttons(ui, &view, &mut commands);
            });
        });
    Ok(())
}

fn header(
    ui: &mut Ui,
    id: NodeId,
    view: &NodeView,
    shown: &Shown,
    commands: &mut MessageWriter<'_, Command>,
) {
    ui.horizontal(|ui| {
        ui.label(
            RichText::new(format!("Node {}", widgets::count(id)))
                .strong()
                .size(16.0)
                .color(style::TEXT),
        );
        let place = if view.depth == 0 {
            "the root".into()
        } else {
            format!("depth {}", view.depth)
        };
        ui.label(RichText::new(place).color(style::FAINT));
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            if ui
                .small_button("×")
                .on_hover_text("Select nothing (Q).")
                .clicked()
            {
                commands.write(Command::ClearSelection);
            }
        });
    });
    let is_face = !view.fragments.is_empty();
    let what = if is_face {
        "The plane of a face"
    } else {
        "A plane across an axis; no face lies on it"
    };
    widgets::note(ui, format!("{what} of {}.", shown.level.name));
}

/// The equation of a plane as people write it.
pub(super) fn equation(plane: &Plane) -> String {
    let mut text = String::new();
    for (value, name) in plane.normal.to_array().into_iter().zip(["x", "y", "z"]) {
        if value.abs() < 5.0e-4 {
            continue;
        }
        let sign = match (value < 0.0, text.is_empty()) {
            (true, true) => "−",
            (true, false) => " − ",
            (false, true) => "",
            (false, false) => " + ",
        };
        text += sign;
        if (value.abs() - 1.0).abs() >= 5.0e-4 {
            text += &format!("{:.3} ", value.abs());
        }
        text += name;
    }
    let sign = if plane.d < 0.0 { '−' } else { '+' };
    format!("{text} {sign} {:.3} = 0", plane.d.abs())
}

fn facts(ui: &mut Ui, id: NodeId, view: &NodeView, known: &Known, selection: &Selection, palette: Palette) {
    ui.label(
        RichText::new(equation(&view.plane))
            .monospace()
            .size(12.5)
            .color(style::TEXT),
    )
    .on_hover_text("The plane: where the left side is above zero is its front. In metres.");
    let facts = &known.facts;
    widgets::rows(ui, "node", |ui| {
        if let Some(face) = selection.face {
            let hint = "The source triangle under the crosshair, as the file counts them from 0.";
            widgets::row(ui, "Chosen by face", widgets::count(face), hint);
        }
        let here = view.fragments.len() as u64;
        widgets::row(
            ui,
            "Faces here",
            widgets::count(here),
            "Fragments that lie on the plane and are stored here.",
        );
        for (branch, child) in [(Branch::Front, view.front), (Branch::Back, view.back)] {
            let name = if branch == Branch::Front {
                "In front"
            } else {
                "Behind"
            };
            let value = child.map_or_else(
                || "nothing".into(),
                |child| {
                    let nodes = facts.subtree(child).len() as u64;
                    format!(
                        "{}, {}",
                        widgets::counted(facts.fragments_in(child), "face"),
                        widgets::counted(nodes, "node")
                    )
                },
            );
            ui.label(RichText::new(name).color(path::side_color(branch, palette)));
            ui.label(RichText::new(value).color(style::TEXT));
            ui.end_row();
        }
        let whole = facts.fragments_in(id);
        let hint = "Fragments stored in this node and in all nodes below it.";
        widgets::row(ui, "In all", widgets::counted(whole, "face"), hint);
    });
}

/// The way down to the node, as letters.
fn ancestors(
    ui: &mut Ui,
    id: NodeId,
    shown: &Shown,
    overlays: &Overlays,
    hovered: &mut Hovered,
    commands: &mut MessageWriter<'_, Command>,
) {
    /// Ancestors that find room.
    const NEAREST: usize = 20;
    let all: Vec<(NodeId, Branch)> = shown.tree.ancestors(id).collect();
    if all.is_empty() {
        return;
    }
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 0.0;
        ui.label(RichText::new("Way  ").color(style::FAINT).size(12.0));
        if all.len() > NEAREST {
            ui.label(RichText::new("… ").color(style::FAINT).size(12.0));
        }
        for &(ancestor, branch) in all.iter().take(NEAREST).rev() {
            let text = RichText::new(branch.letter().to_string())
                .monospace()
                .size(12.5)
                .color(path::side_color(branch, overlays.palette));
            let label = ui.add(egui::Label::new(text).sense(egui::Sense::click()));
            if label.clicked() {
                commands.write(Command::SelectNode(ancestor));
            }
            if label.hovered() {
                hovered.0 = Some(ancestor);
            }
        }
    });
}

/// Why this plane was taken.
pub(super) fn decided(ui: &mut Ui, decision: &Decision) {
    ui.separator();
    let faces = widgets::counted(decision.faces, "face");
    ui.label(
        RichText::new(format!(
            "{} for {faces}",
            match decision.candidates.len() {
                1 => "The only plane tried".into(),
                tried => format!("Chosen among {tried} planes"),
            }
        ))
        .size(12.5),
    );
    widgets::note(
        ui,
        format!(
            "{} on it, {} in front, {} behind; {} cut in two.",
            widgets::count(decision.coplanar),
            widgets::count(decision.front),
            widgets::count(decision.back),
            widgets::count(decision.cuts)
        ),
    );
    let chosen = decision.chosen as usize;
    let mut order: Vec<usize> = (0..decision.candidates.len()).collect();
    order.sort_by(|&a, &b| {
        decision.candidates[a]
            .score
            .total_cmp(&decision.candidates[b].score)
    });
    order.sort_by_key(|&place| place != chosen);
    if order.len() < 2 {
        return;
    }
    egui::Grid::new("candidates")
        .num_columns(5)
        .spacing([12.0, 1.0])
        .show(ui, |ui| {
            for title in ["", "score", "cuts", "front", "back"] {
                ui.label(RichText::new(title).color(style::FAINT).size(11.5));
            }
            ui.end_row();
            for &place in order.iter().take(MOST_CANDIDATES) {
                let candidate = &decision.candidates[place];
                let color = if place == chosen {
                    style::ACCENT
                } else {
                    style::TEXT
                };
                let of = candidate
                    .face
                    .map_or_else(|| "axis".into(), |face| format!("face {face}"));
                let score = match candidate.score {
                    score if score.is_infinite() => "–".into(),
                    score if score.abs() >= 1e4 => format!("{score:.0}"),
                    score => format!("{score:.2}"),
                };
                let cells = [
                    of,
                    score,
                    candidate.cuts.to_string(),
                    candidate.front.to_string(),
                    candidate.back.to_string(),
                ];
                for cell in cells {
                    ui.label(RichText::new(cell).color(color).size(12.0));
                }
                ui.end_row();
            }
        });
    if order.len() > MOST_CANDIDATES {
        widgets::note(ui, format!("… and {} worse ones.", order.len() - MOST_CANDIDATES));
    }
}

fn buttons(ui: &mut Ui, view: &NodeView, commands: &mut MessageWriter<'_, Command>) {
    ui.add_space(2.0);
    ui.horizontal(|ui| {
        for (name, exists, command) in [
            ("⏶ Parent", view.parent.is_some(), Command::SelectParent),
            ("⏴ Front", view.front.is_some(), Command::SelectFront),
            ("Back ⏵", view.back.is_some(), Command::SelectBack),
        ] {
            if ui.add_enabled(exists, egui::Button::new(name)).clicked() {
                commands.write(command);
            }
        }
    });
}

/// F and B on the two sides of the selected plane, where it is on the screen.
pub(super) fn letters(
    mut contexts: EguiContexts,
    shown: Option<Res<Shown>>,
    selection: Res<Selection>,
    overlays: Res<Overlays>,
    free: Res<FreeArea>,
    eyes: Query<(&Camera, &GlobalTransform), With<Eye>>,
    mut known: Local<Option<(u64, NodeId, Option<[Vec3; 2]>)>>,
) -> Result {
    let (Some(shown), Some(id)) = (shown, selection.node) else {
        return Ok(());
    };
    let Some((camera, transform)) = eyes.iter().next() else {
        return Ok(());
    };
    // Clipping the plane to its cell is not for every picture.
    if known.is_none_or(|(revision, node, _)| (revision, node) != (shown.revision, id)) {
        let ends = shown.tree.plane_polygon(id).map(|polygon| {
            let count = polygon.vertices.len().max(1) as f64;
            let center = polygon.positions().sum::<glam::DVec3>() / count;
            let normal = shown
                .tree
                .node(id)
                .map_or(glam::DVec3::ZERO, |view| view.plane.normal);
            let length = (0.28 * polygon.area().sqrt()).min(shown.tree.bounds().size().length() * 0.034);
            [
                (center + normal * length).as_vec3(),
                (center - normal * length * 0.5).as_vec3(),
            ]
        });
        *known = Some((shown.revision, id, ends));
    }
    let Some((_, _, Some([front, back]))) = *known else {
        return Ok(());
    };
    let context = contexts.ctx_mut()?;
    let zoom = context.zoom_factor();
    let painter = context.layer_painter(egui::LayerId::background());
    let on_screen = |point: Vec3| {
        let place = camera.world_to_viewport(transform, point).ok()?;
        Some(egui::pos2(place.x / zoom, place.y / zoom))
    };
    // Where the two would cover each other, the eye looks along the normal: the side that it is on is in the way.
    let eye = transform.translation();
    let near_first = if eye.distance_squared(front) <= eye.distance_squared(back) {
        [(front, Branch::Front), (back, Branch::Back)]
    } else {
        [(back, Branch::Back), (front, Branch::Front)]
    };
    let mut taken: Option<egui::Pos2> = None;
    for (point, branch) in near_first {
        let Some(place) = on_screen(point) else { continue };
        if taken.is_some_and(|taken| taken.distance(place) < 21.0) {
            continue;
        }
        taken = Some(place);
        if !free.0.shrink(12.0).contains(place) {
            continue;
        }
        painter.circle_filled(place, 10.0, Color32::from_black_alpha(235));
        painter.circle_stroke(
            place,
            10.0,
            egui::Stroke::new(1.5, path::side_color(branch, overlays.palette)),
        );
        painter.text(
            place,
            Align2::CENTER_CENTER,
            branch.letter(),
            FontId::proportional(14.5),
            path::side_color(branch, overlays.palette),
        );
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use glam::DVec3;

    use super::*;

    #[test]
    fn equations_leave_out_what_is_nothing() {
        let text = |normal: DVec3, d: f64| equation(&Plane { normal, d });
        assert_eq!(text(DVec3::Y, -2.0), "y − 2.000 = 0");
        assert_eq!(text(-DVec3::Z, 0.5), "−z + 0.500 = 0");
        assert_eq!(
            text(DVec3::new(0.6, 0.0, -0.8), 0.0),
            "0.600 x − 0.800 z + 0.000 = 0"
        );
    }
}
