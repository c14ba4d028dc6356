//! Copies the command-line equivalent of the question that a card answers.

use bevy::prelude::*;
use bspwalk_session::{command_line::CommandLine, question::Question};
use bspwalk_text::{Message, message, text};

use super::view_line::{NAMELESS, ShownView, ViewClipboard};
use crate::app::host::prelude::*;

/// Tooltip of buttons that copy a command.
pub(in crate::app) const HINT: Message = message!("command-copy-hint");

/// Requests that the command for a question be copied.
#[derive(Message, Clone, Copy, Debug, PartialEq)]
pub struct CopyQuestion(pub Question);

/// Copies commands to the clipboard.
pub fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        copy.run_if(on_message::<CopyQuestion>)
            .in_set(AppSystems::Follow)
            .run_if(in_state(AppState::InLevel)),
    );
}

fn copy(
    mut questions: MessageReader<CopyQuestion>,
    (shown, current): (ShownView, Shown<OpenedLevel>),
    mut clipboard: ResMut<ViewClipboard>,
    mut notices: MessageWriter<Notice>,
) {
    let Some(CopyQuestion(question)) = questions.read().last() else {
        return;
    };
    let failed = |why: &str| Notice::error(text!("command-not-copied", why));
    notices.write(match (shown.line(), question.command(&current.level)) {
        (Some(line), Some(command)) => {
            let line = CommandLine {
                command,
                level: line.level,
                tree: line.tree,
            };
            Notice::info(clipboard.copy_command(&line))
        }
        (None, _) => failed(NAMELESS.text()),
        (_, None) => failed(text!("command-spheres-alone")),
    });
}
