//! Commands for bookmarks.

use bspwalk_text::text;

use super::Program;
use crate::{
    actions::Action,
    bookmarks::{Bookmarks, LevelBookmarks, path},
    view_line::ViewLine,
    walker::Notice,
};

impl Program<'_> {
    fn read_bookmarks(&mut self) -> Result<&mut Bookmarks, String> {
        self.state.bookmarks.read(self.opened, self.settings_file)
    }

    /// Reads the bookmarks of a newly opened level, if it has a bookmark file.
    pub fn follow_bookmarks(&mut self) {
        let is_new = self.state.bookmarks.of != self.opened.level_id();
        if is_new && path(&self.opened.source, self.settings_file).is_none() {
            self.state.bookmarks = LevelBookmarks {
                of: self.opened.level_id(),
                ..LevelBookmarks::default()
            };
        } else if is_new && let Err(problem) = self.read_bookmarks() {
            self.notices.push(Notice::error(problem));
        }
    }

    /// Adds a view to the bookmarks. `None` is a view of a level without a name. Shows a notice that names the new
    /// bookmark and the file.
    pub fn bookmark_view(&mut self, view: Option<ViewLine>) {
        let kept = self.read_bookmarks().and_then(|list| {
            let view = view.ok_or(text!("view-nameless"))?;
            let name = list.add(view.at, view.tree)?;
            let words = text!("bookmark-kept", name, file = list.path().display());
            Ok((words, list.all().len().checked_sub(1)))
        });
        self.notices.push(match kept {
            Ok((words, place)) => {
                self.state.bookmarks.place = place;
                Notice::info(words)
            }
            Err(problem) => Notice::error(problem),
        });
    }

    /// Moves to the next bookmark, shows a notice with its name, and returns its view. The last one wraps around to the
    /// first. If there are no bookmarks, shows a notice about this.
    pub fn next_bookmark(&mut self) -> Option<ViewLine> {
        if let Err(problem) = self.read_bookmarks() {
            self.notices.push(Notice::error(problem));
            return None;
        }
        let count = self.state.bookmarks.names().count();
        let next = self.state.bookmarks.place.map_or(0, |place| place + 1);
        let next = if next < count { next } else { 0 };
        let view = self.go_to_bookmark(next);
        self.notices.push(match self.state.bookmarks.names().nth(next) {
            Some(name) => Notice::info(name),
            None => Notice::error(text!(
                "view-level-no-bookmarks",
                key = self.keys.action_key(Action::KeepView)
            )),
        });
        view
    }

    /// Moves to the bookmark at the given index and returns its view.
    pub fn go_to_bookmark(&mut self, number: usize) -> Option<ViewLine> {
        let LevelBookmarks { list, place, .. } = &mut self.state.bookmarks;
        let (_, view) = list.as_ref()?.all().get(number)?;
        *place = Some(number);
        Some(view.clone())
    }

    /// Renames the bookmark at the given index, or removes it if there is no name. Shows a notice if this fails.
    pub fn change_bookmark(&mut self, number: usize, name: Option<&str>) {
        let changed = self.read_bookmarks().and_then(|list| match name {
            Some(name) => list.rename(number, name),
            None => list.remove(number),
        });
        self.notices.extend(changed.err().map(Notice::error));
    }
}
