//! Questions with their answers.

use std::hash::{DefaultHasher, Hash, Hasher};

use bspwalk_geometry::Plane;
use bspwalk_text::text;
use bspwalk_trees::{NodeTree, node_storing::NodeId, solid_leaf::LeafId};
use glam::{DVec3, Vec3};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::words::at;
use crate::{
    decisions::equation,
    films::{Query, QueryKind},
};

/// Subject of a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// On which side of a plane does a face lie?
    FaceSide,
    /// Which child of a node does a cast visit first?
    FirstChild,
    /// Where does a body that slides along walls end?
    BodyEnd,
    /// Does a cast visit the far side of a plane?
    FarSide,
    /// How many pieces of faces does a plane cut?
    Cuts,
    /// Which leaf does the painter's algorithm draw next?
    NextPainted,
    /// Can one leaf be seen from another?
    LeafSeen,
    /// Which plane does the build rule choose?
    ChosenPlane,
}

impl Kind {
    /// All kinds, the easiest first.
    pub const ALL: [Self; 8] = [
        Self::FaceSide,
        Self::FirstChild,
        Self::BodyEnd,
        Self::FarSide,
        Self::Cuts,
        Self::NextPainted,
        Self::LeafSeen,
        Self::ChosenPlane,
    ];

    /// Returns the name used in files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::FaceSide => "face-side",
            Self::FirstChild => "first-child",
            Self::BodyEnd => "body-end",
            Self::FarSide => "far-side",
            Self::Cuts => "cuts",
            Self::NextPainted => "next-painted",
            Self::LeafSeen => "leaf-seen",
            Self::ChosenPlane => "chosen-plane",
        }
    }

    /// Returns the title in the user interface.
    #[must_use]
    pub fn title(self) -> &'static str {
        match self {
            Self::FaceSide => text!("quiz-face-side-title"),
            Self::FirstChild => text!("quiz-first-child-title"),
            Self::BodyEnd => text!("quiz-body-end-title"),
            Self::FarSide => text!("quiz-far-side-title"),
            Self::Cuts => text!("quiz-cuts-title"),
            Self::NextPainted => text!("quiz-next-painted-title"),
            Self::LeafSeen => text!("quiz-leaf-seen-title"),
            Self::ChosenPlane => text!("quiz-chosen-plane-title"),
        }
    }

    /// Returns the difficulty: 1 needs one plane, 2 a step of an algorithm, 3 the whole algorithm.
    #[must_use]
    pub const fn difficulty(self) -> u8 {
        match self {
            Self::FaceSide | Self::FirstChild | Self::BodyEnd => 1,
            Self::FarSide | Self::Cuts | Self::NextPainted => 2,
            Self::LeafSeen | Self::ChosenPlane => 3,
        }
    }

    /// Names the tour station and other views to revisit after a wrong answer.
    #[must_use]
    pub fn look_at(self) -> &'static str {
        match self {
            Self::FaceSide => text!("quiz-look-at-front-and-back"),
            Self::FirstChild | Self::FarSide => text!("quiz-look-at-casting"),
            Self::BodyEnd => text!("quiz-look-at-slide"),
            Self::Cuts => text!("quiz-look-at-cutting"),
            Self::NextPainted => text!("quiz-look-at-painter"),
            Self::LeafSeen => text!("quiz-look-at-visibility"),
            Self::ChosenPlane => text!("quiz-look-at-choice"),
        }
    }
}

/// A question about the trees of a level.
#[derive(Clone, Debug, PartialEq)]
pub struct Question {
    /// Subject of the question.
    pub kind: Kind,
    /// Text of the question.
    pub text: String,
    /// Possible answers.
    pub answers: Answers,
    /// Right answer.
    pub right: Given,
    /// Reason why that answer is right.
    pub why: String,
    /// Picture that shows the question.
    pub scene: Scene,
}

/// Possible answers to a question.
#[derive(Clone, Debug, PartialEq)]
pub enum Answers {
    /// Multiple choice.
    Choices(Vec<Choice>),
    /// A number from 0 to this maximum.
    Number(u32),
}

impl Answers {
    /// Shuffles the choices. The first one passed in is the right answer.
    pub(super) fn shuffled(mut choices: Vec<Choice>, random: &mut fastrand::Rng) -> (Self, Given) {
        let first = choices.first().cloned();
        random.shuffle(&mut choices);
        let right = choices
            .iter()
            .position(|choice| Some(choice) == first.as_ref())
            .unwrap_or(0);
        (Self::Choices(choices), Given::Choice(right))
    }
}

/// A choice of a multiple-choice question.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    /// Text of the choice.
    pub text: String,
    /// Object in the level or tree. A click on it selects the choice.
    pub mark: Mark,
}

/// Object in the level or tree that a choice refers to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Mark {
    /// No object with a position.
    None,
    /// A node of the node-storing tree.
    Node(NodeId),
    /// The faces that a node of the node-storing tree stores.
    Faces(NodeId),
    /// A plane at the node of the question.
    Plane(Plane),
    /// A leaf of the solid-leaf tree.
    Leaf(LeafId),
    /// A point, in metres.
    Point(Vec3),
}

/// An answer given by the user.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Given {
    /// Index of a choice.
    Choice(usize),
    /// A number.
    Number(u32),
}

