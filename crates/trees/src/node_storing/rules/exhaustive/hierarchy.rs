//! A bounding box hierarchy over the pieces of one node, used to count the pieces on either side of a plane.
//!
//! The pieces are sorted so that neighbours are close together. Eight consecutive pieces form a group, eight groups
//! form a larger one, and so on. A group whose box lies entirely on one side of a plane is counted as a whole, as in
//! view-frustum culling (Clark 1976). Only pieces near the plane are tested one by one.

use bspwalk_geometry::Plane;
use bspwalk_progress::{Cancelled, Progress};
use fearless_simd::{Level, Simd, dispatch};
use glam::{DVec3, Vec3};

use super::lanes::{Boxes, Corners, LANES, Probe, test_pieces};
use crate::{node_storing::context::Reached, scoring::SplitCounts};

/// Maximum magnitude of coordinates, in metres. Below it, the sums of products in the box tests cannot overflow.
const FARTHEST: f64 = 1.0e100;

pub(super) trait Limit {
    fn is_exceeded(&self, known: &SplitCounts, open: u32) -> bool;
}

pub(super) struct Partial {
    pub(super) known: SplitCounts,
    pub(super) open: u32,
}

pub(super) struct Hierarchy {
    corners: Vec<Corners>,
    /// Start of each group in `corners`, followed by the end of the last group.
    first_corners: Vec<u32>,
    pieces: u32,
    /// Boxes around groups, smallest groups first. Lane `l` of box set `i` encloses item `8 i + l` of the previous
    /// level. On the first level, the items are groups of pieces.
    levels: Vec<Vec<Boxes>>,
    reach: DVec3,
    thickness: f64,
    instructions: Level,
}

/// Groups still to be tested, as pairs of level and number. Kept between counts to reuse the memory.
#[derive(Default)]
pub(super) struct Queue(Vec<(u32, u32)>);

impl Hierarchy {
    /// Builds the hierarchy over all pieces. There must be at least one piece. Returns `None` if a coordinate is too
    /// large.
    pub(super) fn new(reached: &Reached<'_>, progress: &Progress) -> Result<Option<Self>, Cancelled> {
        let order = spatial_order(reached, progress)?;
        let groups = order.len().div_ceil(LANES);
        let mut corners = Vec::with_capacity(3 * groups);
        let mut first_corners = Vec::with_capacity(groups + 1);
        first_corners.push(0);
        let mut boxes: Vec<(DVec3, DVec3, u32)> = Vec::with_capacity(groups);
        for (turn, group) in order.chunks(LANES).enumerate() {
            progress.check_at(turn)?;
            let first = corners.len();
            let (mut min, mut max) = (DVec3::INFINITY, DVec3::NEG_INFINITY);
            for (lane, &(_, index)) in group.iter().enumerate() {
                for (number, vertex) in reached.vertices(index as usize).iter().enumerate() {
                    if first + number == corners.len() {
                        corners.push(Corners::NONE);
                    }
                    corners[first + number].set(lane, vertex);
                    (min, max) = (min.min(vertex.position), max.max(vertex.position));
                }
            }
            first_corners.push(corners.len() as u32);
            boxes.push((min, max, group.len() as u32));
        }
        let mut levels: Vec<Vec<Boxes>> = Vec::new();
        while levels.is_empty() || boxes.len() > 1 {
            let mut level = Vec::with_capacity(boxes.len().div_ceil(LANES));
            let mut above = Vec::with_capacity(level.capacity());
            for group in boxes.chunks(LANES) {
                level.push(Boxes::new(group));
                let whole = group.iter().copied();
                above.extend(whole.reduce(|a, b| (a.0.min(b.0), a.1.max(b.1), a.2 + b.2)));
            }
            levels.push(level);
            boxes = above;
        }
        let (min, max, _) = boxes[0];
        let reach = min.abs().max(max.abs());
        Ok((reach.max_element() < FARTHEST).then_some(Self {
            corners,
            first_corners,
            pieces: order.len() as u32,
            levels,
            reach,
            thickness: reached.faces.tolerance,
            instructions: Level::new(),
        }))
    }

    /// Counts the pieces on each side of a plane, or returns `None` as soon as the counts exceed the limit. Also
    /// returns the number of boxes and pieces tested.
    ///
    /// If `depth_first` is set, the first cuts are found early. Otherwise, whole groups are counted first, which
    /// quickly determines the difference between the two sides.
    pub(super) fn count(
        &self,
        plane: &Plane,
        limit: &impl Limit,
        depth_first: bool,
        queue: &mut Queue,
    ) -> (Option<SplitCounts>, u32) {
        dispatch!(self.instructions, simd => self.count_in(simd, plane, limit, depth_first, queue))
    }

