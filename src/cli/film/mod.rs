//! `film`: writes a film as an animated picture.
//!
//! `options` contains the arguments, `kind` the kinds of films, `query` the query, and `walk` the scripted walk. `reel`
//! provides the steps of a film, `frames` draws the steps, and `kept` stores the frames. `palette` reduces the frames'
//! colours; `gif` and `apng` write the file.

mod apng;
mod frames;
mod gif;
mod kept;
mod kind;
mod options;
mod palette;
mod query;
mod reel;
mod walk;

use std::{
    io::{self, Write},
    sync::Arc,
};

use bspwalk_progress::Progress;
use bspwalk_session::{Opened, tree_args::TreeArgs};
use bspwalk_text::{text, words::count};
use bspwalk_trees::{LeafTree, solid_leaf::Pvs};

use self::options::Format;
pub(super) use self::{
    frames::{draw, read_captions},
    kept::{CompressedFrames, PixelRect, changed_rect, pack},
    palette::{Palette, UNCHANGED},
    reel::{Reel, cancelled},
};
pub use self::{kind::FilmKind, options::FilmOptions};
use super::{
    error::CliError,
    open,
    output::{check_writable, not_written, write_file},
    progress_bar,
};

/// Display time of the last step, as a multiple of the other steps' display time.
const LAST_STAYS: u16 = 3;

/// Draws a film and writes it.
pub(super) fn run(film: &FilmOptions, args: &TreeArgs) -> Result<(), CliError> {
    check_writable(&film.output)?;
    film.check()?;
    let mut reel = Reel::of(film, open::open(&film.level, args)?, None)?;
    let all = reel.len();
    let range = film.range(all)?;
    let steps = evenly(range, film.most);
    say_left_out(film, range, &steps, all);
    let bytes = progress_bar::with_progress_bar(|progress| bytes(film, &mut reel, &steps, progress))?;
    write_file(&film.output, bytes)
}

/// An encoded film, with step counts.
#[derive(Debug)]
pub struct FilmFile {
    /// Contents of the file.
    pub bytes: Vec<u8>,
    /// Number of steps in the file, and number of steps in the film.
    pub steps: [u32; 2],
}

/// Encodes the film of an open level. Uses `known` as the solid-leaf tree if it is given.
///
/// # Errors
/// Returns a [`CliError`] if the film cannot be encoded or the work is cancelled.
pub fn encode(
    film: &FilmOptions,
    opened: Opened,
    known: Option<(Arc<LeafTree>, Option<Arc<Pvs>>)>,
    progress: &Arc<Progress>,
) -> Result<FilmFile, CliError> {
    film.check()?;
    let shown = Arc::clone(progress);
    let opened = opened.with_progress_display(move |work| work(&shown));
    let mut reel = Reel::of(film, opened, known)?;
    let all = reel.len();
    let steps = evenly(film.range(all)?, film.most);
    Ok(FilmFile {
        bytes: bytes(film, &mut reel, &steps, progress)?,
        steps: [steps.len() as u32, all],
    })
}

/// Encodes the given steps of a film.
fn bytes(
    film: &FilmOptions,
    reel: &mut Reel,
    steps: &[u32],
    progress: &Progress,
) -> Result<Vec<u8>, CliError> {
    reel.prepare(steps, progress)?;
    let drawn = draw(film, reel, steps, progress)?;
    let size = [film.size.width, film.size.height];
    let encoded = CompressedFrames::new(size, drawn.frames, film.delay(), LAST_STAYS).and_then(|kept| {
        match film.format() {
            Format::Gif => gif::encode(&kept, &drawn.colors, progress),
            Format::Png => apng::encode(&kept, progress),
        }
    });
    encoded.map_err(|error| not_written(&film.output, error))
}

/// Selects at most `most` evenly spaced steps from an inclusive range. The selection includes the last step, and also
/// the first step if it has more than one.
pub(super) fn evenly([first, last]: [u32; 2], most: u32) -> Vec<u32> {
    let all = u64::from(last - first) + 1;
    let shown = all.min(u64::from(most.max(1)));
    let gaps = shown.saturating_sub(1).max(1);
    let step = |number: u64| first + ((number * (all - 1) + gaps / 2) / gaps) as u32;
    match shown {
        1 => vec![last],
        _ => (0..shown).map(step).collect(),
    }
}

/// Prints a note about omitted steps to standard error.
fn say_left_out(film: &FilmOptions, [first, last]: [u32; 2], steps: &[u32], all: u32) {
    let of_range = u64::from(last - first) + 1;
    if steps.len() as u64 == of_range {
        return;
    }
    let from = if of_range == u64::from(all) {
        text!("usage-film-steps", steps = count(all))
    } else {
        text!(
            "usage-film-part",
            first = count(first + 1),
            last = count(last + 1),
            steps = count(of_range)
        )
    };
    // Ignore errors, so that a closed standard error does not stop the command.
    let _ = writeln!(
        io::stderr(),
        "{}",
        text!(
            "usage-film-spread",
            from,
            file = film.output.display(),
            shown = count(steps.len() as u64)
        )
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_spread_evenly_with_both_ends() {
        assert_eq!(evenly([0, 4], 9), [0, 1, 2, 3, 4]);
        assert_eq!(evenly([0, 4], 5), [0, 1, 2, 3, 4]);
        assert_eq!(evenly([10, 18], 3), [10, 14, 18]);
        assert_eq!(evenly([7, 7], 3), [7]);
        assert_eq!(evenly([0, 9], 1), [9], "one alone is the result");
        for most in 2..40 {
            let steps = evenly([3, 1000], most);
            assert_eq!(steps.len(), most as usize);
            assert_eq!((steps[0], steps[steps.len() - 1]), (3, 1000));
            let gaps: Vec<u32> = steps.windows(2).map(|pair| pair[1] - pair[0]).collect();
            let [least, greatest] = [gaps.iter().min(), gaps.iter().max()];
            assert!(greatest <= least.map(|least| least + 1).as_ref(), "{gaps:?}");
        }
        let steps = evenly([0, u32::MAX - 1], 3);
        assert_eq!(steps, [0, u32::MAX / 2, u32::MAX - 1]);
    }
}
