//! The arguments of `query`.

use bspwalk_session::{LevelName, request};
use clap::Args as ClapArgs;

use super::values::level_help;

pub(super) const QUERY_HELP: &str = "\
Requests stand one a line on standard input, or after --ask; each is answered by one line on standard
output, in order. Vectors are [x,y,z] in metres, Y up, after --up and --scale; `face` counts the
triangles of the file from 0; normals are unit. A body is a sphere, or with \"height\":1.8 beside its
radius an upright capsule.

  {\"cast\":{\"from\":[0,1,0],\"to\":[9,1,0]}}
      the nearest face that the segment meets, from either side
  {\"sight\":{\"from\":[0,1,0],\"to\":[9,1,0]}}
      whether the segment meets no face
  {\"contacts\":{\"center\":[0,1,0],\"radius\":0.3}}
      every triangle nearer than the radius, deepest first
  {\"push\":{\"center\":[0,1,0],\"radius\":0.3}}
      moves the body until it is clear, or says that it cannot
  {\"push_ati\":{\"center\":[0,1,0],\"radius\":0.3}}
      the push of the ATI sample, of a sphere, with its faults
  {\"sweep\":{\"from\":[0,1,0],\"to\":[9,1,0],\"radius\":0.3}}
      where a moving body first touches a face
  {\"slide\":{\"from\":[0,1,0],\"to\":[9,1,0],\"radius\":0.3}}
      where a moving body ends that slides along what it meets
  {\"overlap\":{\"min\":[0,0,0],\"max\":[1,1,1]}}
      the triangles that touch the box, ascending
  {\"locate\":{\"point\":[0,1,0]}}
      the way of the point down the node-storing tree (F front, B back), and its leaf in the
      solid-leaf tree
  {\"visible\":{\"from\":[0,1,0],\"to\":[9,1,0]}}
      whether the leaf of one point may be seen from that of the other
  {\"order\":{\"eye\":[0,1,0]}}
      the empty leaves, near to far

A line that is no request is answered {\"error\":\"…\"}, the rest go on, and the exit status is 1.
In the window, the cards copy what they answer as such a command.";

/// The arguments of `query`.
#[derive(Debug, ClapArgs)]
pub(super) struct QueryArgs {
    #[arg(help = level_help())]
    pub(super) level: LevelName,

    /// What is asked, instead of what stands on standard input; may be repeated.
    #[arg(long, value_name = "JSON", value_parser = asked)]
    pub(super) ask: Vec<String>,
}

/// Reads a request, so that a bad one is wrong usage.
fn asked(text: &str) -> Result<String, String> {
    request::parse(text.as_bytes()).map(|request| request.to_string())
}
