//! MTL text, read by tobj: the materials of a library.

use glam::{Vec2, Vec3};

use super::text::{Lines, keyword, number, words};
use crate::level::Warning;

/// How a material's image lies on the surface: `map_Kd`'s options `-s` and `-o`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Placement {
    scale: Vec2,
    offset: Vec2,
}

impl Placement {
    /// The image as it is.
    pub(super) const PLAIN: Self = Self {
        scale: Vec2::ONE,
        offset: Vec2::ZERO,
    };

    /// Texture coordinates of a file, whose v grows upwards, as the level has them.
    pub(super) fn uv(&self, texcoord: Vec2) -> Vec2 {
        let placed = texcoord * self.scale + self.offset;
        Vec2::new(placed.x, 1.0 - placed.y)
    }
}

/// A material as its library defines it.
pub(super) struct Definition {
    pub(super) name: String,
    /// `Kd`.
    pub(super) color: Option<Vec3>,
    /// `Ke`.
    pub(super) emissive: Vec3,
    /// `d`, which wins over one less `Tr`.
    pub(super) alpha: f32,
    /// `map_Kd`.
    pub(super) image: Option<Image>,
}

/// The image that `map_Kd` names.
#[derive(Debug, PartialEq)]
pub(super) struct Image {
    pub(super) file: String,
    pub(super) placement: Placement,
}

/// The materials of a library, with warnings about what cannot be understood.
pub(super) fn parse(library: &str, bytes: &[u8]) -> (Vec<Definition>, Vec<Warning>) {
    let mut warnings = Vec::new();
    let mut warn = |message| warnings.push(Warning { line: None, message });
    let (plain, bad) = plain_statements(bytes);
    if let Some((line, count)) = bad {
        warn(format!(
            "{library}, line {line}: {count} statements cannot be understood and were left out"
        ));
    }
    let materials = tobj::load_mtl_buf(&mut plain.as_bytes()).map(|(materials, _)| materials);
    let materials = materials.unwrap_or_else(|error| {
        warn(format!(
            "the material library {library} cannot be understood ({error}); its colours are missing"
        ));
        Vec::new()
    });
    (materials.into_iter().map(Definition::from).collect(), warnings)
}

impl From<tobj::Material> for Definition {
    fn from(material: tobj::Material) -> Self {
        let transparency = material.unknown_param.get("Tr").and_then(|t| t.parse().ok());
        let opaque = material.dissolve.or(transparency.map(|t: f64| 1.0 - t));
        let color = |[r, g, b]: [f64; 3], most: f32| {
            Vec3::new(r as f32, g as f32, b as f32).clamp(Vec3::ZERO, Vec3::splat(most))
        };
        Self {
            name: material.name,
            color: material.diffuse.map(|rgb| color(rgb, 1.0)),
            emissive: material.emissive.map_or(Vec3::ZERO, |rgb| color(rgb, 1.0e4)),
            alpha: (opaque.unwrap_or(1.0) as f32).clamp(0.0, 1.0),
            image: material.diffuse_texture.as_deref().and_then(parse_map),
        }
    }
}

/// The statements that a level uses, in the form that tobj takes; and the first line and the count of those that cannot
/// be understood, on which tobj would give up or panic.
fn plain_statements(bytes: &[u8]) -> (String, Option<(usize, usize)>) {
    let mut plain = String::new();
    let mut bad: Option<(usize, usize)> = None;
    let mut is_named = false;
    let mut lines = Lines::new(bytes);
    while let Some(line) = lines.next() {
        let (word, rest) = keyword(line.text);
        let text = String::from_utf8_lossy(rest);
        let text = (!text.is_empty()).then_some(text);
        let statement = match word {
            b"newmtl" => {
                is_named = text.is_some();
                text.map(|name| format!("newmtl {name}\n"))
            }
            _ if !is_named => continue,
            b"Kd" => color(rest).map(|[r, g, b]| format!("Kd {r} {g} {b}\n")),
            b"Ke" => color(rest).map(|[r, g, b]| format!("Ke {r} {g} {b}\n")),
            // `d -halo 0.5` is a factor too.
            b"d" => factor(words(rest).find(|word| *word != b"-halo")).map(|d| format!("d {d}\n")),
            b"Tr" => factor(words(rest).find(|word| *word != b"-halo")).map(|t| format!("Tr {t}\n")),
            b"map_Kd" | b"map_kd" => text.map(|operands| format!("map_Kd {operands}\n")),
            _ => continue,
        };
        match statement {
            Some(statement) => plain += &statement,
            None => bad.get_or_insert((line.number, 0)).1 += 1,
        }
    }
    (plain, bad)
}

