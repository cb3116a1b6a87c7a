//! Areas of a tray, and edges across words.

use traybit_core::{Key, Size};
use traybit_sliding::board::{Area, Board, Towards};

fn cells((top, left, height, width): Area) -> impl Iterator<Item = (u16, u16)> {
    (top..top + height).flat_map(move |row| (left..left + width).map(move |column| (row, column)))
}

#[test]
fn areas_are_what_their_cells_are() {
    for size in [Size { height: 70, width: 9 }, Size { height: 5, width: 140 }] {
        let mut board = Board::new(size);
        let mut plain = vec![false; size.cells()];
        let index =
            |(row, column): (u16, u16)| usize::from(row) * usize::from(size.width) + usize::from(column);
        for round in 0..600_u64 {
            let chance =
                |number: u64, most: u16| (((8 * round + number).hash64() >> 20) % u64::from(most)) as u16;
            let (top, left) = (chance(0, size.height), chance(1, size.width));
            // Mostly small: areas that are clear have to come, too.
            let most = if round % 4 > 0 { 4 } else { 200 };
            let (height, width) = (1 + chance(2, most), 1 + chance(3, most));
            let area = (top, left, height.min(size.height - top), width.min(size.width - left));
            let taken = |area: Area| cells(area).filter(|&cell| plain[index(cell)]).count() as u32;
            assert_eq!(board.is_clear(area), taken(area) == 0, "{area:?}");
            assert_eq!(board.is_free(top, left), !plain[index((top, left))]);
            for towards in Towards::ALL {
                let (down, right) = towards.offset();
                let (row, column) = (i32::from(top) + down, i32::from(left) + right);
                let inside = row >= 0
                    && column >= 0
                    && row + i32::from(area.2) <= i32::from(size.height)
                    && column + i32::from(area.3) <= i32::from(size.width);
                assert_eq!(towards.stays_inside(area, size), inside);
                if inside {
                    let next = towards.step(area);
                    assert_eq!(next, (row as u16, column as u16, area.2, area.3));
                    let is_new = |&(row, column): &(u16, u16)| {
                        !(top..top + area.2).contains(&row) || !(left..left + area.3).contains(&column)
                    };
                    let entered = cells(next).filter(is_new);
                    let count = entered.filter(|&cell| plain[index(cell)]).count() as u32;
                    assert_eq!(board.taken_beyond(area, towards), count, "{area:?} {towards:?}");
                    assert_eq!(board.is_open(area, towards), count == 0);
                }
            }
            let is_taken = chance(4, 3) == 0;
            board.set(area, is_taken);
            cells(area).for_each(|cell| plain[index(cell)] = is_taken);
        }
    }
}
