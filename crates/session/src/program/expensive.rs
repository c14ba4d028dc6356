//! Commands for the most expensive parts of a level, and for the brushes of a map.

use std::sync::Arc;

use bspwalk_explain::expensive::{Expensive, Target};
use bspwalk_text::text;

use super::Program;
use crate::{
    brush_survey::BrushSurvey,
    expensive::{ExpensiveSearch, entries},
    palette::Palette,
    walker::Notice,
};

impl Program<'_> {
    /// Lists the most expensive parts in the palette. If their costs are not known, starts to count them.
    ///
    /// The list contains the brushes of a map if they were surveyed. The engine's window surveys them on request; the
    /// other front ends survey them together with the other parts.
    pub fn list_expensive(&mut self) {
        let search = &mut self.state.level.expensive;
        match search.list(self.opened, self.built, self.params.pvs, self.describes_changes) {
            Ok(found) => self.open_expensive(&found),
            Err(told) => self.notice(told),
        }
    }

    /// Starts to count the costs, if this is possible.
    pub fn count_costs(&mut self) {
        if let Some(built) = self.built.filter(|built| ExpensiveSearch::can_count(built)) {
            let search = &mut self.state.level.expensive;
            search.request(self.opened, built, self.params.pvs, false);
        }
    }

    /// Stores the results of finished searches, and lists the parts if this was requested.
    pub fn follow_expensive(&mut self) {
        if let Err(reason) = self.state.level.brushes.take(self.opened) {
            self.notices.push(Notice::error(reason));
        }
        match self.state.level.expensive.take() {
            Some(Ok(found)) => self.open_expensive(&found),
            Some(Err(reason)) => self.notices.push(Notice::error(reason)),
            None => {}
        }
    }

    fn open_expensive(&mut self, found: &Expensive) {
        let mut found = found.clone();
        if let Some(brushes) = self.brushes() {
            found.add_brushes(&brushes.survey, &self.opened.level);
        }
        self.state.palette = Some(Palette::new(entries(&found).collect()));
    }

    /// Returns the brushes of the level, if they were surveyed.
    fn brushes(&self) -> Option<&Arc<BrushSurvey>> {
        self.state.level.brushes.found(self.opened)
    }

    /// Starts to survey the brushes of a map.
    pub fn survey_brushes(&mut self) {
        self.state.level.brushes.start(self.opened, self.params);
    }

    /// Returns the face or the leaf that shows a brush. If there is none, shows a notice.
    pub fn brush_target(&mut self, number: u32) -> Option<Target> {
        let leaves = self.built.map(|built| &*built.tree);
        let target = self.brushes()?.target(number, &self.opened.level, leaves);
        if target.is_none() {
            self.notice(text!("brushes-unseen", number));
        }
        target
    }

    /// Writes a copy of the map with a brush marked as detail, and shows a notice with its path.
    pub fn write_detail_copy(&mut self, number: u32) {
        let Some(brushes) = self.brushes() else {
            return;
        };
        let notice = match brushes.write_copy(&[number]) {
            Ok(path) => Notice::info(text!("brushes-written", file = path.display(), number)),
            Err(problem) => Notice::error(problem),
        };
        self.notices.push(notice);
    }
}
