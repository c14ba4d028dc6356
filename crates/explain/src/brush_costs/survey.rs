//! The brushes of a map with what they cost, and the map built anew with some of them as detail.

use std::{cmp::Reverse, sync::Arc};

use bspwalk_compile::fill::source_brushes;
use bspwalk_levels::{BrushPart, MapBrushes};
use bspwalk_progress::Progress;
use bspwalk_trees::solid_leaf::{LeafId, pvs::PvsFlow};
use serde::Serialize;

use super::{
    built::{BuiltMap, MapFigures, MapInput},
    counts::{self, BrushCounts, Measure},
    error::SurveyError,
    faces::owners,
};
use crate::{
    difference::{Difference, VisiblePairs},
    outlines::NEAR,
};

/// No leaf: what the flow does step by step is not kept.
const NO_LEAF: LeafId = LeafId::MAX;

/// The brushes of a map, with the level that is built of it and what they cost in it.
#[derive(Clone, Debug)]
pub struct Survey {
    /// The brushes, as they stand in the text.
    pub map: MapBrushes,
    /// The level as it is.
    pub built: BuiltMap,
    /// The counts of each brush of the map; those that divide no space have none.
    pub counts: Vec<BrushCounts>,
    /// Steps that the portal flow took from all portals: those of the counts are among them. The rest of the PVS's steps draw lines and
    /// look for what solid leaves hide.
    pub flow_steps: u64,
    /// The numbers of the faces of each brush of the map. A face is of several brushes where their sides lie on each other.
    pub faces: Vec<Vec<u32>>,
}

/// What was measured when a level was built anew with brushes as detail.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Saving {
    /// The brushes, by their numbers in the file.
    pub brushes: Vec<u32>,
    /// The figures before and after.
    pub figures: [MapFigures; 2],
    /// Which pairs of leaves see each other before and after.
    pub visible: VisiblePairs,
    /// Whether the level was sealed before, and a way leads from its inside to the outside after.
    pub opens: bool,
}

impl Saving {
    /// Puts first what saves most steps of the PVS, of equals most portals and then most leaves, and last what opens the level.
    pub fn sort(savings: &mut [Self]) {
        let more = |figure: fn(&MapFigures) -> u64, saving: &Self| {
            let [before, after] = saving.figures.each_ref().map(figure);
            i128::from(after) - i128::from(before)
        };
        savings.sort_by_key(|saving| {
            let steps = more(|figures| figures.pvs_steps, saving);
            let portals = more(|figures| figures.portals.into(), saving);
            let leaves = more(|figures| figures.leaves.into(), saving);
            (saving.opens, steps, portals, leaves)
        });
    }
}

impl Survey {
    /// Finds the brushes of a map, builds its level, and counts.
    ///
    /// # Errors
    /// See [`SurveyError`].
    pub fn new(input: &MapInput<'_>, progress: &Arc<Progress>) -> Result<Self, SurveyError> {
        let map = MapBrushes::read(input.name, input.text, progress)?;
        let built = BuiltMap::build(input, input.text, true, progress)?;
        // Once more, and counted: the time is that of a PVS that nobody observes.
        let flow = PvsFlow::of_tree(&built.leaves.tree, &input.params.pvs, NO_LEAF, progress)?;
        let brushes = source_brushes(&built.level);
        let near = NEAR.max(2.0 * built.leaves.tree.tolerances().on_plane);
        let owners = owners(&built.level, brushes, near, progress)?;
        let in_level = counts::count(&built.level, &built.leaves.tree, &flow, &owners, progress)?;
        let mut of_level: Vec<Vec<u32>> = vec![Vec::new(); brushes.len()];
        for (triangle, owners) in built.level.triangles.iter().zip(owners) {
            for owner in owners {
                of_level[owner as usize].push(triangle.source);
            }
        }
        let place = |brush: &bspwalk_levels::MapBrush| brush.in_level.map(|index| index as usize);
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

    /// The numbers of the brushes that have nodes of their own, the dearest first.
    #[must_use]
    pub fn dearest(&self, by: Measure) -> Vec<u32> {
        let mut numbers: Vec<u32> = (0..self.counts.len() as u32)
            .filter(|&number| self.counts[number as usize].nodes > 0)
            .collect();
        numbers.sort_by_key(|&number| Reverse(self.counts[number as usize].by(by)));
        numbers
    }

    /// Of the dearest, those that do not touch the outside: the others seal the level as a rule, and cannot be detail.
    #[must_use]
    pub fn candidates(&self, by: Measure) -> Vec<u32> {
        let mut numbers = self.dearest(by);
        numbers.retain(|&number| !self.counts[number as usize].touches_outside);
        numbers
    }

    /// Builds the level anew with these brushes as detail, and compares. `input` is that of the survey.
    ///
    /// # Errors
    /// See [`SurveyError`].
    pub fn as_detail(
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
}
