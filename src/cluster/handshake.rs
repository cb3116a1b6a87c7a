//! The handshake: processes connect, and make sure that they have the same program, puzzle and options.
//!
//! ```text
//!   process 2 ──▶ "TRAYBIT\n" │ length │ its greeting ──────────▶ process 0, process 1
//!             ◀── "TRAYBIT\n" │ length │ theirs, or a refusal ◀──
//! ```
//!
//! A process connects to those of lower numbers and is connected to by the others. Whoever sends anything else is refused
//! with a sentence, and the process goes on waiting; once all are there, nobody else is let in.

use std::io::{self, Error, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::{self, sleep};
use std::time::{Duration, Instant};

use nix::sys::socket::{setsockopt, sockopt};
use serde::{Deserialize, Serialize};

use std::os::fd::AsRawFd;

const MAGIC: &[u8; 8] = b"TRAYBIT\n";
/// Most bytes of a greeting.
const LONGEST: usize = 4 << 10;
/// Time that a greeting may take.
const GREETING: Duration = Duration::from_secs(5);
/// Time after which a process that is not there yet is tried again, and after which that is told.
const AGAIN: Duration = Duration::from_millis(50);
const TOLD: Duration = Duration::from_secs(2);
/// Seconds after which a silent connection is probed, and between two probes; after so many its machine is gone.
const KEEP_ALIVE: (u32, u32, u32) = (3, 2, 3);

/// Greeting of a process.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Greeting {
    /// Version of the program.
    pub(crate) version: String,
    /// Number of the process.
    pub(crate) process: usize,
    /// Number of processes.
    pub(crate) processes: usize,
    /// Its threads.
    pub(crate) threads: usize,
    /// Fingerprint of the puzzle and the options.
    pub(crate) subject: u64,
}

/// An answer to a greeting.
#[derive(Clone, Debug, Serialize, Deserialize)]
enum Reply {
    Welcome(Greeting),
    Refused(String),
}

impl Greeting {
    /// Why a process with another greeting cannot take part, if it cannot.
    fn refuse(&self, other: &Self) -> Option<String> {
        if other.version != self.version {
            Some(format!("it has version {} of the program, and this one {}", other.version, self.version))
        } else if other.processes != self.processes {
            Some(format!("it expects {} processes, and this one {}", other.processes, self.processes))
        } else if other.subject != self.subject {
            Some("it has another puzzle or other options".to_owned())
        } else {
            None
        }
    }
}

/// Connections to all other processes, and their greetings; those of this process are its own, and without a connection.
pub(crate) type Connected = Vec<(Option<TcpStream>, Greeting)>;

/// Connects to all other processes, by a deadline.
///
/// # Errors
/// A sentence.
pub(crate) fn connect(
    hosts: &[String],
    own: &Greeting,
    wait: Duration,
    say: &(dyn Fn(String) + Sync),
) -> Result<Connected, String> {
    let deadline = Instant::now() + wait;
    let address = &hosts[own.process];
    let listener =
        TcpListener::bind(address).map_err(|error| format!("{address}: cannot be listened on: {error}"))?;
    let (arrived, arrivals) = channel();
    listen(listener, own.clone(), arrived);
    let mut connected: Vec<Option<(TcpStream, Greeting)>> = hosts.iter().map(|_| None).collect();
    for (number, place) in connected.iter_mut().enumerate().take(own.process) {
        *place = Some(reach(hosts, number, own, deadline, say)?);
    }
    while let Some(missing) = (own.process + 1..hosts.len()).find(|&number| connected[number].is_none()) {
        let left = deadline.saturating_duration_since(Instant::now());
        match arrivals.recv_timeout(left) {
            Ok(Arrival::Process(stream, greeting)) => {
                let place = &mut connected[greeting.process];
                if place.is_some() {
                    say(format!(
                        "{} was refused: there is one already",
                        crate::peers::name_of(hosts, greeting.process)
                    ));
                } else {
                    *place = Some((stream, greeting));
                }
            }
            Ok(Arrival::Refused(sentence)) => say(sentence),
            Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => {
                return Err(format!(
                    "{} did not come within {} seconds; start it, or raise --wait",
                    crate::peers::name_of(hosts, missing),
                    wait.as_secs()
                ));
            }
        }
    }
    // From now on the listener's thread refuses whoever comes.
    let all = connected.into_iter().map(|other| match other {
        Some((stream, greeting)) => prepare(&stream).map(|()| (Some(stream), greeting)),
        None => Ok((None, own.clone())),
    });
    all.collect::<io::Result<_>>().map_err(|error| format!("a connection cannot be used: {error}"))
}

/// Who connected.
enum Arrival {
    Process(TcpStream, Greeting),
    /// Somebody else, in a sentence.
    Refused(String),
}

