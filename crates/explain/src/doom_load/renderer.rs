//! Walks the map's own nodes from near to far like DOOM's renderer, without drawing.
//!
//! Follows `R_RenderBSPNode`, `R_Subsector`, `R_AddLine` and `R_CheckBBox` (`r_bsp.c`), `R_StoreWallRange` and
//! `R_RenderSegLoop` (`r_segs.c`), and `R_FindPlane` and `R_CheckPlane` (`r_plane.c`). Unlike the original, nothing stops
//! at a limit, and long distances do not overflow. Distances to walls use the direction of their linedef.

use bspwalk_trees::doom::{
    DoomChild, DoomNode, DoomSector, DoomSurfaces, DoomTree, FlatName, SKY_FLAT, Seg, SideTextures,
    SubsectorId,
};
use glam::DVec2;

use super::{
    columns::CoveredColumns,
    load::RenderLoad,
    planes::{PlaneKey, Visplanes},
    projection::{
        COLUMNS, HALF_TURN, PROJECTION, Projection, QUARTER_TURN, ROWS, UNIT, binary_angle, fixed, radians,
    },
};

/// Flag of two-sided linedefs.
const TWO_SIDED: u16 = 4;

/// Fraction bits of heights on the screen.
const ROW_BITS: u32 = 12;

/// Smallest and largest scale of a wall, in pixels per map unit.
const SCALES: [f64; 2] = [1.0 / 256.0, 64.0];

/// A sector with heights in 16.16 fixed point.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Sector {
    floor: i64,
    ceiling: i64,
    floor_flat: FlatName,
    ceiling_flat: FlatName,
    light: u8,
}

impl Sector {
    fn is_open_to_sky(&self) -> bool {
        self.ceiling_flat == SKY_FLAT
    }

    /// Returns whether nothing is visible through an opening from this sector to another one.
    fn is_closed_to(&self, other: &Self) -> bool {
        other.ceiling <= self.floor || other.floor >= self.ceiling
    }
}

/// A seg that is in view.
struct Wall {
    front: Sector,
    back: Option<Sector>,
    textures: SideTextures,
    /// Distance from the eye to the line of the seg, in map units.
    distance: f64,
    /// Direction of the normal.
    normal: u32,
}

/// Visplanes of the ceiling and the floor of the current subsector; `None` if the eye cannot see that side.
#[derive(Clone, Copy)]
struct SubsectorPlanes {
    ceiling: Option<usize>,
    floor: Option<usize>,
}

/// Counts what DOOM's renderer collects. One renderer can count any number of views of a map.
pub(super) struct Renderer<'a> {
    tree: &'a DoomTree,
    surfaces: &'a DoomSurfaces,
    sectors: Vec<Sector>,
    eye: DVec2,
    eye_fixed: [i64; 2],
    height: i64,
    view: u32,
    covered: CoveredColumns,
    planes: Visplanes,
    /// Lowest row above and highest row below which each column is already drawn.
    ceiling_clip: Vec<i32>,
    floor_clip: Vec<i32>,
    drawsegs: u32,
    openings: u32,
    gaps: Vec<[i32; 2]>,
    waiting: Vec<(DoomChild, Option<[DVec2; 2]>)>,
}

impl<'a> Renderer<'a> {
    /// Creates a renderer of a map whose doors are open or closed.
    pub(super) fn new(tree: &'a DoomTree, surfaces: &'a DoomSurfaces, doors_are_open: bool) -> Self {
        let sector = |sector: &DoomSector| Sector {
            floor: fixed(sector.floor),
            ceiling: fixed(if doors_are_open {
                sector.opened_ceiling
            } else {
                sector.ceiling
            }),
            floor_flat: sector.floor_flat,
            ceiling_flat: sector.ceiling_flat,
            light: sector.light,
        };
        Self {
            tree,
            surfaces,
            sectors: surfaces.sectors.iter().map(sector).collect(),
            eye: DVec2::ZERO,
            eye_fixed: [0; 2],
            height: 0,
            view: 0,
            covered: CoveredColumns::default(),
            planes: Visplanes::default(),
            ceiling_clip: vec![-1; COLUMNS as usize],
            floor_clip: vec![ROWS; COLUMNS as usize],
            drawsegs: 0,
            openings: 0,
            gaps: Vec::new(),
            waiting: Vec::new(),
        }
    }

    /// Counts the view from an eye in one direction. The height of the eye is absolute; positions are in map units.
    pub(super) fn count(&mut self, eye: DVec2, height: f64, view: u32) -> RenderLoad {
        (self.eye, self.eye_fixed) = (eye, eye.to_array().map(fixed));
        (self.height, self.view) = (fixed(height), view);
        self.covered.clear();
        self.planes.clear();
        self.ceiling_clip.fill(-1);
        self.floor_clip.fill(ROWS);
        (self.drawsegs, self.openings) = (0, 0);
        self.waiting.clear();
        self.waiting.push((self.tree.root(), None));
        let tree = self.tree;
        while let Some((child, bounds)) = self.waiting.pop() {
            if bounds.is_some_and(|bounds| !self.may_see(bounds)) {
                continue;
            }
            match child {
                DoomChild::Node(node) => {
                    let node = &tree.parts().nodes[node.index()];
                    let near = DoomNode::child_index(node.side_of(eye));
                    let far = 1 - near;
                    self.waiting.push((node.children[far], Some(node.bounds[far])));
                    self.waiting.push((node.children[near], None));
                }
                DoomChild::Subsector(subsector) => self.add_subsector(subsector),
            }
        }
        RenderLoad {
            visplanes: self.planes.count(),
            drawsegs: self.drawsegs,
            openings: self.openings,
            solidsegs: self.covered.most,
        }
    }

