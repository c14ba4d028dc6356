//! Extrudes the map: converts floors, ceilings and walls to triangles, in map units with z up.
//!
//! The level is watertight. Floors and walls share their corners, and a wall has extra corners where it meets walls of
//! other heights.

use bspwalk_trees::FaceId;
use std::{
    collections::{BTreeSet, HashMap},
    ops::Range,
};

use bspwalk_progress::{Cancelled, Progress};
use glam::{DVec2, DVec3, Vec2, Vec3, Vec4};

use super::{
    floor_plan::FloorPlan,
    heights::Heights,
    lumps::{Lumps, fixed},
    materials::{Materials, Surface},
};
use crate::{LevelTriangle, assemble::DraftTriangle, triangulate::Triangulator};

/// Object names: one for the surfaces that bound sectors, and one for middle textures, which do not divide space.
pub(super) const OBJECTS: [&str; 2] = ["world", "detail middle textures"];

/// Maximum number of extra wall corners, per linedef. Real maps need only a few.
const MEETING_A_LINE: usize = 16;

/// Brightness of a face in a sector with light level 0, relative to full light.
const DARKEST: f32 = 0.3;

/// Surface of a sector that can move: a flat, or a wall next to the sector.
#[derive(Clone, Copy)]
pub(super) enum SectorSurface {
    Flat(u32, bool),
    /// Wall below the sector's floor or above its ceiling, seen from an adjacent sector.
    Step(u32, bool),
}

/// Converts a vertex position to a hash key.
pub(super) fn key(point: DVec2) -> [i64; 2] {
    point.to_array().map(fixed)
}

pub(super) struct ExtrudedMap<'a> {
    pub(super) lumps: &'a Lumps<'a>,
    pub(super) plan: &'a FloorPlan,
    heights: &'a Heights,
    pub(super) materials: Materials<'a>,
    pub(super) triangles: Vec<DraftTriangle>,
    pub(super) triangulator: Triangulator,
    /// Heights, as returned by [`fixed`], of the floors and ceilings that meet at each vertex.
    pub(super) meeting: HashMap<[i64; 2], BTreeSet<i64>>,
    /// Number of extra wall corners that may still be added.
    pub(super) corners_left: usize,
    /// Number of walls without a texture.
    pub(super) bare: usize,
    /// Number of middle textures.
    pub(super) middles: usize,
    /// Number of middle textures that block bodies.
    pub(super) blocking: usize,
    /// Whether each sector's floor and ceiling move.
    moves: Vec<[bool; 2]>,
    /// Face ranges of moving surfaces in their rest position, in ascending order.
    pub(super) pieces: Vec<Range<u32>>,
}

impl<'a> ExtrudedMap<'a> {
    /// Extrudes the whole map. `moves` states whether each sector's floor and ceiling move.
    pub(super) fn new(
        lumps: &'a Lumps<'a>,
        plan: &'a FloorPlan,
        heights: &'a Heights,
        materials: Materials<'a>,
        moves: Vec<[bool; 2]>,
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
            moves,
            pieces: Vec::new(),
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
                raised.add_side(number, side, progress)?;
            }
        }
        Ok(raised)
    }

    fn flats(&mut self, progress: &Progress) -> Result<(), Cancelled> {
        for (turn, (number, corners)) in self.plan.triangles().into_iter().enumerate() {
            progress.check_at(turn)?;
            let heights = self.height_of(number);
            if heights[1] <= heights[0] {
                continue;
            }
            for (is_ceiling, height) in [false, true].into_iter().zip(heights) {
                let first = self.triangles.len() as u32;
                self.add_flat(number, corners, is_ceiling, height, 0);
                self.record_moving_piece(SectorSurface::Flat(number, is_ceiling), first);
            }
        }
        Ok(())
    }

    pub(super) fn add_flat(
        &mut self,
        sector: u32,
        mut corners: [DVec2; 3],
        is_ceiling: bool,
        height: f64,
        object: u32,
    ) {
        let sector = self.lumps.sectors[sector as usize];
        let name = if is_ceiling {
            sector.ceiling_flat
        } else {
            sector.floor_flat
        };
        let (material, size) = self.materials.of(Surface::of_flat(name));
        if is_ceiling {
            corners.swap(1, 2);
        }
        let corners = corners.map(|corner| corner.extend(height));
        let uvs = corners.map(|corner| {
            Vec2::new(
                (corner.x / f64::from(size[0])) as f32,
                (-corner.y / f64::from(size[1])) as f32,
            )
        });
        self.add(corners, uvs, material, sector.light, object, true);
    }

    pub(super) fn record_moving_piece(&mut self, piece: SectorSurface, first: u32) {
        let (SectorSurface::Flat(sector, is_ceiling) | SectorSurface::Step(sector, is_ceiling)) = piece;
        let end = self.triangles.len() as u32;
        if self.moves[sector as usize][usize::from(is_ceiling)] && end > first {
            self.pieces.push(first..end);
        }
    }

    pub(super) fn height_of(&self, sector: u32) -> [f64; 2] {
        [&self.heights.floors, &self.heights.ceilings].map(|heights| heights[sector as usize])
    }

    pub(super) fn add(
        &mut self,
        corners: [DVec3; 3],
        uvs: [Vec2; 3],
        material: u32,
        light: u8,
        object: u32,
        solid: bool,
    ) {
        let light = DARKEST + (1.0 - DARKEST) * f32::from(light) / 255.0;
        self.triangles.push(DraftTriangle::new(LevelTriangle {
            corners,
            normals: [Vec3::ZERO; 3],
            uvs,
            colors: [Vec4::new(light, light, light, 1.0); 3],
            material,
            object,
            source: FaceId::from_index(self.triangles.len()),
            solid,
        }));
    }
}
