//! Decompresses zlib data incrementally, with a limit on the output size.

use bspwalk_progress::{CheckError, Progress};
use bspwalk_text::text;
use miniz_oxide::{
    DataFormat, MZError, MZFlush, MZStatus,
    inflate::stream::{InflateState, inflate as step},
};

/// Largest compression ratio. Map trees compress to about a fifth, zeros to a thousandth.
const MOST_A_BYTE: usize = 64;

/// Bytes to decompress between two cancellation checks.
const PIECE: usize = 1 << 16;

/// Decompresses a zlib stream. Ignores bytes after its end.
pub(super) fn inflate(packed: &[u8], progress: &Progress) -> Result<Vec<u8>, CheckError> {
    let mut state = InflateState::new_boxed(DataFormat::Zlib);
    let (mut content, mut left) = (Vec::new(), packed);
    let most = MOST_A_BYTE * packed.len();
    let mut piece = vec![0; PIECE];
    loop {
        progress.check()?;
        let result = step(&mut state, left, &mut piece, MZFlush::None);
        left = &left[result.bytes_consumed..];
        content.extend_from_slice(&piece[..result.bytes_written]);
        if content.len() > most {
            return Err(text!("doom-unpacks-too-large", most = MOST_A_BYTE).into());
        }
        match result.status {
            Ok(MZStatus::StreamEnd) => return Ok(content),
            // Without any progress, the end of the stream is missing.
            Ok(_) | Err(MZError::Buf) if result.bytes_consumed + result.bytes_written == 0 => {
                return Err(text!("doom-zlib-ends").into());
            }
            Ok(_) | Err(MZError::Buf) => {}
            Err(_) => return Err(text!("doom-zlib-damaged").into()),
        }
    }
}
