//! The handshake: processes connect, and check that all have the same program, puzzle and options.
//!
//! ```text
//!   process 2 ──▶ a line of JSON: its greeting ──────────▶ process 0, process 1
//!             ◀── a line of JSON: theirs, or a refusal ◀──
//! ```
//!
//! A process connects to those with lower numbers and accepts those with higher ones. Any other connection is refused with
//! a sentence, and the process keeps waiting. Once all are connected, every new connection is refused.

use std::collections::BTreeMap;
use std::io::{self, Error, ErrorKind, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream, ToSocketAddrs};
use std::panic::resume_unwind;
use std::sync::mpsc::{Receiver, SendError, Sender, channel};
use std::thread::{self, sleep};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use socket2::{SockRef, TcpKeepalive};

use crate::connection::name_of;
use traybit_program::say;

const MAX_LINE: usize = 4 << 10;
const TIMEOUT: Duration = Duration::from_secs(5);
/// Shortest and longest interval between attempts to reach a process, and time until a message reports it as missing.
const AT_FIRST: Duration = Duration::from_millis(1);
const RETRY: Duration = Duration::from_millis(50);
const REPORT: Duration = Duration::from_secs(2);
/// Time until a silent connection is probed, time between probes, and failed probes until it counts as lost.
const KEEP_ALIVE: (Duration, Duration, u32) = (Duration::from_secs(3), Duration::from_secs(2), 3);

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

/// Reply to a greeting: the greeting of the process that accepts it, or why it refuses.
type Reply = Result<Greeting, String>;

impl Greeting {
    /// Checks the greeting of another process; the error says why that one cannot take part.
    fn check(&self, other: Self) -> Reply {
        if other.version != self.version {
            Err(format!("it has version {} of the program, and this one {}", other.version, self.version))
        } else if other.processes != self.processes {
            Err(format!("it expects {} processes, and this one {}", other.processes, self.processes))
        } else if other.subject != self.subject {
            Err("it has another puzzle or other options".to_owned())
        } else {
            Ok(other)
        }
    }
}

/// A connection to another process, and the greeting received on it.
pub(crate) type Connection = (TcpStream, Greeting);

/// Longest time to wait: not every clock can express a later moment.
const LONGEST_WAIT: Duration = Duration::from_secs(1 << 30);

/// Connects to all other processes.
pub(crate) fn connect(hosts: &[String], own: &Greeting, wait: Duration) -> Result<Vec<Connection>, String> {
    let deadline = Instant::now() + wait.min(LONGEST_WAIT);
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
    let prepared = others.map(|(stream, greeting)| prepare(&stream).map(|()| (stream, greeting)));
    prepared.collect::<io::Result<_>>().map_err(|error| format!("a connection cannot be used: {error}"))
}

/// Welcomes the processes of higher numbers, and returns their connections in order.
fn wait_for_higher(
    hosts: &[String],
    own: &Greeting,
    arrivals: &Receiver<Arrival>,
    deadline: Instant,
) -> Result<Vec<Connection>, String> {
    let mut connected = BTreeMap::new();
    while let Some(missing) = (own.process + 1..hosts.len()).find(|other| !connected.contains_key(other)) {
        let left = deadline.saturating_duration_since(Instant::now());
        match arrivals.recv_timeout(left) {
            Ok(Ok((mut stream, greeting))) => {
                // A process that connects a second time has lost its first connection.
                if write_line(&mut stream, &Reply::Ok(own.clone())).is_ok() {
                    connected.insert(greeting.process, (stream, greeting));
                }
            }
            Ok(Err(sentence)) => say(sentence),
            Err(_) => {
                let name = name_of(hosts, missing);
                return Err(format!("{name} did not come in time; start it, or raise --wait"));
            }
        }
    }
    Ok(connected.into_values().collect())
}

/// A new connection: a process that waits for the reply, or a sentence about one that was refused.
type Arrival = Result<Connection, String>;

