//! Shared by `first` and `random`: picks the plane of one piece, regardless of its score.

use bspwalk_progress::Cancelled;

use crate::{
    effort::Report,
    node_storing::context::Reached,
    scoring::{Best, Indices, SplitCounts},
};

pub(super) fn best(reached: &Reached<'_>, index: usize, report: &Report<'_>) -> Result<Best, Cancelled> {
    let mut best = Best::new(reached, index);
    if reached.faces.record {
        let all: Indices = (0..reached.len() as u32).collect();
        let counts = SplitCounts::of(reached, index, &all, report.progress())?;
        let own = Some((index, reached.number(index)));
        best.consider(&reached.plane(index), own, 0.0, counts);
    }
    Ok(best)
}
