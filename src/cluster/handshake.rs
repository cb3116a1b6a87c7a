//! The handshake: processes connect, and make sure that they have the same program, puzzle and options.
//!
//! ```text
//!   process 2 ──▶ "TRAYBIT\n" │ length │ its greeting ──────────▶ process 0, process 1
//!             ◀── "TRAYBIT\n" │ length │ theirs, or a refusal ◀──
//! ```
//!
//! A process connects to those of lower numbers and is connected to by the others. Whoever sends anything else is refused
//! with a sentence, and the process goes on waiting; once all are there, nobody else is let in.

use std::io::{self, Error, ErrorKind, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream, ToSocketAddrs};
use std::os::fd::AsRawFd;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SendError, Sender, channel};
use std::thread::{self, ScopedJoinHandle, sleep};
use std::time::{Duration, Instant};

use nix::sys::socket::{setsockopt, sockopt};
use serde::{Deserialize, Serialize};

use crate::peers::name_of;

const MAGIC: &[u8; 8] = b"TRAYBIT\n";
/// Most bytes of a greeting.
const LONGEST: usize = 4 << 10;
/// Time that a greeting may take.
const GREETING: Duration = Duration::from_secs(5);
/// Greetings that are read at a time; more connections are closed at once.
const AT_A_TIME: usize = 300;
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
    let (lower, higher) = thread::scope(|scope| {
        let lower: Vec<_> = (0..own.process)
            .map(|number| scope.spawn(move || reach(hosts, number, own, deadline, say)))
            .collect();
        let higher = wait_for_higher(hosts, own, &arrivals, deadline, say);
        (lower.into_iter().map(ScopedJoinHandle::join).collect::<Vec<_>>(), higher)
    });
    let lower =
        lower.into_iter().map(|reached| reached.unwrap_or_else(|_| Err("a thread failed".to_owned())));
    let others = lower.collect::<Result<Vec<_>, _>>()?.into_iter().chain(higher?);
    let all = others.map(|(stream, greeting)| prepare(&stream).map(|()| (Some(stream), greeting)));
    let mut all: Connected =
        all.collect::<io::Result<_>>().map_err(|error| format!("a connection cannot be used: {error}"))?;
    all.insert(own.process, (None, own.clone()));
    Ok(all)
}

/// Welcomes the processes of higher numbers, and returns their connections in order.
fn wait_for_higher(
    hosts: &[String],
    own: &Greeting,
    arrivals: &Receiver<Arrival>,
    deadline: Instant,
    say: &(dyn Fn(String) + Sync),
) -> Result<Vec<(TcpStream, Greeting)>, String> {
    let first = own.process + 1;
    let mut connected: Vec<Option<(TcpStream, Greeting)>> = hosts[first..].iter().map(|_| None).collect();
    while let Some(missing) = connected.iter().position(Option::is_none) {
        let left = deadline.saturating_duration_since(Instant::now());
        match arrivals.recv_timeout(left) {
            Ok(Ok((mut stream, greeting))) => {
                // Whoever comes a second time has lost the first connection.
                if write_frame(&mut stream, &Reply::Welcome(own.clone())).is_ok() {
                    let place = greeting.process - first;
                    connected[place] = Some((stream, greeting));
                }
            }
            Ok(Err(sentence)) => say(sentence),
            Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => {
                return Err(format!(
                    "{} did not come in time; start it, or raise --wait",
                    name_of(hosts, first + missing)
                ));
            }
        }
    }
    Ok(connected.into_iter().flatten().collect())
}

/// A connection: of a process that waits to be welcomed, or a refused one, as a sentence.
type Arrival = Result<(TcpStream, Greeting), String>;

/// Takes the greetings of whoever connects, as long as the program runs; once nobody waits for them all are refused.
fn listen(listener: TcpListener, own: Greeting, arrived: Sender<Arrival>) {
    let (own, busy) = (Arc::new(own), Arc::new(AtomicUsize::new(0)));
    thread::spawn(move || {
        loop {
            let Ok((stream, from)) = listener.accept() else {
                sleep(AGAIN);
                continue;
            };
            let (own, busy, arrived) = (Arc::clone(&own), Arc::clone(&busy), arrived.clone());
            if busy.fetch_add(1, Ordering::Relaxed) >= AT_A_TIME {
                busy.fetch_sub(1, Ordering::Relaxed);
                continue;
            }
            // A stranger who says nothing must not keep others waiting.
            let greeted = move || {
                let arrival = greeted(stream, from, &own);
                busy.fetch_sub(1, Ordering::Relaxed);
                if let Err(SendError(Ok((mut stream, _)))) = arrived.send(arrival) {
                    let _ = write_frame(&mut stream, &Reply::Refused("the search has begun".to_owned()));
                }
            };
            // Without a thread the connection is closed.
            let _ = thread::Builder::new().spawn(greeted);
        }
    });
}

fn greeted(mut stream: TcpStream, from: SocketAddr, own: &Greeting) -> Arrival {
    let why = match read_frame::<Greeting>(&mut stream, Instant::now() + GREETING) {
        Ok(greeting) if greeting.process <= own.process || greeting.process >= own.processes => {
            format!("no process {} is expected here", greeting.process)
        }
        Ok(greeting) => match own.refuse(&greeting) {
            None => return Ok((stream, greeting)),
            Some(why) => why,
        },
        Err(_) => "expected the greeting of a process of the search, found something else".to_owned(),
    };
    let _ = write_frame(&mut stream, &Reply::Refused(why.clone()));
    Err(format!("a connection from {from} was refused: {why}"))
}

/// Connects to a process of a lower number, which may not be there yet.
fn reach(
    hosts: &[String],
    number: usize,
    own: &Greeting,
    deadline: Instant,
    say: &(dyn Fn(String) + Sync),
) -> Result<(TcpStream, Greeting), String> {
    let name = name_of(hosts, number);
    let began = Instant::now();
    let mut is_told = false;
    loop {
        let addresses = hosts[number].to_socket_addrs().map(|mut addresses| addresses.next());
        let tried = addresses.and_then(|address| {
            let address = address.ok_or_else(|| Error::other("it has no address"))?;
            let mut stream = TcpStream::connect_timeout(&address, GREETING)?;
            write_frame(&mut stream, own)?;
            read_frame::<Reply>(&mut stream, Instant::now() + GREETING).map(|reply| (stream, reply))
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

fn read_frame<T: for<'a> Deserialize<'a>>(stream: &mut TcpStream, deadline: Instant) -> io::Result<T> {
    let mut head = [0; 12];
    read_all(stream, &mut head, deadline)?;
    let length = head[8..].iter().rev().fold(0, |length, &byte| length << 8 | usize::from(byte));
    if &head[..8] != MAGIC || length > LONGEST {
        return Err(Error::other("no frame of this program"));
    }
    let mut text = vec![0; length];
    read_all(stream, &mut text, deadline)?;
    Ok(serde_json::from_slice(&text)?)
}

/// Reads until a buffer is full, or the time is over.
fn read_all(stream: &mut TcpStream, mut buffer: &mut [u8], deadline: Instant) -> io::Result<()> {
    while !buffer.is_empty() {
        let left = deadline.saturating_duration_since(Instant::now()).max(Duration::from_millis(1));
        stream.set_read_timeout(Some(left))?;
        match stream.read(buffer)? {
            0 => return Err(ErrorKind::UnexpectedEof.into()),
            _ if Instant::now() >= deadline => return Err(ErrorKind::TimedOut.into()),
            read => buffer = &mut buffer[read..],
        }
    }
    Ok(())
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
