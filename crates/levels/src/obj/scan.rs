//! Reads the statements of OBJ text. Each error has a line number, and unsupported statements are counted.

use bspwalk_progress::Progress;
use bspwalk_text::text;
use glam::{DVec3, Vec2, Vec3};

use super::{
    left_out::{LeftOut, Why},
    names::{self, Names},
    text::{Lines, keyword, number, shown, words},
};
use crate::{LevelError, Warning};

#[derive(Default)]
pub(super) struct Scan {
    /// Faces with three or more corners, in file order.
    pub(super) faces: Vec<Face>,
    /// Objects, groups and materials of the faces.
    pub(super) names: Names,
    /// Operands of the `mtllib` statements, with their lines.
    pub(super) libraries: Vec<(String, usize)>,
    /// Vertices; components that are not finite are NaN.
    pub(super) positions: Vec<DVec3>,
    /// sRGB colours of the vertices, from 0 to 1 or to 255; empty if no vertex has one.
    pub(super) colors: Vec<DVec3>,
    pub(super) texcoords: Vec<Vec2>,
    pub(super) normals: Vec<Vec3>,
    /// Corners of all faces: indices of vertex, texture coordinates and normal from 1, or 0 if missing.
    pub(super) corners: Vec<[u32; 3]>,
    pub(super) warnings: Vec<Warning>,
}

pub(super) struct Face {
    /// Line in the file, from 1.
    pub(super) line: u32,
    pub(super) section: u32,
    pub(super) corners: u32,
    pub(super) is_textured: bool,
    pub(super) has_normals: bool,
}

