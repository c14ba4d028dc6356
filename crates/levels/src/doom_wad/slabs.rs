//! Builds the faces of moving sectors. These faces exist only while mechanisms are simulated.
//!
//! A moving ceiling carries the walls that hang from it, and a moving floor carries the walls below it. This module
//! also builds the walls that become visible when they move. Each wall is built with its maximum visible height; the
//! hidden part is inside solid space.

use std::ops::Range;

use bspwalk_progress::{Cancelled, Progress};

use super::{
    lumps::Side,
    materials::Surface,
    moving::{Mover, Movers, Plane},
    panels::{LOWER_UNPEGGED, Panel, UPPER_UNPEGGED},
    raise::ExtrudedMap,
};
use crate::LevelTriangle;

#[derive(Default)]
pub(super) struct Slabs {
    pub(super) stowed: Vec<LevelTriangle>,
    pub(super) replaced: Vec<Range<u32>>,
}

/// A linedef side, with the sectors on both sides.
struct Border {
    linedef: usize,
    side: usize,
    own: u32,
    other: Option<u32>,
    flags: u16,
    of_side: Side,
}

impl ExtrudedMap<'_> {
    /// Builds the faces of all movers. Object numbers are consecutive and start at `first`.
    pub(super) fn build_mover_faces(
        &mut self,
        movers: &Movers,
        first: u32,
        progress: &Progress,
    ) -> Result<Slabs, Cancelled> {
        let fixed = self.triangles.len();
        if movers.list.is_empty() {
            return Ok(Slabs::default());
        }
        let mut planes = vec![[None; 2]; self.lumps.sectors.len()];
        for (object, mover) in (first..).zip(&movers.list) {
            planes[mover.sector as usize][usize::from(mover.plane == Plane::Ceiling)] = Some(object);
        }
        self.moving_flats(&planes, progress)?;
        for border in self.borders() {
            progress.check()?;
            let panels = self.panels_of(&border, movers, &planes);
            self.walls(border.linedef, border.side, panels, progress)?;
        }
        let stowed = self.triangles.split_off(fixed).into_iter();
        Ok(Slabs {
            stowed: stowed.map(|draft| draft.triangle).collect(),
            replaced: std::mem::take(&mut self.pieces),
        })
    }

    /// Builds the moving floors and ceilings. If a moving sector is closed in the level, it has no flats, so this
    /// builds both of its planes.
    fn moving_flats(&mut self, planes: &[[Option<u32>; 2]], progress: &Progress) -> Result<(), Cancelled> {
        for (turn, (sector, corners)) in self.plan.triangles().into_iter().enumerate() {
            progress.check_at(turn)?;
            let objects = planes[sector as usize];
            if objects == [None; 2] {
                continue;
            }
            let [floor, ceiling] = self.height_of(sector);
            let is_closed = ceiling <= floor;
            let rest = self.lumps.sectors[sector as usize];
            let at = [rest.floor, rest.ceiling.max(rest.floor)];
            for (is_ceiling, object) in [false, true].into_iter().zip(objects) {
                let height = at[usize::from(is_ceiling)];
                if object.is_some() || is_closed {
                    self.add_flat(sector, corners, is_ceiling, height, object.unwrap_or(0));
                }
            }
        }
        Ok(())
    }

    fn borders(&self) -> Vec<Border> {
        let mut borders = Vec::new();
        for (linedef, (line, sides)) in self.lumps.linedefs.iter().zip(&self.lumps.sides).enumerate() {
            for (side, of_side) in sides.iter().enumerate() {
                if let (Some(own), Some(of_side)) = (line.sectors[side], *of_side)
                    && line.sectors[1 - side] != Some(own)
                {
                    borders.push(Border {
                        linedef,
                        side,
                        own,
                        other: line.sectors[1 - side],
                        flags: line.flags,
                        of_side: self.lumps.sidedefs[of_side as usize],
                    });
                }
            }
        }
        borders
    }

    /// Returns the walls of one side: walls attached to moving planes on the opposite side, and walls that moving
    /// planes on this side uncover.
    fn panels_of(&mut self, border: &Border, movers: &Movers, planes: &[[Option<u32>; 2]]) -> Vec<Panel> {
        let mut panels = Vec::new();
        if let Some(other) = border.other {
            let beside = [Plane::Floor, Plane::Ceiling].map(|plane| {
                let mover = movers.find(other, plane)?;
                // Planes that move together hide everything between them.
                let own = movers.find(border.own, plane);
                own.is_none_or(|own| !own.is_as(mover)).then_some(*mover)
            });
            let objects = planes[other as usize];
            if let (Some(mover), Some(object)) = (beside[0], objects[0]) {
                let panel = self.under(border, &mover, movers);
                panels.push(Panel { object, ..panel });
            }
            if let (Some(mover), Some(object)) = (beside[1], objects[1]) {
                let panel = self.above(border, &mover, movers);
                panels.extend(panel.map(|panel| Panel { object, ..panel }));
            }
        }
        if let Some(mover) = movers.find(border.own, Plane::Floor) {
            panels.extend(self.uncovered_by_floor(border, mover, movers));
        }
        if let Some(mover) = movers.find(border.own, Plane::Ceiling) {
            panels.extend(self.uncovered_by_ceiling(border, mover, movers));
        }
        panels.retain(|panel: &Panel| panel.top > panel.bottom);
        panels
    }

    /// Returns the wall below a moving floor on the opposite side.
    fn under(&self, border: &Border, mover: &Mover, movers: &Movers) -> Panel {
        let [own_floor, own_ceiling] = self.height_of(border.own);
        let own = movers.find(border.own, Plane::Floor);
        let lowest = own.map_or(own_floor, |own| own.low);
        let is_unpegged = border.flags & LOWER_UNPEGGED != 0;
        Panel::wall(
            mover.rest - (mover.high - lowest),
            mover.rest,
            Surface::Wall(border.of_side.lower),
            if is_unpegged { own_ceiling } else { mover.rest },
        )
    }

    /// Returns the wall above a moving ceiling on the opposite side.
    fn above(&mut self, border: &Border, mover: &Mover, movers: &Movers) -> Option<Panel> {
        let [_, own_ceiling] = self.height_of(border.own);
        let own = movers.find(border.own, Plane::Ceiling);
        let highest = own.map_or(own_ceiling, |own| own.high);
        if !(highest > mover.low) {
            return None;
        }
        let surface = self.upper_surface(border.own, mover.sector, &border.of_side);
        let height = self.height_of_texture(surface);
        let is_unpegged = border.flags & UPPER_UNPEGGED != 0;
        let texture_top = if is_unpegged {
            own_ceiling
        } else {
            mover.rest + height
        };
        let top = mover.rest + (highest - mover.low);
        Some(Panel::wall(mover.rest, top, surface, texture_top))
    }

    /// Returns the walls of the shaft that a sinking floor on this side uncovers.
    fn uncovered_by_floor(&mut self, border: &Border, mover: &Mover, movers: &Movers) -> Vec<Panel> {
        let [_, ceiling] = self.height_of(border.own);
        let is_unpegged = border.flags & LOWER_UNPEGGED != 0;
        let Some(other) = border.other else {
            let surface = Surface::Wall(border.of_side.middle);
            if !(mover.rest > mover.low) {
                return Vec::new();
            }
            let texture_top = if is_unpegged {
                mover.rest + self.height_of_texture(surface)
            } else {
                ceiling
            };
            return vec![Panel::wall(mover.low, mover.rest, surface, texture_top)];
        };
        let [other_floor, other_ceiling] = self.height_of(other);
        let beside = movers.find(other, Plane::Floor);
        if beside.is_some_and(|beside| beside.is_as(mover)) {
            return Vec::new();
        }
        let lowest = beside.map_or(other_floor, |beside| beside.low);
        let above = movers.find(other, Plane::Ceiling);
        let highest = above.map_or(other_ceiling, |above| above.high);
        let surface = Surface::Wall(border.of_side.lower);
        let texture_top = if is_unpegged { ceiling } else { lowest };
        let lower = Panel::wall(mover.low, lowest.min(mover.rest), surface, texture_top);
        let surface = self.upper_surface(border.own, other, &border.of_side);
        let mut upper = Panel::wall(highest.max(mover.low), mover.rest.min(ceiling), surface, ceiling);
        if upper.top > upper.bottom && border.flags & UPPER_UNPEGGED == 0 {
            upper.texture_top = highest + self.height_of_texture(surface);
        }
        vec![lower, upper]
    }

    /// Returns the walls that a rising ceiling on this side uncovers.
    fn uncovered_by_ceiling(&self, border: &Border, mover: &Mover, movers: &Movers) -> Vec<Panel> {
        let [floor, ceiling] = self.height_of(border.own);
        // The fixed wall ends here when the ceiling is in its rest position.
        let ceiling = ceiling.max(floor);
        let Some(other) = border.other else {
            let surface = Surface::Wall(border.of_side.middle);
            return vec![Panel::wall(ceiling, mover.high, surface, mover.high)];
        };
        let [other_floor, other_ceiling] = self.height_of(other);
        let beside = movers.find(other, Plane::Ceiling);
        if beside.is_some_and(|beside| beside.is_as(mover)) {
            return Vec::new();
        }
        let highest = beside.map_or(other_ceiling, |beside| beside.high);
        let below = movers.find(other, Plane::Floor);
        let lowest = below.map_or(other_floor, |below| below.low);
        let surface = self.upper_surface(border.own, other, &border.of_side);
        let upper = Panel::wall(highest.max(ceiling), mover.high, surface, mover.high);
        let surface = Surface::Wall(border.of_side.lower);
        let lower = Panel::wall(lowest.min(ceiling), lowest.min(mover.high), surface, lowest);
        vec![lower, upper]
    }
}
