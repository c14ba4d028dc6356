//! Parts of the window that are needed only in a web page: fetching and compiling levels, baking light, and reporting
//! the view to the page.

use std::sync::Arc;

use bspwalk_compile::CompileParams;
use bspwalk_session::{
    LevelName, Opened,
    background::{Background, BackgroundResult},
    job::{Failure, Worker},
    loading::prepare_for_walk,
    view_line::ViewLine,
    walk::Session,
};
use bspwalk_text::text;

use crate::{
    cli::WindowArgs,
    page::{address, build},
};

/// Opens a level by fetching or compiling it.
pub(super) fn open(level: LevelName, args: &WindowArgs) -> Worker<Opened> {
    let tree = args.tree.clone();
    build::worker(level.to_string(), async move |progress| {
        let (options, params) = (tree.load_options(), |own: &CompileParams| tree.apply_to(own));
        let compiled = build::opened(&level, &options, params, progress).await;
        let compiled = compiled.map_err(|failure| match failure {
            Failure::Failed(reason) => Failure::Failed(reason.trim_end_matches('.').to_owned()),
            Failure::Cancelled => failure,
        })?;
        let params = tree.apply_to(&compiled.params);
        let opened = Opened::of_compiled(&level, &options, compiled, params, false, progress);
        prepare_for_walk(opened, progress)
    })
}

/// Starts baking the lightmaps of the last opened level in a web worker.
pub(super) fn light() -> Background {
    Background::of(|parts| {
        build::worker(text!("screen-the-light").to_owned(), async move |progress| {
            let part = match build::lightmaps(progress).await {
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
    let films = &session.films;
    session.palette.is_some()
        || session.help.is_some()
        || session.plan
        || session.film.is_some()
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
