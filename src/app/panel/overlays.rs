//! Part of the section See about the overlays and the colours of the faces.

use bevy::prelude::DetectChangesMut;
use bevy_egui::egui::{self, Ui};
use bspwalk_explain::glossary::Term;
use bspwalk_levels::color::palette::Palette;
use bspwalk_session::overlays::OverlayKind;
use bspwalk_text::{Message, message, text};

use super::{Controls, PanelData};
use crate::app::kit::widgets::{self, Tip};
use crate::app::{
    host::state::{Action, Overlays},
    kit::style,
    panel::legends,
};

pub(super) fn contents(ui: &mut Ui, data: &PanelData<'_, '_>, controls: &mut Controls<'_, '_>) {
    let mut overlays = controls.overlays.clone();
    let deepest = data.tree_stats.stats.deepest();
    for kind in OverlayKind::first_of_each_key() {
        if kind.colors_faces() {
            coloring(ui, data, &mut overlays);
            continue;
        }
        if kind.on_its_key().count() > 1 {
            steps(ui, data, &mut overlays, kind);
            continue;
        }
        switch(ui, data, &mut overlays, kind);
        if overlays.is_on(kind) {
            legends::controls(ui, kind, &mut overlays, deepest);
        }
    }
    ui.add_space(2.0);
    let tint = text!("panel-tint");
    widgets::switch(ui, &mut overlays.tint_subtree, tint, Term::Tint);
    palette(ui, &mut overlays);
    controls.overlays.set_if_neq(overlays);
}

/// Draws the switch of an overlay with its key.
pub(super) fn switch(ui: &mut Ui, data: &PanelData<'_, '_>, overlays: &mut Overlays, kind: OverlayKind) {
    ui.horizontal(|ui| {
        style::key_of(ui, &data.keys, Action::Overlay(kind.key()));
        let mut on = overlays.is_on(kind);
        if widgets::switch(
            ui,
            &mut on,
            kind.title(),
            Tip::with(kind.term(), kind.description()),
        ) {
            overlays.set(kind, on);
        }
    });
}

/// Draws the selection of the overlay that colours the faces.
fn coloring(ui: &mut Ui, data: &PanelData<'_, '_>, overlays: &mut Overlays) {
    /// Common beginning of their titles.
    const BEGINNING: Message = message!("panel-colour-by");
    let rest = |kind: OverlayKind| kind.title().trim_start_matches(BEGINNING.text()).trim_start();
    ui.horizontal(|ui| {
        let coloring = overlays.coloring();
        style::key_of(ui, &data.keys, Action::Overlay(coloring.key()));
        widgets::name(
            ui,
            BEGINNING.text(),
            Tip::with(Term::Face, coloring.description()),
        );
        let kinds = OverlayKind::ALL.into_iter().filter(|kind| kind.colors_faces());
        let kinds = kinds.map(|kind| (kind, rest(kind), kind.description()));
        if let Some(kind) = widgets::choose(ui, "faces", rest(coloring), 118.0, kinds) {
            overlays.set(kind, true);
        }
    });
}

/// Draws the selection among the overlays that share a key. `first` is the first of them.
fn steps(ui: &mut Ui, data: &PanelData<'_, '_>, overlays: &mut Overlays, first: OverlayKind) {
    /// Name of the choice that shows none of them.
    const NONE: Message = message!("panel-off");
    ui.horizontal(|ui| {
        style::key_of(ui, &data.keys, Action::Overlay(first.key()));
        let shown = first.on_its_key().find(|&kind| overlays.is_on(kind));
        let told = shown.unwrap_or(first);
        widgets::name(
            ui,
            text!("panel-flow-steps"),
            Tip::with(told.term(), told.description()),
        );
        let kinds = first.on_its_key();
        let kinds = kinds.map(|kind| (Some(kind), kind.title(), kind.description()));
        let off = [(None, NONE.text(), text!("panel-no-step"))];
        let title = shown.map_or(NONE.text(), OverlayKind::title);
        if let Some(chosen) = widgets::choose(ui, "leaves", title, 118.0, off.into_iter().chain(kinds)) {
            for kind in first.on_its_key() {
                overlays.set(kind, chosen == Some(kind));
            }
        }
    });
}

fn palette(ui: &mut Ui, overlays: &mut Overlays) {
    ui.horizontal(|ui| {
        widgets::name(ui, text!("panel-palette"), Term::Palette);
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
