//! Loads levels and builds trees in the background. The current level stays until the new one is complete.

#[cfg_attr(target_family = "wasm", path = "dialog_in_page.rs")]
mod dialog;
mod job;
mod offers;
mod opening;
mod reload;
pub(super) mod shelf;
mod source;
mod work;

use bevy::{prelude::*, window::FileDragAndDrop};
use bspwalk_compile::{CompileParams, open::Origin};
use bspwalk_progress::words;
use bspwalk_text::text;
use bspwalk_trees::Rule;

use super::{
    WindowOptions,
    leaf_tree::LeafTreeParams,
    player::scripts::is_script,
    schedule::AppSystems,
    settings::Settings,
    shown::{IsShown, LevelRoot, Shown, ShownMut, of_level},
    state::{
        Asked, LevelId, LevelSource, Notice, OpenLevel, OpenedLevel, Precompiled, RebuildTree, Selection,
    },
    viewpoint::AskedView,
    worker::Failure,
};
use job::{Built, LoadedLevel};
use opening::Opening;
use reload::Watched;
use work::Request;

#[cfg(not(target_family = "wasm"))]
pub(super) use dialog::can_open as can_open_dialog;
pub use offers::Offers;
pub(super) use source::default_level;
pub use work::Work;

/// Loads levels and builds trees.
pub struct LoadingPlugin {
    first: OpenLevel,
}

impl LoadingPlugin {
    /// Creates the plugin that first opens the level of the command line.
    #[must_use]
    pub fn new(options: &WindowOptions) -> Self {
        let source = options.source.clone().unwrap_or_else(source::default_level);
        let options = Asked::Said(Box::new(options.tree.clone()));
        Self {
            first: OpenLevel { source, options },
        }
    }
}

impl Plugin for LoadingPlugin {
    fn build(&self, app: &mut App) {
        let first = self.first.clone();
        of_level::<Watched>(app);
        app.add_message::<FileDragAndDrop>()
            .add_plugins(dialog::DialogPlugin)
            .add_systems(Startup, move |mut messages: MessageWriter<OpenLevel>| {
                messages.write(first.clone());
            })
            .add_systems(
                Update,
                (
                    dropped,
                    offers::answer,
                    open,
                    rebuild,
                    reload::reload,
                    finish,
                    remember_leaf_tree,
                )
                    .chain()
                    .in_set(AppSystems::Load),
            );
    }
}

/// Opens a file that was dropped on the window.
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
                messages.write(OpenLevel::remembered(LevelSource::File(path_buf.clone())));
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
        work.load(opening);
    }
}

fn rebuild(
    mut messages: MessageReader<RebuildTree>,
    (current, leaves): (Shown<OpenedLevel>, Shown<LeafTreeParams>),
    mut work: ResMut<Work>,
) {
    if let Some(&RebuildTree(params)) = messages.read().last() {
        work.request = Some(Request::Rebuild(params));
        work.job = Some(job::rebuild(&current, &leaves, params));
    }
}

