//! `quiz`: asks questions about the trees of a level in the terminal, or writes them as JSON for teachers.

use std::{
    io::{self, BufRead, Write},
    sync::Arc,
};

use bspwalk_draw::color::palette::Palette;
use bspwalk_explain::quiz::{Answers, Question, Quiz, Results, Scene, Trees, letter, points};
use bspwalk_levels::Level;
use bspwalk_overlays::quiz::{drawing, view as view_of};
use bspwalk_progress::{Cancelled, Progress};
use bspwalk_session::{
    OpenError, Opened,
    tree_args::TreeArgs,
    view::{Orbit, View, half_angles},
    view_args::{OrbitArg, Position, ViewArgs},
};
use bspwalk_text::{Localize, text, words::count_with_noun};
use bspwalk_trees::{BuildParams, NodeTree};
use glam::Vec2;
use serde_json::{Value, json};

use super::{
    args::QuizArgs,
    error::CliError,
    open,
    output::{print_json, write_file},
    progress_bar,
};

/// Default seed for the questions, equal to the default seed for builds.
pub(super) const SEED: u64 = BuildParams::SAMPLED.seed;

/// Aspect ratio of the pictures that show a question.
const ASPECT: f32 = 16.0 / 9.0;

/// Runs `quiz`.
pub(super) fn run(
    args: &QuizArgs,
    tree: &TreeArgs,
    input: impl BufRead,
    mut output: impl Write,
) -> Result<(), CliError> {
    let opened = open::open(&args.level, tree)?;
    let trees = trees(&opened);
    let (count, seed) = (args.count as usize, tree.seed.unwrap_or(SEED));
    let questions =
        progress_bar::with_progress_bar(|progress| questions(trees.clone(), count, seed, progress))
            .map_err(|error| OpenError::compile(&args.level, error))?;
    if args.json {
        let document = questions.iter().map(|question| {
            let mut document = json!(question);
            document["view"] = json!(view(question, &trees, &opened.level));
            document
        });
        return print_json(&document.collect::<Value>(), output);
    }
    let level = args.level.localized();
    let results = ask((&level, &opened.tree), &questions, input, &mut output).map_err(CliError::Output)?;
    match &args.csv {
        Some(file) => write_file(file, results.csv()),
        None => Ok(()),
    }
}

/// Returns the trees of a level. Omits the solid-leaf tree if it cannot be built; the quiz then has no questions about
/// it.
pub(super) fn trees(opened: &Opened) -> Trees {
    let leaves = opened.leaves().ok().map(|leaves| leaves.tree.clone());
    let pvs = leaves
        .as_ref()
        .and_then(|_| opened.pvs().ok())
        .map(|(pvs, _)| pvs.clone());
    Trees {
        nodes: opened.tree.clone(),
        triangles: opened.level.solid_triangles().into(),
        leaves,
        pvs,
        spawn: opened.level.spawn.eye,
    }
}

pub(super) fn questions(
    trees: Trees,
    count: usize,
    seed: u64,
    progress: &Arc<Progress>,
) -> Result<Vec<Question>, Cancelled> {
    let mut quiz = Quiz::new(trees, seed, progress)?;
    progress.begin(text!("report-making-questions"), count as u64);
    let mut questions = Vec::new();
    while questions.len() < count {
        let Some(question) = quiz.next(progress)? else {
            break;
        };
        questions.push(question);
        progress.advance(1);
    }
    Ok(questions)
}

/// Returns the options of `shot` that show what the question is about. They select the node whose plane is shown, or the
/// leaf that the eye is in.
fn view(question: &Question, trees: &Trees, level: &Level) -> String {
    let drawing = drawing(question, trees, false, Palette::default());
    let found = view_of(question, trees, &drawing, ASPECT);
    let at = found.map_or_else(ViewArgs::default, |(orbit, cut, [min, max])| {
        let middle = (min + max) * 0.5;
        // The camera of the options looks at the middle of the level, at the height of the eye.
        let target = level.bounds.center().as_vec3().with_y(middle.y);
        let reach = (min - target).abs().max((max - target).abs());
        let bounds = [target - reach, target + reach];
        let orbit = Orbit::framing(bounds, [orbit.yaw, orbit.pitch], half_angles(ASPECT, Vec2::ONE));
        ViewArgs {
            view: View::Model,
            eye: Some(Position(level.to_world(middle.as_dvec3()))),
            cut: Some(f64::from(cut) + level.origin.y),
            orbit: Some(OrbitArg::from(&orbit)),
            ..ViewArgs::default()
        }
    });
    let (select, select_leaf) = match question.scene {
        Scene::Query { node, .. } => (node, None),
        Scene::Division { node, .. } => (Some(node), None),
        Scene::Sight { from, .. } => (None, Some(from)),
        Scene::Painter { .. } => (None, None),
    };
    let at = ViewArgs {
        select: select.filter(|_| question.shows_plane()),
        select_leaf,
        ..at
    };
    let words = at.rounded().words();
    let words: Vec<String> = words
        .iter()
        .map(|[name, value]| format!("--{name}={value}"))
        .collect();
    words.join(" ")
}

/// Asks the questions one by one until there are no more questions or no more input. Prints and returns the results.
fn ask(
    (level, tree): (&str, &NodeTree),
    questions: &[Question],
    mut input: impl BufRead,
    output: &mut impl Write,
) -> io::Result<Results> {
    let mut results = Results::default();
    if questions.is_empty() {
        writeln!(output, "{}", text!("report-quiz-nothing", level))?;
    }
    for (index, question) in questions.iter().enumerate() {
        writeln!(
            output,
            "{}",
            text!(
                "report-quiz-question",
                number = index + 1,
                all = questions.len(),
                kind = question.kind.title()
            )
        )?;
        writeln!(output, "{}", question.text)?;
        let shown = question.describe_scene(tree);
        if !shown.is_empty() {
            writeln!(output, "{shown}")?;
        }
        let possible = match &question.answers {
            Answers::Choices(choices) => {
                for (place, choice) in choices.iter().enumerate() {
                    writeln!(output, "  {}  {}", letter(place), choice.text)?;
                }
                text!(
                    "report-quiz-letters",
                    last = letter(choices.len().saturating_sub(1))
                )
            }
            Answers::Number(most) => text!("report-quiz-numbers", most),
        };
        let given = loop {
            write!(output, "{possible}> ")?;
            output.flush()?;
            let mut line = String::new();
            if input.read_line(&mut line)? == 0 {
                writeln!(output)?;
                return finish(results, output);
            }
            match question.parse(&line) {
                Some(given) => break given,
                None => writeln!(
                    output,
                    "{}",
                    text!("report-quiz-none", given = line.trim().escape_debug(), possible)
                )?,
            }
        };
        results.add(level, question, given);
        writeln!(output, "{} {}\n", question.verdict(given), question.why)?;
    }
    finish(results, output)
}

/// Prints the score and the topics to review.
fn finish(results: Results, output: &mut impl Write) -> io::Result<Results> {
    let all = results.tally(None);
    if all.asked > 0 {
        let asked = count_with_noun(all.asked as u64, "point");
        writeln!(
            output,
            "{}",
            text!("report-quiz-score", points = points(all.points), asked)
        )?;
    }
    for kind in results.kinds_to_review() {
        writeln!(
            output,
            "{}",
            text!(
                "report-quiz-again",
                kind = kind.title().to_lowercase(),
                chapter = kind.look_at()
            )
        )?;
    }
    output.flush()?;
    Ok(results)
}
