//! Converts a loader's draft to a [`Level`]. Converts axes and units, drops degenerate and invalid triangles, adds
//! missing normals, and determines the bounds and the spawn.

use std::{
    hash::{BuildHasher, RandomState},
    ops::Range,
};

use crate::{Text, text};
use bspwalk_geometry::{Aabb, Plane, Tolerances};
use bspwalk_progress::{Cancelled, Progress};
use bspwalk_trees::{DoomTree, FaceId, QuakeTree, doom::DoomSurfaces};
use glam::{DVec3, Vec3};
use rayon::prelude::*;

use super::{
    Brush, DropReason, Dropped, Entity, Format, Hint, Level, LevelError, LevelTriangle, LoadOptions,
    Material, SpawnOrigin, UpAxis, Warning,
    frame::SourceFrame,
    light_maps::LightMaps,
    mechanisms::{Caller, Mechanism},
    origin, spawn,
    units::{self, Space},
    warnings::Z_UP_WARNING,
};

/// Maximum usable coordinate in source units. Its fourth power must be finite.
const MAX_SOURCE_COORDINATE: f64 = 1.0e30;

/// Maximum usable coordinate in metres. Squared areas must be finite in `f32`.
pub(super) const MAX_METRES: f64 = 1.0e8;

/// Output of a format's loader, in the source's axes and units.
#[derive(Default)]
pub(crate) struct Draft {
    pub(crate) format: Format,
    /// Conversions that the loader applied, each as one sentence.
    pub(crate) conversions: Vec<Text>,
    /// Axes and unit, if the format specifies them.
    pub(crate) space: Option<Space>,
    /// All triangles of the source, in load order. `source` is each triangle's index in this list.
    pub(crate) triangles: Vec<DraftTriangle>,
    pub(crate) materials: Vec<Material>,
    pub(crate) objects: Vec<String>,
    /// Entities. Their yaw is not set; `DraftEntity::facing` determines it.
    pub(crate) entities: Vec<DraftEntity>,
    pub(crate) brushes: Vec<Brush>,
    pub(crate) hints: Vec<Hint>,
    /// Bounding boxes of ladders.
    pub(crate) ladders: Vec<Aabb>,
    pub(crate) spawn: Option<DraftSpawn>,
    pub(crate) own_tree: Option<QuakeTree>,
    pub(crate) doom_tree: Option<DoomTree>,
    pub(crate) doom_surfaces: Option<DoomSurfaces>,
    pub(crate) light: Option<LightMaps>,
    pub(crate) warnings: Vec<Warning>,
    pub(crate) moving: Moving,
    /// Name of the part of the source that was read, such as the map in a WAD file. It is appended to the level's name.
    pub(crate) part: Option<String>,
}

/// Moving parts in the source's axes and units. Angles are in degrees and times in seconds.
#[derive(Default)]
pub(crate) struct Moving {
    pub(crate) mechanisms: Vec<Mechanism>,
    pub(crate) callers: Vec<Caller>,
    /// Faces that exist only while mechanisms are simulated.
    pub(crate) stowed: Vec<LevelTriangle>,
    /// Source numbers of faces that exist only while mechanisms are not simulated.
    pub(crate) replaced: Vec<Range<u32>>,
}

/// An entity in the source's axes and units, before conversion.
pub(crate) struct DraftEntity {
    pub(crate) entity: Entity,
    pub(crate) facing: Option<DVec3>,
}

/// A spawn in the source's axes and units, before conversion.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DraftSpawn {
    /// Position of the eye or the feet.
    pub(crate) position: DVec3,
    pub(crate) is_eye: bool,
    pub(crate) facing: Option<DVec3>,
}

/// A triangle in the source's axes and units, before conversion. Missing normals are zero.
pub(crate) struct DraftTriangle {
    pub(crate) triangle: LevelTriangle,
    /// Line number in the file, from 1; 0 if the format has no lines.
    pub(crate) line: u32,
    /// Whether the triangle belongs to the object that marks the spawn. Such triangles do not become part of the level.
    pub(crate) marks_spawn: bool,
    /// Reason for dropping the triangle. Loaders set `None`.
    pub(crate) dropped: Option<DropReason>,
}

impl DraftTriangle {
    /// Creates a triangle that will be part of the level, for formats without line numbers.
    pub(crate) fn new(triangle: LevelTriangle) -> Self {
        Self {
            triangle,
            line: 0,
            marks_spawn: false,
            dropped: None,
        }
    }

