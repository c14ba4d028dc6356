//! Separates a level's moving faces from its static ones.

use bspwalk_geometry::{Aabb, FaceId, TaggedTriangle};

use crate::{Level, LevelTriangle};

impl Level {
    /// Separates the level's static and moving parts, for programs that run the mechanisms. Adds the faces in
    /// [`Level::stowed`] to [`Level::triangles`] and removes the faces in [`Level::replaced`]. After that,
    /// [`Level::solid_triangles`] returns only static triangles. This closes DOOM's doors, which are open otherwise.
    /// Face numbers do not change.
    pub fn separate_moving_parts(&mut self) {
        if std::mem::replace(&mut self.apart, true) {
            return;
        }
        let replaced = std::mem::take(&mut self.replaced);
        if !replaced.is_empty() {
            let stays = |triangle: &LevelTriangle| replaced.binary_search(&triangle.source).is_err();
            self.triangles.retain(stays);
        }
        if !self.stowed.is_empty() || !replaced.is_empty() {
            self.triangles.append(&mut self.stowed);
            self.source_triangles = self
                .triangles
                .last()
                .map_or(0, |triangle| triangle.source.0 + 1)
                .max(self.source_triangles);
            let corners = self.triangles.iter().flat_map(|triangle| triangle.corners);
            self.bounds = Aabb::from_points(corners);
        }
    }

    /// Returns the mechanism that each object belongs to, if any.
    #[must_use]
    pub fn mechanism_of_objects(&self) -> Vec<Option<usize>> {
        let mut owners = vec![None; self.objects.len()];
        for (number, mechanism) in self.mechanisms.iter().enumerate() {
            if let Some(owner) = owners.get_mut(mechanism.object as usize) {
                *owner = owner.or(Some(number));
            }
        }
        owners
    }

    /// Returns the mechanism that the face with this number belongs to, if any.
    #[must_use]
    pub fn mechanism_of_face(&self, face: FaceId) -> Option<usize> {
        let object = self.triangle_of_face(face)?.object;
        let mut mechanisms = self.mechanisms.iter();
        mechanisms.position(|mechanism| mechanism.object == object)
    }

    /// Iterates over the static triangles to render while mechanisms are simulated. Some of them replace faces that
    /// exist only while mechanisms are not simulated.
    pub fn drawn_static_triangles(&self) -> impl Iterator<Item = &LevelTriangle> {
        let owners = self.mechanism_of_objects();
        let is_fixed = move |triangle: &&LevelTriangle| {
            let owner = owners.get(triangle.object as usize);
            owner.is_none_or(Option::is_none)
        };
        let stays = |triangle: &&LevelTriangle| self.replaced.binary_search(&triangle.source).is_err();
        self.triangles
            .iter()
            .filter(stays)
            .chain(&self.stowed)
            .filter(is_fixed)
    }

    /// Returns the surfaces of liquids, with front sides that face out of the liquid. They are tagged like
    /// [`Level::solid_triangles`]. Moving liquids and liquids that block bodies are omitted.
    #[must_use]
    pub fn liquid_surfaces(&self) -> Vec<TaggedTriangle> {
        let is_liquid = |triangle: &&LevelTriangle| {
            let material = self.materials.get(triangle.material as usize);
            !triangle.solid && material.is_some_and(|material| material.liquid)
        };
        all_tagged(self.drawn_static_triangles().filter(is_liquid))
    }

    /// Iterates over the triangles of a mechanism in the pose stored in the file,
    /// [`Pose::IDENTITY`](crate::mechanisms::Pose::IDENTITY). The iterator is empty if there is no such mechanism.
    pub fn drawn_moving_triangles(&self, mechanism: usize) -> impl Iterator<Item = &LevelTriangle> {
        let object = self.mechanisms.get(mechanism).map(|mechanism| mechanism.object);
        let all = self.triangles.iter().chain(&self.stowed);
        all.filter(move |triangle| Some(triangle.object) == object)
    }

    /// Returns the solid triangles for building trees, tagged with their source numbers. If the level was [taken
    /// apart](Level::separate_moving_parts), returns only the static ones.
    #[must_use]
    pub fn solid_triangles(&self) -> Vec<TaggedTriangle> {
        if self.apart {
            self.fixed_triangles()
        } else {
            tagged(self.triangles.iter())
        }
    }

    /// Returns the static solid triangles, tagged like [`Level::solid_triangles`].
    #[must_use]
    pub fn fixed_triangles(&self) -> Vec<TaggedTriangle> {
        tagged(self.drawn_static_triangles())
    }

    /// Returns the solid triangles of a mechanism in the pose stored in the file, tagged like
    /// [`Level::solid_triangles`].
    #[must_use]
    pub fn moving_triangles(&self, mechanism: usize) -> Vec<TaggedTriangle> {
        tagged(self.drawn_moving_triangles(mechanism))
    }
}

fn tagged<'a>(triangles: impl Iterator<Item = &'a LevelTriangle>) -> Vec<TaggedTriangle> {
    all_tagged(triangles.filter(|triangle| triangle.solid))
}

fn all_tagged<'a>(triangles: impl Iterator<Item = &'a LevelTriangle>) -> Vec<TaggedTriangle> {
    triangles
        .map(|triangle| TaggedTriangle {
            corners: triangle.corners,
            face: triangle.source,
        })
        .collect()
}
