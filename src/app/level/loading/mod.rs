//! Loads levels and builds trees in the background. The current level stays open until the new level is complete.

#[cfg_attr(target_family = "wasm", path = "dialog_in_page.rs")]
pub(in crate::app) mod dialog;
mod job;
pub(in crate::app) mod offers;
mod opening;
pub(in crate::app) mod shelf;
mod work;

use bevy::{prelude::*, window::FileDragAndDrop};
use bspwalk_compile::{CompileParams, Origin, open::OpenError};
use bspwalk_session::{Opened, program_state::LevelState};
use bspwalk_text::{Localize, text, words};
use bspwalk_trees::Rule;

use super::{leaf_tree::LeafTreeParams, viewpoint::AskedView};
use crate::app::{host::prelude::*, input::settings::Settings};
use crate::cli::WindowArgs;
use opening::Opening;
use work::Request;

#[cfg(not(target_family = "wasm"))]
pub(in crate::app) use dialog::can_open as can_open_dialog;
pub use offers::Offers;
pub use work::Work;

/// Loads levels and builds trees.
pub struct LoadingPlugin {
    first: OpenLevel,
}

impl LoadingPlugin {
    /// Creates a plugin that first opens the level given on the command line.
    #[must_use]
    pub fn new(args: &WindowArgs) -> Self {
        let source = args.level.clone().unwrap_or_default();
        let options = RequestedOptions::Said(Box::new(args.tree.clone()));
        Self {
            first: OpenLevel { source, options },
        }
    }
}

impl Plugin for LoadingPlugin {
    fn build(&self, app: &mut App) {
        let first = self.first.clone();
        #[cfg(not(target_family = "wasm"))]
        app.add_plugins(dialog::plugin);
        app.add_message::<FileDragAndDrop>()
            .add_systems(Startup, move |mut messages: MessageWriter<OpenLevel>| {
                messages.write(first.clone());
            })
            .add_systems(
                Update,
                (dropped, open, rebuild, reload, finish, remember_leaf_tree)
                    .chain()
                    .in_set(AppSystems::Load),
            );
    }
}

/// Opens a level file that was dropped on the window.
fn dropped(
    mut drops: MessageReader<FileDragAndDrop>,
    mut messages: MessageWriter<OpenLevel>,
    mut notices: MessageWriter<Notice>,
) {
    let mut opened = false;
    for drop in drops.read() {
        if let FileDragAndDrop::DroppedFile { path_buf, .. } = drop
            && !is_script(path_buf)
        {
            if opened {
                notices.write(Notice::info(text!(
                    "opening-first-alone",
                    others = path_buf.display()
                )));
            } else {
                opened = true;
                messages.write(OpenLevel::remembered(LevelName::File(path_buf.clone())));
            }
        }
    }
}

fn open(
    mut messages: MessageReader<OpenLevel>,
    settings: Res<Settings>,
    opened: Option<Shown<Opening>>,
    mut work: ResMut<Work>,
) {
    if let Some(asked) = messages.read().last() {
        let opening = Opening::new(asked, &settings, opened.as_deref().map(|opened| &**opened));
        work.load(opening, Request::Open);
    }
}

fn rebuild(
    mut messages: MessageReader<RebuildTree>,
    (current, leaves): (Shown<OpenedLevel>, Shown<LeafTreeParams>),
    mut work: ResMut<Work>,
) {
    if let Some(&RebuildTree(params)) = messages.read().last() {
        work.job = Some((Request::Rebuild(params), job::rebuild(&current, &leaves, params)));
    }
}

/// Reloads the level in the background after its file or a file that it references was saved. Restarts a reload that is
/// in progress, but waits for any other job.
fn reload(
    (current, opened): (Shown<OpenedLevel>, Shown<Opening>),
    settings: Res<Settings>,
    mut work: ResMut<Work>,
) {
    let is_busy = !matches!(work.request(), None | Some(Request::Reload(_)));
    if is_busy || !current.has_changed() {
        return;
    }
    let asked = OpenLevel {
        source: current.source.clone(),
        options: RequestedOptions::Read(current.options.clone()),
    };
    work.load(Opening::new(&asked, &settings, Some(&opened)), Request::Reload);
}

