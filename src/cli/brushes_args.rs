//! The arguments of `brushes`.

use std::path::PathBuf;

use bspwalk_explain::brush_costs::Measure;
use bspwalk_session::values::one_of;
use clap::Args as ClapArgs;

use super::values;

pub(super) const BRUSHES_HELP: &str = "\
Examples:
  bspwalk brushes castle.map                                the dearest brushes, and what is saved where one is detail
  bspwalk brushes castle.map --top 50 --measure 0           counts alone, at once
  bspwalk brushes castle.map --as-detail 17,18              what is saved where both are detail
  bspwalk brushes castle.map --as-detail 17,18 -o copy.map  and a copy of the map in which they are
  bspwalk brushes castle.map --csv brushes.csv

Counted, in the trees of the level as it is: the pieces of faces that the planes of a brush's sides cut, the portals on
those planes, and the steps that the portal flow takes from those portals. What lies on a plane that another brush has
there, too, is counted for neither, as it stays where one of them is gone.

Measured, by building the level anew with the brush in a func_detail: leaves, portals, cuts, visible pairs, steps of the PVS,
and its time here and now. It is also said whether the level leaks then, and whether more of it is seen, as detail hides
nothing. Of the dearest, those are measured that do not touch what is outside of the level's walls: the others seal it, as a
rule. What saves most comes first. With one brush less the rule of the tree chooses other planes, too, so that counts only find
candidates, and figures may even rise.

Brushes are counted from 0 in the order of the file; entities and brushes in them as well, as compilers do. The copy
differs from the map in nothing but the place of those brushes: their text moves, byte for byte, to a func_detail at the
end. It is written whole or not at all, and never over the map. The compilers of Quake and Half-Life read func_detail;
qbsp3 of Quake II has flags of brushes for it, which are not written.";

/// The arguments of `brushes`.
#[derive(Debug, ClapArgs)]
pub(super) struct BrushesArgs {
    /// A Quake map (.map).
    #[arg(value_name = "LEVEL.map")]
    pub(super) level: PathBuf,

    /// How many brushes are listed, the dearest first.
    #[arg(long, value_name = "N", default_value_t = 10)]
    pub(super) top: u32,

    /// For how many it is measured what is saved where each alone is detail, the dearest first that do not touch the outside; each takes
    /// as long as compiling the level.
    #[arg(long, value_name = "N", default_value_t = 8)]
    pub(super) measure: u32,

    /// What makes a brush dear.
    #[arg(long, value_name = "NAME", default_value = "pvs", value_parser = one_of(&Measure::ALL, Measure::name, Measure::description))]
    pub(super) by: Measure,

    /// Measure what is saved where these brushes, by their numbers in the file, are detail together.
    #[arg(long, value_name = "N,M,…", value_delimiter = ',')]
    pub(super) as_detail: Vec<u32>,

    /// Write a copy of the map in which the brushes of --as-detail are; a file that is there is replaced, but never the map.
    #[arg(short, long, value_name = "COPY.map", requires = "as_detail", value_parser = values::map())]
    pub(super) output: Option<PathBuf>,

    /// Print one JSON document and nothing else.
    #[arg(long)]
    pub(super) json: bool,

    /// Write the counts of all brushes as comma-separated values, too; a file that is there is replaced.
    #[arg(long, value_name = "FILE")]
    pub(super) csv: Option<PathBuf>,
}
