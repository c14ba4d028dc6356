//! The tour while it runs: what it changes, and how that is as it was before when it ends.

use bevy::{ecs::system::SystemParam, prelude::*};

use super::{
    timeline::{Act, Facts, Stage, Timeline},
    wall,
};
use crate::{
    app::{
        clock::TimeScale,
        leaf_tree::ChosenLeaf,
        player::history::History,
        state::{
            BuildFilm, Command, CurrentLevel, Film, FilmTree, ModelView, Overlays, Player, Selection, Ui,
        },
        stop_reason::Explanation,
    },
    cli::View,
};

/// The tour while it runs.
#[derive(Resource)]
pub struct Tour {
    pub(super) timeline: Timeline,
    pub(super) facts: Facts,
    /// Where the body goes, in its own frame: −Z is ahead.
    pub(super) walks: Vec3,
    /// Where something stopped the body.
    pub(super) stopped: Option<Vec3>,
    pub(super) has_lost_focus: bool,
    /// The level and the tree when it began, by their revisions.
    of: [u64; 2],
    pub(super) before: Before,
}

impl Tour {
    /// The stage that is shown.
    #[must_use]
    pub fn stage(&self) -> Stage {
        self.timeline.stage()
    }
}

/// How the tour ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ending {
    /// Before its last stage has passed.
    IsSkipped,
    /// By itself, at the wall that it came to.
    LetsGo,
}

/// What was there before the tour.
pub(super) struct Before {
    view: ModelView,
    build_film: BuildFilm,
    overlays: Overlays,
    player: Player,
    history: History,
    selection: Selection,
    leaf: ChosenLeaf,
    pub(super) time_scale: TimeScale,
    ui: Ui,
    explanation: Option<Explanation>,
}

/// What the tour changes.
#[derive(SystemParam)]
pub(super) struct WorldAccess<'w, 's> {
    commands: Commands<'w, 's>,
    pub(super) view: ResMut<'w, ModelView>,
    build_film: ResMut<'w, BuildFilm>,
    overlays: ResMut<'w, Overlays>,
    pub(super) player: ResMut<'w, Player>,
    history: ResMut<'w, History>,
    selection: ResMut<'w, Selection>,
    leaf: ResMut<'w, ChosenLeaf>,
    time_scale: ResMut<'w, TimeScale>,
    ui: ResMut<'w, Ui>,
    pub(super) explanation: Option<Res<'w, Explanation>>,
    current: Res<'w, CurrentLevel>,
}

/// Speeds at which the body goes ahead in the tour, in metres a second.
const WALK: [f32; 2] = [2.0, 5.0];

impl WorldAccess<'_, '_> {
    fn revisions(&self) -> [u64; 2] {
        [self.current.level_revision, self.current.revision]
    }

    /// Begins the tour.
    pub(super) fn begin(&mut self) {
        let before = Before {
            view: self.view.clone(),
            build_film: self.build_film.clone(),
            overlays: self.overlays.clone(),
            player: self.player.clone(),
            history: self.history.clone(),
            selection: *self.selection,
            leaf: *self.leaf,
            time_scale: *self.time_scale,
            ui: *self.ui,
            explanation: self.explanation.as_deref().cloned(),
        };
        self.view.cut = None;
        self.build_film.open = false;
        self.view.film = Film::default();
        self.history.clear();
        *self.selection = Selection::default();
        self.leaf.0 = None;
        *self.time_scale = TimeScale::default();
        *self.ui = Ui {
            tour: true,
            ..Ui::default()
        };
        let player = &mut *self.player;
        player.speed = player.speed.clamp(WALK[0], WALK[1]);
        // After noclip the body comes to the eye.
        player.entered &= !player.noclip;
        player.noclip = false;
        self.commands.remove_resource::<Explanation>();
        let solid = self
            .current
            .level
            .triangles
            .iter()
            .filter(|triangle| triangle.solid);
        let mut tour = Tour {
            timeline: Timeline::new(),
            facts: Facts {
                nodes: self.current.tree.node_count(),
                faces: solid.count(),
                stop: None,
            },
            walks: Vec3::ZERO,
            stopped: None,
            has_lost_focus: false,
            of: self.revisions(),
            before,
        };
        for &act in tour.stage().acts() {
            self.act(act, &mut tour);
        }
        self.commands.insert_resource(tour);
    }

    /// Does what a stage asks for.
    pub(super) fn act(&mut self, act: Act, tour: &mut Tour) {
        match act {
            Act::Look(view) => self.view.view = view,
            Act::Film(plays) => {
                self.view.film = Film {
                    tree: plays.then_some(FilmTree::Nodes),
                    depth: 0.0,
                    playing: plays,
                };
            }
            Act::Dock(open) => self.ui.dock = open,
            Act::Show(kind) => {
                let palette = tour.before.overlays.palette;
                *self.overlays = Overlays::showing(kind);
                self.overlays.palette = palette;
            }
            Act::TurnToWall => {
                let player = &mut *self.player;
                player.pitch = 0.0;
                let heading = wall::heading(&self.current.tree, player.position, player.yaw);
                player.yaw = heading.unwrap_or(player.yaw);
            }
            Act::Walk(walks) => tour.walks = if walks { Vec3::NEG_Z } else { Vec3::ZERO },
            // Without a reason the question would be answered by a notice.
            Act::AskWhy if tour.stopped.is_some() => {
                self.commands.write_message(Command::Why);
            }
            Act::AskWhy => {}
        }
    }

    /// Ends the tour: what it has changed is as it was before. In another level the body, the view and the selection are
    /// those of that level. A tour that lets go at a wall leaves the body, the selection and the reason there.
    pub(super) fn end(&mut self, tour: &Tour, ending: Ending) {
        let before = &tour.before;
        let stays = ending == Ending::LetsGo && tour.stopped.is_some();
        let [same_level, same_tree] = [0, 1].map(|i| self.revisions()[i] == tour.of[i]);
        // The camera flies back to where it was.
        let away = self.view.away;
        if same_level {
            *self.view = ModelView {
                away,
                view: if stays { View::Eye } else { before.view.view },
                ..before.view.clone()
            };
            *self.build_film = before.build_film.clone();
            if stays {
                self.player.speed = before.player.speed;
            } else {
                *self.player = before.player.clone();
                *self.history = before.history.clone();
            }
        } else {
            self.view.view = before.view.view;
            self.view.film = Film::default();
            (self.player.speed, self.player.noclip) = (before.player.speed, before.player.noclip);
        }
        if !stays || !same_tree {
            self.commands.remove_resource::<Explanation>();
        }
        if same_tree && !stays {
            *self.selection = before.selection;
            *self.leaf = before.leaf;
            if let Some(explanation) = before.explanation.clone() {
                self.commands.insert_resource(explanation);
            }
        }
        *self.overlays = before.overlays.clone();
        *self.time_scale = before.time_scale;
        *self.ui = Ui {
            tour: false,
            help: false,
            captured: before.ui.captured && !tour.has_lost_focus,
            pointer_on_panel: self.ui.pointer_on_panel,
            ..before.ui
        };
        self.commands.remove_resource::<Tour>();
    }
}
