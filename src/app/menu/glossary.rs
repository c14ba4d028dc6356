//! Glossary window over the level: a searchable list of all terms, with definitions and sources.

use bevy::prelude::*;
use bevy_egui::{EguiContexts, egui};
use bspwalk_explain::glossary::Term;
use bspwalk_text::text;
use egui::{RichText, ScrollArea, TextEdit, Window, vec2};

use crate::app::kit::layout::{MARGIN, Screen};
use crate::app::{host::prelude::*, kit::definitions::draw_wrapped_text_with_terms, kit::style};

/// Returns the terms whose name or definition contains the search text, ignoring case.
fn found(sought: &str) -> impl Iterator<Item = Term> {
    let sought = sought.trim().to_lowercase();
    Term::ALL.iter().copied().filter(move |term| {
        let names = [
            term.name().to_owned(),
            term.name_beside_english().unwrap_or_default(),
        ];
        let is_in = |text: &str| text.to_lowercase().contains(&sought);
        names.iter().any(|name| is_in(name)) || is_in(term.definition())
    })
}

/// Draws the glossary window.
pub(super) fn draw(
    mut contexts: EguiContexts,
    screen: Res<Screen>,
    mut program: ResMut<ProgramState>,
    mut search: ResMut<GlossarySearch>,
) -> Result {
    let room = screen.places.free.shrink(MARGIN);
    let (open, sought) = (&mut program.ui.glossary, &mut search.0);
    Window::new(text!("action-glossary"))
        .id(egui::Id::new("glossary"))
        .open(open)
        .collapsible(false)
        .default_pos(room.left_top())
        .default_size(vec2(420.0, 380.0).min(room.size()))
        .constrain_to(room)
        .show(contexts.ctx_mut()?, |ui| {
            let search = TextEdit::singleline(sought)
                .hint_text(text!("menu-glossary-search"))
                .desired_width(f32::INFINITY);
            ui.add(search);
            ui.add_space(4.0);
            ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| {
                let mut count = 0;
                for term in found(sought) {
                    let name = term.name_beside_english();
                    let name = name.unwrap_or_else(|| term.name().to_owned());
                    ui.label(RichText::new(name).strong().size(14.0).color(style::TEXT));
                    draw_wrapped_text_with_terms(ui, term.definition(), style::TEXT, 13.0);
                    draw_wrapped_text_with_terms(ui, term.source_words(), style::FAINT, 11.5);
                    ui.add_space(6.0);
                    count += 1;
                }
                if count == 0 {
                    draw_wrapped_text_with_terms(ui, text!("menu-glossary-none"), style::FAINT, 13.0);
                }
            });
        });
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn search_matches_names_and_definitions() {
        assert_eq!(found(" ").count(), Term::ALL.len());
        for &term in Term::ALL {
            assert!(found(&term.name().to_uppercase()).any(|found| found == term));
            assert!(found(term.definition()).any(|found| found == term));
        }
        assert_eq!(found("no term has this in it").count(), 0);
    }
}
