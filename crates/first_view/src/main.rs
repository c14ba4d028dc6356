//! Shows a level in a browser until the other programs are loaded. The functions to call from scripts are in the
//! library. On other platforms, the program does nothing.

use bspwalk_first_view as _;

fn main() {}
