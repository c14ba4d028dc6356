//! Surveys the brushes of a map, and rebuilds the map with some of its brushes as detail.

use bspwalk_trees::FaceId;
use std::{cmp::Reverse, sync::Arc};

use bspwalk_compile::fill::source_brushes;
use bspwalk_levels::{BrushPart, Level, MapBrush, MapBrushes};
use bspwalk_progress::Progress;
use bspwalk_text::text;
use bspwalk_trees::solid_leaf::{LeafId, pvs::PvsFlow};
use serde::Serialize;

use super::{
    built::{BuiltMap, MapFigures, MapInput},
    counts::{self, BrushCounts, Measure},
    error::SurveyError,
    faces::find_triangle_owners,
};
use crate::{
    difference::{Difference, VisiblePairs},
    outlines::NEAR,
};

/// ID of a nonexistent viewing leaf, so that no individual steps of the flow are recorded.
const NO_LEAF: LeafId = LeafId(u32::MAX);

/// The brushes of a map, the level built from it, and the cost of each brush.
#[derive(Clone, Debug)]
pub struct BrushCostSurvey {
    /// Brushes, in file order.
    pub map: MapBrushes,
    /// The unchanged level.
    pub built: BuiltMap,
    /// Counts for each brush of the map. They are zero for brushes that do not split space.
    pub counts: Vec<BrushCounts>,
    /// Number of portal-flow steps from all portals, including the steps in `counts`. The remaining PVS steps are for
    /// casting lines and for finding occluded leaves.
    pub flow_steps: u64,
    /// Face numbers of each brush in the map. A face belongs to several brushes if their sides coincide.
    pub faces: Vec<Vec<FaceId>>,
}

/// The result of rebuilding a level with some brushes as detail.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Saving {
    /// Numbers of these brushes in the file.
    pub brushes: Vec<u32>,
    /// Statistics before and after the change.
    pub figures: [MapFigures; 2],
    /// Comparison of the pairs of leaves that see each other before and after the change.
    pub visible: VisiblePairs,
    /// Whether the change opens a leak in a level that was sealed.
    pub opens: bool,
}

/// A brush in the list of the most expensive brushes.
#[derive(Clone, Copy, Debug)]
pub struct Row<'a> {
    /// Number in the file.
    pub number: u32,
    /// The brush.
    pub brush: &'a MapBrush,
    /// Cost of the brush's sides in the trees of the unchanged level.
    pub counts: &'a BrushCounts,
    /// Saving that was measured with this brush as detail, if it was measured.
    pub saving: Option<&'a Saving>,
}

impl Saving {
    /// Sorts the results. Brushes that should become detail precede those that should stay structural. Within both
    /// groups, the largest saving comes first, compared by PVS steps, then portals, then leaves.
    pub fn sort(savings: &mut [Self]) {
        savings.sort_by_key(|saving| (saving.verdict(), saving.added()));
    }

    /// Returns the numbers of PVS steps, portals and leaves added by making the brushes detail. Savings are negative.
    pub(super) fn added(&self) -> [i128; 3] {
        let figures: [fn(&MapFigures) -> u64; 3] = [
            |figures| figures.pvs_steps,
            |figures| figures.portals.into(),
            |figures| figures.leaves.into(),
        ];
        figures.map(|figure| {
            let [before, after] = self.figures.each_ref().map(figure);
            i128::from(after) - i128::from(before)
        })
    }
}

impl BrushCostSurvey {
    /// Reads the brushes of a map, builds its level, and counts the costs of the brushes.
    ///
    /// # Errors
    /// See [`SurveyError`].
    pub fn new(input: &MapInput<'_>, progress: &Arc<Progress>) -> Result<Self, SurveyError> {
        let map = MapBrushes::read(input.name, input.text, progress)?;
        let built = BuiltMap::build(input, input.text, true, progress)?;
        // Run the portal flow again to count its steps, because the timed run had no observer.
        let flow = PvsFlow::of_tree(&built.leaves.tree, &input.params.pvs, NO_LEAF, progress)?;
        let brushes = source_brushes(&built.level);
        let near = NEAR.max(2.0 * built.leaves.tree.tolerances().on_plane);
        let owners = find_triangle_owners(&built.level, brushes, near, progress)?;
        let in_level = counts::count_brush_costs(&built.level, &built.leaves.tree, &flow, &owners, progress)?;
        let mut of_level: Vec<Vec<FaceId>> = vec![Vec::new(); brushes.len()];
        for (triangle, owners) in built.level.triangles.iter().zip(owners) {
            for owner in owners {
                of_level[owner as usize].push(triangle.source);
            }
        }
        let place = |brush: &MapBrush| brush.in_level.map(|index| index as usize);
        let counts = map.brushes.iter().map(|brush| {
            let structural = brush.part == BrushPart::Structural;
            let counts = place(brush).filter(|_| structural);
            counts
                .and_then(|index| in_level.get(index).copied())
                .unwrap_or_default()
        });
        let faces = map.brushes.iter().map(|brush| {
            place(brush)
                .and_then(|index| of_level.get(index).cloned())
                .unwrap_or_default()
        });
        Ok(Self {
            counts: counts.collect(),
            flow_steps: flow.flow_steps(),
            faces: faces.collect(),
            map,
            built,
        })
    }

