//! Menu of the level's bookmarks, in the section See.

use bevy_egui::egui::{
    Button, Key, PopupCloseBehavior, TextEdit, Ui,
    containers::menu::{MenuButton, MenuConfig},
};
use bspwalk_explain::glossary::Term;
use bspwalk_text::text;

use super::{PanelData, PanelMessages};
use crate::app::kit::widgets::Tip;
use crate::app::{
    host::state::{Act, Action},
    kit::{definitions::define, style},
    view::bookmarks::BookmarkChange,
};

/// Width of a name, in points.
const NAME: f32 = 190.0;

/// Draws the button and the menu that it opens.
pub(super) fn menu(
    ui: &mut Ui,
    data: &PanelData<'_, '_>,
    messages: &mut PanelMessages<'_>,
    renamed: &mut Option<(usize, String)>,
) {
    let [keep, next] = [Action::KeepView, Action::NextBookmark].map(|action| data.keys.of(action));
    let hint = text!("panel-bookmark-keys", keep, next);
    // Clicking a name keeps the menu open, so that you can visit several bookmarks.
    let config = MenuConfig::new().close_behavior(PopupCloseBehavior::CloseOnClickOutside);
    let (button, _) = MenuButton::new(text!("panel-bookmarks"))
        .config(config)
        .ui(ui, |ui| {
            if ui.button(text!("panel-keep-view")).clicked() {
                messages.commands.write(Act(Action::KeepView));
            }
            for (number, name) in data.bookmarks.names().enumerate() {
                ui.horizontal(|ui| row(ui, (number, name), messages, renamed));
            }
        });
    define(button, Tip::with(Term::Bookmark, hint));
}

/// Draws a bookmark: its name and its buttons.
fn row(
    ui: &mut Ui,
    (number, name): (usize, &str),
    messages: &mut PanelMessages<'_>,
    renamed: &mut Option<(usize, String)>,
) {
    if let Some((_, draft)) = renamed.as_mut().filter(|(of, _)| *of == number) {
        let field = ui.add(TextEdit::singleline(draft).desired_width(NAME));
        style::named(field, text!("access-bookmark-name")).request_focus();
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
    let go = Button::new(name).truncate().min_size([NAME, 16.0].into());
    if ui.add(go).on_hover_text(text!("panel-bookmark-go")).clicked() {
        messages.bookmarks.write(BookmarkChange::GoTo(number));
    }
    if ui.small_button(text!("panel-rename")).clicked() {
        *renamed = Some((number, name.to_owned()));
    }
    if style::hinted(ui.small_button("×"), text!("panel-bookmark-remove")).clicked() {
        messages.bookmarks.write(BookmarkChange::Remove(number));
    }
}
