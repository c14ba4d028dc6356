//! Back and forward through what was selected, nodes and leaves, as a browser steps through pages.

use bevy::prelude::*;
use bspwalk_trees::solid_leaf::LeafId;

use super::{
    leaf_tree::{ChosenLeaf, LeafTreeParams},
    schedule::{AppState, AppSystems},
    state::{BuildFilm, Command, CurrentLevel, Notice, Selection},
};

/// The most selections that are kept.
const MOST: usize = 100;

/// Keeps the history.
pub(super) struct SelectionHistoryPlugin;

impl Plugin for SelectionHistoryPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<SelectionHistory>().add_systems(
            Update,
            step.after(AppSystems::LeafTree)
                .before(AppSystems::Overlays)
                .run_if(in_state(AppState::InLevel)),
        );
    }
}

/// What is selected at one time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Selected {
    node: Selection,
    leaf: Option<LeafId>,
}

/// What was selected since the trees are there, the latest last.
#[derive(Resource, Clone, Debug, Default)]
pub struct SelectionHistory {
    entries: Vec<Selected>,
    /// Which of them is selected, or was before the selection was cleared.
    at: usize,
    /// Whether nothing is selected now.
    is_cleared: bool,
    /// The trees: the revision of the node-storing one, and the parameters of the other.
    of: Option<(u64, LeafTreeParams)>,
}

impl SelectionHistory {
    /// Whether something was selected before.
    #[must_use]
    pub fn can_go_back(&self) -> bool {
        !self.entries.is_empty() && (self.is_cleared || self.at > 0)
    }

    /// Whether something was selected after.
    #[must_use]
    pub fn can_go_forward(&self) -> bool {
        self.at + 1 < self.entries.len()
    }

    /// Takes note of what is selected. What came after the place in the history is dropped.
    fn visit(&mut self, selected: Selected) {
        self.is_cleared = selected == Selected::default();
        if self.is_cleared || self.entries.get(self.at) == Some(&selected) {
            return;
        }
        self.entries.truncate(self.at + 1);
        self.entries.push(selected);
        if self.entries.len() > MOST {
            self.entries.remove(0);
        }
        self.at = self.entries.len() - 1;
    }

    /// Goes one back or forward, and returns what is selected there.
    fn go(&mut self, back: bool) -> Option<Selected> {
        let can = if back {
            self.can_go_back()
        } else {
            self.can_go_forward()
        };
        if !can {
            return None;
        }
        self.at = match back {
            // What was selected before nothing was is still the present place.
            true if self.is_cleared => self.at,
            true => self.at - 1,
            false => self.at + 1,
        };
        self.is_cleared = false;
        self.entries.get(self.at).copied()
    }
}

/// Follows the selection, and goes back and forward.
pub(super) fn step(
    mut commands: MessageReader<Command>,
    (current, params, film): (Res<CurrentLevel>, Res<LeafTreeParams>, Res<BuildFilm>),
    mut history: ResMut<SelectionHistory>,
    (mut selection, mut chosen): (ResMut<Selection>, ResMut<ChosenLeaf>),
    mut notices: MessageWriter<Notice>,
) {
    let is_same = history
        .of
        .as_ref()
        .is_some_and(|(revision, of)| (*revision, of) == (current.revision, &*params));
    if !is_same {
        // Other trees have other numbers.
        *history = SelectionHistory {
            of: Some((current.revision, params.clone())),
            ..SelectionHistory::default()
        };
    }
    let history = history.bypass_change_detection();
    // While a step of the film is being found, the node of the one before stays selected, which is no choice of the user.
    if film.next.is_none() {
        history.visit(Selected {
            node: *selection,
            leaf: chosen.0,
        });
    }
    for command in commands.read() {
        let back = match command {
            Command::SelectionBack => true,
            Command::SelectionForward => false,
            _ => continue,
        };
        match history.go(back) {
            Some(selected) => {
                selection.set_if_neq(selected.node);
                chosen.set_if_neq(ChosenLeaf(selected.leaf));
            }
            None => {
                let which = if back { "before" } else { "after" };
                notices.write(Notice::info(format!("Nothing was selected {which} this.")));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn node(node: u32) -> Selected {
        Selected {
            node: Selection {
                node: Some(node),
                face: None,
            },
            leaf: None,
        }
    }

    #[test]
    fn back_and_forward_go_as_in_a_browser() {
        let mut history = SelectionHistory::default();
        assert!(history.go(true).is_none() && history.go(false).is_none());
        let leaf = Selected {
            leaf: Some(9),
            ..node(2)
        };
        for selected in [node(1), node(2), node(2), leaf, node(3)] {
            history.visit(selected);
        }
        assert_eq!(history.go(true), Some(leaf));
        assert_eq!(history.go(true), Some(node(2)));
        assert_eq!(history.go(false), Some(leaf));
        // What is selected in between drops what came after.
        history.visit(leaf);
        history.visit(node(7));
        assert_eq!(history.go(false), None);
        assert_eq!(
            [
                history.go(true),
                history.go(true),
                history.go(true),
                history.go(true)
            ],
            [Some(leaf), Some(node(2)), Some(node(1)), None]
        );
        assert_eq!(history.go(false), Some(node(2)));
    }

    #[test]
    fn what_was_cleared_comes_back_first() {
        let mut history = SelectionHistory::default();
        history.visit(node(1));
        history.visit(node(2));
        history.visit(Selected::default());
        assert_eq!(history.go(true), Some(node(2)));
        assert_eq!(history.go(true), Some(node(1)));
        history.visit(Selected::default());
        assert_eq!(history.go(false), Some(node(2)));
    }

    #[test]
    fn the_oldest_are_forgotten() {
        let mut history = SelectionHistory::default();
        for number in 0..1000 {
            history.visit(node(number));
        }
        let mut steps = 0;
        while history.go(true).is_some() {
            steps += 1;
        }
        assert_eq!(steps, MOST - 1);
    }
}
