//! The films of the page: the division and the build of the node-storing tree, and three queries in it. Their steps and sentences are those of the
//! program.

use std::sync::Arc;

use bspwalk_explain::films::{Query, QueryFilm, caption};
use bspwalk_overlays::legend::Row;
use bspwalk_progress::{Progress, words};
use bspwalk_session::{films::from_eye, view::FilmTree};
use bspwalk_trees::{
    collision::Capsule,
    node_storing::{Division, Replay},
};
use glam::Vec3;
use rayon::prelude::*;

use super::{
    super::{args::ShotOptions, error::CliError},
    figures::Base,
};

/// Depths that the film of the division shows at most, and divisions of that of the build.
const DEPTHS: u32 = 8;
const DIVISIONS: u32 = 12;

/// Steps of the film of a query at most: the first ones, and the last.
const STEPS: usize = 30;

/// Radius of the body that the queries ask about, in metres.
const RADIUS: f32 = 0.5;

/// A film.
pub(super) struct Film {
    /// Its name in addresses within the page.
    pub(super) id: &'static str,
    pub(super) title: &'static str,
    /// What it shows, and how many steps are left out.
    pub(super) intro: String,
    pub(super) steps: Vec<Step>,
}

/// A step of a film.
pub(super) struct Step {
    /// What it draws over the model.
    pub(super) over: String,
    /// What is said of it.
    pub(super) words: String,
    /// What its colours mean.
    pub(super) legends: Vec<(&'static str, Vec<Row>)>,
}

/// All films of a level, over its model.
pub(super) fn all(
    model: &Base<'_>,
    shot: &ShotOptions,
    [eye, forward]: [Vec3; 2],
    progress: &Arc<Progress>,
) -> Result<Vec<Film>, CliError> {
    let tree = &model.opened().tree;
    if tree.node_count() == 0 {
        return Ok(Vec::new());
    }
    let mut films = vec![division(model, shot), build(model, shot, progress)?];
    let [from, to] = from_eye(tree, eye, forward);
    // A body that rests reaches into what the eye looks at.
    let met = tree.cast(from, to).map_or(to, |hit| hit.point);
    let center = met - forward * (0.6 * RADIUS);
    let body = Capsule::sphere(RADIUS);
    let queries = [
        Query::Cast { from, to },
        Query::Contacts { body, center },
        Query::Sweep { body, from, to },
    ];
    films.extend(queries.iter().map(|asked| query(model, shot, asked)));
    Ok(films)
}

/// The tree divides the level, depth by depth.
fn division(model: &Base<'_>, shot: &ShotOptions) -> Film {
    let deepest = model.figures().stats.deepest() + 1;
    let shown = deepest.min(DEPTHS);
    let steps: Vec<Step> = (0..=shown)
        .into_par_iter()
        .map(|depth| {
            let mut scene = model.scene(shot);
            if let Some(in_model) = &mut scene.model {
                in_model.film = Some((FilmTree::Nodes, depth));
            }
            let (over, legends) = model.step(&scene);
            let all = words::counted(u64::from(model.figures().stats.steps_above(depth)), "plane");
            let words = match depth {
                0 => "The whole level is one cell.".to_owned(),
                1 => "The plane of the root divides the whole level.".to_owned(),
                _ => format!("The {all} of the nodes above depth {depth} divide the level, each within the cell of its node."),
            };
            Step { over, words, legends }
        })
        .collect();
    Film {
        id: "division",
        title: "The tree divides the level",
        intro: left_out(
            "Each plane divides the cell that the planes above it have left, depth by depth.",
            u64::from(deepest - shown),
            "depth",
        ),
        steps,
    }
}

/// The first divisions of the build, with what was considered.
fn build(model: &Base<'_>, shot: &ShotOptions, progress: &Progress) -> Result<Film, CliError> {
    let opened = model.opened();
    let triangles = opened.level.solid_triangles();
    let failed =
        |error: &dyn std::fmt::Display| CliError::Failed(format!("the build cannot be replayed: {error}"));
    let mut replay =
        Replay::new(Arc::clone(&opened.tree), &triangles, progress).map_err(|error| failed(&error))?;
    let all = opened.tree.node_count();
    let mut divisions: Vec<Division> = Vec::new();
    for step in 0..all.min(DIVISIONS) {
        if let Some(node) = model.figures().stats.node_at_step(step) {
            divisions.push(replay.division(node, progress).map_err(|error| failed(&error))?);
        }
    }
    let steps: Vec<Step> = divisions
        .par_iter()
        .map(|division| {
            let mut scene = model.scene(shot);
            scene.division = Some(division);
            scene.selected = Some(division.node);
            let (over, mut legends) = model.step(&scene);
            // The first row of the film is its sentence.
            let mut words = String::new();
            for (_, rows) in legends
                .iter_mut()
                .filter(|(title, _)| *title == "Film of the build")
            {
                if let Some(Row::Note(note)) = rows.first() {
                    words.clone_from(note);
                    rows.remove(0);
                }
            }
            Step { over, words, legends }
        })
        .collect();
    let shown = steps.len() as u64;
    Ok(Film {
        id: "build",
        title: "How the planes were chosen",
        intro: left_out(
            "The build chooses a plane for each node, the root's first. What it considered is drawn in the model.",
            u64::from(all) - shown,
            "division",
        ),
        steps,
    })
}

/// A query, step by step.
fn query(model: &Base<'_>, shot: &ShotOptions, query: &Query) -> Film {
    let tree = &model.opened().tree;
    let film = QueryFilm::record(tree, query);
    let mut numbers: Vec<usize> = (0..film.len()).collect();
    if numbers.len() > STEPS {
        numbers.drain(STEPS - 1..film.len() - 1);
    }
    let steps: Vec<Step> = numbers
        .par_iter()
        .map(|&number| {
            let mut scene = model.scene(shot);
            scene.query = Some((&film, number));
            let (over, legends) = model.step(&scene);
            let said = caption(&film, tree, number);
            let words = format!("Step {} of {}. {said}", number + 1, film.len());
            Step { over, words, legends }
        })
        .collect();
    let totals = film.totals();
    let (id, title, asks) = match query {
        Query::Cast { .. } => ("cast", "A cast", "What does a segment from the eye meet first?"),
        Query::Sweep { .. } => ("sweep", "A moving body", "What does a moving sphere first touch?"),
        _ => (
            "contacts",
            "A resting body",
            "Which faces does a resting sphere reach into?",
        ),
    };
    let costs = format!(
        "{asks} It visits {} and tests {}; without a tree it would test all {}.",
        words::of_all([totals.visited as usize, film.nodes() as usize], "node", "nodes").to_lowercase(),
        words::counted(totals.tested, "face"),
        words::count(u64::from(film.triangles()))
    );
    Film {
        id,
        title,
        intro: left_out(&costs, (film.len() - steps.len()) as u64, "step"),
        steps,
    }
}

/// A sentence, and how much of a film is left out.
fn left_out(sentence: &str, number: u64, what: &str) -> String {
    match number {
        0 => sentence.to_owned(),
        _ => format!(
            "{sentence} {} not shown here; the program shows all.",
            are(number, what)
        ),
    }
}

fn are(number: u64, what: &str) -> String {
    let verb = if number == 1 { "is" } else { "are" };
    format!("{} {verb}", words::counted(number, what))
}
