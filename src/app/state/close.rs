//! What can be closed.

use bevy::prelude::*;

/// What Escape closes or ends, the topmost first: what lies over the level, then the mouse's hold on the view, then the cards at
/// the bottom and what drives the body, and at last what works in the background.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Close {
    /// The open menu.
    Menu,
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
    /// What queries cost in the trees of two rules, side by side.
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
}
