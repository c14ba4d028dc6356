//! Reports about saves of the level.

use std::sync::Arc;

use super::Program;
use crate::{actions::Action, between_saves::SavedState};

impl Program<'_> {
    /// Returns the level with its trees, or `None` until all of them are built.
    fn saved_state(&self) -> Option<SavedState> {
        let built = self.current_built()?;
        (!self.is_building && !built.is_own).then(|| SavedState {
            level: Arc::clone(&self.opened.level),
            nodes: Arc::clone(&self.opened.tree),
            leaves: Arc::clone(&built.tree),
            pvs: built.pvs.clone(),
        })
    }

    /// Shows one notice about each save of the level, once the trees of the saved level are built. Call this every frame.
    pub fn compare_saves(&mut self) {
        let state = self.saved_state();
        let saves = &mut self.state.level.saves;
        saves.show(self.opened.level_id(), state.clone());
        if !saves.is_due {
            return;
        }
        match saves.follow(state) {
            Some(Ok(report)) => self.notice(report.line(&self.keys.action_key(Action::AlongLeak))),
            Some(Err(reason)) => self.notice(reason),
            None => {}
        }
    }
}
