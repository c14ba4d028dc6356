//! Keeps track of the objects, groups and materials that faces in an OBJ file belong to.

use std::{collections::HashMap, hash::Hash};

use xxhash_rust::xxh3::xxh3_64;

use crate::spawn::is_spawn;

/// Properties that a run of faces has in common.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Section {
    /// Index into [`Names::objects`].
    pub(super) object: u32,
    /// Index into [`Names::materials`]; `None` before the first `usemtl`.
    pub(super) material: Option<u32>,
    /// Whether the name of the object, the group or the material begins with `*`.
    pub(super) liquid: bool,
    /// Whether the object or the group is named `spawn`.
    pub(super) spawn: bool,
}

#[derive(Default)]
pub(super) struct Names {
    /// All distinct sections that contain faces.
    pub(super) sections: Vec<Section>,
    pub(super) objects: Vec<String>,
    /// Material names, each with the line of its first use.
    pub(super) materials: Vec<(String, usize)>,
    object: String,
    group: String,
    material: Option<u32>,
    current: Option<u32>,
    section_numbers: HashMap<Section, u32>,
    object_numbers: HashMap<String, u32>,
    material_numbers: HashMap<String, u32>,
}

impl Names {
    /// Begins an object (`o`), which ends the current group.
    pub(super) fn begin_object(&mut self, name: &[u8]) {
        self.object = truncate_name(name);
        self.group.clear();
        self.current = None;
    }

    /// Begins a group (`g`) within the current object.
    pub(super) fn begin_group(&mut self, name: &[u8]) {
        self.group = truncate_name(name);
        self.current = None;
    }

    pub(super) fn begin_material(&mut self, name: &[u8], line: usize) {
        let name = truncate_name(name);
        let materials = &mut self.materials;
        self.material = Some(number_of(&mut self.material_numbers, name, |name| {
            materials.push((name.clone(), line));
        }));
        self.current = None;
    }

    /// Returns the index into [`Names::sections`] for a face at this position in the file.
    pub(super) fn section(&mut self) -> u32 {
        if let Some(section) = self.current {
            return section;
        }
        let names = [self.object.as_str(), self.group.as_str()];
        let material_name = self
            .material
            .map(|material| self.materials[material as usize].0.as_str());
        let label = match names {
            ["", ""] => "unnamed".to_owned(),
            [only, ""] | ["", only] => only.to_owned(),
            [object, group] if object == group => object.to_owned(),
            [object, group] => format!("{object}/{group}"),
        };
        let liquid = names
            .into_iter()
            .chain(material_name)
            .any(|name| name.starts_with('*'));
        let spawn = names.into_iter().any(is_spawn);
        let objects = &mut self.objects;
        let section = Section {
            object: number_of(&mut self.object_numbers, label, |label| {
                objects.push(label.clone());
            }),
            material: self.material,
            liquid,
            spawn,
        };
        let sections = &mut self.sections;
        *self
            .current
            .insert(number_of(&mut self.section_numbers, section, |section| {
                sections.push(*section);
            }))
    }
}

/// Returns the number of a key. Keys are numbered in order of first occurrence. Calls `new` if the key is new.
fn number_of<K: Eq + Hash>(numbers: &mut HashMap<K, u32>, key: K, new: impl FnOnce(&K)) -> u32 {
    let next = numbers.len() as u32;
    *numbers.entry(key).or_insert_with_key(|key| {
        new(key);
        next
    })
}

/// Maximum length (in bytes) of the name of an object, group or material. Each group's label contains its object's
/// name, so a long name would be stored many times.
const LONGEST: usize = 512;

/// Converts a name to a string, replacing invalid UTF-8.
pub(super) fn text(name: &[u8]) -> String {
    String::from_utf8_lossy(name).into_owned()
}

/// Converts the name of an object, group or material to a string. Names longer than [`LONGEST`] bytes are truncated,
/// and a hash of the rest is appended.
pub(super) fn truncate_name(name: &[u8]) -> String {
    match name.split_at_checked(LONGEST) {
        Some((head, rest)) if !rest.is_empty() => format!("{}…{:x}", text(head), xxh3_64(rest)),
        _ => text(name),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sections_combine_object_group_and_material() {
        let mut names = Names::default();
        names.begin_object(b"house");
        let bare = names.section();
        names.begin_group(b"*pool");
        names.begin_material(b"water", 3);
        let pool = names.section();
        names.begin_group(b"*pool");
        assert_eq!(names.section(), pool);
        names.begin_object(b"garden");
        let garden = names.section();
        assert_eq!([bare, pool, garden], [0, 1, 2]);
        assert_eq!(names.objects, ["house", "house/*pool", "garden"]);
        assert_eq!(names.materials, [("water".to_owned(), 3)]);
        let liquid: Vec<bool> = names.sections.iter().map(|section| section.liquid).collect();
        assert_eq!(liquid, [false, true, false]);
    }
}
