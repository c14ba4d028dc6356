//! What is looked at, and from where.

use bspwalk_levels::Level;
use bspwalk_session::{
    overlays::{OverlayKind, Overlays},
    view::{Orbit, View},
    walk::StartView,
};
use clap::{Args as ClapArgs, ValueEnum};
use glam::DVec3;

use super::values::{self, Division, Look, OrbitArg, Position};

/// What is looked at, and from where: by the window, by a picture, and in the address of a page.
#[derive(Clone, Debug, Default, PartialEq, ClapArgs)]
pub struct ViewArgs {
    /// Where the eye is, in metres; at the spawn where not said.
    #[arg(long, value_name = "X,Y,Z", allow_hyphen_values = true)]
    pub eye: Option<Position>,

    /// Where the eye looks, in degrees: yaw 0 looks to −Z and grows to the left, pitch grows upwards.
    ///
    /// Where not said, it looks as at the spawn.
    #[arg(long, value_name = "YAW,PITCH", allow_hyphen_values = true)]
    pub look: Option<Look>,

    /// How the level is looked at.
    #[arg(long, value_name = "NAME", value_enum, default_value_t)]
    pub view: View,

    /// Height at which the model and the plan are cut open, in metres; a little above the eye where not said.
    #[arg(long, value_name = "H", value_parser = values::height, allow_negative_numbers = true)]
    pub cut: Option<f64>,

    /// Where the camera of the model is: the direction that it looks in (yaw as in --look), how steeply it looks down, and its
    /// distance in metres from the middle of the level. Where not said, the storey is seen whole.
    #[arg(long, value_name = "YAW,PITCH,DISTANCE", allow_hyphen_values = true)]
    pub orbit: Option<OrbitArg>,

    /// How far the model is divided: the planes of the nodes above a depth, and the cells that they make, as in the film of the
    /// division. The tree is "nodes" (node-storing) or "leaves" (solid-leaf).
    #[arg(long, value_name = "TREE:DEPTH")]
    pub division: Option<Division>,

    /// Horizontal field of view of the eye at 16:9, in degrees; 90 where not said.
    #[arg(long, value_name = "DEGREES", value_parser = values::field_of_view)]
    pub fov: Option<f32>,

    /// Overlays to show, with commas between them; of the colours of the faces the last one named counts.
    #[arg(long, value_name = "NAMES", value_delimiter = ',', value_parser = values::overlay())]
    pub show: Vec<OverlayKind>,

    /// Deepest depth whose split planes are shown, and the depth whose cells are; 4 where not said.
    #[arg(long, value_name = "N")]
    pub depth: Option<u32>,

    /// Step of the portal flow that `--show flow` shows: 0 what each portal cost, then the steps from the leaf, at last the leaves
    /// that they have led to.
    #[arg(long, value_name = "N")]
    pub flow_step: Option<u32>,

    /// Number of the node to select.
    #[arg(long, value_name = "NODE")]
    pub select: Option<u32>,

    /// Number of the leaf of the solid-leaf tree to select.
    #[arg(long, value_name = "LEAF")]
    pub select_leaf: Option<u32>,
}

impl ViewArgs {
    /// Where the eye is, in the level's space.
    #[must_use]
    pub fn eye(&self, level: &Level) -> DVec3 {
        self.eye.map_or(level.spawn.eye, |eye| level.to_local(eye.0))
    }

    /// Yaw and pitch of the eye, in radians: yaw to the left of −Z, pitch upwards.
    #[must_use]
    pub fn angles(&self, level: &Level) -> [f64; 2] {
        let at_spawn = [level.spawn.yaw, 0.0];
        let degrees = self.look.map_or(at_spawn, |look| [look.yaw, look.pitch]);
        degrees.map(f64::to_radians)
    }

    /// What is shown over the level.
    #[must_use]
    pub fn overlays(&self) -> Overlays {
        let mut overlays = Overlays::showing(self.show.iter().copied());
        if let Some(depth) = self.depth {
            overlays.plane_depths = [0, depth];
            overlays.cell_depth = depth;
        }
        overlays.flow_step = self.flow_step.unwrap_or_default();
        overlays
    }

    /// The height at which the model is cut open, in metres from the origin of the level; `None` where it is not said.
    #[must_use]
    pub fn cut(&self, level: &Level) -> Option<f32> {
        self.cut.map(|cut| (cut - level.origin.y) as f32)
    }

    /// The orbit of the model's camera, where it is said: around the middle of the level, at the height of the eye.
    #[must_use]
    pub fn orbit(&self, level: &Level) -> Option<Orbit> {
        let orbit = self.orbit?;
        Some(Orbit {
            target: level.bounds.center().with_y(self.eye(level).y).as_vec3(),
            yaw: orbit.yaw.to_radians() as f32,
            pitch: orbit.pitch.to_radians() as f32,
            distance: orbit.distance as f32,
        })
    }

