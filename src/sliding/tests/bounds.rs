//! Lower bounds from goal lines.

use traybit_sliding::bounds::Bounds;
use traybit_sliding::formats::course::{self, read_goal, read_tray};

fn bounds(tray: &str, goal: &str) -> Bounds {
    let tray = read_tray("tray", tray.as_bytes()).unwrap();
    let goal = read_goal("goal", goal.as_bytes(), Some(tray.size())).unwrap();
    Bounds::of(&course::puzzle(&tray, Some(&goal)).classes())
}

#[test]
fn each_unmet_line_counts() {
    let tray = "5 6\n0 0 0 0\n4 5 4 5\n2 2 3 3\n";
    assert_eq!(bounds(tray, "0 0 0 0\n"), Bounds::default());
    assert_eq!(bounds(tray, "0 4 0 4\n"), Bounds { unmet: 1, steps: 4, slides: 1 });
    assert_eq!(bounds(tray, "1 4 1 4\n2 1 3 2\n"), Bounds { unmet: 2, steps: 5, slides: 3 });
    assert_eq!(bounds("256 256\n0 0 2 4\n", "253 251 255 255\n").steps, 504);
}
