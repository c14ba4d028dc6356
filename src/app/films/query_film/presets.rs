//! Worked examples: opens an example's level, builds its tree, and then shows the example.

use bevy::prelude::*;
use bspwalk_explain::films::{Preset, QueryMode, Shows};
use bspwalk_session::{overlays::OverlayKind, view::View};
use bspwalk_text::text;

use crate::app::level::loading::shelf::{Fetched, Shelf};
use crate::app::view::stage::{Before, Stage};
use crate::app::{host::prelude::*, input::KeyLabels, level::program::ProgramParams};

/// Requests that a worked example be shown.
#[derive(Message, Clone, Copy, Debug)]
pub struct ShowPreset(pub &'static Preset);

/// The worked example that is loading or shown, and the previous level, which is restored afterwards.
#[derive(Resource, Default)]
pub(in crate::app) struct Examples {
    wanted: Option<&'static Preset>,
    fetched: Option<(&'static Preset, Fetched)>,
    /// Previous level and its settings, while an example's level is shown.
    own: Option<(Entity, Before)>,
    /// Level of the current example.
    shown: Option<Entity>,
    /// Settings to restore once the previous level is shown again.
    back: Option<Before>,
}

/// Returns whether the preset's level is shown with the preset's tree.
fn is_there(current: &OpenedLevel, preset: &Preset) -> bool {
    current.source == LevelName::BuiltIn(preset.level.to_owned()) && *current.tree.params() == preset.params
}

/// Shows the level of the requested example. When the example ends (when its films and its card are closed), restores
/// the previous level.
pub(super) fn change_level(
    mut messages: MessageReader<ShowPreset>,
    mut examples: ResMut<Examples>,
    mut shelf: Shelf,
    (mut stage, keys): (Stage, Res<KeyLabels>),
    mut notices: MessageWriter<Notice>,
) {
    let examples = &mut *examples;
    if let Some(&ShowPreset(preset)) = messages.read().last() {
        if stage.program.ui.tour {
            notices.write(Notice::info(text!(
                "film-leave-tour",
                key = keys.key_or_palette_hint(Action::Tour)
            )));
            return;
        }
        examples.wanted = Some(preset);
    }
    // The tour restores the previous level itself.
    if stage.program.ui.tour {
        return;
    }
    if examples.shown.is_some_and(|level| level != shelf.shown()) {
        // The user has opened another level, so keep that one.
        if let Some((level, before)) = examples.own.take() {
            shelf.commands.entity(level).try_despawn();
            shelf.commands.entity(before.body).try_despawn();
        }
        examples.shown = None;
    }
    let shown = shelf.shown();
    let mut is_shown = |preset: &&'static Preset| {
        let level = shelf.level_mut(shown);
        level.is_some_and(|(level, _)| is_there(&level, preset))
    };
    if let Some(preset) = examples.wanted.filter(|preset| !is_shown(preset)) {
        match examples
            .fetched
            .take_if(|(of, fetched)| *of != preset || fetched.is_finished())
        {
            Some((of, fetched)) if of == preset => match fetched.finish() {
                Ok(loaded) => {
                    let example = shelf.spawn(loaded);
                    let before = shelf.exchange(example);
                    if examples.own.is_none() {
                        examples.own = Some((before, stage.put_aside()));
                    } else {
                        // This level belonged to another example.
                        shelf.commands.entity(before).despawn();
                    }
                    examples.shown = Some(example);
                }
                Err(reason) => {
                    notices.write(Notice::error(reason));
                    examples.wanted = None;
                }
            },
            _ if examples.fetched.is_none() => {
                examples.fetched = Some((preset, Fetched::start(preset.level, preset.params.rule)));
            }
            _ => {}
        }
        return;
    }
    let (query, build) = (&stage.program.query, &stage.program.build);
    let is_left = examples.wanted.is_none() && query.preset.is_none() && !query.open && !build.open;
    if is_left && let Some((level, before)) = examples.own.take() {
        let example = shelf.exchange(level);
        shelf.commands.entity(example).despawn();
        examples.shown = None;
        examples.back = Some(before);
    }
}

/// Once the previous level is shown, restores its settings and closes the query film that offered the example.
pub(super) fn put_back(mut examples: ResMut<Examples>, mut stage: Stage) {
    if let Some(before) = examples.bypass_change_detection().back.take() {
        restore(&before, &mut stage);
    }
}

fn restore(before: &Before, stage: &mut Stage<'_, '_>) {
    stage.put_back(before, true);
    let state = &mut stage.program.0;
    if std::mem::take(&mut state.query.open) && state.query.from_eyes {
        state.view.view = View::Eye;
    }
    state.query.preset = None;
}

/// Ends the example when the program exits, so that the user's own settings are saved.
pub(super) fn end_with_program(
    mut exits: MessageReader<AppExit>,
    mut examples: ResMut<Examples>,
    mut stage: Stage,
) {
    if exits.read().count() > 0
        && !stage.program.ui.tour
        && let Some((_, before)) = examples.own.take()
    {
        restore(&before, &mut stage);
    }
}

/// Shows the preset once its level and tree are ready.
pub(super) fn show(mut program: ProgramParams, mut examples: ResMut<Examples>) {
    let Some(preset) = examples
        .wanted
        .take_if(|preset| is_there(&program.current, preset))
    else {
        return;
    };
    program.change(|program| {
        match preset.shows {
            Shows::Query(query) => {
                program.state.query.asked.mode = QueryMode::OnePlane;
                program.state.show_query(&query);
            }
            Shows::Division { face } => {
                program.state.show_build();
                program.state.build.step = 0;
                program
                    .state
                    .level
                    .selected
                    .select_node(program.opened.tree.root(), Some(face));
            }
            Shows::Order { eye } => {
                program.state.begin_film();
                program.walker.body.teleport(eye);
                program.state.overlays.set(OverlayKind::Painter, true);
                program.state.overlays.painter_by_leaf = true;
            }
        }
        program.state.query.preset = Some(preset);
    });
    let state = &mut program.state.0;
    state.ui.captured &= state.view.is_eye();
}
