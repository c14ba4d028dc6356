//! Load of DOOM's renderer: visplanes, drawsegs, openings and solid segs at each place of a map.
//!
//! The original renderer has fixed arrays for them. If a view needs more, the game stops or draws errors. [`LoadMap`]
//! walks the map's own nodes from a grid of places in several directions, as the renderer does, and counts the entries.
//! Sources: `r_bsp.c`, `r_plane.c`, `r_segs.c`, `r_main.c` and `r_defs.h` of DOOM (id Software 1993, source released
//! 1997); "Game Engine Black Book: DOOM" (Sanglard 2018). Andrew Apted's Visplane Explorer (2012) shows such maps in
//! editors.
//!
//! - `load` contains the counted entries and their limits.
//! - `projection` converts angles to columns, `columns` stores covered columns, and `planes` merges visplanes.
//! - `renderer` walks the nodes for one view.
//!
//! ```no_run
//! use bspwalk_explain::doom_load::{LoadMap, LoadSettings, RenderLimit};
//! use bspwalk_levels::{LoadOptions, load};
//! use bspwalk_progress::Progress;
//!
//! let progress = Progress::default();
//! let level = load("freedoom1.wad".as_ref(), &LoadOptions::default(), &progress)?;
//! if let Some(loads) = LoadMap::new(&level, LoadSettings::default(), &progress)?
//!     && let Some((place, visplanes)) = loads.greatest(RenderLimit::Visplanes)
//! {
//!     println!("{visplanes} visplanes at {} {}", place.x, place.y);
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod columns;
mod load;
mod planes;
mod projection;
mod renderer;

use bspwalk_compile::fill::level_to_source_point;
use bspwalk_levels::Level;
use bspwalk_progress::{Cancelled, Progress};
use bspwalk_text::text;
use bspwalk_trees::doom::{DoomSurfaces, DoomTree};
use glam::{DVec2, Vec3};

use self::renderer::Renderer;
pub use self::{
    load::{RenderLimit, RenderLoad},
    projection::{COLUMNS, ROWS},
};

/// Height of the player's eye above the floor in DOOM, in map units (`VIEWHEIGHT`).
pub const VIEW_HEIGHT: f64 = 41.0;

/// Range of view heights, in map units.
pub const VIEW_HEIGHTS: [f64; 2] = [1.0, 32_767.0];

/// Minimum distance of the eye from the ceiling, in map units (`P_CalcHeight`).
const BELOW_CEILING: f64 = 4.0;

/// Height of the player, in map units. The player does not fit into lower sectors.
const PLAYER_HEIGHT: f64 = 56.0;

/// Maximum number of places on a grid.
const MOST_PLACES: f64 = 65_536.0;

/// The views to count.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub struct LoadSettings {
    /// Height of the eye above the floor, in map units.
    pub view_height: f64,
    /// Number of view directions at each place, at equal angles. The first is east.
    pub directions: u32,
    /// Distance between neighbouring places, in map units. It is doubled until the map has at most 65,536 places.
    pub step: f64,
    /// Whether the doors that are closed in the file are open.
    pub doors_are_open: bool,
}

impl Default for LoadSettings {
    fn default() -> Self {
        Self {
            view_height: VIEW_HEIGHT,
            directions: 16,
            step: 32.0,
            doors_are_open: true,
        }
    }
}

/// Counts the entries for one view of a map: 90° wide, 320 columns and 200 rows.
///
/// `eye` is a position in map units, `height` the absolute height of the eye in map units, and `direction` the view
/// direction in degrees, counter-clockwise from east. `surfaces` must belong to the tree.
#[must_use]
pub fn count_view(
    tree: &DoomTree,
    surfaces: &DoomSurfaces,
    eye: DVec2,
    (height, direction): (f64, f64),
    doors_are_open: bool,
) -> RenderLoad {
    let view = projection::binary_angle(DVec2::from_angle(direction.to_radians()));
    Renderer::new(tree, surfaces, doors_are_open).count(eye, height, view)
}

/// Load of the renderer on a grid of places: at each place, the maximum over all directions.
#[derive(Clone, Debug, PartialEq)]
pub struct LoadMap {
    /// Settings, with the distance between places that was used.
    pub settings: LoadSettings,
    /// Corner of the grid with the lowest coordinates, in map units.
    low: DVec2,
    size: [u32; 2],
    /// Row by row from the south. `None` where no player fits.
    loads: Vec<Option<RenderLoad>>,
}

impl LoadMap {
    /// Counts the load at each place of a level. Returns `None` if the level has no DOOM tree with surfaces.
    ///
    /// # Errors
    /// Returns [`Cancelled`] if `progress` is cancelled.
    pub fn new(
        level: &Level,
        settings: LoadSettings,
        progress: &Progress,
    ) -> Result<Option<Self>, Cancelled> {
        let trees = level.doom_tree.as_ref().zip(level.doom_surfaces.as_ref());
        trees
            .map(|(tree, surfaces)| Self::of_tree(tree, surfaces, settings, progress))
            .transpose()
    }

