//! The running tour: shows stations, and restores everything when it ends.

use bevy::{ecs::system::SystemParam, prelude::*};
use bspwalk_session::{
    body::Body,
    clock::TimeScale,
    view::{self, View},
};

use super::{
    levels::Levels,
    station::{Film, Station},
    stations::{self, STATIONS},
};
use crate::app::{
    leaf_tree::{ChosenLeaf, Culling, Frozen, LeafIsLatest, SightFrom},
    quiz::QuizState,
    settings::Settings,
    shown::{IsShown, ShownMut, show},
    state::{BuildFilm, DivisionFilm, LevelName, ModelView, Overlays, Player, QueryPlayer, Selection, Ui},
};

/// The running tour.
#[derive(Resource)]
pub struct Tour {
    /// Index of the station in [`STATIONS`].
    pub(super) place: usize,
    /// Whether the level of the station is ready, and whether the station is shown in it.
    pub(super) is_there: bool,
    pub(super) is_shown: bool,
    /// Whether the task of the station has been completed since it is shown.
    pub(super) is_done: bool,
    /// Fact about the current position, in numbers.
    pub(super) fact: Option<String>,
    /// Whether the tour ends as soon as the previous level is back.
    pub(super) leaves: bool,
    pub(super) levels: Levels,
    before: Before,
}

impl Tour {
    /// Goes to another station, which is shown once its level is ready.
    pub(super) fn go(&mut self, place: usize) {
        (self.place, self.is_there, self.is_shown) = (place, false, false);
        (self.is_done, self.fact) = (false, None);
    }

    /// Returns the index of the station, counted from 0.
    #[must_use]
    pub fn place(&self) -> usize {
        self.place
    }

    /// Returns the station.
    #[must_use]
    pub fn station(&self) -> &'static Station {
        &STATIONS[self.place.min(STATIONS.len() - 1)]
    }

    /// Returns whether the station is shown. It is not while its level is loading.
    #[must_use]
    pub fn is_shown(&self) -> bool {
        self.is_shown
    }

    /// Returns whether the task of the station has been completed since it is shown.
    #[must_use]
    pub fn is_done(&self) -> bool {
        self.is_done
    }
}

/// State from before the tour or a worked example, except for the level and everything that belongs to it.
pub(in crate::app) struct Before {
    /// The previous player, which is hidden.
    pub(in crate::app) body: Entity,
    view: ModelView,
    build_film: BuildFilm,
    query_film: QueryPlayer,
    overlays: Overlays,
    culling: Culling,
    ui: Ui,
    /// What the settings remember of levels.
    settings: Settings,
}

/// State that the tour changes, except for the level.
#[derive(SystemParam)]
pub(in crate::app) struct Stage<'w, 's> {
    commands: Commands<'w, 's>,
    pub(in crate::app) view: ResMut<'w, ModelView>,
    pub(in crate::app) build_film: ResMut<'w, BuildFilm>,
    pub(in crate::app) query_film: ResMut<'w, QueryPlayer>,
    overlays: ResMut<'w, Overlays>,
    body: Single<'w, 's, Entity, (With<Player>, With<IsShown>)>,
    pub(super) player: ShownMut<'w, 's, Player>,
    selection: ShownMut<'w, 's, Selection>,
    leaf: ShownMut<'w, 's, ChosenLeaf>,
    latest: ShownMut<'w, 's, LeafIsLatest>,
    sight_from: ShownMut<'w, 's, SightFrom>,
    culling: ResMut<'w, Culling>,
    frozen: ShownMut<'w, 's, Frozen>,
    pub(in crate::app) ui: ResMut<'w, Ui>,
    pub(in crate::app) quiz: ResMut<'w, QuizState>,
    pub(super) settings: ResMut<'w, Settings>,
}

impl Stage<'_, '_> {
    /// Hides the player and continues with a copy. Returns the hidden player and all other state to restore later.
    pub(in crate::app) fn put_aside(&mut self) -> Before {
        let walker = self.player.walker.hand_over();
        let copy = self.commands.spawn(Player { walker }).id();
        self.commands.queue(move |world: &mut World| {
            show::<Player>(world, copy);
        });
        Before {
            body: *self.body,
            view: self.view.clone(),
            build_film: self.build_film.clone(),
            query_film: self.query_film.clone(),
            overlays: self.overlays.clone(),
            culling: *self.culling,
            ui: *self.ui,
            settings: self.settings.clone(),
        }
    }

    /// Starts the tour at a station, which is shown once its level is ready.
    pub(super) fn begin(&mut self, place: usize) {
        let before = self.put_aside();
        self.ui.tour = true;
        self.ui.help = false;
        self.commands.insert_resource(Tour {
            place,
            is_there: false,
            is_shown: false,
            is_done: false,
            fact: None,
            leaves: false,
            levels: Levels::default(),
            before,
        });
    }

