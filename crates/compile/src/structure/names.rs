//! Rules that classify faces by the user's choice or by name.

use bspwalk_levels::Level;

use super::{Kind, Reason, StructureParams};

/// Returns the triangles of objects that the user has classified.
pub(super) fn user_classified(
    level: &Level,
    params: &StructureParams,
) -> impl Iterator<Item = (u32, Reason)> {
    let objects = level.objects.iter();
    let objects = objects.map(|name| params.by_hand.get(name).copied());
    decided(level, objects.collect(), Vec::new(), Reason::ByHand)
}

/// Returns the moving triangles of a level with separate moving parts. Because they move, they cannot separate rooms.
pub(super) fn moving_triangles(level: &Level) -> impl Iterator<Item = (u32, Reason)> {
    let owners = if level.apart {
        level.mechanism_of_objects()
    } else {
        Vec::new()
    };
    let kinds = owners.into_iter().map(|owner| owner.map(|_| Kind::Detail));
    decided(level, kinds.collect(), Vec::new(), Reason::ByName)
}

/// Returns the triangles of a level whose source has brushes. Triangles of structural brushes are structural; all
/// others are detail.
pub(super) fn by_brushes(level: &Level, params: &StructureParams) -> impl Iterator<Item = (u32, Reason)> {
    let mut kinds = vec![Some(Kind::Detail); level.objects.len()];
    for brush in level.brushes.iter().filter(|brush| !brush.detail) {
        kinds[brush.object as usize] = Some(Kind::Structural);
    }
    if level.brushes.is_empty() || !params.names {
        kinds.clear();
    }
    decided(level, kinds, Vec::new(), Reason::ByName)
}

/// Returns the triangles that are classified by name. The object's name takes precedence over the material's name.
///
/// An object that belongs to an entity, such as a door, is detail because of the entity's class. It may move, and no
/// compiler in Quake's family lets such objects divide space.
pub(super) fn by_name(level: &Level, params: &StructureParams) -> impl Iterator<Item = (u32, Reason)> {
    let mut is_moving = vec![false; level.objects.len()];
    let is_world = |class: &str| {
        ["worldspawn", "func_group"]
            .iter()
            .any(|world| class.eq_ignore_ascii_case(world))
    };
    for entity in level.entities.iter().filter(|entity| !is_world(&entity.class)) {
        if let Some(is_moving) = entity
            .object
            .and_then(|object| is_moving.get_mut(object as usize))
        {
            *is_moving = true;
        }
    }
    let of_entity = |is_moving: bool| (params.names && is_moving).then_some(Kind::Detail);
    let objects = level.objects.iter().zip(is_moving);
    let objects = objects.map(|(name, is_moving)| said(name, params).or(of_entity(is_moving)));
    let materials = level.materials.iter();
    let materials = materials.map(|material| said(&material.name, params));
    decided(level, objects.collect(), materials.collect(), Reason::ByName)
}

/// Returns the triangles whose object name or, failing that, material name specifies a kind.
fn decided(
    level: &Level,
    objects: Vec<Option<Kind>>,
    materials: Vec<Option<Kind>>,
    reason: fn(Kind) -> Reason,
) -> impl Iterator<Item = (u32, Reason)> {
    (0..).zip(&level.triangles).filter_map(move |(index, triangle)| {
        let of = |kinds: &[Option<Kind>], index: u32| kinds.get(index as usize).copied().flatten();
        let kind = of(&objects, triangle.object).or(of(&materials, triangle.material))?;
        Some((index, reason(kind)))
    })
}

/// Returns the kind that a name specifies, if any.
fn said(name: &str, params: &StructureParams) -> Option<Kind> {
    let begins = |word: &str| {
        name.get(..word.len())
            .is_some_and(|start| start.eq_ignore_ascii_case(word))
    };
    if params.names && begins("detail") {
        return Some(Kind::Detail);
    }
    // Matches both `structure` and `structural`.
    if params.names && begins("structur") {
        return Some(Kind::Structural);
    }
    let mut letters = name.chars();
    let kind = match letters.next() {
        Some('D') => Kind::Detail,
        Some('S') => Kind::Structural,
        _ => return None,
    };
    // `DSphere01` has the prefix `D` and is detail. In `Sphere01` and `Door`, the first letter is part of the word.
    let is_prefix = letters.next().is_some_and(|next| !next.is_lowercase());
    (params.letters && is_prefix).then_some(kind)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn name_prefixes_decide_the_kind() {
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
            assert_eq!(said(name, &StructureParams::all_structural()), None, "{name}");
        }
    }
}