/// Takes over the result of a job, or reports why it failed.
fn finish(
    mut commands: Commands,
    mut work: ResMut<Work>,
    current: Option<ShownMut<OpenedLevel>>,
    shown: Single<(Entity, &mut Selection, Option<&mut Opening>), (With<LevelRoot>, With<IsShown>)>,
    (mut settings, asked): (ResMut<Settings>, Option<ResMut<AskedView>>),
    mut notices: MessageWriter<Notice>,
    mut next: MessageWriter<OpenLevel>,
) {
    let Some(job) = work.job.take_if(|job| job.is_finished()) else {
        return;
    };
    let title = job.title.clone();
    let is_reload = matches!(work.request, Some(Request::Reload(_)));
    match (job.finish(), current) {
        (Err(failure), current) => {
            let kept = current.as_ref().map_or_else(String::new, |current| {
                let as_it_was = if is_reload { text!("opening-as-it-was") } else { "" };
                text!("opening-stays", level = current.source.title(), as_it_was)
            });
            let opened = match &work.request {
                Some(Request::Open(opening)) => Some(&opening.source),
                _ => None,
            };
            let opens = opened.is_some();
            let view = asked.filter(|_| opens).and_then(|mut asked| asked.0.take());
            let view = view.map_or("", |_| text!("opening-view-not-shown"));
            notices.write(match failure {
                Failure::Cancelled => Notice::info(text!("opening-cancelled", title, kept, view)),
                Failure::Failed(reason) => {
                    eprintln!("bspwalk: {reason}");
                    Notice::error(format!("{reason}{kept}{view}"))
                }
            });
            let default = source::default_level();
            if current.is_none() && opened != Some(&default) {
                next.write(OpenLevel::remembered(default));
            }
        }
        (Ok(Built::Level(built)), current) => {
            settings.opened(&built.opening.source, built.opening.options.clone());
            // `between_saves` reports a save once its trees are built.
            if !is_reload {
                notices.write_batch(opened_notices(&title, &built));
            }
            let LoadedLevel {
                current: new,
                opening,
                doors,
                leaf_tree,
                watch,
                ..
            } = *built;
            let (watched, failure) = Watched::over(watch);
            notices.write_batch(failure);
            let level = (new, doors, opening, leaf_tree, watched);
            let (shown, ..) = *shown;
            if is_reload || current.is_none() {
                commands.entity(shown).insert(level);
            } else {
                commands.entity(shown).despawn();
                commands.spawn((LevelRoot, IsShown, level));
            }
        }
        (
            Ok(Built::Tree {
                tree,
                build_ms,
                level,
            }),
            Some(mut current),
        ) if current.level_id() == level => {
            let (_, mut selection, opening) = shown.into_inner();
            *selection = Selection::default();
            let nodes = *tree.params();
            let (rule, count, time) = (nodes.rule, tree.node_count(), words::milliseconds(build_ms));
            let text = text!("opening-built", rule, count, time);
            notices.write(Notice::info(text));
            remember_trees(&mut settings, &current, |trees| trees.nodes = nodes);
            if let Some(mut opening) = opening {
                opening.forget_nodes();
            }
            current.tree = tree;
            current.build_ms = build_ms;
        }
        // A tree of a level that has been replaced.
        (Ok(Built::Tree { .. }), _) => {}
    }
}

/// Returns the notices about a level that was opened.
fn opened_notices(title: &str, built: &LoadedLevel) -> Vec<Notice> {
    let current = &built.current;
    let (level, tree) = (&current.level, &current.tree);
    let rule = match tree.params().rule {
        rule if rule == Rule::default() => String::new(),
        rule => text!("opening-by-rule", rule),
    };
    let origin = match &current.precompiled {
        Precompiled::ToBuild(_) | Precompiled::Built(_, Origin::Built) => {
            text!("opening-in", time = words::milliseconds(current.build_ms))
        }
        Precompiled::Built(_, Origin::Cache) => text!("opening-from-cache").to_owned(),
        Precompiled::Built(..) => text!("opening-compiled").to_owned(),
    };
    let read = match built.opening.options.reading() {
        none if none.is_empty() => none,
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
    notices.extend(built.ignored.iter().map(Notice::error));
    if level.units.guessed {
        let note = level.units.note.trim_end_matches('.');
        notices.push(Notice::info(format!("{}.", words::capitalized(note))));
    }
    // If a level lies on its side, the window offers to turn it instead of showing a warning.
    let mut warnings = level.warnings.iter().filter(|warning| !warning.is_of_z_up());
    if let Some(first) = warnings.next() {
        let message = first.to_string();
        let rest = match warnings.count() {
            0 => String::new(),
            more => text!("opening-more-warnings", more),
        };
        let message = message.trim_end_matches('.');
        notices.push(Notice::info(format!("{message}.{rest}")));
    }
    notices
}

/// Saves the build parameters of the current level's trees in the settings.
fn remember_trees(settings: &mut Settings, current: &OpenedLevel, change: impl FnOnce(&mut CompileParams)) {
    let own = match &current.precompiled {
        Precompiled::Built(compiled, Origin::File) => compiled.params.clone(),
        _ => CompileParams::default(),
    };
    settings.change_options(&current.source, |options| {
        change(options.trees.get_or_insert(own));
    });
}

/// Saves the user's build parameters of the current level's solid-leaf tree in the settings.
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
