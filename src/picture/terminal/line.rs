//! Lines of characters, and the characters where they meet.

/// By the weights of the lines upwards, rightwards, downwards and leftwards (0 none, 1 light, 2 heavy), read as a number
/// to the base 3 without its first digit, which is the row.
const MEETING: [&str; 3] =
    [" ╴╸╷┐┑╻┒┓╶─╾┌┬┭┎┰┱╺╼━┍┮┯┏┲┳", "╵┘┙│┤┥╽┧┪└┴┵├┼┽┟╁╅┕┶┷┝┾┿┢╆╈", "╹┚┛╿┦┩┃┨┫┖┸┹┞╀╃┠╂╉┗┺┻┡╄╇┣╊╋"];

/// The character where lines of these weights go upwards, rightwards, downwards and leftwards: 0 is none, 1 light, 2 heavy.
///
/// # Panics
/// When a weight is more than 2.
#[must_use]
pub fn meeting([up, right, down, left]: [usize; 4]) -> char {
    MEETING[up].chars().nth(9 * right + 3 * down + left).unwrap_or(' ')
}

#[cfg(test)]
mod tests {
    use super::{MEETING, meeting};

    #[test]
    fn lines_join_in_every_way() {
        assert!(MEETING.iter().all(|row| row.chars().count() == 27));
        let joined = [[0, 0, 0, 0], [0, 1, 0, 1], [1, 0, 1, 0], [1, 1, 1, 1], [2, 2, 2, 2], [2, 0, 1, 1]];
        assert_eq!(joined.map(meeting), [' ', '─', '│', '┼', '╋', '┦']);
    }
}