    #[inline(always)]
    fn count_in<S: Simd>(
        &self,
        simd: S,
        plane: &Plane,
        limit: &impl Limit,
        depth_first: bool,
        queue: &mut Queue,
    ) -> (Option<SplitCounts>, u32) {
        let probe = Probe::new(plane, self.thickness, self.reach);
        let Queue(queue) = queue;
        queue.clear();
        queue.push((self.levels.len() as u32, 0));
        let (mut known, mut tests, mut first) = (SplitCounts::default(), 0, 0);
        loop {
            let next = if depth_first {
                queue.pop()
            } else {
                first += 1;
                queue.get(first - 1).copied()
            };
            let Some((level, number)) = next else { break };
            tests += LANES as u32;
            if level == 0 {
                self.test_group(simd, number, &probe, &mut known);
            } else {
                self.test_boxes(simd, level, number, &probe, &mut known, queue);
            }
            if tests % (LANES as u32 * LOOK_EVERY) == 0 && limit.is_exceeded(&known, self.open(&known)) {
                return (None, tests);
            }
        }
        debug_assert_eq!(self.open(&known), 0);
        (Some(known), tests)
    }

    pub(super) fn count_partially(&self, plane: &Plane, queue: &mut Queue) -> (Partial, u32) {
        dispatch!(self.instructions, simd => self.outline_in(simd, plane, queue))
    }

    #[inline(always)]
    fn outline_in<S: Simd>(&self, simd: S, plane: &Plane, queue: &mut Queue) -> (Partial, u32) {
        let probe = Probe::new(plane, self.thickness, self.reach);
        let Queue(queue) = queue;
        queue.clear();
        queue.push((self.levels.len() as u32, 0));
        let (mut known, mut tests) = (SplitCounts::default(), 0);
        let mut first = 0;
        while let Some(&(level, number)) = queue.get(first)
            && level > 0
            && first < LARGE_GROUPS
        {
            first += 1;
            tests += LANES as u32;
            self.test_boxes(simd, level, number, &probe, &mut known, queue);
        }
        let open = self.open(&known);
        (Partial { known, open }, tests)
    }

    #[inline(always)]
    fn open(&self, known: &SplitCounts) -> u32 {
        self.pieces - known.on - known.front - known.back - known.cuts
    }

    #[inline(always)]
    fn test_boxes<S: Simd>(
        &self,
        simd: S,
        level: u32,
        number: u32,
        probe: &Probe,
        known: &mut SplitCounts,
        queue: &mut Vec<(u32, u32)>,
    ) {
        let mut open = self.levels[level as usize - 1][number as usize].test(simd, probe, known);
        while open != 0 {
            queue.push((level - 1, number * LANES as u32 + open.trailing_zeros()));
            open &= open - 1;
        }
    }

    #[inline(always)]
    fn test_group<S: Simd>(&self, simd: S, group: u32, probe: &Probe, known: &mut SplitCounts) {
        let [from, to] = [group, group + 1].map(|group| self.first_corners[group as usize] as usize);
        let pieces = (self.pieces - group * LANES as u32).min(LANES as u32);
        test_pieces(simd, &self.corners[from..to], pieces, probe, known);
    }
}

/// Number of box sets (of eight boxes each) tested to roughly count the pieces on each side of a plane.
const LARGE_GROUPS: usize = 9;

/// Number of box or piece sets (of eight each) between two checks of a count's limit.
const LOOK_EVERY: u32 = 4;

/// Sorts the pieces so that every aligned run of 8, 64, 512, … pieces is spatially compact. Each run is split across
/// its longest axis, near the middle, at a multiple of the next smaller run length. Returns the centre and the index of
/// each piece.
fn spatial_order(reached: &Reached<'_>, progress: &Progress) -> Result<Vec<(Vec3, u32)>, Cancelled> {
    let mut order: Vec<(Vec3, u32)> = Vec::with_capacity(reached.len());
    for index in 0..reached.len() as u32 {
        let vertices = reached.vertices(index as usize);
        let sum: DVec3 = vertices.iter().map(|vertex| vertex.position).sum();
        order.push(((sum / vertices.len().max(1) as f64).as_vec3(), index));
    }
    let mut runs: Vec<_> = std::iter::once(0..order.len()).collect();
    while let Some(run) = runs.pop() {
        if run.len() <= LANES {
            continue;
        }
        if run.len() > 1 << 12 {
            progress.check()?;
        }
        let items = &mut order[run.clone()];
        let (mut min, mut max) = (Vec3::INFINITY, Vec3::NEG_INFINITY);
        for (center, _) in items.iter() {
            (min, max) = (min.min(*center), max.max(*center));
        }
        let axis = (max - min).max_position();
        let mut unit = LANES;
        while unit * LANES < items.len() {
            unit *= LANES;
        }
        let middle = ((items.len() / 2 + unit / 2) / unit).max(1) * unit;
        let middle = middle.min((items.len() - 1) / unit * unit);
        items.select_nth_unstable_by(middle, |(a, i), (b, j)| {
            a[axis].total_cmp(&b[axis]).then(i.cmp(j))
        });
        runs.push(run.start..run.start + middle);
        runs.push(run.start + middle..run.end);
    }
    Ok(order)
}
