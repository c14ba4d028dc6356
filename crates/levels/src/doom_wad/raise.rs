//! Raises the map: floors, ceilings and walls as triangles, in map units with z up.
//!
//! The level is watertight: floors and walls have the same corners, and where walls of other heights meet a wall, it has a
//! corner of its own there.

use std::collections::{BTreeSet, HashMap};

use bspwalk_progress::{Cancelled, Progress};
use bspwalk_trees::doom::Linedef;
use glam::{DVec2, DVec3, Vec2, Vec3, Vec4};

use super::{
    floor_plan::FloorPlan,
    heights::Heights,
    lumps::{Lumps, Side, fixed, unfixed},
    materials::{Materials, Surface, is_sky},
};
use crate::{LevelTriangle, assemble::DraftTriangle, triangulate::Triangulator};

/// The names of the objects: what bounds the sectors, and what hangs between them, which divides no space.
pub(super) const OBJECTS: [&str; 2] = ["world", "detail middle textures"];

/// Flags of linedefs: it stops bodies; its upper, and its lower texture does not move with the sector.
const BLOCKING: u16 = 0x1;
const UPPER_UNPEGGED: u16 = 0x8;
const LOWER_UNPEGGED: u16 = 0x10;

/// How many corners walls may have where others meet them, for each linedef: real maps have a few.
const MEETING_A_LINE: usize = 16;

/// How bright a face of a sector without light is, where 1 is full light.
const DARKEST: f32 = 0.3;

/// A part of a wall, between two heights.
#[derive(Clone, Copy)]
struct Panel {
    bottom: f64,
    top: f64,
    surface: Surface,
    /// The height at which its texture begins.
    texture_top: f64,
    /// Index into [`OBJECTS`].
    object: u32,
    solid: bool,
}

/// The faces of a level, as they are made.
pub(super) struct Raised<'a> {
    lumps: &'a Lumps<'a>,
    plan: &'a FloorPlan,
    heights: &'a Heights,
    pub(super) materials: Materials<'a>,
    pub(super) triangles: Vec<DraftTriangle>,
    triangulator: Triangulator,
    /// The heights at which floors and ceilings meet the vertical line over each vertex, as [`fixed`] gives them.
    meeting: HashMap<[i64; 2], BTreeSet<i64>>,
    /// Corners that may still be put in walls.
    corners_left: usize,
    /// Walls without a texture, middle textures, and those of them that stop bodies.
    pub(super) bare: usize,
    pub(super) middles: usize,
    pub(super) blocking: usize,
}

/// The place of a vertex as a key.
fn key(point: DVec2) -> [i64; 2] {
    point.to_array().map(fixed)
}

impl<'a> Raised<'a> {
    /// Raises the whole map.
    ///
    /// # Errors
    /// [`Cancelled`].
    pub(super) fn new(
        lumps: &'a Lumps<'a>,
        plan: &'a FloorPlan,
        heights: &'a Heights,
        materials: Materials<'a>,
        progress: &Progress,
    ) -> Result<Self, Cancelled> {
        let mut raised = Self {
            lumps,
            plan,
            heights,
            materials,
            triangles: Vec::new(),
            triangulator: Triangulator::default(),
            meeting: HashMap::new(),
            corners_left: MEETING_A_LINE * lumps.linedefs.len(),
            bare: 0,
            middles: 0,
            blocking: 0,
        };
        for (line, chain) in lumps.linedefs.iter().zip(&plan.chains) {
            progress.check()?;
            for sector in line.sectors.into_iter().flatten().map(|sector| sector as usize) {
                for point in chain {
                    let at = raised.meeting.entry(key(*point)).or_default();
                    at.extend([heights.floors[sector], heights.ceilings[sector]].map(fixed));
                }
            }
        }
        raised.flats(progress)?;
        for number in 0..lumps.linedefs.len() {
            progress.check()?;
            for side in 0..2 {
                raised.side(number, side, progress)?;
            }
        }
        Ok(raised)
    }

