//! `info --doom-limits`: the load of DOOM's renderer at the worst places of a map.

use bspwalk_explain::doom_load::{LoadMap, LoadSettings, RenderLimit, VIEW_HEIGHT};
use bspwalk_session::Opened;
use bspwalk_text::text;
use bspwalk_text::words::count;
use serde::Serialize;

use super::{
    error::CliError,
    progress_bar,
    report::{Report, Table},
};

/// The report. Later versions only add keys. Positions and lengths are in map units.
#[derive(Serialize)]
pub(super) struct DoomLimitsInfo {
    #[serde(flatten)]
    settings: LoadSettings,
    /// Number of places where a player fits.
    places: usize,
    visplanes: Option<Worst>,
    drawsegs: Option<Worst>,
    openings: Option<Worst>,
    solidsegs: Option<Worst>,
}

/// The view that needs the most entries.
#[derive(Serialize)]
struct Worst {
    greatest: u32,
    /// Number of entries in DOOM 1.9.
    limit: u32,
    /// Number of places where a view needs more.
    places_above: usize,
    /// Position of the eye. Its height above the floor is in the settings.
    position: [f64; 2],
    /// View direction, in degrees, counter-clockwise from east.
    direction: f64,
}

impl DoomLimitsInfo {
    /// Counts the load of a level.
    pub(super) fn of(opened: &Opened, view_height: Option<f64>) -> Result<Self, CliError> {
        let level = &opened.level;
        let none = || CliError::Failed(text!("usage-no-doom-nodes", name = opened.source));
        let (Some(tree), Some(surfaces)) = (&level.doom_tree, &level.doom_surfaces) else {
            return Err(none());
        };
        let settings = LoadSettings {
            view_height: view_height.unwrap_or(VIEW_HEIGHT),
            ..LoadSettings::default()
        };
        let loads =
            progress_bar::with_progress_bar(|progress| LoadMap::of_tree(tree, surfaces, settings, progress));
        let loads = loads.map_err(|error| CliError::Failed(error.to_string()))?;
        let worst = |limit: RenderLimit| {
            let (position, direction, greatest) = loads.greatest_view(tree, surfaces, limit)?;
            Some(Worst {
                greatest,
                limit: limit.entries(),
                places_above: loads.places_above(limit),
                position: position.to_array(),
                direction,
            })
        };
        let [visplanes, drawsegs, openings, solidsegs] = RenderLimit::ALL.map(worst);
        Ok(Self {
            settings: loads.settings,
            places: loads.place_count(),
            visplanes,
            drawsegs,
            openings,
            solidsegs,
        })
    }
}

impl Worst {
    fn sentence(&self) -> String {
        let [x, y] = self.position;
        let (greatest, limit, direction) = (count(self.greatest), count(self.limit), self.direction);
        match self.places_above {
            0 => text!("report-doom-load", greatest, limit, x, y, direction),
            places => text!("report-doom-load-above", greatest, limit, x, y, direction, places),
        }
    }
}

impl Report for DoomLimitsInfo {
    fn add_rows(&self, table: &mut Table) {
        let LoadSettings {
            view_height,
            directions,
            step,
            ..
        } = self.settings;
        table.gap();
        let places = self.places;
        table.row(
            text!("row-renderer"),
            text!("report-doom-renderer", view_height, directions, places, step),
        );
        let rows = [
            (text!("row-visplanes"), &self.visplanes),
            (text!("row-drawsegs"), &self.drawsegs),
            (text!("row-openings"), &self.openings),
            (text!("row-solidsegs"), &self.solidsegs),
        ];
        for (name, worst) in rows {
            if let Some(worst) = worst {
                table.row(name, worst.sentence());
            }
        }
        table.row("", text!("report-doom-boom"));
    }
}
