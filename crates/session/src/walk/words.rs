//! What a walk says about itself, in words and numbers.

use bspwalk_progress::words::count;

use super::Session;
use crate::overlays::OverlayKind;

impl Session {
    /// The nodes that the collision of the last step visited, of how many: "9 of 980 nodes". With planes the nodes of the
    /// solid-leaf tree count too, as both trees are asked.
    #[must_use]
    pub fn collision_words(&self) -> String {
        let planes = self.body.mover.method.needs_leaves();
        let leaves = self.picture.leaves().filter(|_| planes);
        let all = u64::from(self.opened.tree.queried_node_count())
            + leaves.map_or(0, |tree| u64::from(tree.node_count()));
        format!(
            "{} of {} nodes",
            count(self.body.visited.unwrap_or_default()),
            count(all)
        )
    }

    /// The nodes and the fragments that the last picture took: "1,204 nodes, 987 fragments".
    #[must_use]
    pub fn picture_words(&self) -> String {
        let stats = self.picture.stats();
        format!(
            "{} nodes, {} fragments",
            count(stats.nodes),
            count(stats.fragments)
        )
    }

    /// The selected node: its depth, what it stores and its path from the root.
    pub(super) fn selection_words(&self) -> Option<String> {
        let node = self.selected.node?;
        let view = self.opened.tree.node(node)?;
        let mut path: Vec<char> = self
            .opened
            .tree
            .ancestors(node)
            .map(|(_, branch)| branch.letter())
            .collect();
        path.reverse();
        let path = if path.is_empty() {
            "the root".to_owned()
        } else {
            path.into_iter().collect()
        };
        let fragments = view.fragments.len() as u64;
        let plural = if fragments == 1 { "" } else { "s" };
        Some(format!(
            "Node {}, {} planes down, stores {} fragment{plural}: {path}",
            count(node),
            view.depth,
            count(fragments)
        ))
    }

    /// What is skipped.
    pub(super) fn culling_words(&self) -> String {
        if !self.picture.culls {
            return "Culling: off, all is drawn".to_owned();
        }
        let all = self.level().triangles.len() as u64;
        match self.picture.seen() {
            Some(seen) => format!(
                "Culling: {} of {} faces may be seen from here (PVS)",
                count(seen.count_ones(..) as u64),
                count(all)
            ),
            None if self.picture.pvs().is_some() => {
                "Culling: by the PVS, but the eye is in solid or outside, where it hides nothing".to_owned()
            }
            None if self.working().is_some() => {
                "Culling: as soon as it is known what can be seen from where".to_owned()
            }
            None => "Culling: it is not known what can be seen from where".to_owned(),
        }
    }

    /// A line about how things are: the mode, the clock, the collision, the picture.
    #[must_use]
    pub fn status(&self) -> String {
        let body = self.body();
        let mode = match (body.noclip, body.walking) {
            (true, _) => "noclip",
            (false, true) => "walk",
            (false, false) => "fly",
        };
        let mut parts = vec![mode.to_owned()];
        parts.extend(self.time_scale.words());
        if self.is_recording() {
            parts.push("recording".to_owned());
        }
        if self.is_playing() {
            parts.push("a script plays".to_owned());
        }
        if let Some(replay) = &self.replay {
            parts.push(format!(
                "replay: {:.1} of {:.1} s",
                replay.at.min(replay.duration()),
                replay.duration()
            ));
        }
        if let Some(node) = self.selected.node {
            parts.push(format!("node {} selected", count(node)));
        }
        let coloring = self.overlays.coloring();
        if coloring != OverlayKind::Materials {
            let title = coloring.title();
            parts.push(title.trim_start_matches("Colour faces ").to_owned());
        }
        parts.push(format!(
            "{}: {}",
            body.mover.method.name(),
            self.collision_words()
        ));
        parts.push(format!("picture: {}", self.picture_words()));
        if self.film.is_none() {
            parts.push(self.picture.method_name().to_owned());
        }
        parts.join(" | ")
    }
}
