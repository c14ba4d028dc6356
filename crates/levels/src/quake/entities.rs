//! Keys and values of entities, and selection of the player start.

use glam::{DQuat, DVec3, EulerRot};

use crate::{
    Entity,
    assemble::{DraftEntity, DraftSpawn},
};

/// Height of a player's origin above the feet, in units. The player is 56 units tall, and the bounding box extends to
/// 24 units below the origin.
pub(crate) const ORIGIN_ABOVE_FEET: f64 = 24.0;

#[derive(Clone, Debug, Default)]
pub(crate) struct Keys {
    /// Keys and values. If a key is repeated, the last one wins, as in Quake.
    pub(crate) pairs: Vec<(String, String)>,
    /// Line number in the file, from 1, if known.
    pub(crate) line: Option<usize>,
}

/// Returns the WAD files that a map asks for, separated by semicolons: the value of `wad` or `_wad` of the world.
pub(crate) fn wad_paths(entities: &[Keys]) -> &str {
    let world = entities.iter().find(|keys| keys.class() == "worldspawn");
    let world = world.or(entities.first());
    let paths = world.and_then(|keys| keys.get("wad").or_else(|| keys.get("_wad")));
    paths.unwrap_or_default()
}

impl Keys {
    /// Returns the value of a key, ignoring case.
    pub(crate) fn get(&self, key: &str) -> Option<&str> {
        let mut pairs = self.pairs.iter().rev();
        let (_, value) = pairs.find(|(name, _)| name.eq_ignore_ascii_case(key))?;
        Some(value)
    }

    pub(crate) fn class(&self) -> &str {
        self.get("classname").unwrap_or_default()
    }

    /// Returns the name that other entities use to refer to this entity.
    pub(crate) fn name(&self) -> Option<&str> {
        self.get("targetname").filter(|name| !name.is_empty())
    }

    /// Returns the class, followed by the name in quotation marks if the entity has one.
    pub(crate) fn title(&self) -> String {
        match self.name() {
            Some(name) => format!("{} \"{name}\"", self.class()),
            None => self.class().to_owned(),
        }
    }

    pub(crate) fn numbers(&self, key: &str) -> Option<Vec<f64>> {
        let words = self.get(key)?.split_whitespace();
        let numbers = words.map_while(|word| word.parse().ok().filter(|number: &f64| number.is_finite()));
        // No value has more than four numbers.
        Some(numbers.take(4).collect())
    }

    pub(crate) fn vector(&self, key: &str) -> Option<DVec3> {
        match self.numbers(key)?[..] {
            [x, y, z, ..] => Some(DVec3::new(x, y, z)),
            _ => None,
        }
    }

    /// Returns the position, in the file's axes and units.
    pub(crate) fn origin(&self) -> Option<DVec3> {
        self.vector("origin")
    }

    /// Returns the viewing direction in the file's axes. The key is `angles` (pitch, yaw, roll, where positive pitch
    /// looks down), its synonym `mangle`, or `angle` (yaw, where −1 is up and −2 is down). The default direction is +X.
    pub(crate) fn facing(&self) -> DVec3 {
        // For Quake's lights, `mangle` is yaw, pitch and roll, where positive pitch looks up.
        let angles = self.vector("angles").or_else(|| {
            let mangle = self.vector("mangle")?;
            let is_light = self.class().starts_with("light");
            Some(if is_light {
                DVec3::new(-mangle.y, mangle.x, mangle.z)
            } else {
                mangle
            })
        });
        if let Some(angles) = angles {
            let [pitch, yaw, _] = angles.to_array().map(f64::to_radians);
            return DQuat::from_euler(EulerRot::ZYX, yaw, pitch, 0.0) * DVec3::X;
        }
        match self.numbers("angle").as_deref() {
            Some([-1.0, ..]) => DVec3::Z,
            Some([-2.0, ..]) => DVec3::NEG_Z,
            Some(&[yaw, ..]) => DQuat::from_rotation_z(yaw.to_radians()) * DVec3::X,
            _ => DVec3::X,
        }
    }