    fn direction_to(&self, point: DVec2) -> u32 {
        let [x, y] = point.to_array().map(fixed);
        PROJECTION.direction([x - self.eye_fixed[0], y - self.eye_fixed[1]])
    }

    /// Returns whether a column of a bounding box is not covered yet.
    fn may_see(&self, [low, high]: [DVec2; 2]) -> bool {
        let (eye, left, right, bottom, top) = (self.eye, low.x, high.x, low.y, high.y);
        let across = usize::from(eye.x > left) + usize::from(eye.x >= right);
        let down = usize::from(eye.y < top) + usize::from(eye.y <= bottom);
        // Corners of the outline, as seen from the eye: the left one, then the right one.
        let [from, to] = match [across, down] {
            [0, 0] => [[right, top], [left, bottom]],
            [1, 0] => [[right, top], [left, top]],
            [2, 0] => [[right, bottom], [left, top]],
            [0, 1] => [[left, top], [left, bottom]],
            [2, 1] => [[right, bottom], [right, top]],
            [0, 2] => [[left, top], [right, bottom]],
            [1, 2] => [[left, bottom], [right, bottom]],
            [2, 2] => [[left, bottom], [right, top]],
            _ => return true,
        };
        let edges = [from, to].map(|corner| self.direction_to(DVec2::from_array(corner)));
        if edges[0].wrapping_sub(edges[1]) >= HALF_TURN {
            return true;
        }
        let columns = Projection::columns(edges, self.view);
        columns.is_some_and(|columns| self.covered.gaps(columns).next().is_some())
    }

    fn add_subsector(&mut self, subsector: SubsectorId) {
        let tree = self.tree;
        let front = self.sectors[tree.parts().subsectors[subsector.index()].sector as usize];
        let mut planes = SubsectorPlanes {
            floor: None,
            ceiling: None,
        };
        if front.floor < self.height {
            let key = PlaneKey::new(front.floor, front.floor_flat, front.light);
            planes.floor = Some(self.planes.find(key));
        }
        if front.ceiling > self.height || front.is_open_to_sky() {
            let key = PlaneKey::new(front.ceiling, front.ceiling_flat, front.light);
            planes.ceiling = Some(self.planes.find(key));
        }
        for seg in tree.segs_of(subsector) {
            self.add_seg(seg, front, &mut planes);
        }
    }

    fn add_seg(&mut self, seg: &Seg, front: Sector, planes: &mut SubsectorPlanes) {
        // The software renderer has no minisegs.
        let Some(number) = seg.linedef else { return };
        let parts = self.tree.parts();
        let ends = [seg.from, seg.to].map(|vertex| parts.vertices[vertex as usize]);
        let edges = ends.map(|end| self.direction_to(end));
        if edges[0].wrapping_sub(edges[1]) >= HALF_TURN {
            return;
        }
        let Some(columns) = Projection::columns(edges, self.view) else {
            return;
        };
        let line = &parts.linedefs[number as usize];
        let side = usize::from(seg.is_back);
        let back = line.sectors[1 - side].filter(|_| line.flags & TWO_SIDED != 0);
        let back = back.map(|sector| self.sectors[sector as usize]);
        let textures = self.surfaces.sides[number as usize][side];
        let is_solid = back.is_none_or(|back| front.is_closed_to(&back));
        // A line between equal sectors is invisible. Maps use such lines as triggers.
        if back == Some(front) && !textures.middle && !is_solid {
            return;
        }
        let [from, to] = [line.from, line.to].map(|vertex| parts.vertices[vertex as usize]);
        let along = if seg.is_back { from - to } else { to - from };
        let wall = Wall {
            front,
            back,
            textures,
            distance: along.normalize_or_zero().perp_dot(ends[0] - self.eye).abs(),
            normal: binary_angle(along).wrapping_add(QUARTER_TURN),
        };
        let mut gaps = std::mem::take(&mut self.gaps);
        gaps.extend(self.covered.gaps(columns));
        for gap in gaps.drain(..) {
            self.add_wall(&wall, gap, planes);
        }
        self.gaps = gaps;
        if is_solid {
            self.covered.cover(columns);
        }
    }

