//! Weight sweep: trees built with one rule for different values of one of its weights, and the point that the user
//! chose.

use std::sync::Arc;

use bspwalk_explain::duel::{
    Contestant,
    weight_sweep::{self, Weight, WeightPoint},
};
use bspwalk_progress::Cancelled;
use bspwalk_text::text;
use bspwalk_trees::{BuildParams, Rule};

use super::board::{Board, post, read};
use crate::{
    Opened,
    job::{Failure, WorkStatus, Worker},
    walker::Notice,
};

/// Starts to build a rule's trees for the given values of a weight.
pub type StartSweep = fn(&Opened, (BuildParams, Weight), Vec<f64>, &Board<WeightPoint>) -> Worker<()>;

/// Statistics of a rule's trees as a function of one of its weights.
#[derive(Debug, Default)]
pub struct Curve {
    /// Rule to use in the next sweep.
    pub rule: Rule,
    /// Weight to vary in the next sweep.
    pub weight: Weight,
    /// Points in ascending order of weight.
    points: Vec<WeightPoint>,
    /// Build parameters and weight of the points.
    of: Option<(BuildParams, Weight)>,
    /// Weight value of the chosen point.
    chosen: Option<f64>,
    work: Option<(Worker<()>, Board<WeightPoint>)>,
}

/// Position of weight 0 on the logarithmic axis. One unit on the axis corresponds to a factor of 2.
pub const LEAST: f64 = -7.0;

/// Returns the axis position of a weight. Weight 0, which has no logarithm, is at [`LEAST`].
#[must_use]
pub fn axis_position(weight: f64) -> f64 {
    if weight > 0.0 {
        weight.log2().max(LEAST + 0.5)
    } else {
        LEAST
    }
}

/// Returns the label of a tick, or an empty string for positions between ticks.
#[must_use]
pub fn tick_label(place: f64) -> String {
    let whole = place.round();
    if (place - whole).abs() > 0.01 || whole < LEAST {
        return String::new();
    }
    match whole as i32 {
        -7 => "0".to_owned(),
        power @ ..0 => format!("1/{}", 1_u32 << -power),
        power => format!("{}", 1_u64 << power.min(40)),
    }
}

impl Curve {
    /// Returns the points computed so far.
    #[must_use]
    pub fn points(&self) -> &[WeightPoint] {
        &self.points
    }

    /// Returns the build parameters and weight of the points.
    #[must_use]
    pub fn params_and_weight(&self) -> Option<(BuildParams, Weight)> {
        self.of
    }

    /// Returns the progress of the sweep.
    #[must_use]
    pub fn status(&self) -> Option<WorkStatus> {
        self.work
            .as_ref()
            .map(|(worker, _)| worker.status(text!("duelpage-building")))
    }

    /// Returns the chosen point.
    #[must_use]
    pub fn chosen(&self) -> Option<&WeightPoint> {
        let chosen = self.chosen?;
        self.points.iter().find(|point| point.weight == chosen)
    }

    /// Returns a contestant that builds the tree of the chosen point.
    #[must_use]
    pub fn contestant(&self) -> Option<Contestant> {
        let (params, weight) = self.of?;
        let chosen = self.chosen()?.weight;
        Some(Contestant::Nodes(weight.set(&params, chosen)))
    }

    /// Chooses the point nearest to an axis position.
    pub fn choose(&mut self, at: f64) {
        let off = |point: &&WeightPoint| (axis_position(point.weight) - at).abs();
        let nearest = self.points.iter().min_by(|a, b| off(a).total_cmp(&off(b)));
        if let Some(point) = nearest {
            self.chosen = Some(point.weight);
        }
    }

    /// Starts to build trees with the chosen rule for a range of values of the chosen weight.
    pub fn sweep(&mut self, current: &Opened, start: StartSweep) {
        // If the current tree uses this rule, start from its parameters.
        let params = match current.tree.params() {
            params if params.rule == self.rule => *params,
            _ => BuildParams::preset(self.rule),
        };
        let weight = self.weight;
        let present = weight.value_in(&params);
        (self.of, self.chosen) = (Some((params, weight)), Some(present));
        self.points.clear();
        let board = Board::default();
        let worker = start(current, (params, weight), weight_sweep::values(present), &board);
        self.work = Some((worker, board));
    }

    /// Stops building trees. Existing points are kept.
    pub fn cancel(&mut self) {
        if let Some((worker, _)) = &self.work {
            worker.progress.cancel();
        }
    }

    /// Collects the points computed since the last call.
    pub fn take(&mut self) -> Option<Notice> {
        let (worker, board) = self.work.as_ref()?;
        let is_finished = worker.is_finished();
        self.points.extend(read(board));
        if !is_finished {
            return None;
        }
        let (worker, _) = self.work.take()?;
        match worker.finish() {
            Ok(()) | Err(Failure::Cancelled) => None,
            Err(Failure::Failed(reason)) => Some(Notice::error(text!("duelpage-sweep-ended", reason))),
        }
    }
}

/// Builds a rule's trees on a thread of this process; see [`StartSweep`].
pub fn sweep_here(
    current: &Opened,
    of: (BuildParams, Weight),
    values: Vec<f64>,
    board: &Board<WeightPoint>,
) -> Worker<()> {
    let (params, weight) = of;
    let (level, news) = (Arc::clone(&current.level), Arc::clone(board));
    Worker::start(sweep_title(weight), move |progress| {
        let triangles = level.solid_triangles();
        weight_sweep::sweep(&triangles, &params, weight, &values, progress, |point| {
            post(&news, point);
        })
        .map(|_| ())
        .map_err(|Cancelled| Failure::Cancelled)
    })
}

/// Returns the title of a sweep.
pub fn sweep_title(weight: Weight) -> String {
    text!("duelpage-trees-by", rule = weight.title())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn point(weight: f64) -> WeightPoint {
        WeightPoint {
            weight,
            nodes: 1,
            fragments: 1,
            depth: 1,
            cost: 1.0,
            build_ms: 1.0,
        }
    }

    #[test]
    fn position_chooses_the_nearest_point() {
        let mut curve = Curve {
            points: [0.0, 0.25, 0.5, 4.0].map(point).to_vec(),
            ..Curve::default()
        };
        assert_eq!(curve.chosen(), None);
        for (at, weight) in [
            (-9.0, 0.0),
            (-4.6, 0.0),
            (-4.4, 0.25),
            (-1.2, 0.5),
            (0.4, 0.5),
            (0.6, 4.0),
            (9.0, 4.0),
        ] {
            curve.choose(at);
            assert_eq!(curve.chosen().map(|point| point.weight), Some(weight), "{at}");
        }
    }

    #[test]
    fn the_axis_has_marks_at_powers_of_two() {
        let marks = [-7.0, -6.0, -1.0, 0.0, 0.5, 3.0, -8.0].map(tick_label);
        assert_eq!(marks, ["0", "1/64", "1/2", "1", "", "8", ""]);
        assert_eq!([0.0, 1.0, 8.0].map(axis_position), [-7.0, 0.0, 3.0]);
        assert!(
            axis_position(1e-9) > axis_position(0.0),
            "a small weight is not none"
        );
    }
}
