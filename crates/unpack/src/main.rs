//! Decompresses the web page's other programs if the browser cannot decompress Brotli. The functions to call from
//! scripts are in the library.

use bspwalk_unpack as _;

fn main() {
    #[cfg(not(target_family = "wasm"))]
    println!("This program is for browsers: it unpacks the others of the page.");
}
