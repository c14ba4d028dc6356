//! The surroundings of a sliding body: its skin, its collision method and nearby faces.

use bspwalk_trees::{
    Contact, ExpandedTree, Obstacles, TriangleId,
    observer::{Note, Stage},
    solid_leaf::expanded::VERTEX_REACH,
};
use glam::{DVec3, Vec3};

use crate::{Capsule, SweepHit, depenetrate};

#[derive(Clone, Copy, Debug)]
pub(crate) enum Method<'a> {
    Sweep,
    /// Sweeps against expanded planes, and against the faces that these planes do not cover.
    Planes(&'a ExpandedTree),
    /// Moves in steps and pushes the body out of the walls after each step.
    Push,
}

pub(crate) struct Space<'a, T> {
    pub(crate) tree: &'a T,
    pub(crate) body: Capsule,
    pub(crate) method: Method<'a>,
    /// Gap that the body keeps from all surfaces, in metres. Surfaces closer than twice this gap count as touched.
    pub(crate) skin: f64,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Touch {
    pub(crate) normal: DVec3,
    /// Upward component of the contact normal, used to distinguish ground from walls.
    ///
    /// For a plane expanded from an edge, this is the smaller of the upward components of two directions: the normal,
    /// and the direction from the edge to the body.
    pub(crate) upward: f64,
    pub(crate) point: DVec3,
    pub(crate) contact: Contact,
}

impl Touch {
    pub(super) fn of(contact: Contact) -> Self {
        let normal = contact.normal.as_dvec3().normalize_or_zero();
        Self {
            normal,
            upward: normal.y,
            point: contact.point.as_dvec3(),
            contact,
        }
    }

    pub(super) fn of_hit(hit: &SweepHit) -> Self {
        Self::of(Contact {
            point: hit.point,
            normal: hit.normal,
            depth: 0.0,
            face: hit.face,
            triangle: hit.triangle,
            node: hit.node,
            feature: hit.feature,
        })
    }
}

impl<T: Obstacles> Space<'_, T> {
    pub(super) fn report_stage(&self, stage: impl FnOnce() -> Stage) {
        self.tree.note(|| Note::Stage(stage()));
    }

    pub(super) fn inflated(&self, skins: f64) -> Capsule {
        let radius = f64::from(self.body.radius) + skins * self.skin;
        self.body.with_radius(radius as f32)
    }

    /// Like [`Space::inflated`], but large enough to also reach the faces behind expanded planes.
    pub(super) fn inflated_past_expanded_planes(&self, skins: f64) -> Capsule {
        let inflated = self.inflated(skins);
        match self.method {
            Method::Planes(_) => {
                let radius = f64::from(inflated.radius) * VERTEX_REACH + self.max_plane_gap();
                inflated.with_radius(radius as f32)
            }
            Method::Sweep | Method::Push => inflated,
        }
    }

    /// Returns the maximum distance between a face and the expanded plane that represents it, in metres.
    pub(super) fn max_plane_gap(&self) -> f64 {
        match self.method {
            Method::Planes(planes) => planes.max_face_plane_distance(),
            Method::Sweep | Method::Push => 0.0,
        }
    }

    pub(crate) fn feet(&self, at: Vec3) -> f64 {
        f64::from(at.y) - f64::from(self.body.half_axis.y.abs()) - f64::from(self.body.radius)
    }

    pub(crate) fn head(&self, at: Vec3) -> f64 {
        f64::from(at.y) + f64::from(self.body.half_axis.y.abs()) + f64::from(self.body.radius)
    }

    pub(crate) fn face_normal(&self, at: Vec3, triangle: TriangleId, side: DVec3) -> Option<DVec3> {
        let mut normal = None;
        self.tree
            .visit_near(&self.inflated_past_expanded_planes(4.0).into(), at, |near| {
                if near.triangle == triangle {
                    normal = Some(near.normal.as_dvec3());
                }
            });
        normal.map(|normal| if normal.dot(side) < 0.0 { -normal } else { normal })
    }

    /// Returns a nearby position with a gap of at least half the skin.
    pub(crate) fn with_skin_gap(&self, at: Vec3) -> Vec3 {
        if self.deepest_contact(at).is_none() {
            return at;
        }
        let moved = depenetrate(self.tree, self.inflated(0.5), at);
        let near = moved.center.distance(at) <= 0.5 * self.body.radius;
        if moved.clear && near { moved.center } else { at }
    }
}
