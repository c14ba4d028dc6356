//! Violations reported by `validate()`, and ranges of numbers that are valid in every tree.

use crate::{
    node::NodeId,
    solid_leaf::{LeafId, PortalId},
    tolerance::STORED_UNIT_SQUARED,
};
use bspwalk_geometry::{Aabb, FaceId, Plane};
use bspwalk_progress::{CheckError, ensure};
use glam::{DVec3, Vec3};

/// A violated invariant of a tree, found by [`NodeTree::validate`](crate::NodeTree::validate) or
/// [`LeafTree::validate`](crate::LeafTree::validate).
///
/// Distances are in metres, areas in square metres and volumes in cubic metres. The messages are for developers and
/// are always in English.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum Violation {
    /// The integrity check failed. The geometry was not checked.
    #[error(transparent)]
    Integrity(#[from] CheckError),
    /// The normal of a node's plane is not a unit vector.
    #[error("node {node}: the normal of its plane is not a unit vector")]
    NodeNormal {
        /// Node that owns the plane.
        node: NodeId,
    },
    /// The plane of a node differs from its entry in the plane table.
    #[error("node {node}: its plane differs from the one in the plane table")]
    NodePlane {
        /// Node that owns the plane.
        node: NodeId,
    },
    /// An ancestor of a node has the same plane.
    #[error("node {node}: an ancestor already uses its plane")]
    PlaneReused {
        /// The lower of the two nodes in the tree.
        node: NodeId,
    },
    /// The plane of a node does not divide the node's cell.
    #[error("node {node}: its plane does not divide its cell")]
    PlaneMissesCell {
        /// Node that owns the plane.
        node: NodeId,
    },
    /// A fragment extends beyond the bounding box of its node.
    #[error("fragment {fragment} extends beyond the box of its node")]
    FragmentOutsideBox {
        /// Index of the fragment.
        fragment: u32,
    },
    /// A fragment is not on the plane of its node.
    #[error("fragment {fragment} is {distance} m off the plane of its node")]
    FragmentOffPlane {
        /// Index of the fragment.
        fragment: u32,
        /// Maximum distance of a corner from the plane.
        distance: f64,
    },
    /// A fragment extends to the wrong side of an ancestor's plane.
    #[error("fragment {fragment} is {distance} m on the wrong side of the plane of node {ancestor}")]
    FragmentOnWrongSide {
        /// Index of the fragment.
        fragment: u32,
        /// Ancestor node that owns the plane.
        ancestor: NodeId,
        /// Maximum distance of a corner on the wrong side from the plane.
        distance: f64,
    },
    /// The areas of a face's fragments do not add up to the area of the face.
    #[error("face {face}: its fragments have {found} m² instead of {expected} m²")]
    FaceArea {
        /// Number of the face.
        face: FaceId,
        /// Total area of the fragments.
        found: f64,
        /// Area of the face.
        expected: f64,
    },
    /// The stored volume of a leaf does not match the volume of its cell.
    #[error("leaf {leaf}: its volume is {found} m³, but its cell has {expected} m³")]
    LeafVolume {
        /// Index of the leaf.
        leaf: LeafId,
        /// Stored volume.
        found: f64,
        /// Volume of the cell.
        expected: f64,
    },
    /// The areas of a leaf's interfaces do not add up to the surface area of its cell.
    #[error("leaf {leaf}: its interfaces have {found} m², but the surface of its cell has {expected} m²")]
    LeafSurface {
        /// Index of the leaf.
        leaf: LeafId,
        /// Total area of the interfaces.
        found: f64,
        /// Surface area of the cell.
        expected: f64,
    },
    /// The outward area vectors of a leaf's interfaces do not add up to zero.
    #[error("leaf {leaf}: its interfaces leave a gap of {area} m²")]
    LeafGap {
        /// Index of the leaf.
        leaf: LeafId,
        /// Length of the sum vector.
        area: f64,
    },
    /// The volumes of the leaves do not add up to the volume of the world box.
    #[error("the leaves fill {found} m³, but the world box has {expected} m³")]
    WorldVolume {
        /// Total volume of the leaves.
        found: f64,
        /// Volume of the world box.
        expected: f64,
    },
    /// The faces on an interface cover more than its area.
    #[error("interface {interface}: the covered area exceeds its area")]
    InterfaceCoverage {
        /// Index of the interface.
        interface: u32,
    },
    /// The portals of an interface are smaller than its open area.
    #[error("interface {interface}: its portals are smaller than its opening")]
    InterfaceOpening {
        /// Index of the interface.
        interface: u32,
    },
    /// A portal leads into a solid leaf.
    #[error("portal {portal}: one of its leaves is solid")]
    PortalIntoSolid {
        /// Index of the portal.
        portal: PortalId,
    },
    /// A portal is not on its plane.
    #[error("portal {portal} is off its plane")]
    PortalOffPlane {
        /// Index of the portal.
        portal: PortalId,
    },
    /// A portal winds the wrong way for its plane.
    #[error("portal {portal} faces the wrong way for its plane")]
    PortalFlipped {
        /// Index of the portal.
        portal: PortalId,
    },
    /// A portal is not convex.
    #[error("portal {portal} is not convex")]
    PortalConcave {
        /// Index of the portal.
        portal: PortalId,
    },
}