    /// Returns the numbers of the brushes that have their own nodes, most expensive first.
    #[must_use]
    pub fn most_expensive(&self, by: Measure) -> Vec<u32> {
        let mut numbers: Vec<u32> = (0..self.counts.len() as u32)
            .filter(|&number| self.counts[number as usize].nodes > 0)
            .collect();
        numbers.sort_by_key(|&number| Reverse(self.counts[number as usize].by(by)));
        numbers
    }

    /// Returns the largest face of a brush, or `None` if none of its faces is visible. `level` must have the faces of
    /// the surveyed level.
    #[must_use]
    pub fn largest_face(&self, level: &Level, number: u32) -> Option<FaceId> {
        let area = |face: FaceId| {
            let [a, b, c] = level.triangle_of_face(face)?.corners;
            Some((b - a).cross(c - a).length())
        };
        let faces = self.faces.get(number as usize)?.iter();
        let sized = faces.filter_map(|&face| Some((face, area(face)?)));
        sized.max_by(|a, b| a.1.total_cmp(&b.1)).map(|(face, _)| face)
    }

    /// Returns the most expensive brushes that do not touch the outside. Brushes that touch it usually seal the level
    /// and cannot become detail.
    #[must_use]
    pub fn candidates(&self, by: Measure) -> Vec<u32> {
        let mut numbers = self.most_expensive(by);
        numbers.retain(|&number| !self.counts[number as usize].touches_outside);
        numbers
    }

    /// Rebuilds the level with these brushes as detail, and compares the results. `input` must be the input of the
    /// survey.
    ///
    /// # Errors
    /// See [`SurveyError`].
    pub fn measure_as_detail(
        &self,
        input: &MapInput<'_>,
        numbers: &[u32],
        progress: &Arc<Progress>,
    ) -> Result<Saving, SurveyError> {
        let text = self.map.as_detail(input.text, numbers)?;
        let after = BuiltMap::build(input, &text, false, progress)?;
        let difference = Difference::new(self.built.side(), after.side(), progress)?;
        Ok(Saving {
            brushes: numbers.to_vec(),
            figures: [self.built.figures(), after.figures()],
            visible: difference.visible.unwrap_or_default(),
            opens: self.built.is_sealed && after.leaks,
        })
    }

    /// Measures the saving for each group of brushes with [`BrushCostSurvey::measure_as_detail`], and sorts the results with
    /// [`Saving::sort`].
    ///
    /// `progress` reports the number of groups.
    ///
    /// # Errors
    /// See [`SurveyError`].
    pub fn savings(
        &self,
        input: &MapInput<'_>,
        groups: &[Vec<u32>],
        progress: &Arc<Progress>,
    ) -> Result<Vec<Saving>, SurveyError> {
        let mut savings = measure_each(groups, progress, |numbers, progress| {
            self.measure_as_detail(input, numbers, progress)
        })?;
        Saving::sort(&mut savings);
        Ok(savings)
    }

    /// Returns the list of the most expensive brushes. Brushes that were measured individually come first, in the order
    /// of `savings`. The others follow, sorted by their counts.
    #[must_use]
    pub fn rows<'a>(&'a self, savings: &'a [Saving], by: Measure) -> Vec<Row<'a>> {
        let measured = savings.iter().filter_map(|saving| match saving.brushes[..] {
            [number] => Some((number, saving)),
            _ => None,
        });
        let measured: Vec<(u32, &Saving)> = measured.collect();
        let is_measured = |number: &u32| measured.iter().any(|(one, _)| one == number);
        let mut others = self.most_expensive(by);
        others.retain(|number| !is_measured(number));
        let listed = measured.iter().map(|&(number, saving)| (number, Some(saving)));
        let listed = listed.chain(others.into_iter().map(|number| (number, None)));
        let row = |(number, saving): (u32, Option<&'a Saving>)| {
            Some(Row {
                number,
                brush: self.map.brushes.get(number as usize)?,
                counts: self.counts.get(number as usize)?,
                saving,
            })
        };
        listed.filter_map(row).collect()
    }
}

/// Measures each item by building a level, and reports the number of items as the progress.
pub(super) fn measure_each<I, T>(
    items: &[I],
    progress: &Arc<Progress>,
    measure: impl Fn(&I, &Arc<Progress>) -> Result<T, SurveyError>,
) -> Result<Vec<T>, SurveyError> {
    let (phase, total) = (text!("brush-measuring"), items.len() as u64);
    progress.begin(phase, total);
    progress.begin_count(phase, text!("brush-measuring-unit"), total);
    let mut measured = Vec::with_capacity(items.len());
    for item in items {
        progress.advance_count(1, 0);
        // A build reports its own phases, which would replace the number of items.
        let outer = Arc::clone(progress);
        let build = Progress::with_check_hook(move |build| {
            if outer.check().is_err() {
                build.cancel();
            }
        });
        measured.push(measure(item, &Arc::new(build))?);
        progress.advance(1);
    }
    Ok(measured)
}
