//! `shot --csv` and `--json`: the values of a heat map as numbers.

use std::{
    collections::BTreeMap,
    io::{self, Write},
};

use bspwalk_compile::atomic_file;
use bspwalk_levels::Level;
use bspwalk_overlays::heat::{self, Heat, Measure};
use bspwalk_session::overlays::{OverlayKind, Overlays};
use bspwalk_text::text;
use serde::Serialize;

use super::{
    error::CliError,
    output::not_written,
    report::FileCoordinates,
    rows::{self, Rows},
    shot_args::ShotOptions,
};

/// The document of `--json`. Later versions only add keys.
#[derive(Serialize)]
struct Figures<H> {
    level: String,
    /// Name of the quantity, which is also the column name in the CSV file.
    measure: &'static str,
    /// Meaning of a pixel's value.
    of: &'static str,
    width: u32,
    height: u32,
    /// Number of pixels with a value.
    places: u64,
    /// Sum of the values of these pixels. It equals the tree's query counters after drawing the picture.
    sum: u64,
    mean: f64,
    greatest: Option<Greatest>,
    /// Histogram in ascending order of values.
    histogram: H,
}

#[derive(Serialize)]
struct Greatest {
    x: u32,
    y: u32,
    figure: u32,
    /// Hit point of the ray; null if it hits nothing.
    point: Option<FileCoordinates>,
}

/// A value and the number of pixels that have it.
#[derive(Serialize)]
struct Bar {
    figure: u32,
    places: u64,
}

/// Checks, before any work starts, that the picture will have values.
pub(super) fn check(shot: &ShotOptions) -> Result<(), CliError> {
    if measure(shot).is_some() {
        return Ok(());
    }
    let names = names_of_measures(|_| true);
    Err(CliError::Failed(text!("usage-figures-show", names)))
}

/// Returns the quantity that the picture measures.
pub(super) fn measure(shot: &ShotOptions) -> Option<Measure> {
    let overlays: Overlays = shot.at.overlays();
    let mut shown = OverlayKind::ALL.into_iter().filter(|&kind| overlays.is_on(kind));
    shown.find_map(heat::measure)
}

/// Returns the names of the overlays that measure an accepted quantity.
pub(super) fn names_of_measures(is_accepted: fn(Measure) -> bool) -> String {
    let measures = |kind: &OverlayKind| heat::measure(*kind).is_some_and(is_accepted);
    let names: Vec<&str> = OverlayKind::ALL
        .into_iter()
        .filter(measures)
        .map(OverlayKind::name)
        .collect();
    names.join(", ")
}

/// Writes the values of the pixels to the file and a summary to standard output, as requested.
pub(super) fn write(
    shot: &ShotOptions,
    level: &Level,
    heat: &Heat,
    mut output: impl Write,
) -> Result<(), CliError> {
    if let Some(file) = &shot.csv {
        let written = atomic_file::write_with(file, |out| table(heat, out));
        written.map_err(|error| not_written(file, error))?;
    }
    if !shot.json {
        return Ok(());
    }
    let written = summary(level, heat, &mut output);
    written.and_then(|()| output.flush()).map_err(CliError::Output)
}

/// Returns the column name of a quantity.
const fn column(measure: Measure) -> &'static str {
    match measure {
        Measure::Nodes => "nodes_visited",
        Measure::Faces => "faces_tested",
        Measure::Slide => "slide_nodes_visited",
        Measure::Leaves => "leaves_seen",
        Measure::Drawn => "faces_drawn",
        Measure::Visplanes => "visplanes",
        Measure::Drawsegs => "drawsegs",
        Measure::Openings => "openings",
    }
}

/// Writes the values as CSV (RFC 4180), row by row from the top.
fn table(heat: &Heat, out: &mut dyn Write) -> io::Result<()> {
    write!(out, "x,y,{}\r\n", column(heat.measure))?;
    let width = heat.map.size[0].max(1);
    for (place, figure) in (0_u32..).zip(&heat.map.values) {
        let (x, y) = (place % width, place / width);
        match figure {
            Some(figure) => write!(out, "{x},{y},{figure}\r\n")?,
            None => write!(out, "{x},{y},\r\n")?,
        }
    }
    Ok(())
}

fn summary(level: &Level, heat: &Heat, out: &mut dyn Write) -> io::Result<()> {
    let map = &heat.map;
    let mut bars: BTreeMap<u32, u64> = BTreeMap::new();
    for &figure in map.values.iter().flatten() {
        *bars.entry(figure).or_default() += 1;
    }
    let progress = bspwalk_progress::Progress::default();
    let figures = Figures {
        level: level.name.clone(),
        measure: column(heat.measure),
        of: heat.measure.describe_positions(),
        width: map.size[0],
        height: map.size[1],
        places: map.places(),
        sum: map.sum(),
        mean: map.mean(),
        greatest: map.greatest().map(|([x, y], figure)| Greatest {
            x,
            y,
            figure,
            point: heat.greatest.map(|(point, _)| FileCoordinates::of(point, level)),
        }),
        histogram: Rows::new(&progress, || {
            bars.iter().map(|(&figure, &places)| Bar { figure, places })
        }),
    };
    rows::write(out, &figures)
}