/// Reads the greetings of new connections until the program ends. Once nobody waits for them, all are refused.
fn listen(listener: TcpListener, own: Greeting, arrived: Sender<Arrival>) {
    thread::spawn(move || {
        loop {
            let Ok((stream, from)) = listener.accept() else {
                sleep(RETRY);
                continue;
            };
            let (own, arrived) = (own.clone(), arrived.clone());
            // In a thread of its own, since a silent stranger must not delay others; without one the connection is closed.
            let _ = thread::Builder::new().spawn(move || {
                let arrival = greeted(stream, from, &own);
                if let Err(SendError(Ok((mut stream, _)))) = arrived.send(arrival) {
                    let _ = write_line(&mut stream, &Reply::Err("the search has begun".to_owned()));
                }
            });
        }
    });
}

fn greeted(mut stream: TcpStream, from: SocketAddr, own: &Greeting) -> Arrival {
    let greeting = match read_line::<Greeting>(&mut stream) {
        Ok(Greeting { process, .. }) if process <= own.process || process >= own.processes => {
            Err(format!("no process {process} is expected here"))
        }
        Ok(greeting) => own.check(greeting),
        Err(_) => Err("expected the greeting of a process of the search, found something else".to_owned()),
    };
    let refused = |why| {
        let sentence = format!("a connection from {from} was refused: {why}");
        let _ = write_line(&mut stream, &Reply::Err(why));
        sentence
    };
    greeting.map_err(refused).map(|greeting| (stream, greeting))
}

/// Connects to a process with a lower number; tries again until the deadline, since it may start later.
fn reach(hosts: &[String], number: usize, own: &Greeting, deadline: Instant) -> Result<Connection, String> {
    let name = name_of(hosts, number);
    let began = Instant::now();
    let (mut is_reported, mut attempts) = (false, 0);
    loop {
        // A name may have several addresses, of which the process has bound one.
        let addresses = hosts[number].to_socket_addrs().map(|addresses| addresses.cycle().nth(attempts));
        let tried = addresses.and_then(|address| {
            let address = address.ok_or_else(|| Error::other("it has no address"))?;
            let mut stream = TcpStream::connect_timeout(&address, TIMEOUT)?;
            write_line(&mut stream, own)?;
            read_line::<Reply>(&mut stream).map(|reply| (stream, reply))
        });
        match tried {
            Ok((_, Ok(Greeting { process, .. }))) if process != number => {
                return Err(format!("{name} says that it is process {process}; check the hosts"));
            }
            Ok((stream, Ok(greeting))) => {
                let fitting = own.check(greeting).map_err(|why| format!("{name} does not fit: {why}"));
                return fitting.map(|greeting| (stream, greeting));
            }
            Ok((_, Err(why))) => return Err(format!("{name} refused this one: {why}")),
            Err(error) if Instant::now() >= deadline => {
                return Err(format!("{name} cannot be reached: {error}; start it, or raise --wait"));
            }
            Err(_) => {
                if !is_reported && began.elapsed() > REPORT {
                    say(format!("waiting for {name}"));
                    is_reported = true;
                }
                attempts += 1;
                sleep((began.elapsed() / 4).clamp(AT_FIRST, RETRY));
            }
        }
    }
}

fn write_line(stream: &mut TcpStream, value: &impl Serialize) -> io::Result<()> {
    let mut text = serde_json::to_vec(value)?;
    text.push(b'\n');
    stream.write_all(&text)
}

/// Reads one line within [`TIMEOUT`], and nothing after it.
fn read_line<T: for<'a> Deserialize<'a>>(stream: &mut TcpStream) -> io::Result<T> {
    let (mut text, deadline) = (Vec::new(), Instant::now() + TIMEOUT);
    while text.last() != Some(&b'\n') {
        let left = deadline.saturating_duration_since(Instant::now());
        if left.is_zero() || text.len() >= MAX_LINE {
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
    let probes = TcpKeepalive::new().with_time(idle).with_interval(between);
    // Windows before 10 has ten probes, always.
    let probes = if cfg!(windows) { probes } else { probes.with_retries(count) };
    SockRef::from(stream).set_tcp_keepalive(&probes)
}
