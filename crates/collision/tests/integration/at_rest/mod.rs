//! Tests contacts and pushes by brute force, and compares the ATI sample's push with a direct transcription.

mod alike;
mod ati;
mod crossing;
mod needles;
mod push;

use bspwalk_collision::{Capsule, depenetrate};
use bspwalk_testing::{meshes, oracle::Oracle};
use bspwalk_trees::{BuildParams, NodeTree};
use glam::{DVec3, Vec3};

/// A tree with an oracle that computes the expected results.
struct Scene {
    tree: NodeTree,
    oracle: Oracle,
}

impl Scene {
    #[track_caller]
    fn new(triangles: Vec<[DVec3; 3]>, params: &BuildParams) -> Self {
        let triangles = meshes::tagged(triangles);
        let tree = NodeTree::build(&triangles, params).unwrap();
        assert_eq!(tree.validate(), Ok(()));
        Self {
            tree,
            oracle: Oracle::new(&triangles),
        }
    }

    /// Describes the fault if a sphere that moved from `from` to `to` has crossed a face or penetrates a triangle at
    /// the end. Returns `None` if there is no fault.
    fn wrong(&self, from: Vec3, to: Vec3, radius: f32) -> Option<String> {
        let (from, to) = (from.as_dvec3(), to.as_dvec3());
        let slack = 1.0e-4 * f64::from(radius);
        if let Some((distance, face)) = self.oracle.nearest_within(to, f64::from(radius) - slack) {
            return Some(format!("ends {distance} m from face {face}, radius {radius}"));
        }
        let face = self.oracle.crosses(from, to)?;
        Some(format!("went through face {face}"))
    }

    /// Pushes a sphere and checks all guarantees of a push. Returns whether it ended clear.
    #[track_caller]
    fn push(&self, name: &str, center: Vec3, radius: f32) -> bool {
        let result = depenetrate(&self.tree, Capsule::sphere(radius), center);
        if !result.clear {
            return false;
        }
        let wrong = self.wrong(center, result.center, radius);
        assert_eq!(
            wrong, None,
            "{name}: pushed {radius} m from {center} to {}",
            result.center
        );
        let touched = self
            .oracle
            .nearest_within(center.as_dvec3(), f64::from(radius) * (1.0 - 1.0e-5))
            .is_some();
        if result.contacts.is_empty() {
            assert_eq!(result.center, center, "{name}: moved away from nothing");
            assert!(!touched, "{name}: {center} is not clear, but nothing was pushed");
        }
        let again = depenetrate(&self.tree, Capsule::sphere(radius), result.center);
        assert!(
            again.clear && again.center == result.center,
            "{name}: a second push moves on"
        );
        true
    }
}

fn wedge(degrees: f64) -> Vec<[DVec3; 3]> {
    meshes::wedge(degrees, 1.0)
}

/// Angles of the wedges to test, in degrees.
const WEDGES: [f64; 10] = [5.0, 10.0, 15.0, 20.0, 30.0, 40.0, 50.0, 60.0, 70.0, 80.0];
