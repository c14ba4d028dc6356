//! Watching the level's file: after each save, the walk continues in the new version of the level.

use std::sync::Arc;

use bspwalk_text::text;

use super::{Session, in_background};
use crate::{
    OpenError, Opened,
    loading::Loading,
    overlays::OverlayKind,
    program_state::{LevelState, ProgramState},
    selection::Selected,
    tree_args::TreeArgs,
};

impl Session {
    /// Reloads the level with the options in `tree` whenever its file is saved.
    pub fn follow_file(&mut self, tree: &TreeArgs) {
        self.tree_args = tree.clone();
        let failure = self.opened.watch().and_then(|watch| watch.as_ref().err());
        if let Some(failure) = failure.map(|reason| format!("{reason}.")) {
            self.notice(failure);
        }
    }

    /// Returns whether the level is being reloaded.
    pub fn is_reloading(&self) -> bool {
        self.reloading.is_some()
    }

    /// Starts reloading the level if its file was saved, and switches to the new version once it is open.
    pub fn reload_if_saved(&mut self) {
        if self.opened.has_changed() {
            // Assigning drops and thereby cancels the loading of an older version.
            self.reloading = Some(Loading::start(&self.opened.source, &self.tree_args));
        }
        let taken = self.reloading.as_mut().map_or(Ok(None), Loading::take);
        if !matches!(taken, Ok(None)) {
            self.reloading = None;
        }
        match taken {
            Ok(None) => {}
            Ok(Some(opened)) => {
                if let Err(error) = self.reopen(Arc::new(opened)) {
                    self.notice(text!("walk-not-read-again", reason = error));
                }
            }
            Err(reason) => self.notice(text!("walk-not-read-again", reason)),
        }
    }

    /// Replaces the level with a newer version and restarts the background work.
    ///
    /// Keeps the body, the view, the overlays and the selection if they still apply.
    fn reopen(&mut self, opened: Arc<Opened>) -> Result<(), OpenError> {
        let picture = self.picture.of_level(&opened)?;
        let moving = opened.moving_entities()?;
        self.end_recording();
        self.walker.keep_place_after_reload();
        // The new trees number their nodes and leaves differently.
        self.state.follow_trees(&self.opened.level, &self.opened.tree);
        let before = std::mem::take(&mut self.state);
        let Selected { node, face, .. } = before.level.selected;
        self.state = ProgramState {
            level: LevelState {
                selected: Selected::of_node(node, face),
                reselection: before.level.reselection,
                expensive: before.level.expensive,
                saves: before.level.saves,
                ..LevelState::default()
            },
            query_mode: before.query_mode,
            steps: before.steps,
            scripts: before.scripts,
            quiz: before.quiz,
            overlays: before.overlays,
            culling: before.culling,
            bookmarks: before.bookmarks,
            palette: before.palette,
            ..ProgramState::default()
        };
        self.order = None;
        self.moving = moving;
        self.picture = picture;
        self.background = in_background(&opened);
        self.state.overlays.set(OverlayKind::Painter, false);
        self.lit = false;
        self.revision += 1;
        self.opened = opened;
        self.state.follow_trees(&self.opened.level, &self.opened.tree);
        let tree = self.tree_args.clone();
        self.follow_file(&tree);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use bspwalk_explain::films::QueryMode;

    use super::*;
    use crate::{actions::FrontEnd, walk::walk};

    #[test]
    fn reload_keeps_overlays_and_the_query_mode() {
        let (mut session, _) = walk(FrontEnd::Terminal);
        session.state.set_query_mode(QueryMode::Wide);
        session.state.overlays.set(OverlayKind::Cells, true);
        let again = Arc::clone(&session.opened);
        assert!(session.reopen(again).is_ok());
        assert_eq!(session.state.query_mode, QueryMode::Wide);
        assert!(session.state.overlays.is_on(OverlayKind::Cells));
    }
}