    /// Shows the initial state of a station in its level.
    pub(super) fn show(&mut self, station: &Station) {
        self.end_what_runs();
        let camera = station.camera;
        let film = match station.film {
            Film::Division(tree) => DivisionFilm::of(tree),
            Film::Build(_) | Film::Query(_) | Film::None => DivisionFilm::default(),
        };
        **self.view = view::ModelView {
            view: camera.view,
            cut: camera.cut,
            film,
            away: self.view.away,
            ..default()
        };
        let (open, step) = match station.film {
            Film::Build(step) => (true, step),
            Film::Division(_) | Film::Query(_) | Film::None => (false, 0),
        };
        *self.build_film = BuildFilm::at(open, step);
        self.query_film.open = false;
        if let Film::Query(query) = station.film {
            self.query_film.begin(&query);
        }
        self.quiz.kinds = Some(station.asks);
        *self.overlays = stations::overlays(station, self.overlays.palette);
        let mut body = Body::default();
        (body.walking, body.method) = (station.mode.walks, station.mode.method);
        body.path = self.player.path;
        body.teleport(camera.eye);
        (body.yaw, body.pitch) = (camera.yaw.to_radians(), camera.pitch.to_radians());
        let walker = &mut self.player.walker;
        (walker.body, walker.time_scale) = (body, TimeScale::default());
        **self.selection = Selection {
            node: station.selects,
            face: None,
        };
        (**self.leaf, **self.latest, **self.sight_from) = Default::default();
        (self.culling.0, self.frozen.0) = (station.mode.culling, None);
        *self.ui = Ui {
            tour: true,
            captured: self.ui.captured && camera.view == View::Eye,
            pointer_on_panel: self.ui.pointer_on_panel,
            ..Ui::default()
        };
    }

    /// Ends everything that the user may have started at a station.
    fn end_what_runs(&mut self) {
        self.quiz.quit();
        let walker = &mut self.player.walker;
        walker.forget_tree();
        walker.playing = None;
    }

    /// Ends the tour and restores everything it changed. If the user opened another level, the player, the view and the
    /// selection of that level are kept.
    pub(super) fn end(&mut self, tour: &Tour, is_own_level: bool) {
        self.put_back(&tour.before, is_own_level);
        self.quiz.kinds = None;
        self.commands.remove_resource::<Tour>();
    }

    /// Restores the previous state in the same way as [`Stage::end`].
    pub(in crate::app) fn put_back(&mut self, before: &Before, is_own_level: bool) {
        self.end_what_runs();
        // The camera flies back to its previous position.
        let away = self.view.away;
        if is_own_level {
            *self.view = before.view.clone();
            self.view.away = away;
            *self.build_film = before.build_film.clone();
            *self.query_film = before.query_film.clone();
        } else {
            **self.view = view::ModelView {
                view: before.view.view,
                away,
                ..default()
            };
            self.build_film.open = false;
        }
        self.put_body_back(before.body, is_own_level);
        *self.culling = before.culling;
        let palette = self.overlays.palette;
        *self.overlays = before.overlays.clone();
        // Keep what the user has changed for all levels in the meantime.
        self.overlays.palette = palette;
        self.forget_built_in_levels(&before.settings);
        *self.ui = Ui {
            tour: false,
            help: false,
            captured: self.ui.captured && self.view.is_eye(),
            pointer_on_panel: self.ui.pointer_on_panel,
            ..before.ui
        };
    }

    /// Activates the previous player again. If the level is a different one, that player takes the position of the
    /// player it replaces.
    fn put_body_back(&mut self, body: Entity, is_own_level: bool) {
        self.commands.queue(move |world: &mut World| {
            let Some(meanwhile) = show::<Player>(world, body) else {
                return;
            };
            let now = world.entity_mut(meanwhile).take::<Player>();
            world.despawn(meanwhile);
            if let (Some(now), Some(mut player)) = (now, world.get_mut::<Player>(body))
                && !is_own_level
            {
                player.walker.forget_tree();
                player.path = now.path;
                player.teleport(now.position);
                (player.yaw, player.pitch) = (now.yaw, now.pitch);
                player.noclip = false;
            }
        });
    }

    /// Restores the settings of built-in levels.
    fn forget_built_in_levels(&mut self, before: &Settings) {
        let is_built_in = |source: &LevelName| matches!(source, LevelName::BuiltIn(_));
        let now = std::mem::take(&mut self.settings.levels);
        let of_files = now.into_iter().filter(|known| !is_built_in(&known.source));
        let built_in = before.levels.iter().filter(|known| is_built_in(&known.source));
        self.settings.levels = of_files.chain(built_in.cloned()).collect();
    }
}
