//! A reader that returns an error when the operation is cancelled.

use std::io::{self, BufRead, Cursor, Read, Seek, SeekFrom};

use bspwalk_progress::Progress;

/// A reader for bytes in memory. Reading fails once the operation is cancelled.
pub(super) struct Watched<'a> {
    pub(super) bytes: Cursor<&'a [u8]>,
    pub(super) progress: &'a Progress,
    /// Whether reading advances the current progress phase.
    pub(super) advances: bool,
}

impl Read for Watched<'_> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        self.progress.check().map_err(io::Error::other)?;
        self.bytes.read(out)
    }
}

impl BufRead for Watched<'_> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.progress.check().map_err(io::Error::other)?;
        self.bytes.fill_buf()
    }

    fn consume(&mut self, count: usize) {
        self.bytes.consume(count);
        if self.advances {
            self.progress.advance(count as u64);
        }
    }
}

impl Seek for Watched<'_> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.bytes.seek(to)
    }
}
