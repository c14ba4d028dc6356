//! The program of the page `planar/`. The library contains the functions that scripts call.

use bspwalk_planar_page as _;

fn main() {
    #[cfg(not(target_family = "wasm"))]
    println!("{}", bspwalk_text::text!("planarpage-for-browsers"));
}
