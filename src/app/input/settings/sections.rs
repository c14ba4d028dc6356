//! Panel sections, their order, and which of them are open.

use std::collections::BTreeMap;

use bspwalk_text::text;

/// A panel section. Each section groups related displays and controls.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Section {
    /// The level on screen and its statistics.
    Level,
    /// The view, the overlays and their colours.
    See,
    /// The node-storing tree: its statistics, its build options, and the selected node.
    Tree,
    /// The solid-leaf tree: PVS, culling, leak and sightline.
    Visibility,
    /// The player: movement, collision, and the level's course.
    Body,
    /// The program: settings, help and frame times.
    Program,
}

impl Section {
    /// All sections, from top to bottom.
    pub const ALL: [Self; 6] = [
        Self::Level,
        Self::See,
        Self::Tree,
        Self::Visibility,
        Self::Body,
        Self::Program,
    ];

    /// Returns the title.
    #[must_use]
    pub fn title(self) -> &'static str {
        match self {
            Self::Level => text!("panel-section-level"),
            Self::See => text!("panel-section-see"),
            Self::Tree => text!("panel-section-tree"),
            Self::Visibility => text!("panel-section-visibility"),
            Self::Body => text!("panel-section-body"),
            Self::Program => text!("panel-section-program"),
        }
    }

    /// Returns whether the section is initially open. With these defaults, all titles fit in a 1280×720 window.
    #[must_use]
    pub const fn is_open_at_first(self) -> bool {
        matches!(self, Self::Level | Self::See)
    }
}

/// Sections that the user has opened or closed explicitly.
#[derive(Clone, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(transparent)]
pub struct Sections(BTreeMap<Section, bool>);

impl Sections {
    /// Returns whether a section is open.
    #[must_use]
    pub fn is_open(&self, section: Section) -> bool {
        let chosen = self.0.get(&section).copied();
        chosen.unwrap_or(section.is_open_at_first())
    }

    /// Opens a closed section, or closes an open one.
    pub fn toggle(&mut self, section: Section) {
        self.0.insert(section, !self.is_open(section));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_section_stays_as_the_user_left_it() {
        let mut sections = Sections::default();
        for section in Section::ALL {
            let at_first = section.is_open_at_first();
            assert_eq!(sections.is_open(section), at_first);
            sections.toggle(section);
            assert_eq!(sections.is_open(section), !at_first);
            let text = toml::to_string(&sections).expect("it is written");
            assert_eq!(toml::from_str(&text), Ok(sections.clone()), "{text}");
        }
        sections.toggle(Section::See);
        assert!(sections.is_open(Section::See));
        assert!(!sections.is_open(Section::Level), "the others stay");
    }
}
