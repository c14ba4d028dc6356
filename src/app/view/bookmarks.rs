//! Bookmarks of the level. `bspwalk_session::bookmarks` stores them in a file.

use bevy::prelude::*;

use crate::app::{
    host::{
        schedule::{AppState, AppSystems},
        state::OpenedLevel,
    },
    level::{program::ProgramParams, view_line::ViewNavigator},
};

/// Reads and changes bookmarks.
pub struct BookmarksPlugin;

impl Plugin for BookmarksPlugin {
    fn build(&self, app: &mut App) {
        app.add_systems(
            Update,
            (
                follow.run_if(any_match_filter::<Changed<OpenedLevel>>),
                change.run_if(on_message::<BookmarkChange>),
            )
                .chain()
                .in_set(AppSystems::Follow)
                .run_if(in_state(AppState::InLevel)),
        );
    }
}

/// A change to a bookmark, or a jump to one. Bookmarks are identified by index.
#[derive(Message, Clone, Debug, PartialEq, Eq)]
pub enum BookmarkChange {
    /// Go to the bookmark.
    GoTo(usize),
    /// Rename the bookmark.
    Rename(usize, String),
    /// Delete the bookmark.
    Remove(usize),
}

/// Reads the bookmarks of a newly opened level.
fn follow(mut program: ProgramParams) {
    program.change(|program| {
        program.follow_bookmarks();
    });
}

fn change(mut changes: MessageReader<BookmarkChange>, mut program: ProgramParams, mut going: ViewNavigator) {
    for change in changes.read() {
        program.change(|program| match change {
            BookmarkChange::GoTo(number) => {
                if let Some(view) = program.go_to_bookmark(*number) {
                    going.go_to(view);
                }
            }
            BookmarkChange::Rename(number, name) => program.change_bookmark(*number, Some(name)),
            BookmarkChange::Remove(number) => program.change_bookmark(*number, None),
        });
    }
}
