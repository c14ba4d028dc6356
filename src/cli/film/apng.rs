//! Writes a film as a lossless animated PNG. Each frame contains only the part of the picture that changed.

use std::io;

use bspwalk_progress::Progress;
use bspwalk_text::text;
use png::{BitDepth, BlendOp, ColorType, Compression, DisposeOp, Encoder, EncodingError};

use super::kept::{CompressedFrames, rows};

/// Denominator of the frame delays, which are in hundredths of a second.
const HUNDREDTHS: u16 = 100;

/// Encodes a film.
pub(super) fn encode(kept: &CompressedFrames, progress: &Progress) -> io::Result<Vec<u8>> {
    progress.begin(text!("report-film-writing"), kept.len() as u64);
    let mut bytes = Vec::new();
    write(kept, progress, &mut bytes).map_err(io::Error::from)?;
    Ok(bytes)
}

fn write(kept: &CompressedFrames, progress: &Progress, bytes: &mut Vec<u8>) -> Result<(), EncodingError> {
    let [width, height] = kept.size();
    let mut encoder = Encoder::new(bytes, width, height);
    encoder.set_color(ColorType::Rgb);
    encoder.set_depth(BitDepth::Eight);
    encoder.set_compression(Compression::Balanced);
    encoder.set_animated(kept.len() as u32, 0)?;
    encoder.set_blend_op(BlendOp::Source)?;
    encoder.set_dispose_op(DisposeOp::None)?;
    let mut writer = encoder.write_header()?;
    for index in 0..kept.len() {
        let part = kept.find_difference(index);
        // Reset the position first, because the position and size must always describe an area inside the picture.
        writer.reset_frame_position()?;
        writer.set_frame_dimension(part.size[0], part.size[1])?;
        writer.set_frame_position(part.from[0], part.from[1])?;
        writer.set_frame_delay(kept.delay(index), HUNDREDTHS)?;
        let rgb = kept.rgb(index)?;
        let part: Vec<u8> = rows(&rgb, width, part).flatten().copied().collect();
        writer.write_image_data(&part)?;
        progress.advance(1);
    }
    writer.finish()
}
