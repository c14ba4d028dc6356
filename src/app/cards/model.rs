//! Model view card: cut height, division film, and mouse controls.

use bevy::prelude::*;
use bspwalk_overlays::legend::Row;
use bspwalk_overlays::section::{self, SectionFacts, words::caption};
use bspwalk_session::{actions::FilmMove, view::View};
use egui::Slider;

use crate::app::kit::{film_controls, prelude::*};
use crate::app::{host::state, level::leaf_tree::LeafTreeState, panel::see::cut};
use crate::cli::FilmKind;

pub(super) fn draw(
    mut contexts: EguiContexts,
    (current, player, keys): (Shown<OpenedLevel>, Shown<Player>, Res<KeyLabels>),
    (leaf_tree, facts): (Shown<LeafTreeState>, Res<state::SectionFacts>),
    mut screen: ResMut<Screen>,
    mut program: ResMut<ProgramState>,
    (mut commands, mut films): (MessageWriter<Act>, MessageWriter<AskedFilm>),
) -> Result {
    let opened = program.ui;
    let view = program.view;
    // The tour has its own text and navigation.
    if opened.tour && view.film.tree.is_none() {
        return Ok(());
    }
    let (mut new, palette) = (view, program.overlays.palette);
    screen.at_the_bottom(contexts.ctx_mut()?, "model", true, |ui| {
        if !opened.tour {
            ui.horizontal(|ui| {
                for (command, own, text) in [
                    (Action::ToggleModel, View::Model, text!("model-model")),
                    (Action::TogglePlan, View::Plan, text!("model-plan")),
                ] {
                    style::draw_command_key(ui, &keys, command);
                    if ui.selectable_label(view.view == own, text).clicked() {
                        commands.write(Act(command));
                    }
                }
                ui.add_space(8.0);
                if let Some(cut) = cut(ui, &current, &player, &view) {
                    new.cut = cut;
                }
                if let Some(tree) = view.film.tree {
                    film_controls::draw_save_buttons(ui, FilmKind::Division(tree), &mut films);
                }
            });
        }
        // The build film and the query film have their own cards, which appear above this one.
        if program.build.open || program.query.open {
            return;
        }
        ui.horizontal(|ui| film(ui, &mut new.film, &facts, leaf_tree.built().is_some()));
        division_legend(ui, &facts, palette, opened.tour);
        // The open dock leaves too little room for this card next to the model.
        if opened.dock && facts.film.is_none() {
            return;
        }
        let caption = caption(&facts);
        if !caption.is_empty() {
            draw_wrapped_text_with_terms(ui, caption, style::TEXT, 14.0);
        }
        if opened.dock || opened.tour {
            return;
        }
        key(ui, &facts, palette);
        style::text(ui, text!("model-how"), style::FAINT, 12.5);
    });
    program.view = new;
    Ok(())
}

/// Draws the buttons that select the tree of the division film, and the film controls.
fn film(ui: &mut egui::Ui, film: &mut DivisionFilm, facts: &SectionFacts, has_leaves: bool) {
    let hint = text!("model-film-hint");
    widgets::draw_control_label(ui, text!("model-film"), Tip::with(Term::Division, hint));
    for tree in FilmTree::ALL {
        let is_chosen = film.tree == Some(tree);
        let is_there = tree == FilmTree::Nodes || has_leaves;
        let button = egui::Button::new(tree.title()).selected(is_chosen);
        if ui.add_enabled(is_there, button).clicked() {
            let asks = film.asks;
            *film = match is_chosen {
                true => DivisionFilm::default(),
                false => DivisionFilm::of(tree),
            };
            film.asks = asks;
        }
    }
    let Some(tree) = film.tree else { return };
    let counts = facts.film.filter(|counts| counts.tree == tree);
    let last = counts.map_or(film.shown().max(1), |counts| counts.last);
    let mut depth = film.shown().min(last);
    if film_controls::draw_play_button(ui, film.playing) {
        film.go(FilmMove::Play, last);
    }
    let slider = Slider::new(&mut depth, 0..=last).prefix(text!("model-depth"));
    if ui.add(slider).changed() {
        (film.depth, film.playing) = (depth as f32, false);
    }
    film.playing &= film.shown() < last;
    if tree == FilmTree::Nodes {
        ui.checkbox(&mut film.asks, text!("quiz-ask-me"))
            .on_hover_text(text!("model-ask-hint"));
    }
}

