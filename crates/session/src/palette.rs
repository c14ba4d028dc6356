//! Command palette: a list of commands with fuzzy search by name.

use bspwalk_text::Language;

use crate::{
    LevelName,
    actions::{Action, Control},
};

/// Command that a palette or a menu runs.
#[derive(Clone, Debug, PartialEq)]
pub enum PaletteCommand {
    /// Sends a command from the controls table.
    Send(Action),
    /// Opens a level.
    Open(LevelName),
}

/// A command in the palette.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry<C> {
    /// The command.
    pub command: C,
    /// Name, as shown in menus.
    pub name: String,
    /// Names of the command's keys; empty for a command without keys.
    pub key: String,
    /// Reason why the command is unavailable, if it is.
    pub why_not: Option<String>,
    /// Other names that the search finds but the list does not show.
    pub aliases: Vec<String>,
}

impl<C> Entry<C> {
    /// Creates the entry of a control. The search also finds its English name and its name in the settings file.
    pub fn of_control(command: C, control: &Control, key: String, why_not: Option<String>) -> Self {
        Self {
            command,
            name: control.title.text().to_owned(),
            key,
            why_not,
            aliases: vec![
                control.title.text_in(Language::english()).to_owned(),
                control.id(),
            ],
        }
    }
}

/// A key that the open palette handles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PaletteKey {
    /// Adds a character to the query.
    Type(char),
    /// Removes the last character of the query.
    Erase,
    /// Moves the mark to the previous entry.
    Up,
    /// Moves the mark to the next entry.
    Down,
    /// Runs the marked command.
    Run,
    /// Closes the palette.
    Close,
}

/// The open palette. One of the found entries is marked.
#[derive(Clone, Debug, PartialEq)]
pub struct Palette<C> {
    entries: Vec<Entry<C>>,
    query: String,
    /// Indices of the found entries, best first.
    found: Vec<usize>,
    marked: usize,
}

impl<C> Palette<C> {
    /// Opens the palette with the given entries. The query is empty, so it matches all entries.
    pub fn new(entries: Vec<Entry<C>>) -> Self {
        let found = (0..entries.len()).collect();
        Self {
            entries,
            query: String::new(),
            found,
            marked: 0,
        }
    }

    /// Returns the query.
    pub fn query(&self) -> &str {
        &self.query
    }

    /// Sets the query and marks the best match. An entry matches if its name or an alias contains each word of the query,
    /// in any order. Available commands come first.
    pub fn search(&mut self, query: &str) {
        query.clone_into(&mut self.query);
        let words: Vec<String> = query.split_whitespace().map(str::to_lowercase).collect();
        let entries = self.entries.iter();
        let ranks = entries.map(|entry| {
            let aliases: Vec<String> = entry.aliases.iter().map(|alias| alias.to_lowercase()).collect();
            rank(&words, &entry.name.to_lowercase(), &aliases)
        });
        let mut ranked: Vec<(bool, u32, usize)> = ranks
            .enumerate()
            .filter_map(|(index, rank)| {
                let comes_last = !words.is_empty() && self.entries[index].why_not.is_some();
                Some((comes_last, rank?, index))
            })
            .collect();
        ranked.sort_unstable();
        self.found = ranked.into_iter().map(|(.., index)| index).collect();
        self.marked = 0;
    }

    /// Returns the found entries, best first.
    pub fn matching_entries(&self) -> impl ExactSizeIterator<Item = &Entry<C>> {
        self.found.iter().map(|&index| &self.entries[index])
    }

    /// Returns the index of the marked entry among the found entries.
    pub const fn marked_index(&self) -> usize {
        self.marked
    }

    /// Marks the found entry at this index.
    pub const fn mark(&mut self, position: usize) {
        if position < self.found.len() {
            self.marked = position;
        }
    }

    /// Returns the marked entry, if it is available.
    pub fn available_marked_entry(&self) -> Option<&Entry<C>> {
        let index = *self.found.get(self.marked)?;
        Some(&self.entries[index]).filter(|entry| entry.why_not.is_none())
    }

    /// Edits the query or moves the mark. The owner handles [`PaletteKey::Run`] and [`PaletteKey::Close`].
    pub fn press(&mut self, key: PaletteKey) {
        match key {
            PaletteKey::Type(character) => {
                let query = format!("{}{character}", self.query);
                self.search(&query);
            }
            PaletteKey::Erase => {
                let mut query = self.query.clone();
                query.pop();
                self.search(&query);
            }
            PaletteKey::Up => self.mark(self.marked.saturating_sub(1)),
            PaletteKey::Down => self.mark(self.marked + 1),
            PaletteKey::Run | PaletteKey::Close => {}
        }
    }
}

