//! Writes a film as a GIF. All frames share one palette, so static parts do not flicker. Each frame contains only the
//! part of the picture that changed.

use std::{borrow::Cow, io};

use bspwalk_draw::color::palette::Rgb;
use bspwalk_progress::Progress;
use bspwalk_text::text;
use gif::{DisposalMethod, Encoder, Frame, Repeat};
use rayon::prelude::*;

use super::{
    kept::CompressedFrames,
    palette::{Palette, UNCHANGED},
};

/// Number of frames encoded in parallel.
const AT_ONCE: usize = 32;

/// Encodes a film. The colours in `exact` are preserved.
pub(super) fn encode(kept: &CompressedFrames, exact: &[Rgb], progress: &Progress) -> io::Result<Vec<u8>> {
    progress.begin(text!("figure-choosing-colours"), kept.len() as u64);
    let palette = Palette::new(kept, exact, progress)?;
    progress.begin(text!("report-film-writing"), kept.len() as u64);
    let [width, height] = kept.size().map(|edge| edge as u16);
    let mut bytes = Vec::new();
    let mut encoder = Encoder::new(&mut bytes, width, height, &palette.colors).map_err(io::Error::other)?;
    encoder.set_repeat(Repeat::Infinite).map_err(io::Error::other)?;
    let indices: Vec<usize> = (0..kept.len()).collect();
    for indices in indices.chunks(AT_ONCE) {
        let frames: io::Result<Vec<Frame<'static>>> = indices
            .par_iter()
            .map(|&index| {
                let frame = frame(kept, index, &palette);
                progress.advance(1);
                frame
            })
            .collect();
        for frame in frames? {
            encoder
                .write_lzw_pre_encoded_frame(&frame)
                .map_err(io::Error::other)?;
        }
    }
    drop(encoder);
    Ok(bytes)
}

/// Returns the changed part of a frame in palette colours.
fn frame(kept: &CompressedFrames, index: usize, palette: &Palette) -> io::Result<Frame<'static>> {
    let (width, part) = (kept.size()[0], kept.find_difference(index));
    let now = kept.rgb(index)?;
    let before = if index > 0 {
        kept.rgb(index - 1)?
    } else {
        Vec::new()
    };
    let buffer = palette.indices([&before, &now], width, part);
    let [left, top, width, height] =
        [part.from[0], part.from[1], part.size[0], part.size[1]].map(|edge| edge as u16);
    let mut frame = Frame {
        delay: kept.delay(index),
        dispose: DisposalMethod::Keep,
        transparent: Some(UNCHANGED),
        needs_user_input: false,
        top,
        left,
        width,
        height,
        interlaced: false,
        palette: None,
        buffer: Cow::Owned(buffer),
    };
    frame.make_lzw_pre_encoded();
    Ok(frame)
}
