//! Bookmarks of a level: named views in a small text file that you can edit and share.
//!
//! The bookmarks of `castle.obj` are in `castle.obj.views`; bookmarks of a built-in level are in the settings folder. A
//! bookmark file does not contain the level's name, so you can move it along with the level. It is TOML:
//!
//! ```toml
//! [[view]]
//! name = "The crypt"
//! options = "--eye=0,1.7,4 --look=30,-10 --show=planes"
//! ```

use std::{
    io,
    path::{Path, PathBuf},
};

use bspwalk_levels::Level;
use bspwalk_text::{Localize, text};
use serde::{Deserialize, Serialize};

use crate::{
    LevelName, Opened, identity::Identity, settings_file, store, tree_args::TreeArgs, view_args::ViewArgs,
    view_line::ViewLine,
};

/// Maximum size of a bookmark file, in bytes.
const LARGEST: u64 = 1 << 20;

/// Comment at the start of a bookmark file.
const HEAD: &str = "# Views of this level: names, and the options of `bspwalk` that show them.\n\n";

/// The bookmarks of a level.
#[derive(Clone, Debug, PartialEq)]
pub struct Bookmarks {
    path: PathBuf,
    level: LevelName,
    all: Vec<(String, ViewLine)>,
}

/// Contents of the file.
#[derive(Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    view: Vec<Entry>,
}

/// A bookmark in the file.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    name: String,
    options: String,
}

/// Returns the path of a level's bookmark file, where `settings` is the path of the settings file.
///
/// Returns `None` if there is no folder for the file.
pub fn path(level: &LevelName, settings: Option<&Path>) -> Option<PathBuf> {
    match level {
        LevelName::File(path) => {
            let mut name = path.file_name()?.to_owned();
            name.push(".views");
            Some(path.with_file_name(name))
        }
        LevelName::BuiltIn(name) => Some(settings?.parent()?.join(format!("{name}.views"))),
        LevelName::Drawn(_) => None,
    }
}

/// Bookmarks of the level on screen, as most recently read or written.
#[derive(Clone, Debug, Default)]
pub struct LevelBookmarks {
    /// Bookmarks, or `None` if they cannot be read.
    pub(crate) list: Option<Bookmarks>,
    /// Level that the bookmarks belong to.
    pub(crate) of: Identity<Level>,
    /// Index of the bookmark that was visited or added last.
    pub(crate) place: Option<usize>,
}

impl LevelBookmarks {
    /// Returns the bookmark names, in file order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        let all = self.list.as_ref().map_or(&[][..], Bookmarks::all);
        all.iter().map(|(name, _)| name.as_str())
    }

    /// Reads the bookmark file again.
    pub(crate) fn read(
        &mut self,
        opened: &Opened,
        settings: Option<&Path>,
    ) -> Result<&mut Bookmarks, String> {
        self.list = None;
        if self.of != opened.level_id() {
            (self.of, self.place) = (opened.level_id(), None);
        }
        if opened.source.is_drawn() {
            return Err(text!("view-no-bookmarks", why = text!("view-nameless")));
        }
        let list = Bookmarks::read(&opened.source.absolute(), settings)?;
        Ok(self.list.insert(list))
    }
}

