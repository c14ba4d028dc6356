//! The course of a level: where its stations are, how each came out for each way to move, and going through them.

use std::sync::Arc;

use bevy::{
    prelude::*,
    tasks::{AsyncComputeTaskPool, Task, block_on, poll_once},
};

use super::{
    leaf_tree::LeafTreeState,
    player::drive::Playing,
    schedule::{AppState, AppSystems},
    startup::job,
    state::{Command, CurrentLevel, LevelSource, Notice, Player},
};
use crate::collision::{
    course::{self, Course, Score, Station},
    mover::{CollisionMethod, Trees},
};

/// The scores of the level's course: a row a station, a column a method, in the order of [`CollisionMethod::ALL`]. The last, which goes by
/// planes, comes once the rooms are made.
#[derive(Resource, Default)]
pub struct Scores {
    /// The rows; empty where the level has no course or it is still being run.
    pub rows: Arc<Vec<Vec<Score>>>,
    known: Option<Known>,
    task: Option<(Known, Task<Result<Vec<Vec<Score>>, String>>)>,
}

impl Scores {
    /// Whether the course is being run.
    #[must_use]
    pub fn is_busy(&self) -> bool {
        self.task.is_some()
    }
}

/// What scores are of: a tree, by its revision, and whether there were planes.
type Known = (u64, bool);

/// The course of the level that is shown.
#[must_use]
pub fn of(current: &CurrentLevel) -> Option<&'static Course> {
    match &current.source {
        LevelSource::BuiltIn(name) => course::builtin(name),
        LevelSource::File(_) => None,
    }
}

/// Runs courses and goes to stations.
pub struct CoursePlugin;

impl Plugin for CoursePlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<Scores>().add_systems(
            Update,
            (score, go)
                .run_if(in_state(AppState::InLevel))
                .in_set(AppSystems::Command),
        );
    }
}

/// Runs the course anew for each tree, and when there are planes.
fn score(current: Res<CurrentLevel>, leaf_tree: Res<LeafTreeState>, mut scores: ResMut<Scores>) {
    let Some(course) = of(&current) else {
        if scores.known.take().is_some() {
            *scores = Scores::default();
        }
        return;
    };
    let built = leaf_tree
        .built()
        .filter(|built| built.level_revision == current.level_revision);
    let wanted = (current.revision, built.is_some());
    if let Some((known, task)) = &mut scores.task {
        let known = *known;
        if let Some(rows) = block_on(poll_once(task)) {
            scores.task = None;
            if known.0 == current.revision {
                let rows = rows.inspect_err(|fault| error!("The stations are not scored. {fault}"));
                scores.rows = Arc::new(rows.unwrap_or_default());
                scores.known = Some(known);
            }
        }
    } else if scores.known != Some(wanted) {
        let tree = Arc::clone(&current.tree);
        let planes = built.map(|built| Arc::clone(&built.planes));
        let task = AsyncComputeTaskPool::get().spawn(async move {
            let trees = Trees {
                nodes: &tree,
                planes: planes.as_deref(),
            };
            let methods = CollisionMethod::ALL.into_iter();
            let methods = methods.filter(|method| trees.planes.is_some() || !method.needs_leaves());
            let run = |station: &Station| -> Vec<Score> {
                methods
                    .clone()
                    .map(|method| course::run(station, trees, method))
                    .collect()
            };
            job(|| course.stations.iter().map(run).collect())
        });
        scores.task = Some((wanted, task));
    }
}

/// Goes to a station, or through it.
fn go(
    mut commands: Commands,
    mut messages: MessageReader<Command>,
    current: Res<CurrentLevel>,
    mut player: ResMut<Player>,
    mut notices: MessageWriter<Notice>,
) {
    for command in messages.read() {
        let (number, watch) = match command {
            Command::GoToStation(number) => (*number, false),
            Command::WatchStation(number) => (*number, true),
            _ => continue,
        };
        let Some(station) = of(&current).and_then(|course| course.stations.get(usize::from(number))) else {
            continue;
        };
        player.noclip = false;
        commands.insert_resource(Playing::station(station, watch, &current.level.spawn));
        notices.write(Notice::info(format!("{}: {}", station.title, station.shows)));
    }
}
