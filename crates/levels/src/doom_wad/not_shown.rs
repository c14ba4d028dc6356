//! Warnings about features of the game that are missing from the level.

use crate::text;

use super::lumps::Lumps;
use crate::Warning;

/// `Polyobj_StartLine` and `Polyobj_ExplicitLine`, which define Hexen's polyobjects.
const POLYOBJECTS: [u16; 2] = [1, 5];

/// `Plane_Align` and `Plane_Copy`, which create slopes.
const SLOPES: [u16; 2] = [181, 118];

/// Source ports' things that create slopes.
const SLOPE_THINGS: [u16; 10] = [1500, 1501, 1504, 1505, 9500, 9501, 9502, 9503, 9510, 9511];

/// `Sector_Set3dFloor`, which creates 3D floors.
const FLOORS_OVER_FLOORS: u16 = 160;

/// Returns warnings about features of the game that are missing from the level.
pub(super) fn warnings(lumps: &Lumps<'_>) -> Vec<Warning> {
    if let Some(namespace) = &lumps.unsupported_namespace {
        return vec![Warning::new(text!("doom-udmf-namespace", namespace))];
    }
    if !lumps.has_specials_of_hexen {
        return Vec::new();
    }
    let lines = |specials: &[u16]| {
        let lines = lumps.linedefs.iter();
        lines.filter(|line| specials.contains(&line.special)).count()
    };
    let things = lumps
        .things
        .iter()
        .filter(|thing| SLOPE_THINGS.contains(&thing.kind))
        .count();
    let polyobjects = lines(&POLYOBJECTS);
    let slopes = lines(&SLOPES) + things + lumps.slopes;
    let floors = lines(&[FLOORS_OVER_FLOORS]);
    let said = [
        (polyobjects > 0).then(|| text!("doom-polyobjects", count = polyobjects)),
        (slopes > 0).then(|| text!("doom-slopes", count = slopes)),
        (floors > 0).then(|| text!("doom-floors-over-floors", count = floors)),
    ];
    said.into_iter().flatten().map(Warning::new).collect()
}
