#!/usr/bin/env python3
"""Certificates of random puzzles, judged by certificate.py and by `traybit verify`: `certificates.py TRAYBIT [SEED]`.

Trays, drawings and boards of tiles with their certificates have to be accepted, a hundred at least; and a thousand of them that
are altered in one place and sealed again have to be refused, by both. A file on which they are wrong is left, and named."""
import copy, hashlib, json, pathlib, random, subprocess, sys, tempfile
import certificate

ACCEPTED, REFUSED = 100, 1000
traybit, seed = str(pathlib.Path(sys.argv[1]).resolve()), int((sys.argv[2:] or ["1"])[0])
draw = random.Random(seed)
folder = pathlib.Path(tempfile.mkdtemp(prefix="traybit-certificates-"))

def rectangles():
    """A tray and its goal, as the course has them."""
    height, width, taken, blocks = draw.randint(1, 4), draw.randint(1, 4), set(), []
    for _ in range(draw.randint(1, 9)):
        r, c = draw.randrange(height), draw.randrange(width)
        block = (r, c, min(height, r + draw.randint(1, 2)) - 1, min(width, c + draw.randint(1, 2)) - 1)
        cells = {(r, c) for r in range(block[0], block[2] + 1) for c in range(block[1], block[3] + 1)}
        if not cells & taken: taken |= cells; blocks.append(block)
    goal = []
    for r, c, end_r, end_c in draw.sample(blocks, min(len(blocks), draw.randint(1, 2))):
        to_r, to_c = draw.randrange(height - end_r + r), draw.randrange(width - end_c + c)
        goal.append((to_r, to_c, to_r + end_r - r, to_c + end_c - c))
    lines = lambda rows: "".join(" ".join(map(str, row)) + "\n" for row in rows)
    return lines([(height, width), *blocks]), lines(goal[:1] * draw.randint(1, 2) if len(goal) == 1 else goal)

def drawing():
    """A drawing with walls, a gate, an exit, and blocks of any shape that are perhaps confined or labelled."""
    height, width = draw.randint(2, 4), draw.randint(2, 4)
    rows = [[draw.choice("....#") for _ in range(width)] for _ in range(height)]
    names = []
    for name in "abcdef"[:draw.randint(1, 6)]:
        cells, r, c = 0, draw.randrange(height), draw.randrange(width)
        while cells < draw.randint(1, 3) and r < height and c < width and rows[r][c] == ".":
            rows[r][c], cells = name, cells + 1
            r, c = draw.choice([(r + 1, c), (r, c + 1)])
        names += [name] * (cells > 0)
    if not names: return drawing()
    if draw.random() < 0.3: rows[draw.randrange(height)][draw.randrange(width)] = "+"
    names = [name for name in names if any(name in row for row in rows)] or ["+"]
    leaver, text = draw.choice(names), ""
    leaves = draw.random() < 0.3
    if leaves: rows.append([draw.choice(">>#") for _ in range(width)])
    if any("+" in row for row in rows): text += f"gate +: {draw.choice(names)}\n"
    if any(">" in row for row in rows): text += f"exit >: {leaver}\n"
    for key in ("across", "down", "fixed", "labels"):
        if draw.random() < 0.3 and (some := [name for name in names if key + ":" not in text and f": {name}" not in text.split("exit")[0].replace("gate", "")]):
            text += f"{key}: {draw.choice(some)}\n"
    text += "tray:\n" + "".join("".join(row) + "\n" for row in rows) + "\n"
    for _ in range(draw.randint(1, 2)):
        text += f"goal: {leaver} leaves\n" if leaves else f"goal: {draw.choice(names)} {draw.randrange(height)} {draw.randrange(width)}\n"
    return (text,)

def tiles():
    height, width = draw.choice([(1, 5), (2, 2), (2, 3), (3, 2), (4, 1), (2, 4)])
    numbers = draw.sample(range(height * width), height * width)
    return (f"{height}x{width}\n" + "".join(" ".join(map(str, numbers[r * width:][:width])) + "\n" for r in range(height)),)

