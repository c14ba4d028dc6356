//! A document's buffers: its binary chunk, data URIs and external files.

use std::{borrow::Cow, collections::HashMap, io};

use crate::{Text, text};
use bspwalk_progress::Progress;
use data_url::{DataUrl, forgiving_base64::DecodeError};
use gltf::json::{self, Root};

use super::document::{Document, quoted};
use crate::{
    LevelError, MAX_FILE_BYTES, Resolver,
    files::{Name, Outside, SEPARATORS},
};

/// Number of bytes of a data URI to decode between two cancellation checks.
const BYTES_A_CHECK: usize = 1 << 20;

pub(super) struct Buffers<'a> {
    /// Index into `contents` for each of the document's buffers. Several buffers may share a file.
    of_document: Vec<usize>,
    contents: Vec<Cow<'a, [u8]>>,
    /// Declared length of each buffer, in bytes.
    lengths: Vec<usize>,
}

impl<'a> Buffers<'a> {
    /// Reads all buffers. Their total size has the same limit as a single file.
    pub(super) fn read(
        file: &str,
        document: &Document<'a>,
        files: &'a dyn Resolver,
        progress: &Progress,
    ) -> Result<Self, LevelError> {
        let mut buffers = Self {
            of_document: Vec::new(),
            contents: Vec::new(),
            lengths: Vec::new(),
        };
        let mut numbers: HashMap<&str, usize> = HashMap::new();
        let mut room = MAX_FILE_BYTES;
        for (number, buffer) in document.root.buffers.iter().enumerate() {
            progress.check()?;
            let refused =
                |problem: Text| LevelError::refused(file, text!("gltf-its-buffer", number, problem));
            let known = buffer.uri.as_deref().and_then(|uri| numbers.get(uri));
            let index = match known {
                Some(&index) => index,
                None => {
                    let content = match (&buffer.uri, document.bin) {
                        (Some(uri), _) => {
                            let content = read_uri(uri, files, progress);
                            // Do not report a cancellation as an error in the file.
                            progress.check()?;
                            content.map_err(refused)?
                        }
                        (None, Some(bin)) if number == 0 => Cow::Borrowed(bin),
                        (None, _) => {
                            return Err(refused(text!("gltf-buffer-empty")));
                        }
                    };
                    room = room
                        .checked_sub(content.len() as u64)
                        .ok_or_else(|| refused(text!("gltf-buffers-too-large")))?;
                    if let Some(uri) = &buffer.uri {
                        numbers.insert(uri, buffers.contents.len());
                    }
                    buffers.contents.push(content);
                    buffers.contents.len() - 1
                }
            };
            let (has, says) = (buffers.contents[index].len(), buffer.byte_length.0);
            if (has as u64) < says {
                return Err(refused(text!("gltf-buffer-short", has, says)));
            }
            buffers.of_document.push(index);
            buffers.lengths.push(says as usize);
        }
        Ok(buffers)
    }

    pub(super) fn bytes(&self) -> u64 {
        self.contents.iter().map(|content| content.len() as u64).sum()
    }

    /// Returns the bytes of a buffer view, or `None` if it extends beyond the buffer.
    pub(super) fn view(&self, root: &Root, view: json::Index<json::buffer::View>) -> Option<&[u8]> {
        let view = root.buffer_views.get(view.value())?;
        let buffer = view.buffer.value();
        let content = &self.contents[*self.of_document.get(buffer)?][..self.lengths[buffer]];
        let start = view.byte_offset.map_or(0, |offset| offset.0);
        let end = start.checked_add(view.byte_length.0)?;
        content.get(usize::try_from(start).ok()?..usize::try_from(end).ok()?)
    }
}

pub(super) fn is_data(uri: &str) -> bool {
    uri.get(..5)
        .is_some_and(|scheme| scheme.eq_ignore_ascii_case("data:"))
}

