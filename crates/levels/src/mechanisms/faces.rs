//! The faces of a level that move, and those that do not.

use std::sync::Arc;

use bspwalk_geometry::{Aabb, TaggedTriangle};
use bspwalk_progress::Progress;
use bspwalk_trees::{BuildParams, NodeTree, node_storing::BuildError};

use crate::{Level, LevelTriangle};

impl Level {
    /// Takes the level apart into what stands still and what moves, for a program in which mechanisms move:
    /// [`Level::stowed`] becomes a part of [`Level::triangles`], of which [`Level::replaced`] are left out, and
    /// [`Level::solid_triangles`] are those that do not move. Doors of DOOM, which stand open else, are closed then. Numbers of faces stay
    /// as they are.
    pub fn take_apart(&mut self) {
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
                .map_or(0, |triangle| triangle.source + 1)
                .max(self.source_triangles);
            let corners = self.triangles.iter().flat_map(|triangle| triangle.corners);
            self.bounds = Aabb::from_points(corners);
        }
    }

    /// For each object, the mechanism to which it belongs.
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

    /// The mechanism to which a face belongs, by its number.
    #[must_use]
    pub fn part_of_face(&self, face: u32) -> Option<usize> {
        let object = self.triangle_of_face(face)?.object;
        let mut mechanisms = self.mechanisms.iter();
        mechanisms.position(|mechanism| mechanism.object == object)
    }

    /// What is drawn of a level whose mechanisms move, without what moves: some faces stand in for others that are only there
    /// while nothing moves.
    pub fn fixed(&self) -> impl Iterator<Item = &LevelTriangle> {
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

    /// What is drawn of a mechanism, where the file has it: [`Pose::IDENTITY`](crate::mechanisms::Pose::IDENTITY). Nothing where
    /// there is no such mechanism.
    pub fn moving(&self, mechanism: usize) -> impl Iterator<Item = &LevelTriangle> {
        let object = self.mechanisms.get(mechanism).map(|mechanism| mechanism.object);
        let all = self.triangles.iter().chain(&self.stowed);
        all.filter(move |triangle| Some(triangle.object) == object)
    }

    /// The solid triangles, tagged with their numbers in the source, as the trees take them; of a level that was
    /// [taken apart](Level::take_apart) those that do not move.
    #[must_use]
    pub fn solid_triangles(&self) -> Vec<TaggedTriangle> {
        if self.apart {
            self.fixed_triangles()
        } else {
            tagged(self.triangles.iter())
        }
    }

    /// The solid triangles that do not move, tagged as those of [`Level::solid_triangles`].
    #[must_use]
    pub fn fixed_triangles(&self) -> Vec<TaggedTriangle> {
        tagged(self.fixed())
    }

    /// The solid triangles of a mechanism, where the file has it, tagged as those of [`Level::solid_triangles`].
    #[must_use]
    pub fn moving_triangles(&self, mechanism: usize) -> Vec<TaggedTriangle> {
        tagged(self.moving(mechanism))
    }

    /// A node-storing tree of each mechanism, where the file has it; none where the level was not [taken apart](Self::take_apart). That of
    /// a mechanism without solid faces is empty.
    ///
    /// # Errors
    /// [`BuildError`], where it is cancelled among others.
    pub fn moving_trees(
        &self,
        params: &BuildParams,
        progress: &Arc<Progress>,
    ) -> Result<Vec<Arc<NodeTree>>, BuildError> {
        let count = if self.apart { self.mechanisms.len() } else { 0 };
        (0..count)
            .map(|mechanism| {
                let triangles = self.moving_triangles(mechanism);
                let tree = NodeTree::builder(params).progress(progress).build(&triangles)?;
                Ok(Arc::new(tree))
            })
            .collect()
    }
}

/// The solid ones of some triangles, as trees take them.
fn tagged<'a>(triangles: impl Iterator<Item = &'a LevelTriangle>) -> Vec<TaggedTriangle> {
    triangles
        .filter(|triangle| triangle.solid)
        .map(|triangle| TaggedTriangle {
            corners: triangle.corners,
            face: triangle.source,
        })
        .collect()
}
