//! Scans OBJ text and rewrites it for tobj, which reports no line numbers, treats polylines (`l`) as faces, invents
//! missing attributes of corners, and fails on comments after a face.
//!
//! The scan validates every statement, so that each error has a line number. It rewrites the valid statements so that
//! tobj handles them correctly and numbers the faces in the same way.

use crate::text;
use bspwalk_progress::Progress;
use bspwalk_trees::FaceId;

use super::{
    left_out::{LeftOut, Why},
    names::{self, Names},
    text::{Lines, excerpt, keyword, number, words},
};
use crate::{LevelError, Warning};

/// Result of a scan.
#[derive(Default)]
pub(super) struct Scan {
    /// Faces with three or more corners, in file order.
    pub(super) faces: Vec<Face>,
    /// Objects, groups and materials of the faces.
    pub(super) names: Names,
    /// Operands of the `mtllib` statements, each with its line.
    pub(super) libraries: Vec<(String, usize)>,
    /// Vertices, texture coordinates, normals and faces, rewritten for tobj.
    pub(super) plain: Vec<u8>,
    /// Warnings about skipped statements.
    pub(super) warnings: Vec<Warning>,
}

/// A face in the file with at least three corners.
pub(super) struct Face {
    /// Line number in the file, from 1.
    pub(super) line: u32,
    /// Index into [`Names::sections`].
    pub(super) section: u32,
    /// Number of corners.
    pub(super) corners: u32,
    /// Whether every corner has texture coordinates.
    pub(super) is_textured: bool,
    /// Whether every corner has a normal.
    pub(super) has_normals: bool,
}

/// Number of statements of each kind.
#[derive(Default)]
struct Counts {
    /// Numbers of vertices, texture coordinates and normals.
    points: [usize; 3],
    faces: usize,
    lines_and_points: usize,
    known: usize,
    /// Whether any vertex has a colour.
    colored: bool,
}

impl Counts {
    fn of(text: &[u8], progress: &Progress) -> Result<Self, LevelError> {
        let mut counts = Self::default();
        let mut lines = Lines::new(text, false, progress);
        while let Some(line) = lines.next()? {
            counts.known += 1;
            let (word, rest) = keyword(line.text);
            match word {
                b"v" => {
                    counts.points[0] += 1;
                    counts.colored = counts.colored || words(rest).nth(5).is_some();
                }
                b"vt" => counts.points[1] += 1,
                b"vn" => counts.points[2] += 1,
                b"f" => counts.faces += 1,
                b"l" | b"p" => counts.lines_and_points += 1,
                b"g" | b"o" | b"usemtl" | b"mtllib" => {}
                _ => counts.known -= 1,
            }
        }
        Ok(counts)
    }
}

/// Scans the text of an OBJ file.
///
/// # Errors
/// - There are no OBJ statements or no faces.
/// - A vertex or a face is invalid, or a vertex index is out of range.
/// - The operation was cancelled.
pub(super) fn scan(file: &str, text: &[u8], progress: &Progress) -> Result<Scan, LevelError> {
    let totals = Counts::of(text, progress)?;
    if totals.known == 0 {
        return Err(LevelError::refused(file, text!("obj-no-obj")));
    }
    if totals.faces == 0 {
        let (vertices, lines) = (totals.points[0], totals.lines_and_points);
        let found = match lines {
            0 => text!("obj-found-vertices", vertices),
            _ => text!("obj-found-vertices-and-lines", vertices, lines),
        };
        return Err(LevelError::no_faces(file, found));
    }
    let mut scanner = Scanner {
        file,
        scan: Scan {
            faces: Vec::with_capacity(totals.faces),
            plain: Vec::with_capacity(text.len()),
            ..Scan::default()
        },
        totals,
        seen: [0; 3],
        triangles: 0,
        corners: Vec::new(),
        left_out: LeftOut::default(),
    };
    scanner.read(text, progress)?;
    let Scanner {
        mut scan, left_out, ..
    } = scanner;
    if scan.faces.is_empty() {
        let line = left_out.first_line(Why::FlatFace);
        return Err(LevelError::no_faces(file, text!("obj-flat-faces", line)));
    }
    scan.warnings = left_out.warnings();
    Ok(scan)
}