impl Bookmarks {
    /// Reads the bookmarks of a level, where `settings` is the path of the settings file. If the file does not exist,
    /// there are no bookmarks.
    ///
    /// # Errors
    /// Returns a sentence that names the file, the bookmark and the problem.
    pub fn read(level: &LevelName, settings: Option<&Path>) -> Result<Self, String> {
        let path = path(level, settings).ok_or(text!("bookmark-no-folder"))?;
        let level = level.clone();
        let problem =
            |cause: &dyn std::fmt::Display| text!("bookmark-unreadable", file = path.display(), cause);
        let bytes = match store::get().read(&path, LARGEST) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
            Err(error) => return Err(problem(&error.localized())),
        };
        let text = String::from_utf8(bytes).map_err(|error| problem(&error))?;
        let file: File = toml::from_str(&text).map_err(|error| problem(&error.to_string().trim_end()))?;
        let mut all = Vec::with_capacity(file.view.len());
        for Entry { name, options } in file.view {
            let line = ViewLine::with_options(level.clone(), &options)
                .map_err(|reason| problem(&text!("bookmark-wrong", name, reason)))?;
            all.push((name, line));
        }
        Ok(Self { path, level, all })
    }

    /// Returns the names and views, in file order.
    pub fn all(&self) -> &[(String, ViewLine)] {
        &self.all
    }

    /// Returns the path of the file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Finds the view with the given name, ignoring case.
    pub fn find(&self, name: &str) -> Option<&ViewLine> {
        let wanted = name.to_lowercase();
        let mut all = self.all.iter();
        all.find(|(name, _)| name.to_lowercase() == wanted)
            .map(|(_, line)| line)
    }

    /// Adds a view under the first unused name among `View 1`, `View 2`, …, and writes the file. Returns the name.
    ///
    /// # Errors
    /// Returns an error, and adds nothing, if the file cannot be written.
    pub fn add(&mut self, at: ViewArgs, tree: TreeArgs) -> Result<String, String> {
        let mut names = (1_u32..).map(|number| text!("bookmark-name", number));
        let name = names.find(|name| self.find(name).is_none()).unwrap_or_default();
        let level = self.level.clone();
        self.change(|all| all.push((name.clone(), ViewLine { level, at, tree })))?;
        Ok(name)
    }

    /// Renames the bookmark at the given index and writes the file.
    ///
    /// # Errors
    /// Returns an error if the name is empty or taken, or if the file cannot be written. In that case, nothing changes.
    pub fn rename(&mut self, number: usize, name: &str) -> Result<(), String> {
        let name = name.split_whitespace().collect::<Vec<_>>().join(" ");
        if name.is_empty() {
            return Err(text!("bookmark-no-name").to_owned());
        }
        let taken = self.all.iter().enumerate();
        let is_taken = |(at, (other, _)): (usize, &(String, ViewLine))| {
            at != number && other.to_lowercase() == name.to_lowercase()
        };
        if taken.into_iter().any(is_taken) {
            return Err(text!("bookmark-taken", name));
        }
        self.change(|all| {
            if let Some(bookmark) = all.get_mut(number) {
                bookmark.0 = name;
            }
        })
    }

    /// Removes the bookmark at the given index and writes the file.
    ///
    /// # Errors
    /// Returns an error, and removes nothing, if the file cannot be written.
    pub fn remove(&mut self, number: usize) -> Result<(), String> {
        self.change(|all| {
            if number < all.len() {
                all.remove(number);
            }
        })
    }

    fn change(&mut self, change: impl FnOnce(&mut Vec<(String, ViewLine)>)) -> Result<(), String> {
        let mut all = self.all.clone();
        change(&mut all);
        let view = all.iter().map(|(name, line)| Entry {
            name: name.clone(),
            options: line.options(),
        });
        let file = File { view: view.collect() };
        let problem =
            |cause: &dyn std::fmt::Display| text!("bookmark-not-written", file = self.path.display(), cause);
        let text = toml::to_string(&file).map_err(|error| problem(&error))?;
        let written = store::get().write(&self.path, format!("{HEAD}{text}").as_bytes());
        written.map_err(|error| problem(&error.localized()))?;
        self.all = all;
        Ok(())
    }
}