    /// Floors and ceilings.
    fn flats(&mut self, progress: &Progress) -> Result<(), Cancelled> {
        for (turn, (number, corners)) in self.plan.triangles().into_iter().enumerate() {
            progress.check_at(turn)?;
            let sector = self.lumps.sectors[number as usize];
            let heights =
                [&self.heights.floors, &self.heights.ceilings].map(|heights| heights[number as usize]);
            if heights[1] <= heights[0] {
                continue;
            }
            let mut downward = corners;
            downward.swap(1, 2);
            let flats = [
                (corners, heights[0], sector.floor_flat),
                (downward, heights[1], sector.ceiling_flat),
            ];
            for (corners, height, flat) in flats {
                let (material, size) = self.materials.of(Surface::of_flat(flat));
                let corners = corners.map(|corner| corner.extend(height));
                let uvs = corners.map(|corner| {
                    Vec2::new(
                        (corner.x / f64::from(size[0])) as f32,
                        (-corner.y / f64::from(size[1])) as f32,
                    )
                });
                self.add(corners, uvs, material, sector.light, 0, true);
            }
        }
        Ok(())
    }

    /// What is seen of one side of a linedef.
    fn side(&mut self, number: usize, side: usize, progress: &Progress) -> Result<(), Cancelled> {
        let line = self.lumps.linedefs[number];
        let (Some(own), Some(of_side)) = (line.sectors[side], self.lumps.sides[number][side]) else {
            return Ok(());
        };
        let of_side = self.lumps.sidedefs[of_side as usize];
        let mut panels = [None; 3];
        match line.sectors[1 - side] {
            None => panels[0] = self.one_sided(&line, own, &of_side),
            Some(other) => {
                if own != other {
                    [panels[0], panels[1]] = self.steps(&line, own, other, &of_side);
                }
                panels[2] = self.middle(&line, own, other, &of_side);
            }
        }
        let plan = self.plan;
        for panel in panels.into_iter().flatten() {
            if let Surface::Wall(name) = panel.surface {
                self.bare += usize::from(name.is_none());
            }
            let light = self.lumps.sectors[own as usize].light;
            let mut chain = plan.chains[number].clone();
            if side == 1 {
                chain.reverse();
            }
            let mut passed = 0.0;
            for pair in chain.windows(2) {
                self.panel(&panel, [pair[0], pair[1]], passed, &of_side, light, progress)?;
                passed += pair[0].distance(pair[1]);
            }
        }
        Ok(())
    }

    fn height_of(&self, sector: u32) -> [f64; 2] {
        [&self.heights.floors, &self.heights.ceilings].map(|heights| heights[sector as usize])
    }

    /// The wall from the floor to the ceiling, behind which is nothing.
    fn one_sided(&mut self, line: &Linedef, own: u32, side: &Side) -> Option<Panel> {
        let [bottom, top] = self.height_of(own);
        let surface = Surface::Wall(side.middle);
        let height = f64::from(self.materials.of(surface).1[1]);
        let is_unpegged = line.flags & LOWER_UNPEGGED != 0;
        (top > bottom).then_some(Panel {
            bottom,
            top,
            surface,
            texture_top: if is_unpegged { bottom + height } else { top },
            object: 0,
            solid: true,
        })
    }

    /// The walls below and above the opening to another sector.
    fn steps(&mut self, line: &Linedef, own: u32, other: u32, side: &Side) -> [Option<Panel>; 2] {
        let ([floor, ceiling], [other_floor, other_ceiling]) = (self.height_of(own), self.height_of(other));
        let lower = Panel {
            bottom: floor,
            top: other_floor.min(ceiling),
            surface: Surface::Wall(side.lower),
            texture_top: if line.flags & LOWER_UNPEGGED != 0 {
                ceiling
            } else {
                other_floor
            },
            object: 0,
            solid: true,
        };
        let flats = [own, other].map(|sector| self.lumps.sectors[sector as usize].ceiling_flat);
        let surface = if flats.into_iter().all(is_sky) {
            Surface::Sky
        } else {
            Surface::Wall(side.upper)
        };
        let is_seen = ceiling > other_ceiling.max(floor);
        let height = if is_seen {
            f64::from(self.materials.of(surface).1[1])
        } else {
            0.0
        };
        let upper = Panel {
            bottom: other_ceiling.max(floor),
            top: ceiling,
            surface,
            texture_top: if line.flags & UPPER_UNPEGGED != 0 {
                ceiling
            } else {
                other_ceiling + height
            },
            ..lower
        };
        [lower, upper].map(|panel| (panel.top > panel.bottom).then_some(panel))
    }