    /// Converts the entity to a draft. The position is `middle`, the centre of its brushes. For an entity without
    /// brushes, it is the value of the `origin` key, or zero if the key is missing. The entity has a viewing direction
    /// if a key specifies one or if it is a player start.
    pub(crate) fn into_draft(self, middle: Option<DVec3>, object: Option<u32>) -> DraftEntity {
        let says_so = ["angle", "angles", "mangle"]
            .iter()
            .any(|key| self.get(key).is_some());
        let facing = (says_so || start_rank(self.class()).is_some()).then(|| self.facing());
        let entity = Entity {
            class: self.class().to_owned(),
            name: self.name().map(str::to_owned),
            position: middle.or(self.origin()).unwrap_or_default(),
            yaw: None,
            object,
            line: self.line,
            properties: self.pairs,
        };
        DraftEntity { entity, facing }
    }
}

/// Classes of player starts, best first.
const STARTS: &[&str] = &[
    "info_player_start",
    "spawn_player",
    "info_player_start2",
    "info_player_coop",
    "info_player_deathmatch",
    "info_player_team1",
    "info_player_team2",
    "info_player_teamspawn",
    "testplayerstart",
];

/// Returns the rank of a player start's class (0 is best), or `None` for other classes.
pub(crate) fn start_rank(class: &str) -> Option<usize> {
    STARTS.iter().position(|start| start.eq_ignore_ascii_case(class))
}

/// Returns the player start: the first entity that has a position and belongs to the best class.
pub(crate) fn find_player_start<'a>(entities: impl IntoIterator<Item = &'a Keys>) -> Option<DraftSpawn> {
    let ranked = entities.into_iter().filter_map(|keys| {
        let origin = keys.origin()?;
        Some((start_rank(keys.class())?, keys, origin))
    });
    // If several entities have the same rank, the first one wins.
    let (_, keys, origin) = ranked.min_by_key(|&(rank, ..)| rank)?;
    Some(DraftSpawn {
        position: origin - ORIGIN_ABOVE_FEET * DVec3::Z,
        is_eye: false,
        facing: Some(keys.facing()),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keys(pairs: &[(&str, &str)]) -> Keys {
        let pairs = pairs
            .iter()
            .map(|&(key, value)| (key.to_owned(), value.to_owned()));
        Keys {
            pairs: pairs.collect(),
            line: None,
        }
    }

    #[test]
    fn angles_follow_quake() {
        for (pairs, expected) in [
            (&[][..], DVec3::X),
            (&[("angle", "90")][..], DVec3::Y),
            (&[("angle", "-1")], DVec3::Z),
            (&[("angle", "-2")], DVec3::NEG_Z),
            (&[("angles", "0 180 0")], DVec3::NEG_X),
            (&[("angles", "90 0 0")], DVec3::NEG_Z),
            (&[("mangle", "0 270 0")], DVec3::NEG_Y),
            (
                &[("classname", "light_spot"), ("mangle", "0 -90 0")],
                DVec3::NEG_Z,
            ),
            (&[("angle", "north")], DVec3::X),
        ] {
            let facing = keys(pairs).facing();
            assert!(facing.distance(expected) < 1.0e-12, "{pairs:?}: {facing}");
        }
    }

    #[test]
    fn single_player_start_is_preferred() {
        let entity = |class: &str, origin: &str| keys(&[("classname", class), ("origin", origin)]);
        let entities = [
            entity("info_player_deathmatch", "1 0 0"),
            entity("info_player_start", "nowhere"),
            entity("info_player_start", "8 0 24"),
            entity("info_player_start", "9 0 24"),
        ];
        let start = super::find_player_start(&entities).unwrap();
        assert_eq!(start.position, DVec3::new(8.0, 0.0, 0.0));
        assert!(super::find_player_start(&entities[1..2]).is_none());
        let start = super::find_player_start(&entities[..1]).unwrap();
        assert_eq!(start.position, DVec3::new(1.0, 0.0, -24.0));
    }
}
