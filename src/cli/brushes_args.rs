//! The arguments of `brushes`.

use std::path::PathBuf;

use bspwalk_explain::brush_costs::Measure;
use bspwalk_session::values::one_of;
use bspwalk_text::text;
use clap::Args as ClapArgs;

use super::values;

/// The arguments of `brushes`.
#[derive(Debug, ClapArgs)]
pub(super) struct BrushesArgs {
    #[arg(value_name = "LEVEL.map", help = text!("option-brushes-level"))]
    pub(super) level: PathBuf,

    #[arg(long, value_name = "N", default_value_t = 10, help = text!("option-brushes-top"))]
    pub(super) top: u32,

    #[arg(long, value_name = "N", default_value_t = 8, help = text!("option-brushes-measure"))]
    pub(super) measure: u32,

    #[arg(
        long, value_name = "NAME", default_value = "pvs", value_parser = one_of(&Measure::ALL, Measure::name, Measure::description),
        help = text!("option-brushes-by"),
    )]
    pub(super) by: Measure,

    #[arg(long, value_name = "N,M,…", value_delimiter = ',', help = text!("option-brushes-as-detail"))]
    pub(super) as_detail: Vec<u32>,

    #[arg(
        short, long, value_name = "COPY.map", requires = "as_detail", value_parser = values::map(),
        help = text!("option-brushes-output"),
    )]
    pub(super) output: Option<PathBuf>,

    #[arg(long, help = text!("option-json"))]
    pub(super) json: bool,

    #[arg(long, value_name = "FILE", help = text!("option-brushes-csv"))]
    pub(super) csv: Option<PathBuf>,
}
