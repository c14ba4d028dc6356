//! The rules by the user's choice and by names.

use super::{Kind, Reason, StructureParams};
use crate::level::Level;

/// The triangles for whose objects the user chose.
pub(super) fn by_hand<'a>(
    level: &'a Level,
    params: &'a StructureParams,
) -> impl Iterator<Item = (u32, Reason)> + 'a {
    let objects: Vec<Option<Kind>> = level
        .objects
        .iter()
        .map(|name| params.by_hand.get(name).copied())
        .collect();
    decided(level, move |object, _| objects.get(object).copied().flatten())
        .map(|(index, kind)| (index, Reason::ByHand(kind)))
}

/// The triangles that a name decides: the object's before the material's.
pub(super) fn by_name<'a>(
    level: &'a Level,
    params: &'a StructureParams,
) -> impl Iterator<Item = (u32, Reason)> + 'a {
    let said = |name: &str| said(name, params);
    let objects: Vec<Option<Kind>> = level.objects.iter().map(|name| said(name)).collect();
    let materials: Vec<Option<Kind>> = level
        .materials
        .iter()
        .map(|material| said(&material.name))
        .collect();
    decided(level, move |object, material| {
        let of_object = objects.get(object).copied().flatten();
        of_object.or(materials.get(material).copied().flatten())
    })
    .map(|(index, kind)| (index, Reason::ByName(kind)))
}

/// The triangles that are decided by their object and material.
fn decided<'a>(
    level: &'a Level,
    kind: impl Fn(usize, usize) -> Option<Kind> + 'a,
) -> impl Iterator<Item = (u32, Kind)> + 'a {
    (0..).zip(&level.triangles).filter_map(move |(index, triangle)| {
        Some((index, kind(triangle.object as usize, triangle.material as usize)?))
    })
}

/// The kind that a name asks for.
fn said(name: &str, params: &StructureParams) -> Option<Kind> {
    let begins = |word: &str| {
        name.get(..word.len())
            .is_some_and(|start| start.eq_ignore_ascii_case(word))
    };
    if params.names && begins("detail") {
        return Some(Kind::Detail);
    }
    // `structure` and `structural` alike.
    if params.names && begins("structur") {
        return Some(Kind::Structural);
    }
    let mut letters = name.chars();
    let kind = match letters.next() {
        Some('D') => Kind::Detail,
        Some('S') => Kind::Structural,
        _ => return None,
    };
    // `DSphere01` is a detail; in `Sphere01` and `Door` the letter belongs to the word.
    let is_prefix = letters.next().is_some_and(|next| !next.is_lowercase());
    (params.letters && is_prefix).then_some(kind)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_decide_by_their_beginning() {
        use Kind::{Detail, Structural};
        let (names, letters) = (
            StructureParams::names(),
            StructureParams {
                letters: true,
                ..StructureParams::names()
            },
        );
        for (name, by_names, by_letters) in [
            ("detail", Some(Detail), Some(Detail)),
            ("Detail_Pillar.001", Some(Detail), Some(Detail)),
            ("DETAIL", Some(Detail), Some(Detail)),
            ("structure_wall", Some(Structural), Some(Structural)),
            ("Structural", Some(Structural), Some(Structural)),
            ("DSphere01", None, Some(Detail)),
            ("SSphere01", None, Some(Structural)),
            ("D_crate", None, Some(Detail)),
            ("S01", None, Some(Structural)),
            ("Sphere01", None, None),
            ("Door", None, None),
            ("D", None, None),
            ("my_detail", None, None),
            ("détail", None, None),
            ("", None, None),
        ] {
            assert_eq!(said(name, &names), by_names, "{name}");
            assert_eq!(said(name, &letters), by_letters, "{name}");
            assert_eq!(said(name, &StructureParams::all()), None, "{name}");
        }
    }
}