/// Reads from a URI, which is either a data URI or the name of a file in the level's folder. An error is a sentence
/// fragment that follows the name of the element that contains the URI.
pub(super) fn read_uri<'a>(
    uri: &str,
    files: &'a dyn Resolver,
    progress: &Progress,
) -> Result<Cow<'a, [u8]>, Text> {
    if is_data(uri) {
        let data =
            DataUrl::process(uri).map_err(|error| text!("gltf-buffer-is", error = error.to_string()))?;
        let mut decoded = Vec::new();
        let mut until_check = BYTES_A_CHECK;
        let result = data.decode(|bytes| {
            decoded.extend_from_slice(bytes);
            if decoded.len() < until_check {
                return Ok(());
            }
            until_check += BYTES_A_CHECK;
            progress.check()
        });
        return match result {
            Ok(_) => Ok(Cow::Owned(decoded)),
            Err(DecodeError::WriteError(cancelled)) => Err(Text::plain(cancelled.to_string())),
            Err(DecodeError::InvalidBase64(error)) => {
                Err(text!("gltf-buffer-base64", error = error.to_string()))
            }
        };
    }
    let name = file_name(uri).map_err(|problem| text!("gltf-buffer-name", uri = quoted(uri), problem))?;
    files.read(&name).map_err(|error| match error.kind() {
        _ if Outside::of(&error).is_some() => {
            let name = quoted(&name);
            text!("gltf-buffer-link", name)
        }
        io::ErrorKind::NotFound => {
            text!("gltf-buffer-not-found", name = quoted(&name))
        }
        _ => text!("gltf-buffer-unreadable", name = quoted(&name), error),
    })
}

/// Converts a URI to a file name relative to the level's folder, with slashes as separators.
fn file_name(uri: &str) -> Result<String, Text> {
    let decoded = percent_decoded(uri).ok_or_else(|| text!("gltf-name-utf8"))?;
    let name = Name::new(&decoded, &SEPARATORS);
    if name.is_outside {
        return Err(text!("gltf-name-outside"));
    }
    // A colon means that the name is a URI with a scheme.
    if name.parts.iter().any(|part| part.contains(':')) {
        return Err(text!("gltf-name-elsewhere"));
    }
    if name.parts.is_empty() || decoded.contains('\0') {
        return Err(text!("gltf-name-none"));
    }
    Ok(name.parts.join("/"))
}

/// Decodes percent-encoded bytes such as `%20` (RFC 3986, section 2.1). Returns `None` if the result is not valid
/// UTF-8.
fn percent_decoded(text: &str) -> Option<String> {
    let mut decoded = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&byte, after)) = rest.split_first() {
        let hex = |at: usize| char::from(*after.get(at)?).to_digit(16);
        match (byte, hex(0), hex(1)) {
            (b'%', Some(high), Some(low)) => {
                decoded.push((high * 16 + low) as u8);
                rest = &after[2..];
            }
            _ => {
                decoded.push(byte);
                rest = after;
            }
        }
    }
    String::from_utf8(decoded).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn uris_stay_in_the_folder() {
        for (uri, name) in [
            ("a.bin", "a.bin"),
            ("./a%20b.bin", "a b.bin"),
            ("sub/%C3%A9.bin", "sub/é.bin"),
            ("sub\\a.bin", "sub/a.bin"),
            ("a//b.bin", "a/b.bin"),
            ("100%.bin", "100%.bin"),
            ("%zz.bin", "%zz.bin"),
            ("..a.bin", "..a.bin"),
        ] {
            assert_eq!(file_name(uri).as_deref(), Ok(name), "{uri}");
        }
        for uri in [
            "../a.bin",
            "sub/../../a.bin",
            "sub/..",
            "%2e%2e/a.bin",
            "..%5ca.bin",
            "..\\a.bin",
            "/etc/passwd",
            "\\a.bin",
            "%2Fetc/passwd",
            "//host/a.bin",
            "C:/a.bin",
            "c%3A\\a.bin",
            "file:///a.bin",
            "http://host/a.bin",
            "",
            ".",
            "a%00.bin",
            "%ff.bin",
        ] {
            assert!(file_name(uri).is_err(), "{uri}");
        }
    }

    #[test]
    fn data_is_read_with_and_without_base64() {
        let read = |uri: &str| read_uri(uri, &(), &Progress::default()).map(Cow::into_owned);
        let bytes = [0, 255, 16];
        assert_eq!(
            read("data:application/octet-stream;base64,AP8Q").as_deref(),
            Ok(&bytes[..])
        );
        assert_eq!(read("DATA:;base64,AP8Q").as_deref(), Ok(&bytes[..]));
        assert_eq!(read("data:,%00%FF%10").as_deref(), Ok(&bytes[..]));
        assert!(read("data:;base64,AP8").is_ok(), "padding may be missing");
        assert!(read("data:;base64,A").is_err());
        assert!(read("data:;base64").is_err());
    }
}
