//! Grip of materials, liquids and ladders.

use std::collections::HashMap;

use bevy::prelude::*;
use bspwalk_collision::{
    mover::{Environment, Volumes},
    things::Assembly,
};
use bspwalk_geometry::Aabb;
use bspwalk_trees::Contact;

use crate::gather::Gathered;

/// Grip of materials, liquids and ladders, for all bodies.
///
/// A level's own liquids and ladders work without this resource. A body swims only if
/// [`BodyParams::swim_factor`](crate::BodyParams::swim_factor) is above 0. It climbs only if
/// [`BodyParams::climb_speed`](crate::BodyParams::climb_speed) is above 0.
///
/// ```
/// use bevy_bspwalk::BspEnvironment;
///
/// let mut environment = BspEnvironment::default();
/// environment.grips.insert("ice".to_owned(), 0.05);
/// ```
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct BspEnvironment {
    /// Grip of materials, by name: 1 is normal, 0.05 is ice. Materials that are not listed have a grip of 1. See
    /// [`Environment::grip`].
    pub grips: HashMap<String, f32>,
    /// Liquids and ladders in level space, in addition to the level's own.
    pub volumes: Volumes,
}

/// The environment of all bodies during a tick.
pub(crate) struct GatheredEnvironment<'a> {
    pub(crate) given: &'a BspEnvironment,
    pub(crate) gathered: &'a Gathered<'a>,
    pub(crate) assembly: &'a Assembly<'a>,
}

impl Environment for GatheredEnvironment<'_> {
    fn grip(&self, ground: &Contact) -> f32 {
        if self.given.grips.is_empty() {
            return 1.0;
        }
        let owner = self.gathered.owner(self.assembly, ground.triangle);
        let material = owner.and_then(|(_, tree)| tree.material(ground.face));
        let grip = material.and_then(|material| self.given.grips.get(material));
        grip.copied().unwrap_or(1.0)
    }

    fn is_liquid(&self, point: Vec3) -> bool {
        let level = self.gathered.level_tree();
        self.given.volumes.is_liquid(point) || level.is_some_and(|level| level.is_liquid(point))
    }

    fn ladder(&self, body: &Aabb) -> Option<Vec3> {
        let of_level = || self.gathered.level_tree()?.ladder(body);
        self.given.volumes.ladder(body).or_else(of_level)
    }
}
