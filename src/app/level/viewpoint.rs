//! View requested on the command line, by a bookmark, or by the page address.

use bevy::prelude::*;
use bspwalk_levels::light_styles::StyleFactors;
use bspwalk_session::selection::Selected;

use super::leaf_tree::TreeOwner;
use crate::app::{
    host::{
        schedule::AppSystems,
        shown::{Shown, ShownMut},
        state::{LevelId, LevelName, Notice, OpenedLevel, Player, ProgramState, Selection},
    },
    input::settings::Settings,
};
use crate::cli::ViewArgs;

/// Shows a requested view once its level is ready.
pub(in crate::app) struct ViewpointPlugin;

impl Plugin for ViewpointPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<AskedView>().add_systems(
            Update,
            show.after(AppSystems::Enter)
                .before(AppSystems::Replay)
                .run_if(resource_changed::<AskedView>.or_else(any_match_filter::<Changed<OpenedLevel>>)),
        );
    }
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

/// State that changes when a view is shown.
type Looked<'w, 's> = (
    ShownMut<'w, 's, Player>,
    ResMut<'w, ProgramState>,
    ShownMut<'w, 's, Selection>,
    ResMut<'w, Settings>,
);

fn show(
    mut asked: ResMut<AskedView>,
    current: Option<Shown<OpenedLevel>>,
    (mut player, mut program, mut selection, mut settings): Looked,
    mut owner: Option<ResMut<TreeOwner>>,
    mut notices: MessageWriter<Notice>,
    mut last: Local<Option<LevelName>>,
) {
    let Some(current) = current else { return };
    let before = last.replace(current.source.clone());
    if before.is_some_and(|before| before != current.source) && !program.overlays.light_styles.is_empty() {
        // The light-style brightnesses belong to another level.
        program.overlays.light_styles = StyleFactors::default();
    }
    // Taking an empty request would trigger change detection.
    if asked.0.is_none() {
        return;
    }
    let is_here = |wanted: &mut RequestedView| {
        wanted.source == current.source && wanted.not_in.as_ref() != Some(&current.level_id())
    };
    let Some(RequestedView { at, .. }) = asked.0.take_if(is_here) else {
        return;
    };
    let level = &current.level;
    at.place_body(&mut player, &current.tree, level);
    program.view = at.model_view(level);
    if at.shows_something() {
        program.overlays = at.overlays();
    }
    if let Some(degrees) = at.fov {
        settings.field_of_view = degrees;
    }
    let node = at.selected_node(&current.tree).unwrap_or_else(|problem| {
        notices.write(Notice::error(problem));
        None
    });
    let face = at.select_face.filter(|_| node.is_some());
    selection.0 = Selected {
        leaf: at.select_leaf,
        ..Selected::of_node(node, face)
    };
    program.build = at.build_film(&program.build);
    if at.build_step.is_some() {
        (program.query.open, program.query.preset) = (false, None);
    }
    if let Some(owner) = &mut owner {
        owner.set_if_neq(tree_owner(&at));
    }
}

/// Returns the solid-leaf tree that a view shows.
fn tree_owner(at: &ViewArgs) -> TreeOwner {
    if at.own_tree {
        TreeOwner::File
    } else {
        TreeOwner::Here
    }
}
