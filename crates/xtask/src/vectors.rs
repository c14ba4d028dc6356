//! `cargo run -p xtask -- vectors [FOLDER]`: compares vector pictures with raster pictures.
//!
//! `shot` draws levels as PNG, SVG and PDF. Third-party programs render both vector files at the size of the PNG. The
//! results are compared with the PNG and with each other. A pixel differs if its colour is more than [`TOLERANCE`]
//! outside the colour range of the 3 × 3 pixels around it in the other picture. Antialiased or rounded edges therefore
//! do not count, but a missing line does. The comparison excludes the outlines of the level, which only vector pictures
//! have, and label text, which is drawn in another font.
//!
//! The pictures are drawn with the `bspwalk` of the same build. If a folder is given, the pictures and their
//! differences are written to it.

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::Command,
    time::{Duration, Instant},
};

use image::{Rgb, RgbImage};

/// The levels to draw, with their options. Each face has a single colour, so that colours can be compared.
const CASES: [(&str, &str); 5] = [
    ("hall", "--show nodes,planes,cells"),
    (
        "three_rooms",
        "--view model --show nodes,leaves,portals --build-step 3",
    ),
    ("lqdm6_a6.map", "--show depth,portals,entities"),
    ("lq_e0m3.bsp", "--view plan --show depth,leaves,planes --own-tree"),
    ("playground.glb", "--show triangles,normals,collision,planes"),
];

/// Maximum colour difference in a channel, in steps of 1/255.
const TOLERANCE: u8 = 32;

/// Maximum fraction of pixels that may differ.
const MOST: f64 = 0.005;

/// Draws all levels and compares their pictures. The third-party levels are in `BSPWALK_LEVELS`, or next to the
/// repository.
pub(crate) fn vectors(root: &Path, folder: Option<&Path>) -> Result<(), String> {
    for (tool, package) in [("rsvg-convert", "librsvg2-bin"), ("pdftoppm", "poppler-utils")] {
        let found = Command::new(tool).arg("-v").output();
        found.map_err(|_| format!("{tool} is missing; on Debian or Ubuntu: apt-get install {package}"))?;
    }
    let program = env::current_exe()
        .map_err(|error| error.to_string())?
        .with_file_name(format!("bspwalk{}", env::consts::EXE_SUFFIX));
    if !program.exists() {
        return Err(format!(
            "{} is missing: build the program first",
            program.display()
        ));
    }
    let scratch = tempfile::tempdir().map_err(|error| error.to_string())?;
    let folder = folder.unwrap_or(scratch.path());
    fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    println!(
        "level, then seconds and kilobytes as PNG, SVG and PDF; pixels that differ: SVG and PNG, PDF and SVG"
    );
    let levels = env::var_os("BSPWALK_LEVELS").map_or_else(|| root.join("../shared/levels"), PathBuf::from);
    let mut different = Vec::new();
    for (level, options) in CASES {
        let shares = Case::draw([&program, &levels, folder], level, options)?;
        if shares.iter().any(|share| *share > MOST) {
            different.push(level);
        }
    }
    if different.is_empty() {
        return Ok(());
    }
    Err(format!(
        "more than {:.2} % of the pixels differ in {}",
        MOST * 100.0,
        different.join(", ")
    ))
}

/// The files of a level, which differ only in their extensions.
struct Case<'a> {
    program: &'a Path,
    stem: PathBuf,
    level: PathBuf,
    options: &'a str,
}

