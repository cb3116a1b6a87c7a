//! The hosts file: where each process listens.
//!
//! ```text
//!   # process 0
//!   10.0.0.1:7100
//!   10.0.0.2:7100
//! ```

use std::io;
use std::net::TcpListener;

/// Most processes of a search.
pub(crate) const MOST: usize = 256;

/// Reads the addresses of a hosts file, of process 0 first.
///
/// # Errors
/// A sentence that names the file and the line.
pub(crate) fn read(name: &str, text: &str) -> Result<Vec<String>, String> {
    let mut hosts = Vec::new();
    for (line, text) in (1..).zip(text.lines()) {
        let address = text.split('#').next().unwrap_or_default().trim();
        if address.is_empty() {
            continue;
        }
        let port = address.rsplit_once(':').filter(|(host, _)| !host.is_empty()).map(|(_, port)| port);
        if port.and_then(|port| port.parse::<u16>().ok()).is_none_or(|port| port == 0) {
            return Err(format!("{name}, line {line}: expected HOST:PORT, found `{address}`"));
        }
        if hosts.iter().any(|host| host == address) {
            return Err(format!("{name}, line {line}: {address} stands there twice"));
        }
        hosts.push(address.to_owned());
    }
    match hosts.len() {
        0 => Err(format!("{name}: expected a line HOST:PORT for each process, found none")),
        1..=MOST => Ok(hosts),
        more => Err(format!("{name}: expected at most {MOST} processes, found {more}")),
    }
}

/// Addresses on this machine that are free now.
///
/// # Errors
/// The system's.
pub(crate) fn on_loopback(processes: usize) -> io::Result<Vec<String>> {
    let listeners: io::Result<Vec<TcpListener>> =
        (0..processes).map(|_| TcpListener::bind("127.0.0.1:0")).collect();
    listeners?.iter().map(|listener| listener.local_addr().map(|address| address.to_string())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_an_address() {
        let hosts = read("hosts", "# two\n127.0.0.1:7000 # the first\n\n[::1]:7001\n");
        assert_eq!(hosts, Ok(vec!["127.0.0.1:7000".to_owned(), "[::1]:7001".to_owned()]));
    }

    #[test]
    fn wrong_lines_are_named() {
        for (text, error) in [
            ("a:1\nb\n", "hosts, line 2: expected HOST:PORT, found `b`"),
            (":7\n", "hosts, line 1: expected HOST:PORT, found `:7`"),
            ("a:0\n", "hosts, line 1: expected HOST:PORT, found `a:0`"),
            ("a:1\na:1\n", "hosts, line 2: a:1 stands there twice"),
            ("#\n", "hosts: expected a line HOST:PORT for each process, found none"),
        ] {
            assert_eq!(read("hosts", text), Err(error.to_owned()));
        }
    }
}
