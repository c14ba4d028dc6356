//! Courses and stations, as stored in course files.

use bspwalk_collision::mover::{
    MoverParams,
    script::{Start, Ticks},
};
use bspwalk_text::text;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};
use serde_json::{Map, Value};

use super::check::StationCheck;

/// Maximum number of ticks in a station. Longer stations are cut off.
pub(super) const MAX_TICKS: usize = 100_000;

/// The stations of a level, in running order.
///
/// Deserialisation fails if there are no stations, if two stations have the same name, if a station has too many ticks,
/// or if a check cannot fail.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Course {
    /// Stations, with unique names.
    #[serde(deserialize_with = "checked")]
    pub stations: Vec<Station>,
}

fn checked<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Station>, D::Error> {
    let course = Course {
        stations: Vec::deserialize(deserializer)?,
    };
    course.validate().map_err(D::Error::custom)?;
    Ok(course.stations)
}

impl Course {
    fn validate(&self) -> Result<(), String> {
        if self.stations.is_empty() {
            return Err(text!("course-no-station").to_owned());
        }
        for (index, station) in self.stations.iter().enumerate() {
            let of_station = |reason: String| text!("course-station", name = station.name, reason);
            if self.stations[..index]
                .iter()
                .any(|other| other.name == station.name)
            {
                return Err(of_station(text!("course-same-name").to_owned()));
            }
            station.validate().map_err(of_station)?;
        }
        Ok(())
    }
}

/// A collision test at one spot in a level. All points are in metres, in the space of the tree.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Station {
    /// Name used in scripts and on the command line.
    pub name: String,
    /// Title shown to the user.
    pub title: String,
    /// Purpose of the station, as one sentence shown to the user.
    pub shows: String,
    /// Starting position of the body, and whether it walks or flies.
    pub start: Start,
    /// Dimensions and speeds of the body.
    #[serde(default, serialize_with = "changes")]
    pub params: MoverParams,
    /// Inputs, in sequence. A tick lasts 1 / [`TICKS_PER_SECOND`](super::TICKS_PER_SECOND) seconds.
    pub inputs: Vec<Ticks>,
    /// Checks that the body must pass.
    pub checks: Vec<StationCheck>,
}

impl Station {
    fn ticks(&self) -> usize {
        let ticks = self.inputs.iter().map(|ticks| ticks.ticks);
        ticks
            .fold(0, |sum: u64, ticks| sum.saturating_add(ticks))
            .try_into()
            .unwrap_or(usize::MAX)
    }

    fn validate(&self) -> Result<(), String> {
        let ticks = self.ticks();
        if ticks > MAX_TICKS {
            return Err(text!("course-too-many-ticks", most = MAX_TICKS));
        }
        if self.checks.is_empty() {
            return Err(text!("course-no-check").to_owned());
        }
        self.checks.iter().try_for_each(|check| {
            let of_check = |reason: String| format!("{}: {reason}", check.name());
            check.ensure_can_fail(ticks).map_err(of_check)
        })
    }
}

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
