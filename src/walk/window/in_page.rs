//! Parts of the window that are needed only in a web page: fetching and compiling levels, baking light, and reporting
//! the view to the page.

use std::sync::Arc;

use bspwalk_compile::CompileParams;
use bspwalk_progress::Progress;
use bspwalk_session::{
    LevelName, Opened,
    background::{Background, BackgroundResult, Tasks},
    job::{Failure, Worker},
    loading::prepare_for_walk,
    tree_args::TreeArgs,
    view_line::ViewLine,
    walk::Session,
};
use bspwalk_text::text;

use crate::{
    cli::WindowArgs,
    page::{address, build},
};

/// Opens a level by fetching or compiling it. A built-in level has no solid-leaf tree until [`background`] has fetched
/// it, so its first picture needs only a part of its files.
pub(super) fn open(level: LevelName, args: &WindowArgs) -> Worker<Opened> {
    let tree = args.tree.clone();
    build::worker(level.to_string(), async move |progress| {
        let opened = without_leaves(&level, &tree, progress).await;
        let opened = match opened.map_err(without_full_stop)? {
            Some(opened) => Ok(opened),
            None => {
                let (options, params) = (tree.load_options(), |own: &CompileParams| tree.apply_to(own));
                let compiled = build::opened(&level, &options, params, progress).await;
                let compiled = compiled.map_err(without_full_stop)?;
                let params = tree.apply_to(&compiled.params);
                Opened::of_compiled(&level, &options, compiled, params, false, progress)
            }
        };
        prepare_for_walk(opened, progress)
    })
}

/// Opens a built-in level without its solid-leaf tree. Returns `None` for other levels, and if the user has chosen
/// other parameters for the trees.
async fn without_leaves(
    level: &LevelName,
    tree: &TreeArgs,
    progress: &Arc<Progress>,
) -> Result<Option<Opened>, Failure> {
    let LevelName::BuiltIn(name) = level else {
        return Ok(None);
    };
    let usual = CompileParams::default();
    if tree.apply_to(&usual) != usual {
        return Ok(None);
    }
    let (model, nodes, params) = build::built_in(name, progress).await?;
    let painted = build::painter_tree(name, &model, progress).await?;
    let mut opened = Opened::of_tree(level.clone(), (model, nodes), params);
    if let Some(painted) = painted {
        opened = opened.with_painter_tree(painted);
    }
    opened.options = tree.load_options();
    Ok(Some(opened))
}

fn without_full_stop(failure: Failure) -> Failure {
    match failure {
        Failure::Failed(reason) => Failure::Failed(reason.trim_end_matches('.').to_owned()),
        Failure::Cancelled => failure,
    }
}

/// Fetches the solid-leaf tree of a level, unless it has one, derives data from it, and bakes the lightmaps in a web
/// worker.
pub(super) fn background(opened: &Opened) -> Background {
    let opened = opened.clone();
    Background::of(|parts| {
        build::worker(text!("screen-the-light").to_owned(), async move |progress| {
            let opened = match (&opened.compiled, &opened.source) {
                (None, LevelName::BuiltIn(name)) => {
                    let known = (Arc::clone(&opened.level), Arc::clone(&opened.tree));
                    let leaves = build::fetch_leaves(name, progress);
                    let compiled = leaves.with_level(known, progress).await?;
                    let (options, params) = (&opened.options, compiled.params.clone());
                    Opened::of_compiled(&opened.source, options, compiled, params, false, progress)
                        .map_err(|error| Failure::Failed(error.to_string()))?
                }
                _ => opened,
            };
            let tasks = Tasks {
                paints: true,
                ..Tasks::default()
            };
            tasks.run(&opened, progress, &parts)?;
            let Some(compiled) = &opened.compiled else {
                return Ok(());
            };
            let part = match build::lightmaps(compiled, progress).await {
                Ok(light) => BackgroundResult::Light(Arc::new(light)),
                Err(Failure::Failed(why)) => BackgroundResult::Failed(text!("screen-no-light", why)),
                Err(Failure::Cancelled) => return Err(Failure::Cancelled),
            };
            // If the walk has ended, the receiver is gone and sending fails.
            let _ = parts.send(part);
            Ok(())
        })
    })
}

/// Returns whether the walk is in a state that the address does not describe: a film, the quiz, the help, the palette,
/// the plan, or a recording.
pub(super) fn is_busy(session: &Session) -> bool {
    let films = &session.state;
    session.state.palette.is_some()
        || session.state.ui.help.is_some()
        || session.plan
        || session.state.overlays.painted().is_some()
        || films.build.open
        || films.query.open
        || session.quiz().is_some()
        || session.walker.is_driven()
}

pub(super) fn tell(level: &LevelName, session: &Session) {
    let line = ViewLine {
        level: level.clone(),
        ..session.view_line()
    };
    address::set(line.address());
}
