#!/usr/bin/env python3
"""Counts of random puzzles by another package, miniexact (from PyPI): `counts.py TRAYBIT [SEED]`.

Packings are written as DLX text and, where they can be, as files of BurrTools; the package counts the one as it stands, and the
other by placements that are made here, from docs/formats.md alone. Exact covers are counted from one DLX text by both. A puzzle
on which the numbers differ is left in a folder, and named."""
import json, pathlib, random, re, subprocess, sys, tempfile
import xml.etree.ElementTree as xml
try: import miniexact
except ImportError:
    print("counts.py: skipped: needs miniexact (python3 -m pip install miniexact)")
    sys.exit()

PACKINGS, COVERS, MOST = 1000, 500, 20_000
traybit, seed = str(pathlib.Path(sys.argv[1]).resolve()), int((sys.argv[2:] or ["1"])[0])
draw = random.Random(seed)
folder = pathlib.Path(tempfile.mkdtemp(prefix="traybit-counts-"))

def drawing(height, width, cells, marks):
    return "".join("".join(draw.choice(marks) if (r, c) in cells else "." for c in range(width)) + "\n" for r in range(height))

def counts(): return draw.choice(["", "", " 2", " 3", " 0..2", " 1..3", " any", " 2..", " ..3"])

def packing():
    height, width, painted = draw.randint(2, 5), draw.randint(2, 5), draw.random() < 0.25
    # Plain ones, which files of BurrTools can express.
    plain = draw.random() < 0.5
    apart, text = not plain and draw.random() < 0.2, ""
    for name in "ABCD"[:draw.randint(1, 4)]:
        cells = {(0, 0)}
        for _ in range(draw.randint(0, 4)):
            r, c = draw.choice(sorted(cells))
            cells.add(draw.choice([(r + 1, c), (r, c + 1)]))
        paint = painted and draw.random() < 0.7
        text += f"piece {name}:{counts()}{'' if plain else draw.choice(['', ' turn', ' fixed'])}{' painted' * paint}"
        text += f" colour {draw.choice(['red', 'blue'])}\n" if apart else "\n"
        text += drawing(1 + max(r for r, _ in cells), 1 + max(c for _, c in cells), cells, "ab*" if paint else "X") + "\n"
    board = {(r, c) for r in range(height) for c in range(width)}
    text += "board:\n" + "".join("".join(draw.choice("......*#") for _ in range(width)) + "\n" for _ in range(height)) + "\n"
    if painted: text += "paint:\n" + drawing(height, width, board, "ab..") + "\n"
    if painted and draw.random() < 0.3: text += "fits: a on b, b on a b\n"
    if draw.random() < 0.4: text += f"empty: {draw.choice(['0', '..3'] if plain else ['1..', '2..4'])}\n"
    rules = [rule for rule in ("fault-free", "holes apart", "holes inside", "maximal") if not plain and draw.random() < 0.2] + ["colours apart"] * apart
    return text + (f"rules: {', '.join(rules)}\n" if rules else "")

def cover():
    primary, secondary = [f"p{n}" for n in range(draw.randint(1, 7))], [f"s{n}" for n in range(draw.randint(0, 4))]
    bound = lambda: draw.choice([""] * 4 + ["2|", "0:1|", "1:2|", "0:3|"])
    text = " ".join(bound() + item for item in primary) + " | " + " ".join(secondary) + "\n"
    for _ in range(draw.randint(1, 16)):
        items = draw.sample(primary, draw.randint(1, min(3, len(primary)))) + draw.sample(secondary, draw.randint(0, min(2, len(secondary))))
        text += " ".join(item + draw.choice(["", ":red", ":blue"]) if item[0] == "s" else item for item in items) + "\n"
    return "| random\n" + text

def count_dlx(text):
    """The package's count; none above MOST, nor without options, which it does not take."""
    lines = [line for line in text.splitlines() if line.strip() and line[0] != "|"]
    first, _, second = lines[0].partition(" | ") if " | " in lines[0] else lines[0].partition(" |")
    solver, items, colours = miniexact.miniexacts_m(), {}, {}
    for word in first.split():
        bounds, bar, name = word.rpartition("|")
        low, _, high = (bounds if bar else "1").partition(":")
        items[name] = solver.primary(name, int(low), int(high or low))
    primary = set(items)
    for name in second.split(): items[name] = solver.secondary(name)
    for line in lines[1:]:
        words = [word.partition(":") for word in line.split()]
        if not any(name in primary for name, _, _ in words): continue
        for name, _, colour in sorted(words, key=lambda word: word[0] not in primary):
            if colour: solver.add(items[name], colours.setdefault(colour, solver.color(colour)))
            else: solver.add(items[name])
        solver.add(0)
    found, options = 0, len(lines) > 1
    while options and found <= MOST and solver.solve() == 10: found += 1
    return found if options and found <= MOST else None

