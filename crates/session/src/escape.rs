//! Order in which Escape closes items. All front ends share it, although none of them can open every item.

use crate::{program_state::ProgramState, walker::Walker};

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

impl ProgramState {
    /// Returns the topmost open item. `own` are the items of the front end, each with whether it is open.
    pub fn topmost_item(
        &self,
        walker: Option<&Walker>,
        own: impl IntoIterator<Item = (Close, bool)>,
    ) -> Option<Close> {
        let items = [
            (Close::Palette, self.palette.is_some()),
            (Close::Picking, self.query.is_picking()),
            (Close::Quiz, self.quiz.is_open()),
            (Close::Reading, self.scripts.status().is_some()),
            (Close::ShownFilm, self.query.open || self.build.open),
        ];
        let of_walker = walker.into_iter().flat_map(Walker::closable_items);
        let open = items.into_iter().chain(of_walker).chain(own);
        open.filter(|(_, is_open)| *is_open).map(|(item, _)| item).min()
    }

    /// Closes the palette, ends picking, or cancels the script that is being loaded. Does nothing for other items.
    pub fn close_item(&mut self, item: Close) {
        match item {
            Close::Palette => self.palette = None,
            Close::Picking => self.query.picking = None,
            Close::Reading => self.scripts.cancel(),
            _ => {}
        }
    }
}
