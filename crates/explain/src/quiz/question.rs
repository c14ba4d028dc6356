//! A question with its possible answers and the right answer.

use std::hash::{DefaultHasher, Hash, Hasher};

use bspwalk_geometry::Plane;
use bspwalk_text::text;
use bspwalk_trees::{
    NodeTree,
    node_storing::{Branch, NodeId},
    solid_leaf::LeafId,
};
use glam::{DVec3, Vec3};
use serde::{Deserialize, Serialize, Serializer};
use serde_json::{Value, json};

use crate::{
    decisions::equation,
    films::{Query, QueryKind},
};

/// Defines [`Kind`] with one variant for each row: its name in files, its difficulty, its title, and a hint on what to
/// review.
macro_rules! kinds {
    ($($(#[$doc:meta])* $kind:ident: $name:literal, $difficulty:literal, $title:expr, $look_at:expr;)+) => {
        /// The kind of a question.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
        #[serde(rename_all = "kebab-case")]
        pub enum Kind {
            $($(#[$doc])* $kind,)+
        }

        impl Kind {
            /// All kinds, easiest first.
            pub const ALL: [Self; 8] = [$(Self::$kind),+];

            /// Returns the name used in files.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(Self::$kind => $name),+ }
            }

            /// Returns the title shown to the user.
            #[must_use]
            pub fn title(self) -> &'static str {
                match self { $(Self::$kind => $title),+ }
            }

            /// Returns the difficulty: 1 requires one plane, 2 a step of an algorithm, 3 an entire algorithm.
            #[must_use]
            pub const fn difficulty(self) -> u8 {
                match self { $(Self::$kind => $difficulty),+ }
            }

            /// Returns a hint on what to review: a station of the tour, and other demonstrations.
            #[must_use]
            pub fn look_at(self) -> &'static str {
                match self { $(Self::$kind => $look_at),+ }
            }
        }
    };
}

kinds! {
    /// Side of a plane that a face goes to.
    FaceSide: "face-side", 1, text!("quiz-face-side-title"), text!("quiz-look-at-front-and-back");
    /// Child of a node that a cast visits first.
    FirstChild: "first-child", 1, text!("quiz-first-child-title"), text!("quiz-look-at-casting");
    /// End position of a body that slides along walls.
    BodyEnd: "body-end", 1, text!("quiz-body-end-title"), text!("quiz-look-at-slide");
    /// Whether a cast visits the far side of a plane.
    FarSide: "far-side", 2, text!("quiz-far-side-title"), text!("quiz-look-at-casting");
    /// Number of face pieces that a plane cuts.
    Cuts: "cuts", 2, text!("quiz-cuts-title"), text!("quiz-look-at-cutting");
    /// Leaf that the painter's algorithm draws next.
    NextPainted: "next-painted", 2, text!("quiz-next-painted-title"), text!("quiz-look-at-painter");
    /// Whether one leaf is visible from another.
    LeafSeen: "leaf-seen", 3, text!("quiz-leaf-seen-title"), text!("quiz-look-at-visibility");
    /// Plane that the build rule chooses.
    ChosenPlane: "chosen-plane", 3, text!("quiz-chosen-plane-title"), text!("quiz-look-at-choice");
}

/// Score, or mean score, below which a kind of question should be reviewed.
pub(super) const KNOWN: f64 = 0.75;

/// A question about the trees of a level.
#[derive(Clone, Debug, PartialEq)]
pub struct Question {
    /// Kind of question.
    pub kind: Kind,
    /// Text of the question.
    pub text: String,
    /// Possible answers.
    pub answers: Answers,
    /// Right answer.
    pub right: QuizAnswer,
    /// Explanation of the right answer.
    pub why: String,
    /// Scene that shows the question and then its answer.
    pub scene: Scene,
}

/// The possible answers.
#[derive(Clone, Debug, PartialEq)]
pub enum Answers {
    /// One of these choices.
    Choices(Vec<Choice>),
    /// A number from 0 to this maximum.
    Number(u32),
}

/// A possible answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    /// Text of the choice.
    pub text: String,
    /// Object in the level or the tree that selects the choice when clicked.
    pub mark: Mark,
}

