#!/usr/bin/env python3
"""Figures of docs/figures.md on one commit, as a table: `figures.py TRAYBIT [COURSE]`.

COURSE is the folder of the trays of the course (easy, medium, hard, pairs.csv), without which their rows are skipped.
Each command runs as a whole process: five times if that takes less than 2 s, three times below 20 s, once above, and each
run has to print the answer that is known. The table has the median time, the processor time and the peak resident size."""
import os, pathlib, re, shlex, statistics, subprocess, sys, tempfile, time

traybit = pathlib.Path(sys.argv[1]).resolve()
course = pathlib.Path(sys.argv[2]).resolve() if len(sys.argv) > 2 else None
os.chdir(pathlib.Path(__file__).resolve().parents[2])

# A command, with `{course}` for its folder, and what must be in the output.
FIGURES = [
    ("Klotski, fewest slides", "solve klotski", "90 slides, the shortest"),
    ("Klotski, whole space in steps", "explore --metric step klotski", "positions: 25,955"),
    ("d209, whole space in steps", "explore --metric step puzzles/sliding/d209", "positions: 396,284"),
    ("Rush Hour 15, whole space in steps", "explore --metric step rush-hour-15", "positions: 541,934"),
    ("c64, whole space in steps, 1 thread", "explore --threads 1 --metric step {course}/hard/c64", "positions: 25,401,832"),
    ("the same, 2 threads", "explore --threads 2 --metric step {course}/hard/c64", "positions: 25,401,832"),
    ("c71, whole space in steps", "explore --metric step {course}/hard/c71", "positions: 835,290,132"),
    ("the same with 256 MiB and a disk", "explore --metric step --memory 256M --disk {scratch}/layers {course}/hard/c71", "positions: 835,290,132"),
    ("c71, fewest steps", "solve --metric step {course}/hard/c71 {course}/hard/71.goal", "107 steps, the shortest"),
    ("c71, fewest slides", "solve --metric slide {course}/hard/c71 {course}/hard/71.goal", "87 slides, the shortest"),
    ("c71, fewest path moves", "solve --metric path {course}/hard/c71 {course}/hard/71.goal", "79 path moves, the shortest"),
    ("the course's 118 pairs, any solution", "batch {course}/pairs.csv", "118 puzzles, 118 verified"),
    ("universe of the 5×4 tray", "universe --tray 5x4 --pieces 2x2=1,1x2,2x1,1x1 --empty 2..", "components: 25,422"),
    ("universe of any pieces on 4×4", "universe --tray 4x4 --pieces any --simple", "boards: 55,807,716"),
    ("universe of cars on 5×5", "universe --tray 5x5 --pieces cars", "components: 575,887"),
    ("Korf's 50 boards of the 15-puzzle", "batch --optimal --goal blank-first puzzles/tiles/korf.txt", "50 verified"),
    ("a board 80 moves from its goal", "solve --goal blank-first puzzles/tiles/fifteen-80.txt", "80 moves, the shortest"),
    ("3×4 tiles, all positions", "explore --size 3x4", "positions: 239,500,800"),
    ("Popinjay, counted", "count puzzles/packing/popinjay.txt", "^8 packings"),
    ("Popinjay, listed", "solve --all puzzles/packing/popinjay.txt", "8 packings; there are no more"),
    ("ten of its pieces, counted", "count puzzles/packing/popinjay-10.txt", "126,296 packings"),
    ("the same, listed", "solve --all puzzles/packing/popinjay-10.txt", "126,296 packings; there are no more"),
    ("12×12 with 16 pieces, counted", "count puzzles/packing/12x12-16.txt", "612 packings"),
    ("pentominoes 6×10, listed", "solve --all puzzles/packing/pentominoes-6x10.txt", "9,356 packings; there are no more"),
    ("one-sided pentominoes 3×30, counted", "count puzzles/packing/one-sided-pentominoes-3x30.txt", "184 packings"),
    ("12 queens, counted", "count puzzles/exact/queens-12.dlx", "14,200"),
]

def run(command, answer):
    """Wall time, processor time and peak resident bytes of one run, whose output has the answer."""
    with tempfile.TemporaryFile("w+") as output:
        began = time.monotonic()
        child = subprocess.Popen(shlex.split(command), stdout=output, stderr=subprocess.STDOUT)
        _, status, usage = os.wait4(child.pid, 0)
        wall = time.monotonic() - began
        output.seek(0)
        # Line by line: a process counts what its parent held when it began.
        if status or not any(re.search(answer, line) for line in output):
            sys.exit(f"figures.py: {command}: status {status}, expected {answer} in its output")
    return wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024

def seconds(time): return f"{1000 * time:.1f} ms" if time < 1 else f"{time:.2f} s"

print("| what | time | processor | resident | runs |\n|---|---:|---:|---:|---:|")
with tempfile.TemporaryDirectory(prefix="traybit-figures-") as scratch:
    for what, command, answer in FIGURES:
        if not course and "{course}" in command:
            print(f"| {what} | skipped | | | |")
            continue
        runs = []
        while not runs or len(runs) < (5 if runs[0][0] < 2 else 3 if runs[0][0] < 20 else 1):
            runs.append(run(f"{traybit} " + command.format(course=course, scratch=scratch), answer))
        wall, processor, resident = (statistics.median(values) for values in zip(*runs))
        print(f"| {what} | {seconds(wall)} | {seconds(processor)} | {resident / 2**20:.0f} MiB | {len(runs)} |", flush=True)
