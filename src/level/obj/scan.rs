//! A scan of OBJ text beside tobj: the line, the names and the attributes of every face, and text that tobj takes.
//!
//! tobj reports no line numbers, takes polylines (`l`) for faces, guesses attributes that a face lacks and gives up on
//! comments behind a face. The scan checks every statement, so that each fault is told with its line, and writes the
//! good ones again in the plain form on which tobj is right: every face then is tobj's face of the same number.

use super::{
    left_out::{LeftOut, Why},
    names::{self, Names},
    text::{Lines, keyword, number, shown, words},
};
use crate::{
    level::{LevelError, Warning},
    progress::Progress,
};

/// How many logical lines are read between two looks at [`Progress`].
const LINES_A_CHECK: usize = 8192;

/// What a scan found.
pub(super) struct Scan {
    /// The faces of three corners and more, in file order.
    pub(super) faces: Vec<Face>,
    /// What the faces belong to; [`Face::section`] indexes its sections.
    pub(super) names: Names,
    /// What `mtllib` statements name, with their lines.
    pub(super) libraries: Vec<(String, usize)>,
    /// The vertices, texture coordinates, normals and faces again, in the form that tobj takes.
    pub(super) plain: Vec<u8>,
    /// What a person should know.
    pub(super) warnings: Vec<Warning>,
}

/// One face.
#[derive(Clone, Copy)]
pub(super) struct Face {
    /// Its line, from 1.
    pub(super) line: u32,
    /// What it belongs to.
    pub(super) section: u32,
    /// How many corners it has.
    pub(super) corners: u32,
    /// Whether every corner has texture coordinates.
    pub(super) textured: bool,
    /// Whether every corner has a normal.
    pub(super) has_normals: bool,
}

/// How many statements of each kind a text has.
#[derive(Default)]
struct Counts {
    /// Vertices, texture coordinates, normals.
    points: [usize; 3],
    faces: usize,
    lines_and_points: usize,
    known: usize,
    colored: bool,
}

