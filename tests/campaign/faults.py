#!/usr/bin/env python3
"""Commands under faults: `faults.py PART FOLDER [ROUNDS]`; FOLDER has the programs, PART is one of

kills    a search or a batch is killed at random moments, and goes on each time, 200 kills in all; the answer is that of one run
limits   every long command with little time and little memory: the status is 0, 1 or 5, and neither limit is passed by much
disk     commands whose files are in a folder that is full: the status and a sentence, and no part of a file is left (as root)

Long puzzles are those of the project; the outputs are compared without their times."""
import os, pathlib, random, re, shlex, shutil, signal, subprocess, sys, tempfile, time

part, programs = sys.argv[1], pathlib.Path(sys.argv[2]).resolve()
puzzles = pathlib.Path(__file__).resolve().parents[2] / "puzzles"
traybit, draw = str(programs / "traybit"), random.Random(1)
work = pathlib.Path(tempfile.mkdtemp(prefix="traybit-faults-"))

def fail(sentence):
    print(f"tests/campaign/faults.py: {sentence}; its files are in {work}", file=sys.stderr)
    sys.exit(1)

def words(command, state=""):
    return [traybit, *(word.replace("@", str(puzzles)).replace("STATE", str(state)) for word in shlex.split(command))]

def wait_for(group):
    """Waits until no process of a group is left: one that was killed holds its locks until the system has ended it."""
    patience = time.monotonic() + 60
    while time.monotonic() < patience:
        try: os.killpg(group, 0)
        except ProcessLookupError: return
        time.sleep(0.002)
    fail(f"process group {group} is still there after a minute")

