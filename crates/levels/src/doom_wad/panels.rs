//! Builds the walls of linedefs: the visible parts of each side, as panels between two heights.

use bspwalk_progress::{Cancelled, Progress};
use bspwalk_trees::doom::Linedef;
use glam::{DVec2, DVec3, Vec2};

use super::{
    lumps::{Side, fixed, unfixed},
    materials::{Surface, is_sky},
    raise::{ExtrudedMap, SectorSurface, key},
};

/// Linedef flag: blocks bodies.
const BLOCKING: u16 = 0x1;

/// Linedef flag: the upper texture does not move with the sector's ceiling.
pub(super) const UPPER_UNPEGGED: u16 = 0x8;

/// Linedef flag: the lower texture does not move with the sector's floor.
pub(super) const LOWER_UNPEGGED: u16 = 0x10;

#[derive(Clone, Copy)]
pub(super) struct Panel {
    pub(super) bottom: f64,
    pub(super) top: f64,
    pub(super) surface: Surface,
    /// Height of the texture's top edge.
    pub(super) texture_top: f64,
    pub(super) object: u32,
    pub(super) solid: bool,
}

impl Panel {
    pub(super) fn wall(bottom: f64, top: f64, surface: Surface, texture_top: f64) -> Self {
        Self {
            bottom,
            top,
            surface,
            texture_top,
            object: 0,
            solid: true,
        }
    }
}

impl ExtrudedMap<'_> {
    pub(super) fn add_side(
        &mut self,
        number: usize,
        side: usize,
        progress: &Progress,
    ) -> Result<(), Cancelled> {
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
        for panel in panels.into_iter().flatten() {
            if let Surface::Wall(name) = panel.surface {
                self.bare += usize::from(name.is_none());
            }
        }
        for (panel, is_upper) in panels.into_iter().zip([Some(false), Some(true), None]) {
            let first = self.triangles.len() as u32;
            self.walls(number, side, panel, progress)?;
            if let (Some(is_upper), Some(other)) = (is_upper, line.sectors[1 - side]) {
                self.record_moving_piece(SectorSurface::Step(other, is_upper), first);
            }
        }
        Ok(())
    }

    pub(super) fn walls(
        &mut self,
        number: usize,
        side: usize,
        panels: impl IntoIterator<Item = Panel>,
        progress: &Progress,
    ) -> Result<(), Cancelled> {
        let (plan, line) = (self.plan, self.lumps.linedefs[number]);
        let (Some(own), Some(of_side)) = (line.sectors[side], self.lumps.sides[number][side]) else {
            return Ok(());
        };
        let of_side = self.lumps.sidedefs[of_side as usize];
        let light = self.lumps.sectors[own as usize].light;
        for panel in panels {
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

    /// Returns the floor-to-ceiling wall of a one-sided linedef.
    fn one_sided(&mut self, line: &Linedef, own: u32, side: &Side) -> Option<Panel> {
        let [bottom, top] = self.height_of(own);
        let surface = Surface::Wall(side.middle);
        let height = self.height_of_texture(surface);
        let is_unpegged = line.flags & LOWER_UNPEGGED != 0;
        let texture_top = if is_unpegged { bottom + height } else { top };
        (top > bottom).then_some(Panel::wall(bottom, top, surface, texture_top))
    }

    /// Returns the walls below and above the opening to an adjacent sector.
    fn steps(&mut self, line: &Linedef, own: u32, other: u32, side: &Side) -> [Option<Panel>; 2] {
        let ([floor, ceiling], [other_floor, other_ceiling]) = (self.height_of(own), self.height_of(other));
        let is_unpegged = line.flags & LOWER_UNPEGGED != 0;
        let texture_top = if is_unpegged { ceiling } else { other_floor };
        let surface = Surface::Wall(side.lower);
        let lower = Panel::wall(floor, other_floor.min(ceiling), surface, texture_top);
        let surface = self.upper_surface(own, other, side);
        let bottom = other_ceiling.max(floor);
        let height = if ceiling > bottom {
            self.height_of_texture(surface)
        } else {
            0.0
        };
        let is_unpegged = line.flags & UPPER_UNPEGGED != 0;
        let texture_top = if is_unpegged {
            ceiling
        } else {
            other_ceiling + height
        };
        let upper = Panel::wall(bottom, ceiling, surface, texture_top);
        [lower, upper].map(|panel| (panel.top > panel.bottom).then_some(panel))
    }

    pub(super) fn height_of_texture(&mut self, surface: Surface) -> f64 {
        f64::from(self.materials.of(surface).1[1])
    }

    /// Returns the surface above the opening to an adjacent sector.
    pub(super) fn upper_surface(&self, own: u32, other: u32, side: &Side) -> Surface {
        let flats = [own, other].map(|sector| self.lumps.sectors[sector as usize].ceiling_flat);
        if flats.into_iter().all(is_sky) {
            Surface::Sky
        } else {
            Surface::Wall(side.upper)
        }
    }

    /// Returns the middle texture's panel in the opening. It is as tall as the texture, which does not repeat.
    fn middle(&mut self, line: &Linedef, own: u32, other: u32, side: &Side) -> Option<Panel> {
        if side.middle.is_none() {
            return None;
        }
        let [own, other] = [own, other].map(|sector| self.height_of(sector));
        let (floor, ceiling) = (own[0].max(other[0]), own[1].min(other[1]));
        let surface = Surface::Middle(side.middle);
        let height = self.height_of_texture(surface);
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

    /// Builds the part of a panel along one straight piece of its linedef. The piece begins `passed` map units from the
    /// start of the side.
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

    /// Returns the heights, in ascending order, where other walls meet the interior of a panel's vertical edge.
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
}