impl Counts {
    fn of(text: &[u8], progress: &Progress) -> Result<Self, LevelError> {
        let mut counts = Self::default();
        let mut lines = Lines::new(text);
        let mut read = 0_usize;
        while let Some(line) = lines.next() {
            read += 1;
            if read.is_multiple_of(LINES_A_CHECK) {
                progress.check()?;
            }
            let (word, rest) = keyword(line.text);
            counts.known += 1;
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

/// Reads all of an OBJ text.
///
/// # Errors
/// No OBJ statement at all, no faces, a vertex or a face that cannot be understood, a vertex index out of range,
/// cancelled.
pub(super) fn scan(file: &str, text: &[u8], progress: &Progress) -> Result<Scan, LevelError> {
    let counts = Counts::of(text, progress)?;
    if counts.known == 0 {
        return Err(LevelError::NotObj {
            file: file.to_owned(),
            found: "it has no OBJ statement (no line begins with `v`, `f` or the like)".to_owned(),
            remedy: "name an OBJ file, or export the level as one",
        });
    }
    if counts.faces == 0 {
        let mut found = format!("{} vertices", counts.points[0]);
        if counts.lines_and_points > 0 {
            found += &format!(" and {} statements of lines or points", counts.lines_and_points);
        }
        return Err(LevelError::NoFaces {
            file: file.to_owned(),
            found,
        });
    }
    let scanner = Scanner {
        file,
        faces: Vec::with_capacity(counts.faces),
        totals: counts,
        names: Names::default(),
        libraries: Vec::new(),
        plain: Vec::with_capacity(text.len()),
        seen: [0; 3],
        triangles: 0,
        corners: Vec::new(),
        left_out: LeftOut::default(),
    };
    scanner.run(text, progress)
}

struct Scanner<'f> {
    file: &'f str,
    totals: Counts,
    faces: Vec<Face>,
    names: Names,
    libraries: Vec<(String, usize)>,
    plain: Vec<u8>,
    /// Vertices, texture coordinates and normals so far.
    seen: [usize; 3],
    triangles: u64,
    /// The corners of the current face: indices from 1, 0 where there is none.
    corners: Vec<[i64; 3]>,
    left_out: LeftOut,
}

impl Scanner<'_> {
    fn run(mut self, text: &[u8], progress: &Progress) -> Result<Scan, LevelError> {
        let mut lines = Lines::new(text);
        let mut read = 0_usize;
        let mut told = lines.remaining();
        while let Some(line) = lines.next() {
            let at = line.number;
            let (word, rest) = keyword(line.text);
            match word {
                b"v" => self.vertex(at, rest)?,
                b"vt" => self.texcoord(at, rest),
                b"vn" => self.normal(at, rest),
                b"f" => self.face(at, rest)?,
                b"o" => self.names.begin_object(rest),
                b"g" => self.names.begin_group(rest),
                b"usemtl" => self.names.begin_material(rest, at),
                b"mtllib" => self.libraries.push((names::text(rest), at)),
                b"l" | b"p" => self.left_out.add(Why::LineOrPoint, at),
                b"curv" | b"curv2" | b"surf" => self.left_out.add(Why::FreeForm, at),
                _ => self.left_out.add_word(word, at),
            }
            read += 1;
            if read.is_multiple_of(LINES_A_CHECK) {
                progress.check()?;
                let remaining = lines.remaining();
                progress.advance((told - remaining) as u64);
                told = remaining;
            }
        }
        if self.faces.is_empty() {
            let line = self.left_out.first_line(Why::FlatFace);
            let found = format!("only faces of fewer than three corners, the first in line {line}");
            return Err(LevelError::NoFaces {
                file: self.file.to_owned(),
                found,
            });
        }
        Ok(Scan {
            faces: self.faces,
            names: self.names,
            libraries: self.libraries,
            plain: self.plain,
            warnings: self.left_out.warnings(),
        })
    }

    fn syntax(&self, line: usize, problem: String) -> LevelError {
        LevelError::Syntax {
            file: self.file.to_owned(),
            line,
            problem,
        }
    }

    fn vertex(&mut self, line: usize, rest: &[u8]) -> Result<(), LevelError> {
        let mut values = [0.0; 6];
        let mut count = 0;
        for word in words(rest) {
            let Some(value) = number(word) else {
                return Err(self.syntax(line, format!("`{}` in a vertex is not a number", shown(word))));
            };
            if let Some(slot) = values.get_mut(count) {
                *slot = value;
            }
            count += 1;
        }
        if count < 3 {
            return Err(self.syntax(line, format!("a vertex has {count} coordinates instead of three")));
        }
        self.seen[0] += 1;
        self.plain.push(b'v');
        for (word, value) in words(rest).zip(&values[..3]) {
            self.plain.push(b' ');
            self.plain
                .extend_from_slice(if value.is_finite() { word } else { b"nan" });
        }
        if self.totals.colored {
            // A fourth number alone is a weight, which means nothing on a polygon.
            let color = if count < 6 {
                [1.0; 3]
            } else {
                [values[3], values[4], values[5]]
            };
            let [r, g, b] = color.map(|channel| if channel.is_finite() { channel } else { 1.0 });
            self.plain.extend_from_slice(format!(" {r} {g} {b}").as_bytes());
        }
        self.plain.push(b'\n');
        Ok(())
    }

    fn texcoord(&mut self, line: usize, rest: &[u8]) {
        self.seen[1] += 1;
        let mut values = words(rest).map(|word| number(word).unwrap_or(f64::NAN));
        let u = values.next().unwrap_or(f64::NAN);
        let v = values.next().unwrap_or(0.0);
        if u.is_finite() && v.is_finite() {
            self.plain.extend_from_slice(format!("vt {u} {v}\n").as_bytes());
        } else {
            self.left_out.add(Why::BadAttribute, line);
            self.plain.extend_from_slice(b"vt 0 0\n");
        }
    }

    fn normal(&mut self, line: usize, rest: &[u8]) {
        self.seen[2] += 1;
        let mut values = words(rest).map(|word| number(word).unwrap_or(f64::NAN));
        let [x, y, z] = std::array::from_fn(|_| values.next().unwrap_or(f64::NAN));
        if x.is_finite() && y.is_finite() && z.is_finite() {
            self.plain
                .extend_from_slice(format!("vn {x} {y} {z}\n").as_bytes());
        } else {
            self.left_out.add(Why::BadAttribute, line);
            self.plain.extend_from_slice(b"vn 0 0 0\n");
        }
    }

    fn face(&mut self, line: usize, rest: &[u8]) -> Result<(), LevelError> {
        self.corners.clear();
        for word in words(rest) {
            let Some(given) = indices(word) else {
                let problem = format!(
                    "`{}` in a face is not a corner (as 7, 7/3, 7//5 or 7/3/5)",
                    shown(word)
                );
                return Err(self.syntax(line, problem));
            };
            let [vertex, texcoord, normal] = std::array::from_fn(|kind| self.resolve(kind, given[kind]));
            let Some(vertex) = vertex else {
                return Err(self.out_of_range(line, given[0].unwrap_or(0)));
            };
            if given[1].is_some() && texcoord.is_none() {
                self.left_out.add(Why::TextureIndex, line);
            }
            if given[2].is_some() && normal.is_none() {
                self.left_out.add(Why::NormalIndex, line);
            }
            self.corners
                .push([vertex, texcoord.unwrap_or(0), normal.unwrap_or(0)]);
        }
        if self.corners.len() < 3 {
            self.left_out.add(Why::FlatFace, line);
            return Ok(());
        }
        self.triangles += self.corners.len() as u64 - 2;
        if self.triangles > u64::from(u32::MAX) {
            return Err(LevelError::TooManyTriangles {
                file: self.file.to_owned(),
            });
        }
        // tobj makes up what single corners lack.
        let textured = self.corners.iter().all(|corner| corner[1] > 0);
        let has_normals = self.corners.iter().all(|corner| corner[2] > 0);
        self.plain.push(b'f');
        for &[vertex, texcoord, normal] in &self.corners {
            self.plain.push(b' ');
            write_index(&mut self.plain, vertex);
            if textured || has_normals {
                self.plain.push(b'/');
            }
            if textured {
                write_index(&mut self.plain, texcoord);
            }
            if has_normals {
                self.plain.push(b'/');
                write_index(&mut self.plain, normal);
            }
        }
        self.plain.push(b'\n');
        self.faces.push(Face {
            line: u32::try_from(line).unwrap_or(u32::MAX),
            section: self.names.section(),
            corners: self.corners.len() as u32,
            textured,
            has_normals,
        });
        Ok(())
    }

    /// An index as written, counted from 1; `None` where it is not given or names nothing. Positive ones may name what
    /// only comes later.
    fn resolve(&self, kind: usize, given: Option<i64>) -> Option<i64> {
        let (total, seen) = (self.totals.points[kind] as i64, self.seen[kind] as i64);
        match given? {
            index if index > 0 => (index <= total).then_some(index),
            index => (index < 0 && index >= -seen).then_some(seen + 1 + index),
        }
    }

    fn out_of_range(&self, line: usize, index: i64) -> LevelError {
        let limit = match (self.totals.points[0], self.seen[0]) {
            (0, _) => "the file has no vertices".to_owned(),
            (_, before) if index < 0 => format!("only {before} vertices stand before it"),
            (total, _) if index > 0 => format!("the file has only {total} vertices"),
            _ => "vertices count from 1".to_owned(),
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

/// The indices of a corner as written: vertex, texture coordinate, normal.
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

/// A whole number; one too large for any file is taken as the largest, which no file has as an index.
fn integer(word: &[u8]) -> Option<i64> {
    let (negative, digits) = match word {
        [b'-', digits @ ..] => (true, digits),
        [b'+', digits @ ..] => (false, digits),
        digits => (false, digits),
    };
    if digits.is_empty() {
        return None;
    }
    let mut value = 0_i64;
    for &digit in digits {
        if !digit.is_ascii_digit() {
            return None;
        }
        value = value.saturating_mul(10).saturating_add(i64::from(digit - b'0'));
    }
    Some(if negative { -value } else { value })
}

fn write_index(out: &mut Vec<u8>, index: i64) {
    let mut digits = [0_u8; 20];
    let mut rest = index.unsigned_abs();
    let mut start = digits.len();
    loop {
        start -= 1;
        digits[start] = b'0' + (rest % 10) as u8;
        rest /= 10;
        if rest == 0 {
            break;
        }
    }
    out.extend_from_slice(&digits[start..]);
}
