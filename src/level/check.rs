//! Checks of a level that was read from a compiled file.

use glam::{DVec3, Vec3, Vec4};

use super::{Level, LevelTriangle, Material, Spawn, Texture, Units, assemble::MAX_METRES};
use crate::{
    geometry::Aabb,
    progress::{CheckError, Progress},
};

/// Largest coordinate of a spawn, in metres: it may lie beside the level.
const FURTHEST_SPAWN: f64 = 10.0 * MAX_METRES;

impl Level {
    /// Checks that the level has triangles, that their indices are in range, and that numbers are finite and in order,
    /// as every loader guarantees.
    ///
    /// # Errors
    /// What is wrong, or that it was cancelled.
    pub fn check(&self, progress: &Progress) -> Result<(), CheckError> {
        if self.triangles.is_empty() {
            return Err("the level has no triangles".into());
        }
        if self.materials.is_empty() || self.objects.is_empty() {
            return Err("the level has no materials or no objects".into());
        }
        self.check_triangles(progress)?;
        progress.each(self.materials.iter().enumerate(), |(index, material)| {
            let result = material.check();
            result.map_err(|what| format!("material {index}: {what}"))
        })?;
        self.spawn.check()?;
        self.units.check()?;
        let mut least = 0;
        progress.each(&self.dropped, |dropped| {
            let is_placed = dropped.source >= least && dropped.source < self.source_triangles;
            least = dropped.source.saturating_add(1);
            is_placed
                .then_some(())
                .ok_or_else(|| "the dropped triangles are not in order".to_owned())
        })
    }

    fn check_triangles(&self, progress: &Progress) -> Result<(), CheckError> {
        let (materials, objects) = (self.materials.len(), self.objects.len());
        let mut bounds = Aabb::EMPTY;
        let mut least = 0;
        progress.each(self.triangles.iter().enumerate(), |(index, triangle)| {
            let wrong = |what| Err(format!("triangle {index}: {what}"));
            if triangle.material as usize >= materials {
                return wrong("it has a material that does not exist");
            }
            if triangle.object as usize >= objects {
                return wrong("it belongs to an object that does not exist");
            }
            if triangle.source >= self.source_triangles {
                return wrong("its number is beyond those of the source");
            }
            if !triangle.is_finite() {
                return wrong("a coordinate is not finite or too large");
            }
            if triangle.source < least {
                return wrong("it is not in the order of the source");
            }
            least = triangle.source.saturating_add(1);
            bounds = bounds.union(&Aabb::from_points(triangle.corners));
            Ok(())
        })?;
        if bounds != self.bounds {
            return Err("the bounds are not those of the triangles".into());
        }
        Ok(())
    }
}

impl LevelTriangle {
    /// Texture coordinates are not checked: a source may have infinite ones, and nothing is computed from them.
    fn is_finite(&self) -> bool {
        let in_range = |corner: &DVec3| corner.is_finite() && corner.abs().max_element() <= MAX_METRES;
        self.corners.iter().all(in_range)
            && self.normals.iter().all(|normal| normal.is_finite())
            && self.colors.iter().all(|color| color.is_finite())
    }
}

impl Material {
    fn check(&self) -> Result<(), String> {
        let is_color = |color: Vec4| color.cmpge(Vec4::ZERO).all() && color.cmple(Vec4::ONE).all();
        let is_light = self.emissive.is_finite() && self.emissive.cmpge(Vec3::ZERO).all();
        if !(is_color(self.color) && is_light) {
            return Err("its colour is none".to_owned());
        }
        match &self.texture {
            Some(texture) => texture.check(),
            None => Ok(()),
        }
    }
}

impl Texture {
    fn check(&self) -> Result<(), String> {
        let pixels = u64::from(self.size[0]) * u64::from(self.size[1]);
        if pixels == 0 || pixels.checked_mul(4) != Some(self.rgba.len() as u64) {
            return Err("its image has another size than its pixels make".to_owned());
        }
        Ok(())
    }
}

impl Spawn {
    fn check(&self) -> Result<(), String> {
        if self.eye.abs().max_element() <= FURTHEST_SPAWN && self.yaw.is_finite() {
            Ok(())
        } else {
            Err("the spawn is not finite, or far beyond the level".to_owned())
        }
    }
}

impl Units {
    fn check(&self) -> Result<(), String> {
        if self.scale.is_finite() && self.scale > 0.0 {
            Ok(())
        } else {
            Err("the scale is not a positive number".to_owned())
        }
    }
}
