//! The tour as a sequence of stages: which comes when, what it changes and what it says. It knows no engine and no clock.

use crate::{
    bsp::node_storing::NodeId,
    cli::{View, overlays::OverlayKind},
};

/// A stage of the tour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Stage {
    /// The level from the eyes.
    Eyes,
    /// Out of the eyes, to the level as a model.
    Model,
    /// The division of space as a film.
    Division,
    /// The planes of the tree, and the tree as a picture.
    Tree,
    /// Back into the eyes.
    Back,
    /// The body goes ahead by itself.
    Walk,
    /// What stopped it.
    Stop,
}

/// What a stage changes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Act {
    /// Looks at the level in this way.
    Look(View),
    /// Starts the film of the node-storing tree, or ends it.
    Film(bool),
    /// Opens the dock with the tree as a picture, or closes it.
    Dock(bool),
    /// Shows this overlay alone, or none.
    Show(Option<OverlayKind>),
    /// Turns the body to where a wall is.
    TurnToWall,
    /// Lets the body go ahead, or no longer.
    Walk(bool),
    /// Asks why the body stopped.
    AskWhy,
}

/// What the tour sees of the world.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Seen {
    /// The film shows the deepest cells.
    pub(super) film_has_ended: bool,
    /// Something is in the way of the body.
    pub(super) is_stopped: bool,
}

/// What the captions say.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Facts {
    /// How many nodes the tree has.
    pub(super) nodes: u32,
    /// How many faces stop a body.
    pub(super) faces: usize,
    /// The node whose plane stopped the body, its depth, and what kind of surface its face is.
    pub(super) stop: Option<(NodeId, u32, String)>,
}

impl Stage {
    /// All of them, in their order.
    pub const ALL: [Self; 7] = [
        Self::Eyes,
        Self::Model,
        Self::Division,
        Self::Tree,
        Self::Back,
        Self::Walk,
        Self::Stop,
    ];

    /// How long it lasts at most, in seconds.
    const fn seconds(self) -> f32 {
        match self {
            Self::Eyes => 3.5,
            Self::Model => 3.5,
            Self::Division => 9.0,
            Self::Tree => 5.0,
            Self::Back => 2.2,
            Self::Walk => 6.0,
            Self::Stop => 5.0,
        }
    }

    /// How long it still lasts once what it waits for has happened, in seconds; none where it waits for nothing.
    const fn lingers(self) -> Option<f32> {
        match self {
            Self::Division => Some(1.5),
            Self::Walk => Some(0.2),
            _ => None,
        }
    }

    /// What it changes when it begins.
    pub(super) const fn acts(self) -> &'static [Act] {
        match self {
            Self::Eyes => &[Act::Look(View::Eye), Act::Show(None)],
            Self::Model => &[Act::Look(View::Model)],
            Self::Division => &[Act::Film(true)],
            Self::Tree => &[
                Act::Film(false),
                Act::Show(Some(OverlayKind::Planes)),
                Act::Dock(true),
            ],
            Self::Back => &[
                Act::Dock(false),
                Act::Show(None),
                Act::TurnToWall,
                Act::Look(View::Eye),
            ],
            Self::Walk => &[Act::Walk(true)],
            Self::Stop => &[Act::Walk(false), Act::AskWhy],
        }
    }

    /// What it says.
    pub(super) fn caption(self, facts: &Facts) -> String {
        let is_empty = facts.nodes == 0;
        let faces = crate::progress::grouped(facts.faces as u64);
        match self {
            Self::Eyes if is_empty => "This level has no faces that could stop you: its tree is empty.".to_owned(),
            Self::Eyes => format!(
                "You stand among {faces} triangles. Which of them are near, which are hidden, what is in your way? A BSP tree knows."
            ),
            Self::Model => "The level as a model, cut open above your eyes. The figure in it is you.".to_owned(),
            Self::Division if is_empty => "Without faces there is nothing to divide.".to_owned(),
            Self::Division => {
                "One plane divides space in two. A further plane divides each half, and so on: that is all a BSP tree is."
                    .to_owned()
            }
            Self::Tree if is_empty => "Nor are there planes.".to_owned(),
            Self::Tree => "These are its first planes, each within the part that it divides; the root came first. Below, the whole tree as a picture."
                .to_owned(),
            Self::Back => "Back into your eyes. From here on the tree keeps you out of the walls.".to_owned(),
            Self::Walk => "Now the body goes straight ahead, and asks the tree at every step whether it may.".to_owned(),
            Self::Stop => match &facts.stop {
                Some((node, depth, surface)) => {
                    let below = match depth {
                        0 => "the root itself".to_owned(),
                        1 => "1 plane below the root".to_owned(),
                        depth => format!("{depth} planes below the root"),
                    };
                    format!("This plane stopped you: {surface}, in node {}, {below}.", crate::progress::grouped(u64::from(*node)))
                }
                None => "Nothing stood in your way for so long. Where something does, the tree finds it and stops you."
                    .to_owned(),
            },
        }
    }
}

/// Where the tour is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Timeline {
    stage: Stage,
    /// Seconds in this stage.
    at: f32,
    /// Seconds since what the stage waits for has happened.
    since: Option<f32>,
}

