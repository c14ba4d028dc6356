//! OBJ text: every statement is checked and read, so that each fault is told with its line.

use glam::{DVec3, Vec2, Vec3};

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

/// The index of what a corner lacks.
pub(super) const NONE: u32 = u32::MAX;

/// The content of an OBJ text.
#[derive(Default)]
pub(super) struct Parsed {
    /// The vertices; a coordinate that is not finite is NaN.
    pub(super) positions: Vec<DVec3>,
    /// Colours of the vertices as the file gives them; empty where no vertex has one.
    pub(super) colors: Vec<[f64; 3]>,
    /// Texture coordinates, zero where the file's are not finite.
    pub(super) texcoords: Vec<Vec2>,
    /// Normals, zero where the file's are not finite.
    pub(super) normals: Vec<Vec3>,
    /// The corners of all faces, face after face: indices of a vertex, of texture coordinates and of a normal, from 0.
    /// The last two are [`NONE`] at every corner of a face unless every corner has them.
    pub(super) corners: Vec<[u32; 3]>,
    /// The faces of three corners and more, in file order.
    pub(super) faces: Vec<Face>,
    /// The objects, groups and materials that the faces belong to.
    pub(super) names: Names,
    /// The operands of the `mtllib` statements, with their lines.
    pub(super) libraries: Vec<(String, usize)>,
    /// What was left out.
    pub(super) warnings: Vec<Warning>,
}

/// A face.
pub(super) struct Face {
    /// Its line, from 1.
    pub(super) line: u32,
    /// Index into [`Names::sections`].
    pub(super) section: u32,
    /// How many corners it has.
    pub(super) corners: u32,
}

/// How many statements of each kind a text has.
#[derive(Default)]
struct Counts {
    /// Vertices, texture coordinates, normals.
    points: [usize; 3],
    faces: usize,
    lines_and_points: usize,
    known: usize,
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
            counts.known += 1;
            match keyword(line.text).0 {
                b"v" => counts.points[0] += 1,
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
pub(super) fn parse(file: &str, text: &[u8], progress: &Progress) -> Result<Parsed, LevelError> {
    let totals = Counts::of(text, progress)?;
    if totals.known == 0 {
        return Err(LevelError::NotObj {
            file: file.to_owned(),
            found: "it has no OBJ statement (no line begins with `v`, `f` or the like)".to_owned(),
            remedy: "name an OBJ file, or export the level as one",
        });
    }
    let no_faces = |found| LevelError::NoFaces {
        file: file.to_owned(),
        found,
    };
    if totals.faces == 0 {
        let mut found = format!("{} vertices", totals.points[0]);
        if totals.lines_and_points > 0 {
            found += &format!(" and {} statements of lines or points", totals.lines_and_points);
        }
        return Err(no_faces(found));
    }
    let [positions, texcoords, normals] = totals.points;
    let mut parser = Parser {
        file,
        parsed: Parsed {
            positions: Vec::with_capacity(positions),
            texcoords: Vec::with_capacity(texcoords),
            normals: Vec::with_capacity(normals),
            corners: Vec::with_capacity(3 * totals.faces),
            faces: Vec::with_capacity(totals.faces),
            ..Parsed::default()
        },
        totals: totals.points,
        triangles: 0,
        left_out: LeftOut::default(),
    };
    parser.read(text, progress)?;
    let Parser {
        mut parsed, left_out, ..
    } = parser;
    if parsed.faces.is_empty() {
        let line = left_out.first_line(Why::FlatFace);
        return Err(no_faces(format!(
            "only faces of fewer than three corners, the first in line {line}"
        )));
    }
    parsed.warnings = left_out.warnings();
    Ok(parsed)
}

struct Parser<'f> {
    file: &'f str,
    parsed: Parsed,
    /// How many vertices, texture coordinates and normals the whole text has.
    totals: [usize; 3],
    triangles: u64,
    left_out: LeftOut,
}

impl Parser<'_> {
    fn read(&mut self, text: &[u8], progress: &Progress) -> Result<(), LevelError> {
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
                b"o" => self.parsed.names.begin_object(rest),
                b"g" => self.parsed.names.begin_group(rest),
                b"usemtl" => self.parsed.names.begin_material(rest, at),
                b"mtllib" => self.parsed.libraries.push((names::text(rest), at)),
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
        Ok(())
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
        let or = |value: f64, otherwise| if value.is_finite() { value } else { otherwise };
        let [x, y, z, color @ ..] = values;
        let colors = &mut self.parsed.colors;
        // A fourth number alone is a weight, which means nothing on a polygon.
        let color = (count >= 6).then(|| color.map(|channel| or(channel, 1.0)));
        if color.is_some() || !colors.is_empty() {
            colors.resize(self.parsed.positions.len(), [1.0; 3]);
            colors.push(color.unwrap_or([1.0; 3]));
        }
        let position = [x, y, z].map(|coordinate| or(coordinate, f64::NAN));
        self.parsed.positions.push(position.into());
        Ok(())
    }

