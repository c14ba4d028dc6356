//! Duel of the build rules: contestants, background measurements and results. `pages::duel` draws them.
//!
//! `state` contains the contestants and the worker, `curve` the weight sweep, and `heat` the comparison of two rules in
//! the level. `news` passes messages from the worker to the main thread.

pub mod curve;
pub mod heat;
mod news;
mod state;

use bevy::prelude::*;
use bspwalk_explain::duel::{self, Contestant};
use bspwalk_text::text;

pub use self::state::{DuelState, Entry, Possible, QueryParams};
use super::{
    leaf_tree::{LeafTreeParams, TreeOwner},
    save_as::SaveAs,
};
use crate::app::host::{
    schedule::AppSystems,
    shown::{Shown, ShownMut},
    state::{Act, Action, Notice, OpenedLevel, Page, ProgramState, RebuildTree, Ui},
};

/// A request from the duel page.
#[derive(Message, Clone, Copy, Debug, PartialEq)]
pub enum AskDuel {
    /// Build the trees of all selected contestants and measure their queries.
    Measure,
    /// Stop measuring, and keep the results obtained so far.
    Cancel,
    /// Use this contestant's tree as the level's tree.
    Take(Contestant),
    /// Build trees with the chosen rule for a range of values of the chosen weight.
    Sweep,
    /// Stop the weight sweep.
    CancelSweep,
    /// Save the results in this format.
    Export(Document),
    /// Compare the query cost of these two trees side by side in the level.
    ShowHeat([Contestant; 2]),
    /// Stop building the two trees.
    CancelHeat,
    /// End the comparison and show a single tree again.
    EndHeat,
}

/// File format for results.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Document {
    /// A JSON array of objects.
    Json,
    /// Comma-separated values.
    Csv,
}

impl Document {
    /// Returns the file extension.
    #[must_use]
    pub const fn extension(self) -> &'static str {
        match self {
            Self::Json => "json",
            Self::Csv => "csv",
        }
    }
}

/// Returns whether a contestant's tree is the level's tree, which is shown and used for collision.
#[must_use]
pub fn is_in_world(
    contestant: &Contestant,
    current: &OpenedLevel,
    params: &LeafTreeParams,
    owner: TreeOwner,
) -> bool {
    let shows_own = current.level.own_tree.is_some() && owner == TreeOwner::File;
    match contestant {
        Contestant::Nodes(nodes) => current.tree.params() == nodes,
        Contestant::Leaves(leaves) => !shows_own && params.leaves == *leaves,
        Contestant::Own => shows_own,
        Contestant::NoTree | Contestant::Other(_) => false,
    }
}

/// Measures the contestants in the background, but draws nothing.
pub(in crate::app) struct DuelPlugin;

impl Plugin for DuelPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<DuelState>()
            .init_resource::<Saving>()
            .add_message::<AskDuel>()
            .add_systems(
                Update,
                (follow, handle, take, end_heat)
                    .chain()
                    .in_set(AppSystems::Follow),
            );
    }
}

/// Resets the duel when another level is shown. Does nothing while the page is closed.
fn follow(
    ui: Res<Ui>,
    current: Shown<OpenedLevel>,
    mut state: ResMut<DuelState>,
    mut program: ResMut<ProgramState>,
) {
    let state = state.bypass_change_detection();
    let is_other = state.level().is_some_and(|level| *level != current.level_id());
    if is_other && state.heat.shown().is_some() {
        state.heat.end(&mut program.overlays);
    }
    if ui.page == Some(Page::Duel) || is_other {
        state.reset_on_level_change(&current);
    }
}

/// Handles requests from the duel page.
fn handle(
    mut asked: MessageReader<AskDuel>,
    current: Shown<OpenedLevel>,
    mut state: ResMut<DuelState>,
    (mut leaves, owner): (ShownMut<LeafTreeParams>, Res<TreeOwner>),
    (saving, mut files, mut notices): (Res<Saving>, MessageWriter<SaveAs>, MessageWriter<Notice>),
    (mut rebuild, mut commands): (MessageWriter<RebuildTree>, MessageWriter<Act>),
    mut program: ResMut<ProgramState>,
) {
    for &asked in asked.read() {
        state.reset_on_level_change(&current);
        match asked {
            AskDuel::Measure => state.start_measuring(&current, &leaves.0),
            AskDuel::Cancel => state.cancel(),
            AskDuel::Sweep => state.curve.sweep(&current),
            AskDuel::CancelSweep => state.curve.cancel(),
            AskDuel::Take(contestant) if is_in_world(&contestant, &current, &leaves, *owner) => {}
            AskDuel::Take(contestant) => {
                let shows_own = is_in_world(&Contestant::Own, &current, &leaves, *owner);
                match contestant {
                    Contestant::Nodes(params) => {
                        // Add the contestant chosen on the curve to the table.
                        state.add(contestant);
                        rebuild.write(RebuildTree(params));
                    }
                    Contestant::Leaves(params) => {
                        if shows_own {
                            commands.write(Act(Action::ToggleTreeOwner));
                        }
                        if leaves.leaves != params {
                            leaves.leaves = params;
                        }
                    }
                    Contestant::Own if !shows_own => {
                        commands.write(Act(Action::ToggleTreeOwner));
                    }
                    Contestant::Own | Contestant::NoTree | Contestant::Other(_) => {}
                }
            }
            AskDuel::Export(document) if !state.rows().is_empty() => {
                let rows = state.rows();
                let text = match document {
                    Document::Json => duel::json(rows).map_err(|error| error.to_string()),
                    Document::Csv => Ok(duel::csv(rows)),
                };
                let about = format!("{}-duel", current.level.name);
                match text {
                    Ok(text) => {
                        files.write(SaveAs {
                            folder: saving.folder.clone(),
                            ..SaveAs::new(
                                text!("saving-duel"),
                                about,
                                document.extension(),
                                text.into_bytes(),
                            )
                        });
                    }
                    Err(problem) => {
                        notices.write(Notice::error(text!("duelpage-not-saved", problem)));
                    }
                }
            }
            AskDuel::Export(_) => {}
            AskDuel::ShowHeat(pair) => state.heat.build(&current, pair),
            AskDuel::CancelHeat => state.heat.cancel(),
            AskDuel::EndHeat => state.heat.end(&mut program.overlays),
        }
    }
}

/// Collects results. Closes the page as soon as the two trees to compare are built.
fn take(
    mut state: ResMut<DuelState>,
    mut program: ResMut<ProgramState>,
    ui: Res<Ui>,
    mut notices: MessageWriter<Notice>,
    mut commands: MessageWriter<Act>,
) {
    let state = state.bypass_change_detection();
    notices.write_batch(state.take());
    notices.write_batch(state.curve.take());
    match state.heat.show_finished_trees(&mut program.overlays) {
        Some(Ok(())) if ui.page == Some(Page::Duel) => {
            commands.write(Act(Action::ToggleDuel));
        }
        Some(Ok(())) | None => {}
        Some(Err(notice)) => {
            notices.write(notice);
        }
    }
}

/// Ends the comparison when no cost overlay remains on.
fn end_heat(mut state: ResMut<DuelState>, mut program: ResMut<ProgramState>) {
    if state.heat.is_hidden(&program.overlays) {
        state.bypass_change_detection().heat.end(&mut program.overlays);
    }
}

/// Destination of saved results.
#[derive(Resource, Default)]
pub struct Saving {
    /// Folder for the files, or `None` to open a dialog.
    pub folder: Option<std::path::PathBuf>,
}
