//! Culling: selects the leaves to draw. Depending on the mode, it keeps all leaves, the leaves in the view frustum, or
//! only the leaves in the frustum that are also in the PVS.

use bspwalk_text::{text, words};
use bspwalk_trees::{LeafTree, solid_leaf::LeafId};
use glam::{Quat, Vec2, Vec3, Vec4, Vec4Swizzles};

use crate::{actions::Action, background::LeafTreeData};

/// Leaves that culling hides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CullingMode {
    /// No leaves.
    #[default]
    None,
    /// Leaves outside the view frustum.
    Frustum,
    /// Leaves outside the view frustum, and leaves that are not in the PVS.
    Pvs,
}

impl CullingMode {
    /// All modes, in the order that the key cycles through them.
    pub const ALL: [Self; 3] = [Self::None, Self::Frustum, Self::Pvs];

    /// Returns the name shown on screen.
    pub fn title(self) -> &'static str {
        match self {
            Self::None => text!("culling-none"),
            Self::Frustum => text!("culling-frustum"),
            Self::Pvs => text!("culling-pvs"),
        }
    }

    /// Returns the next mode, wrapping around after the last.
    pub fn next(self) -> Self {
        Self::ALL[(self as usize + 1) % Self::ALL.len()]
    }
}

/// Distances at which the near and far corners of a frozen view are drawn, in metres.
const DRAWN_AT: [f32; 2] = [0.3, 12.0];

/// View used for culling: the camera's view, or a frozen one.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CullingView {
    /// Position of the eye, in metres.
    pub eye: Vec3,
    /// Planes of the view frustum without the far plane, as normal and distance. Points in view are in front of all
    /// planes. `None` if there is no camera; everything is then in view.
    pub planes: Option<[Vec4; 5]>,
    /// Corners for drawing the view: four near, then four far.
    pub corners: [Vec3; 8],
}

impl CullingView {
    /// Creates a perspective view from an eye position (in metres) and a rotation. `half` contains the tangents of half
    /// the horizontal and vertical fields of view.
    pub fn perspective(eye: Vec3, rotation: Quat, half: Vec2) -> Self {
        let plane = |normal: Vec3| {
            let normal = (rotation * normal).normalize();
            normal.extend(-normal.dot(eye))
        };
        let ring = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)];
        Self {
            eye,
            planes: Some([
                plane(Vec3::new(1.0, 0.0, -half.x)),
                plane(Vec3::new(-1.0, 0.0, -half.x)),
                plane(Vec3::new(0.0, 1.0, -half.y)),
                plane(Vec3::new(0.0, -1.0, -half.y)),
                plane(Vec3::NEG_Z),
            ]),
            corners: std::array::from_fn(|corner| {
                let (x, y) = ring[corner % 4];
                eye + rotation * Vec3::new(x * half.x, y * half.y, -1.0) * DRAWN_AT[corner / 4]
            }),
        }
    }

    /// Returns whether a box from `min` to `max` (in metres) is at least partly in view.
    pub fn holds(&self, min: Vec3, max: Vec3) -> bool {
        let is_in_front = |plane: &Vec4| {
            let foremost = Vec3::select(plane.xyz().cmpgt(Vec3::ZERO), max, min);
            foremost.dot(plane.xyz()) + plane.w > 0.0
        };
        self.planes.is_none_or(|planes| planes.iter().all(is_in_front))
    }

    /// Returns whether a leaf is at least partly in view.
    pub fn holds_leaf(&self, tree: &LeafTree, leaf: LeafId) -> bool {
        let leaf = tree.leaf(leaf);
        leaf.is_some_and(|leaf| self.holds(leaf.bounds.min.as_vec3(), leaf.bounds.max.as_vec3()))
    }
}

/// Returns the empty leaves that a mode keeps, and whether their visibility is known. It is unknown if the mode uses
/// the PVS and the eye is in a solid leaf or outside.
pub fn kept_leaves(built: &LeafTreeData, mode: CullingMode, view: &CullingView) -> (Vec<LeafId>, bool) {
    let all = || built.empty_leaves().to_vec();
    let (mut leaves, is_known) = match mode {
        CullingMode::None => return (all(), true),
        CullingMode::Frustum => (all(), true),
        CullingMode::Pvs => {
            let seen = built.seen_from(built.tree.locate(view.eye.as_dvec3()));
            let is_known = seen.is_some();
            (seen.unwrap_or_else(all), is_known)
        }
    };
    leaves.retain(|&leaf| view.holds_leaf(&built.tree, leaf));
    (leaves, is_known)
}

/// Tree and view that the culling uses.
#[derive(Clone, Debug)]
pub struct Culled<'a> {
    /// Solid-leaf tree, once it is built.
    pub built: Option<&'a LeafTreeData>,
    /// Reason why there is no tree.
    pub failure: Option<&'a str>,
    /// Current view.
    pub view: CullingView,
}

/// A change to the culling.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CullingChange {
    /// Switch to the next mode.
    NextMode,
    /// Freeze culling at the current view, or unfreeze it.
    ToggleFrozen,
}

