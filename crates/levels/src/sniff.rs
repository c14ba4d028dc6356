//! Detects a file's format from its content.

use crate::{Text, text};

use super::{Format, LevelError};

const LOOKED_AT: usize = 4096;

/// Returns a file's format. Rejects empty files, UTF-16 and UTF-32 text, and unsupported formats.
pub(crate) fn format(file: &str, bytes: &[u8]) -> Result<Format, LevelError> {
    let head = &bytes[..bytes.len().min(LOOKED_AT)];
    let refused = |problem: Text| Err(LevelError::refused(file, problem));
    if is_blank(bytes) {
        return refused(text!("levels-sniff-empty"));
    }
    if let Some(encoding) = wide_encoding(head) {
        return refused(text!("levels-sniff-encoding", encoding));
    }
    if let Some((_, format)) = MARKS.iter().find(|(mark, _)| head.starts_with(mark)) {
        return Ok(*format);
    }
    if let Some((_, found)) = OTHER_MARKS.iter().find(|(mark, _)| head.starts_with(mark)) {
        return refused(text!("levels-sniff-other", found));
    }
    if head.contains(&0) {
        return refused(text!("levels-sniff-binary"));
    }
    Ok(text_format(bytes))
}

const MARKS: &[(&[u8], Format)] = &[
    (b"glTF", Format::Glb),
    (b"\x1d\0\0\0", Format::Bsp29),
    (b"BSP2", Format::Bsp2),
    (b"\x1e\0\0\0", Format::Bsp30),
    (b"IBSP\x26\0\0\0", Format::Bsp38),
    (b"IWAD", Format::Wad),
    (b"PWAD", Format::Wad),
];

const OTHER_MARKS: &[(&[u8], Text)] = &[
    (b"IBSP\x29\0\0\0", text!("levels-sniff-daikatana")),
    (b"IBSP\x3b\0\0\0", text!("levels-sniff-call-of-duty")),
    (b"IBSP\x04\0\0\0", text!("levels-sniff-call-of-duty")),
    (b"IBSP", text!("levels-sniff-quake3")),
    (b"QBSP", text!("levels-sniff-qbsp")),
    (b"RBSP", text!("levels-sniff-raven")),
    (b"rBSP", text!("levels-sniff-titanfall")),
    (b"FBSP", text!("levels-sniff-qfusion")),
    (b"FAKK", text!("levels-sniff-fakk")),
    (b"2015", text!("levels-sniff-moh")),
    (b"EALA", text!("levels-sniff-moh")),
    (b"EF2!", text!("levels-sniff-elite-force")),
    (b" 46Q", text!("levels-sniff-quake64")),
    (b"\x17\0\0\0", text!("levels-sniff-quake-test")),
    (b"\x1c\0\0\0", text!("levels-sniff-quake-test")),
    (b"\x1f\0\0\0", text!("levels-sniff-xash")),
    (b"\x2a\0\0\0", text!("levels-sniff-nightfire")),
    (b"\x07\0\0\0", text!("levels-sniff-build")),
    (b"\xcd\xcc\x0c\x40RMF", text!("levels-sniff-hammer")),
    (b"JHMF", text!("levels-sniff-hammer")),
    (b"versioninfo", text!("levels-sniff-vmf")),
    (b"iwmap ", text!("levels-sniff-iwmap")),
    (b"mapProcFile", text!("levels-sniff-doom3-compiled")),
    (b"PRT1", text!("levels-sniff-portals")),
    (b"QLIT", text!("levels-sniff-light")),
    (b"namespace", text!("levels-sniff-udmf")),
    (b"VBSP", text!("levels-sniff-source")),
    (b"2PSB", text!("levels-sniff-2psb")),
    (b"WAD2", text!("levels-sniff-wad")),
    (b"WAD3", text!("levels-sniff-wad")),
    (b"PACK", text!("levels-sniff-pak")),
    (b"BLENDER", text!("levels-sniff-blender")),
    (b"Kaydara FBX Binary", text!("levels-sniff-fbx")),
    (b"ply\n", text!("levels-sniff-ply")),
    (b"ply\r", text!("levels-sniff-ply")),
    (b"solid ", text!("levels-sniff-stl")),
    (b"PK\x03\x04", text!("levels-sniff-zip")),
    (b"\x1f\x8b", text!("levels-sniff-gzip")),
    (b"\x28\xb5\x2f\xfd", text!("levels-sniff-zstd")),
    (b"\x89PNG", text!("levels-sniff-image")),
    (b"\xff\xd8\xff", text!("levels-sniff-image")),
    (b"<?xml", text!("levels-sniff-xml")),
];

/// Distinguishes the text formats. JSON and Quake maps both begin with a brace, but only JSON has a colon after the
/// first string.
fn text_format(bytes: &[u8]) -> Format {
    let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    // The file is a Doom 3 map. The loader for `.map` files rejects it with a specific message.
    if after_comments(text).starts_with(b"Version ") {
        return Format::Map;
    }
    let Some(inside) = after_comments(text).strip_prefix(b"{") else {
        return Format::Obj;
    };
    let Some(string) = after_comments(inside).strip_prefix(b"\"") else {
        return Format::Map;
    };
    let mut rest = string.splitn(2, |&byte| byte == b'"').skip(1);
    let rest = rest.next().map_or(&b""[..], after_comments);
    if rest.starts_with(b":") {
        Format::Gltf
    } else {
        Format::Map
    }
}

fn after_comments(mut text: &[u8]) -> &[u8] {
    loop {
        text = text.trim_ascii_start();
        if !text.starts_with(b"//") {
            return text;
        }
        let end = text.iter().position(|&byte| byte == b'\n').unwrap_or(text.len());
        text = &text[end..];
    }
}

fn is_blank(bytes: &[u8]) -> bool {
    let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    text.split(|&byte| byte == b'\n' || byte == b'\r')
        .map(<[u8]>::trim_ascii)
        .all(|line| line.is_empty() || line.starts_with(b"#"))
}

/// Detects UTF-16 and UTF-32 by their byte order mark. Also detects UTF-16 if every other byte is zero.
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
