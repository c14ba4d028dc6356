//! The most expensive parts of a level. Their costs are counted in the background, and listed in the panel and in the
//! palette.

use bevy::prelude::*;
use bspwalk_explain::expensive::Expensive;
use bspwalk_session::{
    expensive::{ExpensiveSearch, entries},
    palette::{Entry, Palette},
};

use super::{
    brushes::LevelBrushes,
    leaf_tree::{LeafTreeParams, LeafTreeState},
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
#[derive(Component, Default, Deref, DerefMut)]
pub struct LevelExpensive(ExpensiveSearch);

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
    match expensive.list(&current, leaf_tree.built(), params.pvs, false) {
        Ok(found) => palette.0 = Some(listed(&found, &current, &brushes)),
        Err(told) => _ = notices.write(Notice::info(told)),
    }
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
        aliases: entry.aliases,
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
        expensive.request(&current, built, params.pvs, false);
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
    match expensive.bypass_change_detection().take() {
        Some(Ok(found)) => palette.0 = Some(listed(&found, &current, &brushes)),
        Some(Err(reason)) => _ = notices.write(Notice::error(reason)),
        None => {}
    }
}
