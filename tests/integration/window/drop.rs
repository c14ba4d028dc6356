//! Dragging a file from another window and dropping it: the source side of XDND version 5.

use std::{
    path::Path,
    thread,
    time::{Duration, Instant},
};

use x11rb::{
    COPY_DEPTH_FROM_PARENT, CURRENT_TIME,
    connection::Connection,
    protocol::{
        Event,
        xproto::{
            ClientMessageEvent, ConnectionExt as _, CreateWindowAux, EventMask, PropMode,
            SELECTION_NOTIFY_EVENT, SelectionNotifyEvent, WindowClass,
        },
    },
    wrapper::ConnectionExt as _,
};

use crate::window::{program::PATIENCE, screen::Screen};

/// Drops a file on a window, and returns once the window has accepted the file.
pub(crate) fn drop_file(screen: &Screen, target: u32, path: &Path) {
    let connection = &screen.connection;
    let atom = |name: &str| {
        let cookie = connection
            .intern_atom(false, name.as_bytes())
            .expect("the display answers");
        cookie.reply().expect("an atom").atom
    };
    let [enter, position, dropped, finished, selection, copy, uris] = [
        "XdndEnter",
        "XdndPosition",
        "XdndDrop",
        "XdndFinished",
        "XdndSelection",
        "XdndActionCopy",
        "text/uri-list",
    ]
    .map(atom);

    let source = connection.generate_id().expect("an id");
    connection
        .create_window(
            COPY_DEPTH_FROM_PARENT,
            source,
            screen.root,
            0,
            0,
            1,
            1,
            0,
            WindowClass::INPUT_OUTPUT,
            0,
            &CreateWindowAux::new(),
        )
        .expect("a window");
    connection
        .set_selection_owner(source, selection, CURRENT_TIME)
        .expect("the selection");
    let send = |kind: u32, data: [u32; 5]| {
        let event = ClientMessageEvent::new(32, target, kind, data);
        connection
            .send_event(false, target, EventMask::NO_EVENT, event)
            .expect("the display answers");
        connection.flush().expect("the display answers");
    };
    send(enter, [source, 5 << 24, uris, 0, 0]);
    send(position, [source, 0, 640 << 16 | 360, CURRENT_TIME, copy]);
    let start = Instant::now();
    loop {
        let Some(event) = connection.poll_for_event().expect("the display answers") else {
            assert!(
                start.elapsed() < PATIENCE,
                "the window did not take {}",
                path.display()
            );
            thread::sleep(Duration::from_millis(10));
            continue;
        };
        match event {
            Event::SelectionRequest(request) => {
                let text = format!("file://{}\r\n", path.to_str().expect("UTF-8"));
                connection
                    .change_property8(
                        PropMode::REPLACE,
                        request.requestor,
                        request.property,
                        uris,
                        text.as_bytes(),
                    )
                    .expect("the display answers");
                let answer = SelectionNotifyEvent {
                    response_type: SELECTION_NOTIFY_EVENT,
                    sequence: 0,
                    time: request.time,
                    requestor: request.requestor,
                    selection: request.selection,
                    target: request.target,
                    property: request.property,
                };
                connection
                    .send_event(false, request.requestor, EventMask::NO_EVENT, answer)
                    .expect("the display answers");
                send(dropped, [source, 0, CURRENT_TIME, 0, 0]);
            }
            Event::ClientMessage(message) if message.type_ == finished => break,
            _ => {}
        }
    }
    connection.destroy_window(source).expect("the display answers");
    connection.flush().expect("the display answers");
}
