//! Locates a map's brush entities and finds the moving ones.

use std::collections::HashSet;

use bspwalk_geometry::Aabb;
use glam::DVec3;

use super::brush::Solid;
use crate::Text;
use crate::{
    LevelTriangle, Warning,
    assemble::Moving,
    quake::{
        contents::TextureKind,
        entities::Keys,
        moving::{self, BrushEntity, Game},
    },
};

#[derive(Clone, Copy)]
pub(super) struct EntityLocation {
    /// Centre of the entity's brushes, if any.
    pub(super) middle: Option<DVec3>,
    pub(super) object: Option<u32>,
    bounds: Aabb,
    /// Centre of the entity's origin brush, which is the entity's rotation centre.
    pivot: Option<DVec3>,
}

impl EntityLocation {
    /// Computes the location of an entity with these brushes. The object is set later.
    pub(super) fn of<'a>(solids: impl Iterator<Item = &'a Solid>) -> Self {
        let (mut sum, mut count) = (DVec3::ZERO, 0.0);
        let (mut bounds, mut pivot) = (Aabb::EMPTY, None);
        for solid in solids {
            let middle = solid.bounds.center();
            if solid.look == TextureKind::Origin {
                pivot = Some(middle);
            } else {
                (sum, count) = (sum + middle, count + 1.0);
                bounds = bounds.union(&solid.bounds);
            }
        }
        Self {
            middle: (count > 0.0).then(|| sum / count),
            object: None,
            bounds,
            pivot,
        }
    }
}

/// Returns a map's moving parts, with warnings and with notes about unsupported features.
pub(super) fn read_moving_parts<'a>(
    entities: &[Keys],
    places: &[EntityLocation],
    has_flags: bool,
    triangles: impl Iterator<Item = &'a LevelTriangle>,
) -> (Moving, Vec<Warning>, Vec<Text>) {
    let drawn: HashSet<u32> = triangles.map(|triangle| triangle.object).collect();
    let parts = entities.iter().zip(places).map(|(keys, place)| BrushEntity {
        keys,
        object: place.object.filter(|object| drawn.contains(object)),
        bounds: (!place.bounds.is_empty()).then_some(place.bounds),
        pivot: place.pivot.or(keys.origin()),
    });
    let parts: Vec<BrushEntity<'_>> = parts.collect();
    moving::read_mechanisms(guess_game(entities, has_flags), &parts)
}

/// Guesses the game that a map belongs to. In Quake II, brush sides have flags. In Half-Life, the world specifies a
/// viewing distance.
pub(super) fn guess_game(entities: &[Keys], has_flags: bool) -> Game {
    let mut worlds = entities.iter().filter(|keys| keys.class() == "worldspawn");
    match () {
        () if worlds.any(|keys| keys.get("MaxRange").is_some()) => Game::HalfLife,
        () if has_flags => Game::Quake2,
        () => Game::Quake,
    }
}