#[derive(Default)]
struct Counts {
    /// Numbers of vertices, texture coordinates and normals.
    points: [usize; 3],
    faces: usize,
    lines_and_points: usize,
    known: usize,
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
            ..Scan::default()
        },
        totals,
        triangles: 0,
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
    triangles: u64,
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
                b"vt" => {
                    let texcoord: [f32; 2] = self.attribute(1, at, rest);
                    self.scan.texcoords.push(texcoord.into());
                }
                b"vn" => {
                    let normal: [f32; 3] = self.attribute(3, at, rest);
                    self.scan.normals.push(normal.into());
                }
                b"f" => self.face(at, rest, progress)?,
                b"o" => self.scan.names.begin_object(rest),
                b"g" => self.scan.names.begin_group(rest),
                b"usemtl" => self.scan.names.begin_material(rest, at),
                b"mtllib" => self.scan.libraries.push((names::text(rest), at)),
                b"l" | b"p" => self.left_out.add(Why::LineOrPoint, at),
                b"curv" | b"curv2" | b"surf" => self.left_out.add(Why::FreeForm, at),
                _ => self.left_out.add_word(word, at),
            }
        }
        Ok(())
    }

    fn syntax(&self, line: usize, problem: String) -> LevelError {
        LevelError::syntax(self.file, line, problem)
    }

    fn vertex(&mut self, line: usize, rest: &[u8], progress: &Progress) -> Result<(), LevelError> {
        let mut values = [0.0; 6];
        let mut count = 0;
        for word in words(rest) {
            progress.check_at(count + 1)?;
            let Some(value) = number(word) else {
                return Err(self.syntax(line, text!("obj-vertex-number", word = shown(word))));
            };
            if let Some(slot) = values.get_mut(count) {
                *slot = value;
            }
            count += 1;
        }
        if count < 3 {
            return Err(self.syntax(line, text!("obj-vertex-coordinates", count)));
        }
        let [x, y, z, r, g, b] = values;
        let finite_or = |other: f64| move |value: f64| if value.is_finite() { value } else { other };
        let position = [x, y, z].map(finite_or(f64::NAN));
        self.scan.positions.push(position.into());
        if self.totals.colored {
            // A single fourth number is a weight, which has no meaning for polygons.
            let color = if count < 6 { [1.0; 3] } else { [r, g, b] };
            self.scan.colors.push(color.map(finite_or(1.0)).into());
        }
        Ok(())
    }

    /// Reads the numbers of texture coordinates or a normal. Those after the first `least` may be missing.
    fn attribute<const N: usize>(&mut self, least: usize, line: usize, rest: &[u8]) -> [f32; N] {
        let finite = |word: &[u8]| number(word).filter(|number| number.is_finite());
        let numbers: Option<Vec<f64>> = words(rest).take(N).map(finite).collect();
        let mut values = [0.0; N];
        match numbers.filter(|numbers| numbers.len() >= least) {
            Some(numbers) => {
                for (value, number) in values.iter_mut().zip(numbers) {
                    *value = number as f32;
                }
            }
            None => self.left_out.add(Why::BadAttribute, line),
        }
        values
    }

    fn face(&mut self, line: usize, rest: &[u8], progress: &Progress) -> Result<(), LevelError> {
        let start = self.scan.corners.len();
        for word in words(rest) {
            progress.check_at(self.scan.corners.len() - start + 1)?;
            let Some(given) = indices(word) else {
                let problem = text!("obj-corner", word = shown(word));
                return Err(self.syntax(line, problem));
            };
            let corner: [u32; 3] = std::array::from_fn(|kind| self.resolve(kind, given[kind]));
            if corner[0] == 0 {
                return Err(self.out_of_range(line, given[0].unwrap_or(0)));
            }
            for (kind, why) in [(1, Why::TextureIndex), (2, Why::NormalIndex)] {
                if given[kind].is_some() && corner[kind] == 0 {
                    self.left_out.add(why, line);
                }
            }
            self.scan.corners.push(corner);
        }
        let corners = &self.scan.corners[start..];
        let count = corners.len();
        if count < 3 {
            self.scan.corners.truncate(start);
            self.left_out.add(Why::FlatFace, line);
            return Ok(());
        }
        let [is_textured, has_normals] = [1, 2].map(|kind| corners.iter().all(|corner| corner[kind] > 0));
        self.triangles += count as u64 - 2;
        if self.triangles > u64::from(u32::MAX) {
            return Err(LevelError::too_many_triangles(self.file));
        }
        self.scan.faces.push(Face {
            line: u32::try_from(line).unwrap_or(u32::MAX),
            section: self.scan.names.section(),
            corners: count as u32,
            is_textured,
            has_normals,
        });
        Ok(())
    }

    /// Returns the number of vertices, texture coordinates or normals read so far.
    fn seen(&self, kind: usize) -> usize {
        let scan = &self.scan;
        [scan.positions.len(), scan.texcoords.len(), scan.normals.len()][kind]
    }

    /// Converts an index to a positive one, counted from 1; 0 if it is missing or out of range. Positive indices may
    /// refer to later lines; negative ones count back from the face.
    fn resolve(&self, kind: usize, given: Option<i64>) -> u32 {
        let (total, seen) = (self.totals.points[kind] as i64, self.seen(kind) as i64);
        let index = match given {
            Some(index) if (1..=total).contains(&index) => index,
            Some(index) if (-seen..0).contains(&index) => seen + 1 + index,
            _ => 0,
        };
        index as u32
    }

    fn out_of_range(&self, line: usize, index: i64) -> LevelError {
        let limit = match (self.totals.points[0], self.seen(0)) {
            (0, _) => text!("obj-no-vertices").to_owned(),
            (_, before) if index < 0 => text!("obj-only-before", before),
            (total, _) if index > 0 => text!("obj-only-total", total),
            _ => text!("obj-count-from-1").to_owned(),
        };
        LevelError::IndexOutOfRange {
            file: self.file.to_owned(),
            line,
            face: u32::try_from(self.triangles).unwrap_or(u32::MAX),
            index,
            limit,
        }
    }
}

/// Parses the indices of a corner: vertex, texture coordinate, normal.
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

/// Parses an integer. Values that are too large saturate, which no valid index does.
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
