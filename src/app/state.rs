//! What the parts of the window share: the level that is shown, the selection, the overlays and the messages.

use std::{path::PathBuf, sync::Arc};

use bevy::prelude::*;

use super::palette::Palette;
use crate::{
    bsp::{
        BuildParams, NodeTree,
        node_storing::{Contact, NodeId},
        solid_leaf::LeafId,
    },
    cli::LevelName,
    collision::mover::{Mode, Mover, MoverParams, Step, Way},
    compile::{CompiledLevel, open::Origin},
    level::{Level, LoadOptions, Source},
};

/// Where a level comes from.
#[derive(Clone, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub enum LevelSource {
    /// One that is embedded in the program, by name.
    BuiltIn(String),
    /// A file.
    File(PathBuf),
}

impl From<LevelName> for LevelSource {
    fn from(name: LevelName) -> Self {
        match name {
            LevelName::BuiltIn(name) => Self::BuiltIn(name),
            LevelName::File(path) => Self::File(path),
        }
    }
}

/// What is made of a level besides its node-storing tree.
#[derive(Clone, Debug)]
pub enum Rest {
    /// It has to be made, of a level with this content; what is not to be kept for the next time has none.
    ToBeMade(Option<Source>),
    /// It was read, from the level's file or from the cache.
    Made(Arc<CompiledLevel>, Origin),
}

/// The level that is shown and its tree. Replaced whole: watch it with `resource_changed` or [`Shown::revision`].
#[derive(Resource, Clone)]
pub struct Shown {
    /// The level.
    pub level: Arc<Level>,
    /// Its tree.
    pub tree: Arc<NodeTree>,
    /// Where it came from.
    pub source: LevelSource,
    /// How it was loaded.
    pub options: LoadOptions,
    /// How long the tree took to build, in milliseconds.
    pub build_ms: f64,
    /// What else is made of the level.
    pub rest: Rest,
    /// Grows with every change of level or tree.
    pub revision: u64,
    /// Grows with every change of level, but not with a rebuild of the tree.
    pub level_revision: u64,
}

/// The person: the body that the tree keeps out of the walls, and the eye.
///
/// It moves in [`FixedUpdate`]; the picture interpolates between [`Player::previous`] and [`Player::position`].
#[derive(Resource, Clone, Debug, PartialEq)]
pub struct Player {
    /// The eye before the last fixed step, in metres.
    pub previous: Vec3,
    /// The eye after the last fixed step, in metres.
    pub position: Vec3,
    /// Radians to the left of −Z.
    pub yaw: f32,
    /// Radians above the horizon.
    pub pitch: f32,
    /// Metres a second, after the walls had their say.
    pub velocity: Vec3,
    /// Radius of the body, in metres.
    pub radius: f32,
    /// Metres a second at full tilt, without the fast key.
    pub speed: f32,
    /// Whether walls are ignored. The body stays where it was.
    pub noclip: bool,
    /// Whether it walks; otherwise it flies.
    pub walking: bool,
    /// How it is kept out of the walls.
    pub way: Way,
    /// Its other sizes and rates.
    pub params: MoverParams,
    /// The radius and the speed that the parameters have already been told.
    known: (f32, f32),
    /// What the person had chosen before a script set something else; a respawn gives it back.
    own: Option<Own>,
    /// The body.
    pub mover: Mover,
    /// Whether the body is where the eye is. If not, it comes there with the next step.
    pub entered: bool,
    /// What turned the last fixed step, as it stood then.
    pub contacts: Vec<Contact>,
    /// How far the last fixed step was pushed in all, in metres.
    pub push: Vec3,
    /// Whether nothing is nearer than the radius. If not, there is no room for the body.
    pub clear: bool,
}

/// What a person chooses about the body, and a script may set otherwise for a while.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Own {
    /// See [`Player::radius`].
    pub radius: f32,
    /// See [`Player::speed`].
    pub speed: f32,
    /// See [`Player::walking`].
    pub walking: bool,
    params: MoverParams,
}

impl Default for Player {
    fn default() -> Self {
        let params = MoverParams::default();
        Self {
            previous: Vec3::ZERO,
            position: Vec3::ZERO,
            yaw: 0.0,
            pitch: 0.0,
            velocity: Vec3::ZERO,
            radius: params.radius,
            speed: params.walk_speed,
            noclip: false,
            walking: false,
            way: Way::default(),
            params,
            known: (params.radius, params.walk_speed),
            own: None,
            mover: Mover::new(&params, Mode::Fly, Way::default(), Vec3::ZERO),
            entered: false,
            contacts: Vec::new(),
            push: Vec3::ZERO,
            clear: true,
        }
    }
}

impl Player {
    /// Which way the eye looks: the camera's rotation.
    #[must_use]
    pub fn rotation(&self) -> Quat {
        Quat::from_euler(EulerRot::YXZ, self.yaw, self.pitch, 0.0)
    }

