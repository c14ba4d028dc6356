//! A local web server for trying out the page.

use std::{
    fs::File,
    path::{Component, Path, PathBuf},
};

use tiny_http::{Header, Response, Server};

/// Address of the server.
const ADDRESS: &str = "127.0.0.1:8080";

/// Serves a folder until the program is stopped.
pub(super) fn serve(folder: &Path) -> Result<(), String> {
    let server = Server::http(ADDRESS).map_err(|error| format!("{ADDRESS}: {error}"))?;
    println!("http://{ADDRESS}/ shows it; Ctrl+C ends that.");
    for request in server.incoming_requests() {
        let file = path(folder, request.url()).and_then(|path| Some((File::open(&path).ok()?, path)));
        // Ignore errors, so that a client that disconnects does not stop the server.
        let _ = match file {
            Some((file, path)) => request.respond(Response::from_file(file).with_header(kind(&path))),
            None => request.respond(Response::from_string("there is no such file").with_status_code(404)),
        };
    }
    Ok(())
}

/// Returns the file that a URL refers to, if it is inside the folder.
fn path(folder: &Path, url: &str) -> Option<PathBuf> {
    let within = url.split(['?', '#']).next()?.trim_start_matches('/');
    let within = Path::new(within);
    let is_inside = within
        .components()
        .all(|part| matches!(part, Component::Normal(_)));
    let path = folder.join(within);
    is_inside.then(|| {
        if path.is_dir() {
            path.join("index.html")
        } else {
            path
        }
    })
}

/// Returns the content-type header for a file.
fn kind(path: &Path) -> Header {
    let kind = match path.extension().and_then(|ending| ending.to_str()) {
        Some("html") => "text/html; charset=utf-8",
        Some("js" | "mjs") => "text/javascript",
        Some("css") => "text/css",
        Some("json") => "application/json",
        Some("svg") => "image/svg+xml",
        Some("jpg") => "image/jpeg",
        Some("png") => "image/png",
        Some("wasm") => "application/wasm",
        _ => "application/octet-stream",
    };
    Header::from_bytes("content-type", kind).expect("it is a header")
}
