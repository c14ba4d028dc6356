//! Texts about the film of painter's order, which draws fragments one by one from far to near.

use bspwalk_text::{text, words::count};
use bspwalk_trees::node_storing::NodeId;

/// Returns the title of a step: the order, the number of painted fragments and the total number of fragments.
pub fn painter_title(front_to_back: bool, [painted, all]: [u32; 2]) -> String {
    let [painted, all] = [painted, all].map(count);
    if front_to_back {
        text!("film-painter-front-to-back", painted, all)
    } else {
        text!("film-painter", painted, all)
    }
}

/// Describes the last painted fragment and the node that stores it.
pub fn painter_place(last: Option<(u32, NodeId)>) -> String {
    match last {
        Some((fragment, node)) => text!(
            "film-painter-fragment",
            fragment = count(fragment),
            node = count(node)
        ),
        None => text!("film-painter-nothing").to_owned(),
    }
}
