//! Command-line view options for windows, walks and pictures. Web page addresses use them too.

mod session_view;
mod values;

use bspwalk_explain::doom_load::VIEW_HEIGHT;
use bspwalk_levels::Level;
use bspwalk_text::text;
use bspwalk_trees::{FaceId, NodeTree, node_storing::NodeId, solid_leaf::LeafId};
use clap::{Args as ClapArgs, ValueEnum, builder::TypedValueParser};
use glam::{DVec3, Vec3};

pub use self::values::{Division, OrbitArg, Position, StyleFactor, ViewDirection, parse_view_height};
use crate::{
    overlays::{MOST_HULLS, OverlayKind, Overlays},
    selection::node_of_face,
    values::{long_help, names_parser},
    view::{Orbit, View},
};

/// View options for windows, pictures and web page addresses.
#[derive(Clone, Debug, Default, PartialEq, ClapArgs)]
pub struct ViewArgs {
    /// Eye position, in metres. The default is the spawn.
    #[arg(long, value_name = "X,Y,Z", allow_hyphen_values = true, help = text!("option-view-eye"))]
    pub eye: Option<Position>,

    /// View direction, in degrees. Yaw 0 looks along −Z and increases to the left; pitch increases upward.
    #[arg(
        long, value_name = "YAW,PITCH", allow_hyphen_values = true,
        help = text!("option-view-look"),
        long_help = long_help(text!("option-view-look"), text!("option-view-look.more")),
    )]
    pub look: Option<ViewDirection>,

    /// View of the level.
    #[arg(long, value_name = "NAME", value_enum, default_value_t, help = text!("option-view-view"))]
    pub view: View,

    /// Height of the cut in the model and the plan, in metres. The default is slightly above the eye.
    #[arg(
        long, value_name = "H", value_parser = values::parse_height, allow_negative_numbers = true,
        help = text!("option-view-cut"),
    )]
    pub cut: Option<f64>,

    /// Camera of the model: yaw as in --look, pitch downward, and distance from the centre of the level in metres. By
    /// default, the whole storey is in view.
    #[arg(long, value_name = "YAW,PITCH,DISTANCE", allow_hyphen_values = true, help = text!("option-view-orbit"))]
    pub orbit: Option<OrbitArg>,

    /// Division of the model: planes and cells of the nodes above a depth, as in the division film. The tree is "nodes"
    /// (node-storing) or "leaves" (solid-leaf).
    #[arg(long, value_name = "TREE:DEPTH", help = text!("option-view-division"))]
    pub division: Option<Division>,

    /// Horizontal field of view in first person at 16:9, in degrees. The default is 90.
    #[arg(long, value_name = "DEGREES", value_parser = values::parse_field_of_view, help = text!("option-view-fov"))]
    pub fov: Option<f32>,

    /// Overlays to show, separated by commas. The last face colouring wins.
    #[arg(
        long, value_name = "NAMES", value_delimiter = ',', 
        value_parser = names_parser(&OverlayKind::ALL, OverlayKind::name, OverlayKind::description),
        help = text!("option-view-show"),
    )]
    pub show: Vec<OverlayKind>,

    /// Maximum depth of the displayed splitting planes, and depth of the displayed cells. The default is 4.
    #[arg(long, value_name = "N", help = text!("option-view-depth"))]
    pub depth: Option<u32>,

    /// Clip hull for `--show hulls`, from 1. The default is 1.
    #[arg(
        long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=i64::from(MOST_HULLS)),
        help = text!("option-view-hull"),
    )]
    pub hull: Option<u32>,

    /// Step of the portal flow for `--show flow`. Step 0 shows the costs of all portals. The following steps show the
    /// flow from the leaf, and the last step shows the leaves that the flow reached.
    #[arg(long, value_name = "N", help = text!("option-view-flow-step"))]
    pub flow_step: Option<u32>,

    /// Height of a player's eye above the floor for `--show visplanes`, `drawsegs` and `openings`, in map units. The
    /// default is 41, as in DOOM.
    #[arg(
        long, value_name = "UNITS", value_parser = values::parse_view_height, help = text!("option-view-height"),
    )]
    pub view_height: Option<f64>,

    /// Brightness of a compiled level's light styles, separated by commas. 1 is Quake's normal brightness, 0 is off.
    #[arg(
        long, value_name = "STYLE=FACTOR", value_delimiter = ',',
        help = text!("option-view-light-style"),
        long_help = long_help(text!("option-view-light-style"), text!("option-view-light-style.more")),
    )]
    pub light_style: Vec<StyleFactor>,

    /// Number of the node to select.
    #[arg(
        long, value_name = "NODE", value_parser = clap::value_parser!(u32).map(NodeId), help = text!("option-view-select"),
    )]
    pub select: Option<NodeId>,

    /// Number of the face to select, together with the node that stores the face.
    #[arg(long, value_name = "FACE", value_parser = clap::value_parser!(u32).map(FaceId), help = text!("option-view-select-face"))]
    pub select_face: Option<FaceId>,

    /// Number of the solid-leaf tree's leaf to select.
    #[arg(
        long, value_name = "LEAF", value_parser = clap::value_parser!(u32).map(LeafId),
        help = text!("option-view-select-leaf"),
    )]
    pub select_leaf: Option<LeafId>,

    /// Step of the build film to show, counted from 1 in order of depth. The film shows the divided cell, the candidate
    /// planes, the chosen plane, and the faces that the plane separates and cuts.
    #[arg(
        long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..), conflicts_with_all = ["select", "select_face"],
        help = text!("option-view-build-step"),
    )]
    pub build_step: Option<u32>,

    /// Whether to show the own solid-leaf tree of a compiled level (.bsp) instead of the tree that bspwalk builds.
    /// Walks without the engine always show the tree that bspwalk builds.
    #[arg(
        long, num_args = 0..=1, require_equals = true, default_value = "false", default_missing_value = "true", value_name = "true|false", action = clap::ArgAction::Set, hide_possible_values = true,
        help = text!("option-view-own-tree"),
    )]
    pub own_tree: bool,
}