/// An object in the level or the tree that a choice refers to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Mark {
    /// No object, because the choice has no position.
    None,
    /// A node of the node-storing tree.
    Node(NodeId),
    /// A side of the plane at the question's node, if the node has no child on that side.
    Side(Branch),
    /// Both sides of the plane at the question's node.
    BothSides,
    /// The faces stored in a node of the node-storing tree.
    Faces(NodeId),
    /// A candidate plane for the question's node.
    Plane(Plane),
    /// A leaf of the solid-leaf tree.
    Leaf(LeafId),
    /// A point, in metres.
    Point(Vec3),
}

/// An answer that the user gave.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum QuizAnswer {
    /// Index of a choice.
    Choice(usize),
    /// A number that was entered.
    Number(u32),
}

/// The scene that shows a question and then its answer.
#[derive(Clone, Debug, PartialEq)]
pub enum Scene {
    /// A query whose animation shows the answer.
    Query {
        /// Query to animate.
        query: Query,
        /// Node at whose plane the animation pauses for the question, if any.
        node: Option<NodeId>,
    },
    /// The division of a node.
    Division {
        /// Divided node.
        node: NodeId,
        /// Corners (in metres) of the piece that the question is about. Empty if the question is about all pieces.
        piece: Vec<DVec3>,
        /// Corners (in metres) of all the face pieces that reach the node. Empty if the question is about a single
        /// piece.
        reach: Vec<Vec<DVec3>>,
    },
    /// Drawing in painter's order, as seen from an eye position.
    Painter {
        /// Eye position, in metres.
        eye: Vec3,
        /// Leaf that was drawn last, or node whose faces were drawn last; nothing at the beginning.
        last: Mark,
        /// Whether to mark the eye, which is not needed if the animation is seen from there.
        marks_eye: bool,
    },
    /// The view from one leaf to another.
    Sight {
        /// Point in the viewing leaf, in metres.
        eye: Vec3,
        /// Viewing leaf.
        from: LeafId,
        /// Viewed leaf.
        to: LeafId,
    },
}

/// Formats points without trailing zeros: "3", "2.5".
#[must_use]
pub fn points(points: f64) -> String {
    let text = format!("{points:.1}");
    text.trim_end_matches(".0").to_owned()
}

impl Question {
    /// Creates a question and shuffles its choices. The first choice passed must be the right one.
    pub(super) fn new(
        (kind, text): (Kind, String),
        mut choices: Vec<Choice>,
        why: String,
        scene: Scene,
        random: &mut fastrand::Rng,
    ) -> Self {
        let first = choices.first().cloned();
        random.shuffle(&mut choices);
        let right = choices.iter().position(|choice| Some(choice) == first.as_ref());
        Self {
            kind,
            text,
            answers: Answers::Choices(choices),
            right: QuizAnswer::Choice(right.unwrap_or(0)),
            why,
            scene,
        }
    }

    /// Returns the id as 16 hexadecimal digits. Questions with the same kind, text and choices have the same id.
    #[must_use]
    pub fn id(&self) -> String {
        let mut hasher = DefaultHasher::new();
        (self.kind, &self.text).hash(&mut hasher);
        if let Answers::Choices(choices) = &self.answers {
            // The order of the choices must not affect the id.
            let mut texts: Vec<&str> = choices.iter().map(|choice| &*choice.text).collect();
            texts.sort_unstable();
            texts.hash(&mut hasher);
        }
        format!("{:016x}", hasher.finish())
    }

    /// Returns the score of an answer, from 0 to 1.
    ///
    /// A choice scores 0 or 1. For numbers, the score is the ratio of the smaller to the larger, after one is added to
    /// both.
    #[must_use]
    pub fn score(&self, given: QuizAnswer) -> f64 {
        match (given, self.right) {
            (QuizAnswer::Number(given), QuizAnswer::Number(right)) => {
                let [less, more] = [given.min(right), given.max(right)].map(|number| f64::from(number) + 1.0);
                less / more
            }
            (given, right) => f64::from(u8::from(given == right)),
        }
    }

