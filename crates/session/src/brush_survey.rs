//! Survey of the most expensive brushes of a map, computed in the background. The survey can write a copy of the map
//! that turns some of these brushes into detail.

use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

use bspwalk_compile::{CompileParams, fill::source_to_level_point};
use bspwalk_explain::{
    brush_costs::{BrushCostSurvey, HintEffect, MapInput, Measure, Row, Saving, SurveyError},
    expensive::Target,
};
use bspwalk_levels::{BrushPart, Level, LoadOptions, read_file};
use bspwalk_progress::Progress;
use bspwalk_text::{Localize, text};
use bspwalk_trees::{
    LeafTree,
    solid_leaf::{OUTSIDE, PvsParams},
};

use crate::{
    LevelName, Opened,
    identity::Identity,
    job::{Failure, WorkStatus, Worker},
    store,
    tree_args::TreeArgs,
};

/// Number of brushes, most expensive first, for which the survey measures the savings of turning them into detail.
/// Brushes that touch the outside are skipped.
pub const MEASURED: usize = 8;

/// The brushes of a map with their costs.
#[derive(Debug)]
pub struct BrushSurvey {
    /// Path of the map file.
    pub path: PathBuf,
    text: Vec<u8>,
    options: LoadOptions,
    params: CompileParams,
    /// Brushes and their measured counts.
    pub survey: BrushCostSurvey,
    /// Numbers of the brushes, most expensive first.
    pub dearest: Vec<u32>,
    /// Savings for each measured brush if only that brush becomes detail, largest first. Brushes that touch the outside
    /// are not measured.
    pub savings: Vec<Saving>,
    /// Effects of the first hint brushes, at most [`MEASURED`].
    pub hints: Vec<HintEffect>,
}

impl From<SurveyError> for Failure {
    fn from(error: SurveyError) -> Self {
        match error {
            SurveyError::Cancelled(_) => Self::Cancelled,
            error => Self::Failed(format!("{error}.")),
        }
    }
}

/// Returns whether the brushes of a level can be surveyed. The level must be a map file, and the program must not run in
/// a browser.
pub fn can_survey(opened: &Opened) -> bool {
    let is_there = cfg!(not(target_family = "wasm"));
    matches!(&opened.source, LevelName::File(path) if is_there && is_map(path))
}

/// Returns whether the path has the extension of a map whose brushes can be surveyed.
pub fn is_map(path: &Path) -> bool {
    path.extension()
        .is_some_and(|extension| extension.eq_ignore_ascii_case("map"))
}

impl BrushSurvey {
    /// Reads a saved map, counts the costs of its brushes, and measures what making the most expensive ones detail
    /// saves, and what its hint brushes save.
    ///
    /// Moving parts and the PVS budget use the command-line defaults, regardless of `options` and `params`. The figures
    /// therefore agree with `bspwalk brushes`.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read or its level cannot be built.
    pub fn new(
        path: &Path,
        options: LoadOptions,
        params: CompileParams,
        progress: &Arc<Progress>,
    ) -> Result<Self, Failure> {
        let options = LoadOptions {
            moving_apart: TreeArgs::default().load_options().moving_apart,
            ..options
        };
        let params = CompileParams {
            pvs: PvsParams::default(),
            ..params
        };
        let name = path.display().to_string();
        let text = read_file(path, &name, progress).map_err(SurveyError::from)?;
        let input = MapInput {
            name: &name,
            text: &text,
            options: &options,
            params: &params,
        };
        let survey = BrushCostSurvey::new(&input, progress)?;
        let dearest = survey.most_expensive(Measure::default());
        let candidates = survey.candidates(Measure::default());
        let measured = candidates.into_iter().take(MEASURED);
        let measured: Vec<Vec<u32>> = measured.map(|number| vec![number]).collect();
        let savings = survey.savings(&input, &measured, progress)?;
        let mut hints = survey.hints();
        hints.truncate(MEASURED);
        let hints = survey.hint_effects(&input, &hints, progress)?;
        Ok(Self {
            path: path.to_owned(),
            survey,
            dearest,
            savings,
            hints,
            text,
            options,
            params,
        })
    }