impl Culled<'_> {
    /// Changes the culling. Returns the message shown to the user.
    ///
    /// `key` returns the name of a command's key.
    pub fn change(
        self,
        change: CullingChange,
        mode: &mut CullingMode,
        frozen: &mut Option<CullingView>,
        key: impl Fn(Action) -> String,
    ) -> String {
        match change {
            CullingChange::NextMode => {
                *mode = mode.next();
                self.notice(*mode, frozen.as_ref().unwrap_or(&self.view))
            }
            CullingChange::ToggleFrozen if frozen.is_some() => {
                *frozen = None;
                text!("culling-follows").to_owned()
            }
            CullingChange::ToggleFrozen if self.built.is_none() => {
                let reason = self.failure.unwrap_or(text!("leaftree-not-yet"));
                text!("culling-not-frozen", reason)
            }
            CullingChange::ToggleFrozen => {
                if *mode == CullingMode::None {
                    // Freezing has no visible effect without culling.
                    *mode = CullingMode::Pvs;
                }
                let drawn = self.notice(*mode, &self.view);
                *frozen = Some(self.view);
                text!(
                    "culling-frozen",
                    drawn,
                    noclip = key(Action::ToggleNoclip),
                    freeze = key(Action::ToggleFrozenCulling)
                )
            }
        }
    }

    /// Returns the notice about a mode, with the number of empty leaves that it keeps.
    fn notice(&self, mode: CullingMode, view: &CullingView) -> String {
        let title = match mode {
            CullingMode::None => text!("culling-off"),
            CullingMode::Frustum | CullingMode::Pvs => mode.title(),
        };
        let Some(built) = self.built else {
            return match (mode, self.failure) {
                (CullingMode::None, _) => text!("culling-is", title),
                (_, Some(failure)) => text!("culling-but", title, failure),
                (_, None) => text!("culling-soon", title),
            };
        };
        let (leaves, is_known) = kept_leaves(built, mode, view);
        let leaves = words::describe_share([leaves.len(), built.empty_leaves().len()], "leaf").to_lowercase();
        let exception = if is_known { "" } else { text!("culling-in-solid") };
        text!("culling-drawn", title, leaves, exception)
    }
}

#[cfg(test)]
mod tests {
    use std::{f32::consts::FRAC_PI_2, thread, time::Duration};

    use glam::{EulerRot, vec2, vec3};

    use super::*;
    use crate::{
        Opened,
        background::{Background, BackgroundResult, Tasks},
        opened::three_rooms,
    };

    #[test]
    fn boxes_in_front_of_the_eye_are_in_view() {
        let left = Quat::from_euler(EulerRot::YXZ, FRAC_PI_2, 0.0, 0.0);
        let view = CullingView::perspective(vec3(1.0, 2.0, 3.0), left, vec2(1.0, 0.5));
        let holds = |center: Vec3| view.holds(center - 0.1, center + 0.1);
        assert!(holds(vec3(-4.0, 2.0, 3.0)), "the view is along -X");
        assert!(!holds(vec3(6.0, 2.0, 3.0)) && !holds(vec3(1.0, 2.0, -4.0)));
        assert!(holds(vec3(-4.0, 4.4, 3.0)) && !holds(vec3(-4.0, 4.8, 3.0)));
        assert!(holds(vec3(-4.0, 2.0, 7.9)) && !holds(vec3(-4.0, 2.0, 8.3)));
        assert!(CullingView::default().holds(Vec3::ZERO, Vec3::ZERO));
    }

    /// Returns the solid-leaf tree of `three_rooms` with its PVS.
    fn built() -> LeafTreeData {
        let mut background = Background::start(Opened::clone(&three_rooms()), Tasks::default());
        let mut built = None;
        while background.progress().is_some() {
            match background.take() {
                Some(BackgroundResult::Leaves(leaves)) => built = Some(leaves),
                Some(part) => panic!("{part:?}"),
                None => thread::sleep(Duration::from_millis(1)),
            }
        }
        LeafTreeData::clone(&built.expect("it is built"))
    }

    #[test]
    fn each_mode_keeps_a_subset_of_the_previous() {
        let built = built();
        let eye = three_rooms().level.spawn.eye;
        let view = CullingView::perspective(eye.as_vec3(), Quat::IDENTITY, Vec2::ONE);
        let [all, in_view, seen] = CullingMode::ALL.map(|mode| kept_leaves(&built, mode, &view));
        assert_eq!(all.0, built.empty_leaves());
        assert!(in_view.0.iter().all(|leaf| all.0.contains(leaf)));
        assert!(seen.0.iter().all(|leaf| in_view.0.contains(leaf)) && seen.1);
        assert!(seen.0.contains(&built.tree.locate(eye)));
        // From the outside, the PVS hides nothing.
        let outside = built.tree.bounds().max.as_vec3() + Vec3::splat(9.0);
        let narrow = CullingView::perspective(outside, Quat::IDENTITY, Vec2::splat(0.1));
        assert_eq!(
            kept_leaves(&built, CullingMode::Frustum, &narrow),
            (Vec::new(), true)
        );
        let wide = CullingView {
            planes: None,
            ..narrow
        };
        assert_eq!(kept_leaves(&built, CullingMode::Pvs, &wide), (all.0, false));
    }

    #[test]
    fn frozen_view_stays_while_the_eye_moves() {
        let built = built();
        let (mut mode, mut frozen) = (CullingMode::None, None);
        let mut press = |change, eye| {
            let culled = Culled {
                built: Some(&built),
                failure: None,
                view: CullingView::perspective(eye, Quat::IDENTITY, Vec2::ONE),
            };
            let told = culled.change(change, &mut mode, &mut frozen, |_| "K".to_owned());
            (told, mode, frozen.as_ref().map(|view| view.eye))
        };
        let eye = three_rooms().level.spawn.eye.as_vec3();
        let far = eye + Vec3::splat(1.0e3);
        let (told, mode, at) = press(CullingChange::ToggleFrozen, eye);
        assert!(told.contains("frozen"));
        assert_eq!((mode, at), (CullingMode::Pvs, Some(eye)));
        press(CullingChange::NextMode, far);
        let (told, mode, at) = press(CullingChange::NextMode, far);
        assert!(!told.contains("no leaves"));
        assert_eq!((mode, at), (CullingMode::Frustum, Some(eye)));
        assert_eq!(press(CullingChange::ToggleFrozen, far).2, None);
    }
}
