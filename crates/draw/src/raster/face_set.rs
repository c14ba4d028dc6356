//! A set of source faces.

use bspwalk_geometry::FaceId;
use fixedbitset::FixedBitSet;

/// A set of source faces, with one bit for each face up to the largest number.
#[derive(Clone, Debug, Default)]
pub struct FaceSet(FixedBitSet);

impl FaceSet {
    /// Creates an empty set.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a face.
    pub fn insert(&mut self, face: FaceId) {
        self.0.grow_and_insert(face.index());
    }

    /// Removes a face.
    pub fn remove(&mut self, face: FaceId) {
        if face.index() < self.0.len() {
            self.0.remove(face.index());
        }
    }

    /// Returns whether the set contains a face.
    #[must_use]
    pub fn contains(&self, face: FaceId) -> bool {
        self.0.contains(face.index())
    }

    /// Adds all faces of another set.
    pub fn union_with(&mut self, other: &Self) {
        self.0.union_with(&other.0);
    }
}

impl PartialEq for FaceSet {
    fn eq(&self, other: &Self) -> bool {
        // Sets of different capacities may be equal.
        self.0 == other.0 || self.0.ones().eq(other.0.ones())
    }
}

impl Eq for FaceSet {}

impl Extend<FaceId> for FaceSet {
    fn extend<T: IntoIterator<Item = FaceId>>(&mut self, faces: T) {
        faces.into_iter().for_each(|face| self.insert(face));
    }
}

impl FromIterator<FaceId> for FaceSet {
    fn from_iter<T: IntoIterator<Item = FaceId>>(faces: T) -> Self {
        let mut set = Self::new();
        set.extend(faces);
        set
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equality_ignores_how_a_set_was_made() {
        let faces = [3, 700, 5].map(FaceId);
        let mut set: FaceSet = faces.into_iter().collect();
        assert!(faces.iter().all(|&face| set.contains(face)) && !set.contains(FaceId(4)));
        set.remove(FaceId(700));
        set.remove(FaceId(9000));
        let mut small: FaceSet = [FaceId(3)].into_iter().collect();
        assert_ne!(set, small);
        small.union_with(&[FaceId(5)].into_iter().collect());
        assert_eq!(set, small);
        assert_eq!(FaceSet::new(), [FaceId(1)].into_iter().take(0).collect());
    }
}