fn factor(word: Option<&[u8]>) -> Option<f64> {
    word.and_then(number).filter(|factor| factor.is_finite())
}

/// A colour of three numbers, or of one that stands for three.
fn color(rest: &[u8]) -> Option<[f64; 3]> {
    let words = words(rest).take(3).map_while(number);
    let numbers: Vec<f64> = words.filter(|number| number.is_finite()).collect();
    match numbers[..] {
        [grey] => Some([grey; 3]),
        [r, g, b] => Some([r, g, b]),
        _ => None,
    }
}

/// The operands of `map_Kd`: options, then a name that may hold blanks, then perhaps options again, which are skipped.
fn parse_map(statement: &str) -> Option<Image> {
    let mut placement = Placement::PLAIN;
    let mut rest = statement.trim();
    loop {
        let (option, after) = next_word(rest);
        let most = match option {
            "-blendu" | "-blendv" | "-cc" | "-clamp" | "-bm" | "-boost" | "-texres" | "-imfchan"
            | "-type" | "-colorspace" => 1,
            "-mm" => 2,
            "-o" | "-s" | "-t" => 3,
            _ => break,
        };
        let mut values = [None; 3];
        rest = after;
        for (taken, value) in values.iter_mut().enumerate().take(most) {
            let (argument, after) = next_word(rest);
            // `-o`, `-s` and `-t` take one to three numbers; the last word is the name, even if it is a number.
            let number = argument.parse::<f32>().ok().filter(|number| number.is_finite());
            if after.is_empty() || (most == 3 && taken > 0 && number.is_none()) {
                break;
            }
            *value = number;
            rest = after;
        }
        let [u, v, _] = values;
        match option {
            "-s" => placement.scale = Vec2::new(u.unwrap_or(1.0), v.unwrap_or(1.0)),
            "-o" => placement.offset = Vec2::new(u.unwrap_or(0.0), v.unwrap_or(0.0)),
            _ => {}
        }
    }
    let file = match rest.find(" -") {
        Some(end) if rest[..end].contains('.') => rest[..end].trim_end(),
        _ => rest,
    };
    let file = file.trim_matches('"').to_owned();
    (!file.is_empty()).then_some(Image { file, placement })
}

fn next_word(text: &str) -> (&str, &str) {
    let split = text.split_once(char::is_whitespace);
    split.map_or((text, ""), |(word, rest)| (word, rest.trim_start()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_of_a_map_are_told_from_its_name() {
        let plain = Placement::PLAIN;
        let offset = |x, y| Placement {
            offset: Vec2::new(x, y),
            ..plain
        };
        let scaled = Placement {
            scale: Vec2::new(2.0, 1.0),
            ..offset(0.1, 0.2)
        };
        for (statement, file, placement) in [
            ("-texres 512 input.jpg", "input.jpg", plain),
            ("a b.png", "a b.png", plain),
            ("-clamp on -mm 0.1 0.3 a b.png -bm 1.5", "a b.png", plain),
            ("-s 2 -o 0.1 0.2 0.3 wall.png", "wall.png", scaled),
            ("-o 0.5 7", "7", offset(0.5, 0.0)),
            ("well - worn.png", "well - worn.png", plain),
            ("-clamp on", "on", plain),
        ] {
            let file = file.to_owned();
            assert_eq!(
                parse_map(statement),
                Some(Image { file, placement }),
                "{statement}"
            );
        }
        assert_eq!(parse_map(""), None);
    }

    #[test]
    fn bad_statements_cost_only_themselves() {
        let library = b"Kd 1 1 1\nnewmtl a\nKd 0.5\nKe 1 2\nillum x\nNs\nnewmtl\nmap_Kd lost.png\nnewmtl b c\nKd spectral f\nTr 0.25\nd";
        let (materials, warnings) = parse("m.mtl", library);
        let [a, b] = &materials[..] else {
            panic!("{} materials", materials.len());
        };
        assert_eq!((a.color, a.emissive), (Some(Vec3::splat(0.5)), Vec3::ZERO));
        assert_eq!((b.name.as_str(), b.color, b.alpha), ("b c", None, 0.75));
        let messages: Vec<&str> = warnings.iter().map(|warning| warning.message.as_str()).collect();
        assert_eq!(
            messages,
            ["m.mtl, line 4: 4 statements cannot be understood and were left out"]
        );
    }
}
