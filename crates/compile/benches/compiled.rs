//! Compares opening a compiled level with compiling it: loading its source, building both trees and computing the PVS.
//!
//! Run `cargo bench -p bspwalk_compile --bench compiled`. To measure a single level, pass its name as an argument. Each
//! level is compiled a few times and opened more often; the best times are reported. In both cases, the files are
//! already in the operating system's file cache.

use std::{
    fs,
    hint::black_box,
    path::Path,
    sync::Arc,
    time::{Duration, Instant},
};

use bspwalk_compile::{
    CompileParams, LevelName, file,
    open::{self, LoadedLevel},
};
use bspwalk_levels::LoadOptions;
use bspwalk_testing::{levels, wanted};
use wanted::LevelNameFilter;

/// Number of times that each level is compiled and opened. The best time is reported.
const MADE: usize = 2;
const OPENED: usize = 7;

/// Required speed-up of opening a level over compiling it.
const GOAL: f64 = 20.0;

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

/// Measures a level and prints its table row.
fn measure(name: &str, level: &LevelName, options: &LoadOptions, folder: &Path) {
    let params = CompileParams::quick();
    let path = folder.join(format!("{name}.bspw"));
    let file = LevelName::File(path.clone());
    let (mut made, mut trees) = (f64::INFINITY, f64::INFINITY);
    for _ in 0..MADE {
        let start = Instant::now();
        let opened = bspwalk_compile::open(level, options, &params, false, None, &Arc::default());
        let time = milliseconds(start.elapsed());
        let compiled = match opened {
            Ok(compiled) => compiled,
            Err(error) => {
                println!("{name}: {error}");
                return;
            }
        };
        (made, trees) = (made.min(time), trees.min(time - compiled.timings.pvs));
        if let Err(error) = file::write(&compiled, &path) {
            println!("{error}");
            return;
        }
    }
    let mut read = f64::INFINITY;
    for _ in 0..OPENED {
        let start = Instant::now();
        let found = open::load_level(&file, &LoadOptions::default(), None, &Arc::default());
        read = read.min(milliseconds(start.elapsed()));
        assert!(
            matches!(black_box(found), Ok(LoadedLevel::Compiled(_))),
            "{name} opens"
        );
    }
    let bytes = fs::metadata(&path).map_or(0, |metadata| metadata.len());
    println!(
        "| {name} | {made:.0} | {trees:.0} | {read:.1} | {:.0} | {:.0} | {:.1} | {} |",
        made / read,
        trees / read,
        bytes as f64 / f64::from(1 << 20),
        if trees / read >= GOAL { "yes" } else { "no" }
    );
}

fn main() {
    let Some(wanted) = LevelNameFilter::by_arguments() else {
        return;
    };
    let Ok(folder) = tempfile::tempdir() else {
        println!("no temporary folder can be made");
        return;
    };
    println!(
        "| level | made, ms | without what is seen | opened, ms | ratio | without what is seen | MiB | {GOAL}× |"
    );
    println!("|---|---:|---:|---:|---:|---:|---:|---|");
    for name in ["hall", "torture"]
        .into_iter()
        .filter(|name| wanted.includes(name))
    {
        measure(
            name,
            &LevelName::BuiltIn(name.to_owned()),
            &LoadOptions::default(),
            folder.path(),
        );
    }
    for (name, path) in wanted.shared_files() {
        let options = levels::options(&path);
        measure(&name, &LevelName::File(path), &options, folder.path());
    }
}
