//! Order in which Escape closes items. All front ends share it, although none of them can open every item.

/// An item that Escape closes or ends. The variants are listed from the topmost down.
///
/// Pages over the level come first, then mouse capture and the cards at the bottom. Playback, background work
/// and films follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Close {
    /// The open menu.
    Menu,
    /// The command palette.
    Palette,
    /// A plane being dragged. The plane returns to its old position.
    Drag,
    /// The help.
    Help,
    /// A page over the level: the planar tree, the duel, or the map. The map returns to the corner.
    Page,
    /// The glossary window.
    Glossary,
    /// The captured mouse, which is released.
    Mouse,
    /// The picking of a query's end point.
    Picking,
    /// The quiz.
    Quiz,
    /// The heat maps that compare the query costs of two build rules.
    Heat,
    /// The "why did I stop?" card.
    Explanation,
    /// The replay.
    Replay,
    /// The script that moves the body.
    Script,
    /// The script that is being loaded.
    Reading,
    /// The film that is being rendered to a file.
    Film,
    /// The file that is being exported.
    Export,
    /// The level that is being loaded, or the tree that is being built.
    Load,
    /// The film on the screen.
    ShownFilm,
}
