//! Stores the compressed frames of a film until the film is written. Each frame records the area that differs from the
//! previous frame.

use std::io;

use rayon::prelude::*;

/// A rectangular part of a picture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::cli) struct PixelRect {
    /// First column and first row.
    pub(in crate::cli) from: [u32; 2],
    /// Numbers of columns and rows.
    pub(in crate::cli) size: [u32; 2],
}

/// A frame of a film.
struct PackedFrame {
    packed: Vec<u8>,
    /// Part that differs from the previous frame.
    changed: PixelRect,
    /// Display time, in hundredths of a second.
    delay: u16,
}

/// The frames of a film.
pub(in crate::cli) struct CompressedFrames {
    size: [u32; 2],
    frames: Vec<PackedFrame>,
}

/// Compresses pixels given as 0x00RRGGBB.
pub(in crate::cli) fn pack(pixels: &[u32]) -> Vec<u8> {
    let rgb: Vec<u8> = pixels
        .iter()
        .flat_map(|pixel| {
            let [_, r, g, b] = pixel.to_be_bytes();
            [r, g, b]
        })
        .collect();
    lz4_flex::compress_prepend_size(&rgb)
}

fn unpack(packed: &[u8]) -> io::Result<Vec<u8>> {
    lz4_flex::decompress_size_prepended(packed)
        .map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))
}

impl CompressedFrames {
    /// Stores compressed frames. Each is shown for `delay` hundredths of a second, and the last one `last_stays` times
    /// as long. A frame equal to the previous one extends that frame's display time.
    pub(super) fn new(size: [u32; 2], packed: Vec<Vec<u8>>, delay: u16, last_stays: u16) -> io::Result<Self> {
        let whole = PixelRect { from: [0; 2], size };
        let changes = (0..packed.len()).into_par_iter().map(|index| match index {
            0 => Ok(Some(whole)),
            _ => Ok(changed_rect(
                &unpack(&packed[index - 1])?,
                &unpack(&packed[index])?,
                size[0],
            )),
        });
        let changes: io::Result<Vec<Option<PixelRect>>> = changes.collect();
        let last = packed.len().saturating_sub(1);
        let mut frames: Vec<PackedFrame> = Vec::with_capacity(packed.len());
        for (index, (packed, changed)) in packed.into_iter().zip(changes?).enumerate() {
            let delay = if index == last {
                delay.saturating_mul(last_stays)
            } else {
                delay
            };
            match (changed, frames.last_mut()) {
                (None, Some(before)) => before.delay = before.delay.saturating_add(delay),
                (changed, _) => frames.push(PackedFrame {
                    packed,
                    changed: changed.unwrap_or(whole),
                    delay,
                }),
            }
        }
        Ok(Self { size, frames })
    }

    /// Stores compressed pictures unchanged.
    pub(in crate::cli) fn from_pictures(size: [u32; 2], packed: Vec<Vec<u8>>) -> Self {
        let frame = |packed| PackedFrame {
            packed,
            changed: PixelRect { from: [0; 2], size },
            delay: 0,
        };
        let frames = packed.into_iter().map(frame).collect();
        Self { size, frames }
    }

    /// Returns the width and height, in pixels.
    pub(in crate::cli) fn size(&self) -> [u32; 2] {
        self.size
    }

    /// Returns the number of frames.
    pub(in crate::cli) fn len(&self) -> usize {
        self.frames.len()
    }

    /// Returns the part of a frame that differs from the previous frame. For the first frame it is the whole picture.
    pub(super) fn find_difference(&self, index: usize) -> PixelRect {
        self.frames[index].changed
    }

    /// Returns the display time of a frame, in hundredths of a second.
    pub(super) fn delay(&self, index: usize) -> u16 {
        self.frames[index].delay
    }

    /// Returns the pixels of a frame as RGB bytes, row by row from the top.
    pub(in crate::cli) fn rgb(&self, index: usize) -> io::Result<Vec<u8>> {
        unpack(&self.frames[index].packed)
    }
}

/// Returns the bounding rectangle of all differences between two pictures of the given width; `None` if they are
/// equal.
pub(in crate::cli) fn changed_rect(before: &[u8], now: &[u8], width: u32) -> Option<PixelRect> {
    let row = (3 * width as usize).max(1);
    let (mut low, mut high) = ([u32::MAX; 2], [0; 2]);
    for (y, (before, now)) in (0..).zip(before.chunks(row).zip(now.chunks(row))) {
        let differ = |(before, now): (&[u8], &[u8])| before != now;
        let pixels = || before.chunks(3).zip(now.chunks(3));
        if before == now {
            continue;
        }
        let first = pixels().position(differ).map_or(0, |x| x as u32);
        let last = pixels().rposition(differ).map_or(0, |x| x as u32);
        low = [low[0].min(first), low[1].min(y)];
        high = [high[0].max(last + 1), y + 1];
    }
    (low[0] < high[0]).then(|| PixelRect {
        from: low,
        size: [high[0] - low[0], high[1] - low[1]],
    })
}

/// Returns the RGB pixels of a part of a picture, row by row.
pub(super) fn rows(pixels: &[u8], width: u32, part: PixelRect) -> impl Iterator<Item = &[u8]> {
    let [left, top] = part.from.map(|edge| edge as usize);
    let [columns, rows] = part.size.map(|edge| edge as usize);
    (top..top + rows).filter_map(move |y| {
        let begin = 3 * (y * width as usize + left);
        pixels.get(begin..begin + 3 * columns)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIZE: [u32; 2] = [5, 4];

    /// Returns a black picture with these pixels in white.
    fn picture(white: &[[u32; 2]]) -> Vec<u32> {
        let mut pixels = vec![0; 20];
        for [x, y] in white {
            pixels[(y * SIZE[0] + x) as usize] = 0x00ff_ffff;
        }
        pixels
    }

    #[test]
    fn equal_frames_merge_and_changes_are_cropped() {
        let pictures = [
            picture(&[]),
            picture(&[]),
            picture(&[[1, 1], [3, 2]]),
            picture(&[[1, 1]]),
            picture(&[[1, 1]]),
        ];
        let packed = pictures.iter().map(|picture| pack(picture)).collect();
        let kept = CompressedFrames::new(SIZE, packed, 50, 3).expect("it is packed");
        let delays: Vec<u16> = (0..kept.len()).map(|index| kept.delay(index)).collect();
        assert_eq!(delays, [100, 50, 200]);
        let part = |from, size| PixelRect { from, size };
        let parts: Vec<PixelRect> = (0..kept.len()).map(|index| kept.find_difference(index)).collect();
        assert_eq!(
            parts,
            [part([0, 0], SIZE), part([1, 1], [3, 2]), part([3, 2], [1, 1])]
        );
        let rgb = kept.rgb(1).expect("it is packed");
        let bytes: Vec<u8> = pictures[2]
            .iter()
            .flat_map(|&pixel| [(pixel & 255) as u8; 3])
            .collect();
        assert_eq!(rgb, bytes);
        let cut: Vec<u8> = rows(&rgb, SIZE[0], parts[1]).flatten().copied().collect();
        let white = [255; 3];
        let black = [0; 3];
        assert_eq!(cut, [white, black, black, black, black, white].concat());
    }

    #[test]
    fn delay_is_clamped_to_u16() {
        let packed = vec![pack(&picture(&[])); 4];
        let kept = CompressedFrames::new(SIZE, packed, 40_000, 3).expect("it is packed");
        assert_eq!((kept.len(), kept.delay(0)), (1, u16::MAX));
    }
}
