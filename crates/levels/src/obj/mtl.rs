//! Parses the materials in an MTL library.

use crate::text;
use bspwalk_progress::{Cancelled, Progress};
use glam::{DVec3, Vec2, Vec3};

use super::{
    names,
    text::{Lines, keyword, number, words},
};
use crate::Warning;

/// Texture placement: the `-s` and `-o` options of `map_Kd`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Placement {
    scale: Vec2,
    offset: Vec2,
}

impl Placement {
    /// Placement that leaves the image unchanged.
    pub(super) const PLAIN: Self = Self {
        scale: Vec2::ONE,
        offset: Vec2::ZERO,
    };

    /// Converts the file's texture coordinates, where v points up, to the level's.
    pub(super) fn uv(&self, texcoord: Vec2) -> Vec2 {
        let placed = texcoord * self.scale + self.offset;
        Vec2::new(placed.x, 1.0 - placed.y)
    }
}

#[derive(Default)]
pub(super) struct Definition {
    pub(super) name: String,
    /// Diffuse colour (`Kd`).
    pub(super) color: Option<Vec3>,
    /// Emitted light (`Ke`).
    pub(super) emissive: Vec3,
    /// Opacity (`d`).
    opacity: Option<f64>,
    /// Transparency (`Tr`), which is 1 minus the opacity.
    transparency: Option<f64>,
    /// Diffuse texture (`map_Kd`).
    pub(super) image: Option<Image>,
}

/// An image in a `map_Kd` statement.
#[derive(Debug, PartialEq)]
pub(super) struct Image {
    pub(super) file: String,
    pub(super) placement: Placement,
}

/// Parses the materials in a library. All invalid statements together produce one warning.
pub(super) fn parse(
    library: &str,
    bytes: &[u8],
    progress: &Progress,
) -> Result<(Vec<Definition>, Option<Warning>), Cancelled> {
    let mut materials: Vec<Definition> = Vec::new();
    // Line of the first invalid statement, and number of invalid statements.
    let mut bad: Option<(usize, usize)> = None;
    let mut is_named = false;
    let mut lines = Lines::new(bytes, false, progress);
    while let Some(line) = lines.next()? {
        let is_understood = match (keyword(line.text), materials.last_mut()) {
            ((b"newmtl", name), _) => {
                is_named = !name.is_empty();
                if is_named {
                    materials.push(Definition {
                        name: names::truncate_name(name),
                        ..Definition::default()
                    });
                }
                is_named
            }
            ((word, rest), Some(material)) if is_named => material.read(word, rest).is_some(),
            _ => true,
        };
        if !is_understood {
            bad.get_or_insert((line.number, 0)).1 += 1;
        }
    }
    let warning = bad.map(|(line, count)| Warning::new(text!("obj-statements", library, line, count)));
    Ok((materials, warning))
}

impl Definition {
    /// Parses a statement. Returns `None` if it is invalid.
    fn read(&mut self, word: &[u8], rest: &[u8]) -> Option<()> {
        // The number in `d -halo 0.5` is also a factor.
        let factor = || {
            let number = number(words(rest).find(|word| *word != b"-halo")?);
            number.filter(|factor| factor.is_finite())
        };
        match word {
            b"Kd" => self.color = Some(color(rest, 1.0)?),
            b"Ke" => self.emissive = color(rest, 1.0e4)?,
            b"d" => self.opacity = Some(factor()?),
            b"Tr" => self.transparency = Some(factor()?),
            b"map_Kd" | b"map_kd" if rest.is_empty() => return None,
            b"map_Kd" | b"map_kd" => self.image = parse_map(&names::text(rest)),
            _ => {}
        }
        Some(())
    }

    /// Returns the opacity: `d` if present, otherwise 1 − `Tr`.
    pub(super) fn alpha(&self) -> f32 {
        let opacity = self.opacity.or(self.transparency.map(|t| 1.0 - t));
        (opacity.unwrap_or(1.0) as f32).clamp(0.0, 1.0)
    }
}

/// Parses a colour of three numbers or a single grey value, and clamps it to the range from 0 to `most`.
fn color(rest: &[u8], most: f32) -> Option<Vec3> {
    let words = words(rest).take(3).map_while(number);
    let numbers: Vec<f64> = words.filter(|number| number.is_finite()).collect();
    let color = match numbers[..] {
        [grey] => DVec3::splat(grey),
        [r, g, b] => DVec3::new(r, g, b),
        _ => return None,
    };
    Some(color.as_vec3().clamp(Vec3::ZERO, Vec3::splat(most)))
}

/// Parses the operands of `map_Kd`: options, a file name that may contain spaces, and trailing options, which are
/// skipped.
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
            // `-o`, `-s` and `-t` take one to three numbers. The last word is the file name, even if it is a number.
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
    fn map_options_are_separated_from_file_name() {
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
    fn bad_statements_are_skipped() {
        let library = b"Kd 1 1 1\nnewmtl a\nKd 0.5\nKe 1 2\nillum x\nNs\nnewmtl\nmap_Kd lost.png\nnewmtl b c\nKd spectral f\nTr 0.25\nd";
        let (materials, warning) = parse("m.mtl", library, &Progress::default()).unwrap();
        let [a, b] = &materials[..] else {
            panic!("{} materials", materials.len());
        };
        assert_eq!((a.color, a.emissive), (Some(Vec3::splat(0.5)), Vec3::ZERO));
        assert_eq!((b.name.as_str(), b.color, b.alpha()), ("b c", None, 0.75));
        assert_eq!(
            warning.map(|warning| warning.message.to_string()).as_deref(),
            Some("m.mtl, line 4: 4 statements cannot be parsed and were skipped")
        );
    }
}
