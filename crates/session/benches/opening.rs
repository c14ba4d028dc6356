//! Measures each stage of opening a level in the software window, from the command to the first picture.
//!
//! Run `cargo bench -p bspwalk_session --bench opening`. To measure a single level, pass its name as an argument. The
//! levels are the built-in hall, compiled with the program; the shared OBJ levels; and hills of 1, 4 and 10 million
//! triangles, which the benchmark writes as OBJ files. No cache is used, and the files are already in the operating
//! system's file cache. Each level is opened several times, and the fastest opening is reported.
//!
//! A stage is what the program shows while it loads. Stages of less than 2 % are summed up as "other".

use std::{
    fs::File,
    io::{self, BufWriter, Write},
    path::Path,
    sync::Arc,
    time::{Duration, Instant},
};

use bspwalk_levels::LoadOptions;
use bspwalk_progress::Progress;
use bspwalk_session::{LevelName, OpenError, Opened, actions::FrontEnd, walk::Session};
use bspwalk_testing::{levels, wanted::LevelNameFilter};

/// Size of the first picture, in pixels.
const SIZE: [u32; 2] = [1280, 720];

/// Levels are opened repeatedly for this time. A slower level is opened once.
const BUDGET: Duration = Duration::from_secs(4);

/// Share of the total time below which a stage is not listed.
const SMALL: f64 = 0.02;

/// One opening of a level.
struct Opening {
    triangles: usize,
    stages: Vec<(String, Duration)>,
    total: Duration,
}

/// Opens a level and draws its first picture.
fn open(level: &LevelName, options: &LoadOptions) -> Result<Opening, OpenError> {
    let progress = Arc::new(Progress::default());
    let start = Instant::now();
    let params = |own: Option<&_>| own.cloned().unwrap_or_default();
    let opened = Arc::new(Opened::open(level, options, params, None, false, &progress)?);
    let mut stages = progress.phases();
    let read = Instant::now();
    // Levels with liquids are drawn with another tree than the one for collision.
    opened.painter_tree()?;
    opened.moving_entities()?;
    let built = Instant::now();
    opened.painted();
    opened.painted_with_liquids()?;
    let triangles = opened.level.triangles.len();
    let mut session = Session::new(opened, FrontEnd::SoftwareWindow, true, None)?;
    let prepared = Instant::now();
    session.draw(SIZE);
    let end = Instant::now();
    stages.extend([
        ("Building other trees".to_owned(), built - read),
        ("Preparing the picture".to_owned(), prepared - built),
        ("Drawing the picture".to_owned(), end - prepared),
    ]);
    Ok(Opening {
        triangles,
        stages,
        total: end - start,
    })
}

/// Opens a level as often as the budget allows, and prints the fastest opening.
fn measure(name: &str, level: &LevelName, options: &LoadOptions) -> Result<(), OpenError> {
    let start = Instant::now();
    let mut fastest = open(level, options)?;
    while start.elapsed() + fastest.total < BUDGET {
        let next = open(level, options)?;
        if next.total < fastest.total {
            fastest = next;
        }
    }
    let Opening {
        triangles,
        stages,
        total,
    } = fastest;
    let mut sums: Vec<(String, Duration)> = Vec::new();
    for (stage, time) in stages {
        match sums.iter_mut().find(|(name, _)| *name == stage) {
            Some((_, sum)) => *sum += time,
            None => sums.push((stage, time)),
        }
    }
    let share = |time: Duration| time.as_secs_f64() / total.as_secs_f64();
    let print = |stage: &str, time: Duration| {
        let milliseconds = time.as_secs_f64() * 1e3;
        println!("{milliseconds:9.1} ms {:4.0} %  {stage}", 100.0 * share(time));
    };
    println!("\n{name}, {triangles} triangles");
    let mut other = total;
    for (stage, time) in sums.iter().filter(|&&(_, time)| share(time) >= SMALL) {
        other = other.saturating_sub(*time);
        print(stage, *time);
    }
    print("other", other);
    print("total", total);
    Ok(())
}

/// Writes hills of 2 × `side`² triangles as an OBJ file.
fn write_hills(path: &Path, side: u32) -> io::Result<()> {
    let mut file = BufWriter::new(File::create(path)?);
    let count = side + 1;
    for row in 0..count {
        for column in 0..count {
            let [x, z] = [row, column].map(f64::from);
            let height = 4.0 * (x * 0.031).sin() * (z * 0.023).cos() + 0.7 * (x * 0.83 + z * 0.57).sin();
            writeln!(file, "v {x} {height:.4} {z}")?;
        }
    }
    for row in 0..side {
        for column in 0..side {
            // OBJ counts vertices from 1.
            let corner = row * count + column + 1;
            let next = corner + count;
            writeln!(file, "f {corner} {} {} {next}", corner + 1, next + 1)?;
        }
    }
    file.flush()
}

fn main() {
    let Some(wanted) = LevelNameFilter::by_arguments() else {
        return;
    };
    let report = |name: &str, level: &LevelName, options: &LoadOptions| {
        if let Err(error) = measure(name, level, options) {
            println!("\n{name}: {error}");
        }
    };
    if wanted.includes("hall") {
        let hall = LevelName::BuiltIn("hall".to_owned());
        report("hall", &hall, &LoadOptions::default());
    }
    for (name, path) in wanted.shared_files() {
        let options = levels::options(&path);
        report(&name, &LevelName::File(path), &options);
    }
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    for (name, side) in [("hills_1m", 707), ("hills_4m", 1414), ("hills_10m", 2236)] {
        if wanted.includes(name) {
            let path = folder.path().join(format!("{name}.obj"));
            write_hills(&path, side).expect("the temporary folder takes the file");
            report(name, &LevelName::File(path), &LoadOptions::default());
        }
    }
}
