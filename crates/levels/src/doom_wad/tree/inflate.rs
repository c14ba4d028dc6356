//! Unpacks what zlib packed, piece by piece: no more than a file can honestly hold.

use bspwalk_progress::{CheckError, Progress};
use bspwalk_text::text;
use miniz_oxide::{
    DataFormat, MZError, MZFlush, MZStatus,
    inflate::stream::{InflateState, inflate as step},
};

/// How many bytes there may be for each packed one. Trees of maps pack to a fifth or so, and zeros to a thousandth.
const MOST_A_BYTE: usize = 64;

/// How many bytes are unpacked between two checks.
const PIECE: usize = 1 << 16;

/// The content of a zlib stream; bytes behind its end are passed over.
///
/// # Errors
/// What is wrong with it, or that the operation was cancelled.
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
            // Without more to read or to write nothing is left but an end that is missing.
            Ok(_) | Err(MZError::Buf) if result.bytes_consumed + result.bytes_written == 0 => {
                return Err(text!("doom-zlib-ends").into());
            }
            Ok(_) | Err(MZError::Buf) => {}
            Err(_) => return Err(text!("doom-zlib-damaged").into()),
        }
    }
}
