//! Film pictures as layers. The page contains each layer once. A step is drawn over the model or over the previous
//! step, whichever takes fewer bytes. If the layers exceed the size limit of the page, steps are omitted.

use std::{collections::HashMap, io};

use bspwalk_overlays::legend::Row;
use bspwalk_text::{text, words};
use rayon::prelude::*;

use super::pictures::{Pictures, PngImage};

/// Minimum number of steps that shortening leaves in a film.
const LEAST: usize = 4;

/// Index of the base picture, which is below all other pictures.
const BASE: usize = 0;

/// A film on the page.
pub(super) struct Film {
    /// Name on the command line, also used as the anchor on the page.
    pub(super) id: &'static str,
    pub(super) title: &'static str,
    /// Introduction: the question that the film answers, and the costs.
    pub(super) intro: String,
    /// Total number of steps, including omitted ones.
    pub(super) all: u32,
    pub(super) steps: Vec<Step>,
    /// Whether shortening removes the last steps, rather than thinning out all steps evenly.
    pub(super) keeps_the_first: bool,
}

/// A step of a film.
#[derive(Default)]
pub(super) struct Step {
    /// Number of the step in the film, starting at 1.
    pub(super) number: u32,
    /// Caption of the step.
    pub(super) words: String,
    /// Legend of the step's colours.
    pub(super) key: Vec<Row>,
    /// Index of the step's picture.
    pub(super) picture: usize,
    /// Index of the picture below the step's picture.
    pub(super) over: usize,
    /// Layers to display, from bottom to top.
    pub(super) layers: Vec<usize>,
}

impl Film {
    /// Returns a sentence about the omitted steps. The result is empty if no steps were omitted.
    pub(super) fn left_out(&self) -> String {
        let (shown, all) = (self.steps.len(), words::count(self.all));
        if shown == self.all as usize {
            String::new()
        } else if self.keeps_the_first {
            text!("sheet-first-steps", all, shown)
        } else {
            text!("sheet-some-steps", all, shown)
        }
    }

    /// Removes one step, either the last one or an inner one. An inner step is chosen so that the others stay evenly
    /// spaced.
    fn shorten(&mut self) {
        let last = self.steps.len().saturating_sub(1);
        if self.keeps_the_first {
            self.steps.truncate(last);
            return;
        }
        // Choose the step whose neighbours are closest to each other.
        let gap = |at: &usize| self.steps[at + 1].number - self.steps[at - 1].number;
        if let Some(at) = (1..last).min_by_key(gap) {
            self.steps.remove(at);
        }
    }
}

/// Image layers stored in the page.
#[derive(Default)]
pub(super) struct Stack {
    pub(super) size: [u32; 2],
    /// Picture below all layers.
    pub(super) base: Option<PngImage>,
    pub(super) layers: Vec<PngImage>,
}

/// Encoded differences between pictures.
pub(super) struct Layers {
    pictures: Pictures,
    /// Differences, keyed by the indices of the picture and of the picture below it.
    known: HashMap<[usize; 2], PngImage>,
}

impl Layers {
    pub(super) fn new(pictures: Pictures) -> Self {
        let known = HashMap::new();
        Self { pictures, known }
    }

    /// Chooses which picture to draw below each step.
    pub(super) fn choose_layers(&mut self, films: &mut [Film]) -> io::Result<()> {
        let pairs: Vec<[usize; 2]> = films.iter().flat_map(pairs).collect();
        let found = pairs
            .into_par_iter()
            .map(|pair| Ok((pair, self.pictures.encode_difference(pair[0], pair[1])?)));
        let found: io::Result<Vec<([usize; 2], PngImage)>> = found.collect();
        self.known.extend(found?);
        films.iter_mut().try_for_each(|film| self.lay(film))
    }

    fn lay(&mut self, film: &mut Film) -> io::Result<()> {
        for pair in pairs(film) {
            if !self.known.contains_key(&pair) {
                self.known
                    .insert(pair, self.pictures.encode_difference(pair[0], pair[1])?);
            }
        }
        let mut before = BASE;
        for step in &mut film.steps {
            let bytes = |over: usize| self.bytes([step.picture, over]);
            step.over = if bytes(before) < bytes(BASE) { before } else { BASE };
            before = step.picture;
        }
        Ok(())
    }

    fn bytes(&self, pair: [usize; 2]) -> usize {
        self.known.get(&pair).map_or(0, PngImage::bytes)
    }

    fn bytes_of(&self, film: &Film) -> usize {
        let steps = film.steps.iter();
        steps.map(|step| self.bytes([step.picture, step.over])).sum()
    }

    /// Removes steps from the largest films until the total size has shrunk by `fewer` bytes. Returns whether this
    /// succeeded.
    pub(super) fn shorten(&mut self, films: &mut [Film], fewer: usize) -> io::Result<bool> {
        let all =
            |layers: &Self, films: &[Film]| films.iter().map(|film| layers.bytes_of(film)).sum::<usize>();
        let begin = all(self, films);
        while all(self, films) + fewer > begin {
            let with_more = films.iter_mut().filter(|film| film.steps.len() > LEAST);
            let Some(film) = with_more.max_by_key(|film| self.bytes_of(film)) else {
                return Ok(false);
            };
            film.shorten();
            self.lay(film)?;
        }
        Ok(true)
    }

