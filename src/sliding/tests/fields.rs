//! Fields across limbs.

use traybit_core::bits::Wide;
use traybit_sliding::fields::Fields;

#[test]
fn values_come_back_across_limbs() {
    let values: Vec<u16> = (0..17).map(|index| index * 1999 % 8192).collect();
    let fields = Fields::new(13, values.len());
    let wide: Wide<4> = fields.pack(values.iter().copied(), &mut Vec::new());
    let boxed: Box<[u64]> = fields.pack(values.iter().copied(), &mut Vec::new());
    assert_eq!(fields.values(&wide).take(17).collect::<Vec<u16>>(), values);
    assert_eq!(fields.values(&boxed).take(17).collect::<Vec<u16>>(), values);
    assert_eq!(boxed.len(), 4);
}
