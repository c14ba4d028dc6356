//! Writes the PVS as an image with a row and a column per leaf, one bit per pixel.

use std::io::{self, Write};

use bspwalk_progress::Progress;
use bspwalk_text::text;
use bspwalk_trees::solid_leaf::Pvs;
use png::{BitDepth, ColorType, Encoder, Filter};

/// Description stored in the file.
const DESCRIPTION: &str = "Row y and column x are leaves by their numbers, leaf 0 is the outside. White: leaf x may be seen from leaf y.";

/// Writes the image row by row.
pub(super) fn write(out: &mut dyn Write, pvs: &Pvs, progress: &Progress) -> io::Result<()> {
    let leaves = pvs.leaf_count();
    progress.begin(text!("report-writing-file"), u64::from(leaves));
    let mut encoder = Encoder::new(out, leaves, leaves);
    encoder.set_color(ColorType::Grayscale);
    encoder.set_depth(BitDepth::One);
    // PNG filters compare bytes, which does not help if a byte contains eight leaves.
    encoder.set_filter(Filter::NoFilter);
    encoder.add_text_chunk("Description".to_owned(), DESCRIPTION.to_owned())?;
    let mut writer = encoder.write_header()?;
    let mut rows = writer.stream_writer()?;
    for from in pvs.leaf_ids() {
        progress.check().map_err(io::Error::other)?;
        let mut row = vec![0_u8; (leaves as usize).div_ceil(8)];
        for seen in pvs.row(from) {
            if let Some(byte) = row.get_mut(seen.index() / 8) {
                *byte |= 0x80 >> (seen.0 % 8);
            }
        }
        rows.write_all(&row)?;
        progress.advance(1);
    }
    rows.finish()?;
    writer.finish()?;
    Ok(())
}