struct Scanner<'f> {
    file: &'f str,
    scan: Scan,
    totals: Counts,
    /// Numbers of vertices, texture coordinates and normals that have been read.
    seen: [usize; 3],
    triangles: u64,
    /// Corners of the current face, as indices that start at 1; 0 for missing attributes.
    corners: Vec<[i64; 3]>,
    left_out: LeftOut,
}

impl Scanner<'_> {
    fn read(&mut self, text: &[u8], progress: &Progress) -> Result<(), LevelError> {
        let mut lines = Lines::new(text, true, progress);
        while let Some(line) = lines.next()? {
            let at = line.number;
            let (word, rest) = keyword(line.text);
            match word {
                b"v" => self.vertex(at, rest, progress)?,
                b"vt" => self.attribute(1, at, rest),
                b"vn" => self.attribute(2, at, rest),
                b"f" => self.face(at, rest, progress)?,
                b"o" => self.scan.names.begin_object(rest),
                b"g" => self.scan.names.begin_group(rest),
                b"usemtl" => self.scan.names.begin_material(rest, at),
                b"mtllib" => self.scan.libraries.push((names::text(rest), at)),
                b"l" | b"p" => self.left_out.add(Why::LineOrPoint, at),
                b"curv" | b"curv2" | b"surf" => self.left_out.add(Why::FreeForm, at),
                _ => self.left_out.add_unsupported_keyword(word, at),
            }
        }
        Ok(())
    }

    fn vertex(&mut self, line: usize, rest: &[u8], progress: &Progress) -> Result<(), LevelError> {
        let mut values = [0.0; 6];
        let mut count = 0;
        for word in words(rest) {
            progress.check_at(count + 1)?;
            let Some(value) = number(word) else {
                return Err(LevelError::syntax(
                    self.file,
                    line,
                    text!("obj-vertex-number", word = excerpt(word)),
                ));
            };
            if let Some(slot) = values.get_mut(count) {
                *slot = value;
            }
            count += 1;
        }
        if count < 3 {
            return Err(LevelError::syntax(
                self.file,
                line,
                text!("obj-vertex-coordinates", count),
            ));
        }
        self.seen[0] += 1;
        let plain = &mut self.scan.plain;
        plain.push(b'v');
        for (word, value) in words(rest).zip(&values[..3]) {
            plain.push(b' ');
            plain.extend_from_slice(if value.is_finite() { word } else { b"nan" });
        }
        if self.totals.colored {
            // A single fourth number is a weight, which polygons do not use.
            let [.., r, g, b] = if count < 6 { [1.0; 6] } else { values };
            let [r, g, b] = [r, g, b].map(|channel| if channel.is_finite() { channel } else { 1.0 });
            plain.extend_from_slice(format!(" {r} {g} {b}").as_bytes());
        }
        plain.push(b'\n');
        Ok(())
    }

    /// Reads texture coordinates (`kind` 1), whose second number may be missing, or a normal (`kind` 2).
    fn attribute(&mut self, kind: usize, line: usize, rest: &[u8]) {
        let (name, least, count) = if kind == 1 { (b"vt", 1, 2) } else { (b"vn", 3, 3) };
        self.seen[kind] += 1;
        let is_finite = |word: &[u8]| number(word).is_some_and(f64::is_finite);
        let is_good = words(rest).nth(least - 1).is_some() && words(rest).take(count).all(is_finite);
        if !is_good {
            self.left_out.add(Why::BadAttribute, line);
        }
        let plain = &mut self.scan.plain;
        plain.extend_from_slice(name);
        let mut words = words(rest).filter(|_| is_good);
        for _ in 0..count {
            plain.push(b' ');
            plain.extend_from_slice(words.next().unwrap_or(b"0"));
        }
        plain.push(b'\n');
    }

    fn face(&mut self, line: usize, rest: &[u8], progress: &Progress) -> Result<(), LevelError> {
        let start = self.scan.plain.len();
        self.scan.plain.push(b'f');
        self.corners.clear();
        let mut is_given = [false; 3];
        for word in words(rest) {
            progress.check_at(self.corners.len() + 1)?;
            let Some(given) = indices(word) else {
                let problem = text!("obj-corner", word = excerpt(word));
                return Err(LevelError::syntax(self.file, line, problem));
            };
            let corner: [i64; 3] = std::array::from_fn(|kind| self.resolve(kind, given[kind]));
            if corner[0] == 0 {
                return Err(self.out_of_range(line, given[0].unwrap_or(0)));
            }
            for (kind, why) in [(1, Why::TextureIndex), (2, Why::NormalIndex)] {
                is_given[kind] |= given[kind].is_some();
                if given[kind].is_some() && corner[kind] == 0 {
                    self.left_out.add(why, line);
                }
            }
            self.corners.push(corner);
            self.scan.plain.push(b' ');
            self.scan.plain.extend_from_slice(word);
        }
        let count = self.corners.len();
        if count < 3 {
            self.scan.plain.truncate(start);
            self.left_out.add(Why::FlatFace, line);
            return Ok(());
        }
        self.triangles += count as u64 - 2;
        if self.triangles > u64::from(u32::MAX) {
            return Err(LevelError::too_many_triangles(self.file));
        }
        let [is_textured, has_normals] =
            [1, 2].map(|kind| self.corners.iter().all(|corner| corner[kind] > 0));
        if is_given[1] != is_textured || is_given[2] != has_normals {
            // Omit attributes that only some corners of the face have, because tobj would invent the missing ones.
            self.scan.plain.truncate(start);
            self.scan.plain.push(b'f');
            for &[vertex, texcoord, normal] in &self.corners {
                let corner = match (is_textured, has_normals) {
                    (true, true) => format!(" {vertex}/{texcoord}/{normal}"),
                    (true, false) => format!(" {vertex}/{texcoord}"),
                    (false, true) => format!(" {vertex}//{normal}"),
                    (false, false) => format!(" {vertex}"),
                };
                self.scan.plain.extend_from_slice(corner.as_bytes());
            }
        }
        self.scan.plain.push(b'\n');
        self.scan.faces.push(Face {
            line: u32::try_from(line).unwrap_or(u32::MAX),
            section: self.scan.names.section(),
            corners: count as u32,
            is_textured,
            has_normals,
        });
        Ok(())
    }

    /// Converts an index to a positive index, counted from 1; 0 if it is missing or out of range. Positive indices may
    /// refer to later lines. Negative indices count back from the face.
    fn resolve(&self, kind: usize, given: Option<i64>) -> i64 {
        let (total, seen) = (self.totals.points[kind] as i64, self.seen[kind] as i64);
        match given {
            Some(index) if (1..=total).contains(&index) => index,
            Some(index) if (-seen..0).contains(&index) => seen + 1 + index,
            _ => 0,
        }
    }

    fn out_of_range(&self, line: usize, index: i64) -> LevelError {
        let limit = match (self.totals.points[0], self.seen[0]) {
            (0, _) => text!("obj-no-vertices"),
            (_, before) if index < 0 => text!("obj-only-before", before),
            (total, _) if index > 0 => text!("obj-only-total", total),
            _ => text!("obj-count-from-1"),
        };
        LevelError::IndexOutOfRange {
            file: self.file.to_owned(),
            line,
            face: FaceId(u32::try_from(self.triangles).unwrap_or(u32::MAX)),
            index,
            limit,
        }
    }
}

/// Parses the vertex, texture coordinate and normal indices of a corner.
fn indices(word: &[u8]) -> Option<[Option<i64>; 3]> {
    let mut out = [None; 3];
    for (kind, part) in word.split(|&byte| byte == b'/').enumerate() {
        let slot = out.get_mut(kind)?;
        if !part.is_empty() {
            *slot = Some(integer(part)?);
        }
    }
    out[0].is_some().then_some(out)
}

/// Parses an integer. Values that are too large saturate, because no valid index is that large.
fn integer(word: &[u8]) -> Option<i64> {
    let (sign, digits) = match word {
        [b'-', digits @ ..] => (-1, digits),
        [b'+', digits @ ..] => (1, digits),
        digits => (1, digits),
    };
    let value = digits.iter().try_fold(0_i64, |value, digit| {
        let digit = digit.is_ascii_digit().then(|| i64::from(digit - b'0'))?;
        Some(value.saturating_mul(10).saturating_add(digit))
    });
    value.filter(|_| !digits.is_empty()).map(|value| sign * value)
}