    /// The view for a walk without the engine.
    #[must_use]
    pub fn start(&self, level: &Level) -> StartView {
        let shows = !self.show.is_empty() || self.depth.is_some();
        StartView {
            eye: self.eye.map(|_| self.eye(level)),
            angles: self.look.map(|_| self.angles(level).map(|angle| angle as f32)),
            view: self.view,
            orbit: self.orbit(level),
            cut: self.cut(level),
            overlays: shows.then(|| self.overlays()),
            node: self.select,
            leaf: self.select_leaf,
        }
    }

    /// The options that ask for this view: pairs of a name and a value.
    #[must_use]
    pub fn words(&self) -> Vec<[String; 2]> {
        let numbers = |numbers: &[f64], decimals: i32| {
            let factor = 10.0_f64.powi(decimals);
            // Neither -0 nor needless digits.
            let short = numbers
                .iter()
                .map(|number| (number * factor).round() / factor + 0.0);
            let texts: Vec<String> = short.map(|number| number.to_string()).collect();
            texts.join(",")
        };
        let (eye, look, orbit) = (self.eye, self.look, self.orbit);
        let view = self
            .view
            .to_possible_value()
            .filter(|_| self.view != View::default());
        let names: Vec<&str> = self.show.iter().map(|kind| kind.name()).collect();
        let show = names.join(",");
        let words = [
            ("eye", eye.map(|eye| numbers(&eye.0.to_array(), 3))),
            ("look", look.map(|look| numbers(&[look.yaw, look.pitch], 2))),
            ("view", view.map(|view| view.get_name().to_owned())),
            ("cut", self.cut.map(|cut| numbers(&[cut], 3))),
            (
                "orbit",
                orbit.map(|orbit| numbers(&[orbit.yaw, orbit.pitch, orbit.distance], 2)),
            ),
            ("division", self.division.map(|division| division.to_string())),
            ("fov", self.fov.map(|fov| numbers(&[f64::from(fov)], 1))),
            ("show", Some(show).filter(|show| !show.is_empty())),
            ("depth", self.depth.map(|depth| depth.to_string())),
            ("flow-step", self.flow_step.map(|step| step.to_string())),
            ("select", self.select.map(|node| node.to_string())),
            ("select-leaf", self.select_leaf.map(|leaf| leaf.to_string())),
        ];
        let words = words.into_iter();
        words
            .filter_map(|(name, value)| Some([name.to_owned(), value?]))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use bspwalk_levels::builtin;
    use clap::Parser as _;

    use super::*;

    #[derive(clap::Parser)]
    struct Line {
        #[command(flatten)]
        at: ViewArgs,
    }

    fn try_read(words: &[[String; 2]]) -> Result<ViewArgs, clap::Error> {
        let words = words.iter().map(|[name, value]| format!("--{name}={value}"));
        Line::try_parse_from(["view".to_owned()].into_iter().chain(words)).map(|line| line.at)
    }

    fn read(words: &[[String; 2]]) -> ViewArgs {
        try_read(words).unwrap()
    }

    /// The table of the pictures that the book makes live has addresses of the page, in the form that the page itself gives them.
    #[test]
    fn the_views_of_the_book_are_addresses() {
        let table = include_str!("../../docs/src/views.json");
        let table: BTreeMap<String, BTreeMap<String, String>> = serde_json::from_str(table).unwrap();
        let mut count = 0;
        for (name, row) in table {
            let known = ["view", "shot"];
            assert!(row.keys().all(|key| known.contains(&key.as_str())), "{name}");
            let Some(view) = row.get("view") else { continue };
            let pairs = view.split('&').map(|pair| pair.split_once('=').unwrap());
            let mut pairs: Vec<[String; 2]> = pairs
                .map(|(key, value)| [key, value].map(str::to_owned))
                .collect();
            let [key, level] = pairs.remove(0);
            assert_eq!(key, "level", "{name}");
            assert!(
                builtin::all().iter().any(|known| known.name == level),
                "{name}: {level}"
            );
            let at = try_read(&pairs).unwrap_or_else(|error| panic!("{name}: {error}"));
            assert_eq!(at.words(), pairs, "{name}");
            count += 1;
        }
        assert!(count > 4, "only {count} pictures are live");
    }

    #[test]
    fn the_words_of_a_view_ask_for_it() {
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
            ["select", "12"],
            ["select-leaf", "7"],
        ]
        .map(|pair| pair.map(str::to_owned));
        let view = read(&whole);
        assert_eq!(view.words(), whole);
        assert_eq!(read(&view.words()), view);
        assert_eq!(ViewArgs::default().words(), Vec::<[String; 2]>::new());
    }

    #[test]
    fn numbers_are_as_long_as_they_have_to_be() {
        let look = Look {
            yaw: -0.000_1,
            pitch: 12.345_678,
        };
        let view = ViewArgs {
            look: Some(look),
            ..ViewArgs::default()
        };
        assert_eq!(view.words(), [["look", "0,12.35"].map(str::to_owned)]);
    }
}