    /// Like [`LoadMap::new`], for a tree and its surfaces.
    ///
    /// # Errors
    /// Returns [`Cancelled`] if `progress` is cancelled.
    pub fn of_tree(
        tree: &DoomTree,
        surfaces: &DoomSurfaces,
        settings: LoadSettings,
        progress: &Progress,
    ) -> Result<Self, Cancelled> {
        let [low, high] = tree.bounds().unwrap_or_default();
        let mut step = settings.step.max(1.0);
        while ((high - low) / step + 1.0).ceil().element_product() > MOST_PLACES {
            step *= 2.0;
        }
        let low = (low / step).floor() * step;
        let size = ((high - low) / step).ceil().max(DVec2::ONE).as_uvec2().to_array();
        let settings = LoadSettings { step, ..settings };
        let rows = progress.in_parallel(text!("heat-doom-counting"), 0..size[1], |y| {
            let mut renderer = Renderer::new(tree, surfaces, settings.doors_are_open);
            let row = (0..size[0]).map(|x| {
                progress.check()?;
                let corner = low + step * DVec2::new(f64::from(x), f64::from(y));
                let place = place_in_cell(tree, surfaces, corner, &settings);
                Ok(place.map(|(place, height)| {
                    let loads = directions(&settings).map(|(_, view)| renderer.count(place, height, view));
                    loads.reduce(RenderLoad::max).unwrap_or_default()
                }))
            });
            row.collect::<Result<Vec<Option<RenderLoad>>, Cancelled>>()
        })?;
        Ok(Self {
            settings,
            low,
            size,
            loads: rows.concat(),
        })
    }

    /// Returns the load at the grid place next to a position in map units; `None` where no player fits.
    #[must_use]
    pub fn at(&self, position: DVec2) -> Option<RenderLoad> {
        let cell = ((position - self.low) / self.settings.step).floor();
        let is_inside = cell.cmpge(DVec2::ZERO).all() && cell.x < f64::from(self.size[0]);
        let index = is_inside.then(|| cell.y as usize * self.size[0] as usize + cell.x as usize)?;
        self.loads.get(index).copied().flatten()
    }

    /// Returns the load at a point of a level, in metres.
    #[must_use]
    pub fn at_level_point(&self, level: &Level, point: Vec3) -> Option<RenderLoad> {
        self.at(level_to_source_point(level, point.as_dvec3()).truncate())
    }

    /// Returns the number of places that have a load.
    #[must_use]
    pub fn place_count(&self) -> usize {
        self.loads.iter().flatten().count()
    }

    /// Returns the number of places where a view needs more entries than DOOM 1.9 has.
    #[must_use]
    pub fn places_above(&self, limit: RenderLimit) -> usize {
        let loads = self.loads.iter().flatten();
        loads.filter(|load| limit.of(load) > limit.entries()).count()
    }

    /// Returns the corner of the first grid cell with the maximum (in map units), and the maximum. Returns `None` if no
    /// player fits anywhere.
    #[must_use]
    pub fn greatest(&self, limit: RenderLimit) -> Option<(DVec2, u32)> {
        let counted = self.loads.iter().enumerate().rev();
        let counted = counted.filter_map(|(index, load)| Some((index, limit.of(load.as_ref()?))));
        let (index, value) = counted.max_by_key(|(_, value)| *value)?;
        let width = self.size[0] as usize;
        let cell = DVec2::new((index % width) as f64, (index / width) as f64);
        Some((self.low + self.settings.step * cell, value))
    }

    /// Returns the place and the direction (in degrees, counter-clockwise from east) of the view with the maximum.
    #[must_use]
    pub fn greatest_view(
        &self,
        tree: &DoomTree,
        surfaces: &DoomSurfaces,
        limit: RenderLimit,
    ) -> Option<(DVec2, f64, u32)> {
        let (corner, value) = self.greatest(limit)?;
        let (place, height) = place_in_cell(tree, surfaces, corner, &self.settings)?;
        let mut renderer = Renderer::new(tree, surfaces, self.settings.doors_are_open);
        let mut views = directions(&self.settings);
        let (degrees, _) =
            views.find(|&(_, view)| limit.of(&renderer.count(place, height, view)) == value)?;
        Some((place, degrees, value))
    }
}

/// Returns the view directions, in degrees and as binary angles.
fn directions(settings: &LoadSettings) -> impl Iterator<Item = (f64, u32)> {
    let count = settings.directions.max(1);
    (0..count).map(move |index| {
        let share = f64::from(index) / f64::from(count);
        (share * 360.0, (share * 2.0_f64.powi(32)) as u32)
    })
}

/// Returns the player's place in a grid cell, and the height of the eye. The centre of the cell comes
/// first, then the centres of its quarters.
fn place_in_cell(
    tree: &DoomTree,
    surfaces: &DoomSurfaces,
    corner: DVec2,
    settings: &LoadSettings,
) -> Option<(DVec2, f64)> {
    const PLACES: [[f64; 2]; 5] = [[0.5, 0.5], [0.25, 0.25], [0.75, 0.25], [0.25, 0.75], [0.75, 0.75]];
    let mut places = PLACES
        .map(|share| corner + settings.step * DVec2::from_array(share))
        .into_iter();
    places.find_map(|place| {
        let leaf = tree.locate(place).subsector;
        // Outside the map, a subsector's cell continues behind its walls.
        let is_in_front = |seg: u32| {
            tree.seg(seg)
                .is_some_and(|seg| seg.direction().perp_dot(place - seg.from) <= 0.0)
        };
        let subsector = tree.parts().subsectors[leaf.index()];
        let mut segs = subsector.first_seg..subsector.first_seg + subsector.seg_count;
        let sector = surfaces.sectors[subsector.sector as usize];
        let ceiling = if settings.doors_are_open {
            sector.opened_ceiling
        } else {
            sector.ceiling
        };
        let fits = ceiling - sector.floor >= PLAYER_HEIGHT;
        let height = (sector.floor + settings.view_height).min(ceiling - BELOW_CEILING);
        (fits && segs.all(is_in_front)).then_some((place, height))
    })
}
