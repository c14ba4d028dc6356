//! Closing order of Escape. All fronts share it, although no front can open everything.

/// Something that Escape closes or ends, topmost first: pages over the level, the mouse's hold on the view, the cards at the bottom,
/// what drives the body, work in the background, and the films.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Close {
    /// The open menu.
    Menu,
    /// The command palette.
    Palette,
    /// The drag of a plane: the plane goes back.
    Drag,
    /// The help.
    Help,
    /// The page over the level: the planar tree, the duel, or the map, which goes back to the corner.
    Page,
    /// The window of the glossary.
    Glossary,
    /// The captured mouse: it is freed.
    Mouse,
    /// The choice of an end of a query.
    Picking,
    /// The quiz.
    Quiz,
    /// The costs of queries in the trees of two rules, side by side.
    Heat,
    /// The card of "why did I stop?".
    Explanation,
    /// The replay of the last seconds.
    Replay,
    /// The script that drives the body.
    Script,
    /// The script that is being read.
    Reading,
    /// The film that is being drawn to be saved.
    Film,
    /// The file that is being made to be saved.
    Export,
    /// The level that is being loaded, or the tree that is being built.
    Load,
    /// The film that is shown.
    ShownFilm,
}

impl Close {
    /// Everything that Escape closes, topmost first.
    pub const ORDER: [Self; 18] = [
        Self::Menu,
        Self::Palette,
        Self::Drag,
        Self::Help,
        Self::Page,
        Self::Glossary,
        Self::Mouse,
        Self::Picking,
        Self::Quiz,
        Self::Heat,
        Self::Explanation,
        Self::Replay,
        Self::Script,
        Self::Reading,
        Self::Film,
        Self::Export,
        Self::Load,
        Self::ShownFilm,
    ];

    /// Returns the topmost of what is open.
    pub fn topmost(is_open: impl Fn(Self) -> bool) -> Option<Self> {
        Self::ORDER.into_iter().find(|&close| is_open(close))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn topmost_follows_the_order() {
        assert!(Close::ORDER.is_sorted());
        assert_eq!(Close::topmost(|_| true), Some(Close::Menu));
        let open = [Close::ShownFilm, Close::Replay, Close::Quiz];
        assert_eq!(Close::topmost(|close| open.contains(&close)), Some(Close::Quiz));
        assert_eq!(Close::topmost(|_| false), None);
    }
}
