//! Several files in one input, a line `%%` between two.

/// Line between two files.
const MARK: &[u8] = b"%%\n";

/// The files of an input. What is not there is empty; marks beyond the last file belong to it.
pub(crate) fn parts<const N: usize>(data: &[u8]) -> [&[u8]; N] {
    let mut rest = Some(data);
    let mut files = [&b""[..]; N];
    for (number, file) in files.iter_mut().enumerate() {
        let Some(data) = rest else { break };
        let mark = data.windows(MARK.len()).position(|window| window == MARK).filter(|_| number + 1 < N);
        *file = &data[..mark.unwrap_or(data.len())];
        rest = mark.map(|mark| &data[mark + MARK.len()..]);
    }
    files
}