/// Draws the legend of the division film at its current depth. In the tour, it has no notes.
fn division_legend(ui: &mut egui::Ui, facts: &SectionFacts, palette: Palette, in_tour: bool) {
    let rows = section::words::division_legend(facts, palette);
    if rows.is_empty() {
        return;
    }
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 5.0;
        for row in &rows {
            let Row::Area(color, text) = row else {
                if !in_tour {
                    widgets::text(ui, row.text(), style::FAINT, 12.5);
                }
                continue;
            };
            style::swatch(ui, style::color(*color));
            widgets::text(ui, text, style::TEXT, 12.5);
            ui.add_space(6.0);
        }
    });
}

/// Draws a legend for the fill, the lines and the player symbol in the model.
fn key(ui: &mut egui::Ui, facts: &SectionFacts, palette: Palette) {
    ui.horizontal_wrapped(|ui| {
        if facts.leaves.is_some() {
            widgets::key(ui, widgets::color(palette.solid()), text!("model-solid"));
        }
        widgets::line_key(ui, widgets::color(palette.face()), 2.2, text!("model-faces"));
        // Draw the same symbol as in the model: the body, a forward arrow, and the edges of the field of view.
        let (rect, _) = ui.allocate_exact_size(egui::vec2(18.0, 14.0), egui::Sense::hover());
        let stroke = egui::Stroke::new(1.6, widgets::color(palette.eye()));
        let body = rect.center_bottom() - egui::vec2(0.0, 4.0);
        ui.painter().circle_stroke(body, 3.0, stroke);
        for [x, y] in [[0.0, -10.0], [-8.0, -8.0], [8.0, -8.0]] {
            ui.painter().line_segment([body, body + egui::vec2(x, y)], stroke);
        }
        draw_text_with_terms(ui, text!("model-you"), style::TEXT, 12.5);
    });
}

#[cfg(test)]
mod tests {
    use bspwalk_session::view::ModelView;

    use super::*;
    use crate::app::paint::overlays::test_trees;
    use bspwalk_overlays::section::FilmCounts;

    /// A cut height that the user has not changed keeps following the eye height.
    #[test]
    fn slider_of_the_cut_moves_nothing_by_itself() {
        let current = test_trees::current();
        let mut player = Player::default();
        for eyes in [1.7, 1.234_56, 2.171, 99.0, -50.0] {
            player.teleport(Vec3::new(0.3, eyes, 0.2));
            let context = style::context_with_fonts();
            for _ in 0..2 {
                let mut changed = None;
                drop(context.run_ui(egui::RawInput::default(), |ui| {
                    changed = cut(ui, &current, &player, &ModelView::default());
                }));
                assert_eq!(changed, None, "eyes at {eyes} m");
            }
        }
    }

    #[test]
    fn caption_says_what_is_shown_and_left_out() {
        let film = |depth, some, cells| {
            let (tree, planes) = (FilmTree::Leaves, [some, 812]);
            let counts = FilmCounts {
                tree,
                depth,
                last: 9,
                planes,
                cells,
            };
            Some(counts)
        };
        let first_six = "The tree's first six planes, which bound the level, are not counted.";
        let too_small = "to be subdivided further at this distance.";
        for (film, undivided, leaves, expected) in [
            (None, 0, None, String::new()),
            (
                None,
                0,
                Some([3, 1]),
                "The section plane passes through 3 empty leaves and 1 solid leaf.".into(),
            ),
            (
                film(0, 0, 1),
                0,
                None,
                format!("No planes yet: all of space is one cell. {first_six}"),
            ),
            (
                film(2, 3, 4),
                10,
                None,
                "3 of 812 planes at depths 0 to 1 produce 4 cells in this section.".into(),
            ),
            (
                film(9, 812, 300),
                1,
                None,
                format!(
                    "All 812 planes have been added, and every cell is an empty or solid leaf. {first_six} 1 cell is \
                     too small {too_small}"
                ),
            ),
            (
                None,
                1_200,
                None,
                format!("1,200 cells are too small {too_small}"),
            ),
        ] {
            let facts = SectionFacts {
                film,
                undivided,
                leaves,
                ..SectionFacts::default()
            };
            assert_eq!(caption(&facts), expected);
        }
    }
}
