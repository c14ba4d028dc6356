//! Outlines of characters that the standard fonts of viewers lack, such as Chinese characters.

use ab_glyph::{Font, FontRef, OutlineCurve, Point};
use bspwalk_text::lines;

/// A segment of an outline. Coordinates are multiples of the font size, right and down from the origin on the baseline.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Step {
    /// Starts a contour, and closes the previous one.
    Move([f32; 2]),
    /// A straight line to this point.
    Line([f32; 2]),
    /// A cubic Bézier curve: two control points and the endpoint.
    Curve([[f32; 2]; 3]),
}

/// Returns whether a character must be drawn as an outline.
pub(super) fn is_outlined(character: char) -> bool {
    lines::columns(character.encode_utf8(&mut [0; 4])) == 2
}

/// Returns the outline of a character; empty if the font does not contain it.
pub(super) fn outline(character: char) -> Vec<Step> {
    let mut steps = Vec::new();
    let Ok(font) = FontRef::try_from_slice(bspwalk_text::FONT) else {
        return steps;
    };
    let glyph = font.glyph_id(character);
    let known = (glyph.0 != 0).then(|| font.outline(glyph)).flatten();
    let (Some(units), Some(outline)) = (font.units_per_em(), known) else {
        return steps;
    };
    let share = |at: Point| [at.x / units, -at.y / units];
    // The equivalent cubic curve has control points two thirds of the way from each end to the quadratic control point.
    let third = |end: Point, control: Point| {
        let [[x, y], [to_x, to_y]] = [share(end), share(control)];
        [x + (to_x - x) * 2.0 / 3.0, y + (to_y - y) * 2.0 / 3.0]
    };
    let mut pen = None;
    for curve in outline.curves {
        let (begin, end, step) = match curve {
            OutlineCurve::Line(a, b) => (a, b, Step::Line(share(b))),
            OutlineCurve::Quad(a, control, b) => (
                a,
                b,
                Step::Curve([third(a, control), third(b, control), share(b)]),
            ),
            OutlineCurve::Cubic(a, first, second, b) => {
                (a, b, Step::Curve([share(first), share(second), share(b)]))
            }
        };
        if pen != Some(begin) {
            steps.push(Step::Move(share(begin)));
        }
        steps.push(step);
        pen = Some(end);
    }
    steps
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chinese_outlines_sit_on_the_baseline() {
        assert!(is_outlined('树') && !is_outlined('a') && !is_outlined('–'));
        let steps = outline('口');
        let contours = steps.iter().filter(|step| matches!(step, Step::Move(_))).count();
        assert_eq!(contours, 2, "a rim and its inside");
        for step in steps {
            let (Step::Move([x, y]) | Step::Line([x, y]) | Step::Curve([.., [x, y]])) = step;
            assert!(
                (0.0..=1.0).contains(&x) && (-0.95..=0.2).contains(&y),
                "({x}, {y})"
            );
        }
        assert_eq!(outline('\u{10ffff}'), []);
    }
}
