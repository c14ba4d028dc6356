//! Platforms that move during a trial: lifts, ferries, turntables and blocks that push.

use bspwalk_geometry::{FaceId, TaggedTriangle};
use bspwalk_trees::{BuildParams, NodeTree};
use glam::{DQuat, DVec3, Vec3};

use crate::{oracle::Oracle, shapes::block_faces};

/// A box that moves along a script, whatever is in its way.
#[derive(Clone, Debug)]
pub struct Platform {
    /// Half the size along each axis, in metres.
    pub half: DVec3,
    /// Centre at the start of the trial, in metres.
    pub start: DVec3,
    /// Parts of the script, in chronological order. Afterwards, the platform rests.
    pub legs: Vec<Leg>,
}

/// A part of a platform's script, with constant velocities.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Leg {
    /// Duration, in seconds. A multiple of 1/6 s is a whole number of ticks at 30, 60 and 144 Hz.
    pub seconds: f64,
    /// Velocity of the centre, in m/s.
    pub velocity: DVec3,
    /// Angular velocity about the vertical through the centre, in radians per second to the left.
    pub turn: f64,
}

/// The pose of a platform at one time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pose {
    /// Centre, in metres.
    pub centre: DVec3,
    /// Angle about the vertical, in radians to the left.
    pub yaw: f64,
}

impl Pose {
    /// Converts a point from world space to the platform's space.
    #[must_use]
    pub fn local(&self, point: DVec3) -> DVec3 {
        DQuat::from_rotation_y(-self.yaw) * (point - self.centre)
    }
}

impl Platform {
    /// Creates a platform that rests.
    #[must_use]
    pub fn new(low: DVec3, high: DVec3) -> Self {
        Self {
            half: (high - low) * 0.5,
            start: (low + high) * 0.5,
            legs: Vec::new(),
        }
    }

    /// Appends a part without a rotation.
    #[must_use]
    pub fn then(mut self, seconds: f64, velocity: DVec3) -> Self {
        self.legs.push(Leg {
            seconds,
            velocity,
            turn: 0.0,
        });
        self
    }

    /// Appends a part that only rotates.
    #[must_use]
    pub fn then_turn(mut self, seconds: f64, turn: f64) -> Self {
        self.legs.push(Leg {
            seconds,
            velocity: DVec3::ZERO,
            turn,
        });
        self
    }

    /// Returns the part at a time in seconds, or a resting one after the last.
    #[must_use]
    pub fn leg(&self, seconds: f64) -> Leg {
        let mut end = 0.0;
        for leg in &self.legs {
            end += leg.seconds;
            // Ticks begin at the same time as parts, except for rounding.
            if seconds < end - 1.0e-9 {
                return *leg;
            }
        }
        Leg::default()
    }

    /// Returns the pose at a time in seconds.
    #[must_use]
    pub fn pose(&self, seconds: f64) -> Pose {
        let mut pose = Pose {
            centre: self.start,
            yaw: 0.0,
        };
        let mut left = seconds;
        for leg in &self.legs {
            let time = left.clamp(0.0, leg.seconds);
            pose.centre += leg.velocity * time;
            pose.yaw += leg.turn * time;
            left -= time;
        }
        pose
    }

    fn corners(&self) -> Vec<[DVec3; 3]> {
        block_faces(-self.half, self.half)
            .iter()
            .flat_map(|&[a, b, c, d]| [[a, b, c], [a, c, d]])
            .collect()
    }

    /// Returns an oracle for the platform's faces, in the platform's space.
    #[must_use]
    pub fn oracle(&self) -> Oracle {
        Oracle::new(self.corners())
    }

    /// Returns a node-storing tree of the platform's faces, in the platform's space.
    ///
    /// # Panics
    /// Panics if the platform's size is not finite, which is an error in the trial.
    #[must_use]
    pub fn tree(&self) -> NodeTree {
        let tagged: Vec<TaggedTriangle> = FaceId::all()
            .zip(self.corners())
            .map(|(face, corners)| TaggedTriangle { corners, face })
            .collect();
        NodeTree::build(&tagged, &BuildParams::default()).expect("a platform is a box")
    }

    /// Returns the size along each axis, in metres.
    #[must_use]
    pub fn size(&self) -> Vec3 {
        (self.half * 2.0).as_vec3()
    }
}

#[cfg(test)]
mod tests {
    use glam::dvec3;

    use super::*;

    #[test]
    fn pose_is_the_integral_of_the_legs() {
        let platform = Platform::new(dvec3(-1.0, 0.0, -1.0), dvec3(1.0, 1.0, 1.0))
            .then(1.0, DVec3::Y * 2.0)
            .then_turn(0.5, 1.0);
        assert_eq!(platform.pose(0.0).centre, DVec3::Y * 0.5);
        assert_eq!(platform.pose(0.5).centre, DVec3::Y * 1.5);
        assert_eq!(
            platform.pose(9.0),
            Pose {
                centre: DVec3::Y * 2.5,
                yaw: 0.5
            }
        );
        assert_eq!(platform.leg(0.99).velocity, DVec3::Y * 2.0);
        assert_eq!(platform.leg(1.0).turn, 1.0);
        assert_eq!(platform.leg(1.5), Leg::default());
    }

    #[test]
    fn tree_and_oracle_have_the_box_of_the_platform() {
        let platform = Platform::new(dvec3(4.0, 0.0, 0.0), dvec3(6.0, 0.5, 3.0));
        let half = dvec3(1.0, 0.25, 1.5);
        let bounds = platform.tree().bounds();
        assert_eq!((bounds.min, bounds.max), (-half, half));
        let above = |height: f64| platform.oracle().depth(DVec3::Y * (0.25 + height), 0.6, 0.3);
        assert!((above(0.8) - 0.1).abs() < 1.0e-9);
        assert_eq!(above(1.0), 0.0);
    }

    #[test]
    fn local_point_turns_with_the_platform() {
        let pose = Pose {
            centre: DVec3::X,
            yaw: std::f64::consts::FRAC_PI_2,
        };
        // A quarter turn to the left moves +x to −z.
        assert!(pose.local(dvec3(1.0, 0.0, -2.0)).distance(DVec3::X * 2.0) < 1.0e-12);
    }
}