pub(super) type Report<'a> = &'a mut dyn FnMut(Violation);

/// Returns the violations that `geometry` reports, or a failed integrity check.
pub(super) fn collect_violations(
    integrity: Result<(), CheckError>,
    geometry: impl FnOnce(Report<'_>),
) -> Result<(), Vec<Violation>> {
    integrity.map_err(|error| vec![Violation::from(error)])?;
    let mut violations = Vec::new();
    geometry(&mut |violation| violations.push(violation));
    if violations.is_empty() {
        Ok(())
    } else {
        Err(violations)
    }
}

/// Parents of nodes or leaves, collected by an integrity check. In a tree, every child has exactly one parent.
#[derive(Debug)]
pub(super) struct Parents(Vec<u32>);

/// Parent of a child whose parent is unknown.
const NO_PARENT: u32 = u32::MAX;

impl Parents {
    /// Creates a table of `count` children without parents.
    pub(super) fn new(count: usize) -> Self {
        Self(vec![NO_PARENT; count])
    }

    /// Sets the parent of a child. Fails if the child does not exist or already has a parent.
    pub(super) fn claim(&mut self, child: usize, parent: u32) -> Result<(), &'static str> {
        let known = self.0.get_mut(child);
        let known = known.ok_or("one of its children does not exist")?;
        ensure(
            *known == NO_PARENT,
            "one of its children already has another parent",
        )?;
        *known = parent;
        Ok(())
    }

    /// Returns the parent of a child, or `None` if the child has no parent.
    pub(super) fn parent(&self, child: usize) -> Option<u32> {
        let parent = self.0.get(child).copied();
        parent.filter(|&parent| parent != NO_PARENT)
    }

    /// Returns whether all children have a parent.
    pub(super) fn are_complete(&self) -> bool {
        !self.0.contains(&NO_PARENT)
    }
}

pub(super) fn in_range(first: u32, count: u32, length: usize) -> bool {
    (first as usize)
        .checked_add(count as usize)
        .is_some_and(|end| end <= length)
}

/// Maximum coordinate in a tree, in metres. Levels use at most a tenth of it, and squared areas stay finite in `f32`.
const LARGEST: f64 = 1.0e9;

/// Largest tolerance (in metres), as computed for the largest level.
const LARGEST_TOLERANCE: f64 = 1.0e4;

pub(super) fn is_place(point: DVec3) -> bool {
    // `max_element` may ignore NaN, so finiteness is tested separately.
    point.abs().max_element() <= LARGEST && point.is_finite()
}

pub(super) fn is_place_f32(point: Vec3) -> bool {
    is_place(point.as_dvec3())
}

pub(super) fn is_unit(normal: DVec3) -> bool {
    (normal.length_squared() - 1.0).abs() <= STORED_UNIT_SQUARED
}

pub(super) fn is_plane(plane: &Plane) -> bool {
    is_unit(plane.normal) && is_distance(plane.d)
}

pub(super) fn is_distance(length: f64) -> bool {
    length.abs() <= 2.0 * LARGEST
}

pub(super) fn is_box(bounds: &Aabb) -> bool {
    !bounds.is_empty() && is_place(bounds.min) && is_place(bounds.max)
}

pub(super) fn is_tolerance(length: f64) -> bool {
    (0.0..=LARGEST_TOLERANCE).contains(&length)
}
