//! Menu items that are not commands.

use bevy::{ecs::system::SystemParam, prelude::*};
use bspwalk_text::text;

use super::{
    bar::GlossaryWindow,
    row::{Do, Setting, TextSize},
};
use crate::app::{
    export::Export,
    film_file::AskedFilm,
    input::UiZoom,
    settings::Settings,
    state::{Act, Action, ModelView, Notice, OpenLevel, Overlays},
    what_if::WhatIf,
};

/// A menu item that was chosen and is not a command.
#[derive(Message, Clone, Debug, PartialEq)]
pub struct Chosen(pub Do);

impl Do {
    /// Sends the action of a chosen item.
    pub(super) fn send(self, commands: &mut MessageWriter<'_, Act>, chosen: &mut MessageWriter<'_, Chosen>) {
        match self {
            Self::Send(command) => _ = commands.write(Act(command)),
            action => _ = chosen.write(Chosen(action)),
        }
    }
}

/// Writers of the requests that menu items send.
#[derive(SystemParam)]
pub(super) struct Asks<'w> {
    open: MessageWriter<'w, OpenLevel>,
    films: MessageWriter<'w, AskedFilm>,
    what_ifs: MessageWriter<'w, WhatIf>,
    exports: MessageWriter<'w, Export>,
    notices: MessageWriter<'w, Notice>,
}

/// Carries out the chosen items.
pub(super) fn act(
    mut chosen: MessageReader<Chosen>,
    mut asks: Asks,
    (mut overlays, mut zoom, mut settings): (ResMut<Overlays>, ResMut<UiZoom>, ResMut<Settings>),
    (view, mut glossary): (Res<ModelView>, ResMut<GlossaryWindow>),
    mut later: Commands,
) {
    for Chosen(action) in chosen.read() {
        match action.clone() {
            Do::Send(command) => send_next(&mut later, command),
            Do::Look(wanted) => {
                if let Some(command) = view.command_to(wanted) {
                    send_next(&mut later, command);
                }
            }
            Do::Show(kind) => {
                let on = !overlays.is_on(kind);
                overlays.set(kind, on);
            }
            Do::Open(source) => _ = asks.open.write(OpenLevel::remembered(source)),
            Do::Film(film) => _ = asks.films.write(film),
            Do::WhatIf(what) => _ = asks.what_ifs.write(what),
            Do::Export(export) => _ = asks.exports.write(export),
            Do::Text(size) => {
                let new = match size {
                    TextSize::Larger => zoom.larger(),
                    TextSize::Smaller => zoom.smaller(),
                    TextSize::Usual => UiZoom::default(),
                };
                zoom.set_if_neq(new);
            }
            Do::Switch(Setting::MenuBar) => settings.menu_bar ^= true,
            Do::Switch(Setting::ToolBar) => settings.tool_bar ^= true,
            Do::Switch(Setting::Hints) => {
                settings.hints ^= true;
                if settings.hints {
                    settings.hints_done.clear();
                }
            }
            Do::Glossary => glossary.open ^= true,
            Do::About => _ = asks.notices.write(Notice::info(about())),
        }
    }
}

/// Sends a command in the next frame, because some systems have already read the commands of this one.
fn send_next(later: &mut Commands, command: Action) {
    later.write_message(Act(command));
}

/// Returns the text about the program.
fn about() -> String {
    let (name, version) = (env!("CARGO_PKG_NAME"), env!("CARGO_PKG_VERSION"));
    text!("menu-about-words", name, version)
}