    fn is_kept(&self) -> bool {
        self.dropped.is_none() && !self.marks_spawn
    }

    /// Returns whether all coordinates are finite and have an absolute value of at most `largest`.
    fn is_within(&self, largest: f64) -> bool {
        let is_within = |corner: &DVec3| corner.is_finite() && corner.abs().max_element() <= largest;
        self.triangle.corners.iter().all(is_within)
    }
}

pub(crate) fn assemble(
    file: &str,
    name: &str,
    draft: Draft,
    options: &LoadOptions,
    progress: &Progress,
) -> Result<Level, LevelError> {
    if let Some(scale) = options.scale
        && !(scale.is_finite() && scale > 0.0)
    {
        return Err(LevelError::BadScale { scale });
    }
    let Draft {
        format,
        mut conversions,
        space,
        triangles: mut drafts,
        mut materials,
        mut objects,
        entities,
        brushes,
        hints,
        ladders,
        spawn,
        own_tree,
        doom_tree,
        doom_surfaces,
        light,
        mut warnings,
        moving: found,
        part,
    } = draft;
    let up = options.up.or(space.as_ref().map(|space| space.up));
    let source_triangles = u32::try_from(drafts.len()).map_err(|_| LevelError::too_many_triangles(file))?;
    if source_triangles == 0 {
        let found = text!("levels-no-triangle-made");
        return Err(LevelError::no_faces(file, found));
    }
    if materials.is_empty() {
        materials.push(Material::plain("unnamed"));
    }
    if objects.is_empty() {
        objects.push("unnamed".to_owned());
    }

    progress.begin("Checking the triangles", 0);
    if up == Some(UpAxis::Z) {
        drafts.par_iter_mut().for_each(|draft| {
            let triangle = &mut draft.triangle;
            triangle.corners = triangle.corners.map(|p| DVec3::new(p.x, p.z, -p.y));
            triangle.normals = triangle.normals.map(|n| Vec3::new(n.x, n.z, -n.y));
        });
    }
    progress.check()?;
    drop_if(&mut drafts, DropReason::NotFinite, |draft| {
        !draft.is_within(MAX_SOURCE_COORDINATE)
    });
    progress.check()?;

    let kept: Vec<[DVec3; 3]> = drafts
        .iter()
        .filter(|draft| draft.is_kept())
        .map(|draft| draft.triangle.corners)
        .collect();
    let units = match space {
        Some(space) => units::of_format(&space, options),
        None => units::find(&kept, options, progress)?,
    };
    drop(kept);
    progress.check()?;
    drafts.par_iter_mut().for_each(|draft| {
        for corner in &mut draft.triangle.corners {
            // Adding zero turns −0 into 0, so that equal corners have equal bits.
            *corner = *corner * units.scale + 0.0;
        }
    });
    drop_if(&mut drafts, DropReason::NotFinite, |draft| {
        !draft.is_within(MAX_METRES)
    });
    progress.check()?;
    let usable = drafts.iter().filter(|draft| draft.dropped.is_none());
    let mut extent = bounds(usable.map(|draft| &draft.triangle));
    progress.check()?;
    // Compiled files store `f32` coordinates, so moving the origin would not add precision.
    let may_move = own_tree.is_none() && doom_tree.is_none() && light.is_none();
    let origin = if may_move {
        origin::choose_origin(&extent)
    } else {
        DVec3::ZERO
    };
    if origin != DVec3::ZERO {
        drafts.par_iter_mut().for_each(|draft| {
            draft.triangle.corners = draft.triangle.corners.map(|corner| corner - origin);
        });
        extent = origin::moved(&extent, -origin);
        conversions.push(origin::describe_new_origin(origin));
        progress.check()?;
    }
    warnings.extend(origin::precision_warning(&extent, may_move).map(Warning::new));
    let flat = Tolerances::for_bounds(&extent).degenerate;
    drop_if(&mut drafts, DropReason::ZeroArea, |draft| {
        altitude(&draft.triangle.corners) <= flat
    });
    progress.check()?;
    drop_repeated(&mut drafts, progress)?;

    // For each reason, the number of dropped triangles and the line of the first.
    let mut counts = Vec::new();
    for reason in [DropReason::NotFinite, DropReason::ZeroArea, DropReason::Repeated] {
        let mut lines = drafts
            .iter()
            .filter(|draft| draft.dropped == Some(reason))
            .map(|draft| draft.line as usize);
        if let Some(first) = lines.next() {
            counts.push((1 + lines.count(), reason, Some(first).filter(|&line| line > 0)));
        }
    }
    let markers = drafts
        .iter()
        .filter(|draft| draft.marks_spawn && draft.dropped != Some(DropReason::NotFinite));
    let marker = bounds(markers.map(|draft| &draft.triangle));
    let dropped: Vec<Dropped> = FaceId::all()
        .zip(&drafts)
        .filter_map(|(source, draft)| draft.dropped.map(|reason| Dropped { source, reason }))
        .collect();
    // This reuses the memory of the drafts.
    let kept = drafts.into_iter().filter(DraftTriangle::is_kept);
    let mut triangles: Vec<LevelTriangle> = kept.map(|draft| draft.triangle).collect();
    progress.check()?;
    if triangles.is_empty() {
        let mut found: Vec<Text> = counts
            .iter()
            .map(|&(count, reason, line)| {
                let what = reason.phrase();
                match line {
                    None => text!("levels-dropped-found", count, what),
                    Some(line) => text!("levels-dropped-found-line", count, what, line),
                }
            })
            .collect();
        if !marker.is_empty() {
            found.push(text!("levels-rest-is-spawn"));
        }
        let reasons = Text::joined(found, "; ");
        return Err(LevelError::NothingLeft {
            file: file.to_owned(),
            triangles: source_triangles,
            reasons,
        });
    }
    for (count, reason, line) in counts {
        let message = text!("levels-dropped", count, source_triangles, what = reason.phrase());
        warnings.push(Warning { line, message });
    }
    triangles.par_iter_mut().for_each(fill_normals);
    progress.check()?;
    let bounds = bounds(&triangles);
    progress.check()?;
    if up.is_none() && units::z_up_suspected(&triangles) {
        warnings.push(Warning::new(Z_UP_WARNING));
    }
    progress.check()?;
    let frame = SourceFrame {
        up: units.up,
        scale: units.scale,
        origin,
    };
    let yaw = |facing: Option<DVec3>| facing.and_then(|facing| yaw_of(frame.turned(facing)));
    let given = if marker.is_empty() {
        spawn.map(|spawn| spawn::SpecifiedSpawn {
            position: frame.point(spawn.position),
            is_eye: spawn.is_eye,
            yaw: yaw(spawn.facing),
            origin: SpawnOrigin::Entity,
        })
    } else {
        Some(spawn::SpecifiedSpawn {
            position: marker.center().with_y(marker.min.y),
            is_eye: false,
            yaw: None,
            origin: SpawnOrigin::Object,
        })
    };
    // Ignore a spawn whose coordinates are too large or not finite.
    let given = given.filter(|given| given.position.abs().max_element() <= MAX_METRES);
    let (spawn, warning) = spawn::find(&triangles, &bounds, given, progress)?;
    warnings.extend(warning.map(Warning::new));
    let entities = entities.into_iter().map(|draft| Entity {
        position: frame.point(draft.entity.position),
        yaw: yaw(draft.facing),
        ..draft.entity
    });
    let entities = entities.filter(|entity| entity.position.abs().max_element() <= MAX_METRES);
    let brushes = brushes.into_iter().map(|brush| {
        let corners = [brush.bounds.min, brush.bounds.max].map(|corner| frame.point(corner));
        let turn = |side: &Plane| {
            let normal = frame.turned(side.normal);
            let d = side.d * units.scale;
            let d = if origin == DVec3::ZERO {
                d
            } else {
                d + normal.dot(origin)
            };
            Plane { normal, d }
        };
        Brush {
            sides: brush.sides.iter().map(turn).collect(),
            bounds: Aabb::from_points(corners),
            ..brush
        }
    });
    let hints = hints.into_iter().map(|hint| Hint {
        corners: hint.corners.iter().map(|&corner| frame.point(corner)).collect(),
    });
    let ladders = ladders.into_iter().map(|ladder| {
        let corners = [ladder.min, ladder.max].map(|corner| frame.point(corner));
        Aabb::from_points(corners)
    });
    let ladders = ladders.filter(|ladder| ladder.min.min(-ladder.max).min_element() >= -MAX_METRES);
    let callers = frame.callers(found.callers, &found.mechanisms);
    let mechanisms = found.mechanisms.into_iter();
    let mechanisms = mechanisms.map(|mechanism| frame.mechanism(mechanism)).collect();
    let stowed = found.stowed.into_iter().map(|mut triangle| {
        triangle.corners = triangle.corners.map(|corner| frame.point(corner));
        fill_normals(&mut triangle);
        triangle
    });
    let stowed = stowed.filter(|triangle| altitude(&triangle.corners) > flat);
    let stowed = (source_triangles..)
        .map(FaceId)
        .zip(stowed)
        .map(|(source, triangle)| LevelTriangle { source, ..triangle });
    let stowed: Vec<LevelTriangle> = stowed.collect();
    let replaced = found.replaced.into_iter().flatten();
    let replaced = replaced.filter(|&face| face < source_triangles);
    Ok(Level {
        name: part.map_or_else(|| name.to_owned(), |part| format!("{name} {part}")),
        format,
        conversions,
        entities: entities.collect(),
        brushes: brushes.collect(),
        hints: hints.collect(),
        ladders: ladders.collect(),
        own_tree: own_tree.map(|tree| tree.transformed(|v| frame.turned(v), units.scale)),
        doom_tree,
        doom_surfaces,
        light: light.map(|light| light.converted(|v| frame.turned(v), units.scale)),
        triangles,
        materials,
        objects,
        origin,
        bounds,
        spawn,
        units,
        source_triangles,
        dropped,
        warnings,
        mechanisms,
        callers,
        stowed,
        replaced: replaced.map(FaceId).collect(),
        apart: false,
    })
}

