//! The films of the page: the division film and build film of the node-storing tree, and films of three queries in it.
//! Steps, captions and colours are the same as in `film`.

use bspwalk_draw::color::palette::Rgb;
use bspwalk_explain::films::{QueryFilm, QueryKind};
use bspwalk_overlays::legend::Row;
use bspwalk_progress::Progress;
use bspwalk_session::{overlays::Overlays, view::FilmTree};
use bspwalk_text::{text, words};

use super::{
    figures,
    pictures::Pictures,
    stack::{Film, Layers, Stack, Step},
};
use crate::cli::{
    args::SheetArgs,
    error::CliError,
    film::{self, FilmKind, FilmOptions, Reel, pack},
    shot_scene::{ShotScene, ShotView},
    values::PixelSize,
};

/// Sizes of the pictures to try until the films fit, as fractions of the requested size.
const SMALLER: [[u32; 2]; 3] = [[1, 1], [2, 3], [1, 3]];

/// Maximum number of steps in a division film. The maximum for a query film is `MOMENTS`.
const DEPTHS: u32 = 16;
const MOMENTS: u32 = 40;

/// Number of steps in the build film. The first splits, shown in sequence, explain how the level is divided.
const DIVISIONS: u32 = 16;

/// The films and their pictures.
#[derive(Default)]
pub(super) struct Films {
    pub(super) stack: Stack,
    pub(super) films: Vec<Film>,
}

impl Films {
    /// Returns the total number of steps.
    pub(super) fn steps(&self) -> usize {
        self.films.iter().map(|film| film.steps.len()).sum()
    }
}

/// A recorded film.
struct Recorded {
    film: Film,
    /// Compressed pictures of the steps.
    frames: Vec<Vec<u8>>,
    colors: Vec<Rgb>,
}

/// Records all films of a level opened as a model. `too_long` returns the number of bytes over the limit in a
/// page with these films.
pub(super) fn all(
    shown: &ShotScene,
    args: &SheetArgs,
    too_long: impl Fn(&Films) -> usize,
    progress: &Progress,
) -> Result<Films, CliError> {
    let mut made = Films::default();
    if shown.opened.tree.node_count() == 0 {
        return Ok(made);
    }
    let failed = |error| CliError::Failed(text!("sheet-not-encoded", error));
    for [part, of] in SMALLER {
        let size = [args.size.width, args.size.height].map(|edge| (edge * part / of).max(1));
        let (pictures, films) = drawn(shown, args, size, progress)?;
        progress.begin(text!("sheet-encoding"), 0);
        let mut layers = Layers::new(pictures);
        made.films = films;
        layers.choose_layers(&mut made.films).map_err(failed)?;
        loop {
            made.stack = layers.stack(&mut made.films).map_err(failed)?;
            let excess = too_long(&made);
            if excess == 0 {
                return Ok(made);
            }
            if !layers.shorten(&mut made.films, excess).map_err(failed)? {
                break;
            }
        }
    }
    Ok(made)
}

/// Draws the films at a given size. The first picture is the model without overlays. The pictures of all steps follow.
fn drawn(
    shown: &ShotScene,
    args: &SheetArgs,
    size: [u32; 2],
    progress: &Progress,
) -> Result<(Pictures, Vec<Film>), CliError> {
    let shot = figures::options(&args.level, &figures::of_model(&args.at));
    let mut model = shown.clone();
    model.overlays = Overlays::none();
    let tree = &model.opened.tree;
    let seen = ShotView::new(&shot, &model, size);
    let base = model.faces(tree, &seen, model.depth_sorting_tree(tree, seen.coloring)?);
    let mut packed = vec![pack(&base)];
    let (mut colors, mut films) = (Vec::new(), Vec::new());
    for kind in [
        FilmKind::Division(FilmTree::Nodes),
        FilmKind::Build,
        FilmKind::Query(QueryKind::Cast),
        FilmKind::Query(QueryKind::Contacts),
        FilmKind::Query(QueryKind::Sweep),
    ] {
        let recorded = record(kind, &model, args, size, progress)?;
        let (mut film, first) = (recorded.film, packed.len());
        for (number, step) in film.steps.iter_mut().enumerate() {
            step.picture = first + number;
        }
        packed.extend(recorded.frames);
        colors.extend(recorded.colors);
        films.push(film);
    }
    let pictures = Pictures::new(size, packed, &colors, progress);
    let pictures = pictures.map_err(|error| CliError::Failed(text!("sheet-not-encoded", error)))?;
    Ok((pictures, films))
}

fn record(
    kind: FilmKind,
    model: &ShotScene,
    args: &SheetArgs,
    size: [u32; 2],
    progress: &Progress,
) -> Result<Recorded, CliError> {
    let [width, height] = size;
    let at = figures::of_model(&args.at);
    let options = FilmOptions::without_captions(kind, args.level.clone(), at, PixelSize { width, height });
    let mut reel = Reel::new(&options, model.clone())?;
    let all = reel.len();
    let last = all.saturating_sub(1);
    let steps = match kind {
        FilmKind::Build => film::evenly([0, last.min(DIVISIONS - 1)], DIVISIONS),
        FilmKind::Query(_) => film::evenly([0, last], MOMENTS),
        _ => film::evenly([0, last], DEPTHS),
    };
    reel.prepare(&steps, progress)?;
    let said = film::read_captions(&reel, size, &steps, progress).map_err(film::cancelled)?;
    let drawn = film::draw(&options, &reel, &steps, progress)?;
    let (title, intro) = words_of(kind, reel.query());
    let mut colors = drawn.colors;
    let steps = steps.into_iter().zip(said).map(|(step, caption)| {
        colors.extend(caption.key.iter().filter_map(Row::color));
        Step {
            number: step + 1,
            words: caption.text,
            key: caption.key,
            ..Step::default()
        }
    });
    let steps = steps.collect();
    Ok(Recorded {
        film: Film {
            id: kind.name(),
            keeps_the_first: kind == FilmKind::Build,
            title,
            intro,
            all,
            steps,
        },
        frames: drawn.frames,
        colors,
    })
}

/// Returns the title and the introduction of a film.
fn words_of(kind: FilmKind, query: Option<&QueryFilm>) -> (&'static str, String) {
    let (title, asks) = match kind {
        FilmKind::Build => (text!("sheet-build"), text!("sheet-build-asks")),
        FilmKind::Query(QueryKind::Cast) => (text!("sheet-cast"), text!("sheet-cast-asks")),
        FilmKind::Query(QueryKind::Sweep) => (text!("sheet-sweep"), text!("sheet-sweep-asks")),
        FilmKind::Query(_) => (text!("sheet-contacts"), text!("sheet-contacts-asks")),
        _ => (text!("sheet-division"), text!("sheet-division-asks")),
    };
    let costs = query.map(|film| {
        let totals = film.totals();
        text!(
            "sheet-costs",
            visited = words::count(totals.visited),
            nodes = words::count(film.nodes()),
            tested = words::count_with_noun(totals.tested, "face"),
            all = words::count(u64::from(film.triangles()))
        )
    });
    let intro = match costs {
        Some(costs) => text!("text-sentences", first = asks, second = costs),
        None => asks.to_owned(),
    };
    (title, intro)
}
