//! The two traversals that a film can show.

use bspwalk_text::text;

/// Traversal that a film records and shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum QueryMode {
    /// The ordered traversal from textbooks, which tests one plane at a time.
    #[default]
    OnePlane,
    /// The traversal that queries of [`NodeTree`](bspwalk_trees::NodeTree) use, which tests the planes of up to seven
    /// nodes together.
    Wide,
}

impl QueryMode {
    /// Both modes, starting with the default.
    pub const ALL: [Self; 2] = [Self::OnePlane, Self::Wide];

    /// Returns the name used on the command line and in the settings.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::OnePlane => "one-plane",
            Self::Wide => "wide",
        }
    }

    /// Returns the title shown to the user.
    #[must_use]
    pub fn title(self) -> &'static str {
        match self {
            Self::OnePlane => text!("caption-mode-one-plane"),
            Self::Wide => text!("caption-mode-wide"),
        }
    }

    /// Returns an explanation to show to the user.
    #[must_use]
    pub fn description(self) -> &'static str {
        match self {
            Self::OnePlane => text!("caption-mode-one-plane-explained"),
            Self::Wide => text!("caption-mode-wide-explained"),
        }
    }

    /// Returns the other mode.
    #[must_use]
    pub const fn next(self) -> Self {
        match self {
            Self::OnePlane => Self::Wide,
            Self::Wide => Self::OnePlane,
        }
    }
}
