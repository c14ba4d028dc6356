//! Recognizes files of other formats by their first bytes, so that the error can name them.

use super::LevelError;

/// How many bytes are examined.
const LOOKED_AT: usize = 4096;

/// Refuses empty files, wide text and binary files.
pub(crate) fn refuse_other_formats(file: &str, bytes: &[u8]) -> Result<(), LevelError> {
    let head = &bytes[..bytes.len().min(LOOKED_AT)];
    let refused = |problem: &str| Err(LevelError::refused(file, problem));
    if is_blank(bytes) {
        return refused("is empty; export the level again");
    }
    if let Some(encoding) = wide_encoding(head) {
        return refused(&format!("is text in {encoding}; save it as UTF-8 or ASCII"));
    }
    if let Some((_, found)) = MARKS.iter().find(|(mark, _)| head.starts_with(mark)) {
        return refused(&format!(
            "is not an OBJ file: it is {found}; export the level as OBJ and name that file"
        ));
    }
    if head.contains(&0) {
        return refused(
            "is not an OBJ file: it is a binary file; name an OBJ file, or export the level as one",
        );
    }
    Ok(())
}

/// The first bytes of other formats, and their names.
const MARKS: &[(&[u8], &str)] = &[
    (b"glTF", "binary glTF"),
    (b"IBSP", "a compiled Quake II or III level"),
    (b"VBSP", "a compiled Source level"),
    (b"BSP2", "a compiled Quake level"),
    (b"\x1d\0\0\0", "a compiled Quake level"),
    (b"\x1e\0\0\0", "a compiled Half-Life level"),
    (b"BLENDER", "a Blender file"),
    (b"Kaydara FBX Binary", "an FBX file"),
    (b"ply\n", "a PLY file"),
    (b"ply\r", "a PLY file"),
    (b"solid ", "an STL file"),
    (b"PK\x03\x04", "a ZIP archive"),
    (b"\x1f\x8b", "compressed with gzip"),
    (b"\x28\xb5\x2f\xfd", "compressed with zstd"),
    (b"\x89PNG", "an image"),
    (b"\xff\xd8\xff", "an image"),
    (b"<?xml", "XML"),
];

fn is_blank(bytes: &[u8]) -> bool {
    let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    text.split(|&byte| byte == b'\n' || byte == b'\r')
        .map(<[u8]>::trim_ascii)
        .all(|line| line.is_empty() || line.starts_with(b"#"))
}

/// UTF-16 or UTF-32, told by the byte order mark, or UTF-16 by every other byte being zero.
fn wide_encoding(head: &[u8]) -> Option<&'static str> {
    if head.starts_with(b"\xff\xfe\0\0") || head.starts_with(b"\0\0\xfe\xff") {
        return Some("UTF-32");
    }
    if head.starts_with(b"\xff\xfe") || head.starts_with(b"\xfe\xff") {
        return Some("UTF-16");
    }
    let start = &head[..head.len().min(32) & !1];
    let text = |byte: u8| byte.is_ascii_graphic() || byte.is_ascii_whitespace();
    let little = start.chunks_exact(2).all(|pair| text(pair[0]) && pair[1] == 0);
    let big = start.chunks_exact(2).all(|pair| pair[0] == 0 && text(pair[1]));
    (start.len() >= 4 && (little || big)).then_some("UTF-16")
}
