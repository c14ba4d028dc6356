//! How texture names, entity classes and Quake II flags are interpreted, as in the compilers qbsp, ericw-tools and
//! qbsp3.

/// How a brush side or face behaves according to its texture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum TextureKind {
    /// Visible, with solid space behind it.
    Ordinary,
    /// Shows the sky, with solid space behind it.
    Sky,
    /// Surface of water, slime, lava or a teleporter; visible but not solid.
    Liquid,
    /// Invisible, but blocks bodies.
    Clip,
    /// Invisible, and only detects bodies.
    Trigger,
    /// Invisible, with solid space behind it.
    Skip,
    /// Suggests a splitting plane to the compiler, without a surface.
    Hint,
    /// Side of a hint brush that suggests nothing.
    HintSkip,
    /// Marks the rotation centre of an entity.
    Origin,
}

impl TextureKind {
    pub(crate) fn is_drawn(self) -> bool {
        matches!(self, Self::Ordinary | Self::Sky | Self::Liquid)
    }

    /// Returns a surface's opacity for these Quake II flags, or `None` if it is opaque. Liquids are opaque in Quake but
    /// translucent here, so that the ground below them is visible.
    pub(crate) fn opacity(self, surface_flags: i32) -> Option<f32> {
        let [third, two_thirds] = quake2::SURFACE_TRANSLUCENT.map(|flag| surface_flags & flag != 0);
        match self {
            _ if third => Some(0.33),
            _ if two_thirds => Some(0.66),
            Self::Liquid => Some(0.6),
            _ => None,
        }
    }

    /// Interprets a texture name, ignoring case.
    ///
    /// Quake's names have no folder, and `trigger` is an ordinary texture in Quake. For names with folders, as in Quake
    /// II and `TrenchBroom` maps, only the last part is used.
    pub(crate) fn of_texture(name: &str) -> Self {
        let name = name.to_ascii_lowercase().replace('\\', "/");
        let (folder, last) = name.rsplit_once('/').unwrap_or(("", &name));
        let has_folder = !folder.is_empty();
        match last {
            "*waterskip" | "*slimeskip" | "*lavaskip" | "skip" | "null" | "bevel" | "caulk" | "nodraw" => {
                Self::Skip
            }
            "clip" | "playerclip" => Self::Clip,
            _ if is_ladder_texture(&name) => Self::Clip,
            "hint" => Self::Hint,
            "hintskip" => Self::HintSkip,
            "origin" => Self::Origin,
            "trigger" if has_folder => Self::Trigger,
            "aaatrigger" => Self::Trigger,
            _ if last.starts_with("sky") => Self::Sky,
            _ if last.starts_with(['*', '!']) => Self::Liquid,
            _ => Self::Ordinary,
        }
    }

    /// Interprets Quake II's contents and surface flags, which take precedence over the name. Returns `None` if the
    /// flags have no effect here.
    pub(crate) fn of_flags(contents: i32, surface: i32) -> Option<Self> {
        let has = |flags: i32, mask: i32| flags & mask != 0;
        Some(match () {
            () if has(contents, quake2::ORIGIN) => Self::Origin,
            () if has(surface, quake2::SURFACE_HINT) => Self::Hint,
            () if has(surface, quake2::SURFACE_SKIP) => Self::HintSkip,
            () if has(contents, quake2::LIQUID) => Self::Liquid,
            () if has(contents, quake2::AREA_PORTAL) => Self::Trigger,
            () if has(contents, quake2::CLIP) && !has(contents, quake2::SOLID | quake2::WINDOW) => Self::Clip,
            () if has(contents, quake2::MIST) && !has(contents, quake2::SOLID | quake2::WINDOW) => {
                Self::Liquid
            }
            () if has(surface, quake2::SURFACE_SKY) => Self::Sky,
            () if has(surface, quake2::SURFACE_NODRAW) => Self::Skip,
            () => return None,
        })
    }
}

/// Returns whether a texture marks a ladder: the shaders `common/ladder` and `common/ladderclip` of games with Quake
/// III's engine, which also block players.
pub(crate) fn is_ladder_texture(name: &str) -> bool {
    let name = name.to_ascii_lowercase().replace('\\', "/");
    matches!(
        name.rsplit_once("common/"),
        Some(("" | "textures/", "ladder" | "ladderclip"))
    )
}

/// Returns whether the brushes of an entity class are ladders: `func_ladder` in Half-Life, and `trigger_ladder` in the
/// rerelease of Quake and in mods.
pub(crate) fn is_ladder_class(class: &str) -> bool {
    ["func_ladder", "trigger_ladder"]
        .iter()
        .any(|ladder| class.eq_ignore_ascii_case(ladder))
}