    /// Collects the layers of all steps.
    pub(super) fn stack(&self, films: &mut [Film]) -> io::Result<Stack> {
        let mut layers = Vec::new();
        for film in films {
            let mut before: Vec<usize> = Vec::new();
            for step in &mut film.steps {
                if step.over == BASE {
                    before.clear();
                }
                let layer = self.known.get(&[step.picture, step.over]);
                // A step may show no change.
                if let Some(layer) = layer.filter(|layer| layer.bytes() > 0) {
                    before.push(layers.len());
                    layers.push(layer.clone());
                }
                step.layers.clone_from(&before);
            }
        }
        Ok(Stack {
            size: self.pictures.size(),
            base: Some(self.pictures.whole(BASE)?),
            layers,
        })
    }
}

/// Pairs each picture of a film with the pictures that can be below it.
fn pairs(film: &Film) -> impl Iterator<Item = [usize; 2]> {
    let over_base = film.steps.iter().map(|step| [step.picture, BASE]);
    let over_last = film
        .steps
        .windows(2)
        .map(|pair| [pair[1].picture, pair[0].picture]);
    over_base.chain(over_last)
}

#[cfg(test)]
mod tests {
    use bspwalk_progress::Progress;

    use super::*;
    use crate::cli::film::pack;

    fn film(pictures: &[usize], all: u32) -> Film {
        let last = pictures.len().saturating_sub(1) as u32;
        let step = |(number, &picture): (u32, &usize)| Step {
            number: 1 + number * (all - 1) / last.max(1),
            picture,
            ..Step::default()
        };
        Film {
            id: "cast",
            title: "",
            intro: String::new(),
            all,
            steps: (0..).zip(pictures).map(step).collect(),
            keeps_the_first: false,
        }
    }

    fn numbers(film: &Film) -> Vec<u32> {
        film.steps.iter().map(|step| step.number).collect()
    }

    /// Creates pictures on top of a black one. Each has more rows of noise than the previous one.
    fn layers(count: u32) -> Layers {
        let pictures = (0..count).map(|rows| {
            // Noise does not compress, so each row adds bytes.
            let noise = (0..64 * rows).map(|at| at.wrapping_mul(0x9e37_79b9) >> 8);
            let pixels: Vec<u32> = noise.chain((64 * rows..64 * count).map(|_| 0)).collect();
            pack(&pixels)
        });
        let pictures = Pictures::new([64, count], pictures.collect(), &[], &Progress::default());
        Layers::new(pictures.expect("colours"))
    }

    #[test]
    fn shortened_film_keeps_ends_and_reports_gaps() {
        let mut cast = film(&[1; 7], 100);
        assert!(
            cast.left_out()
                .contains("These are 7 of the film's 100 steps, evenly")
        );
        let all = numbers(&cast);
        cast.shorten();
        assert_eq!(
            (cast.steps.len(), cast.steps[0].number, cast.steps[5].number),
            (6, 1, 100)
        );
        assert!(numbers(&cast).iter().all(|number| all.contains(number)));
        let before = numbers(&cast);
        cast.keeps_the_first = true;
        cast.shorten();
        assert_eq!(numbers(&cast), before[..5]);
        assert!(cast.left_out().contains("the first 5"));
        cast.all = 5;
        assert_eq!(cast.left_out(), "");
    }

    #[test]
    fn layer_is_stored_over_its_closest_picture() {
        let mut layers = layers(8);
        // The last step shows the base picture.
        let mut films = [film(&[3, 4, 5, 5, 0], 5)];
        layers.choose_layers(&mut films).expect("layers");
        let over: Vec<usize> = films[0].steps.iter().map(|step| step.over).collect();
        assert_eq!(over[..4], [0, 3, 4, 5]);
        let stack = layers.stack(&mut films).expect("layers");
        let shown: Vec<&[usize]> = films[0].steps.iter().map(|step| &*step.layers).collect();
        assert_eq!(
            shown[..4],
            [&[0][..], &[0, 1], &[0, 1, 2], &[0, 1, 2]],
            "the fourth draws nothing new"
        );
        assert_eq!(stack.layers.len(), 3);
        assert_eq!((over[4], shown[4]), (0, &[][..]));
    }

    #[test]
    fn steps_are_dropped_to_fit_the_size() {
        let mut layers = layers(12);
        let mut films = [film(&[1, 2, 3], 3), film(&[4, 1, 5, 2, 6, 3, 7], 7)];
        layers.choose_layers(&mut films).expect("layers");
        let bytes = |layers: &Layers, films: &[Film; 2]| {
            let [one, other] = films;
            layers.bytes_of(one) + layers.bytes_of(other)
        };
        let before = bytes(&layers, &films);
        assert!(layers.shorten(&mut films, 200).expect("layers"));
        assert!(bytes(&layers, &films) + 200 <= before);
        assert_eq!(films[0].steps.len(), 3, "it has few");
        assert!((LEAST..7).contains(&films[1].steps.len()));
        assert!(
            !layers.shorten(&mut films, before).expect("layers"),
            "some are left"
        );
        assert_eq!(films.map(|film| film.steps.len()), [3, LEAST]);
    }
}
