//! `film`: a film of the program as an animated picture.
//!
//! `options` are the arguments, `kind` the films, `query` what is asked of the tree, `walk` what happens by a script; `reel` has the steps of a film of an opened level,
//! `frames` draws them, `kept` keeps what was drawn, `palette` chooses few colours for it, and `gif` and `apng` write it.

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

use bspwalk_compile::atomic_file;
use bspwalk_progress::{Progress, words::count};
use bspwalk_session::{Opened, tree_args::TreeArgs};
use bspwalk_text::text;
use bspwalk_trees::{LeafTree, solid_leaf::Pvs};

use self::options::Format;
pub(super) use self::{
    frames::{draw, said},
    kept::{Kept, Part, changed, pack, rows},
    palette::{Palette, UNCHANGED},
    reel::{Reel, cancelled},
};
pub use self::{kind::FilmKind, options::FilmOptions};
use super::{error::CliError, open, progress_bar, shot};

/// The last step stays so many times as long as the others.
const LAST_STAYS: u16 = 3;

/// Draws a film and writes it.
pub(super) fn run(film: &FilmOptions, args: &TreeArgs) -> Result<(), CliError> {
    shot::check_writable(&film.output)?;
    film.check()?;
    let mut reel = Reel::of(film, open::open(&film.level, args)?, None)?;
    let all = reel.len();
    let range = film.range(all)?;
    let steps = evenly(range, film.most);
    say_left_out(film, range, &steps, all);
    let bytes = progress_bar::shown(|progress| bytes(film, &mut reel, &steps, progress))?;
    atomic_file::write(&film.output, &bytes).map_err(|error| CliError::NotWritten {
        path: film.output.clone(),
        error,
    })
}

/// The file of a film, and how many of how many steps it has.
#[derive(Debug)]
pub struct FilmFile {
    /// The file.
    pub bytes: Vec<u8>,
    /// How many steps it has, and how many the film has.
    pub steps: [u32; 2],
}

/// The film of a level that is open, by this solid-leaf tree where it is there.
///
/// # Errors
/// [`CliError`]; so it also ends where it is cancelled.
pub fn encode(
    film: &FilmOptions,
    opened: Opened,
    known: Option<(Arc<LeafTree>, Option<Arc<Pvs>>)>,
    progress: &Arc<Progress>,
) -> Result<FilmFile, CliError> {
    film.check()?;
    let shown = Arc::clone(progress);
    let opened = opened.showing(move |work| work(&shown));
    let mut reel = Reel::of(film, opened, known)?;
    let all = reel.len();
    let steps = evenly(film.range(all)?, film.most);
    Ok(FilmFile {
        bytes: bytes(film, &mut reel, &steps, progress)?,
        steps: [steps.len() as u32, all],
    })
}

/// The file of these steps of a film.
fn bytes(
    film: &FilmOptions,
    reel: &mut Reel,
    steps: &[u32],
    progress: &Progress,
) -> Result<Vec<u8>, CliError> {
    reel.prepare(steps, progress)?;
    let drawn = draw(film, reel, steps, progress)?;
    let size = [film.size.width, film.size.height];
    let encoded =
        Kept::new(size, drawn.frames, film.delay(), LAST_STAYS).and_then(|kept| match film.format() {
            Format::Gif => gif::encode(&kept, &drawn.colors, progress),
            Format::Png => apng::encode(&kept, progress),
        });
    encoded.map_err(|error| CliError::NotWritten {
        path: film.output.clone(),
        error,
    })
}

/// At most so many steps of a range, both ends included: spread evenly, the first and the last among them.
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

/// Says on standard error what is left out as there are too many steps.
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
    // A closed standard error does not keep the command from its work.
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