/// Quake II's flags (`qfiles.h`).
pub(crate) mod quake2 {
    pub(crate) const SOLID: i32 = 0x1;
    /// Contents: solid but transparent.
    pub(crate) const WINDOW: i32 = 0x2;
    /// Contents: lava, slime or water.
    pub(crate) const LIQUID: i32 = 0x8 | 0x10 | 0x20;
    /// Contents: visible but not solid.
    pub(crate) const MIST: i32 = 0x40;
    /// Contents: area portal, where a door separates areas.
    pub(crate) const AREA_PORTAL: i32 = 0x8000;
    /// Contents: invisible, but blocks players or monsters.
    pub(crate) const CLIP: i32 = 0x1_0000 | 0x2_0000;
    /// Contents: marks an entity's rotation centre.
    pub(crate) const ORIGIN: i32 = 0x100_0000;
    /// Contents: detail, which does not split space.
    pub(crate) const DETAIL: i32 = 0x800_0000;
    /// Contents: a ladder.
    pub(crate) const LADDER: i32 = 0x2000_0000;
    pub(crate) const SURFACE_SKY: i32 = 0x4;
    /// Surface flags: 33% and 66% opaque.
    pub(crate) const SURFACE_TRANSLUCENT: [i32; 2] = [0x10, 0x20];
    pub(crate) const SURFACE_NODRAW: i32 = 0x80;
    /// Surface flag: suggests a splitting plane to the compiler.
    pub(crate) const SURFACE_HINT: i32 = 0x100;
    /// Surface flag: part of a hint brush; ignored.
    pub(crate) const SURFACE_SKIP: i32 = 0x200;
}

/// Role of an entity's brushes, determined by the entity's class.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Role {
    /// Part of the world that divides space: `worldspawn`, `func_group`.
    Structure,
    /// Part of the world that does not divide space: `func_detail` and similar.
    Detail,
    /// Visible but not solid.
    Illusion,
    /// Separate object that is visible and solid, such as a door, a platform or a wall.
    Object,
    /// Separate object that is visible but not solid, such as moving water.
    Liquid,
    /// Invisible and not solid; detects bodies.
    Volume,
}

impl Role {
    /// Returns the role of a class. Classes that begin with `trigger` are volumes, and unknown classes are objects.
    pub(crate) fn of_class(class: &str) -> Self {
        let class = class.to_ascii_lowercase();
        match class.as_str() {
            "worldspawn" | "func_group" => Self::Structure,
            "func_illusionary" | "func_detail_illusionary" | "func_dustmotes" => Self::Illusion,
            "func_water" | "water" | "func_detail_water" => Self::Liquid,
            "func_areaportal"
            | "func_ladder"
            | "func_buyzone"
            | "func_bomb_target"
            | "func_hostage_rescue"
            | "func_escapezone"
            | "func_vip_safetyzone"
            | "func_friction"
            | "func_monsterclip"
            | "func_godmode"
            | "func_viscluster"
            | "func_occluder"
            | "env_bubbles"
            | "light_environment"
            | "item_flag_team_ctf" => Self::Volume,
            _ if class.starts_with("trigger") => Self::Volume,
            _ if is_detail_class(&class) => Self::Detail,
            _ => Self::Object,
        }
    }
}

/// Returns whether brushes of this class belong to the world but do not divide space. They may or may not be solid.
pub(crate) fn is_detail_class(class: &str) -> bool {
    let prefix = "func_detail";
    class
        .get(..prefix.len())
        .is_some_and(|start| start.eq_ignore_ascii_case(prefix))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texture_names_have_the_meaning_of_qbsp() {
        for (name, look) in [
            ("CLIP", TextureKind::Clip),
            ("sky1", TextureKind::Sky),
            ("e1u1/sky1", TextureKind::Sky),
            ("*Water0", TextureKind::Liquid),
            ("*lava1", TextureKind::Liquid),
            ("!cur_90", TextureKind::Liquid),
            ("*tele", TextureKind::Liquid),
            ("*waterskip", TextureKind::Skip),
            ("skip", TextureKind::Skip),
            ("NULL", TextureKind::Skip),
            ("common/caulk", TextureKind::Skip),
            ("hint", TextureKind::Hint),
            ("common/hintskip", TextureKind::HintSkip),
            ("special/origin", TextureKind::Origin),
            ("trigger", TextureKind::Ordinary),
            ("e1u1/trigger", TextureKind::Trigger),
            ("AAATRIGGER", TextureKind::Trigger),
            ("{grate", TextureKind::Ordinary),
            ("clipboard", TextureKind::Ordinary),
            ("common/ladderclip", TextureKind::Clip),
            ("textures/common/Ladder", TextureKind::Clip),
            ("e1u1/ladder", TextureKind::Ordinary),
            ("ladder", TextureKind::Ordinary),
            ("", TextureKind::Ordinary),
        ] {
            assert_eq!(TextureKind::of_texture(name), look, "{name}");
        }
        assert_eq!(TextureKind::of_flags(0x20, 0), Some(TextureKind::Liquid));
        assert_eq!(TextureKind::of_flags(1, 0x4), Some(TextureKind::Sky));
        assert_eq!(TextureKind::of_flags(0x1_0000, 0x80), Some(TextureKind::Clip));
        assert_eq!(TextureKind::of_flags(0, 0x100), Some(TextureKind::Hint));
        assert_eq!(TextureKind::of_flags(0, 0x200), Some(TextureKind::HintSkip));
        assert_eq!(TextureKind::of_flags(1, 0), None);
    }

    #[test]
    fn entity_classes_map_to_roles() {
        for (class, role) in [
            ("worldspawn", Role::Structure),
            ("func_group", Role::Structure),
            ("func_detail", Role::Detail),
            ("func_detail_wall", Role::Detail),
            ("func_detail_illusionary", Role::Illusion),
            ("func_illusionary", Role::Illusion),
            ("func_door", Role::Object),
            ("trigger_multiple", Role::Volume),
            ("func_water", Role::Liquid),
        ] {
            assert_eq!(Role::of_class(class), role, "{class}");
        }
    }
}
