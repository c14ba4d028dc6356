//! The film of the build: the node-storing tree, division by division, in the model view.
//!
//! The film and the selection are one: a step selects its node, and a node that is selected otherwise is jumped to. So the
//! card explains each step, the faces in front and behind are tinted, and the tree's picture shows where it is.

mod caption;

use bevy::prelude::*;

use super::{
    overlays::CurrentTreeStats,
    schedule::{AppState, AppSystems},
    state::{BuildFilm, Command, CurrentLevel, ModelView, Selection, Ui},
};
use crate::cli::View;

pub(super) use caption::caption;

/// Shows the film.
pub(super) struct BuildFilmPlugin;

impl Plugin for BuildFilmPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<CurrentTreeStats>().add_systems(
            Update,
            (
                command.in_set(AppSystems::Command),
                (leave.run_if(on_model_commands), play, follow)
                    .chain()
                    .after(AppSystems::Select)
                    .before(AppSystems::LeafTree),
            )
                .run_if(in_state(AppState::InLevel)),
        );
    }
}

/// Whether the user went into or out of the model since the last frame.
fn on_model_commands(mut commands: MessageReader<Command>) -> bool {
    let is_one = |command: &Command| matches!(command, Command::ToggleModel | Command::TogglePlan);
    commands.read().filter(|command| is_one(command)).count() > 0
}

/// Opens the film in the model, closes it, and goes a step on or back.
fn command(
    mut commands: MessageReader<Command>,
    current: Res<CurrentLevel>,
    (mut film, mut view, mut ui): (ResMut<BuildFilm>, ResMut<ModelView>, ResMut<Ui>),
) {
    let last = current.tree.node_count().saturating_sub(1);
    for command in commands.read() {
        match command {
            Command::ToggleBuildFilm if film.open => {
                film.open = false;
                if film.from_eyes {
                    view.view = View::Eye;
                }
            }
            Command::ToggleBuildFilm => {
                film.open = true;
                film.shown = None;
                film.from_eyes = view.is_eye();
                if view.is_eye() {
                    view.view = View::Model;
                    ui.captured = false;
                }
            }
            Command::NextDivision if film.open => {
                film.playing = false;
                film.step = film.step.saturating_add(1).min(last);
            }
            Command::PreviousDivision if film.open => {
                film.playing = false;
                film.step = film.step.saturating_sub(1);
            }
            _ => {}
        }
    }
}

/// Closes the film where the camera goes back into the eyes, from which it cannot be seen.
fn leave(view: Res<ModelView>, mut film: ResMut<BuildFilm>) {
    if view.is_eye() && film.open {
        film.open = false;
    }
}

/// Lets the film go on.
fn play(
    time: Res<Time<Real>>,
    current: Res<CurrentLevel>,
    mut film: ResMut<BuildFilm>,
    mut ahead: Local<f32>,
) {
    if !film.open || !film.playing {
        *ahead = 0.0;
        return;
    }
    *ahead += time.delta_secs() * film.speed;
    if *ahead < 1.0 {
        return;
    }
    let last = current.tree.node_count().saturating_sub(1);
    film.step = film.step.saturating_add(*ahead as u32).min(last);
    film.playing = film.step < last;
    *ahead = ahead.fract();
}

