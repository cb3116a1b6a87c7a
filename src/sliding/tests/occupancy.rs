//! Rectangles of cells taken and given back.

use traybit_core::grid::Size;
use traybit_sliding::occupancy::{Occupancy, Rectangle};

fn area(top: u16, left: u16, height: u16, width: u16) -> Rectangle {
    Rectangle { top, left, height, width }
}

/// The cells of a tray.
fn cells(size: Size) -> impl Iterator<Item = Rectangle> {
    (0..size.height).flat_map(move |top| (0..size.width).map(move |left| area(top, left, 1, 1)))
}

#[test]
fn every_rectangle_of_a_wide_tray_covers_just_its_cells() {
    let size = Size { height: 3, width: 200 };
    for left in 0..200 {
        for width in 1..=200 - left {
            let mut occupied = Occupancy::none(size);
            occupied.flip(area(1, left, 1, width));
            assert_eq!(
                cells(size).filter(|&cell| occupied.first_within(cell).is_some()).count(),
                width.into()
            );
            assert_eq!(occupied.first_within(area(0, 0, 3, 200)), Some((1, left)));
            assert_eq!(occupied.first_within(area(0, 0, 1, 200)), None);
            assert_eq!(occupied.first_within(area(1, left + width - 1, 2, 1)), Some((1, left + width - 1)));
        }
    }
}

#[test]
fn the_largest_tray_fills() {
    let all = area(0, 0, 256, 256);
    let mut occupied = Occupancy::none(Size::LARGEST);
    occupied.flip(all);
    assert!(cells(Size::LARGEST).all(|cell| occupied.first_within(cell).is_some()));
    occupied.flip(all);
    assert_eq!(occupied.first_within(all), None);
}
