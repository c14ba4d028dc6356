//! Draws the steps of a film.

use bspwalk_draw::color::{meaning::ink, palette::Rgb};
use bspwalk_overlays::{
    legend::Row,
    paint::{
        caption::{Caption, Captions},
        software::{Canvas, Depths},
    },
};
use bspwalk_progress::{Cancelled, Progress};
use bspwalk_text::text;
use rayon::prelude::*;

use super::{
    kept::pack,
    options::FilmOptions,
    reel::{Reel, Step, cancelled},
};
use crate::cli::{
    error::CliError,
    shot_scene::{ShotView, draw_over, surfaces},
};

/// Memory limit for frames that are drawn in parallel, in bytes. At least one frame is always drawn.
const MEMORY: u64 = 1 << 30;

/// Approximate memory per pixel while a frame is drawn, in bytes.
const OF_PIXEL: u64 = 48;

/// Divisor for the picture's size when only captions are needed, because captions do not depend on the size.
const SMALLER: u32 = 8;

/// Rendered frames of a film.
pub(in crate::cli) struct RenderedFrames {
    /// Compressed frames.
    pub(in crate::cli) frames: Vec<Vec<u8>>,
    /// Colours that the captions use or explain.
    pub(in crate::cli) colors: Vec<Rgb>,
}

/// Draws steps of a film.
pub(in crate::cli) fn draw(
    film: &FilmOptions,
    reel: &Reel,
    steps: &[u32],
    progress: &Progress,
) -> Result<RenderedFrames, CliError> {
    let size = [film.size.width, film.size.height];
    let captions = if film.captions { Captions::new(size) } else { None };
    let mut colors = vec![ink::GROUND, ink::ON_GROUND, ink::LIGHT];
    let rows = match &captions {
        Some(captions) => {
            let said = read_captions(reel, size, steps, progress).map_err(cancelled)?;
            for color in said
                .iter()
                .flat_map(|caption| &caption.key)
                .filter_map(Row::color)
            {
                if !colors.contains(&color) {
                    colors.push(color);
                }
            }
            captions.rows(&said)
        }
        None => 0,
    };
    let drawing = Drawing {
        reel,
        captions: captions.as_ref(),
        size: [size[0], size[1] - rows],
        rows,
    };
    let frames = drawing.all(steps, progress)?;
    Ok(RenderedFrames { frames, colors })
}

/// Returns the captions of the steps.
pub(in crate::cli) fn read_captions(
    reel: &Reel,
    size: [u32; 2],
    steps: &[u32],
    progress: &Progress,
) -> Result<Vec<Caption>, Cancelled> {
    let small = size.map(|edge| (edge / SMALLER).max(1));
    progress.in_parallel(text!("report-film-reading"), steps, |&number| {
        let step = reel.step(number);
        let over = step.draw_overlays(&step.shot_view(small));
        Ok(reel.caption(&step, &over))
    })
}

/// The settings for drawing frames.
struct Drawing<'a> {
    reel: &'a Reel,
    captions: Option<&'a Captions>,
    /// Size of a picture without the caption below it.
    size: [u32; 2],
    /// Height of the caption, in pixel rows.
    rows: u32,
}

impl Drawing<'_> {
    fn all(&self, steps: &[u32], progress: &Progress) -> Result<Vec<Vec<u8>>, CliError> {
        progress.begin(text!("report-film-drawing"), steps.len() as u64);
        let Some(&first) = steps.first() else {
            return Ok(Vec::new());
        };
        let first = self.reel.step(first);
        let seen = first.shot_view(self.size);
        let tree = &first.shown.opened.tree;
        // All steps have the same colours and eye position, so compute the light only once.
        let painted = self.reel.depth_sorting_tree(&first, seen.coloring)?;
        let lit = first
            .shown
            .light_faces(tree, &seen, painted, progress)
            .map_err(cancelled)?;
        let faces = surfaces(
            &first.shown.opened.level,
            self.reel.occluder_tree(&first, painted),
        );
        // Most steps also share the camera and the selection, so reuse the rendered faces.
        let pixels = self.reel.pixels(&first, &lit, &seen);
        let depths = Depths::new(&faces, seen.screen.camera(), self.size);
        let pixels_of = |step: &Step, now: &ShotView| {
            let is_same = now.screen == seen.screen && step.shown.selected == first.shown.selected;
            if is_same && !self.reel.repaints_every_step() {
                pixels.clone()
            } else {
                self.reel.pixels(step, &lit, now)
            }
        };
        let frame = |&number: &u32| {
            progress.check()?;
            let step = self.reel.step(number);
            let now = step.shot_view(self.size);
            let mut pixels = pixels_of(&step, &now);
            let mut over = step.draw_overlays(&now);
            self.reel.draw_body(&step, &mut over);
            let caption = self
                .captions
                .map(|captions| captions.draw(&self.reel.caption(&step, &over), self.rows));
            if self.captions.is_some() && self.reel.says_scale() {
                over.scale.clear();
            }
            if let Some(heat) = &over.heat {
                heat.paint(step.shown.overlays.palette, self.size[0], &mut pixels);
            }
            if !over.is_empty() {
                let own =
                    (now.screen != seen.screen).then(|| Depths::new(&faces, now.screen.camera(), self.size));
                let depths = own.as_ref().unwrap_or(&depths);
                draw_over(&mut Canvas::new(&now.screen, depths, &mut pixels), &over);
            }
            pixels.extend(caption.into_iter().flatten());
            progress.advance(1);
            Ok(pack(&pixels))
        };
        let of_frame = OF_PIXEL * u64::from(self.size[0]) * u64::from(self.size[1]);
        let room = (MEMORY / of_frame.max(1)).max(1);
        let at_once = if room < rayon::current_num_threads() as u64 {
            room as usize
        } else {
            steps.len()
        };
        let mut frames = Vec::with_capacity(steps.len());
        for steps in steps.chunks(at_once) {
            let drawn: Result<Vec<Vec<u8>>, Cancelled> = steps.par_iter().map(frame).collect();
            frames.extend(drawn.map_err(cancelled)?);
        }
        Ok(frames)
    }
}
