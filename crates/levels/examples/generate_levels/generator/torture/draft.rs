//! A course station under construction: the body's start, the inputs and the checks, in a bay's coordinates.

use bspwalk_collision::mover::{
    Mode, MoverParams,
    script::{Start, Ticks},
};
use bspwalk_session::course::{CheckVolume, Station, StationCheck, TICKS_PER_SECOND};
use glam::DVec3;

use super::Bay;

/// Maximum movement per tick of a body at rest (in metres). It is below the precision of the body's coordinates.
const AT_REST: f64 = 1.0e-6;
/// Clearance between the body and the floor at the start.
const LIFT: f64 = 0.01;

/// A station under construction.
pub(super) struct Draft<'a> {
    bay: &'a Bay,
    pub(super) station: Station,
}

impl<'a> Draft<'a> {
    fn new(bay: &'a Bay, name: &str, title: &str, shows: &str, mode: Mode, eye: DVec3) -> Self {
        Self {
            bay,
            station: Station {
                name: name.to_owned(),
                title: title.to_owned(),
                shows: shows.to_owned(),
                start: Start {
                    eye: Some(eye.as_vec3().as_dvec3().to_array()),
                    yaw: Some(bay.yaw()),
                    pitch: Some(0.0),
                    mode: Some(mode),
                },
                params: MoverParams::default(),
                inputs: Vec::new(),
                checks: vec![
                    StationCheck::Clear,
                    StationCheck::CrossesNothing,
                    StationCheck::NeverPutBack,
                ],
            },
        }
    }

    /// Creates a station where a walking body starts at (u, w) on a floor at height y.
    pub(super) fn walk(bay: &'a Bay, name: &str, title: &str, shows: &str, [u, y, w]: [f64; 3]) -> Self {
        let eye = f64::from(MoverParams::default().eye_height);
        Self::new(bay, name, title, shows, Mode::Walk, bay.at(u, y + LIFT + eye, w))
    }

    /// Creates a station where a flying sphere starts at (u, y, w).
    pub(super) fn fly(bay: &'a Bay, name: &str, title: &str, shows: &str, [u, y, w]: [f64; 3]) -> Self {
        Self::new(bay, name, title, shows, Mode::Fly, bay.at(u, y, w))
    }

    /// Sets the initial view direction: degrees to the right of the direction into the bay, and degrees upwards.
    pub(super) fn look(mut self, right: f32, up: f32) -> Self {
        self.station.start.yaw = Some(self.bay.yaw() - right);
        self.station.start.pitch = Some(up);
        self
    }

    pub(super) fn ahead(mut self, ticks: u64, fast: bool) -> Self {
        let forward = 1.0;
        self.station.inputs.push(Ticks {
            ticks,
            forward,
            fast,
            ..Ticks::default()
        });
        self
    }

    pub(super) fn wait(mut self, ticks: u64) -> Self {
        self.station.inputs.push(Ticks {
            ticks,
            ..Ticks::default()
        });
        self
    }

    pub(super) fn check(mut self, check: StationCheck) -> Self {
        self.station.checks.push(check);
        self
    }

    /// Returns a box between coordinates of the bay.
    fn place(&self, u: [f64; 2], y: [f64; 2], w: [f64; 2]) -> CheckVolume {
        let (a, b) = (self.bay.at(u[0], y[0], w[0]), self.bay.at(u[1], y[1], w[1]));
        CheckVolume {
            low: a.min(b).as_vec3().to_array(),
            high: a.max(b).as_vec3().to_array(),
        }
    }

    pub(super) fn reaches(self, u: [f64; 2], y: [f64; 2], w: [f64; 2]) -> Self {
        let place = self.place(u, y, w);
        self.check(StationCheck::Reaches(place))
    }

    pub(super) fn keeps_out(self, u: [f64; 2], y: [f64; 2], w: [f64; 2]) -> Self {
        let place = self.place(u, y, w);
        self.check(StationCheck::KeepsOut(place))
    }

    pub(super) fn rests(self) -> Self {
        self.check(StationCheck::Rests {
            metres: AT_REST,
            ticks: TICKS_PER_SECOND as usize,
        })
    }
}
