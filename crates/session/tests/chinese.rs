//! Tests for the session in Chinese. The language applies to the whole process, so these tests have their own
//! executable.

use bspwalk_collision::mover::Event;
use bspwalk_session::{
    actions::{FrontEnd, GROUPS, Keymap, Source},
    body::event_words,
    courses,
    overlays::OverlayKind,
    request,
    view_line::ViewLine,
};

fn is_chinese(text: &str) -> bool {
    text.chars().any(|c| ('\u{4e00}'..='\u{9fff}').contains(&c))
}

#[test]
fn session_texts_are_chinese() {
    bspwalk_text::set_language("zh-CN").expect("there is Chinese");
    for group in GROUPS {
        assert!(is_chinese(group.title.text()), "{}", group.title);
        for control in group.controls {
            assert!(is_chinese(control.title.text()), "{}", control.title);
            assert!(control.why_not_everywhere().is_none_or(is_chinese));
        }
    }
    for front in FrontEnd::ALL {
        assert!(is_chinese(front.title()) && !is_chinese(front.name()));
    }
    assert_eq!(Source::RightClick.name(true), "右键");
    assert_eq!(
        Source::RightClick.to_string(),
        "Right click",
        "files have one language"
    );
    for kind in OverlayKind::ALL {
        assert!(
            is_chinese(kind.title()) && is_chinese(kind.description()),
            "{kind}"
        );
        assert!(is_chinese(kind.short_title()), "{kind}");
    }
    assert_eq!(OverlayKind::Nodes.short_title(), "按节点");
    let keymap = Keymap::default();
    let names = keymap.names_for(FrontEnd::Window, true);
    let moved = event_words(Event::Freed { distance: 0.5 }, names);
    assert_eq!(moved.as_deref(), Some("你原先在墙内，已被移动 0.50 m。"));
    assert_eq!(
        request::parse(b"{\"cast\":").unwrap_err(),
        "不是有效的 JSON：EOF while parsing a value，第 8 列"
    );
    let course = courses::builtin("torture").expect("it is built in");
    assert_eq!(courses::words(&course.stations[0])[0], "5° 楔形");
    let line: Result<ViewLine, String> = "bspwalk hall 'x".parse();
    assert_eq!(line.unwrap_err(), "引号没有闭合。");
}
