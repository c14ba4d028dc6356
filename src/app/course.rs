//! The course of a level: where its stations are, how each came out for each way to move, and going through them.

use std::sync::Arc;

use bevy::{
    prelude::*,
    tasks::{AsyncComputeTaskPool, Task, block_on, poll_once},
};

use super::{
    player::drive::Playing,
    state::{Command, LevelSource, Notice, Player, Shown},
};
use crate::collision::{
    course::{self, Course, Score, Station},
    mover::Way,
};

/// The scores of the level's course: a row a station, a column a way, in the order of [`Way::ALL`].
#[derive(Resource, Default)]
pub struct Scores {
    /// The rows; empty where the level has no course or it is still being run.
    pub rows: Arc<Vec<Vec<Score>>>,
    revision: Option<u64>,
    task: Option<(u64, Task<Vec<Vec<Score>>>)>,
}

impl Scores {
    /// Whether the course is being run.
    #[must_use]
    pub fn is_busy(&self) -> bool {
        self.task.is_some()
    }
}

/// The course of the level that is shown.
#[must_use]
pub fn of(shown: &Shown) -> Option<&'static Course> {
    match &shown.source {
        LevelSource::BuiltIn(name) => course::builtin(name),
        LevelSource::File(_) => None,
    }
}

/// Runs courses and goes to stations.
pub struct CoursePlugin;

impl Plugin for CoursePlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<Scores>().add_systems(Update, (score, go));
    }
}

/// Runs the course anew for each tree.
fn score(shown: Option<Res<Shown>>, mut scores: ResMut<Scores>) {
    let Some(shown) = shown else { return };
    let Some(course) = of(&shown) else {
        if scores.revision.take().is_some() {
            *scores = Scores::default();
        }
        return;
    };
    if let Some((revision, task)) = &mut scores.task {
        let revision = *revision;
        if let Some(rows) = block_on(poll_once(task)) {
            scores.task = None;
            if revision == shown.revision {
                scores.rows = Arc::new(rows);
                scores.revision = Some(revision);
            }
        }
    } else if scores.revision != Some(shown.revision) {
        let tree = Arc::clone(&shown.tree);
        let task = AsyncComputeTaskPool::get().spawn(async move {
            let run = |station: &Station| Way::ALL.map(|way| course::run(station, &tree, way)).to_vec();
            course.stations.iter().map(run).collect()
        });
        scores.task = Some((shown.revision, task));
    }
}

/// Goes to a station, or through it.
fn go(
    mut commands: Commands,
    mut messages: MessageReader<Command>,
    shown: Option<Res<Shown>>,
    mut player: ResMut<Player>,
    mut notices: MessageWriter<Notice>,
) {
    for command in messages.read() {
        let (number, watch) = match command {
            Command::GoToStation(number) => (*number, false),
            Command::WatchStation(number) => (*number, true),
            _ => continue,
        };
        let Some(station) = shown
            .as_deref()
            .and_then(of)
            .and_then(|course| course.stations.get(usize::from(number)))
        else {
            continue;
        };
        player.noclip = false;
        commands.insert_resource(Playing::station(station, watch));
        notices.write(Notice::info(format!("{}: {}", station.title, station.shows)));
    }
}
