//! Detection and description of overlay changes, for undo.

use bspwalk_text::text;

use super::{OverlayKind, Overlays};

impl Overlays {
    /// Returns whether the user changed the overlays. Film steps do not count.
    pub fn is_changed_by_user(&self, before: &Self) -> bool {
        self.at_rest() != before.at_rest()
    }

    /// Returns a copy in which all fields that films change have their default values.
    fn at_rest(&self) -> Self {
        let mut rest = self.clone();
        (rest.painter_share, rest.painter_plays, rest.painter_asks) = (1.0, false, false);
        rest.painter_count = 0;
        (rest.flow_step, rest.flow_last) = (0, None);
        rest
    }

    /// Describes the change, for display after "Undo".
    pub fn describe_change(&self, before: &Self) -> String {
        let differs = |kind: &OverlayKind| self.is_on(*kind) != before.is_on(*kind);
        let mut of_faces = false;
        let mut others = Vec::new();
        for kind in OverlayKind::ALL.into_iter().filter(differs) {
            if kind.colors_faces() {
                of_faces = true;
            } else {
                others.push(kind);
            }
        }
        let shown = |kind: OverlayKind| text!("undo-show", what = in_a_sentence(kind));
        match others[..] {
            [] if of_faces => in_a_sentence(self.face_coloring_kind()),
            [] => text!("undo-options").to_owned(),
            [kind] if !of_faces && self.is_on(kind) => shown(kind),
            [kind] if !of_faces => text!("undo-hide", what = in_a_sentence(kind)),
            // One overlay replaced another on the same key.
            [one, other] if !of_faces && self.is_on(one) != self.is_on(other) => {
                shown(if self.is_on(one) { one } else { other })
            }
            _ => text!("undo-overlays").to_owned(),
        }
    }
}

/// Returns the title of an overlay with a lower-case first letter.
fn in_a_sentence(kind: OverlayKind) -> String {
    let mut letters = kind.title().chars();
    let first = letters.next().into_iter().flat_map(char::to_lowercase);
    first.chain(letters).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(before: &Overlays, change: impl Fn(&mut Overlays)) -> Option<String> {
        let mut after = before.clone();
        change(&mut after);
        after
            .is_changed_by_user(before)
            .then(|| after.describe_change(before))
    }

    #[test]
    fn change_names_the_overlay() {
        let none = Overlays::none();
        for kind in OverlayKind::ALL.into_iter().filter(|kind| !kind.colors_faces()) {
            let title = &kind.title()[1..];
            let shown = words(&none, |overlays| overlays.set(kind, true)).unwrap();
            assert!(shown.starts_with("show ") && shown.ends_with(title), "{shown}");
            let hidden = words(&Overlays::showing([kind]), |overlays| overlays.set(kind, false)).unwrap();
            assert!(hidden.starts_with("hide ") && hidden.ends_with(title), "{hidden}");
        }
        let colored = words(&none, |overlays| overlays.set(OverlayKind::Depth, true));
        assert_eq!(colored.as_deref(), Some("colour faces by depth"));
        let cut = words(&Overlays::showing([OverlayKind::SolidEvidence]), |overlays| {
            overlays.set(OverlayKind::SolidCut, true);
        });
        assert_eq!(cut.as_deref(), Some("show solidity 3: minimum cut"));
        let all = words(
            &Overlays::showing([OverlayKind::Planes, OverlayKind::Cells]),
            |overlays| *overlays = Overlays::none(),
        );
        assert_eq!(all.as_deref(), Some("change several overlays"));
        let options = words(&none, |overlays| overlays.plane_opacity = 0.5);
        assert_eq!(options.as_deref(), Some("change the overlay options"));
    }

    #[test]
    fn film_progress_is_not_a_change() {
        let shown = Overlays::showing([OverlayKind::Painter, OverlayKind::Flow]);
        let steps = |overlays: &mut Overlays| {
            (overlays.painter_share, overlays.painter_plays) = (0.5, true);
            (overlays.flow_step, overlays.flow_last) = (7, Some(9));
        };
        assert_eq!(words(&shown, steps), None);
        assert_eq!(words(&shown, |_| {}), None);
    }
}
