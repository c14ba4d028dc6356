//! Formats the equation of a plane, its name in tables, and its kind.

use bspwalk_geometry::Plane;
use bspwalk_text::{
    text,
    words::{count, count_with_noun},
};
use bspwalk_trees::{
    node_storing::NodeView,
    recording::{Candidate, Decision},
};

/// Magnitude below which a coefficient of an equation is omitted.
const NOTHING: f64 = 5.0e-4;

/// Formats the equation of a plane: "0.600 x − 0.800 z = 0".
///
/// For an axis-aligned plane, states its position and the direction of its front instead: "z = −6.096, facing −z".
#[must_use]
pub fn equation(plane: &Plane) -> String {
    if let Some(axis) = axis(plane) {
        let sign = if plane.normal.element_sum() < 0.0 {
            '−'
        } else {
            '+'
        };
        return text!("decision-front-to", place = place(plane, axis), sign, axis);
    }
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

/// Returns the axis that a plane is perpendicular to, if there is one.
fn axis(plane: &Plane) -> Option<&'static str> {
    let normal = plane.normal.abs().to_array();
    let along = normal.iter().position(|&part| (part - 1.0).abs() < NOTHING)?;
    Some(["x", "y", "z"][along])
}

/// Returns the name of a candidate plane for a table.
#[must_use]
pub fn name_of(candidate: &Candidate) -> String {
    match candidate.face {
        Some(face) => text!("decision-face", number = count(face)),
        None => match axis(&candidate.plane) {
            Some(axis) => place(&candidate.plane, axis),
            None => text!("decision-oblique").to_owned(),
        },
    }
}

/// Formats the position of a plane along its axis, in metres: "z = −6.096", "x = 1.50".
fn place(plane: &Plane, axis: &str) -> String {
    let at = -plane.d * plane.normal.element_sum();
    // Avoid a negative zero.
    let text = format!("{:.3}", if at.abs() < NOTHING { 0.0 } else { at });
    let text = text.strip_suffix('0').unwrap_or(&text);
    format!("{axis} = {}", text.replace('-', "−"))
}

/// Returns the name of a candidate plane for use in a sentence: "the plane of face 7", "the plane x = 1.50", "an
/// oblique plane".
pub(super) fn plane_in_sentence(candidate: &Candidate) -> String {
    match candidate.face {
        Some(face) => text!("decision-plane-of-face", number = count(face)),
        None if axis(&candidate.plane).is_none() => text!("decision-oblique-plane").to_owned(),
        None => text!("decision-plane-at", place = name_of(candidate)),
    }
}

/// Formats a number, using "none" for 0.
pub(super) fn format_count_or_none(number: u32) -> String {
    text!("decision-number", number = count(number))
}

/// Formats a score with enough digits to distinguish similar scores.
pub(super) fn format_score(score: f64) -> String {
    let text = match score.abs() {
        size if size >= 1.0e4 => format!("{score:.0}"),
        size if size >= 100.0 => format!("{score:.1}"),
        _ => format!("{score:.2}"),
    };
    text.replace('-', "−")
}

/// Describes the kind of a node's plane: the plane of a face, an axis-aligned plane, any other plane, or none.
#[must_use]
pub fn describe_plane_kind(view: &NodeView, decision: Option<&Decision>) -> String {
    let (plane, stored) = (&view.plane, view.fragments.len());
    if view.is_block {
        return text!(
            "decision-no-plane",
            pieces = count_with_noun(stored as u64, "piece")
        );
    }
    let chosen = decision.and_then(|decision| decision.candidates.get(decision.chosen as usize));
    let across = || match axis(plane) {
        Some(axis) => text!("decision-across-axis", axis),
        None => text!("decision-across-no-axis").to_owned(),
    };
    match chosen.map(|candidate| candidate.face) {
        Some(Some(face)) => text!("decision-kind-of-face", number = count(face)),
        Some(None) if stored > 0 => text!("text-sentences", first = across(), second = lies(stored)),
        // Without a recording, a stored face shows that the plane contains a face.
        None if stored > 0 => lies(stored),
        Some(None) | None => text!(
            "text-sentences",
            first = across(),
            second = text!("decision-no-face-on-plane")
        ),
    }
}

/// Describes how many pieces a plane cut, and into how many parts. A rule that keeps triangles can cut a piece into
/// more than two parts.
pub(super) fn cut_words(decision: &Decision) -> String {
    match decision.cuts {
        0 => text!("decision-none-cut").to_owned(),
        cuts => text!(
            "decision-were-cut",
            cuts = count(cuts),
            parts = count(parts_of_cut(decision))
        ),
    }
}

/// Returns the number of parts into which the cut pieces were divided.
pub(super) fn parts_of_cut(decision: &Decision) -> u32 {
    let whole = decision.faces.saturating_sub(decision.cuts);
    (decision.coplanar + decision.front + decision.back).saturating_sub(whole)
}

fn lies(stored: usize) -> String {
    text!("decision-fragments-on-plane", count = count(stored as u64))
}

#[cfg(test)]
mod tests {
    use glam::DVec3;

    use super::*;

    #[test]
    fn equations_omit_zero_terms() {
        let text = |normal: DVec3, d: f64| equation(&Plane { normal, d });
        assert_eq!(text(DVec3::Y, -2.0), "y = 2.00, facing +y");
        assert_eq!(text(-DVec3::Z, 0.5), "z = 0.50, facing −z");
        assert_eq!(text(DVec3::Y, 6.096), "y = −6.096, facing +y");
        assert_eq!(text(DVec3::X, 0.0), "x = 0.00, facing +x");
        assert_eq!(text(DVec3::X, -0.0), "x = 0.00, facing +x");
        assert_eq!(text(DVec3::X, -4.0e-4), "x = 0.00, facing +x");
        assert_eq!(text(DVec3::new(0.6, -1.0e-9, -0.8), 0.0), "0.600 x − 0.800 z = 0");
    }

    #[test]
    fn kind_handles_singular_and_plural() {
        let (normal, d) = (DVec3::X, -1.0);
        let words = |stored: u32, is_block| {
            let view = NodeView {
                plane: Plane { normal, d },
                is_block,
                front: None,
                back: None,
                parent: None,
                depth: 3,
                fragments: 5..5 + stored,
            };
            describe_plane_kind(&view, None)
        };
        assert_eq!(
            words(0, false),
            "The plane is perpendicular to the x axis. No face lies on the plane."
        );
        assert_eq!(words(1, false), "1 fragment lies on the plane.");
        assert_eq!(words(9, false), "9 fragments lie on the plane.");
        assert_eq!(
            words(9, true),
            "The node has no plane and stores 9 fragments undivided."
        );
    }
}
