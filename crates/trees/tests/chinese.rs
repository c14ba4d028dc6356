//! Tests that messages about trees are available in Chinese.

use bspwalk_progress::Progress;
use bspwalk_trees::Rule;

#[test]
fn errors_rules_and_phases_are_chinese() {
    bspwalk_text::set_language("zh-CN").expect("there is Chinese");
    let unknown = "best".parse::<Rule>().expect_err("there is none").to_string();
    assert!(
        unknown.starts_with("没有规则 `best`；请选择 sampled, ati"),
        "{unknown}"
    );
    assert_eq!(Rule::First.description(), "取第一个面的平面");
    let progress = Progress::default();
    progress.begin_count("正在构建树", bspwalk_text::text!("progress-pieces"), 33_925);
    progress.advance_count(12, 0);
    assert_eq!(progress.stage(), "正在构建树：33,925 个面片中的 12 个");
}
