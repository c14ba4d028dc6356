//! Commands for the most expensive parts of a level.

use bspwalk_explain::expensive::Expensive;

use super::Program;
use crate::{
    brush_survey::BrushSurvey,
    expensive::{ExpensiveSearch, entries},
    palette::Palette,
    walker::Notice,
};

impl Program<'_> {
    /// Lists the most expensive parts in the palette. If their costs are not known, starts to count them. `brushes` adds
    /// the brushes of a map.
    pub fn list_expensive(&mut self, counts_brushes: bool, brushes: Option<&BrushSurvey>) {
        let search = &mut self.state.level.expensive;
        match search.list(self.opened, self.built, self.pvs, counts_brushes) {
            Ok(found) => self.open_expensive(&found, brushes),
            Err(told) => self.notice(told),
        }
    }

    /// Starts to count the costs, if this is possible.
    pub fn count_costs(&mut self) {
        if let Some(built) = self.built.filter(|built| ExpensiveSearch::can_count(built)) {
            let search = &mut self.state.level.expensive;
            search.request(self.opened, built, self.pvs, false);
        }
    }

    /// Stores costs that were counted, and lists the parts if this was requested. `brushes` adds the brushes of a map.
    pub fn follow_expensive(&mut self, brushes: Option<&BrushSurvey>) {
        match self.state.level.expensive.take() {
            Some(Ok(found)) => self.open_expensive(&found, brushes),
            Some(Err(reason)) => self.notices.push(Notice::error(reason)),
            None => {}
        }
    }

    fn open_expensive(&mut self, found: &Expensive, brushes: Option<&BrushSurvey>) {
        let mut found = found.clone();
        if let Some(brushes) = brushes {
            found.add_brushes(&brushes.survey, &self.opened.level);
        }
        self.state.palette = Some(Palette::new(entries(&found).collect()));
    }
}