    /// Returns the size of a wall in a column, in pixels per map unit (16.16 fixed point).
    fn scale(&self, wall: &Wall, column: i32) -> i64 {
        let angle = PROJECTION.angle_of_column(column);
        let to_normal = self.view.wrapping_add(angle).wrapping_sub(wall.normal);
        let (near, far) = (radians(to_normal).cos(), wall.distance * radians(angle).cos());
        let scale = f64::from(COLUMNS / 2) * near / far;
        let scale = if scale.is_finite() { scale } else { SCALES[1] };
        fixed(scale.clamp(SCALES[0], SCALES[1]))
    }

    /// Adds the visible part of a wall (`R_StoreWallRange`).
    fn add_wall(&mut self, wall: &Wall, [first, last]: [i32; 2], planes: &mut SubsectorPlanes) {
        let Wall {
            front,
            back,
            textures,
            ..
        } = *wall;
        let width = (last - first + 1) as u32;
        self.drawsegs += 1;
        let mut top = front.ceiling - self.height;
        let bottom = front.floor - self.height;
        let (mut marks_ceiling, mut marks_floor) = (true, true);
        // Heights of the edges of the opening, if there is a wall above or below it.
        let (mut upper, mut lower) = (None, None);
        if let Some(back) = back {
            let (high, low) = (back.ceiling - self.height, back.floor - self.height);
            if front.is_open_to_sky() && back.is_open_to_sky() {
                top = high;
            }
            if !front.is_closed_to(&back) {
                let other_light = back.light != front.light;
                marks_floor = low != bottom || back.floor_flat != front.floor_flat || other_light;
                marks_ceiling = high != top || back.ceiling_flat != front.ceiling_flat || other_light;
            }
            upper = (high < top && textures.upper).then_some(high);
            lower = (low > bottom && textures.lower).then_some(low);
            self.openings += width * openings_per_column(&front, &back, textures.middle, self.height);
        }
        marks_floor &= front.floor < self.height;
        marks_ceiling &= front.ceiling > self.height || front.is_open_to_sky();
        let mut mark = |plane: &mut Option<usize>| {
            *plane = plane.map(|known| self.planes.extend(known, [first, last]));
            *plane
        };
        let ceiling = if marks_ceiling {
            mark(&mut planes.ceiling)
        } else {
            None
        };
        let floor = if marks_floor {
            mark(&mut planes.floor)
        } else {
            None
        };

        let scale = self.scale(wall, first);
        let step = match last - first {
            0 => 0,
            columns => (self.scale(wall, last) - scale) / i64::from(columns),
        };
        // Edges of the wall on the screen, and their change per column, in rows with `ROW_BITS` fraction bits.
        let center = (i64::from(ROWS / 2) * UNIT) >> 4;
        let edge = |height: i64| {
            let height = height >> 4;
            [center - ((height * scale) >> 16), -((step * height) >> 16)]
        };
        let mut edges = [Some(top), Some(bottom), upper, lower].map(|height| height.map(edge));
        let round_up = (1 << ROW_BITS) - 1;
        let is_terminal = back.is_none() && textures.middle;
        for column in first..=last {
            let at = column as usize;
            let row = |edge: Option<[i64; 2]>, rounding: i64| {
                edge.map(|[row, _]| ((row + rounding) >> ROW_BITS) as i32)
            };
            let (above, below) = (self.ceiling_clip[at], self.floor_clip[at]);
            let wall_top = row(edges[0], round_up).unwrap_or(0).max(above + 1);
            let wall_bottom = row(edges[1], 0).unwrap_or(0).min(below - 1);
            if let Some(plane) = ceiling
                && above < (wall_top - 1).min(below - 1)
            {
                self.planes.fill(plane, column);
            }
            if let Some(plane) = floor
                && (wall_bottom + 1).max(above + 1) < below
            {
                self.planes.fill(plane, column);
            }
            if is_terminal {
                (self.ceiling_clip[at], self.floor_clip[at]) = (ROWS, -1);
            } else {
                if let Some(row) = row(edges[2], 0) {
                    let row = row.min(below - 1);
                    self.ceiling_clip[at] = row.max(wall_top - 1);
                } else if marks_ceiling {
                    self.ceiling_clip[at] = wall_top - 1;
                }
                if let Some(row) = row(edges[3], round_up) {
                    let row = row.max(self.ceiling_clip[at] + 1);
                    self.floor_clip[at] = row.min(wall_bottom + 1);
                } else if marks_floor {
                    self.floor_clip[at] = wall_bottom + 1;
                }
            }
            for [row, step] in edges.iter_mut().flatten() {
                *row += *step;
            }
        }
    }
}

/// Returns the number of openings that a two-sided wall stores per column: the columns of its middle texture, and the
/// upper and lower outlines that clip sprites behind it.
fn openings_per_column(front: &Sector, back: &Sector, has_middle: bool, eye: i64) -> u32 {
    let clips_top = front.ceiling < back.ceiling || back.ceiling < eye;
    let clips_bottom = front.floor > back.floor || back.floor > eye;
    // Closed openings use constant outlines instead.
    let stores_top = (clips_top || has_middle) && back.floor < front.ceiling;
    let stores_bottom = (clips_bottom || has_middle) && back.ceiling > front.floor;
    [has_middle, stores_top, stores_bottom]
        .into_iter()
        .map(u32::from)
        .sum()
}
