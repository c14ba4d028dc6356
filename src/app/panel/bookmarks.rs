//! The part of the section See about the bookmarks of the level.

use bevy_egui::egui::{Button, Key, TextEdit, Ui};
use bspwalk_explain::glossary::Term;

use super::{
    PanelData, PanelMessages,
    widgets::{self, Tip},
};
use crate::app::{
    bookmarks::BookmarkChange,
    state::{Act, Action},
};

/// Width of a name, in points.
const NAME: f32 = 190.0;

pub(super) fn contents(
    ui: &mut Ui,
    data: &PanelData<'_, '_>,
    messages: &mut PanelMessages<'_>,
    renamed: &mut Option<(usize, String)>,
) {
    ui.horizontal(|ui| {
        let [keep, next] = [Action::KeepView, Action::NextBookmark].map(|action| data.keys.of(action));
        let hint = format!("{keep} keeps the view, {next} goes to the next one.");
        widgets::name(ui, "Bookmarks", Tip::with(Term::Bookmark, hint));
        if ui.small_button("Keep this view").clicked() {
            messages.commands.write(Act(Action::KeepView));
        }
    });
    for (number, name) in data.bookmarks.names().enumerate() {
        ui.horizontal(|ui| {
            let draft = renamed.as_mut().filter(|(of, _)| *of == number);
            if let Some((_, draft)) = draft {
                let field = ui.add(TextEdit::singleline(draft).desired_width(NAME));
                field.request_focus();
                let [is_done, is_given_up] =
                    [Key::Enter, Key::Escape].map(|key| ui.input(|input| input.key_pressed(key)));
                if is_done && draft.as_str() != name {
                    messages
                        .bookmarks
                        .write(BookmarkChange::Rename(number, draft.clone()));
                }
                if is_done || is_given_up {
                    *renamed = None;
                }
                return;
            }
            let go = Button::new(name)
                .truncate()
                .frame(false)
                .min_size([NAME, 16.0].into());
            if ui.add(go).on_hover_text("Go to this view.").clicked() {
                messages.bookmarks.write(BookmarkChange::GoTo(number));
            }
            if ui.small_button("Rename").clicked() {
                *renamed = Some((number, name.to_owned()));
            }
            if ui.small_button("×").on_hover_text("Remove it.").clicked() {
                messages.bookmarks.write(BookmarkChange::Remove(number));
            }
        });
    }
}