impl<'a> Case<'a> {
    /// Draws a level, prints one line of results, and returns the fractions of differing pixels.
    fn draw(
        [program, levels, folder]: [&'a Path; 3],
        name: &str,
        options: &'a str,
    ) -> Result<[f64; 2], String> {
        let level = if name.contains('.') {
            levels.join(name)
        } else {
            PathBuf::from(name)
        };
        let stem = folder.join(name.replace('.', "_"));
        let case = Self {
            program,
            stem,
            level,
            options,
        };
        let mut costs = Vec::new();
        for extension in ["png", "svg", "pdf"] {
            let (time, bytes) = case.shot(extension)?;
            costs.push(format!("{:.2} s {} KB", time.as_secs_f64(), bytes / 1000));
        }
        let text = fs::read_to_string(case.file("svg")).map_err(|error| error.to_string())?;
        let plain = without_group(&without_group(&text, "outlines"), "labels");
        fs::write(case.file("plain.svg"), plain).map_err(|error| error.to_string())?;
        for (from, to) in [("svg", "svg.png"), ("plain.svg", "plain.png")] {
            let mut convert = Command::new("rsvg-convert");
            run(convert.arg(case.file(from)).arg("-o").arg(case.file(to)))?;
        }
        // A PDF has 72 points per inch, and a pixel is three quarters of a point.
        let mut convert = Command::new("pdftoppm");
        let convert = convert.args(["-png", "-singlefile", "-r", "96"]);
        run(convert.arg(case.file("pdf")).arg(case.file("pdf")))?;

        let [raster, plain, svg, pdf] =
            ["png", "plain.png", "svg.png", "pdf.png"].map(|name| picture(&case.file(name)));
        let (raster, plain, svg, pdf) = (raster?, plain?, svg?, pdf?);
        let texts = masked(&text, &raster);
        let mut shares = [0.0; 2];
        for (share, [one, other], name) in [(0, [&raster, &plain], "svg-png"), (1, [&svg, &pdf], "pdf-svg")] {
            let (differing, drawn) = compare([one, other], &texts);
            shares[share] = differing;
            let path = case.file(&format!("{name}.png"));
            drawn
                .save(&path)
                .map_err(|error| format!("{}: {error}", path.display()))?;
        }
        let [of_svg, of_pdf] = shares.map(|share| format!("{:.3} %", share * 100.0));
        println!("{name} {options}: {}; {of_svg}, {of_pdf}", costs.join(", "));
        Ok(shares)
    }

    fn file(&self, extension: &str) -> PathBuf {
        self.stem.with_extension(extension)
    }

    /// Draws the level to a file. Returns the time taken and the file size in bytes.
    fn shot(&self, extension: &str) -> Result<(Duration, u64), String> {
        let path = self.file(extension);
        let begin = Instant::now();
        let mut shot = Command::new(self.program);
        shot.env("LC_ALL", "C").env_remove("LANGUAGE");
        shot.arg("shot").arg(&self.level).arg("-o").arg(&path);
        run(shot.args(self.options.split_whitespace()))?;
        let time = begin.elapsed();
        let file = fs::metadata(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        Ok((time, file.len()))
    }
}

fn run(command: &mut Command) -> Result<(), String> {
    let output = command
        .output()
        .map_err(|error| format!("{command:?}: {error}"))?;
    if output.status.success() {
        return Ok(());
    }
    Err(format!(
        "{command:?}: {}",
        String::from_utf8_lossy(&output.stderr)
    ))
}

fn picture(path: &Path) -> Result<RgbImage, String> {
    let image = image::open(path).map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(image.to_rgb8())
}

/// Returns the content of a group in an SVG file written by this program, and the content's position. The group must
/// not contain other groups.
fn group<'a>(svg: &'a str, name: &str) -> Option<(usize, &'a str)> {
    let begin = svg.find(&format!("<g id=\"{name}\">"))?;
    let length = svg[begin..].find("</g>")?;
    Some((begin, &svg[begin..begin + length]))
}

fn without_group(svg: &str, name: &str) -> String {
    group(svg, name).map_or_else(
        || svg.to_owned(),
        |(begin, content)| format!("{}<g>{}", &svg[..begin], &svg[begin + content.len()..]),
    )
}

/// Returns a mask of the label backgrounds, which are thick lines, and of one pixel around them.
fn masked(svg: &str, raster: &RgbImage) -> Vec<bool> {
    let plates: Vec<[f64; 5]> = group(svg, "labels")
        .map_or("", |(_, content)| content)
        .split("<path")
        .filter_map(|path| {
            let attribute = |name: &str| path.split_once(&format!("{name}=\""))?.1.split('"').next();
            let width: f64 = attribute("stroke-width")?.parse().ok()?;
            let places = attribute(" d")?
                .split(['M', 'L', ' '])
                .filter(|part| !part.is_empty());
            let places: Vec<f64> = places.filter_map(|part| part.parse().ok()).collect();
            let [left, top, right, bottom] = places[..] else {
                return None;
            };
            Some([left, top, right, bottom, 0.5 * width + 1.5])
        })
        .collect();
    let (width, height) = raster.dimensions();
    let mut mask = vec![false; (width * height) as usize];
    for (x, y, _) in raster.enumerate_pixels() {
        mask[(y * width + x) as usize] = plates.iter().any(|&[left, top, right, bottom, reach]| {
            let (x, y) = (f64::from(x) + 0.5, f64::from(y) + 0.5);
            (x - x.clamp(left, right)).hypot(y - y.clamp(top.min(bottom), top.max(bottom))) <= reach
        });
    }
    mask
}

/// Compares the unmasked pixels that both pictures have. Returns the fraction of differing pixels, and a picture of the
/// differences.
fn compare(pictures: [&RgbImage; 2], mask: &[bool]) -> (f64, RgbImage) {
    let [width, height] = [RgbImage::width, RgbImage::height]
        .map(|side: fn(&RgbImage) -> u32| side(pictures[0]).min(side(pictures[1])));
    let mut drawn = RgbImage::new(width, height);
    let (mut differing, mut all) = (0_u32, 0_u32);
    for y in 0..height.min(mask.len() as u32 / width) {
        for x in 0..width {
            if mask[(y * width + x) as usize] {
                continue;
            }
            all += 1;
            let [one, other] = pictures;
            let distance = distance(one, other, x, y).max(distance(other, one, x, y));
            differing += u32::from(distance > TOLERANCE);
            drawn.put_pixel(x, y, Rgb([distance.saturating_mul(4); 3]));
        }
    }
    (f64::from(differing) / f64::from(all.max(1)), drawn)
}

/// Returns how far the colour of a pixel is outside the colour range of the 3 × 3 pixels around it in another picture.
fn distance(of: &RgbImage, from: &RgbImage, x: u32, y: u32) -> u8 {
    let pixel = of.get_pixel(x, y).0;
    let mut low = [u8::MAX; 3];
    let mut high = [0; 3];
    for y in y.saturating_sub(1)..=(y + 1).min(from.height() - 1) {
        for x in x.saturating_sub(1)..=(x + 1).min(from.width() - 1) {
            let around = from.get_pixel(x, y).0;
            low = std::array::from_fn(|i| low[i].min(around[i]));
            high = std::array::from_fn(|i| high[i].max(around[i]));
        }
    }
    let outside = |i: usize| {
        low[i]
            .saturating_sub(pixel[i])
            .max(pixel[i].saturating_sub(high[i]))
    };
    (0..3).map(outside).max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pixel_shift_is_tolerated_missing_line_is_not() {
        let with_line =
            |at: u32| RgbImage::from_fn(20, 20, |x, _| Rgb(if x == at { [255; 3] } else { [10, 20, 30] }));
        let mask = vec![false; 400];
        assert_eq!(compare([&with_line(7), &with_line(8)], &mask).0, 0.0);
        assert_eq!(compare([&with_line(7), &with_line(90)], &mask).0, 20.0 / 400.0);
        let masked: Vec<bool> = (0..400).map(|i| i % 20 == 7).collect();
        assert_eq!(compare([&with_line(7), &with_line(90)], &masked).0, 0.0);
    }

    #[test]
    fn label_plates_are_masked() {
        let svg = "<g id=\"faces\">\n<path d=\"M1 2L3 4Z\"/>\n</g>\n<g id=\"labels\">\n\
                   <path d=\"M5 10.5L9 10.5\" stroke-width=\"4\"/>\n</g>";
        let mask = masked(svg, &RgbImage::new(20, 20));
        assert!(mask[10 * 20 + 5] && mask[10 * 20 + 2] && !mask[10 * 20] && !mask[3 * 20 + 2]);
        let plain = without_group(svg, "labels");
        assert!(!plain.contains("stroke-width") && plain.contains("M1 2L3 4Z") && plain.ends_with("</g>"));
    }
}
