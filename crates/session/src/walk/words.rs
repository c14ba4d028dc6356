//! Status line of a walk.

use bspwalk_collision::mover::CollisionMethod;
use bspwalk_text::{text, words::count};

use super::Session;
use crate::overlays::OverlayKind;

impl Session {
    /// Returns the parts of a status line: the mode, the clock, the collision method and the picture, most important
    /// first.
    pub fn status(&self) -> Vec<String> {
        let body = &self.walker.body;
        let mode = match (body.noclip, body.walking) {
            (true, _) => text!("walk-status-noclip"),
            (false, true) => text!("walk-status-walk"),
            (false, false) => text!("walk-status-fly"),
        };
        let mut parts = vec![mode.to_owned()];
        parts.extend(self.walker.time_scale.words());
        if self.walker.draft.is_some() {
            parts.push(text!("walk-status-records").to_owned());
        }
        if self.walker.playing.is_some() {
            parts.push(text!("walk-status-plays").to_owned());
        }
        if let Some(replay) = &self.walker.replay {
            parts.push(text!(
                "walk-status-replay",
                at = format_args!("{:.1}", replay.at.min(replay.duration())),
                all = format_args!("{:.1}", replay.duration())
            ));
        }
        if let Some(node) = self.state.level.selected.node {
            parts.push(text!("walk-status-selected", node = count(node)));
        }
        let coloring = self.state.overlays.face_coloring_kind();
        if coloring != OverlayKind::Materials {
            parts.push(coloring.short_title().to_owned());
        }
        let method = body.mover.method;
        // The collision method with planes queries both trees.
        let leaves = self
            .picture
            .leaves()
            .filter(|_| method == CollisionMethod::Planes);
        let leaf_nodes = leaves.map_or(0, |tree| u64::from(tree.node_count()));
        let visited = text!(
            "walk-visited",
            visited = count(body.visited.unwrap_or_default()),
            nodes = count(u64::from(self.opened.tree.queried_node_count()) + leaf_nodes)
        );
        parts.push(format!("{}: {visited}", method.name()));
        let stats = self.picture.stats;
        let (nodes, fragments) = (count(stats.nodes), count(stats.fragments));
        let picture = text!("walk-picture", nodes, fragments);
        parts.push(text!("walk-status-picture", picture));
        if !self.state.overlays.is_on(OverlayKind::Painter) {
            parts.push(self.picture.method_name().to_owned());
        }
        parts
    }
}