    fn texcoord(&mut self, line: usize, rest: &[u8]) {
        let mut values = words(rest).map(|word| number(word).unwrap_or(f64::NAN));
        let u = values.next().unwrap_or(f64::NAN);
        let v = values.next().unwrap_or(0.0);
        let is_good = u.is_finite() && v.is_finite();
        if !is_good {
            self.left_out.add(Why::BadAttribute, line);
        }
        let texcoord = if is_good {
            Vec2::new(u as f32, v as f32)
        } else {
            Vec2::ZERO
        };
        self.parsed.texcoords.push(texcoord);
    }

    fn normal(&mut self, line: usize, rest: &[u8]) {
        let mut values = words(rest).map(|word| number(word).unwrap_or(f64::NAN));
        let normal = DVec3::from_array(std::array::from_fn(|_| values.next().unwrap_or(f64::NAN)));
        let is_good = normal.is_finite();
        if !is_good {
            self.left_out.add(Why::BadAttribute, line);
        }
        let normal = if is_good { normal.as_vec3() } else { Vec3::ZERO };
        self.parsed.normals.push(normal);
    }

    fn face(&mut self, line: usize, rest: &[u8]) -> Result<(), LevelError> {
        let start = self.parsed.corners.len();
        for word in words(rest) {
            let Some(given) = indices(word) else {
                let problem = format!(
                    "`{}` in a face is not a corner (as 7, 7/3, 7//5 or 7/3/5)",
                    shown(word)
                );
                return Err(self.syntax(line, problem));
            };
            let [vertex, texcoord, normal] = self.resolve(given);
            if vertex == NONE {
                return Err(self.out_of_range(line, given[0].unwrap_or(0)));
            }
            if given[1].is_some() && texcoord == NONE {
                self.left_out.add(Why::TextureIndex, line);
            }
            if given[2].is_some() && normal == NONE {
                self.left_out.add(Why::NormalIndex, line);
            }
            self.parsed.corners.push([vertex, texcoord, normal]);
        }
        let corners = &mut self.parsed.corners[start..];
        let count = corners.len();
        if count < 3 {
            self.parsed.corners.truncate(start);
            self.left_out.add(Why::FlatFace, line);
            return Ok(());
        }
        self.triangles += count as u64 - 2;
        if self.triangles > u64::from(u32::MAX) {
            return Err(LevelError::TooManyTriangles {
                file: self.file.to_owned(),
            });
        }
        for attribute in [1, 2] {
            if corners.iter().any(|corner| corner[attribute] == NONE) {
                corners.iter_mut().for_each(|corner| corner[attribute] = NONE);
            }
        }
        self.parsed.faces.push(Face {
            line: u32::try_from(line).unwrap_or(u32::MAX),
            section: self.parsed.names.section(),
            corners: count as u32,
        });
        Ok(())
    }

    /// The indices of a corner, from 0; [`NONE`] where one is not given or out of range. Positive ones count from the
    /// first of the file and may name what stands below; negative ones count back from the face.
    fn resolve(&self, given: [Option<i64>; 3]) -> [u32; 3] {
        let Parsed {
            positions,
            texcoords,
            normals,
            ..
        } = &self.parsed;
        let seen = [positions.len(), texcoords.len(), normals.len()];
        std::array::from_fn(|kind| {
            let (total, seen) = (self.totals[kind] as i64, seen[kind] as i64);
            match given[kind] {
                Some(index) if (1..=total).contains(&index) => index as u32 - 1,
                Some(index) if (-seen..0).contains(&index) => (seen + index) as u32,
                _ => NONE,
            }
        })
    }

    fn out_of_range(&self, line: usize, index: i64) -> LevelError {
        let limit = match (self.totals[0], self.parsed.positions.len()) {
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
