//! The films of the page: the division and the build of the node-storing tree, and three queries in it. Their steps, sentences and colours are
//! those of `film`; their pictures are what differs from the model without anything over it.

use bspwalk_explain::films::{QueryFilm, QueryKind};
use bspwalk_levels::color::palette::Rgb;
use bspwalk_overlays::legend::Row;
use bspwalk_progress::{Progress, words};
use bspwalk_session::{overlays::Overlays, view::FilmTree};

use super::{
    super::{
        error::CliError,
        film::{self, FilmKind, FilmOptions, Reel, pack},
        shot_scene::{Seen, Shown},
        values::PixelSize,
    },
    args::SheetArgs,
    figures,
    pictures::{self, Picture},
};

/// The sizes that are tried, in pixels, until the films have room.
const SIZES: [[u32; 2]; 3] = [[960, 540], [640, 360], [320, 180]];

/// Steps of a film of the division at most, and of one of a query.
const DEPTHS: u32 = 16;
const MOMENTS: u32 = 32;

/// The film of the build shows its first divisions: one after the other they tell how the level comes apart.
const DIVISIONS: u32 = 16;

/// No film has fewer steps, but for one that has no more.
const LEAST: usize = 4;

/// The films with what they share.
#[derive(Default)]
pub(super) struct Films {
    /// The model, under each step.
    pub(super) base: Option<Picture>,
    pub(super) size: [u32; 2],
    pub(super) films: Vec<Film>,
}

/// A film.
pub(super) struct Film {
    /// Its name on the command line, and in addresses within the page.
    pub(super) id: &'static str,
    pub(super) title: &'static str,
    /// What it shows, and at what price.
    pub(super) intro: String,
    /// How many steps it has, with those that are not here.
    pub(super) all: u32,
    pub(super) steps: Vec<Step>,
}

/// A step of a film.
pub(super) struct Step {
    /// Its number in the film, counted from 1.
    pub(super) number: u32,
    /// What is said of it.
    pub(super) words: String,
    /// What its colours mean.
    pub(super) key: Vec<Row>,
    /// What it draws over the model.
    pub(super) picture: Option<Picture>,
}

impl Films {
    /// Which steps of a film are here, in a sentence; empty where all are.
    pub(super) fn left_out(film: &Film) -> String {
        let shown = film.steps.len();
        let is_first = film.steps.last().is_some_and(|step| step.number as usize == shown);
        match (shown == film.all as usize, is_first) {
            (true, _) => String::new(),
            (false, true) => format!(
                "Here are the first {shown} of its {} steps.",
                words::count(film.all)
            ),
            (false, false) => format!(
                "Here are {shown} of its {} steps, evenly spread.",
                words::count(film.all)
            ),
        }
    }

    /// How many steps they have together.
    pub(super) fn steps(&self) -> usize {
        self.films.iter().map(|film| film.steps.len()).sum()
    }

    /// How many bytes their pictures take in the page.
    pub(super) fn bytes(&self) -> usize {
        let own = |film: &Film| film.bytes();
        self.base.as_ref().map_or(0, Picture::bytes) + self.films.iter().map(own).sum::<usize>()
    }

    /// Leaves out steps of the largest films until their pictures take at most so many bytes; whether they do.
    fn fit(&mut self, most: usize) -> bool {
        while self.bytes() > most {
            let with_more = self.films.iter_mut().filter(|film| film.steps.len() > LEAST);
            let Some(film) = with_more.max_by_key(|film| film.bytes()) else {
                return false;
            };
            film.shorten();
        }
        true
    }
}

impl Film {
    fn bytes(&self) -> usize {
        let pictures = self.steps.iter().filter_map(|step| step.picture.as_ref());
        pictures.map(Picture::bytes).sum()
    }

    /// Leaves out a step: of the first divisions of the build the last one, of others one between, so that the rest is spread evenly.
    fn shorten(&mut self) {
        let last = self.steps.len().saturating_sub(1);
        if self.id == FilmKind::Build.name() {
            self.steps.truncate(last);
            return;
        }
        // The one whose neighbours are nearest to each other.
        let gap = |at: &usize| self.steps[at + 1].number - self.steps[at - 1].number;
        if let Some(at) = (1..last).min_by_key(gap) {
            self.steps.remove(at);
        }
    }
}

/// A film that is recorded.
struct Recorded {
    film: Film,
    /// The pictures of its steps, packed.
    frames: Vec<Vec<u8>>,
    colors: Vec<Rgb>,
}

/// The films of a level that was opened as a model. `room` says how many bytes their pictures may take.
pub(super) fn all(
    shown: &Shown,
    args: &SheetArgs,
    room: impl Fn(&Films) -> usize,
    progress: &Progress,
) -> Result<Films, CliError> {
    if shown.opened.tree.node_count() == 0 {
        return Ok(Films::default());
    }
    let mut films = Films::default();
    for size in SIZES {
        films = drawn(shown, args, size, progress)?;
        let most = room(&films);
        if films.fit(most) {
            break;
        }
    }
    Ok(films)
}

