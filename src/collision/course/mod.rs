//! Courses: places that make collision fail, each with what a body does there and what is to be true of it. A station
//! scores itself, for each way to move.
//!
//! A course lies beside its level as JSON; the built-in ones are embedded. It names places of the level, and no faces.

mod check;
mod run;

use std::sync::LazyLock;

use serde::{Deserialize, Serialize, Serializer};
use serde_json::{Map, Value};

use super::mover::{
    MoverParams,
    script::{Start, Ticks},
};
pub use check::{Check, Outcome, Place, Span};
use run::MOST_TICKS;
pub use run::{Score, run};

/// Ticks a second of every course.
pub const RATE: f32 = 120.0;

/// The stations of a level, in the order in which they are visited.
///
/// One that is read has been checked, see [`Course::check`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Stations")]
pub struct Course {
    /// The stations; their names differ.
    pub stations: Vec<Station>,
}

/// A course as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Stations {
    stations: Vec<Station>,
}

impl TryFrom<Stations> for Course {
    type Error = String;

    fn try_from(Stations { stations }: Stations) -> Result<Self, String> {
        let course = Self { stations };
        course.check().map(|()| course)
    }
}

impl Course {
    /// Whether every station can be run whole and each of its checks shows something.
    ///
    /// # Errors
    /// Which station and check is wrong, and why, in a sentence for a person.
    pub fn check(&self) -> Result<(), String> {
        if self.stations.is_empty() {
            return Err("a course needs a station".to_owned());
        }
        for (index, station) in self.stations.iter().enumerate() {
            let of_station = |what: String| format!("station \"{}\": {what}", station.name);
            if self.stations[..index]
                .iter()
                .any(|other| other.name == station.name)
            {
                return Err(of_station("another has the same name".to_owned()));
            }
            station.check().map_err(of_station)?;
        }
        Ok(())
    }

    /// The station of this name.
    #[must_use]
    pub fn station(&self, name: &str) -> Option<&Station> {
        self.stations.iter().find(|station| station.name == name)
    }
}

/// A place with a trial.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Station {
    /// How scripts name it.
    pub name: String,
    /// What a person calls it.
    pub title: String,
    /// What it shows, in one sentence for a person.
    pub shows: String,
    /// Where the body begins, and how it goes.
    pub start: Start,
    /// How it is built and moves; what is not said is as everywhere.
    #[serde(default, serialize_with = "changes")]
    pub params: MoverParams,
    /// What is wanted of it, at [`RATE`].
    pub inputs: Vec<Ticks>,
    /// What is to be true.
    pub checks: Vec<Check>,
}

impl Station {
    /// Ticks of all inputs.
    fn ticks(&self) -> usize {
        let ticks = self.inputs.iter().map(|ticks| ticks.ticks);
        ticks
            .fold(0, |sum: u64, ticks| sum.saturating_add(ticks))
            .try_into()
            .unwrap_or(usize::MAX)
    }

    fn check(&self) -> Result<(), String> {
        let ticks = self.ticks();
        if ticks > MOST_TICKS {
            return Err(format!("it has more than {MOST_TICKS} ticks"));
        }
        if self.checks.is_empty() {
            return Err("it needs a check".to_owned());
        }
        self.checks.iter().try_for_each(|check| {
            let of_check = |lacks: String| format!("{}: {lacks}", check.name());
            check.shown_by(ticks).map_err(of_check)
        })
    }
}

/// Writes the parameters that are not the default ones.
fn changes<S: Serializer>(params: &MoverParams, serializer: S) -> Result<S::Ok, S::Error> {
    let fields = |params: &MoverParams| match serde_json::to_value(params) {
        Ok(Value::Object(fields)) => fields,
        _ => Map::new(),
    };
    let default = fields(&MoverParams::default());
    let mut changed = fields(params);
    changed.retain(|name, value| default.get(name) != Some(value));
    changed.serialize(serializer)
}

/// The course of `torture`.
static TORTURE: LazyLock<Course> = LazyLock::new(|| {
    let text = include_str!(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/assets/levels/torture.course.json"
    ));
    serde_json::from_str(text).expect("the embedded course is one")
});

/// The course of the built-in level of this name.
#[must_use]
pub fn builtin(level: &str) -> Option<&'static Course> {
    (level == "torture").then(|| &*TORTURE)
}
