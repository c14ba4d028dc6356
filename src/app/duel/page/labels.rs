//! The names of figures and weights, with what they mean.

use bevy_egui::egui::{RichText, Ui};
use bspwalk_explain::{duel::weight_sweep::Weight, glossary::Term};

use crate::app::hud::style;

/// A name with what it means at the pointer.
pub(super) fn label(ui: &mut Ui, name: &str, meaning: &str) {
    ui.label(RichText::new(name).color(style::FAINT))
        .on_hover_text(meaning);
}

/// The term of a weight.
pub(super) const fn term(weight: Weight) -> Term {
    match weight {
        Weight::Cut => Term::CutWeight,
        Weight::Unbalance => Term::ImbalanceWeight,
    }
}