/// Returns the rank of an entry with a lower-case name and lower-case aliases, or `None` if a word matches none of them.
/// A smaller rank is better.
///
/// A match at the start of a word in the name ranks better than one inside a word. Matches in an alias follow, and
/// matches with gaps between letters rank last.
fn rank(words: &[String], name: &str, aliases: &[String]) -> Option<u32> {
    let rank_of = |word: &String| {
        let in_alias = || aliases.iter().filter_map(|alias| rank_in(word, alias)).min();
        rank_in(word, name).or_else(|| Some(3 + in_alias()?)).or_else(|| {
            let mut letters = name.chars();
            word.chars()
                .all(|wanted| letters.any(|letter| letter == wanted))
                .then_some(8)
        })
    };
    words.iter().map(rank_of).sum()
}

/// Returns the rank of a word in a name that contains it without gaps.
fn rank_in(word: &str, name: &str) -> Option<u32> {
    let mut parts = name.split(|c: char| !c.is_alphanumeric());
    if name.starts_with(word) {
        Some(0)
    } else if parts.any(|part| part.starts_with(word)) {
        Some(1)
    } else {
        name.contains(word).then_some(2)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::actions::{FrontEnd, palette_commands};

    fn palette(names: &[&str]) -> Palette<usize> {
        let entry = |(command, name): (usize, &&str)| Entry {
            command,
            name: (*name).to_owned(),
            key: String::new(),
            why_not: name
                .starts_with("Undo")
                .then(|| "There is nothing to undo.".to_owned()),
            aliases: Vec::new(),
        };
        Palette::new(names.iter().enumerate().map(entry).collect())
    }

    const NAMES: [&str; 5] = [
        "Split planes",
        "Floor plan",
        "Undo",
        "Single step",
        "Film of the build",
    ];

    fn found(palette: &Palette<usize>) -> Vec<&str> {
        palette
            .matching_entries()
            .map(|entry| entry.name.as_str())
            .collect()
    }

    #[test]
    fn word_starts_rank_first() {
        let mut palette = palette(&NAMES);
        assert_eq!(found(&palette), NAMES);
        palette.search("PL");
        assert_eq!(found(&palette), ["Split planes", "Floor plan"]);
        palette.search("s");
        assert_eq!(found(&palette)[..2], ["Split planes", "Single step"]);
        palette.search("build film");
        assert_eq!(found(&palette), ["Film of the build"]);
        palette.search("sgs");
        assert_eq!(found(&palette), ["Single step"], "letters with gaps");
        palette.search("xyz");
        assert!(found(&palette).is_empty() && palette.available_marked_entry().is_none());
    }

    #[test]
    fn aliases_are_found_after_names() {
        let entry = |name: &str, aliases: &[&str]| Entry {
            command: (),
            name: name.to_owned(),
            key: String::new(),
            why_not: None,
            aliases: aliases.iter().map(|&alias| alias.to_owned()).collect(),
        };
        let mut palette = Palette::new(vec![
            entry("平面图", &["Floor plan", "toggle-plan"]),
            entry("划分平面", &["Split planes", "planes"]),
            entry("plane", &[]),
        ]);
        for (query, expected) in [
            ("plane", &["plane", "划分平面"][..]),
            ("SPLIT", &["划分平面"]),
            ("toggle-plan", &["平面图"]),
            ("平面", &["平面图", "划分平面"]),
            ("平面 planes", &["划分平面"]),
        ] {
            palette.search(query);
            let found: Vec<&str> = palette.matching_entries().map(|entry| &*entry.name).collect();
            assert_eq!(found, expected, "{query}");
        }
    }

    /// Every command can be found by its English name and its ID, whatever the language is.
    #[test]
    fn controls_have_english_names_and_ids() {
        for front in FrontEnd::ALL {
            for (command, control) in palette_commands(front) {
                let entry = Entry::of_control(command, control, String::new(), None);
                let english = control.title.text_in(Language::english());
                let mut palette = Palette::new(vec![Entry {
                    name: "平面".to_owned(),
                    ..entry
                }]);
                for query in [english, &control.id()] {
                    palette.search(query);
                    assert_eq!(palette.matching_entries().len(), 1, "{query}");
                }
            }
        }
    }

    #[test]
    fn mark_stays_in_the_list() {
        let mut palette = palette(&NAMES);
        palette.press(PaletteKey::Up);
        assert_eq!(palette.marked_index(), 0);
        for _ in 0..9 {
            palette.press(PaletteKey::Down);
        }
        assert_eq!(
            palette.available_marked_entry().map(|entry| entry.command),
            Some(4)
        );
        palette.press(PaletteKey::Type('u'));
        assert_eq!((palette.query(), palette.marked_index()), ("u", 0));
        assert_eq!(found(&palette), ["Film of the build", "Undo"]);
        palette.press(PaletteKey::Type('n'));
        assert_eq!(found(&palette), ["Undo"]);
        assert!(palette.available_marked_entry().is_none());
        palette.press(PaletteKey::Erase);
        palette.press(PaletteKey::Erase);
        assert_eq!(found(&palette), NAMES);
    }
}
