//! Planes in words: their equations, their names in tables, and of which kind they are.

use crate::{
    app::words::{count, counted},
    bsp::recording::{Candidate, Decision},
    geometry::Plane,
};

/// Coefficients of a plane below this are left out.
const NOTHING: f64 = 5.0e-4;

/// The equation of a plane: "0.600 x − 0.800 z = 0".
pub(in crate::app) fn equation(plane: &Plane) -> String {
    let mut text = String::new();
    let parts = plane.normal.to_array().into_iter().chain([plane.d]);
    for (value, name) in parts.zip([" x", " y", " z", ""]) {
        let size = value.abs();
        if size < NOTHING {
            continue;
        }
        text += match (value < 0.0, text.is_empty()) {
            (true, true) => "−",
            (true, false) => " − ",
            (false, true) => "",
            (false, false) => " + ",
        };
        if name.is_empty() || (size - 1.0).abs() >= NOTHING {
            text += &format!("{size:.3}{name}");
        } else {
            text += name.trim_start();
        }
    }
    format!("{text} = 0")
}

/// The axis that is perpendicular to a plane, if there is one.
fn axis(plane: &Plane) -> Option<&'static str> {
    let normal = plane.normal.abs().to_array();
    let along = normal.iter().position(|&part| (part - 1.0).abs() < NOTHING)?;
    Some(["x", "y", "z"][along])
}

/// The plane of a candidate in a table.
pub(in crate::app) fn name_of(candidate: &Candidate) -> String {
    match candidate.face {
        Some(face) => format!("face {}", count(face)),
        None => match axis(&candidate.plane) {
            Some(axis) => {
                let place = format!("{:.2}", -candidate.plane.d * candidate.plane.normal.element_sum());
                format!("{axis} = {}", place.replace('-', "−"))
            }
            None => "set by hand".to_owned(),
        },
    }
}

/// The kind of a node's plane: of a face, or across an axis.
pub(super) fn kind(plane: &Plane, stored: usize, decision: Option<&Decision>) -> String {
    let chosen = decision.and_then(|decision| decision.candidates.get(decision.chosen as usize));
    let across = || format!("A plane across the {} axis.", axis(plane).unwrap_or("same"));
    match chosen.map(|candidate| candidate.face) {
        Some(Some(face)) => format!("The plane of face {}.", count(face)),
        Some(None) if stored > 0 => format!("{} {} on it.", across(), lies(stored)),
        Some(None) => format!("{} No face lies on it.", across()),
        // Without a recording: a face lies on its plane.
        None if stored > 0 => format!("{} on it.", lies(stored)),
        None => format!("{} No face lies on it.", across()),
    }
}

pub(super) fn cut_words(cuts: u32) -> String {
    match cuts {
        0 => "none was cut".to_owned(),
        1 => "1 was cut, and counts in front and behind".to_owned(),
        cuts => format!("{} were cut, and count in front and behind", count(cuts)),
    }
}

fn lies(stored: usize) -> String {
    let lie = if stored == 1 { "lies" } else { "lie" };
    format!("{} {lie}", counted(stored as u64, "fragment"))
}

#[cfg(test)]
mod tests {
    use glam::DVec3;

    use super::*;

    #[test]
    fn equations_leave_out_what_is_nothing() {
        let text = |normal: DVec3, d: f64| equation(&Plane { normal, d });
        assert_eq!(text(DVec3::Y, -2.0), "y − 2.000 = 0");
        assert_eq!(text(-DVec3::Z, 0.5), "−z + 0.500 = 0");
        assert_eq!(text(DVec3::Y, 1.0), "y + 1.000 = 0");
        assert_eq!(text(DVec3::X, 0.0), "x = 0");
        assert_eq!(text(DVec3::X, -0.0), "x = 0");
        assert_eq!(text(DVec3::X, -4.0e-4), "x = 0");
        assert_eq!(text(DVec3::new(0.6, -1.0e-9, -0.8), 0.0), "0.600 x − 0.800 z = 0");
    }

    #[test]
    fn one_is_not_many() {
        let (normal, d) = (DVec3::X, -1.0);
        let plane = Plane { normal, d };
        let none = "A plane across the x axis. No face lies on it.";
        assert_eq!(kind(&plane, 0, None), none);
        assert_eq!(kind(&plane, 1, None), "1 fragment lies on it.");
        assert_eq!(kind(&plane, 9, None), "9 fragments lie on it.");
    }
}
