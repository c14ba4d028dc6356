//! Tests that messages about planar trees are available in Chinese.

use bspwalk_planar::Region;
use glam::DVec2;

#[test]
fn errors_are_chinese() {
    bspwalk_text::set_language("zh-CN").expect("there is Chinese");
    let square = [[0.0, 0.0], [0.0, 1.0], [1.0, 1.0], [1.0, 0.0]].map(DVec2::from_array);
    let clockwise = Region::new(&[square.to_vec()]).expect_err("it winds clockwise");
    assert_eq!(
        clockwise.to_string(),
        "环 0 沿顺时针方向：外边界须沿逆时针方向，使内部在每条边的左侧；请反转该环"
    );
}
