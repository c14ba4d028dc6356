//! Tests of the portal flow on the command line: the costs of portals, and pictures of the steps.

use serde_json::Value;

use crate::cli::{done, has, json, run, run_line};

#[test]
fn portal_costs_sum_to_pvs_steps() {
    let info = json(&run(["info", "three_rooms", "--json", "--portal-costs"]));
    let (costs, pvs) = (&info["portal_costs"], &info["leaf_tree"]["pvs"]);
    let number = |value: &Value| value.as_u64().unwrap_or_else(|| panic!("a number: {value}"));
    let parts = ["portal_steps", "lines", "occlusion"].map(|part| number(&costs[part]));
    assert_eq!(parts.iter().sum::<u64>(), number(&pvs["steps"]));
    let list = costs["costliest"].as_array().expect("a list");
    let steps: Vec<u64> = list.iter().map(|cost| number(&cost["steps"])).collect();
    assert!(steps.is_sorted_by(|a, b| a >= b), "{steps:?}");
    assert_eq!(steps.iter().sum::<u64>(), parts[0], "it has fewer than a hundred");
    let text = run(["info", "three_rooms", "--portal-costs"]);
    let text = String::from_utf8(text.stdout).expect("UTF-8");
    has(&text, "portal flow");
    // It is computed only on request.
    let info = json(&run(["info", "three_rooms", "--json"]));
    assert!(info.get("portal_costs").is_none());
}

#[test]
fn each_flow_step_draws_another_picture() {
    let folder = tempfile::tempdir().expect("a folder");
    let draw = |step: &str, show: &str| {
        let path = folder.path().join("flow.png");
        let name = path.to_str().expect("UTF-8");
        done(run_line(
            "shot three_rooms --size 320x180 --view plan --show {} --flow-step {} -o {}",
            &[&show, &step, &name],
        ));
        image::open(&path).expect("it is a picture").into_rgb8()
    };
    let plain = draw("0", "materials");
    assert_eq!(draw("3", "materials"), plain, "only where it is shown");
    let pictures: Vec<_> = ["0", "1", "999999"].map(|step| draw(step, "flow")).into();
    for (place, picture) in pictures.iter().enumerate() {
        assert!(
            *picture != plain && !pictures[..place].contains(picture),
            "{place}"
        );
    }
}