/// Returns the yaw of a direction in degrees to the left of −Z, or `None` if the direction is vertical.
fn yaw_of(facing: DVec3) -> Option<f64> {
    let flat = facing.with_y(0.0).try_normalize()?;
    Some((-flat.x).atan2(-flat.z).to_degrees() + 0.0)
}

/// Marks bad triangles as dropped for `reason`, unless they have already been dropped.
fn drop_if(drafts: &mut [DraftTriangle], reason: DropReason, is_bad: impl Fn(&DraftTriangle) -> bool + Sync) {
    drafts.par_iter_mut().for_each(|draft| {
        if draft.dropped.is_none() && is_bad(draft) {
            draft.dropped = Some(reason);
        }
    });
}

/// Drops each triangle with the same corners and winding as an earlier one.
fn drop_repeated(drafts: &mut [DraftTriangle], progress: &Progress) -> Result<(), Cancelled> {
    let key = |draft: &DraftTriangle| {
        let corners = draft.triangle.corners;
        let mut key = corners.map(|corner| corner.to_array().map(f64::to_bits));
        let least = (0..3).min_by_key(|&i| key[i]).unwrap_or(0);
        key.rotate_left(least);
        key
    };
    let hasher = RandomState::new();
    let mut order: Vec<(u64, usize)> = drafts
        .par_iter()
        .enumerate()
        .filter(|(_, draft)| draft.is_kept())
        .map(|(index, draft)| (hasher.hash_one(key(draft)), index))
        .collect();
    progress.check()?;
    order.par_sort_unstable();
    let mut firsts: Vec<[[u64; 3]; 3]> = Vec::new();
    for (turn, same_hash) in order.chunk_by(|(a, _), (b, _)| a == b).enumerate() {
        progress.check_at(turn)?;
        if same_hash.len() == 1 {
            continue;
        }
        firsts.clear();
        for (turn, &(_, index)) in same_hash.iter().enumerate() {
            progress.check_at(turn)?;
            let key = key(&drafts[index]);
            if firsts.contains(&key) {
                drafts[index].dropped = Some(DropReason::Repeated);
            } else {
                firsts.push(key);
            }
        }
    }
    Ok(())
}

/// Returns the smallest altitude of a triangle, or 0 if corners coincide.
fn altitude([a, b, c]: &[DVec3; 3]) -> f64 {
    let doubled_area = (b - a).cross(c - a).length();
    let longest = (b - a).length().max((c - b).length()).max((a - c).length());
    if longest > 0.0 {
        doubled_area / longest
    } else {
        0.0
    }
}

/// Normalizes the shading normals and replaces invalid ones by the face normal.
fn fill_normals(triangle: &mut LevelTriangle) {
    let [a, b, c] = triangle.corners;
    let flat = (b - a).cross(c - a).normalize_or_zero().as_vec3();
    for normal in &mut triangle.normals {
        *normal = normal.try_normalize().unwrap_or(flat);
    }
}

fn bounds<'a>(triangles: impl IntoIterator<Item = &'a LevelTriangle>) -> Aabb {
    Aabb::from_points(triangles.into_iter().flat_map(|triangle| triangle.corners))
}
