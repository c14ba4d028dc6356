//! Duel of the build rules: requests from its page, and its files. `pages::duel` draws it.

use bevy::prelude::*;
use bspwalk_explain::duel::{self, Contestant};
use bspwalk_overlays::heat;
use bspwalk_session::{duel as session, overlays::OverlayKind};
use bspwalk_text::text;

use super::{leaf_tree::LeafTreeParams, save_as::SaveAs};
use crate::app::host::prelude::*;

#[cfg(target_family = "wasm")]
use self::in_page::{pair, run, sweep};
#[cfg(not(target_family = "wasm"))]
use bspwalk_session::duel::{pair_here as pair, run_here as run, sweep_here as sweep};

/// Duel in the current level.
#[derive(Resource, Default, Deref, DerefMut)]
pub struct DuelState(session::DuelState);

/// A request from the duel page.
#[derive(Message, Clone, Copy, Debug, PartialEq)]
pub enum AskDuel {
    /// Build the trees of all selected contestants and measure their queries.
    Measure,
    /// Stop measuring, and keep the finished results.
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

/// Returns whether a contestant's tree is the level's tree, which is shown and used for collision. `own_tree` is
/// [`ProgramState::own_tree`](bspwalk_session::program_state::ProgramState::own_tree).
#[must_use]
pub fn is_in_world(
    contestant: &Contestant,
    current: &OpenedLevel,
    params: &LeafTreeParams,
    own_tree: bool,
) -> bool {
    let shows_own = own_tree && current.level.own_tree.is_some();
    match contestant {
        Contestant::Nodes(nodes) => current.tree.params() == nodes,
        Contestant::Leaves(leaves) => !shows_own && params.leaves == *leaves,
        Contestant::Own => shows_own,
        Contestant::NoTree | Contestant::Other(_) => false,
    }
}

/// Measures the contestants in the background, but draws nothing.
pub(in crate::app) fn plugin(app: &mut App) {
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

/// Resets the duel when another level is shown. Does nothing while the page is closed.
fn follow(current: Shown<OpenedLevel>, mut state: ResMut<DuelState>, mut program: ResMut<ProgramState>) {
    let ui = program.ui;
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
    mut leaves: ShownMut<LeafTreeParams>,
    (saving, mut files): (Res<Saving>, MessageWriter<SaveAs>),
    (mut rebuild, mut commands): (MessageWriter<RebuildTree>, MessageWriter<Act>),
    mut program: ResMut<ProgramState>,
) {
    for &asked in asked.read() {
        state.reset_on_level_change(&current);
        match asked {
            AskDuel::Measure => state.start_measuring(&current, &leaves.0, run),
            AskDuel::Cancel => state.cancel(),
            AskDuel::Sweep => state.curve.sweep(&current, sweep),
            AskDuel::CancelSweep => state.curve.cancel(),
            AskDuel::Take(contestant) if is_in_world(&contestant, &current, &leaves, program.own_tree) => {}
            AskDuel::Take(contestant) => {
                let shows_own = is_in_world(&Contestant::Own, &current, &leaves, program.own_tree);
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
                    Document::Json => duel::json(rows),
                    Document::Csv => duel::csv(rows),
                };
                let about = format!("{}-duel", current.level.name);
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
            AskDuel::Export(_) => {}
            AskDuel::ShowHeat(contestants) => state.heat.build(&current, contestants, pair),
            AskDuel::CancelHeat => state.heat.cancel(),
            AskDuel::EndHeat => state.heat.end(&mut program.overlays),
        }
    }
}

/// Collects results. Closes the page as soon as the two trees to compare are built.
fn take(
    mut state: ResMut<DuelState>,
    mut program: ResMut<ProgramState>,
    mut notices: MessageWriter<Notice>,
    mut commands: MessageWriter<Act>,
) {
    let ui = program.ui;
    let state = state.bypass_change_detection();
    let told = state.take().into_iter().chain(state.curve.take());
    notices.write_batch(told.map(Notice::from));
    let is_measured = is_measured(&program.overlays);
    match state.heat.show_finished_trees(&mut program.overlays, is_measured) {
        Some(Ok(())) if ui.page == Some(Page::Duel) => {
            commands.write(Act(Action::ToggleDuel));
        }
        Some(Ok(())) | None => {}
        Some(Err(notice)) => {
            notices.write(notice.into());
        }
    }
}

/// Ends the comparison when no cost overlay remains on.
fn end_heat(mut state: ResMut<DuelState>, mut program: ResMut<ProgramState>) {
    if state.heat.shown().is_some() && !is_measured(&program.overlays) {
        state.bypass_change_detection().heat.end(&mut program.overlays);
    }
}

/// Returns whether an overlay shows the query cost of node-storing trees.
fn is_measured(overlays: &Overlays) -> bool {
    let mut shown = OverlayKind::ALL.into_iter().filter(|&kind| overlays.is_on(kind));
    shown
        .find_map(heat::measure)
        .is_some_and(heat::Measure::is_of_nodes)
}

/// Destination of saved results.
#[derive(Resource, Default)]
pub struct Saving {
    /// Folder for the files, or `None` to open a dialog.
    pub folder: Option<std::path::PathBuf>,
}

/// Workers in a browser. They build and measure in a web worker, unless the level was sketched.
#[cfg(target_family = "wasm")]
mod in_page {
    use std::sync::Arc;

    use bspwalk_explain::duel::{
        DuelLevel, Row,
        weight_sweep::{Weight, WeightPoint},
    };
    use bspwalk_session::{
        Opened,
        duel::{
            Board, News, QueryParams, RunParams, TreePair, known_tree, pair_here, pair_title, post, run_here,
            sweep_here, sweep_title,
        },
        job::{Failure, Worker},
    };
    use bspwalk_text::Localize;
    use bspwalk_trees::BuildParams;

    use crate::page::{build, order};

    pub(super) fn run(
        current: &Opened,
        known: Option<Arc<DuelLevel>>,
        wanted: RunParams,
        board: &Board<News>,
    ) -> Worker<()> {
        let Some(compiled) = current.compiled.clone() else {
            return run_here(current, known, wanted, board);
        };
        let news = Arc::clone(board);
        build::worker(current.source.title().localized(), async move |progress| {
            let seed = wanted.seed;
            let duel = order::Duel {
                params: wanted.params,
                contestants: wanted.contestants,
                queries: (wanted.samples, seed),
            };
            let tell = move |told| {
                let told = match told {
                    order::News::Asked(count, radius) => News::Asked(QueryParams { count, radius, seed }),
                    order::News::Begins(contestant) => News::Begins(contestant),
                    order::News::Measured(parts) => {
                        let (contestant, figures, measured, levels) = *parts;
                        let row = Row::new(contestant, figures, measured).with_levels(levels);
                        News::Measured(Box::new(row))
                    }
                    order::News::Fails(contestant, reason) => News::Fails(contestant, reason),
                };
                post(&news, told);
            };
            build::duel(&compiled, duel, progress, tell).await
        })
    }

    pub(super) fn sweep(
        current: &Opened,
        of: (BuildParams, Weight),
        values: Vec<f64>,
        board: &Board<WeightPoint>,
    ) -> Worker<()> {
        let Some(compiled) = current.compiled.clone() else {
            return sweep_here(current, of, values, board);
        };
        let news = Arc::clone(board);
        build::worker(sweep_title(of.1), async move |progress| {
            let tell = move |point| post(&news, point);
            build::curve(&compiled, of, values, progress, tell).await
        })
    }

    pub(super) fn pair(current: &Opened, params: [BuildParams; 2], names: [String; 2]) -> Worker<TreePair> {
        let Some(compiled) = current.compiled.clone() else {
            return pair_here(current, params, names);
        };
        let current = current.clone();
        build::worker(pair_title(&names), async move |progress| {
            let [left, right] = params.map(|params| (known_tree(&current, &params), params));
            let mut trees = Vec::with_capacity(2);
            for (known, params) in [left, right] {
                trees.push(match known {
                    Some(tree) => tree,
                    None => Arc::new(build::nodes(&compiled, params, Vec::new(), progress).await?),
                });
            }
            let trees = trees.try_into().map_err(|_| Failure::Cancelled)?;
            Ok(TreePair { names, trees })
        })
    }
}
