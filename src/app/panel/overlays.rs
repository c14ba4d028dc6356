//! The panel's part about the overlays.

use bevy::prelude::DetectChangesMut;
use bevy_egui::egui::{self, DragValue, RichText, Slider, Ui};

use super::{Controls, Inbox, terms, widgets};
use crate::{
    app::{
        hud::style,
        palette::Palette,
        state::{FaceColoring, Overlays, WhichLeaves},
    },
    cli::overlays::OverlayKind,
};

pub(super) fn section(ui: &mut Ui, inbox: &Inbox<'_>, controls: &mut Controls<'_>) {
    widgets::section(ui, "Overlays", true, |ui| {
        let mut overlays = controls.overlays.clone();
        let deepest = inbox.tree_stats.stats.deepest();
        let mut faces_drawn = false;
        for kind in OverlayKind::ALL {
            if kind.colors_faces() {
                if !faces_drawn {
                    faces_drawn = true;
                    faces(ui, &mut overlays);
                }
                continue;
            }
            switch(ui, &mut overlays, kind);
            match kind {
                OverlayKind::Planes if overlays.planes => planes(ui, &mut overlays, deepest),
                OverlayKind::Cells if overlays.cells => cells(ui, &mut overlays, deepest),
                OverlayKind::Leaves if overlays.leaves => leaves(ui, &mut overlays),
                OverlayKind::Painter if overlays.painter => painter(ui, &mut overlays),
                _ => {}
            }
        }
        ui.add_space(2.0);
        ui.checkbox(&mut overlays.tint_subtree, "Tint both sides of the selected node")
            .on_hover_text(
                "Faces in front of the selected node's plane get one colour, faces behind it another.",
            );
        palette(ui, &mut overlays);
        controls.overlays.set_if_neq(overlays);
    });
}

fn switch(ui: &mut Ui, overlays: &mut Overlays, kind: OverlayKind) {
    ui.horizontal(|ui| {
        style::key(ui, &kind.key().to_string());
        let mut on = overlays.is_on(kind);
        if ui
            .checkbox(&mut on, kind.title())
            .on_hover_text(kind.description())
            .changed()
        {
            overlays.set(kind, on);
        }
    });
}

fn faces(ui: &mut Ui, overlays: &mut Overlays) {
    ui.horizontal(|ui| {
        let kind = overlays.faces.kind();
        style::key(ui, &kind.key().to_string());
        ui.label(FACES_BY);
        egui::ComboBox::from_id_salt("faces")
            .width(118.0)
            .selected_text(short(kind))
            .show_ui(ui, |ui| {
                for kind in OverlayKind::ALL {
                    let Some(coloring) = FaceColoring::of(kind) else {
                        continue;
                    };
                    let label = ui.selectable_label(overlays.faces == coloring, short(kind));
                    if label.on_hover_text(kind.description()).clicked() {
                        overlays.faces = coloring;
                    }
                }
            });
    });
}

/// How the titles of the colourings begin.
const FACES_BY: &str = "Colour faces by";

/// What a colouring of the faces goes by.
fn short(kind: OverlayKind) -> &'static str {
    kind.title().trim_start_matches(FACES_BY).trim_start()
}

fn planes(ui: &mut Ui, overlays: &mut Overlays, deepest: u32) {
    ui.indent("planes", |ui| {
        ui.horizontal(|ui| {
            widgets::name(ui, "Depths", terms::SPLIT_PLANE);
            let [first, last] = &mut overlays.plane_depths;
            ui.add(DragValue::new(first).speed(0.08).range(0..=deepest));
            ui.label(RichText::new("to").color(style::FAINT));
            ui.add(
                DragValue::new(last)
                    .speed(0.08)
                    .range(*first..=deepest.max(*first)),
            );
            ui.label(RichText::new(format!("of {deepest}")).color(style::FAINT));
        });
        ui.horizontal(|ui| {
            widgets::name(ui, "Opacity", "How much the planes hide.");
            ui.add(Slider::new(&mut overlays.plane_opacity, 0.0..=1.0).show_value(false));
        });
        ui.checkbox(&mut overlays.planes_of_selection, "Follow the selection")
            .on_hover_text(
                "While a node is selected, only its plane and those of the nodes above it are shown.",
            );
    });
}

fn cells(ui: &mut Ui, overlays: &mut Overlays, deepest: u32) {
    let greatest = deepest.max(overlays.cell_depth);
    ui.indent("cells", |ui| {
        ui.horizontal(|ui| {
            widgets::name(ui, "Depth", OverlayKind::Cells.description());
            ui.add(Slider::new(&mut overlays.cell_depth, 0..=greatest));
        });
    });
}

fn leaves(ui: &mut Ui, overlays: &mut Overlays) {
    ui.indent("leaves", |ui| {
        ui.horizontal_wrapped(|ui| {
            for (which, title) in WhichLeaves::ALL {
                ui.selectable_value(&mut overlays.which_leaves, which, title);
            }
        });
    });
}

fn painter(ui: &mut Ui, overlays: &mut Overlays) {
    ui.indent("painter", |ui| {
        ui.horizontal(|ui| {
            widgets::name(ui, "By", OverlayKind::Painter.description());
            ui.selectable_value(&mut overlays.painter_by_leaf, true, "leaf");
            ui.selectable_value(&mut overlays.painter_by_leaf, false, "node");
        });
        ui.horizontal(|ui| {
            widgets::name(
                ui,
                "Up to",
                "How much of the order is drawn, from the far end on.",
            );
            ui.add(Slider::new(&mut overlays.painter_share, 0.0..=1.0).show_value(false));
        });
    });
}

fn palette(ui: &mut Ui, overlays: &mut Overlays) {
    ui.horizontal(|ui| {
        widgets::name(
            ui,
            "Palette",
            "All of them can be told apart with any kind of colour vision.",
        );
        egui::ComboBox::from_id_salt("palette")
            .width(170.0)
            .selected_text(overlays.palette.title())
            .show_ui(ui, |ui| {
                for palette in Palette::ALL {
                    ui.horizontal(|ui| {
                        ui.selectable_value(&mut overlays.palette, palette, palette.title());
                        ui.spacing_mut().item_spacing.x = 1.0;
                        for &rgb in palette.categories() {
                            widgets::swatch(ui, widgets::color(rgb));
                        }
                    });
                }
            });
    });
}