    /// States whether an answer is right and, if it is wrong, the right answer: "Right.", "Wrong. The answer is …".
    #[must_use]
    pub fn verdict(&self, given: QuizAnswer) -> String {
        let right = self.format_answer(self.right);
        match self.score(given) {
            1.0 => text!("quiz-verdict-right").to_owned(),
            score if score < 0.5 => text!("quiz-verdict-wrong", right),
            score => text!("quiz-verdict-nearly", points = points(score), right),
        }
    }

    /// Returns the parts of the program that explain the answer, if the given answer has a low score.
    #[must_use]
    pub fn look_again(&self, given: QuizAnswer) -> Option<&'static str> {
        (self.score(given) < KNOWN).then(|| self.kind.look_at())
    }

    /// Returns the node whose plane the question is about, if any.
    #[must_use]
    pub const fn node(&self) -> Option<NodeId> {
        match self.scene {
            Scene::Query { node, .. } => node,
            Scene::Division { node, .. } => Some(node),
            Scene::Painter { .. } | Scene::Sight { .. } => None,
        }
    }

    /// Returns whether the plane of the question's node may be shown. If the choices are planes, it would give away the
    /// answer.
    #[must_use]
    pub fn shows_plane(&self) -> bool {
        let has_planes = matches!(&self.answers, Answers::Choices(choices)
            if choices.iter().any(|choice| matches!(choice.mark, Mark::Plane(_))));
        match self.scene {
            Scene::Query { node, .. } => node.is_some(),
            Scene::Division { .. } => !has_planes,
            Scene::Painter { .. } | Scene::Sight { .. } => false,
        }
    }

    /// Describes the scene in words for screens without a picture: the path, the plane, or the corners of a piece.
    #[must_use]
    pub fn describe_scene(&self, tree: &NodeTree) -> String {
        let plane = |node: NodeId| {
            let view = tree.node(node);
            view.map_or_else(String::new, |view| {
                text!("quiz-in-words-plane", node, equation = equation(&view.plane))
            })
        };
        match &self.scene {
            Scene::Query { query, node } => {
                let [from, to] = query
                    .path()
                    .unwrap_or([query.place(); 2])
                    .map(|end| format_point(end.as_dvec3()));
                let path = text!("quiz-in-words-path", from, to);
                sentences([path, node.map_or_else(String::new, plane)])
            }
            Scene::Division { node, piece, .. } => {
                let corners: Vec<String> = piece.iter().map(|&corner| format_point(corner)).collect();
                let piece = match corners.as_slice() {
                    [] => String::new(),
                    corners => text!("quiz-in-words-piece", corners = corners.join(text!("text-list"))),
                };
                let shown = self.shows_plane().then(|| plane(*node));
                sentences([piece, shown.unwrap_or_default()])
            }
            Scene::Painter { eye, .. } | Scene::Sight { eye, .. } => {
                text!("quiz-in-words-eye", eye = format_point(eye.as_dvec3()))
            }
        }
    }

    /// Formats an answer: "B: the back child, node 7" or "12".
    #[must_use]
    pub fn format_answer(&self, given: QuizAnswer) -> String {
        match (given, &self.answers) {
            (QuizAnswer::Choice(place), Answers::Choices(choices)) => {
                let text = choices.get(place).map_or("", |choice| &choice.text);
                text!("quiz-answer", letter = letter(place), answer = text)
            }
            (QuizAnswer::Choice(place), Answers::Number(_)) => letter(place).to_string(),
            (QuizAnswer::Number(number), _) => number.to_string(),
        }
    }

    /// Parses a typed answer, which is a letter or a number. Returns `None` if it is not one of the possible answers.
    #[must_use]
    pub fn parse(&self, typed: &str) -> Option<QuizAnswer> {
        let typed = typed.trim();
        match &self.answers {
            Answers::Number(most) => {
                let number = typed.parse().ok()?;
                (number <= *most).then_some(QuizAnswer::Number(number))
            }
            Answers::Choices(choices) => (0..choices.len())
                .find(|&place| typed.eq_ignore_ascii_case(&letter(place).to_string()))
                .map(QuizAnswer::Choice),
        }
    }

    fn to_json(&self) -> Value {
        let mut document = json!({
            "id": self.id(),
            "kind": self.kind.name(),
            "difficulty": self.kind.difficulty(),
            "text": self.text,
            "why": self.why,
            "look_at": self.kind.look_at(),
            "about": self.scene.to_json(),
        });
        match &self.answers {
            Answers::Choices(choices) => {
                document["choices"] = choices.iter().map(Choice::to_json).collect();
            }
            Answers::Number(most) => document["most"] = json!(most),
        }
        document["answer"] = match self.right {
            QuizAnswer::Choice(place) => json!(place),
            QuizAnswer::Number(number) => json!(number),
        };
        document
    }
}