impl ViewArgs {
    /// Returns the eye position in the level's space.
    pub fn eye(&self, level: &Level) -> DVec3 {
        self.eye.map_or(level.spawn.eye, |eye| level.to_local(eye.0))
    }

    /// Returns the yaw and pitch of the eye, in radians. Yaw is to the left of −Z, and pitch is upward.
    pub fn angles(&self, level: &Level) -> [f64; 2] {
        let at_spawn = [level.spawn.yaw, 0.0];
        let degrees = self.look.map_or(at_spawn, |look| [look.yaw, look.pitch]);
        degrees.map(f64::to_radians)
    }

    /// Returns these options, with missing ones taken from `other`.
    #[must_use]
    pub fn with_defaults_from(self, other: Self) -> Self {
        let is_usual = self.view == View::default();
        Self {
            eye: self.eye.or(other.eye),
            look: self.look.or(other.look),
            view: if is_usual { other.view } else { self.view },
            cut: self.cut.or(other.cut),
            orbit: self.orbit.or(other.orbit),
            division: self.division.or(other.division),
            fov: self.fov.or(other.fov),
            show: if self.show.is_empty() {
                other.show
            } else {
                self.show
            },
            depth: self.depth.or(other.depth),
            hull: self.hull.or(other.hull),
            flow_step: self.flow_step.or(other.flow_step),
            view_height: self.view_height.or(other.view_height),
            light_style: if self.light_style.is_empty() {
                other.light_style
            } else {
                self.light_style
            },
            // A selected node and a build step exclude each other. The command line takes precedence.
            select: self.select.or(other.select.filter(|_| self.build_step.is_none())),
            select_face: self.select_face.or(other
                .select_face
                .filter(|_| self.select.is_none() && self.build_step.is_none())),
            select_leaf: self.select_leaf.or(other.select_leaf),
            build_step: self.build_step.or(other
                .build_step
                .filter(|_| self.select.is_none() && self.select_face.is_none())),
            own_tree: self.own_tree || other.own_tree,
        }
    }

    /// Returns the overlays to show.
    pub fn overlays(&self) -> Overlays {
        let mut overlays = Overlays::showing(self.show.iter().copied());
        if let Some(depth) = self.depth {
            overlays.plane_depths = [0, depth];
            overlays.cell_depth = depth;
        }
        overlays.hull = self.hull.unwrap_or(1);
        overlays.flow_step = self.flow_step.unwrap_or_default();
        overlays.view_height = self.view_height.unwrap_or(overlays.view_height);
        let factors = self.light_style.iter();
        overlays.light_styles = factors.map(|said| (said.style, said.factor)).collect();
        overlays
    }