/// Welcomes processes of higher numbers, and refuses all others, as long as the program runs.
fn listen(listener: TcpListener, own: Greeting, arrived: Sender<Arrival>) {
    let own = Arc::new(own);
    thread::spawn(move || {
        loop {
            let Ok((stream, from)) = listener.accept() else {
                sleep(AGAIN);
                continue;
            };
            let (own, arrived) = (Arc::clone(&own), arrived.clone());
            // A stranger who says nothing must not keep others waiting.
            thread::spawn(move || {
                let arrival = welcome(stream, from, &own);
                if let Err(unsent) = arrived.send(arrival)
                    && let Arrival::Process(mut stream, _) = unsent.0
                {
                    let _ = write_frame(&mut stream, &Reply::Refused("the search has begun".to_owned()));
                }
            });
        }
    });
}

fn welcome(mut stream: TcpStream, from: SocketAddr, own: &Greeting) -> Arrival {
    let read = stream.set_read_timeout(Some(GREETING)).and_then(|()| read_frame::<Greeting>(&mut stream));
    let refused = match &read {
        Ok(greeting) if greeting.process <= own.process || greeting.process >= own.processes => {
            Some(format!("no process {} is expected here", greeting.process))
        }
        Ok(greeting) => own.refuse(greeting),
        Err(_) => Some("expected the greeting of a process of the search, found something else".to_owned()),
    };
    match (read, refused) {
        (Ok(greeting), None) => match write_frame(&mut stream, &Reply::Welcome(own.clone())) {
            Ok(()) => Arrival::Process(stream, greeting),
            Err(error) => Arrival::Refused(format!("a connection from {from} ended: {error}")),
        },
        (_, why) => {
            let why = why.unwrap_or_default();
            let _ = write_frame(&mut stream, &Reply::Refused(why.clone()));
            Arrival::Refused(format!("a connection from {from} was refused: {why}"))
        }
    }
}

/// Connects to a process of a lower number, which may not be there yet.
fn reach(
    hosts: &[String],
    number: usize,
    own: &Greeting,
    deadline: Instant,
    say: &(dyn Fn(String) + Sync),
) -> Result<(TcpStream, Greeting), String> {
    let name = crate::peers::name_of(hosts, number);
    let began = Instant::now();
    let mut is_told = false;
    loop {
        let tried = TcpStream::connect(&hosts[number]).and_then(|mut stream| {
            stream.set_read_timeout(Some(GREETING))?;
            write_frame(&mut stream, own)?;
            read_frame::<Reply>(&mut stream).map(|reply| (stream, reply))
        });
        match tried {
            Ok((stream, Reply::Welcome(greeting))) => {
                if greeting.process != number {
                    return Err(format!(
                        "{name} says that it is process {}; check the hosts",
                        greeting.process
                    ));
                }
                return match own.refuse(&greeting) {
                    None => Ok((stream, greeting)),
                    Some(why) => Err(format!("{name} does not fit: {why}")),
                };
            }
            Ok((_, Reply::Refused(why))) => return Err(format!("{name} refused this one: {why}")),
            Err(error) if Instant::now() >= deadline => {
                return Err(format!("{name} cannot be reached: {error}; start it, or raise --wait"));
            }
            Err(_) => {
                if !is_told && began.elapsed() > TOLD {
                    say(format!("waiting for {name}"));
                    is_told = true;
                }
                sleep(AGAIN);
            }
        }
    }
}

fn write_frame(stream: &mut TcpStream, value: &impl Serialize) -> io::Result<()> {
    let text = serde_json::to_vec(value)?;
    let length = (text.len() as u32).to_le_bytes();
    stream.write_all(&[&MAGIC[..], &length, &text].concat())
}

fn read_frame<T: for<'a> Deserialize<'a>>(stream: &mut TcpStream) -> io::Result<T> {
    let mut head = [0; 12];
    stream.read_exact(&mut head)?;
    let length = head[8..].iter().rev().fold(0, |length, &byte| length << 8 | usize::from(byte));
    if &head[..8] != MAGIC || length > LONGEST {
        return Err(Error::other("no frame of this program"));
    }
    let mut text = vec![0; length];
    stream.read_exact(&mut text)?;
    Ok(serde_json::from_slice(&text)?)
}

/// Makes a connection ready for the search.
fn prepare(stream: &TcpStream) -> io::Result<()> {
    stream.set_read_timeout(None)?;
    stream.set_nodelay(true)?;
    let (idle, between, count) = KEEP_ALIVE;
    let file = stream.as_raw_fd();
    setsockopt(file, sockopt::KeepAlive, &true)?;
    #[cfg(target_os = "linux")]
    {
        setsockopt(file, sockopt::TcpKeepIdle, &idle)?;
        setsockopt(file, sockopt::TcpKeepInterval, &between)?;
        setsockopt(file, sockopt::TcpKeepCount, &count)?;
    }
    Ok(())
}