    /// What hangs in the opening: one height of the texture, which is not repeated.
    fn middle(&mut self, line: &Linedef, own: u32, other: u32, side: &Side) -> Option<Panel> {
        if side.middle.is_none() {
            return None;
        }
        let [own, other] = [own, other].map(|sector| self.height_of(sector));
        let (floor, ceiling) = (own[0].max(other[0]), own[1].min(other[1]));
        let surface = Surface::Middle(side.middle);
        let height = f64::from(self.materials.of(surface).1[1]);
        let top = if line.flags & LOWER_UNPEGGED != 0 {
            floor + height
        } else {
            ceiling
        };
        let hanging = top + side.offset[1];
        let solid = line.flags & BLOCKING != 0;
        let panel = Panel {
            bottom: floor.max(hanging - height),
            top: ceiling.min(hanging),
            surface,
            texture_top: top,
            object: 1,
            solid,
        };
        let panel = (panel.top > panel.bottom).then_some(panel)?;
        self.middles += 1;
        self.blocking += usize::from(solid);
        Some(panel)
    }

    /// A part of a panel over a straight piece of its linedef, which begins `passed` units from the start of the side.
    fn panel(
        &mut self,
        panel: &Panel,
        [left, right]: [DVec2; 2],
        passed: f64,
        side: &Side,
        light: u8,
        progress: &Progress,
    ) -> Result<(), Cancelled> {
        let mut ring = vec![left.extend(panel.bottom), right.extend(panel.bottom)];
        let between = self.corners_between(right, panel);
        ring.extend(between.into_iter().map(|height| right.extend(height)));
        ring.extend([right.extend(panel.top), left.extend(panel.top)]);
        let between = self.corners_between(left, panel);
        ring.extend(between.into_iter().rev().map(|height| left.extend(height)));
        let (material, size) = self.materials.of(panel.surface);
        let size = size.map(f64::from);
        let uv = |corner: DVec3| {
            let u = side.offset[0] + passed + corner.truncate().distance(left);
            let v = side.offset[1] + panel.texture_top - corner.z;
            Vec2::new((u / size[0]) as f32, (v / size[1]) as f32)
        };
        let triangles = self.triangulator.triangulate(&ring, progress)?.to_vec();
        for triangle in triangles {
            let corners = triangle.map(|corner| ring[corner as usize]);
            self.add(
                corners,
                corners.map(uv),
                material,
                light,
                panel.object,
                panel.solid,
            );
        }
        Ok(())
    }

    /// The heights between the ends of a panel's edge at which others meet it, ascending.
    fn corners_between(&mut self, point: DVec2, panel: &Panel) -> Vec<f64> {
        if panel.object != 0 {
            return Vec::new();
        }
        let range = (fixed(panel.bottom) + 1)..fixed(panel.top);
        let meeting = self.meeting.get(&key(point)).filter(|_| !range.is_empty());
        let heights = meeting
            .into_iter()
            .flat_map(|heights| heights.range(range.clone()));
        let heights: Vec<f64> = heights
            .take(self.corners_left)
            .map(|&height| unfixed(height))
            .collect();
        self.corners_left -= heights.len();
        heights
    }

    fn add(
        &mut self,
        corners: [DVec3; 3],
        uvs: [Vec2; 3],
        material: u32,
        light: u8,
        object: u32,
        solid: bool,
    ) {
        let light = DARKEST + (1.0 - DARKEST) * f32::from(light) / 255.0;
        self.triangles.push(DraftTriangle {
            triangle: LevelTriangle {
                corners,
                normals: [Vec3::ZERO; 3],
                uvs,
                colors: [Vec4::new(light, light, light, 1.0); 3],
                material,
                object,
                source: self.triangles.len() as u32,
                solid,
            },
            line: 0,
            marks_spawn: false,
            dropped: None,
        });
    }
}
