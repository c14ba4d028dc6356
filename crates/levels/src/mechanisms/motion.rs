//! Paths on which parts of a level move, and the pose at each place of one.

use glam::{DQuat, DVec3};

/// A rigid motion from where the file has a part to where the part is: it turns about the origin, then moves. In the level's
/// space, in metres.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Pose {
    /// A unit quaternion.
    pub rotation: DQuat,
    /// In metres.
    pub translation: DVec3,
}

impl Pose {
    /// Where the file has it.
    pub const IDENTITY: Self = Self {
        rotation: DQuat::IDENTITY,
        translation: DVec3::ZERO,
    };

    /// Where a point of the part is, from where the file has it.
    #[must_use]
    pub fn point(&self, point: DVec3) -> DVec3 {
        self.rotation * point + self.translation
    }

    /// A direction of the part.
    #[must_use]
    pub fn vector(&self, vector: DVec3) -> DVec3 {
        self.rotation * vector
    }
}

/// A path on which a part moves. Places on it are numbers: from 0 to 1, or the number of a track's corner with the part of the
/// way to the next behind the point.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub enum Motion {
    /// A straight line.
    Slide {
        /// How far place 0 is from where the file has the part, in metres.
        from: DVec3,
        /// As `from`, of place 1.
        to: DVec3,
    },
    /// A turn about a line.
    Turn {
        /// The unit direction of the line: seen against it, positive angles turn to the left.
        axis: DVec3,
        /// A point of the line, in metres.
        point: DVec3,
        /// The angle of place 0, in degrees from where the file has the part.
        from: f64,
        /// As `from`, of place 1.
        to: f64,
    },
    /// Straight lines from corner to corner.
    Track {
        /// The corners, in order.
        corners: Vec<Corner>,
        /// The corner that comes after the last; none where the track ends there.
        then: Option<u32>,
    },
}

/// A corner of a track.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Corner {
    /// How far the part is here from where the file has it, in metres.
    pub offset: DVec3,
    /// How long it waits here, in seconds; none where it waits until it is called.
    pub wait: Option<f64>,
    /// How fast it goes from here, in metres a second; none where the order says so.
    pub speed: Option<f64>,
}

impl Motion {
    /// The pose at a place of the path; the nearest place for one that is beyond.
    #[must_use]
    pub fn pose(&self, at: f64) -> Pose {
        let slid = |translation: DVec3| Pose {
            translation,
            ..Pose::IDENTITY
        };
        let part = if at.is_finite() { at.clamp(0.0, 1.0) } else { 0.0 };
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
                let at = if at.is_finite() {
                    at.clamp(0.0, last as f64 + 1.0)
                } else {
                    0.0
                };
                let number = (at.floor() as usize).min(last);
                let offset = |corner: usize| corners.get(corner).map_or(DVec3::ZERO, |corner| corner.offset);
                let next = self.next(number).map_or(offset(number), offset);
                slid(between(offset(number), next, at - number as f64))
            }
        }
    }

    /// How long it is from one place to another: in metres, in degrees for a turn.
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

    /// The corner of a track that comes after one.
    pub(super) fn next(&self, corner: usize) -> Option<usize> {
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

    /// The same path in other axes and another unit.
    pub(crate) fn converted(self, turned: impl Fn(DVec3) -> DVec3, scale: f64, origin: DVec3) -> Self {
        let vector = |v: DVec3| turned(v) * scale + 0.0;
        match self {
            Self::Slide { from, to } => Self::Slide {
                from: vector(from),
                to: vector(to),
            },
            Self::Turn {
                axis,
                point,
                from,
                to,
            } => Self::Turn {
                axis: turned(axis),
                point: vector(point) - origin,
                from,
                to,
            },
            Self::Track { corners, then } => Self::Track {
                corners: corners
                    .into_iter()
                    .map(|corner| Corner {
                        offset: vector(corner.offset),
                        speed: corner.speed.map(|speed| speed * scale),
                        ..corner
                    })
                    .collect(),
                then,
            },
        }
    }

    /// Whether it is measured in degrees.
    pub(crate) fn is_turn(&self) -> bool {
        matches!(self, Self::Turn { .. })
    }
}

/// A point between two; the ends are exact.
fn between(from: DVec3, to: DVec3, part: f64) -> DVec3 {
    if part >= 1.0 {
        to
    } else {
        from + (to - from) * part
    }
}
