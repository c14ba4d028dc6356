//! Brush of the selected face in the text of its map, for map editors.

use std::sync::Arc;

use bspwalk_explain::map_places::{MapPlace, MapPlaces};
use bspwalk_levels::{LevelError, read_file};
use bspwalk_progress::{Cancelled, Progress};
use bspwalk_text::text;
use bspwalk_trees::{FaceId, NodeTree, node_storing::NodeId};

use crate::{LevelName, Opened, brush_survey::is_map};

/// Reads the brushes of the level's map. Returns `None` if the level is not a map, or if its file is no longer readable.
pub(crate) fn places(opened: &Opened, progress: &Progress) -> Result<Option<Arc<MapPlaces>>, Cancelled> {
    let LevelName::File(path) = &opened.source else {
        return Ok(None);
    };
    if !is_map(path) {
        return Ok(None);
    }
    let name = path.display().to_string();
    let text = read_file(path, &name, progress);
    match text.and_then(|text| MapPlaces::read(&name, &text, progress)) {
        Ok(places) => Ok(Some(Arc::new(places))),
        Err(LevelError::Cancelled) => Err(Cancelled),
        Err(_) => Ok(None),
    }
}

/// Returns the brush of the selected face. Without a face, uses a face that the selected node stores.
///
/// `brushes` is `None` until the background has read them, and `Some(None)` if the map has become unreadable.
///
/// # Errors
/// Returns one sentence if nothing is selected, if the level is not a map, or if its brushes are not read yet.
pub fn of_selection(
    opened: &Opened,
    brushes: Option<Option<&MapPlaces>>,
    (node, face): (Option<NodeId>, Option<FaceId>),
) -> Result<MapPlace, String> {
    let face = face
        .or_else(|| stored_face(&opened.tree, node?))
        .ok_or(text!("brush-place-nothing"))?;
    let is_of_map = matches!(&opened.source, LevelName::File(path) if is_map(path));
    if !is_of_map {
        return Err(text!("brush-place-no-map").to_owned());
    }
    let brushes = brushes.ok_or(text!("brush-place-not-yet"))?;
    let places = brushes.ok_or(text!("brush-place-unreadable"))?;
    let place = places.find_brush_of_face(&opened.level, face);
    place.ok_or_else(|| text!("brush-place-none").to_owned())
}

/// Returns a face that a node stores.
fn stored_face(tree: &NodeTree, node: NodeId) -> Option<FaceId> {
    let fragments = tree.node(node)?.fragments;
    let first = (!fragments.is_empty()).then_some(fragments.start)?;
    Some(tree.fragment(first)?.face)
}

#[cfg(test)]
mod tests {
    use bspwalk_testing::quake_maps;

    use super::*;
    use crate::opened;

    #[test]
    fn selected_face_is_found_in_its_map() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a.map");
        let pillar = [[96.0, -32.0, 0.0], [128.0, 0.0, 192.0]];
        std::fs::write(&path, quake_maps::room(&[pillar])).expect("it is written");
        let open = |name: LevelName| {
            opened::open(&name, &crate::tree_args::TreeArgs::default(), &Arc::default()).expect("it opens")
        };
        let map = open(LevelName::File(path));
        assert_eq!(
            of_selection(&map, None, (None, None)),
            Err(text!("brush-place-nothing").to_owned())
        );
        assert_eq!(
            of_selection(&map, None, (None, Some(FaceId(0)))),
            Err(text!("brush-place-not-yet").to_owned())
        );
        let brushes = places(&map, &Progress::default()).expect("nothing cancels it");
        let brushes = Some(brushes.as_deref());
        for node in map.tree.node_ids() {
            let Some(face) = stored_face(&map.tree, node) else {
                continue;
            };
            let of_face = of_selection(&map, brushes, (None, Some(face))).expect("it has a brush");
            assert!(of_face.entity == 0 && of_face.index < 7, "{of_face:?}");
            assert_eq!(of_selection(&map, brushes, (Some(node), None)), Ok(of_face));
        }
        let other = open(LevelName::BuiltIn("three_rooms".to_owned()));
        assert_eq!(
            of_selection(&other, brushes, (Some(NodeId::ROOT), None)),
            Err(text!("brush-place-no-map").to_owned())
        );
    }
}
