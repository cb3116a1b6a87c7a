//! Tests of plots.

use super::{Axis, FACTS, Plot, outline, width};

fn plot(sizes: &[u64], from_goals: &[u64]) -> String {
    let profiles = vec![("from the start", sizes), ("from the nearest goal", from_goals)];
    let along = "distance in steps".to_owned();
    Plot { title: "Fish & <chips>", facts: "3×4 cells".to_owned(), counted: "positions", along, profiles }
        .document()
}

#[test]
fn an_outline_has_a_bar_for_each_run() {
    let (first, last) = ((-0.5, 0.0), (1.5, 0.0));
    assert_eq!(outline(&[1, 3], 0..9, 1), [first, (-0.5, 1.0), (0.5, 1.0), (0.5, 3.0), (1.5, 3.0), last]);
    let (one, two) = ([(-0.5, 2.0), (1.5, 2.0)], [(1.5, 5.0), (2.5, 5.0)]);
    assert_eq!(outline(&[1, 3, 5], 0..3, 2)[1..5], [one, two].concat());
    assert_eq!(outline(&[0, 0, 7], 2..3, 1)[0], (1.5, 0.0));
    assert!(outline(&[], 0..1, 1).is_empty());
}

#[test]
fn a_plot_has_its_title_its_axes_and_its_profiles() {
    let text = plot(&[1, 2, 3, 4, 150_000, 70_000], &[4, 5]);
    assert!(text.starts_with("<svg ") && text.trim_end().ends_with("</svg>") && !text.contains("<text"));
    for part in [
        ">Fish &amp; &lt;chips&gt;. 3×4 cells</title>",
        "\"distance in steps\"",
        "\"positions (logarithmic)\"",
        "\"from the start\"",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    assert_eq!(text.matches("stroke-width=\"2\"").count(), 1, "{text}");
    assert!(!plot(&[1, 20, 300, 1500, 700], &[40, 50]).contains("logarithmic"), "most layers can be seen");
}

#[test]
fn a_single_high_bar_is_cut_off_and_its_number_stated() {
    let text = plot(&[10, 12, 9, 12_345, 11], &[3, 4]);
    let said = "3×4 cells; the bar at 3 is cut off: 12,345 positions</title>";
    assert!(text.contains(said) && text.contains("\"12,345\"") && !text.contains("logarithmic"), "{text}");
    assert!(!plot(&[10, 12, 9, 45, 11], &[3, 4]).contains("cut off"));
}

#[test]
fn the_axis_begins_where_the_data_begin() {
    let text = plot(&[&[0; 17][..], &[500, 600, 700]].concat(), &[]);
    let has = |number: usize| text.contains(&format!("aria-label=\"{number}\" "));
    assert_eq!((1..30).filter(|&number| has(number)).collect::<Vec<_>>(), [17, 18, 19]);
}

#[test]
fn any_number_of_layers_can_be_drawn() {
    let many: Vec<u64> = (0..100_000).map(|distance| distance % 977 + 1).collect();
    let text = plot(&many, &[]);
    assert!(text.contains("the mean of") && text.len() < 300_000, "{}", text.len());
    for sizes in [&[][..], &[1], &[0, 0, 3], &[u64::MAX; 3]] {
        plot(sizes, sizes);
    }
}

#[test]
fn lines_fit_their_room() {
    let text = "Which hash function of a tray collides least, and does it matter to a search?";
    let wrapped = |text| FACTS.face.wrapped(text, FACTS.pixels.into(), 300.0);
    let lines = wrapped(text);
    assert!(lines.len() > 1 && lines.iter().all(|line| width(line, FACTS) <= 300), "{lines:?}");
    assert_eq!(lines.join(" "), text);
    assert!(wrapped("").is_empty());
}

#[test]
fn labels_are_round_and_apart() {
    for (axis, expected) in [
        (Axis::linear(0.0..2600.0, 290, 55), "0 500 1,000 1,500 2,000 2,500"),
        (Axis::linear(-0.5..3.5, 290, 18), "0 1 2 3"),
        (Axis::logarithmic(2.0, 9e6, 145), "1 100 10,000 1,000,000"),
    ] {
        assert_eq!(axis.labels().collect::<Vec<_>>().join(" "), expected);
    }
}

#[test]
fn any_range_has_an_axis() {
    for most in [0.0, 1e-12, 1.0, 3e18] {
        let axis = Axis::linear(0.0..most, 290, 40);
        assert!(axis.pixels_of(most) < 290, "{axis:?}");
    }
    let flat = Axis::logarithmic(7.0, 7.0, 290);
    assert!(flat.pixels_of(7.0) > 0 && flat.pixels_of(0.0) == 0);
    assert!(Axis::logarithmic(1.0, 1e9, 1).ticks.len() <= 1);
}
