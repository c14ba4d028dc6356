//! The body in a level and its controls: keys, scripts, recordings, replays, the time scale, and "why did I
//! stop?".
//!
//! Every front end owns a [`Walker`] and calls [`Walker::step`] at a fixed rate. The same input produces the same path,
//! bit for bit.

use std::sync::Arc;

use bspwalk_collision::mover::{
    CollisionMethod, Event, Trees,
    script::{Line, Ticks},
};
use bspwalk_levels::{Level, Spawn};
use bspwalk_text::text;
use bspwalk_trees::NodeTree;

use crate::{
    actions::{Action, KeyNames},
    body::{Body, Driver, Playing, SCRIPT_ENDED, event_words},
    clock::TimeScale,
    course::Station,
    courses,
    escape::Close,
    identity::Identity,
    moving::MovingEntities,
    recording::ScriptRecorder,
    replay::{self, WatchedReplay},
    stop_reason::{ExplanationDisplay, Reason},
};

/// The level and trees around a body.
#[derive(Debug)]
pub struct Surroundings<'a> {
    /// The level.
    pub level: &'a Level,
    /// Trees of the level.
    pub trees: Trees<'a>,
    /// Doors and lifts of the level.
    pub moving: Option<&'a mut MovingEntities>,
    /// Whether the planes of the solid-leaf tree are still being built.
    pub planes_pending: bool,
}

/// A [`Walker`] method that a command calls to change the walker. It returns the notice shown to the user.
pub type WalkerChange = fn(&mut Walker, &Surroundings<'_>, KeyNames<'_>) -> Option<String>;

/// A notice for the user.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notice {
    /// The sentence.
    pub text: String,
    /// Whether the notice reports an error.
    pub is_error: bool,
}

impl Notice {
    /// Creates an informational notice.
    pub fn info(text: impl Into<String>) -> Self {
        Self {
            text: text.into(),
            is_error: false,
        }
    }

    /// Creates an error notice.
    pub fn error(text: impl Into<String>) -> Self {
        Self {
            text: text.into(),
            is_error: true,
        }
    }
}

/// Outcome of a simulation step.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outcome {
    /// Notices for the user, oldest first.
    pub notices: Vec<Notice>,
    /// Whether the explanation now describes another stop. If so, the front end must select [`Walker::reason`].
    pub has_new_reason: bool,
}

/// The body in a level and its controls.
#[derive(Clone, Debug, Default)]
pub struct Walker {
    /// The body and the eye.
    pub body: Body,
    /// Speed of the simulation.
    pub time_scale: TimeScale,
    /// Script that moves the body.
    pub playing: Option<Playing>,
    /// Script that is being recorded.
    pub draft: Option<ScriptRecorder>,
    /// Replay of the most recent path, if it is shown.
    pub replay: Option<WatchedReplay>,
    /// Explanation of why the body stopped, if it is shown.
    pub why: Option<ExplanationDisplay>,
}

impl Walker {
    /// Simulates one fixed step with the held keys. During a replay, only the eye moves.
    ///
    /// `observes` fills [`Body::visited_nodes`].
    pub fn step(
        &mut self,
        surroundings: Surroundings<'_>,
        keys: Ticks,
        observes: bool,
        names: KeyNames<'_>,
    ) -> Outcome {
        let Surroundings {
            level,
            trees,
            mut moving,
            planes_pending,
        } = surroundings;
        if let Some(moving) = &mut moving {
            moving.end_motion();
        }
        self.close_what_was_left();
        if self.replay.is_some() {
            self.body.step_noclip(keys);
            return Outcome::default();
        }
        // Wait for the planes, because a script recorded with planes follows a different path without them.
        if self.playing.is_some() && planes_pending && self.body.method == CollisionMethod::Planes {
            self.body.previous = self.body.position;
            return Outcome::default();
        }
        let driver = Driver {
            keys,
            playing: self.playing.as_mut(),
            draft: self.draft.as_mut(),
            observes,
        };
        let stepped = self.body.step(trees, moving, driver);
        let told = stepped.events.iter().filter_map(|&event| {
            Some(Notice {
                text: event_words(event, names)?,
                is_error: event == Event::Stuck,
            })
        });
        let mut notices: Vec<Notice> = told.collect();
        if stepped.has_ended {
            self.playing = None;
            notices.push(Notice::info(SCRIPT_ENDED.text()));
        }
        self.close_what_was_left();
        let why = self.why.as_mut().filter(|_| stepped.has_moved);
        Outcome {
            notices,
            has_new_reason: why.is_some_and(|why| why.follow(trees.nodes, level, &self.body)),
        }
    }

