//! The lumps of a compiled level beside the limits of the engine that first read its format, as `info` reports them, and the styles of
//! its light.

use std::path::Path;

use bspwalk_levels::{Level, LumpSize, light_styles::LightStyle, limits_of, lump_sizes, read_file};
use bspwalk_progress::{Progress, words::count};
use bspwalk_session::{LevelName, Opened};
use bspwalk_text::{lines, text};
use serde::{Serialize, Serializer, ser::SerializeMap};

use super::{
    columns,
    report::{Report, Table},
};

/// The lumps of a file. Keys are only ever added.
#[derive(Serialize)]
pub(super) struct LumpsInfo {
    /// The engine whose limits these are; null where the format has none.
    limits_of: Option<&'static str>,
    /// Those of the header, by name.
    header: ByName,
    /// BSPX lumps.
    bspx: ByName,
    /// Whether the table is asked for.
    #[serde(skip)]
    is_listed: bool,
}

/// Lumps by their names.
struct ByName(Vec<LumpSize>);

/// What is reported of a lump.
#[derive(Serialize)]
struct LumpFigures {
    /// Items, or bytes where it is no list.
    count: usize,
    bytes: usize,
    /// Null where there is none.
    limit: Option<usize>,
    /// How much of the limit is used.
    share: Option<f64>,
    /// Whether anything is read from it here.
    read: bool,
}

impl Serialize for ByName {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for lump in &self.0 {
            let figures = LumpFigures {
                count: lump.count,
                bytes: lump.bytes,
                limit: lump.limit,
                share: lump.share(),
                read: lump.is_read,
            };
            map.serialize_entry(&lump.name.replace(' ', "_"), &figures)?;
        }
        map.end()
    }
}

impl LumpsInfo {
    /// Of a level that was read from a file of Quake's kind in this run; `is_listed` asks for the table.
    pub(super) fn of(opened: &Opened, is_listed: bool) -> Option<Self> {
        // A compiled file of this program has the level, and not the lumps.
        opened.source()?;
        let limits_of = limits_of(opened.level.format);
        let LevelName::File(path) = opened.name() else {
            return None;
        };
        let (header, bspx) = lumps(path)?.into_iter().partition(|lump| !lump.is_bspx);
        Some(Self {
            limits_of,
            header: ByName(header),
            bspx: ByName(bspx),
            is_listed,
        })
    }

    /// A sentence for each lump that is beyond its limit.
    pub(super) fn warnings(&self) -> impl Iterator<Item = String> {
        let engine = self.limits_of.unwrap_or_default();
        let beyond = self.header.0.iter().filter(|lump| lump.is_beyond());
        beyond.map(move |lump| {
            text!(
                "report-lump-beyond",
                lump = lump.name,
                count = count(lump.count as u64),
                unit = unit(lump),
                engine,
                limit = count(lump.limit.unwrap_or_default() as u64)
            )
        })
    }
}

/// The lumps of a file; `None` where it cannot be read again, or is of another kind.
fn lumps(path: &Path) -> Option<Vec<LumpSize>> {
    let file = path.display().to_string();
    let bytes = read_file(path, &file, &Progress::default()).ok()?;
    lump_sizes(&file, &bytes).ok()?
}

/// Whether a lump is counted in bytes, rather than in items.
fn is_in_bytes(lump: &LumpSize) -> bool {
    lump.count == lump.bytes
}

/// What a lump is counted in.
fn unit(lump: &LumpSize) -> &'static str {
    if is_in_bytes(lump) {
        text!("report-lump-bytes")
    } else {
        text!("report-lump-items")
    }
}

impl Report for LumpsInfo {
    fn add_rows(&self, table: &mut Table) {
        if !self.is_listed {
            return;
        }
        table.gap();
        table.row(
            text!("row-lumps"),
            match self.limits_of {
                Some(engine) => text!("report-lumps-beside", engine),
                None => text!("report-lumps-unlimited").to_owned(),
            },
        );
        let line = |[name, items, bytes, limit, share]: [&str; 5]| {
            let figures = [(items, 10), (bytes, 12), (limit, 12), (share, 9)];
            let figures = figures.map(|(figure, width)| columns::right(figure, width));
            lines::padded(name, 16) + &figures.concat()
        };
        table.row(
            "",
            line([
                "",
                text!("report-lump-items"),
                text!("report-lump-bytes"),
                text!("report-lump-limit"),
                text!("report-lump-used"),
            ]),
        );
        for lump in self.header.0.iter().chain(&self.bspx.0) {
            let number = |number: usize| count(number as u64);
            let items = if is_in_bytes(lump) {
                String::new()
            } else {
                number(lump.count)
            };
            let limit = match lump.limit {
                Some(limit) if is_in_bytes(lump) => format!("{} B", number(limit)),
                Some(limit) => number(limit),
                None => "–".to_owned(),
            };
            let share = lump.share().map_or_else(String::new, |share| {
                let mark = if lump.is_beyond() { "!" } else { "" };
                format!("{mark}{:.1} %", share * 100.0)
            });
            let text = line([&lump.name, &items, &number(lump.bytes), &limit, &share]);
            let kind = match (lump.is_bspx, lump.is_read) {
                (true, true) => text!("report-lump-bspx"),
                (true, false) => text!("report-lump-bspx-unread"),
                (false, _) => "",
            };
            table.row("", format!("{text}{kind}"));
        }
    }
}

/// A style of the light of a compiled level.
#[derive(Serialize)]
pub(super) struct LightStyleInfo {
    style: u8,
    /// What it is: the lights that it belongs to, or the name that Quake gives it.
    title: String,
    /// How bright it is when the level starts; 1 is Quake's normal light, 0 is off.
    at_start: f32,
    /// Faces that it reaches, as grids of light.
    grids: usize,
}

/// The styles of a level's light.
pub(super) fn light_styles(level: &Level) -> Vec<LightStyleInfo> {
    let Some(light) = &level.light else {
        return Vec::new();
    };
    let info = |style: &LightStyle| LightStyleInfo {
        style: style.number,
        title: style.title(),
        at_start: style.at_start,
        grids: light
            .grids
            .iter()
            .filter(|grid| grid.styles.contains(&style.number))
            .count(),
    };
    light.styles.iter().map(info).collect()
}

impl LightStyleInfo {
    /// A line for the table.
    pub(super) fn line(&self) -> String {
        let (style, title, faces) = (self.style, &self.title, self.grids);
        if self.at_start == 0.0 {
            text!("report-style-off", style, title, faces)
        } else {
            text!("report-style", style, title, faces)
        }
    }
}
