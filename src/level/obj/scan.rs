//! A scan of OBJ text beside tobj: the line, the names and the attributes of every face, and text that tobj takes.
//!
//! tobj reports no line numbers, takes polylines (`l`) for faces, guesses attributes that a face lacks and gives up on
//! comments behind a face. The scan checks every statement, so that each fault is told with its line, and writes the
//! good ones again in the plain form on which tobj is right: every face then is tobj's face of the same number.

use std::collections::HashMap;

use super::text::{Lines, keyword, number, shown, words};
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
    /// What the faces belong to; [`Face::section`] indexes them.
    pub(super) sections: Vec<Section>,
    /// Labels of the objects and groups; [`Section::object`] indexes them.
    pub(super) objects: Vec<String>,
    /// Names of the materials, with the line of their first use; [`Section::material`] indexes them.
    pub(super) materials: Vec<(String, usize)>,
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

/// What a run of faces belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Section {
    /// Index into [`Scan::objects`].
    pub(super) object: u32,
    /// Index into [`Scan::materials`]; `None` before any `usemtl`.
    pub(super) material: Option<u32>,
    /// The object's, the group's or the material's name begins with `*`.
    pub(super) liquid: bool,
    /// The object or the group is named `spawn`.
    pub(super) spawn: bool,
}

/// How many statements of each kind a text has.
#[derive(Default)]
struct Counts {
    vertices: usize,
    texcoords: usize,
    normals: usize,
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
                    counts.vertices += 1;
                    counts.colored = counts.colored || words(rest).nth(5).is_some();
                }
                b"vt" => counts.texcoords += 1,
                b"vn" => counts.normals += 1,
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
        let mut found = format!("{} vertices", counts.vertices);
        if counts.lines_and_points > 0 {
            found += &format!(" and {} lines and points", counts.lines_and_points);
        }
        return Err(LevelError::NoFaces {
            file: file.to_owned(),
            found,
        });
    }
    Scanner::new(file, text, counts).run(text, progress)
}

struct Scanner<'f> {
    file: &'f str,
    totals: Counts,
    out: Scan,
    object: Option<String>,
    group: Option<String>,
    material: Option<u32>,
    section: Option<u32>,
    section_numbers: HashMap<Section, u32>,
    object_numbers: HashMap<String, u32>,
    material_numbers: HashMap<String, u32>,
    seen: [usize; 3],
    triangles: u64,
    corners: Vec<[i64; 3]>,
    ignored: Ignored,
}

/// What was left out, to be told once each: the first line and how many.
#[derive(Default)]
struct Ignored {
    flat_faces: (usize, usize),
    lines_and_points: (usize, usize),
    bad_attributes: (usize, usize),
    bad_texture_indices: (usize, usize),
    bad_normal_indices: (usize, usize),
    free_form: (usize, usize),
    unknown: Vec<(String, usize, usize)>,
    more_unknown: usize,
}

fn tally(entry: &mut (usize, usize), line: usize) {
    if entry.1 == 0 {
        entry.0 = line;
    }
    entry.1 += 1;
}