    /// Returns the node to select: the given one, or a node that stores the given face.
    pub fn node(&self, tree: &NodeTree) -> Option<NodeId> {
        self.select.or_else(|| node_of_face(tree, self.select_face?))
    }

    /// Returns the height of the cut above the level's origin (in metres), if given.
    pub fn cut(&self, level: &Level) -> Option<f32> {
        self.cut.map(|cut| (cut - level.origin.y) as f32)
    }

    /// Returns the orbit of the model's camera, if given. Its target is the centre of the level at the height
    /// of the eye.
    pub fn orbit(&self, level: &Level) -> Option<Orbit> {
        let orbit = self.orbit?;
        Some(Orbit {
            target: level.bounds.center().with_y(self.eye(level).y).as_vec3(),
            yaw: orbit.yaw.to_radians() as f32,
            pitch: orbit.pitch.to_radians() as f32,
            distance: orbit.distance as f32,
        })
    }

    /// Returns whether any option turns on an overlay.
    pub fn shows_something(&self) -> bool {
        !self.show.is_empty() || self.depth.is_some() || !self.light_style.is_empty()
    }

    /// Creates the options for the given overlays, without any other options.
    pub fn of_overlays(overlays: &Overlays) -> Self {
        let shown = OverlayKind::ALL.into_iter();
        // A single option sets the depth of planes and cells.
        let depth = if overlays.is_on(OverlayKind::Cells) {
            overlays.cell_depth
        } else {
            overlays.plane_depths[1]
        };
        let usual = Overlays::default().cell_depth;
        Self {
            show: shown.filter(|&kind| overlays.is_on(kind)).collect(),
            depth: Some(depth).filter(|&depth| depth != usual),
            hull: Some(overlays.hull).filter(|&hull| hull > 1),
            flow_step: Some(overlays.flow_step).filter(|&step| step > 0),
            view_height: Some(overlays.view_height).filter(|&height| height != VIEW_HEIGHT),
            light_style: overlays
                .light_styles
                .iter()
                .map(|(style, factor)| StyleFactor { style, factor })
                .collect(),
            ..Self::default()
        }
    }

    /// Sets the eye position in the level's space, and the yaw (to the left of −Z) and pitch (upward) in radians.
    #[must_use]
    pub fn from_eye(self, level: &Level, eye: Vec3, [yaw, pitch]: [f32; 2]) -> Self {
        let look = ViewDirection {
            yaw: f64::from(yaw).to_degrees() % 360.0,
            pitch: f64::from(pitch).to_degrees().clamp(-90.0, 90.0),
        };
        Self {
            eye: Some(Position(level.to_world(eye.as_dvec3()))),
            look: Some(look),
            ..self
        }
    }

    /// Rounds the options to millimetres and hundredths of a degree, for views that the user did not type.
    #[must_use]
    pub fn rounded(&self) -> Self {
        let to = |number: f64, decimals: i32| {
            let factor = 10.0_f64.powi(decimals);
            let rounded = (number * factor).round() / factor;
            // Rounding huge numbers would overflow, and they have no such decimals anyway.
            if rounded.is_finite() { rounded } else { number }
        };
        let mut view = self.clone();
        if let Some(Position(eye)) = &mut view.eye {
            *eye = eye.to_array().map(|number| to(number, 3)).into();
        }
        if let Some(ViewDirection { yaw, pitch }) = &mut view.look {
            [*yaw, *pitch] = [*yaw, *pitch].map(|number| to(number, 2));
        }
        if let Some(cut) = &mut view.cut {
            *cut = to(*cut, 3);
        }
        for said in &mut view.light_style {
            said.factor = (said.factor * 1000.0).round() / 1000.0;
        }
        if let Some(OrbitArg { yaw, pitch, distance }) = &mut view.orbit {
            [*yaw, *pitch] = [*yaw, *pitch].map(|number| to(number, 2));
            // A distance of 0 is invalid.
            *distance = to(*distance, 2).max(0.01);
        }
        view
    }