    /// Unit vector along the view.
    #[must_use]
    pub fn forward(&self) -> Vec3 {
        self.rotation() * Vec3::NEG_Z
    }

    /// Puts the person somewhere else, at rest, so that the picture does not sweep there.
    pub fn teleport(&mut self, position: Vec3) {
        self.previous = position;
        self.position = position;
        self.velocity = Vec3::ZERO;
        self.contacts.clear();
        self.push = Vec3::ZERO;
        self.clear = true;
        self.entered = false;
    }

    /// The parameters that the body is to have: a radius or a speed that was changed serves both walking and flying.
    #[must_use]
    pub fn wanted_params(&self) -> MoverParams {
        let mut params = self.params;
        if self.radius != self.known.0 {
            (params.fly_radius, params.radius) = (self.radius, self.radius);
        }
        if self.speed != self.known.1 {
            (params.fly_speed, params.walk_speed) = (self.speed, self.speed);
        }
        params.clamped()
    }

    /// Gives the body the parameters that it is to have.
    pub fn update_params(&mut self) {
        let params = self.wanted_params();
        self.known = (self.radius, self.speed);
        self.params = params;
        if *self.mover.params() != params {
            self.mover.set_params(&params);
        }
    }

    /// What the person has chosen, whatever a script has set.
    #[must_use]
    pub fn own(&self) -> Own {
        self.own.unwrap_or(Own {
            radius: self.radius,
            speed: self.speed,
            walking: self.walking,
            params: self.params,
        })
    }

    /// A script may set what it likes from here on, until [`Player::take_back`].
    pub fn lend(&mut self) {
        self.own = Some(self.own());
    }

    /// Gives the person back what scripts have set otherwise.
    pub fn take_back(&mut self) {
        if let Some(own) = self.own.take() {
            (self.radius, self.speed, self.walking) = (own.radius, own.speed, own.walking);
            self.params = own.params;
            self.known = (self.radius, self.speed);
        }
    }

    /// Takes over parameters, as a script sets them.
    pub fn set_params(&mut self, params: &MoverParams) {
        self.params = *params;
        (self.radius, self.speed) = if self.walking {
            (params.radius, params.walk_speed)
        } else {
            (params.fly_radius, params.fly_speed)
        };
        self.known = (self.radius, self.speed);
    }

    /// Takes over where a step of the body ended.
    pub fn follow(&mut self, step: &Step) {
        self.position = step.eye;
        self.velocity = step.velocity;
        self.push = step.push;
        self.clear = step.clear;
        self.contacts.clone_from(&step.contacts);
    }
}

/// The camera through which the person looks; its [`Transform`] is the interpolated pose.
#[derive(Component, Clone, Copy, Debug, Default)]
pub struct Eye;

/// Whether the panel is open, and the mouse captured.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ui {
    /// The panel is open.
    pub panel: bool,
    /// The help card is open.
    pub help: bool,
    /// The mouse is captured: it turns the view and does not point.
    pub captured: bool,
    /// The pointer is on the panel: buttons and wheel are meant for it.
    pub pointer_on_panel: bool,
}

/// Something that a person asked for by a key or a button.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Command {
    /// Go back to the spawn.
    Respawn,
    /// Ignore the walls, or heed them again.
    ToggleNoclip,
    /// Walk, or fly.
    ToggleWalking,
    /// Say why the body was stopped.
    Why,
    /// Let the last seconds pass again beside what the sample's push would have done, or stop that.
    ToggleReplay,
    /// Begin to record a script, or end and save it.
    ToggleRecording,
    /// Play the latest script, or end it.
    PlayScript,
    /// Go to a station of the level's course, counted from 0.
    GoToStation(u8),
    /// Watch the body go through it.
    WatchStation(u8),
    /// Slow the simulation down by a notch; after the slowest comes the real speed.
    Slower,
    /// Stop the simulation, or let it go on.
    TogglePause,
    /// Make one fixed step and stop.
    SingleStep,
    /// Open or close the help card.
    ToggleHelp,
    /// Fill the screen, or not.
    ToggleFullScreen,
    /// Save a picture.
    Screenshot,
    /// Open or close the panel.
    TogglePanel,
    /// The overlay on a key, as the table of overlays has it; `0` hides them all.
    Overlay(char),
    /// Show planes and cells one depth deeper.
    Deeper,
    /// Show planes and cells one depth less deep.
    Shallower,
    /// Select the node that stores the face under the crosshair.
    SelectUnderCrosshair,
    /// Select the node above.
    SelectParent,
    /// Select the child in front.
    SelectFront,
    /// Select the child behind.
    SelectBack,
    /// Select this node.
    SelectNode(NodeId),
    /// Select this leaf of the solid-leaf tree.
    SelectLeaf(LeafId),
    /// Look at sight from this leaf rather than from the eye's.
    SightFrom(Option<LeafId>),
    /// Select nothing.
    ClearSelection,
    /// Leave out nothing, then what is out of view, then what cannot be seen from here either.
    NextCulling,
    /// Keep drawing what is drawn now, wherever the eye goes, or follow it again.
    ToggleFrozenCulling,
    /// Take the eye to the next corner of the leak.
    AlongLeak,
    /// Take the eye to the corner of the leak before.
    BackAlongLeak,
    /// Ask for a file.
    OpenDialog,
    /// Free the mouse, close the help, or cancel what is loading.
    Escape,
}