/// Writes the question, the choices, the answer and the explanation. The answer is a number, or the index of the right
/// choice. Points are in metres.
impl Serialize for Question {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.to_json().serialize(serializer)
    }
}

impl Choice {
    pub(super) fn new(text: impl Into<String>, mark: Mark) -> Self {
        let text = text.into();
        Self { text, mark }
    }

    fn to_json(&self) -> Value {
        let mut document = json!({ "text": self.text });
        match self.mark {
            Mark::None => {}
            Mark::Side(Branch::Front) => document["side"] = json!("front"),
            Mark::Side(Branch::Back) => document["side"] = json!("back"),
            Mark::BothSides => document["side"] = json!("both"),
            Mark::Node(node) | Mark::Faces(node) => document["node"] = json!(node),
            Mark::Leaf(leaf) => document["leaf"] = json!(leaf),
            Mark::Plane(plane) => document["plane"] = json!({ "normal": plane.normal, "d": plane.d }),
            Mark::Point(point) => document["point"] = json!(point),
        }
        document
    }
}

impl Scene {
    fn to_json(&self) -> Value {
        match self {
            Self::Query { query, node } => {
                let kind = match query.kind() {
                    QueryKind::Slide => "slide",
                    _ => "cast",
                };
                let [from, to] = query.path().unwrap_or([query.place(); 2]);
                let mut document = json!({ "query": kind, "from": from, "to": to });
                if let Some(body) = query.body() {
                    document["radius"] = json!(body.radius);
                }
                if let Some(node) = node {
                    document["node"] = json!(node);
                }
                document
            }
            Self::Division { node, piece, .. } if piece.is_empty() => json!({ "node": node }),
            Self::Division { node, piece, .. } => json!({ "node": node, "piece": piece }),
            Self::Painter { eye, last, .. } => match last {
                Mark::Leaf(leaf) => json!({ "eye": eye, "leaf": leaf }),
                Mark::Faces(node) => json!({ "eye": eye, "node": node }),
                _ => json!({ "eye": eye }),
            },
            Self::Sight { eye, from, to } => json!({ "eye": eye, "leaf": from, "looked_at": to }),
        }
    }
}

/// Formats a point in metres: "(1.0, −2.5, 0.3)".
pub(super) fn format_point(point: DVec3) -> String {
    let [x, y, z] = point
        .to_array()
        .map(|part| format!("{part:.1}").replace('-', "−"));
    format!("({x}, {y}, {z})")
}

/// Joins two sentences. Either may be empty.
fn sentences([first, second]: [String; 2]) -> String {
    match (first.is_empty(), second.is_empty()) {
        (false, false) => text!("text-sentences", first, second),
        _ => first + &second,
    }
}

/// Returns the letter of the choice with this index, starting with A.
#[must_use]
pub fn letter(place: usize) -> char {
    char::from(b'A' + (place % 26) as u8)
}
