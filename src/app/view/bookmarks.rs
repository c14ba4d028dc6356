//! Bookmarks of the level: adding, visiting and renaming them. They are stored in the file managed by
//! `bspwalk_session::bookmarks`.

use bevy::prelude::*;
use bspwalk_session::{
    actions::Action,
    bookmarks::{BookmarkPlace, Bookmarks},
};
use bspwalk_text::text;

use crate::app::{
    host::{
        schedule::{AppState, AppSystems},
        shown::Shown,
        state::{LevelId, Notice, OpenedLevel},
    },
    input::{KeyLabels, settings::SettingsPath},
    level::view_line::{NAMELESS, ShownView, ViewNavigator},
};

/// Stores views as bookmarks and returns to them.
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

/// Bookmarks of the level on screen, as most recently read or written.
#[derive(Resource, Default)]
pub struct LevelBookmarks {
    /// Bookmarks, or `None` if they cannot be read or the level has no name.
    list: Option<Bookmarks>,
    /// Level that the bookmarks belong to.
    of: Option<LevelId>,
    place: BookmarkPlace,
}

impl LevelBookmarks {
    /// Returns the bookmark names, in file order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        let all = self.list.as_ref().map_or(&[][..], Bookmarks::all);
        all.iter().map(|(name, _)| name.as_str())
    }

    /// Reads the bookmark file again.
    fn read(&mut self, level: &OpenedLevel, settings: &SettingsPath) -> Result<&mut Bookmarks, String> {
        self.list = None;
        if level.source.is_drawn() {
            return Err(text!("view-no-bookmarks", why = NAMELESS));
        }
        let list = Bookmarks::read(&level.source.absolute(), settings.0.as_deref())?;
        Ok(self.list.insert(list))
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
fn follow(
    current: Shown<OpenedLevel>,
    settings: Res<SettingsPath>,
    mut bookmarks: ResMut<LevelBookmarks>,
    mut notices: MessageWriter<Notice>,
) {
    let id = current.level_id();
    if bookmarks.of.as_ref() == Some(&id) {
        return;
    }
    bookmarks.place = BookmarkPlace::default();
    bookmarks.of = Some(id);
    let has_place = bspwalk_session::bookmarks::path;
    if has_place(&current.source, settings.0.as_deref()).is_none() {
        bookmarks.list = None;
    } else if let Err(problem) = bookmarks.read(&current, &settings) {
        notices.write(Notice::error(problem));
    }
}

/// Adds the current view as a bookmark.
pub(in crate::app) fn keep(
    (current, settings): (Shown<OpenedLevel>, Res<SettingsPath>),
    shown: ShownView,
    mut bookmarks: ResMut<LevelBookmarks>,
    mut notices: MessageWriter<Notice>,
) {
    let bookmarks = &mut *bookmarks;
    let mut place = bookmarks.place;
    let kept = bookmarks.read(&current, &settings).and_then(|list| {
        let line = shown.line().ok_or_else(|| NAMELESS.text().to_owned())?;
        place.keep(list, line.at, line.tree)
    });
    bookmarks.place = place;
    notices.write(kept.map_or_else(Notice::error, Notice::info));
}

/// Goes to the next bookmark.
pub(in crate::app) fn go_on(
    (current, settings, keys): (Shown<OpenedLevel>, Res<SettingsPath>, Res<KeyLabels>),
    mut going: ViewNavigator,
    mut bookmarks: ResMut<LevelBookmarks>,
    mut notices: MessageWriter<Notice>,
) {
    let mut place = bookmarks.place;
    let next = bookmarks
        .read(&current, &settings)
        .and_then(|list| place.next(list, &keys.key_or_palette_hint(Action::KeepView)));
    bookmarks.place = place;
    notices.write(match next {
        Ok((name, line)) => {
            going.go_to(line);
            Notice::info(name)
        }
        Err(problem) => Notice::error(problem),
    });
}

fn change(
    (current, settings): (Shown<OpenedLevel>, Res<SettingsPath>),
    mut changes: MessageReader<BookmarkChange>,
    mut going: ViewNavigator,
    mut bookmarks: ResMut<LevelBookmarks>,
    mut notices: MessageWriter<Notice>,
) {
    for change in changes.read() {
        let done = match change {
            BookmarkChange::GoTo(number) => {
                let list = bookmarks.list.as_ref();
                if let Some((_, line)) = list.and_then(|list| list.all().get(*number)) {
                    going.go_to(line.clone());
                    bookmarks.place = BookmarkPlace(Some(*number));
                }
                Ok(())
            }
            BookmarkChange::Rename(number, name) => bookmarks
                .read(&current, &settings)
                .and_then(|list| list.rename(*number, name)),
            BookmarkChange::Remove(number) => bookmarks
                .read(&current, &settings)
                .and_then(|list| list.remove(*number)),
        };
        if let Err(problem) = done {
            notices.write(Notice::error(problem));
        }
    }
}
