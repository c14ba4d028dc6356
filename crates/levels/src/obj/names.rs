//! The objects, groups and materials that the faces of an OBJ text belong to.

use std::{collections::HashMap, hash::Hash};

use xxhash_rust::xxh3::xxh3_64;

use crate::marks::is_spawn;

/// What a run of faces belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Section {
    /// Index into [`Names::objects`].
    pub(super) object: u32,
    /// Index into [`Names::materials`]; `None` before any `usemtl`.
    pub(super) material: Option<u32>,
    /// The object's, the group's or the material's name begins with `*`.
    pub(super) liquid: bool,
    /// The object or the group is named `spawn`.
    pub(super) spawn: bool,
}

/// The names read so far, and the current ones.
#[derive(Default)]
pub(super) struct Names {
    /// Every different section that has a face.
    pub(super) sections: Vec<Section>,
    /// Labels of the objects and groups that have a face.
    pub(super) objects: Vec<String>,
    /// Names of the materials, with the line of their first use.
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
    /// `o`: what follows belongs to this object, and to no group.
    pub(super) fn begin_object(&mut self, name: &[u8]) {
        self.object = short(name);
        self.group.clear();
        self.current = None;
    }

    /// `g`: what follows belongs to this group of the current object.
    pub(super) fn begin_group(&mut self, name: &[u8]) {
        self.group = short(name);
        self.current = None;
    }

    /// `usemtl`: what follows has this material.
    pub(super) fn begin_material(&mut self, name: &[u8], line: usize) {
        let name = short(name);
        let materials = &mut self.materials;
        self.material = Some(number_of(&mut self.material_numbers, name, |name| {
            materials.push((name.clone(), line));
        }));
        self.current = None;
    }

    /// Index into [`Names::sections`] of what a face here belongs to.
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

/// The number of a key, in the order in which keys first come; `new` is called with one that has none yet.
fn number_of<K: Eq + Hash>(numbers: &mut HashMap<K, u32>, key: K, new: impl FnOnce(&K)) -> u32 {
    let next = numbers.len() as u32;
    *numbers.entry(key).or_insert_with_key(|key| {
        new(key);
        next
    })
}

/// How many bytes of the name of an object, a group or a material are read: labels repeat names, so that a long one would take
/// memory for every group.
const LONGEST: usize = 512;

/// A name as text; bytes that are no UTF-8 are replaced.
pub(super) fn text(name: &[u8]) -> String {
    String::from_utf8_lossy(name).into_owned()
}

/// The name of an object, a group or a material; one of more than [`LONGEST`] bytes is cut, with a mark of what it was.
pub(super) fn short(name: &[u8]) -> String {
    match name.split_at_checked(LONGEST) {
        Some((head, rest)) if !rest.is_empty() => format!("{}…{:x}", text(head), xxh3_64(rest)),
        _ => text(name),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sections_join_objects_groups_and_materials() {
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