def kills():
    rounds = int((sys.argv[3:] or ["200"])[0])
    folder = work / "batch"
    folder.mkdir()
    for number in range(40):
        for ending in ("", ".goal"): shutil.copy(puzzles / f"sliding/d209{ending}", folder / f"k{number:02}{ending}")
    kept = "--checkpoint STATE --checkpoint-every 1ms"
    commands = [
        ("explore -q --layers @/sliding/d209 @/sliding/d209.goal --metric slide", kept),
        ("explore -q --layers @/sliding/rush-hour-15.txt", kept),
        ("solve -q --metric step @/sliding/century @/sliding/century.goal", kept),
        ("count -q @/packing/11x11-13.txt", kept),
        ("count -q --by enumeration @/packing/pentominoes-6x10.txt", kept),
        ("solve -q --all --distinct @/packing/pentominoes-6x10.txt", kept),
        ("explore -q --layers @/sliding/rush-hour-15.txt", "--memory 2M --disk STATE"),
        ("cluster explore -q --layers --processes 2 @/sliding/d209 @/sliding/d209.goal", "--disk STATE"),
        (f"batch --optimal {folder}", "--journal STATE --resume"),
    ]
    killed = dict.fromkeys(commands, 0)
    while sum(killed.values()) < rounds:
        for command, how in commands:
            began = time.monotonic()
            whole = subprocess.run(words(command), capture_output=True, text=True)
            longest, state = time.monotonic() - began, work / "state"
            for _ in range(8):
                process = subprocess.Popen(words(f"{command} {how}", state), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
                try: process.wait(draw.uniform(0, longest))
                except subprocess.TimeoutExpired:
                    os.killpg(process.pid, signal.SIGKILL)
                    killed[command, how] += 1
                process.wait()
                wait_for(process.pid)
            ended = subprocess.run(words(f"{command} {how}", state), capture_output=True, text=True)
            last = lambda text: re.findall(r"\d+ puzzles, \d+ verified", text) if "batch" in command else text
            if (ended.returncode, last(ended.stdout)) != (whole.returncode, last(whole.stdout)):
                fail(f"{command}: after kills another answer, {ended.returncode}: {ended.stdout[:500]}{ended.stderr[:500]}")
            shutil.rmtree(state) if state.is_dir() else state.unlink(missing_ok=True)
    print(f"{sum(killed.values())} kills, and the same answers: " + ", ".join(f"{' '.join(words).replace('@/', '').replace(str(folder), 'folder')}: {count}" for words, count in killed.items()))

LONG = [
    "solve @/sliding/century @/sliding/century.goal", "solve @/sliding/rush-hour-51.txt --metric step", "solve --fast @/sliding/century @/sliding/century.goal",
    "explore @/sliding/century", "count --metric path @/sliding/century @/sliding/century.goal",
    "universe --tray 6x6 --pieces 1x2=6,2x1=5", "universe --tray 4x5 --pieces any",
    "generate blocks --tray 6x6 --pieces 1x2=6,2x1=6,1x3 --goal '1x2 2 4' --count 9999 --json", "generate goal @/sliding/century --block b",
    "batch --size 4 --count 20 --optimal", "explore --size 4x4", "generate tiles --size 200 --count 9999 --json",
    "count @/packing/popinjay-12.txt", "count --by enumeration @/packing/popinjay-12.txt", "solve --all @/packing/pentominoes-6x10.txt",
    "solve @/packing/popinjay-12.txt", "batch @/sliding --optimal", "solve five.txt --optimal", "solve five.txt --quality 60",
]

def limits():
    (work / "five.txt").write_text("5 1 2 4 8\n6 0 7 3 12\n9 10 11 15 14\n13 16 17 18 19\n20 21 22 24 23\n".replace("24 23", "23 24"))
    late, ran = 0, 0
    for command in LONG:
        for seconds, memory in ((0.05, 1 << 30), (1, 16 << 20), (2, 64 << 20)):
            options = ["--limit", f"{int(seconds * 1000)}ms", "--memory", str(memory)]
            began = time.monotonic()
            process = subprocess.Popen(words(command) + options, cwd=work, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
            sentences = process.stderr.read().decode()
            _, status, usage = os.wait4(process.pid, 0)
            took, resident = time.monotonic() - began, usage.ru_maxrss << 10
            if "unexpected argument" in sentences: fail(f"{command}: {sentences}")
            if os.waitstatus_to_exitcode(status) not in (0, 1, 5): fail(f"{command} {options}: status {os.waitstatus_to_exitcode(status)}, {sentences}")
            # A small budget is the search's alone: the process may take itself (20 MiB) and 32 MiB besides.
            # A batch has a limit for each of its puzzles.
            if took > seconds * (40 if "batch" in command else 1) + 2: fail(f"{command} {options}: took {took:.1f} s")
            if resident > memory * 1.1 + (52 << 20): fail(f"{command} {options}: took {resident >> 20} MiB")
            ran += 1
            late = max(late, 0 if "batch" in command else took - seconds)
    print(f"{ran} runs of {len(LONG)} commands within their limits; at most {late:.2f} s after the time was over")

def disk():
    full = work / "full"
    full.mkdir()
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", full]).returncode: return print("skipped: a full disk needs root")
    try:
        (full / "filler").write_bytes(bytes(64 << 10))
        ran = 0
        for command, statuses in [
            ("explore --layers @/sliding/d209 @/sliding/d209.goal -o FULL/o --json --hardest FULL/h", (7,)), ("solve @/sliding/klotski-exit.txt --html FULL/o.html", (7,)),
            ("solve @/sliding/century @/sliding/century.goal --certificate FULL/c", (5, 7)), ("explore @/sliding/rush-hour-15.txt --memory 2M --disk FULL/layers", (5,)),
            ("explore @/sliding/rush-hour-15.txt --checkpoint FULL/state --checkpoint-every 1ms", (0, 5, 7)),
            ("batch @/sliding --optimal --limit 1 --journal FULL/j", (0, 1, 5, 7)), ("generate tiles --size 60 --count 999 --files FULL/files", (7,)),
            ("solve --all @/packing/pentominoes-6x10.txt -o FULL/o", (7,)), ("solve @/sliding/klotski-exit.txt --gif FULL/o.gif", (7,)),
        ]:
            found = subprocess.run(words(command.replace("FULL", str(full))), capture_output=True, text=True)
            if found.returncode not in statuses or found.returncode and not found.stderr: fail(f"{command}: status {found.returncode}, {found.stderr}")
            if "panicked" in found.stderr: fail(f"{command}: {found.stderr}")
            left = [path for path in full.rglob("*") if path.is_file() and path.name != "filler"]
            # What resumes is kept.
            if found.returncode == 7 and not {path.relative_to(full).parts[0] for path in left} <= {"layers", "j", "state"}: fail(f"{command}: {left} were left")
            for path in [path for path in full.iterdir() if path.name != "filler"]: shutil.rmtree(path) if path.is_dir() else path.unlink()
            ran += 1
        print(f"{ran} commands on a full disk: status, sentence and no part of a file")
    finally: subprocess.run(["umount", full])

{"kills": kills, "limits": limits, "disk": disk}[part]()
shutil.rmtree(work)