    /// Ends the replay and the script.
    pub fn end_playback(&mut self) {
        self.end_replay();
        self.playing = None;
    }

    /// Moves the body to the spawn.
    pub fn respawn(&mut self, surroundings: &Surroundings<'_>, _: KeyNames<'_>) -> Option<String> {
        self.end_playback();
        self.body.respawn(&surroundings.level.spawn);
        self.close_what_was_left();
        None
    }

    /// Switches between walking and flying.
    pub fn toggle_walking(&mut self, _: &Surroundings<'_>, names: KeyNames<'_>) -> Option<String> {
        self.playing = None;
        self.body.walking = !self.body.walking;
        Some(self.body.mode_words(names))
    }

    /// Turns collisions off or on.
    pub fn toggle_noclip(&mut self, _: &Surroundings<'_>, _: KeyNames<'_>) -> Option<String> {
        self.end_playback();
        self.body.toggle_noclip();
        self.close_what_was_left();
        Some(self.body.noclip_words().to_owned())
    }

    /// Switches to the next collision method. If the method's planes are not built, the notice says so.
    pub fn next_collision(&mut self, surroundings: &Surroundings<'_>, _: KeyNames<'_>) -> Option<String> {
        let told = self.body.next_method(surroundings.level);
        let has_planes = surroundings.trees.planes.is_some();
        Some(match self.body.method {
            CollisionMethod::Planes if has_planes => told,
            CollisionMethod::Planes if surroundings.planes_pending => {
                text!("walk-collision-soon", method = told)
            }
            CollisionMethod::Planes => text!("walk-collision-as-sweep", method = told),
            _ => told,
        })
    }

    /// Explains why the body stopped, or closes the explanation.
    pub fn toggle_why(&mut self, surroundings: &Surroundings<'_>, _: KeyNames<'_>) -> Option<String> {
        if self.why.take().is_some() {
            return None;
        }
        self.why = ExplanationDisplay::new(surroundings.trees.nodes, surroundings.level, &self.body);
        self.why.is_none().then(|| text!("body-no-stop").to_owned())
    }

    /// Replays the most recent path, or ends the replay.
    pub fn toggle_replay(&mut self, surroundings: &Surroundings<'_>, _: KeyNames<'_>) -> Option<String> {
        if self.end_replay() {
            return None;
        }
        self.replay = WatchedReplay::begin(&mut self.body, surroundings.trees);
        self.replay.is_none().then(|| replay::NOTHING.text().to_owned())
    }

    /// Returns whether a replay, a script or a recording is active.
    pub fn is_driven(&self) -> bool {
        self.replay.is_some() || self.playing.is_some() || self.draft.is_some()
    }

    /// Moves the eye back to the body. Returns whether a replay was shown.
    pub fn end_replay(&mut self) -> bool {
        let replay = self.replay.take();
        if let Some(replay) = &replay {
            replay.end(&mut self.body);
        }
        replay.is_some()
    }

    /// Returns the items that Escape can close, each with whether it is open.
    pub fn closable_items(&self) -> [(Close, bool); 3] {
        [
            (Close::Explanation, self.why.is_some()),
            (Close::Replay, self.replay.is_some()),
            (Close::Script, self.playing.is_some()),
        ]
    }

    /// Closes one of [`Walker::closable_items`]. Does nothing for other items.
    pub fn close(&mut self, item: Close) {
        match item {
            Close::Explanation => self.why = None,
            Close::Replay => _ = self.end_replay(),
            Close::Script => self.playing = None,
            _ => {}
        }
    }

    /// Closes the replay and the explanation if the body was teleported away from their path.
    pub fn close_what_was_left(&mut self) {
        self.replay
            .take_if(|replay| replay.was_teleported_since(&self.body));
        self.why.take_if(|why| why.was_teleported_since(&self.body));
    }

    /// Closes the replay and the explanation after a change of the tree, because the new tree numbers its nodes
    /// differently.
    pub fn forget_tree(&mut self) {
        self.end_replay();
        self.why = None;
    }

    /// Keeps the body in place in a reloaded level. The next step moves it out of any new walls.
    pub fn keep_place_after_reload(&mut self) {
        self.forget_tree();
        self.playing = None;
        self.body.leak_place = None;
        self.body.teleport(self.body.position);
    }

    /// Returns the face that removed the most velocity at the explained stop.
    pub fn reason(&self) -> Option<&Reason> {
        self.why.as_ref()?.reasons.first()
    }

