//! Mixes and their codes.

use traybit_core::search::limits::Limits;
use traybit_core::search::outcome::GaveUp;
use traybit_sliding::universe::Pieces;
use traybit_sliding::universe::all_mixes;
use traybit_sliding::universe::mixes::Codes;
use traybit_sliding::universe::{parse_kinds, parse_tray};

fn pieces(kinds: &str) -> Pieces {
    Pieces::new(parse_tray("2x3").unwrap(), parse_kinds(kinds).unwrap().0, 1..=4).unwrap()
}

#[test]
fn mixes_keep_to_counts_and_empty_cells() {
    let mixes = all_mixes(&pieces("1x2=1..,xx/x.=0..1,1x1=..1"), &Limits::default()).unwrap();
    let counts: Vec<&[u32]> = mixes.iter().map(|mix| &*mix.counts).collect();
    assert_eq!(counts, [&[1, 0, 0][..], &[1, 0, 1], &[1, 1, 0], &[2, 0, 0], &[2, 0, 1]]);
    assert_eq!(mixes.iter().map(|mix| mix.empty).collect::<Vec<_>>(), [4, 3, 1, 2, 1]);
    assert_eq!(all_mixes(&pieces("1x2=4.."), &Limits::default()), Ok(vec![]));
    let tight = Limits { memory: 100, ..Limits::default() };
    assert_eq!(all_mixes(&pieces("1x2,1x1"), &tight), Err(GaveUp::Memory));
}

#[test]
fn codes_tell_mixes_apart_and_lose_blocks_one_by_one() {
    let pieces = pieces("2x2=0..1,1x2,1x1");
    let codes = Codes::of(&pieces);
    let mixes = all_mixes(&pieces, &Limits::default()).unwrap();
    let mut numbers: Vec<u64> = mixes.iter().map(|mix| codes.code(mix)).collect();
    for (mix, &code) in mixes.iter().zip(&numbers) {
        assert_eq!(codes.area(code) + mix.empty, 6);
        for kind in 0..3u8 {
            let mut fewer = mix.clone();
            let count = &mut fewer.counts[usize::from(kind)];
            let less = (*count > 0).then(|| *count -= 1);
            assert_eq!(codes.without(code, kind), less.map(|()| codes.code(&fewer)));
        }
    }
    numbers.sort_unstable();
    numbers.dedup();
    assert_eq!(numbers.len(), mixes.len());
}
