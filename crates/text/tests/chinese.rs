//! Tests that errors, phases and descriptions of the libraries are available in Chinese.

use bspwalk_planar::Region;
use bspwalk_progress::{CheckError, Progress};
use bspwalk_text::{Localize, translated};
use bspwalk_trees::Rule;
use glam::DVec2;

#[test]
fn errors_rules_and_phases_are_chinese() {
    bspwalk_text::set_language("zh-CN").expect("there is Chinese");
    let unknown = "best".parse::<Rule>().expect_err("there is none");
    assert!(unknown.to_string().starts_with("there is no rule `best`"));
    let unknown = unknown.localized();
    assert!(
        unknown.starts_with("没有规则 `best`；请选择 sampled, ati"),
        "{unknown}"
    );
    assert_eq!(translated(Rule::First.description()), "取第一个面的平面");
    let wrong = CheckError::WrongItem {
        kind: "node",
        number: 3,
        what: "its plane is invalid",
    };
    assert_eq!(wrong.localized(), "节点 3：其平面无效");
    let progress = Progress::default();
    progress.begin("Building the tree", 0);
    assert_eq!(progress.stage().localized(), "正在构建树");
    progress.begin_count("Building the tree", "pieces", 33_925);
    progress.advance_count(12, 0);
    assert_eq!(
        progress.stage().localized(),
        "正在构建树：33,925 个碎片中的 12 个"
    );
    let square = [[0.0, 0.0], [0.0, 1.0], [1.0, 1.0], [1.0, 0.0]].map(DVec2::from_array);
    let clockwise = Region::new(&[square.to_vec()]).expect_err("it winds clockwise");
    assert_eq!(
        clockwise.localized(),
        "环 0 沿顺时针方向：外边界须沿逆时针方向，使内部在每条边的左侧；请反转该环"
    );
}
