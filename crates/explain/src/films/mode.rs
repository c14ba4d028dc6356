//! The two traversals that a film can show.

use bspwalk_text::text;

/// Traversal that a film runs and shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum QueryMode {
    /// The ordered traversal of textbooks, which tests one plane at a time.
    #[default]
    OnePlane,
    /// The traversal of [`NodeTree`](bspwalk_trees::NodeTree)'s queries, which tests the planes of up to seven
    /// nodes together.
    Wide,
}

impl QueryMode {
    /// Both modes, the default first.
    pub const ALL: [Self; 2] = [Self::OnePlane, Self::Wide];

    /// Returns the name on the command line and in the settings.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::OnePlane => "one-plane",
            Self::Wide => "wide",
        }
    }

    /// Returns the title for the user.
    #[must_use]
    pub fn title(self) -> &'static str {
        match self {
            Self::OnePlane => text!("caption-mode-one-plane"),
            Self::Wide => text!("caption-mode-wide"),
        }
    }

    /// Returns an explanation for the user.
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