def sealed(document):
    text = json.dumps({key: value for key, value in document.items() if key != "seal"}, indent=2)[:-2] + ",\n"
    return (text + f'  "seal": "{hashlib.sha256(text.encode()).hexdigest()}"\n}}\n').encode()

def altered(data):
    """Certificates that differ from a right one in one place, which makes each of them wrong."""
    def with_change(change):
        document = json.loads(data)
        (claim, proof), = document["claim"].items()
        change(document, proof)
        return sealed(document)
    yield data.replace(b'"metric"', b'"Metric"')
    yield data[:-draw.randint(2, len(data) // 2)]
    (claim, proof), = json.loads(data)["claim"].items()
    yield with_change(lambda document, _: document["claim"].update({"solution": {}}))
    if "moves" in proof and proof["moves"]:
        at = draw.randrange(len(proof["moves"]))
        yield with_change(lambda _, proof: proof["moves"].clear())
        yield with_change(lambda _, proof: proof["moves"].insert(at, "99 99 99 98"))
        yield with_change(lambda _, proof: proof.update(length=proof["length"] + draw.choice([-1, 1])))
    layers_of = lambda proof: proof.get("layers") if isinstance(proof, dict) else None
    if layers := layers_of(proof):
        at, digit = draw.randrange(len(layers)), draw.randrange(64)
        other = lambda sha256: sha256[:digit] + "0123456789abcdef"[(int(sha256[digit], 16) + 1) % 16] + sha256[digit + 1:]
        yield with_change(lambda _, proof: layers_of(proof).pop(at))
        yield with_change(lambda _, proof: layers_of(proof).insert(at, layers[at]))
        yield with_change(lambda _, proof: layers_of(proof)[at].update(positions=layers[at]["positions"] + 1))
        yield with_change(lambda _, proof: layers_of(proof)[at].update(sha256=other(layers[at]["sha256"])))
    if claim == "no_solution":
        yield with_change(lambda document, _: document.update(claim={"no_solution": {"layers": []}}))
    if claim == "no_solution" and "shortage" in proof:
        yield with_change(lambda _, proof: proof["shortage"].update(present=proof["shortage"]["present"] + 1))

def judge(name, data, expected):
    """Ends the program if either of the two judges otherwise."""
    file = folder / name
    file.write_bytes(data)
    both = certificate.is_right(data), subprocess.run([traybit, "verify", file], capture_output=True).returncode == 0
    if both != (expected, expected): sys.exit(f"{file}: expected {expected} of certificate.py and of traybit verify, found {both}")
    file.unlink()

def of(number, make):
    """The certificate of a random puzzle; none if its metric has no proof of it."""
    files = []
    for part, text in enumerate(make()):
        files.append(folder / f"{number}-{part}")
        files[-1].write_text(text)
    metric = ["--metric", draw.choice(["step", "slide", "path"])] if make is not tiles else []
    made = subprocess.run([traybit, "solve", *files, *metric, "--certificate", folder / "made", "--quiet"], capture_output=True, text=True)
    if made.returncode not in (0, 1): print(f"{number}: {make.__name__}: {made.stderr.strip()}") if "-v" in sys.argv else None
    data = (folder / "made").read_bytes() if (folder / "made").exists() else None
    for file in [*files, folder / "made"]: file.unlink(missing_ok=True)
    return data

accepted, refused, claims, number = 0, 0, {}, 0
while accepted < ACCEPTED or refused < REFUSED:
    number += 1
    data = of(number, [rectangles, drawing, drawing, tiles][number % 4])
    if data is None: continue
    judge(f"right-{number}.json", data, True)
    (claim, proof), = json.loads(data)["claim"].items()
    claim = claim if claim != "no_solution" else f"no solution, {next(iter(proof)) if isinstance(proof, dict) else proof}"
    claims[claim], accepted = claims.get(claim, 0) + 1, accepted + 1
    for part, wrong in enumerate(altered(data)):
        judge(f"wrong-{number}-{part}.json", wrong, False)
        refused += 1
print(f"{accepted} certificates accepted ({', '.join(f'{claim}: {count}' for claim, count in sorted(claims.items()))}), {refused} altered ones refused, by certificate.py and by traybit verify")
folder.rmdir()
