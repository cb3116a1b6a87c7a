use super::{Bar, Bars, Group, Panel, Row, svg};
use crate::plot::Unit;

/// So many puzzles with so many methods, one number a row and a time that a limit cut short here and there.
fn bars(puzzles: usize, methods: usize) -> Bars {
    let row = |number: usize| {
        let value = number.pow(5) as f64;
        let count = Bar { value, least: value, most: value, is_bounded: number % 5 == 4 };
        let time = Bar { value: 1e-3, least: 9e-4, most: 2e-3, is_bounded: false };
        Row { name: format!("method {number}"), colour: number, bars: vec![Some(count), Some(time), None] }
    };
    let panel = |name: &str, unit| Panel { name: name.to_owned(), unit };
    Bars {
        title: "orders".to_owned(),
        question: "Which one & why?".to_owned(),
        panels: vec![
            panel("positions", Unit::Count),
            panel("time", Unit::Seconds),
            panel("bytes", Unit::Bytes),
        ],
        groups: (0..puzzles)
            .map(|number| Group { name: format!("puzzle {number}"), rows: (0..methods).map(row).collect() })
            .collect(),
    }
}

fn size(text: &str) -> (u32, u32) {
    let number = |name: &str| text.split(name).nth(1)?.split('"').nth(1)?.parse().ok();
    (number("width=").expect("a width"), number("height=").expect("a height"))
}

#[test]
fn every_row_has_its_name_its_number_and_its_marks() {
    let text = svg(&bars(2, 6)).expect("a plot");
    for part in
        ["<title>orders</title>", "Which one &amp; why?", "puzzle 1", "method 5", "≥ 1,024", "1 ms", "–"]
    {
        assert!(text.contains(part), "{part}: {text}");
    }
    assert!(text.contains("whiskers go from") && text.contains("Hatched, ≥"), "{text}");
    assert_eq!(text.matches("method 5").count(), 2);
}

#[test]
fn any_number_of_rows_can_be_drawn_and_lies_within_the_page() {
    for (puzzles, methods) in [(0, 0), (1, 1), (10, 6), (60, 1)] {
        let text = svg(&bars(puzzles, methods)).expect("a plot");
        let (width, height) = size(&text);
        let places = text.split("<text x=\"").skip(1).filter_map(|text| {
            let mut parts = text.split('"');
            Some((parts.next()?.parse::<u32>().ok()?, parts.nth(1)?.parse::<u32>().ok()?))
        });
        assert!(places.clone().count() >= puzzles * methods, "{text}");
        assert!(places.clone().all(|(x, y)| x < width && y < height), "{width}×{height}: {text}");
    }
}

#[test]
fn what_is_all_nothing_has_its_panels_still() {
    let mut all = bars(1, 2);
    for row in &mut all.groups[0].rows {
        row.bars = vec![Some(Bar { value: 0.0, least: 0.0, most: 0.0, is_bounded: false }), None, None];
    }
    assert!(svg(&all).expect("a plot").contains("time"));
}