    /// Plays a script in the coordinate space of the level's file, with collision enabled.
    pub fn play(&mut self, mut lines: Vec<Line>, level: &Level) {
        for line in &mut lines {
            if let Line::Start { start } = line {
                *start = start.translated(-level.origin);
            }
        }
        self.body.noclip = false;
        self.playing = Some(Playing::script(lines, &level.spawn));
    }

    /// Moves the body to a station of a course, or plays the station. Returns the notice shown to the user.
    pub fn go_to_station(&mut self, station: &Station, watch: bool, spawn: &Spawn) -> String {
        self.body.noclip = false;
        self.playing = Some(Playing::station(station, watch, spawn));
        let [title, shows] = courses::words(station);
        text!("course-watched", title, shows)
    }

    /// Starts recording a script. The body starts at rest, as it does in playback. Returns the notice shown to the
    /// user.
    ///
    /// If recording is currently impossible, the notice says so.
    pub fn record(
        &mut self,
        level: &Level,
        tree: &Arc<NodeTree>,
        key_of: impl Fn(Action) -> String,
    ) -> String {
        if self.body.noclip || self.playing.is_some() {
            let [noclip, escape] = [Action::ToggleNoclip, Action::Escape].map(key_of);
            return text!("script-cannot-record", noclip, escape);
        }
        self.body.rest_in_place();
        self.draft = Some(ScriptRecorder::new(level, tree));
        let [record, play] = [Action::ToggleRecording, Action::PlayScript].map(key_of);
        text!("script-recording", record, play)
    }

    /// Returns a notice with the reason if the recording must end.
    pub fn recording_must_end(&self, tree: &Identity<NodeTree>) -> Option<String> {
        let obstacle = self
            .draft
            .as_ref()?
            .reason_to_stop(tree, self.body.mover.method)?;
        Some(text!("script-ends", obstacle))
    }

    /// Returns a copy that replaces this walker and takes over its recording. Both walkers end the replay and the
    /// script.
    #[must_use]
    pub fn hand_over(&mut self) -> Self {
        self.end_playback();
        let draft = self.draft.take();
        let mut copy = Self {
            draft,
            ..self.clone()
        };
        copy.body.leak_place = None;
        copy
    }
}

#[cfg(test)]
mod tests {
    use bspwalk_collision::mover::script;
    use bspwalk_progress::Progress;

    use super::*;
    use crate::{
        LevelName, Opened,
        actions::{FrontEnd, Keymap},
        opened,
        tree_args::TreeArgs,
    };

    fn hall() -> Opened {
        let level = LevelName::BuiltIn("hall".to_owned());
        opened::open(&level, &TreeArgs::default(), &Arc::default()).expect("it is built in")
    }

    fn step(walker: &mut Walker, opened: &Opened, planes_pending: bool) -> Outcome {
        let surroundings = Surroundings {
            level: &opened.level,
            trees: opened.trees_with(None),
            moving: None,
            planes_pending,
        };
        let ahead = Ticks {
            ticks: 1,
            forward: 1.0,
            ..Ticks::default()
        };
        let keymap = Keymap::default();
        walker.step(
            surroundings,
            ahead,
            false,
            keymap.names_for(FrontEnd::Terminal, true),
        )
    }

    #[test]
    fn script_waits_for_planes() {
        let opened = hall();
        let mut walker = Walker::default();
        walker.body.method = CollisionMethod::Planes;
        let lines =
            script::read(b"{\"ticks\":1,\"forward\":1}", &Progress::default()).expect("it is a script");
        walker.play(lines, &opened.level);
        for _ in 0..5 {
            step(&mut walker, &opened, true);
        }
        assert!(walker.playing.is_some() && walker.body.history().last().is_none());
        // Without a solid-leaf tree, the script plays with a different collision method.
        for _ in 0..5 {
            step(&mut walker, &opened, false);
        }
        assert!(walker.playing.is_none() && walker.body.history().last().is_some());
    }

    #[test]
    fn hand_over_moves_recording() {
        let opened = hall();
        let mut walker = Walker::default();
        walker.body.respawn(&opened.level.spawn);
        let _ = walker.record(&opened.level, &opened.tree, |_| String::new());
        step(&mut walker, &opened, false);
        let mut copy = walker.hand_over();
        assert!(walker.draft.is_none() && walker.body == copy.body);
        let tree = Identity::of(&opened.tree);
        assert_eq!(copy.recording_must_end(&tree), None);
        assert!(copy.recording_must_end(&Identity::default()).is_some());
        copy.body.method = CollisionMethod::Push;
        step(&mut copy, &opened, false);
        assert!(copy.recording_must_end(&tree).is_some(), "another method");
    }
}
