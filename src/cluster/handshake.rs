//! The handshake: processes connect, and make sure that they have the same program, puzzle and options.
//!
//! ```text
//!   process 2 ──▶ a line of JSON: its greeting ──────────▶ process 0, process 1
//!             ◀── a line of JSON: theirs, or a refusal ◀──
//! ```
//!
//! A process connects to those of lower numbers, and the others connect to it. Anything else is refused with a sentence,
//! and the process goes on waiting; once all are connected, all others are refused.

use std::io::{self, Error, ErrorKind, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream, ToSocketAddrs};
use std::os::fd::AsRawFd;
use std::panic::resume_unwind;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, SendError, Sender, channel};
use std::thread::{self, sleep};
use std::time::{Duration, Instant};

use nix::sys::socket::{setsockopt, sockopt};
use serde::{Deserialize, Serialize};

use crate::peers::name_of;
use traybit_app::current::say;

const LONGEST: usize = 4 << 10;
const GREETING: Duration = Duration::from_secs(5);
/// Greetings that are read at a time; further connections are closed at once.
const AT_A_TIME: usize = 300;
/// Interval between attempts to reach a process, and the time after which a message says that it is missing.
const AGAIN: Duration = Duration::from_millis(50);
const TOLD: Duration = Duration::from_secs(2);
/// Seconds until a silent connection is probed, seconds between probes, and failed probes until it counts as lost.
const KEEP_ALIVE: (u32, u32, u32) = (3, 2, 3);

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Greeting {
    pub(crate) version: String,
    pub(crate) process: usize,
    pub(crate) processes: usize,
    pub(crate) threads: usize,
    /// Fingerprint of the puzzle and the options.
    pub(crate) subject: u64,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
enum Reply {
    Welcome(Greeting),
    Refused(String),
}

impl Greeting {
    /// Reason why a process with another greeting cannot take part, if there is one.
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
pub(crate) fn connect(
    hosts: &[String],
    own: &Greeting,
    wait: Duration,
) -> Result<Vec<(Option<TcpStream>, Greeting)>, String> {
    let deadline = Instant::now() + wait;
    let address = &hosts[own.process];
    let listener =
        TcpListener::bind(address).map_err(|error| format!("{address}: cannot be listened on: {error}"))?;
    let (arrived, arrivals) = channel();
    listen(listener, own.clone(), arrived);
    let (lower, higher) = thread::scope(|scope| {
        let reach_all = || (0..own.process).map(|number| reach(hosts, number, own, deadline)).collect();
        let lower = scope.spawn::<_, Result<Vec<_>, _>>(reach_all);
        let higher = wait_for_higher(hosts, own, &arrivals, deadline);
        (lower.join().unwrap_or_else(|panic| resume_unwind(panic)), higher)
    });
    let others = lower?.into_iter().chain(higher?);
    let all = others.map(|(stream, greeting)| prepare(&stream).map(|()| (Some(stream), greeting)));
    let mut all = all
        .collect::<io::Result<Vec<_>>>()
        .map_err(|error| format!("a connection cannot be used: {error}"))?;
    all.insert(own.process, (None, own.clone()));
    Ok(all)
}

/// Welcomes the processes of higher numbers, and returns their connections in order.
fn wait_for_higher(
    hosts: &[String],
    own: &Greeting,
    arrivals: &Receiver<Arrival>,
    deadline: Instant,
) -> Result<Vec<(TcpStream, Greeting)>, String> {
    let first = own.process + 1;
    let mut connected: Vec<Option<(TcpStream, Greeting)>> = hosts[first..].iter().map(|_| None).collect();
    while let Some(missing) = connected.iter().position(Option::is_none) {
        let left = deadline.saturating_duration_since(Instant::now());
        match arrivals.recv_timeout(left) {
            Ok(Ok((mut stream, greeting))) => {
                // A process that comes a second time has lost its first connection.
                if write_line(&mut stream, &Reply::Welcome(own.clone())).is_ok() {
                    let place = greeting.process - first;
                    connected[place] = Some((stream, greeting));
                }
            }
            Ok(Err(sentence)) => say(sentence),
            Err(_) => {
                let name = name_of(hosts, first + missing);
                return Err(format!("{name} did not come in time; start it, or raise --wait"));
            }
        }
    }
    Ok(connected.into_iter().flatten().collect())
}

/// A connection: of a process that waits to be welcomed, or a refused one, as a sentence.
type Arrival = Result<(TcpStream, Greeting), String>;

/// Takes the greetings of new connections as long as the program runs; once nobody waits for them all are refused.
fn listen(listener: TcpListener, own: Greeting, arrived: Sender<Arrival>) {
    let shared = Arc::new((own, AtomicUsize::new(0)));
    thread::spawn(move || {
        loop {
            let Ok((stream, from)) = listener.accept() else {
                sleep(AGAIN);
                continue;
            };
            let (shared, arrived) = (Arc::clone(&shared), arrived.clone());
            if shared.1.fetch_add(1, Ordering::Relaxed) >= AT_A_TIME {
                shared.1.fetch_sub(1, Ordering::Relaxed);
                continue;
            }
            // A stranger who says nothing must not keep others waiting.
            let greeted = move || {
                let (own, busy) = &*shared;
                let arrival = greeted(stream, from, own);
                busy.fetch_sub(1, Ordering::Relaxed);
                if let Err(SendError(Ok((mut stream, _)))) = arrived.send(arrival) {
                    let _ = write_line(&mut stream, &Reply::Refused("the search has begun".to_owned()));
                }
            };
            // Without a thread the connection is closed.
            let _ = thread::Builder::new().spawn(greeted);
        }
    });
}

fn greeted(mut stream: TcpStream, from: SocketAddr, own: &Greeting) -> Arrival {
    let why = match read_line::<Greeting>(&mut stream, Instant::now() + GREETING) {
        Ok(Greeting { process, .. }) if process <= own.process || process >= own.processes => {
            format!("no process {process} is expected here")
        }
        Ok(greeting) => match own.refuse(&greeting) {
            None => return Ok((stream, greeting)),
            Some(why) => why,
        },
        Err(_) => "expected the greeting of a process of the search, found something else".to_owned(),
    };
    let _ = write_line(&mut stream, &Reply::Refused(why.clone()));
    Err(format!("a connection from {from} was refused: {why}"))
}

/// Connects to a process of a lower number, which may not be there yet.
fn reach(
    hosts: &[String],
    number: usize,
    own: &Greeting,
    deadline: Instant,
) -> Result<(TcpStream, Greeting), String> {
    let name = name_of(hosts, number);
    let began = Instant::now();
    let mut is_reported = false;
    loop {
        let addresses = hosts[number].to_socket_addrs().map(|mut addresses| addresses.next());
        let tried = addresses.and_then(|address| {
            let address = address.ok_or_else(|| Error::other("it has no address"))?;
            let mut stream = TcpStream::connect_timeout(&address, GREETING)?;
            write_line(&mut stream, own)?;
            read_line::<Reply>(&mut stream, Instant::now() + GREETING).map(|reply| (stream, reply))
        });
        match tried {
            Ok((_, Reply::Welcome(Greeting { process, .. }))) if process != number => {
                return Err(format!("{name} says that it is process {process}; check the hosts"));
            }
            Ok((stream, Reply::Welcome(greeting))) => {
                let why = own.refuse(&greeting);
                return why.map_or(Ok((stream, greeting)), |why| Err(format!("{name} does not fit: {why}")));
            }
            Ok((_, Reply::Refused(why))) => return Err(format!("{name} refused this one: {why}")),
            Err(error) if Instant::now() >= deadline => {
                return Err(format!("{name} cannot be reached: {error}; start it, or raise --wait"));
            }
            Err(_) => {
                if !is_reported && began.elapsed() > TOLD {
                    say(format!("waiting for {name}"));
                    is_reported = true;
                }
                sleep(AGAIN);
            }
        }
    }
}

fn write_line(stream: &mut TcpStream, value: &impl Serialize) -> io::Result<()> {
    let mut text = serde_json::to_vec(value)?;
    text.push(b'\n');
    stream.write_all(&text)
}

/// Reads a line by a deadline, and nothing of what follows it.
fn read_line<T: for<'a> Deserialize<'a>>(stream: &mut TcpStream, deadline: Instant) -> io::Result<T> {
    let mut text = Vec::new();
    while text.last() != Some(&b'\n') {
        let left = deadline.saturating_duration_since(Instant::now());
        if left.is_zero() || text.len() >= LONGEST {
            return Err(ErrorKind::TimedOut.into());
        }
        stream.set_read_timeout(Some(left))?;
        let mut byte = [0];
        stream.read_exact(&mut byte)?;
        text.extend(byte);
    }
    Ok(serde_json::from_slice(&text)?)
}

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