/// Selects the node of a new step, or goes to the step of the node that was selected.
fn follow(
    current: Res<CurrentLevel>,
    stats: Res<CurrentTreeStats>,
    mut film: ResMut<BuildFilm>,
    mut selection: ResMut<Selection>,
    mut last: Local<u32>,
) {
    if !film.open || stats.revision != Some(current.revision) {
        return;
    }
    let stats = &stats.stats;
    let depth = |node| current.tree.node(node).map(|view| view.depth);
    let step_of = |node| stats.step_of(node, depth(node)?);
    let selected = selection.node.and_then(|node| Some((node, step_of(node)?)));
    let known = film.shown.filter(|shown| shown.0 == current.revision);
    let step = match (known, selected) {
        // It was just opened, or the tree is another: what is selected is shown.
        (None, Some((_, step))) => step,
        (None, None) => film.step.min(current.tree.node_count().saturating_sub(1)),
        (Some(_), _) if film.step != *last => film.step,
        (Some((_, shown, _)), Some((node, step))) if node != shown => {
            film.playing = false;
            step
        }
        (Some(_), _) => return,
    };
    *last = step;
    let node = stats.node_at_step(step);
    let shown = node.and_then(|node| Some((current.revision, node, depth(node)?)));
    if film.step != step || film.shown != shown {
        (film.step, film.shown) = (step, shown);
    }
    if let Some(node) = node.filter(|_| selection.node != node) {
        *selection = Selection {
            node: Some(node),
            face: None,
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::overlays::{TreeStats, test_trees};

    /// A level with an open film.
    fn rig() -> (App, u32) {
        let mut app = App::new();
        let current = test_trees::current();
        let mut stats = CurrentTreeStats::default();
        stats.stats = std::sync::Arc::new(TreeStats::of(&current.tree));
        stats.revision = Some(current.revision);
        let count = current.tree.node_count();
        app.insert_resource(current)
            .insert_resource(stats)
            .init_resource::<BuildFilm>()
            .init_resource::<ModelView>()
            .init_resource::<Ui>()
            .init_resource::<Selection>()
            .init_resource::<Time<Real>>()
            .add_message::<Command>()
            .add_systems(Update, (command, play, follow).chain());
        send(&mut app, Command::ToggleBuildFilm);
        (app, count)
    }

    fn send(app: &mut App, command: Command) {
        app.world_mut().write_message(command);
        app.update();
    }

    fn shown(app: &App) -> (u32, Option<u32>) {
        let film = app.world().resource::<BuildFilm>();
        assert_eq!(film.node(), app.world().resource::<Selection>().node);
        (film.step, film.node())
    }

    #[test]
    fn steps_and_selection_follow_each_other() {
        let (mut app, count) = rig();
        assert_eq!(shown(&app), (0, Some(0)), "the root is divided first");
        assert!(!app.world().resource::<ModelView>().is_eye());
        send(&mut app, Command::PreviousDivision);
        assert_eq!(shown(&app), (0, Some(0)));
        send(&mut app, Command::NextDivision);
        let (step, second) = shown(&app);
        assert_eq!((step, second), (1, Some(1)), "the front child of the root");

        // A node that is selected otherwise is jumped to.
        app.world_mut().resource_mut::<Selection>().node = Some(count - 1);
        app.update();
        let (step, node) = shown(&app);
        assert!(step > 1 && node == Some(count - 1));
        app.world_mut().resource_mut::<BuildFilm>().step = 2;
        app.update();
        assert_eq!(shown(&app).0, 2);
        app.world_mut().resource_mut::<BuildFilm>().step = count - 1;
        app.update();
        send(&mut app, Command::NextDivision);
        assert_eq!(shown(&app).0, count - 1, "the last stays");

        send(&mut app, Command::ToggleBuildFilm);
        assert!(
            app.world().resource::<ModelView>().is_eye(),
            "back to where it was"
        );
        let film = app.world().resource::<BuildFilm>();
        assert!(!film.open && film.node().is_none() && film.is_divided(count - 1, 99));
    }

    #[test]
    fn it_plays_to_its_end() {
        let (mut app, count) = rig();
        let mut film = app.world_mut().resource_mut::<BuildFilm>();
        (film.playing, film.speed) = (true, 8.0);
        let after = |app: &mut App, seconds: f32| {
            let passed = std::time::Duration::from_secs_f32(seconds);
            app.world_mut().resource_mut::<Time<Real>>().advance_by(passed);
            app.update();
            // What has passed must not pass again.
            app.world_mut()
                .resource_mut::<Time<Real>>()
                .advance_by(std::time::Duration::ZERO);
            shown(app).0
        };
        assert_eq!(after(&mut app, 0.1), 0);
        assert_eq!(after(&mut app, 0.3), 3);
        assert_eq!(after(&mut app, 1.0e4), count - 1);
        assert!(!app.world().resource::<BuildFilm>().playing);
    }

    #[test]
    fn a_node_is_divided_after_those_above_it() {
        let film = BuildFilm {
            open: true,
            shown: Some((1, 7, 2)),
            ..BuildFilm::default()
        };
        assert!(film.is_divided(900, 1) && film.is_divided(7, 2) && film.is_divided(3, 2));
        assert!(!film.is_divided(8, 2) && !film.is_divided(2, 3));
    }
}