    /// Returns the options for this view as (name, value) pairs.
    pub fn words(&self) -> Vec<[String; 2]> {
        let numbers = |numbers: &[f64]| {
            // Adding 0 turns -0 into 0.
            let texts: Vec<String> = numbers.iter().map(|number| (number + 0.0).to_string()).collect();
            texts.join(",")
        };
        let (eye, look, orbit) = (self.eye, self.look, self.orbit);
        let view = self.view.to_possible_value();
        let view = view.filter(|_| self.view != View::default());
        let names: Vec<&str> = self.show.iter().map(|kind| kind.name()).collect();
        let show = names.join(",");
        let styles: Vec<String> = self.light_style.iter().map(StyleFactor::to_string).collect();
        let styles = styles.join(",");
        let words = [
            ("eye", eye.map(|eye| numbers(&eye.0.to_array()))),
            ("look", look.map(|look| numbers(&[look.yaw, look.pitch]))),
            ("view", view.map(|view| view.get_name().to_owned())),
            ("cut", self.cut.map(|cut| numbers(&[cut]))),
            (
                "orbit",
                orbit.map(|orbit| numbers(&[orbit.yaw, orbit.pitch, orbit.distance])),
            ),
            ("division", self.division.map(|division| division.to_string())),
            ("fov", self.fov.map(|fov| fov.to_string())),
            ("show", Some(show).filter(|show| !show.is_empty())),
            ("depth", self.depth.map(|depth| depth.to_string())),
            ("hull", self.hull.map(|hull| hull.to_string())),
            ("flow-step", self.flow_step.map(|step| step.to_string())),
            ("view-height", self.view_height.map(|height| height.to_string())),
            ("light-style", Some(styles).filter(|styles| !styles.is_empty())),
            ("select", self.select.map(|node| node.to_string())),
            ("select-face", self.select_face.map(|face| face.to_string())),
            ("select-leaf", self.select_leaf.map(|leaf| leaf.to_string())),
            ("build-step", self.build_step.map(|step| step.to_string())),
            ("own-tree", self.own_tree.then(|| "true".to_owned())),
        ];
        let words = words.into_iter();
        words
            .filter_map(|(name, value)| Some([name.to_owned(), value?]))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser as _;

    use super::*;

    #[derive(clap::Parser)]
    struct Line {
        #[command(flatten)]
        at: ViewArgs,
    }

    fn read(words: &[[String; 2]]) -> ViewArgs {
        let words = words.iter().map(|[name, value]| format!("--{name}={value}"));
        let words = ["view".to_owned()].into_iter().chain(words);
        Line::try_parse_from(words).unwrap().at
    }

    #[test]
    fn view_round_trips_through_words() {
        let whole = [
            ["eye", "-1.5,1.7,4.125"],
            ["look", "-30.25,10"],
            ["view", "model"],
            ["cut", "-2.5"],
            ["orbit", "45,55,40.5"],
            ["division", "leaves:3"],
            ["fov", "75"],
            ["show", "planes,portals"],
            ["depth", "6"],
            ["hull", "2"],
            ["view-height", "512.5"],
            ["light-style", "1=0.5,32=0"],
            ["select", "12"],
            ["select-face", "3"],
            ["select-leaf", "7"],
            ["own-tree", "true"],
        ]
        .map(|pair| pair.map(str::to_owned));
        let view = read(&whole);
        assert_eq!(view.words(), whole);
        assert_eq!(read(&view.words()), view);
        assert_eq!(ViewArgs::default().words(), Vec::<[String; 2]>::new());
        let division = read(&[["build-step", "4"].map(str::to_owned)]);
        assert_eq!(read(&division.words()), division);
        assert_eq!(division.clone().with_defaults_from(view.clone()).select, None);
        assert_eq!(view.clone().with_defaults_from(division).build_step, None);
    }

    #[test]
    fn rounding_makes_views_readable() {
        let view = ViewArgs {
            eye: Some(Position(DVec3::new(0.1, 1.699_999_9, -1.0e-9))),
            look: Some(ViewDirection {
                yaw: -0.000_1,
                pitch: 12.345_678,
            }),
            orbit: Some(OrbitArg {
                yaw: 0.0,
                pitch: 7.0,
                distance: 1.0e-5,
            }),
            ..ViewArgs::default()
        };
        let expected = [["eye", "0.1,1.7,0"], ["look", "0,12.35"], ["orbit", "0,7,0.01"]];
        let expected = expected.map(|pair| pair.map(str::to_owned));
        assert_eq!(view.rounded().words(), expected);
        assert_eq!(view.rounded().rounded(), view.rounded());
        assert_eq!(read(&view.words()), view);
    }
}