/// Applies the result of a finished job, or reports why the job failed.
fn finish(
    mut commands: Commands,
    mut work: ResMut<Work>,
    current: Option<ShownMut<OpenedLevel>>,
    shown: Single<(Entity, Option<&mut Opening>), (With<LevelRoot>, With<IsShown>)>,
    mut program: ResMut<ProgramState>,
    (mut settings, asked): (ResMut<Settings>, Option<ResMut<AskedView>>),
    mut notices: MessageWriter<Notice>,
    mut next: MessageWriter<OpenLevel>,
) {
    let Some((request, job)) = work.job.take_if(|(_, job)| job.is_finished()) else {
        return;
    };
    let title = job.title.clone();
    let is_reload = matches!(request, Request::Reload(_));
    let opened = match job.finish() {
        Ok(opened) => opened,
        Err(failure) => {
            let kept = current.as_ref().map_or_else(String::new, |current| {
                let as_it_was = if is_reload { text!("opening-as-it-was") } else { "" };
                text!("opening-stays", level = current.source.title(), as_it_was)
            });
            let source = match &request {
                Request::Open(opening) => Some(&opening.source),
                Request::Reload(_) | Request::Rebuild(_) => None,
            };
            let view = asked.filter(|_| source.is_some());
            let view = view.and_then(|mut asked| asked.0.take());
            let view = view.map_or("", |_| text!("opening-view-not-shown"));
            notices.write(match failure {
                Failure::Cancelled => Notice::info(text!("opening-cancelled", title, kept, view)),
                Failure::Failed(reason) => {
                    eprintln!("bspwalk: {reason}");
                    Notice::error(format!("{reason}{kept}{view}"))
                }
            });
            let default = LevelName::default();
            if current.is_none() && source != Some(&default) {
                next.write(OpenLevel::remembered(default));
            }
            return;
        }
    };
    match (request, current) {
        (Request::Open(mut opening) | Request::Reload(mut opening), current) => {
            let ignored = opening.drop_load_options(&opened);
            settings.record_opened_level(&opening.source, opening.options.clone());
            // `between_saves` reports a save once the trees are built.
            if !is_reload {
                let read = opening.options.reading();
                notices.write_batch(opened_notices(&title, &opened, &read, ignored));
            }
            if let Some(Err(reason)) = opened.watch() {
                notices.write(Notice::info(format!("{reason}.")));
            }
            let level = shelf::components(opened, *opening);
            let (shown, ..) = *shown;
            if is_reload || current.is_none() {
                commands.entity(shown).insert(level);
            } else {
                commands.entity(shown).despawn();
                commands.spawn((LevelRoot, IsShown, level));
                commands.queue(|world: &mut World| {
                    world
                        .resource_mut::<ProgramState>()
                        .replace_level(LevelState::default());
                });
            }
        }
        (Request::Rebuild(_), Some(mut current)) if current.level_id() == opened.level_id() => {
            let (_, opening) = shown.into_inner();
            program.level.selected.select_node(None, None);
            let nodes = *opened.tree.params();
            let time = words::milliseconds(opened.build_ms);
            let (rule, count) = (nodes.rule, opened.tree.node_count());
            let text = text!("opening-built", rule, count, time);
            notices.write(Notice::info(text));
            remember_trees(&mut settings, &current, |trees| trees.nodes = nodes);
            if let Some(mut opening) = opening {
                opening.forget_nodes();
            }
            current.tree = opened.tree;
            current.build_ms = opened.build_ms;
        }
        // The tree belongs to a level that has since been replaced.
        (Request::Rebuild(_), _) => {}
    }
}

/// Returns the notices for a level that has just been opened.
fn opened_notices(title: &str, opened: &Opened, read: &str, ignored: Option<OpenError>) -> Vec<Notice> {
    let (level, tree) = (&opened.level, &opened.tree);
    let rule = match tree.params().rule {
        rule if rule == Rule::default() => String::new(),
        rule => text!("opening-by-rule", rule),
    };
    let origin = match opened.compiled.as_ref().map(|compiled| compiled.origin) {
        None | Some(Origin::Built) => text!("opening-in", time = words::milliseconds(opened.build_ms)),
        Some(Origin::Cached) => text!("opening-from-cache").to_owned(),
        Some(Origin::File) => text!("opening-compiled").to_owned(),
    };
    let read = match read {
        "" => String::new(),
        options => format!(" ({options})"),
    };
    let mut notices = vec![Notice::info(text!(
        "opening-opened",
        title,
        read,
        triangles = level.triangles.len(),
        nodes = tree.node_count(),
        rule,
        origin
    ))];
    notices.extend(ignored.map(|error| Notice::error(format!("{}.", error.localized()))));
    if level.units.guessed {
        let note = level.units.note.localized();
        notices.push(Notice::info(format!(
            "{}.",
            words::capitalized(note.trim_end_matches('.'))
        )));
    }
    // If a level lies on its side, the window offers to turn it upright, so omit that warning.
    let mut warnings = level.warnings.iter().filter(|warning| !warning.is_of_z_up());
    if let Some(first) = warnings.next() {
        let message = first.localized();
        let rest = match warnings.count() {
            0 => String::new(),
            more => text!("opening-more-warnings", more),
        };
        let message = message.trim_end_matches('.');
        notices.push(Notice::info(format!("{message}.{rest}")));
    }
    notices
}

/// Changes the build parameters that the settings store for the current level's trees.
fn remember_trees(settings: &mut Settings, current: &OpenedLevel, change: impl FnOnce(&mut CompileParams)) {
    let own = current.own_params();
    settings.change_options(&current.source, |options| {
        change(options.trees.get_or_insert(own));
    });
}

/// Stores the user's build parameters for the current level's solid-leaf tree in the settings.
fn remember_leaf_tree(
    current: Shown<OpenedLevel>,
    params: Shown<LeafTreeParams>,
    mut known: Local<Option<(LevelId, LeafTreeParams)>>,
    mut opening: ShownMut<Opening>,
    mut settings: ResMut<Settings>,
) {
    if !params.is_changed() && !current.is_changed() {
        return;
    }
    let new = (current.level_id(), LeafTreeParams::clone(&params));
    let Some(old) = known.replace(new.clone()).filter(|old| old.0 == new.0) else {
        return;
    };
    if old.1 != new.1 {
        remember_trees(&mut settings, &current, |trees| {
            *trees = new.1.with_nodes(trees.nodes);
        });
        opening.forget_leaves();
    }
}

/// Returns whether a file is a script, based on its name.
#[must_use]
pub fn is_script(path: &std::path::Path) -> bool {
    path.extension()
        .is_some_and(|extension| extension.eq_ignore_ascii_case("jsonl"))
}
