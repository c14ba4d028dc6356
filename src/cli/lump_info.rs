//! Lumps of a compiled level with the limits of the original engine, and its light styles, as reported by `info`.

use std::path::Path;

use bspwalk_levels::{Level, LumpSize, light_styles::LightStyle, limits_of, lump_sizes, read_file};
use bspwalk_progress::Progress;
use bspwalk_session::{LevelName, Opened};
use bspwalk_text::{Localize, lines, text, words::count};
use serde::{Serialize, Serializer, ser::SerializeMap};

use super::report::{Report, Table, right};

/// The lumps of a file. Later versions only add keys.
#[derive(Serialize)]
pub(super) struct LumpsInfo {
    /// Engine that has these limits; null if the format has no limits.
    limits_of: Option<&'static str>,
    /// Lumps in the header.
    header: ByName,
    /// BSPX lumps.
    bspx: ByName,
    /// Whether to print the table.
    #[serde(skip)]
    is_listed: bool,
}

/// Lumps that are serialized as a map keyed by their names.
struct ByName(Vec<LumpSize>);

/// Size of a lump, and its limit.
#[derive(Serialize)]
struct LumpFigures {
    /// Number of items; if the lump is not a list, number of bytes.
    count: usize,
    bytes: usize,
    /// Null if there is no limit.
    limit: Option<usize>,
    /// Fraction of the limit in use.
    share: Option<f64>,
    /// Whether this program reads the lump.
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
    /// Reads the lumps of the file again. Returns `None` unless the level was read from a Quake file in this run.
    /// `is_listed` is whether to print the table.
    pub(super) fn of(opened: &Opened, is_listed: bool) -> Option<Self> {
        // A file compiled by bspwalk contains the level but not its lumps.
        opened.files.as_ref()?;
        let limits_of = limits_of(opened.level.format);
        let LevelName::File(path) = &opened.source else {
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

    /// Returns a warning for each lump that exceeds its limit.
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

/// Reads the lumps of a file. Returns `None` if the file cannot be read or has another format.
fn lumps(path: &Path) -> Option<Vec<LumpSize>> {
    let file = path.display().to_string();
    let bytes = read_file(path, &file, &Progress::default()).ok()?;
    lump_sizes(&file, &bytes).ok()?
}

/// Returns whether a lump is counted in bytes instead of items.
fn is_in_bytes(lump: &LumpSize) -> bool {
    lump.count == lump.bytes
}

/// Returns the unit of a lump's count.
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
        let title = match self.limits_of {
            Some(engine) => text!("report-lumps-beside", engine),
            None => text!("report-lumps-unlimited").to_owned(),
        };
        table.row(text!("row-lumps"), title);
        let line = |[name, items, bytes, limit, share]: [&str; 5]| {
            let figures = [(items, 10), (bytes, 12), (limit, 12), (share, 9)];
            let figures = figures.map(|(figure, width)| right(figure, width));
            lines::padded(name, 16) + &figures.concat()
        };
        let [items, bytes] = [text!("report-lump-items"), text!("report-lump-bytes")];
        let [limit, used] = [text!("report-lump-limit"), text!("report-lump-used")];
        table.row("", line(["", items, bytes, limit, used]));
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

/// A light style of a compiled level.
#[derive(Serialize)]
pub(super) struct LightStyleInfo {
    style: u8,
    /// Description of the lights that use the style, or the style's name in Quake.
    title: String,
    /// Brightness at the start of the level: 1 is Quake's normal brightness, 0 is off.
    at_start: f32,
    /// Number of face lightmaps that use the style.
    grids: usize,
}

/// Returns the light styles of a level.
pub(super) fn light_styles(level: &Level) -> Vec<LightStyleInfo> {
    let Some(light) = &level.light else {
        return Vec::new();
    };
    let info = |style: &LightStyle| {
        let grids = light.grids.iter();
        LightStyleInfo {
            style: style.number,
            title: style.title().localized(),
            at_start: style.at_start,
            grids: grids.filter(|grid| grid.styles.contains(&style.number)).count(),
        }
    };
    light.styles.iter().map(info).collect()
}

impl LightStyleInfo {
    /// Formats a line of the table.
    pub(super) fn line(&self) -> String {
        let (style, title, faces) = (self.style, &self.title, self.grids);
        if self.at_start == 0.0 {
            text!("report-style-off", style, title, faces)
        } else {
            text!("report-style", style, title, faces)
        }
    }
}