    /// Returns the rows of the brush list. Measured brushes come first, in order of savings.
    pub fn rows(&self) -> Vec<Row<'_>> {
        self.survey.rows(&self.savings, Measure::default())
    }

    /// Measures the savings if these brushes become detail.
    ///
    /// # Errors
    /// Returns the errors of [`BrushSurvey::new`], or an error if a brush cannot be detail.
    pub fn as_detail(&self, numbers: &[u32], progress: &Arc<Progress>) -> Result<Saving, Failure> {
        let name = self.path.display().to_string();
        let input = MapInput {
            name: &name,
            text: &self.text,
            options: &self.options,
            params: &self.params,
        };
        Ok(self.survey.measure_as_detail(&input, numbers, progress)?)
    }

    /// Returns the largest face of a brush, or the leaf in the middle of a hint brush, which has no faces.
    pub fn target(&self, number: u32, level: &Level, leaves: Option<&LeafTree>) -> Option<Target> {
        if let Some(face) = self.survey.largest_face(level, number) {
            return Some(Target::Face(face));
        }
        let brush = self.survey.map.brushes.get(number as usize)?;
        let [low, high] = brush.bounds.filter(|_| brush.part == BrushPart::Hint)?;
        let leaves = leaves?;
        let leaf = leaves.locate(source_to_level_point(level, low.midpoint(high)));
        (leaf != OUTSIDE && !leaves.is_solid(leaf)).then_some(Target::Leaf(leaf))
    }

    /// Writes a copy of the map next to it, with the given brushes as detail, and returns its path.
    ///
    /// The file name is the first unused name among `NAME.detail.map`, `NAME.detail2.map` and so on.
    ///
    /// # Errors
    /// Returns one sentence if the copy cannot be written.
    pub fn write_copy(&self, numbers: &[u32]) -> Result<PathBuf, String> {
        let copy = self.survey.map.as_detail(&self.text, numbers);
        let copy = copy.map_err(|error| format!("{}.", error.localized()))?;
        let stem = self.path.file_stem().unwrap_or_default().to_string_lossy();
        let mut tried = self.path.clone();
        let name = |number: u32| {
            let number = if number > 1 {
                number.to_string()
            } else {
                String::new()
            };
            self.path.with_file_name(format!("{stem}.detail{number}.map"))
        };
        let mut names = (1..).map(name).inspect(|path| tried.clone_from(path));
        let written = store::get().write_first_free(&mut names, &copy);
        written.map_err(|error| text!("work-not-written", file = tried.display(), error))
    }
}

/// Survey of the level on screen, in the background.
#[derive(Debug, Default)]
pub struct BrushSearch {
    of: Identity<Level>,
    found: Option<Arc<BrushSurvey>>,
    job: Option<Worker<BrushSurvey>>,
}

impl BrushSearch {
    /// Returns the survey of this level, if available.
    #[must_use]
    pub fn found(&self, opened: &Opened) -> Option<&Arc<BrushSurvey>> {
        self.found.as_ref().filter(|_| self.of == opened.level_id())
    }

    /// Returns the progress of the search.
    #[must_use]
    pub fn status(&self) -> Option<WorkStatus> {
        self.job.as_ref().map(|job| job.status(text!("window-measuring")))
    }

    /// Cancels the search.
    pub fn cancel(&mut self) {
        self.job = None;
    }

    /// Starts to survey the brushes of a map. `params` are the build parameters of its solid-leaf tree.
    pub(crate) fn start(&mut self, opened: &Opened, params: &CompileParams) {
        let LevelName::File(path) = opened.source.clone() else {
            return;
        };
        let options = opened.options.clone();
        let params = CompileParams {
            nodes: *opened.tree.params(),
            ..params.clone()
        };
        let title = text!("brushes-all").to_owned();
        *self = Self {
            of: opened.level_id(),
            found: None,
            job: Some(Worker::start(title, move |progress| {
                BrushSurvey::new(&path, options, params, progress)
            })),
        };
    }

    /// Stores the result of a finished search. Cancels a search if the level has been saved again.
    ///
    /// # Errors
    /// Returns a sentence if the brushes could not be surveyed.
    pub(crate) fn take(&mut self, opened: &Opened) -> Result<(), String> {
        if self.of != opened.level_id() {
            self.job = None;
        }
        let Some(job) = self.job.take_if(|job| job.is_finished()) else {
            return Ok(());
        };
        match job.finish() {
            Ok(found) => self.found = Some(Arc::new(found)),
            Err(Failure::Cancelled) => {}
            Err(Failure::Failed(reason)) => return Err(reason),
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use bspwalk_testing::quake_maps;

    use super::*;

    #[test]
    fn costliest_brush_is_measured_and_written() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a.map");
        let pillar = [[96.0, -32.0, 0.0], [128.0, 0.0, 192.0]];
        std::fs::write(&path, quake_maps::room(&[pillar])).expect("it is written");
        let progress = Arc::default();
        let options = LoadOptions::default();
        let found =
            BrushSurvey::new(&path, options.clone(), CompileParams::quick(), &progress).expect("it builds");
        assert_eq!((&found.dearest[..], found.savings.len()), (&[6][..], 1));
        let rows = found.rows();
        let flags = rows.iter().map(|row| (row.number, row.saving.is_some()));
        let listed: Vec<_> = flags.collect();
        assert_eq!(listed, [(6, true)]);
        let detail = found.as_detail(&[6], &progress);
        assert_eq!(
            detail.map(|saving| saving.changes()),
            Ok(found.savings[0].changes())
        );
        let first = found.write_copy(&[6]).expect("it is written");
        let second = found.write_copy(&[6]).expect("it is written");
        let names = [&first, &second].map(|path| path.file_name().and_then(std::ffi::OsStr::to_str));
        assert_eq!(names, [Some("a.detail.map"), Some("a.detail2.map")]);
        let copy =
            BrushSurvey::new(&first, options.clone(), CompileParams::quick(), &progress).expect("it builds");
        assert_eq!(copy.survey.built.figures().leaves, 1);
        assert!(copy.dearest.is_empty());
        progress.cancel();
        let cancelled = BrushSurvey::new(&path, options, CompileParams::quick(), &progress);
        assert_eq!(cancelled.err(), Some(Failure::Cancelled));
    }
}