/// The node that a person chose to look at.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Selection {
    /// The node.
    pub node: Option<NodeId>,
    /// The face by which it was chosen, as the level numbers it.
    pub face: Option<u32>,
}

/// How the faces of the level are coloured.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub enum FaceColoring {
    /// By their materials, lit.
    #[default]
    Material,
    /// By the node that stores them.
    Node,
    /// By the depth of that node.
    Depth,
    /// By the triangle that they are a piece of.
    Triangle,
    /// Each fragment its own.
    Fragment,
    /// By the leaf that they are in, where it can be seen from the eye's.
    Visible,
}

/// Which leaves have their cells drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub enum WhichLeaves {
    /// The one that the eye is in, and the selected one.
    #[default]
    OfEye,
    /// The empty ones.
    Empty,
    /// The solid ones.
    Solid,
    /// All.
    All,
}

impl WhichLeaves {
    /// All of them, with what the panel calls them.
    pub const ALL: [(Self, &'static str); 4] = [
        (Self::OfEye, "of the eye"),
        (Self::Empty, "empty"),
        (Self::Solid, "solid"),
        (Self::All, "all"),
    ];
}

/// Which overlays are shown, and how.
#[derive(Resource, Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(default)]
pub struct Overlays {
    /// Colours of the faces.
    pub faces: FaceColoring,
    /// Split planes, clipped to their cells.
    pub planes: bool,
    /// Depths whose planes are shown, both ends included.
    pub plane_depths: [u32; 2],
    /// Only the selected node's plane and those of its ancestors, where a node is selected.
    pub planes_of_selection: bool,
    /// Opacity of the planes, 0 to 1.
    pub plane_opacity: f32,
    /// Edges of the fragments.
    pub wireframe: bool,
    /// Normals of the fragments.
    pub normals: bool,
    /// Boxes of the cells at one depth, and of the selected node.
    pub cells: bool,
    /// The depth whose cells are shown.
    pub cell_depth: u32,
    /// The bounding sphere, its contacts and its push.
    pub collision: bool,
    /// The path of the eye from the root, as letters.
    pub path: bool,
    /// Cells of leaves.
    pub leaves: bool,
    /// Which leaves' cells.
    pub which_leaves: WhichLeaves,
    /// Portals.
    pub portals: bool,
    /// The sightline between the eye's leaf and the selected one.
    pub sight: bool,
    /// The way out of the level.
    pub leak: bool,
    /// Painter's order.
    pub painter: bool,
    /// Whether painter's order goes by leaves rather than by faces.
    pub painter_by_leaf: bool,
    /// How much of painter's order is drawn, 0 to 1.
    pub painter_share: f32,
    /// The faces in front of the selected node's plane and behind it are tinted.
    pub tint_subtree: bool,
    /// The colours of it all.
    pub palette: Palette,
}

impl Default for Overlays {
    fn default() -> Self {
        Self {
            faces: FaceColoring::Material,
            planes: false,
            plane_depths: [0, 4],
            planes_of_selection: true,
            plane_opacity: 0.2,
            wireframe: false,
            normals: false,
            cells: false,
            cell_depth: 4,
            collision: false,
            path: true,
            leaves: false,
            which_leaves: WhichLeaves::default(),
            portals: false,
            sight: false,
            leak: false,
            painter: false,
            painter_by_leaf: true,
            painter_share: 0.5,
            tint_subtree: true,
            palette: Palette::default(),
        }
    }
}

/// Asks for another level.
#[derive(Message, Clone, Debug)]
pub struct OpenLevel {
    /// Which.
    pub source: LevelSource,
    /// How to load it.
    pub options: LoadOptions,
}

/// Asks for the tree to be built anew, in the background.
#[derive(Message, Clone, Debug)]
pub struct RebuildTree(pub BuildParams);

/// Asks for the file dialog.
#[derive(Message, Clone, Copy, Debug, Default)]
pub struct OpenDialog;

/// Something to tell the person, on the screen for a while.
#[derive(Message, Clone, Debug)]
pub struct Notice {
    /// What.
    pub text: String,
    /// Whether something went wrong.
    pub error: bool,
}

impl Notice {
    /// Good or neutral news.
    pub fn info(text: impl Into<String>) -> Self {
        Self {
            text: text.into(),
            error: false,
        }
    }

    /// Something went wrong.
    pub fn error(text: impl Into<String>) -> Self {
        Self {
            text: text.into(),
            error: true,
        }
    }
}
