//! The running tour, which shows stations and restores everything when it ends.

use bevy::prelude::*;
use bspwalk_explain::{films::QueryMode, quiz::checks::ChoiceQuestion};
use bspwalk_session::view::{ModelView, Orbit, View, half_angles};
use bspwalk_session::{body::Body, clock::TimeScale, films::BuildFilm, selection::Selected};

use super::levels::Levels;
use super::station::{Film, Station};
use super::stations::{self, STATIONS};
use crate::app::host::prelude::*;
use crate::app::view::stage::{Before, Stage};

/// Pitch of the model view at stations that frame part of the level (in radians).
const PITCH: f32 = 0.95;

/// Aspect ratio assumed for framing.
const ASPECT: f32 = 16.0 / 9.0;

/// The running tour.
#[derive(Resource)]
pub struct Tour {
    /// Index of the current station in [`STATIONS`].
    pub place: usize,
    /// Whether the station's level is ready.
    pub(super) is_there: bool,
    /// Whether the station is shown in its level.
    pub is_shown: bool,
    /// Whether the station's task has been completed since the station was shown.
    pub is_done: bool,
    /// Question of the station, present once the task is complete.
    pub check: Option<ChoiceQuestion>,
    /// Answer to the question, as an index into the choices.
    pub given: Option<usize>,
    /// Sentence with figures about the current position, if the station has one.
    pub(super) fact: Option<String>,
    /// Whether the tour ends as soon as the previous level has been restored.
    pub(super) leaves: bool,
    pub(super) levels: Levels,
    before: Before,
}

impl Tour {
    /// Goes to another station, which is shown once its level is ready.
    pub(super) fn go(&mut self, place: usize) {
        (self.place, self.is_there, self.is_shown) = (place, false, false);
        (self.is_done, self.fact) = (false, None);
        (self.check, self.given) = (None, None);
    }

    /// Answers the question. Only the first answer counts.
    pub(super) fn answer(&mut self, given: usize) {
        let is_choice = |check: &ChoiceQuestion| given < check.choices.len();
        if self.given.is_none() && self.check.as_ref().is_some_and(is_choice) {
            self.given = Some(given);
        }
    }

    /// Returns the current station.
    #[must_use]
    pub fn station(&self) -> &'static Station {
        &STATIONS[self.place.min(STATIONS.len() - 1)]
    }
}

impl Stage<'_, '_> {
    /// Starts the tour at a station, which is shown once its level is ready.
    pub(super) fn begin(&mut self, place: usize) {
        let before = self.put_aside();
        (self.program.ui.tour, self.program.ui.help) = (true, None);
        self.commands.insert_resource(Tour {
            place,
            is_there: false,
            is_shown: false,
            is_done: false,
            check: None,
            given: None,
            fact: None,
            leaves: false,
            levels: Levels::default(),
            before,
        });
    }

    /// Shows the initial state of a station in its level.
    pub(super) fn show(&mut self, station: &Station) {
        self.end_activities();
        let (camera, setup) = (station.camera, &station.setup);
        let framed = camera.frames.map(|bounds| {
            let angles = [camera.yaw.to_radians(), PITCH];
            let half = half_angles(ASPECT, Vec2::ONE);
            let orbit = Orbit::whole(bounds, angles, half, camera.view == View::Plan);
            Framed { bounds, orbit }
        });
        self.program.view = ModelView {
            view: camera.view,
            orbit: framed.map(|framed| framed.orbit),
            framed,
            film: match setup.film {
                Film::Division(tree) => DivisionFilm {
                    playing: false,
                    ..DivisionFilm::of(tree)
                },
                _ => DivisionFilm::default(),
            },
            away: self.program.view.away,
            ..default()
        };
        self.program.build = BuildFilm {
            open: setup.film == Film::Build,
            ..default()
        };
        self.program.query.open = false;
        if let Film::Query(query) = setup.film {
            self.program.query.asked.mode = QueryMode::OnePlane;
            self.program.query.begin(&query);
        }
        self.program.quiz.allowed_kinds = Some(station.asks);
        self.program.overlays = stations::overlays(setup, self.program.overlays.palette);
        let mut body = Body::default();
        (body.walking, body.path) = (setup.walks, self.player.path);
        body.teleport(camera.eye);
        body.yaw = camera.yaw.to_radians();
        let walker = &mut self.player.walker;
        (walker.body, walker.time_scale) = (body, TimeScale::default());
        self.program.level.selected = Selected::of_node(setup.selects, None);
        (self.program.culling, self.program.level.frozen) = (setup.culling, None);
        let ui = &mut self.program.ui;
        (ui.panel, ui.dock, ui.help) = (false, false, None);
        (ui.page, ui.map) = (setup.page, false);
        ui.tour = true;
        ui.captured &= camera.view == View::Eye && setup.page.is_none();
    }

    /// Ends the tour and restores everything it changed. If the user opened another level, keeps the player, view and
    /// selection of that level.
    pub(super) fn end(&mut self, tour: &Tour, is_own_level: bool) {
        self.put_back(&tour.before, is_own_level);
        (self.program.quiz.allowed_kinds, self.quiz.mark) = (None, None);
        self.commands.remove_resource::<Tour>();
    }
}
