//! The arguments of `diff`.

use bspwalk_session::LevelName;
use clap::{Args as ClapArgs, ValueEnum};

use super::values;

pub(super) const DIFF_HELP: &str = "\
Examples:
  bspwalk diff castle.map castle_with_pillar.map        what the pillar did: cuts, leaves, portals, visible pairs, time
  bspwalk diff one.bsp other.bsp --own-tree             two compilations: the trees and PVS of the files
  bspwalk diff castle.bsp castle.map --own-tree=before  qbsp's tree beside ours
  bspwalk diff before.obj after.obj --pvs=false --json

All is matched by where it is, to 2.5 mm or twice the thickness of the trees' planes, never by its number: nodes of the
node-storing tree by plane and bounds, leaves by their cells, portals and faces by their polygons (95 % of the area in
common), brushes by their sides. So a level beside itself differs in nothing but in what was timed.

Of a kind, --json lists at most the first 1000 that are gone and the first 1000 that came; counts are of all. Places
are in metres, Y up; boxes of brushes are in the units and axes of their file, too. The exit status is 0 whether they
differ or not.";

/// Whose trees of leaves are those of the files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum OwnTrees {
    /// Those of both levels.
    Both,
    /// That of the level before.
    Before,
    /// That of the level after.
    After,
}

/// The arguments of `diff`.
#[derive(Debug, ClapArgs)]
pub(super) struct DiffArgs {
    #[arg(help = values::level_help())]
    pub(super) before: LevelName,

    #[arg(help = "The level after: what came is in it alone")]
    pub(super) after: LevelName,

    /// Compare what sees what, for which both potentially visible sets are computed; --pvs=false leaves it out.
    #[arg(long, num_args = 0..=1, require_equals = true, default_value = "true", default_missing_value = "true", value_name = "true|false")]
    pub(super) pvs: bool,

    /// Of compiled levels (.bsp), compare the trees of leaves that they bring, with their PVS, rather than those that are built here: of
    /// both, or of one alone, to see a compiler beside ours.
    #[arg(long, num_args = 0..=1, require_equals = true, default_missing_value = "both", value_name = "both|before|after", value_enum)]
    pub(super) own_tree: Option<OwnTrees>,

    /// Print one JSON document and nothing else.
    #[arg(long)]
    pub(super) json: bool,
}

impl DiffArgs {
    /// Whether the trees of leaves are those of the files.
    pub(super) fn own_trees(&self) -> [bool; 2] {
        let is = |one| self.own_tree == Some(OwnTrees::Both) || self.own_tree == Some(one);
        [is(OwnTrees::Before), is(OwnTrees::After)]
    }
}
