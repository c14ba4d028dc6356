//! Parts of the window that only a web page needs: fetching and compiling levels, baking light, and reporting the
//! view to the page.

use std::sync::Arc;

use bspwalk_compile::CompileParams;
use bspwalk_session::{
    LevelName, Opened,
    background::Part,
    job::{Failure, Worker},
    loading::prepared,
    view_line::ViewLine,
    walk::Session,
};
use bspwalk_text::text;

use crate::{
    cli::WindowArgs,
    page::{address, build},
};

/// Opens a level, which is fetched or compiled.
pub(super) fn open(level: LevelName, args: &WindowArgs) -> Worker<Opened> {
    let tree = args.tree.clone();
    build::worker(level.to_string(), async move |progress| {
        let (options, params) = (tree.load_options(), |own: &CompileParams| tree.over(own));
        let compiled = build::opened(&level, &options, params, progress).await;
        let compiled = compiled.map_err(|failure| match failure {
            Failure::Failed(reason) => Failure::Failed(reason.trim_end_matches('.').to_owned()),
            Failure::Cancelled => failure,
        })?;
        let params = tree.over(&compiled.params);
        let opened = Opened::of_compiled(&level, &options, compiled, params, false, progress);
        prepared(opened, progress)
    })
}

/// Lightmaps of the last opened level, baked in the background.
pub(super) struct Light(Option<Worker<Part>>);

impl Light {
    /// Starts to bake the lightmaps.
    pub(super) fn start() -> Self {
        Self(Some(build::worker(
            text!("screen-the-light").to_owned(),
            async |progress| {
                let light = build::lightmaps(progress).await?;
                Ok(Part::Light(Arc::new(light)))
            },
        )))
    }

    /// Returns the lightmaps once they are ready, or the reason why baking failed. Returns a result only once.
    pub(super) fn take(&mut self) -> Option<Part> {
        let worker = self.0.take_if(|worker| worker.is_finished())?;
        match worker.finish() {
            Ok(part) => Some(part),
            Err(Failure::Cancelled) => None,
            Err(Failure::Failed(why)) => Some(Part::Failed(text!("screen-no-light", why))),
        }
    }
}

/// Reports the current view to the page.
pub(super) fn tell(level: &LevelName, session: &Session) {
    let line = ViewLine {
        level: level.clone(),
        ..session.view_line()
    };
    address::set(line.address());
}