def dlx_of_burrtools(text):
    """Exact cover of the first problem: an item for each piece with its numbers, and one for each cell of the result."""
    root = xml.fromstring(text)
    voxels = [[(mark, int(colour or 0)) for mark, colour in re.findall(r"([#+_])(\d*)", shape.text)] for shape in root.iter("voxel")]
    sizes = [(int(shape.get("y")), int(shape.get("x"))) for shape in root.iter("voxel")]
    problem = next(root.iter("problem"))
    cells = lambda shape: {divmod(at, sizes[shape][1]): mark for at, mark in enumerate(voxels[shape]) if mark[0] != "_"}
    fitting = {(int(pair.get("piece")) + 1, int(pair.get("result")) + 1) for pair in problem.iter("pair")}
    board = cells(int(problem.find("result").get("id")))
    fits = lambda colour, cell: cell in board and (0 in (colour, board[cell][1]) or (colour, board[cell][1]) in fitting)
    # Pieces of one shape and paint are equal.
    items, options, equal = [], [], {}
    for shape in problem.find("shapes"):
        low, high = int(shape.get("min") or shape.get("count") or 0), int(shape.get("max") or shape.get("count"))
        piece = [(r, c, colour) for (r, c), (_, colour) in cells(int(shape.get("id"))).items()]
        placed, turned = set(), set()
        for turn in range(8):
            piece = [(c, -r, colour) for r, c, colour in piece]
            if turn == 4: piece = [(r, -c, colour) for r, c, colour in piece]
            top, left = (min(cell[axis] for cell in piece) for axis in (0, 1))
            turned.add(frozenset((r - top, c - left, colour) for r, c, colour in piece))
            for row in range(-9, 10):
                for column in range(-9, 10):
                    if all(fits(colour, (r + row, c + column)) for r, c, colour in piece):
                        placed.add(frozenset((r + row, c + column) for r, c, _ in piece))
        _, least, most = equal.get(frozenset(turned), (placed, 0, 0))
        equal[frozenset(turned)] = (placed, least + low, most + high)
    for piece, (placed, low, high) in enumerate(equal.values()):
        if high == 0: continue
        items.append(f"{low}:{high}|p{piece}")
        options += [" ".join([f"p{piece}"] + [f"c{r}.{c}" for r, c in place]) for place in placed]
    cell = lambda mark: [f"c{r}.{c}" for (r, c), (of, _) in board.items() if of == mark]
    if (holes := problem.get("maxHoles")) is not None and int(holes) < len(cell("+")):
        items += ([f"0:{holes}|holes"] if int(holes) else []) + cell("#") + cell("+")
        options += [f"holes {name}" for name in cell("+")] if int(holes) else []
        return "\n".join([" ".join(items) + " |", *options])
    return "\n".join([" ".join(items + cell("#")) + " | " + " ".join(cell("+")), *options])

def run(*arguments):
    ran = subprocess.run([traybit, *arguments, "--quiet"], capture_output=True, text=True)
    return ran.stdout if ran.returncode == 0 else None

def counted(path):
    ran = subprocess.run([traybit, "count", path, "--json", "--quiet"], capture_output=True, text=True)
    document = json.loads(ran.stdout) if ran.stdout else {}
    return next((int(document[key]) for key in ("packings", "solutions") if key in document), None)

done, wrong = {"as DLX text": 0, "as BurrTools files": 0, "exact covers": 0}, []
def compare(kind, path, expected, text, count):
    found = count(text)
    if found is None: return
    done[kind] += 1
    if found != expected:
        wrong.append(f"{path}: {expected} by traybit, {found} {kind}")
        print(wrong[-1])

while done["as DLX text"] < PACKINGS:
    path = folder / f"packing-{done['as DLX text']}.txt"
    path.write_text(packing())
    # A puzzle that is impossible for a plain reason is refused.
    if (expected := counted(path)) is None: continue
    compare("as DLX text", path, expected, run("convert", path, "--to", "dlx"), count_dlx)
    if burrtools := run("convert", path, "--to", "burrtools"):
        compare("as BurrTools files", path, expected, burrtools, lambda text: count_dlx(dlx_of_burrtools(text)))
while done["exact covers"] < COVERS:
    path = folder / f"cover-{done['exact covers']}.dlx"
    path.write_text(text := cover())
    if (expected := counted(path)) is not None: compare("exact covers", path, expected, text, count_dlx)
print(", ".join(f"{number} {kind}" for kind, number in done.items()) + f" counted alike, {len(wrong)} not")
sys.exit(bool(wrong))
