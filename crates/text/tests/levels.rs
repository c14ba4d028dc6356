//! Tests of Chinese messages about levels.

use bspwalk_levels::{
    Level, LevelError, LoadOptions, Text, Warning, light_styles::LightStyle, load_from_memory,
};
use bspwalk_progress::Progress;
use bspwalk_text::Localize;

fn from_memory(name: &str, bytes: &[u8]) -> Result<Level, LevelError> {
    load_from_memory(name, bytes, &(), &LoadOptions::default(), &Progress::default())
}

/// Returns the message for a file that cannot be loaded.
fn refused(name: &str, bytes: &[u8]) -> String {
    from_memory(name, bytes).expect_err("it is refused").localized()
}

#[test]
fn errors_and_warnings_are_chinese() {
    bspwalk_text::set_language("zh-CN").expect("there is Chinese");
    assert_eq!(refused("a.obj", b" \n"), "a.obj 是空的；请重新导出关卡");
    assert_eq!(
        refused("a.obj", b"v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 4\n"),
        "a.obj 第 4 行：面 0 引用了顶点 4，但文件只有 3 个顶点；请修正该行或重新导出关卡"
    );
    assert_eq!(
        refused("a.obj", b"v 0 0 0\nl 1 1\n"),
        "a.obj 没有面（1 个顶点和 1 条线或点的语句）；请把关卡导出为多边形网格"
    );
    let text = b"v 0 0 0\nv 1 0 0\nv 0 0 1\nf 1 2 3\nf 1 2\nquux\n";
    let loaded = from_memory("a", text);
    let level = loaded.expect("it is loaded");
    let warnings: Vec<String> = level.warnings.iter().map(Localize::localized).collect();
    for warning in [
        "第 5 行：略去了 1 个不足三个顶点的面",
        "第 6 行：略去了以 `quux` 开头的 1 行，它不是 OBJ 语句",
    ] {
        assert!(
            warnings.iter().any(|own| own == warning),
            "{warning}: {warnings:?}"
        );
    }
    let english = "the level seems to have Z up: most of its surface is perpendicular to Z, and it is flattest along Z; if it lies \
                   on its side, load it with --up z, otherwise silence this with --up y";
    let [of_a_file, other] = [english, "another"].map(|message| Warning {
        line: None,
        message: Text::plain(message),
    });
    assert!(of_a_file.is_of_z_up() && !other.is_of_z_up());
    let pulse = LightStyle::standard_name(2).map(|name| name.localized());
    assert_eq!(pulse.as_deref(), Some("缓慢强烈的脉动"));
}
