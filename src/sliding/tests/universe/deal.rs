//! Random boards.

use std::collections::HashSet;
use std::ops::ControlFlow;

use traybit_core::rng::Rng;
use traybit_core::search::limits::Limits;
use traybit_sliding::universe::{Dealer, Dealt};
use traybit_sliding::universe::{Mix, Pieces, Universe, parse_kinds, parse_tray};

fn pieces(tray: &str, kinds: &str) -> Pieces {
    Pieces::new(parse_tray(tray).unwrap(), parse_kinds(kinds).unwrap().0, 0..=u32::MAX).unwrap()
}

#[test]
fn every_board_comes_and_nothing_else() {
    let pieces = pieces("..#/.../...", "2x2=1,.x/xx=..1,1x2=1,1x1=..2");
    let universe = Universe::new(&pieces, &Limits::default()).unwrap();
    let dealer = Dealer::new(&pieces);
    let mut rng = Rng::new(1, 1);
    for (number, mix) in universe.mixes().iter().enumerate() {
        let mut boards = HashSet::new();
        let _ = universe.for_each_board(number, |board: &[u128], _| {
            boards.insert(board.to_vec());
            ControlFlow::Continue(())
        });
        let mut dealt = HashSet::new();
        for _ in 0..2_000 {
            match dealer.deal(mix, |end| rng.below(end)) {
                Dealt::Board(board) => dealt.insert(board),
                ended => {
                    assert_eq!((ended, boards.len()), (Dealt::None, 0));
                    break;
                }
            };
        }
        assert_eq!(dealt, boards);
    }
}

#[test]
fn a_deal_that_is_taken_back_too_often_ends() {
    // Two corners of one colour are missing, so dominoes cannot fill the rest.
    let pieces = pieces("#......./......../......../......../......../......../......../.......#", "1x2,2x1");
    let mix = Mix { counts: [16, 15].into(), empty: 0 };
    let mut rng = Rng::new(1, 1);
    assert_eq!(Dealer::new(&pieces).deal(&mix, |end| rng.below(end)), Dealt::Stuck);
}
