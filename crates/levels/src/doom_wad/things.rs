//! Converts a map's things to the player start and to named entities.

use bspwalk_progress::{Cancelled, Progress};
use glam::{DVec2, DVec3};

use super::{
    floor_plan::FloorPlan,
    heights::Heights,
    lumps::{Lumps, Thing},
};
use crate::{
    Entity,
    assemble::{DraftEntity, DraftSpawn},
};

/// Thing number of player 1's start.
const START: u16 = 1;

/// Names of the most common things, by thing number ("The Unofficial DOOM Specs", chapter 5).
const NAMES: &[(u16, &str)] = &[
    (START, "player 1 start"),
    (2, "player 2 start"),
    (3, "player 3 start"),
    (4, "player 4 start"),
    (5, "blue keycard"),
    (6, "yellow keycard"),
    (7, "spider mastermind"),
    (9, "shotgun guy"),
    (11, "deathmatch start"),
    (13, "red keycard"),
    (14, "teleport destination"),
    (16, "cyberdemon"),
    (38, "red skull key"),
    (39, "yellow skull key"),
    (40, "blue skull key"),
    (58, "spectre"),
    (64, "arch-vile"),
    (65, "heavy weapon dude"),
    (66, "revenant"),
    (67, "mancubus"),
    (68, "arachnotron"),
    (69, "hell knight"),
    (71, "pain elemental"),
    (82, "super shotgun"),
    (2001, "shotgun"),
    (2002, "chaingun"),
    (2003, "rocket launcher"),
    (2004, "plasma gun"),
    (2005, "chainsaw"),
    (2006, "BFG 9000"),
    (2007, "clip"),
    (2008, "shells"),
    (2011, "stimpack"),
    (2012, "medikit"),
    (2013, "soulsphere"),
    (2014, "health bonus"),
    (2015, "armor bonus"),
    (2018, "green armor"),
    (2019, "blue armor"),
    (2035, "barrel"),
    (3001, "imp"),
    (3002, "demon"),
    (3003, "baron of hell"),
    (3004, "zombieman"),
    (3005, "cacodemon"),
    (3006, "lost soul"),
];

/// Last thing number with the same meaning in all games that use DOOM's engine. 1 to 4 are the player starts.
const LAST_COMMON: u16 = 4;

/// Returns a thing's name. Other games share only the numbers of the player starts.
fn name(kind: u16, is_of_doom: bool) -> String {
    let known = NAMES.iter().find(|(number, _)| *number == kind);
    let known = known.filter(|(number, _)| is_of_doom || *number <= LAST_COMMON);
    known.map_or_else(|| format!("thing {kind}"), |(_, name)| (*name).to_owned())
}

/// A map's things, each with the height of the floor below it; `None` for things outside all sectors.
pub(super) struct Placed<'a> {
    things: &'a [Thing],
    is_of_doom: bool,
    floors: Vec<Option<f64>>,
}

impl<'a> Placed<'a> {
    pub(super) fn new(
        lumps: &'a Lumps<'_>,
        plan: &FloorPlan,
        heights: &Heights,
        progress: &Progress,
    ) -> Result<Self, Cancelled> {
        let things = &lumps.things[..];
        let points: Vec<DVec2> = things.iter().map(|thing| thing.place).collect();
        let sectors = plan.sectors_at(&points, progress)?.into_iter();
        let floors = sectors.map(|sector| heights.floors.get(sector? as usize).copied());
        Ok(Self {
            things,
            is_of_doom: lumps.has_things_of_doom,
            floors: floors.collect(),
        })
    }

    /// Returns the things as entities. For things outside all sectors, the floor is assumed to be at height 0.
    pub(super) fn entities(&self) -> Vec<DraftEntity> {
        let entities = self
            .things
            .iter()
            .zip(&self.floors)
            .map(|(thing, floor)| DraftEntity {
                entity: Entity {
                    class: name(thing.kind, self.is_of_doom),
                    name: None,
                    position: thing.place.extend(floor.unwrap_or(0.0) + thing.height),
                    yaw: None,
                    properties: vec![
                        ("type".to_owned(), thing.kind.to_string()),
                        ("angle".to_owned(), thing.angle.to_string()),
                        ("flags".to_owned(), thing.flags.to_string()),
                    ],
                    object: None,
                    line: None,
                },
                facing: Some(facing(thing)),
            });
        entities.collect()
    }

    /// Returns the player start. If the map has several, returns the last one; in the game, the others become voodoo
    /// dolls.
    pub(super) fn start(&self) -> Option<DraftSpawn> {
        let starts = self.things.iter().zip(&self.floors).rev();
        let mut starts = starts.filter_map(|(thing, floor)| Some((thing, (*floor)?)));
        let (start, floor) = starts.find(|(thing, _)| thing.kind == START)?;
        Some(DraftSpawn {
            position: start.place.extend(floor),
            is_eye: false,
            facing: Some(facing(start)),
        })
    }
}

fn facing(thing: &Thing) -> DVec3 {
    DVec2::from_angle(thing.angle.to_radians()).extend(0.0)
}