impl<'f> Scanner<'f> {
    fn new(file: &'f str, text: &[u8], totals: Counts) -> Self {
        let out = Scan {
            faces: Vec::with_capacity(totals.faces),
            sections: Vec::new(),
            objects: Vec::new(),
            materials: Vec::new(),
            libraries: Vec::new(),
            plain: Vec::with_capacity(text.len()),
            warnings: Vec::new(),
        };
        Self {
            file,
            totals,
            out,
            object: None,
            group: None,
            material: None,
            section: None,
            section_numbers: HashMap::new(),
            object_numbers: HashMap::new(),
            material_numbers: HashMap::new(),
            seen: [0; 3],
            triangles: 0,
            corners: Vec::new(),
            ignored: Ignored::default(),
        }
    }

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
                b"o" => {
                    self.object = Some(name(rest));
                    self.group = None;
                    self.section = None;
                }
                b"g" => {
                    self.group = Some(name(rest));
                    self.section = None;
                }
                b"usemtl" => {
                    self.material = Some(self.intern_material(name(rest), at));
                    self.section = None;
                }
                b"mtllib" => self.out.libraries.push((name(rest), at)),
                b"l" | b"p" => tally(&mut self.ignored.lines_and_points, at),
                b"curv" | b"curv2" | b"surf" => tally(&mut self.ignored.free_form, at),
                _ => self.other(at, word),
            }
            read += 1;
            if read.is_multiple_of(LINES_A_CHECK) {
                progress.check()?;
                let remaining = lines.remaining();
                progress.advance((told - remaining) as u64);
                told = remaining;
            }
        }
        if self.out.faces.is_empty() {
            let found = format!(
                "only faces of fewer than three corners, the first in line {}",
                self.ignored.flat_faces.0
            );
            return Err(LevelError::NoFaces {
                file: self.file.to_owned(),
                found,
            });
        }
        self.warn();
        Ok(self.out)
    }

    fn vertex(&mut self, line: usize, rest: &[u8]) -> Result<(), LevelError> {
        let mut values = [0.0; 6];
        let mut count = 0;
        for word in words(rest) {
            let Some(value) = number(word) else {
                let problem = format!("`{}` in a vertex is not a number", shown(word));
                return Err(LevelError::Syntax {
                    file: self.file.to_owned(),
                    line,
                    problem,
                });
            };
            if count < 6 {
                values[count] = value;
            }
            count += 1;
        }
        if count < 3 {
            let problem = format!("a vertex has {count} coordinates instead of three");
            return Err(LevelError::Syntax {
                file: self.file.to_owned(),
                line,
                problem,
            });
        }
        self.seen[0] += 1;
        self.out.plain.extend_from_slice(b"v");
        let mut raw = words(rest);
        for value in &values[..3] {
            self.out.plain.push(b' ');
            match raw.next() {
                Some(word) if value.is_finite() => self.out.plain.extend_from_slice(word),
                _ => self.out.plain.extend_from_slice(b"nan"),
            }
        }
        if self.totals.colored {
            // A fourth number alone is a weight, which means nothing on a polygon.
            let color = if count < 6 {
                [1.0; 3]
            } else {
                [values[3], values[4], values[5]]
            };
            let [r, g, b] = color.map(|channel| if channel.is_finite() { channel } else { 1.0 });
            self.out
                .plain
                .extend_from_slice(format!(" {r} {g} {b}").as_bytes());
        }
        self.out.plain.push(b'\n');
        Ok(())
    }

    fn texcoord(&mut self, line: usize, rest: &[u8]) {
        self.seen[1] += 1;
        let values: Vec<Option<f64>> = words(rest).take(2).map(number).collect();
        let (u, v) = match values[..] {
            [Some(u)] => (u, 0.0),
            [Some(u), Some(v)] => (u, v),
            _ => (f64::NAN, f64::NAN),
        };
        if u.is_finite() && v.is_finite() {
            self.out
                .plain
                .extend_from_slice(format!("vt {u} {v}\n").as_bytes());
        } else {
            tally(&mut self.ignored.bad_attributes, line);
            self.out.plain.extend_from_slice(b"vt 0 0\n");
        }
    }

    fn normal(&mut self, line: usize, rest: &[u8]) {
        self.seen[2] += 1;
        let values: Vec<f64> = words(rest)
            .take(3)
            .map_while(number)
            .filter(|value| value.is_finite())
            .collect();
        if let [x, y, z] = values[..] {
            self.out
                .plain
                .extend_from_slice(format!("vn {x} {y} {z}\n").as_bytes());
        } else {
            tally(&mut self.ignored.bad_attributes, line);
            self.out.plain.extend_from_slice(b"vn 0 0 0\n");
        }
    }

    fn face(&mut self, line: usize, rest: &[u8]) -> Result<(), LevelError> {
        self.corners.clear();
        let mut textured = true;
        let mut has_normals = true;
        let totals = [self.totals.vertices, self.totals.texcoords, self.totals.normals];
        for word in words(rest) {
            let Some(given) = indices(word) else {
                let problem = format!(
                    "`{}` in a face is not a corner (as 7, 7/3, 7//5 or 7/3/5)",
                    shown(word)
                );
                return Err(LevelError::Syntax {
                    file: self.file.to_owned(),
                    line,
                    problem,
                });
            };
            let mut corner = [0; 3];
            for kind in 0..3 {
                let seen = self.seen[kind] as i64;
                let total = totals[kind] as i64;
                corner[kind] = match given[kind] {
                    Some(index) if index > 0 && index <= total => index,
                    Some(index) if index < 0 && index >= -seen => seen + 1 + index,
                    None if kind > 0 => 0,
                    index => {
                        match kind {
                            0 => return Err(self.out_of_range(line, index.unwrap_or(0))),
                            1 => tally(&mut self.ignored.bad_texture_indices, line),
                            _ => tally(&mut self.ignored.bad_normal_indices, line),
                        }
                        0
                    }
                };
            }
            textured = textured && corner[1] > 0;
            has_normals = has_normals && corner[2] > 0;
            self.corners.push(corner);
        }
        if self.corners.len() < 3 {
            tally(&mut self.ignored.flat_faces, line);
            return Ok(());
        }
        self.triangles += self.corners.len() as u64 - 2;
        if self.triangles > u64::from(u32::MAX) {
            return Err(LevelError::TooManyTriangles {
                file: self.file.to_owned(),
            });
        }
        self.out.plain.push(b'f');
        for &[v, vt, vn] in &self.corners {
            self.out.plain.push(b' ');
            write_index(&mut self.out.plain, v);
            if textured || has_normals {
                self.out.plain.push(b'/');
            }
            if textured {
                write_index(&mut self.out.plain, vt);
            }
            if has_normals {
                self.out.plain.push(b'/');
                write_index(&mut self.out.plain, vn);
            }
        }
        self.out.plain.push(b'\n');
        let section = self.current_section();
        self.out.faces.push(Face {
            line: u32::try_from(line).unwrap_or(u32::MAX),
            section,
            corners: self.corners.len() as u32,
            textured,
            has_normals,
        });
        Ok(())
    }

    fn out_of_range(&self, line: usize, index: i64) -> LevelError {
        let limit = match (self.totals.vertices, self.seen[0]) {
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

    fn current_section(&mut self) -> u32 {
        if let Some(section) = self.section {
            return section;
        }
        let names = [
            self.object.as_deref().unwrap_or(""),
            self.group.as_deref().unwrap_or(""),
        ];
        let material_name = self
            .material
            .map_or("", |material| self.out.materials[material as usize].0.as_str());
        let liquid = names.iter().any(|name| name.starts_with('*')) || material_name.starts_with('*');
        let spawn = names.iter().any(|name| is_spawn(name));
        let label = match names {
            ["", ""] => "unnamed".to_owned(),
            [only, ""] | ["", only] => only.to_owned(),
            [object, group] if object == group => object.to_owned(),
            [object, group] => format!("{object}/{group}"),
        };
        let objects = &mut self.out.objects;
        let object = *self.object_numbers.entry(label).or_insert_with_key(|label| {
            objects.push(label.clone());
            objects.len() as u32 - 1
        });
        let section = Section {
            object,
            material: self.material,
            liquid,
            spawn,
        };
        let sections = &mut self.out.sections;
        let number = *self.section_numbers.entry(section).or_insert_with(|| {
            sections.push(section);
            sections.len() as u32 - 1
        });
        self.section = Some(number);
        number
    }

    fn intern_material(&mut self, name: String, line: usize) -> u32 {
        let materials = &mut self.out.materials;
        *self.material_numbers.entry(name).or_insert_with_key(|name| {
            materials.push((name.clone(), line));
            materials.len() as u32 - 1
        })
    }

    fn other(&mut self, line: usize, word: &[u8]) {
        /// Statements without a bearing on the surfaces, or that belong to a free-form one.
        const HARMLESS: &[&[u8]] = &[
            b"",
            b"s",
            b"mg",
            b"vp",
            b"vw",
            b"deg",
            b"bmat",
            b"step",
            b"cstype",
            b"parm",
            b"trim",
            b"hole",
            b"scrv",
            b"sp",
            b"end",
            b"con",
            b"bevel",
            b"c_interp",
            b"d_interp",
            b"lod",
            b"maplib",
            b"usemap",
            b"shadow_obj",
            b"trace_obj",
            b"ctech",
            b"stech",
            b"call",
            b"csh",
            b"t",
            b"bsp",
            b"bzp",
            b"cdc",
            b"cdp",
            b"res",
        ];
        /// More unknown words than this are only counted.
        const LISTED: usize = 3;
        if HARMLESS.contains(&word) || word.starts_with(b"#") {
            return;
        }
        let shown = shown(word);
        if let Some(entry) = self.ignored.unknown.iter_mut().find(|entry| entry.0 == shown) {
            entry.2 += 1;
        } else if self.ignored.unknown.len() < LISTED {
            self.ignored.unknown.push((shown, line, 1));
        } else {
            self.ignored.more_unknown += 1;
        }
    }

    fn warn(&mut self) {
        let ignored = std::mem::take(&mut self.ignored);
        let warnings = &mut self.out.warnings;
        let mut told = |(line, count): (usize, usize), text: &str| {
            if count > 0 {
                warnings.push(Warning {
                    line: Some(line),
                    message: format!("{count} {text}"),
                });
            }
        };
        told(
            ignored.flat_faces,
            "faces of fewer than three corners were left out",
        );
        told(
            ignored.lines_and_points,
            "statements of lines and points were left out: they are no surface",
        );
        told(
            ignored.free_form,
            "free-form curves and surfaces were left out; export them as polygons",
        );
        told(
            ignored.bad_attributes,
            "texture coordinates or normals are not numbers and were not used",
        );
        told(
            ignored.bad_texture_indices,
            "corners name texture coordinates that the file does not have; their faces have none",
        );
        told(
            ignored.bad_normal_indices,
            "corners name normals that the file does not have; their faces are flat",
        );
        for (word, line, count) in ignored.unknown {
            told(
                (line, count),
                &format!("lines begin with `{word}`, which is no OBJ statement, and were left out"),
            );
        }
        if ignored.more_unknown > 0 {
            let message = format!(
                "{} more lines are no OBJ statement and were left out",
                ignored.more_unknown
            );
            warnings.push(Warning { line: None, message });
        }
    }
}

fn name(rest: &[u8]) -> String {
    String::from_utf8_lossy(rest).into_owned()
}

/// Whether an object of this name marks the spawn: `spawn` in any case, perhaps with a modeller's number, `spawn.001`.
fn is_spawn(name: &str) -> bool {
    let base = match name.rsplit_once('.') {
        Some((base, number)) if number.bytes().all(|byte| byte.is_ascii_digit()) => base,
        _ => name,
    };
    base.eq_ignore_ascii_case("spawn")
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
