//! Certificates with a right seal: what is read can be written and read again, and is judged.

use traybit_certificate::Certificate;
use traybit_certificate::document::seal;
use traybit_core::Limits;

/// Checks a certificate without its seal, and with a correct one.
pub fn check(data: &[u8]) {
    assert!(Certificate::read("bare", data).is_err() || data.ends_with(b"\"\n}\n"));
    let sealed = seal(&String::from_utf8_lossy(data));
    let Ok(certificate) = Certificate::read("sealed", sealed.as_bytes()) else { return };
    let text = certificate.write().expect("a short text");
    assert_eq!(Certificate::read("again", text.as_bytes()).as_ref(), Ok(&certificate));
    let Ok(subject) = certificate.puzzle.read("certificate") else { return };
    if let Ok(written) = subject.written() {
        assert!(written.read("again").is_ok());
    }
    let limits = Limits { memory: 64 << 20, threads: 1, ..Limits::default() };
    let verified = certificate.check("certificate", &limits);
    assert_eq!(verified.is_ok(), certificate.check("again", &limits).is_ok());
    if let Ok(verified) = verified {
        assert_eq!(verified.subject, subject);
    }
}
