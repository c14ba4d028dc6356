//! View requested on the command line, by a bookmark, or by the page address.

use bevy::prelude::*;
use bspwalk_levels::light_styles::StyleFactors;

use crate::app::{host::prelude::*, level::program::ProgramParams};
use crate::cli::ViewArgs;

/// Shows a requested view once its level is ready.
pub(in crate::app) fn plugin(app: &mut App) {
    app.init_resource::<AskedView>().add_systems(
        Update,
        show.after(AppSystems::Enter)
            .before(AppSystems::Replay)
            .run_if(resource_changed::<AskedView>.or_else(any_match_filter::<Changed<OpenedLevel>>)),
    );
}

/// Requested view and its level, or `None` once the view is shown.
#[derive(Resource, Clone, Debug, Default)]
pub(in crate::app) struct AskedView(pub(in crate::app) Option<RequestedView>);

/// A view of a specific level.
#[derive(Clone, Debug)]
pub(in crate::app) struct RequestedView {
    pub(in crate::app) source: LevelName,
    pub(in crate::app) at: ViewArgs,
    /// Previously opened level from the same source, which is still open while the source is being reopened.
    pub(in crate::app) not_in: Option<LevelId>,
}

impl AskedView {
    /// Requests a view of the level with the given source.
    pub(in crate::app) fn of(source: LevelName, at: ViewArgs) -> Self {
        let not_in = None;
        Self(Some(RequestedView { source, at, not_in }))
    }
}

fn show(mut asked: ResMut<AskedView>, mut program: ProgramParams, mut last: Local<Option<LevelName>>) {
    let source = program.current.source.clone();
    let before = last.replace(source.clone());
    let overlays = &program.state.overlays;
    if before.is_some_and(|before| before != source) && !overlays.light_styles.is_empty() {
        // The light-style brightnesses belong to another level.
        program.state.overlays.light_styles = StyleFactors::default();
    }
    // Taking an empty request would trigger change detection.
    if asked.0.is_none() {
        return;
    }
    let level = program.current.level_id();
    let is_here =
        |wanted: &mut RequestedView| wanted.source == source && wanted.not_in.as_ref() != Some(&level);
    let Some(RequestedView { at, .. }) = asked.0.take_if(is_here) else {
        return;
    };
    program.change(|program| program.show_view(&at));
    if let Some(degrees) = at.fov {
        program.settings.field_of_view = degrees;
    }
}
