//! `traybit cluster`: one search over several processes, whose addresses are in a hosts file.
//!
//! ```text
//!   # process 0
//!   10.0.0.1:7100
//!   10.0.0.2:7100
//! ```

use std::env::{args_os, current_exe, var_os};
use std::ffi::{OsStr, OsString};
use std::fs;
use std::io::{self, Write};
use std::net::TcpListener;
use std::process::{Child, Command, Stdio, exit};
use std::thread;
use std::time::Duration;

use clap::{Args, Subcommand};
use tempfile::NamedTempFile;
use traybit_app::command::family::hide_unshared;
use traybit_app::command::{explore, solve};
use traybit_app::run::shared_search::share;
use traybit_app::run::{Ended, Failure, Status};
use traybit_program::incoming::{incoming, terminate};
use traybit_program::{Budget, note_read, parse_time};

use crate::peers::Session;

const MOST_PROCESSES: usize = 256;

/// Share one search of sliding blocks among several processes, on this machine or on several
#[derive(Args, Debug)]
#[command(after_help = include_str!("help/cluster.txt"))]
pub struct Arguments {
    #[command(subcommand)]
    verb: Verb,

    /// The address of each process, a line HOST:PORT each
    #[arg(long, global = true, value_name = "FILE", help_heading = CLUSTER)]
    hosts: Option<OsString>,

    /// Number of this process: that of its line in the file of --hosts, from 0
    #[arg(long, global = true, value_name = "N", help_heading = CLUSTER)]
    process: Option<usize>,

    /// Start N processes on this machine
    #[arg(long, global = true, value_name = "N", help_heading = CLUSTER)]
    processes: Option<usize>,

    /// Wait at most TIME for the other processes: 10 (seconds), 500ms, 2m, 1h
    #[arg(long, global = true, value_name = "TIME", value_parser = parse_time, default_value = "1m", help_heading = CLUSTER)]
    wait: Duration,
}

const CLUSTER: &str = "Cluster options";

#[derive(Subcommand, Debug)]
enum Verb {
    /// Count all reachable positions, and find the farthest ones and the hardest starts
    #[command(mut_args(|option| hide_unshared(explore::OWN, option)), after_help = include_str!("help/cluster-explore.txt"))]
    Explore(explore::Arguments),
    /// Find the shortest solution
    #[command(mut_args(|option| hide_unshared(solve::OWN, option)), after_help = include_str!("help/cluster-solve.txt"))]
    Solve(solve::Arguments),
}

pub fn run(arguments: &Arguments) -> Ended {
    match (&arguments.hosts, arguments.process, arguments.processes) {
        // Also a child of `--processes`: it has its parent's arguments, then --hosts and --process.
        (Some(hosts), Some(process), _) => take_part(arguments, hosts, process),
        (None, None, Some(processes)) => start(processes),
        _ => Err(Failure::usage("expected --hosts and --process, or --processes")),
    }
}

fn take_part(arguments: &Arguments, file: &OsStr, number: usize) -> Ended {
    let name = file.to_string_lossy();
    let unreadable = |why| Failure::new(format_args!("{name}: cannot be read: {why}"), Status::Unreadable);
    note_read(file);
    let text = fs::read_to_string(file).map_err(unreadable)?;
    let hosts = read_hosts(&name, &text).map_err(|sentence| Failure::new(sentence, Status::Invalid))?;
    let count = hosts.len();
    let sentence = format_args!("--process {number}: {name} has {count} processes, counted from 0");
    Failure::usage_if(number >= count, sentence)?;
    let session = Session::new(hosts, number, arguments.wait);
    share(Box::new(session.clone()));
    let ended = match &arguments.verb {
        Verb::Explore(arguments) => explore::run(arguments),
        Verb::Solve(arguments) => solve::run(arguments),
    };
    session.finish();
    ended
}

/// Starts all processes on this machine and waits for them. Each gets an equal share of the memory and the processors,
/// unless the environment sets them.
fn start(processes: usize) -> Ended {
    let sentence = format_args!("--processes: expected 1 to {MOST_PROCESSES}, found {processes}");
    Failure::usage_if(!(1..=MOST_PROCESSES).contains(&processes), sentence)?;
    let failed = |error: io::Error| {
        Failure::new(format_args!("the processes cannot be started: {error}"), Status::GaveUp)
    };
    // Signals wait from here on until the processes are there, so that none leaves the file.
    let signals = incoming(&std::sync::Arc::default()).map_err(failed)?;
    let mut file = NamedTempFile::new().map_err(failed)?;
    let addresses = on_loopback(processes).map_err(failed)?.join("\n") + "\n";
    file.write_all(addresses.as_bytes()).map_err(failed)?;
    let Budget { memory, threads, .. } = Budget::of(None, None, None).map_err(Failure::usage)?;
    let (typed, mut children): (Vec<_>, _) = (args_os().skip(1).collect(), Vec::new());
    for number in 0..processes {
        let mut command = Command::new(current_exe().map_err(failed)?);
        // Nothing after `--` is an option.
        let (options, files) =
            typed.split_at(typed.iter().position(|argument| argument == "--").unwrap_or(typed.len()));
        command.args(options).arg("--hosts").arg(file.path());
        command.args(["--process", &number.to_string()]).args(files).stdin(Stdio::null());
        for (name, all) in [("TRAYBIT_MEMORY", memory), ("TRAYBIT_THREADS", threads)] {
            if var_os(name).is_none() {
                command.env(name, (all / processes).max(1).to_string());
            }
        }
        if number > 0 {
            // Process 0 reports for all.
            command.stdout(Stdio::null()).stderr(Stdio::null());
        }
        match command.spawn() {
            Ok(child) => children.push(child),
            Err(error) => {
                children.iter().map(Child::id).for_each(terminate);
                return Err(failed(error));
            }
        }
    }
    let numbers: Vec<u32> = children.iter().map(Child::id).collect();
    thread::spawn(move || signals.for_each(|_| numbers.iter().copied().for_each(terminate)));
    let (first, others) = children.split_first_mut().expect("a process");
    let code = first.wait().map_err(failed)?.code().unwrap_or(Status::GaveUp.code().into());
    // The others would wait for one that was refused before it joined them.
    let refused = [Status::WrongUsage, Status::Unreadable, Status::Invalid, Status::Unwritable];
    if refused.map(|status| i32::from(status.code())).contains(&code) {
        others.iter().map(Child::id).for_each(terminate);
    }
    others.iter_mut().try_for_each(|child| child.wait().map(drop)).map_err(failed)?;
    drop(file);
    exit(code)
}

/// Reads a hosts file: the address of each process, in order. Errors name the file and the line.
fn read_hosts(name: &str, text: &str) -> Result<Vec<String>, String> {
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
        1..=MOST_PROCESSES => Ok(hosts),
        more => Err(format!("{name}: expected at most {MOST_PROCESSES} processes, found {more}")),
    }
}

/// Loopback addresses whose ports are free now.
fn on_loopback(processes: usize) -> io::Result<Vec<String>> {
    // All are bound before any is released, so no two are the same.
    let bound = (0..processes).map(|_| TcpListener::bind("127.0.0.1:0")).collect::<io::Result<Vec<_>>>()?;
    bound.iter().map(|listener| Ok(listener.local_addr()?.to_string())).collect()
}

#[cfg(test)]
mod tests {
    use super::read_hosts;

    #[test]
    fn a_line_is_an_address() {
        let hosts = read_hosts("hosts", "# two\n127.0.0.1:7000 # the first\n\n[::1]:7001\n");
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
            assert_eq!(read_hosts("hosts", text), Err(error.to_owned()));
        }
    }
}
