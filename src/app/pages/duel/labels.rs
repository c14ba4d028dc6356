//! Labels of measurements and weights, with explanations as tooltips.

use bevy_egui::egui::{RichText, Ui};
use bspwalk_explain::{duel::weight_sweep::Weight, glossary::Term};

use crate::app::kit::style;

/// Draws a label whose meaning is shown as a tooltip.
pub(super) fn label(ui: &mut Ui, name: &str, meaning: &str) {
    ui.label(RichText::new(name).color(style::FAINT))
        .on_hover_text(meaning);
}

/// Returns the glossary term of a weight.
pub(super) const fn term(weight: Weight) -> Term {
    match weight {
        Weight::Cut => Term::CutWeight,
        Weight::Unbalance => Term::ImbalanceWeight,
    }
}