/// Picture that shows a question, and the film that continues from it.
#[derive(Clone, Debug, PartialEq)]
pub enum Scene {
    /// A query whose film shows the answer.
    Query {
        /// The query.
        query: Query,
        /// Node at whose plane the film stops for the question, if it does.
        node: Option<NodeId>,
    },
    /// The division of a node.
    Division {
        /// Node number.
        node: NodeId,
        /// Corners of the piece in question, in metres; empty if the question is not about one piece.
        piece: Vec<DVec3>,
        /// Corners of all pieces that reach the node, in metres; empty if there are too many to show.
        reach: Vec<Vec<DVec3>>,
    },
    /// The painter's algorithm, seen from a viewpoint.
    Painter {
        /// Viewpoint, in metres.
        eye: Vec3,
        /// Leaf, or node whose faces, were drawn last; [`Mark::None`] at the beginning.
        last: Mark,
        /// Whether to mark the viewpoint. Not needed if the film is seen from the viewpoint itself.
        marks_eye: bool,
    },
    /// Two leaves, for the question whether one is visible from the other.
    Sight {
        /// Viewpoint in the first leaf, in metres.
        eye: Vec3,
        /// Leaf that contains the viewpoint.
        from: LeafId,
        /// Leaf to look at.
        to: LeafId,
    },
}

/// Formats a number of quiz points without a trailing ".0": "3", "2.5".
#[must_use]
pub fn points(points: f64) -> String {
    let text = format!("{points:.1}");
    text.trim_end_matches(".0").to_owned()
}

impl Question {
    /// Returns an identifier of 16 hexadecimal digits. It is equal for questions of the same kind with the same text and choices.
    #[must_use]
    pub fn id(&self) -> String {
        let mut hasher = DefaultHasher::new();
        (self.kind, &self.text).hash(&mut hasher);
        if let Answers::Choices(choices) = &self.answers {
            // The order of the choices does not matter.
            let mut texts: Vec<&str> = choices.iter().map(|choice| &*choice.text).collect();
            texts.sort_unstable();
            texts.hash(&mut hasher);
        }
        format!("{:016x}", hasher.finish())
    }

    /// Returns the score of an answer, from 0 to 1.
    ///
    /// A choice is right or wrong. For a number, 1 is added to it and to the right answer, and the score is the ratio of the smaller to
    /// the larger.
    #[must_use]
    pub fn score(&self, given: Given) -> f64 {
        match (given, self.right) {
            (Given::Number(given), Given::Number(right)) => {
                let [less, more] = [given.min(right), given.max(right)].map(|number| f64::from(number) + 1.0);
                less / more
            }
            (given, right) => f64::from(u8::from(given == right)),
        }
    }

    /// Says whether an answer is right, and otherwise names the right one: "Right.", "Not so: it is …".
    #[must_use]
    pub fn verdict(&self, given: Given) -> String {
        let right = self.words(self.right);
        match self.score(given) {
            1.0 => text!("quiz-verdict-right").to_owned(),
            0.0 => text!("quiz-verdict-wrong", right),
            score => text!("quiz-verdict-nearly", points = points(score), right),
        }
    }

    /// Returns whether the plane of the node is shown. It is hidden if the choices are planes, because one of them is the node's plane.
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

    /// Describes the picture of the question for a screen without graphics: the ends of a path, the plane, or the corners of a piece.
    #[must_use]
    pub fn in_words(&self, tree: &NodeTree) -> String {
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
                    .map(|end| at(end.as_dvec3()));
                sentences([
                    text!("quiz-in-words-path", from, to),
                    node.map_or_else(String::new, plane),
                ])
            }
            Scene::Division { node, piece, .. } => {
                let corners: Vec<String> = piece.iter().map(|&corner| at(corner)).collect();
                let piece = match corners.as_slice() {
                    [] => String::new(),
                    corners => text!("quiz-in-words-piece", corners = corners.join(text!("text-list"))),
                };
                let plane = if self.shows_plane() {
                    plane(*node)
                } else {
                    String::new()
                };
                sentences([piece, plane])
            }
            Scene::Painter { eye, .. } | Scene::Sight { eye, .. } => {
                text!("quiz-in-words-eye", eye = at(eye.as_dvec3()))
            }
        }
    }

    /// Formats an answer: "B: the back child, node 7", "12".
    #[must_use]
    pub fn words(&self, given: Given) -> String {
        match (given, &self.answers) {
            (Given::Choice(place), Answers::Choices(choices)) => {
                let text = choices.get(place).map_or("", |choice| &choice.text);
                text!("quiz-answer", letter = letter(place), answer = text)
            }
            (Given::Choice(place), Answers::Number(_)) => letter(place).to_string(),
            (Given::Number(number), _) => number.to_string(),
        }
    }

    /// Parses a typed answer, a letter or a number. Returns `None` if it is not among the possible answers.
    #[must_use]
    pub fn parse(&self, typed: &str) -> Option<Given> {
        let typed = typed.trim();
        match &self.answers {
            Answers::Number(most) => {
                let number = typed.parse().ok()?;
                (number <= *most).then_some(Given::Number(number))
            }
            Answers::Choices(choices) => (0..choices.len())
                .find(|&place| typed.eq_ignore_ascii_case(&letter(place).to_string()))
                .map(Given::Choice),
        }
    }

    /// Returns the question, its choices, the right answer and the reason as JSON. Points are in metres.
    #[must_use]
    pub fn to_json(&self) -> Value {
        let mut document = json!({
            "id": self.id(),
            "kind": self.kind.name(),
            "difficulty": self.kind.difficulty(),
            "question": self.text,
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
        document["right"] = match self.right {
            Given::Choice(place) => json!(place),
            Given::Number(number) => json!(number),
        };
        document
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

/// Joins two sentences. Either of them may be empty.
fn sentences([first, second]: [String; 2]) -> String {
    match (first.is_empty(), second.is_empty()) {
        (false, false) => text!("text-sentences", first, second),
        _ => first + &second,
    }
}

/// Returns the letter of a choice: A for the first.
#[must_use]
pub fn letter(place: usize) -> char {
    char::from(b'A' + (place % 26) as u8)
}
