//! Object names with a special meaning in every format.

/// Returns whether an object name marks the spawn: `spawn` in any case, optionally with a modeller's suffix such as
/// `.001`.
pub(super) fn is_spawn(name: &str) -> bool {
    let base = match name.rsplit_once('.') {
        Some((base, number)) if number.bytes().all(|byte| byte.is_ascii_digit()) => base,
        _ => name,
    };
    base.eq_ignore_ascii_case("spawn")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_spawn_itself_marks_the_spawn() {
        for name in ["spawn", "Spawn", "SPAWN.001"] {
            assert!(is_spawn(name), "{name}");
        }
        for name in ["spawn_room", "spawn.room", "respawn", "", "spawns"] {
            assert!(!is_spawn(name), "{name}");
        }
    }
}
