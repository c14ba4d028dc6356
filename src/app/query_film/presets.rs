//! The worked examples of the seeds: their level is opened and their tree built, then they are shown.

use bevy::prelude::*;

use super::open;
use crate::{
    app::state::{
        Asked, BuildFilm, CurrentLevel, Film, LevelSource, ModelView, OpenLevel, Overlays, Player,
        QueryPlayer, Selection, Ui,
    },
    cli::{View, overlays::OverlayKind, tree_args::TreeArgs},
    films::{Preset, Shows},
};

/// Asks for a worked example.
#[derive(Message, Clone, Copy, Debug)]
pub struct ShowPreset(pub &'static Preset);

/// The worked example that waits for its level.
#[derive(Resource, Default)]
pub(super) struct Wanted(Option<&'static Preset>);

/// Whether a preset's level is shown, with its tree.
fn is_there(current: &CurrentLevel, preset: &Preset) -> bool {
    current.source == LevelSource::BuiltIn(preset.level.to_owned()) && *current.tree.params() == preset.params
}

/// Opens the level of the preset that is asked for.
pub(super) fn ask(
    mut messages: MessageReader<ShowPreset>,
    current: Res<CurrentLevel>,
    mut wanted: ResMut<Wanted>,
    mut levels: MessageWriter<OpenLevel>,
) {
    let Some(&ShowPreset(preset)) = messages.read().last() else {
        return;
    };
    wanted.0 = Some(preset);
    if !is_there(&current, preset) {
        let said = TreeArgs {
            rule: Some(preset.params.rule),
            ..TreeArgs::default()
        };
        levels.write(OpenLevel {
            source: LevelSource::BuiltIn(preset.level.to_owned()),
            // Not remembered: the rule is that of the example.
            options: Asked::Said(Box::new(said)),
        });
    }
}

/// Shows the preset once its level and its tree are there.
pub(super) fn show(
    current: Res<CurrentLevel>,
    mut wanted: ResMut<Wanted>,
    (mut player, mut view, mut ui): (ResMut<QueryPlayer>, ResMut<ModelView>, ResMut<Ui>),
    (mut build, mut selection): (ResMut<BuildFilm>, ResMut<Selection>),
    (mut body, mut overlays): (ResMut<Player>, ResMut<Overlays>),
) {
    let Some(preset) = wanted.0.filter(|preset| is_there(&current, preset)) else {
        return;
    };
    wanted.0 = None;
    match preset.shows {
        Shows::Query(query) => {
            open(&mut player, &mut view, &mut ui, &mut build);
            player.asked.take(&query);
        }
        Shows::Division { face } => {
            player.open = false;
            if !build.open {
                build.open = true;
                (build.shown, build.from_eyes) = (None, view.is_eye());
                view.film = Film::default();
                if view.is_eye() {
                    view.view = View::Model;
                    ui.captured = false;
                }
            }
            build.step = 0;
            *selection = Selection {
                node: current.tree.root(),
                face: Some(face),
            };
        }
        Shows::Order { eye } => {
            player.open = false;
            build.open = false;
            body.teleport(eye);
            if view.is_eye() {
                view.view = View::Model;
                ui.captured = false;
            }
            overlays.set(OverlayKind::Painter, true);
            overlays.painter_by_leaf = true;
        }
    }
    player.preset = Some(preset);
}