/// Returns the view of a bookmark, overridden by the command line.
///
/// Each view option of the command line replaces the same option of the bookmark. Any tree option of the
/// command line replaces all tree options of the bookmark.
///
/// # Errors
/// Returns a sentence if the file cannot be read or has no such bookmark. In the latter case, the sentence lists the
/// existing bookmarks.
pub fn view_of(
    level: &LevelName,
    name: &str,
    at: ViewArgs,
    tree: TreeArgs,
) -> Result<(ViewArgs, TreeArgs), String> {
    let bookmarks = Bookmarks::read(level, settings_file::path().as_deref())?;
    let Some(line) = bookmarks.find(name) else {
        let names: Vec<&str> = bookmarks.all.iter().map(|(name, _)| name.as_str()).collect();
        let file = bookmarks.path.display();
        return Err(if names.is_empty() {
            text!("bookmark-none", level, name, file)
        } else {
            text!(
                "bookmark-unknown",
                level,
                name,
                file,
                names = names.join(text!("text-list"))
            )
        });
    };
    let tree = if tree == TreeArgs::default() {
        line.tree.clone()
    } else {
        tree
    };
    Ok((at.with_defaults_from(line.at.clone()), tree))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn level(folder: &Path) -> LevelName {
        LevelName::File(folder.join("my level.obj"))
    }

    fn view(options: &str) -> ViewLine {
        ViewLine::with_options(LevelName::BuiltIn("hall".to_owned()), options).unwrap()
    }

    #[test]
    fn bookmarks_are_stored_next_to_the_level() {
        let folder = tempfile::tempdir().unwrap();
        let level = level(folder.path());
        let mut bookmarks = Bookmarks::read(&level, None).unwrap();
        assert!(bookmarks.all().is_empty());
        let first = view("--eye=0,1.7,4 --show=planes,portals --structural 'a \"b\"'");
        for line in [first.clone(), view("--view=model --rule=ati"), view("")] {
            bookmarks.add(line.at, line.tree).unwrap();
        }
        bookmarks.rename(0, "  The  crypt ").unwrap();
        bookmarks.remove(1).unwrap();
        let again = Bookmarks::read(&level, None).unwrap();
        assert_eq!(again, bookmarks);
        assert_eq!(again.path(), folder.path().join("my level.obj.views"));
        let names: Vec<&str> = again.all().iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["The crypt", "View 3"]);
        let found = again.find("the CRYPT").unwrap();
        assert_eq!((&found.at, &found.tree), (&first.at, &first.tree));
        assert_eq!(bookmarks.add(first.at, first.tree).unwrap(), "View 1");
    }

    #[test]
    fn file_moves_with_the_level() {
        let [here, there] = [(); 2].map(|()| tempfile::tempdir().unwrap());
        let [before, after] = [here.path(), there.path()].map(level);
        let mut bookmarks = Bookmarks::read(&before, None).unwrap();
        let line = view("--eye=1,2,3");
        bookmarks.add(line.at.clone(), line.tree).unwrap();
        fs::copy(bookmarks.path(), path(&after, None).unwrap()).unwrap();
        let moved = Bookmarks::read(&after, None).unwrap();
        assert_eq!(moved.all()[0].1.level, after);
        assert_eq!(moved.all()[0].1.at, line.at);
    }

    #[test]
    fn built_in_level_bookmarks_are_with_settings() {
        let hall = LevelName::BuiltIn("hall".to_owned());
        let found = path(&hall, Some(Path::new("kept/settings.toml")));
        assert_eq!(found, Some(PathBuf::from("kept/hall.views")));
        assert_eq!(path(&hall, None), None);
        assert!(Bookmarks::read(&hall, None).unwrap_err().contains("no folder"));
    }

    #[test]
    fn invalid_file_is_named_and_unchanged() {
        let folder = tempfile::tempdir().unwrap();
        let level = level(folder.path());
        let file = path(&level, None).unwrap();
        for (text, words) in [
            ("[[view]\n", &["line 1"][..]),
            ("[[view]]\nname = \"x\"\n", &["options"]),
            (
                "[[view]]\nname = 'x'\noptions = '--eye=here'\n",
                &["\u{201c}x\u{201d}", "here"],
            ),
            (
                "[[view]]\nname = 'x'\noptions = 'hall'\n",
                &["\u{201c}x\u{201d}", "hall"],
            ),
            (
                "[[view]]\nname = 'x'\noptions = \"'\"\n",
                &["\u{201c}x\u{201d}", "not closed"],
            ),
            ("[[view]]\nname = 'x'\noptions = ''\nmore = 1\n", &["more"]),
        ] {
            fs::write(&file, text).unwrap();
            let reason = Bookmarks::read(&level, None).unwrap_err();
            assert!(reason.contains("my level.obj.views"), "{reason}");
            for word in words {
                assert!(reason.contains(word), "{word} in {reason}");
            }
            assert_eq!(fs::read_to_string(&file).unwrap(), text);
        }
    }

    #[test]
    fn names_are_required_and_unique() {
        let folder = tempfile::tempdir().unwrap();
        let mut bookmarks = Bookmarks::read(&level(folder.path()), None).unwrap();
        for _ in 0..2 {
            bookmarks.add(ViewArgs::default(), TreeArgs::default()).unwrap();
        }
        assert!(bookmarks.rename(0, " \n").unwrap_err().contains("name"));
        assert!(bookmarks.rename(0, "view 2").unwrap_err().contains("already"));
        bookmarks.rename(0, "VIEW 1").unwrap();
        assert_eq!(bookmarks.all()[0].0, "VIEW 1", "it is its own name");
    }

    #[test]
    fn command_line_overrides_a_bookmark() {
        let folder = tempfile::tempdir().unwrap();
        let level = level(folder.path());
        let mut bookmarks = Bookmarks::read(&level, None).unwrap();
        let kept = "--eye=1,2,3 --show=planes --depth=7 --view=plan --rule=ati";
        bookmarks.add(view(kept).at, view(kept).tree).unwrap();
        let ask = |options: &str| {
            let asked = view(options);
            view_of(&level, "View 1", asked.at, asked.tree).map(|(at, tree)| ViewLine {
                level: LevelName::BuiltIn("hall".to_owned()),
                at,
                tree,
            })
        };
        assert_eq!(ask("").unwrap(), view(kept));
        let expected = view("--eye=4,5,6 --look=90,0 --show=cells --depth=7 --view=plan --seed=3");
        let asked = ask("--eye=4,5,6 --look=90,0 --show=cells --seed=3");
        assert_eq!(asked.unwrap(), expected);
        let reason = view_of(&level, "crypt", ViewArgs::default(), TreeArgs::default()).unwrap_err();
        assert!(reason.contains("crypt") && reason.contains("View 1"), "{reason}");
    }
}