/// What a step of the tour comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Next {
    /// The stage goes on.
    Same,
    /// Another begins.
    Stage(Stage),
    /// The tour has ended.
    End,
}

impl Timeline {
    /// At the beginning.
    pub(super) const fn new() -> Self {
        Self {
            stage: Stage::ALL[0],
            at: 0.0,
            since: None,
        }
    }

    /// The stage.
    pub(super) const fn stage(&self) -> Stage {
        self.stage
    }

    /// How much of the tour has passed, 0 to 1.
    pub(super) fn share(&self) -> f32 {
        let all: f32 = Stage::ALL.iter().map(|stage| stage.seconds()).sum();
        let before = Stage::ALL.iter().take_while(|stage| **stage < self.stage);
        let passed = before.map(|stage| stage.seconds()).sum::<f32>() + self.at.min(self.stage.seconds());
        passed / all
    }

    /// Lets time pass. A frame that takes long passes at most one stage.
    pub(super) fn advance(&mut self, seconds: f32, seen: Seen) -> Next {
        self.at += seconds;
        let has_happened = match self.stage {
            Stage::Division => seen.film_has_ended,
            Stage::Walk => seen.is_stopped,
            _ => false,
        };
        match &mut self.since {
            Some(since) => *since += seconds,
            None if has_happened => self.since = Some(0.0),
            None => {}
        }
        let has_lingered =
            matches!((self.since, self.stage.lingers()), (Some(since), Some(least)) if since >= least);
        if self.at < self.stage.seconds() && !has_lingered {
            return Next::Same;
        }
        let Some(&stage) = Stage::ALL.get(self.stage as usize + 1) else {
            return Next::End;
        };
        *self = Self {
            stage,
            at: 0.0,
            since: None,
        };
        Next::Stage(stage)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The stages with the seconds at which they begin, and when the tour ends, in frames of so many seconds.
    fn play(frame: f32, seen: impl Fn(Stage, f32) -> Seen) -> (Vec<(Stage, f32)>, f32) {
        let mut timeline = Timeline::new();
        let mut begun = vec![(timeline.stage(), 0.0)];
        let mut now = 0.0;
        let mut share = 0.0;
        loop {
            now += frame;
            let (stage, at) = begun[begun.len() - 1];
            match timeline.advance(frame, seen(stage, now - at)) {
                Next::Same => {}
                Next::Stage(stage) => begun.push((stage, now)),
                Next::End => return (begun, now),
            }
            assert!(timeline.share() >= share && timeline.share() <= 1.0);
            share = timeline.share();
            assert!(now < 1000.0, "it does not end");
        }
    }

    #[test]
    fn every_stage_comes_once_in_half_a_minute() {
        for frame in [0.007, 0.16] {
            let (begun, end) = play(frame, |_, _| Seen::default());
            let stages: Vec<Stage> = begun.iter().map(|(stage, _)| *stage).collect();
            assert_eq!(stages, Stage::ALL);
            assert!((25.0..40.0).contains(&end), "{end} s");
        }
        // However long a frame takes, no stage is left out.
        let (begun, _) = play(60.0, |_, _| Seen::default());
        assert_eq!(begun.len(), Stage::ALL.len());
    }

    #[test]
    fn a_film_that_ends_and_a_wall_that_is_near_make_it_shorter() {
        let (_, whole) = play(0.05, |_, _| Seen::default());
        let (begun, end) = play(0.05, |stage, at| Seen {
            film_has_ended: stage == Stage::Division && at > 3.0,
            is_stopped: stage == Stage::Walk && at > 1.0,
        });
        assert_eq!(begun.len(), Stage::ALL.len());
        let lasted = |index: usize| begun[index + 1].1 - begun[index].1;
        assert!((4.5..4.8).contains(&lasted(2)), "{begun:?}");
        assert!((1.2..1.5).contains(&lasted(5)), "{begun:?}");
        assert!(end < whole);
    }

    #[test]
    fn what_a_stage_does_not_wait_for_does_not_end_it() {
        let seen = Seen {
            film_has_ended: true,
            is_stopped: true,
        };
        let mut timeline = Timeline::new();
        assert_eq!(timeline.advance(1.0, seen), Next::Same);
        assert_eq!(timeline.advance(1.0, seen), Next::Same);
        assert_eq!(timeline.stage(), Stage::Eyes);
    }

    #[test]
    fn captions_say_what_is_true_of_the_level() {
        let known = Facts {
            nodes: 900,
            faces: 1200,
            stop: Some((12, 5, "a wall".into())),
        };
        let nothing = Facts::default();
        for stage in Stage::ALL {
            assert!(!stage.caption(&known).is_empty() && !stage.caption(&nothing).is_empty());
        }
        assert!(Stage::Eyes.caption(&known).contains("1,200 triangles"));
        let stop = Stage::Stop.caption(&known);
        assert!(
            stop.contains("This plane stopped you") && stop.contains("node 12, 5 planes"),
            "{stop}"
        );
        assert!(
            Stage::Stop
                .caption(&nothing)
                .starts_with("Nothing stood in your way")
        );
        assert!(Stage::Division.caption(&nothing).contains("nothing to divide"));
    }
}
