//! Runs parsers on arbitrary text and checks the invariants of the results. Property tests and fuzz targets share this
//! module.

use bspwalk_trees::FaceId;
use std::collections::HashMap;

use bspwalk_collision::mover::script;
use bspwalk_levels::{Level, LevelError, LoadOptions, portal_file::PortalFile};
use bspwalk_progress::Progress;

/// Parses a level from text. The same text also serves as the level's material library.
pub fn parse_level(text: &[u8], options: &LoadOptions) -> Result<Level, LevelError> {
    let files: HashMap<&str, &[u8]> = HashMap::from([("m.mtl", text)]);
    bspwalk_levels::load_from_memory("hostile.obj", text, &files, options, &Progress::default())
}

/// Checks the invariants of the level parsed from the text, or of the error.
pub fn check_level(text: &[u8], options: &LoadOptions) {
    check_loaded(parse_level(text, options));
}

/// Checks the invariants of a loaded level, or of the error.
pub fn check_loaded(loaded: Result<Level, LevelError>) {
    match loaded {
        Ok(level) => {
            assert!(!level.triangles.is_empty());
            assert!(
                level
                    .triangles
                    .windows(2)
                    .all(|pair| pair[0].source < pair[1].source)
            );
            for triangle in &level.triangles {
                assert!(
                    triangle
                        .corners
                        .iter()
                        .all(|&corner| corner.is_finite() && level.bounds.contains(corner))
                );
                assert!(
                    triangle
                        .normals
                        .iter()
                        .all(|normal| (normal.length() - 1.0).abs() < 1e-3),
                    "{triangle:?}"
                );
                assert!(triangle.uvs.iter().all(|uv| uv.is_finite()));
                assert!(triangle.colors.iter().all(|color| color.is_finite()));
                assert!((triangle.material as usize) < level.materials.len());
                assert!((triangle.object as usize) < level.objects.len());
                assert!(triangle.source < FaceId(level.source_triangles));
            }
            assert!(
                level
                    .dropped
                    .windows(2)
                    .all(|pair| pair[0].source < pair[1].source)
            );
            assert!(level.triangles.len() + level.dropped.len() <= level.source_triangles as usize);
            assert!(level.spawn.eye.is_finite() && level.spawn.yaw.is_finite());
            assert!(level.units.scale.is_finite() && level.units.scale > 0.0);
        }
        Err(error) => {
            let message = error.to_string();
            assert!(
                !message.is_empty() && !message.contains('\n') && message.len() < 500,
                "{message}"
            );
            assert!(!matches!(error, LevelError::Parser { .. }), "{message}");
        }
    }
}

/// Checks that a script either parses or returns a one-line error message.
pub fn check_script(bytes: &[u8]) {
    if let Err(error) = script::read(bytes, &Progress::default()) {
        let message = error.to_string();
        assert!(!message.is_empty() && !message.contains('\n'), "{message}");
    }
}

/// Checks that a portal file either survives a round trip or returns a one-line error message.
pub fn check_portal_file(bytes: &[u8]) {
    let progress = Progress::default();
    match PortalFile::read("hostile.prt", bytes, &progress) {
        Ok(file) => {
            assert!(file.leaf_clusters.iter().all(|&cluster| cluster < file.clusters));
            for portal in &file.portals {
                assert!(portal.corners.len() >= 3 && portal.corners.iter().all(|corner| corner.is_finite()));
                assert!(portal.clusters.iter().all(|&cluster| cluster < file.clusters));
            }
            // If the header declares more clusters than leaves, the size of the written file depends on the number of
            // clusters.
            if file.clusters as usize <= bytes.len() {
                let again = PortalFile::read("again.prt", file.write().as_bytes(), &progress);
                assert_eq!(again, Ok(file));
            }
        }
        Err(error) => {
            let message = error.to_string();
            assert!(!message.contains('\n') && message.len() < 500, "{message}");
        }
    }
}
