//! Paths of moving parts, and poses along them.

use glam::{DQuat, DVec3};

use crate::frame::SourceFrame;

/// A rigid transform from a part's pose in the file to its current pose: a rotation about the origin, followed by a
/// translation. In level space, in metres.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Pose {
    /// Rotation, as a unit quaternion.
    pub rotation: DQuat,
    /// Translation, in metres.
    pub translation: DVec3,
}

impl Pose {
    /// The pose in the file.
    pub const IDENTITY: Self = Self {
        rotation: DQuat::IDENTITY,
        translation: DVec3::ZERO,
    };

    /// Transforms a point of the part from its pose in the file to this pose.
    #[must_use]
    pub fn transform_point(&self, point: DVec3) -> DVec3 {
        self.rotation * point + self.translation
    }

    /// Rotates a direction of the part from its pose in the file to this pose.
    #[must_use]
    pub fn rotate_vector(&self, vector: DVec3) -> DVec3 {
        self.rotation * vector
    }
}

/// The path of a part. Positions along it are numbers from 0 to 1. On a track, a position is the index of a corner plus
/// the fraction of the way to the next corner.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub enum Motion {
    /// A straight line.
    Slide {
        /// Offset from the pose in the file at position 0, in metres.
        from: DVec3,
        /// Offset from the pose in the file at position 1, in metres.
        to: DVec3,
    },
    /// A rotation about an axis.
    Turn {
        /// Unit direction of the axis. Positive angles are counter-clockwise when the axis points at the viewer.
        axis: DVec3,
        /// Point on the axis, in metres.
        point: DVec3,
        /// Angle at position 0, in degrees, relative to the pose in the file.
        from: f64,
        /// Angle from the pose in the file at position 1, in degrees.
        to: f64,
    },
    /// Straight line segments between corners.
    Track {
        /// Corners of the track, in order.
        corners: Vec<Corner>,
        /// Index of the corner that follows the last one, or `None` if the track ends there.
        then: Option<u32>,
    },
}

/// A corner of a track.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Corner {
    /// Offset from the pose in the file, in metres.
    pub offset: DVec3,
    /// Waiting time at this corner in seconds, or `None` to wait for the next call.
    pub wait: Option<f64>,
    /// Speed from this corner on in metres per second, or `None` to use the command's speed.
    pub speed: Option<f64>,
}

impl Motion {
    /// Returns the pose at a position on the path. Positions beyond the ends are clamped; non-finite positions count as
    /// 0.
    #[must_use]
    pub fn pose(&self, path_position: f64) -> Pose {
        let slid = |translation: DVec3| Pose {
            translation,
            ..Pose::IDENTITY
        };
        let part = clamp_path_position(path_position, 1.0);
        match self {
            Self::Slide { from, to } => slid(between(*from, *to, part)),
            Self::Turn {
                axis,
                point,
                from,
                to,
            } => {
                let degrees = from + (to - from) * part;
                let rotation = DQuat::from_axis_angle(*axis, degrees.to_radians());
                Pose {
                    rotation,
                    translation: point - rotation * *point,
                }
            }
            Self::Track { corners, .. } => {
                let last = corners.len().saturating_sub(1);
                let at = clamp_path_position(path_position, last as f64 + 1.0);
                let number = (at.floor() as usize).min(last);
                let offset = |corner: usize| corners.get(corner).map_or(DVec3::ZERO, |corner| corner.offset);
                let next = self.next_corner(number).map_or(offset(number), offset);
                slid(between(offset(number), next, at - number as f64))
            }
        }
    }

    /// Returns the distance between two positions, in metres or (for a rotation) in degrees.
    #[must_use]
    pub fn distance(&self, from: f64, to: f64) -> f64 {
        match self {
            Self::Turn {
                from: start, to: end, ..
            } => ((to - from) * (end - start)).abs(),
            Self::Slide { .. } | Self::Track { .. } => {
                self.pose(from).translation.distance(self.pose(to).translation)
            }
        }
    }

    /// Returns the corner of a track that follows another.
    pub(super) fn next_corner(&self, corner: usize) -> Option<usize> {
        let Self::Track { corners, then } = self else {
            return None;
        };
        let next = if corner + 1 < corners.len() {
            corner + 1
        } else {
            (*then)? as usize
        };
        Some(next).filter(|&next| next < corners.len())
    }

    pub(crate) fn converted(self, frame: &SourceFrame) -> Self {
        match self {
            Self::Slide { from, to } => Self::Slide {
                from: frame.vector(from),
                to: frame.vector(to),
            },
            Self::Turn {
                axis,
                point,
                from,
                to,
            } => Self::Turn {
                axis: frame.turned(axis),
                point: frame.point(point),
                from,
                to,
            },
            Self::Track { mut corners, then } => {
                for corner in &mut corners {
                    corner.offset = frame.vector(corner.offset);
                    corner.speed = corner.speed.map(|speed| speed * frame.scale);
                }
                Self::Track { corners, then }
            }
        }
    }

    pub(crate) fn is_turn(&self) -> bool {
        matches!(self, Self::Turn { .. })
    }
}

/// Clamps a position to the range from 0 to `most`. Non-finite positions become 0.
pub(super) fn clamp_path_position(at: f64, most: f64) -> f64 {
    if at.is_finite() { at.clamp(0.0, most) } else { 0.0 }
}

fn between(from: DVec3, to: DVec3, part: f64) -> DVec3 {
    if part >= 1.0 {
        to
    } else {
        from + (to - from) * part
    }
}