/// The films with pictures of a size.
fn drawn(shown: &Shown, args: &SheetArgs, size: [u32; 2], progress: &Progress) -> Result<Films, CliError> {
    let shot = figures::options(&args.level, &figures::of_model(&args.at));
    let mut model = shown.clone();
    model.overlays = Overlays::none();
    let tree = &model.opened.tree;
    let seen = Seen::new(&shot, &model, size);
    let base = model.faces(tree, &seen, model.painted(tree, seen.coloring)?);
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
        packed.extend(recorded.frames);
        colors.extend(recorded.colors);
        films.push(recorded.film);
    }
    let mut pictures = pictures::encode(size, packed, &colors, progress)?.into_iter();
    let base = pictures.next();
    for step in films.iter_mut().flat_map(|film| &mut film.steps) {
        step.picture = pictures.next();
    }
    Ok(Films { base, size, films })
}

fn record(
    kind: FilmKind,
    model: &Shown,
    args: &SheetArgs,
    size: [u32; 2],
    progress: &Progress,
) -> Result<Recorded, CliError> {
    let [width, height] = size;
    let at = figures::of_model(&args.at);
    let options =
        FilmOptions::without_captions(kind, args.level.clone(), at, PixelSize { width, height });
    let mut reel = Reel::new(&options, model.clone())?;
    let all = reel.len();
    let last = all.saturating_sub(1);
    let steps = match kind {
        FilmKind::Build => film::evenly([0, last.min(DIVISIONS - 1)], DIVISIONS),
        FilmKind::Query(_) => film::evenly([0, last], MOMENTS),
        _ => film::evenly([0, last], DEPTHS),
    };
    reel.prepare(&steps, progress)?;
    let said = film::said(&reel, size, &steps, progress).map_err(film::cancelled)?;
    let drawn = film::draw(&options, &reel, &steps, progress)?;
    let (title, intro) = words_of(kind, reel.query());
    let mut colors = drawn.colors;
    let steps = steps.into_iter().zip(said).map(|(step, caption)| {
        for row in &caption.key {
            if let Row::Area(color, _) | Row::Line(color, ..) = row {
                colors.push(*color);
            }
        }
        Step {
            number: step + 1,
            words: caption.text,
            key: caption.key,
            picture: None,
        }
    });
    let steps = steps.collect();
    Ok(Recorded {
        film: Film {
            id: kind.name(),
            title,
            intro,
            all,
            steps,
        },
        frames: drawn.frames,
        colors,
    })
}

/// The title of a film on the page, and what it shows.
fn words_of(kind: FilmKind, query: Option<&QueryFilm>) -> (&'static str, String) {
    let (title, asks) = match kind {
        FilmKind::Build => (
            "How the planes were chosen",
            "The build chooses a plane for each node, the root’s first. What it considered is drawn in the model.",
        ),
        FilmKind::Query(QueryKind::Cast) => ("A cast", "What does a segment from the eye meet first?"),
        FilmKind::Query(QueryKind::Sweep) => ("A moving body", "What does a moving sphere touch first?"),
        FilmKind::Query(_) => ("A resting body", "Which faces does a resting sphere touch?"),
        _ => (
            "The tree divides the level",
            "Each plane divides the cell that the planes above it have left, depth by depth.",
        ),
    };
    let costs = query.map(|film| {
        let totals = film.totals();
        format!(
            " The query visits {} and tests {}; without a tree it would test all {}.",
            words::of_all([totals.visited as usize, film.nodes() as usize], "node", "nodes").to_lowercase(),
            words::counted(totals.tested, "face"),
            words::count(u64::from(film.triangles()))
        )
    });
    (title, asks.to_owned() + &costs.unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn film(id: &'static str, numbers: &[u32]) -> Film {
        let step = |&number: &u32| Step {
            number,
            words: String::new(),
            key: Vec::new(),
            picture: None,
        };
        Film {
            id,
            title: "",
            intro: String::new(),
            all: 100,
            steps: numbers.iter().map(step).collect(),
        }
    }

    fn numbers(film: &Film) -> Vec<u32> {
        film.steps.iter().map(|step| step.number).collect()
    }

    #[test]
    fn a_shorter_film_keeps_its_ends_and_says_what_is_missing() {
        let mut cast = film("cast", &[1, 20, 40, 50, 60, 80, 100]);
        assert!(Films::left_out(&cast).contains("7 of its 100 steps, evenly"));
        cast.shorten();
        assert_eq!(numbers(&cast), [1, 20, 40, 60, 80, 100]);
        let mut build = film("build", &[1, 2, 3, 4, 5]);
        build.shorten();
        assert_eq!(numbers(&build), [1, 2, 3, 4]);
        assert!(Films::left_out(&build).contains("the first 4 of its 100 steps"));
        build.all = 4;
        assert_eq!(Films::left_out(&build), "");
    }

    #[test]
    fn what_has_no_room_is_said() {
        let mut films = Films {
            films: vec![film("cast", &[1, 50, 100])],
            ..Films::default()
        };
        assert!(films.fit(0), "there are no pictures");
        films.base = pictures::encode([1, 1], vec![pack(&[7])], &[], &Progress::default())
            .expect("a picture")
            .pop();
        assert!(!films.fit(0));
        assert!(films.fit(1_000));
        assert_eq!(numbers(&films.films[0]), [1, 50, 100]);
    }
}
