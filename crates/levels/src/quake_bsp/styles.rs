//! Finds the lights of the styles that faces use, and their brightness at the start of the level.

use std::collections::{BTreeMap, BTreeSet};

use crate::{
    light_maps::LightMaps,
    light_styles::{FIRST_SWITCHED, LightStyle, NO_STYLE},
    quake::entities::Keys,
};

/// Spawnflag of a switched light that starts off (`light` of Quake's `misc.qc`).
const START_OFF: u32 = 1;

/// Maximum number of lights to name per style.
const MOST_NAMED: usize = 3;

/// Finds the styles that faces use.
pub(super) fn find(light: &mut LightMaps, entities: &[Keys]) {
    let grids = light.grids.iter();
    let named: BTreeSet<u8> = grids.flat_map(|grid| grid.styles).collect();
    let mut styles: BTreeMap<u8, LightStyle> = named
        .into_iter()
        .filter(|&style| style != NO_STYLE)
        .map(|number| {
            let style = LightStyle {
                number,
                at_start: 1.0,
                lights: Vec::new(),
            };
            (number, style)
        })
        .collect();
    for keys in entities {
        let number = keys.get("style").and_then(|style| style.trim().parse().ok());
        let number: Option<u8> = number.filter(|&number| number >= FIRST_SWITCHED);
        let style = number.and_then(|number| styles.get_mut(&number));
        // Quake removes a light without a name and bakes it in. Its style is then a normal one.
        let (Some(style), Some(name)) = (style, keys.name()) else {
            continue;
        };
        let flags = keys.get("spawnflags").and_then(|flags| flags.trim().parse().ok());
        let is_light = keys.class().starts_with("light");
        if is_light && flags.is_some_and(|flags: u32| flags & START_OFF != 0) {
            style.at_start = 0.0;
        }
        let light = format!("{} \"{name}\"", keys.class());
        if !style.lights.contains(&light) {
            match style.lights.len() {
                MOST_NAMED => style.lights.push("…".to_owned()),
                count if count < MOST_NAMED => style.lights.push(light),
                _ => {}
            }
        }
    }
    light.styles = styles.into_values().collect();
}
