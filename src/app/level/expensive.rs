//! The most expensive parts of a level. Their costs are counted in the background, and listed in the panel and in the
//! palette.

use std::sync::Arc;

use bevy::prelude::*;
use bspwalk_explain::expensive::Expensive;
use bspwalk_session::{
    expensive::{ExpensiveSearch, entries},
    job::Failure,
    palette::{Entry, Palette},
};
use bspwalk_text::text;

use super::{
    brushes::LevelBrushes,
    leaf_tree::{LeafTreeData, LeafTreeParams, LeafTreeState},
};
use crate::app::host::{
    schedule::{AppState, AppSystems},
    shown::{Shown, ShownMut},
    state::{CommandPalette, Do, Notice, OpenedLevel},
};

/// A request to count the costs of the level's parts, for the panel.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub struct CountCosts;

/// Costs of a level's parts.
#[derive(Component, Default)]
pub struct LevelExpensive {
    search: ExpensiveSearch,
    /// Whether to open the palette once the costs are known.
    lists: bool,
}

impl LevelExpensive {
    /// Returns the most expensive parts, if their costs are counted in this tree.
    #[must_use]
    pub fn counted_parts(&self, built: &LeafTreeData) -> Option<&Arc<Expensive>> {
        self.search.found(built)
    }

    /// Returns whether costs are being counted.
    #[must_use]
    pub fn is_busy(&self) -> bool {
        self.search.is_busy()
    }
}

/// Counts the costs of parts, and lists them.
pub(in crate::app) struct ExpensivePlugin;

impl Plugin for ExpensivePlugin {
    fn build(&self, app: &mut App) {
        app.add_message::<CountCosts>().add_systems(
            Update,
            (count.run_if(on_message::<CountCosts>), finish)
                .chain()
                .in_set(AppSystems::Follow)
                .run_if(in_state(AppState::InLevel)),
        );
    }
}

/// Opens the palette with the most expensive parts. If their costs are not known, starts to count them.
pub(in crate::app) fn list(
    (current, params): (Shown<OpenedLevel>, Shown<LeafTreeParams>),
    (leaf_tree, brushes): (Shown<LeafTreeState>, Shown<LevelBrushes>),
    mut expensive: ShownMut<LevelExpensive>,
    mut palette: ResMut<CommandPalette>,
    mut notices: MessageWriter<Notice>,
) {
    let built = leaf_tree.built();
    let Some(built) = built.filter(|built| ExpensiveSearch::can_count(built)) else {
        notices.write(Notice::info(text!("expensive-not-yet")));
        return;
    };
    if let Some(found) = expensive.counted_parts(built) {
        palette.0 = Some(listed(found, &current, &brushes));
        return;
    }
    expensive.search.request(&current, built, params.pvs, false);
    expensive.lists = true;
    notices.write(Notice::info(text!("expensive-is-counted")));
}

/// Returns a palette of the most expensive parts. It includes the brushes if they were measured.
fn listed(found: &Expensive, current: &OpenedLevel, brushes: &LevelBrushes) -> Palette<Do> {
    let mut found = found.clone();
    if let Some(brushes) = brushes.found(current) {
        found.add_brushes(&brushes.survey, &current.level);
    }
    let entries = entries(&found).map(|entry| Entry {
        command: Do::Send(entry.command),
        name: entry.name,
        key: entry.key,
        why_not: entry.why_not,
    });
    Palette::new(entries.collect())
}

/// Starts to count costs for the panel.
fn count(
    mut requests: MessageReader<CountCosts>,
    (current, params): (Shown<OpenedLevel>, Shown<LeafTreeParams>),
    leaf_tree: Shown<LeafTreeState>,
    mut expensive: ShownMut<LevelExpensive>,
) {
    requests.clear();
    let built = leaf_tree.built();
    if let Some(built) = built.filter(|built| ExpensiveSearch::can_count(built)) {
        expensive.search.request(&current, built, params.pvs, false);
    }
}

/// Stores counted costs, and opens the palette if it was requested.
fn finish(
    current: Shown<OpenedLevel>,
    brushes: Shown<LevelBrushes>,
    mut expensive: ShownMut<LevelExpensive>,
    mut palette: ResMut<CommandPalette>,
    mut notices: MessageWriter<Notice>,
) {
    let expensive = expensive.bypass_change_detection();
    match expensive.search.take() {
        Some(Ok(found)) if std::mem::take(&mut expensive.lists) => {
            palette.0 = Some(listed(&found, &current, &brushes));
        }
        Some(Err(Failure::Failed(reason))) => {
            notices.write(Notice::error(reason));
        }
        _ => {}
    }
}
