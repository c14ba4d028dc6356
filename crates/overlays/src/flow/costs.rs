//! What the searches from each portal cost.

use bspwalk_progress::words::{count, counted};
use bspwalk_trees::solid_leaf::pvs::{FlowPortal, PvsFlow};

use crate::sight::area;

/// The openings with their steps in both directions, the costliest first.
pub(super) fn openings(flow: &PvsFlow) -> Vec<(&FlowPortal, u64)> {
    let pairs = flow.portals.chunks_exact(2);
    let mut openings: Vec<(&FlowPortal, u64)> = pairs
        .map(|pair| (&pair[0], pair[0].steps + pair[1].steps))
        .collect();
    openings.sort_by_key(|opening| std::cmp::Reverse(opening.1));
    openings
}

/// What a portal cost.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cost<'a> {
    /// The portal; its leaves are in no order.
    pub portal: &'a FlowPortal,
    /// Steps that the searches from it took, in both directions.
    pub steps: u64,
    /// Their share of those of all portals, 0 to 1.
    pub share: f64,
    /// Its area, in square metres.
    pub area: f64,
    /// Its least width, in metres.
    pub width: f64,
}

/// The portals that cost most, at most so many, the costliest first.
#[must_use]
pub fn costliest(flow: &PvsFlow, most: usize) -> Vec<Cost<'_>> {
    let all = flow.flow_steps().max(1) as f64;
    let openings = openings(flow).into_iter();
    openings
        .filter(|&(_, steps)| steps > 0)
        .take(most)
        .map(|(portal, steps)| Cost {
            portal,
            steps,
            share: steps as f64 / all,
            area: area(&portal.corners),
            width: width(portal),
        })
        .collect()
}

/// The least width of a polygon: the least over its edges of how far its corners reach from that edge.
fn width(portal: &FlowPortal) -> f64 {
    let corners = &portal.corners;
    let edges = corners.iter().zip(corners.iter().cycle().skip(1));
    let reach = edges.filter_map(|(&from, &to)| {
        let along = (to - from).try_normalize()?;
        let away = corners
            .iter()
            .map(|&corner| (corner - from).reject_from_normalized(along).length());
        Some(away.fold(0.0, f64::max))
    });
    let least = reach.fold(f64::INFINITY, f64::min);
    if least.is_finite() { least } else { 0.0 }
}

impl Cost<'_> {
    /// "the portal of 0.10 m between leaves 3 and 5 took 412 steps, 33.0 % of them".
    #[must_use]
    pub fn sentence(&self) -> String {
        let [a, b] = self.portal.leaves.map(count);
        format!(
            "the portal of {:.2} m, {:.2} m², between leaves {a} and {b} took {}, {:.1} % of them",
            self.width,
            self.area,
            counted(self.steps, "step"),
            100.0 * self.share
        )
    }
}
